//! The reader against pictures whose truth is known: those in `fixtures/screens`, boards drawn in
//! random looks, and pictures that must be refused.
//!
//! `QUEENSIGHT_REWRITE=1 cargo test --test reading` draws `fixtures/refused/pictures` and
//! `fixtures/screens/drawn-*` again; the screenshots of the practice page come from
//! `scripts/screenshots`.

#![expect(clippy::expect_used, reason = "a test says why it cannot go on")]

use image::{Rgba, RgbaImage, imageops};
use queensight::board::{Board, Cell, Mark, Marks};
use queensight::capture::SavedImage;
use queensight::geometry::{FramePoint, FrameRect, FrameVector};
use queensight::render::{Line, Look, Rendered, Tone, random_palette, render};
use queensight::solver;
use queensight::vision::{self, Reading, Refusal};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How far an edge may be off, in pixels, for cells of a pitch: what the eye would not see.
fn tolerance(pitch: f64) -> f64 {
    (0.05 * pitch).max(3.0)
}

fn distance(a: &FrameRect, b: &FrameRect) -> f64 {
    [a.min.x - b.min.x, a.min.y - b.min.y, a.max.x - b.max.x, a.max.y - b.max.y]
        .into_iter()
        .fold(0.0, |most, off| most.max(off.abs()))
}

fn fixtures(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder)
}

/// The files of a folder with an ending, in order of their names; never none.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of fixtures");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    files.sort();
    assert!(!files.is_empty(), "{} holds no {ending}", folder.display());
    files
}

fn open(path: &Path) -> RgbaImage {
    SavedImage::open(path).expect("a picture").pixels().clone()
}

/// What is to be read from a picture.
#[derive(Serialize, Deserialize)]
struct Truth {
    n: usize,
    regions: Vec<String>,
    marks: Vec<String>,
    rect: Edges,
}

#[derive(Serialize, Deserialize)]
struct Edges {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

#[test]
fn screens_are_read_exactly() {
    if std::env::var_os("QUEENSIGHT_REWRITE").is_some() {
        draw_screens();
    }
    for path in files(&fixtures("screens"), "png") {
        let name = path.display();
        let truth = std::fs::read_to_string(path.with_extension("json")).expect("its truth");
        let truth: Truth = serde_json::from_str(&truth).expect("its truth");
        let reading =
            vision::read(&open(&path)).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let rows: Vec<Vec<char>> = truth.regions.iter().map(|row| row.chars().collect()).collect();
        assert_eq!(reading.board.size(), truth.n, "{name}");
        assert_eq!(Ok(&reading.board), Board::from_rows(&rows).as_ref(), "{name}");
        assert_eq!(reading.marks.to_rows(), truth.marks, "{name}");
        let Edges { left, top, right, bottom } = truth.rect;
        let rect = FrameRect::new(FramePoint::new(left, top), FramePoint::new(right, bottom));
        let off = distance(&reading.rect, &rect);
        assert!(
            off <= tolerance(reading.lattice.pitch.x),
            "{name}: {:?}, not {rect:?}",
            reading.rect
        );
    }
}

/// Draws `fixtures/screens/drawn-*`, each with what is to be read from it.
fn draw_screens() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut draw = |name: &str, size: usize, tone: Tone, density: f64, style: fn(&mut Look)| {
        let board = solver::generate(size, &mut rng).expect("a board");
        let mut marks = Marks::empty(size);
        for cell in board.cells() {
            if rng.random_bool(density) {
                marks.set(cell, if rng.random_bool(0.2) { Mark::Queen } else { Mark::Cross });
            }
        }
        let mut look = Look::classic(size, 40.0, random_palette(size, tone, &mut rng));
        style(&mut look);
        let drawn = render(&board, &marks, &look);
        let FrameRect { min, max } = drawn.rect;
        let rect = Edges { left: min.x, top: min.y, right: max.x, bottom: max.y };
        let truth = Truth { n: size, regions: board.to_rows(), marks: marks.to_rows(), rect };
        let path = fixtures("screens").join(format!("drawn-{name}.png"));
        drawn.pixels.save(&path).expect("the picture");
        let text = serde_json::to_string_pretty(&truth).expect("JSON") + "\n";
        std::fs::write(path.with_extension("json"), text).expect("its truth");
    };
    draw("classic", 8, Tone::Pastel, 0.4, |_| {});
    draw("small-cells", 12, Tone::Pastel, 0.3, |look| {
        *look = Look::classic(12, 24.0, look.palette.clone());
    });
    draw("large-cells", 5, Tone::Saturated, 0.4, |look| {
        *look = Look::classic(5, 120.0, look.palette.clone());
    });
    draw("tiles", 7, Tone::Saturated, 0.3, |look| {
        *look = Look::tiles(7, 52.0, look.palette.clone());
    });
    draw("dark-page-jpeg", 9, Tone::Pastel, 0.2, |look| {
        look.page = [27, 31, 35];
        look.jpeg_quality = Some(80);
    });
    draw("light-lines-without-walls", 6, Tone::Dark, 0.0, |look| {
        look.thin = look.thin.map(|thin| Line { colour: [255; 3], opacity: 0.5, ..thin });
        look.wall = None;
    });
    draw("no-border-stretched", 10, Tone::Pastel, 0.3, |look| {
        (look.border, look.is_snapped) = (None, false);
        look.pitch.y *= 1.03;
    });
    draw("hovered", 8, Tone::Pastel, 0.0, |look| look.hover = Some(Cell::at(3, 4)));
}

