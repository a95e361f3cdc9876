//! From colours and walls to regions.
//!
//! Two witnesses, each of which may be missing or misleading: a hovered or dimmed cell has lost
//! its colour, twins share one, and many sites draw no walls. Each proposes a partition of the
//! cells into as many regions as the board has rows; the judge compares them.

use super::cells::{CellColours, delta_e};
use super::groups::{self, Groups};
use super::sampling::median;
use super::walls::{Border, NO_INK};
use crate::board::Cell;
use kmeans_colors::Calculate;
use palette::Lab;
use std::collections::HashMap;

/// A partition of the cells, and how clearly its witness tells the regions apart.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Partition {
    /// The region of each cell, row by row: 0 for that of the first cell, and so on in order of
    /// first appearance.
    pub(super) labels: Vec<usize>,
    /// The weakest difference that was taken for a border over the strongest that was not: above
    /// 1, and the larger the clearer.
    pub(super) clarity: f32,
    /// Whether the witness alone found as many regions as the board has rows: nothing had to be
    /// joined or cut to make the number right.
    pub(super) is_closed: bool,
}

/// The least clarity ([`Partition::clarity`]) of a witness that is heard. Chosen: among some sixty
/// labelled boards whose borders were looked at, the faintest wall had 1.58 times the ink of the
/// strongest thin line, and tiles without walls have gaps that differ by less than 1.1. Lower, and
/// lines of one kind are taken for walls; higher, and real walls in blurred pictures go unheard.
pub(super) const CLEAR: f32 = 1.35;

/// How the borders divide into walls and others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WallThreshold {
    /// Borders with at least this much ink are walls.
    pub(super) ink: f32,
    /// The ink of the faintest wall over that of the strongest other border.
    pub(super) clarity: f32,
}

/// Divides the borders at the widest gap, as a ratio, in their ink. There are at least as many
/// walls as it takes to part `regions` regions, and at least one border in the rest.
pub(super) fn wall_threshold(borders: &[Border], regions: usize) -> Option<WallThreshold> {
    let mut inks: Vec<f32> = borders.iter().map(|border| border.ink.max(NO_INK)).collect();
    inks.sort_by(f32::total_cmp);
    let last = inks.len().checked_sub(regions)?;
    (1..last)
        .map(|k| WallThreshold { ink: inks[k], clarity: inks[k] / inks[k - 1] })
        .max_by(|a, b| a.clarity.total_cmp(&b.clarity))
}

/// Whether some cell has the colour not of its own region but of another one right beside it: the
/// wall between it and its own was taken for another line. Hovered and dimmed cells have colours of
/// their own.
pub(super) fn has_leak(colours: &CellColours, labels: &[usize], size: usize) -> bool {
    let typical: Vec<usize> = (0..size).map(|region| typical(colours, labels, region)).collect();
    let off =
        |cell: usize, region: usize| delta_e(&colours.lab[cell], &colours.lab[typical[region]]);
    (0..labels.len()).any(|cell| {
        side_neighbours(cell, size).map(|other| labels[other]).any(|region| {
            region != labels[cell]
                && off(cell, region) <= LEAKED * DISTINCT
                && off(cell, labels[cell]) >= FOREIGN * DISTINCT
        })
    })
}

/// The cells beside one, all as indices row by row.
pub(super) fn side_neighbours(cell: usize, size: usize) -> impl Iterator<Item = usize> {
    let beside = Cell::at(cell / size, cell % size).side_neighbours(size);
    beside.map(move |cell| cell.row * size + cell.col)
}

/// How near a cell's colour is to a region's that it leaked from, in [`DISTINCT`]. Chosen: noise.
const LEAKED: f32 = 2.0;

/// How far it is from its own region's, in [`DISTINCT`]. Chosen: no twin.
const FOREIGN: f32 = 8.0;

/// How many borders may be drawn otherwise than a partition says: fewer than a single cell has. Chosen.
const CONTRADICTED: usize = 2;

