//! Of several grids in one picture, which ones count: one that is in doubt may keep another one from
//! being read, and may have nothing to do with it.

use super::dimming::{is_coloured, is_dimmed_alike};
use super::example::{is_grey, is_mostly};
use super::locate::Grid;
use super::{Reading, cells, regions, surroundings};
use crate::geometry::{FramePoint, FrameRect, FrameVector};
use image::RgbaImage;

pub(super) fn is_larger(grid: &Grid, other: &Grid) -> bool {
    grid.rect().area() > other.rect().area()
}

/// Whether a grid that can be read counts although another one is in doubt: a larger one, the same
/// one seen in another way, or cells within mere outlines, which may have been those of their page.
pub(super) fn is_instead_of(
    pixels: &RgbaImage,
    grid: &Grid,
    reading: &Reading,
    refused: &Grid,
) -> bool {
    !is_less_than(grid, refused)
        && (is_larger(grid, refused)
            || (is_same_place(&grid.rect(), &refused.rect())
                && !is_part(pixels, grid, reading, refused))
            || (grid.has_cells && !refused.has_cells && is_within(grid, refused)))
}

/// Whether a grid is one of mere outlines within cells that can be seen, unless these are blocks of several of its own.
fn is_less_than(grid: &Grid, other: &Grid) -> bool {
    let are_blocks = grid.rows > other.rows
        && grid.rows.is_multiple_of(other.rows)
        && is_same_place(&grid.rect(), &other.rect());
    !grid.has_cells && other.has_cells && is_within(grid, other) && !are_blocks
}

/// Whether a grid lies within another one, to half a cell.
fn is_within(grid: &Grid, other: &Grid) -> bool {
    other.rect().inflate(grid.pitch.x / 2.0, grid.pitch.y / 2.0).contains_box(&grid.rect())
}

/// Whether a reading leaves out some of a grid's cells that look like those of a board: they have
/// more colours than labels have, or, without lines that tell labels, one of the board's.
pub(super) fn is_part(pixels: &RgbaImage, grid: &Grid, reading: &Reading, other: &Grid) -> bool {
    if !is_same_pitch(reading.lattice.pitch, other.pitch) {
        return false;
    }
    let all = other.window(0, 0, other.columns.max(other.rows));
    let (read, whole) = (reading.lattice.rect(), other.rect());
    let is_left_out: Vec<bool> = all
        .cells()
        .map(|cell| all.cell_centre(cell))
        .map(|at| whole.contains(at) && !read.contains(at))
        .collect();
    let left_out = cells::measure_colours(pixels, &all).only(|cell| is_left_out[cell]);
    let colours = regions::distinct_colours(&left_out);
    let is_of_board = |&cell: &usize| {
        let is_like = |own: &[u8; 3]| {
            regions::is_one_colour(&cells::to_lab(own.map(f32::from)), &left_out.lab[cell])
        };
        reading.palette.iter().any(is_like)
    };
    colours.len() > 1 || !grid.has_cells && colours.iter().any(is_of_board)
}

/// Whether a reading has nothing to do with a larger grid that is in doubt: it is whole, and it is
/// either the same lattice of cells without things that stood beside it, or of other colours than a
/// grid that is no other board, or all that lends a grid behind it the colours of a board. An example
/// has the colours of its game.
pub(super) fn is_apart(pixels: &RgbaImage, grid: &Grid, reading: &Reading, refused: &Grid) -> bool {
    let is_same_lattice = grid.has_cells
        && grid.rect().intersects(&refused.rect())
        && is_same_pitch(grid.pitch, refused.pitch);
    !is_less_than(grid, refused)
        && surroundings::is_enclosed(pixels, &reading.lattice)
        && (is_same_lattice
            || !(may_be_another(pixels, refused) || shares_colours(pixels, reading, refused))
            || reading.rect.intersects(&refused.rect())
                && !has_board_colours_beside(pixels, reading, refused))
}

/// The least part of all pairs of neighbouring cells that are of one colour on a board. Cells of a
/// region hang together: a board of n regions has at least n² - n such pairs of its 2n(n - 1), a half.
/// Measured: 0.4 and up where windows cover a board, 0.02 to 0.32 on chess boards and mosaics.
const PAIRS_OF_ONE_COLOUR: f64 = 1.0 / 3.0;

/// Whether a grid that is in doubt may be a board of its own beside another one: it is whole, with
/// cells that can be seen, in areas. Outlines alone may be those of windows that happen to be divided
/// evenly, and cells of a chess board are coloured one by one.
fn may_be_another(pixels: &RgbaImage, grid: &Grid) -> bool {
    grid.has_cells && is_whole(pixels, grid) && has_areas(pixels, grid)
}

