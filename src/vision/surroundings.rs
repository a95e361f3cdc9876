//! What lies around a lattice: a board ends where its lattice does.

use super::cells::{self, CellColours, to_lab};
use super::sampling::{Rgb, distance, median, median_colour, pixel_at};
use super::side::Side;
use super::walls::{Border, NO_INK};
use super::{regions, walls};
use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;
use palette::Lab;

/// The part of the outer cells that may go on beyond the lattice with no line and in the same
/// colour: a region can have the page's. Chosen.
const OPEN: f64 = 0.3;

/// Whether the lattice, with a board of these colours (sRGB, by region) and with these regions, row by
/// row, is only a part of something larger, or has a part of the page in it. Cells out of a larger
/// board may make a puzzle with one solution: where that is likely, the outer edge must be seen.
pub(super) fn is_part_of_more(
    pixels: &RgbaImage,
    lattice: &Lattice,
    palette: &[Rgb],
    labels: &[usize],
    must_be_whole: bool,
) -> bool {
    is_open(pixels, lattice)
        || goes_on(pixels, lattice, palette, labels)
        || must_be_whole && !is_enclosed(pixels, lattice)
}

/// The part of the cells along one side that may go on beyond it where two other sides end at a frame. Chosen.
const UNFRAMED: f64 = 0.5;

/// Whether too many of the outer cells go on beyond the lattice, or of those along one side where others are framed,
/// and not only because the page has their colour.
pub(super) fn is_open(pixels: &RgbaImage, lattice: &Lattice) -> bool {
    let sides = walls::outer_sides(pixels, lattice);
    let size = lattice.size as f64;
    let open: usize = sides.iter().map(|side| side.open).sum();
    let framed = sides.iter().filter(|side| side.lined == lattice.size).count();
    let is_unframed = || framed >= 2 && sides.iter().any(|side| side.open as f64 > UNFRAMED * size);
    (open as f64 > OPEN * 4.0 * size || is_unframed()) && !is_set_apart(pixels, lattice)
}

/// Whether there are lines between all cells, and a band of the page all around, which may have their colour.
fn is_set_apart(pixels: &RgbaImage, lattice: &Lattice) -> bool {
    walls::open_borders(pixels, lattice) == 0 && is_enclosed(pixels, lattice)
}

/// The least part of the places for cells right beyond one side of a lattice that have colours of its
/// board if it goes on there. Chosen: the colours of the cells that were missed may be among them.
const GOING_ON: f64 = 0.5;

/// Whether there are cells of the board's colours beyond a side of the lattice: of more than one, since
/// a page has one colour; or of the one colour that the whole side has, which is the page's then, unless
/// all cells have it or the board is set apart from it; or with lines between them, as a page has none, which the board's
/// own go on into. Or there are cells some of which have colours of the board: those that were missed may have others.
fn goes_on(pixels: &RgbaImage, lattice: &Lattice, palette: &[Rgb], labels: &[usize]) -> bool {
    let palette: Vec<_> = palette.iter().map(|colour| to_lab(colour.map(f32::from))).collect();
    let is_of_one_colour = palette.iter().all(|own| regions::is_one_colour(own, &palette[0]));
    let (outer, size) = (lattice.with_margin(), lattice.size);
    Side::ALL.into_iter().any(|side| {
        let (beyond, inside) = if side.is_first() { (0, 0) } else { (size + 1, size - 1) };
        let is_row = !side.is_upright();
        let cell = |line, k| if is_row { Cell::at(line, k) } else { Cell::at(k, line) };
        let colours = cells::colours_of(pixels, &outer, (1..=size).map(|k| cell(beyond, k)));
        let regions: Vec<usize> = (0..size)
            .filter(|&k| colours.support[k] >= SUPPORTED)
            .filter_map(|k| {
                palette.iter().position(|own| regions::is_one_colour(own, &colours.lab[k]))
            })
            .collect();
        let is_whole = |region| (0..size).all(|k| labels[lattice.index(cell(inside, k))] == region);
        regions.len() as f64 >= GOING_ON * size as f64
            && (regions.iter().any(|region| *region != regions[0])
                || is_whole(regions[0]) && !is_of_one_colour && !is_set_apart(pixels, lattice)
                || is_ruled(pixels, lattice, |place| (1..=size).any(|k| cell(beyond, k) == place))
                    && !is_enclosed(pixels, lattice))
            || !regions.is_empty() && are_cells(pixels, lattice, side, &colours)
    })
}

