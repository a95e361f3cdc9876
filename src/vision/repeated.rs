//! Marks that stand off the middle of their cells, told by others that are like them: programs that draw a solution
//! on a screenshot divide its whole width by the number of cells, and forget the border.

use super::shape::Shape;
use crate::board::Mark;

/// How far from the middle of its cell such a mark may be, in cells. Chosen: beyond it, it is half in the next cell.
const ASIDE: f64 = 0.3;

/// How far the sides of two marks may be apart: a part of the longer one, and samples. Chosen.
const SIDES: (f64, f64) = (0.1, 1.5);

/// How far what they cover may be apart, as a part of the larger one. Chosen.
const AREAS: f64 = 0.25;

/// How far apart their [corners, middles and diagonals](Shape) may be. Chosen.
const DRAWN: f64 = 0.3;

/// What stands in a cell, and its shape if anything stands out there.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) mark: Mark,
    pub(super) shape: Option<Shape>,
}

/// The marks of all cells, those included that are no marks by themselves but like others that are.
pub(super) fn with_those_aside(seen: &[Seen]) -> Vec<Mark> {
    let mark_of = |cell: &Seen| {
        let aside = cell.shape.filter(|shape| cell.mark == Mark::Empty && may_be_aside(shape));
        let Some(shape) = aside else { return cell.mark };
        let is_like = |mark: Mark| {
            let mut others = seen.iter().filter(|other| other.mark == mark);
            others.any(|other| other.shape.is_some_and(|other| shape.is_like(&other)))
        };
        match [Mark::Queen, Mark::Cross].map(is_like) {
            [true, false] => Mark::Queen,
            [false, true] => Mark::Cross,
            _ => Mark::Empty,
        }
    };
    seen.iter().map(mark_of).collect()
}

fn may_be_aside(shape: &Shape) -> bool {
    !shape.is_cut && !shape.is_arrow && !shape.is_frame && shape.off_centre <= ASIDE
}

impl Shape {
    /// Whether it may be the same glyph as another one.
    fn is_like(&self, other: &Self) -> bool {
        let near = |of: fn(&Self) -> f64, most: f64| (of(self) - of(other)).abs() <= most;
        let side = |of: fn(&Self) -> f64| {
            let (part, samples) = SIDES;
            near(of, part * of(self).max(of(other)) + samples * self.pixel)
        };
        side(|shape| shape.width)
            && side(|shape| shape.height)
            && near(|shape| shape.area, AREAS * self.area.max(other.area))
            && near(|shape| shape.corners, DRAWN)
            && near(|shape| shape.middle, DRAWN)
            && near(|shape| shape.diagonal, DRAWN)
    }
}
