//! The rules of propagation: what they may strike out, given a node's candidates.

use super::Conflict;
use super::cells::{Cells, Few};
use super::lines::Lines;
use super::matching::all_different;
use crate::board::{Board, Region};
use crate::solver::Propagations;
use std::marker::PhantomData;

/// The widest board whose all-different rule is that of intervals; see the module's essay.
const WIDEST_WITH_INTERVALS: usize = 16;

/// A kind of unit.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Region,
    Row,
    Column,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Region, Self::Row, Self::Column];
}

/// A node of the search: what may still be, and what is settled.
#[derive(Clone, Copy)]
pub(super) struct Node<S, const K: usize, const N: usize> {
    /// Where the queens of the open units may stand.
    candidates: S,
    /// The units without a queen: regions, rows and columns.
    open: [Lines<K>; 3],
    /// The column of the queen of each row that is not open.
    pub(super) queens: [u8; N],
}

impl<S, const K: usize, const N: usize> Node<S, K, N> {
    /// Whether every unit has its queen.
    pub(super) fn is_solved(&self) -> bool {
        self.open(Kind::Region).is_empty()
    }

    #[inline(always)]
    fn open(&self, kind: Kind) -> Lines<K> {
        self.open[kind as usize]
    }
}

/// One board, as sets of cells of the width `S`. `N` is the number of rows of the largest board of
/// that width.
pub(super) struct Rules<'a, S, R, const K: usize, const N: usize> {
    size: usize,
    /// The region of each cell, row by row.
    grid: &'a [Region],
    /// The cells of each region.
    regions: R,
    cells: PhantomData<S>,
}

