//! The classic puzzle: n queens on an n by n board, of which no two share a row, a column or a
//! diagonal of any length. One solution, all of them, or their number.
//!
//! Solutions are searched row by row, with one bit for each column: those that are taken, and those
//! that the diagonals reach, which move on by one column from row to row. That is Martin Richards's
//! way ("Backtracking algorithms in MCPL using bit patterns and recursion", 1997). Each solution
//! has its mirror image, so half of them are counted, and doubled.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// The largest board whose solutions are counted. The number for 28 is not known, and this one
/// would take years.
pub const LARGEST_COUNTED: usize = 27;

/// From this size on, threads share the work: on a smaller board it is done before they have
/// started.
const SHARED_FROM: usize = 12;

/// While more rows than this are free, the search looks whether it is to end. What lies below takes
/// milliseconds.
const ROWS_UNWATCHED: u32 = 10;

/// The queens of some rows from the top, as the next row sees them.
#[derive(Debug, Clone, Copy, Default)]
struct Placed {
    /// The columns that are taken.
    columns: u32,
    /// Those reached along diagonals that go towards higher columns.
    rising: u32,
    /// Those reached along diagonals that go towards lower columns.
    falling: u32,
}

impl Placed {
    /// With a queen in the next row, in the column of this one bit.
    #[inline(always)]
    const fn with(self, queen: u32) -> Self {
        Self {
            columns: self.columns | queen,
            rising: (self.rising | queen) << 1,
            falling: (self.falling | queen) >> 1,
        }
    }

    /// The columns of the next row that no queen attacks, of `all`.
    #[inline(always)]
    const fn free(self, all: u32) -> u32 {
        all & !(self.columns | self.rising | self.falling)
    }

    /// In how many ways the rows below can be filled.
    fn completions(self, all: u32) -> u64 {
        if self.columns == all {
            return 1;
        }
        let mut found = 0;
        let mut free = self.free(all);
        while free != 0 {
            let queen = lowest(free);
            free ^= queen;
            found += self.with(queen).completions(all);
        }
        found
    }

    /// As [`Self::completions`]; what it returns means nothing once `cancel` is raised.
    fn completions_until(self, all: u32, cancel: &AtomicBool) -> u64 {
        if (all & !self.columns).count_ones() <= ROWS_UNWATCHED {
            return self.completions(all);
        }
        if cancel.load(Ordering::Relaxed) {
            return 0;
        }
        queens(self.free(all)).map(|queen| self.with(queen).completions_until(all, cancel)).sum()
    }
}

/// The lowest bit that is set.
#[inline(always)]
const fn lowest(bits: u32) -> u32 {
    bits & bits.wrapping_neg()
}

/// Each bit that is set, alone.
fn queens(mut free: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let queen = lowest(free);
        free ^= queen;
        (queen != 0).then_some(queen)
    })
}

/// A bit for each column.
const fn all_columns(size: usize) -> u32 {
    (1 << size) - 1
}

/// The number of solutions on a board of `size`, which is at most [`LARGEST_COUNTED`], counted by
/// up to `threads` threads.
///
/// `progress` is told, from any thread, how many of how many parts of about equal size are done.
/// Returns `None` if `cancel` was raised before the end.
///
/// ```
/// # use queensight::solver::classic;
/// # use std::sync::atomic::AtomicBool;
/// assert_eq!(classic::count(8, 1, &AtomicBool::new(false), |_, _| ()), Some(92));
/// ```
///
/// # Panics
/// If the board is larger.
#[must_use]
pub fn count(
    size: usize,
    threads: usize,
    cancel: &AtomicBool,
    progress: impl Fn(usize, usize) + Sync,
) -> Option<u64> {
    assert!(size <= LARGEST_COUNTED, "a board of {size} rows is too large to count");
    if size < 2 {
        return Some(1);
    }
    let all = all_columns(size);
    let parts = parts(size);
    let (next, done, found) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
    let work = || {
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.fetch_add(part.completions_until(all, cancel), Ordering::Relaxed);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, parts.len());
        }
    };
    let helpers = if size < SHARED_FROM { 0 } else { threads.saturating_sub(1) };
    thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(work);
        }
        work();
    });
    (!cancel.load(Ordering::Relaxed)).then(|| 2 * found.into_inner())
}

/// The beginnings of one of each two solutions that mirror each other: the first queen stands in
/// the left half, or in the middle with the second one to its left.
fn parts(size: usize) -> Vec<Placed> {
    let all = all_columns(size);
    let left = all_columns(size / 2);
    let middle = if size % 2 == 1 { 1 << (size / 2) } else { 0 };
    let mut parts = Vec::new();
    for first in queens(left | middle) {
        let first_row = Placed::default().with(first);
        let allowed = if first == middle { left } else { all };
        parts.extend(queens(first_row.free(all) & allowed).map(|queen| first_row.with(queen)));
    }
    if size >= SHARED_FROM {
        let below = |placed: &Placed| {
            let placed = *placed;
            queens(placed.free(all)).map(move |queen| placed.with(queen))
        };
        parts = parts.iter().flat_map(below).collect();
    }
    parts
}

