//! The pointer of a Wayland compositor that offers wlr-virtual-pointer, as sway does.

mod target;

use super::{Button, InputError, Passage, Pointer};
use crate::clock::{Clock as _, SystemClock};
use crate::geometry::{DesktopPoint, DesktopRect};
use crate::wayland;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;
use target::Target;
use wayland_client::protocol::wl_pointer::ButtonState;
use wayland_client::protocol::wl_seat::{self, WlSeat};
use wayland_client::{Connection, Dispatch, QueueHandle, WEnum, delegate_noop};
use wayland_protocols_wlr::virtual_pointer::v1::client::zwlr_virtual_pointer_manager_v1::ZwlrVirtualPointerManagerV1;
use wayland_protocols_wlr::virtual_pointer::v1::client::zwlr_virtual_pointer_v1::ZwlrVirtualPointerV1;

/// How long programs are given to take notice of the first pointer of a seat that had none: until
/// they have asked for it, they are told of no click. Nobody says when they have.
const WARM_UP: Duration = Duration::from_millis(50);

/// A pointer of our own beside those of the person.
///
/// Wayland tells no program where the pointer is, so each click brings it to its point again, in the
/// same message as press and release: the compositor works through the message in one go, and
/// whatever the person does to the pointer comes before it or after it. Only a button that is held
/// down for a while is released in a message of its own.
pub(super) struct VirtualPointer {
    connection: Connection,
    pointer: ZwlrVirtualPointerV1,
    /// The smallest rectangle with all outputs in it: what the compositor maps positions to.
    desktop: DesktopRect,
    /// Where this program put it last.
    put_at: Option<DesktopPoint>,
    clock: SystemClock,
    /// When it may first click.
    is_warm_at: Duration,
    /// Whether it is known to go where it is put. Compositors differ, and their settings can lead a
    /// pointer to one of several outputs alone, or to a part of one.
    is_proved: bool,
}

/// What the compositor says of the person's devices.
#[derive(Default)]
struct Seat {
    /// Whether there is a pointer, the person's or another program's.
    has_pointer: bool,
}

impl VirtualPointer {
    /// Adds a pointer to the session, without moving anything.
    ///
    /// # Errors
    /// If there is no compositor, or it lets no program have a pointer.
    pub(super) fn open() -> Result<Self, InputError> {
        let (connection, globals, mut queue) = wayland::connect().map_err(no_pointer)?;
        let handle = queue.handle();
        let manager: ZwlrVirtualPointerManagerV1 =
            globals.bind(&handle, 1..=1, ()).map_err(|_| InputError::Wayland)?;
        let person: WlSeat = globals.bind(&handle, 1..=1, ()).map_err(no_pointer)?;
        let outputs = wayland::outputs(&connection, &globals).map_err(no_pointer)?;
        let rects = outputs.iter().map(|output| output.rect);
        let desktop = rects
            .reduce(|one, other| one.union(&other))
            .ok_or_else(|| InputError::NoPointer("the desktop has no monitor".to_owned()))?;
        wayland::round_trip(&connection).map_err(no_pointer)?;
        let mut seat = Seat::default();
        queue.dispatch_pending(&mut seat).map_err(no_pointer)?;
        let clock = SystemClock::start();
        let warm_up = if seat.has_pointer { Duration::ZERO } else { WARM_UP };
        let is_warm_at = clock.now() + warm_up;
        let pointer = manager.create_virtual_pointer(Some(&person), &handle, ());
        wayland::round_trip(&connection).map_err(no_pointer)?;
        let put_at = None;
        Ok(Self { connection, pointer, desktop, put_at, clock, is_warm_at, is_proved: false })
    }

    /// Tells the compositor to bring the pointer to `point`.
    fn put_at(&mut self, point: DesktopPoint) {
        let along = |value: f64, from: f64, to: f64| {
            // The last point of the desktop is still on it.
            let most = (to - from - 1.0).max(0.0);
            ((value - from).floor().clamp(0.0, most) as u32, (to - from) as u32)
        };
        let DesktopRect { min, max } = self.desktop;
        let (x, width) = along(point.x, min.x, max.x);
        let (y, height) = along(point.y, min.y, max.y);
        self.pointer.motion_absolute(now_ms(), x, y, width, height);
        self.pointer.frame();
        self.put_at = Some(point);
    }

    /// Puts the pointer at `point` and sees that it comes there, unless that was seen before.
    fn prove_at(&mut self, point: DesktopPoint) -> Result<(), InputError> {
        if !self.is_proved {
            let mut target = Target::around(point).map_err(no_pointer)?;
            self.put_at(point);
            self.settle()?;
            self.is_proved = target.is_hit().map_err(no_pointer)?;
        }
        if self.is_proved { Ok(()) } else { Err(InputError::Misplaced) }
    }

    /// Tells the compositor that a button goes down, or up.
    fn turn(&self, button: Button, state: ButtonState) {
        self.pointer.button(now_ms(), number(button), state);
        self.pointer.frame();
    }

    /// Has the compositor do what it was told.
    fn settle(&self) -> Result<(), InputError> {
        wayland::round_trip(&self.connection).map_err(no_pointer)
    }
}

impl Pointer for VirtualPointer {
    fn location(&mut self) -> Result<Option<DesktopPoint>, InputError> {
        Ok(None)
    }

    fn move_to(&mut self, point: DesktopPoint) -> Result<(), InputError> {
        self.put_at(point);
        self.settle()
    }

    fn click(
        &mut self,
        button: Button,
        hold: Duration,
    ) -> Result<Option<DesktopPoint>, InputError> {
        self.clock.pause(self.is_warm_at.saturating_sub(self.clock.now()));
        if let Some(point) = self.put_at {
            self.prove_at(point)?;
            self.put_at(point);
        }
        self.turn(button, ButtonState::Pressed);
        let pressed = if hold.is_zero() { Ok(()) } else { self.settle() };
        self.clock.pause(hold);
        // Whatever came of the press.
        self.turn(button, ButtonState::Released);
        pressed.and_then(|()| self.settle())?;
        Ok(None)
    }

    fn click_at(&mut self, point: DesktopPoint, button: Button) -> Result<Passage, InputError> {
        self.put_at = Some(point);
        let after = self.click(button, Duration::ZERO)?;
        Ok(Passage { before: None, after })
    }
}

impl Drop for VirtualPointer {
    fn drop(&mut self) {
        self.pointer.destroy();
        // Whatever went wrong before may go wrong again, and there is nobody left to tell.
        let _ = self.connection.flush();
    }
}

impl Dispatch<WlSeat, ()> for Seat {
    fn event(
        seat: &mut Self,
        _: &WlSeat,
        event: wl_seat::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let wl_seat::Event::Capabilities { capabilities: WEnum::Value(present) } = event {
            seat.has_pointer = present.contains(wl_seat::Capability::Pointer);
        }
    }
}

delegate_noop!(Seat: ZwlrVirtualPointerManagerV1);
delegate_noop!(Seat: ZwlrVirtualPointerV1);

/// The time that goes with an event: of the system's clock that never goes back, in milliseconds,
/// from 0 again after 49 days.
fn now_ms() -> u32 {
    let now = clock_gettime(ClockId::Monotonic);
    (now.tv_sec * 1000 + now.tv_nsec / 1_000_000) as u32
}

/// The kernel's number of a button.
fn number(button: Button) -> u32 {
    match button {
        Button::Left => 0x110,
        Button::Right => 0x111,
    }
}

fn no_pointer(error: impl ToString) -> InputError {
    InputError::NoPointer(error.to_string())
}
