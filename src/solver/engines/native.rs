//! The [native search](crate::solver::solve_with), as one engine among the others.

use super::{Engine, Need, Run, Stop};
use crate::solver::{Outcome, native};
use std::borrow::Cow;

/// Bit sets, strong propagation, hardly any search.
pub(super) struct Native;

impl Engine for Native {
    fn name(&self) -> Cow<'static, str> {
        "native".into()
    }

    fn about(&self) -> &'static str {
        "sets of candidates, propagation, the tightest unit first"
    }

    fn backend(&self) -> Result<String, Need> {
        Ok("built in".to_owned())
    }

    fn has_tree(&self) -> bool {
        true
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop> {
        if run.limit() > 2 {
            return list(run);
        }
        let mut tree = run.tree_mut().take();
        let (outcome, statistics) = native::solve(run.board(), run.budget(), tree.as_mut());
        *run.statistics_mut() = statistics;
        let told = tell(run, outcome);
        // Not before: each solution is in the tree already, at its node.
        *run.tree_mut() = tree;
        told
    }
}

/// Hands over one solution after the other.
fn list(run: &mut Run<'_>) -> Result<(), Stop> {
    let (board, budget) = (run.board(), run.budget().clone());
    let mut solutions = native::solutions(board, &budget);
    let mut told = Ok(());
    while told.is_ok()
        && let Some(solution) = solutions.next()
    {
        told = run.found(solution.columns().to_vec()).map(|_| ());
    }
    *run.statistics_mut() = solutions.statistics();
    told?;
    if solutions.is_spent() { Err(Stop::Spent) } else { Ok(()) }
}

/// Hands over what the search has found.
fn tell(run: &mut Run<'_>, outcome: Outcome) -> Result<(), Stop> {
    let found = match outcome {
        Outcome::BudgetSpent => return Err(Stop::Spent),
        Outcome::None => vec![],
        Outcome::Unique(only) => vec![only],
        Outcome::Multiple(one, other) => vec![one, other],
    };
    for solution in found {
        run.found(solution.columns().to_vec())?;
    }
    Ok(())
}
