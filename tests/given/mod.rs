//! Queens that stand from the start, and what is taken for one.

use super::game::playing::{PATIENT, board, play, some_board};
use super::game::{Game, Nature};
use queensight::board::{Board, Cell, Mark, Marks, parse};
use queensight::play::{ClicksToQueen, Ending, Manners, Options, Pace, PlayError};
use queensight::solver::solve;
use std::time::Duration;

#[test]
fn queens_that_stand_from_the_start_may_look_different() {
    let solution = solve(&some_board()).solution().unwrap().clone();
    let mut marks = Marks::empty(6);
    for cell in solution.queens().take(2) {
        marks.set(cell, Mark::Queen);
    }
    let nature = Nature { given_look: true, locked: true, ..Nature::default() };
    let game = Game::new(&some_board(), &marks, nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert_eq!((played.ending, game.clicks()), (Ending::Won, 8));
    assert!(played.timeline.sum_us() < 1_000_000, "{} us", played.timeline.sum_us());
}

#[test]
fn queens_of_two_looks_are_not_clicked_again_if_some_of_either_stood_from_the_start() {
    let board = board(9, 7);
    let solution = solve(&board).solution().unwrap().clone();
    let mut marks = Marks::empty(9);
    solution.queens().take(2).for_each(|cell| marks.set(cell, Mark::Queen));
    let nature = Nature { light_rows: 3, ..Nature::default() };
    let game = Game::new(&board, &marks, nature);
    let played = play(&game, &PATIENT).unwrap();
    assert_eq!((played.ending, played.repairs, game.clicks()), (Ending::Won, 0, 14));

    // A cross that is read as a queen beside some that look otherwise is none.
    for lost in [1, 5, 13] {
        let nature =
            Nature { given_look: true, dots: true, lost_clicks: vec![lost], ..Nature::default() };
        let game = Game::new(&board, &marks, nature);
        let played = play(&game, &PATIENT).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{lost} lost");
    }
}

#[test]
fn a_queen_that_looks_like_an_empty_cell_of_her_region_is_none() {
    let board = some_board();
    for ghost in board.cells().map(Some) {
        let game = Game::new(&board, &Marks::empty(6), Nature { ghost, ..Nature::default() });
        let played = play(&game, &PATIENT).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{ghost:?}");
    }
}

#[test]
fn pale_queens_that_nobody_clicked_are_clicked_on() {
    let board = board(9, 7);
    let solution = solve(&board).solution().unwrap().clone();
    for (clicks_to_queen, last) in [(ClicksToQueen::One, 8), (ClicksToQueen::Two, 17)] {
        for (drafts, lost_clicks) in [(1, vec![]), (6, vec![]), (6, vec![last]), (8, vec![last])] {
            let manners = Manners { clicks_to_queen, ..Manners::default() };
            let drafts: Vec<Cell> = solution.queens().skip(9 - drafts).collect();
            let case =
                format!("{clicks_to_queen:?}, {} drafts, lost: {lost_clicks:?}", drafts.len());
            let nature = Nature { manners, drafts, lost_clicks, ..Nature::default() };
            let game = Game::new(&board, &Marks::empty(9), nature);
            let played = play(&game, &Options { manners, ..PATIENT }).unwrap();
            assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{case}");
        }
    }
}

#[test]
fn pale_queens_beside_others_are_clicked_on_from_the_start() {
    let board = board(9, 7);
    let solution = solve(&board).solution().unwrap().clone();
    let queens: Vec<Cell> = solution.queens().collect();
    let wrong = Cell::at(0, (queens[0].col + 1) % 9);
    // Where the only queen is wrong, none is left to compare with when she has gone.
    for (standing, clicks) in [(&queens[..8], 2), (&queens[..1], 16), (&[wrong], 19)] {
        let mut marks = Marks::empty(9);
        standing.iter().for_each(|&cell| marks.set(cell, Mark::Queen));
        let nature = Nature { drafts: queens.clone(), ..Nature::default() };
        let game = Game::new(&board, &marks, nature);
        // Another board is not waited for, as beside one that is solved.
        let played =
            play(&game, &Options { wait: 10 * PATIENT.patience.covered, ..PATIENT }).unwrap();
        let done = (played.ending, game.is_won(), game.clicks());
        assert_eq!(done, (Ending::Won, true, clicks), "{standing:?}");
        assert!(played.timeline.sum_us() < 5_000_000, "{standing:?}: {:?}", played.timeline);
    }
}

#[test]
fn a_pale_queen_in_the_last_cell_that_is_left_is_no_solution_of_a_game_that_is_lost() {
    let board = board(9, 7);
    let drafts: Vec<Cell> = solve(&board).solution().unwrap().queens().collect();
    let nature = Nature { drafts, drafts_after: 16, ..Nature::default() };
    let game = Game::new(&board, &Marks::empty(9), nature);
    let played = play(&game, &PATIENT).unwrap();
    let done = (played.ending, game.is_won(), game.clicks());
    assert_eq!(done, (Ending::Won, true, 18));
}

#[test]
fn a_hint_that_comes_back_tells_nothing_of_double_clicks() {
    let board = board(9, 7);
    let solution = solve(&board).solution().unwrap().clone();
    let drafts = vec![solution.queens().next().unwrap()];
    let nature = Nature { drafts, drafts_wait: Duration::from_millis(400), ..Nature::default() };
    let game = Game::new(&board, &Marks::empty(9), nature);
    let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
    assert_eq!((played.ending, game.is_won()), (Ending::Won, true));
    assert_eq!((game.clicks(), played.manners.clicks_on_cross), (18, ClicksToQueen::One));
}

#[test]
fn pale_queens_that_stay_where_they_are_clicked_are_believed() {
    let board = board(9, 7);
    let solution = solve(&board).solution().unwrap().clone();
    let mut marks = Marks::empty(9);
    solution.queens().take(3).for_each(|cell| marks.set(cell, Mark::Queen));
    for locked in [true, false] {
        let nature = Nature { pale: true, locked, ..Nature::default() };
        let game = Game::new(&board, &marks, nature);
        let played = play(&game, &PATIENT).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{locked}");
        assert!(played.timeline.sum_us() < 5_000_000, "{locked}: {:?}", played.timeline);
    }
}

/// A board with a region of one cell, and that cell.
fn board_with_an_only_cell() -> (Board, Cell) {
    let only = |board: &Board| {
        let area = |cell: &Cell| {
            board.cells().filter(|&other| board.region(other) == board.region(*cell)).count()
        };
        board.cells().find(|cell| area(cell) == 1)
    };
    let boards = (0..).map(|seed| board(7, seed));
    boards.filter_map(|board| only(&board).map(|cell| (board, cell))).next().unwrap()
}

#[test]
fn what_is_printed_in_the_only_cell_of_a_region_is_no_queen() {
    let (board, cell) = board_with_an_only_cell();
    let solution = solve(&board).solution().unwrap().clone();
    for clicks_to_queen in [ClicksToQueen::One, ClicksToQueen::Two] {
        for standing in 0..=5 {
            let manners = Manners { clicks_to_queen, ..Manners::default() };
            let mut marks = Marks::empty(7);
            let others = solution.queens().filter(|&queen| queen != cell);
            others.take(standing).for_each(|queen| marks.set(queen, Mark::Queen));
            let nature = Nature { manners, printed: Some(cell), ..Nature::default() };
            let game = Game::new(&board, &marks, nature);
            let played = play(&game, &Options { manners, ..PATIENT }).unwrap();
            assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{standing}");
        }
    }
}

#[test]
fn the_only_queen_from_the_start_that_looks_different_is_clicked_and_stands_in_the_end() {
    let solution = solve(&some_board()).solution().unwrap().clone();
    let mut marks = Marks::empty(6);
    solution.queens().take(1).for_each(|queen| marks.set(queen, Mark::Queen));
    for (given_look, locked) in [(true, true), (true, false), (false, true), (false, false)] {
        let nature = Nature { given_look, locked, ..Nature::default() };
        let game = Game::new(&some_board(), &marks, nature);
        let played = play(&game, &PATIENT).unwrap();
        assert_eq!((played.ending, game.is_won()), (Ending::Won, true));
        // Two for each of the five others; and one that a locked queen takes, or three until she is back.
        let expected = match (given_look, locked) {
            (false, _) => 10,
            (true, true) => 11,
            (true, false) => 13,
        };
        assert_eq!(game.clicks(), expected, "{given_look} {locked}");
    }
}

#[test]
fn queens_that_nobody_can_compare_are_believed_when_the_board_rests() {
    let solution = solve(&some_board()).solution().unwrap().clone();
    let mut marks = Marks::empty(6);
    solution.queens().take(4).for_each(|queen| marks.set(queen, Mark::Queen));
    // Two are too few to be compared with each other.
    let nature = Nature { given_look: true, ..Nature::default() };
    for rings in [false, true] {
        let nature = Nature { rings, ..nature.clone() };
        let played = play(&Game::new(&some_board(), &marks, nature), &PATIENT).unwrap();
        assert_eq!(played.ending, Ending::Won);
        assert!(played.timeline.sum_us() < 2_000_000, "{rings}: {:?}", played.timeline);
    }
    // Something lies over a part of the board: it may be over the last cell as well.
    let nature = Nature { toast: Some((3, Duration::from_secs(3))), ..nature };
    let played = play(&Game::new(&some_board(), &marks, nature), &PATIENT).unwrap();
    assert_eq!(played.ending, Ending::Won);
    assert!(played.timeline.sum_us() > 3_000_000, "{:?}", played.timeline);
}

#[test]
fn a_locked_queen_decides_between_several_solutions() {
    // Two ways to place the queens: columns 2 4 1 3, and 3 1 4 2.
    let board = parse("AAAA\nBBBB\nCCCC\nDDDD").unwrap();
    let locked = |at: Cell| {
        let mut marks = Marks::empty(4);
        marks.set(at, Mark::Queen);
        let nature = Nature { locked: true, ..Nature::default() };
        let manners = Manners { locked_queens: true, ..Manners::default() };
        let game = Game::new(&board, &marks, nature);
        let played = play(&game, &Options { any_solution: true, manners, ..PATIENT });
        (played.map(|played| played.solution.columns().to_vec()), game.clicks())
    };
    assert_eq!(locked(Cell::at(0, 1)), (Ok(vec![1, 3, 0, 2]), 6));
    assert_eq!(locked(Cell::at(0, 2)), (Ok(vec![2, 0, 3, 1]), 6));
    assert_eq!(locked(Cell::at(0, 0)), (Err(PlayError::NoSolution), 0));
}

#[test]
fn a_wrong_queen_that_is_read_as_a_cross_is_seen_before_a_win_is_said() {
    let board = board(7, 5);
    let solution = solve(&board).solution().unwrap().clone();
    let is_wrong = |cell: &Cell| solution.columns()[cell.row] != cell.col;
    let paces = [Pace::default(), Pace::Queen(Duration::from_secs(1))];
    for (wrong, pace) in board.cells().filter(is_wrong).zip(paces.into_iter().cycle()) {
        for (mark, clicks) in [(Mark::Queen, 15), (Mark::Cross, 14)] {
            let mut marks = Marks::empty(7);
            marks.set(wrong, mark);
            let nature = Nature { misread: Some(wrong), ..Nature::default() };
            let game = Game::new(&board, &marks, nature);
            let played = play(&game, &Options { pace, ..PATIENT }).unwrap();
            assert_eq!((played.ending, game.is_won()), (Ending::Won, true), "{wrong:?}");
            assert_eq!(game.clicks(), clicks, "{wrong:?} {mark:?}");
        }
    }
}