/// How far from the line between two cells, in cells, both have their colours: beyond a wall. Chosen.
const BESIDE: f64 = 0.1;

/// How far beyond a side they are looked at there, in cells. Chosen.
const DEPTHS: [f64; 3] = [0.25, 0.5, 0.75];

/// How many times nearer to a cell's colour than the next cell is what is seen in it beside their line. Chosen:
/// at the ends of a cell that is painted with a slope it is two and a half times.
const NEARER: u8 = 4;

/// Whether what is right beyond a side of the lattice are cells: each is of one colour, not all are of the
/// same, and colours change where the lattice's lines would be.
fn are_cells(pixels: &RgbaImage, lattice: &Lattice, side: Side, colours: &CellColours) -> bool {
    let pitch = side.pitch_across(lattice);
    let mut steps = (1..lattice.size)
        .filter(|&k| !regions::is_one_colour(&colours.lab[k - 1], &colours.lab[k]))
        .peekable();
    let is_on_line = |k: usize| {
        let [before, after] = [colours.rgb[k - 1], colours.rgb[k]];
        let is_seen = |along: f64, own: &Rgb, depth: f64| {
            let seen = side.pixel(pixels, lattice, along, depth * pitch);
            seen.is_some_and(|seen| distance(&seen, own) <= distance(&before, &after) / NEARER)
        };
        DEPTHS.iter().all(|&depth| {
            is_seen(k as f64 - BESIDE, &before, depth) && is_seen(k as f64 + BESIDE, &after, depth)
        })
    };
    colours.support.iter().all(|&support| support >= SUPPORTED)
        && steps.peek().is_some()
        && steps.all(is_on_line)
}

/// Whether lines are drawn between most of the cells right beyond a side of the lattice, about as strong
/// as those within: a sheet around a board has fainter ones, and the edge of a window, which runs along
/// the side, looks like stronger ones. Places are those of the lattice with its margin.
fn is_ruled(pixels: &RgbaImage, lattice: &Lattice, is_beyond: impl Fn(Cell) -> bool) -> bool {
    let (outer, inner) = (lattice.with_margin(), 1..=lattice.size);
    let is_within = |place: Cell| inner.contains(&place.row) && inner.contains(&place.col);
    let borders = walls::measure_borders(pixels, &outer).list;
    let inks = |is_there: &dyn Fn(Cell) -> bool| -> Vec<f32> {
        let place = |&index: &usize| Cell::at(index / outer.size, index % outer.size);
        let are_there = |border: &&Border| border.cells.iter().map(place).all(is_there);
        borders.iter().filter(are_there).map(|border| border.ink).collect()
    };
    let typical = median(&mut inks(&is_within));
    let as_strong = NO_INK.max(AS_STRONG * typical)..=typical / AS_STRONG;
    let drawn = inks(&is_beyond).into_iter().filter(|ink| as_strong.contains(ink)).count();
    drawn as f64 >= GOING_ON * lattice.size as f64
}

/// The least ink of a line beyond the lattice, in that of most lines within, or the other way round.
/// Chosen.
const AS_STRONG: f32 = 0.5;

/// The least part of a cell beyond the lattice that has the cell's colour. Chosen.
const SUPPORTED: f32 = 0.6;

/// Whether more than half of a lattice's cells have the colour of the page around it, as days of a
/// calendar do of which some are coloured.
pub(super) fn is_of_page(pixels: &RgbaImage, lattice: &Lattice, colours: &CellColours) -> bool {
    let outer = lattice.with_margin();
    let last = outer.size - 1;
    let is_margin = |cell: &Cell| [cell.row, cell.col].iter().any(|&at| at == 0 || at == last);
    let around = cells::colours_of(pixels, &outer, outer.cells().filter(is_margin));
    let is_most = |cells: &CellColours, colour: &Lab| {
        let like = cells.lab.iter().filter(|other| regions::is_one_colour(other, colour));
        2 * like.count() > cells.lab.len()
    };
    colours.lab.iter().any(|colour| is_most(colours, colour) && is_most(&around, colour))
}

