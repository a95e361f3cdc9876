//! What is drawn much paler than the same elsewhere: drafts, hints and ghosts of queens.

use super::sampling::{Raster, Rgb, distance, ground_of, median_colour};
use crate::board::{Cell, CellSet};
use crate::geometry::Lattice;
use image::RgbaImage;

/// Samples along a side of a cell.
const SAMPLES: u32 = 24;

/// The part of a cell's side, around its middle, that is looked at: rings of focus and hover lie outside of it.
const INNER: f64 = 0.7;

/// The part of the samples of a cell that tells how strongly something is drawn there, those that stand out most: a
/// queen of a fifth of the cell's width takes twice as much, and what is brighter in her is less. Chosen.
const STRONGEST: f64 = 0.02;

/// The most of the usual contrast that is pale. The ghosts and hints of pages that were played had 0.15 to 0.4 of it; that
/// of a queen who is locked and drawn weakly was never measured: she is clicked on in vain where it is less. Chosen.
const PALE: f64 = 0.5;

/// Those of some `cells` of the board on `lattice` in which what is drawn stands out from its cell much less than what
/// is drawn in each of the `strong` ones, and than that would stand out there, in the order of the cells. None without
/// strong ones.
#[must_use]
pub fn pale_in(
    pixels: &RgbaImage,
    lattice: &Lattice,
    cells: &CellSet,
    strong: &CellSet,
) -> Vec<Cell> {
    let raster = Raster::new(pixels, lattice, INNER, (SAMPLES, SAMPLES));
    let strong: Vec<Ink> = strong.iter().map(|cell| Ink::of(&raster, cell)).collect();
    let colour = median_colour(&strong.iter().map(|ink| ink.colour).collect::<Vec<_>>());
    let least = strong.iter().map(Ink::contrast).min().unwrap_or_default();
    let is_pale = |cell: &Cell| {
        let ink = Ink::of(&raster, *cell);
        let expected = distance(&colour, &ink.ground).min(least);
        f64::from(ink.contrast()) < PALE * f64::from(expected)
    };
    cells.iter().filter(is_pale).collect()
}

/// The colour of what is drawn in a cell, and of the cell.
struct Ink {
    colour: Rgb,
    ground: Rgb,
}

impl Ink {
    /// What the picture does not show is black.
    fn of(raster: &Raster<'_>, cell: Cell) -> Self {
        let mut samples: Vec<Rgb> =
            raster.samples(cell).into_iter().map(Option::unwrap_or_default).collect();
        let ground = ground_of(&samples, raster.columns as usize);
        samples.sort_by_key(|sample| u8::MAX - distance(sample, &ground));
        let strongest = (STRONGEST * samples.len() as f64) as usize;
        Self { colour: samples[strongest], ground }
    }

    fn contrast(&self) -> u8 {
        distance(&self.colour, &self.ground)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Mark, Marks, parse};
    use crate::geometry::FramePoint;
    use crate::render::{Look, Tone, random_palette, render};
    use crate::vision;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const QUEENS: [(usize, usize); 4] = [(0, 2), (1, 5), (3, 0), (5, 3)];

    /// Those of the four queens that are pale, where they are drawn with these parts of the usual contrast, the last two
    /// with all of it.
    fn pale_of(parts: [f64; 2], tone: Tone, colour: impl Fn(Rgb) -> Rgb) -> Vec<Cell> {
        pale_in_look(Look::classic(6, 44.0, palette(tone)), parts, colour)
    }

    fn palette(tone: Tone) -> Vec<Rgb> {
        random_palette(6, tone, &mut ChaCha8Rng::seed_from_u64(6))
    }

    /// The same on a board in this look.
    fn pale_in_look(mut look: Look, parts: [f64; 2], colour: impl Fn(Rgb) -> Rgb) -> Vec<Cell> {
        let board = parse("AAABBB\nAACCBB\nDDCCEE\nDDDEEE\nFFDEEE\nFFFFEE").unwrap();
        let empty = render(&board, &Marks::empty(6), &look);
        let mut pixels = empty.pixels.clone();
        let lattice = vision::read(&pixels).unwrap().lattice;
        let cells = QUEENS.map(|(row, col)| Cell::at(row, col));
        for (&cell, part) in cells.iter().zip(parts.into_iter().chain([1.0, 1.0])) {
            let mut marks = Marks::empty(6);
            marks.set(cell, Mark::Queen);
            look.queen.colour = colour(look.palette[board.region(cell).0]);
            let drawn = render(&board, &marks, &look).pixels;
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let at = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                if lattice.cell_at(at) != Some(cell) {
                    continue;
                }
                for (level, other) in pixel.0.iter_mut().zip(drawn.get_pixel(x, y).0) {
                    let (from, to) = (f64::from(*level), f64::from(other));
                    *level = (from + part * (to - from)).round() as u8;
                }
            }
        }
        let set = |cells: &[Cell]| CellSet::from_cells(6, cells.iter().copied());
        pale_in(&pixels, &lattice, &set(&cells[..2]), &set(&cells[2..]))
    }

    #[test]
    fn ghosts_are_pale_and_locked_queens_and_those_in_cells_of_nearly_their_colour_are_not() {
        let [first, second] = [(0, 2), (1, 5)].map(|(row, col)| Cell::at(row, col));
        let black = |_| [20, 20, 20];
        for tone in [Tone::Pastel, Tone::Saturated] {
            assert_eq!(pale_of([0.3, 1.0], tone, black), [first], "{tone:?}");
            assert_eq!(pale_of([0.4, 0.15], tone, black), [first, second], "{tone:?}");
            assert_eq!(pale_of([0.65, 1.0], tone, black), [], "{tone:?}");
        }
        // Each in a darker colour of its region, and one of all colours near that of their cells.
        let darker = |ground: Rgb| ground.map(|level| level - level / 4);
        assert_eq!(pale_of([0.3, 1.0], Tone::Pastel, darker), [first]);
        assert_eq!(pale_of([0.8, 1.0], Tone::Pastel, darker), []);
        let white = |_| [255, 255, 255];
        assert_eq!(pale_of([1.0, 1.0], Tone::Pastel, white), []);
        assert_eq!(pale_of([0.3, 1.0], Tone::Dark, white), [first]);
    }

    #[test]
    fn queens_of_a_fifth_of_their_cells_width_are_not_pale_and_their_ghosts_are() {
        // They fall differently on the pixels of each cell.
        let mut look = Look::classic(6, 30.7, palette(Tone::Pastel));
        look.is_snapped = false;
        look.queen.size = 0.2;
        let pale = |parts| pale_in_look(look.clone(), parts, |_| [20, 20, 20]);
        assert_eq!(pale([1.0, 1.0]), []);
        assert_eq!(pale([1.0, 0.3]), [Cell::at(QUEENS[1].0, QUEENS[1].1)]);
    }
}
