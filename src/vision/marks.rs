//! What stands in a cell: nothing, a cross, or a queen, whatever the site draws for it.

use super::cells::CellColours;
use super::ink::shape_of_mark;
use super::sampling::{Raster, Rgb, distance};
use super::shape::Shape;
use super::stain::{CONTRAST, INNER, Stain, least_contrast};
use crate::board::{Cell, Mark, Marks};
use crate::geometry::Lattice;
use image::RgbaImage;

/// The most samples along a side of a cell: a stroke of a cross is 2 % of the cell wide or more.
const SAMPLES: u32 = 96;

/// With at least this support, the colour of a cell is its own, and not that of its mark.
const SURE: f32 = 0.8;

/// The largest area of an x, in cells: half a cell wide, with strokes of a tenth.
const STROKES: f64 = 0.17;

/// Reads the marks of all cells, of which `region_colours` are those of their regions.
pub(super) fn measure_marks(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    region_colours: &[Rgb],
) -> Marks {
    let raster = Raster::new(pixels, lattice, INNER, (4, SAMPLES));
    let shape_in = |cell: Cell| {
        // Most cells are empty.
        let index = lattice.index(cell);
        let own = &colours.rgb[index];
        if is_sure(colours, index) && raster.is_all_near(cell, own, least_contrast(own)) {
            return None;
        }
        let stain = measure_stain(&raster, lattice, colours, region_colours, cell);
        // What seems to be a glow may be a large mark itself.
        let in_glow = stain.without_glow(&raster, cell).and_then(|stain| shape_of_mark(&stain));
        let shape = in_glow.filter(|shape| shape.mark() != Mark::Empty);
        Some((cell, shape.or_else(|| shape_of_mark(&stain))?))
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
            diagonal: sum(|shape| shape.diagonal) / alike.len() as f64,
            ..*shape
        };
        marks.set(*cell, typical.mark());
    }
    marks
}

/// What differs from a cell's own colour. Where a mark fills most of the cell, that is its region's.
fn measure_stain(
    raster: &Raster<'_>,
    lattice: &Lattice,
    colours: &CellColours,
    region_colours: &[Rgb],
    cell: Cell,
) -> Stain {
    let index = lattice.index(cell);
    let measured = &colours.rgb[index];
    let is_own = |colour: &&Rgb| {
        !is_sure(colours, index)
            && distance(measured, colour) > CONTRAST
            && is_around(raster, cell, colour)
    };
    Stain::of(raster, cell, region_colours.get(index).filter(is_own).unwrap_or(measured))
}

/// Whether the colour measured for a cell is its own, and not that of its mark.
fn is_sure(colours: &CellColours, index: usize) -> bool {
    colours.support[index] >= SURE
}

/// Whether the corners of a cell, which no mark and no glow reaches, are mostly of this colour.
fn is_around(raster: &Raster<'_>, cell: Cell, colour: &Rgb) -> bool {
    let side = |at: u32, count: u32| ((f64::from(at) + 0.5) / f64::from(count) - 0.5) * INNER;
    let places = (0..raster.rows).flat_map(|y| (0..raster.columns).map(move |x| (x, y)));
    let is_corner =
        |&(x, y): &(u32, u32)| side(x, raster.columns).hypot(side(y, raster.rows)) >= 0.5;
    let corners: Vec<Option<Rgb>> = places
        .zip(raster.samples(cell))
        .filter(|(place, _)| is_corner(place))
        .map(|(_, sample)| sample)
        .collect();
    let is_near = |sample: &&Option<Rgb>| {
        sample.is_some_and(|other| distance(&other, colour) <= CONTRAST / 2)
    };
    5 * corners.iter().filter(is_near).count() >= 4 * corners.len().max(1)
}

/// How far the middle of an x may be from its cell's, in cells: letters stand above it.
/// Chosen.
const OFF_CENTRE: f64 = 0.2;

/// How far an x is drawn along its diagonals at least, if it is as large as a queen, and if it is
/// smaller: of 33,000 in drawn and labelled pictures nearly all are beyond 0.6, and of 6,000 queens
/// all but parts of them below 0.55.
pub(super) const LARGE_X: f64 = 0.55;
const SMALL_X: f64 = 0.45;

/// The least side of a mark, in cells: LinkedIn's x is 0.14 wide.
const SPECK: f64 = 0.08;

impl Shape {
    /// Whether the shape may be a site's small x: LinkedIn's is 0.14 to 0.17 of the cell wide.
    fn is_small(&self) -> bool {
        self.width.max(self.height) <= 0.3
    }

    pub(super) fn is_centred(&self) -> bool {
        !self.is_cut && self.off_centre <= 0.1 + self.pixel
    }

    /// The samples along its shorter side.
    fn samples(&self) -> f64 {
        self.width.min(self.height) / self.pixel
    }

