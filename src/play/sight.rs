//! The board as it was last seen.

use super::Eyes;
use super::evidence::{LEAST_ALIKE, MASSIVE};
use super::hand::ParkingPlace;
use crate::board::{Board, Cell, CellSet, Mark, Marks, Solution};
use crate::calibration::Place;
use crate::capture::Frame;
use crate::geometry::{
    DesktopPoint, DesktopRect, FramePoint, FrameRect, FrameVector, Lattice, Placement,
};
use crate::vision::{self, Before, Reading};
use image::{Rgba, RgbaImage, imageops};
use std::sync::Arc;

/// How far from the board's edge the pointer is parked, in widths of the board: about half a cell.
/// Far enough not to hover over a border, near enough to be inside of most windows.
const PARKED_AWAY: f64 = 0.05;

/// How far around the board a board that has moved is looked for, in cells: one that has moved
/// further than half a cell is looked for everywhere.
const AROUND: f64 = 1.5;

/// Samples along a side of a cell that two pictures are compared in.
const SAMPLES: u32 = 12;

/// The part of a cell's side, around its middle, that is compared: rings of focus and hover lie
/// outside of it.
const INNER: f64 = 0.7;

/// The part of a cell's side that marks are read in, and samples along it that meet a thin circle as large. Chosen.
const SEARCHED: (f64, u32) = (0.82, 2 * SAMPLES);

/// The part of two cells that must look different for them to show different things. Chosen: noise is
/// none, and a faint queen more.
const BARE: f64 = 0.02;

/// How far a channel must differ to show something faint, in levels of 255: of the faintest mark that is read, more.
/// Chosen: rounding leaves less.
const FAINT: u8 = 8;

/// The fewest queens that are known by their cells alone. Chosen: whoever crosses out so many, and no others, is not playing.
const FEWEST_ALONE: usize = 4;

/// How many of these samples are a corner's, along each side. Chosen: large discs leave them.
const CORNER: usize = 2;

/// How far a channel must differ for a pixel to look different, in levels of 255. Chosen: far more
/// than noise, far less than any mark or veil.
const DIFFERENT: u8 = 24;

/// A board in a frame.
pub(super) struct Sight {
    pub(super) frame: Frame,
    /// What was read from it, and corrected by what is known of the game.
    pub(super) reading: Reading,
}

impl Sight {
    /// The same board in a newer frame: near its old place, or anywhere if `anywhere`. A frame that
    /// looks the same is not read again.
    pub(super) fn again(
        &self,
        eyes: &dyn Eyes,
        frame: &Frame,
        board: &Board,
        anywhere: bool,
    ) -> Option<Reading> {
        if self.is_of(frame) {
            return Some(self.reading.clone());
        }
        let is_it = |reading: &Reading| reading.board == *board;
        let here = eyes.read_at(&frame.pixels, &self.lattice_in(frame)).ok().filter(is_it);
        if here.is_none() && anywhere {
            return eyes.read(&frame.pixels).ok().filter(is_it);
        }
        here
    }

    /// Whether it was seen in a frame that looks like this one.
    pub(super) fn is_of(&self, frame: &Frame) -> bool {
        frame.placement == self.frame.placement && frame.pixels == self.frame.pixels
    }

    /// The same board, at the same place, in a newer frame in which the game has shaded or tinted it
    /// since it was `first` seen, the `marked` cells in any way.
    pub(super) fn shaded(
        &self,
        eyes: &dyn Eyes,
        frame: &Frame,
        first: &Sight,
        marked: &CellSet,
    ) -> Option<Reading> {
        let before = Before { pixels: &first.frame.pixels, reading: &first.reading };
        eyes.read_shaded(&frame.pixels, &self.lattice_in(frame), &before, marked).ok()
    }

    /// Whether queens and crosses stand on it.
    pub(super) fn has_both_kinds(&self) -> bool {
        let marks = &self.reading.marks;
        let stands = |mark| marks.standing().any(|cell| marks.mark(cell) == mark);
        stands(Mark::Queen) && stands(Mark::Cross)
    }

    /// The same board, at the same place, in a newer frame that shows these marks.
    pub(super) fn moved_to(&self, frame: Frame, marks: Marks) -> Self {
        let corner = |at| frame.placement.to_frame(at);
        let board = self.board_on_desktop();
        let rect = FrameRect::new(corner(board.min), corner(board.max));
        let lattice = self.lattice_in(&frame);
        Self { reading: Reading { lattice, rect, marks, ..self.reading.clone() }, frame }
    }

