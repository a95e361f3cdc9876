//! The pointer of a desktop without X11.

use super::{Button, InputError, Pointer};
use crate::clock::{SystemClock, wait_until};
use crate::geometry::DesktopPoint;
use enigo::{Coordinate, Direction, Enigo, Mouse, NewConError, Settings};
use std::time::Duration;

/// How long a move may take: macOS and Windows put moves into a queue. Longer than that, and the
/// pointer is at an edge of the screen or in the hand of the person.
const ARRIVAL: Duration = Duration::from_millis(40);

/// Between two questions to the system: far below what a person or a game notices.
const BETWEEN_QUESTIONS: Duration = Duration::from_micros(100);

/// How far from the point it was put the pointer counts as there, in points: macOS truncates
/// locations, and counts y from below, which may be off by one.
const THERE: f64 = 1.5;

/// The pointer of Windows or macOS.
///
/// Events are handed out in the order in which they were made, so no click is held back.
pub(super) struct PortablePointer {
    enigo: Enigo,
    clock: SystemClock,
    held: Option<Button>,
}

impl PortablePointer {
    /// Takes hold of the pointer, without moving it.
    ///
    /// # Errors
    /// If there is no pointer, or this program may not move it.
    pub(super) fn open() -> Result<Self, InputError> {
        let enigo = Enigo::new(&Settings::default()).map_err(|error| match error {
            NewConError::NoPermission => InputError::NoPermission,
            other => InputError::NoPointer(other.to_string()),
        })?;
        Ok(Self { enigo, clock: SystemClock::start(), held: None })
    }
}

impl Pointer for PortablePointer {
    fn location(&mut self) -> Result<Option<DesktopPoint>, InputError> {
        let (x, y) = self.enigo.location().map_err(no_pointer)?;
        Ok(Some(DesktopPoint::new(f64::from(x), f64::from(y))))
    }

    fn move_to(&mut self, point: DesktopPoint) -> Result<(), InputError> {
        // A point is in the pixel whose corner is at or before it.
        let (x, y) = (point.x.floor(), point.y.floor());
        self.enigo.move_mouse(x as i32, y as i32, Coordinate::Abs).map_err(no_pointer)?;
        let Self { enigo, clock, .. } = self;
        wait_until(clock, ARRIVAL, BETWEEN_QUESTIONS, || {
            let (now_x, now_y) = enigo.location().map_err(no_pointer)?;
            Ok((f64::from(now_x) - x).abs().max((f64::from(now_y) - y).abs()) <= THERE)
        })?;
        Ok(())
    }

    fn click(&mut self, button: Button) -> Result<Option<DesktopPoint>, InputError> {
        self.held = Some(button);
        self.enigo.button(to_enigo(button), Direction::Press).map_err(no_pointer)?;
        self.enigo.button(to_enigo(button), Direction::Release).map_err(no_pointer)?;
        self.held = None;
        self.location()
    }
}

impl Drop for PortablePointer {
    fn drop(&mut self) {
        if let Some(button) = self.held.take() {
            // Whatever went wrong before may go wrong again, and there is nobody left to tell.
            let _ = self.enigo.button(to_enigo(button), Direction::Release);
        }
    }
}

fn to_enigo(button: Button) -> enigo::Button {
    match button {
        Button::Left => enigo::Button::Left,
        Button::Right => enigo::Button::Right,
    }
}

fn no_pointer(error: enigo::InputError) -> InputError {
    InputError::NoPointer(error.to_string())
}
