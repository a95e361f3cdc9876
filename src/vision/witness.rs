//! One witness: the partition that walls, colours or both show, and what speaks for and against it.

use super::cells::CellColours;
use super::groups;
use super::regions::{self, Partition, has_board_colours, has_few_colours};
use super::sampling::median;
use crate::board::Board;
use crate::solver::{self, Outcome};

/// The least clarity of a witness that contradicts the other, or that stands alone.
const CLEAR_ALONE: f32 = 1.6;

/// The least clarity of colours that stand alone: glowing or hatched cells are told from the rest
/// nearly as clearly as regions are from each other. Chosen.
const CLEAR_WITHOUT_WALLS: f32 = 2.2;

/// The least clarity of colours that stand alone and without the solver's word, or on a board so
/// small that its word means little: two regions' colours are four times as far apart as any
/// two of one.
pub(super) const BEYOND_DOUBT: f32 = 4.0;

/// How clear colours are that lines do not contradict. A hovered cell, x 0.8, is 25 from its region at most, in
/// CIELAB dE (1976), of all sRGB colours, and so is no region of such a board.
const BEYOND_LINES: f32 = 30.0;

/// The least part of a cell that has its colour where that tells it from all cells around it. Chosen.
const PLAIN: f32 = 0.95;

/// The least part of a cell that has its colour where a hint has not hatched it. Chosen.
const HATCHED: f32 = 0.75;

/// The most pieces that regions without walls are in, for each three rows. Chosen: of 2737 levels of other
/// people's games, more than nine in ten have no more, and the rest twice as many, by the median; of 45,000
/// grids of random colours, five to seven rows of as they are or where half of the cells have taken a
/// neighbour's colour, 10,000 made a puzzle with just one solution, and none of those had so few.
const PIECES_OF_THREE_ROWS: usize = 4;

/// The most rows of a board whose pieces are counted: of 24,000 grids of random colours of ten to twelve
/// rows, plain or joined, 9 made a puzzle with just one solution; of those of nine, 57 of 8000.
const FEW_ROWS: usize = 9;

/// How many cells may have a colour that is none of the board's where walls alone are not enough: a
/// hovered one, and one more. Chosen.
const FOREIGN_CELLS: usize = 2;

/// Up to this size, a board of random regions, or a few cells out of a larger one, often has just
/// one solution.
pub(super) const SMALL: usize = 5;

/// A partition with what the solver and the palette say of it.
pub(super) struct Witness {
    pub(super) partition: Partition,
    pub(super) board: Board,
    pub(super) outcome: Outcome,
    /// The cells whose colour is another region's.
    strays: Vec<usize>,
}

impl Witness {
    pub(super) fn call(partition: Partition, colours: &CellColours, size: usize) -> Option<Self> {
        let board = board_of(&partition.labels, size)?;
        let outcome = solver::solve(&board);
        let strays = regions::measure_palette(colours, &partition.labels, size).strays;
        Some(Self { partition, board, outcome, strays })
    }

    pub(super) fn is_unique(&self) -> bool {
        matches!(self.outcome, Outcome::Unique(_))
    }

    pub(super) fn has_several(&self) -> bool {
        matches!(self.outcome, Outcome::Multiple(..))
    }

    /// Whether the puzzle has no single solution, and all of its cells are parts of larger blocks: the
    /// boxes of a Sudoku, or tiles on a lattice with too many rows.
    pub(super) fn is_of_blocks(&self) -> bool {
        let labels = &self.partition.labels;
        !self.is_unique() && regions::is_of_blocks(self.board.size(), |a, b| labels[a] == labels[b])
    }

    /// Whether all regions but one are single cells or pairs: those are frames around queens, whatever the
    /// regions are. Of 2745 levels of other people's games, six are like this. On a small board pairs are
    /// nothing rare, and all must be single cells.
    pub(super) fn has_only_small_regions(&self) -> bool {
        let size = self.board.size();
        let most = if size > SMALL { 2 } else { 1 };
        let mut areas = vec![0; size];
        self.partition.labels.iter().for_each(|&label| areas[label] += 1);
        areas.iter().filter(|&&area| area <= most).count() + 1 == size
    }

