//! What ends a command: one type over the errors of all stages, with exit code and hint.

use anstyle::{AnsiColor, Style};
use queensight::board::ParseError;
use queensight::capture::CaptureError;
use queensight::input::InputError;
use queensight::practice::PracticeError;
use queensight::vision::Refusal;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

/// What kept a command from being done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A file cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is neither a picture nor a board.
    #[error("{} is not a board: {source}", path.display())]
    NotABoard {
        /// The file.
        path: PathBuf,
        /// All that is wrong with it.
        source: ParseError,
    },
    /// No board was found, or it cannot be read with certainty.
    #[error(transparent)]
    Vision(#[from] Refusal),
    /// The screen cannot be captured.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// The pointer cannot be used.
    #[error(transparent)]
    Pointer(#[from] InputError),
    /// The practice page cannot be served.
    #[error(transparent)]
    Practice(#[from] PracticeError),
    /// Ctrl-C cannot be watched for.
    #[error("Ctrl-C cannot be watched for: {0}")]
    Interrupt(#[from] ctrlc::Error),
    /// The result cannot be written to standard output.
    #[error("the result cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// The documented exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Vision(Refusal::NoBoard) => 3,
            Self::Vision(Refusal::UnreadableBoard { .. }) => 4,
            Self::Capture(_) => 5,
            Self::Pointer(_) => 6,
            Self::Unreadable { .. }
            | Self::NotABoard { .. }
            | Self::Practice(_)
            | Self::Interrupt(_)
            | Self::Output(_) => 8,
        }
    }

    /// [`Self::code`], for `main` to return.
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code())
    }

    /// What the person can do about it: a sentence without its full stop.
    pub(crate) fn hint(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "check the path and that you may read the file",
            Self::NotABoard { .. } => {
                "give a picture, or a board as text: n rows of n letters, one letter per region"
            }
            Self::Vision(Refusal::NoBoard) => "make sure that the whole board is in the picture",
            Self::Vision(Refusal::UnreadableBoard { .. }) => {
                "zoom in until the cells are at least 20 pixels wide, and leave nothing over the board"
            }
            Self::Capture(_) => "run from a desktop session, with DISPLAY set",
            Self::Pointer(_) => "use --dry-run to see what would be clicked",
            Self::Practice(error) => error.hint(),
            Self::Interrupt(_) => "start the program once more",
            Self::Output(_) => "check where standard output goes",
        }
    }

    /// Tells the person, on standard error. A closed pipe is nobody's fault and is not told.
    pub(crate) fn report(&self) {
        if matches!(self, Self::Output(source) if source.kind() == io::ErrorKind::BrokenPipe) {
            return;
        }
        let error = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let hint = Style::new().bold().fg_color(Some(AnsiColor::Cyan.into()));
        // Nowhere is left to say that standard error is gone.
        let _ = writeln!(
            anstream::stderr(),
            "{error}error:{error:#} {self}\n\n{hint}hint:{hint:#} {}",
            self.hint()
        );
    }
}
