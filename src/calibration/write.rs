//! From a profile to its text, with comments.

use super::{Look, Place, Profile};
use crate::input::Button;
use crate::play::Manners;
use toml_edit::{DocumentMut, Item, Table, TomlError, Value};

/// The text of a new profile: every section with its comments.
const TEMPLATE: &str = include_str!("../../calibration/template.toml");

impl Profile {
    /// The text of the profile, with the comments that explain it.
    #[must_use]
    pub fn to_toml(&self) -> String {
        self.written_into(template()).to_string()
    }

    /// The text `old` of a profile with its values replaced by these: its comments, its order and
    /// its blank lines stay.
    ///
    /// # Errors
    /// If `old` is not TOML.
    pub fn to_toml_like(&self, old: &str) -> Result<String, TomlError> {
        Ok(self.written_into(old.parse()?).to_string())
    }

    fn written_into(&self, mut document: DocumentMut) -> DocumentMut {
        let table = document.as_table_mut();
        if !self.about.is_empty() || table.contains_key("about") {
            set(table, "about", self.about.as_str().into());
        }
        set_section(table, "manners", Some(manners_values(&self.manners)));
        set_section(table, "place", self.place.as_ref().map(place_values));
        set_section(table, "look", self.look.as_ref().map(look_values));
        document
    }
}

fn manners_values(manners: &Manners) -> Vec<(&'static str, Value)> {
    let button = match manners.button {
        Button::Left => "left",
        Button::Right => "right",
    };
    let clicks = |clicks| i64::from(u8::from(clicks)).into();
    vec![
        ("clicks_to_queen", clicks(manners.clicks_to_queen)),
        ("clicks_on_cross", clicks(manners.clicks_on_cross)),
        ("button", button.into()),
        ("hover_first", manners.hover_first.into()),
        ("auto_crosses", manners.auto_crosses.into()),
        ("locked_queens", manners.locked_queens.into()),
    ]
}

fn place_values(place: &Place) -> Vec<(&'static str, Value)> {
    vec![
        ("size", (place.size as i64).into()),
        ("left", rounded(place.origin.x)),
        ("top", rounded(place.origin.y)),
        ("pitch_x", rounded(place.pitch.x)),
        ("pitch_y", rounded(place.pitch.y)),
    ]
}

fn look_values(look: &Look) -> Vec<(&'static str, Value)> {
    let Look { colour_margin, colour_spread } = *look;
    vec![("colour_margin", rounded(colour_margin)), ("colour_spread", rounded(colour_spread))]
}

/// To a thousandth: over 100 cells the error of the pitch adds up to a twentieth of a point.
fn rounded(number: f64) -> Value {
    ((number * 1000.0).round() / 1000.0).into()
}

#[expect(clippy::expect_used, reason = "the template is part of the program, and tests parse it")]
fn template() -> DocumentMut {
    TEMPLATE.parse().expect("the template is TOML")
}

