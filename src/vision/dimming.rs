//! What dims some cells of a board and leaves others lit, as a hint does, or a game that shows which cells are
//! attacked: what the colours have in common whatever their brightness.

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

/// How many must be there lit and with a ground let through, which is not known: two pairs tell it, so the others
/// confirm it. Chosen: as many equations are left as with [`PAIRS`] over black.
const PAIRS_OVER_GROUND: usize = 3;

/// The least chroma of a colour that is no grey, in CIELAB: greys all differ by a factor alone. Chosen.
const COLOURED: f32 = 8.0;

/// How far apart two colours are, at least, whose distance is compared with that of two others, and how far the
/// others may be from what is expected of them, in levels of a channel. Chosen: levels are whole numbers.
const FAR_APART: f64 = 40.0;
const OFF: f64 = 3.0;

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

/// What dims a cell: this part of its colour is seen, and the rest is the ground's, as of a cell at part opacity.
#[derive(Clone, Copy, Debug)]
struct Veil {
    opacity: f64,
    ground: Levels,
}

/// The levels of red, green and blue, 0 to 255.
type Levels = [f64; 3];

impl Veil {
    /// What a hint does that multiplies colours with a factor.
    fn over_black(factor: f64) -> Self {
        Self { opacity: factor, ground: [0.0; 3] }
    }

    fn over(&self, colour: &Levels) -> Levels {
        each(colour, &self.ground, |own, ground| self.opacity * own + (1.0 - self.opacity) * ground)
    }

    /// The one that makes the second of each of these pairs of colours of the first, if there is one.
    fn of(pairs: [[&Levels; 2]; 2]) -> Option<Self> {
        let [lit, dim] = [0, 1].map(|of| each(pairs[0][of], pairs[1][of], |a, b| a - b));
        let opacity = dot(&lit, &dim) / dot(&lit, &lit);
        let is_one = dot(&lit, &lit) >= FAR_APART.powi(2)
            && DIMMED.contains(&opacity)
            && each(&lit, &dim, |lit, dim| opacity * lit - dim).iter().all(|off| off.abs() <= OFF);
        let ground = each(pairs[0][1], pairs[0][0], |dim, lit| dim - opacity * lit)
            .map(|left| left / (1.0 - opacity));
        let is_colour = ground.iter().all(|level| (-OFF..=255.0 + OFF).contains(level));
        (is_one && is_colour).then_some(Self { opacity, ground })
    }

    /// How many of the colours are others of them, dimmed.
    fn pairs(&self, colours: &[Levels]) -> usize {
        let is_dimmed = |lit: &&Levels| {
            let dim = self.over(lit);
            let is_near =
                |other: &Levels| each(other, &dim, |a, b| a - b).iter().all(|off| off.abs() <= OFF);
            colours.iter().any(|other| other != *lit && is_near(other))
        };
        colours.iter().filter(is_dimmed).count()
    }

    /// Dims the cells that have the colour of others but for this.
    fn over_lit_cells(&self, colours: &CellColours) -> CellColours {
        let mut dimmed = CellColours::default();
        for (&rgb, &support) in colours.rgb.iter().zip(&colours.support) {
            let own = rgb.map(f32::from);
            let darker = self.over(&rgb.map(f64::from)).map(|level| level as f32);
            let lab = to_lab(darker);
            let is_lit = colours.lab.iter().any(|other| regions::is_one_colour(other, &lab));
            dimmed.push(if is_lit { darker } else { own }, support);
        }
        dimmed
    }
}

fn each(a: &Levels, b: &Levels, of: impl Fn(f64, f64) -> f64) -> Levels {
    std::array::from_fn(|channel| of(a[channel], b[channel]))
}

fn dot(a: &Levels, b: &Levels) -> f64 {
    each(a, b, |a, b| a * b).iter().sum()
}

