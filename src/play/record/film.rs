//! A run as a moving picture: its board, from the first look at it to the last, in real time.

use super::{Entry, Event, RecordError, Run};
use crate::geometry::{DesktopRect, FramePoint, FrameRect, Placement};
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, DynamicImage, RgbaImage, imageops};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// How much of the page is shown around the board, in widths of the board.
const AROUND: f64 = 0.08;

/// How long a picture stays at least: browsers show shorter ones for a tenth of a second.
const LEAST: Duration = Duration::from_millis(20);

/// How long the last picture stays.
const LAST: Duration = Duration::from_secs(2);

/// How fast the colours of a GIF are chosen, from 1, the best, to 30. Boards have few colours.
const GIF_SPEED: i32 = 10;

/// The file of a film; its ending tells of which kind it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilmFile {
    path: PathBuf,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Gif,
    Apng,
}

/// A file name that is no film's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a film is a file that ends with .gif, .apng or .png")]
pub struct NoFilmFile;

impl FromStr for FilmFile {
    type Err = NoFilmFile;

    fn from_str(text: &str) -> Result<Self, NoFilmFile> {
        let path = PathBuf::from(text);
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase).unwrap_or_default();
        let kind = match ending.to_str() {
            Some("gif") => Kind::Gif,
            Some("apng" | "png") => Kind::Apng,
            _ => return Err(NoFilmFile),
        };
        Ok(Self { path, kind })
    }
}

impl FilmFile {
    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// What keeps a run from being filmed.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// No board was seen in it.
    #[error("no board was seen in the run, and there is nothing to film")]
    NoBoard,
    /// Its record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The film cannot be written.
    #[error("the film cannot be written to {}: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl FilmError {
    /// What the person can do about it: a clause without a full stop.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoBoard => "film a run in which a board was played",
            Self::Record(error) => error.hint(),
            Self::Unwritable { .. } => "check that the folder exists and that you may write there",
        }
    }
}

/// A picture of the run, and where it lies.
struct Shot<'a> {
    picture: &'a str,
    placement: Placement,
    at: Duration,
}

impl Run {
    /// Writes the run as a film, which begins when a board was first seen.
    ///
    /// # Errors
    /// If no board was seen, if the record cannot be read, or if the file cannot be written.
    pub fn film(&self, file: &FilmFile) -> Result<(), FilmError> {
        let (shots, board) = self.shots().ok_or(FilmError::NoBoard)?;
        let placement = shots[0].placement;
        let first = self.picture(shots[0].picture)?;
        let stage = stage(&board, &placement, &first).ok_or(FilmError::NoBoard)?;
        let (width, height) = (stage.width() as u32, stage.height() as u32);
        let unwritable = |source| FilmError::Unwritable { path: file.path.clone(), source };
        let out = BufWriter::new(File::create(&file.path).map_err(unwritable)?);
        let count = u32::try_from(shots.len()).unwrap_or(u32::MAX);
        let mut film: Box<dyn Film> = match file.kind {
            Kind::Gif => Box::new(Gif::new(out).map_err(unwritable)?),
            Kind::Apng => Box::new(Apng::new(out, width, height, count).map_err(unwritable)?),
        };
        let corner = placement.to_desktop(stage.min);
        let mut canvas = RgbaImage::new(width, height);
        for (index, shot) in shots.iter().enumerate() {
            let at = shot.placement.to_frame(corner);
            let seen = self.picture(shot.picture)?;
            imageops::replace(&mut canvas, &seen, -(at.x.round() as i64), -(at.y.round() as i64));
            let until = shots.get(index + 1).map_or(shot.at + LAST, |next| next.at);
            film.show(&canvas, until.saturating_sub(shot.at)).map_err(unwritable)?;
        }
        film.end().map_err(unwritable)
    }

