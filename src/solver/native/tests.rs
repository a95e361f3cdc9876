//! The search against the simplest one that can be right.

use super::*;
use crate::board::parse;
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

/// What a board has, searched in sets of a width, and the nodes that it takes.
fn solved_in<S: Cells<K>, const K: usize, const N: usize>(board: &Board) -> (Outcome, u64) {
    let room = (vec![S::NONE; N], vec![0; S::PLACES]);
    let (outcome, statistics) = solve_in::<S, _, K, N>(board, &Budget::UNLIMITED, None, room);
    (outcome, statistics.nodes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Small boards fit into every width, so each is held to the reference by them. Widths with
    /// the same rules come to the same nodes, though the wider look only at what has changed.
    #[test]
    fn every_width_says_the_same(board in any_board()) {
        let with_intervals = [
            solved_in::<u64, 1, 8>(&board),
            solved_in::<u128, 1, 16>(&board),
            solved_in::<Words<4, 16, 1>, 1, 16>(&board),
        ];
        let with_matchings = [
            solved_in::<Words<16, 32, 1>, 1, 32>(&board),
            solved_in::<Words<64, 64, 1>, 1, 64>(&board),
            solved_in::<Words<256, 128, 2>, 2, 128>(&board),
            solved_in::<Words<1024, 256, 4>, 4, 256>(&board),
        ];
        let expected = reference::solutions(&board, 2);
        for same_rules in [&with_intervals[..], &with_matchings[..]] {
            for (outcome, nodes) in same_rules {
                prop_assert_eq!(*nodes, same_rules[0].1);
                match outcome {
                    Outcome::Unique(solution) => {
                        prop_assert_eq!(&expected[..], std::slice::from_ref(solution));
                    }
                    Outcome::Multiple(..) => prop_assert_eq!(expected.len(), 2),
                    Outcome::None => prop_assert!(expected.is_empty()),
                    Outcome::BudgetSpent => prop_assert!(false, "there was no budget to spend"),
                }
            }
        }
    }
}
