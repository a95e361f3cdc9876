//! Grids of colours that look like boards and are none, with the boards that look like them.

use image::Pixel;
use queensight::board::{Board, Cell, Mark, Marks, parse};
use queensight::render::{Look, Tone, random_palette, render};
use queensight::solver::{self, Outcome};
use queensight::vision::{self, Refusal};
use rand::seq::SliceRandom as _;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn areas_of_one_size_with_several_solutions_are_those_of_a_sudoku_with_odd_boxes() {
    let mut boards = 0;
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = 6 + seed as usize % 4;
        let boxes = odd_boxes(size, &mut rng);
        let palette = random_palette(size, Tone::Pastel, &mut rng);
        let mut digits = Marks::empty(size);
        for cell in boxes.cells().filter(|_| !seed.is_multiple_of(3)) {
            digits.set(cell, [Mark::Empty, Mark::Queen, Mark::Cross][rng.random_range(0..3)]);
        }
        let mut looks = looks_without_walls(size, &palette);
        looks.push(Look::classic(size, 45.0, palette));
        // Each in two or three of the looks, by turns: to refuse takes longest.
        for look in looks.iter().skip(seed as usize / 4 % 3).step_by(3) {
            let read = vision::read(&render(&boxes, &digits, look).pixels);
            assert!(read.is_err(), "seed {seed}: {read:?}");
        }
        // A cell more of one region makes it a board with several solutions.
        let mut rows = rows_of(&boxes);
        rows[0][0] = *rows[0].iter().find(|&&of| of != rows[0][0]).unwrap_or(&rows[1][0]);
        let board = Board::from_rows(&rows).expect("a board");
        if board.is_connected() && matches!(solver::solve(&board), Outcome::Multiple(..)) {
            let drawn = render(&board, &Marks::empty(size), &looks[5]);
            let read = vision::read(&drawn.pixels).map(|reading| reading.board);
            assert_eq!(read, Ok(board), "seed {seed}");
            boards += 1;
        }
    }
    assert!(boards > 5, "only {boards} boards beside them");
}

/// Connected regions of as many cells as there are rows: rows that have traded cells.
fn odd_boxes(size: usize, rng: &mut impl Rng) -> Board {
    let mut board = Board::from_rows(&vec![(0..size).collect::<Vec<_>>(); size]).expect("columns");
    let mut trades = 0;
    while trades < 10 * size {
        let [a, b] = [(); 2].map(|()| [(); 2].map(|()| rng.random_range(0..size)));
        let mut rows = rows_of(&board);
        (rows[a[0]][a[1]], rows[b[0]][b[1]]) = (rows[b[0]][b[1]], rows[a[0]][a[1]]);
        match Board::from_rows(&rows) {
            Ok(traded) if traded.is_connected() => (board, trades) = (traded, trades + 1),
            _ => {}
        }
    }
    board
}

/// The regions of a board's cells, row by row.
fn rows_of(board: &Board) -> Vec<Vec<usize>> {
    let cells: Vec<usize> = board.cells().map(|cell| board.region(cell).0).collect();
    cells.chunks(board.size()).map(<[usize]>::to_vec).collect()
}

/// Queens as in a puzzle with two of them in each row, column and region: at most two, and none touches another.
fn two_a_row(board: &Board, rng: &mut impl Rng) -> Vec<Cell> {
    let mut cells: Vec<Cell> = board.cells().collect();
    cells.shuffle(rng);
    let mut queens: Vec<Cell> = Vec::new();
    for cell in cells {
        let shares: [&dyn Fn(&Cell) -> bool; 3] =
            [&|queen| queen.row == cell.row, &|queen| queen.col == cell.col, &|queen| {
                board.region(*queen) == board.region(cell)
            }];
        let has_room =
            shares.iter().all(|is_there| queens.iter().filter(|q| is_there(q)).count() < 2);
        if has_room && !queens.iter().any(|queen| queen.touches(cell)) {
            queens.push(cell);
        }
    }
    queens
}

#[test]
fn two_queens_for_each_row_on_a_board_with_several_solutions_are_no_queens() {
    for seed in 0..8 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = loop {
            // Cells that have taken a neighbour's region so often make few pieces.
            let board = random_colours(8, 3.0, &mut rng);
            if matches!(solver::solve(&board), Outcome::Multiple(..)) {
                break board;
            }
        };
        let look = Look::classic(8, 45.0, random_palette(8, Tone::Pastel, &mut rng));
        let read = |queens: &[Cell]| {
            let mut marks = Marks::empty(8);
            queens.iter().for_each(|&cell| marks.set(cell, Mark::Queen));
            vision::read(&render(&board, &marks, &look).pixels).map(|reading| reading.board)
        };
        let queens = two_a_row(&board, &mut rng);
        // The game may be half played.
        for queens in [&queens[..], &queens[..8]] {
            let refusal = read(queens).expect_err("two for each row");
            assert!(matches!(refusal, Refusal::UnreadableBoard { .. }), "seed {seed}: {refusal}");
        }
        // Somebody who tries things out.
        assert_eq!(read(&queens[..3]), Ok(board.clone()), "seed {seed}");
    }
}

