//! Letters, numbers and other things that are printed in cells, and are no marks.

use super::cells::CellColours;
use super::drawing::{HARDLY_ALIKE, Kind, kinds};
use crate::board::{Board, Cell, Mark, Marks, Region};
use crate::geometry::Lattice;
use image::RgbaImage;
use std::cmp::Reverse;

/// The least part of the cells in which something stands, if something is printed in each.
const MARKED: f64 = 0.75;

/// The same, if what stands there is no letter of a region. Chosen: a few thin numbers and letters are not read.
const FULL: f64 = 0.95;

/// How much more a mark stands out from its cell than what is printed in the others, if that is how it is known. Chosen:
/// dots, letters and outlines that were printed in all cells had a third to two thirds of what marks had.
const STRONGER: f64 = 1.4;

/// The fewest cells of a region in which more than half are taken for printed. Chosen.
const FEW: usize = 4;

/// The fewest cells of a mark that stands out no more than what is printed. Chosen: up to four numbers looked alike.
const REPEATED: usize = 5;

/// The least part of the pairs of marks in one region that are alike where regions have letters: 45 to
/// 100 % on such pages. Of crosses, about as many as across regions are, 2 to 100 %.
const ALIKE_WITHIN: f64 = 0.3;

/// The most of the pairs of marks across regions that are alike there: letters are not read that well.
/// Chosen.
const ALIKE_ACROSS: f64 = 0.03;

/// The least part of what is drawn in one region alone that is the letter of its region, if letters are read well.
/// Chosen: one queen or cross that is drawn for the first time is less than a tenth of it.
const CLEAR: f64 = 0.9;

/// The least cells of a region that nobody fills with queens. Chosen: two may both be tried.
const FILLED: usize = 3;

/// The marks without those that are printed, and without queens in all cells of one region, and crosses in all cells of regions
/// that are like no other: their colours are painted so.
pub(super) fn without_print(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    board: &Board,
    marks: Marks,
) -> Marks {
    let mut left = without_letters(pixels, lattice, colours, board, marks);
    let filled_with = |mark: Mark| -> Vec<Region> {
        let is_filled = |region: &Region| {
            let mut cells = board.region_cells(*region);
            board.region_cells(*region).count() >= FILLED
                && cells.all(|cell| left.mark(cell) == mark)
        };
        (0..board.size()).map(Region).filter(is_filled).collect()
    };
    let with_crosses = filled_with(Mark::Cross);
    // Where there are several, nobody knows what stands in the others.
    let mut printed = filled_with(Mark::Queen);
    if printed.len() > 1 {
        printed.clear();
    }
    if !with_crosses.is_empty() {
        let standing: Vec<Cell> = left.standing().collect();
        let drawn = kinds(pixels, lattice, colours, &standing);
        let is_own = |region: &Region| {
            drawn
                .iter()
                .filter(|kind| kind.is_in_one_region(board))
                .any(|kind| board.region_cells(*region).all(|cell| kind.cells.contains(&cell)))
        };
        printed.extend(with_crosses.into_iter().filter(is_own));
    }
    for cell in printed.into_iter().flat_map(|region| board.region_cells(region)) {
        left.set(cell, Mark::Empty);
    }
    left
}

/// The marks without those that are letters of regions, or that stand in all empty cells. What stands out more than that is
/// a mark.
fn without_letters(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    board: &Board,
    marks: Marks,
) -> Marks {
    let marked: Vec<Cell> = marks.standing().collect();
    let part = marked.len() as f64 / board.regions().len() as f64;
    if part < MARKED {
        return marks;
    }
    let kinds = kinds(pixels, lattice, colours, &marked);
    if kinds.len() == 1 && marked.len() == board.regions().len() {
        return Marks::empty(board.size());
    }
    let are_letters = are_letters_of_regions(&kinds, board);
    let of_one_region: Vec<&Kind> =
        kinds.iter().filter(|kind| kind.is_in_one_region(board)).collect();
    let letters = letters_of(&of_one_region, board);
    let are_clear = count(&letters) as f64 >= CLEAR * count(&of_one_region) as f64;
    let are_clear = are_letters && are_clear;
    if part >= FULL && !may_be_crossed_out(&marks) {
        on_full_board(&kinds, board, &marks, if are_clear { 1 } else { REPEATED })
    } else if are_letters {
        // A queen that is drawn for the only time, or a cross, is told from letters that are drawn alike.
        without_kinds(if are_clear { &letters } else { &of_one_region }, board, marks)
    } else {
        marks
    }
}

