//! Boards without colours, of which only walls tell: white ones, and grey ones on grey pages.

use image::{Rgba, RgbaImage, imageops};
use queensight::board::{Board, Mark, Marks};
use queensight::render::{Line, Look, render};
use queensight::solver::{self, Outcome};
use queensight::vision;
use rand::seq::SliceRandom;
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
            let kinds = if marks.queens().count() < size { 3 } else { 2 };
            marks.set(cell, [Mark::Empty, Mark::Cross, Mark::Queen][rng.random_range(0..kinds)]);
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

#[test]
fn buttons_below_a_white_board_that_end_where_its_cells_do_are_no_cells() {
    for seed in 0..8 {
        let board = puzzle(6, &mut ChaCha8Rng::seed_from_u64(seed));
        let read = |depths: [f64; 2]| {
            let mut look = Look::classic(6, 80.0, vec![[255; 3]; 6]);
            look.page = [255; 3];
            look.thin = Some(Line { width: 1.0, colour: [160; 3], ..look.thin.expect("lines") });
            look.height += 80;
            let mut drawn = render(&board, &Marks::empty(6), &look);
            let rect = drawn.lattice.rect();
            let [top, bottom] = depths.map(|depth| (rect.max.y + 80.0 * depth) as u32);
            for line in 0..=6 {
                let x = (rect.min.x + 80.0 * f64::from(line)) as u32;
                for (x, y) in (top..bottom).flat_map(|y| [(x, y), (x + 1, y)]) {
                    drawn.pixels.put_pixel(x, y, Rgba([160, 160, 160, 255]));
                }
            }
            vision::read(&drawn.pixels).map(|reading| reading.board)
        };
        assert_eq!(read([0.35, 0.8]), Ok(board.clone()), "seed {seed}");
        assert!(read([0.0, 0.8]).is_err(), "lines that go on, seed {seed}");
    }
}

/// A grey board with cells of this pitch, and its greys, which are at least 8 levels apart.
fn grey_board(pitch: f64, seed: u64) -> (Board, RgbaImage) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let size = 6 + seed as usize % 3;
    let mut levels: Vec<u8> = (6..24).map(|level| 10 * level).collect();
    levels.shuffle(&mut rng);
    let palette = levels[..size].iter().map(|&level| [level; 3]).collect();
    let board = puzzle(size, &mut rng);
    let drawn = render(&board, &Marks::empty(size), &Look::classic(size, pitch, palette));
    (board, drawn.pixels)
}

/// A grid of squares of all kinds of greys.
fn heat_map(rng: &mut ChaCha8Rng) -> RgbaImage {
    let levels: Vec<u8> = (0..144).map(|_| rng.random_range(40..240)).collect();
    RgbaImage::from_fn(12 * 44, 10 * 44, |x, y| {
        let is_gap = x % 44 < 4 || y % 44 < 4;
        let level = if is_gap { 250 } else { levels[(y / 44 * 12 + x / 44) as usize] };
        Rgba([level, level, level, 255])
    })
}

#[test]
fn greys_of_all_kinds_beside_a_grey_board_do_not_keep_it_from_being_read_and_its_own_do() {
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (board, small) = grey_board(24.0, seed);
        let map = heat_map(&mut rng);
        let beside = |others: &[&RgbaImage]| {
            let mut page = RgbaImage::from_pixel(900, 1200, Rgba([255, 255, 255, 255]));
            imageops::replace(&mut page, &small, 20, 40);
            for (other, top) in others.iter().zip([40, 640]) {
                imageops::replace(&mut page, *other, 320, top);
            }
            vision::read(&page).map(|reading| reading.board)
        };
        assert_eq!(beside(&[&map]).as_ref(), Ok(&board), "seed {seed}");
        // A larger board with the same greys, a corner of which is covered.
        let (same, mut large) = grey_board(60.0, seed);
        assert_eq!(same, board);
        let (width, height) = large.dimensions();
        for y in height / 2..height {
            (width / 2..width).for_each(|x| large.put_pixel(x, y, Rgba([60, 90, 160, 255])));
        }
        for read in [beside(&[&large]), beside(&[&large, &map])] {
            assert!(read.is_err(), "seed {seed}: {read:?}");
        }
    }
}

#[test]
fn dark_walls_between_dark_greys_are_told_from_light_lines() {
    for seed in 0..8 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = solver::generate(8, &mut rng).expect("a board");
        let look = |wall: u8| Look {
            thin: Some(Line { width: 2.0, colour: [200; 3], opacity: 1.0 }),
            wall: Some(Line { width: 4.0, colour: [wall; 3], opacity: 1.0 }),
            page: [32; 3],
            border: None,
            ..Look::classic(8, 60.0, (0..8).map(|region| [60 + 12 * (region % 3); 3]).collect())
        };
        let read = |look: &Look| {
            let drawn = render(&board, &Marks::empty(8), look);
            vision::read(&drawn.pixels).map(|reading| reading.board)
        };
        assert_eq!(read(&look(0)), Ok(board.clone()), "seed {seed}");
        assert!(
            read(&look(56)).is_err(),
            "seed {seed}: walls in hardly another grey than the cells"
        );
    }
}
