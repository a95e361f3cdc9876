//! What the search asks of a set of cells, whatever its width.

use super::lines::Lines;
use crate::board::Region;

/// The few cells that a unit is down to.
pub(super) enum Few {
    None,
    One(usize),
    Two([usize; 2]),
    /// Or two, the last of them twice.
    Three([usize; 3]),
    /// Four or more.
    Many,
}

impl Few {
    /// The same cells, `by` places further on.
    #[inline(always)]
    pub(super) fn moved(self, by: usize) -> Self {
        match self {
            Self::One(cell) => Self::One(cell + by),
            Self::Two(cells) => Self::Two(cells.map(|cell| cell + by)),
            Self::Three(cells) => Self::Three(cells.map(|cell| cell + by)),
            none_or_many => none_or_many,
        }
    }
}

/// A set of cells of fixed width. A cell is named by its place, `row * STRIDE + column`, the same
/// for all boards of one width; `K` words hold a set of rows, columns or regions.
pub(super) trait Cells<const K: usize>: Copy + PartialEq {
    /// How far apart two cells of a column are that touch.
    const STRIDE: usize;
    /// How many places there are.
    const PLACES: usize;
    /// How many rows the widest board has.
    const ROWS: usize;
    /// The empty set.
    const NONE: Self;

    fn insert(&mut self, cell: usize);
    fn is_empty(&self) -> bool;
    fn and(&self, other: &Self) -> Self;
    fn or(&self, other: &Self) -> Self;
    fn without(&self, other: &Self) -> Self;

    /// Sorts the cells of a board, with this region for each of them, row by row, into those of each
    /// region, and notes the region of each place. The sets in `cells` are empty.
    #[inline(always)]
    fn sort(size: usize, grid: &[Region], cells: &mut [Self], regions: &mut [u8]) {
        for (row, grid) in grid.chunks_exact(size).enumerate() {
            for (column, region) in grid.iter().enumerate() {
                let place = row * Self::STRIDE + column;
                cells[region.0].insert(place);
                regions[place] = region.0 as u8;
            }
        }
    }

    /// The lowest cell of a set that is not empty.
    fn first(&self) -> usize;
    /// All but the lowest cell of a set that is not empty.
    fn without_first(&self) -> Self;

    /// Row and column of a cell, and those that touch it at a corner, on the largest board of this
    /// width; the cell itself is among them.
    fn attacked_by(cell: usize) -> Self;
    /// The cells of the rows from `first` to `last`.
    fn rows_between(first: usize, last: usize) -> Self;
    /// The cells of the columns from `first` to `last`.
    fn columns_between(first: usize, last: usize) -> Self;
    /// The cells of these columns.
    fn of_columns(columns: Lines<K>) -> Self {
        columns.fold(Self::NONE, |all, column| all.or(&Self::column(column)))
    }

    /// The rows that have a cell in the set.
    fn rows(&self) -> Lines<K> {
        let mut rows = Lines::NONE;
        for row in 0..Self::ROWS {
            if !self.columns_of(row).is_empty() {
                rows.insert(row);
            }
        }
        rows
    }

    /// The columns that have a cell in the set.
    fn columns(&self) -> Lines<K>;
    /// The columns of the cells in one row.
    fn columns_of(&self, row: usize) -> Lines<K>;

    /// The cells of one row.
    #[inline(always)]
    fn row(row: usize) -> Self {
        Self::rows_between(row, row)
    }

    /// The cells of one column.
    #[inline(always)]
    fn column(column: usize) -> Self {
        Self::columns_between(column, column)
    }

    /// The rows that have up to three cells, and on large boards any others.
    #[inline(always)]
    fn tight_rows(&self) -> Lines<K> {
        Lines::first_lines(Self::ROWS)
    }

    /// The columns that have up to three cells, and on large boards any others.
    #[inline(always)]
    fn tight_columns(&self) -> Lines<K> {
        Lines::first_lines(Self::ROWS)
    }

    /// The first and the last row of a set that is not empty.
    #[inline(always)]
    fn row_span(&self) -> (usize, usize) {
        let rows = self.rows();
        (rows.lowest(), rows.highest())
    }

    /// The first and the last column of a set that is not empty.
    #[inline(always)]
    fn column_span(&self) -> (usize, usize) {
        let columns = self.columns();
        (columns.lowest(), columns.highest())
    }

    /// The cells in both sets, up to three. Whether there are more is asked first, as that is so
    /// most of the time: questions with foregone answers are what a processor is fast at.
    #[inline(always)]
    fn few_in(&self, unit: &Self) -> Few {
        let first = self.and(unit);
        let second = first.without_first();
        let third = second.without_first();
        if !third.without_first().is_empty() {
            return Few::Many;
        }
        if second.is_empty() {
            return if first.is_empty() { Few::None } else { Few::One(first.first()) };
        }
        let last = if third.is_empty() { second } else { third };
        Few::Three([first.first(), second.first(), last.first()])
    }

    /// The cells in one row, up to three.
    #[inline(always)]
    fn few_in_row(&self, row: usize) -> Few {
        self.few_in(&Self::row(row))
    }

    /// The cells in one column, up to three.
    #[inline(always)]
    fn few_in_column(&self, column: usize) -> Few {
        self.few_in(&Self::column(column))
    }

    /// How many cells there are; counting may end at `most`.
    #[inline(always)]
    fn len_up_to(&self, most: usize) -> usize {
        let mut rest = *self;
        let mut len = 0;
        while len < most && !rest.is_empty() {
            rest = rest.without_first();
            len += 1;
        }
        len
    }
}
