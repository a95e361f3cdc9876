//! The sides of a lattice, and the pixels along them.

use super::sampling::{Rgb, pixel_at};
use crate::geometry::{FrameRect, Lattice};
use image::RgbaImage;

/// One side of a lattice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Top,
    Right,
    Bottom,
}

impl Side {
    pub(super) const ALL: [Self; 4] = [Self::Left, Self::Top, Self::Right, Self::Bottom];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Top => "top",
            Self::Right => "right",
            Self::Bottom => "bottom",
        }
    }

    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Top => Self::Bottom,
            Self::Right => Self::Left,
            Self::Bottom => Self::Top,
        }
    }

    pub(super) fn is_upright(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }

    /// Whether it comes before the cells, from left to right or from top to bottom.
    pub(super) fn is_first(self) -> bool {
        matches!(self, Self::Left | Self::Top)
    }

    /// The distance from one cell to the next across this side, in pixels.
    pub(super) fn pitch_across(self, lattice: &Lattice) -> f64 {
        if self.is_upright() { lattice.pitch.x } else { lattice.pitch.y }
    }

    /// The same along this side.
    pub(super) fn pitch_along(self, lattice: &Lattice) -> f64 {
        if self.is_upright() { lattice.pitch.y } else { lattice.pitch.x }
    }

    /// The pixel so many cells `along` this side, from the left or from the top, and `offset` pixels outwards
    /// from it; `None` outside of the picture.
    pub(super) fn pixel(
        self,
        pixels: &RgbaImage,
        lattice: &Lattice,
        along: f64,
        offset: f64,
    ) -> Option<Rgb> {
        let FrameRect { min, max } = lattice.rect();
        let along = lattice.pitch * along;
        let (x, y) = match self {
            Self::Left => (min.x - offset, min.y + along.y),
            Self::Right => (max.x + offset, min.y + along.y),
            Self::Top => (min.x + along.x, min.y - offset),
            Self::Bottom => (min.x + along.x, max.y + offset),
        };
        pixel_at(pixels, x.floor() as i64, y.floor() as i64)
    }
}
