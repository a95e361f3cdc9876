//! The page's switches: what it does differently from a plain game, as other sites do.
//!
//! They are parameters of the page's address; the page itself ignores what it does not know, so
//! they are checked where a person gives them.

use std::fmt;
use std::str::FromStr;

/// What values a switch takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number up to this one.
    UpTo(u32),
    /// Two whole numbers with a comma between them, both up to this one.
    PairUpTo(u32),
}

/// One thing that the page can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SwitchKind {
    /// Its name in the address.
    pub name: &'static str,
    values: Values,
    /// What it does, in a few words.
    pub about: &'static str,
}

const ON: Values = Values::Words(&["1"]);

/// All switches, in the order in which they are listed.
pub const SWITCHES: [SwitchKind; 40] = [
    SwitchKind {
        name: "clicks",
        values: Values::Words(&["two", "one", "queen-first", "double"]),
        about: "what clicks go through: cross and queen; a queen alone; queen and cross; a cross \
                alone, and a queen at a double click",
    },
    SwitchKind {
        name: "button",
        values: Values::Words(&["left", "right"]),
        about: "the button that makes queens; with right, left makes crosses only",
    },
    SwitchKind {
        name: "act",
        values: Values::Words(&["press", "release"]),
        about: "whether a click counts when the button goes down or up",
    },
    SwitchKind {
        name: "drag",
        values: Values::Words(&["any"]),
        about: "the least movement of a pressed pointer is a drag, and no click",
    },
    SwitchKind { name: "auto", values: ON, about: "a queen crosses out what she attacks" },
    SwitchKind {
        name: "locked",
        values: Values::UpTo(16),
        about: "so many queens stand from the start, and cannot be taken away",
    },
    SwitchKind { name: "given", values: ON, about: "those queens are red" },
    SwitchKind {
        name: "lost",
        values: Values::UpTo(100),
        about: "so many per cent of all clicks get lost",
    },
    SwitchKind {
        name: "busy",
        values: Values::UpTo(5000),
        about: "for so many milliseconds after a click another one is not listened to",
    },
    SwitchKind {
        name: "slip",
        values: Values::UpTo(5000),
        about: "for so many milliseconds after a click the same cell takes no other one",
    },
    SwitchKind {
        name: "stale",
        values: Values::UpTo(5000),
        about: "what a click makes of a mark is painted so many milliseconds later, and until then \
                another click makes the same",
    },
    SwitchKind {
        name: "poll",
        values: ON,
        about: "a press counts when the button is still down at the next frame, as in game engines",
    },
    SwitchKind {
        name: "luck",
        values: Values::UpTo(u32::MAX),
        about: "the number that decides which clicks get lost",
    },
    SwitchKind {
        name: "block",
        values: Values::UpTo(5000),
        about: "the page stops for so many milliseconds at every third click",
    },
    SwitchKind {
        name: "shift",
        values: Values::PairUpTo(200),
        about: "the page moves by so many CSS pixels, right and down, after the first click",
    },
    SwitchKind {
        name: "glide",
        values: Values::UpTo(5000),
        about: "it takes so many milliseconds to get there",
    },
    SwitchKind {
        name: "hover",
        values: Values::UpTo(5000),
        about: "a cell takes so many milliseconds to fade when the pointer has left it",
    },
    SwitchKind {
        name: "highlight",
        values: ON,
        about: "the row and the column of the last clicked cell are shaded, and it has a ring",
    },
    SwitchKind { name: "animate", values: ON, about: "queens and the page's head never rest" },
    SwitchKind {
        name: "win",
        values: Values::Words(&["cover", "blur", "dim", "move", "remove", "next"]),
        about: "what a win does to the board",
    },
    SwitchKind { name: "bubble", values: ON, about: "a bubble comes up at the first click" },
    SwitchKind {
        name: "switch",
        values: Values::UpTo(1000),
        about: "the theme changes after so many clicks",
    },
    SwitchKind { name: "twins", values: ON, about: "two regions have the same colour" },
    SwitchKind {
        name: "queen",
        values: Values::Words(&["letter", "chess", "white", "disc", "image"]),
        about: "what queens are drawn as",
    },
    SwitchKind {
        name: "cross",
        values: Values::Words(&["dot", "large", "shade"]),
        about: "what crosses are drawn as",
    },
    SwitchKind {
        name: "pop",
        values: Values::UpTo(5000),
        about: "a mark takes so many milliseconds to grow to its size",
    },
    SwitchKind {
        name: "grow",
        values: Values::UpTo(200),
        about: "a row with a queen is so many per cent higher than others, which give way",
    },
    SwitchKind {
        name: "wave",
        values: Values::UpTo(1000),
        about: "a row's crosses come so many milliseconds later than those of the row above",
    },
    SwitchKind {
        name: "select",
        values: ON,
        about: "a second click in a cell selects what stands there, as texts are selected",
    },
    SwitchKind { name: "ring", values: ON, about: "the cell that was clicked last keeps a ring" },
    SwitchKind {
        name: "late",
        values: Values::UpTo(5000),
        about: "a mark comes so many milliseconds after its click",
    },
    SwitchKind {
        name: "enter",
        values: Values::UpTo(1000),
        about: "a cell takes clicks only when the pointer has been over it for so many milliseconds",
    },
    SwitchKind {
        name: "redraw",
        values: Values::UpTo(5000),
        about: "after each click the board is away for so many milliseconds",
    },
    SwitchKind {
        name: "toast",
        values: Values::UpTo(10_000),
        about: "after each click a message lies over the board for so many milliseconds",
    },
    SwitchKind {
        name: "veil",
        values: Values::UpTo(60_000),
        about: "for so many milliseconds the board is veiled at first, and takes no clicks",
    },
    SwitchKind {
        name: "deaf",
        values: Values::UpTo(60_000),
        about: "for so many milliseconds the board takes no clicks at first",
    },
    SwitchKind { name: "shrink", values: ON, about: "the first click makes the board smaller" },
    SwitchKind { name: "modal", values: ON, about: "the first click opens a window over the page" },
    SwitchKind {
        name: "banner",
        values: ON,
        about: "a banner lies over the lower part of the page",
    },
    SwitchKind { name: "menu", values: ON, about: "the right button opens the browser's menu" },
];

