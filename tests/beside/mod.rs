//! Boards beside other boards, grids, labels and areas of their colours: which of them is read.

use super::{classic, covered, flat};
use image::{DynamicImage, Rgba, RgbaImage, imageops};
use queensight::board::{Board, Marks};
use queensight::geometry::FrameVector;
use queensight::render::{Line, Look, Tone, random_palette, rect_distance, render};
use queensight::solver;
use queensight::vision::{self, Refusal};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

#[test]
fn the_larger_of_two_boards_is_read() {
    let (small, large) = (classic(5, 30.0, 7), classic(8, 40.0, 8));
    for large_first in [true, false] {
        let mut page = RgbaImage::from_pixel(900, 500, Rgba([255, 255, 255, 255]));
        let (left, right) = if large_first { (&large, &small) } else { (&small, &large) };
        imageops::overlay(&mut page, &left.1.pixels, 20, 20);
        imageops::overlay(&mut page, &right.1.pixels, 450, 60);
        assert_eq!(vision::read(&page).map(|reading| reading.board), Ok(large.0.clone()));
    }
}

#[test]
fn all_boards_of_a_picture_are_read_the_largest_first() {
    let (small, large) = (classic(5, 30.0, 7), classic(8, 40.0, 8));
    let mut page = RgbaImage::from_pixel(900, 500, Rgba([255, 255, 255, 255]));
    assert_eq!(vision::read_all(&page).err(), Some(Refusal::NoBoard));
    imageops::overlay(&mut page, &small.1.pixels, 20, 20);
    imageops::overlay(&mut page, &large.1.pixels, 450, 60);
    let readings = vision::read_all(&page).expect("two boards");
    let boards: Vec<Board> = readings.iter().map(|reading| reading.board.clone()).collect();
    assert_eq!(boards, [large.0, small.0]);
    let places = [large.1.rect.translate(FrameVector::new(450.0, 60.0)), small.1.rect];
    let places = [places[0], places[1].translate(FrameVector::new(20.0, 20.0))];
    for (reading, place) in readings.iter().zip(places) {
        assert!(rect_distance(&reading.rect, &place) <= 1.5, "{:?}, not {place:?}", reading.rect);
    }
    // Where one is covered, the other is still listed.
    imageops::overlay(&mut page, &covered(&large.1), 450, 60);
    let sizes = |read: Result<Vec<vision::Reading>, Refusal>| {
        read.map(|readings| readings.iter().map(|reading| reading.board.size()).collect())
    };
    assert_eq!(sizes(vision::read_all(&page)), Ok(vec![5]));
}

#[test]
fn a_board_is_read_beside_a_larger_grid_of_other_colours() {
    let (board, drawn) = classic(6, 30.0, 7);
    let mut page = RgbaImage::from_pixel(900, 500, Rgba([255, 255, 255, 255]));
    // A calendar of seven days and five weeks, with some days in colour.
    for (x, y, pixel) in page.enumerate_pixels_mut().filter(|(x, y, _)| *x < 561 && *y < 401) {
        let (day, week) = (x / 80, y / 80);
        *pixel = match (day * 3 + week * 5) % 7 {
            _ if x % 80 == 0 || y % 80 == 0 => Rgba([160, 160, 160, 255]),
            0 if week > 1 => Rgba([20, 150, 60, 255]),
            0 | 1 if week < 3 => Rgba([200, 30, 90, 255]),
            2 if week == 4 => Rgba([20, 20, 20, 255]),
            _ => Rgba([255, 255, 255, 255]),
        };
    }
    imageops::overlay(&mut page, &drawn.pixels, 620, 200);
    assert_eq!(vision::read(&page).map(|reading| reading.board), Ok(board));
}

/// Draws a square calendar of seven days a week on a page: lines between the days of this size, free days, and
/// `marked` ones in the colours of their numbers.
fn draw_calendar(
    page: &mut RgbaImage,
    (width, height): (u32, u32),
    [line, free]: [[u8; 3]; 2],
    marked: &[(u32, u32)],
    colour: impl Fn(u8) -> [u8; 3],
) {
    for (x, y, pixel) in page.enumerate_pixels_mut() {
        let (x, y) = (x.wrapping_sub(60), y.wrapping_sub(60));
        if x.max(y) > 7 * width {
            continue;
        }
        let day = marked.iter().position(|&day| day == (x / width, y / height));
        let [r, g, b] = match day {
            _ if x % width == 0 || y % height == 0 => line,
            Some(day) => colour(day as u8),
            None => free,
        };
        *pixel = Rgba([r, g, b, 255]);
    }
}

