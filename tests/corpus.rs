//! Scores the reader on labelled screenshots, where the variable `QUEENSIGHT_CORPUS` names a folder
//! of them: `labels.json` (boards), `negatives.json` (pictures that hold none that can be read) and
//! the pictures themselves.

use queensight::board::Board;
use queensight::capture::SavedImage;
use queensight::geometry::{FramePoint, FrameRect};
use queensight::render::{Score, rect_distance, rect_tolerance};
use queensight::vision::{self, Reading, Refusal};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// The share of boards that must be read exactly.
const LEAST_RIGHT: f64 = 0.95;

/// A board and its true reading.
#[derive(Deserialize)]
struct Label {
    id: String,
    file: String,
    theme: String,
    tags: Vec<String>,
    regions: Board,
    marks: Vec<String>,
    /// Left, top, right and bottom of the outer border's outer edge, in pixels.
    bbox: [f64; 4],
    cell_px: f64,
}

/// A picture that must be refused.
#[derive(Deserialize)]
struct Negative {
    id: String,
    file: String,
    kind: String,
}

impl Label {
    fn score(&self, read: &Result<Reading, Refusal>) -> Score {
        let Ok(reading) = read else { return Score::Refused };
        if self.regions != reading.board {
            return Score::Wrong;
        }
        let has_odd_glyphs = self.tags.iter().any(|tag| tag == "nonstandard-queen-glyph");
        if !has_odd_glyphs && reading.marks.to_rows() != self.marks {
            return Score::WrongMarks;
        }
        let [left, top, right, bottom] = self.bbox;
        let rect = FrameRect::new(FramePoint::new(left, top), FramePoint::new(right, bottom));
        let is_off = rect_distance(&reading.rect, &rect) > rect_tolerance(self.cell_px);
        if is_off { Score::WrongRect } else { Score::Right }
    }
}

/// How often each score was given, by theme.
#[derive(Default)]
struct Table(BTreeMap<String, BTreeMap<Score, usize>>);

impl Table {
    fn add(&mut self, theme: &str, score: Score) {
        *self.0.entry(theme.to_owned()).or_default().entry(score).or_default() += 1;
    }

    fn count(&self, score: Score) -> usize {
        self.0.values().filter_map(|row| row.get(&score)).sum()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (theme, row) in &self.0 {
            write!(f, "{theme:26}")?;
            for (score, count) in row {
                write!(f, "  {score:?} {count}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[test]
fn labelled_screenshots_are_read_right_or_refused() {
    let Some(folder) = std::env::var_os("QUEENSIGHT_CORPUS") else {
        println!("skipped: QUEENSIGHT_CORPUS is not set");
        return;
    };
    let folder = Path::new(&folder);
    let read = |file: &str| {
        let picture = SavedImage::open(&folder.join(file)).expect("a picture of the corpus");
        vision::read(picture.pixels())
    };
    let list = |file: &str| std::fs::read_to_string(folder.join(file)).expect("a list of labels");
    let labels: Vec<Label> = serde_json::from_str(&list("labels.json")).expect("labels");
    let negatives: Vec<Negative> = serde_json::from_str(&list("negatives.json")).expect("labels");

    let (mut boards, mut others) = (Table::default(), Table::default());
    for label in &labels {
        let score = label.score(&read(&label.file));
        boards.add(&label.theme, score);
        if score != Score::Right {
            println!("{score:?}: {} ({})", label.id, label.tags.join(", "));
        }
    }
    for negative in &negatives {
        let score = if read(&negative.file).is_ok() { Score::Wrong } else { Score::Right };
        others.add(&format!("refused as {}", negative.kind), score);
        if score == Score::Wrong {
            println!("{score:?}: {}", negative.id);
        }
    }
    let right = boards.count(Score::Right) as f64 / labels.len() as f64;
    println!("{boards}{others}exactly right: {:.1} % of {} boards", 100.0 * right, labels.len());

    assert_eq!(boards.count(Score::Wrong), 0, "boards read wrongly");
    assert_eq!(others.count(Score::Wrong), 0, "boards read where there are none");
    assert!(right >= LEAST_RIGHT, "only {:.1} % are exactly right", 100.0 * right);
}
