//! Flat areas: what the cells of a board look like before anything else is known of it.
//!
//! A cell is an area of one colour, fenced in by lines or gaps. The picture is cut into horizontal
//! runs of slowly changing colour, and runs that lie on top of each other with no step between
//! them are joined. Marks inside a cell leave holes, but the area around them stays in one piece,
//! and its bounding box is the cell's.

use super::sampling::{Rgb, median_colour};
use image::RgbaImage;

/// One flat area: its bounding box, in whole pixels; `right` and `bottom` are exclusive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tile {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) right: u32,
    pub(super) bottom: u32,
    /// About how many pixels of the box belong to the area.
    pub(super) area: u32,
}

impl Tile {
    pub(super) fn width(&self) -> f64 {
        f64::from(self.right - self.left)
    }

    pub(super) fn height(&self) -> f64 {
        f64::from(self.bottom - self.top)
    }

    /// Whether the area could be a cell of at least `least` pixels that ends at an edge of a picture.
    fn is_cut_cell(&self, picture: (u32, u32), least: f64) -> bool {
        let (width, height) = (self.width(), self.height());
        let side = if self.left == 0 || self.right == picture.0 {
            height
        } else if self.top == 0 || self.bottom == picture.1 {
            width
        } else {
            return false;
        };
        side * side >= least
            && width.max(height) <= side
            && f64::from(self.area) >= MIN_FILL * width * height
    }

    /// Whether the area could be a cell: near-square, and most of its box filled.
    pub(super) fn is_cell_like(&self) -> bool {
        self.may_be_cell_like(0)
    }

    /// The same, were its height known to `spare` pixels only.
    fn may_be_cell_like(&self, spare: u32) -> bool {
        let (width, height) = (self.width(), self.height());
        let (least, most) = (height, height + f64::from(spare));
        width.min(most) >= MIN_SIDE
            && width <= MAX_ASPECT * most
            && least <= MAX_ASPECT * width
            && f64::from(self.area) >= MIN_FILL * width * least
    }
}

/// The smallest inner side of a cell, in pixels. The smallest cells that are read have a pitch of
/// 14 pixels, of which walls take up to 4.
pub(super) const MIN_SIDE: f64 = 9.0;

/// The longest side of a cell over its shortest. Real pictures are stretched by up to 5 %, and a
/// cell with walls on two opposite sides loses up to 20 % of its length; more lets words in.
const MAX_ASPECT: f64 = 1.35;

/// How much of its box a cell's area fills at least. Chosen, for a cell with a large glyph in it:
/// more, and such cells are lost; less, and frames and letters come in.
const MIN_FILL: f64 = 0.4;

/// Runs shorter than this many pixels are noise, or the strokes of letters.
const MIN_RUN: u32 = 3;

/// Only every so many-th row is cut into runs. The smallest cell still has three of them; the rows
/// between are looked at in a few columns, where lines could hide.
pub(super) const STRIDE: u32 = 3;

/// A piece of a row whose colour changes slowly; `right` is exclusive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) row: u32,
    /// The area that it belongs to, an index; a union-find link while areas are being joined.
    pub(super) area: u32,
}

/// The flat areas of a picture.
#[derive(Debug)]
pub(super) struct Areas {
    /// Every [`STRIDE`]-th row, cut into runs: row by row, and from left to right.
    pub(super) runs: Vec<Run>,
    /// The areas, in the order of their first runs. Their upper and lower edges are those of rows
    /// that were cut: up to [`STRIDE`] - 1 pixels inside of the area's own.
    pub(super) boxes: Vec<Tile>,
}

impl Areas {
    /// The areas of at least `least` pixels, or that may be cells of as many which the picture cuts off, each
    /// with the median colour of its long runs: those of one row may all be in a block that compression has tinted.
    pub(super) fn large_ones(&self, pixels: &RgbaImage, least: f64) -> Vec<(Tile, Rgb)> {
        let is_large = |area: usize| {
            let tile = &self.boxes[area];
            f64::from(tile.area) >= least || tile.is_cut_cell(pixels.dimensions(), least)
        };
        let mut runs: Vec<Vec<&Run>> = vec![Vec::new(); self.boxes.len()];
        for run in self.runs.iter().filter(|run| is_large(run.area as usize)) {
            runs[run.area as usize].push(run);
        }
        let with_colour = |(area, mut runs): (&Tile, Vec<&Run>)| {
            let length = |run: &Run| run.right - run.left;
            let longest = runs.iter().copied().map(length).max()?;
            runs.retain(|&run| 2 * length(run) > longest);
            let few = runs.iter().step_by(runs.len().div_ceil(SAMPLES));
            let colours_of = |run: &&Run| {
                let columns =
                    (run.left..run.right).step_by(length(run).div_ceil(SAMPLES as u32) as usize);
                let row = run.row;
                columns.map(move |x| {
                    let [red, green, blue, _] = pixels.get_pixel(x, row).0;
                    [red, green, blue]
                })
            };
            Some((*area, median_colour(&few.flat_map(colours_of).collect::<Vec<_>>())))
        };
        self.boxes.iter().zip(runs).filter_map(with_colour).collect()
    }
}

