//! Which board of a picture is read: the largest lattice that holds one, unless a larger one is in doubt.

use super::belief::Disbelief;
use super::example::{self, Standing};
use super::grid_reading::{read_grid, read_larger};
use super::locate::{self, Grid};
use super::rivals::{
    is_apart, is_board_like, is_instead_of, is_larger, is_part, is_same_place, may_be_part,
};
use super::tiles::{self, Areas};
use super::{Doubt, Reading, Refusal, outlines, patterns};
use crate::board::Mark;
use crate::geometry::FrameRect;
use image::RgbaImage;
use std::cell::LazyCell;

/// The largest steps between two pixels of one cell, in levels of a channel, in the order in which
/// they are tried. Chosen, not derived: with 10 alone all but two of 176 labelled boards had a grid
/// of their size; noise needs more, translucent lines may need less, and patterns most.
pub(super) const TOLERANCES: [u8; 4] = [10, 20, 5, COARSE];

/// The step that patterns in cells do not reach, and most lines between them do. Chosen: it left 264 of 567 pictures
/// with patterns refused, which others had left 340; 30, 50 and 80 together left 235.
const COARSE: u8 = 50;

/// Reads the board on the largest grid that has one, among those that `is_wanted`. Where a grid is
/// in doubt, a smaller one is read only if it has nothing to do with it, and if the larger one is in
/// doubt at every tolerance.
pub(super) fn read_if(
    pixels: &RgbaImage,
    is_wanted: impl Fn(&Grid) -> bool + Copy,
) -> Result<Reading, Refusal> {
    let mut search = Search::new(pixels);
    let mut spare: Vec<(u8, Grid)> = Vec::new();
    for tolerance in TOLERANCES {
        let areas = tiles::flat_areas(pixels, tolerance);
        let Candidates { mut grids, mut others } = candidates(pixels, &areas, tolerance);
        others.extend(grids.iter().filter(|grid| grid.has_cells).cloned());
        spare.extend(others.into_iter().map(|grid| (tolerance, grid)));
        grids.retain(&is_wanted);
        // In coarse areas, those of a larger board may be one with what is around them.
        let fine = LazyCell::new(|| tiles::flat_areas(pixels, TOLERANCES[0]));
        let told_by = || if tolerance == COARSE { &*fine } else { &areas };
        if let Some(reading) = search.look_at(told_by, &grids) {
            let is_small = tolerance != COARSE && SMALL * area(&reading) < area_of(pixels);
            return if is_small { larger_or(pixels, reading, is_wanted) } else { Ok(reading) };
        }
    }
    search.end(|search| search.read_spare(spare, is_wanted))
}

/// The part of a picture that a board takes at least, beside which there is no larger one with patterns in its cells:
/// one in so many. Chosen: 7 rows of cells of 44 pixels take as much of 1920 by 1080.
const SMALL: f64 = 20.0;

/// A small board, unless a larger one that only coarse areas show can be read, or is in doubt and may be the one of
/// which this is an example, or a part of another one.
fn larger_or(
    pixels: &RgbaImage,
    small: Reading,
    is_wanted: impl Fn(&Grid) -> bool,
) -> Result<Reading, Refusal> {
    let own = Grid::of(&small.lattice);
    let areas = tiles::flat_areas(pixels, COARSE);
    let grids = candidates(pixels, &areas, COARSE).grids;
    let is_larger = |grid: &&Grid| {
        is_wanted(grid) && is_larger(grid, &own) && !grid.rect().intersects(&own.rect())
    };
    for grid in grids.iter().filter(is_larger) {
        match read_grid(pixels, grid) {
            Ok(reading) => return Ok(reading),
            Err(Disbelief::InDoubt(doubt))
                if doubt != Doubt::StrayLines
                    && may_be_board(pixels, grid, &doubt)
                    && (may_be_part(pixels, grid) || !is_apart(pixels, &own, &small, grid))
                    || patterns::are_of_puzzle(pixels, grid) =>
            {
                return Err(Refusal::UnreadableBoard { rect: grid.rect(), doubt });
            }
            Err(_) => {}
        }
    }
    Ok(small)
}

/// What has been seen of a picture in the search for its board.
struct Search<'a> {
    pixels: &'a RgbaImage,
    /// The largest grid that cannot be read, and what is in doubt about it.
    refused: Option<(Grid, Doubt)>,
    /// Outlines that look like a board's, but are not where its lines would be: windows that happen to be divided
    /// evenly, unless a board is among them.
    strays: Vec<Grid>,
    /// All other grids that may be boards, and cannot be read.
    in_doubt: Vec<Grid>,
    /// The largest board that has nothing to do with a larger grid that is in doubt.
    smaller: Option<(Grid, Reading)>,
    /// Where there are boards that may be examples.
    examples: Vec<FrameRect>,
    /// Of them, the one that is an example most certainly, if no larger grid is in doubt.
    held: Option<(Standing, Reading)>,
}

