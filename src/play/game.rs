//! A board that is being played, and what its pictures tell.

use super::answers::{Answers, BUTTONS};
use super::evidence::{LEAST_ALIKE, MASSIVE};
use super::hand::{Interruption, ParkingPlace};
use super::order::Order;
use super::player::{Ending, Options};
use super::sight::{Sight, differ_faintly, shown_on_desktop};
use super::tempo::Tempo;
use super::uneven::Uneven;
use super::unread::Unread;
use super::{ClicksToQueen, Eyes, Manners, Patience, PlayError, Progress};
use crate::board::{Board, Cell, CellSet, Mark, Marks, Solution};
use crate::capture::Frame;
use crate::geometry::{DesktopRect, DesktopVector};
use crate::input::{Button, Goal, Plan, Step, plan_clicks};
use crate::vision::Reading;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// How many times the time of the slowest answer so far another one may take. A page that works for
/// 300 ms at a time, or saves each move on a server, is as late each time. Where it was too short,
/// clicks are repeated on top of late ones; each click that got lost costs it.
const LATE: u32 = 20;

/// How many times the time of the slowest answer a board may rest between two changes.
const SLOW: u32 = 5;

/// What even a game that answers at once is given: its page may be busy for once.
const LEAST_TIME_TO_ANSWER: Duration = Duration::from_millis(1200);

/// How far from the middle of a cell clicks are made that are to be no double click, in points, and at most in parts of
/// the cell's width: two of them are twice as far apart. Chosen: Chromium made none of those in cells of 55 points, and
/// its sources and those of GTK know none of more than 2 and 5 points. A page that shifts its board with the first click
/// must not shift it from under the second.
const ASIDE: f64 = 3.0;
const ASIDE_IN_CELL: f64 = 0.06;

/// A board that is being played.
pub(super) struct Game<'a> {
    pub(super) board: &'a Board,
    pub(super) solution: &'a Solution,
    /// How it was first seen, once it has been seen again.
    pub(super) first: Option<Rc<Sight>>,
    /// How it was last seen.
    pub(super) sight: Rc<Sight>,
    /// How it was last seen with queens and crosses both.
    pub(super) contrast: Option<Rc<Sight>>,
    /// When it was last looked at, seen or not.
    pub(super) looked_at: Duration,
    /// What stands on it: as last seen, and what was clicked since.
    pub(super) marks: Marks,
    pub(super) clicks: usize,
    /// When it is given up, whatever is going on.
    pub(super) ends_by: Duration,
    /// When the last queens were begun to be clicked.
    pub(super) clicked_at: Duration,
    pub(super) repairs: usize,
    /// How the game answers to clicks, as far as is known.
    pub(super) manners: Manners,
    pub(super) answers: Answers,
    /// Whether the page was seen after the first click, and has not shifted since the last one.
    pub(super) is_settled: bool,
    /// Whether a queen came as the manners say.
    pub(super) is_confirmed: bool,
    /// How fast it is clicked.
    pub(super) tempo: Tempo,
    /// Whether it is looked at after each cell: some games take no clicks while they are busy.
    pub(super) one_by_one: bool,
    /// Whether the first click in another cell than the last one only selects it.
    pub(super) selects: bool,
    /// The cell that was clicked last.
    pub(super) selected: Option<Cell>,
    /// Whether the right button may open a menu over the board, since it did, or since the board was
    /// not seen for a while: each click of it is made alone.
    pub(super) opens_menus: bool,
    /// The cells in which a queen may stand: those of the beginning, and those that were clicked
    /// and not found out to hold something else.
    pub(super) hers: CellSet,
    /// The cells in which one stood from the start: a game may draw those in its own way.
    pub(super) given: CellSet,
    /// The cells that were empty at first, were clicked, and have shown a cross since that stayed.
    pub(super) crossed: CellSet,
    /// The cells whose queens looked odd once, and were clicked again.
    pub(super) doubted: CellSet,
    /// The cells in which something pale was taken for a queen that nobody clicked, and how often they were clicked on in
    /// vain.
    pub(super) drafts: BTreeMap<Cell, usize>,
    /// The cells whose crosses are queens, since they look like all others.
    pub(super) taken_for_crosses: CellSet,
    /// What marks look like that are not read.
    pub(super) unread: Option<Unread>,
    /// The cross of the first click, if it is read as a queen, and how the board looked with it.
    pub(super) odd_cross: Option<(Cell, Rc<Sight>)>,
    /// Which mark is the queen, where a cross is read as one.
    pub(super) order: Order,
    /// Whether crosses of the game's own are read as queens: more of them were than was clicked.
    pub(super) has_crosses_like_queens: bool,
    /// What counts as standing where something else was taken for a queen: a cross, or nothing where
    /// a cross comes between that and her.
    pub(super) taken_for_queen: Mark,
    /// The cell that is clicked on until it is empty again: queens seem to come with the first click,
    /// and if more marks come after them, one of those may be the queen. Or one click has made what two
    /// made elsewhere: a queen that stays, or a cross that is read as one.
    pub(super) in_question: Option<Cell>,
    /// Whether one click is believed to make a queen since she stays where she is clicked again: where it
    /// makes none, two harm none.
    pub(super) queens_stay: bool,
    /// Whether a single click is answered only when it is too late for a second one: the game tells double
    /// clicks from single ones, which set crosses.
    pub(super) tells_double_clicks: bool,
    /// Whether a double click takes a queen away, and a single one does not.
    pub(super) clears_by_double_click: bool,
    /// Whether two clicks at once leave a cell empty, and two single ones make a queen: a double click may take
    /// her away again.
    pub(super) pairs_are_undone: bool,
    /// Whether each click that follows another one soon makes a queen, or takes one away, whatever cells they are
    /// in, and one alone makes a cross: the game has one clock for the double clicks of all cells.
    pub(super) shares_clock: bool,
    /// A cell in which a single click was in vain that should have done.
    pub(super) one_in_vain: Option<Cell>,
    /// Whether a double click as a person makes one was tried in vain.
    pub(super) has_double_clicked: bool,
    /// Whether all that is known to make queens was tried in vain, on a page that answers.
    pub(super) is_hopeless: bool,
    /// The longest that the game took to show the first sign of some clicks.
    pub(super) slowest: Duration,
    /// The board with all queens, if it was seen since the last click.
    pub(super) whole: Option<Rc<Sight>>,
    /// How often the pointer was brought to another place off the board, since what it hovered over may
    /// have opened.
    pub(super) parked_elsewhere: usize,
    /// What is looked at, on the desktop.
    pub(super) shown: DesktopRect,
    /// Its rows, where they have become uneven.
    pub(super) uneven: Option<Uneven>,
}

