//! Whether one and the same thing is drawn in some cells, without knowing what.

use super::sampling::{Raster, Rgb, distance, median_colour};
use crate::board::CellSet;
use crate::geometry::Lattice;
use image::RgbaImage;

/// Samples along a side of a cell: a queen 0.38 cells wide still has 9 of them.
const SAMPLES: u32 = 24;

/// The part of a cell's side, around its middle, that is compared: rings of focus and hover lie
/// outside of it.
const INNER: f64 = 0.7;

/// How far a channel may differ between two drawings of one thing, in levels of 255: smooth edges
/// fall differently on the pixels of each cell.
const TOLERANCE: u8 = 24;

/// The part of the cells that must agree on a sample for it to belong to the thing. Below one, so
/// that a cell of the thing's own colour does not hide it.
const AGREEING: f64 = 0.75;

/// The least part of a cell that a thing takes. A queen takes 7 % or more.
const AREA: f64 = 0.04;

/// The least part of the thing that each of the cells must show.
const SHOWN: f64 = 0.8;

/// The most of it that any other cell may show: a veil over the board is the same in all cells.
const ELSEWHERE: f64 = 0.5;

/// Whether the same thing is drawn in all of `cells` of the board on `lattice`, and in no other.
///
/// This takes no view of regions, lines or marks, and so it can be asked when [`read`](super::read)
/// refuses: of a board whose queens stand where they should, decorated by a game that celebrates
/// them. There must be three cells or more, of at least three colours.
#[must_use]
pub fn is_alike_in(pixels: &RgbaImage, lattice: &Lattice, cells: &CellSet) -> bool {
    let raster = Raster::new(pixels, lattice, INNER, (SAMPLES, SAMPLES));
    // Black where the picture ends.
    let samples = |cell| raster.samples(cell).map(Option::unwrap_or_default).collect::<Vec<Rgb>>();
    let drawn: Vec<Vec<Rgb>> = cells.iter().map(samples).collect();
    if drawn.len() < 3 {
        return false;
    }
    let typical: Vec<Rgb> = (0..(SAMPLES * SAMPLES) as usize)
        .map(|place| median_colour(&drawn.iter().map(|cell| cell[place]).collect::<Vec<_>>()))
        .collect();
    let agrees = |cell: &[Rgb], place: usize| distance(&cell[place], &typical[place]) <= TOLERANCE;
    let thing: Vec<usize> = (0..typical.len())
        .filter(|&place| {
            let agreeing = drawn.iter().filter(|cell| agrees(cell, place)).count();
            agreeing as f64 >= AGREEING * drawn.len() as f64
        })
        .collect();
    let shown = |cell: &[Rgb]| {
        let agreeing = thing.iter().filter(|&&place| agrees(cell, place)).count();
        agreeing as f64 / thing.len() as f64
    };
    let mut others = lattice.cells().filter(|&cell| !cells.contains(cell));
    thing.len() as f64 >= AREA * typical.len() as f64
        && drawn.iter().all(|cell| shown(cell) >= SHOWN)
        && others.all(|cell| shown(&samples(cell)) <= ELSEWHERE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::geometry::{FramePoint, FrameVector};
    use image::Rgba;

    const LATTICE: Lattice = Lattice {
        origin: FramePoint::new(5.25, 7.5),
        pitch: FrameVector::new(30.4, 30.4),
        size: 5,
    };

    /// A board of one colour a row, with a crown-coloured disc in some cells, and a halo around it.
    fn drawn(discs: &[(usize, usize)], halo: f64) -> RgbaImage {
        RgbaImage::from_fn(170, 170, |x, y| {
            let point = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            let Some(cell) = LATTICE.cell_at(point) else { return Rgba([250, 250, 250, 255]) };
            let row = cell.row as u8;
            let ground = [200 - 30 * row, 90 + 20 * row, (60 * row).wrapping_add(40)];
            let away = (point - LATTICE.cell_centre(cell)).length();
            let has_disc = discs.contains(&(cell.row, cell.col));
            let [r, g, b] = match (has_disc, away) {
                (true, ..7.0) => [170, 104, 0],
                (true, ..12.0) => {
                    ground.map(|c| (f64::from(c) * (1.0 - halo) + 255.0 * halo) as u8)
                }
                _ => ground,
            };
            Rgba([r, g, b, 255])
        })
    }

    const QUEENS: [(usize, usize); 5] = [(0, 1), (1, 3), (2, 0), (3, 2), (4, 4)];

    fn alike(pixels: &RgbaImage) -> bool {
        let mut cells = CellSet::new(5);
        for (row, col) in QUEENS {
            cells.insert(Cell::at(row, col));
        }
        is_alike_in(pixels, &LATTICE, &cells)
    }

    #[test]
    fn the_same_thing_in_all_cells_is_seen_with_and_without_a_halo() {
        for halo in [0.0, 0.3, 0.8] {
            assert!(alike(&drawn(&QUEENS, halo)), "{halo}");
        }
    }

    #[test]
    fn a_cell_without_it_is_missed_whichever_it_is() {
        for missing in 0..5 {
            let mut queens = QUEENS.to_vec();
            queens.remove(missing);
            assert!(!alike(&drawn(&queens, 0.3)), "{missing}");
        }
        assert!(!alike(&drawn(&[], 0.0)));
    }

    #[test]
    fn another_cell_with_it_and_a_veil_over_all_are_not_taken_for_it() {
        let mut queens = QUEENS.to_vec();
        queens.push((0, 4));
        assert!(!alike(&drawn(&queens, 0.3)));
        assert!(!alike(&RgbaImage::from_pixel(170, 170, Rgba([60, 60, 60, 255]))));
    }
}
