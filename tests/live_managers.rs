//! One game under each window manager, and one without any.
#![cfg(target_os = "linux")]

#[cfg(test)]
mod desktop;

#[cfg(test)]
mod tests {
    use super::desktop::{Desktop, Look, Manager, Practice, can_run_with};

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
