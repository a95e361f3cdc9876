//! Boards as text.

use super::{Board, Fault, Faults};
use std::fmt;

/// What keeps a text from being a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The text is a grid, but not of a board.
    #[error("{0}")]
    Faults(#[from] Faults),
}

/// Reads a board from text.
///
/// # Errors
/// What is wrong with the text.
pub fn parse(text: &str) -> Result<Board, ParseError> {
    let rows: Vec<Vec<char>> = text
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect();
    Ok(Board::from_rows(&rows)?)
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "there are no rows"),
            Self::RowLength { row, length, size } => {
                write!(f, "row {} has {length} cells, not {size}", row + 1)
            }
            Self::RegionCount { regions, size } => {
                write!(f, "there are {regions} regions, not {size}")
            }
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if index > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl Board {
    /// One string a row: letters A-Z, then a-z, in order of first appearance; beyond 52 regions
    /// numbers from 0, with a space between them.
    #[must_use]
    pub fn to_rows(&self) -> Vec<String> {
        let letters = ('A'..='Z').chain('a'..='z').collect::<Vec<_>>();
        self.regions
            .chunks(self.size)
            .map(|row| {
                if self.size <= letters.len() {
                    row.iter().map(|region| letters[region.0]).collect()
                } else {
                    let numbers: Vec<_> = row.iter().map(|region| region.0.to_string()).collect();
                    numbers.join(" ")
                }
            })
            .collect()
    }
}

/// Draws the board, a row a line, as [`Board::to_rows`] writes it.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_rows().join("\n"))
    }
}

/// As [`Display`](fmt::Display), on lines of its own.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
