//! What ends a command: one type over the errors of all stages, with exit code, name and hint.

use anstyle::{AnsiColor, Style};
use queensight::board::ParseError;
use queensight::calibration::ProfileError;
use queensight::capture::{CaptureError, PictureError};
use queensight::input::InputError;
use queensight::play::record::{FilmError, RecordError};
use queensight::play::{LearnError, PlayError};
use queensight::practice::PracticeError;
use queensight::solver::GenerateError;
use queensight::solver::engines::EngineError;
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
    /// A file cannot be read, or the picture in it.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A folder is given where a file is needed.
    #[error("{} is a folder, and a picture or a board is needed", .0.display())]
    Folder(PathBuf),
    /// A file is neither a picture nor text.
    #[error("the file is neither a picture nor a board")]
    UnknownFile,
    /// A text is larger than any board.
    #[error("the file is no picture, and too large for a board: it has more than {most} MB")]
    TextTooLarge {
        /// How large one may be, in megabytes.
        most: u64,
    },
    /// A text is not a board.
    #[error("the text is not a board: {0}")]
    NotABoard(#[from] ParseError),
    /// No board was found, or it cannot be read with certainty.
    #[error(transparent)]
    Vision(#[from] Refusal),
    /// As [`Vision`](Self::Vision), and this file shows what was seen.
    #[error("{refusal}")]
    Drawn { refusal: Refusal, overlay: PathBuf },
    /// The solver ended its search before it could tell.
    #[error("the search for a solution was ended before it could tell")]
    Undecided,
    /// An engine cannot run, or failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The tree of a search is wanted of an engine that does not know it.
    #[error("the engine {engine} does not tell the tree of its search")]
    NoTree {
        /// The engine.
        engine: String,
    },
    /// A tree is wanted of several boards.
    #[error("a tree is of one search, and there are several boards")]
    OneTreeForMany,
    /// Two engines have different answers.
    #[error("the engines {one} and {other} disagree on this board:\n\n{board}")]
    Disagreement {
        /// One of them.
        one: String,
        /// The other.
        other: String,
        /// The board, row by row.
        board: String,
    },
    /// There is nothing to compare engines on.
    #[error("there are no boards of these sizes")]
    NoBoards,
    /// A board cannot be generated.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// All solutions of the classic puzzle are wanted of a board that has too many.
    #[error("a board of size {size} has too many solutions (at most size {largest})")]
    TooManySolutions {
        /// The size asked for.
        size: usize,
        /// The largest board whose solutions are gone through.
        largest: usize,
    },
    /// Ctrl-C was pressed.
    #[error("stopped before the outcome was known")]
    Interrupted,
    /// The screen cannot be captured.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// The pointer cannot be used.
    #[error(transparent)]
    Pointer(#[from] InputError),
    /// A game was not won.
    #[error(transparent)]
    Play(PlayError),
    /// The clicks of a game were not learned.
    #[error(transparent)]
    Learn(LearnError),
    /// The record of a run cannot be written or read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A run cannot be filmed.
    #[error(transparent)]
    Film(#[from] FilmError),
    /// A run that is played again takes another way than it took.
    #[error("the run takes another way than its record, first at {first}")]
    OtherWay {
        /// When, and what happens.
        first: String,
    },
    /// A profile cannot be used.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// A profile would be written over.
    #[error("the profile {} exists already", .0.display())]
    ProfileExists(PathBuf),
    /// A text is given where a picture is needed.
    #[error("the file is text, and a picture is needed")]
    NoPicture,
    /// Several overlays are wanted in one file.
    #[error("{} is not a folder, and several inputs need one for their overlays", .0.display())]
    OneOverlayForMany(PathBuf),
    /// Two results are wanted in one file.
    #[error("two results cannot both go into {}", .0.display())]
    OneFileForTwo(PathBuf),
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
    /// Ctrl-C cannot be watched for, and nothing is started that cannot be stopped.
    #[error("Ctrl-C cannot be watched for: {0}")]
    Interrupt(#[from] ctrlc::Error),
    /// The result cannot be written to standard output.
    #[error("the result cannot be written: {0}")]
    Output(io::Error),
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Doubtful(refusal) => refusal.into(),
            PlayError::Capture(error) => error.into(),
            PlayError::Input(error) => error.into(),
            other => Self::Play(other),
        }
    }
}

impl From<LearnError> for Failure {
    fn from(error: LearnError) -> Self {
        match error {
            LearnError::Capture(error) => error.into(),
            LearnError::Input(error) => error.into(),
            other => Self::Learn(other),
        }
    }
}

impl Failure {
    /// The exit code for a board that cannot be read or solved with certainty.
    pub(crate) const UNCERTAIN: u8 = 4;

    /// The same failure, said of the input at `path`.
    pub(crate) fn of(self, path: &Path) -> Self {
        match self {
            // They name their file themselves.
            Self::Picture(_) | Self::Folder(_) => self,
            other => Self::Input { path: path.to_owned(), source: Box::new(other) },
        }
    }

    /// The documented exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Input { source, .. } => source.code(),
            Self::Output(source) if source.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Vision(Refusal::NoBoard) => 3,
            Self::Vision(Refusal::UnreadableBoard { .. })
            | Self::Drawn { .. }
            | Self::Undecided => Self::UNCERTAIN,
            Self::Engine(EngineError::Failed { .. })
            | Self::Disagreement { .. }
            | Self::OtherWay { .. } => Self::UNCERTAIN,
            Self::Interrupted => 130,
            Self::Capture(_) => 5,
            Self::Pointer(_) => 6,
            Self::Play(error) => match error {
                PlayError::NoBoard { .. } | PlayError::NotInPlace { .. } => 3,
                PlayError::Stopped { .. } => 130,
                PlayError::BoardLost { .. }
                | PlayError::SolutionShown { .. }
                | PlayError::TimeIsUp { .. }
                | PlayError::NotWon { .. } => 7,
                _ => Self::UNCERTAIN,
            },
            Self::Learn(error) => match error {
                LearnError::NothingToTry => Self::UNCERTAIN,
                LearnError::Stopped(_) => 130,
                _ => 7,
            },
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
            Self::Picture(PictureError::NotReadable { .. }) | Self::Folder(_) => "unreadable-file",
            Self::Picture(PictureError::Empty(_)) => "empty-file",
            Self::Picture(PictureError::NotAnImage { .. }) => "damaged-picture",
            Self::Picture(PictureError::TooLarge { .. }) | Self::TextTooLarge { .. } => "too-large",
            Self::UnknownFile => "unknown-file",
            Self::NotABoard(_) => "not-a-board",
            Self::Vision(Refusal::NoBoard) => "no-board",
            Self::Vision(Refusal::UnreadableBoard { .. }) | Self::Drawn { .. } => {
                "unreadable-board"
            }
            Self::Undecided => "undecided",
            Self::Engine(EngineError::Missing { .. }) => "no-engine",
            Self::Engine(EngineError::Failed { .. }) => "engine-failed",
            Self::NoTree { .. }
            | Self::OneTreeForMany
            | Self::NoBoards
            | Self::Generate(_)
            | Self::TooManySolutions { .. } => "bad-setting",
            Self::Disagreement { .. } => "engines-disagree",
            Self::Interrupted => "stopped",
            Self::Capture(_) => "no-screen",
            Self::Pointer(_) => "no-pointer",
            Self::Play(error) => error.name(),
            Self::Learn(LearnError::Stopped(_)) => "stopped",
            Self::Learn(LearnError::BoardLost) => "board-lost",
            Self::Learn(_) => "not-learned",
            Self::Record(RecordError::Unwritable { .. })
            | Self::Film(FilmError::Unwritable { .. }) => "unwritable-file",
            Self::Record(_) | Self::Film(_) => "bad-record",
            Self::OtherWay { .. } => "other-way",
            Self::Profile(_) | Self::ProfileExists(_) => "bad-profile",
            Self::NoPicture => "no-picture",
            Self::OneOverlayForMany(_) | Self::OneFileForTwo(_) | Self::WouldReplaceInput(_) => {
                "bad-setting"
            }
            Self::UnwritableFile { .. } | Self::Output(_) => "unwritable-file",
            Self::Practice(_) => "no-practice",
            Self::Interrupt(_) => "no-interrupt",
        }
    }

    /// A picture was refused, and if an overlay was wanted, it is there: of a board that cannot be read.
    pub(crate) fn refused(refusal: Refusal, overlay: Option<&Path>) -> Self {
        match (refusal, overlay) {
            (refusal @ Refusal::UnreadableBoard { .. }, Some(overlay)) => {
                Self::Drawn { refusal, overlay: overlay.to_owned() }
            }
            (refusal, _) => Self::Vision(refusal),
        }
    }

    /// What the person can do about it: a clause without a full stop.
    pub(crate) fn hint(&self) -> Cow<'static, str> {
        match self {
            Self::Input { source, .. } => return source.hint(),
            Self::Picture(error) => error.hint(),
            Self::Record(error) => error.hint(),
            Self::Film(error) => error.hint(),
            Self::OtherWay { .. } => {
                "what differs is marked above; another version of the program may decide otherwise"
            }
            Self::Profile(error) => return error.hint().into(),
            Self::ProfileExists(_) => "--force writes over it and keeps its comments",
            Self::Capture(error) => error.hint(),
            Self::Pointer(error) => error.hint(),
            Self::Play(error) => error.hint(),
            Self::Learn(error) => error.hint(),
            Self::Folder(_) => "name the files in it: FOLDER/*.png",
            Self::UnknownFile | Self::TextTooLarge { .. } => {
                "give a PNG, JPEG, WebP, GIF or BMP picture, or a board as text"
            }
            Self::NotABoard(error) => error.hint(),
            Self::Vision(refusal @ Refusal::UnreadableBoard { .. }) => {
                return format!("{}; --overlay FILE shows which board that is", refusal.hint())
                    .into();
            }
            Self::Vision(refusal) => refusal.hint(),
            Self::Drawn { refusal, overlay } => {
                return format!(
                    "{}; {} shows which board that is",
                    refusal.hint(),
                    overlay.display()
                )
                .into();
            }
            Self::Undecided => "give a smaller board, or more time with --time-limit SECONDS",
            Self::Engine(error) => return error.hint().to_owned().into(),
            Self::NoTree { .. } => {
                "choose one that searches step by step: --engine native, mrv or naive"
            }
            Self::OneTreeForMany => "give one board",
            Self::Disagreement { .. } => "one of them is wrong; please report it with the board",
            Self::NoBoards => "give other files, or other --sizes",
            Self::Generate(error) => return error.hint().into(),
            Self::TooManySolutions { .. } => "choose a smaller board, or one solution",
            Self::Interrupted => "run it again to know",
            Self::NoPicture => {
                "a board as text can be solved, but neither drawn over nor calibrated"
            }
            Self::OneOverlayForMany(_) => "name an existing folder: --overlay FOLDER",
            Self::OneFileForTwo(_) => "give each a name of its own",
            Self::WouldReplaceInput(_) => "give another name",
            Self::UnwritableFile { .. } => {
                "check that the folder exists and that you may write there"
            }
            Self::Practice(error) => return error.hint(),
            Self::Interrupt(_) => "run it in a terminal of its own",
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
