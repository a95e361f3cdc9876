//! Patterns that are drawn in all cells of a region, so that people who do not see its colour can tell it.
//!
//! They are taken away before a board is read: what all but a few cells of a region have in one place, and cells of
//! other regions have not, is its pattern; what else stands there is a mark. Most games draw all patterns in one colour
//! that lets a part of the others through: where the regions show which, what is between a region's colour and what that
//! makes of it is its pattern, in whatever place.

use super::cells::CellColours;
use super::correlation::correlation;
use super::locate::Grid;
use super::sampling::{Raster, Rgb, brightness, distance, median, median_colour, pixel_at};
use super::shade::{Shade, is_between};
use super::side::Side;
use super::stain::CONTRAST;
use super::witness::Witness;
use super::{cells, regions, walls, witness};
use crate::board::{Board, Cell};
use crate::geometry::Lattice;
use image::{Rgba, RgbaImage};
use std::ops::RangeInclusive;

/// The part of a cell's side, around its middle, in which a pattern is told from gaps, walls and rounded corners.
const INNER: f64 = 0.7;

/// The part of a cell's side, along each of its edges, that lines take.
const EDGE: f64 = 0.05;

/// The smallest distance of cells, in pixels, at which patterns are told from crosses. Chosen: below it, both are a few
/// pixels.
const LEAST_PITCH: f64 = 16.0;

/// The samples along a side of a cell in which patterns are looked for: the lines of most are wider than one.
const SAMPLES: f64 = 32.0;

/// How much a pattern differs from its region's colour at least, in levels of a channel. Chosen.
const LEAST: u8 = 10;

/// How far a colour may be from one that it is taken for, in levels of a channel. Chosen.
const NEAR: u8 = 10;

/// The same beside the straight way from one colour to another. Chosen: what compression adds to patterns of blocks.
const BESIDE_WAY: u8 = 16;

/// One in so many of a region's colours on that way may be of something else. Chosen.
const OTHERS: usize = 50;

/// The least of a colour that a pattern of one colour leaves. Chosen: most leave two thirds and more.
const LEAST_LEFT: f32 = 0.2;

/// Of the cells of a region, one in so many may have less of its pattern than the others: a mark that stands in
/// all but these would be a part of it.
const FEW: usize = 4;

/// How much of a cell's colour shines through a mark, but for rounding. Chosen: patterns let more of it through.
const SHINING: RangeInclusive<f32> = -0.1..=0.35;

/// The part of a cell that a pattern takes at least: one in so many. Chosen: thin crosses take less.
const TAKEN: usize = 20;

/// The least part of the regions of several cells that have patterns where any have. Chosen.
const MOST: f64 = 2.0 / 3.0;

/// The part of all patterns' places that are no stronger than what is taken from an only cell. Chosen: the rest may be
/// edges of marks.
const NEARLY_ALL: f64 = 0.9;

/// The fewest regions with patterns. Chosen.
const FEWEST: usize = 3;

/// The most that two patterns are alike, as their correlation where they fit best: where regions have patterns, the median
/// of all pairs is 0 to 0.54; where all cells have crosses, it is 0.63 and more.
const UNLIKE: f64 = 0.55;

/// The least that one pattern is like itself in another cell, as the correlation of the two. Chosen: a mark over one of
/// them leaves less.
const SAME: f64 = 0.7;

/// How far what is drawn may lie beside its place in another cell, in cells, but at least a pixel.
const BESIDE: f64 = 0.03;

/// Light is measured in every so many pixels of a cell. Chosen.
const SOME: usize = 7;

/// How much more or less light there is at least on a cell that the pointer is over, or a hint points at. Chosen.
const UNLIT: f32 = 0.05;

/// The least light that a hint leaves on a cell. Chosen: 0.4 is the least that is known, and less tells no colours.
const DARKEST: f32 = 0.2;

/// The most support that the colours of half of the cells have where a pattern leaves none of them one colour.
const MIXED: f32 = 0.8;

/// The picture without the patterns in the cells of a board that was read as it is drawn, with its palette.
pub(super) fn without_patterns(
    pixels: &RgbaImage,
    lattice: &Lattice,
    board: &Board,
    palette: &[Rgb],
) -> Option<RgbaImage> {
    are_drawn(pixels, lattice, |cell| palette[board.region(cell).0])
        .then(|| Cells::new(pixels, lattice, board).without_patterns())?
}

