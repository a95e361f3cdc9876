//! `calibrate`.

use crate::pictures::{picture, white_png};
use crate::place::{BOARD, Place, expect, expect_text};
use queensight::render::Look;
use snapbox::data::DataFormat;
use std::fs;

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
        (
            "calibrate-onto-itself",
            &["calibrate", "white.png", "--overlay", "new.toml", "--out", "new.toml"],
        ),
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
