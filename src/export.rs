//! A board in the words of other programs, to be solved, checked or studied there.
//!
//! The models are those of the [engines](crate::solver::engines): what is written is what they solve.
//! So this stands beside the solver and not in [`board`](crate::board), which knows no solver and
//! only reads and writes boards as they are. [`board::parse`](crate::board::parse) reads back what is
//! a board and not a question about one: letters, digits, lists, JSON and MiniZinc's data.

use crate::board::{Board, Region};
use crate::solver::engines::{Fault, MINIZINC_MODEL, SmtModel, dimacs, minizinc_data, smt_lib};

/// What a board can be written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Clauses in the DIMACS format, with what the variables mean in comments.
    Dimacs,
    /// SMT-LIB 2.
    Smt(SmtModel),
    /// MiniZinc's model of the puzzle, the same for every board.
    MiniZincModel,
    /// A board as data for that model, with its regions as an enum.
    MiniZincData,
    /// Our own JSON.
    Json,
    /// A letter a cell, a row a line; beyond 52 regions numbers.
    Letters,
    /// The number of its region for each cell, from 0, a row a line; digits without spaces while
    /// there are no more than ten regions.
    Digits,
    /// A list of lists of numbers from 0.
    Lists,
}

/// A board in this format; text, except that DIMACS may be long.
///
/// # Errors
/// If the clauses do not fit into memory.
pub fn export(board: &Board, format: Format) -> Result<Vec<u8>, Fault> {
    let text = match format {
        Format::Dimacs => return dimacs(board),
        Format::Smt(model) => smt_lib(board, model),
        Format::MiniZincModel => MINIZINC_MODEL.to_owned(),
        Format::MiniZincData => minizinc_data(board),
        Format::Json => {
            format!("{:#}\n", serde_json::json!({ "n": board.size(), "regions": board }))
        }
        Format::Letters => format!("{board}\n"),
        Format::Digits => {
            let between = if board.size() <= 10 { "" } else { " " };
            lines(board, |row| row.join(between), "\n") + "\n"
        }
        Format::Lists => {
            format!("[\n{}\n]\n", lines(board, |row| format!("  [{}]", row.join(", ")), ",\n"))
        }
    };
    Ok(text.into_bytes())
}

/// The numbers of the regions, row by row.
fn lines(board: &Board, line: impl Fn(&[String]) -> String, between: &str) -> String {
    let rows = board.regions().chunks(board.size()).map(|row| {
        let numbers = row.iter().map(|Region(number)| number.to_string());
        line(&numbers.collect::<Vec<_>>())
    });
    rows.collect::<Vec<_>>().join(between)
}
