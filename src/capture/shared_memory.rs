//! Pictures in memory that is shared with a display server.
//!
//! The memory has a file, which is read as any other: nothing is mapped into this process, so no
//! unsafe code is needed, and no picture goes through the connection.

use image::RgbaImage;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;

/// Bytes of a pixel, in the memory and in a picture.
pub(super) const PIXEL: usize = 4;

/// How much is read at once, in bytes: small enough to stay in the processor's own memory until it
/// has been turned into a picture.
const AT_ONCE: usize = 128 << 10;

/// In which order a pixel's first three bytes are in the memory; the fourth has no meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Blue, green, red.
    Bgr,
    /// Red, green, blue.
    Rgb,
}

/// The picture at the beginning of `memory`: `width` by `height` pixels, both 1 or more, with
/// `stride` bytes from one row to the next. It is written into `room`, if that is large enough.
///
/// # Errors
/// If the memory is too small, or gone.
pub(super) fn read_picture(
    memory: &File,
    (width, height): (u32, u32),
    stride: usize,
    order: Order,
    mut room: Vec<u8>,
) -> io::Result<RgbaImage> {
    let row = width as usize * PIXEL;
    let rows_at_once = (AT_ONCE / stride).max(1);
    let length = row * height as usize;
    if room.capacity() < length {
        room = vec![0; length];
    }
    room.resize(length, 0);
    let mut pixels = RgbaImage::from_raw(width, height, room).ok_or(io::ErrorKind::OutOfMemory)?;
    let mut bytes = vec![0; rows_at_once * stride];
    let mut offset = 0;
    for rows in pixels.chunks_mut(rows_at_once * row) {
        // Nothing need follow the last pixel.
        let bytes = &mut bytes[..(rows.len() / row - 1) * stride + row];
        memory.read_exact_at(bytes, offset)?;
        offset += (rows.len() / row * stride) as u64;
        for (from, to) in bytes.chunks(stride).zip(rows.chunks_exact_mut(row)) {
            to_rgba(&from[..row], to, order);
        }
    }
    Ok(pixels)
}

/// To red, green, blue and opaque.
fn to_rgba(pixels: &[u8], rgba: &mut [u8], order: Order) {
    for (from, to) in pixels.chunks_exact(PIXEL).zip(rgba.chunks_exact_mut(PIXEL)) {
        let pixel = u32::from_le_bytes([from[0], from[1], from[2], from[3]]);
        let turned = match order {
            Order::Bgr => (pixel & 0xff) << 16 | (pixel & 0xff00) | (pixel >> 16 & 0xff),
            Order::Rgb => pixel & 0x00ff_ffff,
        };
        to.copy_from_slice(&(0xff00_0000 | turned).to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn pixels_are_turned_around_and_made_opaque_and_the_rest_of_a_row_is_left_out() {
        let mut memory = tempfile::tempfile().unwrap();
        memory.write_all(&[1, 2, 3, 0, 99, 99, 99, 99, 250, 251, 252, 99]).unwrap();
        for (order, expected) in [
            (Order::Bgr, [3, 2, 1, 255, 252, 251, 250, 255]),
            (Order::Rgb, [1, 2, 3, 255, 250, 251, 252, 255]),
        ] {
            let picture = read_picture(&memory, (1, 2), 8, order, Vec::new()).unwrap();
            assert_eq!(picture.into_raw(), expected);
            for room in [7, 8, 9] {
                let room = vec![77; room];
                let picture = read_picture(&memory, (1, 2), 8, order, room).unwrap();
                assert_eq!(picture.into_raw(), expected);
            }
        }
        assert!(read_picture(&memory, (1, 3), 8, Order::Bgr, Vec::new()).is_err());
    }

    #[test]
    fn a_picture_of_many_rows_is_read_in_order() {
        let (width, height) = (300, 400);
        let mut memory = tempfile::tempfile().unwrap();
        for pixel in 0..width * height {
            memory.write_all(&u32::to_le_bytes(pixel)).unwrap();
        }
        let stride = width as usize * PIXEL;
        let picture =
            read_picture(&memory, (width, height), stride, Order::Rgb, Vec::new()).unwrap();
        for (x, y, pixel) in picture.enumerate_pixels() {
            let [red, green, blue, _] = pixel.0;
            assert_eq!(u32::from_le_bytes([red, green, blue, 0]), y * width + x);
        }
    }
}
