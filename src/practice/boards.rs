//! Which boards the page is given.

use crate::board::{Board, Cell, Region};
use crate::solver::{GenerateError, Outcome, generate, solve};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use std::hash::{BuildHasher as _, RandomState};
use std::ops::RangeInclusive;

/// The largest board that the page shows: on a phone its cells are as small as a finger can still
/// hit.
pub const LARGEST_BOARD: usize = 16;

/// The sizes of the boards that the page offers, all of them generated.
pub const SIZES: RangeInclusive<usize> = 5..=12;

/// The highest number of a generated board: nine digits can be told to somebody else.
pub const HIGHEST_SEED: u32 = 999_999_999;

/// How many boards are generated for each that is played. The generator likes a board in which one
/// region swallows most cells and several have but one, which give their queens away at once; with
/// the evenest of six, the largest region has about a third of the cells. More would keep a person
/// waiting for a board of size 12.
const DRAFTS: usize = 6;

/// Numbers that the server itself picks have at most this many values: six digits are enough, and
/// shorter.
const RANDOM_SEEDS: u64 = 1_000_000;

/// The board that the page opens with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opening {
    /// This one, of any size up to [`LARGEST_BOARD`]. It may have several solutions: the page takes
    /// each of them.
    Given(Board),
    /// A generated one, with exactly one solution unless its kind is to have several.
    Generated {
        /// The number of rows, one of [`SIZES`].
        size: usize,
        /// The board's number, up to [`HIGHEST_SEED`]; `None` for a random one. The same size and
        /// number give the same board.
        seed: Option<u32>,
        /// What the board is like.
        kind: Kind,
    },
}

/// A board as the page gets it.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Puzzle {
    /// The number of rows.
    size: usize,
    /// What it was generated from; `None` for a given board.
    seed: Option<u32>,
    /// One string a row, as [`Board::to_rows`] writes them.
    regions: Vec<String>,
}

/// What a board is like that other sites have and the generator does not make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// Every region hangs together, and there is one solution.
    #[default]
    Whole,
    /// One region is in two parts, and there is one solution.
    Split,
    /// There are several solutions.
    Several,
}

impl Kind {
    /// A board of this kind, which differs from a whole one in as few cells as chance finds: single
    /// cells are handed to other regions until it is one.
    fn made_of(self, board: Board, rng: &mut ChaCha8Rng) -> Board {
        if self == Self::Whole {
            return board;
        }
        let size = board.size();
        let mut draft = board.clone();
        for tried in 1.. {
            let cell = Cell::at(rng.random_range(0..size), rng.random_range(0..size));
            let other = Cell::at(rng.random_range(0..size), rng.random_range(0..size));
            let mut regions: Vec<Vec<Region>> = (0..size)
                .map(|row| (0..size).map(|col| draft.region(Cell::at(row, col))).collect())
                .collect();
            regions[cell.row][cell.col] = draft.region(other);
            let Ok(changed) = Board::from_rows(&regions) else { continue };
            match (self, solve(&changed)) {
                (Self::Split, Outcome::Unique(_)) if !changed.is_connected() => return changed,
                (Self::Several, Outcome::Multiple(..)) => return changed,
                (Self::Several, Outcome::Unique(_)) => draft = changed,
                // Some boards lead nowhere from here.
                _ if tried % 100 == 0 => draft = board.clone(),
                _ => {}
            }
        }
        board
    }
}

/// Why there is no such board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A given board has more rows than the page shows.
    #[error("a board of size {size} is too large for the page (at most {LARGEST_BOARD})")]
    TooLarge {
        /// The number of rows.
        size: usize,
    },
    /// The page offers no boards of this size.
    #[error("boards have a size from {} to {}, not {size}", SIZES.start(), SIZES.end())]
    Size {
        /// The size asked for.
        size: usize,
    },
    /// The number is too high.
    #[error("board numbers go up to {HIGHEST_SEED}, and {seed} is higher")]
    Seed {
        /// The number asked for.
        seed: u32,
    },
    /// The query is not `size=N`, with or without `seed=N` and `kind=K`.
    #[error("\"{query}\" is not size=N, with or without seed=N and kind=split or kind=several")]
    Query {
        /// The query.
        query: String,
    },
    /// The generator has none.
    #[error(transparent)]
    Generator(#[from] GenerateError),
}

impl BoardError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::TooLarge { .. } => format!("give a board of size {LARGEST_BOARD} or less"),
            Self::Size { .. } | Self::Query { .. } => {
                format!("choose a size from {} to {}", SIZES.start(), SIZES.end())
            }
            Self::Seed { .. } => format!("choose a number up to {HIGHEST_SEED}"),
            Self::Generator(error) => error.hint(),
        }
    }
}

impl Puzzle {
    /// The board that the page opens with.
    ///
    /// # Errors
    /// If the page cannot show it, or there is none.
    pub(super) fn opening(opening: Opening) -> Result<Self, BoardError> {
        match opening {
            Opening::Given(board) if board.size() > LARGEST_BOARD => {
                Err(BoardError::TooLarge { size: board.size() })
            }
            Opening::Given(board) => Ok(Self::new(&board, None)),
            Opening::Generated { size, seed, kind } => Self::generated(size, seed, kind),
        }
    }

