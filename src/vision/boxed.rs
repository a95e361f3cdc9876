//! What stands in a box of one colour: text that the browser shows as selected.

use super::glyph::CENTRED;
use super::ink::shape_of_mark;
use super::pieces::{Piece, Pieces};
use super::sampling::{Raster, Rgb, median_colour};
use super::shape::Shape;
use super::stain::{INNER, Stain};
use crate::board::{Cell, Mark};
use image::Luma;
use imageproc::contrast::{ThresholdType, threshold};

/// The least part of what runs along the sides of a box that has its colour. Chosen: a glyph may touch
/// them, and of a disc only half of them is there.
const RIM: f64 = 0.75;

/// The least sides of a box, in samples: a small crown or letter with its eyes in it is as full as one.
const LEAST: u32 = 10;

/// The mark in a box of one colour around the middle of a cell, if there is a box with a mark in it.
pub(super) fn mark_in_box(stain: &Stain, raster: &Raster<'_>, cell: Cell) -> Option<Mark> {
    let text = shape_in_box(stain, raster, cell)?;
    match text.mark() {
        // What else is small may be a queen on a badge.
        Mark::Cross => text.is_plain_cross().then_some(Mark::Cross),
        // A queen's box is as high as the line that she stands in: it may be as high as the cell.
        Mark::Queen => Some(Mark::Queen),
        Mark::Empty => None,
    }
}

/// The shape of what stands in the box.
fn shape_in_box(stain: &Stain, raster: &Raster<'_>, cell: Cell) -> Option<Shape> {
    let (columns, rows) = stain.levels.dimensions();
    let mask = threshold(&stain.levels, stain.least, ThresholdType::Binary);
    let pieces = Pieces::of(&mask);
    let largest = pieces.iter().max_by_key(|piece| piece.area)?;
    let sides = Some(largest).filter(|piece| is_box(piece, (columns, rows)))?;
    // The outermost samples are smooth edges.
    let inside = sides.shrunk();
    let differs = |stain: &Stain, (x, y): (u32, u32)| stain.levels.get_pixel(x, y)[0] > stain.least;
    let least = RIM * inside.rim().count() as f64;
    // Most marks are no boxes, and end here.
    if (inside.rim().filter(|&at| differs(stain, at)).count() as f64) < least {
        return None;
    }
    let samples = raster.samples(cell);
    let rim: Vec<Rgb> =
        inside.rim().filter_map(|(x, y)| samples[(y * columns + x) as usize]).collect();
    let mut text = Stain::measure(raster, &samples, &median_colour(&rim), None);
    let is_ground = |&at: &(u32, u32)| differs(stain, at) && !differs(&text, at);
    if (inside.rim().filter(is_ground).count() as f64) < least {
        return None;
    }
    for (x, y, level) in text.levels.enumerate_pixels_mut() {
        if !inside.has(x, y) {
            *level = Luma([0]);
        }
    }
    shape_of_mark(&text)
}

/// Whether a piece may be a box: in the middle, large enough, and not as large as the cell.
fn is_box(piece: &Piece, (columns, rows): (u32, u32)) -> bool {
    let off = |low: u32, high: u32, count: u32| {
        (f64::from(low + high) / f64::from(2 * count) - 0.5).abs() * INNER
    };
    let is_whole = piece.right - piece.left == columns && piece.bottom - piece.top == rows;
    !is_whole
        && (piece.right - piece.left).min(piece.bottom - piece.top) >= LEAST
        && off(piece.left, piece.right, columns) <= CENTRED
        && off(piece.top, piece.bottom, rows) <= CENTRED
}