/// Whether a partition that the colours make goes against the lines: on a board whose regions have
/// walls, some of its borders have none, or some walls stand inside of its regions. The pointer may
/// make one cell's lines look otherwise, unless they wall it off.
pub(super) fn is_contradicted(borders: &[Border], labels: &[usize]) -> bool {
    let pieces = |odd: &[&Border]| {
        let mut groups = Groups::new(labels.len());
        for border in borders.iter().filter(|border| !odd.contains(border)) {
            let [a, b] = border.cells;
            if labels[a] == labels[b] {
                groups.join(a, b);
            }
        }
        groups.labels().into_iter().max()
    };
    let by_lines = |shade| {
        let odd = odd_borders(borders, labels, shade).unwrap_or_default();
        let of_cell = |cell| odd.iter().filter(|border| border.cells.contains(&cell)).count();
        let most = odd.iter().flat_map(|border| border.cells.map(of_cell)).max().unwrap_or(0);
        odd.len() > CONTRADICTED && (odd.len() > CONTRADICTED + most || pieces(&odd) > pieces(&[]))
    };
    has_bare_region(borders, labels) || [0, 1].into_iter().any(by_lines)
}

/// Whether the lines show just the partition that the colours make: there are walls between all of its
/// regions and none inside of them.
pub(super) fn is_confirmed(borders: &[Border], labels: &[usize]) -> bool {
    let by_lines = |shade| odd_borders(borders, labels, shade).is_some_and(|odd| odd.is_empty());
    !has_bare_region(borders, labels) && [0, 1].into_iter().any(by_lines)
}

/// The borders that are drawn like the others are where the partition has it the other way, by their
/// darker or lighter lines; `None` if these tell nothing. One opaque line shows less on dark cells than
/// on light ones: where all are equally wide, they are of one kind.
fn odd_borders<'a>(
    borders: &'a [Border],
    labels: &[usize],
    shade: usize,
) -> Option<Vec<&'a Border>> {
    let is_between = |border: &Border| labels[border.cells[0]] != labels[border.cells[1]];
    let of = |between: bool| {
        let these = borders.iter().filter(move |border| is_between(border) == between);
        Kind::learn(these.map(move |border| border.shades[shade]))
    };
    let (thin, wall) = of(false).zip(of(true))?;
    let widths = borders.iter().filter_map(|border| border.widths[shade]);
    // By all of their colour, where none is of the other shade.
    let is_other = |border: &&Border| border.shades[1 - shade] > NO_INK;
    let inks = borders.iter().filter(|border| !is_other(border)).map(|border| border.ink);
    let is_one_kind = is_one_kind(widths.collect(), borders.len().div_ceil(2))
        || is_one_kind(inks.collect(), borders.len() - borders.len() / 20);
    if is_one_kind || !thin.differs_from(&wall) {
        return None;
    }
    let is_odd = |border: &&Border| {
        let drawn = border.shades[shade];
        (wall.distance(drawn) < thin.distance(drawn)) != is_between(border)
    };
    Some(borders.iter().filter(is_odd).collect())
}

/// Whether there are at least so many lines, and all are equally wide but for one in twenty, which the
/// pointer or a mark touches.
fn is_one_kind(mut widths: Vec<f32>, least: usize) -> bool {
    let typical = median(&mut widths);
    let is_like = |width: &&f32| (**width - typical).abs() <= NO_INK.max(typical * ONE_KIND);
    widths.len() >= least && 20 * widths.iter().filter(is_like).count() >= 19 * widths.len()
}

/// Whether lines are drawn inside of most regions, and none inside of one where they would show.
fn has_bare_region(borders: &[Border], labels: &[usize]) -> bool {
    // Of each region, the borders inside of it with a line, and those without.
    let mut inside: HashMap<usize, [usize; 2]> = HashMap::new();
    for border in borders.iter().filter(|border| border.shows(SEEN)) {
        let [a, b] = border.cells.map(|cell| labels[cell]);
        if a == b {
            inside.entry(a).or_default()[usize::from(!border.is_drawn())] += 1;
        }
    }
    let is_bare = |&&[drawn, missing]: &&[usize; 2]| drawn == 0 && missing >= MISSING;
    let (drawn, missing) = inside
        .values()
        .filter(|inside| !is_bare(inside))
        .fold((0, 0), |(a, b), [drawn, missing]| (a + drawn, b + missing));
    inside.values().any(|inside| is_bare(&inside)) && drawn >= BARE * missing.max(1)
}

