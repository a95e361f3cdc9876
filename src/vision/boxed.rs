//! What stands in a box of one colour, as text that the browser shows as selected, or on a disc.

use super::glyph::CENTRED;
use super::ink::{CLEAN, shape_of_mark};
use super::pieces::{Piece, Pieces};
use super::sampling::{Raster, Rgb, median_colour};
use super::shape::Shape;
use super::stain::{INNER, Stain};
use crate::board::{Cell, Mark};
use image::{GrayImage, Luma};
use imageproc::contrast::{ThresholdType, threshold};
use std::ops::Range;

/// The least part of what runs along the sides of a box that has its colour. Chosen: a glyph may touch
/// them, and of a disc only half of them is there.
const RIM: f64 = 0.75;

/// The least sides of a box, in samples: a small crown or letter with its eyes in it is as full as one.
const LEAST: u32 = 10;

/// How far from the middle of a disc its rim is, in radii: inside of its smooth edge, and around what is
/// drawn on it. Chosen.
const RIM_OF_DISC: Range<f64> = 0.8..0.95;

/// The least distance from there of what is beside a disc in the box around it, in radii, and the most of that which
/// is filled. Chosen: beyond its smooth edge; a castle fills all four corners.
const BESIDE_DISC: f64 = 1.1;
const CORNERS: f64 = 0.25;

/// The mark in a box or on a disc of one colour around the middle of a cell, if there is such a thing with
/// a mark in it.
pub(super) fn mark_in_box(stain: &Stain, raster: &Raster<'_>, cell: Cell) -> Option<Mark> {
    let drawn = Drawn { stain, raster, cell };
    let plate = drawn.plate(stain.least);
    let text = plate
        .as_ref()
        .and_then(|(plate, _)| drawn.shape_on(&Plate::Box(plate.shrunk()), stain.least));
    if let Some(text) = text {
        return match text.mark() {
            // What else is small may be a queen on a badge.
            Mark::Cross => text.is_plain_cross().then_some(Mark::Cross),
            // A queen's box is as high as the line that she stands in: it may be as high as the cell. Two stripes that a
            // cross joins look like the rim of a box as well.
            Mark::Queen => {
                let is_cross =
                    shape_of_mark(stain).is_some_and(|shape| shape.has_crossing_strokes());
                (!is_cross).then_some(Mark::Queen)
            }
            Mark::Empty => None,
        };
    }
    // Whatever else is on a disc, that may be a queen itself.
    let is_crossed = |plate: Option<(Piece, GrayImage)>, level: u8| {
        let disc = plate.filter(|(plate, mask)| is_round(plate, mask));
        let shape = disc.and_then(|(disc, _)| drawn.shape_on(&Plate::Disc(disc), level));
        shape.is_some_and(|shape| shape.has_crossing_strokes())
    };
    // A disc may be fainter than the x on it.
    (is_crossed(plate, stain.least) || is_crossed(drawn.plate(CLEAN), CLEAN)).then_some(Mark::Cross)
}

/// What is drawn in a cell.
struct Drawn<'a> {
    stain: &'a Stain,
    raster: &'a Raster<'a>,
    cell: Cell,
}

impl Drawn<'_> {
    /// The largest piece of what differs from the cell by more than a level, if a mark may stand on it, and all that
    /// differs so.
    fn plate(&self, level: u8) -> Option<(Piece, GrayImage)> {
        let mask = threshold(&self.stain.levels, level, ThresholdType::Binary);
        let largest = *Pieces::of(&mask).iter().max_by_key(|piece| piece.area)?;
        may_be_plate(&largest, mask.dimensions()).then_some((largest, mask))
    }

    /// The shape of what stands on this plate, which differs from the cell by more than a level, if it is one.
    fn shape_on(&self, plate: &Plate, level: u8) -> Option<Shape> {
        let differs =
            |stain: &Stain, level: u8, (x, y): (u32, u32)| stain.levels.get_pixel(x, y)[0] > level;
        let is_there = |at: &(u32, u32)| differs(self.stain, level, *at);
        let places = plate.rim();
        let least = RIM * places.len() as f64;
        // Most marks are on nothing, and end here.
        if (places.iter().filter(|at| is_there(at)).count() as f64) < least {
            return None;
        }
        let samples = self.raster.samples(self.cell);
        let columns = self.raster.columns;
        let rim: Vec<Rgb> =
            places.iter().filter_map(|(x, y)| samples[(y * columns + x) as usize]).collect();
        let mut text = Stain::measure(self.raster, &samples, &median_colour(&rim), None);
        let is_ground = |at: &&(u32, u32)| is_there(at) && !differs(&text, text.least, **at);
        if (places.iter().filter(is_ground).count() as f64) < least {
            return None;
        }
        for (x, y, level) in text.levels.enumerate_pixels_mut() {
            if !plate.has(x, y) {
                *level = Luma([0]);
            }
        }
        shape_of_mark(&text)
    }
}

/// What a mark may stand on.
enum Plate {
    /// Without its outermost samples, which are smooth edges.
    Box(Piece),
    /// By the box around it.
    Disc(Piece),
}

impl Plate {
    /// Whether a sample is on it, within the rim of a disc.
    fn has(&self, x: u32, y: u32) -> bool {
        match self {
            Self::Box(sides) => sides.has(x, y),
            Self::Disc(sides) => from_middle(sides, x, y) < RIM_OF_DISC.start,
        }
    }

    /// The samples at its rim.
    fn rim(&self) -> Vec<(u32, u32)> {
        match self {
            Self::Box(sides) => sides.rim().collect(),
            Self::Disc(sides) => {
                let is_rim = |&(x, y): &(u32, u32)| RIM_OF_DISC.contains(&from_middle(sides, x, y));
                sides.places().filter(is_rim).collect()
            }
        }
    }
}

/// How far a sample is from the middle of a disc, in radii, by the box around the disc.
fn from_middle(sides: &Piece, x: u32, y: u32) -> f64 {
    let off = |at: u32, low: u32, high: u32| {
        (f64::from(2 * at + 1) - f64::from(low + high)) / f64::from(high - low)
    };
    off(x, sides.left, sides.right).hypot(off(y, sides.top, sides.bottom))
}

/// Whether a piece leaves the corners of its box free.
fn is_round(piece: &Piece, mask: &GrayImage) -> bool {
    let corners: Vec<(u32, u32)> =
        piece.places().filter(|&(x, y)| from_middle(piece, x, y) >= BESIDE_DISC).collect();
    let filled = corners.iter().filter(|&&(x, y)| mask.get_pixel(x, y)[0] > 0).count();
    filled as f64 <= CORNERS * corners.len() as f64
}

/// Whether a mark may stand on a piece: in the middle, large enough, and not as large as the cell.
fn may_be_plate(piece: &Piece, (columns, rows): (u32, u32)) -> bool {
    let off = |low: u32, high: u32, count: u32| {
        (f64::from(low + high) / f64::from(2 * count) - 0.5).abs() * INNER
    };
    let is_whole = piece.right - piece.left == columns && piece.bottom - piece.top == rows;
    !is_whole
        && (piece.right - piece.left).min(piece.bottom - piece.top) >= LEAST
        && off(piece.left, piece.right, columns) <= CENTRED
        && off(piece.top, piece.bottom, rows) <= CENTRED
}
