//! The native search: sets of candidates, propagation, and the tightest unit first.
//!
//! A *unit* is a row, a column or a region; each holds exactly one queen. A *candidate* is a cell
//! that may still hold one. A node of the search is nothing but its set of candidates: a queen is
//! placed by striking out all that it attacks, and the node is a solution once every unit is down
//! to one candidate.

use super::{Budget, Outcome, Statistics};
use crate::board::{Board, Cell, CellSet, Region, Solution};
use std::ops::ControlFlow;
use std::time::Instant;

/// A unit has no candidate left: no solution lies below this node.
struct Conflict;

pub(super) fn solve(board: &Board, budget: &Budget) -> (Outcome, Statistics) {
    let mut search = Search {
        rules: Rules::of(board),
        budget,
        started: Instant::now(),
        statistics: Statistics::default(),
        found: Vec::new(),
        is_spent: false,
    };
    // Whether the search came to its end or was broken off, what it has found says all.
    let _ = search.explore(CellSet::from_cells(board.size(), board.cells()));
    let mut found = search.found.into_iter();
    let outcome = match (found.next(), found.next()) {
        (Some(one), Some(other)) => Outcome::Multiple(one, other),
        _ if search.is_spent => Outcome::BudgetSpent,
        (Some(only), None) => Outcome::Unique(only),
        (None, _) => Outcome::None,
    };
    (outcome, search.statistics)
}

/// What attacks what on one board.
struct Rules<'a> {
    board: &'a Board,
    /// The rows, then the columns, then the regions.
    units: Vec<CellSet>,
}

impl<'a> Rules<'a> {
    fn of(board: &'a Board) -> Self {
        let size = board.size();
        let mut units = vec![CellSet::new(size); 3 * size];
        for cell in board.cells() {
            for unit in Self::units_of(board, cell) {
                units[unit].insert(cell);
            }
        }
        Self { board, units }
    }

    /// Where the row, the column and the region of `cell` stand in the list of units.
    fn units_of(board: &Board, cell: Cell) -> [usize; 3] {
        let Region(region) = board.region(cell);
        [cell.row, board.size() + cell.col, 2 * board.size() + region]
    }

    /// The cells that can hold no queen once `cell` holds one.
    fn attacked_by(&self, cell: Cell) -> CellSet {
        let [row, col, region] = Self::units_of(self.board, cell).map(|unit| &self.units[unit]);
        let mut attacked = row.union(col).union(region);
        for neighbour in cell.corner_neighbours(self.board.size()) {
            attacked.insert(neighbour);
        }
        attacked.remove(cell);
        attacked
    }

    /// The `candidates` that can hold no queen whichever of `choices` holds one.
    fn attacked_by_all(&self, choices: &CellSet, candidates: &CellSet) -> CellSet {
        let mut attacked = candidates.clone();
        for choice in choices.iter() {
            attacked = attacked.intersection(&self.attacked_by(choice));
            if attacked.is_empty() {
                break;
            }
        }
        attacked
    }

    /// Strikes out every candidate that all candidates of some unit attack, until none is left to
    /// strike. A unit of one candidate is the plain case: its queen is as good as placed.
    fn propagate(&self, candidates: &mut CellSet) -> Result<(), Conflict> {
        let mut struck = true;
        while struck {
            struck = false;
            for unit in &self.units {
                let choices = unit.intersection(candidates);
                if choices.is_empty() {
                    return Err(Conflict);
                }
                let attacked = self.attacked_by_all(&choices, candidates);
                struck |= !attacked.is_empty();
                *candidates = candidates.difference(&attacked);
            }
        }
        Ok(())
    }

    /// The candidates of the unit that has the fewest, among those that still leave a choice.
    fn tightest_choice(&self, candidates: &CellSet) -> Option<CellSet> {
        self.units
            .iter()
            .map(|unit| (unit.intersection_len(candidates), unit))
            .filter(|&(choices, _)| choices > 1)
            .min_by_key(|&(choices, _)| choices)
            .map(|(_, unit)| unit.intersection(candidates))
    }

    /// The solution that `candidates` are, one in each unit.
    fn solution(&self, candidates: &CellSet) -> Solution {
        let columns = candidates.iter().map(|cell| cell.col).collect();
        #[expect(clippy::expect_used, reason = "propagation strikes out whatever breaks a rule")]
        Solution::check(self.board, columns).expect("the candidates keep all rules")
    }
}

struct Search<'a> {
    rules: Rules<'a>,
    budget: &'a Budget,
    started: Instant,
    statistics: Statistics,
    /// At most two: the second one ends the search.
    found: Vec<Solution>,
    is_spent: bool,
}

impl Search<'_> {
    /// Looks for all solutions among `candidates`; breaks off when there is no more to learn, or
    /// no budget to learn it with.
    fn explore(&mut self, mut candidates: CellSet) -> ControlFlow<()> {
        let is_over = self.budget.is_over_after(self.started.elapsed());
        if self.statistics.nodes == self.budget.nodes || is_over {
            self.is_spent = true;
            return ControlFlow::Break(());
        }
        self.statistics.nodes += 1;
        if let Err(Conflict) = self.rules.propagate(&mut candidates) {
            self.statistics.conflicts += 1;
            return ControlFlow::Continue(());
        }
        let Some(choices) = self.rules.tightest_choice(&candidates) else {
            self.found.push(self.rules.solution(&candidates));
            let is_enough = self.found.len() == 2;
            return if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        };
        for queen in choices.iter() {
            self.explore(candidates.difference(&self.rules.attacked_by(queen)))?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse;
    use crate::solver::{generate, reference, solve, solve_with};
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
    fn propagation_needs_no_search_where_a_region_covers_a_row() {
        // Both cells of region A are in row 0, so no other region has its queen there.
        let board = parse("AABBB\nCCCBB\nCDDDB\nCDEEE\nCEEEE").unwrap();
        let rules = Rules::of(&board);
        let mut candidates = CellSet::from_cells(5, board.cells());
        let _ = rules.propagate(&mut candidates);
        assert!((2..5).all(|col| !candidates.contains(Cell::at(0, col))), "{candidates:?}");
    }
}
