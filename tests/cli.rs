//! The program as people and scripts meet it, text for text.
//!
//! Each test runs the program in a folder of its own and compares all that it said, and its exit
//! code, with a file in `tests/cli/`. After a change that is meant,
//!
//! ```text
//! SNAPSHOTS=overwrite cargo test --test cli
//! ```
//!
//! writes the files anew; the difference is what people and scripts will notice, so read it.

#![expect(clippy::expect_used, reason = "a test that cannot be set up is to fail at once")]

use image::{ImageFormat, Rgba, RgbaImage, imageops};
use queensight::board::{self, Cell, Mark, Marks};
use queensight::render::{Look, Tone, random_palette, render};
use queensight::solver;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use regex::Regex;
use serde_json::Value;
use snapbox::{Assert, Data, data::DataFormat};
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A board with exactly one solution, and none with any.
const BOARD: &str = include_str!("../fixtures/boards/size-8.txt");
const UNSOLVABLE: &str = include_str!("../fixtures/boards/no-solution.txt");

/// A folder to run the program in, with a settings folder of its own and no screen.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder for the test") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, and the folders that it lies in.
    fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("new folders");
        fs::write(path, content).expect("a new file");
        self
    }

    fn with_folder(self, name: &str) -> Self {
        fs::create_dir(self.path(name)).expect("a new folder");
        self
    }

    /// The names of all files, sorted.
    fn files(&self) -> Vec<String> {
        fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() { walk(&path, found) } else { found.push(path) }
            }
        }
        let mut found = Vec::new();
        walk(self.folder.path(), &mut found);
        let name = |path: PathBuf| {
            let name = path.strip_prefix(self.folder.path()).expect("it lies in the folder");
            name.display().to_string()
        };
        let mut names: Vec<String> = found.into_iter().map(name).collect();
        names.sort();
        names
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_queensight"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("HOME", self.folder.path())
            .env("XDG_CONFIG_HOME", self.path("config"));
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "NO_COLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    /// All that running the program shows: what was typed, both outputs and the exit code.
    fn transcript(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().expect("the program starts");
        let code = output.status.code().map_or("none".to_owned(), |code| code.to_string());
        let text = format!(
            "$ queensight {}\n--- standard output\n{}--- standard error\n{}--- exit code {code}\n",
            arguments.join(" "),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        self.redacted(&text)
    }

    /// Without what differs from run to run.
    fn redacted(&self, text: &str) -> String {
        let text = text.replace(&self.folder.path().display().to_string(), "[FOLDER]");
        let times = Regex::new(r"\d+(\.\d)? (µs|ms)").expect("a sound pattern");
        let micros = Regex::new(r#""(load|read|solve)":\d+"#).expect("a sound pattern");
        let text = times.replace_all(&text, "[TIME]");
        micros.replace_all(&text, "\"$1\":[TIME]").into_owned()
    }
}

/// Compares with the file of this name in `tests/cli/`.
fn expect(name: &str, actual: String, format: DataFormat) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli").join(name);
    let assert = Assert::new().action_env("SNAPSHOTS");
    assert.eq(actual, Data::read_from(&path, Some(format)));
}

fn expect_text(name: &str, actual: String) {
    expect(&format!("{}.txt", name.trim_end_matches(".txt")), actual, DataFormat::Text);
}

/// The files in a folder of `fixtures/`, by name.
fn fixtures(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    let entries = fs::read_dir(folder).expect("the folder of the fixtures");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<(String, Vec<u8>)> = paths
        .map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a fixture"))
        })
        .collect();
    files.sort();
    files
}

/// A picture of a board, 50 pixels a cell, with a cross and the first queen of its solution on it.
fn picture(board: &str, look: fn(usize, f64, Vec<[u8; 3]>) -> Look) -> Vec<u8> {
    let board = board::parse(board).expect("a sound board");
    let size = board.size();
    let mut marks = Marks::empty(size);
    let outcome = solver::solve(&board);
    marks.set(
        outcome.solution().expect("a solution").queens().next().expect("a queen"),
        Mark::Queen,
    );
    marks.set(Cell::at(size - 1, size - 1), Mark::Cross);
    let palette = random_palette(size, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(1));
    to_png(&render(&board, &marks, &look(size, 50.0, palette)).pixels)
}

