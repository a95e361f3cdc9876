//! Many games in a row, in a real browser on a private desktop, each written into a log as it ends:
//! `scripts/soak` runs this, and says what the variables mean.
#![cfg(target_os = "linux")]

#[cfg(test)]
mod desktop;

#[cfg(test)]
mod tests {
    use super::desktop::mischief::{Mischief, alone, pairs};
    use super::desktop::{Desktop, Ended, Look, PointerEvent, Practice, State, can_run, wait};
    use serde::{Deserialize, Serialize};
    use serde_json::Value;
    use std::collections::HashSet;
    use std::fs::{self, File};
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::path::PathBuf;
    use std::time::{Duration, Instant};

    const LIMIT: Duration = Duration::from_secs(60);

    /// One game to be played.
    #[derive(Debug, Clone, PartialEq)]
    struct Game {
        kind: Kind,
        mischief: Mischief,
        size: usize,
        seed: usize,
        dark: bool,
        /// The screen's scale and the page's zoom: the browser multiplies them.
        scale: f64,
        zoom: f64,
        screen: (u16, u16),
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        /// An ordinary page, in all sizes, looks, scales and zooms.
        Plain,
        /// One switch, or two.
        Alone,
        Pair,
        /// n = 9 at 1920 x 1080: a page that is there already.
        Speed,
        /// The same, and the player was there first.
        Wait,
        /// The same clicks as a bare sender makes them.
        Sender,
    }

    /// One line of the log.
    #[derive(Debug, Clone, Serialize, Deserialize)]
    struct Line {
        game: String,
        kind: Kind,
        won: bool,
        objection: Option<String>,
        code: Option<i32>,
        strays: u32,
        drags: u32,
        clicks: u32,
        /// What was measured, in milliseconds; by name.
        ms: Vec<(String, f64)>,
        said: String,
    }

    fn plain(kind: Kind, size: usize, seed: usize) -> Game {
        let mischief = alone().swap_remove(0);
        let screen = (1920, 1080);
        Game { kind, mischief, size, seed, dark: false, scale: 1.0, zoom: 1.0, screen }
    }

    /// All games of a soak, in their order.
    fn games(count: usize) -> Vec<Game> {
        let scales = [1.0, 1.25, 1.5, 2.0];
        let zooms = [1.0, 0.5, 0.75, 1.25, 1.5, 2.0];
        let ordinary = (0..count).map(|index| {
            let scale = scales[index / 2 % scales.len()];
            let large = |side: f64| (side * scale) as u16;
            Game {
                dark: index % 2 == 1,
                scale,
                zoom: zooms[index / 8 % zooms.len()],
                screen: (large(1280.0), large(1000.0)),
                ..plain(Kind::Plain, 5 + index % 8, index)
            }
        });
        let hostile = |kind, list: Vec<Mischief>| {
            let game = move |(index, mischief)| {
                let screen = (1280, 1000);
                Game { mischief, screen, ..plain(kind, 6 + index % 5, index) }
            };
            list.into_iter().enumerate().map(game)
        };
        let speed = (0..20).flat_map(|seed| {
            [Kind::Speed, Kind::Sender, Kind::Wait].map(|kind| plain(kind, 9, seed))
        });
        speed
            .chain(hostile(Kind::Alone, alone()))
            .chain(hostile(Kind::Pair, pairs()))
            .chain(ordinary)
            .collect()
    }

    impl Game {
        /// What it is called in the log.
        fn name(&self) -> String {
            let Self { kind, mischief, size, seed, dark, scale, zoom, .. } = self;
            format!(
                "{kind:?} {}, n {size}, seed {seed}, dark {dark}, scale {scale}, zoom {zoom}",
                mischief.name
            )
        }

        fn play(&self, desktop: &Desktop) -> Line {
            let (size, seed) = (self.size.to_string(), self.seed.to_string());
            let mut arguments = vec!["--size", &size, "--seed", &seed];
            arguments.extend(self.mischief.arguments.iter().map(String::as_str));
            let practice = Practice::start(desktop, &arguments);
            let look = Look { scale: self.scale * self.zoom, dark: self.dark, size: None };
            let play = ["play", "--json", "--wait", "60"];
            if self.kind == Kind::Wait {
                let run = desktop.queensight(&play);
                let _browser = desktop.open(&practice.url(), look);
                return self.line(&run.end(desktop), &practice.settled());
            }
            let _browser = desktop.open(&practice.url(), look);
            practice.wait_until_shown();
            if self.kind == Kind::Sender {
                return self.send(desktop, &practice);
            }
            let log = desktop.record_pointer();
            let ended = desktop.queensight(&["play", "--json", "--wait", "10"]).end(desktop);
            let mut line = self.line(&ended, &practice.settled());
            if line.objection.is_some() {
                desktop.keep_picture(&line.game.replace([' ', ',', ':'], "-"));
            }
            let times = log.finish();
            line.ms.extend(presses(&times));
            line
        }

