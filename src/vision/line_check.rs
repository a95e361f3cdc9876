//! Holding a partition against the lines that are drawn: whether they confirm it, contradict it, or
//! do not belong to a board that can be seen in full.

use super::groups::Groups;
use super::sampling::median;
use super::walls::{Border, Line, NO_INK};
use std::collections::HashMap;

/// How many borders may be drawn otherwise than a partition says: fewer than a single cell has. Chosen.
const CONTRADICTED: usize = 2;

/// Whether a partition that the colours make goes against the lines: on a board whose regions have
/// walls, some of its borders have none, or some walls stand inside of its regions. The pointer may
/// make one cell's lines look otherwise, unless they wall it off.
pub(super) fn is_contradicted(borders: &[Border], labels: &[usize]) -> bool {
    let count = |odd: &[&Border]| pieces(borders, labels, odd).into_iter().max();
    let by_lines = |shade| {
        let odd = odd_borders(borders, labels, shade).unwrap_or_default();
        let of_cell = |cell| odd.iter().filter(|border| border.cells.contains(&cell)).count();
        let most = odd.iter().flat_map(|border| border.cells.map(of_cell)).max().unwrap_or(0);
        odd.len() > CONTRADICTED && (odd.len() > CONTRADICTED + most || count(&odd) > count(&[]))
            || has_open_pair(borders, labels, &odd)
    };
    has_bare_region(borders, labels) || [0, 1].into_iter().any(by_lines)
}

/// The piece of each cell: what of its region hangs together over borders that are not among the odd
/// ones.
fn pieces(borders: &[Border], labels: &[usize], odd: &[&Border]) -> Vec<usize> {
    let mut groups = Groups::new(labels.len());
    for border in borders.iter().filter(|border| !odd.contains(border)) {
        let [a, b] = border.cells;
        if labels[a] == labels[b] {
            groups.join(a, b);
        }
    }
    groups.labels()
}

/// Whether two pieces of different regions have no walls between them: all of the borders that they
/// share, and at least two, are odd. A hovered cell and two twins elsewhere make such a partition. Where
/// a region is in several pieces, as twins are then, one border is enough.
fn has_open_pair(borders: &[Border], labels: &[usize], odd: &[&Border]) -> bool {
    let pieces = pieces(borders, labels, &[]);
    let is_in_pieces = pieces.iter().max() > labels.iter().max();
    // Of each two pieces, the borders that are odd, and those that are not.
    let mut shared: HashMap<[usize; 2], [usize; 2]> = HashMap::new();
    for border in borders {
        let [a, b] = border.cells.map(|cell| pieces[cell]);
        if a != b {
            let is_odd = odd.contains(&border);
            shared.entry([a.min(b), a.max(b)]).or_default()[usize::from(!is_odd)] += 1;
        }
    }
    let least = if is_in_pieces { 1 } else { 2 };
    shared.values().any(|&[odd, others]| others == 0 && odd >= least)
}

/// Whether the lines show just the partition that the colours make: there are walls between all of its
/// regions and none inside of them.
pub(super) fn is_confirmed(borders: &[Border], labels: &[usize]) -> bool {
    let by_lines = |shade| odd_borders(borders, labels, shade).is_some_and(|odd| odd.is_empty());
    !has_bare_region(borders, labels) && [0, 1].into_iter().any(by_lines)
}

/// The borders that are drawn like the others are where the partition has it the other way, by their
/// darker or lighter lines; `None` if these tell nothing. A foot or a light that each cell has on one of its
/// sides makes two kinds of lines out of one: then those in each direction are held against each other alone.
fn odd_borders<'a>(
    borders: &'a [Border],
    labels: &[usize],
    shade: usize,
) -> Option<Vec<&'a Border>> {
    let (upright, level): (Vec<&Border>, Vec<&Border>) =
        borders.iter().partition(|border| border.is_upright());
    if are_rounded(borders, labels.len().isqrt(), shade) {
        return None;
    }
    let is_between = |border: &Border| labels[border.cells[0]] != labels[border.cells[1]];
    let differ = |between: bool| {
        let [a, b] = [&upright, &level].map(|these| {
            let these = these.iter().filter(|border| is_between(border) == between);
            Kind::learn(these.map(|border| border.shades[shade]))
        });
        a.zip(b).is_some_and(|(a, b)| a.differs_from(&b))
    };
    if differ(true) || differ(false) {
        let [a, b] = [upright, level].map(|these| odd_among(these, shade, is_between));
        return Some([a?, b?].concat());
    }
    odd_among(borders.iter().collect(), shade, is_between)
}

