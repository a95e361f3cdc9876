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

use regex::Regex;
use snapbox::{Assert, Data, data::DataFormat};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A board with exactly one solution.
const UNIQUE: &str = "\
ABBBBBBB
AABBBBBC
ABBBBDBB
AAEBBBBB
FFBBBBBB
FFBBBBBB
BBBGBBHB
BBBGBBBB
";
/// A board with several solutions, written with spaces.
const MULTIPLE: &str = "A A A A\nB B B B\nC C C C\nD D D D\n";
/// A board with none: three queens cannot be kept apart.
const NONE: &str = "ABC\nABC\nABC\n";

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
    expect(&format!("{name}.txt"), actual, DataFormat::Text);
}

/// A picture without a board.
fn white_png() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(200, 100, image::Rgb([255; 3]));
    picture.write_to(&mut bytes, image::ImageFormat::Png).expect("a PNG in memory");
    bytes.into_inner()
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
fn a_board_with_one_solution_is_solved() {
    let place = Place::new().with("board.txt", UNIQUE);
    expect_text("solve-unique", place.transcript(&["solve", "board.txt"]));
    expect_text("solve-unique-json", place.transcript(&["solve", "--json", "board.txt"]));
}

#[test]
fn a_board_is_shown_in_colours_where_they_are_wanted() {
    let place = Place::new().with("board.txt", UNIQUE);
    let mut command = place.command(&["solve", "board.txt"]);
    let output = command.env("CLICOLOR_FORCE", "1").output().expect("the program starts");
    let text = place.redacted(&String::from_utf8_lossy(&output.stdout));
    expect("solve-coloured.term.svg", text, DataFormat::TermSvg);
}

#[test]
fn no_color_goes_before_any_wish_for_colours() {
    let place = Place::new().with("board.txt", UNIQUE);
    let mut command = place.command(&["solve", "board.txt", "missing.txt"]);
    let output = command.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output();
    let output = output.expect("the program starts");
    assert!(!output.stdout.is_empty() && !output.stdout.contains(&0x1b));
    assert!(!output.stderr.is_empty() && !output.stderr.contains(&0x1b));
}

#[test]
fn a_board_with_several_solutions_says_so_and_shows_one() {
    let place = Place::new().with("board.txt", MULTIPLE);
    expect_text("solve-multiple", place.transcript(&["solve", "board.txt"]));
}

#[test]
fn a_board_without_solution_says_so() {
    let place = Place::new().with("board.txt", NONE);
    expect_text("solve-none", place.transcript(&["solve", "board.txt"]));
    expect_text("solve-none-json", place.transcript(&["solve", "--json", "board.txt"]));
}

#[test]
fn all_inputs_are_tried_and_the_first_failure_gives_the_code() {
    let place = Place::new()
        .with("a.txt", NONE)
        .with("b.png", b"")
        .with("c.txt", UNIQUE)
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
    let place = Place::new().with("board.txt", UNIQUE);
    let board = fs::File::open(place.path("board.txt")).expect("the board");
    let output = place.command(&["solve", "--json", "-"]).stdin(board).output();
    let output = String::from_utf8(output.expect("the program starts").stdout).expect("text");
    assert!(output.starts_with("{\"input\":\"-\",\"board\":{\"n\":8,"), "{output}");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let place = Place::new().with("board.txt", UNIQUE);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = place.command(&["solve", "board.txt"]).stdout(writer).output();
    let output = output.expect("the program starts");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_takes_nothing_is_a_failure() {
    let place = Place::new().with("board.txt", UNIQUE);
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
fn texts_that_are_no_boards_are_refused() {
    for (name, text) in [
        ("uneven-rows", "AAB\nABBB\nCC\n"),
        ("missing-region", "AAAA\nABBB\nABBB\nCCCC\n"),
        ("blank-text", " \n\n"),
    ] {
        let place = Place::new().with("board.txt", text);
        expect_text(&format!("error-{name}"), place.transcript(&["solve", "board.txt"]));
    }
}

#[test]
fn a_picture_without_a_board_is_refused() {
    let place = Place::new().with("white.png", white_png());
    expect_text("error-no-board", place.transcript(&["solve", "white.png"]));
}

#[test]
fn overlays_that_cannot_be_made_are_refused_and_leave_nothing() {
    let place = Place::new().with("board.txt", UNIQUE).with("white.png", white_png());
    for (name, arguments) in [
        ("overlay-of-text", ["solve", "--overlay", "seen.png", "board.txt"].as_slice()),
        ("overlay-of-nothing", &["solve", "--overlay", "seen.png", "white.png"]),
        ("overlay-of-many", &["solve", "--overlay", "seen.png", "white.png", "board.txt"]),
        ("overlay-onto-input", &["solve", "--overlay", "./white.png", "white.png"]),
    ] {
        expect_text(&format!("error-{name}"), place.transcript(arguments));
        assert_eq!(place.files(), ["board.txt", "white.png"], "{name}");
    }
}

#[test]
fn what_cannot_be_calibrated_is_refused() {
    let place = Place::new()
        .with("board.txt", UNIQUE)
        .with("white.png", white_png())
        .with("config/queensight/profiles/mine.toml", "about = \"mine\"\n");
    for (name, arguments) in [
        ("calibrate-text", ["calibrate", "board.txt"].as_slice()),
        ("calibrate-nothing", &["calibrate", "white.png", "--out", "new.toml"]),
        ("calibrate-bad-name", &["calibrate", "white.png", "--name", "../mine"]),
        ("calibrate-over-another", &["calibrate", "white.png", "--name", "mine"]),
    ] {
        expect_text(&format!("error-{name}"), place.transcript(arguments));
        let files = ["board.txt", "config/queensight/profiles/mine.toml", "white.png"];
        assert_eq!(place.files(), files, "{name}");
    }
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
        &["no-such-command"],
    ] {
        let output = place.command(arguments).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}