    /// Whether, in a newer frame, the same thing stands in all these cells and nowhere else.
    pub(super) fn shows_alike(
        &self,
        eyes: &dyn Eyes,
        frame: &Frame,
        cells: impl IntoIterator<Item = Cell>,
    ) -> bool {
        let cells = CellSet::from_cells(self.reading.lattice.size, cells);
        eyes.is_alike_in(&frame.pixels, &self.lattice_in(frame), &cells)
    }

    /// The picture with some cells as they look in a newer one.
    pub(super) fn with_cells_of(&self, newer: &Self, cells: impl Iterator<Item = Cell>) -> Frame {
        let moved = offset(&self.frame, &newer.frame);
        let mut pixels = RgbaImage::clone(&self.frame.pixels);
        for cell in cells {
            let rect = self.reading.lattice.cell_rect(cell).round_out();
            let [left, top] = (rect.min + moved).to_array().map(|at| at.max(0.0) as u32);
            let [width, height] = rect.size().to_array().map(|side| side as u32);
            let cell = imageops::crop_imm(&*newer.frame.pixels, left, top, width, height);
            imageops::replace(&mut pixels, &*cell, rect.min.x as i64, rect.min.y as i64);
        }
        Frame { pixels: Arc::new(pixels), ..self.frame.clone() }
    }

    /// The part of the inner parts of some `cells` that looks different in a newer frame, from 0
    /// to 1; what that frame does not show is different.
    pub(super) fn changed_part(&self, frame: &Frame, cells: impl Iterator<Item = Cell>) -> f64 {
        self.changed_part_on(frame, &self.lattice_in(frame), cells)
    }

    /// The same for a newer frame in which the board is on this `lattice`.
    pub(super) fn changed_part_on(
        &self,
        frame: &Frame,
        lattice: &Lattice,
        cells: impl Iterator<Item = Cell>,
    ) -> f64 {
        self.changed_by(DIFFERENT, frame, lattice, cells)
    }

    /// Whether several of some `cells` look massively different in a newer frame. What lies over one or two of them may be a
    /// message.
    pub(super) fn have_several_changed(
        &self,
        frame: &Frame,
        cells: impl Iterator<Item = Cell>,
    ) -> bool {
        let has_changed = |cell: &Cell| self.changed_part(frame, std::iter::once(*cell)) >= MASSIVE;
        cells.filter(has_changed).count() >= LEAST_ALIKE
    }

    /// Whether something stands in the inner part of a cell that may be hard to see, in a newer frame in which the board is
    /// on this `lattice`.
    pub(super) fn shows_faintly(&self, frame: &Frame, lattice: &Lattice, cell: Cell) -> bool {
        self.changed_by(FAINT, frame, lattice, std::iter::once(cell)) >= BARE
    }

    /// Whether the corners of the inner part of a cell look the same, in a newer frame in which the board is on this
    /// `lattice`: no mark reaches them, and a tint or a glow does.
    pub(super) fn keeps_corners(&self, frame: &Frame, lattice: &Lattice, cell: Cell) -> bool {
        let is_far = |at: usize| !(CORNER..SAMPLES as usize - CORNER).contains(&at);
        let is_corner = |at: usize| is_far(at % SAMPLES as usize) && is_far(at / SAMPLES as usize);
        let mut pairs =
            inner_points(&self.reading.lattice, cell).zip(inner_points(lattice, cell)).enumerate();
        pairs.all(|(at, (before, after))| {
            let pixels = (pixel(&self.frame.pixels, before), pixel(&frame.pixels, after));
            !is_corner(at) || !differs_by(FAINT, pixels.0, pixels.1)
        })
    }

    /// Which part of the inner parts of these cells differs by more than so many levels.
    fn changed_by(
        &self,
        levels: u8,
        frame: &Frame,
        lattice: &Lattice,
        cells: impl Iterator<Item = Cell>,
    ) -> f64 {
        let then = &self.frame.pixels;
        let (mut changed, mut all) = (0, 0);
        for cell in cells {
            let pairs = inner_points(&self.reading.lattice, cell).zip(inner_points(lattice, cell));
            for (before, after) in pairs {
                all += 1;
                let (before, after) = (pixel(then, before), pixel(&frame.pixels, after));
                changed += usize::from(differs_by(levels, before, after));
            }
        }
        changed as f64 / f64::from(u32::try_from(all.max(1)).unwrap_or(u32::MAX))
    }