#[test]
fn a_board_is_read_beside_a_larger_calendar_of_as_many_weeks_as_days_that_are_marked_one_by_one() {
    let (board, drawn) = classic(6, 30.0, 7);
    let marked = [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (3, 2), (2, 4), (4, 4), (1, 5), (4, 6)];
    let mut page = RgbaImage::from_pixel(1000, 620, Rgba([29, 30, 35, 255]));
    draw_calendar(&mut page, (70, 70), [[90, 90, 96], [252; 3]], &marked, |day| {
        [20 + 14 * day, 20 + 30 * (day % 3), 90 + 16 * day]
    });
    imageops::overlay(&mut page, &drawn.pixels, 640, 200);
    assert_eq!(vision::read(&page).map(|reading| reading.board), Ok(board));
}

#[test]
fn a_board_is_read_beside_a_calendar_whose_days_may_be_divided_into_cells() {
    let (board, drawn) = classic(6, 30.0, 7);
    // Seven days and eight weeks in a square, on a page of the days' own colour: cut into twice as many rows
    // and columns, the days in colour are areas as those of a board are.
    let days = [(4, 0), (1, 1), (2, 1), (5, 1), (1, 2), (2, 2), (6, 2), (4, 3), (1, 7), (2, 7)];
    for (page_colour, line) in [([252; 3], [190; 3]), ([30, 30, 36], [90, 90, 96])] {
        let [r, g, b] = page_colour;
        let mut page = RgbaImage::from_pixel(1000, 620, Rgba([r, g, b, 255]));
        draw_calendar(&mut page, (64, 56), [line, page_colour], &days, |day| {
            [90 + 15 * day, 200 - 12 * day, 120 + 40 * (day % 3)]
        });
        imageops::overlay(&mut page, &drawn.pixels, 640, 200);
        let read = vision::read(&page).map(|reading| reading.board);
        assert_eq!(read.as_ref(), Ok(&board), "on {page_colour:?}");
    }
}

/// A board in a sheet, with a column of labels in cells of the same size, of two colours in turns, left
/// of it.
fn sheet(labels: [[u8; 3]; 2], line: [u8; 3]) -> (Board, RgbaImage) {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let board = solver::generate(7, &mut rng).expect("a board");
    let mut look = Look::classic(7, 40.0, random_palette(7, Tone::Pastel, &mut rng));
    // As sheets do: some cells are left white, and all lines are black.
    look.palette[3] = [255; 3];
    (look.wall, look.border) = (None, None);
    look.thin = Some(Line { width: 2.0, colour: [0; 3], opacity: 1.0 });
    look.page = [255; 3];
    let drawn = render(&board, &Marks::empty(7), &look);
    let mut page = RgbaImage::from_pixel(500, 400, Rgba([255, 255, 255, 255]));
    imageops::overlay(&mut page, &drawn.pixels, 80, 40);
    let rect = drawn.lattice.rect().translate(FrameVector::new(80.0, 40.0));
    for (x, y, pixel) in page.enumerate_pixels_mut() {
        let (x, y) = (f64::from(x) - rect.min.x + 40.0, f64::from(y) - rect.min.y);
        if (-1.0..39.0).contains(&x) && (-1.0..281.0).contains(&y) {
            let is_line = x < 1.0 || (y + 1.0).rem_euclid(40.0) < 2.0;
            let [r, g, b] = if is_line { line } else { labels[(y / 40.0) as usize % 2] };
            *pixel = Rgba([r, g, b, 255]);
        }
    }
    (board, page)
}

#[test]
fn a_board_is_read_beside_labels_but_not_without_a_column_of_its_own() {
    // With lines that are fainter than those of the board, and with colours of their own, as buttons have.
    let (white, grey, blue) = ([255; 3], [120; 3], [20, 30, 160]);
    for (labels, line) in [([white; 2], [205; 3]), ([grey; 2], [100; 3]), ([grey, blue], grey)] {
        let (board, page) = sheet(labels, line);
        let read = vision::read(&page).map(|reading| reading.board);
        assert_eq!(read, Ok(board), "labels on {labels:?}, with lines of {line:?}");
    }
    // Cells among lines like the board's may be of regions that have no cells but these.
    for labels in [[white; 2], [grey, white], [grey; 2], [grey, blue]] {
        let (_, page) = sheet(labels, [0; 3]);
        let refusal = vision::read(&page).expect_err("no place is certain");
        assert!(matches!(refusal, Refusal::UnreadableBoard { .. }), "{refusal}");
    }
}

