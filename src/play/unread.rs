//! Marks that are not read as what they are, told by what clicks have made of cells in which nothing stood.
//!
//! A queen may be drawn in a corner of her cell, or larger than it, or like something that is read as a cross. Where two
//! clicks have made something else than one click in another cell, and a third one takes it away, these two are all marks
//! of the game, and each is known again wherever it comes.

use super::evidence::{LEAST_ALIKE, MASSIVE};
use super::game::Game;
use super::order::Order;
use super::player::Session;
use super::rounds::SINGLE;
use super::sight::Sight;
use super::{Eyes, PlayError};
use crate::board::{Cell, Mark};
use crate::capture::Frame;
use crate::geometry::Lattice;
use crate::input::{Goal, Step};
use crate::vision::{self, Drawing, Reading};

/// How like each other what came into two cells is where it is the same, as the normalised cross-correlation. Chosen: a
/// golden crown is less like itself on gold, and a letter than another letter.
pub(super) const ALIKE: f64 = 0.7;

/// How much more one is like the one mark than like the other where they are as large, and on another colour. Chosen: a
/// yellow cat on amber is 0.64 of herself, and 0.36 of a paw.
const APART: f64 = 0.25;

/// What two marks that are not the same have less of. Chosen: a rook is that much like a dot. Where it is too much, a click is
/// made for nothing.
const SAME: f64 = 0.9;

/// How much larger than the first mark the second one is where that tells which one is the queen. Chosen.
pub(super) const LARGER: f64 = 1.25;

/// What queens and crosses look like where they are not read.
pub(super) struct Unread {
    queen: Drawing,
    /// None where the queen is the only mark.
    cross: Option<Drawing>,
    /// What is known of the order of the two.
    order: Order,
    /// Whether the queen comes with the first click.
    is_queen_first: bool,
    /// Whether queens are read, and what is read as one and looks like the cross is none.
    pub(super) is_queen_read: bool,
    /// The cells in which one of these marks stood from the start, and was read as nothing.
    given: Vec<Cell>,
}

impl Unread {
    /// What was taken for the queen is the cross.
    pub(super) fn swap(&mut self) {
        self.cross.as_mut().into_iter().for_each(|cross| std::mem::swap(&mut self.queen, cross));
    }

    /// The mark that this is, if it is one: alike, or else as large, and much less like the other one.
    fn mark(&self, drawing: &Drawing) -> Option<Mark> {
        let likeness = |of: &Drawing| of.likeness(drawing);
        let queen = likeness(&self.queen);
        let cross = self.cross.as_ref().map_or(0.0, likeness);
        let (mark, own) = if queen > cross {
            (Mark::Queen, Some(&self.queen))
        } else {
            (Mark::Cross, self.cross.as_ref())
        };
        let is_as_large = |own: &Drawing| {
            let ratio = drawing.area() / own.area();
            (LARGER.recip()..=LARGER).contains(&ratio)
        };
        let is_told_apart = self.cross.is_some() && (queen - cross).abs() >= APART;
        let is_alike = queen.max(cross) >= ALIKE || is_told_apart && own.is_some_and(is_as_large);
        let is_told = mark == Mark::Cross || !self.is_queen_read;
        (is_told && drawing.shows() && is_alike).then_some(mark)
    }
}

