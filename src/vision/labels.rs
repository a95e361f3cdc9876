//! Rows and columns of labels beside a board: numbers, letters, clues or buttons in cells as large as its own.

use super::cells::{self, CellColours};
use super::grid_reading::read_lattice;
use super::locate::Grid;
use super::sampling::Raster;
use super::stain::CONTRAST;
use super::walls::{self, Border};
use super::{Reading, printed, regions};
use crate::board::{Cell, Mark};
use crate::geometry::Lattice;
use crate::solver::Outcome;
use image::RgbaImage;

/// The most rows or columns of labels beside a board.
const LABELS: usize = 2;

/// How much stronger the faintest line of a board is than the lines between labels beside it, or how much
/// fainter its strongest one. Chosen.
const LABEL_LINES: f32 = 1.5;

/// Reads the board on a grid that has rows or columns beyond it: numbers or letters, as sheets have
/// them, or buttons. Those have colours that no cell of the board has, or are all of one colour, and other
/// lines between them than any on the board: a whole side of a board may be a region of its own, and
/// look like labels where another side is hidden. There must be just one place for it.
pub(super) fn read_without(pixels: &RgbaImage, grid: &Grid) -> Option<Reading> {
    let (size, most) = (grid.columns.min(grid.rows), grid.columns.max(grid.rows));
    if most - size > LABELS {
        return None;
    }
    let is_wide = grid.columns > grid.rows;
    let all = grid.window(0, 0, most);
    let colours = cells::measure_colours(pixels, &all);
    let borders = walls::measure_borders(pixels, &all);
    // Where a cell is along the longer side, if it is on the grid at all.
    let along = |index: usize| {
        let (row, col) = (index / most, index % most);
        let (along, across) = if is_wide { (col, row) } else { (row, col) };
        (across < size).then_some(along)
    };
    let mut readings = (0..=most - size).filter_map(|first| {
        let is_board = |cell: usize| along(cell).map(|at| (first..first + size).contains(&at));
        let of = |is_on_board: bool| {
            (0..most * most).filter(move |&cell| is_board(cell) == Some(is_on_board))
        };
        let is_like = |a: usize, b: usize| regions::is_one_colour(&colours.lab[a], &colours.lab[b]);
        let label = of(false).next()?;
        let have_own_colours = !of(false).any(|label| of(true).any(|cell| is_like(cell, label)));
        let ink = |is_on_board: bool| {
            let is_inside = move |border: &&Border| {
                border.cells.iter().all(|&cell| is_board(cell) == Some(is_on_board))
            };
            borders.list.iter().filter(is_inside).map(|border| border.ink)
        };
        let strongest = |is_on_board| ink(is_on_board).fold(0.0, f32::max);
        let is_above = |ink: f32, other: f32| ink > LABEL_LINES * other;
        let has_fainter_lines = ink(true).all(|ink| is_above(ink, strongest(false)));
        let has_stronger_lines = ink(false).all(|ink| is_above(ink, strongest(true)));
        let are_labels = if have_own_colours {
            has_fainter_lines || has_stronger_lines
        } else {
            has_fainter_lines && of(false).all(|cell| is_like(cell, label))
        };
        let window = if is_wide {
            grid.window(0, first as isize, size)
        } else {
            grid.window(first as isize, 0, size)
        };
        let reading = are_labels.then(|| read_lattice(pixels, window).ok())??;
        matches!(reading.outcome, Outcome::Unique(_)).then_some(reading)
    });
    match (readings.next(), readings.next()) {
        (Some(reading), None) => Some(reading),
        _ => None,
    }
}

/// The part of a cell's side, around its middle, in which a label stands.
const INNER: f64 = 0.6;

/// The samples along a side of a cell.
const SAMPLES: (u32, u32) = (12, 48);

/// The least part of the labels' cells in which something stands: a clue may be left out. Chosen.
const LABELLED: f64 = 0.8;

/// The lattice within the outer row and column of a board that are a region of their own, and in which labels
/// stand, but for their corner. The puzzle has just one solution with them too: their queen can only be in the
/// corner. Some levels have such a region, in which crosses may stand.
pub(super) fn within(pixels: &RgbaImage, reading: &Reading) -> Option<Lattice> {
    let Reading { board, lattice, marks, .. } = reading;
    let colours = cells::measure_colours(pixels, lattice);
    let is_own = |cell, corner| board.region(cell) == board.region(corner);
    let (inner, labels) = without_labels(pixels, lattice, &colours, is_own)?;
    let are_crosses = labels.iter().all(|&cell| marks.mark(cell) == Mark::Cross)
        && printed::is_mostly_one(pixels, lattice, &colours, &labels);
    (!are_crosses).then_some(inner)
}

/// The same within cells that make no puzzle, where the queen in the corner would touch another one: those that
/// are a region of their own have a colour of their own.
pub(super) fn within_cells(pixels: &RgbaImage, lattice: &Lattice) -> Option<Lattice> {
    let colours = cells::measure_colours(pixels, lattice);
    let lab = |cell| &colours.lab[lattice.index(cell)];
    let is_own = |cell, corner| regions::is_one_colour(lab(cell), lab(corner));
    let (inner, labels) = without_labels(pixels, lattice, &colours, is_own)?;
    (!printed::is_mostly_one(pixels, lattice, &colours, &labels)).then_some(inner)
}

/// The lattice without the outer row and column that meet in a corner and, as `is_own` tells of each cell and that corner,
/// are a region of their own; and their cells but for the corner, in most of which something stands.
fn without_labels(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    is_own: impl Fn(Cell, Cell) -> bool,
) -> Option<(Lattice, Vec<Cell>)> {
    let last = lattice.size - 1;
    let is_on = |cell: Cell, corner: Cell| cell.row == corner.row || cell.col == corner.col;
    let is_region =
        |&corner: &Cell| lattice.cells().all(|cell| is_on(cell, corner) == is_own(cell, corner));
    let mut corners = [0, last].into_iter().flat_map(|row| [0, last].map(|col| Cell::at(row, col)));
    let corner = corners.find(is_region)?;
    let raster = Raster::new(pixels, lattice, INNER, SAMPLES);
    let is_plain =
        |cell: Cell| raster.is_all_near(cell, &colours.rgb[lattice.index(cell)], CONTRAST);
    let labels: Vec<Cell> =
        lattice.cells().filter(|&cell| is_on(cell, corner) && cell != corner).collect();
    let labelled = labels.iter().filter(|&&cell| !is_plain(cell)).count();
    if !is_plain(corner) || (labelled as f64) < LABELLED * labels.len() as f64 {
        return None;
    }
    let first = |at: usize| if at == 0 { 1 } else { 0 };
    Some((Grid::of(lattice).window(first(corner.row), first(corner.col), last), labels))
}
