//! The tree that a search has been through.

use crate::board::Cell;

/// What became of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// The search went on below it.
    Branch,
    /// It breaks a rule, or leaves a unit without a candidate.
    Failure,
    /// It is a solution.
    Solution,
}

/// A node: what was tried there and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The queen that leads here from the parent; `None` for the root.
    pub choice: Option<Cell>,
    /// What became of it.
    pub kind: NodeKind,
    /// The places of its children in [`Tree::nodes`], in the order in which they were tried.
    pub children: Vec<usize>,
}

/// The tree of a search, as far as it was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
    /// From the root to where the search is; `None` for a node that is not kept.
    path: Vec<Option<usize>>,
    most: usize,
    left_out: u64,
}

impl Tree {
    /// An empty tree that keeps `most` nodes, the first ones that the search comes to.
    #[must_use]
    pub fn up_to(most: usize) -> Self {
        Self { nodes: Vec::new(), path: Vec::new(), most, left_out: 0 }
    }

    /// The nodes in the order in which the search came to them: the root first, if there is any.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// How many nodes the search came to that are not kept.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    pub(super) fn enter(&mut self, choice: Option<Cell>) {
        if self.nodes.len() == self.most {
            self.left_out += 1;
            self.path.push(None);
            return;
        }
        let index = self.nodes.len();
        if let Some(&Some(parent)) = self.path.last() {
            self.nodes[parent].children.push(index);
        }
        self.nodes.push(Node { choice, kind: NodeKind::Branch, children: Vec::new() });
        self.path.push(Some(index));
    }

    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    pub(super) fn fail(&mut self) {
        self.mark(NodeKind::Failure);
    }

    pub(super) fn solve(&mut self) {
        self.mark(NodeKind::Solution);
    }

    fn mark(&mut self, kind: NodeKind) {
        if let Some(&Some(index)) = self.path.last() {
            self.nodes[index].kind = kind;
        }
    }
}
