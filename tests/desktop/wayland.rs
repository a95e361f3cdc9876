//! A private Wayland desktop: a compositor without a monitor, run by an ordinary user, and no X
//! server beside it.

use super::browser::{self, Look};
use super::home::{Home, mortal_command};
use super::{ONE_AT_A_TIME, Program, START_LIMIT, wait};
use std::fs;
use std::ops::Deref;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{MutexGuard, PoisonError};
use std::thread;
use tempfile::TempDir;

/// The number that Linux gives to the user, and to the group, that own nothing.
const NOBODY: u32 = 65534;

/// A running compositor; it ends when this value is dropped.
pub(crate) struct Compositor {
    // In the order of their ends: the browsers, the compositor, their folders, the lock.
    _program: Program,
    home: Home,
    _runtime: TempDir,
    _alone: MutexGuard<'static, ()>,
}

impl Compositor {
    /// Starts sway with one output for each of `outputs`, which say how it is to be, in the words of
    /// sway's own configuration. New windows open on the last one.
    pub(crate) fn sway(outputs: &[&str]) -> Self {
        use std::fmt::Write as _;
        let mut settings = "xwayland disable\ndefault_border none\n".to_owned();
        for (number, output) in (1..).zip(outputs) {
            let _ = writeln!(settings, "output HEADLESS-{number} {output}");
        }
        let last = outputs.len();
        let _ =
            writeln!(settings, "for_window [app_id=.] move container to output HEADLESS-{last}");
        Self::start("sway", |command, runtime| {
            let file = runtime.join("settings");
            fs::write(&file, &settings).expect("the folder can be written to");
            command
                .arg("-c")
                .arg(file)
                .env("WLR_BACKENDS", "headless")
                .env("WLR_RENDERER", "pixman")
                .env("WLR_LIBINPUT_NO_DEVICES", "1")
                .env("WLR_HEADLESS_OUTPUTS", outputs.len().to_string());
        })
    }

    /// Starts weston, which shows its screen to no program and takes no program's pointer.
    pub(crate) fn weston() -> Self {
        Self::start("weston", |command, _| {
            command.args(["--backend=headless-backend.so", "--no-config", "--idle-time=0"]);
        })
    }

    fn start(name: &str, prepare: impl FnOnce(&mut Command, &Path)) -> Self {
        let alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let mut home = Home::new();
        let runtime = TempDir::with_prefix("queensight-runtime-").expect("a temporary folder");
        let is_root = runtime.path().metadata().expect("the folder is there").uid() == 0;
        // Sway does not run as root. Where root runs the tests, nobody runs the compositor.
        let privileges: &[&str] =
            if is_root { &["--reuid=65534", "--regid=65534", "--clear-groups"] } else { &[] };
        let mut command = mortal_command(privileges.iter().copied(), name);
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "SWAYSOCK"] {
            command.env_remove(variable);
        }
        command
            .env("HOME", runtime.path())
            .env("XDG_RUNTIME_DIR", runtime.path())
            .stdin(Stdio::null())
            .stdout(home.log_file(name))
            .stderr(home.log_file(name));
        prepare(&mut command, runtime.path());
        let private = fs::Permissions::from_mode(0o700);
        fs::set_permissions(runtime.path(), private).expect("the folder is ours");
        if is_root {
            chown(runtime.path(), Some(NOBODY), Some(NOBODY)).expect("root may do so");
        }
        let mut program = Program::start(&mut command);
        let socket = wait::until("the compositor to listen", START_LIMIT, || {
            assert!(!program.has_ended(), "{name} has ended:\n{}", home.log(name));
            let names = fs::read_dir(runtime.path()).ok()?.filter_map(Result::ok);
            let sockets = names.filter(|entry| UnixStream::connect(entry.path()).is_ok());
            let mut names = sockets.map(|entry| entry.file_name());
            names.find(|name| name.as_encoded_bytes().starts_with(b"wayland-"))
        });
        home.lead_to([
            ("WAYLAND_DISPLAY", socket),
            ("XDG_RUNTIME_DIR", runtime.path().into()),
            ("XDG_SESSION_TYPE", "wayland".into()),
        ]);
        Self { _program: program, home, _runtime: runtime, _alone: alone }
    }

    /// Opens `url` in a browser window, at the scale of the output.
    pub(crate) fn open(&self, url: &str) -> Program {
        let mut command = browser::command(&self.home, url, Look::default());
        Program::start(command.arg("--ozone-platform=wayland"))
    }
}

impl Deref for Compositor {
    type Target = Home;

    fn deref(&self) -> &Home {
        &self.home
    }
}

impl Drop for Compositor {
    fn drop(&mut self) {
        if thread::panicking() {
            for name in ["sway", "weston", "browser"] {
                eprintln!("{name} has said:\n{}", self.home.log(name));
            }
        }
    }
}
