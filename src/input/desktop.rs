//! The pointer of this desktop.

use super::{Button, InputError, Pointer};
use crate::clock::{SystemClock, wait_until};
use crate::geometry::DesktopPoint;
use enigo::{Coordinate, Direction, Enigo, Mouse, NewConError, Settings};
use std::time::Duration;

/// How long a button may take to be seen down or up. A window manager that holds a click to focus
/// a window answers within some milliseconds; on a machine with every core busy, hundreds.
const ANSWER: Duration = Duration::from_secs(2);

/// How long a move may take. X11 moves at once; macOS and Windows put moves into a queue. Longer
/// than that, and the pointer is at an edge of the screen or in the hand of the person.
const ARRIVAL: Duration = Duration::from_millis(40);

/// Between two questions to the system: far below what a person or a game notices.
const BETWEEN_QUESTIONS: Duration = Duration::from_micros(100);

/// How far from the point it was put the pointer counts as there, in points: macOS truncates
/// locations, and counts y from below, which may be off by one.
const THERE: f64 = 1.5;

/// The pointer of this desktop, moved as if by hand.
///
/// On X11 a window manager may hold back the events of a click while it brings a window to the
/// front, and play them back later, *where the pointer is then*. No delay is long enough to rule
/// that out, so after each press and each release the server is asked for the state of the buttons
/// until it has seen the event.
pub struct Desktop {
    enigo: Enigo,
    /// What the server says, where it can be asked.
    server: server::Server,
    clock: SystemClock,
    held: Option<Button>,
}

impl Desktop {
    /// Takes hold of the pointer, without moving it.
    ///
    /// # Errors
    /// If there is no pointer, or this program may not move it.
    pub fn open() -> Result<Self, InputError> {
        if is_wayland(|name| std::env::var(name).ok()) {
            return Err(InputError::Wayland);
        }
        prepare_process();
        let server = server::Server::connect()?;
        // With the default delay, each click takes 24 ms for nothing.
        let settings = Settings { linux_delay: 0, ..Settings::default() };
        let enigo = Enigo::new(&settings).map_err(|error| match error {
            NewConError::NoPermission => InputError::NoPermission,
            other => InputError::NoPointer(other.to_string()),
        })?;
        Ok(Self { enigo, server, clock: SystemClock::start(), held: None })
    }

    fn press(&mut self, button: Button) -> Result<(), InputError> {
        self.held = Some(button);
        self.enigo.button(to_enigo(button), Direction::Press).map_err(no_pointer)?;
        self.wait_for_buttons(true)
    }

    fn release(&mut self, button: Button) -> Result<(), InputError> {
        self.enigo.button(to_enigo(button), Direction::Release).map_err(no_pointer)?;
        self.held = None;
        self.wait_for_buttons(false)
    }

    fn wait_for_buttons(&mut self, down: bool) -> Result<(), InputError> {
        let Self { server, clock, .. } = self;
        let seen = wait_until(clock, ANSWER, BETWEEN_QUESTIONS, || {
            Ok(server.has_buttons_down()?.is_none_or(|now| now == down))
        })?;
        let what = if down { "down" } else { "up" };
        if seen { Ok(()) } else { Err(InputError::NoAnswer { what, within: ANSWER }) }
    }
}

impl Pointer for Desktop {
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
        if self.server.has_buttons_down()? == Some(true) {
            return Err(InputError::ButtonHeld);
        }
        self.press(button)?;
        self.release(button)?;
        self.location()
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        if let Some(button) = self.held.take() {
            // Whatever went wrong before may go wrong again, and there is nobody left to tell.
            let _ = self.enigo.button(to_enigo(button), Direction::Release);
        }
    }
}

/// Tells the system that this program counts in physical pixels; only Windows wants to know, before
/// anything is asked of the screen or the pointer.
pub fn prepare_process() {
    // It fails when it was said before, by an earlier call or in the program's manifest.
    #[cfg(target_os = "windows")]
    let _ = enigo::set_dpi_awareness();
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

/// Whether the session is one of Wayland, where X11's pointer moves only over XWayland's windows
/// and clicks nowhere else.
fn is_wayland(variable: impl Fn(&str) -> Option<String>) -> bool {
    cfg!(all(unix, not(target_os = "macos")))
        && (variable("WAYLAND_DISPLAY").is_some_and(|name| !name.is_empty())
            || variable("XDG_SESSION_TYPE").is_some_and(|kind| kind == "wayland"))
}

/// What the X server knows of its pointer's buttons.
#[cfg(all(unix, not(target_os = "macos")))]
mod server {
    use super::InputError;
    use std::error::Error;
    use x11rb::connection::Connection;
    use x11rb::protocol::xproto::{ConnectionExt, KeyButMask, Window};
    use x11rb::rust_connection::RustConnection;

    pub(super) struct Server {
        connection: RustConnection,
        root: Window,
    }

    impl Server {
        pub(super) fn connect() -> Result<Self, InputError> {
            let (connection, screen) =
                x11rb::connect(None).map_err(|error| InputError::NoPointer(error.to_string()))?;
            let root = connection.setup().roots[screen].root;
            Ok(Self { connection, root })
        }

        /// Whether any button is down: any, since a left-handed person may have swapped them.
        pub(super) fn has_buttons_down(&self) -> Result<Option<bool>, InputError> {
            let mask =
                self.query_mask().map_err(|error| InputError::NoPointer(error.to_string()))?;
            let buttons = KeyButMask::BUTTON1 | KeyButMask::BUTTON2 | KeyButMask::BUTTON3;
            Ok(Some(u16::from(mask) & u16::from(buttons) != 0))
        }

        fn query_mask(&self) -> Result<KeyButMask, Box<dyn Error>> {
            Ok(self.connection.query_pointer(self.root)?.reply()?.mask)
        }
    }
}

/// Elsewhere events are handed out in the order in which they were made, and nobody need be asked.
#[cfg(not(all(unix, not(target_os = "macos"))))]
mod server {
    use super::InputError;

    pub(super) struct Server;

    impl Server {
        pub(super) fn connect() -> Result<Self, InputError> {
            Ok(Self)
        }

        pub(super) fn has_buttons_down(&self) -> Result<Option<bool>, InputError> {
            Ok(None)
        }
    }
}

#[cfg(all(test, unix, not(target_os = "macos")))]
mod tests {
    use super::*;

    fn wayland(variables: &[(&str, &str)]) -> bool {
        is_wayland(|name| {
            let value = variables.iter().find(|(variable, _)| *variable == name);
            value.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn a_wayland_session_is_known_by_either_variable() {
        assert!(wayland(&[("WAYLAND_DISPLAY", "wayland-0"), ("DISPLAY", ":0")]));
        assert!(wayland(&[("XDG_SESSION_TYPE", "wayland")]));
        assert!(!wayland(&[("XDG_SESSION_TYPE", "x11"), ("DISPLAY", ":0")]));
        assert!(!wayland(&[("WAYLAND_DISPLAY", "")]));
        assert!(!wayland(&[]));
    }
}
