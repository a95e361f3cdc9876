//! New boards, each with exactly one solution.
//!
//! The queens come first, at random; then a region grows from each of them until the board is
//! full. Such a board has its queens as one solution, and mostly others beside it: as long as the
//! solver finds such a rival, one cell that it needs goes over to a neighbouring region, which
//! leaves that rival with two queens there.

use super::rivals;
use crate::board::{Board, Cell, CellSet, Solution};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

/// The largest board that [`generate()`] makes. The work grows steeply with the size, since the
/// rivals of a draft do: size 12 takes some 10 ms, this one some 500 ms, and size 20 minutes.
pub const LARGEST_GENERATED: usize = 16;

/// How hard the solver may look at one draft before it is thrown away. A draft of size 12 takes
/// some dozen nodes, and one that takes thousands would be no pleasure to a person either.
const DRAFT_NODES: u64 = 4_000;

/// How unequal the regions are: each grows at a rate of 2 to the power of plus or minus this, at
/// most. At 0 all have about `size` cells, which leaves so many rivals that few drafts of size 12
/// can be mended; from 4 on one region swallows most of the board.
const SPREAD: f64 = 2.25;

/// Why there is no such board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// No board of this size has a solution.
    #[error("no board of size {size} has a solution")]
    NoneOfSize {
        /// The size asked for: 0, 2 or 3.
        size: usize,
    },
    /// Too large to be made in reasonable time.
    #[error("a board of size {size} is too large to generate (at most {largest})")]
    TooLarge {
        /// The size asked for.
        size: usize,
        /// The largest that can be made.
        largest: usize,
    },
}

impl GenerateError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::NoneOfSize { .. } => "choose a size of 4 or more".to_owned(),
            Self::TooLarge { largest, .. } => format!("choose a size from 4 to {largest}"),
        }
    }
}

/// Makes a board of this size that has exactly one solution and whose regions are all connected.
///
/// The same size and state of `rng` give the same board.
///
/// ```
/// use queensight::solver::{Outcome, generate, solve};
/// use rand::SeedableRng;
///
/// let board = generate(8, &mut rand_chacha::ChaCha8Rng::seed_from_u64(1))?;
/// assert!(matches!(solve(&board), Outcome::Unique(_)));
/// # Ok::<(), queensight::solver::GenerateError>(())
/// ```
///
/// # Errors
/// If there is no board of this size, or if it is beyond [`LARGEST_GENERATED`].
pub fn generate(size: usize, rng: &mut impl Rng) -> Result<Board, GenerateError> {
    match size {
        0 | 2 | 3 => Err(GenerateError::NoneOfSize { size }),
        _ if size > LARGEST_GENERATED => {
            Err(GenerateError::TooLarge { size, largest: LARGEST_GENERATED })
        }
        _ => loop {
            // A draft is mended more often than not, so this ends after a few rounds.
            if let Some(board) = Draft::grow(scatter_queens(size, rng), rng).mend(rng) {
                return Ok(board);
            }
        },
    }
}

/// The columns of queens of which no two share a column or touch, each such placement as likely
/// as any other. About one permutation in seven is one.
pub(super) fn scatter_queens(size: usize, rng: &mut impl Rng) -> Vec<usize> {
    let mut columns: Vec<usize> = (0..size).collect();
    loop {
        columns.shuffle(rng);
        if columns.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > 1) {
            return columns;
        }
    }
}

/// A board in the making: connected regions, each with one of the queens.
struct Draft {
    /// The column of the queen of each row.
    queens: Vec<usize>,
    /// Whose region each cell is in, row by row: the row of its queen.
    owners: Vec<Vec<usize>>,
}

impl Draft {
    /// Grows a region from each queen until they fill the board.
    fn grow(queens: Vec<usize>, rng: &mut impl Rng) -> Self {
        let size = queens.len();
        let rates: Vec<f64> =
            (0..size).map(|_| rng.random_range(-SPREAD..=SPREAD).exp2()).collect();
        let mut owners = vec![vec![None; size]; size];
        let mut shore: Vec<(Cell, usize)> = Vec::new();
        let mut next = (0..size).map(|row| (Cell::at(row, queens[row]), row)).collect::<Vec<_>>();
        while let Some((cell, owner)) = next.pop().or_else(|| pick(&shore, &rates, rng)) {
            owners[cell.row][cell.col] = Some(owner);
            shore.extend(cell.side_neighbours(size).map(|neighbour| (neighbour, owner)));
            shore.retain(|(cell, _)| owners[cell.row][cell.col].is_none());
        }
        let owners = owners.into_iter().map(|row| row.into_iter().flatten().collect()).collect();
        Self { queens, owners }
    }

