//! Writing a record while a game is played.
//!
//! Whatever the player sees with, points with and tells the time by goes through a [`Tap`], which
//! hands each event to a thread that writes, and shares each picture with it. The game pays for
//! nothing else, unless the writer falls far behind.

use super::{EVENTS, Entry, Event, FORMAT, PlannedCell, RecordError, Seen};
use crate::board::CellSet;
use crate::capture::{CaptureError, Frame, FrameSource};
use crate::clock::Clock;
use crate::geometry::{DesktopPoint, DesktopRect, Lattice};
use crate::input::{Button, InputError, Passage, Pointer};
use crate::play::{Eyes, Options, PlayError, Played, Player, Stop};
use crate::vision::{Before, Reading, Refusal};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageError, RgbaImage};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The most bytes of pictures that wait to be written: 15 pictures of 1920 x 1080. A game looks at
/// little more than its board, and is over before they are reached; a screen that never rests and
/// has no board on it is looked at less often than a picture takes to be written.
const MOST_WAITING: usize = 128 << 20;

/// The most bytes of pictures in a record: an animated screen of 1920 x 1080 fills it in ten
/// minutes or so.
const MOST_WRITTEN: u64 = 1 << 30;

/// The folder of the pictures, within that of the record.
const PICTURES: &str = "frames";

/// Writes what is played into a folder.
pub struct Recorder {
    folder: PathBuf,
    lines: Option<Sender<Line>>,
    waiting: Arc<Waiting>,
    writer: Option<JoinHandle<io::Result<()>>>,
}

/// What is to be written next.
struct Line {
    us: u64,
    what: What,
}

enum What {
    Event(Event),
    Look(Frame),
}

/// The bytes of pictures that wait to be written.
#[derive(Default)]
struct Waiting {
    bytes: Mutex<usize>,
    less: Condvar,
}

impl Waiting {
    /// Adds `more` as soon as there is room for them, or nothing else waits.
    fn add(&self, more: usize) {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |bytes: &mut usize| *bytes > 0 && *bytes + more > MOST_WAITING;
        *self.less.wait_while(bytes, is_full).unwrap_or_else(PoisonError::into_inner) += more;
    }

    fn take(&self, done: usize) {
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner) -= done;
        self.less.notify_one();
    }
}

impl Recorder {
    /// Begins a record in `folder`, which is made if it is not there.
    ///
    /// # Errors
    /// If the folder cannot be written to, or is not empty.
    pub fn create(folder: &Path) -> Result<Self, RecordError> {
        let unwritable = |source| RecordError::Unwritable { path: folder.to_owned(), source };
        fs::create_dir_all(folder).map_err(unwritable)?;
        if fs::read_dir(folder).map_err(unwritable)?.next().is_some() {
            return Err(RecordError::NotEmpty(folder.to_owned()));
        }
        fs::create_dir(folder.join(PICTURES)).map_err(unwritable)?;
        let events = File::create_new(folder.join(EVENTS)).map_err(unwritable)?;
        let (lines, received) = mpsc::channel();
        let waiting = Arc::new(Waiting::default());
        let (owned, written) = (folder.to_owned(), Arc::clone(&waiting));
        let writer = thread::spawn(move || write_all(&owned, events, &received, &written));
        Ok(Self { folder: folder.to_owned(), lines: Some(lines), waiting, writer: Some(writer) })
    }

    /// Plays as [`Player::play`] does, and records it. Several games may follow each other.
    ///
    /// # Errors
    /// As [`Player::play`]; what goes wrong with the record, [`finish`](Self::finish) tells.
    pub fn play(&self, player: Player, options: &Options) -> Result<Played, PlayError> {
        let Player { source, eyes, pointer, clock, abort } = player;
        let options_kept = Box::new(options.clone());
        let queensight = env!("CARGO_PKG_VERSION").to_owned();
        self.note(clock, Event::Begin { form: FORMAT, queensight, options: options_kept });
        let tapped = Player {
            source: &mut Tap { inner: source, recorder: self, clock },
            eyes: &Watched { eyes, recorder: self, clock },
            pointer: &mut TappedPointer { inner: pointer, recorder: self, clock, known: None },
            clock,
            abort,
        };
        let played = tapped.play_telling(options, &mut |steps| {
            let cells = steps.iter().map(|step| PlannedCell {
                row: step.cell.row,
                col: step.cell.col,
                clicks: step.clicks,
            });
            self.note(clock, Event::Planned { cells: cells.collect() });
        });
        if matches!(played, Err(PlayError::Stopped { by: Stop::Asked, .. })) {
            self.note(clock, Event::Asked);
        }
        self.note(clock, Event::of_end(&played));
        played
    }

