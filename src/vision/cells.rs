//! The colour of each cell: the most common one along its rim, between the lines around it and the
//! mark in its middle, so that neither a mark nor a pointer counts.

use super::sampling::{Raster, Rgb, distance};
use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;
use palette::{FromColor, Lab, Srgb};
use std::cell::LazyCell;
use std::ops::Range;

/// The colours of all cells of a lattice, row by row.
#[derive(Debug, Clone, Default)]
pub(super) struct CellColours {
    /// sRGB.
    pub(super) rgb: Vec<Rgb>,
    /// The same in CIELAB, white point D65.
    pub(super) lab: Vec<Lab>,
    /// The part of the cell's samples that have this colour, 0 to 1; where a glow leaves little of it,
    /// the part of those at its tips, and under a sheet the part that have the most common one.
    pub(super) support: Vec<f32>,
}

/// The outer side of what is sampled, in cells: walls take up to 5 % of the cell on each side, gaps
/// up to 8 %, rounded corners a little more.
const OUTER: f64 = 0.78;

/// The inner side of the rim, in cells. Glyphs are 0.41 to 0.76 of a cell wide, but none is a full
/// square.
const RIM: f64 = 0.58;

/// With less support than this along the rim (stripes, a glyph that fills its cell), the whole
/// inner part is asked.
const CLEAR: f32 = 0.4;

/// With less support than this along the rim, its corners are asked too.
const SURE: f32 = 0.8;

/// With at least this support, the rim's inner layer is believed against its corners: a glow leaves
/// it less.
const RINGED: f32 = 0.9;

/// The most samples along each side of a cell: enough to see a colour that covers a tenth of it.
const SAMPLES: u32 = 24;

/// The most samples along each side of a cell where its mean colour is measured. Chosen: a line of a pattern is wider
/// than one.
const FINE_SAMPLES: u32 = 96;

/// How far, in any channel, a sample of the colour may lie from it. Chosen: less, and JPEG parts
/// one colour into several; more, and near twins become one.
const TOLERANCE: u8 = 12;

/// The outer side of the rim's inner layer, in cells: a ring of focus lies outside of it.
const LAYER: f64 = 0.66;

/// The sides of the square that is left around the mark within a wide ring of focus, in cells: a disc of another colour
/// that is half as wide as its cell has no corners there. Chosen.
const WITHIN: Range<f64> = 0.42..0.54;

/// The inner side of the rim's outermost layer, in cells: a sheet over a selected picture ends within.
/// Chosen.
const OUTERMOST: f64 = 0.72;

/// The side of the square outside of whose edges, in both directions, the rim's corners lie, in
/// cells: a glow around a queen covers the rim but not its corners.
const CORNER: f64 = 0.56;

/// The diameter of the circle outside of which a cell's tips lie, in cells: a large glow covers most of
/// the rim's corners too. Where tiles are rounded, no other cell has the tips' colour.
const TIP: f64 = 1.0;

/// The outer side of the tips, in cells: tiles with the widest gaps are no larger.
const TIPS: f64 = 0.84;

/// How far off a cell's diagonals the bars of a cross from corner to corner cover it for sure, and how far off the
/// middles of its sides they leave it bare, both doubled, in cells. Chosen: bars of 6 to 25 % of a cell.
const BAR: f64 = 0.08;
const MIDDLE: f64 = 0.2;

/// The least part of the tips that have one colour, if it is the cell's. Chosen: gaps, round corners
/// and noise leave more of it, and two colours that share the tips have half of them each.
const MOST: f32 = 0.55;

/// Measures the colour of every cell. Cells outside of the picture are black with no support.
pub(super) fn measure_colours(pixels: &RgbaImage, lattice: &Lattice) -> CellColours {
    colours_of(pixels, lattice, lattice.cells())
}

