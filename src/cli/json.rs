//! What `--json` writes: objects, one on a line.

use super::solve::{Answer, Given, Solved};
use super::{Failure, write};
use queensight::board::{Puzzle, Solution};
use queensight::geometry::FrameRect;
use queensight::solver::{Propagations, Statistics};
use queensight::vision::Reading;
use serde::Serialize;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// What happened with one input, as `--json` writes it: one object on a line of its own.
#[derive(Serialize)]
#[serde(untagged)]
enum Record<'a> {
    Solved {
        input: &'a str,
        board: BoardRecord,
        outcome: &'static str,
        solution: Option<&'a [usize]>,
        confidence: f64,
        timing_us: TimingRecord,
        #[serde(flatten)]
        listed: Option<ListedRecord<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        statistics: Option<StatisticsRecord>,
    },
    Failed {
        input: &'a str,
        error: ErrorRecord,
    },
}

/// A board, as `--json` writes it.
#[derive(Serialize)]
pub(crate) struct BoardRecord {
    n: usize,
    regions: Vec<String>,
    marks: Vec<String>,
    rect: Option<RectRecord>,
}

impl From<&Reading> for BoardRecord {
    fn from(reading: &Reading) -> Self {
        Self {
            n: reading.board.size(),
            regions: reading.board.to_rows(),
            marks: reading.marks.to_rows(),
            rect: Some(reading.rect.into()),
        }
    }
}

impl From<&Puzzle> for BoardRecord {
    fn from(Puzzle { board, marks }: &Puzzle) -> Self {
        Self { n: board.size(), regions: board.to_rows(), marks: marks.to_rows(), rect: None }
    }
}

impl From<&Given> for BoardRecord {
    fn from(given: &Given) -> Self {
        match given {
            Given::Seen(reading) => reading.as_ref().into(),
            Given::Written(puzzle) => puzzle.into(),
        }
    }
}

/// The outer edge in pixels of the picture, rounded; right and bottom are exclusive.
#[derive(Serialize)]
struct RectRecord {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

impl From<FrameRect> for RectRecord {
    fn from(rect: FrameRect) -> Self {
        let FrameRect { min, max } = rect.round();
        Self { left: min.x as i64, top: min.y as i64, right: max.x as i64, bottom: max.y as i64 }
    }
}

#[derive(Serialize)]
struct TimingRecord {
    load: u64,
    read: u64,
    solve: u64,
}

#[derive(Serialize)]
struct ListedRecord<'a> {
    solutions: Vec<&'a [usize]>,
    are_all: bool,
}

#[derive(Serialize)]
struct StatisticsRecord {
    nodes: u64,
    conflicts: u64,
    singles: u64,
    attacks: u64,
    intervals: u64,
    matchings: u64,
}

impl From<Statistics> for StatisticsRecord {
    fn from(Statistics { nodes, conflicts, propagations }: Statistics) -> Self {
        let Propagations { singles, attacks, intervals, matchings } = propagations;
        Self { nodes, conflicts, singles, attacks, intervals, matchings }
    }
}

#[derive(Serialize)]
struct ErrorRecord {
    kind: &'static str,
    message: String,
    hint: String,
}

impl From<&Failure> for ErrorRecord {
    fn from(failure: &Failure) -> Self {
        Self {
            kind: failure.kind(),
            message: failure.to_string(),
            hint: failure.hint().into_owned(),
        }
    }
}

/// The end of a command with one result, which it has written itself: where that is to be JSON, a
/// failure is written as JSON too.
///
/// # Errors
/// The failure, if it is still to be reported.
pub(crate) fn end(result: Result<(), Failure>, json: bool) -> Result<ExitCode, Failure> {
    #[derive(Serialize)]
    struct Failed {
        error: ErrorRecord,
    }
    match result {
        Err(failure) if json => {
            write(&to_line(&Failed { error: ErrorRecord::from(&failure) })?)?;
            Ok(failure.exit_code())
        }
        result => result.map(|()| ExitCode::SUCCESS),
    }
}

/// What happened with the input at `path`, as a line of JSON.
///
/// # Errors
/// If it cannot be written as JSON.
pub(crate) fn solved(path: &Path, result: &Result<Solved, Failure>) -> Result<String, Failure> {
    let input = path.to_string_lossy();
    let record = match result {
        Ok(solved) => Record::Solved {
            input: &input,
            board: (&solved.given).into(),
            outcome: match solved.answer {
                Answer::Unique(_) => "unique",
                Answer::Multiple(_) => "multiple",
                Answer::None => "none",
            },
            solution: solved.answer.solution().map(Solution::columns),
            confidence: rounded(solved.given.confidence()),
            timing_us: TimingRecord {
                load: micros(solved.timing.load),
                read: micros(solved.timing.read),
                solve: micros(solved.timing.solve),
            },
            listed: solved.listed.as_ref().map(|listed| ListedRecord {
                solutions: listed.solutions.iter().map(Solution::columns).collect(),
                are_all: listed.are_all,
            }),
            statistics: solved.statistics.map(StatisticsRecord::from),
        },
        Err(failure) => Record::Failed { input: &input, error: failure.into() },
    };
    to_line(&record)
}

/// A line of JSON.
///
/// # Errors
/// If the record cannot be written as JSON.
pub(crate) fn to_line(record: &impl Serialize) -> Result<String, Failure> {
    let line = serde_json::to_string(record).map_err(|fault| Failure::Output(fault.into()))?;
    Ok(line + "\n")
}

/// A measured number to a thousandth, which is as far as anything is measured.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
