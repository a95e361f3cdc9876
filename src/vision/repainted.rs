//! Cells that a game has painted because a queen stands in them, all in one colour: their own colours are gone, and
//! the puzzle tells of which regions they are.

use super::cells::CellColours;
use super::drawing::{self, Drawing, HARDLY_ALIKE};
use super::groups;
use super::regions::{self, side_neighbours};
use super::witness::board_of;
use crate::board::Cell;
use crate::geometry::Lattice;
use crate::solver::{self, Outcome};
use image::RgbaImage;

/// The most puzzles that are tried. Chosen: three regions beside each of seven queens.
const MOST_PUZZLES: usize = 2187;

/// Cells that may be painted.
struct Paint {
    /// The colour of each cell, of which the paint is one.
    clusters: Vec<usize>,
    cells: Vec<usize>,
    /// How many of them are regions of their own, of which no other cell is left to be seen.
    hidden: usize,
}

/// The painted cells, and the colours without that: if several cells of just one colour stand as queens do, and if there is
/// just one way to part them among the regions beside them that leaves each region in one piece and makes a
/// puzzle with just one solution. One of them may be a region of its own, which keeps the colour.
///
/// That they stand right is not taken for granted. Of 800 boards of 7 to 10 rows with half of the queens, 409 are told,
/// and none wrongly; with a wrong queen among them 269, and none wrongly.
pub(super) fn without_paint(
    colours: &CellColours,
    size: usize,
) -> Option<(Vec<usize>, CellColours)> {
    let mut ways = paints(colours, size)
        .filter_map(|paint| only_puzzle(&paint, size).map(|labels| (paint.cells, labels)));
    let ((painted, labels), None) = (ways.next()?, ways.next()) else { return None };
    let mut without = colours.clone();
    for &cell in &painted {
        let is_own = |other: &usize| labels[*other] == labels[cell] && !painted.contains(other);
        if let Some(own) = (0..labels.len()).find(is_own) {
            (without.rgb[cell], without.lab[cell]) = (colours.rgb[own], colours.lab[own]);
        }
    }
    Some((painted, without))
}

/// Whether several cells of one colour lie as queens do, and may be painted.
pub(super) fn may_be_painted(colours: &CellColours, size: usize) -> bool {
    paints(colours, size).next().is_some()
}

/// Whether several cells that lie as queens do make up a region, and something is drawn in each that is not drawn in more
/// cells elsewhere, as crosses are: that may be paint.
pub(super) fn has_painted_region(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    labels: &[usize],
) -> bool {
    let size = lattice.size;
    let of_regions = (0..size).map(|region| cells_of(labels, region));
    let mut lie_so =
        of_regions.filter(|cells| cells.len() > 1 && may_hold_queens(cells, size)).peekable();
    if lie_so.peek().is_none() {
        return false;
    }
    let drawings = drawing::in_cells(pixels, lattice, colours);
    lie_so.any(|cells| {
        let is_drawn_in_more = |one: &Drawing| {
            let is_same = |&other: &usize| {
                drawings[other].stands_out() && drawings[other].is_like(one, HARDLY_ALIKE)
            };
            let elsewhere = (0..labels.len()).filter(|cell| !cells.contains(cell));
            elsewhere.filter(is_same).count() > cells.len()
        };
        let mut drawn = cells.iter().map(|&cell| &drawings[cell]);
        drawn.all(|one| one.stands_out() && !is_drawn_in_more(one))
    })
}

fn cells_of(labels: &[usize], label: usize) -> Vec<usize> {
    (0..labels.len()).filter(|&cell| labels[cell] == label).collect()
}

/// The cells of each colour in which queens may stand.
fn paints(colours: &CellColours, size: usize) -> impl Iterator<Item = Paint> {
    let of_colour = move |hidden: usize, clusters: &[usize], colour: usize| {
        let cells = cells_of(clusters, colour);
        // One alone may be lit or dimmed, or a region of its own.
        let are_painted = cells.len() > 1 && may_hold_queens(&cells, size);
        are_painted.then(|| Paint { clusters: clusters.to_vec(), cells, hidden })
    };
    [0, 1].into_iter().flat_map(move |hidden| {
        let clusters = regions::clusters(colours, size + 1 - hidden).unwrap_or_default();
        (0..=size).filter_map(move |colour| of_colour(hidden, &clusters, colour))
    })
}