/// The same for some of the cells, in their order.
pub(super) fn colours_of(
    pixels: &RgbaImage,
    lattice: &Lattice,
    cells: impl Iterator<Item = Cell>,
) -> CellColours {
    let mut colours = CellColours::default();
    let raster = Raster::new(pixels, lattice, OUTER, (1, SAMPLES));
    let places = Places::of(&raster);
    // Few boards have cells that need them.
    let tips = LazyCell::new(|| {
        let tips = Raster::new(pixels, lattice, TIPS, (1, SAMPLES));
        let is_tip: Vec<bool> = sides(&tips, TIPS).map(|(x, y)| x.hypot(y) >= TIP).collect();
        (tips, is_tip)
    });
    // Of cells that are no one colour: that of a part that may be all that is left of their own.
    let mut doubtful: Vec<Remnant> = Vec::new();
    let mut part = Vec::new();
    let all: Vec<Cell> = cells.collect();
    for &cell in &all {
        let index = colours.rgb.len();
        let samples = raster.samples(cell);
        let mut mode_at = |places: &[usize]| {
            part.clear();
            part.extend(places.iter().filter_map(|&place| samples[place]));
            mode(&part)
        };
        let mut measured = mode_at(&places.rim);
        let corners = mode_at(&places.corners);
        if measured.1 < SURE {
            let layer = mode_at(&places.layer);
            if layer.1 >= RINGED {
                measured = layer;
                // What is selected is covered by a sheet, beside which the cell's own colour is left.
                let colour = mode_at(&places.outermost);
                doubtful.push(Remnant { cell: index, colour, least: RINGED, may_be_around: true });
            } else if corners.1 > measured.1 {
                let bars = mode_at(&places.diagonals);
                let between = mode_at(&places.middles);
                let is_crossed = bars.1 >= RINGED
                    && between.1 >= RINGED
                    && is_near(&rounded(bars.0), &rounded(corners.0));
                measured = if is_crossed { between } else { corners };
            }
        }
        // A glow in nearly the cell's own colour is one with it, but for the tips.
        let may_be_around = measured.1 >= SURE;
        if !may_be_around || corners.0 != measured.0 {
            let (raster, is_tip) = &*tips;
            let all = raster.samples(cell).into_iter().zip(is_tip);
            let at_tips: Vec<Rgb> =
                all.filter_map(|(colour, is_tip)| colour.filter(|_| *is_tip)).collect();
            let colour = mode(&at_tips);
            if !may_be_around || !is_near(&rounded(colour.0), &rounded(measured.0)) {
                doubtful.push(Remnant { cell: index, colour, least: MOST, may_be_around });
            }
        }
        if measured.1 < CLEAR {
            let whole = mode_at(&places.all);
            if whole.1 > measured.1 {
                measured = whole;
            }
        }
        colours.push(measured.0, measured.1);
    }
    colours.restore(doubtful);
    colours.look_within_rings(&raster, &places, &all);
    colours
}

/// Whether a colour at the edge of a cell is that of the gaps: so it is around cells of two other colours, of which each
/// is given after what is around it.
fn is_between_cells(colour: &Rgb, own: &Rgb, around: &[[Rgb; 2]]) -> bool {
    let mut others = around
        .iter()
        .filter(|[edge, _]| is_near(edge, colour))
        .map(|[_, within]| within)
        .filter(|within| !is_near(within, own));
    others.next().is_some_and(|first| others.any(|other| !is_near(other, first)))
}

/// The mean of all samples along each cell's rim: that of what is drawn there, whatever it is.
pub(super) fn mean_colours(pixels: &RgbaImage, lattice: &Lattice) -> CellColours {
    let mut colours = CellColours::default();
    let raster = Raster::new(pixels, lattice, OUTER, (1, FINE_SAMPLES));
    let places = Places::of(&raster);
    for cell in lattice.cells() {
        let samples = raster.samples(cell);
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        for colour in places.rim.iter().filter_map(|&place| samples[place]) {
            sum = std::array::from_fn(|channel| sum[channel] + f32::from(colour[channel]));
            count += 1.0;
        }
        colours.push(sum.map(|sum| sum / f32::max(count, 1.0)), 1.0);
    }
    colours
}

