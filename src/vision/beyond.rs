//! Whether a board goes on beyond two sides of its lattice that meet: where one region has the whole of two such
//! sides, the rest is a smaller board, with one solution as often as not.
//!
//! Of 2651 levels of other people's games, 212 have such a region. It is no part of the lattice where a hint
//! stripes it, where something covers most of it, or where the picture cuts most of it off.

use super::ground::Ground;
use super::sampling::{Rgb, distance, median};
use super::scan::{NOISE, REACH, Scanner};
use super::side::Side;
use super::walls::NO_INK;
use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;

/// The least part of the lines that go on beyond a side if the board does. Chosen: marks hide some.
const RULED: f64 = 0.6;

/// The least part of the places beyond two sides that are striped if the board goes on there. Chosen: lines of
/// text look like stripes in seven of ten.
const STRIPED: f64 = 0.8;

/// Where lines are looked for beyond a side, in cells: beyond the wall, and short of what may cover the rest
/// of the cells. Chosen.
const BEYOND: (f64, f64) = (0.08, 0.16);

/// Where those between the outer cells are, for comparison: so far within the side, short of marks. Chosen.
const WITHIN: (f64, f64) = (-0.35, -0.2);

/// How far from a line the cells beside it are looked at for their colour, in cells. Chosen: beyond the widest
/// line, and short of marks.
const ASIDE: f64 = 0.15;

/// The least contrast of a line that can be seen, in levels of a channel. Chosen.
const VISIBLE: u8 = 24;

/// Where a place beyond a side is looked at along that side, in cells: short of the lines between cells. Chosen.
const ALONG: [f64; 4] = [0.2, 0.4, 0.6, 0.8];

/// The least part of a place that is the same all along the side if its stripes are the frames of a page. Chosen:
/// corners and shadows end somewhere.
const LEVEL: f64 = 0.9;

/// How much stronger one line is than another of its kind at most. Chosen: sheets around a board have fainter
/// lines.
const LIKE: f32 = 1.6;

/// Whether there are striped cells of one kind, or the lines of a board, which are of this colour, beyond two
/// sides that meet.
pub(super) fn goes_on_around_a_corner(pixels: &RgbaImage, lattice: &Lattice, line: &Rgb) -> bool {
    let beyond = Beyond { pixels, lattice };
    let seen = |side: Side| Seen {
        striped: beyond.striped(side),
        is_ruled: beyond.ruled(side, line) >= RULED,
    };
    let beside = [Side::Left, Side::Right].map(seen);
    let over = [Side::Top, Side::Bottom].map(seen);
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
        let is_one_kind = |one: &Ground| like(one) as f64 >= STRIPED * places as f64;
        self.is_ruled && other.is_ruled || all().any(is_one_kind)
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
            let are_stripes =
                |own: &Ground| own.is_striped() && !own.is_like(&beyond) && !self.is_level(side, k);
            [own, along].into_iter().find(are_stripes)
        };
        (0..size).filter_map(ground).collect()
    }

    /// Whether what is in the place for a cell beyond a side runs along that side, as frames do, and no stripes.
    fn is_level(&self, side: Side, k: usize) -> bool {
        let at = |along: f64, offset: u32| {
            side.pixel(self.pixels, self.lattice, k as f64 + along, f64::from(offset))
        };
        let is_same = |offset: &u32| {
            let [first, others @ ..] = ALONG.map(|along| at(along, *offset));
            let is_near = |a: Rgb, b: Option<Rgb>| b.is_some_and(|b| distance(&a, &b) < VISIBLE);
            first.is_some_and(|first| others.iter().all(|&other| is_near(first, other)))
        };
        let depth = side.pitch_across(self.lattice) as u32;
        (0..depth).filter(is_same).count() as f64 >= LEVEL * f64::from(depth)
    }

    /// What part of the lines between the outer cells go on beyond a side, about as strong as within.
    fn ruled(&self, side: Side, line: &Rgb) -> f64 {
        let mut within = self.inks(side, WITHIN, line);
        within.sort_by(f32::total_cmp);
        // Some of them may be walls.
        let Some(&thin) = within.get(within.len() / 4).filter(|ink| **ink > NO_INK) else {
            return 0.0;
        };
        let as_strong = thin / LIKE..=thin * LIKE;
        let beyond = self.inks(side, BEYOND, line);
        beyond.iter().filter(|ink| as_strong.contains(ink)).count() as f64 / beyond.len() as f64
    }

    /// The ink of each line that crosses a side, as [`Border::ink`](super::walls::Border::ink), in a strip along
    /// that side, so many cells beyond it. Each scan line is held against what is beside the line there:
    /// some may run in the outer border, and others on the page.
    fn inks(&self, side: Side, (from, to): (f64, f64), line: &Rgb) -> Vec<f32> {
        let (step, depth) = (side.pitch_along(self.lattice), side.pitch_across(self.lattice));
        let at = |along: f64, offset: f64| side.pixel(self.pixels, self.lattice, along, offset);
        let reach = (REACH * step).max(2.0) as i32;
        let ink = |crossing: f64, offset: f64| {
            let [a, b] = [at(crossing - ASIDE, offset)?, at(crossing + ASIDE, offset)?];
            let contrast = distance(line, &a).min(distance(line, &b));
            if contrast < VISIBLE {
                return Some(0.0);
            }
            let of = |pixel: Rgb| {
                let difference = distance(&pixel, &a).min(distance(&pixel, &b));
                let is_seen = difference > NOISE;
                if is_seen { (f32::from(difference) / f32::from(contrast)).min(1.0) } else { 0.0 }
            };
            let pixels = -reach..=reach;
            let pixels = pixels.filter_map(|off| at(crossing + f64::from(off) / step, offset));
            Some(pixels.map(of).sum::<f32>() / step as f32)
        };
        let offsets = (from * depth) as i32..=(to * depth) as i32;
        let of_line = |k: usize| {
            let scans = offsets.clone().filter_map(|offset| ink(k as f64, f64::from(offset)));
            median(&mut scans.collect::<Vec<_>>())
        };
        (1..self.lattice.size).map(of_line).collect()
    }
}
