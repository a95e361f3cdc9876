//! What is written for other programs, run by those programs; what is a board, read back.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up, or whose engine fails, is to fail at once"
)]

use queensight::board::{Board, Solution, parse};
use queensight::export::{Format, export};
use queensight::solver::engines::SmtModel;
use queensight::solver::{Outcome, generate, solve};
use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rustsat::instances::{ManageVars as _, SatInstance};
use rustsat::solvers::{Solve as _, SolverResult};
use rustsat::types::{TernaryVal, Var};
use std::collections::HashMap;
use std::io::Write as _;
use std::process::Command;
use std::{env, fs, io};

fn text(board: &Board, format: Format) -> String {
    String::from_utf8(export(board, format).unwrap()).unwrap()
}

/// A board of which every region has a cell, and the rest is dealt out at random.
fn scattered(size: usize, rng: &mut ChaCha8Rng) -> Board {
    let mut regions: Vec<usize> = (0..size).collect();
    regions.resize_with(size * size, || rng.random_range(0..size));
    regions.shuffle(rng);
    let rows: Vec<Vec<usize>> = regions.chunks(size).map(<[_]>::to_vec).collect();
    Board::from_rows(&rows).unwrap()
}

/// Boards with one solution, with several and with none; of sizes 1, 2 and 3 too.
fn boards() -> Vec<Board> {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut boards: Vec<Board> = (1..=7).map(|size| scattered(size, &mut rng)).collect();
    boards.extend([4, 6, 8].map(|size| generate(size, &mut rng).unwrap()));
    boards.push(parse("AAAA\nBBBB\nCCCC\nDDDD").unwrap());
    let has = |kind: fn(&Outcome) -> bool| boards.iter().any(|board| kind(&solve(board)));
    assert!(has(|outcome| matches!(outcome, Outcome::Unique(_))));
    assert!(has(|outcome| matches!(outcome, Outcome::Multiple(..))));
    assert!(has(|outcome| matches!(outcome, Outcome::None)));
    boards
}

/// Holds what another program found to what is known of the board.
fn check(board: &Board, found: Option<Vec<usize>>) {
    match found {
        Some(columns) => {
            Solution::check(board, columns).unwrap_or_else(|broken| panic!("{broken}: {board:?}"));
        }
        None => assert_eq!(solve(board), Outcome::None, "{board:?}"),
    }
}

/// Whether a program is here. Where the variable `CI` is set, it must be.
fn is_here(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_here = env::split_paths(&path).any(|folder| folder.join(program).is_file());
    assert!(is_here || env::var_os("CI").is_none(), "scripts/setup was to install {program}");
    if !is_here {
        // Seen even where the test passes, since only macros that print are captured.
        let _ = writeln!(io::stderr(), "skipped: {program} is not installed");
    }
    is_here
}

fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The variables that are true in a solution of clauses, if there is any.
type SatSolver = fn(&str) -> Option<Vec<u32>>;

/// By BatSat.
fn by_batsat(clauses: &str) -> Option<Vec<u32>> {
    let instance: SatInstance = SatInstance::from_dimacs(&mut clauses.as_bytes()).unwrap();
    let (clauses, variables) = instance.into_cnf();
    let mut solver = rustsat_batsat::BasicSolver::default();
    solver.add_cnf(clauses).unwrap();
    if solver.solve().unwrap() != SolverResult::Sat {
        return None;
    }
    let is_true = |&variable: &Var| solver.lit_val(variable.pos_lit()).unwrap() == TernaryVal::True;
    let all = (0..variables.n_used()).map(Var::new);
    Some(all.filter(is_true).map(|variable| variable.idx32() + 1).collect())
}

/// By the program `cadical`, which answers in the form of the SAT competitions.
fn by_cadical(clauses: &str) -> Option<Vec<u32>> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.cnf");
    fs::write(&file, clauses).unwrap();
    let answer = run("cadical", &["-q", file.to_str().unwrap()]);
    match answer.lines().next() {
        Some("s SATISFIABLE") => {
            let values = answer.lines().filter_map(|line| line.strip_prefix("v "));
            let literals =
                values.flat_map(|line| line.split(' ').map(|word| word.parse().unwrap()));
            Some(literals.filter(|&literal: &i32| literal > 0).map(i32::unsigned_abs).collect())
        }
        Some("s UNSATISFIABLE") => None,
        _ => panic!("cadical: {answer}"),
    }
}