/// Runs of an area that are looked at for its colour at most, and pixels of each. Chosen: one alone may be
/// noise.
const SAMPLES: usize = 15;

/// The flat areas of a picture. Neighbouring pixels of one area differ by at most `tolerance` in
/// every channel.
pub(super) fn flat_areas(pixels: &RgbaImage, tolerance: u8) -> Areas {
    let picture = Picture::new(pixels, tolerance);
    let mut runs: Vec<Run> = Vec::new();
    let mut above = 0..0;
    for y in (0..pixels.height()).step_by(STRIDE as usize) {
        let first = runs.len();
        cut(picture.row(y), y, tolerance, &mut runs);
        let here = first..runs.len();
        picture.join_rows(&mut runs, above, here.clone());
        above = here;
    }
    let boxes = boxes(&mut runs);
    Areas { runs, boxes }
}

/// The areas that could be cells, with their exact edges.
pub(super) fn cell_like(pixels: &RgbaImage, areas: &Areas, tolerance: u8) -> Vec<Tile> {
    let picture = Picture::new(pixels, tolerance);
    let is_in = |area: &Tile| area.may_be_cell_like(2 * (STRIDE - 1));
    let exact = |area: &Tile| picture.with_exact_edges(*area, pixels.height());
    areas.boxes.iter().filter(|area| is_in(area)).map(exact).filter(Tile::is_cell_like).collect()
}

/// Bytes of a pixel. The fourth, its opacity, is the same everywhere in a frame.
const PIXEL: usize = 4;

/// Adds the runs of `pixels`, which are row `row`, from left to right; each is its own area.
fn cut(pixels: &[[u8; PIXEL]], row: u32, tolerance: u8, runs: &mut Vec<Run>) {
    let width = pixels.len();
    let mut left = 0;
    while left < width {
        let right = left + length_of_run(&pixels[left..], tolerance);
        if (right - left) as u32 >= MIN_RUN {
            let area = runs.len() as u32;
            runs.push(Run { left: left as u32, right: right as u32, row, area });
        }
        left = right;
    }
}

/// How many of these pixels, from the first on, differ in no channel by more than `tolerance` from the one before them.
fn length_of_run(pixels: &[[u8; PIXEL]], tolerance: u8) -> usize {
    let next = &pixels[1..];
    // Most of a screen is flat: four at a time.
    let fours = pixels.as_chunks::<4>().0.iter().zip(next.as_chunks::<4>().0);
    let flat = 4 * fours.take_while(|(a, b)| a == b).count();
    let mut pairs = pixels[flat..].iter().zip(&next[flat..]);
    let is_step = |(a, b): (&[u8; PIXEL], &[u8; PIXEL])| {
        a != b && a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > tolerance)
    };
    pairs.position(is_step).map_or(pixels.len(), |step| flat + step + 1)
}

/// A picture with the largest step between two pixels of one area.
struct Picture<'a> {
    pixels: &'a [[u8; PIXEL]],
    width: usize,
    tolerance: u8,
}

impl<'a> Picture<'a> {
    fn new(pixels: &'a RgbaImage, tolerance: u8) -> Self {
        let (width, (pixels, _)) = (pixels.width() as usize, pixels.as_raw().as_chunks());
        Self { pixels, width, tolerance }
    }

    fn row(&self, y: u32) -> &[[u8; PIXEL]] {
        &self.pixels[y as usize * self.width..][..self.width]
    }

    /// Joins the runs of one row with those of the row above, where they overlap without a step.
    fn join_rows(
        &self,
        runs: &mut [Run],
        above: std::ops::Range<usize>,
        here: std::ops::Range<usize>,
    ) {
        let mut candidate = above.start;
        for current in here {
            while candidate < above.end && runs[candidate].right <= runs[current].left {
                candidate += 1;
            }
            let mut other = candidate;
            while other < above.end && runs[other].left < runs[current].right {
                let left = runs[current].left.max(runs[other].left);
                let right = runs[current].right.min(runs[other].right);
                let rows = (runs[other].row, runs[current].row);
                if right - left >= MIN_RUN && self.is_level(rows, left, right) {
                    let (a, b) = (root(runs, current as u32), root(runs, other as u32));
                    runs[a.max(b) as usize].area = a.min(b);
                }
                other += 1;
            }
        }
    }

