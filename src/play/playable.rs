//! A board with its solution, and its marks as far as the solution tells more about them than the reader knows.

use super::sight::{bare_queens, queens_read_as_crosses};
use crate::board::{Cell, Mark, Solution};
use crate::capture::Frame;
use crate::vision::{self, Reading};

/// A board that nobody has clicked yet.
pub(super) struct Playable {
    pub(super) reading: Reading,
    pub(super) solution: Solution,
    /// Its queens that were read as crosses.
    pub(super) taken_for_crosses: Vec<Cell>,
    /// Its pale queens that were read as queens, where others show much more: hints, under which a cell is empty.
    pub(super) drafts: Vec<Cell>,
}

impl Playable {
    /// The board of a frame that has this solution, with what is known of its marks by that.
    pub(super) fn new(frame: &Frame, mut reading: Reading, solution: Solution) -> Self {
        let set_all = |reading: &mut Reading, cells: &[Cell], mark| {
            cells.iter().for_each(|&cell| reading.marks.set(cell, mark));
        };
        let bare = bare_queens(frame, &reading);
        set_all(&mut reading, &bare, Mark::Empty);
        let taken_for_crosses = queens_read_as_crosses(frame, &reading, &solution);
        set_all(&mut reading, &taken_for_crosses, Mark::Queen);
        let mut drafts = vision::pale_queens(&frame.pixels, &reading);
        drafts.retain(|cell| solution.columns()[cell.row] == cell.col);
        set_all(&mut reading, &drafts, Mark::Empty);
        Self { reading, solution, taken_for_crosses, drafts }
    }

    /// Whether all its queens stand, and no other.
    pub(super) fn is_solved(&self) -> bool {
        self.reading.marks.queens().eq(self.solution.queens())
    }
}
