//! Which of two marks that are read as queens is the queen: the page tells, which congratulates to one of them alone.

use super::PlayError;
use super::evidence::{LEAST_ALIKE, MASSIVE, MORE_ALIKE};
use super::game::Game;
use super::player::Session;
use super::sight::{Sight, is_same_in, shown_on_desktop};
use super::unread::{LARGER, Unread};
use crate::board::{Cell, Mark};
use crate::capture::Frame;
use crate::geometry::{DesktopRect, DesktopVector};
use crate::vision::Drawing;
use std::collections::HashSet;
use std::rc::Rc;
use std::time::Duration;

/// How long a page is watched for what changes without a click: clocks change each second.
const TICK: Duration = Duration::from_millis(1100);

/// How long a page has to congratulate. Chosen: too short, and a game that is won is played once more, with the other
/// mark; each game with two such marks whose page says nothing costs it twice.
const CONGRATULATION: Duration = Duration::from_millis(1500);

/// Which of two marks that are read as queens is the queen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Nothing but queens is read as one, as far as is known.
    Plain,
    /// The one that comes after the other, as queens do that come after crosses.
    Second {
        /// A cell that shows her.
        queen: Cell,
        /// Whether she is much larger than the other, as queens are.
        is_larger: bool,
        /// Whether she is more like those from the start than the other.
        is_as_given: bool,
    },
    /// What two clicks make: neither of the two is read as a mark.
    Guessed,
    /// She is the only mark, and is read as a cross.
    Only,
    /// The one that comes first: the other one stood in all cells of the solution, and the page said nothing.
    First,
}

/// A page before the last queen, and what around its board has never changed.
pub(super) struct CalmPage {
    sight: Rc<Sight>,
    then: Frame,
    parts: Vec<DesktopRect>,
}

impl CalmPage {
    /// The page that looked so at `first` and `then`. What has not changed are squares of half a cell, with those beside
    /// them, into which a counter may grow. None touches the board.
    fn of(sight: Rc<Sight>, first: &Frame, then: Frame) -> Self {
        let (board, shown) = (sight.board_on_desktop(), shown_on_desktop(&then));
        let side = board.width() / (2 * sight.reading.lattice.size) as f64;
        let [columns, rows] = shown.size().to_array().map(|length| (length / side) as isize);
        let part = |(column, row): (isize, isize)| {
            let corner = shown.min + DesktopVector::new(column as f64, row as f64) * side;
            DesktopRect::new(corner, corner + DesktopVector::splat(side))
        };
        let places = || (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let is_same = |place| {
            let part = part(place);
            board.intersects(&part) || is_same_in(&part, first, &then)
        };
        let same: HashSet<(isize, isize)> = places().filter(|&place| is_same(place)).collect();
        let is_calm = |&(column, row): &(isize, isize)| {
            let beside = |at: isize, end| at.saturating_sub(1).max(0)..(at + 2).min(end);
            let mut around = beside(row, rows)
                .flat_map(|row| beside(column, columns).map(move |column| (column, row)));
            around.all(|place| same.contains(&place))
        };
        let parts = places().filter(is_calm).map(part).filter(|part| !board.intersects(part));
        Self { parts: parts.collect(), sight, then }
    }

    /// Whether a part of the page that never changed has changed, or each queen that stood.
    fn has_answered(&self, now: &Frame) -> bool {
        let queens: Vec<Cell> = self.sight.reading.marks.queens().collect();
        let has_changed =
            |&cell: &Cell| self.sight.changed_part(now, std::iter::once(cell)) >= MASSIVE;
        self.parts.iter().any(|part| !is_same_in(part, &self.then, now))
            || queens.len() >= LEAST_ALIKE && queens.iter().all(has_changed)
    }
}

impl Session<'_> {
    /// The page before the last queen, where it is not known which of two marks she is.
    pub(super) fn calm_page(&mut self, game: &mut Game) -> Result<CalmPage, PlayError> {
        self.pause_until(game, self.clock.now() + TICK)?;
        self.find_again(game)?;
        let then = self.source.frame()?;
        Ok(CalmPage::of(game.sight.clone(), &game.first().frame, then))
    }

    /// Looks whether the page answers to the last queen.
    pub(super) fn sees_answer(&mut self, game: &Game, page: &CalmPage) -> Result<bool, PlayError> {
        let began = self.clock.now();
        loop {
            if page.has_answered(&self.source.frame()?) {
                return Ok(true);
            }
            if self.clock.now().saturating_sub(began) >= CONGRATULATION {
                return Ok(false);
            }
            self.await_change(game)?;
        }
    }
}

impl Game<'_> {
    /// Whether the page around the board has answered to what was clicked since it was seen `before`, or each queen that
    /// stood then has. Where it is not known which mark is the queen, it is asked otherwise.
    pub(super) fn has_been_answered_since(&self, before: &Rc<Sight>) -> bool {
        let page = CalmPage::of(before.clone(), &self.first().frame, before.frame.clone());
        self.order == Order::Plain && page.has_answered(&self.sight.frame)
    }

    /// A mark has become another one in this cell since the board was seen `before`, and both are read as queens.
    pub(super) fn second_of_two(&self, queen: Cell, before: &Sight) -> Order {
        let [first, second] = [before, &*self.sight].map(|sight| self.drawn_in(queen, sight));
        let given: Vec<Drawing> =
            self.given.iter().map(|cell| self.drawn_in(cell, &self.sight)).collect();
        let like_given =
            |mark: &Drawing| given.iter().map(|given| given.likeness(mark)).fold(0.0, f64::max);
        Order::Second {
            queen,
            is_larger: second.area() >= LARGER * first.area(),
            is_as_given: like_given(&second) >= like_given(&first) + MORE_ALIKE,
        }
    }

    /// One mark stands in all cells of the solution, and the page has not answered: the other one may be the queen, the
    /// one that comes first. Whether that was not tried yet.
    pub(super) fn tries_other_mark(&mut self) -> bool {
        let is_ours = |cell: &Cell| !self.given.contains(*cell);
        let standing: Vec<Cell> = self.solution.queens().filter(is_ours).collect();
        match self.order {
            Order::Second { is_larger: false, is_as_given: false, .. } => {
                self.taken_for_queen = Mark::Cross;
                standing.into_iter().for_each(|cell| self.doubt(cell));
            }
            Order::Guessed => {
                self.unread.as_mut().into_iter().for_each(Unread::swap);
                standing.into_iter().for_each(|cell| self.marks.set(cell, Mark::Cross));
            }
            _ => return false,
        }
        self.order = Order::First;
        self.learn_turns([(Mark::Empty, Mark::Queen), (Mark::Cross, Mark::Empty)]);
        true
    }
}
