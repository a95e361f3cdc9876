//! A known board whose rows are not of one height any more: in some games a row grows with the mark in it, and the
//! others move or give way.

use super::Reading;
use super::sampling::{Rgb, distance, pixel_at};
use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;

/// Where a cell is looked at along its row, in parts of its width: beside the mark in its middle.
const PLACES: [f64; 4] = [0.15, 0.3, 0.7, 0.85];

/// How far what is seen may be from a region's colour, in levels of a channel, before it is as wrong as can be. Chosen:
/// less than between most regions, more than a shade or a hatching makes.
const WRONG: f32 = 48.0;

/// How far apart two colours are, in the same levels, that tell one row from the next. Chosen: half as wrong.
const TOLD: u8 = 24;

/// How wrong a line of pixels beyond the board counts, and one of the board at most in the middle, where 1 is as wrong
/// as can be. Chosen: marks and thin lines make a tenth.
const BEYOND: f32 = 0.35;
const MOST_WRONG: f32 = 0.25;

/// How high a row may be, in heights of an even one. Chosen: where rows with emojis grow on a board of one height, an
/// empty one may keep a fifth of its own.
const HEIGHTS: [f64; 2] = [0.15, 1.7];

/// How far beyond the even board an uneven one may lie, in heights of a row. Chosen: the player looks as far.
const AROUND: f64 = 1.5;

/// What a line of other pixels at the edge of two rows counts for, and what a row that is as high as two costs.
/// Chosen: lines tell rows of the same colours apart, and where there are none they are alike.
const LINE: f32 = 2.0;
const UNLIKE: f32 = 10.0;

/// How far from its middle a gap between rows counts, in lines of pixels, of which a row has up to [`LINES`].
const GAP: usize = 3;

/// The most lines of pixels that a row of usual height is looked at in. Chosen: edges are told to a fiftieth of it.
const LINES: f64 = 48.0;

/// How far an edge must be from where even rows have it at least, in heights of a row, and in pixels. Chosen: clicks
/// and marks do not mind less.
const UNEVEN: f64 = 0.04;
const UNEVEN_PIXELS: f64 = 2.5;

/// How far an edge has moved at least if it moves, in pixels. Chosen: of a picture that stays the same, it is told in
/// the same place.
const MOVED: f64 = 1.5;

/// The rows of a board that is known, as far as its colours and lines tell.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    /// Where each of them begins, and the last one ends, in pixels down from the upper edge of its lattice.
    edges: Vec<f64>,
    /// The height of an even row, in pixels.
    pitch: f64,
}

impl Rows {
    /// The rows of a board that was read before, and has its columns where this `lattice` has them: its rows may be
    /// uneven, and up to a row and a half off. `None` where they are not to be seen, or no colours tell them apart.
    #[must_use]
    pub fn find(pixels: &RgbaImage, lattice: &Lattice, known: &Reading) -> Option<Self> {
        if !are_told_apart(known) {
            return None;
        }
        let scan = Scan::new(pixels, lattice, known)?;
        let edges = scan.edges()?;
        let is_seen = (0..lattice.size).all(|row| scan.wrong_part_of(row, &edges) <= MOST_WRONG);
        let edges = edges.into_iter().map(|line| scan.first + line as f64 * scan.step);
        let edges = edges.map(|y| y - lattice.origin.y).collect();
        is_seen.then_some(Self { edges, pitch: lattice.pitch.y })
    }

    /// Whether these rows have become uneven since they were seen `before`: they have not only moved, nor all grown.
    #[must_use]
    pub fn are_uneven_since(&self, before: &Self) -> bool {
        // The outer edges, where the page begins, are told less well than those between two rows.
        let between = 1..self.edges.len() - 1;
        let moved: Vec<f64> = between.map(|row| self.edges[row] - before.edges[row]).collect();
        let last = moved.len() - 1;
        let each = (moved[last] - moved[0]) / last as f64;
        let least = UNEVEN_PIXELS.max(UNEVEN * self.pitch);
        moved.iter().enumerate().any(|(row, by)| (by - moved[0] - row as f64 * each).abs() >= least)
    }

    /// Whether these rows are where they were `before`.
    #[must_use]
    pub fn are_as(&self, before: &Self) -> bool {
        self.edges.iter().zip(&before.edges).all(|(now, then)| (now - then).abs() < MOVED)
    }

