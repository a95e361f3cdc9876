//! `solve` on boards and pictures.

use crate::pictures::{picture, to_png, white_png};
use crate::place::{BOARD, Place, UNSOLVABLE, expect, expect_text, fixtures};
use image::{Rgba, RgbaImage, imageops};
use queensight::render::Look;
use serde_json::Value;
use snapbox::data::DataFormat;

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
        let is_drawn = name.starts_with("unreadable-board");
        assert_eq!(place.path("seen.png").exists(), is_drawn, "{name}");
        let undrawn = place.transcript(&["solve", &name]);
        assert_eq!(undrawn.contains("--overlay FILE shows"), is_drawn, "{undrawn}");
        expect_text(&format!("refused/{name}"), said);
    }
}

#[test]
fn what_stands_on_a_board_is_shown_and_whether_it_is_right() {
    let json = |regions: &str, marks: &[&str]| {
        let rows: Vec<&str> = regions.lines().filter(|line| !line.starts_with('#')).collect();
        serde_json::json!({ "regions": rows, "marks": marks }).to_string()
    };
    let board = include_str!("../../fixtures/boards/size-5.txt");
    let place = Place::new()
        .with("halfway.json", json(board, &[".qx..", "..x.q", ".x...", "..q..", "....."]))
        .with(
            "hopeless.json",
            json(UNSOLVABLE, &["q.....", "..x...", "......", "......", "......", "......"]),
        );
    let said = place.transcript(&["solve", "halfway.json", "hopeless.json"]);
    expect_text("solve-marks", said);
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

/// A picture of two boards side by side, the smaller one first.
fn two_boards() -> Vec<u8> {
    let open = |board: &str| {
        let picture = image::load_from_memory(&picture(board, Look::classic));
        picture.expect("a picture").into_rgba8()
    };
    let (small, large) = (open(include_str!("../../fixtures/boards/size-5.txt")), open(BOARD));
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
