//! What can go wrong with an engine.

use super::Need;
use crate::board::{RuleBreak, Solution};
use std::borrow::Cow;

/// Why an engine has no answer, or none that can be believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// What it needs is not here.
    #[error("the engine {engine} cannot run: {}", need.missing)]
    Missing {
        /// The engine.
        engine: String,
        /// What it needs.
        need: Need,
    },
    /// It failed, or its answer is none.
    #[error("the engine {engine} failed: {fault}")]
    Failed {
        /// The engine.
        engine: String,
        /// How.
        fault: Fault,
    },
}

/// How an engine failed. These are its faults, not the board's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Its solution is none.
    #[error("its answer breaks a rule: {0}")]
    WrongAnswer(#[from] RuleBreak),
    /// It gave a solution again that it was told to leave out.
    #[error("it gave the same answer again: columns {}", counted_from_one(.0))]
    SameAgain(Solution),
    /// Its program does not start.
    #[error("{program} does not start: {cause}")]
    NotStarted {
        /// The program.
        program: String,
        /// What the system says.
        cause: String,
    },
    /// Its program ended without an answer, or was ended by somebody.
    #[error("{program} ended without an answer ({status}){}", said(.message))]
    Died {
        /// The program.
        program: String,
        /// Its exit code or the signal that ended it.
        status: String,
        /// The first line of what it said to standard error; may be empty.
        message: String,
    },
    /// Its program answered something that is no answer.
    #[error("{program} answered {answer:?}, which is no answer")]
    Nonsense {
        /// The program.
        program: String,
        /// The beginning of what it answered.
        answer: String,
    },
    /// A library says that it cannot go on.
    #[error("{0}")]
    Library(String),
}

impl Fault {
    /// The error of the engine whose fault it is.
    pub(super) fn of(self, engine: Cow<'static, str>) -> EngineError {
        EngineError::Failed { engine: engine.into_owned(), fault: self }
    }
}

impl EngineError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> &str {
        match self {
            Self::Missing { need, .. } => &need.remedy,
            Self::Failed { .. } => "solve it with another engine: `queensight engines` lists them",
        }
    }
}

/// The columns as people count them.
fn counted_from_one(solution: &Solution) -> String {
    let columns: Vec<String> = solution.columns().iter().map(|col| (col + 1).to_string()).collect();
    columns.join(" ")
}

fn said(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(": {message}") }
}
