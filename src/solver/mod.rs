//! From a board to its queens, with the proof that there is no other answer.

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

/// Solves a board and proves whether the solution is the only one.
#[must_use]
pub fn solve(_board: &Board) -> Outcome {
    Outcome::None
}
