//! Other programs, run for one answer each: they never outlive the search that started them.

use super::run::Watch;
use super::{Fault, Stop};
use crate::clock::{SystemClock, wait_until};
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;
use std::{env, thread};

/// How often a program that runs is looked at. The fastest of them takes some 20 ms.
const PAUSE: Duration = Duration::from_millis(1);

/// How long an ended program's output may take to come in. It lies in a pipe by then; only a
/// process that got away from its group could hold the other end.
const STRAGGLERS: Duration = Duration::from_secs(2);

/// How long a program may take to end when it is asked to, before it is killed.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(1);

/// The most that is read of what a program says, in bytes: an answer takes some kilobytes.
const LONGEST_ANSWER: u64 = 16 << 20;

/// What a program said.
pub(super) struct Said {
    program: String,
    status: ExitStatus,
    /// On standard output.
    pub(super) answer: String,
    errors: String,
}

/// Where a program of this name is installed.
pub(super) fn find(program: &str) -> Option<PathBuf> {
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}

/// Runs a program on some input to its end. When the budget is spent before that, the program is
/// killed, and whatever it has started, and waited for.
///
/// # Errors
/// If it does not start, or when the budget is spent.
pub(super) fn run(
    program: &Path,
    arguments: &[&str],
    input: String,
    watch: &Watch,
) -> Result<Said, Stop> {
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    let failed =
        |cause: io::Error| Fault::NotStarted { program: name.clone(), cause: cause.to_string() };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Child(grouped(command).spawn().map_err(failed)?);
    if let Some(mut stdin) = child.0.stdin().take() {
        // A program that does not read all of it says why in its answer.
        thread::spawn(move || stdin.write_all(input.as_bytes()));
    }
    let answer = collect(child.0.stdout().take());
    let errors = collect(child.0.stderr().take());

    let mut status = None;
    let ended = wait_until(&SystemClock::start(), Duration::MAX, PAUSE, || {
        status = child.0.try_wait()?;
        Ok(status.is_some() || watch.is_over())
    });
    ended.map_err(failed)?;
    let Some(status) = status else { return Err(Stop::Spent) };
    let text = |output: Receiver<Vec<u8>>| {
        let bytes = output.recv_timeout(STRAGGLERS).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Ok(Said { program: name, status, answer: text(answer), errors: text(errors) })
}

/// A command whose process brings all that it starts into one group, to be ended together.
fn grouped(command: Command) -> CommandWrap {
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::std::JobObject);
    command
}

/// The signal that asks a process to end.
#[cfg(unix)]
const SIGTERM: i32 = 15;

/// A process that does not outlive this value.
struct Child(Box<dyn ChildWrapper>);

impl Drop for Child {
    fn drop(&mut self) {
        // MiniZinc puts its solver into a group of its own, and ends it only when it is asked to
        // end itself.
        #[cfg(unix)]
        if matches!(self.0.try_wait(), Ok(None)) && self.0.signal(SIGTERM).is_ok() {
            let has_ended = || self.0.try_wait().map(|status| status.is_some());
            // Whether it has or not, what is left of its group is killed.
            let _ = wait_until(&SystemClock::start(), GRACE, PAUSE, has_ended);
        }
        // Fails if it has ended already, which is as good.
        let _ = self.0.kill();
    }
}

/// Reads an output to its end, on a thread of its own, so that no pipe runs full.
fn collect(output: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    if let Some(output) = output {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            // What came before a fault is looked at as it is.
            let _ = output.take(LONGEST_ANSWER).read_to_end(&mut bytes);
            let _ = sender.send(bytes);
        });
    }
    receiver
}

impl Said {
    /// The fault of an answer that is none: the program's end, if that was not a good one, or what
    /// it said.
    pub(super) fn fault(self) -> Fault {
        let beginning = |text: &str| {
            let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
            line.trim().chars().take(120).collect::<String>()
        };
        if self.status.success() {
            return Fault::Nonsense { program: self.program, answer: beginning(&self.answer) };
        }
        let message = match self.errors.trim() {
            "" => beginning(&self.answer),
            errors => beginning(errors),
        };
        Fault::Died { program: self.program, status: self.status.to_string(), message }
    }
}
