//! Boards as text: what [`parse`] reads and [`Display`](fmt::Display) writes.
//!
//! [`parse`] tells these formats apart by itself:
//!
//! * **letters** or digits, a row a line, each sign a cell: `AAB` or `A A B` or `001`;
//! * **numbers** with spaces or commas between them, for any size: `0 0 12` or `0,0,12`;
//! * **JSON**: an object with `regions`, a list of such rows, and if you like `marks`, a list of
//!   rows of `.` (empty), `x` (cross) and `q` (queen); or a bare list of rows, or of lists of
//!   numbers.
//!
//! What the labels are does not matter, only which cells share one. Blank lines, and lines that
//! begin with `#`, are left out.

use super::fault::{Fault, Faults, count, write_list};
use super::{Board, Marks, json};
use std::fmt;

/// The largest board that is read from text. A few times larger than any that is played; what is
/// larger still is some other file.
const LARGEST_BOARD: usize = 256;

/// The longest text that is looked at, in bytes: room for the largest board as JSON, a number a
/// line.
const LONGEST_TEXT: usize = 2 << 20;

/// A board and what stands on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The board.
    pub board: Board,
    /// What stands on it; all empty where the text says nothing of marks.
    pub marks: Marks,
}

/// What keeps a text from being a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// There is nothing but blank lines and comments.
    #[error("there are no rows")]
    Empty,
    /// There is more of something than any board has.
    #[error("there are {}, and at most {most} can be read", count(*.number, .thing))]
    TooLarge {
        /// What there is too much of.
        thing: &'static str,
        /// How much of it there is.
        number: usize,
        /// How much there may be.
        most: usize,
    },
    /// It looks like JSON and is not.
    #[error("the JSON breaks off or is wrong at line {line}, column {column}")]
    Json {
        /// The line of the fault, from 1.
        line: usize,
        /// The column of the fault, from 1.
        column: usize,
    },
    /// It is JSON, but of something else.
    #[error("the JSON has no list of rows under `regions`")]
    NoRegions,
    /// It is a grid, but not of a board.
    #[error(transparent)]
    Faults(#[from] TextFaults),
}

/// All the faults of a grid in a text, in the order of its lines; never empty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct TextFaults(pub Vec<TextFault>);

/// One fault of a grid in a text. Lines and places in them are counted from 1, rows from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextFault {
    /// A character that is no label.
    Character {
        /// Where it is.
        line: Line,
        /// The cell of the row, counted from 1.
        cell: usize,
        /// The character.
        character: char,
    },
    /// A word among numbers.
    Word {
        /// Where it is.
        line: Line,
        /// The word.
        word: String,
    },
    /// A row is not as long as there are rows.
    RowLength {
        /// Where it is.
        line: Line,
        /// How many cells it has.
        length: usize,
        /// How many it must have.
        size: usize,
    },
    /// The number of rows of marks is not the number of rows.
    MarkRows {
        /// How many rows of marks there are.
        rows: usize,
        /// How many there must be.
        size: usize,
    },
    /// A row of marks has another length than the board's rows, or another character than those
    /// that stand for marks.
    Marks {
        /// The row, from 0.
        row: usize,
        /// How many marks it must have.
        size: usize,
    },
    /// A fault of the whole grid.
    Grid(Fault),
}

/// Where a row stands: what one sees in an editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// A line of the text, from 1.
    OfText(usize),
    /// A row of a list in JSON, from 0, on whatever line.
    OfList(usize),
}

impl ParseError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Json { .. } | Self::NoRegions => {
                r#"a board in JSON is {"regions": ["AAB", "ACB", "CCB"]}, or rows alone"#
            }
            _ => "a board is n rows of n letters or numbers, one for each of its n regions",
        }
    }
}

/// Reads a board from text, in any of the [formats](self).
///
/// ```
/// use queensight::board::{self, Cell};
///
/// let board = board::parse("# letters, digits or JSON\nA B\nA B\n")?;
/// assert_eq!(board, board::parse("01\n01")?);
/// assert_eq!(board, board::parse(r#"{"regions": ["AB", "AB"]}"#)?);
/// assert_eq!(board.region(Cell::at(1, 0)), board.region(Cell::at(0, 0)));
///
/// let error = board::parse("AAB\nAB\nABB").unwrap_err();
/// assert_eq!(error.to_string(), "line 2 has 2 cells, not 3; there are 2 regions for 3 rows");
/// # Ok::<(), board::ParseError>(())
/// ```
///
/// # Errors
/// All that is wrong with the text, as far as it can be told.
pub fn parse(text: &str) -> Result<Board, ParseError> {
    parse_puzzle(text).map(|puzzle| puzzle.board)
}