/// The same of some borders, but for those of cells on which such lines would not show: a white gap between white cells.
/// One opaque line shows less on dark cells than on light ones: where all are equally wide, they are of one kind.
fn odd_among(
    mut borders: Vec<&Border>,
    shade: usize,
    is_between: impl Fn(&Border) -> bool,
) -> Option<Vec<&Border>> {
    borders.retain(|border| border.widths[shade].is_some() || border.shades[shade] > NO_INK);
    let of = |between: bool| {
        let these = borders.iter().filter(|border| is_between(border) == between);
        Kind::learn(these.map(|border| border.shades[shade]))
    };
    let (thin, wall) = of(false).zip(of(true))?;
    let widths = borders.iter().filter_map(|border| border.widths[shade]);
    // By all of their colour, where none is of the other shade.
    let is_other = |border: &&&Border| border.shades[1 - shade] > NO_INK;
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
    Some(borders.into_iter().filter(is_odd).collect())
}

/// Whether there are at least so many lines, and all are equally wide but for one in twenty, which the
/// pointer or a mark touches.
fn is_one_kind(mut widths: Vec<f32>, least: usize) -> bool {
    let typical = median(&mut widths);
    let is_like = |width: &&f32| is_as_wide(**width, typical);
    widths.len() >= least && 20 * widths.iter().filter(is_like).count() >= 19 * widths.len()
}

fn is_as_wide(width: f32, typical: f32) -> bool {
    (width - typical).abs() <= NO_INK.max(typical * ONE_KIND)
}

/// Whether lines are equally wide from one side of the board to the other, and differ from others beside them, in both
/// directions: gaps of a pixel and a half are one pixel wide here and two there.
fn are_rounded(borders: &[Border], size: usize, shade: usize) -> bool {
    let mut lines: HashMap<Line, Vec<f32>> = HashMap::new();
    for border in borders {
        let width = border.widths[shade].unwrap_or_default();
        lines.entry(border.line(size)).or_default().push(width);
    }
    let typical: HashMap<Line, f32> =
        lines.iter_mut().map(|(line, widths)| (*line, median(widths))).collect();
    let is_like = |(line, widths): (&Line, &Vec<f32>)| {
        widths.iter().filter(|&&width| is_as_wide(width, typical[line])).count()
    };
    let differ = |is_upright: bool| {
        let widths = || typical.iter().filter(|(line, _)| line.0 == is_upright).map(|(_, it)| *it);
        widths().any(|width| widths().any(|other| !is_as_wide(other, width)))
    };
    20 * lines.iter().map(is_like).sum::<usize>() >= 19 * borders.len()
        && differ(true)
        && differ(false)
}

/// Whether lines are drawn inside of most regions, and hardly any inside of one where they would show,
/// or would show as well as those that are faint: a dialog may have a button.
fn has_bare_region(borders: &[Border], labels: &[usize]) -> bool {
    has_bare_one(borders, labels, |border| border.shows(SEEN))
        || has_bare_one(borders, labels, |border| border.shows(FAINT) && !border.shows(SEEN))
}

/// Whether one of the regions may be something that covers cells: lines are drawn inside of most others, and hardly any
/// in it, although they might be faint there.
pub(super) fn may_be_covered(borders: &[Border], labels: &[usize]) -> bool {
    has_bare_one(borders, labels, |border| border.shows(FAINT))
}

