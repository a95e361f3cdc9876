//! `play`: finds a board on the screen and plays it to the win.

use super::json::{self, BoardRecord, rounded, to_line};
use super::screen::ScreenArguments;
use super::text::{for_people, percent};
use super::{Failure, file, write};
use queensight::calibration::{Profile, Profiles};
use queensight::clock::SystemClock;
use queensight::geometry::DesktopPoint;
use queensight::input::{Desktop, Pointer, Recorder, watch_stop_key};
use queensight::play::record::{FilmFile, Recorder as RunRecorder, Run};
use queensight::play::{
    Abort, Ending, Manners, Options, Pace, Patience, PlayError, Played, Player, Span, Stage,
    Timeline, Vision,
};
use serde::Serialize;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tempfile::TempDir;

/// Finds a board on the screen, solves it and clicks its queens into place.
///
/// Looks before and after it clicks, and makes good what got lost. Whoever moves the pointer, or
/// presses Ctrl-C, or Escape on X11, stops it at once; on Wayland, only Ctrl-C does.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    screen: ScreenArguments,
    /// Wait so long for a board; 0 looks once.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    #[arg(allow_negative_numbers = true)]
    wait: Duration,
    /// Play by this profile: one of your own, a shipped one or a file.
    #[arg(long, value_name = "NAME|FILE")]
    profile: Option<String>,
    /// How the game answers to clicks: learn it from the first queen where two clicks of the left
    /// button do not make her, or know it, from the profile if there is one [default: auto without
    /// --profile].
    #[arg(long, value_enum)]
    manners: Option<MannersChoice>,
    /// Take so long for the whole game, or so long for each queen: 30, or 1.5/queen.
    #[arg(
        long,
        value_name = "SECONDS[/queen]",
        default_value = "0",
        allow_negative_numbers = true
    )]
    pace: Pace,
    /// Play the next board that comes up as well, and so on: N boards, or until none comes within
    /// --wait. A board that was played is not played again.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    repeat: Option<Option<u64>>,
    /// Do everything but touch the pointer, and say what would be clicked.
    #[arg(long)]
    dry_run: bool,
    /// Play a board that has several solutions even when some of its cells are in doubt.
    #[arg(long)]
    any_solution: bool,
    /// Keep all that is seen, decided and done in this new folder, for `queensight replay`.
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
    /// Film the board from the first look at it to the last, as .gif or .apng, in real time.
    #[arg(long, value_name = "FILE")]
    film: Option<FilmFile>,
    /// Write what was done as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Where the manners of the game come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum MannersChoice {
    /// Learned from the first queen.
    Auto,
    /// Those of the profile, or two clicks of the left button.
    Known,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    json::end(play(arguments), arguments.json)
}

