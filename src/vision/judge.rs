//! What is believed: a partition that the witnesses support and whose puzzle the solver confirms.

use super::cells::CellColours;
use super::dimming;
use super::doubt::Doubt;
use super::line_check;
use super::regions::{self, CLEAR, Partition};
use super::sampling::median;
use super::walls::Border;
use crate::board::{Board, Cell};
use crate::solver::{self, Outcome};

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

/// The least clarity of a witness that contradicts the other, or that stands alone.
const CLEAR_ALONE: f32 = 1.6;

/// The least clarity of colours that stand alone: glowing or hatched cells are told from the rest
/// nearly as clearly as regions are from each other. Chosen.
const CLEAR_WITHOUT_WALLS: f32 = 2.2;

/// The least clarity of colours that stand alone and without the solver's word, or on a board so
/// small that its word means little: two regions' colours are four times as far apart as any
/// two of one.
const BEYOND_DOUBT: f32 = 4.0;

/// The least part of a cell that has its colour where that tells it from all cells around it. Chosen.
const PLAIN: f32 = 0.95;

/// The least part of a cell that has its colour where a hint has not hatched it. Chosen.
const HATCHED: f32 = 0.75;

/// The least number of colours of a board, however clearly walls part it: in grey, many look the
/// same. Chosen.
const FEW: usize = 3;

/// Up to this size, a board of random regions, or a few cells out of a larger one, often has just
/// one solution.
pub(super) const SMALL: usize = 5;

/// What each kind of agreement is worth as a confidence.
mod confidence {
    /// Colours and walls agree, and the solver finds exactly one solution.
    pub(super) const ALL_AGREE: f64 = 0.999;
    /// One witness alone is clear, and the solver confirms it.
    pub(super) const ONE_WITNESS: f64 = 0.99;
    /// Colours and walls agree in all cells but one or two, but the puzzle has several solutions.
    pub(super) const NO_CHECKSUM: f64 = 0.97;
    /// Colours alone, beyond doubt, and the puzzle has several solutions.
    pub(super) const COLOURS_ONLY: f64 = 0.95;
}

/// Whether there are about as many colours as a board of this size has regions: neither a grid of
/// one or two (a form, a Sudoku, a chess board) nor a picture cut into squares.
pub(super) fn has_board_colours(colours: &CellColours, size: usize) -> bool {
    let distinct = regions::distinct_colours(colours).len();
    (size.div_ceil(2).max(FEW)..=3 * size).contains(&distinct)
}

/// Whether there are fewer colours than on any board: walls alone are not enough.
pub(super) fn has_few_colours(colours: &CellColours) -> bool {
    regions::distinct_colours(colours).len() < FEW
}

/// Whether walls alone, whatever the colours, make a puzzle with just one solution: that tells a board
/// from any other puzzle with walls, though it is not enough to believe all of its cells.
pub(super) fn is_walled_puzzle(colours: &CellColours, borders: &[Border], size: usize) -> bool {
    regions::wall_threshold(borders, size)
        .and_then(|walls| regions::by_walls(borders, walls, colours, size))
        .and_then(|partition| Witness::call(partition, colours, size))
        .is_some_and(|walls| walls.is_unique() && walls.is_beyond_colours())
}

/// Whether the cells of a part of a board, `size` by `size`, could be those of a board: about as many
/// colours as there are rows, and most of them in more than one cell, side by side. Days of a
/// calendar and squares of a palette are coloured one by one.
pub(super) fn has_regions(colours: &CellColours, size: usize) -> bool {
    let found = regions::distinct_colours(colours);
    let is_same = |a: usize, b: usize| regions::is_one_colour(&colours.lab[a], &colours.lab[b]);
    let has_neighbour =
        |&cell: &usize| regions::side_neighbours(cell, size).any(|other| is_same(cell, other));
    let in_pairs = found.iter().filter(|&&colour| {
        (0..size * size).filter(|&cell| is_same(cell, colour)).any(|cell| has_neighbour(&cell))
    });
    (size.div_ceil(2).max(FEW)..=2 * size).contains(&found.len())
        && 2 * in_pairs.count() >= found.len()
}

