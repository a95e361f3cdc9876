//! From a frame to a board: [`read`] finds it, reads it and judges its own reading, or refuses.
//!
//! No I/O, no clicks: pixels go in, a [`Reading`] or a [`Refusal`] comes out.

mod alike;
mod cells;
mod doubt;
mod features;
mod frame_edge;
mod glyph;
mod groups;
mod ink;
mod judge;
mod line_check;
mod lines;
mod locate;
mod marks;
mod outlines;
mod overlay;
mod regions;
mod sampling;
mod shape;
#[cfg(test)]
mod stage_times;
mod stages;
mod stain;
mod surroundings;
mod tiles;
mod walls;

pub use alike::is_alike_in;
pub use doubt::Doubt;
pub use overlay::{overlay, overlay_refusal};
pub use stages::{Stage, stages};

use crate::board::{Board, Cell, Mark, Marks};
use crate::geometry::{FramePoint, FrameRect, FrameVector, Lattice, crop};
use crate::solver::Outcome;
use image::RgbaImage;
use judge::{Disbelief, Verdict};
use locate::Grid;
use tiles::Areas;
use walls::Borders;

/// A board as it was seen.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The puzzle.
    pub board: Board,
    /// Where its cells are, to a fraction of a pixel.
    pub lattice: Lattice,
    /// The outer edge of the outer border; the lattice's own rectangle where none is drawn.
    pub rect: FrameRect,
    /// What stands on it.
    pub marks: Marks,
    /// What the solver says of the puzzle: the reading's checksum, and its answer.
    pub outcome: Outcome,
    /// The measured colour of each region (sRGB, 0 to 255), in the order of the regions.
    pub palette: Vec<[u8; 3]>,
    /// What the reading rests on.
    pub evidence: Evidence,
}

/// What a reading rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// How sure the reading is, from 0 to 1: 0.999 where colours, walls and the solver agree, 0.99
    /// where the solver confirms one of the two and the other does not contradict it clearly, 0.97
    /// where colours and walls together show a puzzle with several solutions, though not each alone
    /// in every cell, and 0.95 where clear colours alone show such a one. What is less sure is refused.
    pub confidence: f64,
    /// Whether colours and walls, each alone, give every pair of neighbours the same answer.
    pub colours_and_walls_agree: bool,
    /// The smallest distance between the colours of two regions, in CIELAB dE (1976); infinite for
    /// a board of one region.
    pub colour_margin: f64,
    /// The largest distance of a cell's colour from its region's, in CIELAB dE (1976).
    pub colour_spread: f64,
}

/// Why a picture was not read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// There is nothing in the picture that looks like a board.
    #[error("there is no Queens board in the picture")]
    NoBoard,
    /// There is a board, but it cannot be read with certainty.
    #[error("the board at {} cannot be read with certainty: {doubt}", describe(.rect))]
    UnreadableBoard {
        /// Where it is.
        rect: FrameRect,
        /// What is in doubt.
        doubt: Doubt,
    },
}

impl Refusal {
    /// What the person can do about it: a clause without a full stop.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoBoard => {
                "make sure that the whole board is in the picture, upright and not covered"
            }
            Self::UnreadableBoard { doubt, .. } => doubt.hint(),
        }
    }
}

fn describe(rect: &FrameRect) -> String {
    format!("({:.0}, {:.0}) to ({:.0}, {:.0})", rect.min.x, rect.min.y, rect.max.x, rect.max.y)
}

/// Finds the best board of a picture and reads it: the largest lattice that holds one.
///
/// A smaller board is not read where a larger one is in doubt: the small one may be an example
/// beside a board that something covers. Only within mere outlines, which may be those of a page, cells
/// are looked for all the same. Nor is a board read where larger areas of its colours make none that
/// could be read.
///
/// # Errors
/// A refusal, if there is no board or if it cannot be read with certainty.
pub fn read(pixels: &RgbaImage) -> Result<Reading, Refusal> {
    read_if(pixels, |_| true)
}

