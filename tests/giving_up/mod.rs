//! Games that no click of the two buttons wins.

use super::game::playing::{PATIENT, play, some_board};
use super::game::{Game, Nature};
use queensight::board::Marks;
use queensight::clock::Clock;
use queensight::play::{Options, PlayError};
use std::time::Duration;

/// How long it takes to try all there is on a page that answers within a tenth of a second: three clicks
/// that nothing comes of are given two seconds each, and two menus are closed.
const TRIED: Duration = Duration::from_secs(12);

fn given_up_after(nature: Nature) -> (Duration, usize) {
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let error = play(&game, &Options { learns: true, ..PATIENT }).unwrap_err();
    assert!(matches!(error, PlayError::NotWon { .. }), "{error:?}");
    (game.now(), game.clicks())
}

#[test]
fn a_game_that_sets_crosses_and_no_queens_is_given_up_when_all_was_tried() {
    for menu in [false, true] {
        let (took, clicks) =
            given_up_after(Nature { only_crosses: true, menu, ..Nature::default() });
        assert!(took < TRIED && clicks < 16, "{took:?}, {clicks} clicks");
    }
}

#[test]
fn a_game_whose_clicks_only_light_their_cells_is_given_up_when_all_was_tried() {
    let (took, clicks) = given_up_after(Nature { lights: true, ..Nature::default() });
    assert!(took < TRIED && clicks < 16, "{took:?}, {clicks} clicks");
}