    /// Walls are believed against the colours where they close off just as many regions as there
    /// must be, and most cells still have the colour of their region: the rest is hovered, lit by
    /// a hint, or dimmed. A board of one colour may be any other puzzle with walls.
    pub(super) fn stands_alone_as_walls(&self, colours: &CellColours, size: usize) -> bool {
        let is_confirmed = self.is_unique()
            && size >= SMALL
            && 4 * self.strays.len() <= size * size
            && !regions::has_leak(colours, &self.partition.labels, size)
            && (self.partition.is_closed || self.partition.clarity >= CLEAR_ALONE);
        // Without the solver's word, all must agree but a hovered cell or two, or those of the row
        // or column that a hint lights, or the cells that it lights in their own colours.
        let others = self
            .strays
            .iter()
            .filter(|&&cell| !regions::is_lit_or_dimmed(colours, &self.partition.labels, cell));
        let are_in_one = |line: fn(usize, usize) -> usize| {
            self.strays.windows(2).all(|pair| line(pair[0], size) == line(pair[1], size))
        };
        let is_clear = self.has_several()
            && (others.count() <= 2
                || are_in_one(|cell, size| cell / size)
                || are_in_one(|cell, size| cell % size))
            && self.is_beyond_colours();
        // Without colours it may be another puzzle with walls, which rarely has one solution: of 400
        // boards of regions grown at random, 25 had of six rows, 6 of eight, and 1 of ten.
        let has_colours = has_board_colours(colours, size)
            || size > SMALL
                && self.is_beyond_colours()
                && (self.is_unique() || !has_few_colours(colours));
        has_colours && (is_confirmed || is_clear) && !self.may_be_covered(colours)
    }

    /// Whether too many cells have foreign colours for a puzzle that need not be the only one: what
    /// covers them covers their walls.
    pub(super) fn may_be_covered(&self, colours: &CellColours) -> bool {
        let size = self.board.size();
        let foreign = || regions::foreign_cells(colours, &self.partition.labels, size);
        (size <= SMALL || !self.is_unique()) && foreign() > FOREIGN_CELLS
    }

    /// Whether walls close off just as many regions as there must be, the solver finds one solution, and the colours
    /// of hardly any cell are not those of its region, lit or dimmed: however faint walls are, that is no chance.
    pub(super) fn is_confirmed_by_all(&self, colours: &CellColours) -> bool {
        let (labels, size) = (&self.partition.labels, self.board.size());
        size > SMALL
            && self.partition.is_closed
            && self.is_unique()
            && !has_few_colours(colours)
            && regions::foreign_cells(colours, labels, size) <= FOREIGN_CELLS
    }

    /// Walls that are clear and close off just as many regions as there must be are not drawn by
    /// chance; colours that differ from them are those of a hovered cell, or of near twins.
    pub(super) fn is_beyond_colours(&self) -> bool {
        self.partition.is_closed && self.partition.clarity >= CLEAR_ALONE
    }

    /// Colours that are clear beyond doubt are not those of a hovered cell: what was taken for walls may be
    /// the edges that compression leaves between two colours.
    pub(super) fn is_beyond_walls(&self) -> bool {
        self.partition.clarity >= BEYOND_DOUBT
    }

    /// Colours of a puzzle with one solution that are so clear that nothing but clear walls can contradict them: lines
    /// that are blurred look otherwise between two colours than within one.
    pub(super) fn is_beyond_lines(&self) -> bool {
        self.is_unique() && self.partition.clarity >= BEYOND_LINES
    }