/// The marks without those that are drawn in one region alone.
fn without_kinds(of_one_region: &[&Kind], board: &Board, mut marks: Marks) -> Marks {
    let cells: Vec<Cell> =
        of_one_region.iter().flat_map(|kind| kind.cells.iter().copied()).collect();
    // Of a few queens, each may be drawn for the only time.
    let (queens, others): (Vec<Cell>, Vec<Cell>) =
        cells.into_iter().partition(|&cell| marks.mark(cell) == Mark::Queen);
    let are_queens_printed = queens.len() > board.size();
    for cell in others.into_iter().chain(queens.into_iter().filter(|_| are_queens_printed)) {
        marks.set(cell, Mark::Empty);
    }
    marks
}

/// Whether each row and each column has one queen, or none and a bare cell left for her: nobody crosses out more.
fn may_be_crossed_out(marks: &Marks) -> bool {
    let is_open = |line: &dyn Fn(usize) -> Cell| {
        let count = |mark| (0..marks.size()).filter(|&at| marks.mark(line(at)) == mark).count();
        match count(Mark::Queen) {
            0 => count(Mark::Empty) > 0,
            queens => queens == 1,
        }
    };
    (0..marks.size())
        .all(|line| is_open(&|at| Cell::at(line, at)) && is_open(&|at| Cell::at(at, line)))
}

/// The marks of a board on which no cell is bare: something is printed in the empty ones, unless crosses are in most. A mark
/// stands out from its cell more than what is usual on the board and in its region; or it is a cross, or a queen where one
/// thing in most cells is read as a cross, and she is unlike that or all else that is drawn; or it is drawn in several
/// regions, and in at least so many cells, and does not fill most of these regions, nor does what is hardly like it.
fn on_full_board(kinds: &[Kind], board: &Board, marks: &Marks, least: usize) -> Marks {
    let are_most = |kind: &Kind| 2 * kind.cells.len() > board.regions().len();
    let most = kinds.iter().find(|kind| are_most(kind));
    if most.is_some_and(|kind| kind.first.is_cross()) {
        return marks.clone();
    }
    let are =
        |mark: Mark| move |kind: &&Kind| kind.cells.iter().all(|&cell| marks.mark(cell) == mark);
    let crosses = most.filter(are(Mark::Cross));
    // A star around the place of a disc is a little like it, and nothing else is drawn.
    let is_only_other = |kind: &Kind| kinds.len() == 2 && kind.cells.len() <= board.size();
    let are_queens = |kind: &Kind| {
        let is_unlike = |cross: &Kind| !cross.first.is_like(&kind.first, HARDLY_ALIKE);
        are(Mark::Queen)(&kind)
            && crosses.is_some_and(|cross| is_unlike(cross) || is_only_other(kind))
    };
    let drawn = || kinds.iter().flat_map(|kind| kind.cells.iter().zip(&kind.strengths));
    let usual_of = |region: Option<Region>| {
        let is_in = |cell: &Cell| region.is_none_or(|region| board.region(*cell) == region);
        let mut strengths: Vec<u8> =
            drawn().filter(|(cell, _)| is_in(cell)).map(|(_, strength)| *strength).collect();
        strengths.sort_unstable();
        if strengths.len() < FEW { 0 } else { strengths[strengths.len() / 2] }
    };
    let all = usual_of(None);
    let usual: Vec<u8> =
        (0..board.size()).map(|region| usual_of(Some(Region(region))).max(all)).collect();
    let is_print = |kind: &Kind| {
        let alike = kinds.iter().filter(|other| kind.first.is_like(&other.first, HARDLY_ALIKE));
        let alike: Vec<Region> =
            alike.flat_map(|other| &other.cells).map(|&cell| board.region(cell)).collect();
        let is_filled = |region: Region| {
            let count = alike.iter().filter(|other| **other == region).count();
            2 * count > board.region_cells(region).count()
        };
        let filled = kind.cells.iter().filter(|cell| is_filled(board.region(**cell)));
        2 * filled.count() > kind.cells.len()
    };
    let mut left = Marks::empty(board.size());
    for kind in kinds {
        let is_alone = kind.cells.len() > 1 && kind.is_in_one_region(board);
        let is_mark = kind.first.is_cross()
            || are_queens(kind)
            || kind.cells.len() >= least && !is_alone && !is_print(kind);
        for (&cell, &strength) in kind.cells.iter().zip(&kind.strengths) {
            let usual = f64::from(usual[board.region(cell).0]);
            if is_mark || f64::from(strength) >= STRONGER * usual {
                left.set(cell, marks.mark(cell));
            }
        }
    }
    left
}

