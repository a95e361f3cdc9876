//! Constraint programming in MiniZinc, by an installed `minizinc` with any of its solvers.
//!
//! The column of the queen of each row is a variable; all are different, and so are the regions
//! `board[row, queens[row]]`.

use super::program::{self, Said};
use super::{Engine, Need, Run, Stop, solve_and_forbid};
use crate::board::{Board, Region, Solution};
use std::borrow::Cow;

/// The model, without a board.
pub const MINIZINC_MODEL: &str = include_str!("queens.mzn");

/// MiniZinc with one of its solvers.
#[derive(Default)]
pub(super) struct MiniZinc {
    /// As `minizinc --solvers` lists it; `None` for [`DEFAULT_SOLVER`].
    solver: Option<String>,
}

/// What comes with MiniZinc wherever it is installed.
const DEFAULT_SOLVER: &str = "gecode";

impl MiniZinc {
    /// With the solver of this name.
    pub(super) fn with_solver(name: &str) -> Self {
        Self { solver: Some(name.to_owned()) }
    }
}

impl Engine for MiniZinc {
    fn name(&self) -> Cow<'static, str> {
        match &self.solver {
            Some(solver) => format!("minizinc:{solver}").into(),
            None => "minizinc".into(),
        }
    }

    fn about(&self) -> &'static str {
        "a column per row; columns all different, regions all different"
    }

    fn backend(&self) -> Result<String, Need> {
        program::find("minizinc").map(|path| path.display().to_string()).ok_or_else(|| Need {
            missing: "minizinc is not installed".to_owned(),
            remedy: "Debian, Ubuntu: apt install minizinc libgecodeflatzinc49; elsewhere: \
                     https://www.minizinc.org"
                .to_owned(),
        })
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop> {
        let Some(path) = program::find("minizinc") else { return Err(Stop::Spent) };
        let solver = self.solver.as_deref().unwrap_or(DEFAULT_SOLVER);
        let mut text = format!("{MINIZINC_MODEL}{}", minizinc_data(run.board()));
        solve_and_forbid(run, |run, last| {
            if let Some(last) = last {
                text += &forbid(last);
            }
            let said = program::run(&path, &["--solver", solver, "-"], text.clone(), run.watch())?;
            columns(said)
        })
    }
}

/// A board as data for the model.
pub(crate) fn minizinc_data(board: &Board) -> String {
    let size = board.size();
    let name = |region: Region| match board.label(region) {
        // No name begins with a digit.
        number if number.starts_with(|first: char| first.is_ascii_digit()) => format!("R{number}"),
        letter => letter,
    };
    let list = |regions: &[Region]| -> String {
        regions.iter().map(|&region| name(region)).collect::<Vec<_>>().join(", ")
    };
    let all: Vec<Region> = (0..size).map(Region).collect();
    let rows = board.regions().chunks(size).map(|row| format!("  {}", list(row)));
    format!(
        "size = {size};\nRegion = {{{}}};\nboard = [|\n{}\n|];\n",
        list(&all),
        rows.collect::<Vec<_>>().join(" |\n"),
    )
}

/// That a solution is not the answer.
fn forbid(solution: &Solution) -> String {
    let elsewhere: Vec<String> = solution
        .queens()
        .map(|queen| format!("queens[{}] != {}", queen.row + 1, queen.col + 1))
        .collect();
    format!("constraint {};\n", elsewhere.join(" \\/ "))
}

/// The column of the queen of each row, from `[2, 4, 1, 3]` and a line of dashes; `None` if there is
/// no solution.
fn columns(said: Said) -> Result<Option<Vec<usize>>, Stop> {
    let answer = said.answer.trim();
    if answer == "=====UNSATISFIABLE=====" {
        return Ok(None);
    }
    let columns = answer.lines().next().and_then(|line| {
        let list = line.trim().strip_prefix('[')?.strip_suffix(']')?;
        list.split(',').map(|col| col.trim().parse::<usize>().ok()?.checked_sub(1)).collect()
    });
    match columns {
        Some(columns) if answer.contains("----------") => Ok(Some(columns)),
        _ => Err(said.fault().into()),
    }
}
