//! Whole games: the real binary against the real practice page in a real browser, on a private
//! desktop. The page is the judge; the X server's own record tells who pressed what and when.
#![cfg(target_os = "linux")]

#[cfg(test)]
mod desktop;

#[cfg(test)]
mod tests {
    use super::desktop::mischief::{alone, pairs};
    use super::desktop::{
        Browser, Desktop, Ended, Look, PointerEvent, PointerLog, Practice, State, can_run, wait,
    };
    use image::RgbaImage;
    use queensight::board::CellSet;
    use queensight::capture::Screen;
    use queensight::clock::SystemClock;
    use queensight::geometry::Lattice;
    use queensight::input;
    use queensight::play::{Abort, Eyes, Options, Player, Vision};
    use queensight::vision::{Before, Reading, Refusal};
    use std::time::Duration;

    /// X11's name of the Escape key.
    const ESCAPE: u32 = 0xff1b;

    /// Of the pairs of switches, every how many are played here. A prime: it meets each switch.
    const PAIRS_STEP: usize = 149;

    /// How long a run may take until it makes its first clicks.
    const TO_THE_FIRST_CLICKS: Duration = Duration::from_secs(60);

    /// How many presses are waited for before a game is disturbed: it is under way by then, and
    /// far from its end.
    const INTO_THE_GAME: usize = 4;

    /// For how long after a person's move the player may still press, in milliseconds.
    const TIME_TO_STOP: u32 = 50;

    #[test]
    fn games_of_all_sizes_are_won_light_and_dark_at_scale_1() {
        let name = "games_of_all_sizes_are_won_light_and_dark_at_scale_1";
        win_all_sizes(name, 1.0, (1280, 1000));
    }

    #[test]
    fn games_of_all_sizes_are_won_light_and_dark_at_scale_1_5() {
        let name = "games_of_all_sizes_are_won_light_and_dark_at_scale_1_5";
        win_all_sizes(name, 1.5, (1920, 1440));
    }

    #[test]
    fn games_of_all_sizes_are_won_light_and_dark_at_scale_2() {
        let name = "games_of_all_sizes_are_won_light_and_dark_at_scale_2";
        win_all_sizes(name, 2.0, (2560, 1920));
    }

    fn win_all_sizes(name: &str, scale: f64, screen: (u16, u16)) {
        if !can_run(name) {
            return;
        }
        let desktop = Desktop::start(name, screen.0, screen.1);
        for dark in [false, true] {
            for size in 7..=11 {
                let game = Game::open(&desktop, size, 1, Look { scale, dark, size: None });
                let ended = game.play(&[]);
                game.assert_won(&ended, &format!("n = {size}, dark: {dark}, scale {scale}"));
            }
        }
    }

    #[test]
    fn ten_games_in_a_row_are_won() {
        if !can_run("ten_games_in_a_row_are_won") {
            return;
        }
        let desktop = Desktop::start("ten_games_in_a_row_are_won", 1280, 1000);
        for seed in 1..=10 {
            let game = Game::open(&desktop, 9, seed, Look::default());
            let ended = game.play(&[]);
            game.assert_won(&ended, &format!("seed {seed}"));
        }
    }

    #[test]
    fn a_half_played_board_with_a_wrong_queen_is_put_right() {
        if !can_run("a_half_played_board_with_a_wrong_queen_is_put_right") {
            return;
        }
        let desktop =
            Desktop::start("a_half_played_board_with_a_wrong_queen_is_put_right", 1280, 1000);
        let game = Game::open(&desktop, 9, 3, Look::default());
        play_half(&game);
        let state = game.practice.wait_until("seven clicks", |state| state.clicks == 7);
        assert_eq!((state.queens(), state.won), (3, false));

        let ended = game.play(&[]);
        game.assert_won(&ended, "after a half-played board");
    }

    #[test]
    fn marks_that_a_person_has_just_made_are_put_right_when_they_come() {
        if !can_run("marks_that_a_person_has_just_made_are_put_right_when_they_come") {
            return;
        }
        let desktop = Desktop::start(
            "marks_that_a_person_has_just_made_are_put_right_when_they_come",
            1280,
            1000,
        );
        let game = Game::open(&desktop, 9, 3, Look::default());
        // The page shows them one after the other, while the board is read and played.
        play_half(&game);
        let ended = game.play(&[]);
        game.assert_won(&ended, "with marks that came late");
    }

