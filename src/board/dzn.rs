//! Boards as MiniZinc data: an array of two dimensions, and perhaps the enum of its regions.
//!
//! Read is what the data of a puzzle need, and not all that MiniZinc knows: assignments that end in a
//! semicolon, `{A, B}` for an enum, `[| A, B | A, B |]` for the board, `%` for a comment.

use super::Board;
use super::fault::Fault;
use super::grid::{Entry, Label, NoLabel, Places, Row, beginning, to_board};
use super::text::{ParseError, TextFault, TextFaults};
use std::collections::HashSet;

/// Reads a board from the only array of two dimensions in `text`.
pub(super) fn parse(text: &str) -> Result<Board, ParseError> {
    let wrong = |offset| ParseError::MiniZinc(Places::of(text).at(offset));
    let tokens = tokens(text);
    let is = |index: usize, sign: &str| tokens.get(index).is_some_and(|&(_, token)| token == sign);
    let begin = tokens.iter().position(|&(_, token)| token == "[|").ok_or_else(|| wrong(0))?;
    let mut rows = Vec::new();
    let mut entries: Vec<Entry> = Vec::new();
    let mut index = begin + 1;
    loop {
        let &(offset, token) = tokens.get(index).ok_or_else(|| wrong(text.len()))?;
        match token {
            "|" | "|]" => {
                // MiniZinc lets a row end in a comma, and the last one in a bar.
                if !entries.is_empty() || token == "|" {
                    rows.push(Row { entries: std::mem::take(&mut entries), end: offset });
                }
                if token == "|]" {
                    break;
                }
            }
            _ if !entries.is_empty() && !is(index - 1, ",") => return Err(wrong(offset)),
            _ => entries.push((offset, label(token))),
        }
        index += if is(index + 1, ",") { 2 } else { 1 };
    }
    let board = to_board(text, &rows);
    let empty = empty_regions(text, &tokens, &rows);
    match board {
        Err(ParseError::Faults(TextFaults(faults))) => {
            // Which regions have no cell says more than how many regions there are.
            let is_told = !empty.is_empty();
            let others = faults.into_iter().filter(|fault| {
                !is_told || !matches!(fault, TextFault::Grid(Fault::RegionCount { .. }))
            });
            Err(TextFaults(empty.into_iter().chain(others).collect()).into())
        }
        Ok(_) if !empty.is_empty() => Err(TextFaults(empty).into()),
        other => other,
    }
}

/// The names in the only enum of the data that do not occur among the cells.
fn empty_regions(text: &str, tokens: &[(usize, &str)], rows: &[Row]) -> Vec<TextFault> {
    let mut places = Places::of(text);
    let cells: HashSet<&Result<Label, NoLabel>> =
        rows.iter().flat_map(|row| &row.entries).map(|(_, cell)| cell).collect();
    tokens
        .iter()
        .skip_while(|&&(_, token)| token != "{")
        .skip(1)
        .take_while(|&&(_, token)| token != "}")
        .filter(|&&(_, token)| token != ",")
        .filter(|&&(_, name)| !cells.contains(&label(name)))
        .map(|&(offset, name)| TextFault::EmptyRegion {
            place: places.at(offset),
            name: beginning(name),
        })
        .collect()
}

/// The label that a word is: a number or the name of an enum's case.
fn label(word: &str) -> Result<Label, NoLabel> {
    let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    match word.parse() {
        Ok(number) => Ok(Label::Number(number)),
        Err(_) if is_name => Ok(Label::Name(word.to_owned())),
        Err(_) => Err(NoLabel::Word(beginning(word))),
    }
}

/// Words and signs with their offsets, without blanks and comments.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.' || c == '-';
        let length = match first {
            '%' => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("[|") || rest.starts_with("|]") => 2,
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        if !first.is_whitespace() && first != '%' {
            tokens.push((text.len() - rest.len(), token));
        }
        rest = behind;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::super::sample::{error, expect_the_board};

    #[test]
    fn data_are_read_however_they_are_written() {
        expect_the_board(&[
            "size = 4;\nRegion = {A, B, C, D};\nboard = [|\n A, B, B, B |\n A, A, A, C |\n \
             D, A, A, C |\n D, D, D, C\n|];\n",
            "% four\nn=4; grid=[|1,2,2,2|1,1,1,3|4,1,1,3|4,4,4,3|]; % done",
            "board = [| Red,Blue,Blue,Blue, | Red,Red,Red,Tan, | Sea_1,Red,Red,Tan, | \
             Sea_1,Sea_1,Sea_1,Tan |];",
            "[|1,2,2,2|1,1,1,3|4,1,1,3|4,4,4,3|]",
        ]);
    }

    #[test]
    fn faults_are_told_with_line_and_column() {
        for (text, expected) in [
            (
                "b = [| A, B\n | A, B",
                "the MiniZinc data break off or are wrong at line 2, column 8",
            ),
            (
                "b = [| A B | A, B |];",
                "the MiniZinc data break off or are wrong at line 1, column 10",
            ),
            ("b = [| A, B |\n A, ? |];", "line 2, column 5 has \"?\", which names no region"),
            ("b = [| A, B |\n A |];", "line 2, column 4: the row has 1 cell, not 2"),
            (
                "b = [| A, B |\n A, C |];",
                "there are 3 regions for 2 rows; the first too many begins at line 2, column 5",
            ),
            ("r = {A, B, C};\nb = [| A, B |\n A, B |];", "line 1, column 12: region C has no cell"),
            ("r = {A, B};\nb = [| A, A |\n A, A |];", "line 1, column 9: region B has no cell"),
            ("b = [| |];", "there are no rows"),
            ("size = 0;\nb = [||];", "there are no rows"),
        ] {
            assert_eq!(error(text), expected, "{text}");
        }
    }

    /// Compared name by name with each cell, these took minutes.
    #[test]
    fn a_long_enum_on_a_large_board_is_refused() {
        let names: String = (0..200_000).map(|name| format!("B{name},")).collect();
        let row: String = (0..256).map(|name| format!("A{name},")).collect();
        let told = error(&format!("r = {{{names}}};\nb = [|{}|];", vec![row; 256].join("|")));
        assert!(told.starts_with("line 1, column 6: region B0 has no cell;"), "{told}");
    }
}
