//! Marks that stand off the middle of their cells, told by others that are like them: programs that draw a solution
//! on a screenshot divide its whole width by the number of cells and forget the border, or write from a corner
//! of each cell.

use super::shape::Shape;
use crate::board::Mark;

/// How far from the middle of its cell such a mark may be, in cells. Chosen: beyond it, it is half in the next cell.
const ASIDE: f64 = 0.3;

/// How far the sides of two marks may be apart: a part of the longer one, and samples. Chosen.
const SIDES: (f64, f64) = (0.1, 1.5);

/// How far what they cover may be apart, as a part of the larger one. Chosen.
const AREAS: f64 = 0.25;

/// How far apart their [corners, middles and diagonals](Shape) may be. Chosen.
const DRAWN: f64 = 0.3;

/// In how many cells a mark stands at least if it stands aside in all of them. Chosen: two pieces of walls, or of
/// something over the board, may be alike.
const REPEATED: usize = 3;

/// How far such a cross is drawn along its diagonals at least: in pictures of such solutions it is 0.88 and more, in
/// coordinates like "1,2" that are cut by the cell's edge up to 0.65.
const PLAIN_X: f64 = 0.8;

/// What stands in a cell, and its shape if anything stands out there.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) mark: Mark,
    pub(super) shape: Option<Shape>,
}

/// The marks of all cells in a square of so many rows, those included that are no marks where they stand but
/// are repeated, or like others that are.
pub(super) fn with_those_aside(seen: &[Seen], size: usize) -> Vec<Mark> {
    let seen = with_repeated_queens(&with_repeated_crosses(&without_lone_queens(seen)), size);
    seen.iter().map(|cell| cell.mark_like_others(&seen)).collect()
}

/// What reaches in from beside a cell is no queen if no other is like it: a hand that points, or a line that
/// somebody drew over the board.
fn without_lone_queens(seen: &[Seen]) -> Vec<Seen> {
    let queens: Vec<Shape> =
        seen.iter().filter(|cell| cell.mark == Mark::Queen).filter_map(|cell| cell.shape).collect();
    let is_lone = |shape: Shape| {
        let alike = queens.iter().filter(|other| shape.is_like(other)).count();
        shape.is_cut && !shape.is_near_middle() && alike <= 1
    };
    let read = |cell: &Seen| {
        let is_none = cell.mark == Mark::Queen && cell.shape.is_some_and(is_lone);
        if is_none { cell.read_as(Mark::Empty) } else { *cell }
    };
    seen.iter().map(read).collect()
}

impl Seen {
    /// Its mark, or that of those that it is like.
    fn mark_like_others(&self, seen: &[Self]) -> Mark {
        let is_aside = |shape: &Shape| shape.may_be_mark() && shape.off_centre <= ASIDE;
        let aside = self.shape.filter(|shape| self.mark == Mark::Empty && is_aside(shape));
        let Some(shape) = aside else { return self.mark };
        let is_like = |mark: Mark| {
            let mut others = seen.iter().filter(|other| other.mark == mark);
            others.any(|other| other.shape.is_some_and(|other| shape.is_like(&other)))
        };
        match [Mark::Queen, Mark::Cross].map(is_like) {
            [true, false] => Mark::Queen,
            [false, true] => Mark::Cross,
            _ => Mark::Empty,
        }
    }

    /// The same as this mark.
    fn read_as(&self, mark: Mark) -> Self {
        Self { mark, ..*self }
    }
}

/// What is drawn as a cross is one wherever it stands, if enough others are like it: labels that are printed in
/// many cells are no x.
fn with_repeated_crosses(seen: &[Seen]) -> Vec<Seen> {
    let crosses = seen.iter().filter_map(|cell| cell.shape.filter(Shape::is_x_aside));
    let all: Vec<Shape> = crosses.collect();
    let is_repeated = |shape: Shape| {
        shape.is_x_aside() && all.iter().filter(|other| shape.is_like(other)).count() >= REPEATED
    };
    let read = |cell: &Seen| {
        let is_cross = cell.mark == Mark::Empty && cell.shape.is_some_and(is_repeated);
        if is_cross { cell.read_as(Mark::Cross) } else { *cell }
    };
    seen.iter().map(read).collect()
}

