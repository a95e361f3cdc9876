//! Every engine that is here is held to the same answers, on boards of all kinds.
//!
//! An engine that is not here is named as skipped, on standard error; where the variable `CI` is set
//! the programs that `scripts/setup` installs must be here.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up, or whose engine fails, is to fail at once"
)]

use queensight::board::{Board, Cell, Region};
use queensight::solver::engines::{self, Engine, Run};
use queensight::solver::tree::NodeKind;
use queensight::solver::{Budget, Outcome, generate};
use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use std::{env, io, thread};

/// Programs take tens of milliseconds to start, so they get one board in so many.
const BOARDS_PER_START: usize = 3;

/// Far longer than any of these boards takes: whoever spends it hangs.
const LIMIT: Duration = Duration::from_secs(120);

/// What is asked of the engines: whether there are solutions, and which one where there is one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    Unique(Vec<usize>),
    Several,
    None,
    Spent,
}

impl From<Outcome> for Answer {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Unique(solution) => Self::Unique(solution.columns().to_vec()),
            Outcome::Multiple(..) => Self::Several,
            Outcome::None => Self::None,
            Outcome::BudgetSpent => Self::Spent,
        }
    }
}

/// A board on which every region has a cell and the rest is dealt out at random: most regions are
/// in many pieces.
fn scattered(size: usize, rng: &mut ChaCha8Rng) -> Board {
    let mut regions: Vec<usize> = (0..size).collect();
    regions.resize_with(size * size, || rng.random_range(0..size));
    regions.shuffle(rng);
    let rows: Vec<Vec<usize>> = regions.chunks(size).map(<[_]>::to_vec).collect();
    Board::from_rows(&rows).unwrap()
}

/// A board with one solution, of which a few cells are misread: it may have one still, or several,
/// or none.
fn misread(size: usize, cells: usize, rng: &mut ChaCha8Rng) -> Board {
    let board = generate(size, rng).unwrap();
    let row = |row| (0..size).map(move |col| Cell::at(row, col));
    let mut rows: Vec<Vec<Region>> =
        (0..size).map(|index| row(index).map(|cell| board.region(cell)).collect()).collect();
    for _ in 0..cells {
        rows[rng.random_range(0..size)][rng.random_range(0..size)] =
            Region(rng.random_range(0..size));
    }
    // A region that is gone with its last cell makes no board; then it is read as it was.
    Board::from_rows(&rows).unwrap_or(board)
}

/// 300 boards: of sizes 1, 2 and 3, then generated, scattered and misread ones in turn.
fn boards() -> Vec<Board> {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    (0..300)
        .map(|index| match index {
            0..12 => scattered(1 + index % 3, &mut rng),
            _ => match index % 3 {
                0 => generate(rng.random_range(4..=9), &mut rng).unwrap(),
                1 => scattered(rng.random_range(4..=8), &mut rng),
                _ => misread(rng.random_range(5..=9), index % 5, &mut rng),
            },
        })
        .collect()
}

/// Says something that is to be seen even where the test passes.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// The engines that are here; those that choose among two programs, in both of them.
fn present() -> Vec<Box<dyn Engine>> {
    let second = ["smt:cvc5", "smt-rows:cvc5"].map(|name| engines::by_name(name).unwrap());
    let known = engines::all().into_iter().chain(second);
    let (here, missing): (Vec<_>, Vec<_>) = known.partition(|engine| engine.backend().is_ok());
    for engine in missing {
        let need = engine.backend().unwrap_err();
        say(&format!("skipped: {}: {}", engine.name(), need.missing));
        assert!(
            env::var_os("CI").is_none() || !is_program(&*engine),
            "{} is missing, and scripts/setup was to install it",
            engine.name()
        );
    }
    here
}

/// Whether the engine starts a program for each question.
fn is_program(engine: &dyn Engine) -> bool {
    engine.name().starts_with("smt") || engine.name().starts_with("minizinc")
}

fn answer(engine: &dyn Engine, board: &Board) -> Answer {
    let budget = Budget::UNLIMITED.within(LIMIT);
    match engines::solve(engine, board, &budget) {
        Ok((outcome, _)) => outcome.into(),
        Err(error) => panic!("{}: {error} on {board:?}", engine.name()),
    }
}

/// Does `work` for each of `0..count`, on all processors.
fn in_parallel(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    work(index);
                }
            });
        }
    });
}

