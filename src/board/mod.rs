//! The puzzle: a validated [`Board`], what stands on it ([`Marks`]) and its [`Solution`].
//!
//! Nothing here knows pixels.

mod cell;
mod dzn;
mod fault;
mod grid;
mod json;
mod marks;
#[cfg(test)]
mod sample;
mod solution;
pub mod text;

pub use cell::{Cell, CellSet};
pub use fault::{Fault, Faults};
pub use marks::{Mark, Marks};
pub use solution::{RuleBreak, Solution};
pub use text::{ParseError, Place, Puzzle, TextFault, TextFaults, parse, parse_puzzle};

use std::collections::HashMap;
use std::hash::Hash;

/// A region of a board, numbered from 0 in order of first appearance, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region(pub usize);

/// A puzzle: a grid of n by n cells cut into exactly n regions.
///
/// A region need not be connected, and the puzzle need not have a solution: those are questions
/// for [`crate::solver`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: usize,
    /// Row by row.
    regions: Vec<Region>,
}

impl Board {
    /// Checks a grid of labels, given row by row, and names its regions.
    ///
    /// # Errors
    /// All that is wrong with the grid, at once.
    pub fn from_rows<L: Eq + Hash>(rows: &[Vec<L>]) -> Result<Self, Faults> {
        let size = rows.len();
        let columns = rows.first().map_or(0, Vec::len);
        let mut faults = Vec::new();
        if size == 0 {
            faults.push(Fault::Empty);
        } else if columns != size && rows.iter().all(|labels| labels.len() == columns) {
            faults.push(Fault::NotSquare { rows: size, columns });
        } else {
            let lengths = rows.iter().map(Vec::len).enumerate();
            let uneven = lengths.filter(|&(_, length)| length != size);
            faults.extend(uneven.map(|(row, length)| Fault::RowLength { row, length, size }));
        }
        let mut names = HashMap::new();
        let mut regions = Vec::with_capacity(size * size);
        for label in rows.iter().flatten() {
            let next = Region(names.len());
            regions.push(*names.entry(label).or_insert(next));
        }
        // Of a grid that is not square nobody knows how many regions it should have.
        let has_size = !matches!(faults[..], [Fault::Empty | Fault::NotSquare { .. }]);
        if has_size && names.len() != size {
            faults.push(Fault::RegionCount { regions: names.len(), size });
        }
        if faults.is_empty() { Ok(Self { size, regions }) } else { Err(Faults(faults)) }
    }

    /// The number of rows, of columns, of regions and of queens.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The region that `cell` lies in.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn region(&self, cell: Cell) -> Region {
        assert!(cell.row < self.size && cell.col < self.size, "{cell:?} is not on the board");
        self.regions[cell.row * self.size + cell.col]
    }

    /// The region of each cell, row by row.
    #[must_use]
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        (0..size * size).map(move |index| Cell::at(index / size, index % size))
    }

    /// The cells of one region, row by row.
    pub fn region_cells(&self, region: Region) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(move |&cell| self.region(cell) == region)
    }

    /// Whether every region is in one piece (cells joined by their sides).
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.pieces() == self.size
    }

    /// How many pieces the regions are in, all together (cells joined by their sides).
    #[must_use]
    pub fn pieces(&self) -> usize {
        let mut reached = CellSet::new(self.size);
        let mut pieces = 0;
        for start in self.cells() {
            if !reached.insert(start) {
                continue;
            }
            pieces += 1;
            let mut stack = vec![start];
            while let Some(cell) = stack.pop() {
                let is_own = |other: &Cell| self.region(*other) == self.region(start);
                let beside = cell.side_neighbours(self.size).filter(is_own);
                stack.extend(beside.filter(|&other| reached.insert(other)));
            }
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_numbered_as_they_appear() {
        let board = Board::from_rows(&[vec!["x", "x"], vec!["a", "a"]]).unwrap();
        assert_eq!(board, parse("AA\nBB").unwrap());
        assert_eq!(board.region(Cell::at(1, 1)), Region(1));
        let cells: Vec<Cell> = board.region_cells(Region(1)).collect();
        assert_eq!(cells, [Cell::at(1, 0), Cell::at(1, 1)]);
    }

    #[test]
    fn all_faults_are_reported_at_once() {
        let faults = Board::from_rows(&[vec![1, 1], vec![1], vec![1, 1, 1, 1]]).unwrap_err();
        assert_eq!(
            faults.0,
            [
                Fault::RowLength { row: 0, length: 2, size: 3 },
                Fault::RowLength { row: 1, length: 1, size: 3 },
                Fault::RowLength { row: 2, length: 4, size: 3 },
                Fault::RegionCount { regions: 1, size: 3 },
            ]
        );
        assert_eq!(
            faults.to_string(),
            "row 1 has 2 cells, not 3; row 2 has 1 cell, not 3; row 3 has 4 cells, not 3; \
             there is 1 region for 3 rows"
        );
    }

    #[test]
    fn a_grid_that_is_not_square_has_that_one_fault() {
        let wide = Board::from_rows(&[vec![1, 2, 3], vec![1, 2, 3]]).unwrap_err();
        assert_eq!(wide.0, [Fault::NotSquare { rows: 2, columns: 3 }]);
        assert_eq!(wide.to_string(), "there are 2 rows of 3 cells each");
        let none = Board::from_rows::<char>(&[]).unwrap_err();
        assert_eq!(none.0, [Fault::Empty]);
        assert_eq!(none.to_string(), "there are no rows");
    }

    #[test]
    fn a_long_list_of_faults_is_cut() {
        let mut rows = vec![vec![0; 9]; 9];
        for row in &mut rows[1..8] {
            row.pop();
        }
        let told = Board::from_rows(&rows).unwrap_err().to_string();
        assert!(told.ends_with("row 6 has 8 cells, not 9; and 3 more"), "{told}");
    }

    #[test]
    fn a_region_in_two_pieces_is_seen() {
        assert!(parse("ABBB\nAAAC\nDAAC\nDDDC").unwrap().is_connected());
        // A's cells in opposite corners touch no other; D's meet at a corner only.
        assert!(!parse("ABBB\nBBBC\nDBCC\nDDDA").unwrap().is_connected());
        assert!(!parse("AABB\nAABD\nCCDB\nCCDD").unwrap().is_connected());
        let pieces = ["AABB\nAABB\nCCDD\nCCDD", "AABB\nAABD\nCCDB\nCCDD", "ABAB\nCDCD\nABAB\nCDCD"]
            .map(|text| parse(text).unwrap().pieces());
        assert_eq!(pieces, [4, 6, 16]);
    }
}
