//! How what is seen inside of a cell differs from the cell's colour.

use super::ground::Ground;
use super::pieces::Piece;
use super::sampling::{Raster, Rgb, distance, median_colour};
use crate::board::Cell;
use image::{GrayImage, Luma};
use std::array;
use std::ops::Range;

/// The part of a cell's side, around its middle, that is searched for a mark. Walls take up to 5 %
/// of the cell on each side, gaps up to 8 %.
pub(super) const INNER: f64 = 0.82;

/// How much a mark differs from its cell, in levels of a channel, where the cell is no darker than
/// `DARK`: dimming takes from both.
pub(super) const CONTRAST: u8 = 24;

/// The brightest channel of a cell in which marks differ by less. Chosen.
const DARK: f64 = 128.0;

/// How much a mark differs from its cell at least, in levels of a channel. Chosen.
pub(super) const FAINTEST: u8 = 8;

/// The same in times the cell's noise. Chosen.
const NOISE: u8 = 6;

/// How much the samples beside each other in a gradient differ at most, in levels of a channel: less
/// than a mark from its cell. Chosen; a kink in a gloss may be a step of 17.
const GRADIENT: u8 = 18;

/// Over how many steps from sample to sample the sharp edge of a gloss goes at most: scaling blurs it. Chosen.
const SHARPEST: usize = 2;

/// How much samples differ at most from the gradient that the cell is painted with. Chosen.
const AS_PAINTED: u8 = 12;

/// Noise is measured in every so many samples. Chosen.
const SOME: usize = 7;

/// The part of a line of samples along an edge that is stained at least if a wall or a gap is there,
/// rather than stripes or a mark. Chosen.
const LINE: f64 = 0.8;

/// The part of a cell's edge that stripes take. Chosen.
const STRIPED: Range<f64> = 0.15..0.7;

/// The most of it that is neither of their colour nor between it and the cell's. Chosen: compression.
const OTHERS: f64 = 0.1;

/// What part of the stripes' contrast a mark on them has at least: scaling leaves less beside them. Chosen.
const AS_STRIPES: u8 = 3;

/// How much the samples beside each other differ at most where light comes by degrees, in levels of a channel
/// and as one part in so many of the most that is seen: strong light that fades over half of a small cell
/// takes as much. The edge of a mark is steeper, but for that of a faint one in a dark cell. Chosen.
const BY_DEGREES: (u8, u8) = (8, 8);

/// The part of a cell that is lit at least where any is: one in so many. A large mark takes as much. Chosen.
const LIT: usize = 5;

/// Where what fills most of a cell is looked at for a glow's colour, in cells from the middle: around a mark, and
/// short of the corners, which no glow reaches. Chosen.
const END_OF_GLOW: Range<f64> = 0.3..0.4;

/// How far walls and gaps reach into what is searched, in parts of it. Chosen.
const REACH: f64 = 0.1;

/// How the inner part of a cell differs from the cell's colour.
pub(super) struct Stain {
    /// By how much, in levels of a channel; 0 outside of the picture.
    pub(super) levels: GrayImage,
    /// Sample by sample, whether it is darker.
    pub(super) is_darker: Vec<bool>,
    /// How much a mark differs here at least.
    pub(super) least: u8,
    /// How much what belongs to it differs at least, which noise does not.
    pub(super) faintest: u8,
    /// Whether it stands in a glow, which is taken away.
    pub(super) in_glow: bool,
    /// What is left when walls and gaps along the edges are taken away.
    pub(super) inside: Inside,
}

