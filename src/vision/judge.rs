//! The judgement on a lattice: what is believed of it, however it is lit, unless its lines or a single cell
//! speak against that.

use super::belief::{Disbelief, Verdict, believe, confidence};
use super::cells::CellColours;
use super::dimming;
use super::doubt::Doubt;
use super::hovered;
use super::line_check;
use super::regions::{self, has_few_colours};
use super::repainted;
use super::walls::Border;
use super::witness::{BEYOND_DOUBT, SMALL, Witness, is_puzzle_with, plain_support};
use crate::solver::Outcome;
use std::borrow::Cow;

/// Whether walls alone, whatever the colours, make a puzzle with just one solution: that tells a board
/// from any other puzzle with walls, though it is not enough to believe all of its cells.
pub(super) fn is_walled_puzzle(colours: &CellColours, borders: &[Border], size: usize) -> bool {
    regions::wall_threshold(borders, size)
        .and_then(|walls| regions::by_walls(borders, walls, colours, size))
        .and_then(|partition| Witness::call(partition, colours, size))
        .is_some_and(|walls| walls.is_unique() && walls.is_beyond_colours())
}

/// Weighs the two witnesses and asks the solver.
pub(super) fn judge(
    colours: &CellColours,
    borders: &[Border],
    size: usize,
) -> Result<Verdict, Disbelief> {
    let (verdict, colours) = believe_in_any_light(colours, borders, size);
    checked(verdict, &colours, borders, size)
}

/// The same where what was believed has a region of nothing but cells with something in them, which lie as queens do: the
/// game may have painted them.
pub(super) fn judge_as_painted(
    colours: &CellColours,
    borders: &[Border],
    size: usize,
) -> Result<Verdict, Disbelief> {
    let (verdict, colours) = believe_repainted(colours, borders, size).ok_or(Doubt::Painted)?;
    checked(Ok(verdict), &colours, borders, size)
}

/// What is believed with these colours, unless its lines or a single cell speak against that.
fn checked(
    verdict: Result<Verdict, Disbelief>,
    colours: &CellColours,
    borders: &[Border],
    size: usize,
) -> Result<Verdict, Disbelief> {
    if verdict.as_ref().is_ok_and(|verdict| {
        let is_told = matches!(verdict.outcome, Outcome::Unique(_)) && !has_few_colours(colours);
        !is_told && is_of_equal_areas(&verdict.labels, size)
    }) {
        return Err(Disbelief::NotABoard);
    }
    let labels = verdict.as_ref().ok().map(|verdict| &*verdict.labels);
    if !verdict.as_ref().is_ok_and(|verdict| verdict.is_beyond_doubt)
        && line_check::is_covered(&line_check::without_dropped_lines(borders, size), labels)
    {
        return Err(Doubt::Covered.into());
    }
    let hides_cells = |labels: &[usize]| {
        let odd = regions::odd_cells(colours, labels, size);
        line_check::hangs_on_missing_lines(borders, labels, odd)
    };
    if labels.is_some_and(hides_cells) || line_check::is_cut_short(borders, size) {
        return Err(Doubt::Covered.into());
    }
    let guessed = |verdict: &Verdict| guessed_cell(colours, borders, verdict, size);
    if let Some(cell) = verdict.as_ref().ok().and_then(guessed) {
        return Err(Doubt::open_cell(cell, size).into());
    }
    if labels.is_some_and(|labels| line_check::has_bare_side(borders, labels)) {
        return Err(Doubt::PartOfMore.into());
    }
    verdict
}

/// How much more ink there is towards another region than within its own, at least, if that tells of which one a
/// cell is. Chosen.
const TOLD_APART: f32 = 1.7;

