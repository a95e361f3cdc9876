//! The native search: sets of candidates, propagation, and the tightest unit first.
//!
//! ESSAY

mod cells;
mod lines;
mod matching;
mod registers;
mod rules;
mod words;

use super::{Budget, Outcome, Solutions, Statistics};
use crate::board::{Board, Solution};
use cells::Cells;
use rules::{Node, Rules};
use std::time::Instant;
use words::Words;

/// A unit has no candidate left: no solution lies below this node.
#[derive(Debug)]
struct Conflict;

/// Calls a function with the narrowest sets that hold the board: the type of a set, how many words
/// hold a set of lines, how many rows there may be, and room for the cells of each region. On large
/// boards that room is on the heap, so that no thread's stack is too small for them.
macro_rules! in_its_width {
    ($function:ident($board:expr, $budget:expr), else $else:expr) => {
        match $board.size() {
            ..=8 => $function::<u64, _, 1, 8>($board, $budget, [0; 8]),
            ..=11 => $function::<u128, _, 1, 16>($board, $budget, [0; 16]),
            ..=16 => $function::<Words<4, 16, 1>, _, 1, 16>($board, $budget, [Words::NONE; 16]),
            ..=32 => {
                $function::<Words<16, 32, 1>, _, 1, 32>($board, $budget, vec![Words::NONE; 32])
            }
            ..=64 => {
                $function::<Words<64, 64, 1>, _, 1, 64>($board, $budget, vec![Words::NONE; 64])
            }
            ..=128 => {
                $function::<Words<256, 128, 2>, _, 2, 128>($board, $budget, vec![Words::NONE; 128])
            }
            ..=256 => {
                $function::<Words<1024, 256, 4>, _, 4, 256>($board, $budget, vec![Words::NONE; 256])
            }
            _ => $else,
        }
    };
}

pub(super) fn solve(board: &Board, budget: &Budget) -> (Outcome, Statistics) {
    in_its_width!(solve_in(board, budget), else (Outcome::BudgetSpent, Statistics::default()))
}

/// All solutions, one after the other.
pub(super) fn solutions<'a>(board: &'a Board, budget: &'a Budget) -> Box<dyn Solutions + 'a> {
    in_its_width!(solutions_in(board, budget), else Box::new(TooLarge))
}

/// Never inlined: the widths would share one frame on the stack, and small boards would pay for
/// touching that of large ones.
#[inline(never)]
fn solve_in<S: Cells<K>, R: AsRef<[S]> + AsMut<[S]>, const K: usize, const N: usize>(
    board: &Board,
    budget: &Budget,
    regions: R,
) -> (Outcome, Statistics) {
    let mut search = Search::<S, R, K, N>::new(board, budget, regions);
    let outcome = match (search.next(), search.next()) {
        (Some(one), Some(other)) => Outcome::Multiple(one, other),
        _ if search.is_spent => Outcome::BudgetSpent,
        (Some(only), None) => Outcome::Unique(only),
        (None, _) => Outcome::None,
    };
    (outcome, search.statistics)
}

fn solutions_in<'a, S, R, const K: usize, const N: usize>(
    board: &'a Board,
    budget: &'a Budget,
    regions: R,
) -> Box<dyn Solutions + 'a>
where
    S: Cells<K> + 'a,
    R: AsRef<[S]> + AsMut<[S]> + 'a,
{
    Box::new(Search::<S, R, K, N>::new(board, budget, regions))
}

/// The search of a board beyond the widest sets: it ends before it begins.
struct TooLarge;

impl Iterator for TooLarge {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        None
    }
}

impl Solutions for TooLarge {
    fn is_spent(&self) -> bool {
        true
    }

    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}

/// A search under way. Asked for a solution, it goes on from the one before.
struct Search<'a, S, R, const K: usize, const N: usize> {
    board: &'a Board,
    rules: Rules<'a, S, R, K, N>,
    budget: &'a Budget,
    /// When it began, if its time is limited.
    started: Option<Instant>,
    statistics: Statistics,
    is_spent: bool,
    /// Whether the first node is still to be looked at.
    is_new: bool,
    /// Where the search has branched, from the first node on.
    branches: Vec<Branch<S, K, N>>,
}

/// A node that leaves a choice, and what is left of it.
struct Branch<S, const K: usize, const N: usize> {
    node: Node<S, K, N>,
    choices: S,
}

