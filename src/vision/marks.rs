//! What stands in a cell: nothing, a cross, or a queen, whatever the site draws for it.

use super::cells::CellColours;
use super::sampling::{Raster, Rgb, distance, median, median_colour};
use crate::board::{Cell, Mark, Marks};
use crate::geometry::Lattice;
use image::{GrayImage, Luma, RgbaImage};
use imageproc::distance_transform::Norm;
use imageproc::morphology;
use imageproc::region_labelling::{Connectivity, connected_components};
use std::collections::BTreeMap;

/// The part of a cell's side, around its middle, that is searched for a mark. Walls take up to 5 %
/// of the cell on each side, gaps up to 8 %.
const INNER: f64 = 0.82;

/// The most samples along a side of a cell: a stroke of a cross is 2 % of the cell wide or more.
const SAMPLES: u32 = 96;

/// How much a mark differs from its cell, in levels of a channel.
const CONTRAST: u8 = 24;

/// The least area of a stain that is not noise, in parts of the cell; JPEG leaves less around
/// marks and lines.
const STAIN: f64 = 0.002;

/// The least sides of a ring around a mark, in cells. What encloses something smaller is the outline
/// of a crown, which is 0.55 cells high at most.
const RING: f64 = 0.6;

/// The largest area of an x, in cells: half a cell wide, with strokes of a tenth.
const STROKES: f64 = 0.17;

/// Below this height, in pixels, the strokes of an x are hardly wider than their blur.
const BLURRED: f64 = 16.0;

/// The widest line of a pattern that is laid over a cell, in cells; a queen's body is wider.
const STRIPE: f64 = 0.06;

/// What differs from a cell's colour, in parts of the cell.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Shape {
    area: f64,
    /// The sides of its bounding box.
    width: f64,
    height: f64,
    /// The distance of the box's middle from the cell's.
    off_centre: f64,
    /// The part of its area near the two diagonals of its box: 1 for an x, a half for a disc.
    diagonal: f64,
    /// Whether it reaches the edge of what was searched: a line, a frame, a stripe, a pointer that
    /// enters from the next cell; or a queen that is drawn large or out of place.
    is_cut: bool,
    /// The height of its box in pixels of the picture.
    pixels: f64,
}

/// Reads the marks of all cells.
pub(super) fn measure_marks(pixels: &RgbaImage, lattice: &Lattice, colours: &CellColours) -> Marks {
    let mut shapes: Vec<(Cell, Shape)> = Vec::new();
    let raster = Raster::new(pixels, lattice, INNER, (4, SAMPLES));
    for cell in lattice.cells() {
        let mask = stained(&raster, cell, &colours.rgb[lattice.index(cell)], CONTRAST);
        let mask = glow(&raster, cell, &mask).unwrap_or(mask);
        if mask.pixels().any(|pixel| pixel[0] != 0) {
            let scale = lattice.pitch.y * INNER / f64::from(mask.height());
            shapes.extend(shape_of_mark(&mask, scale).map(|shape| (cell, shape)));
        }
    }
    let mut marks = Marks::empty(lattice.size);
    for (cell, shape) in &shapes {
        // The strokes of a small x are blurred, from cell to cell in another way: those of one
        // size are taken together.
        let alike = shapes.iter().filter(|(_, other)| other.is_like(shape));
        let mut diagonals: Vec<f32> = alike.map(|(_, other)| other.diagonal as f32).collect();
        let diagonal =
            if shape.is_small() { median(&mut diagonals).into() } else { shape.diagonal };
        marks.set(*cell, Shape { diagonal, ..*shape }.mark());
    }
    marks
}

/// The shape of the mark in a mask. Where a frame or stripes run through the whole cell, it is what
/// stands free inside of them; and where a queen hangs together with stripes, these are brushed
/// away, and her body is left.
fn shape_of_mark(mask: &GrayImage, scale: f64) -> Option<Shape> {
    let all = shape(mask, scale, |_| true)?;
    if !all.is_frame() {
        return Some(all);
    }
    let is_free = |piece: &Piece| !piece.is_cut;
    if let Some(inside) = shape(mask, scale, is_free).filter(Shape::is_centred) {
        return Some(inside);
    }
    let half_stripe = (STRIPE / 2.0 / INNER * f64::from(mask.width())).ceil() as u8;
    let body = shape(&morphology::open(mask, Norm::LInf, half_stripe), scale, is_free)?;
    (body.area >= 0.03).then_some(body)
}

