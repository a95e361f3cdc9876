//! The outer border of a board: where it ends, and whether all of it is there.

use super::cells::CellColours;
use super::ground::{self, Ground};
use super::profile::{BorderSide, Profile, TWO, apart, common_page, thickest};
use super::sampling::{Rgb, common_colour, distance, median, median_colour};
use super::side::Side;
use super::walls::Borders;
use crate::board::Cell;
use crate::geometry::{FramePoint, FrameRect, FrameVector, Lattice};
use image::RgbaImage;
use std::array;

/// Ink ([`super::walls::Border::ink`]) from which lines are gaps: tiles stand 12 to 15 % of a cell
/// apart, while thin lines take up to 5 %.
const GAP: f32 = 0.09;

/// The least width of a border that would be missed, in cells, and in pixels. Chosen: thin lines
/// take less.
const MISSED: f64 = 0.045;
const MISSED_PIXELS: f64 = 2.0;

/// Where scan lines cross a side, as parts of each cell along it.
const SCAN_PLACES: [f64; 3] = [0.3, 0.5, 0.7];

/// The least part of an outer cell that has its colour where no stripes are looked for in it. Chosen.
const PLAIN: f32 = 0.9;

/// Places along its side where they are. Chosen: as many as walls are looked at in.
const PLACES: usize = 31;

/// How far from the border what covers it is looked for, in cells. Chosen.
const BESIDE: f64 = 0.08;

/// How far what covers a border is from its colour at least, and from its own colour beside it at most, in
/// levels of a channel. Chosen.
const COVER: u8 = 48;
const SAME: u8 = 16;

/// How far a border may bend into its outer cells, in cells. Chosen: what covers no more of them leaves their colours.
const BENT: f64 = 0.3;

/// The least part of a border that is seen. Chosen.
const MOSTLY: f64 = 0.6;

/// How far the widths of the border on two sides may be apart, in cells, and in pixels at least.
/// Chosen.
const UNEVEN: f64 = 0.03;
const UNEVEN_PIXELS: f64 = 2.5;

/// The least part of a side along which a border of another colour than the lines' is seen. Chosen: what is drawn
/// there is no border.
const ALL_ALONG: f64 = 0.9;

/// How far its widths on two sides may be apart, in pixels. Chosen: padding is less even.
const UNEVEN_BAND: f64 = 1.5;

/// How far beyond a band there is the same page still, in pixels. Chosen: a panel's line is thinner.
const PAGE: f64 = 4.5;

/// A band of one colour along a side.
#[derive(Clone, Copy)]
struct Band {
    colour: Rgb,
    /// In pixels.
    width: f64,
}

impl Band {
    /// Whether both may be one border.
    fn is_like(&self, other: &Self) -> bool {
        distance(&self.colour, &other.colour) <= SAME
            && (self.width - other.width).abs() <= UNEVEN_BAND
    }
}

/// The outer border of a board.
pub(super) struct OuterBorder {
    /// Its outer edge, or that of the outer cells where no border is drawn; inside of the picture.
    pub(super) rect: FrameRect,
    /// The sides without a border, one of each pair, where those opposite to them have one: the board may go on
    /// beyond both.
    pub(super) missing: Vec<&'static str>,
    /// Whether the board plainly ends on all sides, with or without a border: in one page.
    pub(super) ends_in_page: bool,
    /// Whether something lies over the border and an outer cell.
    pub(super) is_covered: bool,
}

