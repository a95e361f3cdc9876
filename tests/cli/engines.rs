//! `solve` by other engines, with lists, numbers and trees.

use crate::place::{BOARD, Place, UNSOLVABLE, expect, expect_text};
use snapbox::data::DataFormat;
use std::fs;

#[test]
fn a_board_is_solved_by_other_engines() {
    let place = Place::new().with("board.txt", BOARD).with("none.txt", UNSOLVABLE);
    let arguments = ["solve", "--engine", "sat", "board.txt", "none.txt"];
    expect_text("solve-sat", place.transcript(&arguments));
    let arguments = ["solve", "--engine", "naive", "--time-limit", "0", "board.txt"];
    expect_text("error-no-time", place.transcript(&arguments));
}

#[test]
fn solutions_are_listed_and_the_search_is_told() {
    let stripes = "A A A A A\nB B B B B\nC C C C C\nD D D D D\nE E E E E\n";
    let place = Place::new().with("stripes.txt", stripes).with("none.txt", UNSOLVABLE);
    let calls: [&[&str]; 4] = [
        &["solve", "--solutions", "100", "--stats", "stripes.txt", "none.txt"],
        &["solve", "--solutions", "3", "stripes.txt"],
        &["solve", "--solutions", "3", "--stats", "--json", "--engine", "naive", "stripes.txt"],
        &["solve", "--solutions", "14", "--json", "--engine", "exact-cover", "stripes.txt"],
    ];
    let said: Vec<String> = calls.iter().map(|call| place.transcript(call)).collect();
    expect_text("solve-listed", said.join("\n"));
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
        ("tree-onto-overlay", &["--overlay", "tree.svg", "board.txt"]),
    ] {
        let arguments = [&["solve", "--tree", "tree.svg"], arguments].concat();
        expect_text(&format!("error-{name}"), place.transcript(&arguments));
        assert_eq!(place.files(), ["board.txt"]);
    }
    expect_text(
        "error-tree-onto-input",
        place.transcript(&["solve", "--tree", "board.txt", "board.txt"]),
    );
    assert_eq!(fs::read_to_string(place.path("board.txt")).expect("the board"), BOARD);
}