/// Reads a board from text with the marks on it: only JSON has any.
///
/// # Errors
/// As [`parse`], and if there are marks that do not fit the board.
pub fn parse_puzzle(text: &str) -> Result<Puzzle, ParseError> {
    refuse_more("byte", text.len(), LONGEST_TEXT)?;
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['{', '[']) {
        return json::parse_puzzle(text);
    }
    let lines: Vec<(Line, &str)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (Line::OfText(index + 1), line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let board = parse_rows(&lines)?;
    let marks = Marks::empty(board.size());
    Ok(Puzzle { board, marks })
}

/// What names a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Label {
    Letter(char),
    Number(u64),
}

/// Reads rows of letters, digits or numbers.
pub(super) fn parse_rows(lines: &[(Line, &str)]) -> Result<Board, ParseError> {
    let are_numbers = lines.iter().any(|(_, line)| {
        words(line).count() > 1 && words(line).any(|word| word.len() > 1 && is_number(word))
    });
    let mut faults = Vec::new();
    let mut grid = Vec::new();
    for &(line, row) in lines {
        let labels: Vec<Result<Label, TextFault>> = if are_numbers {
            words(row).map(|word| number(line, word)).collect()
        } else {
            letters(line, row).collect()
        };
        let known = labels.into_iter().map(|label| label.map_err(|fault| faults.push(fault)).ok());
        grid.push((line, known.collect()));
    }
    to_board(&grid, faults)
}

/// Makes a board of rows of labels, of which those that are `None` are among the `faults` already.
pub(super) fn to_board(
    rows: &[(Line, Vec<Option<Label>>)],
    mut faults: Vec<TextFault>,
) -> Result<Board, ParseError> {
    let longest = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
    refuse_more("row", rows.len(), LARGEST_BOARD)?;
    refuse_more("column", longest, LARGEST_BOARD)?;
    if longest == 0 {
        return Err(ParseError::Empty);
    }
    // What is no label would only be one region too many.
    let has_unknown = !faults.is_empty();
    let labels: Vec<Vec<Option<Label>>> = rows.iter().map(|(_, row)| row.clone()).collect();
    match Board::from_rows(&labels) {
        Ok(board) if !has_unknown => return Ok(board),
        Ok(_) => {}
        Err(Faults(found)) => faults.extend(found.into_iter().filter_map(|fault| match fault {
            Fault::RegionCount { .. } if has_unknown => None,
            Fault::RowLength { row, length, size } => {
                Some(TextFault::RowLength { line: rows[row].0, length, size })
            }
            fault => Some(TextFault::Grid(fault)),
        })),
    }
    Err(TextFaults(faults).into())
}

fn refuse_more(thing: &'static str, number: usize, most: usize) -> Result<(), ParseError> {
    if number > most { Err(ParseError::TooLarge { thing, number, most }) } else { Ok(()) }
}

/// The parts of a row that stand between spaces and commas.
fn words(row: &str) -> impl Iterator<Item = &str> {
    row.split(is_separator).filter(|word| !word.is_empty())
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || character == ','
}

fn is_number(word: &str) -> bool {
    word.chars().all(|character| character.is_ascii_digit())
}

fn number(line: Line, word: &str) -> Result<Label, TextFault> {
    word.parse()
        .map(Label::Number)
        .map_err(|_| TextFault::Word { line, word: word.chars().take(20).collect() })
}

fn letters(line: Line, row: &str) -> impl Iterator<Item = Result<Label, TextFault>> {
    let cells = row.chars().filter(|&character| !is_separator(character));
    cells.enumerate().map(move |(index, character)| {
        if character.is_alphanumeric() {
            Ok(Label::Letter(character))
        } else {
            Err(TextFault::Character { line, cell: index + 1, character })
        }
    })
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfText(line) => write!(f, "line {line}"),
            Self::OfList(row) => write!(f, "row {}", row + 1),
        }
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { line, cell, character } => {
                write!(f, "{line} has {character:?} in cell {cell}")
            }
            Self::Word { line, word } => write!(f, "{line} has {word:?} among numbers"),
            Self::RowLength { line, length, size } => {
                write!(f, "{line} has {}, not {size}", count(*length, "cell"))
            }
            Self::MarkRows { rows, size } => {
                write!(f, "there are {} of marks for {}", count(*rows, "row"), count(*size, "row"))
            }
            Self::Marks { row, size } => {
                write!(f, "row {} of the marks is not {size} times `.`, `x` or `q`", row + 1)
            }
            Self::Grid(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for TextFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, &self.0)
    }
}

impl Board {
    /// One string a row: letters A-Z, then a-z, in order of first appearance; beyond 52 regions
    /// numbers from 0, with a space between them.
    #[must_use]
    pub fn to_rows(&self) -> Vec<String> {
        let letters = ('A'..='Z').chain('a'..='z').collect::<Vec<_>>();
        self.regions
            .chunks(self.size)
            .map(|row| {
                if self.size <= letters.len() {
                    row.iter().map(|region| letters[region.0]).collect()
                } else {
                    let numbers: Vec<_> = row.iter().map(|region| region.0.to_string()).collect();
                    numbers.join(" ")
                }
            })
            .collect()
    }
}