impl<'a> Game<'a> {
    /// The game on the board that was read from `frame`.
    pub(super) fn new(
        frame: Frame,
        reading: &'a Reading,
        solution: &'a Solution,
        options: &Options,
    ) -> Self {
        let shown = shown_on_desktop(&frame);
        let sight = Rc::new(Sight { frame, reading: reading.clone() });
        Self {
            board: &reading.board,
            solution,
            first: None,
            contrast: sight.has_both_kinds().then(|| sight.clone()),
            sight,
            looked_at: Duration::ZERO,
            marks: reading.marks.clone(),
            clicks: 0,
            ends_by: Duration::MAX,
            clicked_at: Duration::ZERO,
            repairs: 0,
            manners: options.manners,
            answers: Answers::new(options.manners),
            is_settled: false,
            is_confirmed: !options.learns,
            tempo: Tempo::default(),
            one_by_one: false,
            selects: false,
            selected: None,
            opens_menus: false,
            hers: CellSet::from_cells(reading.board.size(), reading.marks.queens()),
            given: CellSet::from_cells(reading.board.size(), reading.marks.queens()),
            crossed: CellSet::new(reading.board.size()),
            doubted: CellSet::new(reading.board.size()),
            drafts: BTreeMap::new(),
            taken_for_crosses: CellSet::new(reading.board.size()),
            unread: None,
            odd_cross: None,
            order: Order::Plain,
            has_crosses_like_queens: false,
            taken_for_queen: Mark::Cross,
            in_question: None,
            queens_stay: false,
            tells_double_clicks: false,
            clears_by_double_click: false,
            pairs_are_undone: false,
            shares_clock: false,
            one_in_vain: None,
            has_double_clicked: false,
            is_hopeless: false,
            slowest: Duration::ZERO,
            whole: None,
            parked_elsewhere: 0,
            shown,
            uneven: None,
        }
    }