/// What may be left of the own colour of a cell that is no one colour.
struct Remnant {
    cell: usize,
    /// The most common colour there, and the part of the samples that have it.
    colour: ([f32; 3], f32),
    /// The least part of them that must have it.
    least: f32,
    /// Whether it may be that of a ring of focus or of a gap around the cell, whose own colour is
    /// within.
    may_be_around: bool,
}

/// Which of a cell's samples, by their index, are in which of its parts.
struct Places {
    rim: Vec<usize>,
    corners: Vec<usize>,
    /// The rim's inner layer.
    layer: Vec<usize>,
    /// What a ring of focus leaves, around the mark.
    within: Vec<usize>,
    outermost: Vec<usize>,
    /// From corner to corner, where the bars of a cross lie that is as large as its cell.
    diagonals: Vec<usize>,
    /// The rim's, beside the middle of each side: between these bars.
    middles: Vec<usize>,
    all: Vec<usize>,
}

impl Places {
    fn of(raster: &Raster<'_>) -> Self {
        let sides: Vec<(f64, f64)> = sides(raster, OUTER).collect();
        let those = |is_in: fn(f64, f64) -> bool| {
            (0..sides.len()).filter(|&index| is_in(sides[index].0, sides[index].1)).collect()
        };
        Self {
            rim: those(|x, y| x.max(y) >= RIM),
            corners: those(|x, y| x.max(y) >= RIM && x.min(y) >= CORNER),
            layer: those(|x, y| (RIM..LAYER).contains(&x.max(y))),
            within: those(|x, y| WITHIN.contains(&x.max(y))),
            outermost: those(|x, y| x.max(y) >= OUTERMOST),
            diagonals: those(|x, y| (x - y).abs() < BAR),
            middles: those(|x, y| x.max(y) >= RIM && x.min(y) < MIDDLE),
            all: those(|_, _| true),
        }
    }
}

/// For each sample of a cell, in their order, the width and the height of the rectangle around the
/// cell's middle on which it lies, in cells: samples lie within a square with sides of `outer`.
fn sides(raster: &Raster<'_>, outer: f64) -> impl Iterator<Item = (f64, f64)> {
    let (rows, columns) = (raster.rows, raster.columns);
    let side = move |index: u32, count: u32| {
        2.0 * (((f64::from(index) + 0.5) / f64::from(count) - 0.5) * outer).abs()
    };
    (0..rows)
        .flat_map(move |row| (0..columns).map(move |column| (row, column)))
        .map(move |(row, column)| (side(column, columns), side(row, rows)))
}

impl CellColours {
    /// Adds the next cell's colour (channels from 0 to 255) and its support.
    pub(super) fn push(&mut self, colour: [f32; 3], support: f32) {
        self.rgb.push(rounded(colour));
        self.lab.push(to_lab(colour));
        self.support.push(support);
    }

    /// Gives cells that are no one colour what is left of their own, where other cells have it too.
    fn restore(&mut self, remnants: Vec<Remnant>) {
        let is_plain: Vec<bool> = (0..self.rgb.len())
            .map(|cell| {
                self.support[cell] >= SURE && remnants.iter().all(|remnant| remnant.cell != cell)
            })
            .collect();
        let around: Vec<[Rgb; 2]> = remnants
            .iter()
            .filter(|remnant| remnant.may_be_around)
            .map(|remnant| [rounded(remnant.colour.0), self.rgb[remnant.cell]])
            .collect();
        for Remnant { cell, colour: (colour, support), least, may_be_around } in remnants {
            let is_of_plain_cell = |colour: &Rgb| {
                let all = self.rgb.iter().zip(&is_plain);
                all.filter(|(_, is_plain)| **is_plain).any(|(rgb, _)| is_near(rgb, colour))
            };
            let remnant = rounded(colour);
            let is_around = (may_be_around && is_of_plain_cell(&self.rgb[cell]))
                || is_between_cells(&remnant, &self.rgb[cell], &around);
            if support >= least && is_of_plain_cell(&remnant) && !is_around {
                (self.rgb[cell], self.lab[cell]) = (remnant, to_lab(colour));
                if !may_be_around {
                    self.support[cell] = self.support[cell].max(support);
                }
            }
        }
    }

