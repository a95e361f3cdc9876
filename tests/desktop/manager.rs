//! The window managers that a desktop can have.

use super::{Home, Program, START_LIMIT, wait, window_property};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use x11rb::protocol::xproto::Window;
use x11rb::rust_connection::RustConnection;

/// Who looks after the windows of a desktop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manager {
    /// Nobody: windows have no frames, and stay where they open.
    Nobody,
    /// Windows lie on each other, and come to the front when they are clicked on.
    Openbox,
    /// Windows lie beside each other, and fill the screen.
    I3,
    /// As openbox, and it composes the screen of their pictures itself.
    Xfwm4,
}

impl Manager {
    /// The programs that it needs.
    pub(crate) fn programs(self) -> &'static [&'static str] {
        match self {
            Self::Nobody => &[],
            Self::Openbox => &["openbox"],
            Self::I3 => &["i3"],
            Self::Xfwm4 => &["xfwm4", "dbus-run-session"],
        }
    }

    /// Starts it, and waits until it manages windows.
    pub(super) fn start(
        self,
        home: &Home,
        connection: &RustConnection,
        root: Window,
    ) -> Option<Program> {
        let mut command = match self {
            Self::Nobody => return None,
            Self::Openbox => {
                let mut command = home.command("openbox");
                command.arg("--sm-disable");
                command
            }
            Self::I3 => {
                let mut command = home.command("i3");
                command.arg("-c").arg(i3_settings(home.home()));
                command
            }
            // It keeps its settings with a service on the session's bus.
            Self::Xfwm4 => {
                let mut command = home.command("dbus-run-session");
                command.args(["--", "xfwm4", "--compositor=on"]);
                command
            }
        };
        let program = Program::start(
            command
                .stdin(Stdio::null())
                .stdout(home.log_file("manager"))
                .stderr(home.log_file("manager")),
        );
        wait::until("the window manager to manage", START_LIMIT, || {
            let check = window_property(connection, root, "_NET_SUPPORTING_WM_CHECK")?;
            window_property(connection, check, "_NET_SUPPORTING_WM_CHECK")
        });
        Some(program)
    }
}

/// The fewest settings that i3 takes for its own: with none it asks the person for some.
fn i3_settings(home: &Path) -> std::path::PathBuf {
    let path = home.join("i3.conf");
    fs::write(&path, "# i3 config file (v4)\nfont pango:DejaVu Sans 8\n")
        .expect("the folder can be written to");
    path
}