    /// Whether a newer frame shows the lines between neighbours of these cells as they were: a game that shades its
    /// cells leaves them, and what lies over the board hides them. No cells that are neighbours tell nothing.
    pub(super) fn keeps_lines_between(&self, frame: &Frame, cells: &CellSet) -> bool {
        let lattice = self.lattice_in(frame);
        let mut kept = self.lines_between(frame, &lattice, cells).peekable();
        kept.peek().is_some() && kept.all(|is_kept| is_kept)
    }

    /// Whether a newer frame, in which the board is on this `lattice`, hides a line at the border of a cell, and no more
    /// than half of all lines: something lies over the cell. A game that paints its board anew paints all lines.
    pub(super) fn hides_lines_of(&self, frame: &Frame, lattice: &Lattice, cell: Cell) -> bool {
        let beside = cell.side_neighbours(lattice.size).chain(std::iter::once(cell));
        let beside = CellSet::from_cells(lattice.size, beside);
        let all = CellSet::from_cells(lattice.size, lattice.cells());
        let count = |cells, is_kept| {
            self.lines_between(frame, lattice, cells).filter(|kept| *kept == is_kept).count()
        };
        count(&beside, false) > 0 && count(&all, true) > count(&all, false)
    }

    /// Whether a newer frame, in which the board is on this `lattice`, shows each line between neighbours of these cells
    /// as it was.
    fn lines_between<'a>(
        &'a self,
        frame: &'a Frame,
        lattice: &'a Lattice,
        cells: &'a CellSet,
    ) -> impl Iterator<Item = bool> + 'a {
        let lattices = [&self.reading.lattice, lattice];
        let neighbours = cells.iter().flat_map(move |cell| {
            let beside = cell.side_neighbours(lattice.size);
            beside.filter(|other| cells.contains(*other)).map(move |other| (cell, other))
        });
        neighbours.map(move |(cell, other)| {
            let [before, after] = lattices
                .map(|lattice| lattice.cell_centre(cell).lerp(lattice.cell_centre(other), 0.5));
            !differs(pixel(&self.frame.pixels, before), pixel(&frame.pixels, after))
        })
    }

    /// The cells that show the same in a newer frame, to their borders: as long as most do, the board
    /// is where it was.
    pub(super) fn unchanged_cells(&self, frame: &Frame) -> CellSet {
        let lattice = &self.reading.lattice;
        let is_same = |cell: &Cell| self.is_unchanged(frame, *cell);
        CellSet::from_cells(lattice.size, lattice.cells().filter(is_same))
    }

    /// Whether a cell shows the same in a newer frame, to its borders.
    pub(super) fn is_unchanged(&self, frame: &Frame, cell: Cell) -> bool {
        self.is_same_moved(frame, offset(&self.frame, frame), cell)
    }

    /// Whether a cell shows the same in a newer frame, in which the board is on this `lattice`.
    pub(super) fn is_unchanged_on(&self, frame: &Frame, lattice: &Lattice, cell: Cell) -> bool {
        self.is_same_moved(frame, (lattice.origin - self.reading.lattice.origin).round(), cell)
    }

    /// Whether a newer frame shows the same as a cell so many pixels further.
    fn is_same_moved(&self, frame: &Frame, moved: FrameVector, cell: Cell) -> bool {
        let rect = self.reading.lattice.cell_rect(cell).round_out();
        is_same_at(&rect, moved, &self.frame.pixels, &frame.pixels)
    }

    /// Whether the board is where it was in a newer frame, as far as most of its cells tell.
    pub(super) fn is_where_it_was(&self, frame: &Frame) -> bool {
        2 * self.unchanged_cells(frame).iter().count() > self.reading.lattice.size.pow(2)
    }

    /// Where the board is on the desktop, and how large its cells are.
    pub(super) fn place(&self) -> Place {
        Place::of(&self.reading.lattice, &self.frame.placement)
    }

    /// The part of the desktop in which the board is looked for again.
    pub(super) fn around(&self) -> DesktopRect {
        let pitch = self.place().pitch * AROUND;
        self.board_on_desktop().inflate(pitch.x, pitch.y)
    }

    /// Where it is in another frame, if it is where it was on the desktop.
    pub(super) fn lattice_in(&self, frame: &Frame) -> Lattice {
        self.place().lattice(&frame.placement)
    }

    /// The outer edge of the board on the desktop.
    pub(super) fn board_on_desktop(&self) -> DesktopRect {
        on_desktop(&self.reading.rect, &self.frame.placement)
    }

    /// Places off the board, near its edges: first those inside of `shown`.
    pub(super) fn parking_places(&self, shown: &DesktopRect) -> Vec<ParkingPlace> {
        parking_places(&self.board_on_desktop(), shown)
    }

    /// Where a cell is clicked.
    pub(super) fn target(&self, cell: Cell) -> DesktopPoint {
        self.frame.placement.to_desktop(self.reading.lattice.cell_centre(cell))
    }
}