fn play(arguments: &Arguments) -> Result<(), Failure> {
    let profile = match &arguments.profile {
        Some(name) => Profiles::of_person().find(name)?,
        None => Profile::default(),
    };
    let options = Options {
        manners: profile.manners,
        learns: match arguments.manners {
            Some(choice) => choice == MannersChoice::Auto,
            None => arguments.profile.is_none(),
        },
        place: profile.place,
        wait: arguments.wait,
        any_solution: arguments.any_solution,
        played: Vec::new(),
        pace: arguments.pace,
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
    if !arguments.dry_run {
        let raised = abort.clone();
        // Where keys cannot be watched, the mouse and Ctrl-C stop the game all the same.
        let _ = watch_stop_key(move || raised.raise());
    }
    let kept = Kept::begin(arguments)?;
    let clock = SystemClock::start();
    let played = play_games(arguments, options, &mut |options| {
        let player = Player {
            source: &mut screen,
            eyes: &Vision,
            pointer: &mut *pointer,
            clock: &clock,
            abort: &abort,
        };
        match &kept {
            Some(kept) => kept.recorder.play(player, options),
            None => player.play(options),
        }
    });
    // The game comes first: what is wrong with its record is told when nothing else is.
    let recorded = kept.map_or(Ok(()), |kept| kept.end(arguments.film.as_ref()));
    played.and(recorded)
}

/// Plays one game, or all that come up, and tells of each.
fn play_games(
    arguments: &Arguments,
    mut options: Options,
    play: &mut dyn FnMut(&Options) -> Result<Played, PlayError>,
) -> Result<(), Failure> {
    let mut games = 0;
    loop {
        let played = match play(&options) {
            Err(PlayError::NoBoard { .. }) if arguments.repeat == Some(None) && games > 0 => {
                return Ok(());
            }
            played => played?,
        };
        let is_next_wanted = arguments.repeat.is_some() && !arguments.dry_run;
        if !(is_next_wanted && played.ending == Ending::AlreadySolved) {
            games += 1;
            write(&if arguments.json {
                to_json(&played)?
            } else {
                to_text(&played, &options.manners)
            })?;
        }
        let is_last = arguments.repeat.flatten().is_some_and(|most| most == games);
        if !is_next_wanted || is_last {
            return Ok(());
        }
        options.manners = played.manners;
        options.played.push(played.reading.board);
    }
}

/// The record of a run that is to be kept, or filmed.
struct Kept {
    recorder: RunRecorder,
    folder: PathBuf,
    /// Takes the record away that is only there for the film.
    _scratch: Option<TempDir>,
}

impl Kept {
    fn begin(arguments: &Arguments) -> Result<Option<Self>, Failure> {
        if let Some(folder) = arguments.film.as_ref().and_then(|film| film.path().parent()) {
            // A game comes but once: what would be in the film's way is to be told before.
            file::make_folder(folder)?;
            scratch_in(folder)?;
        }
        let scratch = match (&arguments.record, &arguments.film) {
            (None, None) => return Ok(None),
            (None, Some(_)) => Some(scratch_in(&env::temp_dir())?),
            _ => None,
        };
        let scratch_folder = scratch.as_ref().map(|scratch| scratch.path().join("run"));
        let folder = arguments.record.clone().or(scratch_folder).unwrap_or_default();
        let recorder = RunRecorder::create(&folder)?;
        Ok(Some(Self { recorder, folder, _scratch: scratch }))
    }

    fn end(self, film: Option<&FilmFile>) -> Result<(), Failure> {
        self.recorder.finish()?;
        if let Some(film) = film {
            Run::open(&self.folder)?.film(film)?;
        }
        Ok(())
    }
}

/// A new folder, taken away again in the end.
fn scratch_in(folder: &Path) -> Result<TempDir, Failure> {
    let unwritable = |source| Failure::UnwritableFile { path: folder.to_owned(), source };
    TempDir::with_prefix_in("queensight-film-", folder).map_err(unwritable)
}

/// Reads a time in seconds: 0 or more, with decimals or not.
pub(crate) fn seconds(text: &str) -> Result<Duration, &'static str> {
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
    /// Those that the game was played by.
    manners: Manners,
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
        outcome: played.ending.name(),
        board: BoardRecord::from(&played.reading),
        solution: played.solution.columns(),
        confidence: rounded(played.reading.evidence.confidence),
        plan: steps.collect(),
        clicks: played.clicks,
        repairs: played.repairs,
        manners: played.manners,
        timing_us: TimingRecord::from(&played.timeline),
        timeline: played.timeline.spans(),
    })
}

