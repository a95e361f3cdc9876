//! Games in which a queen comes that the player did not place, or goes that was not taken away.

use super::game::playing::{PATIENT, play, some_board};
use super::game::{Game, Intrusion, LOOK, Nature};
use queensight::board::{Cell, Mark, Marks, parse};
use queensight::play::Ending;
use queensight::solver::solve;

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

#[test]
fn a_queen_whose_cell_is_empty_again_is_not_taken_for_covered() {
    let solution = solve(&some_board()).solution().unwrap().clone();
    for (cell, deed) in
        solution.queens().take(2).flat_map(|cell| (90..140).map(move |deed| (cell, deed)))
    {
        let game = Game::new(&some_board(), &Marks::empty(6), Nature::default());
        let game = game.intrude(deed, Intrusion::Take(cell));
        assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won, "{cell:?}, {deed}");
        // Before the last click, it is seen before what that has made.
        let is_seen = game.clicks_after_intrusion() > 0;
        assert!(game.is_won() || !is_seen, "{cell:?}, {deed}: {:?}", game.marks());
    }
}
