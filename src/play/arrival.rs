//! Boards that come up while they are waited for.
//!
//! Pages bring their boards in cell by cell, or let them slide to their place. Some rows of one that is
//! not whole yet can be a board of their own, and a click on one that slides hits another cell.

use super::find::{Found, Times};
use super::sight::on_desktop;
use super::watch::{ARRIVED, STILL};
use crate::capture::Frame;
use crate::geometry::{self, DesktopRect, FramePoint, FrameRect};
use image::RgbaImage;
use std::time::Duration;

/// How far a board may be from where it was and still be there, in pixels of the frame: less than
/// one that slides comes in a frame of the page, and more than one that rests is read beside its place.
const GLIDED: f64 = 0.5;

/// How far around a board it is looked at whether anything moves, in cells. Rows and columns that are to
/// come begin at its edge; the further, the more moves there that has nothing to do with it, above all
/// the page's title, which is set while the board comes up.
const AROUND: f64 = 0.3;

/// How long a board that has come up is the same one in the same place, while something moves on it
/// or beside it, until it is played: a clock that counts tenths, or a hint that glows, never rests. Rows
/// that come in one after the other are 50 to 150 ms apart.
const SAME: Duration = Duration::from_millis(500);

/// How long one that has come up may move until it is played all the same.
const RESTLESS: Duration = Duration::from_secs(2);

/// A board that has come up while it was waited for.
pub(super) struct Arrival {
    /// As it was read last.
    pub(super) found: Found,
    /// When that was.
    pub(super) times: Times,
    /// The part of the desktop that must come to rest.
    pub(super) around: DesktopRect,
    /// What that looks like.
    picture: RgbaImage,
    /// When the board was first seen.
    began: Duration,
    /// Since when it has been the same board in the same place.
    same_since: Duration,
    /// Since when nothing has moved.
    still_since: Duration,
    has_moved: bool,
}

impl Arrival {
    /// How long to wait between two looks at one: a frame of the page.
    pub(super) const BETWEEN_LOOKS: Duration = STILL;

    /// A board is read that has come up, maybe not for the first time: `last` is what was known of it.
    pub(super) fn read(last: Option<Self>, found: Found, times: Times) -> Self {
        let now = times.capturing;
        let (around, picture) = surroundings(&found);
        let Some(last) = last else {
            let (began, same_since, still_since) = (now, now, now);
            let has_moved = false;
            return Self {
                found,
                times,
                around,
                picture,
                began,
                same_since,
                still_since,
                has_moved,
            };
        };
        let (one, other) = (&last.found.reading, &found.reading);
        let is_same =
            one.board == other.board && (one.rect.min - other.rect.min).length() <= GLIDED;
        let same_since = if is_same { last.same_since } else { now };
        let is_still = last.picture == picture;
        let still_since = if is_still { last.still_since } else { now };
        let has_moved = last.has_moved || !is_still;
        Self { found, times, around, picture, same_since, still_since, has_moved, ..last }
    }

    /// Whether the board, and what is beside it, looks the same in a newer frame.
    pub(super) fn looks_the_same(&self, frame: &Frame) -> bool {
        cut_out(frame, &self.around) == self.picture
    }

    /// Whether the board, as it is seen `now`, has arrived.
    pub(super) fn is_over(&self, now: Duration) -> bool {
        let still = if self.has_moved { ARRIVED } else { STILL };
        now.saturating_sub(self.still_since) >= still
            || now.saturating_sub(self.same_since) >= SAME
            || now.saturating_sub(self.began) >= RESTLESS
    }
}

/// The part of the desktop around a board, in whole pixels, and what it looks like.
fn surroundings(found: &Found) -> (DesktopRect, RgbaImage) {
    let Found { frame, reading, .. } = found;
    let pitch = reading.lattice.pitch;
    let (width, height) = frame.pixels.dimensions();
    let screen =
        FrameRect::new(FramePoint::origin(), FramePoint::new(f64::from(width), f64::from(height)));
    let part = reading.rect.inflate(AROUND * pitch.x, AROUND * pitch.y).round_out();
    let around = on_desktop(&part.intersection_unchecked(&screen), &frame.placement);
    (around, cut_out(frame, &around))
}

/// What a frame shows of a part of the desktop; nothing if it does not show all of it.
fn cut_out(frame: &Frame, part: &DesktopRect) -> RgbaImage {
    let corner = |point| frame.placement.to_frame(point).round().cast::<i64>();
    let (from, to) = (corner(part.min), corner(part.max));
    let (width, height) = frame.pixels.dimensions();
    let inside = from.x >= 0 && from.y >= 0 && to.x <= width.into() && to.y <= height.into();
    if !inside {
        return RgbaImage::default();
    }
    let [left, top, right, bottom] = [from.x, from.y, to.x, to.y].map(|at| at as u32);
    geometry::crop(&frame.pixels, (left, top), (right - left, bottom - top))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Marks, parse};
    use crate::geometry::{DesktopPoint, FrameVector, Lattice, Placement};
    use crate::solver::solve;
    use crate::vision::{Evidence, Reading};
    use image::Rgba;
    use std::time::Instant;

    /// A part of a desktop from `left` and `top` on, of which one pixel has been painted.
    fn frame(left: u32, top: u32, painted: (u32, u32)) -> Frame {
        let mut pixels = RgbaImage::from_pixel(400 - left, 300 - top, Rgba([200, 200, 200, 255]));
        pixels.put_pixel(painted.0 - left, painted.1 - top, Rgba([0, 0, 0, 255]));
        let origin = DesktopPoint::new(f64::from(left), f64::from(top));
        let placement = Placement { origin, scale: euclid::Scale::new(1.0) };
        Frame { pixels, placement, taken: Instant::now() }
    }

    #[test]
    fn what_moves_beside_a_board_that_comes_up_matters_where_its_next_row_would_begin() {
        let board = parse("AAAB\nACCB\nDDCB\nDDCC").unwrap();
        let outcome = solve(&board);
        let solution = outcome.solution().unwrap().clone();
        let lattice = Lattice {
            origin: FramePoint::new(100.0, 60.0),
            pitch: FrameVector::new(40.0, 40.0),
            size: 4,
        };
        let evidence = Evidence {
            confidence: 1.0,
            colours_and_walls_agree: true,
            colour_margin: 30.0,
            colour_spread: 1.0,
        };
        let (rect, marks, palette) = (lattice.rect(), Marks::empty(4), vec![[200; 3]; 4]);
        let reading = Reading { board, lattice, rect, marks, outcome, palette, evidence };
        let times = Times::default();
        let found = Found { frame: frame(0, 0, (0, 0)), reading, solution };
        let come = Arrival::read(None, found, times);
        let title = (120, 20);
        assert!(come.looks_the_same(&frame(0, 0, title)), "the page's title is above the board");
        assert!(come.looks_the_same(&frame(0, 10, title)), "a part is enough");
        for (what, at) in [("in it", (120, 100)), ("above", (120, 52)), ("below", (260, 228))] {
            assert!(!come.looks_the_same(&frame(0, 0, at)), "{what}");
        }
        assert!(!come.looks_the_same(&frame(0, 70, (120, 100))), "it must be seen as a whole");
    }
}