/// Whether something that may be hard to see stands in one of two cells of a region alone, on a board on this `lattice`.
pub(super) fn differ_faintly(frame: &Frame, lattice: &Lattice, cells: [Cell; 2]) -> bool {
    let [one, other] = cells.map(|cell| inner_points(lattice, cell));
    let colour = |at| pixel(&frame.pixels, at);
    let differ =
        |(one, other): &(FramePoint, FramePoint)| differs_by(FAINT, colour(*one), colour(*other));
    let differing = one.zip(other).filter(differ).count();
    differing as f64 >= BARE * f64::from(SAMPLES * SAMPLES)
}

/// A part of a frame, on the desktop.
pub(super) fn on_desktop(rect: &FrameRect, placement: &Placement) -> DesktopRect {
    DesktopRect::new(placement.to_desktop(rect.min), placement.to_desktop(rect.max))
}

/// What a frame shows of the desktop.
pub(super) fn shown_on_desktop(frame: &Frame) -> DesktopRect {
    let (width, height) = frame.pixels.dimensions();
    let far = FramePoint::new(f64::from(width), f64::from(height));
    on_desktop(&FrameRect::new(FramePoint::origin(), far), &frame.placement)
}

/// Whether two frames show the same in a part of the desktop, to the pixel.
pub(super) fn is_same_in(part: &DesktopRect, then: &Frame, now: &Frame) -> bool {
    let corner = |at| then.placement.to_frame(at);
    let rect = FrameRect::new(corner(part.min), corner(part.max)).round();
    is_same_at(&rect, offset(then, now), &then.pixels, &now.pixels)
}

/// How far what a frame shows has moved in another one, in whole pixels.
fn offset(then: &Frame, now: &Frame) -> FrameVector {
    now.placement.to_frame(then.placement.to_desktop(FramePoint::origin())).to_vector().round()
}

/// Whether two pictures show the same in a rectangle of the first one, in whole pixels, which is `moved` in
/// the other. What one of them does not show is not the same.
pub(super) fn is_same_at(
    rect: &FrameRect,
    moved: FrameVector,
    then: &RgbaImage,
    now: &RgbaImage,
) -> bool {
    (rect.min.y as i64..rect.max.y as i64).all(|y| {
        let row = row_of(then, rect.min.x, rect.max.x, y as f64);
        let (from, to) = (rect.min.x + moved.x, rect.max.x + moved.x);
        row.is_some() && row == row_of(now, from, to, y as f64 + moved.y)
    })
}

/// The colour of all that a picture shows in a rectangle, in whole pixels, if it is one.
pub(super) fn colour_of(rect: &FrameRect, pixels: &RgbaImage) -> Option<[u8; 4]> {
    let first = pixel(pixels, rect.min)?.0;
    let is_flat = (rect.min.y as i64..rect.max.y as i64).all(|y| {
        let row = row_of(pixels, rect.min.x, rect.max.x, y as f64).unwrap_or_default();
        row.chunks_exact(4).all(|pixel| pixel == first)
    });
    is_flat.then_some(first)
}

/// Places off `board`, near its edges: first those inside of what is `shown`, then those beyond it.
pub(super) fn parking_places(board: &DesktopRect, shown: &DesktopRect) -> Vec<ParkingPlace> {
    let away = PARKED_AWAY * board.width();
    let middle = board.center();
    let mut places = [
        DesktopPoint::new(board.max.x + away, middle.y),
        DesktopPoint::new(board.min.x - away, middle.y),
        DesktopPoint::new(middle.x, board.max.y + away),
        DesktopPoint::new(middle.x, board.min.y - away),
    ]
    .map(|point| ParkingPlace { point, is_on_screen: shown.contains(point) });
    places.sort_by_key(|place| !place.is_on_screen);
    places.to_vec()
}

