//! Whole games, played against simulated ones: without a screen, and in no time.

#[cfg(test)]
mod endings;
#[cfg(test)]
mod game;
#[cfg(test)]
mod given;
#[cfg(test)]
mod giving_up;
#[cfg(test)]
mod kinds_of_marks;
#[cfg(test)]
mod learning;
#[cfg(test)]
mod manners;
#[cfg(test)]
mod other_hands;
#[cfg(test)]
mod pictures;
#[cfg(test)]
mod restless;
#[cfg(test)]
mod waiting;

#[cfg(test)]
mod tests {
    use super::game::playing::{
        PATIENT, board, half_played, play, play_with, some_board, untouched,
    };
    use super::game::{Celebration, Game, Intrusion, LOOK, Nature, PlainEyes};
    use proptest::prelude::*;
    use queensight::board::{Cell, Mark, Marks, parse};
    use queensight::geometry::DesktopPoint;
    use queensight::input::{Button, plan_clicks};
    use queensight::play::{
        Abort, ClicksToQueen, Ending, Manners, Options, Pace, PlayError, Player, Stage, Stop,
    };
    use queensight::solver::solve;
    use std::time::Duration;

    fn nature() -> impl Strategy<Value = Nature> {
        let clicks = prop_oneof![Just(ClicksToQueen::One), Just(ClicksToQueen::Two)];
        let button = prop_oneof![4 => Just(Button::Left), 1 => Just(Button::Right)];
        let celebration = prop_oneof![Just(Celebration::None), Just(Celebration::Leave)];
        (clicks, button, celebration, 0_u64..400, any::<bool>(), -3_i8..=3, -3_i8..=3, 1_u8..=2)
            .prop_map(
                |(clicks_to_queen, button, celebration, paint, crosses_out, right, down, scale)| {
                    Nature {
                        manners: Manners { clicks_to_queen, button, ..Manners::default() },
                        paint: Duration::from_millis(paint),
                        crosses_out,
                        shift: (f64::from(right), f64::from(down)),
                        celebration,
                        scale: f64::from(scale),
                        ..Nature::default()
                    }
                },
            )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn every_board_in_every_state_is_won_with_the_fewest_clicks(
            (board, marks) in half_played(),
            nature in nature(),
        ) {
            let game = Game::new(&board, &marks, nature.clone());
            let options = Options { manners: nature.manners, ..PATIENT };
            let played = play(&game, &options).unwrap();
            prop_assert!(game.is_won(), "{:?}", game.marks());
            let solution = solve(&board).solution().unwrap().clone();
            let fewest = plan_clicks(&marks, &solution, &nature.manners).clicks();
            prop_assert_eq!(game.clicks(), fewest);
            prop_assert_eq!(played.clicks, fewest);
            prop_assert_eq!(played.repairs, 0);
            prop_assert_eq!(game.clicks_beside(), []);
            let is_certain = nature.celebration != Celebration::Leave;
            match played.ending {
                Ending::Won => prop_assert!(is_certain),
                Ending::ProbablyWon => prop_assert!(!is_certain),
                ending => prop_assert_eq!((ending, fewest), (Ending::AlreadySolved, 0)),
            }
        }

        #[test]
        fn lost_clicks_are_made_good(
            (board, marks) in half_played(),
            nature in nature(),
            lost in proptest::collection::vec(0_usize..20, 0..3),
        ) {
            let nature = Nature { lost_clicks: lost, ..nature };
            let game = Game::new(&board, &marks, nature.clone());
            let options = Options { manners: nature.manners, ..PATIENT };
            let played = play(&game, &options).unwrap();
            prop_assert!(game.is_won(), "{:?}", game.marks());
            prop_assert!(played.repairs <= nature.lost_clicks.len());
            prop_assert_eq!(game.clicks_beside(), []);
        }

        #[test]
        fn a_person_who_moves_the_pointer_stops_the_game(
            (board, marks) in half_played(),
            deed in 0_usize..200,
        ) {
            let to = DesktopPoint::new(-90.0, 60.0);
            let game = Game::new(&board, &marks, Nature::default()).intrude(deed, Intrusion::MoveTo(to));
            match play(&game, &PATIENT) {
                Err(PlayError::Stopped { by: Stop::PointerMoved { found_at, .. }, progress }) => {
                    prop_assert_eq!(found_at, to);
                    prop_assert_eq!(progress.clicks, game.clicks());
                    // One click may be on its way between the last look at the pointer and the move.
                    prop_assert!(game.clicks_after_intrusion() <= 1);
                    let since = game.time_since_intrusion().unwrap();
                    prop_assert!(since < Duration::from_millis(50), "noticed after {since:?}");
                }
                // Before the game is begun, and when all is done, the pointer is anyone's.
                Ok(_) => prop_assert!(game.is_won() && !game.was_intruded_upon()),
                Err(error) => prop_assert!(false, "{error}"),
            }
        }

        #[test]
        fn a_word_to_stop_is_heard_within_one_click(
            (board, marks) in half_played(),
            deed in 0_usize..200,
        ) {
            let abort = Abort::default();
            let game = Game::new(&board, &marks, Nature::default())
                .intrude(deed, Intrusion::Abort(abort.clone()));
            match play_with(&game, &PATIENT, &abort) {
                Err(PlayError::Stopped { by: Stop::Asked, progress }) => {
                    prop_assert_eq!(progress.clicks, game.clicks());
                    prop_assert!(game.clicks_after_intrusion() <= 1);
                    prop_assert!(game.time_since_intrusion().unwrap() < Duration::from_millis(100));
                }
                Ok(_) => prop_assert!(game.is_won() && !game.was_intruded_upon()),
                Err(error) => prop_assert!(false, "{error}"),
            }
        }

        #[test]
        fn a_queen_that_comes_without_a_click_is_put_right_and_is_no_win(
            (board, marks) in half_played(),
            at in any::<prop::sample::Selector>(),
            deed in 0_usize..60,
            crosses_out: bool,
        ) {
            let cell = at.select(board.cells());
            let nature = Nature { crosses_out, ..Nature::default() };
            // Painted after the last frame before a click, and gone with it before anybody saw why.
            let unseen = 2 * (nature.paint + LOOK);
            let game = Game::new(&board, &marks, nature).intrude(deed, Intrusion::Place(cell));
            match play(&game, &PATIENT) {
                Ok(played) => prop_assert_eq!(played.ending, Ending::Won),
                // Where she was the last one, nobody knows who has won.
                Err(PlayError::SolutionShown { .. }) => {
                    prop_assert!(solve(&board).solution().unwrap().queens().any(|it| it == cell));
                    prop_assert!(game.is_won(), "{:?}", game.marks());
                }
                Err(error) => prop_assert!(false, "{error}"),
            }
            if game.time_since_intrusion().is_none_or(|since| since > unseen) {
                prop_assert!(game.is_won(), "{:?}", game.marks());
            }
        }
    }

