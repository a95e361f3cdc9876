//! `play`: finds a board on the screen and plays it to the win.

use super::json::{self, BoardRecord, rounded, to_line};
use super::screen::ScreenArguments;
use super::text::for_people;
use super::{Failure, write};
use queensight::calibration::{Profile, Profiles};
use queensight::clock::SystemClock;
use queensight::geometry::DesktopPoint;
use queensight::input::{Desktop, Pointer, Recorder};
use queensight::play::{
    Abort, Ending, Options, Patience, Played, Player, Span, Stage, Timeline, Vision,
};
use serde::Serialize;
use std::process::ExitCode;
use std::time::Duration;

/// Finds a board on the screen, solves it and clicks its queens into place.
///
/// Looks before and after it clicks, and makes good what got lost. Whoever moves the pointer, or
/// presses Ctrl-C, stops it at once.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    screen: ScreenArguments,
    /// Wait so long for a board; 0 looks once.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    wait: Duration,
    /// Play by this profile: one of your own, a shipped one or a file.
    #[arg(long, value_name = "NAME|FILE")]
    profile: Option<String>,
    /// Do everything but touch the pointer, and say what would be clicked.
    #[arg(long)]
    dry_run: bool,
    /// Play a board that has several solutions even when some of its cells are in doubt.
    #[arg(long)]
    any_solution: bool,
    /// Write what was done as one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let end = play(arguments).and_then(|played| {
        write(&if arguments.json { to_json(&played)? } else { to_text(&played) })
    });
    json::end(end, arguments.json)
}

fn play(arguments: &Arguments) -> Result<Played, Failure> {
    let profile = match &arguments.profile {
        Some(name) => Profiles::of_person().find(name)?,
        None => Profile::default(),
    };
    let options = Options {
        manners: profile.manners,
        place: profile.place,
        wait: arguments.wait,
        any_solution: arguments.any_solution,
        dry_run: arguments.dry_run,
        patience: Patience::default(),
    };
    let abort = Abort::default();
    let raised = abort.clone();
    ctrlc::set_handler(move || raised.raise())?;

    let mut screen = arguments.screen.open()?;
    let mut pointer: Box<dyn Pointer> = if arguments.dry_run {
        Box::new(Recorder::at(DesktopPoint::origin()))
    } else {
        Box::new(Desktop::open()?)
    };
    let player = Player {
        source: &mut screen,
        eyes: &Vision,
        pointer: &mut *pointer,
        clock: &SystemClock::start(),
        abort: &abort,
    };
    Ok(player.play(&options)?)
}

/// Reads a time in seconds: 0 or more, with decimals or not.
fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "not a time that can be waited")
}

/// What `--json` writes.
#[derive(Serialize)]
struct Record<'a> {
    outcome: &'static str,
    /// As it was found.
    board: BoardRecord,
    solution: &'a [usize],
    confidence: f64,
    /// The clicks that were missing, in their order.
    plan: Vec<StepRecord>,
    clicks: usize,
    repairs: usize,
    timing_us: TimingRecord,
    timeline: &'a [Span],
}

/// The clicks of one cell, and where on the desktop they go.
#[derive(Serialize)]
struct StepRecord {
    row: usize,
    col: usize,
    clicks: usize,
    x: f64,
    y: f64,
}

/// The time of each stage, and of all.
#[derive(Serialize)]
struct TimingRecord {
    wait: u64,
    capture: u64,
    read: u64,
    solve: u64,
    plan: u64,
    click: u64,
    verify: u64,
    total: u64,
}

impl From<&Timeline> for TimingRecord {
    fn from(timeline: &Timeline) -> Self {
        Self {
            wait: timeline.total_us(Stage::Wait),
            capture: timeline.total_us(Stage::Capture),
            read: timeline.total_us(Stage::Read),
            solve: timeline.total_us(Stage::Solve),
            plan: timeline.total_us(Stage::Plan),
            click: timeline.total_us(Stage::Click),
            verify: timeline.total_us(Stage::Verify),
            total: timeline.sum_us(),
        }
    }
}

fn to_json(played: &Played) -> Result<String, Failure> {
    let steps = played.plan.steps().zip(&played.targets).map(|(step, target)| StepRecord {
        row: step.cell.row,
        col: step.cell.col,
        clicks: step.clicks,
        x: rounded(target.x),
        y: rounded(target.y),
    });
    to_line(&Record {
        outcome: match played.ending {
            Ending::Won => "won",
            Ending::ProbablyWon => "probably-won",
            Ending::AlreadySolved => "already-solved",
            Ending::Planned => "planned",
        },
        board: BoardRecord::from(&played.reading),
        solution: played.solution.columns(),
        confidence: rounded(played.reading.evidence.confidence),
        plan: steps.collect(),
        clicks: played.clicks,
        repairs: played.repairs,
        timing_us: TimingRecord::from(&played.timeline),
        timeline: played.timeline.spans(),
    })
}

fn to_text(played: &Played) -> String {
    let size = played.reading.board.size();
    let counted =
        |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let clicks = counted(played.clicks, "click");
    let headline = match played.ending {
        Ending::Won => format!("won: {size}×{size}, all {size} queens stand, after {clicks}"),
        Ending::ProbablyWon => format!(
            "probably won: {size}×{size}, after the last of {clicks} the board was covered or gone"
        ),
        Ending::AlreadySolved => format!("nothing to do: {size}×{size}, all queens stand already"),
        Ending::Planned => format!(
            "found: {size}×{size}; {} would be made, in this order:\n{}",
            counted(played.plan.clicks(), "click"),
            plan_to_text(played),
        ),
    };
    let repairs = match played.repairs {
        0 => String::new(),
        repairs => format!("clicks got lost: made good with {}\n", counted(repairs, "repair")),
    };
    let spent = |stage: Stage| for_people(Duration::from_micros(played.timeline.total_us(stage)));
    let acted = match played.ending {
        Ending::Won | Ending::ProbablyWon => {
            format!(", clicked in {}, verified in {}", spent(Stage::Click), spent(Stage::Verify))
        }
        Ending::AlreadySolved | Ending::Planned => String::new(),
    };
    format!(
        "{headline}\n{repairs}waited {}, captured in {}, read in {}, solved in {}, planned in \
         {}{acted}\n{} in all\n",
        spent(Stage::Wait),
        spent(Stage::Capture),
        spent(Stage::Read),
        spent(Stage::Solve),
        spent(Stage::Plan),
        for_people(Duration::from_micros(played.timeline.sum_us())),
    )
}

fn plan_to_text(played: &Played) -> String {
    let lines: Vec<String> = played
        .plan
        .steps()
        .zip(&played.targets)
        .map(|(step, at)| {
            format!(
                "  row {}, column {}: {} at {:.0}, {:.0}",
                step.cell.row + 1,
                step.cell.col + 1,
                if step.clicks == 1 {
                    "1 click".to_owned()
                } else {
                    format!("{} clicks", step.clicks)
                },
                at.x,
                at.y
            )
        })
        .collect();
    lines.join("\n")
}
