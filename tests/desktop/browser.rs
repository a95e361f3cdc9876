//! A real Chromium window, alone with its page.

use super::{Desktop, Home, Program, wait};
use std::collections::HashSet;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use x11rb::protocol::xproto::Window;

/// How long the browser may take to open its window and paint the page: 2 s on a quiet machine,
/// several times that beside a compiler.
const START_LIMIT: Duration = Duration::from_secs(60);

/// A window with fewer colours than this has no page in it yet: an empty window has one or two,
/// with its frame drawn about ten, and a page with text on it has hundreds.
const COLOURS_OF_A_PAGE: usize = 32;

/// Flags that keep the browser to itself: no first-run pages, no traffic but the page's own, no
/// helper that outlives it.
const QUIET: [&str; 12] = [
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--disable-quic",
    "--disable-gpu",
    "--disable-breakpad",
    "--disable-dev-shm-usage",
    "--disable-features=Translate,MediaRouter,OptimizationHints",
    "--password-store=basic",
];

/// How a browser shows its page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Look {
    /// Screen pixels per CSS pixel.
    pub(crate) scale: f64,
    /// Whether the page is told that its reader likes dark colours.
    pub(crate) dark: bool,
    /// Width and height of the window in CSS pixels; `None` fills the screen.
    pub(crate) size: Option<(u32, u32)>,
}

impl Default for Look {
    fn default() -> Self {
        Self { scale: 1.0, dark: false, size: None }
    }
}

/// A browser with one window; it ends when this value is dropped.
pub(crate) struct Browser<'a> {
    desktop: &'a Desktop,
    program: Program,
    window: Window,
}

impl<'a> Browser<'a> {
    pub(super) fn open(desktop: &'a Desktop, url: &str, look: Look) -> Self {
        let before: HashSet<Window> = desktop.windows().into_iter().collect();
        let mut program = Program::start(
            command(desktop, url, look).arg(format!("--force-device-scale-factor={}", look.scale)),
        );
        let window = wait::until("the browser's window", START_LIMIT, || {
            assert!(!program.has_ended(), "the browser has ended:\n{}", desktop.log("browser"));
            desktop.windows().into_iter().find(|window| !before.contains(window))
        });
        wait::until("the browser to paint its page", START_LIMIT, || {
            is_painted(desktop, window).then_some(())
        });
        Self { desktop, program, window }
    }

    /// The browser's window.
    pub(crate) fn window(&self) -> Window {
        self.window
    }

    /// Closes the window, as pulling the plug would.
    pub(crate) fn close(self) {
        drop(self);
    }
}

impl Drop for Browser<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.desktop.show_failure();
        }
    }
}

/// A command that opens `url` in a window of its own.
pub(super) fn command(home: &Home, url: &str, look: Look) -> Command {
    let name = program().expect("can_run has been asked");
    let profile = tempfile::tempdir_in(home.home()).expect("a temporary folder").keep();
    let mut command = home.command(name);
    command
        .args(QUIET)
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("--app={url}"))
        // It leaves a folder behind when it is ended by a signal.
        .env("TMPDIR", &profile)
        .stdin(Stdio::null())
        .stdout(home.log_file("browser"))
        .stderr(home.log_file("browser"));
    // Root owns the home that root made; as root, Chromium runs without its sandbox or not at all.
    if home.home().metadata().expect("the home is there").uid() == 0 {
        // `--test-type` keeps it from telling so in a bar above the page.
        command.args(["--no-sandbox", "--test-type"]);
    }
    if look.dark {
        command.arg("--force-dark-mode");
    }
    match look.size {
        Some((width, height)) => command.arg(format!("--window-size={width},{height}")),
        None => command.arg("--start-maximized"),
    };
    command
}

/// The browser to use, by its full path: Chromium, or Chrome by the names it is installed under.
pub(super) fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
        .iter()
        .find_map(|name| folders.iter().map(|dir| dir.join(name)).find(|path| path.is_file()))
}

fn is_painted(desktop: &Desktop, window: Window) -> bool {
    let Some(picture) = desktop.window_picture(window) else { return false };
    let mut colours = HashSet::new();
    picture.pixels().any(|pixel| {
        colours.insert(pixel.0);
        colours.len() >= COLOURS_OF_A_PAGE
    })
}
