//! `compare`, as a whole.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up is to fail at once")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn compare(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_queensight"))
        .arg("compare")
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn every_size_and_engine_gets_its_figures_and_its_line_in_the_drawing() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--generate", "5,17", "--per-size", "3", "--engines", "native,sat,mip"];
    let drawn = ["--json", "--svg", "chart.svg", "--png", "chart.png"];
    let output = compare(folder.path(), &[&arguments[..], &drawn].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of: Vec<(u64, &str)> = lines
        .iter()
        .map(|line| (line["n"].as_u64().unwrap(), line["engine"].as_str().unwrap()))
        .collect();
    let engines = ["native", "sat", "mip"];
    let expected: Vec<(u64, &str)> =
        [5, 17].into_iter().flat_map(|n| engines.map(|engine| (n, engine))).collect();
    assert_eq!(of, expected);
    for line in &lines {
        let proof = |name: &str| line["proof"][name].as_f64().unwrap();
        assert!(0.0 < proof("median_us") && proof("median_us") <= proof("worst_us"), "{line}");
        assert!(line["first"]["median_us"].as_f64().unwrap() <= proof("worst_us"), "{line}");
        assert_eq!((line["boards"].as_u64(), line["spent"].as_u64()), (Some(3), Some(0)), "{line}");
    }
    let svg = fs::read_to_string(folder.path().join("chart.svg")).unwrap();
    for name in engines {
        assert!(svg.contains(name), "{name} is in the legend");
    }
    let png = image::open(folder.path().join("chart.png")).unwrap().into_rgb8();
    assert_eq!(png.dimensions(), (960, 600));
    // The colours of the three lines.
    for colour in [[0, 0, 0], [0, 114, 178], [213, 94, 0]] {
        assert!(png.pixels().any(|pixel| pixel.0 == colour), "{colour:?}");
    }
}

#[test]
fn boards_come_from_files_and_collections_by_size() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.txt"), "ABBB\nAAAC\nDAAC\nDDDC\n").unwrap();
    let lines = "a 4 0,1,1,1/0,0,0,2/3,0,0,2/3,3,3,2\nb 3 0,0,1/0,1,1/2,2,2\nc 3 0,0/0,0\n";
    fs::write(folder.path().join("many.txt"), lines).unwrap();
    let output = compare(folder.path(), &["one.txt", "many.txt", "--engines", "native,naive"]);
    let told = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Vec<&str>> = told
        .lines()
        .filter_map(|line| line.strip_prefix("| "))
        .map(|line| line.split('|').map(str::trim).take(2).collect())
        .collect();
    let (head, dashes) = (vec!["n", "boards"], vec!["-", "------"]);
    let table = [head, dashes, vec!["3", "1"], vec!["4", "2"]];
    assert_eq!(rows, [&table[..], &table[..]].concat(), "{told}");
    let notes = String::from_utf8(output.stderr).unwrap();
    assert_eq!(notes, "many.txt: left out, being no boards: 1 of 3\n");

    let output = compare(folder.path(), &["one.txt", "--sizes", "9", "--engines", "native"]);
    assert_eq!(output.status.code(), Some(8));
}

#[test]
fn a_file_that_is_no_board_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("clauses.cnf"), "p cnf 2 1\n1 -2 0\n").unwrap();
    fs::write(folder.path().join("long.txt"), "A".repeat((8 << 20) + 1)).unwrap();
    for (name, fault) in [
        ("missing.txt", "cannot be read"),
        ("clauses.cnf", "line 1, column 1 begins clauses in the DIMACS format"),
        ("long.txt", "too large for a board"),
    ] {
        let output = compare(folder.path(), &[name]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(name) && said.contains(fault), "{said}");
        assert_eq!(output.status.code(), Some(8), "{name}");
    }
}

#[test]
fn an_engine_that_is_out_of_time_is_stopped_and_not_tried_on_larger_boards() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--generate", "5-6", "--per-size", "2", "--engines", "naive,native"];
    let stopped = ["--time-limit", "0", "--json", "--svg", "chart.svg"];
    let output = compare(folder.path(), &[&arguments[..], &stopped].concat());
    let told = String::from_utf8(output.stdout).unwrap();
    let spent: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(spent.iter().all(|line| line["n"] == 5 && line["spent"] == 2), "{told}");
    assert_eq!(spent.len(), 2, "{told}");
    let svg = fs::read_to_string(folder.path().join("chart.svg")).unwrap();
    assert!(
        svg.contains("milliseconds") && !svg.contains("NaN"),
        "there is nothing to draw but axes"
    );
}

#[test]
fn what_cannot_be_compared_is_refused_and_replaces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let board = "ABBB\nAAAC\nDAAC\nDDDC\n";
    fs::write(folder.path().join("board.txt"), board).unwrap();
    for (arguments, code) in [
        (["board.txt", "--svg", "board.txt"], 8),
        (["board.txt", "--png", "./board.txt"], 8),
        // Told before the boards are solved, not after it.
        (["board.txt", "--svg", "missing/chart.svg"], 8),
        (["board.txt", "--png", "."], 8),
        (["board.txt", "--svg=chart", "--png=chart"], 8),
        (["board.txt", "--per-size", "0"], 2),
        (["board.txt", "--generate", "9-7"], 2),
    ] {
        let output = compare(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("board.txt")).unwrap(), board);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
