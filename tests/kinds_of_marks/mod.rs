//! Games whose first click draws something else than a cross: is it the queen?

use super::game::playing::{PATIENT, board, play};
use super::game::{Celebration, Game, Nature};
use queensight::board::{Board, Cell, Mark, Marks};
use queensight::play::{ClicksToQueen, Ending, Manners, Options, PlayError};
use queensight::solver::solve;
use std::time::Duration;

fn learns() -> Options {
    Options { learns: true, ..PATIENT }
}

/// A game on an untouched board.
fn game(size: usize, seed: u64, nature: Nature) -> Game {
    Game::new(&board(size, seed), &Marks::empty(size), nature)
}

/// A board on which all queens stand but the first so many.
fn all_but(missing: usize, board: &Board) -> Marks {
    let mut marks = Marks::empty(board.size());
    let solution = solve(board).solution().unwrap().clone();
    solution.queens().skip(missing).for_each(|cell| marks.set(cell, Mark::Queen));
    marks
}

/// One in which one click makes a queen, the next one a cross or nothing.
fn queen_first(clicks_on_cross: ClicksToQueen) -> Nature {
    let manners =
        Manners { clicks_to_queen: ClicksToQueen::One, clicks_on_cross, ..Manners::default() };
    Nature { manners, ..Nature::default() }
}

#[test]
fn what_comes_before_the_cross_is_not_taken_for_the_queen() {
    for size in [5, 6, 8] {
        for deaf in [0, 100] {
            let deaf = Duration::from_millis(deaf);
            let game = game(size, 7, Nature { queries: true, deaf, ..Nature::default() });
            let played = play(&game, &learns()).unwrap();
            assert_eq!(played.ending, Ending::Won, "{size}");
            assert!(game.is_won(), "{size}: {:?}", game.marks());
        }
    }
}

#[test]
fn the_clicks_of_a_game_with_something_before_the_cross_are_the_fewest() {
    let game = game(8, 7, Nature { queries: true, ..Nature::default() });
    let played = play(&game, &learns()).unwrap();
    assert_eq!((played.ending, played.repairs), (Ending::Won, 0));
    assert_eq!((game.clicks(), game.is_won()), (24, true));
}

#[test]
fn the_queen_that_comes_first_is_asked_for_without_a_look_of_its_own() {
    let game = game(8, 7, queen_first(ClicksToQueen::Two));
    let played = play(&game, &learns()).unwrap();
    assert_eq!((played.ending, played.repairs), (Ending::Won, 0));
    // Three go round in one cell, and the fourth makes its queen.
    assert_eq!((game.clicks(), game.is_won()), (11, true));
    assert_eq!(game.marks().queens().count(), 8);
    assert!(board(8, 7).cells().all(|cell| game.marks().mark(cell) != Mark::Cross));
}

#[test]
fn it_is_asked_for_as_well_where_a_wrong_queen_was_taken_away_before() {
    let board = board(8, 7);
    let solution = solve(&board).solution().unwrap().clone();
    let is_wrong = |cell: &Cell| solution.columns()[cell.row] != cell.col;
    for clicks_on_cross in [ClicksToQueen::One, ClicksToQueen::Two] {
        for wrong in board.cells().filter(is_wrong) {
            let mut marks = Marks::empty(8);
            marks.set(wrong, Mark::Queen);
            let game = Game::new(&board, &marks, queen_first(clicks_on_cross));
            let played = play(&game, &learns()).unwrap();
            assert_eq!((played.ending, game.is_won(), played.repairs), (Ending::Won, true, 0));
            // One more than without her.
            let expected = 11 + usize::from(clicks_on_cross == ClicksToQueen::Two);
            assert_eq!(game.clicks(), expected, "{wrong:?}");
        }
    }
}

#[test]
fn a_queen_that_comes_first_on_a_page_that_was_deaf_is_the_queen() {
    for on_cross in [ClicksToQueen::One, ClicksToQueen::Two] {
        let deaf = Duration::from_millis(100);
        let game = game(8, 7, Nature { deaf, ..queen_first(on_cross) });
        let played = play(&game, &learns()).unwrap();
        assert_eq!(played.ending, Ending::Won);
        assert!(game.is_won(), "{:?}", game.marks());
    }
}

