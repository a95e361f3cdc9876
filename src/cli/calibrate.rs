//! `calibrate`: measures a board and writes what was found into a profile.

use super::file::{self, Input};
use super::json::{self, BoardRecord, rounded, to_line};
use super::screen::ScreenArguments;
use super::text::percent;
use super::{Failure, overlay, write};
use queensight::calibration::{Lines, Look, Place, Profile, Profiles, measure_lines};
use queensight::capture::{Frame, FrameSource as _, SavedImage, Screen};
use queensight::clock::SystemClock;
use queensight::geometry::Placement;
use queensight::input::Desktop;
use queensight::play::{Abort, Manners, Patience, Player, Vision};
use queensight::vision::{self, Reading};
use serde::Serialize;
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::slice;

/// Measures a board, on the screen or in a picture, and writes a profile to play it by.
///
/// Without --name or --out it only says what it measured.
#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON)]
pub(crate) struct Arguments {
    /// A picture to measure; without one, the screen is looked at.
    #[arg(conflicts_with_all = ["monitor", "region"])]
    image: Option<PathBuf>,
    #[command(flatten)]
    screen: ScreenArguments,
    /// IMAGE shows the whole desktop, one pixel to a point: what is measured in it is a place on
    /// the desktop.
    #[arg(long, requires = "image")]
    whole_desktop: bool,
    /// Click in one cell of the live board to learn which clicks make a queen, and take her away
    /// again.
    #[arg(long, conflicts_with = "image")]
    try_clicks: bool,
    /// Write the profile to your own profiles, under this name.
    #[arg(long)]
    name: Option<String>,
    /// Write the profile to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "name")]
    out: Option<PathBuf>,
    /// Write over a profile that is there: its comments stay, and what is not measured this time.
    #[arg(long)]
    force: bool,
    /// Draw what was read over the picture, as PNG.
    #[arg(long, value_name = "FILE")]
    overlay: Option<PathBuf>,
    /// Write what was measured as one JSON object.
    #[arg(long)]
    json: bool,
}

const JSON: &str = "\
JSON, one object; lengths are pixels of the picture, but desktop points in place:
  board            as `queensight solve --json` writes it
  confidence       how sure the reading is, from 0 to 1
  lattice          size; left and top of the first cell; pitch_x and pitch_y, from cell to cell
  lines            thin, within a region, and wall, between regions; null where none is drawn
  look             colour_margin and colour_spread, in CIELAB dE (1976)
  place            the lattice on the desktop; null where it is not known
  clicks_to_queen  1 or 2: learned with --try-clicks, else that of the profile
  clicks_on_cross  1 or 2: the same, where a cross stands
  button           left or right: the same
  hover_first      whether the pointer must be over a cell before it takes a click: the same
  auto_crosses     whether a queen crosses out what she attacks: the same
  locked_queens    whether queens that stand from the start stay: the same
  profile          the file that was written; null if none was

or, when it failed: error with message, hint and kind.";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    json::end(calibrate(arguments), arguments.json)
}

fn calibrate(arguments: &Arguments) -> Result<(), Failure> {
    let target = target(arguments)?;
    let old = target.as_deref().map(|target| read_old(target, arguments.force)).transpose()?;
    let (old_text, old) = old.flatten().unzip();
    let mut profile: Profile = old.unwrap_or_default();

    let overlay = match (&arguments.overlay, &arguments.image) {
        (Some(overlay), Some(image)) => overlay::paths(overlay, slice::from_ref(image))?.pop(),
        (overlay, _) => overlay.clone(),
    };
    if let (Some(overlay), Some(target)) = (&overlay, &target) {
        file::expect_distinct(overlay, target)?;
    }

    let (frame, screen) = look(arguments)?;
    let reading = vision::read(&frame.pixels);
    if let Some(overlay) = &overlay {
        overlay::save(overlay, &frame.pixels, reading.as_ref().map(slice::from_ref))?;
    }
    let reading = reading.map_err(|refusal| Failure::refused(refusal, overlay.as_deref()))?;
    let lines = measure_lines(&frame.pixels, &reading);
    profile.look = Some(Look::from(&reading.evidence));
    if screen.is_some() || arguments.whole_desktop {
        profile.place = Some(Place::of(&reading.lattice, &frame.placement));
    }
    if let Some(mut screen) = screen.filter(|_| arguments.try_clicks) {
        profile.manners = learn_manners(&mut screen, frame, &reading, profile.manners)?;
    }
    if let Some(target) = &target {
        write_profile(&profile, old_text.as_deref(), target, arguments.name.is_some())?;
    }
    let file = target.as_deref();
    let measured = Measured { reading: &reading, lines, profile: &profile, file };
    write(&if arguments.json { measured.to_json()? } else { measured.to_text() })
}

/// The picture to measure, and the screen if it is of one.
fn look(arguments: &Arguments) -> Result<(Frame, Option<Screen>), Failure> {
    let Some(path) = &arguments.image else {
        let mut screen = arguments.screen.open()?;
        return Ok((screen.frame()?, Some(screen)));
    };
    match file::read_input(path)? {
        Input::Picture(pixels) => Ok((SavedImage::from_pixels(pixels).frame()?, None)),
        Input::Text(_) => Err(Failure::NoPicture.of(path)),
    }
}

