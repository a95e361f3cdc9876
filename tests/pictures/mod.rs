//! Pages with pictures of boards, of which one is chosen to be played.

use super::game::playing::{PATIENT, board, play, some_board};
use super::game::{Game, Nature};
use queensight::board::Marks;
use queensight::play::{Ending, Options};
use std::time::Duration;

#[test]
fn pictures_of_boards_are_not_clicked_while_the_board_may_come_up() {
    let comes = Duration::from_secs(1);
    let game = |pictures| {
        let nature = Nature { pictures, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        game.show_first(&board(6, 8), &Marks::empty(6), comes)
    };
    for pictures in [3, 12] {
        let game = game(pictures);
        assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won, "{pictures}");
        assert!(game.is_won() && game.first_click().unwrap() > comes, "{pictures}");
        assert_eq!(game.clicks(), 12, "{pictures}");
    }
    // Two may be boards to be played, and nobody knows of one that will come.
    for (pictures, wait) in [(2, Duration::from_secs(2)), (3, Duration::ZERO)] {
        let game = game(pictures);
        let _lost = play(&game, &Options { wait, ..PATIENT });
        assert!(game.first_click().unwrap() < comes, "{pictures}");
    }
}
