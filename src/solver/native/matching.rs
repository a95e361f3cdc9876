//! All-different by matchings, for boards whose search would blow up without it.
//!
//! Give each region a row of its own: if that cannot be done, there is no solution, and a row that
//! a region has in no such assignment can hold none of its queen. Jean-Charles Régin, "A filtering
//! algorithm for constraints of difference in CSPs" (AAAI 1994), finds all such rows at once: in
//! the graph that leads from a region over each of its rows to the region that the row is given
//! to, region and row belong together in some assignment exactly if they lie on a cycle. The cycles
//! are found by Robert Tarjan's strongly connected components.

use super::Conflict;
use super::lines::Lines;

/// Keeps of the `choices` of each of `lefts` those that it has in some assignment in which no two
/// of them share one. There are as many `lefts` as there are lines to choose from.
pub(super) fn all_different<const K: usize, const N: usize>(
    choices: &mut [Lines<K>; N],
    lefts: Lines<K>,
) -> Result<(), Conflict> {
    let mut assignment = Assignment {
        choices,
        free: lefts.fold(Lines::NONE, |free, left| free | choices[left]),
        owner: [0; N],
        given: [0; N],
    };
    for left in lefts {
        let mut tried = Lines::NONE;
        assignment.give(left, &mut tried)?;
    }
    let mut components = Components {
        assignment: &assignment,
        unseen: Lines::NONE,
        open: Lines::NONE,
        depths: [0; N],
        seen: 0,
        stack: [0; N],
        height: 0,
        kept: [Lines::NONE; N],
    };
    for left in lefts {
        components.unseen.insert(assignment.given[left]);
    }
    for left in lefts {
        if components.depths[left] == 0 {
            components.visit(left);
        }
    }
    *choices = components.kept;
    Ok(())
}

/// Which line each left is given.
struct Assignment<'a, const K: usize, const N: usize> {
    choices: &'a [Lines<K>; N],
    /// The lines that nobody has yet.
    free: Lines<K>,
    /// Who has a line that is not free.
    owner: [usize; N],
    /// The line of each left that has one.
    given: [usize; N],
}

impl<const K: usize, const N: usize> Assignment<'_, K, N> {
    /// Gives a line to `left`, if need be one of another left that can have another one. Lines in
    /// `tried` are known not to become free.
    fn give(&mut self, left: usize, tried: &mut Lines<K>) -> Result<(), Conflict> {
        if let Some(line) = (self.choices[left] & self.free).next() {
            self.free.remove(line);
            (self.owner[line], self.given[left]) = (left, line);
            return Ok(());
        }
        while let Some(line) = self.choices[left].without(*tried).next() {
            tried.insert(line);
            if self.give(self.owner[line], tried).is_ok() {
                (self.owner[line], self.given[left]) = (left, line);
                return Ok(());
            }
        }
        Err(Conflict)
    }
}

/// Tarjan's algorithm. Sets of lefts are kept as the sets of their lines.
struct Components<'a, const K: usize, const N: usize> {
    assignment: &'a Assignment<'a, K, N>,
    /// Not visited yet.
    unseen: Lines<K>,
    /// Visited, and in no finished component.
    open: Lines<K>,
    /// When each left was visited, from 1.
    depths: [usize; N],
    /// How many were visited.
    seen: usize,
    /// The open lefts, in the order of their visits.
    stack: [usize; N],
    height: usize,
    /// The choices of each left within its component.
    kept: [Lines<K>; N],
}

impl<const K: usize, const N: usize> Components<'_, K, N> {
    /// Visits a left and all that it leads to; the depth of the first open left among these.
    fn visit(&mut self, left: usize) -> usize {
        let Assignment { choices, owner, given, .. } = self.assignment;
        self.seen += 1;
        self.depths[left] = self.seen;
        let mut lowest = self.seen;
        let bottom = self.height;
        self.stack[self.height] = left;
        self.height += 1;
        self.unseen.remove(given[left]);
        self.open.insert(given[left]);
        while let Some(line) = (choices[left] & self.unseen).next() {
            lowest = lowest.min(self.visit(owner[line]));
        }
        for line in choices[left] & self.open {
            lowest = lowest.min(self.depths[owner[line]]);
        }
        if lowest == self.depths[left] {
            let component = &self.stack[bottom..self.height];
            let mut lines = Lines::NONE;
            for &left in component {
                lines.insert(given[left]);
            }
            for &left in component {
                self.kept[left] = choices[left] & lines;
            }
            self.open = self.open.without(lines);
            self.height = bottom;
        }
        lowest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIZE: usize = 6;

    /// All ways to give each left of `choices` a line of its own.
    fn assignments(choices: &[u64]) -> Vec<Vec<usize>> {
        let Some((first, rest)) = choices.split_first() else { return vec![Vec::new()] };
        let mut found = Vec::new();
        for line in (0..SIZE).filter(|line| first >> line & 1 == 1) {
            let rest: Vec<u64> = rest.iter().map(|choices| choices & !(1 << line)).collect();
            found.extend(assignments(&rest).into_iter().map(|mut lines| {
                lines.insert(0, line);
                lines
            }));
        }
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn keeps_just_what_some_assignment_has(
            sparse in prop::collection::vec((0_u64..64, 0_u64..64), SIZE)
        ) {
            let choices: Vec<u64> = sparse.iter().map(|(one, other)| one & other).collect();
            let all = assignments(&choices);
            let mut kept: [Lines<1>; SIZE] =
                std::array::from_fn(|left| Lines::from_words([choices[left]]));
            let result = all_different(&mut kept, Lines::first_lines(SIZE));
            prop_assert_eq!(result.is_err(), all.is_empty());
            if result.is_ok() {
                let expected: Vec<u64> = (0..SIZE)
                    .map(|left| all.iter().fold(0, |lines, found| lines | 1 << found[left]))
                    .collect();
                let kept: Vec<u64> = kept.iter().map(|lines| lines.words()[0]).collect();
                prop_assert_eq!(kept, expected);
            }
        }
    }
}