/// A part of the samples: columns from `left` to before `right`, rows from `top` to before `bottom`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Inside {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl Inside {
    /// All samples.
    pub(super) fn all((columns, rows): (u32, u32)) -> Self {
        Self { left: 0, top: 0, right: columns, bottom: rows }
    }

    /// The outermost samples, two deep, which no mark reaches.
    fn edge(&self) -> impl Iterator<Item = (u32, u32)> {
        let Self { left, top, right, bottom } = *self;
        (top..bottom).flat_map(move |y| {
            let is_whole = y < top + 2 || y + 2 >= bottom;
            let begin = if is_whole { right } else { (left + 2).min(right) };
            (left..begin).chain(begin.max(right - 2)..right).map(move |x| (x, y))
        })
    }

    /// Whether a piece lies in a corner and reaches no further in than walls, frames and the rounded
    /// corners of tiles do.
    pub(super) fn has_in_corner(&self, piece: &Piece) -> bool {
        let shorter = (self.right - self.left).min(self.bottom - self.top);
        4 * piece.length() <= shorter
            && (piece.left == self.left || piece.right == self.right)
            && (piece.top == self.top || piece.bottom == self.bottom)
    }
}

impl Stain {
    /// Measures the inner part of a cell, `INNER` of its sides, against its `colour` (sRGB), or against
    /// the gradient that it is painted with.
    pub(super) fn of(raster: &Raster<'_>, cell: Cell, colour: &Rgb) -> Self {
        let samples = raster.samples(cell);
        let columns = raster.columns as usize;
        let reach = (REACH * f64::from(raster.columns.min(raster.rows))).ceil() as usize;
        let painted = [0, reach]
            .iter()
            .find_map(|&margin| gradient(&samples, columns, margin, colour))
            .or_else(|| light(&samples, columns, colour));
        Self::measure(raster, &samples, colour, painted.as_deref())
    }

    /// Measures samples against a colour or against one for each.
    pub(super) fn measure(
        raster: &Raster<'_>,
        samples: &[Option<Rgb>],
        colour: &Rgb,
        colours: Option<&[Rgb]>,
    ) -> Self {
        let mut levels = GrayImage::new(raster.columns, raster.rows);
        let mut is_darker = vec![false; samples.len()];
        let all = levels.iter_mut().zip(&mut is_darker).zip(samples);
        let measure = |((level, is_darker), sample): ((&mut u8, &mut bool), &Option<Rgb>),
                       own: &Rgb| {
            let seen = sample.unwrap_or(*own);
            (*level, *is_darker) = (contrast(&seen, own), brighter(&seen, own) < 0);
        };
        match colours {
            Some(colours) => all.zip(colours).for_each(|(one, own)| measure(one, own)),
            None => all.for_each(|one| measure(one, colour)),
        }
        let mut some: Vec<u8> = levels.pixels().step_by(SOME).map(|level| level[0]).collect();
        // A mark may fill most of the cell.
        let third = some.len() / 3;
        let noise = *some.select_nth_unstable(third).1;
        let faintest = FAINTEST.max(noise.saturating_mul(NOISE)).min(CONTRAST);
        let least = least_contrast(colour).max(faintest);
        let inside = Inside::all(levels.dimensions());
        let mut stain = Self { levels, is_darker, least, faintest, in_glow: false, inside };
        stain.wipe_lines();
        stain
    }

    /// Takes away the walls and gaps that reach in along whole edges.
    fn wipe_lines(&mut self) {
        let (columns, rows) = self.levels.dimensions();
        let (right, bottom) = (columns - 1, rows - 1);
        self.inside.top += self.wipe_from_edge(rows, columns, |line, at| (at, line));
        self.inside.bottom -= self.wipe_from_edge(rows, columns, |line, at| (at, bottom - line));
        self.inside.left += self.wipe_from_edge(columns, rows, |line, at| (line, at));
        self.inside.right -= self.wipe_from_edge(columns, rows, |line, at| (right - line, at));
    }