    #[test]
    fn a_queen_that_comes_with_the_last_one_and_crosses_out_is_no_win() {
        let board = parse("AAAA\nBBAA\nBBAC\nDDAA").unwrap();
        let mut marks = Marks::empty(4);
        for queen in [Cell::at(0, 2), Cell::at(3, 1)] {
            marks.set(queen, Mark::Queen);
        }
        let nature = Nature { crosses_out: true, ..Nature::default() };
        let unseen = 2 * (nature.paint + LOOK);
        for (cell, deed) in board.cells().flat_map(|cell| (25..70).map(move |deed| (cell, deed))) {
            let game = Game::new(&board, &marks, nature.clone());
            let game = game.intrude(deed, Intrusion::Place(cell));
            let ending = play(&game, &PATIENT).map(|played| played.ending);
            let is_shown = matches!(ending, Err(PlayError::SolutionShown { .. }));
            assert!(ending == Ok(Ending::Won) || is_shown, "{cell:?}, {deed}: {ending:?}");
            // Where she was seen in time, she was not clicked.
            let is_seen = game.time_since_intrusion().is_none_or(|since| since > unseen);
            let is_won = game.is_won();
            assert!(is_won || !is_seen && !is_shown, "{cell:?}, {deed}: {:?}", game.marks());
        }
    }

