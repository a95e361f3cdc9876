//! The hands: a pointer that clicks cells, and what it is told to do, as data.

mod desktop;
mod plan;
#[cfg(not(all(unix, not(target_os = "macos"))))]
mod portable;
mod recorder;
#[cfg(all(unix, not(target_os = "macos")))]
mod wayland;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;

pub use desktop::{Desktop, prepare_process, watch_stop_key};
pub use plan::{Goal, Plan, Step, plan_clicks};
pub use recorder::{Action, Recorder};

use crate::geometry::DesktopPoint;
use serde::{Deserialize, Serialize};
use std::time::Duration;

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

    /// Moves the pointer, and returns when the system has it there, or at the edge of the screen
    /// nearest to there, or wherever the person who moves it too has brought it.
    ///
    /// # Errors
    /// If the pointer cannot be reached.
    fn move_to(&mut self, point: DesktopPoint) -> Result<(), InputError>;

    /// Presses a button where the pointer is, releases it after `hold`, and returns when the system
    /// has seen the release: only then is it safe to move on. Says where the pointer is then, or
    /// `None` where the system does not say.
    ///
    /// # Errors
    /// If the pointer cannot be reached or the release does not arrive in time.
    fn click(&mut self, button: Button, hold: Duration)
    -> Result<Option<DesktopPoint>, InputError>;

    /// Moves the pointer to `point` and clicks there; says where it was before the move, and where
    /// it is after the click. One question to the system may answer both.
    ///
    /// # Errors
    /// As [`move_to`](Self::move_to) and [`click`](Self::click).
    fn click_at(&mut self, point: DesktopPoint, button: Button) -> Result<Passage, InputError> {
        let before = self.location()?;
        self.move_to(point)?;
        Ok(Passage { before, after: self.click(button, Duration::ZERO)? })
    }
}

/// Where a pointer was before it was moved to be clicked with, and where it was afterwards; `None`
/// where the system does not say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passage {
    /// Before the move.
    pub before: Option<DesktopPoint>,
    /// After the release.
    pub after: Option<DesktopPoint>,
}

/// What keeps the pointer from being used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// There is no pointer to move.
    #[error("the pointer cannot be used: {0}")]
    NoPointer(String),
    /// The system does not let this program move the pointer.
    #[error("the system does not let this program move the pointer")]
    NoPermission,
    /// This Wayland compositor lets no program move a pointer, and that of X11 reaches only some
    /// windows, silently.
    #[error(
        "the pointer cannot be used in this Wayland session: its compositor does not offer \
         wlr-virtual-pointer"
    )]
    Wayland,
    /// The pointer was put somewhere, and has not come there.
    #[error("the pointer does not come where it is put")]
    Misplaced,
    /// The person already holds a button down.
    #[error("a button of the pointer is held down")]
    ButtonHeld,
    /// The system took an event and did not act on it in time.
    #[error("the pointer's button was not seen {what} within {} ms", .within.as_millis())]
    NoAnswer {
        /// What was waited for: "down" or "up".
        what: &'static str,
        /// For how long.
        within: Duration,
    },
}

impl InputError {
    /// What the person can do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoPointer(_) if cfg!(all(unix, not(target_os = "macos"))) => {
                "run it inside of a desktop session, with WAYLAND_DISPLAY set, or with DISPLAY set \
                 and the X extension XTEST; --dry-run needs no pointer"
            }
            Self::NoPointer(_) => "run it inside of a desktop session; --dry-run needs no pointer",
            Self::NoPermission if cfg!(target_os = "macos") => {
                "allow the terminal in System Settings, Privacy & Security, Accessibility"
            }
            Self::NoPermission => "allow this program to control the pointer",
            Self::Wayland => {
                "log in to an X11 session or to sway, or use --dry-run and click what it says; on \
                 a private X server, unset WAYLAND_DISPLAY and XDG_SESSION_TYPE"
            }
            Self::Misplaced => {
                "leave the pointer alone and start again; if that does not help, bring the board to \
                 the primary monitor, or use one monitor alone, and map no pointer to a part of it"
            }
            Self::ButtonHeld => "let go of the buttons and start again",
            Self::NoAnswer { .. } => {
                "another program may hold the pointer (an open menu, a screen lock): close it and \
                 start again"
            }
        }
    }
}