/// What would be a queen in the middle of its cell is one wherever it stands, if all that would be are
/// alike, and no two in one row or column: labels are not alike, or many in a row.
fn with_repeated_queens(seen: &[Seen], size: usize) -> Vec<Seen> {
    let is_queen = |shape: &Shape| {
        shape.may_be_mark() && !shape.is_cut && shape.centred().mark() == Mark::Queen
    };
    let would_be = |cell: &Seen| cell.shape.filter(|_| cell.mark != Mark::Cross).filter(is_queen);
    let all: Vec<(usize, Shape)> =
        seen.iter().enumerate().filter_map(|(at, cell)| Some((at, would_be(cell)?))).collect();
    let are_queens = |(at, shape): &(usize, Shape), (other_at, other): &(usize, Shape)| {
        let is_in_line = at / size == other_at / size || at % size == other_at % size;
        at == other_at || (!is_in_line && shape.is_like(other))
    };
    if all.len() < REPEATED || !all.iter().all(|one| all.iter().all(|other| are_queens(one, other)))
    {
        return seen.to_vec();
    }
    let read = |cell: &Seen| would_be(cell).map_or(*cell, |_| cell.read_as(Mark::Queen));
    seen.iter().map(read).collect()
}

impl Shape {
    /// Whether it is neither a pointer nor the frame of its cell. It may be cut, as long as what is left of it is
    /// like others.
    fn may_be_mark(&self) -> bool {
        !self.is_arrow && !self.is_frame
    }

    /// Whether it is drawn as a cross, wherever it stands.
    pub(super) fn is_x_aside(&self) -> bool {
        self.may_be_mark() && self.diagonal >= PLAIN_X && self.centred().is_cross()
    }

    /// The same in the middle of its cell.
    fn centred(&self) -> Self {
        Self { off_centre: 0.0, ..*self }
    }

    /// Whether it may be the same glyph as another one.
    fn is_like(&self, other: &Self) -> bool {
        let near = |of: fn(&Self) -> f64, most: f64| (of(self) - of(other)).abs() <= most;
        let side = |of: fn(&Self) -> f64| {
            let (part, samples) = SIDES;
            near(of, part * of(self).max(of(other)) + samples * self.pixel)
        };
        side(|shape| shape.width)
            && side(|shape| shape.height)
            && near(|shape| shape.area, AREAS * self.area.max(other.area))
            && near(|shape| shape.corners, DRAWN)
            && near(|shape| shape.middle, DRAWN)
            && near(|shape| shape.diagonal, DRAWN)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ink::tests::shape_in;
    use super::*;

    #[test]
    fn only_what_is_plainly_an_x_or_near_the_middle_is_a_mark_by_others_like_it() {
        let x = [
            "..........",
            "..........",
            "..........",
            "...##..##.",
            "....####..",
            ".....##...",
            "....####..",
            "...##..##.",
            "..........",
            "..........",
        ];
        let x = shape_in(&x, 4).expect("an x");
        let mark_of_last = |shape: Shape, mark: Mark| {
            let cell = |mark| Seen { mark, shape: Some(shape) };
            let seen = [cell(mark), cell(Mark::Empty), cell(Mark::Empty), cell(Mark::Empty)];
            with_those_aside(&seen, 2)[3]
        };
        let aside = |off_centre: f64, diagonal: f64| Shape { off_centre, diagonal, ..x };
        assert_eq!(mark_of_last(aside(0.4, PLAIN_X), Mark::Empty), Mark::Cross);
        assert_eq!(mark_of_last(aside(0.4, PLAIN_X - 0.01), Mark::Empty), Mark::Empty, "a label");
        assert_eq!(mark_of_last(aside(ASIDE, 0.6), Mark::Cross), Mark::Cross);
        assert_eq!(mark_of_last(aside(ASIDE + 0.01, 0.6), Mark::Cross), Mark::Empty, "far aside");
    }
}
