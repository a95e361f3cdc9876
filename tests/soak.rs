//! Many games in a row, in a real browser on a private desktop: `scripts/soak` runs this.
#![cfg(target_os = "linux")]

#[cfg(test)]
mod desktop;

#[cfg(test)]
mod tests {
    use super::desktop::mischief::{alone, pairs};
    use super::desktop::{Browser, Desktop, Look, Practice};
    use std::time::Instant;

    #[test]
    #[ignore = "by hand"]
    fn soak() {
        let filter = std::env::var("ONLY").unwrap_or_default();
        let size: String = std::env::var("SIZE").unwrap_or("8".into());
        let seed: String = std::env::var("SEED").unwrap_or("1".into());
        let list = if std::env::var("PAIRS").is_ok() { pairs() } else { alone() };
        let every: usize = std::env::var("EVERY").ok().and_then(|e| e.parse().ok()).unwrap_or(1);
        let extra = std::env::var("ARGS").unwrap_or_default();
        let extra: Vec<&str> = extra.split_whitespace().collect();
        let desktop = Desktop::start("soak", 1280, 1000);
        for mischief in list.iter().filter(|m| m.name.contains(&filter)).step_by(every) {
            let mut args = vec!["--size", &size, "--seed", &seed];
            args.extend(mischief.arguments.iter().map(String::as_str));
            let practice = Practice::start(&desktop, &args);
            let browser: Browser = desktop.open(&practice.url(), Look::default());
            practice.wait_until_shown();
            let started = Instant::now();
            let ended =
                desktop.queensight(&[&["play", "--wait", "5"], &extra[..]].concat()).end(&desktop);
            let took = started.elapsed();
            let state = practice.settled();
            let verdict = mischief.objection(ended.code, &state).unwrap_or("ok".into());
            println!(
                "{:32} {verdict} | code {:?} wins {} clicks {} drags {} strays {} {took:.2?} | {} {}",
                mischief.name,
                ended.code,
                state.wins,
                state.clicks,
                state.drags,
                state.strays,
                ended.stdout.lines().take(2).collect::<Vec<_>>().join(" / "),
                ended.stderr.lines().next().unwrap_or_default()
            );
            desktop.keep_picture(&mischief.name.replace(' ', "-"));
            drop(browser);
        }
    }
}
