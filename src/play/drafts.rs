//! Pale queens that nobody clicked: hints, and ghosts of other games, under which a cell is empty.

use super::game::Game;
use super::sight::Sight;
use crate::board::{Cell, CellSet, Mark};
use crate::capture::Frame;
use crate::geometry::Lattice;
use crate::vision::{self, Reading};

/// How often a pale queen is clicked on that stays as she is before she is taken for one that is locked, and drawn so: one
/// click may get lost.
const MOST_TRIES: usize = 2;

impl Game<'_> {
    /// Takes the queens that nobody clicked, and that are much paler than those that were, for empty cells. Whether there
    /// are such that were not known.
    pub(super) fn note_drafts(&mut self) -> bool {
        let Sight { frame, reading } = &*self.sight;
        let mut pale = self.pale_among(reading.marks.queens(), frame, &reading.lattice);
        pale.retain(|cell| !self.drafts.contains_key(cell));
        for &cell in &pale {
            self.drafts.insert(cell, 0);
            self.marks.set(cell, Mark::Empty);
        }
        !pale.is_empty()
    }

    /// The known drafts that a newer picture of the board still shows.
    pub(super) fn drafts_in(&self, frame: &Frame, reading: &Reading) -> Vec<Cell> {
        let is_known = self.drafts.keys().any(|&cell| self.is_draft(cell));
        let queens = || reading.marks.queens();
        let pale = is_known.then(|| self.pale_among(queens(), frame, &reading.lattice));
        pale.into_iter().flatten().filter(|&cell| self.is_draft(cell)).collect()
    }

    /// Whether a frame shows drafts in cells of the solution.
    pub(super) fn shows_drafts(&self, frame: &Frame) -> bool {
        let lattice = self.sight.lattice_in(frame);
        !self.pale_among(self.solution.queens(), frame, &lattice).is_empty()
    }

    /// Whether all that is `missing` are drafts, which are as they were: what was clicked in vain there. Those that were
    /// clicked often enough are believed to be queens.
    pub(super) fn are_drafts_in_vain(&mut self, missing: &[Cell]) -> bool {
        let are_drafts = !missing.is_empty() && missing.iter().all(|&cell| self.is_draft(cell));
        for cell in missing.iter().filter(|_| are_drafts) {
            if let Some(tries) = self.drafts.get_mut(cell) {
                *tries += 1;
            }
            if !self.is_draft(*cell) {
                self.marks.set(*cell, Mark::Queen);
            }
        }
        are_drafts
    }

    /// Whether what is read as a queen in this cell is taken for a draft.
    pub(super) fn is_draft(&self, cell: Cell) -> bool {
        self.drafts.get(&cell).is_some_and(|&tries| tries < MOST_TRIES)
    }

    /// Those of these `queens` that may be drafts, and are much paler than those that were clicked; where none of those
    /// stands, those that are known, and look as they did at first.
    fn pale_among(
        &self,
        queens: impl Iterator<Item = Cell>,
        frame: &Frame,
        lattice: &Lattice,
    ) -> Vec<Cell> {
        let is_known = |cell: &Cell| self.drafts.contains_key(cell);
        let is_ours = |cell: &Cell| {
            self.hers.contains(*cell) && !self.given.contains(*cell) && !is_known(cell)
        };
        let may_be_draft = |cell: &Cell| {
            !self.doubted.contains(*cell) && (self.is_draft(*cell) || !is_known(cell))
        };
        let (ours, others): (Vec<Cell>, Vec<Cell>) = queens.partition(is_ours);
        let others: Vec<Cell> = others.into_iter().filter(may_be_draft).collect();
        if ours.is_empty() {
            let first = self.first();
            let is_as_it_was = |cell: &Cell| first.is_unchanged_on(frame, lattice, *cell);
            return others.into_iter().filter(is_known).filter(is_as_it_was).collect();
        }
        let [others, ours] =
            [others, ours].map(|cells| CellSet::from_cells(self.board.size(), cells));
        vision::pale_in(&frame.pixels, lattice, &others, &ours)
    }
}
