//! From a board to its queens, with the proof that there is no other answer.
//!
//! [`solve`] is the way in. The search behind it stands in one file; [`mod@reference`] is the
//! simplest solver that can be right, and the one that any other is tested against;
//! [`generate`](fn@generate) makes new boards that have exactly one solution.

mod generate;
mod native;
pub mod reference;

pub use generate::{GenerateError, LARGEST_GENERATED, generate};

use crate::board::{Board, Solution};

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

/// How much work a search may do before it gives up with [`Outcome::BudgetSpent`].
///
/// Counted in work and not in time, so that the same board has the same outcome everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The most nodes of the search tree that may be looked at.
    pub nodes: u64,
}

impl Budget {
    /// What [`solve`] may do: 30 times what the hardest of 2,700 published boards of up to 20 rows
    /// took (3,412 nodes), and over in seconds. With less, such boards come near to being given
    /// up; with more, a large board that was misread keeps people waiting.
    pub const STANDARD: Self = Self { nodes: 100_000 };

    /// As long as it takes.
    pub const UNLIMITED: Self = Self { nodes: u64::MAX };

    /// At most this many nodes of the search tree.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes }
    }
}

/// What a search has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// How many nodes of the search tree were looked at; 1 if propagation alone told the outcome.
    pub nodes: u64,
    /// How many of them ended in a conflict.
    pub conflicts: u64,
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

/// Solves a board within a budget, and tells what that took.
#[must_use]
pub fn solve_with(board: &Board, budget: &Budget) -> (Outcome, Statistics) {
    native::solve(board, budget)
}
