//! Looking at a board that is being played.

use super::game::{Game, missing};
use super::player::Session;
use super::{ClicksToQueen, PlayError};
use crate::board::{Cell, Mark, Marks};
use crate::capture::Frame;
use crate::input::{Button, Goal, Step};
use std::collections::HashSet;
use std::rc::Rc;
use std::time::Duration;

/// Between two looks at a board that is being played, where nobody tells when it is painted. A moved
/// pointer is noticed between a capture, a reading and this pause, so within 50 ms.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// The same where the screen tells: it may not tell all.
const UNTOLD: Duration = Duration::from_millis(20);

/// Between two questions whether it has been painted: leaves the page most of a core.
const BETWEEN_QUESTIONS_PLAYING: Duration = Duration::from_millis(1);

/// How long a mark must stay to be what a single click made. Marks fade in for up to 115 ms, and
/// half a queen may look like a cross.
const SETTLED: Duration = Duration::from_millis(150);

/// The same of one in a cell that never looks the same for so long: queens pop in, and some blink for ever. Chosen.
const RESTLESS: Duration = Duration::from_millis(450);

/// How long the other mark that a single click has made must stay, to the pixel, if that is all that comes of
/// it: a queen that grows begins with an empty cell, and shows within 100 ms. Chosen.
const OTHERWISE: Duration = Duration::from_millis(300);

/// How long the first queen's clicks may be without effect where manners are learned: some games
/// take a queen away with the second click, before she is painted. Where it was too short, the
/// clicks that are tried next come on top of late ones, and what they do is learned anew later.
const FIRST: Duration = Duration::from_millis(1200);

/// How long a board must stay where it is after the first click: longer than a frame of a page at
/// 60 Hz takes. Where it was too short, a board that glides away is clicked in wrong cells, or beside
/// it; each game is longer by it.
pub(super) const STILL: Duration = Duration::from_millis(20);

/// The latest first answer of a page that draws as often as it should: measured ones took 15 to 55 ms. A
/// later one is taken for one frame of a page that draws slowly, whose next one is awaited: it may
/// begin to glide with that. Too long, and such a board is clicked in wrong cells; too short, and a game
/// is longer by the time of an answer.
const PROMPT: Duration = Duration::from_millis(60);

/// The longest time between two frames of a page: what answers later than this does something else.
const SLOWEST_FRAME: Duration = Duration::from_millis(500);

/// How far a board may be from where it was and still be there, in points: what begins slowly has come
/// hardly further in a frame.
pub(super) const GLIDED: f64 = 0.5;

/// How long one that has glided must stay where it is: some frames of it may be late, and none shows
/// that it has arrived.
pub(super) const ARRIVED: Duration = Duration::from_millis(100);

/// How long a board is unreadable before its picture is judged instead: longer than animations of
/// marks and hovers, which took up to 115 ms.
const UNREADABLE: Duration = Duration::from_millis(400);

/// How long a board is unreadable before the pointer is parked elsewhere, each time: it may hover over a
/// panel that has opened. Longer than messages and panels take to open; four times fit into what is waited.
const HOVERED: Duration = Duration::from_secs(1);

/// How long a board with all its queens must look the same, to the pixel, if nothing but the last one's cell
/// has changed since she was clicked: marks that grow take half a second, and a message over the board
/// lies over more than a cell. A clock goes on each second.
const AT_REST: Duration = Duration::from_millis(1100);

/// How long a queen that nobody clicked must be there, and her cell look the same: sparks that fly from a queen that is
/// placed look like others for up to 600 ms, and a message with one in it may be there for longer. Chosen.
const MESSAGE: Duration = Duration::from_millis(2000);

/// The most looks that are not read while the cells that were clicked look as they did: most answers are
/// painted in fewer pieces. What is read later, is known later to be lost.
const MOST_UNREAD: usize = 6;

/// The most places that the pointer is brought to: the four sides of the board, and the board itself.
const PARKING_PLACES: usize = 5;