/// The inner part of a cell, sampled: white where it differs from a colour by more than `contrast`.
fn stained(raster: &Raster<'_>, cell: Cell, colour: &Rgb, contrast: u8) -> GrayImage {
    let mut mask = GrayImage::new(raster.columns, raster.rows);
    for (stain, sample) in mask.pixels_mut().zip(raster.samples(cell)) {
        if sample.is_some_and(|other| distance(&other, colour) > contrast) {
            *stain = Luma([u8::MAX]);
        }
    }
    mask
}

/// How much a mark differs from the glow around it, in levels of a channel: more than the parts of
/// the glow, which fades, differ from each other.
const GLOW_CONTRAST: u8 = 70;

/// Where a glow fills most of the cell: what stands in it, as a mask.
fn glow(raster: &Raster<'_>, cell: Cell, mask: &GrayImage) -> Option<GrayImage> {
    let (columns, rows) = mask.dimensions();
    let stains = mask.pixels().filter(|stain| stain[0] != 0).count();
    // The ring that is looked at below takes a third of the mask.
    if 5 * stains < mask.len() {
        return None;
    }
    let is_in_ring = |x: u32, y: u32| {
        let off = |at: u32, count: u32| ((f64::from(at) + 0.5) / f64::from(count) - 0.5) * INNER;
        (0.3..0.4).contains(&off(x, columns).hypot(off(y, rows)))
    };
    let mut around: Vec<Rgb> = Vec::new();
    let mut ring = 0;
    for ((x, y, stain), sample) in mask.enumerate_pixels().zip(raster.samples(cell)) {
        if is_in_ring(x, y) {
            ring += 1;
            around.extend(sample.filter(|_| stain[0] != 0));
        }
    }
    if 10 * around.len() < 8 * ring {
        return None;
    }
    let mut inner = stained(raster, cell, &median_colour(&around), GLOW_CONTRAST);
    for (x, y, stain) in inner.enumerate_pixels_mut() {
        // Beyond the glow lies the cell itself.
        let off = |at: u32, count: u32| ((f64::from(at) + 0.5) / f64::from(count) - 0.5) * INNER;
        if off(x, columns).hypot(off(y, rows)) > 0.4 {
            *stain = Luma([0]);
        }
    }
    Some(inner)
}

/// The shape of the pieces of a mask that are no noise and that `is_wanted`. Pieces that reach the
/// mask's edge count only where they are the largest, and rings around another do not.
fn shape(mask: &GrayImage, scale: f64, is_wanted: impl Fn(&Piece) -> bool) -> Option<Shape> {
    let (columns, rows) = mask.dimensions();
    let cell_area = f64::from(columns * rows) / (INNER * INNER);
    let labels = connected_components(mask, Connectivity::Eight, Luma([0]));
    let mut pieces: BTreeMap<u32, Piece> = BTreeMap::new();
    for (x, y, label) in labels.enumerate_pixels().filter(|(_, _, label)| label[0] != 0) {
        pieces.entry(label[0]).or_default().add(x, y, columns, rows);
    }
    let least = (STAIN * cell_area).max(2.0);
    pieces.retain(|_, piece| f64::from(piece.area) >= least && is_wanted(piece));
    let boxes: Vec<Piece> = pieces.values().copied().collect();
    let is_wide = |piece: &Piece| {
        let sides = [(piece.left, piece.right, columns), (piece.top, piece.bottom, rows)];
        sides.iter().all(|(low, high, all)| f64::from(high - low) * INNER >= RING * f64::from(*all))
    };
    let is_ring = |piece: &Piece| {
        !piece.is_cut && is_wide(piece) && boxes.iter().any(|other| piece.encloses(other))
    };
    pieces.retain(|_, piece| !is_ring(piece));
    let largest = pieces.values().max_by_key(|piece| piece.area)?;
    if !largest.is_cut {
        pieces.retain(|_, piece| !piece.is_cut);
    }
    let all = pieces.values().copied().reduce(Piece::merge)?;
    let (width, height) = (f64::from(all.right - all.left), f64::from(all.bottom - all.top));
    let on_diagonal = labels.enumerate_pixels().filter(|(x, y, label)| {
        let u = (f64::from(x.saturating_sub(all.left)) + 0.5) / width * 2.0 - 1.0;
        let v = (f64::from(y.saturating_sub(all.top)) + 0.5) / height * 2.0 - 1.0;
        pieces.contains_key(&label[0]) && (u.abs() - v.abs()).abs() < DIAGONAL
    });
    let off = |low: u32, high: u32, count: u32| {
        (f64::from(low + high) / (2.0 * f64::from(count)) - 0.5) * INNER
    };
    Some(Shape {
        area: f64::from(all.area) / cell_area,
        width: width / f64::from(columns) * INNER,
        height: height / f64::from(rows) * INNER,
        off_centre: off(all.left, all.right, columns).hypot(off(all.top, all.bottom, rows)),
        diagonal: on_diagonal.count() as f64 / f64::from(all.area),
        is_cut: all.is_cut,
        pixels: height * scale,
    })
}