/// Reads all boards of a picture, the largest first: examples, thumbnails and boards beside each
/// other too. What is in doubt is left out.
///
/// # Errors
/// That of [`read`], if no board can be read.
pub fn read_all(pixels: &RgbaImage) -> Result<Vec<Reading>, Refusal> {
    let mut readings: Vec<Reading> = TOLERANCES
        .iter()
        .flat_map(|&tolerance| all_candidates(pixels, tolerance))
        .filter_map(|grid| read_grid(pixels, &grid).ok())
        .collect();
    // Of two readings of one place, that of the first tolerance comes first: the sort is stable.
    readings.sort_by_key(|reading| std::cmp::Reverse(reading.lattice.rect().area().round() as u64));
    let mut boards: Vec<Reading> = Vec::new();
    for reading in readings {
        let rect = reading.lattice.rect();
        if !boards.iter().any(|board| board.lattice.rect().intersects(&rect)) {
            boards.push(reading);
        }
    }
    if boards.is_empty() { read(pixels).map(|reading| vec![reading]) } else { Ok(boards) }
}

/// Reads the board that is expected on `lattice`: no search in the rest of the picture, but the
/// same certainty as [`read`]. The board may have moved by up to half a cell; the reading's lattice
/// is the one seen now.
///
/// # Errors
/// A refusal, if the board is not there or cannot be read with certainty.
pub fn read_at(pixels: &RgbaImage, lattice: &Lattice) -> Result<Reading, Refusal> {
    let size = FrameVector::new(f64::from(pixels.width()), f64::from(pixels.height()));
    let around = lattice
        .rect()
        .inflate(lattice.pitch.x, lattice.pitch.y)
        .intersection(&FrameRect::new(FramePoint::zero(), size.to_point()))
        .ok_or(Refusal::NoBoard)?
        .round_out();
    let corner = (around.min.x as u32, around.min.y as u32);
    let near = crop(pixels, corner, (around.width() as u32, around.height() as u32));
    let offset = around.min.to_vector();
    let is_expected = |grid: &Grid| {
        let moved = grid.origin + offset - lattice.origin;
        let fits = |moved: f64, count: usize| {
            let missing = lattice.size.saturating_sub(count) as f64;
            (-0.5..=missing + 0.5).contains(&moved)
        };
        (grid.pitch - lattice.pitch).length() < 0.05 * lattice.pitch.length()
            && grid.columns.max(grid.rows) == lattice.size
            && fits(moved.x / lattice.pitch.x, grid.columns)
            && fits(moved.y / lattice.pitch.y, grid.rows)
    };
    match read_if(&near, is_expected).map(|reading| reading.translate(offset)) {
        Ok(reading) if is_near(&reading.lattice, lattice) => Ok(reading),
        Ok(_) | Err(Refusal::NoBoard) => Err(Refusal::NoBoard),
        Err(Refusal::UnreadableBoard { rect, doubt }) => {
            Err(Refusal::UnreadableBoard { rect: rect.translate(offset), doubt })
        }
    }
}

/// Whether one lattice is the other, moved by up to half a cell.
fn is_near(seen: &Lattice, expected: &Lattice) -> bool {
    let moved = seen.origin - expected.origin;
    seen.size == expected.size
        && moved.x.abs() <= expected.pitch.x / 2.0
        && moved.y.abs() <= expected.pitch.y / 2.0
}

impl Reading {
    fn refused_as_an_example(&self) -> Refusal {
        Refusal::UnreadableBoard { rect: self.rect, doubt: Doubt::Example }
    }

    fn translate(mut self, offset: FrameVector) -> Self {
        self.lattice.origin += offset;
        self.rect = self.rect.translate(offset);
        self
    }
}

/// The largest steps between two pixels of one cell, in levels of a channel, in the order in which
/// they are tried. Chosen, not derived: with 10 alone all but two of 176 labelled boards had a grid
/// of their size; noise needs more, translucent lines may need less.
const TOLERANCES: [u8; 3] = [10, 20, 5];

