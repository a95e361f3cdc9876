//! The program as people and scripts meet it, text for text.
//!
//! Each test runs the program in a folder of its own and compares all that it said, and its exit
//! code, with a file in `tests/cli/`. After a change that is meant,
//!
//! ```text
//! SNAPSHOTS=overwrite cargo test --test cli
//! ```
//!
//! writes the files anew; the difference is what people and scripts will notice, so read it.

#![expect(clippy::expect_used, reason = "a test that cannot be set up is to fail at once")]

mod calibrate;
mod engines;
mod export;
mod files;
mod generate;
mod nqueens;
mod overlay;
mod pictures;
mod place;
mod play;
mod replay;
mod solve;
mod usage;
