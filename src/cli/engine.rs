//! The arguments that choose an engine, and solving with it.

use super::Failure;
use super::play::seconds;
use queensight::board::{Board, Solution};
use queensight::solver::engines::{self, Engine, EngineError, Run};
use queensight::solver::tree::Tree;
use queensight::solver::{Budget, Outcome, Statistics};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How to solve.
#[derive(Debug, clap::Args)]
pub(crate) struct EngineArguments {
    /// Solve with another engine; `queensight engines` lists them.
    #[arg(long, value_name = "NAME", default_value = "native", value_parser = EngineName::parse)]
    engine: EngineName,
    /// Give up on a board after so many seconds [default: 60; the native engine counts its work
    /// instead].
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
}

/// How long an engine may search if nothing is said of it: longer than people wait. Chosen.
const PATIENCE: Duration = Duration::from_secs(60);

/// An engine that is ready, and what it may do.
pub(crate) struct Solver {
    engine: Box<dyn Engine>,
    budget: Budget,
    interrupted: Option<Arc<AtomicBool>>,
}

impl EngineArguments {
    /// The engine, from now on stopped by Ctrl-C together with whatever it has started.
    ///
    /// # Errors
    /// If it cannot run here, or if Ctrl-C cannot be watched for.
    pub(crate) fn ready(&self) -> Result<Solver, Failure> {
        let engine = self.engine.engine();
        if let Err(need) = engine.backend() {
            let engine = engine.name().into_owned();
            return Err(EngineError::Missing { engine, need }.into());
        }
        let budget = match self.time_limit {
            Some(time) => Budget::UNLIMITED.within(time),
            None if self.engine.0 == "native" => Budget::STANDARD,
            None => Budget::UNLIMITED.within(PATIENCE),
        };
        if self.engine.0 == "native" {
            return Ok(Solver { engine, budget, interrupted: None });
        }
        let interrupted = interrupt()?;
        Ok(Solver {
            engine,
            budget: budget.until(Arc::clone(&interrupted)),
            interrupted: Some(interrupted),
        })
    }
}

/// A flag that Ctrl-C raises.
///
/// # Errors
/// If Ctrl-C cannot be watched for.
pub(crate) fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let raised = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&raised);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))?;
    Ok(raised)
}

impl Solver {
    /// Solves a board. It finds up to `most_solutions` (two tell whether there are several) and keeps
    /// up to `most_nodes` of the tree of the search, an empty one if the engine
    /// has none.
    ///
    /// # Errors
    /// If the engine cannot, or if it is stopped by Ctrl-C.
    pub(crate) fn solve(
        &self,
        board: &Board,
        most_solutions: usize,
        most_nodes: Option<usize>,
    ) -> Result<Found, Failure> {
        let mut run = Run::start(board, &self.budget).up_to(most_solutions);
        if let Some(most) = most_nodes {
            run = run.with_tree(most);
        }
        let outcome = self.told(engines::solve_in(&*self.engine, &mut run)?)?;
        Ok(Found {
            outcome,
            statistics: run.statistics(),
            are_all: run.is_through(),
            tree: run.tree().cloned(),
            solutions: run.into_found(),
        })
    }

    /// Makes sure that the engine can tell the tree of its search.
    ///
    /// # Errors
    /// If it cannot.
    pub(crate) fn expect_tree(&self) -> Result<(), Failure> {
        if self.engine.has_tree() {
            return Ok(());
        }
        Err(Failure::NoTree { engine: self.engine.name().into_owned() })
    }

    fn told(&self, outcome: Outcome) -> Result<Outcome, Failure> {
        let is_interrupted =
            self.interrupted.as_ref().is_some_and(|raised| raised.load(Ordering::Relaxed));
        match outcome {
            Outcome::BudgetSpent if is_interrupted => Err(Failure::Interrupted),
            outcome => Ok(outcome),
        }
    }
}

/// What an engine has found.
pub(crate) struct Found {
    pub(crate) outcome: Outcome,
    pub(crate) statistics: Statistics,
    /// As many as were asked for, or all that there are.
    pub(crate) solutions: Vec<Solution>,
    /// Whether it is certain that there are no others.
    pub(crate) are_all: bool,
    /// The tree of the search, if it was to be kept.
    pub(crate) tree: Option<Tree>,
}

/// The name of an engine that there is, whether it can run here or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EngineName(String);

impl EngineName {
    /// Takes the name of an engine.
    ///
    /// # Errors
    /// If there is none of that name.
    pub(crate) fn parse(name: &str) -> Result<Self, &'static str> {
        match engines::by_name(name) {
            Some(_) => Ok(Self(name.to_owned())),
            None => Err("there is no such engine; `queensight engines` lists them"),
        }
    }

    /// The engine.
    pub(crate) fn engine(&self) -> Box<dyn Engine> {
        #[expect(clippy::expect_used, reason = "the name was found when it was taken")]
        engines::by_name(&self.0).expect("an engine of this name")
    }
}