fn to_png(pixels: &RgbaImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, ImageFormat::Png).expect("a PNG in memory");
    bytes.into_inner()
}

/// A picture without a board.
fn white_png() -> Vec<u8> {
    to_png(&RgbaImage::from_pixel(200, 100, Rgba([255; 4])))
}

/// The beginning of a BMP file that says it is this large.
fn bmp_header(width: i32, height: i32) -> Vec<u8> {
    let mut header = b"BM".to_vec();
    for number in [0, 0, 54, 40, width, height, 1 | 24 << 16, 0, 0, 0, 0, 0, 0] {
        header.extend(i32::to_le_bytes(number));
    }
    header
}

#[test]
fn every_board_file_is_solved() {
    for (name, text) in fixtures("boards") {
        let place = Place::new().with(&name, text);
        let said = place.transcript(&["solve", &name]);
        let written = place.transcript(&["solve", "--json", &name]);
        expect_text(&format!("boards/{name}"), format!("{said}\n{written}"));
    }
}

#[test]
fn every_text_that_is_no_board_is_refused() {
    for (name, text) in fixtures("refused/boards") {
        let place = Place::new().with(&name, text);
        expect_text(&format!("refused/{name}"), place.transcript(&["solve", &name]));
    }
}

#[test]
fn every_picture_without_a_readable_board_is_refused() {
    for (name, bytes) in fixtures("refused/pictures") {
        let place = Place::new().with(&name, bytes);
        let said = place.transcript(&["solve", "--overlay", "seen.png", &name]);
        // The doubt is shown where there is a board to doubt.
        assert_eq!(place.path("seen.png").exists(), name.starts_with("unreadable-board"), "{name}");
        expect_text(&format!("refused/{name}"), said);
    }
}

#[test]
fn a_half_played_game_on_a_whole_screen_is_read_and_solved() {
    let name = "practice-n9-dark-1x-half.png";
    let screens = fixtures("screens");
    let (_, bytes) = screens.iter().find(|(screen, _)| screen == name).expect("a screenshot");
    let place = Place::new().with("screen.png", bytes);
    let said = place.transcript(&["solve", "screen.png"]);
    let written = place.transcript(&["solve", "--json", "screen.png"]);
    expect_text("pictures/screen", format!("{said}\n{written}"));
}

#[test]
fn boards_in_pictures_are_read_and_solved() {
    for (name, look) in [("classic", Look::classic as fn(_, _, _) -> _), ("tiles", Look::tiles)] {
        let place = Place::new().with("board.png", picture(BOARD, look));
        let said = place.transcript(&["solve", "board.png"]);
        let written = place.transcript(&["solve", "--json", "board.png"]);
        expect_text(&format!("pictures/{name}"), format!("{said}\n{written}"));
    }
}

#[test]
fn a_board_is_shown_in_colours_where_they_are_wanted() {
    let place =
        Place::new().with("board.txt", BOARD).with("board.png", picture(BOARD, Look::classic));
    for (name, arguments) in [
        ("coloured-text", ["solve", "board.txt"].as_slice()),
        ("coloured-picture", &["solve", "board.png"]),
    ] {
        let mut command = place.command(arguments);
        let output = command.env("CLICOLOR_FORCE", "1").output().expect("the program starts");
        let text = place.redacted(&String::from_utf8_lossy(&output.stdout));
        expect(&format!("{name}.term.svg"), text, DataFormat::TermSvg);
    }
}

