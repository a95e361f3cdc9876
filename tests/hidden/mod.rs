//! Boards of which a part is hidden or cannot be told from another one, beside whole ones that look like
//! them: whatever is read must be the board.

use image::{Rgba, RgbaImage, imageops};
use queensight::board::{Board, Cell, Marks};
use queensight::geometry::{FrameRect, FrameVector};
use queensight::render::{Line, Look, Rendered, Tone, random_palette, render};
use queensight::solver::{self, Outcome};
use queensight::vision::{self, Doubt, Refusal};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const DARK: [u8; 3] = [45, 51, 59];

fn rows_of(board: &Board) -> Vec<Vec<usize>> {
    let row = |row| (0..board.size()).map(move |col| board.region(Cell::at(row, col)).0).collect();
    (0..board.size()).map(row).collect()
}

fn is_unique(board: &Board) -> bool {
    matches!(solver::solve(board), Outcome::Unique(_))
}

/// The board with one more region: a whole column on its left, and a whole row above or below it.
fn framed(board: &Board, is_above: bool) -> Board {
    let size = board.size();
    let mut rows: Vec<Vec<usize>> =
        rows_of(board).into_iter().map(|row| [vec![size], row].concat()).collect();
    rows.insert(if is_above { 0 } else { size }, vec![size; size + 1]);
    Board::from_rows(&rows).expect("a board")
}

/// Turned by half.
fn turned(board: &Board) -> Board {
    let rows: Vec<Vec<usize>> =
        rows_of(board).into_iter().rev().map(|row| row.into_iter().rev().collect()).collect();
    Board::from_rows(&rows).expect("a board")
}

/// Boards with one solution, each with a generator for its looks.
fn puzzles(make: impl Fn(Board) -> Board) -> impl Iterator<Item = (Board, ChaCha8Rng)> {
    (0..).filter_map(move |seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = make(solver::generate(6 + seed as usize % 4, &mut rng).expect("a board"));
        is_unique(&board).then_some((board, rng))
    })
}

/// As a plot draws it: without any line.
fn flat(board: &Board, rng: &mut ChaCha8Rng) -> Rendered {
    let look = Look::classic(board.size(), 40.0, random_palette(board.size(), Tone::Pastel, rng));
    let look = Look { thin: None, wall: None, border: None, ..look };
    render(board, &Marks::empty(board.size()), &look)
}

/// As games draw it.
fn lined(board: &Board, rng: &mut ChaCha8Rng) -> Rendered {
    let look = Look::classic(board.size(), 40.0, random_palette(board.size(), Tone::Pastel, rng));
    render(board, &Marks::empty(board.size()), &look)
}

fn cover(drawn: &Rendered, rect: FrameRect, [r, g, b]: [u8; 3]) -> RgbaImage {
    let mut pixels = drawn.pixels.clone();
    let rect = rect.round();
    let size = rect.size().cast::<u32>();
    let sheet = RgbaImage::from_pixel(size.width, size.height, Rgba([r, g, b, 255]));
    imageops::overlay(&mut pixels, &sheet, rect.min.x as i64, rect.min.y as i64);
    pixels
}

fn assert_unreadable(pixels: &RgbaImage, what: &str) {
    match vision::read(pixels) {
        Err(Refusal::UnreadableBoard { .. }) => {}
        other => panic!("{what}: {:?}", other.map(|reading| reading.board.to_rows())),
    }
}

/// That no other board is read.
fn assert_not_misread(pixels: &RgbaImage, board: &Board, what: &str) {
    if let Ok(reading) = vision::read(pixels) {
        assert_eq!(reading.board, *board, "{what}");
        assert_eq!(reading.marks, Marks::empty(board.size()), "{what}");
    }
}

#[test]
fn two_regions_around_a_flat_board_are_no_page_and_a_covered_one_leaves_no_smaller_board() {
    for (board, mut rng) in puzzles(|board| framed(&turned(&framed(&board, true)), true)).take(12) {
        let drawn = flat(&board, &mut rng);
        let read = vision::read(&drawn.pixels).map(|reading| reading.board);
        assert_eq!(read.as_ref(), Ok(&board), "{:?}", board.to_rows());
        let corner = drawn.lattice.cell_rect(Cell::at(0, 0)).inflate(5.0, 5.0);
        assert_unreadable(&cover(&drawn, corner, DARK), "a covered corner");
    }
}

