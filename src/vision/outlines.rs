//! Lattices of boards whose cells run together: with lines between regions only, or none at all.
//!
//! There a region is one flat area, and no single cell can be seen. But the areas fill a square
//! without large gaps, and their upright edges stand at equal distances, in one of a few ways to
//! divide the square.

use super::groups::Groups;
use super::lines::{Lines, MAX_LINE};
use super::locate::{Grid, MIN_PITCH};
use super::search::TOLERANCES;
use super::tiles::{Areas, MIN_SIDE, Run, STRIDE, Tile, flat_areas};
use crate::geometry::{FramePoint, FrameRect, FrameVector};
use image::RgbaImage;
use std::collections::HashMap;

/// The fewest and the most rows that a square is divided into.
pub(super) const ROWS: std::ops::RangeInclusive<usize> = 4..=20;

/// The side of the smallest board, in pixels.
const LEAST_SIDE: f64 = MIN_PITCH * *ROWS.start() as f64;

/// The shortest upright edge that counts, in pixels: strokes of letters and marks are shorter, or
/// lean.
const MIN_EDGE: u32 = MIN_SIDE as u32;

/// How much of its box a region fills at least. Chosen: one that winds through the whole board
/// fills a tenth.
const MIN_FILL: f64 = 0.1;

/// The widest lines of a board that are tried, in pixels: its edge may stand as near to another
/// window as a wide line would be wide.
const WIDEST_LINES: [f64; 4] = [4.0, 8.0, 14.0, 24.0];

/// How far a square's sides may differ, as a part of them: pictures are stretched by up to 5 %.
const MAX_STRETCH: f64 = 0.12;

/// The shortest edge that tells of a lattice, as a part of its pitch: marks have shorter ones, and the
/// sides of single cells on a lattice of half the rows longer ones. Chosen.
const LONG: f64 = 0.45;

/// The least part of these edges that must stand on the lattice's lines, beyond those that
/// would by chance. Chosen: half of them do on a lattice of half the rows.
const ON_LINES: f64 = 0.75;

/// The least extent of the areas on both sides of such an edge, as a part of the pitch: marks are smaller
/// than that, and no region is, nor what parts a region from itself unless it is a line. Chosen: the glyphs
/// of queens are up to 0.76 of a cell wide, and lines leave at least 0.8 of it.
const NO_MARK: f64 = 0.78;

/// An upright edge: a column where flat areas begin or end in rows one below the other.
struct Edge {
    x: f64,
    top: u32,
    bottom: u32,
    beside: Beside,
    /// Of the parts in which that is about as large, the last one and the longest one before it.
    last: Part,
    longest: Option<Part>,
}

impl Edge {
    const fn begin(x: f64, row: u32, beside: Beside) -> Self {
        let last = Part { rows: 1, beside };
        Self { x, top: row, bottom: row, beside, last, longest: None }
    }

    /// The edge with one more row, which begins or ends at `x`.
    fn with(self, x: f64, row: u32, beside: Beside) -> Self {
        let whole = Self { x, bottom: row, beside: self.beside.with(beside), ..self };
        if self.last.beside.is_about(beside) {
            let last = Part { rows: self.last.rows + 1, beside: self.last.beside.with(beside) };
            return Self { last, ..whole };
        }
        Self { last: Part { rows: 1, beside }, longest: Some(self.longest()), ..whole }
    }

    fn longest(&self) -> Part {
        self.longest.filter(|longest| longest.rows > self.last.rows).unwrap_or(self.last)
    }

    /// How far it is from `start`, and how long.
    fn stretch(&self, start: f64, length: u32) -> Stretch {
        let beside = [self.beside, self.longest().beside];
        Stretch { at: self.x - start, length: f64::from(length), beside }
    }
}

/// A part of an edge.
#[derive(Clone, Copy)]
struct Part {
    /// How many rows are looked at.
    rows: u32,
    beside: Beside,
}

/// What is on both sides of an edge, in pixels.
#[derive(Clone, Copy, PartialEq)]
struct Beside {
    /// The least extent of the areas that begin or end there, in any row.
    extent: u32,
    /// The most in any row that parts an area from itself, if that is what the edge is of, or else `u32::MAX`.
    gap: u32,
}

impl Beside {
    /// What is beside an edge that goes on with another one.
    fn with(self, other: Self) -> Self {
        Self { extent: self.extent.min(other.extent), gap: self.gap.max(other.gap) }
    }

