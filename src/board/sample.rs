//! What the tests of all text formats share: one board, however it is written.

use super::{parse, parse_puzzle};

/// A board of 4 rows as letters.
pub(super) const BOARD: &str = "ABBB\nAAAC\nDAAC\nDDDC";

/// Each of these texts is that board.
pub(super) fn expect_the_board(texts: &[&str]) {
    let board = parse(BOARD).unwrap();
    for text in texts {
        assert_eq!(parse(text), Ok(board.clone()), "{text}");
    }
}

/// What is said of a text that is no board.
pub(super) fn error(text: &str) -> String {
    parse_puzzle(text).unwrap_err().to_string()
}