/// How far from a diagonal of its box a stroke of an x lies at most, in half sides of the box.
const DIAGONAL: f64 = 0.35;

/// One connected piece of a mask; `right` and `bottom` are exclusive.
#[derive(Debug, Clone, Copy)]
struct Piece {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
    area: u32,
    is_cut: bool,
}

impl Default for Piece {
    fn default() -> Self {
        Self { left: u32::MAX, top: u32::MAX, right: 0, bottom: 0, area: 0, is_cut: false }
    }
}

impl Piece {
    fn add(&mut self, x: u32, y: u32, columns: u32, rows: u32) {
        let is_cut = x == 0 || y == 0 || x + 1 == columns || y + 1 == rows;
        *self = self.merge(Self { left: x, top: y, right: x + 1, bottom: y + 1, area: 1, is_cut });
    }

    /// Whether the other piece lies inside of this one's box, on all sides.
    fn encloses(&self, other: &Self) -> bool {
        self.left < other.left
            && self.top < other.top
            && self.right > other.right
            && self.bottom > other.bottom
    }

    fn merge(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
            area: self.area + other.area,
            is_cut: self.is_cut || other.is_cut,
        }
    }
}

impl Shape {
    /// Whether the two are as large as each other, give or take a quarter.
    fn is_like(&self, other: &Self) -> bool {
        let alike = |a: f64, b: f64| (a - b).abs() <= 0.25 * a.max(b);
        alike(self.width, other.width)
            && alike(self.height, other.height)
            && alike(self.area, other.area)
    }

    /// Whether the shape may be a site's small x: LinkedIn's is 0.14 to 0.17 of the cell wide.
    fn is_small(&self) -> bool {
        self.width.max(self.height) <= 0.3
    }

    fn is_centred(&self) -> bool {
        !self.is_cut && self.off_centre <= 0.1
    }

    /// Whether the shape runs through the whole of what was searched: stripes, or a frame.
    fn is_frame(&self) -> bool {
        self.is_cut && self.width.min(self.height) > 0.8
    }

