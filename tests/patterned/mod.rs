//! Boards with a pattern in each cell, of its region, and marks over it.

use image::{Rgba, RgbaImage, imageops};
use queensight::board::{Board, Cell, Mark, Marks, Region};
use queensight::render::{CrossLook, Look, Pattern, Patterns, Tone, random_palette, render};
use queensight::solver;
use queensight::vision;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How wide cells are, in pixels.
const PITCH: f64 = 47.0;

/// Five by five blocks that are an x.
const X: u32 = 0b10001_01010_00100_01010_10001;

fn board_of(seed: u64) -> (Board, ChaCha8Rng) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let board = solver::generate(6 + seed as usize % 5, &mut rng).expect("a board");
    (board, rng)
}

/// Dark patterns that are made of blocks.
fn blocks(of_regions: Vec<u32>, opacity: f64) -> Patterns {
    Patterns {
        of_regions: of_regions.into_iter().map(Pattern::Blocks).collect(),
        repeats: 1,
        fill: 0.0,
        colour: [0; 3],
        opacity,
    }
}

/// A board of tiles, one in five with a thick white cross over its pattern, and its picture.
fn with_thick_crosses(seed: u64) -> (Board, Marks, RgbaImage) {
    let (board, mut rng) = board_of(seed);
    let size = board.size();
    let palette = random_palette(size, Tone::Saturated, &mut rng);
    let mut look = Look { gap: 4.0, tile_radius: 4.0, ..Look::tiles(size, PITCH, palette) };
    look.cross = CrossLook { size: 0.52, stroke: 0.19, colour: [255; 3] };
    let mut some = || (0..25).map(|bit| u32::from(rng.random_bool(0.4)) << bit).sum();
    look.patterns = Some(blocks((0..size).map(|_| some()).collect(), 0.12));
    let mut marks = Marks::empty(size);
    for cell in board.cells().filter(|_| rng.random_bool(0.2)) {
        marks.set(cell, Mark::Cross);
    }
    let pixels = render(&board, &marks, &look).pixels;
    (board, marks, pixels)
}

/// A board half played, with all cells of one region crossed out but the queen's, and a pattern for each region.
fn half_played(seed: u64) -> (Board, Marks, RgbaImage) {
    let (board, mut rng) = board_of(seed);
    let size = board.size();
    let palette = random_palette(size, Tone::Pastel, &mut rng);
    let mut look = if seed.is_multiple_of(2) {
        Look::classic(size, PITCH, palette)
    } else {
        Look::tiles(size, PITCH, palette)
    };
    let mut of_regions = Pattern::REPEATED.repeat(2);
    of_regions.shuffle(&mut rng);
    look.patterns = Some(Patterns {
        of_regions,
        repeats: rng.random_range(3..=5),
        fill: 0.4,
        colour: [0; 3],
        opacity: 0.2,
    });
    look.cross.size = 0.4;
    let cells: Vec<Cell> = board.cells().collect();
    look.hover = look.wall.map(|_| cells[rng.random_range(0..cells.len())]);
    let outcome = solver::solve(&board);
    let queens = outcome.solution().expect("a solution");
    let mut marks = Marks::empty(size);
    for cell in board.cells() {
        let is_queen = queens.queens().any(|queen| queen == cell);
        if board.region(cell) == Region(0) {
            marks.set(cell, if is_queen { Mark::Queen } else { Mark::Cross });
        } else if !is_queen && rng.random_bool(0.2) {
            marks.set(cell, Mark::Cross);
        }
    }
    let pixels = render(&board, &marks, &look).pixels;
    (board, marks, pixels)
}

#[test]
fn thick_crosses_over_a_pattern_are_no_queens() {
    let mut count = 0;
    for seed in 0..40 {
        let (board, marks, pixels) = with_thick_crosses(seed);
        let Ok(reading) = vision::read(&pixels) else { continue };
        assert_eq!(reading.board, board, "seed {seed}");
        for cell in board.cells().filter(|&cell| marks.mark(cell) == Mark::Cross) {
            assert_eq!(reading.marks.mark(cell), Mark::Cross, "seed {seed}, {cell:?}");
        }
        count += 1;
    }
    assert!(count >= 30, "{count} of 40 boards were read");
}

/// How many of these are read: each with its own regions and marks.
fn count_read(pictures: impl Iterator<Item = (Board, Marks, RgbaImage)>) -> usize {
    let read = pictures.enumerate().filter_map(|(seed, (board, marks, pixels))| {
        let reading = vision::read(&pixels).ok()?;
        assert_eq!(reading.board, board, "seed {seed}");
        assert_eq!(reading.marks.to_rows(), marks.to_rows(), "seed {seed}");
        Some(())
    });
    read.count()
}

