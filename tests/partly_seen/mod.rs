//! Boards whose cells cannot all be seen, or whose outline has other things right beside it.

use image::{Pixel, Rgba, RgbaImage, imageops};
use queensight::board::{Board, Cell, Mark, Marks, parse};
use queensight::render::{Look, Rendered, Tone, random_palette, rect_distance, render};
use queensight::solver::{self, Outcome};
use queensight::vision;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn drawn(seed: u64, change: impl Fn(&mut Look)) -> (Board, Rendered) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let size = 7 + seed as usize % 3;
    let board = solver::generate(size, &mut rng).expect("a board");
    let mut look = Look::classic(size, 40.0, random_palette(size, Tone::Pastel, &mut rng));
    change(&mut look);
    let drawn = render(&board, &Marks::empty(size), &look);
    (board, drawn)
}

/// Lays stripes over the cells of the last two rows and columns of a board, but not over the lines between
/// them.
fn striped(drawn: &Rendered) -> RgbaImage {
    let mut pixels = drawn.pixels.clone();
    let lattice = drawn.lattice;
    for cell in lattice.cells().filter(|cell| cell.row.max(cell.col) + 2 >= lattice.size) {
        let part = lattice.cell_rect(cell).inflate(-3.0, -3.0).round().to_u32();
        for (x, y) in part.y_range().flat_map(|y| part.x_range().map(move |x| (x, y))) {
            if (x + y) % 7 < 2 {
                let pixel = pixels.get_pixel_mut(x, y);
                pixel.apply_without_alpha(|level| level.saturating_sub(60));
            }
        }
    }
    pixels
}

/// Hides the last two rows and columns.
fn covered(drawn: &Rendered) -> RgbaImage {
    let mut pixels = drawn.pixels.clone();
    let (width, height) = pixels.dimensions();
    let seen = drawn.lattice.rect().max - drawn.lattice.pitch * 2.0;
    let cover = RgbaImage::from_pixel(width, height, Rgba([250, 250, 250, 255]));
    imageops::overlay(&mut pixels, &cover, seen.x as i64, 0);
    imageops::overlay(&mut pixels, &cover, 0, seen.y as i64);
    pixels
}

#[test]
fn a_board_is_read_whole_although_stripes_hide_the_cells_of_two_rows_and_two_columns() {
    for seed in 0..12 {
        let (board, drawn) = drawn(seed, |_| {});
        let read = vision::read(&striped(&drawn)).map(|reading| reading.board);
        assert_eq!(read.as_ref(), Ok(&board), "seed {seed}");
        let read = vision::read(&covered(&drawn));
        assert!(read.is_err(), "covered, seed {seed}: {read:?}");
    }
}

#[test]
fn what_is_below_a_window_that_ends_in_the_last_row_of_its_board_is_no_queen() {
    let (mut read, mut by_side) = (0, 0);
    for (seed, hidden) in (0..12).flat_map(|seed| [0.0, 0.25, 0.4].map(|hidden| (seed, hidden))) {
        let (board, drawn) = drawn(seed, |_| {});
        let mut pixels = drawn.pixels.clone();
        let bottom = drawn.lattice.rect().max.y - hidden * drawn.lattice.pitch.y;
        if hidden > 0.0 {
            // A scroll bar, the frame, and the desktop.
            for (height, level) in [(0, 200), (8, 120), (10, 60)] {
                let below = RgbaImage::from_pixel(
                    pixels.width(),
                    pixels.height(),
                    Rgba([level, level, level, 255]),
                );
                imageops::overlay(&mut pixels, &below, 0, bottom as i64 + height);
            }
        }
        match vision::read(&pixels) {
            Ok(reading) => {
                assert_eq!((&reading.board, reading.marks.queens().count()), (&board, 0), "{seed}");
                read += 1;
            }
            Err(refusal) => {
                assert!(hidden > 0.0, "seed {seed}: {refusal}");
                by_side += usize::from(refusal.to_string().contains("cut short at the bottom"));
            }
        }
    }
    // All that are whole, and few of the others: a row that is cut in a straight line may be a little lower.
    assert!(read < 12 + 6, "{read} were read");
    assert!(by_side > 0);
}

