//! What a click makes of the mark in its cell: the ways in which games tell queens from crosses.

use super::World;
use super::nature::Waits;
use queensight::board::{Cell, Mark};
use queensight::play::ClicksToQueen;
use std::time::Duration;

/// How soon after a click the next one makes it a double click in a game with one clock for all cells.
const ANY_DOUBLE_CLICK: Duration = Duration::from_millis(300);
/// How long after a click in a cell the next one there makes it a double click.
const DOUBLE_CLICK: std::ops::Range<Duration> =
    Duration::from_millis(10)..Duration::from_millis(500);

impl World {
    /// A click of the game's own button has reached a cell that takes it.
    pub(super) fn answer_click(&mut self, cell: Cell) {
        if let Some(waits) = self.nature.waits {
            self.wait_or_turn(cell, waits);
        } else if self.nature.double_clicks {
            self.turn_by_double_click(cell);
        } else if self.nature.shares_clock {
            self.turn_by_shared_clock(cell);
        } else {
            self.turn(cell);
            self.undo_pair(cell);
        }
    }

    fn turn_by_double_click(&mut self, cell: Cell) {
        let single = self.single.replace((self.now, cell));
        let since = single.filter(|single| single.1 == cell).map(|(then, _)| self.now - then);
        let mark = self.marks.mark(cell);
        let next = match since {
            Some(since) if since < DOUBLE_CLICK.start && !self.nature.takes_fast_pairs => mark,
            Some(since) if DOUBLE_CLICK.contains(&since) => {
                self.single = None;
                if mark == Mark::Queen { Mark::Empty } else { Mark::Queen }
            }
            _ if self.nature.ignores_singles => mark,
            _ if mark == Mark::Empty => Mark::Cross,
            _ => Mark::Empty,
        };
        self.marks.set(cell, next);
    }

    fn turn_by_shared_clock(&mut self, cell: Cell) {
        let last = self.single.replace((self.now, cell));
        let is_second = last.is_some_and(|(then, _)| self.now - then < ANY_DOUBLE_CLICK);
        let next = match (is_second, self.marks.mark(cell)) {
            (true, Mark::Queen) => Mark::Empty,
            (true, _) => Mark::Queen,
            (false, Mark::Empty) => Mark::Cross,
            (false, _) => Mark::Empty,
        };
        self.marks.set(cell, next);
    }

    fn undo_pair(&mut self, cell: Cell) {
        let Some(within) = self.nature.undoes_pairs else { return };
        let single = self.single.replace((self.now, cell));
        let is_second =
            single.is_some_and(|(then, other)| other == cell && self.now - then < DOUBLE_CLICK.end);
        let is_near = match self.clicks[..] {
            [.., (_, first), (_, second)] => (second - first).length() <= within,
            _ => false,
        };
        if is_second && is_near {
            self.single = None;
            self.marks.set(cell, Mark::Empty);
        }
    }

    fn wait_or_turn(&mut self, cell: Cell, waits: Waits) {
        if self.waiting.take_if(|(_, other)| *other == cell).is_none() {
            self.end_waiting();
            self.waiting = Some((self.now + waits.how_long, cell));
            return;
        }
        match self.marks.mark(cell) {
            Mark::Cross if waits.keeps_crosses => {}
            Mark::Queen => self.marks.set(cell, Mark::Empty),
            _ => self.marks.set(cell, Mark::Queen),
        }
    }

    /// The click that was waited with is a single one.
    pub(super) fn end_waiting(&mut self) {
        let Some((_, cell)) = self.waiting.take() else { return };
        let keeps_queens = self.nature.waits.is_some_and(|waits| waits.keeps_queens);
        match self.marks.mark(cell) {
            Mark::Queen if keeps_queens => {}
            Mark::Empty => self.put(cell, Mark::Cross),
            _ => self.put(cell, Mark::Empty),
        }
    }

    fn turn(&mut self, cell: Cell) {
        let has_another = self.nature.queries || self.nature.hints;
        if has_another && self.marks.mark(cell) == Mark::Empty {
            if !self.queries.contains(cell) {
                self.queries.insert(cell);
                return;
            }
            self.queries.remove(cell);
        }
        if self.nature.pencils && self.marks.mark(cell) == Mark::Cross {
            if !self.queries.contains(cell) {
                self.queries.insert(cell);
                return;
            }
            self.queries.remove(cell);
        }
        let manners = &self.nature.manners;
        let next = match (self.marks.mark(cell), manners.clicks_to_queen, manners.clicks_on_cross) {
            (Mark::Empty, ClicksToQueen::Two, _) => Mark::Cross,
            (Mark::Empty, ClicksToQueen::One, _) | (Mark::Cross, _, ClicksToQueen::One) => {
                Mark::Queen
            }
            (Mark::Cross, _, ClicksToQueen::Two) => Mark::Empty,
            (Mark::Queen, ClicksToQueen::One, ClicksToQueen::Two) => Mark::Cross,
            (Mark::Queen, ..) => Mark::Empty,
        };
        let next = if self.nature.only_crosses && next == Mark::Queen { Mark::Empty } else { next };
        self.marks.set(cell, next);
        if next == Mark::Queen && self.nature.crosses_out {
            let cells: Vec<Cell> =
                self.board.cells().filter(|&other| self.attacks(cell, other)).collect();
            for other in cells {
                if self.marks.mark(other) == Mark::Empty {
                    self.marks.set(other, Mark::Cross);
                }
            }
        }
    }

    /// Whether a queen in `cell` attacks, or would attack, what stands or would stand in `other`.
    pub(super) fn attacks(&self, cell: Cell, other: Cell) -> bool {
        other != cell
            && (other.row == cell.row
                || other.col == cell.col
                || other.touches(cell)
                || self.board.region(other) == self.board.region(cell))
    }
}