/// Reads the board on the largest grid that has one, among those that `is_wanted`. Where a grid is
/// in doubt, a smaller one is read only if it has nothing to do with it, and if the larger one is in
/// doubt at every tolerance.
fn read_if(pixels: &RgbaImage, is_wanted: impl Fn(&Grid) -> bool) -> Result<Reading, Refusal> {
    let mut refused: Option<(Grid, Doubt)> = None;
    let mut smaller: Option<Reading> = None;
    let mut examples: Vec<FrameRect> = Vec::new();
    for tolerance in TOLERANCES {
        let areas = tiles::flat_areas(pixels, tolerance);
        let mut grids = candidates(pixels, &areas, tolerance);
        grids.retain(&is_wanted);
        for (rank, grid) in grids.iter().enumerate() {
            match read_grid(pixels, grid) {
                Ok(reading) => {
                    let in_doubt = refused.as_ref().map(|(other, _)| other);
                    if in_doubt.is_none_or(|other| is_instead_of(pixels, grid, &reading, other)) {
                        let reading = played_one(pixels, reading, &grids[rank + 1..]);
                        return if looks_like_an_example(pixels, &areas, &reading) {
                            Err(reading.refused_as_an_example())
                        } else {
                            Ok(reading)
                        };
                    }
                    if looks_like_an_example(pixels, &areas, &reading) {
                        examples.push(reading.rect);
                    } else if smaller.is_none()
                        && in_doubt.is_none_or(|other| is_apart(pixels, grid, &reading, other))
                    {
                        smaller = Some(played_one(pixels, reading, &grids[rank + 1..]));
                    }
                }
                Err(Disbelief::NotABoard) => {}
                Err(Disbelief::InDoubt(doubt))
                    if !doubt.is_about_a_board() && !is_board_like(pixels, grid) => {}
                Err(Disbelief::InDoubt(doubt)) => {
                    // Cells that can be seen tell more than the outlines around them.
                    let tells_more = |other: &Grid| {
                        is_larger(grid, other) || (grid.has_cells && !other.has_cells)
                    };
                    if refused.as_ref().is_none_or(|(other, _)| tells_more(other)) {
                        refused = Some((grid.clone(), doubt));
                    }
                }
            }
        }
    }
    // What is an example at one tolerance is one at all.
    let is_example =
        |reading: &Reading| examples.iter().any(|rect| is_same_place(rect, &reading.rect));
    smaller.filter(|reading| !is_example(reading)).ok_or_else(|| {
        refused.map_or(Refusal::NoBoard, |(grid, doubt)| Refusal::UnreadableBoard {
            rect: grid.rect(),
            doubt,
        })
    })
}

fn is_larger(grid: &Grid, other: &Grid) -> bool {
    grid.rect().area() > other.rect().area()
}

/// Whether a grid that can be read counts although another one is in doubt: a larger one, the same
/// one seen in another way, or cells within mere outlines, which may have been those of their page.
fn is_instead_of(pixels: &RgbaImage, grid: &Grid, reading: &Reading, refused: &Grid) -> bool {
    !is_less_than(grid, refused)
        && (is_larger(grid, refused)
            || (is_same_place(&grid.rect(), &refused.rect()) && !is_part(pixels, reading, refused))
            || (grid.has_cells && !refused.has_cells && is_within(grid, refused)))
}

/// Whether a grid is one of mere outlines within cells that can be seen.
fn is_less_than(grid: &Grid, other: &Grid) -> bool {
    !grid.has_cells && other.has_cells && is_within(grid, other)
}

/// Whether a grid lies within another one, to half a cell.
fn is_within(grid: &Grid, other: &Grid) -> bool {
    other.rect().inflate(grid.pitch.x / 2.0, grid.pitch.y / 2.0).contains_box(&grid.rect())
}

