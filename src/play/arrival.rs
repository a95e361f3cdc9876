//! Boards that come up while they are waited for.
//!
//! Pages bring their boards in cell by cell, or let them slide to their place. Some rows of one that is
//! not whole yet can be a board of their own, and a click on one that slides hits another cell.

use super::watch::{ARRIVED, STILL};
use crate::board::Board;
use crate::capture::Frame;
use crate::geometry::{FramePoint, FrameRect};
use crate::vision::Reading;
use image::{RgbaImage, imageops};
use std::time::Duration;

/// How far a board may be from where it was and still be there, in pixels of the frame: less than
/// one that slides comes in a frame of the page, and more than one that rests is read beside its place.
const GLIDED: f64 = 0.5;

/// How long a board that has come up is the same one in the same place, while something moves on it
/// or beside it, until it is played: a clock that counts tenths, or a hint that glows, never rests. Rows
/// that come in one after the other are 50 to 150 ms apart.
const SAME: Duration = Duration::from_millis(500);

/// How long one that has come up may move until it is played all the same.
const RESTLESS: Duration = Duration::from_secs(2);

/// A board that has come up while it was waited for.
pub(super) struct Arrival {
    board: Board,
    rect: FrameRect,
    /// What it and its surroundings look like.
    around: RgbaImage,
    /// When it was first seen.
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

    /// Whether the board that is seen `now` has arrived; what is known of it is kept in `seen`.
    pub(super) fn is_over(
        seen: &mut Option<Self>,
        frame: &Frame,
        reading: &Reading,
        now: Duration,
    ) -> bool {
        let (board, rect) = (reading.board.clone(), reading.rect);
        let around = surroundings(frame, reading);
        let Some(it) = seen else {
            let (began, same_since, still_since) = (now, now, now);
            let has_moved = false;
            *seen = Some(Self { board, rect, around, began, same_since, still_since, has_moved });
            return false;
        };
        if it.board != board || (it.rect.min - rect.min).length() > GLIDED {
            (it.board, it.rect, it.same_since) = (board, rect, now);
        }
        if it.around != around {
            (it.around, it.still_since, it.has_moved) = (around, now, true);
        }
        let still = if it.has_moved { ARRIVED } else { STILL };
        now.saturating_sub(it.still_since) >= still
            || now.saturating_sub(it.same_since) >= SAME
            || now.saturating_sub(it.began) >= RESTLESS
    }
}

/// The part of a frame around a board, a cell of it wide on each side.
fn surroundings(frame: &Frame, reading: &Reading) -> RgbaImage {
    let pitch = reading.lattice.pitch;
    let (width, height) = frame.pixels.dimensions();
    let screen =
        FrameRect::new(FramePoint::origin(), FramePoint::new(f64::from(width), f64::from(height)));
    let part = reading.rect.inflate(pitch.x, pitch.y).round_out().intersection_unchecked(&screen);
    let (at, size) = (part.min, part.size());
    let side = |length: f64| length as u32;
    imageops::crop_imm(&*frame.pixels, side(at.x), side(at.y), side(size.width), side(size.height))
        .to_image()
}
