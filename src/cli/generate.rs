//! `generate`: new boards with exactly one solution.

use super::{Failure, engine, file, json, progress, write};
use queensight::board::{Board, Marks};
use queensight::render::{Look, Tone, random_palette, render};
use queensight::solver::{self, Generator, Style};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use std::hash::{BuildHasher as _, RandomState};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Makes boards that have exactly one solution.
///
/// The same size, style and seed give the same board on every machine. Several boards have seeds
/// that follow each other.
#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON)]
pub(crate) struct Arguments {
    /// The number of rows, from 4 to 64.
    #[arg(long, value_name = "N", default_value_t = 8)]
    size: usize,
    /// How many boards.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// The number of the first board [default: a random one].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=HIGHEST_SEED))]
    seed: Option<u64>,
    /// How the sizes of the regions differ.
    #[arg(long, value_enum, default_value_t = StyleName::Mixed)]
    style: StyleName,
    /// Let regions be in several pieces.
    #[arg(long)]
    split: bool,
    /// Write a file for each board into this folder, instead of to standard output.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Draw each board as a picture beside its file.
    #[arg(long, requires = "out")]
    png: bool,
    /// Write JSON instead of letters: one object a line, or a file.
    #[arg(long)]
    json: bool,
}

const JSON: &str = "\
JSON, one object for each board:
  n         the number of rows
  regions   a string a row: letters A-Z and a-z in order of first appearance, beyond 52 regions
            numbers from 0 with a space between
  solution  the column of each row's queen, from 0
  style     how it was made
  split     whether regions may be in several pieces
  seed      its number

`solve` and every other command that takes a board reads them.";

/// The highest number of a board: there is room for the highest count beyond it.
const HIGHEST_SEED: u64 = 1 << 52;

/// Numbers that are not asked for have at most six digits, to be told to somebody else.
const RANDOM_SEEDS: u64 = 1_000_000;

/// The pictures' cells, in pixels.
const PITCH: f64 = 48.0;

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum StyleName {
    /// All regions as large as one solution allows.
    Even,
    /// Some regions a few times as large as others.
    Mixed,
    /// A few cells here, half of the board there.
    Wild,
}

impl StyleName {
    const fn style(self) -> Style {
        match self {
            Self::Even => Style::Even,
            Self::Mixed => Style::Mixed,
            Self::Wild => Style::Wild,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Mixed => "mixed",
            Self::Wild => "wild",
        }
    }
}

/// A board as `--json` writes it.
#[derive(Serialize)]
struct Record<'a> {
    n: usize,
    regions: Vec<String>,
    solution: &'a [usize],
    style: &'static str,
    split: bool,
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(folder) = &arguments.out {
        // Large boards take seconds: what would be in their way is to be told before.
        file::make_folder(folder)?;
    }
    let interrupted = engine::interrupt()?;
    let Arguments { size, count, style, split, .. } = *arguments;
    let generator = Generator { size, style: style.style(), is_split: split };
    let first = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(()) % RANDOM_SEEDS);
    // The bar moves within a board too, for large ones take seconds.
    const STEPS: u64 = 100;
    let bar = progress::bar(count * STEPS, "{wide_bar} {percent} %, {eta} left");
    for (index, seed) in (first..first + count).enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = generator.generate_while(&mut rng, |share| {
            bar.set_position(index as u64 * STEPS + (share * STEPS as f64) as u64);
            match interrupted.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        let board = board.ok_or(Failure::Interrupted)?;
        bar.suspend(|| keep(&board, seed, arguments))?;
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

/// Writes a board where it is wanted.
fn keep(board: &Board, seed: u64, arguments: &Arguments) -> Result<(), Failure> {
    let text = if arguments.json {
        as_json(board, seed, arguments)?
    } else {
        as_text(board, seed, arguments)
    };
    let Some(folder) = &arguments.out else { return write(&text) };
    let Arguments { size, style, split, .. } = *arguments;
    let pieces = if split { "-split" } else { "" };
    let name = format!("queens-{size}-{}{pieces}-{seed}", style.name());
    let ending = if arguments.json { "json" } else { "txt" };
    file::write_whole(&folder.join(format!("{name}.{ending}")), text.as_bytes())?;
    if arguments.png {
        let palette = random_palette(size, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(seed));
        let drawn = render(board, &Marks::empty(size), &Look::classic(size, PITCH, palette));
        file::write_picture(&folder.join(format!("{name}.png")), &drawn.pixels)?;
    }
    Ok(())
}

/// The board in letters, below how to make it again.
fn as_text(board: &Board, seed: u64, arguments: &Arguments) -> String {
    let Arguments { size, style, split, .. } = *arguments;
    let pieces = if split { " --split" } else { "" };
    let style = style.name();
    format!("# queensight generate --size {size} --style {style}{pieces} --seed {seed}\n{board}\n")
}

fn as_json(board: &Board, seed: u64, arguments: &Arguments) -> Result<String, Failure> {
    let (outcome, _) = solver::solve_with(board, &solver::Budget::UNLIMITED);
    let record = Record {
        n: board.size(),
        regions: board.to_rows(),
        solution: outcome.solution().map_or(&[], |solution| solution.columns()),
        style: arguments.style.name(),
        split: arguments.split,
        seed,
    };
    json::to_line(&record)
}
