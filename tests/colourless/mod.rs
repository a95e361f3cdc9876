//! Boards without colours, of which only walls tell.

use queensight::board::{Board, Mark, Marks};
use queensight::render::{Look, render};
use queensight::solver::{self, Outcome};
use queensight::vision;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A board with one solution.
fn puzzle(size: usize, rng: &mut ChaCha8Rng) -> Board {
    solver::generate(size, rng).expect("a board")
}

/// A board with several solutions: columns, of which the last one has lost a cell.
fn with_several_solutions(size: usize) -> Board {
    let mut rows = vec![(0..size).collect::<Vec<_>>(); size];
    rows[0][size - 1] = size - 2;
    let board = Board::from_rows(&rows).expect("a board");
    assert!(matches!(solver::solve(&board), Outcome::Multiple(..)));
    board
}

#[test]
fn a_white_board_is_read_by_its_walls_if_it_has_one_solution_and_more_than_five_rows() {
    for seed in 0..30 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = 6 + seed as usize % 5;
        let white = |board: &Board, marks: &Marks, has_walls: bool| {
            let mut look = Look::classic(board.size(), 40.0, vec![[255; 3]; board.size()]);
            look.wall = look.wall.filter(|_| has_walls);
            vision::read(&render(board, marks, &look).pixels)
        };
        let board = puzzle(size, &mut rng);
        let mut marks = Marks::empty(size);
        for cell in board.cells().filter(|_| seed % 2 == 0) {
            marks.set(cell, [Mark::Empty, Mark::Cross, Mark::Queen][rng.random_range(0..3)]);
        }
        let read = white(&board, &marks, true).map(|reading| (reading.board, reading.marks));
        assert_eq!(read.as_ref(), Ok(&(board.clone(), marks.clone())), "seed {seed}");
        assert!(white(&board, &marks, false).is_err(), "without walls, seed {seed}");
        let others = [with_several_solutions(size), puzzle(5, &mut rng)];
        for other in &others {
            let read = white(other, &Marks::empty(other.size()), true);
            assert!(read.is_err(), "seed {seed}: {read:?}");
        }
    }
}