/// Whether a reading leaves out some of a grid's cells that look like those of a board: they have
/// more colours than labels have.
fn is_part(pixels: &RgbaImage, reading: &Reading, grid: &Grid) -> bool {
    if !is_same_pitch(reading.lattice.pitch, grid.pitch) {
        return false;
    }
    let all = grid.window(0, 0, grid.columns.max(grid.rows));
    let (read, whole) = (reading.lattice.rect(), grid.rect());
    let is_left_out: Vec<bool> = all
        .cells()
        .map(|cell| all.cell_centre(cell))
        .map(|at| whole.contains(at) && !read.contains(at))
        .collect();
    let left_out = cells::measure_colours(pixels, &all).only(|cell| is_left_out[cell]);
    regions::distinct_colours(&left_out).len() > 1
}

/// Whether a reading has nothing to do with a larger grid that is in doubt: it is whole, and it is
/// either the same lattice of cells without things that stood beside it, or of other colours than a
/// grid that is no whole board, or all that lends a grid behind it the colours of a board. An example
/// has the colours of its game.
fn is_apart(pixels: &RgbaImage, grid: &Grid, reading: &Reading, refused: &Grid) -> bool {
    let is_same_lattice = grid.has_cells
        && grid.rect().intersects(&refused.rect())
        && is_same_pitch(grid.pitch, refused.pitch);
    !is_less_than(grid, refused)
        && surroundings::is_enclosed(pixels, &reading.lattice)
        && (is_same_lattice
            || !(is_whole(pixels, refused) || shares_colours(pixels, reading, refused))
            || reading.rect.intersects(&refused.rect())
                && !has_board_colours_beside(pixels, reading, refused))
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
    judge::has_board_colours(&colours, size)
}

/// Whether at least half of a board's colours are those of cells of a grid, however bright: one of
/// the two may be dimmed.
fn shares_colours(pixels: &RgbaImage, reading: &Reading, grid: &Grid) -> bool {
    let lattice = grid.window(0, 0, grid.columns.max(grid.rows));
    let cells = cells::measure_colours(pixels, &lattice);
    // The grid may lie over the board.
    let board = reading.lattice.rect();
    let others = || lattice.cells().filter(|&cell| !board.contains(lattice.cell_centre(cell)));
    let is_there = |colour: &&[u8; 3]| {
        others().any(|cell| is_dimmed_alike(colour, &cells.rgb[lattice.index(cell)]))
    };
    2 * reading.palette.iter().filter(is_there).count() >= reading.palette.len()
}

/// Whether two colours are the same but for their brightness.
fn is_dimmed_alike(a: &[u8; 3], b: &[u8; 3]) -> bool {
    let chromaticity =
        |colour: &[u8; 3]| colour.map(|channel| f64::from(channel) / brightness(colour));
    let (a, b) = (chromaticity(a), chromaticity(b));
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= SAME_CHROMATICITY)
}

/// How far the shares of red, green and blue in one colour may be apart when it is dimmed. Chosen.
const SAME_CHROMATICITY: f64 = 0.03;

/// How much larger than a cell an area is at least that could be one of a larger board. Chosen.
const LARGER_CELL: f64 = 1.5;

/// The least chroma of a colour that is no grey, in CIELAB. Chosen.
const COLOURED: f32 = 8.0;

/// How much of a board's area those larger cells cover at least: a larger board that the picture cuts
/// off shows half of itself or less, while swatches of its colours beside it are few. Chosen.
const SEEN_OF_LARGER: f64 = 0.5;

