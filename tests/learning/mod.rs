//! Learning the clicks of simulated games.

use super::game::{Game, Intrusion, Nature};
use proptest::prelude::*;
use queensight::board::{Board, Mark, Marks};
use queensight::capture::FrameSource;
use queensight::geometry::DesktopPoint;
use queensight::input::{Button, Pointer};
use queensight::play::{Abort, ClicksToQueen, Eyes, LearnError, Manners, Patience, Player, Stop};
use queensight::solver::{generate, solve};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

const SIZE: usize = 6;

fn board() -> Board {
    generate(SIZE, &mut ChaCha8Rng::seed_from_u64(7)).unwrap()
}

/// An untouched board of this nature.
fn untouched(nature: Nature) -> Game {
    Game::new(&board(), &Marks::empty(SIZE), nature)
}

fn learn(game: &Game) -> Result<Manners, LearnError> {
    learn_with(game, &Abort::default())
}

fn learn_with(game: &Game, abort: &Abort) -> Result<Manners, LearnError> {
    let eyes = game.eyes();
    let frame = game.clone().frame().unwrap();
    let reading = eyes.read(&frame.pixels).unwrap();
    let player = Player {
        source: &mut game.clone(),
        eyes: &eyes,
        pointer: &mut game.clone(),
        clock: game,
        abort,
    };
    player.learn_manners(frame, &reading, Manners::default(), &Patience::default())
}

fn nature() -> impl Strategy<Value = Nature> {
    let clicks = prop_oneof![Just(ClicksToQueen::One), Just(ClicksToQueen::Two)];
    (clicks, 0_u64..900, 1_u8..=2, -3_i8..=3).prop_map(|(clicks_to_queen, paint, scale, shift)| {
        Nature {
            manners: Manners { clicks_to_queen, ..Manners::default() },
            paint: Duration::from_millis(paint),
            scale: f64::from(scale),
            shift: (f64::from(shift), 0.0),
            ..Nature::default()
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_clicks_are_learned_and_all_is_left_as_it_was(nature in nature()) {
        let manners = nature.manners;
        let game = untouched(nature).put_pointer_over_the_board();
        let home = game.clone().location().unwrap();
        prop_assert_eq!(learn(&game), Ok(manners));
        prop_assert_eq!(game.marks(), Marks::empty(SIZE));
        prop_assert_eq!(game.clicks(), manners.clicks_to_queen.count() + 1);
        prop_assert_eq!(game.clone().location().unwrap(), home);
    }
}

#[test]
fn a_game_that_crosses_out_cells_is_learned_too() {
    let game = untouched(Nature { crosses_out: true, ..Nature::default() });
    let crosses_out = Manners { auto_crosses: true, ..Manners::default() };
    assert_eq!(learn(&game), Ok(crosses_out));
    assert_eq!(game.marks().queens().count(), 0);
}

#[test]
fn it_is_learned_whether_queens_that_stand_from_the_start_stay() {
    let queen = solve(&board()).solution().unwrap().queens().nth(2).unwrap();
    let mut marks = Marks::empty(SIZE);
    marks.set(queen, Mark::Queen);
    for locked in [false, true] {
        let game = Game::new(&board(), &marks, Nature { locked, ..Nature::default() });
        assert_eq!(learn(&game), Ok(Manners { locked_queens: locked, ..Manners::default() }));
        assert_eq!(game.marks(), marks, "locked: {locked}");
    }
}

#[test]
fn it_is_learned_whether_the_pointer_must_be_over_a_cell_first() {
    let enter = Duration::from_millis(40);
    let game = untouched(Nature { enter, ..Nature::default() });
    assert_eq!(learn(&game), Ok(Manners { hover_first: true, ..Manners::default() }));
    assert_eq!(game.marks(), Marks::empty(SIZE));
}

#[test]
fn a_board_that_a_try_could_win_is_left_alone() {
    let solution = solve(&board()).solution().unwrap().clone();
    let mut marks = Marks::empty(SIZE);
    for queen in solution.queens().skip(1) {
        marks.set(queen, Mark::Queen);
    }
    let game = Game::new(&board(), &marks, Nature::default());
    assert_eq!(learn(&game), Err(LearnError::NothingToTry));
    assert_eq!((game.clicks(), game.moves()), (0, 0));
}

#[test]
fn a_game_of_the_right_button_is_learned_too() {
    let manners = Manners { button: Button::Right, ..Manners::default() };
    let game = untouched(Nature { manners, ..Nature::default() });
    assert_eq!(learn(&game), Ok(manners));
    assert_eq!(game.marks(), Marks::empty(SIZE));
}

#[test]
fn a_game_that_does_not_answer_is_told() {
    let game = untouched(Nature { lost_clicks: (0..50).collect(), ..Nature::default() });
    assert!(matches!(learn(&game), Err(LearnError::NothingChanged(_))));
    assert!(game.clicks() <= 10);
}

#[test]
fn a_lost_click_is_tried_again() {
    let game = untouched(Nature { lost_clicks: vec![1], ..Nature::default() });
    assert_eq!(learn(&game), Ok(Manners::default()));
    assert_eq!(game.marks(), Marks::empty(SIZE));
}

#[test]
fn a_queen_that_does_not_go_away_is_told() {
    let game = untouched(Nature { lost_clicks: (2..50).collect(), ..Nature::default() });
    assert!(matches!(learn(&game), Err(LearnError::NotUndone(_))));
}

#[test]
fn a_board_that_goes_away_is_not_clicked_on() {
    let game = untouched(Nature { closes_after: Some(0), ..Nature::default() });
    assert_eq!(learn(&game), Err(LearnError::BoardLost));
    assert_eq!(game.clicks(), 1);
}

#[test]
fn whoever_moves_the_pointer_stops_it_at_once() {
    let elsewhere = DesktopPoint::new(-60.0, 60.0);
    let mut stopped = 0;
    for deed in 4..40 {
        let game = untouched(Nature::default()).intrude(deed, Intrusion::MoveTo(elsewhere));
        match learn(&game) {
            Err(LearnError::Stopped(Stop::PointerMoved { found_at, .. })) => {
                assert_eq!(found_at, elsewhere, "deed {deed}");
                // One click may be on its way between the last look at the pointer and the move.
                assert!(game.clicks_after_intrusion() <= 1, "deed {deed}");
                assert_eq!(game.clone().location().unwrap(), Some(elsewhere), "deed {deed}");
                stopped += 1;
            }
            // It was moved in the very moment that the pointer was being parked.
            Ok(_) => assert_eq!(game.marks(), Marks::empty(SIZE), "deed {deed}"),
            other => panic!("deed {deed}: {other:?}"),
        }
    }
    assert!(stopped >= 30, "only {stopped} of 36 were noticed");
}

#[test]
fn ctrl_c_stops_it_before_anything_is_clicked() {
    let game = untouched(Nature::default());
    let abort = Abort::default();
    abort.raise();
    assert_eq!(learn_with(&game, &abort), Err(LearnError::Stopped(Stop::Asked)));
    assert_eq!(game.clicks(), 0);
}
