//! `practice`: serves the game page until the person ends it.

use super::Failure;
use super::file::{Input, read_input};
use clap::builder::TypedValueParser;
use queensight::practice::{HIGHEST_SEED, Opening, Options, SIZES, Server};
use queensight::{board, vision};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;

/// Opens a page with the game, served to this machine only, until Ctrl-C ends it.
///
/// Prints the page's address. To end it with Ctrl-C is success: exit code 0.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Only print the address; do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// The port on 127.0.0.1; 0 is any free one.
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Open with the board in this file: text, or a picture of one.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "seed"])]
    board: Option<PathBuf>,
    /// The number of rows of the first board, from 5 to 12.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = sizes())]
    size: u8,
    /// The number of the first board, up to 999999999; the same number gives the same board
    /// [default: a random one].
    #[arg(long, value_name = "N", value_parser = seeds())]
    seed: Option<u32>,
    /// Show the page light or dark, whatever the system prefers.
    #[arg(long, value_enum)]
    theme: Option<Theme>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Theme {
    Light,
    Dark,
}

impl Theme {
    /// The address' query for it.
    fn query(self) -> &'static str {
        match self {
            Self::Light => "?theme=light",
            Self::Dark => "?theme=dark",
        }
    }
}

fn seeds() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(..=i64::from(HIGHEST_SEED))
}

fn sizes() -> impl TypedValueParser<Value = u8> {
    clap::value_parser!(u8).range(*SIZES.start() as i64..=*SIZES.end() as i64)
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let opening = match &arguments.board {
        Some(path) => opening_from(path).map_err(|failure| failure.of(path))?,
        None => Opening::Generated { size: arguments.size.into(), seed: arguments.seed },
    };
    let server = Server::start(Options { port: arguments.port, opening })?;
    // From here on Ctrl-C ends the page in order; before, it ends the process as usual.
    let (stop, stopped) = mpsc::channel();
    ctrlc::set_handler(move || {
        // A second Ctrl-C finds nobody waiting any more, which is fine.
        let _ = stop.send(());
    })?;
    let url = format!("{}{}", server.url(), arguments.theme.map_or("", Theme::query));
    super::write(&format!("{url}\n"))?;
    if !arguments.no_open
        && let Err(error) = open::that_detached(&url)
    {
        writeln!(anstream::stderr(), "No browser could be opened ({error}): open the address.")?;
    }
    // The handler keeps its sender for as long as the process lives, so this waits for Ctrl-C.
    let _ = stopped.recv();
    Ok(ExitCode::SUCCESS)
}

fn opening_from(path: &Path) -> Result<Opening, Failure> {
    Ok(Opening::Given(match read_input(path)? {
        Input::Text(text) => board::parse(&text)?,
        Input::Picture(picture) => vision::read(&picture)?.board,
    }))
}
