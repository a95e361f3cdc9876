//! How long the reader takes, by the size of the frame. Every answer is checked.

#![expect(clippy::expect_used, reason = "a benchmark of a wrong answer is no benchmark")]

use divan::Bencher;
use image::RgbaImage;
use queensight::board::Board;
use queensight::capture::SavedImage;
use queensight::render::sample;
use queensight::vision;
use serde::Deserialize;
use std::path::Path;

fn main() {
    divan::main();
}

/// A crop, and screens at scale 1, 1.5 and 2, with LinkedIn's 44 CSS pixels a cell.
const FRAMES: [((u32, u32), f64); 4] =
    [((600, 600), 66.0), ((1920, 1080), 44.0), ((2560, 1440), 66.0), ((3840, 2160), 88.0)];

#[divan::bench(args = FRAMES, name = "read: found anywhere")]
fn read(bencher: Bencher, (frame, pitch): ((u32, u32), f64)) {
    let (board, drawn) = sample(frame, pitch);
    bencher.bench_local(|| {
        let reading = vision::read(divan::black_box(&drawn.pixels));
        assert_eq!(reading.expect("a reading").board, board);
    });
}

#[divan::bench(args = FRAMES, name = "read_at: where it was")]
fn read_at(bencher: Bencher, (frame, pitch): ((u32, u32), f64)) {
    let (board, drawn) = sample(frame, pitch);
    bencher.bench_local(|| {
        let reading = vision::read_at(divan::black_box(&drawn.pixels), &drawn.lattice);
        assert_eq!(reading.expect("a reading").board, board);
    });
}

/// Screenshots of the practice page in a browser, 1280 x 800 and 1650 x 1080: with the shades along
/// edges and the text that only a browser draws.
const PAGES: [&str; 2] = ["practice-n11-light-1x-fresh", "practice-n11-dark-1.5x-fresh"];

/// A screenshot, and the board on it.
fn page(name: &str) -> (Board, RgbaImage) {
    #[derive(Deserialize)]
    struct Truth {
        regions: Board,
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/screens").join(name);
    // A name has dots of its own.
    let file = |ending: &str| format!("{}.{ending}", path.display());
    let truth = std::fs::read_to_string(file("json")).expect("its truth");
    let truth: Truth = serde_json::from_str(&truth).expect("its truth");
    let image = SavedImage::open(Path::new(&file("png"))).expect("a screenshot");
    (truth.regions, image.pixels().clone())
}

#[divan::bench(args = PAGES, name = "read: found on a real page")]
fn read_page(bencher: Bencher, name: &str) {
    let (board, pixels) = page(name);
    bencher.bench_local(|| {
        let reading = vision::read(divan::black_box(&pixels));
        assert_eq!(reading.expect("a reading").board, board);
    });
}

#[divan::bench(args = PAGES, name = "read_at: where it was on a real page")]
fn read_page_at(bencher: Bencher, name: &str) {
    let (board, pixels) = page(name);
    let lattice = vision::read(&pixels).expect("a reading").lattice;
    bencher.bench_local(|| {
        let reading = vision::read_at(divan::black_box(&pixels), &lattice);
        assert_eq!(reading.expect("a reading").board, board);
    });
}

#[divan::bench(args = FRAMES, name = "read: no board there")]
fn refuse(bencher: Bencher, (frame, _): ((u32, u32), f64)) {
    let (_, drawn) = sample(frame, 44.0);
    let pixels = drawn.without_board().pixels;
    bencher.bench_local(|| {
        assert_eq!(vision::read(divan::black_box(&pixels)).err(), Some(vision::Refusal::NoBoard));
    });
}