    /// Wipes lines of `length` samples, `place` of the line's index and of that in it, up to the innermost
    /// one of which most is stained; but none if they reach further in than walls do. Returns how many.
    fn wipe_from_edge(
        &mut self,
        lines: u32,
        length: u32,
        place: impl Fn(u32, u32) -> (u32, u32),
    ) -> u32 {
        let stained = |line: u32| {
            let level = |at| {
                let (x, y) = place(line, at);
                self.levels.get_pixel(x, y)[0]
            };
            let stained = (0..length).filter(|&at| level(at) > self.least).count();
            stained as f64 / f64::from(length)
        };
        let reach = (REACH * f64::from(lines)).ceil() as u32;
        let parts: Vec<f64> = (0..=reach).map(stained).collect();
        // The top of a ring, which is as long, begins with less.
        let is_wall = |line: u32| {
            let others = parts[..line as usize].iter();
            line < reach && others.copied().all(|part| part >= LINE || part <= 1.0 - LINE)
        };
        let innermost = (0..=reach).rfind(|&line| parts[line as usize] >= LINE);
        let wiped = innermost.filter(|line| is_wall(*line)).map_or(0, |line| line + 1);
        for line in 0..wiped {
            for at in 0..length {
                let (x, y) = place(line, at);
                self.levels.put_pixel(x, y, Luma([0]));
            }
        }
        wiped
    }

    /// What is darker than the cell, or what is lighter.
    pub(super) fn of_shade(&self, darker: bool) -> GrayImage {
        let mut levels = self.levels.clone();
        for (level, is_darker) in levels.pixels_mut().zip(&self.is_darker) {
            if *is_darker != darker {
                *level = Luma([0]);
            }
        }
        levels
    }

    /// Where stripes run through the whole cell, which is of this `colour`: how much what stands in it differs
    /// from all that is between the two.
    pub(super) fn without_stripes(
        &self,
        raster: &Raster<'_>,
        cell: Cell,
        colour: &Rgb,
    ) -> Option<Self> {
        let is_stained = |&(x, y): &(u32, u32)| self.levels.get_pixel(x, y)[0] > CONTRAST;
        let (stained, plain): (Vec<_>, Vec<_>) = self.inside.edge().partition(is_stained);
        let part = stained.len() as f64 / (stained.len() + plain.len()).max(1) as f64;
        if !STRIPED.contains(&part) {
            return None;
        }
        let samples = raster.samples(cell);
        let sample = |(x, y): (u32, u32)| samples[(y * raster.columns + x) as usize];
        let stained: Vec<Rgb> = stained.into_iter().filter_map(sample).collect();
        let ground = Ground { colour: *colour, stripes: median_colour(&stained) };
        let as_mark = CONTRAST.max(distance(colour, &ground.stripes) / AS_STRIPES);
        let others = stained.iter().filter(|sample| ground.distance(sample) > as_mark).count();
        if others as f64 > OTHERS * stained.len() as f64 {
            return None;
        }
        let nearest: Vec<Rgb> =
            samples.iter().map(|sample| sample.map_or(*colour, |s| ground.nearest(&s))).collect();
        let inner = Self::measure(raster, &samples, colour, Some(&nearest));
        Some(Self { least: inner.least.max(as_mark), ..inner })
    }

    /// Where a glow fills most of the cell: how much what stands in it differs from the glow.
    pub(super) fn without_glow(&self, raster: &Raster<'_>, cell: Cell) -> Option<Self> {
        let levels = &self.levels;
        let (columns, rows) = levels.dimensions();
        let stains = levels.pixels().filter(|level| level[0] > CONTRAST).count();
        // The ring that is looked at below takes a third of the cell.
        if 5 * stains < levels.len() {
            return None;
        }
        // The square of how far a sample is from the middle, in cells.
        let from_middle = |x: u32, y: u32| {
            let off =
                |at: u32, count: u32| ((f64::from(at) + 0.5) / f64::from(count) - 0.5) * INNER;
            off(x, columns).powi(2) + off(y, rows).powi(2)
        };
        let near_its_end = END_OF_GLOW.start.powi(2)..END_OF_GLOW.end.powi(2);
        let mut around: Vec<Rgb> = Vec::new();
        let mut ring = 0;
        let samples = raster.samples(cell);
        for ((x, y, level), sample) in levels.enumerate_pixels().zip(&samples) {
            if near_its_end.contains(&from_middle(x, y)) {
                ring += 1;
                around.extend(sample.filter(|_| level[0] > CONTRAST));
            }
        }
        if 10 * around.len() < 8 * ring {
            return None;
        }
        let glow = median_colour(&around);
        let mut inner = Self::measure(raster, &samples, &glow, None);
        for (x, y, level) in inner.levels.enumerate_pixels_mut() {
            // Beyond the glow lies the cell itself.
            if from_middle(x, y) > near_its_end.end {
                *level = Luma([0]);
            }
        }
        Some(Self { in_glow: true, ..inner })
    }
}

