//! What is drawn in cells, whatever it is, and which of it is the same.

use super::cells::CellColours;
use super::sampling::{Raster, Rgb, distance, ground_of, median_colour};
use super::stain::CONTRAST;
use crate::board::{Board, Cell};
use crate::geometry::Lattice;
use image::RgbaImage;
use std::array;

/// How like each other two drawings of one letter are at least, from 0 to 1: of two letters, up to
/// 13 % of the pairs have 0.8, and none 0.9.
const ALIKE: f64 = 0.9;

/// The same of two drawings of one thing that is small, or in thin lines that fall differently on the pixels
/// of each cell: outlines of crowns had 0.76 to 0.9, and no mark had more than 0.61 with anything printed.
pub(super) const HARDLY_ALIKE: f64 = 0.7;

/// The samples along a side of a cell.
const SAMPLES: (u32, u32) = (12, 48);

/// The part of a cell's side, around its middle, that is compared.
const INNER: f64 = 0.6;

/// The part of a cell's side, around its middle, in which something may come into it.
const WHOLE: f64 = 0.9;

/// The least part of a cell that something takes. Chosen: the thinnest of small letters takes 1 %.
const LEAST: f64 = 0.005;

/// How many samples a mark may lie beside its place in another cell.
const BESIDE: usize = 1;

/// In how many ways it may lie along each side, and in all; in the middle one it is in its place.
const ALONG: usize = 2 * BESIDE + 1;
const PLACES: usize = ALONG * ALONG;
const IN_PLACE: usize = PLACES / 2;

/// Of the box around a cross, what is farther from its middle is a corner, and how far from the middle the middles of its
/// sides begin, and how wide they are, in halves of its sides. Chosen.
const CORNER: f64 = 0.4;
const BESIDE_CENTRE: f64 = 0.7;
const MIDDLE_OF_SIDE: f64 = 0.2;

/// The part of the samples of a cell that tells how much a drawing stands out, those that do so most. Chosen: thin letters
/// take more.
const STRONGEST: f64 = 0.04;

/// What is drawn in some cells, sorted by what is alike.
pub(super) fn kinds(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    cells: &[Cell],
) -> Vec<Kind> {
    let raster = Raster::new(pixels, lattice, INNER, SAMPLES);
    let mut kinds: Vec<Kind> = Vec::new();
    for &cell in cells {
        let drawing = Drawing::of(&raster, cell, &colours.rgb[lattice.index(cell)]);
        match kinds.iter_mut().find(|kind| kind.first.is_like(&drawing, ALIKE)) {
            Some(kind) => {
                kind.cells.push(cell);
                kind.strengths.push(drawing.strength());
            }
            None => kinds.push(Kind {
                strengths: vec![drawing.strength()],
                first: drawing,
                cells: vec![cell],
            }),
        }
    }
    kinds
}

/// What is drawn in each cell, row by row.
pub(super) fn in_cells(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
) -> Vec<Drawing> {
    let raster = Raster::new(pixels, lattice, INNER, SAMPLES);
    let cells = lattice.cells().zip(&colours.rgb);
    cells.map(|(cell, colour)| Drawing::of(&raster, cell, colour)).collect()
}

/// Cells in which the same is drawn.
pub(super) struct Kind {
    pub(super) first: Drawing,
    pub(super) cells: Vec<Cell>,
    /// How much it stands out in each of these cells, in levels of a channel.
    pub(super) strengths: Vec<u8>,
}

impl Kind {
    pub(super) fn is_in_one_region(&self, board: &Board) -> bool {
        self.cells.iter().all(|&cell| board.region(cell) == board.region(self.cells[0]))
    }
}

/// Whether the same is drawn in two cells of the board on `lattice`, in whatever colours, and anything at all.
#[must_use]
pub fn shows_same(pixels: &RgbaImage, lattice: &Lattice, cells: [Cell; 2]) -> bool {
    are_like(pixels, lattice, cells, ALIKE)
}

