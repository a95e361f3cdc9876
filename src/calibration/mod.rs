//! Profiles: what is known of one board and its game before looking.
//!
//! A [`Profile`] is a small TOML file, written by `calibrate` or by hand. [`Profile::from_toml`]
//! checks one and tells all its faults at once, [`Profile::to_toml`] writes one with its comments,
//! and [`Profiles`] finds one by name.

mod check;
mod measure;
mod profiles;
mod write;

pub use check::Fault;
pub use measure::{Lines, measure_lines};
pub use profiles::{ProfileError, Profiles};

use crate::geometry::{DesktopPoint, DesktopVector, Lattice, Placement};
use crate::play::Manners;
use crate::vision::Evidence;
use serde::{Deserialize, Serialize};

/// What is known of one board and its game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Profile {
    /// What it is for, in a few words; empty if it does not say.
    pub about: String,
    /// How the game answers to clicks.
    pub manners: Manners,
    /// Where the board is; without it, it is searched for.
    pub place: Option<Place>,
    /// How its colours looked when it was measured.
    pub look: Option<Look>,
}

/// Where a board is on the desktop: a [`Lattice`] in desktop points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The number of rows, and of columns.
    pub size: usize,
    /// The top left corner of the cell in row 0 and column 0.
    pub origin: DesktopPoint,
    /// The distance from one cell to the next, to the right and down.
    pub pitch: DesktopVector,
}

/// How the colours of a board looked, in CIELAB dE (1976).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// The smallest distance between the colours of two regions; infinite for one region.
    pub colour_margin: f64,
    /// The largest distance of a cell's colour from its region's.
    pub colour_spread: f64,
}

impl Place {
    /// The place of a board that was seen in a frame.
    #[must_use]
    pub fn of(lattice: &Lattice, placement: &Placement) -> Self {
        Self {
            size: lattice.size,
            origin: placement.to_desktop(lattice.origin),
            pitch: lattice.pitch / placement.scale,
        }
    }

    /// Where the board is expected in a frame.
    #[must_use]
    pub fn lattice(&self, placement: &Placement) -> Lattice {
        Lattice {
            origin: placement.to_frame(self.origin),
            pitch: self.pitch * placement.scale,
            size: self.size,
        }
    }
}

impl From<&Evidence> for Look {
    fn from(evidence: &Evidence) -> Self {
        Self { colour_margin: evidence.colour_margin, colour_spread: evidence.colour_spread }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{FramePoint, FrameVector};

    #[test]
    fn a_place_is_the_same_board_in_whatever_frame_shows_it() {
        let lattice = Lattice {
            origin: FramePoint::new(300.5, 80.0),
            pitch: FrameVector::new(88.0, 87.0),
            size: 9,
        };
        let whole =
            Placement { origin: DesktopPoint::new(0.0, 0.0), scale: euclid::Scale::new(2.0) };
        let place = Place::of(&lattice, &whole);
        assert_eq!(place.origin, DesktopPoint::new(150.25, 40.0));
        assert_eq!(place.pitch, DesktopVector::new(44.0, 43.5));
        assert_eq!(place.lattice(&whole), lattice);

        let part = Placement { origin: DesktopPoint::new(100.0, 30.0), ..whole };
        let seen = place.lattice(&part);
        assert_eq!(seen.origin, FramePoint::new(100.5, 20.0));
        assert_eq!(seen.pitch, lattice.pitch);
    }
}
