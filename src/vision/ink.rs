//! Which part of what differs from a cell is the mark, and not a frame, a stripe or a line.

use super::glyph::{BEYOND_CROWNS, CENTRED, X};
use super::pieces::Piece;
use super::shape::Shape;
use super::stain::{INNER, Stain};
use crate::board::Mark;
use image::imageops::crop_imm;
use image::{GenericImageView, GrayImage, Luma};
use imageproc::contrast::{ThresholdType, threshold};
use imageproc::distance_transform::Norm;
use imageproc::map::map_pixels;
use imageproc::morphology;
use std::ops::Range;

/// The widest line of a pattern that is laid over a cell, in cells; a queen's body is wider.
const STRIPE: f64 = 0.06;

/// How much what is nothing differs from its cell at most where it is painted in one colour, in levels of
/// a channel. Chosen.
pub(super) const CLEAN: u8 = 2;

/// The most of a body that differs by less than half of what its middle sample does: its smooth edge. What
/// compression leaves in a cell is uneven. Chosen.
const FRINGE: f64 = 0.2;

/// The least part of its box that a faint body fills: stars fill 0.45 to 0.5. Chosen.
const STAR: f64 = 0.42;

/// The most of a cell that differs by no more than `CLEAN` where it is painted in one colour and was not
/// compressed. Chosen.
const BLURRED: f64 = 0.05;

/// The shape of the mark in a cell: what is clear, or a body of nearly the cell's colour.
pub(super) fn shape_of_mark(stain: &Stain) -> Option<Shape> {
    let clear = clear_shape(stain);
    if clear.is_some_and(|shape| shape.mark() == Mark::Queen)
        && let Some(cross) = cross_in_shadow(stain)
    {
        return Some(cross);
    }
    // What compression leaves around a cross that stands aside is no body.
    if clear.is_some_and(|shape| shape.mark() != Mark::Empty || shape.is_x_aside()) {
        return clear;
    }
    faint_body(stain).or(clear)
}

/// What differs by more than half of the most, if it is an x: what is fainter is a shadow that it throws.
fn cross_in_shadow(stain: &Stain) -> Option<Shape> {
    let Stain { levels, inside, .. } = stain;
    let strongest = levels.pixels().map(|level| level[0]).max().unwrap_or(0);
    let strong = threshold(levels, strongest / 2, ThresholdType::Binary);
    let shape = Shape::of(levels, &strong, |piece| !inside.has_in_corner(piece));
    shape.filter(|shape| shape.is_x && shape.is_cross() && shape.diagonal >= BEYOND_CROWNS)
}

/// The shape of what is clear in a cell. Where a frame or stripes run through the whole cell, it is what
/// is darker than the cell where they are lighter, or lighter; what stands free inside of them; what
/// stands out from them; or, where a queen hangs together with them, what is left of her when they
/// are brushed away.
fn clear_shape(stain: &Stain) -> Option<Shape> {
    let Stain { levels, least, .. } = stain;
    let strongest = levels.pixels().map(|level| level[0]).max().unwrap_or(0);
    if strongest <= *least {
        return faint_cross(stain, strongest);
    }
    let peak = centre_peak(levels);
    let shape = |levels: &GrayImage, mask: &GrayImage, is_wanted: &dyn Fn(&Piece) -> bool| {
        let Stain { in_glow, faintest, inside, .. } = *stain;
        let is_wanted = |piece: &Piece| is_wanted(piece) && !inside.has_in_corner(piece);
        Shape::of(levels, mask, is_wanted).map(|shape| Shape { in_glow, faintest, ..shape })
    };
    let is_any = |_: &Piece| true;
    let seen = |level: u8| {
        let mask = threshold(levels, level, ThresholdType::Binary);
        let all = shape(levels, &mask, &is_any)?;
        Some((mask, all))
    };
    // What is hardly to be seen hangs together by what is fainter.
    let is_faint = strongest < 2 * *least;
    let clear = if is_faint { stain.faintest.max(*least / 2) } else { (*least).max(peak / 4) };
    // Of a golden crown with jewels, in a cell of nearly its own colour, these alone are clear.
    let seen = seen(clear).or_else(|| seen(*least));
    if is_faint && edge_peak(levels) > *least {
        // Stripes are as faint in the middle as at the edge.
        return seen.map(|(_, all)| all).filter(Shape::is_from_corner_to_corner);
    }
    let Some((mask, all)) = seen else { return body_between(stain) };
    if !all.is_frame || all.is_from_corner_to_corner() {
        return Some(if all.is_cross() { body_between(stain).unwrap_or(all) } else { all });
    }
    if fills_cell(levels, &mask) {
        return Some(Shape { is_frame: false, ..all });
    }
    for is_darker in [true, false] {
        let levels = stain.of_shade(is_darker);
        // JPEG leaves a shadow beside what is light.
        if levels.pixels().all(|level| level[0] < strongest / 2) {
            continue;
        }
        let mask = threshold(&levels, clear, ThresholdType::Binary);
        let mark = shape(&levels, &mask, &is_any);
        if let Some(mark) = mark.filter(|mark| mark.is_centred() && mark.mark() != Mark::Empty) {
            return Some(mark);
        }
    }
    let is_free = |piece: &Piece| !piece.is_cut();
    if let Some(inside) = shape(levels, &mask, &is_free).filter(Shape::is_centred) {
        return Some(inside);
    }
    if peak / 3 * 2 > edge_peak(levels) {
        let strong = threshold(levels, peak / 3 * 2, ThresholdType::Binary);
        let inside = shape(levels, &strong, &is_free);
        if let Some(inside) = inside.filter(|inside| inside.is_cross() || inside.is_disc()) {
            return Some(inside);
        }
    }
    let half_stripe = (STRIPE / 2.0 / INNER * f64::from(mask.width())).ceil() as u8;
    let body = morphology::open(&mask, Norm::LInf, half_stripe);
    shape(levels, &body, &is_free).filter(|body| body.area >= 0.03)
}