/// The boards whose regions may have patterns, as mean colours, most of the colours, or walls show it, each with the
/// picture without these.
pub(super) fn by_patterns(pixels: &RgbaImage, lattice: &Lattice) -> Vec<(Board, RgbaImage)> {
    let size = lattice.size;
    let colours = cells::measure_colours(pixels, lattice);
    if !are_drawn(pixels, lattice, |cell| colours.rgb[lattice.index(cell)]) {
        return Vec::new();
    }
    let means = cells::mean_colours(pixels, lattice);
    let by_walls = || {
        let borders = walls::measure_borders(pixels, lattice).list;
        let threshold = regions::wall_threshold(&borders, size)?;
        let partition = regions::by_walls(&borders, threshold, &means, size)?;
        Witness::call(partition, &means, size).filter(Witness::is_unique).map(|walls| walls.board)
    };
    let by_colours = |colours: &CellColours| {
        witness::board_of(&regions::by_colours(colours, size)?.labels, size)
    };
    let mut boards: Vec<Board> = Vec::new();
    for board in [by_colours(&means), by_colours(&colours), by_walls()].into_iter().flatten() {
        if !boards.contains(&board) {
            boards.push(board);
        }
    }
    let with_plain = |board: Board| {
        let plain = Cells::new(pixels, lattice, &board).without_patterns()?;
        Some((board, plain))
    };
    boards.into_iter().filter_map(with_plain).collect()
}

/// Whether the mean colours of a grid's cells make a puzzle with just one solution, although most of them are no one
/// colour.
pub(super) fn are_of_puzzle(pixels: &RgbaImage, grid: &Grid) -> bool {
    let size = grid.columns;
    let lattice = grid.window(0, 0, size);
    let are_mixed = || are_mixed(&cells::measure_colours(pixels, &lattice));
    if size != grid.rows || size <= witness::SMALL || !are_mixed() {
        return false;
    }
    let means = cells::mean_colours(pixels, &lattice);
    regions::by_colours(&means, size)
        .and_then(|partition| Witness::call(partition, &means, size))
        .is_some_and(|colours| colours.is_unique() && colours.board.is_connected())
}

/// Whether a lattice of cells with patterns is a part of a larger one: in half of the places right beyond one of its
/// sides there is what is in the cells beside them.
pub(super) fn go_on(pixels: &RgbaImage, lattice: &Lattice) -> bool {
    let (outer, size) = (lattice.with_margin(), lattice.size);
    let raster = Raster::new(pixels, &outer, INNER, (4, SAMPLES as u32));
    let levels = |cell: Cell| -> Option<Vec<u8>> {
        let samples = raster.samples(cell).into_iter();
        samples.map(|sample| sample.map(|seen| brightness(&seen) as u8)).collect()
    };
    let is_same = |[one, other]: [Cell; 2]| {
        let [Some(one), Some(other)] = [one, other].map(levels) else { return false };
        correlation(&one, &other, raster.columns as usize, 1) > SAME
    };
    Side::ALL.into_iter().any(|side| {
        let [beyond, within] = if side.is_first() { [0, 1] } else { [size + 1, size] };
        let place = |line, k| if side.is_upright() { Cell::at(k, line) } else { Cell::at(line, k) };
        let same = (1..=size).filter(|&k| is_same([place(beyond, k), place(within, k)]));
        2 * same.count() >= size
    })
}

/// Whether half of the cells and more are no one colour.
fn are_mixed(colours: &CellColours) -> bool {
    median(&mut colours.support.clone()) < MIXED
}

/// Whether something is drawn in most cells, which are of these colours.
fn are_drawn(pixels: &RgbaImage, lattice: &Lattice, colour: impl Fn(Cell) -> Rgb) -> bool {
    if lattice.pitch.x.min(lattice.pitch.y) < LEAST_PITCH {
        return false;
    }
    let raster = Raster::new(pixels, lattice, INNER, (4, u32::MAX));
    let is_plain = |&cell: &Cell| raster.is_all_near(cell, &colour(cell), LEAST);
    // On other boards, half of the cells are enough to tell.
    lattice.cells().filter(is_plain).nth(lattice.size * lattice.size / 2).is_none()
}

/// A pixel of a cell, from the cell's upper left corner.
type Place = (usize, usize);

