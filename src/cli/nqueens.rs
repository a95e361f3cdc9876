//! `nqueens`: the classic puzzle, without regions and with whole diagonals.

use super::{Failure, engine, json, progress, write};
use clap::builder::TypedValueParser;
use queensight::solver::classic;
use serde::Serialize;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Places n queens on an n by n board so that no two share a row, a column or a diagonal.
///
/// One solution comes at once for a board of any size; all of them take ever longer.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The number of rows, from 1 to 1000.
    #[arg(value_name = "N", value_parser = sizes(1000))]
    size: u16,
    /// Show all solutions, in ascending order (up to 27 rows).
    #[arg(long, conflicts_with = "count")]
    all: bool,
    /// Tell only how many solutions there are (up to 27 rows).
    #[arg(long)]
    count: bool,
    /// The most threads that count [default: as many as the machine runs at once].
    #[arg(long, value_name = "N", requires = "count", value_parser = sizes(1024))]
    threads: Option<u16>,
    /// Write JSON, one object a line: n, and the column of each row's queen from 0 as `solution`
    /// (null if there is none), or their number as `solutions`.
    #[arg(long)]
    json: bool,
}

fn sizes(largest: i64) -> impl TypedValueParser<Value = u16> {
    clap::value_parser!(u16).range(1..=largest)
}

#[derive(Serialize)]
struct Record<'a> {
    n: usize,
    solution: Option<&'a [usize]>,
}

#[derive(Serialize)]
struct CountRecord {
    n: usize,
    solutions: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let size = usize::from(arguments.size);
    let largest = classic::LARGEST_COUNTED;
    if (arguments.all || arguments.count) && size > largest {
        return Err(Failure::TooManySolutions { size, largest });
    }
    let interrupted = engine::interrupt()?;
    if arguments.count {
        let solutions = count(arguments, &interrupted)?;
        return match arguments.json {
            true => write(&json::to_line(&CountRecord { n: size, solutions })?),
            false => write(&format!("{solutions}\n")),
        }
        .map(|()| ExitCode::SUCCESS);
    }
    if !arguments.all {
        return show(arguments, classic::one(size).as_deref()).map(|()| ExitCode::SUCCESS);
    }
    let mut found = 0_u64;
    for columns in classic::all(size) {
        if interrupted.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        if found > 0 && !arguments.json {
            write("\n")?;
        }
        show(arguments, Some(&columns))?;
        found += 1;
    }
    if found == 0 {
        show(arguments, None)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn count(arguments: &Arguments, interrupted: &AtomicBool) -> Result<u64, Failure> {
    let threads = match arguments.threads {
        Some(threads) => threads.into(),
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    let bar = progress::bar(0, "{wide_bar} {percent} %, {eta} left");
    let counted = classic::count(arguments.size.into(), threads, interrupted, |done, parts| {
        bar.set_length(parts as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    counted.ok_or(Failure::Interrupted)
}

fn show(arguments: &Arguments, columns: Option<&[usize]>) -> Result<(), Failure> {
    let n = arguments.size.into();
    match columns {
        columns if arguments.json => write(&json::to_line(&Record { n, solution: columns })?),
        Some(columns) => write(&drawn(columns)),
        None => write(&format!("no solution on a board of size {n}\n")),
    }
}

/// The board, a row a line.
fn drawn(columns: &[usize]) -> String {
    let mut text = String::new();
    for &queen in columns {
        for column in 0..columns.len() {
            text.push_str(if column == 0 { "" } else { " " });
            text.push(if column == queen { 'Q' } else { '.' });
        }
        text.push('\n');
    }
    text
}
