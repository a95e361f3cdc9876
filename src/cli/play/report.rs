//! What `play` tells of a game, for people and as JSON.

use crate::cli::Failure;
use crate::cli::json::{BoardRecord, rounded, to_line};
use crate::cli::text::{for_people, percent};
use queensight::play::{Ending, Manners, Played, Span, Stage, Timeline};
use serde::Serialize;
use std::time::Duration;

/// What `--json` writes.
#[derive(Serialize)]
struct Record<'a> {
    outcome: &'static str,
    /// As it was found.
    board: BoardRecord,
    solution: &'a [usize],
    confidence: f64,
    /// The clicks that were missing, in their order.
    plan: Vec<StepRecord>,
    clicks: usize,
    repairs: usize,
    /// Those that the game was played by.
    manners: Manners,
    timing_us: TimingRecord,
    timeline: &'a [Span],
}

/// The clicks of one cell, and where on the desktop they go.
#[derive(Serialize)]
struct StepRecord {
    row: usize,
    col: usize,
    clicks: usize,
    x: f64,
    y: f64,
}

/// The time of each stage, and of all.
#[derive(Serialize)]
struct TimingRecord {
    wait: u64,
    capture: u64,
    read: u64,
    solve: u64,
    plan: u64,
    click: u64,
    verify: u64,
    total: u64,
}

impl From<&Timeline> for TimingRecord {
    fn from(timeline: &Timeline) -> Self {
        Self {
            wait: timeline.total_us(Stage::Wait),
            capture: timeline.total_us(Stage::Capture),
            read: timeline.total_us(Stage::Read),
            solve: timeline.total_us(Stage::Solve),
            plan: timeline.total_us(Stage::Plan),
            click: timeline.total_us(Stage::Click),
            verify: timeline.total_us(Stage::Verify),
            total: timeline.sum_us(),
        }
    }
}

/// One line for scripts.
///
/// # Errors
/// If it cannot be written as JSON.
pub(super) fn to_json(played: &Played) -> Result<String, Failure> {
    let steps = played.plan.steps().zip(&played.targets).map(|(step, target)| StepRecord {
        row: step.cell.row,
        col: step.cell.col,
        clicks: step.clicks,
        x: rounded(target.x),
        y: rounded(target.y),
    });
    to_line(&Record {
        outcome: played.ending.name(),
        board: BoardRecord::from(&played.reading),
        solution: played.solution.columns(),
        confidence: rounded(played.reading.evidence.confidence),
        plan: steps.collect(),
        clicks: played.clicks,
        repairs: played.repairs,
        manners: played.manners,
        timing_us: TimingRecord::from(&played.timeline),
        timeline: played.timeline.spans(),
    })
}

/// A few lines for people; manners that the game was not expected to have are told.
pub(super) fn to_text(played: &Played, expected: &Manners) -> String {
    let size = played.reading.board.size();
    let counted =
        |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let clicks = counted(played.clicks, "click");
    let headline = match played.ending {
        Ending::Won => format!("won: {size}×{size}, all {size} queens stand, after {clicks}"),
        Ending::ProbablyWon => match played.changed {
            Some(changed) => format!(
                "probably won: {size}×{size}, after the last of {clicks} the board was covered or \
                 gone: {} of it looks different",
                percent(changed)
            ),
            None => format!(
                "probably won: {size}×{size}, after {clicks}: it is not to be seen which mark is the queen, \
                 and the page does not say that it is won"
            ),
        },
        Ending::AlreadySolved => format!("nothing to do: {size}×{size}, all queens stand already"),
        Ending::Planned => format!(
            "found: {size}×{size}; {} would be made, in this order:\n{}",
            counted(played.plan.clicks(), "click"),
            plan_to_text(played),
        ),
    };
    let repairs = match played.repairs {
        0 => String::new(),
        repairs => format!("clicks got lost: made good with {}\n", counted(repairs, "repair")),
    };
    let learned = if played.manners == *expected {
        String::new()
    } else {
        format!("learned: {}\n", played.manners)
    };
    let spent = |stage: Stage| for_people(Duration::from_micros(played.timeline.total_us(stage)));
    let acted = match played.ending {
        Ending::Won | Ending::ProbablyWon => {
            format!(", clicked in {}, verified in {}", spent(Stage::Click), spent(Stage::Verify))
        }
        Ending::AlreadySolved | Ending::Planned => String::new(),
    };
    format!(
        "{headline}\n{repairs}{learned}waited {}, captured in {}, read in {}, solved in {}, planned in \
         {}{acted}\n{} in all\n",
        spent(Stage::Wait),
        spent(Stage::Capture),
        spent(Stage::Read),
        spent(Stage::Solve),
        spent(Stage::Plan),
        for_people(Duration::from_micros(played.timeline.sum_us())),
    )
}

