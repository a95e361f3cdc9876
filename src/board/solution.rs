//! One queen per row, and the rules that they keep.

use super::{Board, Cell, Region};
use std::mem::replace;

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
    #[error("the queen at {0} stands outside of the board")]
    Outside(Cell),
    /// Two queens stand in one column.
    #[error("two queens stand in column {}", .0 + 1)]
    Column(usize),
    /// Two queens stand in one region.
    #[error("two queens stand in region {}", .0.0 + 1)]
    Region(Region),
    /// Two queens touch.
    #[error("the queens at {0} and {1} touch")]
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
        // For each number, whether that column and that region have a queen. Few are kept on the
        // stack: to ask for room takes longer than to check a small board.
        let (mut few, mut many) = ([[false; 2]; 64], Vec::new());
        let taken = if size <= few.len() {
            &mut few[..size]
        } else {
            many.resize(size, [false; 2]);
            &mut many
        };
        for (row, &col) in columns.iter().enumerate() {
            if col >= size {
                return Err(RuleBreak::Outside(Cell::at(row, col)));
            }
            if replace(&mut taken[col][0], true) {
                return Err(RuleBreak::Column(col));
            }
            let region = board.regions[row * size + col];
            if replace(&mut taken[region.0][1], true) {
                return Err(RuleBreak::Region(region));
            }
            // Of the rows above, only the next one is near enough.
            if row > 0 && columns[row - 1].abs_diff(col) == 1 {
                let above = Cell::at(row - 1, columns[row - 1]);
                return Err(RuleBreak::Touch(above, Cell::at(row, col)));
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

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    /// Checks the queens of a picture (`q`, a row a line) against the rules of a board.
    fn check(board: &str, picture: &str) -> Result<Solution, String> {
        let columns = picture.lines().filter_map(|row| row.find('q')).collect();
        Solution::check(&parse(board).unwrap(), columns).map_err(|broken| broken.to_string())
    }

    const STRIPES: &str = "AAAA\nBBBB\nCCCC\nDDDD";

    #[test]
    fn queens_that_keep_all_rules_are_a_solution() {
        let solution = check(STRIPES, ".q..\n...q\nq...\n..q.").unwrap();
        assert_eq!(solution.columns(), [1, 3, 0, 2]);
        let queens: Vec<Cell> = solution.queens().collect();
        assert_eq!(queens[1], Cell::at(1, 3));
    }

    #[test]
    fn each_broken_rule_is_named() {
        let broken = |board, picture| check(board, picture).unwrap_err();
        assert_eq!(broken(STRIPES, ".q..\n...q"), "there are 2 queens for 4 rows");
        assert_eq!(
            broken(STRIPES, ".q..\n....q\nq...\n..q."),
            "the queen at row 2, column 5 stands outside of the board"
        );
        assert_eq!(broken(STRIPES, ".q..\n...q\n.q..\n...q"), "two queens stand in column 2");
        assert_eq!(
            broken(STRIPES, "q...\n..q.\n...q\n.q.."),
            "the queens at row 2, column 3 and row 3, column 4 touch"
        );
        assert_eq!(
            broken("ABBB\nAAAC\nDAAC\nDDDC", ".q..\n...q\nq...\n..q."),
            "two queens stand in region 4"
        );
    }
}
