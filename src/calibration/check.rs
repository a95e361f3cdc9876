//! From the text of a profile to a checked one, or to all that is wrong with it.

use super::{Look, Place, Profile};
use crate::geometry::{DesktopPoint, DesktopVector};
use crate::input::Button;
use crate::play::{ClicksToQueen, Manners};
use std::fmt;
use std::ops::{Range, RangeInclusive};
use toml_edit::{Document, Item, Key, Table};

// The ranges that calibration/template.toml documents.
const SIZE: RangeInclusive<i64> = 1..=100;
const POSITION: RangeInclusive<f64> = -100_000.0..=100_000.0;
const PITCH: RangeInclusive<f64> = 4.0..=4000.0;
const COLOUR_DISTANCE: RangeInclusive<f64> = 0.0..=f64::INFINITY;

/// One thing that is wrong with the text of a profile. Lines are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The text is not TOML.
    Syntax {
        /// The line.
        line: usize,
        /// What the parser says.
        message: String,
    },
    /// A key means nothing here.
    UnknownKey {
        /// The line.
        line: usize,
        /// The key, with its section.
        key: String,
        /// The key that was probably meant.
        nearest: Option<&'static str>,
    },
    /// A value is not of the kind that its key takes, or not in its range.
    BadValue {
        /// The line.
        line: usize,
        /// The key, with its section.
        key: String,
        /// What it takes.
        wanted: String,
    },
    /// A section lacks a key that it cannot do without.
    MissingKey {
        /// The line that the section begins in.
        line: usize,
        /// The key, with its section.
        key: String,
    },
}

impl Fault {
    fn line(&self) -> usize {
        match self {
            Self::Syntax { line, .. }
            | Self::UnknownKey { line, .. }
            | Self::BadValue { line, .. }
            | Self::MissingKey { line, .. } => *line,
        }
    }
}

impl Profile {
    /// Reads a profile.
    ///
    /// # Errors
    /// All that is wrong with it, in the order of its lines; never empty.
    pub fn from_toml(text: &str) -> Result<Self, Vec<Fault>> {
        let document = Document::parse(text).map_err(|error| {
            let line = line_of(text, error.span());
            vec![Fault::Syntax { line, message: error.message().to_owned() }]
        })?;
        let mut faults = Vec::new();
        let mut whole = Section {
            text,
            prefix: String::new(),
            table: document.as_table(),
            known: Vec::new(),
            faults: &mut faults,
        };
        let about =
            whole.value("about", "a text in quotes", |item| item.as_str().map(str::to_owned));
        let manners = whole.section("manners", read_manners).unwrap_or_default();
        let place = whole.section("place", read_place).flatten();
        let look = whole.section("look", read_look).flatten();
        whole.refuse_unknown_keys();
        if faults.is_empty() {
            Ok(Self { about: about.unwrap_or_default(), manners, place, look })
        } else {
            faults.sort_by_key(Fault::line);
            Err(faults)
        }
    }
}

fn read_manners(section: &mut Section) -> Manners {
    let default = Manners::default();
    let mut clicks = |name| {
        section.value(name, "1 or 2", |item| {
            ClicksToQueen::try_from(u8::try_from(item.as_integer()?).ok()?).ok()
        })
    };
    let (to_queen, on_cross) = (clicks("clicks_to_queen"), clicks("clicks_on_cross"));
    let button = section.value("button", "\"left\" or \"right\"", |item| match item.as_str()? {
        "left" => Some(Button::Left),
        "right" => Some(Button::Right),
        _ => None,
    });
    let mut fact = |name| section.value(name, "true or false", Item::as_bool);
    let facts = ["hover_first", "auto_crosses", "locked_queens"].map(&mut fact);
    let [hover_first, auto_crosses, locked_queens] = facts.map(|fact| fact.unwrap_or(false));
    Manners {
        hover_first,
        auto_crosses,
        locked_queens,
        clicks_to_queen: to_queen.unwrap_or(default.clicks_to_queen),
        clicks_on_cross: on_cross.unwrap_or(default.clicks_on_cross),
        button: button.unwrap_or(default.button),
    }
}

