//! Satisfiability: a variable for each cell, and clauses.
//!
//! Variable `row * n + col` (from 0; DIMACS counts from 1) says that a queen stands in that cell.
//! The clauses say that each row, column and region has at least one queen and at most one, and that
//! of two cells that touch at a corner at most one has a queen. (Of two that share a side it follows:
//! they share a row or a column.)

use super::run::Watch;
use super::{Engine, Fault, Need, Run, Stop, solve_and_forbid};
use crate::board::{Board, Cell, Region, Solution};
use rustsat::encodings::am1::{Bitwise, Encode as _, Pairwise};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars as _};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal, Var};
use std::borrow::Cow;

pub(super) const ABOUT: &str = "a variable per cell; exactly-one clauses";

/// In units of up to this many cells, each pair gets a clause of its own: they propagate best, and
/// are few. In larger ones they would be millions (a region of a board of size 64 can have 4,000
/// cells), so those get auxiliary variables instead: the number of the queen's cell, bit by bit.
/// Chosen.
const LARGEST_PAIRWISE: usize = 64;

/// The puzzle as clauses; auxiliary variables come after those of the cells.
struct Encoding {
    clauses: Cnf,
    variables: u32,
}

/// The literal that says that a queen stands in `cell`.
fn queen(board: &Board, cell: Cell) -> Lit {
    // Boards are far smaller than 65,536 rows: they would not fit into memory.
    Var::new((cell.row * board.size() + cell.col) as u32).pos_lit()
}

fn encode(board: &Board) -> Result<Encoding, Fault> {
    let size = board.size();
    let mut clauses = Cnf::new();
    let mut variables = BasicVarManager::from_next_free(Var::new((size * size) as u32));
    for unit in 0..size {
        let row = (0..size).map(|col| Cell::at(unit, col)).collect();
        let column = (0..size).map(|row| Cell::at(row, unit)).collect();
        let region = board.region_cells(Region(unit)).collect();
        for cells in [row, column, region] as [Vec<Cell>; 3] {
            let queens: Vec<Lit> = cells.into_iter().map(|cell| queen(board, cell)).collect();
            clauses.add_clause(Clause::from(&queens[..]));
            let encoded = if queens.len() <= LARGEST_PAIRWISE {
                Pairwise::from_iter(queens).encode(&mut clauses, &mut variables)
            } else {
                Bitwise::from_iter(queens).encode(&mut clauses, &mut variables)
            };
            encoded.map_err(library)?;
        }
    }
    for cell in board.cells() {
        for corner in cell.corner_neighbours(size).filter(|corner| corner.row > cell.row) {
            clauses.add_binary(!queen(board, cell), !queen(board, corner));
        }
    }
    Ok(Encoding { clauses, variables: variables.n_used() })
}

/// The clause that some queen of `solution` stands elsewhere.
fn forbid(board: &Board, solution: &Solution) -> Clause {
    solution.queens().map(|cell| !queen(board, cell)).collect()
}

/// The puzzle in the DIMACS format, with what each variable means in comments.
pub(crate) fn dimacs(board: &Board) -> Result<Vec<u8>, Fault> {
    let Encoding { clauses, variables } = encode(board)?;
    let size = board.size();
    let mut text = format!(
        "c A Queens puzzle, {size} by {size}. Satisfiable if and only if it has a solution.\n\
         c Variable (r - 1) * {size} + c is true if a queen stands in row r, column c:\n"
    );
    for cell in board.cells() {
        let variable = cell.row * size + cell.col + 1;
        text += &format!("c var {variable} row {} column {}\n", cell.row + 1, cell.col + 1);
    }
    if variables as usize > size * size {
        text += "c Those that follow count the cells of a large region, bit by bit.\n";
    }
    let mut bytes = text.into_bytes();
    clauses.write_dimacs(&mut bytes, variables).map_err(library)?;
    Ok(bytes)
}

/// Solves with any solver that takes clauses.
fn search(run: &mut Run<'_>, solver: &mut impl Solve) -> Result<(), Stop> {
    let board = run.board();
    solver.add_cnf(encode(board)?.clauses).map_err(library)?;
    solve_and_forbid(run, |_, last| {
        if let Some(last) = last {
            solver.add_clause(forbid(board, last)).map_err(library)?;
        }
        match solver.solve().map_err(library)? {
            SolverResult::Unsat => Ok(None),
            SolverResult::Interrupted => Err(Stop::Spent),
            SolverResult::Sat => {
                let mut columns = Vec::new();
                for cell in board.cells() {
                    if solver.lit_val(queen(board, cell)).map_err(library)? == TernaryVal::True {
                        columns.push(cell.col);
                    }
                }
                Ok(Some(columns))
            }
        }
    })
}

fn library(fault: impl ToString) -> Fault {
    Fault::Library(fault.to_string())
}

/// Conflict-driven clause learning in Rust.
pub(super) struct BatSat;

/// Lets BatSat know when it has to stop.
#[derive(Default)]
struct Callbacks(Option<Watch>);

impl batsat::Callbacks for Callbacks {
    fn stop(&self) -> bool {
        self.0.as_ref().is_some_and(Watch::is_over)
    }
}

impl Engine for BatSat {
    fn name(&self) -> Cow<'static, str> {
        "sat".into()
    }

    fn about(&self) -> &'static str {
        ABOUT
    }

    fn backend(&self) -> Result<String, Need> {
        Ok("BatSat 0.6".to_owned())
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop> {
        let mut solver = rustsat_batsat::Solver::<Callbacks>::default();
        solver.batsat_mut().cb_mut().0 = Some(run.watch().clone());
        let ended = search(run, &mut solver);
        let solver = solver.batsat_ref();
        run.statistics_mut().nodes = batsat::SolverInterface::num_decisions(solver);
        run.statistics_mut().conflicts = batsat::SolverInterface::num_conflicts(solver);
        ended
    }
}

/// The reference among SAT solvers.
#[cfg(feature = "cadical")]
pub(super) struct CaDiCaL;

#[cfg(feature = "cadical")]
impl Engine for CaDiCaL {
    fn name(&self) -> Cow<'static, str> {
        "cadical".into()
    }

    fn about(&self) -> &'static str {
        ABOUT
    }

    fn backend(&self) -> Result<String, Need> {
        Ok(rustsat_cadical::CaDiCaL::default().signature().to_owned())
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop> {
        use rustsat::solvers::{ControlSignal, Terminate as _};
        let watch = run.watch().clone();
        let mut solver = rustsat_cadical::CaDiCaL::default();
        solver.attach_terminator(move || match watch.is_over() {
            true => ControlSignal::Terminate,
            false => ControlSignal::Continue,
        });
        search(run, &mut solver)
    }
}