#[test]
fn a_queen_that_comes_first_and_stays_is_not_clicked_after_the_win() {
    let nature = Nature { keeps: true, ..queen_first(ClicksToQueen::One) };
    let game = game(8, 7, nature);
    let played = play(&game, &learns()).unwrap();
    assert_eq!((played.ending, played.repairs, game.is_won()), (Ending::Won, 0, true));
    // Two and one in the first two cells, one more there, two in the others, and one in the last.
    assert_eq!((game.clicks(), played.manners.clicks_to_queen), (15, ClicksToQueen::One));
}

#[test]
fn queens_that_look_like_crosses_without_one_beside_them_are_known_by_those_that_stand() {
    for size in [5, 6, 8] {
        let game = game(size, 7, Nature { small: true, ..Nature::default() });
        let played = play(&game, &learns()).unwrap();
        assert_eq!((played.ending, played.repairs), (Ending::Won, 0), "{size}");
        assert!(game.is_won(), "{size}: {:?}", game.marks());
    }
}

#[test]
fn marks_that_are_not_read_as_what_they_are_are_told_by_what_three_clicks_make() {
    let narrow = Nature { narrow: true, ..Nature::default() };
    let aside = Nature { aside: true, is_silent: true, ..Nature::default() };
    for (size, nature) in [5, 6, 8].into_iter().flat_map(|size| [(size, &narrow), (size, &aside)]) {
        let game = game(size, 7, nature.clone());
        let played = play(&game, &learns()).unwrap();
        assert_eq!((played.ending, played.repairs, game.is_won()), (Ending::Won, 0, true));
        assert_eq!(game.clicks(), 2 * size + 3, "three go round in one cell");
    }
}

#[test]
fn a_wrong_queen_who_is_not_read_and_stood_from_the_start_is_taken_away() {
    let board = board(8, 7);
    let solution = solve(&board).solution().unwrap().clone();
    let is_right = |cell: &Cell| solution.queens().any(|queen| queen == *cell);
    let area =
        |of: &Cell| board.cells().filter(|cell| board.region(*cell) == board.region(*of)).count();
    let wrong = board.cells().filter(|cell| !is_right(cell) && area(cell) > 3);
    for cell in wrong.step_by(5) {
        let mut marks = Marks::empty(8);
        marks.set(cell, Mark::Queen);
        let game = Game::new(&board, &marks, Nature { aside: true, ..Nature::default() });
        let played = play(&game, &learns()).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{cell:?}");
        assert_eq!(game.clicks(), 2 * 8 + 3 + 1, "{cell:?}");
    }
}

#[test]
fn where_they_do_not_go_round_with_three_clicks_the_second_one_makes_no_queen() {
    for size in [5, 6, 8] {
        let game = game(size, 7, Nature { hints: true, ..Nature::default() });
        let played = play(&game, &learns()).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true));
        assert_eq!(game.marks().queens().count(), size);
    }
}

#[test]
fn the_only_mark_of_a_game_that_is_no_x_is_its_queen() {
    for is_silent in [false, true] {
        let nature = Nature { narrow: true, is_silent, ..queen_first(ClicksToQueen::One) };
        let game = game(6, 7, nature);
        let played = play(&game, &learns()).unwrap();
        let ending = if is_silent { Ending::ProbablyWon } else { Ending::Won };
        assert_eq!((played.ending, game.is_won()), (ending, true));
    }
}

#[test]
fn the_page_tells_which_of_two_marks_that_are_not_read_is_the_queen() {
    for is_silent in [false, true] {
        let comes_first = queen_first(ClicksToQueen::Two);
        let game = game(8, 7, Nature { aside: true, is_silent, ..comes_first });
        let played = play(&game, &learns()).unwrap();
        if is_silent {
            assert_eq!(played.ending, Ending::ProbablyWon);
        } else {
            assert_eq!((played.ending, game.is_won()), (Ending::Won, true));
        }
        assert_eq!(game.marks().standing().count(), 8, "nothing else stands there");
    }
}