/// A cell that may as well be of another region beside it, since no wall parts it from that one: one of an odd colour, as
/// where a ring runs around it, if the solver finds just one solution either way; or one of a region that may be a part
/// of the other which a hint has lit. On a small board one solution tells too little for a wall to tell that.
fn guessed_cell(
    colours: &CellColours,
    borders: &[Border],
    verdict: &Verdict,
    size: usize,
) -> Option<usize> {
    let labels = &verdict.labels;
    let is_guessed = |&cell: &usize| {
        regions::side_neighbours(cell, size).any(|other| {
            labels[other] != labels[cell]
                && !is_parted(borders, labels, [cell, other])
                && is_puzzle_with(labels, size, cell, labels[other])
        })
    };
    let is_unique = matches!(verdict.outcome, Outcome::Unique(_));
    let odd = is_unique.then(|| regions::odd_cells(colours, labels, size).find(is_guessed));
    if let Some(cell) = odd.flatten() {
        return Some(cell);
    }
    if verdict.is_beyond_doubt || verdict.colours_and_walls_agree {
        return None;
    }
    dimming::cells_of_lit_parts(colours, labels, size)
        .into_iter()
        .find(|beside| size <= SMALL || !is_parted(borders, labels, *beside))
        .map(|[cell, _]| cell)
}

/// Whether much more ink is on the border between two cells than on those of the first with others of its region.
fn is_parted(borders: &[Border], labels: &[usize], [cell, other]: [usize; 2]) -> bool {
    let ink_towards = |is_wanted: &dyn Fn(usize) -> bool| {
        let of_cell = borders.iter().filter(|border| border.cells.contains(&cell));
        let wanted =
            of_cell.filter(|border| border.cells.iter().any(|&at| at != cell && is_wanted(at)));
        wanted.map(|border| border.ink).fold(f32::INFINITY, f32::min)
    };
    let within = ink_towards(&|at| labels[at] == labels[cell]);
    ink_towards(&|at| at == other) >= TOLD_APART * within
}

/// Whether all regions have as many cells as there are rows: so have the odd boxes of a Jigsaw Sudoku. Of
/// 2737 levels of Queens, three are like this, each with just one solution, which colours confirm.
fn is_of_equal_areas(labels: &[usize], size: usize) -> bool {
    let area = |region: usize| labels.iter().filter(|&&label| label == region).count();
    (0..size).all(|region| area(region) == size)
}

/// What is believed where a hint may have dimmed some cells, and the pointer be on one, and the colours of
/// which that is believed.
fn believe_in_any_light<'a>(
    colours: &'a CellColours,
    borders: &[Border],
    size: usize,
) -> (Result<Verdict, Disbelief>, Cow<'a, CellColours>) {
    let seen = Cow::Borrowed(colours);
    match believe(colours, borders, size) {
        Err(Disbelief::InDoubt(doubt)) => {
            if let Some((verdict, dimmed)) = believe_dimmed(colours, borders, size) {
                (Ok(verdict), Cow::Owned(dimmed))
            } else if let Some((verdict, without)) = believe_hovered(colours, borders, size) {
                (Ok(verdict), Cow::Owned(without))
            } else if let Some((verdict, without)) = believe_repainted(colours, borders, size) {
                (Ok(verdict), Cow::Owned(without))
            } else {
                (Err(doubt.into()), seen)
            }
        }
        // A hovered cell may by chance be nearly of another region's colour.
        Ok(verdict)
            if !verdict.colours_and_walls_agree
                && believe_hovered(colours, borders, size)
                    .is_some_and(|(hovered, _)| hovered.labels != verdict.labels) =>
        {
            (Err(Doubt::Contradiction.into()), seen)
        }
        verdict => (verdict, seen),
    }
}

/// What is believed where all cells but some may have been dimmed, with the colours without that: what can be
/// believed of these, if it is one puzzle, and if these colours alone show it.
fn believe_dimmed(
    colours: &CellColours,
    borders: &[Border],
    size: usize,
) -> Option<(Verdict, CellColours)> {
    let all = dimming::dimmed_throughout(colours, size);
    let mut verdicts = all.into_iter().filter_map(|dimmed| {
        let by_colours = regions::by_colours(&dimmed, size)?;
        let verdict = believe(&dimmed, borders, size).ok()?;
        (by_colours.labels == verdict.labels).then_some((verdict, dimmed))
    });
    let (first, dimmed) = verdicts.next()?;
    let is_sure = matches!(first.outcome, Outcome::Unique(_))
        && verdicts.all(|(verdict, _)| verdict.labels == first.labels);
    let confidence = first.confidence.min(confidence::ONE_WITNESS);
    is_sure.then_some((Verdict { confidence, ..first }, dimmed))
}

