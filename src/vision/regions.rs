//! From colours and walls to regions.
//!
//! Two witnesses, each of which may be missing or misleading: a hovered or dimmed cell has lost
//! its colour, twins share one, and many sites draw no walls. Each proposes a partition of the
//! cells into as many regions as the board has rows; the judge compares them.

use super::cells::{CellColours, delta_e};
use super::dimming::{dimmed_by, is_coloured, is_dimmed_alike};
use super::groups::{self, Groups};
use super::line_check::Kind;
use super::walls::{Border, NO_INK};
use crate::board::Cell;
use kmeans_colors::Calculate;
use palette::Lab;

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
    /// The same but that a region may be in several pieces, which colours had to join.
    pub(super) is_closed_in_pieces: bool,
}

impl Partition {
    /// One whose number of regions was made right.
    pub(super) fn open(labels: Vec<usize>, clarity: f32) -> Self {
        Self { labels, clarity, is_closed: false, is_closed_in_pieces: false }
    }
}

/// The least clarity ([`Partition::clarity`]) of a witness that is heard. Chosen: among some sixty
/// labelled boards whose borders were looked at, the faintest wall had 1.58 times the ink of the
/// strongest thin line, and tiles without walls have gaps that differ by less than 1.1. Lower, and
/// lines of one kind are taken for walls; higher, and real walls in blurred pictures go unheard.
pub(super) const CLEAR: f32 = 1.35;

/// The same of walls that part the cells into just as many regions as there must be. Chosen: of some 190
/// drawn boards that were refused, 9 are read by it, each with its own regions.
const CLOSED: f32 = 1.08;

/// How the borders divide into walls and others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WallThreshold {
    /// Borders with at least this much ink are walls.
    pub(super) ink: f32,
    /// The ink of the faintest wall over that of the strongest other border.
    pub(super) clarity: f32,
}

/// Divides the borders at the widest gap, as a ratio, in their ink: of those that part the cells into
/// just as many pieces as there are `regions`, however faintly, or else of all. A thin line may have less
/// ink than others, beside a cell that a hint has lit, and the widest gap may be between those. There
/// are at least as many walls as it takes to part the regions, and at least one border in the rest.
pub(super) fn wall_threshold(borders: &[Border], regions: usize) -> Option<WallThreshold> {
    let mut inks: Vec<f32> = borders.iter().map(|border| border.ink.max(NO_INK)).collect();
    inks.sort_by(f32::total_cmp);
    let last = inks.len().checked_sub(regions)?;
    let gaps = (1..last).map(|k| WallThreshold { ink: inks[k], clarity: inks[k] / inks[k - 1] });
    let is_closed = |gap: &WallThreshold| {
        if gap.clarity < CLOSED {
            return false;
        }
        let pieces = pieces(borders, *gap);
        pieces.iter().max() == regions.checked_sub(1).as_ref() && !is_of_lines(&pieces, regions)
    };
    let widest = |a: &WallThreshold, b: &WallThreshold| a.clarity.total_cmp(&b.clarity);
    gaps.clone().filter(is_closed).max_by(widest).or_else(|| gaps.max_by(widest))
}

/// Whether the pieces are the rows of a board of this size, or its columns.
fn is_of_lines(pieces: &[usize], size: usize) -> bool {
    let is_by = |line: fn(usize, usize) -> usize| {
        pieces.iter().enumerate().all(|(cell, &piece)| piece == line(cell, size))
    };
    is_by(|cell, size| cell / size) || is_by(|cell, size| cell % size)
}

/// The piece of each cell: what hangs together without a wall between.
fn pieces(borders: &[Border], threshold: WallThreshold) -> Vec<usize> {
    let cells = borders.iter().map(|border| border.cells[1] + 1).max();
    let mut groups = Groups::new(cells.unwrap_or(0));
    for border in borders.iter().filter(|border| border.ink < threshold.ink) {
        groups.join(border.cells[0], border.cells[1]);
    }
    groups.labels()
}

