//! The outer edge of the board's outer border.

use super::cells::CellColours;
use super::sampling::{Rgb, distance, median, pixel_at};
use super::walls::Borders;
use crate::board::Cell;
use crate::geometry::{FramePoint, FrameRect, Lattice};
use image::RgbaImage;

/// The thickest outer border, as a part of the cell. LinkedIn's is 4 of 36 to 57 CSS pixels.
const THICKEST: f64 = 0.25;

/// Ink ([`super::walls::Border::ink`]) from which lines are gaps: tiles stand 12 to 15 % of a cell
/// apart, while thin lines take up to 5 %.
const GAP: f32 = 0.09;

/// How far inside of the lattice's edge the border may begin, as a part of the cell.
const INSIDE: f64 = 0.15;

/// A colour that differs by more than this, in levels of a channel, is another colour. A black
/// border on a dark page differs by 27 to 31.
const STEP: u8 = 13;

/// Two colours nearer than this, in levels of a channel, may both be a line's.
const LIKE_LINE: u8 = 48;

/// Scan lines for each cell along a side.
const SCANS: usize = 3;

/// One side of the board, and what lies beyond it.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Top,
    Right,
    Bottom,
}

/// The outer edge of the border, or of the outer cells where no border is drawn; inside of the
/// picture.
///
/// Where there are gaps between the cells, no border is looked for: what ends beyond the outer
/// tiles is the card that they lie on.
pub(super) fn measure_rect(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    borders: &Borders,
) -> FrameRect {
    if borders.faint_ink() >= GAP {
        return lattice.rect();
    }
    let side = |side| measure_side(pixels, lattice, colours, &borders.line, side);
    let rect = FrameRect::new(
        FramePoint::new(side(Side::Left), side(Side::Top)),
        FramePoint::new(side(Side::Right), side(Side::Bottom)),
    );
    let (width, height) = (f64::from(pixels.width()), f64::from(pixels.height()));
    rect.intersection_unchecked(&FrameRect::new(FramePoint::zero(), FramePoint::new(width, height)))
}

/// The coordinate of one outer edge: the median over scan lines that run outwards.
fn measure_side(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    line: &Rgb,
    side: Side,
) -> f64 {
    let size = lattice.size;
    let edge = lattice.rect();
    let (edge, pitch, outwards) = match side {
        Side::Left => (edge.min.x, lattice.pitch.x, -1.0),
        Side::Right => (edge.max.x, lattice.pitch.x, 1.0),
        Side::Top => (edge.min.y, lattice.pitch.y, -1.0),
        Side::Bottom => (edge.max.y, lattice.pitch.y, 1.0),
    };
    let mut offsets: Vec<f32> = Vec::with_capacity(size * SCANS);
    for index in 0..size {
        let cell = match side {
            Side::Left => Cell::at(index, 0),
            Side::Right => Cell::at(index, size - 1),
            Side::Top => Cell::at(0, index),
            Side::Bottom => Cell::at(size - 1, index),
        };
        let rect = lattice.cell_rect(cell);
        let cell_colour = &colours.rgb[lattice.index(cell)];
        for scan in 0..SCANS {
            let t = 0.3 + 0.4 * scan as f64 / (SCANS - 1) as f64;
            let sample = |offset: f64| {
                let across = edge + outwards * offset;
                let (x, y) = match side {
                    Side::Left | Side::Right => (across, rect.min.y + t * rect.height()),
                    Side::Top | Side::Bottom => (rect.min.x + t * rect.width(), across),
                };
                pixel_at(pixels, x.floor() as i64, y.floor() as i64)
            };
            if let Some(offset) = border_end(&sample, cell_colour, line, pitch) {
                offsets.push(offset as f32);
            }
        }
    }
    edge + outwards * f64::from(median(&mut offsets))
}

/// Where the border ends, in pixels outwards from the lattice's edge, along one scan line:
/// `sample` gives the colour at such an offset, `None` outside of the picture; `line` is the colour
/// of the lines between the cells.
fn border_end(
    sample: &impl Fn(f64) -> Option<Rgb>,
    cell_colour: &Rgb,
    line: &Rgb,
    pitch: f64,
) -> Option<f64> {
    let offsets = || (0..).map(|k| -INSIDE * pitch + f64::from(k));
    let samples: Vec<(f64, Rgb)> = offsets()
        .take_while(|offset| *offset <= 2.0 * THICKEST * pitch)
        .map_while(|offset| Some((offset, sample(offset)?)))
        .collect();
    let contrast = |k: usize| distance(&samples[k].1, cell_colour);
    let near = samples.iter().filter(|(offset, _)| *offset <= INSIDE * pitch).count();
    let strongest = (0..near).map(contrast).max().unwrap_or(0);
    let Some(begin) = (0..near).find(|&k| contrast(k) > STEP.max(strongest / 10 * 3)) else {
        // A crop without a border ends with its outer cells.
        let is_cropped = near == samples.len();
        return if is_cropped { Some(offsets().nth(near)? - 0.5) } else { None };
    };
    // The border's own colour is the first that differs most from the cell's.
    let mut core = begin;
    while core + 1 < samples.len() && contrast(core + 1) > contrast(core) {
        core += 1;
    }
    let beyond = samples[begin].0 + THICKEST * pitch;
    let page = samples.iter().rev().find(|(offset, _)| *offset <= beyond)?.1;
    let step = STEP.max(distance(&page, &samples[core].1) / 2);
    let end = (core..samples.len())
        .find(|&k| distance(&samples[k].1, &samples[core].1) > step)
        // What goes on to the picture's edge is a border only if it looks like one.
        .or((distance(&samples[core].1, line) < LIKE_LINE).then_some(samples.len()));
    let begin = samples[begin].0;
    let end = end.and_then(|end| offsets().nth(end)).filter(|end| end - begin <= THICKEST * pitch);
    // Samples are a pixel apart: a step lies half a pixel before the first that shows it.
    Some(end.unwrap_or(begin) - 0.5)
}