/// The colours of a cell that is painted with a gradient, sample by sample: along each row, as if it went
/// evenly from left to right, where no mark reaches. A `margin` of so many samples, with walls or a bevel
/// in it, is left as it is. `None` if there is no gradient, or none that changes steadily, but for one sharp
/// edge, and that more of the cell is near to than to its `flat` colour.
fn gradient(
    samples: &[Option<Rgb>],
    columns: usize,
    margin: usize,
    flat: &Rgb,
) -> Option<Vec<Rgb>> {
    let rows = samples.len() / columns;
    let (first, last) = (margin, columns - 1 - margin);
    let inside = margin..rows - margin;
    let ends: Vec<[Rgb; 2]> = samples[inside.start * columns..inside.end * columns]
        .chunks(columns)
        .map(|row| Some([row[first]?, row[last]?]))
        .collect::<Option<_>>()?;
    let is_steady =
        |pair: &[[Rgb; 2]]| (0..2).all(|side| distance(&pair[0][side], &pair[1][side]) <= GRADIENT);
    let is_near = |a: &Rgb, b: &Rgb| distance(a, b) <= AS_PAINTED;
    let is_flat = ends.as_flattened().iter().all(|colour| is_near(colour, &ends[0][0]));
    let edge: Vec<usize> = (1..ends.len()).filter(|&at| !is_steady(&ends[at - 1..=at])).collect();
    // A wall or a line is nearer to the cell's own edge.
    let is_in_middle = |at: &usize| (ends.len() / 4..=ends.len() * 3 / 4).contains(at);
    if is_flat || edge.len() > SHARPEST || !edge.iter().all(is_in_middle) {
        return None;
    }
    let between = |[left, right]: &[Rgb; 2], column: usize| -> Rgb {
        array::from_fn(|channel| {
            let [from, to] = [left, right].map(|colour| usize::from(colour[channel]));
            let sum = from * (last - column) + to * (column - first);
            (sum / (last - first)) as u8
        })
    };
    let mut painted: Vec<Rgb> = samples.iter().map(|sample| sample.unwrap_or_default()).collect();
    for (row, ends) in inside.clone().zip(&ends) {
        for column in first..=last {
            painted[row * columns + column] = between(ends, column);
        }
    }
    let row = |row: usize| row * columns + first..=row * columns + last;
    let is = |at: usize, colour: &Rgb| samples[at].is_some_and(|own| is_near(&own, colour));
    let are_ends_as_painted =
        row(inside.start).chain(row(inside.end - 1)).all(|at| is(at, &painted[at]));
    let all = || inside.clone().flat_map(row);
    let as_painted = all().filter(|&at| is(at, &painted[at])).count();
    let as_flat = all().filter(|&at| is(at, flat)).count();
    (are_ends_as_painted && as_painted > as_flat).then_some(painted)
}

