//! What a record is made of.

use crate::board::{Board, Cell, Mark};
use crate::geometry::{DesktopPoint, DesktopRect, FramePoint, FrameRect, FrameVector, Placement};
use crate::input::{Button, InputError};
use crate::play::{Options, PlayError, Played, Span};
use crate::vision::{Reading, Refusal};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One thing that happened in a run. In a record each is a line of its own, named by `event`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A game begins.
    Begin {
        /// The form of the record.
        form: u32,
        /// The version of the program.
        queensight: String,
        /// How it is to be played.
        options: Box<Options>,
    },
    /// The screen was looked at.
    Looked {
        /// The picture, in the folder of the record. One that shows the same as the last one is the
        /// last one.
        picture: String,
        /// The desktop point at its top left corner.
        origin: DesktopPoint,
        /// Its pixels per desktop point.
        scale: f64,
    },
    /// A picture was read.
    Read {
        /// What was seen in it.
        seen: Seen,
    },
    /// It was looked whether the same thing stands in some cells, and in no other.
    Compared {
        /// Whether it does.
        alike: bool,
    },
    /// It was decided what to click before the next look.
    Planned {
        /// The cells, in order.
        cells: Vec<PlannedCell>,
    },
    /// The pointer was found somewhere else than where it was put.
    Found {
        /// Where it is; none where the system does not say.
        at: Option<DesktopPoint>,
    },
    /// The pointer was moved.
    Moved {
        /// Here.
        to: DesktopPoint,
    },
    /// A button was pressed and released.
    Clicked {
        /// The button.
        button: Button,
        /// Where the pointer was moved to first, if it was.
        to: Option<DesktopPoint>,
        /// Where it was before that, as the system says.
        before: Option<DesktopPoint>,
        /// Where it was afterwards.
        after: Option<DesktopPoint>,
    },
    /// The screen could not be looked at.
    NoScreen {
        /// Why.
        why: String,
    },
    /// The pointer could not be used.
    NoPointer {
        /// Why.
        why: String,
        /// Whether it is because somebody held a button down.
        is_held: bool,
    },
    /// The person asked to stop.
    Asked,
    /// The game ended.
    Ended {
        /// How, as scripts know it.
        outcome: String,
        /// What is to be said of it, where it failed.
        message: Option<String>,
        /// Where the time went; empty where it failed.
        timeline: Vec<Span>,
    },
}

/// What was seen in a picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Seen {
    /// A board.
    Board {
        /// Its regions.
        regions: Board,
        /// What stands on it, a row a string.
        marks: Vec<String>,
        /// The top left corner of its first cell, in pixels of the picture.
        origin: FramePoint,
        /// From one cell to the next.
        pitch: FrameVector,
        /// Its outer edge.
        rect: FrameRect,
    },
    /// No board.
    NoBoard,
    /// A board that cannot be read with certainty.
    Doubtful {
        /// Where.
        rect: FrameRect,
        /// Why.
        doubt: String,
    },
}

/// A cell that was to be clicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedCell {
    /// Its row, from 0.
    pub row: usize,
    /// Its column, from 0.
    pub col: usize,
    /// How often.
    pub clicks: usize,
}

/// How far two places may be from each other that are the same, in pixels or points: files keep
/// numbers to the last digit but one.
const SAME: f64 = 0.01;

impl Seen {
    pub(super) fn of(read: &Result<Reading, Refusal>) -> Self {
        match read {
            Ok(reading) => Self::Board {
                regions: reading.board.clone(),
                marks: reading.marks.to_rows(),
                origin: reading.lattice.origin,
                pitch: reading.lattice.pitch,
                rect: reading.rect,
            },
            Err(Refusal::NoBoard) => Self::NoBoard,
            Err(Refusal::UnreadableBoard { rect, doubt }) => {
                Self::Doubtful { rect: *rect, doubt: doubt.to_string() }
            }
        }
    }

    /// Whether both mean the same for the game: the wording of a doubt does not matter.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Board { regions, marks, origin, pitch, .. },
                Self::Board { regions: r, marks: m, origin: o, pitch: p, .. },
            ) => {
                regions == r
                    && marks == m
                    && (*origin - *o).length() < SAME
                    && (*pitch - *p).length() < SAME
            }
            (Self::NoBoard, Self::NoBoard) | (Self::Doubtful { .. }, Self::Doubtful { .. }) => true,
            _ => false,
        }
    }

    /// Where on the desktop the board is, and the cell of it that shows `point`.
    pub(super) fn cell_at(&self, placement: &Placement, point: DesktopPoint) -> Option<Cell> {
        let Self::Board { regions, origin, pitch, .. } = self else { return None };
        let away = placement.to_frame(point) - *origin;
        let (col, row) = (away.x / pitch.x, away.y / pitch.y);
        let size = regions.size() as f64;
        let is_inside = (0.0..size).contains(&col) && (0.0..size).contains(&row);
        is_inside.then(|| Cell::at(row as usize, col as usize))
    }

    /// The outer edge of the board on the desktop.
    pub(super) fn on_desktop(&self, placement: &Placement) -> Option<DesktopRect> {
        let Self::Board { rect, .. } = self else { return None };
        Some(DesktopRect::new(placement.to_desktop(rect.min), placement.to_desktop(rect.max)))
    }
}

