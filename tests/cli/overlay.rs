//! `solve --overlay` and `--stages`.

use crate::pictures::{picture, white_png};
use crate::place::{BOARD, Place, expect_text};
use queensight::render::Look;
use std::fs;

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
fn pictures_of_one_name_get_stages_of_their_own() {
    let place = Place::new().with("a/board.png", white_png()).with("b/board.png", white_png());
    place.transcript(&["solve", "--stages", "seen", "a/board.png", "b/board.png"]);
    for captions in ["seen/board.stages.txt", "seen/board-2.stages.txt"] {
        assert!(place.path(captions).exists(), "{captions}");
    }
}

#[test]
fn an_overlay_replaces_no_other_input() {
    let drawn = picture(BOARD, Look::classic);
    let place = Place::new().with("board.png", &drawn).with("board.overlay.png", white_png());
    let said = place.transcript(&["solve", "--overlay", ".", "board.png", "board.overlay.png"]);
    assert!(said.contains("board.overlay.png is the input itself"), "{said}");
    assert_eq!(place.files(), ["board.overlay.png", "board.png"]);
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