    /// Colours are believed where no walls are drawn, or where what was taken for walls parts the
    /// board into other pieces than regions, or into regions of a puzzle without a solution: lines of one
    /// kind over cells of many colours.
    pub(super) fn stands_alone_as_colours(&self, size: usize, walls: Option<&Self>) -> bool {
        let beyond_doubt = self.is_beyond_walls();
        let may_be_walls =
            |walls: &Self| walls.partition.is_closed && (walls.is_unique() || walls.has_several());
        if walls.is_some_and(|walls| may_be_walls(walls) || !beyond_doubt) {
            return false;
        }
        if self.has_several() {
            return beyond_doubt && self.board.is_connected();
        }
        // A cell of another region may have come by the colour of one far away.
        let is_clear = size > SMALL
            && self.partition.clarity >= CLEAR_WITHOUT_WALLS
            && self.board.is_connected();
        self.is_unique() && (beyond_doubt && !self.is_scattered() || is_clear)
    }

    /// Whether the regions are in more pieces than on nearly all boards, as random colours are: of a few
    /// rows, these often make a puzzle with just one solution.
    pub(super) fn is_scattered(&self) -> bool {
        let size = self.board.size();
        size <= FEW_ROWS && 3 * self.board.pieces() > PIECES_OF_THREE_ROWS * size
    }

    /// A cell that stands apart from its region and may be of another: it is no one colour, and may be of one
    /// beside it, since a glow in it may have another region's colour; or it has not quite its region's colour,
    /// and may be of any, since the pointer may be over it.
    pub(super) fn doubtful_cell(&self, colours: &CellColours) -> Option<usize> {
        let labels = &self.partition.labels;
        let plain = plain_support(colours);
        self.ends(0).find(|&cell| {
            let size = self.board.size();
            self.is_no_one_colour(cell, colours, plain) && self.may_be_beside(cell)
                || regions::is_as_another_region(colours, labels, cell)
                    && self.may_be_of(cell, 0..size)
        })
    }

    /// A cell that is no one colour, and may be of a region beside it, where colours had to join pieces: a glow
    /// looks like walls around it, and its colour has joined it to its region.
    pub(super) fn glowing_cell(&self, colours: &CellColours) -> Option<usize> {
        if self.partition.is_closed {
            return None;
        }
        let plain = plain_support(colours);
        let is_glowing =
            |&cell: &usize| self.is_no_one_colour(cell, colours, plain) && self.may_be_beside(cell);
        (0..self.partition.labels.len()).find(is_glowing)
    }

    /// A cell of the colour of another region, maybe lit or dimmed, that may be of that one: its wall may be missing
    /// where a ring runs around a cell beside it, or where compression has blurred it.
    pub(super) fn strayed_cell(&self, colours: &CellColours) -> Option<usize> {
        let (labels, size) = (&self.partition.labels, self.board.size());
        regions::cells_of_other_colours(colours, labels, size)
            .chain(regions::cells_of_other_colours_lit(colours, labels, size))
            .find(|&(cell, region)| is_puzzle_with(labels, size, cell, region))
            .map(|(cell, _)| cell)
    }

    /// Whether less of a cell than of `plain` ones has its colour, and that is not just the colour of plain cells
    /// elsewhere in its region, as a glow hardly is.
    fn is_no_one_colour(&self, cell: usize, colours: &CellColours, plain: f32) -> bool {
        let labels = &self.partition.labels;
        let is_like_plain_one = |other: usize| {
            labels[other] == labels[cell]
                && colours.support[other] >= plain
                && regions::looks_the_same(&colours.lab[cell], &colours.lab[other])
        };
        colours.support[cell] < plain && !(0..labels.len()).any(is_like_plain_one)
    }

    /// Whether a cell may be of another region beside it.
    fn may_be_beside(&self, cell: usize) -> bool {
        let labels = &self.partition.labels;
        let beside = regions::side_neighbours(cell, self.board.size());
        self.may_be_of(cell, beside.map(|other| labels[other]))
    }

