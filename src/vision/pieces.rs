//! The connected pieces of what stands out from a cell.

use image::GrayImage;
use imageproc::union_find::DisjointSetForest;

/// The connected pieces of a mask, at corners too, in the order of their first samples.
pub(super) struct Pieces {
    /// The columns and rows of the mask.
    size: (u32, u32),
    /// All stretches of stained samples, row by row, and from left to right.
    runs: Vec<Run>,
    /// `None` for those that are left out.
    pieces: Vec<Option<Piece>>,
}

/// A stretch of stained samples in a row; `right` is exclusive.
#[derive(Debug, Clone, Copy)]
struct Run {
    row: u32,
    left: u32,
    right: u32,
    /// The piece that it belongs to, an index.
    piece: usize,
}

impl Pieces {
    /// All pieces of a mask, in which 0 is nothing.
    pub(super) fn of(mask: &GrayImage) -> Self {
        let size = mask.dimensions();
        let mut runs = runs_of(mask);
        let mut sets = DisjointSetForest::new(runs.len());
        let mut above = 0;
        for (at, run) in runs.iter().enumerate() {
            // What ends before this one touches none of those that follow, either.
            let is_passed = |other: &Run| {
                other.row + 1 < run.row || (other.row + 1 == run.row && other.right < run.left)
            };
            above += runs[above..at].iter().take_while(|other| is_passed(other)).count();
            let is_touching = |other: &Run| other.row + 1 == run.row && other.left <= run.right;
            let touching = runs[above..at].iter().take_while(|other| is_touching(other)).count();
            (above..above + touching).for_each(|other| sets.union(at, other));
        }
        let mut pieces: Vec<Option<Piece>> = Vec::new();
        let mut names: Vec<Option<usize>> = vec![None; runs.len()];
        for (at, run) in runs.iter_mut().enumerate() {
            run.piece = *names[sets.root(at)].get_or_insert(pieces.len());
            if run.piece == pieces.len() {
                pieces.push(None);
            }
            let piece = &mut pieces[run.piece];
            let own = Piece::of(run, size);
            *piece = Some(piece.map_or(own, |piece| piece.merge(own)));
        }
        Self { size, runs, pieces }
    }

    /// Leaves out the others.
    pub(super) fn retain(&mut self, is_wanted: impl Fn(&Piece) -> bool) {
        for piece in &mut self.pieces {
            *piece = piece.filter(&is_wanted);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().flatten()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Piece> {
        self.pieces.iter_mut().flatten()
    }

    /// Row by row, whether a sample is in one of them.
    pub(super) fn draw(&self) -> Vec<bool> {
        let (columns, rows) = self.size;
        let mut drawn = vec![false; (columns * rows) as usize];
        for run in self.runs.iter().filter(|run| self.pieces[run.piece].is_some()) {
            let row = &mut drawn[(run.row * columns) as usize..];
            row[run.left as usize..run.right as usize].fill(true);
        }
        drawn
    }
}

/// The stretches of samples of a mask that are not 0.
fn runs_of(mask: &GrayImage) -> Vec<Run> {
    let mut runs = Vec::new();
    for (row, samples) in (0..).zip(mask.as_raw().chunks(mask.width() as usize)) {
        let mut left = 0;
        for stretch in samples.chunk_by(|a, b| (*a == 0) == (*b == 0)) {
            let right = left + stretch.len() as u32;
            if stretch[0] != 0 {
                runs.push(Run { row, left, right, piece: 0 });
            }
            left = right;
        }
    }
    runs
}

/// One connected piece of a mask; `right` and `bottom` are exclusive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) right: u32,
    pub(super) bottom: u32,
    pub(super) area: u32,
    /// The samples at the mask's edge.
    pub(super) on_edge: u32,
    /// Whether it reaches the middle half of the mask, in both directions.
    pub(super) is_central: bool,
}

impl Piece {
    /// A stretch of a row of a mask of so many columns and rows.
    fn of(run: &Run, (columns, rows): (u32, u32)) -> Self {
        let Run { row, left, right, .. } = *run;
        let area = right - left;
        let ends = u32::from(left == 0) + u32::from(right == columns);
        let on_edge = if row == 0 || row + 1 == rows { area } else { ends.min(area) };
        let is_middle = |at: u32, count: u32| (count..=3 * count).contains(&(4 * at + 2));
        let is_central = is_middle(row, rows) && (left..right).any(|x| is_middle(x, columns));
        Self { left, top: row, right, bottom: row + 1, area, on_edge, is_central }
    }

