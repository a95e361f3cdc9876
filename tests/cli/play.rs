//! `play`, as far as it goes without a screen.

use crate::place::{Place, expect_text};

#[test]
fn profiles_that_cannot_be_used_are_refused() {
    let place = Place::new().with(
        "config/queensight/profiles/mine.toml",
        "[manners]\nclicks_to_quen = 1\nbutton = \"middle\"\n\n[place]\nsize = 8\nleft = 10\ntop = 10\n",
    );
    for (name, profile) in [
        ("unknown-profile", "linkdin"),
        ("bad-profile", "mine"),
        ("missing-profile", "other/mine.toml"),
    ] {
        let arguments = ["play", "--dry-run", "--profile", profile];
        expect_text(&format!("error-{name}"), place.transcript(&arguments));
    }
}

#[test]
fn without_a_screen_there_is_nothing_to_play() {
    let place = Place::new();
    expect_text("error-play-no-screen", place.transcript(&["play"]));
    expect_text("error-play-no-screen-json", place.transcript(&["play", "--json"]));
}

#[test]
fn an_unknown_profile_is_refused_before_anything_is_looked_at() {
    let arguments = ["play", "--profile", "linkdin"];
    expect_text("error-play-unknown-profile", Place::new().transcript(&arguments));
}