fn plan_to_text(played: &Played) -> String {
    let lines: Vec<String> = played
        .plan
        .steps()
        .zip(&played.targets)
        .map(|(step, at)| {
            format!(
                "  row {}, column {}: {} at {:.0}, {:.0}",
                step.cell.row + 1,
                step.cell.col + 1,
                if step.clicks == 1 {
                    "1 click".to_owned()
                } else {
                    format!("{} clicks", step.clicks)
                },
                at.x,
                at.y
            )
        })
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use queensight::board::{Cell, Mark, Marks, parse};
    use queensight::geometry::{FramePoint, FrameVector, Lattice};
    use queensight::input::plan_clicks;
    use queensight::play::ClicksToQueen;
    use queensight::solver::solve;
    use queensight::vision::{Evidence, Reading};

    fn played(ending: Ending, clicks: usize, repairs: usize) -> Played {
        let board = parse("AAAB\nACCB\nDDCB\nDDCC").unwrap();
        let outcome = solve(&board);
        let solution = outcome.solution().unwrap().clone();
        let mut marks = Marks::empty(4);
        marks.set(Cell::at(0, 1), Mark::Cross);
        let lattice = Lattice {
            origin: FramePoint::new(100.0, 50.0),
            pitch: FrameVector::new(40.0, 40.0),
            size: 4,
        };
        let plan = plan_clicks(&marks, &solution, &Manners::default());
        let targets = plan
            .steps()
            .map(|step| {
                lattice.cell_centre(step.cell).cast_unit::<queensight::geometry::DesktopPt>()
            })
            .collect();
        let evidence = Evidence {
            confidence: 0.98765,
            colours_and_walls_agree: true,
            colour_margin: 30.0,
            colour_spread: 1.0,
        };
        let rect = lattice.rect();
        let palette = vec![[200; 3]; 4];
        Played {
            ending,
            reading: Reading { board, lattice, rect, marks, outcome, palette, evidence },
            solution,
            plan,
            targets,
            clicks,
            repairs,
            manners: Manners::default(),
            changed: (ending == Ending::ProbablyWon).then_some(0.83),
            timeline: Timeline::default(),
        }
    }

    #[test]
    fn the_ending_is_told_in_one_line() {
        let headline = |ending, clicks, repairs| {
            let text = to_text(&played(ending, clicks, repairs), &Manners::default());
            text.split_inclusive('\n').take(if repairs > 0 { 2 } else { 1 }).collect::<String>()
        };
        assert_eq!(headline(Ending::Won, 8, 0), "won: 4×4, all 4 queens stand, after 8 clicks\n");
        assert_eq!(
            headline(Ending::Won, 9, 1),
            "won: 4×4, all 4 queens stand, after 9 clicks\n\
             clicks got lost: made good with 1 repair\n"
        );
        assert_eq!(
            headline(Ending::ProbablyWon, 8, 0),
            "probably won: 4×4, after the last of 8 clicks the board was covered or gone: 83 % of it \
             looks different\n"
        );
        let unanswered = Played { changed: None, ..played(Ending::ProbablyWon, 8, 0) };
        let text = to_text(&unanswered, &Manners::default());
        assert!(text.starts_with(
            "probably won: 4×4, after 8 clicks: it is not to be seen which mark is the queen"
        ));
        assert_eq!(
            headline(Ending::AlreadySolved, 0, 0),
            "nothing to do: 4×4, all queens stand already\n"
        );
    }

    #[test]
    fn learned_manners_are_told() {
        let mut played = played(Ending::Won, 8, 0);
        played.manners.clicks_to_queen = ClicksToQueen::One;
        let text = to_text(&played, &Manners::default());
        assert!(text.contains("\nlearned: one click of the left button makes a queen\n"), "{text}");
    }

    #[test]
    fn a_dry_run_names_every_cell_its_clicks_and_its_place() {
        assert_eq!(
            to_text(&played(Ending::Planned, 0, 0), &Manners::default()),
            "found: 4×4; 7 clicks would be made, in this order:\n  \
             row 1, column 2: 1 click at 160, 70\n  \
             row 2, column 4: 2 clicks at 240, 110\n  \
             row 3, column 1: 2 clicks at 120, 150\n  \
             row 4, column 3: 2 clicks at 200, 190\n\
             waited 0 µs, captured in 0 µs, read in 0 µs, solved in 0 µs, planned in 0 µs\n\
             0 µs in all\n"
        );
    }

    #[test]
    fn the_object_for_scripts_has_a_fixed_form() {
        let json: serde_json::Value =
            serde_json::from_str(&to_json(&played(Ending::Won, 7, 0)).unwrap()).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "outcome": "won",
                "board": {
                    "n": 4,
                    "regions": ["AAAB", "ACCB", "DDCB", "DDCC"],
                    "marks": [".x..", "....", "....", "...."],
                    "rect": {"left": 100, "top": 50, "right": 260, "bottom": 210},
                },
                "solution": [1, 3, 0, 2],
                "confidence": 0.988,
                "plan": [
                    {"row": 0, "col": 1, "clicks": 1, "x": 160.0, "y": 70.0},
                    {"row": 1, "col": 3, "clicks": 2, "x": 240.0, "y": 110.0},
                    {"row": 2, "col": 0, "clicks": 2, "x": 120.0, "y": 150.0},
                    {"row": 3, "col": 2, "clicks": 2, "x": 200.0, "y": 190.0},
                ],
                "clicks": 7,
                "repairs": 0,
                "manners": {
                    "clicks_to_queen": 2, "clicks_on_cross": 1, "button": "left",
                    "hover_first": false, "auto_crosses": false, "locked_queens": false,
                },
                "timing_us": {
                    "wait": 0, "capture": 0, "read": 0, "solve": 0, "plan": 0, "click": 0,
                    "verify": 0, "total": 0,
                },
                "timeline": [],
            })
        );
    }
}
