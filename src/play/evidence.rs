//! What pictures of a game tell beside what is read from them: queens that no reader knows, boards that are shaded,
//! and what lies over them.

use super::Eyes;
use super::game::{Game, missing};
use super::order::Order;
use super::sight::Sight;
use super::unread::{ALIKE, LARGER};
use crate::board::{Cell, CellSet, Mark, Marks};
use crate::capture::Frame;
use crate::input::{Button, Goal, Step};
use crate::vision::Drawing;
use std::rc::Rc;

/// The most of a board that may look different where it is judged without being read. Chosen: a
/// row and a column that are shaded now, and two that were before, are 55 % of a board of seven,
/// and something that covers the board leaves less of it.
const MOSTLY_THE_SAME: f64 = 0.65;

/// The most cells that are looked for among those of the solution to be odd: where one click of
/// five gets lost, three cells of nine lack one. All choices of three cells of twelve are 220.
const MOST_ODD: usize = 3;

/// How many cells of a solution are compared, the first ones: more choices would take too long.
const LARGEST_COMPARED: usize = 12;

/// The least queens that can be compared with each other.
pub(super) const LEAST_ALIKE: usize = 3;

/// The part of a board, or of a cell, that must look different to have changed massively. A queen
/// takes 7 % of a cell or more; a mark that fades or a ring takes less of its inner part. Chosen.
pub(super) const MASSIVE: f64 = 0.06;

/// The part of each cell that must look different where the whole board is dimmed, and of one that is
/// covered. Chosen: a queen takes less of a cell, and a cell's colour more of one with a queen in it.
const VEILED: f64 = 0.5;

/// How much more like another queen than like each cross a queen is that is like both. Chosen: white queens with a shadow on
/// pale colours are 0.91 and 0.92 of another one, and 0.83 and 0.87 of some cross.
pub(super) const MORE_ALIKE: f64 = 0.05;

/// What each queen of a game has of another one at least, where one that has less by `UNLIKE` is none. Chosen: such queens have
/// 0.91, and such a cross 0.81 of one of them.
const LIKE_ANOTHER: f64 = 0.88;
const UNLIKE: f64 = 0.08;

