//! What keeps something that looks like a board from being read.

use crate::geometry::{FrameRect, FrameVector};

/// What is in doubt about a board. It is said as a clause that ends a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    /// Lines that all cells have around them are missing at some.
    #[error("the lines between some of its cells are missing: something covers them")]
    Covered,
    /// An edge of no cell runs through some of its cells.
    #[error("an edge runs straight through some of its cells: something covers them")]
    Overlaid,
    /// It is not square.
    #[error("{columns} columns but {rows} rows can be seen: {}", explain(.cut_at))]
    Oblong {
        /// How many columns can be seen.
        columns: usize,
        /// How many rows.
        rows: usize,
        /// The sides at which the picture may cut it off: none where it does not end near to one.
        cut_at: Vec<&'static str>,
    },
    /// Of two pairs of sides, one each has no outer border.
    #[error("its outer border is missing on two sides: {}", explain(.cut_at))]
    CutOff {
        /// The sides without a border.
        cut_at: Vec<&'static str>,
    },
    /// Something cuts off a part of all cells of an outer row or column.
    #[error(
        "its cells are cut short at the {side}: its window ends there, or something covers them"
    )]
    CutShort {
        /// The side at which they are.
        side: &'static str,
    },
    /// Cells beyond it look like its own.
    #[error("it seems to be a part of something larger")]
    PartOfMore,
    /// Its outer row and column look like labels, and what is within them cannot be read.
    #[error("its outer row and column look like labels, and no board can be read within them")]
    Labelled,
    /// Larger areas elsewhere have its colours.
    #[error("it looks like an example of a larger board, which cannot be read")]
    Example,
    /// Its regions are clear, but make no puzzle: they may be a part of the true ones.
    #[error("colours and walls agree on regions that have no solution")]
    NoSolution,
    /// Its walls make a puzzle, but no colours confirm it.
    #[error("its walls make regions, but its cells have hardly any colours")]
    Colourless,
    /// There are lines, but not those of its cells.
    #[error("its lines do not fit its cells")]
    StrayLines,
    /// Its colours are in many pieces, and no clear walls say that these are its regions.
    #[error("its colours are scattered over it, and no clear walls make regions of them")]
    Scattered,
    /// Neither of the two witnesses shows regions.
    #[error("neither colours nor walls part its {0} rows into {0} regions")]
    NoRegions(usize),
    /// The cells of its queens have lost the colours of their regions.
    #[error("its queens hide of which regions their cells are, and more than one puzzle fits")]
    Painted,
    /// Each of the two witnesses shows other regions.
    #[error("colours and walls show two different puzzles")]
    Contradiction,
    /// What stands in its cells cannot be the queens of this puzzle.
    #[error("more queens seem to stand on it than on any Queens board, as in another puzzle")]
    TooManyQueens,
    /// The solver does not confirm the regions.
    #[error("the regions that can be seen do not make a puzzle with just one solution")]
    NotUnique,
    /// The solver confirms the regions, but nothing else does.
    #[error("its colours and lines are not clear enough to be sure of its regions")]
    Unclear,
    /// The solver confirms the regions, and others as well that differ in one cell.
    #[error("the cell in row {row}, column {column} may be of another region than it seems")]
    OpenCell {
        /// Counted from 1.
        row: usize,
        /// Counted from 1.
        column: usize,
        /// How many rows the board has.
        rows: usize,
    },
}

impl Doubt {
    /// That about a cell, by its index row by row on a board with so many rows.
    pub(super) fn open_cell(cell: usize, size: usize) -> Self {
        Self::OpenCell { row: cell / size + 1, column: cell % size + 1, rows: size }
    }

    /// The part of a board in `rect` that is in doubt, where it is one cell.
    pub(super) fn part_of(&self, rect: &FrameRect) -> Option<FrameRect> {
        let &Self::OpenCell { row, column, rows } = self else { return None };
        let pitch = rect.size().to_vector() / rows as f64;
        let corner = FrameVector::new((column - 1) as f64, (row - 1) as f64);
        let corner = rect.min + pitch.component_mul(corner);
        Some(FrameRect::new(corner, corner + pitch))
    }

    /// What the person can do about it: a clause without a full stop.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Covered
            | Self::Overlaid
            | Self::Oblong { .. }
            | Self::CutOff { .. }
            | Self::CutShort { .. }
            | Self::PartOfMore
            | Self::NoSolution => "show the whole board with nothing over it",
            Self::Labelled => "show the board without the labels beside it",
            Self::Example => "show the larger board whole, or leave it out of the picture",
            Self::Colourless => "choose a theme in which the regions have colours",
            Self::Painted => "take away the queens that stand on it, or begin the game anew",
            Self::TooManyQueens => "if it is a Queens board, take away the queens that stand on it",
            Self::Scattered => "choose a theme in which the regions have walls around them",
            Self::StrayLines
            | Self::NoRegions(_)
            | Self::Contradiction
            | Self::NotUnique
            | Self::Unclear => {
                "zoom in until the cells are at least 20 pixels wide, and leave nothing over the \
                 board that covers, dims or lights them"
            }
            Self::OpenCell { .. } => {
                "see that nothing covers, dims or lights that cell alone, and zoom in if the cells are small"
            }
        }
    }

    /// Whether what cannot be read is a board, or a part of one, for certain: other doubts may be
    /// about other grids, and windows that happen to be divided evenly.
    pub(super) fn is_about_a_board(&self) -> bool {
        matches!(
            self,
            Self::Oblong { .. }
                | Self::CutOff { .. }
                | Self::CutShort { .. }
                | Self::NoSolution
                | Self::Colourless
        )
    }
}

fn explain(cut_at: &[&str]) -> String {
    if cut_at.is_empty() {
        "something covers a part of it".to_owned()
    } else {
        format!("it may be cut off at the {}", cut_at.join(" or the "))
    }
}