/// Whether lines are drawn inside of most regions, and hardly any inside of one, of the borders where lines are
/// `shown`.
fn has_bare_one(borders: &[Border], labels: &[usize], shown: impl Fn(&Border) -> bool) -> bool {
    let is_bare = |&&[drawn, missing]: &&[usize; 2]| missing >= MISSING.max(BARE * drawn);
    let inside = borders.iter().filter(|border| labels[border.cells[0]] == labels[border.cells[1]]);
    let drawn = inside.filter(|border| border.is_drawn());
    let typical = [0, 1]
        .map(|shade| median(&mut drawn.clone().map(|it| it.shades[shade]).collect::<Vec<_>>()));
    // Translucent lines may be there with next to no ink.
    let is_shaded = |border: &Border| {
        border
            .shades
            .iter()
            .zip(typical)
            .any(|(&seen, typical)| typical > 0.0 && 2.0 * seen >= typical)
    };
    // Of each region, the borders inside of it with a line, and those without.
    let mut inside: HashMap<usize, [usize; 2]> = HashMap::new();
    for border in borders.iter().filter(|border| shown(border)) {
        let [a, b] = border.cells.map(|cell| labels[cell]);
        if a == b {
            let is_drawn = border.is_drawn() || is_shaded(border);
            inside.entry(a).or_default()[usize::from(!is_drawn)] += 1;
        }
    }
    let (drawn, missing) = inside
        .values()
        .filter(|inside| !is_bare(inside))
        .fold((0, 0), |(a, b), [drawn, missing]| (a + drawn, b + missing));
    inside.values().any(|inside| is_bare(&inside)) && drawn >= BARE * missing.max(1)
}

/// Whether a whole outer row or column is of one region and without the lines that are drawn inside of
/// the others: that is the page, with its own colour between the tiles of a board too.
pub(super) fn has_bare_side(borders: &[Border], labels: &[usize]) -> bool {
    let size = labels.len().isqrt();
    let first_and_last = [0, size.saturating_sub(1)];
    let sides: [fn(usize, usize) -> usize; 2] =
        [|cell, size| cell / size, |cell, size| cell % size];
    sides.into_iter().flat_map(|line| first_and_last.map(|at| (line, at))).any(|(line, at)| {
        let is_on = |cell: usize| line(cell, size) == at;
        let count = |on_side: bool| {
            let these = borders.iter().filter(|border| {
                let [a, b] = border.cells;
                labels[a] == labels[b] && [a, b].iter().all(|&cell| is_on(cell) == on_side)
            });
            let drawn = these.clone().filter(|border| border.is_drawn()).count();
            [drawn, these.count() - drawn]
        };
        let ([none, missing], [drawn, bare]) = (count(true), count(false));
        none == 0 && missing + 1 == size && drawn >= BARE * bare.max(1)
    })
}

