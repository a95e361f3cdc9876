//! Every way of solving a board beside the [native](crate::solver::solve) one, under one trait: a
//! second opinion, and a yardstick.
//!
//! An [`Engine`] states the puzzle in the terms of its field and hands over the solutions that it
//! finds, one after another, to a [`Run`]. The run does what is the same for all: it checks each
//! placement against the rules, ends the search at the second solution or when the budget is spent,
//! and says what that proves. So an engine cannot be believed more than its answers deserve: a wrong
//! one is an error that names it.
//!
//! Engines that only know how to find *one* solution (SAT, SMT, CP, MIP) go through
//! [`solve_and_forbid`]: solve, forbid what was found, solve again; if there is nothing then, the
//! solution is the only one. The searches simply go on after a solution, which asks the same.

#[cfg(feature = "cp")]
mod cp;
mod error;
mod exact_cover;
mod minizinc;
mod mip;
mod mrv;
mod naive;
mod native;
mod program;
mod run;
mod sat;
mod smt;

pub use error::{EngineError, Fault};
pub use minizinc::MINIZINC_MODEL;
pub use run::{Run, Stop};
pub use smt::SmtModel;

pub(crate) use minizinc::minizinc_data;
pub(crate) use naive::Naive;
pub(crate) use sat::dimacs;
pub(crate) use smt::smt_lib;

use super::{Budget, Outcome, Statistics};
use crate::board::{Board, Solution};
use std::borrow::Cow;

/// A way of solving.
pub trait Engine: Send + Sync {
    /// What it is called on the command line.
    fn name(&self) -> Cow<'static, str>;

    /// How it sees the puzzle, in a few words.
    fn about(&self) -> &'static str;

    /// What stands behind it, with its version where that is cheap to know.
    ///
    /// # Errors
    /// What is missing, and how to get it.
    fn backend(&self) -> Result<String, Need>;

    /// Whether it can tell the tree that its search has been through.
    fn has_tree(&self) -> bool {
        false
    }

    /// Hands every solution to `run`, each once, until there are no more or the run says stop.
    ///
    /// # Errors
    /// Why the search ended before it was through: mostly because `run` said so.
    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop>;
}

/// What an engine needs and this machine or this build does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    /// What is missing, as a clause: `neither z3 nor cvc5 is installed`.
    pub missing: String,
    /// How to get it, as a clause.
    pub remedy: String,
}

/// All engines that there are, whether they can run here or not; the native one comes first.
#[must_use]
pub fn all() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(native::Native),
        Box::new(Naive),
        Box::new(mrv::Mrv),
        Box::new(exact_cover::ExactCover),
        Box::new(sat::BatSat),
        #[cfg(feature = "cadical")]
        Box::new(sat::CaDiCaL),
        #[cfg(not(feature = "cadical"))]
        Box::new(NotBuilt { name: "cadical", about: sat::ABOUT }),
        #[cfg(feature = "cp")]
        Box::new(cp::Pumpkin),
        #[cfg(not(feature = "cp"))]
        Box::new(NotBuilt { name: "cp", about: CP_ABOUT }),
        Box::new(mip::MicroLp),
        #[cfg(feature = "highs")]
        Box::new(mip::Highs),
        #[cfg(not(feature = "highs"))]
        Box::new(NotBuilt { name: "highs", about: mip::ABOUT }),
        Box::new(smt::Smt::new(SmtModel::Cells)),
        Box::new(smt::Smt::new(SmtModel::Rows)),
        Box::new(minizinc::MiniZinc::default()),
    ]
}

/// How the constraint solver sees the puzzle.
const CP_ABOUT: &str = "a column per row, all different; constraint programming";

/// The engine of this name. `minizinc:NAME` is MiniZinc with its solver of that name, `smt:PROGRAM`
/// and `smt-rows:PROGRAM` are the two SMT models in `z3` or `cvc5`.
#[must_use]
pub fn by_name(name: &str) -> Option<Box<dyn Engine>> {
    match name.split_once(':') {
        Some(("minizinc", solver)) => Some(Box::new(minizinc::MiniZinc::with_solver(solver))),
        Some(("smt", program)) => smt::Smt::in_program(SmtModel::Cells, program),
        Some(("smt-rows", program)) => smt::Smt::in_program(SmtModel::Rows, program),
        Some(_) => None,
        None => all().into_iter().find(|engine| engine.name() == name),
    }
}

/// Solves a board with an engine, proves whether the solution is the only one, and tells what that
/// took.
///
/// ```
/// use queensight::{board, solver::{Budget, Outcome, engines}};
///
/// let board = board::parse("ABBB\nAAAC\nDAAC\nDDDC")?;
/// let sat = engines::by_name("sat").expect("it is part of every build");
/// let (outcome, _) = engines::solve(&*sat, &board, &Budget::UNLIMITED)?;
/// assert!(matches!(outcome, Outcome::Unique(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If something that the engine needs is missing, or if it fails or is found to be wrong.
pub fn solve(
    engine: &dyn Engine,
    board: &Board,
    budget: &Budget,
) -> Result<(Outcome, Statistics), EngineError> {
    let mut run = Run::start(board, budget);
    let outcome = solve_in(engine, &mut run)?;
    Ok((outcome, run.statistics()))
}

/// As [`solve`], in a run that was made ready before.
///
/// # Errors
/// As [`solve`].
pub fn solve_in(engine: &dyn Engine, run: &mut Run<'_>) -> Result<Outcome, EngineError> {
    if let Err(need) = engine.backend() {
        return Err(EngineError::Missing { engine: engine.name().into_owned(), need });
    }
    let ended = if run.watch().is_over() { Err(Stop::Spent) } else { engine.search(run) };
    run.outcome(ended).map_err(|fault| fault.of(engine.name()))
}

/// Looks for solutions with an engine that finds one at a time: solve, forbid, solve again.
///
/// `next` is to find a placement (the column of each row's queen) other than those that it was given
/// before; each time it is given the last one that it found, if there is any.
fn solve_and_forbid(
    run: &mut Run<'_>,
    mut next: impl FnMut(&mut Run<'_>, Option<&Solution>) -> Result<Option<Vec<usize>>, Stop>,
) -> Result<(), Stop> {
    let mut last = None;
    loop {
        if run.watch().is_over() {
            return Err(Stop::Spent);
        }
        let Some(columns) = next(run, last.as_ref())? else { return Ok(()) };
        last = Some(run.found(columns)?);
    }
}

/// An engine that this build was made without.
#[cfg(not(all(feature = "cadical", feature = "cp", feature = "highs")))]
struct NotBuilt {
    /// The engine, and the feature.
    name: &'static str,
    about: &'static str,
}

#[cfg(not(all(feature = "cadical", feature = "cp", feature = "highs")))]
impl Engine for NotBuilt {
    fn name(&self) -> Cow<'static, str> {
        self.name.into()
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn backend(&self) -> Result<String, Need> {
        Err(Need {
            missing: format!("this build is without the feature `{}`", self.name),
            remedy: format!("cargo install --locked --path . --features {}", self.name),
        })
    }

    fn search(&self, _: &mut Run<'_>) -> Result<(), Stop> {
        // `solve` has refused it already; with nothing to search with, nothing can be told.
        Err(Stop::Spent)
    }
}
