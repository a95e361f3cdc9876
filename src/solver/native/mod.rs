//! The native search: sets of candidates, propagation, and the tightest unit first.
//!
//! A *unit* is a row, a column or a region; each holds exactly one queen. A *candidate* is a cell
//! that may still hold one. A node of the search is its set of candidates and the units without a
//! queen; it is solved once there are none. Where propagation comes to its end, the search branches
//! over the unit with the fewest candidates. The second solution ends it, so that the proof that
//! there is no other is the same search as that for the first.
//!
//! **Sets.** All is done on sets of cells of a fixed width, chosen by the board's size: a register
//! of 8 rows of 8, two of 11 rows of 11, or words in memory. Nothing is allocated on the way to a
//! solution, but for the branches of boards that need any. Each width is compiled on its own, and
//! called as a function of its own: when all were inlined into one, each call touched the stack of
//! the widest, which cost 0.3 µs a call, as much as a whole board of 6 rows.
//!
//! **Rules**, from cheap to dear; each waits for those before it to find nothing:
//!
//! 1. A unit with one candidate has its queen there, and one with two or three strikes out what all
//!    of these attack. Nearly all of the work is done here. On boards of 12 rows or more, units that
//!    have lost no candidate since they were looked at last are left out: a quarter of the time at
//!    n = 16. On smaller ones, to look for such units took as long as to look at them, or 5 to 15 %
//!    longer where regions were among them. There the rows and the columns that are down to three
//!    candidates are found all at once, in the bits of the set: 7 % less time at n = 11.
//! 2. On boards of up to 16 rows: if as many regions as rows lie within an interval of rows, no
//!    other region has its queen there; the same for columns ([`intervals`]). Counted for all
//!    intervals that begin at a row at once, in the bytes of a number; that took 17 to 20 % off the
//!    mean time at n = 8 to 16, against an array of 16-bit counts and the compiler's vectors. Of ten
//!    intervals that are full, no other region reaches into six; to see that before anything is
//!    struck out took 7 % off at n = 11, and 20 % where nothing has to be guessed.
//! 3. On larger boards, matchings in place of intervals, which they include
//!    ([`matching`]). On the boards of `large/` of 32 to 64 rows with many solutions, the search
//!    took about half of the time without the intervals before them. On 7 to 12 rows, matchings
//!    after the intervals solved hardly any board more and took 7 to 50 % longer.
//! 4. At the first node only, units of any number of candidates strike out what all of these
//!    attack. Without it, 48 of 853 LinkedIn boards need a guess; with it, none does, and the mean
//!    time at n = 9 and 10 falls a little, as boards are done before they branch. At every node it
//!    doubled the time at n = 11.
//!
//! Intervals after each round of the first rule, and not only where it is at its end, took 8 to
//! 43 % longer; at the first node only, the same time at n = 7 to 10 and a fifth more at n = 11.
//! These comparisons were made with the sets and rules of this module, on the boards of
//! `benches/levels.rs` and `large/`, while the module was written; `cargo bench --bench levels` and
//! `cargo bench --bench solver` tell how long it takes now.
//!
//! **Tried, and not worth it.** Intervals of 8 rows in 64 bits: 4 % fewer instructions at n = 8.
//! The processor's newer instructions for bits: with all of it compiled for x86-64-v3, boards of 9 to
//! 11 rows took 3 to 5 % less time and those of 16 rows 3 % more, so they are not chosen at run time.
//! Rows and columns until they strike out nothing more, before regions are looked at again: 5 % more
//! at n = 11, 9 % at n = 8. Rows and columns in one loop, by one number for both: 2 to 4 % less, not
//! worth another way to name a line. One codegen unit instead of sixteen: no difference.
//!
//! **Where the time goes at n = 11**, on 413 levels: 16,700 instructions a board, and 107 branches
//! that are hard to foresee by the simple predictor of `valgrind --tool=cachegrind --branch-sim=yes`.
//! Both count: the 368 boards that propagation solves alone take 0.66 µs each when they are timed by themselves,
//! and the 45 others 3.6 µs, but a mean of 1.0 is not what all of them take in turn. Passing over the
//! same boards again and again, a processor knows part of what comes by heart, the more the fewer
//! there are.
//!
//! - The region of each cell in a table by its place, and not in the board's grid: 5 % less. A
//!   division by 11 and two checks of an index fall away wherever a queen is thought of.
//! - The regions' sets by the bits of the regions' numbers, row by row in registers: set-up in 0.12
//!   instead of 0.15 µs. Cell by cell, each waits for the one before to be written, as it mostly is
//!   of the same region; two rows or three thirds of the board in turn gained nothing.
//! - Rounds end where all units have been looked at since the last change, and not where a round has
//!   changed nothing: 4 %.
//! - Whether a unit has more than three cells is asked first, and then whether it has one: on its
//!   own no difference at n = 11, and a fifth less at n = 8.
//!
//! Tried on the search, at n = 11: of the tightest units, the one whose queens leave the fewest
//! candidates: 2.44 nodes in the mean instead of 2.52. Matchings after the intervals and wide units at
//! every node, at any price: 2.08 nodes. Each candidate tried in turn at the first node: one board is
//! left that needs a guess, but each trial is a propagation.

