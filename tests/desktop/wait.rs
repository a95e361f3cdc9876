//! Waiting for a condition, never for a time.

use std::thread;
use std::time::{Duration, Instant};

/// How often a condition is looked at. Most need a round trip to the X server or the page, which
/// takes about a millisecond: this leaves the machine to the programs that are waited for.
const PAUSE: Duration = Duration::from_millis(10);

/// Looks at `condition` until it gives a value.
///
/// # Panics
/// If it has given none after `limit`, with `what` in the message.
pub(crate) fn until<T>(what: &str, limit: Duration, mut condition: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(value) = condition() {
            return value;
        }
        assert!(start.elapsed() < limit, "waited {limit:?} in vain for {what}");
        thread::sleep(PAUSE);
    }
}

/// Looks at `condition` until it holds or `limit` has passed; says whether it holds.
pub(crate) fn until_or_give_up(limit: Duration, mut condition: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    loop {
        if condition() {
            return true;
        }
        if start.elapsed() >= limit {
            return false;
        }
        thread::sleep(PAUSE);
    }
}
