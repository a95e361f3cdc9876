//! A private desktop for live tests: an X server without a monitor, a window manager, and a real
//! browser, none of which touches the desktop of the person who runs the tests. A [`Compositor`] is
//! the same on Wayland.
//!
//! Everything ends with the [`Desktop`] that started it. Needs the programs that
//! [`missing_programs`] looks for; `scripts/setup` installs them.
#![allow(dead_code, unused_imports, reason = "each file of tests uses its own part of this")]

mod browser;
mod home;
mod manager;
pub(crate) mod mischief;
mod pointer;
mod practice;
mod program;
mod run;
pub(crate) mod wait;
mod wayland;

pub(crate) use browser::{Browser, Look};
pub(crate) use home::Home;
pub(crate) use manager::Manager;
pub(crate) use pointer::{PointerEvent, PointerLog, PointerState};
pub(crate) use practice::{Practice, State};
pub(crate) use program::Program;
pub(crate) use run::{Ended, Run};
pub(crate) use wayland::Compositor;

use home::mortal_command;
use image::RgbaImage;
use std::cell::Cell;
use std::fs;
use std::io::{BufRead, BufReader};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;
use x11rb::connection::Connection;
use x11rb::properties::{WmSizeHints, WmSizeHintsSpecification};
use x11rb::protocol::randr::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt, CreateWindowAux, EventMask,
    ImageFormat, MapState, Rectangle, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;

/// How long a display and its window manager may take to start; most need 0.1 s on a quiet machine.
const START_LIMIT: Duration = Duration::from_secs(20);

