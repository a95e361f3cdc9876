//! The loop of a game.

use super::hand::{Hand, Interruption};
use super::sight::{Sight, on_desktop, parking_places};
use super::timeline::Stopwatch;
use super::{Abort, Eyes, Manners, PlayError, Progress, Stage, Timeline};
use crate::board::{Board, Cell, Mark, Marks, Solution};
use crate::calibration::Place;
use crate::capture::{Frame, FrameSource};
use crate::clock::Clock;
use crate::geometry::{DesktopPoint, FrameRect};
use crate::input::{Plan, Pointer, Step, plan_clicks};
use crate::solver::{Outcome, solve};
use crate::vision::{Reading, Refusal};
use std::time::Duration;

/// Between two looks for a board: a person does not notice the difference, and the machine is left
/// in peace.
const BETWEEN_SEARCHES: Duration = Duration::from_millis(50);

/// Between two looks at a board that is being played. A moved pointer is noticed between a
/// capture (20 ms for a screen of 1920 x 1080), a reading and this pause, so within 50 ms.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// What a player works with.
pub struct Player<'a> {
    /// Where the board is looked for.
    pub source: &'a mut dyn FrameSource,
    /// What reads it.
    pub eyes: &'a dyn Eyes,
    /// What clicks on it; the frames' desktop points are its own.
    pub pointer: &'a mut dyn Pointer,
    /// The time.
    pub clock: &'a dyn Clock,
    /// The person's word to stop.
    pub abort: &'a Abort,
}

/// How to play.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// How the game answers to clicks.
    pub manners: Manners,
    /// Where the board is, if that is known: then it is looked for nowhere else.
    pub place: Option<Place>,
    /// How long to wait for a board that can be played. There is always at least one look.
    pub wait: Duration,
    /// Whether to play a board that has several solutions, whatever the evidence.
    pub any_solution: bool,
    /// Whether to leave the pointer alone: everything but the moves and the clicks.
    pub dry_run: bool,
    /// What the game is given time for.
    pub patience: Patience,
}

/// The bounds of all that a game is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// How long clicks may take to show, from the last change of the marks on. Measured pages took
    /// 30 to 90 ms. Too short, and slow clicks are repeated: they then come on top of each other,
    /// and take more repairs; too long, and a lost click costs that much.
    pub painted: Duration,
    /// How long the board may be unreadable before it is lost or, after the last queen, won.
    /// Animations of marks and hovers took up to 115 ms.
    pub vanished: Duration,
    /// How often clicks that do not show are made good.
    pub repairs: usize,
}

impl Default for Patience {
    fn default() -> Self {
        Self { painted: Duration::from_secs(1), vanished: Duration::from_millis(600), repairs: 4 }
    }
}

/// How a game ended that was not broken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All queens were seen to stand, and nothing else.
    Won,
    /// After the last queen the board was covered or gone, as games do that celebrate.
    ProbablyWon,
    /// All queens stood already.
    AlreadySolved,
    /// Nothing was to be clicked: a dry run.
    Planned,
}

/// What was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// How it ended.
    pub ending: Ending,
    /// The board, as it was found.
    pub reading: Reading,
    /// What was played: the reading's own solution, or one of them.
    pub solution: Solution,
    /// The clicks that were missing when the board was found.
    pub plan: Plan,
    /// Where each step of [`plan`](Self::plan) is clicked, in its order.
    pub targets: Vec<DesktopPoint>,
    /// The number of clicks that were made.
    pub clicks: usize,
    /// How often clicks were lost and made good.
    pub repairs: usize,
    /// Where the time went.
    pub timeline: Timeline,
}

impl Player<'_> {
    /// Waits for a board, solves it and plays it to the win.
    ///
    /// The last queen is placed only when all others have been seen to stand, since nothing can be
    /// checked after a win. Nothing is clicked on a reading in doubt, nor outside of the board.
    ///
    /// # Errors
    /// If there is no board or no certainty, if screen or pointer fail, if the person moves the
    /// pointer or asks to stop, and if the game does not do what the clicks should make it do.
    pub fn play(self, options: &Options) -> Result<Played, PlayError> {
        let Self { source, eyes, pointer, clock, abort } = self;
        let hand = Hand::new(pointer, abort);
        let stopwatch = Stopwatch::start(clock);
        Session { source, eyes, clock, options, hand, stopwatch }.play()
    }
}

