//! One game on each kind of desktop: under several window managers and without any, on several
//! monitors, and under a Wayland compositor.
#![cfg(target_os = "linux")]

#[cfg(test)]
mod desktop;

#[cfg(test)]
mod tests {
    use super::desktop::{
        Compositor, Desktop, Look, Manager, Practice, Program, can_run, can_run_with,
    };
    use queensight::geometry::DesktopPoint;
    use queensight::input::Pointer as _;
    use queensight::input::{Desktop as Pointer, InputError};
    use std::process::Stdio;
    use std::time::Duration;
    use x11rb::protocol::xproto::Rectangle;

    #[test]
    fn a_game_is_won_without_a_window_manager() {
        win("a_game_is_won_without_a_window_manager", Manager::Nobody);
    }

    #[test]
    fn a_game_is_won_under_openbox() {
        win("a_game_is_won_under_openbox", Manager::Openbox);
    }

    #[test]
    fn a_game_is_won_under_i3() {
        win("a_game_is_won_under_i3", Manager::I3);
    }

    #[test]
    fn a_game_is_won_under_xfwm4() {
        win("a_game_is_won_under_xfwm4", Manager::Xfwm4);
    }

    #[test]
    fn a_board_on_the_second_of_two_monitors_is_played_there_and_only_there() {
        let name = "a_board_on_the_second_of_two_monitors_is_played_there_and_only_there";
        if !can_run(name) {
            return;
        }
        let desktop = Desktop::start(name, 2240, 1000);
        // Of unequal heights, and the second one not at the top.
        desktop.add_monitor("LEFT", Rectangle { x: 0, y: 0, width: 1000, height: 1000 });
        desktop.add_monitor("RIGHT", Rectangle { x: 1000, y: 130, width: 1240, height: 870 });
        let practice = Practice::start(&desktop, &["--size", "9", "--seed", "4"]);
        let look = Look { size: Some((1100, 830)), ..Look::default() };
        let browser = desktop.open(&practice.url(), look);
        practice.wait_until_shown();
        desktop.move_window(browser.window(), 1060, 150);

        let ended = desktop.queensight(&["play", "--wait", "1"]).end(&desktop);
        assert_eq!(ended.code, Some(3), "on the first: {ended:?}");
        let ended = desktop.queensight(&["play", "--monitor", "MIDDLE"]).end(&desktop);
        assert_eq!(ended.code, Some(5), "{ended:?}");
        let there = "1 (LEFT, 1000 x 1000 at 0,0), 2 (RIGHT, 1240 x 870 at 1000,130)";
        assert!(ended.stderr.contains(there), "{ended:?}");
        assert_eq!(practice.state().map(|state| (state.clicks, state.strays)), Some((0, 0)));

        let ended =
            desktop.queensight(&["play", "--wait", "30", "--monitor", "right"]).end(&desktop);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let state = practice.wait_until("the win", |state| state.won);
        assert_eq!((state.clicks, state.drags, state.strays), (18, 0, 0), "{ended:?}");
    }

    #[test]
    fn a_game_is_won_under_sway() {
        win_under_sway("a_game_is_won_under_sway", &["resolution 1280x1000"], &[]);
    }

    #[test]
    fn a_game_is_won_under_sway_at_scale_2() {
        let name = "a_game_is_won_under_sway_at_scale_2";
        win_under_sway(name, &["resolution 2560x2000 scale 2"], &[]);
    }

    #[test]
    fn a_game_is_won_under_sway_on_an_output_that_is_turned_and_mirrored() {
        let name = "a_game_is_won_under_sway_on_an_output_that_is_turned_and_mirrored";
        win_under_sway(name, &["resolution 1000x1280 transform flipped-270"], &[]);
    }

    #[test]
    fn a_game_is_won_under_sway_on_the_last_of_three_outputs() {
        let outputs = [
            "resolution 1280x1000 position 100,900",
            "resolution 1000x1280 transform 90 position 0,2000",
            "resolution 1920x1500 scale 1.5 position 1400,50",
        ];
        let name = "a_game_is_won_under_sway_on_the_last_of_three_outputs";
        win_under_sway(name, &outputs, &["--monitor", "headless-3"]);
    }

    #[test]
    fn a_game_that_asks_for_the_button_once_a_frame_is_won_under_sway() {
        let name = "a_game_that_asks_for_the_button_once_a_frame_is_won_under_sway";
        if !can_run_with(name, &["sway"]) {
            return;
        }
        let game = ["--size", "5", "--switch", "poll=1"];
        let (sway, practice, _browser) = open_under_sway(&["resolution 1280x1000"], &game);
        let ended = sway.queensight(&["play", "--wait", "30"]).end(&sway);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let state = practice.wait_until("the win", |state| state.won);
        assert_eq!((state.drags, state.strays), (0, 0), "{ended:?}");
    }

    #[test]
    fn ctrl_c_stops_a_game_under_sway() {
        let name = "ctrl_c_stops_a_game_under_sway";
        if !can_run_with(name, &["sway"]) {
            return;
        }
        let (sway, practice, _browser) =
            open_under_sway(&["resolution 1280x1000"], &["--size", "9"]);
        let run = sway.queensight(&["play", "--wait", "30", "--pace", "0.5/queen"]);
        practice.wait_until("the game to be under way", |state| state.clicks >= 4);
        run.interrupt();
        let ended = run.end(&sway);
        assert_eq!(ended.code, Some(130), "{ended:?}");
        assert!(ended.stderr.contains(" of 9 queens stand, after "), "{ended:?}");
        let state = practice.settled();
        assert!(!state.won && state.clicks < 18, "{state:?}");
    }

