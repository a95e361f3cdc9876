//! Whether the outer border runs around more than a lattice: where one region has the whole of two sides that meet,
//! and no lines show on it, the cells within are a lattice too, with a region less, and often with one solution.

use super::sampling::{Rgb, common_colour, distance};
use super::side::Side;
use crate::geometry::Lattice;
use image::RgbaImage;

/// Where the border may be, in cells beyond the sides with such a strip, and beyond the others. Chosen: it is up to
/// a quarter of a cell wide.
const BEYOND: (f64, f64) = (0.8, 1.2);
const OWN: (f64, f64) = (-0.1, 0.2);

/// How far from the lattice the cells between are looked at for their colour, in cells. Chosen: short of walls.
const BETWEEN: [f64; 3] = [0.25, 0.5, 0.7];

/// Places along a side where they are, in each cell. Chosen.
const PLACES: usize = 6;

/// The least part of the places between that have their colour. Chosen: marks hide some.
const FLAT: f64 = 0.7;

/// The least part of the places of a border that are seen. Chosen: a pointer may lie on some.
const SEEN: f64 = 0.95;

/// The least part of a side along which the border of a lattice alone is straight. Chosen: its corners may be rounded.
const STRAIGHT: f64 = 0.8;

/// How far a border is from the cells, in levels of a channel. Chosen.
const VISIBLE: u8 = 24;

/// How far places of one colour may be apart, in levels of a channel. Chosen: compressed pictures.
const SAME: u8 = 16;

/// Whether there is a strip of one colour, a cell wide, beyond two sides that meet, and the border of a board, or the
/// page, around it and the lattice.
pub(super) fn goes_around_more(pixels: &RgbaImage, lattice: &Lattice) -> bool {
    let around = Around { pixels, lattice };
    let over = |beside: Side| [Side::Top, Side::Bottom].map(|over| (beside, over));
    let mut corners = [Side::Left, Side::Right].map(over).into_iter().flatten();
    corners.any(|(beside, over)| around.is_framed(beside, over))
}

/// What is around a lattice.
struct Around<'a> {
    pixels: &'a RgbaImage,
    lattice: &'a Lattice,
}

