//! `nqueens`.

use crate::place::{Place, expect_text};
use std::fs;

#[test]
fn the_classic_queens_are_placed_and_counted() {
    let place = Place::new();
    let calls: [&[&str]; 8] = [
        &["nqueens", "8"],
        &["nqueens", "4", "--all"],
        &["nqueens", "4", "--all", "--json"],
        &["nqueens", "10", "--count"],
        &["nqueens", "10", "--count", "--json"],
        &["nqueens", "3"],
        &["nqueens", "28", "--count"],
        &["nqueens", "0"],
    ];
    let said: Vec<String> = calls.iter().map(|call| place.transcript(call)).collect();
    expect_text("nqueens", said.join("\n"));
}

/// Raises Ctrl-C in a command that would run for years.
#[cfg(target_os = "linux")]
#[test]
fn a_long_count_is_stopped_by_the_person() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let place = Place::new();
    let counting = place
        .command(&["nqueens", "27", "--count"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let id = Pid::from_raw(counting.id().try_into().expect("an id"));
    // It watches for Ctrl-C once it has a handler for it: bit 1 of the caught signals.
    let status = format!("/proc/{id}/status");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let is_watching = || {
        let text = fs::read_to_string(&status).expect("it is running");
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask");
        u64::from_str_radix(caught.trim(), 16).expect("a mask") & 0b10 != 0
    };
    while !is_watching() {
        assert!(std::time::Instant::now() < deadline, "it never watched for Ctrl-C");
        std::thread::yield_now();
    }
    kill(id, Signal::SIGINT).expect("it is still running");
    let output = counting.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty(), "no number is told");
}
