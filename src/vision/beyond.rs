//! Whether a board goes on beyond two sides of its lattice that meet: where one region has the whole of two such
//! sides, the rest is a smaller board, with one solution as often as not.
//!
//! Of 2651 levels of other people's games, 212 have such a region. It is no part of the lattice where a hint
//! stripes it, where something covers most of it, or where the picture cuts most of it off.

use super::ground::Ground;
use super::sampling::{Rgb, distance, median, pixel_at};
use super::walls::{NO_INK, NOISE, REACH, Scanner};
use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;

/// The least part of the places, or lines, beyond a side that are those of a board if it goes on there. Chosen:
/// marks hide some.
const GOING_ON: f64 = 0.6;

/// Where lines are looked for beyond a side, from the edge of the lattice in cells: beyond the wall and short of
/// what may cover the rest of the cells. Chosen.
const BEYOND: (f64, f64) = (0.08, 0.16);

/// The same of the lines between the outer cells, and beyond the edge is above 0.
const WITHIN: (f64, f64) = (-0.35, -0.2);

/// How far from a line the cells beside it are looked at for their colour, in cells. Chosen: beyond the widest
/// line, and short of marks.
const ASIDE: f64 = 0.15;

/// The least contrast of a line that can be seen, in levels of a channel. Chosen.
const VISIBLE: u8 = 24;

/// How much stronger one line is than another of its kind at most. Chosen: sheets around a board have fainter
/// lines.
const LIKE: f32 = 1.6;

/// Whether there are striped cells of one kind, or the lines of a board, which are of this colour, beyond two
/// sides that meet.
pub(super) fn goes_on_around_a_corner(pixels: &RgbaImage, lattice: &Lattice, line: &Rgb) -> bool {
    let beyond = Beyond { pixels, lattice };
    let seen = |side: Side| Seen {
        striped: beyond.striped(side),
        is_ruled: beyond.ruled(side, line) >= GOING_ON,
    };
    let beside = [Side::Left, Side::Right].map(seen);
    let over = [Side::Above, Side::Below].map(seen);
    beside.iter().any(|one| over.iter().any(|other| one.goes_on_in(other, 2 * lattice.size)))
}

/// What is beyond one side.
struct Seen {
    striped: Vec<Ground>,
    is_ruled: bool,
}

impl Seen {
    /// Whether a board goes on here and beyond a side that meets this one, which have so many `places`.
    fn goes_on_in(&self, other: &Self, places: usize) -> bool {
        let all = || self.striped.iter().chain(&other.striped);
        let like = |one: &Ground| all().filter(|ground| ground.is_like(one)).count();
        let is_one_kind = |one: &Ground| like(one) as f64 >= GOING_ON * places as f64;
        self.is_ruled && other.is_ruled || all().any(is_one_kind)
    }
}

/// A side of a lattice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Above,
    Right,
    Below,
}

impl Side {
    /// Whether the lattice is right of it, or below it.
    fn is_first(self) -> bool {
        matches!(self, Self::Left | Self::Above)
    }

    fn is_upright(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}

/// What is around a lattice.
struct Beyond<'a> {
    pixels: &'a RgbaImage,
    lattice: &'a Lattice,
}

impl Beyond<'_> {
    /// What the places for cells right beyond a side look like that are striped, as a hint or an error leaves
    /// cells, with other things beyond them.
    fn striped(&self, side: Side) -> Vec<Ground> {
        let (outer, size) = (self.lattice.with_margin().with_margin(), self.lattice.size);
        let around = Scanner { pixels: self.pixels, lattice: &outer };
        let line = if side.is_first() { 1 } else { size + 2 };
        // From a place in that line, or in the one before it, to the right or downwards.
        let scan = |line: usize, k: usize, to_right: bool| {
            let cell =
                if side.is_upright() { Cell::at(k + 2, line) } else { Cell::at(line, k + 2) };
            if to_right { around.right_of(cell).beside } else { around.below(cell).beside }
        };
        let ground = |k: usize| {
            let [first, second] = scan(line - usize::from(side.is_first()), k, side.is_upright());
            let (own, beyond) = if side.is_first() { (second, first) } else { (first, second) };
            let along = scan(line, k, !side.is_upright())[0];
            [own, along].into_iter().find(|own| own.is_striped() && !own.is_like(&beyond))
        };
        (0..size).filter_map(ground).collect()
    }

    /// What part of the lines between the outer cells go on beyond a side, about as strong as within.
    fn ruled(&self, side: Side, line: &Rgb) -> f64 {
        let mut within = self.inks(side, WITHIN, line);
        within.sort_by(f32::total_cmp);
        // Some of them may be walls.
        let thin = within[within.len() / 4];
        if thin <= NO_INK {
            return 0.0;
        }
        let as_strong = thin / LIKE..=thin * LIKE;
        let beyond = self.inks(side, BEYOND, line);
        beyond.iter().filter(|ink| as_strong.contains(ink)).count() as f64 / beyond.len() as f64
    }

    /// The ink of each line that crosses a side, as [`Border::ink`](super::walls::Border::ink), in a strip along
    /// that side: from the edge of the lattice, in cells, and beyond it is above 0.
    fn inks(&self, side: Side, (from, to): (f64, f64), line: &Rgb) -> Vec<f32> {
        let Lattice { origin, pitch, size } = *self.lattice;
        let (first, step, edge, depth) = match side.is_upright() {
            true => (origin.y, pitch.y, origin.x, pitch.x),
            false => (origin.x, pitch.x, origin.y, pitch.y),
        };
        let off = |cells: f64| match side.is_first() {
            true => edge - cells * depth,
            false => edge + (size as f64 + cells) * depth,
        };
        let (near, far) = (off(from).min(off(to)) as i64, off(from).max(off(to)) as i64);
        let at = |across: f64, along: i64| match side.is_upright() {
            true => pixel_at(self.pixels, along, across as i64),
            false => pixel_at(self.pixels, across as i64, along),
        };
        let ink = |middle: f64, along: i64| {
            let [a, b] = [at(middle - ASIDE * step, along)?, at(middle + ASIDE * step, along)?];
            let contrast = distance(line, &a).min(distance(line, &b));
            if contrast < VISIBLE {
                return Some(0.0);
            }
            let half = (REACH * step).max(2.0) as i64;
            let of = |pixel: Rgb| {
                let difference = distance(&pixel, &a).min(distance(&pixel, &b));
                let is_seen = difference > NOISE;
                if is_seen { f32::from(difference) / f32::from(contrast) } else { 0.0 }
            };
            let pixels = (-half..=half).filter_map(|off| at(middle + off as f64, along));
            Some(pixels.map(|pixel| of(pixel).min(1.0)).sum::<f32>() / step as f32)
        };
        let of_line = |k: usize| {
            let middle = first + k as f64 * step;
            median(&mut (near..=far).filter_map(|along| ink(middle, along)).collect::<Vec<_>>())
        };
        (1..size).map(of_line).collect()
    }
}
