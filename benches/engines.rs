//! How long each engine that is here takes for one board, the proof included that its solution is
//! the only one. Every answer is checked. `queensight compare` does the same for many boards.

#![expect(clippy::expect_used, reason = "a benchmark of a wrong answer is no benchmark")]

use divan::Bencher;
use queensight::solver::engines;
use queensight::solver::{self, Budget, Outcome};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn main() {
    divan::main();
}

/// The names of the engines that can run here.
fn names() -> Vec<String> {
    let mut here = engines::all();
    here.retain(|engine| engine.backend().is_ok());
    here.iter().map(|engine| engine.name().into_owned()).collect()
}

#[divan::bench(args = names(), consts = [7, 9, 11], max_time = 1)]
fn solve<const SIZE: usize>(bencher: Bencher, name: &str) {
    let board = solver::generate(SIZE, &mut ChaCha8Rng::seed_from_u64(1)).expect("a board");
    let engine = engines::by_name(name).expect("an engine of this name");
    let expected = solver::solve(&board);
    assert!(matches!(expected, Outcome::Unique(_)), "{board:?}");
    bencher.bench_local(|| {
        let board = divan::black_box(&board);
        let (outcome, _) = engines::solve(&*engine, board, &Budget::UNLIMITED).expect("an answer");
        assert_eq!(outcome, expected);
    });
}
