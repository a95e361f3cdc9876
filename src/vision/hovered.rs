//! The cell that the pointer is on: most games shade or light it, and its colour is then none of the
//! board's.

use super::cells::CellColours;
use super::regions::{self, side_neighbours};
use super::sampling::Rgb;

/// What is left of the difference between a colour and black, or white, where a cell is shaded or lit.
/// Of games that were looked at, 0.7 to 0.9; chosen, with room on both sides.
const LEFT: std::ops::RangeInclusive<f32> = 0.6..=0.96;

/// How far a colour may be from what a shade makes of its region's, in levels of a channel: rounding and
/// noise. Chosen.
const NEAR: f32 = 4.0;

/// The cell that the pointer is on, and the colours without it: if just one cell has a colour of its own
/// that is a shade of any other, and if it is one of a region's beside it, and of no other region's, it is
/// given that one.
pub(super) fn without_hover(colours: &CellColours, size: usize) -> Option<(usize, CellColours)> {
    let clusters = regions::clusters(colours, size + 1)?;
    let is_alone =
        |cell: usize| clusters.iter().filter(|&&cluster| cluster == clusters[cell]).count() == 1;
    let sources = |cell: usize| {
        let colour = &colours.rgb[cell];
        (0..clusters.len()).filter(move |&other| is_shade(&colours.rgb[other], colour))
    };
    let may_be_hovered = |cell: &usize| is_alone(*cell) && sources(*cell).next().is_some();
    let mut hovered = (0..clusters.len()).filter(may_be_hovered);
    let (cell, None) = (hovered.next()?, hovered.next()) else { return None };
    let source = side_neighbours(cell, size)
        .find(|&beside| sources(cell).all(|source| clusters[source] == clusters[beside]))?;
    let mut without = colours.clone();
    (without.rgb[cell], without.lab[cell]) = (colours.rgb[source], colours.lab[source]);
    Some((cell, without))
}

/// Whether the second colour is the first with black or white over it, or made brighter.
fn is_shade(plain: &Rgb, seen: &Rgb) -> bool {
    let inverse = |colour: &Rgb| colour.map(|level| 255 - level);
    let (darker, lit) = (factor(plain, seen), factor(&inverse(plain), &inverse(seen)));
    darker.is_some_and(|factor| LEFT.contains(&factor) || LEFT.contains(&factor.recip()))
        || lit.is_some_and(|factor| LEFT.contains(&factor))
}

/// What all channels of the first colour are multiplied with, up to 255, if that makes the second.
fn factor(plain: &Rgb, seen: &Rgb) -> Option<f32> {
    let levels =
        || plain.iter().zip(seen).map(|(&plain, &seen)| (f32::from(plain), f32::from(seen)));
    let (before, after) = levels()
        .filter(|(_, seen)| *seen < 255.0)
        .fold((0.0, 0.0), |(before, after), (plain, seen)| (before + plain, after + seen));
    let factor = after / f32::max(before, 1.0);
    let is_made = |(plain, seen): (f32, f32)| ((factor * plain).min(255.0) - seen).abs() <= NEAR;
    levels().all(is_made).then_some(factor)
}

#[cfg(test)]
mod tests {
    use super::super::cells::{delta_e, to_lab};
    use super::super::judge::judge;
    use super::super::line_check::tests::borders;
    use super::super::witness::is_puzzle_with;
    use super::*;
    use crate::board::Board;
    use crate::render::{Tone, random_palette};
    use crate::solver;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const SIZE: usize = 8;

    type Change = fn(f32) -> f32;

    /// What games do with the cell that the pointer is on.
    const HOVERS: [Change; 4] = [
        |level| 0.75 * level,
        |level| 0.9 * level,
        |level| (1.15 * level).min(255.0),
        |level| 0.8 * level + 0.2 * 255.0,
    ];