/// Whether larger cells elsewhere have the colours of this board, at least half of them and two: then
/// those are the board, and this is an example beside it. A hint may have dimmed that board, all of its
/// colours by one factor.
fn looks_like_an_example(pixels: &RgbaImage, areas: &Areas, reading: &Reading) -> bool {
    let board = reading.rect;
    let larger = LARGER_CELL * reading.lattice.pitch.x * reading.lattice.pitch.y;
    let is_beside = |area: &tiles::Tile| {
        let (x, y) = (area.left + area.right, area.top + area.bottom);
        !board.contains(FramePoint::new(f64::from(x) / 2.0, f64::from(y) / 2.0))
    };
    let mut beside = areas.large_ones(pixels, larger);
    beside.retain(|(area, _)| is_beside(area));
    // Greys are everywhere.
    let is_coloured = |colour: &&[u8; 3]| {
        let lab = cells::to_lab(colour.map(f32::from));
        lab.a.hypot(lab.b) >= COLOURED
    };
    // Of twins, one: only one of them can be found.
    let mut colours: Vec<[u8; 3]> = Vec::new();
    for own in reading.palette.iter().filter(is_coloured) {
        let lab = |colour: &[u8; 3]| cells::to_lab(colour.map(f32::from));
        if !colours.iter().any(|other| regions::is_one_colour(&lab(other), &lab(own))) {
            colours.push(*own);
        }
    }
    let are_the_boards = |factor: f32| {
        let dimmed =
            |colour: &[u8; 3]| cells::to_lab(colour.map(|level| factor * f32::from(level)));
        let labs: Vec<_> = colours.iter().map(dimmed).collect();
        let mut found = vec![0.0; labs.len()];
        for (area, colour) in &beside {
            let lab = cells::to_lab(colour.map(f32::from));
            let is_like = |other: &_| regions::is_one_colour(other, &lab);
            if let Some(like) = labs.iter().position(is_like) {
                found[like] += f64::from(area.area);
            }
        }
        let least = colours.len().div_ceil(2).max(2);
        found.iter().filter(|&&area| area > 0.0).count() >= least
            && found.iter().sum::<f64>() >= SEEN_OF_LARGER * board.area()
    };
    let factors = colours.iter().flat_map(|own| {
        beside.iter().filter_map(move |(_, colour)| {
            let factor = brightness(colour) / brightness(own);
            (DIMMED.contains(&factor) && is_dimmed_alike(own, colour)).then_some(factor)
        })
    });
    are_the_boards(1.0) || factors.map(|factor| factor as f32).any(are_the_boards)
}

/// By how much hints dim a board: those that were seen, by 0.4. Chosen, with room on both sides.
const DIMMED: std::ops::Range<f64> = 0.25..0.75;

/// The sum of the three channels, at least 1.
fn brightness(colour: &[u8; 3]) -> f64 {
    colour.iter().map(|&channel| f64::from(channel)).sum::<f64>().max(1.0)
}

/// Whether a grid that cannot be read should keep people from reading a smaller one: other grids,
/// and windows that happen to be divided evenly, should not.
fn is_board_like(pixels: &RgbaImage, grid: &Grid) -> bool {
    let lattice = grid.window(0, 0, grid.rows.min(grid.columns));
    let colours = cells::measure_colours(pixels, &lattice);
    judge::has_regions(&colours, lattice.size)
        || (judge::has_board_colours(&colours, lattice.size)
            && is_whole(pixels, grid)
            && !surroundings::is_of_page(pixels, &lattice, &colours))
}

/// All grids that may be a board among the flat areas of a picture, the largest first; of those in one
/// place, the ones with cells first.
fn candidates(pixels: &RgbaImage, areas: &Areas, tolerance: u8) -> Vec<Grid> {
    let cells = locate::grids(&tiles::cell_like(pixels, areas, tolerance));
    // Where cells can be seen, they are not divided further, and other ways to divide their outline
    // count as no larger than they are.
    let with_area = |outline: Grid| {
        let mut within = cells.iter().filter(|grid| is_same_place(&grid.rect(), &outline.rect()));
        let is_known = within.clone().any(|grid| outline.rows.is_multiple_of(grid.rows));
        let area = within.next().unwrap_or(&outline).rect().area();
        (!is_known).then_some((area, outline))
    };
    let outlines: Vec<(f64, Grid)> =
        outlines::grids(areas).into_iter().filter_map(with_area).collect();
    let cells = cells.into_iter().map(|grid| (grid.rect().area(), grid));
    let mut grids: Vec<(f64, Grid)> = cells.chain(outlines).collect();
    // Of two of one area, the one with cells stays first: the sort is stable.
    grids.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    grids.into_iter().map(|(_, grid)| grid).collect()
}

