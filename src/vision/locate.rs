//! From flat areas to lattices: tiles of one size that stand side by side, at one pitch.

use super::tiles::Tile;
use crate::geometry::{FramePoint, FrameRect, FrameVector, Lattice};

/// Tiles that stand in rows and columns, with the straight lines between them.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    /// The upper left corner of the tile in column 0 and row 0.
    pub(super) origin: FramePoint,
    /// The distance from tile to tile.
    pub(super) pitch: FrameVector,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Grid {
    /// The square window of `size` places whose first is (`row`, `col`).
    pub(super) fn window(&self, row: isize, col: isize, size: usize) -> Lattice {
        Lattice {
            origin: self.origin
                + self.pitch.component_mul(FrameVector::new(col as f64, row as f64)),
            pitch: self.pitch,
            size,
        }
    }

    /// Whether it is `size` by `size` places.
    pub(super) fn is_square(&self, size: usize) -> bool {
        self.columns == size && self.rows == size
    }

    /// The rectangle of all its places.
    pub(super) fn rect(&self) -> FrameRect {
        let places = FrameVector::new(self.columns as f64, self.rows as f64);
        FrameRect::new(self.origin, self.origin + self.pitch.component_mul(places))
    }
}

/// The fewest rows and columns of a grid: no puzzle of 2 or 3 has a solution.
const MIN_SIDE: usize = 4;

/// The smallest pitch, in pixels: below it, a thin line and a wall are both one pixel wide.
const MIN_PITCH: f64 = 14.0;

/// The widest gap between two neighbouring cells, as a part of the cell. Rounded tiles stand 15 %
/// of a cell apart.
const MAX_GAP: f64 = 0.4;

/// How far neighbours may be out of line, as a part of the cell.
const MAX_SHIFT: f64 = 0.15;

/// The larger of two neighbours over the smaller: walls on both sides take up to 20 % of a cell.
const MAX_RATIO: f64 = 1.35;

/// One tile stands `steps` places to the right of another (or below it).
struct Link {
    from: usize,
    to: usize,
    axis: Axis,
    steps: i32,
}

#[derive(Clone, Copy, PartialEq)]
enum Axis {
    X,
    Y,
}

impl Axis {
    const BOTH: [Self; 2] = [Self::X, Self::Y];

    /// Where a tile begins and ends along the axis.
    fn span(self, tile: &Tile) -> (f64, f64) {
        let (low, high) = match self {
            Self::X => (tile.left, tile.right),
            Self::Y => (tile.top, tile.bottom),
        };
        (f64::from(low), f64::from(high))
    }

    fn across(self) -> Self {
        if self == Self::X { Self::Y } else { Self::X }
    }
}

/// Which tiles are taken for neighbours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Reach {
    /// Those with nothing but a line or a gap between them.
    Adjacent,
    /// Those too between which one cell is missing: a game may stripe a whole row.
    OverOne,
}

/// All grids that the tiles form, the largest first.
pub(super) fn grids(tiles: &[Tile], reach: Reach) -> Vec<Grid> {
    let links: Vec<Link> = Axis::BOTH.iter().flat_map(|&axis| links(tiles, axis, reach)).collect();
    let mut neighbours: Vec<Vec<(usize, i32, i32)>> = vec![Vec::new(); tiles.len()];
    for link in &links {
        let (dx, dy) = if link.axis == Axis::X { (link.steps, 0) } else { (0, link.steps) };
        neighbours[link.from].push((link.to, dx, dy));
        neighbours[link.to].push((link.from, -dx, -dy));
    }
    let mut place: Vec<Option<(i32, i32)>> = vec![None; tiles.len()];
    let mut cluster = vec![usize::MAX; tiles.len()];
    let mut clusters = 0;
    for start in 0..tiles.len() {
        if place[start].is_some() || neighbours[start].is_empty() {
            continue;
        }
        place[start] = Some((0, 0));
        let mut queue = std::collections::VecDeque::from([(start, 0, 0)]);
        while let Some((tile, col, row)) = queue.pop_front() {
            cluster[tile] = clusters;
            for &(next, dx, dy) in &neighbours[tile] {
                if place[next].is_none() {
                    place[next] = Some((col + dx, row + dy));
                    queue.push_back((next, col + dx, row + dy));
                }
            }
        }
        clusters += 1;
    }
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); clusters];
    for tile in 0..tiles.len() {
        if cluster[tile] != usize::MAX {
            members[cluster[tile]].push(tile);
        }
    }
    let mut cluster_links: Vec<Vec<&Link>> = (0..clusters).map(|_| Vec::new()).collect();
    for link in &links {
        cluster_links[cluster[link.from]].push(link);
    }
    let mut grids: Vec<Grid> = members
        .iter()
        .zip(&cluster_links)
        .filter(|(members, _)| members.len() >= 2 * MIN_SIDE)
        .filter_map(|(members, links)| fit(tiles, members, links, &place))
        .collect();
    grids.sort_by(|a, b| b.rect().area().total_cmp(&a.rect().area()));
    grids
}

