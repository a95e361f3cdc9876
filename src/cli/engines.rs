//! `engines`: what there is to solve with.

use super::{Failure, json, write};
use queensight::solver::engines::{self, Engine};
use serde::Serialize;
use std::process::ExitCode;

/// Lists the engines that `solve --engine` and `compare` can solve with.
///
/// Each has a model of the puzzle of its own. One that cannot run here says what is missing and how
/// to get it. `minizinc:NAME` is MiniZinc with its solver of that name (`minizinc --solvers`),
/// `smt:cvc5` the model `smt` in cvc5 and not in z3.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Write one JSON object a line for each engine.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Record {
    name: String,
    about: &'static str,
    backend: Option<String>,
    missing: Option<String>,
    remedy: Option<String>,
}

impl From<&dyn Engine> for Record {
    fn from(engine: &dyn Engine) -> Self {
        let (backend, need) = match engine.backend() {
            Ok(backend) => (Some(backend), None),
            Err(need) => (None, Some(need)),
        };
        Self {
            name: engine.name().into_owned(),
            about: engine.about(),
            backend,
            missing: need.as_ref().map(|need| need.missing.clone()),
            remedy: need.map(|need| need.remedy),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let engines: Vec<Record> =
        engines::all().iter().map(|engine| Record::from(&**engine)).collect();
    let width = engines.iter().map(|engine| engine.name.len()).max().unwrap_or(0);
    for engine in engines {
        if arguments.json {
            write(&json::to_line(&engine)?)?;
            continue;
        }
        let Record { name, about, backend, missing, remedy } = engine;
        let state = backend.map_or_else(
            || format!("missing: {}; {}", missing.unwrap_or_default(), remedy.unwrap_or_default()),
            |backend| format!("ready: {backend}"),
        );
        write(&format!("{name:width$}  {about}\n{:width$}  {state}\n", ""))?;
    }
    Ok(ExitCode::SUCCESS)
}