/// All grids that may be a board among areas of one `tolerance`, the largest first.
fn all_candidates(pixels: &RgbaImage, tolerance: u8) -> Vec<Grid> {
    candidates(pixels, &tiles::flat_areas(pixels, tolerance), tolerance)
}

/// The least area of a board that is as large as another one, in parts of it. Chosen: the same size
/// measured twice.
const AS_LARGE: f64 = 0.9;

/// Of boards of one size, the one that has been played on: an empty one beside it is an example, or
/// shows where the game began.
fn played_one(pixels: &RgbaImage, reading: Reading, others: &[Grid]) -> Reading {
    let is_played = |reading: &Reading| {
        reading.board.cells().any(|cell| reading.marks.mark(cell) != Mark::Empty)
    };
    let rect = reading.lattice.rect();
    let is_as_large = |other: &&Grid| {
        let other = other.rect();
        other.area() >= AS_LARGE * rect.area() && !is_same_place(&other, &rect)
    };
    if is_played(&reading) {
        return reading;
    }
    let read = |grid: &Grid| read_grid(pixels, grid).ok().filter(is_played);
    others.iter().filter(is_as_large).find_map(read).unwrap_or(reading)
}

/// How much of what either of two rectangles covers they share, if they are the same seen twice.
/// Chosen: a board of five rows and four of them share 0.8, half a board half.
const SAME_PLACE: f64 = 0.7;

/// Whether two rectangles share most of what either of them covers.
fn is_same_place(a: &FrameRect, b: &FrameRect) -> bool {
    let shared = a.intersection(b).map_or(0.0, |shared| shared.area());
    shared >= SAME_PLACE * (a.area() + b.area() - shared)
}

/// Reads the board on a grid. Where a grid has more columns than rows, or the other way round, the
/// missing ones may be there all the same: cut by the picture's edge, or striped by the game, so
/// that they are no tiles. Such a board is read only if all witnesses agree on just one place for
/// it, and if each missing line shares a region with the rest: one that is walled off may be the
/// page.
fn read_grid(pixels: &RgbaImage, grid: &Grid) -> Result<Reading, Disbelief> {
    if !grid.has_cells {
        let grid = outlines::on_level_edges(pixels, grid).ok_or(Doubt::StrayLines)?;
        return read_outlines(pixels, &grid);
    }
    if grid.columns == grid.rows {
        return read_lattice(pixels, grid.window(0, 0, grid.columns));
    }
    let size = grid.columns.max(grid.rows);
    let seen = grid.columns.min(grid.rows);
    let is_row_missing = grid.rows < size;
    let mut readings = (0..=size - seen).filter_map(|before| {
        let offset = -(before as isize);
        let lattice = if is_row_missing {
            grid.window(offset, 0, size)
        } else {
            grid.window(0, offset, size)
        };
        let reading = shows(pixels, &lattice).then(|| read_lattice(pixels, lattice).ok())??;
        let is_believed = (reading.evidence.colours_and_walls_agree
            || surroundings::is_enclosed(pixels, &reading.lattice))
            && matches!(reading.outcome, Outcome::Unique(_))
            && (0..before).all(|line| shares_a_region(&reading.board, is_row_missing, line))
            && (before + seen..size)
                .all(|line| shares_a_region(&reading.board, is_row_missing, line - 1));
        is_believed.then_some(reading)
    });
    match (readings.next(), readings.next()) {
        (Some(reading), None) => Ok(reading),
        _ => read_without_labels(pixels, grid).ok_or_else(|| doubt_of_oblong(pixels, grid)),
    }
}