    /// The picture with these rows as they were `before`, on the same `lattice`.
    #[must_use]
    pub fn straighten(&self, before: &Self, pixels: &RgbaImage, lattice: &Lattice) -> RgbaImage {
        let (width, height) = pixels.dimensions();
        let row = 4 * width as usize;
        let mut even = RgbaImage::new(width, height);
        for (y, even) in even.chunks_exact_mut(row.max(1)).enumerate() {
            let from = self.now_at(before, y as f64 + 0.5 - lattice.origin.y) + lattice.origin.y;
            let from = from.clamp(0.0, f64::from(height) - 1.0) as usize;
            even.copy_from_slice(&pixels.as_raw()[from * row..][..row]);
        }
        even
    }

    /// Where what was at `y` `before` is now, both in pixels down from the upper edge of the lattice.
    #[must_use]
    pub fn now_at(&self, before: &Self, y: f64) -> f64 {
        let (now, then) = (&self.edges, &before.edges);
        let last = now.len() - 1;
        if y <= then[0] {
            return now[0] + y - then[0];
        }
        match (0..last).find(|row| y < then[row + 1]) {
            Some(row) => {
                let along = (y - then[row]) / (then[row + 1] - then[row]);
                now[row] + along * (now[row + 1] - now[row])
            }
            None => now[last] + y - then[last],
        }
    }
}

/// Whether most rows of a board differ in colour from the next one somewhere: lines alone may be those of marks.
fn are_told_apart(known: &Reading) -> bool {
    let colour = |row: usize, col: usize| known.palette[known.board.region(Cell::at(row, col)).0];
    let size = known.board.size();
    let is_told = |row: &usize| {
        let differs = |col| distance(&colour(row - 1, col), &colour(*row, col)) >= TOLD;
        (0..size).any(differs)
    };
    2 * (1..size).filter(is_told).count() >= size
}

/// How well lines of pixels across a board fit its rows.
struct Scan {
    /// The first line, and how far the lines are apart, in pixels.
    first: f64,
    step: f64,
    /// How many of them a row takes if all are even.
    pitch: f64,
    /// For each row, how wrong each line is in it, from 0 to 1.
    wrong: Vec<Vec<f32>>,
    /// For each row, the sum over the lines before each line.
    sums: Vec<Vec<f32>>,
}

impl Scan {
    /// Looks at the lines around a board on this lattice; `None` if the picture ends within it.
    fn new(pixels: &RgbaImage, lattice: &Lattice, known: &Reading) -> Option<Self> {
        let (size, pitch) = (lattice.size, lattice.pitch);
        let step = (pitch.y / LINES).round().max(1.0);
        let rect = lattice.rect();
        let first = (rect.min.y - AROUND * pitch.y).max(0.0).floor();
        let end = (rect.max.y + AROUND * pitch.y).min(f64::from(pixels.height()));
        let xs: Vec<i64> = (0..size)
            .flat_map(|col| PLACES.map(|place| col as f64 + place))
            .map(|along| (rect.min.x + along * pitch.x) as i64)
            .collect();
        let count = ((end - first) / step) as usize;
        let mut wrong = vec![Vec::with_capacity(count); size];
        for line in 0..count {
            let y = (first + line as f64 * step) as i64;
            let seen: Vec<Rgb> =
                xs.iter().map(|&x| pixel_at(pixels, x, y)).collect::<Option<_>>()?;
            for (row, wrong) in wrong.iter_mut().enumerate() {
                let off = |(at, seen): (usize, &Rgb)| {
                    let region = known.board.region(Cell::at(row, at / PLACES.len()));
                    (f32::from(distance(seen, &known.palette[region.0])) / WRONG).min(1.0)
                };
                let sum: f32 = seen.iter().enumerate().map(off).sum();
                wrong.push(sum / seen.len() as f32);
            }
        }
        let sums = wrong.iter().map(|wrong| {
            let mut sum = 0.0;
            let before = wrong.iter().map(|wrong| {
                sum += wrong;
                sum
            });
            std::iter::once(0.0).chain(before).collect()
        });
        let sums = sums.collect();
        Some(Self { first, step, pitch: pitch.y / step, wrong, sums })
    }

    fn lines(&self) -> usize {
        self.wrong[0].len()
    }

