//! A board whose rows become uneven while it is played: a row grows with the mark in it, and the others move or give
//! way. It is looked at as if its rows were as they were at first.

use super::game::Game;
use super::sight::Sight;
use crate::board::Cell;
use crate::capture::Frame;
use crate::geometry::DesktopPoint;
use crate::vision::Rows;
use std::rc::Rc;

/// How uneven the rows are.
pub(super) struct Uneven {
    /// The rows as they were at first.
    before: Rows,
    /// The rows as they were when the board was last looked at; as they were at first, if they could not be seen.
    now: Rows,
    /// Whether they could.
    is_seen: bool,
}

impl Uneven {
    /// Looks at the rows in a frame of a board that was `first` seen with even ones; `None` if they are no other.
    pub(super) fn find(first: &Sight, frame: &Frame) -> Option<Self> {
        let now = Rows::find(&frame.pixels, &first.lattice_in(frame), &first.reading)?;
        let then = &first.reading;
        let before = Rows::find(&first.frame.pixels, &then.lattice, then)?;
        now.are_uneven_since(&before).then_some(Self { before, now, is_seen: true })
    }

    /// The frame as it would be with even rows; as it is, if none can be seen.
    pub(super) fn straighten(&mut self, first: &Sight, frame: Frame) -> Frame {
        let lattice = first.lattice_in(&frame);
        let now = Rows::find(&frame.pixels, &lattice, &first.reading);
        self.is_seen = now.is_some();
        self.now = now.unwrap_or_else(|| self.before.clone());
        if !self.is_seen {
            return frame;
        }
        let pixels = self.now.straighten(&self.before, &frame.pixels, &lattice);
        Frame { pixels: pixels.into(), ..frame }
    }

    /// The rows as they were seen last.
    pub(super) const fn rows(&self) -> &Rows {
        &self.now
    }

    /// Whether the last frame was straightened: the board is where it was at first in it.
    pub(super) const fn is_straightened(&self) -> bool {
        self.is_seen
    }

    /// Where on the screen a place is that is here on the desktop with even rows.
    pub(super) fn on_screen(&self, first: &Sight, point: DesktopPoint) -> DesktopPoint {
        let (top, scale) = (first.place().origin.y, first.frame.placement.scale.get());
        let down = self.now.now_at(&self.before, (point.y - top) * scale) / scale;
        DesktopPoint::new(point.x, top + down)
    }
}

impl Game<'_> {
    /// Whether a frame shows for the first time that rows have become uneven. From then on it is looked at after each
    /// cell: with each mark the rows below may move.
    pub(super) fn notice_uneven_rows(&mut self, frame: &Frame) -> bool {
        if self.uneven.is_some() {
            return false;
        }
        self.uneven = Uneven::find(self.first(), frame);
        self.one_by_one |= self.uneven.is_some();
        self.uneven.is_some()
    }

    /// Its rows as they were seen last, if they have become uneven.
    pub(super) fn uneven_rows(&self) -> Option<&Rows> {
        self.uneven.as_ref().map(Uneven::rows)
    }

    /// A frame as it would be if no rows had become uneven.
    pub(super) fn straightened(&mut self, frame: Frame) -> Frame {
        let first = Rc::clone(self.first());
        match &mut self.uneven {
            Some(uneven) => uneven.straighten(&first, frame),
            None => frame,
        }
    }

    /// Where a cell is clicked.
    pub(super) fn target(&self, cell: Cell) -> DesktopPoint {
        let target = self.sight.target(cell);
        self.uneven.as_ref().map_or(target, |uneven| uneven.on_screen(self.first(), target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Marks, parse};
    use crate::geometry::Placement;
    use crate::render::{Look, Tone, random_palette, render};
    use crate::vision;
    use image::RgbaImage;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use std::time::Instant;

    #[test]
    fn cells_are_clicked_where_they_are_on_the_screen_and_looked_at_where_they_were() {
        let board = parse("AABBB\nACCBB\nDCCCB\nDDCEE\nDDDEE").unwrap();
        let palette = random_palette(5, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(5));
        let drawn = render(&board, &Marks::empty(5), &Look::classic(5, 60.0, palette));
        let placement =
            Placement { origin: DesktopPoint::new(700.0, -30.0), scale: euclid::Scale::new(2.0) };
        let frame =
            |pixels: RgbaImage| Frame { pixels: pixels.into(), placement, taken: Instant::now() };
        let reading = vision::read(&drawn.pixels).unwrap();
        let first = Sight { frame: frame(drawn.pixels.clone()), reading };
        // The second row is half as high again, and all below it lie 30 pixels lower.
        let top = drawn.lattice.origin.y as u32;
        let pixels = RgbaImage::from_fn(drawn.pixels.width(), drawn.pixels.height(), |x, y| {
            let down = y.saturating_sub(top);
            let from = match down {
                60..150 => 60 + (down - 60) * 2 / 3,
                150.. => down - 30,
                _ => down,
            };
            *drawn.pixels.get_pixel(x, if y < top { y } else { top + from })
        });
        let uneven = frame(pixels);
        assert!(Uneven::find(&first, &first.frame).is_none(), "even rows");
        assert!(first.changed_part(&uneven, board.cells()) > 0.05);
        let mut rows = Uneven::find(&first, &uneven).unwrap();
        let straight = rows.straighten(&first, uneven);
        assert!(rows.is_straightened());
        assert!(first.changed_part(&straight, board.cells()) < 0.005, "where it was");
        let clicked = |rows: &Uneven, row: usize| {
            let target = first.target(Cell::at(row, 2));
            rows.on_screen(&first, target).y - target.y
        };
        for (row, lower) in [(0, 0.0), (1, 7.5), (2, 15.0), (4, 15.0)] {
            assert!((clicked(&rows, row) - lower).abs() < 1.0, "row {row}");
        }
        // Of what shows no rows nothing is believed.
        let blank = frame(RgbaImage::new(drawn.pixels.width(), drawn.pixels.height()));
        rows.straighten(&first, blank);
        assert!(!rows.is_straightened());
        assert!(clicked(&rows, 4).abs() < f64::EPSILON);
    }
}
