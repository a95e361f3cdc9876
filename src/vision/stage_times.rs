//! How long each stage of a reading takes, for people who want to make it faster:
//! `cargo test --release --lib stage_times -- --ignored --nocapture` prints a table of them.

use super::rivals::is_same_place;
use super::search::TOLERANCES;
use super::*;
use crate::render::sample;
use crate::solver;
use std::hint::black_box;
use std::time::Instant;

/// How often each stage is run: the median counts.
const RUNS: usize = 101;

/// The frames of `benches/reader.rs`: width, height, and the pitch of the board in the middle.
const FRAMES: [((u32, u32), f64); 4] =
    [((600, 600), 66.0), ((1920, 1080), 44.0), ((2560, 1440), 66.0), ((3840, 2160), 88.0)];

/// What took how long, in microseconds, in order.
#[derive(Default)]
struct Times(Vec<(&'static str, f64)>);

impl Times {
    /// Runs a stage, and notes its median time.
    fn of<T>(&mut self, name: &'static str, stage: impl Fn() -> T) -> T {
        let mut times: Vec<f64> = (0..RUNS)
            .map(|_| {
                let start = Instant::now();
                drop(black_box(stage()));
                start.elapsed().as_secs_f64() * 1e6
            })
            .collect();
        times.sort_by(f64::total_cmp);
        self.0.push((name, times[RUNS / 2]));
        stage()
    }
}

/// Times the stages on the way to the one lattice that holds the board.
fn stage_times((frame, pitch): ((u32, u32), f64)) -> Times {
    let (board, drawn) = sample(frame, pitch);
    let pixels = &drawn.pixels;
    let tolerance = TOLERANCES[0];
    let mut times = Times::default();

    let areas = times.of("flat areas", || tiles::flat_areas(pixels, tolerance));
    let tiles = times.of("areas like cells", || tiles::cell_like(pixels, &areas, tolerance));
    let grids = times.of("lattices of cells", || locate::grids(&tiles));
    times.of("lattices of outlines", || outlines::grids(&areas));
    let is_drawn = |grid: &&Grid| is_same_place(&grid.rect(), &drawn.lattice.rect());
    let lattice = grids.iter().find(is_drawn).unwrap().window(0, 0, board.size());
    let size = lattice.size;
    let colours = times.of("colours of the cells", || cells::measure_colours(pixels, &lattice));
    let borders = times.of("borders", || walls::measure_borders(pixels, &lattice));
    let verdict = times.of("judging", || judge::judge(&colours, &borders.list, size).unwrap());
    assert_eq!(verdict.board, board);
    times.of("of it, solving once", || solver::solve(&board));
    let labels = &verdict.labels;
    let palette = times.of("palette", || regions::measure_palette(&colours, labels, size)).colours;
    times.of("surroundings", || {
        surroundings::is_part_of_more(pixels, &lattice, &palette, labels, verdict.must_be_whole)
    });
    times.of("box", || frame_edge::measure(pixels, &lattice, &colours, &borders));
    let of_regions: Vec<_> = labels.iter().map(|&region| palette[region]).collect();
    times.of("marks", || marks::measure_marks(pixels, &lattice, &colours, &of_regions));
    let reading = times.of("the whole", || read(pixels).unwrap());
    assert_eq!(reading.board, board);
    times.of("of it, looking for a larger board", || {
        example::standing(pixels, &areas, &grids, &reading)
    });
    times
}

#[test]
#[ignore = "measures, and checks little"]
fn stage_times_by_the_size_of_the_frame() {
    let times: Vec<Times> = FRAMES.into_iter().map(stage_times).collect();
    print!("| stage |");
    for ((width, height), _) in FRAMES {
        print!(" {width} x {height} |");
    }
    println!();
    for (row, (name, _)) in times[0].0.iter().enumerate() {
        print!("| {name} |");
        for Times(times) in &times {
            print!(" {:.1} |", times[row].1);
        }
        println!();
    }
}