        /// Makes the same clicks as the player, as fast as the server takes them.
        fn send(&self, desktop: &Desktop, practice: &Practice) -> Line {
            let plan = wait::until("a plan", LIMIT, || {
                let ended = desktop.queensight(&["play", "--json", "--dry-run"]).end(desktop);
                serde_json::from_str::<Value>(&ended.stdout).ok()
            });
            let steps = plan["plan"].as_array().expect("a plan").clone();
            let target = |step: &Value, axis: &str| step[axis].as_f64().unwrap() as i16;
            let mut took = Duration::ZERO;
            for (index, step) in steps.iter().enumerate() {
                let began = Instant::now();
                desktop.move_pointer(target(step, "x"), target(step, "y"));
                desktop.click();
                desktop.click();
                if index + 1 < steps.len() {
                    took += began.elapsed();
                }
            }
            let state = practice.settled();
            let ended = Ended { code: Some(0), stdout: String::new(), stderr: String::new() };
            let mut line = self.line(&ended, &state);
            line.ms.push(("sender".to_owned(), took.as_secs_f64() * 1000.0));
            line
        }

        fn line(&self, ended: &Ended, state: &State) -> Line {
            let json: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
            let mut ms = Vec::new();
            let spent = |stage: &str| json["timing_us"][stage].as_f64().map(|us| us / 1000.0);
            if let (Some(capture), Some(read)) = (spent("capture"), spent("read")) {
                let rest = spent("solve").unwrap_or_default() + spent("plan").unwrap_or_default();
                ms.push(("capture".to_owned(), capture));
                ms.push(("read".to_owned(), read));
                ms.push(("frame to first press".to_owned(), capture + read + rest));
            }
            let clicks: Vec<f64> = json["timeline"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|span| span["stage"] == "click")
                .filter_map(|span| span["us"].as_f64())
                .collect();
            if let Some((_, first)) = clicks.split_last() {
                ms.push((
                    "clicks but the last queen's".to_owned(),
                    first.iter().sum::<f64>() / 1000.0,
                ));
            }
            let times = &state.times_ms;
            if let (Some(others), Some(last)) = (times.all_but_one, times.last_click) {
                ms.push(("others painted to last click".to_owned(), last - others));
            }
            if let (Some(shown), Some(first), Some(win)) =
                (times.shown, times.first_click, times.win)
                && self.kind == Kind::Wait
            {
                ms.push(("shown to first click".to_owned(), first - shown));
                ms.push(("shown to win".to_owned(), win - shown));
            }
            let said = json["outcome"].as_str().or_else(|| json["error"]["message"].as_str());
            Line {
                game: self.name(),
                kind: self.kind,
                won: state.wins > 0,
                objection: self.mischief.objection(ended.code, state),
                code: ended.code,
                strays: state.strays,
                drags: state.drags,
                clicks: state.clicks,
                ms,
                said: said
                    .unwrap_or_else(|| ended.stderr.lines().next().unwrap_or_default())
                    .to_owned(),
            }
        }
    }

    /// From the first press to the last release but that of the last queen, by the server's clock.
    fn presses(events: &[PointerEvent]) -> Option<(String, f64)> {
        let first = events.iter().find_map(|event| match event {
            PointerEvent::Pressed { at, .. } => Some(*at),
            _ => None,
        })?;
        let released = events.iter().filter_map(|event| match event {
            PointerEvent::Released { at, .. } => Some(*at),
            _ => None,
        });
        let released: Vec<u32> = released.collect();
        let last = released.len().checked_sub(3).map(|index| released[index])?;
        Some((
            "first press to the last queen but one".to_owned(),
            f64::from(last.wrapping_sub(first)),
        ))
    }

