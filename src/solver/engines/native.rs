//! The [native search](crate::solver::solve_with), as one engine among the others.

use super::{Engine, Need, Run, Stop};
use crate::solver::{Outcome, solve_with};
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

    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop> {
        let (outcome, statistics) = solve_with(run.board(), run.budget());
        *run.statistics_mut() = statistics;
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
}