fn read_place(section: &mut Section) -> Option<Place> {
    // All are read before any is found missing, so that all faults are told.
    let size = section.required("size", "a whole number from 1 to 100", |item| {
        item.as_integer().filter(|size| SIZE.contains(size)).map(|size| size as usize)
    });
    let left = section.required_number("left", &POSITION);
    let top = section.required_number("top", &POSITION);
    let pitch_x = section.required_number("pitch_x", &PITCH);
    let pitch_y = section.required_number("pitch_y", &PITCH);
    Some(Place {
        size: size?,
        origin: DesktopPoint::new(left?, top?),
        pitch: DesktopVector::new(pitch_x?, pitch_y?),
    })
}

fn read_look(section: &mut Section) -> Option<Look> {
    let colour_margin = section.required_number("colour_margin", &COLOUR_DISTANCE);
    let colour_spread = section.required_number("colour_spread", &COLOUR_DISTANCE);
    Some(Look { colour_margin: colour_margin?, colour_spread: colour_spread? })
}

/// A table of the text, the keys that have been asked for, and the faults so far.
struct Section<'a> {
    text: &'a str,
    /// Its name with a dot at the end; empty for the top of the file.
    prefix: String,
    table: &'a Table,
    known: Vec<&'static str>,
    faults: &'a mut Vec<Fault>,
}

impl Section<'_> {
    /// What `read` makes of the value of `key`, if there is one; a fault if it makes nothing of it.
    fn value<T>(
        &mut self,
        key: &'static str,
        wanted: &str,
        read: impl FnOnce(&Item) -> Option<T>,
    ) -> Option<T> {
        self.known.push(key);
        let item = self.table.get(key)?;
        let value = read(item);
        if value.is_none() {
            self.faults.push(Fault::BadValue {
                line: self.line_of(item.span()),
                key: format!("{}{key}", self.prefix),
                wanted: wanted.to_owned(),
            });
        }
        value
    }

    /// As [`Self::value`], and a fault if there is no such key.
    fn required<T>(
        &mut self,
        key: &'static str,
        wanted: &str,
        read: impl FnOnce(&Item) -> Option<T>,
    ) -> Option<T> {
        if !self.table.contains_key(key) {
            self.faults.push(Fault::MissingKey {
                line: self.line_of(self.table.span()),
                key: format!("{}{key}", self.prefix),
            });
        }
        self.value(key, wanted, read)
    }

    fn required_number(&mut self, key: &'static str, range: &RangeInclusive<f64>) -> Option<f64> {
        let wanted = match range.end().is_finite() {
            true => format!("a number from {} to {}", range.start(), range.end()),
            false => format!("a number from {}", range.start()),
        };
        self.required(key, &wanted, |item| {
            let number = item.as_float().or_else(|| item.as_integer().map(|whole| whole as f64));
            number.filter(|number| range.contains(number))
        })
    }

    /// What `read` makes of the section `name`, if there is one.
    fn section<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&mut Section) -> T,
    ) -> Option<T> {
        self.known.push(name);
        let item = self.table.get(name)?;
        let Some(table) = item.as_table() else {
            self.faults.push(Fault::BadValue {
                line: self.line_of(item.span()),
                key: name.to_owned(),
                wanted: format!("a section, [{name}]"),
            });
            return None;
        };
        let mut section = Section {
            text: self.text,
            prefix: format!("{name}."),
            table,
            known: Vec::new(),
            faults: self.faults,
        };
        let value = read(&mut section);
        section.refuse_unknown_keys();
        Some(value)
    }

    fn refuse_unknown_keys(&mut self) {
        for (name, _) in self.table.iter().filter(|(name, _)| !self.known.contains(name)) {
            let span = self.table.key(name).and_then(Key::span);
            self.faults.push(Fault::UnknownKey {
                line: self.line_of(span),
                key: format!("{}{name}", self.prefix),
                nearest: nearest(name, self.known.iter().copied()),
            });
        }
    }

    /// The line that a part of the text begins in, from 1.
    fn line_of(&self, span: Option<Range<usize>>) -> usize {
        line_of(self.text, span)
    }
}

fn line_of(text: &str, span: Option<Range<usize>>) -> usize {
    let start = span.map_or(0, |span| span.start).min(text.len());
    1 + text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count()
}

