//! All-different by intervals, for small boards: where as many regions as open lines lie within an
//! interval of lines, these lines are theirs alone.
//!
//! All intervals that begin at a line are counted at once: each of the 16 bytes of a word stands
//! for a line that they may end at, and counts the open lines less the regions within.

use super::Conflict;
use super::lines::Lines;

/// The most lines that there may be.
pub(super) const MOST_LINES: usize = 16;

/// The first and the last line of each region, by line.
pub(super) struct Spans {
    /// The regions that begin at each line.
    beginning_at: [u16; MOST_LINES],
    /// The regions that end at each line.
    ending_at: [u16; MOST_LINES],
    /// How many begin at each line: a count in every byte from where they end.
    counts: [u128; MOST_LINES],
}

/// An interval of lines that has as many regions within as open lines.
pub(super) struct Full {
    pub(super) first: usize,
    pub(super) last: usize,
    /// The regions that lie there in part.
    pub(super) strangers: Lines<1>,
}

/// 1 in each byte.
const ONES: u128 = 0x0101_0101_0101_0101_0101_0101_0101_0101;

/// Added to each count, so that none of them falls below 0 and borrows from the next.
const ZERO: u128 = ONES << 7;

/// Added to the counts of the lines that no interval ends at, as they are not open or lie before
/// the line that all begin at: more than there are regions.
const PLENTY: u128 = 64;

/// For each line, 1 in the bytes from there on.
static FROM: [u128; MOST_LINES] = {
    let mut table = [0; MOST_LINES];
    let mut line = 0;
    while line < MOST_LINES {
        table[line] = ONES << (8 * line);
        line += 1;
    }
    table
};

/// What to add where the next interval begins at this line.
static BEGIN_AT: [u128; MOST_LINES] = {
    let mut table = FROM;
    let mut line = 0;
    while line < MOST_LINES {
        table[line] = table[line].wrapping_sub(PLENTY << (8 * line));
        line += 1;
    }
    table
};

impl Spans {
    pub(super) const NONE: Self =
        Self { beginning_at: [0; MOST_LINES], ending_at: [0; MOST_LINES], counts: [0; MOST_LINES] };

    /// Notes that a region lies between these lines, both of them open.
    #[inline(always)]
    pub(super) fn insert(&mut self, region: usize, (first, last): (usize, usize)) {
        self.beginning_at[first % MOST_LINES] |= 1 << (region % MOST_LINES);
        self.ending_at[last % MOST_LINES] |= 1 << (region % MOST_LINES);
        self.counts[first % MOST_LINES] += FROM[last % MOST_LINES];
    }

    /// Calls `found` with each interval that has as many regions within as it has `open` lines, if
    /// others reach into it; more regions within are a conflict.
    #[inline(always)]
    pub(super) fn for_each_full<const K: usize>(
        &self,
        mut open: Lines<K>,
        mut found: impl FnMut(Full),
    ) -> Result<(), Conflict> {
        let mut ending_before = [0; MOST_LINES + 1];
        let mut beginning_from = [0; MOST_LINES + 1];
        for line in 0..MOST_LINES {
            ending_before[line + 1] = ending_before[line] | self.ending_at[line];
        }
        for line in (0..MOST_LINES).rev() {
            beginning_from[line] = beginning_from[line + 1] | self.beginning_at[line];
        }
        let mut spare = ZERO + PLENTY * ONES;
        while let Some(first) = open.take_last() {
            let first = first % MOST_LINES;
            spare = spare.wrapping_add(BEGIN_AT[first]).wrapping_sub(self.counts[first]);
            if spare & ZERO != ZERO {
                return Err(Conflict);
            }
            // A byte that is 0 beside that bit is the only one that does not carry into it.
            let mut full = !((spare & !ZERO) + (ZERO - ONES)) & ZERO;
            while full != 0 {
                let last = full.trailing_zeros() as usize / 8;
                full &= full - 1;
                let within = beginning_from[first] & ending_before[last + 1];
                let beside = ending_before[first] | beginning_from[last + 1];
                let strangers = beginning_from[0] & !(within | beside);
                if strangers != 0 {
                    let strangers = Lines::from_words([strangers.into()]);
                    found(Full { first, last, strangers });
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn finds_just_the_intervals_that_are_full(
            open in prop::collection::btree_set(0..MOST_LINES, 1..=MOST_LINES),
            ends in prop::collection::vec((any::<prop::sample::Index>(), 0..4_usize), 0..=MOST_LINES)
        ) {
            let lines: Vec<usize> = open.iter().copied().collect();
            let spans: Vec<(usize, usize)> = ends
                .iter()
                .map(|(first, more)| {
                    let first = first.index(lines.len());
                    (lines[first], lines[(first + more).min(lines.len() - 1)])
                })
                .collect();
            let spare = |first, last| {
                let within = spans.iter().filter(|span| span.0 >= first && span.1 <= last).count();
                open.range(first..=last).count() as isize - within as isize
            };
            let intervals = lines
                .iter()
                .flat_map(|&first| lines.iter().map(move |&last| (first, last)))
                .filter(|(first, last)| first <= last);
            let strangers = |first, last| -> Vec<usize> {
                let reaches_in = |span: &(usize, usize)| span.0 <= last && span.1 >= first;
                let is_within = |span: &(usize, usize)| span.0 >= first && span.1 <= last;
                let regions = spans.iter().enumerate();
                let strangers = regions.filter(|(_, span)| reaches_in(span) && !is_within(span));
                strangers.map(|(region, _)| region).collect()
            };
            let full: BTreeSet<_> = intervals
                .clone()
                .filter(|&(first, last)| spare(first, last) == 0)
                .map(|(first, last)| (first, last, strangers(first, last)))
                .filter(|(.., strangers)| !strangers.is_empty())
                .collect();
            let is_too_full = intervals.clone().any(|(first, last)| spare(first, last) < 0);

            let mut noted = Spans::NONE;
            for (region, &span) in spans.iter().enumerate() {
                noted.insert(region, span);
            }
            let bits = lines.iter().fold(0, |bits, line| bits | 1 << line);
            let mut found = BTreeSet::new();
            let result = noted.for_each_full(Lines::<1>::from_words([bits]), |full| {
                found.insert((full.first, full.last, full.strangers.collect()));
            });
            prop_assert_eq!(result.is_err(), is_too_full);
            if !is_too_full {
                prop_assert_eq!(found, full);
            }
        }
    }
}
