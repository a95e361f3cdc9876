//! A reading, or the doubt about one, drawn over its picture for people to check.

use super::{Reading, Refusal};
use crate::board::{Cell, Mark, Solution};
use crate::geometry::{FramePoint, FrameRect, FrameVector, Lattice};
use image::{Rgba, RgbaImage};
use imageproc::drawing::{self, Blend};
use imageproc::pixelops::interpolate;
use imageproc::point::Point;
use imageproc::rect::Rect;

/// Thin lines of the lattice.
const LINE: Rgba<u8> = Rgba([0, 80, 255, 200]);
/// Boundaries between regions.
const WALL: Rgba<u8> = Rgba([255, 0, 150, 230]);
/// The outer edge of the board.
const EDGE: Rgba<u8> = Rgba([255, 120, 0, 255]);
/// What stands on the board already.
const MARK: Rgba<u8> = Rgba([20, 20, 20, 255]);
/// The queens of the solution.
const QUEEN: Rgba<u8> = Rgba([0, 140, 60, 255]);
/// Around marks and queens, so that they show on any colour.
const HALO: Rgba<u8> = Rgba([255, 255, 255, 255]);
/// The frame and the tint of a board that cannot be read.
const DOUBT: Rgba<u8> = Rgba([230, 0, 0, 255]);
const DOUBT_TINT: Rgba<u8> = Rgba([230, 0, 0, 50]);

/// A crown, in a square from (-1, -1) to (1, 1), y down.
const CROWN: [(f64, f64); 7] =
    [(-1.0, -0.7), (-0.5, 0.05), (0.0, -1.0), (0.5, 0.05), (1.0, -0.7), (0.75, 0.8), (-0.75, 0.8)];

/// Draws a reading over its picture: the lattice and the boundaries between regions, a small sign
/// at the top left of each cell that has a mark, the outer edge, and a crown for each queen of
/// `solution`.
#[must_use]
pub fn overlay(pixels: &RgbaImage, reading: &Reading, solution: Option<&Solution>) -> RgbaImage {
    let mut canvas = Blend(pixels.clone());
    let lattice = &reading.lattice;
    let pitch = lattice.pitch.x.min(lattice.pitch.y);
    draw_grid(&mut canvas, lattice, pitch);
    draw_boundaries(&mut canvas, reading, pitch);
    draw_frame(&mut canvas, reading.rect, EDGE);
    for cell in reading.board.cells() {
        draw_mark(&mut canvas, lattice.cell_rect(cell), reading.marks.mark(cell), pitch);
    }
    for queen in solution.into_iter().flat_map(Solution::queens) {
        draw_crown(&mut canvas.0, lattice.cell_centre(queen), pitch);
    }
    canvas.0
}

/// Draws the board that could not be read, framed and tinted, and in it the cell that is in doubt, if it is one; `None`
/// where there is no board.
#[must_use]
pub fn overlay_refusal(pixels: &RgbaImage, refusal: &Refusal) -> Option<RgbaImage> {
    let Refusal::UnreadableBoard { rect, doubt } = refusal else { return None };
    let mut canvas = Blend(pixels.clone());
    fill(&mut canvas, *rect, DOUBT_TINT);
    draw_frame(&mut canvas, *rect, DOUBT);
    if let Some(cell) = doubt.part_of(rect) {
        let width = frame_width(rect);
        draw_frame_within(&mut canvas, cell.inflate(width, width), 2.0 * width, DOUBT);
    }
    Some(canvas.0)
}

fn draw_grid(canvas: &mut Blend<RgbaImage>, lattice: &Lattice, pitch: f64) {
    let width = (pitch * 0.02).max(1.0);
    let FrameRect { min, max } = lattice.rect();
    for line in 0..=lattice.size {
        let at = lattice.origin + lattice.pitch * line as f64;
        let down = FramePoint::new(at.x, min.y)..FramePoint::new(at.x, max.y);
        let across = FramePoint::new(min.x, at.y)..FramePoint::new(max.x, at.y);
        stroke(canvas, down.start, down.end, width, LINE);
        stroke(canvas, across.start, across.end, width, LINE);
    }
}