#[test]
fn the_page_around_a_flat_board_and_what_covers_its_corner_are_no_regions() {
    for (board, mut rng) in puzzles(|board| board).take(12) {
        let drawn = flat(&board, &mut rng);
        let corner = drawn.lattice.cell_rect(Cell::at(0, board.size() - 1));
        let corner = corner.translate(FrameVector::new(20.0, -20.0));
        assert_not_misread(&cover(&drawn, corner, DARK), &board, "a covered corner");
    }
}

#[test]
fn a_side_that_is_a_region_of_its_own_is_no_row_of_labels_where_another_side_is_hidden() {
    for (board, mut rng) in puzzles(|board| framed(&board, false)).take(12) {
        let drawn = lined(&board, &mut rng);
        let last = drawn.lattice.cell_rect(Cell::at(board.size() - 1, 0));
        let (width, height) = (drawn.pixels.width(), (last.min.y + 4.0) as u32);
        let cut = imageops::crop_imm(&drawn.pixels, 0, 0, width, height).to_image();
        assert_unreadable(&cut, "cut off");
        let bar = FrameRect::new(last.min, drawn.rect.max + FrameVector::splat(30.0));
        let bar = bar.translate(FrameVector::new(-20.0, 0.0));
        assert_unreadable(&cover(&drawn, bar, DARK), "under a bar");
    }
}

#[test]
fn a_message_over_the_lower_half_of_the_last_row_covers_it() {
    for (board, mut rng) in puzzles(|board| board).take(12) {
        let drawn = lined(&board, &mut rng);
        let rect = drawn.lattice.rect();
        for part in [0.4, 0.6, 0.8] {
            let top = rect.max.y - part * drawn.lattice.pitch.y;
            let below = rect.max + FrameVector::new(0.0, 10.0);
            let message = FrameRect::new((rect.min.x + 10.0, top).into(), below);
            let seen = cover(&drawn, message, [255; 3]);
            assert_not_misread(&seen, &board, &format!("{part} of the row"));
        }
    }
}

#[test]
fn what_a_window_hides_of_a_board_without_walls_is_no_region() {
    for (board, mut rng) in puzzles(|board| board).take(12) {
        let palette = random_palette(board.size(), Tone::Dark, &mut rng);
        let light = Line { width: 1.0, colour: [255; 3], opacity: 0.5 };
        let look = Look::classic(board.size(), 40.0, palette);
        let look = Look { wall: None, border: None, thin: Some(light), ..look };
        let drawn = render(&board, &Marks::empty(board.size()), &look);
        let read = vision::read(&drawn.pixels).map(|reading| reading.board);
        assert_eq!(read.as_ref(), Ok(&board), "{:?}", board.to_rows());
        // In cells: left, top, width and height.
        for window in [[2.4, 0.4, 3.2, 3.0], [1.4, 1.5, 2.9, 2.9], [0.3, 3.4, 3.0, 2.9]] {
            let [left, top, width, height] = window.map(|cells| 40.0 * cells);
            let corner = drawn.lattice.origin + FrameVector::new(left, top);
            let rect = FrameRect::new(corner, corner + FrameVector::new(width, height));
            for colour in [DARK, [150; 3]] {
                assert_unreadable(&cover(&drawn, rect, colour), &format!("{window:?}"));
            }
        }
    }
}

#[test]
fn a_covered_corner_cell_is_not_guessed() {
    for (board, mut rng) in puzzles(|board| board).take(12) {
        let drawn = lined(&board, &mut rng);
        let last = board.size() - 1;
        let corner = drawn.lattice.cell_rect(Cell::at(last, last)).inflate(4.0, 4.0);
        assert_not_misread(&cover(&drawn, corner, DARK), &board, "under a badge");
    }
}

/// The board with the regions of two cells for one, and a third cell as a region of its own, for which that
/// is a puzzle too.
fn with_one_region_for_two(board: &Board) -> Option<([usize; 2], Cell)> {
    let pairs = (0..board.size()).flat_map(|a| (0..a).map(move |b| [a, b]));
    pairs.into_iter().find_map(|[a, b]| {
        board.cells().find_map(|odd| {
            let mut rows = rows_of(board);
            for region in rows.iter_mut().flatten().filter(|region| **region == a) {
                *region = b;
            }
            rows[odd.row][odd.col] = a;
            let other = Board::from_rows(&rows).ok()?;
            let own = board.region(odd).0;
            let is_left = rows.iter().flatten().any(|region| *region == own) || own == a;
            (is_unique(&other) && is_left).then_some(([a, b], odd))
        })
    })
}