/// What is believed where the pointer may have given one cell a colour of its own, with the colours without
/// that: what can be believed of these, if it is one puzzle, and if these colours alone show it beyond doubt.
fn believe_hovered(
    colours: &CellColours,
    borders: &[Border],
    size: usize,
) -> Option<(Verdict, CellColours)> {
    let (hovered, without) = hovered::without_hover(colours, size)?;
    let verdict = believe_by_colours(&without, borders, size)?;
    let is_sure = !may_be_region(hovered, colours, &verdict.labels, size)
        && !may_glow(hovered, colours, &verdict.labels, size);
    is_sure.then_some((verdict, without))
}

/// What is believed where a game may have painted the cells of its queens in one colour, with the colours without that:
/// what can be believed of these, if it is the one puzzle that they make, and if they alone show it beyond doubt.
fn believe_repainted(
    colours: &CellColours,
    borders: &[Border],
    size: usize,
) -> Option<(Verdict, CellColours)> {
    let (painted, without) = repainted::without_paint(colours, size)?;
    let verdict = believe_by_colours(&without, borders, size)?;
    Some((Verdict { painted, ..verdict }, without))
}

/// What can be believed of these colours, if it is one puzzle, and if they alone show it beyond doubt.
fn believe_by_colours(colours: &CellColours, borders: &[Border], size: usize) -> Option<Verdict> {
    let verdict = believe(colours, borders, size).ok()?;
    let by_colours = regions::by_colours(colours, size)?;
    let is_sure = matches!(verdict.outcome, Outcome::Unique(_))
        && by_colours.labels == verdict.labels
        && by_colours.clarity >= BEYOND_DOUBT;
    let confidence = verdict.confidence.min(confidence::ONE_WITNESS);
    is_sure.then_some(Verdict { confidence, ..verdict })
}

/// Whether a cell that was taken for hovered may be a region, as its colour is: another cell, which is no one
/// colour and was taken for a region, is then of one beside it, and the solver finds just one solution as well.
fn may_be_region(hovered: usize, colours: &CellColours, labels: &[usize], size: usize) -> bool {
    let is_alone = |cell: usize| labels.iter().filter(|&&label| label == labels[cell]).count() == 1;
    let plain = plain_support(colours);
    (0..labels.len()).filter(|&cell| colours.support[cell] < plain && is_alone(cell)).any(|cell| {
        let mut swapped = labels.to_vec();
        swapped[hovered] = labels[cell];
        regions::side_neighbours(cell, size)
            .any(|beside| is_puzzle_with(&swapped, size, cell, swapped[beside]))
    })
}