fn draw_boundaries(canvas: &mut Blend<RgbaImage>, reading: &Reading, pitch: f64) {
    let width = (pitch * 0.07).max(2.0);
    let size = reading.board.size();
    for cell in reading.board.cells() {
        let region = reading.board.region(cell);
        let FrameRect { min, max } = reading.lattice.cell_rect(cell);
        let differs = |other: Cell| reading.board.region(other) != region;
        if cell.col + 1 < size && differs(Cell::at(cell.row, cell.col + 1)) {
            stroke(canvas, FramePoint::new(max.x, min.y), max, width, WALL);
        }
        if cell.row + 1 < size && differs(Cell::at(cell.row + 1, cell.col)) {
            stroke(canvas, FramePoint::new(min.x, max.y), max, width, WALL);
        }
    }
}

/// A small cross, or a small crown, on a light disc at the top left of the cell.
fn draw_mark(canvas: &mut Blend<RgbaImage>, cell: FrameRect, mark: Mark, pitch: f64) {
    let centre = cell.min + FrameVector::splat(pitch * 0.2);
    let radius = (pitch * 0.12).max(3.0);
    if mark == Mark::Empty {
        return;
    }
    let (x, y) = (centre.x.round() as i32, centre.y.round() as i32);
    drawing::draw_filled_circle_mut(canvas, (x, y), radius.round() as i32, HALO);
    if mark == Mark::Queen {
        fill_crown(&mut canvas.0, centre, radius * 0.65, MARK);
        return;
    }
    let arm = (radius * 0.5).round() as i32;
    for (dx, dy) in [(arm, arm), (arm, -arm)] {
        let (from, to) = ((x - dx, y - dy), (x + dx, y + dy));
        drawing::draw_antialiased_line_segment_mut(&mut canvas.0, from, to, MARK, interpolate);
    }
}

fn draw_crown(picture: &mut RgbaImage, centre: FramePoint, pitch: f64) {
    let radius = pitch * 0.24;
    fill_crown(picture, centre, radius * 1.3, HALO);
    fill_crown(picture, centre, radius, QUEEN);
}

fn fill_crown(picture: &mut RgbaImage, centre: FramePoint, radius: f64, colour: Rgba<u8>) {
    let corners = CROWN.map(|(x, y)| {
        let corner = centre + FrameVector::new(x, y) * radius;
        Point::new(corner.x.round() as i32, corner.y.round() as i32)
    });
    drawing::draw_antialiased_polygon_mut(picture, &corners, colour, interpolate);
}

/// Four lines along the inside of `rect`.
pub(super) fn draw_frame(canvas: &mut Blend<RgbaImage>, rect: FrameRect, colour: Rgba<u8>) {
    draw_frame_within(canvas, rect, frame_width(&rect), colour);
}

/// How wide the frame of a board is: two pixels of a 500 pixel board.
fn frame_width(rect: &FrameRect) -> f64 {
    (rect.width().min(rect.height()) / 250.0).max(2.0)
}

fn draw_frame_within(canvas: &mut Blend<RgbaImage>, rect: FrameRect, width: f64, colour: Rgba<u8>) {
    let FrameRect { min, max } = rect;
    let inner = rect.inflate(-width, -width);
    for side in [
        FrameRect::new(min, FramePoint::new(max.x, inner.min.y)),
        FrameRect::new(FramePoint::new(min.x, inner.max.y), max),
        FrameRect::new(
            FramePoint::new(min.x, inner.min.y),
            FramePoint::new(inner.min.x, inner.max.y),
        ),
        FrameRect::new(
            FramePoint::new(inner.max.x, inner.min.y),
            FramePoint::new(max.x, inner.max.y),
        ),
    ] {
        fill(canvas, side, colour);
    }
}