/// The cells of a board.
struct Cells<'a> {
    pixels: &'a RgbaImage,
    lattice: &'a Lattice,
    /// The colour of each region, or what its pattern makes of it, whichever takes more of its cells.
    palette: Vec<Rgb>,
    /// The cells of each region, each with its upper left corner in the picture.
    of_regions: Vec<Vec<(i64, i64)>>,
}

impl<'a> Cells<'a> {
    fn new(pixels: &'a RgbaImage, lattice: &'a Lattice, board: &'a Board) -> Self {
        let mut of_regions = vec![Vec::new(); board.size()];
        for cell in board.cells() {
            let corner = lattice.cell_rect(cell).min.round();
            of_regions[board.region(cell).0].push((corner.x as i64, corner.y as i64));
        }
        let mut cells = Self { pixels, lattice, palette: Vec::new(), of_regions };
        let samples = cells.samples();
        let colour = |region| median_colour(&cells.seen(region, &samples));
        cells.palette = (0..cells.of_regions.len()).map(colour).collect();
        cells
    }

    /// The places in which patterns are looked for.
    fn samples(&self) -> Places {
        let step = (self.lattice.pitch.x.min(self.lattice.pitch.y) / SAMPLES).ceil() as usize;
        self.places(step, (1.0 - INNER) / 2.0)
    }

    fn without_patterns(&self) -> Option<RgbaImage> {
        let samples = self.samples();
        let regions = 0..self.of_regions.len();
        let sampled: Vec<Pattern> =
            regions.clone().filter_map(|region| self.pattern(region, &samples)).collect();
        let patterned: Vec<&Pattern> = sampled.iter().filter(|pattern| pattern.is_any()).collect();
        let are_most = patterned.len() as f64 >= MOST * sampled.len() as f64;
        if !are_most || patterned.len() < FEWEST || !are_distinct(&patterned) {
            return None;
        }
        let strongest = patterned.iter().map(|pattern| pattern.strength()).max()?;
        let tint = tint_of(&patterned);
        // What patterns make of colours tells them from lines, but for those that are smoothed at a cell's very edge.
        let edge = if tint.is_some() { 1.0 / self.lattice.pitch.x } else { EDGE };
        let places = self.places(1, edge);
        let mut plain = self.pixels.clone();
        let radius = ((BESIDE * self.lattice.pitch.x).round() as usize).max(1);
        for region in regions {
            let colour = self.palette[region];
            // Of an only cell, what is no stronger than other patterns is its own.
            let pattern = self.pattern(region, &places);
            let ranges = pattern.as_ref().map(|pattern| pattern.ranges(radius));
            let span = tint.map(|tint| self.span(region, &tint, &samples, pattern.as_ref()));
            let is_pattern = |index: usize, seen: &Rgb| match (&span, &ranges) {
                (Some(span), _) => span.has(seen),
                (None, Some(ranges)) => is_within(seen, &ranges[index]),
                (None, None) => distance(seen, &colour) <= strongest.saturating_add(NEAR),
            };
            for &cell in &self.of_regions[region] {
                let light = pattern.as_ref().map_or(1.0, |own| self.light(cell, &places, own));
                let [r, g, b] = lit(colour, light);
                for (index, &place) in places.list.iter().enumerate() {
                    let seen = self.pixel(cell, place).map(|seen| lit(seen, 1.0 / light));
                    if seen.is_some_and(|seen| is_pattern(index, &seen)) {
                        let (x, y) = at(cell, place);
                        plain.put_pixel(x as u32, y as u32, Rgba([r, g, b, u8::MAX]));
                    }
                }
            }
        }
        Some(plain)
    }

    /// How bright most of a cell is where the pattern of its region is 1: the pointer may be over it, or a hint dim it.
    fn light(&self, cell: (i64, i64), places: &Places, pattern: &Pattern) -> f32 {
        let ratio = |(&place, drawn): (&Place, &Rgb)| {
            Some(brightness(&self.pixel(cell, place)?) / brightness(drawn).max(1.0))
        };
        let some = places.list.iter().zip(&pattern.drawn).step_by(SOME);
        let ratio = median(&mut some.filter_map(ratio).collect::<Vec<_>>());
        let is_lit = ratio > DARKEST && (ratio - 1.0).abs() > UNLIT;
        if is_lit { ratio } else { 1.0 }
    }