/// Draws the board, a row a line, as [`Board::to_rows`] writes it.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_rows().join("\n"))
    }
}

/// As [`Display`](fmt::Display), on lines of its own.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::Cell;
    use super::*;
    use proptest::prelude::*;

    const BOARD: &str = "ABBB\nAAAC\nDAAC\nDDDC";

    fn error(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn all_formats_of_rows_are_read() {
        let board = parse(BOARD).unwrap();
        assert_eq!(board.to_string(), BOARD);
        for text in [
            "A B B B\nA A A C\nD A A C\nD D D C\n",
            "\u{feff}# Four.\r\n\r\nabbb\r\n  aaac\r\n# Three:\r\ndaac\r\ndddc\r\n",
            "0111\n0002\n3002\n3332",
            "0,1,1,1\n0,0,0,2\n3,0,0,2\n3,3,3,2",
            "7 10 10 10\n7 7 7 200\n3 7 7 200\n3 3 3 200",
            "7, 10, 10, 10,\n7, 7, 7, 200,\n3, 7, 7, 200,\n3, 3, 3, 200",
        ] {
            assert_eq!(parse(text), Ok(board.clone()), "{text}");
        }
    }

    #[test]
    fn case_tells_regions_apart() {
        let board = parse("AAaa\nAAaa\nBBbb\nBBbb").unwrap();
        assert_eq!(board.to_string(), "AABB\nAABB\nCCDD\nCCDD");
    }

    #[test]
    fn faults_are_told_together_with_their_lines() {
        assert_eq!(
            error("# uneven\nABBB\nAAC\n\nDAACC\nDDDC"),
            "line 3 has 3 cells, not 4; line 5 has 5 cells, not 4"
        );
        assert_eq!(error("AABB\nAABB\nAACC\nAACC"), "there are 3 regions for 4 rows");
        assert_eq!(error("AABB\nAABB\nAACC\nDECC"), "there are 5 regions for 4 rows");
        assert_eq!(
            error("AB?B\nAAAC\nDA.C\nDDD"),
            "line 1 has '?' in cell 3; line 3 has '.' in cell 3; line 4 has 3 cells, not 4"
        );
        assert_eq!(
            error("0 1\n0 x\n10 1"),
            r#"line 2 has "x" among numbers; there are 3 rows of 2 cells each"#
        );
        assert_eq!(error("AAB\nABB"), "there are 2 rows of 3 cells each");
        assert_eq!(
            parse("AAB\nABB").unwrap_err().hint(),
            "a board is n rows of n letters or numbers, one for each of its n regions"
        );
    }

    #[test]
    fn nothing_and_far_too_much_are_refused() {
        for text in ["", "\n \n", "# only a comment\n", "[]", "[[]]", " , \n,,"] {
            assert_eq!(error(text), "there are no rows", "{text:?}");
        }
        assert_eq!(error(&"A\n".repeat(257)), "there are 257 rows, and at most 256 can be read");
        assert_eq!(error(&"A".repeat(300)), "there are 300 columns, and at most 256 can be read");
        assert_eq!(
            error(&"A".repeat(3 << 20)),
            "there are 3145728 bytes, and at most 2097152 can be read"
        );
    }

    #[test]
    fn beyond_the_alphabet_regions_are_numbers() {
        let rows: Vec<Vec<usize>> = (0..60).map(|row| vec![row; 60]).collect();
        let board = Board::from_rows(&rows).unwrap();
        assert!(board.to_string().ends_with(" 59 59"));
        assert_eq!(parse(&board.to_string()), Ok(board));
    }

    /// A board of random regions: the first row's labels are all different, so that none is
    /// missing.
    fn any_board() -> impl Strategy<Value = Board> {
        (1..=60_usize).prop_flat_map(|size| {
            prop::collection::vec(0..size, size * size).prop_map(move |mut labels| {
                for (col, label) in labels.iter_mut().take(size).enumerate() {
                    *label = col;
                }
                let rows: Vec<Vec<usize>> = labels.chunks(size).map(<[_]>::to_vec).collect();
                Board::from_rows(&rows).expect("all labels occur")
            })
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(board in any_board()) {
            prop_assert_eq!(parse(&board.to_string()), Ok(board.clone()));
            let json = serde_json::json!({ "regions": board.to_rows() });
            prop_assert_eq!(parse(&json.to_string()), Ok(board.clone()));
            let rows: Vec<Vec<usize>> = (0..board.size())
                .map(|row| (0..board.size()).map(|col| board.region(Cell::at(row, col)).0).collect())
                .collect();
            prop_assert_eq!(parse(&serde_json::json!(rows).to_string()), Ok(board));
        }

        #[test]
        fn no_text_makes_it_panic(text in "[A-D0-3 ,.#\"\\[\\]{}\n]{0,60}") {
            let _ = parse_puzzle(&text);
        }
    }
}
