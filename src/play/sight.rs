//! The board as it was last seen.

use super::Eyes;
use super::hand::ParkingPlace;
use crate::board::{Board, Cell, CellSet, Marks, Solution};
use crate::capture::Frame;
use crate::geometry::{DesktopPoint, DesktopRect, FramePoint, FrameRect, Lattice, Placement};
use crate::vision::Reading;

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

    /// Whether, in a newer frame, the same thing stands in all cells of `solution` and nowhere else.
    pub(super) fn shows_alike(&self, eyes: &dyn Eyes, frame: &Frame, solution: &Solution) -> bool {
        let mut cells = CellSet::new(self.lattice.size);
        for queen in solution.queens() {
            cells.insert(queen);
        }
        eyes.is_alike_in(&frame.pixels, &self.lattice, &cells)
    }

    /// Where a cell is clicked.
    pub(super) fn target(&self, cell: Cell) -> DesktopPoint {
        self.frame.placement.to_desktop(self.lattice.cell_centre(cell))
    }
}

/// A part of a frame, on the desktop.
pub(super) fn on_desktop(rect: &FrameRect, placement: &Placement) -> DesktopRect {
    DesktopRect::new(placement.to_desktop(rect.min), placement.to_desktop(rect.max))
}

/// Places off the board at `rect`, near its edges: first those that the frame shows, then those
/// beyond it.
pub(super) fn parking_places(frame: &Frame, rect: &FrameRect) -> Vec<ParkingPlace> {
    let away = PARKED_AWAY * rect.width();
    let middle = rect.center();
    let (width, height) = frame.pixels.dimensions();
    let shown =
        FrameRect::new(FramePoint::origin(), FramePoint::new(f64::from(width), f64::from(height)));
    let mut places = [
        FramePoint::new(rect.max.x + away, middle.y),
        FramePoint::new(rect.min.x - away, middle.y),
        FramePoint::new(middle.x, rect.max.y + away),
        FramePoint::new(middle.x, rect.min.y - away),
    ]
    .map(|place| ParkingPlace {
        point: frame.placement.to_desktop(place),
        is_on_screen: shown.contains(place),
    });
    places.sort_by_key(|place| !place.is_on_screen);
    places.to_vec()
}
