//! Real games that are recorded, replayed without a screen, and filmed.
#![cfg(target_os = "linux")]

#[cfg(test)]
mod desktop;

#[cfg(test)]
mod tests {
    use super::desktop::{Desktop, Look, PointerEvent, Practice, can_run};
    use image::AnimationDecoder as _;
    use image::codecs::gif::GifDecoder;
    use image::codecs::png::PngDecoder;
    use std::fs::{self, File};
    use std::io::BufReader;
    use std::path::Path;
    use std::time::Duration;

    /// How long a run may take until it makes its first clicks.
    const TO_THE_FIRST_CLICKS: Duration = Duration::from_secs(60);

    #[test]
    fn a_recorded_game_is_replayed_without_a_screen_and_filmed() {
        let name = "a_recorded_game_is_replayed_without_a_screen_and_filmed";
        if !can_run(name) {
            return;
        }
        let desktop = Desktop::start(name, 1280, 1000);
        let practice = Practice::start(&desktop, &["--size", "7", "--seed", "4"]);
        let _browser = desktop.open(&practice.url(), Look::default());
        practice.wait_until_shown();
        let path = |name: &str| desktop.home().join(name).display().to_string();
        let (run, gif, apng) = (path("run"), path("game.gif"), path("game.apng"));
        let play = ["play", "--wait", "30", "--record", &run, "--film", &gif];
        let ended = desktop.queensight(&play).end(&desktop);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let state = practice.wait_until("the win", |state| state.won);

        let ended = desktop.queensight(&["replay", &run, "--film", &apng]).end(&desktop);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.stdout.contains("ends: won\n"), "{ended:?}");
        let summary = format!(" looks, {} clicks: all as in the record\n", state.clicks);
        assert!(ended.stdout.ends_with(&summary), "{ended:?}");

        let gif = GifDecoder::new(BufReader::new(File::open(gif).unwrap())).unwrap();
        let apng = PngDecoder::new(BufReader::new(File::open(apng).unwrap())).unwrap();
        let films = [gif.into_frames(), apng.apng().unwrap().into_frames()];
        let [gif, apng] = films.map(|film| film.collect_frames().unwrap());
        // An empty board, some queens, all of them.
        assert!(gif.len() >= 3 && gif.len() == apng.len(), "{} and {}", gif.len(), apng.len());
        assert_ne!(gif[0].buffer(), gif[gif.len() - 1].buffer());

        // What is no longer to be seen leads another way.
        let looked = fs::read_dir(Path::new(&run).join("frames")).unwrap().count();
        assert!(looked >= 3, "{looked} pictures");
        let last = Path::new(&run).join(format!("frames/{looked:04}.png"));
        fs::copy(Path::new(&run).join("frames/0001.png"), last).unwrap();
        let ended = desktop.queensight(&["replay", &run]).end(&desktop);
        assert_eq!(ended.code, Some(4), "{ended:?}");
        assert!(ended.stdout.contains("but the record: "), "{ended:?}");
    }

    #[test]
    fn a_run_that_is_killed_leaves_a_record_that_can_be_replayed() {
        let name = "a_run_that_is_killed_leaves_a_record_that_can_be_replayed";
        if !can_run(name) {
            return;
        }
        let desktop = Desktop::start(name, 1280, 1000);
        let practice = Practice::start(&desktop, &["--size", "7", "--seed", "4"]);
        let _browser = desktop.open(&practice.url(), Look::default());
        practice.wait_until_shown();
        let folder = desktop.home().join("run").display().to_string();
        let log = desktop.record_pointer();
        let play = ["play", "--wait", "30", "--pace", "1/queen", "--record", &folder];
        let run = desktop.queensight(&play);
        let mut releases = 0;
        log.wait_for("two queens", TO_THE_FIRST_CLICKS, |event| {
            releases += usize::from(matches!(event, PointerEvent::Released { .. }));
            releases == 4
        });
        run.kill();
        assert_eq!(run.end(&desktop).code, None);

        let ended = desktop.queensight(&["replay", &folder]).end(&desktop);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.stdout.ends_with("the record has no end: its run was killed\n"), "{ended:?}");
        assert!(ended.stdout.matches("clicks left").count() >= 2, "{ended:?}");
    }
}
