//! What keeps a grid of labels from being a board.

use std::fmt;

/// One thing that keeps a grid of labels from being a [`Board`](super::Board). Rows are counted
/// from 0 here, and from 1 in the wording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// There are no rows.
    Empty,
    /// All rows have one length, but it is not the number of rows.
    NotSquare {
        /// How many rows there are.
        rows: usize,
        /// How many cells each of them has.
        columns: usize,
    },
    /// The rows differ in length, and this one's is not the number of rows.
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

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => write!(f, "there are no rows"),
            Self::NotSquare { rows, columns } => {
                let (verb, each) = if rows == 1 { ("is", "") } else { ("are", " each") };
                write!(f, "there {verb} {} of {}{each}", count(rows, "row"), count(columns, "cell"))
            }
            Self::RowLength { row, length, size } => {
                write!(f, "row {} has {}, not {size}", row + 1, count(length, "cell"))
            }
            Self::RegionCount { regions, size } => {
                let verb = if regions == 1 { "is" } else { "are" };
                write!(f, "there {verb} {} for {}", count(regions, "region"), count(size, "row"))
            }
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, &self.0)
    }
}

/// The most faults that are told one by one: whoever mends five will look at the rest anew.
const TOLD: usize = 5;

/// Writes faults one after the other; of a long list only the beginning, and how many follow.
pub(super) fn write_list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, faults: &[T]) -> fmt::Result {
    for (index, fault) in faults.iter().take(TOLD).enumerate() {
        write!(f, "{}{fault}", if index > 0 { "; " } else { "" })?;
    }
    match faults.len().saturating_sub(TOLD) {
        0 => Ok(()),
        more => write!(f, "; and {more} more"),
    }
}

/// A number of things, in words: `1 row`, `2 rows`.
pub(super) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
