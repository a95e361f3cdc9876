//! New boards of any size up to 64, each with exactly one solution.
//!
//! The queens come first, at random. Every region but one begins as the cell of its queen, and the
//! last one has all other cells: a board with exactly one solution, if a dull one. From there the
//! regions grow into each other cell by cell, those that have the least of what their style wants
//! for them first. A cell changes hands only if the solver proves that the solution stays the only
//! one, and would not search long to prove it for the whole board anew. So there is a board at any
//! time, and the growing ends when no more cells change hands.

use super::{Budget, GenerateError, generate::scatter_queens, native};
use crate::board::{Board, Cell, CellSet, Region};
use rand::Rng;
use rand::seq::SliceRandom;
use std::ops::ControlFlow;

/// How the sizes of a board's regions differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// All regions have about as many cells as there are rows, as far as one solution allows.
    Even,
    /// Some are a few times as large as others, as on most published boards.
    #[default]
    Mixed,
    /// A few small regions, and large ones around them.
    Wild,
}

impl Style {
    /// How many times as large as planned a region may be wanted, or as small: this power of two.
    fn spread(self) -> f64 {
        match self {
            Self::Even => 0.0,
            Self::Mixed => 1.5,
            Self::Wild => 3.0,
        }
    }
}

/// The largest board that a [`Generator`] makes.
pub const LARGEST_GROWN: usize = 64;

/// How many cells are offered to regions at most, for each cell of the board, before the growing
/// ends. Chosen as a bound on the time; mostly it ends before, since no region takes any more.
const OFFERS: usize = 12;

/// How hard the solver may look for a rival before the offer is withdrawn instead. Chosen: most
/// rivals are refuted by propagation alone.
const OFFER_BUDGET: Budget = Budget::nodes(10);

/// How hard the board may be to solve that an offer leads to. Each rival may be refuted at once and
/// the whole board still take for ever: of boards of 40 to 64 rows that were grown without this
/// bound, one in three could not be solved in 100,000 nodes. Published boards of up to 20 rows take
/// up to 126 nodes, most of them one.
const BOARD_BUDGET: Budget = Budget::nodes(100);

/// What kind of boards to make.
///
/// ```
/// use queensight::solver::{Generator, Outcome, Style, solve};
/// use rand::SeedableRng;
///
/// let generator = Generator { size: 20, style: Style::Even, is_split: false };
/// let board = generator.generate(&mut rand_chacha::ChaCha8Rng::seed_from_u64(1))?;
/// assert!(matches!(solve(&board), Outcome::Unique(_)));
/// # Ok::<(), queensight::solver::GenerateError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Generator {
    /// The number of rows.
    pub size: usize,
    /// How the sizes of the regions differ.
    pub style: Style,
    /// Whether regions may be in several pieces.
    pub is_split: bool,
}

impl Generator {
    /// Makes a board with exactly one solution. The same generator and state of `rng` give the
    /// same board on every machine.
    ///
    /// # Errors
    /// If there is no board of this size, or if it is beyond [`LARGEST_GROWN`].
    pub fn generate(&self, rng: &mut impl Rng) -> Result<Board, GenerateError> {
        let goes_on = |_| ControlFlow::Continue(());
        #[expect(clippy::expect_used, reason = "only its progress can end it")]
        Ok(self.generate_while(rng, goes_on)?.expect("nothing ended it"))
    }