    /// Whether the smaller areas are half as large as those beside another part of an edge, or up to twice. Chosen:
    /// gaps at the corners of cells are far smaller than cells.
    fn is_about(self, other: Self) -> bool {
        let (least, most) = (self.extent.min(other.extent), self.extent.max(other.extent));
        2 * u64::from(least) >= u64::from(most)
    }

    /// Whether it is a mark, or stands beside one, on a lattice of this pitch.
    fn is_mark(self, pitch: f64) -> bool {
        f64::from(self.extent) < NO_MARK * pitch
            || (MAX_LINE * pitch..NO_MARK * pitch).contains(&f64::from(self.gap))
    }
}

/// A stretch of an edge in a square.
struct Stretch {
    /// How far it is from the square's left side, or from its top.
    at: f64,
    length: f64,
    /// What is beside all of it, and beside its longest part.
    beside: [Beside; 2],
}

impl Stretch {
    /// Whether it is of a mark: where only a part of it is, as where rounded corners leave a gap between cells, it is
    /// none.
    fn is_of_mark(&self, pitch: f64) -> bool {
        self.beside.iter().all(|beside| beside.is_mark(pitch))
    }
}

/// The lattices that the outlines of the areas make, the largest first; and those of squares that are seen
/// by their left and right sides alone, since what lies around the board has areas as large as its own.
pub(super) fn grids(areas: &Areas) -> [Vec<Grid>; 2] {
    let edges = upright_edges(areas);
    let filled = filled_squares(areas);
    let is_known = |square: &Tile| filled.iter().any(|other| is_about(other, square));
    let mut between = squares_between(&edges);
    between.retain(|square| !is_known(square));
    [filled, between].map(|mut squares| {
        squares.sort_by_key(|square| {
            std::cmp::Reverse(square.width() as u64 * square.height() as u64)
        });
        squares.iter().flat_map(|square| divide(square, &edges)).collect()
    })
}

/// The squares between two upright edges of one height.
fn squares_between(edges: &[Edge]) -> Vec<Tile> {
    let height = |edge: &Edge| f64::from(edge.bottom - edge.top + STRIDE);
    let mut sides: Vec<&Edge> = edges.iter().filter(|edge| height(edge) >= LEAST_SIDE).collect();
    sides.sort_by_key(|edge| edge.top);
    let mut squares: Vec<Tile> = Vec::new();
    for (index, side) in sides.iter().enumerate() {
        let is_level = |other: &&&Edge| other.top - side.top <= SLACK;
        for other in sides[index + 1..].iter().take_while(is_level) {
            let square = Tile {
                left: side.x.min(other.x) as u32,
                top: side.top,
                right: side.x.max(other.x) as u32,
                bottom: side.bottom.max(other.bottom) + STRIDE,
                area: 0,
            };
            if side.bottom.abs_diff(other.bottom) <= SLACK
                && is_square(&square)
                && !squares.iter().any(|known| is_about(known, &square))
            {
                squares.push(square);
            }
        }
    }
    squares
}

/// How far the ends of a square's two sides are apart at most, in pixels: of each, one of [`STRIDE`] rows is
/// looked at.
const SLACK: u32 = 2 * STRIDE;

/// Whether two rectangles are the same but for the rows that are not looked at.
fn is_about(a: &Tile, b: &Tile) -> bool {
    [(a.left, b.left), (a.top, b.top), (a.right, b.right), (a.bottom, b.bottom)]
        .iter()
        .all(|(a, b)| a.abs_diff(*b) <= STRIDE)
}

/// Whether a box is large enough for a board, and about as wide as it is high.
fn is_square(square: &Tile) -> bool {
    let (width, height) = (square.width(), square.height() + f64::from(STRIDE - 1));
    (width - height).abs() <= MAX_STRETCH * width.max(height) + 2.0
        && width.min(height) >= LEAST_SIDE
}