/// Whether some cell has the colour not of its own region but of another one right beside it: the
/// wall between it and its own was taken for another line. Hovered and dimmed cells have colours of
/// their own.
pub(super) fn has_leak(colours: &CellColours, labels: &[usize], size: usize) -> bool {
    cells_of_other_colours(colours, labels, size)
        .any(|(cell, region)| side_neighbours(cell, size).any(|other| labels[other] == region))
}

/// The cells that have the colour not of their own region but of another one, each with that region: nearly its
/// colour, and by far not their own, or just its colour, and from their own as far as the nearest two regions that were seen.
pub(super) fn cells_of_other_colours(
    colours: &CellColours,
    labels: &[usize],
    size: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let typical = typical_cells(colours, labels, size);
    let off = move |cell: usize, region: usize| {
        delta_e(&colours.lab[cell], &colours.lab[typical[region]])
    };
    let pairs = (0..labels.len()).flat_map(move |cell| (0..size).map(move |region| (cell, region)));
    pairs.filter(move |&(cell, region)| {
        let (its, own) = (off(cell, region), off(cell, labels[cell]));
        its <= LEAKED * DISTINCT && own >= FOREIGN * DISTINCT
            || its <= SAME_COLOUR && own >= 2.0 * DISTINCT
    })
}

/// The same of cells that have the colour of another region lit or dimmed, and not that of their own.
pub(super) fn cells_of_other_colours_lit(
    colours: &CellColours,
    labels: &[usize],
    size: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let typical = typical_cells(colours, labels, size);
    let pairs = cells_apart(colours, labels, size, FOREIGN * DISTINCT)
        .flat_map(move |cell| (0..size).map(move |region| (cell, region)));
    pairs.filter(move |&(cell, region)| {
        let its = &colours.rgb[typical[region]];
        region != labels[cell] && is_coloured(its) && is_dimmed_alike(&colours.rgb[cell], its)
    })
}

/// How many cells have neither the colour of their own region nor that colour lit or dimmed.
pub(super) fn foreign_cells(colours: &CellColours, labels: &[usize], size: usize) -> usize {
    cells_apart(colours, labels, size, FOREIGN * DISTINCT).count()
}

/// The cells that may have neither the colour of their own region nor that colour lit or dimmed.
pub(super) fn odd_cells(
    colours: &CellColours,
    labels: &[usize],
    size: usize,
) -> impl Iterator<Item = usize> {
    cells_apart(colours, labels, size, DISTINCT)
}

/// Whether a cell has its region's colour, and no grey, as a hint leaves it that lights some cells and dims
/// all others.
pub(super) fn is_lit_or_dimmed(colours: &CellColours, labels: &[usize], cell: usize) -> bool {
    let own = &colours.rgb[typical(colours, labels, labels[cell])];
    let seen = &colours.rgb[cell];
    is_coloured(own) && dimmed_by(seen, own).or_else(|| dimmed_by(own, seen)).is_some()
}

/// Whether a cell differs from the colour of its own region as two regions may.
pub(super) fn is_apart(colours: &CellColours, labels: &[usize], cell: usize) -> bool {
    off_its_region(colours, labels, cell) >= DISTINCT
}

/// Whether a cell differs from the colour of its own region as much as the nearest two that were seen.
pub(super) fn is_as_another_region(colours: &CellColours, labels: &[usize], cell: usize) -> bool {
    off_its_region(colours, labels, cell) >= 2.0 * DISTINCT
}

/// How far a cell is from the colour of its own region, in dE.
fn off_its_region(colours: &CellColours, labels: &[usize], cell: usize) -> f32 {
    let own = typical(colours, labels, labels[cell]);
    delta_e(&colours.lab[cell], &colours.lab[own])
}

