//! Where frames come from: the screen, saved pictures, recordings.

#[cfg(all(unix, not(target_os = "macos")))]
mod pool;
mod portable;
mod replay;
mod saved;
mod screen;
#[cfg(all(unix, not(target_os = "macos")))]
mod shared_memory;
#[cfg(all(unix, not(target_os = "macos")))]
mod wayland;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;

pub use replay::Replay;
pub use saved::{MAX_PIXELS, MAX_SIDE, PictureError, SavedImage};
pub use screen::{MonitorChoice, MonitorInfo, Screen, ScreenRegion, ScreenRegionError};

use crate::geometry::{DesktopRect, Placement};
use image::RgbaImage;
use std::sync::Arc;
use std::time::Instant;

/// The pixels of one moment, and where on the desktop they lie.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The picture, opaque: whatever makes a frame lays transparent pixels over white. It is shared, and
    /// its memory may be used for another one when nobody has it any more.
    pub pixels: Arc<RgbaImage>,
    /// Where the picture lies on the desktop.
    pub placement: Placement,
    /// When it was taken.
    pub taken: Instant,
}

/// Something that can be looked at, again and again.
pub trait FrameSource {
    /// Looks now.
    ///
    /// # Errors
    /// If nothing can be seen, worded with what to do about it.
    fn frame(&mut self) -> Result<Frame, CaptureError>;

    /// Looks now, at no more than is needed to see what lies in `rect`; the frame knows what it
    /// shows. Where looking at a part is not faster, it shows everything.
    ///
    /// # Errors
    /// As [`frame`](Self::frame).
    fn part(&mut self, rect: &DesktopRect) -> Result<Frame, CaptureError> {
        let _ = rect;
        self.frame()
    }

    /// Whether anything has been painted since the last look; `None` where nobody tells. Some drivers
    /// do not tell of all that they paint: a look after a while is needed all the same.
    fn has_changed(&mut self) -> Option<bool> {
        None
    }
}

/// What keeps a frame from being taken.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CaptureError {
    /// There is no screen to look at.
    #[error("no screen can be reached: {0}")]
    NoScreen(String),
    /// There is a screen, but the system does not let it be looked at.
    #[error("the system does not let the screen be captured: {0}")]
    NoPermission(String),
    /// No monitor has this number or name.
    #[error("there is no monitor {wanted}; there is {}", list(.present))]
    NoSuchMonitor {
        /// What was asked for.
        wanted: String,
        /// The monitors that there are, in the order of their numbers.
        present: Vec<MonitorInfo>,
    },
    /// The region asked for is not on one monitor.
    #[error("the region {} is not inside of one monitor; there is {}", extent(.region), list(.present))]
    RegionOutside {
        /// What was asked for, in desktop points.
        region: DesktopRect,
        /// The monitors that it could lie on.
        present: Vec<MonitorInfo>,
    },
    /// The screen was there, and then it could not be captured.
    #[error("the screen could not be captured: {0}")]
    CaptureFailed(String),
}

impl CaptureError {
    /// What the person can do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoScreen(_) if cfg!(all(unix, not(target_os = "macos"))) => {
                "run it inside of a desktop session, with DISPLAY or WAYLAND_DISPLAY set; a saved screenshot can be \
                 read without a screen: queensight solve IMAGE"
            }
            Self::NoScreen(_) => {
                "run it inside of a desktop session; a saved screenshot can be read without a \
                 screen: queensight solve IMAGE"
            }
            Self::NoPermission(_) if cfg!(target_os = "macos") => {
                "allow screen recording for the terminal in System Settings, Privacy & Security, \
                 and start the terminal again"
            }
            Self::NoPermission(_) => "allow the screen to be shared when the system asks for it",
            Self::NoSuchMonitor { .. } => "give --monitor one of these numbers or names",
            Self::RegionOutside { .. } => "give --region X,Y,W,H in desktop points, on one monitor",
            Self::CaptureFailed(_) => "try again; a monitor that was unplugged must be chosen anew",
        }
    }
}

/// The monitors of this desktop; at least one.
fn list_monitors() -> Result<Box<dyn screen::Listing>, CaptureError> {
    crate::input::prepare_process();
    let listing = system_monitors().map_err(CaptureError::NoScreen)?;
    if listing.monitors().is_empty() {
        return Err(CaptureError::NoScreen("the desktop has no monitor".to_owned()));
    }
    Ok(listing)
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn system_monitors() -> Result<Box<dyn screen::Listing>, String> {
    let monitors = portable::Monitors::ask().map_err(|error| error.to_string())?;
    Ok(Box::new(monitors))
}

/// In a Wayland session those of its compositor, or where it shows them to nobody, those of the X
/// server beside it: their pixels come from the desktop's portal then.
#[cfg(all(unix, not(target_os = "macos")))]
fn system_monitors() -> Result<Box<dyn screen::Listing>, String> {
    let mut refusal = String::new();
    if crate::wayland::is_session() {
        match wayland::Outputs::ask() {
            Ok(outputs) => return Ok(Box::new(outputs)),
            Err(failure) => refusal = format!("{failure}, and by way of X11: "),
        }
    }
    let monitors = x11::Monitors::ask().map_err(|error| format!("{refusal}{error}"))?;
    Ok(Box::new(monitors))
}

fn extent(rect: &DesktopRect) -> String {
    format!("{} x {} at {},{}", rect.width(), rect.height(), rect.min.x, rect.min.y)
}

fn list(monitors: &[MonitorInfo]) -> String {
    if monitors.is_empty() {
        return "none at all".to_owned();
    }
    let names: Vec<String> = monitors
        .iter()
        .map(|monitor| format!("{} ({}, {})", monitor.number, monitor.name, extent(&monitor.rect)))
        .collect();
    names.join(", ")
}