/// The most rows or columns of labels beside a board.
const LABELS: usize = 2;

/// How much stronger the faintest line of a board is than the lines between labels beside it. Chosen.
const LABEL_LINES: f32 = 1.5;

/// Reads the board on a grid that has rows or columns beyond it: numbers or letters, as sheets have
/// them. Those are of one colour, which no cell of the board has, or with fainter lines between them
/// than any on the board. There must be just one place for it.
fn read_without_labels(pixels: &RgbaImage, grid: &Grid) -> Option<Reading> {
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
        let has_own_colour = !of(true).any(|cell| is_like(cell, label));
        let ink = |is_on_board: bool| {
            let is_inside = move |border: &&walls::Border| {
                border.cells.iter().all(|&cell| is_board(cell) == Some(is_on_board))
            };
            borders.list.iter().filter(is_inside).map(|border| border.ink)
        };
        let strongest = ink(false).fold(0.0, f32::max);
        let has_fainter_lines = ink(true).all(|ink| ink > LABEL_LINES * strongest);
        let is_framed =
            of(false).all(|cell| is_like(cell, label)) && (has_own_colour || has_fainter_lines);
        let window = if is_wide {
            grid.window(0, first as isize, size)
        } else {
            grid.window(first as isize, 0, size)
        };
        let reading = is_framed.then(|| read_lattice(pixels, window).ok())??;
        matches!(reading.outcome, Outcome::Unique(_)).then_some(reading)
    });
    match (readings.next(), readings.next()) {
        (Some(reading), None) => Some(reading),
        _ => None,
    }
}

/// Reads the board on a grid of which only the outlines of regions can be seen. Other puzzles of
/// coloured patches look like that too: only the solver tells a Queens board from them.
fn read_outlines(pixels: &RgbaImage, grid: &Grid) -> Result<Reading, Disbelief> {
    let lattice = grid.window(0, 0, grid.rows);
    let reading = read_lattice(pixels, lattice)?;
    let last = grid.rows - 1;
    let is_outer = |cell: &Cell| [cell.row, cell.col].iter().any(|&at| at == 0 || at == last);
    let mut around: Vec<_> =
        lattice.cells().filter(is_outer).map(|cell| reading.board.region(cell).0).collect();
    around.sort_unstable();
    around.dedup();
    if around.len() <= 2 {
        // One or two areas all around are the page, or a window.
        return Err(Disbelief::NotABoard);
    }
    // Colours and walls, which are all there is to see here, may agree by chance on few cells.
    let is_sure = reading.evidence.colours_and_walls_agree && lattice.size > judge::SMALL;
    if is_sure || matches!(reading.outcome, Outcome::Unique(_)) {
        return Ok(reading);
    }
    Err(Doubt::NotUnique.into())
}

/// Whether some region has cells side by side in row (or column) `line` and in the next.
fn shares_a_region(board: &Board, is_row: bool, line: usize) -> bool {
    let cell =
        |line: usize, at: usize| if is_row { Cell::at(line, at) } else { Cell::at(at, line) };
    (0..board.size()).any(|at| board.region(cell(line, at)) == board.region(cell(line + 1, at)))
}

/// The least part of an outer cell that must be in the picture: less does not show its colour.
const SHOWN: f64 = 0.4;

/// Whether enough of every cell is inside of the picture.
fn shows(pixels: &RgbaImage, lattice: &Lattice) -> bool {
    let rect = lattice.rect();
    let hidden = 1.0 - SHOWN;
    rect.min.x >= -hidden * lattice.pitch.x
        && rect.min.y >= -hidden * lattice.pitch.y
        && rect.max.x <= f64::from(pixels.width()) + hidden * lattice.pitch.x
        && rect.max.y <= f64::from(pixels.height()) + hidden * lattice.pitch.y
}

