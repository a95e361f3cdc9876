//! What stands in a cell: nothing, a cross, or a queen, whatever the site draws for it.

use super::cells::CellColours;
use super::sampling::Raster;
use super::shape::{Piece, RING, Shape};
use super::stain::{INNER, Stain};
use crate::board::{Cell, Mark, Marks};
use crate::geometry::Lattice;
use image::imageops::crop_imm;
use image::{GenericImageView, GrayImage, RgbaImage};
use imageproc::contrast::{ThresholdType, threshold};
use imageproc::distance_transform::Norm;
use imageproc::morphology;

/// The most samples along a side of a cell: a stroke of a cross is 2 % of the cell wide or more.
const SAMPLES: u32 = 96;

/// The largest area of an x, in cells: half a cell wide, with strokes of a tenth.
const STROKES: f64 = 0.17;

/// The widest line of a pattern that is laid over a cell, in cells; a queen's body is wider.
const STRIPE: f64 = 0.06;

/// Reads the marks of all cells.
pub(super) fn measure_marks(pixels: &RgbaImage, lattice: &Lattice, colours: &CellColours) -> Marks {
    let raster = Raster::new(pixels, lattice, INNER, (4, SAMPLES));
    let shape_in = |cell: Cell| {
        let stain = Stain::of(&raster, cell, &colours.rgb[lattice.index(cell)]);
        let stain = stain.without_glow(&raster, cell).unwrap_or(stain);
        Some((cell, shape_of_mark(&stain)?))
    };
    let shapes: Vec<(Cell, Shape)> = lattice.cells().filter_map(shape_in).collect();
    let mut marks = Marks::empty(lattice.size);
    for (cell, shape) in &shapes {
        // What is blurred differs from cell to cell: shapes that are alike are taken together.
        let alike: Vec<&Shape> =
            shapes.iter().map(|(_, other)| other).filter(|other| other.is_like(shape)).collect();
        let sum = |part: fn(&Shape) -> f64| alike.iter().map(|shape| part(shape)).sum::<f64>();
        let typical = Shape {
            corners: sum(|shape| shape.corners) / alike.len() as f64,
            middles: sum(|shape| shape.middles) / alike.len() as f64,
            ..*shape
        };
        marks.set(*cell, typical.mark());
    }
    marks
}

/// The shape of the mark in a cell. Where a frame or stripes run through the whole cell, it is what
/// stands free inside of them; what is darker than the cell where they are lighter, or lighter; what
/// stands out from them; or, where a queen hangs together with them, what is left of her when they
/// are brushed away.
fn shape_of_mark(stain: &Stain) -> Option<Shape> {
    let Stain { levels, least, .. } = stain;
    // Most cells are empty.
    if levels.pixels().all(|level| level[0] <= *least) {
        return None;
    }
    let peak = centre_peak(levels);
    let shape = |levels: &GrayImage, mask: &GrayImage, is_wanted: &dyn Fn(&Piece) -> bool| {
        let in_glow = stain.in_glow;
        Shape::of(levels, mask, is_wanted).map(|shape| Shape { in_glow, ..shape })
    };
    let is_any = |_: &Piece| true;
    let clear = (*least).max(peak / 4);
    let mask = threshold(levels, clear, ThresholdType::Binary);
    let Some(all) = shape(levels, &mask, &is_any) else {
        // Of a golden crown with jewels, in a cell of nearly its own colour, these alone are clear.
        let mask = threshold(levels, *least, ThresholdType::Binary);
        return shape(levels, &mask, &is_any);
    };
    if !all.is_frame {
        return Some(all);
    }
    let is_free = |piece: &Piece| !piece.is_cut();
    if let Some(inside) = shape(levels, &mask, &is_free).filter(Shape::is_centred) {
        return Some(inside);
    }
    for is_darker in [true, false] {
        let levels = stain.of_shade(is_darker);
        let mask = threshold(&levels, clear, ThresholdType::Binary);
        let inside = shape(&levels, &mask, &is_free);
        if let Some(inside) = inside.filter(|inside| inside.is_cross() || inside.is_disc()) {
            return Some(inside);
        }
    }
    let strong = threshold(levels, peak / 3 * 2, ThresholdType::Binary);
    let inside = shape(levels, &strong, &is_free);
    if let Some(inside) = inside.filter(|inside| inside.is_cross() || inside.is_disc()) {
        return Some(inside);
    }
    let half_stripe = (STRIPE / 2.0 / INNER * f64::from(mask.width())).ceil() as u8;
    let body = morphology::open(&mask, Norm::LInf, half_stripe);
    shape(levels, &body, &is_free).filter(|body| body.area >= 0.03)
}