/// The cells of regions that may be lit parts of others, each with the cell beside it that is of the other one: it has
/// that one's colour but for a factor by which a hint has dimmed other cells of some region.
pub(super) fn cells_of_lit_parts(
    colours: &CellColours,
    labels: &[usize],
    size: usize,
) -> Vec<[usize; 2]> {
    let cells = || 0..labels.len();
    let dimmed = |cell: usize, other: usize| {
        let lit = &colours.rgb[cell];
        is_coloured(lit).then(|| dimmed_by(lit, &colours.rgb[other])).flatten()
    };
    let within = |cell: usize| cells().filter(move |&other| labels[other] == labels[cell]);
    let hints: Vec<f64> = cells()
        .flat_map(|cell| within(cell).filter_map(move |other| dimmed(cell, other)))
        .collect();
    let is_hint = |factor: f64| hints.iter().any(|hint| (factor / hint - 1.0).abs() <= SAME_FACTOR);
    let beside = |cell: usize| {
        let others = regions::side_neighbours(cell, size);
        others.map(move |other| [cell, other])
    };
    let is_lit_part = |&[cell, other]: &[usize; 2]| {
        labels[other] != labels[cell] && dimmed(cell, other).is_some_and(is_hint)
    };
    cells().flat_map(beside).filter(is_lit_part).collect()
}

/// The colours as they would be if all cells had been dimmed: one for each way in which the others may have been.
pub(super) fn dimmed_throughout(colours: &CellColours, size: usize) -> Vec<CellColours> {
    let distinct = distinct(colours);
    let over_black = factors(&distinct).into_iter().map(Veil::over_black);
    let veils = over_black.chain(over_ground(&distinct, size));
    veils.map(|veil| veil.over_lit_cells(colours)).collect()
}

fn distinct(colours: &CellColours) -> Vec<Rgb> {
    regions::distinct_colours(colours).into_iter().map(|cell| colours.rgb[cell]).collect()
}

/// The veil over a ground of any colour that as many colours show as there are more of them than regions.
fn over_ground(distinct: &[Rgb], size: usize) -> Option<Veil> {
    let twice = distinct.len().checked_sub(size)?;
    if !(PAIRS_OVER_GROUND..=size).contains(&twice) {
        return None;
    }
    let levels: Vec<Levels> = distinct.iter().map(|colour| colour.map(f64::from)).collect();
    let pairs: Vec<[&Levels; 2]> = (levels.iter().zip(distinct))
        .filter(|(_, colour)| is_coloured(colour))
        .flat_map(|(lit, _)| levels.iter().map(move |dim| [lit, dim]))
        .filter(|[lit, dim]| lit != dim)
        .collect();
    let mut found = pairs.iter().enumerate().flat_map(|(index, one)| {
        pairs[..index].iter().filter_map(|other| Veil::of([*one, *other]))
    });
    found.find(|veil| veil.pairs(&levels) == twice)
}

