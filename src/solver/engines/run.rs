//! One search of one engine: what it may still do, what it has done, and what it has found.

use super::Fault;
use crate::board::{Board, Cell, Solution};
use crate::solver::tree::Tree;
use crate::solver::{Budget, Outcome, Statistics};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// Why a search is to end before it is through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// As many solutions are known as were asked for.
    Enough,
    /// The budget is spent.
    Spent,
    /// The engine is at fault.
    Failed(Fault),
}

impl<T: Into<Fault>> From<T> for Stop {
    fn from(fault: T) -> Self {
        Self::Failed(fault.into())
    }
}

/// A search in progress. Engines ask it whether they may go on, and give it what they find.
#[derive(Debug)]
pub struct Run<'a> {
    board: &'a Board,
    watch: Watch,
    statistics: Statistics,
    /// How many solutions are enough.
    limit: usize,
    found: Vec<Solution>,
    /// The same, once there are more than [`FEW`] of them.
    known: HashSet<Solution>,
    /// Whether the search has come to its end by itself.
    is_through: bool,
    /// How long it took to find the first one.
    first_after: Option<Duration>,
    tree: Option<Tree>,
}

/// When a search has to end. Engines that ask from within a library's callback take it along.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    budget: Budget,
    started: Instant,
}

impl Watch {
    /// Whether the time is up, or somebody asked for the search to end.
    pub(super) fn is_over(&self) -> bool {
        self.budget.is_over_after(self.started.elapsed())
    }

    /// How long it may still take; `None` if as long as it needs.
    #[cfg(feature = "highs")]
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.budget.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }
}

/// Time and cancellation are looked at once in so many nodes: a node of the simplest search takes
/// less time than to ask what time it is.
const NODES_PER_LOOK: u64 = 256;

/// Up to so many solutions, a new one is compared with all of them: that takes no memory, and mostly
/// two are enough. Chosen.
const FEW: usize = 8;

impl<'a> Run<'a> {
    /// A search on `board` that starts now and ends at the second solution.
    #[must_use]
    pub fn start(board: &'a Board, budget: &Budget) -> Self {
        Self {
            board,
            watch: Watch { budget: budget.clone(), started: Instant::now() },
            statistics: Statistics::default(),
            limit: 2,
            found: Vec::new(),
            known: HashSet::new(),
            is_through: false,
            first_after: None,
            tree: None,
        }
    }

    /// The same, but ending at this many solutions.
    #[must_use]
    pub fn up_to(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// The same, and keeping the tree of the search, up to `most` nodes of it.
    #[must_use]
    pub fn with_tree(self, most: usize) -> Self {
        Self { tree: Some(Tree::up_to(most)), ..self }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// What has been done so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// How long after the start the first solution was found, if there is any.
    #[must_use]
    pub fn first_after(&self) -> Option<Duration> {
        self.first_after
    }

    /// The tree, if it was to be kept.
    #[must_use]
    pub fn tree(&self) -> Option<&Tree> {
        self.tree.as_ref()
    }

    /// How many solutions are enough.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Whether the search has come to its end by itself: then there are no other solutions than
    /// those that it has found.
    #[must_use]
    pub fn is_through(&self) -> bool {
        self.is_through
    }

    /// The solutions, in the order in which they were found.
    #[must_use]
    pub fn into_found(self) -> Vec<Solution> {
        self.found
    }

    pub(super) fn watch(&self) -> &Watch {
        &self.watch
    }

    pub(super) fn budget(&self) -> &Budget {
        &self.watch.budget
    }

    pub(super) fn tree_mut(&mut self) -> &mut Option<Tree> {
        &mut self.tree
    }

    pub(super) fn statistics_mut(&mut self) -> &mut Statistics {
        &mut self.statistics
    }

    /// Steps down to a new node of the search tree, by a queen at `choice`; `None` for the root.
    ///
    /// # Errors
    /// If the budget does not allow for it.
    pub fn enter(&mut self, choice: Option<Cell>) -> Result<(), Stop> {
        let nodes = self.statistics.nodes;
        if nodes == self.watch.budget.nodes
            || (nodes.is_multiple_of(NODES_PER_LOOK) && self.watch.is_over())
        {
            return Err(Stop::Spent);
        }
        self.statistics.nodes += 1;
        if let Some(tree) = &mut self.tree {
            tree.enter(choice);
        }
        Ok(())
    }

    /// Notes that the node breaks a rule: nothing lies below it.
    pub fn conflict(&mut self) {
        self.statistics.conflicts += 1;
        if let Some(tree) = &mut self.tree {
            tree.fail();
        }
    }

    /// Steps back up from the node.
    pub fn leave(&mut self) {
        if let Some(tree) = &mut self.tree {
            tree.leave();
        }
    }

    /// Takes a solution: the column of the queen of each row. Gives it back, checked.
    ///
    /// # Errors
    /// If it is none, if it is known already, or if there are enough with it.
    pub fn found(&mut self, columns: Vec<usize>) -> Result<Solution, Stop> {
        let solution = Solution::check(self.board, columns)?;
        if !self.is_new(&solution) {
            return Err(Fault::SameAgain(solution).into());
        }
        if let Some(tree) = &mut self.tree {
            tree.solve();
        }
        if self.found.is_empty() {
            self.first_after = Some(self.watch.started.elapsed());
        }
        self.found.push(solution.clone());
        if self.found.len() >= self.limit { Err(Stop::Enough) } else { Ok(solution) }
    }

    /// Notes a solution; whether it was not found before.
    fn is_new(&mut self, solution: &Solution) -> bool {
        if self.found.len() < FEW {
            return !self.found.contains(solution);
        }
        if self.known.is_empty() {
            self.known.extend(self.found.iter().cloned());
        }
        self.known.insert(solution.clone())
    }

    /// What is known now that the search has `ended`.
    pub(super) fn outcome(&mut self, ended: Result<(), Stop>) -> Result<Outcome, Fault> {
        self.is_through = ended.is_ok();
        match (ended, &self.found[..]) {
            (Err(Stop::Failed(fault)), _) => Err(fault),
            (_, [one, other, ..]) => Ok(Outcome::Multiple(one.clone(), other.clone())),
            (Ok(()), [only]) => Ok(Outcome::Unique(only.clone())),
            (Ok(()), []) => Ok(Outcome::None),
            (Err(Stop::Spent | Stop::Enough), _) => Ok(Outcome::BudgetSpent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_that_comes_again_is_a_fault_however_many_there_are() {
        let rows: Vec<Vec<usize>> = (0..6).map(|row| vec![row; 6]).collect();
        let stripes = Board::from_rows(&rows).unwrap();
        let all: Vec<Solution> =
            crate::solver::solutions(&stripes, &Budget::UNLIMITED).take(3 * FEW).collect();
        assert_eq!(all.len(), 3 * FEW);
        for count in 1..=all.len() {
            let mut run = Run::start(&stripes, &Budget::UNLIMITED).up_to(usize::MAX);
            for solution in &all[..count] {
                assert_eq!(run.found(solution.columns().to_vec()).as_ref(), Ok(solution));
            }
            for again in &all[..count] {
                let stop = run.found(again.columns().to_vec());
                assert_eq!(stop, Err(Stop::Failed(Fault::SameAgain(again.clone()))), "{count}");
            }
        }
    }
}