    /// A cell that was taken for a region and may be lit, shaded or covered, where two regions are nearly of one
    /// colour: with the two apart, and the cell in one of the others, there is just one solution as well.
    pub(super) fn beside_twins(&self, colours: &CellColours) -> Option<usize> {
        let size = self.board.size();
        let clusters = regions::clusters(colours, size + 1)?;
        let count =
            |labels: &[usize], label: usize| labels.iter().filter(|&&other| other == label).count();
        let labels = &self.partition.labels;
        let is_alone = |&cell: &usize| count(labels, labels[cell]) == 1;
        // One cell of a colour that is nearly its region's is noise.
        let parted = |cell: &usize| count(&clusters, clusters[*cell]) == 1 && !is_alone(cell);
        let is_noise = |cell: usize| !regions::is_apart(colours, labels, cell);
        if (0..labels.len()).filter(parted).any(is_noise) {
            return None;
        }
        // One of its region's colour, but lit or dimmed, is hovered, unless another may be no region.
        let odd: Vec<usize> = regions::odd_cells(colours, labels, size).collect();
        let is_hovered = (0..labels.len()).filter(parted).any(|cell| !odd.contains(&cell));
        let plain = plain_support(colours);
        let may_be_none = |cell: &usize| !is_hovered || colours.support[*cell] < plain;
        (0..size * size).filter(is_alone).filter(may_be_none).find(|&cell| {
            (0..=size).any(|other| {
                other != clusters[cell] && is_puzzle_with(&clusters, size, cell, other)
            })
        })
    }

    /// A cell that leaves the regions in doubt, in one way or the other.
    pub(super) fn open_cell(&self, colours: &CellColours) -> Option<usize> {
        self.doubtful_cell(colours).or_else(|| self.beside_twins(colours))
    }

    /// The cells that hang on their region by one border, are hatched, and may be of any other: where
    /// neither witness is clear, that border may be misread.
    pub(super) fn doubtful_ends(&self, colours: &CellColours) -> impl Iterator<Item = usize> {
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
        others.any(|region| {
            region != labels[cell]
                && (!self.is_unique() || is_puzzle_with(labels, size, cell, region))
        })
    }
}

/// The least part of a cell that has its colour where that is all of it: noise leaves less of all cells.
pub(super) fn plain_support(colours: &CellColours) -> f32 {
    PLAIN * median(&mut colours.support.clone()).max(HATCHED)
}

/// Whether a partition with one `cell` in another region is a puzzle with just one solution.
pub(super) fn is_puzzle_with(labels: &[usize], size: usize, cell: usize, region: usize) -> bool {
    let mut labels = labels.to_vec();
    labels[cell] = region;
    board_of(&groups::in_order(labels), size)
        .is_some_and(|board| matches!(solver::solve(&board), Outcome::Unique(_)))
}

/// The board whose cells have these labels, row by row; `None` if it has not as many regions as rows.
pub(super) fn board_of(labels: &[usize], size: usize) -> Option<Board> {
    let rows: Vec<Vec<usize>> = labels.chunks(size).map(<[usize]>::to_vec).collect();
    Board::from_rows(&rows).ok()
}

#[cfg(test)]
mod tests {
    use super::super::judge::tests::{board, coloured, labels};
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

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
            let partition = Partition::open(labels, 9.0);
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
    fn faint_walls_are_confirmed_by_the_solver_and_the_colours_of_all_cells_but_two() {
        let is_confirmed = |labels: &[usize], colours: &CellColours, is_closed: bool| {
            let (labels, is_closed_in_pieces) = (labels.to_vec(), is_closed);
            let partition = Partition { labels, clarity: 1.1, is_closed, is_closed_in_pieces };
            let size = partition.labels.len().isqrt();
            Witness::call(partition, colours, size).unwrap().is_confirmed_by_all(colours)
        };
        let puzzle = labels(&board());
        let mut colours = coloured(&puzzle);
        let paint = |colours: &mut CellColours, cell: usize| {
            (colours.lab[cell].a, colours.rgb[cell]) = (90.0, [255, 0, 0]);
        };
        (8..10).for_each(|cell| paint(&mut colours, cell));
        assert!(is_confirmed(&puzzle, &colours, true));
        assert!(!is_confirmed(&puzzle, &colours, false), "not closed");
        assert!(!is_confirmed(&puzzle, &coloured(&[0; 64]), true), "of one colour");
        paint(&mut colours, 20);
        assert!(!is_confirmed(&puzzle, &colours, true), "a third cell");
        let mut columns: Vec<usize> = (0..64).map(|cell| cell % 8).collect();
        columns[63] = 6;
        assert!(!is_confirmed(&columns, &coloured(&columns), true), "several solutions");
        let small = solver::generate(5, &mut ChaCha8Rng::seed_from_u64(5)).expect("a board");
        let small = labels(&small);
        assert!(!is_confirmed(&small, &coloured(&small), true), "chance makes such a puzzle");
    }