#[test]
fn no_color_goes_before_any_wish_for_colours() {
    let place = Place::new().with("board.txt", BOARD);
    let mut command = place.command(&["solve", "board.txt", "missing.txt"]);
    let output = command.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output();
    let output = output.expect("the program starts");
    assert!(!output.stdout.is_empty() && !output.stdout.contains(&0x1b));
    assert!(!output.stderr.is_empty() && !output.stderr.contains(&0x1b));
}

#[test]
fn all_inputs_are_tried_and_the_first_failure_gives_the_code() {
    let place = Place::new()
        .with("a.txt", UNSOLVABLE)
        .with("b.png", b"")
        .with("c.txt", BOARD)
        .with("d.png", white_png());
    let inputs = ["a.txt", "b.png", "c.txt", "d.png"];
    expect_text("solve-many", place.transcript(&[&["solve"], &inputs[..]].concat()));
    expect_text("solve-many-json", place.transcript(&[&["solve", "--json"], &inputs[..]].concat()));
    expect_text(
        "solve-many-again",
        place.transcript(&["solve", "--json", "c.txt", "d.png", "b.png"]),
    );
}

#[test]
fn a_board_is_read_from_standard_input() {
    let place = Place::new().with("board.txt", BOARD);
    let board = fs::File::open(place.path("board.txt")).expect("the board");
    let output = place.command(&["solve", "--json", "-"]).stdin(board).output();
    let output = String::from_utf8(output.expect("the program starts").stdout).expect("text");
    assert!(output.starts_with("{\"input\":\"-\",\"board\":{\"n\":8,"), "{output}");

    let place = Place::new().with("long.txt", "A".repeat((8 << 20) + 1));
    let long = fs::File::open(place.path("long.txt")).expect("the text");
    let output = place.command(&["solve", "-"]).stdin(long).output().expect("the program starts");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.starts_with("error: -: the file is no picture, and too large"), "{said}");
    assert_eq!(output.status.code(), Some(8));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let place = Place::new().with("board.txt", BOARD);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = place.command(&["solve", "board.txt"]).stdout(writer).output();
    let output = output.expect("the program starts");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_takes_nothing_is_a_failure() {
    let place = Place::new().with("board.txt", BOARD);
    let full = fs::File::create("/dev/full").expect("a device of the system");
    let output = place.command(&["solve", "board.txt"]).stdout(full).output();
    let output = output.expect("the program starts");
    assert_eq!(output.status.code(), Some(8));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: the result cannot be written: No space left on device (os error 28)\n\n\
         hint: check where standard output goes\n"
    );
}

#[test]
fn files_that_are_neither_picture_nor_board_are_refused() {
    let folder = || Place::new().with_folder("folder");
    let place = folder()
        .with("empty.png", b"")
        .with("binary", [0xff, 0xfe, 0x00, 0x9f])
        .with("cut.png", &white_png()[..40])
        .with("huge.bmp", bmp_header(40_000, 30_000))
        .with("long.txt", "A".repeat((8 << 20) + 1));
    for (name, input) in [
        ("missing-file", "missing.png"),
        ("folder", "folder"),
        ("empty-file", "empty.png"),
        ("unknown-file", "binary"),
        ("damaged-picture", "cut.png"),
        ("huge-picture", "huge.bmp"),
        ("huge-text", "long.txt"),
    ] {
        expect_text(&format!("error-{name}"), place.transcript(&["solve", input]));
    }
}

#[test]
fn a_picture_without_a_board_is_refused() {
    let place = Place::new().with("white.png", white_png());
    expect_text("error-no-board", place.transcript(&["solve", "white.png"]));
}

#[test]
fn an_overlay_is_the_picture_with_something_drawn_over_it() {
    let drawn = picture(BOARD, Look::classic);
    let place = Place::new().with("board.png", &drawn);
    let said = place.transcript(&["solve", "--overlay", "seen.png", "board.png"]);
    assert!(said.ends_with("--- exit code 0\n"), "{said}");
    assert_eq!(place.files(), ["board.png", "seen.png"]);
    let before = image::load_from_memory(&drawn).expect("a picture").into_rgba8();
    let after = image::open(place.path("seen.png")).expect("a picture").into_rgba8();
    assert_eq!(after.dimensions(), before.dimensions());
    assert_ne!(after, before);
    assert_eq!(after.get_pixel(0, 0), before.get_pixel(0, 0), "outside of the board");
}

