//! What sheets, and less opaque paint, make of colours.

use super::sampling::{Rgb, distance};
use std::array;

/// How far apart two colours must be, in levels of a channel, to tell what a shade leaves of that.
const APART: u8 = 24;

/// What a shade makes of a colour: a part of it is left, and a colour is added.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shade {
    pub(super) left: f32,
    added: [f32; 3],
}

impl Shade {
    /// The shade of two cells, each given by its colour before and after: it makes the one, and leaves as much
    /// of the way to the other. `None` where their colours are too near to tell that.
    pub(super) fn of(one: &(Rgb, Rgb), other: &(Rgb, Rgb)) -> Option<Self> {
        if distance(&one.0, &other.0) < APART {
            return None;
        }
        let between = |a: &Rgb, b: &Rgb| [0, 1, 2].map(|at| f32::from(a[at]) - f32::from(b[at]));
        let dot = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        let (before, after) = (between(&one.0, &other.0), between(&one.1, &other.1));
        let left = dot(before, after) / dot(before, before);
        let added = [0, 1, 2].map(|at| f32::from(one.1[at]) - left * f32::from(one.0[at]));
        Some(Self { left, added })
    }

    /// The shade that leaves a part of all colours, and adds none.
    pub(super) fn leaving(left: f32) -> Self {
        Self { left, added: [0.0; 3] }
    }

    /// Whether it makes the one colour of the other, but for so many levels of a channel.
    pub(super) fn makes(&self, before: &Rgb, after: &Rgb, near: u8) -> bool {
        before.iter().zip(after).zip(self.added).all(|((&before, &after), added)| {
            let made = self.left * f32::from(before) + added;
            (made - f32::from(after)).abs() <= f32::from(near)
        })
    }

    /// Whether a colour is on the way from what becomes `own` to what `own` becomes, each where the shade lies so many
    /// times, but for so many levels of a channel.
    pub(super) fn is_along(&self, own: &Rgb, seen: &Rgb, times: usize, near: u8) -> bool {
        let after = |of: [f32; 3]| array::from_fn(|at| self.left * of[at] + self.added[at]);
        let before = |of: [f32; 3]| array::from_fn(|at| (of[at] - self.added[at]) / self.left);
        let own = own.map(f32::from);
        let ends = [
            (0..times).fold(own, |colour, _| before(colour)),
            (0..times).fold(own, |colour, _| after(colour)),
        ];
        is_between(seen, ends, near)
    }

    /// The colour that it makes this one of.
    pub(super) fn before(&self, after: &Rgb) -> [f32; 3] {
        array::from_fn(|at| ((f32::from(after[at]) - self.added[at]) / self.left).clamp(0.0, 255.0))
    }
}

/// Whether a colour is on the straight way from one to another, but for so many levels of a channel.
pub(super) fn is_between(seen: &Rgb, [from, to]: [[f32; 3]; 2], near: u8) -> bool {
    let way: [f32; 3] = array::from_fn(|at| to[at] - from[at]);
    let gone = (0..3).map(|at| (f32::from(seen[at]) - from[at]) * way[at]).sum::<f32>();
    let length = way.iter().map(|step| step * step).sum::<f32>();
    let part = if length > 0.0 { (gone / length).clamp(0.0, 1.0) } else { 0.0 };
    (0..3).all(|at| (from[at] + part * way[at] - f32::from(seen[at])).abs() <= f32::from(near))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_that_a_shade_makes_in_part_or_twice_are_along_its_way_and_others_are_not() {
        // Three tenths of white.
        let own = [100, 20, 60];
        let shade = Shade::of(&([0; 3], [76; 3]), &([200; 3], [216; 3])).unwrap();
        let is_along = |white: f32, times| {
            let seen = own.map(|level| (f32::from(level) * (1.0 - white) + 255.0 * white) as u8);
            shade.is_along(&own, &seen, times, 4)
        };
        assert!([0.0, 0.15, 0.3].iter().all(|&part| is_along(part, 1)));
        assert!(!is_along(0.5, 1) && is_along(0.5, 2), "twice");
        assert!(!is_along(1.0, 2), "white");
        assert!(!shade.is_along(&own, &[50, 10, 30], 2, 4), "black");
    }
}
