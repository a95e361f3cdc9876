//! The player: looks, decides, clicks, looks again.

mod manners;

pub use manners::{ClicksToQueen, Manners, NoSuchClicks};
