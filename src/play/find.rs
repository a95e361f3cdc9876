//! Waiting for a board that can be played.

use super::arrival::Arrival;
use super::hand::Interruption;
use super::playable::Playable;
use super::player::Session;
use super::sight::{on_desktop, parking_places, shown_on_desktop};
use super::watch::STILL;
use super::{PlayError, Progress, Stage};
use crate::board::{Board, Cell, Mark, Marks, Solution};
use crate::calibration::Place;
use crate::capture::Frame;
use crate::geometry::{DesktopPoint, FrameRect};
use crate::solver::{Outcome, reference};
use crate::vision::{Reading, Refusal};
use image::RgbaImage;
use std::sync::Arc;
use std::time::Duration;

/// The least time between two looks for a board where nobody tells when the screen is painted: a
/// person does not notice the difference.
const BETWEEN_SEARCHES: Duration = Duration::from_millis(20);

/// Between two looks at a board that has come up: a frame of the page.
const BETWEEN_LOOKS: Duration = STILL;

/// Between two questions whether it has been, while a board is waited for, maybe for hours.
const BETWEEN_QUESTIONS_WAITING: Duration = Duration::from_millis(2);

/// How many times what a look costs is rested after it: searching takes a quarter of one core.
const REST: u32 = 3;

/// The longest rest: a board that comes up waits for it. A look at a screen of 3840 x 2160 without a
/// board takes 40 ms.
const LONGEST_REST: Duration = Duration::from_millis(150);

/// How much of a rest may be made up for later, if there was rest enough before: a page that has just
/// been opened is painted a few times before its board is.
const CREDIT: Duration = Duration::from_millis(400);

/// The most solutions that are compared with what stands on a board.
const MOST_SOLUTIONS: usize = 200;

/// The largest board whose solutions are listed: the plain search that lists them takes
/// milliseconds there, and seconds on some boards of 16 rows.
const LARGEST_LISTED: usize = 12;

/// The width of the cells, in points of the desktop, from which on a board is no picture of one. Chosen:
/// those of boards that are played in are 34 or more on measured pages, and eight of 32 take 256, of
/// which few fit beside each other.
const SMALL: f64 = 32.0;

/// How many times larger than another one a board is as small. Chosen: pictures of boards are drawn by one
/// rule, but what is read of their pitch is off by a part of a pixel.
const AS_SMALL: f64 = 1.1;

/// The fewest rows of a board that is played in: those of 4 rows explain the rules, and no known game has
/// them. One that is a game all the same is played when the time to wait is over.
const LEAST_ROWS: usize = 5;

/// How many small boards of one size are pictures: two may be today's and yesterday's.
const SEVERAL: usize = 3;

/// How long the pointer must rest on a board that cannot be read before it is moved away: it may be what keeps
/// it from being read. Chosen: longer than pages take to come up, and shorter than a person waits.
const HOVERED: Duration = Duration::from_millis(700);

/// A board that can be played.
pub(super) struct Found {
    pub(super) frame: Frame,
    pub(super) board: Playable,
    /// When it was looked at.
    pub(super) looked: Looked,
}

/// When a look began, and when each step of it was done.
#[derive(Debug, Clone, Copy)]
pub(super) struct Looked {
    capturing: Duration,
    pub(super) captured: Duration,
    read: Duration,
    solved: Duration,
}