#[test]
fn an_odd_cell_beside_two_regions_of_nearly_one_colour_is_no_region() {
    let boards = puzzles(|board| board).filter_map(|(board, rng)| {
        let (twins, odd) = with_one_region_for_two(&board)?;
        Some((board, rng, twins, odd))
    });
    for (board, mut rng, [a, b], odd) in boards.take(12) {
        let size = board.size();
        let mut palette = random_palette(size, Tone::Pastel, &mut rng);
        palette[a] = palette[b].map(|channel| channel.saturating_sub(9));
        let look = Look::tiles(size, 40.0, palette);
        let drawn = render(&board, &Marks::empty(size), &look);
        let read = vision::read(&drawn.pixels).map(|reading| reading.board);
        assert_eq!(read.as_ref(), Ok(&board), "no odd cell");
        let cell = drawn.lattice.cell_rect(odd).inflate(-3.0, -3.0);
        assert_not_misread(&cover(&drawn, cell, [240, 190, 40]), &board, "an odd cell");
    }
}

#[test]
fn a_board_whose_border_is_missing_on_a_side_of_each_pair_is_cut_off() {
    let mut told = 0;
    for (board, mut rng) in puzzles(|board| board).take(10) {
        let Rendered { pixels, lattice, .. } = lined(&board, &mut rng);
        // Without the inner half of the border, either.
        let inner = lattice.rect().inflate(-2.0, -2.0).round().to_u32();
        let (left, top, right, bottom) = (inner.min.x, inner.min.y, inner.max.x, inner.max.y);
        let (width, height) = pixels.dimensions();
        let read = |from: (u32, u32), to: (u32, u32)| {
            let part = imageops::crop_imm(&pixels, from.0, from.1, to.0 - from.0, to.1 - from.1);
            vision::read(&part.to_image())
        };
        for (from, to, sides) in [
            ((0, 0), (right, bottom), ["right", "bottom"]),
            ((left, top), (width, height), ["left", "top"]),
            ((left, 0), (width, bottom), ["left", "bottom"]),
        ] {
            let refused = read(from, to).expect_err("a board that may be cut off");
            // Some go on beyond the picture for other reasons as well.
            if let Refusal::UnreadableBoard { doubt: Doubt::CutOff { cut_at }, .. } = refused {
                assert_eq!(cut_at, sides);
                told += 1;
            }
        }
        for (from, to) in [((left, 0), (right, height)), ((0, top), (width, height))] {
            let read = read(from, to).map(|reading| reading.board);
            assert_eq!(read.as_ref(), Ok(&board), "a side or a pair of sides cut off");
        }
    }
    assert!(told > 15, "{told} of 30");
}

#[test]
fn a_board_without_border_on_two_sides_is_whole_where_the_page_is_all_around_it() {
    for (board, mut rng) in puzzles(|board| board).take(10) {
        let Rendered { pixels, lattice, .. } = lined(&board, &mut rng);
        let page = *pixels.get_pixel(0, 0);
        let (width, height) = pixels.dimensions();
        // The page from this column and row on, and on it a strip of so many pixels to the right of the last cells.
        let read = |columns: usize, strip: u32| {
            let last = Cell::at(columns - 1, columns - 1);
            let end = lattice.cell_rect(last).max - FrameVector::new(2.0, 2.0);
            let (right, bottom) = (end.x.round() as u32, end.y.round() as u32);
            let mut pixels = pixels.clone();
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let is_strip = (right..right + strip).contains(&x) && y < bottom && y > height / 2;
                if x >= right || y >= bottom {
                    *pixel = if is_strip { Rgba([90, 160, 90, 255]) } else { page };
                }
            }
            assert!(width > right + 12 && height > bottom + 12, "no page beyond");
            vision::read(&pixels)
        };
        let size = board.size();
        assert_eq!(read(size, 0).map(|reading| reading.board).as_ref(), Ok(&board));
        assert!(read(size, 12).is_err(), "something goes on to the right");
        assert!(read(size - 1, 0).is_err(), "a part of it");
    }
}

#[test]
fn what_hides_the_border_along_an_outer_cell_hides_the_cell() {
    for (board, mut rng) in puzzles(|board| board).take(10) {
        let Rendered { pixels, lattice, .. } = lined(&board, &mut rng);
        let row = board.size() / 2;
        let cell = lattice.cell_rect(Cell::at(row, 0));
        let with = |left: f64, right: f64, top: f64, bottom: f64| {
            let mut pixels = pixels.clone();
            let size = ((right - left) as u32, (bottom - top) as u32);
            let message = RgbaImage::from_pixel(size.0, size.1, Rgba([40, 160, 90, 255]));
            imageops::overlay(&mut pixels, &message, left as i64, top as i64);
            vision::read(&pixels)
        };
        let covered = with(cell.min.x - 12.0, cell.max.x - 5.0, cell.min.y + 2.0, cell.max.y - 2.0);
        assert!(covered.is_err(), "{covered:?}");
        // Between two cells no more than a half of each is hidden.
        let between =
            with(cell.min.x - 12.0, cell.min.x + 8.0, cell.max.y - 12.0, cell.max.y + 12.0);
        assert_eq!(between.map(|reading| reading.board), Ok(board));
    }
}