impl<'a> Search<'a> {
    const fn new(pixels: &'a RgbaImage) -> Self {
        Self {
            pixels,
            refused: None,
            strays: Vec::new(),
            in_doubt: Vec::new(),
            smaller: None,
            examples: Vec::new(),
            held: None,
        }
    }

    /// Tries the grids of one tolerance, the largest first: the board, if it is certain which one that is.
    fn look_at<'b>(&mut self, areas: impl Fn() -> &'b Areas, grids: &[Grid]) -> Option<Reading> {
        let standing = |reading: &Reading| example::standing(self.pixels, areas(), grids, reading);
        for (rank, grid) in grids.iter().enumerate() {
            let others = &grids[rank + 1..];
            let reading = match read_grid(self.pixels, grid) {
                // What follows is smaller still.
                Ok(reading) if self.is_below_example(&reading) => return None,
                Ok(reading) if self.is_new(grid, &reading) => reading,
                Ok(_) | Err(Disbelief::NotABoard) => continue,
                Err(Disbelief::InDoubt(doubt)) => {
                    self.doubt(grid, doubt);
                    continue;
                }
            };
            let is_instead = |other| is_instead_of(self.pixels, grid, &reading, other);
            if self.rivals(&reading).all(is_instead) {
                let reading = played_one(self.pixels, reading, others);
                let standing = standing(&reading);
                if standing == Standing::Alone && !is_one_of(&self.examples, &reading) {
                    return Some(reading);
                }
                // At another tolerance, the larger one may be seen.
                self.hold(standing, reading);
                return None;
            }
            if standing(&reading) != Standing::Alone {
                self.examples.push(reading.rect);
            } else if self.smaller.is_none() && self.is_apart_from_all(grid, &reading) {
                let played = played_one(self.pixels, reading, others);
                let grid = Grid { has_cells: grid.has_cells, ..Grid::of(&played.lattice) };
                self.smaller = Some((grid, played));
            }
        }
        None
    }

    /// What is in doubt, and may be the board instead of a reading: strays only where that is among them.
    fn rivals(&self, reading: &Reading) -> impl Iterator<Item = &Grid> {
        let pitch = reading.lattice.pitch;
        let inner = reading.lattice.rect().inflate(-pitch.x / 2.0, -pitch.y / 2.0);
        let is_among = move |stray: &&Grid| stray.rect().intersects(&inner);
        let refused = self.refused.iter().map(|(grid, _)| grid);
        refused.chain(self.strays.iter().filter(is_among))
    }

    /// Whether a reading has nothing to do with what is in doubt.
    fn is_apart_from_all(&self, grid: &Grid, reading: &Reading) -> bool {
        self.rivals(reading)
            .chain(self.in_doubt.iter().filter(|other| is_larger(other, grid)))
            .all(|other| is_apart(self.pixels, grid, reading, other))
    }

    /// Whether a reading tells something: the outlines of a part of what cannot be read are no board, and
    /// of two that have nothing to do with what is in doubt only the larger one counts.
    fn is_new(&self, grid: &Grid, reading: &Reading) -> bool {
        let is_part_of = |other: &Grid| is_part(self.pixels, grid, reading, other);
        let is_part = !grid.has_cells && self.in_doubt.iter().any(is_part_of);
        !is_part && self.smaller.as_ref().is_none_or(|(_, other)| area(other) <= area(reading))
    }

    /// Whether a board is no larger than an example, and so smaller than the one to play.
    fn is_below_example(&self, reading: &Reading) -> bool {
        self.held.as_ref().is_some_and(|(standing, example)| {
            *standing == Standing::Example && AS_LARGE * area(reading) <= area(example)
        })
    }

    fn doubt(&mut self, grid: &Grid, doubt: Doubt) {
        if !may_be_board(self.pixels, grid, &doubt) {
            return;
        }
        if doubt == Doubt::StrayLines && !grid.has_cells {
            self.strays.push(grid.clone());
            return;
        }
        if doubt != Doubt::StrayLines {
            self.in_doubt.push(grid.clone());
        }
        // Cells that can be seen tell more than the outlines around them.
        let is_outline_of = |other: &Grid| {
            !grid.has_cells && other.has_cells && is_same_place(&grid.rect(), &other.rect())
        };
        let tells_more = |other: &Grid| {
            (is_larger(grid, other) && !is_outline_of(other))
                || (grid.has_cells && !other.has_cells)
        };
        if self.refused.as_ref().is_none_or(|(other, _)| tells_more(other)) {
            self.refused = Some((grid.clone(), doubt));
        }
    }

    fn hold(&mut self, standing: Standing, reading: Reading) {
        self.examples.push(reading.rect);
        self.refused = None;
        self.strays.clear();
        if self.held.as_ref().is_none_or(|(other, _)| *other < standing) {
            self.held = Some((standing, reading));
        }
    }

    /// What the whole search comes to; `read_last` is asked where no grid holds a board.
    fn end(self, read_last: impl FnOnce(&Self) -> Option<Reading>) -> Result<Reading, Refusal> {
        let is_certain =
            |(_, reading): &&(Standing, Reading)| self.rivals(reading).next().is_none();
        if let Some((standing, reading)) = self.held.as_ref().filter(is_certain).cloned() {
            let is_example = standing == Standing::Example;
            return if is_example { Err(reading.refused_as_an_example()) } else { Ok(reading) };
        }
        let is_no_example = |reading: &Reading| !is_one_of(&self.examples, reading);
        // What came into doubt later was seen at another tolerance.
        let is_still_apart =
            |(grid, reading): &(Grid, Reading)| self.is_apart_from_all(grid, reading);
        let smaller = self.smaller.clone().filter(is_still_apart).map(|(_, reading)| reading);
        let smaller = smaller.filter(is_no_example);
        let read = smaller.or_else(|| read_last(&self).filter(is_no_example));
        read.ok_or_else(|| {
            let by_area = |a: &&Grid, b: &&Grid| a.rect().area().total_cmp(&b.rect().area());
            let stray = || Some((self.strays.iter().max_by(by_area)?.clone(), Doubt::StrayLines));
            match self.refused.clone().or_else(stray) {
                Some((grid, doubt)) => Refusal::UnreadableBoard { rect: grid.rect(), doubt },
                None => Refusal::NoBoard,
            }
        })
    }

    /// Reads the largest board of which a grid shows two sides only, or cells in a part of it, if what is in doubt
    /// is such a part, or has nothing to do with it.
    fn read_spare(
        &self,
        mut spare: Vec<(u8, Grid)>,
        is_wanted: impl Fn(&Grid) -> bool,
    ) -> Option<Reading> {
        let pixels = self.pixels;
        spare.sort_by(|(_, a), (_, b)| b.rect().area().total_cmp(&a.rect().area()));
        // Most are seen at several tolerances.
        let mut distinct: Vec<&(u8, Grid)> = Vec::new();
        for one in &spare {
            let is_known = |other: &&(u8, Grid)| {
                one.1.has_cells == other.1.has_cells && one.1.is_like(&other.1)
            };
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
            (is_wanted(&grid) && self.rivals(&reading).all(counts) && stands_alone())
                .then_some(reading)
        };
        let first = |grids: Vec<&(u8, Grid)>| grids.into_iter().take(MOST_SPARE).find_map(read);
        first(outlines).or_else(|| first(parts))
    }
}

