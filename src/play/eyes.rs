//! What the player sees with.

use crate::board::CellSet;
use crate::geometry::Lattice;
use crate::vision::{self, Before, Reading, Refusal};
use image::RgbaImage;

/// Reads boards from frames.
pub trait Eyes {
    /// As [`vision::read`].
    ///
    /// # Errors
    /// A refusal, if there is no board or if it cannot be read with certainty.
    fn read(&self, pixels: &RgbaImage) -> Result<Reading, Refusal>;

    /// As [`vision::read_all`]; eyes that see one board at a time see that of [`read`](Self::read).
    ///
    /// # Errors
    /// That of [`read`](Self::read), if no board can be read.
    fn read_all(&self, pixels: &RgbaImage) -> Result<Vec<Reading>, Refusal> {
        self.read(pixels).map(|reading| vec![reading])
    }

    /// As [`vision::read_at`].
    ///
    /// # Errors
    /// A refusal, if the board is not there or cannot be read with certainty.
    fn read_at(&self, pixels: &RgbaImage, lattice: &Lattice) -> Result<Reading, Refusal>;

    /// As [`vision::read_shaded`].
    ///
    /// # Errors
    /// A refusal, if the board is not there or something covers it.
    fn read_shaded(
        &self,
        pixels: &RgbaImage,
        lattice: &Lattice,
        before: &Before<'_>,
        marked: &CellSet,
    ) -> Result<Reading, Refusal>;

    /// As [`vision::is_alike_in`].
    fn is_alike_in(&self, pixels: &RgbaImage, lattice: &Lattice, cells: &CellSet) -> bool;
}

/// The eyes of this crate.
#[derive(Debug, Clone, Copy, Default)]
pub struct Vision;

impl Eyes for Vision {
    fn read(&self, pixels: &RgbaImage) -> Result<Reading, Refusal> {
        vision::read(pixels)
    }

    fn read_all(&self, pixels: &RgbaImage) -> Result<Vec<Reading>, Refusal> {
        vision::read_all(pixels)
    }

    fn read_at(&self, pixels: &RgbaImage, lattice: &Lattice) -> Result<Reading, Refusal> {
        vision::read_at(pixels, lattice)
    }

    fn read_shaded(
        &self,
        pixels: &RgbaImage,
        lattice: &Lattice,
        before: &Before<'_>,
        marked: &CellSet,
    ) -> Result<Reading, Refusal> {
        vision::read_shaded(pixels, lattice, before, marked)
    }

    fn is_alike_in(&self, pixels: &RgbaImage, lattice: &Lattice, cells: &CellSet) -> bool {
        vision::is_alike_in(pixels, lattice, cells)
    }
}