/// Measures the outer border.
///
/// Where there are gaps between the cells, none is looked for: what ends beyond the outer tiles is the card
/// that they lie on. And a border has one width: where sides agree on it, another one shows something else
/// too, such as a strip of page below a title.
pub(super) fn measure(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    borders: &Borders,
) -> OuterBorder {
    let scanner = Scanner { pixels, lattice, colours, line: borders.line };
    if borders.faint_ink() >= GAP || scanner.has_gaps() {
        let (rect, missing) = (lattice.rect(), Vec::new());
        return OuterBorder { rect, missing, ends_in_page: false, is_covered: false };
    }
    let profiles = Side::ALL.map(|side| scanner.profile(side));
    let page = common_page(&profiles);
    let mut sides = array::from_fn(|k| profiles[k].border(page, &borders.line));
    let missing = scanner.missing_sides(&sides);
    let ends_in_page = page.is_some_and(|page| {
        Side::ALL.iter().zip(&sides).all(|(&side, seen)| scanner.ends_in(side, seen.end, &page))
    });
    let is_covered =
        Side::ALL.iter().zip(&sides).any(|(&side, seen)| scanner.is_covered(side, seen));
    let tolerance = UNEVEN_PIXELS.max(UNEVEN * lattice.pitch.x.min(lattice.pitch.y));
    let common = |of: fn(&BorderSide) -> f64| common_value(&sides, of, tolerance);
    if let Some(end) = common(|side| side.end) {
        let width = common(|side| side.width);
        let measured = sides;
        let is_like = |one: &BorderSide, other: &BorderSide| match (one.colour, other.colour) {
            (Some(one), Some(other)) => distance(&one, &other) <= COVER,
            (one, other) => one == other,
        };
        for side in &mut sides {
            // The lattice may lie askew in its border, but what has another colour is none of it.
            let mut others = measured.iter().filter(|other| (other.end - end).abs() <= tolerance);
            let is_border = width.is_some_and(|width| (side.width - width).abs() <= tolerance)
                && others.any(|other| is_like(side, other));
            let is_far = side.end > end + tolerance;
            if !is_border && (is_far || (!side.is_cut && side.end < end - tolerance)) {
                side.end = end;
            }
        }
    }
    let bands = scanner
        .band_around(&sides)
        .map(|width| [width; 4])
        .or_else(|| scanner.bands_of_two_sides(&sides))
        .unwrap_or_default();
    let [left, top, right, bottom] = array::from_fn(|k| sides[k].end + bands[k]);
    let FrameRect { min, max } = lattice.rect();
    let rect =
        FrameRect::new(min - FrameVector::new(left, top), max + FrameVector::new(right, bottom));
    let (width, height) = (f64::from(pixels.width()), f64::from(pixels.height()));
    let picture = FrameRect::new(FramePoint::zero(), FramePoint::new(width, height));
    OuterBorder { rect: rect.intersection_unchecked(&picture), missing, ends_in_page, is_covered }
}

/// The value that two sides at least, and more than on any other, agree on where the border's end can
/// be seen.
fn common_value(
    sides: &[BorderSide],
    of: impl Fn(&BorderSide) -> f64,
    tolerance: f64,
) -> Option<f64> {
    let whole: Vec<f64> = sides.iter().filter(|side| !side.is_cut).map(of).collect();
    let is_like = |value: f64| move |other: &f64| (other - value).abs() <= tolerance;
    let alike = |value: f64| -> Vec<f32> {
        whole.iter().copied().filter(is_like(value)).map(|other| other as f32).collect()
    };
    let mut most = whole.iter().map(|&value| alike(value)).max_by_key(Vec::len)?;
    let common = f64::from(median(&mut most));
    let others = whole.iter().filter(|other| !is_like(common)(other));
    let rivals = others.map(|&value| alike(value).len()).max().unwrap_or(0);
    (most.len() >= 2 && most.len() > rivals).then_some(common)
}

/// Looks across the sides of the board.
struct Scanner<'a> {
    pixels: &'a RgbaImage,
    lattice: &'a Lattice,
    colours: &'a CellColours,
    /// The colour of the lines between the cells.
    line: Rgb,
}

