//! Games in which a queen comes that the player did not place.

use super::game::playing::{PATIENT, play};
use super::game::{Game, Intrusion, LOOK, Nature};
use queensight::board::{Cell, Mark, Marks, parse};
use queensight::play::Ending;

#[test]
fn a_queen_that_the_players_own_clicks_take_away_again_is_not_taken_for_covered() {
    let board = parse("AABC\nAACC\nADDC\nADDC").unwrap();
    let mut marks = Marks::empty(4);
    marks.set(Cell::at(2, 3), Mark::Queen);
    let nature = Nature { crosses_out: true, ..Nature::default() };
    let unseen = 2 * (nature.paint + LOOK);
    for (cell, deed) in board.cells().flat_map(|cell| (0..70).map(move |deed| (cell, deed))) {
        let game = Game::new(&board, &marks, nature.clone());
        let game = game.intrude(deed, Intrusion::Place(cell));
        if let Ok(played) = play(&game, &PATIENT) {
            assert_eq!(played.ending, Ending::Won, "{cell:?}, {deed}");
        }
        let is_seen = game.time_since_intrusion().is_none_or(|since| since > unseen);
        assert!(game.is_won() || !is_seen, "{cell:?}, {deed}: {:?}", game.marks());
    }
}
