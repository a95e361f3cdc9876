//! `solve`: the dry run, on pictures and board files.

use super::engine::{EngineArguments, Solver};
use super::file::{self, Input};
use super::{Failure, json, overlay, text, write};
use queensight::board::{self, Board, Marks, Puzzle, Solution};
use queensight::render::tree_svg;
use queensight::solver::{Outcome, Statistics};
use queensight::vision::{self, Reading};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Solves boards in pictures and text files, without touching screen or pointer.
///
/// What an input is, is told by its content.
#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON)]
pub(crate) struct Arguments {
    /// Pictures, and boards as text; `-` is standard input.
    #[arg(required = true, value_name = "IMAGE|BOARD")]
    inputs: Vec<PathBuf>,
    /// Write one JSON object a line for each input, in their order.
    #[arg(long)]
    json: bool,
    /// Solve every board of a picture, the largest first, and not only the one to play.
    #[arg(long, conflicts_with = "tree")]
    all_boards: bool,
    /// Draw what was read and solved over each picture, as PNG: a file, or a folder for many.
    #[arg(long, value_name = "FILE|DIR")]
    overlay: Option<PathBuf>,
    /// Draw what the reader saw stage by stage, as PNG files in this folder, and say what it made
    /// of it.
    #[arg(long, value_name = "DIR")]
    stages: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArguments,
    /// Draw the tree of the search, as SVG: of one board, by the engine native, mrv or
    /// naive.
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// List up to N solutions (2 or more), and say whether there may be others.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    #[arg(conflicts_with = "tree")]
    solutions: Option<u32>,
    /// Tell what the search has done: its nodes, and what each rule of propagation has struck out.
    /// An engine that does not know a number leaves it at 0.
    #[arg(long)]
    stats: bool,
}

/// The most nodes of a tree that are drawn: some thousands of pixels across. Chosen.
const MOST_NODES: usize = 500;

const JSON: &str = "\
JSON, one object a line for each input (for each board, with --all-boards):
  input       as it was named
  board       n; regions, a string a row: letters A-Z and a-z in order of first appearance, beyond
              52 regions numbers from 0 with a space between; marks, a string a row: `.` empty,
              `x` cross, `q` queen; rect, the outer edge in pixels of the picture: left, top, right,
              bottom (null for a board file)
  outcome     unique, multiple (there are others than the one shown) or none
  solution    the column of each row's queen, from 0; null if there is none
  confidence  how sure the reading is, from 0 to 1; 1 for a board file
  timing_us   load, read and solve, in microseconds
  solutions   with --solutions: a list of solutions, each as above
  are_all     with --solutions: whether it is certain that there are no others
  statistics  with --stats: nodes of the search and conflicts among them; singles, attacks,
              intervals and matchings, how often each rule of propagation struck out cells

or, for an input that failed: input, and error with message, hint and kind:
  no-board, unreadable-board, undecided, engine-failed, stopped, unreadable-file, empty-file,
  unknown-file, damaged-picture, too-large, not-a-board, no-picture, unwritable-file

A board without solution has an outcome and no error; the exit code is 4 all the same.";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let overlays: Vec<Option<PathBuf>> = match &arguments.overlay {
        Some(target) => overlay::paths(target, &arguments.inputs)?.into_iter().map(Some).collect(),
        None => vec![None; arguments.inputs.len()],
    };
    let solver = arguments.engine.ready()?;
    if let Some(tree) = &arguments.tree {
        solver.expect_tree()?;
        if arguments.inputs.len() > 1 {
            return Err(Failure::OneTreeForMany);
        }
        file::expect_no_input(tree, &arguments.inputs)?;
        overlays.iter().flatten().try_for_each(|overlay| file::expect_distinct(tree, overlay))?;
    }
    let names = overlay::names(&arguments.inputs);
    let mut first_failure = 0;
    for (index, (path, overlay)) in arguments.inputs.iter().zip(overlays).enumerate() {
        let results = match solve(arguments, path, &names[index], overlay.as_deref(), &solver) {
            Ok(boards) => boards.into_iter().map(Ok).collect(),
            Err(failure) => vec![Err(failure)],
        };
        let is_interrupted = matches!(results[..], [Err(Failure::Interrupted)]);
        for (board, result) in results.into_iter().enumerate() {
            if first_failure == 0 {
                first_failure = match &result {
                    Ok(Solved { answer: Answer::None, .. }) => Failure::UNCERTAIN,
                    Ok(_) => 0,
                    Err(failure) => failure.code(),
                };
            }
            if arguments.json {
                write(&json::solved(path, &result)?)?;
            } else {
                show(path, result, index + board)?;
            }
        }
        if is_interrupted {
            break;
        }
    }
    Ok(ExitCode::from(first_failure))
}