/// Every pair of tiles that stand side by side along an axis.
fn links(tiles: &[Tile], axis: Axis, reach: Reach) -> Vec<Link> {
    let mut order: Vec<usize> = (0..tiles.len()).collect();
    order.sort_by(|&a, &b| axis.span(&tiles[a]).0.total_cmp(&axis.span(&tiles[b]).0));
    let mut links = Vec::new();
    for (position, &from) in order.iter().enumerate() {
        let (low, high) = axis.span(&tiles[from]);
        let size = high - low;
        for &to in &order[position + 1..] {
            let gap = (axis.span(&tiles[to]).0 - high) / size;
            let steps = match reach {
                _ if (0.0..=MAX_GAP).contains(&gap) => 1,
                Reach::OverOne if (1.0 / MAX_RATIO..=1.0 + 2.0 * MAX_GAP).contains(&gap) => 2,
                _ if gap > 1.0 + 2.0 * MAX_GAP => break,
                _ => continue,
            };
            if is_in_line(&tiles[from], &tiles[to], axis) {
                links.push(Link { from, to, axis, steps });
            }
        }
    }
    links
}

/// Whether two tiles are alike in size, and in line along the axis.
fn is_in_line(a: &Tile, b: &Tile, axis: Axis) -> bool {
    let alike = |a: f64, b: f64| a.max(b) <= MAX_RATIO * a.min(b);
    let (a_low, a_high) = axis.across().span(a);
    let (b_low, b_high) = axis.across().span(b);
    ((a_low + a_high) - (b_low + b_high)).abs() <= 2.0 * MAX_SHIFT * (a_high - a_low)
        && alike(a.width(), b.width())
        && alike(a.height(), b.height())
}

/// Fits straight, equidistant lines between the tiles of one cluster.
fn fit(
    tiles: &[Tile],
    members: &[usize],
    links: &[&Link],
    place: &[Option<(i32, i32)>],
) -> Option<Grid> {
    let at = |tile: usize| place[tile].unwrap_or_default();
    // The middle between two tiles lies on a line, or half a cell off where one is missing.
    let lines = |axis: Axis| -> Vec<(f64, f64)> {
        let along = links.iter().filter(|link| link.axis == axis);
        let middle = |link: &&Link| {
            let (column, row) = at(link.to);
            let index = if axis == Axis::X { column } else { row };
            let index = f64::from(index) + f64::from(1 - link.steps) / 2.0;
            (index, (axis.span(&tiles[link.from]).1 + axis.span(&tiles[link.to]).0) / 2.0)
        };
        along.map(|link| middle(&link)).collect()
    };
    let (x0, dx) = fit_lines(&lines(Axis::X))?;
    let (y0, dy) = fit_lines(&lines(Axis::Y))?;
    let range = |values: &mut dyn Iterator<Item = i32>| {
        values.fold((i32::MAX, i32::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (left, right) = range(&mut members.iter().map(|&tile| at(tile).0));
    let (top, bottom) = range(&mut members.iter().map(|&tile| at(tile).1));
    let (columns, rows) = ((right - left + 1) as usize, (bottom - top + 1) as usize);
    let is_board_like = columns.min(rows) >= MIN_SIDE
        && dx.min(dy) >= MIN_PITCH
        && 3 * members.len() >= columns * rows;
    is_board_like.then(|| Grid {
        origin: FramePoint::new(x0 + dx * f64::from(left), y0 + dy * f64::from(top)),
        pitch: FrameVector::new(dx, dy),
        columns,
        rows,
    })
}

/// Least squares through `(index, position)`, once more without what lies far off: the position
/// of line 0, and the pitch.
fn fit_lines(lines: &[(f64, f64)]) -> Option<(f64, f64)> {
    let (first, pitch) = least_squares(lines)?;
    let is_near =
        |&(index, position): &(f64, f64)| (position - first - pitch * index).abs() <= 0.1 * pitch;
    least_squares(&lines.iter().copied().filter(is_near).collect::<Vec<_>>())
}

fn least_squares(lines: &[(f64, f64)]) -> Option<(f64, f64)> {
    let count = lines.len() as f64;
    let mean_index = lines.iter().map(|line| line.0).sum::<f64>() / count;
    let mean_position = lines.iter().map(|line| line.1).sum::<f64>() / count;
    let (mut variance, mut covariance) = (0.0, 0.0);
    for &(index, position) in lines {
        let off = index - mean_index;
        variance += off * off;
        covariance += off * (position - mean_position);
    }
    let pitch = covariance / variance;
    (variance > 0.0 && pitch > 0.0).then_some((mean_position - pitch * mean_index, pitch))
}