/// One desktop at a time: two games at once would share the processor, and each other's timing.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Those of `programs`, and of what every live test needs, that this machine does not have.
pub(crate) fn missing_programs(programs: &[&'static str]) -> Vec<&'static str> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |name: &&str| std::env::split_paths(&path).any(|dir| dir.join(name).is_file());
    let browser = if browser::program().is_some() { None } else { Some("chromium") };
    let needed = ["setpriv"].iter().chain(programs).copied();
    needed.filter(|name| !is_there(name)).chain(browser).collect()
}

/// Whether the test called `name` can run here, on a [`Desktop`] as [`Desktop::start`] makes it.
///
/// # Panics
/// As [`can_run_with`].
pub(crate) fn can_run(name: &str) -> bool {
    can_run_with(name, &["Xvfb", "openbox"])
}

/// Whether the test called `name` can run here, with `programs`. Where it cannot, says so on
/// standard error (past the test runner, which hides what a passing test prints).
///
/// # Panics
/// If it cannot run although `CI` is set: there, a live test that does not run is a failure.
pub(crate) fn can_run_with(name: &str, programs: &[&'static str]) -> bool {
    use std::io::Write;
    let missing = missing_programs(programs);
    if missing.is_empty() {
        return true;
    }
    let missing = missing.join(", ");
    assert!(std::env::var_os("CI").is_none(), "{name} needs {missing}: run scripts/setup");
    let _ = writeln!(std::io::stderr(), "skipped: {name}: needs {missing} (scripts/setup)");
    false
}

/// A private X display, with a window manager on it or without.
pub(crate) struct Desktop {
    // In the order of their ends: programs first, then the server, then their folder and the lock.
    connection: RustConnection,
    root: Window,
    _manager_program: Option<Program>,
    _server: Program,
    manager: Manager,
    display: String,
    home: Home,
    failure_is_shown: Cell<bool>,
    name: String,
    _alone: MutexGuard<'static, ()>,
}

impl Desktop {
    /// Starts a desktop of `width` by `height` pixels for the test called `name`.
    pub(crate) fn start(name: &str, width: u16, height: u16) -> Self {
        Self::start_with(Manager::Openbox, name, width, height)
    }

    /// As [`Self::start`], with the windows in the hands of `manager`.
    pub(crate) fn start_with(manager: Manager, name: &str, width: u16, height: u16) -> Self {
        let alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let mut home = Home::new();
        let (server, display) = start_server(&home, width, height);
        let (connection, screen) =
            RustConnection::connect(Some(&display)).expect("the private X server answers");
        let root = connection.setup().roots[screen].root;
        home.lead_to([("DISPLAY", display.clone().into()), ("XDG_SESSION_TYPE", "x11".into())]);
        let program = manager.start(&home, &connection, root);
        Self {
            connection,
            root,
            _manager_program: program,
            manager,
            _server: server,
            display,
            home,
            failure_is_shown: Cell::new(false),
            name: name.to_owned(),
            _alone: alone,
        }
    }

    /// Makes a monitor of a part of the screen. The first one has the screen's only output and is
    /// the primary one; the others have none, as the parts of a wide screen have.
    pub(crate) fn add_monitor(&self, name: &str, part: Rectangle) {
        let resources = self.connection.randr_get_screen_resources(self.root).unwrap();
        let outputs = resources.reply().unwrap().outputs;
        let present = self.connection.randr_get_monitors(self.root, true).unwrap();
        let is_first = present.reply().unwrap().monitors.iter().all(|monitor| monitor.automatic);
        let name = self.connection.intern_atom(false, name.as_bytes()).unwrap();
        let monitor = randr::MonitorInfo {
            name: name.reply().unwrap().atom,
            primary: is_first,
            x: part.x,
            y: part.y,
            width: part.width,
            height: part.height,
            // An inch of it has 96 pixels.
            width_in_millimeters: u32::from(part.width) * 254 / 960,
            height_in_millimeters: u32::from(part.height) * 254 / 960,
            outputs: if is_first { outputs } else { Vec::new() },
            ..randr::MonitorInfo::default()
        };
        self.connection.randr_set_monitor(self.root, monitor).unwrap().check().unwrap();
    }

    /// Opens `url` in a browser window and waits until something is painted in it.
    pub(crate) fn open(&self, url: &str, look: Look) -> Browser<'_> {
        Browser::open(self, url, look)
    }

    /// The windows of programs: those that the window manager looks after, oldest first, or those
    /// on the screen if nobody does.
    pub(crate) fn windows(&self) -> Vec<Window> {
        match self.manager {
            Manager::Nobody => viewable_windows(&self.connection, self.root),
            _ => property(&self.connection, self.root, "_NET_CLIENT_LIST"),
        }
        .unwrap_or_default()
    }

    /// Opens a small window that shows nothing, in the lower right corner if the window manager lets
    /// it, and waits until it has taken the keyboard, as new windows do.
    pub(crate) fn open_other_window(&self, width: u16, height: u16) {
        let size = self.connection.get_geometry(self.root).unwrap().reply().unwrap();
        let (x, y) = (size.width - width, size.height - height);
        let window = self.connection.generate_id().unwrap();
        let values = CreateWindowAux::new().background_pixel(0x40_60_80);
        let (at_x, at_y) = (x as i16, y as i16);
        let class = WindowClass::INPUT_OUTPUT;
        self.connection
            .create_window(0, window, self.root, at_x, at_y, width, height, 0, class, 0, &values)
            .unwrap();
        let position = Some((WmSizeHintsSpecification::UserSpecified, x.into(), y.into()));
        let hints = WmSizeHints { position, ..WmSizeHints::default() };
        hints.set_normal_hints(&self.connection, window).unwrap();
        self.connection.map_window(window).unwrap();
        wait::until("the other window to take the keyboard", START_LIMIT, || {
            let focus = self.connection.get_input_focus().unwrap().reply().unwrap().focus;
            (self.manager == Manager::Nobody || focus == window).then_some(())
        });
    }

    /// Asks the window manager to put a window's corner here.
    pub(crate) fn move_window(&self, window: Window, x: i32, y: i32) {
        let values = ConfigureWindowAux::new().x(x).y(y);
        self.connection.configure_window(window, &values).unwrap();
        self.connection.flush().unwrap();
    }

    /// Asks the window manager to take a window off the screen, as its button for that does.
    pub(crate) fn minimise_window(&self, window: Window) {
        const ICONIC: u32 = 3;
        let atom = self.connection.intern_atom(false, b"WM_CHANGE_STATE").unwrap();
        let atom = atom.reply().unwrap().atom;
        let event = ClientMessageEvent::new(32, window, atom, [ICONIC, 0, 0, 0, 0]);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection.send_event(false, self.root, mask, event).unwrap();
        self.connection.flush().unwrap();
    }

    /// What is on the screen now.
    pub(crate) fn screenshot(&self) -> RgbaImage {
        self.window_picture(self.root).expect("the screen can be read")
    }

    /// What is in `window` now; `None` while it is not on the screen as a whole.
    pub(crate) fn window_picture(&self, window: Window) -> Option<RgbaImage> {
        let size = self.connection.get_geometry(window).ok()?.reply().ok()?;
        let picture = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, window, 0, 0, size.width, size.height, !0)
            .ok()?
            .reply()
            .ok()?;
        // Xvfb at depth 24 sends blue, green, red and one unused byte for each pixel.
        let rgba = picture
            .data
            .chunks_exact(4)
            .flat_map(|bgrx| [bgrx[2], bgrx[1], bgrx[0], 255])
            .collect();
        RgbaImage::from_raw(size.width.into(), size.height.into(), rgba)
    }

    /// Leaves a picture of the screen in `target/live-failures/`, for people, and says where.
    pub(crate) fn keep_picture(&self, label: &str) -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("live-failures");
        fs::create_dir_all(&folder).expect("target can be written to");
        let path = folder.join(format!("{}-{label}.png", self.name));
        self.screenshot().save(&path).expect("target can be written to");
        path
    }

    /// Keeps a picture of the failure that is under way, once: the browser's end comes before the
    /// desktop's, and takes the page off the screen.
    fn show_failure(&self) {
        if !self.failure_is_shown.replace(true) {
            eprintln!("the screen at the failure: {}", self.keep_picture("failed").display());
        }
    }

    /// Where the pointer is and what it holds.
    pub(crate) fn pointer(&self) -> PointerState {
        pointer::state(&self.connection, self.root)
    }

    /// Moves the pointer as a person would, past the program under test.
    pub(crate) fn move_pointer(&self, x: i16, y: i16) {
        pointer::move_to(&self.connection, self.root, x, y);
    }

    /// Clicks the left button as a person would, where the pointer is.
    pub(crate) fn click(&self) {
        pointer::click(&self.connection, self.root);
    }

    /// Presses a key, by X11's name of it, and lets it go, as a person would.
    pub(crate) fn press_key(&self, keysym: u32) {
        pointer::press_key(&self.connection, self.root, keysym);
    }

    /// Starts to write down all that happens to the pointer, whoever does it.
    pub(crate) fn record_pointer(&self) -> PointerLog {
        PointerLog::start(&self.display)
    }
}