/// Why a grid that is not square is not a board, or only a part of one.
fn doubt_of_oblong(pixels: &RgbaImage, grid: &Grid) -> Disbelief {
    let size = grid.columns.min(grid.rows);
    let colours = cells::measure_colours(pixels, &grid.window(0, 0, size));
    if !judge::has_regions(&colours, size) {
        return Disbelief::NotABoard;
    }
    let rect = grid.rect();
    let sides = if grid.columns < grid.rows {
        let right = f64::from(pixels.width()) - rect.max.x;
        [("left", rect.min.x < grid.pitch.x), ("right", right < grid.pitch.x)]
    } else {
        let bottom = f64::from(pixels.height()) - rect.max.y;
        [("top", rect.min.y < grid.pitch.y), ("bottom", bottom < grid.pitch.y)]
    };
    let cut_at = sides.into_iter().filter_map(|(side, is_near)| is_near.then_some(side)).collect();
    Doubt::Oblong { columns: grid.columns, rows: grid.rows, cut_at }.into()
}

fn read_lattice(pixels: &RgbaImage, lattice: Lattice) -> Result<Reading, Disbelief> {
    let size = lattice.size;
    let colours = cells::measure_colours(pixels, &lattice);
    let mut borders = walls::measure_borders(pixels, &lattice);
    let without_rings = || walls::measure_borders_without_rings(pixels, &lattice);
    if judge::has_few_colours(&colours) {
        let is_puzzle = |borders: &Borders| judge::is_walled_puzzle(&colours, &borders.list, size);
        let is_board =
            is_puzzle(&borders) || without_rings().is_some_and(|borders| is_puzzle(&borders));
        return Err(if is_board { Doubt::Colourless.into() } else { Disbelief::NotABoard });
    }
    let verdict = match judge::judge(&colours, &borders.list, size) {
        Err(Disbelief::InDoubt(doubt))
            if !doubt.is_about_a_board() && !line_check::is_covered(&borders.list, None) =>
        {
            borders = without_rings().ok_or_else(|| doubt.clone())?;
            judge::judge(&colours, &borders.list, size).map_err(|_| doubt)?
        }
        verdict => verdict?,
    };
    let palette = regions::measure_palette(&colours, &verdict.labels, size);
    let Verdict { labels, must_be_whole, .. } = &verdict;
    if surroundings::is_part_of_more(pixels, &lattice, &palette.colours, labels, *must_be_whole) {
        return Err(Doubt::PartOfMore.into());
    }
    let of_regions: Vec<_> = labels.iter().map(|&region| palette.colours[region]).collect();
    Ok(Reading {
        board: verdict.board,
        lattice,
        rect: frame_edge::measure_rect(pixels, &lattice, &colours, &borders),
        marks: marks::measure_marks(pixels, &lattice, &colours, &of_regions),
        outcome: verdict.outcome,
        palette: palette.colours,
        evidence: Evidence {
            confidence: verdict.confidence,
            colours_and_walls_agree: verdict.colours_and_walls_agree,
            colour_margin: f64::from(palette.margin),
            colour_spread: f64::from(palette.spread),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_can_be_seen_are_tried_before_other_ways_to_divide_their_outline() {
        let mut others_seen = 0;
        for n in [7, 9, 11] {
            let path = format!("fixtures/screens/practice-n{n}-light-2x-fresh.png");
            let grids = all_candidates(&image::open(path).unwrap().to_rgba8(), TOLERANCES[0]);
            let (first, others) = grids.split_first().unwrap();
            assert!(first.has_cells && (first.columns, first.rows) == (n, n), "{grids:?}");
            let is_outline =
                |grid: &&Grid| !grid.has_cells && is_same_place(&grid.rect(), &first.rect());
            let outlines: Vec<&Grid> = others.iter().filter(is_outline).collect();
            assert!(outlines.iter().all(|outline| !outline.rows.is_multiple_of(n)), "{grids:?}");
            others_seen += outlines.len();
        }
        assert!(others_seen > 0, "nothing here could come before the cells");
    }
}
