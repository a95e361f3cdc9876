//! Colours picked from a picture, and what they are compared by.

use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;

/// An sRGB colour.
pub(super) type Rgb = [u8; 3];

/// The colour of the pixel in column `x` and row `y`; `None` outside of the picture.
pub(super) fn pixel_at(pixels: &RgbaImage, x: i64, y: i64) -> Option<Rgb> {
    let pixel = pixels.get_pixel_checked(u32::try_from(x).ok()?, u32::try_from(y).ok()?)?;
    Some([pixel[0], pixel[1], pixel[2]])
}

/// Equally spaced samples over the inner part of each cell of a lattice.
pub(super) struct Raster<'a> {
    pixels: &'a RgbaImage,
    /// Samples in each row and in each column of one cell.
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// The pixel column of each sample, for all columns of cells; `None` outside of the picture.
    xs: Vec<Option<u32>>,
    /// The pixel row of each sample, for all rows of cells.
    ys: Vec<Option<u32>>,
}

impl<'a> Raster<'a> {
    /// Samples over the part `inner` of the cells' sides, around their middle: one a pixel, but at
    /// least `least` and at most `most` along each side.
    pub(super) fn new(
        pixels: &'a RgbaImage,
        lattice: &Lattice,
        inner: f64,
        (least, most): (u32, u32),
    ) -> Self {
        let count = |pitch: f64| ((pitch * inner) as u32).clamp(least, most);
        let places = |origin: f64, pitch: f64, count: u32, end: u32| -> Vec<Option<u32>> {
            (0..lattice.size)
                .flat_map(|index| (0..count).map(move |sample| (index, sample)))
                .map(|(index, sample)| {
                    let offset = ((f64::from(sample) + 0.5) / f64::from(count) - 0.5) * inner;
                    let place = origin + (index as f64 + 0.5 + offset) * pitch;
                    // The cast rounds towards zero, and only what is below it must not get there.
                    (place >= 0.0 && (place as u32) < end).then_some(place as u32)
                })
                .collect()
        };
        let (columns, rows) = (count(lattice.pitch.x), count(lattice.pitch.y));
        Self {
            pixels,
            columns,
            rows,
            xs: places(lattice.origin.x, lattice.pitch.x, columns, pixels.width()),
            ys: places(lattice.origin.y, lattice.pitch.y, rows, pixels.height()),
        }
    }

    /// The samples of one cell, row by row; `None` outside of the picture.
    pub(super) fn samples(&self, cell: Cell) -> Vec<Option<Rgb>> {
        let xs = &self.xs[cell.col * self.columns as usize..][..self.columns as usize];
        let ys = &self.ys[cell.row * self.rows as usize..][..self.rows as usize];
        let (raw, width) = (self.pixels.as_raw(), self.pixels.width() as usize);
        let mut samples = Vec::with_capacity(xs.len() * ys.len());
        for y in ys {
            let row = y.map_or(&[][..], |y| &raw[4 * y as usize * width..][..4 * width]);
            samples
                .extend(xs.iter().map(|x| row.get(4 * (*x)? as usize..)?.first_chunk().copied()));
        }
        samples
    }

    /// Whether all pixels from a cell's first sample to its last one are in the picture, and within so
    /// many levels of a colour in each channel.
    pub(super) fn is_all_near(&self, cell: Cell, colour: &Rgb, levels: u8) -> bool {
        let xs = &self.xs[cell.col * self.columns as usize..][..self.columns as usize];
        let ys = &self.ys[cell.row * self.rows as usize..][..self.rows as usize];
        let (Some(&Some(left)), Some(&Some(right))) = (xs.first(), xs.last()) else { return false };
        // Four pixels at a time, whatever their opacity.
        let bound = |of: fn(u8, u8) -> u8, opacity: u8| -> [u8; 16] {
            std::array::from_fn(|at| colour.get(at % 4).map_or(opacity, |&level| of(level, levels)))
        };
        let (low, high) = (bound(u8::saturating_sub, 0), bound(u8::saturating_add, u8::MAX));
        let (raw, width) = (self.pixels.as_raw(), self.pixels.width() as usize);
        ys.iter().all(|y| {
            let Some(y) = y else { return false };
            let row = 4 * *y as usize * width;
            let pixels = &raw[row + 4 * left as usize..row + 4 * (right as usize + 1)];
            let mut is_off = [false; 16];
            for four in pixels.chunks(16) {
                for (((is_off, level), low), high) in
                    is_off.iter_mut().zip(four).zip(&low).zip(&high)
                {
                    *is_off |= level < low || level > high;
                }
            }
            !is_off.contains(&true)
        })
    }
}