/// A random board in a random state and a random look.
struct Case {
    seed: u64,
    board: Board,
    marks: Marks,
    look: Look,
    drawn: Rendered,
}

impl Case {
    fn new(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = rng.random_range(5..=12);
        let board = solver::generate(size, &mut rng).expect("a board");
        let mut marks = Marks::empty(size);
        let density = [0.0, 0.2, 0.8][rng.random_range(0..3)];
        for cell in board.cells() {
            if rng.random_bool(density) {
                let mark = if rng.random_bool(0.15) { Mark::Queen } else { Mark::Cross };
                marks.set(cell, mark);
            }
        }
        let mut look = Look::random(size, &mut rng);
        // What a pointer covers cannot be told.
        look.pointer = None;
        let drawn = render(&board, &marks, &look);
        Self { seed, board, marks, look, drawn }
    }

    /// Keeps the picture for people to look at, and says where.
    fn keep(&self) -> String {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let path = folder.join(format!("reading-{}.png", self.seed));
        self.drawn.pixels.save(&path).expect("the picture is kept");
        format!("seed {}, {} ({:?})", self.seed, path.display(), self.look)
    }

    /// Whether the board was read; fails if it was read wrongly.
    fn check(&self, read: Result<Reading, Refusal>) -> bool {
        let Ok(reading) = read else { return false };
        assert_eq!(reading.board, self.board, "{}", self.keep());
        assert_eq!(reading.marks, self.marks, "{}", self.keep());
        let off = distance(&reading.lattice.rect(), &self.drawn.lattice.rect());
        assert!(off <= tolerance(self.look.pitch.x), "off by {off}: {}", self.keep());
        true
    }
}

/// Pictures drawn for a test: enough to meet every kind of look many times.
const CASES: u64 = 150;

#[test]
fn boards_in_random_looks_are_read_back_equal() {
    let refused: Vec<String> = (0..CASES)
        .map(Case::new)
        .filter(|case| !case.check(vision::read(&case.drawn.pixels)))
        .map(|case| case.keep())
        .collect();
    let most = CASES as usize / 50;
    assert!(refused.len() <= most, "more than {most} refused:\n{}", refused.join("\n"));
}

#[test]
fn a_board_is_read_again_where_it_was_and_up_to_half_a_cell_away() {
    let cases = (0..40).map(Case::new).filter(|case| vision::read(&case.drawn.pixels).is_ok());
    for case in cases {
        for moved in [0.0, -0.4, 0.4] {
            let mut expected = case.drawn.lattice;
            expected.origin += expected.pitch * moved;
            let again = vision::read_at(&case.drawn.pixels, &expected);
            assert!(case.check(again), "moved by {moved}: {}", case.keep());
        }
        for (x, y) in [(0.6, 0.0), (0.0, 0.6)] {
            let mut elsewhere = case.drawn.lattice;
            elsewhere.origin += FrameVector::new(x * elsewhere.pitch.x, y * elsewhere.pitch.y);
            let refused = vision::read_at(&case.drawn.pixels, &elsewhere).is_err();
            assert!(refused, "moved by {x}, {y}: {}", case.keep());
        }
    }
}