    /// Every so many-th pixel of a cell, in both directions, but for a part of its side along its edges.
    fn places(&self, step: usize, edge: f64) -> Places {
        let [columns, rows] =
            [self.lattice.pitch.x, self.lattice.pitch.y].map(|side| side as usize);
        let along = |side: usize| {
            let edge = (edge * side as f64).ceil() as usize;
            (edge..side - edge).step_by(step)
        };
        let list: Vec<Place> =
            along(rows).flat_map(|y| along(columns).map(move |x| (x, y))).collect();
        Places { columns: along(columns).count(), list }
    }

    fn pixel(&self, cell: (i64, i64), place: Place) -> Option<Rgb> {
        let (x, y) = at(cell, place);
        pixel_at(self.pixels, x, y)
    }

    /// What all but a few cells of a region have in each place; `None` if there is only one, which tells nothing.
    fn pattern(&self, region: usize, places: &Places) -> Option<Pattern> {
        let own = &self.of_regions[region];
        if own.len() < 2 {
            return None;
        }
        let colour = self.palette[region];
        let mut pattern = Pattern {
            columns: places.columns,
            drawn: Vec::with_capacity(places.list.len()),
            levels: Vec::with_capacity(places.list.len()),
            taken: Vec::new(),
        };
        let mut marks = Vec::new();
        let mut seen = Vec::with_capacity(own.len());
        for &place in &places.list {
            seen.clear();
            seen.extend(own.iter().filter_map(|&cell| self.pixel(cell, place)));
            let level = |seen: &Rgb| distance(seen, &colour);
            let rank = own.len() / FEW;
            let is_seen = rank < seen.len();
            let drawn =
                if is_seen { *seen.select_nth_unstable_by_key(rank, level).1 } else { colour };
            pattern.levels.push(level(&drawn));
            let is_drawn = level(&drawn) >= LEAST;
            let is_mark = is_drawn && self.is_elsewhere(region, place, &drawn, &colour);
            let is_pattern = is_drawn && !is_mark;
            marks.extend(is_mark.then_some(pattern.drawn.len()));
            pattern.taken.extend(is_pattern.then(|| level(&drawn)));
            pattern.drawn.push(if is_pattern { drawn } else { colour });
        }
        // Smooth edges of a mark are of no colour that others have.
        let beside = [-1, 0, 1].map(|down| down * places.columns as isize);
        for index in marks {
            for at in beside.iter().flat_map(|down| (-1..=1).map(move |right| down + right)) {
                if let Some(drawn) = pattern.drawn.get_mut(index.saturating_add_signed(at)) {
                    *drawn = colour;
                }
            }
        }
        Some(pattern)
    }

    /// The colours between which a region's own and those of its pattern are. Where lines of a pattern cross, its paint
    /// may lie twice: only what all but a few cells have is taken for that.
    fn span(
        &self,
        region: usize,
        tint: &Shade,
        places: &Places,
        pattern: Option<&Pattern>,
    ) -> Span {
        let colour = self.palette[region];
        let drawn = pattern.map(|pattern| pattern.drawn.clone()).unwrap_or_default();
        let mut ends = vec![colour];
        for (times, mut seen) in [(1, self.seen(region, places)), (2, drawn)] {
            seen.retain(|seen| tint.is_along(&colour, seen, times, BESIDE_WAY));
            by_brightness(&mut seen);
            let few = seen.len() / OTHERS;
            ends.extend(seen.get(few));
            ends.extend(seen.iter().nth_back(few));
        }
        by_brightness(&mut ends);
        Span([ends[0], ends[ends.len() - 1]])
    }

    /// What is in all cells of a region, in these places.
    fn seen(&self, region: usize, places: &Places) -> Vec<Rgb> {
        let own = self.of_regions[region].iter();
        own.flat_map(|&cell| places.list.iter().filter_map(move |&place| self.pixel(cell, place)))
            .collect()
    }

