//! Finds a Queens puzzle on a screen, reads it, solves it and plays it to the win.
//!
//! ```text
//!  FrameSource ──Frame──▶ vision ──Reading──▶ solver ──Outcome──▶ plan ──Actions──▶ Pointer
//!  (screen, saved          board, lattice,     Unique/Multiple/     clicks per        (desktop,
//!   image, replay)         marks, evidence     None/BudgetSpent     cell, as data      recorder)
//!         ▲                                                                              │
//!         └───────────────────────── play: look again, verify, repair ◀─────────────────┘
//! ```

pub mod board;
pub mod capture;
pub mod clock;
pub mod geometry;
pub mod input;
pub mod play;
pub mod practice;
pub mod solver;
pub mod vision;