    #[test]
    fn a_moved_mouse_stops_the_game() {
        if !can_run("a_moved_mouse_stops_the_game") {
            return;
        }
        let desktop = Desktop::start("a_moved_mouse_stops_the_game", 1280, 1000);
        let game = Game::open(&desktop, 11, 2, Look::default());
        let log = desktop.record_pointer();
        let run = desktop.queensight(&["play", "--wait", "30"]);
        wait_for_clicks(&log);
        desktop.move_pointer(1270, 990);
        let ended = run.end(&desktop);

        assert_eq!(ended.code, Some(130), "{ended:?}");
        assert!(ended.stderr.contains("moved the pointer"), "{ended:?}");
        assert!(ended.stderr.contains(" of 11 queens stand, after "), "{ended:?}");
        let events = log.finish();
        let moved = events.iter().position(is_move_to(1270.0, 990.0)).expect("it is on record");
        let PointerEvent::Moved { at: moved_at, .. } = events[moved] else { unreachable!() };
        for event in &events[moved..] {
            if let PointerEvent::Pressed { at, .. } = event {
                let late = at.wrapping_sub(moved_at);
                assert!(late <= TIME_TO_STOP, "a press {late} ms after the move");
            }
        }
        assert_hands_off(&desktop, &events);
        assert!(!game.state().won);
    }

    #[test]
    fn ctrl_c_stops_the_game() {
        if !can_run("ctrl_c_stops_the_game") {
            return;
        }
        let desktop = Desktop::start("ctrl_c_stops_the_game", 1280, 1000);
        let game = Game::open(&desktop, 11, 2, Look::default());
        let log = desktop.record_pointer();
        let run = desktop.queensight(&["play", "--wait", "30"]);
        wait_for_clicks(&log);
        run.interrupt();
        let ended = run.end(&desktop);

        assert_eq!(ended.code, Some(130), "{ended:?}");
        assert!(ended.stderr.contains(" of 11 queens stand, after "), "{ended:?}");
        assert_hands_off(&desktop, &log.finish());
        assert!(!game.state().won);
    }

    #[test]
    fn the_escape_key_stops_the_game() {
        if !can_run("the_escape_key_stops_the_game") {
            return;
        }
        let desktop = Desktop::start("the_escape_key_stops_the_game", 1280, 1000);
        let game = Game::open(&desktop, 11, 2, Look::default());
        let log = desktop.record_pointer();
        let run = desktop.queensight(&["play", "--wait", "30", "--pace", "0.5/queen"]);
        wait_for_clicks(&log);
        desktop.press_key(ESCAPE);
        let ended = run.end(&desktop);

        assert_eq!(ended.code, Some(130), "{ended:?}");
        assert!(ended.stderr.contains("stopped on request"), "{ended:?}");
        assert_hands_off(&desktop, &log.finish());
        assert!(!game.state().won);
    }

    #[test]
    fn one_board_after_the_other_is_played_and_none_twice() {
        if !can_run("one_board_after_the_other_is_played_and_none_twice") {
            return;
        }
        let desktop = Desktop::start("one_board_after_the_other", 1280, 1000);
        let practice = Practice::start(&desktop, &["--size", "7", "--switch", "win=next"]);
        let browser = desktop.open(&practice.url(), Look::default());
        practice.wait_until_shown();
        let ended = desktop.queensight(&["play", "--wait", "30", "--repeat", "3"]).end(&desktop);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert_eq!(ended.stdout.matches("won: 7×7").count(), 3, "{ended:?}");
        practice.wait_until("three wins", |state| state.wins == 3);
        drop(browser);

        // A won board that stays is not played again.
        let game = Game::open(&desktop, 7, 1, Look::default());
        let ended = desktop.queensight(&["play", "--wait", "2", "--repeat"]).end(&desktop);
        game.assert_won(&ended, "with --repeat");
        assert_eq!(ended.stdout.matches("won: 7×7").count(), 1, "{ended:?}");
    }