impl Scanner<'_> {
    /// The colour beside the cell at `index` of a side, at `t` (0 to 1) of the cell's own side and
    /// `offset` pixels outwards from the lattice; `None` outside of the picture.
    fn sample(&self, side: Side, index: usize, t: f64, offset: f64) -> Option<Rgb> {
        side.pixel(self.pixels, self.lattice, index as f64 + t, offset)
    }

    /// Whether what is seen between the cells is what lies around the board, on most of its sides.
    fn has_gaps(&self) -> bool {
        // Whether all that is seen beyond a side has the lines' colour; `None` if too little is seen.
        let is_like_line = |side: Side| -> Option<bool> {
            let pixels = BEYOND.map(|off| (off * side.pitch_across(self.lattice)).round() as u32);
            let like = (pixels[0]..=pixels[1]).map(|offset| {
                let places = 0..self.lattice.size;
                let offset = f64::from(offset);
                let seen: Vec<Rgb> =
                    places.filter_map(|index| self.sample(side, index, 0.5, offset)).collect();
                (!seen.is_empty()).then(|| apart(&median_colour(&seen), &self.line) <= TWO)
            });
            like.collect::<Option<Vec<bool>>>().map(|like| !like.contains(&false))
        };
        let seen: Vec<bool> = Side::ALL.into_iter().filter_map(is_like_line).collect();
        // A title may be near on one side.
        let like = seen.iter().filter(|&&is_like| is_like).count();
        like > 0 && 4 * like >= 3 * seen.len()
    }

    /// One side of each pair that has no border, or a line half as wide at most, where the other one has; none
    /// if that is not so for both pairs. One pair tells nothing: a cut board is not square then.
    fn missing_sides(&self, sides: &[BorderSide; 4]) -> Vec<&'static str> {
        let missing = [(0, 2), (1, 3)].map(|(first, second)| {
            let is_missing = |own: usize, other: usize| {
                let [thin, thick] = [own, other].map(|side| sides[side].width);
                2.0 * thin <= thick
                    && self.is_missing(Side::ALL[own], Side::ALL[other], &sides[other])
            };
            match (is_missing(first, second), is_missing(second, first)) {
                (true, false) => Some(Side::ALL[first].name()),
                (false, true) => Some(Side::ALL[second].name()),
                _ => None,
            }
        });
        missing.into_iter().collect::<Option<Vec<_>>>().unwrap_or_default()
    }

    /// Whether nothing on a side looks like the outer half of the border on the opposite one. A line between
    /// cells may be left where a larger board is cut off.
    fn is_missing(&self, side: Side, opposite: Side, seen: &BorderSide) -> bool {
        if !self.is_drawn(opposite, seen) {
            return false;
        }
        let at = |side: Side, offset: f64| {
            let seen: Vec<Rgb> = self
                .places()
                .filter_map(|(index, t)| self.sample(side, index, t, offset))
                .collect();
            (!seen.is_empty()).then(|| median_colour(&seen))
        };
        let middle = seen.end - seen.width / 2.0;
        let Some(border) = at(opposite, middle) else { return false };
        (0..)
            .map(|k| middle + f64::from(k))
            .take_while(|offset| *offset < seen.end)
            .filter_map(|offset| at(side, offset))
            .all(|colour| distance(&colour, &border) > COVER)
    }

    /// Whether nothing but the page is seen all along a side, from the `end` of what belongs to the board to where a
    /// border of the widest kind ends.
    fn ends_in(&self, side: Side, end: f64, page: &Rgb) -> bool {
        let most = thickest(side.pitch_across(self.lattice)).ceil() as u32;
        // In the first pixels, a scaled picture mixes the page with what ends there.
        (2..=most).all(|offset| {
            let seen = self.colour_along(side, end.max(0.0) + f64::from(offset));
            seen.is_some_and(|colour| apart(&colour, page) <= TWO)
        })
    }

    /// Whether there is a border on a side that would be missed.
    fn is_drawn(&self, side: Side, seen: &BorderSide) -> bool {
        !seen.is_cut && seen.width >= MISSED_PIXELS.max(MISSED * side.pitch_across(self.lattice))
    }

    /// The width of the band of one colour, on one page, that goes around the outermost lines of the cells: a border
    /// of another colour than theirs.
    fn band_around(&self, sides: &[BorderSide; 4]) -> Option<f64> {
        let bands: Vec<Band> = Side::ALL
            .into_iter()
            .zip(sides)
            .map(|(side, seen)| self.band(side, seen.end, COVER))
            .collect::<Option<_>>()?;
        let mut widths: Vec<f32> = bands.iter().map(|band| band.width as f32).collect();
        bands.iter().all(|band| band.is_like(&bands[0])).then(|| median(&mut widths).into())
    }

    /// The widths of the bands on two sides that meet, if the other two have a border like them and no more:
    /// where each cell draws lines of its own on two of its sides, the outermost of these lie within the border.
    fn bands_of_two_sides(&self, sides: &[BorderSide; 4]) -> Option<[f64; 4]> {
        let border = |k: usize| {
            let BorderSide { end, width, is_cut, .. } = sides[k];
            let is_drawn = !is_cut && width >= MISSED_PIXELS;
            let colour = self.colour_along(Side::ALL[k], end - width / 2.0).filter(|_| is_drawn)?;
            Some(Band { colour, width })
        };
        let bands = |drawn: [usize; 2], lined: [usize; 2]| {
            let [one, other] = [border(drawn[0])?, border(drawn[1])?];
            let band = |k: usize| {
                let BorderSide { end, strip, .. } = sides[k];
                let band = self.band(Side::ALL[k], end + strip, COVER / 2);
                band.filter(|band| band.is_like(&one)).map(|band| strip + band.width)
            };
            let mut widths = [0.0; 4];
            for k in lined {
                widths[k] = band(k)?;
            }
            one.is_like(&other).then_some(widths)
        };
        let corners = [[0, 1], [1, 2], [2, 3], [3, 0]];
        corners.into_iter().find_map(|drawn| bands(drawn, drawn.map(|k| (k + 2) % 4)))
    }

    /// The colour that a side has all along, so many pixels beyond the lattice.
    fn colour_along(&self, side: Side, offset: f64) -> Option<Rgb> {
        let seen: Option<Vec<Rgb>> =
            self.places().map(|(index, t)| self.sample(side, index, t, offset)).collect();
        common_colour(&seen?, ALL_ALONG, SAME)
    }

    /// The band of one colour that runs all along a side, from so many pixels beyond the lattice, and ends in a
    /// page that differs from it by more than this.
    fn band(&self, side: Side, from: f64, contrast: u8) -> Option<Band> {
        let colour_at = |offset: f64| self.colour_along(side, offset);
        // The first pixel beyond the line may be blurred.
        let colour = colour_at(from + 1.5)?;
        let is_band = |k: &u32| {
            let seen = colour_at(from + f64::from(*k) + 0.5);
            seen.is_some_and(|seen| distance(&seen, &colour) <= COVER / 2)
        };
        let most = thickest(side.pitch_across(self.lattice)) as u32;
        let width = 1.0 + (1..=most).take_while(is_band).count() as f64;
        let page = colour_at(from + width + PAGE)?;
        // A line around it would be that of a panel, and the band its padding.
        let is_blend = |k: u32| {
            let seen = colour_at(from + width + f64::from(k) + 0.5)?;
            Some((0..3).all(|channel| {
                let [one, other] = [colour[channel], page[channel]];
                (one.min(other).saturating_sub(SAME)..=one.max(other).saturating_add(SAME))
                    .contains(&seen[channel])
            }))
        };
        let ends = distance(&colour_at(from + width + 1.5)?, &colour) > contrast;
        let has_no_line = (0..3).map(is_blend).all(|is_blend| is_blend == Some(true));
        (ends && has_no_line).then_some(Band { colour, width })
    }

    /// Where scan lines cross a side: a cell, and a part of it.
    fn places(&self) -> impl Iterator<Item = (usize, f64)> {
        (0..self.lattice.size).flat_map(|index| SCAN_PLACES.map(|t| (index, t)))
    }

    /// Whether something hides the border of a side along an outer cell, and is seen there beyond it or
    /// in the cell: a ring around a cell ends at both.
    fn is_covered(&self, side: Side, seen: &BorderSide) -> bool {
        if !self.is_drawn(side, seen) {
            return false;
        }
        let beside = BESIDE * side.pitch_across(self.lattice);
        let begin = seen.end - seen.width;
        let offsets = [seen.end - seen.width / 2.0, seen.end + beside, begin - beside];
        let scans: Vec<Option<[Rgb; 3]>> = self
            .places()
            .map(|(index, t)| {
                let [border, beyond, inside] = offsets.map(|off| self.sample(side, index, t, off));
                Some([border?, beyond?, inside?])
            })
            .collect();
        let of_border: Vec<Rgb> = scans.iter().flatten().map(|[border, ..]| *border).collect();
        let border = median_colour(&of_border);
        let is_border = |colour: &Rgb| distance(colour, &border) <= COVER;
        let drawn = of_border.iter().filter(|colour| is_border(colour)).count();
        if (drawn as f64) < MOSTLY * of_border.len() as f64 {
            return false;
        }
        let is_hidden = |scan: &Option<[Rgb; 3]>| {
            scan.is_some_and(|[own, beyond, inside]| {
                !is_border(&own)
                    && [beyond, inside].iter().any(|other| distance(&own, other) <= SAME)
            })
        };
        // A border that is drawn as if by hand, or around large corners, runs through the cell instead.
        let depth = (BENT * side.pitch_across(self.lattice)) as u32;
        let is_bent = |(index, t): (usize, f64)| {
            let mut inwards = (0..depth).map(|k| begin - f64::from(k));
            inwards.any(|off| self.sample(side, index, t, off).is_some_and(|own| is_border(&own)))
        };
        let places: Vec<(usize, f64)> = self.places().collect();
        let mut cells = scans.chunks(SCAN_PLACES.len()).zip(places.chunks(SCAN_PLACES.len()));
        cells.any(|(scans, places)| {
            scans.iter().all(is_hidden) && !places.iter().copied().all(is_bent)
        })
    }

    /// What an outer cell looks like along a side, of which it is the one at `index`: its colour, or that and
    /// the colour of the stripes that run through it to the border.
    fn ground(&self, side: Side, index: usize, cell: usize) -> Ground {
        let colour = self.colours.rgb[cell];
        let plain = Ground { colour, stripes: colour };
        if self.colours.support[cell] >= PLAIN {
            return plain;
        }
        let places = (0..PLACES).map(|k| 0.2 + 0.6 * k as f64 / (PLACES - 1) as f64);
        let pitch = side.pitch_across(self.lattice);
        let samples = places.flat_map(|t| ground::BESIDE.map(|depth| (t, -depth * pitch)));
        let seen: Option<Vec<Rgb>> =
            samples.map(|(t, offset)| self.sample(side, index, t, offset)).collect();
        seen.map(|seen| Ground::of(&seen)).filter(Ground::is_striped).unwrap_or(plain)
    }

    /// What runs along a side.
    fn profile(&self, side: Side) -> Profile {
        let size = self.lattice.size;
        let pitch = side.pitch_across(self.lattice);
        let grounds: Vec<Ground> = (0..size)
            .map(|index| {
                let cell = match side {
                    Side::Left => Cell::at(index, 0),
                    Side::Right => Cell::at(index, size - 1),
                    Side::Top => Cell::at(0, index),
                    Side::Bottom => Cell::at(size - 1, index),
                };
                self.ground(side, index, self.lattice.index(cell))
            })
            .collect();
        let layer = |offset: f64| {
            self.places().map(|(index, t)| self.sample(side, index, t, offset)).collect()
        };
        Profile::of(pitch, layer, |scan| &grounds[scan / SCAN_PLACES.len()])
    }
}

