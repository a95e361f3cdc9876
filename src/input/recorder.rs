//! A pointer that only notes what it is told.

use super::{Button, InputError, Pointer};
use crate::geometry::DesktopPoint;
use std::time::Duration;

/// One thing that a pointer did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Action {
    /// It was moved here.
    Move(DesktopPoint),
    /// A button was pressed and released here.
    Click(Button, DesktopPoint),
}

/// A pointer of no desktop: it is always where it was put, and notes what it did.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorder {
    location: DesktopPoint,
    actions: Vec<Action>,
}

impl Recorder {
    /// A pointer that is at `location` and has done nothing.
    #[must_use]
    pub fn at(location: DesktopPoint) -> Self {
        Self { location, actions: Vec::new() }
    }

    /// What it did, in order.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }
}

impl Pointer for Recorder {
    fn location(&mut self) -> Result<Option<DesktopPoint>, InputError> {
        Ok(Some(self.location))
    }

    fn move_to(&mut self, point: DesktopPoint) -> Result<(), InputError> {
        self.location = point;
        self.actions.push(Action::Move(point));
        Ok(())
    }

    fn click(&mut self, button: Button, _: Duration) -> Result<Option<DesktopPoint>, InputError> {
        self.actions.push(Action::Click(button, self.location));
        Ok(Some(self.location))
    }
}
