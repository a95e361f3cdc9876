//! What is believed: a partition that the witnesses, colours and walls, support, and whose puzzle the solver
//! confirms.

use super::cells::CellColours;
use super::doubt::Doubt;
use super::line_check;
use super::regions::{self, CLEAR, has_board_colours};
use super::walls::Border;
use super::witness::{BEYOND_DOUBT, SMALL, Witness};
use crate::board::Board;
use crate::solver::Outcome;

/// A partition that is believed.
#[derive(Debug, Clone)]
pub(super) struct Verdict {
    pub(super) board: Board,
    pub(super) labels: Vec<usize>,
    pub(super) outcome: Outcome,
    pub(super) confidence: f64,
    pub(super) colours_and_walls_agree: bool,
    /// Whether it is to be believed only if the board's outer edge is seen all around.
    pub(super) must_be_whole: bool,
    /// Whether colours and walls, each alone, show just this puzzle, which has one solution.
    pub(super) is_beyond_doubt: bool,
    /// The cells, by their indices, that were taken for painted because a queen stands in each of them.
    pub(super) painted: Vec<usize>,
}

impl Verdict {
    pub(super) fn of(witness: Witness, confidence: f64, colours_and_walls_agree: bool) -> Self {
        Self {
            must_be_whole: witness.board.size() <= SMALL,
            board: witness.board,
            labels: witness.partition.labels,
            outcome: witness.outcome,
            confidence,
            colours_and_walls_agree,
            is_beyond_doubt: false,
            painted: Vec::new(),
        }
    }
}

/// Why a lattice is not believed to hold a board.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Disbelief {
    /// It does not look like a Queens board.
    NotABoard,
    /// It may be one, or a part of one.
    InDoubt(Doubt),
}

impl From<Doubt> for Disbelief {
    fn from(doubt: Doubt) -> Self {
        Self::InDoubt(doubt)
    }
}

/// What each kind of agreement is worth as a confidence.
pub(super) mod confidence {
    /// Colours and walls agree, and the solver finds exactly one solution.
    pub(in super::super) const ALL_AGREE: f64 = 0.999;
    /// One witness alone is clear, and the solver confirms it.
    pub(in super::super) const ONE_WITNESS: f64 = 0.99;
    /// Colours and walls agree in all cells but one or two, but the puzzle has several solutions.
    pub(in super::super) const NO_CHECKSUM: f64 = 0.97;
    /// Colours alone, beyond doubt, and the puzzle has several solutions.
    pub(in super::super) const COLOURS_ONLY: f64 = 0.95;
}

/// What is believed of a board that nothing covers.
pub(super) fn believe(
    colours: &CellColours,
    borders: &[Border],
    size: usize,
) -> Result<Verdict, Disbelief> {
    let doubt = match weigh(colours, borders, size) {
        Ok(verdict) if line_check::is_ruled_one_way(borders, &verdict.labels) => {
            return Err(Doubt::StrayLines.into());
        }
        Ok(verdict) => return Ok(verdict),
        // Their own puzzle is as good as any that others would make of them.
        Err(Disbelief::InDoubt(Doubt::Scattered)) => return Err(Doubt::Scattered.into()),
        Err(Disbelief::NotABoard) => return Err(Disbelief::NotABoard),
        Err(doubt) => doubt,
    };
    let Some(weights) = regions::weigh(borders, colours) else { return Err(doubt) };
    let is_clear = |cell: usize| {
        let mut around =
            borders.iter().zip(&weights).filter(|(border, _)| border.cells.contains(&cell));
        around.all(|(_, weight)| weight.abs() >= BOTH_AT_ENDS)
    };
    let by_both = regions::by_both(borders, &weights, colours, size)
        .and_then(|partition| Witness::call(partition, colours, size))
        .filter(|both| {
            both.is_unique() && both.partition.clarity >= BOTH
                || both.has_several() && both.partition.clarity >= BOTH_CLEARLY
        });
    match by_both {
        Some(both)
            if (size > SMALL && both.is_unique() || both.partition.is_closed)
                && has_board_colours(colours, size)
                && !both.is_of_blocks()
                && !both.has_only_small_regions()
                && both.doubtful_cell(colours).is_none()
                && both.glowing_cell(colours).is_none()
                && both.strayed_cell(colours).is_none()
                && !both.may_be_covered(colours)
                && both.doubtful_ends(colours).all(is_clear)
                && !regions::has_leak(colours, &both.partition.labels, size) =>
        {
            let several = both.has_several();
            let confidence =
                if several { confidence::NO_CHECKSUM } else { confidence::ONE_WITNESS };
            let verdict = Verdict::of(both, confidence, false);
            Ok(Verdict { must_be_whole: true, ..verdict })
        }
        _ => Err(doubt),
    }
}

/// The least that must speak for or against each border.
const BOTH: f32 = 0.3;

/// The same where the solver finds several solutions. Chosen.
const BOTH_CLEARLY: f32 = 1.0;

/// The same of each border of a hatched cell that hangs on its region by one of them: a line between
/// a lit cell and a dimmed one may look like neither a thin one nor a wall. Chosen.
const BOTH_AT_ENDS: f32 = 2.0;

