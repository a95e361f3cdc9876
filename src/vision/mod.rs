//! From a frame to a board: [`read`] finds it, reads it and judges its own reading, or refuses.
//!
//! No I/O, no clicks: pixels go in, a [`Reading`] or a [`Refusal`] comes out.

mod alike;
mod boxed;
mod cells;
mod dimming;
mod doubt;
mod example;
mod features;
mod frame_edge;
mod glyph;
mod grid_reading;
mod ground;
mod groups;
mod ink;
mod judge;
mod labels;
mod line_check;
mod lines;
mod locate;
mod marks;
mod outlines;
mod overlay;
mod printed;
mod regions;
mod rivals;
mod sampling;
mod shaded;
mod shape;
#[cfg(test)]
mod stage_times;
mod stages;
mod stain;
mod surroundings;
mod tiles;
mod walls;
mod witness;

pub use alike::is_alike_in;
pub use doubt::Doubt;
pub use overlay::{overlay, overlay_refusal};
pub use shaded::{Before, read_shaded};
pub use stages::{Stage, stages};

use crate::board::{Board, Mark, Marks};
use crate::geometry::{FramePoint, FrameRect, FrameVector, Lattice, crop};
use crate::solver::Outcome;
use example::Standing;
use grid_reading::{read_grid, read_larger};
use image::RgbaImage;
use judge::Disbelief;
use locate::Grid;
use rivals::{is_apart, is_board_like, is_instead_of, is_larger, is_part, is_same_place};
use tiles::Areas;

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
fn read_if(
    pixels: &RgbaImage,
    is_wanted: impl Fn(&Grid) -> bool + Copy,
) -> Result<Reading, Refusal> {
    let mut refused: Option<(Grid, Doubt)> = None;
    let mut in_doubt: Vec<Grid> = Vec::new();
    let mut smaller: Option<Reading> = None;
    let mut examples: Vec<FrameRect> = Vec::new();
    let mut held: Option<(Standing, Reading)> = None;
    let mut spare: Vec<(u8, Grid)> = Vec::new();
    for tolerance in TOLERANCES {
        let areas = tiles::flat_areas(pixels, tolerance);
        let Candidates { mut grids, mut others } = candidates(pixels, &areas, tolerance);
        others.extend(grids.iter().filter(|grid| grid.has_cells).cloned());
        spare.extend(others.into_iter().map(|grid| (tolerance, grid)));
        grids.retain(&is_wanted);
        for (rank, grid) in grids.iter().enumerate() {
            match read_grid(pixels, grid) {
                // The outlines of a part of what cannot be read are no board.
                Ok(reading)
                    if !grid.has_cells
                        && in_doubt.iter().any(|other| is_part(pixels, grid, &reading, other)) => {}
                // Nor is one beside a larger board that has nothing to do with what is in doubt.
                Ok(reading)
                    if smaller.as_ref().is_some_and(|other| {
                        other.lattice.rect().area() > reading.lattice.rect().area()
                    }) => {}
                Ok(reading) => {
                    let largest = refused.as_ref().map(|(other, _)| other);
                    if largest.is_none_or(|other| is_instead_of(pixels, grid, &reading, other)) {
                        let reading = played_one(pixels, reading, &grids[rank + 1..]);
                        let standing = example::standing(pixels, &areas, &grids, &reading);
                        if standing == Standing::Alone && !is_one_of(&examples, &reading) {
                            return Ok(reading);
                        }
                        // At another tolerance, the larger one may be seen.
                        examples.push(reading.rect);
                        refused = None;
                        if held.as_ref().is_none_or(|(other, _)| *other < standing) {
                            held = Some((standing, reading));
                        }
                        break;
                    }
                    if example::standing(pixels, &areas, &grids, &reading) != Standing::Alone {
                        examples.push(reading.rect);
                    } else if smaller.is_none()
                        && largest.is_none_or(|other| is_apart(pixels, grid, &reading, other))
                    {
                        smaller = Some(played_one(pixels, reading, &grids[rank + 1..]));
                    }
                }
                Err(Disbelief::NotABoard) => {}
                Err(Disbelief::InDoubt(doubt))
                    if !doubt.is_about_a_board() && !is_board_like(pixels, grid) => {}
                Err(Disbelief::InDoubt(doubt)) => {
                    if doubt != Doubt::StrayLines {
                        in_doubt.push(grid.clone());
                    }
                    // Cells that can be seen tell more than the outlines around them.
                    let is_outline_of = |other: &Grid| {
                        !grid.has_cells
                            && other.has_cells
                            && is_same_place(&grid.rect(), &other.rect())
                    };
                    let tells_more = |other: &Grid| {
                        (is_larger(grid, other) && !is_outline_of(other))
                            || (grid.has_cells && !other.has_cells)
                    };
                    if refused.as_ref().is_none_or(|(other, _)| tells_more(other)) {
                        refused = Some((grid.clone(), doubt));
                    }
                }
            }
        }
    }
    if refused.is_none()
        && let Some((standing, reading)) = held
    {
        let is_example = standing == Standing::Example;
        return if is_example { Err(reading.refused_as_an_example()) } else { Ok(reading) };
    }
    if let Some(reading) = smaller.filter(|reading| !is_one_of(&examples, reading)) {
        return Ok(reading);
    }
    let last = read_spare(pixels, spare, is_wanted, refused.as_ref().map(|(grid, _)| grid));
    last.filter(|reading| !is_one_of(&examples, reading)).ok_or_else(|| {
        refused.map_or(Refusal::NoBoard, |(grid, doubt)| Refusal::UnreadableBoard {
            rect: grid.rect(),
            doubt,
        })
    })
}

