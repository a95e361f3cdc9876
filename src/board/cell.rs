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

    /// The up to four cells that share only a corner with this one on a board of `size`.
    pub fn corner_neighbours(self, size: usize) -> impl Iterator<Item = Self> {
        let rows = [self.row.checked_sub(1), self.row.checked_add(1)];
        let cols = [self.col.checked_sub(1), self.col.checked_add(1)];
        rows.into_iter()
            .flatten()
            .flat_map(move |row| cols.into_iter().flatten().map(move |col| Self::at(row, col)))
            .filter(move |cell| cell.row < size && cell.col < size)
    }
}

/// Counts from 1, as people do: `row 1, column 1` is the top left cell.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.col + 1)
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

    /// The set of these cells, for a board of `size`.
    ///
    /// # Panics
    /// If a cell is not on the board.
    #[must_use]
    pub fn from_cells(size: usize, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut set = Self::new(size);
        for cell in cells {
            set.insert(cell);
        }
        set
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
        self.words.iter().enumerate().flat_map(move |(index, &word)| {
            bits(word).map(move |bit| {
                let place = index * 64 + bit;
                Cell::at(place / self.size, place % self.size)
            })
        })
    }

    /// Whether the two sets share a cell.
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        self.zip(other).any(|(word, other)| word & other != 0)
    }

    /// The cells that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self { size: self.size, words: self.zip(other).map(|(word, other)| word & other).collect() }
    }

    /// The cells that are in one of the sets, or in both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self { size: self.size, words: self.zip(other).map(|(word, other)| word | other).collect() }
    }

    /// The cells that are in this set and not in `other`.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        Self {
            size: self.size,
            words: self.zip(other).map(|(word, other)| word & !other).collect(),
        }
    }

    /// How many cells are in both sets.
    #[must_use]
    pub fn intersection_len(&self, other: &Self) -> usize {
        self.zip(other).map(|(word, other)| (word & other).count_ones() as usize).sum()
    }

    fn zip(&self, other: &Self) -> impl Iterator<Item = (u64, u64)> {
        assert!(self.size == other.size, "the sets are of boards of different sizes");
        self.words.iter().copied().zip(other.words.iter().copied())
    }
}

/// The places of the bits that are set in `word`, from the lowest.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The set of the cells that are `#` in a picture.
    fn set(picture: &str) -> CellSet {
        let rows: Vec<&str> = picture.split_whitespace().collect();
        let cells = rows.iter().enumerate().flat_map(|(row, cells)| {
            cells.match_indices('#').map(move |(col, _)| Cell::at(row, col))
        });
        CellSet::from_cells(rows.len(), cells)
    }

    #[test]
    fn neighbours_end_at_the_edge() {
        let around = |cell: Cell| {
            let sides = CellSet::from_cells(3, cell.side_neighbours(3));
            (sides, CellSet::from_cells(3, cell.corner_neighbours(3)))
        };
        assert_eq!(around(Cell::at(1, 1)), (set(".#. #.# .#."), set("#.# ... #.#")));
        assert_eq!(around(Cell::at(0, 0)), (set(".#. #.. ..."), set("... .#. ...")));
        assert_eq!(around(Cell::at(2, 1)), (set("... .#. #.#"), set("... #.# ...")));
    }

    #[test]
    fn a_cell_touches_its_neighbours_and_no_other() {
        let middle = Cell::at(2, 2);
        let touched = (0..25).map(|index| Cell::at(index / 5, index % 5));
        let touched = CellSet::from_cells(5, touched.filter(|&cell| middle.touches(cell)));
        assert_eq!(touched, set("..... .###. .#.#. .###. ....."));
    }

    #[test]
    fn sets_are_joined_cut_and_subtracted() {
        let (one, other) = (set("##. #.. ..."), set(".## #.. ..#"));
        assert_eq!(one.union(&other), set("### #.. ..#"));
        assert_eq!(one.intersection(&other), set(".#. #.. ..."));
        assert_eq!(one.difference(&other), set("#.. ... ..."));
        assert_eq!(one.intersection_len(&other), 2);
        assert!(one.intersects(&other));
        assert!(!one.intersects(&set("..# .## ###")));
    }

    #[test]
    fn what_goes_in_comes_out_once() {
        // 12 by 12 cells fill more than two words.
        let cells = [Cell::at(0, 0), Cell::at(5, 3), Cell::at(5, 4), Cell::at(11, 11)];
        let mut set = CellSet::from_cells(12, cells);
        assert!(set.iter().eq(cells));
        assert!(!set.insert(Cell::at(5, 3)));
        assert!(set.remove(Cell::at(5, 3)) && !set.remove(Cell::at(5, 3)));
        assert_eq!((set.len(), set.is_empty()), (3, false));
        assert!(!set.contains(Cell::at(5, 3)));
    }

    #[test]
    fn a_set_is_shown_as_a_picture() {
        assert_eq!(format!("{:?}", set("#. .#")), "\n#.\n.#");
        assert_eq!(Cell::at(0, 3).to_string(), "row 1, column 4");
    }
}
