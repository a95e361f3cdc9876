//! `completions`: what a shell needs to complete this program's arguments.

use super::{Cli, Failure, write};
use clap::CommandFactory as _;
use clap_complete::Shell;
use std::process::ExitCode;

/// Writes a script that makes a shell complete the arguments of this program.
///
/// For bash: `source <(queensight completions bash)`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The shell.
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "queensight", &mut script);
    write(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