    #[test]
    fn a_board_that_vanishes_is_not_clicked_any_more() {
        // Before the last cell's clicks, that is: after them it would be a win.
        for closes_after in 0..10 {
            let nature = Nature { closes_after: Some(closes_after), ..Nature::default() };
            let game = Game::new(&some_board(), &Marks::empty(6), nature);
            let error = play(&game, &PATIENT).unwrap_err();
            let PlayError::BoardLost { progress } = error else { panic!("{error:?}") };
            assert_eq!(progress.clicks, game.clicks());
            // What was begun before it went: the first cell, or all the others but the last.
            assert!([2, 10].contains(&game.clicks()), "{} clicks", game.clicks());
        }
    }

    #[test]
    fn another_board_in_its_place_is_not_clicked() {
        let nature = Nature { turns_into: Some((1, board(6, 8))), ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let error = play(&game, &PATIENT).unwrap_err();
        assert!(matches!(error, PlayError::BoardLost { .. }), "{error:?}");
        assert_eq!((game.clicks(), game.marks()), (2, Marks::empty(6)));
    }

    #[test]
    fn a_board_that_is_hidden_now_and_then_is_not_lost() {
        let paint = Duration::from_millis(850);
        let nature = Nature { flickers: true, paint, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won);
        assert_eq!(game.clicks(), 12);
    }

    #[test]
    fn a_person_who_brings_the_pointer_to_rest_lets_the_game_begin() {
        // The first deed of all looks where the pointer is, the second takes the frame.
        let to = DesktopPoint::new(-90.0, 60.0);
        let game = untouched().intrude(1, Intrusion::MoveTo(to));
        assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won);
        let one_look = Options { wait: Duration::ZERO, ..PATIENT };
        let game = untouched().intrude(1, Intrusion::MoveTo(to));
        let error = play(&game, &one_look).unwrap_err();
        assert!(matches!(error, PlayError::Stopped { by: Stop::PointerMoved { .. }, .. }));
        assert_eq!((game.moves(), game.clicks()), (0, 0));
    }