mod cells;
mod intervals;
mod lines;
mod matching;
mod registers;
mod rules;
#[cfg(test)]
mod tests;
mod words;

use super::tree::Tree;
use super::{Budget, Outcome, Solutions, Statistics};
use crate::board::{Board, Cell, Region, Solution};
use cells::Cells;
use rules::{Node, Rules};
use std::time::Instant;
use words::Words;

/// A unit has no candidate left: no solution lies below this node.
#[derive(Debug)]
struct Conflict;

/// Calls a function with the narrowest sets that hold a board of this size: the type of a set, how
/// many words hold a set of lines, how many rows there may be, and, as the last argument, [`Room`]
/// for the regions. On large boards that room is on the heap, so that no thread's stack is too small
/// for it.
macro_rules! in_its_width {
    ($size:expr, $function:ident($($argument:expr),*), else $else:expr) => {
        match $size {
            ..=8 => $function::<u64, _, 1, 8>($($argument),*, ([0; 8], [0; 64])),
            ..=11 => $function::<u128, _, 1, 16>($($argument),*, ([0; 16], [0; 128])),
            ..=16 => {
                let room = ([Words::NONE; 16], [0; 256]);
                $function::<Words<4, 16, 1>, _, 1, 16>($($argument),*, room)
            }
            ..=32 => $function::<Words<16, 32, 1>, _, 1, 32>($($argument),*, on_the_heap()),
            ..=64 => $function::<Words<64, 64, 1>, _, 1, 64>($($argument),*, on_the_heap()),
            ..=128 => $function::<Words<256, 128, 2>, _, 2, 128>($($argument),*, on_the_heap()),
            ..=256 => $function::<Words<1024, 256, 4>, _, 4, 256>($($argument),*, on_the_heap()),
            _ => $else,
        }
    };
}

/// Solves a board, and notes its search in `tree`, if there is one; a board of more than 256 rows is
/// beyond any budget.
pub(super) fn solve(
    board: &Board,
    budget: &Budget,
    tree: Option<&mut Tree>,
) -> (Outcome, Statistics) {
    let too_large = (Outcome::BudgetSpent, Statistics::default());
    in_its_width!(board.size(), solve_in(board, budget, tree), else too_large)
}

/// All solutions of a board, one after the other.
pub(super) fn solutions<'a>(board: &'a Board, budget: &'a Budget) -> Box<dyn Solutions + 'a> {
    in_its_width!(board.size(), solutions_in(board, budget), else Box::new(TooLarge))
}

/// Whether there is a solution with a queen in this cell, on the board with this region for each
/// cell, row by row; `None` if the budget is spent before that is known.
pub(super) fn has_solution_with(
    queen: Cell,
    size: usize,
    regions: &[Region],
    budget: &Budget,
) -> Option<bool> {
    in_its_width!(size, has_solution_in(queen, size, regions, budget), else None)
}

/// Whether the board with this region for each cell, row by row, has exactly one solution; `None` if
/// the budget is spent before that is known.
pub(super) fn has_one_solution(size: usize, regions: &[Region], budget: &Budget) -> Option<bool> {
    in_its_width!(size, has_one_solution_in(size, regions, budget), else None)
}

