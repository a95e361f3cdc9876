//! Whole games of other manners and another tempo than expected, which are learned while they are
//! played.

use super::game::playing::{PATIENT, play, some_board, untouched};
use super::game::{Game, Nature};
use queensight::board::Marks;
use queensight::input::Button;
use queensight::play::{ClicksToQueen, Ending, Manners, Options, PlayError};
use std::time::Duration;

#[test]
fn the_manners_of_any_game_are_learned_from_its_first_queen() {
    use Button::{Left, Right};
    use ClicksToQueen::{One, Two};
    for (clicks_to_queen, clicks_on_cross, button, most_extra) in [
        (Two, One, Left, 0),
        (One, One, Left, 2),
        (One, Two, Left, 3),
        (Two, One, Right, 4),
        (One, One, Right, 4),
    ] {
        let manners = Manners { clicks_to_queen, clicks_on_cross, button, ..Manners::default() };
        for crosses_out in [false, true] {
            let nature = Nature { manners, crosses_out, ..Nature::default() };
            let game = Game::new(&some_board(), &Marks::empty(6), nature);
            let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
            assert_eq!(
                (played.ending, played.manners.button),
                (Ending::Won, button),
                "{manners:?}"
            );
            assert_eq!(played.manners.clicks_to_queen, clicks_to_queen);
            assert!(game.is_won() && game.clicks_beside().is_empty());
            let fewest = 6 * clicks_to_queen.count();
            assert!(game.clicks() <= fewest + most_extra, "{manners:?}: {} clicks", game.clicks());
        }
    }
}

#[test]
fn a_game_that_wants_the_pointer_over_a_cell_first_gets_that() {
    let nature = Nature { enter: Duration::from_millis(40), ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature.clone());
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert!(game.is_won() && played.manners.hover_first, "{:?}", played.manners);
    // Two and one in vain, and then the two of each cell.
    assert_eq!(game.clicks(), 3 + 12);

    // Who knows it wastes nothing.
    let manners = played.manners;
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    assert_eq!(play(&game, &Options { manners, ..PATIENT }).unwrap().ending, Ending::Won);
    assert_eq!(game.clicks(), 12);

    // One click that got lost is no reason.
    let nature = Nature { lost_clicks: vec![1], ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert!(game.is_won() && !played.manners.hover_first);
}

#[test]
fn clicks_that_are_too_fast_for_a_game_are_made_more_slowly() {
    for (slip, least_hold) in [(40, 0), (150, 0), (320, 0), (0, 17), (0, 34), (150, 34)] {
        let nature = Nature {
            slip: Duration::from_millis(slip),
            least_hold: Duration::from_millis(least_hold),
            ..Nature::default()
        };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert!(game.is_won(), "{slip} and {least_hold} ms: {:?}", game.marks());
        let Manners { clicks_to_queen, hover_first, .. } = played.manners;
        assert_eq!((clicks_to_queen, hover_first), (ClicksToQueen::Two, least_hold > 0));
        // Most of them once or twice, and not one by one.
        assert!(game.clicks() <= 36, "{slip} and {least_hold} ms: {}", game.clicks());
    }
    // No game of people's wants a second between two clicks.
    let nature = Nature { slip: Duration::from_secs(30), ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let error = play(&game, &Options { learns: true, ..PATIENT }).unwrap_err();
    assert!(matches!(error, PlayError::NotWon { .. }), "{error:?}");
}

#[test]
fn a_queen_that_was_seen_between_two_clicks_is_not_believed_for_long() {
    // One click makes her, the next one takes her away, and each is painted by itself.
    let manners = Manners { clicks_to_queen: ClicksToQueen::One, ..Manners::default() };
    let apart = Duration::from_millis(80);
    let nature = Nature { manners, apart, ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert!(game.is_won(), "{:?}", game.marks());
    assert_eq!(played.manners.clicks_to_queen, ClicksToQueen::One);
}

#[test]
fn a_menu_that_the_right_button_opens_is_closed_again() {
    // The left button is not listened to for so long that the right one is tried.
    let nature = Nature { menu: true, lost_clicks: (0..5).collect(), ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert!(game.is_won(), "{:?}", game.marks());
    assert_eq!((played.ending, game.clicks_beside()), (Ending::Won, vec![]));
}

#[test]
fn learning_costs_an_ordinary_game_nothing() {
    let [plain, learning] = [false, true].map(|learns| {
        let game = untouched();
        assert_eq!(
            play(&game, &Options { learns, ..PATIENT.clone() }).unwrap().ending,
            Ending::Won
        );
        (game.clicks(), queensight::clock::Clock::now(&game))
    });
    assert_eq!(plain, learning);
}

#[test]
fn a_game_that_answers_to_no_button_is_given_up() {
    let nature = Nature { lost_clicks: (0..100).collect(), ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let error = play(&game, &Options { learns: true, ..PATIENT }).unwrap_err();
    assert!(matches!(error, PlayError::NotWon { .. }), "{error:?}");
    assert!(game.clicks() < 30, "{} clicks", game.clicks());
}