fn to_text(played: &Played, expected: &Manners) -> String {
    let size = played.reading.board.size();
    let counted =
        |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let clicks = counted(played.clicks, "click");
    let headline = match played.ending {
        Ending::Won => format!("won: {size}×{size}, all {size} queens stand, after {clicks}"),
        Ending::ProbablyWon => format!(
            "probably won: {size}×{size}, after the last of {clicks} the board was covered or \
             gone: {} of it looks different",
            percent(played.changed.unwrap_or(1.0))
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
    let learned = if played.manners == *expected {
        String::new()
    } else {
        format!("learned: {}\n", played.manners)
    };
    let spent = |stage: Stage| for_people(Duration::from_micros(played.timeline.total_us(stage)));
    let acted = match played.ending {
        Ending::Won | Ending::ProbablyWon => {
            format!(", clicked in {}, verified in {}", spent(Stage::Click), spent(Stage::Verify))
        }
        Ending::AlreadySolved | Ending::Planned => String::new(),
    };
    format!(
        "{headline}\n{repairs}{learned}waited {}, captured in {}, read in {}, solved in {}, planned in \
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

#[cfg(test)]
mod tests {
    use super::super::{Cli, Command};
    use super::*;
    use clap::Parser as _;
    use queensight::board::{Cell, Mark, Marks, parse};
    use queensight::geometry::{FramePoint, FrameVector, Lattice};
    use queensight::input::plan_clicks;
    use queensight::play::ClicksToQueen;
    use queensight::solver::solve;
    use queensight::vision::{Evidence, Reading};

    fn played(ending: Ending, clicks: usize, repairs: usize) -> Played {
        let board = parse("AAAB\nACCB\nDDCB\nDDCC").unwrap();
        let outcome = solve(&board);
        let solution = outcome.solution().unwrap().clone();
        let mut marks = Marks::empty(4);
        marks.set(Cell::at(0, 1), Mark::Cross);
        let lattice = Lattice {
            origin: FramePoint::new(100.0, 50.0),
            pitch: FrameVector::new(40.0, 40.0),
            size: 4,
        };
        let plan = plan_clicks(&marks, &solution, &Manners::default());
        let targets = plan
            .steps()
            .map(|step| {
                lattice.cell_centre(step.cell).cast_unit::<queensight::geometry::DesktopPt>()
            })
            .collect();
        let evidence = Evidence {
            confidence: 0.98765,
            colours_and_walls_agree: true,
            colour_margin: 30.0,
            colour_spread: 1.0,
        };
        let rect = lattice.rect();
        let palette = vec![[200; 3]; 4];
        Played {
            ending,
            reading: Reading { board, lattice, rect, marks, outcome, palette, evidence },
            solution,
            plan,
            targets,
            clicks,
            repairs,
            manners: Manners::default(),
            changed: (ending == Ending::ProbablyWon).then_some(0.83),
            timeline: Timeline::default(),
        }
    }

    #[test]
    fn the_ending_is_told_in_one_line() {
        let headline = |ending, clicks, repairs| {
            let text = to_text(&played(ending, clicks, repairs), &Manners::default());
            text.split_inclusive('\n').take(if repairs > 0 { 2 } else { 1 }).collect::<String>()
        };
        assert_eq!(headline(Ending::Won, 8, 0), "won: 4×4, all 4 queens stand, after 8 clicks\n");
        assert_eq!(
            headline(Ending::Won, 9, 1),
            "won: 4×4, all 4 queens stand, after 9 clicks\n\
             clicks got lost: made good with 1 repair\n"
        );
        assert_eq!(
            headline(Ending::ProbablyWon, 8, 0),
            "probably won: 4×4, after the last of 8 clicks the board was covered or gone: 83 % of it \
             looks different\n"
        );
        assert_eq!(
            headline(Ending::AlreadySolved, 0, 0),
            "nothing to do: 4×4, all queens stand already\n"
        );
    }

    #[test]
    fn a_film_that_has_no_place_to_be_made_names_that_place() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        let told = scratch_in(&missing).unwrap_err().to_string();
        assert!(told.starts_with(&format!("{} cannot be written: ", missing.display())), "{told}");
    }

    #[test]
    fn a_film_that_cannot_be_written_is_told_before_the_game() {
        let folder = tempfile::tempdir().unwrap();
        let begin = |film: &str| {
            let film = folder.path().join(film).into_os_string();
            let cli = Cli::parse_from(["queensight".into(), "play".into(), "--film".into(), film]);
            let Command::Play(arguments) = cli.command else { panic!("it is to play") };
            Kept::begin(&arguments)
        };
        assert!(begin("new/win.gif").unwrap().is_some());
        assert_eq!(folder.path().join("new").read_dir().unwrap().count(), 0, "nothing is left");
        std::fs::write(folder.path().join("file"), "").unwrap();
        let told = begin("file/win.gif").err().unwrap().to_string();
        assert!(told.contains("file cannot be written: "), "{told}");
    }

    #[test]
    fn learned_manners_are_told() {
        let mut played = played(Ending::Won, 8, 0);
        played.manners.clicks_to_queen = ClicksToQueen::One;
        let text = to_text(&played, &Manners::default());
        assert!(text.contains("\nlearned: one click of the left button makes a queen\n"), "{text}");
    }

    #[test]
    fn a_dry_run_names_every_cell_its_clicks_and_its_place() {
        assert_eq!(
            to_text(&played(Ending::Planned, 0, 0), &Manners::default()),
            "found: 4×4; 7 clicks would be made, in this order:\n  \
             row 1, column 2: 1 click at 160, 70\n  \
             row 2, column 4: 2 clicks at 240, 110\n  \
             row 3, column 1: 2 clicks at 120, 150\n  \
             row 4, column 3: 2 clicks at 200, 190\n\
             waited 0 µs, captured in 0 µs, read in 0 µs, solved in 0 µs, planned in 0 µs\n\
             0 µs in all\n"
        );
    }

    #[test]
    fn the_object_for_scripts_has_a_fixed_form() {
        let json: serde_json::Value =
            serde_json::from_str(&to_json(&played(Ending::Won, 7, 0)).unwrap()).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "outcome": "won",
                "board": {
                    "n": 4,
                    "regions": ["AAAB", "ACCB", "DDCB", "DDCC"],
                    "marks": [".x..", "....", "....", "...."],
                    "rect": {"left": 100, "top": 50, "right": 260, "bottom": 210},
                },
                "solution": [1, 3, 0, 2],
                "confidence": 0.988,
                "plan": [
                    {"row": 0, "col": 1, "clicks": 1, "x": 160.0, "y": 70.0},
                    {"row": 1, "col": 3, "clicks": 2, "x": 240.0, "y": 110.0},
                    {"row": 2, "col": 0, "clicks": 2, "x": 120.0, "y": 150.0},
                    {"row": 3, "col": 2, "clicks": 2, "x": 200.0, "y": 190.0},
                ],
                "clicks": 7,
                "repairs": 0,
                "manners": {
                    "clicks_to_queen": 2, "clicks_on_cross": 1, "button": "left",
                    "hover_first": false, "auto_crosses": false, "locked_queens": false,
                },
                "timing_us": {
                    "wait": 0, "capture": 0, "read": 0, "solve": 0, "plan": 0, "click": 0,
                    "verify": 0, "total": 0,
                },
                "timeline": [],
            })
        );
    }
}