    /// Whether what is `drawn` in a place of a region of its `own` colour is drawn in cells of other colours in the same
    /// place: marks are opaque or nearly so, and patterns let more of the cell's colour through.
    fn is_elsewhere(&self, region: usize, place: Place, drawn: &Rgb, own: &Rgb) -> bool {
        let has_it = |cell: (i64, i64), colour: &Rgb| {
            let seen = self.pixel(cell, place);
            seen.filter(|seen| distance(seen, colour) >= LEAST).is_some_and(|seen| {
                Shade::of(&(*own, *drawn), &(*colour, seen)).is_some_and(|mark| {
                    SHINING.contains(&mark.left) && mark.makes(colour, &seen, NEAR)
                })
            })
        };
        let is_other =
            |colour: &Rgb| distance(colour, own) > CONTRAST && distance(colour, drawn) > CONTRAST;
        let others = self.palette.iter().zip(&self.of_regions).enumerate();
        others
            .filter(|(other, (colour, _))| *other != region && is_other(colour))
            .flat_map(|(_, (colour, cells))| cells.iter().map(move |&cell| (cell, colour)))
            .filter(|(cell, colour)| has_it(*cell, colour))
            .nth(1)
            .is_some()
    }
}

/// Where in the picture a pixel of a cell is that has its upper left corner at `corner`.
fn at(corner: (i64, i64), (x, y): Place) -> (i64, i64) {
    (corner.0 + x as i64, corner.1 + y as i64)
}

/// A colour in this light.
fn lit(colour: Rgb, light: f32) -> Rgb {
    colour.map(|channel| (f32::from(channel) * light).round() as u8)
}

/// Whether a colour is near what lies between two, channel by channel.
fn is_within(seen: &Rgb, [low, high]: &[Rgb; 2]) -> bool {
    (0..3).all(|channel| {
        let range = low[channel].saturating_sub(NEAR)..=high[channel].saturating_add(NEAR);
        range.contains(&seen[channel])
    })
}

/// The darkest first.
fn by_brightness(colours: &mut [Rgb]) {
    colours.sort_by(|a, b| brightness(a).total_cmp(&brightness(b)));
}

/// All colours on the straight way from one to another.
struct Span([Rgb; 2]);

impl Span {
    fn has(&self, colour: &Rgb) -> bool {
        is_between(colour, self.0.map(|end| end.map(f32::from)), BESIDE_WAY)
    }
}

/// Some pixels of a cell, row by row.
struct Places {
    /// How many of them are in a row.
    columns: usize,
    list: Vec<Place>,
}

/// What is drawn in all but a few cells of a region.
struct Pattern {
    /// The places in a row.
    columns: usize,
    /// Place by place, row by row: the colour of the pattern, or the region's where there is none.
    drawn: Vec<Rgb>,
    /// The same: how far what is drawn is from the region's colour, marks included.
    levels: Vec<u8>,
    /// How far the pattern is from the region's colour, where there is one.
    taken: Vec<u8>,
}

impl Pattern {
    /// Whether it takes so much of the cell that it may be one.
    fn is_any(&self) -> bool {
        TAKEN * self.taken.len() >= self.levels.len()
    }

    /// How far nearly all of it is from the region's colour at most.
    fn strength(&self) -> u8 {
        let mut taken = self.taken.clone();
        taken.sort_unstable();
        let nearly_all = (NEARLY_ALL * taken.len() as f64) as usize;
        taken.get(nearly_all).copied().unwrap_or_default()
    }

    /// The brightest and the darkest of its colours and the region's, but for a few.
    fn ends(&self) -> (Rgb, Rgb) {
        let mut drawn = self.drawn.clone();
        by_brightness(&mut drawn);
        let few = drawn.len() / TAKEN;
        (drawn[drawn.len() - 1 - few], drawn[few])
    }

    /// Place by place, the least and the most of each channel that it leaves there or up to `radius` places beside
    /// it: smooth edges fall differently on the pixels of each cell.
    fn ranges(&self, radius: usize) -> Vec<[Rgb; 2]> {
        let rows = self.drawn.len() / self.columns;
        let widest = |of: &[[Rgb; 2]], at: usize, end: usize, index: &dyn Fn(usize) -> usize| {
            let around = at.saturating_sub(radius)..(at + radius + 1).min(end);
            around.map(|at| of[index(at)]).fold([[u8::MAX; 3], [u8::MIN; 3]], |all, one| {
                let both = |side: usize, of: fn(u8, u8) -> u8| {
                    std::array::from_fn(|channel| of(all[side][channel], one[side][channel]))
                };
                [both(0, u8::min), both(1, u8::max)]
            })
        };
        let each = |of: &[[Rgb; 2]], is_row: bool| -> Vec<[Rgb; 2]> {
            let places = (0..rows).flat_map(|y| (0..self.columns).map(move |x| (x, y)));
            let range = |(x, y): (usize, usize)| {
                if is_row {
                    widest(of, x, self.columns, &|x| y * self.columns + x)
                } else {
                    widest(of, y, rows, &|y| y * self.columns + x)
                }
            };
            places.map(range).collect()
        };
        let own: Vec<[Rgb; 2]> = self.drawn.iter().map(|&drawn| [drawn; 2]).collect();
        each(&each(&own, true), false)
    }
}