/// Weighs the two witnesses against each other.
fn weigh(colours: &CellColours, borders: &[Border], size: usize) -> Result<Verdict, Disbelief> {
    let threshold = regions::wall_threshold(borders, size);
    let by_walls = threshold.and_then(|walls| regions::by_walls(borders, walls, colours, size));
    let by_colours = regions::by_colours(colours, size);
    if let (Some(walls), Some(by_colours)) = (&by_walls, &by_colours)
        && size > SMALL
        && walls.labels == by_colours.labels
        && let Some(both) = Witness::call(walls.clone(), colours, size)
        && both.is_unique()
        && (walls.is_closed
            || walls.is_closed_in_pieces
                && by_colours.clarity >= BEYOND_DOUBT
                && both.doubtful_cell(colours).is_none())
    {
        // However faint either is alone, they are hardly the same by chance.
        let verdict = Verdict::of(both, confidence::ALL_AGREE, true);
        return Ok(Verdict { is_beyond_doubt: true, ..verdict });
    }
    let has_clear_walls = threshold.is_some_and(|walls| walls.clarity >= CLEAR);
    let by_walls = by_walls
        .and_then(|partition| Witness::call(partition, colours, size))
        .filter(|walls| has_clear_walls || walls.is_confirmed_by_all(colours))
        .filter(|walls| {
            !walls.is_scattered() || line_check::is_confirmed(borders, &walls.partition.labels)
        });
    let by_colours = by_colours
        .filter(|partition| partition.clarity >= CLEAR)
        .and_then(|partition| Witness::call(partition, colours, size));
    let is_shown = |walls: &Witness| {
        let same = |colours: &Witness| colours.partition.labels == walls.partition.labels;
        !walls.has_only_small_regions() || by_colours.as_ref().is_some_and(same)
    };
    let by_walls = by_walls.filter(is_shown);
    if [&by_walls, &by_colours].into_iter().flatten().any(Witness::is_of_blocks) {
        return Err(Disbelief::NotABoard);
    }
    match (by_walls, by_colours) {
        (Some(walls), Some(by_colours))
            if walls.partition.labels == by_colours.partition.labels
                && (walls.partition.is_closed
                    || by_colours.open_cell(colours).is_none()
                        && !line_check::is_contradicted(borders, &by_colours.partition.labels)) =>
        {
            if walls.is_unique() {
                Ok(Verdict::of(walls, confidence::ALL_AGREE, true))
            } else if walls.has_several() {
                // Nothing but the lines tells what covers a part from a region.
                if line_check::may_be_covered(borders, &walls.partition.labels) {
                    return Err(Doubt::Covered.into());
                }
                Ok(Verdict::of(walls, confidence::NO_CHECKSUM, true))
            } else {
                // Both are hardly drawn by chance.
                Err(Doubt::NoSolution.into())
            }
        }
        (_, Some(by_colours))
            if by_colours.is_unique()
                && size > SMALL
                && by_colours.doubtful_cell(colours).is_none()
                && line_check::is_confirmed(borders, &by_colours.partition.labels) =>
        {
            Ok(Verdict::of(by_colours, confidence::ALL_AGREE, true))
        }
        (Some(walls), by_colours) if walls.stands_alone_as_walls(colours, size) => match by_colours
        {
            Some(by_colours)
                if by_colours.is_unique()
                    && (!walls.is_beyond_colours() || by_colours.is_beyond_walls()) =>
            {
                Err(Doubt::Contradiction.into())
            }
            _ if walls.is_unique() => {
                match walls.glowing_cell(colours).or_else(|| walls.strayed_cell(colours)) {
                    Some(cell) => Err(Doubt::open_cell(cell, size).into()),
                    None => Ok(Verdict::of(walls, confidence::ONE_WITNESS, false)),
                }
            }
            _ => Ok(Verdict::of(walls, confidence::NO_CHECKSUM, false)),
        },
        (walls, Some(by_colours))
            if by_colours.stands_alone_as_colours(size, walls.as_ref())
                && by_colours.open_cell(colours).is_none()
                && (!has_clear_walls && by_colours.is_beyond_lines()
                    || !line_check::is_contradicted(borders, &by_colours.partition.labels)) =>
        {
            let several = by_colours.has_several();
            let confidence =
                if several { confidence::COLOURS_ONLY } else { confidence::ONE_WITNESS };
            Ok(Verdict::of(by_colours, confidence, false))
        }
        _ if !has_board_colours(colours, size) => Err(Disbelief::NotABoard),
        (None, None) => Err(Doubt::NoRegions(size).into()),
        (_, Some(by_colours)) if by_colours.is_unique() && by_colours.is_scattered() => {
            Err(Doubt::Scattered.into())
        }
        (_, Some(by_colours)) if by_colours.is_unique() => {
            let open = by_colours.open_cell(colours);
            Err(open.map_or(Doubt::Unclear, |cell| Doubt::open_cell(cell, size)).into())
        }
        (Some(walls), _) if walls.is_unique() => Err(Doubt::Unclear.into()),
        _ => Err(Doubt::NotUnique.into()),
    }
}