    #[test]
    fn a_window_that_is_moved_in_mid_game_is_followed() {
        if !can_run("a_window_that_is_moved_in_mid_game_is_followed") {
            return;
        }
        let desktop = Desktop::start("a_window_that_is_moved", 1600, 1000);
        let look = Look { size: Some((1000, 700)), ..Look::default() };
        let game = Game::open(&desktop, 8, 2, look);
        let log = desktop.record_pointer();
        let run = desktop.queensight(&["play", "--wait", "30", "--pace", "0.7/queen"]);
        wait_for_clicks(&log);
        desktop.move_window(game.browser.window(), 450, 180);
        let ended = run.end(&desktop);
        game.assert_won(&ended, "after the window was moved");
        assert_eq!(game.state().strays, 0);
    }

    #[test]
    fn a_window_that_goes_away_or_under_another_is_not_clicked_on() {
        if !can_run("a_window_that_goes_away_or_under_another_is_not_clicked_on") {
            return;
        }
        let desktop = Desktop::start("a_window_that_goes_away", 1280, 1000);
        for is_covered in [false, true] {
            let game = Game::open(&desktop, 8, 2, Look::default());
            let log = desktop.record_pointer();
            let run = desktop.queensight(&["play", "--wait", "30", "--pace", "0.7/queen"]);
            wait_for_clicks(&log);
            let other = if is_covered {
                Some(Game::open(&desktop, 8, 3, Look::default()))
            } else {
                desktop.minimise_window(game.browser.window());
                None
            };
            let ended = run.end(&desktop);
            assert_eq!(ended.code, Some(7), "covered: {is_covered}: {ended:?}");
            assert!(ended.stderr.contains("is not to be seen any more"), "{ended:?}");
            assert_hands_off(&desktop, &log.finish());
            if let Some(other) = other {
                assert_eq!((other.state().clicks, other.state().strays), (0, 0));
            }
        }
    }

    /// Every switch of the practice page alone, and some pairs: all of them are for the soak.
    #[test]
    fn whatever_a_page_does_the_game_is_won_or_given_up_with_a_reason() {
        if !can_run("whatever_a_page_does_the_game_is_won_or_given_up_with_a_reason") {
            return;
        }
        let desktop = Desktop::start("whatever_a_page_does", 1280, 1000);
        let all = alone().into_iter().chain(pairs().into_iter().step_by(PAIRS_STEP));
        let mut objections = Vec::new();
        for (index, mischief) in all.enumerate() {
            let (size, seed) = ((7 + index % 3).to_string(), index.to_string());
            let mut arguments = vec!["--size", &size, "--seed", &seed];
            arguments.extend(mischief.arguments.iter().map(String::as_str));
            let practice = Practice::start(&desktop, &arguments);
            let _browser = desktop.open(&practice.url(), Look::default());
            practice.wait_until_shown();
            let ended = desktop.queensight(&["play", "--wait", "10"]).end(&desktop);
            let state = practice.settled();
            if let Some(objection) = mischief.objection(ended.code, &state) {
                desktop.keep_picture(&mischief.name.replace([' ', ','], "-"));
                objections.push(format!("{}: {objection}: {ended:?}", mischief.name));
            }
        }
        assert!(objections.is_empty(), "{}", objections.join("\n"));
    }

