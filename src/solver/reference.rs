//! The yardstick: the simplest solver that can be right, and far too slow for large boards.

use super::Budget;
use super::engines::{Engine as _, Naive, Run};
use crate::board::{Board, Solution};

/// Up to `limit` solutions of a board, in the order of their columns, by the engine `naive`.
#[must_use]
pub fn solutions(board: &Board, limit: usize) -> Vec<Solution> {
    let mut run = Run::start(board, &Budget::UNLIMITED).up_to(limit);
    // However it ends, it has found all that there is to find, or enough.
    let _ = Naive.search(&mut run);
    run.into_found()
}
