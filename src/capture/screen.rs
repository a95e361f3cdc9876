//! The screen, one monitor of it or a part of one.

use super::{CaptureError, Frame, FrameSource};
use crate::geometry::{DesktopPoint, DesktopRect, FramePoint, Placement};
use crate::input::is_wayland;
use image::{RgbaImage, imageops};
use std::fmt;
use std::str::FromStr;
use std::time::Instant;
use xcap::XCapError;

#[cfg(all(unix, not(target_os = "macos")))]
use super::x11::SharedScreen;
#[cfg(not(all(unix, not(target_os = "macos"))))]
use shared::SharedScreen;

/// What is known of a monitor.
#[derive(Debug, Clone, PartialEq)]
pub struct MonitorInfo {
    /// Its number, from 1, in the system's order.
    pub number: usize,
    /// Its name, as the system gives it: that of the output on X11.
    pub name: String,
    /// Where it lies on the desktop.
    pub rect: DesktopRect,
    /// Whether it is the primary one.
    pub is_primary: bool,
}

/// Which monitor to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MonitorChoice {
    /// The one with this number, from 1.
    Number(usize),
    /// The one with this name, in capitals or not.
    Name(String),
}

impl FromStr for MonitorChoice {
    type Err = std::convert::Infallible;

    /// Digits are a number, anything else is a name.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.parse().map_or_else(|_| Self::Name(text.to_owned()), Self::Number))
    }
}

impl fmt::Display for MonitorChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => write!(f, "\"{name}\""),
        }
    }
}

impl MonitorChoice {
    fn is(&self, monitor: &MonitorInfo) -> bool {
        match self {
            Self::Number(number) => monitor.number == *number,
            Self::Name(name) => monitor.name.eq_ignore_ascii_case(name),
        }
    }
}

/// A part of the desktop, in points; it is never empty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScreenRegion(DesktopRect);

/// A text that is no region of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScreenRegionError {
    /// It is not four whole numbers.
    #[error("a region is four whole numbers: X,Y,WIDTH,HEIGHT")]
    Form,
    /// It has no area.
    #[error("a region's width and height are 1 or more")]
    Area,
}

impl FromStr for ScreenRegion {
    type Err = ScreenRegionError;

    /// Reads `X,Y,WIDTH,HEIGHT`; X and Y may be negative.
    fn from_str(text: &str) -> Result<Self, ScreenRegionError> {
        let numbers: Result<Vec<i32>, _> =
            text.split(',').map(|part| part.trim().parse()).collect();
        let Ok([x, y, width, height]) = numbers.as_deref() else {
            return Err(ScreenRegionError::Form);
        };
        if *width < 1 || *height < 1 {
            return Err(ScreenRegionError::Area);
        }
        let corner = DesktopPoint::new(f64::from(*x), f64::from(*y));
        let size = euclid::Size2D::new(f64::from(*width), f64::from(*height));
        Ok(Self(DesktopRect::from_origin_and_size(corner, size)))
    }
}

/// One monitor, or a part of it.
pub struct Screen {
    handle: xcap::Monitor,
    monitor: MonitorInfo,
    region: Option<ScreenRegion>,
    /// The fast way to the pixels, as long as there is one.
    shared: Option<SharedScreen>,
}

impl Screen {
    /// Chooses a monitor: the one asked for, else the one that `region` lies on, else the primary
    /// one.
    ///
    /// # Errors
    /// If there is no screen, no such monitor, or the region is not inside of one.
    pub fn open(
        choice: Option<&MonitorChoice>,
        region: Option<ScreenRegion>,
    ) -> Result<Self, CaptureError> {
        let mut monitors = monitors()?;
        let infos: Vec<MonitorInfo> = monitors.iter().map(|(_, info)| info.clone()).collect();
        let index = choose(&infos, choice, region)?;
        let (handle, monitor) = monitors.swap_remove(index);
        let shared = if is_wayland() { None } else { SharedScreen::open().ok() };
        Ok(Self { handle, monitor, region, shared })
    }

