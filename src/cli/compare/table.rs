//! A comparison as tables and as JSON.

use super::measure::{Comparison, Measured, Summary};
use serde::Serialize;
use std::time::Duration;

/// Two tables, a line a size and a column an engine.
pub(super) fn tables(comparison: &Comparison) -> String {
    let proof = table(comparison, |measured| cell(&measured.proofs, measured.spent));
    let first = table(comparison, |measured| cell(&measured.firsts, 0));
    format!(
        "With the proof that there is no other solution: median / mean / worst, in ms\n\n{proof}\n\
         Until the first solution: median / mean / worst, in ms\n\n{first}"
    )
}

fn table(comparison: &Comparison, cell: impl Fn(&Measured) -> String) -> String {
    let mut lines = vec![vec!["n".to_owned(), "boards".to_owned()]];
    lines[0].extend(comparison.engines.iter().cloned());
    for (size, row) in &comparison.by_size {
        let boards = row.iter().map(|measured| measured.boards).max().unwrap_or(0);
        let mut line = vec![size.to_string(), boards.to_string()];
        line.extend(row.iter().map(&cell));
        lines.push(line);
    }
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| lines.iter().map(|line| line[column].len()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        let cells: Vec<String> =
            line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        text += &format!("| {} |\n", cells.join(" | "));
        if index == 0 {
            let dashes: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
            text += &format!("| {} |\n", dashes.join(" | "));
        }
    }
    text
}

/// Median, mean and worst of some times, of which the `spent` longest are only lower bounds.
fn cell(times: &[Duration], spent: usize) -> String {
    let Some(Summary { median, mean, worst }) = Summary::of(times) else {
        return "-".to_owned();
    };
    let bound = |is_bound: bool| if is_bound { ">" } else { "" };
    let mut cell = format!(
        "{}{} / {}{} / {}{}",
        bound(2 * spent >= times.len() && spent > 0),
        in_ms(median),
        bound(spent > 0),
        in_ms(mean),
        bound(spent > 0),
        in_ms(worst)
    );
    if spent > 0 {
        cell += &format!(" ({spent} stopped)");
    }
    cell
}

/// Milliseconds with two digits that count; whole ones from 10 on.
fn in_ms(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    match ms {
        0.0..0.01 => format!("{ms:.4}"),
        0.01..0.1 => format!("{ms:.3}"),
        0.1..1.0 => format!("{ms:.2}"),
        1.0..10.0 => format!("{ms:.1}"),
        _ => format!("{ms:.0}"),
    }
}

/// What one engine did with the boards of one size.
#[derive(Serialize)]
pub(super) struct Record<'a> {
    n: usize,
    boards: usize,
    engine: &'a str,
    spent: usize,
    failed: usize,
    proof: Option<Times>,
    first: Option<Times>,
}

#[derive(Serialize)]
struct Times {
    median_us: f64,
    mean_us: f64,
    worst_us: f64,
}

impl From<Summary> for Times {
    fn from(summary: Summary) -> Self {
        let micros = |time: Duration| (time.as_secs_f64() * 1e9).round() / 1e3;
        Self {
            median_us: micros(summary.median),
            mean_us: micros(summary.mean),
            worst_us: micros(summary.worst),
        }
    }
}

/// A record for each size and engine, those left out that were not tried.
pub(super) fn records(comparison: &Comparison) -> impl Iterator<Item = Record<'_>> {
    comparison.by_size.iter().flat_map(|(&n, row)| {
        let tried = row.iter().zip(&comparison.engines).filter(|(measured, _)| measured.boards > 0);
        tried.map(move |(measured, engine)| Record {
            n,
            boards: measured.boards,
            engine,
            spent: measured.spent,
            failed: measured.faults.len(),
            proof: Summary::of(&measured.proofs).map(Times::from),
            first: Summary::of(&measured.firsts).map(Times::from),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_says_which_times_are_bounds() {
        let ms = Duration::from_millis;
        assert_eq!(cell(&[], 0), "-");
        assert_eq!(cell(&[Duration::from_nanos(640)], 0), "0.0006 / 0.0006 / 0.0006");
        assert_eq!(cell(&[ms(1), ms(2), ms(40)], 0), "2.0 / 14 / 40");
        assert_eq!(cell(&[ms(1), ms(2), ms(10_000)], 1), "2.0 / >3334 / >10000 (1 stopped)");
        assert_eq!(cell(&[ms(1), ms(100), ms(100)], 2), ">100 / >67 / >100 (2 stopped)");
    }
}
