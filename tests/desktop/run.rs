//! One run of `queensight`, from its start to its exit code.

use super::{Home, Program, wait};
use nix::sys::signal::Signal;
use std::process::Stdio;
use std::time::Duration;

/// How long one run may take, from a machine that is busy with a compiler: a bound, not a hope.
const LIMIT: Duration = Duration::from_secs(120);

/// A running `queensight`; it ends when this value is dropped.
pub(crate) struct Run {
    program: Program,
    logs: [String; 2],
}

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The exit code; `None` if a signal ended the run.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    pub(super) fn start(desktop: &Home, arguments: &[&str]) -> Self {
        let number = desktop.next_number();
        let logs = ["stdout", "stderr"].map(|stream| format!("queensight-{number}-{stream}"));
        let program = Program::start(
            desktop
                .command(env!("CARGO_BIN_EXE_queensight"))
                .args(arguments)
                .stdin(Stdio::null())
                .stdout(desktop.log_file(&logs[0]))
                .stderr(desktop.log_file(&logs[1])),
        );
        Self { program, logs }
    }

    /// Interrupts the run as Ctrl-C in its terminal would.
    pub(crate) fn interrupt(&self) {
        self.program.signal(Signal::SIGINT);
    }

    /// Ends the run at once, without a chance to put anything in order.
    pub(crate) fn kill(&self) {
        self.program.signal(Signal::SIGKILL);
    }

    /// Waits for the end of the run.
    pub(crate) fn end(mut self, desktop: &Home) -> Ended {
        let status = wait::until("queensight to end", LIMIT, || {
            self.program.child().try_wait().expect("the program is ours")
        });
        let [stdout, stderr] = self.logs.map(|log| desktop.log(&log));
        Ended { code: status.code(), stdout, stderr }
    }
}