/// Whether no two of these cells are in one row or column, or touch.
fn may_hold_queens(cells: &[usize], size: usize) -> bool {
    let cells: Vec<Cell> =
        cells.iter().map(|&index| Cell::at(index / size, index % size)).collect();
    let attack = |one: &Cell, other: &Cell| {
        one.row == other.row || one.col == other.col || one.touches(*other)
    };
    (1..cells.len()).all(|k| !cells[..k].iter().any(|other| attack(&cells[k], other)))
}

/// The only puzzle with regions in one piece in which the painted cells are each of a region beside it, but for the
/// hidden ones.
fn only_puzzle(paint: &Paint, size: usize) -> Option<Vec<usize>> {
    // How the cells may be labelled, and how many are regions of their own.
    let mut ways: Vec<(usize, Vec<usize>)> = vec![(0, paint.clusters.clone())];
    for (k, &cell) in paint.cells.iter().enumerate() {
        let own = size + 1 + k;
        let mut beside: Vec<usize> =
            side_neighbours(cell, size).map(|other| paint.clusters[other]).collect();
        beside.sort_unstable();
        beside.dedup();
        beside.push(own);
        let with = |&(alone, ref labels): &(usize, Vec<usize>), label: usize| {
            let mut labels = labels.clone();
            labels[cell] = label;
            (alone + usize::from(label == own), labels)
        };
        let all = ways.iter().flat_map(|way| beside.iter().map(|&label| with(way, label)));
        ways = all.filter(|(alone, _)| *alone <= paint.hidden).collect();
        if ways.len() > MOST_PUZZLES {
            return None;
        }
    }
    let mut puzzles = ways.into_iter().filter_map(|(alone, labels)| {
        let labels = groups::in_order(labels);
        let board = board_of(&labels, size).filter(|_| alone == paint.hidden)?;
        let is_puzzle = board.is_connected() && matches!(solver::solve(&board), Outcome::Unique(_));
        is_puzzle.then_some(labels)
    });
    let (labels, None) = (puzzles.next()?, puzzles.next()) else { return None };
    Some(labels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn painted_cells_are_told_rightly_or_not_at_all_though_one_queen_is_wrong() {
        let (mut told, mut all) = (0, 0);
        for seed in 0..120 {
            let size = 7 + seed as usize % 3;
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let board = solver::generate(size, &mut rng).unwrap();
            let labels: Vec<usize> = board.cells().map(|cell| board.region(cell).0).collect();
            let solution = solver::solve(&board).solution().unwrap().clone();
            let queens: Vec<usize> =
                solution.queens().map(|cell| cell.row * size + cell.col).collect();
            let mut cells: Vec<usize> =
                queens.choose_multiple(&mut rng, size / 2).copied().collect();
            if seed % 2 == 0 {
                let may_be_wrong =
                    |&cell: &usize| may_hold_queens(&[&cells[..], &[cell]].concat(), size);
                let free = (0..size * size).filter(|cell| !queens.contains(cell));
                let wrong: Vec<usize> = free.filter(may_be_wrong).collect();
                cells.extend(wrong.choose(&mut rng));
            }
            let mut clusters = labels.clone();
            cells.iter().for_each(|&cell| clusters[cell] = size);
            let hidden = (0..size).filter(|&label| cells_of(&clusters, label).is_empty()).count();
            if hidden > 1 {
                continue;
            }
            let found = only_puzzle(&Paint { clusters, cells, hidden }, size);
            assert!(found.as_ref().is_none_or(|found| *found == labels), "{seed}");
            (told, all) = (told + usize::from(found.is_some()), all + 1);
        }
        assert!(2 * told > all && told < all, "{told} of {all}");
    }
}
