//! Which boards the page is given.

use crate::board::Board;
use serde::Serialize;

/// The largest board that the page shows. Beyond it a cell on a phone is smaller than a finger
/// tip's reach, and the page's report would outgrow what the server takes at once.
pub const LARGEST_BOARD: usize = 16;

/// The board that the page opens with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opening {
    /// This one, of any size up to [`LARGEST_BOARD`]. It may have several solutions: the page takes
    /// each of them.
    Given(Board),
}

/// A board as the page gets it.
#[derive(Debug, Serialize)]
pub(super) struct Puzzle {
    /// The number of rows.
    size: usize,
    /// One string a row, as [`Board::to_rows`] writes them.
    regions: Vec<String>,
}

impl Puzzle {
    /// The board that the page opens with.
    pub(super) fn opening(opening: &Opening) -> Self {
        let Opening::Given(board) = opening;
        Self { size: board.size(), regions: board.to_rows() }
    }
}