/// Weighs the two witnesses and asks the solver.
pub(super) fn judge(
    colours: &CellColours,
    borders: &[Border],
    size: usize,
) -> Result<Verdict, Disbelief> {
    let verdict = match believe(colours, borders, size) {
        Err(Disbelief::InDoubt(doubt)) => {
            believe_dimmed(colours, borders, size).ok_or(doubt.into())
        }
        verdict => verdict,
    };
    let labels = verdict.as_ref().ok().map(|verdict| &*verdict.labels);
    if line_check::is_covered(borders, labels) {
        return Err(Doubt::Covered.into());
    }
    if labels.is_some_and(|labels| line_check::has_bare_side(borders, labels)) {
        return Err(Doubt::PartOfMore.into());
    }
    verdict
}

/// What is believed where a hint may have dimmed all cells but some: what can be believed of the colours
/// without that, if it is one puzzle, and if these colours alone show it.
fn believe_dimmed(colours: &CellColours, borders: &[Border], size: usize) -> Option<Verdict> {
    let mut verdicts = dimming::dimmed_throughout(colours).into_iter().filter_map(|dimmed| {
        let by_colours = regions::by_colours(&dimmed, size)?;
        let verdict = believe(&dimmed, borders, size).ok()?;
        (by_colours.labels == verdict.labels).then_some(verdict)
    });
    let first = verdicts.next()?;
    let is_sure = matches!(first.outcome, Outcome::Unique(_))
        && verdicts.all(|verdict| verdict.labels == first.labels);
    let confidence = first.confidence.min(confidence::ONE_WITNESS);
    is_sure.then_some(Verdict { confidence, ..first })
}

