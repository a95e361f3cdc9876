//! How much memory reading takes. The allocator counts for the whole process, so there is but one
//! test here. `cargo test --test memory -- --nocapture` prints the figures.

#![expect(clippy::expect_used, reason = "a test says why it cannot go on")]

use image::{Rgba, RgbaImage};
use peak_alloc::PeakAlloc;
use queensight::board::{Board, Marks};
use queensight::geometry::FramePoint;
use queensight::render::{Look, Rendered, Tone, random_palette, render};
use queensight::{solver, vision};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// When memory grows, it counts the old and the new piece at once: the most that it can be.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The goal: the most bytes at any time while a frame is read, its own included, as a multiple of
/// its own.
const MOST: f64 = 3.0;

/// Width, height, and the pitch of the board: small boards, and such as fill the frame.
const FRAMES: [(u32, u32, f64); 7] = [
    (600, 600, 66.0),
    (1920, 1080, 44.0),
    (1920, 1080, 110.0),
    (3840, 2160, 88.0),
    (3840, 2160, 230.0),
    (7680, 4320, 88.0),
    (7680, 4320, 460.0),
];

/// A 9 by 9 board on a page full of text, buttons and another grid.
fn desktop((width, height, pitch): (u32, u32, f64)) -> (Board, Rendered) {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let board = solver::generate(9, &mut rng).expect("a board");
    let mut look = Look::classic(9, pitch, random_palette(9, Tone::Pastel, &mut rng));
    let side = 9.0 * pitch;
    look.origin = FramePoint::new(f64::from(width) - side, f64::from(height) - side) / 2.0;
    look.origin = look.origin.round();
    (look.width, look.height) = (width, height);
    look.clutter = (f64::from(width) > 1.5 * side).then_some(9);
    let drawn = render(&board, &Marks::empty(9), &look);
    (board, drawn)
}

/// A desktop without its board: a white sheet lies over it.
fn without_board(Rendered { mut pixels, rect, .. }: Rendered) -> RgbaImage {
    let rect = rect.round_out();
    for (x, y, pixel) in pixels.enumerate_pixels_mut() {
        let at = FramePoint::new(f64::from(x), f64::from(y));
        if rect.contains(at) {
            *pixel = Rgba([255; 4]);
        }
    }
    pixels
}

/// As many flat areas as a frame can have: each is as small as the reader takes any.
fn checkered((width, height, _): (u32, u32, f64)) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| {
        let level = if (x / 3 + y / 3) % 2 == 0 { 0 } else { 255 };
        Rgba([level, level, level, 255])
    })
}

/// The peak while `read` looks at a frame, as a multiple of the frame, and what it saw.
fn peak<T>(pixels: &RgbaImage, read: impl Fn(&RgbaImage) -> T) -> (f64, T) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let seen = read(pixels);
    let taken = MEMORY.peak_usage() - before;
    (1.0 + taken as f64 / pixels.as_raw().len() as f64, seen)
}

#[test]
fn reading_takes_at_most_three_times_the_frame() {
    for frame in FRAMES {
        let (width, height, pitch) = frame;
        let (board, drawn) = desktop(frame);
        let (found, reading) = peak(&drawn.pixels, vision::read);
        assert_eq!(reading.expect("a reading").board, board, "{frame:?}");
        let (again, reading) =
            peak(&drawn.pixels, |pixels| vision::read_at(pixels, &drawn.lattice));
        assert_eq!(reading.expect("a reading").board, board, "{frame:?}");
        let (without, reading) = peak(&without_board(drawn), vision::read);
        assert_eq!(reading.err(), Some(vision::Refusal::NoBoard), "{frame:?}");
        let (areas, reading) = peak(&checkered(frame), vision::read);
        assert_eq!(reading.err(), Some(vision::Refusal::NoBoard), "{frame:?}");
        println!(
            "{width} x {height}, cells of {pitch}: found {found:.2}, read again {again:.2}, \
             no board {without:.2}, most areas {areas:.2}"
        );
        for multiple in [found, again, without, areas] {
            assert!((1.0..=MOST).contains(&multiple), "{frame:?}: {multiple:.2} times the frame");
        }
    }
}
