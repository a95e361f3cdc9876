//! Windows and bubbles over a part of a board, told by their edges: these run straight through cells, as
//! nothing that is drawn in a cell does.

use super::sampling::{Rgb, distance, median_colour, pixel_at};
use crate::geometry::Lattice;
use image::RgbaImage;
use std::ops::Range;

/// Where in a cell an edge is looked for, as parts of it: lines, walls, rings of focus and the foot of a tile
/// are nearer to its sides. Chosen.
const INSIDE: Range<f64> = 0.2..0.8;

/// Where along each cell the two sides of an edge are compared, as parts of it.
const ALONG: [f64; 6] = [0.1, 0.26, 0.42, 0.58, 0.74, 0.9];

/// How many of these have the cell's own colour on the open side of an edge at least: a mark may be at the others.
const OPEN: usize = 4;

/// How far from an edge its sides are looked at, in pixels: a scaled picture blurs it. Chosen.
const BESIDE: i64 = 2;

/// How much one colour may vary along an edge, in levels of a channel. Chosen: that of JPEG.
const SAME: u8 = 12;

/// The least difference between the two sides of an edge, in levels of a channel. Chosen.
const STEP: u8 = 24;

/// Whether the edge of something that covers a part of a board runs through two cells side by side. A window has
/// two edges each way: where more than half of the rows (or columns) have one, cells are drawn in two tones.
pub(super) fn has_edge_through_cells(pixels: &RgbaImage, lattice: &Lattice) -> bool {
    [true, false].into_iter().any(|is_level| {
        let cut = (0..lattice.size).filter(|&line| is_cut(pixels, lattice, is_level, line));
        (1..=lattice.size / 2).contains(&cut.count())
    })
}

/// Whether an edge runs along a row (if `is_level`) or a column, through two of its cells.
fn is_cut(pixels: &RgbaImage, lattice: &Lattice, is_level: bool, line: usize) -> bool {
    let (origin, pitch) = (lattice.origin, lattice.pitch);
    let [(from, long), (across, wide)] = if is_level {
        [(origin.x, pitch.x), (origin.y, pitch.y)]
    } else {
        [(origin.y, pitch.y), (origin.x, pitch.x)]
    };
    let place = |part: f64| (across + (line as f64 + part) * wide).round() as i64;
    (place(INSIDE.start)..place(INSIDE.end)).any(|edge| {
        // The colours so many cells from the lattice's side, on either side of the edge.
        let [before, after] = [edge - BESIDE, edge + BESIDE].map(|off| {
            move |along: f64| {
                let along = (from + along * long).floor() as i64;
                if is_level { pixel_at(pixels, along, off) } else { pixel_at(pixels, off, along) }
            }
        });
        // Most places are told from an edge by one pixel on either side.
        let may_be_edge = |cell: f64| {
            let sides = before(cell + ALONG[0]).zip(after(cell + ALONG[0]));
            sides.is_some_and(|(one, other)| distance(&one, &other) >= STEP)
        };
        (0..lattice.size - 1).map(|cell| cell as f64).any(|cell| {
            may_be_edge(cell)
                && may_be_edge(cell + 1.0)
                && (is_edge(before, after, cell) || is_edge(after, before, cell))
        })
    })
}

/// Whether one colour without any line runs along two cells, from the `first` on, where something covers them, and
/// each has another one where it is open.
fn is_edge(
    covered: impl Fn(f64) -> Option<Rgb>,
    open: impl Fn(f64) -> Option<Rgb>,
    first: f64,
) -> bool {
    let places = |cell: f64| ALONG.into_iter().map(move |along| cell + along);
    let between = [0.95, 1.0, 1.05].into_iter().map(|along| first + along);
    let cover: Option<Vec<Rgb>> =
        places(first).chain(between).chain(places(first + 1.0)).map(covered).collect();
    let Some(cover) = cover else { return false };
    let colour = median_colour(&cover);
    cover.iter().all(|other| distance(other, &colour) <= SAME)
        && [first, first + 1.0].into_iter().all(|cell| {
            let own: Vec<Rgb> = places(cell).filter_map(&open).collect();
            let middle = median_colour(&own);
            let like = own.iter().filter(|other| distance(other, &middle) <= SAME).count();
            like >= OPEN && distance(&middle, &colour) >= STEP
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Marks;
    use crate::render::{Look, Tone, random_palette, render};
    use crate::solver;
    use image::Rgba;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    /// Whether an edge is seen on a board of eight rows, with pixels changed by `paint`: it is given the place in
    /// the lattice, in cells.
    fn sees_edge(pitch: f64, paint: impl Fn(f64, f64) -> Option<[u8; 3]>) -> bool {
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
        has_edge_through_cells(&drawn.pixels, &lattice)
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
            assert!(!window(2.0, 2.0, 3.0, 3.0), "whole cells, which may be a region, {pitch}");
            assert!(!window(2.3, 2.3, 0.5, 0.5), "a mark within a cell, {pitch}");
            assert!(!window(2.0, 2.4, 1.0, 0.5), "a bar through one cell, {pitch}");
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
