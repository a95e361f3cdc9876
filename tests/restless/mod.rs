//! Boards that move, or do not stop changing.

use super::game::playing::{PATIENT, play, some_board};
use super::game::{Game, Nature};
use queensight::board::{Cell, Marks};
use queensight::clock::Clock;
use queensight::play::{ClicksToQueen, Ending, Manners, Options, Pace, PlayError};
use queensight::solver::generate;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

#[test]
fn a_board_may_move_to_another_place_after_the_first_click() {
    for shift in [(11.0, 0.0), (0.0, -13.0), (-8.0, 8.0)] {
        let nature = Nature { shift, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won);
        // The second click came too late for its cell, and put a cross into another.
        assert_eq!((game.clicks(), game.clicks_beside()), (13, vec![]));
    }
}

#[test]
fn a_board_that_glides_away_after_the_first_click_is_waited_for() {
    let shifts = [(0.0, 16.0), (0.0, -16.0), (12.0, 12.0), (28.0, 0.0)];
    // The two clicks may be painted one after the other.
    let times = [(120, 60, 0), (300, 20, 20), (300, 20, 40)];
    for (shift, times) in shifts.into_iter().flat_map(|it| times.map(|times| (it, times))) {
        let [glides, paint, apart] = <[u64; 3]>::from(times).map(Duration::from_millis);
        assert_won_at_once(Nature { shift, glides, paint, apart, ..Nature::default() });
    }
}