/// The factors by which at least [`PAIRS`] colours of the board are others of it, dimmed.
fn factors(distinct: &[Rgb]) -> Vec<f64> {
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

#[cfg(test)]
mod tests {
    use super::super::judge::judge;
    use super::super::line_check::tests::borders;
    use super::*;
    use crate::board::{Board, Cell, Region, parse};
    use crate::render::{Look, Tone, random_palette};
    use crate::solver;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const SIZE: usize = 8;

    const BLACK: Levels = [0.0; 3];

    /// The colours of a board's cells, each let through by its own part over a ground.
    fn coloured(
        board: &Board,
        palette: &[Rgb],
        ground: Levels,
        opacity: impl Fn(Cell) -> f64,
    ) -> CellColours {
        let mut colours = CellColours::default();
        for cell in board.cells() {
            let colour = palette[board.region(cell).0].map(f64::from);
            let seen = Veil { opacity: opacity(cell), ground }.over(&colour);
            colours.push(seen.map(|level| level.round() as f32), 1.0);
        }
        colours
    }

    #[test]
    fn a_board_is_the_same_whatever_cells_a_hint_has_lit() {
        let hints: [fn(Cell) -> bool; 3] =
            [|cell| cell.row == 3, |cell| cell.col == 5, |cell| (cell.row * 7 + cell.col) % 5 == 0];
        let grounds =
            [(BLACK, Look::DIMMED), ([31.0, 41.0, 55.0], 0.5), ([255.0, 250.0, 240.0], 0.6)];
        for (seed, tone) in [Tone::Pastel, Tone::Saturated].into_iter().enumerate() {
            let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
            let board = solver::generate(SIZE, &mut rng).unwrap();
            let palette = random_palette(SIZE, tone, &mut rng);
            for (ground, opacity) in grounds {
                let judged = |opacity: &dyn Fn(Cell) -> f64| {
                    let colours = coloured(&board, &palette, ground, opacity);
                    judge(&colours, &borders(SIZE, |_, _| 0.02), SIZE).map(|verdict| verdict.board)
                };
                assert_eq!(judged(&|_| opacity).as_ref(), Ok(&board), "{tone:?} over {ground:?}");
                for is_lit in hints {
                    let dimmed = |cell| if is_lit(cell) { 1.0 } else { opacity };
                    assert_eq!(judged(&dimmed).as_ref(), Ok(&board), "{tone:?} over {ground:?}");
                    // Nothing dims each cell by a part of its own.
                    let unlike = |cell: Cell| {
                        let own = 0.4 + 0.6 * ((5 * cell.row + 3 * cell.col) % 7) as f64 / 6.0;
                        if is_lit(cell) { own } else { opacity }
                    };
                    assert!(judged(&unlike).is_err(), "{tone:?} over {ground:?}");
                }
            }
        }
    }

    #[test]
    fn a_region_may_be_a_part_of_the_one_beside_it_that_is_lit_as_other_cells_are() {
        let board = parse("AAAAB\nCDDBB\nCCEBB\nCCEBB\nCCCBB").unwrap();
        let labels: Vec<usize> = board.cells().map(|cell| board.region(cell).0).collect();
        let [olive, maroon, teal, sand] =
            [[120, 110, 0], [255, 70, 80], [0, 230, 235], [220, 190, 120]];
        let palette = [olive, maroon, teal, olive, sand];
        let found = |opacity: &dyn Fn(Cell) -> f64| {
            let colours = coloured(&board, &palette, BLACK, opacity);
            cells_of_lit_parts(&colours, &labels, board.size())
        };
        let lit_row = |own: f64, others: f64| {
            let board = &board;
            move |cell: Cell| match (cell.row, board.region(cell)) {
                (1, Region(3)) => own,
                (1, _) => others,
                _ => Look::DIMMED,
            }
        };
        assert_eq!(found(&lit_row(1.0, 1.0)), [[6, 1], [7, 2]]);
        let none: [[usize; 2]; 0] = [];
        assert_eq!(found(&lit_row(1.0, Look::DIMMED)), none, "no other cell is lit");
        assert_eq!(found(&lit_row(0.6, 1.0)), none, "by another factor");
        assert_eq!(found(&lit_row(Look::DIMMED, 1.0)), none, "not lit");
    }

    #[test]
    fn greys_and_one_colour_alone_are_no_sign_of_a_hint() {
        let board = solver::generate(SIZE, &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
        let lit = |cell: Cell| if cell.row == 3 { 1.0 } else { Look::DIMMED };
        let greys: Vec<Rgb> = (0..SIZE).map(|region| [60 + 20 * region as u8; 3]).collect();
        assert!(factors(&distinct(&coloured(&board, &greys, BLACK, lit))).is_empty());
        let palette = random_palette(SIZE, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(1));
        let first = board.region(Cell::at(3, 0));
        let one = |cell| if board.region(cell) == first { lit(cell) } else { Look::DIMMED };
        assert!(factors(&distinct(&coloured(&board, &palette, BLACK, one))).is_empty());
        let all = factors(&distinct(&coloured(&board, &palette, BLACK, lit)));
        assert!(all.len() == 1 && (all[0] - Look::DIMMED).abs() < 0.01, "{all:?}");
    }
}
