//! A profile measured on the real practice page in a real browser, and a game played by it.
#![cfg(target_os = "linux")]

#[cfg(test)]
mod desktop;

#[cfg(test)]
mod tests {
    use super::desktop::{Desktop, Look, Practice, can_run};
    use queensight::calibration::Profile;
    use queensight::play::ClicksToQueen;
    use std::fs;

    #[test]
    fn a_profile_is_measured_and_played_by() {
        measure_and_play("a_profile_is_measured_and_played_by", (1280, 1000), Look::default());
    }

    #[test]
    fn a_profile_is_measured_and_played_by_in_the_dark_at_scale_2() {
        let name = "a_profile_is_measured_and_played_by_in_the_dark_at_scale_2";
        measure_and_play(name, (2560, 1920), Look { scale: 2.0, dark: true, ..Look::default() });
    }

    fn measure_and_play(name: &str, (width, height): (u16, u16), look: Look) {
        if !can_run(name) {
            return;
        }
        let desktop = Desktop::start(name, width, height);
        let practice = Practice::start(&desktop, &["--size", "8", "--seed", "3"]);
        let _browser = desktop.open(&practice.url(), look);
        practice.wait_until_shown();
        let home = (width as i16 - 10, height as i16 - 10);
        desktop.move_pointer(home.0, home.1);

        let file = desktop.home().join("mine.toml").display().to_string();
        let ended =
            desktop.queensight(&["calibrate", "--try-clicks", "--out", &file]).end(&desktop);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let profile = Profile::from_toml(&fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(profile.manners.clicks_to_queen, ClicksToQueen::Two);
        assert_eq!(profile.place.map(|place| place.size), Some(8));
        // Empty, cross, queen, and empty again; and the pointer is where it was.
        let state = practice.wait_until("the trial's three clicks", |state| state.clicks == 3);
        assert!(state.marks.iter().all(|row| row == "........"), "{:?}", state.marks);
        assert_eq!((desktop.pointer().x, desktop.pointer().y), home);

        // Two cells away from the board, the profile's place holds none.
        let mut elsewhere = profile.clone();
        let place = elsewhere.place.as_mut().unwrap();
        place.origin += place.pitch * 2.0;
        let wrong = desktop.home().join("elsewhere.toml").display().to_string();
        fs::write(&wrong, elsewhere.to_toml()).unwrap();
        let ended = desktop.queensight(&["play", "--wait", "1", "--profile", &wrong]).end(&desktop);
        assert_eq!(ended.code, Some(3), "{ended:?}");
        assert_eq!(practice.state().map(|state| state.clicks), Some(3));

        let ended = desktop.queensight(&["play", "--profile", &file]).end(&desktop);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        practice.wait_until("the win", |state| state.won);
    }
}