    /// Gives cells whose colour no other cell has what is within, if others have that: a wide ring of focus covers the
    /// rim. The light of a queen beside it is faint.
    fn look_within_rings(&mut self, raster: &Raster<'_>, places: &Places, cells: &[Cell]) {
        for (index, &cell) in cells.iter().enumerate() {
            let is_shared = |colour: &Rgb| {
                let mut others = (0..cells.len()).filter(|&other| other != index);
                others.any(|other| is_near(&self.rgb[other], colour))
            };
            if is_shared(&self.rgb[index]) {
                continue;
            }
            let samples = raster.samples(cell);
            let within: Vec<Rgb> =
                places.within.iter().filter_map(|&place| samples[place]).collect();
            let (colour, support) = mode(&within);
            let own = rounded(colour);
            let is_ringed = distance(&self.rgb[index], &own) > 2 * TOLERANCE;
            if support >= RINGED && is_ringed && is_shared(&own) {
                self.rgb[index] = own;
                self.lab[index] = to_lab(colour);
                self.support[index] = support;
            }
        }
    }

    /// Those of the cells, by their indices, that are wanted.
    pub(super) fn only(&self, is_wanted: impl Fn(usize) -> bool) -> Self {
        let wanted = || (0..self.rgb.len()).filter(|&cell| is_wanted(cell));
        Self {
            rgb: wanted().map(|cell| self.rgb[cell]).collect(),
            lab: wanted().map(|cell| self.lab[cell]).collect(),
            support: wanted().map(|cell| self.support[cell]).collect(),
        }
    }
}

/// An sRGB colour (channels from 0 to 255) in CIELAB.
pub(super) fn to_lab(rgb: [f32; 3]) -> Lab {
    let [r, g, b] = rgb.map(|channel| channel / 255.0);
    Lab::from_color(Srgb::new(r, g, b))
}

/// The distance of two colours: CIELAB dE of 1976.
pub(super) fn delta_e(a: &Lab, b: &Lab) -> f32 {
    ((a.l - b.l).powi(2) + (a.a - b.a).powi(2) + (a.b - b.b).powi(2)).sqrt()
}

/// The most common colour of some samples, and the part of them that have it.
fn mode(samples: &[Rgb]) -> ([f32; 3], f32) {
    if let [first, others @ ..] = samples
        && others.iter().all(|sample| sample == first)
    {
        return (first.map(f32::from), 1.0);
    }
    let mut best: (Rgb, usize) = ([0; 3], 0);
    // Candidates are samples themselves: a grid of colour bins would split a colour that lies on
    // the edge of one. Every third is enough to meet each common colour.
    for candidate in samples.iter().step_by(3) {
        if is_near(candidate, &best.0) && best.1 > 0 {
            continue;
        }
        let count = samples.iter().filter(|sample| is_near(sample, candidate)).count();
        if count > best.1 {
            best = (*candidate, count);
        }
        if 2 * count > samples.len() {
            break;
        }
    }
    let mut mean = best.0.map(f32::from);
    let mut count = 0;
    for _ in 0..2 {
        let centre = rounded(mean);
        let mut sums = [0_u32; 3];
        count = 0;
        for sample in samples.iter().filter(|sample| is_near(sample, &centre)) {
            count += 1;
            for (sum, &channel) in sums.iter_mut().zip(sample) {
                *sum += u32::from(channel);
            }
        }
        if count == 0 {
            return (mean, 0.0);
        }
        mean = sums.map(|sum| sum as f32 / count as f32);
    }
    (mean, count as f32 / samples.len() as f32)
}

fn rounded(colour: [f32; 3]) -> Rgb {
    colour.map(|channel| channel.round() as u8)
}