/// Never inlined: the widths would share one frame on the stack, and small boards would pay for
/// touching that of large ones.
#[inline(never)]
fn solve_in<S: Cells<K>, R: Room<S>, const K: usize, const N: usize>(
    board: &Board,
    budget: &Budget,
    tree: Option<&mut Tree>,
    mut room: R,
) -> (Outcome, Statistics) {
    let mut search = Search::<S, _, K, N>::new(board.size(), board.regions(), budget, &mut room);
    search.tree = tree;
    let mut solutions = Checked { board, search };
    let outcome = match (solutions.next(), solutions.next()) {
        (Some(one), Some(other)) => Outcome::Multiple(one, other),
        _ if solutions.is_spent() => Outcome::BudgetSpent,
        (Some(only), None) => Outcome::Unique(only),
        (None, _) => Outcome::None,
    };
    (outcome, solutions.statistics())
}

#[inline(never)]
fn solutions_in<'a, S: Cells<K> + 'a, R: Room<S> + 'a, const K: usize, const N: usize>(
    board: &'a Board,
    budget: &'a Budget,
    room: R,
) -> Box<dyn Solutions + 'a> {
    let search = Search::<S, R, K, N>::new(board.size(), board.regions(), budget, room);
    Box::new(Checked { board, search })
}

#[inline(never)]
fn has_solution_in<S: Cells<K>, R: Room<S>, const K: usize, const N: usize>(
    queen: Cell,
    size: usize,
    regions: &[Region],
    budget: &Budget,
    mut room: R,
) -> Option<bool> {
    let mut search = Search::<S, _, K, N>::new(size, regions, budget, &mut room);
    search.begin_with(queen);
    let has_solution = search.next_solved().is_some();
    (has_solution || !search.is_spent).then_some(has_solution)
}

#[inline(never)]
fn has_one_solution_in<S: Cells<K>, R: Room<S>, const K: usize, const N: usize>(
    size: usize,
    regions: &[Region],
    budget: &Budget,
    mut room: R,
) -> Option<bool> {
    let mut search = Search::<S, _, K, N>::new(size, regions, budget, &mut room);
    let has_one = search.next_solved().is_some() && search.next_solved().is_none();
    (!search.is_spent).then_some(has_one)
}

/// Room for the cells of each region, and for the region of each cell by its place. A search that
/// ends where it began borrows it: to move it into place took 25 ns at n = 11.
trait Room<S> {
    fn cells(&self) -> &[S];
    fn regions(&self) -> &[u8];
    fn both(&mut self) -> (&mut [S], &mut [u8]);
}

fn on_the_heap<S: Cells<K>, const K: usize>() -> (Vec<S>, Vec<u8>) {
    (vec![S::NONE; S::ROWS], vec![0; S::PLACES])
}

impl<S, C: AsRef<[S]> + AsMut<[S]>, R: AsRef<[u8]> + AsMut<[u8]>> Room<S> for (C, R) {
    #[inline(always)]
    fn cells(&self) -> &[S] {
        self.0.as_ref()
    }

    #[inline(always)]
    fn regions(&self) -> &[u8] {
        self.1.as_ref()
    }

    #[inline(always)]
    fn both(&mut self) -> (&mut [S], &mut [u8]) {
        (self.0.as_mut(), self.1.as_mut())
    }
}

impl<S, R: Room<S>> Room<S> for &mut R {
    #[inline(always)]
    fn cells(&self) -> &[S] {
        (**self).cells()
    }

    #[inline(always)]
    fn regions(&self) -> &[u8] {
        (**self).regions()
    }

    #[inline(always)]
    fn both(&mut self) -> (&mut [S], &mut [u8]) {
        (**self).both()
    }
}

/// The search of a board beyond the widest sets: it ends before it begins.
struct TooLarge;

impl Iterator for TooLarge {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        None
    }
}

impl Solutions for TooLarge {
    fn is_spent(&self) -> bool {
        true
    }

    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}

/// What a search finds, held against the board's rules.
struct Checked<'a, S, R, const K: usize, const N: usize> {
    board: &'a Board,
    search: Search<'a, S, R, K, N>,
}

impl<S: Cells<K>, R: Room<S>, const K: usize, const N: usize> Iterator for Checked<'_, S, R, K, N> {
    type Item = Solution;

    #[inline(always)]
    fn next(&mut self) -> Option<Solution> {
        let node = self.search.next_solved()?;
        let queens = &node.queens[..self.board.size()];
        let columns = queens.iter().map(|&column| column.into()).collect();
        #[expect(clippy::expect_used, reason = "propagation strikes out whatever breaks a rule")]
        Some(Solution::check(self.board, columns).expect("the queens keep all rules"))
    }
}