impl Game<'_> {
    /// Whether all queens stand, although some are so decorated that they were not read as such.
    pub(super) fn looks_won(&self, eyes: &dyn Eyes) -> bool {
        let Sight { frame, reading } = &*self.sight;
        let has = |mark| self.solution.queens().any(|cell| reading.marks.mark(cell) == mark);
        has(Mark::Queen)
            && !has(Mark::Cross)
            && self.sight.shows_alike(eyes, frame, self.solution.queens())
            && !self.shows_drafts(frame)
    }

    /// Whether the same thing stands in all cells of the solution, or in all of them but those that
    /// had a queen from the start, and in no other.
    pub(super) fn shows_all_queens(&self, eyes: &dyn Eyes, frame: &Frame) -> bool {
        let queens = || self.solution.queens();
        let is_ours = |cell: &Cell| !self.given.contains(*cell);
        self.sight.shows_alike(eyes, frame, queens())
            || (queens().any(|cell| !is_ours(&cell))
                && queens().filter(is_ours).count() >= LEAST_ALIKE
                && self.sight.shows_alike(eyes, frame, queens().filter(is_ours)))
    }

    /// The queens from the start that may be none, but printed in an empty cell: the only one of all, or each in a
    /// region of one cell, where no empty cell shows what is printed in the others. They look unlike all other queens
    /// that stand, which look alike.
    pub(super) fn prints(&self, eyes: &dyn Eyes) -> Vec<Cell> {
        let is_given = |cell: &Cell| self.given.contains(*cell) && !self.doubted.contains(*cell);
        let is_alone = |cell: &Cell| {
            let region = self.board.region(*cell);
            self.given.iter().count() == 1
                || self.board.cells().filter(|&other| self.board.region(other) == region).count()
                    == 1
        };
        let stands = |cell: &Cell| self.marks.mark(*cell) == Mark::Queen;
        let standing: Vec<Cell> = self.solution.queens().filter(stands).collect();
        let may_be_print = |cell: &Cell| is_given(cell) && is_alone(cell);
        self.odd_among(eyes, &standing, may_be_print)
    }

    /// Whether what stands in the cells that were `clicked` last looks like those queens that look as they did
    /// `before`, and like nothing else: a message may cover the others, which were alike as well, and
    /// looks neither like a cross nor like the empty cell.
    pub(super) fn shows_last_queen(
        &self,
        eyes: &dyn Eyes,
        frame: &Frame,
        clicked: &[Cell],
        before: &Sight,
    ) -> bool {
        let is_new = |cell: &Cell| clicked.contains(cell);
        let has_changed =
            |cell: &Cell| before.changed_part(frame, std::iter::once(*cell)) >= MASSIVE;
        let (new, stood): (Vec<Cell>, Vec<Cell>) = self.solution.queens().partition(is_new);
        let first = self.first.as_deref().unwrap_or(before);
        let as_at_first = first.unchanged_cells(frame);
        let is_empty =
            |cell| first.reading.marks.mark(cell) == Mark::Empty && as_at_first.contains(cell);
        let uncovered: Vec<Cell> =
            new.iter().chain(stood.iter().filter(|cell| !has_changed(cell))).copied().collect();
        !new.is_empty()
            && new.iter().all(has_changed)
            && stood.iter().all(|&cell| self.marks.mark(cell) != Mark::Cross && !is_empty(cell))
            && (LEAST_ALIKE..self.board.size()).contains(&uncovered.len())
            && before.shows_alike(eyes, frame, uncovered)
            && before.shows_alike(eyes, &before.frame, stood)
    }

    /// Whether all queens stand, and some of them where nobody clicked: a game that is lost, or given
    /// up, may show its solution.
    pub(super) fn shows_its_solution(&self) -> bool {
        let stands =
            |cell: Cell| self.sight.reading.marks.mark(cell) == Mark::Queen && !self.is_draft(cell);
        self.solution.queens().all(stands)
            && self
                .solution
                .queens()
                .any(|cell| !self.hers.contains(cell) && !self.doubted.contains(cell))
    }

    /// Whether the same thing stands in all cells that are expected to have a queen and in no other,
    /// although some, shaded or ringed as they are, were not read as one: most were.
    pub(super) fn looks_like(&self, eyes: &dyn Eyes, expected: &Marks) -> bool {
        let queens: Vec<Cell> = expected.queens().collect();
        let read = queens.iter().filter(|&&cell| self.marks.mark(cell) == Mark::Queen).count();
        queens.len() >= LEAST_ALIKE
            && 2 * read > queens.len()
            && self.sight.shows_alike(eyes, &self.sight.frame, queens)
            && !self.shows_drafts(&self.sight.frame)
    }

    /// Whether the cells that are still to be clicked look the same in a newer frame: nobody else has put
    /// anything there.
    pub(super) fn is_open_as_it_was(&self, frame: &Frame) -> bool {
        let mut open = self.solution.queens().filter(|&cell| self.marks.mark(cell) != Mark::Queen);
        open.all(|cell| self.sight.is_unchanged(frame, cell))
    }

    /// Whether nothing of what `batch` is to make of cells that looked so `before` is to be seen, or, in
    /// a game that is known, not all of it.
    pub(super) fn is_to_come(&self, frame: &Frame, batch: &[Step], before: &Sight) -> bool {
        let is_same = |step: &Step| before.is_unchanged(frame, step.cell);
        match self.in_question {
            Some(_) => false,
            None if self.is_confirmed => batch.iter().any(is_same),
            None => !batch.is_empty() && batch.iter().all(is_same),
        }
    }

    /// Whether no more will come of all that is missing of `batch`: single clicks have made another mark of
    /// what stood `before`, and double ones have left a cross as it was, where the rest is shown.
    pub(super) fn was_answered_otherwise(&self, batch: &[Step], before: &Sight) -> bool {
        let missing = missing(batch, &self.marks);
        let is_otherwise = |step: &Step| {
            let [then, now] =
                [&before.reading.marks, &self.marks].map(|marks| marks.mark(step.cell));
            let is_kept = self.tells_double_clicks && missing.len() < batch.len();
            match (step.clicks, then, now) {
                (1, ..) => then != now && !self.selects,
                (_, Mark::Cross, Mark::Cross) => is_kept,
                _ => false,
            }
        };
        let mut steps = batch.iter().filter(|step| missing.contains(&step.cell));
        !missing.is_empty() && steps.all(is_otherwise)
    }

    /// Whether the board, and each queen that stood `before`, looks different now, wherever it is: it is put away. One
    /// that looks as it did at first is not.
    pub(super) fn has_gone_since(&self, before: &Sight) -> bool {
        let Sight { frame, reading } = &*self.sight;
        let has_changed = |since: &Sight, cells: &[Cell]| {
            let part = since.changed_part_on(frame, &reading.lattice, cells.iter().copied());
            part >= MASSIVE
        };
        let all: Vec<Cell> = self.board.cells().collect();
        has_changed(before, &all)
            && has_changed(self.first(), &all)
            && before.reading.marks.queens().all(|queen| has_changed(before, &[queen]))
    }

    /// Whether all cells but those of `batch` show what they did `before`: nothing lies over the board. A ring around the
    /// cell that was clicked before may have gone.
    pub(super) fn has_changed_nowhere_but_in(&self, batch: &[Step], before: &Sight) -> bool {
        let Sight { frame, reading } = &*self.sight;
        let is_of_batch = |cell: Cell| batch.iter().any(|step| step.cell == cell);
        let is_same = |cell: Cell| !before.shows_faintly(frame, &reading.lattice, cell);
        self.board.cells().all(|cell| is_of_batch(cell) || is_same(cell))
    }

    /// Whether each queen stands, of those in `batch` and of those that stood `before`, or may stand: her cell is
    /// read as empty, and something shows there that did not at first. A win may recolour queens, or cover them; a queen of
    /// the batch is covered only with other marks, or has her cell's colour where all others have another one than before.
    /// Queens that stand wrong, and did not before, may be a part of the cover; one alone, where at most one mark is
    /// hidden, may be a person's.
    pub(super) fn may_have_hidden_queens(&self, batch: &[Step], before: &Sight) -> bool {
        let Sight { frame, reading } = &*self.sight;
        let first = self.first.as_deref().unwrap_or(before);
        let is_as_at_first = |cell| !first.shows_faintly(frame, &reading.lattice, cell);
        let stood = |cell| before.reading.marks.mark(cell);
        let is_bare = |cell| self.marks.mark(cell) == Mark::Empty && !is_as_at_first(cell);
        let is_hidden = |cell| is_bare(cell) && stood(cell) != Mark::Empty;
        let hidden = self.board.cells().filter(|&cell| is_hidden(cell)).count();
        let may_stand = |cell| {
            let is_new = batch.iter().any(|step| step.cell == cell);
            self.marks.mark(cell) == Mark::Queen
                || is_bare(cell)
                    && is_new
                    && (hidden >= LEAST_ALIKE || self.has_recoloured(cell, before))
                || is_bare(cell) && !is_new && stood(cell) == Mark::Queen
        };
        let is_right = |cell: Cell| self.solution.columns()[cell.row] == cell.col;
        let wrong: Vec<Cell> = self.marks.queens().filter(|&cell| !is_right(cell)).collect();
        let are_new = wrong.iter().all(|&cell| stood(cell) != Mark::Queen && !is_as_at_first(cell));
        self.solution.queens().all(may_stand) && are_new && (wrong.len() != 1 || hidden > 1)
    }

    /// Whether all queens that stood `before` look different now, and no other cell that was empty but `cell`, in which
    /// something faint stands.
    fn has_recoloured(&self, cell: Cell, before: &Sight) -> bool {
        let Sight { frame, reading } = &*self.sight;
        let has_changed = |&cell: &Cell| {
            before.changed_part_on(frame, &reading.lattice, std::iter::once(cell)) >= MASSIVE
        };
        let queens: Vec<Cell> = before.reading.marks.queens().collect();
        let is_other =
            |other: &Cell| *other != cell && before.reading.marks.mark(*other) == Mark::Empty;
        queens.len() >= LEAST_ALIKE
            && queens.iter().all(has_changed)
            && !self.board.cells().filter(is_other).any(|other| has_changed(&other))
            && before.shows_faintly(frame, &reading.lattice, cell)
    }

    /// The board was seen for the last time: how it looked then, and what is known of it is what was `before`.
    pub(super) fn gone_since(&mut self, before: Rc<Sight>) -> Frame {
        std::mem::replace(&mut self.sight, before).frame.clone()
    }

    /// Whether all queens stood `before` but that of this cell.
    pub(super) fn is_all_but(&self, cell: Cell, before: &Sight) -> bool {
        let mut others = self.solution.queens().filter(|other| *other != cell);
        others.all(|other| before.reading.marks.mark(other) == Mark::Queen)
    }

    /// Whether most of the board looks different in a newer frame.
    pub(super) fn is_veiled_by(&self, frame: &Frame) -> bool {
        self.sight.changed_part(frame, self.board.cells()) >= VEILED
    }

    /// Whether most of each cell looks different now: a window that wants an answer dims its page, and
    /// one that is opened with the last queen may be there before she is painted. A board that looks as it did at first
    /// was dimmed `before`, while the game was busy.
    pub(super) fn is_veiled_since(&self, before: &Sight) -> bool {
        let Sight { frame, reading } = &*self.sight;
        let is_other = |since: &Sight, cell: Cell| {
            since.changed_part_on(frame, &reading.lattice, std::iter::once(cell)) >= VEILED
        };
        self.board.cells().all(|cell| is_other(before, cell) && is_other(self.first(), cell))
    }

    /// The fewest cells of the solution that look different from all others, which look alike: they
    /// were read as queens, and are none. No cells where there are no such few, as on a board that
    /// is decorated; and none of those that stood `before`, if they looked alike then: a win recolours its queens, and one
    /// of them may be hard to see in her cell.
    pub(super) fn odd_ones(&self, eyes: &dyn Eyes, before: &Sight) -> Vec<Cell> {
        let queens: Vec<Cell> = self.solution.queens().collect();
        let mut odd = self.odd_among(eyes, &queens, |_| true);
        if odd.is_empty() {
            odd.extend(self.drawn_unlike(&queens));
        }
        if let Order::Second { queen, .. } = self.order
            && odd.contains(&queen)
        {
            return queens.into_iter().filter(|cell| !odd.contains(cell)).collect();
        }
        let is_given = |cell: &Cell| self.given.contains(*cell) && !self.doubted.contains(*cell);
        // Queens may be drawn in two looks, as light ones on dark colours: those from the start tell.
        if odd.iter().any(is_given)
            && self.sight.shows_alike(eyes, &self.sight.frame, odd.iter().copied())
        {
            return Vec::new();
        }
        let is_new = |cell: &Cell| !self.given.contains(*cell) && !self.doubted.contains(*cell);
        let stood: Vec<Cell> = before.reading.marks.queens().collect();
        let were_alike = stood.len() >= LEAST_ALIKE
            && before.shows_alike(eyes, &before.frame, stood.iter().copied());
        // What comes after a cross is none.
        let is_known = |cell: &Cell| {
            were_alike && stood.contains(cell)
                || self.crossed.contains(*cell)
                || self.is_as_large_as_second(*cell)
        };
        let is_other = |cell: &Cell| !odd.contains(cell);
        let others: Vec<Cell> = queens.into_iter().filter(is_other).collect();
        let is_odd =
            |cell: &Cell| is_new(cell) && !is_known(cell) && !self.is_drawn_like(*cell, &others);
        odd.iter().copied().filter(is_odd).collect()
    }

    /// Whether what came into a cell is as large as the queen that comes after a smaller mark, whatever colours hide of her.
    fn is_as_large_as_second(&self, cell: Cell) -> bool {
        let area = |cell| self.area_of(cell, &self.sight);
        matches!(self.order, Order::Second { queen, is_larger: true, .. } if LARGER * area(cell) > area(queen))
    }

    /// Whether what came into a cell is like what came with one of these `queens`, and unlike each cross that came: a
    /// cream crown on cream looks unlike one on dark wood, and is like those between.
    fn is_drawn_like(&self, cell: Cell, queens: &[Cell]) -> bool {
        let Some(contrast) = &self.contrast else { return false };
        let is_cross = |cell: &Cell| contrast.reading.marks.mark(*cell) == Mark::Cross;
        let crosses = self.board.cells().filter(is_cross).map(|cell| self.drawn_in(cell, contrast));
        let own = self.drawn_in(cell, &self.sight);
        let crosses = crosses.filter(Drawing::shows).map(|cross| cross.likeness(&own));
        let queens = queens.iter().map(|&queen| self.drawn_in(queen, &self.sight).likeness(&own));
        let (cross, queen) = (crosses.reduce(f64::max), queens.fold(0.0, f64::max));
        self.can_tell_queens()
            && self.unread.is_none()
            && queen >= ALIKE
            && cross.is_some_and(|cross| cross < ALIKE || queen >= cross + MORE_ALIKE)
    }

    /// The one of these `queens` that is drawn unlike all others, where each of these is like another one: on cells of many
    /// colours, white queens with a shadow look alike to nobody who sees colours.
    fn drawn_unlike(&self, queens: &[Cell]) -> Option<Cell> {
        let drawn: Vec<Drawing> =
            queens.iter().map(|&cell| self.drawn_in(cell, &self.sight)).collect();
        let likest = |at: usize| {
            let others = drawn.iter().enumerate().filter(|(other, _)| *other != at);
            others.map(|(_, other)| other.likeness(&drawn[at])).fold(0.0, f64::max)
        };
        let mut likest: Vec<(f64, Cell)> =
            queens.iter().enumerate().map(|(at, &cell)| (likest(at), cell)).collect();
        likest.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let [(least, cell), (next, _), ..] = likest[..] else { return None };
        (next >= LIKE_ANOTHER && least + UNLIKE <= next).then_some(cell)
    }

    /// The fewest of these `queens`, of those that `may_be_odd`, that look different from all others, which look alike.
    fn odd_among(
        &self,
        eyes: &dyn Eyes,
        queens: &[Cell],
        may_be_odd: impl Fn(&Cell) -> bool,
    ) -> Vec<Cell> {
        let suspects: Vec<Cell> = queens.iter().copied().filter(may_be_odd).collect();
        let most = MOST_ODD.min(queens.len().saturating_sub(LEAST_ALIKE)) as u32;
        let mut sets: Vec<u32> = (1..1 << suspects.len().min(LARGEST_COMPARED))
            .filter(|set: &u32| set.count_ones() <= most)
            .collect();
        sets.sort_by_key(|set| set.count_ones());
        let odd = |set: u32| {
            let is_odd = move |at: usize| set >> at & 1 == 1;
            suspects.iter().enumerate().filter(move |(at, _)| is_odd(*at)).map(|(_, &cell)| cell)
        };
        let are_others_alike = |set: &u32| {
            let others = queens.iter().copied().filter(|&cell| odd(*set).all(|odd| odd != cell));
            self.sight.shows_alike(eyes, &self.sight.frame, others)
        };
        sets.into_iter().find(are_others_alike).map(|set| odd(set).collect()).unwrap_or_default()
    }

    /// A cell off the solution that shows what all queens show, and was read as a cross: one that stands wrong.
    pub(super) fn queen_taken_for_cross(&self, eyes: &dyn Eyes) -> Option<Cell> {
        let Sight { frame, reading } = &*self.sight;
        let are_alike_with = |cell: &Cell| {
            let queens = self.solution.queens().chain(std::iter::once(*cell));
            self.sight.shows_alike(eyes, frame, queens)
        };
        let mut crosses =
            reading.marks.standing().filter(|&cell| reading.marks.mark(cell) == Mark::Cross);
        crosses.find(are_alike_with)
    }

    /// Whether all queens would look alike if nothing lay over those that stood `before`, nor over what they are compared
    /// with: as these looked then, and as the others do now.
    pub(super) fn would_be_alike(&self, eyes: &dyn Eyes, before: &Sight) -> bool {
        let stood = |cell: &Cell| before.reading.marks.mark(*cell) == Mark::Queen;
        let new = self.solution.queens().filter(|cell| !stood(cell));
        let uncovered = before.with_cells_of(&self.sight, new);
        self.solution.queens().filter(stood).count() >= LEAST_ALIKE
            && before.shows_alike(eyes, &uncovered, self.solution.queens())
    }

    /// Whether what stands as a queen is one: no cross is read as one, or all are known by what else has come, or as one that
    /// came after a cross, or are too large for one.
    pub(super) fn can_tell_queens(&self) -> bool {
        let are_told = self.unread.as_ref().is_some_and(|unread| !unread.is_queen_read);
        match self.order {
            Order::Plain => !self.has_crosses_like_queens || are_told,
            Order::Second { queen, .. } => {
                let mut ours = self.solution.queens().filter(|cell| !self.given.contains(*cell));
                ours.all(|cell| cell == queen || self.is_as_large_as_second(cell))
            }
            _ => false,
        }
    }

    /// Whether a board that cannot be read is still there and shows the queens of `batch`, since
    /// `before` they were clicked, as `expected`.
    ///
    /// A game may shade or ring cells that were clicked until no reader knows its board. What counts
    /// then is that the cells of the batch look different, that most others do not, and, as soon as
    /// three queens stand, that the same thing stands in all of their cells and in no other. Before
    /// that the right button is not trusted: the menu that it may open covers the cell as well.
    pub(super) fn shows_without_reading(
        &self,
        eyes: &dyn Eyes,
        frame: &Frame,
        batch: &[Step],
        before: &Sight,
        expected: &Marks,
    ) -> bool {
        let is_queen = |cell: Cell| expected.mark(cell) == Mark::Queen;
        let others = self.board.cells().filter(|&cell| !is_queen(cell));
        let standing: Vec<Cell> = self.board.cells().filter(|&cell| is_queen(cell)).collect();
        batch.iter().filter(|step| step.goal != Goal::Answer).all(|step| {
            step.goal == Goal::Queen
                && before.changed_part(frame, std::iter::once(step.cell)) >= MASSIVE
        }) && before.changed_part(frame, others) <= MOSTLY_THE_SAME
            && if standing.len() < LEAST_ALIKE {
                self.manners.button == Button::Left
            } else {
                before.shows_alike(eyes, frame, standing)
            }
    }

    /// Whether something lies over a part of the board since `before`, and over a cell that is still to
    /// be clicked: it would take the click. A game that tints its board tints most of it, and one that shades some
    /// of its cells leaves the lines between them.
    pub(super) fn has_covered_open_cells(&self, frame: &Frame, before: &Sight) -> bool {
        let is_covered = |cell: &Cell| before.changed_part(frame, std::iter::once(*cell)) >= VEILED;
        let size = self.board.size();
        let covered = CellSet::from_cells(size, self.board.cells().filter(is_covered));
        let mut open = self.solution.queens().filter(|&cell| self.marks.mark(cell) != Mark::Queen);
        2 * covered.iter().count() < size.pow(2)
            && open.any(|cell| covered.contains(cell))
            && !before.keeps_lines_between(frame, &covered)
    }
}
