//! Flat areas: what the cells of a board look like before anything else is known of it.
//!
//! A cell is an area of one colour, fenced in by lines or gaps. The picture is cut into horizontal
//! runs of slowly changing colour, and runs that lie on top of each other with no step between
//! them are joined. Marks inside a cell leave holes, but the area around them stays in one piece,
//! and its bounding box is the cell's.

use image::RgbaImage;

/// The bounding box of one flat area, in whole pixels; `right` and `bottom` are exclusive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tile {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) right: u32,
    pub(super) bottom: u32,
    /// How many pixels of the box belong to the area.
    pub(super) area: u32,
}

impl Tile {
    pub(super) fn width(&self) -> f64 {
        f64::from(self.right - self.left)
    }

    pub(super) fn height(&self) -> f64 {
        f64::from(self.bottom - self.top)
    }

    /// Whether the area could be a cell: near-square, and most of its box filled.
    fn is_cell_like(&self) -> bool {
        let (width, height) = (self.width(), self.height());
        width.min(height) >= MIN_SIDE
            && width.max(height) <= MAX_ASPECT * width.min(height)
            && f64::from(self.area) >= MIN_FILL * width * height
    }
}

/// The smallest inner side of a cell, in pixels. The smallest cells that are read have a pitch of
/// 14 pixels, of which walls take up to 4.
const MIN_SIDE: f64 = 9.0;

/// The longest side of a cell over its shortest. Real pictures are stretched by up to 5 %, and a
/// cell with walls on two opposite sides loses up to 20 % of its length; more lets words in.
const MAX_ASPECT: f64 = 1.35;

/// How much of its box a cell's area fills at least. Chosen, for a cell with a large glyph in it:
/// more, and such cells are lost; less, and frames and letters come in.
const MIN_FILL: f64 = 0.4;

/// Runs shorter than this many pixels are noise, or the strokes of letters.
const MIN_RUN: u32 = 3;

/// A piece of a row whose colour changes slowly. `parent` is a union-find link.
#[derive(Clone, Copy)]
struct Run {
    left: u32,
    right: u32,
    row: u32,
    parent: u32,
}

/// The largest difference of two pixels in any channel.
fn step(a: &[u8], b: &[u8]) -> u8 {
    a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2]))
}

/// The cell-like flat areas of a picture. Neighbouring pixels of one area differ by at most
/// `tolerance` in every channel.
pub(super) fn flat_tiles(pixels: &RgbaImage, tolerance: u8) -> Vec<Tile> {
    let width = pixels.width() as usize;
    let mut runs: Vec<Run> = Vec::new();
    let mut above = 0..0;
    let mut row_above: &[u8] = &[];
    let mut is_step = vec![0; (width * PIXEL).saturating_sub(PIXEL)];
    for (y, row) in pixels.as_raw().chunks_exact((width * PIXEL).max(PIXEL)).enumerate() {
        let first = runs.len();
        for ((is_step, a), b) in is_step.iter_mut().zip(row).zip(&row[PIXEL..]) {
            *is_step = u8::from(a.abs_diff(*b) > tolerance);
        }
        let mut left = 0;
        while left < width {
            let right = next_step(&is_step, left).unwrap_or(width);
            if (right - left) as u32 >= MIN_RUN {
                let parent = runs.len() as u32;
                runs.push(Run { left: left as u32, right: right as u32, row: y as u32, parent });
            }
            left = right;
        }
        let here = first..runs.len();
        join_rows(&mut runs, above, here.clone(), row_above, row, tolerance);
        above = here;
        row_above = row;
    }
    boxes(&mut runs).into_iter().filter(Tile::is_cell_like).collect()
}

/// Bytes of a pixel. The fourth, its opacity, is the same everywhere in a frame.
const PIXEL: usize = 4;

/// The first pixel after `pixel` that differs from the one before it: `is_step` says so for every
/// channel of every pixel but the first.
fn next_step(is_step: &[u8], pixel: usize) -> Option<usize> {
    let from = pixel * PIXEL;
    // Most of a screen is flat: sixteen bytes at a time.
    let (blocks, rest) = is_step[from..].as_chunks::<16>();
    let flat = blocks.iter().take_while(|block| u128::from_ne_bytes(**block) == 0).count() * 16;
    let in_block = blocks.get(flat / 16).map_or(rest, |block| block.as_slice());
    let at = in_block.iter().position(|&step| step != 0)?;
    Some((from + flat + at) / PIXEL + 1)
}