fn learn_manners(
    screen: &mut Screen,
    frame: Frame,
    reading: &Reading,
    expected: Manners,
) -> Result<Manners, Failure> {
    let abort = Abort::default();
    let raised = abort.clone();
    ctrlc::set_handler(move || raised.raise())?;
    let player = Player {
        source: screen,
        eyes: &Vision,
        pointer: &mut Desktop::open()?,
        clock: &SystemClock::start(),
        abort: &abort,
    };
    Ok(player.learn_manners(frame, reading, expected, &Patience::default())?)
}

/// Where the profile goes, if anywhere.
fn target(arguments: &Arguments) -> Result<Option<PathBuf>, Failure> {
    match &arguments.name {
        Some(name) => Ok(Some(Profiles::of_person().file(name)?)),
        None => Ok(arguments.out.clone()),
    }
}

/// The profile that is written over and its text; none if there is none, or if it is wrong and so
/// not worth keeping.
fn read_old(target: &Path, force: bool) -> Result<Option<(String, Profile)>, Failure> {
    if !target.exists() {
        return Ok(None);
    }
    if !force {
        return Err(Failure::ProfileExists(target.to_owned()));
    }
    let text = fs::read_to_string(target).map_err(|source| file::unreadable(target, &source))?;
    Ok(Profile::from_toml(&text).ok().map(|profile| (text, profile)))
}

fn write_profile(
    profile: &Profile,
    old_text: Option<&str>,
    target: &Path,
    make_folder: bool,
) -> Result<(), Failure> {
    let kept = old_text.and_then(|old| profile.to_toml_like(old).ok());
    let text = kept.unwrap_or_else(|| profile.to_toml());
    if let Some(folder) = target.parent().filter(|_| make_folder) {
        file::make_folder(folder)?;
    }
    file::write_whole(target, text.as_bytes())
}

/// What was measured, to be told.
struct Measured<'a> {
    reading: &'a Reading,
    lines: Lines,
    /// With what was measured in it.
    profile: &'a Profile,
    /// Where the profile was written to.
    file: Option<&'a Path>,
}

/// What `--json` writes. Lengths are pixels of the picture, but for those of the place.
#[derive(Serialize)]
struct Record<'a> {
    board: BoardRecord,
    confidence: f64,
    lattice: LatticeRecord,
    /// `null` where nothing is drawn.
    lines: LinesRecord,
    look: LookRecord,
    /// In desktop points; `null` where it is not known.
    place: Option<LatticeRecord>,
    #[serde(flatten)]
    manners: Manners,
    /// The file that was written.
    profile: Option<Cow<'a, str>>,
}

#[derive(Serialize)]
struct LatticeRecord {
    size: usize,
    left: f64,
    top: f64,
    pitch_x: f64,
    pitch_y: f64,
}

impl From<Place> for LatticeRecord {
    fn from(Place { size, origin, pitch }: Place) -> Self {
        Self {
            size,
            left: rounded(origin.x),
            top: rounded(origin.y),
            pitch_x: rounded(pitch.x),
            pitch_y: rounded(pitch.y),
        }
    }
}

#[derive(Serialize)]
struct LinesRecord {
    thin: Option<f64>,
    wall: Option<f64>,
}

#[derive(Serialize)]
struct LookRecord {
    colour_margin: f64,
    colour_spread: f64,
}

impl Measured<'_> {
    fn to_json(&self) -> Result<String, Failure> {
        let Reading { lattice, evidence, .. } = self.reading;
        let record = Record {
            board: BoardRecord::from(self.reading),
            confidence: rounded(evidence.confidence),
            // Without a desktop, points are pixels.
            lattice: Place::of(lattice, &Placement::IDENTITY).into(),
            lines: LinesRecord {
                thin: self.lines.thin.map(rounded),
                wall: self.lines.wall.map(rounded),
            },
            look: LookRecord {
                colour_margin: rounded(evidence.colour_margin),
                colour_spread: rounded(evidence.colour_spread),
            },
            place: self.profile.place.map(LatticeRecord::from),
            manners: self.profile.manners,
            profile: self.file.map(Path::to_string_lossy),
        };
        to_line(&record)
    }

    fn to_text(&self) -> String {
        let Reading { board, lattice, rect, evidence, .. } = self.reading;
        let size = board.size();
        let width = |width: Option<f64>| {
            width.map_or("not drawn".to_owned(), |width| format!("{width:.1} pixels wide"))
        };
        let place = match &self.profile.place {
            Some(place) => {
                format!("at {:.1}, {:.1} of the desktop", place.origin.x, place.origin.y)
            }
            None => "not known: the picture is of no desktop".to_owned(),
        };
        let file = match self.file {
            Some(file) => format!("written to {}", file.display()),
            None => "not written: give --name NAME or --out FILE".to_owned(),
        };
        format!(
            "board    {size}×{size}, {:.0}×{:.0} pixels at {:.0}, {:.0}; confidence {}\n\
             cells    {:.2}×{:.2} pixels, the first at {:.1}, {:.1}\n\
             lines    within a region {}, between regions {}\n\
             colours  two regions differ by {:.1} or more, a cell from its region by {:.1} or less\n\
             place    {place}\n\
             manners  {}\n\
             profile  {file}\n",
            rect.width(),
            rect.height(),
            rect.min.x,
            rect.min.y,
            percent(evidence.confidence),
            lattice.pitch.x,
            lattice.pitch.y,
            lattice.origin.x,
            lattice.origin.y,
            width(self.lines.thin),
            width(self.lines.wall),
            evidence.colour_margin,
            evidence.colour_spread,
            self.profile.manners,
        )
    }
}