#[test]
fn the_reader_tells_it_once_some_stand() {
    for nature in [Nature::default(), queen_first(ClicksToQueen::Two)] {
        let game = game(8, 7, Nature { aside: true, crowd: true, is_silent: true, ..nature });
        let played = play(&game, &learns()).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{:?}", game.marks());
    }
}

#[test]
fn queens_from_the_start_that_are_read_as_crosses_are_known_by_those_that_are_clicked() {
    let board = board(8, 7);
    let solution = solve(&board).solution().unwrap().clone();
    let is_right = |cell: &Cell| solution.columns()[cell.row] == cell.col;
    let wrong = board.cells().find(|cell| !is_right(cell)).unwrap();
    // All but one of them right, or all right and one missing.
    for (right, wrong) in [(3, Some(wrong)), (7, None)] {
        let mut marks = Marks::empty(8);
        let queens = solution.queens().skip(1).take(right).chain(wrong);
        queens.for_each(|cell| marks.set(cell, Mark::Queen));
        let game = Game::new(&board, &marks, Nature { narrow: true, ..Nature::default() });
        let played = play(&game, &learns()).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{right}");
        // Three more go round in one cell.
        assert_eq!(game.clicks(), 2 * (8 - right) + if wrong.is_some() { 1 + 3 } else { 0 });
    }
}

#[test]
fn the_only_queen_that_is_missing_is_not_clicked_twice_where_one_click_makes_her() {
    let board = board(8, 7);
    for (nature, clicks) in [(queen_first(ClicksToQueen::Two), 1), (Nature::default(), 2)] {
        let game = Game::new(&board, &all_but(1, &board), nature);
        let played = play(&game, &learns()).unwrap();
        assert_eq!((played.ending, game.is_won(), game.clicks()), (Ending::Won, true, clicks));
    }
}

#[test]
fn crosses_that_are_read_as_queens_cost_nothing() {
    let game = game(8, 7, Nature { dots: true, ..Nature::default() });
    let played = play(&game, &learns()).unwrap();
    assert_eq!((played.ending, played.repairs, game.clicks()), (Ending::Won, 0, 16));
}

#[test]
fn the_page_tells_which_of_two_marks_that_are_read_as_queens_is_the_queen() {
    for (is_silent, counts) in [(false, false), (true, false), (false, true), (true, true)] {
        let comes_first = queen_first(ClicksToQueen::Two);
        for (nature, clicks) in [(Nature::default(), 16), (comes_first, 16 + 2 * 8)] {
            let game = game(8, 7, Nature { dots: true, is_silent, counts, ..nature });
            let played = play(&game, &learns()).unwrap();
            if is_silent {
                assert_eq!(played.ending, Ending::ProbablyWon);
            } else {
                assert_eq!((played.ending, game.is_won()), (Ending::Won, true));
                assert_eq!(game.clicks(), clicks);
            }
            assert_eq!(game.marks().standing().count(), 8, "nothing else stands there");
        }
    }
}

#[test]
fn where_the_page_says_of_neither_the_larger_one_stays() {
    // A queen may look unlike the others, as a yellow one on amber, and is as large.
    for light_rows in [0, 1] {
        let larger = Nature { dots: true, narrow_dots: true, ..Nature::default() };
        let nature = Nature { light_rows, is_silent: true, ..larger };
        let game = game(8, 7, nature);
        let played = play(&game, &learns()).unwrap();
        let ended = (played.ending, game.is_won(), game.clicks());
        assert_eq!(ended, (Ending::ProbablyWon, true, 16), "{light_rows}");
    }
}

#[test]
fn crosses_of_the_games_own_that_are_read_as_queens_do_not_hide_that_the_queen_is_not_read() {
    let mut won = 0;
    for size in [8, 9] {
        let solution = solve(&board(size, 7)).solution().unwrap().clone();
        for unseen in solution.queens() {
            let nature =
                Nature { dots: true, narrow_dots: true, crosses_out: true, ..Nature::default() };
            let game = game(size, 7, Nature { unseen: Some(unseen), ..nature });
            match play(&game, &learns()) {
                Ok(played) => {
                    assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{unseen:?}");
                    won += 1;
                }
                // What the two clicks of the question make there is not seen.
                Err(error) => assert!(matches!(error, PlayError::NotWon { .. }), "{error}"),
            }
        }
    }
    assert_eq!(won, 8 + 9 - 2);
}

