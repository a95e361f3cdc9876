//! How one game answers to clicks.

use crate::board::Mark;
use crate::input::Button;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a game answers to clicks: what differs from site to site, and what a profile remembers.
///
/// The default is [`Manners::USUAL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Manners {
    /// How many clicks make a queen in an empty cell.
    pub clicks_to_queen: ClicksToQueen,
    /// How many clicks make a queen of a cross: two where it comes after the queen in the cycle.
    pub clicks_on_cross: ClicksToQueen,
    /// The button that they are made with.
    pub button: Button,
    /// Whether a cell takes a click only when the pointer has been over it for a while: games that
    /// draw the cell under the pointer anew, and listen to no other.
    pub hover_first: bool,
    /// Whether the game crosses out what a queen attacks.
    pub auto_crosses: bool,
    /// Whether queens that stand from the start cannot be taken away.
    pub locked_queens: bool,
}

impl Manners {
    /// What nine of ten measured games do: two clicks of the left button make a queen.
    pub const USUAL: Self = Self {
        clicks_to_queen: ClicksToQueen::Two,
        clicks_on_cross: ClicksToQueen::One,
        button: Button::Left,
        hover_first: false,
        auto_crosses: false,
        locked_queens: false,
    };
}

impl Default for Manners {
    fn default() -> Self {
        Self::USUAL
    }
}

/// As people say it: "two clicks of the left button make a queen".
impl fmt::Display for Manners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let button = match self.button {
            Button::Left => "left",
            Button::Right => "right",
        };
        match self.clicks_to_queen {
            ClicksToQueen::One => write!(f, "one click of the {button} button makes a queen")?,
            ClicksToQueen::Two => write!(f, "two clicks of the {button} button make a queen")?,
        }
        if self.clicks_on_cross == ClicksToQueen::Two {
            f.write_str(", and two make one of a cross")?;
        }
        for (is_so, what) in [
            (
                self.hover_first,
                "; the pointer must be over a cell for a while before it is clicked",
            ),
            (self.auto_crosses, "; a queen crosses out what she attacks"),
            (self.locked_queens, "; queens that stand from the start stay"),
        ] {
            f.write_str(if is_so { what } else { "" })?;
        }
        Ok(())
    }
}

/// How many clicks make a queen. In files it is the number 1 or 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum ClicksToQueen {
    /// From an empty cell: the queen comes first.
    One,
    /// From an empty cell: a cross comes first, and then the queen.
    Two,
}

/// A number of clicks that no game asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a queen takes 1 or 2 clicks, not {0}")]
pub struct NoSuchClicks(pub u8);

impl ClicksToQueen {
    /// The number: 1 or 2.
    #[must_use]
    pub fn count(self) -> usize {
        usize::from(u8::from(self))
    }
}

impl TryFrom<u8> for ClicksToQueen {
    type Error = NoSuchClicks;

    fn try_from(clicks: u8) -> Result<Self, NoSuchClicks> {
        match clicks {
            1 => Ok(Self::One),
            2 => Ok(Self::Two),
            other => Err(NoSuchClicks(other)),
        }
    }
}

impl From<ClicksToQueen> for u8 {
    fn from(clicks: ClicksToQueen) -> Self {
        match clicks {
            ClicksToQueen::One => 1,
            ClicksToQueen::Two => 2,
        }
    }
}

impl Manners {
    /// The clicks that turn what stands in a cell into a queen; none where one stands.
    #[must_use]
    pub fn clicks_to_queen_from(&self, mark: Mark) -> usize {
        match mark {
            Mark::Empty => self.clicks_to_queen.count(),
            Mark::Cross => self.clicks_on_cross.count(),
            Mark::Queen => 0,
        }
    }

    /// The clicks that take a queen away: no known game needs more, though some leave a cross.
    pub const CLICKS_TO_CLEAR_A_QUEEN: usize = 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_names_the_clicks_by_number() {
        let manners: Manners = toml::from_str("clicks_to_queen = 1\nbutton = \"right\"").unwrap();
        let one_right = Manners {
            clicks_to_queen: ClicksToQueen::One,
            button: Button::Right,
            ..Manners::default()
        };
        assert_eq!(manners, one_right);
        assert_eq!(toml::from_str::<Manners>(""), Ok(Manners::default()));
        let text = toml::to_string(&Manners::default()).unwrap();
        assert_eq!(
            text,
            "clicks_to_queen = 2\nclicks_on_cross = 1\nbutton = \"left\"\nhover_first = false\n\
                          auto_crosses = false\nlocked_queens = false\n"
        );
    }

    #[test]
    fn manners_that_no_game_has_are_refused() {
        let refusal = |text| toml::from_str::<Manners>(text).unwrap_err().message().to_owned();
        assert_eq!(refusal("clicks_to_queen = 3"), "a queen takes 1 or 2 clicks, not 3");
        assert!(refusal("click_to_queen = 2").starts_with("unknown field `click_to_queen`"));
        assert!(refusal("button = \"wheel\"").starts_with("unknown variant `wheel`"));
    }
}
