//! How long the solver takes, by the size of the board, set-up and proof included, and the slow,
//! obvious search beside it; how long new boards take, and the classic queens. Every answer is
//! checked. Published and large boards have a bench of their own: `benches/levels.rs`.

#![expect(clippy::expect_used, reason = "a benchmark of a wrong answer is no benchmark")]

use divan::Bencher;
use queensight::board::Board;
use queensight::solver::{self, Budget, Generator, Outcome, Style, classic, reference};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::sync::atomic::AtomicBool;

fn main() {
    divan::main();
}

const SIZES: [usize; 5] = [7, 8, 9, 10, 11];

fn board(size: usize) -> Board {
    solver::generate(size, &mut ChaCha8Rng::seed_from_u64(size as u64)).expect("a board")
}

#[divan::bench(args = SIZES)]
fn native(bencher: Bencher, size: usize) {
    let board = board(size);
    bencher.bench_local(|| {
        assert!(matches!(solver::solve(divan::black_box(&board)), Outcome::Unique(_)));
    });
}

/// A search that is over before its first node: nothing but its set-up.
#[divan::bench(args = [7, 8, 9, 10, 11, 16, 32, 64])]
fn set_up(bencher: Bencher, size: usize) {
    let board = Generator { size, style: Style::Even, is_split: false }
        .generate(&mut ChaCha8Rng::seed_from_u64(1))
        .expect("a board");
    bencher.bench_local(|| {
        let (outcome, _) = solver::solve_with(divan::black_box(&board), &Budget::nodes(0));
        assert_eq!(outcome, Outcome::BudgetSpent);
    });
}

#[divan::bench(args = SIZES, name = "reference")]
fn obvious(bencher: Bencher, size: usize) {
    let board = board(size);
    bencher.bench_local(|| {
        assert_eq!(reference::solutions(divan::black_box(&board), 2).len(), 1);
    });
}

#[divan::bench(args = [8, 11, 16, 24, 32, 64], sample_count = 10, sample_size = 1)]
fn generate(bencher: Bencher, size: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let generator = Generator { size, style: Style::Mixed, is_split: false };
    bencher.bench_local(|| generator.generate(&mut rng).expect("a board"));
}

#[divan::bench(args = [(8, 92), (10, 724), (12, 14_200), (14, 365_596)], sample_count = 20)]
fn classic_queens_one_thread(bencher: Bencher, (size, solutions): (usize, u64)) {
    bencher.bench_local(|| {
        let found = classic::count(divan::black_box(size), 1, &AtomicBool::new(false), |_, _| ());
        assert_eq!(found, Some(solutions));
    });
}