/// The squares that areas fill without large gaps.
fn filled_squares(areas: &Areas) -> Vec<Tile> {
    let regions: Vec<u32> = (0..areas.boxes.len() as u32)
        .filter(|&area| may_be_region(&areas.boxes[area as usize]))
        .collect();
    // A title bar right above a board stands as near to its regions as they do to each other.
    let (bars, others): (Vec<u32>, Vec<u32>) =
        regions.iter().partition(|&&area| is_bar(&areas.boxes[area as usize]));
    let links = neighbours(areas);
    let mut squares: Vec<Tile> = Vec::new();
    let mut tried = 0;
    for widest in WIDEST_LINES {
        let links: Vec<_> =
            links.iter().filter(|link| link.gap <= widest).map(|link| link.areas).collect();
        if links.len() == tried {
            continue;
        }
        tried = links.len();
        find_squares(areas, &regions, &links, &mut squares);
        if !bars.is_empty() {
            find_squares(areas, &others, &links, &mut squares);
        }
    }
    squares
}

fn may_be_region(area: &Tile) -> bool {
    let (width, height) = (area.width(), area.height() + f64::from(STRIDE - 1));
    width.min(height) >= MIN_SIDE && f64::from(area.area) >= MIN_FILL * width * height
}

/// Whether an area is as flat as bars are, and as few regions.
fn is_bar(area: &Tile) -> bool {
    area.width() >= BAR * (area.height() + f64::from(STRIDE - 1))
}

/// The least width of a bar, in its heights. Chosen.
const BAR: f64 = 6.0;

/// Two areas with nothing but a line between them.
struct Link {
    /// The one with the lower index first.
    areas: (u32, u32),
    /// The mean width of the line, in pixels.
    gap: f64,
}

/// No area.
const NONE: u32 = u32::MAX;

/// The pairs of areas beside each other.
fn neighbours(areas: &Areas) -> Vec<Link> {
    let is_near = |a: u32, b: u32, gap: u32| {
        let side = |area: u32| {
            let area = &areas.boxes[area as usize];
            (area.right - area.left).min(area.bottom - area.top)
        };
        f64::from(gap) <= WIDEST_LINES[WIDEST_LINES.len() - 1]
            && f64::from(gap) <= MAX_LINE * f64::from(side(a).min(side(b))) + 2.0
    };
    let is_region = |run: &&Run| may_be_region(&areas.boxes[run.area as usize]);
    // The length of the line between two areas, and its own area.
    let mut shared: HashMap<(u32, u32), (u32, u32)> = HashMap::new();
    let mut note = |a: u32, b: u32, length: u32, gap: u32| {
        let (total, area) = shared.entry((a.min(b), a.max(b))).or_default();
        *total += length;
        *area += length * gap;
    };
    // The area that was last seen in every fourth column, and the row.
    let columns = areas.runs.iter().map(|run| run.right / 4 + 1).max().unwrap_or(0) as usize;
    let (mut last_area, mut last_row) = (vec![NONE; columns], vec![0; columns]);
    let mut left_of: Option<&Run> = None;
    for run in areas.runs.iter().filter(is_region) {
        if let Some(left) = left_of.filter(|left| left.row == run.row && left.area != run.area)
            && is_near(left.area, run.area, run.left - left.right)
        {
            note(left.area, run.area, STRIDE, run.left - left.right);
        }
        left_of = Some(run);
        let columns = run.left.div_ceil(4) as usize..(run.right / 4) as usize;
        let (Some(above), Some(rows)) =
            (last_area.get_mut(columns.clone()), last_row.get_mut(columns))
        else {
            continue;
        };
        // Nearly always, the area goes on.
        if above.iter().filter(|area| **area != run.area).count() > 0 {
            for (above, row) in above.iter_mut().zip(&*rows) {
                let gap = (run.row - row).saturating_sub(STRIDE);
                if *above != run.area && *above != NONE && is_near(*above, run.area, gap) {
                    note(*above, run.area, 4, gap);
                }
                *above = run.area;
            }
        }
        rows.fill(run.row);
    }
    let mut links: Vec<Link> = shared
        .into_iter()
        .filter(|(_, (length, _))| *length >= MIN_EDGE)
        .map(|(areas, (length, area))| Link { areas, gap: f64::from(area) / f64::from(length) })
        .collect();
    links.sort_unstable_by_key(|link| link.areas);
    links
}

