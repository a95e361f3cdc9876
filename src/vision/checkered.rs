//! Boards on which the cells are shaded by turns, like those of a chess board: what they are without it.

use super::cells::CellColours;
use super::regions::{self, is_one_colour};
use super::shade::Shade;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The most of the borders between cells of one colour on such a board: the light shade of one region may be the
/// dark one of another. Chosen; on others, it is half of them or more.
const ALIKE: f64 = 0.1;

/// The least of the borders between cells that differ by the shade alone. Regions that hang together have half
/// of all borders inside; queens and the pointer may change some cells. Chosen.
const INSIDE: f64 = 0.45;

/// How much a shade leaves of the difference between two colours: of two, either may be the fainter one. Chosen.
const LEFT: RangeInclusive<f32> = 0.4..=2.5;

/// How far a colour may be from what the shade makes of another, in levels of a channel. Chosen: rounding and
/// compression.
const NEAR: u8 = 5;

/// The most colours of a board for each of its rows: two shades of each region's, and what queens and the pointer
/// tint. Chosen.
const MOST_COLOURS: usize = 3;

/// The most pairs of colours beside each other, of the most common ones, that are tried. Chosen.
const COMMON: usize = 24;

/// The colours of a board of `size` rows as if every other cell were not shaded; `None` if that is not so.
pub(super) fn without_checks(colours: &CellColours, size: usize) -> Option<CellColours> {
    let borders = borders(size);
    let is_alike = |&&[a, b]: &&[usize; 2]| is_one_colour(&colours.lab[a], &colours.lab[b]);
    if borders.iter().filter(is_alike).count() as f64 > ALIKE * borders.len() as f64 {
        return None;
    }
    let distinct = regions::distinct_colours(colours);
    if distinct.len() > MOST_COLOURS * size {
        return None;
    }
    let kind = |cell: usize| {
        let is_like = |&other: &usize| is_one_colour(&colours.lab[other], &colours.lab[cell]);
        distinct.iter().copied().find(is_like).unwrap_or(cell)
    };
    // How many borders have these two colours beside them.
    let mut pairs: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    for cells in &borders {
        *pairs.entry(cells.map(kind)).or_default() += 1;
    }
    let rgb = |cell: usize| &colours.rgb[cell];
    let inside = |shade: &Shade| {
        let own = pairs.iter().filter(|([from, to], _)| shade.makes(rgb(*from), rgb(*to), NEAR));
        own.map(|(_, count)| count).sum::<usize>()
    };
    let mut common: Vec<&[usize; 2]> = pairs.keys().collect();
    common.sort_by_key(|pair| Reverse(pairs[*pair]));
    common.truncate(COMMON);
    let shades = common.iter().flat_map(|one| {
        let of = |pair: &[usize; 2]| (colours.rgb[pair[0]], colours.rgb[pair[1]]);
        common.iter().filter_map(move |other| Shade::of(&of(one), &of(other)))
    });
    let shades = shades.filter(|shade| LEFT.contains(&shade.left));
    let shade = shades.max_by_key(inside)?;
    if (inside(&shade) as f64) < INSIDE * borders.len() as f64 {
        return None;
    }
    let plain: Vec<usize> = distinct.into_iter().filter(|&cell| !is_shaded(cell, size)).collect();
    let mut unshaded = CellColours::default();
    for (cell, own) in colours.rgb.iter().enumerate() {
        let known = || plain.iter().find(|&&from| shade.makes(rgb(from), own, NEAR));
        let colour = if !is_shaded(cell, size) {
            own.map(f32::from)
        } else if let Some(&from) = known() {
            rgb(from).map(f32::from)
        } else {
            shade.before(own)
        };
        unshaded.push(colour, colours.support[cell]);
    }
    Some(unshaded)
}

/// Whether a cell is one of those that are shaded, of which the first one is none.
fn is_shaded(cell: usize, size: usize) -> bool {
    !(cell / size + cell % size).is_multiple_of(2)
}

