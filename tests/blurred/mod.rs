//! Boards that a game draws on a canvas, and the browser scales up to the screen: their lines are blurred.

use image::imageops::{self, FilterType};
use image::{Rgba, RgbaImage};
use queensight::board::{Board, Cell};
use queensight::solver;
use queensight::vision;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The side of a cell on the canvas.
const PITCH: u32 = 50;

/// Colours that CSS has names for, far from each other.
const COLOURS: [[u8; 3]; 8] = [
    [255, 0, 0],
    [0, 128, 0],
    [0, 0, 255],
    [128, 0, 128],
    [255, 165, 0],
    [0, 255, 0],
    [255, 255, 0],
    [0, 0, 128],
];

/// A page with a board whose cells have these colours, and translucent lines of two pixels between all of them, those
/// between regions `walls` times as dark, which is scaled `by` so much.
fn scaled(board: &Board, by: f64, walls: u8, colour: impl Fn(Cell) -> [u8; 3]) -> RgbaImage {
    let side = PITCH * board.size() as u32;
    let canvas = RgbaImage::from_fn(side, side, |x, y| {
        let cell = |x: u32, y: u32| Cell::at((y / PITCH) as usize, (x / PITCH) as usize);
        // The cell whose border the pixel is on, or its own one.
        let across = |at: u32| match at % PITCH {
            0 => at.saturating_sub(1),
            last if last + 1 == PITCH => (at + 1).min(side - 1),
            _ => at,
        };
        let is_line = [x, y].iter().any(|at| [0, PITCH - 1].contains(&(at % PITCH)));
        let [own, other] = [cell(x, y), cell(across(x), across(y))];
        let is_wall = board.region(own) != board.region(other);
        let darkness = if is_wall { walls } else { 1 };
        let [r, g, b] =
            colour(own).map(|level| if is_line { level - level / 10 * darkness } else { level });
        Rgba([r, g, b, 255])
    });
    let side = (f64::from(side) * by).round() as u32;
    let mut page = RgbaImage::from_pixel(side + 200, side + 200, Rgba([255; 4]));
    // The frame around it is the page's own, and sharp.
    imageops::replace(
        &mut page,
        &RgbaImage::from_pixel(side + 6, side + 6, Rgba([0, 0, 0, 255])),
        87,
        67,
    );
    imageops::overlay(
        &mut page,
        &imageops::resize(&canvas, side, side, FilterType::Triangle),
        90,
        70,
    );
    page
}

#[test]
fn blurred_lines_that_are_no_clear_walls_do_not_contradict_colours_that_are_clear_beyond_doubt() {
    let mut refused = 0;
    for (seed, by) in (0..60).flat_map(|seed| [(seed, 1.25), (seed, 1.5)]) {
        let board = solver::generate(8, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        let page = scaled(&board, by, 1, |cell| COLOURS[board.region(cell).0]);
        match vision::read(&page) {
            Ok(reading) => assert_eq!(reading.board, board, "{seed}, {by}"),
            Err(_) => refused += 1,
        }
    }
    // As long as lines could contradict such colours, 16 were.
    assert!(refused <= 6, "{refused} of 120");
}

#[test]
fn the_hovered_cell_of_a_board_is_no_region_where_walls_part_two_of_one_colour() {
    let mut read = 0;
    for (seed, by) in (0..60).flat_map(|seed| [(seed, 1.25), (seed, 1.5)]) {
        let board = solver::generate(8, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        let hovered = board.cells().find(|&cell| board.region(cell).0 == 2).unwrap();
        for walls in [5, 8] {
            let page = scaled(&board, by, walls, |cell| match board.region(cell).0 {
                2 if cell == hovered => [0, 0, 204],
                1 => COLOURS[0],
                region => COLOURS[region],
            });
            if let Ok(reading) = vision::read(&page) {
                assert_eq!(reading.board, board, "{seed}, {by}, {walls}");
                read += 1;
            }
        }
    }
    assert!(read > 0);
}
