//! `replay`: plays a recorded run again, without a screen.

use super::json::{self, to_line};
use super::{Failure, write};
use queensight::play::Vision;
use queensight::play::record::{FilmFile, Replayed, Run, Step};
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Plays a recorded run again, without a screen: reads its pictures anew, decides anew, and says
/// where that differs from the record.
///
/// Records are written by `queensight play --record FOLDER`. Exit code 0 says that every reading,
/// every click and the end are those of the record, 4 that they are not.
#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON)]
pub(crate) struct Arguments {
    /// The folder of the record.
    folder: PathBuf,
    /// Film the board from the first look at it to the last, as .gif or .apng, in real time.
    #[arg(long, value_name = "FILE")]
    film: Option<FilmFile>,
    /// Write each step as a JSON object on a line of its own, and at last what came of them.
    #[arg(long)]
    json: bool,
}

const JSON: &str = "\
JSON, one object a line; each step has
  us        when it happened in the record, in microseconds since the program began to play
  event     what happens, with its particulars, as in the record's run.jsonl
  cell      row and column of a click, from 0; else null
  recorded  the record's own event where it is another one; else null

and the last line has replayed: looks, clicks, differences, and is_cut, which says that the run
was killed;
or, when it failed: error with message, hint and kind.";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    json::end(replay(arguments), arguments.json)
}

fn replay(arguments: &Arguments) -> Result<(), Failure> {
    let run = Run::open(&arguments.folder)?;
    if let Some(film) = &arguments.film {
        run.film(film)?;
    }
    let mut first = None;
    let mut unwritten = None;
    let replayed = run.replay(&Vision, &mut |step| {
        if step.recorded.is_some() && first.is_none() {
            first = Some(format!("{}: {}", time(step), step.event));
        }
        let told = if arguments.json { to_line(step) } else { Ok(to_text(step)) };
        if let Err(fault) = told.and_then(|text| write(&text)) {
            unwritten.get_or_insert(fault);
        }
    })?;
    if let Some(fault) = unwritten {
        return Err(fault);
    }
    write(&if arguments.json { summary_json(&replayed)? } else { summary(&replayed) })?;
    first.map_or(Ok(()), |first| Err(Failure::OtherWay { first }))
}

fn time(step: &Step) -> String {
    format!("{:.3} s", step.us as f64 / 1e6)
}

fn to_text(step: &Step) -> String {
    let cell = step
        .cell
        .map(|(row, col)| format!(" (row {} column {})", row + 1, col + 1))
        .unwrap_or_default();
    let recorded = match &step.recorded {
        Some(recorded) => format!("{:>10}  but the record: {recorded}\n", ""),
        None => String::new(),
    };
    format!("{:>10}  {}{cell}\n{recorded}", time(step), step.event)
}

fn summary_json(replayed: &Replayed) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct Summary<'a> {
        replayed: &'a Replayed,
    }
    to_line(&Summary { replayed })
}

fn summary(replayed: &Replayed) -> String {
    let Replayed { looks, clicks, differences, is_cut } = replayed;
    let verdict = match differences {
        0 => "all as in the record".to_owned(),
        1 => "1 step is other than in the record".to_owned(),
        many => format!("{many} steps are other than in the record"),
    };
    let cut = if *is_cut { "the record has no end: its run was killed\n" } else { "" };
    format!("\n{looks} looks, {clicks} clicks: {verdict}\n{cut}")
}
