//! `export`.

use crate::place::{Place, expect_text};

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
