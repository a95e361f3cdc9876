//! `export`: a board in the words of other programs.

use super::{Failure, file, write};
use queensight::export::{Format, export};
use queensight::solver::engines::{EngineError, SmtModel};
use std::path::PathBuf;
use std::process::ExitCode;
use std::slice;

/// Writes a board for other programs: as clauses, as SMT-LIB, as MiniZinc, or as plain data.
///
/// `json`, `letters`, `digits`, `lists` and `dzn` are read back wherever a board is read.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A picture, or a board as text; `-` is standard input.
    #[arg(value_name = "IMAGE|BOARD")]
    input: PathBuf,
    /// What to write.
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: To,
    /// Write into this file, not to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum To {
    /// DIMACS CNF, for SAT solvers; comments say what each variable means
    Cnf,
    /// SMT-LIB 2: a boolean for each cell
    Smt2,
    /// SMT-LIB 2: the row of each column's queen, and a boolean for each cell
    Smt2Rows,
    /// The MiniZinc model, the same for every board
    Mzn,
    /// The board as data for the MiniZinc model
    Dzn,
    /// The JSON that other commands read and write
    Json,
    /// A letter for each cell, a row a line; beyond 52 regions numbers
    Letters,
    /// The number of each cell's region, from 0
    Digits,
    /// A list of lists of such numbers
    Lists,
}

impl From<To> for Format {
    fn from(to: To) -> Self {
        match to {
            To::Cnf => Self::Dimacs,
            To::Smt2 => Self::Smt(SmtModel::Cells),
            To::Smt2Rows => Self::Smt(SmtModel::Rows),
            To::Mzn => Self::MiniZincModel,
            To::Dzn => Self::MiniZincData,
            To::Json => Self::Json,
            To::Letters => Self::Letters,
            To::Digits => Self::Digits,
            To::Lists => Self::Lists,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let path = &arguments.input;
    let board = file::read_board(path)?;
    let bytes = export(&board, arguments.to.into())
        .map_err(|fault| EngineError::Failed { engine: "sat".to_owned(), fault })?;
    match &arguments.out {
        Some(target) => {
            file::expect_no_input(target, slice::from_ref(path))?;
            file::write_whole(target, &bytes)?;
        }
        None => write(&String::from_utf8_lossy(&bytes))?,
    }
    Ok(ExitCode::SUCCESS)
}
