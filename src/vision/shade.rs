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

    /// The colour that it makes this one of.
    pub(super) fn before(&self, after: &Rgb) -> [f32; 3] {
        array::from_fn(|at| ((f32::from(after[at]) - self.added[at]) / self.left).clamp(0.0, 255.0))
    }
}