/// Whether what is drawn in these cells is the same in most of them, as crosses are, and not a number or a letter
/// of its own in each.
pub(super) fn is_mostly_one(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    cells: &[Cell],
) -> bool {
    let kinds = kinds(pixels, lattice, colours, cells);
    let most = kinds.iter().map(|kind| kind.cells.len()).max().unwrap_or_default();
    2 * most > cells.len()
}

fn count(kinds: &[&Kind]) -> usize {
    kinds.iter().map(|kind| kind.cells.len()).sum()
}

/// Of what is drawn in one region alone, what is drawn most often there.
fn letters_of<'a>(of_one_region: &[&'a Kind], board: &Board) -> Vec<&'a Kind> {
    let region = |kind: &Kind| board.region(kind.cells[0]);
    let is_letter = |kind: &&&Kind| {
        let mut own = of_one_region.iter().filter(|other| region(other) == region(kind));
        own.all(|other| other.cells.len() <= kind.cells.len())
    };
    of_one_region.iter().filter(is_letter).copied().collect()
}

/// Whether marks are alike in their regions and differ between them, but for crosses and queens that stand beside
/// letters, and are the same in all regions.
fn are_letters_of_regions(kinds: &[Kind], board: &Board) -> bool {
    let mut letters: Vec<&Kind> = kinds.iter().collect();
    let all = count(&letters);
    letters.sort_by_key(|kind| (kind.is_in_one_region(board), Reverse(kind.cells.len())));
    let marks = letters.iter().take(2).filter(|kind| !kind.is_in_one_region(board)).count();
    letters.drain(..marks);
    if 2 * count(&letters) < all {
        return false;
    }
    let marked: Vec<(usize, Cell)> = (0..)
        .zip(letters)
        .flat_map(|(kind, cells)| cells.cells.iter().map(move |&cell| (kind, cell)))
        .collect();
    let mut within = Pairs::default();
    let mut across = Pairs::default();
    for (at, &(kind, cell)) in marked.iter().enumerate() {
        for &(other_kind, other) in &marked[..at] {
            let is_within = board.region(cell) == board.region(other);
            let pairs = if is_within { &mut within } else { &mut across };
            pairs.all += 1;
            pairs.alike += usize::from(kind == other_kind);
        }
    }
    within.part() >= ALIKE_WITHIN && across.part() <= ALIKE_ACROSS
}

/// How many pairs of marks there are, and how many of them are of one kind.
#[derive(Default)]
struct Pairs {
    all: usize,
    alike: usize,
}

impl Pairs {
    fn part(&self) -> f64 {
        self.alike as f64 / self.all.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::drawing::glyphs::{CROWN, DOT, Glyphs, LETTERS, SIDE, X};
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The marks of a board of which each column is a region, with these glyphs drawn in its cells: of
    /// those that are read as crosses and queens, the ones that are left.
    fn left_of(glyph: impl Fn(Cell) -> Option<&'static str>) -> Marks {
        left_of_read(glyph, |glyph| if glyph == CROWN { Mark::Queen } else { Mark::Cross })
    }

    /// The same, where glyphs are read in this way.
    fn left_of_read(
        glyph: impl Fn(Cell) -> Option<&'static str>,
        read: impl Fn(&str) -> Mark,
    ) -> Marks {
        let board = Board::from_rows(&vec![(0..SIDE).collect::<Vec<_>>(); SIDE]).unwrap();
        let mut marks = Marks::empty(SIDE);
        for cell in board.cells() {
            marks.set(cell, glyph(cell).map_or(Mark::Empty, &read));
        }
        let Glyphs { pixels, lattice, colours } = Glyphs::drawn(glyph);
        without_print(&pixels, &lattice, &colours, &board, marks)
    }

    /// Whether a queen may stand in this cell of a board that is crossed out.
    fn is_open(cell: Cell) -> bool {
        [0, 2, 4, 1, 3][cell.row] == cell.col
    }

    /// Something that is in no other cell.
    fn scribble(cell: Cell) -> &'static str {
        let mut rng = ChaCha8Rng::seed_from_u64((SIDE * cell.row + cell.col) as u64);
        let row = |_| (0..SIDE).map(|_| if rng.random() { '#' } else { '.' }).collect();
        let rows: Vec<String> = (0..SIDE).map(row).collect();
        rows.join(" ").leak()
    }

    fn rows(marks: &Marks) -> String {
        marks.to_rows().join(" ")
    }

