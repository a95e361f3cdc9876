//! How fast to play.

use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::time::Duration;

/// How fast to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// As fast as the game answers.
    #[default]
    AtOnce,
    /// All queens in no less than this time.
    Game(Duration),
    /// This time between two queens.
    Queen(Duration),
}

impl Pace {
    /// The time between two queens of a board with `queens` of them.
    #[must_use]
    pub fn gap(self, queens: usize) -> Duration {
        match self {
            Self::AtOnce => Duration::ZERO,
            Self::Game(time) => {
                let gaps = u32::try_from(queens.saturating_sub(1).max(1)).unwrap_or(u32::MAX);
                time / gaps
            }
            Self::Queen(gap) => gap,
        }
    }
}

/// A text that is no pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a pace is a number of seconds for the whole game, or for each queen: 30 or 1.5/queen")]
pub struct NoPace;

impl FromStr for Pace {
    type Err = NoPace;

    /// Reads `SECONDS` for the whole game, or `SECONDS/queen`.
    fn from_str(text: &str) -> Result<Self, NoPace> {
        let seconds = |text: &str| {
            let seconds = text.parse().map_err(|_| NoPace)?;
            Duration::try_from_secs_f64(seconds).map_err(|_| NoPace)
        };
        match text.split_once('/') {
            None => Ok(Self::Game(seconds(text)?)),
            Some((text, "queen")) => Ok(Self::Queen(seconds(text)?)),
            Some(_) => Err(NoPace),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_a_time_for_the_game_or_for_each_queen() {
        let gap = |text: &str, queens| text.parse::<Pace>().map(|pace| pace.gap(queens));
        assert_eq!(gap("16", 9), Ok(Duration::from_secs(2)));
        assert_eq!(gap("1.5/queen", 9), Ok(Duration::from_millis(1500)));
        assert_eq!(Pace::default().gap(9), Duration::ZERO);
        assert_eq!(gap("3", 1), Ok(Duration::from_secs(3)));
        for text in ["", "fast", "-1", "1/game", "1/", "inf"] {
            assert_eq!(text.parse::<Pace>(), Err(NoPace), "{text}");
        }
    }
}
