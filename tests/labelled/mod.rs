//! Boards with a row and a column of labels in cells as large as their own, and boards of other puzzles that
//! could be boards but for the shape of their regions.

use image::{Rgba, RgbaImage};
use queensight::board::{Board, Cell, Mark, Marks};
use queensight::geometry::Lattice;
use queensight::render::{Look, Rendered, Tone, random_palette, render};
use queensight::solver::{self, Outcome};
use queensight::vision;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A board, and the same with one more region: a whole row and a whole column that meet in `corner`.
fn with_outer_lines(seed: u64) -> (Board, Board, Cell) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let size = 6 + seed as usize % 4;
    let board = solver::generate(size, &mut rng).expect("a board");
    let corner = Cell::at(rng.random_range(0..2) * size, rng.random_range(0..2) * size);
    let inner = |at: usize, corner: usize| if corner == 0 { at - 1 } else { at };
    let label = |row: usize, col: usize| {
        if row == corner.row || col == corner.col {
            size
        } else {
            board.region(Cell::at(inner(row, corner.row), inner(col, corner.col))).0
        }
    };
    let rows: Vec<Vec<usize>> =
        (0..=size).map(|row| (0..=size).map(|col| label(row, col)).collect()).collect();
    let whole = Board::from_rows(&rows).expect("a board");
    (board, whole, corner)
}

fn drawn(board: &Board, marks: &Marks, seed: u64) -> Rendered {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let palette = random_palette(board.size(), Tone::Pastel, &mut rng);
    render(board, marks, &Look::classic(board.size(), 40.0, palette))
}

/// Draws a number as a Braille letter has it: in each of six places, a block or none.
fn draw_number(pixels: &mut RgbaImage, lattice: &Lattice, cell: Cell, number: usize) {
    let centre = lattice.cell_centre(cell);
    for place in (0..6).filter(|place| number >> place & 1 == 1) {
        let (right, down) = (place % 2 * 8, place / 2 * 7);
        for (x, y) in (0..6).flat_map(|x| (0..5).map(move |y| (x, y))) {
            let at = [centre.x as i32 - 7 + right + x, centre.y as i32 - 10 + down + y];
            pixels.put_pixel(at[0] as u32, at[1] as u32, Rgba([30, 30, 30, 255]));
        }
    }
}

#[test]
fn a_row_and_a_column_of_labels_are_no_region_and_without_labels_or_with_crosses_they_are() {
    for (board, whole, corner) in (0..40).map(with_outer_lines) {
        let seed = whole.size() as u64;
        let lines = || {
            let is_on = |cell: &Cell| cell.row == corner.row || cell.col == corner.col;
            whole.cells().filter(move |cell| is_on(cell) && *cell != corner)
        };
        let empty = drawn(&whole, &Marks::empty(whole.size()), seed);
        let mut labelled = empty.pixels.clone();
        for (index, cell) in lines().enumerate() {
            draw_number(&mut labelled, &empty.lattice, cell, index + 1);
        }
        let mut crosses = Marks::empty(whole.size());
        lines().for_each(|cell| crosses.set(cell, Mark::Cross));
        let crossed = drawn(&whole, &crosses, seed);

        let reading = vision::read(&labelled).expect("a board within labels");
        assert_eq!(reading.board, board, "labels that meet in {corner:?} of\n{whole:?}");
        assert!(board.cells().all(|cell| reading.marks.mark(cell) == Mark::Empty));
        // The corner's queen may stand too near to another one.
        if !matches!(solver::solve(&whole), Outcome::Unique(_)) {
            assert!(vision::read(&empty.pixels).is_err() && vision::read(&crossed.pixels).is_err());
            continue;
        }
        assert_eq!(vision::read(&empty.pixels).map(|reading| reading.board), Ok(whole.clone()));
        let read = vision::read(&crossed.pixels).map(|reading| (reading.board, reading.marks));
        assert_eq!(read, Ok((whole.clone(), crosses)));
    }
}

/// Cuts a square into as many rectangles as it has rows.
fn rectangles(size: usize, rng: &mut ChaCha8Rng) -> Board {
    // Each with its first row and column, and the ones after its last.
    let mut parts = vec![[0, 0, size, size]];
    while parts.len() < size {
        let [top, left, bottom, right] = parts.swap_remove(rng.random_range(0..parts.len()));
        let is_level = rng.random_bool(0.5);
        let (first, end) = if is_level { (top, bottom) } else { (left, right) };
        if end - first == 1 {
            parts.push([top, left, bottom, right]);
            continue;
        }
        let cut = rng.random_range(first + 1..end);
        parts.extend(if is_level {
            [[top, left, cut, right], [cut, left, bottom, right]]
        } else {
            [[top, left, bottom, cut], [top, cut, bottom, right]]
        });
    }
    let part_of = |row: usize, col: usize| {
        parts.iter().position(|[top, left, bottom, right]| {
            (*top..*bottom).contains(&row) && (*left..*right).contains(&col)
        })
    };
    let rows: Vec<Vec<_>> =
        (0..size).map(|row| (0..size).map(|col| part_of(row, col)).collect()).collect();
    Board::from_rows(&rows).expect("a board")
}

#[test]
fn a_board_of_rectangles_alone_is_one_of_another_puzzle() {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    // None of them has just one solution.
    let is_solved = |board: &Board| matches!(solver::solve(board), Outcome::Multiple(..));
    let boards = (0..300).map(|_| rectangles(6, &mut rng)).filter(is_solved);
    for (seed, board) in (0..).zip(boards) {
        let read = vision::read(&drawn(&board, &Marks::empty(6), seed).pixels);
        assert!(read.is_err(), "{board:?}");
    }
}