    /// Whether there is no step from one row down to another in most of the columns from `left` to
    /// `right`, by a sample of five.
    fn is_level(&self, (upper, lower): (u32, u32), left: u32, right: u32) -> bool {
        let is_flat = |x: u32, y: u32| {
            let [a, b] = [y, y + 1].map(|y| self.row(y)[x as usize]);
            a == b || (0..PIXEL).all(|channel| a[channel].abs_diff(b[channel]) <= self.tolerance)
        };
        let mut columns = (0..5).map(|k| left + (right - left - 1) * k / 4);
        // The other rows have not been read yet, so each look is dear: three that agree will do.
        let (mut flat, mut steps) = (0, 0);
        while flat < 3 && steps < 3 {
            let Some(x) = columns.next() else { break };
            if (upper..lower).all(|y| is_flat(x, y)) { flat += 1 } else { steps += 1 }
        }
        flat == 3
    }

    /// The tile with its upper and lower edges found to the pixel.
    fn with_exact_edges(&self, mut tile: Tile, height: u32) -> Tile {
        // Corners may be rounded, and the middle hold a mark.
        let inset = (tile.right - tile.left) / 6;
        let (left, right) = (tile.left + inset, tile.right - inset);
        // They lie before the next rows that were cut: beyond the end of a disc, most columns are level again.
        let top = tile.top.saturating_sub(STRIDE - 1);
        let bottom = height.min(tile.bottom + STRIDE - 1);
        while tile.top > top && self.is_level((tile.top - 1, tile.top), left, right) {
            tile.top -= 1;
        }
        while tile.bottom < bottom && self.is_level((tile.bottom - 1, tile.bottom), left, right) {
            tile.bottom += 1;
        }
        tile
    }
}

fn root(runs: &mut [Run], mut index: u32) -> u32 {
    while runs[index as usize].area != index {
        let above = runs[index as usize].area;
        runs[index as usize].area = runs[above as usize].area;
        index = above;
    }
    index
}