/// From where to where the page is looked at beyond the lattice, in cells: where borders are drawn.
const BEYOND: [f64; 2] = [0.04, 0.3];

#[cfg(test)]
mod tests {
    use super::super::{cells, walls};
    use super::*;
    use crate::board::{Marks, parse};
    use crate::render::{Look, Tone, random_palette, render};
    use image::{Rgba, imageops};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    /// The rectangle that is seen of a board on this lattice.
    fn rect_of(pixels: &RgbaImage, lattice: &Lattice) -> FrameRect {
        let colours = cells::measure_colours(pixels, lattice);
        let borders = walls::measure_borders(pixels, lattice);
        measure(pixels, lattice, &colours, &borders).rect
    }

    #[test]
    fn a_border_of_one_width_is_whole_although_the_lattice_lies_askew_in_it() {
        let board = parse("AABB\nAABB\nCCDD\nCCDD").unwrap();
        let palette = random_palette(4, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(4));
        let drawn = render(&board, &Marks::empty(4), &Look::classic(4, 60.0, palette));
        let top_is_off_by = |down: f64, pixels: &RgbaImage| {
            let origin = drawn.lattice.origin + FrameVector::new(0.0, down);
            let lattice = Lattice { origin, ..drawn.lattice };
            let seen = rect_of(pixels, &lattice);
            (seen.min.y - drawn.rect.min.y).abs()
        };
        assert!(top_is_off_by(0.0, &drawn.pixels) <= 1.0);
        assert!(top_is_off_by(3.0, &drawn.pixels) <= 1.0);
        // A strip of the border's colour above it is none of it.
        let mut with_strip = drawn.pixels.clone();
        let strip = RgbaImage::from_pixel(with_strip.width(), 6, Rgba([0, 0, 0, 255]));
        imageops::overlay(&mut with_strip, &strip, 0, drawn.rect.min.y as i64 - 6);
        assert!(top_is_off_by(0.0, &with_strip) <= 1.0);
    }

