//! Windows and bubbles over a part of a board, told by their edges: these run straight through cells, as
//! nothing that is drawn in a cell does.

use super::sampling::{Rgb, distance, pixel_at};
use crate::geometry::Lattice;
use image::RgbaImage;
use std::ops::Range;

/// Where in a cell both sides of an edge are looked for, as parts of it: lines, walls, rings of focus and
/// the foot of a tile are nearer to its sides. Chosen.
const INSIDE: Range<f64> = 0.2..0.8;

/// How many places the two sides of an edge are compared at, along each cell.
const PLACES: usize = 10;

/// The least length of an edge, in these places. Chosen: 1.4 cells, more than any mark's.
const LENGTH: usize = 14;

/// How many places on the open side of an edge at least have the colour of the next one, and not the cover's:
/// lines between cells and marks may be at the others. Chosen.
const OPEN: usize = 9;

/// How many of them at least are in one of the cells that it runs through: what is as long as one cell may be a label
/// in it. Chosen.
const IN_A_CELL: usize = 2;

/// How far from an edge its sides are looked at, in pixels: a scaled picture blurs it. Chosen.
const BESIDE: i64 = 2;

/// How much one colour may vary along an edge, in levels of a channel. Chosen: that of JPEG.
const SAME: u8 = 12;

/// The least difference between the two sides of an edge, in levels of a channel. Chosen.
const STEP: u8 = 24;

/// Whether the edge of something that covers a part of a board runs through its cells. A window has two edges
/// each way: where more than half of the rows (or columns) have one, cells are drawn in two tones.
pub(super) fn has_edge_through_cells(pixels: &RgbaImage, lattice: &Lattice) -> bool {
    [true, false].into_iter().any(|is_level| {
        let cut = (0..lattice.size).filter(|&line| is_cut(pixels, lattice, is_level, line));
        (1..=lattice.size / 2).contains(&cut.count())
    })
}

/// Whether an edge runs along a row (if `is_level`) or a column, through its cells.
fn is_cut(pixels: &RgbaImage, lattice: &Lattice, is_level: bool, line: usize) -> bool {
    let (origin, pitch) = (lattice.origin, lattice.pitch);
    let [(from, long), (across, wide)] = if is_level {
        [(origin.x, pitch.x), (origin.y, pitch.y)]
    } else {
        [(origin.y, pitch.y), (origin.x, pitch.x)]
    };
    let place = |part: f64| (across + (line as f64 + part) * wide).round() as i64;
    (place(INSIDE.start) + BESIDE..place(INSIDE.end) - BESIDE).any(|edge| {
        // The colours at a place of the lattice, on either side of the edge.
        let [before, after] = [edge - BESIDE, edge + BESIDE].map(|off| {
            move |at: usize| {
                let along = (from + at as f64 / PLACES as f64 * long).floor() as i64;
                if is_level { pixel_at(pixels, along, off) } else { pixel_at(pixels, off, along) }
            }
        });
        // Windows overlap by most of their length, and may begin at every third place.
        (0..=lattice.size * PLACES - LENGTH)
            .step_by(3)
            .any(|first| is_edge(before, after, first) || is_edge(after, before, first))
    })
}