#[test]
fn two_discs_in_each_region_are_no_queens_even_where_there_is_one_solution() {
    for seed in 0..4 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = solver::generate(8, &mut rng).expect("a board");
        let palette = random_palette(8, Tone::Saturated, &mut rng);
        let mut first_two: Vec<Cell> = Vec::new();
        for cell in board.cells() {
            let is_own = |other: &&Cell| board.region(**other) == board.region(cell);
            if first_two.iter().filter(is_own).count() < 2 {
                first_two.push(cell);
            }
        }
        for look in looks_without_walls(8, &palette) {
            let read = |discs: &[Cell]| {
                let mut marks = Marks::empty(8);
                discs.iter().for_each(|&cell| marks.set(cell, Mark::Queen));
                vision::read(&render(&board, &marks, &look).pixels).map(|reading| reading.board)
            };
            let refusal = read(&first_two).expect_err("two in each region");
            assert!(matches!(refusal, Refusal::UnreadableBoard { .. }), "seed {seed}: {refusal}");
            assert_eq!(read(&first_two[..8]), Ok(board.clone()), "seed {seed}: as many as rows");
        }
    }
}

/// The looks in which cells without walls are drawn: nothing but colours, tiles, thin lines between all
/// cells, and the first two as a scaled picture blurs them and a saved one.
fn looks_without_walls(size: usize, palette: &[[u8; 3]]) -> Vec<Look> {
    let classic = Look { wall: None, ..Look::classic(size, 45.0, palette.to_vec()) };
    let flat = Look { thin: None, border: None, ..classic.clone() };
    let tiles = Look::tiles(size, 45.0, palette.to_vec());
    let worn = [&flat, &tiles].map(|look| {
        let mut look = Look { is_snapped: false, ..look.clone() };
        (look.wear.scale, look.wear.jpeg_quality) = (0.9, Some(90));
        look
    });
    [classic, flat, tiles].into_iter().chain(worn).collect()
}

/// Cells of random colours, as many as there are rows. Games in which colours are joined have moved on
/// when some cells have taken a neighbour's colour: that happens `joined` times for each cell.
fn random_colours(size: usize, joined: f64, rng: &mut impl Rng) -> Board {
    loop {
        let mut rows: Vec<Vec<usize>> =
            (0..size).map(|_| (0..size).map(|_| rng.random_range(0..size)).collect()).collect();
        for _ in 0..(joined * (size * size) as f64) as usize {
            let cell = Cell::at(rng.random_range(0..size), rng.random_range(0..size));
            let beside: Vec<Cell> = cell.side_neighbours(size).collect();
            let other = beside[rng.random_range(0..beside.len())];
            rows[cell.row][cell.col] = rows[other.row][other.col];
        }
        if let Ok(board) = Board::from_rows(&rows) {
            return board;
        }
    }
}

#[test]
fn cells_of_random_colours_are_no_board_even_where_they_make_a_puzzle_with_one_solution() {
    let mut puzzles = 0;
    for seed in 0..160 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = 4 + seed as usize % 4;
        let colours = random_colours(size, [0.0, 0.5][seed as usize / 4 % 2], &mut rng);
        puzzles += usize::from(matches!(solver::solve(&colours), Outcome::Unique(_)));
        let palette = random_palette(size, Tone::Saturated, &mut rng);
        // Each in two of the looks, by turns: to refuse takes longest.
        let looks = looks_without_walls(size, &palette).into_iter().enumerate();
        for (look, of_look) in looks.skip(seed as usize / 8 % 3).step_by(3) {
            let drawn = render(&colours, &Marks::empty(size), &of_look);
            let read = vision::read(&drawn.pixels).map(|reading| reading.board);
            assert!(read.is_err(), "seed {seed}, look {look}: {read:?}");
        }
    }
    assert!(puzzles > 20, "only {puzzles} could be taken for a puzzle");
}

#[test]
fn a_colour_of_all_cells_in_line_with_queens_is_no_region_unless_walls_show_it() {
    let board = parse("AAAABA\nAAEAAA\nCAAAAA\nAAAAAF\nAAADAA\nAAAAAA").unwrap();
    let palette = random_palette(6, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(1));
    let walled = Look::classic(6, 45.0, palette.clone());
    let queens = [Cell::at(0, 4), Cell::at(2, 0), Cell::at(4, 3), Cell::at(5, 1)];
    let read = |queens: &[Cell], look: &Look| {
        let mut marks = Marks::empty(6);
        queens.iter().for_each(|&cell| marks.set(cell, Mark::Queen));
        vision::read(&render(&board, &marks, look).pixels).map(|reading| reading.board)
    };
    // Compression leaves edges between colours that look like walls.
    for look in &looks_without_walls(6, &palette)[..3] {
        assert_eq!(read(&[], look), Ok(board.clone()));
        assert_eq!(read(&queens, look), Ok(board.clone()), "one of them is in that region");
        assert_eq!(read(&queens[..1], look), Ok(board.clone()));
        for count in 2..=3 {
            let refusal = read(&queens[..count], look).expect_err("painted cells");
            assert!(matches!(refusal, Refusal::UnreadableBoard { .. }), "{refusal}");
        }
    }
    assert_eq!(read(&queens[..3], &walled), Ok(board.clone()));
}

