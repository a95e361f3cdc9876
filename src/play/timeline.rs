//! Where the time of a game went.

use crate::clock::Clock;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a span of time was spent on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Looking until there was a board to play.
    Wait,
    /// Taking the frame that the board was found in.
    Capture,
    /// Reading that frame: the reader solves the puzzle too, to judge its own reading.
    Read,
    /// Solving the puzzle that was read.
    Solve,
    /// Turning the solution into clicks.
    Plan,
    /// Moving and clicking.
    Click,
    /// Looking again until the clicks were seen.
    Verify,
}

/// Some time, spent on one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// On what.
    pub stage: Stage,
    /// How long, in microseconds.
    pub us: u64,
}

/// The spans of a game in order, without gaps: their sum is the time of the whole game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timeline(Vec<Span>);

impl Timeline {
    /// The spans, in order. Clicks and looks alternate, so these two come up several times.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.0
    }

    /// The time of all spans of one stage, in microseconds.
    #[must_use]
    pub fn total_us(&self, stage: Stage) -> u64 {
        self.0.iter().filter(|span| span.stage == stage).map(|span| span.us).sum()
    }

    /// The time of all spans, in microseconds.
    #[must_use]
    pub fn sum_us(&self) -> u64 {
        self.0.iter().map(|span| span.us).sum()
    }
}

/// Writes a timeline.
pub(super) struct Stopwatch<'a> {
    clock: &'a dyn Clock,
    since: Duration,
    timeline: Timeline,
}

impl<'a> Stopwatch<'a> {
    pub(super) fn start(clock: &'a dyn Clock) -> Self {
        Self { clock, since: clock.now(), timeline: Timeline::default() }
    }

    /// Ends the current span at `end` of the clock: it was spent on `stage`.
    pub(super) fn spent_until(&mut self, end: Duration, stage: Stage) {
        let length = end.saturating_sub(self.since);
        let us = u64::try_from(length.as_micros()).unwrap_or(u64::MAX);
        self.timeline.0.push(Span { stage, us });
        self.since = end;
    }

    /// Ends the current span now: it was spent on `stage`.
    pub(super) fn spent(&mut self, stage: Stage) {
        self.spent_until(self.clock.now(), stage);
    }

    pub(super) fn stop(self) -> Timeline {
        self.timeline
    }
}