/// The part of what is searched that a body takes which reaches to its edges. Chosen: stars take a half.
const BODY: Range<f64> = 0.35..0.82;

/// The most of an edge of what is searched that it takes: frames and walls take all of it. Chosen.
const TIPS: f64 = 0.8;

/// Whether a body reaches from the middle, which it fills, to the edges, and to all but the lower one, on which it may
/// stand, with its tips alone: a star or a crown as large as its cell. What is half as strong as its middle is
/// its shadow.
fn fills_cell(levels: &GrayImage, mask: &GrayImage) -> bool {
    let (columns, rows) = mask.dimensions();
    let in_middle = |mask: &GrayImage| {
        let middle = crop_imm(mask, columns / 3, rows / 3, columns.div_ceil(3), rows.div_ceil(3));
        middle.pixels().map(|(.., level)| level[0]).collect::<Vec<u8>>()
    };
    if in_middle(mask).contains(&0) {
        return false;
    }
    let half = median(in_middle(levels)) / 2;
    let is_body = |level: &u8| *level > half;
    let body = levels.pixels().filter(|level| is_body(&level[0])).count();
    let edges = [
        crop_imm(levels, 0, rows - 1, columns, 1),
        crop_imm(levels, 0, 0, columns, 1),
        crop_imm(levels, 0, 0, 1, rows),
        crop_imm(levels, columns - 1, 0, 1, rows),
    ];
    let parts = edges.map(|edge| {
        let taken = edge.pixels().filter(|(.., level)| is_body(&level[0])).count();
        taken as f64 / edge.pixels().count() as f64
    });
    BODY.contains(&(body as f64 / levels.len() as f64))
        && parts[1..].iter().all(|&part| part <= TIPS)
}

fn median(mut levels: Vec<u8>) -> u8 {
    let middle = levels.len() / 2;
    *levels.select_nth_unstable(middle).1
}

/// The shape of what is clear in a cell if nothing reaches its middle.
pub(super) fn shape_aside(stain: &Stain) -> Option<Shape> {
    let Stain { levels, least, faintest, inside, .. } = stain;
    let strongest = levels.pixels().map(|level| level[0]).max().unwrap_or(0);
    let mask = threshold(levels, (*least).max(strongest / 4), ThresholdType::Binary);
    let shape = Shape::aside(levels, &mask, |piece| !inside.has_in_corner(piece))?;
    Some(Shape { faintest: *faintest, ..shape })
}

/// What lies between outlines that look like a cross, if it is a body of nearly the cell's colour:
/// that of a golden crown on gold.
fn body_between(stain: &Stain) -> Option<Shape> {
    body_of(stain, &stain.levels, stain.least / 3 * 2).filter(Shape::is_solid)
}