/// The candidate that `name` is probably a slip of: at most a third of its characters differ.
pub(super) fn nearest<'c>(
    name: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, _)| distance * 3 <= name.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { line, message } => {
                // The parser's first line says it; the others repeat the place.
                write!(f, "line {line}: {}", message.lines().next().unwrap_or_default())
            }
            Self::UnknownKey { line, key, nearest: None } => {
                write!(f, "line {line}: there is no key {key}")
            }
            Self::UnknownKey { line, key, nearest: Some(nearest) } => {
                write!(f, "line {line}: there is no key {key}; {nearest} is probably meant")
            }
            Self::BadValue { line, key, wanted } => write!(f, "line {line}: {key} takes {wanted}"),
            Self::MissingKey { line, key } => write!(f, "line {line}: {key} is missing"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let faults = Profile::from_toml(text).expect_err("the text has faults");
        faults.iter().map(Fault::to_string).collect()
    }

    #[test]
    fn what_is_left_out_is_as_the_default() {
        assert_eq!(Profile::from_toml(""), Ok(Profile::default()));
        assert_eq!(Profile::from_toml("[manners]\n"), Ok(Profile::default()));
    }

    #[test]
    fn every_key_is_read() {
        let text = r#"
            about = "mine"
            manners = { }
            [place]
            size = 9
            left = -1200
            top = 40.25
            pitch_x = 44.1
            pitch_y = 43.9
            [look]
            colour_margin = inf
            colour_spread = 0
        "#
        .replace("manners = { }", "manners.clicks_to_queen = 1\nmanners.button = \"right\"");
        let profile = Profile::from_toml(&text).expect("a sound profile");
        assert_eq!(
            profile,
            Profile {
                about: "mine".to_owned(),
                manners: Manners {
                    clicks_to_queen: ClicksToQueen::One,
                    button: Button::Right,
                    ..Manners::default()
                },
                place: Some(Place {
                    size: 9,
                    origin: DesktopPoint::new(-1200.0, 40.25),
                    pitch: DesktopVector::new(44.1, 43.9),
                }),
                look: Some(Look { colour_margin: f64::INFINITY, colour_spread: 0.0 }),
            }
        );
    }

    #[test]
    fn all_faults_are_told_at_once_each_with_its_line() {
        let text = "\
abuot = \"mine\"
colour = 3

[manners]
clicks_to_queen = 3
button = 1
click_to_queen = 2

[place]
size = 9.0
left = \"far\"
pitch_x = 3.9
pitch_y = 44
";
        assert_eq!(
            faults(text),
            [
                "line 1: there is no key abuot; about is probably meant",
                "line 2: there is no key colour",
                "line 5: manners.clicks_to_queen takes 1 or 2",
                "line 6: manners.button takes \"left\" or \"right\"",
                "line 7: there is no key manners.click_to_queen; clicks_to_queen is probably meant",
                "line 9: place.top is missing",
                "line 10: place.size takes a whole number from 1 to 100",
                "line 11: place.left takes a number from -100000 to 100000",
                "line 12: place.pitch_x takes a number from 4 to 4000",
            ]
        );
    }

    #[test]
    fn ranges_hold_at_both_ends() {
        let place = |size: &str, left: &str, pitch: &str| {
            format!(
                "[place]\nsize = {size}\nleft = {left}\ntop = 0\npitch_x = {pitch}\npitch_y = {pitch}"
            )
        };
        for text in [place("1", "-100000", "4"), place("100", "100000", "4000")] {
            assert!(Profile::from_toml(&text).is_ok(), "{text}");
        }
        for (text, count) in [
            (place("0", "0", "44"), 1),
            (place("101", "0", "44"), 1),
            (place("9", "100000.1", "44"), 1),
            (place("9", "nan", "44"), 1),
            (place("9", "0", "3.99"), 2),
            (place("9", "0", "inf"), 2),
        ] {
            assert_eq!(faults(&text).len(), count, "{text}");
        }
    }

    #[test]
    fn a_text_that_is_not_toml_is_refused_at_its_line() {
        let faults = faults("about = \"mine\"\n[place\nsize = 9\n");
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("line 2: "), "{faults:?}");
    }

    #[test]
    fn a_section_must_be_one() {
        assert_eq!(faults("place = 3"), ["line 1: place takes a section, [place]"]);
    }

    #[test]
    fn only_a_slip_is_taken_for_another_name() {
        let names = ["linkedin", "one-click"];
        assert_eq!(nearest("linkdin", names.into_iter()), Some("linkedin"));
        assert_eq!(nearest("onclick", names.into_iter()), Some("one-click"));
        assert_eq!(nearest("archive", names.into_iter()), None);
    }
}
