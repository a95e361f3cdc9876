//! What is the same for all commands.

use crate::pictures::white_png;
use crate::place::{Place, expect_text};

#[test]
fn usage_errors_have_a_code_of_their_own() {
    let place = Place::new();
    for arguments in [
        ["solve"].as_slice(),
        &["solve", "--no-such-flag", "board.txt"],
        &["calibrate", "--name", "a", "--out", "b"],
        &["calibrate", "--region", "1,2,3"],
        &["play", "--wait=-1"],
        &["play", "--wait", "inf"],
        &["play", "--wait", "soon"],
        &["play", "--repeat", "0"],
        &["play", "--region", "0,0,10,0"],
        &["solve", "--engine", "guess", "board.txt"],
        &["solve", "--time-limit", "soon", "board.txt"],
        &["solve", "--solutions", "1", "board.txt"],
        &["solve", "--solutions", "2", "--tree", "a.svg", "board.txt"],
        &["export", "board.txt"],
        &["export", "--to", "pdf", "board.txt"],
        &["compare"],
        &["compare", "--generate", "0"],
        &["no-such-command"],
    ] {
        let output = place.command(arguments).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_time_below_zero_is_named_and_not_taken_for_an_option() {
    let place = Place::new();
    for arguments in [
        ["play", "--wait", "-1"].as_slice(),
        &["play", "--pace", "-1"],
        &["solve", "--time-limit", "-1", "board.txt"],
        &["compare", "--time-limit", "-1", "board.txt"],
    ] {
        let output = place.command(arguments).output().expect("the program starts");
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(said.starts_with("error: invalid value '-1' for '--"), "{arguments:?}: {said}");
    }
}

#[test]
fn failures_are_json_where_json_is_wanted() {
    let place = Place::new().with("white.png", white_png());
    expect_text("error-calibrate-json", place.transcript(&["calibrate", "--json", "white.png"]));
    let arguments = ["play", "--json", "--profile", "linkdin"];
    expect_text("error-play-json", place.transcript(&arguments));
}

#[test]
fn every_shell_gets_completions_for_every_command() {
    let place = Place::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = place.command(&["completions", shell]).output().expect("the program starts");
        let script = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success() && output.stderr.is_empty(), "{shell}");
        for command in [
            "play",
            "replay",
            "practice",
            "solve",
            "calibrate",
            "compare",
            "export",
            "engines",
            "generate",
            "nqueens",
            "completions",
        ] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}
