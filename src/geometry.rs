//! Two spaces that must never be mixed up, and the board's drawn grid in one of them.
//!
//! * **Frame pixels** ([`FramePx`]): the pixels of one captured picture. Origin at its top left
//!   corner, x to the right, y down; pixel `(0, 0)` covers the square from `(0.0, 0.0)` to
//!   `(1.0, 1.0)`, so its centre is `(0.5, 0.5)`.
//! * **Desktop points** ([`DesktopPt`]): what the system moves its pointer in. Origin at the top
//!   left of the primary monitor; on X11 and Windows a point is a physical pixel, on macOS and
//!   Wayland it is a logical one.
//!
//! A [`Placement`] travels with every frame and is the only way from one space to the other.

use crate::board::Cell;
use image::RgbaImage;

/// The space of one frame's pixels. See the [module documentation](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FramePx {}

/// The space that the desktop's pointer moves in. See the [module documentation](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DesktopPt {}

/// A place in a frame, in pixels.
pub type FramePoint = euclid::Point2D<f64, FramePx>;
/// A distance in a frame, in pixels.
pub type FrameVector = euclid::Vector2D<f64, FramePx>;
/// A rectangle in a frame, in pixels: `min` is its top left corner, `max` its bottom right one
/// (exclusive).
pub type FrameRect = euclid::Box2D<f64, FramePx>;
/// A place on the desktop, in points.
pub type DesktopPoint = euclid::Point2D<f64, DesktopPt>;
/// A distance on the desktop, in points.
pub type DesktopVector = euclid::Vector2D<f64, DesktopPt>;
/// A rectangle on the desktop, in points.
pub type DesktopRect = euclid::Box2D<f64, DesktopPt>;

/// Where a frame lies on the desktop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// The desktop point shown at the top left corner of the frame.
    pub origin: DesktopPoint,
    /// Frame pixels per desktop point: 1 on X11, 2 on a macOS Retina display.
    pub scale: euclid::Scale<f64, DesktopPt, FramePx>,
}

impl Placement {
    /// The placement of a picture that is on no desktop: one point per pixel, from the origin.
    pub const IDENTITY: Self =
        Self { origin: DesktopPoint::new(0.0, 0.0), scale: euclid::Scale::new(1.0) };

    /// Where a picture of the whole of `rect` lies. The scale is measured on the picture: what
    /// systems say of it is a setting for text (X11's `Xft.dpi`) or rounded.
    #[must_use]
    pub fn of_whole(rect: &DesktopRect, pixels: &RgbaImage) -> Self {
        let scale = f64::from(pixels.width()) / rect.width();
        Self { origin: rect.min, scale: euclid::Scale::new(scale) }
    }

    /// The desktop point that `point` of the frame shows.
    #[must_use]
    pub fn to_desktop(&self, point: FramePoint) -> DesktopPoint {
        self.origin + (point / self.scale).to_vector()
    }

    /// The place in the frame that shows `point` of the desktop.
    #[must_use]
    pub fn to_frame(&self, point: DesktopPoint) -> FramePoint {
        (point - self.origin).to_point() * self.scale
    }
}

/// The drawn grid: `size` by `size` cells of one pitch, upright, in frame pixels.
///
/// Lines are thought of without width: a line between two cells runs through the middle of what is
/// drawn there, be it a wall or a gap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lattice {
    /// The top left corner of the cell in row 0 and column 0.
    pub origin: FramePoint,
    /// The distance from one cell to the next: x to the right, y down. Both are positive; they
    /// differ by a few per cent in stretched pictures.
    pub pitch: FrameVector,
    /// The number of rows, and of columns.
    pub size: usize,
}