    /// The lines at which the rows begin, and where the last one ends, that fit best of all: rows have any height,
    /// but rather the even one, and rather begin where a line is drawn. By dynamic programming over the rows.
    fn edges(&self) -> Option<Vec<usize>> {
        let (rows, lines) = (self.wrong.len(), self.lines());
        let [least, most] = HEIGHTS.map(|height| (height * self.pitch) as usize);
        let unlike = |height: usize| UNLIKE * (height as f32 / self.pitch as f32 - 1.0).powi(2);
        let heights: Vec<(usize, f32)> =
            (least + 1..=most).map(|height| (height, unlike(height))).collect();
        let mut above: Vec<f32> = (0..=lines).map(|line| BEYOND * line as f32).collect();
        let mut begins: Vec<Vec<usize>> = Vec::with_capacity(rows);
        for (row, sums) in self.sums.iter().enumerate() {
            // What the best rows above each line cost, if the last of them ends there, without those lines in this one.
            let so_far: Vec<f32> = (0..=lines)
                .map(|line| above[line] - sums[line] - LINE * self.line_at(row, line))
                .collect();
            let mut best = vec![(f32::INFINITY, 0); lines + 1];
            for (end, best) in best.iter_mut().enumerate() {
                for (height, unlike) in &heights[..heights.len().min(end.saturating_sub(least))] {
                    let cost = so_far[end - height] + unlike;
                    if cost < best.0 {
                        *best = (cost, end - height);
                    }
                }
                best.0 += sums[end];
            }
            above = best.iter().map(|(cost, _)| *cost).collect();
            begins.push(best.into_iter().map(|(_, begin)| begin).collect());
        }
        let cost = |end: &usize| above[*end] + BEYOND * (lines - end) as f32;
        // Where the picture ends before the last row may end, nothing fits.
        let last = (0..=lines).min_by(|a, b| cost(a).total_cmp(&cost(b)));
        let mut edges = vec![last.filter(|last| cost(last).is_finite())?];
        for begins in begins.iter().rev() {
            edges.push(begins[*edges.last()?]);
        }
        edges.reverse();
        Some(edges)
    }

    fn wrong_in(&self, row: usize, begin: usize, end: usize) -> f32 {
        self.sums[row][end] - self.sums[row][begin]
    }

    /// How wrong the lines around this one are both in a row and in the one above it: most in the middle of a gap.
    fn line_at(&self, row: usize, line: usize) -> f32 {
        let [own, above] = [row, row.saturating_sub(1)].map(|row| &self.wrong[row]);
        let weight = |at: usize| 1.0 - at.abs_diff(line) as f32 / (GAP + 1) as f32;
        let around = line.saturating_sub(GAP)..(line + GAP + 1).min(own.len());
        around.map(|at| weight(at) * own[at].min(above[at])).sum()
    }

    /// How wrong the lines of a row between these edges are, in the mean.
    fn wrong_part_of(&self, row: usize, edges: &[usize]) -> f32 {
        let (begin, end) = (edges[row], edges[row + 1]);
        self.wrong_in(row, begin, end) / (end - begin).max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Mark, Marks};
    use crate::render::{Look, Rendered, Tone, random_palette, render};
    use crate::solver::{generate, solve};
    use crate::vision::{read, read_at};
    use image::{Rgba, imageops};
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const PITCH: f64 = 48.0;