    /// As [`Self::generate`]; `progress` is told now and then what share of the work is done at
    /// most, from 0 to 1, and may end it: then there is no board.
    ///
    /// # Errors
    /// As for [`Self::generate`].
    pub fn generate_while(
        &self,
        rng: &mut impl Rng,
        progress: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Option<Board>, GenerateError> {
        let size = self.size;
        match size {
            0 | 2 | 3 => return Err(GenerateError::NoneOfSize { size }),
            _ if size > LARGEST_GROWN => {
                return Err(GenerateError::TooLarge { size, largest: LARGEST_GROWN });
            }
            _ => {}
        }
        let spread = self.style.spread();
        let wants = (0..size).map(|_| rng.random_range(-spread..=spread).exp2()).collect();
        let mut growth = Growth::new(scatter_queens(size, rng), wants, self.is_split, rng);
        if growth.grow(rng, progress).is_break() {
            return Ok(None);
        }
        let rows: Vec<Vec<Region>> = growth.owners.chunks(size).map(<[_]>::to_vec).collect();
        #[expect(clippy::expect_used, reason = "each region has the cell of its queen at least")]
        Ok(Some(Board::from_rows(&rows).expect("as many regions as rows")))
    }
}

/// Regions that grow. The board that they make has exactly one solution at any time.
struct Growth {
    /// The column of the queen of each row. The region of a queen has the number of its row.
    queens: Vec<usize>,
    /// The region of each cell, row by row.
    owners: Vec<Region>,
    /// What each region wants to have of the board, in proportion to the others.
    wants: Vec<f64>,
    /// How many cells each region has.
    sizes: Vec<usize>,
    is_split: bool,
}

impl Growth {
    /// One region of all cells, but for the queens of the others.
    fn new(queens: Vec<usize>, wants: Vec<f64>, is_split: bool, rng: &mut impl Rng) -> Self {
        let size = queens.len();
        let last = rng.random_range(0..size);
        let mut owners = vec![Region(last); size * size];
        let mut sizes = vec![1; size];
        sizes[last] = size * size - (size - 1);
        for (row, &col) in queens.iter().enumerate() {
            owners[row * size + col] = Region(row);
        }
        Self { queens, owners, wants, sizes, is_split }
    }

