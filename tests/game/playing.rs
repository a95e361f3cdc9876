//! Playing a simulated game to its end.

use super::{Game, Nature};
use queensight::board::{Board, Marks};
use queensight::input::Button;
use queensight::play::record::{Recorder, Run};
use queensight::play::{
    Abort, ClicksToQueen, Manners, Options, Pace, Patience, PlayError, Played, Player,
};
use queensight::solver::generate;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

pub(crate) const PATIENT: Options = Options {
    manners: Manners {
        clicks_to_queen: ClicksToQueen::Two,
        clicks_on_cross: ClicksToQueen::One,
        button: Button::Left,
        hover_first: false,
        auto_crosses: false,
        locked_queens: false,
    },
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
    let replayed = Run::open(folder.path()).unwrap().replay(&untouched().eyes(), &mut |step| {
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
