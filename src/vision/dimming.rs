//! Hints that light some cells and dim all others: what colours have in common whatever their
//! brightness.

use super::cells::{CellColours, to_lab};
use super::regions;
use super::sampling::Rgb;
use std::ops::Range;

/// By how much hints dim a board: those that were seen, by 0.4. Chosen, with room on both sides.
const DIMMED: Range<f64> = 0.25..0.75;

/// How far the shares of red, green and blue in one colour may be apart when it is dimmed. Chosen.
const SAME_CHROMATICITY: f64 = 0.03;

/// How far two factors may be apart that are the same one, as a part of them. Chosen: the dimmed one of
/// two colours may have as few as 20 levels.
const SAME_FACTOR: f64 = 0.06;

/// How many colours must be there both lit and dimmed. Chosen: two regions may be of one hue.
const PAIRS: usize = 2;

/// The least chroma of a colour that is no grey, in CIELAB: greys all differ by a factor alone. Chosen.
const COLOURED: f32 = 8.0;

/// The sum of the three channels, at least 1.
fn brightness(colour: &[u8; 3]) -> f64 {
    colour.iter().map(|&channel| f64::from(channel)).sum::<f64>().max(1.0)
}

/// Whether two colours are the same but for their brightness.
pub(super) fn is_dimmed_alike(a: &[u8; 3], b: &[u8; 3]) -> bool {
    let chromaticity =
        |colour: &[u8; 3]| colour.map(|channel| f64::from(channel) / brightness(colour));
    let (a, b) = (chromaticity(a), chromaticity(b));
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= SAME_CHROMATICITY)
}

/// What a hint has multiplied the first of two colours with, if the second may be that colour, dimmed.
pub(super) fn dimmed_by(lit: &Rgb, other: &Rgb) -> Option<f64> {
    let factor = brightness(other) / brightness(lit);
    (DIMMED.contains(&factor) && is_dimmed_alike(lit, other)).then_some(factor)
}

/// Whether a colour is no grey.
pub(super) fn is_coloured(colour: &Rgb) -> bool {
    let lab = to_lab(colour.map(f32::from));
    lab.a.hypot(lab.b) >= COLOURED
}

/// The colours as they would be if a hint had dimmed all cells: one for each factor that it may have
/// dimmed the others by.
pub(super) fn dimmed_throughout(colours: &CellColours) -> Vec<CellColours> {
    factors(colours).into_iter().map(|factor| dim_lit_cells(colours, factor)).collect()
}

/// The factors by which at least [`PAIRS`] colours of the board are others of it, dimmed.
fn factors(colours: &CellColours) -> Vec<f64> {
    let distinct: Vec<Rgb> =
        regions::distinct_colours(colours).into_iter().map(|cell| colours.rgb[cell]).collect();
    let lit = distinct.iter().filter(|colour| is_coloured(colour));
    let mut all: Vec<f64> =
        lit.flat_map(|lit| distinct.iter().filter_map(|other| dimmed_by(lit, other))).collect();
    all.sort_by(f64::total_cmp);
    let mut factors = Vec::new();
    while let Some(&least) = all.first() {
        let same = all.partition_point(|factor| *factor <= (1.0 + SAME_FACTOR) * least);
        if same >= PAIRS {
            factors.push(all[same / 2]);
            all.drain(..same);
        } else {
            all.remove(0);
        }
    }
    factors
}

/// Dims the cells that have the colour of others but for this factor.
fn dim_lit_cells(colours: &CellColours, factor: f64) -> CellColours {
    let mut dimmed = CellColours::default();
    for (&rgb, &support) in colours.rgb.iter().zip(&colours.support) {
        let own = rgb.map(f32::from);
        let darker = own.map(|level| level * factor as f32);
        let lab = to_lab(darker);
        let is_lit = colours.lab.iter().any(|other| regions::is_one_colour(other, &lab));
        dimmed.push(if is_lit { darker } else { own }, support);
    }
    dimmed
}

#[cfg(test)]
mod tests {
    use super::super::judge::judge;
    use super::super::line_check::tests::borders;
    use super::*;
    use crate::board::{Board, Cell};
    use crate::render::{Look, Tone, random_palette};
    use crate::solver;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const SIZE: usize = 8;

    /// The colours of a board's cells, each multiplied by its factor.
    fn coloured(board: &Board, palette: &[Rgb], factor: impl Fn(Cell) -> f64) -> CellColours {
        let mut colours = CellColours::default();
        for cell in board.cells() {
            let colour = palette[board.region(cell).0];
            colours.push(colour.map(|level| (factor(cell) * f64::from(level)).round() as f32), 1.0);
        }
        colours
    }

    #[test]
    fn a_board_is_the_same_whatever_cells_a_hint_has_lit() {
        let hints: [fn(Cell) -> bool; 3] =
            [|cell| cell.row == 3, |cell| cell.col == 5, |cell| (cell.row * 7 + cell.col) % 5 == 0];
        for (seed, tone) in [Tone::Pastel, Tone::Saturated].into_iter().enumerate() {
            let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
            let board = solver::generate(SIZE, &mut rng).unwrap();
            let palette = random_palette(SIZE, tone, &mut rng);
            let judged = |factor: &dyn Fn(Cell) -> f64| {
                let colours = coloured(&board, &palette, factor);
                judge(&colours, &borders(SIZE, |_, _| 0.02), SIZE).map(|verdict| verdict.board)
            };
            assert_eq!(judged(&|_| Look::DIMMED).as_ref(), Ok(&board), "{tone:?}");
            for is_lit in hints {
                let dimmed = |cell| if is_lit(cell) { 1.0 } else { Look::DIMMED };
                assert_eq!(judged(&dimmed).as_ref(), Ok(&board), "{tone:?}");
                // No hint dims each cell by a factor of its own.
                let unlike = |cell: Cell| {
                    let own = 0.4 + 0.6 * ((5 * cell.row + 3 * cell.col) % 7) as f64 / 6.0;
                    if is_lit(cell) { own } else { Look::DIMMED }
                };
                assert!(judged(&unlike).is_err(), "{tone:?}");
            }
        }
    }

    #[test]
    fn greys_and_one_colour_alone_are_no_sign_of_a_hint() {
        let board = solver::generate(SIZE, &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
        let lit = |cell: Cell| if cell.row == 3 { 1.0 } else { Look::DIMMED };
        let greys: Vec<Rgb> = (0..SIZE).map(|region| [60 + 20 * region as u8; 3]).collect();
        assert!(factors(&coloured(&board, &greys, lit)).is_empty());
        let palette = random_palette(SIZE, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(1));
        let first = board.region(Cell::at(3, 0));
        let one = |cell| if board.region(cell) == first { lit(cell) } else { Look::DIMMED };
        assert!(factors(&coloured(&board, &palette, one)).is_empty());
        let all = factors(&coloured(&board, &palette, lit));
        assert!(all.len() == 1 && (all[0] - Look::DIMMED).abs() < 0.01, "{all:?}");
    }
}
