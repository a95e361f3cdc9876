//! Mixed integer programming: a variable of 0 or 1 for each cell.
//!
//! Each row, column and region sums up to 1, and each block of 2 by 2 cells to at most 1: two queens
//! touch if and only if they share a block, and a block says more at once than its pairs do, which
//! makes the relaxation tighter. There is nothing to be minimised. A solution is forbidden by a cut:
//! its cells sum up to at most n - 1.

use super::{Engine, Fault, Need, Run, Stop, solve_and_forbid};
use crate::board::{Board, Cell, Region, Solution};
use good_lp::{Expression, ProblemVariables, SolverModel, Variable, constraint, variable};
use microlp::{SolveOptions, SolveOutcome};
use std::borrow::Cow;
use std::time::Duration;

pub(super) const ABOUT: &str = "0 or 1 per cell; units sum to 1, 2x2 blocks to at most 1";

/// The variable of each cell, row by row.
type Queens = Vec<Variable>;

fn variables(board: &Board) -> (ProblemVariables, Queens) {
    let mut variables = ProblemVariables::new();
    let queens = board.cells().map(|_| variables.add(variable().binary())).collect();
    (variables, queens)
}

/// States the rules.
fn constrain(board: &Board, queens: &[Variable], model: &mut impl SolverModel) {
    let size = board.size();
    let sum = |cells: &mut dyn Iterator<Item = Cell>| -> Expression {
        cells.map(|cell| queens[cell.row * size + cell.col]).sum()
    };
    for unit in 0..size {
        let row = sum(&mut (0..size).map(|col| Cell::at(unit, col)));
        let column = sum(&mut (0..size).map(|row| Cell::at(row, unit)));
        let region = sum(&mut board.region_cells(Region(unit)));
        for queens in [row, column, region] {
            model.add_constraint(constraint::eq(queens, 1));
        }
    }
    for top in board.cells().filter(|top| top.row + 1 < size && top.col + 1 < size) {
        let (row, col) = (top.row, top.col);
        let block =
            [top, Cell::at(row, col + 1), Cell::at(row + 1, col), Cell::at(row + 1, col + 1)];
        model.add_constraint(constraint::leq(sum(&mut block.into_iter()), 1));
    }
}

/// Cuts off a solution.
fn forbid(solution: &Solution, queens: &[Variable], model: &mut impl SolverModel) {
    let size = solution.columns().len();
    let stand: Expression = solution.queens().map(|cell| queens[cell.row * size + cell.col]).sum();
    model.add_constraint(constraint::leq(stand, size as f64 - 1.0));
}

/// The columns of the cells whose value is 1, as near as a computer's numbers come to it.
fn columns(board: &Board, values: impl Iterator<Item = f64>) -> Vec<usize> {
    let stand = board.cells().zip(values).filter(|&(_, value)| value > 0.5);
    stand.map(|(cell, _)| cell.col).collect()
}

fn library(fault: impl ToString) -> Fault {
    Fault::Library(fault.to_string())
}

/// Branch and bound in Rust.
pub(super) struct MicroLp;

/// For how long MicroLP searches before it is asked whether it may go on.
const SLICE: Duration = Duration::from_millis(20);

impl Engine for MicroLp {
    fn name(&self) -> Cow<'static, str> {
        "mip".into()
    }

    fn about(&self) -> &'static str {
        ABOUT
    }

    fn backend(&self) -> Result<String, Need> {
        Ok("MicroLP 0.6".to_owned())
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop> {
        let board = run.board();
        let (variables, queens) = variables(board);
        let mut model = variables.minimise(0).using(good_lp::solvers::microlp::microlp);
        constrain(board, &queens, &mut model);
        solve_and_forbid(run, |run, last| {
            if let Some(last) = last {
                forbid(last, &queens, &mut model);
            }
            let mut options = SolveOptions::default();
            options.time_limit = Some(SLICE);
            let mut outcome = model.as_inner().solve_with(options);
            loop {
                match outcome {
                    Err(microlp::Error::Infeasible) => return Ok(None),
                    Err(error) => return Err(library(error).into()),
                    Ok(SolveOutcome::Solution(solution)) => {
                        return Ok(Some(columns(board, solution.iter().map(|(_, value)| value))));
                    }
                    Ok(_) if run.watch().is_over() => return Err(Stop::Spent),
                    Ok(interrupted) => outcome = interrupted.resume(),
                }
            }
        })
    }
}

/// Branch and bound with cutting planes. It cannot be cancelled before its time limit.
#[cfg(feature = "highs")]
pub(super) struct Highs;

#[cfg(feature = "highs")]
impl Engine for Highs {
    fn name(&self) -> Cow<'static, str> {
        "highs".into()
    }

    fn about(&self) -> &'static str {
        ABOUT
    }

    fn backend(&self) -> Result<String, Need> {
        Ok("HiGHS".to_owned())
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop> {
        use good_lp::{ResolutionError, Solution as _, SolutionStatus};
        let board = run.board();
        let mut forbidden = Vec::new();
        solve_and_forbid(run, |run, last| {
            forbidden.extend(last.cloned());
            let (variables, queens) = variables(board);
            let mut model = variables.minimise(0).using(good_lp::solvers::highs::highs);
            constrain(board, &queens, &mut model);
            for solution in &forbidden {
                forbid(solution, &queens, &mut model);
            }
            if let Some(time) = run.watch().time_left() {
                model = model.set_time_limit(time.as_secs_f64());
            }
            match model.set_threads(1).solve() {
                Err(ResolutionError::Infeasible) => Ok(None),
                Err(error) => Err(library(error).into()),
                // It does not say whether it has found anything by then.
                Ok(solution) if matches!(solution.status(), SolutionStatus::TimeLimit) => {
                    Err(Stop::Spent)
                }
                Ok(solution) => {
                    let values = queens.iter().map(|&queen| solution.value(queen));
                    Ok(Some(columns(board, values)))
                }
            }
        })
    }
}