fn is_near(a: &Rgb, b: &Rgb) -> bool {
    distance(a, b) <= TOLERANCE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Marks, parse};
    use crate::geometry::{FramePoint, FrameVector};
    use crate::render::{Edging, Line, Look, Rendered, Tone, random_palette, render};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    /// The picture with a yellow glow in a cell that fades outwards and ends at most so far, in cells, from
    /// its middle.
    fn with_glow(drawn: &Rendered, cell: Cell, reach: f64) -> RgbaImage {
        lit(drawn, cell, reach, [255.0, 255.0, 40.0])
    }

    /// The same with a glow of this colour.
    fn lit(drawn: &Rendered, cell: Cell, reach: f64, glow: [f64; 3]) -> RgbaImage {
        let mut pixels = drawn.pixels.clone();
        for (x, y, pixel) in pixels.enumerate_pixels_mut() {
            let at = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            let away = (at - drawn.lattice.cell_centre(cell)).length() / drawn.lattice.pitch.x;
            let part = if away < reach { 1.2 - away / reach } else { 0.0 };
            for (channel, lit) in pixel.0.iter_mut().zip(glow) {
                let own = f64::from(*channel);
                *channel = (own + (lit - own) * part.min(1.0)) as u8;
            }
        }
        pixels
    }

    #[test]
    fn a_glow_leaves_the_tips_of_small_cells_their_colour() {
        let board = parse("AABB\nAACB\nDCCB\nDDDD").unwrap();
        let palette = random_palette(4, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(6));
        let cell = Cell::at(1, 2);
        let own = palette[board.region(cell).0];
        for pitch in (15..40).map(f64::from) {
            let look = Look::classic(4, pitch, palette.clone());
            let plain = render(&board, &Marks::empty(4), &look);
            for reach in [0.44, 0.47] {
                let seen = measure_colours(&with_glow(&plain, cell, reach), &plain.lattice);
                let index = plain.lattice.index(cell);
                assert!(distance(&seen.rgb[index], &own) <= 2, "{pitch} px, {reach}");
                assert!(seen.support[index] >= MOST, "{pitch} px, {reach}");
            }
        }
    }

    #[test]
    fn a_wide_ring_leaves_a_cell_its_colour_and_a_disc_of_another_one_does_not_give_it_that() {
        let board = parse("AABBB\nAAEBB\nDCCBB\nDDCCC\nDDCCC").unwrap();
        let palette = random_palette(5, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(6));
        let look = Look::tiles(5, 24.0, palette.clone());
        let plain = render(&board, &Marks::empty(5), &look);
        // Of what is drawn with this colour where `is_in` says so of how far it is from the middle, in cells.
        let seen = |cell: Cell, ink: Rgb, is_in: fn(f64, f64) -> bool| {
            let mut pixels = plain.pixels.clone();
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let at = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                let away = (at - plain.lattice.cell_centre(cell)).abs() / 24.0;
                if is_in(away.x, away.y) {
                    pixel.0 = [ink[0], ink[1], ink[2], 255];
                }
            }
            measure_colours(&pixels, &plain.lattice).rgb[plain.lattice.index(cell)]
        };
        let ring = |x: f64, y: f64| (0.28..0.48).contains(&x.max(y));
        let own = |cell: Cell| palette[board.region(cell).0];
        let (first, single) = (Cell::at(0, 0), Cell::at(1, 2));
        assert_eq!(seen(first, [0; 3], ring), own(first));
        let lit = own(first).map(|channel| channel - 20);
        assert_eq!(seen(first, lit, ring), lit, "a queen beside it shines on it");
        let disc = |x: f64, y: f64| x.hypot(y) < 0.25;
        assert_eq!(seen(single, own(first), disc), own(single));
    }

    #[test]
    fn a_glow_in_nearly_the_colour_of_its_cell_is_not_taken_for_it() {
        let board = parse("AABB\nAACB\nDCCB\nDDDD").unwrap();
        let palette = random_palette(4, Tone::Dark, &mut ChaCha8Rng::seed_from_u64(6));
        let cell = Cell::at(1, 2);
        let own = palette[board.region(cell).0];
        for pitch in (30..90).step_by(6).map(f64::from) {
            let look = Look::classic(4, pitch, palette.clone());
            let plain = render(&board, &Marks::empty(4), &look);
            for step in [40.0, 60.0, 80.0] {
                let glow = own.map(|channel| f64::from(channel) + step);
                let seen = measure_colours(&lit(&plain, cell, 0.5, glow), &plain.lattice);
                let seen = seen.rgb[plain.lattice.index(cell)];
                assert!(
                    distance(&seen, &own) <= 3,
                    "{pitch} px, {step} levels: {seen:?}, not {own:?}"
                );
            }
        }
    }

    #[test]
    fn gaps_of_nearly_the_colour_of_a_region_are_not_taken_for_what_is_left_of_other_cells() {
        let board = parse("AABBBB\nAACBBD\nEECCBD\nEECCDD\nECCCCF\nECCCFF").unwrap();
        let palette =
            [[82, 38, 78], [98, 44, 69], [26, 40, 33], [113, 97, 118], [0, 86, 38], [135, 90, 0]];
        let mut look = Look::tiles(6, 42.6, palette.to_vec());
        look.is_snapped = false;
        (look.page, look.ground, look.gap) = ([27, 31, 35], [27, 31, 35], 6.4);
        let line = Line { width: 3.0, colour: [255; 3], opacity: 0.3 };
        look.edging = Some(Edging { line, sides: [false, false, false, true] });
        let drawn = render(&board, &Marks::empty(6), &look);
        for (left, up) in (0..=6).flat_map(|left| (0..=12).map(move |up| (left, up))) {
            let mut lattice = drawn.lattice;
            lattice.origin -= FrameVector::new(f64::from(left), f64::from(up)) / 4.0;
            let seen = measure_colours(&drawn.pixels, &lattice);
            for cell in board.cells() {
                let (seen, own) = (seen.rgb[lattice.index(cell)], palette[board.region(cell).0]);
                assert!(
                    distance(&seen, &own) <= 2,
                    "{cell:?}, {left}, {up}: {seen:?}, not {own:?}"
                );
            }
        }
    }

    #[test]
    fn a_cell_has_its_own_colour_whatever_runs_along_its_edge_or_glows_in_it() {
        let board = parse("AABB\nAACB\nDCCB\nDDDD").unwrap();
        let palette = random_palette(4, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(6));
        let cell = Cell::at(1, 2);
        let (own, others) = (palette[board.region(cell).0], palette[0]);
        let mut look = Look::tiles(4, 70.0, palette);
        let plain = render(&board, &Marks::empty(4), &look);
        // A sheet over the middle, as a browser lays it over a selected picture.
        let mut covered = plain.pixels.clone();
        for (x, y, pixel) in covered.enumerate_pixels_mut() {
            let at = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            let is_under = |cell| {
                let away = (at - plain.lattice.cell_centre(cell)).abs() / 70.0;
                away.x.max(away.y) < 0.34
            };
            if is_under(cell) || is_under(Cell::at(3, 0)) {
                pixel.0 = [40, 60, 160, 255];
            }
        }
        let mut ringed = |colour| {
            look.ring = Some((cell, colour));
            render(&board, &Marks::empty(4), &look).pixels
        };
        for (name, pixels) in [
            ("ring", ringed([0; 3])),
            ("ring of another region's colour", ringed(others)),
            ("sheet", covered),
            ("plain", plain.pixels.clone()),
            ("glow", with_glow(&plain, cell, 0.4)),
            ("large glow", with_glow(&plain, cell, 0.5)),
        ] {
            let seen = measure_colours(&pixels, &plain.lattice);
            assert_eq!(seen.rgb[plain.lattice.index(cell)], own, "{name}");
        }
    }
}
