//! A recording: frames that were taken before.

use super::{CaptureError, Frame, FrameSource};

/// Shows frames in order, and goes on showing the last one.
#[derive(Debug, Clone)]
pub struct Replay {
    /// What is shown now.
    current: Frame,
    /// What comes after it, the next one last.
    coming: Vec<Frame>,
}

impl Replay {
    /// Shows `first`, then all of `rest`, one a look.
    #[must_use]
    pub fn new(first: Frame, rest: impl IntoIterator<Item = Frame>) -> Self {
        let mut coming: Vec<Frame> = rest.into_iter().collect();
        coming.reverse();
        Self { current: first, coming }
    }
}

impl FrameSource for Replay {
    fn frame(&mut self) -> Result<Frame, CaptureError> {
        let shown = self.current.clone();
        if let Some(next) = self.coming.pop() {
            self.current = next;
        }
        Ok(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Placement;
    use image::{Rgba, RgbaImage};
    use std::time::Instant;

    fn grey(level: u8) -> Frame {
        let pixels = RgbaImage::from_pixel(1, 1, Rgba([level, level, level, 255]));
        Frame { pixels: pixels.into(), placement: Placement::IDENTITY, taken: Instant::now() }
    }

    #[test]
    fn frames_are_shown_in_order_and_the_last_one_stays() {
        let mut replay = Replay::new(grey(1), [grey(2), grey(3)]);
        let levels = [(); 5].map(|()| replay.frame().unwrap().pixels.get_pixel(0, 0).0[0]);
        assert_eq!(levels, [1, 2, 3, 3, 3]);
    }
}
