//! Waiting for a board: how long, how often the screen is looked at meanwhile, and which boards count.

use super::game::playing::{PATIENT, board, play, some_board, untouched};
use super::game::{Game, LOOK, Nature};
use queensight::board::{Board, Mark, Marks, parse};
use queensight::play::{Ending, Options, PlayError, Stage};
use queensight::solver::solve;
use std::time::Duration;

#[test]
fn a_screen_that_never_rests_is_watched_in_a_quarter_of_the_time() {
    let nature = Nature { animated: Some(Duration::ZERO), ..Nature::default() };
    let wait = Duration::from_secs(20);
    let game =
        Game::new(&some_board(), &Marks::empty(6), nature).appear_at(Duration::from_secs(60));
    let error = play(&game, &Options { wait, ..PATIENT }).unwrap_err();
    assert_eq!(error, PlayError::NoBoard { waited: wait });
    // A look and a reading take 45 ms here: 111 of them are a quarter of 20 s.
    assert!((50..=112).contains(&game.looks()), "{} looks", game.looks());

    // One that rests is looked at as often, and read only once: that costs even less.
    let game = untouched().appear_at(Duration::from_secs(60));
    play(&game, &Options { wait, ..PATIENT }).unwrap_err();
    assert!(game.looks() * 20 <= 5000, "{} looks", game.looks());
}

#[test]
fn a_screen_that_tells_when_it_is_painted_is_answered_at_once_and_not_believed_blindly() {
    let shown = Duration::from_secs(5);
    let played = |tells| {
        let nature = Nature { tells, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature).appear_at(shown);
        let options = Options { wait: 2 * shown, ..PATIENT };
        assert_eq!(play(&game, &options).unwrap().ending, Ending::Won, "{tells:?}");
        (game.first_click().unwrap() - shown, game.looks())
    };
    let ((untold, often), (at_once, seldom)) = (played(None), played(Some(true)));
    // A look takes 45 ms here, and a board that has just come up is looked at twice.
    assert!(at_once <= 2 * LOOK + Duration::from_millis(25), "{at_once:?}");
    assert!(seldom < often, "{seldom} looks and {often}");
    let (late, _) = played(Some(false));
    assert!(at_once < untold && untold < late, "{at_once:?} {untold:?} {late:?}");
}

#[test]
fn a_screen_that_begins_to_move_is_looked_at_often_for_a_moment_only() {
    let (rest, motion) = (Duration::from_secs(10), Duration::from_secs(4));
    let looks = |wait: Duration| {
        let nature = Nature { animated: Some(rest), tells: Some(true), ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature).appear_at(2 * wait);
        play(&game, &Options { wait, ..PATIENT }).unwrap_err();
        game.looks()
    };
    // A look takes 45 ms here: a quarter of 4 s is 22 of them, and of 0.4 s more, two.
    let often = looks(rest + motion) - looks(rest);
    assert!((23..=26).contains(&often), "{often} looks");
}

#[test]
fn a_board_is_waited_for_and_no_longer_than_asked() {
    let game = untouched().appear_at(Duration::from_millis(1500));
    let played = play(&game, &PATIENT).unwrap();
    assert_eq!(played.ending, Ending::Won);
    assert!(played.timeline.total_us(Stage::Wait) >= 1_480_000);

    let game = untouched().appear_at(Duration::from_millis(2500));
    let error = play(&game, &PATIENT).unwrap_err();
    assert_eq!(error, PlayError::NoBoard { waited: Duration::from_secs(2) });
    assert_eq!(error.to_string(), "no Queens board was seen within 2 s");
    assert_eq!(game.moves(), 0);

    let one_look = Options { wait: Duration::ZERO, ..PATIENT };
    assert_eq!(play(&untouched(), &one_look).unwrap().ending, Ending::Won);
}