#[test]
fn a_board_elsewhere_is_not_taken_for_a_damaged_one_here() {
    let (_, drawn) = classic(8, 40.0, 8);
    for cells in [1.0, 2.0, 3.0, 20.0] {
        let mut expected = drawn.lattice;
        expected.origin += expected.pitch * cells;
        let refusal = vision::read_at(&drawn.pixels, &expected).err();
        assert_eq!(refusal, Some(Refusal::NoBoard), "{cells} cells away");
    }
}

#[test]
fn a_cut_board_says_where_it_is_cut() {
    let (_, drawn) = classic(8, 40.0, 8);
    let (width, height) = (480, 480);
    let mut page = RgbaImage::from_pixel(width, height, Rgba([255, 255, 255, 255]));
    imageops::overlay(&mut page, &drawn.pixels, 60, 60);
    let rect = drawn.lattice.rect().translate(FrameVector::new(60.0, 60.0));
    // A cell and a half are cut away.
    let cuts = [
        ("6 columns but 8 rows", "left", (rect.min.x as u32 + 60, 0, width, height)),
        ("6 columns but 8 rows", "right", (0, 0, rect.max.x as u32 - 60, height)),
        ("8 columns but 6 rows", "top", (0, rect.min.y as u32 + 60, width, height)),
        ("8 columns but 6 rows", "bottom", (0, 0, width, rect.max.y as u32 - 60)),
    ];
    for (seen, side, (left, top, right, bottom)) in cuts {
        let part = imageops::crop_imm(&page, left, top, right - left, bottom - top);
        let refusal = vision::read(&part.to_image()).expect_err("a part of a board").to_string();
        let expected = format!("{seen} can be seen: it may be cut off at the {side}");
        assert!(refusal.ends_with(&expected), "{refusal}, not {expected}");
    }
}

#[test]
fn an_outer_row_is_read_under_stripes_but_not_under_a_sheet() {
    let (board, drawn) = classic(8, 60.0, 8);
    let top =
        drawn.lattice.cell_rect(Cell::at(0, 0)).union(&drawn.lattice.cell_rect(Cell::at(0, 7)));
    let paint = |is_painted: fn(u32, u32) -> bool, colour: [u8; 4]| {
        let mut pixels = drawn.pixels.clone();
        for y in top.min.y as u32 + 4..top.max.y as u32 - 4 {
            for x in top.min.x as u32..top.max.x as u32 {
                if is_painted(x, y) {
                    pixels.put_pixel(x, y, Rgba(colour));
                }
            }
        }
        let (read, again) = (vision::read(&pixels), vision::read_at(&pixels, &drawn.lattice));
        assert_eq!(again.ok().map(|reading| reading.board), read.clone().ok().map(|r| r.board));
        read
    };
    let striped = paint(|x, y| (x + y) % 12 < 2, [190, 30, 40, 255]);
    assert_eq!(striped.map(|reading| reading.board), Ok(board));
    let refusal = paint(|_, _| true, [255, 255, 255, 255]).expect_err("a row is covered");
    assert!(matches!(refusal, Refusal::UnreadableBoard { .. }), "{refusal}");
}

#[test]
fn the_larger_of_two_boards_is_read() {
    let (small, large) = (classic(5, 30.0, 7), classic(8, 40.0, 8));
    for large_first in [true, false] {
        let mut page = RgbaImage::from_pixel(900, 500, Rgba([255, 255, 255, 255]));
        let (left, right) = if large_first { (&large, &small) } else { (&small, &large) };
        imageops::overlay(&mut page, &left.1.pixels, 20, 20);
        imageops::overlay(&mut page, &right.1.pixels, 450, 60);
        assert_eq!(vision::read(&page).map(|reading| reading.board), Ok(large.0.clone()));
    }
}

#[test]
fn a_small_board_is_not_read_beside_a_large_one_that_is_covered() {
    let (small, large) = (classic(5, 30.0, 7), classic(8, 40.0, 8));
    let mut page = RgbaImage::from_pixel(900, 500, Rgba([255, 255, 255, 255]));
    imageops::overlay(&mut page, &covered(&large.1), 20, 20);
    imageops::overlay(&mut page, &small.1.pixels, 450, 60);
    let refusal = vision::read(&page).expect_err("the large board is covered");
    assert!(matches!(refusal, Refusal::UnreadableBoard { .. }), "{refusal}");
}

