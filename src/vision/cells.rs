//! The colour of each cell: the most common one along its rim, between the lines around it and the
//! mark in its middle, so that neither a mark nor a pointer counts.

use super::sampling::{Rgb, distance, sample_cell};
use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;
use palette::{FromColor, Lab, Srgb};

/// The colours of all cells of a lattice, row by row.
#[derive(Debug, Clone)]
pub(super) struct CellColours {
    /// sRGB, 0 to 255.
    pub(super) rgb: Vec<Rgb>,
    /// The same in CIELAB, white point D65.
    pub(super) lab: Vec<Lab>,
    /// The part of the cell's samples that have this colour, 0 to 1.
    pub(super) support: Vec<f32>,
}

/// The outer side of what is sampled, in cells: walls take up to 5 % of the cell on each side, gaps
/// up to 8 %, rounded corners a little more.
const OUTER: f64 = 0.78;

/// The inner side of the rim, in cells. Glyphs are 0.41 to 0.76 of a cell wide, but none is a full
/// square.
const RIM: f64 = 0.58;

/// With less support than this along the rim (stripes, a glyph that fills its cell), the whole
/// inner part is asked.
const CLEAR: f32 = 0.4;

/// Samples along each side of a cell: enough to see a colour that covers a tenth of it.
const SAMPLES: u32 = 24;

/// How far, in any channel, a sample of the colour may lie from it. Chosen: less, and JPEG parts
/// one colour into several; more, and near twins become one.
const TOLERANCE: f32 = 12.0;

/// Measures the colour of every cell. Cells outside of the picture are black with no support.
pub(super) fn measure_colours(pixels: &RgbaImage, lattice: &Lattice) -> CellColours {
    let mut colours = CellColours { rgb: Vec::new(), lab: Vec::new(), support: Vec::new() };
    for cell in lattice.cells() {
        let mut measured = mode(&samples(pixels, lattice, cell, RIM));
        if measured.1 < CLEAR {
            let whole = mode(&samples(pixels, lattice, cell, 0.0));
            if whole.1 > measured.1 {
                measured = whole;
            }
        }
        colours.rgb.push(measured.0);
        colours.lab.push(to_lab(measured.0));
        colours.support.push(measured.1);
    }
    colours
}

/// An sRGB colour (0 to 255) in CIELAB.
pub(super) fn to_lab(rgb: Rgb) -> Lab {
    let [r, g, b] = rgb.map(|channel| channel / 255.0);
    Lab::from_color(Srgb::new(r, g, b))
}

/// The distance of two colours: CIELAB dE of 1976.
pub(super) fn delta_e(a: &Lab, b: &Lab) -> f32 {
    ((a.l - b.l).powi(2) + (a.a - b.a).powi(2) + (a.b - b.b).powi(2)).sqrt()
}

/// Samples of a cell, without those inside of a square of side `hole` (in cells) in its middle.
fn samples(pixels: &RgbaImage, lattice: &Lattice, cell: Cell, hole: f64) -> Vec<Rgb> {
    let count = |side: f64| ((side * OUTER) as u32).clamp(1, SAMPLES);
    let counts = (count(lattice.pitch.x), count(lattice.pitch.y));
    sample_cell(pixels, lattice, cell, OUTER, counts)
        .filter(|sample| sample.x.abs().max(sample.y.abs()) >= hole / 2.0)
        .filter_map(|sample| sample.colour)
        .collect()
}

/// The most common colour of some samples, and the part of them that have it.
fn mode(samples: &[Rgb]) -> (Rgb, f32) {
    let mut best: (Rgb, usize) = ([0.0; 3], 0);
    // Candidates are samples themselves: a grid of colour bins would split a colour that lies on
    // the edge of one. Every third is enough to meet each common colour.
    for candidate in samples.iter().step_by(3) {
        if is_near(candidate, &best.0) && best.1 > 0 {
            continue;
        }
        let count = samples.iter().filter(|sample| is_near(sample, candidate)).count();
        if count > best.1 {
            best = (*candidate, count);
        }
        if 2 * count > samples.len() {
            break;
        }
    }
    let mut mean = best.0;
    for _ in 0..2 {
        let near: Vec<_> = samples.iter().filter(|sample| is_near(sample, &mean)).collect();
        if near.is_empty() {
            return (mean, 0.0);
        }
        let count = near.len() as f32;
        mean = std::array::from_fn(|k| near.iter().map(|sample| sample[k]).sum::<f32>() / count);
    }
    let near = samples.iter().filter(|sample| is_near(sample, &mean)).count();
    (mean, near as f32 / samples.len().max(1) as f32)
}

fn is_near(a: &Rgb, b: &Rgb) -> bool {
    distance(a, b) <= TOLERANCE
}