    #[test]
    fn letters_in_all_cells_are_no_marks_and_do_not_hide_those_that_stand_instead_of_them() {
        let with_marks = |cell: Cell| match (cell.row, cell.col) {
            (0, 1) | (1, 3) | (4, 4) => X,
            (2, 0) => CROWN,
            (_, column) => LETTERS[column],
        };
        let left = left_of(|cell| Some(with_marks(cell)));
        assert_eq!(rows(&left), ".x... ...x. q.... ..... ....x");
    }

    #[test]
    fn the_only_queen_or_cross_is_told_from_letters_that_are_read_as_queens() {
        let read = |glyph: &str| if glyph == X { Mark::Cross } else { Mark::Queen };
        for (glyph, left) in
            [(CROWN, "..... ..... ..... .q... ....."), (X, "..... ..... ..... .x... .....")]
        {
            let drawn = |cell: Cell| if cell == Cell::at(3, 1) { glyph } else { LETTERS[cell.col] };
            assert_eq!(rows(&left_of_read(|cell| Some(drawn(cell)), read)), left);
        }
    }

    #[test]
    fn letters_are_told_beside_many_crosses() {
        let is_crossed = |cell: Cell| (cell.row + cell.col).is_multiple_of(3);
        let left = left_of(|cell| Some(if is_crossed(cell) { X } else { LETTERS[cell.col] }));
        assert_eq!(rows(&left), "x..x. ..x.. .x..x x..x. ..x..");
    }

    #[test]
    fn large_letters_are_no_queens() {
        let left = left_of(|cell| match (cell.row, cell.col) {
            (0, 3 | 4) => None,
            (_, 4) => Some(CROWN),
            (_, column) => Some(LETTERS[column]),
        });
        assert_eq!(rows(&left), "..... ....q ....q ....q ....q", "no more than there may be");
    }

    #[test]
    fn queens_in_all_cells_of_a_region_are_how_it_is_painted() {
        let in_first = |rows: usize| {
            left_of(|cell| {
                (cell.col == 0 && cell.row < rows || cell == Cell::at(2, 3)).then_some(CROWN)
            })
        };
        assert_eq!(rows(&in_first(5)), "..... ..... ...q. ..... .....");
        assert_eq!(rows(&in_first(4)), "q.... q.... q..q. q.... .....");
        let in_two = left_of(|cell| (cell.col < 2).then_some(CROWN));
        assert_eq!(rows(&in_two), "qq... qq... qq... qq... qq...");
    }