    /// Offers cells to the regions, the neediest first, until none takes any more.
    fn grow(
        &mut self,
        rng: &mut impl Rng,
        mut progress: impl FnMut(f64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let size = self.queens.len();
        let mut hungry: Vec<usize> = (0..size).collect();
        let most_offers = OFFERS * size * size;
        let mut offers = 0;
        while let Some(index) = self.neediest(&hungry) {
            progress(offers as f64 / most_offers as f64)?;
            let taker = Region(hungry[index]);
            let mut cells: Vec<Cell> = self.cells_for(taker);
            cells.shuffle(rng);
            cells.truncate(most_offers - offers);
            let taken = cells.iter().position(|&cell| self.can_change_hands(cell, taker));
            offers += taken.map_or(cells.len(), |index| index + 1);
            match taken {
                Some(index) => self.give(cells[index], taker),
                None => {
                    hungry.swap_remove(index);
                }
            }
            if offers == most_offers {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Which of the `hungry` regions has the least of what it wants.
    fn neediest(&self, hungry: &[usize]) -> Option<usize> {
        let share = |index: &usize| self.share(Region(hungry[*index]));
        (0..hungry.len()).min_by(|one, other| share(one).total_cmp(&share(other)))
    }

    /// How much a region has for what it wants.
    fn share(&self, Region(region): Region) -> f64 {
        self.sizes[region] as f64 / self.wants[region]
    }

    fn owner(&self, cell: Cell) -> Region {
        self.owners[cell.row * self.queens.len() + cell.col]
    }

    /// The cells beside `taker` (anywhere, if regions may be split) that are no queen's and belong
    /// to a region that will not miss them: it keeps a larger share than `taker` comes to.
    fn cells_for(&self, taker: Region) -> Vec<Cell> {
        let size = self.queens.len();
        let after = (self.sizes[taker.0] + 1) as f64 / self.wants[taker.0];
        let cells = (0..size * size).map(|index| Cell::at(index / size, index % size));
        let is_offered = |&cell: &Cell| {
            let owner = self.owner(cell);
            let is_beside = || cell.side_neighbours(size).any(|beside| self.owner(beside) == taker);
            owner != taker
                && self.queens[cell.row] != cell.col
                && (self.sizes[owner.0] - 1) as f64 / self.wants[owner.0] >= after
                && (self.is_split || is_beside())
        };
        cells.filter(is_offered).collect()
    }

    /// Whether the cell can go to `taker` and leave all well: its region in one piece (if it is to
    /// be), the solution the only one, and that soon proved. A solution that the change adds has a queen in this
    /// very cell.
    fn can_change_hands(&mut self, cell: Cell, taker: Region) -> bool {
        if !self.is_split && !self.holds_together_without(cell) {
            return false;
        }
        let size = self.queens.len();
        let owner = std::mem::replace(&mut self.owners[cell.row * size + cell.col], taker);
        let rival = native::has_solution_with(cell, size, &self.owners, &OFFER_BUDGET);
        let is_well = rival == Some(false)
            && native::has_one_solution(size, &self.owners, &BOARD_BUDGET) == Some(true);
        self.owners[cell.row * size + cell.col] = owner;
        is_well
    }

    fn give(&mut self, cell: Cell, taker: Region) {
        let owner = self.owner(cell);
        self.sizes[owner.0] -= 1;
        self.sizes[taker.0] += 1;
        self.owners[cell.row * self.queens.len() + cell.col] = taker;
    }

    /// Whether the region of `cell`, which is no queen's cell, stays connected without it.
    fn holds_together_without(&self, cell: Cell) -> bool {
        let size = self.queens.len();
        let owner = self.owner(cell);
        let mut reached = CellSet::from_cells(size, [cell]);
        let mut stack = vec![Cell::at(owner.0, self.queens[owner.0])];
        while let Some(next) = stack.pop() {
            if self.owner(next) == owner && reached.insert(next) {
                stack.extend(next.side_neighbours(size));
            }
        }
        reached.len() == self.sizes[owner.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Outcome, solve};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const STYLES: [Style; 3] = [Style::Even, Style::Mixed, Style::Wild];

    fn grow_seeded(size: usize, style: Style, is_split: bool, seed: u64) -> Board {
        let generator = Generator { size, style, is_split };
        generator.generate(&mut ChaCha8Rng::seed_from_u64(seed)).unwrap()
    }

    #[test]
    fn every_board_has_one_solution() {
        for size in [1].into_iter().chain(4..=12).chain([16, 20]) {
            for seed in 0..if size > 12 { 1 } else { 10 } {
                for style in STYLES {
                    for is_split in [false, true] {
                        let board = grow_seeded(size, style, is_split, seed);
                        assert_eq!(board.size(), size);
                        assert!(is_split || board.is_connected(), "seed {seed}: {board:?}");
                        assert!(matches!(solve(&board), Outcome::Unique(_)), "{seed}: {board:?}");
                    }
                }
            }
        }
    }

    /// Without [`BOARD_BUDGET`], these two take more than 100,000 nodes.
    #[test]
    fn large_boards_can_be_solved() {
        for seed in [4, 5] {
            let board = grow_seeded(40, Style::Mixed, false, seed);
            assert!(matches!(solve(&board), Outcome::Unique(_)), "seed {seed}: {board:?}");
        }
    }

    #[test]
    fn regions_are_split_where_they_may_be() {
        let split =
            (0..10).filter(|&seed| !grow_seeded(8, Style::Mixed, true, seed).is_connected());
        assert_eq!(split.count(), 10);
    }

    #[test]
    fn a_style_shows_in_the_sizes_of_the_regions() {
        let lonely = |style| {
            let boards = (0..30).map(|seed| grow_seeded(9, style, false, seed));
            let regions =
                |board: Board| (0..9).map(move |region| board.region_cells(Region(region)).count());
            boards.flat_map(regions).filter(|&cells| cells <= 2).count()
        };
        let [even, mixed, wild] = STYLES.map(lonely);
        assert!(even < mixed && mixed < wild, "{even}, {mixed}, {wild}");
    }

    #[test]
    fn the_seed_decides_the_board() {
        let board = grow_seeded(9, Style::Mixed, false, 3);
        assert_eq!(board, grow_seeded(9, Style::Mixed, false, 3));
        assert_ne!(board, grow_seeded(9, Style::Mixed, false, 4));
    }

    #[test]
    fn whoever_watches_can_end_it() {
        let generator = Generator { size: 12, style: Style::Even, is_split: false };
        let mut shares = Vec::new();
        let ended = generator.generate_while(&mut ChaCha8Rng::seed_from_u64(1), |share| {
            shares.push(share);
            if shares.len() < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(ended, Ok(None));
        assert!(shares.is_sorted() && shares.len() == 20 && shares[19] < 1.0, "{shares:?}");
    }

    #[test]
    fn a_size_without_boards_is_refused() {
        let refused = |size| {
            let generator = Generator { size, style: Style::Mixed, is_split: false };
            generator.generate(&mut ChaCha8Rng::seed_from_u64(0)).unwrap_err()
        };
        for size in [0, 2, 3] {
            assert_eq!(refused(size), GenerateError::NoneOfSize { size });
        }
        assert_eq!(
            refused(65).to_string(),
            "a board of size 65 is too large to generate (at most 64)"
        );
        assert_eq!(refused(65).hint(), "choose a size from 4 to 64");
    }
}