    pub(super) fn is_cross(&self) -> bool {
        // Blurred strokes are wide, but leave the middles free.
        let most = if self.corners >= 3.0 * self.middles { 2.0 * STROKES } else { STROKES };
        let is_x = self.is_x && !self.in_glow && !self.is_frame && self.off_centre <= OFF_CENTRE;
        self.area <= most && (is_x || (self.is_centred() && self.is_crossed()))
    }

    fn is_crossed(&self) -> bool {
        if self.in_glow {
            // Of a golden queen in a golden glow little but her outlines is to be seen.
            return self.corners >= 3.0 * self.middles && self.diagonal >= 0.85;
        }
        if self.is_small() {
            // In few samples an x cannot be told from the dot that others draw for it.
            let is_dot = self.area >= 0.65 * self.width * self.height;
            let is_speck = self.width.min(self.height) < SPECK && self.strongest < 2 * CONTRAST;
            return !is_speck && (is_dot || self.diagonal >= 0.3 || self.samples() < 9.0);
        }
        let least = if self.width.max(self.height) >= 0.38 { LARGE_X } else { SMALL_X };
        self.corners >= 1.15 * self.middles || self.diagonal >= least
    }

    /// Whether the shape is filled and as large as a queen: no part of a stripe is.
    pub(super) fn is_disc(&self) -> bool {
        self.is_centred() && self.is_large() && self.area >= 0.5 * self.width * self.height
    }

    pub(super) fn is_large(&self) -> bool {
        self.width >= 0.38 && self.height >= 0.33 && self.area >= 0.07
    }