/// Adds the bounding boxes of areas that hang together, as far as they are squares: of all areas, and of
/// those that are left when the ones with the largest boxes, such as the page around the board, are
/// taken away one by one.
fn find_squares(areas: &Areas, regions: &[u32], links: &[(u32, u32)], squares: &mut Vec<Tile>) {
    let mut regions = regions.to_vec();
    let size = |area: u32| {
        let area = &areas.boxes[area as usize];
        u64::from(area.right - area.left) * u64::from(area.bottom - area.top)
    };
    let mut is_linked = vec![false; areas.boxes.len()];
    for &(a, b) in links {
        (is_linked[a as usize], is_linked[b as usize]) = (true, true);
    }
    regions.retain(|&area| is_linked[area as usize]);
    regions.sort_by_key(|&area| size(area));
    let mut rank = vec![usize::MAX; areas.boxes.len()];
    for (position, &area) in regions.iter().enumerate() {
        rank[area as usize] = position;
    }
    // Areas join from the smallest to the largest: after each, the group that it joins is one of
    // those that are left when all larger ones are taken away.
    let mut groups = Groups::new(regions.len());
    let mut group: Vec<(Tile, u32)> =
        regions.iter().map(|&area| (areas.boxes[area as usize], 1)).collect();
    let mut links_of: Vec<Vec<usize>> = vec![Vec::new(); regions.len()];
    for &(a, b) in links {
        let (a, b) = (rank[a as usize], rank[b as usize]);
        if a.max(b) == usize::MAX {
            continue;
        }
        links_of[a.max(b)].push(a.min(b));
    }
    for position in 0..regions.len() {
        for &smaller in &links_of[position] {
            let (a, b) = (groups.root(smaller), groups.root(position));
            if groups.join(a, b) {
                let joined = (union(&group[a].0, &group[b].0), group[a].1 + group[b].1);
                group[groups.root(a)] = joined;
            }
        }
        let (tile, count) = group[groups.root(position)];
        // Areas within the box of a group change nothing about it.
        let is_known = || squares.iter().any(|square| Tile { area: tile.area, ..*square } == tile);
        if count >= *ROWS.start() as u32 && is_square(&tile) && !is_known() {
            squares.push(tile);
        }
    }
}

fn union(a: &Tile, b: &Tile) -> Tile {
    Tile {
        left: a.left.min(b.left),
        top: a.top.min(b.top),
        right: a.right.max(b.right),
        bottom: a.bottom.max(b.bottom),
        area: a.area + b.area,
    }
}

/// The columns where runs begin or end, in rows one below the other.
fn upright_edges(areas: &Areas) -> Vec<Edge> {
    let mut edges = Vec::new();
    let is_long = |edge: &Edge| edge.bottom - edge.top + STRIDE >= MIN_EDGE;
    // The longer side of each area; none of those so thin that they are pieces of lines or of marks.
    let extents: Vec<Option<u32>> = areas
        .boxes
        .iter()
        .map(|area| [area.right - area.left, area.bottom - area.top + STRIDE - 1])
        .map(|[a, b]| (a.min(b) >= MIN_EDGE).then_some(a.max(b)))
        .collect();
    let beside = |left: Option<(&Run, u32)>, right: Option<(&Run, u32)>| Beside {
        extent: [left, right]
            .into_iter()
            .flatten()
            .map(|(_, extent)| extent)
            .min()
            .unwrap_or(u32::MAX),
        gap: left
            .zip(right)
            .filter(|((left, _), (right, _))| left.area == right.area)
            .map_or(u32::MAX, |((left, _), (right, _))| right.left - left.right),
    };
    // Edges that may go on, by their column, and those that do, in order.
    let (mut open, mut going_on): (Vec<Edge>, Vec<Edge>) = (Vec::new(), Vec::new());
    let mut ends: Vec<(u32, Beside)> = Vec::new();
    for row in areas.runs.chunk_by(|a, b| a.row == b.row) {
        ends.clear();
        let mut wide =
            row.iter().filter_map(|run| Some((run, extents[run.area as usize]?))).peekable();
        let mut before = None;
        for run in row {
            let own = wide.next_if(|(next, _)| std::ptr::eq(*next, run));
            let after = wide.peek().copied();
            let (to_left, to_right) =
                (beside(before, own.or(after)), beside(own.or(before), after));
            ends.extend([(run.left, to_left), (run.right, to_right)]);
            before = own.or(before);
        }
        ends.dedup();
        let here = row.first().map_or(0, |run| run.row);
        let mut old = open.drain(..).peekable();
        for &(x, beside) in &ends {
            let x = f64::from(x);
            while old.peek().is_some_and(|edge| edge.x < x - 1.0) {
                edges.extend(old.next().filter(is_long));
            }
            let is_same = |edge: &Edge| edge.x <= x + 1.0 && here - edge.bottom <= STRIDE;
            let edge = old.next_if(is_same).map(|edge| edge.with(x, here, beside));
            going_on.push(edge.unwrap_or_else(|| Edge::begin(x, here, beside)));
        }
        edges.extend(old.filter(is_long));
        std::mem::swap(&mut open, &mut going_on);
    }
    edges.extend(open.into_iter().filter(is_long));
    edges
}

