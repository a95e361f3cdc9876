//! Boards on which the cells that are crossed out are darker or paler than the others.

use image::RgbaImage;
use queensight::board::{Board, Mark, Marks};
use queensight::geometry::FramePoint;
use queensight::render::{Look, Tone, random_palette, render};
use queensight::solver;
use queensight::vision;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What becomes of a colour.
type Fade = fn([f64; 3]) -> [f64; 3];

/// Darkened, mixed with white, mixed with a dark page, and with most of the colour taken out.
const FADES: [Fade; 4] = [
    |own| own.map(|channel| 0.55 * channel),
    |own| own.map(|channel| 0.5 * channel + 127.0),
    |own| own.map(|channel| 0.6 * channel + 12.0),
    |own| {
        let grey = own.iter().sum::<f64>() / 3.0;
        own.map(|channel| 0.4 * channel + 0.35 * grey)
    },
];

/// A drawn board on which the colour of each crossed cell fades; if `as_another`, to what becomes of some other region's.
fn faded(board: &Board, marks: &Marks, look: &Look, fade: Fade, as_another: bool) -> RgbaImage {
    let drawn = render(board, marks, look);
    let mut pixels = drawn.pixels;
    for (x, y, pixel) in pixels.enumerate_pixels_mut() {
        let at = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        let Some(cell) = drawn.lattice.cell_at(at) else { continue };
        let region = board.region(cell).0;
        if marks.mark(cell) == Mark::Cross && pixel.0[..3] == look.palette[region] {
            let others = board.size() - 1;
            let like = region + if as_another { 1 + (3 * cell.row + cell.col) % others } else { 0 };
            let like = like % board.size();
            let shade = fade(look.palette[like].map(f64::from));
            pixel.0[..3].copy_from_slice(&shade.map(|channel| channel.round() as u8));
        }
    }
    pixels
}

#[test]
fn boards_whose_crossed_cells_fade_are_read_with_their_marks() {
    let mut count = 0;
    for seed in 0..24 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = rng.random_range(6..=10);
        let board = solver::generate(size, &mut rng).expect("a board");
        let solution = solver::solve(&board).solution().expect("a solution").clone();
        let palette = random_palette(size, Tone::Saturated, &mut rng);
        let mut look = Look::tiles(size, rng.random_range(36..80).into(), palette);
        (look.ground, look.page) = ([20; 3], [20; 3]);
        let mut marks = Marks::empty(size);
        for cell in board.cells() {
            let is_queens = solution.columns()[cell.row] == cell.col;
            if !is_queens && rng.random_bool(0.3) {
                marks.set(cell, Mark::Cross);
            }
        }
        solution.queens().take(size / 2).for_each(|queen| marks.set(queen, Mark::Queen));
        for (kind, fade) in FADES.into_iter().enumerate() {
            let read = vision::read(&faded(&board, &marks, &look, fade, false));
            count += usize::from(read.is_ok());
            let read = read.map(|reading| (reading.board, reading.marks));
            assert!(read.is_err() || read == Ok((board.clone(), marks.clone())), "{seed} {kind}");
        }
        // Cells that look as if they were of another region are not guessed.
        let read = vision::read(&faded(&board, &marks, &look, FADES[0], true));
        assert!(read.is_err(), "{seed}: as another region");
        let turn: Fade = |[red, green, blue]| [0.55 * green, 0.55 * blue, 0.55 * red];
        let read = vision::read(&faded(&board, &marks, &look, turn, false));
        assert!(read.is_err(), "{seed}: of another hue");
    }
    assert!(count >= 80, "{count} of 96 boards were read");
}