#[test]
fn a_board_in_front_of_a_larger_grid_is_read() {
    let (board, drawn) = classic(7, 20.0, 8);
    let chess = |is_light: bool| if is_light { [250, 170, 190, 255] } else { [240, 60, 110, 255] };
    let mut page = RgbaImage::from_fn(700, 500, |x, y| {
        let (column, row) = ((x.wrapping_sub(50)) / 45, (y.wrapping_sub(50)) / 45);
        let is_board = column < 8 && row < 8;
        Rgba(if is_board { chess((column + row) % 2 == 0) } else { [40, 40, 40, 255] })
    });
    let title = RgbaImage::from_pixel(drawn.pixels.width(), 18, Rgba([70, 70, 70, 255]));
    imageops::overlay(&mut page, &title, 110, 232);
    imageops::overlay(&mut page, &drawn.pixels, 110, 250);
    assert_eq!(vision::read(&page).map(|reading| reading.board), Ok(board));
}

#[test]
fn a_board_is_read_beside_a_larger_chess_board_but_not_beside_areas_of_its_colours() {
    let (board, drawn) = classic(6, 30.0, 7);
    // The squares of the last moves are of other colours.
    let chess = |column: u32, row: u32| match (column, row) {
        (4, 6 | 4) => [205, 210, 106],
        (2, 1 | 2) => [120, 180, 240],
        _ if (column + row).is_multiple_of(2) => [240, 217, 181],
        _ => [181, 136, 99],
    };
    let areas = |column: u32, row: u32| match (column + row / 4 < 5, row < 5) {
        (true, true) => chess(4, 6),
        (true, false) => chess(2, 1),
        (false, is_above) => chess(0, u32::from(is_above)),
    };
    let page_with = |colour: &dyn Fn(u32, u32) -> [u8; 3]| {
        let mut page = RgbaImage::from_fn(900, 600, |x, y| {
            let (column, row) = (x.wrapping_sub(60) / 56, y.wrapping_sub(60) / 56);
            let is_line = x.wrapping_sub(60) % 56 == 0 || y.wrapping_sub(60) % 56 == 0;
            let is_within = column < 8 && row < 8;
            let [r, g, b] = match is_within {
                true if is_line => [60; 3],
                true => colour(column, row),
                false => [250; 3],
            };
            Rgba([r, g, b, 255])
        });
        imageops::overlay(&mut page, &drawn.pixels, 620, 200);
        vision::read(&page).map(|reading| reading.board)
    };
    assert_eq!(page_with(&chess), Ok(board));
    let refusal = page_with(&areas).expect_err("that may be the board");
    assert!(matches!(refusal, Refusal::UnreadableBoard { .. }), "{refusal}");
}

#[test]
fn a_board_is_read_beside_a_larger_window_that_is_divided_evenly() {
    let (board, drawn) = classic(6, 30.0, 7);
    let mut page = RgbaImage::from_pixel(900, 600, Rgba([250, 250, 250, 255]));
    // Title, list, two panes and a status bar, in sixths of the window.
    let panes = [(0, 0, 6, 1), (0, 1, 2, 4), (2, 1, 4, 2), (2, 3, 4, 2), (0, 5, 6, 1)];
    let colours = [[150, 20, 20], [20, 110, 40], [40, 50, 160], [200, 120, 0], [150, 20, 20]];
    for ((column, row, columns, rows), [r, g, b]) in panes.into_iter().zip(colours) {
        let pane = RgbaImage::from_fn(columns * 64, rows * 64, |x, y| {
            let is_line = x == 0 || y == 0 || x == columns * 64 - 1 || y == rows * 64 - 1;
            Rgba(if is_line { [120, 120, 120, 255] } else { [r, g, b, 255] })
        });
        imageops::overlay(&mut page, &pane, i64::from(60 + column * 64), i64::from(60 + row * 64));
    }
    imageops::overlay(&mut page, &drawn.pixels, 620, 200);
    assert_eq!(vision::read(&page).map(|reading| reading.board), Ok(board));
}

#[test]
fn a_small_board_is_not_read_beside_a_large_one_that_is_covered() {
    let (small, large) = (classic(5, 30.0, 7), classic(8, 40.0, 8));
    let mut page = RgbaImage::from_pixel(900, 500, Rgba([255, 255, 255, 255]));
    imageops::overlay(&mut page, &covered(&large.1), 20, 20);
    imageops::overlay(&mut page, &small.1.pixels, 450, 60);
    let refusal = vision::read(&page).expect_err("the large board is covered");
    assert!(matches!(refusal, Refusal::UnreadableBoard { .. }), "{refusal}");
}

