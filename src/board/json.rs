//! Boards as JSON.

use super::grid::{Label, NoLabel, Places, Row, beginning, offset_in, read_rows, to_board};
use super::text::{ParseError, Place, Puzzle, TextFault, TextFaults};
use super::{Board, Cell, Mark, Marks};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// As the rows that [`Board::to_rows`] gives.
impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_rows().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = Vec::<String>::deserialize(deserializer)?;
        super::parse(&rows.join("\n")).map_err(D::Error::custom)
    }
}

/// What may stand in an object, each as the part of the text that it is.
#[derive(Deserialize)]
struct Object<'t> {
    #[serde(borrow)]
    board: Option<&'t RawValue>,
    #[serde(borrow)]
    regions: Option<&'t RawValue>,
    #[serde(borrow)]
    marks: Option<&'t RawValue>,
}

/// Reads an object with `regions` and perhaps `marks`, an object that has such a one as its
/// `board`, or the rows of regions alone.
pub(super) fn parse_puzzle(text: &str) -> Result<Puzzle, ParseError> {
    let whole: &RawValue = serde_json::from_str(text).map_err(|error| {
        ParseError::Json(Place { line: error.line(), column: error.column().max(1) })
    })?;
    let mut puzzle = object(whole);
    if let Some(board) = puzzle.as_ref().and_then(|puzzle| puzzle.board) {
        puzzle = object(board).or(Some(Object { board: None, regions: Some(board), marks: None }));
    }
    let (regions, marks) = match puzzle {
        Some(Object { regions, marks, .. }) => (regions.ok_or(ParseError::NoRegions)?, marks),
        None => (whole, None),
    };
    let board = parse_regions(text, regions)?;
    let marks = match marks {
        Some(marks) => parse_marks(text, marks, board.size())?,
        None => Marks::empty(board.size()),
    };
    Ok(Puzzle { board, marks })
}

fn object(value: &RawValue) -> Option<Object<'_>> {
    value.get().starts_with('{').then(|| serde_json::from_str(value.get()).ok()).flatten()
}

/// The elements of a list.
fn list(value: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(value.get()).ok()
}

/// The text that a string stands for.
fn string(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// Reads rows of regions, each a string or a list of labels.
fn parse_regions(text: &str, rows: &RawValue) -> Result<Board, ParseError> {
    let rows = list(rows).ok_or(ParseError::NoRegions)?;
    let strings: Option<Vec<String>> = rows.iter().map(|row| string(row)).collect();
    if let Some(strings) = strings {
        // The characters of a row stand behind its quote, as far as none is escaped.
        let starts = rows.iter().map(|row| offset_in(text, row.get()) + 1);
        let rows: Vec<_> = starts.zip(strings.iter().map(String::as_str)).collect();
        return to_board(text, &read_rows(&rows));
    }
    let mut grid = Vec::new();
    for row in rows {
        let entries = list(row).ok_or(ParseError::NoRegions)?.into_iter().map(|cell| {
            let label = label(cell).ok_or_else(|| NoLabel::Word(beginning(cell.get())));
            (offset_in(text, cell.get()), label)
        });
        // The row ends before its bracket.
        let end = offset_in(text, row.get()) + row.get().len() - 1;
        grid.push(Row { entries: entries.collect(), end });
    }
    to_board(text, &grid)
}

/// The label that a number or a string of one letter is.
fn label(cell: &RawValue) -> Option<Label> {
    let letter = |text: &str| {
        let mut letters = text.chars();
        let first = letters.next().filter(|letter| letter.is_alphanumeric())?;
        letters.next().is_none().then_some(Label::Letter(first))
    };
    cell.get().parse().ok().map(Label::Number).or_else(|| letter(&string(cell)?))
}

/// Reads rows of marks for a board of `size`.
fn parse_marks(text: &str, rows: &RawValue, size: usize) -> Result<Marks, ParseError> {
    let mut places = Places::of(text);
    let place = places.at(offset_in(text, rows.get()));
    let rows = list(rows).unwrap_or_default();
    if rows.len() != size {
        let fault = TextFault::MarkRows { place, rows: rows.len(), size };
        return Err(TextFaults(vec![fault]).into());
    }
    let mut marks = Marks::empty(size);
    let mut faults = Vec::new();
    for (row, value) in rows.into_iter().enumerate() {
        let read: Option<Vec<Mark>> =
            string(value).and_then(|text| text.chars().map(Mark::from_char).collect());
        match read.filter(|read| read.len() == size) {
            Some(read) => {
                for (col, mark) in read.into_iter().enumerate() {
                    marks.set(Cell::at(row, col), mark);
                }
            }
            None => {
                let place = places.at(offset_in(text, value.get()));
                faults.push(TextFault::Marks { place, size });
            }
        }
    }
    if faults.is_empty() { Ok(marks) } else { Err(TextFaults(faults).into()) }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::super::sample::{error, expect_the_board};
    use super::*;

    #[test]
    fn all_shapes_of_json_are_read() {
        expect_the_board(&[
            r#"{"regions": ["ABBB", "AAAC", "DAAC", "DDDC"]}"#,
            r#"{"n": 4, "regions": ["0 1 1 1", "0 0 0 10", "3 0 0 10", "3 3 3 10"]}"#,
            r#"{"input": "x", "board": {"regions": ["ABBB", "AAAC", "DAAC", "DDDC"]}}"#,
            r#"["ABBB", "AAAC", "DAAC", "DDDC"]"#,
            "\u{feff}\n[[0,1,1,1],\n[0,0,0,2],[3,0,0,2],[3,3,3,2]]",
            r#"[["A","B","B","B"],["A","A","A","C"],["D","A","A","C"],["D","D","D","C"]]"#,
        ]);
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
            "line 1, column 65 is not 4 times `.`, `x` or `q`; \
             line 1, column 72 is not 4 times `.`, `x` or `q`"
        );
        assert_eq!(
            error(&format!(r#"{{{rows}, "marks": ["....", "...."]}}"#)),
            "line 1, column 56 has 2 rows of marks for 4 rows"
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
            "line 1, column 8 has \"\\\"BC\\\"\", which names no region; \
             line 1, column 16 has \"1.5\", which names no region; \
             line 1, column 21 has \"null\", which names no region"
        );
        assert_eq!(
            error("[[0, 1, 2],\n [0, 1],\n [2, 2, 2, 1]]"),
            "line 2, column 7: the row has 2 cells, not 3; \
             line 3, column 12: the row has 4 cells, not 3"
        );
        assert_eq!(
            error("[\"AAB\",\n \"A-B\",\n \"CCC\"]"),
            "line 2, column 4 has '-', which names no region"
        );
        let nested = "[".repeat(100_000);
        assert!(parse(&nested).is_err());
    }

    #[test]
    fn the_hint_shows_a_board() {
        let hint = parse("{}").unwrap_err().hint();
        assert_eq!(hint, r#"a board in JSON is {"regions": ["AAB", "ACB", "CCB"]}, or rows alone"#);
    }
}
