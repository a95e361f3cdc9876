//! Boards with a pattern in each cell, of its region, and thick crosses over it.

use image::{Rgba, RgbaImage};
use queensight::board::{Board, Cell, Mark, Marks};
use queensight::geometry::Lattice;
use queensight::render::{Look, Tone, random_palette, render};
use queensight::solver;
use queensight::vision;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How wide cells are, in pixels.
const PITCH: f64 = 47.0;

/// How wide a block of a pattern is, in cells; a pattern has five by five of them.
const BLOCK: f64 = 0.1;

/// Whether an x whose strokes are a fifth of a cell wide is drawn at so many cells to the right of a cell's middle,
/// and below it.
fn is_x(x: f64, y: f64) -> bool {
    let across = (x - y).abs().min((x + y).abs()) / std::f64::consts::SQRT_2;
    x.abs().max(y.abs()) < 0.26 && across < 0.095
}

/// Gives what is drawn in a cell another `colour`, channel by channel.
fn draw(
    pixels: &mut RgbaImage,
    lattice: &Lattice,
    cell: Cell,
    drawing: impl Fn(f64, f64) -> bool,
    colour: impl Fn(u8) -> u8,
) {
    let rect = lattice.cell_rect(cell);
    let middle = rect.center();
    for y in rect.min.y as u32 + 1..rect.max.y as u32 {
        for x in rect.min.x as u32 + 1..rect.max.x as u32 {
            let off = |at: u32, middle: f64| (f64::from(at) + 0.5 - middle) / PITCH;
            if drawing(off(x, middle.x), off(y, middle.y)) {
                let [r, g, b, a] = pixels.get_pixel(x, y).0;
                pixels.put_pixel(x, y, Rgba([colour(r), colour(g), colour(b), a]));
            }
        }
    }
}

/// A board of tiles, one in five with a cross, and its picture.
fn patterned(seed: u64) -> (Board, Marks, RgbaImage) {
    let (size, mut rng) = (6 + seed as usize % 5, ChaCha8Rng::seed_from_u64(seed));
    let board = solver::generate(size, &mut rng).expect("a board");
    let palette = random_palette(size, Tone::Saturated, &mut rng);
    let look = Look { gap: 4.0, tile_radius: 4.0, ..Look::tiles(size, PITCH, palette) };
    let patterns: Vec<[bool; 25]> =
        (0..size).map(|_| std::array::from_fn(|_| rng.random_bool(0.4))).collect();
    let mut marks = Marks::empty(size);
    let mut drawn = render(&board, &marks, &look);
    for cell in board.cells() {
        let blocks = &patterns[board.region(cell).0];
        let pattern = |x: f64, y: f64| {
            let at = [y, x].map(|at| (at / BLOCK + 2.5) as usize);
            x.min(y) > -2.5 * BLOCK && x.max(y) < 2.5 * BLOCK && blocks[5 * at[0] + at[1]]
        };
        draw(&mut drawn.pixels, &drawn.lattice, cell, pattern, |level| {
            (0.88 * f64::from(level)) as u8
        });
        if rng.random_bool(0.2) {
            draw(&mut drawn.pixels, &drawn.lattice, cell, is_x, |_| 255);
            marks.set(cell, Mark::Cross);
        }
    }
    (board, marks, drawn.pixels)
}

#[test]
fn thick_crosses_over_a_pattern_are_no_queens() {
    // A pattern may look like more queens than a board has: such boards are refused.
    let read = (0..40).filter_map(|seed| {
        let (board, marks, pixels) = patterned(seed);
        Some((seed, board, marks, vision::read(&pixels).ok()?))
    });
    let mut count = 0;
    for (seed, board, marks, reading) in read {
        assert_eq!(reading.board, board, "seed {seed}");
        for cell in board.cells().filter(|&cell| marks.mark(cell) == Mark::Cross) {
            assert_eq!(reading.marks.mark(cell), Mark::Cross, "seed {seed}, {cell:?}");
        }
        count += 1;
    }
    assert!(count > 20, "{count} of 40 boards were read");
}
