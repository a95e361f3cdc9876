//! Time, behind a trait: nothing in this crate waits in any other way.

use std::thread;
use std::time::{Duration, Instant};

/// A clock that can also be waited on.
pub trait Clock {
    /// The time since some fixed moment; it never goes back.
    fn now(&self) -> Duration;

    /// Lets `duration` pass.
    fn pause(&self, duration: Duration);
}

/// The system's monotonic clock.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock {
    started: Instant,
}

impl SystemClock {
    /// A clock that starts now.
    #[must_use]
    pub fn start() -> Self {
        Self { started: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn pause(&self, duration: Duration) {
        thread::sleep(duration);
    }
}

/// Asks `condition` again and again, with a `pause` in between, until it holds or `bound` has
/// passed; whether it held. It is asked at least once, and a last time when the bound has passed.
///
/// # Errors
/// What `condition` fails with.
pub fn wait_until<E>(
    clock: &dyn Clock,
    bound: Duration,
    pause: Duration,
    mut condition: impl FnMut() -> Result<bool, E>,
) -> Result<bool, E> {
    let started = clock.now();
    loop {
        let is_last = clock.now().saturating_sub(started) >= bound;
        if condition()? {
            return Ok(true);
        }
        if is_last {
            return Ok(false);
        }
        clock.pause(pause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::convert::Infallible;

    /// A clock on which only pauses take time.
    struct Pauses(Cell<Duration>);

    impl Clock for Pauses {
        fn now(&self) -> Duration {
            self.0.get()
        }

        fn pause(&self, duration: Duration) {
            self.0.set(self.0.get() + duration);
        }
    }

    /// Whether a condition that holds from the `holds`th asking on is seen within 10 pauses, and
    /// how often it was asked.
    fn waited(holds: usize) -> (bool, usize) {
        let clock = Pauses(Cell::default());
        let mut asked = 0;
        let bound = Duration::from_millis(10);
        let held = wait_until(&clock, bound, Duration::from_millis(1), || {
            asked += 1;
            Ok::<_, Infallible>(asked >= holds)
        });
        (held.unwrap(), asked)
    }

    #[test]
    fn a_wait_ends_when_the_condition_holds_or_the_bound_has_passed() {
        assert_eq!(waited(1), (true, 1));
        assert_eq!(waited(7), (true, 7));
        assert_eq!(waited(11), (true, 11));
        assert_eq!(waited(12), (false, 11));
    }
}