impl<'a, S, R, const K: usize, const N: usize> Search<'a, S, R, K, N>
where
    S: Cells<K>,
    R: AsRef<[S]> + AsMut<[S]>,
{
    #[inline(always)]
    fn new(board: &'a Board, budget: &'a Budget, regions: R) -> Self {
        Self {
            board,
            rules: Rules::new(board, regions),
            budget,
            started: budget.time.map(|_| Instant::now()),
            statistics: Statistics::default(),
            is_spent: false,
            is_new: true,
            branches: Vec::new(),
        }
    }

    /// The next node: the first one, or the next choice of the last branch that has any left.
    fn next_node(&mut self) -> Option<Node<S, K, N>> {
        if self.is_new {
            self.is_new = false;
            return Some(self.rules.root());
        }
        while let Some(branch) = self.branches.last_mut() {
            if branch.choices.is_empty() {
                self.branches.pop();
                continue;
            }
            let mut node = branch.node;
            self.rules.place(&mut node, branch.choices.first());
            branch.choices = branch.choices.without_first();
            return Some(node);
        }
        None
    }

    fn is_over(&self) -> bool {
        self.statistics.nodes == self.budget.nodes
            || self.budget.is_cancelled()
            || self.started.is_some_and(|started| self.budget.is_over_after(started.elapsed()))
    }

    fn solution(&self, node: &Node<S, K, N>) -> Solution {
        let queens = &node.queens[..self.board.size()];
        let columns = queens.iter().map(|&column| column.into()).collect();
        #[expect(clippy::expect_used, reason = "propagation strikes out whatever breaks a rule")]
        Solution::check(self.board, columns).expect("the queens keep all rules")
    }
}

impl<S, R, const K: usize, const N: usize> Iterator for Search<'_, S, R, K, N>
where
    S: Cells<K>,
    R: AsRef<[S]> + AsMut<[S]>,
{
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        while !self.is_spent {
            let mut node = self.next_node()?;
            if self.is_over() {
                self.is_spent = true;
                break;
            }
            self.statistics.nodes += 1;
            let is_root = self.statistics.nodes == 1;
            match self.rules.propagate(&mut node, is_root, &mut self.statistics.propagations) {
                Err(Conflict) => self.statistics.conflicts += 1,
                Ok(()) if node.is_solved() => return Some(self.solution(&node)),
                Ok(()) => {
                    if self.branches.capacity() == 0 {
                        // Each branch settles a row, so this is room for all.
                        self.branches.reserve(self.board.size());
                    }
                    let choices = self.rules.tightest_choice(&node);
                    self.branches.push(Branch { node, choices });
                }
            }
        }
        None
    }
}