    /// Where the pointer is parked: places off the board, those on the screen in turns. Where the board was
    /// not to be seen with any of them, the pointer stays over it, in a cell that needs no queen: some
    /// games hide their board when it leaves.
    pub(super) fn parking_places(&self) -> Vec<ParkingPlace> {
        let mut places = self.sight.parking_places(&self.shown);
        if self.parked_elsewhere >= places.len() {
            let needs_none = |cell: &Cell| self.solution.columns()[cell.row] != cell.col;
            let cell = self.board.cells().find(needs_none);
            let points = cell.map(|cell| self.target(cell)).into_iter();
            return points.map(|point| ParkingPlace { point, is_on_screen: true }).collect();
        }
        let on_screen = places.iter().take_while(|place| place.is_on_screen).count();
        places[..on_screen].rotate_left(self.parked_elsewhere.checked_rem(on_screen).unwrap_or(0));
        places
    }

    /// How far from the middle of a cell a fast click is made: to the left, and to the right, in turns, so that no two
    /// in a row are in one place.
    pub(super) fn aside(&self, click: usize) -> DesktopVector {
        let width = self.sight.board_on_desktop().width() / self.board.size() as f64;
        let aside = ASIDE.min(ASIDE_IN_CELL * width);
        DesktopVector::new(if click.is_multiple_of(2) { -aside } else { aside }, 0.0)
    }

    /// What is left to be clicked.
    pub(super) fn plan(&self) -> Plan {
        let mut plan = plan_clicks(&self.marks, self.solution, &self.manners);
        if self.clears_by_double_click {
            plan.clearing.iter_mut().for_each(|step| step.clicks = 2);
        }
        // They may be locked queens: what comes after the last queen is not to be clicked on.
        plan.placing.sort_by_key(|step| !self.is_draft(step.cell));
        plan
    }

    /// Single clicks set crosses, and double clicks make queens, of a cross as well, on most such games.
    pub(super) fn learn_of_double_clicks(&mut self) {
        self.tells_double_clicks = true;
        self.manners.clicks_to_queen = ClicksToQueen::Two;
        self.manners.clicks_on_cross = ClicksToQueen::Two;
    }

    /// The game took so long to show the first sign of some clicks.
    pub(super) fn note_answer(&mut self, took: Duration) {
        self.slowest = self.slowest.max(took);
        self.answers.note_effect(self.manners.hover_first);
    }

    /// A click `since` which the board was `before` has changed nothing but how its `cell` looks, as where
    /// a click selects one: the page answers, and no mark will come that has not come by now.
    pub(super) fn note_other_effect(&mut self, since: Duration, before: &Sight, cell: Cell) {
        let is_late = since >= LEAST_TIME_TO_ANSWER && self.slowest.is_zero();
        if is_late && !before.unchanged_cells(&self.sight.frame).contains(cell) {
            self.slowest = LEAST_TIME_TO_ANSWER / LATE;
        }
    }

    /// How long clicks may be without effect before they are taken for lost: what never answered yet
    /// is given all of the `longest` time.
    pub(super) fn answer_within(&self, longest: Duration) -> Duration {
        if self.slowest.is_zero() {
            return longest;
        }
        (self.slowest * LATE).max(LEAST_TIME_TO_ANSWER).min(longest)
    }

    /// How long a board may rest between two changes that clicks make, of which it has shown one.
    pub(super) fn next_change_within(&self, patience: &Patience) -> Duration {
        (self.slowest * SLOW).clamp(patience.rest, patience.answer)
    }

