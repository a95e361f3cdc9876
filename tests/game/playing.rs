//! Playing a simulated game to its end.

use super::{Game, Nature};
use proptest::prelude::*;
use queensight::board::{Board, Cell, Mark, Marks};
use queensight::play::record::{Recorder, Run};
use queensight::play::{Abort, Manners, Options, Pace, Patience, PlayError, Played, Player};
use queensight::solver::{generate, solve};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

/// Two clicks of the left button make a queen, and nothing is learned.
pub(crate) const PATIENT: Options = Options {
    manners: Manners::USUAL,
    learns: false,
    place: None,
    wait: Duration::from_secs(2),
    any_solution: false,
    played: Vec::new(),
    pace: Pace::AtOnce,
    dry_run: false,
    patience: Patience {
        answer: Duration::from_millis(2500),
        rest: Duration::from_millis(600),
        covered: Duration::from_secs(5),
        vanished: Duration::from_millis(600),
        repairs: 4,
    },
};

/// Plays, and holds the record of it to the same decisions.
pub(crate) fn play_with(
    game: &Game,
    options: &Options,
    abort: &Abort,
) -> Result<Played, PlayError> {
    let folder = tempfile::tempdir().unwrap();
    let recorder = Recorder::create(folder.path()).unwrap();
    let player = Player {
        source: &mut game.clone(),
        eyes: &game.eyes(),
        pointer: &mut game.clone(),
        clock: game,
        abort,
    };
    let played = recorder.play(player, options);
    recorder.finish().unwrap();
    let mut differences = Vec::new();
    // Other eyes of the same game: looking takes its time.
    let again = Game::new(&some_board(), &Marks::empty(6), game.nature());
    let replayed = Run::open(folder.path()).unwrap().replay(&again.eyes(), &mut |step| {
        differences.extend(step.recorded.is_some().then(|| step.clone()));
    });
    assert_eq!(differences, [], "the replay goes another way");
    assert!(!replayed.unwrap().is_cut);
    played
}

pub(crate) fn play(game: &Game, options: &Options) -> Result<Played, PlayError> {
    play_with(game, options, &Abort::default())
}

pub(crate) fn board(size: usize, seed: u64) -> Board {
    generate(size, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap()
}

/// An easy board for the tests that need only one.
pub(crate) fn some_board() -> Board {
    board(6, 7)
}

pub(crate) fn untouched() -> Game {
    Game::new(&some_board(), &Marks::empty(6), Nature::default())
}

/// A board of a size from 4 to 9 with anything on it: empty cells, crosses, queens right and wrong.
pub(crate) fn half_played() -> impl Strategy<Value = (Board, Marks)> {
    (4_usize..=9, any::<u64>())
        .prop_flat_map(|(size, seed)| {
            let mark = prop_oneof![
                6 => Just(Mark::Empty),
                3 => Just(Mark::Cross),
                1 => Just(Mark::Queen),
            ];
            proptest::collection::vec(mark, size * size).prop_map(move |all| {
                let mut marks = Marks::empty(size);
                for (index, mark) in all.into_iter().enumerate() {
                    marks.set(Cell::at(index / size, index % size), mark);
                }
                (board(size, seed), marks)
            })
        })
        .prop_filter("crosses in cells of the solution alone are queens", |(board, marks)| {
            let solution = solve(board).solution().unwrap().clone();
            let is_right = |cell: Cell| solution.columns()[cell.row] == cell.col;
            let is_cross = |cell: Cell| marks.mark(cell) == Mark::Cross;
            marks.standing().next().is_none()
                || marks.standing().any(|cell| !is_cross(cell) || !is_right(cell))
        })
}
