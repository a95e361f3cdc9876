//! Boards on which the cells of the queens are painted in one colour, without any walls.

use image::RgbaImage;
use queensight::board::{Board, Cell, Mark, Marks};
use queensight::geometry::FramePoint;
use queensight::render::{Look, Tone, random_palette, render};
use queensight::solver::{self, Outcome};
use queensight::vision::{self, Doubt, Refusal};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A green that is no region's.
const PAINT: [u8; 3] = [0, 120, 60];

/// A drawn board on which these cells are painted.
fn painted(board: &Board, marks: &Marks, cells: &[Cell], look: &Look) -> RgbaImage {
    let drawn = render(board, marks, look);
    let mut pixels = drawn.pixels;
    for (x, y, pixel) in pixels.enumerate_pixels_mut() {
        let at = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        let Some(cell) = drawn.lattice.cell_at(at) else { continue };
        if cells.contains(&cell) && pixel.0[..3] == look.palette[board.region(cell).0] {
            pixel.0[..3].copy_from_slice(&PAINT);
        }
    }
    pixels
}

/// A board, some of its queens, and a look without lines.
fn half_played(seed: u64) -> (Board, Marks, Look) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let size = rng.random_range(6..=10);
    let board = solver::generate(size, &mut rng).expect("a board");
    let solution = solver::solve(&board).solution().expect("a solution").clone();
    let mut queens: Vec<Cell> =
        solution.columns().iter().enumerate().map(|(row, &col)| Cell::at(row, col)).collect();
    queens.shuffle(&mut rng);
    let mut marks = Marks::empty(size);
    let count = rng.random_range(2..=size / 2);
    queens[..count].iter().for_each(|&cell| marks.set(cell, Mark::Queen));
    let palette = random_palette(size, Tone::Pastel, &mut rng);
    let look = Look::tiles(size, rng.random_range(36..80).into(), palette);
    (board, marks, look)
}

#[test]
fn cells_that_queens_have_painted_are_read_where_one_puzzle_fits() {
    let mut doubts = Vec::new();
    for seed in 0..80 {
        let (board, marks, look) = half_played(seed);
        let queens: Vec<Cell> = marks.queens().collect();
        match vision::read(&painted(&board, &marks, &queens, &look)) {
            Ok(reading) => assert_eq!((reading.board, reading.marks), (board, marks), "{seed}"),
            Err(refusal) => doubts.push(refusal),
        }
    }
    assert!(doubts.len() < 20, "{doubts:?}");
    let is_painted = |refusal: &Refusal| {
        matches!(refusal, Refusal::UnreadableBoard { doubt: Doubt::Painted, .. })
    };
    assert!(doubts.iter().any(is_painted), "{doubts:?}");
}

#[test]
fn cells_that_are_painted_without_a_queen_are_not_believed() {
    for seed in 0..20 {
        let (board, marks, look) = half_played(seed);
        let queens: Vec<Cell> = marks.queens().collect();
        let none = Marks::empty(board.size());
        let read = vision::read(&painted(&board, &none, &queens, &look));
        assert!(read.is_err(), "{seed}");
    }
}

/// A board with a region in two single cells that lie as queens do, and one of them.
fn with_cells_apart(seed: u64) -> Option<(Board, Cell)> {
    let size = 8;
    let board = solver::generate(size, &mut ChaCha8Rng::seed_from_u64(seed)).expect("a board");
    let area =
        |of: Cell| board.cells().filter(|&cell| board.region(cell) == board.region(of)).count();
    let alone = board.cells().find(|&cell| area(cell) == 1)?;
    let attacks =
        |cell: Cell| cell.row == alone.row || cell.col == alone.col || cell.touches(alone);
    let with = |other: Cell| {
        let region = |cell: Cell| board.region(if cell == other { alone } else { cell }).0;
        let regions: Vec<usize> = board.cells().map(region).collect();
        let rows: Vec<Vec<usize>> = regions.chunks(size).map(<[usize]>::to_vec).collect();
        let is_puzzle = |board: &Board| matches!(solver::solve(board), Outcome::Unique(_));
        Board::from_rows(&rows).ok().filter(is_puzzle)
    };
    let others = board.cells().filter(|&cell| !attacks(cell) && area(cell) > 3);
    others.filter_map(with).next().map(|board| (board, alone))
}

#[test]
fn a_region_in_single_cells_is_not_painted_where_more_others_show_what_is_in_them() {
    let (mut read, mut doubts) = (0, 0);
    for (board, alone) in (0..40).filter_map(with_cells_apart) {
        let size = board.size();
        let mut marks = Marks::empty(size);
        board.cells().for_each(|cell| marks.set(cell, Mark::Cross));
        let solution = solver::solve(&board).solution().expect("a solution").clone();
        solution.queens().take(3).for_each(|cell| marks.set(cell, Mark::Queen));
        let is_of_it = |cell: &Cell| board.region(*cell) == board.region(alone);
        let in_it: Vec<Cell> = board.cells().filter(is_of_it).collect();
        in_it.iter().for_each(|&cell| marks.set(cell, Mark::Cross));
        let palette = random_palette(size, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(7));
        let look = Look::tiles(size, 48.0, palette);
        let reading = vision::read(&render(&board, &marks, &look).pixels).expect("a reading");
        assert_eq!((&reading.board, &reading.marks), (&board, &marks));
        read += 1;
        // Where queens stand in them and nowhere else, they may be painted.
        let mut marks = Marks::empty(size);
        in_it.iter().for_each(|&cell| marks.set(cell, Mark::Queen));
        doubts += usize::from(vision::read(&render(&board, &marks, &look).pixels).is_err());
    }
    assert!(read > 3 && doubts > 0, "{doubts} of {read}");
}
