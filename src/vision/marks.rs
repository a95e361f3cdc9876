//! What stands in a cell: nothing, a cross, or a queen, whatever the site draws for it.

use super::boxed::mark_in_box;
use super::cells::CellColours;
use super::figures::without_figures_for_queens;
use super::ink::{shape_aside, shape_of_mark};
use super::likeness::{Drawing, with_queens_alike};
use super::repeated::{self, Seen};
use super::sampling::{Raster, Rgb, distance, median_colour, pixel_at};
use super::stain::{CONTRAST, FAINTEST, INNER, Stain};
use crate::board::{Cell, Mark, Marks};
use crate::geometry::Lattice;
use image::RgbaImage;
use std::cell::LazyCell;

/// The most samples along a side of a cell: a stroke of a cross is 2 % of the cell wide or more. Chosen: with
/// 96, no answer on 800 pictures is another.
const SAMPLES: u32 = 64;

/// The same where each drawing is compared with all others. Chosen: with 64, which takes four times as long, no answer
/// on 3262 pictures is another.
const COARSE: u32 = 32;

/// The part of a cell's side, around its middle, that a mark leaves something else than one colour in,
/// unless it fills it. Chosen.
const MIDDLE: f64 = 0.5;

/// Reads the marks of all cells, of which `region_colours` are those of their regions.
pub(super) fn measure_marks(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    region_colours: &[Rgb],
) -> Marks {
    let raster = Raster::new(pixels, lattice, INNER, (4, SAMPLES));
    let middles = LazyCell::new(|| Middles::of(pixels, lattice, colours));
    let nothing = Seen { mark: Mark::Empty, shape: None, is_bare: true };
    let read_cell = |cell: Cell| {
        // Most cells are empty.
        let index = lattice.index(cell);
        let own = &colours.rgb[index];
        if raster.is_all_near(cell, own, FAINTEST) || middles.is_page(cell, own) {
            return nothing;
        }
        let seen_in = |stain: &Stain| {
            let shape = shape_of_mark(stain);
            Seen { mark: shape.map_or(Mark::Empty, |shape| shape.mark()), shape, is_bare: false }
        };
        let stain = measure_stain(&raster, lattice, colours, region_colours, cell);
        if let Some(mark) = mark_in_box(&stain, &raster, cell) {
            return Seen { mark, shape: None, is_bare: false };
        }
        // What seems to be a glow may be a large mark itself, and so may what seems to be stripes. What stands
        // out of these as a cross may be strokes of a queen.
        let plain = seen_in(&stain);
        let is_mark = |seen: &Seen| seen.mark != Mark::Empty;
        let in_glow = stain.without_glow(&raster, cell).map(|inner| seen_in(&inner));
        let on_stripes = || stain.without_stripes(&raster, cell, own).map(|inner| seen_in(&inner));
        let seen = in_glow.into_iter().chain([plain]).find(is_mark);
        let queen = seen.filter(|seen| seen.mark == Mark::Queen);
        queen.or_else(|| on_stripes().filter(is_mark)).or(seen).unwrap_or_else(|| {
            let shape = plain.shape.or_else(|| shape_aside(&stain));
            Seen { shape, ..plain }
        })
    };
    let cells: Vec<Cell> = lattice.cells().collect();
    let seen: Vec<Seen> = cells.iter().map(|&cell| read_cell(cell)).collect();
    let read = repeated::with_those_aside(&seen, lattice.size);
    let coarse = Raster::new(pixels, lattice, INNER, (4, COARSE));
    let drawing = |at: usize| Drawing::of(&coarse, cells[at], colours.rgb[at]);
    let read = without_figures_for_queens(&seen, drawing, &read, lattice.size);
    let mut marks = Marks::empty(lattice.size);
    for (&cell, mark) in cells.iter().zip(read) {
        marks.set(cell, mark);
    }
    with_queens_alike(pixels, lattice, &colours.rgb, marks)
}

/// The middles of all cells.
struct Middles<'a> {
    raster: Raster<'a>,
    /// The colour that more than half of them are filled with, in cells of other colours: that of the page
    /// within mere outlines.
    page: Option<Rgb>,
}

impl<'a> Middles<'a> {
    fn of(pixels: &'a RgbaImage, lattice: &Lattice, colours: &CellColours) -> Self {
        let raster = Raster::new(pixels, lattice, MIDDLE, (4, SAMPLES));
        let corner = |cell: Cell| {
            let at = lattice.cell_centre(cell) - lattice.pitch * (MIDDLE / 2.0);
            pixel_at(pixels, at.x.round() as i64, at.y.round() as i64)
        };
        let page = median_colour(&lattice.cells().filter_map(corner).collect::<Vec<_>>());
        let mut middles = Self { raster, page: Some(page) };
        let is_outline = |cell: &Cell| middles.is_page(*cell, &colours.rgb[lattice.index(*cell)]);
        let outlines = lattice.cells().filter(is_outline).count();
        // As many may be queens.
        if outlines <= lattice.size || 2 * outlines <= lattice.size * lattice.size {
            middles.page = None;
        }
        middles
    }

