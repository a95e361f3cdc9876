//! What ends a command: one type over the errors of all stages, with exit code, name and hint.

use anstyle::{AnsiColor, Style};
use queensight::board::ParseError;
use queensight::capture::CaptureError;
use queensight::input::InputError;
use queensight::practice::PracticeError;
use queensight::vision::Refusal;
use std::borrow::Cow;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What kept a command from being done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What happened with one of several inputs.
    #[error("{}: {source}", path.display())]
    Input {
        /// The input, as it was named.
        path: PathBuf,
        /// What happened.
        source: Box<Failure>,
    },
    /// A file cannot be read.
    #[error("the file cannot be read: {0}")]
    UnreadableFile(io::Error),
    /// There is nothing in a file.
    #[error("the file is empty")]
    EmptyFile,
    /// A file or the picture in it is larger than anything that a screen shows.
    #[error("the file is too large: {0}")]
    TooLarge(String),
    /// A file is neither a picture nor text.
    #[error("the file is neither a picture nor a board")]
    UnknownFile,
    /// A picture is cut off or damaged.
    #[error("the picture is damaged: {0}")]
    DamagedPicture(image::ImageError),
    /// A text is not a board.
    #[error("the text is not a board: {0}")]
    NotABoard(#[from] ParseError),
    /// No board was found, or it cannot be read with certainty.
    #[error(transparent)]
    Vision(#[from] Refusal),
    /// The solver ended its search before it could tell.
    #[error("the search for a solution was ended before it could tell")]
    Undecided,
    /// The screen cannot be captured.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// The pointer cannot be used.
    #[error(transparent)]
    Pointer(#[from] InputError),
    /// An overlay is wanted of something that is not a picture.
    #[error("there is no picture to draw the overlay on")]
    NoPicture,
    /// Several overlays are wanted in one file.
    #[error("{} is not a folder, and several inputs need one for their overlays", .0.display())]
    OneOverlayForMany(PathBuf),
    /// Writing would replace what was read.
    #[error("{} is the input itself and is not replaced", .0.display())]
    WouldReplaceInput(PathBuf),
    /// A file cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    UnwritableFile {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
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
    /// The exit code for a board that cannot be read or solved with certainty.
    pub(crate) const UNCERTAIN: u8 = 4;

    /// The same failure, said of the input at `path`.
    pub(crate) fn of(self, path: &Path) -> Self {
        Self::Input { path: path.to_owned(), source: Box::new(self) }
    }

    /// The documented exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Input { source, .. } => source.code(),
            Self::Output(source) if source.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Vision(Refusal::NoBoard) => 3,
            Self::Vision(Refusal::UnreadableBoard { .. }) | Self::Undecided => Self::UNCERTAIN,
            Self::Capture(_) => 5,
            Self::Pointer(_) => 6,
            _ => 8,
        }
    }

    /// [`Self::code`], for `main` to return.
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code())
    }

    /// The name that scripts know it by: `error.kind` in JSON.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Input { source, .. } => source.kind(),
            Self::UnreadableFile(_) => "unreadable-file",
            Self::EmptyFile => "empty-file",
            Self::TooLarge(_) => "too-large",
            Self::UnknownFile => "unknown-file",
            Self::DamagedPicture(_) => "damaged-picture",
            Self::NotABoard(_) => "not-a-board",
            Self::Vision(Refusal::NoBoard) => "no-board",
            Self::Vision(Refusal::UnreadableBoard { .. }) => "unreadable-board",
            Self::Undecided => "undecided",
            Self::Capture(_) => "no-screen",
            Self::Pointer(_) => "no-pointer",
            Self::NoPicture => "no-picture",
            Self::OneOverlayForMany(_) | Self::WouldReplaceInput(_) => "bad-setting",
            Self::Practice(_) => "no-page",
            Self::Interrupt(_) => "no-interrupt",
            Self::UnwritableFile { .. } | Self::Output(_) => "unwritable-file",
        }
    }

    /// What the person can do about it: a clause without a full stop.
    pub(crate) fn hint(&self) -> Cow<'static, str> {
        match self {
            Self::Input { source, .. } => return source.hint(),
            Self::UnreadableFile(_) => "check the path, and that you may read the file",
            Self::EmptyFile => "check that the screenshot or the board was really saved",
            Self::TooLarge(_) => "cut the picture to the board and what is around it",
            Self::UnknownFile => "give a PNG, JPEG, WebP, GIF or BMP picture, or a board as text",
            Self::DamagedPicture(_) => "save the picture again, as PNG",
            Self::NotABoard(_) => {
                "a board is n rows of n letters, one letter for each of n regions"
            }
            Self::Vision(Refusal::NoBoard) => {
                "make sure that the whole board is in the picture, upright and not covered"
            }
            Self::Vision(Refusal::UnreadableBoard { .. }) => {
                "show the whole board with nothing over it; --overlay FILE shows where the doubt is"
            }
            Self::Undecided => "give a smaller board",
            Self::Capture(_) => "run from a desktop session, with DISPLAY set",
            Self::Pointer(_) => "use --dry-run to see what would be clicked",
            Self::NoPicture => "give --overlay with pictures only",
            Self::OneOverlayForMany(_) => "name an existing folder: --overlay FOLDER",
            Self::WouldReplaceInput(_) => "give another name",
            Self::UnwritableFile { .. } => {
                "check that the folder exists and that you may write there"
            }
            Self::Practice(error) => return error.hint(),
            Self::Interrupt(_) => "start the program once more",
            Self::Output(_) => "check where standard output goes",
        }
        .into()
    }

    /// Tells the person, on standard error. A closed pipe is nobody's fault and is not told.
    pub(crate) fn report(&self) {
        if self.code() == 0 {
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