/// What is believed of a board that nothing covers.
fn believe(colours: &CellColours, borders: &[Border], size: usize) -> Result<Verdict, Disbelief> {
    let doubt = match weigh(colours, borders, size) {
        Ok(verdict) if line_check::is_ruled_one_way(borders, &verdict.labels) => {
            return Err(Doubt::StrayLines.into());
        }
        Ok(verdict) => return Ok(verdict),
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
                && !both.has_doubtful_cells(colours)
                && both.doubtful_ends(colours).all(is_clear)
                && !regions::has_leak(colours, &both.partition.labels, size) =>
        {
            let several = both.has_several();
            let confidence =
                if several { confidence::NO_CHECKSUM } else { confidence::ONE_WITNESS };
            let verdict = both.verdict(confidence, false);
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
        && walls.is_closed
        && walls.labels == by_colours.labels
        && let Some(both) = Witness::call(walls.clone(), colours, size)
        && both.is_unique()
    {
        // However faint either is alone, they are hardly the same by chance.
        return Ok(both.verdict(confidence::ALL_AGREE, true));
    }
    let by_walls = by_walls
        .filter(|_| threshold.is_some_and(|walls| walls.clarity >= CLEAR))
        .and_then(|partition| Witness::call(partition, colours, size));
    let by_colours = by_colours
        .filter(|partition| partition.clarity >= CLEAR)
        .and_then(|partition| Witness::call(partition, colours, size));
    if [&by_walls, &by_colours].into_iter().flatten().any(Witness::is_of_blocks) {
        return Err(Disbelief::NotABoard);
    }
    match (by_walls, by_colours) {
        (Some(walls), Some(by_colours))
            if walls.partition.labels == by_colours.partition.labels
                && (walls.partition.is_closed
                    || !by_colours.has_doubtful_cells(colours)
                        && !line_check::is_contradicted(borders, &by_colours.partition.labels)) =>
        {
            if walls.is_unique() {
                Ok(walls.verdict(confidence::ALL_AGREE, true))
            } else if walls.has_several() {
                Ok(walls.verdict(confidence::NO_CHECKSUM, true))
            } else {
                // Both are hardly drawn by chance.
                Err(Doubt::NoSolution.into())
            }
        }
        (_, Some(by_colours))
            if by_colours.is_unique()
                && size > SMALL
                && !by_colours.has_doubtful_cells(colours)
                && line_check::is_confirmed(borders, &by_colours.partition.labels) =>
        {
            Ok(by_colours.verdict(confidence::ALL_AGREE, true))
        }
        (Some(walls), by_colours) if walls.stands_alone_as_walls(colours, size) => match by_colours
        {
            Some(colours) if colours.is_unique() && !walls.is_beyond_colours() => {
                Err(Doubt::Contradiction.into())
            }
            _ if walls.is_unique() => Ok(walls.verdict(confidence::ONE_WITNESS, false)),
            _ => Ok(walls.verdict(confidence::NO_CHECKSUM, false)),
        },
        (walls, Some(by_colours))
            if by_colours.stands_alone_as_colours(size, walls.as_ref())
                && !by_colours.has_doubtful_cells(colours)
                && !line_check::is_contradicted(borders, &by_colours.partition.labels) =>
        {
            let several = by_colours.has_several();
            let confidence =
                if several { confidence::COLOURS_ONLY } else { confidence::ONE_WITNESS };
            Ok(by_colours.verdict(confidence, false))
        }
        _ if !has_board_colours(colours, size) => Err(Disbelief::NotABoard),
        (None, None) => Err(Doubt::NoRegions(size).into()),
        _ => Err(Doubt::NotUnique.into()),
    }
}

/// A partition with what the solver and the palette say of it.
struct Witness {
    partition: Partition,
    board: Board,
    outcome: Outcome,
    /// The cells whose colour is another region's.
    strays: Vec<usize>,
}

impl Witness {
    fn call(partition: Partition, colours: &CellColours, size: usize) -> Option<Self> {
        let rows: Vec<Vec<usize>> = partition.labels.chunks(size).map(<[usize]>::to_vec).collect();
        let board = Board::from_rows(&rows).ok()?;
        let outcome = solver::solve(&board);
        let strays = regions::measure_palette(colours, &partition.labels, size).strays;
        Some(Self { partition, board, outcome, strays })
    }

    fn is_unique(&self) -> bool {
        matches!(self.outcome, Outcome::Unique(_))
    }

    fn has_several(&self) -> bool {
        matches!(self.outcome, Outcome::Multiple(..))
    }

    /// Whether the puzzle has no single solution, and all of its cells are parts of larger blocks: the
    /// boxes of a Sudoku, or tiles on a lattice with too many rows.
    fn is_of_blocks(&self) -> bool {
        let size = self.board.size();
        let sides = || (2..size).filter(|side| size.is_multiple_of(*side));
        let is_cut_by = |(width, height): (usize, usize)| {
            let first = |cell: Cell| Cell::at(cell.row / height * height, cell.col / width * width);
            let region = |cell: Cell| self.board.region(cell);
            self.board.cells().all(|cell| region(cell) == region(first(cell)))
        };
        !self.is_unique() && sides().any(|width| sides().any(|height| is_cut_by((width, height))))
    }

    /// Walls are believed against the colours where they close off just as many regions as there
    /// must be, and most cells still have the colour of their region: the rest is hovered, lit by
    /// a hint, or dimmed. A board of one colour may be any other puzzle with walls.
    fn stands_alone_as_walls(&self, colours: &CellColours, size: usize) -> bool {
        let is_confirmed = self.is_unique()
            && size >= SMALL
            && 4 * self.strays.len() <= size * size
            && !regions::has_leak(colours, &self.partition.labels, size)
            && (self.partition.is_closed || self.partition.clarity >= CLEAR_ALONE);
        // Without the solver's word, all must agree but a hovered cell or two, or those of the row
        // or column that a hint lights.
        let are_in_one = |line: fn(usize, usize) -> usize| {
            self.strays.windows(2).all(|pair| line(pair[0], size) == line(pair[1], size))
        };
        let is_clear = self.has_several()
            && (self.strays.len() <= 2
                || are_in_one(|cell, size| cell / size)
                || are_in_one(|cell, size| cell % size))
            && self.is_beyond_colours();
        let has_colours = has_board_colours(colours, size)
            || size > SMALL && self.is_beyond_colours() && !has_few_colours(colours);
        has_colours && (is_confirmed || is_clear)
    }

    /// Walls that are clear and close off just as many regions as there must be are not drawn by
    /// chance; colours that differ from them are those of a hovered cell, or of near twins.
    fn is_beyond_colours(&self) -> bool {
        self.partition.is_closed && self.partition.clarity >= CLEAR_ALONE
    }

    /// Colours are believed where no walls are drawn, or where what was taken for walls parts the
    /// board into other pieces than regions: lines of one kind over cells of many colours.
    fn stands_alone_as_colours(&self, size: usize, walls: Option<&Self>) -> bool {
        let beyond_doubt = self.partition.clarity >= BEYOND_DOUBT;
        if walls.is_some_and(|walls| walls.partition.is_closed || !beyond_doubt) {
            return false;
        }
        if self.has_several() {
            return beyond_doubt && self.board.is_connected();
        }
        // A cell of another region may have come by the colour of one far away.
        let is_clear = size > SMALL
            && self.partition.clarity >= CLEAR_WITHOUT_WALLS
            && self.board.is_connected();
        self.is_unique() && (beyond_doubt || is_clear)
    }

    /// Whether a cell that stands apart from its region is no one colour, and may be of one beside it:
    /// a glow in it may have another region's colour.
    fn has_doubtful_cells(&self, colours: &CellColours) -> bool {
        let labels = &self.partition.labels;
        // Noise leaves less of all cells.
        let plain = PLAIN * median(&mut colours.support.clone()).max(HATCHED);
        self.ends(0).filter(|&cell| colours.support[cell] < plain).any(|cell| {
            let beside = regions::side_neighbours(cell, self.board.size());
            self.may_be_of(cell, beside.map(|other| labels[other]))
        })
    }

    /// The cells that hang on their region by one border, are hatched, and may be of any other: where
    /// neither witness is clear, that border may be misread.
    fn doubtful_ends(&self, colours: &CellColours) -> impl Iterator<Item = usize> {
        let is_hatched = |cell: &usize| colours.support[*cell] < HATCHED;
        self.ends(1).filter(is_hatched).filter(|&cell| self.may_be_of(cell, 0..self.board.size()))
    }

    /// The cells with at most so many side neighbours of their own region, which has more cells.
    fn ends(&self, most: usize) -> impl Iterator<Item = usize> {
        let labels = &self.partition.labels;
        (0..labels.len()).filter(move |&cell| {
            let is_own = |other: &usize| labels[*other] == labels[cell];
            let own = regions::side_neighbours(cell, self.board.size()).filter(is_own).count();
            own <= most && (0..labels.len()).filter(is_own).count() > 1
        })
    }

    /// Whether a cell may be of another one of these regions. It is not, where the solver finds just one
    /// solution to this puzzle, and none or several to those in which it is.
    fn may_be_of(&self, cell: usize, mut others: impl Iterator<Item = usize>) -> bool {
        let (labels, size) = (&self.partition.labels, self.board.size());
        let is_puzzle_with = |region: usize| {
            let mut rows: Vec<Vec<usize>> = labels.chunks(size).map(<[usize]>::to_vec).collect();
            rows[cell / size][cell % size] = region;
            Board::from_rows(&rows)
                .is_ok_and(|board| matches!(solver::solve(&board), Outcome::Unique(_)))
        };
        others.any(|region| region != labels[cell] && (!self.is_unique() || is_puzzle_with(region)))
    }

    fn verdict(self, confidence: f64, colours_and_walls_agree: bool) -> Verdict {
        Verdict {
            must_be_whole: self.board.size() <= SMALL,
            board: self.board,
            labels: self.partition.labels,
            outcome: self.outcome,
            confidence,
            colours_and_walls_agree,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::to_lab;
    use super::super::groups;
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn board() -> Board {
        solver::generate(8, &mut ChaCha8Rng::seed_from_u64(8)).expect("a board")
    }

    /// The region of each cell, row by row.
    fn labels(board: &Board) -> Vec<usize> {
        board.cells().map(|cell| board.region(cell).0).collect()
    }

    /// A colour for each label, 30 levels of grey apart.
    fn coloured(labels: &[usize]) -> CellColours {
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
                    is_broken: false,
                    widths: [Some(ink), None],
                    contrast: [200; 2],
                });
            }
        }
        borders
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
        assert!(judge(&coloured(&[0; 64]), &walled(&labels, 8), 8).is_err());
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
        // Columns have many solutions.
        let columns: Vec<usize> = (0..64).map(|cell| cell % 8).collect();
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

    #[test]
    fn witnesses_that_are_faint_are_believed_where_they_are_the_same() {
        let labels = labels(&board());
        let mut colours = coloured(&labels);
        for cell in (0..64).step_by(3) {
            colours.lab[cell].l += 5.2;
        }
        let faint = |labels: &[usize]| {
            let mut borders = walled(labels, 8);
            for border in &mut borders {
                border.ink = if border.ink > 0.03 { 0.022 } else { 0.02 };
                (border.shades, border.widths) = ([0.02, 0.0], [Some(0.02), None]);
            }
            borders
        };
        let verdict = judge(&colours, &faint(&labels), 8);
        assert_eq!(verdict.map(|verdict| verdict.board), Ok(board()));
        let mut others = labels.clone();
        others.swap(20, 44);
        assert_ne!(others, labels);
        assert!(judge(&colours, &faint(&others), 8).is_err());
    }

    /// A puzzle that is one with the `cell` in just this region.
    struct Checked {
        labels: Vec<usize>,
        cell: usize,
    }

    /// Puzzles with one solution that another one becomes when a cell goes to another region, each with
    /// that cell, for which `is_wanted`.
    fn changed(is_wanted: impl Fn(&Witness, usize) -> bool) -> Option<Checked> {
        let original = labels(&board());
        let colours = coloured(&original);
        let puzzle = |labels: Vec<usize>| {
            let partition = Partition { labels, clarity: 9.0, is_closed: false };
            Witness::call(partition, &colours, 8).filter(Witness::is_unique)
        };
        let places = (0..64).flat_map(|first| (0..64).map(move |cell| (first, cell)));
        places.filter(|(first, cell)| first != cell).find_map(|(first, cell)| {
            let mut labels = original.clone();
            labels[first] = (labels[first] + 1) % 8;
            labels[cell] = (labels[cell] + 3) % 8;
            let witness = puzzle(groups::in_order(labels))?;
            let labels = witness.partition.labels.clone();
            is_wanted(&witness, cell).then_some(Checked { labels, cell })
        })
    }

    #[test]
    fn the_solver_tells_whether_a_cell_of_doubtful_colour_is_of_its_region() {
        let is_doubtful = |Checked { labels, cell }: &Checked, support: f32| {
            let mut colours = coloured(labels);
            colours.support[*cell] = support;
            let partition = Partition { labels: labels.clone(), clarity: 9.0, is_closed: false };
            let witness = Witness::call(partition, &colours, 8).unwrap();
            [witness.has_doubtful_cells(&colours), witness.doubtful_ends(&colours).count() > 0]
        };
        let beside = |witness: &Witness, cell: usize| -> Vec<usize> {
            let labels = &witness.partition.labels;
            regions::side_neighbours(cell, 8).map(|other| labels[other]).collect()
        };
        let is_lone = |witness: &Witness, cell| witness.ends(0).any(|end| end == cell);
        let open = changed(|witness, cell| {
            is_lone(witness, cell) && witness.may_be_of(cell, beside(witness, cell).into_iter())
        });
        let sure =
            changed(|witness, cell| is_lone(witness, cell) && !witness.may_be_of(cell, 0..8));
        let (open, sure) = (open.unwrap(), sure.unwrap());
        assert_eq!(is_doubtful(&open, 0.7), [true, true]);
        assert_eq!(is_doubtful(&open, 1.0), [false, false], "its colour is clear");
        let mut noisy = coloured(&open.labels);
        noisy.support.fill(0.85);
        let labels = open.labels.clone();
        let witness = Partition { labels, clarity: 9.0, is_closed: false };
        let witness = Witness::call(witness, &noisy, 8).unwrap();
        assert!(!witness.has_doubtful_cells(&noisy), "it is as clear as all others are");
        assert_eq!(is_doubtful(&sure, 0.7), [false, false], "it is of no other region");
        let end = changed(|witness, cell| {
            !is_lone(witness, cell)
                && witness.ends(1).any(|end| end == cell)
                && witness.may_be_of(cell, 0..8)
        });
        assert_eq!(is_doubtful(&end.unwrap(), 0.7), [false, true]);
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
        let rows: Vec<usize> = (0..64).map(|cell| cell / 8).collect();
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
