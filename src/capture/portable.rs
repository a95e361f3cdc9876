//! The way to the pixels that every system has, through `xcap`.

use super::screen::Way;
use super::{CaptureError, Frame};
use crate::geometry::{DesktopRect, Placement};
use std::time::Instant;
use xcap::XCapError;

/// A monitor, captured as a whole.
pub(super) struct Portable {
    handle: xcap::Monitor,
    rect: DesktopRect,
}

impl Portable {
    /// The monitor `handle`, that lies at `rect`.
    pub(super) fn new(handle: xcap::Monitor, rect: DesktopRect) -> Self {
        Self { handle, rect }
    }
}

impl Way for Portable {
    fn look(&mut self, _: &DesktopRect) -> Result<Frame, CaptureError> {
        let taken = Instant::now();
        let pixels = self.handle.capture_image().map_err(failure)?;
        if pixels.width() == 0 || pixels.height() == 0 {
            return Err(CaptureError::CaptureFailed("the picture is empty".to_owned()));
        }
        let placement = Placement::of_whole(&self.rect, &pixels);
        Ok(Frame { pixels, placement, taken })
    }

    fn is_portable(&self) -> bool {
        true
    }
}

pub(super) fn no_screen(error: impl ToString) -> CaptureError {
    CaptureError::NoScreen(error.to_string())
}

fn failure(error: XCapError) -> CaptureError {
    let cause = error.to_string();
    // macOS gives no picture without the permission, and a Wayland portal cancels the request.
    if cfg!(target_os = "macos") || cause.contains("canceled") {
        CaptureError::NoPermission(cause)
    } else {
        CaptureError::CaptureFailed(cause)
    }
}

/// The monitors of Windows and macOS.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) mod listing {
    use super::{Portable, no_screen};
    use crate::capture::screen::Way;
    use crate::capture::{CaptureError, MonitorInfo};
    use crate::geometry::{DesktopPoint, DesktopRect};
    use xcap::{Monitor, XCapError};

    /// The monitors that there are.
    pub(in crate::capture) struct Listing(Vec<(Monitor, MonitorInfo)>);

    impl Listing {
        /// Asks the system.
        pub(in crate::capture) fn ask() -> Result<Self, CaptureError> {
            let monitors = Monitor::all().map_err(no_screen)?;
            let numbered = monitors.into_iter().zip(1..);
            let listed: Result<Vec<_>, XCapError> = numbered
                .map(|(monitor, number)| {
                    let info = info(&monitor, number)?;
                    Ok((monitor, info))
                })
                .collect();
            match listed.map_err(no_screen)? {
                none if none.is_empty() => Err(no_screen("the desktop has no monitor")),
                some => Ok(Self(some)),
            }
        }

        /// What is known of them, in the order of their numbers.
        pub(in crate::capture) fn monitors(&self) -> Vec<MonitorInfo> {
            self.0.iter().map(|(_, info)| info.clone()).collect()
        }

        /// How to look at one of them, by its place in [`monitors`](Self::monitors).
        pub(in crate::capture) fn ways_to(&mut self, index: usize) -> Vec<Box<dyn Way>> {
            let (handle, info) = self.0.swap_remove(index);
            vec![Box::new(Portable::new(handle, info.rect))]
        }
    }

    /// Where a monitor lies is told in the space of the pointer: points on macOS, physical pixels
    /// on Windows.
    fn info(monitor: &Monitor, number: usize) -> Result<MonitorInfo, XCapError> {
        let corner = DesktopPoint::new(f64::from(monitor.x()?), f64::from(monitor.y()?));
        let size = euclid::Size2D::new(f64::from(monitor.width()?), f64::from(monitor.height()?));
        Ok(MonitorInfo {
            number,
            name: monitor.name()?,
            rect: DesktopRect::from_origin_and_size(corner, size),
            is_primary: monitor.is_primary()?,
        })
    }
}