/// A picture of two boards side by side, the smaller one first.
fn two_boards() -> Vec<u8> {
    let open = |board: &str| {
        let picture = image::load_from_memory(&picture(board, Look::classic));
        picture.expect("a picture").into_rgba8()
    };
    let (small, large) = (open(include_str!("../fixtures/boards/size-5.txt")), open(BOARD));
    let mut page = RgbaImage::from_pixel(1000, 600, Rgba([255, 255, 255, 255]));
    imageops::overlay(&mut page, &small, 10, 10);
    imageops::overlay(&mut page, &large, 400, 40);
    to_png(&page)
}

#[test]
fn all_boards_of_a_picture_are_solved_where_that_is_wanted() {
    let place = Place::new().with("two.png", two_boards()).with("white.png", white_png());
    let sizes = |arguments: &[&str]| -> Vec<u64> {
        let output = place.command(arguments).output().expect("the program runs");
        let said = String::from_utf8(output.stdout).expect("UTF-8");
        let records = said.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        records.map(|record| record["board"]["n"].as_u64().unwrap_or(0)).collect()
    };
    let one = sizes(&["solve", "--json", "two.png"]);
    let all = sizes(&["solve", "--json", "--all-boards", "two.png", "white.png"]);
    assert_eq!((one.len(), all.len()), (1, 3));
    assert!(all[0] == one[0] && all[1] < all[0] && all[2] == 0, "{one:?}, {all:?}");
}

#[test]
fn the_stages_of_reading_are_drawn_and_described() {
    let place = Place::new().with("board.png", picture(BOARD, Look::classic));
    let said = place.transcript(&["solve", "--stages", "seen", "board.png"]);
    assert!(said.ends_with("--- exit code 0\n"), "{said}");
    let captions = fs::read_to_string(place.path("seen/board.stages.txt")).expect("captions");
    let named: Vec<String> = captions
        .lines()
        .map(|line| format!("seen/{}", line.split(':').next().unwrap_or_default()))
        .chain(["board.png".to_owned(), "seen/board.stages.txt".to_owned()])
        .collect();
    let mut expected = named.clone();
    expected.sort();
    assert_eq!(place.files(), expected);
    assert!(named.contains(&"seen/board.1-tiles.png".to_owned()), "{named:?}");
    let refused = place.transcript(&["solve", "--stages", "board.png", "board.png"]);
    assert!(refused.ends_with("--- exit code 8\n"), "{refused}");
}

#[test]
fn every_picture_gets_an_overlay_of_its_own() {
    let drawn = picture(BOARD, Look::classic);
    let place = Place::new()
        .with("a/board.png", &drawn)
        .with("b/board.png", &drawn)
        .with("b/nothing.png", white_png())
        .with_folder("seen");
    let said = place.transcript(&[
        "solve",
        "--json",
        "--overlay",
        "seen",
        "a/board.png",
        "b/nothing.png",
        "b/board.png",
    ]);
    assert!(said.ends_with("--- exit code 3\n"), "{said}");
    let overlays: Vec<String> =
        place.files().into_iter().filter(|name| name.starts_with("seen")).collect();
    assert_eq!(overlays, ["seen/board-2.overlay.png", "seen/board.overlay.png"]);
}

