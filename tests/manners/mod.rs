//! Whole games of other manners and another tempo than expected, which are learned while they are
//! played.

use super::game::playing::{PATIENT, board, half_played, play, some_board, untouched};
use super::game::{Celebration, Game, Nature, Waits};
use proptest::prelude::*;
use queensight::board::{Cell, Mark, Marks, parse};
use queensight::input::Button;
use queensight::play::{ClicksToQueen, Ending, Manners, Options, PlayError};
use queensight::solver::solve;
use std::time::Duration;

/// The ways in which games go through their marks, and with which button.
const WAYS: [(ClicksToQueen, ClicksToQueen, Button); 5] = [
    (ClicksToQueen::Two, ClicksToQueen::One, Button::Left),
    (ClicksToQueen::One, ClicksToQueen::One, Button::Left),
    (ClicksToQueen::One, ClicksToQueen::Two, Button::Left),
    (ClicksToQueen::Two, ClicksToQueen::One, Button::Right),
    (ClicksToQueen::One, ClicksToQueen::One, Button::Right),
];

fn ways() -> impl Iterator<Item = Manners> {
    WAYS.into_iter().map(|(clicks_to_queen, clicks_on_cross, button)| Manners {
        clicks_to_queen,
        clicks_on_cross,
        button,
        ..Manners::default()
    })
}

