//! The pointer, with the person's right of way.
//!
//! While a board is waited for, the pointer is the person's, and the game begins only when it
//! rests. From then on it is the player's, and before each row of clicks, and with each click, the
//! player asks where it is: if it is not where it was left, somebody else has moved it, and the
//! player stops. Between clicks the player looks at the board, and asks after each capture, after each reading
//! and before each pause; none of the three takes 50 ms on a screen of 1920 x 1080. One click can
//! be on its way when the person moves: that between an answer and the next press, 0.1 ms later.

use super::{Abort, Stop};
use crate::geometry::{DesktopPoint, DesktopRect};
use crate::input::{Button, InputError, Passage, Pointer};
use std::time::Duration;

/// How far the pointer may be from where it was left, in points, before somebody else has moved
/// it. Locations are rounded by up to 1.5 points on macOS; a hand moves it by more within
/// milliseconds, and slow drift adds up, as it is always compared with where it was left.
const MOVED: f64 = 2.0;

/// Why the hand was drawn back.
#[derive(Debug)]
pub(super) enum Interruption {
    Stop(Stop),
    Input(InputError),
}

impl From<InputError> for Interruption {
    fn from(error: InputError) -> Self {
        match error {
            InputError::ButtonHeld => Self::Stop(Stop::ButtonHeld),
            other => Self::Input(other),
        }
    }
}

/// Where the pointer may be while it is not needed: not on the board.
#[derive(Debug, Clone, Copy)]
pub(super) struct ParkingPlace {
    pub(super) point: DesktopPoint,
    /// Whether the screen is known to reach there.
    pub(super) is_on_screen: bool,
}

/// A pointer that looks out for the person before everything it does.
pub(super) struct Hand<'a> {
    pointer: &'a mut dyn Pointer,
    abort: &'a Abort,
    /// Where it was left, from the moment that it is the player's.
    left_at: Option<DesktopPoint>,
}

impl<'a> Hand<'a> {
    pub(super) fn new(pointer: &'a mut dyn Pointer, abort: &'a Abort) -> Self {
        Self { pointer, abort, left_at: None }
    }

    /// Where the pointer is, if the system says so.
    pub(super) fn location(&mut self) -> Result<Option<DesktopPoint>, Interruption> {
        Ok(self.pointer.location()?)
    }

    /// From now on the pointer is the player's, and is expected to stay at `location`.
    pub(super) fn take_over_at(&mut self, location: Option<DesktopPoint>) {
        self.left_at = location;
    }

    /// Stops if the person asked for it, or has moved the pointer since it is the player's.
    pub(super) fn give_way(&mut self) -> Result<(), Interruption> {
        let found_at = if self.left_at.is_some() { self.pointer.location()? } else { None };
        if self.abort.is_raised() {
            return Err(Interruption::Stop(Stop::Asked));
        }
        self.expect_at(found_at)
    }

    /// Brings the pointer out of `board`, to the first of `places` that the screen has. Where it
    /// has none of them, the pointer stays at its edge.
    pub(super) fn park(
        &mut self,
        board: &DesktopRect,
        places: impl IntoIterator<Item = ParkingPlace>,
    ) -> Result<(), Interruption> {
        self.give_way()?;
        for place in places {
            self.pointer.move_to(place.point)?;
            if place.is_on_screen {
                self.left_at = self.left_at.map(|_| place.point);
                break;
            }
            // Beyond the screen's edge the system takes the nearest point.
            let location = self.pointer.location()?;
            self.left_at = location;
            if location.is_none_or(|location| !board.contains(location)) {
                break;
            }
        }
        Ok(())
    }

    /// Moves the pointer to `point`.
    pub(super) fn move_to(&mut self, point: DesktopPoint) -> Result<(), Interruption> {
        self.give_way()?;
        self.pointer.move_to(point)?;
        self.left_at = self.left_at.map(|_| point);
        Ok(())
    }

    /// Clicks at `point`, with the button down for `hold`; `clicked` is told of it.
    ///
    /// Where the pointer is said to be before and after each click is where it was left, or somebody
    /// else has moved it. With `asks_first` that is asked before anything is clicked, and else with
    /// the click.
    pub(super) fn click(
        &mut self,
        point: DesktopPoint,
        button: Button,
        hold: Duration,
        asks_first: bool,
        clicked: impl FnOnce(),
    ) -> Result<(), Interruption> {
        if asks_first || !hold.is_zero() {
            self.move_to(point)?;
            let after = self.pointer.click(button, hold)?;
            clicked();
            return self.expect_at(after);
        }
        if self.abort.is_raised() {
            return Err(Interruption::Stop(Stop::Asked));
        }
        let Passage { before, after } = self.pointer.click_at(point, button)?;
        clicked();
        self.expect_at(before)?;
        self.left_at = self.left_at.map(|_| point);
        self.expect_at(after)
    }

    /// Stops if the pointer was found somewhere else than where it was left.
    fn expect_at(&self, found_at: Option<DesktopPoint>) -> Result<(), Interruption> {
        match (self.left_at, found_at) {
            (Some(left_at), Some(found_at)) if is_moved(left_at, found_at) => {
                Err(Interruption::Stop(Stop::PointerMoved { left_at, found_at }))
            }
            _ => Ok(()),
        }
    }
}

fn is_moved(left_at: DesktopPoint, found_at: DesktopPoint) -> bool {
    let moved = (found_at - left_at).abs();
    moved.x.max(moved.y) > MOVED
}
