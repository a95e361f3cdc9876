//! What a solved board looks like: an object for scripts, a picture in characters for people.

use super::{Failure, write};
use anstyle::{Color, RgbColor, Style};
use palette::{FromColor as _, Oklch, Srgb};
use queensight::board::{Board, Cell, Puzzle, Solution};
use queensight::geometry::FrameRect;
use queensight::solver::Outcome;
use queensight::vision::Reading;
use serde::Serialize;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// A board with its answer.
pub(crate) struct Solved {
    /// The board.
    pub(crate) given: Given,
    /// What the solver says of it.
    pub(crate) outcome: Outcome,
    /// How long it took.
    pub(crate) timing: Timing,
}

/// Where a board came from.
pub(crate) enum Given {
    /// From a picture.
    Seen(Box<Reading>),
    /// From text: it is nowhere to be seen, and it means what it says.
    Written(Puzzle),
}

impl Given {
    /// The puzzle.
    pub(crate) fn board(&self) -> &Board {
        match self {
            Self::Seen(reading) => &reading.board,
            Self::Written(puzzle) => &puzzle.board,
        }
    }

    /// How sure the board is, from 0 to 1.
    fn confidence(&self) -> f64 {
        match self {
            Self::Seen(reading) => reading.evidence.confidence,
            Self::Written(_) => 1.0,
        }
    }

    /// The colour of each region.
    fn palette(&self) -> Vec<[u8; 3]> {
        match self {
            Self::Seen(reading) => reading.palette.clone(),
            Self::Written(puzzle) => generated_palette(puzzle.board.size()),
        }
    }
}

/// How long each stage took.
pub(crate) struct Timing {
    /// To read the file and decode the picture.
    pub(crate) load: Duration,
    /// To find the board and read it; to parse it, for a board file.
    pub(crate) read: Duration,
    /// To solve it.
    pub(crate) solve: Duration,
}

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
pub(crate) fn to_json(path: &Path, result: &Result<Solved, Failure>) -> Result<String, Failure> {
    let input = path.to_string_lossy();
    let record = match result {
        Ok(solved) => Record::Solved {
            input: &input,
            board: (&solved.given).into(),
            outcome: outcome_name(&solved.outcome),
            solution: solved.outcome.solution().map(Solution::columns),
            confidence: rounded(solved.given.confidence()),
            timing_us: TimingRecord {
                load: micros(solved.timing.load),
                read: micros(solved.timing.read),
                solve: micros(solved.timing.solve),
            },
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

fn outcome_name(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Unique(_) => "unique",
        Outcome::Multiple(..) => "multiple",
        Outcome::None => "none",
        Outcome::BudgetSpent => "undecided",
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// The board with its queens and what is to be said of it, for a person; ends with a line end.
pub(crate) fn to_text(path: &Path, solved: &Solved, coloured: bool) -> String {
    let size = solved.given.board().size();
    let verdict = match &solved.outcome {
        Outcome::Unique(_) => "exactly one solution",
        Outcome::Multiple(..) => "several solutions, of which this is one",
        Outcome::None => "no solution",
        Outcome::BudgetSpent => "too hard to tell in the time given",
    };
    let bold = if coloured { Style::new().bold() } else { Style::new() };
    let picture = if coloured { coloured_picture(solved) } else { plain_picture(solved) };
    let confidence = match &solved.given {
        Given::Seen(_) => {
            format!("confidence {:.0} %, ", (solved.given.confidence() * 100.0).floor())
        }
        Given::Written(_) => String::new(),
    };
    let Timing { load, read, solve } = solved.timing;
    format!(
        "{bold}{}{bold:#}: {size}×{size}, {verdict}\n\n{picture}\n\
         {confidence}loaded in {}, read in {}, solved in {}\n",
        path.display(),
        for_people(load),
        for_people(read),
        for_people(solve),
    )
}

/// A duration in the unit that suits it: whole microseconds below a millisecond.
pub(crate) fn for_people(time: Duration) -> String {
    match time.as_micros() {
        micros @ ..1000 => format!("{micros} µs"),
        _ => format!("{:.1} ms", time.as_secs_f64() * 1000.0),
    }
}

/// Every cell in its region's colour, three columns wide, with a queen in the middle of hers.
fn coloured_picture(solved: &Solved) -> String {
    let palette = solved.given.palette();
    draw(solved, |cell, has_queen| {
        let [red, green, blue] = palette[solved.given.board().region(cell).0];
        let paint = Style::new()
            .bg_color(Some(Color::Rgb(RgbColor(red, green, blue))))
            .fg_color(Some(Color::Rgb(readable_on([red, green, blue]))))
            .bold();
        format!("{paint} {} {paint:#}", if has_queen { '♛' } else { ' ' })
    })
}

/// The letter (or the number) of every cell's region, in brackets where a queen stands.
fn plain_picture(solved: &Solved) -> String {
    let rows = solved.given.board().to_rows();
    let names: Vec<Vec<String>> = rows
        .iter()
        .map(|row| match row.contains(' ') {
            true => row.split(' ').map(str::to_owned).collect(),
            false => row.chars().map(String::from).collect(),
        })
        .collect();
    let width = names.iter().flatten().map(String::len).max().unwrap_or(0);
    draw(solved, |cell, has_queen| {
        let name = &names[cell.row][cell.col];
        let (open, close) = if has_queen { ('[', ']') } else { (' ', ' ') };
        format!("{open}{name:>width$}{close}")
    })
}

fn draw(solved: &Solved, cell_text: impl Fn(Cell, bool) -> String) -> String {
    let columns = solved.outcome.solution().map_or(&[][..], Solution::columns);
    let mut picture = String::new();
    for row in 0..solved.given.board().size() {
        let cells = (0..solved.given.board().size())
            .map(|col| cell_text(Cell::at(row, col), columns.get(row) == Some(&col)));
        let line = format!("  {}", cells.collect::<String>());
        picture.push_str(line.trim_end());
        picture.push('\n');
    }
    picture
}

/// Black or white, whichever stands out more.
fn readable_on([red, green, blue]: [u8; 3]) -> RgbColor {
    // Rec. 601 luma, in thousandths; from the middle up, black stands out more.
    let luma = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    if luma >= 127_500 { RgbColor(0, 0, 0) } else { RgbColor(255, 255, 255) }
}

/// A light colour for each of `count` regions that have none of their own.
///
/// Hues go round by the golden angle, so that neighbours in number are far apart in hue however
/// many there are; three lightnesses in turn keep apart those that come close.
fn generated_palette(count: usize) -> Vec<[u8; 3]> {
    const GOLDEN_ANGLE: f32 = 137.508;
    const LIGHTNESS: [f32; 3] = [0.80, 0.70, 0.88];
    /// Within sRGB for almost every hue at these lightnesses.
    const CHROMA: f32 = 0.11;
    (0..count)
        .map(|region| {
            let hue = 25.0 + GOLDEN_ANGLE * region as f32;
            let colour = Srgb::from_color(Oklch::new(LIGHTNESS[region % 3], CHROMA, hue));
            colour.into_format::<u8>().into()
        })
        .collect()
}