/// The largest difference around the middle of a cell.
fn centre_peak(difference: &GrayImage) -> u8 {
    let (columns, rows) = difference.dimensions();
    let middle = crop_imm(difference, columns / 3, rows / 3, columns.div_ceil(3), rows.div_ceil(3));
    middle.pixels().map(|(_, _, level)| level[0]).max().unwrap_or(0)
}

/// How far the middle of an x may be from its cell's, in cells: letters stand above it.
/// Chosen.
const OFF_CENTRE: f64 = 0.2;

impl Shape {
    /// Whether the shape may be a site's small x: LinkedIn's is 0.14 to 0.17 of the cell wide.
    fn is_small(&self) -> bool {
        self.width.max(self.height) <= 0.3
    }

    fn is_centred(&self) -> bool {
        !self.is_cut && self.off_centre <= 0.1 + self.pixel
    }

    fn is_cross(&self) -> bool {
        // No queen is as small as a site's small x, or the dot that others draw for it.
        let least = match (self.in_glow, self.is_small()) {
            // Of a golden queen in a golden glow little but her outlines is to be seen.
            (true, _) => 3.0,
            (_, true) => 0.0,
            _ => 1.15,
        };
        // Blurred strokes are wide, but leave the middles free.
        let most = if self.corners >= 3.0 * self.middles { 2.0 * STROKES } else { STROKES };
        let has_free_middles = self.is_centred() && self.corners >= least * self.middles;
        let is_x = self.is_x && !self.in_glow && !self.is_frame && self.off_centre <= OFF_CENTRE;
        self.area <= most && (is_x || has_free_middles)
    }

    /// Whether the shape is filled and as large as a queen: no part of a stripe is.
    fn is_disc(&self) -> bool {
        self.is_centred() && self.is_large() && self.area >= 0.5 * self.width * self.height
    }

    fn is_large(&self) -> bool {
        self.width >= 0.38 && self.height >= 0.33 && self.area >= 0.07
    }

    /// Whether the shape is a square with nothing in it: a ring of focus.
    fn is_hollow(&self) -> bool {
        self.width.min(self.height) >= RING
            && self.corners.min(self.middles) >= 0.7
            && self.area <= 0.4 * self.width * self.height
    }