/// How far beyond the lattice a board's edge is looked for, in cells: the thickest border has a
/// quarter of one.
const BEYOND: f64 = 0.34;

/// The least width of what a board ends with on each side, its border or the page, in cells. Half
/// of the gap between two tiles has 0.08, a wall half of 0.1.
const BAND: f64 = 0.12;

/// The least width of it on one side, where the other three have more: a line of text may stand
/// right above a small board. Of a larger board, which is square, no part has three sides.
const NARROW_BAND: f64 = 0.06;

/// Samples along the side of each cell, between the lines that could cross the band.
const SAMPLES: usize = 6;

/// The least part of the samples at one distance from the lattice that have one colour. Chosen:
/// the lines between cells are a seventh of them.
const PLAIN: f64 = 0.9;

/// How much that colour may vary, in levels of a channel. Chosen: that of JPEG.
const SAME: u8 = 12;

/// The least part of them that have the colour of the next one. Chosen: a slope has no steps, the
/// regions of a row have some.
const SMOOTH: f64 = 0.97;

/// Whether a band of one colour at each distance, or of a slope of colours, runs along each side of
/// the lattice, as borders and pages do, not crossed by any line, or the picture ends there.
pub(super) fn is_enclosed(pixels: &RgbaImage, lattice: &Lattice) -> bool {
    let rect = lattice.rect();
    let along = |origin: f64, pitch: f64| -> Vec<f64> {
        let cells = (0..lattice.size).flat_map(|cell| {
            let line = (cell > 0).then_some(cell as f64);
            let inside = (0..SAMPLES).map(|k| 0.15 + 0.7 * k as f64 / (SAMPLES - 1) as f64);
            line.into_iter().chain(inside.map(move |place| cell as f64 + place))
        });
        cells.map(|place| origin + place * pitch).collect()
    };
    let (xs, ys) = (along(rect.min.x, lattice.pitch.x), along(rect.min.y, lattice.pitch.y));
    let level = |y: f64| -> Vec<Option<Rgb>> {
        xs.iter().map(|x| pixel_at(pixels, x.floor() as i64, y.floor() as i64)).collect()
    };
    let upright = |x: f64| -> Vec<Option<Rgb>> {
        ys.iter().map(|y| pixel_at(pixels, x.floor() as i64, y.floor() as i64)).collect()
    };
    let widths = [
        band(lattice.pitch.y, |off| level(rect.min.y - off)),
        band(lattice.pitch.y, |off| level(rect.max.y + off)),
        band(lattice.pitch.x, |off| upright(rect.min.x - off)),
        band(lattice.pitch.x, |off| upright(rect.max.x + off)),
    ];
    widths.iter().filter(|&&width| width >= BAND).count() >= 3
        && widths.iter().all(|&width| width >= NARROW_BAND)
}