/// Numbers the areas, and measures their boxes.
fn boxes(runs: &mut [Run]) -> Vec<Tile> {
    // In pictures of many small areas, room for twice as many is more than the picture takes.
    let is_root = |(index, run): (usize, &Run)| run.area as usize == index;
    let count = runs.iter().enumerate().filter(|&root| is_root(root)).count();
    let mut boxes: Vec<Tile> = Vec::with_capacity(count);
    let mut number_of = vec![u32::MAX; runs.len()];
    for index in 0..runs.len() {
        let root = root(runs, index as u32) as usize;
        let Run { left, right, row, .. } = runs[index];
        if number_of[root] == u32::MAX {
            number_of[root] = boxes.len() as u32;
            boxes.push(Tile { left, top: row, right, bottom: row + 1, area: 0 });
        }
        let tile = &mut boxes[number_of[root] as usize];
        tile.left = tile.left.min(left);
        tile.right = tile.right.max(right);
        tile.bottom = tile.bottom.max(row + 1);
        tile.area += (right - left) * STRIDE;
    }
    for index in 0..runs.len() {
        // The roots still point at themselves: each is renamed after its last use.
        let root = root(runs, index as u32) as usize;
        number_of[index] = number_of[root];
    }
    for (run, number) in runs.iter_mut().zip(number_of) {
        run.area = number;
    }
    boxes
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    /// A picture from characters: a grey for each digit, 25 levels apart.
    fn picture(rows: &[&str], scale: u32) -> RgbaImage {
        let (width, height) = (rows[0].len() as u32 * scale, rows.len() as u32 * scale);
        RgbaImage::from_fn(width, height, |x, y| {
            let digit = rows[(y / scale) as usize].as_bytes()[(x / scale) as usize] - b'0';
            Rgba([digit * 25, digit * 25, digit * 25, 255])
        })
    }

    fn flat_tiles_of(pixels: &RgbaImage, tolerance: u8) -> Vec<Tile> {
        cell_like(pixels, &flat_areas(pixels, tolerance), tolerance)
    }

    fn boxes_of(tiles: &[Tile]) -> Vec<(u32, u32, u32, u32)> {
        tiles.iter().map(|tile| (tile.left, tile.top, tile.right, tile.bottom)).collect()
    }

    #[test]
    fn discs_are_tiles_wherever_their_first_rows_are() {
        for top in 10..13 {
            let pixels = RgbaImage::from_fn(200, 100, |x, y| {
                let (x, y) = (f64::from(x) + 0.5 - 50.0, f64::from(y) + 0.5 - f64::from(top + 39));
                Rgba(if x.hypot(y) < 39.0 { [200, 60, 60, 255] } else { [30, 36, 48, 255] })
            });
            let tiles = flat_tiles_of(&pixels, 10);
            let [disc] = tiles[..] else { panic!("{tiles:?}") };
            let off = disc.top.abs_diff(top).max(disc.bottom.abs_diff(top + 78));
            assert!(off < STRIDE, "{disc:?} at {top}");
        }
    }

    #[test]
    fn cells_between_lines_are_tiles_whatever_stands_in_them() {
        let rows = [
            "00000000000", //
            "08888088880",
            "08118088880",
            "08118088880",
            "08888088880",
            "00000000000",
        ];
        let tiles = flat_tiles_of(&picture(&rows, 4), 10);
        assert_eq!(boxes_of(&tiles), [(4, 4, 20, 20), (24, 4, 40, 20)]);
        let is_near = |area: u32, drawn: u32| area.abs_diff(drawn) <= 2 * STRIDE * 16;
        assert!(is_near(tiles[0].area, 16 * 12) && is_near(tiles[1].area, 16 * 16), "{tiles:?}");
    }

    #[test]
    fn a_slope_within_the_tolerance_is_one_tile_and_a_step_beyond_it_ends_one() {
        let slope = |step: u32| {
            RgbaImage::from_fn(24, 20, |x, _| {
                Rgba([(if x < 12 { 0 } else { step }) as u8, 0, 0, 255])
            })
        };
        assert_eq!(boxes_of(&flat_tiles_of(&slope(10), 10)), [(0, 0, 24, 20)]);
        // Two areas of 12 by 20 are no squares.
        assert!(flat_tiles_of(&slope(11), 10).is_empty());
    }

    #[test]
    fn what_is_not_square_or_not_filled_or_too_small_is_no_tile() {
        assert!(flat_tiles_of(&picture(&["000000", "088880", "000000"], 10), 10).is_empty());
        let small = ["00000", "00800", "00000"];
        assert!(flat_tiles_of(&picture(&small, 8), 10).is_empty());
        assert_eq!(boxes_of(&flat_tiles_of(&picture(&small, 9), 10)), [(18, 9, 27, 18)]);
        let angle = [
            "000000000000", //
            "080000000000",
            "080000000000",
            "080000000000",
            "080000000000",
            "088888800000",
        ];
        assert!(flat_tiles_of(&picture(&angle, 9), 10).is_empty());
    }

    #[test]
    fn a_large_area_has_its_colour_whatever_noise_does_to_single_pixels_and_rows() {
        let mut pixels = RgbaImage::from_pixel(90, 60, Rgba([200, 150, 90, 255]));
        // Its longest runs are tinted.
        for (x, y) in (0..90).flat_map(|x| (0..60).map(move |y| (x, y))) {
            if (24..33).contains(&y) {
                pixels.put_pixel(x, y, Rgba([206, 144, 84, 255]));
            } else if x == 89 {
                pixels.put_pixel(x, y, Rgba([0, 0, 0, 255]));
            }
        }
        // The middle of each row.
        for y in (0..24).chain(33..60) {
            pixels.put_pixel(45, y, Rgba([194, 156, 96, 255]));
        }
        let areas = flat_areas(&pixels, 10);
        let large: Vec<Rgb> =
            areas.large_ones(&pixels, 1000.0).into_iter().map(|(_, colour)| colour).collect();
        assert_eq!(large, [[200, 150, 90]]);
        assert!(areas.large_ones(&pixels, 6000.0).is_empty());
    }

    #[test]
    fn a_cell_that_the_picture_cuts_off_is_as_large_as_its_other_side_is_long() {
        let large = |left: u32, width: u32| {
            let mut pixels = RgbaImage::from_pixel(120, 90, Rgba([20, 20, 20, 255]));
            for (x, y) in (left..left + width).flat_map(|x| (20..60).map(move |y| (x, y))) {
                pixels.put_pixel(x, y, Rgba([200, 150, 90, 255]));
            }
            let areas = flat_areas(&pixels, 10).large_ones(&pixels, 1000.0);
            areas.iter().any(|(_, colour)| *colour == [200, 150, 90])
        };
        assert!(large(40, 40) && large(0, 12) && large(108, 12));
        assert!(!large(40, 12), "it is narrow");
    }

    #[test]
    fn pictures_of_any_size_have_their_tiles() {
        for (width, height) in [(1, 1), (1, 40), (40, 1), (3, 3)] {
            assert!(flat_tiles_of(&RgbaImage::new(width, height), 10).is_empty());
        }
        assert!(flat_tiles_of(&RgbaImage::new(0, 0), 10).is_empty());
    }
}
