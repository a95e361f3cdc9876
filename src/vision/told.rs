//! Marks that are told by where they stand: queens may be as small as crosses.

use super::cells::CellColours;
use super::drawing::{HARDLY_ALIKE, Kind, kinds};
use crate::board::{Cell, Mark, Marks, Solution};
use crate::geometry::Lattice;
use image::RgbaImage;

/// The fewest queens, and the fewest other marks. Chosen: one or two may be a mistake.
const FEWEST: usize = 3;

/// The least part of other marks that are drawn alike, where drawings can be compared. Chosen: of crosses of a few pixels,
/// hardly any two are.
const COMPARABLE: f64 = 0.75;

/// The marks, of which those are queens that stand in cells of the only `solution`, if what is drawn there is drawn in no
/// other cell, and what is drawn in others in none of these. Where nothing stands in others, they may be crosses of which
/// each is to become a queen, unless half of them are read as queens.
pub(super) fn told_by_solution(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    marks: Marks,
    solution: &Solution,
) -> Marks {
    let is_right = |cell: &Cell| solution.columns()[cell.row] == cell.col;
    let (right, others): (Vec<Cell>, Vec<Cell>) = marks.standing().partition(is_right);
    let is_queen = |cell: &Cell| marks.mark(*cell) == Mark::Queen;
    let are_all_queens = right.iter().all(is_queen);
    let are_half_queens = 2 * right.iter().filter(|cell| is_queen(cell)).count() >= right.len();
    let is_enough =
        right.len() >= FEWEST && (others.len() >= FEWEST || others.is_empty() && are_half_queens);
    let are_others_crosses = others.iter().all(|&cell| marks.mark(cell) == Mark::Cross);
    if !is_enough || are_all_queens || !are_others_crosses {
        return marks;
    }
    let standing: Vec<Cell> = marks.standing().collect();
    let drawn = kinds(pixels, lattice, colours, &standing);
    let is_told = |kind: &Kind| kind.cells.iter().all(is_right) || !kind.cells.iter().any(is_right);
    if !drawn.iter().all(is_told) {
        return marks;
    }
    let has_queens = right.iter().any(is_queen);
    let (hers, rest): (Vec<&Kind>, Vec<&Kind>) =
        drawn.iter().partition(|kind| kind.cells.iter().all(is_right));
    let most = rest.iter().map(|kind| kind.cells.len()).max().unwrap_or_default();
    let is_comparable = hers.len() == 1 && most as f64 >= COMPARABLE * others.len() as f64;
    // Small ones fall differently on the pixels of each cell.
    let is_like_her = |kind: &&&Kind| {
        hers.iter().any(|her| {
            her.cells.iter().any(is_queen) && her.first.is_like(&kind.first, HARDLY_ALIKE)
        })
    };
    // A cross may stand in the cell that is clicked just now.
    let are_queens = |kind: &&&Kind| if has_queens { is_like_her(kind) } else { is_comparable };
    let mut told = marks.clone();
    for cell in hers.iter().filter(are_queens).flat_map(|kind| &kind.cells) {
        told.set(*cell, Mark::Queen);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::super::drawing::glyphs::{CROWN, DOT, Glyphs, SIDE, X};
    use super::*;
    use crate::board::Board;
    use crate::solver::{Outcome, solve};

    /// The marks of a board whose solution is (0, 1), (1, 3), (2, 0), (3, 2), (4, 4), where all glyphs are read as crosses but
    /// for those in cells that are `read` as queens.
    fn told(glyphs: &[(usize, usize, &'static str)], read: &[Cell]) -> String {
        let rows = ["AABBB", "CCBBB", "CCBBB", "CCDEE", "EEEEE"];
        let rows: Vec<Vec<usize>> =
            rows.map(|row| row.bytes().map(|of| usize::from(of - b'A')).collect()).into();
        let board = Board::from_rows(&rows).expect("a board");
        let Outcome::Unique(solution) = solve(&board) else { panic!("{:?}", solve(&board)) };
        let glyph = |cell: Cell| {
            let mut all = glyphs.iter().filter(|(row, col, _)| Cell::at(*row, *col) == cell);
            all.next().map(|(.., glyph)| *glyph)
        };
        let mut marks = Marks::empty(SIDE);
        for cell in board.cells().filter(|cell| glyph(*cell).is_some()) {
            marks.set(cell, if read.contains(&cell) { Mark::Queen } else { Mark::Cross });
        }
        let Glyphs { pixels, lattice, colours } = Glyphs::drawn(glyph);
        told_by_solution(&pixels, &lattice, &colours, marks, &solution).to_rows().join(" ")
    }

    const HERS: [(usize, usize); 3] = [(0, 1), (1, 3), (2, 0)];
    const OTHERS: [(usize, usize); 3] = [(0, 4), (3, 0), (4, 2)];

    fn all(
        glyph: &'static str,
        cells: &[(usize, usize)],
    ) -> impl Iterator<Item = (usize, usize, &'static str)> {
        cells.iter().map(move |&(row, col)| (row, col, glyph))
    }

    #[test]
    fn what_stands_in_cells_of_the_solution_alone_beside_something_else_is_the_queen() {
        let both: Vec<_> = all(CROWN, &HERS).chain(all(X, &OTHERS)).collect();
        assert_eq!(told(&both, &[]), ".q..x ...q. q.... x.... ..x..");
        let crown_elsewhere: Vec<_> = both.iter().copied().chain(all(CROWN, &[(4, 0)])).collect();
        assert_eq!(told(&crown_elsewhere, &[]), ".x..x ...x. x.... x.... x.x..");
        let cross_among_them: Vec<_> = both.iter().copied().chain(all(X, &[(3, 2)])).collect();
        assert_eq!(told(&cross_among_them, &[]), ".x..x ...x. x.... x.x.. ..x..");
    }

    #[test]
    fn what_stands_alone_may_be_crosses_that_are_to_become_queens() {
        let alone: Vec<_> = all(X, &HERS).chain(all(X, &[(3, 2), (4, 4)])).collect();
        assert_eq!(told(&alone, &[]), ".x... ...x. x.... ..x.. ....x");
        let beside_one: Vec<_> = alone.into_iter().chain(all(CROWN, &OTHERS[..1])).collect();
        assert_eq!(told(&beside_one, &[]), ".x..x ...x. x.... ..x.. ....x");
    }

    #[test]
    fn what_stands_alone_are_queens_where_half_are_read_as_such() {
        let alone: Vec<_> = all(CROWN, &HERS).chain(all(CROWN, &[(3, 2)])).collect();
        let read = [Cell::at(0, 1), Cell::at(2, 0)];
        assert_eq!(told(&alone, &read), ".q... ...q. q.... ..q.. .....");
        assert_eq!(told(&alone, &read[..1]), ".q... ...x. x.... ..x.. .....");
        let with_cross: Vec<_> = alone.into_iter().chain(all(X, &[(4, 4)])).collect();
        let read = [Cell::at(0, 1), Cell::at(1, 3), Cell::at(2, 0)];
        assert_eq!(told(&with_cross, &read), ".q... ...q. q.... ..q.. ....x");
    }

    #[test]
    fn beside_queens_only_what_is_like_them_is_one() {
        let read = [Cell::at(0, 1), Cell::at(1, 3)];
        let both: Vec<_> = all(CROWN, &HERS).chain(all(X, &OTHERS)).collect();
        assert_eq!(told(&both, &read), ".q..x ...q. q.... x.... ..x..");
        let with_another: Vec<_> = both.into_iter().chain(all(DOT, &[(4, 4)])).collect();
        assert_eq!(told(&with_another, &read), ".q..x ...q. q.... x.... ..x.x");
    }
}