/// With light lines that do not show on its outer region, which is white.
fn with_a_white_region(board: &Board, at: Cell, rng: &mut ChaCha8Rng) -> Look {
    let size = board.size();
    let mut look = Look::classic(size, 40.0, random_palette(size, Tone::Pastel, rng));
    look.palette[board.region(at).0] = [255; 3];
    look.page = [235, 240, 255];
    look.thin = look.thin.map(|line| Line { colour: [255; 3], opacity: 1.0, ..line });
    look
}

#[test]
fn a_board_is_not_read_without_the_region_along_two_sides_on_which_no_lines_show() {
    for is_above in [true, false] {
        for is_turned in [true, false] {
            let make = |board| {
                let board = framed(&board, is_above);
                if is_turned { turned(&board) } else { board }
            };
            for (board, mut rng) in puzzles(make).take(6) {
                let last = board.size() - 1;
                let outer = if is_turned { last } else { 0 };
                let look = with_a_white_region(&board, Cell::at(last / 2, outer), &mut rng);
                let drawn = render(&board, &Marks::empty(board.size()), &look);
                assert_not_misread(&drawn.pixels, &board, "a white region");
            }
        }
    }
}

#[test]
fn a_card_around_a_board_as_far_from_it_as_its_cells_are_wide_is_no_part_of_it() {
    for (board, mut rng) in puzzles(|board| board).take(12) {
        let drawn = lined(&board, &mut rng);
        let card = drawn.rect.inflate(40.0, 40.0);
        // Either all around, or with a line along two sides that is longer than they are.
        for beyond in [0.0, 60.0] {
            let mut pixels = drawn.pixels.clone();
            let black = |pixels: &mut RgbaImage, x: f64, y: f64, width: f64, height: f64| {
                let line = RgbaImage::from_pixel(width as u32, height as u32, Rgba([0, 0, 0, 255]));
                imageops::overlay(pixels, &line, x as i64, y as i64);
            };
            let (width, height) = (card.width() + beyond, card.height() + beyond);
            black(&mut pixels, card.min.x, card.min.y, width, 3.0);
            black(&mut pixels, card.min.x, card.min.y, 3.0, height);
            if beyond == 0.0 {
                black(&mut pixels, card.min.x, card.max.y - 3.0, width, 3.0);
                black(&mut pixels, card.max.x - 3.0, card.min.y, 3.0, height);
            }
            let read = vision::read(&pixels).map(|reading| reading.board);
            assert_eq!(read.as_ref(), Ok(&board), "{beyond}");
        }
    }
}

#[test]
fn frames_around_the_cells_of_queens_are_no_walls_of_regions() {
    for ((board, mut rng), with_pair) in
        puzzles(|board| board).take(16).zip([false, true].into_iter().cycle())
    {
        let Outcome::Unique(solution) = solver::solve(&board) else { unreachable!() };
        let look =
            Look::classic(board.size(), 40.0, random_palette(board.size(), Tone::Pastel, &mut rng));
        let Rendered { mut pixels, lattice, .. } =
            render(&board, &Marks::empty(board.size()), &Look { wall: None, ..look });
        // With all the rest, one region less is closed than there are.
        for queen in solution.queens().skip(1) {
            let beside = Cell::at(queen.row, queen.col.checked_sub(1).unwrap_or(1));
            let is_pair = with_pair && queen.row == 1;
            let last = if is_pair { beside } else { queen };
            let framed = lattice.cell_rect(queen).union(&lattice.cell_rect(last)).round().to_u32();
            let rim = |x: u32, y: u32| {
                x.min(y) < 5 || x + 5 >= framed.width() || y + 5 >= framed.height()
            };
            for (x, y) in
                (0..framed.width()).flat_map(|x| (0..framed.height()).map(move |y| (x, y)))
            {
                let gold = if rim(x, y) { [0, 0, 0, 255] } else { [255, 215, 0, 255] };
                pixels.put_pixel(framed.min.x + x, framed.min.y + y, Rgba(gold));
            }
        }
        if let Ok(reading) = vision::read(&pixels) {
            assert_eq!(reading.board, board);
        }
    }
}
