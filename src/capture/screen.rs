//! The screen, one monitor of it or a part of one.

use super::{CaptureError, Frame, FrameSource, list_monitors};
use crate::geometry::{self, DesktopPoint, DesktopRect, FramePoint, Placement};
use std::fmt;
use std::str::FromStr;

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

/// The monitors that there are, and how to look at them.
pub(super) trait Listing {
    /// What is known of them, in the order of their numbers.
    fn monitors(&self) -> Vec<MonitorInfo>;

    /// How to look at one of them, by its place in [`monitors`](Self::monitors): the fastest way
    /// first.
    fn ways_to(self: Box<Self>, index: usize) -> Vec<Box<dyn Way>>;
}

/// A way to the pixels of one monitor.
pub(super) trait Way {
    /// What `rect` shows now, and maybe more of the monitor.
    ///
    /// # Errors
    /// If it cannot be seen in this way.
    fn look(&mut self, rect: &DesktopRect) -> Result<Frame, CaptureError>;

    /// As [`FrameSource::has_changed`].
    fn has_changed(&mut self) -> Option<bool> {
        None
    }

    /// Whether it is the one that every system has, rather than a fast one.
    fn is_portable(&self) -> bool;
}

/// One monitor, or a part of it.
pub struct Screen {
    /// How to look at it, the fastest way first; at least one. One that fails is given up while
    /// there is another, which works, or says what is wrong.
    ways: Vec<Box<dyn Way>>,
    monitor: MonitorInfo,
    region: Option<ScreenRegion>,
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
        let listing = list_monitors()?;
        let monitors = listing.monitors();
        let index = choose(&monitors, choice, region)?;
        let monitor = monitors[index].clone();
        let ways = listing.ways_to(index);
        if ways.is_empty() {
            return Err(CaptureError::CaptureFailed("this monitor shows no picture".to_owned()));
        }
        Ok(Self { ways, monitor, region })
    }

    /// Whether there is a faster way to the pixels than the one that every system has: memory that
    /// is shared with the X server, or with the Wayland compositor.
    #[must_use]
    pub fn is_fast(&self) -> bool {
        self.ways.iter().any(|way| !way.is_portable())
    }

    /// The same screen, looked at in the way that every system has: slower, and the same to the
    /// last pixel. Where there is no such way, the screen stays as it is.
    #[must_use]
    pub fn portable(mut self) -> Self {
        if self.ways.iter().any(|way| way.is_portable()) {
            self.ways.retain(|way| way.is_portable());
        }
        self
    }

    /// The monitors of this desktop, in the order of their numbers; at least one.
    ///
    /// # Errors
    /// If there is no screen.
    pub fn monitors() -> Result<Vec<MonitorInfo>, CaptureError> {
        Ok(list_monitors()?.monitors())
    }

    /// The monitor that is looked at.
    #[must_use]
    pub fn monitor(&self) -> &MonitorInfo {
        &self.monitor
    }

    /// What is looked at.
    fn rect(&self) -> DesktopRect {
        self.region.map_or(self.monitor.rect, |ScreenRegion(region)| region)
    }

    /// What `rect` shows, and maybe more of the monitor.
    fn look(&mut self, rect: &DesktopRect) -> Result<Frame, CaptureError> {
        loop {
            let looked = self.ways[0].look(rect);
            if looked.is_ok() || self.ways.len() == 1 {
                return looked;
            }
            self.ways.remove(0);
        }
    }
}

impl FrameSource for Screen {
    fn frame(&mut self) -> Result<Frame, CaptureError> {
        let rect = self.rect();
        Ok(crop(self.look(&rect)?, &rect))
    }

    fn part(&mut self, rect: &DesktopRect) -> Result<Frame, CaptureError> {
        let whole = self.rect();
        let part = whole.intersection(rect).unwrap_or(whole);
        Ok(crop(self.look(&part)?, &whole))
    }

    fn has_changed(&mut self) -> Option<bool> {
        self.ways[0].has_changed()
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

/// The part of a frame that shows `rect`, in whole pixels; all of it if nothing else is to be seen.
pub(super) fn crop(frame: Frame, rect: &DesktopRect) -> Frame {
    let (pixels, placement) = (&frame.pixels, frame.placement);
    let inside = |value: f64, length: u32| value.round().clamp(0.0, f64::from(length)) as u32;
    let corner = |point: DesktopPoint| {
        let FramePoint { x, y, .. } = placement.to_frame(point);
        (inside(x, pixels.width()), inside(y, pixels.height()))
    };
    let (left, top) = corner(rect.min);
    let (right, bottom) = corner(rect.max);
    if (left, top, right, bottom) == (0, 0, pixels.width(), pixels.height()) {
        return frame;
    }
    let part = geometry::crop(pixels, (left, top), (right - left, bottom - top));
    let origin = placement.to_desktop(FramePoint::new(f64::from(left), f64::from(top)));
    Frame { pixels: part.into(), placement: Placement { origin, ..placement }, ..frame }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgba, RgbaImage};
    use std::time::Instant;

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
            let placement = Placement {
                origin: DesktopPoint::new(-400.0, 50.0),
                scale: euclid::Scale::new(f64::from(scale)),
            };
            let whole = Frame { pixels: pixels.into(), placement, taken: Instant::now() };
            let part = crop(whole, &rect(-390.0, 70.0, -340.0, 170.0));
            assert_eq!(part.pixels.dimensions(), (50 * scale, 100 * scale));
            assert_eq!(part.pixels.get_pixel(0, 0).0, [10, 20, 0, 255]);
            let place = part.placement;
            assert_eq!(place.to_desktop(FramePoint::origin()), DesktopPoint::new(-390.0, 70.0));
        }
    }
}