#[test]
fn the_manners_of_any_game_are_learned_from_its_first_queen() {
    for (manners, most_extra) in ways().zip([0, 2, 3, 7, 7]) {
        let Manners { clicks_to_queen, button, .. } = manners;
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
fn a_game_in_which_one_click_makes_a_queen_is_known_by_its_first_answer() {
    let one_click = ways().filter(|manners| {
        (manners.clicks_to_queen, manners.button) == (ClicksToQueen::One, Button::Left)
    });
    // Each click may be painted by itself, the queen before the second click has taken her away.
    for (manners, apart) in one_click.flat_map(|manners| [0, 20, 80, 300].map(|ms| (manners, ms))) {
        let apart = Duration::from_millis(apart);
        for crosses_out in [false, true] {
            let nature = Nature { manners, crosses_out, apart, ..Nature::default() };
            let game = Game::new(&some_board(), &Marks::empty(6), nature);
            let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
            assert!(game.is_won() && game.clicks_beside().is_empty());
            assert_eq!((played.ending, played.repairs), (Ending::Won, 0), "{manners}, {apart:?}");
            let Manners { clicks_to_queen, clicks_on_cross, .. } = played.manners;
            assert_eq!(clicks_to_queen, ClicksToQueen::One);
            assert_eq!(clicks_on_cross, manners.clicks_on_cross);
            let took = queensight::clock::Clock::now(&game);
            assert!(took < Duration::from_millis(900) + 9 * apart, "{manners}: {took:?}");
        }
    }
}

#[test]
fn a_first_click_that_is_not_answered_makes_those_that_follow_slow() {
    for (slip, crosses_out) in [(40, false), (40, true), (150, false), (150, true)] {
        let slip = Duration::from_millis(slip);
        let nature = Nature { slip, crosses_out, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert_eq!(played.ending, Ending::Won, "{:?}", game.marks());
        // The first cross, two clicks in vain, and no other one.
        assert_eq!(game.clicks(), 2 + 12, "{slip:?}");
    }
}

#[test]
fn a_game_that_answers_slowly_is_not_taken_for_one_of_other_manners() {
    for (paint, apart) in [(1000, 0), (400, 300), (300, 600)] {
        let (paint, apart) = (Duration::from_millis(paint), Duration::from_millis(apart));
        let nature = Nature { paint, apart, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert!(game.is_won(), "{:?}", game.marks());
        assert_eq!((played.ending, played.manners), (Ending::Won, Manners::default()));
        assert_eq!((played.repairs, game.clicks()), (0, 12), "{paint:?}, {apart:?}");
    }
}

#[test]
fn a_game_that_loses_all_fast_clicks_is_soon_played_more_slowly() {
    let manners = Manners { clicks_to_queen: ClicksToQueen::One, ..Manners::default() };
    let nature = Nature { manners, slip: Duration::from_millis(150), ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert_eq!((played.ending, played.manners), (Ending::Won, manners));
    assert!(game.is_won() && game.clicks() < 24, "{} clicks", game.clicks());
    let took = queensight::clock::Clock::now(&game);
    assert!(took < Duration::from_secs(6), "{took:?}");
}

#[test]
fn a_double_click_comes_before_the_right_button_where_two_clicks_have_made_a_queen() {
    let how_long = Duration::from_millis(400);
    let waits = Some(Waits { how_long, keeps_crosses: false, keeps_queens: false });
    // The two of each cell, those that are lost, and a cross that is set and taken away, if a single one is taken.
    for (lost_clicks, clicks) in [(vec![2], 12 + 1 + 2), (vec![2, 3], 12 + 2)] {
        let nature = Nature { waits, menu: true, lost_clicks, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true));
        assert_eq!(game.clicks(), clicks);
    }
}

#[test]
fn a_game_that_wants_the_pointer_over_a_cell_first_gets_that() {
    let nature = Nature { enter: Duration::from_millis(40), ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature.clone());
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert!(game.is_won() && played.manners.hover_first, "{:?}", played.manners);
    // Two, one in another cell and one more in vain, and then the two of each cell.
    assert_eq!(game.clicks(), 4 + 12);

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
fn a_game_that_wants_the_button_held_gets_that_from_its_first_queen_on() {
    for enter in [0, 40] {
        let nature = Nature {
            enter: Duration::from_millis(enter),
            least_hold: Duration::from_millis(34),
            ..Nature::default()
        };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert_eq!(played.ending, Ending::Won, "{:?}", game.marks());
        // Two, one in another cell and one more in vain, and then the two of each cell.
        assert_eq!(game.clicks(), 4 + 12);
    }
}

#[test]
fn a_double_click_is_made_where_single_clicks_set_crosses() {
    let paint = Duration::from_millis(300);
    let nature = Nature { double_clicks: true, paint, ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert!(game.is_won(), "{:?}", game.marks());
    assert_eq!((played.ending, played.manners.button), (Ending::Won, Button::Left));
    // Two, one in another cell, two to see what single ones do, and then the two of each cell.
    assert_eq!(game.clicks(), 5 + 12);
    let took = queensight::clock::Clock::now(&game);
    assert!(took < Duration::from_secs(8), "{took:?}");
}

#[test]
fn a_double_click_that_makes_the_last_queen_may_take_the_board_away() {
    let board = some_board();
    let solution = solve(&board).solution().unwrap().clone();
    let nature = Nature {
        double_clicks: true,
        takes_fast_pairs: true,
        celebration: Celebration::Leave,
        ..Nature::default()
    };
    let mut marks = Marks::empty(6);
    solution.queens().skip(1).for_each(|cell| marks.set(cell, Mark::Queen));
    let game = Game::new(&board, &marks, nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert_eq!((played.ending, game.is_won()), (Ending::ProbablyWon, true));
}

#[test]
fn a_double_click_comes_before_the_right_button_where_single_clicks_set_crosses() {
    let nature =
        Nature { double_clicks: true, takes_fast_pairs: true, menu: true, ..Nature::default() };
    // Where a cross stands, there is one to be made a queen.
    for crosses in [vec![], some_board().cells().collect::<Vec<Cell>>()] {
        let mut marks = Marks::empty(6);
        crosses.iter().for_each(|&cell| marks.set(cell, Mark::Cross));
        let game = Game::new(&some_board(), &marks, nature.clone());
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true));
        assert_eq!(game.clicks(), if crosses.is_empty() { 5 + 12 } else { 3 + 12 });
    }
}

#[test]
fn a_double_click_comes_before_the_right_button_where_single_clicks_do_nothing() {
    let nature =
        Nature { double_clicks: true, ignores_singles: true, menu: true, ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert_eq!((played.ending, game.is_won()), (Ending::Won, true));
    // Two, one in another cell, two more in vain, and then the two of each cell.
    assert_eq!(game.clicks(), 5 + 12);
}

#[test]
fn a_game_with_one_clock_for_the_double_clicks_of_all_cells_is_known_by_the_pairs_that_it_undoes() {
    for paint in [20, 60, 120].map(Duration::from_millis) {
        let nature = Nature { shares_clock: true, paint, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{paint:?}");
        // Two and one, that one again with the two of three cells, then a click for each but the first and the last,
        // which take two.
        assert_eq!(game.clicks(), 3 + 1 + 6 + 5 + 2, "{paint:?}");
        let took = queensight::clock::Clock::now(&game);
        assert!(took < Duration::from_secs(4), "{took:?}");
    }
}

#[test]
fn a_game_of_single_clicks_that_loses_one_of_the_first_two_is_won_although_its_pairs_are_undone() {
    let nature =
        Nature { manners: ways().nth(1).unwrap(), lost_clicks: vec![1], ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{:?}", game.marks());
    // A click alone that makes a queen tells it from a game with one clock.
    let took = queensight::clock::Clock::now(&game);
    assert!(took < Duration::from_secs(10), "{took:?}");
}

/// All ways in which a game waits for the second click of a double one.
fn waits() -> impl Iterator<Item = Waits> {
    let keep = [(false, false), (false, true), (true, false), (true, true)];
    let all = [200, 250, 300].into_iter().flat_map(move |ms| keep.map(|keeps| (ms, keeps)));
    all.map(|(ms, (keeps_crosses, keeps_queens))| Waits {
        how_long: Duration::from_millis(ms),
        keeps_crosses,
        keeps_queens,
    })
}

#[test]
fn double_clicks_are_made_where_a_single_one_is_waited_with() {
    for (waits, paint) in waits().flat_map(|waits| [20, 60, 120].map(|paint| (waits, paint))) {
        let paint = Duration::from_millis(paint);
        let nature = Nature { waits: Some(waits), paint, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert!(game.is_won(), "{waits:?}: {:?}", game.marks());
        // One that asks how the game answers; where the cross of that one stays, two in vain and another.
        let extra = if waits.keeps_crosses { 4 } else { 1 };
        assert_eq!((played.ending, game.clicks()), (Ending::Won, 12 + extra), "{waits:?}");
        let took = queensight::clock::Clock::now(&game);
        let bound = if waits.keeps_crosses { 2500 } else { 1200 };
        assert!(took < Duration::from_millis(bound), "{waits:?}, {paint:?}: {took:?}");
    }
}

#[test]
fn wrong_queens_are_taken_away_by_double_clicks_where_single_ones_leave_them() {
    let solution = solve(&some_board()).solution().unwrap().clone();
    let is_free = |cell: &Cell| solution.columns()[cell.row] != cell.col;
    let free: Vec<Cell> = some_board().cells().filter(is_free).collect();
    for (waits, wrong) in waits().flat_map(|waits| [1, 3].map(|wrong| (waits, wrong))) {
        let mut marks = Marks::empty(6);
        free.iter().step_by(7).take(wrong).for_each(|&cell| marks.set(cell, Mark::Queen));
        let nature = Nature { waits: Some(waits), ..Nature::default() };
        let game = Game::new(&some_board(), &marks, nature);
        let played = play(&game, &Options { learns: true, ..PATIENT });
        let what = format!("{waits:?}, {wrong} wrong: {played:?}");
        assert_eq!(played.expect(&what).ending, Ending::Won, "{what}");
        assert!(game.is_won() && game.clicks_beside().is_empty(), "{what}");
        assert!(game.clicks() <= 12 + 5 * wrong + 5, "{what}: {} clicks", game.clicks());
    }
}

#[test]
fn the_right_button_is_tried_where_the_left_one_sets_crosses_singly_and_doubly() {
    let nature = Nature {
        manners: ways().nth(4).expect("one of them"),
        other_crosses: true,
        ..Nature::default()
    };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert_eq!((played.ending, played.manners.button), (Ending::Won, Button::Right));
    // Two and one in another cell, two to see what single ones do, and a double click.
    assert_eq!(game.clicks(), 7 + 6);
    let took = queensight::clock::Clock::now(&game);
    assert!(took < Duration::from_millis(4000), "{took:?}");
}

#[test]
fn where_a_double_click_undoes_what_its_clicks_have_made_they_are_made_apart_or_singly() {
    // Wherever they are: one batch in vain, the first cell's pair, and one for the answer. In one place: none in vain.
    for (within, most_clicks, longest) in [(f64::INFINITY, 12 + 3 + 8, 8500), (0.5, 12, 1000)] {
        let nature = Nature { undoes_pairs: Some(within), ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true));
        assert!(game.clicks() <= most_clicks, "{} clicks", game.clicks());
        let took = queensight::clock::Clock::now(&game);
        assert!(took < Duration::from_millis(longest), "{took:?}");
    }
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
fn a_cell_that_is_only_selected_by_its_first_click_is_clicked_once_more() {
    for size in 5..10 {
        let board = board(size, 7);
        let nature = Nature { selects: true, ..Nature::default() };
        let game = Game::new(&board, &Marks::empty(size), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert!(game.is_won(), "{:?}", game.marks());
        assert_eq!((played.ending, played.manners), (Ending::Won, Manners::default()));
        let took = queensight::clock::Clock::now(&game);
        assert!(took < Duration::from_secs(13), "{size}: {took:?}");
    }
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
fn what_a_page_did_not_listen_to_is_tried_again() {
    for manners in ways() {
        for (deaf, menu) in [(2, false), (5, false), (5, true), (9, true)] {
            let nature =
                Nature { manners, deaf: Duration::from_secs(deaf), menu, ..Nature::default() };
            let game = Game::new(&some_board(), &Marks::empty(6), nature);
            let played = play(&game, &Options { learns: true, ..PATIENT });
            let what = format!("{manners}, deaf for {deaf} s, menu {menu}: {played:?}");
            assert_eq!(played.expect(&what).ending, Ending::Won, "{what}");
            assert!(game.is_won() && game.clicks_beside().is_empty(), "{what}");
        }
    }
}

#[test]
fn a_menu_that_comes_with_every_click_is_closed_each_time() {
    for manners in ways().filter(|manners| manners.button == Button::Right) {
        for learns in [false, true] {
            let nature = Nature { manners, menu: true, ..Nature::default() };
            let game = Game::new(&some_board(), &Marks::empty(6), nature);
            let manners = if learns { Manners::default() } else { manners };
            let played = play(&game, &Options { learns, manners, ..PATIENT });
            assert_eq!(played.unwrap().ending, Ending::Won, "{manners}, learns: {learns}");
            assert!(game.is_won() && game.clicks_beside().is_empty());
        }
    }
}

#[test]
fn a_board_that_is_drawn_anew_after_each_click_is_played() {
    for manners in ways() {
        let nature = Nature { manners, redraw: Duration::from_millis(80), ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT });
        assert_eq!(played.unwrap().ending, Ending::Won, "{manners}");
        assert!(game.is_won() && game.clicks_beside().is_empty(), "{manners}");
    }
}

#[test]
fn a_menu_that_comes_with_the_last_click_is_no_win() {
    let solution = solve(&some_board()).solution().unwrap().clone();
    for (manners, menu) in ways().flat_map(|manners| [(manners, false), (manners, true)]) {
        for last in solution.queens() {
            let mut marks = Marks::empty(6);
            for queen in solution.queens().filter(|&queen| queen != last) {
                marks.set(queen, Mark::Queen);
            }
            let redraw = Duration::from_millis(80);
            let nature = Nature { manners, redraw, menu, ..Nature::default() };
            let game = Game::new(&some_board(), &marks, nature);
            let played = play(&game, &Options { learns: true, manners, ..PATIENT }).unwrap();
            assert_eq!(played.ending, Ending::Won, "{manners}, menu: {menu}, {last:?}");
            assert!(game.is_won() && game.clicks_beside().is_empty(), "{:?}", game.marks());
        }
    }
}

#[test]
fn the_next_board_is_no_menu_and_is_not_clicked() {
    for manners in ways().filter(|manners| manners.button == Button::Right) {
        let clicks = 6 * manners.clicks_to_queen.count();
        for seed in 8..20 {
            let turns_into = Some((clicks - 1, board(6, seed)));
            let nature = Nature { manners, turns_into, ..Nature::default() };
            let game = Game::new(&some_board(), &Marks::empty(6), nature);
            let played = play(&game, &Options { manners, ..PATIENT }).unwrap();
            assert_eq!(played.ending, Ending::ProbablyWon, "{manners}, seed {seed}");
            assert_eq!((game.clicks(), game.marks()), (clicks, Marks::empty(6)));
        }
    }
}

#[test]
fn a_page_that_goes_away_between_two_clicks_is_no_win() {
    for manners in ways().filter(|manners| manners.button == Button::Right) {
        for closes_after in 0..60 {
            let closes_after = Some(closes_after);
            let nature = Nature { manners, menu: true, closes_after, ..Nature::default() };
            let game = Game::new(&some_board(), &Marks::empty(6), nature);
            if let Ok(played) = play(&game, &Options { learns: true, ..PATIENT }) {
                assert!(game.is_won(), "{manners}, {closes_after:?}: {:?}", played.ending);
            }
        }
    }
}

#[test]
fn what_hides_a_board_that_shows_all_queens_is_a_win_however_many_clicks_were_expected() {
    let cases = [
        ("AABCC\nAAACC\nAAAAA\nAAADD\nEAAAA", ".....\n....x\n.....\n...x.\n.xx..", 1, 0, 80),
        ("AABB\nAABB\nAABC\nADBC", "..x.\nx...\n....\n.q..", 3, 2, 0),
        ("AABB\nAABB\nAABC\nADBC", "..x.\nx...\n....\n.q..", 4, 2, 0),
    ];
    for (board, rows, way, deaf, redraw) in cases {
        let board = parse(board).unwrap();
        let mut marks = Marks::empty(board.size());
        for (row, text) in rows.lines().enumerate() {
            for (col, mark) in text.chars().enumerate() {
                marks.set(Cell::at(row, col), Mark::from_char(mark).unwrap());
            }
        }
        for learns_of in [Manners::default(), ways().nth(way).expect("one of them")] {
            let nature = Nature {
                manners: ways().nth(way).expect("one of them"),
                celebration: Celebration::Decorate,
                deaf: Duration::from_secs(deaf),
                redraw: Duration::from_millis(redraw),
                menu: true,
                ..Nature::default()
            };
            let game = Game::new(&board, &marks, nature);
            let played = play(&game, &Options { learns: true, manners: learns_of, ..PATIENT });
            assert!(played.is_ok(), "way {way}: {:?}, {:?}", played.unwrap_err(), game.marks());
            assert!(game.is_won() && game.clicks_beside().is_empty());
        }
    }
}

#[test]
fn wrong_queens_are_taken_away_with_the_button_that_took_the_first() {
    let board = board(9, 3);
    let queens: Vec<Cell> = solve(&board).solution().unwrap().queens().collect();
    let mut marks = Marks::empty(9);
    for cell in board.cells().filter(|cell| !queens.contains(cell)).step_by(5) {
        marks.set(cell, Mark::Queen);
    }
    let wrong = marks.queens().count();
    for manners in ways().filter(|manners| manners.button == Button::Right) {
        let deaf = Duration::from_secs(7);
        let game = Game::new(&board, &marks, Nature { manners, deaf, ..Nature::default() });
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{manners:?}");
        // Those of each queen, and with the left button those in vain.
        let most = wrong + 9 * manners.clicks_to_queen.count() + 5;
        assert!(game.clicks() <= most, "{manners:?}: {} clicks", game.clicks());
    }
}

#[test]
fn crosses_that_are_read_as_queens_are_found_out_where_clicks_get_lost() {
    for slip in [40, 100, 150, 250, 320] {
        let nature = Nature { dots: true, slip: Duration::from_millis(slip), ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert!(game.is_won(), "{slip} ms: {:?}", game.marks());
        assert_eq!(played.manners.clicks_to_queen, ClicksToQueen::Two);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_win_of_a_game_of_any_manners_is_one(
        (board, marks) in half_played(),
        way in 0..WAYS.len(),
        celebration in prop_oneof![
            Just(Celebration::None),
            Just(Celebration::Decorate),
            Just(Celebration::Leave),
        ],
        deaf in 0_u64..8,
        redraw in prop_oneof![Just(0_u64), Just(80)],
        menu: bool,
        knows: bool,
    ) {
        let manners = ways().nth(way).expect("one of them");
        let nature = Nature {
            manners,
            celebration,
            deaf: Duration::from_secs(deaf),
            redraw: Duration::from_millis(redraw),
            menu,
            ..Nature::default()
        };
        let game = Game::new(&board, &marks, nature);
        let expected = if knows { manners } else { Manners::default() };
        match play(&game, &Options { learns: true, manners: expected, ..PATIENT }) {
            Ok(played) => prop_assert!(game.is_won(), "{:?}: {:?}", played.ending, game.marks()),
            Err(error) => prop_assert!(false, "{error}"),
        }
        prop_assert_eq!(game.clicks_beside(), []);
    }
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
    // One cell is clicked twice and not at once, which is one more move.
    assert_eq!(plain.0, learning.0);
    assert!(learning.1 - plain.1 < Duration::from_millis(1), "{plain:?} {learning:?}");
}

#[test]
fn a_game_that_answers_to_no_button_is_given_up() {
    let nature = Nature { lost_clicks: (0..100).collect(), ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let error = play(&game, &Options { learns: true, ..PATIENT }).unwrap_err();
    assert!(matches!(error, PlayError::NotWon { .. }), "{error:?}");
    assert!(game.clicks() < 30, "{} clicks", game.clicks());
}

#[test]
fn a_board_that_is_away_after_a_click_of_the_right_button_is_clicked_singly_from_then_on() {
    let board = parse("AABB\nCBBB\nCCDD\nCDDD").unwrap();
    let mut marks = Marks::empty(4);
    for (at, mark) in [((0, 1), Mark::Cross), ((2, 0), Mark::Cross), ((3, 3), Mark::Queen)] {
        marks.set(Cell::at(at.0, at.1), mark);
    }
    let nature = Nature {
        manners: ways().nth(4).expect("one of them"),
        celebration: Celebration::Leave,
        deaf: Duration::from_secs(3),
        redraw: Duration::from_millis(80),
        ..Nature::default()
    };
    let game = Game::new(&board, &marks, nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert_eq!(played.ending, Ending::ProbablyWon);
    assert!(game.is_won(), "{:?}", game.marks());
    // One click was seen to make a queen of an empty cell before the last one was made.
    assert_eq!(played.manners.clicks_to_queen, ClicksToQueen::One);
}

#[test]
fn before_the_last_click_it_is_known_what_it_does() {
    // Of four queens three take the place of a cross, which does not tell what a click makes of an empty cell.
    let board = parse("ABBB\nABBB\nCDDD\nCCDD").unwrap();
    let mut marks = Marks::empty(4);
    for (row, col) in [(0, 2), (1, 0), (2, 3)] {
        marks.set(Cell::at(row, col), Mark::Cross);
    }
    let nature = Nature {
        manners: ways().nth(4).expect("one of them"),
        celebration: Celebration::Leave,
        deaf: Duration::from_secs(2),
        redraw: Duration::from_millis(80),
        ..Nature::default()
    };
    let game = Game::new(&board, &marks, nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert_eq!((played.ending, game.is_won()), (Ending::ProbablyWon, true));
}

#[test]
fn what_is_painted_piece_by_piece_is_read_when_all_of_it_is_there() {
    let apart = Duration::from_millis(20);
    let game = Game::new(&some_board(), &Marks::empty(6), Nature { apart, ..Nature::default() });
    let played = play(&game, &PATIENT).unwrap();
    assert_eq!((played.ending, game.clicks()), (Ending::Won, 12));
    // The board, the first queen, the others, and each look at the last one.
    assert!(game.reads() <= 5, "{} readings", game.reads());
}
