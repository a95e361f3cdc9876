//! Learning how a game answers to clicks, by trying.

use super::answers::{Answers, BUTTONS};
use super::hand::{Hand, Interruption, ParkingPlace};
use super::rounds::HOVER;
use super::sight::{Sight, shown_on_desktop};
use super::tempo::Tempo;
use super::{Eyes, Manners, Patience, Player, Stop};
use crate::board::{Board, Cell, Mark};
use crate::capture::{CaptureError, Frame, FrameSource};
use crate::clock::Clock;
use crate::geometry::DesktopPoint;
use crate::input::{Button, InputError};
use crate::solver::solve;
use crate::vision::Reading;
use std::time::Duration;

/// Between two looks at a cell that was clicked.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// How long a mark must stay to be what the click made. Marks fade in for up to 115 ms, and half a
/// queen may look like a cross.
const SETTLED: Duration = Duration::from_millis(150);

/// The most clicks that are tried: those of any known game, and as many lost ones.
const MOST_TRIES: usize = 10;

/// What keeps the clicks from being learned.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LearnError {
    /// The board is so far played that a try could win it, or it has no solution.
    #[error("there is no cell to try in: two of the solution must be empty")]
    NothingToTry,
    /// A click changes nothing.
    #[error("a click in row {}, column {} changed nothing", .0.row + 1, .0.col + 1)]
    NothingChanged(Cell),
    /// Clicks bring no queen.
    #[error("no clicks brought a queen in row {}, column {}", .0.row + 1, .0.col + 1)]
    NoQueen(Cell),
    /// The cell that was tried in does not become again what it was.
    #[error("row {}, column {} was tried in, and is not what it was before", .0.row + 1, .0.col + 1)]
    NotUndone(Cell),
    /// The board went away, or cannot be read any more.
    #[error("the board is not to be seen any more")]
    BoardLost,
    /// The person stopped it.
    #[error("{0}")]
    Stopped(Stop),
    /// The screen cannot be captured.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// The pointer cannot be used.
    #[error(transparent)]
    Input(#[from] InputError),
}

impl LearnError {
    /// What the person can do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NothingToTry => "clear the board, or start a new one",
            Self::NothingChanged(_) | Self::NoQueen(_) => {
                "click by hand to see what makes a queen, and write that into the profile"
            }
            Self::NotUndone(_) => "put it right by hand",
            Self::BoardLost => "keep the board in view",
            Self::Stopped(_) => "start it again, and leave the pointer alone",
            Self::Capture(error) => error.hint(),
            Self::Input(error) => error.hint(),
        }
    }
}

impl From<Interruption> for LearnError {
    fn from(interruption: Interruption) -> Self {
        match interruption {
            Interruption::Stop(by) => Self::Stopped(by),
            Interruption::Input(error) => Self::Input(error),
        }
    }
}

impl Player<'_> {
    /// Learns which clicks make a queen on the board that was read from `frame`, by clicking in one
    /// of its cells; those `expected` are tried first. Afterwards that cell is as it was, and so is
    /// the pointer.
    ///
    /// The cell is one that the solution has a queen in, so that a game which punishes mistakes
    /// has nothing to punish. Crosses that the game sets of its own accord are its own to take away.
    ///
    /// # Errors
    /// If there is no such cell, if the game does not answer as any known game does, if screen or
    /// pointer fail, and if the person moves the pointer or asks to stop.
    pub fn learn_manners(
        self,
        frame: Frame,
        reading: &Reading,
        expected: Manners,
        patience: &Patience,
    ) -> Result<Manners, LearnError> {
        let cell = cell_to_try(reading).ok_or(LearnError::NothingToTry)?;
        let Self { source, eyes, pointer, clock, abort } = self;
        let mut hand = Hand::new(pointer, abort);
        let home = hand.location()?;
        hand.take_over_at(home);
        let sight = Sight { frame, reading: reading.clone() };
        let board = &reading.board;
        let answers = Answers::new(expected);
        let hovers = expected.hover_first;
        let mut trial =
            Trial { source, eyes, clock, hand, board, cell, answers, hovers, patience, sight };
        let mut learned = trial.find_out();
        // The game can still be clicked on, and the person did not ask to stop.
        if matches!(
            learned,
            Ok(_) | Err(LearnError::NothingChanged(_)) | Err(LearnError::NoQueen(_))
        ) {
            trial.bring_back(Mark::Empty)?;
            if let (Ok(manners), Some(queen)) = (&mut learned, queen_to_try(reading)) {
                manners.locked_queens = trial.is_locked(queen, manners.button)?;
            }
            trial.bring_to(home)?;
        }
        learned
    }
}

/// The first cell of the solution that is empty, if it is not the last one that is missing.
fn cell_to_try(reading: &Reading) -> Option<Cell> {
    let outcome = solve(&reading.board);
    let mut empty =
        outcome.solution()?.queens().filter(|&cell| reading.marks.mark(cell) == Mark::Empty);
    let first = empty.next()?;
    empty.next().map(|_| first)
}