#[test]
fn overlays_that_cannot_be_made_are_refused_and_leave_nothing() {
    let place = Place::new()
        .with("board.txt", BOARD)
        .with("board.png", picture(BOARD, Look::classic))
        .with("white.png", white_png());
    for (name, arguments) in [
        ("overlay-into-nowhere", ["solve", "--overlay", "no/seen.png", "board.png"].as_slice()),
        ("overlay-into-no-folder", &["solve", "--overlay", "no/", "board.png"]),
        ("overlay-of-text", &["solve", "--overlay", "seen.png", "board.txt"]),
        ("overlay-of-nothing", &["solve", "--overlay", "seen.png", "white.png"]),
        ("overlay-of-many", &["solve", "--overlay", "seen.png", "white.png", "board.txt"]),
        ("overlay-onto-input", &["solve", "--overlay", "./white.png", "white.png"]),
    ] {
        expect_text(&format!("error-{name}"), place.transcript(arguments));
        assert_eq!(place.files(), ["board.png", "board.txt", "white.png"], "{name}");
    }
}

#[test]
fn a_picture_is_measured() {
    let place = Place::new().with("board.png", picture(BOARD, Look::classic));
    expect_text("calibrate", place.transcript(&["calibrate", "board.png"]));
    expect_text("calibrate-json", place.transcript(&["calibrate", "--json", "board.png"]));
    assert_eq!(place.files(), ["board.png"]);
    let place = Place::new().with("board.png", picture(BOARD, Look::tiles));
    expect_text("calibrate-tiles", place.transcript(&["calibrate", "board.png"]));
}

#[test]
fn a_profile_is_written_with_its_comments() {
    let place = Place::new().with("board.png", picture(BOARD, Look::classic));
    let arguments = ["calibrate", "board.png", "--whole-desktop", "--name", "mine"];
    expect_text("calibrate-name", place.transcript(&arguments));
    let profile = "config/queensight/profiles/mine.toml";
    assert_eq!(place.files(), ["board.png", profile]);
    let text = fs::read_to_string(place.path(profile)).expect("the profile");
    expect("calibrate-name.toml", text, DataFormat::Text);
}

#[test]
fn a_profile_that_is_written_over_keeps_its_comments() {
    let old = "# the old laptop\n[manners]\nclicks_to_queen = 1 # really\n";
    let place =
        Place::new().with("board.png", picture(BOARD, Look::classic)).with("mine.toml", old);
    let said = place.transcript(&["calibrate", "board.png", "--out", "mine.toml", "--force"]);
    assert!(said.ends_with("--- exit code 0\n"), "{said}");
    assert_eq!(place.files(), ["board.png", "mine.toml"]);
    let text = fs::read_to_string(place.path("mine.toml")).expect("the profile");
    expect("calibrate-force.toml", text, DataFormat::Text);
}

#[test]
fn a_profile_with_faults_is_written_anew() {
    let place = Place::new()
        .with("board.png", picture(BOARD, Look::classic))
        .with("mine.toml", "# no profile\nabuot = 3\n");
    let said = place.transcript(&["calibrate", "board.png", "--out", "mine.toml", "--force"]);
    assert!(said.ends_with("--- exit code 0\n"), "{said}");
    let text = fs::read_to_string(place.path("mine.toml")).expect("the profile");
    assert!(text.contains("[look]") && !text.contains("abuot"), "{text}");
}

#[test]
fn what_cannot_be_calibrated_is_refused() {
    let place = Place::new()
        .with("board.txt", BOARD)
        .with("white.png", white_png())
        .with("config/queensight/profiles/mine.toml", "about = \"mine\"\n");
    for (name, arguments) in [
        ("calibrate-text", ["calibrate", "board.txt"].as_slice()),
        ("calibrate-nothing", &["calibrate", "white.png", "--out", "new.toml"]),
        ("calibrate-onto-input", &["calibrate", "white.png", "--overlay", "white.png"]),
        ("calibrate-bad-name", &["calibrate", "white.png", "--name", "../mine"]),
        ("calibrate-over-another", &["calibrate", "white.png", "--name", "mine"]),
    ] {
        expect_text(&format!("error-{name}"), place.transcript(arguments));
        let files = ["board.txt", "config/queensight/profiles/mine.toml", "white.png"];
        assert_eq!(place.files(), files, "{name}");
    }
}

