//! From what stands on the board to the clicks that are missing, as data.

use crate::board::{Cell, Mark, Marks, Solution};
use crate::play::Manners;

/// The clicks for one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The cell.
    pub cell: Cell,
    /// How many clicks, at least 1.
    pub clicks: usize,
    /// What stands in the cell afterwards.
    pub result: Mark,
    /// What is wanted of the cell: some games leave a cross where a queen was taken away, and that
    /// is as good as nothing.
    pub goal: Goal,
}

/// What is wanted of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// A queen.
    Queen,
    /// No queen.
    NoQueen,
    /// Whatever a click makes of it, which tells how the game answers.
    Answer,
}

impl Goal {
    /// Whether this is a mark that was wanted.
    #[must_use]
    pub fn is_met_by(self, mark: Mark) -> bool {
        match self {
            Self::Queen => mark == Mark::Queen,
            Self::NoQueen => mark != Mark::Queen,
            Self::Answer => true,
        }
    }
}

/// The clicks that bring a board from its marks to its solution, and no more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The queens that stand wrong, row by row: they go first, since games cross out cells around
    /// a queen, and cells of the solution may be among them.
    pub clearing: Vec<Step>,
    /// The queens that are missing, row by row.
    pub placing: Vec<Step>,
}

impl Plan {
    /// All steps, in the order in which they are made.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.clearing.iter().chain(&self.placing)
    }

    /// How many cells are to be clicked in.
    #[must_use]
    pub fn len(&self) -> usize {
        self.clearing.len() + self.placing.len()
    }

    /// Whether there is nothing to do: the board shows its solution.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clearing.is_empty() && self.placing.is_empty()
    }

    /// The number of clicks of all steps.
    #[must_use]
    pub fn clicks(&self) -> usize {
        self.steps().map(|step| step.clicks).sum()
    }
}

/// Plans the clicks. Crosses outside of the solution do no harm and are left alone.
///
/// # Panics
/// If the marks and the solution are of boards of different sizes.
#[must_use]
pub fn plan_clicks(marks: &Marks, solution: &Solution, manners: &Manners) -> Plan {
    assert_eq!(marks.size(), solution.columns().len(), "marks and solution are of one board");
    let is_solution = |cell: Cell| solution.columns()[cell.row] == cell.col;
    let clearing = marks
        .queens()
        .filter(|&cell| !is_solution(cell))
        .map(|cell| Step {
            cell,
            clicks: Manners::CLICKS_TO_CLEAR_A_QUEEN,
            result: Mark::Empty,
            goal: Goal::NoQueen,
        })
        .collect();
    let placing = solution
        .queens()
        .map(|cell| Step {
            cell,
            clicks: manners.clicks_to_queen_from(marks.mark(cell)),
            result: Mark::Queen,
            goal: Goal::Queen,
        })
        .filter(|step| step.clicks > 0)
        .collect();
    Plan { clearing, placing }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse;
    use crate::play::ClicksToQueen;

    fn marks(rows: [&str; 4]) -> Marks {
        let mut marks = Marks::empty(4);
        for (row, text) in rows.iter().enumerate() {
            for (col, character) in text.chars().enumerate() {
                marks.set(Cell::at(row, col), Mark::from_char(character).unwrap());
            }
        }
        marks
    }

    fn solution() -> Solution {
        let board = parse("AAAB\nACCB\nDDCB\nDDCC").unwrap();
        Solution::check(&board, vec![1, 3, 0, 2]).unwrap()
    }

    /// The plan, as `row,col:clicks` in order.
    fn planned(rows: [&str; 4], manners: &Manners) -> String {
        let plan = plan_clicks(&marks(rows), &solution(), manners);
        let steps = plan
            .steps()
            .map(|Step { cell, clicks, .. }| format!("{},{}:{clicks}", cell.row, cell.col));
        steps.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_mark_takes_its_own_number_of_clicks() {
        let two = Manners::default();
        assert_eq!(planned(["....", "....", "....", "...."], &two), "0,1:2 1,3:2 2,0:2 3,2:2");
        assert_eq!(planned([".x..", "xxxq", "x.xx", "...."], &two), "0,1:1 2,0:1 3,2:2");
        assert_eq!(planned([".q..", "...q", "q...", "..q."], &two), "");
    }

    #[test]
    fn wrong_queens_go_first_and_crosses_elsewhere_stay() {
        let two = Manners::default();
        let rows = [".qxx", "xxxq", "xq.x", "q.x."];
        assert_eq!(planned(rows, &two), "2,1:1 3,0:1 2,0:1 3,2:1");
        let plan = plan_clicks(&marks(rows), &solution(), &two);
        assert_eq!((plan.clearing.len(), plan.placing.len(), plan.clicks()), (2, 2, 4));
    }

    #[test]
    fn where_one_click_makes_a_queen_one_is_planned() {
        let one = Manners { clicks_to_queen: ClicksToQueen::One, ..Manners::default() };
        assert_eq!(planned(["q...", ".x.x", "....", "..q."], &one), "0,0:1 0,1:1 1,3:1 2,0:1");
    }
}