impl Session<'_> {
    /// Where `batch` has made marks that may be unread ones, or what is read as a queen and is unlike all that stood from the
    /// start, clicks once more where two clicks were made. If that leaves the cell as it was at first, these are the marks of
    /// the game; if a queen comes, two clicks have made none. Whether anything was learned.
    pub(super) fn learns_marks(
        &mut self,
        game: &mut Game,
        batch: &[Step],
    ) -> Result<bool, PlayError> {
        let unread = game.unread_marks_of(batch);
        if unread.is_none() && !game.has_made_odd_queen(batch) {
            return Ok(false);
        }
        let cell = batch[0].cell;
        let until = game.clicked_at + SINGLE;
        // A queen that grows is unlike them for a while.
        while unread.is_none() && self.clock.now() < until {
            self.await_change(game)?;
            self.find_again(game)?;
            if !game.has_made_odd_queen(batch) {
                return Ok(false);
            }
        }
        self.pause_until(game, until)?;
        let (order, is_queen_first) = match &unread {
            Some(unread) => (unread.order, unread.is_queen_first),
            None => (game.order, false),
        };
        // What stood from the start is nobody else's.
        for cell in unread.iter().flat_map(|unread| &unread.given) {
            game.hers.insert(*cell);
        }
        game.unread = unread;
        self.find_again(game)?;
        let second = game.drawn_in(cell, &game.sight);
        self.click_and_watch(game, cell)?;
        let third = game.drawn_in(cell, &game.sight);
        if third.shows() {
            let is_queen = game.marks.mark(cell) == Mark::Queen && third.likeness(&second) < SAME;
            game.unread = is_queen.then_some(Unread {
                queen: third,
                cross: Some(second),
                order,
                is_queen_first: false,
                is_queen_read: true,
                given: Vec::new(),
            });
            return Ok(is_queen);
        }
        let turns = if is_queen_first {
            [(Mark::Empty, Mark::Queen), (Mark::Queen, Mark::Cross)]
        } else {
            [(Mark::Empty, Mark::Cross), (Mark::Cross, Mark::Queen)]
        };
        game.learn_turns(turns);
        game.order = order;
        game.is_confirmed = true;
        Ok(true)
    }

    /// Whether what the first click has made in this `cell` is read as a queen, and stays unlike all those from the start: it
    /// is a cross, and known as one as long as it stands there.
    pub(super) fn learns_cross(&mut self, game: &mut Game, cell: Cell) -> Result<bool, PlayError> {
        if !game.is_first_mark_unknown(cell) || !game.is_odd_queen(self.eyes, cell) {
            return Ok(false);
        }
        // What grows is unlike them for a while.
        self.pause_until(game, self.clock.now() + SINGLE)?;
        let is_cross = self.looks_again(game, false)? && game.is_odd_queen(self.eyes, cell);
        if is_cross {
            game.odd_cross = Some((cell, game.sight.clone()));
        }
        Ok(is_cross)
    }
}