/// One call of [`Player::play`].
struct Session<'a> {
    source: &'a mut dyn FrameSource,
    eyes: &'a dyn Eyes,
    clock: &'a dyn Clock,
    options: &'a Options,
    hand: Hand<'a>,
    stopwatch: Stopwatch<'a>,
}

/// A board that can be played.
struct Found {
    frame: Frame,
    reading: Reading,
    solution: Solution,
}

/// A board that is being played.
struct Game<'a> {
    board: &'a Board,
    solution: &'a Solution,
    /// How it was last seen.
    sight: Sight,
    /// What stands on it: as last seen, and what was clicked since.
    marks: Marks,
    clicks: usize,
}

/// What looking at a board that is being played comes to.
enum Look {
    /// It shows what it should.
    Shown,
    /// It is there, and does not show it.
    Missing,
    /// It cannot be read any more.
    Gone,
}

impl Session<'_> {
    fn play(mut self) -> Result<Played, PlayError> {
        let Found { frame, reading, solution } = self.find()?;
        let plan = plan_clicks(&reading.marks, &solution, &self.options.manners);
        let sight = Sight::new(frame, &reading);
        let targets = plan.steps().map(|step| sight.target(step.cell)).collect();
        let marks = reading.marks.clone();
        let mut game = Game { board: &reading.board, solution: &solution, sight, marks, clicks: 0 };
        let is_solved = plan.is_empty() || game.looks_won(self.eyes);
        self.stopwatch.spent(Stage::Plan);

        let (ending, repairs) = if is_solved {
            (Ending::AlreadySolved, 0)
        } else if self.options.dry_run {
            (Ending::Planned, 0)
        } else {
            self.play_out(&mut game)?
        };
        let clicks = game.clicks;
        let timeline = self.stopwatch.stop();
        Ok(Played { ending, plan, targets, clicks, repairs, timeline, solution, reading })
    }

    /// Looks until there is a board that can be played, with the pointer off it and at rest.
    fn find(&mut self) -> Result<Found, PlayError> {
        let interrupted = |interruption| Progress::default().broken_off(interruption);
        let mut deadline = self.clock.now().saturating_add(self.options.wait);
        let mut is_parked = false;
        loop {
            self.hand.give_way().map_err(interrupted)?;
            let before = self.location().map_err(interrupted)?;
            let capturing = self.clock.now();
            let frame = self.source.frame()?;
            let captured = self.clock.now();
            let seen = match &self.options.place {
                Some(place) => self.eyes.read_at(&frame.pixels, &place.lattice(&frame.placement)),
                None => self.eyes.read(&frame.pixels),
            };
            let read = self.clock.now();
            let is_last = read >= deadline;

            // A pointer over the board recolours a cell or covers a mark. It is moved away when
            // the board can be played, or when nothing else is left to try.
            let rect = board_rect(&seen);
            let decided = self.decide(seen);
            let solved = self.clock.now();
            let is_over = |rect: &FrameRect| {
                before.is_some_and(|at| on_desktop(rect, &frame.placement).contains(at))
            };
            if let Some(rect) = rect
                && !is_parked
                && !self.options.dry_run
                && (decided.is_ok() || is_last)
                && is_over(&rect)
            {
                self.hand.take_over_at(before);
                self.park(&frame, &rect).map_err(interrupted)?;
                is_parked = true;
                // What the pointer made of the board takes time to fade.
                deadline = deadline.max(self.clock.now() + self.options.patience.vanished);
                continue;
            }
            let after = self.location().map_err(interrupted)?;
            match decided {
                Ok((reading, solution)) if after == before => {
                    self.hand.take_over_at(before);
                    self.stopwatch.spent_until(capturing, Stage::Wait);
                    self.stopwatch.spent_until(captured, Stage::Capture);
                    self.stopwatch.spent_until(read, Stage::Read);
                    self.stopwatch.spent_until(solved, Stage::Solve);
                    return Ok(Found { frame, reading, solution });
                }
                Err(doubt) if is_last => return Err(doubt),
                // The person has not yet let go of the pointer.
                Ok(_) if is_last => {
                    self.hand.take_over_at(before);
                    self.hand.give_way().map_err(interrupted)?;
                }
                Ok(_) | Err(_) => {}
            }
            self.clock.pause(BETWEEN_SEARCHES);
        }
    }

    /// Where the pointer is; in a dry run it does not matter.
    fn location(&mut self) -> Result<Option<DesktopPoint>, Interruption> {
        if self.options.dry_run { Ok(None) } else { self.hand.location() }
    }

    /// Whether what was seen is to be played, and how.
    fn decide(&self, seen: Result<Reading, Refusal>) -> Result<(Reading, Solution), PlayError> {
        let waited = self.options.wait;
        let reading = seen.map_err(|refusal| match refusal {
            Refusal::NoBoard if self.options.place.is_some() => PlayError::NotInPlace { waited },
            Refusal::NoBoard => PlayError::NoBoard { waited },
            doubt @ Refusal::UnreadableBoard { .. } => PlayError::Doubtful(doubt),
        })?;
        let is_any_right = self.options.any_solution || reading.evidence.colours_and_walls_agree;
        let solution = match solve(&reading.board) {
            Outcome::Unique(solution) => Ok(solution),
            // Games of boards with several solutions take any of them.
            Outcome::Multiple(solution, _) if is_any_right => Ok(solution),
            Outcome::Multiple(..) => Err(PlayError::SeveralSolutions),
            Outcome::None => Err(PlayError::NoSolution),
            Outcome::BudgetSpent => Err(PlayError::Undecided),
        }?;
        Ok((reading, solution))
    }

    /// Moves the pointer off the board at `rect` of `frame`.
    fn park(&mut self, frame: &Frame, rect: &FrameRect) -> Result<(), Interruption> {
        self.hand.park(&on_desktop(rect, &frame.placement), parking_places(frame, rect))
    }

    /// Clicks and looks until the board shows its solution; how it ended, and after how many
    /// repairs.
    fn play_out(&mut self, game: &mut Game) -> Result<(Ending, usize), PlayError> {
        let mut repairs = 0;
        let mut is_settled = false;
        loop {
            let plan = plan_clicks(&game.sight.marks, game.solution, &self.options.manners);
            let (batch, is_last) = next_batch(&plan, is_settled);
            if batch.is_empty() {
                return Ok((Ending::Won, repairs));
            }
            self.click(game, batch)?;
            self.stopwatch.spent(Stage::Click);
            let look = self.look_for(game, batch, is_last)?;
            self.stopwatch.spent(Stage::Verify);
            match look {
                Look::Shown if is_last => return Ok((Ending::Won, repairs)),
                Look::Shown => is_settled = true,
                Look::Missing if repairs < self.options.patience.repairs => repairs += 1,
                Look::Missing => {
                    let missing = missing(batch, &game.sight.marks);
                    return Err(PlayError::NotWon { progress: game.progress(), repairs, missing });
                }
                // Without the last queen the board would be as readable as it was before.
                Look::Gone if is_last => return Ok((Ending::ProbablyWon, repairs)),
                Look::Gone => {
                    return Err(PlayError::BoardLost { progress: game.progress() });
                }
            }
        }
    }

    /// Makes the clicks of `batch`, and moves the pointer off the board.
    fn click(&mut self, game: &mut Game, batch: &[Step]) -> Result<(), PlayError> {
        let button = self.options.manners.button;
        for step in batch {
            let clicks = &mut game.clicks;
            let done =
                self.hand.click(game.sight.target(step.cell), button, step.clicks, || *clicks += 1);
            done.map_err(|interruption| game.progress().broken_off(interruption))?;
            game.marks.set(step.cell, step.result);
        }
        let Sight { frame, rect, .. } = &game.sight;
        self.park(frame, rect).map_err(|interruption| game.progress().broken_off(interruption))
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
        let mut changed_at = self.clock.now();
        let mut unseen_since = None;
        let mut last_seen = None;
        loop {
            let frame = self.source.frame()?;
            self.give_way(game)?;
            if is_last && game.sight.shows_alike(self.eyes, &frame, game.solution) {
                return Ok(Look::Shown);
            }
            let is_unseen = unseen_since.is_some();
            match game.sight.again(self.eyes, &frame, game.board, is_unseen) {
                Some(reading) => {
                    unseen_since = None;
                    if last_seen.as_ref() != Some(&reading.marks) {
                        changed_at = self.clock.now();
                        last_seen = Some(reading.marks.clone());
                    }
                    game.sight = Sight::new(frame, &reading);
                    game.marks = reading.marks;
                    if missing(batch, &game.marks).is_empty() {
                        return Ok(Look::Shown);
                    }
                    if self.clock.now().saturating_sub(changed_at) >= patience.painted {
                        return Ok(Look::Missing);
                    }
                }
                None => {
                    let now = self.clock.now();
                    let since = *unseen_since.get_or_insert(now);
                    if now.saturating_sub(since) >= patience.vanished {
                        return Ok(Look::Gone);
                    }
                }
            }
            self.give_way(game)?;
            self.clock.pause(BETWEEN_LOOKS);
        }
    }

    /// Stops for the person: a capture and a reading take some 20 ms each, and nobody is to wait
    /// for both.
    fn give_way(&mut self, game: &Game) -> Result<(), PlayError> {
        self.hand.give_way().map_err(|interruption| game.progress().broken_off(interruption))
    }
}

