//! Constraint programming by lazy clause generation: Pumpkin.
//!
//! The column of the queen of each row is a variable, and so is her region, which is the element of
//! the row at that column. All columns are different, all regions are different, and the columns of
//! neighbouring rows differ by neither 1 nor -1.

use super::run::Watch;
use super::{CP_ABOUT, Engine, Fault, Need, Run, Stop, solve_and_forbid};
use crate::board::{Board, Cell};
use pumpkin_solver::Solver;
use pumpkin_solver::conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_solver::core::predicate;
use pumpkin_solver::core::results::{ProblemSolution as _, SatisfactionResult};
use pumpkin_solver::core::termination::TerminationCondition;
use pumpkin_solver::core::variables::{DomainId, TransformableVariable as _};
use std::borrow::Cow;

/// Lazy clause generation in Rust.
pub(super) struct Pumpkin;

impl TerminationCondition for Watch {
    fn should_stop(&mut self) -> bool {
        self.is_over()
    }
}

impl Engine for Pumpkin {
    fn name(&self) -> Cow<'static, str> {
        "cp".into()
    }

    fn about(&self) -> &'static str {
        CP_ABOUT
    }

    fn backend(&self) -> Result<String, Need> {
        Ok(format!("Pumpkin {}", pumpkin_solver::VERSION))
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop> {
        let mut solver = Solver::default();
        let queens = state(run.board(), &mut solver);
        let mut brancher = solver.default_brancher();
        let mut resolver = ResolutionResolver::default();
        let mut watch = run.watch().clone();
        solve_and_forbid(run, |_, last| {
            if let Some(last) = last {
                let tag = solver.new_constraint_tag();
                let stand = queens.iter().zip(last.columns());
                let elsewhere: Vec<_> =
                    stand.map(|(&queen, &col)| predicate!(queen != col as i32)).collect();
                solver.add_clause(elsewhere, tag);
            }
            match solver.satisfy(&mut brancher, &mut watch, &mut resolver) {
                SatisfactionResult::Unsatisfiable(..) => Ok(None),
                SatisfactionResult::Unknown(..) => Err(Stop::Spent),
                SatisfactionResult::Satisfiable(satisfiable) => {
                    let solution = satisfiable.solution();
                    let columns = queens.iter().map(|&queen| {
                        usize::try_from(solution.get_integer_value(queen))
                            .map_err(|fault| Fault::Library(fault.to_string()))
                    });
                    Ok(Some(columns.collect::<Result<_, _>>()?))
                }
            }
        })
    }
}

/// States the rules; the column of the queen of each row.
fn state(board: &Board, solver: &mut Solver) -> Vec<DomainId> {
    // Boards are far smaller than the 2 billion rows that would not fit.
    let size = board.size() as i32;
    let mut lines = || (0..size).map(|_| solver.new_bounded_integer(0, size - 1)).collect();
    let (queens, regions): (Vec<DomainId>, Vec<DomainId>) = (lines(), lines());
    let tag = solver.new_constraint_tag();
    for (row, (&queen, &region)) in queens.iter().zip(&regions).enumerate() {
        let names: Vec<DomainId> = (0..board.size())
            .map(|col| board.region(Cell::at(row, col)).0 as i32)
            .map(|name| solver.new_bounded_integer(name, name))
            .collect();
        let element = pumpkin_solver::element(queen, names, region, tag);
        solver.add_constraint(element).post();
    }
    for lines in [queens.clone(), regions] {
        let different = pumpkin_solver::all_different(lines, tag);
        solver.add_constraint(different).post();
    }
    for pair in queens.windows(2) {
        for step in [-1, 1] {
            let apart = [pair[0].scaled(1), pair[1].scaled(-1)];
            let apart = pumpkin_solver::not_equals(apart, step, tag);
            solver.add_constraint(apart).post();
        }
    }
    queens
}
