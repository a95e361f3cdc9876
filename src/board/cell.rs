//! Places on a board, and sets of them.

use std::fmt;

/// One cell of a board. Rows and columns are counted from 0, from the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, from the top.
    pub row: usize,
    /// The column, from the left.
    pub col: usize,
}

impl Cell {
    /// The cell in this row and this column.
    #[must_use]
    pub const fn at(row: usize, col: usize) -> Self {
        Self { row, col }
    }

    /// Whether the two cells touch, at a side or at a corner. A cell does not touch itself.
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        self != other && self.row.abs_diff(other.row) <= 1 && self.col.abs_diff(other.col) <= 1
    }

    /// The up to four cells that share a side with this one on a board of `size`.
    pub fn side_neighbours(self, size: usize) -> impl Iterator<Item = Self> {
        let Self { row, col } = self;
        [
            (row > 0).then(|| Self::at(row - 1, col)),
            (col > 0).then(|| Self::at(row, col - 1)),
            (col + 1 < size).then(|| Self::at(row, col + 1)),
            (row + 1 < size).then(|| Self::at(row + 1, col)),
        ]
        .into_iter()
        .flatten()
    }
}

/// A set of cells of a board of one size.
#[derive(Clone, PartialEq, Eq)]
pub struct CellSet {
    size: usize,
    /// Bit `row * size + col`, 64 to a word.
    words: Vec<u64>,
}

impl CellSet {
    /// The empty set, for a board of `size`.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self { size, words: vec![0; (size * size).div_ceil(64)] }
    }

    fn place(&self, cell: Cell) -> (usize, u64) {
        assert!(cell.row < self.size && cell.col < self.size, "{cell:?} is not on the board");
        let index = cell.row * self.size + cell.col;
        (index / 64, 1 << (index % 64))
    }

    /// Whether `cell` is in the set.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        let (word, bit) = self.place(cell);
        self.words[word] & bit != 0
    }

    /// Adds `cell`; whether it was new.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let (word, bit) = self.place(cell);
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Takes `cell` out; whether it was there.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let (word, bit) = self.place(cell);
        let there = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        there
    }

    /// How many cells are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no cell in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.size * self.size)
            .map(|index| Cell::at(index / self.size, index % self.size))
            .filter(|&cell| self.contains(cell))
    }
}

/// Draws the board: `#` for a cell in the set, `.` for any other.
impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size {
            writeln!(f)?;
            for col in 0..self.size {
                f.write_str(if self.contains(Cell::at(row, col)) { "#" } else { "." })?;
            }
        }
        Ok(())
    }
}