/// Whether two cells of the board on `lattice` show what is not the same, however small it is.
#[must_use]
pub fn shows_another(pixels: &RgbaImage, lattice: &Lattice, cells: [Cell; 2]) -> bool {
    !are_like(pixels, lattice, cells, HARDLY_ALIKE)
}

fn are_like(pixels: &RgbaImage, lattice: &Lattice, cells: [Cell; 2], least: f64) -> bool {
    let raster = Raster::new(pixels, lattice, INNER, SAMPLES);
    let [one, other] = cells.map(|cell| {
        let samples: Vec<Rgb> =
            raster.samples(cell).into_iter().map(Option::unwrap_or_default).collect();
        Drawing::of(&raster, cell, &ground_of(&samples, raster.columns as usize))
    });
    one.stands_out() && other.stands_out() && one.is_like(&other, least)
}

/// What is drawn in a cell, or came into it: by how much each sample differs from the cell's colour, row by row.
pub struct Drawing {
    columns: usize,
    levels: Vec<u8>,
    /// The sum of the squares of its part in each place.
    norms: [u32; PLACES],
}

impl Drawing {
    /// What came into a cell between two pictures of a board, which is on a lattice in each; it may be another cell in the
    /// first one, with nothing in it. Where something was taken away, and the colour that most of the cell had is seen,
    /// nothing did.
    #[must_use]
    pub fn between(cells: [(&RgbaImage, &Lattice, Cell); 2]) -> Self {
        let fixed = (SAMPLES.1, SAMPLES.1);
        let [then, now] = cells.map(|(pixels, lattice, cell)| {
            Raster::new(pixels, lattice, WHOLE, fixed).samples(cell)
        });
        let own = median_colour(&then.iter().flatten().copied().collect::<Vec<_>>());
        let level = |(then, now): (Option<Rgb>, Option<Rgb>)| {
            then.zip(now).map_or(0, |(then, now)| distance(&then, &now).min(distance(&now, &own)))
        };
        Self::new(SAMPLES.1 as usize, then.into_iter().zip(now).map(level).collect())
    }

    /// Whether anything is drawn.
    #[must_use]
    pub fn shows(&self) -> bool {
        self.area() >= LEAST
    }

    /// The part of its cell that it takes, from 0 to 1.
    #[must_use]
    pub fn area(&self) -> f64 {
        let clear = self.levels.iter().filter(|&&level| level >= CONTRAST).count();
        clear as f64 / self.levels.len() as f64
    }

    /// How like each other two drawings are, however strong, where they fit best: their normalised cross-correlation,
    /// from 0 to 1.
    #[must_use]
    pub fn likeness(&self, other: &Self) -> f64 {
        let at = |place: usize| {
            let norms = f64::from(self.norms[IN_PLACE]) * f64::from(other.norms[place]);
            f64::from(product(self.part(IN_PLACE), other.part(place))) / norms.sqrt().max(1.0)
        };
        (0..PLACES).map(at).fold(0.0, f64::max)
    }

    fn new(columns: usize, levels: Vec<u8>) -> Self {
        let drawing = Self { columns, levels, norms: [0; PLACES] };
        let norms = array::from_fn(|place| product(drawing.part(place), drawing.part(place)));
        Self { norms, ..drawing }
    }

    fn of(raster: &Raster<'_>, cell: Cell, colour: &Rgb) -> Self {
        let level = |sample: Option<Rgb>| sample.map_or(0, |own| distance(&own, colour));
        Self::new(raster.columns as usize, raster.samples(cell).into_iter().map(level).collect())
    }

    /// The rows of what is compared of it in a place.
    fn part(&self, place: usize) -> impl Iterator<Item = &[u8]> {
        let (down, right) = (place / ALONG, place % ALONG);
        let rows = self.levels.chunks(self.columns);
        let (height, width) = (rows.len() - 2 * BESIDE, self.columns - 2 * BESIDE);
        rows.skip(down).take(height).map(move |row| &row[right..right + width])
    }