/// An upright or level line of some width, with its ends square.
pub(super) fn stroke(
    canvas: &mut Blend<RgbaImage>,
    from: FramePoint,
    to: FramePoint,
    width: f64,
    colour: Rgba<u8>,
) {
    fill(canvas, FrameRect::new(from, to).inflate(width / 2.0, width / 2.0), colour);
}

/// Lays a colour over the part of `rect` that is in the picture.
pub(super) fn fill(canvas: &mut Blend<RgbaImage>, rect: FrameRect, colour: Rgba<u8>) {
    let (width, height) = canvas.0.dimensions();
    let whole =
        FrameRect::new(FramePoint::origin(), FramePoint::new(f64::from(width), f64::from(height)));
    let FrameRect { min, max } = rect.intersection_unchecked(&whole).round();
    let (width, height) = ((max.x - min.x) as u32, (max.y - min.y) as u32);
    if width > 0 && height > 0 {
        let area = Rect::at(min.x as i32, min.y as i32).of_size(width, height);
        drawing::draw_filled_rect_mut(canvas, area, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Marks, parse};
    use crate::solver::Outcome;
    use crate::vision::{Doubt, Evidence};

    const GREY: Rgba<u8> = Rgba([128, 128, 128, 255]);

    /// A board of 4 by 4 cells of 50 pixels, 20 pixels from the top left of a grey picture, with
    /// a cross and a queen on it.
    fn reading() -> (RgbaImage, Reading, Solution) {
        let board = parse("AAAB\nAABB\nCCDB\nCDDD").expect("a sound board");
        let lattice = Lattice {
            origin: FramePoint::new(20.0, 20.0),
            pitch: FrameVector::splat(50.0),
            size: 4,
        };
        let mut marks = Marks::empty(4);
        marks.set(Cell::at(0, 0), Mark::Cross);
        marks.set(Cell::at(3, 0), Mark::Queen);
        let solution = Solution::check(&board, vec![1, 3, 0, 2]).expect("it keeps the rules");
        let reading = Reading {
            board,
            lattice,
            rect: lattice.rect().inflate(4.0, 4.0),
            marks,
            outcome: Outcome::None,
            palette: vec![[128; 3]; 4],
            evidence: Evidence {
                confidence: 1.0,
                colours_and_walls_agree: true,
                colour_margin: 0.0,
                colour_spread: 0.0,
            },
        };
        (RgbaImage::from_pixel(240, 240, GREY), reading, solution)
    }

    /// Whether any pixel of the square of `side` around the point has this colour, unblended.
    fn shows(picture: &RgbaImage, (x, y): (u32, u32), side: u32, colour: Rgba<u8>) -> bool {
        let half = side / 2;
        (y - half..=y + half)
            .any(|y| (x - half..=x + half).any(|x| *picture.get_pixel(x, y) == colour))
    }

    #[test]
    fn boundaries_stand_between_regions_and_thin_lines_elsewhere() {
        let (picture, reading, _) = reading();
        let drawn = overlay(&picture, &reading, None);
        let is_pink = |x, y| {
            let Rgba([red, green, blue, _]) = *drawn.get_pixel(x, y);
            red > 200 && green < 60 && blue > 100
        };
        let is_blue = |x, y| {
            let Rgba([red, _, blue, _]) = *drawn.get_pixel(x, y);
            red < 80 && blue > 200
        };
        assert!(is_pink(170, 45), "A and B meet to the right of row 0, column 2");
        assert!(is_pink(45, 120), "A and C meet below row 1, column 0");
        assert!(is_blue(70, 45) && !is_pink(70, 45), "two cells of A meet");
        assert_eq!(*drawn.get_pixel(45, 45), GREY, "the middle of a cell stays as it was");
    }

    #[test]
    fn queens_of_the_solution_and_only_they_get_a_crown() {
        let (picture, reading, solution) = reading();
        let drawn = overlay(&picture, &reading, Some(&solution));
        for cell in reading.board.cells() {
            let centre = reading.lattice.cell_centre(cell);
            let has_crown = shows(&drawn, (centre.x as u32, centre.y as u32), 6, QUEEN);
            assert_eq!(has_crown, solution.queens().any(|queen| queen == cell), "{cell:?}");
        }
        let without = overlay(&picture, &reading, None);
        assert!(without.pixels().all(|pixel| *pixel != QUEEN));
    }

    #[test]
    fn marks_show_at_the_top_left_of_their_cells() {
        let (picture, reading, solution) = reading();
        let drawn = overlay(&picture, &reading, Some(&solution));
        for cell in reading.board.cells() {
            let corner = reading.lattice.cell_rect(cell).min + FrameVector::splat(10.0);
            let has_sign = shows(&drawn, (corner.x as u32, corner.y as u32), 6, MARK);
            assert_eq!(has_sign, reading.marks.mark(cell) != Mark::Empty, "{cell:?}");
        }
    }

    #[test]
    fn nothing_changes_outside_of_the_board() {
        let (picture, reading, solution) = reading();
        let drawn = overlay(&picture, &reading, Some(&solution));
        for (x, y, pixel) in drawn.enumerate_pixels() {
            let is_outside = x.min(y) < 16 || x.max(y) >= 224;
            assert!(!is_outside || *pixel == GREY, "({x}, {y}) is {pixel:?}");
        }
    }

    #[test]
    fn a_doubtful_board_is_framed_even_where_it_leaves_the_picture() {
        let (picture, ..) = reading();
        let rect = FrameRect::new(FramePoint::new(100.0, -30.0), FramePoint::new(400.0, 200.0));
        let refusal = Refusal::UnreadableBoard { rect, doubt: Doubt::Covered };
        let drawn = overlay_refusal(&picture, &refusal).expect("there is a place to show");
        assert!(shows(&drawn, (100, 50), 4, DOUBT));
        assert!(shows(&drawn, (200, 199), 4, DOUBT));
        assert_eq!(*drawn.get_pixel(50, 50), GREY);
        assert_ne!(*drawn.get_pixel(200, 100), GREY);
    }

    #[test]
    fn a_cell_in_doubt_has_a_frame_of_its_own() {
        let (picture, reading, _) = reading();
        let rect = reading.lattice.rect();
        let drawn_for = |doubt| {
            let refusal = Refusal::UnreadableBoard { rect, doubt };
            overlay_refusal(&picture, &refusal).expect("there is a place to show")
        };
        let doubtful = Cell::at(2, 1);
        let drawn = drawn_for(Doubt::open_cell(doubtful.row * 4 + doubtful.col, 4));
        for cell in reading.board.cells() {
            let centre = reading.lattice.cell_centre(cell);
            let beside = [(-23.0, 0.0), (23.0, 0.0), (0.0, -23.0), (0.0, 23.0)];
            let is_framed = beside.iter().all(|&(right, down)| {
                let at = centre + FrameVector::new(right, down);
                shows(&drawn, (at.x as u32, at.y as u32), 6, DOUBT)
            });
            assert_eq!(is_framed, cell == doubtful, "{cell:?}");
        }
        let other = drawn_for(Doubt::Unclear);
        assert!(!shows(&other, (120, 120), 190, DOUBT), "no cell of another board has one");
    }

    #[test]
    fn no_board_means_no_overlay() {
        let (picture, ..) = reading();
        assert!(overlay_refusal(&picture, &Refusal::NoBoard).is_none());
    }

    #[test]
    fn a_board_at_the_edge_of_its_picture_can_be_drawn() {
        let (picture, mut reading, solution) = reading();
        reading.lattice.origin = FramePoint::new(-25.0, 90.0);
        reading.rect = reading.lattice.rect();
        let drawn = overlay(&picture, &reading, Some(&solution));
        assert_eq!(drawn.dimensions(), picture.dimensions());
    }
}
