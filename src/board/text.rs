//! Boards as text: what [`parse`] reads and [`Display`](fmt::Display) writes.
//!
//! [`parse`] tells these formats apart by itself:
//!
//! * **letters** or digits, a row a line, each sign a cell: `AAB` or `A A B` or `001`;
//! * **numbers** with spaces or commas between them, for any size: `0 0 12` or `0,0,12`;
//! * **JSON**: an object with `regions`, a list of such rows, and if you like `marks`, a list of
//!   rows of `.` (empty), `x` (cross) and `q` (queen); or a bare list of rows, or of lists of
//!   numbers;
//! * **MiniZinc data** (`.dzn`) with one array of two dimensions, `[| A, A | B, B |]`, of the names
//!   of an enum or of numbers.
//!
//! What the labels are does not matter, only which cells share one. Blank lines, and lines that
//! begin with `#`, are left out.

use super::fault::{Fault, count, write_list};
use super::grid::{offset_in, read_rows, refuse_more, to_board};
use super::{Board, Marks, Region, dzn, json};
use std::fmt;

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
    /// It is in a format of another trade, which cannot be turned back into a board.
    #[error("{place} begins {format}, which is no board")]
    OtherFormat {
        /// Where it shows.
        place: Place,
        /// What it is.
        format: &'static str,
    },
    /// It looks like JSON and is not, from here on.
    #[error("the JSON breaks off or is wrong at {0}")]
    Json(Place),
    /// It looks like MiniZinc data and is not, from here on.
    #[error("the MiniZinc data break off or are wrong at {0}")]
    MiniZinc(Place),
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

/// One fault of a grid in a text, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextFault {
    /// A character that is no label.
    Character {
        /// Where it is.
        place: Place,
        /// The character.
        character: char,
    },
    /// A word that is no label.
    Word {
        /// Where it is.
        place: Place,
        /// The word.
        word: String,
    },
    /// A row is not as long as there are rows.
    RowLength {
        /// Where its first cell too many is, or its end.
        place: Place,
        /// How many cells it has.
        length: usize,
        /// How many it must have.
        size: usize,
    },
    /// There are more regions than rows.
    SurplusRegion {
        /// Where the first one too many begins.
        place: Place,
        /// How many there are.
        regions: usize,
        /// How many there must be.
        size: usize,
    },
    /// A region is named that has no cell.
    EmptyRegion {
        /// Where it is named.
        place: Place,
        /// Its name.
        name: String,
    },
    /// The number of rows of marks is not the number of rows.
    MarkRows {
        /// Where they begin.
        place: Place,
        /// How many rows of marks there are.
        rows: usize,
        /// How many there must be.
        size: usize,
    },
    /// A row of marks has another length than the board's rows, or another character than those
    /// that stand for marks.
    Marks {
        /// Where it is.
        place: Place,
        /// How many marks it must have.
        size: usize,
    },
    /// A fault of the whole grid.
    Grid(Fault),
}

/// Where something stands in a text, as an editor counts it: both from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl ParseError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::OtherFormat { .. } => {
                "give the board that it was made from; `queensight export` goes this way only"
            }
            Self::MiniZinc(_) => "a board in MiniZinc data is `board = [| A, B | A, B |];`",
            Self::Json(_) | Self::NoRegions => {
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
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 3: the row has 2 cells, not 3; there are 2 regions for 3 rows"
/// );
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
    if text.trim_start().starts_with(['{', '[']) && !text.trim_start().starts_with("[|") {
        return json::parse_puzzle(text);
    }
    if let Some((place, format)) = other_format(text) {
        return Err(ParseError::OtherFormat { place, format });
    }
    let board = match text.contains("[|") {
        true => dzn::parse(text)?,
        false => {
            let rows: Vec<(usize, &str)> = text
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty() && !line.starts_with('#'))
                .map(|line| (offset_in(text, line), line))
                .collect();
            to_board(text, &read_rows(&rows))?
        }
    };
    let marks = Marks::empty(board.size());
    Ok(Puzzle { board, marks })
}

