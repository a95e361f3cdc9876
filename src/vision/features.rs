//! What can be told of a piece that stands out from a cell by how it is drawn.

use super::pieces::Piece;
use image::GrayImage;
use std::f64::consts::TAU;

/// The part of a box's side, at each end, within which a square has its corners and a circle has
/// nothing.
const CORNER: f64 = 0.12;

/// Whether a piece is a square with nothing in it, or most of one: a ring of focus, whose corners may be
/// rounded, and of which two sides may be hardly seen.
pub(super) fn is_square(piece: &Piece, is_stained: impl Fn(u32, u32) -> bool) -> bool {
    let at_end = |at: u32, low: u32, high: u32| {
        let end = (CORNER * f64::from(high - low)).max(1.0) as u32;
        [at < low + end, at >= high - end]
    };
    let is_inside = |at: u32, low: u32, high: u32| {
        let margin = (high - low) / 4;
        (low + margin..high - margin).contains(&at)
    };
    let mut has_corner = [[false; 2]; 2];
    for (x, y) in piece.places().filter(|&(x, y)| is_stained(x, y)) {
        if is_inside(x, piece.left, piece.right) && is_inside(y, piece.top, piece.bottom) {
            return false;
        }
        let across = at_end(x, piece.left, piece.right);
        let down = at_end(y, piece.top, piece.bottom);
        for (row, is_down) in has_corner.iter_mut().zip(down) {
            for (corner, is_across) in row.iter_mut().zip(across) {
                *corner |= is_down && is_across;
            }
        }
    }
    has_corner.as_flattened().iter().filter(|has| **has).count() >= 3
}

/// How far a circle's stroke reaches inwards, in parts of its radius, beyond a sample. Chosen.
const STROKE: f64 = 0.25;

/// In how many directions a circle is drawn.
const DIRECTIONS: usize = 16;

/// Whether a piece is a circle, or an ellipse, with nothing in it, that is up to `most` times as wide and as high as its
/// box, which cuts it then. The corners of a square are further away, however round.
pub(super) fn is_circle(piece: &Piece, most: f64, is_stained: impl Fn(u32, u32) -> bool) -> bool {
    let from_middle = |at: u32, low: u32, high: u32| {
        (2.0 * f64::from(at) + 1.0 - f64::from(low + high)) / f64::from(high - low)
    };
    let sample = 2.0 / f64::from(piece.right - piece.left).min(f64::from(piece.bottom - piece.top));
    let mut is_drawn = [false; DIRECTIONS];
    for (x, y) in piece.places().filter(|&(x, y)| is_stained(x, y)) {
        let across = from_middle(x, piece.left, piece.right);
        let down = from_middle(y, piece.top, piece.bottom);
        if !(1.0 - STROKE - sample..=most + 1.25 * sample).contains(&across.hypot(down)) {
            return false;
        }
        let turn = (down.atan2(across) / TAU).rem_euclid(1.0);
        is_drawn[(turn * DIRECTIONS as f64) as usize % DIRECTIONS] = true;
    }
    is_drawn == [true; DIRECTIONS]
}

/// The least width of an x, in samples: in fewer, its strokes cannot be told.
const LEAST_WIDTH: f64 = 6.0;

/// The least width of a pointer, in samples.
const LEAST_ARROW: f64 = 5.0;

/// The least height of a pointer, in widths: on all desktops it is 1.4 to 1.8 times as high as wide.
const TALL: f64 = 1.25;

