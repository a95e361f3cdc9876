//! The pictures that the reader is measured on.

use super::{Look, Rendered, Tone, random_palette, render};
use crate::board::{Board, Marks};
use crate::geometry::FramePoint;
use crate::solver;
use image::Rgba;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// A page of `width` by `height` pixels full of text, buttons and another grid, and in its middle a
/// 9 by 9 board with cells of `pitch` pixels; the board alone where it fills most of the page. It
/// is the same board each time.
#[must_use]
pub fn sample((width, height): (u32, u32), pitch: f64) -> (Board, Rendered) {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    #[expect(clippy::expect_used, reason = "boards of this size can be made")]
    let board = solver::generate(9, &mut rng).expect("a board");
    let mut look = Look::classic(9, pitch, random_palette(9, Tone::Pastel, &mut rng));
    let side = 9.0 * pitch;
    look.origin = FramePoint::new(f64::from(width) - side, f64::from(height) - side) / 2.0;
    look.origin = look.origin.round();
    (look.width, look.height) = (width, height);
    look.clutter = (f64::from(width) > 1.5 * side).then_some(9);
    let drawn = render(&board, &Marks::empty(9), &look);
    (board, drawn)
}

impl Rendered {
    /// The same page with a white sheet over the board.
    #[must_use]
    pub fn without_board(mut self) -> Self {
        let rect = self.rect.round_out();
        for (x, y, pixel) in self.pixels.enumerate_pixels_mut() {
            if rect.contains(FramePoint::new(f64::from(x), f64::from(y))) {
                *pixel = Rgba([255; 4]);
            }
        }
        self
    }
}