/// Points in the inner part of a cell, row by row.
fn inner_points(lattice: &Lattice, cell: Cell) -> impl Iterator<Item = FramePoint> + use<> {
    points_in(INNER, SAMPLES, lattice, cell)
}

/// So many points along each side of this part of a cell around its middle, row by row.
fn points_in(
    part: f64,
    samples: u32,
    lattice: &Lattice,
    cell: Cell,
) -> impl Iterator<Item = FramePoint> + use<> {
    let rect = lattice.cell_rect(cell);
    let along =
        move |index: u32| part.mul_add((f64::from(index) + 0.5) / f64::from(samples) - 0.5, 0.5);
    (0..samples * samples).map(move |index| {
        let (x, y) = (along(index % samples), along(index / samples));
        FramePoint::new(rect.min.x + x * rect.width(), rect.min.y + y * rect.height())
    })
}

/// Some columns of a row of pixels, all in whole numbers; none where the picture ends before.
fn row_of(pixels: &RgbaImage, from: f64, to: f64, y: f64) -> Option<&[u8]> {
    let (width, height) = (f64::from(pixels.width()), f64::from(pixels.height()));
    let is_inside = from >= 0.0 && to <= width && (0.0..height).contains(&y);
    let index = |x: f64| 4 * (y * width + x) as usize;
    is_inside.then(|| &pixels.as_raw()[index(from)..index(to)])
}

fn pixel(pixels: &RgbaImage, at: FramePoint) -> Option<Rgba<u8>> {
    let inside = at.x >= 0.0 && at.y >= 0.0;
    inside.then(|| pixels.get_pixel_checked(at.x as u32, at.y as u32).copied())?
}

/// The cells of queens that are read as crosses before anything was clicked: the same stands in each of them, and nothing in
/// any cell in which the solution has none.
pub(super) fn queens_read_as_crosses(
    frame: &Frame,
    reading: &Reading,
    solution: &Solution,
) -> Vec<Cell> {
    let standing: Vec<Cell> = reading.marks.standing().collect();
    let is_one = |&cell: &Cell| {
        reading.marks.mark(cell) == Mark::Cross
            && solution.columns()[cell.row] == cell.col
            && vision::shows_same(&frame.pixels, &reading.lattice, [standing[0], cell])
    };
    if standing.len() >= FEWEST_ALONE && standing.iter().all(is_one) {
        standing
    } else {
        Vec::new()
    }
}

/// The cells that are read as queens, and are of one colour, or look like an empty one of their region:
/// nothing stands there, whatever was taken for a queen.
pub(super) fn bare_queens(frame: &Frame, reading: &Reading) -> Vec<Cell> {
    let Reading { board, lattice, marks, .. } = reading;
    let looks = |cell| -> Vec<Option<Rgba<u8>>> {
        let (part, samples) = SEARCHED;
        points_in(part, samples, lattice, cell).map(|at| pixel(&frame.pixels, at)).collect()
    };
    let are_alike = |one: &[Option<Rgba<u8>>], other: &[Option<Rgba<u8>>]| {
        // What the frame does not show may hold anything.
        let is_different = |(one, other): &(&Option<_>, &Option<_>)| {
            one.is_none() || differs_by(FAINT, **one, **other)
        };
        let different = one.iter().zip(other).filter(is_different).count();
        (different as f64) < BARE * one.len() as f64
    };
    let is_bare = |queen: &Cell| {
        let seen = looks(*queen);
        let mut empty = board.cells().filter(|cell| {
            marks.mark(*cell) == Mark::Empty && board.region(*cell) == board.region(*queen)
        });
        are_alike(&seen, &vec![seen[0]; seen.len()])
            || empty.any(|cell| are_alike(&seen, &looks(cell)))
    };
    marks.queens().filter(is_bare).collect()
}

fn differs(before: Option<Rgba<u8>>, after: Option<Rgba<u8>>) -> bool {
    differs_by(DIFFERENT, before, after)
}