/// The colours of a cell on which light shines, sample by sample: what is brighter than its `flat` colour and
/// reached from there by degrees, and behind a mark, which has an edge, what is nearest beside it. `None` where
/// little is lit.
fn light(samples: &[Option<Rgb>], columns: usize, flat: &Rgb) -> Option<Vec<Rgb>> {
    let is_off = |sample: &Option<Rgb>| sample.is_some_and(|it| distance(&it, flat) > AS_PAINTED);
    let is_much = |count: usize| LIT * count >= samples.len();
    if !is_much(samples.iter().filter(|sample| is_off(sample)).count()) {
        return None;
    }
    let most = samples.iter().flatten().map(|sample| distance(sample, flat)).max().unwrap_or(0);
    let by_degrees = BY_DEGREES.0.min(most / BY_DEGREES.1);
    let mut is_cell: Vec<bool> = samples.iter().map(|sample| !is_off(sample)).collect();
    let mut reached: Vec<usize> = (0..samples.len()).filter(|&at| is_cell[at]).collect();
    while let Some(at) = reached.pop() {
        let column = at % columns;
        let left = (column > 0).then(|| at - 1);
        let right = (column + 1 < columns).then_some(at + 1);
        let above = at.checked_sub(columns);
        let below = Some(at + columns).filter(|&below| below < samples.len());
        for next in [left, right, above, below].into_iter().flatten() {
            let lit = samples[next].filter(|next| brighter(next, flat) > 0);
            let step = samples[at].zip(lit).map(|(a, b)| distance(&a, &b));
            if !is_cell[next] && step.is_some_and(|step| step <= by_degrees) {
                is_cell[next] = true;
                reached.push(next);
            }
        }
    }
    let is_lit = |at: &usize| is_cell[*at] && is_off(&samples[*at]);
    if !is_much((0..samples.len()).filter(is_lit).count()) {
        return None;
    }
    let behind = |at: usize| {
        let row = at - at % columns..at - at % columns + columns;
        let beside = row.filter(|&other| is_cell[other]).min_by_key(|other| other.abs_diff(at));
        beside.and_then(|other| samples[other]).unwrap_or(*flat)
    };
    Some((0..samples.len()).map(behind).collect())
}

/// How much a mark differs at least from a cell of this colour without noise, in levels of a channel.
fn least_contrast(colour: &Rgb) -> u8 {
    let brightest = colour.iter().copied().max().unwrap_or(0);
    let dimmed = (f64::from(CONTRAST) * (f64::from(brightest) / DARK).min(1.0)) as u8;
    dimmed.max(FAINTEST)
}

/// How much two colours differ to the eye, in levels: in brightness, or somewhat less in any channel.
/// JPEG smears the channels of saturated colours over each other, but keeps the brightness.
fn contrast(a: &Rgb, b: &Rgb) -> u8 {
    // No more than 255, since the weights of the channels are 1000 in sum.
    let brighter = brighter(a, b).unsigned_abs() / 1000;
    (brighter as u8).max(distance(a, b) / 5 * 3)
}

/// By how much the first of two colours is brighter, in thousandths of a level (luma of Rec. 601).
fn brighter(a: &Rgb, b: &Rgb) -> i32 {
    let difference = |channel: usize| i32::from(a[channel]) - i32::from(b[channel]);
    299 * difference(0) + 587 * difference(1) + 114 * difference(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{FramePoint, FrameVector, Lattice};
    use image::{Rgba, RgbaImage};

    #[test]
    fn stripes_may_be_as_uneven_as_compression_makes_them_and_no_more() {
        let (origin, pitch) = (FramePoint::new(0.0, 0.0), FrameVector::new(60.0, 60.0));
        let lattice = Lattice { origin, pitch, size: 1 };
        let grey = [200; 3];
        // Red stripes, with so much more blue in a third of each.
        let are_stripes = |blue: u8| {
            let pixels = RgbaImage::from_fn(60, 60, |x, y| match (x + y) % 20 {
                0..2 => Rgba([200, 80, 80 + blue, 255]),
                2..6 => Rgba([200, 80, 80, 255]),
                _ => Rgba([200, 200, 200, 255]),
            });
            let raster = Raster::new(&pixels, &lattice, INNER, (4, 24));
            let cell = Cell::at(0, 0);
            let stain = Stain::measure(&raster, &raster.samples(cell), &grey, None);
            stain.without_stripes(&raster, cell, &grey).is_some()
        };
        assert_eq!([0, 56, 100].map(are_stripes), [true, true, false]);
    }
}