#[test]
fn profiles_that_cannot_be_used_are_refused() {
    let place = Place::new().with(
        "config/queensight/profiles/mine.toml",
        "[manners]\nclicks_to_quen = 1\nbutton = \"middle\"\n\n[place]\nsize = 8\nleft = 10\ntop = 10\n",
    );
    for (name, profile) in [
        ("unknown-profile", "linkdin"),
        ("bad-profile", "mine"),
        ("missing-profile", "other/mine.toml"),
    ] {
        let arguments = ["play", "--dry-run", "--profile", profile];
        expect_text(&format!("error-{name}"), place.transcript(&arguments));
    }
}

#[test]
fn failures_are_json_where_json_is_wanted() {
    let place = Place::new().with("white.png", white_png());
    expect_text("error-calibrate-json", place.transcript(&["calibrate", "--json", "white.png"]));
    let arguments = ["play", "--json", "--profile", "linkdin"];
    expect_text("error-play-json", place.transcript(&arguments));
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_screen_there_is_nothing_to_calibrate() {
    expect_text("error-no-screen", Place::new().transcript(&["calibrate"]));
}

#[test]
fn without_a_screen_there_is_nothing_to_play() {
    let place = Place::new();
    expect_text("error-play-no-screen", place.transcript(&["play"]));
    expect_text("error-play-no-screen-json", place.transcript(&["play", "--json"]));
}

#[test]
fn an_unknown_profile_is_refused_before_anything_is_looked_at() {
    let arguments = ["play", "--profile", "linkdin"];
    expect_text("error-play-unknown-profile", Place::new().transcript(&arguments));
}

/// A record of one look: at a page without a board.
fn record() -> Place {
    let begin = r#"{"us":0,"event":"begin","form":1,"queensight":"0.1.0","options":{"manners":{},"learns":true,"place":null,"wait":{"secs":0,"nanos":0},"any_solution":false,"played":[],"pace":"at-once","dry_run":false,"patience":{"answer":{"secs":2,"nanos":0},"rest":{"secs":1,"nanos":0},"covered":{"secs":5,"nanos":0},"vanished":{"secs":1,"nanos":0},"repairs":4}}}"#;
    let rest = [
        r#"{"us":10,"event":"found","at":[0.0,0.0]}"#,
        r#"{"us":3000,"event":"looked","picture":"frames/0001.png","origin":[0.0,0.0],"scale":1.0}"#,
        r#"{"us":5000,"event":"read","seen":{"what":"no-board"}}"#,
        r#"{"us":5100,"event":"ended","outcome":"no-board","message":"no Queens board was seen within 0 s","timeline":[]}"#,
    ];
    Place::new()
        .with("run/run.jsonl", format!("{begin}\n{}\n", rest.join("\n")))
        .with("run/frames/0001.png", white_png())
}

#[test]
fn a_record_is_replayed_step_by_step() {
    let place = record();
    expect_text("replay", place.transcript(&["replay", "run"]));
    expect_text("replay-json", place.transcript(&["replay", "--json", "run"]));
    expect_text("error-film-of-nothing", place.transcript(&["replay", "run", "--film", "a.gif"]));
    expect_text("error-film-file", place.transcript(&["replay", "run", "--film", "a.mp4"]));
}

#[test]
fn a_replay_that_takes_another_way_says_where() {
    let place = record().with("run/frames/0001.png", picture(BOARD, Look::classic));
    expect_text("error-replay-other-way", place.transcript(&["replay", "run"]));
}

#[test]
fn a_line_that_was_not_written_to_its_end_is_left_out() {
    let place = record();
    let text = fs::read_to_string(place.path("run/run.jsonl")).expect("the events");
    let place = place.with("run/run.jsonl", &text[..text.len() - 20]);
    expect_text("replay-killed", place.transcript(&["replay", "run"]));
}

#[test]
fn what_is_no_record_is_refused() {
    let refused =
        |name: &str, place: Place| expect_text(name, place.transcript(&["replay", "run"]));
    refused("error-replay-missing", Place::new());
    refused("error-replay-foreign", Place::new().with("run/notes.txt", "mine"));
    refused("error-replay-nothing", Place::new().with("run/run.jsonl", ""));
    refused("error-replay-not-events", record().with("run/run.jsonl", "{\"a\": 1}\n"));
    let text = fs::read_to_string(record().path("run/run.jsonl")).expect("the events");
    let damaged = text.replace("\"event\":\"looked\"", "\"event\":\"lookde\"");
    refused("error-replay-damaged", record().with("run/run.jsonl", damaged));
    let newer = text.replace("\"form\":1", "\"form\":2");
    refused("error-replay-newer", record().with("run/run.jsonl", newer));
    let place = record();
    fs::remove_file(place.path("run/frames/0001.png")).expect("the picture");
    refused("error-replay-no-picture", place);
}

#[test]
fn a_board_is_solved_by_other_engines() {
    let place = Place::new().with("board.txt", BOARD).with("none.txt", UNSOLVABLE);
    let arguments = ["solve", "--engine", "sat", "board.txt", "none.txt"];
    expect_text("solve-sat", place.transcript(&arguments));
    let arguments = ["solve", "--engine", "naive", "--time-limit", "0", "board.txt"];
    expect_text("error-no-time", place.transcript(&arguments));
}

#[test]
fn a_tree_is_drawn_of_one_search_that_knows_it() {
    let stripes = "A A A A\nB B B B\nC C C C\nD D D D\n";
    for (engine, board, code, golden) in
        [("mrv", UNSOLVABLE, 4, "tree.svg"), ("native", stripes, 0, "tree-native.svg")]
    {
        let place = Place::new().with("board.txt", board);
        let arguments = ["solve", "--engine", engine, "--tree", "tree.svg", "board.txt"];
        let said = place.transcript(&arguments);
        assert!(said.ends_with(&format!("--- exit code {code}\n")), "{said}");
        let tree = fs::read_to_string(place.path("tree.svg")).expect("the tree");
        expect(golden, tree, DataFormat::Text);
    }
    let place = Place::new().with("board.txt", BOARD);
    for (name, arguments) in [
        ("tree-of-sat", ["--engine", "sat", "board.txt"].as_slice()),
        ("tree-of-many", &["--engine", "mrv", "board.txt", "board.txt"]),
    ] {
        let arguments = [&["solve", "--tree", "tree.svg"], arguments].concat();
        expect_text(&format!("error-{name}"), place.transcript(&arguments));
        assert_eq!(place.files(), ["board.txt"]);
    }
}

#[test]
fn a_board_is_written_for_other_programs() {
    let place = Place::new().with("board.txt", "ABBB\nAAAC\nDAAC\nDDDC\n");
    for format in ["cnf", "smt2", "smt2-rows", "mzn", "dzn", "json", "letters", "digits", "lists"] {
        let said = place.transcript(&["export", "--to", format, "board.txt"]);
        expect_text(&format!("export/{format}"), said);
    }
    let said = place.transcript(&["export", "--to", "dzn", "--out", "board.dzn", "board.txt"]);
    assert!(said.ends_with("--- standard error\n--- exit code 0\n"), "{said}");
    let again = place.transcript(&["export", "--to", "letters", "board.dzn"]);
    assert!(again.contains("ABBB\nAAAC\nDAAC\nDDDC\n"), "{again}");
    let onto = place.transcript(&["export", "--to", "cnf", "--out", "board.txt", "board.txt"]);
    expect_text("error-export-onto-input", onto);
}

/// 4 GB that take no room on the disk.
#[cfg(target_os = "linux")]
#[test]
fn a_text_of_any_length_is_refused_at_once() {
    let place = Place::new();
    let file = fs::File::create(place.path("long.txt")).expect("a new file");
    file.set_len(4 << 30).expect("a long file");
    for command in [["solve", "long.txt"].as_slice(), &["export", "--to", "cnf", "long.txt"]] {
        let said = place.transcript(command);
        assert!(said.contains("too large for a board") && said.ends_with("code 8\n"), "{said}");
    }
}

#[test]
fn usage_errors_have_a_code_of_their_own() {
    let place = Place::new();
    for arguments in [
        ["solve"].as_slice(),
        &["solve", "--no-such-flag", "board.txt"],
        &["calibrate", "--name", "a", "--out", "b"],
        &["calibrate", "--region", "1,2,3"],
        &["play", "--wait=-1"],
        &["play", "--wait", "inf"],
        &["play", "--wait", "soon"],
        &["play", "--region", "0,0,10,0"],
        &["solve", "--engine", "guess", "board.txt"],
        &["solve", "--time-limit", "soon", "board.txt"],
        &["export", "board.txt"],
        &["export", "--to", "pdf", "board.txt"],
        &["compare"],
        &["compare", "--generate", "0"],
        &["no-such-command"],
    ] {
        let output = place.command(arguments).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn every_shell_gets_completions_for_every_command() {
    let place = Place::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = place.command(&["completions", shell]).output().expect("the program starts");
        let script = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success() && output.stderr.is_empty(), "{shell}");
        for command in [
            "play",
            "solve",
            "calibrate",
            "practice",
            "compare",
            "export",
            "engines",
            "completions",
        ] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}

#[test]
fn boards_are_generated_by_their_number() {
    let place = Place::new().with_folder("boards");
    let calls: [&[&str]; 6] = [
        &["generate", "--size", "6", "--count", "2", "--seed", "7"],
        &["generate", "--size", "5", "--style", "even", "--split", "--seed", "7", "--json"],
        &["generate", "--size", "4", "--seed", "1", "--out", "boards", "--png"],
        &["generate", "--size", "3"],
        &["generate", "--size", "65"],
        &["generate", "--size", "4", "--seed", "1", "--out", "nowhere"],
    ];
    let said: Vec<String> = calls.iter().map(|call| place.transcript(call)).collect();
    expect_text("generate", said.join("\n"));
    assert_eq!(place.files(), ["boards/queens-4-mixed-1.png", "boards/queens-4-mixed-1.txt"]);
    let solved = place.transcript(&["solve", "boards/queens-4-mixed-1.png"]);
    assert!(solved.contains("exactly one solution"), "{solved}");
}

#[test]
fn the_classic_queens_are_placed_and_counted() {
    let place = Place::new();
    let calls: [&[&str]; 8] = [
        &["nqueens", "8"],
        &["nqueens", "4", "--all"],
        &["nqueens", "4", "--all", "--json"],
        &["nqueens", "10", "--count"],
        &["nqueens", "10", "--count", "--json"],
        &["nqueens", "3"],
        &["nqueens", "28", "--count"],
        &["nqueens", "0"],
    ];
    let said: Vec<String> = calls.iter().map(|call| place.transcript(call)).collect();
    expect_text("nqueens", said.join("\n"));
}

/// Raises Ctrl-C in a command that would run for years.
#[cfg(target_os = "linux")]
#[test]
fn a_long_count_is_stopped_by_the_person() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let place = Place::new();
    let counting = place
        .command(&["nqueens", "27", "--count"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let id = Pid::from_raw(counting.id().try_into().expect("an id"));
    // It watches for Ctrl-C once it has a handler for it: bit 1 of the caught signals.
    let status = format!("/proc/{id}/status");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let is_watching = || {
        let text = fs::read_to_string(&status).expect("it is running");
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask");
        u64::from_str_radix(caught.trim(), 16).expect("a mask") & 0b10 != 0
    };
    while !is_watching() {
        assert!(std::time::Instant::now() < deadline, "it never watched for Ctrl-C");
        std::thread::yield_now();
    }
    kill(id, Signal::SIGINT).expect("it is still running");
    let output = counting.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty(), "no number is told");
}