impl Game<'_> {
    /// The marks that may have been made by `batch`, and are not read as what they are: two clicks have made something that is
    /// not read as a queen, and one click something else in another cell. The queen is the one that is no cross, or else what
    /// two clicks have made.
    pub(super) fn unread_marks_of(&self, batch: &[Step]) -> Option<Unread> {
        let [twice, once] = batch else { return None };
        let marks = [twice, once].map(|step| self.marks.mark(step.cell));
        // More queens came than clicks were made: they are crosses of the game's own.
        let are_own_crosses = marks == [Mark::Empty, Mark::Queen] && self.has_crosses_like_queens;
        let is_unread = are_own_crosses || !marks.contains(&Mark::Queen);
        if (twice.goal, once.goal) != (Goal::Queen, Goal::Answer) || !is_unread {
            return None;
        }
        let [two, one] = [twice, once].map(|step| self.drawn_in(step.cell, &self.sight));
        if !two.shows() || !one.shows() || two.likeness(&one) >= SAME {
            return None;
        }
        let are_crosses = match marks {
            [Mark::Cross, Mark::Empty] => [true, false],
            [Mark::Empty, Mark::Cross | Mark::Queen] => [false, true],
            _ => [two.is_cross(), one.is_cross() || two.area() >= LARGER * one.area()],
        };
        let order = if are_crosses[0] == are_crosses[1] { Order::Guessed } else { Order::Plain };
        let is_queen_first = are_crosses == [true, false];
        let (queen, cross) = if is_queen_first { (one, two) } else { (two, one) };
        let cross = Some(cross);
        let unread =
            Unread { queen, cross, order, is_queen_first, is_queen_read: false, given: Vec::new() };
        Some(Unread { given: self.unread_from_the_start(&unread), ..unread })
    }

    /// Where it was guessed which of two marks is the queen, the reader tells once some stand: those that it reads as queens
    /// are what was taken for one.
    pub(super) fn hear_reader(&mut self, frame: &Frame, reading: &Reading) {
        let is_guessed = matches!(self.order, Order::Guessed | Order::First);
        // What was seen before is known as what it was taken for.
        if !is_guessed || self.sight.is_of(frame) {
            return;
        }
        let is_read =
            |&(cell, mark): &(Cell, Mark)| mark == Mark::Queen && reading.marks.mark(cell) == mark;
        let marks = self.unread_marks(frame, reading);
        if marks.into_iter().filter(is_read).count() >= LEAST_ALIKE {
            self.order = Order::Plain;
        }
    }

    /// Where single clicks set a mark and take it away, and nothing else makes another one, that is the queen if it is no x,
    /// though it is read as a cross: a dot. Whether it is so.
    pub(super) fn believes_in_only_mark(&mut self) -> bool {
        let is_cross = |cell: &Cell| self.marks.mark(*cell) == Mark::Cross;
        let was_empty = |cell: &Cell| self.first().reading.marks.mark(*cell) == Mark::Empty;
        let shown = self.hers.iter().filter(was_empty).find(is_cross);
        let Some(cell) = shown else { return false };
        let queen = self.drawn_in(cell, &self.sight);
        if self.unread.is_some() || !queen.shows() || queen.is_cross() {
            return false;
        }
        let (cross, order) = (None, Order::Only);
        let unread = Unread {
            queen,
            cross,
            order,
            is_queen_first: true,
            is_queen_read: false,
            given: Vec::new(),
        };
        self.unread = Some(Unread { given: self.unread_from_the_start(&unread), ..unread });
        self.odd_cross = None;
        self.order = order;
        self.learn_turns([(Mark::Empty, Mark::Queen), (Mark::Queen, Mark::Empty)]);
        self.is_confirmed = true;
        true
    }

    /// Whether two clicks of `batch` have made a queen that is unlike each of those from the start.
    fn has_made_odd_queen(&self, batch: &[Step]) -> bool {
        let [twice, once] = batch else { return false };
        let is_queen = |cell: &Cell| self.marks.mark(*cell) == Mark::Queen;
        let given: Vec<Cell> = self.given.iter().filter(is_queen).collect();
        once.goal == Goal::Answer
            && is_queen(&twice.cell)
            && is_unlike_all(&self.sight.frame, &self.sight.reading.lattice, twice.cell, &given)
    }

    /// Whether what is read as a queen in this cell is unlike all those from the start, which are alike: in what is drawn, as
    /// faces that blink are, or in their colours as well.
    fn is_odd_queen(&self, eyes: &dyn Eyes, cell: Cell) -> bool {
        let Sight { frame, reading } = &*self.sight;
        let stands = |cell: &Cell| self.marks.mark(*cell) == Mark::Queen;
        let is_sure = |cell: &Cell| stands(cell) && !self.doubted.contains(*cell);
        let given: Vec<Cell> = self.given.iter().filter(is_sure).collect();
        let is_like_next = |pair: &[Cell]| {
            !vision::shows_another(&frame.pixels, &reading.lattice, [pair[0], pair[1]])
        };
        let are_alike = |cells: &[Cell]| self.sight.shows_alike(eyes, frame, cells.iter().copied());
        stands(&cell)
            && given.len() >= LEAST_ALIKE
            && (given.windows(2).all(is_like_next)
                && is_unlike_all(frame, &reading.lattice, cell, &given)
                || are_alike(&given) && !are_alike(&[&given[..], &[cell]].concat()))
    }

    /// The cell of the cross that is read as a queen, if it still stands there.
    pub(super) fn stays_odd_cross(&self, frame: &Frame, lattice: &Lattice) -> Option<Cell> {
        let (cell, then) = self.odd_cross.as_ref()?;
        let changed = then.changed_part_on(frame, lattice, std::iter::once(*cell));
        (changed < MASSIVE).then_some(*cell)
    }

    /// What is known to stand in some cells otherwise than it is read: in those that were empty at first, and where queens
    /// are read, in those with crosses from the start, which have made what is read as a queen and is unlike all others.
    pub(super) fn unread_marks(&self, frame: &Frame, reading: &Reading) -> Vec<(Cell, Mark)> {
        let Some(unread) = &self.unread else { return Vec::new() };
        let first = |cell: &Cell| self.first().reading.marks.mark(*cell);
        let mark = |cell| {
            let drawing = self.came_into(cell, frame, &reading.lattice);
            unread.mark(&drawing).map(|mark| (cell, mark))
        };
        let was_empty = |cell: &Cell| first(cell) == Mark::Empty;
        let mut marks: Vec<_> = self.board.cells().filter(was_empty).filter_map(mark).collect();
        if unread.is_queen_read {
            let is_none = |cell: &Cell| marks.contains(&(*cell, Mark::Cross));
            let queens = reading.marks.queens().filter(|cell| !is_none(cell));
            let (doubtful, known): (Vec<Cell>, Vec<Cell>) =
                queens.partition(|cell| first(cell) == Mark::Cross);
            let is_odd = |cell: &Cell| is_unlike_all(frame, &reading.lattice, *cell, &known);
            marks.extend(doubtful.into_iter().filter(is_odd).map(|cell| (cell, Mark::Cross)));
        }
        marks
    }

    /// Whether all queens stand, which are not read, and nothing like them anywhere else.
    pub(super) fn shows_all_unread_queens(&self, frame: &Frame) -> bool {
        let Some(unread) = &self.unread else { return false };
        let lattice = self.sight.lattice_in(frame);
        let is_queen =
            |cell| unread.mark(&self.came_into(cell, frame, &lattice)) == Some(Mark::Queen);
        let is_right = |cell: Cell| self.solution.columns()[cell.row] == cell.col;
        self.board.cells().all(|cell| is_queen(cell) == is_right(cell))
    }

    /// The part of a cell that is taken by what came into it since the board was first seen.
    pub(super) fn area_of(&self, cell: Cell, sight: &Sight) -> f64 {
        self.drawn_in(cell, sight).area()
    }

    /// What had come into a cell when the board was seen so.
    pub(super) fn drawn_in(&self, cell: Cell, sight: &Sight) -> Drawing {
        self.came_into(cell, &sight.frame, &sight.reading.lattice)
    }

    /// What came into a cell since the board was first seen; where something stood then, since it was empty, as another
    /// one of its region was.
    fn came_into(&self, cell: Cell, frame: &Frame, lattice: &Lattice) -> Drawing {
        let Sight { frame: then, reading } = &**self.first();
        let stood = self.unread.as_ref().map_or(&[][..], |unread| &unread.given);
        let was_empty =
            |other: &Cell| reading.marks.mark(*other) == Mark::Empty && !stood.contains(other);
        let empty = self.cells_beside(cell).find(was_empty);
        let before = Some(cell).filter(was_empty).or(empty).unwrap_or(cell);
        Drawing::between([(&then.pixels, &reading.lattice, before), (&frame.pixels, lattice, cell)])
    }

    /// The cells in which one of the `unread` marks stood when the board was first seen, and that were read as empty, as
    /// another one of their region was.
    fn unread_from_the_start(&self, unread: &Unread) -> Vec<Cell> {
        let Sight { frame, reading } = &**self.first();
        let was_empty = |cell: &Cell| reading.marks.mark(*cell) == Mark::Empty;
        let stands = |cell: &Cell| {
            let drawn = |before| {
                let cells = [before, *cell];
                Drawing::between(cells.map(|cell| (&*frame.pixels, &reading.lattice, cell)))
            };
            self.cells_beside(*cell)
                .filter(was_empty)
                .any(|other| unread.mark(&drawn(other)).is_some())
        };
        self.board.cells().filter(was_empty).filter(stands).collect()
    }

    /// The other cells of a cell's region.
    pub(super) fn cells_beside(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let is_beside = move |other: &Cell| {
            *other != cell && self.board.region(*other) == self.board.region(cell)
        };
        self.board.cells().filter(is_beside)
    }
}

