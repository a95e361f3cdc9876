//! The simplest search that can be right: a queen in each row, in every cell of it in turn.

use super::{Engine, Need, Run, Stop};
use crate::board::{Board, Cell};
use std::borrow::Cow;

/// Tries every cell of a row, and the rows one after the other. Far too slow for large boards.
pub(crate) struct Naive;

impl Engine for Naive {
    fn name(&self) -> Cow<'static, str> {
        "naive".into()
    }

    fn about(&self) -> &'static str {
        "tries the cells of each row in turn, from the top"
    }

    fn backend(&self) -> Result<String, Need> {
        Ok("built in".to_owned())
    }

    fn has_tree(&self) -> bool {
        true
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop> {
        run.enter(None)?;
        place_next(run, &mut Vec::new())
    }
}

/// Places a queen in the row below the last of `queens`, in each way that there is.
fn place_next(run: &mut Run<'_>, queens: &mut Vec<Cell>) -> Result<(), Stop> {
    let (board, row) = (run.board(), queens.len());
    if row == board.size() {
        run.found(queens.iter().map(|queen| queen.col).collect())?;
        return Ok(());
    }
    for col in 0..board.size() {
        let queen = Cell::at(row, col);
        run.enter(Some(queen))?;
        if queens.iter().any(|&other| is_attack(board, other, queen)) {
            run.conflict();
        } else {
            queens.push(queen);
            place_next(run, queens)?;
            queens.pop();
        }
        run.leave();
    }
    Ok(())
}

/// Whether queens in these cells of two rows would break a rule.
fn is_attack(board: &Board, one: Cell, other: Cell) -> bool {
    one.col == other.col || one.touches(other) || board.region(one) == board.region(other)
}