impl<'a, S: Cells<K>, R: AsRef<[S]> + AsMut<[S]>, const K: usize, const N: usize>
    Rules<'a, S, R, K, N>
{
    /// `regions` is empty: room for the cells of each region.
    #[inline(always)]
    pub(super) fn new(board: &'a Board, mut regions: R) -> Self {
        let (size, grid) = (board.size(), board.regions());
        let sets = regions.as_mut();
        for (row, regions) in grid.chunks_exact(size).enumerate() {
            for (column, region) in regions.iter().enumerate() {
                sets[region.0].insert(row * S::STRIDE + column);
            }
        }
        Self { size, grid, regions, cells: PhantomData }
    }

    /// The node in which nothing is known.
    pub(super) fn root(&self) -> Node<S, K, N> {
        let all = self.regions.as_ref()[..self.size].iter();
        Node {
            candidates: all.fold(S::NONE, |all, region| all.or(region)),
            open: [Lines::first_lines(self.size); 3],
            queens: [0; N],
        }
    }

    #[inline(always)]
    fn region(&self, region: usize) -> &S {
        &self.regions.as_ref()[region]
    }

    #[inline(always)]
    fn region_of(&self, cell: usize) -> usize {
        self.grid[cell / S::STRIDE * self.size + cell % S::STRIDE].0
    }

    /// All that a queen in `cell` rules out, itself among it.
    #[inline(always)]
    fn attacked_by(&self, cell: usize) -> S {
        S::attacked_by(cell).or(self.region(self.region_of(cell)))
    }

    fn unit(&self, kind: Kind, line: usize) -> S {
        match kind {
            Kind::Region => *self.region(line),
            Kind::Row => S::row(line),
            Kind::Column => S::column(line),
        }
    }

    /// Puts a queen into `cell`.
    #[inline(always)]
    pub(super) fn place(&self, node: &mut Node<S, K, N>, cell: usize) {
        let (row, column, region) = (cell / S::STRIDE, cell % S::STRIDE, self.region_of(cell));
        let attacked = S::attacked_by(cell).or(self.region(region));
        node.candidates = node.candidates.without(&attacked);
        let [regions, rows, columns] = &mut node.open;
        regions.remove(region);
        rows.remove(row);
        columns.remove(column);
        node.queens[row % N] = column as u8;
    }

    /// Strikes out all that the rules can, and places the queens that this leaves no choice.
    ///
    /// The cheap rules go first, and the others only where these are at their end: of all
    /// published boards, most are solved by then.
    pub(super) fn propagate(
        &self,
        node: &mut Node<S, K, N>,
        is_root: bool,
        counts: &mut Propagations,
    ) -> Result<(), Conflict> {
        loop {
            let before = node.candidates;
            self.look_at_tight_units(node, counts)?;
            if node.is_solved() {
                return Ok(());
            }
            if node.candidates != before {
                continue;
            }
            if N <= WIDEST_WITH_INTERVALS {
                self.look_at_intervals(node, counts)?;
            } else {
                self.look_at_matchings(node, counts)?;
            }
            if is_root && node.candidates == before {
                self.look_at_wide_units(node, counts);
            }
            if node.candidates == before {
                return Ok(());
            }
        }
    }

    /// Places the queen of each unit that is down to one candidate, and strikes out what all
    /// candidates of a unit attack that is down to two or three.
    fn look_at_tight_units(
        &self,
        node: &mut Node<S, K, N>,
        counts: &mut Propagations,
    ) -> Result<(), Conflict> {
        for region in node.open(Kind::Region) {
            self.look_at(node, node.candidates.few_in(self.region(region)), counts)?;
        }
        for row in node.open(Kind::Row) {
            self.look_at(node, node.candidates.few_in_row(row), counts)?;
        }
        for column in node.open(Kind::Column) {
            self.look_at(node, node.candidates.few_in_column(column), counts)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn look_at(
        &self,
        node: &mut Node<S, K, N>,
        unit: Few,
        counts: &mut Propagations,
    ) -> Result<(), Conflict> {
        let (choices, attacked) = match unit {
            Few::None => return Err(Conflict),
            Few::One(cell) => {
                counts.singles += 1;
                self.place(node, cell);
                return Ok(());
            }
            Few::Two([one, other]) => {
                ([one, other, other], self.attacked_by(one).and(&self.attacked_by(other)))
            }
            Few::Three(cells @ [one, other, third]) => {
                let two = self.attacked_by(one).and(&self.attacked_by(other));
                (cells, two.and(&self.attacked_by(third)))
            }
            Few::Many => return Ok(()),
        };
        let before = node.candidates;
        node.candidates = node.candidates.without(&attacked);
        // They attack each other, and stay.
        for cell in choices {
            node.candidates.insert(cell);
        }
        counts.attacks += u64::from(node.candidates != before);
        Ok(())
    }

    /// Strikes out what all candidates of a unit attack, however many they are.
    #[cold]
    fn look_at_wide_units(&self, node: &mut Node<S, K, N>, counts: &mut Propagations) {
        for kind in Kind::ALL {
            for line in node.open(kind) {
                let mut choices = node.candidates.and(&self.unit(kind, line));
                let mut attacked = node.candidates.without(&choices);
                while !choices.is_empty() && !attacked.is_empty() {
                    attacked = attacked.and(&self.attacked_by(choices.first()));
                    choices = choices.without_first();
                }
                counts.attacks += u64::from(!attacked.is_empty());
                node.candidates = node.candidates.without(&attacked);
            }
        }
    }

    /// Finds as many regions as open rows (or columns) within an interval, and strikes out all
    /// other regions there.
    fn look_at_intervals(
        &self,
        node: &mut Node<S, K, N>,
        counts: &mut Propagations,
    ) -> Result<(), Conflict> {
        let mut spans = [[(0, 0); N]; 2];
        for region in node.open(Kind::Region) {
            let cells = node.candidates.and(self.region(region));
            if cells.is_empty() {
                return Err(Conflict);
            }
            spans[0][region] = cells.row_span();
            spans[1][region] = cells.column_span();
        }
        self.look_at_intervals_of(Kind::Row, &spans[0], node, counts)?;
        self.look_at_intervals_of(Kind::Column, &spans[1], node, counts)
    }

    #[inline(always)]
    fn look_at_intervals_of(
        &self,
        kind: Kind,
        spans: &[(usize, usize); N],
        node: &mut Node<S, K, N>,
        counts: &mut Propagations,
    ) -> Result<(), Conflict> {
        /// What an interval that is not looked at has to spare.
        const PLENTY: i16 = 1 << 12;
        let mut starting_at = [Lines::<K>::NONE; N];
        for region in node.open(Kind::Region) {
            starting_at[spans[region].0 % N].insert(region);
        }
        let mut open = node.open(kind);
        let (top, bottom) = (open.lowest(), open.highest());
        // For the intervals from `first` to each line: how many of its lines are open, less the
        // regions that lie within.
        let mut spare = [PLENTY; N];
        while let Some(first) = open.take_last() {
            spare[first % N] -= PLENTY;
            for (line, spare) in spare.iter_mut().enumerate() {
                *spare += i16::from(line >= first);
            }
            if starting_at[first % N].is_empty() {
                continue;
            }
            for region in starting_at[first % N] {
                for (line, spare) in spare.iter_mut().enumerate() {
                    *spare -= i16::from(line >= spans[region].1);
                }
            }
            let least = spare.iter().fold(PLENTY, |least, &spare| least.min(spare));
            if least < 0 {
                return Err(Conflict);
            }
            if least > 0 {
                continue;
            }
            for last in first..self.size {
                if spare[last] == 0 && (first, last) != (top, bottom) {
                    let within =
                        |&region: &usize| spans[region].0 >= first && spans[region].1 <= last;
                    let own = node.open(Kind::Region).filter(within);
                    let own = own.fold(S::NONE, |all, region| all.or(self.region(region)));
                    let interval = match kind {
                        Kind::Row => S::rows_between(first, last),
                        _ => S::columns_between(first, last),
                    };
                    let before = node.candidates;
                    node.candidates = before.without(&interval.without(&own));
                    counts.intervals += u64::from(node.candidates != before);
                }
            }
        }
        Ok(())
    }

    /// Strikes out what no assignment of regions to rows, of regions to columns or of rows to
    /// columns has.
    fn look_at_matchings(
        &self,
        node: &mut Node<S, K, N>,
        counts: &mut Propagations,
    ) -> Result<(), Conflict> {
        let before = node.candidates;
        let mut choices = [Lines::<K>::NONE; N];
        for region in node.open(Kind::Region) {
            choices[region] = node.candidates.and(self.region(region)).rows();
        }
        all_different(&mut choices, node.open(Kind::Region))?;
        for region in node.open(Kind::Region) {
            let cells = node.candidates.and(self.region(region));
            for row in cells.rows().without(choices[region]) {
                node.candidates = node.candidates.without(&cells.and(&S::row(row)));
            }
        }
        for region in node.open(Kind::Region) {
            choices[region] = node.candidates.and(self.region(region)).columns();
        }
        all_different(&mut choices, node.open(Kind::Region))?;
        for region in node.open(Kind::Region) {
            let cells = node.candidates.and(self.region(region));
            let kept = cells.and(&S::of_columns(choices[region]));
            node.candidates = node.candidates.without(&cells.without(&kept));
        }
        for row in node.open(Kind::Row) {
            choices[row] = node.candidates.columns_of(row);
        }
        all_different(&mut choices, node.open(Kind::Row))?;
        for row in node.open(Kind::Row) {
            let kept = S::of_columns(choices[row]);
            node.candidates = node.candidates.without(&S::row(row).without(&kept));
        }
        counts.matchings += u64::from(node.candidates != before);
        Ok(())
    }

    /// The candidates of the open unit that has the fewest.
    pub(super) fn tightest_choice(&self, node: &Node<S, K, N>) -> S {
        let mut tightest = S::NONE;
        let mut fewest = usize::MAX;
        for kind in Kind::ALL {
            for line in node.open(kind) {
                let choices = node.candidates.and(&self.unit(kind, line));
                let len = choices.len_up_to(fewest);
                if len < fewest {
                    (tightest, fewest) = (choices, len);
                    if fewest == 2 {
                        return tightest;
                    }
                }
            }
        }
        tightest
    }
}