    /// A board, it before anything is clicked, and it with some queens.
    fn drawn(seed: u64) -> (Board, Rendered, Rendered, Marks) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = 6 + seed as usize % 4;
        let board = generate(size, &mut rng).unwrap();
        let tone = [Tone::Pastel, Tone::Saturated][seed as usize % 2];
        let style = [Look::classic, Look::tiles][seed as usize / 2 % 2];
        let look = style(size, PITCH, random_palette(size, tone, &mut rng));
        let mut marks = Marks::empty(size);
        for queen in solve(&board).solution().unwrap().queens().step_by(2) {
            marks.set(queen, Mark::Queen);
        }
        let [plain, played] =
            [&Marks::empty(size), &marks].map(|marks| render(&board, marks, &look));
        (board, plain, played, marks)
    }

    /// The picture with rows of these heights, from where the first one begins on.
    fn with_rows(drawn: &Rendered, heights: &[f64]) -> RgbaImage {
        let Lattice { origin, pitch, .. } = drawn.lattice;
        let (width, height) = drawn.pixels.dimensions();
        RgbaImage::from_fn(width, height, |x, y| {
            let mut down = f64::from(y) + 0.5 - origin.y;
            let mut even = 0.0;
            for height in heights {
                let within = down.clamp(0.0, *height);
                even += within / height * pitch.y;
                down -= within;
            }
            let from = (origin.y + even + down) as u32;
            *drawn.pixels.get_pixel(x, from.min(height - 1))
        })
    }

    /// What is found of the rows in a picture, and what it was before.
    fn found(plain: &Rendered, pixels: &RgbaImage) -> (Option<Rows>, Rows) {
        let known = read(&plain.pixels).unwrap();
        let find = |pixels| Rows::find(pixels, &known.lattice, &known);
        (find(pixels), find(&plain.pixels).unwrap())
    }

    #[test]
    fn rows_of_any_height_are_found_and_straightened_so_that_marks_can_be_read() {
        for seed in 0..12 {
            let (board, plain, played, marks) = drawn(seed);
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let parts: Vec<f64> = (0..board.size()).map(|_| rng.random_range(0.75..1.3)).collect();
            let each = PITCH * board.size() as f64 / parts.iter().sum::<f64>();
            let heights: Vec<f64> = parts.iter().map(|part| part * each).collect();
            let pixels = with_rows(&played, &heights);
            let (rows, before) = found(&plain, &pixels);
            let rows = rows.unwrap_or_else(|| panic!("seed {seed}: no rows"));
            assert!(rows.are_uneven_since(&before), "seed {seed}");
            let mut edge = 0.0;
            for (row, height) in heights.iter().enumerate() {
                let off = rows.now_at(&before, row as f64 * PITCH) - edge;
                assert!(off.abs() <= 3.0, "seed {seed}: row {row} begins {off:.1} px off");
                edge += height;
            }
            let straight = rows.straighten(&before, &pixels, &plain.lattice);
            let reading = read_at(&straight, &plain.lattice).unwrap();
            assert_eq!((reading.board, reading.marks), (board, marks), "seed {seed}");
        }
    }

    #[test]
    fn rows_that_have_only_moved_or_all_grown_are_not_uneven() {
        for seed in 0..8 {
            let (board, plain, played, _) = drawn(seed);
            let are_uneven = |pixels: &RgbaImage| {
                let (rows, before) = found(&plain, pixels);
                rows.unwrap_or_else(|| panic!("seed {seed}: no rows")).are_uneven_since(&before)
            };
            let is_uneven = |heights: &[f64]| are_uneven(&with_rows(&played, heights));
            let mut moved = played.pixels.clone();
            imageops::overlay(&mut moved, &played.pixels, 0, 15);
            assert!(!are_uneven(&moved), "seed {seed}: moved");
            let are_as = |pixels: &RgbaImage| {
                found(&plain, pixels).0.unwrap().are_as(&found(&plain, &played.pixels).1)
            };
            assert_eq!([are_as(&played.pixels), are_as(&moved)], [true, false], "seed {seed}");
            let even = vec![PITCH; board.size()];
            let higher = |row: usize, by: f64| {
                let mut heights = even.clone();
                heights[row] += by;
                heights
            };
            assert!(!is_uneven(&even), "seed {seed}: marks");
            assert!(!is_uneven(&even.iter().map(|height| height - 2.0).collect::<Vec<_>>()));
            assert!(!is_uneven(&higher(2, 1.0)), "seed {seed}: by a pixel");
            assert!(is_uneven(&higher(2, 8.0)), "seed {seed}");
        }
    }

    #[test]
    fn no_rows_are_seen_of_another_board_under_a_panel_and_beyond_the_picture() {
        for seed in 0..8 {
            let (board, plain, played, _) = drawn(seed);
            let (_, other, ..) = drawn(seed + 4);
            assert_eq!(found(&plain, &other.pixels).0, None, "seed {seed}: another board");
            let is_under_panel = |rows: f64| {
                let rect = plain.lattice.rect();
                let mut pixels = played.pixels.clone();
                for (_, y, pixel) in pixels.enumerate_pixels_mut() {
                    if (rect.max.y - rows * PITCH..rect.max.y).contains(&f64::from(y)) {
                        *pixel = Rgba([20, 60, 20, 255]);
                    }
                }
                found(&plain, &pixels).0.is_none()
            };
            assert!(!is_under_panel(0.0), "seed {seed}: {}", board.size());
            assert!(is_under_panel(2.0), "seed {seed}");
            for shown in [1, 40] {
                let (width, _) = played.pixels.dimensions();
                let part = imageops::crop_imm(&played.pixels, 0, 0, width, shown).to_image();
                assert_eq!(found(&plain, &part).0, None, "seed {seed}: {shown} lines of it");
            }
        }
    }

    #[test]
    fn rows_of_one_colour_are_told_apart_by_nothing_whatever_stands_in_them() {
        for seed in 0..20 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let board = generate(8, &mut rng).unwrap();
            let find = |palette: Vec<[u8; 3]>| {
                let look = Look::classic(8, 32.0, palette);
                let mut marks = Marks::empty(8);
                board.cells().for_each(|cell| {
                    let is_crossed = cell.row % 3 > 0 && cell.col > cell.row / 2;
                    marks.set(cell, if is_crossed { Mark::Cross } else { Mark::Empty });
                });
                let [plain, crossed] =
                    [&Marks::empty(8), &marks].map(|marks| render(&board, marks, &look));
                let known = read(&plain.pixels).unwrap();
                Rows::find(&crossed.pixels, &known.lattice, &known)
            };
            assert_eq!(find(vec![[250; 3]; 8]), None, "seed {seed}");
            assert!(find(random_palette(8, Tone::Saturated, &mut rng)).is_some(), "seed {seed}");
        }
    }
}