#[test]
fn all_engines_that_are_here_agree_on_300_boards() {
    let boards = boards();
    let naive = engines::by_name("naive").unwrap();
    let expected: Vec<Answer> = boards.iter().map(|board| answer(&*naive, board)).collect();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for answer in &expected {
        let kind = match answer {
            Answer::Unique(_) => "unique",
            Answer::Several => "several",
            Answer::None => "none",
            Answer::Spent => "spent",
        };
        *kinds.entry(kind).or_default() += 1;
    }
    assert!(["unique", "several", "none"].iter().all(|kind| kinds[kind] >= 30), "{kinds:?}");
    assert!(boards.iter().filter(|board| !board.is_connected()).count() > 100);

    let engines = present();
    in_parallel(boards.len(), |index| {
        for engine in &engines {
            if is_program(&**engine) && index >= 12 && index % BOARDS_PER_START != index / 12 % 3 {
                continue;
            }
            let got = answer(&**engine, &boards[index]);
            assert_eq!(got, expected[index], "{}: {:?}", engine.name(), boards[index]);
        }
    });
    let names: Vec<_> = engines.iter().map(|engine| engine.name()).collect();
    say(&format!("agreed: {}", names.join(", ")));
}

#[test]
fn every_engine_finds_all_solutions_once_and_knows_when_they_are_all() {
    let board = stripes(5);
    for engine in present() {
        for (limit, found, are_all) in [(3, 3, false), (15, 14, true)] {
            let mut run = Run::start(&board, &Budget::UNLIMITED.within(LIMIT)).up_to(limit);
            engines::solve_in(&*engine, &mut run).unwrap();
            assert_eq!(run.is_through(), are_all, "{}, {limit}", engine.name());
            assert_eq!(run.into_found().len(), found, "{}, {limit}", engine.name());
        }
    }
}

#[test]
fn trees_show_what_the_search_has_done() {
    for engine in present().iter().filter(|engine| engine.has_tree()) {
        let mut branches = 0;
        for board in boards() {
            let mut run = Run::start(&board, &Budget::UNLIMITED).with_tree(usize::MAX);
            let outcome = engines::solve_in(&**engine, &mut run).unwrap();
            let statistics = run.statistics();
            let tree = run.tree().unwrap();
            let count = |kind| tree.nodes().iter().filter(|node| node.kind == kind).count();
            let solutions = match outcome {
                Outcome::Unique(_) => 1,
                Outcome::Multiple(..) => 2,
                _ => 0,
            };
            let name = engine.name();
            assert_eq!(count(NodeKind::Solution), solutions, "{name}: {board:?}");
            assert_eq!(tree.nodes().len() as u64, statistics.nodes, "{name}: {board:?}");
            assert_eq!(count(NodeKind::Failure) as u64, statistics.conflicts, "{name}: {board:?}");
            for (index, node) in tree.nodes().iter().enumerate() {
                assert_eq!(node.choice.is_none(), index == 0, "{name}: {board:?}");
                let is_leaf = node.children.is_empty();
                assert_eq!(is_leaf, node.kind != NodeKind::Branch, "{name}: {board:?}");
            }
            branches += count(NodeKind::Branch);
        }
        assert!(branches > 100, "{}: {branches} branches tell little", engine.name());
    }
}

#[test]
fn large_boards_with_large_regions_are_stated_in_other_clauses_and_solved_all_the_same() {
    // Most of the board is one region, which no other engine's model minds.
    let size = 14;
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let queens = engines::by_name("mrv").unwrap();
    for _ in 0..5 {
        let mut rows = vec![vec![0; size]; size];
        for region in 1..size {
            for _ in 0..2 {
                rows[rng.random_range(0..size)][rng.random_range(0..size)] = region;
            }
        }
        let Ok(board) = Board::from_rows(&rows) else { continue };
        let expected = answer(&*queens, &board);
        assert_eq!(answer(&*engines::by_name("sat").unwrap(), &board), expected, "{board:?}");
    }
}

#[test]
fn names_are_found_and_others_are_not() {
    for engine in engines::all() {
        let found = engines::by_name(&engine.name()).map(|found| found.name());
        assert_eq!(found, Some(engine.name()));
    }
    for (name, expected) in [
        ("minizinc:cp-sat", Some("minizinc:cp-sat")),
        ("smt:z3", Some("smt:z3")),
        ("smt-rows:cvc5", Some("smt-rows:cvc5")),
        ("smt:yices", None),
        ("dpll", None),
        ("sat:z3", None),
    ] {
        assert_eq!(
            engines::by_name(name).map(|engine| engine.name().into_owned()).as_deref(),
            expected
        );
    }
}

/// A board of stripes, of which nobody can tell that it has a solution without search.
fn stripes(size: usize) -> Board {
    let rows: Vec<Vec<usize>> = (0..size).map(|row| vec![row; size]).collect();
    Board::from_rows(&rows).unwrap()
}

#[test]
fn every_engine_heeds_time_and_cancellation() {
    let board = stripes(12);
    for engine in present() {
        let none = Budget::UNLIMITED.within(Duration::ZERO);
        let cancelled = Budget::UNLIMITED.until(Arc::new(AtomicBool::new(true)));
        for (why, budget) in [("no time", none), ("cancelled", cancelled)] {
            let outcome = engines::solve(&*engine, &board, &budget).unwrap().0;
            assert_eq!(outcome, Outcome::BudgetSpent, "{}: {why}", engine.name());
        }
    }
}