    /// What the shape is. The numbers were chosen between the shapes of 429 queens and 2,190
    /// crosses in labelled screenshots and those of 49 empty cells with something over them, and
    /// then changed for boards of our own drawing that they failed on.
    pub(super) fn mark(&self) -> Mark {
        if self.is_arrow {
            return Mark::Empty;
        }
        if self.is_cross() {
            return Mark::Cross;
        }
        let aspect = self.width / self.height;
        let is_glyph = self.is_large() && (0.6..=1.9).contains(&aspect) && !self.is_frame;
        if is_glyph || (self.is_centred() && self.area >= 0.02) { Mark::Queen } else { Mark::Empty }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ink::tests::{dark, read, shape_in};
    use super::*;
    use crate::geometry::{FramePoint, FrameVector};
    use image::{GrayImage, Luma, Rgba};

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
            measure_marks(&pixels, &lattice, &colours, &[]).mark(Cell::at(0, 0))
        };
        assert_eq!(seen(40, 24, 0), Mark::Cross);
        assert_eq!(seen(180, 164, 0), Mark::Empty, "as faint in a light cell");
        assert_eq!(seen(40, 40, 10), Mark::Empty, "noise alone");
    }

    #[test]
    fn a_small_mark_is_a_cross_if_it_is_an_x_or_a_dot_and_a_queen_if_it_is_neither() {
        let dot =
            ["..........", ".....##...", "....####..", "....####..", ".....##...", ".........."];
        let pawn =
            ["..........", ".....##...", ".....##...", ".....##...", "...######.", "...######."];
        let x =
            ["..........", "...##..##.", "....####..", "....####..", "...##..##.", ".........."];
        let small = |glyph: [&str; 6]| {
            let blank = || vec!["....................".to_string(); 7];
            let middle = glyph.map(|row| format!(".....{row}....."));
            let rows = [blank(), middle.to_vec(), blank()].concat();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            read(&rows, 3)
        };
        assert_eq!([small(x), small(dot), small(pawn)], [Mark::Cross, Mark::Cross, Mark::Queen]);
    }

    #[test]
    fn two_samples_of_ink_are_a_mark_only_where_the_ink_is_strong() {
        let speck = |level: u8| {
            let levels = GrayImage::from_fn(13, 13, |x, y| {
                Luma([if x == 6 && (6..8).contains(&y) { level } else { 0 }])
            });
            shape_of_mark(&dark(levels)).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!([speck(190), speck(30)], [Mark::Cross, Mark::Empty]);
    }

    #[test]
    fn a_blurred_x_of_few_samples_is_a_cross_and_a_blurred_letter_is_a_queen() {
        let seen = |glyph: [[u8; 6]; 7]| {
            let levels = GrayImage::from_fn(16, 16, |x, y| {
                let row = y.checked_sub(4).and_then(|row| glyph.get(row as usize));
                let level = x.checked_sub(5).and_then(|x| row?.get(x as usize));
                Luma([level.copied().unwrap_or(0)])
            });
            shape_of_mark(&dark(levels)).map_or(Mark::Empty, |shape| shape.mark())
        };
        let x = [
            [0, 30, 20, 20, 40, 0],
            [30, 130, 40, 60, 110, 0],
            [0, 90, 140, 150, 50, 0],
            [0, 60, 160, 150, 30, 0],
            [30, 140, 60, 90, 120, 0],
            [0, 40, 0, 10, 40, 0],
            [0; 6],
        ];
        let letter = [
            [0, 80, 80, 20, 0, 0],
            [60, 100, 100, 160, 60, 0],
            [150, 0, 0, 39, 150, 0],
            [160, 0, 0, 0, 160, 29],
            [160, 0, 29, 38, 160, 20],
            [120, 10, 94, 149, 122, 0],
            [10, 160, 160, 145, 132, 10],
        ];
        assert_eq!([seen(x), seen(letter)], [Mark::Cross, Mark::Queen]);
    }

    #[test]
    fn a_circle_is_a_queen_and_a_square_is_a_ring_of_focus() {
        let drawn = |is_round: bool| {
            let levels = GrayImage::from_fn(60, 60, |x, y| {
                let (x, y) = ((f64::from(x) - 29.5).abs(), (f64::from(y) - 29.5).abs());
                let away = if is_round { x.hypot(y) } else { x.max(y) };
                Luma([if (25.0..27.0).contains(&away) { 100 } else { 0 }])
            });
            shape_of_mark(&dark(levels)).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!([drawn(true), drawn(false)], [Mark::Queen, Mark::Empty]);
    }

    #[test]
    fn a_pointer_is_no_mark_if_its_rim_is_all_that_shows_or_it_is_cut() {
        let pointer = |x: u32, y: u32, (left, top): (u32, u32)| {
            let (x, y) = (x.wrapping_sub(left), y.wrapping_sub(top));
            let is_rim = (1..9).contains(&x) && (x == y || x + 1 == y) && y < 9;
            match (x, y) {
                _ if is_rim => 200,
                (0, 0..13) => 54,
                (4..10, 9) => 170,
                (1..9, 0..9) if x < y => 30,
                (5..7, 10..16) => 120,
                _ => 0,
            }
        };
        let seen = |side: u32, at: (u32, u32)| {
            let levels = GrayImage::from_fn(side, side, |x, y| Luma([pointer(x, y, at)]));
            shape_of_mark(&dark(levels)).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!([seen(24, (6, 4)), seen(16, (4, 5))], [Mark::Empty, Mark::Empty]);
        // An x whose arm is faint grows as steadily, but is no higher than wide.
        let x = [
            [150, 0, 0, 0, 30],
            [0, 150, 0, 150, 0],
            [0, 0, 150, 0, 0],
            [0, 150, 0, 150, 0],
            [150, 0, 0, 0, 150],
        ];
        let levels = GrayImage::from_fn(15, 15, |column, row| {
            let row = row.checked_sub(5).and_then(|row| x.get(row as usize));
            let level = column.checked_sub(5).and_then(|column| row?.get(column as usize));
            Luma([level.copied().unwrap_or(0)])
        });
        assert_eq!(shape_of_mark(&dark(levels)).unwrap().mark(), Mark::Cross);
    }

    /// A cell of 60 pixels that is drawn so, its colour measured as this, and that of its region.
    fn read_cell(draw: impl Fn(u32, u32) -> u8, measured: u8, region: Option<u8>) -> Mark {
        let lattice = Lattice {
            origin: FramePoint::new(0.0, 0.0),
            pitch: FrameVector::new(60.0, 60.0),
            size: 1,
        };
        let pixels = RgbaImage::from_fn(60, 60, |x, y| {
            let level = draw(x, y);
            Rgba([level, level, level, 255])
        });
        let mut colours = CellColours::default();
        colours.push([f32::from(measured); 3], if region.is_some() { 0.5 } else { 1.0 });
        let regions: Vec<Rgb> = region.map(|level| [level; 3]).into_iter().collect();
        measure_marks(&pixels, &lattice, &colours, &regions).mark(Cell::at(0, 0))
    }

    #[test]
    fn a_mark_that_was_taken_for_its_cells_colour_is_seen_by_the_colour_of_the_region() {
        let disc = |x: u32, y: u32| (f64::from(x) - 29.5).hypot(f64::from(y) - 29.5) < 22.0;
        let draw = |x: u32, y: u32| if disc(x, y) { 20 } else { 200 };
        assert_eq!(read_cell(draw, 20, Some(200)), Mark::Queen);
        assert_eq!(read_cell(draw, 20, Some(120)), Mark::Empty, "the region has another colour");
    }

    #[test]
    fn a_line_along_an_edge_is_no_part_of_what_touches_it() {
        let draw = |has_line: bool, has_mark: bool| {
            let pixel = move |x: u32, y: u32| match (x, y) {
                (_, 0..7) if has_line => 20,
                (27..31, 7..40) | (20..38, 18..22) if has_mark => 20,
                _ => 200,
            };
            read_cell(pixel, 200, None)
        };
        assert_eq!([draw(true, false), draw(true, true)], [Mark::Empty, draw(false, true)]);
        // Stripes fill no line.
        let striped = |x: u32, y: u32| if (x + y) % 20 < 6 { 20 } else { 200 };
        assert_eq!(read_cell(striped, 200, None), Mark::Empty);
    }
}
