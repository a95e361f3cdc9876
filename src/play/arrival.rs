//! Boards that come up while they are waited for.
//!
//! Pages bring their boards in cell by cell, or let them slide to their place. Some rows of one that is
//! not whole yet can be a board of their own, and a click on one that slides hits another cell.

use super::find::Found;
use super::playable::Playable;
use super::sight::{colour_of, is_same_at, is_same_in, on_desktop, shown_on_desktop};
use super::watch::{ARRIVED, STILL};
use crate::capture::Frame;
use crate::geometry::{DesktopRect, FrameRect, FrameVector};
use image::RgbaImage;
use std::collections::HashSet;
use std::time::Duration;

/// How far a board may be from where it was and still be there, in pixels of the frame: less than
/// one that slides comes in a frame of the page, and more than one that rests is read beside its place.
const GLIDED: f64 = 0.5;

/// How long one that comes in piece by piece must stay the same: twice the time between two pieces, as
/// rows that come in one after the other are 50 to 150 ms apart. Where it is too short, some rows are
/// played as a board; each such board costs it.
const COME_IN: Duration = Duration::from_millis(300);

/// How long a board that has come up is the same one in the same place, while something moves on it
/// or beside it, until it is played: a clock that counts tenths, or a hint that glows, never rests.
const SAME: Duration = Duration::from_millis(500);

/// How long one that has come up may move until it is played all the same.
const RESTLESS: Duration = Duration::from_secs(2);

/// A board that has come up while it was waited for. Its times are those at which pictures were
/// there: a record tells them.
pub(super) struct Arrival {
    /// What is to be played when it has arrived.
    pub(super) found: Found,
    /// When it was first seen.
    began: Duration,
    /// Since when it has been the same board in the same place.
    same_since: Duration,
    /// Since when nothing has moved on it or around it.
    still_since: Duration,
    /// How long nothing must.
    rest: Duration,
}

impl Arrival {
    /// The board that was `found` now, and maybe `before` now, or the last picture in which it could not
    /// be read, if there is one.
    pub(super) fn go_on(before: Option<Self>, found: Found, unread: Option<&RgbaImage>) -> Self {
        let now = found.looked.captured;
        let Some(mut it) = before else {
            let comes_in = unread.is_some_and(|unread| comes_in_pieces(&found, unread));
            let rest = if comes_in { COME_IN } else { STILL };
            return Self { found, began: now, same_since: now, still_since: now, rest };
        };
        let (then, reading) = (&it.found.board.reading, &found.board.reading);
        if then.board != reading.board || (then.rect.min - reading.rect.min).length() > GLIDED {
            it.same_since = now;
        }
        it.see(&found.frame, now);
        Self { found, ..it }
    }

    /// The part of the desktop with it and its surroundings: a cell of it wide on each side, as far as
    /// its frame shows that.
    pub(super) fn around(&self) -> DesktopRect {
        let Found { frame, board: Playable { reading, .. }, .. } = &self.found;
        let FrameVector { x, y, .. } = reading.lattice.pitch;
        let around = on_desktop(&reading.rect.inflate(x, y), &frame.placement);
        around.intersection_unchecked(&shown_on_desktop(frame))
    }

    /// A look has given this frame at `now`: whether it shows nothing else than when it was
    /// read.
    pub(super) fn see(&mut self, frame: &Frame, now: Duration) -> bool {
        let is_still = is_same_in(&self.around(), &self.found.frame, frame);
        if !is_still {
            self.still_since = now;
            self.rest = self.rest.max(ARRIVED);
        }
        is_still
    }

    /// Whether it has arrived, as it was seen at `now`.
    pub(super) fn is_over(&self, now: Duration) -> bool {
        now.saturating_sub(self.still_since) >= self.rest
            || now.saturating_sub(self.same_since) >= SAME
            || now.saturating_sub(self.began) >= RESTLESS
    }
}

/// Whether some cells of a board were there, as they are now, in a picture from before, and others were
/// not. What has the one colour of cells that were not there was not there either: of a board that comes up
/// as a whole, or fades in, cells of the page's colour are the only ones that do not change.
fn comes_in_pieces(found: &Found, before: &RgbaImage) -> bool {
    let Found { frame, board: Playable { reading, .. }, .. } = found;
    if before.dimensions() != frame.pixels.dimensions() {
        return false;
    }
    let cells = reading.lattice.cells().map(|cell| reading.lattice.cell_rect(cell).round_out());
    let (same, changed): (Vec<FrameRect>, Vec<FrameRect>) =
        cells.partition(|rect| is_same_at(rect, FrameVector::zero(), before, &frame.pixels));
    let page: HashSet<_> = changed.iter().filter_map(|rect| colour_of(rect, before)).collect();
    let was_there = |rect| colour_of(rect, before).is_none_or(|colour| !page.contains(&colour));
    !changed.is_empty() && same.iter().any(was_there)
}