/// How far an edge stands from where the line's would, as a part of the pitch. Chosen.
const REACH: f64 = 0.08;

/// The most ways to divide a square that are tried. What fits one fits twice as many rows too, but a
/// board whose regions all begin in every other row shows no difference.
const DIVISIONS: usize = 2;

/// The lattices with the fewest rows whose lines the edges in a square stand on.
fn divide(square: &Tile, edges: &[Edge]) -> Vec<Grid> {
    let (left, width) = (f64::from(square.left), square.width());
    let (top, height) = (f64::from(square.top), square.height());
    let upright: Vec<Stretch> = edges
        .iter()
        .filter(|edge| {
            edge.bottom >= square.top
                && edge.top < square.bottom
                && (left..left + width).contains(&edge.x)
        })
        .map(|edge| {
            let rows = edge.bottom.min(square.bottom) - edge.top.max(square.top) + STRIDE;
            edge.stretch(left, rows)
        })
        .collect();
    let lattice = |rows: usize| {
        let lines = lines_of(&upright, width, rows)?;
        Some(Grid {
            origin: FramePoint::new(left, top) + FrameVector::splat(lines.origin),
            pitch: FrameVector::new(lines.pitch, lines.pitch + (height - width) / rows as f64),
            columns: rows,
            rows,
            has_cells: false,
        })
    };
    ROWS.take_while(|&rows| width / rows as f64 >= MIN_PITCH)
        .filter_map(lattice)
        .take(DIVISIONS)
        .collect()
}

/// A lattice of these with its rows on the level edges in it, if these stand on any: so far they are as
/// near to its square's sides as its columns are. It takes a while, and few lattices are read.
pub(super) fn on_level_edges(pixels: &RgbaImage, grid: &Grid) -> Option<Grid> {
    let square = grid.rect().round();
    let (top, height) = (square.min.y, square.height());
    let lines =
        |&tolerance: &u8| lines_of(&level_edges(pixels, tolerance, &square), height, grid.rows);
    TOLERANCES.iter().find_map(lines).map(|lines| Grid {
        origin: FramePoint::new(grid.origin.x, top + lines.origin),
        pitch: FrameVector::new(grid.pitch.x, lines.pitch),
        ..grid.clone()
    })
}

/// The level edges in a part of a picture: the upright ones of that part on its side.
fn level_edges(pixels: &RgbaImage, tolerance: u8, part: &FrameRect) -> Vec<Stretch> {
    let (left, top) = (part.min.x.max(0.0) as u32, part.min.y.max(0.0) as u32);
    let right = (part.max.x as u32).min(pixels.width());
    let bottom = (part.max.y as u32).min(pixels.height());
    let size = (bottom.saturating_sub(top), right.saturating_sub(left));
    let on_its_side =
        RgbaImage::from_fn(size.0, size.1, |y, x| *pixels.get_pixel(left + x, top + y));
    // Where the part leaves the picture, that is no edge.
    let hidden = f64::from(top) - part.min.y;
    let stretch = |edge: &Edge| edge.stretch(-hidden, edge.bottom - edge.top + STRIDE);
    upright_edges(&flat_areas(&on_its_side, tolerance)).iter().map(stretch).collect()
}

