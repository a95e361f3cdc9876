//! The player: looks, decides, clicks, looks again, until the board shows its solution.
//!
//! This is the only place that knows both eyes and hands. What it works with ([`FrameSource`],
//! [`Eyes`], [`Pointer`], [`Clock`]) are traits, so that a whole game can be played without a
//! screen.
//!
//! [`FrameSource`]: crate::capture::FrameSource
//! [`Pointer`]: crate::input::Pointer
//! [`Clock`]: crate::clock::Clock

mod abort;
mod answers;
mod arrival;
mod drafts;
mod error;
mod evidence;
mod eyes;
mod find;
mod game;
mod hand;
mod learn;
mod manners;
mod order;
mod pace;
mod playable;
mod player;
mod question;
pub mod record;
mod rounds;
mod sight;
mod tempo;
mod timeline;
mod uneven;
mod unread;
mod watch;

pub use abort::Abort;
pub use error::{PlayError, Progress, Stop};
pub use eyes::{Eyes, Vision};
pub use learn::LearnError;
pub use manners::{ClicksToQueen, Manners, NoSuchClicks};
pub use pace::{NoPace, Pace};
pub use player::{Ending, Options, Patience, Played, Player};
pub use timeline::{Span, Stage, Timeline};
