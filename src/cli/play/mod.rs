//! `play`: finds a board on the screen and plays it to the win.

mod report;

use super::json;
use super::screen::ScreenArguments;
use super::{Failure, file, write};
use queensight::calibration::{Profile, Profiles};
use queensight::clock::SystemClock;
use queensight::geometry::DesktopPoint;
use queensight::input::{Desktop, Pointer, Recorder, watch_stop_key};
use queensight::play::record::{FilmFile, Recorder as RunRecorder, Run};
use queensight::play::{Abort, Ending, Options, Pace, Patience, PlayError, Played, Player, Vision};
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
                report::to_json(&played)?
            } else {
                report::to_text(&played, &options.manners)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use clap::Parser as _;

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
}