    #[test]
    fn a_border_that_bends_into_an_outer_cell_is_not_covered() {
        let board = parse("AABB\nAABB\nCCDD\nCCDD").unwrap();
        let palette = random_palette(4, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(4));
        let mut look = Look::classic(4, 60.0, palette);
        if let Some(border) = &mut look.border {
            border.radius = 0.0;
        }
        let drawn = render(&board, &Marks::empty(4), &look);
        let page = drawn.pixels.get_pixel(0, 0);
        // The upper border of the first cell, down by so many pixels at its left end, or the page in its place.
        let is_covered = |by: f64, is_line_there: bool| {
            let mut pixels = drawn.pixels.clone();
            let (left, top) = (drawn.rect.min.x as u32, drawn.rect.min.y as u32);
            for x in left..left + 60 {
                let by = (by * (1.0 - f64::from(x - left) / 90.0)) as u32;
                for y in (top..top + 40).rev() {
                    let is_page = y < top + by + if is_line_there { 0 } else { 8 };
                    let pixel = if is_page { *page } else { *drawn.pixels.get_pixel(x, y - by) };
                    pixels.put_pixel(x, y, pixel);
                }
            }
            let colours = cells::measure_colours(&pixels, &drawn.lattice);
            let borders = walls::measure_borders(&pixels, &drawn.lattice);
            measure(&pixels, &drawn.lattice, &colours, &borders).is_covered
        };
        assert!(!is_covered(0.0, true) && !is_covered(16.0, true));
        assert!(is_covered(16.0, false), "no border is there");
    }

