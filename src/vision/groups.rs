//! Union-find: things that belong together, joined pair by pair.

/// A partition of indices from 0 on that grows coarser.
pub(super) struct Groups(Vec<usize>);

impl Groups {
    /// Each index alone.
    pub(super) fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// The least index of a group.
    pub(super) fn root(&mut self, mut index: usize) -> usize {
        while self.0[index] != index {
            self.0[index] = self.0[self.0[index]];
            index = self.0[index];
        }
        index
    }

    /// Joins two groups; whether they were apart.
    pub(super) fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
        a != b
    }

    /// The group of each index, numbered in order of first appearance.
    pub(super) fn labels(&mut self) -> Vec<usize> {
        in_order((0..self.0.len()).map(|index| self.root(index)).collect())
    }
}

/// Labels renamed to 0, 1 and so on in order of first appearance.
pub(super) fn in_order(labels: Vec<usize>) -> Vec<usize> {
    let mut names: Vec<usize> = Vec::new();
    labels
        .into_iter()
        .map(|label| {
            names.iter().position(|&name| name == label).unwrap_or_else(|| {
                names.push(label);
                names.len() - 1
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_pair_by_pair_is_one_group_named_in_order() {
        let mut groups = Groups::new(6);
        assert!(groups.join(4, 1) && groups.join(5, 4) && !groups.join(1, 5));
        assert_eq!((groups.root(5), groups.root(0)), (1, 0));
        assert_eq!(groups.labels(), [0, 1, 2, 3, 1, 1]);
        assert_eq!(in_order(vec![7, 7, 2, 7, 9]), [0, 0, 1, 0, 2]);
    }
}
