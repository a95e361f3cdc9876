//! Where frames come from: the screen, saved pictures, recordings.

use crate::geometry::Placement;
use image::RgbaImage;
use std::time::Instant;

/// The pixels of one moment, and where on the desktop they lie.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The picture, opaque: whatever makes a frame lays transparent pixels over white.
    pub pixels: RgbaImage,
    /// Where the picture lies on the desktop.
    pub placement: Placement,
    /// When it was taken.
    pub taken: Instant,
}

/// Something that can be looked at, again and again.
pub trait FrameSource {
    /// Looks now.
    ///
    /// # Errors
    /// If nothing can be seen, worded with what to do about it.
    fn frame(&mut self) -> Result<Frame, CaptureError>;
}

/// What keeps a frame from being taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaptureError {
    /// There is no screen to look at.
    #[error("no screen can be reached: {0}")]
    NoScreen(String),
}