#[test]
fn patterns_are_no_marks_and_hide_none() {
    let count = count_read((0..24).map(half_played));
    assert!(count >= 20, "{count} of 24 boards were read");
}

#[test]
fn crosses_that_let_a_cells_colour_through_are_no_pattern() {
    let is_read = |&seed: &u64| {
        let (board, mut rng) = board_of(seed);
        let size = board.size();
        let palette = random_palette(size, Tone::Pastel, &mut rng);
        // Every third region is plain.
        let mut of_regions = Pattern::REPEATED.repeat(2);
        of_regions.shuffle(&mut rng);
        of_regions.iter_mut().step_by(3).for_each(|pattern| *pattern = Pattern::Blocks(0));
        let patterns = Patterns { of_regions, repeats: 4, fill: 0.3, colour: [0; 3], opacity: 0.2 };
        let mut look = Look::classic(size, 1.5 * PITCH, palette);
        look.patterns = Some(patterns);
        look.cross = CrossLook { size: 0.22, stroke: 0.07, colour: [30, 10, 60] };
        let outcome = solver::solve(&board);
        let queens: Vec<Cell> = outcome.solution().expect("a solution").queens().collect();
        let mut marks = Marks::empty(size);
        for cell in board.cells().filter(|_| rng.random_bool(0.6)) {
            marks.set(cell, if queens.contains(&cell) { Mark::Queen } else { Mark::Cross });
        }
        let mut without = marks.clone();
        board
            .cells()
            .filter(|cell| marks.mark(*cell) == Mark::Cross)
            .for_each(|cell| without.set(cell, Mark::Empty));
        let [mut pixels, below] =
            [&marks, &without].map(|marks| render(&board, marks, &look).pixels);
        for (pixel, below) in pixels.pixels_mut().zip(below.pixels()) {
            pixel.0 = std::array::from_fn(|at| {
                (0.7 * f64::from(pixel.0[at]) + 0.3 * f64::from(below.0[at])) as u8
            });
        }
        let reading = vision::read(&pixels);
        reading.is_ok_and(|reading| reading.board == board && reading.marks == marks)
    };
    let count = (0..40).filter(is_read).count();
    assert!(count >= 15, "{count} of 40 boards were read");
}

#[test]
fn patterns_that_take_as_much_of_a_cell_as_its_colour_are_read() {
    let count = count_read((0..16).map(|seed| {
        let (board, mut rng) = board_of(seed);
        let size = board.size();
        let palette = random_palette(size, Tone::Pastel, &mut rng);
        let of_regions =
            [Pattern::Checks, Pattern::Grid, Pattern::Level, Pattern::Upright].repeat(3);
        let patterns = Patterns { of_regions, repeats: 4, fill: 0.5, colour: [0; 3], opacity: 0.3 };
        let look =
            Look { wall: None, patterns: Some(patterns), ..Look::classic(size, PITCH, palette) };
        let marks = Marks::empty(size);
        let pixels = render(&board, &marks, &look).pixels;
        (board, marks, pixels)
    }));
    assert!(count >= 13, "{count} of 16 boards were read");
}

#[test]
fn what_stands_in_all_cells_of_most_regions_is_a_mark_if_it_is_the_same() {
    for seed in 0..8 {
        let (board, mut rng) = board_of(seed);
        let size = board.size();
        let mut look = Look::classic(size, PITCH, random_palette(size, Tone::Pastel, &mut rng));
        let of_regions = (0..size).map(|region| if region < 2 { 0 } else { X }).collect();
        look.patterns = Some(blocks(of_regions, 0.6));
        let pixels = render(&board, &Marks::empty(size), &look).pixels;
        let reading = vision::read(&pixels).expect("a board");
        for cell in board.cells() {
            let stands = if board.region(cell).0 < 2 { Mark::Empty } else { Mark::Cross };
            assert_eq!(reading.marks.mark(cell), stands, "seed {seed}, {cell:?}");
        }
    }
}

#[test]
fn a_small_board_does_not_hide_a_larger_one_with_patterns() {
    for seed in [2, 4, 6, 8] {
        let (board, _, large) = half_played(seed);
        // In the colours of the larger one, as an example of it.
        let (_, mut rng) = board_of(seed);
        let palette = random_palette(board.size(), Tone::Pastel, &mut rng);
        let (other, _) = board_of(0);
        let example = render(&other, &Marks::empty(6), &Look::classic(6, 18.0, palette)).pixels;
        let mut screen = RgbaImage::from_pixel(1100, 700, Rgba([255; 4]));
        imageops::replace(&mut screen, &example, 30, 40);
        imageops::replace(&mut screen, &large, 320, 20);
        let mut covered = screen.clone();
        let sheet = RgbaImage::from_pixel(180, 180, Rgba([255; 4]));
        imageops::replace(&mut covered, &sheet, 420, 110);
        assert!(vision::read(&covered).is_err(), "seed {seed}");
        assert_eq!(vision::read(&screen).map(|reading| reading.board), Ok(board), "seed {seed}");
        let alone = imageops::crop_imm(&screen, 0, 0, 300, 700).to_image();
        assert_eq!(vision::read(&alone).map(|reading| reading.board), Ok(other.clone()));
    }
}

