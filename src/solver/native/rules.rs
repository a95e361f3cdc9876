//! The rules of propagation: what they may strike out, given a node's candidates.

use super::cells::{Cells, Few};
use super::intervals::{self, Spans};
use super::lines::Lines;
use super::matching::all_different;
use super::{Conflict, Room};
use crate::board::Region;
use crate::solver::Propagations;
use std::marker::PhantomData;

/// On boards of up to so many rows, to look at all units is faster than to find those that have
/// lost candidates; see the module's essay.
const MOST_ROWS_LOOKED_AT: usize = 11;

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
    /// The candidates when the tight units were looked at last, if they ever were.
    looked_at: Option<S>,
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
pub(super) struct Rules<S, R, const K: usize, const N: usize> {
    size: usize,
    /// The cells of each region, and the region of each cell.
    room: R,
    cells: PhantomData<S>,
}

impl<S: Cells<K>, R: Room<S>, const K: usize, const N: usize> Rules<S, R, K, N> {
    /// The board with this region for each cell, row by row. The sets in `room` are empty.
    #[inline(always)]
    pub(super) fn new(size: usize, grid: &[Region], mut room: R) -> Self {
        let (cells, regions) = room.both();
        S::sort(size, grid, cells, regions);
        Self { size, room, cells: PhantomData }
    }

    /// The number of rows.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The node in which nothing is known.
    pub(super) fn root(&self) -> Node<S, K, N> {
        let all = self.room.cells()[..self.size].iter();
        Node {
            candidates: all.fold(S::NONE, |all, region| all.or(region)),
            looked_at: None,
            open: [Lines::first_lines(self.size); 3],
            queens: [0; N],
        }
    }

    #[inline(always)]
    fn region(&self, region: usize) -> &S {
        &self.room.cells()[region % N]
    }

    #[inline(always)]
    fn region_of(&self, cell: usize) -> usize {
        usize::from(self.room.regions()[cell % S::PLACES])
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
            self.look_at_tight_units(node, counts)?;
            if node.is_solved() {
                return Ok(());
            }
            let before = node.candidates;
            if N <= intervals::MOST_LINES {
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
    /// candidates of a unit attack that is down to two or three, until there is no such unit left
    /// that does. Units that have not changed since they were looked at last are left out, where
    /// that is worth it.
    fn look_at_tight_units(
        &self,
        node: &mut Node<S, K, N>,
        counts: &mut Propagations,
    ) -> Result<(), Conflict> {
        let everything = S::rows_between(0, self.size - 1);
        let all = S::ROWS <= MOST_ROWS_LOOKED_AT;
        // The candidates after the regions and after the rows were looked at last.
        let [mut after_regions, mut after_rows] = [S::NONE; 2];
        loop {
            let before = node.candidates;
            let last = node.looked_at.replace(node.candidates);
            let changed = last.map_or(everything, |last| last.without(&node.candidates));
            for region in node.open(Kind::Region) {
                let cells = self.region(region);
                if all || !changed.and(cells).is_empty() {
                    // What else is in their region is no candidate any more.
                    self.look_at(node, node.candidates.few_in(cells), S::attacked_by, counts)?;
                }
            }
            if all && node.candidates == after_regions {
                return Ok(());
            }
            after_regions = node.candidates;
            let rows = if all { node.candidates.tight_rows() } else { changed.rows() };
            for row in node.open(Kind::Row) & rows {
                let few = node.candidates.few_in_row(row);
                self.look_at(node, few, |cell| self.attacked_by(cell), counts)?;
            }
            if all && node.candidates == after_rows {
                return Ok(());
            }
            after_rows = node.candidates;
            let columns = if all { node.candidates.tight_columns() } else { changed.columns() };
            for column in node.open(Kind::Column) & columns {
                let few = node.candidates.few_in_column(column);
                self.look_at(node, few, |cell| self.attacked_by(cell), counts)?;
            }
            if node.candidates == before {
                return Ok(());
            }
        }
    }

    /// The same for one unit, whose candidates are these few.
    #[inline(always)]
    fn look_at(
        &self,
        node: &mut Node<S, K, N>,
        few: Few,
        attacked_by: impl Fn(usize) -> S,
        counts: &mut Propagations,
    ) -> Result<(), Conflict> {
        let (choices, attacked) = match few {
            Few::None => return Err(Conflict),
            Few::One(cell) => {
                counts.singles += 1;
                self.place(node, cell);
                return Ok(());
            }
            Few::Two([one, other]) => {
                ([one, other, other], attacked_by(one).and(&attacked_by(other)))
            }
            Few::Three(cells @ [one, other, third]) => {
                let two = attacked_by(one).and(&attacked_by(other));
                (cells, two.and(&attacked_by(third)))
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
        let (mut rows, mut columns) = (Spans::NONE, Spans::NONE);
        for region in node.open(Kind::Region) {
            let cells = node.candidates.and(self.region(region));
            if cells.is_empty() {
                return Err(Conflict);
            }
            rows.insert(region, cells.row_span());
            columns.insert(region, cells.column_span());
        }
        let [_, open_rows, open_columns] = node.open;
        let mut strike = |strangers: Lines<1>, cells: S| {
            let before = node.candidates;
            let theirs = strangers.fold(S::NONE, |all, region| all.or(self.region(region)));
            node.candidates = before.without(&theirs.and(&cells));
            counts.intervals += u64::from(node.candidates != before);
        };
        rows.for_each_full(open_rows, |full| {
            strike(full.strangers, S::rows_between(full.first, full.last));
        })?;
        columns.for_each_full(open_columns, |full| {
            strike(full.strangers, S::columns_between(full.first, full.last));
        })
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