#[test]
fn the_outline_of_a_board_is_seen_with_other_areas_right_beside_it() {
    for seed in 0..12 {
        let (board, drawn) = drawn(seed, |look| (look.thin, look.border) = (None, None));
        let rect = drawn.lattice.rect();
        let mut page = RgbaImage::from_pixel(640, 560, Rgba([30, 30, 34, 255]));
        imageops::overlay(&mut page, &drawn.pixels, 80, 80);
        // Smaller than the board's largest regions, with which it hangs together.
        let beside = RgbaImage::from_pixel(70, 60, Rgba([60, 60, 90, 255]));
        imageops::overlay(&mut page, &beside, 80 + rect.max.x as i64, 80 + rect.min.y as i64 + 90);
        let read = vision::read(&page).map(|reading| reading.board);
        assert_eq!(read.as_ref(), Ok(&board), "seed {seed}");
    }
}

/// A board of which one region is the whole last row and column, and the board that is left without it; both
/// have just one solution.
fn framed(seed: u64) -> (Board, Board) {
    let seeds = (100 * seed..).map(ChaCha8Rng::seed_from_u64);
    let boards = seeds.map(|mut rng| solver::generate(7, &mut rng).expect("a board"));
    let frame = |inner: Board| {
        let mut rows = inner.to_rows();
        rows.iter_mut().for_each(|row| row.push('L'));
        rows.push("L".repeat(8));
        let board = parse(&rows.join("\n")).expect("a board");
        matches!(solver::solve(&board), Outcome::Unique(_)).then_some((board, inner))
    };
    boards.take(100).find_map(frame).expect("one whose corner does not touch the queen next to it")
}

#[test]
fn a_board_is_not_read_without_the_region_along_two_sides_that_is_striped() {
    let mut read_whole = 0;
    for seed in 0..12 {
        let (board, inner) = framed(seed);
        let palette = random_palette(8, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(seed));
        let drawn = render(&board, &Marks::empty(8), &Look::classic(8, 40.0, palette));
        for (period, width) in [(7, 2), (12, 4), (16, 6)] {
            let mut pixels = drawn.pixels.clone();
            let lattice = drawn.lattice;
            for cell in lattice.cells().filter(|cell| cell.row.max(cell.col) == 7) {
                let part = lattice.cell_rect(cell).inflate(-2.0, -2.0).round().to_u32();
                for (x, y) in part.y_range().flat_map(|y| part.x_range().map(move |x| (x, y))) {
                    if (x + y) % period < width {
                        let pixel = pixels.get_pixel_mut(x, y);
                        pixel.apply_without_alpha(|level| level.saturating_sub(70));
                    }
                }
            }
            match vision::read(&pixels) {
                Ok(reading) => {
                    assert_ne!(reading.board, inner, "seed {seed}, stripes of {width}");
                    assert_eq!(reading.board, board, "seed {seed}, stripes of {width}");
                    read_whole += 1;
                }
                Err(refusal) => println!("seed {seed}, stripes of {width}: {refusal}"),
            }
        }
    }
    assert!(read_whole > 0);
}

#[test]
fn frames_of_many_lines_around_a_board_are_no_striped_cells() {
    let (board, drawn) = drawn(3, |_| {});
    let whole = drawn.rect.round().to_u32();
    let (width, height) = (whole.width(), whole.height());
    let drawn = imageops::crop_imm(&drawn.pixels, whole.min.x, whole.min.y, width, height);
    let margin = 100;
    let mut page = RgbaImage::from_fn(width + 2 * margin, height + 2 * margin, |x, y| {
        let away = |at: u32, side: u32| {
            margin.saturating_sub(at).max((at + 1).saturating_sub(margin + side))
        };
        match away(x, width).max(away(y, height)) {
            2..6 | 14..16 | 18..20 | 27..29 | 33..36 => Rgba([10, 10, 14, 255]),
            _ => Rgba([74, 77, 98, 255]),
        }
    });
    imageops::overlay(&mut page, &*drawn, margin.into(), margin.into());
    assert_eq!(vision::read(&page).map(|reading| reading.board), Ok(board));
}