    fn log_path() -> PathBuf {
        let given = std::env::var_os("QUEENSIGHT_SOAK_LOG").map(PathBuf::from);
        given.unwrap_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("soak.jsonl"))
    }

    fn lines(path: &PathBuf) -> Vec<Line> {
        let Ok(file) = File::open(path) else { return Vec::new() };
        let lines = BufReader::new(file).lines().map_while(Result::ok);
        lines.filter_map(|line| serde_json::from_str(&line).ok()).collect()
    }

    fn median(mut numbers: Vec<f64>) -> Option<f64> {
        numbers.sort_by(f64::total_cmp);
        numbers.get(numbers.len() / 2).copied()
    }

    /// The goals' table, as far as it was measured.
    fn table(lines: &[Line]) -> String {
        let of = |kind: Kind| lines.iter().filter(move |line| line.kind == kind);
        let ms = |kind: Kind, name: &str| {
            let numbers = of(kind).flat_map(|line| &line.ms);
            let numbers: Vec<f64> =
                numbers.filter(|(of, _)| of == name).map(|(_, ms)| *ms).collect();
            let count = numbers.len();
            median(numbers)
                .map_or("not measured".to_owned(), |ms| format!("{ms:.1} ms (median of {count})"))
        };
        let won = |kind: Kind| {
            format!("{} of {}", of(kind).filter(|line| line.won).count(), of(kind).count())
        };
        let kept = |kind: Kind| {
            format!(
                "{} of {}",
                of(kind).filter(|line| line.objection.is_none()).count(),
                of(kind).count()
            )
        };
        let strays: u32 = lines.iter().map(|line| line.strays).sum();
        let clicks: u32 = lines.iter().map(|line| line.clicks).sum();
        let rows = [
            ("ordinary boards won", won(Kind::Plain)),
            ("one switch: won, or given up with a reason", kept(Kind::Alone)),
            ("two switches: won, or given up with a reason", kept(Kind::Pair)),
            ("presses outside of the board", format!("{strays}, of {clicks} clicks")),
            ("a frame with the board, to the first press", ms(Kind::Speed, "frame to first press")),
            ("of which capture", ms(Kind::Speed, "capture")),
            ("of which reading", ms(Kind::Speed, "read")),
            ("clicks of all queens but the last", ms(Kind::Speed, "clicks but the last queen's")),
            ("the same by a bare sender", ms(Kind::Sender, "sender")),
            (
                "first press to the last queen but one, the look after the first queen included",
                ms(Kind::Speed, "first press to the last queen but one"),
            ),
            ("others painted to the last click", ms(Kind::Speed, "others painted to last click")),
            ("--wait: first paint to the first click", ms(Kind::Wait, "shown to first click")),
            ("--wait: first paint to the win", ms(Kind::Wait, "shown to win")),
        ];
        let rows = rows.map(|(what, value)| format!("| {what} | {value} |\n"));
        format!("| measure | figure |\n|---|---|\n{}", rows.concat())
    }

    #[test]
    #[ignore = "takes an hour: scripts/soak"]
    fn soak() {
        assert!(can_run("soak"));
        let count =
            std::env::var("QUEENSIGHT_SOAK_GAMES").map_or(500, |text| text.parse().unwrap());
        let only = std::env::var("QUEENSIGHT_SOAK_ONLY").unwrap_or_default();
        let path = log_path();
        let done: HashSet<String> = lines(&path).into_iter().map(|line| line.game).collect();
        let mut all = games(count);
        all.retain(|game| game.name().contains(&only));
        let mut log = File::options().create(true).append(true).open(&path).unwrap();
        let mut desktop: Option<((u16, u16), Desktop)> = None;
        for (index, game) in all.iter().enumerate().filter(|(_, game)| !done.contains(&game.name()))
        {
            if desktop.as_ref().is_none_or(|(screen, _)| *screen != game.screen) {
                drop(desktop.take());
                let (width, height) = game.screen;
                desktop = Some((game.screen, Desktop::start("soak", width, height)));
            }
            let Some((_, desktop)) = &desktop else { unreachable!("it has just been started") };
            let line = game.play(desktop);
            let verdict = line.objection.as_deref().unwrap_or("ok");
            println!("{}/{} {}: {verdict} ({})", index + 1, all.len(), line.game, line.said);
            writeln!(log, "{}", serde_json::to_string(&line).unwrap()).unwrap();
        }
        let lines = lines(&path);
        println!("\n{}", table(&lines));
        for line in lines.iter().filter(|line| line.objection.is_some()) {
            println!(
                "{}: {} ({})",
                line.game,
                line.objection.as_deref().unwrap_or_default(),
                line.said
            );
        }
        println!("\nlog: {}", fs::canonicalize(&path).unwrap().display());
    }
}
