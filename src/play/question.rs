//! The question of the first mark: whether what comes with the first click in a cell is the queen.
//!
//! A game's marks may go round in any order, and any of them may be read as a queen. What single clicks
//! make of the first cells tells which one she is, and where two marks are read as one, which of them.

use super::answers::BUTTONS;
use super::evidence::MASSIVE;
use super::game::{Game, missing};
use super::order::Order;
use super::sight::Sight;
use super::{ClicksToQueen, Manners};
use crate::board::{Cell, Mark};
use crate::capture::Frame;
use crate::input::{Button, Goal, Step};
use crate::vision::{self, Reading};
use std::time::Duration;

/// How much later than the queen a cross of the same moment comes if the game waits whether a second click
/// makes it a double one: sites wait 200 to 300 ms, and a cross that fades in takes up to 115 ms.
const WAITED: Duration = Duration::from_millis(160);

impl Game<'_> {
    /// A single click in the second of the first two cells, where two are expected to make a queen and
    /// nothing but queens from the start was clicked yet: what it makes tells the games in which one
    /// does, and in which the second click of the first cell has taken her away, before anybody saw
    /// her. Where it makes the cross that is expected, it is the first half of a queen, and costs
    /// nothing.
    pub(super) fn question(&self, steps: &[Step]) -> Option<Step> {
        let [first, second, _, ..] = steps else { return None };
        let is_open = |step: &Step| step.goal == Goal::Queen && step.clicks == 2;
        let is_asked = !self.is_confirmed
            && self.hers.iter().all(|cell| self.given.contains(cell))
            && self.manners.button == Button::Left
            && is_open(first)
            && is_open(second)
            && [first, second].map(|step| self.marks.mark(step.cell)) == [Mark::Empty; 2];
        is_asked.then_some(Step { clicks: 1, result: Mark::Cross, goal: Goal::Answer, ..*second })
    }

    /// A single click in the cell in question, and those of the other `steps` if they are made `as_well`:
    /// something is left to win the game with.
    pub(super) fn asking(&self, cell: Cell, steps: &[Step], as_well: bool) -> Vec<Step> {
        let (result, goal) = (Mark::Empty, Goal::Answer);
        let others: Vec<Step> = steps.iter().filter(|step| step.cell != cell).copied().collect();
        let is_left = others.len() < steps.len();
        let made = if is_left { others.len() } else { others.len().saturating_sub(1) };
        let others = others.into_iter().take(if as_well { made } else { 0 });
        std::iter::once(Step { cell, clicks: 1, result, goal }).chain(others).collect()
    }

    /// The cell in question was clicked once more: what that made of what stood there `before` tells
    /// whether it was the queen. Whether it tells anything.
    ///
    /// Where marks go round and she is the only one that is no cross, or one that stays, it was. Where
    /// another such mark comes, that is her, and nobody can tell what else is read as a queen, unless two
    /// clicks were expected.
    pub(super) fn hear_answer(&mut self, cell: Cell, before: &Sight, batch: &[Step]) -> bool {
        let (then, now) = (before.reading.marks.mark(cell), self.marks.mark(cell));
        let looks_different = self.has_changed_since(before, cell);
        let Manners { button, hover_first, clicks_to_queen, .. } = self.manners;
        if then != now {
            self.answers.note(button, then, now, hover_first);
        }
        if clicks_to_queen == ClicksToQueen::Two {
            let mut others = before.reading.marks.queens().filter(|&other| other != cell);
            let is_still = others.all(|other| !self.has_changed_since(before, other));
            let is_queen = now == Mark::Queen;
            // Else it was a cross that is read as a queen, and no queen in a glow that fades; or clicks got
            // lost, and this one may have been.
            if missing(batch, &self.marks).is_empty() && !(is_queen && looks_different && is_still)
            {
                self.queens_stay = is_queen;
                self.answers.note(button, Mark::Empty, Mark::Queen, hover_first);
                self.adopt_answers(button);
            }
            if is_queen {
                self.in_question = None;
                if then == Mark::Queen && looks_different {
                    self.order = self.second_of_two(cell, before);
                }
                return true;
            }
            // Two clicks at once have made the first queen, and one alone the one in question.
            let stands = |other: Cell| other != cell && self.marks.mark(other) == Mark::Queen;
            self.shares_clock |= then == Mark::Queen
                && now == Mark::Empty
                && self.hers.iter().any(|other| stands(other) && !self.given.contains(other))
                && self.are_pairs_undone(batch);
        }
        match (then, now) {
            (Mark::Queen, Mark::Cross) => {}
            (Mark::Queen, Mark::Queen) if !looks_different => self.in_question = None,
            (_, Mark::Queen) => {
                if then == Mark::Cross {
                    self.taken_for_queen = Mark::Empty;
                }
                self.in_question = None;
                self.learn_of_crosses_like_queens(cell, before);
            }
            (_, Mark::Empty) => self.in_question = None,
            (_, Mark::Cross) => return false,
        }
        true
    }

    /// Whether two clicks were made at once in several cells of `batch`, and nothing stands in any of them.
    fn are_pairs_undone(&self, batch: &[Step]) -> bool {
        let is_pair = |step: &&Step| step.goal == Goal::Queen && step.clicks == 2;
        let pairs: Vec<&Step> = batch.iter().filter(is_pair).collect();
        pairs.len() > 1 && pairs.iter().all(|step| self.marks.mark(step.cell) == Mark::Empty)
    }

    /// Whether nothing tells yet that what comes with the first click is the queen: no cross was made
    /// by another one, the game has crossed out nothing, and nothing came after it, nor stands in another
    /// cell than this one that was clicked.
    pub(super) fn is_first_mark_unknown(&self, cell: Cell) -> bool {
        let is_another = |other: &Cell| *other != cell && !self.given.contains(*other);
        let mut others = self.hers.iter().filter(is_another);
        !self.manners.auto_crosses
            && others.all(|other| self.marks.mark(other) == Mark::Empty)
            && !self.answers.knows(Button::Left, Mark::Queen)
            && !BUTTONS.iter().any(|&button| self.answers.makes_cross(button))
    }

    /// Whether a click of the left button that made a queen of `before` in this `cell` came too early
    /// for that, since two had made one in another: one of those got lost, or this is a cross that is
    /// read as a queen.
    pub(super) fn is_too_early(&self, cell: Cell, before: Mark) -> bool {
        let stands = |cell: &Cell| self.marks.mark(*cell) == Mark::Queen;
        let is_ours = |other: Cell| other != cell && !self.given.contains(other) && stands(&other);
        self.hers.iter().any(is_ours)
            && self.order == Order::Plain
            && self.manners.clicks_to_queen_from(before) > 1
            && !self.answers.knows(Button::Left, Mark::Queen)
            && !self.solution.queens().all(|cell| stands(&cell))
    }

    /// A click has made another queen of the one in this cell that was `before`: that was a cross, and so may the others
    /// be.
    pub(super) fn learn_of_crosses_like_queens(&mut self, queen: Cell, before: &Sight) {
        self.learn_turns([(Mark::Empty, Mark::Cross), (Mark::Cross, Mark::Queen)]);
        self.order = self.second_of_two(queen, before);
        let others = self.solution.queens().filter(|&cell| cell != queen);
        let is_ours = |cell: &Cell| !self.given.contains(*cell);
        let standing: Vec<Cell> =
            others.filter(is_ours).filter(|&cell| self.marks.mark(cell) == Mark::Queen).collect();
        for cell in standing {
            self.doubt(cell);
        }
    }

    /// Single clicks of the left button make the second mark of each pair of the first one.
    pub(super) fn learn_turns(&mut self, turns: [(Mark, Mark); 2]) {
        for (before, after) in turns {
            self.answers.note(Button::Left, before, after, self.manners.hover_first);
        }
        self.adopt_answers(Button::Left);
    }

    /// The manners are those that the answers to this button tell.
    pub(super) fn adopt_answers(&mut self, button: Button) {
        let Manners { hover_first, auto_crosses, .. } = self.manners;
        self.manners = Manners { hover_first, auto_crosses, ..self.answers.manners(button) };
    }

    /// What the single click of `batch` has made that is to tell how the game answers, if there is one.
    pub(super) fn answer_to(&self, batch: &[Step]) -> Option<Mark> {
        let asked = batch.iter().find(|step| step.goal == Goal::Answer)?;
        Some(self.marks.mark(asked.cell))
    }

    /// Where two clicks of `batch` have made a queen, and one has made a cross that looks unlike her, what is read as a cross
    /// and looks like her is a queen as well.
    pub(super) fn tell_queens_from_crosses(&mut self, batch: &[Step]) {
        let [twice, once] = batch else { return };
        let marks = [twice, once].map(|step| self.marks.mark(step.cell));
        if (once.goal, marks) != (Goal::Answer, [Mark::Queen, Mark::Cross]) {
            return;
        }
        let Sight { frame, reading } = &*self.sight;
        let is_like_hers =
            |cell| vision::shows_same(&frame.pixels, &reading.lattice, [twice.cell, cell]);
        if is_like_hers(once.cell) {
            return;
        }
        let crosses = self.board.cells().filter(|&cell| self.marks.mark(cell) == Mark::Cross);
        let queens: Vec<Cell> = crosses.filter(|&cell| is_like_hers(cell)).collect();
        queens.into_iter().for_each(|cell| self.believe_in_queen(cell));
    }

    /// The cells that are read as crosses in a picture of the board, and show what those do whose crosses are queens.
    pub(super) fn queens_like_crosses(&self, frame: &Frame, reading: &Reading) -> Vec<Cell> {
        let is_cross = |cell: &Cell| reading.marks.mark(*cell) == Mark::Cross;
        let known: Vec<Cell> = self.taken_for_crosses.iter().filter(is_cross).collect();
        let is_unread = self.unread.as_ref().is_some_and(|unread| !unread.is_queen_read);
        let told = reading.marks.queens().next().filter(|_| is_unread);
        let Some(queen) = known.first().copied().or(told) else { return Vec::new() };
        let is_like_her = |&cell: &Cell| {
            known.contains(&cell)
                || vision::shows_same(&frame.pixels, &reading.lattice, [queen, cell])
        };
        reading.marks.standing().filter(is_cross).filter(is_like_her).collect()
    }

    /// Whether the cell of that click looks as it did `before`: the click is on its way, or got lost.
    pub(super) fn is_unanswered(&self, batch: &[Step], before: &Sight) -> bool {
        let asked = batch.iter().find(|step| step.goal == Goal::Answer);
        asked.is_some_and(|asked| before.unchanged_cells(&self.sight.frame).contains(asked.cell))
    }

    /// Learns the manners from `batch`, in which a single click has made a queen, and two have made
    /// none.
    pub(super) fn learn_from(&mut self, batch: &[Step]) {
        let Manners { hover_first, button, .. } = self.manners;
        for step in batch {
            let before = if step.goal == Goal::Answer { Mark::Empty } else { Mark::Queen };
            self.answers.note(button, before, self.marks.mark(step.cell), hover_first);
        }
        self.adopt_answers(button);
        self.is_confirmed = true;
        let twice = batch.iter().find(|step| step.goal == Goal::Queen).map(|step| step.cell);
        self.in_question = twice
            .filter(|&cell| self.marks.mark(cell) == Mark::Cross && !self.manners.auto_crosses);
    }

    /// The cross of a single click came so much `later` than the queen of two, which were made at the same moment
    /// and `took` so long to make her.
    pub(super) fn note_wait(&mut self, took: Duration, later: Duration) {
        // A page that paints each click by itself takes as long for each.
        if later >= WAITED.max(took) {
            self.learn_of_double_clicks();
        }
    }

    /// The game has answered to `batch` as was expected: what was clicked for an answer stands there,
    /// though nobody may be able to read it.
    ///
    /// A queen among them is what two clicks have made as well, and is asked for again.
    pub(super) fn expect_answers(&mut self, batch: &[Step]) {
        for step in batch.iter().filter(|step| step.goal == Goal::Answer) {
            if self.marks.mark(step.cell) == Mark::Queen {
                self.in_question = Some(step.cell);
            } else {
                self.marks.set(step.cell, step.result);
            }
        }
    }

    /// Whether a cell looks massively different now.
    fn has_changed_since(&self, before: &Sight, cell: Cell) -> bool {
        before.changed_part(&self.sight.frame, std::iter::once(cell)) >= MASSIVE
    }
}
