//! Records of runs: all that a run saw, decided and did, in a folder, to be looked at, filmed, and
//! played again without a screen.
//!
//! `run.jsonl` has one event a line, in order; the pictures lie beside it, named by the events that
//! they belong to. Each line is written when its event is past and its picture is there, so that a
//! run that was killed leaves a record of all that it did until then.

mod event;
mod film;
mod recorder;
mod replay;

pub use event::{Event, PlannedCell, Seen};
pub use film::{FilmError, FilmFile, NoFilmFile};
pub use recorder::Recorder;
pub use replay::{Replayed, Step};

use crate::capture::{PictureError, SavedImage};
use image::RgbaImage;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The form of record that this program writes, and the only one that it reads.
const FORMAT: u32 = 1;

/// The file of the events.
const EVENTS: &str = "run.jsonl";

/// One line of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Entry {
    /// When the event was past, in microseconds since the program began to play.
    us: u64,
    #[serde(flatten)]
    event: Event,
}

impl Entry {
    fn at(&self) -> Duration {
        Duration::from_micros(self.us)
    }
}

/// A record that was read back.
#[derive(Debug, Clone)]
pub struct Run {
    folder: PathBuf,
    entries: Vec<Entry>,
}

/// What keeps a record from being written or read.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The folder has something in it.
    #[error("{} is not empty, and a record needs a folder of its own", .0.display())]
    NotEmpty(PathBuf),
    /// Something cannot be written.
    #[error("the record cannot be written to {}: {source}", path.display())]
    Unwritable {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The folder is no record.
    #[error("{} is not the record of a run: {EVENTS} in it cannot be read: {source}", path.display())]
    NotARecord {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line is no event.
    #[error("{} is damaged: line {line} is no event of a run: {cause}", path.display())]
    Damaged {
        /// The file of the events.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        cause: String,
    },
    /// The record is of another form.
    #[error("{} is a record of form {form}, and only form {FORMAT} is known", path.display())]
    OtherForm {
        /// The folder.
        path: PathBuf,
        /// Its form.
        form: u32,
    },
    /// Nothing was recorded.
    #[error("{} has no events of a run in it", .0.display())]
    Nothing(PathBuf),
    /// A picture is missing, or damaged.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

impl RecordError {
    /// What the person can do about it: a clause without a full stop.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NotEmpty(_) => "name a folder that is not there yet, or an empty one",
            Self::Unwritable { .. } => "check that you may write there and that there is room",
            Self::NotARecord { .. } => {
                "give the folder that `queensight play --record FOLDER` has written"
            }
            Self::Damaged { .. } | Self::Picture(_) => {
                "copy the whole folder again; what comes before the damage can be kept by taking \
                 away the lines from there on"
            }
            Self::OtherForm { .. } => "replay it with the queensight that has written it",
            Self::Nothing(_) => "record a run anew: `queensight play --record FOLDER`",
        }
    }
}

impl Run {
    /// Reads the record in `folder`. A last line that was not written to its end, by a run that was
    /// killed, is left out.
    ///
    /// # Errors
    /// If there is no record, or a damaged one. Pictures are read when they are needed.
    pub fn open(folder: &Path) -> Result<Self, RecordError> {
        let path = folder.join(EVENTS);
        let text = fs::read_to_string(&path)
            .map_err(|source| RecordError::NotARecord { path: folder.to_owned(), source })?;
        let mut entries = Vec::new();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            if !line.ends_with('\n') {
                break;
            }
            let entry: Entry =
                serde_json::from_str(line).map_err(|error| RecordError::Damaged {
                    path: path.clone(),
                    line: index + 1,
                    cause: error.to_string(),
                })?;
            if let Event::Begin { form, .. } = entry.event
                && form != FORMAT
            {
                return Err(RecordError::OtherForm { path: folder.to_owned(), form });
            }
            entries.push(entry);
        }
        if !matches!(entries.first(), Some(Entry { event: Event::Begin { .. }, .. })) {
            return Err(RecordError::Nothing(folder.to_owned()));
        }
        Ok(Self { folder: folder.to_owned(), entries })
    }

    /// The games of the run, each from its beginning on.
    fn games(&self) -> impl Iterator<Item = &[Entry]> {
        let is_begin = |entry: &Entry| matches!(entry.event, Event::Begin { .. });
        self.entries.chunk_by(move |_, next| !is_begin(next))
    }

    fn picture(&self, name: &str) -> Result<RgbaImage, RecordError> {
        Ok(SavedImage::open(&self.folder.join(name))?.into_pixels())
    }
}
