//! One game on each kind of desktop: under several window managers and without any, and on a desktop
//! of several monitors.
#![cfg(target_os = "linux")]

#[cfg(test)]
mod desktop;

#[cfg(test)]
mod tests {
    use super::desktop::{Desktop, Look, Manager, Practice, can_run, can_run_with};
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