impl Deref for Desktop {
    type Target = Home;

    fn deref(&self) -> &Home {
        &self.home
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        if thread::panicking() {
            self.show_failure();
        }
    }
}

fn start_server(home: &Home, width: u16, height: u16) -> (Program, String) {
    // `-displayfd 1`: the server takes a free display and writes its number to its output.
    // `-noreset`: without it the server forgets everything when its last client leaves.
    let mut server = Program::start(
        mortal_command([], "Xvfb")
            .args(["-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0"])
            .arg(format!("{width}x{height}x24"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(home.log_file("Xvfb")),
    );
    let output = server.child().stdout.take().expect("its output is piped");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut line = String::new();
        let _ = BufReader::new(output).read_line(&mut line);
        let _ = sender.send(line);
    });
    let number = receiver.recv_timeout(START_LIMIT).expect("Xvfb says its display in time");
    let number: u32 = number
        .trim()
        .parse()
        .unwrap_or_else(|_| panic!("Xvfb has not started:\n{}", home.log("Xvfb")));
    (server, format!(":{number}"))
}

/// The windows on the screen, the one at the back first.
fn viewable_windows(connection: &RustConnection, root: Window) -> Option<Vec<Window>> {
    let all = connection.query_tree(root).ok()?.reply().ok()?.children;
    let is_viewable = |window: &Window| {
        let asked = connection.get_window_attributes(*window).ok();
        let attributes = asked.and_then(|cookie| cookie.reply().ok());
        attributes.is_some_and(|attributes| attributes.map_state == MapState::VIEWABLE)
    };
    Some(all.into_iter().filter(is_viewable).collect())
}

fn window_property(connection: &RustConnection, window: Window, name: &str) -> Option<Window> {
    property(connection, window, name)?.first().copied()
}

/// The windows that a property of `window` names; `None` where there is no such property.
fn property(connection: &RustConnection, window: Window, name: &str) -> Option<Vec<Window>> {
    let atom = connection.intern_atom(false, name.as_bytes()).ok()?.reply().ok()?.atom;
    let reply = connection
        .get_property(false, window, atom, AtomEnum::WINDOW, 0, u32::MAX)
        .ok()?
        .reply()
        .ok()?;
    Some(reply.value32()?.collect())
}