    #[test]
    fn a_band_of_one_width_around_the_outermost_lines_is_a_border_and_padding_is_none() {
        let board = parse("AABB\nAABB\nCCDD\nCCDD").unwrap();
        let palette = random_palette(4, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(4));
        let drawn = render(&board, &Marks::empty(4), &Look::classic(4, 60.0, palette));
        // The width that is seen of a band with this colour and these widths on its left and on all other sides.
        let seen_on = |page: &RgbaImage, colour: [u8; 3], left: i64, others: i64, gap: u32| {
            let mut pixels = page.clone();
            let inner = drawn.rect.round().to_i64();
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let (x, y) = (i64::from(x), i64::from(y));
                let is_inner = (inner.min.x..inner.max.x).contains(&x)
                    && (inner.min.y..inner.max.y).contains(&y);
                let is_outer = (inner.min.x - left..inner.max.x + others).contains(&x)
                    && (inner.min.y - others..inner.max.y + others).contains(&y);
                if is_outer && !is_inner && (x as u32 + y as u32) % 100 >= gap {
                    *pixel = Rgba([colour[0], colour[1], colour[2], 255]);
                }
            }
            let rect = rect_of(&pixels, &drawn.lattice);
            (rect.max.x - drawn.rect.max.x).max(0.0).round() as i64
        };
        let seen = |colour, left, others, gap| seen_on(&drawn.pixels, colour, left, others, gap);
        // The same of a band of eight pixels with a line of one pixel around it.
        let lined = |colour| {
            let mut page = drawn.pixels.clone();
            let line = drawn.rect.round().inflate(9.0, 9.0).to_i64();
            for (x, y, pixel) in page.enumerate_pixels_mut() {
                let (x, y) = (i64::from(x), i64::from(y));
                let is_in = |by: i64| {
                    (line.min.x + by..line.max.x - by).contains(&x)
                        && (line.min.y + by..line.max.y - by).contains(&y)
                };
                if is_in(0) && !is_in(1) {
                    *pixel = Rgba([90, 40, 30, 255]);
                }
            }
            seen_on(&page, colour, 8, 8, 0)
        };
        let green = [30, 200, 90];
        assert_eq!([seen(green, 3, 3, 0), seen(green, 8, 8, 0)], [3, 8]);
        assert_eq!(seen(green, 6, 9, 0), 0, "uneven");
        assert_eq!(seen(green, 8, 8, 20), 0, "not all along");
        assert_eq!(seen(green, 20, 20, 0), 0, "as wide as padding");
        assert_eq!(seen(green, 1, 1, 0), 0, "a blurred edge");
        assert_eq!(lined(green), 0, "padding within a panel's line");
        assert_eq!(seen([225, 225, 225], 8, 8, 0), 0, "nearly the page's colour");
    }

    #[test]
    fn a_border_beyond_lines_that_cells_draw_on_two_sides_is_one_if_it_is_like_that_of_the_other_two()
     {
        let board = parse("AABB\nAABB\nCCDD\nCCDD").unwrap();
        let palette = random_palette(4, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(4));
        let mut look = Look::classic(4, 60.0, palette);
        if let Some(border) = &mut look.border {
            (border.line.width, border.radius) = (6.0, 0.0);
        }
        let drawn = render(&board, &Marks::empty(4), &look);
        // Whether the border is seen to its end on the right, where it has this colour and goes on for so many pixels
        // beyond white lines on the right of cells and below them.
        let is_seen = |level: u8, more: i64| {
            let mut pixels = drawn.pixels.clone();
            let rect = drawn.rect.round().to_i64();
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let (left, top) = (rect.max.x - i64::from(x), rect.max.y - i64::from(y));
                let is_beside = i64::from(x) < rect.min.x || i64::from(y) < rect.min.y;
                let inwards = left.min(top);
                if is_beside || inwards <= -more || inwards > 8 {
                    continue;
                }
                let level = if inwards > 6 { 255 } else { level };
                *pixel = Rgba([level, level, level, 255]);
            }
            let seen = rect_of(&pixels, &drawn.lattice);
            (drawn.rect.max.x - seen.max.x).abs() < 2.0
        };
        assert!(is_seen(0, 0));
        assert!(!is_seen(90, 0), "another colour");
        assert!(!is_seen(0, 4), "another width");
    }

    #[test]
    fn a_border_of_four_pixels_around_small_cells_is_a_border() {
        let board = parse("AABB\nAABB\nCCDD\nCCDD").unwrap();
        let palette = random_palette(4, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(4));
        for pitch in [14.0, 18.0] {
            let mut look = Look::classic(4, pitch, palette.clone());
            if let Some(border) = &mut look.border {
                border.line.width = 4.0;
            }
            let drawn = render(&board, &Marks::empty(4), &look);
            let seen = rect_of(&drawn.pixels, &drawn.lattice);
            let off = [seen.min - drawn.rect.min, seen.max - drawn.rect.max];
            assert!(off.iter().all(|off| off.length() < 2.0), "{seen:?}, not {:?}", drawn.rect);
        }
    }

    #[test]
    fn a_page_that_is_nearly_as_dark_as_the_lines_is_not_between_the_cells() {
        let board = parse("AABB\nAABB\nCCDD\nCCDD").unwrap();
        let palette = random_palette(4, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(4));
        let is_seen = |page: u8| {
            let mut look = Look::classic(4, 60.0, palette.clone());
            look.page = [page; 3];
            let drawn = render(&board, &Marks::empty(4), &look);
            let seen = rect_of(&drawn.pixels, &drawn.lattice);
            (seen.min - drawn.rect.min).length() < 1.5 && (seen.max - drawn.rect.max).length() < 1.5
        };
        assert!(is_seen(9));
        assert!(!is_seen(3), "the lines' own colour");
    }

    #[test]
    fn a_side_that_ends_elsewhere_lies_askew_only_if_it_has_the_borders_colour() {
        let board = parse("AABB\nAABB\nCCDD\nCCDD").unwrap();
        let palette = random_palette(4, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(4));
        let mut look = Look::classic(4, 60.0, palette);
        if let Some(border) = &mut look.border {
            (border.line.width, border.radius) = (4.0, 0.0);
        }
        let drawn = render(&board, &Marks::empty(4), &look);
        // Where the bottom side ends, if the lowest cells end in a line of this colour, and black lies below it.
        let is_off = |line: [u8; 3]| {
            let mut pixels = drawn.pixels.clone();
            let bottom = drawn.rect.max.y.round() as u32;
            for (_, y, pixel) in pixels.enumerate_pixels_mut().filter(|(_, y, _)| *y + 8 >= bottom)
            {
                let [r, g, b] = if y + 4 < bottom { line } else { [200, 200, 200] };
                *pixel = Rgba([r, g, b, 255]);
            }
            let seen = rect_of(&pixels, &drawn.lattice);
            drawn.rect.max.y - seen.max.y > 2.0
        };
        assert!(!is_off([230, 60, 230]), "another colour");
        assert!(is_off([0, 0, 0]), "the border's own colour");
    }

    #[test]
    fn the_end_that_most_sides_have_is_the_borders() {
        let common = |ends: [(f64, bool); 4]| {
            let sides = ends.map(|(end, is_cut)| BorderSide {
                end,
                width: 0.0,
                is_cut,
                colour: None,
                strip: 0.0,
            });
            common_value(&sides, |side| side.end, 2.5)
        };
        assert_eq!(common([(4.0, false), (4.5, false), (13.0, false), (4.0, false)]), Some(4.0));
        // What the picture cuts off has no say.
        assert_eq!(common([(0.5, true), (4.0, false), (4.0, false), (9.0, true)]), Some(4.0));
        assert_eq!(common([(0.0, false), (4.0, false), (8.0, false), (12.0, false)]), None);
        assert_eq!(common([(0.0, false), (0.0, false), (8.0, false), (8.0, false)]), None);
        assert_eq!(common([(0.0, false), (0.0, false), (8.0, false), (14.0, false)]), Some(0.0));
        assert_eq!(common([(4.0, true), (4.0, true), (4.0, true), (4.0, true)]), None);
    }
}
