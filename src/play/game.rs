//! The loop of a game: click, look, mend, until the board shows its solution.

use super::answers::Answers;
use super::hand::Interruption;
use super::player::{Ending, Options, Session};
use super::sight::{Sight, shown_on_desktop};
use super::tempo::Tempo;
use super::{Eyes, Manners, PlayError, Progress, Stage};
use crate::board::{Board, Cell, CellSet, Mark, Marks, Solution};
use crate::capture::Frame;
use crate::geometry::DesktopRect;
use crate::input::{Button, Goal, Plan, Step, plan_clicks};
use crate::vision::Reading;
use std::time::Duration;

/// Between two looks at a board that is being played. A moved pointer is noticed between a
/// capture, a reading and this pause, so within 50 ms.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// How long a mark must stay to be what a single click made. Marks fade in for up to 115 ms, and
/// half a queen may look like a cross.
const SETTLED: Duration = Duration::from_millis(150);

/// How long the first queen's clicks may be without effect where manners are learned: some games
/// take a queen away with the second click, before she is painted. Where it was too short, the
/// clicks that are tried next come on top of late ones, and what they do is learned anew later.
const FIRST: Duration = Duration::from_millis(1200);

/// How long the pointer is over a cell before it clicks, where a game wants that. A game draws the
/// cell anew when the pointer comes, which takes it a frame or two; on a machine with every core
/// busy, several.
pub(super) const HOVER: Duration = Duration::from_millis(120);

/// The most clicks that are tried in one cell: those of any known game, and as many lost ones.
const MOST_TRIES: usize = 10;

/// How often clicks are made good in vain before the manners are doubted again.
const DOUBTFUL: usize = 2;

/// After how many batches of which several cells got lost a game is played more slowly.
const TOO_FAST: usize = 2;

/// How many times the time of the slowest answer a board may rest between two changes.
const SLOW: u32 = 5;

/// A board that is being played.
pub(super) struct Game<'a> {
    board: &'a Board,
    solution: &'a Solution,
    /// How it was last seen.
    pub(super) sight: Sight,
    /// What stands on it: as last seen, and what was clicked since.
    marks: Marks,
    pub(super) clicks: usize,
    /// When the last queens were begun to be clicked.
    clicked_at: Duration,
    pub(super) repairs: usize,
    /// How the game answers to clicks, as far as is known.
    pub(super) manners: Manners,
    answers: Answers,
    /// Whether the page was seen after the first click: it may have shifted.
    is_settled: bool,
    /// Whether a queen came as the manners say.
    is_confirmed: bool,
    /// How fast it is clicked.
    tempo: Tempo,
    /// Whether it is looked at after each cell: some games take no clicks while they are busy.
    one_by_one: bool,
    /// The cells in which a queen may stand: those of the beginning, and those that were clicked
    /// and not found out to hold something else.
    hers: CellSet,
    /// The cells in which one stood from the start: a game may draw those in its own way.
    given: CellSet,
    /// The cells whose queens looked odd once, and were clicked again.
    doubted: CellSet,
    /// The longest that the game took to show the first sign of some clicks.
    slowest: Duration,
    /// What is looked at, on the desktop.
    shown: DesktopRect,
}

/// What looking at a board that is being played comes to.
enum Look {
    /// It shows what it should.
    Shown,
    /// It is there, and does not show it.
    Missing,
    /// It cannot be read any more; this is how it looked last.
    Gone(Frame),
}

