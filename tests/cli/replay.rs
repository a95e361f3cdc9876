//! `replay`.

use crate::pictures::{picture, white_png};
use crate::place::{BOARD, Place, expect_text};
use queensight::render::Look;
use std::fs;

/// A record of one look: at a page without a board.
fn record() -> Place {
    let begin = r#"{"us":0,"event":"begin","form":1,"queensight":"0.1.0","options":{"manners":{},"learns":true,"place":null,"wait":{"secs":0,"nanos":0},"any_solution":false,"played":[],"pace":"at-once","dry_run":false,"patience":{"answer":{"secs":2,"nanos":0},"rest":{"secs":1,"nanos":0},"covered":{"secs":5,"nanos":0},"vanished":{"secs":1,"nanos":0},"repairs":4}}}"#;
    let rest = [
        r#"{"us":10,"event":"found","at":[0.0,0.0]}"#,
        r#"{"us":3000,"event":"looked","picture":"frames/0001.png","origin":[0.0,0.0],"scale":1.0}"#,
        r#"{"us":5000,"event":"read","seen":{"what":"no-board"}}"#,
        r#"{"us":5100,"event":"ended","outcome":"no-board","message":"no Queens board was seen within 0 s","timeline":[]}"#,
    ];
    Place::new()
        .with("run/run.jsonl", format!("{begin}\n{}\n", rest.join("\n")))
        .with("run/frames/0001.png", white_png())
}

#[test]
fn a_record_is_replayed_step_by_step() {
    let place = record();
    expect_text("replay", place.transcript(&["replay", "run"]));
    expect_text("replay-json", place.transcript(&["replay", "--json", "run"]));
    expect_text("error-film-of-nothing", place.transcript(&["replay", "run", "--film", "a.gif"]));
    expect_text("error-film-file", place.transcript(&["replay", "run", "--film", "a.mp4"]));
}

#[test]
fn a_replay_that_takes_another_way_says_where() {
    let place = record().with("run/frames/0001.png", picture(BOARD, Look::classic));
    expect_text("error-replay-other-way", place.transcript(&["replay", "run"]));
}

#[test]
fn a_line_that_was_not_written_to_its_end_is_left_out() {
    let place = record();
    let text = fs::read_to_string(place.path("run/run.jsonl")).expect("the events");
    let place = place.with("run/run.jsonl", &text[..text.len() - 20]);
    expect_text("replay-killed", place.transcript(&["replay", "run"]));
}

#[test]
fn what_is_no_record_is_refused() {
    let refused =
        |name: &str, place: Place| expect_text(name, place.transcript(&["replay", "run"]));
    refused("error-replay-missing", Place::new());
    refused("error-replay-foreign", Place::new().with("run/notes.txt", "mine"));
    refused("error-replay-nothing", Place::new().with("run/run.jsonl", ""));
    refused("error-replay-not-events", record().with("run/run.jsonl", "{\"a\": 1}\n"));
    let text = fs::read_to_string(record().path("run/run.jsonl")).expect("the events");
    let damaged = text.replace("\"event\":\"looked\"", "\"event\":\"lookde\"");
    refused("error-replay-damaged", record().with("run/run.jsonl", damaged));
    let newer = text.replace("\"form\":1", "\"form\":2");
    refused("error-replay-newer", record().with("run/run.jsonl", newer));
    let place = record();
    fs::remove_file(place.path("run/frames/0001.png")).expect("the picture");
    refused("error-replay-no-picture", place);
}
