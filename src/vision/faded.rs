//! Boards on which the cells that are crossed out are darkened, or paler than the others: what they are without it.

use super::cells::{self, CellColours};
use super::marks::measure_marks;
use super::regions::{distinct_colours, is_one_colour};
use super::sampling::{Rgb, distance, pixel_at};
use crate::board::{Cell, Mark};
use crate::geometry::Lattice;
use image::{Rgba, RgbaImage};
use palette::{FromColor, GetHue, Lab, Lch};

/// The fewest crossed cells of such a board. Chosen: of fewer, no two tell the same.
const FEWEST: usize = 3;

/// How far the hue of a cell may be from that of its region, and how far it is at least from what may not be its region,
/// in degrees. Chosen: what darkens cells, or mixes them with black or white, turns the hue by 3 degrees
/// or less on one public game's six colours and on 96 boards drawn for it.
const SAME_HUE: f32 = 10.0;
const OTHER_HUE: f32 = 20.0;

/// The least chroma of a colour that has a hue, in CIELAB. Chosen.
const GREY: f32 = 6.0;

/// How far a pixel may be from its cell's colour, in levels of a channel. Chosen: compression.
const NEAR: u8 = 12;

/// The picture of a board with the colours of their regions in the cells that are crossed out, if all of these, and no
/// others, have colours that no other cell has.
///
/// All of one colour are of one region of about their hue, with which they hang together; no two colours are of one.
pub(super) fn without_fading(pixels: &RgbaImage, lattice: &Lattice) -> Option<RgbaImage> {
    let colours = cells::measure_colours(pixels, lattice);
    // Each region has a colour of its own, and one more at most.
    let count = distinct_colours(&colours).len();
    if count <= lattice.size || count > 2 * lattice.size {
        return None;
    }
    let marks = measure_marks(pixels, lattice, &colours, &[]);
    let (crossed, plain): (Vec<Cell>, Vec<Cell>) =
        lattice.cells().partition(|&cell| marks.mark(cell) == Mark::Cross);
    let own = |cell: Cell| colours.lab[lattice.index(cell)];
    let is_of = |kind: &[Cell], cell: Cell| is_one_colour(&own(kind[0]), &own(cell));
    let kinds = |cells: &[Cell]| {
        let mut kinds: Vec<Vec<Cell>> = Vec::new();
        for &cell in cells {
            match kinds.iter_mut().find(|kind| is_of(kind, cell)) {
                Some(kind) => kind.push(cell),
                None => kinds.push(vec![cell]),
            }
        }
        kinds
    };
    let (faded, regions) = (kinds(&crossed), kinds(&plain));
    let is_new = |kind: &Vec<Cell>| regions.iter().all(|region| !is_of(region, kind[0]));
    if crossed.len() < FEWEST || regions.len() != lattice.size || !faded.iter().all(is_new) {
        return None;
    }
    let off = |kind: &[Cell], region: usize| hue_apart(&own(kind[0]), &own(regions[region][0]));
    let may_be_of = |kind: &Vec<Cell>| -> Vec<usize> {
        let is_like = |&region: &usize| {
            off(kind, region) < OTHER_HUE && hangs_together(kind, &regions[region])
        };
        (0..regions.len()).filter(is_like).collect()
    };
    let told = only_choice(faded.iter().map(may_be_of).collect())?;
    if faded.iter().zip(&told).any(|(kind, &region)| off(kind, region) > SAME_HUE) {
        return None;
    }
    let mut repainted = pixels.clone();
    for (kind, region) in faded.iter().zip(told) {
        for &cell in kind {
            repaint(&mut repainted, lattice, &colours, [cell, regions[region][0]]);
        }
    }
    Some(repainted)
}

/// The only way to choose another one for each of these, if those that have but one choice leave but one for the others.
fn only_choice(mut choices: Vec<Vec<usize>>) -> Option<Vec<usize>> {
    let mut chosen = vec![None; choices.len()];
    while let Some(at) = (0..choices.len()).find(|&at| choices[at].len() == 1) {
        let only = choices[at][0];
        chosen[at] = Some(only);
        choices.iter_mut().for_each(|choice| choice.retain(|&other| other != only));
    }
    chosen.into_iter().collect()
}

/// Whether each of these cells is beside one of a region, or beside others of them that are.
fn hangs_together(kind: &[Cell], region: &[Cell]) -> bool {
    let mut reached: Vec<Cell> = region.to_vec();
    let mut left: Vec<Cell> = kind.to_vec();
    while let Some(at) = left.iter().position(|cell| reached.iter().any(|it| is_beside(cell, it))) {
        reached.push(left.swap_remove(at));
    }
    left.is_empty()
}

fn is_beside(one: &Cell, other: &Cell) -> bool {
    one.row.abs_diff(other.row) + one.col.abs_diff(other.col) == 1
}

/// How far apart the hues of two colours are, in degrees; half a turn where one has none.
fn hue_apart(one: &Lab, other: &Lab) -> f32 {
    let [one, other] = [one, other].map(|lab| Lch::from_color(*lab));
    if one.chroma.min(other.chroma) < GREY {
        return 180.0;
    }
    (one.get_hue() - other.get_hue()).into_degrees().abs()
}

/// Gives what has the colour of the first cell there that of the second one.
fn repaint(
    pixels: &mut RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    [cell, like]: [Cell; 2],
) {
    let [own, [r, g, b]]: [Rgb; 2] = [cell, like].map(|cell| colours.rgb[lattice.index(cell)]);
    let rect = lattice.cell_rect(cell).round_out();
    for y in rect.min.y as i64..rect.max.y as i64 {
        for x in rect.min.x as i64..rect.max.x as i64 {
            if pixel_at(pixels, x, y).is_some_and(|seen| distance(&seen, &own) <= NEAR) {
                pixels.put_pixel(x as u32, y as u32, Rgba([r, g, b, u8::MAX]));
            }
        }
    }
}