    /// Waits until all is written.
    ///
    /// # Errors
    /// If something could not be written; what was written before that is a record all the same.
    pub fn finish(mut self) -> Result<(), RecordError> {
        self.close().map_err(|source| RecordError::Unwritable { path: self.folder.clone(), source })
    }

    fn close(&mut self) -> io::Result<()> {
        // The writer ends with the last sender.
        self.lines = None;
        let Some(writer) = self.writer.take() else { return Ok(()) };
        writer.join().unwrap_or_else(|_| Err(io::Error::other("its thread has panicked")))
    }

    fn note(&self, clock: &dyn Clock, event: Event) {
        self.send(clock, What::Event(event));
    }

    fn note_look(&self, clock: &dyn Clock, looked: &Result<Frame, CaptureError>) {
        match looked {
            Ok(frame) => {
                self.waiting.add(frame.pixels.as_raw().len());
                self.send(clock, What::Look(frame.clone()));
            }
            Err(error) => self.note(clock, Event::NoScreen { why: error.to_string() }),
        }
    }

    fn send(&self, clock: &dyn Clock, what: What) {
        let us = u64::try_from(clock.now().as_micros()).unwrap_or(u64::MAX);
        if let Some(lines) = &self.lines {
            // It fails only when the writer is gone, and `finish` tells of that.
            let _ = lines.send(Line { us, what });
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        // Who wants to know has called `finish`.
        let _ = self.close();
    }
}

/// Writes all that is received. After a fault nothing more is written, but received all the same.
fn write_all(
    folder: &Path,
    mut events: File,
    lines: &Receiver<Line>,
    waiting: &Waiting,
) -> io::Result<()> {
    let mut pictures = Pictures { folder, count: 0, bytes: 0, last: None };
    let mut result = Ok(());
    for Line { us, what } in lines {
        let size = match &what {
            What::Look(frame) => frame.pixels.as_raw().len(),
            What::Event(_) => 0,
        };
        if result.is_ok() {
            result = write_line(&mut events, &mut pictures, us, what);
        }
        waiting.take(size);
    }
    result
}

fn write_line(events: &mut File, pictures: &mut Pictures, us: u64, what: What) -> io::Result<()> {
    let event = match what {
        What::Event(event) => event,
        What::Look(frame) => Event::Looked {
            origin: frame.placement.origin,
            scale: frame.placement.scale.get(),
            picture: pictures.keep(frame.pixels)?,
        },
    };
    let mut line = serde_json::to_string(&Entry { us, event })?;
    line.push('\n');
    events.write_all(line.as_bytes())
}

/// The pictures that were written.
struct Pictures<'a> {
    folder: &'a Path,
    count: usize,
    bytes: u64,
    /// The last one, and its name.
    last: Option<(String, Arc<RgbaImage>)>,
}

impl Pictures<'_> {
    /// Writes a picture, unless it is the last one again, and gives its name.
    fn keep(&mut self, pixels: Arc<RgbaImage>) -> io::Result<String> {
        if let Some((name, last)) = &self.last
            && *last == pixels
        {
            return Ok(name.clone());
        }
        if self.bytes > MOST_WRITTEN {
            return Err(io::Error::other("its pictures take more than a gigabyte"));
        }
        self.count += 1;
        let name = format!("{PICTURES}/{:04}.png", self.count);
        let mut png = Vec::new();
        let encoder =
            PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Adaptive);
        // All frames are opaque.
        let opaque = DynamicImage::from(RgbaImage::clone(&pixels)).into_rgb8();
        opaque.write_with_encoder(encoder).map_err(|error| match error {
            ImageError::IoError(error) => error,
            other => io::Error::other(other),
        })?;
        fs::write(self.folder.join(&name), &png)?;
        self.bytes += png.len() as u64;
        self.last = Some((name.clone(), pixels));
        Ok(name)
    }
}