/// Whether a grid of cells may be a part of a board: they are in areas.
pub(super) fn may_be_part(pixels: &RgbaImage, grid: &Grid) -> bool {
    grid.has_cells && has_areas(pixels, grid)
}

/// Whether the colours of a grid's cells are in areas.
fn has_areas(pixels: &RgbaImage, grid: &Grid) -> bool {
    let size = grid.rows.min(grid.columns);
    let colours = cells::measure_colours(pixels, &grid.window(0, 0, size));
    regions::pairs_of_one_colour(&colours, size) >= PAIRS_OF_ONE_COLOUR
        && regions::has_several_areas(&colours, size)
}

/// Whether a grid is square, and ends on all sides as boards do.
fn is_whole(pixels: &RgbaImage, grid: &Grid) -> bool {
    grid.columns == grid.rows && surroundings::is_enclosed(pixels, &grid.window(0, 0, grid.rows))
}

/// How far two pitches of one lattice may be apart, as a part of one. Chosen: cells of a page beside
/// a board bend the lines that are fitted to both.
const SAME_PITCH: f64 = 0.1;

/// Whether two pitches may be those of one lattice.
fn is_same_pitch(a: FrameVector, b: FrameVector) -> bool {
    (a - b).length() < SAME_PITCH * b.length()
}

/// Whether a grid has the colours of a board even without the cells under a reading: a board on a
/// window in front of others lends them its own.
fn has_board_colours_beside(pixels: &RgbaImage, reading: &Reading, grid: &Grid) -> bool {
    let size = grid.columns.min(grid.rows);
    let lattice = grid.window(0, 0, size);
    let is_beside: Vec<bool> =
        lattice.cells().map(|cell| !reading.rect.intersects(&lattice.cell_rect(cell))).collect();
    let colours = cells::measure_colours(pixels, &lattice).only(|cell| is_beside[cell]);
    regions::has_board_colours(&colours, size)
}

/// Whether at least half of a board's colours are those of cells of a grid, however bright: one of
/// the two may be dimmed. Greys, which are everywhere, count as they are, and only if there are few others.
fn shares_colours(pixels: &RgbaImage, reading: &Reading, grid: &Grid) -> bool {
    let lattice = grid.window(0, 0, grid.columns.max(grid.rows));
    let cells = cells::measure_colours(pixels, &lattice);
    // The grid may lie over the board, and the lattice is square where it is not.
    let (board, area) = (reading.lattice.rect(), grid.rect());
    let is_other = |at: FramePoint| area.contains(at) && !board.contains(at);
    let others: Vec<usize> = lattice
        .cells()
        .filter(|&cell| is_other(lattice.cell_centre(cell)))
        .map(|cell| lattice.index(cell))
        .collect();
    let has = |own: &[u8; 3], cell: usize| match is_coloured(own) {
        true => is_dimmed_alike(own, &cells.rgb[cell]),
        false => regions::is_one_colour(&cells::to_lab(own.map(f32::from)), &cells.lab[cell]),
    };
    let is_there = |own: &&[u8; 3]| others.iter().any(|&cell| has(own, cell));
    let is_own = |cell: &&usize| reading.palette.iter().any(|own| has(own, **cell));
    2 * reading.palette.iter().filter(is_there).count() >= reading.palette.len()
        && (!is_grey(reading) || is_mostly(others.iter().filter(is_own).count(), others.len()))
}

/// Whether a grid that cannot be read should keep people from reading a smaller one: other grids,
/// and windows that happen to be divided evenly, should not.
pub(super) fn is_board_like(pixels: &RgbaImage, grid: &Grid) -> bool {
    let lattice = grid.window(0, 0, grid.rows.min(grid.columns));
    let colours = cells::measure_colours(pixels, &lattice);
    let is_of_page = || surroundings::is_of_page(pixels, &lattice, &colours);
    // Days of a calendar that are divided into cells are areas as those of a board are.
    if regions::has_coloured_areas(&colours, lattice.size) {
        return grid.has_cells || !is_of_page();
    }
    regions::has_board_colours(&colours, lattice.size) && is_whole(pixels, grid) && !is_of_page()
}

/// How much of what either of two rectangles covers they share, if they are the same seen twice.
/// Chosen: a board of five rows and four of them share 0.8, half a board half.
const SAME_PLACE: f64 = 0.7;

/// Whether two rectangles share most of what either of them covers.
pub(super) fn is_same_place(a: &FrameRect, b: &FrameRect) -> bool {
    let shared = a.intersection(b).map_or(0.0, |shared| shared.area());
    shared >= SAME_PLACE * (a.area() + b.area() - shared)
}
