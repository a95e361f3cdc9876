//! The pointer as a person's hand, and a record of all that happens to it.

use super::wait;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xinput::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{
    BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, KEY_PRESS_EVENT,
    KEY_RELEASE_EVENT, KeyButMask, MOTION_NOTIFY_EVENT, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// How long the server may take to carry a pointer event; it needs less than a millisecond.
const ROUND_TRIP_LIMIT: Duration = Duration::from_secs(5);

/// X11's number of the left button.
const LEFT: u8 = 1;

/// Where the pointer is, in pixels of the screen, and what it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PointerState {
    pub(crate) x: i16,
    pub(crate) y: i16,
    /// Whether the left button is down.
    pub(crate) left_is_down: bool,
}

pub(super) fn state(connection: &RustConnection, root: Window) -> PointerState {
    let reply = connection.query_pointer(root).unwrap().reply().unwrap();
    PointerState {
        x: reply.root_x,
        y: reply.root_y,
        left_is_down: reply.mask.contains(KeyButMask::BUTTON1),
    }
}

pub(super) fn move_to(connection: &RustConnection, root: Window, x: i16, y: i16) {
    connection.xtest_fake_input(MOTION_NOTIFY_EVENT, 0, 0, root, x, y, 0).unwrap();
    connection.flush().unwrap();
}

pub(super) fn click(connection: &RustConnection, root: Window) {
    connection.xtest_fake_input(BUTTON_PRESS_EVENT, LEFT, 0, root, 0, 0, 0).unwrap();
    connection.xtest_fake_input(BUTTON_RELEASE_EVENT, LEFT, 0, root, 0, 0, 0).unwrap();
    connection.flush().unwrap();
    // Without a pause: this is the sender that the player's speed is compared with.
    let began = Instant::now();
    while state(connection, root).left_is_down {
        assert!(began.elapsed() < ROUND_TRIP_LIMIT, "the button is still down");
    }
}

pub(super) fn press_key(connection: &RustConnection, root: Window, keysym: u32) {
    let setup = connection.setup();
    let (first, last) = (setup.min_keycode, setup.max_keycode);
    let names = connection.get_keyboard_mapping(first, last - first + 1).unwrap().reply().unwrap();
    let mut keys = names.keysyms.chunks(names.keysyms_per_keycode.into());
    let index = keys.position(|names| names.contains(&keysym)).expect("there is such a key");
    let key = first + u8::try_from(index).expect("codes are bytes");
    for kind in [KEY_PRESS_EVENT, KEY_RELEASE_EVENT] {
        connection.xtest_fake_input(kind, key, 0, root, 0, 0, 0).unwrap();
    }
    connection.flush().unwrap();
}

/// One thing that happened to the pointer; `at` is the X server's clock, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum PointerEvent {
    Moved { at: u32, x: f64, y: f64 },
    Pressed { at: u32, button: u32 },
    Released { at: u32, button: u32 },
}

/// All that happens to the pointer from the start of the record on.
pub(crate) struct PointerLog {
    events: Receiver<PointerEvent>,
    display: String,
}

impl PointerLog {
    pub(super) fn start(display: &str) -> Self {
        let (connection, screen) = RustConnection::connect(Some(display)).unwrap();
        let root = connection.setup().roots[screen].root;
        connection.xinput_xi_query_version(2, 2).unwrap().reply().unwrap();
        let mask = xinput::EventMask {
            deviceid: xinput::Device::ALL_MASTER.into(),
            mask: vec![
                xinput::XIEventMask::RAW_MOTION
                    | xinput::XIEventMask::RAW_BUTTON_PRESS
                    | xinput::XIEventMask::RAW_BUTTON_RELEASE,
            ],
        };
        connection.xinput_xi_select_events(root, &[mask]).unwrap().check().unwrap();
        let (sender, events) = mpsc::channel();
        // Ends when the server goes or when nobody listens any more.
        thread::spawn(move || {
            while let Ok(event) = connection.wait_for_event() {
                if pointer_event(&event).is_some_and(|event| sender.send(event).is_err()) {
                    return;
                }
            }
        });
        Self { events, display: display.to_owned() }
    }

    /// Waits until an event that `is_it` accepts has been written down, and gives all events up to
    /// and with it, in their order.
    pub(crate) fn wait_for(
        &self,
        what: &str,
        limit: Duration,
        mut is_it: impl FnMut(&PointerEvent) -> bool,
    ) -> Vec<PointerEvent> {
        let end = Instant::now() + limit;
        let mut seen = Vec::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let event = self
                .events
                .recv_timeout(left)
                .unwrap_or_else(|_| panic!("waited {limit:?} in vain for {what}; seen: {seen:?}"));
            seen.push(event);
            if is_it(&event) {
                return seen;
            }
        }
    }

    /// Ends the record with a click of a button that nobody uses, and gives what came before it:
    /// the record is complete when its own last event has arrived.
    pub(crate) fn finish(self) -> Vec<PointerEvent> {
        let (connection, screen) = RustConnection::connect(Some(&self.display)).unwrap();
        let root = connection.setup().roots[screen].root;
        for kind in [BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT] {
            connection.xtest_fake_input(kind, LAST_WORD, 0, root, 0, 0, 0).unwrap();
        }
        // A round trip: a connection that is closed with something still unread takes what it has
        // sent along with it, and the button would stay down for ever.
        connection.query_pointer(root).unwrap().reply().unwrap();
        let mut events = self.wait_for("the end of the record", ROUND_TRIP_LIMIT, |event| {
            matches!(event, PointerEvent::Pressed { button, .. } if *button == u32::from(LAST_WORD))
        });
        events.pop();
        events
    }
}

/// The button that marks the end of a record: no program here gives it a meaning.
const LAST_WORD: u8 = 9;

fn pointer_event(event: &Event) -> Option<PointerEvent> {
    match event {
        Event::XinputRawMotion(event) => {
            let value = |axis: usize| {
                let value = event.axisvalues_raw.get(axis)?;
                Some(f64::from(value.integral) + f64::from(value.frac) / 2f64.powi(32))
            };
            Some(PointerEvent::Moved { at: event.time, x: value(0)?, y: value(1)? })
        }
        Event::XinputRawButtonPress(event) => {
            Some(PointerEvent::Pressed { at: event.time, button: event.detail })
        }
        Event::XinputRawButtonRelease(event) => {
            Some(PointerEvent::Released { at: event.time, button: event.detail })
        }
        _ => None,
    }
}
