//! How long the solver takes, by the size of the board, set-up and proof included, and the slow,
//! obvious search beside it. Every answer is checked.

#![expect(clippy::expect_used, reason = "a benchmark of a wrong answer is no benchmark")]

use divan::Bencher;
use queensight::board::Board;
use queensight::solver::{self, Outcome, reference};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

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

#[divan::bench(args = SIZES, name = "reference")]
fn obvious(bencher: Bencher, size: usize) {
    let board = board(size);
    bencher.bench_local(|| {
        assert_eq!(reference::solutions(divan::black_box(&board), 2).len(), 1);
    });
}