    /// The buttons that are tried where clicks do not do what they should: where the left one has made a
    /// queen, no other, which may open a menu over the board.
    pub(super) fn buttons(&self) -> &'static [Button] {
        let is_left = self.is_confirmed && self.manners.button == Button::Left;
        if is_left { &[Button::Left] } else { &BUTTONS }
    }

    /// Clicks got lost: those that follow are made more slowly.
    pub(super) fn slow_down(&mut self) {
        match self.tempo.slower() {
            Some(slower) => self.tempo = slower,
            None => self.one_by_one = true,
        }
    }

    /// The queens that nobody clicked: those that stand wrong, in cells in which none stood at first, or, where all others
    /// stand, those that make the solution whole.
    pub(super) fn strangers(&self) -> Vec<Cell> {
        let is_whole = self.shows_its_solution();
        let is_right = |cell: &Cell| self.solution.columns()[cell.row] == cell.col;
        let is_known = |cell: &Cell| self.hers.contains(*cell) || self.doubted.contains(*cell);
        let is_strange = |cell: &Cell| is_right(cell) == is_whole && !is_known(cell);
        self.marks.queens().filter(is_strange).collect()
    }

    /// What was read as a queen in this cell is none.
    pub(super) fn doubt(&mut self, cell: Cell) {
        self.marks.set(cell, self.taken_for_queen);
        self.hers.remove(cell);
        self.doubted.insert(cell);
    }

    /// What was read as a cross in this cell is a queen.
    pub(super) fn believe_in_queen(&mut self, cell: Cell) {
        self.marks.set(cell, Mark::Queen);
        self.hers.insert(cell);
        self.taken_for_crosses.insert(cell);
    }

    /// The board in a newer frame, near its old place, or anywhere if `anywhere`. A cell that was empty
    /// at first, and looks the same, still is: dots in all cells are read as crosses as soon as a queen
    /// stands beside them.
    ///
    /// Queens that are taken away leave their cells as they were. Where most of them are gone, or have become crosses, and
    /// their cells look like nothing that they ever did, something blurs or covers the board, although its
    /// regions are known again: it cannot be read. Where its rows have become uneven, it is read when it is
    /// looked at again.
    pub(super) fn again(
        &mut self,
        eyes: &dyn Eyes,
        frame: &Frame,
        anywhere: bool,
    ) -> Option<Reading> {
        let seen = self.sight.again(eyes, frame, self.board, anywhere);
        if seen.is_none() && self.notice_uneven_rows(frame) {
            return None;
        }
        let first = self.first().clone();
        let mut reading =
            seen.or_else(|| self.sight.shaded(eyes, frame, &first, &self.marked()))?;
        if self.uneven.as_ref().is_some_and(Uneven::is_straightened) {
            reading = first.moved_to(frame.clone(), reading.marks).reading;
        }
        self.hear_reader(frame, &reading);
        let told = self.unread_marks(frame, &reading);
        for &(cell, mark) in &told {
            reading.marks.set(cell, mark);
        }
        if let Some(cell) = self.stays_odd_cross(frame, &reading.lattice) {
            reading.marks.set(cell, Mark::Cross);
        }
        for cell in self.queens_like_crosses(frame, &reading) {
            reading.marks.set(cell, Mark::Queen);
        }
        let is_as_at_first = |cell| first.is_unchanged_on(frame, &reading.lattice, cell);
        let was_empty = |cell: &Cell| first.reading.marks.mark(*cell) == Mark::Empty;
        let is_told = |cell: Cell| told.iter().any(|(other, _)| *other == cell);
        let is_covered = |cell: &&Cell| {
            reading.marks.mark(**cell) != Mark::Queen && !is_as_at_first(**cell) && !is_told(**cell)
        };
        let stood: Vec<Cell> = self.sight.reading.marks.queens().filter(was_empty).collect();
        let covered = stood.iter().filter(is_covered).count();
        if covered >= LEAST_ALIKE && 2 * covered > stood.len() {
            return None;
        }
        if self.is_strangely_covered(eyes, frame, &reading) {
            return None;
        }
        for cell in self.board.cells() {
            if was_empty(&cell) && is_as_at_first(cell) && !is_told(cell) {
                reading.marks.set(cell, Mark::Empty);
            }
        }
        for cell in self.crosses_taken_for_print(frame, &reading) {
            reading.marks.set(cell, Mark::Cross);
        }
        if let Some(mark) = self.told_by_contrast(eyes, frame, &reading) {
            let standing = reading.marks.standing().collect::<Vec<Cell>>();
            standing.into_iter().for_each(|cell| reading.marks.set(cell, mark));
        }
        for cell in self.with_something_else(frame, &reading) {
            reading.marks.set(cell, Mark::Queen);
        }
        Some(reading)
    }

    /// Whether what is read as a queen that nobody clicked is a part of something that lies over the board: it hides the lines
    /// around her cell, and looks unlike the other queens.
    fn is_strangely_covered(&self, eyes: &dyn Eyes, frame: &Frame, reading: &Reading) -> bool {
        let first = self.first();
        let is_known = |cell: &Cell| self.hers.contains(*cell) || self.doubted.contains(*cell);
        let mut strangers = reading.marks.queens().filter(|cell| !is_known(cell));
        strangers.any(|cell| first.hides_lines_of(frame, &reading.lattice, cell)) && {
            let queens = CellSet::from_cells(self.board.size(), reading.marks.queens());
            !eyes.is_alike_in(&frame.pixels, &reading.lattice, &queens)
        }
    }

    /// The cells that were empty at first, were clicked, and show a cross now as when they were last seen.
    fn with_crosses_that_stay(&self, frame: &Frame, reading: &Reading) -> Vec<Cell> {
        let first = &self.first().reading.marks;
        let is_cross = |marks: &Marks, cell: Cell| marks.mark(cell) == Mark::Cross;
        let stays = |cell: &Cell| {
            first.mark(*cell) == Mark::Empty
                && is_cross(&self.sight.reading.marks, *cell)
                && is_cross(&reading.marks, *cell)
                && self.sight.is_unchanged_on(frame, &reading.lattice, *cell)
        };
        self.hers.iter().filter(stays).collect()
    }

    /// The cells that are read as empty, and look as they did when a cross was read there, last or at first; and all others
    /// that something came into: where one stands in each cell without a queen, crosses look like a part of the board.
    fn crosses_taken_for_print(&self, frame: &Frame, reading: &Reading) -> Vec<Cell> {
        let lattice = &reading.lattice;
        let first = self.first();
        let is_seen_as_empty = |cell: &Cell| reading.marks.mark(*cell) == Mark::Empty;
        let was_cross = |then: &Sight, cell: Cell| {
            then.reading.marks.mark(cell) == Mark::Cross
                && !then.shows_faintly(frame, lattice, cell)
        };
        let (stayed, others): (Vec<Cell>, Vec<Cell>) = self
            .board
            .cells()
            .filter(is_seen_as_empty)
            .partition(|cell| was_cross(&self.sight, *cell) || was_cross(first, *cell));
        // They are no print but where something like them is in all others.
        let is_in_all = others.iter().all(|cell| first.shows_faintly(frame, lattice, *cell));
        if stayed.len() < LEAST_ALIKE || !is_in_all { stayed } else { [stayed, others].concat() }
    }

    /// The cells that are read as empty and are not: they were at first, have shown a cross since, and what they show
    /// now stays, and is not what an empty cell of their region shows. No reader knows a golden crown on gold without
    /// another one to compare her with; she may have stood there from the start, and be gone.
    fn with_something_else(&self, frame: &Frame, reading: &Reading) -> Vec<Cell> {
        let (lattice, first) = (&reading.lattice, self.first());
        let is_bare = |cell: &Cell| {
            reading.marks.mark(*cell) == Mark::Empty && first.is_unchanged_on(frame, lattice, *cell)
        };
        let is_as_bare_one = |cell: Cell| {
            let mut bare = self.cells_beside(cell).filter(is_bare);
            bare.any(|other| !differ_faintly(frame, lattice, [cell, other]))
        };
        let is_one = |cell: &Cell| {
            reading.marks.mark(*cell) == Mark::Empty
                && !is_as_bare_one(*cell)
                && first.shows_faintly(frame, lattice, *cell)
                && first.keeps_corners(frame, lattice, *cell)
                && self.sight.is_unchanged_on(frame, lattice, *cell)
        };
        self.crossed.iter().filter(is_one).collect()
    }

    /// What all marks of a reading are that look alike, where some that stand as they did when queens and crosses stood are
    /// not read as they were: where there is nothing to compare them with, small queens look like crosses.
    fn told_by_contrast(&self, eyes: &dyn Eyes, frame: &Frame, reading: &Reading) -> Option<Mark> {
        let contrast = self.contrast.as_ref()?;
        let then = |cell| contrast.reading.marks.mark(cell);
        let is_as_it_was = |cell: &Cell| {
            then(*cell) != Mark::Empty && contrast.is_unchanged_on(frame, &reading.lattice, *cell)
        };
        let known: Vec<Cell> = reading.marks.standing().filter(is_as_it_was).collect();
        let told = then(*known.first()?);
        let is_other = known.iter().any(|&cell| reading.marks.mark(cell) != then(cell));
        let standing = CellSet::from_cells(self.board.size(), reading.marks.standing());
        (is_other
            && known.iter().all(|&cell| then(cell) == told)
            && eyes.is_alike_in(&frame.pixels, &reading.lattice, &standing))
        .then_some(told)
    }

    /// How it was first seen.
    pub(super) fn first(&self) -> &Rc<Sight> {
        self.first.as_ref().unwrap_or(&self.sight)
    }

    /// The cells that were clicked, or in which something stands: a game may tint them. It has no reason to tint the
    /// crosses that were there from the start.
    fn marked(&self) -> CellSet {
        let first = &self.first().reading.marks;
        let standing = self.sight.reading.marks.standing();
        let standing = standing.filter(|&cell| first.mark(cell) != Mark::Cross);
        CellSet::from_cells(self.board.size(), standing.chain(self.hers.iter()))
    }

    /// The cells in which something stands that were empty at first, and that nobody meant to click.
    fn strange_cells<'m>(&'m self, marks: &'m Marks) -> impl Iterator<Item = Cell> + 'm {
        let first = &self.first().reading.marks;
        let is_strange = move |cell: &Cell| {
            marks.mark(*cell) != Mark::Empty
                && first.mark(*cell) == Mark::Empty
                && !self.hers.contains(*cell)
        };
        self.board.cells().filter(is_strange)
    }

    /// The board was seen again. What a game puts into cells that nobody clicked are its crosses,
    /// whatever they look like, as soon as they are more than the clicks that may have gone astray; unless
    /// they are queens that came late or that a person placed.
    pub(super) fn see(&mut self, eyes: &dyn Eyes, frame: Frame, mut reading: Reading) {
        if self.unread.as_ref().is_some_and(|unread| !unread.is_queen_read) {
            let first = self.first().clone();
            let was_cross = |cell: &Cell| first.reading.marks.mark(*cell) == Mark::Cross;
            reading.marks.queens().filter(was_cross).for_each(|cell| self.believe_in_queen(cell));
        }
        // On a board that has moved, each click may have marked a cell that it was not meant for.
        let strange: Vec<Mark> =
            self.strange_cells(&reading.marks).map(|cell| reading.marks.mark(cell)).collect();
        let queens = strange.iter().filter(|&&mark| mark == Mark::Queen);
        self.manners.auto_crosses |= strange.len() > self.clicks;
        self.has_crosses_like_queens |= queens.count() > self.clicks;
        let strangers: Vec<Cell> =
            reading.marks.queens().filter(|&cell| !self.hers.contains(cell)).collect();
        let are_crosses = self.has_crosses_like_queens && !strangers.is_empty() && {
            let queens = CellSet::from_cells(self.board.size(), reading.marks.queens());
            !eyes.is_alike_in(&frame.pixels, &reading.lattice, &queens)
        };
        for cell in strangers {
            if self.doubted.contains(cell) {
                reading.marks.set(cell, self.taken_for_queen);
            } else if are_crosses {
                reading.marks.set(cell, Mark::Cross);
            }
        }
        for cell in self.drafts_in(&frame, &reading) {
            reading.marks.set(cell, Mark::Empty);
        }
        for cell in self.with_crosses_that_stay(&frame, &reading) {
            self.crossed.insert(cell);
        }
        self.marks = reading.marks.clone();
        let last = std::mem::replace(&mut self.sight, Rc::new(Sight { frame, reading }));
        self.first.get_or_insert(last);
        if self.sight.has_both_kinds() {
            self.contrast = Some(self.sight.clone());
        }
        if self.plan().is_empty() {
            self.whole = Some(self.sight.clone());
        }
    }

    /// Whether several queens are gone in a newer picture of a board that was seen with all of them since the last click: a
    /// game that is won may take them off the board, or play it once more. It is known then as it was.
    pub(super) fn has_lost_queens(&mut self, frame: &Frame, reading: &Reading) -> bool {
        let lost =
            || self.solution.queens().filter(|&cell| reading.marks.mark(cell) != Mark::Queen);
        let has_lost = |whole: &mut Rc<Sight>| whole.have_several_changed(frame, lost());
        let Some(whole) = self.whole.take_if(has_lost) else { return false };
        self.sight = whole;
        true
    }

    /// What to click before the next look, which is one cell if `one_by_one`, and whether it may win
    /// the game.
    ///
    /// Queens that stand wrong go first. The first cell goes alone, since a page may shift after
    /// the first click, and a game of other manners must not be clicked all over. The last cell
    /// goes alone too: after it there may be nothing left to check.
    pub(super) fn next_batch(&self, plan: &Plan, one_by_one: bool) -> (Vec<Step>, bool) {
        let (steps, is_final) = if plan.clearing.is_empty() {
            (&plan.placing, true)
        } else {
            (&plan.clearing, plan.placing.is_empty())
        };
        if let Some(cell) = self.in_question {
            return (self.asking(cell, steps, is_final && !one_by_one), false);
        }
        // The right button may open a menu, in which the clicks that follow would end.
        let is_harmless = !is_final && self.manners.button == Button::Left;
        let is_known = self.is_settled && (is_harmless || self.is_confirmed);
        let mut batch: Vec<Step> = match steps.len() {
            0 | 1 => steps.clone(),
            _ if !is_known => {
                let mut steps = steps.clone();
                // Before the last click it should be known what it does.
                let is_known = |step: &Step| {
                    self.answers.knows(self.manners.button, self.marks.mark(step.cell))
                };
                // What is read as a cross from the start may be a queen.
                let first = &self.first().reading.marks;
                let was_cross = |step: &Step| first.mark(step.cell) == Mark::Cross;
                steps.sort_by_key(|step| {
                    (is_known(step), was_cross(step), self.away_from_middle(step.cell))
                });
                let asked = if one_by_one { None } else { self.question(&steps) };
                steps.truncate(1);
                steps.extend(asked);
                steps
            }
            _ if one_by_one => steps[..1].to_vec(),
            all if is_final => steps[..all - 1].to_vec(),
            _ => steps.clone(),
        };
        let is_last = is_final && batch.len() == steps.len();
        if self.shares_clock {
            let queens = batch.iter_mut().filter(|step| step.goal == Goal::Queen);
            queens.enumerate().for_each(|(at, step)| step.clicks = if at == 0 { 2 } else { 1 });
        }
        (batch, is_last)
    }

    /// Whether a click has made a queen that stands.
    pub(super) fn has_made_queen(&self) -> bool {
        let is_ours = |cell: Cell| self.hers.contains(cell) && !self.given.contains(cell);
        self.marks.queens().any(is_ours)
    }

    /// How far a cell is from the middle of the board, in some measure: where the page shifts
    /// between two clicks, the second one still hits the board.
    fn away_from_middle(&self, cell: Cell) -> usize {
        let away = |index: usize| (2 * index + 1).abs_diff(self.board.size());
        away(cell.row).max(away(cell.col))
    }

    /// Whether all queens stood, and the cells of several look different in a newer frame.
    pub(super) fn has_put_queens_away(&self, frame: &Frame) -> bool {
        let mut queens = self.solution.queens();
        queens.all(|cell| self.sight.reading.marks.mark(cell) == Mark::Queen)
            && self.sight.have_several_changed(frame, self.solution.queens())
    }

    /// How the game ended that cannot be read any more, and looks like `frame`.
    ///
    /// After the last queen that is a win, if the board has changed massively, or the last queen's
    /// cell has, or those of all queens if she was seen. Without the last queen the board would be as readable as it was
    /// before.
    pub(super) fn ending_after(
        &self,
        frame: &Frame,
        is_last: bool,
    ) -> Result<(Ending, Option<f64>), PlayError> {
        if is_last {
            let changed = self.sight.changed_part(frame, self.board.cells());
            let missing = self
                .solution
                .queens()
                .filter(|&cell| self.sight.reading.marks.mark(cell) != Mark::Queen);
            let has_come = self.sight.changed_part(frame, missing) >= MASSIVE;
            if changed >= MASSIVE || has_come || self.has_put_queens_away(frame) {
                return Ok((Ending::ProbablyWon, Some(changed)));
            }
        }
        Err(PlayError::BoardLost { progress: self.progress() })
    }

    pub(super) fn progress(&self) -> Progress {
        let queens = self.solution.queens();
        let of = queens.len();
        let queens = queens.filter(|&cell| self.marks.mark(cell) == Mark::Queen).count();
        Progress { queens, of, clicks: self.clicks }
    }
}

impl Progress {
    /// The error of a game that was broken off here.
    pub(super) fn broken_off(self, interruption: Interruption) -> PlayError {
        match interruption {
            Interruption::Stop(by) => PlayError::Stopped { by, progress: self },
            Interruption::Input(error) => PlayError::Input(error),
        }
    }
}

/// The cells of `batch` that do not show what they should.
pub(super) fn missing(batch: &[Step], marks: &Marks) -> Vec<Cell> {
    let is_missing = |step: &&Step| !step.goal.is_met_by(marks.mark(step.cell));
    batch.iter().filter(is_missing).map(|step| step.cell).collect()
}
