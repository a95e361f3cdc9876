//! One queen per row, and the rules that they keep.

use super::{Board, Cell, Region};

/// Where the queens of a board stand: checked against its rules when it is made.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    /// The column of the queen of each row, from row 0.
    columns: Vec<usize>,
}

/// The first rule that a placement breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RuleBreak {
    /// The number of queens is not the number of rows.
    #[error("there are {queens} queens for {size} rows")]
    Count {
        /// How many queens there are.
        queens: usize,
        /// How many there must be.
        size: usize,
    },
    /// A queen stands outside of the board.
    #[error("a queen stands outside of the board, at {0:?}")]
    Outside(Cell),
    /// Two queens stand in one column.
    #[error("two queens stand in column {}", .0 + 1)]
    Column(usize),
    /// Two queens stand in one region.
    #[error("two queens stand in region {}", .0.0 + 1)]
    Region(Region),
    /// Two queens touch.
    #[error("the queens at {0:?} and {1:?} touch")]
    Touch(Cell, Cell),
}

impl Solution {
    /// Checks the placement `columns` (the column of the queen of each row, from row 0).
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check(board: &Board, columns: Vec<usize>) -> Result<Self, RuleBreak> {
        let size = board.size();
        if columns.len() != size {
            return Err(RuleBreak::Count { queens: columns.len(), size });
        }
        let queens: Vec<Cell> =
            columns.iter().enumerate().map(|(row, &col)| Cell::at(row, col)).collect();
        for (later, &queen) in queens.iter().enumerate() {
            if queen.col >= size {
                return Err(RuleBreak::Outside(queen));
            }
            for &other in &queens[..later] {
                if queen.col == other.col {
                    return Err(RuleBreak::Column(queen.col));
                }
                if board.region(queen) == board.region(other) {
                    return Err(RuleBreak::Region(board.region(queen)));
                }
                if queen.touches(other) {
                    return Err(RuleBreak::Touch(other, queen));
                }
            }
        }
        Ok(Self { columns })
    }

    /// The column of the queen of each row, from row 0.
    #[must_use]
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// The queens' cells, from row 0.
    pub fn queens(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.columns.iter().enumerate().map(|(row, &col)| Cell::at(row, col))
    }
}
