//! `practice`: serves the game page until the person ends it.

use super::{Failure, file};
use clap::builder::TypedValueParser;
use queensight::practice::{HIGHEST_SEED, Kind, Opening, Options, SIZES, SWITCHES, Server, Switch};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc;

/// Opens a page with the game, served to this machine only, until Ctrl-C ends it.
///
/// Prints the page's address. To end it with Ctrl-C is success: exit code 0.
#[derive(Debug, clap::Args)]
#[command(after_long_help = switches())]
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
    /// A first board with a region in two parts, or with several solutions.
    #[arg(long, value_enum, conflicts_with = "board")]
    kind: Option<BoardKind>,
    /// Show the page light or dark, whatever the system prefers.
    #[arg(long, value_enum)]
    theme: Option<Theme>,
    /// Behave as other sites do; may be given several times. --help lists the switches.
    #[arg(long, value_name = "NAME=VALUE")]
    switch: Vec<Switch>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Theme {
    Light,
    Dark,
}

/// What `--help` says of the switches, one a line.
fn switches() -> String {
    let lines: Vec<String> = SWITCHES.iter().map(|switch| format!("  {switch}")).collect();
    format!("Switches, also as parameters of the address:\n{}", lines.join("\n"))
}

/// The query of the address that the page opens with: empty, or with its question mark.
fn query(arguments: &Arguments) -> String {
    let mut parts: Vec<String> = arguments.switch.iter().map(Switch::to_string).collect();
    if let Some(theme) = arguments.theme {
        parts.push(format!("theme={}", theme.name()));
    }
    if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum BoardKind {
    Split,
    Several,
}

impl BoardKind {
    fn kind(self) -> Kind {
        match self {
            Self::Split => Kind::Split,
            Self::Several => Kind::Several,
        }
    }
}

impl Theme {
    fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
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
        Some(path) => Opening::Given(file::read_board(path)?),
        None => Opening::Generated {
            size: arguments.size.into(),
            seed: arguments.seed,
            kind: arguments.kind.map_or(Kind::Whole, BoardKind::kind),
        },
    };
    let server = Server::start(Options { port: arguments.port, opening })?;
    // From here on Ctrl-C ends the page in order; before, it ends the process as usual.
    let (stop, stopped) = mpsc::channel();
    ctrlc::set_handler(move || {
        // A second Ctrl-C finds nobody waiting any more, which is fine.
        let _ = stop.send(());
    })?;
    let url = format!("{}{}", server.url(), query(arguments));
    super::write(&format!("{url}\n"))?;
    if !arguments.no_open
        && let Err(error) = open::that_detached(&url)
    {
        // As in a report: nowhere is left to say that standard error is gone.
        let _ =
            writeln!(anstream::stderr(), "No browser could be opened ({error}): open the address.");
    }
    // The handler keeps its sender for as long as the process lives, so this waits for Ctrl-C.
    let _ = stopped.recv();
    Ok(ExitCode::SUCCESS)
}