    /// Whether pictures come through memory that is shared with the X server.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.shared.is_some()
    }

    /// The same screen, looked at in the way that every system has: slower, and the same to the
    /// last pixel.
    #[must_use]
    pub fn portable(self) -> Self {
        Self { shared: None, ..self }
    }

    /// What is looked at.
    fn rect(&self) -> DesktopRect {
        self.region.map_or(self.monitor.rect, |ScreenRegion(region)| region)
    }

    /// What `rect` shows, by the fast way; none where there is no such way, or no longer.
    fn shared_frame(&mut self, rect: &DesktopRect) -> Option<Frame> {
        let taken = Instant::now();
        match self.shared.as_ref()?.capture(rect) {
            Ok((pixels, rect)) => {
                let placement = Placement { origin: rect.min, scale: euclid::Scale::new(1.0) };
                Some(Frame { pixels, placement, taken })
            }
            // The other way says what is wrong, or works.
            Err(_) => {
                self.shared = None;
                None
            }
        }
    }

    /// The monitors of this desktop, in the order of their numbers; at least one.
    ///
    /// # Errors
    /// If there is no screen.
    pub fn monitors() -> Result<Vec<MonitorInfo>, CaptureError> {
        Ok(monitors()?.into_iter().map(|(_, info)| info).collect())
    }

    /// The monitor that is looked at.
    #[must_use]
    pub fn monitor(&self) -> &MonitorInfo {
        &self.monitor
    }
}

impl FrameSource for Screen {
    fn frame(&mut self) -> Result<Frame, CaptureError> {
        if let Some(frame) = self.shared_frame(&self.rect()) {
            return Ok(frame);
        }
        let taken = Instant::now();
        let pixels = self.handle.capture_image().map_err(capture_failure)?;
        if pixels.width() == 0 || pixels.height() == 0 {
            return Err(CaptureError::CaptureFailed("the picture is empty".to_owned()));
        }
        let placement = placement(&self.monitor.rect, &pixels);
        let (pixels, placement) = match self.region {
            Some(ScreenRegion(region)) => crop(&pixels, placement, &region),
            None => (pixels, placement),
        };
        Ok(Frame { pixels, placement, taken })
    }

    fn part(&mut self, rect: &DesktopRect) -> Result<Frame, CaptureError> {
        let part = self.rect().intersection(rect);
        match part.and_then(|part| self.shared_frame(&part)) {
            Some(frame) => Ok(frame),
            None => self.frame(),
        }
    }
}

/// The index of the monitor to look at.
fn choose(
    monitors: &[MonitorInfo],
    choice: Option<&MonitorChoice>,
    region: Option<ScreenRegion>,
) -> Result<usize, CaptureError> {
    let holds_region = |monitor: &MonitorInfo| {
        region.is_none_or(|ScreenRegion(region)| monitor.rect.contains_box(&region))
    };
    let outside = |ScreenRegion(region), present| CaptureError::RegionOutside { region, present };
    if let Some(choice) = choice {
        let index = monitors.iter().position(|monitor| choice.is(monitor)).ok_or_else(|| {
            CaptureError::NoSuchMonitor { wanted: choice.to_string(), present: monitors.to_vec() }
        })?;
        return match region {
            Some(region) if !holds_region(&monitors[index]) => {
                Err(outside(region, vec![monitors[index].clone()]))
            }
            _ => Ok(index),
        };
    }
    if let Some(region) = region {
        return monitors
            .iter()
            .position(holds_region)
            .ok_or_else(|| outside(region, monitors.to_vec()));
    }
    Ok(monitors.iter().position(|monitor| monitor.is_primary).unwrap_or(0))
}

/// Where a picture of a whole monitor lies. The scale is measured on the picture: what systems say
/// of it is a setting for text (X11's `Xft.dpi`) or rounded.
fn placement(monitor: &DesktopRect, pixels: &RgbaImage) -> Placement {
    let scale = f64::from(pixels.width()) / monitor.width();
    Placement { origin: monitor.min, scale: euclid::Scale::new(scale) }
}

/// The part of a monitor's picture that shows `region`, in whole pixels.
fn crop(pixels: &RgbaImage, placement: Placement, region: &DesktopRect) -> (RgbaImage, Placement) {
    let inside = |value: f64, length: u32| value.round().clamp(0.0, f64::from(length)) as u32;
    let corner = |point: DesktopPoint| {
        let FramePoint { x, y, .. } = placement.to_frame(point);
        (inside(x, pixels.width()), inside(y, pixels.height()))
    };
    let (left, top) = corner(region.min);
    let (right, bottom) = corner(region.max);
    let part = imageops::crop_imm(pixels, left, top, right - left, bottom - top).to_image();
    let origin = placement.to_desktop(FramePoint::new(f64::from(left), f64::from(top)));
    (part, Placement { origin, ..placement })
}

