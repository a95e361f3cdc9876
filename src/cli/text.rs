//! What people are shown: a board in characters, numbers in units that suit them.

use super::solve::{Answer, Given, Listed, Solved, Timing};
use anstyle::{Color, RgbColor, Style};
use palette::{FromColor as _, Oklch, Srgb};
use queensight::board::{Cell, Mark, Region};
use queensight::solver::{Propagations, Statistics};
use std::path::Path;
use std::time::Duration;

/// What is shown in the cell of a queen of the solution.
const QUEEN: char = '♛';

/// The board with its queens and what is to be said of it, for a person; ends with a line end.
pub(crate) fn solved(path: &Path, solved: &Solved, coloured: bool) -> String {
    let size = solved.given.board().size();
    let verdict = match &solved.answer {
        Answer::Unique(_) => "exactly one solution",
        Answer::Multiple(_) => "several solutions, of which this is one",
        Answer::None => "no solution",
    };
    let bold = if coloured { Style::new().bold() } else { Style::new() };
    let picture = if coloured { coloured_picture(solved) } else { plain_picture(solved) };
    let confidence = match &solved.given {
        Given::Seen(reading) => format!("confidence {}, ", percent(reading.evidence.confidence)),
        Given::Written(_) => String::new(),
    };
    let Timing { load, read, solve } = solved.timing;
    format!(
        "{bold}{}{bold:#}: {size}×{size}, {verdict}\n\n{picture}\n\
         {}{}{confidence}loaded in {}, read in {}, solved in {}\n{}",
        path.display(),
        standing(solved),
        solved.listed.as_ref().map(list).unwrap_or_default(),
        for_people(load),
        for_people(read),
        for_people(solve),
        solved.statistics.map(statistics).unwrap_or_default(),
    )
}

/// What stands on the board already, and whether its queens are those of the solution; a line, or
/// nothing where the board is empty.
fn standing(solved: &Solved) -> String {
    let marks = solved.given.marks();
    let queens = marks.queens().count();
    let crosses = marks.standing().count() - queens;
    if queens + crosses == 0 {
        return String::new();
    }
    let elsewhere = match marks.queens().filter(|cell| sign(solved, *cell) != QUEEN).count() {
        0 => String::new(),
        elsewhere => format!(", of which {elsewhere} elsewhere (!)"),
    };
    format!("on it already: queens {queens}{elsewhere}; crosses (×) {crosses}\n")
}

/// Solutions, one a line, as the columns of their queens from the first row to the last, from 1; an
/// empty line ends them.
fn list(Listed { solutions, are_all }: &Listed) -> String {
    let others = if *are_all { "no others" } else { "there may be others" };
    let count = solutions.len();
    let mut text = format!("{count} listed, {others}; the columns of the queens, row by row:\n");
    for solution in solutions {
        let columns: Vec<String> =
            solution.columns().iter().map(|column| (column + 1).to_string()).collect();
        text += &format!("  {}\n", columns.join(" "));
    }
    text + "\n"
}

/// What a search has done, on a line of its own.
fn statistics(Statistics { nodes, conflicts, propagations }: Statistics) -> String {
    let Propagations { singles, attacks, intervals, matchings } = propagations;
    format!(
        "nodes {nodes}, conflicts {conflicts}; struck out by singles {singles}, attacks {attacks}, \
         intervals {intervals}, matchings {matchings}\n"
    )
}

/// A duration in the unit that suits it: whole microseconds below a millisecond.
pub(crate) fn for_people(time: Duration) -> String {
    match time.as_micros() {
        micros @ ..1000 => format!("{micros} µs"),
        _ => format!("{:.1} ms", time.as_secs_f64() * 1000.0),
    }
}

/// A share of 1 in whole per cents, rounded down: 100 % is only said of what is certain.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.0} %", (share * 100.0).floor())
}

/// Every cell in its region's colour, three columns wide, with a queen in the middle of hers, and
/// what stands there already in the middle of the others.
fn coloured_picture(solved: &Solved) -> String {
    let palette = match &solved.given {
        Given::Seen(reading) => reading.palette.clone(),
        Given::Written(puzzle) => generated_palette(puzzle.board.size()),
    };
    draw(solved, |cell, sign| {
        let [red, green, blue] = palette[solved.given.board().region(cell).0];
        let paint = Style::new()
            .bg_color(Some(Color::Rgb(RgbColor(red, green, blue))))
            .fg_color(Some(Color::Rgb(readable_on([red, green, blue]))))
            .bold();
        format!("{paint} {sign} {paint:#}")
    })
}

/// The letter (or the number) of every cell's region, in brackets where the solution has a queen,
/// with what stands there already behind the others.
fn plain_picture(solved: &Solved) -> String {
    let board = solved.given.board();
    let width = board.label(Region(board.size() - 1)).len();
    draw(solved, |cell, sign| {
        let label = board.label(board.region(cell));
        let (open, close) = if sign == QUEEN { ('[', ']') } else { (' ', sign) };
        format!("{open}{label:>width$}{close}")
    })
}

/// What is shown in a cell: a queen of the solution, whether she stands already or not, one that
/// stands elsewhere, a cross that stands, or nothing. Where there is no solution, queens stand
/// where they stand.
fn sign(solved: &Solved, cell: Cell) -> char {
    let mark = solved.given.marks().mark(cell);
    let solution = solved.answer.solution();
    let is_hers =
        solution.map_or(mark == Mark::Queen, |solution| solution.columns()[cell.row] == cell.col);
    match mark {
        _ if is_hers => QUEEN,
        Mark::Queen => '!',
        Mark::Cross => '×',
        Mark::Empty => ' ',
    }
}

fn draw(solved: &Solved, cell_text: impl Fn(Cell, char) -> String) -> String {
    let size = solved.given.board().size();
    let mut picture = String::new();
    for row in 0..size {
        let cells = (0..size).map(|col| Cell::at(row, col));
        let cells = cells.map(|cell| cell_text(cell, sign(solved, cell)));
        let line = format!("  {}", cells.collect::<String>());
        picture.push_str(line.trim_end());
        picture.push('\n');
    }
    picture
}

/// Black or white, whichever stands out more.
fn readable_on([red, green, blue]: [u8; 3]) -> RgbColor {
    // Rec. 601 luma, in thousandths; from the middle up, black stands out more.
    let luma = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    if luma >= 127_500 { RgbColor(0, 0, 0) } else { RgbColor(255, 255, 255) }
}

/// A light colour for each of `count` regions that have none of their own.
///
/// Hues go round by the golden angle, so that neighbours in number are far apart in hue however
/// many there are; three lightnesses in turn keep apart those that come close.
fn generated_palette(count: usize) -> Vec<[u8; 3]> {
    const GOLDEN_ANGLE: f32 = 137.508;
    const LIGHTNESS: [f32; 3] = [0.80, 0.70, 0.88];
    /// Within sRGB for almost every hue at these lightnesses.
    const CHROMA: f32 = 0.11;
    (0..count)
        .map(|region| {
            let hue = 25.0 + GOLDEN_ANGLE * region as f32;
            let colour = Srgb::from_color(Oklch::new(LIGHTNESS[region % 3], CHROMA, hue));
            colour.into_format::<u8>().into()
        })
        .collect()
}