impl<S: Cells<K>, R: Room<S>, const K: usize, const N: usize> Solutions
    for Checked<'_, S, R, K, N>
{
    fn is_spent(&self) -> bool {
        self.search.is_spent
    }

    fn statistics(&self) -> Statistics {
        self.search.statistics
    }
}

/// A search under way. Asked for a solution, it goes on from the one before.
struct Search<'a, S, R, const K: usize, const N: usize> {
    rules: Rules<S, R, K, N>,
    budget: &'a Budget,
    /// When it began, if its time is limited.
    started: Option<Instant>,
    statistics: Statistics,
    is_spent: bool,
    /// The first node, until it is looked at.
    root: Option<Node<S, K, N>>,
    /// Where the search has branched, from the first node on.
    branches: Vec<Branch<S, K, N>>,
    /// Where the nodes are noted, if anybody wants to see them.
    tree: Option<&'a mut Tree>,
}

/// A node that leaves a choice, and what is left of it.
struct Branch<S, const K: usize, const N: usize> {
    node: Node<S, K, N>,
    choices: S,
}

impl<'a, S: Cells<K>, R: Room<S>, const K: usize, const N: usize> Search<'a, S, R, K, N> {
    #[inline(always)]
    fn new(size: usize, regions: &[Region], budget: &'a Budget, room: R) -> Self {
        let rules = Rules::new(size, regions, room);
        Self {
            root: Some(rules.root()),
            rules,
            budget,
            started: budget.time.map(|_| Instant::now()),
            statistics: Statistics::default(),
            is_spent: false,
            branches: Vec::new(),
            tree: None,
        }
    }

    /// Looks only for solutions with a queen in this cell.
    fn begin_with(&mut self, queen: Cell) {
        if let Some(root) = &mut self.root {
            self.rules.place(root, queen.row * S::STRIDE + queen.col);
        }
    }

    /// The next node that has a queen in every unit, if the search comes to one.
    fn next_solved(&mut self) -> Option<Node<S, K, N>> {
        while !self.is_spent {
            let (queen, mut node) = self.next_node()?;
            if self.is_over() {
                self.is_spent = true;
                break;
            }
            self.statistics.nodes += 1;
            if let Some(tree) = &mut self.tree {
                tree.enter(queen.map(|place| Cell::at(place / S::STRIDE, place % S::STRIDE)));
            }
            let is_root = queen.is_none();
            match self.rules.propagate(&mut node, is_root, &mut self.statistics.propagations) {
                Err(Conflict) => {
                    self.statistics.conflicts += 1;
                    if let Some(tree) = &mut self.tree {
                        tree.fail();
                        tree.leave();
                    }
                }
                Ok(()) if node.is_solved() => {
                    if let Some(tree) = &mut self.tree {
                        tree.solve();
                        tree.leave();
                    }
                    return Some(node);
                }
                Ok(()) => {
                    if self.branches.capacity() == 0 {
                        // Each branch settles a row, so this is room for all.
                        self.branches.reserve(self.rules.size());
                    }
                    let choices = self.rules.tightest_choice(&node);
                    self.branches.push(Branch { node, choices });
                }
            }
        }
        None
    }

    /// The first node; or the next choice of the last branch that has any left, and the place of
    /// the queen that leads there.
    fn next_node(&mut self) -> Option<(Option<usize>, Node<S, K, N>)> {
        if let Some(root) = self.root.take() {
            return Some((None, root));
        }
        while let Some(branch) = self.branches.last_mut() {
            if branch.choices.is_empty() {
                self.branches.pop();
                if let Some(tree) = &mut self.tree {
                    tree.leave();
                }
                continue;
            }
            let mut node = branch.node;
            let queen = branch.choices.first();
            self.rules.place(&mut node, queen);
            branch.choices = branch.choices.without_first();
            return Some((Some(queen), node));
        }
        None
    }

    fn is_over(&self) -> bool {
        self.statistics.nodes == self.budget.nodes
            || self.budget.is_cancelled()
            || self.started.is_some_and(|started| self.budget.is_over_after(started.elapsed()))
    }
}
