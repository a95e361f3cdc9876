//! The board as it was last seen.

use super::Eyes;
use crate::board::{Board, Cell, Marks};
use crate::capture::Frame;
use crate::geometry::{DesktopPoint, DesktopRect, FramePoint, FrameRect, Lattice, Placement};
use crate::vision::Reading;

/// The share of the board's pixels that a game may change by showing marks. Crosses in every cell,
/// with strokes a tenth of a cell wide, change less than 0.2 of them; a dialogue over the board, a
/// blur, a fade or another page changes more than this.
const MASSIVE: f64 = 0.3;

/// How far a channel of a pixel must move, of 255, to count as changed: above the dither and the
/// compression of a remote desktop, below any fade that hides a board.
const CHANGED: u8 = 24;

/// How far from the board's edge the pointer is parked, in widths of the board: about half a cell.
/// Far enough not to hover over a border, near enough to be inside of most windows.
const PARKED_AWAY: f64 = 0.05;

/// A board in a frame.
pub(super) struct Sight {
    pub(super) frame: Frame,
    pub(super) lattice: Lattice,
    pub(super) rect: FrameRect,
    pub(super) marks: Marks,
}

impl Sight {
    pub(super) fn new(frame: Frame, reading: &Reading) -> Self {
        Self { frame, lattice: reading.lattice, rect: reading.rect, marks: reading.marks.clone() }
    }

    /// The same board in a newer frame: near its old place, or anywhere if `anywhere`.
    pub(super) fn again(
        &self,
        eyes: &dyn Eyes,
        frame: &Frame,
        board: &Board,
        anywhere: bool,
    ) -> Option<Reading> {
        let is_it = |reading: &Reading| reading.board == *board;
        let here = eyes.read_at(&frame.pixels, &self.lattice).ok().filter(is_it);
        if here.is_none() && anywhere {
            return eyes.read(&frame.pixels).ok().filter(is_it);
        }
        here
    }

    /// Where a cell is clicked.
    pub(super) fn target(&self, cell: Cell) -> DesktopPoint {
        self.frame.placement.to_desktop(self.lattice.cell_centre(cell))
    }

    /// Whether so much of the board has changed that it must be covered, or gone.
    pub(super) fn is_massively_changed(&self, now: &Frame) -> bool {
        let (then, now) = (&self.frame.pixels, &now.pixels);
        if now.dimensions() != then.dimensions() {
            return true;
        }
        let (width, height) = now.dimensions();
        let whole = FrameRect::new(
            FramePoint::origin(),
            FramePoint::new(f64::from(width), f64::from(height)),
        );
        let board = self.rect.round_in().intersection_unchecked(&whole);
        let (mut changed, mut all) = (0_u64, 0_u64);
        for y in board.min.y as u32..board.max.y as u32 {
            for x in board.min.x as u32..board.max.x as u32 {
                let (before, after) = (then.get_pixel(x, y), now.get_pixel(x, y));
                let has_changed =
                    before.0.iter().zip(after.0).any(|(b, a)| b.abs_diff(a) >= CHANGED);
                changed += u64::from(has_changed);
                all += 1;
            }
        }
        changed as f64 > MASSIVE * all as f64
    }
}

/// A part of a frame, on the desktop.
pub(super) fn on_desktop(rect: &FrameRect, placement: &Placement) -> DesktopRect {
    DesktopRect::new(placement.to_desktop(rect.min), placement.to_desktop(rect.max))
}

/// Places off the board at `rect`, near its edges: first those that the frame shows, then those
/// beyond it.
pub(super) fn parking_places(frame: &Frame, rect: &FrameRect) -> Vec<DesktopPoint> {
    let away = PARKED_AWAY * rect.width();
    let middle = rect.center();
    let mut places = [
        FramePoint::new(rect.max.x + away, middle.y),
        FramePoint::new(rect.min.x - away, middle.y),
        FramePoint::new(middle.x, rect.max.y + away),
        FramePoint::new(middle.x, rect.min.y - away),
    ];
    let (width, height) = frame.pixels.dimensions();
    let is_beyond = |place: &FramePoint| {
        place.x < 0.0
            || place.y < 0.0
            || place.x >= f64::from(width)
            || place.y >= f64::from(height)
    };
    places.sort_by_key(is_beyond);
    places.map(|place| frame.placement.to_desktop(place)).to_vec()
}
