//! The pointer of a desktop without X11.

use super::{Button, InputError, Pointer};
use crate::clock::{Clock as _, SystemClock, wait_until};
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
    /// Whether it was seen where it was last put.
    has_arrived: bool,
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
        Ok(Self { enigo, clock: SystemClock::start(), has_arrived: true, held: None })
    }
}

impl Pointer for PortablePointer {
    fn location(&mut self) -> Result<Option<DesktopPoint>, InputError> {
        Ok(Some(location(&self.enigo)?))
    }

    fn move_to(&mut self, point: DesktopPoint) -> Result<(), InputError> {
        // A point is in the pixel whose corner is at or before it.
        let point = point.floor();
        self.enigo
            .move_mouse(point.x as i32, point.y as i32, Coordinate::Abs)
            .map_err(no_pointer)?;
        let Self { enigo, clock, .. } = self;
        self.has_arrived = wait_until(clock, ARRIVAL, BETWEEN_QUESTIONS, || {
            let apart = (location(enigo)? - point).abs();
            Ok(apart.x.max(apart.y) <= THERE)
        })?;
        Ok(())
    }

    /// Clicks only where the pointer was put: a move to a monitor that is not the primary one may
    /// have led elsewhere on Windows.
    fn click(
        &mut self,
        button: Button,
        hold: Duration,
    ) -> Result<Option<DesktopPoint>, InputError> {
        if !self.has_arrived {
            return Err(InputError::Misplaced);
        }
        self.held = Some(button);
        self.enigo.button(to_enigo(button), Direction::Press).map_err(no_pointer)?;
        self.clock.pause(hold);
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

fn location(enigo: &Enigo) -> Result<DesktopPoint, InputError> {
    let (x, y) = enigo.location().map_err(no_pointer)?;
    Ok(DesktopPoint::new(f64::from(x), f64::from(y)))
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
