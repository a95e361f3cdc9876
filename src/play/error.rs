//! What keeps a game from being won.

use crate::board::Cell;
use crate::capture::CaptureError;
use crate::geometry::DesktopPoint;
use crate::input::InputError;
use crate::vision::Refusal;
use std::fmt;
use std::time::Duration;

/// What keeps a game from being won.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PlayError {
    /// No board came up.
    #[error("no Queens board was seen within {} s", .waited.as_secs_f64())]
    NoBoard {
        /// How long it was waited for.
        waited: Duration,
    },
    /// The board is not where the profile says.
    #[error("no Queens board was seen at the profile's place within {} s", .waited.as_secs_f64())]
    NotInPlace {
        /// How long it was waited for.
        waited: Duration,
    },
    /// There is a board, but it cannot be read with certainty.
    #[error(transparent)]
    Doubtful(Refusal),
    /// The board that was read has no solution, so it was not read right.
    #[error("the board that was read has no solution")]
    NoSolution,
    /// The board that was read has several solutions, and the reading is not sure of every cell.
    #[error("the board that was read has several solutions, and some of its cells are in doubt")]
    SeveralSolutions,
    /// It was not found out whether the board has one solution.
    #[error("the search for the solution was ended before it could tell")]
    Undecided,
    /// The screen cannot be captured.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// The pointer cannot be used.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The person stopped the game.
    #[error("{by}; {progress}")]
    Stopped {
        /// By what.
        by: Stop,
        /// How far it got.
        progress: Progress,
    },
    /// The board went away, or cannot be read any more.
    #[error("the board is not to be seen any more; {progress}")]
    BoardLost {
        /// How far it got.
        progress: Progress,
    },
    /// Queens came that nobody clicked, until all stood.
    #[error("the game shows queens that were not clicked, as one does that is lost; {progress}")]
    SolutionShown {
        /// How far it got.
        progress: Progress,
    },
    /// The game took longer than any should, and was given up.
    #[error("the game came to no end; {progress}")]
    TimeIsUp {
        /// How far it got.
        progress: Progress,
    },
    /// The clicks do not do what they should.
    #[error("the board does not show what was clicked, not even after {repairs} repairs; {progress}{}", missing_cells(.missing))]
    NotWon {
        /// How far it got.
        progress: Progress,
        /// How often it was tried again.
        repairs: usize,
        /// The cells that do not show what they should.
        missing: Vec<Cell>,
    },
}

impl PlayError {
    /// The name that scripts know it by.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::NoBoard { .. } | Self::NotInPlace { .. } | Self::Doubtful(Refusal::NoBoard) => {
                "no-board"
            }
            Self::Doubtful(Refusal::UnreadableBoard { .. }) => "unreadable-board",
            Self::NoSolution => "no-solution",
            Self::SeveralSolutions => "several-solutions",
            Self::Undecided => "undecided",
            Self::Capture(_) => "no-screen",
            Self::Input(_) => "no-pointer",
            Self::Stopped { .. } => "stopped",
            Self::BoardLost { .. } => "board-lost",
            Self::SolutionShown { .. } | Self::TimeIsUp { .. } | Self::NotWon { .. } => "not-won",
        }
    }

    /// What the person can do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoBoard { .. } => {
                "bring the whole board into view, give --wait more seconds, or choose another \
                 --monitor"
            }
            Self::NotInPlace { .. } => {
                "measure the place again with queensight calibrate, or play without --profile"
            }
            Self::Doubtful(refusal) => refusal.hint(),
            Self::NoSolution | Self::Undecided => {
                "leave nothing over the board; queensight solve --overlay shows what was read"
            }
            Self::SeveralSolutions => {
                "--any-solution plays one of them; queensight solve --overlay shows what was read"
            }
            Self::Capture(error) => error.hint(),
            Self::Input(error) => error.hint(),
            Self::Stopped { .. } => {
                "start it again to go on from here, and leave the pointer alone"
            }
            Self::BoardLost { .. } => "keep the board in view; start again to go on from here",
            Self::SolutionShown { .. } => {
                "start the game anew; where it has a button that chooses between crosses and queens, \
                 choose queens first"
            }
            Self::TimeIsUp { .. } => {
                "a board that moves or changes all the time cannot be played; else start again to go \
                 on from here"
            }
            Self::NotWon { .. } => {
                "where the game has a button that chooses between crosses and queens, choose queens, \
                 and start again; it may also want other clicks: queensight calibrate measures them"
            }
        }
    }
}