/// What differs by more than a level, if it is as large as a queen and no x.
fn body_of(stain: &Stain, levels: &GrayImage, level: u8) -> Option<Shape> {
    let mask = threshold(levels, level, ThresholdType::Binary);
    let body = Shape::of(levels, &mask, |piece| !stain.inside.has_in_corner(piece))?;
    let is_crossed = body.diagonal >= X;
    (body.is_large() && !body.is_frame && !is_crossed)
        .then_some(Shape { in_glow: stain.in_glow, ..body })
}

/// A queen who differs from her cell by less than marks do, but for her shades: a golden crown or star on
/// gold.
fn faint_body(stain: &Stain) -> Option<Shape> {
    // Walls and rings are clear too, but not in the middle.
    if centre_peak(&stain.levels) <= stain.least {
        return None;
    }
    let levels = || stain.levels.pixels().map(|pixel| pixel[0]);
    let blurred = levels().filter(|level| (1..=CLEAN).contains(level)).count();
    if stain.in_glow || blurred as f64 > BLURRED * levels().count() as f64 {
        return None;
    }
    let mut seen: Vec<u8> = levels().filter(|&level| level > CLEAN).collect();
    let middle = seen.len() / 2;
    let typical = *seen.select_nth_unstable(middle).1;
    let fringe = seen.iter().filter(|&&level| level < typical.div_ceil(2)).count();
    if fringe as f64 > FRINGE * seen.len() as f64 {
        return None;
    }
    // Her shades and jewels are a part of her, and no more than that.
    let levels = map_pixels(&stain.levels, |pixel| Luma([pixel[0].min(2 * CLEAN)]));
    let body = body_of(stain, &levels, CLEAN)?;
    (body.fill() >= STAR && body.off_centre() <= CENTRED).then_some(body)
}

/// A small cross that differs from its cell by less than marks do, where nothing else is to be seen.
fn faint_cross(stain: &Stain, strongest: u8) -> Option<Shape> {
    let Stain { levels, faintest, .. } = stain;
    let half = strongest / 2;
    let seen = levels.pixels().filter(|level| level[0] > CLEAN).count();
    let blurred = levels.pixels().filter(|level| (CLEAN + 1..=half).contains(&level[0])).count();
    if strongest <= *faintest || 10 * blurred > levels.len() {
        return None;
    }
    let mask = threshold(levels, half, ThresholdType::Binary);
    let cross = Shape::of(levels, &mask, |_| true)?;
    // Between stripes and in what compression leaves there are strokes as well, but none as plain.
    let is_small = 10 * seen <= levels.len();
    (cross.is_x_aside() || (is_small && cross.is_cross())).then_some(cross)
}

/// The largest difference around the middle of a cell.
fn centre_peak(difference: &GrayImage) -> u8 {
    let (columns, rows) = difference.dimensions();
    let middle = crop_imm(difference, columns / 3, rows / 3, columns.div_ceil(3), rows.div_ceil(3));
    middle.pixels().map(|(_, _, level)| level[0]).max().unwrap_or(0)
}