#[test]
fn an_example_is_not_read_beside_larger_cells_of_its_colours() {
    let (board, drawn) = classic(6, 24.0, 8);
    // What a crumpled board leaves: its colours, in larger areas, but no lattice.
    let picture_with = |height: u32, colours: &[[u8; 3]]| {
        let mut page = RgbaImage::from_pixel(900, 500, Rgba([255, 255, 255, 255]));
        for (k, &[r, g, b]) in colours.iter().enumerate() {
            let patch = RgbaImage::from_pixel(50 + 9 * k as u32, height, Rgba([r, g, b, 255]));
            imageops::overlay(
                &mut page,
                &patch,
                350 + (k as i64 % 4) * 130,
                20 + 97 * (k as i64 / 4),
            );
        }
        imageops::overlay(&mut page, &drawn.pixels, 20, 250);
        page
    };
    let read = |page: &RgbaImage| vision::read(page).map(|reading| reading.board);
    let page_with = |height: u32, colours: &[[u8; 3]]| read(&picture_with(height, colours));
    let page = |colours: &[[u8; 3]]| page_with(70, colours);
    let palette = vision::read(&drawn.pixels).expect("a board").palette;
    let dimmed = |factor: &dyn Fn(usize) -> f32| -> Vec<[u8; 3]> {
        let colours = palette.iter().enumerate();
        colours
            .map(|(k, colour)| colour.map(|level| (factor(k) * f32::from(level)) as u8))
            .collect()
    };
    for colours in [palette.clone(), dimmed(&|_| 0.4), dimmed(&|_| 0.6)] {
        let refusal = page(&colours).expect_err("the example of something larger").to_string();
        assert!(refusal.ends_with("which cannot be read"), "{refusal}");
    }
    let unlike = dimmed(&|k| 0.3 + 0.08 * k as f32);
    assert_eq!(page(&unlike), Ok(board.clone()), "no hint dims each colour by another factor");
    assert_eq!(page_with(20, &palette), Ok(board.clone()), "mere swatches");
    let two = &palette[..2];
    assert_eq!(page(two), Ok(board.clone()), "two of its colours may be elsewhere");
    let greys: Vec<[u8; 3]> = (0..6).map(|k| [90 + 20 * k; 3]).collect();
    assert_eq!(page(&greys), Ok(board.clone()), "other colours");
    let in_grey = |colours: &[[u8; 3]]| {
        let grey = imageops::grayscale(&picture_with(70, colours));
        read(&DynamicImage::ImageLuma8(grey).to_rgba8())
    };
    assert!(in_grey(&palette).is_err());
    assert_eq!(in_grey(two), Ok(board), "two of its greys are likely to be elsewhere");
}

#[test]
fn an_example_beside_a_larger_board_that_the_picture_cuts_off_is_not_read() {
    let (board, drawn) = classic(8, 24.0, 8);
    let palette = vision::read(&drawn.pixels).expect("a board").palette;
    // Three columns of cells of so many of its colours, at the right edge of the picture.
    let read = |colours: usize| {
        let mut page = RgbaImage::from_pixel(700, 500, Rgba([255, 255, 255, 255]));
        for k in 0..24_i64 {
            let [r, g, b] = palette[k as usize % colours];
            let cell = RgbaImage::from_pixel(48, 48, Rgba([r, g, b, 255]));
            imageops::overlay(&mut page, &cell, 550 + k % 3 * 50, 40 + k / 3 * 50);
        }
        imageops::overlay(&mut page, &drawn.pixels, 20, 100);
        vision::read(&page).map(|reading| reading.board)
    };
    assert!(read(3).is_err());
    assert_eq!(read(2), Ok(board), "two of its colours may be elsewhere");
}

#[test]
fn of_boards_without_lines_beside_each_other_none_is_the_example_of_another() {
    let (board, drawn) = flat(8);
    let mut page = RgbaImage::from_pixel(900, 500, Rgba([255, 255, 255, 255]));
    imageops::overlay(&mut page, &drawn.pixels, 20, 60);
    imageops::overlay(&mut page, &drawn.pixels, 450, 60);
    assert_eq!(vision::read(&page).map(|reading| reading.board), Ok(board.clone()));
    // Nor of one that is smaller, and another puzzle.
    let (_, other) = flat(9);
    let smaller = imageops::resize(&other.pixels, 320, 320, imageops::FilterType::Nearest);
    imageops::overlay(&mut page, &RgbaImage::from_pixel(450, 500, Rgba([255; 4])), 450, 0);
    imageops::overlay(&mut page, &smaller, 470, 60);
    assert_eq!(vision::read(&page).map(|reading| reading.board), Ok(board));
    // Of one that is cut off it is.
    let mut cut = RgbaImage::from_pixel(900, 500, Rgba([255, 255, 255, 255]));
    imageops::overlay(&mut cut, &drawn.pixels, 20, 60);
    let larger = imageops::resize(&drawn.pixels, 720, 720, imageops::FilterType::Nearest);
    imageops::overlay(&mut cut, &larger, 450, -300);
    assert!(vision::read(&cut).is_err());
}