/// Whether the lines inside of regions are there in one direction and missing in the other: then the
/// lattice has more or fewer rows than the board, or columns.
pub(super) fn is_ruled_one_way(borders: &[Border], labels: &[usize]) -> bool {
    let ruled = |is_upright: bool| {
        let inside = borders.iter().filter(|border| {
            let [a, b] = border.cells;
            border.shows(SEEN) && labels[a] == labels[b] && (b == a + 1) == is_upright
        });
        // What is neither is blur.
        let drawn = inside.clone().filter(|border| border.ink > 2.0 * NO_INK).count();
        [drawn, inside.filter(|border| !border.is_drawn()).count()]
    };
    let is_one_way = |[drawn, missing]: [usize; 2], [across, bare]: [usize; 2]| {
        drawn >= BARE * missing.max(1) && bare >= across.max(MISSING)
    };
    let (upright, level) = (ruled(true), ruled(false));
    is_one_way(upright, level) || is_one_way(level, upright)
}

/// How many more borders with a line than without the other regions have. Chosen.
const BARE: usize = 4;

/// How far the widths of lines of one kind are from their median, as a part of it. Chosen.
const ONE_KIND: f32 = 0.25;

/// The least contrast of a line that would be seen, in levels of a channel. Chosen.
const SEEN: u8 = 60;

/// The least number of missing lines that something must cover: a mark or a pointer hides up to two. Chosen.
const MISSING: usize = 3;

/// Whether lines are drawn between all cells but some, where they would show, or some cells have just
/// the colour of the lines: no region has, as it would not be seen.
pub(super) fn is_covered(borders: &[Border]) -> bool {
    let shown = || borders.iter().filter(|border| border.shows(SEEN));
    let typical = median(&mut shown().map(|border| border.ink).collect::<Vec<_>>());
    let missing = shown().filter(|border| !border.is_drawn()).count();
    let is_hidden = |border: &&Border| border.contrast.iter().all(|&contrast| contrast <= HIDDEN);
    let hidden = borders.iter().filter(is_hidden).count();
    typical >= 4.0 * NO_INK
        && (hidden >= MISSING || missing >= MISSING && 5 * missing <= 2 * borders.len())
}

/// The most contrast of a line on its own colour, in levels of a channel: rounding and mild JPEG.
const HIDDEN: u8 = 3;

/// The partition that the walls make: cells with no wall between them belong together, and pieces
/// that are walled apart are joined by colour until `regions` are left. `None` if the walls leave
/// fewer.
pub(super) fn by_walls(
    borders: &[Border],
    threshold: WallThreshold,
    colours: &CellColours,
    regions: usize,
) -> Option<Partition> {
    let mut groups = Groups::new(colours.lab.len());
    for border in borders.iter().filter(|border| border.ink < threshold.ink) {
        groups.join(border.cells[0], border.cells[1]);
    }
    join_pieces(&groups.labels(), colours, regions, threshold.clarity)
}

/// The partition of pieces that are parted with some clarity, and joined by colour until `regions` are
/// left; `None` if there are fewer.
fn join_pieces(
    pieces: &[usize],
    colours: &CellColours,
    regions: usize,
    clarity: f32,
) -> Option<Partition> {
    let count = pieces.iter().max()? + 1;
    if count < regions {
        return None;
    }
    let piece_colours: Vec<Lab> =
        (0..count).map(|piece| colours.lab[typical(colours, pieces, piece)]).collect();
    let (joined, joined_clarity) = by_linkage(&piece_colours, regions)?;
    if count > regions && joined_clarity < JOINED {
        return None;
    }
    let labels = groups::in_order(pieces.iter().map(|&piece| joined[piece]).collect());
    // Joining by colour can be no clearer than the colours are.
    let clarity = if count > regions { clarity.min(joined_clarity) } else { clarity };
    Some(Partition { labels, clarity, is_closed: count == regions })
}

/// The least clarity of the colours that join pieces which are walled apart. Chosen: pieces of one
/// region hardly differ, and a glowing or hatched cell walled in alone is like none.
const JOINED: f32 = 3.0;

/// The partition that colours and lines make together, where neither is clear alone: each border is
/// weighed by both.
pub(super) fn by_both(
    borders: &[Border],
    colours: &CellColours,
    regions: usize,
) -> Option<Partition> {
    let weights = weigh(borders, colours)?;
    let mut groups = Groups::new(colours.lab.len());
    for (border, &weight) in borders.iter().zip(&weights) {
        if weight < 0.0 {
            groups.join(border.cells[0], border.cells[1]);
        }
    }
    let pieces = groups.labels();
    let is_torn = |(border, weight): (&Border, &f32)| {
        *weight > TORN && pieces[border.cells[0]] == pieces[border.cells[1]]
    };
    if borders.iter().zip(&weights).any(is_torn) {
        return None;
    }
    let clarity = weights.iter().map(|weight| weight.abs()).fold(f32::INFINITY, f32::min);
    join_pieces(&pieces, colours, regions, clarity)
}