/// Tells a person what became of an input, or of a board in it; `rank` is 0 for the first of all.
fn show(path: &Path, result: Result<Solved, Failure>, rank: usize) -> Result<(), Failure> {
    let gap = if rank > 0 { "\n" } else { "" };
    match result {
        Ok(solved) => {
            write(&format!("{gap}{}", text::solved(path, &solved, super::is_coloured())))?;
        }
        Err(failure) => {
            // As in the report itself: nowhere is left to say that standard error is gone.
            let _ = write!(anstream::stderr(), "{gap}");
            failure.of(path).report();
        }
    }
    Ok(())
}

/// Brings in one input, reads its board or boards, draws the overlay if one is wanted, and solves.
/// Stages go into files of this `name`.
fn solve(
    arguments: &Arguments,
    path: &Path,
    name: &str,
    overlay: Option<&Path>,
    solver: &Solver,
) -> Result<Vec<Solved>, Failure> {
    let (input, load) = timed(|| file::read_input(path));
    let (given, read) = match input? {
        Input::Picture(pixels) => {
            if let Some(folder) = &arguments.stages {
                overlay::save_stages(folder, name, &pixels)?;
            }
            let (readings, read) = timed(|| {
                if arguments.all_boards {
                    vision::read_all(&pixels)
                } else {
                    vision::read(&pixels).map(|reading| vec![reading])
                }
            });
            if let Some(target) = overlay {
                overlay::save(target, &pixels, readings.as_deref())?;
            }
            let readings = readings.map_err(|refusal| Failure::refused(refusal, overlay))?;
            (readings.into_iter().map(|reading| Given::Seen(Box::new(reading))).collect(), read)
        }
        Input::Text(_) if overlay.is_some() || arguments.stages.is_some() => {
            return Err(Failure::NoPicture);
        }
        Input::Text(text) => {
            let (puzzle, read) = timed(|| board::parse_puzzle(&text));
            (vec![Given::Written(puzzle?)], read)
        }
    };
    let most_solutions = arguments.solutions.map_or(2, |most| most as usize);
    let most_nodes = arguments.tree.is_some().then_some(MOST_NODES);
    let answer = |given: Given| {
        let (found, solve) = timed(|| solver.solve(given.board(), most_solutions, most_nodes));
        let found = found?;
        if let (Some(target), Some(tree)) = (&arguments.tree, &found.tree) {
            file::write_whole(target, tree_svg(tree).as_bytes())?;
        }
        Ok(Solved {
            given,
            answer: found.outcome.try_into()?,
            listed: arguments
                .solutions
                .map(|_| Listed { solutions: found.solutions, are_all: found.are_all }),
            statistics: arguments.stats.then_some(found.statistics),
            timing: Timing { load, read, solve },
        })
    };
    given.into_iter().map(answer).collect()
}

fn timed<T>(stage: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let result = stage();
    (result, started.elapsed())
}

/// A board with its answer.
pub(crate) struct Solved {
    /// The board.
    pub(crate) given: Given,
    /// What is known of its solutions.
    pub(crate) answer: Answer,
    /// Its solutions, where they are to be listed.
    pub(crate) listed: Option<Listed>,
    /// What the search has done, where that is to be told.
    pub(crate) statistics: Option<Statistics>,
    /// How long it took.
    pub(crate) timing: Timing,
}

/// Solutions of a board.
pub(crate) struct Listed {
    /// As many as were asked for, or all that there are.
    pub(crate) solutions: Vec<Solution>,
    /// Whether it is certain that there are no others.
    pub(crate) are_all: bool,
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

    /// What stands on it already.
    pub(crate) fn marks(&self) -> &Marks {
        match self {
            Self::Seen(reading) => &reading.marks,
            Self::Written(puzzle) => &puzzle.marks,
        }
    }

    /// How sure the board is, from 0 to 1.
    pub(crate) fn confidence(&self) -> f64 {
        match self {
            Self::Seen(reading) => reading.evidence.confidence,
            Self::Written(_) => 1.0,
        }
    }
}

/// What is known for certain of a board's solutions.
pub(crate) enum Answer {
    /// There is exactly this one.
    Unique(Solution),
    /// This is one of several.
    Multiple(Solution),
    /// There is none.
    None,
}

impl Answer {
    /// The solution, if there is one.
    pub(crate) fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Unique(solution) | Self::Multiple(solution) => Some(solution),
            Self::None => None,
        }
    }
}

impl TryFrom<Outcome> for Answer {
    type Error = Failure;

    fn try_from(outcome: Outcome) -> Result<Self, Failure> {
        match outcome {
            Outcome::Unique(solution) => Ok(Self::Unique(solution)),
            Outcome::Multiple(solution, _) => Ok(Self::Multiple(solution)),
            Outcome::None => Ok(Self::None),
            Outcome::BudgetSpent => Err(Failure::Undecided),
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