#[test]
fn a_solved_board_is_no_board_to_play_while_another_may_come_up() {
    let solved = |board: &Board| {
        let mut marks = Marks::empty(board.size());
        let solution = solve(board).solution().unwrap().clone();
        solution.queens().for_each(|queen| marks.set(queen, Mark::Queen));
        marks
    };
    // The example in the rules, which lie over the page at first.
    let example = board(6, 8);
    let shown = Duration::from_millis(1500);
    let game = untouched().show_first(&example, &solved(&example), shown);
    assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won);
    assert_eq!((game.clicks(), game.first_click() > Some(shown)), (12, true));
    // Yesterday's board, which is there to stay.
    let nature = Nature { solved_one: Some(board(8, 9)), ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won);
    assert!(game.first_click() < Some(3 * LOOK), "{:?}", game.first_click());
    // Where nothing else comes, there is nothing to do.
    let game = Game::new(&some_board(), &solved(&some_board()), Nature::default());
    assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::AlreadySolved);
    // The example and what is to be made of it belong together.
    let nature = Nature { solved_one: Some(some_board()), ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::AlreadySolved);
    assert_eq!((game.clicks(), game.moves()), (0, 0));
}

#[test]
fn a_board_of_four_rows_is_an_example_as_long_as_another_may_come_up() {
    let example = board(4, 3);
    let game = Game::new(&some_board(), &Marks::empty(6), Nature::default());
    let come = Duration::from_secs(1);
    let game = game.show_first(&example, &Marks::empty(4), come);
    assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won);
    assert_eq!((game.clicks(), game.first_click() > Some(come)), (12, true));
    // Where no other comes up, it is the game.
    let game = Game::new(&example, &Marks::empty(4), Nature::default());
    assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won);
    assert!(game.first_click() >= Some(PATIENT.wait), "{:?}", game.first_click());
}

#[test]
fn a_board_that_is_still_coming_in_is_not_clicked() {
    let shown = Duration::from_secs(1);
    let nature = Nature { glides: Duration::from_millis(300), ..Nature::default() };
    let game = Game::new(&some_board(), &Marks::empty(6), nature);
    let game = game.slide_in_at(shown, (20.0, 0.0));
    assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won);
    assert_eq!((game.clicks(), game.clicks_beside()), (12, vec![]));
    // Without its last row and column, it is a board as well.
    let part = parse("AABBC\nCABBC\nCCCCC\nDCEEC\nCCEEE").unwrap();
    let whole = parse("AABBCF\nCABBCF\nCCCCCF\nDCEECF\nCCEEEF\nFFFFFF").unwrap();
    let come = shown + LOOK;
    let game = Game::new(&whole, &Marks::empty(6), Nature::default());
    let game = game.show_first(&part, &Marks::empty(5), come).appear_at(shown);
    assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won);
    assert_eq!((game.clicks(), game.first_click() > Some(come)), (12, true));
}

#[test]
fn a_board_that_has_come_up_and_rests_is_read_once() {
    let there = untouched();
    let comes_up = untouched().appear_at(Duration::from_secs(1));
    for game in [&there, &comes_up] {
        assert_eq!(play(game, &PATIENT).unwrap().ending, Ending::Won);
    }
    // The page without a board was read as well.
    assert_eq!(comes_up.reads(), there.reads() + 1);
}

#[test]
fn a_board_that_comes_in_cell_by_cell_is_not_clicked_before_its_last_cell_is_there() {
    let shown = Duration::from_secs(1);
    // Without its last row and column, it is a board as well.
    let whole = parse("AABBCF\nCABBCF\nCCCCCF\nDCEECF\nCCEEEF\nFFFFFF").unwrap();
    for (stagger, later) in [60, 94, 140].into_iter().flat_map(|it| (0..6).map(move |at| (it, at)))
    {
        let stagger = Duration::from_millis(stagger);
        let shown = shown + later * stagger / 6;
        let nature = Nature { stagger, tells: Some(true), ..Nature::default() };
        let game = Game::new(&whole, &Marks::empty(6), nature).appear_at(shown);
        let options = Options { wait: 5 * shown, ..PATIENT };
        assert_eq!(play(&game, &options).unwrap().ending, Ending::Won, "{stagger:?} {later}");
        let first = game.first_click().unwrap();
        assert!(first > shown + 10 * stagger, "{stagger:?} {later}: {first:?}");
        assert_eq!((game.clicks(), game.clicks_beside()), (12, vec![]));
    }
}