/// What stopped a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stop {
    /// The [`Abort`](super::Abort) was raised: Ctrl-C.
    Asked,
    /// The pointer is not where it was put.
    PointerMoved {
        /// Where it was put.
        left_at: DesktopPoint,
        /// Where it is.
        found_at: DesktopPoint,
    },
    /// A button was down that the player had not pressed.
    ButtonHeld,
}

/// What is said of it: "stopped on request", "stopped, because ...".
impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked => f.write_str("stopped on request"),
            Self::PointerMoved { left_at, found_at } => write!(
                f,
                "stopped, because somebody else moved the pointer from {:.0},{:.0} to {:.0},{:.0}",
                left_at.x, left_at.y, found_at.x, found_at.y
            ),
            Self::ButtonHeld => {
                f.write_str("stopped, because somebody else holds a button of the pointer")
            }
        }
    }
}

/// How far a game got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// How many queens of the solution stand, or were clicked since the last look.
    pub queens: usize,
    /// How many there are to be.
    pub of: usize,
    /// How many clicks were made.
    pub clicks: usize,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { queens, of, clicks } = self;
        let ending = if *clicks == 1 { "" } else { "s" };
        if *clicks == 0 {
            f.write_str("nothing was clicked")
        } else {
            write!(f, "{queens} of {of} queens stand, after {clicks} click{ending}")
        }
    }
}

fn missing_cells(cells: &[Cell]) -> String {
    let names: Vec<String> =
        cells.iter().map(|cell| format!("row {} column {}", cell.row + 1, cell.col + 1)).collect();
    if names.is_empty() { String::new() } else { format!("; missing: {}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stopped_a_game_and_how_far_it_got_is_one_sentence() {
        let progress = Progress { queens: 4, of: 9, clicks: 8 };
        let (left_at, found_at) = (DesktopPoint::new(908.0, 397.0), DesktopPoint::new(30.0, 9.0));
        let told = |by, progress| PlayError::Stopped { by, progress }.to_string();
        assert_eq!(
            told(Stop::PointerMoved { left_at, found_at }, progress),
            "stopped, because somebody else moved the pointer from 908,397 to 30,9; \
             4 of 9 queens stand, after 8 clicks"
        );
        let one = Progress { clicks: 1, queens: 0, ..progress };
        assert_eq!(
            told(Stop::ButtonHeld, one),
            "stopped, because somebody else holds a button of the pointer; \
             0 of 9 queens stand, after 1 click"
        );
        assert_eq!(
            told(Stop::Asked, Progress::default()),
            "stopped on request; nothing was clicked"
        );
    }

    #[test]
    fn the_cells_that_stay_wrong_are_named_as_people_count() {
        let error = PlayError::NotWon {
            progress: Progress { queens: 7, of: 9, clicks: 22 },
            repairs: 4,
            missing: vec![Cell::at(0, 3), Cell::at(8, 0)],
        };
        assert_eq!(
            error.to_string(),
            "the board does not show what was clicked, not even after 4 repairs; \
             7 of 9 queens stand, after 22 clicks; missing: row 1 column 4, row 9 column 1"
        );
        let progress = Progress { queens: 9, of: 9, clicks: 22 };
        let error = PlayError::NotWon { progress, repairs: 4, missing: Vec::new() };
        assert!(error.to_string().ends_with("9 of 9 queens stand, after 22 clicks"));
    }
}