    /// A board, the region of each cell, row by row, and the colours of the regions.
    fn drawn(seed: u64) -> (Board, Vec<usize>, Vec<[f32; 3]>) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = solver::generate(SIZE, &mut rng).unwrap();
        let tone = [Tone::Pastel, Tone::Saturated][seed as usize % 2];
        let palette = random_palette(SIZE, tone, &mut rng);
        let labels = board.cells().map(|cell| board.region(cell).0).collect();
        (board, labels, palette.iter().map(|colour| colour.map(f32::from)).collect())
    }

    /// The colours of the cells, of which some have other ones.
    fn coloured(
        labels: &[usize],
        palette: &[[f32; 3]],
        others: &[(usize, [f32; 3])],
    ) -> CellColours {
        let mut colours = CellColours::default();
        for (cell, &label) in labels.iter().enumerate() {
            let other = others.iter().find(|(other, _)| *other == cell);
            colours.push(other.map_or(palette[label], |(_, colour)| *colour), 1.0);
        }
        colours
    }

    /// What is read with lines of one kind around all cells.
    fn read(colours: &CellColours) -> Option<Board> {
        judge(colours, &borders(SIZE, |_, _| 0.02), SIZE).ok().map(|verdict| verdict.board)
    }

    /// The cells that have one of their own region beside them, and one of another.
    fn outer_cells(labels: &[usize]) -> Vec<usize> {
        let is_outer = |cell: &usize| {
            let is_own = |other: usize| labels[other] == labels[*cell];
            side_neighbours(*cell, SIZE).any(is_own) && !side_neighbours(*cell, SIZE).all(is_own)
        };
        (0..labels.len()).filter(is_outer).collect()
    }

    #[test]
    fn a_lit_cell_that_is_no_one_colour_is_not_guessed_where_it_may_be_of_another_region() {
        let (mut told, mut refused, mut read_anyway) = (0, 0, 0);
        for seed in 0..20 {
            let (_, labels, palette) = drawn(seed);
            for cell in outer_cells(&labels) {
                let own = labels[cell];
                let read_with = |support: f32| {
                    let lit = palette[own].map(|level| 0.75 * level);
                    let mut colours = coloured(&labels, &palette, &[(cell, lit)]);
                    colours.support[cell] = support;
                    read(&colours).is_some()
                };
                let may_be_another = side_neighbours(cell, SIZE).any(|other| {
                    labels[other] != own && is_puzzle_with(&labels, SIZE, cell, labels[other])
                });
                let is_read = [1.0, 0.4].map(read_with);
                told += usize::from(!may_be_another && is_read == [true; 2]);
                refused += usize::from(may_be_another && is_read == [true, false]);
                read_anyway += usize::from(may_be_another && is_read[1]);
            }
        }
        // Some have nearly their own colour although they are lit.
        assert!(told > 100 && refused > 100, "{told} and {refused}");
        assert!(20 * read_anyway < refused, "{read_anyway} of {refused}");
    }

    #[test]
    fn a_board_is_the_same_wherever_the_pointer_is() {
        let (mut unread, mut all) = (0, 0);
        for (seed, hover) in (0..80).zip(HOVERS.into_iter().cycle()) {
            let (board, labels, palette) = drawn(seed);
            for cell in outer_cells(&labels) {
                let hovered = [(cell, palette[labels[cell]].map(hover))];
                match read(&coloured(&labels, &palette, &hovered)) {
                    Some(seen) => assert_eq!(seen, board, "seed {seed}, cell {cell}"),
                    None => unread += 1,
                }
                all += 1;
            }
        }
        // Another region's colour may be nearly the same, or one of which it is a shade as well.
        assert!(10 * unread < all, "{unread} of {all}");
    }

    #[test]
    fn a_cell_of_a_colour_that_is_no_shade_makes_no_other_board() {
        for seed in 0..12 {
            let (board, labels, palette) = drawn(seed);
            let mut rng = ChaCha8Rng::seed_from_u64(seed + 100);
            let colours = random_palette(SIZE, Tone::Saturated, &mut rng);
            for (cell, colour) in (0..labels.len()).zip(colours.iter().cycle()) {
                let odd = colour.map(f32::from);
                let is_like = |own: &[f32; 3]| {
                    delta_e(&to_lab(*own), &to_lab(odd)) < 15.0
                        || is_shade(&own.map(|level| level as u8), colour)
                };
                if palette.iter().any(is_like) {
                    continue;
                }
                let seen = read(&coloured(&labels, &palette, &[(cell, odd)]));
                assert!(seen.is_none_or(|seen| seen == board), "seed {seed}, cell {cell}");
            }
        }
    }

    #[test]
    fn two_shaded_cells_make_no_other_board() {
        for (seed, hover) in (0..80).zip(HOVERS.into_iter().cycle()) {
            let (board, labels, palette) = drawn(seed);
            let cells = outer_cells(&labels);
            let hovered = |cell: usize| (cell, palette[labels[cell]].map(hover));
            for &cell in &cells[1..] {
                let seen = read(&coloured(&labels, &palette, &[cells[0], cell].map(hovered)));
                assert!(seen.is_none_or(|seen| seen == board), "seed {seed}, cell {cell}");
            }
        }
    }

    #[test]
    fn a_cell_is_not_hovered_where_another_that_is_no_one_colour_may_be_its_region() {
        let mut tried = 0;
        for seed in 0..200 {
            let (board, labels, palette) = drawn(seed);
            let count = |label: usize| labels.iter().filter(|&&other| other == label).count();
            let Some(alone) = (0..labels.len()).find(|&cell| count(labels[cell]) == 1) else {
                continue;
            };
            // A region of one cell, of a colour like that of the region beside it under the pointer.
            let beside = side_neighbours(alone, SIZE).next().unwrap();
            let shaded = palette[labels[beside]].map(HOVERS[0]);
            let is_twin = |own: &[f32; 3]| delta_e(&to_lab(*own), &to_lab(shaded)) < 15.0;
            if palette.iter().any(is_twin) {
                continue;
            }
            let with = |ringed: usize, support: f32| {
                let colours = [(alone, shaded), (ringed, [20.0; 3])];
                let mut colours = coloured(&labels, &palette, &colours);
                colours.support[ringed] = support;
                read(&colours)
            };
            for ringed in outer_cells(&labels) {
                // Of one colour, it is a region, and the puzzle another one.
                if with(ringed, 1.0).is_none_or(|seen| seen == board) {
                    continue;
                }
                let seen = with(ringed, 0.4);
                assert!(seen.is_none_or(|seen| seen == board), "seed {seed}, cell {ringed}");
                tried += 1;
            }
        }
        assert!(tried >= 10, "{tried}");
    }

    #[test]
    fn a_cell_is_not_hovered_where_another_one_may_be() {
        let columns: Vec<usize> = (0..SIZE * SIZE).map(|cell| cell % SIZE).collect();
        let (.., mut palette) = drawn(0);
        let shaded = |cell: usize| (cell, palette[cell % SIZE].map(HOVERS[0]));
        let one = coloured(&columns, &palette, &[shaded(10)]);
        assert!(without_hover(&one, SIZE).is_some());
        let [ten, forty] = [shaded(10), shaded(44)];
        palette[7] = palette[6];
        assert!(without_hover(&coloured(&columns, &palette, &[ten, forty]), SIZE).is_none());
    }

    #[test]
    fn what_is_shaded_from_elsewhere_is_not_hovered_nor_is_a_grey_cell() {
        for seed in 0..12 {
            let (_, labels, palette) = drawn(seed);
            let is_taken = |palette: &[[f32; 3]], cell: usize, label: usize| {
                let shaded = [(cell, palette[label].map(HOVERS[0]))];
                without_hover(&coloured(&labels, palette, &shaded), SIZE).is_some()
            };
            let cell = outer_cells(&labels)
                .into_iter()
                .find(|&cell| is_taken(&palette, cell, labels[cell]))
                .expect("one whose colour is no other region's, shaded");
            let is_beside =
                |label: &usize| side_neighbours(cell, SIZE).any(|other| labels[other] == *label);
            let far = (0..SIZE).find(|label| *label != labels[cell] && !is_beside(label)).unwrap();
            assert!(!is_taken(&palette, cell, far), "seed {seed}: from elsewhere");
            let greys: Vec<[f32; 3]> =
                (0..SIZE).map(|label| [90.0 + 20.0 * label as f32; 3]).collect();
            assert!(!is_taken(&greys, cell, labels[cell]), "seed {seed}: grey");
        }
    }
}