impl Session<'_> {
    /// Looks until there is a board that can be played, with the pointer off it and at rest.
    pub(super) fn find(&mut self) -> Result<Found, PlayError> {
        let interrupted = |interruption| Progress::default().broken_off(interruption);
        let mut deadline = self.clock.now().saturating_add(self.options.wait);
        let mut is_parked = false;
        let mut nothing: Option<Arc<RgbaImage>> = None;
        // The last picture, if the board was not to be read in it.
        let mut unread: Option<Arc<RgbaImage>> = None;
        let mut has_waited = false;
        let mut arrival: Option<Arrival> = None;
        let mut rested_until = self.clock.now();
        // Where the pointer rests on a board that cannot be read, and since when.
        let mut hovered: Option<(Option<DesktopPoint>, Duration)> = None;
        loop {
            self.hand.give_way().map_err(interrupted)?;
            let before = self.location().map_err(interrupted)?;
            let capturing = self.clock.now();
            let frame = self.source.frame()?;
            let captured = self.clock.now();
            let has_rested = !is_parked
                && hovered.is_some_and(|(at, since)| {
                    at == before && captured.saturating_sub(since) >= HOVERED
                });
            // A picture that had no board in it has none the next time either.
            if nothing.as_ref() == Some(&frame.pixels) && captured < deadline && !has_rested {
                self.rest_since(capturing, &mut rested_until).map_err(interrupted)?;
                continue;
            }
            let seen = match &self.options.place {
                Some(place) => self.eyes.read_at(&frame.pixels, &place.lattice(&frame.placement)),
                None => self.eyes.read(&frame.pixels),
            };
            let read = self.clock.now();
            let is_last = read >= deadline;

            // A pointer over the board recolours a cell or covers a mark. It is moved away when
            // the board can be played, when it has rested there, or when nothing else is left to try.
            let mut rect = board_rect(&seen);
            let is_played = self.is_played(&seen);
            let mut decided = self.decide(&frame, seen);
            if let Some(other) = self.unsolved_beside(&decided, &frame) {
                rect = Some(other.reading.rect);
                decided = Ok(other);
            }
            // An example, or yesterday's board: that of today may come up yet. So may that of the level
            // which is chosen among pictures of boards.
            let is_to_be_played = decided.is_ok()
                && (is_last
                    || !is_solved(&decided)
                        && !self.is_example(&decided)
                        && !self.is_one_of_several(&decided, &frame));
            let solved = self.clock.now();
            let is_over = |rect: &FrameRect| {
                before.is_some_and(|at| on_desktop(rect, &frame.placement).contains(at))
            };
            let is_hovered = matches!(decided, Err(PlayError::Doubtful(_)))
                && rect.as_ref().is_some_and(is_over);
            let still = hovered.filter(|(at, _)| *at == before);
            hovered = is_hovered.then(|| still.unwrap_or((before, captured)));
            if let Some(rect) = rect
                && !is_parked
                && !self.options.dry_run
                && (is_to_be_played || is_last || has_rested)
                && is_over(&rect)
            {
                self.hand.take_over_at(before);
                let board = on_desktop(&rect, &frame.placement);
                let places = parking_places(&board, &shown_on_desktop(&frame));
                self.hand.park(&board, places).map_err(interrupted)?;
                is_parked = true;
                // What the pointer made of the board takes time to fade.
                deadline = deadline.max(self.clock.now() + self.options.patience.vanished);
                continue;
            }
            let after = self.location().map_err(interrupted)?;
            match decided {
                Ok(board) if is_to_be_played && after == before => {
                    let looked = Looked { capturing, captured, read, solved };
                    let found = Found { frame, board, looked };
                    if is_last || !has_waited {
                        return Ok(self.take_over(found, before));
                    }
                    let arriving = Arrival::go_on(arrival, found, unread.as_deref());
                    match self.see_it_rest(arriving, before, deadline)? {
                        Ok(found) => {
                            let found = self.take_over(found, before);
                            self.stopwatch.spent(Stage::Wait);
                            return Ok(found);
                        }
                        Err(restless) => arrival = Some(restless),
                    }
                    continue;
                }
                Err(doubt) if is_last => return Err(doubt),
                // The person has not yet let go of the pointer.
                Ok(_) if is_last => {
                    self.hand.take_over_at(before);
                    self.hand.give_way().map_err(interrupted)?;
                }
                Ok(_) if is_to_be_played => {}
                Ok(_) | Err(_) => {
                    let is_unread = decided.is_err() && !is_played;
                    unread = is_unread.then(|| Arc::clone(&frame.pixels));
                    nothing = Some(frame.pixels);
                    has_waited = true;
                }
            }
            self.rest_since(capturing, &mut rested_until).map_err(interrupted)?;
        }
    }

    /// Looks at a board that has come up until it rests, with the pointer where it was `before`, and
    /// gives it back with `Err` as soon as anything moves, or the time is over.
    fn see_it_rest(
        &mut self,
        mut arriving: Arrival,
        before: Option<DesktopPoint>,
        deadline: Duration,
    ) -> Result<Result<Found, Arrival>, PlayError> {
        let interrupted = |interruption| Progress::default().broken_off(interruption);
        let mut seen = arriving.found.looked.captured;
        loop {
            if arriving.is_over(seen) {
                return Ok(Ok(arriving.found));
            }
            self.clock.pause((seen + BETWEEN_LOOKS).saturating_sub(self.clock.now()));
            self.hand.give_way().map_err(interrupted)?;
            let frame = self.source.part(&arriving.around())?;
            seen = self.clock.now();
            let is_still = arriving.see(&frame, seen);
            let is_person_still = self.location().map_err(interrupted)? == before;
            if !is_still || !is_person_still || seen >= deadline {
                return Ok(Err(arriving));
            }
        }
    }

    /// From now on the pointer is the player's, to play the board that was found.
    fn take_over(&mut self, found: Found, pointer: Option<DesktopPoint>) -> Found {
        self.hand.take_over_at(pointer);
        let Looked { capturing, captured, read, solved } = found.looked;
        self.stopwatch.spent_until(capturing, Stage::Wait);
        self.stopwatch.spent_until(captured, Stage::Capture);
        self.stopwatch.spent_until(read, Stage::Read);
        self.stopwatch.spent_until(solved, Stage::Solve);
        found
    }

    /// Another board of a frame whose best one was found to be solved, the largest that is not: today's
    /// beside yesterday's. One of the same regions is the example that the solved one belongs to.
    fn unsolved_beside(
        &self,
        decided: &Result<Playable, PlayError>,
        frame: &Frame,
    ) -> Option<Playable> {
        let best = &decided.as_ref().ok()?.reading;
        if self.options.place.is_some() || !is_solved(decided) {
            return None;
        }
        let all = self.eyes.read_all(&frame.pixels).ok()?;
        let others = all.into_iter().filter(|reading| reading.board != best.board);
        others
            .map(|reading| self.decide(frame, Ok(reading)))
            .find(|it| it.is_ok() && !is_solved(it))?
            .ok()
    }

    /// Whether a board is too small for a game.
    fn is_example(&self, decided: &Result<Playable, PlayError>) -> bool {
        let is_small = |board: &Playable| board.reading.board.size() < LEAST_ROWS;
        self.options.place.is_none() && decided.as_ref().is_ok_and(is_small)
    }

    /// Whether a board is one of several in a frame that are as small as it is, and not solved.
    fn is_one_of_several(&self, decided: &Result<Playable, PlayError>, frame: &Frame) -> bool {
        let pitch = |reading: &Reading| Place::of(&reading.lattice, &frame.placement).pitch.x;
        let Ok(Playable { reading: best, .. }) = decided else { return false };
        if self.options.place.is_some() || pitch(best) >= SMALL {
            return false;
        }
        let is_like_it = |reading: &Reading| {
            let (one, other) = (pitch(reading), pitch(best));
            one.max(other) <= AS_SMALL * one.min(other)
        };
        let all = self.eyes.read_all(&frame.pixels).unwrap_or_default();
        let like_it =
            all.into_iter().filter(is_like_it).map(|reading| self.decide(frame, Ok(reading)));
        like_it.filter(|it| it.is_ok() && !is_solved(it)).count() >= SEVERAL
    }

    /// Rests after a look that began at `began` until there may be something new to see, and for as
    /// long as leaves the machine to others, or until the person asks to stop. `rested_until` is
    /// when all looks up to now have been rested for.
    fn rest_since(
        &mut self,
        began: Duration,
        rested_until: &mut Duration,
    ) -> Result<(), Interruption> {
        let now = self.clock.now();
        let cost = now.saturating_sub(began);
        *rested_until = (*rested_until).max(began.saturating_sub(CREDIT)) + (1 + REST) * cost;
        let longest = now + LONGEST_REST;
        let rested = (*rested_until).min(longest);
        loop {
            self.hand.give_way()?;
            let end = match self.source.has_changed() {
                Some(true) => rested,
                Some(false) => longest,
                None => rested.max(now + BETWEEN_SEARCHES),
            };
            let left = end.saturating_sub(self.clock.now());
            if left.is_zero() {
                return Ok(());
            }
            self.clock.pause(left.min(BETWEEN_QUESTIONS_WAITING));
        }
    }

    /// Where the pointer is; in a dry run it does not matter.
    fn location(&mut self) -> Result<Option<DesktopPoint>, Interruption> {
        if self.options.dry_run { Ok(None) } else { self.hand.location() }
    }

    /// Whether a board that is not to be played again was seen.
    fn is_played(&self, seen: &Result<Reading, Refusal>) -> bool {
        seen.as_ref().is_ok_and(|reading| self.options.played.contains(&reading.board))
    }

    /// Whether what was seen in a frame is to be played, and how.
    fn decide(&self, frame: &Frame, seen: Result<Reading, Refusal>) -> Result<Playable, PlayError> {
        let waited = self.options.wait;
        let reading = seen.map_err(|refusal| match refusal {
            Refusal::NoBoard if self.options.place.is_some() => PlayError::NotInPlace { waited },
            Refusal::NoBoard => PlayError::NoBoard { waited },
            doubt @ Refusal::UnreadableBoard { .. } => PlayError::Doubtful(doubt),
        })?;
        if self.options.played.contains(&reading.board) {
            return Err(PlayError::NoBoard { waited });
        }
        let is_any_right = self.options.any_solution || reading.evidence.colours_and_walls_agree;
        let solution = match &reading.outcome {
            Outcome::Unique(solution) => Ok(solution.clone()),
            // Games of boards with several solutions take any of them.
            Outcome::Multiple(one, _) if is_any_right => {
                let best = solution_with_most_queens(&reading.board, &reading.marks, one);
                let has = |cell: Cell| best.columns()[cell.row] == cell.col;
                if self.options.manners.locked_queens && !reading.marks.queens().all(has) {
                    Err(PlayError::NoSolution)
                } else {
                    Ok(best)
                }
            }
            Outcome::Multiple(..) => Err(PlayError::SeveralSolutions),
            Outcome::None => Err(PlayError::NoSolution),
            Outcome::BudgetSpent => Err(PlayError::Undecided),
        }?;
        Ok(Playable::new(frame, reading, solution))
    }
}

/// Whether there is a board, and all its queens stand.
fn is_solved(decided: &Result<Playable, PlayError>) -> bool {
    decided.as_ref().is_ok_and(Playable::is_solved)
}

/// Of the solutions of a board that has several, the one that most of the standing queens belong
/// to, since some may be locked; `one` of them where nothing stands.
fn solution_with_most_queens(board: &Board, marks: &Marks, one: &Solution) -> Solution {
    if marks.queens().next().is_none() || board.size() > LARGEST_LISTED {
        return one.clone();
    }
    let standing = |solution: &Solution| {
        solution.queens().filter(|&cell| marks.mark(cell) == Mark::Queen).count()
    };
    let all = reference::solutions(board, MOST_SOLUTIONS);
    all.into_iter().max_by_key(standing).unwrap_or_else(|| one.clone())
}

/// Where a board was seen, read or not.
fn board_rect(seen: &Result<Reading, Refusal>) -> Option<FrameRect> {
    match seen {
        Ok(reading) => Some(reading.rect),
        Err(Refusal::UnreadableBoard { rect, .. }) => Some(*rect),
        Err(Refusal::NoBoard) => None,
    }
}