    #[test]
    fn a_pointer_that_goes_to_another_output_is_not_clicked_with() {
        let outputs = [
            "resolution 1280x1000\ninput type:pointer map_to_output HEADLESS-1",
            "resolution 1280x1000",
        ];
        let name = "a_pointer_that_goes_to_another_output_is_not_clicked_with";
        refuse_under_sway(name, &outputs, &["--monitor", "2"]);
    }

    #[test]
    fn a_pointer_that_keeps_to_a_part_of_its_output_is_not_clicked_with() {
        let outputs = ["resolution 1280x1000\ninput type:pointer map_to_region 0 0 640 500"];
        let name = "a_pointer_that_keeps_to_a_part_of_its_output_is_not_clicked_with";
        refuse_under_sway(name, &outputs, &[]);
    }

    fn refuse_under_sway(name: &str, outputs: &[&str], arguments: &[&str]) {
        if !can_run_with(name, &["sway"]) {
            return;
        }
        let (sway, practice, _browser) = open_under_sway(outputs, &["--size", "9"]);
        let ended = sway.queensight(&[&["play", "--wait", "30"], arguments].concat()).end(&sway);
        assert_eq!(ended.code, Some(6), "{ended:?}");
        assert!(ended.stderr.contains("does not come where it is put"), "{ended:?}");
        let state = practice.settled();
        assert_eq!((state.clicks, state.strays), (0, 0), "{state:?}");
    }

    /// Wayland tells no program of a person's hand, but no click goes where that has led.
    #[test]
    fn a_restless_hand_leads_no_click_astray_under_sway() {
        let name = "a_restless_hand_leads_no_click_astray_under_sway";
        if !can_run_with(name, &["sway"]) {
            return;
        }
        let (sway, practice, _browser) =
            open_under_sway(&["resolution 1280x1000"], &["--size", "9"]);
        let mut hand = sway.command(std::env::current_exe().unwrap());
        hand.args(["--ignored", "--exact", "tests::move_the_pointer_without_end"]);
        let mut hand = Program::start(hand.stdin(Stdio::null()).stdout(Stdio::null()));
        let ended = sway.queensight(&["play", "--wait", "30"]).end(&sway);
        assert!(!hand.has_ended());
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let state = practice.wait_until("the win", |state| state.won);
        assert_eq!((state.drags, state.strays), (0, 0), "{ended:?}");
    }

    /// In a process of its own, on the desktop of another test, which ends it.
    #[test]
    #[ignore = "needs a desktop, which another test gives it"]
    fn move_the_pointer_without_end() {
        let mut pointer = Pointer::open().unwrap();
        for at in (0..1000).cycle() {
            pointer.move_to(DesktopPoint::new(f64::from(at), f64::from(at * 7 % 1000))).unwrap();
            // As often as a good mouse tells of itself. A compositor ends a browser that is told
            // more than it takes.
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// A page of the practice game on a desktop of its own, shown.
    fn open_under_sway(outputs: &[&str], game: &[&str]) -> (Compositor, Practice, Program) {
        let sway = Compositor::sway(outputs);
        let practice = Practice::start(&sway, &[&["--seed", "4"], game].concat());
        let browser = sway.open(&practice.url());
        practice.wait_until_shown();
        (sway, practice, browser)
    }

    fn win_under_sway(name: &str, outputs: &[&str], arguments: &[&str]) {
        if !can_run_with(name, &["sway"]) {
            return;
        }
        let (sway, practice, _browser) = open_under_sway(outputs, &["--size", "9"]);
        let ended = sway.queensight(&[&["play", "--wait", "30"], arguments].concat()).end(&sway);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let state = practice.wait_until("the win", |state| state.won);
        assert_eq!((state.clicks, state.drags, state.strays), (18, 0, 0), "{ended:?}");
    }

    #[test]
    fn a_compositor_that_shows_nothing_and_lets_nobody_click_is_refused() {
        let name = "a_compositor_that_shows_nothing_and_lets_nobody_click_is_refused";
        if !can_run_with(name, &["weston"]) {
            return;
        }
        let weston = Compositor::weston();
        let ended = weston.queensight(&["play", "--wait", "1"]).end(&weston);
        assert_eq!(ended.code, Some(5), "{ended:?}");
        assert!(ended.stderr.contains("does not offer wlr-screencopy"), "{ended:?}");
        let refused = weston
            .command(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "tests::the_pointer_is_refused"])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&refused.stdout);
        assert!(refused.status.success() && said.contains("1 passed"), "{said}");
    }

    /// In a process of its own, on the desktop of another test.
    #[test]
    #[ignore = "needs a desktop, which another test gives it"]
    fn the_pointer_is_refused() {
        assert_eq!(Pointer::open().err(), Some(InputError::Wayland));
    }

    fn win(name: &str, manager: Manager) {
        if !can_run_with(name, &[&["Xvfb"], manager.programs()].concat()) {
            return;
        }
        // Two of the game's windows wide, for the manager that gives each window its part.
        let desktop = Desktop::start_with(manager, name, 2240, 1000);
        let practice = Practice::start(&desktop, &["--size", "9", "--seed", "4"]);
        let look = Look { size: Some((1100, 830)), ..Look::default() };
        let _browser = desktop.open(&practice.url(), look);
        practice.wait_until_shown();
        // The first click is the one that gives the game the keyboard back.
        desktop.open_other_window(100, 60);
        let ended = desktop.queensight(&["play", "--wait", "30"]).end(&desktop);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let state = practice.wait_until("the win", |state| state.won);
        assert_eq!((state.clicks, state.drags, state.strays), (18, 0, 0), "{ended:?}");
    }
}