/// Whether one colour without any line runs along a whole edge from the place `first` on where something
/// covers the cells, and they have others where they are open.
fn is_edge(
    covered: impl Fn(usize) -> Option<Rgb>,
    open: impl Fn(usize) -> Option<Rgb>,
    first: usize,
) -> bool {
    let Some(cover) = covered(first) else { return false };
    let is_open = |at: usize| open(at).is_some_and(|own| distance(&own, &cover) >= STEP);
    let is_like = |one: Rgb, other: Rgb| distance(&one, &other) <= SAME;
    let places = first..first + LENGTH;
    let is_flat =
        |&at: &usize| open(at).zip(open(at + 1)).is_some_and(|(one, next)| is_like(one, next));
    // Most places are told from an edge by their first one.
    if !is_open(first)
        || !places.clone().all(|at| covered(at).is_some_and(|other| is_like(other, cover)))
    {
        return false;
    }
    let open: Vec<usize> = places.filter(|&at| is_open(at)).filter(is_flat).collect();
    let in_cell = |cell: usize| open.iter().filter(|&&at| at / PLACES == cell).count();
    let cells = first / PLACES..=(first + LENGTH) / PLACES;
    open.len() >= OPEN && cells.filter(|&cell| in_cell(cell) >= IN_A_CELL).count() > 1
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::Marks;
    use crate::render::{Look, Tone, random_palette, render};
    use crate::solver;
    use image::Rgba;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    /// A board of eight rows, with pixels changed by `paint`: it is given the place in the lattice, in cells.
    pub(in super::super) fn painted_board(
        pitch: f64,
        paint: impl Fn(f64, f64) -> Option<Rgb>,
    ) -> (RgbaImage, Lattice) {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let board = solver::generate(8, &mut rng).unwrap();
        let look = Look::classic(8, pitch, random_palette(8, Tone::Pastel, &mut rng));
        let mut drawn = render(&board, &Marks::empty(8), &look);
        let lattice = drawn.lattice;
        for (x, y, pixel) in drawn.pixels.enumerate_pixels_mut() {
            let at = |at: u32, origin: f64| (f64::from(at) + 0.5 - origin) / pitch;
            if let Some([r, g, b]) = paint(at(x, lattice.origin.x), at(y, lattice.origin.y)) {
                *pixel = Rgba([r, g, b, 255]);
            }
        }
        (drawn.pixels, lattice)
    }

    fn sees_edge(pitch: f64, paint: impl Fn(f64, f64) -> Option<Rgb>) -> bool {
        let (pixels, lattice) = painted_board(pitch, paint);
        has_edge_through_cells(&pixels, &lattice)
    }

    #[test]
    fn a_window_is_seen_by_its_edges_through_cells_and_a_covered_cell_is_none() {
        const DARK: Option<[u8; 3]> = Some([40, 44, 52]);
        for pitch in [18.0, 45.0, 90.0] {
            assert!(!sees_edge(pitch, |_, _| None));
            let window = |left: f64, top: f64, width: f64, height: f64| {
                sees_edge(pitch, |x, y| {
                    let is_in =
                        (left..left + width).contains(&x) && (top..top + height).contains(&y);
                    if is_in { DARK } else { None }
                })
            };
            assert!(window(2.5, 2.5, 3.0, 3.0) && window(-1.0, 6.5, 4.0, 9.0), "{pitch}");
            assert!(window(3.4, -1.0, 2.0, 12.0), "a bar over the whole height, {pitch}");
            assert!(window(2.4, 2.4, 1.7, 1.0), "a bubble, {pitch}");
            assert!(!window(2.0, 2.0, 3.0, 3.0), "whole cells, which may be a region, {pitch}");
            assert!(!window(2.3, 2.3, 0.5, 0.5), "a mark within a cell, {pitch}");
            assert!(!window(1.9, 2.4, 1.2, 0.5), "a bar through one cell, {pitch}");
            assert!(!window(-1.0, 7.85, 10.0, 1.0), "a border, {pitch}");
            let label = |width: f64| {
                sees_edge(pitch, |x, y| match (x, y) {
                    (0.0.., 0.3..0.6) if x < width => Some([255; 3]),
                    (0.0..2.0, 0.0..1.0) => Some([190, 240, 250]),
                    _ => None,
                })
            };
            assert!(!label(1.0) && label(1.4), "a label in a cell without lines, {pitch}");
        }
    }

    #[test]
    fn an_edge_may_run_past_marks_and_has_no_line_across_it() {
        // A bar through two cells in one row, and what stands right above it.
        let bar = |above: fn(f64) -> Option<[u8; 3]>, is_line: fn(f64) -> bool| {
            sees_edge(45.0, |x, y| match y {
                3.1..3.4 => above(x),
                3.4..3.9 if (1.0..3.0).contains(&x) && !is_line(x.fract()) => Some([40, 44, 52]),
                _ => None,
            })
        };
        let mark = |x: f64| (0.35..0.65).contains(&x.fract()).then_some([40, 44, 200]);
        let slope = |x: f64| (x >= 2.0).then_some([200, 200, (250.0 * x.fract()) as u8]);
        assert!(bar(|_| None, |_| false) && bar(mark, |_| false));
        assert!(!bar(slope, |_| false), "no colour of its own above the second cell");
        assert!(!bar(|_| None, |part| !(0.06..0.94).contains(&part)), "two bars, one a cell");
    }

    #[test]
    fn cells_in_two_tones_are_not_covered() {
        let glossy =
            |x: f64, y: f64| (y.rem_euclid(1.0) < 0.5).then_some([240, 240, (60.0 + x) as u8]);
        assert!(!sees_edge(45.0, glossy));
        let one_row = |x: f64, y: f64| (3.0..3.5).contains(&y).then(|| glossy(x, y)).flatten();
        assert!(sees_edge(45.0, one_row));
    }
}