/// Whether a grid that is in doubt may be a board.
fn may_be_board(pixels: &RgbaImage, grid: &Grid, doubt: &Doubt) -> bool {
    doubt.is_about_a_board() || is_board_like(pixels, grid)
}

/// The area of a board's cells.
fn area(reading: &Reading) -> f64 {
    reading.lattice.rect().area()
}

/// The area of a picture.
fn area_of(pixels: &RgbaImage) -> f64 {
    f64::from(pixels.width()) * f64::from(pixels.height())
}

/// The most grids that are looked at in the end, with cells and without. Chosen.
const MOST_SPARE: usize = 8;

/// Whether a board is one of these: what may be an example at one tolerance may be one at all.
fn is_one_of(examples: &[FrameRect], reading: &Reading) -> bool {
    examples.iter().any(|rect| is_same_place(rect, &reading.rect))
}

/// Grids that may be a board among the flat areas of a picture.
struct Candidates {
    /// The largest first; of those in one place, the ones with cells first.
    grids: Vec<Grid>,
    /// Those that are looked at if there is no other board: outlines of which only two sides can be seen, or within which
    /// larger cells are.
    others: Vec<Grid>,
}

fn candidates(pixels: &RgbaImage, areas: &Areas, tolerance: u8) -> Candidates {
    let cells = locate::grids(&tiles::cell_like(pixels, areas, tolerance));
    let mut grids: Vec<(f64, Grid)> =
        cells.iter().map(|grid| (grid.rect().area(), grid.clone())).collect();
    let [outlines, mut others] = outlines::grids(areas);
    for outline in outlines {
        let mut within = cells.iter().filter(|grid| is_same_place(&grid.rect(), &outline.rect()));
        // Where cells can be seen, they are not divided further if a board can be read without, and other ways to divide
        // their outline count as no larger than they are.
        if within.clone().any(|grid| outline.rows.is_multiple_of(grid.rows)) {
            others.push(outline);
        } else {
            let area = within.next().unwrap_or(&outline).rect().area();
            grids.push((area, outline));
        }
    }
    // Of two of one area, the one with cells stays first: the sort is stable.
    grids.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    Candidates { grids: grids.into_iter().map(|(_, grid)| grid).collect(), others }
}