/// The cells that are at least so far from the colour of their own region, be it lit or dimmed.
fn cells_apart(
    colours: &CellColours,
    labels: &[usize],
    size: usize,
    least: f32,
) -> impl Iterator<Item = usize> {
    let typical = typical_cells(colours, labels, size);
    (0..labels.len()).filter(move |&cell| {
        let own = typical[labels[cell]];
        delta_e(&colours.lab[cell], &colours.lab[own]) >= least
            && !is_dimmed_alike(&colours.rgb[cell], &colours.rgb[own])
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

/// The partition that the walls make: cells with no wall between them belong together, and pieces
/// that are walled apart are joined by colour until `regions` are left. `None` if the walls leave
/// fewer, or whole rows or columns: no puzzle has such regions, and cells with a foot or a light on
/// one of their sides have lines in one direction that are stronger than the others.
pub(super) fn by_walls(
    borders: &[Border],
    threshold: WallThreshold,
    colours: &CellColours,
    regions: usize,
) -> Option<Partition> {
    let pieces = pieces(borders, threshold);
    if is_of_lines(&pieces, regions) {
        return None;
    }
    join_pieces(&pieces, colours, regions, threshold.clarity)
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
    let (joined, joined_clarity) = by_linkage(&piece_colours, regions, SAME_COLOUR)?;
    if count > regions && joined_clarity < JOINED {
        return None;
    }
    let labels = groups::in_order(pieces.iter().map(|&piece| joined[piece]).collect());
    // Joining by colour can be no clearer than the colours are.
    let clarity = if count > regions { clarity.min(joined_clarity) } else { clarity };
    let is_closed_in_pieces = count == connected_pieces(&labels, regions);
    Some(Partition { labels, clarity, is_closed: count == regions, is_closed_in_pieces })
}

/// In how many pieces the regions of a square board are.
fn connected_pieces(labels: &[usize], size: usize) -> usize {
    let mut groups = Groups::new(labels.len());
    for cell in 0..labels.len() {
        for other in side_neighbours(cell, size).filter(|&other| labels[other] == labels[cell]) {
            groups.join(cell, other);
        }
    }
    groups.labels().into_iter().max().map_or(0, |last| last + 1)
}

/// The least clarity of the colours that join pieces which are walled apart. Chosen: pieces of one
/// region hardly differ, and a glowing or hatched cell walled in alone is like none.
const JOINED: f32 = 3.0;

/// The partition that colours and lines make together, where neither is clear alone: by the
/// [weight](weigh) of each border.
pub(super) fn by_both(
    borders: &[Border],
    weights: &[f32],
    colours: &CellColours,
    regions: usize,
) -> Option<Partition> {
    let mut groups = Groups::new(colours.lab.len());
    for (border, &weight) in borders.iter().zip(weights) {
        if weight < 0.0 {
            groups.join(border.cells[0], border.cells[1]);
        }
    }
    let pieces = groups.labels();
    let is_torn = |(border, weight): (&Border, &f32)| {
        *weight > TORN && pieces[border.cells[0]] == pieces[border.cells[1]]
    };
    if borders.iter().zip(weights).any(is_torn) {
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
pub(super) fn weigh(borders: &[Border], colours: &CellColours) -> Option<Vec<f32>> {
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

/// The partition that the colours make: single linkage, cut where `regions` clusters are left.
pub(super) fn by_colours(colours: &CellColours, regions: usize) -> Option<Partition> {
    let (labels, clarity) = by_linkage(&colours.lab, regions, SAME_COLOUR)?;
    Some(Partition::open(labels, clarity))
}

/// The cluster of each cell if the colours show so many `clusters`, as one more than there are regions: two regions
/// may have nearly one colour, and a cell that the pointer is on one of its own.
pub(super) fn clusters(colours: &CellColours, clusters: usize) -> Option<Vec<usize>> {
    let (labels, clarity) = by_linkage(&colours.lab, clusters, ROUNDED)?;
    (clarity >= TWIN).then_some(labels)
}

/// The least clarity of the colours that part twins. Chosen: noise has no gaps.
const TWIN: f32 = 2.0;

/// Differences below this are nothing that an eye or a screen would show.
const SAME_COLOUR: f32 = 1.0;

/// Whether nobody could tell two colours apart.
pub(super) fn looks_the_same(a: &Lab, b: &Lab) -> bool {
    delta_e(a, b) <= SAME_COLOUR
}

/// Differences below this are rounding: a level of one channel. Chosen.
const ROUNDED: f32 = 0.5;

/// Single linkage: the minimum spanning tree without its longest edges. The cluster of each colour, and
/// the length of the shortest edge that was cut over that of the longest one that was kept, but at least
/// `least`.
fn by_linkage(colours: &[Lab], clusters: usize, least: f32) -> Option<(Vec<usize>, f32)> {
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
    let longest_kept = kept.last().map_or(0.0, |edge| edge.0).max(least);
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

/// The [typical](typical) cell of each region.
fn typical_cells(colours: &CellColours, labels: &[usize], regions: usize) -> Vec<usize> {
    (0..regions).map(|region| typical(colours, labels, region)).collect()
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
    let typical = typical_cells(colours, labels, regions);
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

/// The least number of colours of a board, however clearly walls part it: in grey, many look the
/// same. Chosen.
const FEW: usize = 3;

/// Whether there are about as many colours as a board of this size has regions: neither a grid of
/// one or two (a form, a Sudoku, a chess board) nor a picture cut into squares.
pub(super) fn has_board_colours(colours: &CellColours, size: usize) -> bool {
    let distinct = distinct_colours(colours).len();
    (size.div_ceil(2).max(FEW)..=3 * size).contains(&distinct)
}

/// Whether there are fewer colours than on any board: walls alone are not enough.
pub(super) fn has_few_colours(colours: &CellColours) -> bool {
    distinct_colours(colours).len() < FEW
}

/// Whether all cells of a lattice, by their indices row by row, are parts of larger blocks whose cells are
/// the same.
pub(super) fn is_of_blocks(size: usize, is_same: impl Fn(usize, usize) -> bool) -> bool {
    let sides = || (2..size).filter(|side| size.is_multiple_of(*side));
    let is_cut_by = |(width, height): (usize, usize)| {
        let first = |cell: usize| {
            let (row, column) = (cell / size, cell % size);
            row / height * height * size + column / width * width
        };
        (0..size * size).all(|cell| is_same(cell, first(cell)))
    };
    sides().any(|width| sides().any(|height| is_cut_by((width, height))))
}

/// Which part of all pairs of neighbouring cells of a lattice, `size` by `size`, are of one colour.
pub(super) fn pairs_of_one_colour(colours: &CellColours, size: usize) -> f64 {
    let is_same = |a: usize, b: usize| is_one_colour(&colours.lab[a], &colours.lab[b]);
    let pairs: Vec<bool> = (0..size * size)
        .flat_map(|a| side_neighbours(a, size).map(move |b| is_same(a, b)))
        .collect();
    pairs.iter().filter(|&&is_same| is_same).count() as f64 / pairs.len() as f64
}

/// The least part of the cells that are not of a board's most common colour and have a neighbour of their own.
/// Chosen: single cells may be regions.
const IN_AREAS: f64 = 0.25;

/// Whether cells of a lattice, `size` by `size`, make areas beside that of the most common colour: days of a
/// calendar are marked one by one.
pub(super) fn has_several_areas(colours: &CellColours, size: usize) -> bool {
    let is_same = |a: usize, b: usize| is_one_colour(&colours.lab[a], &colours.lab[b]);
    let like = |cell: usize| (0..size * size).filter(move |&other| is_same(cell, other));
    let Some(most_common) = (0..size * size).max_by_key(|&cell| like(cell).count()) else {
        return false;
    };
    let others = || (0..size * size).filter(|&cell| !is_same(cell, most_common));
    let is_in_area = |&cell: &usize| side_neighbours(cell, size).any(|other| is_same(cell, other));
    let in_areas = others().filter(is_in_area).count();
    in_areas > 0 && in_areas as f64 >= IN_AREAS * others().count() as f64
}

/// Whether the cells of a part of a board, `size` by `size`, could be those of a board: about as many
/// colours as there are rows, and most of them in more than one cell, side by side. Days of a
/// calendar and squares of a palette are coloured one by one, even where each is divided into cells.
pub(super) fn has_coloured_areas(colours: &CellColours, size: usize) -> bool {
    let found = distinct_colours(colours);
    let is_same = |a: usize, b: usize| is_one_colour(&colours.lab[a], &colours.lab[b]);
    let has_neighbour =
        |&cell: &usize| side_neighbours(cell, size).any(|other| is_same(cell, other));
    let in_pairs = found.iter().filter(|&&colour| {
        (0..size * size).filter(|&cell| is_same(cell, colour)).any(|cell| has_neighbour(&cell))
    });
    (size.div_ceil(2).max(FEW)..=2 * size).contains(&found.len())
        && 2 * in_pairs.count() >= found.len()
        && !is_of_blocks(size, is_same)
}

#[cfg(test)]
mod tests {
    use super::super::line_check::tests::{borders, columns, two_shades};
    use super::*;

    #[test]
    fn days_of_a_calendar_are_no_coloured_areas_however_many_cells_each_is_divided_into() {
        let areas = |levels: [[u8; 6]; 6]| {
            let levels: Vec<f32> = levels.as_flattened().iter().map(|&at| f32::from(at)).collect();
            has_coloured_areas(&greys(&levels), 6)
        };
        let days = [[0, 0, 40, 40, 0, 0], [80, 80, 0, 0, 120, 120], [0, 0, 160, 160, 0, 0]];
        let mut divided = [days[0], days[0], days[1], days[1], days[2], days[2]];
        assert!(!areas(divided));
        divided[1][2] = 0;
        assert!(areas(divided), "an area that is no block");
    }

    #[test]
    fn cells_that_are_marked_one_by_one_make_no_areas() {
        let areas = |levels: [[u8; 4]; 4]| {
            let levels: Vec<f32> = levels.as_flattened().iter().map(|&at| f32::from(at)).collect();
            has_several_areas(&greys(&levels), 4)
        };
        assert!(!areas([[0, 40, 0, 0], [80, 0, 120, 0], [0, 0, 0, 160], [200, 0, 40, 0]]));
        assert!(areas([[0, 40, 40, 0], [80, 0, 120, 0], [0, 0, 0, 160], [200, 0, 40, 0]]));
        assert!(!areas([[0; 4]; 4]), "one area");
    }

    #[test]
    fn colours_that_rounding_parts_are_no_twins() {
        let parted_by = |levels: f32| {
            let mut colours = CellColours::default();
            for (cell, &region) in REGIONS.iter().enumerate() {
                let off = if cell == 6 { levels } else { 0.0 };
                let of_region = 60.0 * region as f32;
                colours.push([150.0 + of_region / 2.0, 200.0 - of_region, 180.0 + off], 1.0);
            }
            clusters(&colours, 4)
        };
        assert_eq!(parted_by(1.0), None);
        assert_eq!(parted_by(8.0), Some(vec![0, 0, 1, 0, 1, 1, 2, 3, 3]));
    }

    /// Cells of grey levels.
    fn greys(levels: &[f32]) -> CellColours {
        let mut colours = CellColours::default();
        for &level in levels {
            colours.push([level; 3], 1.0);
        }
        colours
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
    fn thin_lines_that_show_less_beside_a_lit_cell_are_no_gap_between_walls_and_lines() {
        // Those of the last cell are a fifth as strong as other ones, which are half as strong as walls.
        let lit = |walls: fn(usize, usize) -> f32| {
            let borders =
                borders(3, |a, b| if (a, b) == (7, 8) { 0.006 } else { walls(a, b) / 2.0 });
            let threshold = wall_threshold(&borders, 3).unwrap();
            (threshold, by_walls(&borders, threshold, &greys(&[90.0; 9]), 3))
        };
        let (threshold, partition) = lit(|a, b| if walled(a, b) > 0.02 { 0.12 } else { 0.06 });
        assert!((threshold.clarity - 2.0).abs() < 0.01, "{threshold:?}");
        assert!(partition.is_some_and(|partition| partition.labels == REGIONS));
        let (threshold, partition) = lit(|_, _| 0.06);
        assert!(threshold.clarity > 4.0 && partition.is_none(), "lines of one kind");
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
        assert!(!partition.is_closed && partition.is_closed_in_pieces);
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

    /// Three columns, each of a grey of its own.
    fn coloured_columns() -> (Vec<usize>, CellColours) {
        let labels = columns();
        let levels: Vec<f32> = labels.iter().map(|&label| [60.0, 120.0, 200.0][label]).collect();
        (labels, greys(&levels))
    }

    /// The partition of three columns by both witnesses.
    fn both(borders: &[Border], colours: &CellColours) -> Option<Partition> {
        by_both(borders, &weigh(borders, colours)?, colours, 3)
    }

    #[test]
    fn lines_of_two_shades_part_what_a_glow_would_part_otherwise() {
        let (labels, mut colours) = coloured_columns();
        let borders = two_shades(&labels);
        assert!(
            wall_threshold(&borders, 3).unwrap().clarity < CLEAR,
            "one is as strong as the other"
        );
        colours.lab[8] = greys(&[160.0]).lab[0];
        let by_colours = by_colours(&colours, 3).unwrap();
        assert!(by_colours.labels != labels || by_colours.clarity < CLEAR, "{by_colours:?}");
        let partition = both(&borders, &colours).unwrap();
        assert_eq!((partition.labels, partition.is_closed), (labels, true));
    }

    #[test]
    fn a_wall_within_a_region_and_lines_that_tell_nothing_are_no_partition() {
        let (labels, colours) = coloured_columns();
        let mut borders = two_shades(&labels);
        let inside = |border: &&mut Border| border.cells == [14, 20];
        borders.iter_mut().find(inside).unwrap().shades = [0.04, 0.0];
        assert!(both(&borders, &colours).is_none(), "the wall ends in the region");
        for border in &mut borders {
            border.shades = [0.02, 0.02];
        }
        assert!(both(&borders, &colours).is_none());
    }

    #[test]
    fn a_cell_with_its_neighbours_colour_has_leaked() {
        let (mut labels, colours) = coloured_columns();
        assert!(!has_leak(&colours, &labels, 3 * 2));
        labels[14] = 0;
        assert!(has_leak(&colours, &labels, 3 * 2));
    }

    #[test]
    fn a_cell_of_just_its_neighbours_colour_has_leaked_however_near_its_own_is() {
        let labels = columns();
        let mut levels: Vec<f32> = labels.iter().map(|&at| 60.0 + 20.0 * at as f32).collect();
        assert!(!has_leak(&greys(&levels), &labels, 3 * 2));
        levels[14] = 60.0;
        assert!(has_leak(&greys(&levels), &labels, 3 * 2));
        levels[14] = 66.0;
        assert!(!has_leak(&greys(&levels), &labels, 3 * 2), "a hovered one");
    }

    #[test]
    fn a_cell_of_another_regions_colour_is_known_however_it_is_lit() {
        let (labels, columns) = (columns(), [[140, 60, 20], [20, 140, 60], [60, 20, 140]]);
        let other = |colour: [u8; 3]| {
            let mut colours = CellColours::default();
            for (cell, &label) in labels.iter().enumerate() {
                let seen = if cell == 14 { colour } else { columns[label] };
                colours.push(seen.map(f32::from), 1.0);
            }
            cells_of_other_colours_lit(&colours, &labels, 3 * 2).next()
        };
        assert_eq!(other(columns[0].map(|level| level / 2 * 3)), Some((14, 0)));
        assert_eq!(other(columns[labels[14]].map(|level| level / 2 * 3)), None, "its own, lit");
        assert_eq!(other([90; 3]), None, "none of the board's");
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
