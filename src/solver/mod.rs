//! From a board to its queens, with the proof that there is no other answer.
//!
//! [`solve`] is the way in, and `native` the search behind it; [`mod@reference`] is the simplest
//! solver that can be right, and the one that any other is tested against; [`engines`] are all other
//! ways of solving. [`Generator`] makes new boards that have exactly one solution;
//! [`generate`](fn@generate) makes those that are known by their number, of the practice game, of
//! fixtures and of tests. [`classic`] is the puzzle without regions.

pub mod classic;
pub mod engines;
mod generate;
mod grown;
mod native;
pub mod reference;
mod rivals;
pub mod tree;

pub use generate::{GenerateError, LARGEST_GENERATED, generate};
pub use grown::{Generator, LARGEST_GROWN, Style};

use crate::board::{Board, Solution};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is known of a board's solutions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// There is exactly this one.
    Unique(Solution),
    /// There are at least these two, and they differ.
    Multiple(Solution, Solution),
    /// There is none.
    None,
    /// The search was ended before it could tell.
    BudgetSpent,
}

impl Outcome {
    /// The first solution found, if there is any.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Unique(solution) | Self::Multiple(solution, _) => Some(solution),
            Self::None | Self::BudgetSpent => None,
        }
    }
}

/// How much a search may do before it gives up with [`Outcome::BudgetSpent`].
///
/// A budget of nodes alone gives the same board the same outcome everywhere and always; a time or
/// a flag does not.
#[derive(Debug, Clone)]
pub struct Budget {
    /// The most nodes of the search tree that may be looked at. An engine whose search has no such
    /// nodes counts what comes next to them (conflicts, branches) or leaves them out, and says so.
    pub nodes: u64,
    /// The longest that it may take, from when it is started.
    pub time: Option<Duration>,
    /// Ends the search soon after anyone raises it, from any thread.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// What [`solve`] may do: 30 times what the hardest of 2,700 published boards of up to 20 rows
    /// took (3,412 nodes), and over in seconds. With less, such boards come near to being given
    /// up; with more, a large board that was misread keeps people waiting.
    pub const STANDARD: Self = Self::nodes(100_000);

    /// As long as it takes.
    pub const UNLIMITED: Self = Self::nodes(u64::MAX);

    /// At most this many nodes of the search tree.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, time: None, cancel: None }
    }

    /// The same budget, and at most this long.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// The same budget, and only until `cancel` is raised.
    #[must_use]
    pub fn until(self, cancel: Arc<AtomicBool>) -> Self {
        Self { cancel: Some(cancel), ..self }
    }

    /// Whether the search is to end before its nodes are spent: it was started `elapsed` ago.
    #[must_use]
    pub fn is_over_after(&self, elapsed: Duration) -> bool {
        self.time.is_some_and(|time| elapsed >= time) || self.is_cancelled()
    }

    /// Whether somebody has asked for the search to end.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

/// What a search has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// How many nodes of the search tree were looked at; 1 if propagation alone told the outcome.
    pub nodes: u64,
    /// How many of them ended in a conflict.
    pub conflicts: u64,
    /// How often each rule struck out candidates.
    pub propagations: Propagations,
}

/// How often each rule of propagation struck out candidates. An engine that does not tell its rules
/// apart leaves those at 0 that it does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Propagations {
    /// A unit is down to one candidate: it is a queen, and all that it attacks goes.
    pub singles: u64,
    /// Every candidate of a unit attacks a cell.
    pub attacks: u64,
    /// As many units as there are rows, or columns, in an interval lie wholly within it: no other
    /// unit has its queen there.
    pub intervals: u64,
    /// No way to give each unit a line of its own has a queen in a cell.
    pub matchings: u64,
}

/// Solves a board and proves whether the solution is the only one, within [`Budget::STANDARD`].
///
/// ```
/// use queensight::{board, solver::{Outcome, solve}};
///
/// let board = board::parse("ABBB\nAAAC\nDAAC\nDDDC")?;
/// assert!(matches!(solve(&board), Outcome::Unique(_)));
/// let stripes = board::parse("AAAA\nBBBB\nCCCC\nDDDD")?;
/// assert!(matches!(solve(&stripes), Outcome::Multiple(..)));
/// # Ok::<(), board::ParseError>(())
/// ```
#[must_use]
pub fn solve(board: &Board) -> Outcome {
    solve_with(board, &Budget::STANDARD).0
}

/// All solutions of a board, each checked against its rules, as an iterator.
///
/// It does as much of the search as it takes to find the next one. It ends when there is no other,
/// or when the budget is spent: [`is_spent`](Self::is_spent) tells which.
pub trait Solutions: Iterator<Item = Solution> {
    /// Whether the budget was spent before the search was at its end.
    fn is_spent(&self) -> bool;

    /// What the search has done so far.
    fn statistics(&self) -> Statistics;
}

/// All solutions of a board within a budget, in no particular order.
///
/// ```
/// use queensight::{board, solver::{Budget, solutions}};
///
/// let stripes = board::parse("AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE")?;
/// let budget = Budget::STANDARD;
/// let mut all = solutions(&stripes, &budget);
/// assert_eq!(all.by_ref().count(), 14);
/// assert!(!all.is_spent());
/// # Ok::<(), board::ParseError>(())
/// ```
#[must_use]
pub fn solutions<'a>(board: &'a Board, budget: &'a Budget) -> Box<dyn Solutions + 'a> {
    native::solutions(board, budget)
}

/// Solves a board within a budget, and tells what that took.
#[must_use]
pub fn solve_with(board: &Board, budget: &Budget) -> (Outcome, Statistics) {
    native::solve(board, budget, None)
}