fn monitors() -> Result<Vec<(xcap::Monitor, MonitorInfo)>, CaptureError> {
    crate::input::prepare_process();
    let rects = rects::Rects::ask()?;
    let monitors = xcap::Monitor::all().map_err(no_screen)?;
    let listed: Result<Vec<_>, XCapError> = monitors
        .into_iter()
        .enumerate()
        .map(|(index, handle)| {
            let info = MonitorInfo {
                number: index + 1,
                name: handle.name()?,
                rect: rects.of(&handle)?,
                is_primary: handle.is_primary()?,
            };
            Ok((handle, info))
        })
        .collect();
    let listed = listed.map_err(no_screen)?;
    if listed.is_empty() {
        return Err(CaptureError::NoScreen("the desktop has no monitor".to_owned()));
    }
    Ok(listed)
}

fn no_screen(error: XCapError) -> CaptureError {
    CaptureError::NoScreen(error.to_string())
}

fn capture_failure(error: XCapError) -> CaptureError {
    let cause = error.to_string();
    // macOS gives no picture without the permission, and a Wayland portal cancels the request.
    if cfg!(target_os = "macos") || cause.contains("canceled") {
        CaptureError::NoPermission(cause)
    } else {
        CaptureError::CaptureFailed(cause)
    }
}

/// Where monitors lie, in the space of the pointer.
#[cfg(all(unix, not(target_os = "macos")))]
mod rects {
    use super::CaptureError;
    use crate::geometry::{DesktopPoint, DesktopRect};
    use std::collections::HashMap;
    use std::error::Error;
    use x11rb::connection::Connection;
    use x11rb::protocol::randr::ConnectionExt;
    use xcap::{Monitor, XCapError};

    /// The rectangle of each output, in pixels of the root window. They are asked for here because
    /// xcap divides its own by `Xft.dpi / 96` and rounds, while neither the picture nor the
    /// pointer knows of that setting.
    pub(super) struct Rects(HashMap<u32, DesktopRect>);

    impl Rects {
        pub(super) fn ask() -> Result<Self, CaptureError> {
            Self::try_ask().map_err(|error| CaptureError::NoScreen(error.to_string()))
        }

        fn try_ask() -> Result<Self, Box<dyn Error>> {
            let (connection, screen) = x11rb::connect(None)?;
            let root = connection.setup().roots[screen].root;
            let reply = connection.randr_get_monitors(root, true)?.reply()?;
            let mut rects = HashMap::new();
            for monitor in reply.monitors {
                let corner = DesktopPoint::new(f64::from(monitor.x), f64::from(monitor.y));
                let size = euclid::Size2D::new(f64::from(monitor.width), f64::from(monitor.height));
                let rect = DesktopRect::from_origin_and_size(corner, size);
                rects.extend(monitor.outputs.into_iter().map(|output| (output, rect)));
            }
            Ok(Self(rects))
        }

        pub(super) fn of(&self, monitor: &Monitor) -> Result<DesktopRect, XCapError> {
            let unknown = || XCapError::new("a monitor went away while it was being looked at");
            self.0.get(&monitor.id()?).copied().ok_or_else(unknown)
        }
    }
}

/// Elsewhere there is only the way that every system has.
#[cfg(not(all(unix, not(target_os = "macos"))))]
mod shared {
    use crate::geometry::DesktopRect;
    use image::RgbaImage;
    use std::convert::Infallible;

    pub(super) struct SharedScreen(Infallible);

    impl SharedScreen {
        pub(super) fn open() -> Result<Self, &'static str> {
            Err("there is no X server")
        }

        pub(super) fn capture(
            &self,
            _: &DesktopRect,
        ) -> Result<(RgbaImage, DesktopRect), Infallible> {
            match self.0 {}
        }
    }
}

/// Where monitors lie, in the space of the pointer: points on macOS, physical pixels on Windows.
#[cfg(not(all(unix, not(target_os = "macos"))))]
mod rects {
    use super::CaptureError;
    use crate::geometry::{DesktopPoint, DesktopRect};
    use xcap::{Monitor, XCapError};

    pub(super) struct Rects;

    impl Rects {
        pub(super) fn ask() -> Result<Self, CaptureError> {
            Ok(Self)
        }

