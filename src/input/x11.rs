//! The pointer of an X server, and its Escape key.

use super::{Button, InputError, Passage, Pointer};
use crate::clock::{SystemClock, wait_until};
use crate::geometry::DesktopPoint;
use std::error::Error;
use std::thread;
use std::time::Duration;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xinput::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{
    BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, KeyButMask, MOTION_NOTIFY_EVENT,
    QueryPointerReply, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// How long a button may take to be seen up. A window manager that holds a click to focus a window
/// answers within some milliseconds; on a machine with every core busy, hundreds.
const ANSWER: Duration = Duration::from_secs(2);

/// Between two questions to the server: far below what a person or a game notices.
const BETWEEN_QUESTIONS: Duration = Duration::from_micros(50);

/// X11's name of the Escape key.
const ESCAPE: u32 = 0xff1b;

/// The pointer of an X server.
///
/// A window manager may hold back the events of a click while it brings a window to the front, and
/// play them back later, *where the pointer is then*. No delay is long enough to rule that out, so
/// after each release the server is asked for the state of the buttons until it has seen it. Its
/// answer also tells where the pointer is, and a question sent along ahead of the click, where it
/// was: a click costs one round trip.
pub(super) struct ServerPointer {
    connection: RustConnection,
    root: Window,
    clock: SystemClock,
    /// The button that is down, by X11's number.
    held: Option<u8>,
}

impl ServerPointer {
    /// Takes hold of the pointer, without moving it.
    ///
    /// # Errors
    /// If there is no pointer, or this program may not move it.
    pub(super) fn open() -> Result<Self, InputError> {
        Self::connect().map_err(no_pointer)
    }

    fn connect() -> Result<Self, Box<dyn Error>> {
        let (connection, screen) = x11rb::connect(None)?;
        let root = connection.setup().roots[screen].root;
        connection.xtest_get_version(2, 2)?.reply()?;
        Ok(Self { connection, root, clock: SystemClock::start(), held: None })
    }

    fn fake(&self, kind: u8, detail: u8, x: i16, y: i16) -> Result<(), InputError> {
        self.fake_after(Duration::ZERO, kind, detail, x, y)
    }

    /// The server waits for `delay` before it acts, and answers no question meanwhile.
    fn fake_after(
        &self,
        delay: Duration,
        kind: u8,
        detail: u8,
        x: i16,
        y: i16,
    ) -> Result<(), InputError> {
        let delay = u32::try_from(delay.as_millis()).unwrap_or(u32::MAX);
        let sent = self.connection.xtest_fake_input(kind, detail, delay, self.root, x, y, 0);
        sent.map(|_| ()).map_err(|error| no_pointer(error.into()))
    }

    /// Moves to a point, if there is one, and clicks, with the button down for `hold`, all in one
    /// message: the release is on its way whatever becomes of this program. Gives what the server
    /// said before it did so, and where the pointer is now that the button is up again.
    fn click_after(
        &mut self,
        point: Option<DesktopPoint>,
        button: Button,
        hold: Duration,
    ) -> Result<(QueryPointerReply, DesktopPoint), InputError> {
        let number = number(button);
        let before = self.connection.query_pointer(self.root);
        let before = before.map_err(|error| no_pointer(error.into()))?;
        if let Some(point) = point {
            self.fake_move(point)?;
        }
        self.held = Some(number);
        self.fake(BUTTON_PRESS_EVENT, number, 0, 0)?;
        self.fake_after(hold, BUTTON_RELEASE_EVENT, number, 0, 0)?;
        self.held = None;
        let mut reply = self.ask()?;
        let up = wait_until(&self.clock, ANSWER, BETWEEN_QUESTIONS, || {
            if has_buttons_down(&reply) {
                reply = self.ask()?;
            }
            Ok(!has_buttons_down(&reply))
        })?;
        let before = before.reply().map_err(|error| no_pointer(error.into()))?;
        if up {
            Ok((before, location(&reply)))
        } else {
            Err(InputError::NoAnswer { what: "up", within: ANSWER })
        }
    }

    fn fake_move(&self, point: DesktopPoint) -> Result<(), InputError> {
        // A point is in the pixel whose corner is at or before it.
        let whole =
            |value: f64| value.floor().clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16;
        self.fake(MOTION_NOTIFY_EVENT, 0, whole(point.x), whole(point.y))
    }

    fn ask(&self) -> Result<QueryPointerReply, InputError> {
        let ask = || -> Result<_, Box<dyn Error>> {
            Ok(self.connection.query_pointer(self.root)?.reply()?)
        };
        ask().map_err(no_pointer)
    }
}

impl Pointer for ServerPointer {
    fn location(&mut self) -> Result<Option<DesktopPoint>, InputError> {
        Ok(Some(location(&self.ask()?)))
    }

    /// X11 moves at once: what is sent after this finds the pointer there.
    fn move_to(&mut self, point: DesktopPoint) -> Result<(), InputError> {
        self.fake_move(point)?;
        // The answer comes when the server is done with the move: who asks next sees it.
        self.connection.sync().map_err(|error| no_pointer(error.into()))
    }

    fn click(
        &mut self,
        button: Button,
        hold: Duration,
    ) -> Result<Option<DesktopPoint>, InputError> {
        let (before, after) = self.click_after(None, button, hold)?;
        if has_buttons_down(&before) { Err(InputError::ButtonHeld) } else { Ok(Some(after)) }
    }

    fn click_at(&mut self, point: DesktopPoint, button: Button) -> Result<Passage, InputError> {
        let (before, after) = self.click_after(Some(point), button, Duration::ZERO)?;
        if has_buttons_down(&before) {
            return Err(InputError::ButtonHeld);
        }
        Ok(Passage { before: Some(location(&before)), after: Some(after) })
    }
}

impl Drop for ServerPointer {
    fn drop(&mut self) {
        if let Some(button) = self.held.take() {
            // Whatever went wrong before may go wrong again, and there is nobody left to tell.
            let _ = self.fake(BUTTON_RELEASE_EVENT, button, 0, 0);
            let _ = self.connection.flush();
        }
    }
}

/// Calls `stop` whenever Escape is pressed, from a thread that ends with the server or the program.
pub(super) fn watch_stop_key(stop: impl Fn() + Send + 'static) -> Result<(), InputError> {
    let (connection, escapes) = listen_to_keys().map_err(no_pointer)?;
    thread::spawn(move || {
        while let Ok(event) = connection.wait_for_event() {
            if let Event::XinputRawKeyPress(press) = event
                && escapes.contains(&press.detail)
            {
                stop();
            }
        }
    });
    Ok(())
}

/// A connection that is told of every key, and the codes of the Escape keys.
fn listen_to_keys() -> Result<(RustConnection, Vec<u32>), Box<dyn Error>> {
    let (connection, screen) = x11rb::connect(None)?;
    let setup = connection.setup();
    let (root, first, last) = (setup.roots[screen].root, setup.min_keycode, setup.max_keycode);
    connection.xinput_xi_query_version(2, 2)?.reply()?;
    let names = connection.get_keyboard_mapping(first, last - first + 1)?.reply()?;
    let each = usize::from(names.keysyms_per_keycode).max(1);
    let keys = (u32::from(first)..).zip(names.keysyms.chunks(each));
    let escapes = keys.filter(|(_, names)| names.contains(&ESCAPE)).map(|(code, _)| code).collect();
    let mask = xinput::EventMask {
        deviceid: xinput::Device::ALL_MASTER.into(),
        mask: vec![xinput::XIEventMask::RAW_KEY_PRESS],
    };
    connection.xinput_xi_select_events(root, &[mask])?.check()?;
    Ok((connection, escapes))
}

/// Whether any button is down: any, since a left-handed person may have swapped them.
fn has_buttons_down(reply: &QueryPointerReply) -> bool {
    let buttons = KeyButMask::BUTTON1 | KeyButMask::BUTTON2 | KeyButMask::BUTTON3;
    u16::from(reply.mask) & u16::from(buttons) != 0
}

fn location(reply: &QueryPointerReply) -> DesktopPoint {
    DesktopPoint::new(f64::from(reply.root_x), f64::from(reply.root_y))
}

fn number(button: Button) -> u8 {
    match button {
        Button::Left => 1,
        Button::Right => 3,
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
fn no_pointer(error: Box<dyn Error>) -> InputError {
    InputError::NoPointer(error.to_string())
}