/// The most that may speak for a border between two cells of one region.
const TORN: f32 = 1.0;

/// How much speaks for a border between two regions, for each of the borders, as the logarithm of a
/// likelihood ratio: below 0 for one inside of a region. `None` if the lines tell nothing.
///
/// What lines look like is learned from the board itself: inside of regions from neighbours of one
/// colour, between them from neighbours of different colours. Most of either are what they seem;
/// hovered, glowing and hatched cells are the rest, and so are twins.
fn weigh(borders: &[Border], colours: &CellColours) -> Option<Vec<f32>> {
    let difference = |border: &Border| {
        let [a, b] = border.cells;
        delta_e(&colours.lab[a], &colours.lab[b])
    };
    let is_sure = |border: &Border| border.cells.iter().all(|&cell| colours.support[cell] >= SURE);
    let within =
        || borders.iter().filter(|border| difference(border) <= DISTINCT && is_sure(border));
    let between = || borders.iter().filter(|border| difference(border) >= FOREIGN * DISTINCT);
    let lines = [0, 1].map(|shade| {
        let of = |border: &Border| border.shades[shade];
        Kind::learn(within().map(of)).zip(Kind::learn(between().map(of)))
    });
    let tells = lines.map(|line| line.filter(|(thin, wall)| thin.differs_from(wall)));
    if tells.iter().all(Option::is_none) {
        return None;
    }
    let weight = |border: &Border| {
        let by_lines = tells.iter().zip(border.shades).filter_map(|(kinds, shade)| {
            let (thin, wall) = kinds.as_ref()?;
            Some((thin.distance(shade) - wall.distance(shade)).clamp(-LINES, LINES))
        });
        let step = (difference(border) - DISTINCT) / (FOREIGN * DISTINCT - DISTINCT);
        let by_colour = match (difference(border) <= DISTINCT, is_sure(border)) {
            (true, true) => -ONE_COLOUR,
            (true, false) => 0.0,
            (false, true) => step.min(1.0) * TWO_COLOURS,
            (false, false) => 0.0,
        };
        by_lines.sum::<f32>() + by_colour
    };
    Some(borders.iter().map(weight).collect())
}

/// What lines weigh at most, and one colour on both sides, and two. Chosen: a clear line outweighs
/// either, as colours may be hovered, and regions twins.
const LINES: f32 = 3.0;
const ONE_COLOUR: f32 = 2.0;
const TWO_COLOURS: f32 = 1.5;

/// The least support of a colour that is its cell's, and not that of stripes or a glow. Chosen.
const SURE: f32 = 0.6;

/// How lines of one kind are drawn.
#[derive(Debug, Clone, Copy)]
struct Kind {
    median: f32,
    /// The median distance from the median.
    spread: f32,
}

impl Kind {
    /// `None` if there are too few.
    fn learn(shades: impl Iterator<Item = f32>) -> Option<Self> {
        let mut shades: Vec<f32> = shades.collect();
        if shades.len() < 6 {
            return None;
        }
        let middle = median(&mut shades);
        let mut off: Vec<f32> = shades.iter().map(|shade| (shade - middle).abs()).collect();
        Some(Self { median: middle, spread: median(&mut off).max(NO_INK) })
    }

    /// Whether the two do not overlap.
    fn differs_from(&self, other: &Self) -> bool {
        (self.median - other.median).abs() >= APART * (self.spread + other.spread)
    }

    /// How far from the median a line is, in spreads.
    fn distance(&self, shade: f32) -> f32 {
        (shade - self.median).abs() / self.spread
    }
}

/// How far two kinds of lines are apart at least, in the sum of their spreads. Chosen.
const APART: f32 = 2.0;

/// The partition that the colours make: single linkage, cut where `regions` clusters are left.
pub(super) fn by_colours(colours: &CellColours, regions: usize) -> Option<Partition> {
    let (labels, clarity) = by_linkage(&colours.lab, regions)?;
    Some(Partition { labels, clarity, is_closed: false })
}

/// Differences below this are nothing that an eye or a screen would show.
const SAME_COLOUR: f32 = 1.0;

