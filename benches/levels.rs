//! The solver on published boards: the mean time a board takes, solved and proved unique, by size;
//! and on large boards, each by itself.
//!
//! ```text
//! QUEENSIGHT_CORPUS=FOLDER cargo bench --bench levels
//! ```
//!
//! `levels.json` in that folder lists the boards (`n`, `regions` as rows of letters,
//! `solution_count`). Each is turned and mirrored at random. Beside the native search stand the
//! engine `sat` and a plain search row by row with bit masks. `large/` has files of large boards, one
//! a line. Every answer is checked. `-- --test` makes one pass and tells no times.

#![expect(clippy::expect_used, reason = "a benchmark of a wrong answer is no benchmark")]
#![expect(clippy::print_stdout, reason = "its table is what it is for")]

use queensight::board::{Board, Region};
use queensight::solver::{self, Budget, Outcome, engines};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How often each board is solved: the table shows the fastest pass and the one in the middle.
const PASSES: usize = 101;

/// How often the others solve each: they are slow enough that a few passes tell.
const PASSES_OF_OTHERS: usize = 7;

/// The largest boards that the others are given: with each row the plain search takes about four
/// times as long, and minutes on 16 rows.
const LARGEST_FOR_OTHERS: usize = 12;

#[derive(Deserialize)]
struct Level {
    n: usize,
    regions: Vec<String>,
    solution_count: Option<usize>,
}

fn main() {
    let Some(folder) = std::env::var_os("QUEENSIGHT_CORPUS") else {
        println!("skipped: QUEENSIGHT_CORPUS is not set");
        return;
    };
    let folder = Path::new(&folder);
    let is_test = std::env::args().any(|argument| argument == "--test");
    levels(folder, is_test);
    large_boards(folder, is_test);
}

/// Times the boards of `levels.json`.
fn levels(folder: &Path, is_test: bool) {
    let text = std::fs::read_to_string(folder.join("levels.json")).expect("levels");
    let levels: Vec<Level> = serde_json::from_str(&text).expect("a list of levels");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut by_size: BTreeMap<usize, Vec<Board>> = BTreeMap::new();
    for level in levels.iter().filter(|level| level.solution_count == Some(1)) {
        by_size.entry(level.n).or_default().push(turned(level, &mut rng));
    }
    let sat = engines::by_name("sat").expect("it is part of every build");
    let passes = if is_test { 1 } else { PASSES };
    if !is_test {
        println!("microseconds a board: fastest pass (median)");
        println!(
            " n boards  alone  nodes |          native |           masks | times faster \
             |             sat | times faster"
        );
    }
    for (size, boards) in by_size {
        let solve = |board: &Board| {
            let (outcome, statistics) = solver::solve_with(board, &Budget::UNLIMITED);
            assert!(matches!(outcome, Outcome::Unique(_)), "{board:?}");
            statistics.nodes
        };
        let nodes: Vec<u64> = boards.iter().map(solve).collect();
        let alone = nodes.iter().filter(|&&nodes| nodes == 1).count();
        let nodes = nodes.iter().sum::<u64>() as f64 / boards.len() as f64;
        let native = time(&boards, passes, |board| {
            assert!(matches!(solver::solve(board), Outcome::Unique(_)));
        });
        let others = (size <= LARGEST_FOR_OTHERS).then(|| {
            let passes = passes.min(PASSES_OF_OTHERS);
            let masks = time(&boards, passes, |board| assert_eq!(count_by_masks(board, 2), 1));
            let sat = time(&boards, passes, |board| {
                let answer = engines::solve(&*sat, board, &Budget::UNLIMITED);
                assert!(matches!(answer, Ok((Outcome::Unique(_), _))));
            });
            [masks, sat]
        });
        if is_test {
            continue;
        }
        let others: String = others.iter().flatten().fold(String::new(), |told, time| {
            format!("{told} | {:7.1} ({:5.1}) | {:12.0}", time.0, time.1, time.0 / native.0)
        });
        println!(
            "{size:2} {:6} {alone:6} {nodes:6.2} | {:7.2} ({:5.2}){others}",
            boards.len(),
            native.0,
            native.1
        );
    }
}

/// Times the boards of the files in `large/`, each by itself: lines of a name, the number of rows
/// and the rows, as `0,1/0,1`.
fn large_boards(folder: &Path, is_test: bool) {
    let files = std::fs::read_dir(folder.join("large")).expect("large boards");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    if !is_test {
        println!("microseconds for a large board, in its median pass");
        println!("{:20} boards | median board | slowest board", "");
    }
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a list of boards");
        let lines = text.lines().filter_map(|line| line.split_whitespace().nth(2));
        let mut times: Vec<f64> = lines
            .map(|line| {
                let rows: Vec<Vec<&str>> =
                    line.split('/').map(|row| row.split(',').collect()).collect();
                let board = [Board::from_rows(&rows).expect("a sound board")];
                let passes = if is_test { 1 } else { PASSES };
                let solve = |board: &Board| assert_ne!(solver::solve(board), Outcome::BudgetSpent);
                time(&board, passes, solve).1
            })
            .collect();
        times.sort_by(f64::total_cmp);
        if let (Some(slowest), false) = (times.last(), is_test) {
            let name = path.file_stem().expect("a name").to_string_lossy();
            let median = times[times.len() / 2];
            println!("{name:20} {:6} | {median:12.1} | {slowest:13.1}", times.len());
        }
    }
}

/// The board of a level, turned, mirrored and with its regions in another order.
fn turned(level: &Level, rng: &mut ChaCha8Rng) -> Board {
    let mut rows: Vec<Vec<char>> = level.regions.iter().map(|row| row.chars().collect()).collect();
    if rng.random() {
        rows.reverse();
    }
    if rng.random() {
        rows.iter_mut().for_each(|row| row.reverse());
    }
    if rng.random() {
        rows = (0..level.n).map(|col| rows.iter().map(|row| row[col]).collect()).collect();
    }
    Board::from_rows(&rows).expect("a sound board")
}

/// The mean time that `solve` takes for a board, in microseconds: in the fastest pass over all of
/// them, and in the median one.
fn time(boards: &[Board], passes: usize, solve: impl Fn(&Board)) -> (f64, f64) {
    let mut times: Vec<f64> = (0..passes)
        .map(|_| {
            let started = Instant::now();
            for board in boards {
                solve(black_box(board));
            }
            started.elapsed().as_secs_f64() * 1e6 / boards.len() as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times[0], times[passes / 2])
}

/// Up to `limit` solutions, by the plain search: row by row, with a mask of the columns and one of
/// the regions that are taken.
fn count_by_masks(board: &Board, limit: usize) -> usize {
    struct Search<'a> {
        size: usize,
        regions: &'a [Region],
        limit: usize,
        found: usize,
    }
    impl Search<'_> {
        fn place(&mut self, row: usize, columns: u32, regions: u32, above: u32) {
            if row == self.size {
                self.found += 1;
                return;
            }
            let touched = above << 1 | above >> 1;
            let mut free = !(columns | touched) & ((1 << self.size) - 1);
            while free != 0 && self.found < self.limit {
                let queen = free & free.wrapping_neg();
                free ^= queen;
                let Region(region) =
                    self.regions[row * self.size + queen.trailing_zeros() as usize];
                if regions >> region & 1 == 0 {
                    self.place(row + 1, columns | queen, regions | 1 << region, queen);
                }
            }
        }
    }
    let mut search = Search { size: board.size(), regions: board.regions(), limit, found: 0 };
    search.place(0, 0, 0, 0);
    search.found
}
