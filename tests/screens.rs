//! Screenshots of the practice page, read back: `scripts/screenshots` takes them, and writes beside
//! each what is to be read.

#![expect(clippy::unwrap_used, reason = "in a test, a failure is the end")]

use queensight::geometry::FrameRect;
use queensight::vision;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// How far the edges may be off, in pixels. The frame is drawn 4 to 8 pixels wide, so no other line
/// of the board is taken for its outer edge.
const EDGE: f64 = 3.0;

#[derive(Deserialize)]
struct Truth {
    regions: Vec<String>,
    marks: Vec<String>,
    rect: Edges,
}

#[derive(Deserialize)]
struct Edges {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

fn pictures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/screens");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut pictures: Vec<_> = files
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("practice-"))
        .filter(|path| path.extension().is_some_and(|extension| extension == "png"))
        .collect();
    pictures.sort();
    pictures
}

/// What is wrong with the reading of a picture, if anything.
fn fault(picture: &Path) -> Option<String> {
    let truth = fs::read_to_string(picture.with_extension("json")).unwrap();
    let truth: Truth = serde_json::from_str(&truth).unwrap();
    let reading = match vision::read(&image::open(picture).unwrap().to_rgba8()) {
        Ok(reading) => reading,
        // Stripes over cells may be too much for the reader; to guess would be worse.
        Err(_) if picture.to_string_lossy().ends_with("-conflict.png") => return None,
        Err(refusal) => return Some(format!("refused: {refusal}")),
    };
    if reading.board.to_rows() != truth.regions {
        return Some(format!("read as{:?}", reading.board));
    }
    if reading.marks.to_rows() != truth.marks {
        return Some(format!("marks read as{:?}", reading.marks));
    }
    let FrameRect { min, max } = reading.rect;
    let edges = [
        (min.x, truth.rect.left),
        (min.y, truth.rect.top),
        (max.x, truth.rect.right),
        (max.y, truth.rect.bottom),
    ];
    let is_off = edges.iter().any(|(read, drawn)| (read - drawn).abs() > EDGE);
    is_off.then(|| format!("found at {:?}", reading.rect))
}

#[test]
fn every_screenshot_is_read_as_what_the_page_drew() {
    let pictures = pictures();
    assert!(!pictures.is_empty());
    let faults: Vec<_> = pictures
        .iter()
        .filter_map(|picture| Some(format!("{}: {}", picture.display(), fault(picture)?)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
