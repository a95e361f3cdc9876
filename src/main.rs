//! The command line: parse, run, say an error once, exit with its code.

mod cli;

use clap::Parser as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(cli::Cli::parse()).unwrap_or_else(|failure| {
        failure.report();
        failure.exit_code()
    })
}
