//! What stands on a board.

use super::Cell;
use std::fmt;

/// What the player has put into a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mark {
    /// Nothing.
    #[default]
    Empty,
    /// A cross: "no queen here".
    Cross,
    /// A queen.
    Queen,
}

impl Mark {
    /// The character that stands for the mark in text: `.`, `x` or `q`.
    #[must_use]
    pub fn to_char(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Cross => 'x',
            Self::Queen => 'q',
        }
    }

    /// The mark that `character` stands for, if any.
    #[must_use]
    pub fn from_char(character: char) -> Option<Self> {
        match character {
            '.' => Some(Self::Empty),
            'x' => Some(Self::Cross),
            'q' => Some(Self::Queen),
            _ => None,
        }
    }
}

/// The marks of all cells of a board.
#[derive(Clone, PartialEq, Eq)]
pub struct Marks {
    size: usize,
    /// Row by row.
    marks: Vec<Mark>,
}

impl Marks {
    /// An untouched board of `size`.
    #[must_use]
    pub fn empty(size: usize) -> Self {
        Self { size, marks: vec![Mark::Empty; size * size] }
    }

    /// The number of rows, and of columns.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// What stands in `cell`.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    pub fn mark(&self, cell: Cell) -> Mark {
        self.marks[self.index(cell)]
    }

    /// Puts `mark` into `cell`.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn set(&mut self, cell: Cell, mark: Mark) {
        let index = self.index(cell);
        self.marks[index] = mark;
    }

    /// The cells that hold a queen, row by row.
    pub fn queens(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells_where(|mark| mark == Mark::Queen)
    }

    /// The cells that hold a queen or a cross, row by row.
    pub fn standing(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells_where(|mark| mark != Mark::Empty)
    }

    fn cells_where(&self, is_wanted: impl Fn(Mark) -> bool) -> impl Iterator<Item = Cell> {
        let wanted = self.marks.iter().enumerate().filter(move |(_, mark)| is_wanted(**mark));
        wanted.map(|(index, _)| Cell::at(index / self.size, index % self.size))
    }

    /// One string a row, a character a cell, as [`Mark::to_char`] writes them.
    #[must_use]
    pub fn to_rows(&self) -> Vec<String> {
        self.marks
            .chunks(self.size.max(1))
            .map(|row| row.iter().map(|mark| mark.to_char()).collect())
            .collect()
    }

    fn index(&self, cell: Cell) -> usize {
        assert!(cell.row < self.size && cell.col < self.size, "{cell:?} is not on the board");
        cell.row * self.size + cell.col
    }
}

/// Draws the marks, a row a line.
impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.to_rows().join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_kept_and_shown() {
        let mut marks = Marks::empty(3);
        marks.set(Cell::at(0, 2), Mark::Queen);
        marks.set(Cell::at(2, 0), Mark::Queen);
        marks.set(Cell::at(1, 1), Mark::Cross);
        assert_eq!(format!("{marks:?}"), "\n..q\n.x.\nq..");
        assert!(marks.queens().eq([Cell::at(0, 2), Cell::at(2, 0)]));
        assert_eq!(marks.mark(Cell::at(1, 1)), Mark::Cross);
        assert_eq!(marks.mark(Cell::at(1, 2)), Mark::Empty);
    }

    #[test]
    fn characters_stand_for_marks() {
        for mark in [Mark::Empty, Mark::Cross, Mark::Queen] {
            assert_eq!(Mark::from_char(mark.to_char()), Some(mark));
        }
        assert_eq!(Mark::from_char('Q'), None);
    }
}