    #[test]
    fn a_cell_of_a_region_far_away_is_doubted_unless_it_can_be_of_no_other() {
        let original = labels(&board());
        let colours = coloured(&original);
        // What walls show if they let this cell into that region.
        let let_into = |cell: usize, region: usize| {
            let mut labels = original.clone();
            labels[cell] = region;
            Witness::call(Partition::open(labels, 9.0), &colours, 8)
        };
        let stray = |cell: usize, region: usize| -> Option<Option<usize>> {
            let walls = let_into(cell, region).filter(Witness::is_unique)?;
            Some(walls.strayed_cell(&colours))
        };
        let changes = || {
            let cells = (0..64).flat_map(|cell| (0..8).map(move |region| (cell, region)));
            cells.filter(|&(cell, region)| original[cell] != region)
        };
        let told = changes().filter_map(|(cell, region)| Some((cell, stray(cell, region)?)));
        let told: Vec<(usize, Option<usize>)> = told.collect();
        assert!(!told.is_empty() && told.iter().all(|&(cell, stray)| stray == Some(cell)));
        // Where the colours are no puzzle, walls that are one are believed.
        let (cell, region) = changes()
            .find(|&(cell, region)| let_into(cell, region).is_some_and(|it| it.has_several()))
            .unwrap();
        let mut several = original.clone();
        several[cell] = region;
        let walls = Witness::call(Partition::open(original.clone(), 9.0), &coloured(&several), 8);
        assert_eq!(walls.unwrap().strayed_cell(&coloured(&several)), None);
    }

    #[test]
    fn the_solver_tells_whether_a_cell_of_doubtful_colour_is_of_its_region() {
        let is_doubtful = |Checked { labels, cell }: &Checked, support: f32| {
            let mut colours = coloured(labels);
            colours.support[*cell] = support;
            // As far from its region's colour as an eye can see.
            colours.lab[*cell].l += 1.5;
            let partition = Partition::open(labels.clone(), 9.0);
            let witness = Witness::call(partition, &colours, 8).unwrap();
            [
                witness.doubtful_cell(&colours) == Some(*cell),
                witness.doubtful_ends(&colours).count() > 0,
            ]
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
        let mut covered = coloured(&open.labels);
        covered.support[open.cell] = 0.7;
        let witness = Partition::open(open.labels.clone(), 9.0);
        let witness = Witness::call(witness, &covered, 8).unwrap();
        assert!(
            witness.doubtful_cell(&covered).is_none(),
            "what is left of it has its region's colour"
        );
        let mut noisy = coloured(&open.labels);
        noisy.support.fill(0.85);
        let labels = open.labels.clone();
        let witness = Witness::call(Partition::open(labels, 9.0), &noisy, 8).unwrap();
        assert!(witness.doubtful_cell(&noisy).is_none(), "it is as clear as all others are");
        assert_eq!(is_doubtful(&sure, 0.7), [false, false], "it is of no other region");
        let hovered = |Checked { labels, cell }: &Checked| {
            let mut colours = coloured(labels);
            colours.lab[*cell].l += 6.0;
            let witness = Partition::open(labels.clone(), 9.0);
            let witness = Witness::call(witness, &colours, 8).unwrap();
            witness.doubtful_cell(&colours) == Some(*cell)
        };
        assert!(hovered(&open) && !hovered(&sure), "it may be under the pointer");
        let end = changed(|witness, cell| {
            !is_lone(witness, cell)
                && witness.ends(1).any(|end| end == cell)
                && witness.may_be_of(cell, 0..8)
        });
        assert_eq!(is_doubtful(&end.unwrap(), 0.7), [false, true]);
    }
}
