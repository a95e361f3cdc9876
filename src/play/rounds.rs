//! The rounds of a game: click, look, mend, until the board shows its solution.

use super::evidence::{LEAST_ALIKE, MASSIVE};
use super::game::{Game, missing};
use super::order::Order;
use super::player::{Ending, Session};
use super::tempo::Tempo;
use super::watch::{GLIDED, LONGEST_GAME, Look};
use super::{ClicksToQueen, Manners, PlayError, Stage};
use crate::board::{Cell, Mark};
use crate::capture::Frame;
use crate::geometry::DesktopVector;
use crate::input::{Button, Goal, Step};
use std::time::Duration;

/// How long the pointer is over a cell before it clicks, where a game wants that. A game draws the
/// cell anew when the pointer comes, which takes it a frame or two; on a machine with every core
/// busy, several.
pub(super) const HOVER: Duration = Duration::from_millis(120);

/// How long two clicks in a cell are apart that are no double click: 500 ms is a usual bound.
pub(super) const SINGLE: Duration = Duration::from_millis(510);

/// The most clicks that are tried in one cell: those of any known game, and as many lost ones.
const MOST_TRIES: usize = 10;

/// How often clicks are made good in vain before the manners are doubted again.
const DOUBTFUL: usize = 2;

/// After how many batches of which several cells got lost a game is played more slowly.
const TOO_FAST: usize = 2;

