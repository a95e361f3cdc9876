//! How much memory reading takes. The allocator counts for the whole process, so there is but one
//! test here. `cargo test --test memory -- --nocapture` prints the figures.

use image::{Rgba, RgbaImage};
use peak_alloc::PeakAlloc;
use queensight::render::sample;
use queensight::vision;

/// When memory grows, it counts the old and the new piece at once: the most that it can be.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The goal: the most bytes at any time while a frame is read, its own included, as a multiple of
/// its own.
const MOST: f64 = 3.0;

/// Width, height, and the pitch of the board: small boards, and such as fill the frame.
const FRAMES: [((u32, u32), f64); 7] = [
    ((600, 600), 66.0),
    ((1920, 1080), 44.0),
    ((1920, 1080), 110.0),
    ((3840, 2160), 88.0),
    ((3840, 2160), 230.0),
    ((7680, 4320), 88.0),
    ((7680, 4320), 460.0),
];

/// Nearly as many flat areas as a frame can have: squares as small as the reader takes any. Each 16th
/// row of them is one area: sides as long as a board's would be taken for those of boards, and each
/// two of them would be looked at, for minutes.
fn checkered((width, height): (u32, u32)) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| {
        let (column, row) = (x / 3, y / 3);
        let is_light = row % 16 != 0 && (column + row) % 2 == 0;
        let level = if is_light { 255 } else { 0 };
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
    for (size, pitch) in FRAMES {
        let (board, drawn) = sample(size, pitch);
        let (found, reading) = peak(&drawn.pixels, vision::read);
        assert_eq!(reading.expect("a reading").board, board, "{size:?}");
        let (again, reading) =
            peak(&drawn.pixels, |pixels| vision::read_at(pixels, &drawn.lattice));
        assert_eq!(reading.expect("a reading").board, board, "{size:?}");
        let (without, reading) = peak(&drawn.without_board().pixels, vision::read);
        assert_eq!(reading.err(), Some(vision::Refusal::NoBoard), "{size:?}");
        let (areas, reading) = peak(&checkered(size), vision::read);
        assert_eq!(reading.err(), Some(vision::Refusal::NoBoard), "{size:?}");
        println!(
            "{size:?}, cells of {pitch}: found {found:.2}, read again {again:.2}, \
             no board {without:.2}, most areas {areas:.2}"
        );
        for multiple in [found, again, without, areas] {
            assert!((1.0..=MOST).contains(&multiple), "{size:?}: {multiple:.2} times the frame");
        }
    }
}