/// Whether the upper half of a piece grows from a tip at its upper left to most of its width, along
/// an upright left side and steadily, as that of the mouse pointer does on every desktop.
pub(super) fn is_arrow(piece: &Piece, is_stained: impl Fn(u32, u32) -> bool) -> bool {
    let width = f64::from(piece.right - piece.left);
    let rows = piece.top..piece.top + (piece.bottom - piece.top) / 2;
    // Where each row begins and ends: what is between may be of the cell's own colour.
    let ends = rows.map(|y| {
        let mut stained = (piece.left..piece.right).filter(|&x| is_stained(x, y));
        let left = stained.next()?;
        let right = stained.last().unwrap_or(left) + 1;
        Some([left, right].map(|x| f64::from(x - piece.left) / width))
    });
    let Some(ends) = ends.collect::<Option<Vec<[f64; 2]>>>() else { return false };
    let pixel = 1.5 / width;
    let (Some(first), Some(last)) = (ends.first(), ends.last()) else { return false };
    let halfway = ends[(ends.len() - 1) / 2];
    let height = f64::from(piece.bottom - piece.top);
    width >= LEAST_ARROW
        && (piece.is_cut() || height >= TALL * width)
        && ends.iter().all(|[left, _]| *left <= 0.15_f64.max(pixel))
        && ends.windows(2).all(|pair| pair[1][1] >= pair[0][1] - pixel)
        && first[1] <= 0.3_f64.max(2.0 * pixel)
        && halfway[1] <= 0.6 + 1.0 / width
        && last[1] >= 0.5
}

/// Where the strokes of an x are apart, in parts of its height from the top: below the ends of the
/// upper arms, and above those of the lower ones, which need not be as long as each other. Chosen for
/// ballots and letters of many fonts.
const ARMS: [std::ops::Range<f64>; 2] = [0.1..0.2, 0.75..0.83];

/// Whether two strokes cross in a piece: apart above and below, and one between, no wider than both.
pub(super) fn is_x(piece: &Piece, is_stained: impl Fn(u32, u32) -> bool) -> bool {
    let height = f64::from(piece.bottom - piece.top);
    // How many runs of stained samples a row has, and the samples in them.
    let runs = |y: u32| {
        let begins = |x: &u32| *x == piece.left || !is_stained(x - 1, y);
        let stained = || (piece.left..piece.right).filter(|&x| is_stained(x, y));
        (stained().filter(begins).count(), stained().count())
    };
    let rows = |part: &std::ops::Range<f64>| {
        let [from, to] = [part.start, part.end].map(|at| piece.top + (at * height) as u32);
        (from..to.max(from + 1)).map(runs)
    };
    let arms = || ARMS.iter().flat_map(rows);
    let widest = arms().map(|(_, samples)| samples).max().unwrap_or(0);
    let is_crossing = |(runs, samples): (usize, usize)| runs == 1 && samples <= widest;
    f64::from(piece.right - piece.left) >= LEAST_WIDTH
        && arms().all(|(runs, _)| runs == 2)
        && rows(&(ARMS[0].end..ARMS[1].start)).any(is_crossing)
}

/// How strongly the corners of a piece's box are drawn in, on that diagonal where it is less, and the
/// middle of that side where it is most: the mean differences there, of the largest one in the box.
pub(super) fn corners_and_middle(difference: &GrayImage, piece: &Piece) -> (f64, f64) {
    let level = |&(x, y): &(u32, u32)| f64::from(difference.get_pixel(x, y)[0]);
    let peak = piece.places().map(|place| level(&place)).fold(1.0, f64::max);
    // From -1 to 1 across the box.
    let across = |at: u32, low: u32, high: u32| {
        (f64::from(at - low) + 0.5) / f64::from(high - low) * 2.0 - 1.0
    };
    let (mut diagonals, mut middles) = ([[0.0; 2]; 2], [[0.0; 2]; 4]);
    for (x, y) in piece.places() {
        let (u, v) = (across(x, piece.left, piece.right), across(y, piece.top, piece.bottom));
        let (from_middle, aside) = (u.abs().max(v.abs()), u.abs().min(v.abs()));
        let zone = if aside >= 0.45 {
            &mut diagonals[usize::from(u * v > 0.0)]
        } else if from_middle >= 0.6 && aside <= 0.25 {
            &mut middles[2 * usize::from(u.abs() > v.abs()) + usize::from(u + v > 0.0)]
        } else {
            continue;
        };
        zone[0] += level(&(x, y)) / peak;
        zone[1] += 1.0;
    }
    let mean = |[sum, count]: [f64; 2]| if count > 0.0 { sum / count } else { 0.0 };
    let [falling, rising] = diagonals.map(mean);
    (falling.min(rising), middles.map(mean).into_iter().fold(0.0, f64::max))
}

