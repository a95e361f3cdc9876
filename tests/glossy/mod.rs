//! Boards of buttons that shine: each cell goes evenly from one shade to another.

use image::RgbaImage;
use queensight::board::{Board, Mark, Marks};
use queensight::geometry::{FramePoint, FrameVector};
use queensight::render::{Look, Tone, random_palette, render};
use queensight::solver;
use queensight::vision;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A drawn board each of whose cells goes from its colour with some white to the same with some black, in this direction;
/// marks and gaps do not.
fn glossy(board: &Board, marks: &Marks, look: &Look, towards: FrameVector) -> RgbaImage {
    let drawn = render(board, marks, look);
    let mut pixels = drawn.pixels;
    for (x, y, pixel) in pixels.enumerate_pixels_mut() {
        let at = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        let Some(cell) = drawn.lattice.cell_at(at) else { continue };
        let own = look.palette[board.region(cell).0];
        if pixel.0[..3] == own {
            let from_middle =
                (at - drawn.lattice.cell_centre(cell)).component_div(drawn.lattice.pitch);
            let part = 0.5 + from_middle.dot(towards);
            let shade = own.map(|channel| {
                let (light, dark) = (0.7 * f64::from(channel) + 76.0, 0.85 * f64::from(channel));
                (light + (dark - light) * part).round() as u8
            });
            pixel.0[..3].copy_from_slice(&shade);
        }
    }
    pixels
}

#[test]
fn a_board_whose_cells_shine_is_read_with_its_marks_in_whatever_direction_they_do() {
    for seed in 0..24 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = rng.random_range(6..=10);
        let board = solver::generate(size, &mut rng).expect("a board");
        let palette = random_palette(size, Tone::Pastel, &mut rng);
        let mut look = Look::tiles(size, rng.random_range(30..80).into(), palette);
        (look.ground, look.page) = ([20; 3], [20; 3]);
        let mut marks = Marks::empty(size);
        for cell in board.cells() {
            if rng.random_bool(0.2) {
                marks.set(cell, Mark::Cross);
            }
        }
        let solution = solver::solve(&board);
        for queen in solution.solution().expect("a solution").queens().take(size / 2) {
            marks.set(queen, Mark::Queen);
        }
        let directions = [(0.0, 1.0), (0.5, 0.5), (-0.8, 0.0)].map(|(x, y)| FrameVector::new(x, y));
        for towards in directions {
            let read = vision::read(&glossy(&board, &marks, &look, towards));
            let read = read.map(|reading| (reading.board, reading.marks));
            assert_eq!(read, Ok((board.clone(), marks.clone())), "seed {seed}, {towards:?}");
        }
        // Buttons in a row are no board, shining or not.
        look.palette = vec![look.palette[0]; size];
        let keys = glossy(&board, &marks, &look, directions[0]);
        assert!(vision::read(&keys).is_err(), "seed {seed}");
    }
}
