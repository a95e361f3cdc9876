//! Boards as JSON.

use super::text::{Label, Line, ParseError, Puzzle, TextFault, TextFaults, parse_rows, to_board};
use super::{Board, Cell, Mark, Marks};
use serde_json::Value;

/// Reads an object with `regions` and perhaps `marks`, an object that has such a one as its
/// `board`, or the rows of regions alone.
pub(super) fn parse_puzzle(text: &str) -> Result<Puzzle, ParseError> {
    let json: Value = serde_json::from_str(text)
        .map_err(|error| ParseError::Json { line: error.line(), column: error.column() })?;
    let puzzle = json.get("board").unwrap_or(&json);
    let regions = puzzle.get("regions").unwrap_or(puzzle);
    let board = parse_regions(regions.as_array().ok_or(ParseError::NoRegions)?)?;
    let marks = match puzzle.get("marks") {
        Some(marks) => parse_marks(marks, board.size())?,
        None => Marks::empty(board.size()),
    };
    Ok(Puzzle { board, marks })
}

/// Reads rows of regions, each a string or a list of labels.
fn parse_regions(rows: &[Value]) -> Result<Board, ParseError> {
    let strings: Option<Vec<&str>> = rows.iter().map(Value::as_str).collect();
    if let Some(strings) = strings {
        let lines: Vec<_> =
            strings.into_iter().enumerate().map(|(row, text)| (Line::OfList(row), text)).collect();
        return parse_rows(&lines);
    }
    let mut faults = Vec::new();
    let mut grid = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        let line = Line::OfList(row);
        let mut labels = Vec::new();
        for cell in cells.as_array().ok_or(ParseError::NoRegions)? {
            let label = label(cell);
            if label.is_none() {
                let word = cell.to_string().chars().take(20).collect();
                faults.push(TextFault::Word { line, word });
            }
            labels.push(label);
        }
        grid.push((line, labels));
    }
    to_board(&grid, faults)
}

/// The label that a number or a string of one letter is.
fn label(cell: &Value) -> Option<Label> {
    let letter = |text: &str| {
        let mut letters = text.chars();
        let first = letters.next().filter(|letter| letter.is_alphanumeric())?;
        letters.next().is_none().then_some(Label::Letter(first))
    };
    cell.as_u64().map(Label::Number).or_else(|| letter(cell.as_str()?))
}

/// Reads rows of marks for a board of `size`.
fn parse_marks(rows: &Value, size: usize) -> Result<Marks, ParseError> {
    let rows: Vec<Option<&str>> =
        rows.as_array().into_iter().flatten().map(Value::as_str).collect();
    if rows.len() != size {
        let fault = TextFault::MarkRows { rows: rows.len(), size };
        return Err(TextFaults(vec![fault]).into());
    }
    let mut marks = Marks::empty(size);
    let mut faults = Vec::new();
    for (row, text) in rows.into_iter().enumerate() {
        let read: Option<Vec<Mark>> =
            text.and_then(|text| text.chars().map(Mark::from_char).collect());
        match read.filter(|read| read.len() == size) {
            Some(read) => {
                for (col, mark) in read.into_iter().enumerate() {
                    marks.set(Cell::at(row, col), mark);
                }
            }
            None => faults.push(TextFault::Marks { row, size }),
        }
    }
    if faults.is_empty() { Ok(marks) } else { Err(TextFaults(faults).into()) }
}

#[cfg(test)]
mod tests {
    use super::super::{parse, parse_puzzle};
    use super::*;

    const BOARD: &str = "ABBB\nAAAC\nDAAC\nDDDC";

    fn error(text: &str) -> String {
        parse_puzzle(text).unwrap_err().to_string()
    }

    #[test]
    fn all_shapes_of_json_are_read() {
        let board = parse(BOARD).unwrap();
        for text in [
            r#"{"regions": ["ABBB", "AAAC", "DAAC", "DDDC"]}"#,
            r#"{"n": 4, "regions": ["0 1 1 1", "0 0 0 10", "3 0 0 10", "3 3 3 10"]}"#,
            r#"{"input": "x", "board": {"regions": ["ABBB", "AAAC", "DAAC", "DDDC"]}}"#,
            r#"["ABBB", "AAAC", "DAAC", "DDDC"]"#,
            "\u{feff}\n[[0,1,1,1],\n[0,0,0,2],[3,0,0,2],[3,3,3,2]]",
            r#"[["A","B","B","B"],["A","A","A","C"],["D","A","A","C"],["D","D","D","C"]]"#,
        ] {
            assert_eq!(parse(text), Ok(board.clone()), "{text}");
        }
    }

    #[test]
    fn marks_come_along() {
        let rows = r#""regions": ["ABBB", "AAAC", "DAAC", "DDDC"]"#;
        let marked = format!(r#"{{{rows}, "marks": [".q..", "x...", "....", "..xq"]}}"#);
        let puzzle = parse_puzzle(&marked).unwrap();
        assert_eq!(puzzle.marks.to_rows(), [".q..", "x...", "....", "..xq"]);
        let unmarked = parse_puzzle(&format!("{{{rows}}}")).unwrap();
        assert_eq!(unmarked.marks, Marks::empty(4));

        assert_eq!(
            error(&format!(r#"{{{rows}, "marks": ["....", "..q", "..Q.", "...."]}}"#)),
            "row 2 of the marks is not 4 times `.`, `x` or `q`; \
             row 3 of the marks is not 4 times `.`, `x` or `q`"
        );
        assert_eq!(
            error(&format!(r#"{{{rows}, "marks": ["....", "...."]}}"#)),
            "there are 2 rows of marks for 4 rows"
        );
    }

    #[test]
    fn other_json_is_refused() {
        assert_eq!(
            error("[[0, 1],\n [0, 1"),
            "the JSON breaks off or is wrong at line 2, column 6"
        );
        for text in ["{}", r#"{"regions": 5}"#, "[1, 2]", r#"{"board": []}"#] {
            let expected = match text {
                r#"{"board": []}"# => "there are no rows",
                _ => "the JSON has no list of rows under `regions`",
            };
            assert_eq!(error(text), expected, "{text}");
        }
        assert_eq!(
            error(r#"[["A", "BC"], [1.5, null]]"#),
            r#"row 1 has "\"BC\"" among numbers; row 2 has "1.5" among numbers; row 2 has "null" among numbers"#
        );
        assert_eq!(error("[[0, 1, 2], [0, 1], [2, 2, 2]]"), "row 2 has 2 cells, not 3");
        let nested = "[".repeat(100_000);
        assert!(parse(&nested).is_err());
    }

    #[test]
    fn the_hint_shows_a_board() {
        let hint = parse("{}").unwrap_err().hint();
        assert_eq!(hint, r#"a board in JSON is {"regions": ["AAB", "ACB", "CCB"]}, or rows alone"#);
    }
}
