//! Boards that end early on one side: the edge of their window cuts through the outer cells, all along that side.

use super::cells::CellColours;
use super::sampling::{Rgb, distance, median, median_colour};
use super::side::Side;
use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;

/// Where cells are looked along, as parts of them: beside marks, which are in their middle.
const BESIDE_MARKS: [f64; 2] = [0.15, 0.85];

/// How far before its lattice line a cell is looked at first, in cells: where it is cut, it has its colour still
/// if it could be told.
const FIRST: f64 = 0.75;

/// The least part of a cell that is missing, in cells and in pixels, where the cells of the next row are whole.
/// Chosen: to draw less of the outer cells is a matter of style.
const MISSING: f64 = 0.13;
const MISSING_PIXELS: f64 = 4.0;

/// A colour that differs by more than this, in levels of a channel, is another colour. Chosen: JPEG.
const OTHER: u8 = 24;

/// How far from each other the cells of a row may end on a straight edge, in cells, and in pixels at least.
/// Chosen.
const STRAIGHT: f64 = 0.03;
const STRAIGHT_PIXELS: f64 = 1.5;

/// The least part of the places along a side at which that edge is seen. Chosen: marks hide some.
const ALL_ALONG: f64 = 0.8;

/// The side on which an edge that is no border, whose colour would be that of the `line`, cuts off a part of all
/// outer cells; what the picture cuts off is not asked for.
pub(super) fn side_cut_short(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    line: Rgb,
) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| {
        let ends = |row: usize| Ends { pixels, lattice, colours, side, row }.all();
        let pitch = side.pitch_across(lattice);
        let [outer, next] = [0, 1].map(ends);
        let [typical, whole] = [&outer, &next].map(|ends| median(&mut ends.clone()));
        let straight = STRAIGHT_PIXELS.max(STRAIGHT * pitch) as f32;
        let on_edge = outer.iter().filter(|&&end| (end - typical).abs() <= straight).count();
        let strip =
            || (2..typical as u32).map(|offset| colour_along(pixels, lattice, side, offset));
        on_edge as f64 >= ALL_ALONG * (2 * lattice.size) as f64
            && next.len() >= lattice.size
            && f64::from(typical - whole) >= MISSING_PIXELS.max(MISSING * pitch)
            && strip().flatten().any(|colour| distance(&colour, &line) > OTHER)
    })
}

/// The colour along a side, so many pixels inside of it.
fn colour_along(pixels: &RgbaImage, lattice: &Lattice, side: Side, inside: u32) -> Option<Rgb> {
    let places = (0..lattice.size).flat_map(|cell| BESIDE_MARKS.map(|t| cell as f64 + t));
    let seen = places.map(|along| side.pixel(pixels, lattice, along, -f64::from(inside)));
    seen.collect::<Option<Vec<Rgb>>>().map(|seen| median_colour(&seen))
}

/// Where the cells of one row end that is parallel to a side, the outer one being row 0.
struct Ends<'a> {
    pixels: &'a RgbaImage,
    lattice: &'a Lattice,
    colours: &'a CellColours,
    side: Side,
    row: usize,
}

impl Ends<'_> {
    /// How far before its lattice line each of them has its colour last, in pixels, at two places along it; none
    /// where it has not its colour at first, or where the picture ends.
    fn all(&self) -> Vec<f32> {
        let places = (0..self.lattice.size).flat_map(|cell| BESIDE_MARKS.map(|t| (cell, t)));
        places.filter_map(|(cell, t)| self.end(cell, t)).collect()
    }

    fn end(&self, cell: usize, t: f64) -> Option<f32> {
        let (size, pitch) = (self.lattice.size, self.side.pitch_across(self.lattice));
        let row = if self.side.is_first() { self.row } else { size - 1 - self.row };
        let place = if self.side.is_upright() { Cell::at(cell, row) } else { Cell::at(row, cell) };
        let own = self.colours.rgb[place.row * size + place.col];
        let is_own = |inside: f64| -> Option<bool> {
            let offset = -(inside + self.row as f64 * pitch);
            let seen = self.side.pixel(self.pixels, self.lattice, cell as f64 + t, offset)?;
            Some(distance(&seen, &own) <= OTHER)
        };
        let mut inside = FIRST * pitch;
        if !is_own(inside)? {
            return None;
        }
        while inside >= 1.0 && is_own(inside - 1.0)? {
            inside -= 1.0;
        }
        Some(inside as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells;
    use super::super::cover::tests::painted_board;
    use super::*;

    const LINE: Rgb = [0; 3];

    /// The side that seems to be cut short on a board of eight rows, painted over.
    fn seen(pitch: f64, paint: impl Fn(f64, f64) -> Option<Rgb>) -> Option<&'static str> {
        let (pixels, lattice) = painted_board(pitch, paint);
        let colours = cells::measure_colours(&pixels, &lattice);
        side_cut_short(&pixels, &lattice, &colours, LINE).map(Side::name)
    }

    #[test]
    fn the_side_at_which_a_window_ends_is_told() {
        const DESKTOP: Option<Rgb> = Some([58, 110, 165]);
        for (pitch, part) in
            [24.0, 45.0, 90.0].map(|pitch| [0.25, 0.35, 0.45].map(|it| (pitch, it))).concat()
        {
            let beyond = |is_out: bool| if is_out { DESKTOP } else { None };
            let is_out = |side: Side, x: f64, y: f64| match side {
                Side::Left => x < part,
                Side::Top => y < part,
                Side::Right => x > 8.0 - part,
                Side::Bottom => y > 8.0 - part,
            };
            for side in Side::ALL {
                let cut = seen(pitch, |x, y| beyond(is_out(side, x, y)));
                assert_eq!(cut, Some(side.name()), "{pitch}, {part}");
                // A window over some of them is for others to see.
                assert_eq!(seen(pitch, |x, y| beyond(is_out(side, x, y) && x + y < 6.0)), None);
            }
        }
    }

    #[test]
    fn a_border_and_smaller_tiles_are_no_cut() {
        for pitch in [20.0, 45.0, 90.0] {
            assert_eq!(seen(pitch, |_, _| None), None);
            let is_outside =
                |x: f64, y: f64, inset: f64| x.min(y) < inset || x.max(y) > 8.0 - inset;
            let border = |x, y| is_outside(x, y, 0.14).then_some(LINE);
            assert_eq!(seen(pitch, border), None, "{pitch}: a border within the cells");
            let thinner = |x, y| is_outside(x, y, 0.06).then_some([58, 110, 165]);
            assert_eq!(
                seen(pitch, thinner),
                None,
                "{pitch}: outer cells that are a little smaller"
            );
            let is_gap = |at: f64| !(0.12..0.88).contains(&at.rem_euclid(1.0));
            let tiles = |x: f64, y: f64| (is_gap(x) || is_gap(y)).then_some([58, 110, 165]);
            assert_eq!(seen(pitch, tiles), None, "{pitch}: gaps around all cells");
        }
    }
}