/// Sets the values of a section, which is taken from the template where the table has none; or
/// takes the section out.
fn set_section(table: &mut Table, name: &str, values: Option<Vec<(&'static str, Value)>>) {
    let Some(values) = values else {
        table.remove(name);
        return;
    };
    if !table.contains_table(name) {
        let mut fresh = template().remove(name).unwrap_or_else(toml_edit::table);
        if let Some(fresh) = fresh.as_table_mut() {
            // At the end of the file, not where it stands in the template.
            fresh.set_position(None);
        }
        table.insert(name, fresh);
    }
    if let Some(section) = table.get_mut(name).and_then(Item::as_table_mut) {
        for (key, value) in values {
            set(section, key, value);
        }
    }
}

/// Sets one value and leaves the comments around it.
fn set(table: &mut Table, key: &str, value: Value) {
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        }
        // Not there, or not a value.
        None => _ = table.insert(key, Item::Value(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{DesktopPoint, DesktopVector};
    use crate::play::ClicksToQueen;
    use proptest::prelude::*;

    /// A number with as many digits as a profile keeps.
    fn number(thousandths: std::ops::RangeInclusive<i64>) -> impl Strategy<Value = f64> {
        thousandths.prop_map(|thousandths| thousandths as f64 / 1000.0)
    }

    fn any_place() -> impl Strategy<Value = Place> {
        let position = || number(-100_000_000..=100_000_000);
        let pitch = || number(4_000..=4_000_000);
        (1..=100_usize, position(), position(), pitch(), pitch()).prop_map(
            |(size, left, top, pitch_x, pitch_y)| Place {
                size,
                origin: DesktopPoint::new(left, top),
                pitch: DesktopVector::new(pitch_x, pitch_y),
            },
        )
    }

    fn any_manners() -> impl Strategy<Value = Manners> {
        let clicks = || prop_oneof![Just(ClicksToQueen::One), Just(ClicksToQueen::Two)];
        let button = prop_oneof![Just(Button::Left), Just(Button::Right)];
        (clicks(), clicks(), button, any::<[bool; 3]>()).prop_map(
            |(clicks_to_queen, clicks_on_cross, button, facts)| {
                let [hover_first, auto_crosses, locked_queens] = facts;
                let clicks = Manners { clicks_to_queen, clicks_on_cross, ..Manners::default() };
                Manners { button, hover_first, auto_crosses, locked_queens, ..clicks }
            },
        )
    }

    fn any_profile() -> impl Strategy<Value = Profile> {
        let look = (number(0..=200_000), number(0..=200_000))
            .prop_map(|(colour_margin, colour_spread)| Look { colour_margin, colour_spread });
        let place = proptest::option::of(any_place());
        (".*", any_manners(), place, proptest::option::of(look))
            .prop_map(|(about, manners, place, look)| Profile { about, manners, place, look })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(profile in any_profile()) {
            prop_assert_eq!(Profile::from_toml(&profile.to_toml()), Ok(profile));
        }

        #[test]
        fn any_profile_can_be_written_over_any_other(old in any_profile(), new in any_profile()) {
            let text = new.to_toml_like(&old.to_toml()).expect("what was written is TOML");
            prop_assert_eq!(Profile::from_toml(&text), Ok(new));
        }
    }

    #[test]
    fn every_key_has_a_comment() {
        let mut is_explained = false;
        for line in TEMPLATE.lines() {
            let is_entry = line.starts_with('[') || line.contains(" = ");
            // `top` and `pitch_y` share the comment of the line before them.
            assert!(
                !is_entry || is_explained || line.starts_with("top") || line.starts_with("pitch_y")
            );
            is_explained = line.starts_with('#');
        }
    }

    #[test]
    fn a_persons_own_comments_and_order_stay() {
        let old = "\
# my old laptop

[look]
colour_spread = 1.0 # after cleaning the screen
colour_margin = 10.0
[manners]
clicks_to_queen = 1
";
        let profile = Profile {
            about: "mine".to_owned(),
            look: Some(Look { colour_margin: 14.0, colour_spread: 0.5 }),
            ..Profile::default()
        };
        let new = "\
about = \"mine\"
# my old laptop

[look]
colour_spread = 0.5 # after cleaning the screen
colour_margin = 14.0
[manners]
clicks_to_queen = 2
clicks_on_cross = 1
button = \"left\"
hover_first = false
auto_crosses = false
locked_queens = false
";
        assert_eq!(profile.to_toml_like(old).expect("it is TOML"), new);
    }

    #[test]
    fn a_section_that_is_new_comes_with_its_comments() {
        let place = Place {
            size: 8,
            origin: DesktopPoint::new(1.0, 2.0),
            pitch: DesktopVector::new(50.0, 51.0),
        };
        let profile = Profile { place: Some(place), ..Profile::default() };
        let text = profile.to_toml_like("about = \"\"\n[manners]\n").expect("it is TOML");
        assert!(text.contains("# Rows of the board"), "{text}");
        assert!(!profile.to_toml().contains("[look]"));
    }

    #[test]
    fn an_old_text_that_is_not_toml_is_refused() {
        assert!(Profile::default().to_toml_like("[manners").is_err());
    }
}
