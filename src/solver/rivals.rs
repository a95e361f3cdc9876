//! The two solutions of a draft that [`super::generate`](fn@super::generate) mends it by.
//!
//! Boards are known by their number: the practice game's, and those of fixtures and tests. Which
//! board a number gives depends on which two solutions are found first, so their search is kept as
//! it was when the numbers were given out, plain and slow, whatever becomes of the native one.

use crate::board::{Board, Cell, CellSet, Region, Solution};
use std::ops::ControlFlow;

/// A unit has no candidate left: no solution lies below this node.
struct Conflict;

/// Up to two solutions of a board; `None` if `most_nodes` do not tell.
pub(super) fn find(board: &Board, most_nodes: u64) -> Option<Vec<Solution>> {
    let mut search = Search {
        rules: Rules::of(board),
        most_nodes,
        nodes: 0,
        found: Vec::new(),
        is_spent: false,
    };
    // Whether the search came to its end or was broken off, what it has found says all.
    let _ = search.explore(CellSet::from_cells(board.size(), board.cells()));
    (search.found.len() == 2 || !search.is_spent).then_some(search.found)
}

/// What attacks what on one board.
struct Rules<'a> {
    board: &'a Board,
    /// The rows, then the columns, then the regions.
    units: Vec<CellSet>,
}

impl<'a> Rules<'a> {
    fn of(board: &'a Board) -> Self {
        let size = board.size();
        let mut units = vec![CellSet::new(size); 3 * size];
        for cell in board.cells() {
            for unit in Self::units_of(board, cell) {
                units[unit].insert(cell);
            }
        }
        Self { board, units }
    }

    /// Where the row, the column and the region of `cell` stand in the list of units.
    fn units_of(board: &Board, cell: Cell) -> [usize; 3] {
        let Region(region) = board.region(cell);
        [cell.row, board.size() + cell.col, 2 * board.size() + region]
    }

    /// The cells that can hold no queen once `cell` holds one.
    fn attacked_by(&self, cell: Cell) -> CellSet {
        let [row, col, region] = Self::units_of(self.board, cell).map(|unit| &self.units[unit]);
        let mut attacked = row.union(col).union(region);
        for neighbour in cell.corner_neighbours(self.board.size()) {
            attacked.insert(neighbour);
        }
        attacked.remove(cell);
        attacked
    }

    /// The `candidates` that can hold no queen whichever of `choices` holds one.
    fn attacked_by_all(&self, choices: &CellSet, candidates: &CellSet) -> CellSet {
        let mut attacked = candidates.clone();
        for choice in choices.iter() {
            attacked = attacked.intersection(&self.attacked_by(choice));
            if attacked.is_empty() {
                break;
            }
        }
        attacked
    }

    /// Strikes out every candidate that all candidates of some unit attack, until none is left to
    /// strike. A unit of one candidate is the plain case: its queen is as good as placed.
    fn propagate(&self, candidates: &mut CellSet) -> Result<(), Conflict> {
        let mut struck = true;
        while struck {
            struck = false;
            for unit in &self.units {
                let choices = unit.intersection(candidates);
                if choices.is_empty() {
                    return Err(Conflict);
                }
                let attacked = self.attacked_by_all(&choices, candidates);
                struck |= !attacked.is_empty();
                *candidates = candidates.difference(&attacked);
            }
        }
        Ok(())
    }

    /// The candidates of the unit that has the fewest, among those that still leave a choice.
    fn tightest_choice(&self, candidates: &CellSet) -> Option<CellSet> {
        self.units
            .iter()
            .map(|unit| (unit.intersection_len(candidates), unit))
            .filter(|&(choices, _)| choices > 1)
            .min_by_key(|&(choices, _)| choices)
            .map(|(_, unit)| unit.intersection(candidates))
    }

    /// The solution that `candidates` are, one in each unit.
    fn solution(&self, candidates: &CellSet) -> Solution {
        let columns = candidates.iter().map(|cell| cell.col).collect();
        #[expect(clippy::expect_used, reason = "propagation strikes out whatever breaks a rule")]
        Solution::check(self.board, columns).expect("the candidates keep all rules")
    }
}

struct Search<'a> {
    rules: Rules<'a>,
    most_nodes: u64,
    nodes: u64,
    /// At most two: the second one ends the search.
    found: Vec<Solution>,
    is_spent: bool,
}

impl Search<'_> {
    /// Looks for all solutions among `candidates`; breaks off when there is no more to learn, or
    /// no budget to learn it with.
    fn explore(&mut self, mut candidates: CellSet) -> ControlFlow<()> {
        if self.nodes == self.most_nodes {
            self.is_spent = true;
            return ControlFlow::Break(());
        }
        self.nodes += 1;
        if let Err(Conflict) = self.rules.propagate(&mut candidates) {
            return ControlFlow::Continue(());
        }
        let Some(choices) = self.rules.tightest_choice(&candidates) else {
            self.found.push(self.rules.solution(&candidates));
            let is_enough = self.found.len() == 2;
            return if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        };
        for queen in choices.iter() {
            self.explore(candidates.difference(&self.rules.attacked_by(queen)))?;
        }
        ControlFlow::Continue(())
    }
}
