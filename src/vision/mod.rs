//! From a frame to a board: [`read`] finds it, reads it and judges its own reading, or refuses.
//!
//! No I/O, no clicks: pixels go in, a [`Reading`] or a [`Refusal`] comes out.

mod alike;
mod belief;
mod beyond;
mod boxed;
mod cells;
mod checkered;
mod correlation;
mod cover;
mod cut_short;
mod dimming;
mod doubt;
mod drawing;
mod example;
mod faded;
mod features;
mod figures;
mod frame_edge;
mod glossy;
mod glyph;
mod grid_reading;
mod ground;
mod groups;
mod hovered;
mod ink;
mod judge;
mod labels;
mod likeness;
mod line_check;
mod lines;
mod locate;
mod marks;
mod outer_frame;
mod outlines;
mod overlay;
mod pale;
mod patterns;
mod pieces;
mod printed;
mod profile;
mod regions;
mod repainted;
mod repeated;
mod rivals;
mod sampling;
mod scan;
mod search;
mod shade;
mod shaded;
mod shape;
mod side;
#[cfg(test)]
mod stage_times;
mod stages;
mod stain;
mod surroundings;
mod tiles;
mod told;
mod uneven;
mod walls;
mod witness;

pub use alike::is_alike_in;
pub use doubt::Doubt;
pub use drawing::{Drawing, shows_another, shows_same};
pub use overlay::{overlay, overlay_refusal};
pub use pale::{pale_in, pale_queens};
pub use shaded::{Before, read_shaded};
pub use stages::{Stage, stages};
pub use uneven::Rows;

use crate::board::{Board, Marks};
use crate::geometry::{FramePoint, FrameRect, FrameVector, Lattice, crop};
use crate::solver::Outcome;
use grid_reading::read_grid;
use image::RgbaImage;
use locate::Grid;
use search::{TOLERANCES, all_candidates, read_if};

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
    /// How sure the reading is, from 0 to 1: 0.999 where colours, walls and the solver agree, 0.99
    /// where the solver confirms one of the two and the other does not contradict it clearly, 0.97
    /// where colours and walls together show a puzzle with several solutions, though not each alone
    /// in every cell, and 0.95 where clear colours alone show such a one. What is less sure is refused.
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
        doubt: Doubt,
    },
}

impl Refusal {
    /// What the person can do about it: a clause without a full stop.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoBoard => {
                "make sure that the whole board is in the picture, upright and not covered"
            }
            Self::UnreadableBoard { doubt, .. } => doubt.hint(),
        }
    }
}

fn describe(rect: &FrameRect) -> String {
    format!("({:.0}, {:.0}) to ({:.0}, {:.0})", rect.min.x, rect.min.y, rect.max.x, rect.max.y)
}

/// Finds the best board of a picture and reads it: the largest lattice that holds one.
///
/// A smaller board is not read where a larger one is in doubt: the small one may be an example
/// beside a board that something covers. Only within mere outlines, which may be those of a page, cells
/// are looked for all the same. Nor is a board read where larger areas of its colours make none that
/// could be read.
///
/// # Errors
/// A refusal, if there is no board or if it cannot be read with certainty.
pub fn read(pixels: &RgbaImage) -> Result<Reading, Refusal> {
    read_if(pixels, |_| true)
}

/// Reads all boards of a picture, the largest first: examples, thumbnails and boards beside each
/// other too. What is in doubt is left out.
///
/// # Errors
/// That of [`read`], if no board can be read.
pub fn read_all(pixels: &RgbaImage) -> Result<Vec<Reading>, Refusal> {
    let mut readings: Vec<Reading> = TOLERANCES
        .iter()
        .flat_map(|&tolerance| all_candidates(pixels, tolerance))
        .filter_map(|grid| read_grid(pixels, &grid).ok())
        .collect();
    // Of two readings of one place, that of the first tolerance comes first: the sort is stable.
    readings.sort_by_key(|reading| std::cmp::Reverse(reading.lattice.rect().area().round() as u64));
    let mut boards: Vec<Reading> = Vec::new();
    for reading in readings {
        let rect = reading.lattice.rect();
        if !boards.iter().any(|board| board.lattice.rect().intersects(&rect)) {
            boards.push(reading);
        }
    }
    if boards.is_empty() { read(pixels).map(|reading| vec![reading]) } else { Ok(boards) }
}

/// Reads the board that is expected on `lattice`: no search in the rest of the picture, but the
/// same certainty as [`read`]. The board may have moved by up to half a cell; the reading's lattice
/// is the one seen now.
///
/// # Errors
/// A refusal, if the board is not there or cannot be read with certainty.
pub fn read_at(pixels: &RgbaImage, lattice: &Lattice) -> Result<Reading, Refusal> {
    let size = FrameVector::new(f64::from(pixels.width()), f64::from(pixels.height()));
    let around = lattice
        .rect()
        .inflate(lattice.pitch.x, lattice.pitch.y)
        .intersection(&FrameRect::new(FramePoint::zero(), size.to_point()))
        .ok_or(Refusal::NoBoard)?
        .round_out();
    let corner = (around.min.x as u32, around.min.y as u32);
    let near = crop(pixels, corner, (around.width() as u32, around.height() as u32));
    let offset = around.min.to_vector();
    let is_expected = |grid: &Grid| {
        let moved = grid.origin + offset - lattice.origin;
        let fits = |moved: f64, count: usize| {
            let missing = lattice.size.saturating_sub(count) as f64;
            (-0.5..=missing + 0.5).contains(&moved)
        };
        (grid.pitch - lattice.pitch).length() < 0.05 * lattice.pitch.length()
            && grid.columns.max(grid.rows) == lattice.size
            && fits(moved.x / lattice.pitch.x, grid.columns)
            && fits(moved.y / lattice.pitch.y, grid.rows)
    };
    match read_if(&near, is_expected).map(|reading| reading.translate(offset)) {
        Ok(reading) if is_near(&reading.lattice, lattice) => Ok(reading),
        Ok(_) | Err(Refusal::NoBoard) => Err(Refusal::NoBoard),
        Err(Refusal::UnreadableBoard { rect, doubt }) => {
            Err(Refusal::UnreadableBoard { rect: rect.translate(offset), doubt })
        }
    }
}

/// Whether one lattice is the other, moved by up to half a cell.
fn is_near(seen: &Lattice, expected: &Lattice) -> bool {
    let moved = seen.origin - expected.origin;
    seen.size == expected.size
        && moved.x.abs() <= expected.pitch.x / 2.0
        && moved.y.abs() <= expected.pitch.y / 2.0
}

impl Reading {
    fn refused_as_an_example(&self) -> Refusal {
        Refusal::UnreadableBoard { rect: self.rect, doubt: Doubt::Example }
    }

    fn translate(mut self, offset: FrameVector) -> Self {
        self.lattice.origin += offset;
        self.rect = self.rect.translate(offset);
        self
    }
}
