//! `solve`: the dry run, on pictures and board files.

use super::Failure;
use queensight::{board, solver};
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Solves boards in pictures and text files, without touching screen or pointer.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A picture or a board as text.
    #[arg(required = true, value_name = "IMAGE|BOARD")]
    inputs: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut code = ExitCode::SUCCESS;
    let mut has_failed = false;
    for path in &arguments.inputs {
        if let Err(failure) = solve(path) {
            failure.report();
            if !has_failed {
                code = failure.exit_code();
            }
            has_failed = true;
        }
    }
    Ok(code)
}

fn solve(path: &PathBuf) -> Result<(), Failure> {
    let text = fs::read_to_string(path)
        .map_err(|source| Failure::Unreadable { path: path.clone(), source })?;
    let board =
        board::parse(&text).map_err(|source| Failure::NotABoard { path: path.clone(), source })?;
    let outcome = solver::solve(&board);
    writeln!(anstream::stdout(), "{board}\n{outcome:?}")?;
    Ok(())
}