#[test]
fn clauses_are_solved_by_sat_solvers_as_their_comments_say() {
    let solvers: &[SatSolver] =
        if is_here("cadical") { &[by_batsat, by_cadical] } else { &[by_batsat] };
    for board in boards() {
        let clauses = text(&board, Format::Dimacs);
        // From the comments: which variable is which cell.
        let cells: HashMap<u32, (usize, usize)> = clauses
            .lines()
            .filter_map(|line| {
                let words: Vec<&str> = line.strip_prefix("c var ")?.split(' ').collect();
                let [variable, "row", row, "column", column] = words[..] else { return None };
                Some((variable.parse().ok()?, (row.parse().ok()?, column.parse().ok()?)))
            })
            .collect();
        assert_eq!(cells.len(), board.size() * board.size());
        for solver in solvers {
            let found = solver(&clauses).map(|variables| {
                let mut queens: Vec<(usize, usize)> =
                    variables.iter().filter_map(|variable| cells.get(variable).copied()).collect();
                queens.sort_unstable();
                queens.into_iter().map(|(_, column)| column - 1).collect()
            });
            check(&board, found);
        }
    }
}

#[test]
fn questions_are_answered_by_smt_solvers() {
    for program in ["z3", "cvc5"].into_iter().filter(|program| is_here(program)) {
        questions_are_answered_by(program);
    }
}

fn questions_are_answered_by(program: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.smt2");
    for board in boards() {
        for model in [SmtModel::Cells, SmtModel::Rows] {
            fs::write(&file, text(&board, Format::Smt(model))).unwrap();
            let answer = run(program, &[file.to_str().unwrap()]);
            let words: Vec<&str> =
                answer.split(['(', ')', ' ', '\n']).filter(|word| !word.is_empty()).collect();
            let number = |text: &str| text.parse::<usize>().unwrap();
            let found = (words[0] == "sat").then(|| {
                let mut queens: Vec<(usize, usize)> = words[1..]
                    .chunks(2)
                    .filter_map(|pair| {
                        match (pair[0].split('_').collect::<Vec<_>>()[..].to_vec(), pair[1]) {
                            (name, "true") => Some((number(name[1]), number(name[2]))),
                            (_, "false") => None,
                            (name, row) => Some((number(row), number(name[1]))),
                        }
                    })
                    .collect();
                queens.sort_unstable();
                queens.into_iter().map(|(_, column)| column - 1).collect()
            });
            assert!(found.is_some() || words[0] == "unsat", "{program}: {answer}");
            check(&board, found);
        }
    }
}

#[test]
fn model_and_data_are_solved_by_minizinc() {
    if !is_here("minizinc") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (model, data) = (folder.path().join("queens.mzn"), folder.path().join("board.dzn"));
    for board in boards() {
        fs::write(&model, text(&board, Format::MiniZincModel)).unwrap();
        fs::write(&data, text(&board, Format::MiniZincData)).unwrap();
        let answer = run("minizinc", &[model.to_str().unwrap(), data.to_str().unwrap()]);
        let found = answer.strip_prefix('[').map(|rest| {
            let list = rest.split(']').next().unwrap();
            list.split(", ").map(|column| column.parse::<usize>().unwrap() - 1).collect()
        });
        assert!(found.is_some() || answer.contains("UNSATISFIABLE"), "{answer}");
        check(&board, found);
    }
}

#[test]
fn what_is_a_board_is_read_back() {
    let formats =
        [Format::Json, Format::Letters, Format::Digits, Format::Lists, Format::MiniZincData];
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for size in (1..=14).chain([26, 27, 52, 53, 64, 128]) {
        let board = scattered(size, &mut rng);
        for format in formats {
            let written = text(&board, format);
            assert_eq!(parse(&written).as_ref(), Ok(&board), "{format:?}, size {size}: {written}");
        }
    }
}

#[test]
fn what_is_a_question_is_not_taken_for_a_board() {
    let board = parse("ABBB\nAAAC\nDAAC\nDDDC").unwrap();
    let formats = [
        Format::Dimacs,
        Format::Smt(SmtModel::Cells),
        Format::Smt(SmtModel::Rows),
        Format::MiniZincModel,
    ];
    for format in formats {
        let error = parse(&text(&board, format)).unwrap_err();
        assert!(error.to_string().contains("which is no board"), "{format:?}: {error}");
    }
}