/// The correlation of across and down beyond which what is drawn is one slanting stroke: that of an x
/// is near 0. Chosen.
const ONE_STROKE: f64 = 0.75;

/// How far what is drawn in a piece's box runs along its diagonals: the fourth harmonic of its ink
/// around the ink's own middle, each direction measured in its own spread, so that neither the place
/// of the samples nor an uneven box counts.
pub(super) fn along_diagonals(difference: &GrayImage, piece: &Piece) -> f64 {
    let level = |(x, y): (u32, u32)| difference.get_pixel(x, y)[0];
    let blur = piece.places().map(level).max().unwrap_or(0) / 5;
    let strong = piece.places().filter(|&place| level(place) > blur);
    let ink: Vec<(f64, f64, f64)> = strong
        .map(|(x, y)| (f64::from(level((x, y)) - blur), f64::from(x), f64::from(y)))
        .collect();
    let all: f64 = ink.iter().map(|(strength, ..)| strength).sum();
    let mean = |part: &dyn Fn(f64, f64) -> f64| {
        ink.iter().map(|&(strength, x, y)| strength * part(x, y)).sum::<f64>() / all.max(1.0)
    };
    let (middle_x, middle_y) = (mean(&|x, _| x), mean(&|_, y| y));
    let squares = (mean(&|x, _| (x - middle_x).powi(2)), mean(&|_, y| (y - middle_y).powi(2)));
    // A single line of samples has no spread across.
    let (spread_x, spread_y) = (squares.0.max(0.01), squares.1.max(0.01));
    // A single stroke may be a piece of a stripe.
    let together = mean(&|x, y| (x - middle_x) * (y - middle_y)) / (spread_x * spread_y).sqrt();
    if together.abs() > ONE_STROKE {
        return 0.0;
    }
    let (mut harmonic, mut fourth) = (0.0, 0.0);
    for (strength, x, y) in &ink {
        let (x, y) = ((x - middle_x).powi(2) / spread_x, (y - middle_y).powi(2) / spread_y);
        harmonic += strength * (6.0 * x * y - x * x - y * y);
        fourth += strength * (x + y).powi(2);
    }
    if fourth > 0.0 { harmonic / fourth } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::pieces::Pieces;
    use super::*;
    use image::Luma;

    #[test]
    fn a_circle_is_round_closed_and_empty() {
        let is_circle = |side: u32, most: f64, is_drawn: &dyn Fn(f64, f64) -> bool| {
            let at = |at: u32| 2.0 * (f64::from(at) + 0.5) / f64::from(side) - 1.0;
            let level = |x, y| Luma([u8::from(is_drawn(at(x), at(y)))]);
            let pieces = Pieces::of(&GrayImage::from_fn(side, side, level));
            let all = pieces.iter().copied().reduce(Piece::merge).unwrap();
            let stained = pieces.draw();
            is_circle(&all, most, |x, y| stained[(y * side + x) as usize])
        };
        for side in [20, 40, 64] {
            let ring = |x: f64, y: f64| (0.85..1.0).contains(&x.hypot(y));
            let open = |x: f64, y: f64| ring(x, y) && (x < 0.0 || (x - y).abs() > 0.5);
            let dotted = |x: f64, y: f64| ring(x, y) || x.hypot(y) < 0.2;
            let rounded = |x: f64, y: f64| {
                let beyond = |at: f64| (at.abs() - 0.5).max(0.0);
                (0.35..0.5).contains(&beyond(x).hypot(beyond(y)))
            };
            let cut = |x: f64, y: f64| (0.8..1.15).contains(&x.hypot(y));
            assert!(is_circle(side, 1.0, &ring));
            assert_eq!([1.0, 1.2].map(|most| is_circle(side, most, &cut)), [false, true], "{side}");
            let others: [&dyn Fn(f64, f64) -> bool; 3] = [&open, &dotted, &rounded];
            assert_eq!(others.map(|other| is_circle(side, 1.0, other)), [false; 3], "{side}");
            let square = |x: f64, y: f64| x.abs().max(y.abs()) > 0.8;
            assert!(!is_circle(side, 1.2, &square), "{side}");
        }
    }
}