/// The lines that the long ones of some edges stand on, if these divide the side of a square into `rows`;
/// but for those of marks, and of the outer border, which has a width of its own.
fn lines_of(edges: &[Stretch], side: f64, rows: usize) -> Option<Lines> {
    let pitch = side / rows as f64;
    let inner = pitch / 2.0..side - pitch / 2.0;
    let is_long = |edge: &&Stretch| {
        inner.contains(&edge.at) && edge.length >= LONG * pitch && !edge.is_of_mark(pitch)
    };
    let long: Vec<(f64, f64)> =
        edges.iter().filter(is_long).map(|edge| (edge.at, edge.length)).collect();
    let all: f64 = long.iter().map(|(_, length)| length).sum();
    // Of a board, some lines at least can be seen in full.
    if all < side {
        return None;
    }
    let lines = Lines::fit(&long, pitch);
    let reach = (REACH * pitch).max(2.0);
    let (low, high) = (lines.half_width - reach, lines.half_width + reach);
    let is_near = |(at, _): &&(f64, f64)| (low..=high).contains(&lines.distance(*at));
    let on_lines = long.iter().filter(is_near).map(|(_, length)| length).sum::<f64>() / all;
    let by_chance = 2.0 * (high - low.max(0.0)) / pitch;
    let are_on_lines = on_lines - by_chance >= ON_LINES * (1.0 - by_chance);
    (are_on_lines && lines.fit_in(side, rows)).then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Mark, Marks, parse};
    use crate::geometry::Lattice;
    use crate::render::{Border, Line, Look, QueenShape, Tone, random_palette, render};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    /// A board without lines inside of its regions, and its lattice.
    fn drawn(text: &str, change: impl Fn(&mut Look)) -> (RgbaImage, Lattice) {
        drawn_with(text, &[], change)
    }

    /// The same with queens on it.
    fn drawn_with(text: &str, queens: &[Cell], change: impl Fn(&mut Look)) -> (RgbaImage, Lattice) {
        drawn_marked(text, queens, Mark::Queen, change)
    }

    /// The same with such marks in some of its cells.
    fn drawn_marked(
        text: &str,
        cells: &[Cell],
        mark: Mark,
        change: impl Fn(&mut Look),
    ) -> (RgbaImage, Lattice) {
        let board = parse(text).unwrap();
        let palette = random_palette(board.size(), Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(6));
        let mut look = Look::classic(board.size(), 40.0, palette);
        look.thin = None;
        change(&mut look);
        let mut marks = Marks::empty(board.size());
        for &cell in cells {
            marks.set(cell, mark);
        }
        let drawn = render(&board, &marks, &look);
        (drawn.pixels, drawn.lattice)
    }

    fn sizes_near(pixels: &RgbaImage, lattice: &Lattice) -> Vec<usize> {
        let expected = lattice.rect();
        let is_near = |grid: &Grid| {
            let found = grid.rect();
            (found.min - expected.min).length() < 4.0 && (found.max - expected.max).length() < 4.0
        };
        grids(&flat_areas(pixels, 10))[0]
            .iter()
            .filter(|grid| is_near(grid))
            .map(|g| g.rows)
            .collect()
    }

    const BOARD: &str = "AAABBB\nAACCBB\nDDCCEE\nDDDEEE\nFFDEEE\nFFFFEE";

    #[test]
    fn regions_without_lines_inside_make_a_lattice_with_and_without_walls() {
        for change in [(|_| {}) as fn(&mut Look), |look| look.wall = None] {
            let (pixels, lattice) = drawn(BOARD, change);
            assert_eq!(sizes_near(&pixels, &lattice).first(), Some(&6));
        }
    }

    #[test]
    fn marks_with_straight_sides_are_no_edges_of_regions() {
        let queens: Vec<Cell> =
            parse(BOARD).unwrap().cells().filter(|cell| (cell.row + cell.col) % 2 == 0).collect();
        for size in [0.5, 0.6, 0.7] {
            let (pixels, lattice) = drawn_with(BOARD, &queens, |look| {
                look.queen.shape = QueenShape::Cat;
                look.queen.size = size;
            });
            assert_eq!(sizes_near(&pixels, &lattice).first(), Some(&6), "{size} of a cell");
            let [grids, _] = grids(&flat_areas(&pixels, 10));
            let mut of_board = grids.iter().filter(|grid| grid.rows == 6);
            assert!(of_board.any(|grid| on_level_edges(&pixels, grid).is_some()), "{size}");
        }
    }

    #[test]
    fn marks_that_part_an_area_from_itself_are_no_edges_of_regions() {
        let cells: Vec<Cell> = parse(BOARD).unwrap().cells().collect();
        for pitch in [20.0, 23.0, 27.0] {
            let (pixels, lattice) = drawn_marked(BOARD, &cells, Mark::Cross, |look| {
                let palette = std::mem::take(&mut look.palette);
                *look = Look { thin: None, ..Look::classic(6, pitch, palette) };
                look.cross.size = 0.55;
            });
            assert_eq!(sizes_near(&pixels, &lattice).first(), Some(&6), "{pitch} px");
        }
    }

    #[test]
    fn a_lattice_lies_in_the_middle_of_wide_lines_whatever_the_border_around_them() {
        for border in [None, Some(4.0), Some(6.0)] {
            let (pixels, lattice) = drawn(BOARD, |look| {
                look.pitch = FrameVector::new(40.0, 41.0);
                look.wall = look.wall.map(|wall| Line { width: 7.0, ..wall });
                look.border = look.border.zip(border).map(|(old, width)| {
                    let line = Line { width, ..old.line };
                    Border { line, ..old }
                });
            });
            let found: Vec<Grid> = grids(&flat_areas(&pixels, 10))[0]
                .iter()
                .filter_map(|grid| on_level_edges(&pixels, grid))
                .collect();
            let off = |grid: &Grid| {
                let (found, expected) = (grid.rect(), lattice.rect());
                [found.min - expected.min, found.max - expected.max]
                    .map(|off| off.x.abs().max(off.y.abs()))
                    .into_iter()
                    .fold(0.0, f64::max)
            };
            let best = found.iter().filter(|grid| grid.rows == 6).map(off).fold(f64::MAX, f64::min);
            assert!(best < 1.5, "{best} pixels off, border {border:?}: {found:?}");
        }
    }

    #[test]
    fn regions_that_begin_in_every_other_row_make_twice_as_many_too() {
        let doubled: Vec<String> = ["ABCD", "ABCD", "AEFD", "GGHH"]
            .iter()
            .flat_map(|row| {
                let wide: String = row.chars().flat_map(|region| [region; 2]).collect();
                [wide.clone(), wide]
            })
            .collect();
        let (pixels, lattice) = drawn(&doubled.join("\n"), |_| {});
        assert_eq!(sizes_near(&pixels, &lattice), [4, 8]);
    }

    #[test]
    fn a_title_bar_right_above_the_board_and_a_window_beside_it_do_not_matter() {
        let (pixels, lattice) = drawn(BOARD, |_| {});
        let rect = lattice.rect();
        // As far away as the walls are wide, and twice that.
        for gap in [3, 6] {
            let mut page = RgbaImage::from_pixel(700, 500, image::Rgba([20, 20, 20, 255]));
            let (left, top) = (rect.min.x as u32 - 3, rect.min.y as u32 - 3);
            let board = image::imageops::crop_imm(&pixels, left, top, 246, 246).to_image();
            image::imageops::overlay(&mut page, &board, 200, 150);
            let bar = RgbaImage::from_pixel(420, 20, image::Rgba([200, 210, 220, 255]));
            image::imageops::overlay(&mut page, &bar, 120, 150 - 20 - gap);
            let window = RgbaImage::from_pixel(120, 200, image::Rgba([250, 240, 200, 255]));
            image::imageops::overlay(&mut page, &window, 446 + gap, 180);
            let moved = FrameVector::new(f64::from(200 - left as i32), f64::from(150 - top as i32));
            let lattice = Lattice { origin: lattice.origin + moved, ..lattice };
            assert_eq!(sizes_near(&page, &lattice).first(), Some(&6), "{gap} pixels away");
        }
    }

    #[test]
    fn a_lattice_whose_rows_stand_on_no_edges_is_none() {
        let (pixels, _) = drawn(BOARD, |_| {});
        let [grids, _] = grids(&flat_areas(&pixels, 10));
        let grid = grids.iter().find(|grid| grid.rows == 6).unwrap();
        assert!(on_level_edges(&pixels, grid).is_some());
        let pitch = FrameVector::new(grid.pitch.x, grid.pitch.y * 6.0 / 7.0);
        assert!(on_level_edges(&pixels, &Grid { rows: 7, pitch, ..grid.clone() }).is_none());
    }

    #[test]
    fn areas_whose_edges_stand_anywhere_make_none() {
        let (mut pixels, lattice) = drawn(BOARD, |look| look.wall = None);
        // The same regions, each row of cells moved by some pixels of its own.
        let rows: Vec<_> = (0..6).map(|row| row * 13 % 29).collect();
        let still = pixels.clone();
        for (x, y, pixel) in pixels.enumerate_pixels_mut() {
            let row = (f64::from(y) - lattice.origin.y) / lattice.pitch.y;
            if (0.0..6.0).contains(&row) && x >= 30 {
                *pixel = *still.get_pixel(x - rows[row as usize], y);
            }
        }
        assert_eq!(sizes_near(&pixels, &lattice), [0; 0]);
    }
}