impl Game<'_> {
    /// Whether all queens stand, although some are so decorated that they were not read as such.
    fn looks_won(&self, eyes: &dyn Eyes) -> bool {
        let Sight { frame, marks, .. } = &self.sight;
        let has = |mark| self.solution.queens().any(|cell| marks.mark(cell) == mark);
        has(Mark::Queen) && !has(Mark::Cross) && self.sight.shows_alike(eyes, frame, self.solution)
    }

    fn progress(&self) -> Progress {
        let queens = self.solution.queens();
        let of = queens.len();
        let queens = queens.filter(|&cell| self.marks.mark(cell) == Mark::Queen).count();
        Progress { queens, of, clicks: self.clicks }
    }
}

impl Progress {
    /// The error of a game that was broken off here.
    fn broken_off(self, interruption: Interruption) -> PlayError {
        match interruption {
            Interruption::Stop(by) => PlayError::Stopped { by, progress: self },
            Interruption::Input(error) => PlayError::Input(error),
        }
    }
}

/// What to click before the next look, and whether it may win the game.
///
/// Queens that stand wrong go first. The first cell goes alone, since a page may shift after the
/// first click, and a game of other manners must not be clicked all over. The last cell goes alone
/// too: after it there may be nothing left to check.
fn next_batch(plan: &Plan, is_settled: bool) -> (&[Step], bool) {
    let (steps, is_final) = if plan.clearing.is_empty() {
        (plan.placing.as_slice(), true)
    } else {
        (plan.clearing.as_slice(), plan.placing.is_empty())
    };
    let count = match steps.len() {
        all @ 0..=1 => all,
        _ if !is_settled => 1,
        all if is_final => all - 1,
        all => all,
    };
    (&steps[..count], is_final && count == steps.len())
}

/// The cells of `batch` that do not show what they should.
fn missing(batch: &[Step], marks: &Marks) -> Vec<Cell> {
    batch.iter().filter(|step| marks.mark(step.cell) != step.result).map(|step| step.cell).collect()
}

/// Where a board was seen, read or not.
fn board_rect(seen: &Result<Reading, Refusal>) -> Option<FrameRect> {
    match seen {
        Ok(reading) => Some(reading.rect),
        Err(Refusal::UnreadableBoard { rect, .. }) => Some(*rect),
        Err(Refusal::NoBoard) => None,
    }
}
