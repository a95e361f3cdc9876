//! Boards on which each cell goes evenly from one shade to another, from top to bottom or in any direction, as buttons
//! that shine do: what they are without it.

use super::sampling::{Raster, Rgb, distance, median, pixel_at};
use crate::geometry::{FramePoint, FrameVector, Lattice};
use image::{Rgba, RgbaImage};

/// The part of a cell's side, around its middle, that is looked at: gaps, and the light and dark edges of such buttons,
/// lie outside of it. Chosen.
const INNER: f64 = 0.76;

/// The fewest and the most samples along it. Chosen.
const SAMPLES: (u32, u32) = (8, 24);

/// How far from the middle two samples are at least that tell the slope between them, as a part of the way to the edge of
/// what is looked at. Chosen: beyond half of it, marks take less.
const APART: f64 = 0.5;

/// How far a colour may be from where the shades of its cell have it, in levels of a channel. Chosen: rounding, dithering
/// and compression.
const NEAR: u8 = 6;

/// The least part of a cell that has its shades: marks take the rest. Chosen.
const COVERED: f64 = 0.5;

/// How much a channel changes from one side of a cell to the other at least, where that matters. Chosen: less is one
/// colour anyway.
const STEEP: f32 = 12.0;

/// The least part of the cells that must be like that. Chosen: queens may cover what is below them.
const MOST: f64 = 0.75;

/// The picture of a board with each cell in the colour of its middle throughout, if most are shaded.
pub(super) fn without_gloss(pixels: &RgbaImage, lattice: &Lattice) -> Option<RgbaImage> {
    let raster = Raster::new(pixels, lattice, INNER, SAMPLES);
    let shaded: Vec<_> = lattice
        .cells()
        .filter_map(|cell| Some((cell, Shades::of(&raster, &raster.samples(cell))?)))
        .collect();
    let steep = shaded.iter().filter(|(_, shades)| shades.are_steep()).count();
    if (steep as f64) < MOST * (lattice.size * lattice.size) as f64 {
        return None;
    }
    let mut plain = pixels.clone();
    for (cell, shades) in shaded {
        let middle = lattice.cell_centre(cell);
        let rect = lattice.cell_rect(cell).round_out();
        let [r, g, b] = shades.at(FrameVector::zero());
        for y in rect.min.y as i64..rect.max.y as i64 {
            for x in rect.min.x as i64..rect.max.x as i64 {
                let at = FramePoint::new(x as f64 + 0.5, y as f64 + 0.5) - middle;
                let at = at.component_div(lattice.pitch);
                if pixel_at(pixels, x, y).is_some_and(|seen| shades.have(&seen, at)) {
                    plain.put_pixel(x as u32, y as u32, Rgba([r, g, b, u8::MAX]));
                }
            }
        }
    }
    Some(plain)
}

/// The shades of one cell: a plane for each channel.
struct Shades {
    middle: [f32; 3],
    /// How much each channel changes in a cell's width to the right, and in its height down.
    right: [f32; 3],
    down: [f32; 3],
}

impl Shades {
    /// Those of most of a cell's samples: the medians of the slopes between samples on opposite sides, and of what is
    /// left without these.
    fn of(raster: &Raster<'_>, samples: &[Option<Rgb>]) -> Option<Self> {
        let (columns, rows) = (raster.columns as usize, raster.rows as usize);
        let sample = |x: usize, y: usize| samples[y * columns + x];
        // In cells from the middle.
        let place =
            |index: usize, count: usize| ((index as f64 + 0.5) / count as f64 - 0.5) * INNER;
        let is_outer = |index: &usize, count: usize| -place(*index, count) >= APART * INNER / 2.0;
        let pairs_right = (0..columns).filter(|x| is_outer(x, columns)).flat_map(|x| {
            let way = -2.0 * place(x, columns);
            (0..rows).map(move |y| (sample(x, y), sample(columns - 1 - x, y), way))
        });
        let pairs_down = (0..rows).filter(|y| is_outer(y, rows)).flat_map(|y| {
            let way = -2.0 * place(y, rows);
            (0..columns).map(move |x| (sample(x, y), sample(x, rows - 1 - y), way))
        });
        let right = slopes(pairs_right);
        let down = slopes(pairs_down);
        let places = || (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let seen = || {
            places().filter_map(|(x, y)| {
                let at = FrameVector::new(place(x, columns), place(y, rows));
                Some((sample(x, y)?, at))
            })
        };
        let sloped = Self { middle: [0.0; 3], right, down };
        let middle = std::array::from_fn(|channel| {
            let without = |(seen, at): (Rgb, FrameVector)| {
                f32::from(seen[channel]) - sloped.exactly_at(at)[channel]
            };
            median(&mut seen().map(without).collect::<Vec<_>>())
        });
        let shades = Self { middle, ..sloped };
        let own = seen().filter(|(seen, at)| shades.have(seen, *at)).count();
        (own as f64 >= COVERED * samples.len() as f64).then_some(shades)
    }

    /// The colour at a place, in cells from the middle.
    fn at(&self, at: FrameVector) -> Rgb {
        self.exactly_at(at).map(|channel| channel.round() as u8)
    }

    fn exactly_at(&self, at: FrameVector) -> [f32; 3] {
        std::array::from_fn(|channel| {
            self.middle[channel]
                + self.right[channel] * at.x as f32
                + self.down[channel] * at.y as f32
        })
    }

    fn have(&self, seen: &Rgb, at: FrameVector) -> bool {
        distance(seen, &self.at(at)) <= NEAR
    }

    fn are_steep(&self) -> bool {
        self.right.iter().chain(&self.down).any(|slope| slope.abs() >= STEEP)
    }
}

/// The median slope of each channel between pairs of samples that are so far apart.
fn slopes(pairs: impl Iterator<Item = (Option<Rgb>, Option<Rgb>, f64)>) -> [f32; 3] {
    let pairs: Vec<(Rgb, Rgb, f64)> =
        pairs.filter_map(|(from, to, way)| Some((from?, to?, way))).collect();
    std::array::from_fn(|channel| {
        let slope = |(from, to, way): &(Rgb, Rgb, f64)| {
            (f32::from(to[channel]) - f32::from(from[channel])) / *way as f32
        };
        median(&mut pairs.iter().map(slope).collect::<Vec<_>>())
    })
}
