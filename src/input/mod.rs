//! The hands: a pointer that clicks cells, and what it is told to do, as data.

use crate::geometry::DesktopPoint;
use serde::{Deserialize, Serialize};

/// A button of the pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Button {
    /// The main button.
    Left,
    /// The one for the context menu.
    Right,
}

/// Something that points at the desktop.
///
/// Positions are desktop points: origin at the top left of the primary monitor, x to the right,
/// y down. A button is never held across a call of [`click`](Self::click), and no implementation
/// leaves one down when it is dropped.
pub trait Pointer {
    /// Where the pointer is now; `None` where the system does not say (Wayland).
    ///
    /// # Errors
    /// If the pointer cannot be reached.
    fn location(&mut self) -> Result<Option<DesktopPoint>, InputError>;

    /// Moves the pointer, and returns when the system has it there.
    ///
    /// # Errors
    /// If the pointer cannot be reached.
    fn move_to(&mut self, point: DesktopPoint) -> Result<(), InputError>;

    /// Presses and releases a button where the pointer is, and returns when the system has seen
    /// the release: only then is it safe to move on.
    ///
    /// # Errors
    /// If the pointer cannot be reached or the release does not arrive in time.
    fn click(&mut self, button: Button) -> Result<(), InputError>;
}

/// What keeps the pointer from being used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// There is no pointer to move.
    #[error("the pointer cannot be used: {0}")]
    NoPointer(String),
}
