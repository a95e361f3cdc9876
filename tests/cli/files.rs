//! What goes in and out: files of any kind and length, standard input, standard output.

use crate::pictures::{bmp_header, white_png};
use crate::place::{BOARD, Place, expect_text};
use std::fs;
use std::process::Stdio;

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

    let output = place.command(&["solve", "-"]).stdin(Stdio::null()).output();
    let said = String::from_utf8(output.expect("the program starts").stderr).expect("text");
    assert!(said.starts_with("error: standard input is empty"), "{said}");
}

/// As `queensight solve <(...)` gives it.
#[cfg(target_os = "linux")]
#[test]
fn a_picture_is_read_from_a_pipe_that_is_named_as_a_file() {
    use std::io::Write as _;
    let place = Place::new();
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    let mut command = place.command(&["solve", "--json", "/dev/stdin"]);
    let program = command.stdin(reader).stdout(Stdio::piped()).spawn().expect("the program starts");
    let picture = crate::pictures::picture(BOARD, queensight::render::Look::classic);
    writer.write_all(&picture).expect("the program reads");
    drop(writer);
    let output = program.wait_with_output().expect("it ends");
    let output = String::from_utf8(output.stdout).expect("text");
    assert!(output.starts_with("{\"input\":\"/dev/stdin\",\"board\":{\"n\":8,"), "{output}");
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
fn a_picture_without_a_board_is_refused() {
    let place = Place::new().with("white.png", white_png());
    expect_text("error-no-board", place.transcript(&["solve", "white.png"]));
}
