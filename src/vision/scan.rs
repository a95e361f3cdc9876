//! The pixels across the border between two cells, and what is drawn there.

use super::ground::{BESIDE, Ground};
use super::sampling::{Rgb, brightness, distance, median};
use super::walls::NO_INK;
use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;
use std::ops::Range;

/// How far from the line's middle it may reach, as a part of the cell. Marks are further away.
pub(super) const REACH: f64 = 0.12;

/// How much of the shared side is looked at, around its middle: the rest belongs to crossing
/// lines and rounded corners.
const SIDE: f64 = 0.6;

/// Scan lines across each border. Chosen: so many that they do not keep step with dots and dashes.
const SCANS: usize = 31;

/// The least part of the scan lines in each half of a border that have ink if a dotted or dashed line is
/// drawn there. Chosen: dots are as long as the gaps between them, and a third of them is met at least;
/// stripes of a hatched cell are not; what covers a line from one end leaves nothing of that half.
const DASHED: f64 = 0.3;

/// The part of the scan lines at each end of a border that tell whether it has a line there. Chosen.
const END: f64 = 0.3;

/// Differences up to this, in levels of a channel, are noise.
pub(super) const NOISE: u8 = 6;

/// Reads the pixels across borders.
pub(super) struct Scanner<'a> {
    pub(super) pixels: &'a RgbaImage,
    pub(super) lattice: &'a Lattice,
}

/// The pixels across one border.
#[derive(Clone)]
pub(super) struct Scan {
    pub(super) cells: [usize; 2],
    /// What the two cells look like right beside the border: whatever a mark, a hint or the
    /// pointer does to the rest of a cell, a line is what differs from this.
    pub(super) beside: [Ground; 2],
    /// Scan lines one after the other, each from the first cell to the second; of those in a row
    /// that are the same, one.
    samples: Vec<Rgb>,
    /// How many each of them stands for.
    counts: Vec<usize>,
    /// Samples in each scan line.
    length: usize,
    /// The width of a pixel, in cells.
    pixel: f32,
}

impl Scanner<'_> {
    pub(super) fn right_of(&self, cell: Cell) -> Scan {
        let (rect, index) = (self.lattice.cell_rect(cell), self.lattice.index(cell));
        let across = (rect.max.x, rect.width());
        let along = (rect.center().y, rect.height());
        Scan::new([index, index + 1], across, along, &Turned::of(self.pixels, false))
    }

    pub(super) fn below(&self, cell: Cell) -> Scan {
        let (rect, index) = (self.lattice.cell_rect(cell), self.lattice.index(cell));
        let across = (rect.max.y, rect.height());
        let along = (rect.center().x, rect.width());
        let below = index + self.lattice.size;
        Scan::new([index, below], across, along, &Turned::of(self.pixels, true))
    }
}

/// A picture by the directions across borders and along them.
struct Turned<'a> {
    pixels: &'a [[u8; 4]],
    /// How far the next pixel is, across and along.
    steps: [usize; 2],
    /// How many there are.
    sides: [i64; 2],
}

impl<'a> Turned<'a> {
    fn of(pixels: &'a RgbaImage, is_across_rows: bool) -> Self {
        let (width, height) = pixels.dimensions();
        let (mut steps, mut sides) = ([1, width as usize], [width, height].map(i64::from));
        if is_across_rows {
            steps.reverse();
            sides.reverse();
        }
        Self { pixels: pixels.as_raw().as_chunks().0, steps, sides }
    }

    /// The pixels across a border in this range, as far as it is in the picture.
    fn line(&self, across: Range<i64>, along: i64) -> impl ExactSizeIterator<Item = Rgb> + '_ {
        let is_inside = (0..self.sides[1]).contains(&along);
        let end = if is_inside { across.end.min(self.sides[0]) } else { 0 };
        let range = across.start.max(0) as usize..end.max(0) as usize;
        let first = along.max(0) as usize * self.steps[1];
        range.map(move |across| {
            let [red, green, blue, _] = self.pixels[first + across * self.steps[0]];
            [red, green, blue]
        })
    }
}

