//! The end of a game: what comes over the board with the last queen, and what only seems to be a win.

use super::game::playing::{PATIENT, board, play, some_board};
use super::game::{Celebration, Game, Nature};
use queensight::board::Marks;
use queensight::play::{Ending, Options};
use queensight::solver::solve;
use std::time::Duration;

#[test]
fn queens_that_fade_when_the_last_one_has_come_are_not_clicked_again() {
    let nature = Nature { celebration: Celebration::Fade, ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature.clone());
    let played = play(&game, &PATIENT).unwrap();
    assert_eq!((played.ending, game.clicks()), (Ending::ProbablyWon, 12));
    assert!(played.changed.unwrap() > 0.06);

    // Where she has not come, nothing has faded.
    let nature = Nature { lost_clicks: vec![11], ..nature };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let played = play(&game, &PATIENT).unwrap();
    assert!(game.is_won() && played.repairs == 1, "{:?}", game.marks());
}

#[test]
fn what_lies_over_a_part_of_the_board_for_a_while_is_no_win() {
    // It comes with the first click of the last cell, and takes the second.
    let toast = Some((10, Duration::from_millis(1500)));
    let game = Game::new(&some_board(), &Marks::empty(6), Nature { toast, ..Nature::default() });
    let played = play(&game, &PATIENT).unwrap();
    assert_eq!((played.ending, played.repairs), (Ending::Won, 1));
    assert!(game.is_won(), "{:?}", game.marks());

    // One that stays when all queens stand may well be the win.
    let toast = Some((11, Duration::from_secs(60)));
    let game = Game::new(&some_board(), &Marks::empty(6), Nature { toast, ..Nature::default() });
    assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::ProbablyWon);
    assert_eq!(game.clicks(), 12);
}

#[test]
fn what_is_written_on_a_message_over_the_board_is_not_clicked() {
    // It comes with the last click but two, over the row of the last queen.
    let toast = Some((9, Duration::from_secs(3)));
    let nature = Nature { toast, toast_is_read: true, ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature.clone());
    let played = play(&game, &PATIENT).unwrap();
    assert_eq!((played.ending, game.clicks()), (Ending::Won, 12));

    // One that comes with the last click, and stays.
    let toast = Some((11, Duration::from_secs(60)));
    let game = Game::new(&some_board(), &Marks::empty(6), Nature { toast, ..nature });
    assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::ProbablyWon);
    assert_eq!((game.is_won(), game.clicks()), (true, 12));
}

#[test]
fn a_page_that_is_dimmed_with_the_last_click_is_not_clicked_again() {
    for celebration in [Celebration::Ask, Celebration::AskOverIt, Celebration::AskOverCorner] {
        let nature = Nature { celebration, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &PATIENT).unwrap();
        assert_eq!((played.ending, game.clicks()), (Ending::ProbablyWon, 12));
        assert!(game.is_won() && played.timeline.sum_us() < 3_000_000);
    }
}

#[test]
fn a_board_that_is_dimmed_while_clicks_are_checked_is_not_veiled_when_it_is_light_again() {
    for checks in [100, 200, 300, 500] {
        for (size, learns) in [(5, true), (6, false), (8, true)] {
            let nature = Nature { checks: Duration::from_millis(checks), ..Nature::default() };
            let game = Game::new(&board(size, 0), &Marks::empty(size), nature);
            let played = play(&game, &Options { learns, ..PATIENT }).unwrap();
            let what = format!("{size}, {checks} ms: {:?}", game.marks());
            assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{what}");
        }
    }
}

#[test]
fn queens_that_the_win_covers_or_recolours_are_not_clicked_again() {
    let all = [Celebration::Cover, Celebration::CoverLikeQueens, Celebration::Recolour];
    for celebration in all {
        for (seed, crosses_out) in (0..6).flat_map(|seed| [(seed, false), (seed, true)]) {
            let nature = Nature { celebration, crosses_out, ..Nature::default() };
            let game = Game::new(&board(9, seed), &Marks::empty(9), nature);
            let played = play(&game, &PATIENT).unwrap();
            let what = format!("{celebration:?}, {seed}, {crosses_out}: {:?}", played.ending);
            assert_eq!((game.is_won(), game.clicks()), (true, 18), "{what}");
            assert!(played.timeline.sum_us() < 2_000_000, "{what}");
        }
    }
}

