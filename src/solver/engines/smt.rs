//! Satisfiability modulo theories, by an installed `z3` or `cvc5`, in either of two models.
//!
//! [`SmtModel::Cells`]: a boolean for each cell. Each row, column and region sums up to 1, and of two
//! cells that touch at a corner not both are true.
//!
//! [`SmtModel::Rows`]: an integer for each column, the row of its queen, all distinct and no two
//! neighbours next to each other; and a boolean for each cell, true if and only if the queen of its
//! column stands there, of which each region has exactly one.
//!
//! The program is run on the whole text anew for each question: an answer then costs one start more,
//! and whatever it does (hang, die, talk nonsense) it can be ended like any other program.

use super::program::{self, Said};
use super::{Engine, Need, Run, Stop, solve_and_forbid};
use crate::board::{Board, Cell, Region, Solution};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::PathBuf;

/// What the variables of an SMT model stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmtModel {
    /// A boolean for each cell.
    Cells,
    /// The row of the queen of each column, and a boolean for each cell.
    Rows,
}

/// An SMT solver.
pub(super) struct Smt {
    model: SmtModel,
    /// The program to run, if not the first one that is installed.
    program: Option<&'static Program>,
}

/// A program that reads SMT-LIB from standard input.
struct Program {
    name: &'static str,
    arguments: &'static [&'static str],
}

const PROGRAMS: &[Program] = &[
    Program { name: "z3", arguments: &["-smt2", "-in"] },
    Program { name: "cvc5", arguments: &["--quiet", "--lang=smt2", "--produce-models", "-"] },
];

impl Smt {
    /// In the first program that is installed.
    pub(super) fn new(model: SmtModel) -> Self {
        Self { model, program: None }
    }

    /// In the program of this name, if it is known.
    pub(super) fn in_program(model: SmtModel, name: &str) -> Option<Box<dyn Engine>> {
        let program = PROGRAMS.iter().find(|program| program.name == name)?;
        Some(Box::new(Self { model, program: Some(program) }))
    }

    /// The program that will be run, and where it is.
    fn installed(&self) -> Result<(&'static Program, PathBuf), Need> {
        let wanted = |program: &&Program| self.program.is_none_or(|only| only.name == program.name);
        PROGRAMS
            .iter()
            .filter(wanted)
            .find_map(|program| Some((program, program::find(program.name)?)))
            .ok_or_else(|| Need {
                missing: match self.program {
                    Some(program) => format!("{} is not installed", program.name),
                    None => "neither z3 nor cvc5 is installed".to_owned(),
                },
                remedy: match self.program {
                    Some(Program { name: "cvc5", .. }) => "Debian, Ubuntu: apt install cvc5",
                    _ => "Debian, Ubuntu: apt install z3; Fedora: dnf install z3; macOS: brew install z3",
                }
                .to_owned(),
            })
    }
}

impl Engine for Smt {
    fn name(&self) -> Cow<'static, str> {
        let model = match self.model {
            SmtModel::Cells => "smt",
            SmtModel::Rows => "smt-rows",
        };
        match self.program {
            Some(program) => format!("{model}:{}", program.name).into(),
            None => model.into(),
        }
    }

    fn about(&self) -> &'static str {
        match self.model {
            SmtModel::Cells => "a boolean per cell; each unit sums up to 1",
            SmtModel::Rows => "a row per column, all distinct, and a boolean per cell",
        }
    }

    fn backend(&self) -> Result<String, Need> {
        self.installed().map(|(_, path)| path.display().to_string())
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop> {
        let Ok((Program { arguments, .. }, path)) = self.installed() else {
            return Err(Stop::Spent);
        };
        let board = run.board();
        let mut text = self.model.declare(board);
        solve_and_forbid(run, |run, last| {
            if let Some(last) = last {
                text += &self.model.forbid(last);
            }
            let question = format!("{text}{}", self.model.ask(board));
            let said = program::run(&path, arguments, question, run.watch())?;
            self.model.read(board, said)
        })
    }
}

/// The puzzle in SMT-LIB 2, with the question at its end.
pub(crate) fn smt_lib(board: &Board, model: SmtModel) -> String {
    model.declare(board) + &model.ask(board)
}

/// The variable of a cell. Rows and columns count from 1.
fn queen(cell: Cell) -> String {
    format!("queen_{}_{}", cell.row + 1, cell.col + 1)
}

/// That exactly one of these variables is true.
fn exactly_one(queens: impl Iterator<Item = Cell>) -> String {
    let counted: Vec<String> = queens.map(|cell| format!("(ite {} 1 0)", queen(cell))).collect();
    match &counted[..] {
        [only] => format!("(assert (= 1 {only}))\n"),
        _ => format!("(assert (= 1 (+ {})))\n", counted.join(" ")),
    }
}