/// Single linkage: the minimum spanning tree without its longest edges. The cluster of each colour, and
/// the length of the shortest edge that was cut over that of the longest one that was kept.
fn by_linkage(colours: &[Lab], clusters: usize) -> Option<(Vec<usize>, f32)> {
    if colours.len() < clusters || clusters == 0 {
        return None;
    }
    let mut edges = spanning_tree(colours);
    edges.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (kept, cut) = edges.split_at(colours.len() - clusters);
    let mut groups = Groups::new(colours.len());
    for &(_, a, b) in kept {
        groups.join(a, b);
    }
    let longest_kept = kept.last().map_or(0.0, |edge| edge.0).max(SAME_COLOUR);
    let clarity = cut.first().map_or(f32::INFINITY, |edge| edge.0 / longest_kept);
    Some((groups.labels(), clarity))
}

/// Prim's algorithm: `(length, cell, cell)`.
fn spanning_tree(colours: &[Lab]) -> Vec<(f32, usize, usize)> {
    let mut edges = Vec::with_capacity(colours.len());
    let mut nearest: Vec<(f32, usize)> =
        colours.iter().map(|colour| (delta_e(colour, &colours[0]), 0)).collect();
    let mut outside: Vec<usize> = (1..colours.len()).collect();
    while let Some(position) =
        (0..outside.len()).min_by(|&a, &b| nearest[outside[a]].0.total_cmp(&nearest[outside[b]].0))
    {
        let cell = outside.swap_remove(position);
        edges.push((nearest[cell].0, nearest[cell].1, cell));
        for &other in &outside {
            let length = delta_e(&colours[cell], &colours[other]);
            if length < nearest[other].0 {
                nearest[other] = (length, cell);
            }
        }
    }
    edges
}

/// The cell of a piece whose colour is nearest to those of all its others (the medoid): what most
/// of them look like, whatever happened to the rest.
fn typical(colours: &CellColours, pieces: &[usize], piece: usize) -> usize {
    let members: Vec<usize> = (0..pieces.len()).filter(|&cell| pieces[cell] == piece).collect();
    let total = |cell: usize| -> f32 {
        members.iter().map(|&other| delta_e(&colours.lab[cell], &colours.lab[other])).sum()
    };
    members.iter().copied().min_by(|&a, &b| total(a).total_cmp(&total(b))).unwrap_or_default()
}

/// The colours of the regions of a partition.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Palette {
    /// sRGB, in the order of the regions: the colour of the cell nearest to all others.
    pub(super) colours: Vec<[u8; 3]>,
    /// The cells whose colour is not their region's, but nearer to another's.
    pub(super) strays: Vec<usize>,
    /// The smallest distance of two regions' colours, in dE; infinite for one region.
    pub(super) margin: f32,
    /// The largest distance of a cell's colour from its region's, in dE.
    pub(super) spread: f32,
}

/// Measures the colours of a partition into `regions`, and puts it to the test of k-means: from
/// the regions' own colours as seeds (random ones fail on regions of such unequal size), which
/// cells would move to another?
pub(super) fn measure_palette(colours: &CellColours, labels: &[usize], regions: usize) -> Palette {
    let typical: Vec<usize> = (0..regions).map(|region| typical(colours, labels, region)).collect();
    let seeds: Vec<Lab> = typical.iter().map(|&cell| colours.lab[cell]).collect();
    let mut nearest = Vec::with_capacity(labels.len());
    // The crate counts clusters in a byte: on boards beyond 256 rows the test is left out.
    if u8::try_from(regions.saturating_sub(1)).is_ok() {
        Lab::get_closest_centroid(&colours.lab, &seeds, &mut nearest);
    }
    let is_stray = |&cell: &usize| {
        let own = labels[cell];
        usize::from(nearest[cell]) != own && delta_e(&colours.lab[cell], &seeds[own]) > DISTINCT
    };
    let strays = (0..nearest.len()).filter(is_stray).collect();
    let pairs = (0..regions).flat_map(|a| (0..a).map(move |b| (a, b)));
    let margin = pairs.map(|(a, b)| delta_e(&seeds[a], &seeds[b])).fold(f32::INFINITY, f32::min);
    let off = |(&region, lab): (&usize, &Lab)| delta_e(lab, &seeds[region]);
    let spread = labels.iter().zip(&colours.lab).map(off).fold(0.0, f32::max);
    let colours = typical.into_iter().map(|cell| colours.rgb[cell]).collect();
    Palette { colours, strays, margin, spread }
}