#[test]
fn what_is_read_as_a_queen_and_unlike_those_from_the_start_is_clicked_once_more() {
    let board = board(8, 7);
    let solution = solve(&board).solution().unwrap().clone();
    let marks = all_but(5, &board);
    let mut with_cross = marks.clone();
    solution.queens().take(5).last().into_iter().for_each(|cell| with_cross.set(cell, Mark::Cross));
    let cases = [(true, &marks, None), (true, &with_cross, None), (false, &marks, Some(10))];
    for (pencils, marks, clicks) in cases {
        let nature = Nature { pencils, given_look: true, ..Nature::default() };
        let game = Game::new(&board, marks, nature);
        let played = play(&game, &learns()).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{pencils}");
        assert!(clicks.is_none_or(|clicks| clicks == game.clicks()), "{}", game.clicks());
    }
}

#[test]
fn a_queen_that_swells_is_not_clicked_once_more_for_being_unlike_those_from_the_start() {
    let board = board(9, 7);
    let nature = Nature { swells: Duration::from_millis(100), ..Nature::default() };
    let game = Game::new(&board, &all_but(4, &board), nature);
    let played = play(&game, &learns()).unwrap();
    assert_eq!((played.ending, game.is_won()), (Ending::Won, true));
    assert_eq!((played.repairs, game.clicks()), (0, 8));
}

#[test]
fn what_the_first_click_makes_is_a_cross_if_it_is_unlike_the_queens_from_the_start() {
    let board = board(8, 7);
    for missing in [1, 2] {
        let nature = Nature { dots: true, is_silent: true, ..Nature::default() };
        let game = Game::new(&board, &all_but(missing, &board), nature);
        let played = play(&game, &learns()).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{missing}");
        assert_eq!(game.clicks(), 2 * missing);
    }
}

#[test]
fn the_only_queen_that_is_missing_may_win_with_one_click_that_takes_the_board_away() {
    let board = board(8, 7);
    let marks = all_but(1, &board);
    let leaves = Nature { celebration: Celebration::Leave, ..queen_first(ClicksToQueen::Two) };
    let game = Game::new(&board, &marks, leaves);
    let played = play(&game, &learns()).unwrap();
    assert_eq!((played.ending, game.is_won(), game.clicks()), (Ending::ProbablyWon, true, 1));
    // So may what takes the board away while the first mark is asked whether it is the queen.
    let asked = Nature { dots: true, celebration: Celebration::Leave, ..Nature::default() };
    let game = Game::new(&board, &marks, asked);
    let played = play(&game, &learns()).unwrap();
    assert_eq!((played.ending, game.is_won(), game.clicks()), (Ending::ProbablyWon, true, 2));
}

#[test]
fn queens_that_leave_when_all_have_been_seen_are_a_win_and_nobody_clicks_on_the_bare_board() {
    let board = board(8, 7);
    for (nature, clicks) in [(queen_first(ClicksToQueen::Two), 1), (Nature::default(), 2)] {
        let nature = Nature { celebration: Celebration::Clear, ..nature };
        let game = Game::new(&board, &all_but(1, &board), nature);
        let played = play(&game, &learns()).unwrap();
        assert_eq!(
            (played.ending, game.is_won(), game.clicks()),
            (Ending::ProbablyWon, true, clicks)
        );
    }
}

#[test]
fn a_last_queen_that_pops_in_is_waited_for() {
    let board = board(8, 7);
    let marks = all_but(1, &board);
    for pops in [200, 240, 280].map(Duration::from_millis) {
        let game = Game::new(&board, &marks, Nature { pops, ..Nature::default() });
        let played = play(&game, &learns()).unwrap();
        assert_eq!(
            (played.ending, game.is_won(), game.clicks()),
            (Ending::Won, true, 2),
            "{pops:?}"
        );
    }
}

