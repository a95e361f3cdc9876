//! The boards under `fixtures/`: those that must be read and solved as their first line says, and
//! those that must be refused.
//!
//! `fixtures/boards/size-N.txt` come from the generator. Where it is meant to make other boards
//! than before, rewrite them with `QUEENSIGHT_REWRITE=1 cargo test --test boards`.

#![expect(clippy::unwrap_used, reason = "a fixture that cannot be read is a failed test")]

use queensight::board::{Board, parse, parse_puzzle};
use queensight::solver::{Outcome, generate, solve};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn folder(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "fixtures", name].iter().collect()
}

/// The texts of a folder's files, by file name.
fn texts(folder: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect()
}

/// What the first line of a board file says of its solutions: `# unique: 1 3 0 2` (the column of
/// the queen of each row, from 0), `# multiple` or `# none`.
fn headline(board: &Board) -> String {
    match solve(board) {
        Outcome::Unique(solution) => {
            let columns: Vec<String> = solution.columns().iter().map(usize::to_string).collect();
            format!("# unique: {}", columns.join(" "))
        }
        Outcome::Multiple(..) => "# multiple".to_owned(),
        Outcome::None => "# none".to_owned(),
        Outcome::BudgetSpent => "# undecided".to_owned(),
    }
}

#[test]
fn every_board_has_the_solutions_that_its_first_line_says() {
    let texts = texts(&folder("boards"));
    assert!(texts.len() >= 11, "only {} boards", texts.len());
    for (name, text) in texts {
        let board = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(text.lines().next(), Some(&*headline(&board)), "{name}");
        assert_eq!(board.is_connected(), !name.starts_with("split-"), "{name}");
    }
}

#[test]
fn the_generator_still_makes_the_boards_that_it_made() {
    for size in 5..=12 {
        let board = generate(size, &mut ChaCha8Rng::seed_from_u64(size as u64)).unwrap();
        let text = format!("{}\n{board}\n", headline(&board));
        let path = folder("boards").join(format!("size-{size}.txt"));
        if env::var_os("QUEENSIGHT_REWRITE").is_some() {
            fs::write(&path, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{}", path.display());
    }
}

#[test]
fn every_refused_board_gets_the_sentence_that_fits_its_name() {
    let expected = BTreeMap::from([
        ("broken-json.json", "the JSON breaks off or is wrong at line 3, column 1"),
        ("broken-minizinc.dzn", "the MiniZinc data break off or are wrong at line 5, column 1"),
        ("clauses.cnf", "line 3, column 1 begins clauses in the DIMACS format, which is no board"),
        ("empty-region.dzn", "line 2, column 23: region E has no cell"),
        ("empty.txt", "there are no rows"),
        ("marks-of-another-board.json", "line 3, column 12 has 3 rows of marks for 4 rows"),
        ("missing-region.txt", "there are 4 regions for 5 rows"),
        ("no-regions.json", "the JSON has no list of rows under `regions`"),
        ("no-rows.dzn", "there are no rows"),
        ("not-square.txt", "there are 5 rows of 4 cells each"),
        ("question.smt2", "line 1, column 1 begins a question in SMT-LIB, which is no board"),
        (
            "several-faults.txt",
            "line 4, column 2 has '?', which names no region; \
             line 2, column 5: the row has 4 cells, not 5; \
             line 6, column 6: the row has 6 cells, not 5",
        ),
        ("too-large.txt", "there are 300 rows, and at most 256 can be read"),
        (
            "too-many-regions.txt",
            "there are 6 regions for 5 rows; the first too many begins at line 4, column 5",
        ),
        ("uneven-lists.json", "line 4, column 8: the row has 2 cells, not 3"),
        (
            "uneven-rows.txt",
            "line 3, column 5: the row has 4 cells, not 5; \
             line 5, column 6: the row has 6 cells, not 5",
        ),
        ("unknown-character.txt", "line 2, column 3 has '*', which names no region"),
        ("unknown-mark.json", "line 3, column 21 is not 4 times `.`, `x` or `q`"),
        ("word-among-numbers.txt", "line 3, column 5 has \"1O\", which names no region"),
    ]);
    let told: BTreeMap<String, String> = texts(&folder("refused/boards"))
        .into_iter()
        .map(|(name, text)| {
            let error = parse_puzzle(&text).err();
            (name, error.map_or_else(|| "it was read".to_owned(), |error| error.to_string()))
        })
        .collect();
    let told: BTreeMap<&str, &str> = told.iter().map(|(name, text)| (&**name, &**text)).collect();
    assert_eq!(told, expected);
}