    /// The board that the page asks for: `size=N`, with or without `seed=N` and `kind=K`.
    ///
    /// # Errors
    /// If it asks for something else, or there is none.
    pub(super) fn asked_for(query: &str) -> Result<Self, BoardError> {
        let unknown = || BoardError::Query { query: query.to_owned() };
        let (mut size, mut seed, mut kind) = (None, None, Kind::Whole);
        for (name, value) in query.split('&').filter_map(|part| part.split_once('=')) {
            match name {
                "size" => size = Some(value.parse().map_err(|_| unknown())?),
                "seed" => seed = Some(value.parse().map_err(|_| unknown())?),
                "kind" if value == "split" => kind = Kind::Split,
                "kind" if value == "several" => kind = Kind::Several,
                _ => return Err(unknown()),
            }
        }
        Self::generated(size.ok_or_else(unknown)?, seed, kind)
    }

    fn generated(size: usize, seed: Option<u32>, kind: Kind) -> Result<Self, BoardError> {
        if !SIZES.contains(&size) {
            return Err(BoardError::Size { size });
        }
        let seed = seed.unwrap_or_else(random_seed);
        if seed > HIGHEST_SEED {
            return Err(BoardError::Seed { seed });
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed.into());
        let mut board = generate(size, &mut rng)?;
        for _ in 1..DRAFTS {
            let draft = generate(size, &mut rng)?;
            if unevenness(&draft) < unevenness(&board) {
                board = draft;
            }
        }
        Ok(Self::new(&kind.made_of(board, &mut rng), Some(seed)))
    }

    fn new(board: &Board, seed: Option<u32>) -> Self {
        Self { size: board.size(), seed, regions: board.to_rows() }
    }
}

/// The sum of the squares of the regions' sizes: least when all have the same.
fn unevenness(board: &Board) -> usize {
    (0..board.size()).map(|region| board.region_cells(Region(region)).count().pow(2)).sum()
}

/// A number that differs from call to call: the standard library keys each of its hashers anew.
fn random_seed() -> u32 {
    (RandomState::new().hash_one(()) % RANDOM_SEEDS) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;
    use crate::solver::{Outcome, solve};

    fn board_of(puzzle: &Puzzle) -> Board {
        board::parse(&puzzle.regions.join("\n")).unwrap()
    }

    #[test]
    fn every_size_on_offer_comes_with_exactly_one_solution() {
        for size in SIZES {
            let puzzle = Puzzle::asked_for(&format!("size={size}&seed=7")).unwrap();
            assert_eq!(puzzle.size, size);
            assert!(matches!(solve(&board_of(&puzzle)), Outcome::Unique(_)), "{puzzle:?}");
        }
    }

    #[test]
    fn a_kind_of_board_is_of_that_kind_at_every_size() {
        for size in SIZES {
            let split =
                board_of(&Puzzle::asked_for(&format!("size={size}&seed=7&kind=split")).unwrap());
            assert!(
                !split.is_connected() && matches!(solve(&split), Outcome::Unique(_)),
                "{split:?}"
            );
            let several =
                board_of(&Puzzle::asked_for(&format!("size={size}&seed=7&kind=several")).unwrap());
            assert!(matches!(solve(&several), Outcome::Multiple(..)), "{several:?}");
        }
    }

    #[test]
    fn a_number_names_a_board_and_another_number_another_one() {
        let regions = |query| Puzzle::asked_for(query).unwrap().regions;
        assert_eq!(regions("size=8&seed=1"), regions("seed=1&size=8"));
        assert_ne!(regions("size=8&seed=1"), regions("size=8&seed=2"));
    }

    #[test]
    fn a_board_without_a_number_gets_a_random_one_that_names_it() {
        let puzzle = Puzzle::asked_for("size=6").unwrap();
        let seed = puzzle.seed.unwrap();
        assert!(u64::from(seed) < RANDOM_SEEDS);
        let again = Puzzle::asked_for(&format!("size=6&seed={seed}")).unwrap();
        assert_eq!(again.regions, puzzle.regions);
    }

    #[test]
    fn what_cannot_be_had_is_refused() {
        let refusal = |query: &str| Puzzle::asked_for(query).unwrap_err();
        for size in [0, 4, 13] {
            assert_eq!(refusal(&format!("size={size}")), BoardError::Size { size });
        }
        let seed = HIGHEST_SEED + 1;
        assert_eq!(refusal(&format!("size=8&seed={seed}")), BoardError::Seed { seed });
        for query in
            ["size=8&kind=round", "seed=1", "size=", "size=8&seed=-1", "size=8&colour=red", "size"]
        {
            assert_eq!(refusal(query), BoardError::Query { query: query.into() });
        }
    }

    #[test]
    fn a_given_board_may_be_of_any_size_that_the_page_shows() {
        let rows = |size: usize| (0..size).map(|row| vec![row; size]).collect::<Vec<_>>();
        let open = |size| Puzzle::opening(Opening::Given(Board::from_rows(&rows(size)).unwrap()));
        assert_eq!(open(1).unwrap().regions, ["A"]);
        assert_eq!(open(LARGEST_BOARD).unwrap().size, LARGEST_BOARD);
        let size = LARGEST_BOARD + 1;
        assert_eq!(open(size).unwrap_err(), BoardError::TooLarge { size });
    }
}