/// Whether there are some of these queens, and what stands in a cell is unlike each of them.
fn is_unlike_all(frame: &Frame, lattice: &Lattice, cell: Cell, queens: &[Cell]) -> bool {
    let is_unlike = |&queen: &Cell| vision::shows_another(&frame.pixels, lattice, [cell, queen]);
    !queens.is_empty() && queens.iter().all(is_unlike)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{FramePoint, FrameVector};
    use image::{Rgba, RgbaImage};

    /// What came into a grey cell of which some tenths, counted row by row, are so many levels lighter.
    fn drawing(levels: impl Fn(u32) -> u8) -> Drawing {
        let lattice =
            Lattice { origin: FramePoint::zero(), pitch: FrameVector::splat(100.0), size: 1 };
        let bare = RgbaImage::from_pixel(100, 100, Rgba([40, 40, 40, 255]));
        let now = RgbaImage::from_fn(100, 100, |x, y| {
            let level = 40 + levels(10 * (y / 10) + x / 10);
            Rgba([level, level, level, 255])
        });
        Drawing::between([&bare, &now].map(|pixels| (pixels, &lattice, Cell::at(0, 0))))
    }

    #[test]
    fn a_mark_on_another_colour_is_known_by_its_size_where_the_other_one_is_much_less_like_it() {
        let is_upper = |at: u32| (20..50).contains(&at) && (3..7).contains(&(at % 10));
        let is_lower = |at: u32| (50..80).contains(&at) && (3..7).contains(&(at % 10));
        let cross = || drawing(|at| 200 * u8::from([11, 12, 21, 22].contains(&at)));
        // Of a queen, one half may hardly be seen on one colour, and the other half on another.
        let queen = |[upper, lower]: [u8; 2]| {
            drawing(move |at| upper * u8::from(is_upper(at)) + lower * u8::from(is_lower(at)))
        };
        let unread = Unread {
            queen: queen([200, 60]),
            cross: Some(cross()),
            order: Order::Plain,
            is_queen_first: false,
            is_queen_read: false,
            given: Vec::new(),
        };
        let odd = queen([70, 200]);
        assert!(unread.queen.likeness(&odd) < ALIKE);
        assert_eq!(unread.mark(&odd), Some(Mark::Queen));
        assert_eq!(unread.mark(&cross()), Some(Mark::Cross));
        assert_eq!(unread.mark(&queen([0, 200])), None, "half as large");
        assert_eq!(unread.mark(&queen([0, 0])), None, "nothing");
        let alone = Unread { cross: None, ..unread };
        assert_eq!(alone.mark(&odd), None, "there is no other one");
    }
}
