//! The puzzle: a validated [`Board`], what stands on it ([`Marks`]) and its [`Solution`].
//!
//! Nothing here knows pixels.

mod cell;
mod marks;
mod solution;
mod text;

pub use cell::{Cell, CellSet};
pub use marks::{Mark, Marks};
pub use solution::{RuleBreak, Solution};
pub use text::{ParseError, parse};

use std::collections::{BTreeSet, HashMap};
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

/// One thing that keeps a grid of labels from being a [`Board`]. Rows are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// There are no rows.
    Empty,
    /// A row's length is not the number of rows.
    RowLength {
        /// The row.
        row: usize,
        /// How many cells it has.
        length: usize,
        /// How many it must have.
        size: usize,
    },
    /// The number of regions is not the number of rows.
    RegionCount {
        /// How many regions there are.
        regions: usize,
        /// How many there must be.
        size: usize,
    },
}

/// All the faults of a grid of labels, in the order of its rows; never empty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Faults(pub Vec<Fault>);

impl Board {
    /// Checks a grid of labels, given row by row, and names its regions.
    ///
    /// # Errors
    /// All that is wrong with the grid, at once.
    pub fn from_rows<L: Eq + Hash>(rows: &[Vec<L>]) -> Result<Self, Faults> {
        let size = rows.len();
        let mut faults: Vec<Fault> = rows
            .iter()
            .enumerate()
            .filter(|(_, labels)| labels.len() != size)
            .map(|(row, labels)| Fault::RowLength { row, length: labels.len(), size })
            .collect();
        if size == 0 {
            faults.push(Fault::Empty);
        }
        let mut names = HashMap::new();
        let mut regions = Vec::with_capacity(size * size);
        for label in rows.iter().flatten() {
            let next = Region(names.len());
            regions.push(*names.entry(label).or_insert(next));
        }
        if names.len() != size {
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
        let mut reached = CellSet::new(self.size);
        let mut pieces = BTreeSet::new();
        for start in self.cells() {
            if reached.contains(start) {
                continue;
            }
            let region = self.region(start);
            if !pieces.insert(region) {
                return false;
            }
            let mut stack = vec![start];
            while let Some(cell) = stack.pop() {
                if self.region(cell) == region && reached.insert(cell) {
                    stack.extend(cell.side_neighbours(self.size));
                }
            }
        }
        true
    }
}