#[test]
fn a_small_board_is_not_read_beside_a_part_of_a_larger_one_with_patterns() {
    for seed in [6, 8] {
        let (_, _, large) = half_played(seed);
        // In other colours.
        let (board, mut rng) = board_of(0);
        let palette = random_palette(6, Tone::Saturated, &mut rng);
        let small = render(&board, &Marks::empty(6), &Look::classic(6, 18.0, palette)).pixels;
        let mut screen = RgbaImage::from_pixel(1100, 700, Rgba([255; 4]));
        imageops::replace(&mut screen, &small, 30, 40);
        imageops::replace(&mut screen, &large, 320, 20);
        let read = |screen: &RgbaImage| vision::read(screen).map(|reading| reading.board);
        assert_ne!(read(&screen), Ok(board.clone()), "seed {seed}");
        let sheet = RgbaImage::from_pixel(600, 680, Rgba([255; 4]));
        imageops::replace(&mut screen, &sheet, 320 + 6 * i64::from(large.width()) / 10, 0);
        assert!(read(&screen).is_err(), "seed {seed}");
        let alone = imageops::crop_imm(&screen, 0, 0, 300, 700).to_image();
        assert_eq!(read(&alone), Ok(board));
    }
}

/// A board with a pattern for each region, and marks as `mark` says, drawn as `change` does.
fn patterned(
    seed: u64,
    change: impl Fn(&mut Look),
    mark: impl Fn(&mut ChaCha8Rng, bool) -> Mark,
) -> (Board, Marks, RgbaImage) {
    let (board, mut rng) = board_of(seed);
    let size = board.size();
    let palette = random_palette(size, Tone::Saturated, &mut rng);
    let mut look = Look::classic(size, 1.3 * PITCH, palette);
    let mut of_regions = Pattern::REPEATED.repeat(2);
    of_regions.shuffle(&mut rng);
    look.patterns = Some(Patterns {
        of_regions,
        repeats: rng.random_range(3..=5),
        fill: 0.3,
        colour: [[0; 3], [255; 3]][seed as usize % 2],
        opacity: 0.3,
    });
    change(&mut look);
    let outcome = solver::solve(&board);
    let queens: Vec<Cell> = outcome.solution().expect("a solution").queens().collect();
    let mut marks = Marks::empty(size);
    for cell in board.cells() {
        marks.set(cell, mark(&mut rng, queens.contains(&cell)));
    }
    let pixels = render(&board, &marks, &look).pixels;
    (board, marks, pixels)
}

/// How many of 24 such pictures are read exactly.
fn count_right(picture: impl Fn(u64) -> (Board, Marks, RgbaImage)) -> usize {
    let is_right = |&seed: &u64| {
        let (board, marks, pixels) = picture(seed);
        let reading = vision::read(&pixels);
        reading.is_ok_and(|reading| reading.board == board && reading.marks == marks)
    };
    (0..24).filter(is_right).count()
}

#[test]
fn a_pattern_of_an_only_cell_is_no_mark_if_others_show_what_it_makes_of_colours() {
    let count = count_right(|seed| patterned(seed, |_| {}, |_, _| Mark::Empty));
    assert!(count >= 19, "{count} of 24 boards were read");
}

#[test]
fn marks_in_most_cells_of_all_regions_are_no_patterns() {
    let mark = |rng: &mut ChaCha8Rng, is_queen: bool| match rng.random_bool(0.8) {
        false => Mark::Empty,
        true if is_queen => Mark::Queen,
        true => Mark::Cross,
    };
    let count = count_right(|seed| patterned(seed, |_| {}, mark));
    assert!(count >= 15, "{count} of 24 boards were read");
}

#[test]
fn regions_that_only_walls_tell_apart_are_read_with_their_patterns() {
    let twins = |look: &mut Look| {
        let twin = look.palette[1];
        look.palette[0] = twin;
    };
    let count = count_right(|seed| patterned(seed, twins, |_, _| Mark::Empty));
    assert!(count >= 17, "{count} of 24 boards were read");
}