/// The width of the band that runs along one side, in cells, where `samples` are those at a distance
/// in pixels.
fn band(pitch: f64, samples: impl Fn(f64) -> Vec<Option<Rgb>>) -> f64 {
    let is_plain = |off: f64| {
        let colours: Vec<Rgb> = samples(off).into_iter().flatten().collect();
        let middle = median_colour(&colours);
        let like = colours.iter().filter(|colour| distance(colour, &middle) <= SAME).count();
        let smooth = colours.windows(2).filter(|pair| distance(&pair[0], &pair[1]) <= SAME);
        like as f64 >= PLAIN * colours.len() as f64
            || smooth.count() as f64 >= SMOOTH * colours.len().saturating_sub(1) as f64
    };
    let (mut width, mut widest) = (0_u32, 0);
    for step in 0..=(BEYOND * pitch).ceil() as usize {
        width = if is_plain(step as f64 + 0.5) { width + 1 } else { 0 };
        widest = widest.max(width);
    }
    f64::from(widest) / pitch
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Marks, parse};
    use crate::geometry::{FramePoint, FrameVector};
    use crate::render::{Look, Tone, random_palette, render};
    use image::Rgba;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const BOARD: &str = "AAABBB\nAACCBB\nDDCCEE\nDDDEEE\nFFDEEE\nFFFFEE";

    /// A board on a page, drawn as `change` says.
    fn drawn(change: impl Fn(&mut Look)) -> (RgbaImage, Lattice) {
        let palette = random_palette(6, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(6));
        let mut look = Look::classic(6, 40.0, palette);
        change(&mut look);
        let drawn = render(&parse(BOARD).unwrap(), &Marks::empty(6), &look);
        (drawn.pixels, drawn.lattice)
    }

    /// The lattice of the cells from (`first`, `first`) on.
    fn part(lattice: &Lattice, first: usize, size: usize) -> Lattice {
        Lattice { origin: lattice.origin + lattice.pitch * first as f64, size, ..*lattice }
    }

    #[test]
    fn tiles_beyond_a_lattice_are_more_of_its_board_and_a_page_is_not() {
        let palette = random_palette(6, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(6));
        let look = Look::tiles(6, 20.0, palette.clone());
        let drawn = render(&parse(BOARD).unwrap(), &Marks::empty(6), &look);
        let board = parse(BOARD).unwrap();
        let labels: Vec<usize> = board.cells().map(|cell| board.region(cell).0).collect();
        assert!(!goes_on(&drawn.pixels, &drawn.lattice, &palette, &labels));
        for (first, size) in [(0, 5), (1, 5), (1, 4)] {
            let part = part(&drawn.lattice, first, size);
            let labels: Vec<usize> = (0..size * size).collect();
            assert!(goes_on(&drawn.pixels, &part, &palette, &labels), "{size} cells from {first}");
        }
        // A row and a column of the page are taken for a region.
        let outer = Lattice { size: 7, ..drawn.lattice };
        let Rgba([r, g, b, _]) = *drawn.pixels.get_pixel(0, 0);
        let with_page = [palette, vec![[r, g, b]]].concat();
        let is_page = |cell: Cell| cell.row == 6 || cell.col == 6;
        let labels: Vec<usize> =
            outer.cells().map(|cell| if is_page(cell) { 6 } else { 0 }).collect();
        let mut on_page = RgbaImage::from_pixel(260, 260, Rgba([r, g, b, 255]));
        image::imageops::overlay(&mut on_page, &drawn.pixels, 40, 40);
        let moved = Lattice { origin: outer.origin + FrameVector::splat(40.0), ..outer };
        assert!(goes_on(&on_page, &moved, &with_page, &labels));
        let labels: Vec<usize> = outer
            .cells()
            .map(|cell| if is_page(cell) && cell.row != 3 && cell.col != 3 { 6 } else { 0 })
            .collect();
        assert!(!goes_on(&on_page, &moved, &with_page, &labels), "not a whole side");
    }

    #[test]
    fn cells_beyond_a_lattice_may_have_other_colours_and_end_where_cells_do() {
        // Beyond the right side of a part of five by five: two cells of the second region, three of the fifth.
        let (drawn, lattice) = drawn(|look| {
            (look.thin, look.wall, look.border) = (None, None, None);
        });
        let palette = random_palette(6, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(6));
        let part = part(&lattice, 0, 5);
        let side = part.rect().max.x as u32;
        let seen = |known: &[Rgb], step: f64, depth: f64| {
            let mut pixels = drawn.clone();
            let line = |cells: f64| (part.rect().min.y + cells * part.pitch.y) as u32;
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                if x < side {
                    continue;
                }
                let is_cell = x < side + (depth * part.pitch.x) as u32;
                let cell = if y < line(2.0 + step) { palette[1] } else { palette[4] };
                let [r, g, b] = if is_cell { cell } else { [250; 3] };
                *pixel = Rgba([r, g, b, 255]);
            }
            goes_on(&pixels, &part, known, &[0; 25])
        };
        assert!(seen(&palette[..4], 0.0, 1.0));
        assert!(!seen(&palette[..1], 0.0, 1.0), "no colour of the board");
        assert!(!seen(&palette[..4], 0.3, 1.0), "panels that end elsewhere");
        assert!(!seen(&palette[..4], 0.0, 0.4), "not as deep as cells");
    }

    #[test]
    fn cells_of_one_colour_beyond_a_lattice_are_told_from_a_page_by_the_lines_between_them() {
        let text = "AAABBB\nCAABBB\nCCABBB\nCDDDBB\nEEEEFB\nEEEEFF";
        let board = parse(text).unwrap();
        let palette = random_palette(6, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(6));
        let beyond_a_part = |change: fn(&mut Look), strength: f32| {
            let mut look = Look::classic(6, 40.0, palette.clone());
            change(&mut look);
            let mut drawn = render(&board, &Marks::empty(6), &look);
            let part = part(&drawn.lattice, 0, 4);
            // Beyond its right side, whose cells are of the second region.
            for (x, _, pixel) in drawn.pixels.enumerate_pixels_mut() {
                if f64::from(x) > part.rect().max.x + 4.0 {
                    for (channel, own) in pixel.0.iter_mut().zip(palette[1]) {
                        let line = f32::from(*channel) - f32::from(own);
                        *channel = (f32::from(own) + strength * line) as u8;
                    }
                }
            }
            let labels: Vec<usize> = part.cells().map(|cell| board.region(cell).0).collect();
            goes_on(&drawn.pixels, &part, &palette[..4], &labels)
        };
        assert!(beyond_a_part(|_| {}, 1.0));
        assert!(!beyond_a_part(|_| {}, 0.2), "the lines of a sheet");
        assert!(!beyond_a_part(|look| look.thin = None, 1.0));
    }

    #[test]
    fn a_calendar_of_which_some_days_are_coloured_is_of_the_page_and_a_board_is_not() {
        let is_page = |change: fn(&mut Look)| {
            let (pixels, lattice) = drawn(|look| {
                look.origin = FramePoint::new(60.0, 60.0);
                (look.width, look.height) = (360, 360);
                change(look);
            });
            is_of_page(&pixels, &lattice, &cells::measure_colours(&pixels, &lattice))
        };
        assert!(!is_page(|_| {}));
        assert!(is_page(|look| look.palette[..5].fill(look.page)));
        assert!(!is_page(|look| look.palette[..2].fill(look.page)));
        assert!(!is_page(|look| look.palette[..5].fill([200, 40, 40])));
    }

    #[test]
    fn a_board_may_have_the_pages_colour_all_along_its_sides_if_its_lines_end_there() {
        let seen = |change: fn(&mut Look)| {
            let (pixels, lattice) = drawn(|look| {
                look.border = None;
                // All regions along the sides but one.
                look.palette[0] = look.page;
                look.palette[3..].fill(look.page);
                change(look);
            });
            is_open(&pixels, &lattice)
        };
        assert!(!seen(|_| {}));
        assert!(seen(|look| look.thin = None), "without lines between cells it may go on");
    }

    #[test]
    fn a_row_in_the_pages_colour_is_of_the_board_if_there_are_lines_between_its_cells() {
        let board = parse("AAAAAA\nAACCBB\nDDCCEE\nDDDEEE\nFFDEEE\nFFFFEE").unwrap();
        let labels: Vec<usize> = board.cells().map(|cell| board.region(cell).0).collect();
        let palette = random_palette(6, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(6));
        let is_more = |change: fn(&mut Look)| {
            let mut look = Look::classic(6, 40.0, palette.clone());
            (look.origin, look.width, look.height) = (FramePoint::new(60.0, 60.0), 360, 360);
            (look.border, look.palette[0]) = (None, look.page);
            change(&mut look);
            let drawn = render(&board, &Marks::empty(6), &look);
            goes_on(&drawn.pixels, &drawn.lattice, &look.palette, &labels)
        };
        assert!(!is_more(|_| {}));
        assert!(is_more(|look| look.thin = None), "it may be the page");
    }

    #[test]
    fn a_side_without_the_frame_that_others_have_is_open_unless_the_page_has_the_boards_colour() {
        // Of the first four rows and columns, three cells go on below, and one to the right.
        let board = parse("AAABCC\nAAABCC\nDDDBCC\nDDDEEC\nDDDFEE\nDFFFFE").unwrap();
        let palette = random_palette(6, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(6));
        let seen = |size: usize, change: fn(&mut Look)| {
            let mut look = Look::classic(6, 40.0, palette.clone());
            (look.origin, look.width, look.height) = (FramePoint::new(60.0, 60.0), 360, 360);
            look.wall = None;
            change(&mut look);
            let drawn = render(&board, &Marks::empty(6), &look);
            is_open(&drawn.pixels, &part(&drawn.lattice, 0, size))
        };
        assert!(!seen(6, |look| look.thin = None));
        assert!(seen(4, |look| look.thin = None));
        let unframed = |look: &mut Look| {
            (look.thin, look.border) = (None, None);
            look.palette[2] = look.page;
        };
        assert!(!seen(6, unframed), "no side has a frame");
    }

    #[test]
    fn a_whole_board_is_enclosed_and_no_part_of_it_is() {
        let styles: [fn(&mut Look); 4] =
            [|_| {}, |look| look.border = None, |look| look.wall = None, |look| look.thin = None];
        for (style, change) in styles.into_iter().enumerate() {
            let (pixels, lattice) = drawn(change);
            assert!(is_enclosed(&pixels, &lattice), "style {style}");
            for (first, size) in [(0, 5), (1, 5), (1, 4)] {
                let part = part(&lattice, first, size);
                assert!(!is_enclosed(&pixels, &part), "style {style}: {size} cells from {first}");
            }
        }
    }

    #[test]
    fn a_text_may_stand_near_to_one_side_and_not_to_two() {
        // Strokes over a third of a side, so many pixels away from it.
        let enclosed = |above: f64, below: f64| {
            let (board, mut lattice) = drawn(|_| {});
            let (width, height) = board.dimensions();
            let mut pixels = RgbaImage::from_pixel(width + 80, height + 80, *board.get_pixel(0, 0));
            image::imageops::replace(&mut pixels, &board, 40, 40);
            lattice.origin += lattice.pitch;
            let rect = lattice.rect();
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let (x, y) = (f64::from(x), f64::from(y));
                let is_beside = x > rect.min.x && x < rect.min.x + rect.width() / 3.0;
                let is_near = y < rect.min.y - above || y > rect.max.y + below;
                if is_beside && is_near && x % 5.0 < 3.0 {
                    *pixel = Rgba([190, 30, 30, 255]);
                }
            }
            is_enclosed(&pixels, &lattice)
        };
        let (far, near, touching) = (14.0, 3.0, 1.0);
        assert!(enclosed(far, far) && enclosed(near, far) && enclosed(far, near));
        assert_eq!([enclosed(near, near), enclosed(touching, far)], [false; 2]);
    }

    #[test]
    fn a_page_may_slope_in_colour_but_not_be_crossed_by_lines() {
        let page = |has_lines: bool| {
            let (mut pixels, lattice) = drawn(|look| look.border = None);
            let inner = lattice.rect().inflate(2.0, 2.0);
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let (left, top) = (f64::from(x), f64::from(y));
                let is_board = (inner.min.x..inner.max.x).contains(&left)
                    && (inner.min.y..inner.max.y).contains(&top);
                let from_line = |at: f64, origin: f64, pitch: f64| {
                    let place = (at - origin) / pitch;
                    (place - place.round()).abs() * pitch
                };
                let is_line = from_line(left, lattice.origin.x, lattice.pitch.x) < 1.5
                    || from_line(top, lattice.origin.y, lattice.pitch.y) < 1.5;
                if !is_board {
                    let slope = 100 + ((x + y) / 5) as u8;
                    *pixel = Rgba([slope, slope, 90, 255]);
                    if has_lines && is_line {
                        *pixel = Rgba([0, 0, 0, 255]);
                    }
                }
            }
            is_enclosed(&pixels, &lattice)
        };
        assert_eq!((page(false), page(true)), (true, false));
    }
}
