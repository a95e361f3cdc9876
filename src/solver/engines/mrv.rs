//! The classic improvement on the naive search: the unit with the *minimum of remaining values*
//! first, and every cell that a queen attacks struck out at once.

use super::{Engine, Need, Run, Stop};
use crate::board::{Board, Cell, CellSet, Region};
use std::borrow::Cow;

/// Most constrained unit first, with forward checking.
pub(super) struct Mrv;

impl Engine for Mrv {
    fn name(&self) -> Cow<'static, str> {
        "mrv".into()
    }

    fn about(&self) -> &'static str {
        "the row, column or region with the fewest cells left first; strikes out what is attacked"
    }

    fn backend(&self) -> Result<String, Need> {
        Ok("built in".to_owned())
    }

    fn has_tree(&self) -> bool {
        true
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop> {
        let board = run.board();
        let size = board.size();
        let units = units(board);
        let state = State {
            free: CellSet::from_cells(size, board.cells()),
            open: units.iter().collect(),
            queens: vec![0; size],
        };
        run.enter(None)?;
        explore(run, &state)
    }
}

/// The cells of every row, column and region.
fn units(board: &Board) -> Vec<CellSet> {
    let size = board.size();
    let mut units = vec![CellSet::new(size); 3 * size];
    for cell in board.cells() {
        let Region(region) = board.region(cell);
        for unit in [cell.row, size + cell.col, 2 * size + region] {
            units[unit].insert(cell);
        }
    }
    units
}

/// Some queens, and what they leave.
struct State<'u> {
    /// The cells that no queen stands in or attacks.
    free: CellSet,
    /// The units without a queen.
    open: Vec<&'u CellSet>,
    /// The column of the queen of each row; of an open row it says nothing.
    queens: Vec<usize>,
}

/// Places a queen in each free cell of the unit that has the fewest.
fn explore(run: &mut Run<'_>, state: &State<'_>) -> Result<(), Stop> {
    let Some(tightest) = state.open.iter().min_by_key(|unit| unit.intersection_len(&state.free))
    else {
        run.found(state.queens.clone())?;
        return Ok(());
    };
    let choices = tightest.intersection(&state.free);
    if choices.is_empty() {
        run.conflict();
    }
    for queen in choices.iter() {
        run.enter(Some(queen))?;
        explore(run, &state.with(queen))?;
        run.leave();
    }
    Ok(())
}

impl State<'_> {
    /// The state with one queen more.
    fn with(&self, queen: Cell) -> Self {
        let (hers, open): (Vec<_>, Vec<_>) =
            self.open.iter().partition(|unit| unit.contains(queen));
        let mut free = hers.into_iter().fold(self.free.clone(), |free, unit| free.difference(unit));
        for corner in queen.corner_neighbours(self.queens.len()) {
            free.remove(corner);
        }
        let mut queens = self.queens.clone();
        queens[queen.row] = queen.col;
        Self { free, open, queens }
    }
}