#[test]
fn what_covers_a_part_of_the_board_at_the_last_queen_is_a_win_only_after_her_click() {
    let board = board(8, 7);
    let marks = all_but(1, &board);
    let is_shown_for = Duration::from_secs(60);
    // The panel of a win, though one click was lost before.
    let nature = Nature {
        lost_clicks: vec![0],
        toast: Some((1, is_shown_for)),
        ..queen_first(ClicksToQueen::One)
    };
    let game = Game::new(&board, &marks, nature);
    let played = play(&game, &learns()).unwrap();
    assert_eq!((played.ending, game.is_won(), game.clicks()), (Ending::ProbablyWon, true, 2));
    // A message, even if a cross that grows was taken for the queen before it.
    let while_it_grows = Duration::from_millis(150);
    for late in [Duration::ZERO, while_it_grows] {
        let toast = Some((0, is_shown_for));
        let nature = Nature { toast, toast_wait: late, grows: late, ..Nature::default() };
        let game = Game::new(&board, &marks, nature);
        let error = play(&game, &learns()).unwrap_err();
        assert!(matches!(error, PlayError::BoardLost { .. }), "{error}");
    }
}

#[test]
fn what_covers_other_queens_at_a_single_click_is_waited_for_or_a_win_if_the_last_one_is_seen() {
    let board = board(8, 7);
    let marks = all_but(1, &board);
    let toast = Some((0, Duration::from_millis(1500)));
    let game = Game::new(&board, &marks, Nature { toast, ..Nature::default() });
    let played = play(&game, &learns()).unwrap();
    assert_eq!((played.ending, game.is_won(), game.clicks()), (Ending::Won, true, 2));
    let toast = Some((0, Duration::from_secs(60)));
    let first = queen_first(ClicksToQueen::Two);
    let game = Game::new(&board, &marks, Nature { toast, toast_above: 3, ..first });
    let played = play(&game, &learns()).unwrap();
    assert_eq!((played.ending, game.is_won(), game.clicks()), (Ending::ProbablyWon, true, 1));
    assert!(played.timeline.sum_us() < 1_000_000, "{:?}", played.timeline);
}

#[test]
fn a_queen_of_the_colour_of_her_cell_is_known_by_the_cross_that_came_before_her() {
    for gold in solve(&board(6, 7)).solution().unwrap().queens() {
        let game = game(6, 7, Nature { gold: Some(gold), ..Nature::default() });
        let played = play(&game, &learns()).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{gold:?}");
        // The one that is clicked first goes round once, since nothing seems to have come of it, and is not doubted.
        if gold == Cell::at(3, 2) {
            assert_eq!(game.clicks(), 12 + 3);
        }
    }
}

#[test]
fn a_queen_of_the_colour_of_her_cell_who_stood_from_the_start_is_not_taken_away_for_good() {
    let board = board(8, 7);
    let solution = solve(&board).solution().unwrap().clone();
    let area =
        |of: &Cell| board.cells().filter(|cell| board.region(*cell) == board.region(*of)).count();
    for gold in solution.queens().filter(|cell| area(cell) > 2) {
        let mut marks = Marks::empty(8);
        let others = solution.queens().filter(|cell| *cell != gold).take(4);
        others.chain([gold]).for_each(|cell| marks.set(cell, Mark::Queen));
        let game = Game::new(&board, &marks, Nature { gold: Some(gold), ..Nature::default() });
        let played = play(&game, &learns());
        assert!(played.is_err() || game.is_won(), "{gold:?}: {:?}", game.marks());
    }
}

#[test]
fn a_queen_unlike_the_others_is_not_clicked_away_where_the_page_has_answered_to_her() {
    for odd in solve(&board(8, 7)).solution().unwrap().queens() {
        let nature = Nature { odd: Some(odd), praises_beside: true, ..Nature::default() };
        let answered = game(8, 7, nature.clone());
        let played = play(&answered, &learns()).unwrap();
        assert_eq!((played.ending, answered.is_won()), (Ending::Won, true), "{odd:?}");
        assert_eq!(answered.clicks(), 16, "{odd:?}");
        // One that says nothing may have a cross there.
        let silent = game(8, 7, Nature { is_silent: true, ..nature });
        let played = play(&silent, &learns()).unwrap();
        assert_eq!((played.ending, silent.is_won()), (Ending::Won, true), "{odd:?}");
        assert!(silent.clicks() > 16, "{odd:?}");
    }
}