impl Scan {
    /// Scans the border that crosses the axis at `edge`, between cells of `pitch`; along itself it
    /// is `side` long, around `middle`.
    fn new(
        cells: [usize; 2],
        (edge, pitch): (f64, f64),
        (middle, side): (f64, f64),
        picture: &Turned<'_>,
    ) -> Self {
        let half = (REACH * pitch).max(2.0);
        let (from, to) = ((edge - half).floor() as i64, (edge + half).ceil() as i64);
        let scans = ((side * SIDE) as usize).clamp(1, SCANS);
        let mut samples = Vec::with_capacity(scans * (to - from) as usize);
        let mut counts: Vec<usize> = Vec::with_capacity(scans);
        let mut beside = [0, 1].map(|_| Vec::with_capacity(scans * BESIDE.len()));
        let mut length = 1;
        for scan in 0..scans {
            let offset = ((scan as f64 + 0.5) / scans as f64 - 0.5) * SIDE * side;
            let along = (middle + offset) as i64;
            let before = samples.len();
            samples.extend(picture.line(from..to, along));
            let (others, line) = samples.split_at(before);
            if line.is_empty() {
                // Outside of the picture.
                continue;
            }
            length = line.len();
            match counts.last_mut() {
                Some(count) if others.ends_with(line) => {
                    *count += 1;
                    samples.truncate(before);
                }
                _ => counts.push(1),
            }
            for distance in BESIDE {
                let away = (distance * pitch).max(half + 1.0);
                let places = [(edge - away) as i64, (edge + away) as i64];
                for (beside, across) in beside.iter_mut().zip(places) {
                    beside.extend(picture.line(across..across + 1, along));
                }
            }
        }
        let beside = beside.map(|colours: Vec<Rgb>| Ground::of(&colours));
        Self { cells, beside, samples, counts, length, pixel: 1.0 / pitch as f32 }
    }

    /// The same border with its one side, that of the first or of the second cell, on both sides.
    pub(super) fn mirrored(&self, side: usize) -> Self {
        let mut mirrored = self.clone();
        for line in mirrored.samples.chunks_exact_mut(self.length) {
            let (first, second) = line.split_at_mut(self.length / 2);
            let second = &mut second[self.length % 2..];
            let (from, to) = if side == 0 { (first, second) } else { (second, first) };
            for (to, from) in to.iter_mut().zip(from.iter().rev()) {
                *to = *from;
            }
        }
        mirrored
    }

    /// Whether nothing at all is drawn here, and both sides have one colour.
    pub(super) fn is_open(&self) -> bool {
        !self.samples.is_empty()
            && distance(&self.beside[0].colour, &self.beside[1].colour) <= NOISE
            && self.peak().0 <= 2 * NOISE
    }

    /// Whether something is drawn here that differs from both sides.
    pub(super) fn is_lined(&self) -> bool {
        self.peak().0 > 4 * NOISE
    }

    /// How far a pixel is from both cells' colours, in levels of a channel.
    fn difference(&self, pixel: &Rgb) -> u8 {
        let [a, b] = self.beside.map(|beside| beside.distance(pixel));
        a.min(b)
    }

    /// The pixel that differs most from both cells, and by how much.
    pub(super) fn peak(&self) -> (u8, Rgb) {
        self.samples
            .iter()
            .map(|pixel| (self.difference(pixel), *pixel))
            .fold((0, [0; 3]), |best, next| if next.0 > best.0 { next } else { best })
    }

    /// See [`Border::contrast`].
    pub(super) fn contrast(&self, line: &Rgb) -> [u8; 2] {
        self.beside.map(|beside| beside.distance(line))
    }

    /// The median over the scan lines of their ink: see [`Border::ink`].
    pub(super) fn ink(&self, line: &Rgb) -> f32 {
        self.typical(self.ink_of_pixel(line))
    }

    fn ink_of_pixel(&self, line: &Rgb) -> impl Fn(&Rgb) -> f32 {
        let contrast = self.contrast(line).map(|contrast| f32::from(contrast.max(2 * NOISE)));
        move |pixel: &Rgb| {
            let [a, b] = [0, 1].map(|side| {
                let difference = self.beside[side].distance(pixel);
                let is_seen = difference > NOISE;
                if is_seen { (f32::from(difference) / contrast[side]).min(1.0) } else { 0.0 }
            });
            a.min(b)
        }
    }