    /// The program itself has no way to panic that anybody knows of: the player plays in a process of
    /// this test's own, and its eyes panic in mid-game.
    #[test]
    fn a_panic_in_mid_game_leaves_no_button_down() {
        let name = "a_panic_in_mid_game_leaves_no_button_down";
        if !can_run(name) {
            return;
        }
        let desktop = Desktop::start(name, 1280, 1000);
        let game = Game::open(&desktop, 8, 2, Look::default());
        let log = desktop.record_pointer();
        let mut player = desktop.command(std::env::current_exe().unwrap());
        player.args(["--exact", "tests::panic_in_mid_game", "--ignored", "--nocapture"]);
        let output = player.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(NO_MORE), "{said}");
        let events = log.finish();
        let presses = events.iter().filter(|event| matches!(event, PointerEvent::Pressed { .. }));
        assert!(presses.count() >= 2, "{events:?}");
        assert_hands_off(&desktop, &events);
        assert!(!game.state().won);
    }

    /// What the panicking eyes say.
    const NO_MORE: &str = "these eyes look no more";

    /// Eyes that panic as soon as a queen stands.
    struct Panicking;

    impl Eyes for Panicking {
        fn read(&self, pixels: &RgbaImage) -> Result<Reading, Refusal> {
            Vision.read(pixels)
        }

        fn read_at(&self, pixels: &RgbaImage, lattice: &Lattice) -> Result<Reading, Refusal> {
            let reading = Vision.read_at(pixels, lattice)?;
            assert!(reading.marks.queens().next().is_none(), "{NO_MORE}");
            Ok(reading)
        }

        fn read_shaded(
            &self,
            pixels: &RgbaImage,
            lattice: &Lattice,
            before: &Before<'_>,
            marked: &CellSet,
        ) -> Result<Reading, Refusal> {
            Vision.read_shaded(pixels, lattice, before, marked)
        }

        fn is_alike_in(&self, pixels: &RgbaImage, lattice: &Lattice, cells: &CellSet) -> bool {
            Vision.is_alike_in(pixels, lattice, cells)
        }
    }

    #[test]
    #[ignore = "a part of a_panic_in_mid_game_leaves_no_button_down, which runs it"]
    fn panic_in_mid_game() {
        let player = Player {
            source: &mut Screen::open(None, None).unwrap(),
            eyes: &Panicking,
            pointer: &mut input::Desktop::open().unwrap(),
            clock: &SystemClock::start(),
            abort: &Abort::default(),
        };
        let options = Options { wait: TO_THE_FIRST_CLICKS, ..Options::default() };
        panic!("it has played to the end: {:?}", player.play(&options));
    }

    #[test]
    fn a_dry_run_clicks_nothing() {
        if !can_run("a_dry_run_clicks_nothing") {
            return;
        }
        let desktop = Desktop::start("a_dry_run_clicks_nothing", 1280, 1000);
        let game = Game::open(&desktop, 9, 1, Look::default());
        let log = desktop.record_pointer();
        let ended = game.play(&["--dry-run"]);

        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert_eq!(log.finish(), [], "nothing happens to the pointer");
        let state = game.state();
        assert_eq!((state.clicks, state.queens(), state.won), (0, 0, false));
    }

    #[test]
    fn without_a_board_nothing_is_clicked() {
        if !can_run("without_a_board_nothing_is_clicked") {
            return;
        }
        let desktop = Desktop::start("without_a_board_nothing_is_clicked", 800, 600);
        let log = desktop.record_pointer();
        let ended = desktop.queensight(&["play", "--wait", "1"]).end(&desktop);

        assert_eq!(ended.code, Some(3), "{ended:?}");
        assert_eq!(ended.stdout, "");
        assert!(ended.stderr.contains("\n\nhint: "), "{ended:?}");
        assert_eq!(log.finish(), []);
    }

    #[test]
    fn a_page_that_is_closed_in_mid_game_ends_it() {
        if !can_run("a_page_that_is_closed_in_mid_game_ends_it") {
            return;
        }
        let desktop = Desktop::start("a_page_that_is_closed_in_mid_game_ends_it", 1280, 1000);
        let game = Game::open(&desktop, 11, 2, Look::default());
        let log = desktop.record_pointer();
        let run = desktop.queensight(&["play", "--wait", "30"]);
        wait_for_clicks(&log);
        game.browser.close();
        let ended = run.end(&desktop);

        assert_eq!(ended.code, Some(7), "{ended:?}");
        assert!(ended.stderr.contains("\n\nhint: "), "{ended:?}");
        assert_hands_off(&desktop, &log.finish());
    }

    /// A practice game in a browser.
    struct Game<'a> {
        desktop: &'a Desktop,
        practice: Practice,
        browser: Browser<'a>,
    }

    /// A board as `queensight solve` sees it in a picture of the whole screen.
    struct Seen {
        solution: Vec<usize>,
        /// Left, top, right and bottom, in pixels of the screen.
        rect: [f64; 4],
    }

    impl<'a> Game<'a> {
        fn open(desktop: &'a Desktop, size: usize, seed: u32, look: Look) -> Self {
            let (size, seed) = (size.to_string(), seed.to_string());
            let practice = Practice::start(desktop, &["--size", &size, "--seed", &seed]);
            let browser = desktop.open(&practice.url(), look);
            practice.wait_until_shown();
            Self { desktop, practice, browser }
        }

        fn play(&self, arguments: &[&str]) -> Ended {
            let arguments = [&["play", "--wait", "30"], arguments].concat();
            self.desktop.queensight(&arguments).end(self.desktop)
        }

        fn state(&self) -> State {
            self.practice.state().expect("the page has reported")
        }

        /// Reads the board; waits until there is one, since what a page has painted reaches the
        /// screen a moment later.
        fn read(&self) -> Seen {
            let picture = self.desktop.home().join("screen.png");
            let seen = wait::until("a board on the screen", TO_THE_FIRST_CLICKS, || {
                self.desktop.screenshot().save(&picture).unwrap();
                let path = picture.to_string_lossy();
                let ended = self.desktop.queensight(&["solve", "--json", &path]).end(self.desktop);
                (ended.code == Some(0)).then_some(ended.stdout)
            });
            let seen: serde_json::Value = serde_json::from_str(&seen).unwrap();
            let side = |name: &str| seen["board"]["rect"][name].as_f64().unwrap();
            Seen {
                solution: serde_json::from_value(seen["solution"].clone()).unwrap(),
                rect: ["left", "top", "right", "bottom"].map(side),
            }
        }

        fn assert_won(&self, ended: &Ended, which: &str) {
            assert_eq!(ended.code, Some(0), "{which}: {ended:?}");
            let state =
                self.practice.wait_until("the page to say that it is won", |state| state.won);
            assert_eq!(state.queens(), state.size, "{which}");
            assert_eq!(state.drags, 0, "{which}: no click is taken for a drag");
        }
    }

    impl Seen {
        /// The middle of a cell, in pixels of the screen.
        fn centre(&self, row: usize, col: usize) -> (i16, i16) {
            let [left, top, right, bottom] = self.rect;
            let size = self.solution.len() as f64;
            let along = |from: f64, to: f64, index: usize| {
                (from + (to - from) * (index as f64 + 0.5) / size) as i16
            };
            (along(left, right, col), along(top, bottom, row))
        }
    }

    /// Two queens of the solution, a cross on a third one's cell, and a queen that is wrong.
    fn play_half(game: &Game) {
        let seen = game.read();
        let right = &seen.solution;
        for (row, col, clicks) in
            [(0, right[0], 2), (4, right[4], 2), (6, right[6], 1), (8, (right[8] + 4) % 9, 2)]
        {
            let (x, y) = seen.centre(row, col);
            game.desktop.move_pointer(x, y);
            (0..clicks).for_each(|_| game.desktop.click());
        }
        game.desktop.move_pointer(1, 1);
    }

    fn wait_for_clicks(log: &PointerLog) {
        let mut presses = 0;
        log.wait_for("the game to be under way", TO_THE_FIRST_CLICKS, |event| {
            presses += usize::from(matches!(event, PointerEvent::Pressed { .. }));
            presses == INTO_THE_GAME
        });
    }

    fn is_move_to(to_x: f64, to_y: f64) -> impl Fn(&PointerEvent) -> bool {
        move |event| matches!(event, PointerEvent::Moved { x, y, .. } if (*x, *y) == (to_x, to_y))
    }

    /// No button is down, and every press of the record, of which `events` is the later part, has
    /// found its release.
    fn assert_hands_off(desktop: &Desktop, events: &[PointerEvent]) {
        assert!(!desktop.pointer().left_is_down);
        let last = events.iter().rfind(|event| !matches!(event, PointerEvent::Moved { .. }));
        assert!(!matches!(last, Some(PointerEvent::Pressed { .. })), "a press without its release");
    }
}