impl<S, R, const K: usize, const N: usize> Solutions for Search<'_, S, R, K, N>
where
    S: Cells<K>,
    R: AsRef<[S]> + AsMut<[S]>,
{
    fn is_spent(&self) -> bool {
        self.is_spent
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse;
    use crate::board::{Cell, Region};
    use crate::solver::{generate, reference, solutions, solve, solve_with};
    use proptest::prelude::*;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    /// A board of any kind: every region has a cell, the rest is dealt out at random.
    fn any_board() -> impl Strategy<Value = Board> {
        (1..=8_usize).prop_flat_map(|size| {
            let cells = size * size;
            (Just(size), prop::collection::vec(0..size, cells), seats(size)).prop_map(
                |(size, mut regions, seats)| {
                    for (region, seat) in seats.into_iter().enumerate() {
                        regions[seat] = region;
                    }
                    let rows: Vec<Vec<usize>> = regions.chunks(size).map(<[_]>::to_vec).collect();
                    Board::from_rows(&rows).expect("each region has its seat")
                },
            )
        })
    }

    /// A cell for each region, no two the same.
    fn seats(size: usize) -> impl Strategy<Value = Vec<usize>> {
        Just((0..size * size).collect::<Vec<_>>())
            .prop_shuffle()
            .prop_map(move |cells| cells[..size].to_vec())
    }

    /// A board of stripes: row `r` is region `r`, so that the regions rule nothing out.
    fn stripes(size: usize) -> Board {
        let rows: Vec<Vec<usize>> = (0..size).map(|row| vec![row; size]).collect();
        Board::from_rows(&rows).expect("each row is a region")
    }

    /// Whether the search says of a board what the reference says; the outcome.
    fn agreed_outcome(board: &Board) -> Result<Outcome, TestCaseError> {
        let expected = reference::solutions(board, 2);
        let outcome = solve(board);
        match &outcome {
            Outcome::None => prop_assert!(expected.is_empty()),
            Outcome::Unique(solution) => {
                prop_assert_eq!(&expected[..], std::slice::from_ref(solution));
            }
            Outcome::Multiple(one, other) => {
                prop_assert_ne!(one, other);
                prop_assert_eq!(expected.len(), 2);
            }
            Outcome::BudgetSpent => prop_assert!(false, "there was no budget to spend"),
        }
        Ok(outcome)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn agrees_with_the_reference_on_scattered_regions(board in any_board()) {
            agreed_outcome(&board)?;
        }
    }

    /// Boards that a game could show, and ones that a misread cell or two makes of them: there the
    /// kinds of outcome lie close together.
    #[test]
    fn agrees_with_the_reference_on_boards_that_are_misread() {
        let [mut unique, mut multiple, mut none] = [0; 3];
        for seed in 0..400 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let size = rng.random_range(4..=8);
            let board = generate(size, &mut rng).unwrap();
            let mut rows: Vec<Vec<Region>> = (0..size)
                .map(|row| (0..size).map(|col| board.region(Cell::at(row, col))).collect())
                .collect();
            for _ in 0..rng.random_range(0..=3) {
                let cell = Cell::at(rng.random_range(0..size), rng.random_range(0..size));
                rows[cell.row][cell.col] = Region(rng.random_range(0..size));
            }
            let Ok(misread) = Board::from_rows(&rows) else { continue };
            match agreed_outcome(&misread).unwrap_or_else(|error| panic!("{misread:?}: {error}")) {
                Outcome::Unique(_) => unique += 1,
                Outcome::Multiple(..) => multiple += 1,
                _ => none += 1,
            }
        }
        assert!(unique.min(multiple).min(none) > 30, "{unique}, {multiple}, {none}");
    }

    #[test]
    fn a_large_board_is_proved_to_have_one_solution() {
        let board = generate(13, &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
        let Outcome::Unique(solution) = solve(&board) else { panic!("{board:?}") };
        assert_eq!(reference::solutions(&board, 2), [solution]);
    }

    #[test]
    fn the_smallest_board_is_solved_and_the_next_two_are_not() {
        let solution = Solution::check(&stripes(1), vec![0]).unwrap();
        assert_eq!(solve(&stripes(1)), Outcome::Unique(solution));
        assert_eq!(solve(&stripes(2)), Outcome::None);
        assert_eq!(solve(&stripes(3)), Outcome::None);
    }

    #[test]
    fn several_solutions_are_told_from_one() {
        assert!(matches!(solve(&stripes(4)), Outcome::Multiple(..)));
        let one = parse("ABBB\nAAAC\nDAAC\nDDDC").unwrap();
        assert!(matches!(solve(&one), Outcome::Unique(_)), "{:?}", solve(&one));
    }

    #[test]
    fn no_type_stops_a_large_board() {
        for size in [26, 64, 100] {
            assert!(matches!(solve(&stripes(size)), Outcome::Multiple(..)), "size {size}");
        }
    }

    #[test]
    fn a_spent_budget_says_so_and_only_then() {
        let board = stripes(8);
        let (outcome, statistics) = solve_with(&board, &Budget::nodes(3));
        assert_eq!((outcome, statistics.nodes), (Outcome::BudgetSpent, 3));
        let (outcome, needed) = solve_with(&board, &Budget::UNLIMITED);
        assert!(matches!(outcome, Outcome::Multiple(..)));
        let (outcome, _) = solve_with(&board, &Budget::nodes(needed.nodes));
        assert!(matches!(outcome, Outcome::Multiple(..)));
        let (outcome, _) = solve_with(&board, &Budget::nodes(needed.nodes - 1));
        assert_eq!(outcome, Outcome::BudgetSpent);
    }

    #[test]
    fn time_and_a_raised_flag_end_a_search() {
        let board = stripes(8);
        let in_no_time = Budget::UNLIMITED.within(Duration::ZERO);
        assert_eq!(solve_with(&board, &in_no_time).0, Outcome::BudgetSpent);
        let in_an_hour = Budget::UNLIMITED.within(Duration::from_secs(3600));
        assert!(matches!(solve_with(&board, &in_an_hour).0, Outcome::Multiple(..)));

        let cancel = Arc::new(AtomicBool::new(false));
        let budget = Budget::UNLIMITED.until(Arc::clone(&cancel));
        assert!(matches!(solve_with(&board, &budget).0, Outcome::Multiple(..)));
        cancel.store(true, Ordering::Relaxed);
        assert_eq!(solve_with(&board, &budget).0, Outcome::BudgetSpent);
    }

    #[test]
    fn no_thread_is_too_small_for_a_large_board() {
        let small = std::thread::Builder::new().stack_size(1 << 20);
        let outcome = small.spawn(|| solve(&stripes(256))).expect("a thread").join();
        assert!(matches!(outcome.expect("no overflow"), Outcome::Multiple(..)));
        assert_eq!(solve(&stripes(257)), Outcome::BudgetSpent);
        assert!(solutions(&stripes(257), &Budget::UNLIMITED).is_spent());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn finds_every_solution_once(board in any_board()) {
            let key = |solution: &Solution| solution.columns().to_vec();
            let mut found: Vec<_> = solutions(&board, &Budget::UNLIMITED).collect();
            found.sort_by_key(key);
            prop_assert_eq!(found, reference::solutions(&board, usize::MAX));
        }
    }
}