impl Session<'_> {
    /// Clicks and looks until the board shows its solution; how it ended, and where that is not
    /// certain, how much of the board looked different.
    pub(super) fn play_out(&mut self, game: &mut Game) -> Result<(Ending, Option<f64>), PlayError> {
        let mut least_left = plan_clicks(&game.marks, game.solution, &game.manners).len();
        let mut in_vain = 0;
        let mut crowds_lost = 0;
        let gap = self.options.pace.gap(game.solution.columns().len());
        loop {
            if game.clicks > 0 && !gap.is_zero() {
                self.pause_until(game, game.clicked_at + gap)?;
                self.find_again(game)?;
            }
            let plan = plan_clicks(&game.marks, game.solution, &game.manners);
            let (batch, is_last) = game.next_batch(&plan, !gap.is_zero() || game.one_by_one);
            if batch.is_empty() {
                return Ok((Ending::Won, None));
            }
            let stood: Vec<Cell> = game.marks.queens().collect();
            (self.planned)(&batch);
            self.click(game, &batch)?;
            self.stopwatch.spent(Stage::Click);
            let look = self.look_for(game, &batch, is_last)?;
            self.stopwatch.spent(Stage::Verify);
            match look {
                Look::Shown if is_last => return Ok((Ending::Won, None)),
                Look::Shown => {
                    game.is_settled = true;
                    game.is_confirmed |= batch.iter().any(|step| step.goal == Goal::Queen);
                }
                Look::Missing => {
                    let missing = missing(&batch, &game.marks);
                    let left = plan_clicks(&game.marks, game.solution, &game.manners).len();
                    in_vain = if left < least_left { 0 } else { in_vain + 1 };
                    least_left = least_left.min(left);
                    if in_vain > self.options.patience.repairs {
                        let (progress, repairs) = (game.progress(), game.repairs);
                        return Err(PlayError::NotWon { progress, repairs, missing });
                    }
                    game.repairs += 1;
                    crowds_lost += usize::from(missing.len() > 1);
                    let is_here = |cell: &Cell| {
                        game.marks.mark(*cell) == Mark::Queen
                            || batch.iter().any(|step| step.cell == *cell)
                    };
                    if !stood.iter().all(is_here) {
                        // She was seen between two clicks of which the second took her away.
                        game.is_confirmed = false;
                    } else if (missing.len() > 1 && crowds_lost >= TOO_FAST) || in_vain > 1 {
                        game.slow_down();
                    }
                    let is_doubtful = !game.is_confirmed || in_vain >= DOUBTFUL;
                    if let Some(step) = batch.iter().find(|step| missing.contains(&step.cell))
                        && self.options.learns
                        && is_doubtful
                        && let Some(gone) = self.learn_in(game, step)?
                    {
                        return game.ending_after(&gone, is_last);
                    }
                }
                Look::Gone(frame) => return game.ending_after(&frame, is_last),
            }
        }
    }

    /// Makes the clicks of `batch`, and moves the pointer off the board.
    fn click(&mut self, game: &mut Game, batch: &[Step]) -> Result<(), PlayError> {
        game.clicked_at = self.clock.now();
        for (index, step) in batch.iter().enumerate() {
            let Manners { button, .. } = game.manners;
            self.click_cell(game, step.cell, button, step.clicks, game.tempo, index == 0)?;
            game.marks.set(step.cell, step.result);
        }
        self.park(game)
    }

    fn click_cell(
        &mut self,
        game: &mut Game,
        cell: Cell,
        button: Button,
        clicks: usize,
        tempo: Tempo,
        is_first: bool,
    ) -> Result<(), PlayError> {
        let target = game.sight.target(cell);
        game.hers.insert(cell);
        let hovers = game.manners.hover_first;
        if hovers {
            let moved = self.hand.move_to(target);
            moved.map_err(|interruption| game.progress().broken_off(interruption))?;
            self.pause_until(game, self.clock.now() + HOVER)?;
        }
        // With a gap between them, clicks are made one by one.
        let gap = tempo.gap();
        let (times, each) = if gap.is_zero() { (1, clicks) } else { (clicks, 1) };
        for time in 0..times {
            let mut made = 0;
            let asks_first = is_first || hovers || time > 0;
            let done =
                self.hand.click(target, button, each, tempo.hold(), asks_first, || made += 1);
            game.clicks += made;
            done.map_err(|interruption| game.progress().broken_off(interruption))?;
            self.pause_until(game, self.clock.now() + gap)?;
        }
        Ok(())
    }

    /// Moves the pointer off the board.
    fn park(&mut self, game: &Game) -> Result<(), PlayError> {
        self.hand
            .park(&game.sight.board_on_desktop(), game.sight.parking_places(&game.shown))
            .map_err(|interruption| game.progress().broken_off(interruption))
    }

    /// Lets time pass until `end`, and gives way meanwhile.
    fn pause_until(&mut self, game: &Game, end: Duration) -> Result<(), PlayError> {
        loop {
            self.give_way(game)?;
            let left = end.saturating_sub(self.clock.now());
            if left.is_zero() {
                return Ok(());
            }
            self.clock.pause(left.min(Duration::from_millis(20)));
        }
    }

    /// Looks until the board is seen, where it is now, after a pause in which anything may have
    /// happened.
    fn find_again(&mut self, game: &mut Game) -> Result<(), PlayError> {
        let began = self.clock.now();
        let mut is_unseen = false;
        loop {
            let frame = self.look(game, is_unseen)?;
            self.give_way(game)?;
            if let Some(reading) = game.sight.again(self.eyes, &frame, game.board, is_unseen) {
                game.see(frame, reading);
                return Ok(());
            }
            is_unseen = true;
            if self.clock.now().saturating_sub(began) >= self.options.patience.covered {
                return Err(PlayError::BoardLost { progress: game.progress() });
            }
            self.give_way(game)?;
            self.clock.pause(BETWEEN_LOOKS);
        }
    }

    /// Clicks one by one in a cell that did not become what it should, until it is, and learns the
    /// manners of the game from what each click makes of it. Where the board is gone meanwhile, how
    /// it looked last.
    fn learn_in(&mut self, game: &mut Game, step: &Step) -> Result<Option<Frame>, PlayError> {
        let mut rests_until = Duration::ZERO;
        for _ in 0..MOST_TRIES {
            let before = game.marks.mark(step.cell);
            if step.goal.is_met_by(before) {
                game.is_settled = true;
                return Ok(None);
            }
            let is_wanted = |mark| step.goal.is_met_by(mark);
            let Some(button) = game.answers.next_click(before, is_wanted) else { return Ok(None) };
            // What was without effect is repeated with more patience.
            let hovered_before = game.manners.hover_first;
            game.manners.hover_first |= game.answers.wants_hover(button, before);
            self.pause_until(game, rests_until)?;
            let tempo = if game.manners.hover_first { Tempo::Person } else { Tempo::AtOnce };
            self.click_cell(game, step.cell, button, 1, tempo, true)?;
            rests_until = self.clock.now() + Tempo::Slow.gap();
            self.park(game)?;
            self.stopwatch.spent(Stage::Click);
            let mut gone = self.watch(game, step.cell)?;
            if let Some(frame) = gone.take_if(|_| button == Button::Right) {
                gone = self.close_menu(game, step.cell, &frame)?;
            }
            self.stopwatch.spent(Stage::Verify);
            if gone.is_some() {
                return Ok(gone);
            }
            let after = game.marks.mark(step.cell);
            game.answers.note(button, before, after);
            if after == before {
                game.manners.hover_first = hovered_before;
            } else if !game.manners.hover_first {
                game.answers.note_at_once();
            }
            if after == Mark::Queen {
                let Manners { hover_first, auto_crosses, .. } = game.manners;
                let learned = game.answers.manners(button);
                game.manners = Manners { hover_first, auto_crosses, ..learned };
                game.is_confirmed = true;
            }
        }
        Ok(None)
    }

    /// Closes the menu that the right button seems to have opened over the board, with a click of
    /// the left one in a cell that still looks as it did and needs no queen: on some games that
    /// sets a cross there, and does no harm. Where the board is gone all the same, how it looked
    /// last.
    fn close_menu(
        &mut self,
        game: &mut Game,
        clicked: Cell,
        covered: &Frame,
    ) -> Result<Option<Frame>, PlayError> {
        let is_free = |cell: &Cell| {
            game.solution.columns()[cell.row] != cell.col
                && game.sight.changed_part(covered, std::iter::once(*cell)) < MASSIVE
        };
        let Some(cell) = game.board.cells().find(is_free) else { return Ok(Some(covered.clone())) };
        self.click_cell(game, cell, Button::Left, 1, Tempo::AtOnce, true)?;
        self.park(game)?;
        self.watch(game, clicked)
    }

    /// Looks until something else stands in a cell that was clicked once and stays, or the game has
    /// had time enough. Where the board is gone meanwhile, how it looked last.
    fn watch(&mut self, game: &mut Game, cell: Cell) -> Result<Option<Frame>, PlayError> {
        let before = game.marks.mark(cell);
        let began = self.clock.now();
        let mut seen = (before, began);
        let mut unseen_since = None;
        loop {
            let frame = self.look(game, unseen_since.is_some())?;
            self.give_way(game)?;
            let now = self.clock.now();
            match game.sight.again(self.eyes, &frame, game.board, unseen_since.is_some()) {
                Some(reading) => {
                    unseen_since = None;
                    let mark = reading.marks.mark(cell);
                    game.see(frame, reading);
                    if mark != seen.0 {
                        seen = (mark, now);
                    }
                    let is_settled = now.saturating_sub(seen.1) >= SETTLED;
                    if (mark != before && is_settled)
                        || now.saturating_sub(began) >= self.options.patience.answer
                    {
                        return Ok(None);
                    }
                }
                None => {
                    let since = *unseen_since.get_or_insert(now);
                    if now.saturating_sub(since) >= self.options.patience.vanished {
                        return Ok(Some(frame));
                    }
                }
            }
            self.give_way(game)?;
            self.clock.pause(BETWEEN_LOOKS);
        }
    }

    /// Looks until the board shows the results of `batch`, or has stopped changing without.
    ///
    /// A game may decorate its queens when it is won, and no reader knows such queens; where the
    /// batch `is_last`, it is enough that the same thing stands in all cells of the solution.
    fn look_for(
        &mut self,
        game: &mut Game,
        batch: &[Step],
        is_last: bool,
    ) -> Result<Look, PlayError> {
        let patience = &self.options.patience;
        let clicked = self.clock.now();
        let before = game.sight.clone();
        let expected = game.marks.clone();
        let mut last_seen: Option<Marks> = None;
        let mut changed_at = None;
        let mut unseen_since = None;
        let mut whole_since = None;
        loop {
            let is_unseen = unseen_since.is_some();
            let frame = self.look(game, is_unseen)?;
            self.give_way(game)?;
            if is_last && game.shows_all_queens(self.eyes, &frame) {
                return Ok(Look::Shown);
            }
            match game.sight.again(self.eyes, &frame, game.board, is_unseen) {
                Some(reading) => {
                    unseen_since = None;
                    let now = self.clock.now();
                    if *last_seen.as_ref().unwrap_or(&before.marks) != reading.marks {
                        if changed_at.is_none() {
                            game.slowest = game.slowest.max(now.saturating_sub(clicked));
                            if !game.manners.hover_first {
                                game.answers.note_at_once();
                            }
                        }
                        changed_at = Some(now);
                    }
                    last_seen = Some(reading.marks.clone());
                    game.see(frame, reading);
                    if is_last {
                        // A mark that grows, or a message over its cell, may look like a queen
                        // for a while, and nobody looks again after this.
                        let left = plan_clicks(&game.marks, game.solution, &game.manners);
                        whole_since = left.is_empty().then(|| whole_since.unwrap_or(now));
                        let stayed = whole_since.map(|since| now.saturating_sub(since));
                        if stayed.is_some_and(|stayed| stayed >= patience.covered) {
                            let odd = game.odd_ones(self.eyes);
                            for &cell in &odd {
                                game.marks.set(cell, Mark::Cross);
                                game.hers.remove(cell);
                                game.doubted.insert(cell);
                            }
                            return Ok(if odd.is_empty() { Look::Shown } else { Look::Missing });
                        }
                    } else if missing(batch, &game.marks).is_empty() {
                        return Ok(Look::Shown);
                    }
                    if game.looks_like(self.eyes, &expected) {
                        game.marks = expected;
                        return Ok(Look::Shown);
                    }
                    let (since, bound) = match changed_at {
                        None if !game.is_confirmed => (clicked, patience.answer.min(FIRST)),
                        None => (clicked, patience.answer),
                        Some(changed) => {
                            (changed, (game.slowest * SLOW).clamp(patience.rest, patience.answer))
                        }
                    };
                    if whole_since.is_none() && now.saturating_sub(since) >= bound {
                        let came = is_last && missing(batch, &game.marks).is_empty();
                        let Sight { frame, .. } = &game.sight;
                        if came && before.changed_part(frame, game.board.cells()) >= MASSIVE {
                            let frame = frame.clone();
                            game.sight = before;
                            return Ok(Look::Gone(frame));
                        }
                        return Ok(Look::Missing);
                    }
                }
                None => {
                    let now = self.clock.now();
                    let since = *unseen_since.get_or_insert(now);
                    if now.saturating_sub(since) >= UNREADABLE
                        && game.shows_without_reading(self.eyes, &frame, batch, &before, &expected)
                    {
                        // What was read meanwhile was read before the clicks were seen.
                        game.sight = before.moved_to(frame, expected.clone());
                        game.marks = expected;
                        return Ok(Look::Shown);
                    }
                    let bound = if is_last { patience.vanished } else { patience.covered };
                    if now.saturating_sub(since) >= bound {
                        return Ok(Look::Gone(frame));
                    }
                }
            }
            self.give_way(game)?;
            self.clock.pause(BETWEEN_LOOKS);
        }
    }

    /// Looks at the board and what is around it, or at everything if it may be `anywhere`.
    fn look(&mut self, game: &Game, anywhere: bool) -> Result<Frame, PlayError> {
        let frame =
            if anywhere { self.source.frame() } else { self.source.part(&game.sight.around()) };
        Ok(frame?)
    }

    /// Stops for the person: a capture and a reading may take 20 ms each, and nobody is to wait for
    /// both.
    fn give_way(&mut self, game: &Game) -> Result<(), PlayError> {
        self.hand.give_way().map_err(|interruption| game.progress().broken_off(interruption))
    }
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
        Self {
            board: &reading.board,
            solution,
            sight: Sight::new(frame, reading),
            marks: reading.marks.clone(),
            clicks: 0,
            clicked_at: Duration::ZERO,
            repairs: 0,
            manners: options.manners,
            answers: Answers::new(options.manners),
            is_settled: false,
            is_confirmed: !options.learns,
            tempo: Tempo::default(),
            one_by_one: false,
            hers: CellSet::from_cells(reading.board.size(), reading.marks.queens()),
            given: CellSet::from_cells(reading.board.size(), reading.marks.queens()),
            doubted: CellSet::new(reading.board.size()),
            slowest: Duration::ZERO,
            shown,
        }
    }

    /// Clicks got lost: those that follow are made more slowly.
    fn slow_down(&mut self) {
        match self.tempo.slower() {
            Some(slower) => self.tempo = slower,
            None => self.one_by_one = true,
        }
    }

    /// Whether all queens stand, although some are so decorated that they were not read as such.
    pub(super) fn looks_won(&self, eyes: &dyn Eyes) -> bool {
        let Sight { frame, marks, .. } = &self.sight;
        let has = |mark| self.solution.queens().any(|cell| marks.mark(cell) == mark);
        has(Mark::Queen)
            && !has(Mark::Cross)
            && self.sight.shows_alike(eyes, frame, self.solution.queens())
    }

    /// Whether the same thing stands in all cells of the solution, or in all of them but those that
    /// had a queen from the start, and in no other.
    fn shows_all_queens(&self, eyes: &dyn Eyes, frame: &Frame) -> bool {
        let queens = || self.solution.queens();
        let is_ours = |cell: &Cell| !self.given.contains(*cell);
        self.sight.shows_alike(eyes, frame, queens())
            || (queens().any(|cell| !is_ours(&cell))
                && queens().filter(is_ours).count() >= LEAST_ALIKE
                && self.sight.shows_alike(eyes, frame, queens().filter(is_ours)))
    }

    /// Whether the same thing stands in all cells that are expected to have a queen and in no other,
    /// although some, shaded or ringed as they are, were not read as one: most were.
    fn looks_like(&self, eyes: &dyn Eyes, expected: &Marks) -> bool {
        let queens: Vec<Cell> = expected.queens().collect();
        let read = queens.iter().filter(|&&cell| self.marks.mark(cell) == Mark::Queen).count();
        queens.len() >= LEAST_ALIKE
            && 2 * read > queens.len()
            && self.sight.shows_alike(eyes, &self.sight.frame, queens)
    }

    /// The fewest cells of the solution that look different from all others, which look alike: they
    /// were read as queens, and are none. No cells where there are no such few, as on a board that
    /// is decorated.
    fn odd_ones(&self, eyes: &dyn Eyes) -> Vec<Cell> {
        let queens: Vec<Cell> = self.solution.queens().collect();
        let is_odd = |set: u32, at: usize| set >> at & 1 == 1;
        let mut sets: Vec<u32> = (1..1 << queens.len().min(LARGEST_COMPARED))
            .filter(|set: &u32| {
                let odd = set.count_ones() as usize;
                odd <= MOST_ODD && queens.len() - odd >= LEAST_ALIKE
            })
            .collect();
        sets.sort_by_key(|set| set.count_ones());
        let chosen = |set: u32, odd: bool| {
            let cells = queens.iter().enumerate().filter(move |(at, _)| is_odd(set, *at) == odd);
            cells.map(|(_, &cell)| cell)
        };
        let is_it =
            |set: &u32| self.sight.shows_alike(eyes, &self.sight.frame, chosen(*set, false));
        let odd = sets.into_iter().find(is_it).map(|set| chosen(set, true).collect::<Vec<_>>());
        let is_new = |cell: &Cell| !self.given.contains(*cell) && !self.doubted.contains(*cell);
        odd.unwrap_or_default().into_iter().filter(is_new).collect()
    }

    /// Whether a board that cannot be read is still there and shows the queens of `batch`, since
    /// `before` they were clicked, as `expected`.
    ///
    /// A game may shade or ring cells that were clicked until no reader knows its board. What counts
    /// then is that the cells of the batch look different, that most others do not, and, as soon as
    /// three queens stand, that the same thing stands in all of their cells and in no other.
    fn shows_without_reading(
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
        batch.iter().all(|step| {
            step.goal == Goal::Queen
                && before.changed_part(frame, std::iter::once(step.cell)) >= MASSIVE
        }) && before.changed_part(frame, others) <= MOSTLY_THE_SAME
            && (standing.len() < LEAST_ALIKE || before.shows_alike(eyes, frame, standing))
    }

    /// The board was seen again. What a game puts into cells that nobody clicked are its crosses,
    /// whatever they look like.
    fn see(&mut self, frame: Frame, mut reading: Reading) {
        let crosses: Vec<Cell> =
            reading.marks.queens().filter(|&cell| !self.hers.contains(cell)).collect();
        for cell in crosses {
            reading.marks.set(cell, Mark::Cross);
        }
        let is_new = |cell: Cell| {
            reading.marks.mark(cell) == Mark::Cross
                && self.sight.marks.mark(cell) == Mark::Empty
                && !self.hers.contains(cell)
        };
        // One may be anything that lies over the board; a queen attacks several cells.
        self.manners.auto_crosses |= self.board.cells().filter(|&cell| is_new(cell)).count() > 1;
        self.sight = Sight::new(frame, &reading);
        self.marks = reading.marks;
    }

    /// What to click before the next look, which is one cell if `one_by_one`, and whether it may win
    /// the game.
    ///
    /// Queens that stand wrong go first. The first cell goes alone, since a page may shift after
    /// the first click, and a game of other manners must not be clicked all over. The last cell
    /// goes alone too: after it there may be nothing left to check.
    fn next_batch(&self, plan: &Plan, one_by_one: bool) -> (Vec<Step>, bool) {
        let (steps, is_final) = if plan.clearing.is_empty() {
            (&plan.placing, true)
        } else {
            (&plan.clearing, plan.placing.is_empty())
        };
        let is_known = self.is_settled && (!is_final || self.is_confirmed);
        let batch: Vec<Step> = match steps.len() {
            0 | 1 => steps.clone(),
            _ if !is_known => steps
                .iter()
                .min_by_key(|step| self.away_from_middle(step.cell))
                .into_iter()
                .copied()
                .collect(),
            _ if one_by_one => steps[..1].to_vec(),
            all if is_final => steps[..all - 1].to_vec(),
            _ => steps.clone(),
        };
        let is_last = is_final && batch.len() == steps.len();
        (batch, is_last)
    }

    /// How far a cell is from the middle of the board, in some measure: where the page shifts
    /// between two clicks, the second one still hits the board.
    fn away_from_middle(&self, cell: Cell) -> usize {
        let away = |index: usize| (2 * index + 1).abs_diff(self.board.size());
        away(cell.row).max(away(cell.col))
    }

    /// How the game ended that cannot be read any more, and looks like `frame`.
    ///
    /// After the last queen that is a win, if the board has changed massively, or the last queen's
    /// cell has. Without the last queen the board would be as readable as it was before.
    fn ending_after(
        &self,
        frame: &Frame,
        is_last: bool,
    ) -> Result<(Ending, Option<f64>), PlayError> {
        if is_last {
            let changed = self.sight.changed_part(frame, self.board.cells());
            let missing =
                self.solution.queens().filter(|&cell| self.sight.marks.mark(cell) != Mark::Queen);
            if changed >= MASSIVE || self.sight.changed_part(frame, missing) >= MASSIVE {
                return Ok((Ending::ProbablyWon, Some(changed)));
            }
        }
        Err(PlayError::BoardLost { progress: self.progress() })
    }

    fn progress(&self) -> Progress {
        let queens = self.solution.queens();
        let of = queens.len();
        let queens = queens.filter(|&cell| self.marks.mark(cell) == Mark::Queen).count();
        Progress { queens, of, clicks: self.clicks }
    }
}

/// How long a board is unreadable before its picture is judged instead: longer than animations of
/// marks and hovers, which took up to 115 ms.
const UNREADABLE: Duration = Duration::from_millis(400);

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
const LEAST_ALIKE: usize = 3;

/// The part of a board, or of a cell, that must look different to have changed massively. A queen
/// takes 7 % of a cell or more; a mark that fades or a ring takes less of its inner part. Chosen.
const MASSIVE: f64 = 0.06;

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
fn missing(batch: &[Step], marks: &Marks) -> Vec<Cell> {
    let is_missing = |step: &&Step| !step.goal.is_met_by(marks.mark(step.cell));
    batch.iter().filter(is_missing).map(|step| step.cell).collect()
}