/// A cell of each colour that the cells have, where a colour is told from another by [`DISTINCT`].
pub(super) fn distinct_colours(colours: &CellColours) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for (cell, lab) in colours.lab.iter().enumerate() {
        if !found.iter().any(|&other| is_one_colour(&colours.lab[other], lab)) {
            found.push(cell);
        }
    }
    found
}

/// Whether two colours are so near that they may be one.
pub(super) fn is_one_colour(a: &Lab, b: &Lab) -> bool {
    delta_e(a, b) <= DISTINCT
}

/// Half of the smallest difference seen between two regions of one board, in dE: 4.4.
const DISTINCT: f32 = 2.2;

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells of grey levels.
    fn greys(levels: &[f32]) -> CellColours {
        let mut colours = CellColours::default();
        for &level in levels {
            colours.push([level; 3], 1.0);
        }
        colours
    }

    /// The borders of a square board, with the ink that `ink` gives for two cells.
    fn borders(size: usize, ink: impl Fn(usize, usize) -> f32) -> Vec<Border> {
        let pairs = (0..size * size).flat_map(|cell| {
            let right = (cell % size + 1 < size).then_some([cell, cell + 1]);
            let below = (cell / size + 1 < size).then_some([cell, cell + size]);
            [right, below].into_iter().flatten()
        });
        pairs
            .map(|cells| {
                let ink = ink(cells[0], cells[1]);
                Border {
                    cells,
                    ink,
                    shades: [ink, 0.0],
                    widths: [Some(ink), None],
                    contrast: [200; 2],
                }
            })
            .collect()
    }

    const REGIONS: [usize; 9] = [0, 0, 1, 0, 1, 1, 2, 2, 2];

    fn walled(a: usize, b: usize) -> f32 {
        if REGIONS[a] == REGIONS[b] { 0.02 } else { 0.06 }
    }

    #[test]
    fn walls_alone_part_the_regions() {
        let borders = borders(3, walled);
        let threshold = wall_threshold(&borders, 3).unwrap();
        assert!((threshold.clarity - 3.0).abs() < 0.01, "{threshold:?}");
        let partition = by_walls(&borders, threshold, &greys(&[90.0; 9]), 3).unwrap();
        assert_eq!(partition.labels, REGIONS);
        assert!(partition.is_closed);
    }

    #[test]
    fn a_leak_leaves_too_few_regions_and_is_no_partition() {
        let borders = borders(3, |a, b| if (a, b) == (3, 6) { 0.02 } else { walled(a, b) });
        let threshold = wall_threshold(&borders, 3).unwrap();
        assert_eq!(by_walls(&borders, threshold, &greys(&[90.0; 9]), 3), None);
    }

    #[test]
    fn pieces_that_are_walled_apart_are_joined_by_colour() {
        // The first and the last cell are one region in two pieces.
        let regions = [0, 1, 1, 1, 1, 2, 2, 2, 0];
        let ink = |a: usize, b: usize| if regions[a] == regions[b] { 0.02 } else { 0.06 };
        let borders = borders(3, ink);
        let colours = greys(&regions.map(|region| 60.0 + 60.0 * region as f32));
        let threshold = wall_threshold(&borders, 3).unwrap();
        let partition = by_walls(&borders, threshold, &colours, 3).unwrap();
        assert_eq!(partition.labels, regions);
        assert!(!partition.is_closed);
    }

    #[test]
    fn colours_alone_part_the_regions_as_clearly_as_they_differ() {
        let levels = REGIONS.map(|region| [60.0, 120.0, 200.0][region]);
        let clear = by_colours(&greys(&levels), 3).unwrap();
        assert_eq!(clear.labels, REGIONS);
        // One hovered cell is as far from its region as the regions are from each other.
        let mut hovered = levels;
        hovered[4] = 90.0;
        let doubtful = by_colours(&greys(&hovered), 3).unwrap();
        assert!(clear.clarity > 4.0 && doubtful.clarity < 1.35, "{clear:?} {doubtful:?}");
    }

    /// Three columns of a board of six rows, each of a grey of its own: two cells wide.
    fn columns() -> (Vec<usize>, CellColours) {
        let labels: Vec<usize> = (0..36).map(|cell| cell % 6 / 2).collect();
        let levels: Vec<f32> = labels.iter().map(|&label| [60.0, 120.0, 200.0][label]).collect();
        (labels, greys(&levels))
    }

    /// Borders with dark walls between the labels and light lines elsewhere, of one strength.
    fn two_shades(labels: &[usize]) -> Vec<Border> {
        let mut borders = borders(6, |_, _| 0.04);
        for border in &mut borders {
            let [a, b] = border.cells;
            border.shades = if labels[a] == labels[b] { [0.0, 0.04] } else { [0.04, 0.0] };
        }
        borders
    }

    #[test]
    fn lines_of_two_shades_part_what_a_glow_would_part_otherwise() {
        let (labels, mut colours) = columns();
        let borders = two_shades(&labels);
        assert!(
            wall_threshold(&borders, 3).unwrap().clarity < CLEAR,
            "one is as strong as the other"
        );
        colours.lab[8] = greys(&[160.0]).lab[0];
        let by_colours = by_colours(&colours, 3).unwrap();
        assert!(by_colours.labels != labels || by_colours.clarity < CLEAR, "{by_colours:?}");
        let partition = by_both(&borders, &colours, 3).unwrap();
        assert_eq!((partition.labels, partition.is_closed), (labels, true));
    }

    #[test]
    fn a_wall_within_a_region_and_lines_that_tell_nothing_are_no_partition() {
        let (labels, colours) = columns();
        let mut borders = two_shades(&labels);
        let inside = |border: &&mut Border| border.cells == [14, 20];
        borders.iter_mut().find(inside).unwrap().shades = [0.04, 0.0];
        assert!(by_both(&borders, &colours, 3).is_none(), "the wall ends in the region");
        for border in &mut borders {
            border.shades = [0.02, 0.02];
        }
        assert!(by_both(&borders, &colours, 3).is_none());
    }

    #[test]
    fn colours_that_go_against_the_lines_are_contradicted() {
        let (labels, _) = columns();
        let borders = two_shades(&labels);
        assert!(!is_contradicted(&borders, &labels));
        // A covered corner has a colour of its own, and no walls around it.
        let covered: Vec<usize> =
            (0..36).map(|cell| if cell % 6 < 4 && cell < 24 { labels[cell] } else { 3 }).collect();
        assert!(is_contradicted(&borders, &covered));
        // Lines of one kind, as between tiles, say nothing.
        let plain = self::borders(6, |_, _| 0.1);
        assert!(!is_contradicted(&plain, &covered));
    }

    #[test]
    fn a_pointer_over_one_cell_is_no_contradiction_and_a_wall_around_it_is() {
        // Two regions of three columns each.
        let labels: Vec<usize> = (0..36).map(|cell| cell % 6 / 3).collect();
        let with_walls = |walls: &[[usize; 2]]| {
            borders(6, |a, b| {
                let is_wall = labels[a] != labels[b] || walls.contains(&[a, b]);
                if is_wall { 0.06 } else { 0.02 }
            })
        };
        assert!(is_confirmed(&with_walls(&[]), &labels));
        let around = [[7, 13], [12, 13], [13, 14], [13, 19]];
        let pointer = with_walls(&around[..3]);
        assert!(!is_contradicted(&pointer, &labels) && !is_confirmed(&pointer, &labels));
        assert!(is_contradicted(&with_walls(&around), &labels));
        let scattered = with_walls(&[[0, 1], [3, 4], [24, 30], [29, 35]]);
        assert!(is_contradicted(&scattered, &labels));
        // Lines of one kind confirm nothing.
        assert!(!is_confirmed(&borders(6, |_, _| 0.06), &labels));
    }

    #[test]
    fn opaque_lines_that_show_less_on_dark_cells_are_no_contradiction() {
        let (labels, _) = columns();
        // The lines between columns are measured from a darker cell than those inside of one.
        let drawn = |widths: fn(bool) -> Option<f32>| -> Vec<Border> {
            let mut drawn = borders(6, |a, b| if labels[a] == labels[b] { 0.05 } else { 0.03 });
            for border in &mut drawn {
                border.widths[0] = widths(labels[border.cells[0]] == labels[border.cells[1]]);
            }
            drawn
        };
        let covered: Vec<usize> = labels.iter().map(|label| label.div_ceil(2)).collect();
        assert!(!is_contradicted(&drawn(|_| Some(0.1)), &covered));
        assert!(is_contradicted(&drawn(|inside| Some(if inside { 0.1 } else { 0.05 })), &covered));
        assert!(is_contradicted(&drawn(|_| None), &covered), "nobody knows how wide they are");
        // Nor by their brightness alone, but by the rest of their colour.
        let mut coloured = drawn(|_| None);
        coloured.iter_mut().for_each(|border| border.ink = 0.1);
        assert!(!is_contradicted(&coloured, &covered));
    }

    #[test]
    fn a_region_without_the_lines_that_all_others_have_is_something_else() {
        let (labels, _) = columns();
        let without = |bare: &dyn Fn(usize) -> bool| {
            borders(6, |a, b| if bare(labels[a]) && labels[a] == labels[b] { 0.0 } else { 0.05 })
        };
        assert!(has_bare_region(&without(&|label| label == 1), &labels));
        assert!(!has_bare_region(&without(&|_| false), &labels));
        assert!(!has_bare_region(&without(&|_| true), &labels), "no region has lines inside");
        // Where they would not show, nothing is missing.
        let mut unseen = without(&|label| label == 1);
        unseen.iter_mut().for_each(|border| border.contrast[0] = SEEN - 1);
        assert!(!has_bare_region(&unseen, &labels));
    }

    #[test]
    fn lines_in_one_direction_alone_do_not_fit_the_cells_and_blur_is_no_line() {
        let (labels, _) = columns();
        let ruled = |ink: f32| borders(6, |a, b| if b == a + 1 { 0.0 } else { ink });
        assert!(is_ruled_one_way(&ruled(0.02), &labels));
        assert!(!is_ruled_one_way(&ruled(1.5 * NO_INK), &labels));
        assert!(!is_ruled_one_way(&borders(6, |_, _| 0.02), &labels));
    }

    #[test]
    fn cells_of_the_colour_of_the_lines_are_covered() {
        let drawn = borders(6, |_, _| 0.05);
        let hidden = |count: usize, contrast: [u8; 2]| {
            let mut hidden = drawn.clone();
            hidden.iter_mut().take(count).for_each(|border| border.contrast = contrast);
            is_covered(&hidden)
        };
        assert!(hidden(MISSING, [0; 2]));
        assert!(!hidden(MISSING - 1, [0; 2]));
        assert!(!hidden(MISSING, [200, 0]), "a queen of that colour touches one side only");
    }

    #[test]
    fn missing_lines_are_covered_ones_where_they_would_show() {
        let drawn = borders(6, |_, _| 0.05);
        assert!(!is_covered(&drawn));
        let mut covered = drawn.clone();
        for border in covered.iter_mut().filter(|border| border.cells[0] % 6 < 2) {
            (border.ink, border.shades) = (0.0, [0.0; 2]);
        }
        assert!(is_covered(&covered));
        // A light line on light cells has no ink to speak of where walls are dark.
        let mut light = covered.clone();
        light.iter_mut().for_each(|border| border.shades[1] = 0.016);
        assert!(!is_covered(&light));
        // Two are hidden by a pointer; and on cells of the lines' own colour none would show.
        let mut pointed = drawn;
        for border in pointed.iter_mut().take(2) {
            (border.ink, border.shades) = (0.0, [0.0; 2]);
        }
        assert!(!is_covered(&pointed));
        covered.iter_mut().for_each(|border| border.contrast = [SEEN - 1; 2]);
        assert!(!is_covered(&covered));
    }

    #[test]
    fn a_cell_with_its_neighbours_colour_has_leaked() {
        let (mut labels, colours) = columns();
        assert!(!has_leak(&colours, &labels, 3 * 2));
        labels[14] = 0;
        assert!(has_leak(&colours, &labels, 3 * 2));
    }

    #[test]
    fn a_palette_tells_strays_and_distances() {
        let mut levels = REGIONS.map(|region| [60.0, 120.0, 200.0][region]);
        let plain = measure_palette(&greys(&levels), &REGIONS, 3);
        assert_eq!(
            (plain.strays.len(), plain.colours.clone()),
            (0, vec![[60; 3], [120; 3], [200; 3]])
        );
        levels[0] = 125.0;
        let with_stray = measure_palette(&greys(&levels), &REGIONS, 3);
        assert_eq!(with_stray.strays, [0]);
        assert!(with_stray.spread > plain.spread);
        assert!((with_stray.margin - plain.margin).abs() < 0.01);
    }
}
