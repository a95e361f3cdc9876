//! One file per command, and what they share: the arguments, the errors and the printing.
//!
//! Data goes to standard output, everything else to standard error. Nothing outside of this module
//! prints, and nothing outside of it knows the argument parser.

mod calibrate;
mod compare;
mod completions;
mod engine;
mod engines;
mod export;
mod failure;
mod file;
mod generate;
mod json;
mod nqueens;
mod overlay;
mod play;
mod practice;
mod progress;
mod replay;
mod screen;
mod solve;
mod text;

pub(crate) use failure::Failure;

use clap::{Parser, Subcommand};
use std::io::{self, Write as _};
use std::process::ExitCode;

/// Finds a Queens puzzle on the screen, reads it, solves it and plays it to the win.
#[derive(Debug, Parser)]
#[command(version, about, after_help = EXIT_CODES, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done, 2 usage, 3 no board found, 4 a board that cannot be read or solved with \
certainty, 5 the screen cannot be captured, 6 the pointer cannot be used, 7 played, but the check \
afterwards failed, 8 a file, profile or setting is wrong, 130 stopped by the person. With several \
inputs: the first failure's code, after all have been tried.";

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Arguments),
    Replay(replay::Arguments),
    Practice(practice::Arguments),
    Solve(solve::Arguments),
    Calibrate(calibrate::Arguments),
    Compare(compare::Arguments),
    Export(export::Arguments),
    Engines(engines::Arguments),
    Generate(generate::Arguments),
    Nqueens(nqueens::Arguments),
    Completions(completions::Arguments),
}

/// Does what was asked.
///
/// # Errors
/// What kept it from being done, not yet reported. A command that has reported its failures itself
/// returns their exit code instead.
pub(crate) fn run(cli: Cli) -> Result<ExitCode, Failure> {
    match cli.command {
        Command::Play(arguments) => play::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Practice(arguments) => practice::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Calibrate(arguments) => calibrate::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Engines(arguments) => engines::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Nqueens(arguments) => nqueens::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
    }
}

/// Writes data to standard output, without its colours where those are not wanted.
fn write(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::Output)
}

/// Whether standard output shows colours: a terminal, and `NO_COLOR` is not set.
fn is_coloured() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}