/// All grids that may be a board among areas of one `tolerance`, the largest first.
pub(super) fn all_candidates(pixels: &RgbaImage, tolerance: u8) -> Vec<Grid> {
    candidates(pixels, &tiles::flat_areas(pixels, tolerance), tolerance).grids
}

/// The least area of a board that is as large as another one, in parts of it. Chosen: the same size
/// measured twice.
pub(super) const AS_LARGE: f64 = 0.9;

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
    use crate::geometry::{FrameVector, Lattice};
    use image::imageops::{self, FilterType};

    #[test]
    fn beside_an_example_only_a_larger_board_is_read() {
        let pixels =
            image::open("fixtures/screens/practice-n7-light-2x-fresh.png").unwrap().to_rgba8();
        let board = read_if(&pixels, |_| true).unwrap();
        let is_read = |standing: Standing, size_of_it: f64| {
            let mut held = board.clone();
            held.lattice.pitch *= size_of_it;
            let mut search = Search::new(&pixels);
            search.held = Some((standing, held));
            let areas = tiles::flat_areas(&pixels, TOLERANCES[0]);
            let grids = candidates(&pixels, &areas, TOLERANCES[0]).grids;
            search.look_at(|| &areas, &grids).is_some()
        };
        assert!(!is_read(Standing::Example, 1.0), "it is smaller than the one to play");
        assert!(is_read(Standing::Example, 0.5), "it may be the one to play");
        assert!(is_read(Standing::Doubtful, 1.0), "nothing is larger for certain");
    }

    #[test]
    fn outlines_that_no_lines_fit_keep_only_a_board_among_them_from_being_read() {
        let pixels =
            image::open("fixtures/screens/practice-n7-light-2x-fresh.png").unwrap().to_rgba8();
        let lattice = read_if(&pixels, |_| true).unwrap().lattice;
        let areas = tiles::flat_areas(&pixels, TOLERANCES[0]);
        let grids = candidates(&pixels, &areas, TOLERANCES[0]).grids;
        let beside = |cells: f64| {
            let mut stray = lattice;
            stray.pitch *= 1.5;
            stray.origin.x += cells * lattice.pitch.x;
            let mut search = Search::new(&pixels);
            search.strays.push(Grid { has_cells: false, ..Grid::of(&stray) });
            search
        };
        assert!(beside(6.8).look_at(|| &areas, &grids).is_some(), "it touches the board");
        assert!(beside(2.0).look_at(|| &areas, &grids).is_none(), "it covers a part of it");
        let refused = beside(6.8).end(|_| None).unwrap_err();
        assert!(matches!(refused, Refusal::UnreadableBoard { doubt: Doubt::StrayLines, .. }));
    }

    #[test]
    fn a_smaller_board_is_not_read_where_what_may_be_another_one_came_into_doubt_later() {
        let pixels =
            image::open("fixtures/screens/practice-n7-light-2x-fresh.png").unwrap().to_rgba8();
        let reading = read_if(&pixels, |_| true).unwrap();
        let lattice = reading.lattice;
        let (width, height) = pixels.dimensions();
        let twice = imageops::resize(&pixels, 2 * width, 2 * height, FilterType::Nearest);
        let mut both = RgbaImage::new(3 * width, 2 * height);
        imageops::replace(&mut both, &pixels, 0, 0);
        imageops::replace(&mut both, &twice, i64::from(width), 0);
        let beside = FrameVector::new(f64::from(width), 0.0);
        let larger = Lattice {
            origin: lattice.origin * 2.0 + beside,
            pitch: lattice.pitch * 2.0,
            ..lattice
        };
        let end = |in_doubt: Vec<Grid>| {
            let mut search = Search::new(&both);
            search.smaller = Some((Grid::of(&lattice), reading.clone()));
            search.in_doubt = in_doubt;
            search.end(|_| None)
        };
        assert!(end(Vec::new()).is_ok());
        assert!(end(vec![Grid::of(&larger)]).is_err());
    }

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