#[test]
fn a_last_queen_of_her_cells_colour_is_not_clicked_again_where_the_others_are_recoloured() {
    for (size, seed) in [(6, 0), (8, 1), (9, 2)] {
        let game = |lost_clicks: Vec<usize>| {
            let nature =
                Nature { celebration: Celebration::HideLast, lost_clicks, ..Nature::default() };
            Game::new(&board(size, seed), &Marks::empty(size), nature)
        };
        let won = game(Vec::new());
        let played = play(&won, &PATIENT).unwrap();
        assert_eq!((played.ending, won.is_won()), (Ending::ProbablyWon, true), "{size}");
        assert_eq!(won.clicks(), 2 * size, "{size}");
        // Where nothing stands, nothing is hidden.
        let lost = game(vec![2 * size - 2, 2 * size - 1]);
        let played = play(&lost, &PATIENT).unwrap();
        assert_eq!((played.ending, lost.is_won()), (Ending::ProbablyWon, true), "{size}");
    }
}

#[test]
fn a_queen_that_the_win_recolours_otherwise_than_the_others_is_not_clicked_away() {
    for (size, seed) in [(6, 0), (8, 1), (9, 2)] {
        let nature = Nature { celebration: Celebration::RecolourInTwo, ..Nature::default() };
        let game = Game::new(&board(size, seed), &Marks::empty(size), nature);
        let played = play(&game, &PATIENT).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{size}");
        assert_eq!(game.clicks(), 2 * size, "{size}");
    }
}

#[test]
fn what_a_panel_shows_over_a_faded_board_is_not_clicked() {
    for seed in 0..6 {
        let nature = Nature { celebration: Celebration::FadeUnderPanel, ..Nature::default() };
        let game = Game::new(&board(9, seed), &Marks::empty(9), nature);
        let played = play(&game, &PATIENT).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::ProbablyWon, true), "{seed}");
        assert_eq!(game.clicks(), 18, "{seed}");
    }
}

#[test]
fn a_queen_that_is_hidden_for_a_moment_is_waited_for() {
    for lasts in [100, 300, 600] {
        for click in 2..10 {
            let ripple = Some((click, Duration::from_millis(lasts)));
            let game =
                Game::new(&some_board(), &Marks::empty(6), Nature { ripple, ..Nature::default() });
            let played = play(&game, &PATIENT).unwrap();
            assert!(game.is_won(), "{:?}", game.marks());
            let done = (played.ending, played.repairs, game.clicks());
            assert_eq!(done, (Ending::Won, 0, 12), "with click {click}, for {lasts} ms");
        }
    }
}

#[test]
fn a_queen_who_was_seen_in_passing_does_not_stand_where_her_cell_was_turned_over() {
    let solution = solve(&some_board()).solution().unwrap().clone();
    for (cell, queen) in solution.queens().flat_map(|cell| (0..5).map(move |queen| (cell, queen))) {
        // Her clicks are lost, and something like her is there until after the last one.
        let lost_clicks = vec![2 * queen, 2 * queen + 1];
        for last in [50, 100, 200, 400] {
            let sparks = Some((2 * queen, cell, Duration::from_millis(last)));
            let nature = Nature {
                wears: true,
                sparks,
                lost_clicks: lost_clicks.clone(),
                ..Nature::default()
            };
            let game = Game::new(&some_board(), &Marks::empty(6), nature);
            let played = play(&game, &PATIENT).unwrap();
            let what = format!("{cell:?}, {queen}, {last} ms");
            assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{what}");
        }
    }
}

#[test]
fn a_last_queen_beside_a_message_over_others_is_seen() {
    // It comes with the last click, and stays.
    let toast = Some((11, Duration::from_secs(60)));
    let nature = Nature { toast, toast_above: 3, ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature.clone());
    let played = play(&game, &PATIENT).unwrap();
    assert!(game.is_won());
    assert_eq!((played.ending, game.clicks()), (Ending::Won, 12));

    // Where she has not come, it is waited for until it goes.
    let toast = Some((11, Duration::from_millis(1500)));
    let nature = Nature { toast, lost_clicks: vec![11], ..nature };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let played = play(&game, &PATIENT).unwrap();
    assert_eq!((played.ending, played.repairs), (Ending::Won, 1));
    assert!(game.is_won(), "{:?}", game.marks());
}

#[test]
fn a_last_queen_who_was_lost_under_confetti_is_missed_when_it_has_gone() {
    let board = board(9, 7);
    let nature = Nature { confetti: Some(17), ..Nature::default() };
    let game = Game::new(&board, &Marks::empty(9), nature.clone());
    let played = play(&game, &PATIENT).unwrap();
    assert_eq!((played.ending, game.is_won(), game.clicks()), (Ending::Won, true, 18));

    let nature = Nature { lost_clicks: vec![17], ..nature };
    let game = Game::new(&board, &Marks::empty(9), nature);
    let played = play(&game, &PATIENT).unwrap();
    assert_eq!((played.ending, game.is_won()), (Ending::Won, true));
}
