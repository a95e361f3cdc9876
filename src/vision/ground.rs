//! What a cell looks like beside its borders, with the stripes of a hint or an error told from lines.

use super::sampling::{Rgb, distance, median_colour};
use std::array;

/// How far from the line's middle a cell is looked at for its own colour, as parts of the cell:
/// beyond the widest line and short of all but the largest queens.
pub(super) const BESIDE: [f64; 2] = [0.135, 0.165];

/// How far the colour of stripes is from that of their cell at least, in levels of a channel. Chosen.
const STRIPES: u8 = 24;

/// The least part of what is looked at that stripes take. Chosen.
const STRIPED: f64 = 0.15;

/// How far lines are from what is between a cell's colour and its stripes at least, in parts of what they are
/// from that colour. Chosen.
const TOLD: f32 = 0.75;

/// The least number of stripes that are met at both distances from a border together: a large queen is met
/// once at each.
const LEAST_STRIPES: usize = 3;

/// What a cell looks like beside a border.
#[derive(Clone, Copy)]
pub(super) struct Ground {
    /// Its most common colour.
    pub(super) colour: Rgb,
    /// That of the stripes that a hint or an error draws over it; the same if there are none.
    pub(super) stripes: Rgb,
}

impl Ground {
    /// From samples of [`BESIDE`] at each of several places, one place after the other.
    pub(super) fn of(samples: &[Rgb]) -> Self {
        let colour = median_colour(samples);
        let is_plain = samples.iter().all(|sample| distance(sample, &colour) <= STRIPES);
        let striped = if is_plain { None } else { Self::striped(samples) };
        striped.unwrap_or(Self { colour, stripes: colour })
    }

    /// The same of a cell with stripes, if there are some.
    fn striped(samples: &[Rgb]) -> Option<Self> {
        let is_like = |a: &Rgb, b: &Rgb| distance(a, b) <= STRIPES;
        let like = |colour: &Rgb| samples.iter().filter(|sample| is_like(sample, colour)).count();
        // Channel by channel, the middle of two colours that take half of it each may be neither. Every
        // third sample is enough to meet each of them.
        let common = samples.iter().step_by(3).max_by_key(|colour| like(colour))?;
        let (own, stripes): (Vec<Rgb>, Vec<Rgb>) =
            samples.iter().partition(|sample| is_like(sample, common));
        // How often one begins, at each distance from the border.
        let begins = |layer: usize| {
            let layer = samples.iter().skip(layer).step_by(BESIDE.len());
            let is_striped: Vec<bool> = layer.map(|sample| !is_like(sample, common)).collect();
            is_striped.chunk_by(|a, b| a == b).filter(|run| run[0]).count()
        };
        let count: usize = (0..BESIDE.len()).map(begins).sum();
        (count >= LEAST_STRIPES && stripes.len() as f64 >= STRIPED * samples.len() as f64)
            .then(|| Self { colour: median_colour(&own), stripes: median_colour(&stripes) })
    }

    /// Whether a hint or an error draws stripes over the cell.
    pub(super) fn is_striped(&self) -> bool {
        self.colour != self.stripes
    }

    /// Whether two cells look the same there: of stripes that take half of it each, either may be the ground.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let are_like = |a: &Rgb, b: &Rgb| distance(a, b) <= STRIPES;
        are_like(&self.colour, &other.colour) && are_like(&self.stripes, &other.stripes)
            || are_like(&self.colour, &other.stripes) && are_like(&self.stripes, &other.colour)
    }

    /// Whether a line of this colour is no part of the way from the cell's colour to that of its stripes.
    pub(super) fn are_stripes_told_from(&self, line: &Rgb) -> bool {
        f32::from(self.distance(line)) >= TOLD * f32::from(distance(&self.colour, line))
    }

    /// How far a colour is from what is between the cell's and that of its stripes, in levels of a channel.
    pub(super) fn distance(&self, other: &Rgb) -> u8 {
        distance(other, &self.nearest(other))
    }

    /// The nearest to a colour of all that are between the cell's and that of its stripes.
    pub(super) fn nearest(&self, other: &Rgb) -> Rgb {
        let Self { colour, stripes } = self;
        if !self.is_striped() {
            return *colour;
        }
        let way = |to: &Rgb| -> [f32; 3] {
            array::from_fn(|channel| f32::from(to[channel]) - f32::from(colour[channel]))
        };
        let product = |a: &[f32; 3], b: &[f32; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        let whole = way(stripes);
        let part = (product(&way(other), &whole) / product(&whole, &whole)).clamp(0.0, 1.0);
        array::from_fn(|channel| (f32::from(colour[channel]) + part * whole[channel]).round() as u8)
    }
}