    /// See [`Border::shades`].
    pub(super) fn shades(&self) -> [f32; 2] {
        let [low, high] = self.low_and_high();
        let noise = f32::from(NOISE);
        [
            self.typical(|pixel| {
                let darker = low - brightness(pixel);
                if darker > noise { darker / low } else { 0.0 }
            }),
            self.typical(|pixel| {
                let lighter = brightness(pixel) - high;
                if lighter > noise { lighter / (255.0 - high) } else { 0.0 }
            }),
        ]
    }

    /// See [`Border::widths`].
    pub(super) fn widths(
        &self,
        [darkest, lightest]: [f32; 2],
        [darker, lighter]: [f32; 2],
    ) -> [Option<f32>; 2] {
        let [low, high] = self.low_and_high();
        // The whole way, and that to the line.
        let of = |shade: f32, whole: f32, to_line: f32| {
            (to_line > 2.0 * f32::from(NOISE)).then(|| shade * whole / to_line)
        };
        [of(darker, low, low - darkest), of(lighter, 255.0 - high, lightest - high)]
    }

    /// The brightness of the darkest, and of the lightest, that the two cells are.
    fn low_and_high(&self) -> [f32; 2] {
        let [a, b] = self
            .beside
            .map(|Ground { colour, stripes }| [brightness(&colour), brightness(&stripes)]);
        [a[0].min(a[1]).min(b[0]).min(b[1]), a[0].max(a[1]).max(b[0]).max(b[1])]
    }

    /// The median over the scan lines of what their pixels have, times the width of a pixel.
    fn typical(&self, of_pixel: impl Fn(&Rgb) -> f32) -> f32 {
        median(&mut self.sums(of_pixel)) * self.pixel
    }

    /// What the pixels of each scan line have.
    fn sums(&self, of_pixel: impl Fn(&Rgb) -> f32) -> Vec<f32> {
        self.sums_within(0..self.length, of_pixel)
    }

    /// What the pixels of each scan line have that are in this part of it.
    fn sums_within(&self, part: Range<usize>, of_pixel: impl Fn(&Rgb) -> f32) -> Vec<f32> {
        let lines = self.samples.chunks_exact(self.length).zip(&self.counts);
        let sum = |line: &[Rgb]| line[part.clone()].iter().map(&of_pixel).sum();
        lines.flat_map(|(line, &count)| std::iter::repeat_n(sum(line), count)).collect()
    }

    /// Whether most scan lines have a pixel that differs from both cells, however little ink that is.
    pub(super) fn is_translucent(&self) -> bool {
        let is_seen = |pixel: &Rgb| f32::from(u8::from(self.difference(pixel) > 2 * NOISE));
        self.typical(is_seen) >= self.pixel
    }

    /// Whether a hint or an error draws stripes over one of the cells.
    pub(super) fn is_striped(&self) -> bool {
        self.beside.iter().any(Ground::is_striped)
    }

    /// See [`Border::cut_short`]. What is in the middle may be of either half. What is off the middle of the
    /// scan lines may be the outline of a mark.
    pub(super) fn cut_short(&self, line: &Rgb) -> Option<usize> {
        let aside = self.length / 4;
        let sums = self.sums_within(aside..self.length - aside, self.ink_of_pixel(line));
        let part = (END * sums.len() as f64) as usize;
        let is_drawn = |sum: &&f32| **sum * self.pixel > NO_INK;
        let ends = [&sums[..part], &sums[sums.len() - part..]];
        let drawn = ends.map(|end| end.iter().filter(is_drawn).count());
        [[part, 0], [0, part]].iter().position(|whole| part > 0 && *whole == drawn)
    }

    /// Whether a dotted or dashed line is drawn.
    pub(super) fn is_broken(&self, line: &Rgb) -> bool {
        let sums = self.sums(self.ink_of_pixel(line));
        let is_dashed = |half: &[f32]| {
            let drawn = half.iter().filter(|&&sum| sum * self.pixel > NO_INK).count();
            drawn as f64 >= DASHED * half.len() as f64
        };
        let (first, second) = sums.split_at(sums.len() / 2);
        !first.is_empty() && is_dashed(first) && is_dashed(second)
    }
}