/// Joins the runs of one row with those of the row above, where they overlap without a step.
fn join_rows(
    runs: &mut [Run],
    above: std::ops::Range<usize>,
    here: std::ops::Range<usize>,
    row_above: &[u8],
    row: &[u8],
    tolerance: u8,
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
            if right - left >= MIN_RUN && is_level(row_above, row, left, right, tolerance) {
                let (a, b) = (root(runs, current as u32), root(runs, other as u32));
                runs[a.max(b) as usize].parent = a.min(b);
            }
            other += 1;
        }
    }
}

/// Whether most of the pixels from `left` to `right` continue the row above, by a sample of five.
fn is_level(row_above: &[u8], row: &[u8], left: u32, right: u32, tolerance: u8) -> bool {
    let level = (0..5)
        .filter(|k| {
            let x = (left + (right - left - 1) * k / 4) as usize * 4;
            step(&row_above[x..], &row[x..]) <= tolerance
        })
        .count();
    level >= 3
}

fn root(runs: &mut [Run], mut index: u32) -> u32 {
    while runs[index as usize].parent != index {
        let parent = runs[index as usize].parent;
        runs[index as usize].parent = runs[parent as usize].parent;
        index = parent;
    }
    index
}

fn boxes(runs: &mut [Run]) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Vec::new();
    let mut tile_of = vec![u32::MAX; runs.len()];
    for index in 0..runs.len() {
        let root = root(runs, index as u32) as usize;
        let Run { left, right, row, .. } = runs[index];
        if tile_of[root] == u32::MAX {
            tile_of[root] = tiles.len() as u32;
            tiles.push(Tile { left, top: row, right, bottom: row + 1, area: 0 });
        }
        let tile = &mut tiles[tile_of[root] as usize];
        tile.left = tile.left.min(left);
        tile.right = tile.right.max(right);
        tile.bottom = tile.bottom.max(row + 1);
        tile.area += right - left;
    }
    tiles
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

    fn boxes_of(tiles: &[Tile]) -> Vec<(u32, u32, u32, u32)> {
        tiles.iter().map(|tile| (tile.left, tile.top, tile.right, tile.bottom)).collect()
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
        let tiles = flat_tiles(&picture(&rows, 4), 10);
        assert_eq!(boxes_of(&tiles), [(4, 4, 20, 20), (24, 4, 40, 20)]);
        assert_eq!((tiles[0].area, tiles[1].area), (16 * 12, 16 * 16));
    }

    #[test]
    fn a_slope_within_the_tolerance_is_one_tile_and_a_step_beyond_it_ends_one() {
        let slope = |step: u32| {
            RgbaImage::from_fn(24, 20, |x, _| {
                Rgba([(if x < 12 { 0 } else { step }) as u8, 0, 0, 255])
            })
        };
        assert_eq!(boxes_of(&flat_tiles(&slope(10), 10)), [(0, 0, 24, 20)]);
        // Two areas of 12 by 20 are no squares.
        assert!(flat_tiles(&slope(11), 10).is_empty());
    }

    #[test]
    fn what_is_not_square_or_not_filled_or_too_small_is_no_tile() {
        assert!(flat_tiles(&picture(&["000000", "088880", "000000"], 10), 10).is_empty());
        let small = ["00000", "00800", "00000"];
        assert!(flat_tiles(&picture(&small, 8), 10).is_empty());
        assert_eq!(boxes_of(&flat_tiles(&picture(&small, 9), 10)), [(18, 9, 27, 18)]);
        let angle = [
            "000000000000", //
            "080000000000",
            "080000000000",
            "080000000000",
            "080000000000",
            "088888800000",
        ];
        assert!(flat_tiles(&picture(&angle, 9), 10).is_empty());
    }

    #[test]
    fn pictures_of_any_size_have_their_tiles() {
        for (width, height) in [(1, 1), (1, 40), (40, 1), (3, 3)] {
            assert!(flat_tiles(&RgbaImage::new(width, height), 10).is_empty());
        }
        assert!(flat_tiles(&RgbaImage::new(0, 0), 10).is_empty());
    }
}