/// A switch and its value: `NAME=VALUE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    name: &'static str,
    value: String,
}

/// A text that is no switch.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SwitchError {
    /// It has no `=`.
    #[error("a switch is NAME=VALUE")]
    Form,
    /// There is none of this name.
    #[error("there is no such switch; there is {}", names())]
    Name,
    /// It does not take this value.
    #[error("{name} is {values}")]
    Value {
        /// The switch.
        name: &'static str,
        /// What it takes.
        values: String,
    },
}

fn names() -> String {
    SWITCHES.map(|switch| switch.name).join(", ")
}

impl Values {
    fn take(self, value: &str) -> bool {
        let is_number = |text: &str, most: u32| text.parse::<u32>().is_ok_and(|it| it <= most);
        match self {
            Self::Words(words) => words.contains(&value),
            Self::UpTo(most) => is_number(value, most),
            Self::PairUpTo(most) => {
                value.split_once(',').is_some_and(|(x, y)| is_number(x, most) && is_number(y, most))
            }
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => f.write_str(&words.join(" or ")),
            Self::UpTo(most) => write!(f, "a whole number up to {most}"),
            Self::PairUpTo(most) => write!(f, "two whole numbers up to {most}, like 8,26"),
        }
    }
}

impl fmt::Display for SwitchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}: {}", self.name, self.values, self.about)
    }
}

impl FromStr for Switch {
    type Err = SwitchError;

    fn from_str(text: &str) -> Result<Self, SwitchError> {
        let (name, value) = text.split_once('=').ok_or(SwitchError::Form)?;
        let kind = SWITCHES.iter().find(|kind| kind.name == name).ok_or(SwitchError::Name)?;
        if !kind.values.take(value) {
            let values = kind.values.to_string();
            return Err(SwitchError::Value { name: kind.name, values });
        }
        Ok(Self { name: kind.name, value: value.to_owned() })
    }
}

/// As a parameter of the address: `NAME=VALUE`.
impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_is_a_name_and_one_of_its_values() {
        for text in ["clicks=queen-first", "lost=10", "shift=8,26", "bubble=1", "luck=4294967295"] {
            assert_eq!(text.parse::<Switch>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_the_page_would_not_understand_is_refused() {
        let refusal = |text: &str| text.parse::<Switch>().unwrap_err().to_string();
        assert_eq!(refusal("lost"), "a switch is NAME=VALUE");
        assert!(refusal("loss=10").starts_with("there is no such switch; there is clicks, "));
        assert_eq!(refusal("lost=101"), "lost is a whole number up to 100");
        assert_eq!(refusal("shift=8"), "shift is two whole numbers up to 200, like 8,26");
        assert_eq!(refusal("act=hold"), "act is press or release");
        assert_eq!(refusal("twins=0"), "twins is 1");
    }
}