/// What the patterns of half of the regions and more make of their colours, if that is the same: they are drawn in one
/// colour, which lets the same part of all others through. It may as well be told the other way round, what makes
/// colours of patterns.
fn tint_of(patterns: &[&Pattern]) -> Option<Shade> {
    let ends: Vec<(Rgb, Rgb)> = patterns.iter().map(|pattern| pattern.ends()).collect();
    let pairs = (0..ends.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let shades = pairs.filter_map(|(a, b)| Shade::of(&ends[a], &ends[b]));
    let fitting = |shade: &Shade| {
        ends.iter().filter(|(bright, dark)| shade.makes(bright, dark, NEAR)).count()
    };
    let best = shades.filter(|shade| shade.left >= LEAST_LEFT).max_by_key(fitting)?;
    let fits = fitting(&best);
    (fits >= FEWEST && 2 * fits >= ends.len()).then_some(best)
}

/// Whether most pairs of patterns are unlike: marks that stand in all cells of several regions are not.
fn are_distinct(patterns: &[&Pattern]) -> bool {
    let pairs = || (0..patterns.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let is_alike = |&(a, b): &(usize, usize)| {
        let [a, b] = [patterns[a], patterns[b]];
        correlation(&a.levels, &b.levels, a.columns, 1) > UNLIKE
    };
    let alike = pairs().filter(is_alike).count();
    2 * alike < pairs().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Marks;
    use crate::geometry::FrameVector;
    use crate::render::{Look, Pattern, Patterns, Rendered, Tone, random_palette, render};
    use crate::solver;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn patterned_cells_whose_mean_colours_make_a_puzzle_are_of_one_and_plain_or_moved_ones_are_not()
    {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let board = solver::generate(7, &mut rng).unwrap();
        let mut look = Look::classic(7, 60.0, random_palette(7, Tone::Pastel, &mut rng));
        let is_puzzle = |look: &Look, right: f64| {
            let mut drawn = render(&board, &Marks::empty(7), look);
            drawn.lattice.origin.x += right;
            are_of_puzzle(&drawn.pixels, &Grid::of(&drawn.lattice))
        };
        assert!(!is_puzzle(&look, 0.0), "plain cells are read as they are");
        look.patterns = Some(Patterns {
            of_regions: Pattern::REPEATED.to_vec(),
            repeats: 4,
            fill: 0.5,
            colour: [0; 3],
            opacity: 0.4,
        });
        assert!(is_puzzle(&look, 0.0));
        assert!(!is_puzzle(&look, 30.0));
    }

    #[test]
    fn patterns_go_on_beyond_a_part_of_a_board_and_not_beyond_the_whole_or_over_a_plain_page() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        // A region in each column goes on in other rows.
        let board = Board::from_rows(&vec![(0..9).collect::<Vec<usize>>(); 9]).unwrap();
        let looks = [Look::classic, Look::tiles];
        for (look, is_patterned) in looks.into_iter().zip([true, true]).chain([(looks[0], false)]) {
            let mut look = look(9, 50.3, random_palette(9, Tone::Pastel, &mut rng));
            look.patterns = is_patterned.then(|| Patterns {
                of_regions: Pattern::REPEATED.repeat(2),
                repeats: 4,
                fill: 0.4,
                colour: [0; 3],
                opacity: 0.3,
            });
            let Rendered { pixels, lattice, .. } = render(&board, &Marks::empty(9), &look);
            assert!(!go_on(&pixels, &lattice));
            let [right, down] = [lattice.pitch.x, lattice.pitch.y].map(|pitch| 3.0 * pitch);
            for aside in [(0.0, 0.0), (right, 0.0), (0.0, down), (right, down)] {
                let origin = lattice.origin + FrameVector::new(aside.0, aside.1);
                let part = Lattice { origin, size: 6, ..lattice };
                assert_eq!(go_on(&pixels, &part), is_patterned, "{aside:?}");
            }
        }
    }
}