#[test]
fn regions_in_many_pieces_are_read_where_they_have_walls() {
    for seed in 0..30 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = 6 + seed as usize % 3;
        let board = loop {
            let board = random_colours(size, 2.0, &mut rng);
            if 2 * board.pieces() > 3 * size && matches!(solver::solve(&board), Outcome::Unique(_))
            {
                break board;
            }
        };
        let look = Look::classic(size, 45.0, random_palette(size, Tone::Saturated, &mut rng));
        let drawn = render(&board, &Marks::empty(size), &look);
        let read = vision::read(&drawn.pixels).map(|reading| reading.board);
        assert_eq!(read, Ok(board), "seed {seed}");
    }
}

#[test]
fn regions_in_many_pieces_of_ten_rows_are_read_without_walls() {
    for seed in 0..6 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = 10 + seed as usize % 2;
        let board = split_board(size, size / 2, &mut rng);
        let palette = random_palette(size, Tone::Saturated, &mut rng);
        for look in looks_without_walls(size, &palette) {
            let read = vision::read(&render(&board, &Marks::empty(size), &look).pixels);
            assert_eq!(read.map(|reading| reading.board), Ok(board.clone()), "seed {seed}");
        }
    }
}

#[test]
fn boards_with_up_to_two_split_regions_are_read_without_walls() {
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = 6 + seed as usize % 3;
        let board = split_board(size, 1 + seed as usize / 3 % 2, &mut rng);
        let palette = random_palette(size, Tone::Saturated, &mut rng);
        for (look, of_look) in looks_without_walls(size, &palette).into_iter().enumerate() {
            let drawn = render(&board, &Marks::empty(size), &of_look);
            let read = vision::read(&drawn.pixels).map(|reading| reading.board);
            assert_eq!(read, Ok(board.clone()), "seed {seed}, look {look}");
        }
    }
}

/// A board with one solution in which so many single cells are of a region that is elsewhere.
fn split_board(size: usize, cells: usize, rng: &mut impl Rng) -> Board {
    loop {
        let board = solver::generate(size, rng).expect("a board");
        let mut rows = rows_of(&board);
        for _ in 0..cells {
            let cell = Cell::at(rng.random_range(0..size), rng.random_range(0..size));
            let region = rng.random_range(0..size);
            if cell.side_neighbours(size).all(|other| rows[other.row][other.col] != region) {
                rows[cell.row][cell.col] = region;
            }
        }
        let Ok(changed) = Board::from_rows(&rows) else { continue };
        if changed.pieces() == size + cells && matches!(solver::solve(&changed), Outcome::Unique(_))
        {
            return changed;
        }
    }
}

/// A board without walls, of which a cell is so much darker than its region's colour, as it is read.
fn read_shaded(
    seed: u64,
    shade: impl Fn(Cell) -> f64,
) -> (Board, Marks, Result<(Board, Marks), Refusal>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let size = 6 + seed as usize % 5;
    let board = solver::generate(size, &mut rng).expect("a board");
    let mut marks = Marks::empty(size);
    for cell in board.cells().filter(|_| !seed.is_multiple_of(3)) {
        marks.set(cell, [Mark::Empty, Mark::Empty, Mark::Cross][rng.random_range(0..3)]);
    }
    marks.set(Cell::at(2, size - 1), Mark::Queen);
    let look = looks_without_walls(size, &random_palette(size, Tone::Pastel, &mut rng))
        .swap_remove(seed as usize % 3);
    let mut drawn = render(&board, &marks, &look);
    for cell in drawn.lattice.cells() {
        let part = drawn.lattice.cell_rect(cell).round().to_u32();
        for (x, y) in part.y_range().flat_map(|y| part.x_range().map(move |x| (x, y))) {
            let pixel = drawn.pixels.get_pixel_mut(x, y);
            pixel.apply_without_alpha(|level| (shade(cell) * f64::from(level)) as u8);
        }
    }
    let read = vision::read(&drawn.pixels).map(|reading| (reading.board, reading.marks));
    (board, marks, read)
}

#[test]
fn cells_that_are_shaded_by_turns_are_of_one_region_and_cells_of_many_shades_are_not() {
    for seed in 0..20 {
        for shade in [0.75, 0.9] {
            let by_turns =
                |cell: Cell| if (cell.row + cell.col).is_multiple_of(2) { 1.0 } else { shade };
            let (board, marks, read) = read_shaded(seed, by_turns);
            assert_eq!(read, Ok((board, marks)), "seed {seed}, {shade}");
        }
        let by_many = |cell: Cell| 1.0 - 0.06 * ((3 * cell.row + 5 * cell.col) % 7) as f64;
        let (board, _, read) = read_shaded(seed, by_many);
        assert!(read.as_ref().is_ok_and(|(read, _)| *read == board) || read.is_err(), "{read:?}");
    }
}
