//! Colours picked from a picture, and what they are compared by.

use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;

/// An sRGB colour, 0 to 255.
pub(super) type Rgb = [f32; 3];

/// The colour of the pixel in column `x` and row `y`; `None` outside of the picture.
pub(super) fn pixel_at(pixels: &RgbaImage, x: i64, y: i64) -> Option<Rgb> {
    let pixel = pixels.get_pixel_checked(u32::try_from(x).ok()?, u32::try_from(y).ok()?)?;
    Some([pixel[0], pixel[1], pixel[2]].map(f32::from))
}

/// One sample of a cell: its place, from the cell's middle in cells (x to the right, y down), and
/// the colour there; `None` outside of the picture.
pub(super) struct Sample {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) colour: Option<Rgb>,
}

/// A raster of `columns` by `rows` samples over the part `inner` of a cell's sides, around its
/// middle; row by row.
pub(super) fn sample_cell<'a>(
    pixels: &'a RgbaImage,
    lattice: &Lattice,
    cell: Cell,
    inner: f64,
    (columns, rows): (u32, u32),
) -> impl Iterator<Item = Sample> + use<'a> {
    let (centre, pitch) = (lattice.cell_centre(cell), lattice.pitch);
    let offset = move |k: u32, count: u32| ((f64::from(k) + 0.5) / f64::from(count) - 0.5) * inner;
    (0..rows).flat_map(move |row| {
        let y = offset(row, rows);
        (0..columns).map(move |column| {
            let x = offset(column, columns);
            let (left, top) = (centre.x + x * pitch.x, centre.y + y * pitch.y);
            Sample { x, y, colour: pixel_at(pixels, left.floor() as i64, top.floor() as i64) }
        })
    })
}

/// The largest difference of two colours in any channel.
pub(super) fn distance(a: &Rgb, b: &Rgb) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// The middle value; the upper one of two. 0 for none.
pub(super) fn median(values: &mut [f32]) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f32::total_cmp).1
}
