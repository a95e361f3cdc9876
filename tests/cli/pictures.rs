//! Pictures with and without a board.

use image::{ImageFormat, Rgba, RgbaImage};
use queensight::board::{Cell, Mark, Marks};
use queensight::render::{Look, Tone, random_palette, render};
use queensight::{board, solver};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::io::Cursor;

/// A picture of a board, 50 pixels a cell, with a cross and the first queen of its solution on it.
pub(crate) fn picture(board: &str, look: fn(usize, f64, Vec<[u8; 3]>) -> Look) -> Vec<u8> {
    let board = board::parse(board).expect("a sound board");
    let size = board.size();
    let mut marks = Marks::empty(size);
    let outcome = solver::solve(&board);
    marks.set(
        outcome.solution().expect("a solution").queens().next().expect("a queen"),
        Mark::Queen,
    );
    marks.set(Cell::at(size - 1, size - 1), Mark::Cross);
    let palette = random_palette(size, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(1));
    to_png(&render(&board, &marks, &look(size, 50.0, palette)).pixels)
}

pub(crate) fn to_png(pixels: &RgbaImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, ImageFormat::Png).expect("a PNG in memory");
    bytes.into_inner()
}

/// A picture without a board.
pub(crate) fn white_png() -> Vec<u8> {
    to_png(&RgbaImage::from_pixel(200, 100, Rgba([255; 4])))
}

/// The beginning of a BMP file that says it is this large.
pub(crate) fn bmp_header(width: i32, height: i32) -> Vec<u8> {
    let mut header = b"BM".to_vec();
    for number in [0, 0, 54, 40, width, height, 1 | 24 << 16, 0, 0, 0, 0, 0, 0] {
        header.extend(i32::to_le_bytes(number));
    }
    header
}