/// Whether the lines inside of regions are there in one direction and missing in the other: then the
/// lattice has more or fewer rows than the board, or columns.
pub(super) fn is_ruled_one_way(borders: &[Border], labels: &[usize]) -> bool {
    let ruled = |is_upright: bool| {
        let inside = borders.iter().filter(|border| {
            let [a, b] = border.cells;
            border.shows(SEEN) && labels[a] == labels[b] && border.is_upright() == is_upright
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

/// How many times more borders with a line than without it most regions have, or the other way round
/// what is no region. Chosen.
const BARE: usize = 4;

/// How far the widths of lines of one kind are from their median, as a part of it. Chosen.
const ONE_KIND: f32 = 0.25;

/// The least contrast of a line that would be seen, in levels of a channel. Chosen.
const SEEN: u8 = 40;

/// The least contrast of a line that is seen if others like it are, in levels of a channel. Chosen.
const FAINT: u8 = 20;

/// The least number of missing lines that something must cover: a mark or a pointer hides up to two. Chosen.
const MISSING: usize = 3;

/// The borders but for those of lines that are missing from one side of the board to the other, as browsers leave out
/// gaps of less than a pixel: what covers a part of such a line covers others across it.
pub(super) fn without_dropped_lines(borders: &[Border], size: usize) -> Vec<Border> {
    let is_dropped = |border: &Border| {
        let mut own = borders.iter().filter(|other| other.line(size) == border.line(size));
        own.all(|border| border.shows(SEEN) && !border.is_drawn())
    };
    borders.iter().filter(|border| !is_dropped(border)).copied().collect()
}

/// Whether lines are drawn between all cells but some, where they would show, or some cells have just
/// the colour of the lines, and no frames: no region has, as it would not be seen. Where a partition is known and
/// hardly any line is drawn inside of its regions, only those between them can be missing: thin lines
/// may be too faint.
pub(super) fn is_covered(borders: &[Border], labels: Option<&[usize]>) -> bool {
    let shown = || borders.iter().filter(|border| border.shows(SEEN));
    // The strongest line may be what covers the board.
    let strength = |border: &Border| border.shades.into_iter().fold(border.ink, f32::max);
    let typical = median(&mut shown().map(strength).collect::<Vec<_>>());
    let is_inside = |border: &&Border| {
        labels.is_some_and(|labels| labels[border.cells[0]] == labels[border.cells[1]])
    };
    let inside = shown().filter(is_inside).count();
    let missing = shown().filter(|border| !border.is_drawn()).count();
    let missing_inside = shown().filter(is_inside).filter(|border| !border.is_drawn()).count();
    let is_ruled = missing_inside < BARE * (inside - missing_inside);
    let missing = if is_ruled { missing } else { missing - missing_inside };
    let is_hidden = |border: &&Border| {
        !border.is_drawn() && border.contrast.iter().all(|&contrast| contrast <= HIDDEN)
    };
    let hidden = borders.iter().filter(is_hidden).count();
    typical >= 4.0 * NO_INK
        && (hidden >= MISSING || missing >= MISSING && 5 * missing <= 2 * borders.len())
}

/// Whether something that covers a part of a board ends on it: the lines between the cells of one row, or of
/// one column, are cut short at the same end.
pub(super) fn is_cut_short(borders: &[Border], size: usize) -> bool {
    let mut cut: HashMap<(bool, usize, usize), usize> = HashMap::new();
    for border in borders.iter().filter(|border| border.shows(SEEN)) {
        let (is_upright, first) = (border.is_upright(), border.cells[0]);
        let line = if is_upright { first / size } else { first % size };
        if let Some(end) = border.cut_short {
            *cut.entry((is_upright, line, end)).or_default() += 1;
        }
    }
    cut.into_values().any(|count| count >= MISSING)
}

/// Whether one of these cells hangs on its region by borders without a line alone, where nearly all other
/// borders have one: it is covered, and its lines with it.
pub(super) fn hangs_on_missing_lines(
    borders: &[Border],
    labels: &[usize],
    mut cells: impl Iterator<Item = usize>,
) -> bool {
    let missing = borders.iter().filter(|border| !border.is_drawn()).count();
    let is_ruled = RULED * missing <= borders.len();
    is_ruled
        && cells.any(|cell| {
            let mut inside = borders.iter().filter(|border| {
                border.cells.contains(&cell)
                    && border.cells.iter().all(|&at| labels[at] == labels[cell])
            });
            inside.clone().count() > 0 && inside.all(|border| !border.is_drawn())
        })
}

/// Of how many borders one may lack its line where there are lines between all cells. Chosen.
const RULED: usize = 20;

/// The most contrast of a line on its own colour, in levels of a channel: rounding and mild JPEG.
const HIDDEN: u8 = 3;

/// How lines of one kind are drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    median: f32,
    /// The median distance from the median.
    spread: f32,
}

impl Kind {
    /// `None` if there are too few.
    pub(super) fn learn(shades: impl Iterator<Item = f32>) -> Option<Self> {
        let mut shades: Vec<f32> = shades.collect();
        if shades.len() < 6 {
            return None;
        }
        let middle = median(&mut shades);
        let mut off: Vec<f32> = shades.iter().map(|shade| (shade - middle).abs()).collect();
        Some(Self { median: middle, spread: median(&mut off).max(NO_INK) })
    }

    /// Whether the two do not overlap.
    pub(super) fn differs_from(&self, other: &Self) -> bool {
        (self.median - other.median).abs() >= APART * (self.spread + other.spread)
    }

    /// How far from the median a line is, in spreads.
    pub(super) fn distance(&self, shade: f32) -> f32 {
        (shade - self.median).abs() / self.spread
    }
}

/// How far two kinds of lines are apart at least, in the sum of their spreads. Chosen.
const APART: f32 = 2.0;

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Three columns of a board of six rows, each two cells wide.
    pub(in super::super) fn columns() -> Vec<usize> {
        (0..36).map(|cell| cell % 6 / 2).collect()
    }

    /// The borders of a square board, with the ink that `ink` gives for two cells.
    pub(in super::super) fn borders(size: usize, ink: impl Fn(usize, usize) -> f32) -> Vec<Border> {
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
                    is_faint: false,
                    cut_short: None,
                    widths: [Some(ink), None],
                    contrast: [200; 2],
                    if_translucent: [200; 2],
                }
            })
            .collect()
    }

    /// Borders with dark walls between the labels and light lines elsewhere, of one strength.
    pub(in super::super) fn two_shades(labels: &[usize]) -> Vec<Border> {
        let mut borders = borders(6, |_, _| 0.04);
        for border in &mut borders {
            let [a, b] = border.cells;
            border.shades = if labels[a] == labels[b] { [0.0, 0.04] } else { [0.04, 0.0] };
            border.widths = border.shades.map(Some);
        }
        borders
    }

    #[test]
    fn lines_that_are_cut_short_along_one_row_are_covered_and_others_are_not() {
        let cut = |cells: &[(usize, usize)]| {
            let mut borders = borders(6, |_, _| 0.04);
            for border in &mut borders {
                let cut = cells.iter().find(|(cell, _)| border.cells == [*cell, cell + 1]);
                border.cut_short = cut.map(|(_, end)| *end);
            }
            is_cut_short(&borders, 6)
        };
        assert!(cut(&[(30, 0), (31, 0), (33, 0)]));
        assert!(!cut(&[(30, 0), (31, 0)]), "a pointer");
        assert!(!cut(&[(30, 0), (31, 1), (33, 0)]), "at both ends");
        assert!(!cut(&[(30, 0), (24, 0), (18, 0)]), "in three rows");
    }

    #[test]
    fn a_cell_hangs_on_missing_lines_where_all_others_are_drawn() {
        let labels = columns();
        let hangs = |missing: &[[usize; 2]]| {
            let borders = borders(6, |a, b| if missing.contains(&[a, b]) { 0.0 } else { 0.04 });
            hangs_on_missing_lines(&borders, &labels, [35].into_iter())
        };
        assert!(hangs(&[[34, 35], [29, 35]]));
        assert!(!hangs(&[[34, 35]]), "one of its lines is there");
        let in_every_row: Vec<[usize; 2]> =
            (0..36).step_by(2).map(|cell| [cell, cell + 1]).collect();
        assert!(!hangs(&[in_every_row, vec![[29, 35]]].concat()), "most lines are not drawn");
    }

    #[test]
    fn lines_that_are_wide_from_one_side_to_the_other_are_no_walls() {
        // Two regions above two others, and the line between the upper ones is not that between the lower ones.
        let labels: Vec<usize> = (0..36)
            .map(|cell| match (cell / 6, cell % 6) {
                (0..3, col) => usize::from(col >= 3),
                (_, col) => 2 + usize::from(col >= 2),
            })
            .collect();
        let is_wide = |a: usize, b: usize| {
            if b == a + 1 { [1, 2].contains(&(a % 6)) } else { a / 6 == 2 }
        };
        let rounded = borders(6, |a, b| if is_wide(a, b) { 0.04 } else { 0.02 });
        assert!(!is_contradicted(&rounded, &labels));
        // Where some are thin for a while, the wide ones are walls.
        let thin = [[1, 2], [7, 8], [13, 14], [12, 18]];
        let is_wall = |a: usize, b: usize| is_wide(a, b) && !thin.contains(&[a, b]);
        let walled = borders(6, |a, b| if is_wall(a, b) { 0.04 } else { 0.02 });
        assert!(is_contradicted(&walled, &labels));
    }

    #[test]
    fn colours_that_go_against_the_lines_are_contradicted() {
        let labels = columns();
        let drawn = two_shades(&labels);
        assert!(!is_contradicted(&drawn, &labels));
        // A covered corner has a colour of its own, and no walls around it.
        let covered: Vec<usize> =
            (0..36).map(|cell| if cell % 6 < 4 && cell < 24 { labels[cell] } else { 3 }).collect();
        assert!(is_contradicted(&drawn, &covered));
        // Lines of one kind, as between tiles, say nothing.
        let plain = borders(6, |_, _| 0.1);
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
    fn pieces_with_no_wall_between_them_are_a_contradiction() {
        // Two cells in the upper left corner, and three columns.
        let truth: Vec<usize> =
            columns().into_iter().enumerate().map(|(k, of)| if k < 2 { 3 } else { of }).collect();
        let drawn =
            |truth: &[usize]| borders(6, |a, b| if truth[a] == truth[b] { 0.02 } else { 0.06 });
        let with = |labels: &[usize], changes: &[(usize, usize)]| {
            let mut changed = labels.to_vec();
            changes.iter().for_each(|&(cell, label)| changed[cell] = label);
            changed
        };
        // A hovered cell, with two and with one neighbour of its own region.
        assert!(is_contradicted(&drawn(&columns()), &with(&columns(), &[(0, 3)])));
        let end = with(&truth, &[(0, 4)]);
        assert!(!is_contradicted(&drawn(&truth), &end));
        // The same where two regions are one as well.
        assert!(is_contradicted(&drawn(&truth), &with(&truth, &[(1, 2)])));
        assert!(!is_contradicted(&drawn(&truth), &with(&truth, &[(0, 2), (1, 2)])));
    }

    #[test]
    fn opaque_lines_that_show_less_on_dark_cells_are_no_contradiction() {
        let labels = columns();
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
    fn a_gap_that_does_not_show_between_cells_of_its_own_colour_is_no_contradiction() {
        // Tiles with dark edges and a light gap between them, and a region of three columns as light as the gap.
        let labels: Vec<usize> = (0..36).map(|cell: usize| (cell % 6).saturating_sub(2)).collect();
        let is_light = |cell: usize| labels[cell] == 0;
        let drawn = |gap: f32, width: Option<f32>| {
            let mut drawn = borders(6, |_, _| 0.05);
            for border in &mut drawn {
                let shows = !border.cells.iter().any(|&cell| is_light(cell));
                border.shades[1] = if shows { 0.05 } else { gap };
                border.widths[1] = if shows { Some(0.05) } else { width };
            }
            drawn
        };
        assert!(!is_contradicted(&drawn(0.0, None), &labels));
        assert!(is_contradicted(&drawn(0.0, Some(0.0)), &labels), "where it would show");
    }

    #[test]
    fn a_region_without_the_lines_that_all_others_have_is_something_else() {
        let labels = columns();
        let without = |bare: &dyn Fn(usize) -> bool| {
            borders(6, |a, b| if bare(labels[a]) && labels[a] == labels[b] { 0.0 } else { 0.05 })
        };
        assert!(has_bare_region(&without(&|label| label == 1), &labels));
        assert!(!has_bare_region(&without(&|_| false), &labels));
        assert!(!has_bare_region(&without(&|_| true), &labels), "no region has lines inside");
        // A translucent line is a shade of its cells, and has less ink where an opaque one would show.
        let shaded = |shade: f32| {
            let mut borders = without(&|label| label == 1);
            for border in &mut borders {
                border.shades[0] = if border.is_drawn() { 0.002 } else { shade };
            }
            borders
        };
        assert!(!has_bare_region(&shaded(0.0015), &labels));
        assert!(has_bare_region(&shaded(0.0005), &labels));
        // Of a dialog, some have its button's edges.
        let button = |lines: usize| {
            let mut borders = without(&|label| label == 1);
            let inside = |border: &&mut Border| border.cells.iter().all(|&cell| labels[cell] == 1);
            borders.iter_mut().filter(inside).take(lines).for_each(|border| border.ink = 0.05);
            has_bare_region(&borders, &labels)
        };
        assert_eq!([button(3), button(4)], [true, false]);
        // Where they would not show, nothing is missing, unless those of others do.
        let unseen = |is_faint: &dyn Fn(usize) -> bool, contrast: u8| {
            let mut borders = without(&|label| label == 1);
            let faint = borders.iter_mut().filter(|border| is_faint(labels[border.cells[0]]));
            faint.for_each(|border| border.contrast[0] = contrast);
            has_bare_region(&borders, &labels)
        };
        assert!(!unseen(&|label| label == 1, SEEN - 1), "no other one is as faint");
        assert!(unseen(&|label| label < 3, SEEN - 1));
        assert!(!unseen(&|_| true, FAINT - 1));
    }

    #[test]
    fn a_side_without_the_lines_that_all_others_have_is_the_page() {
        for side in [0, 5] {
            let is_on =
                |cell: usize, is_row: bool| side == if is_row { cell / 6 } else { cell % 6 };
            for is_row in [true, false] {
                let labels: Vec<usize> = (0..36)
                    .map(|cell| if is_on(cell, is_row) { 9 } else { cell % 3 / 2 })
                    .collect();
                let bare = |a: usize, b: usize| is_on(a, is_row) && is_on(b, is_row);
                let drawn = borders(6, |a, b| if bare(a, b) { 0.0 } else { 0.05 });
                assert!(has_bare_side(&drawn, &labels), "{side} {is_row}");
                assert!(!has_bare_side(&borders(6, |_, _| 0.05), &labels), "all lines are there");
                assert!(!has_bare_side(&borders(6, |_, _| 0.0), &labels), "none is");
                // Of two regions, it is no page.
                let mut two = labels.clone();
                two[if is_row { 6 * side } else { side }] = 1;
                assert!(!has_bare_side(&drawn, &two), "{side} {is_row}");
            }
        }
    }

    #[test]
    fn lines_in_one_direction_alone_do_not_fit_the_cells_and_blur_is_no_line() {
        let labels = columns();
        let ruled = |ink: f32| borders(6, |a, b| if b == a + 1 { 0.0 } else { ink });
        assert!(is_ruled_one_way(&ruled(0.02), &labels));
        assert!(!is_ruled_one_way(&ruled(1.5 * NO_INK), &labels));
        assert!(!is_ruled_one_way(&borders(6, |_, _| 0.02), &labels));
    }

    #[test]
    fn cells_of_the_colour_of_the_lines_are_covered() {
        let drawn = borders(6, |_, _| 0.05);
        let hidden = |count: usize, contrast: [u8; 2], ink: f32| {
            let mut hidden = drawn.clone();
            for border in hidden.iter_mut().take(count) {
                (border.contrast, border.ink, border.shades) = (contrast, ink, [0.0; 2]);
            }
            is_covered(&hidden, None)
        };
        assert!(hidden(MISSING, [0; 2], 0.0));
        assert!(!hidden(MISSING - 1, [0; 2], 0.0));
        assert!(!hidden(MISSING, [200, 0], 0.0), "a queen of that colour touches one side only");
        assert!(!hidden(MISSING, [0; 2], 0.05), "cells with frames of their own are to be seen");
        // The edges of what covers the board have more ink than its own lines, which are dark.
        let mut dark = borders(6, |_, _| 0.012);
        for border in dark.iter_mut().take(MISSING) {
            (border.contrast, border.ink, border.shades) = ([0; 2], 0.0, [0.0; 2]);
        }
        let with_shade = |shade: f32| {
            let mut dark = dark.clone();
            dark.iter_mut().skip(MISSING).for_each(|border| border.shades = [shade, 0.0]);
            is_covered(&dark, None)
        };
        assert!(with_shade(0.019) && !with_shade(0.012));
    }

    #[test]
    fn missing_lines_are_covered_ones_where_they_would_show() {
        let drawn = borders(6, |_, _| 0.05);
        assert!(!is_covered(&drawn, None));
        let mut covered = drawn.clone();
        for border in covered.iter_mut().filter(|border| border.cells[0] % 6 < 2) {
            (border.ink, border.shades) = (0.0, [0.0; 2]);
        }
        assert!(is_covered(&covered, None));
        // A light line on light cells has no ink to speak of where walls are dark.
        let mut light = covered.clone();
        light.iter_mut().for_each(|border| border.shades[1] = 0.016);
        assert!(!is_covered(&light, None));
        // Two are hidden by a pointer; and on cells of the lines' own colour none would show.
        let mut pointed = drawn;
        for border in pointed.iter_mut().take(2) {
            (border.ink, border.shades) = (0.0, [0.0; 2]);
        }
        assert!(!is_covered(&pointed, None));
        covered.iter_mut().for_each(|border| border.contrast = [SEEN - 1; 2]);
        assert!(!is_covered(&covered, None));
    }

    #[test]
    fn lines_that_are_nowhere_inside_of_a_region_are_too_faint_and_not_covered() {
        // Dominoes: most borders are walls.
        let labels: Vec<usize> = (0..36).map(|cell| cell / 2).collect();
        let ruled = |ink: f32| borders(6, |a, b| if labels[a] == labels[b] { ink } else { 0.05 });
        let faint = ruled(0.0);
        assert!(is_covered(&faint, None) && !is_covered(&faint, Some(&labels)));
        let cover = |mut borders: Vec<Border>, is_under: &dyn Fn([usize; 2]) -> bool| {
            for border in borders.iter_mut().filter(|border| is_under(border.cells)) {
                (border.ink, border.shades) = (0.0, [0.0; 2]);
            }
            is_covered(&borders, Some(&labels))
        };
        assert!(cover(ruled(0.02), &|[a, b]| a < 12 && labels[a] == labels[b]));
        assert!(cover(ruled(0.0), &|[a, b]| a < 6 && labels[a] != labels[b]), "walls are missing");
    }
}
