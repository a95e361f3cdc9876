//! What is drawn much paler than the same elsewhere: drafts, hints and ghosts of queens.

use super::Reading;
use super::dimming::dimmed_by;
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

/// The least of the usual contrast that queens have beside those that are pale: where some have less, each may have her own.
/// Crowns in a darker shade of their region's colour have all between. Chosen.
const STRONG: f64 = 0.75;

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
    let usual = Usual::of(&strong.iter().map(|cell| Ink::of(&raster, cell)).collect::<Vec<_>>());
    cells.iter().filter(|&cell| usual.part_of(&Ink::of(&raster, cell)) < PALE).collect()
}

/// Those of the `queens` of a reading that are much paler than the one that stands out most, in the order of the cells, where
/// no other is a little paler. A cell that a hint dims is not looked at: what is white in it is pale.
#[must_use]
pub fn pale_queens(pixels: &RgbaImage, reading: &Reading) -> Vec<Cell> {
    let Reading { board, lattice, marks, palette, .. } = reading;
    let raster = Raster::new(pixels, lattice, INNER, (SAMPLES, SAMPLES));
    let is_lit =
        |cell: Cell, ink: &Ink| dimmed_by(&palette[board.region(cell).0], &ink.ground).is_none();
    let queens = marks.queens().map(|cell| (cell, Ink::of(&raster, cell)));
    let queens: Vec<(Cell, Ink)> = queens.filter(|(cell, ink)| is_lit(*cell, ink)).collect();
    let strongest = queens.iter().map(|(_, ink)| *ink).max_by_key(Ink::contrast);
    let usual = Usual::of(strongest.as_slice());
    let parts = queens.iter().map(|(cell, ink)| (*cell, usual.part_of(ink)));
    let (pale, others): (Vec<_>, Vec<_>) = parts.partition(|(_, part)| *part < PALE);
    let are_strong = others.iter().all(|(_, part)| *part >= STRONG);
    pale.into_iter().filter(|_| are_strong).map(|(cell, _)| cell).collect()
}

/// How what is usually drawn on a board looks.
struct Usual {
    colour: Rgb,
    least: u8,
}

impl Usual {
    fn of(strong: &[Ink]) -> Self {
        let colour = median_colour(&strong.iter().map(|ink| ink.colour).collect::<Vec<_>>());
        Self { colour, least: strong.iter().map(Ink::contrast).min().unwrap_or_default() }
    }

    /// What part of the contrast it would have there an ink has; more than any where it would have none.
    fn part_of(&self, ink: &Ink) -> f64 {
        let expected = distance(&self.colour, &ink.ground).min(self.least);
        if expected == 0 { f64::INFINITY } else { f64::from(ink.contrast()) / f64::from(expected) }
    }
}

/// The colour of what is drawn in a cell, and of the cell.
#[derive(Clone, Copy)]
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
    fn pale_in_look(look: Look, [one, other]: [f64; 2], colour: impl Fn(Rgb) -> Rgb) -> Vec<Cell> {
        let (pixels, reading) = drawn(look, [one, other, 1.0, 1.0], 1.0, colour);
        let cells = QUEENS.map(|(row, col)| Cell::at(row, col));
        let set = |cells: &[Cell]| CellSet::from_cells(6, cells.iter().copied());
        pale_in(&pixels, &reading.lattice, &set(&cells[..2]), &set(&cells[2..]))
    }

    /// A board in a look, in which the four queens are drawn with these parts of the usual contrast, and the cell of the
    /// first with this part of its brightness.
    fn drawn(
        mut look: Look,
        parts: [f64; 4],
        lit: f64,
        colour: impl Fn(Rgb) -> Rgb,
    ) -> (RgbaImage, Reading) {
        let board = parse("AAABBB\nAACCBB\nDDCCEE\nDDDEEE\nFFDEEE\nFFFFEE").unwrap();
        let mut pixels = render(&board, &Marks::empty(6), &look).pixels;
        let mut reading = vision::read(&pixels).unwrap();
        for (at, ((row, col), part)) in QUEENS.into_iter().zip(parts).enumerate() {
            let cell = Cell::at(row, col);
            let mut marks = Marks::empty(6);
            marks.set(cell, Mark::Queen);
            reading.marks.set(cell, Mark::Queen);
            look.queen.colour = colour(look.palette[board.region(cell).0]);
            let queen = render(&board, &marks, &look).pixels;
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let point = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                if reading.lattice.cell_at(point) != Some(cell) {
                    continue;
                }
                for (level, other) in pixel.0.iter_mut().zip(queen.get_pixel(x, y).0) {
                    let (from, to) = (f64::from(*level), f64::from(other));
                    let lit = if at == 0 { lit } else { 1.0 };
                    *level = (lit * (from + part * (to - from))).round() as u8;
                }
            }
        }
        (pixels, reading)
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

    #[test]
    fn queens_are_pale_beside_one_that_is_not_unless_some_are_between_or_in_cells_that_a_hint_dims()
    {
        let [first, second] = [QUEENS[0], QUEENS[1]].map(|(row, col)| Cell::at(row, col));
        let pale = |parts, lit| {
            let look = Look::classic(6, 44.0, palette(Tone::Saturated));
            let (pixels, reading) = drawn(look, parts, lit, |_| [255; 3]);
            pale_queens(&pixels, &reading)
        };
        assert_eq!(pale([1.0; 4], 1.0), []);
        assert_eq!(pale([0.4, 1.0, 1.0, 1.0], 1.0), [first]);
        assert_eq!(pale([0.4, 0.3, 1.0, 0.3], 1.0).len(), 3);
        assert_eq!(pale([1.0, 0.4, 0.65, 1.0], 1.0), []);
        assert_eq!(pale([1.0, 0.4, 1.0, 1.0], 0.4), [second]);
    }
}
