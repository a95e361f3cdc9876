//! Programs that a test starts, and that end with it.

use super::wait;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::time::Duration;

/// How long a program may take to end in peace before it is killed. Xvfb needs a few milliseconds
/// to take its lock file away; killed at once it would leave the file and its display number behind.
const TIME_TO_END: Duration = Duration::from_secs(3);

/// A running program together with every child that it starts: they are one process group, which
/// is ended by its own id when this value is dropped.
#[derive(Debug)]
pub(crate) struct Program {
    child: Child,
    group: Pid,
}

impl Program {
    /// Starts `command` in a process group of its own.
    pub(crate) fn start(command: &mut Command) -> Self {
        let child = command
            .process_group(0)
            .spawn()
            .unwrap_or_else(|error| panic!("{:?} does not start: {error}", command.get_program()));
        let group = Pid::from_raw(i32::try_from(child.id()).expect("a process id fits in pid_t"));
        Self { child, group }
    }

    /// The program itself: its pipes and its exit status.
    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Whether the program has ended (its children may go on).
    pub(crate) fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Sends `signal` to the program and to its children.
    pub(crate) fn signal(&self, signal: Signal) {
        // An error says that the group is gone already, which is what every caller wants of it.
        let _ = killpg(self.group, signal);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.signal(Signal::SIGTERM);
        wait::until_or_give_up(TIME_TO_END, || self.has_ended());
        self.signal(Signal::SIGKILL);
        let _ = self.child.wait();
    }
}