    /// Moves single cells from region to region until the queens are the only solution; `None` if
    /// that does not come about soon.
    fn mend(mut self, rng: &mut impl Rng) -> Option<Board> {
        let size = self.queens.len();
        for _ in 0..2 * size * size {
            let board = Board::from_rows(&self.owners).ok()?;
            let mut found = rivals::find(&board, DRAFT_NODES)?.into_iter();
            let (one, other) = match (found.next(), found.next()) {
                (Some(one), Some(other)) => (one, other),
                (Some(_), None) => return Some(board),
                (None, _) => return None,
            };
            let rival = if one.columns() == self.queens { other } else { one };
            let moves = self.moves_against(&rival);
            let &(cell, owner) = moves.choose(rng)?;
            self.owners[cell.row][cell.col] = owner;
        }
        None
    }

    /// The ways to hand over one cell that `rival` needs to a neighbouring region and leave all
    /// regions connected.
    fn moves_against(&self, rival: &Solution) -> Vec<(Cell, usize)> {
        let mut moves = Vec::new();
        for cell in rival.queens().filter(|cell| cell.col != self.queens[cell.row]) {
            let owner = self.owner(cell);
            for neighbour in cell.side_neighbours(self.queens.len()) {
                let taker = self.owner(neighbour);
                if taker != owner && self.holds_together_without(cell) {
                    moves.push((cell, taker));
                }
            }
        }
        moves
    }

    fn owner(&self, cell: Cell) -> usize {
        self.owners[cell.row][cell.col]
    }

    /// Whether the region of `cell`, which is no queen's cell, stays connected without it.
    fn holds_together_without(&self, cell: Cell) -> bool {
        let size = self.queens.len();
        let owner = self.owner(cell);
        let mut reached = CellSet::from_cells(size, [cell]);
        let mut stack = vec![Cell::at(owner, self.queens[owner])];
        while let Some(next) = stack.pop() {
            if self.owner(next) == owner && reached.insert(next) {
                stack.extend(next.side_neighbours(size));
            }
        }
        reached.len() == self.owners.iter().flatten().filter(|&&other| other == owner).count()
    }
}

/// One of the cells on the `shore` with the region that it goes to, in proportion to the rates at
/// which the regions grow.
fn pick(shore: &[(Cell, usize)], rates: &[f64], rng: &mut impl Rng) -> Option<(Cell, usize)> {
    shore.choose_weighted(rng, |&(_, owner)| rates[owner]).ok().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Outcome, solve};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use std::collections::HashSet;

    fn generate_seeded(size: usize, seed: u64) -> Result<Board, GenerateError> {
        generate(size, &mut ChaCha8Rng::seed_from_u64(seed))
    }

    #[test]
    fn every_board_has_one_solution_and_connected_regions() {
        for size in [1].into_iter().chain(4..=12) {
            for seed in 0..if size > 10 { 4 } else { 30 } {
                let board = generate_seeded(size, seed).unwrap();
                assert_eq!(board.size(), size);
                assert!(board.is_connected(), "seed {seed}: {board:?}");
                assert!(matches!(solve(&board), Outcome::Unique(_)), "seed {seed}: {board:?}");
            }
        }
    }

    #[test]
    fn the_seed_decides_the_board() {
        let boards: Vec<Board> = (0..20).map(|seed| generate_seeded(7, seed).unwrap()).collect();
        let again: Vec<Board> = (0..20).map(|seed| generate_seeded(7, seed).unwrap()).collect();
        assert_eq!(boards, again);
        assert_eq!(boards.iter().collect::<HashSet<_>>().len(), boards.len());
    }

    #[test]
    fn a_size_without_boards_is_refused() {
        for size in [0, 2, 3] {
            let error = generate_seeded(size, 0).unwrap_err();
            assert_eq!(error.to_string(), format!("no board of size {size} has a solution"));
            assert_eq!(error.hint(), "choose a size of 4 or more");
        }
        assert_eq!(
            generate_seeded(17, 0).unwrap_err().to_string(),
            "a board of size 17 is too large to generate (at most 16)"
        );
    }

    #[test]
    fn scattered_queens_never_touch() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for size in 4..=LARGEST_GENERATED {
            let columns = scatter_queens(size, &mut rng);
            let rows: Vec<Vec<usize>> = (0..size).map(|row| vec![row; size]).collect();
            let board = Board::from_rows(&rows).unwrap();
            assert_eq!(Solution::check(&board, columns.clone()).unwrap().columns(), columns);
        }
    }
}
