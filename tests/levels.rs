//! Holds the solver to published boards, where the variable `QUEENSIGHT_CORPUS` names a folder of
//! them: `levels.json`, and generated boards of 8 to 64 rows in `large/`.

#![expect(clippy::expect_used, reason = "a corpus that cannot be read is a failed test")]
#![expect(clippy::panic, reason = "a failed test")]
#![expect(clippy::print_stdout, reason = "says what was skipped and how much was done")]

use queensight::board::Board;
use queensight::solver::{self, Budget, Outcome};
use serde::Deserialize;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct Level {
    id: String,
    kind: String,
    n: usize,
    regions: Vec<String>,
    /// 2 means two or more; null marks a board with a slip in it.
    solution_count: Option<usize>,
    solution: Option<Vec<usize>>,
}

impl Level {
    fn board(&self) -> Board {
        let rows: Vec<Vec<char>> = self.regions.iter().map(|row| row.chars().collect()).collect();
        Board::from_rows(&rows).unwrap_or_else(|faults| panic!("{}: {faults}", self.id))
    }
}

fn folder() -> Option<PathBuf> {
    let folder = env::var_os("QUEENSIGHT_CORPUS");
    if folder.is_none() {
        println!("skipped: QUEENSIGHT_CORPUS is not set");
    }
    folder.map(PathBuf::from)
}

fn levels(folder: &Path) -> Vec<Level> {
    let text = fs::read_to_string(folder.join("levels.json")).expect("a list of levels");
    let mut levels: Vec<Level> = serde_json::from_str(&text).expect("levels");
    levels.retain(|level| level.solution_count.is_some());
    levels
}

#[test]
fn published_boards_have_the_solutions_that_are_known() {
    let Some(folder) = folder() else { return };
    let levels = levels(&folder);
    for level in &levels {
        let outcome = solver::solve(&level.board());
        match level.solution_count {
            Some(1) => {
                let Outcome::Unique(found) = outcome else { panic!("{}: {outcome:?}", level.id) };
                assert_eq!(Some(found.columns()), level.solution.as_deref(), "{}", level.id);
            }
            _ => assert!(matches!(outcome, Outcome::Multiple(..)), "{}: {outcome:?}", level.id),
        }
    }
    println!("{} boards", levels.len());
}

#[test]
fn linkedin_boards_are_solved_by_propagation_alone() {
    let Some(folder) = folder() else { return };
    let mut levels = levels(&folder);
    levels.retain(|level| level.kind.starts_with("linkedin-") && level.solution_count == Some(1));
    let searched: Vec<&str> = levels
        .iter()
        .filter(|level| solver::solve_with(&level.board(), &Budget::STANDARD).1.nodes > 1)
        .map(|level| level.id.as_str())
        .collect();
    println!(
        "{} boards, of 7 to {:?} rows",
        levels.len(),
        levels.iter().map(|level| level.n).max()
    );
    assert!(searched.is_empty() && !levels.is_empty(), "{searched:?}");
}

#[test]
fn large_boards_are_decided_after_few_nodes() {
    let Some(folder) = folder() else { return };
    let (mut boards, mut most) = (0, 0);
    for file in fs::read_dir(folder.join("large")).expect("large boards") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("a list of boards");
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let [name, _, rows] = line.split_whitespace().collect::<Vec<_>>()[..] else {
                panic!("{line} is not a name, a size and rows");
            };
            let rows: Vec<Vec<&str>> =
                rows.split('/').map(|row| row.split(',').collect()).collect();
            let board = Board::from_rows(&rows).expect("a sound board");
            let (outcome, statistics) = solver::solve_with(&board, &Budget::nodes(100));
            assert_ne!(outcome, Outcome::BudgetSpent, "{name}: {statistics:?}");
            (boards, most) = (boards + 1, most.max(statistics.nodes));
        }
    }
    println!("{boards} boards, at most {most} nodes");
}
