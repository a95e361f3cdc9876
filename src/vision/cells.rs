//! The colour of each cell: the most common one of its inner part, so that a mark or a pointer
//! over it does not count.

use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;
use palette::{FromColor, Lab, Srgb};

/// The colours of all cells of a lattice, row by row.
#[derive(Debug, Clone)]
pub(super) struct CellColours {
    /// sRGB, 0 to 255.
    pub(super) rgb: Vec<[f32; 3]>,
    /// The same in CIELAB, white point D65.
    pub(super) lab: Vec<Lab>,
    /// The part of the cell's inner samples that have this colour, 0 to 1.
    pub(super) support: Vec<f32>,
}

/// How much of a cell's side is sampled, around its middle: the rest may belong to walls, rounded
/// corners and gaps.
const INNER: f64 = 0.7;

/// The part of [`INNER`] that a glyph which fills its cell leaves free on all sides.
const RIM: f64 = 0.85;

/// With less support than this the most common colour may be the glyph's: only the rim tells.
const CLEAR: f32 = 0.45;

/// Samples along each side of a cell: enough to see a colour that covers a tenth of it.
const SAMPLES: usize = 24;

/// How far, in any channel, a sample of the colour may lie from it. JPEG artefacts in a flat area
/// stay below 10 at quality 60.
const TOLERANCE: f32 = 12.0;

/// Measures the colour of every cell. Cells outside of the picture are black with no support.
pub(super) fn measure_colours(pixels: &RgbaImage, lattice: &Lattice) -> CellColours {
    let mut colours = CellColours { rgb: Vec::new(), lab: Vec::new(), support: Vec::new() };
    for row in 0..lattice.size {
        for col in 0..lattice.size {
            let cell = Cell::at(row, col);
            let mut measured = mode(&inner_samples(pixels, lattice, cell, 0.0));
            if measured.1 < CLEAR {
                let rim = mode(&inner_samples(pixels, lattice, cell, RIM));
                if rim.1 > measured.1 {
                    measured = rim;
                }
            }
            colours.rgb.push(measured.0);
            colours.lab.push(to_lab(measured.0));
            colours.support.push(measured.1);
        }
    }
    colours
}

/// An sRGB colour (0 to 255) in CIELAB.
pub(super) fn to_lab(rgb: [f32; 3]) -> Lab {
    let [r, g, b] = rgb.map(|channel| channel / 255.0);
    Lab::from_color(Srgb::new(r, g, b))
}

/// The distance of two colours: CIELAB dE of 1976.
pub(super) fn delta_e(a: &Lab, b: &Lab) -> f32 {
    ((a.l - b.l).powi(2) + (a.a - b.a).powi(2) + (a.b - b.b).powi(2)).sqrt()
}

/// Samples of a cell's inner part, without those nearer to its middle than the part `hole` of it.
fn inner_samples(pixels: &RgbaImage, lattice: &Lattice, cell: Cell, hole: f64) -> Vec<[f32; 3]> {
    let rect = lattice.cell_rect(cell);
    let centre = rect.center();
    let count = |side: f64| ((side * INNER) as usize).clamp(1, SAMPLES);
    let (columns, rows) = (count(rect.width()), count(rect.height()));
    let offset = |k: usize, count: usize| (2.0 * k as f64 + 1.0) / count as f64 - 1.0;
    let mut samples = Vec::with_capacity(columns * rows);
    for j in 0..rows {
        let v = offset(j, rows);
        for i in 0..columns {
            let u = offset(i, columns);
            let x = centre.x + u * INNER / 2.0 * rect.width();
            let y = centre.y + v * INNER / 2.0 * rect.height();
            if u.abs().max(v.abs()) < hole || x < 0.0 || y < 0.0 {
                continue;
            }
            if let Some(pixel) = pixels.get_pixel_checked(x as u32, y as u32) {
                samples.push([pixel[0], pixel[1], pixel[2]].map(f32::from));
            }
        }
    }
    samples
}

/// The most common colour of some samples, and the part of them that have it.
fn mode(samples: &[[f32; 3]]) -> ([f32; 3], f32) {
    let mut best: ([f32; 3], usize) = ([0.0; 3], 0);
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

fn is_near(a: &[f32; 3], b: &[f32; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= TOLERANCE)
}