    /// Whether the middle of a cell of this colour is filled with the page's.
    fn is_page(&self, cell: Cell, own: &Rgb) -> bool {
        self.page.is_some_and(|page| {
            distance(own, &page) > FAINTEST && self.raster.is_all_near(cell, &page, FAINTEST)
        })
    }
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
        distance(measured, colour) > CONTRAST && is_around(raster, cell, colour, measured)
    };
    Stain::of(raster, cell, region_colours.get(index).filter(is_own).unwrap_or(measured))
}

/// Whether the corners of a cell, which no mark and no glow reaches, are rather of this colour than of
/// the one that was measured.
fn is_around(raster: &Raster<'_>, cell: Cell, colour: &Rgb, measured: &Rgb) -> bool {
    let side = |at: u32, count: u32| ((f64::from(at) + 0.5) / f64::from(count) - 0.5) * INNER;
    let places = (0..raster.rows).flat_map(|y| (0..raster.columns).map(move |x| (x, y)));
    let is_corner =
        |&(x, y): &(u32, u32)| side(x, raster.columns).hypot(side(y, raster.rows)) >= 0.5;
    let corners: Vec<Option<Rgb>> = places
        .zip(raster.samples(cell))
        .filter(|(place, _)| is_corner(place))
        .map(|(_, sample)| sample)
        .collect();
    let half_way = distance(colour, measured) / 2;
    let near = |colour: &Rgb| {
        let is_near = |sample: &&Rgb| distance(sample, colour) <= half_way;
        corners.iter().flatten().filter(is_near).count()
    };
    near(colour) > near(measured)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{FramePoint, FrameVector};
    use image::Rgba;

    #[test]
    fn the_page_within_outlined_cells_is_no_mark_and_discs_on_every_third_cell_are_some() {
        let lattice = Lattice {
            origin: FramePoint::new(0.0, 0.0),
            pitch: FrameVector::new(60.0, 60.0),
            size: 3,
        };
        let queens = |filled: &[usize]| {
            let pixels = RgbaImage::from_fn(180, 180, |x, y| {
                let from_edge = (x % 60).min(59 - x % 60).min(y % 60).min(59 - y % 60);
                let is_filled = filled.contains(&((y / 60 * 3 + x / 60) as usize));
                Rgba(if is_filled && from_edge >= 14 { [0, 0, 0, 255] } else { [0, 90, 120, 255] })
            });
            let mut colours = CellColours::default();
            (0..9).for_each(|_| colours.push([0.0, 90.0, 120.0], 0.6));
            let marks = measure_marks(&pixels, &lattice, &colours, &[]);
            lattice.cells().filter(|&cell| marks.mark(cell) == Mark::Queen).count()
        };
        assert_eq!(queens(&[0, 1, 2, 3, 4, 5, 6, 7, 8]), 0);
        assert_eq!(queens(&[0, 1, 3, 5, 8]), 0, "four are full");
        assert_eq!(queens(&[0, 4, 8]), 3);
    }

    /// The marks of cells of 60 pixels in a square, dark where `draw` says so of the distance from the middle of
    /// the first one.
    fn read_cells(size: usize, draw: &dyn Fn(f64, f64) -> bool) -> Vec<Mark> {
        let lattice = Lattice {
            origin: FramePoint::new(0.0, 0.0),
            pitch: FrameVector::new(60.0, 60.0),
            size,
        };
        let side = 60 * size as u32;
        let pixels = RgbaImage::from_fn(side, side, |x, y| {
            let level = if draw(f64::from(x) - 29.5, f64::from(y) - 29.5) { 20 } else { 200 };
            Rgba([level, level, level, 255])
        });
        let mut colours = CellColours::default();
        lattice.cells().for_each(|_| colours.push([200.0; 3], 1.0));
        let marks = measure_marks(&pixels, &lattice, &colours, &[]);
        lattice.cells().map(|cell| marks.mark(cell)).collect()
    }

    #[test]
    fn a_ring_that_goes_beyond_what_is_searched_is_a_queen_and_lines_along_the_edges_are_nothing() {
        let ring = |radius: f64, stroke: f64, aside: f64| {
            read_cells(1, &|x, y| (radius - stroke..radius).contains(&(x - aside).hypot(y)))
        };
        for (radius, stroke, aside) in [(27.0, 6.0, 0.0), (28.0, 4.0, 0.5), (29.0, 9.0, 1.0)] {
            assert_eq!(ring(radius, stroke, aside), [Mark::Queen], "{radius}");
        }
        let frame = |x: f64, y: f64| (19.0..28.0).contains(&x.abs().max(y.abs()));
        assert_eq!(read_cells(1, &frame), [Mark::Empty]);
        let lines = |x: f64, y: f64| (x < -20.0 && x > -26.0) || y > 21.0;
        assert_eq!(read_cells(1, &lines), [Mark::Empty]);
    }

    #[test]
    fn what_stands_aside_is_a_mark_if_it_is_like_one_that_does_not() {
        let read = |draw: &dyn Fn(f64, f64) -> bool| read_cells(2, draw);
        let disc = |x: f64, y: f64, radius: f64| x.hypot(y) < radius;
        // In the first cell, and 10 pixels left of the middle of the last one.
        let discs =
            |own: f64, aside: f64| read(&|x, y| disc(x, y, own) || disc(x - 50.0, y - 60.0, aside));
        let [empty, cross, queen] = [Mark::Empty, Mark::Cross, Mark::Queen];
        assert_eq!(discs(10.0, 10.0), [queen, empty, empty, queen]);
        assert_eq!(discs(6.0, 6.0), [cross, empty, empty, cross]);
        assert_eq!(discs(0.0, 10.0), [empty; 4], "nothing to be like");
        assert_eq!(discs(10.0, 7.0), [queen, empty, empty, empty], "another size");
        let bar = |x: f64, y: f64| x.abs() < 9.5 && y.abs() < 9.5 && (x > 2.0 || y > 2.0);
        let other = read(&|x, y| disc(x, y, 10.0) || bar(x - 50.0, y - 60.0));
        assert_eq!(other, [queen, empty, empty, empty], "another shape");
        let far =
            |left: f64| read(&|x, y| disc(x, y, 10.0) || disc(x - 60.0 + left, y - 52.0, 10.0));
        assert_eq!(far(18.0), [queen, empty, empty, queen], "somewhat cut");
        assert_eq!(far(24.0), [queen, empty, empty, empty], "half out of what is searched");
    }

    #[test]
    fn a_circle_as_large_as_its_cell_is_a_queen_and_a_frame_around_something_is_not() {
        let [empty, cross, queen] = [Mark::Empty, Mark::Cross, Mark::Queen];
        let read = |draw: &dyn Fn(f64, f64) -> bool| read_cells(2, draw)[0];
        for radius in [20.0, 22.0, 24.0, 24.5] {
            let is_circle = |x: f64, y: f64| (x.hypot(y) - radius).abs() < 1.0;
            assert_eq!(read(&is_circle), queen, "{radius}");
            assert_eq!(read(&|x, y| is_circle(x, y) || small_x(x, y)), cross, "{radius}");
        }
        // Frames with round corners, and one that is open.
        for corner in [4.0, 8.0, 12.0] {
            let is_frame = |x: f64, y: f64| {
                let beyond = |at: f64| (at.abs() - 24.5 + corner).max(0.0);
                (beyond(x).hypot(beyond(y)) - corner).abs() < 1.0
            };
            assert_eq!(read(&is_frame), empty, "{corner}");
        }
        let is_open =
            |x: f64, y: f64| (x.hypot(y) - 24.5).abs() < 1.0 && (x < 0.0 || (x - y).abs() > 12.0);
        assert_eq!(read(&is_open), empty);
    }

    #[test]
    fn what_reaches_in_from_below_is_a_queen_only_if_it_is_repeated() {
        let hand = |x: f64, y: f64| (x - 8.0).abs() < 12.0 && (-2.0..29.0).contains(&y);
        let [empty, queen] = [Mark::Empty, Mark::Queen];
        assert_eq!(read_cells(2, &hand), [empty; 4]);
        let with_disc = read_cells(2, &|x, y| hand(x, y) || disc(x - 60.0, y - 60.0));
        assert_eq!(with_disc, [empty, empty, empty, queen]);
        let two = read_cells(2, &|x, y| hand(x, y) || hand(x - 60.0, y - 60.0));
        assert_eq!(two, [queen, empty, empty, queen]);
    }

    /// A row, a column, and whether a glyph is drawn at this distance from its middle.
    type Glyph = (u8, u8, fn(f64, f64) -> bool);

    /// How many of nine cells are read as this mark if such glyphs stand in some of them, by row and column, so far
    /// left of the middle and above it.
    fn count_aside(mark: Mark, off: f64, glyphs: &[Glyph]) -> usize {
        let marks = read_cells(3, &|x, y| {
            glyphs.iter().any(|&(row, column, is_drawn)| {
                is_drawn(x - 60.0 * f64::from(column) + off, y - 60.0 * f64::from(row) + off)
            })
        });
        marks.into_iter().filter(|read| *read == mark).count()
    }

    fn small_x(x: f64, y: f64) -> bool {
        x.abs().max(y.abs()) < 5.0 && ((x - y).abs() < 2.0 || (x + y).abs() < 2.0)
    }

    fn small_plus(x: f64, y: f64) -> bool {
        x.abs().max(y.abs()) < 5.0 && x.abs().min(y.abs()) < 1.5
    }

    fn disc(x: f64, y: f64) -> bool {
        x.hypot(y) < 10.0
    }

    fn bar(x: f64, y: f64) -> bool {
        x.abs() < 5.0 && y.abs() < 10.0
    }

    #[test]
    fn an_x_is_a_cross_wherever_it_stands_if_it_is_repeated_and_a_plus_is_none() {
        let three =
            |is_drawn: fn(f64, f64) -> bool| [(0, 0, is_drawn), (0, 1, is_drawn), (2, 2, is_drawn)];
        let crosses = [10.0, 14.0, 18.0].map(|off| count_aside(Mark::Cross, off, &three(small_x)));
        assert_eq!(crosses, [3; 3]);
        let others = [&three(small_x)[..2], &three(small_plus)];
        assert_eq!(others.map(|glyphs| count_aside(Mark::Cross, 14.0, glyphs)), [0; 2]);
    }

    #[test]
    fn a_star_among_dashes_is_a_queen_and_they_are_none() {
        fn dash(x: f64, y: f64) -> bool {
            x.abs() < 10.0 && y.abs() < 1.0
        }
        fn star(x: f64, y: f64) -> bool {
            let is_stroke = x.abs().min(y.abs()) < 1.5 || (x.abs() - y.abs()).abs() < 2.0;
            is_stroke && x.abs().max(y.abs()) < 12.0
        }
        // One in each row and column.
        let glyphs: [Glyph; 3] = [(0, 0, dash), (1, 2, dash), (2, 1, star)];
        let counts = [Mark::Cross, Mark::Queen].map(|mark| count_aside(mark, 0.0, &glyphs));
        assert_eq!(counts, [2, 1]);
    }

    #[test]
    fn an_x_is_a_cross_in_the_shadow_that_it_throws_and_a_queen_is_none() {
        let lattice = Lattice {
            origin: FramePoint::new(0.0, 0.0),
            pitch: FrameVector::new(60.0, 60.0),
            size: 1,
        };
        let read = |is_drawn: &dyn Fn(f64, f64) -> bool| {
            let pixels = RgbaImage::from_fn(60, 60, |x, y| {
                let (x, y) = (f64::from(x) - 29.5, f64::from(y) - 29.5);
                let throws = |down: u32| is_drawn(x - f64::from(down), y - f64::from(down));
                let is_shadow = (1..12).any(throws);
                let level = if is_drawn(x, y) { 60 } else { 200 - 40 * u8::from(is_shadow) };
                Rgba([level, level, level, 255])
            });
            let mut colours = CellColours::default();
            colours.push([200.0; 3], 1.0);
            measure_marks(&pixels, &lattice, &colours, &[]).mark(Cell::at(0, 0))
        };
        let x = |x: f64, y: f64| x.abs().max(y.abs()) < 9.0 && (x.abs() - y.abs()).abs() < 2.0;
        assert_eq!([read(&x), read(&disc)], [Mark::Cross, Mark::Queen]);
    }

    #[test]
    fn discs_that_stand_aside_are_queens_if_all_are_alike_and_no_two_in_a_row_or_column() {
        let queens = |glyphs: &[_]| count_aside(Mark::Queen, 12.0, glyphs);
        assert_eq!(queens(&[(0, 0, disc), (1, 2, disc), (2, 1, disc)]), 3);
        let others = [
            queens(&[(0, 0, disc), (1, 2, disc)]),
            queens(&[(0, 0, disc), (1, 2, disc), (2, 2, disc)]),
            queens(&[(0, 0, disc), (0, 1, disc), (2, 2, disc)]),
            queens(&[(0, 0, disc), (1, 2, disc), (2, 1, bar)]),
        ];
        assert_eq!(others, [0; 4], "too few, two in a column, two in a row, unlike");
    }

    #[test]
    fn what_stands_in_one_place_of_some_cells_are_marks() {
        fn dot(x: f64, y: f64) -> bool {
            x.hypot(y) < 4.0
        }
        let crosses = |glyphs: &[Glyph]| count_aside(Mark::Cross, 14.0, glyphs);
        let three: [Glyph; 3] = [(0, 0, dot), (0, 1, dot), (2, 1, dot)];
        assert_eq!(crosses(&three), 3);
        let all: Vec<Glyph> =
            (0..9).map(|at| (at / 3, at % 3, dot as fn(f64, f64) -> bool)).collect();
        assert_eq!([crosses(&three[..2]), crosses(&all)], [0; 2]);
        let labels = [&three[..], &[(1, 1, bar), (1, 2, small_plus)]].concat();
        assert_eq!(crosses(&labels), 0);
        // Too little to have a shape.
        fn speck(x: f64, y: f64) -> bool {
            (x - 4.0).abs() < 1.0 && (y - 30.0).abs() < 1.0
        }
        let specks: [Glyph; 4] = [(1, 1, speck), (1, 2, speck), (2, 0, speck), (2, 2, speck)];
        assert_eq!(crosses(&[&three[..], &specks].concat()), 0, "in most cells is something else");
        let elsewhere = |x: f64, y: f64| {
            dot(x + 14.0, y + 14.0) || dot(x - 74.0, y + 14.0) || dot(x - 106.0, y - 134.0)
        };
        assert_eq!(read_cells(3, &elsewhere), [Mark::Empty; 9], "each in another place");
        // Discs of 20 samples are cut by the edge of what is searched.
        let queens = |glyphs: &[Glyph]| count_aside(Mark::Queen, 18.0, glyphs);
        let with_queen = [&three[..], &[(1, 2, disc)]].concat();
        assert_eq!([crosses(&with_queen), queens(&with_queen)], [3, 1]);
        assert_eq!(queens(&[(0, 0, disc), (1, 2, disc), (2, 1, disc)]), 3);
        assert_eq!(queens(&[(0, 0, disc), (1, 2, disc), (2, 2, disc)]), 0, "two in a column");
        // One in each row and column.
        let each = |draw: fn(f64, f64) -> bool| [(0, 0, draw), (1, 2, draw), (2, 1, draw)];
        let large_dot = |x: f64, y: f64| x.hypot(y) < 8.0;
        assert_eq!([queens(&each(large_dot)), queens(&each(dot))], [3, 0]);
    }

    #[test]
    fn faint_marks_are_seen_in_dark_cells_or_where_there_is_nothing_else_but_not_among_noise() {
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
        assert_eq!(seen(180, 164, 0), Mark::Cross);
        assert_eq!(seen(180, 164, 3), Mark::Empty, "as faint in a light cell with noise");
        assert_eq!(seen(180, 173, 0), Mark::Empty, "hardly to be seen");
        assert_eq!(seen(40, 40, 10), Mark::Empty, "noise alone");
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
        // A small picture that was compressed is blurred.
        let blurred = |x: u32, y: u32| if disc(x, y) { 20 } else { 160 };
        assert_eq!(read_cell(blurred, 20, Some(200)), Mark::Queen);
    }

    #[test]
    fn stripes_that_a_cross_joins_are_no_box_around_a_queen() {
        for (period, phase) in [(8, 0), (8, 5), (9, 1), (9, 2), (9, 3)] {
            let on_stripes = |is_mark: fn(u32, u32) -> bool| {
                let draw = |x: u32, y: u32| match is_mark(x.abs_diff(30), y.abs_diff(30)) {
                    true => 250,
                    false if (y + phase) % period < 2 => 138,
                    false => 100,
                };
                read_cell(draw, 100, None)
            };
            let x = |x: u32, y: u32| x.max(y) <= 4 && x.abs_diff(y) <= 1;
            assert_eq!(on_stripes(x), Mark::Cross, "{period} {phase}");
        }
    }

    #[test]
    fn text_that_is_selected_is_judged_by_what_stands_in_its_box() {
        let x = |x: u32, y: u32| {
            (22..38).contains(&x)
                && (22..38).contains(&y)
                && (x.abs_diff(y) < 3 || (x + y).abs_diff(59) < 3)
        };
        let away = |x: u32, y: u32| (f64::from(x) - 29.5).hypot(f64::from(y) - 29.5);
        let disc = |x: u32, y: u32| away(x, y) < 12.0;
        let letter = |x: u32, y: u32| (5.0..9.0).contains(&away(x, y));
        let nothing = |_: u32, _: u32| false;
        let selected = |is_text: &dyn Fn(u32, u32) -> bool, half_width: u32, half_height: u32| {
            let draw = |x: u32, y: u32| match is_text(x, y) {
                true => 250,
                false if x.abs_diff(29) < half_width && y.abs_diff(29) < half_height => 90,
                false => 180,
            };
            read_cell(draw, 180, None)
        };
        for (half_width, half_height) in [(11, 15), (14, 40)] {
            assert_eq!(selected(&x, half_width, half_height), Mark::Cross, "{half_height}");
        }
        assert_eq!(selected(&disc, 16, 40), Mark::Queen);
        assert_eq!(
            [selected(&nothing, 11, 15), selected(&nothing, 14, 40)],
            [Mark::Queen, Mark::Empty]
        );
        assert_eq!(selected(&letter, 16, 16), Mark::Queen, "a badge");
        // The box of a disc is not full, and what is in it may shine.
        let shining = |x: u32, y: u32| match away(x, y) {
            ..5.0 => 250,
            ..16.0 => 90,
            _ => 180,
        };
        assert_eq!(read_cell(shining, 180, None), Mark::Queen);
    }

    /// A castle: three towers with a gate, and a roof that floats above the one in the middle.
    fn castle(x: f64, y: f64) -> bool {
        let is_roof = (-15.0..-8.0).contains(&y) && x.abs() < 0.7 * (y + 15.0);
        let is_slit = y < 2.0 && (4.0..6.0).contains(&x.abs());
        let is_tower = y >= if x.abs() < 4.0 { -7.0 } else { -4.0 };
        let is_gate = x.abs() < 3.5 && y >= 8.0;
        x.abs() < 14.0 && y < 14.0 && (is_roof || is_tower && !is_slit && !is_gate)
    }

    #[test]
    fn a_queen_with_corners_is_no_disc_with_a_cross_on_it() {
        let is_in_x =
            |x: f64, y: f64| x.abs().max(y.abs()) < 7.0 && (x.abs() - y.abs()).abs() < 2.0;
        let tower = |x: f64, y: f64| {
            let is_battlement = y.abs() > 9.0 && (x + 28.0) % 8.0 < 4.0;
            x.abs() < 12.0 && y.abs() < 12.0 && !is_battlement && !is_in_x(x, y)
        };
        let on_disc = |x: f64, y: f64| x.hypot(y) < 14.0 && !is_in_x(x, y);
        assert_eq!(read_cells(1, &tower), [Mark::Queen]);
        assert_eq!(read_cells(1, &on_disc), [Mark::Cross]);
        assert_eq!(read_cells(1, &castle), [Mark::Queen]);
    }

    #[test]
    fn discs_beside_larger_figures_are_crosses_and_these_are_queens() {
        let [empty, cross, queen] = [Mark::Empty, Mark::Cross, Mark::Queen];
        // A castle in the first cell, drawn in this size, and discs in the last ones, or something else.
        let read = |size: f64, other: &dyn Fn(f64, f64) -> bool| {
            read_cells(2, &|x, y| {
                let is_other = other(x, y - 60.0) || other(x - 60.0, y - 60.0);
                castle(x / size, y / size) || is_other
            })
        };
        let disc = |radius: f64| move |x: f64, y: f64| x.hypot(y) < radius;
        assert_eq!(read(1.0, &disc(10.0)), [queen, empty, cross, cross]);
        assert_eq!(read(0.55, &disc(5.0)), [queen, empty, cross, cross], "both are small");
        assert_eq!(read(1.0, &disc(13.0))[2..], [queen; 2], "as large as queens");
        assert_eq!(read(0.0, &disc(10.0))[2..], [queen; 2], "nothing else stands");
        let is_x = |x: f64, y: f64| x.abs().max(y.abs()) < 16.0 && (x.abs() - y.abs()).abs() < 2.5;
        let beside_x = read_cells(2, &|x, y| is_x(x, y) || disc(10.0)(x, y - 60.0));
        assert_eq!(beside_x, [cross, empty, queen, empty], "an x is no figure");
    }

    #[test]
    fn strokes_that_cross_on_a_disc_are_a_cross_and_all_else_on_one_is_a_part_of_a_queen() {
        let on = |disc: u8, drawn: u8, is_drawn: &dyn Fn(i32, i32) -> bool| {
            let draw = |x: u32, y: u32| {
                let (u, v) = (x as i32 - 30, y as i32 - 30);
                match u * u + v * v {
                    200.. => 180,
                    _ if is_drawn(u, v) => drawn,
                    _ => disc,
                }
            };
            read_cell(draw, 180, None)
        };
        let on_disc = |is_drawn: &dyn Fn(i32, i32) -> bool| on(90, 230, is_drawn);
        let x = |reach: i32| {
            move |u: i32, v: i32| u.abs().max(v.abs()) < reach && (u.abs() - v.abs()).abs() < 2
        };
        // The last ones are fainter than any mark but a golden queen on gold.
        for (disc, drawn) in [(90, 230), (165, 230), (165, 210), (195, 150)] {
            assert_eq!(on(disc, drawn, &x(7)), Mark::Cross, "{drawn} on {disc}");
        }
        let diamond = |u: i32, v: i32| u.abs() + v.abs() < 9;
        assert_eq!(on(195, 150, &diamond), Mark::Queen);
        let others: [&dyn Fn(i32, i32) -> bool; 5] = [
            &|_, _| false,
            // Its own edge, as it may be blurred.
            &|u, v| u * u + v * v > 170,
            &|u, v| u.abs().max(v.abs()) < 7 && u.abs().min(v.abs()) < 2,
            &|u, v| u * u + v * v < 16,
            &|u, v| (16..50).contains(&(u * u + v * v)),
        ];
        assert_eq!(others.map(on_disc), [Mark::Queen; 5]);
    }

    #[test]
    fn a_ring_is_a_queen_in_a_glow_that_fills_its_cell() {
        let drawn = |glow: u8, reach: f64| {
            let pixel = move |x: u32, y: u32| {
                let away = (f64::from(x) - 29.5).hypot(f64::from(y) - 29.5);
                match away {
                    9.0..14.0 => 250,
                    _ if away < reach => glow,
                    _ => 100,
                }
            };
            read_cell(pixel, 100, None)
        };
        assert_eq!(drawn(160, 34.0), Mark::Queen);
        assert_eq!(drawn(245, 34.0), Mark::Empty, "the ring is hardly to be told from the glow");
    }

    #[test]
    fn stripes_do_not_hide_what_stands_on_them() {
        let is_striped = |x: u32, y: u32| (x + y) % 20 < 6;
        let is_x = |x: u32, y: u32| {
            (20..40).contains(&x)
                && (20..40).contains(&y)
                && (x.abs_diff(y) < 3 || (x + y).abs_diff(59) < 3)
        };
        let uneven = |has_x: bool| {
            let draw = |x: u32, y: u32| match (x + 2 * y) % 3 {
                _ if has_x && is_x(x, y) => 15,
                0 if is_striped(x, y) => 45,
                _ if is_striped(x, y) => 85,
                _ => 225,
            };
            read_cell(draw, 225, None)
        };
        assert_eq!([uneven(true), uneven(false)], [Mark::Cross, Mark::Empty]);
        let disc = |x: u32, y: u32| (f64::from(x) - 29.5).hypot(f64::from(y) - 29.5) < 15.0;
        let crossed = |has_disc: bool| {
            let draw = |x: u32, y: u32| match (is_x(x, y), has_disc && disc(x, y)) {
                (true, _) => 255,
                (false, true) => 200,
                (false, false) if is_striped(x, y) => 160,
                _ => 100,
            };
            read_cell(draw, 100, None)
        };
        assert_eq!([crossed(true), crossed(false)], [Mark::Queen, Mark::Cross]);
    }

    #[test]
    fn light_that_shines_on_a_cell_is_no_mark_and_does_not_hide_one() {
        let away = |x: u32, y: u32, left: f64| {
            (f64::from(x) - 29.5 + left).hypot(f64::from(y) - 29.5 + left)
        };
        let light = |strength: f64, left: f64| {
            move |x: u32, y: u32| 120 + (strength * (1.0 - away(x, y, left) / 40.0).max(0.0)) as u8
        };
        for (strength, left) in [(40.0, 0.0), (60.0, 6.0), (120.0, 12.0)] {
            let lit = light(strength, left);
            assert_eq!(read_cell(lit, 120, None), Mark::Empty, "{strength}");
            let is_disc = |x: u32, y: u32| away(x, y, 0.0) < 14.0;
            let disc = |x: u32, y: u32| if is_disc(x, y) { 20 } else { lit(x, y) };
            assert_eq!(read_cell(disc, 120, None), Mark::Queen, "{strength}");
            let is_x = |x: u32, y: u32| {
                (20..40).contains(&x)
                    && (20..40).contains(&y)
                    && (x.abs_diff(y) < 3 || (x + y).abs_diff(59) < 3)
            };
            let x = |x: u32, y: u32| if is_x(x, y) { 20 } else { lit(x, y) };
            assert_eq!(read_cell(x, 120, None), Mark::Cross, "{strength}");
        }
        // Nor is a mark in a dark cell light, whose edge is blurred.
        for ink in [20.0, 92.0] {
            let blurred = |x: u32, y: u32| {
                let part = ((15.5 - away(x, y, 0.0)) / 3.0).clamp(0.0, 1.0);
                (56.0 + part * (ink - 56.0)) as u8
            };
            assert_eq!(read_cell(blurred, 56, None), Mark::Queen, "{ink}");
        }
    }

    #[test]
    fn a_gradient_is_no_mark_and_does_not_hide_one() {
        let dot = |x: u32, y: u32| (f64::from(x) - 29.5).hypot(f64::from(y) - 29.5) < 6.0;
        // From the top, with a kink; from one corner to the other.
        let gloss = |_: u32, y: u32| if y < 30 { 220 - 4 * y } else { 90 - (y - 30) };
        let slanting = |x: u32, y: u32| 60 + x + y;
        // The same with a darker foot, which rises in the corners of a rounded tile.
        let bevelled = |x: u32, y: u32| {
            let from_side = x.min(59 - x);
            let is_foot = y >= if from_side < 8 { 52 } else { 56 };
            gloss(x, y) - if is_foot { 30 } else { 0 }
        };
        let read_on = |ground: &dyn Fn(u32, u32) -> u32, measured: u8| {
            let read = |has_dot: bool, shade: u32| {
                let level =
                    |x: u32, y: u32| ground(x, y) - if has_dot && dot(x, y) { shade } else { 0 };
                read_cell(|x, y| level(x, y) as u8, measured, None)
            };
            [read(false, 0), read(true, 50)]
        };
        assert_eq!(read_on(&gloss, 100), [Mark::Empty, Mark::Cross]);
        assert_eq!(read_on(&slanting, 119), [Mark::Empty, Mark::Cross]);
        let glass = |_: u32, y: u32| if y < 30 { 220 - y / 4 } else { 120 };
        assert_eq!(read_on(&glass, 120), [Mark::Empty, Mark::Cross]);
        assert_eq!(read_on(&bevelled, 100), [Mark::Empty, Mark::Cross]);
        // Where a cell is lit from its middle, no row goes evenly from side to side.
        let lit = |x: u32, y: u32| {
            let away = (f64::from(x) - 29.5).hypot(f64::from(y) - 29.5);
            let is_cross = (20..40).contains(&x)
                && (20..40).contains(&y)
                && (x.abs_diff(y) < 3 || (x + y).abs_diff(59) < 3);
            if is_cross { 250 } else { (200.0 - 3.0 * away) as u8 }
        };
        assert_eq!(read_cell(lit, 140, None), Mark::Cross);
        // The glow of a wall on both sides is no gradient, as most of the cell has none of it.
        let beside_walls = |x: u32, y: u32| {
            let glow = y.min(59 - y).saturating_sub(10) * 14_u32.saturating_sub(x.min(59 - x)) / 5;
            (30 + glow) as u8
        };
        assert_eq!(read_cell(beside_walls, 30, None), Mark::Empty);
    }

    #[test]
    fn a_faint_disc_that_fills_most_of_its_cell_is_no_noise() {
        let disc = |x: u32, y: u32| (f64::from(x) - 29.5).hypot(f64::from(y) - 29.5) < 22.0;
        let draw = |x: u32, y: u32| if disc(x, y) { 18 } else { 40 };
        assert_eq!(read_cell(draw, 40, None), Mark::Queen);
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
        // The walls on two sides of a cross that touches them are none of it.
        let x = |has_walls: bool| {
            let pixel = move |x: u32, y: u32| match (x, y) {
                (0..7, _) | (_, 0..7) if has_walls => 20,
                (7..53, 7..53) if x.abs_diff(y) < 2 || (x + y).abs_diff(59) < 2 => 20,
                _ => 200,
            };
            read_cell(pixel, 200, None)
        };
        assert_eq!([x(true), x(false)], [Mark::Cross; 2]);
        // Nor is the rounded corner of a tile between the gaps on two sides.
        let tile = |x: u32, y: u32| {
            let from_corner = (15.0 - f64::from(x)).max(0.0).hypot((15.0 - f64::from(y)).max(0.0));
            let is_cross = (22..38).contains(&x)
                && (22..38).contains(&y)
                && (x.abs_diff(y) < 2 || (x + y).abs_diff(59) < 2);
            if from_corner > 8.0 || is_cross { 20 } else { 200 }
        };
        assert_eq!(read_cell(tile, 200, None), Mark::Cross);
        // Nor is the side of a ring that lies a little further in than the others.
        let ringed = |x: u32, y: u32| match (x, y) {
            (..5 | 52.., _) | (_, ..8 | 52..) => 200,
            (7..10, _) => 20,
            (15..45, 15..45) if x.abs_diff(y) < 3 || (x + y).abs_diff(59) < 3 => 20,
            _ => 100,
        };
        assert_eq!(read_cell(ringed, 100, None), Mark::Cross);
        // Nor are those on both sides that a queen touches with most of hers.
        let touched = |x: u32, y: u32| match (x, y) {
            (0..7 | 53.., _) | (_, 15..45) => 20,
            _ => 200,
        };
        assert_eq!(read_cell(touched, 200, None), Mark::Queen);
        // Stripes fill no line.
        let striped = |x: u32, y: u32| if (x + y) % 20 < 6 { 20 } else { 200 };
        assert_eq!(read_cell(striped, 200, None), Mark::Empty);
    }
}