    #[test]
    fn a_game_that_is_won_already_is_left_alone_whatever_its_queens_wear() {
        for celebration in [Celebration::None, Celebration::Disguise] {
            let game = Game::new(
                &some_board(),
                &Marks::empty(6),
                Nature { celebration, ..Nature::default() },
            );
            assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won);
            queensight::clock::Clock::pause(&game, Duration::from_secs(1));
            assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::AlreadySolved);
            assert_eq!(game.clicks(), 12);
        }
    }

    #[test]
    fn a_game_of_other_manners_is_given_up_after_one_cell() {
        let manners = Manners { clicks_to_queen: ClicksToQueen::One, ..Manners::default() };
        let nature = Nature { manners, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let error = play(&game, &PATIENT).unwrap_err();
        let PlayError::NotWon { repairs: 4, missing, progress } = &error else {
            panic!("{error:?}")
        };
        assert_eq!((missing.len(), missing[0].row, progress.clicks), (1, 3, 10));
        assert_eq!(game.marks(), Marks::empty(6));
        assert_eq!(
            error.to_string(),
            format!(
                "the board does not show what was clicked, not even after 4 repairs; \
             0 of 6 queens stand, after 10 clicks; missing: row 4 column {}",
                missing[0].col + 1
            )
        );
    }

    #[test]
    fn crosses_of_the_game_are_crosses_whatever_they_look_like() {
        let nature = Nature { crosses_out: true, dots: true, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &Options { learns: true, ..PATIENT }).unwrap();
        assert!(game.is_won() && played.manners.auto_crosses);
        assert_eq!(game.clicks(), 12);
    }

    #[test]
    fn a_cross_that_grows_is_no_queen_and_no_win() {
        let grows = Duration::from_millis(300);
        for lost in 0..12 {
            let nature = Nature { grows, lost_clicks: vec![lost], ..Nature::default() };
            let game = Game::new(&some_board(), &Marks::empty(6), nature);
            assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won, "{lost} lost");
            assert!(game.is_won(), "{lost} lost: {:?}", game.marks());
        }
    }

    #[test]
    fn crosses_that_are_read_as_queens_do_not_win_a_game() {
        for lost in [vec![1], vec![5], vec![11], vec![3, 7], vec![3, 7, 9]] {
            let nature = Nature { dots: true, lost_clicks: lost.clone(), ..Nature::default() };
            let game = Game::new(&some_board(), &Marks::empty(6), nature);
            assert_eq!(play(&game, &PATIENT).unwrap().ending, Ending::Won, "{lost:?} lost");
            assert!(game.is_won(), "{lost:?} lost: {:?}", game.marks());
        }
    }

    #[test]
    fn a_pointer_that_has_opened_a_panel_over_the_board_is_parked_elsewhere() {
        let nature = Nature { has_panel: true, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature.clone());
        let played = play(&game, &PATIENT).unwrap();
        assert!(game.is_won());
        assert_eq!((played.ending, game.clicks()), (Ending::Won, 12));

        // Where the board is hidden wherever the pointer is, nothing more is clicked.
        let nature = Nature { closes_after: Some(1), ..nature };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let error = play(&game, &PATIENT).unwrap_err();
        assert!(matches!(error, PlayError::BoardLost { .. }), "{error:?}");
        assert_eq!(game.clicks(), 2, "the first queen's");
    }

    #[test]
    fn a_game_that_is_lost_and_shows_its_solution_is_not_won() {
        for lost_with in 0..8 {
            for learns in [false, true] {
                let nature = Nature { lost_with: Some(lost_with), ..Nature::default() };
                let game = Game::new(&some_board(), &Marks::empty(6), nature);
                let error = play(&game, &Options { learns, ..PATIENT }).unwrap_err();
                let is_it = matches!(error, PlayError::SolutionShown { .. });
                assert!(is_it, "lost with click {lost_with}, learns {learns}: {error:?}");
                assert_eq!(error.name(), "not-won");
            }
        }
    }

    #[test]
    fn a_game_that_ends_while_a_pace_is_kept_and_shows_its_solution_is_not_won() {
        let pace = Pace::Queen(Duration::from_secs(1));
        for deed in (40..200).step_by(8) {
            let game = Game::new(&some_board(), &Marks::empty(6), Nature::default());
            let game = game.intrude(deed, Intrusion::End);
            let ending = play(&game, &Options { pace, ..PATIENT }).map(|played| played.ending);
            let is_shown = matches!(ending, Err(PlayError::SolutionShown { .. }));
            let is_won = ending == Ok(Ending::Won) && game.time_since_intrusion().is_none();
            assert!(is_shown || is_won, "{deed}: {ending:?} after {} clicks", game.clicks());
        }
    }

    #[test]
    fn cells_that_look_as_they_did_when_they_were_empty_are_empty() {
        let nature = Nature { points: true, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let played = play(&game, &PATIENT).unwrap();
        assert!(game.is_won(), "{:?}", game.marks());
        assert_eq!((played.ending, played.repairs, game.clicks()), (Ending::Won, 0, 12));
        assert!(!played.manners.auto_crosses);
    }

    #[test]
    fn a_board_that_was_played_is_not_played_again() {
        let played = vec![some_board()];
        let error = play(&untouched(), &Options { played, ..PATIENT }).unwrap_err();
        assert!(matches!(error, PlayError::NoBoard { .. }), "{error:?}");
        let played = vec![board(6, 8)];
        assert_eq!(play(&untouched(), &Options { played, ..PATIENT }).unwrap().ending, Ending::Won);
    }

    #[test]
    fn a_board_that_its_queens_tint_is_read_by_who_knew_it_before() {
        let tinted = Nature { tints: true, ..Nature::default() };
        for lost in [None, Some(1), Some(2), Some(5), Some(11)] {
            let lost_clicks = lost.into_iter().collect();
            let game = Game::new(
                &some_board(),
                &Marks::empty(6),
                Nature { lost_clicks, ..tinted.clone() },
            );
            let played = play(&game, &PATIENT).unwrap();
            assert_eq!(played.ending, Ending::Won, "{lost:?}");
            assert!(game.is_won() && game.clicks() == 12 + usize::from(lost.is_some()), "{lost:?}");
        }
        // Another board is not known by it.
        let nature = Nature { turns_into: Some((3, board(6, 8))), ..tinted };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let error = play(&game, &PATIENT).unwrap_err();
        assert!(matches!(error, PlayError::BoardLost { .. }), "{error:?}");
    }

    #[test]
    fn a_board_that_is_shaded_beyond_reading_is_played_on_by_its_picture() {
        let shaded = Nature { shades: true, ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), shaded.clone());
        let played = play(&game, &PATIENT).unwrap();
        assert_eq!((played.ending, game.clicks()), (Ending::Won, 12));
        assert!(game.is_won());

        // A click that got lost leaves one cell with something else in it.
        let nature = Nature { lost_clicks: vec![5], ..shaded };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let error = play(&game, &PATIENT).unwrap_err();
        assert!(matches!(error, PlayError::BoardLost { .. }), "{error:?}");
        assert_eq!(game.clicks(), 10);
    }

    #[test]
    fn a_pace_is_kept() {
        for (pace, least) in [
            (Pace::Game(Duration::from_secs(10)), Duration::from_secs(10)),
            (Pace::Queen(Duration::from_secs(1)), Duration::from_secs(5)),
        ] {
            let game = untouched();
            assert_eq!(play(&game, &Options { pace, ..PATIENT }).unwrap().ending, Ending::Won);
            let took = queensight::clock::Clock::now(&game);
            assert!(took >= least && took < least + Duration::from_secs(1), "{pace:?}: {took:?}");
        }
    }

    #[test]
    fn a_last_queen_that_does_not_come_is_not_a_win() {
        let nature = Nature { lost_clicks: (10..40).collect(), ..Nature::default() };
        let game = Game::new(&some_board(), &Marks::empty(6), nature);
        let error = play(&game, &PATIENT).unwrap_err();
        assert!(
            matches!(&error, PlayError::NotWon { progress, .. } if progress.queens == 5),
            "{error:?}"
        );
    }

    #[test]
    fn a_pointer_over_the_board_is_moved_off_before_it_is_read() {
        for wait in [Duration::ZERO, Duration::from_secs(2)] {
            let nature = Nature { hover_hides: true, ..Nature::default() };
            let game =
                Game::new(&some_board(), &Marks::empty(6), nature).put_pointer_over_the_board();
            let played = play(&game, &Options { wait, ..PATIENT }).unwrap();
            assert_eq!((played.ending, game.clicks()), (Ending::Won, 12));
        }
    }

    #[test]
    fn a_pointer_that_rests_on_a_board_that_cannot_be_read_is_moved_off_soon() {
        let nature = Nature { hover_hides: true, ..Nature::default() };
        let over = || {
            let game = Game::new(&some_board(), &Marks::empty(6), nature.clone());
            game.put_pointer_over_the_board()
        };
        let wait = Duration::from_secs(30);
        let game = over();
        let played = play(&game, &Options { wait, ..PATIENT }).unwrap();
        assert_eq!((played.ending, game.clicks()), (Ending::Won, 12));
        assert!(game.first_click() < Some(Duration::from_millis(1300)), "{:?}", game.first_click());
        // A dry run touches nothing.
        let game = over();
        let dry_run = Options { wait: Duration::from_secs(3), dry_run: true, ..PATIENT };
        assert!(matches!(play(&game, &dry_run), Err(PlayError::Doubtful(_))));
        assert_eq!(game.moves(), 0);
    }

    #[test]
    fn several_solutions_are_played_only_with_evidence_or_when_asked() {
        // Two ways to place the queens: columns 2 4 1 3, and 3 1 4 2.
        let board = parse("AAAA\nBBBB\nCCCC\nDDDD").unwrap();
        let game = || Game::new(&board, &Marks::empty(4), Nature::default());
        let error = play(&game(), &PATIENT).unwrap_err();
        assert_eq!(error, PlayError::SeveralSolutions);

        let asked = Options { any_solution: true, ..PATIENT };
        assert_eq!(play(&game(), &asked).unwrap().ending, Ending::Won);

        let game = game();
        let player = Player {
            source: &mut game.clone(),
            eyes: &PlainEyes { agree: true, ..game.eyes() },
            pointer: &mut game.clone(),
            clock: &game,
            abort: &Abort::default(),
        };
        assert_eq!(player.play(&PATIENT).unwrap().ending, Ending::Won);
    }

    #[test]
    fn a_board_without_a_solution_is_not_touched() {
        let board = parse("AAB\nCBB\nCCC").unwrap();
        let game = Game::new(&some_board(), &Marks::empty(6), Nature::default());
        let unsolvable = game.with_board(board);
        assert_eq!(play(&unsolvable, &PATIENT).unwrap_err(), PlayError::NoSolution);
        assert_eq!((unsolvable.moves(), unsolvable.clicks()), (0, 0));
    }

    #[test]
    fn a_dry_run_does_everything_but_touch_the_pointer() {
        let game = untouched().put_pointer_over_the_board();
        let played = play(&game, &Options { dry_run: true, ..PATIENT }).unwrap();
        assert_eq!((played.ending, game.moves(), game.clicks()), (Ending::Planned, 0, 0));
        assert_eq!((played.plan.clicks(), played.targets.len()), (12, 6));
        // The board's corner, the desktop's origin and half a cell: see the simulated game.
        let first = played.plan.placing[0].cell;
        let x = -100.0 + 30.0 + 8.0 * (first.col as f64 + 0.5);
        assert_eq!(played.targets[0], DesktopPoint::new(x, 50.0 + 20.0 + 4.0));
    }

    #[test]
    fn a_known_place_is_the_only_one_looked_at() {
        let game = untouched();
        let here = Options { place: Some(game.place()), ..PATIENT };
        assert_eq!(play(&game, &here).unwrap().ending, Ending::Won);

        let mut elsewhere = game.place();
        elsewhere.origin.x += 20.0;
        let game = untouched();
        let error = play(&game, &Options { place: Some(elsewhere), ..PATIENT }).unwrap_err();
        assert_eq!(error, PlayError::NotInPlace { waited: Duration::from_secs(2) });
        assert_eq!(game.moves(), 0);
    }

    #[test]
    fn the_timeline_is_the_whole_game_without_gaps() {
        let game = untouched();
        let played = play(&game, &PATIENT).unwrap();
        let stages: Vec<Stage> = played.timeline.spans().iter().map(|span| span.stage).collect();
        use Stage::{Capture, Click, Plan, Read, Solve, Verify, Wait};
        assert_eq!(
            stages,
            [Wait, Capture, Read, Solve, Plan, Click, Verify, Click, Verify, Click, Verify]
        );
        let total = queensight::clock::Clock::now(&game);
        assert_eq!(u128::from(played.timeline.sum_us()), total.as_micros());
        assert_eq!(played.timeline.total_us(Capture), 20_000);
        assert_eq!(played.timeline.total_us(Read), 25_000);
    }
}
