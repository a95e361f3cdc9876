//! `generate`.

use crate::place::{Place, expect_text};

#[test]
fn boards_are_generated_by_their_number() {
    let place = Place::new().with("file", "");
    let calls: [&[&str]; 6] = [
        &["generate", "--size", "6", "--count", "2", "--seed", "7"],
        &["generate", "--size", "5", "--style", "even", "--split", "--seed", "7", "--json"],
        &["generate", "--size", "4", "--seed", "1", "--out", "new/boards", "--png"],
        &["generate", "--size", "3"],
        &["generate", "--size", "65"],
        &["generate", "--size", "4", "--seed", "1", "--out", "file"],
    ];
    let said: Vec<String> = calls.iter().map(|call| place.transcript(call)).collect();
    expect_text("generate", said.join("\n"));
    let boards = ["new/boards/queens-4-mixed-1.png", "new/boards/queens-4-mixed-1.txt"];
    assert_eq!(place.files(), [&["file"], &boards[..]].concat());
    let solved = place.transcript(&["solve", boards[0]]);
    assert!(solved.contains("exactly one solution"), "{solved}");
}