/// The most grids that are looked at in the end, with cells and without. Chosen.
const MOST_SPARE: usize = 8;

/// Reads the largest board of which a grid shows two sides only, or cells in a part of it, if the largest grid
/// that is in doubt is such a part, or has nothing to do with it.
fn read_spare(
    pixels: &RgbaImage,
    mut spare: Vec<(u8, Grid)>,
    is_wanted: impl Fn(&Grid) -> bool,
    refused: Option<&Grid>,
) -> Option<Reading> {
    spare.sort_by(|(_, a), (_, b)| b.rect().area().total_cmp(&a.rect().area()));
    // Most are seen at several tolerances.
    let mut distinct: Vec<&(u8, Grid)> = Vec::new();
    for one in &spare {
        let is_known =
            |other: &&(u8, Grid)| one.1.has_cells == other.1.has_cells && one.1.is_like(&other.1);
        if !distinct.iter().any(is_known) {
            distinct.push(one);
        }
    }
    let (parts, outlines): (Vec<_>, Vec<_>) =
        distinct.into_iter().partition(|(_, grid)| grid.has_cells);
    let read = |(tolerance, grid): &(u8, Grid)| {
        let reading = if grid.has_cells {
            read_larger(pixels, grid)?
        } else {
            read_grid(pixels, grid).ok()?
        };
        let grid = Grid { has_cells: grid.has_cells, ..Grid::of(&reading.lattice) };
        let counts = |other: &Grid| {
            is_instead_of(pixels, &grid, &reading, other)
                || is_apart(pixels, &grid, &reading, other)
        };
        let stands_alone = || {
            let areas = tiles::flat_areas(pixels, *tolerance);
            let grids = candidates(pixels, &areas, *tolerance).grids;
            example::standing(pixels, &areas, &grids, &reading) == Standing::Alone
        };
        (is_wanted(&grid) && refused.is_none_or(counts) && stands_alone()).then_some(reading)
    };
    let first = |grids: Vec<&(u8, Grid)>| grids.into_iter().take(MOST_SPARE).find_map(read);
    first(outlines).or_else(|| first(parts))
}

/// Whether a board is one of these: what may be an example at one tolerance may be one at all.
fn is_one_of(examples: &[FrameRect], reading: &Reading) -> bool {
    examples.iter().any(|rect| is_same_place(rect, &reading.rect))
}

/// Grids that may be a board among the flat areas of a picture.
struct Candidates {
    /// The largest first; of those in one place, the ones with cells first.
    grids: Vec<Grid>,
    /// Those that are looked at if there is no other board: outlines of which only two sides can be seen.
    others: Vec<Grid>,
}

fn candidates(pixels: &RgbaImage, areas: &Areas, tolerance: u8) -> Candidates {
    let cells = locate::grids(&tiles::cell_like(pixels, areas, tolerance));
    // Where cells can be seen, they are not divided further, and other ways to divide their outline
    // count as no larger than they are.
    let with_area = |outline: Grid| {
        let mut within = cells.iter().filter(|grid| is_same_place(&grid.rect(), &outline.rect()));
        let is_known = within.clone().any(|grid| outline.rows.is_multiple_of(grid.rows));
        let area = within.next().unwrap_or(&outline).rect().area();
        (!is_known).then_some((area, outline))
    };
    let [outlines, others] = outlines::grids(areas);
    let outlines: Vec<(f64, Grid)> = outlines.into_iter().filter_map(with_area).collect();
    let cells = cells.into_iter().map(|grid| (grid.rect().area(), grid));
    let mut grids: Vec<(f64, Grid)> = cells.chain(outlines).collect();
    // Of two of one area, the one with cells stays first: the sort is stable.
    grids.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    Candidates { grids: grids.into_iter().map(|(_, grid)| grid).collect(), others }
}

/// All grids that may be a board among areas of one `tolerance`, the largest first.
fn all_candidates(pixels: &RgbaImage, tolerance: u8) -> Vec<Grid> {
    candidates(pixels, &tiles::flat_areas(pixels, tolerance), tolerance).grids
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
