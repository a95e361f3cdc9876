//! How long engines take.

use crate::cli::Failure;
use indicatif::ProgressBar;
use queensight::board::Board;
use queensight::solver::engines::{self, Engine, EngineError, Run};
use queensight::solver::{Budget, Outcome};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What an engine may do for one board.
pub(super) struct Limits {
    pub(super) time: Duration,
    pub(super) cancel: Arc<AtomicBool>,
}

/// Engines side by side.
pub(super) struct Comparison {
    /// In the order in which they were chosen.
    pub(super) engines: Vec<String>,
    pub(super) limit: Duration,
    /// By size; of each engine what it did, in the order above.
    pub(super) by_size: BTreeMap<usize, Vec<Measured>>,
}

/// What one engine did with the boards of one size.
#[derive(Default)]
pub(super) struct Measured {
    /// With proof.
    pub(super) proofs: Vec<Duration>,
    /// Until the first solution, where there is one.
    pub(super) firsts: Vec<Duration>,
    /// How many boards it was given; fewer than there are, if it was not tried at all.
    pub(super) boards: usize,
    /// How many times of `proofs` are the limit.
    pub(super) spent: usize,
    pub(super) faults: Vec<EngineError>,
}

/// Short times are measured again and again for so long, and the middle one counts.
const AGAIN: Duration = Duration::from_millis(2);
/// ... but not more often than this.
const MOST_OFTEN: usize = 101;
/// ... and up to here at least three times: where another process has the processor for a while,
/// that is tens of milliseconds, and one time alone would be that of the other process.
const SHORT: Duration = Duration::from_millis(100);

impl Comparison {
    /// Solves every board with every engine.
    ///
    /// # Errors
    /// If engines disagree, or if Ctrl-C is pressed.
    pub(super) fn measure(
        engines: &[Box<dyn Engine>],
        boards: &BTreeMap<usize, Vec<Board>>,
        limits: &Limits,
        bar: &ProgressBar,
    ) -> Result<Self, Failure> {
        let names: Vec<String> = engines.iter().map(|engine| engine.name().into_owned()).collect();
        let mut is_lost = vec![false; engines.len()];
        let mut by_size = BTreeMap::new();
        for (&size, boards) in boards {
            let mut known: Vec<Option<(usize, Outcome)>> = vec![None; boards.len()];
            let mut row = Vec::new();
            for (index, engine) in engines.iter().enumerate() {
                let mut measured = Measured::default();
                for (board, known) in boards.iter().zip(&mut known) {
                    bar.set_message(format!("{} on n = {size}", names[index]));
                    if !is_lost[index] {
                        let outcome = measured.add(&**engine, board, limits)?;
                        hold_to(known, outcome, index, &names, board)?;
                    }
                    bar.inc(1);
                }
                is_lost[index] |= measured.spent == measured.boards;
                row.push(measured);
            }
            by_size.insert(size, row);
        }
        Ok(Self { engines: names, limit: limits.time, by_size })
    }

    /// What went wrong with engines.
    pub(super) fn faults(&self) -> impl Iterator<Item = &EngineError> {
        self.by_size.values().flatten().flat_map(|measured| &measured.faults)
    }
}

/// Holds an outcome to what another engine has said of the board before.
fn hold_to(
    known: &mut Option<(usize, Outcome)>,
    outcome: Option<Outcome>,
    index: usize,
    names: &[String],
    board: &Board,
) -> Result<(), Failure> {
    let Some(outcome) = outcome.filter(|outcome| *outcome != Outcome::BudgetSpent) else {
        return Ok(());
    };
    let do_agree = |one: &Outcome, other: &Outcome| match (one, other) {
        (Outcome::Multiple(..), Outcome::Multiple(..)) => true,
        (one, other) => one == other,
    };
    match known {
        Some((before, said)) if !do_agree(said, &outcome) => Err(Failure::Disagreement {
            one: names[*before].clone(),
            other: names[index].clone(),
            board: board.to_string(),
        }),
        Some(_) => Ok(()),
        None => {
            *known = Some((index, outcome));
            Ok(())
        }
    }
}

impl Measured {
    /// Solves a board, perhaps several times; its outcome, if the engine has one.
    fn add(
        &mut self,
        engine: &dyn Engine,
        board: &Board,
        limits: &Limits,
    ) -> Result<Option<Outcome>, Failure> {
        let budget = Budget::UNLIMITED.within(limits.time).until(Arc::clone(&limits.cancel));
        self.boards += 1;
        let mut times = Vec::new();
        let begun = Instant::now();
        let outcome = loop {
            let started = Instant::now();
            let mut run = Run::start(board, &budget);
            let outcome = match engines::solve_in(engine, &mut run) {
                Ok(outcome) => outcome,
                Err(fault) => {
                    self.faults.push(fault);
                    return Ok(None);
                }
            };
            times.push((started.elapsed(), run.first_after()));
            if limits.cancel.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            let enough = if times.len() < 3 { SHORT } else { AGAIN };
            if outcome == Outcome::BudgetSpent
                || begun.elapsed() > enough
                || times.len() == MOST_OFTEN
            {
                break outcome;
            }
        };
        times.sort_unstable();
        let (proof, first) = times[times.len() / 2];
        if outcome == Outcome::BudgetSpent {
            self.spent += 1;
            self.proofs.push(limits.time);
        } else {
            self.proofs.push(proof);
        }
        self.firsts.extend(first);
        Ok(Some(outcome))
    }
}

/// Median, mean and worst of some times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) median: Duration,
    pub(super) mean: Duration,
    pub(super) worst: Duration,
}

impl Summary {
    /// `None` of no times.
    pub(super) fn of(times: &[Duration]) -> Option<Self> {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let &worst = sorted.last()?;
        let middle = sorted.len() / 2;
        let median = match sorted.len() % 2 {
            0 => (sorted[middle - 1] + sorted[middle]) / 2,
            _ => sorted[middle],
        };
        let mean = sorted.iter().sum::<Duration>().div_f64(sorted.len() as f64);
        Some(Self { median, mean, worst })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queensight::board::parse;

    #[test]
    fn times_are_summed_up() {
        let ms = Duration::from_millis;
        let summary = Summary::of(&[ms(9), ms(1), ms(2), ms(4)]).unwrap();
        assert_eq!(summary, Summary { median: ms(3), mean: ms(4), worst: ms(9) });
        assert_eq!(Summary::of(&[ms(9), ms(1), ms(2)]).unwrap().median, ms(2));
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn engines_that_disagree_are_named() {
        let board = parse("ABBB\nAAAC\nDAAC\nDDDC").unwrap();
        let names = ["one".to_owned(), "other".to_owned()];
        let right = queensight::solver::solve(&board);
        let mut known = None;
        let mut hold = |outcome, index| hold_to(&mut known, outcome, index, &names, &board);
        assert!(hold(Some(Outcome::BudgetSpent), 0).is_ok());
        assert!(hold(Some(right.clone()), 0).is_ok());
        assert!(hold(Some(right), 1).is_ok());
        let failure = hold(Some(Outcome::None), 1).unwrap_err();
        assert!(failure.to_string().starts_with("the engines one and other disagree"), "{failure}");
    }
}