    #[test]
    fn crosses_in_all_cells_of_a_region_that_are_like_no_other_are_how_it_is_painted() {
        let painted = |count: usize, elsewhere: &'static str| {
            let crosses = [(2, 3), (3, 4)].map(|(row, col)| Cell::at(row, col));
            rows(&left_of_read(
                |cell| {
                    let is_painted = cell.col == 0 && cell.row < count;
                    let is_elsewhere = crosses.contains(&cell);
                    is_painted.then_some(DOT).or(is_elsewhere.then_some(elsewhere))
                },
                |_| Mark::Cross,
            ))
        };
        assert_eq!(painted(5, X), "..... ..... ...x. ....x .....");
        assert_eq!(painted(4, X), "x.... x.... x..x. x...x .....");
        assert_eq!(painted(5, DOT), "x.... x.... x..x. x...x x....");
        let blurred = left_of(|cell| (cell.col == 0).then(|| scribble(cell)));
        assert_eq!(rows(&blurred), "x.... x.... x.... x.... x....");
    }

    #[test]
    fn a_board_that_is_crossed_out_keeps_its_crosses() {
        let solution = [0, 2, 4, 1, 3];
        let left = left_of(|cell| Some(if solution[cell.row] == cell.col { CROWN } else { X }));
        assert_eq!(rows(&left), "qxxxx xxqxx xxxxq xqxxx xxxqx");
    }

    #[test]
    fn crosses_that_are_drawn_otherwise_in_some_regions_are_no_letters() {
        let drawn = |cell: Cell| if cell.col < 3 { X } else { LETTERS[cell.col] };
        let left = left_of(|cell| (!is_open(cell)).then(|| drawn(cell)));
        assert_eq!(rows(&left), ".xxxx xx.xx xxxx. x.xxx xxx.x");
    }

    #[test]
    fn crosses_of_which_no_two_are_drawn_alike_are_no_letters() {
        let blurred = |cell: Cell| (!is_open(cell)).then(|| scribble(cell));
        assert_eq!(rows(&left_of(blurred)), ".xxxx xx.xx xxxx. x.xxx xxx.x");
    }

    #[test]
    fn what_is_printed_in_all_empty_cells_is_no_mark_and_what_stands_out_more_is() {
        let dots = |cell: Cell| match (cell.row, cell.col) {
            (0, 1) | (3, 1) => X,
            (2, 3) => CROWN,
            _ => DOT,
        };
        assert_eq!(rows(&left_of(|cell| Some(dots(cell)))), ".x... ..... ...q. .x... .....");
    }

    #[test]
    fn queens_among_dots_that_are_read_as_crosses_are_marks_however_few() {
        const PLUS: &str = "..... ..#.. .###. ..#.. .....";
        let standing = |cell: Cell| match (cell.row, cell.col) {
            (0, 1) | (1, 4) | (3, 2) => CROWN,
            (4, 4) => "..... ..#.. .##.. ..#.. .....",
            _ => PLUS,
        };
        let dots_are = |dot: Mark| {
            let read = |glyph: &str| if glyph == PLUS { dot } else { Mark::Queen };
            rows(&left_of_read(|cell| Some(standing(cell)), read))
        };
        assert_eq!(dots_are(Mark::Cross), ".q... ....q ..... ..q.. .....");
        // Of two things that are both read as queens, neither is one.
        assert_eq!(dots_are(Mark::Queen), "..... ..... ..... ..... .....");
    }

    #[test]
    fn queens_that_are_a_little_like_the_dots_are_marks_if_nothing_else_is_drawn() {
        const DISC: &str = "..... ..#.. .###. ..#.. .....";
        const STAR: &str = "..... .##.. .###. .##.. .....";
        let left = |stars: &[(usize, usize)], other: Option<&'static str>| {
            let drawn = |cell: Cell| match (cell.row, cell.col) {
                (4, 4) if other.is_some() => other,
                at if stars.contains(&at) => Some(STAR),
                _ => Some(DISC),
            };
            let read = |glyph: &str| if glyph == STAR { Mark::Queen } else { Mark::Cross };
            rows(&left_of_read(drawn, read))
        };
        let stars = [(0, 1), (1, 3), (2, 0), (3, 2), (0, 4), (1, 0)];
        assert_eq!(left(&stars[..2], None), ".q... ...q. ..... ..... .....");
        assert_eq!(left(&stars[..2], Some(X)), "..... ..... ..... ..... ....x");
        assert_eq!(left(&stars, None), "..... ..... ..... ..... .....", "more than there may be");
    }

    #[test]
    fn numbers_in_all_empty_cells_are_no_marks_and_what_is_drawn_often_is() {
        let crosses = [(0, 1), (1, 4), (2, 2), (3, 3), (4, 0)].map(|(row, col)| Cell::at(row, col));
        let numbers = |cell: Cell| if crosses.contains(&cell) { X } else { scribble(cell) };
        let left = left_of(|cell| Some(numbers(cell)));
        assert_eq!(rows(&left), ".x... ....x ..x.. ...x. x....");
        let few = |cell: Cell| if crosses[..2].contains(&cell) { X } else { scribble(cell) };
        assert_eq!(rows(&left_of(|cell| Some(few(cell)))), ".x... ....x ..... ..... .....");
        // Two of anything else could be numbers.
        let crowns = |cell: Cell| if crosses[..2].contains(&cell) { CROWN } else { scribble(cell) };
        assert_eq!(left_of(|cell| Some(crowns(cell))), Marks::empty(SIDE));
    }

    #[test]
    fn all_cells_may_be_crossed_out() {
        let solution = [0, 2, 4, 1, 3];
        let standing = |cell: Cell| match (solution[cell.row] == cell.col, cell.row) {
            (true, 4) => None,
            (true, _) => Some(CROWN),
            _ => Some(X),
        };
        assert_eq!(rows(&left_of(standing)), "qxxxx xxqxx xxxxq xqxxx xxx.x");
        let with_one_more = |cell: Cell| standing(cell).or(Some(X));
        assert_eq!(rows(&left_of(with_one_more)), "qxxxx xxqxx xxxxq xqxxx xxxxx");
    }

    #[test]
    fn what_is_the_same_in_all_cells_is_no_mark() {
        for glyph in [X, CROWN] {
            assert_eq!(left_of(|_| Some(glyph)), Marks::empty(SIDE));
        }
        let but_one = left_of(|cell| (cell != Cell::at(2, 3)).then_some(X));
        assert_eq!(rows(&but_one), "xxxxx xxxxx xxx.x xxxxx xxxxx");
    }

    #[test]
    fn what_stands_in_some_cells_only_is_not_printed() {
        let left = left_of(|cell| (cell.row < 3).then_some(LETTERS[cell.col]));
        assert_eq!(rows(&left), "xxxxx xxxxx xxxxx ..... .....");
    }
}
