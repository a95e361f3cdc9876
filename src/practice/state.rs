//! How the game on the page stands: as the page reports it, and checked.

use crate::board::{Board, Cell, Mark, Marks, Solution};
use serde::{Deserialize, Serialize, Serializer};

/// How the game on the page stands.
///
/// As JSON, `board` is called `regions`; it and `marks` are a list of strings, one a row.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct State {
    /// The number of rows.
    pub size: usize,
    /// The number that the board was generated from; `None` for a given board.
    pub seed: Option<u32>,
    /// The board.
    #[serde(rename = "regions", serialize_with = "board_as_rows")]
    pub board: Board,
    /// What stands on it, automatic crosses included.
    #[serde(serialize_with = "marks_as_rows")]
    pub marks: Marks,
    /// How often a cell was clicked with the pointer, also where that changed nothing.
    pub clicks: u32,
    /// How often the pointer was dragged over several cells.
    pub drags: u32,
    /// How often a button was pressed beside the board, since the page was loaded.
    pub strays: u32,
    /// How many games were won since the page was loaded.
    pub wins: u32,
    /// Whether the game is won.
    pub won: bool,
    /// Where the page draws the board.
    pub place: Place,
    /// When it came to this.
    pub times_ms: Times,
}

/// Where the page draws the board: the outer edge of its frame, in device pixels from the top left
/// corner of the window's content, right and bottom exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The left edge.
    pub left: f64,
    /// The top edge.
    pub top: f64,
    /// The right edge.
    pub right: f64,
    /// The bottom edge.
    pub bottom: f64,
    /// Device pixels per CSS pixel.
    pub scale: f64,
}

/// When things happened, in milliseconds since the page began to load; `None` for what has not.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// The board was first painted.
    pub shown: Option<f64>,
    /// A cell was clicked for the first time.
    pub first_click: Option<f64>,
    /// A cell was clicked for the last time.
    pub last_click: Option<f64>,
    /// All queens but one were first painted, none of them wrong.
    pub all_but_one: Option<f64>,
    /// The last change was painted.
    pub painted: Option<f64>,
    /// The game was won.
    pub win: Option<f64>,
}

/// What the page sends, unchecked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Report {
    /// When the page began to load, in milliseconds since 1970.
    load: u64,
    /// Counts the reports of one load.
    sequence: u64,
    size: usize,
    seed: Option<u32>,
    regions: Vec<String>,
    marks: Vec<String>,
    clicks: u32,
    drags: u32,
    strays: u32,
    wins: u32,
    won: bool,
    place: Place,
    times_ms: Times,
}

/// What keeps a report from being believed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ReportError {
    /// The regions are not a board of that size.
    #[error("the regions are not a board of the given size")]
    Regions,
    /// The marks are not marks of the board.
    #[error("the marks do not fit the board")]
    Marks,
    /// The report says "won" of a game that is not, or the other way round.
    #[error("the marks do not bear out whether the game is won")]
    Won,
}

impl Report {
    /// What orders two reports: the page opened last counts, and of its reports the last.
    pub(super) fn order(&self) -> (u64, u64) {
        (self.load, self.sequence)
    }

    /// Checks the report.
    ///
    /// # Errors
    /// The first thing in it that cannot be.
    pub(super) fn into_state(self) -> Result<State, ReportError> {
        let rows: Vec<Vec<char>> = self.regions.iter().map(|row| row.chars().collect()).collect();
        let board = Board::from_rows(&rows).map_err(|_| ReportError::Regions)?;
        if board.size() != self.size {
            return Err(ReportError::Regions);
        }
        let marks = marks_of(&self.marks, self.size).ok_or(ReportError::Marks)?;
        let columns = marks.queens().map(|queen| queen.col).collect();
        let one_queen_a_row = marks.queens().map(|queen| queen.row).eq(0..self.size);
        if self.won != (one_queen_a_row && Solution::check(&board, columns).is_ok()) {
            return Err(ReportError::Won);
        }
        Ok(State {
            size: self.size,
            seed: self.seed,
            board,
            marks,
            clicks: self.clicks,
            drags: self.drags,
            strays: self.strays,
            wins: self.wins,
            won: self.won,
            place: self.place,
            times_ms: self.times_ms,
        })
    }
}

fn marks_of(rows: &[String], size: usize) -> Option<Marks> {
    if rows.len() != size || rows.iter().any(|row| row.chars().count() != size) {
        return None;
    }
    let mut marks = Marks::empty(size);
    for (row, line) in rows.iter().enumerate() {
        for (col, character) in line.chars().enumerate() {
            marks.set(Cell::at(row, col), Mark::from_char(character)?);
        }
    }
    Some(marks)
}

fn board_as_rows<S: Serializer>(board: &Board, serializer: S) -> Result<S::Ok, S::Error> {
    board.to_rows().serialize(serializer)
}

fn marks_as_rows<S: Serializer>(marks: &Marks, serializer: S) -> Result<S::Ok, S::Error> {
    marks.to_rows().serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report of a board of size 4 with the given marks.
    fn report(marks: [&str; 4], won: bool) -> Report {
        Report {
            load: 1,
            sequence: 1,
            size: 4,
            seed: None,
            regions: ["AABB", "AABB", "CCDD", "CCDD"].map(String::from).to_vec(),
            marks: marks.map(String::from).to_vec(),
            clicks: 0,
            drags: 0,
            strays: 0,
            wins: 0,
            won,
            place: Place { left: 8.0, top: 8.0, right: 408.0, bottom: 408.0, scale: 1.0 },
            times_ms: Times {
                shown: None,
                first_click: None,
                last_click: None,
                all_but_one: None,
                painted: None,
                win: None,
            },
        }
    }

    const SOLVED: [&str; 4] = [".qx.", "x..q", "q...", "..q."];

    #[test]
    fn a_report_of_a_won_game_is_believed_as_it_stands() {
        let state = report(SOLVED, true).into_state().unwrap();
        assert!(state.won);
        assert_eq!(state.marks.to_rows(), SOLVED);
        assert_eq!(state.board.to_rows(), ["AABB", "AABB", "CCDD", "CCDD"]);
    }

    #[test]
    fn a_win_must_be_one_by_the_rules_and_must_be_told() {
        assert_eq!(report(SOLVED, false).into_state(), Err(ReportError::Won));
        let two_in_a_row = [".q.q", "....", "q...", "..q."];
        assert_eq!(report(two_in_a_row, true).into_state(), Err(ReportError::Won));
        assert!(report(two_in_a_row, false).into_state().is_ok());
    }

    #[test]
    fn a_report_that_does_not_fit_itself_is_refused() {
        let unknown_mark = ["....", "..?.", "....", "...."];
        assert_eq!(report(unknown_mark, false).into_state(), Err(ReportError::Marks));
        let uneven = ["....", "...", "....", "...."];
        assert_eq!(report(uneven, false).into_state(), Err(ReportError::Marks));
        let other_size = Report { size: 5, ..report(SOLVED, true) };
        assert_eq!(other_size.into_state(), Err(ReportError::Regions));
    }
}