    /// The looks at the board, from the first time that it was read on, as far as they differ and
    /// stay long enough to be seen; and where the board was.
    fn shots(&self) -> Option<(Vec<Shot<'_>>, DesktopRect)> {
        let mut shots: Vec<Shot> = Vec::new();
        let mut board: Option<DesktopRect> = None;
        let mut look = None;
        for Entry { us, event } in &self.entries {
            let at = Duration::from_micros(*us);
            match event {
                Event::Looked { picture, origin, scale } => {
                    let placement =
                        Placement { origin: *origin, scale: euclid::Scale::new(*scale) };
                    look = Some((picture.as_str(), placement, at));
                    if board.is_some() {
                        add(&mut shots, Shot { picture, placement, at });
                    }
                }
                Event::Read { seen } => {
                    let Some((picture, placement, at)) = look else { continue };
                    let Some(rect) = seen.on_desktop(&placement) else { continue };
                    if board.is_none() {
                        shots.push(Shot { picture, placement, at });
                    }
                    board = Some(board.map_or(rect, |board| board.union(&rect)));
                }
                _ => {}
            }
        }
        Some((shots, board?))
    }
}

/// Adds a look, unless it shows what the last one did; it takes the place of one that stayed too
/// short, but for the first, which is the only one that is sure to show the whole stage.
fn add<'a>(shots: &mut Vec<Shot<'a>>, shot: Shot<'a>) {
    let Some(last) = shots.last() else { return };
    if last.picture == shot.picture {
        return;
    }
    if shots.len() > 1 && shot.at.saturating_sub(last.at) < LEAST {
        let at = last.at;
        shots.pop();
        shots.push(Shot { at, ..shot });
    } else {
        shots.push(shot);
    }
}

/// The part of the first picture that the film shows: the board and a little of what is around it.
fn stage(board: &DesktopRect, placement: &Placement, first: &RgbaImage) -> Option<FrameRect> {
    let away = AROUND * board.width();
    let shown = board.inflate(away, away);
    let whole = FrameRect::new(
        FramePoint::origin(),
        FramePoint::new(f64::from(first.width()), f64::from(first.height())),
    );
    let stage = FrameRect::new(placement.to_frame(shown.min), placement.to_frame(shown.max));
    stage.round_out().intersection(&whole)
}

/// A film that is being written.
trait Film {
    /// Shows a picture for so long.
    fn show(&mut self, picture: &RgbaImage, time: Duration) -> io::Result<()>;

    /// Writes the end.
    fn end(self: Box<Self>) -> io::Result<()>;
}

struct Gif<W: Write> {
    encoder: GifEncoder<W>,
    /// A GIF counts in hundredths of a second: what was rounded off is made up for later.
    owed: Duration,
}

impl<W: Write> Gif<W> {
    fn new(out: W) -> io::Result<Self> {
        let mut encoder = GifEncoder::new_with_speed(out, GIF_SPEED);
        encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
        Ok(Self { encoder, owed: Duration::ZERO })
    }
}

impl<W: Write> Film for Gif<W> {
    fn show(&mut self, picture: &RgbaImage, time: Duration) -> io::Result<()> {
        let wanted = time + self.owed;
        let shown = Duration::from_millis(wanted.as_millis() as u64 / 10 * 10).max(LEAST);
        self.owed = wanted.saturating_sub(shown);
        let delay = Delay::from_saturating_duration(shown);
        let frame = image::Frame::from_parts(picture.clone(), 0, 0, delay);
        self.encoder.encode_frame(frame).map_err(io::Error::other)
    }

    fn end(self: Box<Self>) -> io::Result<()> {
        // The encoder writes the trailer, and its writer flushes, when they are dropped.
        Ok(())
    }
}

struct Apng<W: Write> {
    writer: png::Writer<W>,
}

impl<W: Write> Apng<W> {
    fn new(out: W, width: u32, height: u32, count: u32) -> io::Result<Self> {
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_animated(count, 0).map_err(io::Error::from)?;
        Ok(Self { writer: encoder.write_header().map_err(io::Error::from)? })
    }
}

impl<W: Write> Film for Apng<W> {
    fn show(&mut self, picture: &RgbaImage, time: Duration) -> io::Result<()> {
        let milliseconds = u16::try_from(time.as_millis()).unwrap_or(u16::MAX);
        self.writer.set_frame_delay(milliseconds, 1000).map_err(io::Error::from)?;
        let opaque = DynamicImage::from(picture.clone()).into_rgb8();
        self.writer.write_image_data(opaque.as_raw()).map_err(io::Error::from)
    }

    fn end(self: Box<Self>) -> io::Result<()> {
        self.writer.finish().map_err(io::Error::from)
    }
}
