//! How good a reading is, where the truth is known.

use super::{Scene, Truth};
use crate::geometry::FrameRect;
use crate::vision::{Reading, Refusal};

/// What a reader made of a picture. In this order, each is worse than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Score {
    /// Board, marks and place are right; or a picture that cannot be read was refused.
    Right,
    /// The board and its marks are right, but its rectangle is off.
    WrongRect,
    /// The board is right, but at least one mark is not.
    WrongMarks,
    /// A board that can be read was refused.
    Refused,
    /// A board was read that is not there.
    Wrong,
}

/// How far the edge of a board may be off, in pixels, for cells of a pitch: what the eye would not
/// see.
#[must_use]
pub fn rect_tolerance(pitch: f64) -> f64 {
    (0.05 * pitch).max(3.0)
}

/// The largest distance between two edges of one side, in pixels.
#[must_use]
pub fn rect_distance(a: &FrameRect, b: &FrameRect) -> f64 {
    [a.min.x - b.min.x, a.min.y - b.min.y, a.max.x - b.max.x, a.max.y - b.max.y]
        .into_iter()
        .fold(0.0, |most, off| most.max(off.abs()))
}

impl Scene {
    /// Scores what was read of its picture.
    #[must_use]
    pub fn score(&self, read: &Result<Reading, Refusal>) -> Score {
        let (board, marks) = match (&self.truth, read) {
            (Truth::NoBoard | Truth::Unreadable, Err(_)) => return Score::Right,
            (Truth::NoBoard | Truth::Unreadable, Ok(_)) => return Score::Wrong,
            (Truth::Board(..), Err(_)) => return Score::Refused,
            (Truth::Board(board, marks), Ok(_)) => (board, marks),
        };
        let Ok(reading) = read else { return Score::Refused };
        if reading.board != *board {
            Score::Wrong
        } else if reading.marks != *marks {
            Score::WrongMarks
        } else if rect_distance(&reading.rect, &self.drawn.rect)
            > rect_tolerance(self.drawn.lattice.pitch.x)
        {
            Score::WrongRect
        } else {
            Score::Right
        }
    }
}
