//! Reads thousands of random pictures with a known truth, and says how often that went well, by
//! what makes a picture hard.
//!
//! ```sh
//! cargo run --release --example stress -- --count 5000
//! ```
//!
//! A failing picture is kept with what it shows; copied into `fixtures/screens`, the two files are a
//! test (`fixtures/refused/pictures` for one that must be refused).

#![expect(clippy::print_stdout, reason = "a tool that prints its tables")]

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use queensight::render::{Condition, Scene, Score, Truth};
use queensight::vision;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{fs, io, thread};

/// Reads random pictures whose truth is known, and prints how often that went well.
#[derive(Parser)]
struct Arguments {
    /// How many pictures are drawn and read
    #[arg(long, default_value_t = 5000)]
    count: u64,
    /// The seed of the first picture; the next one has the next seed
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// The folder for the pictures that were not read right, each with its truth
    #[arg(long, value_name = "DIR", default_value = "target/stress")]
    keep: PathBuf,
    /// Keep the pictures that were read right, too
    #[arg(long)]
    keep_all: bool,
}

/// What became of one picture.
struct Case {
    seed: u64,
    score: Score,
    conditions: Vec<Condition>,
    /// Where it was read, what the reader said of its own certainty.
    confidence: Option<f64>,
    /// Where it was refused or read wrongly, why.
    message: String,
    took: Duration,
    pixels: u64,
}

fn main() -> io::Result<ExitCode> {
    let arguments = Arguments::parse();
    fs::create_dir_all(&arguments.keep)?;
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} pictures, {eta} left {msg}");
    let bar = ProgressBar::new(arguments.count)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let cases = read_all(&arguments, &bar);
    bar.finish_and_clear();
    print_failures(&cases, &arguments.keep);
    print_conditions(&cases);
    print_confidence(&cases);
    print_times(&cases);
    let is_good = cases.iter().all(|case| case.score != Score::Wrong);
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Draws and reads every picture, on all cores but in the order of their seeds.
fn read_all(arguments: &Arguments, bar: &ProgressBar) -> Vec<Case> {
    let next = AtomicU64::new(arguments.from);
    let end = arguments.from + arguments.count;
    let (sender, receiver) = mpsc::channel();
    let mut cases: Vec<Case> = thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end || sender.send(read_one(seed, arguments)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        receiver
            .iter()
            .inspect(|case: &Case| {
                bar.inc(1);
                if case.score == Score::Wrong {
                    bar.set_message(format!("(seed {} read wrongly)", case.seed));
                }
            })
            .collect()
    });
    cases.sort_by_key(|case| case.seed);
    cases
}

fn read_one(seed: u64, arguments: &Arguments) -> Case {
    let scene = Scene::from_seed(seed);
    let start = Instant::now();
    let read = vision::read(&scene.drawn.pixels);
    let took = start.elapsed();
    let score = scene.score(&read);
    let (width, height) = scene.drawn.pixels.dimensions();
    let mut message = match &read {
        Err(refusal) => refusal.to_string(),
        Ok(_) => String::new(),
    };
    if (score != Score::Right || arguments.keep_all)
        && let Err(error) = keep(&scene, seed, &arguments.keep)
    {
        message = format!("{message} (not kept: {error})");
    }
    Case {
        seed,
        score,
        confidence: read.as_ref().ok().map(|reading| reading.evidence.confidence),
        conditions: scene.conditions,
        message,
        took,
        pixels: u64::from(width) * u64::from(height),
    }
}

/// Writes a picture and its truth.
fn keep(scene: &Scene, seed: u64, folder: &Path) -> io::Result<()> {
    let path = folder.join(format!("stress-{seed}.png"));
    scene.drawn.pixels.save(&path).map_err(io::Error::other)?;
    let Truth::Board(board, marks) = &scene.truth else { return Ok(()) };
    let rect = scene.drawn.rect;
    let truth = serde_json::json!({
        "n": board.size(),
        "regions": board.to_rows(),
        "marks": marks.to_rows(),
        "rect": {
            "left": rect.min.x, "top": rect.min.y, "right": rect.max.x, "bottom": rect.max.y,
        },
    });
    fs::write(path.with_extension("json"), format!("{truth:#}\n"))
}

fn print_failures(cases: &[Case], folder: &Path) {
    let failures: Vec<&Case> = cases.iter().filter(|case| case.score != Score::Right).collect();
    for case in &failures {
        let conditions: Vec<&str> = case.conditions.iter().map(|one| one.name()).collect();
        println!(
            "{:?}, seed {}: {}: {}",
            case.score,
            case.seed,
            conditions.join(", "),
            case.message
        );
    }
    if !failures.is_empty() {
        println!("\n{} pictures are kept in {}\n", failures.len(), folder.display());
    }
}

fn print_conditions(cases: &[Case]) {
    let mut table: BTreeMap<Condition, [usize; 5]> = BTreeMap::new();
    let mut all = [0; 5];
    for case in cases {
        all[case.score as usize] += 1;
        for &condition in &case.conditions {
            table.entry(condition).or_default()[case.score as usize] += 1;
        }
    }
    println!("| condition | pictures | right | wrong box | wrong marks | refused | wrong |");
    println!("|---|---|---|---|---|---|---|");
    let row = |name: &str, scores: [usize; 5]| {
        let count: usize = scores.iter().sum();
        let [right, rect, marks, refused, wrong] = scores;
        let share = 100.0 * right as f64 / count.max(1) as f64;
        println!("| {name} | {count} | {share:.1} % | {rect} | {marks} | {refused} | {wrong} |");
    };
    for (condition, scores) in table {
        row(condition.name(), scores);
    }
    row("all", all);
}

fn print_confidence(cases: &[Case]) {
    let mut table: BTreeMap<u64, [usize; 2]> = BTreeMap::new();
    for case in cases {
        if let Some(confidence) = case.confidence {
            let [count, wrong] = table.entry((confidence * 1e6) as u64).or_default();
            *count += 1;
            *wrong += usize::from(case.score == Score::Wrong);
        }
    }
    println!("\n| confidence | answers | of them wrong |\n|---|---|---|");
    for (confidence, [count, wrong]) in table {
        println!("| {} | {count} | {wrong} |", confidence as f64 / 1e6);
    }
}

fn print_times(cases: &[Case]) {
    println!("\n| answer | pictures | median ms a megapixel | slowest |\n|---|---|---|---|");
    for (name, is_read) in [("read", true), ("refused", false)] {
        let mut times: Vec<f64> = cases
            .iter()
            .filter(|case| case.confidence.is_some() == is_read)
            .map(|case| case.took.as_secs_f64() * 1e9 / case.pixels as f64)
            .collect();
        times.sort_by(f64::total_cmp);
        if let (Some(median), Some(slowest)) = (times.get(times.len() / 2), times.last()) {
            println!("| {name} | {} | {median:.2} | {slowest:.2} |", times.len());
        }
    }
}
