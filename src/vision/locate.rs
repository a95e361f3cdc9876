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

/// One tile is the right (or lower) neighbour of another.
struct Link {
    from: usize,
    to: usize,
    axis: Axis,
}

#[derive(Clone, Copy, PartialEq)]
enum Axis {
    X,
    Y,
}

/// All grids that the tiles form, the largest first.
pub(super) fn grids(tiles: &[Tile]) -> Vec<Grid> {
    let links = links(tiles);
    let mut neighbours: Vec<Vec<(usize, i32, i32)>> = vec![Vec::new(); tiles.len()];
    for link in &links {
        let (dx, dy) = if link.axis == Axis::X { (1, 0) } else { (0, 1) };
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

/// Every pair of tiles that stand side by side.
fn links(tiles: &[Tile]) -> Vec<Link> {
    let mut order: Vec<usize> = (0..tiles.len()).collect();
    order.sort_by_key(|&tile| tiles[tile].left);
    let mut links = Vec::new();
    for (position, &from) in order.iter().enumerate() {
        let a = &tiles[from];
        let reach = f64::from(a.right) + MAX_GAP * a.width();
        for &to in &order[position + 1..] {
            let b = &tiles[to];
            if f64::from(b.left) > reach {
                break;
            }
            if b.left >= a.right && is_next(a.centre().1, b.centre().1, a, b, Axis::X) {
                links.push(Link { from, to, axis: Axis::X });
            }
        }
    }
    order.sort_by_key(|&tile| tiles[tile].top);
    for (position, &from) in order.iter().enumerate() {
        let a = &tiles[from];
        let reach = f64::from(a.bottom) + MAX_GAP * a.height();
        for &to in &order[position + 1..] {
            let b = &tiles[to];
            if f64::from(b.top) > reach {
                break;
            }
            if b.top >= a.bottom && is_next(a.centre().0, b.centre().0, a, b, Axis::Y) {
                links.push(Link { from, to, axis: Axis::Y });
            }
        }
    }
    links
}

/// Whether two tiles are alike in size and in line across the `axis`.
fn is_next(a_centre: f64, b_centre: f64, a: &Tile, b: &Tile, axis: Axis) -> bool {
    let alike = |a: f64, b: f64| a.max(b) <= MAX_RATIO * a.min(b);
    let across = if axis == Axis::X { a.height() } else { a.width() };
    (a_centre - b_centre).abs() <= MAX_SHIFT * across
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
    let mut x_lines = Vec::new();
    let mut y_lines = Vec::new();
    for link in links {
        let (a, b) = (&tiles[link.from], &tiles[link.to]);
        match link.axis {
            Axis::X => x_lines.push((at(link.to).0, f64::from(a.right + b.left) / 2.0)),
            Axis::Y => y_lines.push((at(link.to).1, f64::from(a.bottom + b.top) / 2.0)),
        }
    }
    let (x0, dx) = fit_lines(&x_lines)?;
    let (y0, dy) = fit_lines(&y_lines)?;
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
fn fit_lines(lines: &[(i32, f64)]) -> Option<(f64, f64)> {
    let (first, pitch) = least_squares(lines)?;
    let is_near = |&(index, position): &(i32, f64)| {
        (position - first - pitch * f64::from(index)).abs() <= 0.1 * pitch
    };
    least_squares(&lines.iter().copied().filter(is_near).collect::<Vec<_>>())
}

fn least_squares(lines: &[(i32, f64)]) -> Option<(f64, f64)> {
    let count = lines.len() as f64;
    let mean_index = lines.iter().map(|line| f64::from(line.0)).sum::<f64>() / count;
    let mean_position = lines.iter().map(|line| line.1).sum::<f64>() / count;
    let (mut variance, mut covariance) = (0.0, 0.0);
    for &(index, position) in lines {
        let off = f64::from(index) - mean_index;
        variance += off * off;
        covariance += off * (position - mean_position);
    }
    let pitch = covariance / variance;
    (variance > 0.0 && pitch > 0.0).then_some((mean_position - pitch * mean_index, pitch))
}