/// What a text is that asks about a board in the words of other programs, and where it shows.
fn other_format(text: &str) -> Option<(Place, &'static str)> {
    text.lines().enumerate().find_map(|(index, line)| {
        let begins_with =
            |words: &[&str]| words.iter().any(|word| line.trim_start().starts_with(word));
        let format = if begins_with(&["p cnf "]) {
            "clauses in the DIMACS format"
        } else if begins_with(&["(set-logic ", "(set-option ", "(declare-", "(assert "]) {
            "a question in SMT-LIB"
        } else if begins_with(&["constraint ", "solve ", "include \""]) {
            "a model in MiniZinc"
        } else {
            return None;
        };
        Some((Place { line: index + 1, column: 1 + line.len() - line.trim_start().len() }, format))
    })
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { place, character } => {
                write!(f, "{place} has {character:?}, which names no region")
            }
            Self::Word { place, word } => write!(f, "{place} has {word:?}, which names no region"),
            Self::RowLength { place, length, size } => {
                write!(f, "{place}: the row has {}, not {size}", count(*length, "cell"))
            }
            Self::SurplusRegion { place, regions, size } => {
                let grid = Fault::RegionCount { regions: *regions, size: *size };
                write!(f, "{grid}; the first too many begins at {place}")
            }
            Self::EmptyRegion { place, name } => write!(f, "{place}: region {name} has no cell"),
            Self::MarkRows { place, rows, size } => {
                write!(
                    f,
                    "{place} has {} of marks for {}",
                    count(*rows, "row"),
                    count(*size, "row")
                )
            }
            Self::Marks { place, size } => {
                write!(f, "{place} is not {size} times `.`, `x` or `q`")
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

/// The most regions that are named by letters.
const LETTERS: usize = 52;

impl Board {
    /// What a region is called: a letter A-Z, then a-z, in order of first appearance; on a board of
    /// more than 52 regions its number, from 0.
    #[must_use]
    pub fn label(&self, Region(region): Region) -> String {
        let letter = ('A'..='Z').chain('a'..='z').nth(region).filter(|_| self.size <= LETTERS);
        letter.map_or_else(|| region.to_string(), String::from)
    }

    /// One string a row: the [labels](Self::label) of its cells; numbers with a space between them.
    #[must_use]
    pub fn to_rows(&self) -> Vec<String> {
        let between = if self.size <= LETTERS { "" } else { " " };
        let label = |&region: &Region| self.label(region);
        let rows = self.regions.chunks(self.size);
        rows.map(|row| row.iter().map(label).collect::<Vec<_>>().join(between)).collect()
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
    use super::super::sample::{BOARD, error, expect_the_board};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_formats_of_rows_are_read() {
        assert_eq!(parse(BOARD).unwrap().to_string(), BOARD);
        expect_the_board(&[
            "A B B B\nA A A C\nD A A C\nD D D C\n",
            "\u{feff}# Four.\r\n\r\nabbb\r\n  aaac\r\n# Three:\r\ndaac\r\ndddc\r\n",
            "0111\n0002\n3002\n3332",
            "0,1,1,1\n0,0,0,2\n3,0,0,2\n3,3,3,2",
            "7 10 10 10\n7 7 7 200\n3 7 7 200\n3 3 3 200",
            "7, 10, 10, 10,\n7, 7, 7, 200,\n3, 7, 7, 200,\n3, 3, 3, 200",
        ]);
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
            "line 3, column 4: the row has 3 cells, not 4; \
             line 5, column 5: the row has 5 cells, not 4"
        );
        assert_eq!(error("AABB\nAABB\nAACC\nAACC"), "there are 3 regions for 4 rows");
        assert_eq!(
            error("AABB\nAABB\nAACC\nDECC"),
            "there are 5 regions for 4 rows; the first too many begins at line 4, column 2"
        );
        assert_eq!(
            error("AB?B\nAAAC\nDA.C\nDDD"),
            "line 1, column 3 has '?', which names no region; \
             line 3, column 3 has '.', which names no region; \
             line 4, column 4: the row has 3 cells, not 4"
        );
        assert_eq!(
            error("0 1\n0 x\n10 1"),
            "line 2, column 3 has \"x\", which names no region; there are 3 rows of 2 cells each"
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
