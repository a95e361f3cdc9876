//! `compare`: engines side by side, over boards or generated ones, by size.

mod boards;
mod chart;
mod measure;
mod table;

use super::engine::{EngineName, interrupt};
use super::play::seconds;
use super::progress::bar;
use super::{Failure, file, json, write};
use boards::Sizes;
use measure::{Comparison, Limits};
use queensight::solver::engines::{self, Engine, EngineError};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Compares engines by how long they take to solve a board and prove its solution the only one.
///
/// All answers are held to each other. The boards come from files, also from collections: a JSON
/// list of objects with `regions`, one such object a line, or lines of `name n row/row/...` with a
/// number for each cell. Or they are generated.
#[derive(Debug, clap::Args)]
#[command(after_long_help = TABLE)]
pub(crate) struct Arguments {
    /// Boards and collections of boards.
    #[arg(value_name = "BOARDS", required_unless_present = "generate")]
    inputs: Vec<PathBuf>,
    /// Generate boards of these sizes, from 4 to 64: `7-11`, or `8,12,16`.
    #[arg(long, value_name = "SIZES")]
    generate: Option<Sizes>,
    /// Leave out boards of other sizes.
    #[arg(long, value_name = "SIZES")]
    sizes: Option<Sizes>,
    /// The engines, with commas between them [default: all that can run here].
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = EngineName::parse)]
    engines: Vec<EngineName>,
    /// How many boards of each size are generated, or picked where there are more.
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    per_size: u64,
    /// Decides which boards are generated or picked.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How long an engine may take for one board, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    #[arg(allow_negative_numbers = true)]
    time_limit: Duration,
    /// Draw time against size into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw time against size into this file, as PNG.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write one JSON object a line for each size and engine.
    #[arg(long)]
    json: bool,
}

const TABLE: &str = "\
The tables say median / mean / worst of each size in milliseconds: first with the proof that there
is no other solution, then until the first solution is found (native finds all at once). A time
after > is at least that: the engine was stopped at the time limit. An engine that is in time for
no board of a size is not tried on larger ones.

JSON, one object a line: n, boards, engine, spent (how many were stopped), failed, and with proof
and to the first solution: median_us, mean_us, worst_us.";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    for target in [&arguments.svg, &arguments.png].into_iter().flatten() {
        file::expect_no_input(target, &arguments.inputs)?;
        // A comparison takes minutes: what would be in its figures' way is to be told before.
        file::expect_writable(target)?;
    }
    if let (Some(svg), Some(png)) = (&arguments.svg, &arguments.png) {
        file::expect_distinct(svg, png)?;
    }
    let engines = chosen(&arguments.engines)?;
    let picked = boards::bring_in(arguments)?;
    for note in &picked.notes {
        // As in a report: nowhere is left to say that standard error is gone.
        let _ = writeln!(anstream::stderr(), "{note}");
    }
    let limits = Limits { time: arguments.time_limit, cancel: interrupt()? };
    let count = picked.by_size.values().map(Vec::len).sum::<usize>() * engines.len();
    let bar = bar(count as u64, "{wide_bar} {pos} of {len}, {msg}, {eta} left");
    let comparison = Comparison::measure(&engines, &picked.by_size, &limits, &bar)?;
    bar.finish_and_clear();
    for fault in comparison.faults() {
        let _ = writeln!(anstream::stderr(), "{fault}");
    }
    if arguments.json {
        for record in table::records(&comparison) {
            write(&json::to_line(&record)?)?;
        }
    } else {
        write(&table::tables(&comparison))?;
    }
    if let Some(path) = &arguments.svg {
        file::write_whole(path, chart::svg(&comparison)?.as_bytes())?;
    }
    if let Some(path) = &arguments.png {
        file::write_picture(path, &chart::png(&comparison)?)?;
    }
    let has_failed = comparison.faults().next().is_some();
    Ok(if has_failed { ExitCode::from(Failure::UNCERTAIN) } else { ExitCode::SUCCESS })
}

/// The engines of these names; all that can run here, if none is named.
fn chosen(names: &[EngineName]) -> Result<Vec<Box<dyn Engine>>, Failure> {
    if names.is_empty() {
        return Ok(engines::all().into_iter().filter(|engine| engine.backend().is_ok()).collect());
    }
    let ready = names.iter().map(|name| {
        let engine = name.engine();
        match engine.backend() {
            Ok(_) => Ok(engine),
            Err(need) => Err(EngineError::Missing { engine: engine.name().into_owned(), need }),
        }
    });
    Ok(ready.collect::<Result<_, _>>()?)
}
