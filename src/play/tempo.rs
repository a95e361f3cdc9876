//! How fast clicks follow each other.

use std::time::Duration;

/// How fast clicks follow each other, the fastest first. A game is played as fast as it goes until it
/// loses clicks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Tempo {
    /// As fast as the system takes them.
    #[default]
    AtOnce,
    /// As a quick person does. What is faster gets lost where a game asks for the button once a
    /// frame, works out the next state from the one that is painted, or is busy with the last click.
    Person,
    /// Rarely enough for games that take a second click for a slip of the hand: 300 ms is a usual
    /// bound. Two clicks of a cell are still a double click, for which 400 ms are, or 500.
    Slow,
}

impl Tempo {
    /// How long a button is down: for a person, three frames of a page at 60 Hz.
    pub(super) fn hold(self) -> Duration {
        match self {
            Self::AtOnce => Duration::ZERO,
            Self::Person | Self::Slow => Duration::from_millis(50),
        }
    }

    /// How long it is up before it goes down again.
    pub(super) fn gap(self) -> Duration {
        match self {
            Self::AtOnce => Duration::ZERO,
            Self::Person => Duration::from_millis(100),
            Self::Slow => Duration::from_millis(300),
        }
    }

    /// The next slower one; none where this is the slowest.
    pub(super) fn slower(self) -> Option<Self> {
        match self {
            Self::AtOnce => Some(Self::Person),
            Self::Person => Some(Self::Slow),
            Self::Slow => None,
        }
    }
}