impl Lattice {
    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        (0..size * size).map(move |index| Cell::at(index / size, index % size))
    }

    /// The place of a cell in [`cells`](Self::cells).
    #[must_use]
    pub fn index(&self, cell: Cell) -> usize {
        cell.row * self.size + cell.col
    }

    /// This lattice with one more row and column on each side.
    pub(crate) fn with_margin(&self) -> Self {
        Self { origin: self.origin - self.pitch, size: self.size + 2, ..*self }
    }

    /// The rectangle of all cells. The outer border, if one is drawn, straddles its edge.
    #[must_use]
    pub fn rect(&self) -> FrameRect {
        FrameRect::new(self.origin, self.origin + self.pitch * self.size as f64)
    }

    /// The rectangle of one cell, from line to line.
    #[must_use]
    pub fn cell_rect(&self, cell: Cell) -> FrameRect {
        let corner = |row: usize, col: usize| {
            self.origin + self.pitch.component_mul(FrameVector::new(col as f64, row as f64))
        };
        FrameRect::new(corner(cell.row, cell.col), corner(cell.row + 1, cell.col + 1))
    }

    /// The middle of one cell.
    #[must_use]
    pub fn cell_centre(&self, cell: Cell) -> FramePoint {
        self.cell_rect(cell).center()
    }

    /// The cell at `point`, or `None` outside of the lattice.
    #[must_use]
    pub fn cell_at(&self, point: FramePoint) -> Option<Cell> {
        let along = point - self.origin;
        let index = |distance: f64, pitch: f64| {
            let index = (distance / pitch).floor();
            (index >= 0.0 && index < self.size as f64).then_some(index as usize)
        };
        Some(Cell::at(index(along.y, self.pitch.y)?, index(along.x, self.pitch.x)?))
    }
}

/// The part of a picture of `width` by `height` pixels from (`left`, `top`) on, which must lie within
/// it: row by row, in a fraction of the time that single pixels take.
pub(crate) fn crop(
    pixels: &RgbaImage,
    (left, top): (u32, u32),
    (width, height): (u32, u32),
) -> RgbaImage {
    const BYTES: usize = 4;
    let mut part = RgbaImage::new(width, height);
    let from = pixels.as_raw().chunks_exact((BYTES * pixels.width() as usize).max(1));
    let to = part.chunks_exact_mut((BYTES * width as usize).max(1));
    for (to, from) in to.zip(from.skip(top as usize)) {
        to.copy_from_slice(&from[BYTES * left as usize..][..to.len()]);
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgba, imageops};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_part_of_a_picture_has_its_pixels(
            (width, height) in (1..20_u32, 1..20_u32),
            places in prop::array::uniform4(0.0..=1.0_f64),
        ) {
            let pixels = RgbaImage::from_fn(width, height, |x, y| Rgba([x as u8, y as u8, 7, 9]));
            let [left, top, right, bottom] = places;
            let within = |from: f64, to: f64, length: u32| {
                let [from, to] = [from.min(to), from.max(to)].map(|at| at * f64::from(length));
                (from as u32, to as u32 - from as u32)
            };
            let ((left, wide), (top, high)) = (within(left, right, width), within(top, bottom, height));
            let expected = imageops::crop_imm(&pixels, left, top, wide, high).to_image();
            prop_assert_eq!(crop(&pixels, (left, top), (wide, high)), expected);
        }
    }

    #[test]
    fn every_cell_is_found_at_its_own_centre_and_none_outside() {
        let lattice = Lattice {
            origin: FramePoint::new(10.5, 20.25),
            pitch: FrameVector::new(40.5, 39.75),
            size: 9,
        };
        for (index, cell) in lattice.cells().enumerate() {
            assert_eq!(lattice.cell_at(lattice.cell_centre(cell)), Some(cell));
            assert_eq!(lattice.index(cell), index);
        }
        let rect = lattice.rect();
        assert_eq!(lattice.cell_at(rect.max), None);
        assert_eq!(lattice.cell_at(rect.min - FrameVector::new(0.1, 0.0)), None);
    }

    #[test]
    fn a_placement_goes_there_and_back() {
        let placement =
            Placement { origin: DesktopPoint::new(-1920.0, 35.0), scale: euclid::Scale::new(2.0) };
        let point = FramePoint::new(301.0, 17.0);
        assert_eq!(placement.to_desktop(point), DesktopPoint::new(-1769.5, 43.5));
        assert_eq!(placement.to_frame(placement.to_desktop(point)), point);
    }
}
