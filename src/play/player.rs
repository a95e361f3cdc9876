//! One game from the first look to its end, and what is said of it.

use super::find::Found;
use super::game::Game;
use super::hand::Hand;
use super::playable::Playable;
use super::timeline::Stopwatch;
use super::{Abort, Eyes, Manners, Pace, PlayError, Stage, Timeline};
use crate::board::{Board, Solution};
use crate::calibration::Place;
use crate::capture::FrameSource;
use crate::clock::Clock;
use crate::geometry::DesktopPoint;
use crate::input::{Plan, Pointer, Step, plan_clicks};
use crate::vision::Reading;
use serde::{Deserialize, Serialize};
use std::time::Duration;

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

/// How to play. The default looks once, and plays by the default manners, as fast as it can.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Options {
    /// How the game answers to clicks, as far as is known.
    pub manners: Manners,
    /// Whether to learn the manners where clicks do not do what they should.
    pub learns: bool,
    /// Where the board is, if that is known: then it is looked for nowhere else.
    pub place: Option<Place>,
    /// How long to wait for a board that can be played. There is always at least one look.
    pub wait: Duration,
    /// Whether to play a board that has several solutions, whatever the evidence.
    pub any_solution: bool,
    /// Boards that are not to be played: those that were.
    pub played: Vec<Board>,
    /// How fast to play.
    pub pace: Pace,
    /// Whether to leave the pointer alone: everything but the moves and the clicks.
    pub dry_run: bool,
    /// What the game is given time for.
    pub patience: Patience,
}

/// The bounds of all that a game is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patience {
    /// How long a game may take to show the first sign of clicks. Measured pages took 30 to 90 ms;
    /// one that stops for 300 ms at a time, or a machine with every core busy, takes seconds. One that
    /// has answered before is given twenty times that, and 1.2 seconds at least, if it is less. Too
    /// short, and slow clicks are repeated, on top of each other; too long, and clicks that were
    /// all lost cost that much.
    pub answer: Duration,
    /// How long a board may rest between two changes, once it has begun to show clicks. A page
    /// that was slow to answer is given five times what its answer took. Animations of marks and
    /// hovers took up to 115 ms. Too short, and slow clicks are repeated; too long, and a lost
    /// click costs that much.
    pub rest: Duration,
    /// How long the board may be unreadable in the middle of a game before it is lost: bubbles and
    /// messages come and go within seconds.
    pub covered: Duration,
    /// How long it may be unreadable after the last queen before that is taken for a win.
    pub vanished: Duration,
    /// How often clicks that do not show are made good without any gain.
    pub repairs: usize,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            answer: Duration::from_millis(2500),
            rest: Duration::from_millis(600),
            covered: Duration::from_secs(5),
            vanished: Duration::from_millis(600),
            repairs: 4,
        }
    }
}

/// How a game ended that was not broken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All queens were seen to stand, and nothing else.
    Won,
    /// After the last queen the board was covered, changed or gone, as games do that celebrate; or it is not to be seen
    /// which mark is the queen, and the page did not answer to what stood in all cells of the solution.
    ProbablyWon,
    /// All queens stood already.
    AlreadySolved,
    /// Nothing was to be clicked: a dry run.
    Planned,
}

impl Ending {
    /// The name that scripts know it by.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::ProbablyWon => "probably-won",
            Self::AlreadySolved => "already-solved",
            Self::Planned => "planned",
        }
    }
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
    /// The manners that the game was played by, which may have been learned in it.
    pub manners: Manners,
    /// The part of the board that looked different after the last queen, from 0 to 1, where that is
    /// what the ending rests on: [`Ending::ProbablyWon`], unless that rests on two marks.
    pub changed: Option<f64>,
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
        self.play_telling(options, &mut |_| {})
    }

    /// As [`play`](Self::play); `planned` is told of the steps that come before the next look, each
    /// time before the first of them is made.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn play_telling(
        self,
        options: &Options,
        planned: &mut dyn FnMut(&[Step]),
    ) -> Result<Played, PlayError> {
        let Self { source, eyes, pointer, clock, abort } = self;
        let hand = Hand::new(pointer, abort);
        let stopwatch = Stopwatch::start(clock);
        Session { source, eyes, clock, options, hand, stopwatch, planned }.play()
    }
}

/// One call of [`Player::play`].
pub(super) struct Session<'a> {
    pub(super) source: &'a mut dyn FrameSource,
    pub(super) eyes: &'a dyn Eyes,
    pub(super) clock: &'a dyn Clock,
    pub(super) options: &'a Options,
    pub(super) hand: Hand<'a>,
    pub(super) stopwatch: Stopwatch<'a>,
    /// Is told what is clicked before the next look.
    pub(super) planned: &'a mut dyn FnMut(&[Step]),
}

impl Session<'_> {
    fn play(mut self) -> Result<Played, PlayError> {
        let Found { frame, board, .. } = self.find()?;
        let options = self.options;
        let Playable { reading, solution, taken_for_crosses, drafts } = board;
        let plan = plan_clicks(&reading.marks, &solution, &options.manners);
        let mut game = Game::new(frame, &reading, &solution, options);
        taken_for_crosses.into_iter().for_each(|cell| game.believe_in_queen(cell));
        game.drafts.extend(drafts.into_iter().map(|cell| (cell, 0)));
        let targets = plan.steps().map(|step| game.sight.target(step.cell)).collect();
        let is_solved = plan.is_empty() || game.looks_won(self.eyes);
        self.stopwatch.spent(Stage::Plan);

        let (ending, changed) = if is_solved {
            (Ending::AlreadySolved, None)
        } else if options.dry_run {
            (Ending::Planned, None)
        } else {
            self.play_out(&mut game)?
        };
        let Game { clicks, repairs, manners, .. } = game;
        let timeline = self.stopwatch.stop();
        Ok(Played {
            ending,
            plan,
            targets,
            clicks,
            repairs,
            manners,
            changed,
            timeline,
            solution,
            reading,
        })
    }
}