/// A queen that stands from the start, and right.
fn queen_to_try(reading: &Reading) -> Option<Cell> {
    let outcome = solve(&reading.board);
    outcome.solution()?.queens().find(|&cell| reading.marks.mark(cell) == Mark::Queen)
}

/// One call of [`Player::learn_manners`].
struct Trial<'a> {
    source: &'a mut dyn FrameSource,
    eyes: &'a dyn Eyes,
    clock: &'a dyn Clock,
    hand: Hand<'a>,
    board: &'a Board,
    cell: Cell,
    answers: Answers,
    /// Whether the pointer stays over the cell for a while before each click.
    hovers: bool,
    patience: &'a Patience,
    /// The board as it was last seen.
    sight: Sight,
}

impl Trial<'_> {
    fn find_out(&mut self) -> Result<Manners, LearnError> {
        let mut has_changed = false;
        let untouched = self.sight.reading.marks.clone();
        for _ in 0..MOST_TRIES {
            let before = self.mark();
            let is_queen = |mark| mark == Mark::Queen;
            let Some(button) = self.answers.next_click(before, &BUTTONS, is_queen) else { break };
            let hovered = self.hovers;
            // What was without effect is repeated with more patience.
            self.hovers |= self.answers.wants_hover(button, before);
            let after = self.click(button)?;
            has_changed |= after != before;
            if after == before {
                self.hovers = hovered;
            }
            if after == Mark::Queen {
                let other = |cell: &Cell| *cell != self.cell;
                let is_changed =
                    |cell: Cell| self.sight.reading.marks.mark(cell) != untouched.mark(cell);
                return Ok(Manners {
                    hover_first: self.hovers,
                    auto_crosses: self.board.cells().filter(other).any(is_changed),
                    ..self.answers.manners(button)
                });
            }
        }
        let why = if has_changed { LearnError::NoQueen } else { LearnError::NothingChanged };
        Err(why(self.cell))
    }

    /// Clicks until `wanted` stands in the cell again.
    fn bring_back(&mut self, wanted: Mark) -> Result<(), LearnError> {
        for _ in 0..MOST_TRIES {
            if self.mark() == wanted {
                return Ok(());
            }
            let next = self.answers.next_click(self.mark(), &BUTTONS, |mark| mark == wanted);
            self.click(next.ok_or(LearnError::NotUndone(self.cell))?)?;
        }
        Err(LearnError::NotUndone(self.cell))
    }

    /// Whether a queen stays although she is clicked, and clicked again, since one click may have
    /// been lost. Afterwards she stands as she did.
    fn is_locked(&mut self, queen: Cell, button: Button) -> Result<bool, LearnError> {
        self.cell = queen;
        for _ in 0..2 {
            if self.click(button)? != Mark::Queen {
                self.bring_back(Mark::Queen)?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn mark(&self) -> Mark {
        self.sight.reading.marks.mark(self.cell)
    }

    /// Clicks once and moves the pointer off the board; what stands in the cell then.
    fn click(&mut self, button: Button) -> Result<Mark, LearnError> {
        let before = self.mark();
        let target = self.sight.target(self.cell);
        let tempo = if self.hovers { Tempo::Person } else { Tempo::AtOnce };
        if self.hovers {
            self.hand.move_to(target)?;
            self.clock.pause(HOVER);
        }
        self.hand.click(target, button, tempo.hold(), true, || {})?;
        let places = self.sight.parking_places(&shown_on_desktop(&self.sight.frame));
        self.hand.park(&self.sight.board_on_desktop(), places)?;
        let after = self.look(before)?;
        self.answers.note(button, before, after, self.hovers);
        Ok(after)
    }

    /// Looks until something else than `before` stands in the cell and stays, or the game has had
    /// time enough; what stands there then.
    fn look(&mut self, before: Mark) -> Result<Mark, LearnError> {
        let started = self.clock.now();
        let mut seen: Option<(Mark, Duration)> = None;
        loop {
            self.hand.give_way()?;
            let frame = self.source.frame()?;
            let now = self.clock.now();
            let reading = self.sight.again(self.eyes, &frame, self.board, true);
            if reading.is_none() {
                seen = None;
            }
            if let Some(reading) = reading {
                let mark = reading.marks.mark(self.cell);
                self.sight = Sight { frame, reading };
                let since = seen.filter(|(last, _)| *last == mark).map_or(now, |(_, since)| since);
                seen = Some((mark, since));
                if mark != before && now.saturating_sub(since) >= SETTLED {
                    return Ok(mark);
                }
            }
            if now.saturating_sub(started) >= self.patience.answer {
                return seen.map(|(mark, _)| mark).ok_or(LearnError::BoardLost);
            }
            self.clock.pause(BETWEEN_LOOKS);
        }
    }

    fn bring_to(&mut self, home: Option<DesktopPoint>) -> Result<(), LearnError> {
        // The pointer was there before.
        let home = home.map(|point| ParkingPlace { point, is_on_screen: true });
        Ok(self.hand.park(&self.sight.board_on_desktop(), home)?)
    }
}
