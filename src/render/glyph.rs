//! The marks' shapes.

use super::canvas::{Canvas, Shape};
use super::{CrossLook, QueenLook, QueenShape};
use crate::geometry::{FramePoint, FrameRect, FrameVector};

/// A crown's outline, in a square from (-1, -1) to (1, 1), y down.
const CROWN: [(f64, f64); 13] = [
    (-0.78, 0.80),
    (-1.00, -0.45),
    (-0.72, -0.30),
    (-0.50, 0.10),
    (-0.36, -0.05),
    (-0.30, -0.62),
    (0.00, 0.05),
    (0.30, -0.62),
    (0.36, -0.05),
    (0.50, 0.10),
    (0.72, -0.30),
    (1.00, -0.45),
    (0.78, 0.80),
];

/// The balls on the crown's tips.
const CROWN_BALLS: [(f64, f64); 4] = [(-0.92, -0.50), (-0.30, -0.70), (0.30, -0.70), (0.92, -0.50)];

const CAT_EARS: [[(f64, f64); 3]; 2] =
    [[(-0.85, -1.00), (-0.80, 0.10), (-0.10, -0.45)], [(0.85, -1.00), (0.80, 0.10), (0.10, -0.45)]];

/// The system's pointer, in its own units: its hot spot is the origin, and it is 1 high.
const POINTER: [(f64, f64); 7] = [
    (0.00, 0.00),
    (0.00, 0.85),
    (0.20, 0.67),
    (0.33, 1.00),
    (0.47, 0.94),
    (0.33, 0.62),
    (0.60, 0.60),
];

pub(super) fn paint_cross(canvas: &mut Canvas, cell: &FrameRect, look: &CrossLook) {
    let side = cell.width().min(cell.height());
    let reach = look.size * side / 2.0;
    for slope in [1.0, -1.0] {
        let arm = FrameVector::new(reach, slope * reach);
        let (from, to) = (cell.center() - arm, cell.center() + arm);
        canvas.fill(&Shape::Stroke { from, to, width: look.stroke * side }, look.colour);
    }
}

pub(super) fn paint_queen(canvas: &mut Canvas, cell: &FrameRect, look: &QueenLook) {
    let side = cell.width().min(cell.height());
    let centre = cell.center() + FrameVector::new(0.0, look.drop * side);
    let reach = look.size * side / 2.0;
    if let Some(halo) = look.halo {
        for (reach, opacity) in [(0.48, 0.3), (0.42, 0.4), (0.36, 0.5)] {
            let glow = Shape::Disc { centre: cell.center(), radius: reach * side };
            canvas.fill_within(&glow, None, halo, opacity);
        }
    }
    if let Some(outline) = look.outline {
        // A larger copy below shows as a line around the glyph.
        for shape in queen_shapes(look.shape, centre, reach * 1.12) {
            canvas.fill(&shape, outline);
        }
    }
    for shape in queen_shapes(look.shape, centre, reach) {
        canvas.fill(&shape, look.colour);
    }
}

fn queen_shapes(shape: QueenShape, centre: FramePoint, reach: f64) -> Vec<Shape> {
    let at = |(x, y): (f64, f64)| centre + FrameVector::new(x, y) * reach;
    let disc = |place, radius: f64| Shape::Disc { centre: at(place), radius: radius * reach };
    match shape {
        QueenShape::Crown => {
            let mut shapes = vec![Shape::Polygon(CROWN.map(at).to_vec())];
            shapes.extend(CROWN_BALLS.map(|place| disc(place, 0.16)));
            shapes
        }
        QueenShape::Disc => vec![disc((0.0, 0.0), 1.0)],
        QueenShape::Letter => {
            let outer = FrameRect::new(at((-0.8, -0.9)), at((0.8, 0.8)));
            vec![
                Shape::Frame { outer, radius: 0.8 * reach, width: 0.28 * reach },
                Shape::Stroke { from: at((0.15, 0.2)), to: at((0.85, 1.0)), width: 0.28 * reach },
            ]
        }
        QueenShape::Cat => {
            let mut shapes = vec![disc((0.0, 0.15), 0.85)];
            shapes.extend(CAT_EARS.map(|ear| Shape::Polygon(ear.map(at).to_vec())));
            shapes
        }
    }
}

/// Paints the pointer of the system, black with a white rim, of this height in pixels.
pub(super) fn paint_pointer(canvas: &mut Canvas, tip: FramePoint, height: f64) {
    let outline = |grown: f64| {
        let middle = FrameVector::new(0.2, 0.55);
        let corner = |(x, y)| tip + (middle + (FrameVector::new(x, y) - middle) * grown) * height;
        Shape::Polygon(POINTER.map(corner).to_vec())
    };
    canvas.fill(&outline(1.25), [255, 255, 255]);
    canvas.fill(&outline(1.0), [0, 0, 0]);
}