    /// Its box without the outermost samples.
    pub(super) fn shrunk(self) -> Self {
        let (left, top) = (self.left + 1, self.top + 1);
        Self { left, top, right: self.right - 1, bottom: self.bottom - 1, ..self }
    }

    /// Whether a sample is in its box.
    pub(super) fn has(&self, x: u32, y: u32) -> bool {
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

    /// The outermost samples of its box.
    pub(super) fn rim(&self) -> impl Iterator<Item = (u32, u32)> {
        let inside = self.shrunk();
        self.places().filter(move |&(x, y)| !inside.has(x, y))
    }

    /// Whether it reaches the mask's edge.
    pub(super) fn is_cut(&self) -> bool {
        self.on_edge > 0
    }

    /// The longer side of its box.
    pub(super) fn length(&self) -> u32 {
        (self.right - self.left).max(self.bottom - self.top)
    }

    /// Whether it takes less than half of its box, as rings and frames do.
    pub(super) fn is_sparse(&self) -> bool {
        2 * self.area < (self.right - self.left) * (self.bottom - self.top)
    }

    /// The samples in its box.
    pub(super) fn places(&self) -> impl Iterator<Item = (u32, u32)> {
        let (left, right) = (self.left, self.right);
        (self.top..self.bottom).flat_map(move |y| (left..right).map(move |x| (x, y)))
    }

    /// Whether the other piece lies inside of this one's box, on all sides.
    pub(super) fn encloses(&self, other: &Self) -> bool {
        self.left < other.left
            && self.top < other.top
            && self.right > other.right
            && self.bottom > other.bottom
    }

    pub(super) fn merge(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
            area: self.area + other.area,
            on_edge: self.on_edge + other.on_edge,
            is_central: self.is_central || other.is_central,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;
    use imageproc::region_labelling::{Connectivity, connected_components};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn pieces_are_the_connected_components_in_the_order_of_their_first_samples(
            (columns, samples) in (4_u32..20).prop_flat_map(|columns| {
                let row = prop::collection::vec(prop::bool::weighted(0.4), columns as usize);
                (Just(columns), prop::collection::vec(row, 4..20))
            })
        ) {
            let rows = samples.len() as u32;
            let mask = GrayImage::from_fn(columns, rows, |x, y| {
                Luma([u8::from(samples[y as usize][x as usize])])
            });
            let labels = connected_components(&mask, Connectivity::Eight, Luma([0]));
            let mut places: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
            for (x, y, label) in labels.enumerate_pixels().filter(|(_, _, label)| label[0] > 0) {
                places.entry(label[0]).or_default().push((x, y));
            }
            let mut expected: Vec<Vec<(u32, u32)>> = places.into_values().collect();
            expected.sort_by_key(|places| (places[0].1, places[0].0));
            let is_edge = |&&(x, y): &&(u32, u32)| {
                x == 0 || y == 0 || x + 1 == columns || y + 1 == rows
            };
            let pieces = Pieces::of(&mask);
            prop_assert_eq!(pieces.iter().count(), expected.len());
            for (at, (piece, places)) in pieces.iter().zip(&expected).enumerate() {
                let (x, y) = (|place: &(u32, u32)| place.0, |place: &(u32, u32)| place.1);
                let ends = |of: fn(&(u32, u32)) -> u32| {
                    (places.iter().map(of).min(), places.iter().map(of).max().map(|end| end + 1))
                };
                prop_assert_eq!((Some(piece.left), Some(piece.right)), ends(x));
                prop_assert_eq!((Some(piece.top), Some(piece.bottom)), ends(y));
                prop_assert_eq!(piece.area as usize, places.len());
                prop_assert_eq!(piece.on_edge as usize, places.iter().filter(is_edge).count());
                let is_middle = |at: u32, count: u32| (count..=3 * count).contains(&(4 * at + 2));
                let is_central =
                    places.iter().any(|&(x, y)| is_middle(x, columns) && is_middle(y, rows));
                prop_assert_eq!(piece.is_central, is_central);
                // Of this one alone, all samples are drawn.
                let mut alone = Pieces::of(&mask);
                alone.pieces.iter_mut().enumerate().for_each(|(other, piece)| {
                    *piece = piece.filter(|_| other == at);
                });
                let drawn = (0..).zip(alone.draw()).filter(|(_, is_drawn)| *is_drawn);
                let drawn: Vec<(u32, u32)> =
                    drawn.map(|(place, _)| (place % columns, place / columns)).collect();
                prop_assert_eq!(&drawn, places);
            }
        }
    }
}
