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
    /// Whether single cells can be seen, and not only the outlines of regions.
    pub(super) has_cells: bool,
}

impl Grid {
    /// That of the cells of a lattice.
    pub(super) fn of(lattice: &Lattice) -> Self {
        let &Lattice { origin, pitch, size } = lattice;
        Self { origin, pitch, columns: size, rows: size, has_cells: true }
    }

    /// The square window of `size` places whose first is (`row`, `col`).
    pub(super) fn window(&self, row: isize, col: isize, size: usize) -> Lattice {
        Lattice {
            origin: self.origin
                + self.pitch.component_mul(FrameVector::new(col as f64, row as f64)),
            pitch: self.pitch,
            size,
        }
    }

    /// Whether the other one has the same columns and rows, give or take half a place.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let moved = self.origin - other.origin;
        (self.columns, self.rows) == (other.columns, other.rows)
            && moved.x.abs() < self.pitch.x / 2.0
            && moved.y.abs() < self.pitch.y / 2.0
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
pub(super) const MIN_PITCH: f64 = 14.0;

/// The widest gap between two neighbouring cells, as a part of the cell. Rounded tiles stand 15 %
/// of a cell apart.
const MAX_GAP: f64 = 0.4;

/// How much the gaps around one cell may differ, as a part of the cell: by a wall's width.
const GAP_VARIES: f64 = 0.2;

/// The widest distance of two cells between which one is missing, as a part of the cell.
const MAX_HOLE: f64 = 1.0 + 2.0 * MAX_GAP;

/// The least distance of two cells between which one is missing.
const MIN_HOLE: f64 = 1.0 / MAX_RATIO;

/// How far neighbours may be out of line, as a part of the cell.
const MAX_SHIFT: f64 = 0.15;

/// The larger of two neighbours over the smaller: walls on both sides take up to 20 % of a cell.
const MAX_RATIO: f64 = 1.35;

/// Another tile, `steps` places to the right (or below); to the left (or above) where negative.
struct Link {
    to: usize,
    axis: Axis,
    steps: i32,
    /// The room between the two, as a part of the cell.
    gap: f64,
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

/// A column and a row, counted from the first tile of a cluster.
type Place = (i32, i32);

/// All grids that the tiles form, the largest first: with neighbours that have nothing but a line or
/// a gap between them, and with those too between which one cell is missing, as a game may stripe a
/// whole row.
pub(super) fn grids(tiles: &[Tile]) -> Vec<Grid> {
    let links = links(tiles);
    let mut grids: Vec<Grid> = Vec::new();
    for reach in [1, 2] {
        let mut places: Vec<Option<Place>> = vec![None; tiles.len()];
        for start in 0..tiles.len() {
            if places[start].is_none() {
                let cluster = cluster(start, &links, reach, &mut places);
                let grid = fit(tiles, &cluster, &links, reach, &places);
                grids.extend(grid.filter(|grid| !grids.iter().any(|other| other.is_like(grid))));
            }
        }
    }
    grids.sort_by(|a, b| b.rect().area().total_cmp(&a.rect().area()));
    grids
}

/// The tiles that hang together with `start` over up to `reach` places. It is given the place (0, 0),
/// and they theirs.
fn cluster(
    start: usize,
    links: &[Vec<Link>],
    reach: i32,
    places: &mut [Option<Place>],
) -> Vec<usize> {
    places[start] = Some((0, 0));
    let mut members = vec![start];
    let mut next = 0;
    while let Some(&tile) = members.get(next) {
        next += 1;
        let (column, row) = places[tile].unwrap_or_default();
        for link in links[tile].iter().filter(|link| link.steps.abs() <= reach) {
            if places[link.to].is_none() {
                places[link.to] = Some(match link.axis {
                    Axis::X => (column + link.steps, row),
                    Axis::Y => (column, row + link.steps),
                });
                members.push(link.to);
            }
        }
    }
    members
}

/// The neighbours of every tile.
fn links(tiles: &[Tile]) -> Vec<Vec<Link>> {
    let mut links: Vec<Vec<Link>> = tiles.iter().map(|_| Vec::new()).collect();
    for axis in Axis::BOTH {
        let mut order: Vec<usize> = (0..tiles.len()).collect();
        order.sort_by(|&a, &b| axis.span(&tiles[a]).0.total_cmp(&axis.span(&tiles[b]).0));
        for (position, &from) in order.iter().enumerate() {
            let (low, high) = axis.span(&tiles[from]);
            for &to in &order[position + 1..] {
                let gap = (axis.span(&tiles[to]).0 - high) / (high - low);
                let steps = match gap {
                    0.0..=MAX_GAP => 1,
                    MIN_HOLE..=MAX_HOLE => 2,
                    gap if gap > MAX_HOLE => break,
                    _ => continue,
                };
                if is_in_line(&tiles[from], &tiles[to], axis) {
                    links[from].push(Link { to, axis, steps, gap });
                    links[to].push(Link { to: from, axis, steps: -steps, gap });
                }
            }
        }
    }
    part_boards(&mut links);
    links
}

/// Removes links that are much wider than others of the same tile: two boards stand side by side.
fn part_boards(links: &mut [Vec<Link>]) {
    let narrowest: Vec<f64> = links
        .iter()
        .map(|links| {
            let beside = links.iter().filter(|link| link.steps.abs() == 1);
            beside.map(|link| link.gap).fold(MAX_GAP, f64::min)
        })
        .collect();
    for (from, links) in links.iter_mut().enumerate() {
        links.retain(|link| {
            let steps = f64::from(link.steps.abs());
            let narrowest = narrowest[from].min(narrowest[link.to]);
            link.gap <= steps * narrowest + (steps - 1.0) + GAP_VARIES
        });
    }
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
    links: &[Vec<Link>],
    reach: i32,
    places: &[Option<Place>],
) -> Option<Grid> {
    if members.len() < 2 * MIN_SIDE {
        return None;
    }
    let at = |tile: usize| places[tile].unwrap_or_default();
    // The middle between two tiles lies on a line, or half a cell off where one is missing.
    let lines = |axis: Axis| -> Vec<(f64, f64)> {
        let mut lines = Vec::new();
        for &from in members {
            let forward = |link: &&Link| link.axis == axis && (1..=reach).contains(&link.steps);
            for link in links[from].iter().filter(forward) {
                let (column, row) = at(link.to);
                let index = if axis == Axis::X { column } else { row };
                let middle = (axis.span(&tiles[from]).1 + axis.span(&tiles[link.to]).0) / 2.0;
                lines.push((f64::from(index) + f64::from(1 - link.steps) / 2.0, middle));
            }
        }
        lines
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
        has_cells: true,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Tiles of a drawn grid, row by row, without those at the places `missing` (row, column).
    fn drawn(rows: u32, columns: u32, missing: impl Fn(u32, u32) -> bool) -> Vec<Tile> {
        let mut tiles = Vec::new();
        for row in 0..rows {
            for col in 0..columns {
                if !missing(row, col) {
                    let (left, top) = (100 + col * 41, 50 + row * 40);
                    // Walls take some pixels of some cells.
                    let (right, bottom) = (left + 38 - (row + col) % 3, top + 37 - row % 2);
                    let area = (right - left) * (bottom - top);
                    tiles.push(Tile { left, top, right, bottom, area });
                }
            }
        }
        tiles
    }

    fn is_square(grid: &Grid, size: usize) -> bool {
        grid.columns == size && grid.rows == size
    }

    fn assert_near(seen: f64, drawn: f64) {
        assert!((seen - drawn).abs() < 1.5, "{seen}, not {drawn}");
    }

    #[test]
    fn a_grid_is_found_with_half_of_its_tiles() {
        // A diagonal band of the tiles is gone; the rest hangs together, and each row and column
        // keeps one.
        let tiles = drawn(9, 9, |row, col| (row * 2 + col) % 5 < 2 && row != 4);
        let grids = grids(&tiles);
        assert!(is_square(&grids[0], 9), "{grids:?}");
        assert_near(grids[0].origin.x, 98.5);
        assert_near(grids[0].origin.y, 48.5);
        assert_near(grids[0].rect().max.x, 98.5 + 9.0 * 41.0);
        assert_near(grids[0].rect().max.y, 48.5 + 9.0 * 40.0);
    }

    #[test]
    fn a_missing_row_is_bridged_and_the_rest_is_a_grid_of_its_own() {
        let tiles = drawn(9, 9, |row, _| row == 1);
        let found = grids(&tiles);
        assert!(is_square(&found[0], 9));
        assert_eq!((found[1].columns, found[1].rows), (9, 7));
    }

    #[test]
    fn tiles_of_another_size_are_another_grid() {
        let mut tiles = drawn(6, 6, |_, _| false);
        let small = drawn(6, 6, |_, _| false).into_iter().map(|tile| Tile {
            left: tile.left / 2 + 298,
            right: tile.right / 2 + 298,
            top: tile.top / 2 + 100,
            bottom: tile.bottom / 2 + 100,
            ..tile
        });
        tiles.extend(small);
        let sizes: Vec<(usize, usize)> =
            grids(&tiles).iter().map(|grid| (grid.columns, grid.rows)).collect();
        assert_eq!(sizes, [(6, 6), (6, 6)]);
    }

    #[test]
    fn what_is_too_small_to_be_a_board_is_no_grid() {
        assert!(grids(&drawn(3, 9, |_, _| false)).is_empty());
        assert!(grids(&drawn(9, 3, |_, _| false)).is_empty());
    }
}