/// A source that is recorded.
struct Tap<'a> {
    inner: &'a mut dyn FrameSource,
    recorder: &'a Recorder,
    clock: &'a dyn Clock,
}

impl FrameSource for Tap<'_> {
    fn frame(&mut self) -> Result<Frame, CaptureError> {
        let looked = self.inner.frame();
        self.recorder.note_look(self.clock, &looked);
        looked
    }

    fn part(&mut self, rect: &DesktopRect) -> Result<Frame, CaptureError> {
        let looked = self.inner.part(rect);
        self.recorder.note_look(self.clock, &looked);
        looked
    }

    fn has_changed(&mut self) -> Option<bool> {
        self.inner.has_changed()
    }
}

/// Eyes that are recorded.
struct Watched<'a> {
    eyes: &'a dyn Eyes,
    recorder: &'a Recorder,
    clock: &'a dyn Clock,
}

impl Watched<'_> {
    fn noted(&self, read: Result<Reading, Refusal>) -> Result<Reading, Refusal> {
        self.recorder.note(self.clock, Event::Read { seen: Seen::of(&read) });
        read
    }
}

impl Eyes for Watched<'_> {
    fn read(&self, pixels: &RgbaImage) -> Result<Reading, Refusal> {
        self.noted(self.eyes.read(pixels))
    }

    fn read_all(&self, pixels: &RgbaImage) -> Result<Vec<Reading>, Refusal> {
        let read = self.eyes.read_all(pixels)?;
        read.into_iter().map(|reading| self.noted(Ok(reading))).collect()
    }

    fn read_at(&self, pixels: &RgbaImage, lattice: &Lattice) -> Result<Reading, Refusal> {
        self.noted(self.eyes.read_at(pixels, lattice))
    }

    fn read_shaded(
        &self,
        pixels: &RgbaImage,
        lattice: &Lattice,
        before: &Before<'_>,
        marked: &CellSet,
    ) -> Result<Reading, Refusal> {
        self.noted(self.eyes.read_shaded(pixels, lattice, before, marked))
    }

    fn is_alike_in(&self, pixels: &RgbaImage, lattice: &Lattice, cells: &CellSet) -> bool {
        let alike = self.eyes.is_alike_in(pixels, lattice, cells);
        self.recorder.note(self.clock, Event::Compared { alike });
        alike
    }
}

/// A pointer that is recorded.
struct TappedPointer<'a> {
    inner: &'a mut dyn Pointer,
    recorder: &'a Recorder,
    clock: &'a dyn Clock,
    /// Where the record says that it is.
    known: Option<Option<DesktopPoint>>,
}

impl TappedPointer<'_> {
    fn note<T>(
        &self,
        done: Result<T, InputError>,
        event: impl FnOnce(&T) -> Event,
    ) -> Result<T, InputError> {
        let event = match &done {
            Ok(value) => event(value),
            Err(error) => Event::of_fault(error),
        };
        self.recorder.note(self.clock, event);
        done
    }
}

impl Pointer for TappedPointer<'_> {
    fn location(&mut self) -> Result<Option<DesktopPoint>, InputError> {
        let location = self.inner.location();
        if let Ok(at) = location
            && self.known == Some(at)
        {
            return location;
        }
        let location = self.note(location, |at| Event::Found { at: *at })?;
        self.known = Some(location);
        Ok(location)
    }

    fn move_to(&mut self, point: DesktopPoint) -> Result<(), InputError> {
        let moved = self.inner.move_to(point);
        self.known = Some(Some(point));
        self.note(moved, |()| Event::Moved { to: point })
    }

    fn click(
        &mut self,
        button: Button,
        hold: Duration,
    ) -> Result<Option<DesktopPoint>, InputError> {
        let clicked = self.inner.click(button, hold);
        let after = self.note(clicked, |after| Event::Clicked {
            button,
            to: None,
            before: None,
            after: *after,
        })?;
        self.known = Some(after);
        Ok(after)
    }

    fn click_at(&mut self, point: DesktopPoint, button: Button) -> Result<Passage, InputError> {
        let clicked = self.inner.click_at(point, button);
        let passage = self.note(clicked, |passage| Event::Clicked {
            button,
            to: Some(point),
            before: passage.before,
            after: passage.after,
        })?;
        self.known = Some(passage.after);
        Ok(passage)
    }
}