    /// What the shape is. The numbers were chosen between the shapes of 429 queens and 2,190
    /// crosses in labelled screenshots and those of 49 empty cells with something over them, and
    /// then changed for boards of our own drawing that they failed on.
    fn mark(&self) -> Mark {
        if self.is_cross() {
            return Mark::Cross;
        }
        if self.is_arrow || self.is_hollow() {
            return Mark::Empty;
        }
        let aspect = self.width / self.height;
        let is_glyph = self.is_large() && (0.6..=1.9).contains(&aspect) && !self.is_frame;
        if is_glyph || (self.is_centred() && self.area >= 0.02) { Mark::Queen } else { Mark::Empty }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stain::CONTRAST;
    use super::*;
    use crate::geometry::{FramePoint, FrameVector};
    use image::{Luma, Rgba};

    /// What is so much darker than its cell.
    fn dark(levels: GrayImage) -> Stain {
        Stain { is_darker: vec![true; levels.len()], levels, least: CONTRAST, in_glow: false }
    }

    /// The shape in a mask drawn with `#`, each character a square of `scale` samples.
    fn shape_in(rows: &[&str], scale: u32) -> Option<Shape> {
        let (width, height) = (rows[0].len() as u32 * scale, rows.len() as u32 * scale);
        let mask = GrayImage::from_fn(width, height, |x, y| {
            let is_stained = rows[(y / scale) as usize].as_bytes()[(x / scale) as usize] == b'#';
            Luma([if is_stained { u8::MAX } else { 0 }])
        });
        shape_of_mark(&dark(mask))
    }

    fn read(rows: &[&str], scale: u32) -> Mark {
        shape_in(rows, scale).map_or(Mark::Empty, |shape| shape.mark())
    }

    #[test]
    fn a_slanting_x_is_a_cross_and_no_letter_with_two_strokes_is_an_x() {
        let slanting = [
            ".............", //
            "....#....#...",
            "....##..##...",
            "....##.##....",
            ".....####....",
            ".....###.....",
            ".....###.....",
            "....####.....",
            "....#..##....",
            "...##..##....",
            "..##.........",
            "..#..........",
            ".............",
        ];
        let one_below = slanting.map(|row| row.replace("#..##", "#...."));
        let wide_crossing = slanting.map(|row| row.replace("###", "######"));
        for scale in [2, 5] {
            assert_eq!(read(&slanting, scale), Mark::Cross);
            assert!(shape_in(&slanting, scale).unwrap().is_x);
            for other in [&one_below, &wide_crossing] {
                let rows = other.each_ref().map(String::as_str);
                assert!(!shape_in(&rows, scale).unwrap().is_x, "{rows:?}");
            }
        }
    }

    #[test]
    fn a_crown_of_nearly_the_cells_colour_is_a_queen_by_more_than_its_jewels() {
        let crown = [
            ".............", //
            ".............",
            "..o...o...o..",
            "..oo.ooo.oo..",
            "..ooooooooo..",
            "..ooooooooo..",
            "..#oo#oo#oo..",
            "..ooooooooo..",
            "..ooooooooo..",
            ".............",
            ".............",
        ];
        let mark = |body: u8| {
            let levels = GrayImage::from_fn(65, 55, |x, y| {
                let drawn = crown[(y / 5) as usize].as_bytes()[(x / 5) as usize];
                Luma([match drawn {
                    b'#' => 144,
                    b'o' => body,
                    _ => 0,
                }])
            });
            shape_of_mark(&dark(levels)).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!([mark(30), mark(10)], [Mark::Queen, Mark::Empty]);
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
    fn specks_are_no_mark_however_many_there_are() {
        let specks = GrayImage::from_fn(60, 60, |x, y| {
            let is_speck =
                x % 17 < 2 && y % 13 < 2 && (10..50).contains(&x) && (10..50).contains(&y);
            Luma([if is_speck { u8::MAX } else { 0 }])
        });
        assert!(shape_of_mark(&dark(specks)).is_none());
        let joined = GrayImage::from_fn(60, 60, |x, y| {
            let is_stroke =
                (10..50).contains(&x) && (x.abs_diff(y) < 2 || (x + y).abs_diff(59) < 2);
            Luma([if is_stroke { u8::MAX } else { 0 }])
        });
        assert_eq!(shape_of_mark(&dark(joined)).map(|shape| shape.mark()), Some(Mark::Cross));
    }

    #[test]
    fn a_thick_wall_does_not_hide_a_small_cross_beside_it() {
        let beside = [
            "#############", //
            "#############",
            "##...........",
            "##...........",
            "##...........",
            "##...#.#.....",
            "##....#......",
            "##...#.#.....",
            "##...........",
            "##...........",
            "##...........",
            "##...........",
            "##...........",
        ];
        let alone = beside.map(|row| row.replace("#.#", "...").replace(".#.", "..."));
        let alone = alone.each_ref().map(String::as_str);
        assert_eq!((read(&beside, 5), read(&alone, 5)), (Mark::Cross, Mark::Empty));
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
    fn an_arrow_is_a_pointer_and_no_mark_even_if_only_its_outline_shows() {
        let filled = [
            ".............", //
            ".............",
            "...#.........",
            "...##........",
            "...###.......",
            "...####......",
            "...#####.....",
            "...######....",
            "...#####.....",
            "...##.##.....",
            "......##.....",
            ".............",
            ".............",
        ];
        let outline = filled.map(|row| row.replace("####", "#..#").replace("###", "#.#"));
        let outline = outline.each_ref().map(String::as_str);
        assert_eq!((read(&filled, 4), read(&outline, 4)), (Mark::Empty, Mark::Empty));
    }

    #[test]
    fn a_crossed_hatched_cell_is_crossed_where_the_cross_is_the_stronger() {
        let hatched = |stripes: u8, cross: u8| {
            let difference = GrayImage::from_fn(80, 80, |x, y| {
                let is_cross = (25..55).contains(&x)
                    && (25..55).contains(&y)
                    && (x.abs_diff(y) < 4 || (x + y).abs_diff(79) < 4);
                let is_striped = (x + y) % 20 < 5;
                Luma([if is_cross {
                    cross
                } else if is_striped {
                    stripes
                } else {
                    0
                }])
            });
            shape_of_mark(&dark(difference)).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!(hatched(90, 220), Mark::Cross);
        assert_eq!(hatched(90, 0), Mark::Empty);
        assert_eq!(hatched(200, 220), Mark::Empty, "it does not stand out");
    }

    #[test]
    fn a_cross_that_is_darker_than_its_cell_is_seen_under_stripes_that_are_lighter() {
        let is_cross = |x: u32, y: u32| {
            (25..55).contains(&x)
                && (25..55).contains(&y)
                && (x.abs_diff(y) < 3 || (x + y).abs_diff(79) < 3)
        };
        let hatched = |is_darker: bool| {
            let levels = GrayImage::from_fn(80, 80, |x, y| {
                Luma([if is_cross(x, y) || (x + y) % 20 < 5 { 120 } else { 0 }])
            });
            let is_darker = levels.enumerate_pixels().map(|(x, y, _)| is_cross(x, y) && is_darker);
            let is_darker = is_darker.collect();
            let stain = Stain { is_darker, ..dark(levels) };
            shape_of_mark(&stain).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!((hatched(true), hatched(false)), (Mark::Cross, Mark::Empty));
    }

    #[test]
    fn a_piece_of_a_stripe_is_no_cross() {
        let stripe = [
            ".............", //
            ".............",
            ".............",
            ".............",
            ".......##....",
            "......##.....",
            ".....##......",
            "....##.......",
            "...##........",
            ".............",
            ".............",
            ".............",
            ".............",
        ];
        let crossed = stripe.map(|row| {
            let back: String = row.chars().rev().collect();
            let both = row.chars().zip(back.chars());
            both.map(|(a, b)| if a == '#' || b == '#' { '#' } else { '.' }).collect::<String>()
        });
        let crossed = crossed.each_ref().map(String::as_str);
        assert_ne!(read(&stripe, 5), Mark::Cross);
        assert_eq!(read(&crossed, 5), Mark::Cross);
    }

    #[test]
    fn a_disc_is_a_queen_in_a_glow_that_fills_its_cell() {
        let glowing = |disc: u8| {
            let levels = GrayImage::from_fn(80, 80, |x, y| {
                let away = (f64::from(x) - 39.5).hypot(f64::from(y) - 39.5);
                Luma([if away < 20.0 { disc } else { (90.0 - away) as u8 }])
            });
            shape_of_mark(&dark(levels)).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!((glowing(200), glowing(70)), (Mark::Queen, Mark::Empty));
    }

    #[test]
    fn what_is_left_of_a_queen_in_a_glow_is_no_cross() {
        let outlines = [
            ".............", //
            ".............",
            "..##.....##..",
            "..###...###..",
            "....#...#....",
            ".....###.....",
            "......#......",
            ".....###.....",
            "....#...#....",
            "..###...###..",
            "..##.....##..",
            ".............",
            ".............",
        ];
        let mask = GrayImage::from_fn(65, 65, |x, y| {
            let is_stained = outlines[(y / 5) as usize].as_bytes()[(x / 5) as usize] == b'#';
            Luma([if is_stained { u8::MAX } else { 0 }])
        });
        let shape = shape_of_mark(&dark(mask)).unwrap();
        let weak = Shape { corners: 0.3, middles: 0.2, ..shape };
        assert_eq!(weak.mark(), Mark::Cross);
        assert_eq!(Shape { in_glow: true, ..weak }.mark(), Mark::Queen);
        assert_eq!(Shape { in_glow: true, middles: 0.0, ..weak }.mark(), Mark::Cross);
    }

    #[test]
    fn faint_marks_are_seen_in_dark_cells_only_and_not_among_noise() {
        let lattice = Lattice {
            origin: FramePoint::new(0.0, 0.0),
            pitch: FrameVector::new(60.0, 60.0),
            size: 1,
        };
        let seen = |ground: u8, mark: u8, noise: u8| {
            let pixels = RgbaImage::from_fn(60, 60, |x, y| {
                let is_mark = (20..40).contains(&x)
                    && (20..40).contains(&y)
                    && (x.abs_diff(y) < 3 || (x + y).abs_diff(59) < 3);
                let level = if is_mark { mark } else { ground };
                let level = level + if (7 * x + 5 * y) % 3 == 0 { noise } else { 0 };
                Rgba([level, level, level, 255])
            });
            let mut colours = CellColours::default();
            colours.push([f32::from(ground); 3], 1.0);
            measure_marks(&pixels, &lattice, &colours).mark(Cell::at(0, 0))
        };
        assert_eq!(seen(40, 24, 0), Mark::Cross);
        assert_eq!(seen(180, 164, 0), Mark::Empty, "as faint in a light cell");
        assert_eq!(seen(40, 40, 10), Mark::Empty, "noise alone");
    }

    #[test]
    fn under_stripes_a_queen_is_seen_and_nothing_is_nothing() {
        let stripes = |x: u32, y: u32| (x + y) % 20 < 3;
        let crown = |x: u32, y: u32| (20..60).contains(&x) && (30..55).contains(&y);
        let draw = |is_stained: &dyn Fn(u32, u32) -> bool| {
            let pixel = |x, y| Luma([if is_stained(x, y) { u8::MAX } else { 0 }]);
            let mask = GrayImage::from_fn(80, 80, pixel);
            shape_of_mark(&dark(mask)).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!(draw(&stripes), Mark::Empty);
        assert_eq!(draw(&|x, y| stripes(x, y) || crown(x, y)), Mark::Queen);
    }
}
