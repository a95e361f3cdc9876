//! What lies around a lattice: a board ends where its lattice does.

use super::sampling::{Raster, Rgb, distance};
use super::walls;
use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;

/// The part of the outer cells that may go on beyond the lattice with no line and in the same
/// colour: a region can have the page's.
const OPEN: f64 = 0.3;

/// Up to this size, a few cells out of a larger board often make a puzzle with one solution.
const SMALL: usize = 5;

/// The least part of the places on each side of a small board that have one colour, the page's.
const PLAIN: f64 = 0.6;

/// How much the page's colour may vary, in levels of a channel.
const SAME: u8 = 12;

/// Whether the lattice is only a part of something larger.
pub(super) fn is_part_of_more(pixels: &RgbaImage, lattice: &Lattice) -> bool {
    walls::open_sides(pixels, lattice) as f64 > OPEN * (4 * lattice.size) as f64
        || lattice.size <= SMALL && !is_on_plain_page(pixels, lattice)
}

/// Whether the places around the lattice, as large as its cells, have one colour in their middle,
/// the same on all sides.
fn is_on_plain_page(pixels: &RgbaImage, lattice: &Lattice) -> bool {
    let mut outer = *lattice;
    outer.origin -= outer.pitch;
    outer.size += 2;
    let raster = Raster::new(pixels, &outer, 0.5, (4, 4));
    let last = outer.size - 1;
    let side = |cell: fn(usize, usize) -> Cell| -> Vec<Rgb> {
        (1..last).flat_map(|k| raster.samples(cell(k, last))).flatten().collect()
    };
    let sides = [
        side(|k, _| Cell::at(0, k)),
        side(|k, _| Cell::at(k, 0)),
        side(|k, last| Cell::at(last, k)),
        side(Cell::at),
    ];
    let like = |side: &[Rgb], colour: &Rgb| {
        side.iter().filter(|other| distance(other, colour) <= SAME).count()
    };
    let all = sides.concat();
    let Some(page) = all.iter().step_by(7).max_by_key(|colour| like(&all, colour)) else {
        return true;
    };
    sides.iter().all(|side| like(side, page) as f64 >= PLAIN * side.len() as f64)
}