/// Whether a cell that was taken for hovered is no one colour, as one with a glow, and may as well be of another region
/// beside it: the solver finds just one solution then too.
fn may_glow(hovered: usize, colours: &CellColours, labels: &[usize], size: usize) -> bool {
    colours.support[hovered] < plain_support(colours)
        && regions::side_neighbours(hovered, size).any(|beside| {
            labels[beside] != labels[hovered]
                && is_puzzle_with(labels, size, hovered, labels[beside])
        })
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::cells::to_lab;
    use super::super::groups;
    use super::*;
    use crate::board::Board;
    use crate::render::{Tone, random_palette};
    use crate::solver;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    pub(in super::super) fn board() -> Board {
        solver::generate(8, &mut ChaCha8Rng::seed_from_u64(8)).expect("a board")
    }

    /// The region of each cell, row by row.
    pub(in super::super) fn labels(board: &Board) -> Vec<usize> {
        board.cells().map(|cell| board.region(cell).0).collect()
    }

    /// A colour for each label, 30 levels of grey apart.
    pub(in super::super) fn coloured(labels: &[usize]) -> CellColours {
        let mut colours = CellColours::default();
        for &label in labels {
            colours.push([30.0 * label as f32; 3], 1.0);
        }
        colours
    }

    /// Borders with the ink of walls between labels that differ, and of thin lines elsewhere.
    fn walled(labels: &[usize], size: usize) -> Vec<Border> {
        let mut borders = Vec::new();
        for cell in 0..size * size {
            let right = (cell % size + 1 < size).then_some(cell + 1);
            let below = (cell / size + 1 < size).then_some(cell + size);
            for other in [right, below].into_iter().flatten() {
                let ink = if labels[cell] == labels[other] { 0.02 } else { 0.06 };
                borders.push(Border {
                    cells: [cell, other],
                    ink,
                    shades: [ink, 0.0],
                    is_faint: false,
                    cut_short: None,
                    widths: [Some(ink), None],
                    contrast: [200; 2],
                    if_translucent: [200; 2],
                });
            }
        }
        borders
    }

    #[test]
    fn a_cell_of_an_odd_colour_is_not_guessed_where_walls_do_not_tell_of_which_region_it_is() {
        let labels = labels(&board());
        let others = |cell: usize| {
            let beside = regions::side_neighbours(cell, 8).map(|other| labels[other]);
            beside.filter(|&other| other != labels[cell]).collect::<Vec<_>>()
        };
        // In a region so large that its other cells show its colour.
        let has_own = |cell: usize| {
            others(cell).len() < regions::side_neighbours(cell, 8).count()
                && labels.iter().filter(|&&label| label == labels[cell]).count() > 3
        };
        let may_be_another = |cell: usize, is_puzzle: bool| {
            let is_any =
                others(cell).into_iter().any(|other| is_puzzle_with(&labels, 8, cell, other));
            !others(cell).is_empty() && is_any == is_puzzle
        };
        let cell = |is_puzzle| {
            (0..64).find(|&cell| has_own(cell) && may_be_another(cell, is_puzzle)).unwrap()
        };
        let is_guessed = |cell: usize, own: f32, is_odd: bool| {
            let mut colours = coloured(&labels);
            if is_odd {
                colours.lab[cell].a += 40.0;
                colours.rgb[cell][0] = 255;
            }
            let mut borders = walled(&labels, 8);
            for border in borders.iter_mut().filter(|border| border.cells.contains(&cell)) {
                if labels[border.cells[0]] == labels[border.cells[1]] {
                    border.ink = own;
                }
            }
            let witness =
                Witness::call(regions::Partition::open(labels.clone(), 9.0), &colours, 8).unwrap();
            let verdict = Verdict::of(witness, confidence::ONE_WITNESS, false);
            guessed_cell(&colours, &borders, &verdict, 8) == Some(cell)
        };
        assert!(is_guessed(cell(true), 0.04, true), "a ring");
        assert!(!is_guessed(cell(true), 0.02, true), "thin lines and walls");
        assert!(!is_guessed(cell(true), 0.04, false), "its region's colour");
        assert!(!is_guessed(cell(false), 0.04, true), "the solver tells");
    }

    #[test]
    fn a_wall_tells_a_region_from_a_lit_part_of_the_one_beside_it_on_boards_of_more_than_five_rows()
    {
        let labels = labels(&board());
        let is_large = |region: usize| labels.iter().filter(|&&label| label == region).count() > 1;
        let all =
            walled(&labels, 8).into_iter().map(|border| border.cells.map(|cell| labels[cell]));
        let [part, whole] = all
            .filter(|[one, other]| one != other)
            .find(|it| it.map(is_large) == [true; 2])
            .unwrap();
        // A hint has lit one region, of the colour of the one beside it, and a cell of another.
        let lit = labels.iter().position(|&it| it != part && it != whole && is_large(it)).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let palette = random_palette(8, Tone::Saturated, &mut rng);
        let mut colours = CellColours::default();
        for (cell, &label) in labels.iter().enumerate() {
            let own = palette[if label == part { whole } else { label }].map(f32::from);
            let is_lit = label == part || cell == lit;
            colours.push(if is_lit { own } else { own.map(|level| 0.4 * level) }, 1.0);
        }
        let witness =
            Witness::call(regions::Partition::open(labels.clone(), 9.0), &colours, 8).unwrap();
        let verdict = Verdict::of(witness, confidence::ONE_WITNESS, false);
        let guessed = |ink: f32| {
            let mut borders = walled(&labels, 8);
            for border in &mut borders {
                let regions = border.cells.map(|cell| labels[cell]);
                if regions.contains(&part) && regions.contains(&whole) {
                    border.ink = ink;
                }
            }
            guessed_cell(&colours, &borders, &verdict, 8).map(|cell| labels[cell])
        };
        assert_eq!(guessed(0.06), None, "walls");
        assert_eq!(guessed(0.02), Some(part), "thin lines");
        let agreed = Verdict { colours_and_walls_agree: true, ..verdict };
        assert_eq!(guessed_cell(&colours, &walled(&[0; 64], 8), &agreed, 8), None);
    }

    #[test]
    fn witnesses_that_agree_are_believed() {
        let labels = labels(&board());
        let verdict = judge(&coloured(&labels), &walled(&labels, 8), 8).unwrap();
        assert_eq!(verdict.board, board());
        assert!(verdict.colours_and_walls_agree);
    }

    #[test]
    fn one_witness_is_believed_where_the_other_is_silent() {
        let labels = labels(&board());
        let (twins, no_walls): (Vec<usize>, _) =
            (labels.iter().map(|label| label / 2).collect(), walled(&[0; 64], 8));
        for (colours, borders) in [(&twins, walled(&labels, 8)), (&labels, no_walls.clone())] {
            let verdict = judge(&coloured(colours), &borders, 8);
            assert_eq!(verdict.map(|verdict| verdict.board), Ok(board()));
        }
        assert!(judge(&coloured(&twins), &no_walls, 8).is_err());
        // So is a board without colours, if the solver finds one solution.
        let colourless = |labels: &[usize]| {
            judge(&coloured(&[0; 64]), &walled(labels, 8), 8).map(|verdict| verdict.board)
        };
        assert_eq!(colourless(&labels), Ok(board()));
        let mut columns: Vec<usize> = (0..64).map(|cell| cell % 8).collect();
        columns[63] = 6;
        assert!(colourless(&columns).is_err());
    }

    #[test]
    fn a_hovered_cell_does_not_part_what_walls_hold_together() {
        let labels = labels(&board());
        let mut colours = coloured(&labels);
        colours.rgb[20] = colours.rgb[20].map(|channel| channel + 15);
        colours.lab[20] = to_lab(colours.rgb[20].map(f32::from));
        let verdict = judge(&colours, &walled(&labels, 8), 8);
        assert_eq!(verdict.map(|verdict| verdict.board), Ok(board()));
    }

    #[test]
    fn a_lit_row_does_not_matter_where_walls_are_clear_and_two_lit_rows_do() {
        // Columns have many solutions. All but one are as wide as they are in a Sudoku with odd boxes.
        let mut columns: Vec<usize> = (0..64).map(|cell| cell % 8).collect();
        columns[63] = 6;
        let lit = |cells: std::ops::Range<usize>| {
            let mut colours = coloured(&columns);
            for cell in cells {
                // Nearer to the next region's.
                colours.rgb[cell] = colours.rgb[cell].map(|channel| channel + 20);
                colours.lab[cell] = to_lab(colours.rgb[cell].map(f32::from));
            }
            colours
        };
        let verdict = judge(&lit(16..24), &walled(&columns, 8), 8);
        assert!(verdict.is_ok_and(|verdict| verdict.labels == columns));
        assert!(judge(&lit(16..32), &walled(&columns, 8), 8).is_err());
    }

    #[test]
    fn cells_that_a_hint_lights_in_their_own_colours_do_not_matter_where_walls_are_clear() {
        let mut columns: Vec<usize> = (0..64).map(|cell| cell % 8).collect();
        columns[63] = 6;
        let palette = random_palette(8, Tone::Saturated, &mut ChaCha8Rng::seed_from_u64(8));
        // Every fifth cell is lit and hatched, in its own colour or in another one.
        let judged = |other: usize| {
            let mut colours = CellColours::default();
            for (cell, &label) in columns.iter().enumerate() {
                let is_lit = cell % 5 == 0;
                let colour = palette[if is_lit { (label + other) % 8 } else { label }];
                let (factor, support) = if is_lit { (1.0, 0.7) } else { (0.4, 1.0) };
                colours.push(colour.map(|channel| factor * f32::from(channel)), support);
            }
            judge(&colours, &walled(&columns, 8), 8).map(|verdict| verdict.labels)
        };
        assert_eq!(judged(0).as_ref(), Ok(&columns));
        assert!(judged(1).is_err());
    }

    #[test]
    fn a_cell_in_a_glow_that_looks_like_walls_is_not_given_to_a_region_by_its_colour() {
        let labels = labels(&board());
        let size_of = |label: usize| labels.iter().filter(|&&other| other == label).count();
        let pairs = (0..64)
            .flat_map(|cell| regions::side_neighbours(cell, 8).map(move |other| (cell, other)));
        let (cell, region) = pairs
            .map(|(cell, other)| (cell, labels[other]))
            .find(|&(cell, region)| {
                labels[cell] != region
                    && size_of(labels[cell]) > 2
                    && is_puzzle_with(&labels, 8, cell, region)
            })
            .expect("a cell that may be of a region beside it");
        let judged = |support: f32| {
            // Noise hides where the colours of two regions part.
            let mut colours = coloured(&labels);
            (0..64).step_by(3).for_each(|noisy| colours.lab[noisy].l += 5.2);
            (colours.lab[cell], colours.rgb[cell]) =
                (to_lab([30.0 * region as f32 + 4.0; 3]), [30 * region as u8 + 4; 3]);
            colours.support[cell] = support;
            let mut borders = walled(&labels, 8);
            for border in borders.iter_mut().filter(|border| border.cells.contains(&cell)) {
                (border.ink, border.shades, border.widths) =
                    (0.06, [0.06, 0.0], [Some(0.06), None]);
            }
            judge(&colours, &borders, 8)
        };
        assert!(judged(1.0).is_ok_and(|verdict| verdict.board != board()));
        assert_eq!(judged(0.5).unwrap_err(), Doubt::open_cell(cell, 8).into());
    }

    #[test]
    fn colours_alone_show_a_region_in_pieces_only_beyond_doubt() {
        let by_colours = |board: &Board, noise: f32, support: f32| {
            let mut colours = coloured(&labels(board));
            for cell in (0..64).step_by(3) {
                colours.lab[cell].l += noise;
            }
            colours.support.fill(support);
            judge(&colours, &walled(&[0; 64], 8), 8).map(|verdict| verdict.board)
        };
        let (clear, doubtful) = (0.1, 2.8);
        assert_eq!(by_colours(&board(), clear, 1.0), Ok(board()));
        assert_eq!(by_colours(&board(), doubtful, 0.7), Ok(board()));
        // A cell of another region far away leaves the puzzle its only solution.
        let in_pieces = (0..64).find_map(|cell| {
            let mut labels = labels(&board());
            labels[cell] = (labels[cell] + 4) % 8;
            let rows: Vec<Vec<usize>> = labels.chunks(8).map(<[usize]>::to_vec).collect();
            let is_unique = |board: &Board| matches!(solver::solve(board), Outcome::Unique(_));
            Board::from_rows(&rows).ok().filter(|board| !board.is_connected() && is_unique(board))
        });
        let in_pieces = in_pieces.expect("a board with a region in pieces");
        assert_eq!(by_colours(&in_pieces, clear, 1.0), Ok(in_pieces.clone()));
        assert!(by_colours(&in_pieces, doubtful, 1.0).is_err());
        assert!(by_colours(&in_pieces, clear, 0.7).is_err(), "a glow may be of that colour");
    }

    /// Walls that are hardly stronger than thin lines.
    fn faintly_walled(labels: &[usize], size: usize) -> Vec<Border> {
        let mut borders = walled(labels, size);
        for border in &mut borders {
            border.ink = if border.ink > 0.03 { 0.022 } else { 0.02 };
            (border.shades, border.widths) = ([0.02, 0.0], [Some(0.02), None]);
        }
        borders
    }

    #[test]
    fn witnesses_that_are_faint_are_believed_where_they_are_the_same() {
        let labels = labels(&board());
        let mut colours = coloured(&labels);
        for cell in (0..64).step_by(3) {
            colours.lab[cell].l += 5.2;
        }
        let verdict = judge(&colours, &faintly_walled(&labels, 8), 8);
        assert_eq!(verdict.map(|verdict| verdict.board), Ok(board()));
        let mut others = labels.clone();
        others.swap(20, 44);
        assert_ne!(others, labels);
        assert!(judge(&colours, &faintly_walled(&others, 8), 8).is_err());
    }

    #[test]
    fn faint_walls_that_close_off_a_puzzle_are_believed_where_a_hint_leaves_the_colours_of_its_regions()
     {
        let labels = labels(&board());
        let palette = random_palette(8, Tone::Saturated, &mut ChaCha8Rng::seed_from_u64(8));
        // Two regions are of one colour, and every fifth cell is lit, in its own colour or in another one.
        let lit = |other: usize| {
            let mut colours = CellColours::default();
            for (cell, &label) in labels.iter().enumerate() {
                let is_lit = cell % 5 == 0;
                let colour = palette[if is_lit { (label + other) % 8 } else { label }.min(6)];
                let factor = if is_lit { 1.0 } else { 0.4 };
                colours.push(colour.map(|channel| factor * f32::from(channel)), 1.0);
            }
            colours
        };
        let mut borders = faintly_walled(&labels, 8);
        // Some walls are stronger than others.
        let walls = borders.iter_mut().filter(|border| border.ink > 0.02);
        walls.step_by(3).for_each(|border| border.ink = 0.025);
        let colours = lit(0);
        let by_walls = regions::wall_threshold(&borders, 8)
            .and_then(|threshold| regions::by_walls(&borders, threshold, &colours, 8));
        assert!(by_walls.is_some_and(|partition| partition.is_closed));
        let judged = |colours| judge(&colours, &borders, 8).map(|verdict| verdict.board);
        assert_eq!(judged(colours), Ok(board()));
        assert!(judged(lit(1)).is_err());
    }

    #[test]
    fn walls_that_cut_through_the_colours_are_not_believed() {
        let labels = labels(&board());
        // Each cell has the colour of a region, but hardly ever of its own.
        let mixed: Vec<usize> = (0..64).map(|cell| cell * 5 % 8).collect();
        assert!(judge(&coloured(&mixed), &walled(&labels, 8), 8).is_err());
    }

    #[test]
    fn what_is_of_one_colour_across_a_wall_is_no_agreement() {
        let labels = labels(&board());
        let inside = (0..64)
            .find(|&cell| {
                regions::side_neighbours(cell, 8).all(|other| labels[other] == labels[cell])
            })
            .expect("a cell inside of a region");
        // It is of its region's colour, and joined to it across the walls around it.
        let mut apart = labels.clone();
        apart[inside] = 8;
        let verdict = judge(&coloured(&labels), &walled(&apart, 8), 8).unwrap();
        assert_eq!(verdict.board, board());
        assert!(!verdict.colours_and_walls_agree && verdict.must_be_whole);
    }

    #[test]
    fn lines_in_one_direction_only_do_not_fit_the_cells() {
        let labels = labels(&board());
        let mut borders = walled(&labels, 8);
        assert!(judge(&coloured(&labels), &borders, 8).is_ok());
        for border in &mut borders {
            let [a, b] = border.cells;
            if labels[a] == labels[b] && b != a + 1 {
                (border.ink, border.shades, border.widths) = (0.0, [0.0; 2], [None; 2]);
            }
        }
        assert!(judge(&coloured(&labels), &borders, 8).is_err());
    }

    #[test]
    fn lines_that_are_too_faint_inside_of_regions_hide_nothing_where_both_witnesses_agree() {
        let labels = labels(&board());
        let mut borders = walled(&labels, 8);
        let inside = borders.iter_mut().filter(|border| {
            let [a, b] = border.cells;
            labels[a] == labels[b]
        });
        for border in inside.step_by(5) {
            (border.ink, border.shades, border.widths) = (0.0, [0.0; 2], [None; 2]);
        }
        assert!(judge(&coloured(&labels), &borders, 8).is_ok());
        let grey = coloured(&labels.iter().map(|label| label / 2).collect::<Vec<_>>());
        assert_eq!(judge(&grey, &borders, 8).unwrap_err(), Doubt::Covered.into());
    }

    #[test]
    fn walls_are_not_believed_against_other_colours_that_are_clear_beyond_doubt() {
        let (walls, other) = (labels(&board()), {
            let mut rng = ChaCha8Rng::seed_from_u64(9);
            labels(&solver::generate(8, &mut rng).expect("a board"))
        });
        assert!(judge(&coloured(&walls), &walled(&walls, 8), 8).is_ok());
        let verdict = judge(&coloured(&other), &walled(&walls, 8), 8);
        assert!(matches!(verdict, Err(Disbelief::InDoubt(_))), "{verdict:?}");
    }

    #[test]
    fn walls_alone_tell_a_board_without_colours_from_other_puzzles() {
        let labels = labels(&board());
        let is_puzzle = |labels: &[usize], size: usize| {
            is_walled_puzzle(&coloured(&vec![0; size * size]), &walled(labels, size), size)
        };
        assert!(is_puzzle(&labels, 8));
        let boxes: Vec<usize> = (0..81).map(|cell| cell / 27 * 3 + cell % 9 / 3).collect();
        assert!(!is_puzzle(&boxes, 9), "a Sudoku");
        let mut with_one_more = labels;
        with_one_more[0] = 8;
        assert!(!is_puzzle(&with_one_more, 8));
        assert!(!is_puzzle(&[0; 64], 8), "no walls");
    }

    #[test]
    fn the_boxes_of_a_sudoku_are_no_board() {
        for (size, width) in [(9, 3), (8, 4), (6, 2), (4, 2)] {
            let height = size / width;
            let boxes: Vec<usize> = (0..size * size)
                .map(|cell| cell / size / height * height + cell % size / width)
                .collect();
            let doubt = judge(&coloured(&boxes), &walled(&boxes, size), size).unwrap_err();
            assert_eq!(doubt, Disbelief::NotABoard, "boxes {width} wide of {size}");
        }
    }

    #[test]
    fn areas_of_one_size_are_those_of_another_puzzle_unless_they_make_one_with_one_solution() {
        let mut columns: Vec<usize> = (0..64).map(|cell| cell % 8).collect();
        let judged = |labels: &[usize]| judge(&coloured(labels), &walled(labels, 8), 8);
        assert_eq!(judged(&columns).unwrap_err(), Disbelief::NotABoard);
        columns[63] = 6;
        assert!(matches!(judged(&columns).unwrap().outcome, Outcome::Multiple(..)));
    }

    #[test]
    fn blocks_of_cells_with_several_solutions_are_a_sheet_of_tiles() {
        let tiles = ["AABBCC", "AABBCC", "DDCCCC", "DDCCCC", "CCEEFF", "CCEEFF"];
        let cells = |rows: &[&str]| rows.concat().bytes().map(usize::from).collect::<Vec<_>>();
        let judged = |labels: &[usize]| {
            let labels = groups::in_order(labels.to_vec());
            judge(&coloured(&labels), &walled(&labels, 6), 6)
        };
        assert_eq!(judged(&cells(&tiles)).unwrap_err(), Disbelief::NotABoard);
        // One cell of another region, and it is a board.
        let mut board = cells(&tiles);
        board[1] = board[2];
        assert!(matches!(judged(&board).unwrap().outcome, Outcome::Multiple(..)));
    }

    #[test]
    fn regions_without_a_solution_are_not_believed() {
        let mut rows: Vec<usize> = (0..64).map(|cell| cell / 8).collect();
        rows[63] = 6;
        let verdict = judge(&coloured(&rows), &walled(&rows, 8), 8).unwrap();
        assert!(matches!(verdict.outcome, Outcome::Multiple(..)), "rows have many solutions");
        assert!(verdict.confidence < confidence::ALL_AGREE);
        // Two regions of one cell each that touch.
        let mut impossible = rows;
        (impossible[0], impossible[1]) = (8, 9);
        for label in impossible.iter_mut().filter(|label| **label >= 6) {
            *label = if *label < 8 { 5 } else { *label - 2 };
        }
        assert!(judge(&coloured(&impossible), &walled(&impossible, 8), 8).is_err());
    }
}