impl Around<'_> {
    /// Whether two sides that meet have strips of the same colour beyond them, and the same border runs beyond these
    /// and along the other sides.
    fn is_framed(&self, beside: Side, over: Side) -> bool {
        let strips = (self.strip(beside, over), self.strip(over, beside));
        let (Some(one), Some(other)) = strips else { return false };
        let is_same = |one: &Rgb, other: &Rgb| distance(one, other) <= SAME;
        if !is_same(&one, &other) {
            return false;
        }
        let mut around =
            self.borders(beside, over, BEYOND, |colour| distance(colour, &one) >= VISIBLE);
        let is_around_both = |side: Side| {
            let end = self.end(side, &one);
            end.is_none_or(|own| around.iter().any(|border| is_same(border, &own)))
        };
        if ![beside, over].map(Side::opposite).into_iter().all(is_around_both) {
            return false;
        }
        let others = [
            (over, beside, BEYOND),
            (beside.opposite(), over, OWN),
            (over.opposite(), beside, OWN),
        ];
        for (side, meets, reach) in others {
            let is_border = |colour: &Rgb| around.iter().any(|border| is_same(border, colour));
            let seen = self.borders(side, meets, reach, is_border);
            around.retain(|border| seen.iter().any(|colour| is_same(border, colour)));
        }
        !around.is_empty()
    }

    /// The colour of the strip beyond `side`, from where the lattice ends to the far end of the strip beyond the
    /// side that it meets; `None` if it has no one colour.
    fn strip(&self, side: Side, meets: Side) -> Option<Rgb> {
        let pitch = side.pitch_across(self.lattice);
        let pixels = self.places(meets).flat_map(|along| BETWEEN.map(|part| (along, part * pitch)));
        let pixels = pixels.map(|(along, offset)| self.at(side, along, offset));
        let pixels: Vec<Rgb> = pixels.collect::<Option<_>>()?;
        common_colour(&pixels, FLAT, SAME)
    }

    /// The colours, of those that are wanted, of what runs all along a side and the strip beyond the side that it
    /// meets, so many cells from it: the border, its edge, which may be blurred, and the page.
    fn borders(
        &self,
        side: Side,
        meets: Side,
        (from, to): (f64, f64),
        is_wanted: impl Fn(&Rgb) -> bool,
    ) -> Vec<Rgb> {
        let pitch = side.pitch_across(self.lattice);
        let offsets = (from * pitch) as i32..=(to * pitch).ceil() as i32;
        let border = |offset: f64| {
            let at = |along: f64| self.at(side, along, offset);
            // Most have not even a few places of such a colour.
            let mut few = self.places(meets).step_by(self.lattice.size).filter_map(at);
            if !few.any(|colour| is_wanted(&colour)) {
                return None;
            }
            let places: Vec<Rgb> = self.places(meets).map(at).collect::<Option<_>>()?;
            common_colour(&places, SEEN, SAME).filter(&is_wanted)
        };
        offsets.map(f64::from).filter_map(border).collect()
    }

    /// The colour that runs all along the lattice where a side of it ends, of several the one that is the farthest from
    /// that of a `strip`: the border rather than its shadow, and not the cells, which may all be of one region.
    fn end(&self, side: Side, strip: &Rgb) -> Option<Rgb> {
        let pitch = side.pitch_across(self.lattice);
        let along_at = |offset: f64, least: f64| {
            let along = (0..PLACES * self.lattice.size).map(|k| (k as f64 + 0.5) / PLACES as f64);
            let seen: Option<Vec<Rgb>> = along.map(|along| self.at(side, along, offset)).collect();
            common_colour(&seen?, least, SAME)
        };
        let cells = along_at(-BETWEEN[0] * pitch, FLAT);
        let offsets = (OWN.0 * pitch) as i32..=(OWN.1 * pitch).ceil() as i32;
        offsets
            .filter_map(|offset| along_at(f64::from(offset), STRAIGHT))
            .filter(|end| cells.is_none_or(|cells| distance(end, &cells) > SAME))
            .max_by_key(|end| distance(end, strip))
    }

    /// Where a side and the strip beyond the side that it meets are looked at, in cells along it.
    fn places(&self, meets: Side) -> impl Iterator<Item = f64> {
        let start = if meets.is_first() { -1.0 } else { 0.0 };
        let count = PLACES * (self.lattice.size + 1);
        (0..count).map(move |k| start + (k as f64 + 0.5) / PLACES as f64)
    }

    fn at(&self, side: Side, along: f64, offset: f64) -> Option<Rgb> {
        side.pixel(self.pixels, self.lattice, along, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Marks, parse};
    use crate::geometry::{FramePoint, FrameRect};
    use crate::render::{Look, Tone, random_palette, render};
    use image::{Rgba, RgbaImage};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    /// A board of which one region has the first row and column, drawn without thin lines, and its lattice.
    fn drawn(has_border: bool) -> (RgbaImage, Lattice) {
        let board = parse("AAAAA\nABBBC\nABDDC\nADDEC\nAEEEE").unwrap();
        let palette = random_palette(5, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(5));
        let mut look = Look::classic(5, 40.0, palette);
        (look.origin, look.width, look.height) = (FramePoint::new(100.0, 100.0), 400, 400);
        (look.thin, look.page) = (None, [255; 3]);
        look.border = look.border.filter(|_| has_border);
        let drawn = render(&board, &Marks::empty(5), &look);
        (drawn.pixels, drawn.lattice)
    }

    #[test]
    fn a_border_that_runs_around_a_strip_beside_the_lattice_goes_around_more() {
        let (pixels, lattice) = drawn(true);
        let inner = Lattice { origin: lattice.origin + lattice.pitch, size: 4, ..lattice };
        assert!(goes_around_more(&pixels, &inner));
        assert!(!goes_around_more(&pixels, &lattice));
    }

    #[test]
    fn the_shadow_of_a_card_around_a_board_is_no_border() {
        let (pixels, inner) = drawn(false);
        let rect = inner.rect().inflate(3.0, 3.0);
        // The card goes a cell further than the lattice, and its shadow is as dark as the board's.
        let is_more = |border: Rgb, lattice: &Lattice| {
            let mut pixels = pixels.clone();
            let (cells, card) = (inner.rect(), inner.rect().inflate(40.0, 40.0));
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let at = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                let is_in = |rect: &FrameRect, by: f64| rect.inflate(by, by).contains(at);
                let [r, g, b] = match at {
                    _ if is_in(&cells, 0.0) => continue,
                    _ if is_in(&rect, 0.0) => border,
                    _ if is_in(&rect, 3.0) => [242; 3],
                    _ if is_in(&card, 0.0) => [255; 3],
                    _ if is_in(&card, 2.0) => [229; 3],
                    _ => [243; 3],
                };
                *pixel = Rgba([r, g, b, 255]);
            }
            goes_around_more(&pixels, lattice)
        };
        assert!(!is_more([0; 3], &inner));
        assert!(is_more([242; 3], &inner), "nothing but the shadow is seen");
        // A lattice that was measured with the border.
        let origin = rect.min;
        let with_border = Lattice { origin, pitch: rect.size().to_vector() / 5.0, ..inner };
        assert!(!is_more([0; 3], &with_border));
    }
}
