//! Whether a board that can be read is only an example beside the one to play.

use super::dimming::{dimmed_by, is_coloured};
use super::tiles::{Areas, Tile};
use super::{Reading, cells, regions};
use crate::geometry::FramePoint;
use image::RgbaImage;

/// How much larger than a cell an area is at least that could be one of a larger board. Chosen.
const LARGER_CELL: f64 = 1.5;

/// How much of a board's area those larger cells cover at least: a larger board that the picture cuts
/// off shows half of itself or less, while swatches of its colours beside it are few. Chosen.
const SEEN_OF_LARGER: f64 = 0.5;

/// Whether larger cells elsewhere have the colours of this board, at least half of them and two: then
/// those are the board, and this is an example beside it. A hint may have dimmed that board, all of its
/// colours by one factor.
pub(super) fn looks_like_an_example(pixels: &RgbaImage, areas: &Areas, reading: &Reading) -> bool {
    let board = reading.rect;
    let larger = LARGER_CELL * reading.lattice.pitch.x * reading.lattice.pitch.y;
    let is_beside = |area: &Tile| {
        let (x, y) = (area.left + area.right, area.top + area.bottom);
        !board.contains(FramePoint::new(f64::from(x) / 2.0, f64::from(y) / 2.0))
    };
    let mut beside = areas.large_ones(pixels, larger);
    beside.retain(|(area, _)| is_beside(area));
    // Greys are everywhere, and of twins only one can be found.
    let mut colours: Vec<[u8; 3]> = Vec::new();
    for own in reading.palette.iter().filter(|colour| is_coloured(colour)) {
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
    let factors = colours
        .iter()
        .flat_map(|own| beside.iter().filter_map(move |(_, colour)| dimmed_by(own, colour)));
    are_the_boards(1.0) || factors.map(|factor| factor as f32).any(are_the_boards)
}