impl Session<'_> {
    /// Clicks and looks until the board shows its solution; how it ended, and where that is not
    /// certain, how much of the board looked different.
    pub(super) fn play_out(&mut self, game: &mut Game) -> Result<(Ending, Option<f64>), PlayError> {
        let mut least_left = game.plan().len();
        let mut in_vain = 0;
        let mut crowds_lost = 0;
        let mut is_doubtful = false;
        let size = game.solution.columns().len();
        let gap = self.options.pace.gap(size);
        let paced = gap.saturating_mul(u32::try_from(size).unwrap_or(u32::MAX));
        game.ends_by = self.clock.now().saturating_add(paced).saturating_add(LONGEST_GAME);
        loop {
            if game.clicks > 0 && !gap.is_zero() {
                self.pause_until(game, game.clicked_at + gap)?;
                self.find_again(game)?;
            }
            // Of the button that was not expected, not even one click may be known in an empty cell.
            let is_right = game.manners.button == Button::Right;
            let is_unknown = self.options.manners.button != Button::Right
                && !game.answers.knows(Button::Right, Mark::Empty);
            let is_careful = is_right && (game.opens_menus || is_unknown);
            let singly = is_doubtful || is_careful || game.pairs_are_undone;
            let one_by_one = singly || game.one_by_one || !gap.is_zero();
            game.note_drafts();
            self.await_strangers(game)?;
            if game.shows_its_solution() {
                return Err(PlayError::SolutionShown { progress: game.progress() });
            }
            let plan = game.plan();
            let (batch, is_last) = game.next_batch(&plan, one_by_one);
            let prints = if is_last { game.prints(self.eyes) } else { Vec::new() };
            if !prints.is_empty() {
                prints.into_iter().for_each(|cell| game.doubt(cell));
                continue;
            }
            let is_asked = is_last && game.order != Order::Plain;
            let page = if is_asked { Some(self.calm_page(game)?) } else { None };
            // One click may win it, and the next would be for what comes then.
            let singly = singly || is_last && !game.is_confirmed && !game.has_made_queen();
            let before = game.marks.clone();
            let corner = game.sight.place().origin;
            let look = self.place(game, &batch, is_last, singly)?;
            is_doubtful = false;
            match look {
                Look::Shown | Look::Missing if self.learns_marks(game, &batch)? => {}
                Look::Shown if is_last && !game.note_drafts() => {
                    let is_won =
                        page.map(|page| self.sees_answer(game, &page)).transpose()?.unwrap_or(true);
                    if is_won {
                        return Ok((Ending::Won, None));
                    }
                    if !game.tries_other_mark() {
                        return Ok((Ending::ProbablyWon, None));
                    }
                }
                Look::Shown => {
                    // A page that grows with what is clicked moves its board each time.
                    let moved = (game.sight.place().origin - corner).length();
                    game.is_settled = moved <= GLIDED;
                    game.is_confirmed |=
                        !singly && batch.iter().any(|step| step.goal == Goal::Queen);
                }
                Look::Missing => {
                    // What is clicked next is no second click of a double one.
                    self.pause_until(game, game.clicked_at + SINGLE)?;
                    let missing = missing(&batch, &game.marks);
                    if game.are_drafts_in_vain(&missing) {
                        continue;
                    }
                    let left = game.plan().len();
                    in_vain = if left < least_left { 0 } else { in_vain + 1 };
                    least_left = least_left.min(left);
                    let is_hopeless = game.is_hopeless && !game.has_made_queen();
                    if is_hopeless && game.believes_in_only_mark() {
                        game.is_hopeless = false;
                        self.find_again(game)?;
                        continue;
                    }
                    if in_vain > self.options.patience.repairs || is_hopeless {
                        let (progress, repairs) = (game.progress(), game.repairs);
                        return Err(PlayError::NotWon { progress, repairs, missing });
                    }
                    game.repairs += 1;
                    if std::mem::take(&mut game.queens_stay) {
                        game.manners.clicks_to_queen = ClicksToQueen::Two;
                    }
                    crowds_lost += usize::from(missing.len() > 1);
                    // Single clicks in several cells, made slowly, and all without effect.
                    let were_single = batch.iter().all(|step| step.clicks == 1);
                    let all_lost = missing.len() > 1 && missing.len() == batch.len();
                    let is_slow = game.tempo != Tempo::AtOnce;
                    game.selects = !game.selects && is_slow && were_single && all_lost;
                    if game.selects {
                        // They were lost for that.
                        game.tempo = Tempo::default();
                    }
                    // Where each cell took one of its clicks, single ones tell such a game from a slow one.
                    let is_cross = |&cell: &Cell| game.marks.mark(cell) == Mark::Cross;
                    let all_begun = is_slow && !were_single && missing.iter().all(is_cross);
                    // Such a game may have taken one click of the first queen's two, and no other.
                    let is_most_lost = missing.len() > 1 && 2 * missing.len() > batch.len();
                    let was_clicked = |cell| batch.iter().any(|step| step.cell == cell);
                    let has_gone =
                        |&cell: &Cell| game.marks.mark(cell) != Mark::Queen && !was_clicked(cell);
                    let is_as_it_was = |cell: &Cell| game.marks.mark(*cell) == before.mark(*cell);
                    let one_in_vain = batch.iter().filter(|step| step.clicks == 1);
                    game.one_in_vain = one_in_vain
                        .map(|step| step.cell)
                        .find(|cell| missing.contains(cell) && is_as_it_was(cell));
                    let is_undone = |step: &Step| {
                        step.clicks == 2
                            && missing.contains(&step.cell)
                            && game.marks.mark(step.cell) == Mark::Empty
                    };
                    game.pairs_are_undone |= game.answers.lead_from_cross_to_queen(Button::Left)
                        && batch.iter().any(is_undone);
                    let is_kept_cross = |cell: &Cell| is_cross(cell) && is_as_it_was(cell);
                    if game.tells_double_clicks && missing.iter().any(is_kept_cross) {
                        // A double click leaves crosses as they are, and a single one takes them away.
                        game.manners.clicks_on_cross = ClicksToQueen::One;
                    }
                    if before.queens().any(|cell| has_gone(&cell)) {
                        // She was seen between two clicks, of which the second took her away.
                        game.is_confirmed = false;
                    } else if !game.selects
                        && (in_vain > 1
                            || !all_begun
                                && (is_most_lost || missing.len() > 1 && crowds_lost >= TOO_FAST))
                    {
                        game.slow_down();
                    }
                    // Where single clicks were in vain as well, those of the manners are next.
                    is_doubtful = self.options.learns
                        && !singly
                        && !game.selects
                        && (!game.is_confirmed || is_most_lost || in_vain >= DOUBTFUL);
                }
                Look::Told => {}
                Look::Gone(frame) => {
                    // The only mark that is left may be asked whether it is the queen, and become her.
                    let asks_for_her = |cell| plan.steps().all(|step| step.cell == cell);
                    let is_last = is_last || game.in_question.is_some_and(asks_for_her);
                    return game.ending_after(&frame, is_last);
                }
            }
        }
    }

    /// Makes the clicks of `batch`, `singly` with a look after each, and looks what came of them.
    /// Where nothing is left to be clicked, that is all.
    fn place(
        &mut self,
        game: &mut Game,
        batch: &[Step],
        is_last: bool,
        singly: bool,
    ) -> Result<Look, PlayError> {
        let corner = game.sight.place().origin;
        if !batch.is_empty() {
            (self.planned)(batch);
        }
        if singly {
            for step in batch {
                match self.click_singly(game, step)? {
                    Look::Shown => {}
                    other => return Ok(other),
                }
            }
            if !is_last {
                return Ok(Look::Shown);
            }
        } else {
            self.click(game, batch)?;
            self.stopwatch.spent(Stage::Click);
        }
        let asked = game.in_question.map(|cell| (cell, game.sight.clone()));
        let mut look = self.look_for(game, batch, is_last)?;
        if let Some((cell, before)) = asked
            && matches!(look, Look::Shown | Look::Missing)
            && game.hear_answer(cell, &before, batch)
        {
            if missing(batch, &game.marks).is_empty() {
                look = Look::Shown;
            } else if game.shares_clock {
                look = Look::Told;
            }
        }
        // Where manners were learned, the board was watched for longer than one takes to begin to move.
        let has_moved = (game.sight.place().origin - corner).length() > GLIDED;
        if match look {
            // With each mark its rows may move. After the last one, nothing is left to be clicked where they are.
            Look::Shown => !is_last && (!game.is_settled || game.uneven_rows().is_some()),
            Look::Told => has_moved,
            _ => false,
        } {
            self.settle(game)?;
        }
        self.stopwatch.spent(Stage::Verify);
        match (look, batch.last()) {
            (Look::Gone(frame), Some(step)) if game.manners.button == Button::Right => {
                let gone = self.close_menu(game, step.cell, frame)?;
                Ok(gone.map_or(Look::Missing, Look::Gone))
            }
            (look, _) => Ok(look),
        }
    }

    /// Makes the clicks of `batch`, and moves the pointer off the board.
    fn click(&mut self, game: &mut Game, batch: &[Step]) -> Result<(), PlayError> {
        if game.shares_clock {
            // The first click must be no second one.
            self.pause_until(game, game.clicked_at + SINGLE)?;
            self.find_again(game)?;
        }
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
        let target = game.target(cell);
        let was_clicked = game.hers.contains(cell);
        game.hers.insert(cell);
        game.whole = None;
        let is_another = game.selected.replace(cell) != Some(cell);
        let clicks = clicks + usize::from(game.selects && is_another);
        let hovers = game.manners.hover_first;
        if hovers {
            let moved = self.hand.move_to(target);
            moved.map_err(|interruption| game.progress().broken_off(interruption))?;
            self.pause_until(game, self.clock.now() + HOVER)?;
        }
        // Of two fast clicks in one place, Chromium makes a double click unless both are of one millisecond; some games
        // take with it what the two have made.
        let is_apart = tempo.gap().is_zero() && !hovers;
        for click in 0..clicks {
            let mut made = 0;
            let asks_first = hovers || is_first && click == 0;
            let aside = if is_apart {
                game.aside(click + usize::from(was_clicked))
            } else {
                DesktopVector::zero()
            };
            let done =
                self.hand.click(target + aside, button, tempo.hold(), asks_first, || made += 1);
            game.clicks += made;
            done.map_err(|interruption| game.progress().broken_off(interruption))?;
            self.pause_until(game, self.clock.now() + tempo.gap())?;
        }
        Ok(())
    }

    /// Moves the pointer off the board.
    pub(super) fn park(&mut self, game: &Game) -> Result<(), PlayError> {
        self.hand
            .park(&game.sight.board_on_desktop(), game.parking_places())
            .map_err(|interruption| game.progress().broken_off(interruption))
    }

    /// Clicks in a cell, and looks after each click, until it is what it should be, and learns the
    /// manners of the game from what each click makes of it.
    fn click_singly(&mut self, game: &mut Game, step: &Step) -> Result<Look, PlayError> {
        // The last click in this cell, and when it was made.
        let mut clicked = None;
        // Where one click should have done, some games want two at once.
        let mut may_want_two =
            game.one_in_vain == Some(step.cell) && !game.has_double_clicked && !game.opens_menus;
        // As a person makes one, which two clicks at once may not be taken for; once in a cell.
        let mut may_double_click = true;
        for tries in 1..=MOST_TRIES {
            let before = game.marks.mark(step.cell);
            if step.goal.is_met_by(before) {
                return Ok(Look::Shown);
            }
            let is_wanted = |mark| step.goal.is_met_by(mark);
            let next = game.answers.next_click(before, game.buttons(), is_wanted);
            // Single clicks set crosses and take them away, and do no more.
            let only_crosses = next != Some(Button::Left) && game.answers.knows_single_clicks();
            let is_tried = only_crosses && game.answers.right_button_is_ignored();
            if is_tried && game.has_double_clicked && !game.tells_double_clicks {
                game.is_hopeless = true;
                break;
            }
            let wants_two = std::mem::take(&mut may_want_two);
            // Some double clicks leave a cross as it is: then it is taken away first.
            let is_in_the_way = is_tried && before == Mark::Cross;
            let next = if is_in_the_way { Some(Button::Left) } else { next };
            // Some games listen to nothing else, and the right button may open a menu.
            let is_unheard = next != Some(Button::Left)
                && game.answers.knows_nothing()
                && !game.has_double_clicked;
            let is_only_way =
                only_crosses && may_double_click || is_tried && !is_in_the_way || is_unheard;
            if is_only_way || wants_two {
                may_double_click = false;
                self.rest(game, clicked, Button::Left)?;
                if let Some(frame) = self.double_click(game, step.cell, step.goal)? {
                    return Ok(Look::Gone(frame));
                }
                clicked = Some((Button::Left, self.clock.now()));
                continue;
            }
            let Some(button) = next else {
                // Where nothing was ever seen to happen, the page may not listen yet.
                game.is_hopeless = !game.slowest.is_zero() && game.answers.knows_nothing();
                break;
            };
            // What was without effect is repeated with more patience.
            let hovered_before = game.manners.hover_first;
            game.manners.hover_first |= game.answers.wants_hover(button, before);
            self.rest(game, clicked, button)?;
            let tempo = if game.manners.hover_first { Tempo::Person } else { Tempo::AtOnce };
            self.click_cell(game, step.cell, button, 1, tempo, true)?;
            clicked = Some((button, self.clock.now()));
            self.park(game)?;
            self.stopwatch.spent(Stage::Click);
            let longest = self.options.patience.answer;
            let sight = game.sight.clone();
            let mut gone = self.watch(game, step.cell, button, longest)?;
            if let Some(frame) = gone.take_if(|_| button == Button::Right) {
                gone = self.close_menu(game, step.cell, frame)?;
            }
            self.stopwatch.spent(Stage::Verify);
            if let Some(frame) = gone {
                // What hides the board is a win only where this click was to make the queen, though those before it made
                // nothing that was seen, or where all queens or the last one are to be seen, or were before, or where it
                // hides most of a board in a game of which nothing is known.
                let manners = game.answers.manners(button);
                return match step.goal {
                    Goal::Queen
                        if game.has_put_queens_away(&frame)
                            || game.shows_last_queen(self.eyes, &frame, &[step.cell], &sight) =>
                    {
                        Ok(Look::Gone(frame))
                    }
                    Goal::Queen if game.shows_all_queens(self.eyes, &frame) => Ok(Look::Shown),
                    Goal::Queen
                        if manners.clicks_to_queen_from(before) > tries
                            && !(game.answers.knows_nothing() && game.is_veiled_by(&frame)) =>
                    {
                        Err(PlayError::BoardLost { progress: game.progress() })
                    }
                    _ => Ok(Look::Gone(frame)),
                };
            }
            let mut after = game.marks.mark(step.cell);
            let is_second = matches!(game.order, Order::Second { .. });
            if before == Mark::Empty
                && after == Mark::Queen
                && (is_second || button == Button::Left && self.learns_cross(game, step.cell)?)
            {
                after = Mark::Cross;
                game.marks.set(step.cell, after);
            }
            let is_too_early = (after, button) == (Mark::Queen, Button::Left)
                && game.is_too_early(step.cell, before);
            game.answers.note(button, before, after, game.manners.hover_first);
            // Two clicks have made a queen elsewhere, and one may be of no use.
            may_want_two = (before, after, button) == (Mark::Empty, Mark::Empty, Button::Left)
                && game.has_made_queen()
                && !game.has_double_clicked
                && !game.opens_menus;
            // It was the only click for a while.
            game.shares_clock &= (before, after) != (Mark::Empty, Mark::Queen);
            if after == before {
                game.manners.hover_first = hovered_before;
            } else if game.manners.hover_first && !hovered_before {
                // Nobody knows whether it was taken for the hover or for the tempo: both are kept.
                game.tempo = game.tempo.max(tempo);
            }
            if is_too_early {
                self.rest(game, clicked, button)?;
                return self.ask_again(game, step.cell);
            }
            if before == Mark::Queen && before != after {
                // The others that must go are clicked as she was, and what the right button does to other
                // cells is not known: it may open a menu.
                game.manners.button = button;
                game.is_confirmed &= button == Button::Left;
            }
            if after == Mark::Queen && before != after {
                game.adopt_answers(button);
                // Where a click of the right button that is not listened to opens a menu, those that
                // follow must not be many.
                game.is_confirmed = button == Button::Left;
                let is_unknown = before == Mark::Empty && game.is_first_mark_unknown(step.cell);
                if game.is_confirmed && is_unknown {
                    game.in_question = Some(step.cell);
                }
            }
        }
        Ok(Look::Missing)
    }

    /// Lets time pass until a click with `button` makes no double click with the one that was `clicked`.
    fn rest(
        &mut self,
        game: &Game,
        clicked: Option<(Button, Duration)>,
        button: Button,
    ) -> Result<(), PlayError> {
        let same = clicked.filter(|(last, _)| *last == button);
        same.map_or(Ok(()), |(_, moment)| self.pause_until(game, moment + SINGLE))
    }

    /// Clicks in a cell as a person does, and looks what comes of it within the `longest` time. A frame in which the board is
    /// not to be seen any more.
    fn click_as_person(
        &mut self,
        game: &mut Game,
        cell: Cell,
        clicks: usize,
        longest: Duration,
    ) -> Result<Option<Frame>, PlayError> {
        self.click_cell(game, cell, Button::Left, clicks, Tempo::Person, true)?;
        self.park(game)?;
        self.stopwatch.spent(Stage::Click);
        let gone = self.watch(game, cell, Button::Left, longest)?;
        self.stopwatch.spent(Stage::Verify);
        Ok(gone)
    }

    /// Clicks once in a cell as a person does, and looks what comes of it. The board must stay.
    pub(super) fn click_and_watch(&mut self, game: &mut Game, cell: Cell) -> Result<(), PlayError> {
        let gone = self.click_as_person(game, cell, 1, self.options.patience.answer)?;
        gone.map_or(Ok(()), |_| Err(PlayError::BoardLost { progress: game.progress() }))
    }

    /// Makes a double click, as fast as a person does, and learns whether that makes a queen, or takes her
    /// away, whatever the `goal` is. A frame in which the board is not to be seen any more.
    fn double_click(
        &mut self,
        game: &mut Game,
        cell: Cell,
        goal: Goal,
    ) -> Result<Option<Frame>, PlayError> {
        let patience = &self.options.patience;
        // It is answered as soon as the single ones were.
        let longest = if game.answers.knows_single_clicks() {
            game.next_change_within(patience)
        } else {
            patience.answer
        };
        let gone = self.click_as_person(game, cell, 2, longest)?;
        game.has_double_clicked = true;
        match (goal, game.marks.mark(cell)) {
            (Goal::Queen | Goal::Answer, Mark::Queen) => game.is_confirmed = true,
            (Goal::NoQueen, Mark::Empty) => game.clears_by_double_click = true,
            _ => return Ok(gone),
        }
        game.learn_of_double_clicks();
        game.tempo = game.tempo.max(Tempo::Person);
        Ok(gone)
    }

    /// Clicks once more in a cell in which a queen came too early: where she becomes another one, she
    /// was a cross that is read as a queen.
    fn ask_again(&mut self, game: &mut Game, cell: Cell) -> Result<Look, PlayError> {
        let before = game.sight.clone();
        self.click_and_watch(game, cell)?;
        let after = game.marks.mark(cell);
        let looks_different =
            before.changed_part(&game.sight.frame, std::iter::once(cell)) >= MASSIVE;
        if after == Mark::Queen && looks_different {
            game.learn_of_crosses_like_queens(cell, &before);
            // One that gets lost is not seen any more.
            game.tempo = Tempo::Slow;
        } else {
            game.answers.note(Button::Left, Mark::Queen, after, game.manners.hover_first);
            game.adopt_answers(Button::Left);
        }
        Ok(Look::Told)
    }

    /// Closes the menu that the right button seems to have opened over a part of the board, with a
    /// click of the left one in a cell that still looks as it did and needs no queen: on some games
    /// that sets a cross there, and does no harm. Where the board is gone all the same, how it looked
    /// last.
    fn close_menu(
        &mut self,
        game: &mut Game,
        clicked: Cell,
        covered: Frame,
    ) -> Result<Option<Frame>, PlayError> {
        let looks_same =
            |cell: Cell| game.sight.changed_part(&covered, std::iter::once(cell)) < MASSIVE;
        // A menu does not hide them all; a board that was put away, or the next one, shows none.
        let is_there = game.sight.reading.marks.queens().count() < LEAST_ALIKE
            || game.sight.reading.marks.queens().any(looks_same);
        let is_free = |&cell: &Cell| {
            is_there && game.solution.columns()[cell.row] != cell.col && looks_same(cell)
        };
        let Some(cell) = game.board.cells().find(is_free) else { return Ok(Some(covered)) };
        self.click_cell(game, cell, Button::Left, 1, Tempo::AtOnce, true)?;
        self.park(game)?;
        let longest = self.options.patience.answer;
        let gone = self.watch(game, clicked, Button::Left, longest)?;
        game.opens_menus |= gone.is_none();
        Ok(gone)
    }
}