/// All solutions on a board of `size`: each the column of the queen of each row, from 0, in
/// ascending order. None for a board of more than 31 rows, whose first one takes too long.
pub fn all(size: usize) -> impl Iterator<Item = Vec<usize>> {
    let all = if size < 32 { all_columns(size) } else { 0 };
    // For each row so far: what is placed above it, and its columns that are still to be tried.
    let mut rows = vec![(Placed::default(), all)];
    let mut columns = Vec::new();
    std::iter::from_fn(move || {
        loop {
            columns.truncate(rows.len().checked_sub(1)?);
            let (placed, free) = rows.last_mut()?;
            let queen = lowest(*free);
            if queen == 0 {
                rows.pop();
                continue;
            }
            *free ^= queen;
            columns.push(queen.trailing_zeros() as usize);
            let below = placed.with(queen);
            if below.columns == all {
                return Some(columns.clone());
            }
            rows.push((below, below.free(all)));
        }
    })
}

/// One solution on a board of any `size`, at once; `None` where there is none (2 and 3 rows).
///
/// The even columns come first and then the odd ones, a knight's move from row to row, with a few
/// changes where that does not come out: Emil Pauls's construction ("Das Maximalproblem der Damen
/// auf dem Schachbrete", Deutsche Schachzeitung, 1874), in the form that is mostly given today.
#[must_use]
pub fn one(size: usize) -> Option<Vec<usize>> {
    // Counted from 1, as in the construction.
    let mut even: Vec<usize> = (1..=size).filter(|column| column % 2 == 0).collect();
    let mut odd: Vec<usize> = (1..=size).filter(|column| column % 2 == 1).collect();
    match (size, size % 6) {
        (2 | 3, _) => return None,
        (_, 2) => {
            odd.swap(0, 1);
            odd[2..].rotate_left(1);
        }
        (_, 3) => {
            even.rotate_left(1);
            odd.rotate_left(2);
        }
        _ => {}
    }
    Some(even.into_iter().chain(odd).map(|column| column - 1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_all(size: usize, threads: usize) -> Option<u64> {
        count(size, threads, &AtomicBool::new(false), |_, _| ())
    }

    fn is_solution(columns: &[usize]) -> bool {
        (0..columns.len()).all(|row| {
            (0..row).all(|above| {
                let apart = columns[row].abs_diff(columns[above]);
                columns[row] < columns.len() && apart != 0 && apart != row - above
            })
        })
    }

    #[test]
    fn the_numbers_are_those_that_are_known() {
        let known = include_str!("../../fixtures/counts/n-queens.txt");
        let known = known.lines().filter(|line| !line.starts_with('#'));
        let mut sizes = 0;
        for line in known {
            let (size, number) = line.split_once(' ').unwrap();
            let size = size.parse().unwrap();
            assert_eq!(count_all(size, 2), Some(number.parse().unwrap()), "size {size}");
            sizes += 1;
        }
        assert_eq!(sizes, 16);
    }

    #[test]
    fn threads_change_nothing() {
        for threads in [0, 1, 3, 16] {
            assert_eq!(count_all(12, threads), Some(14_200));
        }
    }

    #[test]
    fn progress_comes_to_its_end() {
        let last = AtomicUsize::new(0);
        let found = count(13, 2, &AtomicBool::new(false), |done, total| {
            assert!(done <= total);
            last.fetch_max(done * 1000 / total, Ordering::Relaxed);
        });
        assert_eq!((found, last.into_inner()), (Some(73_712), 1000));
    }

    #[test]
    fn counting_ends_when_it_is_told() {
        // To its end this would take years.
        let cancel = AtomicBool::new(false);
        thread::scope(|scope| {
            let counting = scope.spawn(|| count(LARGEST_COUNTED, 2, &cancel, |_, _| ()));
            cancel.store(true, Ordering::Relaxed);
            assert_eq!(counting.join().unwrap(), None);
        });
    }

    #[test]
    fn all_are_found_once_and_in_order() {
        for size in 1..=9 {
            let found: Vec<Vec<usize>> = all(size).collect();
            assert!(found.iter().all(|columns| columns.len() == size && is_solution(columns)));
            assert!(found.is_sorted_by(|one, other| one < other));
            assert_eq!(Some(found.len() as u64), count_all(size, 1), "size {size}");
        }
    }

    #[test]
    fn one_is_a_solution_of_any_size() {
        for size in (1..300).filter(|size| ![2, 3].contains(size)) {
            let columns = one(size).unwrap();
            assert!(columns.len() == size && is_solution(&columns), "size {size}: {columns:?}");
        }
        assert_eq!((one(2), one(3)), (None, None));
    }
}