impl SmtModel {
    /// The variables and the rules.
    fn declare(self, board: &Board) -> String {
        let size = board.size();
        let mut text = format!(
            "; A Queens puzzle, {size} by {size}. Satisfiable if and only if it has a solution.\n\
             (set-option :produce-models true)\n(set-logic QF_LIA)\n\n\
             ; A queen stands in this row and this column.\n"
        );
        for cell in board.cells() {
            text += &format!("(declare-const {} Bool)\n", queen(cell));
        }
        match self {
            Self::Cells => declare_cells(board, &mut text),
            Self::Rows => declare_rows(board, &mut text),
        }
        text += "\n; One queen in every region.\n";
        for region in 0..size {
            text += &exactly_one(board.region_cells(Region(region)));
        }
        text
    }

    /// That a solution is not the answer.
    fn forbid(self, solution: &Solution) -> String {
        let queens: Vec<String> = solution.queens().map(queen).collect();
        format!("(assert (not (and true {})))\n", queens.join(" "))
    }

    /// Whether there is a solution, and what it is.
    fn ask(self, board: &Board) -> String {
        let names: Vec<String> = match self {
            Self::Cells => board.cells().map(queen).collect(),
            Self::Rows => (1..=board.size()).map(|col| format!("row_{col}")).collect(),
        };
        format!("\n(check-sat)\n(get-value ({}))\n", names.join(" "))
    }

    /// The column of the queen of each row, from what the program said; `None` if there is no
    /// solution.
    fn read(self, board: &Board, said: Said) -> Result<Option<Vec<usize>>, Stop> {
        let mut lines = said.answer.trim_start().splitn(2, '\n');
        match (lines.next().map(str::trim_end), lines.next()) {
            // What follows is the complaint that there is no value to give.
            (Some("unsat"), _) => Ok(None),
            (Some("sat"), Some(values)) => match self.columns(board.size(), values) {
                Some(columns) => Ok(Some(columns)),
                None => Err(said.fault().into()),
            },
            _ => Err(said.fault().into()),
        }
    }

    /// The column of the queen of each row, from values like `((row_1 4) (row_2 2))`.
    fn columns(self, size: usize, values: &str) -> Option<Vec<usize>> {
        let mut words =
            values.split(['(', ')', ' ', '\t', '\r', '\n']).filter(|word| !word.is_empty());
        let mut queens = Vec::new();
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            let mut parts = name.split('_').skip(1).map(|part| part.parse::<usize>().ok());
            let queen = match (self, parts.next()??, value) {
                (Self::Cells, _, "false") => continue,
                (Self::Cells, row, "true") => Cell::at(row, parts.next()??),
                (Self::Rows, col, row) => Cell::at(row.parse().ok()?, col),
                _ => return None,
            };
            queens.push(queen);
        }
        queens.sort_unstable();
        // Were a row empty or doubled, the columns would not be as many as the rows.
        let rows = queens.iter().map(|queen| queen.row);
        let whole = rows.eq(1..=size);
        whole.then(|| queens.iter().map(|queen| queen.col.wrapping_sub(1)).collect())
    }
}

fn declare_cells(board: &Board, text: &mut String) {
    let size = board.size();
    *text += "\n; One queen in every row and in every column.\n";
    for unit in 0..size {
        *text += &exactly_one((0..size).map(|col| Cell::at(unit, col)));
        *text += &exactly_one((0..size).map(|row| Cell::at(row, unit)));
    }
    *text += "\n; No two at a corner.\n";
    for cell in board.cells() {
        for corner in cell.corner_neighbours(size).filter(|corner| corner.row > cell.row) {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "(assert (not (and {} {})))", queen(cell), queen(corner));
        }
    }
}

fn declare_rows(board: &Board, text: &mut String) {
    let size = board.size();
    *text += "\n; The row of the queen of every column.\n";
    for col in 1..=size {
        *text += &format!("(declare-const row_{col} Int)\n(assert (<= 1 row_{col} {size}))\n");
    }
    let rows: Vec<String> = (1..=size).map(|col| format!("row_{col}")).collect();
    if size > 1 {
        *text += &format!("(assert (distinct {}))\n", rows.join(" "));
    }
    *text += "\n; No two neighbours at a corner.\n";
    for pair in rows.windows(2) {
        let (one, next) = (&pair[0], &pair[1]);
        *text += &format!("(assert (or (< (+ {one} 1) {next}) (< (+ {next} 1) {one})))\n");
    }
    *text += "\n; The queen of this column stands in this row.\n";
    for cell in board.cells() {
        let (row, col) = (cell.row + 1, cell.col + 1);
        *text += &format!("(assert (= {} (= row_{col} {row})))\n", queen(cell));
    }
}