    /// How much it stands out from its cell, in levels of a channel.
    fn strength(&self) -> u8 {
        let mut levels = self.levels.clone();
        let rank = (STRONGEST * levels.len() as f64) as usize;
        *levels.select_nth_unstable_by_key(rank, |level| u8::MAX - level).1
    }

    /// Whether it is a drawing, and not noise in the cell's colour.
    pub(super) fn stands_out(&self) -> bool {
        self.strength() >= CONTRAST
    }

    /// Whether it has strokes from corner to corner, and nothing at the middle of a side: a cross.
    #[must_use]
    pub fn is_cross(&self) -> bool {
        let least = self.strength() / 2;
        let ink: Vec<(usize, usize)> = (0..self.levels.len())
            .filter(|&at| self.levels[at] > least)
            .map(|at| (at % self.columns, at / self.columns))
            .collect();
        let span = |of: &dyn Fn(&(usize, usize)) -> usize| {
            let all = || ink.iter().map(of);
            Some((all().min()? as f64, all().max()? as f64 + 1.0))
        };
        let (Some(across), Some(down)) = (span(&|at| at.0), span(&|at| at.1)) else { return false };
        // Where it is in the box around all of it, from -1 to 1 along each side.
        let places: Vec<(f64, f64)> = ink
            .iter()
            .map(|&(x, y)| {
                let place = |at: usize, (low, high): (f64, f64)| {
                    2.0 * (at as f64 + 0.5 - low) / (high - low) - 1.0
                };
                (place(x, across), place(y, down))
            })
            .collect();
        let is_corner = |right: bool, low: bool| {
            places.iter().any(|&(x, y)| {
                x.abs().min(y.abs()) > CORNER && (x > 0.0) == right && (y > 0.0) == low
            })
        };
        let is_beside = |&(x, y): &(f64, f64)| {
            x.abs().max(y.abs()) > BESIDE_CENTRE && x.abs().min(y.abs()) < MIDDLE_OF_SIDE
        };
        let corners = [(false, false), (false, true), (true, false), (true, true)];
        corners.into_iter().all(|(right, low)| is_corner(right, low))
            && !places.iter().any(is_beside)
    }

    /// Whether another one is the same, however strong: so much like it, or more.
    pub(super) fn is_like(&self, other: &Self, least: f64) -> bool {
        self.likeness(other) >= least
    }
}

/// The sum of the products of what is in one place in both. With at most 48 samples a side it fits.
fn product<'a>(a: impl Iterator<Item = &'a [u8]>, b: impl Iterator<Item = &'a [u8]>) -> u32 {
    let of_row = |(a, b): (&[u8], &[u8])| -> u32 {
        a.iter().zip(b).map(|(a, b)| u32::from(*a) * u32::from(*b)).sum()
    };
    a.zip(b).map(of_row).sum()
}

/// Boards with glyphs in their cells, to be compared.
#[cfg(test)]
pub(super) mod glyphs {
    use super::*;
    use crate::geometry::{FramePoint, FrameVector};
    use image::Rgba;

    pub(in crate::vision) const SIDE: usize = 5;
    const PITCH: u32 = 40;

    /// Rows of 5 samples each.
    pub(in crate::vision) const LETTERS: [&str; SIDE] = [
        "#.... #.... #.... #.... #####",
        "##### ..#.. ..#.. ..#.. ..#..",
        "#...# #...# ##### #...# #...#",
        "#...# #...# #...# #...# #####",
        "##### ..##. .##.. ##... #####",
    ];
    pub(in crate::vision) const X: &str = "#...# .#.#. ..#.. .#.#. #...#";
    pub(in crate::vision) const CROWN: &str = "#.#.# ##### ##### ##### #####";
    /// It is drawn in a lighter grey than all others.
    pub(in crate::vision) const DOT: &str = "..... .###. .###. .###. .....";

    /// A grey board with glyphs.
    pub(in crate::vision) struct Glyphs {
        pub(in crate::vision) pixels: RgbaImage,
        pub(in crate::vision) lattice: Lattice,
        pub(in crate::vision) colours: CellColours,
    }

