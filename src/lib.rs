//! Finds a Queens puzzle on a screen, reads it, solves it and plays it to the win.
//!
//! ```text
//!  FrameSource ──Frame──▶ vision ──Reading──▶ solver ──Outcome──▶ plan ──Actions──▶ Pointer
//!  (screen, saved          board, lattice,     Unique/Multiple/     clicks per        (desktop,
//!   image, replay)         marks, evidence     None/BudgetSpent     cell, as data      recorder)
//!         ▲                                                                              │
//!         └───────────────────────── play: look again, verify, repair ◀─────────────────┘
//! ```
//!
//! Each stage can be used alone. From text to the queens:
//!
//! ```
//! use queensight::{board, solver};
//!
//! let board = board::parse("ABBB\nAAAC\nDAAC\nDDDC")?;
//! let outcome = solver::solve(&board);
//! let solver::Outcome::Unique(solution) = outcome else { panic!("{outcome:?}") };
//! assert_eq!(solution.columns(), [2, 0, 3, 1]);
//! # Ok::<(), board::ParseError>(())
//! ```

pub mod board;
pub mod calibration;
pub mod capture;
pub mod clock;
pub mod export;
pub mod geometry;
pub mod input;
pub mod play;
pub mod practice;
pub mod render;
pub mod solver;
pub mod vision;
#[cfg(all(unix, not(target_os = "macos")))]
mod wayland;