/// A board as LinkedIn draws it, close to it cropped.
fn classic(size: usize, pitch: f64, seed: u64) -> (Board, Rendered) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let board = solver::generate(size, &mut rng).expect("a board");
    let look = Look::classic(size, pitch, random_palette(size, Tone::Pastel, &mut rng));
    let drawn = render(&board, &Marks::empty(size), &look);
    (board, drawn)
}

/// The drawn board with a dialog over its middle.
fn covered(drawn: &Rendered) -> RgbaImage {
    let mut pixels = drawn.pixels.clone();
    let dialog = drawn.lattice.rect().scale(0.6, 0.6);
    let dialog = dialog.translate(drawn.lattice.rect().center() - dialog.center());
    for y in dialog.min.y as u32..dialog.max.y as u32 {
        for x in dialog.min.x as u32..dialog.max.x as u32 {
            pixels.put_pixel(x, y, Rgba([90, 60, 150, 255]));
        }
    }
    pixels
}

#[test]
fn pictures_that_hold_no_readable_board_are_refused_as_their_names_say() {
    if std::env::var_os("QUEENSIGHT_REWRITE").is_some() {
        draw_pictures_to_refuse();
    }
    for path in files(&fixtures("refused/pictures"), "png") {
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        let refusal = vision::read(&open(&path)).expect_err(&name);
        let kind = match refusal {
            Refusal::NoBoard => "no-board",
            Refusal::UnreadableBoard { .. } => "unreadable-board",
        };
        assert!(name.starts_with(kind), "{name}: {refusal}");
    }
}

/// Draws `fixtures/refused/pictures`.
fn draw_pictures_to_refuse() {
    let folder = fixtures("refused/pictures");
    std::fs::create_dir_all(&folder).expect("the folder");
    let save = |name: &str, pixels: &RgbaImage| {
        pixels.save(folder.join(name).with_extension("png")).expect("the picture");
    };
    let white = Rgba([255, 255, 255, 255]);
    let mut rng = ChaCha8Rng::seed_from_u64(1);

    save("no-board-blank", &RgbaImage::from_pixel(320, 200, white));
    save("no-board-one-pixel", &RgbaImage::from_pixel(1, 1, white));
    let noise =
        RgbaImage::from_fn(160, 160, |_, _| Rgba([rng.random(), rng.random(), rng.random(), 255]));
    save("no-board-noise", &noise);
    let chess = |x: u32, y: u32| (x / 30 + y / 30).is_multiple_of(2);
    let light =
        |is_light| if is_light { Rgba([240, 217, 181, 255]) } else { Rgba([181, 136, 99, 255]) };
    save("no-board-chess", &RgbaImage::from_fn(240, 240, |x, y| light(chess(x, y))));
    let line = |at: u32| at.is_multiple_of(40) || (at % 120 <= 3);
    let sudoku = |x: u32, y: u32| if line(x) || line(y) { Rgba([0, 0, 0, 255]) } else { white };
    save("no-board-sudoku", &RgbaImage::from_fn(364, 364, sudoku));
    let swatch = |x: u32, y: u32| {
        let is_gap = x % 32 < 4 || y % 32 < 4;
        let hue = |k: u32| ((x / 32 * 37 + y / 32 * 91) * k % 256) as u8;
        if is_gap { white } else { Rgba([hue(3), hue(5), hue(7), 255]) }
    };
    save("no-board-swatches", &RgbaImage::from_fn(260, 260, swatch));

    let (_, drawn) = classic(8, 40.0, 8);
    let rect = drawn.lattice.rect();
    let (left, width) = (rect.min.x as u32, (rect.width() - 1.5 * drawn.lattice.pitch.x) as u32);
    let cut = imageops::crop_imm(&drawn.pixels, 0, 0, left + width, drawn.pixels.height());
    save("unreadable-board-cut-at-the-right", &cut.to_image());
    save("unreadable-board-covered", &covered(&drawn));
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let board = solver::generate(8, &mut rng).expect("a board");
    let mut look = Look::classic(8, 40.0, random_palette(8, Tone::Pastel, &mut rng));
    (look.palette[2], look.wall) = (look.palette[5], None);
    save("unreadable-board-twins-without-walls", &render(&board, &Marks::empty(8), &look).pixels);
}
