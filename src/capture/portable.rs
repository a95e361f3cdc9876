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
        Ok(Frame { pixels: pixels.into(), placement, taken })
    }

    fn is_portable(&self) -> bool {
        true
    }
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
pub(super) struct Monitors(Vec<(xcap::Monitor, super::MonitorInfo)>);

#[cfg(not(all(unix, not(target_os = "macos"))))]
impl Monitors {
    /// Asks the system.
    pub(super) fn ask() -> Result<Self, XCapError> {
        let numbered = xcap::Monitor::all()?.into_iter().zip(1..);
        let listed: Result<_, XCapError> = numbered
            .map(|(monitor, number)| {
                let info = info(&monitor, number)?;
                Ok((monitor, info))
            })
            .collect();
        Ok(Self(listed?))
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
impl super::screen::Listing for Monitors {
    fn monitors(&self) -> Vec<super::MonitorInfo> {
        self.0.iter().map(|(_, info)| info.clone()).collect()
    }

    fn ways_to(mut self: Box<Self>, index: usize) -> Vec<Box<dyn Way>> {
        let (handle, info) = self.0.swap_remove(index);
        vec![Box::new(Portable::new(handle, info.rect))]
    }
}

/// Where a monitor lies is told in the space of the pointer: points on macOS, physical pixels on
/// Windows.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn info(monitor: &xcap::Monitor, number: usize) -> Result<super::MonitorInfo, XCapError> {
    let corner =
        crate::geometry::DesktopPoint::new(f64::from(monitor.x()?), f64::from(monitor.y()?));
    let size = euclid::Size2D::new(f64::from(monitor.width()?), f64::from(monitor.height()?));
    Ok(super::MonitorInfo {
        number,
        name: monitor.name()?,
        rect: DesktopRect::from_origin_and_size(corner, size),
        is_primary: monitor.is_primary()?,
    })
}
