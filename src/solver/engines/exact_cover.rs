//! Exact cover, by Knuth's dancing links (Algorithm 7.2.2.1C, the crate `exact-covers`).
//!
//! An *option* is a queen in a cell. It covers three *primary* items, her row, her column and her
//! region, each of which must be covered exactly once; and up to four *secondary* items, which may
//! be covered at most once: the blocks of 2 by 2 cells that she is in. Two queens touch if and only
//! if they share a block.

use super::run::Watch;
use super::{Engine, Need, Run, Stop};
use crate::board::{Board, Cell, Region};
use exact_covers::{DlSolver, Solver as _};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

/// Dancing links.
pub(super) struct ExactCover;

/// What a queen may cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    Row(usize),
    Column(usize),
    Region(Region),
    /// The 2 by 2 cells of which this is the top left one.
    Block(Cell),
}

/// The colour that a queen gives to her blocks: options are compatible if they agree on it. No two
/// queens do, which is why a block has room for one.
///
/// The search compares colours at every step, and nowhere else runs any code of ours: so this is
/// where it learns that its time is up.
#[derive(Clone, Copy)]
struct Colour<'w> {
    queen: Cell,
    alarm: &'w Alarm,
}

/// What carries the search out of the library when the budget is spent.
struct BudgetSpent;

/// Looks at the watch now and then.
struct Alarm {
    watch: Watch,
    comparisons: AtomicU32,
}

/// Comparisons take some nanoseconds each, so this is a look in some microseconds.
const COMPARISONS_PER_LOOK: u32 = 4096;

impl PartialEq for Colour<'_> {
    fn eq(&self, other: &Self) -> bool {
        let count = self.alarm.comparisons.fetch_add(1, Ordering::Relaxed);
        if count.is_multiple_of(COMPARISONS_PER_LOOK) && self.alarm.watch.is_over() {
            resume_unwind(Box::new(BudgetSpent));
        }
        self.queen == other.queen
    }
}

impl Eq for Colour<'_> {}

impl Engine for ExactCover {
    fn name(&self) -> Cow<'static, str> {
        "exact-cover".into()
    }

    fn about(&self) -> &'static str {
        "rows, columns and regions covered once, 2x2 blocks at most once; dancing links"
    }

    fn backend(&self) -> Result<String, Need> {
        Ok("exact-covers 0.3".to_owned())
    }

    fn search(&self, run: &mut Run<'_>) -> Result<(), Stop> {
        let board = run.board();
        let size = board.size();
        let alarm = Alarm { watch: run.watch().clone(), comparisons: AtomicU32::new(0) };
        let primary: Vec<Item> = (0..size)
            .flat_map(|unit| [Item::Row(unit), Item::Column(unit), Item::Region(Region(unit))])
            .collect();
        let secondary: Vec<Item> = board
            .cells()
            .filter(|cell| cell.row + 1 < size && cell.col + 1 < size)
            .map(Item::Block)
            .collect();
        let mut ended = Ok(());
        let whole = catch_unwind(AssertUnwindSafe(|| {
            let mut solver: DlSolver<'_, Item, Colour<'_>> = DlSolver::new(&primary, &secondary);
            for queen in board.cells() {
                // To state a board of 256 rows takes seconds.
                if alarm.watch.is_over() {
                    ended = Err(Stop::Spent);
                    return;
                }
                let colour = Colour { queen, alarm: &alarm };
                let blocks =
                    blocks_of(board, queen).map(|block| (Item::Block(block), Some(colour)));
                solver.add_option(units_of(board, queen), blocks.collect::<Vec<_>>());
            }
            let mut option = Vec::new();
            solver.solve(|mut cover| {
                let mut columns = vec![0; size];
                while cover.next(&mut option) {
                    let queen = queen_of(&option);
                    columns[queen.row] = queen.col;
                }
                match run.found(columns) {
                    Ok(_) => ControlFlow::Continue(()),
                    Err(stop) => {
                        ended = Err(stop);
                        ControlFlow::Break(())
                    }
                }
            });
        }));
        match whole {
            Ok(()) => ended,
            Err(payload) if payload.is::<BudgetSpent>() => Err(Stop::Spent),
            Err(panic) => resume_unwind(panic),
        }
    }
}

/// The primary items of a queen.
fn units_of(board: &Board, queen: Cell) -> [Item; 3] {
    [Item::Row(queen.row), Item::Column(queen.col), Item::Region(board.region(queen))]
}

/// The blocks that a queen is in, by their top left cells.
fn blocks_of(board: &Board, queen: Cell) -> impl Iterator<Item = Cell> {
    let last = board.size() - 1;
    let starts = move |place: usize| place.saturating_sub(1)..(place + 1).min(last);
    starts(queen.row).flat_map(move |row| starts(queen.col).map(move |col| Cell::at(row, col)))
}

/// The queen that an option stands for.
fn queen_of(option: &[(&Item, Option<Colour<'_>>)]) -> Cell {
    let mut queen = Cell::at(0, 0);
    for (item, _) in option {
        match **item {
            Item::Row(row) => queen.row = row,
            Item::Column(col) => queen.col = col,
            Item::Region(_) | Item::Block(_) => {}
        }
    }
    queen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse;

    #[test]
    fn two_cells_touch_if_and_only_if_they_share_a_block() {
        let board = parse("ABCD\nAAAA\nAAAA\nAAAA").unwrap();
        for (one, other) in
            board.cells().flat_map(|one| board.cells().map(move |other| (one, other)))
        {
            let shared =
                blocks_of(&board, one).any(|block| blocks_of(&board, other).any(|b| b == block));
            assert_eq!(shared, one == other || one.touches(other), "{one}, {other}");
        }
    }
}
