//! Whether a board that can be read is only an example beside the one to play.

use super::dimming::{dimmed_by, is_coloured};
use super::grid_reading::read_grid;
use super::locate::Grid;
use super::sampling::Rgb;
use super::search::AS_LARGE;
use super::tiles::{Areas, Tile};
use super::{Reading, cells, regions};
use crate::geometry::{FramePoint, FrameRect};
use image::RgbaImage;
use std::iter;

/// How much larger than a cell an area is at least that could be one of a larger board. Chosen.
const LARGER_CELL: f64 = 1.5;

/// How much of a board's area those larger cells cover at least where it is an example: a larger board
/// that the picture cuts off shows half of itself or less, while swatches of its colours beside it are
/// few. Chosen.
const SEEN_OF_LARGER: f64 = 0.5;

/// The same where it may be one: of a larger board that a hint has dimmed, or that compression has
/// blurred, not all cells are seen as areas. Chosen.
const MAYBE_LARGER: f64 = 0.3;

/// How many colours of a board are seen again at least where it may be an example. Chosen.
const LEAST: usize = 2;

/// The same where none is dimmed, and a third of them are enough. Chosen.
const LEAST_OF_CUT: usize = 3;

/// The same of a grey board. Chosen.
const LEAST_GREYS: usize = 3;

/// The least part of cells of one size that have greys of a board where it may be an example. Chosen.
const MOSTLY: f64 = 0.6;

/// How far the sides of cells of one size are apart, as a part of the longer one: walls take some. Chosen.
const ONE_SIZE: f64 = 0.15;

/// What larger cells elsewhere, in the colours of a board, say of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// It is the board to play.
    Alone,
    /// It may be an example of a larger board.
    Doubtful,
    /// It is one.
    Example,
}

/// What larger cells elsewhere say of a board, if at least half of its colours and two are among theirs.
/// A hint may have dimmed them, all by one factor but for those that it points at. Regions without lines
/// inside look like larger cells: those of boards no larger than this one, on `grids` of the picture,
/// count for nothing if they can be read.
pub(super) fn standing(
    pixels: &RgbaImage,
    areas: &Areas,
    grids: &[Grid],
    reading: &Reading,
) -> Standing {
    let larger = LARGER_CELL * reading.lattice.pitch.x * reading.lattice.pitch.y;
    let mut beside = areas.large_ones(pixels, larger);
    beside.retain(|(area, _)| !is_within(area, &reading.rect));
    if is_grey(reading) {
        beside = without_other_grids(&beside, reading);
    }
    if among(&beside, reading) == Standing::Alone {
        return Standing::Alone;
    }
    let is_other = |grid: &&Grid| {
        let rect = grid.rect();
        rect.area() * AS_LARGE <= reading.rect.area() && !rect.intersects(&reading.rect)
    };
    let others = grids.iter().filter(is_other).filter_map(|grid| read_grid(pixels, grid).ok());
    let others: Vec<FrameRect> = others.map(|other| other.rect).collect();
    beside.retain(|(area, _)| !others.iter().any(|board| is_within(area, board)));
    among(&beside, reading)
}

/// Whether the middle of an area is on a board.
fn is_within(area: &Tile, board: &FrameRect) -> bool {
    let (x, y) = (area.left + area.right, area.top + area.bottom);
    board.contains(FramePoint::new(f64::from(x) / 2.0, f64::from(y) / 2.0))
}

/// Whether a board has hardly any colours but greys.
pub(super) fn is_grey(reading: &Reading) -> bool {
    reading.palette.iter().filter(|colour| is_coloured(colour)).count() < LEAST
}

/// These areas without the cells of other things than boards with the greys of this one: such things have all
/// kinds of greys, of which some are its own by chance.
fn without_other_grids(areas: &[(Tile, Rgb)], reading: &Reading) -> Vec<(Tile, Rgb)> {
    let lab = |colour: &Rgb| cells::to_lab(colour.map(f32::from));
    let is_own = |colour: &Rgb| {
        reading.palette.iter().any(|own| regions::is_one_colour(&lab(own), &lab(colour)))
    };
    let cells: Vec<(&Tile, bool)> = areas
        .iter()
        .filter(|(area, _)| area.is_cell_like())
        .map(|(area, colour)| (area, is_own(colour)))
        .collect();
    let is_as_large = |a: &Tile, b: &Tile| {
        let is_as_long = |a: f64, b: f64| (a - b).abs() <= ONE_SIZE * a.max(b);
        is_as_long(a.width(), b.width()) && is_as_long(a.height(), b.height())
    };
    let is_of_other_grid = |area: &Tile| {
        let alike = || cells.iter().filter(|(other, _)| is_as_large(area, other));
        area.is_cell_like()
            && !is_mostly(alike().filter(|(_, is_own)| *is_own).count(), alike().count())
    };
    areas.iter().filter(|(area, _)| !is_of_other_grid(area)).copied().collect()
}

/// Whether so many of all cells are most of them, of which another thing has fewer by chance.
pub(super) fn is_mostly(own: usize, all: usize) -> bool {
    own as f64 > MOSTLY * all as f64
}

/// What these areas and their colours say of a board.
fn among(beside: &[(Tile, Rgb)], reading: &Reading) -> Standing {
    // Greys are everywhere: they count if there is hardly anything else, more of them, and as they are. Of
    // twins only one can be found.
    let is_grey = is_grey(reading);
    let mut colours: Vec<Rgb> = Vec::new();
    for own in reading.palette.iter().filter(|colour| is_grey || is_coloured(colour)) {
        let lab = |colour: &Rgb| cells::to_lab(colour.map(f32::from));
        if !colours.iter().any(|other| regions::is_one_colour(&lab(other), &lab(own))) {
            colours.push(*own);
        }
    }
    let lab =
        |colour: &Rgb, factor: f32| cells::to_lab(colour.map(|level| factor * f32::from(level)));
    // How much of the board's area is seen again, where colours may be of any of these factors.
    let seen_again = |factors: &[f32]| {
        let mut found = vec![0.0; colours.len()];
        for (area, colour) in beside {
            let seen = lab(colour, 1.0);
            let is_like = |own: &Rgb| {
                factors.iter().any(|&factor| regions::is_one_colour(&lab(own, factor), &seen))
            };
            if let Some(like) = colours.iter().position(is_like) {
                found[like] += f64::from(area.area);
            }
        }
        // A larger board that the picture cuts off shows fewer, and all of them as they are.
        let (part, least) = match factors {
            _ if is_grey => (2, LEAST_GREYS),
            [1.0] => (3, LEAST_OF_CUT),
            _ => (2, LEAST),
        };
        let least = colours.len().div_ceil(part).max(least);
        let is_enough = found.iter().filter(|&&area| area > 0.0).count() >= least;
        if is_enough { found.iter().sum::<f64>() / reading.rect.area() } else { 0.0 }
    };
    let dimmed = colours
        .iter()
        .filter(|_| !is_grey)
        .flat_map(|own| beside.iter().filter_map(move |(_, colour)| dimmed_by(own, colour)));
    let factors: Vec<f32> = iter::once(1.0).chain(dimmed.map(|factor| factor as f32)).collect();
    if factors.iter().any(|&factor| seen_again(&[factor]) >= SEEN_OF_LARGER) {
        Standing::Example
    } else if factors.iter().any(|&factor| seen_again(&[1.0, factor]) >= MAYBE_LARGER) {
        Standing::Doubtful
    } else {
        Standing::Alone
    }
}