        pub(super) fn of(&self, monitor: &Monitor) -> Result<DesktopRect, XCapError> {
            let corner = DesktopPoint::new(f64::from(monitor.x()?), f64::from(monitor.y()?));
            let size =
                euclid::Size2D::new(f64::from(monitor.width()?), f64::from(monitor.height()?));
            Ok(DesktopRect::from_origin_and_size(corner, size))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    fn rect(left: f64, top: f64, right: f64, bottom: f64) -> DesktopRect {
        DesktopRect::new(DesktopPoint::new(left, top), DesktopPoint::new(right, bottom))
    }

    /// A laptop's own screen, and a larger one to the left of it, that is the primary one.
    fn desk() -> Vec<MonitorInfo> {
        let monitor = |number, name: &str, rect, is_primary| MonitorInfo {
            number,
            name: name.to_owned(),
            rect,
            is_primary,
        };
        vec![
            monitor(1, "eDP-1", rect(0.0, 0.0, 1920.0, 1080.0), false),
            monitor(2, "HDMI-1", rect(-2560.0, -200.0, 0.0, 1240.0), true),
        ]
    }

    fn chosen(choice: Option<&str>, region: Option<&str>) -> Result<usize, CaptureError> {
        let choice = choice.map(|text| text.parse().unwrap());
        choose(&desk(), choice.as_ref(), region.map(|text| text.parse().unwrap()))
    }

    #[test]
    fn a_monitor_is_chosen_by_number_by_name_by_region_or_for_being_primary() {
        assert_eq!(chosen(None, None), Ok(1));
        assert_eq!(chosen(Some("1"), None), Ok(0));
        assert_eq!(chosen(Some("hdmi-1"), None), Ok(1));
        assert_eq!(chosen(None, Some("10,10,500,500")), Ok(0));
        assert_eq!(chosen(None, Some("-600,-200,600,600")), Ok(1));
        assert_eq!(chosen(Some("eDP-1"), Some("0,0,1920,1080")), Ok(0));
    }

    #[test]
    fn a_monitor_that_is_not_there_is_refused_with_the_list() {
        for wanted in ["0", "3", "DP-7"] {
            let error = chosen(Some(wanted), None).unwrap_err();
            assert!(matches!(error, CaptureError::NoSuchMonitor { .. }), "{error:?}");
        }
        assert_eq!(
            chosen(Some("DP-7"), None).unwrap_err().to_string(),
            "there is no monitor \"DP-7\"; there is 1 (eDP-1, 1920 x 1080 at 0,0), \
             2 (HDMI-1, 2560 x 1440 at -2560,-200)"
        );
    }

    #[test]
    fn a_region_that_is_not_on_one_monitor_is_refused() {
        for (choice, region) in
            [(None, "-10,0,20,20"), (None, "0,1000,100,100"), (Some("2"), "0,0,100,100")]
        {
            let error = chosen(choice, Some(region)).unwrap_err();
            assert!(matches!(error, CaptureError::RegionOutside { .. }), "{error:?}");
        }
        assert_eq!(
            chosen(Some("1"), Some("1900,0,100,100")).unwrap_err().to_string(),
            "the region 100 x 100 at 1900,0 is not inside of one monitor; \
             there is 1 (eDP-1, 1920 x 1080 at 0,0)"
        );
    }

    #[test]
    fn a_region_is_four_numbers_with_an_area() {
        let region = |text: &str| text.parse::<ScreenRegion>();
        assert_eq!(region(" -5, 6,7,8"), Ok(ScreenRegion(rect(-5.0, 6.0, 2.0, 14.0))));
        for text in ["", "1,2,3", "1,2,3,4,5", "1,2,3,x", "1.5,2,3,4", "1,2,3,99999999999"] {
            assert_eq!(region(text), Err(ScreenRegionError::Form), "{text}");
        }
        for text in ["1,2,0,4", "1,2,3,-4"] {
            assert_eq!(region(text), Err(ScreenRegionError::Area), "{text}");
        }
    }

    #[test]
    fn a_region_is_cut_out_at_any_scale_and_knows_its_place() {
        for scale in [1_u32, 2, 3] {
            let pixels = RgbaImage::from_fn(400 * scale, 300 * scale, |x, y| {
                Rgba([(x / scale % 256) as u8, (y / scale % 256) as u8, 0, 255])
            });
            let monitor = rect(-400.0, 50.0, 0.0, 350.0);
            let whole = placement(&monitor, &pixels);
            assert_eq!(whole.scale.get(), f64::from(scale));
            let (part, place) = crop(&pixels, whole, &rect(-390.0, 70.0, -340.0, 170.0));
            assert_eq!(part.dimensions(), (50 * scale, 100 * scale));
            assert_eq!(part.get_pixel(0, 0).0, [10, 20, 0, 255]);
            assert_eq!(place.to_desktop(FramePoint::origin()), DesktopPoint::new(-390.0, 70.0));
        }
    }
}