/// The largest difference of two colours in any channel.
pub(super) fn distance(a: &Rgb, b: &Rgb) -> u8 {
    a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2]))
}

/// How bright a colour is, from 0 to 255 (luma of Rec. 601).
pub(super) fn brightness(colour: &Rgb) -> f32 {
    let [red, green, blue] = colour.map(f32::from);
    0.299 * red + 0.587 * green + 0.114 * blue
}

/// The middle value; the upper one of two. 0 for none.
pub(super) fn median(values: &mut [f32]) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f32::total_cmp).1
}

/// Channel by channel the middle value; black for none.
pub(super) fn median_colour(colours: &[Rgb]) -> Rgb {
    // What is looked at is of one colour most of the time.
    if let [first, others @ ..] = colours
        && others.iter().all(|colour| colour == first)
    {
        return *first;
    }
    std::array::from_fn(|channel| {
        let mut values: Vec<u8> = colours.iter().map(|colour| colour[channel]).collect();
        let middle = values.len() / 2;
        if values.is_empty() { 0 } else { *values.select_nth_unstable(middle).1 }
    })
}

/// The colour of a cell without what is drawn in it: the median of its outermost samples, in rows of so many.
pub(super) fn ground_of(samples: &[Rgb], columns: usize) -> Rgb {
    let is_rim = |index: &usize| {
        let (x, y) = (index % columns, index / columns);
        x == 0 || y == 0 || x + 1 == columns || (y + 1) * columns == samples.len()
    };
    let rim = (0..samples.len()).filter(is_rim).map(|index| samples[index]);
    median_colour(&rim.collect::<Vec<_>>())
}

/// The colour that at least a `part` of these have, within so many levels of a channel.
pub(super) fn common_colour(colours: &[Rgb], part: f64, levels: u8) -> Option<Rgb> {
    let common = median_colour(colours);
    let like = colours.iter().filter(|colour| distance(colour, &common) <= levels).count();
    (like as f64 >= part * colours.len() as f64).then_some(common)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{FramePoint, FrameVector};
    use image::Rgba;

    #[test]
    fn a_cell_is_of_one_colour_only_if_all_its_samples_are_near_it_and_in_the_picture() {
        let lattice = Lattice {
            origin: FramePoint::new(0.5, 0.5),
            pitch: FrameVector::new(21.7, 21.7),
            size: 2,
        };
        let is_plain = |spot: (u32, u32), colour: Rgb, side: u32, cell: Cell| {
            let mut pixels = RgbaImage::from_pixel(side, side, Rgba([90, 120, 250, 7]));
            pixels.put_pixel(spot.0, spot.1, Rgba([colour[0], colour[1], colour[2], 255]));
            Raster::new(&pixels, &lattice, 0.8, (4, 96)).is_all_near(cell, &[90, 120, 250], 10)
        };
        let first = Cell::at(0, 0);
        let spots = [(3, 3), (10, 11), (19, 19)];
        for spot in spots {
            assert!(is_plain(spot, [100, 110, 255], 45, first), "{spot:?}");
            for far in [[101, 120, 250], [90, 109, 250], [90, 120, 239]] {
                assert!(!is_plain(spot, far, 45, first), "{spot:?}: {far:?}");
            }
        }
        assert!(is_plain((1, 10), [0; 3], 45, first), "beside its samples");
        assert!(is_plain((10, 11), [0; 3], 45, Cell::at(1, 1)), "in another cell");
        assert!(!is_plain((1, 1), [0; 3], 40, Cell::at(1, 1)), "cut off");
    }
}