/// How long a game may take from its first click, beside the gaps that its pace asks for. The slowest
/// games that were won took 13 s, on pages that take one click in 300 ms, or send each to a server. Too
/// short, and such a game of many rows is given up on a busy machine; each game that comes to no
/// end, as on a board that never rests, costs it.
pub(super) const LONGEST_GAME: Duration = Duration::from_secs(90);

/// What looking at a board that is being played comes to.
pub(super) enum Look {
    /// It shows what it should.
    Shown,
    /// It is there, and does not show it.
    Missing,
    /// It shows something else, from which the manners of the game were learned.
    Told,
    /// It cannot be read any more; this is how it looked last.
    Gone(Frame),
}

impl Session<'_> {
    /// Lets time pass until `end`, and gives way meanwhile.
    pub(super) fn pause_until(&mut self, game: &Game, end: Duration) -> Result<(), PlayError> {
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
    pub(super) fn find_again(&mut self, game: &mut Game) -> Result<(), PlayError> {
        let began = self.clock.now();
        let mut is_unseen = false;
        loop {
            if self.looks_again(game, is_unseen)? {
                return Ok(());
            }
            is_unseen = true;
            if self.clock.now().saturating_sub(began) >= self.options.patience.covered {
                return Err(PlayError::BoardLost { progress: game.progress() });
            }
            self.await_change(game)?;
        }
    }

    /// Looks once at the board, or at everything if it may be `anywhere`. Whether it is seen.
    pub(super) fn looks_again(
        &mut self,
        game: &mut Game,
        anywhere: bool,
    ) -> Result<bool, PlayError> {
        let frame = self.look(game, anywhere)?;
        self.give_way(game)?;
        let Some(reading) = game.again(self.eyes, &frame, anywhere) else { return Ok(false) };
        game.see(self.eyes, frame, reading);
        Ok(true)
    }

    /// Looks until the queens that nobody clicked are gone or have stayed: those that stand wrong, or, where all others
    /// stand, those that make the solution whole.
    pub(super) fn await_strangers(&mut self, game: &mut Game) -> Result<(), PlayError> {
        let began = self.clock.now();
        let mut since = began;
        loop {
            let strangers = game.strangers();
            let now = self.clock.now();
            // Nothing is left to be played where these have stayed.
            let longest = self.options.patience.covered;
            let least = if game.shows_its_solution() { longest } else { MESSAGE };
            let has_stayed = now.saturating_sub(since) >= least;
            let is_over = now.saturating_sub(began) >= longest;
            if strangers.is_empty() || has_stayed || is_over {
                return Ok(());
            }
            let before = game.sight.clone();
            self.await_change(game)?;
            self.find_again(game)?;
            let is_same = |&cell: &Cell| before.is_unchanged(&game.sight.frame, cell);
            if game.strangers() != strangers || !strangers.iter().all(is_same) {
                since = self.clock.now();
            }
        }
    }

    /// Looks until the board stays where it is: some pages are laid out anew by the first click, and
    /// glide there.
    pub(super) fn settle(&mut self, game: &mut Game) -> Result<(), PlayError> {
        if game.uneven_rows().is_some() {
            return self.await_still_rows(game);
        }
        let began = self.clock.now();
        let mut still =
            if game.slowest <= PROMPT { STILL } else { game.slowest.min(SLOWEST_FRAME) };
        let (mut has_glided, mut is_unseen) = (false, false);
        loop {
            self.pause_until(game, game.looked_at + still)?;
            let frame = self.look(game, is_unseen)?;
            self.give_way(game)?;
            let is_in_place = game.sight.is_where_it_was(&frame);
            if is_in_place && game.is_open_as_it_was(&frame) {
                return Ok(());
            }
            if game.notice_uneven_rows(&frame) {
                return self.await_still_rows(game);
            }
            let waited = self.clock.now().saturating_sub(began);
            let Some(reading) = game.again(self.eyes, &frame, true) else {
                if is_in_place || is_unseen && !has_glided {
                    // One that cannot be read, shaded as it is, is not read later either.
                    return Ok(());
                }
                if waited >= self.options.patience.covered {
                    return Err(PlayError::BoardLost { progress: game.progress() });
                }
                // It may have gone beyond the part that was looked at.
                is_unseen = true;
                continue;
            };
            is_unseen = false;
            let place = game.sight.place();
            let stood = game.marks.clone();
            game.see(self.eyes, frame, reading);
            // They were seen, though maybe not read, or are on their way.
            for cell in stood.standing() {
                game.marks.set(cell, stood.mark(cell));
            }
            let glided = (game.sight.place().origin - place.origin).length();
            if glided <= GLIDED || waited >= self.options.patience.covered {
                return Ok(());
            }
            has_glided = true;
            still = still.max(ARRIVED);
        }
    }

    /// Looks until uneven rows stay where they are: they may glide there.
    fn await_still_rows(&mut self, game: &mut Game) -> Result<(), PlayError> {
        let began = self.clock.now();
        let mut still = STILL;
        while let Some(before) = game.uneven_rows().cloned() {
            self.pause_until(game, game.looked_at + still)?;
            self.find_again(game)?;
            let waited = self.clock.now().saturating_sub(began);
            let are_still = game.uneven_rows().is_some_and(|rows| rows.are_as(&before));
            if are_still || waited >= self.options.patience.covered {
                break;
            }
            still = ARRIVED;
        }
        Ok(())
    }

    /// Looks until something else stands in a cell that was clicked with `button` and stays, or the
    /// `longest` time is over. Where the board is gone meanwhile, how it looked last.
    pub(super) fn watch(
        &mut self,
        game: &mut Game,
        cell: Cell,
        button: Button,
        longest: Duration,
    ) -> Result<Option<Frame>, PlayError> {
        let before = game.marks.mark(cell);
        let sight = game.sight.clone();
        let began = self.clock.now();
        let mut seen = (before, began);
        let mut still_since = began;
        let mut unseen_since = None;
        loop {
            let frame = self.look(game, unseen_since.is_some())?;
            self.give_way(game)?;
            let now = self.clock.now();
            match game.again(self.eyes, &frame, unseen_since.is_some()) {
                Some(reading) => {
                    unseen_since = None;
                    let mark = reading.marks.mark(cell);
                    if game.has_lost_queens(&frame, &reading) {
                        return Ok(Some(frame));
                    }
                    if !game.sight.is_unchanged(&frame, cell) {
                        still_since = now;
                    }
                    game.see(self.eyes, frame, reading);
                    if mark != seen.0 {
                        seen = (mark, now);
                    }
                    let waited = now.saturating_sub(began);
                    game.note_other_effect(waited, &sight, cell);
                    let longest = game.answer_within(longest);
                    let has_stayed = now.saturating_sub(seen.1);
                    let is_still = now.saturating_sub(still_since) >= SETTLED;
                    let is_settled = has_stayed >= if is_still { SETTLED } else { RESTLESS };
                    if (mark != before && is_settled) || waited >= longest {
                        // A board that is dimmed with the last queen is read through what lies over it.
                        let is_veiled =
                            game.is_all_but(cell, &sight) && game.is_veiled_since(&sight);
                        return Ok(is_veiled.then(|| game.gone_since(sight)));
                    }
                }
                None => {
                    let since = *unseen_since.get_or_insert(now);
                    game.opens_menus |= button == Button::Right;
                    // Something that covers a part of the board goes again, unless it is a menu or came with a win.
                    let is_put_away = button == Button::Right
                        || !game.sight.is_where_it_was(&frame)
                        || game.is_veiled_by(&frame);
                    let patience = &self.options.patience;
                    let bound = if is_put_away { patience.vanished } else { patience.covered };
                    if now.saturating_sub(since) >= bound
                        || game.shows_last_queen(self.eyes, &frame, &[cell], &sight)
                    {
                        return Ok(Some(frame));
                    }
                }
            }
            self.await_change(game)?;
        }
    }

    /// Looks until the board shows the results of `batch`, or has stopped changing without.
    ///
    /// A game may decorate its queens when it is won, and no reader knows such queens; where the
    /// batch `is_last`, it is enough that the same thing stands in all cells of the solution.
    pub(super) fn look_for(
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
        let mut answered_at = clicked;
        let mut shown: HashSet<(Cell, Mark)> =
            batch.iter().map(|step| (step.cell, before.reading.marks.mark(step.cell))).collect();
        let mut unseen_since = None;
        let mut whole_since = None;
        let mut hidden_since = None;
        let mut still_since = clicked;
        let mut cells_still_since = clicked;
        let mut compared = None;
        let mut made_queen_at = None;
        let mut made_cross_at = None;
        let mut parked_at = None;
        let mut unread = 0;
        let cells: Vec<Cell> = batch.iter().map(|step| step.cell).collect();
        let stood: Vec<Cell> =
            expected.queens().filter(|&cell| batch.iter().all(|step| step.cell != cell)).collect();
        loop {
            // Nothing is to be seen yet, and the machine has the clicks to deal with.
            self.await_change(game)?;
            let is_unseen = unseen_since.is_some();
            let frame = self.look(game, is_unseen)?;
            self.give_way(game)?;
            if !is_last && unread < MOST_UNREAD && game.is_to_come(&frame, batch, &before) {
                // To read that takes longer than to look again.
                unread += 1;
                continue;
            }
            let shows_them = || {
                !game.shows_drafts(&frame)
                    && (game.shows_all_queens(self.eyes, &frame)
                        || game.shows_last_queen(self.eyes, &frame, &cells, &before)
                        || game.shows_all_unread_queens(&frame))
            };
            if is_last && shows_them() {
                return Ok(Look::Shown);
            }
            match game.again(self.eyes, &frame, is_unseen) {
                Some(reading) if is_last && game.has_lost_queens(&frame, &reading) => {
                    return Ok(Look::Gone(frame));
                }
                Some(reading) => {
                    unseen_since = None;
                    let now = self.clock.now();
                    let last = last_seen.as_ref().unwrap_or(&before.reading.marks);
                    if *last != reading.marks {
                        if changed_at.is_none() {
                            game.note_answer(now.saturating_sub(clicked));
                        }
                        changed_at = Some(now);
                        // A queen who blinks is read as other marks by turns, and never rests.
                        let known = shown.len();
                        let seen = |step: &Step| (step.cell, reading.marks.mark(step.cell));
                        shown.extend(batch.iter().map(seen));
                        if shown.len() > known {
                            answered_at = now;
                        }
                    }
                    last_seen = Some(reading.marks.clone());
                    if frame.pixels != game.sight.frame.pixels {
                        still_since = now;
                    }
                    if !batch.iter().all(|step| game.sight.is_unchanged(&frame, step.cell)) {
                        cells_still_since = now;
                    }
                    game.see(self.eyes, frame, reading);
                    let is_made = |step: &Step| {
                        step.goal == Goal::Queen && step.goal.is_met_by(game.marks.mark(step.cell))
                    };
                    if batch.iter().any(is_made) {
                        made_queen_at.get_or_insert(now);
                    }
                    // What comes over a queen may make her cell look empty for a while.
                    let stand = stood.iter().all(|&cell| game.marks.mark(cell) == Mark::Queen);
                    if is_last {
                        // A mark that grows, or a message over its cell, may look like a queen
                        // for a while, and nobody looks again after this.
                        let left = game.plan();
                        whole_since = left.is_empty().then(|| whole_since.unwrap_or(now));
                        let stayed = whole_since.map(|since| now.saturating_sub(since));
                        let is_still = now.saturating_sub(still_since) >= AT_REST;
                        let is_at_rest =
                            is_still && game.has_changed_nowhere_but_in(batch, &before);
                        let bound = if is_at_rest { AT_REST } else { patience.covered };
                        let has_stayed = |least| stayed.is_some_and(|stayed| stayed >= least);
                        // What lies over a queen may look like another one: each picture that stays is compared once.
                        let may_be_covered = is_still
                            && has_stayed(AT_REST)
                            && compared.replace(still_since) != Some(still_since);
                        if may_be_covered || has_stayed(bound) {
                            let is_answered = is_still && game.has_been_answered_since(&before);
                            if is_answered || game.would_be_alike(self.eyes, &before) {
                                return Ok(Look::Shown);
                            }
                            if let Some(wrong) = game.queen_taken_for_cross(self.eyes) {
                                game.believe_in_queen(wrong);
                                return Ok(Look::Missing);
                            }
                            if has_stayed(bound) {
                                let odd = game.odd_ones(self.eyes, &before);
                                for &cell in &odd {
                                    game.doubt(cell);
                                }
                                let is_whole = odd.is_empty() && game.can_tell_queens();
                                return Ok(if is_whole { Look::Shown } else { Look::Missing });
                            }
                        }
                        let is_hidden =
                            !left.is_empty() && game.may_have_hidden_queens(batch, &before);
                        hidden_since = is_hidden.then(|| hidden_since.unwrap_or(now));
                        if hidden_since
                            .is_some_and(|since| now.saturating_sub(since) >= patience.vanished)
                        {
                            return Ok(Look::Gone(game.gone_since(before)));
                        }
                    } else {
                        // A cross that grows may look like a queen for a while, and a queen that the
                        // second click takes away is one for a while.
                        let answer = game.answer_to(batch);
                        if answer == Some(Mark::Cross) {
                            made_cross_at.get_or_insert(now);
                        }
                        let is_about_one = game.in_question.is_some();
                        let is_surprising = answer == Some(Mark::Queen) && !is_about_one;
                        let is_unanswered = || game.is_unanswered(batch, &before);
                        let is_expected = match answer {
                            Some(mark) if is_about_one => {
                                let two = game.manners.clicks_to_queen == ClicksToQueen::Two;
                                two && mark == Mark::Queen && !is_unanswered()
                            }
                            Some(mark) => mark == Mark::Cross,
                            None => true,
                        };
                        let is_settled =
                            changed_at.is_some_and(|since| now.saturating_sub(since) >= SETTLED);
                        // Where what was clicked later is shown, a click was taken, and left all as it was.
                        let is_taken = is_about_one && batch.len() > 1;
                        let has_answered = is_settled && (is_taken || !is_unanswered());
                        game.tell_queens_from_crosses(batch);
                        let is_shown = missing(batch, &game.marks).is_empty();
                        if is_shown && stand && (is_expected || has_answered) {
                            if !is_about_one {
                                if answer == Some(Mark::Cross)
                                    && let Some((queen, cross)) = made_queen_at.zip(made_cross_at)
                                {
                                    let took = queen.saturating_sub(clicked);
                                    game.note_wait(took, cross.saturating_sub(queen));
                                }
                                game.expect_answers(batch);
                            }
                            return Ok(Look::Shown);
                        }
                        if is_surprising && is_settled {
                            if game.unread_marks_of(batch).is_some() {
                                return Ok(Look::Missing);
                            }
                            game.learn_from(batch);
                            return Ok(Look::Told);
                        }
                    }
                    // What comes of a question is not expected, but heard.
                    if game.in_question.is_none() && game.looks_like(self.eyes, &expected) {
                        game.marks = expected;
                        return Ok(Look::Shown);
                    }
                    let (since, bound) = match changed_at {
                        None if !game.is_confirmed => (clicked, patience.answer.min(FIRST)),
                        None => (clicked, game.answer_within(patience.answer)),
                        Some(changed) => (changed, game.next_change_within(patience)),
                    };
                    let grown = if game.tells_double_clicks { SETTLED } else { OTHERWISE };
                    let is_otherwise = stand
                        && now.saturating_sub(cells_still_since) >= grown
                        && (game.was_answered_otherwise(batch, &before)
                            || game.unread_marks_of(batch).is_some());
                    // A hint that blinks elsewhere never rests.
                    let is_over = is_otherwise
                        || now.saturating_sub(since) >= bound
                        || now.saturating_sub(answered_at) >= patience.covered;
                    if whole_since.is_none() && is_over {
                        if changed_at.is_some() && game.is_unanswered(batch, &before) {
                            // Other clicks had effects, and this one came too fast.
                            game.slow_down();
                        }
                        let is_put_away =
                            missing(batch, &game.marks).is_empty() && game.has_gone_since(&before);
                        if is_last && (is_put_away || game.is_veiled_since(&before)) {
                            return Ok(Look::Gone(game.gone_since(before)));
                        }
                        return Ok(Look::Missing);
                    }
                }
                None => {
                    let now = self.clock.now();
                    let since = *unseen_since.get_or_insert(now);
                    hidden_since = None;
                    // A board that is drawn anew does not take the next click, but the page does,
                    // and opens its menu.
                    game.opens_menus |= game.manners.button == Button::Right;
                    let is_to_go = !is_last && game.has_covered_open_cells(&frame, &before);
                    let bound = if is_to_go { patience.covered } else { UNREADABLE };
                    if now.saturating_sub(since) >= bound
                        && game.shows_without_reading(self.eyes, &frame, batch, &before, &expected)
                    {
                        // What was read meanwhile was read before the clicks were seen.
                        game.sight = Rc::new(before.moved_to(frame, expected.clone()));
                        game.marks = expected;
                        return Ok(Look::Shown);
                    }
                    // A panel that covered it after the last queen would have done so before.
                    if !is_last
                        && game.parked_elsewhere + 1 < PARKING_PLACES
                        && now.saturating_sub(parked_at.unwrap_or(since)) >= HOVERED
                    {
                        parked_at = Some(now);
                        game.parked_elsewhere += 1;
                        self.park(game)?;
                    }
                    // Something that covers a part of the board, and goes again, is no win.
                    let is_put_away = is_last
                        && (!game.sight.is_where_it_was(&frame) || game.is_veiled_since(&before));
                    let bound = if is_put_away { patience.vanished } else { patience.covered };
                    if now.saturating_sub(since) >= bound {
                        if is_last {
                            // It may have been read while it was dimmed: that is no look before.
                            game.sight = before;
                        }
                        return Ok(Look::Gone(frame));
                    }
                }
            }
        }
    }

    /// Lets time pass until the board may look otherwise, and gives way meanwhile.
    pub(super) fn await_change(&mut self, game: &Game) -> Result<(), PlayError> {
        let began = self.clock.now();
        loop {
            self.give_way(game)?;
            let bound = match self.source.has_changed() {
                Some(true) => return Ok(()),
                Some(false) => UNTOLD,
                None => BETWEEN_LOOKS,
            };
            if self.clock.now().saturating_sub(began) >= bound {
                return Ok(());
            }
            self.clock.pause(BETWEEN_QUESTIONS_PLAYING);
        }
    }

    /// Looks at the board and what is around it, or at everything if it may be `anywhere`.
    fn look(&mut self, game: &mut Game, anywhere: bool) -> Result<Frame, PlayError> {
        game.looked_at = self.clock.now();
        let frame =
            if anywhere { self.source.frame() } else { self.source.part(&game.sight.around()) };
        Ok(game.straightened(frame?))
    }

    /// Stops for the person: a capture and a reading may take 20 ms each, and nobody is to wait for
    /// both. Stops also when the game has taken too long.
    pub(super) fn give_way(&mut self, game: &Game) -> Result<(), PlayError> {
        if self.clock.now() >= game.ends_by {
            return Err(PlayError::TimeIsUp { progress: game.progress() });
        }
        self.hand.give_way().map_err(|interruption| game.progress().broken_off(interruption))
    }
}