impl Event {
    pub(super) fn of_fault(fault: &InputError) -> Self {
        let is_held = *fault == InputError::ButtonHeld;
        Self::NoPointer { why: fault.to_string(), is_held }
    }

    pub(super) fn of_end(result: &Result<Played, PlayError>) -> Self {
        match result {
            Ok(played) => Self::Ended {
                outcome: played.ending.name().to_owned(),
                message: None,
                timeline: played.timeline.spans().to_vec(),
            },
            Err(error) => Self::Ended {
                outcome: error.name().to_owned(),
                message: Some(error.to_string()),
                timeline: Vec::new(),
            },
        }
    }

    /// Whether both are the same decision, or the same thing seen.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let is_near = |one: &DesktopPoint, other: &DesktopPoint| (*one - *other).length() < SAME;
        match (self, other) {
            (Self::Read { seen }, Self::Read { seen: other }) => seen.is_like(other),
            (Self::Moved { to }, Self::Moved { to: other }) => is_near(to, other),
            (
                Self::Clicked { button, to, .. },
                Self::Clicked { button: other_button, to: other, .. },
            ) => {
                button == other_button
                    && match (to, other) {
                        (Some(to), Some(other)) => is_near(to, other),
                        (None, None) => true,
                        _ => false,
                    }
            }
            (Self::Ended { outcome, .. }, Self::Ended { outcome: other, .. }) => outcome == other,
            _ => self == other,
        }
    }
}

/// In a few words, as people say it.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |at: &DesktopPoint| format!("{:.0}, {:.0}", at.x, at.y);
        match self {
            Self::Begin { queensight, .. } => write!(f, "begins, with queensight {queensight}"),
            Self::Looked { picture, .. } => write!(f, "looks at {picture}"),
            Self::Read { seen } => write!(f, "reads {seen}"),
            Self::Compared { alike: true } => {
                f.write_str("sees the same thing in each cell of the queens, and in no other")
            }
            Self::Compared { alike: false } => f.write_str(
                "does not see the same thing in each cell of the queens, and in no other",
            ),
            Self::Planned { cells } => {
                let cells: Vec<String> = cells.iter().map(PlannedCell::to_string).collect();
                write!(f, "plans {}", cells.join(", "))
            }
            Self::Found { at: Some(at) } => write!(f, "finds the pointer at {}", place(at)),
            Self::Found { at: None } => f.write_str("is not told where the pointer is"),
            Self::Moved { to } => write!(f, "moves to {}", place(to)),
            Self::Clicked { button, to, .. } => {
                let button = match button {
                    Button::Left => "left",
                    Button::Right => "right",
                };
                match to {
                    Some(to) => write!(f, "clicks {button} at {}", place(to)),
                    None => write!(f, "clicks {button} there"),
                }
            }
            Self::NoScreen { why } | Self::NoPointer { why, .. } => f.write_str(why),
            Self::Asked => f.write_str("is asked to stop"),
            Self::Ended { outcome, message: None, .. } => write!(f, "ends: {outcome}"),
            Self::Ended { outcome, message: Some(message), .. } => {
                write!(f, "ends ({outcome}): {message}")
            }
        }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { regions, marks, origin, .. } => {
                let count = |mark: Mark| {
                    let marks = marks.iter().flat_map(|row| row.chars());
                    marks.filter(|character| *character == mark.to_char()).count()
                };
                let size = regions.size();
                write!(
                    f,
                    "a board of {size}×{size} at {:.1}, {:.1}; queens: {}, crosses: {}",
                    origin.x,
                    origin.y,
                    count(Mark::Queen),
                    count(Mark::Cross)
                )
            }
            Self::NoBoard => f.write_str("no board"),
            Self::Doubtful { doubt, .. } => write!(f, "a board that is in doubt: {doubt}"),
        }
    }
}

impl fmt::Display for PlannedCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { row, col, clicks } = self;
        let ending = if *clicks == 1 { "" } else { "s" };
        write!(f, "{clicks} click{ending} in row {} column {}", row + 1, col + 1)
    }
}