/// Whether two pixels differ by more than this, in levels of any channel.
fn differs_by(levels: u8, one: Option<Rgba<u8>>, other: Option<Rgba<u8>>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return one != other };
    one.0.iter().zip(other.0).any(|(one, other)| one.abs_diff(other) > levels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Marks, parse};
    use crate::geometry::Placement;
    use crate::render::{Look, Tone, random_palette, render};
    use crate::vision;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use std::time::Instant;

    const BOARD: &str = "AAABBB\nAACCBB\nDDCCEE\nDDDEEE\nFFDEEE\nFFFFEE";

    fn frame(pixels: RgbaImage) -> Frame {
        Frame { pixels: pixels.into(), placement: Placement::IDENTITY, taken: Instant::now() }
    }

    /// A board of cells of 44 pixels on which nothing stands.
    fn untouched() -> Sight {
        let board = parse(BOARD).unwrap();
        let palette = random_palette(6, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(6));
        let drawn = render(&board, &Marks::empty(6), &Look::classic(6, 44.0, palette));
        Sight { reading: vision::read(&drawn.pixels).unwrap(), frame: frame(drawn.pixels) }
    }

    #[test]
    fn a_queen_is_bare_where_nothing_stands_and_not_where_she_is_nearly_as_dark_as_her_cell() {
        let board = parse(BOARD).unwrap();
        let palette = random_palette(6, Tone::Dark, &mut ChaCha8Rng::seed_from_u64(6));
        let queen = Cell::at(2, 3);
        let shown = |levels: u8, lit: Option<u8>| {
            let mut look = Look::classic(6, 44.0, palette.clone());
            look.queen.colour = palette[board.region(queen).0].map(|level| level + levels);
            let mut marks = Marks::empty(6);
            marks.set(queen, Mark::Queen);
            let mut drawn = render(&board, &marks, &look);
            let mut reading = vision::read(&drawn.pixels).unwrap();
            reading.marks = marks;
            // All cells are painted with the same light.
            for (x, y, pixel) in drawn.pixels.enumerate_pixels_mut() {
                let down = lit.unwrap_or(0) * ((y + x) % 44 / 4) as u8;
                pixel.0[..3].iter_mut().for_each(|level| *level = level.saturating_add(down));
            }
            bare_queens(&frame(drawn.pixels), &reading)
        };
        for lit in [None, Some(5)] {
            assert_eq!(shown(0, lit), [queen], "{lit:?}");
            assert_eq!(shown(12, lit), [], "{lit:?}");
        }
    }

    #[test]
    fn marks_leave_the_corners_of_a_cell_and_tints_and_glows_do_not() {
        let before = untouched();
        let lattice = &before.reading.lattice;
        let cell = Cell::at(2, 3);
        // From the middle of the cell to its side, and to its corner.
        let keeps = |is_other: &dyn Fn(f64, f64) -> bool| {
            let mut pixels = RgbaImage::clone(&before.frame.pixels);
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let at = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                let away = (at - lattice.cell_centre(cell)) / 22.0;
                if is_other(away.x.abs().max(away.y.abs()), away.length()) {
                    pixel.0[1] -= 20;
                }
            }
            before.keeps_corners(&frame(pixels), lattice, cell)
        };
        assert!(keeps(&|_, radius| radius < 0.7), "a disc");
        assert!(!keeps(&|side, _| side < 0.9), "a tint");
        assert!(!keeps(&|side, radius| side < 0.9 && radius > 0.7), "a glow");
    }

    #[test]
    fn a_game_that_shades_cells_leaves_the_lines_between_them_and_what_lies_over_them_does_not() {
        let before = untouched();
        let lattice = &before.reading.lattice;
        let row = CellSet::from_cells(6, (1..5).map(|col| Cell::at(2, col)));
        let apart = CellSet::from_cells(6, (0..3).map(|at| Cell::at(2 * at, 2 * at)));
        let keeps_lines = |cells: &CellSet, part: f64| {
            let mut pixels = RgbaImage::clone(&before.frame.pixels);
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let at = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                let is_in = |cell: Cell| {
                    let from_middle = (at - lattice.cell_centre(cell)).abs() / 22.0;
                    from_middle.x.max(from_middle.y) <= part
                };
                if cells.iter().any(is_in) {
                    *pixel = Rgba([90, 90, 90, 255]);
                }
            }
            before.keeps_lines_between(&frame(pixels), cells)
        };
        assert!(keeps_lines(&row, 0.9), "shaded");
        assert!(!keeps_lines(&row, 1.1), "covered");
        assert!(!keeps_lines(&apart, 0.9), "no two are neighbours");
    }
}
