//! Random palettes whose colours can be told apart.

use super::Colour;
use palette::color_difference::EuclideanDistance;
use palette::{FromColor, Lab, Oklch, Srgb};
use rand::Rng;
use std::ops::Range;

/// Candidates that are tried for each colour. More than enough to find 12 colours that are
/// [`Tone::margin`] apart; a palette that has no room for more is filled as evenly as possible.
const CANDIDATES: usize = 400;

/// A family of colours that belong together on one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Light and soft, as most sites have them.
    Pastel,
    /// Strong colours.
    Saturated,
    /// Dark and muted.
    Dark,
}

impl Tone {
    /// All tones.
    pub const ALL: [Self; 3] = [Self::Pastel, Self::Saturated, Self::Dark];

    /// The smallest distance in CIELAB dE (1976) between two colours of a palette of up to 12.
    #[must_use]
    pub fn margin(self) -> f64 {
        match self {
            Self::Pastel | Self::Saturated => 14.0,
            Self::Dark => 10.0,
        }
    }

    /// The lightness (0 to 1) and the chroma of the tone in Oklab.
    fn ranges(self) -> (Range<f32>, Range<f32>) {
        match self {
            Self::Pastel => (0.72..0.95, 0.02..0.15),
            Self::Saturated => (0.50..0.88, 0.12..0.26),
            Self::Dark => (0.25..0.52, 0.02..0.14),
        }
    }
}

/// `count` random colours of a tone, [`Tone::margin`] apart as far as there is room for them.
pub fn random_palette(count: usize, tone: Tone, rng: &mut impl Rng) -> Vec<Colour> {
    let mut palette = Vec::with_capacity(count);
    while palette.len() < count {
        let mut best = (f64::NEG_INFINITY, [0; 3]);
        for _ in 0..CANDIDATES {
            let colour = random_colour(tone, rng);
            let room = margin_to(colour, &palette);
            if room > best.0 {
                best = (room, colour);
            }
            if room >= tone.margin() {
                break;
            }
        }
        palette.push(best.1);
    }
    palette
}

/// A colour of the tone; sRGB clips those that it cannot show.
fn random_colour(tone: Tone, rng: &mut impl Rng) -> Colour {
    let (lightness, chroma) = tone.ranges();
    let hue: f32 = rng.random_range(0.0..360.0);
    let colour = Oklch::new(rng.random_range(lightness), rng.random_range(chroma), hue);
    Srgb::from_color(colour).into_format::<u8>().into()
}

/// The distance from `colour` to the nearest of `palette`, in CIELAB dE (1976); infinite if there
/// is none.
fn margin_to(colour: Colour, palette: &[Colour]) -> f64 {
    palette.iter().map(|&other| distance(colour, other)).fold(f64::INFINITY, f64::min)
}

/// The distance of two colours in CIELAB dE (1976).
#[must_use]
pub fn distance(one: Colour, other: Colour) -> f64 {
    let lab = |colour: Colour| Lab::from_color(Srgb::from(colour).into_format::<f64>());
    lab(one).distance(lab(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn palettes_of_twelve_keep_their_margin() {
        for tone in Tone::ALL {
            for seed in 0..30 {
                let palette = random_palette(12, tone, &mut ChaCha8Rng::seed_from_u64(seed));
                for (index, &colour) in palette.iter().enumerate() {
                    let margin = margin_to(colour, &palette[..index]);
                    assert!(margin >= tone.margin(), "{tone:?}, seed {seed}: {margin}");
                }
            }
        }
    }

    #[test]
    fn larger_palettes_have_no_twins() {
        let palette = random_palette(40, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(1));
        assert!((1..40).all(|index| margin_to(palette[index], &palette[..index]) > 2.0));
    }

    #[test]
    fn black_and_white_are_a_hundred_apart() {
        assert!((distance([0, 0, 0], [255, 255, 255]) - 100.0).abs() < 0.01);
        assert!(distance([10, 20, 30], [10, 20, 30]) < 1e-9);
    }
}