/// The cells on both sides of each border, of which the first one is not shaded.
fn borders(size: usize) -> Vec<[usize; 2]> {
    let of_cell = |cell: usize| {
        let right = (cell % size + 1 < size).then_some(cell + 1);
        let below = (cell + size < size * size).then_some(cell + size);
        right.into_iter().chain(below).map(move |other| [cell, other])
    };
    let plain_first = |[a, b]: [usize; 2]| if is_shaded(a, size) { [b, a] } else { [a, b] };
    (0..size * size).flat_map(of_cell).map(plain_first).collect()
}

#[cfg(test)]
mod tests {
    use super::super::judge::judge;
    use super::super::line_check::tests::borders;
    use super::super::sampling::Rgb;
    use super::*;
    use crate::board::{Board, Cell};
    use crate::render::{Tone, random_palette};
    use crate::solver;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use std::array;

    const SIZE: usize = 8;

    /// The colours of a board whose cells are as opaque as this over a page.
    fn coloured(
        board: &Board,
        palette: &[Rgb],
        page: Rgb,
        part: impl Fn(Cell) -> f32,
    ) -> CellColours {
        let mut colours = CellColours::default();
        for cell in board.cells() {
            let own = palette[board.region(cell).0];
            colours.push(
                array::from_fn(|channel| {
                    let [own, page] = [own, page].map(|colour| f32::from(colour[channel]));
                    (page + part(cell) * (own - page)).round()
                }),
                1.0,
            );
        }
        colours
    }

    fn by_turns(cell: Cell) -> f32 {
        if (cell.row + cell.col).is_multiple_of(2) { 0.9 } else { 0.65 }
    }

    #[test]
    fn a_board_is_the_same_with_two_shades_of_each_colour_by_turns() {
        for (seed, tone) in [Tone::Pastel, Tone::Saturated, Tone::Dark].into_iter().enumerate() {
            let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
            let board = solver::generate(SIZE, &mut rng).unwrap();
            let palette = random_palette(SIZE, tone, &mut rng);
            for page in [[0; 3], [255; 3], [30, 80, 60]] {
                let judged = |part: &dyn Fn(Cell) -> f32| {
                    let colours = coloured(&board, &palette, page, part);
                    let unshaded = without_checks(&colours, SIZE)?;
                    judge(&unshaded, &borders(SIZE, |_, _| 0.0), SIZE).ok()
                };
                let read = judged(&by_turns).map(|verdict| verdict.board);
                assert_eq!(read.as_ref(), Some(&board), "{tone:?} on {page:?}");
                // Where queens stand, cells may be tinted.
                let tinted = |cell: Cell| if cell == Cell::at(3, 4) { 0.3 } else { by_turns(cell) };
                let read = judged(&tinted).map(|verdict| verdict.board);
                assert!(read.is_none_or(|read| read == board), "{tone:?} on {page:?}");
                assert!(judged(&|_| 0.9).is_none(), "of one shade, {tone:?} on {page:?}");
                let unlike = |cell: Cell| {
                    by_turns(cell) - 0.4 * ((5 * cell.row + 3 * cell.col) % 7) as f32 / 6.0
                };
                assert!(judged(&unlike).is_none(), "of many shades, {tone:?} on {page:?}");
            }
        }
    }

    #[test]
    fn a_chess_board_has_one_colour_and_a_mosaic_is_not_shaded_by_turns() {
        let mut chess = CellColours::default();
        let mut mosaic = CellColours::default();
        for cell in 0..SIZE * SIZE {
            let is_dark = is_shaded(cell, SIZE);
            chess.push(if is_dark { [118.0, 150.0, 86.0] } else { [238.0, 238.0, 210.0] }, 1.0);
            let [r, g, b] = [37, 91, 53].map(|step| (cell * step % 211) as f32);
            mosaic.push([r, g, b], 1.0);
        }
        assert!(
            without_checks(&chess, SIZE)
                .is_none_or(|colours| { regions::distinct_colours(&colours).len() == 1 })
        );
        assert!(without_checks(&mosaic, SIZE).is_none());
    }
}
