//! Grids of labels as they stand in a text, whatever its format, and what is wrong with them.

use super::Board;
use super::fault::{Fault, Faults};
use super::text::{ParseError, Place, TextFault, TextFaults};
use std::collections::HashSet;

/// The largest board that is read from text. A few times larger than any that is played; what is
/// larger still is some other file.
const LARGEST_BOARD: usize = 256;

/// What names a region.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Label {
    Letter(char),
    Number(u64),
    Name(String),
}

/// What stands where a label should stand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum NoLabel {
    Character(char),
    Word(String),
}

/// A cell of a row, and where it stands: the offset in the text, in bytes.
pub(super) type Entry = (usize, Result<Label, NoLabel>);

/// A row of cells as it stands in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) entries: Vec<Entry>,
    /// Where it ends: the offset in the text, in bytes.
    pub(super) end: usize,
}

/// Makes a board of rows that stand in `text`.
pub(super) fn to_board(text: &str, rows: &[Row]) -> Result<Board, ParseError> {
    let longest = rows.iter().map(|row| row.entries.len()).max().unwrap_or(0);
    refuse_more("row", rows.len(), LARGEST_BOARD)?;
    refuse_more("column", longest, LARGEST_BOARD)?;
    if longest == 0 {
        return Err(ParseError::Empty);
    }
    let mut places = Places::of(text);
    let mut faults: Vec<TextFault> = rows
        .iter()
        .flat_map(|row| &row.entries)
        .filter_map(|(offset, label)| Some((offset, label.as_ref().err()?)))
        .map(|(&offset, fault)| (places.at(offset), fault.clone()))
        .map(|(place, fault)| match fault {
            NoLabel::Character(character) => TextFault::Character { place, character },
            NoLabel::Word(word) => TextFault::Word { place, word },
        })
        .collect();
    // What is no label would only be one region too many.
    let has_unknown = !faults.is_empty();
    let labels: Vec<Vec<Option<&Label>>> = rows
        .iter()
        .map(|row| row.entries.iter().map(|(_, label)| label.as_ref().ok()).collect())
        .collect();
    match Board::from_rows(&labels) {
        Ok(board) if !has_unknown => return Ok(board),
        Ok(_) => {}
        Err(Faults(found)) => faults.extend(found.into_iter().filter_map(|fault| match fault {
            Fault::RegionCount { .. } if has_unknown => None,
            Fault::RegionCount { regions, size } if regions > size => {
                let place = places.at(beginning_of_region(rows, size)?);
                Some(TextFault::SurplusRegion { place, regions, size })
            }
            Fault::RowLength { row, length, size } => {
                let row = &rows[row];
                let offset = row.entries.get(size).map_or(row.end, |&(offset, _)| offset);
                Some(TextFault::RowLength { place: places.at(offset), length, size })
            }
            fault => Some(TextFault::Grid(fault)),
        })),
    }
    Err(TextFaults(faults).into())
}

/// Where the first cell of a region stands that has `before` others before it.
fn beginning_of_region(rows: &[Row], before: usize) -> Option<usize> {
    let mut known = HashSet::new();
    rows.iter().flat_map(|row| &row.entries).find_map(|(offset, label)| {
        let is_new = known.insert(label.as_ref().ok()?);
        (is_new && known.len() > before).then_some(*offset)
    })
}

pub(super) fn refuse_more(
    thing: &'static str,
    number: usize,
    most: usize,
) -> Result<(), ParseError> {
    if number > most { Err(ParseError::TooLarge { thing, number, most }) } else { Ok(()) }
}

/// Reads rows of letters, digits or numbers, each with the offset at which it stands.
pub(super) fn read_rows(rows: &[(usize, &str)]) -> Vec<Row> {
    let are_numbers = rows.iter().any(|(_, row)| {
        words(row).count() > 1 && words(row).any(|word| word.len() > 1 && is_number(word))
    });
    rows.iter()
        .map(|&(start, row)| {
            let entries = match are_numbers {
                true => {
                    words(row).map(|word| (start + offset_in(row, word), number(word))).collect()
                }
                false => letters(row).map(|(offset, label)| (start + offset, label)).collect(),
            };
            Row { entries, end: start + row.trim_end().len() }
        })
        .collect()
}

/// Where a part of a text begins, in bytes.
pub(super) fn offset_in(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
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

fn number(word: &str) -> Result<Label, NoLabel> {
    word.parse().map(Label::Number).map_err(|_| NoLabel::Word(beginning(word)))
}

fn letters(row: &str) -> impl Iterator<Item = Entry> {
    row.char_indices().filter(|&(_, character)| !is_separator(character)).map(|(offset, letter)| {
        let label = if letter.is_alphanumeric() {
            Ok(Label::Letter(letter))
        } else {
            Err(NoLabel::Character(letter))
        };
        (offset, label)
    })
}

/// As much of a word as is worth telling.
pub(super) fn beginning(word: &str) -> String {
    word.chars().take(20).collect()
}

/// Finds lines and columns in a text; fast when asked from the beginning on.
pub(super) struct Places<'t> {
    text: &'t str,
    offset: usize,
    place: Place,
}

impl<'t> Places<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { text, offset: 0, place: Place { line: 1, column: 1 } }
    }

    /// The place of the character that begins `offset` bytes into the text.
    pub(super) fn at(&mut self, offset: usize) -> Place {
        if offset < self.offset {
            *self = Self::of(self.text);
        }
        for character in self.text.get(self.offset..offset).unwrap_or("").chars() {
            match character {
                '\n' => self.place = Place { line: self.place.line + 1, column: 1 },
                _ => self.place.column += 1,
            }
        }
        self.offset = offset;
        self.place
    }
}