    impl Glyphs {
        pub(in crate::vision) fn drawn(glyph: impl Fn(Cell) -> Option<&'static str>) -> Self {
            let origin = FramePoint::new(0.0, 0.0);
            let pitch = FrameVector::new(f64::from(PITCH), f64::from(PITCH));
            let lattice = Lattice { origin, pitch, size: SIDE };
            let mut colours = CellColours::default();
            let mut pixels =
                RgbaImage::from_pixel(PITCH * SIDE as u32, PITCH * SIDE as u32, Rgba([200; 4]));
            for cell in lattice.cells() {
                colours.push([200.0; 3], 1.0);
                let Some(glyph) = glyph(cell) else { continue };
                let level = if glyph == DOT { 130 } else { 40 };
                // Smooth edges fall differently on the pixels of each cell.
                let beside = (cell.row % 2) as u32;
                for (row, samples) in (0..).zip(glyph.split(' ')) {
                    for (column, _) in samples.match_indices('#') {
                        for (x, y) in (0..16).map(|at| (at % 4, at / 4)) {
                            let across =
                                cell.col as u32 * PITCH + 10 + 4 * column as u32 + x + beside;
                            let down = cell.row as u32 * PITCH + 10 + 4 * row + y;
                            pixels.put_pixel(across, down, Rgba([level, level, level, 255]));
                        }
                    }
                }
            }
            Self { pixels, lattice, colours }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::glyphs::{CROWN, DOT, Glyphs, LETTERS, X};
    use super::*;

    #[test]
    fn a_cross_goes_from_corner_to_corner() {
        let glyphs = [X, CROWN, DOT, LETTERS[2], LETTERS[4]];
        let drawn = |cell: Cell| (cell.row < 2).then(|| glyphs[cell.col]);
        let Glyphs { pixels, lattice, colours } = Glyphs::drawn(drawn);
        let cells: Vec<Cell> = lattice.cells().filter(|cell| drawn(*cell).is_some()).collect();
        let kinds = kinds(&pixels, &lattice, &colours, &cells);
        let crosses: Vec<bool> = kinds.iter().map(|kind| kind.first.is_cross()).collect();
        assert_eq!(crosses, [true, false, false, false, false]);
    }

    #[test]
    fn what_is_taken_away_has_not_come_and_what_takes_its_place_has() {
        let board = |glyph| Glyphs::drawn(|cell| Some(glyph).filter(|_| cell == Cell::at(1, 1)));
        let (bare, cross, crown) = (Glyphs::drawn(|_| None), board(X), board(CROWN));
        let came = |then: &Glyphs, now: &Glyphs| {
            let cell = Cell::at(1, 1);
            Drawing::between([then, now].map(|glyphs| (&glyphs.pixels, &glyphs.lattice, cell)))
                .shows()
        };
        assert_eq!([came(&bare, &cross), came(&cross, &crown)], [true; 2]);
        assert_eq!([came(&cross, &bare), came(&cross, &cross)], [false; 2]);
    }

    #[test]
    fn two_cells_show_the_same_where_one_glyph_is_drawn_in_both_and_not_where_none_is() {
        let drawn = |cell: Cell| match (cell.row, cell.col) {
            (0, 0) | (3, 2) => Some(CROWN),
            (1, 1) | (4, 4) => Some(X),
            _ => None,
        };
        let Glyphs { pixels, lattice, .. } = Glyphs::drawn(drawn);
        let is_same = |one, other| shows_same(&pixels, &lattice, [one, other]);
        let [crown, other_crown, cross, other_cross] =
            [(0, 0), (3, 2), (1, 1), (4, 4)].map(|(row, col)| Cell::at(row, col));
        assert!(is_same(crown, other_crown) && is_same(cross, other_cross));
        assert!(!is_same(crown, cross) && !is_same(other_cross, other_crown));
        assert!(!is_same(Cell::at(2, 2), Cell::at(2, 3)), "two empty ones");
    }
}