/// The largest difference along the edge of what was searched, where stripes are but no mark is.
fn edge_peak(levels: &GrayImage) -> u8 {
    let (right, bottom) = (levels.width() - 1, levels.height() - 1);
    let is_edge =
        |&(x, y, _): &(u32, u32, &Luma<u8>)| [0, right].contains(&x) || [0, bottom].contains(&y);
    levels.enumerate_pixels().filter(is_edge).map(|(_, _, level)| level[0]).max().unwrap_or(0)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::stain::{CONTRAST, Inside};
    use super::*;
    use std::f64::consts::TAU;

    /// What is so much darker than its cell.
    pub(in super::super) fn dark(levels: GrayImage) -> Stain {
        Stain {
            is_darker: vec![true; levels.len()],
            inside: Inside::all(levels.dimensions()),
            levels,
            least: CONTRAST,
            faintest: CONTRAST,
            in_glow: false,
        }
    }

    /// The shape in a mask drawn with `#`, each character a square of `scale` samples.
    pub(in super::super) fn shape_in(rows: &[&str], scale: u32) -> Option<Shape> {
        let (width, height) = (rows[0].len() as u32 * scale, rows.len() as u32 * scale);
        let mask = GrayImage::from_fn(width, height, |x, y| {
            let is_stained = rows[(y / scale) as usize].as_bytes()[(x / scale) as usize] == b'#';
            Luma([if is_stained { u8::MAX } else { 0 }])
        });
        shape_of_mark(&dark(mask))
    }

    pub(in super::super) fn read(rows: &[&str], scale: u32) -> Mark {
        shape_in(rows, scale).map_or(Mark::Empty, |shape| shape.mark())
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
        let drawn = |body: &dyn Fn(u32, u32) -> u8, noise: u8| {
            let levels = GrayImage::from_fn(65, 55, |x, y| {
                let drawn = crown[(y / 5) as usize].as_bytes()[(x / 5) as usize];
                Luma([match drawn {
                    b'#' => 144,
                    b'o' => body(x, y),
                    _ if (7 * x + 5 * y) % 3 == 0 => noise,
                    _ => 0,
                }])
            });
            shape_of_mark(&dark(levels)).map_or(Mark::Empty, |shape| shape.mark())
        };
        let mark = |body: u8, noise: u8| drawn(&|_, _| body, noise);
        assert_eq!([mark(30, 0), mark(10, 0), mark(30, 2)], [Mark::Queen; 3]);
        assert_eq!(mark(10, 2), Mark::Empty, "not to be told from noise");
        assert_eq!(mark(2, 0), Mark::Empty, "jewels on nothing");
        let uneven = |x: u32, y: u32| if (x / 3 + y / 2).is_multiple_of(2) { 3 } else { 12 };
        assert_eq!(drawn(&uneven, 0), Mark::Empty, "what compression leaves");
    }

    #[test]
    fn a_star_as_large_as_its_cell_is_a_queen_and_one_that_hangs_on_a_wall_is_none() {
        // Its tips are half a cell from the middle, and what is searched ends at 30 samples.
        let is_star = |x: u32, y: u32| {
            let (x, y) = (f64::from(x) - 29.5, f64::from(y) - 32.5);
            let turn = TAU / 5.0;
            let angle = x.atan2(-y).rem_euclid(turn);
            let angle = angle.min(turn - angle);
            let (tip, valley) = (36.6, 22.0);
            let (aside, up) = (x.hypot(y) * angle.sin(), x.hypot(y) * angle.cos());
            let (edge_aside, edge_up) =
                (valley * (turn / 2.0).sin(), valley * (turn / 2.0).cos() - tip);
            edge_aside * (up - tip) <= edge_up * aside
        };
        let mark = |level: &dyn Fn(u32, u32) -> u8| seen(60, level);
        assert_eq!(mark(&|x, y| 150 * u8::from(is_star(x, y))), Mark::Queen);
        let with_edge = |x: u32, y: u32| 150 * u8::from(is_star(x, y) || x < 7);
        assert_eq!(mark(&with_edge), Mark::Empty);
    }

    #[test]
    fn a_crown_wider_than_its_cell_is_a_queen_with_the_shadow_that_she_throws() {
        let is_crown = |x: u32, y: u32| {
            let (aside, down) = ((f64::from(x) - 29.5).abs(), f64::from(y));
            // Three points, of which the outer ones are cut, and a band below.
            let point = |at: f64| (aside - at).abs() * 1.2 < down + 4.0;
            down > 24.0 || point(0.0) || point(36.0)
        };
        let crown = |x: u32, y: u32| match (is_crown(x, y), y > 50) {
            (_, true) => 70,
            (true, _) => 150,
            _ => 0,
        };
        assert_eq!(seen(60, crown), Mark::Queen);
        let is_corner = |x: u32, y: u32| x.min(59 - x) + y.min(59 - y) < 10;
        let tile = |x: u32, y: u32| if is_corner(x, y) { 0 } else { 150 };
        assert_eq!(seen(60, tile), Mark::Empty);
        let walls = |x: u32, y: u32| 150 * u8::from(is_crown(x, y) || y < 5 || x < 5);
        assert_eq!(seen(60, walls), Mark::Empty);
    }

    #[test]
    fn a_faint_cross_may_be_large_but_not_among_noise() {
        let drawn = |noise: u8| {
            let levels = GrayImage::from_fn(60, 60, |x, y| {
                let is_x = (8..52).contains(&x) && (x.abs_diff(y) < 3 || (x + y).abs_diff(59) < 3);
                let is_noise = (7 * x + 5 * y).is_multiple_of(3);
                Luma([if is_x { 20 } else { noise * u8::from(is_noise) }])
            });
            let stain = Stain { faintest: 8, ..dark(levels) };
            shape_of_mark(&stain).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!([drawn(0), drawn(5)], [Mark::Cross, Mark::Empty]);
    }

    #[test]
    fn what_compression_leaves_around_a_cross_is_no_queen_and_around_a_jewel_it_may_be_one() {
        let drawn = |is_jewel: bool| {
            seen(60, |x, y| {
                let away = (x.abs_diff(18), y.abs_diff(18));
                let is_x = away.0.max(away.1) < 6 && away.0.abs_diff(away.1) < 2;
                let is_drawn = if is_jewel { away.0.max(away.1) < 4 } else { is_x };
                let is_around = (8..52).contains(&x) && (10..50).contains(&y);
                if is_drawn { 150 } else { 6 * u8::from(is_around) }
            })
        };
        assert_eq!([drawn(true), drawn(false)], [Mark::Queen, Mark::Empty]);
    }

    #[test]
    fn a_crown_is_no_ring_around_the_tip_that_stands_apart() {
        let crown = [
            ".............", //
            ".#.........#.",
            ".#....#....#.",
            ".##.......##.",
            ".###.....###.",
            ".####...####.",
            ".###########.",
            ".###########.",
            ".###########.",
            ".###########.",
            ".###########.",
            ".###########.",
            ".............",
        ];
        assert_eq!(read(&crown, 5), Mark::Queen);
    }

    #[test]
    fn a_crown_is_measured_as_a_whole_and_not_by_her_jewels() {
        // Around a jewel of 10 samples: a crown of 36, or blur.
        let width = |is_crown: fn(u32, u32) -> bool| {
            let levels = GrayImage::from_fn(60, 60, |x, y| {
                let is_jewel = (14..24).contains(&x) && (38..48).contains(&y);
                Luma([if is_jewel { 140 } else { 45 * u8::from(is_crown(x, y)) }])
            });
            let mask = threshold(&levels, 0, ThresholdType::Binary);
            Shape::of(&levels, &mask, |_| true).unwrap().width
        };
        let full = width(|x, y| (12..48).contains(&x) && (14..50).contains(&y));
        let around = width(|x, y| (12..26).contains(&x) && (36..50).contains(&y));
        assert!(full > 2.0 * around, "{full}, {around}");
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
    fn the_corner_of_a_menu_is_no_mark_and_a_disc_as_far_aside_is_one() {
        let covered = |is_disc: bool| {
            GrayImage::from_fn(60, 60, |x, y| {
                let from_middle = (f64::from(x) - 44.0).hypot(f64::from(y) - 44.0);
                let is_in = if is_disc { from_middle < 20.0 } else { x.min(y) >= 24 };
                Luma([if is_in { u8::MAX } else { 0 }])
            })
        };
        let mark = |is_disc| shape_of_mark(&dark(covered(is_disc))).map(|shape| shape.mark());
        assert_eq!([mark(true), mark(false)], [Some(Mark::Queen), None]);
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

    /// What stands in a cell of so many samples that is drawn so.
    fn seen(side: u32, draw: impl Fn(u32, u32) -> u8) -> Mark {
        let levels = GrayImage::from_fn(side, side, |x, y| Luma([draw(x, y)]));
        shape_of_mark(&dark(levels)).map_or(Mark::Empty, |shape| shape.mark())
    }

    #[test]
    fn what_is_left_of_stripes_is_no_mark() {
        // The level changes along a stripe, as where it runs between the pixels.
        let small = |x: u32, y: u32| [0, 35, 93, 58, 0, 0, 0][((x + y) % 7) as usize];
        assert_eq!(
            seen(16, |x, y| if x + y < 15 { small(x + 1, y) } else { small(x, y) }),
            Mark::Empty
        );
        // Little of a stripe is clear, but all of it hangs together.
        let faint = |x: u32, y: u32| {
            let across = 5 * ((x + y) % 20).abs_diff(4);
            (if x.abs_diff(y) < 24 { 30_u32 } else { 20 }).saturating_sub(across) as u8
        };
        let mut faintly_striped = dark(GrayImage::from_fn(42, 42, |x, y| Luma([faint(x, y)])));
        faintly_striped.faintest = 8;
        let mark = |stain: &Stain| shape_of_mark(stain).map_or(Mark::Empty, |shape| shape.mark());
        assert_eq!(mark(&faintly_striped), Mark::Empty);
        let is_x = |x: u32, y: u32| {
            (13..29).contains(&x)
                && (13..29).contains(&y)
                && (x.abs_diff(y) < 2 || (x + y).abs_diff(41) < 2)
        };
        let mut faint_x =
            dark(GrayImage::from_fn(42, 42, |x, y| Luma([30 * u8::from(is_x(x, y))])));
        faint_x.faintest = 8;
        assert_eq!(mark(&faint_x), Mark::Cross);
    }

    #[test]
    fn a_letter_on_lighter_stripes_is_a_queen_although_stripes_show_through_it() {
        let is_ring = |x: u32, y: u32| {
            (17.0..24.0).contains(&(f64::from(x) - 39.5).hypot(f64::from(y) - 39.5))
        };
        let hatched = |ring: u8| {
            let levels = GrayImage::from_fn(80, 80, |x, y| {
                let is_striped = (x + y) % 20 < 5;
                Luma([if is_ring(x, y) && ring > 0 { ring } else { 90 * u8::from(is_striped) }])
            });
            let is_darker = levels.enumerate_pixels().map(|(x, y, _)| is_ring(x, y) && ring > 0);
            let is_darker = is_darker.collect();
            let stain = Stain { is_darker, ..dark(levels) };
            shape_of_mark(&stain).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!([hatched(150), hatched(0)], [Mark::Queen, Mark::Empty]);
        assert_eq!(hatched(40), Mark::Empty, "the shadow that JPEG leaves beside stripes");
    }

    #[test]
    fn outlines_around_a_body_of_nearly_the_cells_colour_are_a_queen_and_no_cross() {
        let drawn = |body: u8| {
            seen(60, |x, y| {
                let (u, v) = (f64::from(x) / 22.0 - 1.34, f64::from(y) / 15.0 - 1.97);
                let is_x = x.abs_diff(y) < 2 || (x + y).abs_diff(59) < 2;
                match u.hypot(v) < 1.0 {
                    true if is_x && (16..44).contains(&x) => 50,
                    true => body,
                    false => 0,
                }
            })
        };
        assert_eq!([drawn(21), drawn(0)], [Mark::Queen, Mark::Cross]);
        // The blur around thick strokes is a body too, but an x itself.
        let blurred = seen(60, |x, y| {
            let away = x.abs_diff(y).min((x + y).abs_diff(59));
            match (10..50).contains(&x) && (10..50).contains(&y) {
                true if away < 2 => 50,
                true if away < 14 => 22,
                _ => 0,
            }
        });
        assert_eq!(blurred, Mark::Cross);
    }

    #[test]
    fn the_corners_of_a_tile_do_not_make_a_frame_of_a_wide_queen() {
        let corner = |x: u32, y: u32| x.min(59 - x) + y.min(59 - y) < 5;
        let crown = |y: u32| (12..52).contains(&y);
        let drawn = |has_crown: bool| {
            seen(60, |x, y| 100 * u8::from(corner(x, y) || (has_crown && crown(y) && x < 59)))
        };
        assert_eq!([drawn(true), drawn(false)], [Mark::Queen, Mark::Empty]);
    }

    #[test]
    fn walls_that_reach_in_on_two_sides_are_no_mark() {
        let walls = |x: u32, y: u32| 100 * u8::from(x < 3 || y > 56);
        let disc = |x: u32, y: u32| (f64::from(x) - 29.5).hypot(f64::from(y) - 29.5) < 17.0;
        assert_eq!(seen(60, walls), Mark::Empty);
        assert_eq!(seen(60, |x, y| walls(x, y).max(100 * u8::from(disc(x, y)))), Mark::Queen);
    }

    #[test]
    fn two_stripes_are_a_frame_even_if_they_do_not_reach_every_side() {
        let is_striped = |x: u32, y: u32| x >= 3 && (4..10).contains(&((x + y) % 36));
        let is_large = |x: u32, y: u32| x >= 3 && (3..60).contains(&y);
        assert_eq!(seen(60, |x, y| 100 * u8::from(is_striped(x, y))), Mark::Empty);
        assert_eq!(seen(60, |x, y| 100 * u8::from(is_large(x, y))), Mark::Queen);
    }

    #[test]
    fn pieces_that_leave_the_middle_free_are_no_mark_unless_a_body_is_between_them() {
        let is_side = |x: u32, y: u32| {
            ([8, 9, 50, 51].contains(&x) && (20..46).contains(&y))
                || ([12, 13, 48, 49].contains(&y) && (14..46).contains(&x))
        };
        let drawn = |body: u8| {
            seen(60, |x, y| {
                let is_body = (8..52).contains(&x) && (12..50).contains(&y);
                if is_side(x, y) { 100 } else { body * u8::from(is_body) }
            })
        };
        assert_eq!([drawn(20), drawn(0)], [Mark::Queen, Mark::Empty]);
    }
}
