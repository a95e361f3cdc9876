//! Marks that stand off the middle of their cells, told by others that are like them: programs that draw a solution
//! on a screenshot divide its whole width by the number of cells and forget the border, or write from a corner
//! of each cell.

use super::glyph::CENTRED;
use super::shape::Shape;
use crate::board::Mark;
use std::collections::BTreeSet;

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

/// How far from each other, in cells, the middles of marks are at most that a site draws in one place. Chosen: glyphs
/// of one font that fall on other parts of a pixel.
const ONE_PLACE: f64 = 0.03;

/// The least part of what stands in cells and is no mark by itself that such marks are. Chosen: labels are of many
/// kinds.
const MOST: f64 = 0.8;

/// How many times a small mark is as large as a queen that it cannot be one beside her. Chosen.
const DWARF: f64 = 2.0;

/// How many times as large as a disc a figure is at least that is the queen beside it. Chosen: a castle has 1.45.
const FIGURE: f64 = 1.3;

/// What stands in a cell, and its shape if anything stands out there.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) mark: Mark,
    pub(super) shape: Option<Shape>,
    /// Whether its middle is of one colour.
    pub(super) is_bare: bool,
}

/// The marks of all cells in a square of so many rows, those included that are no marks where they stand but
/// are repeated, or like others that are.
pub(super) fn with_those_aside(seen: &[Seen], size: usize) -> Vec<Mark> {
    let seen = with_figures_for_queens(&without_lone_queens(seen));
    let seen = without_crosses_for_queens(&with_queens_among_crosses(&seen, size));
    let seen = with_repeated_queens(&with_repeated_crosses(&seen), size);
    let seen = with_those_of_one_place(&seen, size);
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

/// Some sites draw a disc for a cross, as large as other sites' queens, and a larger figure for a queen, as small as
/// other sites' crosses. Where nothing else stands on a board, each is told by the other.
fn with_figures_for_queens(seen: &[Seen]) -> Vec<Seen> {
    let marked = || seen.iter().filter(|cell| cell.mark != Mark::Empty);
    let shapes: Option<Vec<Shape>> = marked().map(|cell| cell.shape).collect();
    let (discs, figures): (Vec<Shape>, Vec<Shape>) =
        shapes.unwrap_or_default().into_iter().partition(Shape::is_small_disc);
    let largest_disc = discs.iter().map(Shape::longer).fold(0.0, f64::max);
    let are_told = !discs.is_empty()
        && !figures.is_empty()
        && figures.iter().all(|figure| {
            !figure.has_crossing_strokes() && figure.longer() >= FIGURE * largest_disc
        });
    let read = |cell: &Seen| match cell.shape.filter(|_| are_told && cell.mark != Mark::Empty) {
        Some(shape) if shape.is_small_disc() => cell.read_as(Mark::Cross),
        Some(_) => cell.read_as(Mark::Queen),
        None => *cell,
    };
    seen.iter().map(read).collect()
}

/// A site draws all its crosses in one look: what was read as one for its size, and is no x where others plainly are,
/// nor a dot, is a queen, if no two of such and of queens stand in a row or column. So is what has strokes that cross
/// where others are bars, and a bar among x's: that is what can be seen of a crown.
fn with_queens_among_crosses(seen: &[Seen], size: usize) -> Vec<Seen> {
    let is_of = |cell: &Seen, is_drawn: fn(&Shape) -> bool| {
        cell.mark != Mark::Queen && cell.shape.as_ref().is_some_and(is_drawn)
    };
    let has = |is_drawn: fn(&Shape) -> bool| seen.iter().any(|cell| is_of(cell, is_drawn));
    let is_queen: fn(&Shape) -> bool = if has(Shape::is_plain_x) {
        |shape| shape.is_figure() || shape.is_bar()
    } else if has(Shape::is_bar) {
        Shape::has_crossing_strokes
    } else {
        return seen.to_vec();
    };
    let is_queen = |cell: &Seen| is_of(cell, is_queen);
    let queens: Vec<usize> =
        (0..seen.len()).filter(|&at| seen[at].mark == Mark::Queen || is_queen(&seen[at])).collect();
    if !are_apart(&queens, size) {
        return seen.to_vec();
    }
    let read = |cell: &Seen| if is_queen(cell) { cell.read_as(Mark::Queen) } else { *cell };
    seen.iter().map(read).collect()
}

/// A site draws all its queens in one look: what was read as one of them, and looks like its crosses, is one of these
/// if queens elsewhere look otherwise, and most of what it is like are crosses, or it is too small beside these queens.
fn without_crosses_for_queens(seen: &[Seen]) -> Vec<Seen> {
    let of_kind = |kind: Mark| {
        let cells = seen.iter().filter(move |cell| cell.mark == kind);
        cells.filter_map(|cell| cell.shape).collect::<Vec<Shape>>()
    };
    let [queens, crosses] = [Mark::Queen, Mark::Cross].map(of_kind);
    let is_cross = |shape: Shape| {
        let alike = |all: &[Shape]| all.iter().filter(|other| shape.is_like(other)).count();
        let (like_queens, like_crosses) = (alike(&queens), alike(&crosses));
        let is_dwarf = |queen: &Shape| {
            shape.is_small() && queen.width.min(queen.height) >= DWARF * shape.longer()
        };
        let is_odd = like_queens < queens.len() && like_crosses > like_queens;
        like_crosses > 0 && (is_odd || queens.iter().any(is_dwarf))
    };
    let read = |cell: &Seen| {
        let is_cross = cell.mark == Mark::Queen && cell.shape.is_some_and(is_cross);
        if is_cross { cell.read_as(Mark::Cross) } else { *cell }
    };
    seen.iter().map(read).collect()
}

impl Seen {
    /// Its mark, or that of those that it is like.
    fn mark_like_others(&self, seen: &[Self]) -> Mark {
        let is_aside = |shape: &Shape| shape.may_be_mark() && shape.off_centre() <= ASIDE;
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

/// What a site draws off the middle of its cells: marks of one kind or two that are alike, and stand in one place of
/// their cells, but not in all cells. Labels are of more kinds, and what lies over cells is in no one place of them.
fn with_those_of_one_place(seen: &[Seen], size: usize) -> Vec<Seen> {
    let mut rest: Vec<(usize, Shape)> = seen
        .iter()
        .enumerate()
        .filter(|(_, cell)| cell.mark == Mark::Empty)
        .filter_map(|(at, cell)| Some((at, cell.shape.filter(Shape::may_be_mark)?)))
        .collect();
    let is_label = |cell: &&Seen| cell.mark == Mark::Empty && !cell.is_bare;
    let all = seen.iter().filter(is_label).count();
    let mut read = seen.to_vec();
    let mut found: Vec<(Mark, Shape)> = Vec::new();
    let mut accepted = 0;
    while let Some(cells) = most_alike(&rest).filter(|_| found.len() < 2) {
        let shape = rest[cells[0]].1;
        let is_beside = |(_, other): &(Mark, Shape)| shape.is_beside(other, CENTRED);
        if cells.len() < REPEATED && !found.iter().any(is_beside) {
            break;
        }
        let cells: Vec<usize> = cells.into_iter().rev().map(|k| rest.remove(k).0).collect();
        let is_like = |other: &Seen| other.shape.is_some_and(|other| shape.is_like(&other));
        let is_new = |mark: &Mark| {
            cells.len() < seen.len()
                && !found.iter().any(|(other, _)| other == mark)
                && seen.iter().filter(|cell| cell.mark == *mark).all(is_like)
        };
        let Some(mark) = mark_of_alike(&shape, &cells, size).filter(is_new) else { break };
        accepted += cells.len();
        cells.into_iter().for_each(|at| read[at] = seen[at].read_as(mark));
        found.push((mark, shape));
    }
    if accepted as f64 >= MOST * all as f64 { read } else { seen.to_vec() }
}

/// Which of these are the most that are alike and in one place of their cells.
fn most_alike(shapes: &[(usize, Shape)]) -> Option<Vec<usize>> {
    let like = |(_, one): &(usize, Shape)| -> Vec<usize> {
        let is_like =
            |k: &usize| one.is_like(&shapes[*k].1) && one.is_beside(&shapes[*k].1, ONE_PLACE);
        (0..shapes.len()).filter(is_like).collect()
    };
    shapes.iter().map(like).max_by_key(Vec::len)
}

/// The mark that alike shapes in these cells of a square of so many rows are. Where no two of them are in one row or
/// column, a disc that is larger than the dots of sites is a queen if every other row has one.
fn mark_of_alike(shape: &Shape, cells: &[usize], size: usize) -> Option<Mark> {
    let shape = shape.whole();
    let are_alone = are_apart(cells, size);
    match shape.mark() {
        Mark::Queen if are_alone => Some(Mark::Queen),
        Mark::Cross if are_alone && shape.is_large_dot() => {
            (2 * cells.len() >= size).then_some(Mark::Queen)
        }
        Mark::Cross if shape.is_plain_cross() => Some(Mark::Cross),
        _ => None,
    }
}

/// Whether no two of these cells of a square of so many rows are in one row or column.
pub(super) fn are_apart(cells: &[usize], size: usize) -> bool {
    let are_apart = |line: fn(usize, usize) -> usize| {
        let lines: BTreeSet<usize> = cells.iter().map(|&at| line(at, size)).collect();
        lines.len() == cells.len()
    };
    are_apart(|at, size| at / size) && are_apart(|at, size| at % size)
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
        Self { place: (0.0, 0.0), ..*self }
    }

    /// The same there, as if what is seen of it were all.
    fn whole(&self) -> Self {
        Self { is_cut: false, ..self.centred() }
    }

    /// Whether it stands in the place of its cell where another one does, but for so many cells.
    fn is_beside(&self, other: &Self, most: f64) -> bool {
        let off = (self.place.0 - other.place.0).hypot(self.place.1 - other.place.1);
        off <= most + self.grain()
    }

    /// Whether it may be the same glyph as another one.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let near = |of: fn(&Self) -> f64, most: f64| (of(self) - of(other)).abs() <= most;
        let side = |of: fn(&Self) -> f64| {
            let (part, samples) = SIDES;
            near(of, part * of(self).max(of(other)) + samples * self.grain())
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
    use super::super::glyph::SMALL;
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
            // Each on another side of its cell's middle.
            let (aside, _) = shape.place;
            let cell = |mark: Mark, place: (f64, f64)| Seen {
                mark,
                shape: Some(Shape { place, ..shape }),
                is_bare: false,
            };
            let empty = |place: (f64, f64)| cell(Mark::Empty, place);
            let others = [(-aside, 0.0), (0.0, aside), (0.0, -aside)].map(empty);
            let seen = [&[cell(mark, (aside, 0.0))], &others[..]].concat();
            with_those_aside(&seen, 2)[3]
        };
        let aside =
            |off_centre: f64, diagonal: f64| Shape { place: (off_centre, 0.0), diagonal, ..x };
        assert_eq!(mark_of_last(aside(0.4, PLAIN_X), Mark::Empty), Mark::Cross);
        assert_eq!(mark_of_last(aside(0.4, PLAIN_X - 0.01), Mark::Empty), Mark::Empty, "a label");
        assert_eq!(mark_of_last(aside(ASIDE, 0.6), Mark::Cross), Mark::Cross);
        assert_eq!(mark_of_last(aside(ASIDE + 0.01, 0.6), Mark::Cross), Mark::Empty, "far aside");
    }

    #[test]
    fn what_is_no_x_among_plain_ones_is_a_queen_if_no_two_are_in_line() {
        let x = [
            "..............",
            "...##....##...",
            "....##..##....",
            ".....####.....",
            "......##......",
            ".....####.....",
            "....##..##....",
            "...##....##...",
            "..............",
        ];
        let x = shape_in(&x, 4).expect("an x");
        let x =
            Shape { place: (0.0, 0.0), is_x: true, corners: 0.6, middle: 0.02, diagonal: 0.9, ..x };
        let figure = Shape {
            width: 0.18,
            height: 0.18,
            area: 0.018,
            corners: 0.3,
            middle: 0.78,
            diagonal: 0.33,
            is_x: false,
            ..x
        };
        let read = |glyphs: [Option<Shape>; 9]| {
            let cell = |shape: Option<Shape>| {
                let is_tiny = |shape: Shape| shape.area < 0.012;
                let mark = match shape {
                    Some(shape) if !is_tiny(shape) => Mark::Cross,
                    _ => Mark::Empty,
                };
                Seen { mark, shape, is_bare: shape.is_none() }
            };
            let read = with_queens_among_crosses(&glyphs.map(cell), 3);
            read.iter().map(|cell| cell.mark).filter(|mark| *mark == Mark::Queen).count()
        };
        let [x, q, n] = [Some(x), Some(figure), None];
        assert_eq!(read([x, q, n, n, n, n, n, n, n]), 1);
        assert_eq!(read([x, q, n, q, x, x, n, n, q]), 3);
        assert_eq!(read([n, q, n, q, n, n, n, n, q]), 0, "no x to tell them from");
        assert_eq!(read([x, q, q, n, n, n, n, n, n]), 0, "two in a row");
        assert_eq!(read([x, q, n, n, q, n, n, n, n]), 0, "two in a column");
        // So is a star that is smaller than any queen alone.
        let star =
            Shape { width: 0.15, height: 0.15, area: 0.01, pixel: (0.0128, 0.0128), ..figure };
        let star = Some(Shape { corners: 0.04, middle: 0.34, diagonal: -0.1, ..star });
        assert_eq!(star.map(|star| star.mark()), Some(Mark::Empty));
        assert_eq!(read([x, star, n, star, x, x, n, n, star]), 3);
        // An asterisk is drawn as an x is, and a bar is not.
        let bar = Shape { width: 0.36, height: 0.05, area: 0.015, is_x: false, ..figure };
        let asterisk = Shape { corners: 0.45, middle: 0.37, diagonal: 0.67, ..figure };
        let [bar, star] = [Some(bar), Some(asterisk)];
        assert_eq!(read([bar, star, n, star, bar, bar, n, n, star]), 3);
        assert_eq!(read([n, star, n, star, n, n, n, n, star]), 0, "nothing to tell them from");
        assert_eq!(read([bar, star, star, n, n, n, n, n, n]), 0, "two in a row");
        assert_eq!(read([bar, n, n, x, q, x, n, x, n]), 2, "a part of a queen");
    }

    #[test]
    fn a_queen_that_looks_like_crosses_is_one_only_beside_queens_of_another_look() {
        let rows = ["....", ".##.", ".##.", "...."];
        let shape = shape_in(&rows, 8).expect("a square");
        let of_side = |side: f64| Shape { width: side, height: side, ..shape };
        let read = |side: f64, kinds: &[Mark], other: Option<f64>| {
            let cell =
                |mark: Mark, side: f64| Seen { mark, shape: Some(of_side(side)), is_bare: false };
            let alike = kinds.iter().map(|&mark| cell(mark, side));
            let seen: Vec<Seen> = alike.chain(other.map(|side| cell(Mark::Queen, side))).collect();
            without_crosses_for_queens(&seen)[0].mark
        };
        let (queen, cross) = (Mark::Queen, Mark::Cross);
        assert_eq!(read(0.4, &[queen, cross, cross], Some(0.7)), cross);
        assert_eq!(read(0.4, &[queen, cross, cross], None), queen, "the only look of queens");
        assert_eq!(read(0.4, &[queen, queen, cross, cross], Some(0.7)), queen, "as many of each");
        assert_eq!(read(SMALL, &[queen, queen, cross], Some(2.0 * SMALL)), cross, "a dwarf");
        assert_eq!(read(SMALL, &[queen, queen, cross], Some(2.0 * SMALL - 0.01)), queen);
        assert_eq!(read(SMALL, &[queen, queen], Some(2.0 * SMALL)), queen, "like no cross");
    }
}
