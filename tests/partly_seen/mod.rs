//! Boards whose cells cannot all be seen, or whose outline has other things right beside it.

use image::{Rgba, RgbaImage, imageops};
use queensight::board::{Board, Marks};
use queensight::render::{Look, Rendered, Tone, random_palette, render};
use queensight::solver;
use queensight::vision;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn drawn(seed: u64, change: impl Fn(&mut Look)) -> (Board, Rendered, ChaCha8Rng) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let size = 7 + seed as usize % 3;
    let board = solver::generate(size, &mut rng).expect("a board");
    let mut look = Look::classic(size, 40.0, random_palette(size, Tone::Pastel, &mut rng));
    change(&mut look);
    let drawn = render(&board, &Marks::empty(size), &look);
    (board, drawn, rng)
}

/// Changes each pixel of the last two rows and columns of a board, but for the lines between cells.
fn change(drawn: &Rendered, mut changed: impl FnMut(u8) -> u8) -> RgbaImage {
    let mut pixels = drawn.pixels.clone();
    let lattice = drawn.lattice;
    for cell in lattice.cells().filter(|cell| cell.row.max(cell.col) + 2 >= lattice.size) {
        let part = lattice.cell_rect(cell).inflate(-5.0, -5.0);
        for (x, y) in (part.min.y as u32..part.max.y as u32)
            .flat_map(|y| (part.min.x as u32..part.max.x as u32).map(move |x| (x, y)))
        {
            let Rgba([r, g, b, a]) = *pixels.get_pixel(x, y);
            pixels.put_pixel(x, y, Rgba([changed(r), changed(g), changed(b), a]));
        }
    }
    pixels
}

#[test]
fn a_board_is_read_whole_although_noise_hides_the_cells_of_two_rows_and_two_columns() {
    for seed in 0..12 {
        let (board, drawn, mut rng) = drawn(seed, |_| {});
        let noisy = change(&drawn, |level| level.saturating_add_signed(rng.random_range(-17..=17)));
        let read = vision::read(&noisy).map(|reading| reading.board);
        assert_eq!(read.as_ref(), Ok(&board), "seed {seed}");
        let covered = vision::read(&change(&drawn, |_| 250));
        assert!(covered.is_err(), "covered, seed {seed}: {covered:?}");
    }
}

#[test]
fn the_outline_of_a_board_is_seen_with_other_areas_right_beside_it() {
    for seed in 0..12 {
        let (board, drawn, _) = drawn(seed, |look| (look.thin, look.border) = (None, None));
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