#[test]
fn crosses_that_are_read_as_print_are_still_there() {
    let board = board(8, 7);
    let solution = solve(&board).solution().unwrap().clone();
    let is_right = |cell: &Cell| solution.columns()[cell.row] == cell.col;
    for (missing, lost) in (1..=3).flat_map(|missing| (0..6).map(move |lost| (missing, lost))) {
        let mut marks = all_but(missing, &board);
        board.cells().filter(|cell| !is_right(cell)).for_each(|cell| marks.set(cell, Mark::Cross));
        // Where the second click is lost, a cross is in the place of the queen, and in all cells but hers.
        let nature = Nature { prints: true, lost_clicks: vec![lost], ..Nature::default() };
        let game = Game::new(&board, &marks, nature);
        let played = play(&game, &learns()).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{missing} {lost}");
        assert!(game.clicks() <= 2 * missing + 1, "{missing} {lost}: {}", game.clicks());
    }
    // The board was last seen while the game was checking a click: they are still where they were at first.
    let mut marks = all_but(2, &board);
    board.cells().filter(|cell| !is_right(cell)).for_each(|cell| marks.set(cell, Mark::Cross));
    let checks = Duration::from_millis(100);
    let game = Game::new(&board, &marks, Nature { prints: true, checks, ..Nature::default() });
    let played = play(&game, &learns()).unwrap();
    assert_eq!((played.ending, game.is_won(), game.clicks()), (Ending::Won, true, 6));
}

#[test]
fn queens_in_two_looks_are_told_by_how_unlike_the_cross_they_are() {
    for (small_crosses, clicks) in [(true, Some(16)), (false, None)] {
        let nature = Nature { light_rows: 1, small_crosses, ..Nature::default() };
        let game = game(8, 7, nature);
        let played = play(&game, &learns()).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{small_crosses}");
        assert!(clicks.is_none_or(|clicks| game.clicks() == clicks), "{}", game.clicks());
    }
    // Crosses from the start tell it as well.
    let board = board(8, 7);
    let mut marks = all_but(7, &board);
    [Cell::at(0, 7), Cell::at(5, 7)].into_iter().for_each(|cell| marks.set(cell, Mark::Cross));
    let nature = Nature { light_rows: 2, small_crosses: true, ..Nature::default() };
    let game = Game::new(&board, &marks, nature);
    let played = play(&game, &learns()).unwrap();
    assert_eq!((played.ending, game.is_won(), game.clicks()), (Ending::Won, true, 14));
}

#[test]
fn a_cross_that_is_read_as_a_queen_and_drawn_unlike_all_of_them_is_none_where_these_have_two_looks()
{
    let board = board(8, 7);
    let last = Cell::at(7, 3);
    assert!(solve(&board).solution().unwrap().queens().any(|cell| cell == last));
    let nature = Nature { light_rows: 4, flag: Some((last, true)), ..Nature::default() };
    // Fresh, with the last click lost; and with all other queens from the start, where one click is made first.
    for (marks, lost) in [(Marks::empty(8), Some(15)), (all_but(1, &board), None)] {
        let lost_clicks = Vec::from_iter(lost);
        let game = Game::new(&board, &marks, Nature { lost_clicks, ..nature.clone() });
        let played = play(&game, &learns()).unwrap();
        assert!(game.is_won(), "{:?} {lost:?}", played.ending);
        assert!(game.clicks() <= 17, "{}", game.clicks());
    }
}

#[test]
fn what_looks_like_a_cross_or_like_nothing_else_is_no_queen_though_it_is_read_as_one() {
    let solution = solve(&board(8, 7)).solution().unwrap().clone();
    for (cell, is_unlike) in solution.queens().flat_map(|cell| [(cell, false), (cell, true)]) {
        // In the second half of the game, when the marks are known.
        for lost in 8..16 {
            let flag = Some((cell, is_unlike));
            let game = game(8, 7, Nature { flag, lost_clicks: vec![lost], ..Nature::default() });
            let played = play(&game, &learns()).unwrap();
            assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{cell:?} {lost}");
        }
    }
}