#[test]
fn a_board_that_glides_away_while_its_manners_are_learned_is_waited_for() {
    let [paint, glides] = [20, 300].map(Duration::from_millis);
    let manners = Manners { clicks_to_queen: ClicksToQueen::One, ..Manners::default() };
    for shift in [(16.0, 0.0), (-28.0, 0.0), (12.0, -12.0)] {
        let nature = Nature { manners, shift, glides, paint, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert_eq!((played.ending, played.repairs), (Ending::Won, 0), "{shift:?}");
        assert_eq!(game.clicks_beside(), [], "{shift:?}");
    }
}

#[test]
fn a_board_that_shifts_with_each_click_is_clicked_cell_by_cell() {
    for shift in [(0.0, 1.0), (-1.0, 0.0)] {
        assert_won_at_once(Nature { shift, keeps_shifting: true, ..Nature::default() });
    }
}

#[test]
fn queens_in_wrong_cells_of_a_board_that_moves_as_it_is_clicked_are_no_crosses_of_the_games() {
    for (rests, lag) in [(40, 100), (120, 0), (120, 100), (160, 40), (240, 400)] {
        for (paint, glides) in [(20, 20), (20, 300), (100, 300)] {
            for shift in [(8.0, 0.0), (-8.0, 0.0), (0.0, 8.0)] {
                for crosses_out in [false, true] {
                    let [rests, lag, paint, glides] =
                        [rests, lag, paint, glides].map(Duration::from_millis);
                    let nature = Nature { rests, lag, paint, glides, ..Nature::default() };
                    let nature = Nature { shift, crosses_out, clashes: true, ..nature };
                    let game = Game::new(&some_board(), &Marks::empty(6), nature.clone());
                    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
                    assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{nature:?}");
                }
            }
        }
    }
}

#[test]
fn a_page_that_is_slow_to_answer_is_waited_for_as_long_before_its_board_glides_away() {
    for shift in [(16.0, -8.0), (-16.0, 0.0), (12.0, 12.0)] {
        for rests in [60, 80] {
            let [rests, lag, paint, glides] = [rests, 100, 10, 300].map(Duration::from_millis);
            assert_won_at_once(Nature { shift, rests, lag, paint, glides, ..Nature::default() });
        }
    }
}

#[test]
fn a_board_that_moves_with_the_last_queen_in_a_wrong_cell_is_not_put_away() {
    let [rests, paint, glides] = [120, 20, 20].map(Duration::from_millis);
    let shift = (12.0, 4.0);
    let nature = Nature { rests, paint, glides, shift, crosses_out: true, ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let played = play(&game, &PATIENT).unwrap();
    assert_eq!((played.ending, game.is_won()), (Ending::Won, true));
}

/// Plays a board that is moved, and expects no click more than its six queens need.
fn assert_won_at_once(nature: Nature) {
    let shift = nature.shift;
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let played = play(&game, &PATIENT).unwrap();
    assert_eq!((played.ending, played.repairs), (Ending::Won, 0), "{shift:?}");
    assert_eq!((game.clicks(), game.clicks_beside()), (12, vec![]), "{shift:?}");
}

#[test]
fn a_hint_that_blinks_elsewhere_does_not_keep_a_lost_click_from_being_made_good() {
    let blinks = Some(Cell::at(0, 5));
    for lost in [0, 5, 11] {
        let nature = Nature { blinks, lost_clicks: vec![lost], ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won, "{lost}");
        assert!(game.is_won(), "{:?}", game.marks());
    }
}

#[test]
fn a_game_that_shows_no_end_of_its_answer_has_an_end() {
    let (blinks, lost_clicks) = (Some(Cell::at(3, 2)), (0..1000).collect());
    let nature = Nature { blinks, lost_clicks, ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let error = play(&game, &PATIENT).unwrap_err();
    assert!(matches!(error, PlayError::NotWon { .. }), "{error:?}");
    assert!(game.now() < Duration::from_secs(30), "{:?}", game.now());
}

#[test]
fn a_slow_game_that_takes_one_click_in_three_has_an_end() {
    let board = generate(9, &mut ChaCha8Rng::seed_from_u64(9)).unwrap();
    let lost_clicks = (0..1000).filter(|click| click % 3 < 2).collect();
    let nature = Nature { lost_clicks, paint: Duration::from_millis(2400), ..Nature::default() };
    let game = Game::new(&board, &Marks::empty(9), nature);
    let error = play(&game, &PATIENT).unwrap_err();
    assert!(matches!(error, PlayError::TimeIsUp { .. }), "{error:?}");
    assert!(game.now() < Duration::from_secs(100), "{:?}", game.now());
}

#[test]
fn a_board_that_is_blurred_with_the_last_queen_is_not_clicked_again() {
    let nature = Nature { blurs_after: Some(11), ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::ProbablyWon);
    assert_eq!(game.clicks(), 12);
}

#[test]
fn a_board_that_is_blurred_in_mid_game_is_not_clicked_on() {
    let nature = Nature { blurs_after: Some(7), ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let pace = Pace::Queen(Duration::from_secs(1));
    let error = play(&game, &Options { pace, ..PATIENT }).unwrap_err();
    assert!(matches!(error, PlayError::BoardLost { .. }), "{error:?}");
    assert_eq!(game.clicks(), 8);
}

#[test]
fn what_comes_over_a_cell_for_a_while_is_no_queen() {
    for cell in some_board().cells() {
        for (click, last) in [(0, 300), (0, 600), (0, 1500), (6, 1500), (9, 1500)] {
            let last = Duration::from_millis(last);
            let nature = Nature { sparks: Some((click, cell, last)), ..Nature::default() };
            let game = Game::new(&some_board(), &Marks::empty(6), nature);
            let played = play(&game, &PATIENT).unwrap();
            assert_eq!(
                (played.ending, game.is_won()),
                (Ending::Won, true),
                "{cell:?} {click} {last:?}"
            );
            assert_eq!(game.clicks(), 12, "{cell:?} {click} {last:?}");
        }
    }
}

#[test]
fn a_board_that_is_hidden_when_the_pointer_leaves_it_is_played_with_the_pointer_over_it() {
    let nature = Nature { pauses: true, ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won);
    assert_eq!((game.clicks(), game.is_won()), (12, true));
}

#[test]
fn what_comes_over_open_cells_with_the_first_queen_is_waited_for() {
    // Not over the first queen, in the middle.
    for toast_above in [0, 1, 4, 5] {
        let toast = Some((1, Duration::from_secs(3)));
        let nature = Nature { toast, toast_above, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{toast_above}");
        // The click that asks how the game answers was made with those of the queen.
        assert!(game.clicks() <= 13, "{toast_above}: {}", game.clicks());
    }
}
