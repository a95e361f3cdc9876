//! `practice`: serves the game page until the person ends it.

use super::Failure;
use super::file::{self, Input};
use queensight::practice::{Opening, Options, Server};
use queensight::{board, vision};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc;

/// Opens a page with the game, served on this machine only, until Ctrl-C ends it.
///
/// Prints the page's address. Ending it with Ctrl-C is success: exit code 0.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Only print the address; do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// The port on 127.0.0.1 [default: any free one].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Open with the board in this file: text, or a picture.
    #[arg(long, value_name = "FILE")]
    board: PathBuf,
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

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let server = Server::start(Options { port: arguments.port, opening: opening(arguments)? })?;
    // From here on Ctrl-C ends the page in order; before, it ends the process as usual.
    let (stop, stopped) = mpsc::channel();
    ctrlc::set_handler(move || {
        // A second Ctrl-C finds nobody waiting any more, which is fine.
        let _ = stop.send(());
    })?;
    let url = format!("{}{}", server.url(), arguments.theme.map_or("", Theme::query));
    let mut stdout = anstream::stdout();
    writeln!(stdout, "{url}")?;
    stdout.flush()?;
    if !arguments.no_open
        && let Err(error) = open::that_detached(&url)
    {
        writeln!(anstream::stderr(), "No browser could be opened ({error}): open the address.")?;
    }
    // The handler keeps its sender for as long as the process lives, so this waits for Ctrl-C.
    let _ = stopped.recv();
    Ok(ExitCode::SUCCESS)
}

fn opening(arguments: &Arguments) -> Result<Opening, Failure> {
    let path = &arguments.board;
    let board = match file::read_input(path)? {
        Input::Text(text) => board::parse(&text)?,
        Input::Picture(pixels) => vision::read(&pixels)?.board,
    };
    Ok(Opening::Given(board))
}
