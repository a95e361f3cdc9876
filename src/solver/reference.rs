//! The yardstick: the simplest solver that can be right, and far too slow for large boards.

use crate::board::{Board, Cell, Solution};

/// Up to `limit` solutions of a board, in the order of their columns.
///
/// A queen is tried in every cell of a row, and the rows one after the other.
#[must_use]
pub fn solutions(board: &Board, limit: usize) -> Vec<Solution> {
    let mut found = Vec::new();
    place_next(board, limit, &mut Vec::new(), &mut found);
    found
}

fn place_next(board: &Board, limit: usize, queens: &mut Vec<Cell>, found: &mut Vec<Solution>) {
    let row = queens.len();
    if row == board.size() {
        let columns = queens.iter().map(|queen| queen.col).collect();
        found.extend(Solution::check(board, columns));
        return;
    }
    for col in 0..board.size() {
        if found.len() == limit {
            return;
        }
        let queen = Cell::at(row, col);
        let is_attacked = queens.iter().any(|&other| {
            other.col == col || other.touches(queen) || board.region(other) == board.region(queen)
        });
        if !is_attacked {
            queens.push(queen);
            place_next(board, limit, queens, found);
            queens.pop();
        }
    }
}
