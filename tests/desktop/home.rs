//! What the programs of one private desktop have in common: where they show themselves, and a folder
//! for their settings and for what they say.

use super::Run;
use std::cell::Cell;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The variables that lead a program to a display.
const OF_DISPLAYS: [&str; 5] =
    ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE"];

/// A folder that goes with a desktop, and the way for programs to get there.
pub(crate) struct Home {
    folder: TempDir,
    /// Those of [`OF_DISPLAYS`] that programs are to know.
    variables: Vec<(&'static str, OsString)>,
    /// How many programs have been numbered.
    numbered: Cell<usize>,
}

impl Home {
    /// A home that leads to no display yet.
    pub(super) fn new() -> Self {
        let folder = TempDir::with_prefix("queensight-desktop-").expect("a temporary folder");
        Self { folder, variables: Vec::new(), numbered: Cell::new(0) }
    }

    /// From now on programs are led to this display.
    pub(super) fn lead_to(
        &mut self,
        variables: impl IntoIterator<Item = (&'static str, OsString)>,
    ) {
        self.variables.extend(variables);
    }

    /// A folder that goes with the desktop: programs on it have their settings here.
    pub(crate) fn home(&self) -> &Path {
        self.folder.path()
    }

    /// A command that will run on this desktop, and on no other.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = mortal_command([], program);
        for name in OF_DISPLAYS {
            command.env_remove(name);
        }
        command
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .env("XDG_CONFIG_HOME", self.home().join("config"))
            .env("XDG_CACHE_HOME", self.home().join("cache"))
            .env("XDG_DATA_HOME", self.home().join("data"));
        command
    }

    /// Starts `queensight` with `arguments` on this desktop.
    pub(crate) fn queensight(&self, arguments: &[&str]) -> Run {
        Run::start(self, arguments)
    }

    /// A number of its own for each program of the same name, so that none reads another's log.
    pub(super) fn next_number(&self) -> usize {
        self.numbered.replace(self.numbered.get() + 1)
    }

    /// Where the program called `name` is to say what it says.
    pub(super) fn log_file(&self, name: &str) -> File {
        let path = self.home().join(format!("{name}.log"));
        File::options().create(true).append(true).open(path).expect("the folder can be written to")
    }

    /// What the program called `name` has said so far.
    pub(super) fn log(&self, name: &str) -> String {
        fs::read_to_string(self.home().join(format!("{name}.log"))).unwrap_or_default()
    }
}

/// A command whose program gets a TERM signal when the test's thread ends, however that may be: an
/// interrupted test run drops nothing. `privileges` are `setpriv`'s own arguments.
pub(super) fn mortal_command<'a>(
    privileges: impl IntoIterator<Item = &'a str>,
    program: impl AsRef<OsStr>,
) -> Command {
    let mut command = Command::new("setpriv");
    command.args(privileges).args(["--pdeathsig", "TERM", "--"]).arg(program);
    command
}