    /// What the shape is. The numbers were chosen between the shapes of 429 queens and 2,190
    /// crosses in labelled screenshots and those of 49 empty cells with something over them, and
    /// then changed for boards of our own drawing that they failed on.
    fn mark(&self) -> Mark {
        let is_centred = self.is_centred();
        let is_small = self.is_small();
        // The strokes of a small x run together, and cannot be told at all in a few pixels.
        let least_diagonal = match self.pixels {
            pixels if is_small && pixels < 8.0 => 0.0,
            // No queen is as small as this.
            _ if is_small => 0.5,
            pixels if pixels < BLURRED => 0.62,
            _ => 0.8,
        };
        if is_centred && self.diagonal >= least_diagonal && self.area <= STROKES {
            return Mark::Cross;
        }
        let aspect = self.width / self.height;
        let is_large = self.width >= 0.38 && self.height >= 0.33 && self.area >= 0.07;
        let is_glyph = is_large && (0.6..=1.7).contains(&aspect) && !self.is_frame();
        if is_glyph || (is_centred && self.area >= 0.02) { Mark::Queen } else { Mark::Empty }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mark in a mask drawn with `#`, each character a square of `scale` samples.
    fn read(rows: &[&str], scale: u32) -> Mark {
        let (width, height) = (rows[0].len() as u32 * scale, rows.len() as u32 * scale);
        let mask = GrayImage::from_fn(width, height, |x, y| {
            let is_stained = rows[(y / scale) as usize].as_bytes()[(x / scale) as usize] == b'#';
            Luma([if is_stained { u8::MAX } else { 0 }])
        });
        shape_of_mark(&mask, 1.0).map_or(Mark::Empty, |shape| shape.mark())
    }

    #[test]
    fn an_x_is_a_cross_at_any_size() {
        let small = [
            ".............", //
            ".............",
            ".............",
            ".............",
            ".............",
            ".....#.#.....",
            "......#......",
            ".....#.#.....",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
        ];
        let large = [
            ".............", //
            ".#.........#.",
            "..#.......#..",
            "...#.....#...",
            "....#...#....",
            ".....#.#.....",
            "......#......",
            ".....#.#.....",
            "....#...#....",
            "...#.....#...",
            "..#.......#..",
            ".#.........#.",
            ".............",
        ];
        for scale in [2, 5] {
            assert_eq!((read(&small, scale), read(&large, scale)), (Mark::Cross, Mark::Cross));
        }
    }

    #[test]
    fn a_crown_and_a_disc_are_queens() {
        let crown = [
            ".............", //
            ".............",
            ".............",
            "..#...#...#..",
            "..##.###.##..",
            "..#########..",
            "..#########..",
            "...#######...",
            "...#######...",
            ".............",
            ".............",
            ".............",
            ".............",
        ];
        let disc = [
            ".............", //
            ".............",
            ".............",
            "....#####....",
            "...#######...",
            "...#######...",
            "...#######...",
            "...#######...",
            "...#######...",
            "....#####....",
            ".............",
            ".............",
            ".............",
        ];
        assert_eq!((read(&crown, 5), read(&disc, 5)), (Mark::Queen, Mark::Queen));
    }

    #[test]
    fn what_leans_in_from_the_edge_is_no_mark() {
        let pointer = [
            "............#", //
            "...........##",
            "..........###",
            ".........####",
            "........#####",
            "..........###",
            "...........##",
            "............#",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
        ];
        let line = [
            ".............", //
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            "#############",
        ];
        assert_eq!((read(&pointer, 5), read(&line, 5)), (Mark::Empty, Mark::Empty));
    }

    #[test]
    fn a_ring_of_focus_is_no_mark_but_does_not_hide_one() {
        let ring = [
            "#############", //
            "#...........#",
            "#...........#",
            "#...........#",
            "#...........#",
            "#....#.#....#",
            "#.....#.....#",
            "#....#.#....#",
            "#...........#",
            "#...........#",
            "#...........#",
            "#...........#",
            "#############",
        ];
        let inset = [
            ".............", //
            ".###########.",
            ".#.........#.",
            ".#.........#.",
            ".#.........#.",
            ".#...#.#...#.",
            ".#....#....#.",
            ".#...#.#...#.",
            ".#.........#.",
            ".#.........#.",
            ".#.........#.",
            ".###########.",
            ".............",
        ];
        assert_eq!((read(&ring, 5), read(&inset, 5)), (Mark::Cross, Mark::Cross));
    }

    #[test]
    fn under_stripes_a_queen_is_seen_and_nothing_is_nothing() {
        let stripes = |x: u32, y: u32| (x + y) % 20 < 3;
        let crown = |x: u32, y: u32| (20..60).contains(&x) && (30..55).contains(&y);
        let draw = |is_stained: &dyn Fn(u32, u32) -> bool| {
            let pixel = |x, y| Luma([if is_stained(x, y) { u8::MAX } else { 0 }]);
            let mask = GrayImage::from_fn(80, 80, pixel);
            shape_of_mark(&mask, 1.0).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!(draw(&stripes), Mark::Empty);
        assert_eq!(draw(&|x, y| stripes(x, y) || crown(x, y)), Mark::Queen);
    }
}