#[test]
fn a_board_is_not_read_without_the_region_along_two_sides_that_is_covered_or_cut() {
    for seed in 0..12 {
        let (board, _) = framed(seed);
        let palette = random_palette(8, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(seed));
        let drawn = render(&board, &Marks::empty(8), &Look::classic(8, 40.0, palette));
        assert_eq!(vision::read(&drawn.pixels).map(|reading| reading.board), Ok(board));
        for shown in [0.25, 0.5, 0.8] {
            let end = drawn.lattice.rect().max - drawn.lattice.pitch * (1.0 - shown);
            let (right, bottom) = (end.x as u32, end.y as u32);
            let cut = imageops::crop_imm(&drawn.pixels, 0, 0, right, bottom).to_image();
            let read = vision::read(&cut);
            assert!(read.is_err(), "seed {seed}, {shown} of a cell left: {read:?}");
            let mut covered = drawn.pixels.clone();
            let cover = RgbaImage::from_pixel(500, 500, Rgba([245, 246, 250, 255]));
            imageops::overlay(&mut covered, &cover, right.into(), 0);
            imageops::overlay(&mut covered, &cover, 0, bottom.into());
            let read = vision::read(&covered);
            assert!(read.is_err(), "seed {seed}, {shown} of a cell to be seen: {read:?}");
        }
    }
}

/// Lays red stripes over an outer row and column, and not over the marks in them, as LinkedIn shows an error.
fn with_error(bare: &Rendered, marked: &Rendered) -> RgbaImage {
    let (mut pixels, lattice) = (marked.pixels.clone(), marked.lattice);
    for cell in lattice.cells().filter(|cell| cell.row == 0 || cell.col == 7) {
        let part = lattice.cell_rect(cell).inflate(-2.0, -2.0).round().to_u32();
        for (x, y) in part.y_range().flat_map(|y| part.x_range().map(move |x| (x, y))) {
            let is_mark = bare.pixels.get_pixel(x, y) != pixels.get_pixel(x, y);
            if (x + y) % 8 < 3 && !is_mark {
                pixels.put_pixel(x, y, Rgba([200, 30, 40, 255]));
            }
        }
    }
    pixels
}

#[test]
fn marks_and_the_outer_border_are_seen_beside_the_stripes_of_an_error() {
    for seed in 0..12 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = solver::generate(8, &mut rng).expect("a board");
        let mut marks = Marks::empty(board.size());
        for cell in board.cells() {
            let kinds = if marks.queens().count() < board.size() { 4 } else { 3 };
            let mark = [Mark::Empty, Mark::Cross, Mark::Cross, Mark::Queen];
            marks.set(cell, mark[rng.random_range(0..kinds)]);
        }
        let palette = random_palette(board.size(), Tone::Pastel, &mut rng);
        let look = Look::classic(8, 60.0, palette);
        let [marked, bare] = [&marks, &Marks::empty(8)].map(|marks| render(&board, marks, &look));
        let reading = vision::read(&with_error(&bare, &marked)).expect("a board with an error");
        assert_eq!(reading.marks, marks, "seed {seed}");
        let off = rect_distance(&reading.rect, &marked.rect);
        assert!(off <= 1.0, "the outer border is off by {off} px, seed {seed}");
        let read = vision::read(&with_error(&bare, &bare)).map(|reading| reading.marks);
        assert_eq!(read, Ok(Marks::empty(board.size())), "nothing but stripes, seed {seed}");
    }
}

#[test]
fn a_board_is_read_whose_cells_run_together_but_for_seams_between_every_two() {
    let mut seen = 0;
    for seed in 0..60 {
        let board = solver::generate(8, &mut ChaCha8Rng::seed_from_u64(seed)).expect("a board");
        let is_one = |row: usize, col: usize| {
            let of = |row, col| board.region(Cell::at(row, col));
            [of(row + 1, col), of(row, col + 1), of(row + 1, col + 1)] == [of(row, col); 3]
        };
        let blocks = (0..16).filter(|at| is_one(at / 4 * 2, at % 4 * 2)).count();
        // As many as are seen as a grid of cells.
        if blocks < 8 {
            continue;
        }
        let palette = random_palette(8, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(seed));
        let look = Look { thin: None, ..Look::classic(8, 48.0, palette) };
        let drawn = render(&board, &Marks::empty(8), &look);
        let (mut pixels, lattice) = (drawn.pixels, drawn.lattice);
        let seams = [2.0, 4.0, 6.0].map(|lines| lattice.origin + lattice.pitch * lines);
        for (x, y, pixel) in pixels.enumerate_pixels_mut() {
            if seams.iter().any(|seam| x == seam.x as u32 || y == seam.y as u32) {
                pixel.apply_without_alpha(|level| level.saturating_sub(60));
            }
        }
        let reading = vision::read(&pixels).expect("a reading");
        assert_eq!(reading.board, board, "{seed}");
        seen += 1;
    }
    assert!(seen > 2, "{seen}");
}
