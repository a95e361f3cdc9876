//! What the simulated game looks like, in a code of colours, and eyes for it.

use super::{Celebration, FADE, Game, PITCH, READING, World};
use image::{Rgba, RgbaImage};
use queensight::board::{Board, Cell, CellSet, Mark, Marks};
use queensight::geometry::{DesktopPoint, FramePoint, FrameRect, FrameVector, Lattice};
use queensight::play::Eyes;
use queensight::solver::{Outcome, solve};
use queensight::vision::{Before, Doubt, Evidence, Reading, Refusal};
use std::time::Duration;

impl World {
    /// What is on the screen now, in a code that [`PlainEyes`] read: the board is where blue is
    /// not 0, red tells the region, and green the mark.
    pub(super) fn paint(&self) -> RgbaImage {
        let page = self.page_at(self.now);
        let lattice = self.lattice(self.corner_at(page, self.now));
        let is_growing = self.now < page.from + self.nature.grows;
        let is_popping =
            |cell, lasts: Duration| self.selected == Some(cell) && self.now < page.from + lasts;
        let is_swelling = |cell| {
            let since = |clicked| self.now.checked_sub(clicked + self.nature.paint);
            let is_fresh = |clicked| since(clicked).is_some_and(|since| since < self.nature.swells);
            let mut fresh = self.clicks.iter().filter(|(clicked, _)| is_fresh(*clicked));
            fresh.any(|(_, at)| lattice.cell_at(self.placement().to_frame(*at)) == Some(cell))
        };
        let is_given = |cell| self.nature.given_look && self.first_queens.contains(&cell);
        let clicked_at = self.clicks.last().map(|(clicked, _)| *clicked + self.nature.paint);
        let shows_drafts = self.clicks.len() >= self.nature.drafts_after
            && clicked_at.is_none_or(|at| self.now >= at + self.nature.drafts_wait);
        let is_draft = |cell| shows_drafts && self.nature.drafts.contains(&cell);
        let is_pale = |cell| self.nature.pale && self.first_queens.contains(&cell);
        let is_paused = self.nature.pauses && page.from > Duration::ZERO && !self.hovers();
        let board = page.board.as_ref().filter(|_| !self.is_away() && !is_paused);
        let clashes = |cell| {
            self.nature.clashes && page.marks.queens().any(|other| self.attacks(cell, other))
        };
        let came = self.pages.iter().find(|page| page.board.is_some()).map(|page| page.from);
        let is_to_come = |cell: Cell| {
            let since = came.map(|came| self.now.saturating_sub(came)).unwrap_or_default();
            self.nature.stagger * (cell.row + cell.col) as u32 > since
        };
        let has_toast = self.has_toast_at(self.now.saturating_sub(self.nature.paint));
        let is_lit = self.hovers() || self.left_board.is_some_and(|since| self.now < since + FADE);
        let ripple =
            self.rippled.as_ref().zip(self.nature.ripple).and_then(|(came, (_, lasts))| {
                let (since, queens) = came;
                let from = *since + self.nature.paint;
                (from..from + lasts).contains(&self.now).then_some(queens)
            });
        let (pointer, rect) = (self.placement().to_frame(self.pointer), lattice.rect());
        let is_under_toast =
            |cell: Cell| has_toast && cell.row + 1 + self.nature.toast_above == self.board.size();
        let is_beside = rect.inflate(PITCH, 0.0).contains(pointer) && pointer.x > rect.max.x;
        let is_counted = |x: u32| {
            let [clicks, seconds] = [self.clicks.len() as u32, self.now.as_secs() as u32];
            x < clicks || x + seconds >= self.side()
        };
        let beside = lattice.rect().max.y + PITCH;
        let praise = if self.nature.praises_beside { beside as u32 } else { self.side() - 1 };
        let is_praised = !self.nature.is_silent && page.marks.queens().eq(self.solution.queens());
        let has_pictures = self.nature.pictures > 0 && page.from == self.pages[0].from;
        let sparks = self.nature.sparks.filter(|(click, _, last)| {
            let came = self.clicks.get(*click).map(|(clicked, _)| *clicked + self.nature.paint);
            came.is_some_and(|came| (came..came + *last).contains(&self.now))
        });
        let confetti = self.nature.confetti.and_then(|click| {
            let came = self.clicks.get(click)?.0 + self.nature.paint;
            let since = self.now.checked_sub(came)?;
            CONFETTI.iter().find(|(until, _)| since < *until).map(|(_, what)| *what)
        });
        let strewn: Vec<Cell> = match confetti {
            Some(Confetti::OverQueens) => {
                let is_missing = |cell: &Cell| page.marks.mark(*cell) != Mark::Queen;
                let missing = self.solution.queens().filter(is_missing);
                page.marks.queens().take(3).chain(missing).collect()
            }
            _ => Vec::new(),
        };
        let clicked = |(_, at): &(Duration, DesktopPoint)| {
            lattice.cell_at(self.placement().to_frame(*at)).filter(|_| self.nature.wears)
        };
        let worn: Vec<Cell> = self.clicks.iter().filter_map(clicked).collect();
        RgbaImage::from_fn(self.side(), self.side(), |x, y| {
            let point = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            match (lattice.cell_at(point), board) {
                _ if has_pictures && (x, y) == (0, 0) => {
                    Rgba([self.nature.pictures as u8, 255, 0, 255])
                }
                (Some(cell), Some(board)) if cell.row.max(cell.col) >= board.size() => EMPTY,
                (Some(cell), Some(_)) if is_to_come(cell) => EMPTY,
                (Some(cell), Some(_)) if is_under_toast(cell) && !self.nature.toast_is_read => {
                    Rgba([40, 40, 254, 255])
                }
                (Some(cell), Some(board)) => {
                    let celebration = self.nature.celebration;
                    let is_dimmed = page.is_dimmed
                        || self.is_checking()
                        || page.is_covered && celebration == Celebration::CoverLikeQueens;
                    let dim = if is_dimmed { DIM } else { 0 };
                    let region = 100 + board.region(cell).0 as u8 - dim;
                    // A mark is drawn in the middle of its cell.
                    let from_centre = (point - lattice.cell_centre(cell)).abs();
                    let is_middle = from_centre.x.max(from_centre.y) < PITCH / 4.0;
                    let is_hidden = |cell: Cell| match celebration {
                        Celebration::HideLast => self.selected == Some(cell),
                        Celebration::Recolour => cell.row == 1,
                        _ => false,
                    };
                    let is_off = self.now.as_millis() / 250 % 2 == 1;
                    let mark = match page.marks.mark(cell) {
                        _ if is_under_toast(cell) => 206,
                        _ if is_middle && strewn.contains(&cell) => SMUDGE,
                        mark if page.is_covered && self.is_inner(cell) => match celebration {
                            Celebration::Cover | Celebration::FadeUnderPanel
                                if is_middle && cell.col == self.board.size() / 3 =>
                            {
                                200
                            }
                            Celebration::CoverLikeQueens if is_middle && mark == Mark::Queen => 206,
                            _ => SMUDGE,
                        },
                        Mark::Queen
                            if page.is_cleared
                                && self.now >= page.from + STOOD * (2 + cell.row as u32) =>
                        {
                            0
                        }
                        Mark::Queen if page.is_recoloured && is_hidden(cell) => SMUDGE,
                        Mark::Queen if page.is_recoloured && is_middle => match celebration {
                            Celebration::HideLast => 160,
                            Celebration::RecolourInTwo if cell.row != 1 => LIGHT,
                            _ => 205,
                        },
                        Mark::Queen if page.is_blurred => SMUDGE,
                        _ if page.is_blurred => 0,
                        Mark::Empty if is_middle && is_off && self.nature.blinks == Some(cell) => {
                            100
                        }
                        Mark::Empty if is_middle && sparks.is_some_and(|(_, at, _)| at == cell) => {
                            205
                        }
                        Mark::Empty if is_middle && page.queries.contains(cell) => {
                            if !self.nature.hints {
                                160
                            } else if from_centre.x < PITCH / 8.0 {
                                100
                            } else {
                                0
                            }
                        }
                        Mark::Cross if is_middle && page.queries.contains(cell) => {
                            160 * u8::from(from_centre.x.max(from_centre.y) < PITCH / 8.0)
                        }
                        mark if self.nature.aside => {
                            let aside = (point - lattice.cell_centre(cell)) / PITCH;
                            let is_there = (-0.4..-0.2).contains(&aside.y)
                                && (0.2..0.4).contains(&aside.x.abs())
                                && (aside.x >= 0.0 && mark == Mark::Queen
                                    || aside.x < 0.0
                                        && (mark == Mark::Cross || !self.nature.crowd));
                            if is_there && mark != Mark::Empty { 100 } else { 0 }
                        }
                        Mark::Queen if ripple.is_some_and(|queens| queens.contains(&cell)) => 0,
                        Mark::Queen if is_middle && is_popping(cell, self.nature.pops / 2) => 0,
                        Mark::Queen if is_middle && is_popping(cell, self.nature.pops) => {
                            if (self.now.as_millis() / 16).is_multiple_of(2) { SMUDGE } else { 210 }
                        }
                        Mark::Cross
                            if self.nature.only_crosses
                                && from_centre.x.floor() != from_centre.y.floor() =>
                        {
                            0
                        }
                        Mark::Cross if self.nature.flag == Some((cell, true)) => {
                            let from = (8.0 * from_centre.x.max(from_centre.y) / PITCH) as u8;
                            if [0, 2].contains(&from) { 100 } else { 0 }
                        }
                        Mark::Cross
                            if self.nature.small_crosses
                                && from_centre.x.max(from_centre.y) > PITCH / 8.0 =>
                        {
                            0
                        }
                        Mark::Cross if self.nature.narrow_dots && from_centre.x > PITCH / 8.0 => 0,
                        Mark::Cross if is_middle && (self.nature.dots || is_growing) => DOT,
                        Mark::Cross if is_middle => 100,
                        Mark::Queen if self.nature.narrow && from_centre.x > PITCH / 8.0 => 0,
                        Mark::Queen
                            if from_centre.x.max(from_centre.y) > PITCH / 8.0
                                && is_swelling(cell) =>
                        {
                            0
                        }
                        Mark::Queen if is_middle && self.nature.gold == Some(cell) => GOLD,
                        Mark::Queen if is_middle && self.nature.odd == Some(cell) => 205,
                        Mark::Queen if is_middle && page.is_disguised && cell.row > 0 => 210,
                        Mark::Queen
                            if is_middle
                                && page.is_faded
                                && (page.is_covered || cell.row + 1 < board.size()) =>
                        {
                            100
                        }
                        Mark::Queen if is_middle && is_pale(cell) => PALE,
                        Mark::Queen if is_middle && (is_given(cell) || clashes(cell)) => 205,
                        Mark::Queen if is_middle && cell.row < self.nature.light_rows => LIGHT,
                        Mark::Queen if is_middle => 200,
                        Mark::Empty if is_middle && self.nature.printed == Some(cell) => 205,
                        Mark::Empty if is_middle && is_draft(cell) => PALE,
                        Mark::Empty if is_middle && self.nature.points => 50,
                        _ => 0,
                    };
                    let is_asked_over = page.is_dimmed
                        && match self.nature.celebration {
                            Celebration::AskOverIt => true,
                            Celebration::AskOverCorner => cell == Cell::at(0, 0),
                            _ => false,
                        };
                    let is_hidden = page.is_decorated
                        || (confetti == Some(Confetti::OverOneCell) && cell == Cell::at(0, 0))
                        || (is_asked_over && self.now > page.from + SLIDE)
                        || (is_off && self.nature.flickers)
                        || (self.nature.shades && page.from > Duration::ZERO)
                        || (is_lit && self.nature.hover_hides)
                        || (is_beside && self.nature.has_panel)
                        || self.shows_menu_at(point);
                    let is_tinted = self.nature.tints && page.marks.queens().next().is_some();
                    let blue = match (is_hidden, page.is_blurred, is_tinted) {
                        (true, ..) => 254,
                        (_, true, _) => BLURRED,
                        (.., true) => TINTED,
                        _ => 255 - dim,
                    };
                    let is_lit =
                        (self.nature.lights || self.nature.rings) && self.selected == Some(cell);
                    let is_ring = (is_lit || worn.contains(&cell) || is_under_toast(cell))
                        && from_centre.x.max(from_centre.y) > PITCH / 2.0 - 1.0;
                    Rgba([region, if is_ring { 255 } else { mark }, blue, 255])
                }
                _ if is_praised && y == praise => CONGRATULATION,
                _ if y == 0 && self.nature.counts && is_counted(x) => COUNTED,
                _ if self.nature.animated.is_some_and(|from| from <= self.now) => {
                    Rgba([self.now.as_millis() as u8, 255, 0, 255])
                }
                _ => EMPTY,
            }
        })
    }
}

/// What confetti lies over: three queens and the cells of those that are missing, which cannot be told then, or the corner,
/// without which there is no board.
#[derive(Clone, Copy, PartialEq)]
enum Confetti {
    OverQueens,
    OverOneCell,
}

/// Until when, from the click that it comes with, confetti lies over what.
const CONFETTI: [(Duration, Confetti); 3] = [
    (Duration::from_millis(150), Confetti::OverQueens),
    (Duration::from_millis(850), Confetti::OverOneCell),
    (Duration::from_millis(1000), Confetti::OverQueens),
];

/// How long queens stand that a win takes away, for each row from the third one above the board.
const STOOD: Duration = Duration::from_millis(50);

/// How long a window takes to slide over the board.
const SLIDE: Duration = Duration::from_millis(150);

/// By how much red and blue are darker on a board that is dimmed.
const DIM: u8 = 60;

/// What the last row of the page looks like when its game is won.
const CONGRATULATION: Rgba<u8> = Rgba([0, 255, 0, 255]);

/// What clicks and seconds look like that are counted.
const COUNTED: Rgba<u8> = Rgba([255, 254, 0, 255]);

/// What the page looks like where there is nothing.
const EMPTY: Rgba<u8> = Rgba([255, 255, 0, 255]);

/// What blue is where a queen has tinted the board.
const TINTED: u8 = 253;

/// What blue is on a board that is blurred, and green in a cell that is covered or whose queen nobody knows any
/// more.
const BLURRED: u8 = 240;
const SMUDGE: u8 = 40;

/// What green is in a queen of the colour of her cell.
const GOLD: u8 = 30;

/// What green is in a cross that is read as a queen.
const DOT: u8 = 150;

/// What green is in a pale queen, and in what looks like one.
const PALE: u8 = 60;

/// What green is in a queen of the first rows, where these are drawn otherwise.
const LIGHT: u8 = 207;

/// Eyes for the code in which [`Game`] paints.
pub(crate) struct PlainEyes {
    /// What is seen: looking takes its time.
    pub(crate) game: Game,
    /// Whether the evidence says that colours and walls agree.
    pub(crate) agree: bool,
}

impl Eyes for PlainEyes {
    fn read(&self, pixels: &RgbaImage) -> Result<Reading, Refusal> {
        self.game.0.borrow_mut().read();
        if let Some(reading) = self.solved_one() {
            return Ok(reading);
        }
        if pixels.pixels().any(|pixel| [TINTED, BLURRED].contains(&pixel.0[2])) {
            return Err(Refusal::NoBoard);
        }
        self.decoded(pixels)
    }

    fn read_all(&self, pixels: &RgbaImage) -> Result<Vec<Reading>, Refusal> {
        let boards = boards_beside_each_other(pixels);
        // Where nothing else is, it is soon seen.
        let is_alone = boards == 1 && self.game.0.borrow().nature.solved_one.is_none();
        self.game.0.borrow_mut().deed(if is_alone { Duration::ZERO } else { READING });
        let seen = self.decoded(pixels).ok().into_iter().flat_map(|it| vec![it; boards]);
        let all: Vec<Reading> = self.solved_one().into_iter().chain(seen).collect();
        if all.is_empty() { Err(Refusal::NoBoard) } else { Ok(all) }
    }

    fn read_shaded(
        &self,
        pixels: &RgbaImage,
        lattice: &Lattice,
        before: &Before<'_>,
        _marked: &CellSet,
    ) -> Result<Reading, Refusal> {
        self.game.0.borrow_mut().deed(READING / 10);
        let reading = self.decoded(pixels)?;
        let is_there = (reading.lattice.origin - lattice.origin).length() < 1.0;
        let is_it = is_there && reading.board == before.reading.board;
        is_it.then_some(reading).ok_or(Refusal::NoBoard)
    }

    fn is_alike_in(&self, pixels: &RgbaImage, lattice: &Lattice, cells: &CellSet) -> bool {
        self.game.0.borrow_mut().deed(READING / 10);
        let look = |cell: Cell| {
            let centre = lattice.cell_centre(cell);
            let green = pixels.get_pixel(centre.x as u32, centre.y as u32).0[1];
            let looks: [&[u8]; 3] = [&[200, 210, PALE], &[LIGHT], &[DOT]];
            looks.iter().position(|look| look.contains(&green))
        };
        let wanted = cells.iter().next().map_or(Some(0), look);
        let all = (0..lattice.size * lattice.size)
            .map(|index| Cell::at(index / lattice.size, index % lattice.size));
        wanted.is_some()
            && all.into_iter().all(|cell| (look(cell) == wanted) == cells.contains(cell))
    }

    fn read_at(&self, pixels: &RgbaImage, lattice: &Lattice) -> Result<Reading, Refusal> {
        self.game.0.borrow_mut().read();
        if pixels.pixels().any(|pixel| [TINTED, BLURRED].contains(&pixel.0[2])) {
            return Err(Refusal::NoBoard);
        }
        let reading = self.decoded(pixels)?;
        let moved = (reading.lattice.origin - lattice.origin).abs();
        if reading.lattice.size != lattice.size || moved.x.max(moved.y) > PITCH / 2.0 {
            return Err(Refusal::NoBoard);
        }
        Ok(reading)
    }
}

impl PlainEyes {
    /// The solved board beside the game, which is nowhere in the picture.
    fn solved_one(&self) -> Option<Reading> {
        let board = self.game.0.borrow().nature.solved_one.clone()?;
        let lattice = Lattice {
            origin: FramePoint::new(-1000.0, 0.0),
            pitch: FrameVector::splat(PITCH),
            size: board.size(),
        };
        let mut marks = Marks::empty(board.size());
        let outcome = solve(&board);
        outcome.solution()?.queens().for_each(|queen| marks.set(queen, Mark::Queen));
        let rect = lattice.rect();
        Some(reading(board, lattice, rect, marks, self.agree))
    }

    /// The board of a picture, tinted or not.
    fn decoded(&self, pixels: &RgbaImage) -> Result<Reading, Refusal> {
        let blue = |x: u32, y: u32| pixels.get_pixel(x, y).0[2];
        let places = || pixels.enumerate_pixels().filter(|(_, _, pixel)| pixel.0[2] != 0);
        let (Some(left), Some(top)) =
            (places().map(|(x, ..)| x).min(), places().map(|(_, y, _)| y).min())
        else {
            return Err(Refusal::NoBoard);
        };
        let width = (left..pixels.width()).take_while(|&x| blue(x, top) != 0).count();
        let height = (top..pixels.height()).take_while(|&y| blue(left, y) != 0).count();
        let size = (width.max(height) as f64 / PITCH).round() as usize;
        // Of a board that comes in, the rows and columns that are whole are taken for all of it.
        let comes_in = !self.game.0.borrow().nature.stagger.is_zero();
        let is_whole = |size: usize| {
            let at = |corner: u32, index: usize| corner + ((index as f64 + 0.5) * PITCH) as u32;
            let is_there = |x, y| pixels.get_pixel_checked(x, y).is_some_and(|it| it.0[2] != 0);
            (0..size * size).all(|cell| is_there(at(left, cell % size), at(top, cell / size)))
        };
        let whole = (4..=size).rev().find(|&size| is_whole(size));
        let size = if comes_in { whole.ok_or(Refusal::NoBoard)? } else { size };
        let lattice = Lattice {
            origin: FramePoint::new(f64::from(left), f64::from(top)),
            pitch: FrameVector::splat(PITCH),
            size,
        };
        let rect = lattice.rect();
        if places().any(|(.., pixel)| pixel.0[2] == 254) {
            return Err(Refusal::UnreadableBoard { rect, doubt: Doubt::Covered });
        }
        let touches_a_side = left == 0 || left as usize + width == pixels.width() as usize;
        if width < height && touches_a_side {
            return Err(Refusal::UnreadableBoard { rect, doubt: Doubt::PartOfMore });
        }
        let has = |green: u8| pixels.pixels().any(|pixel| pixel.0[1] == green);
        let (has_queen, has_cross) = (has(200), has(100));
        let centres = lattice.cells().map(|cell| lattice.cell_centre(cell));
        let greens: Vec<u8> =
            centres.map(|at| pixels.get_pixel(at.x as u32, at.y as u32).0[1]).collect();
        let is_aside = |cell: Cell| {
            let at = lattice.cell_centre(cell) + FrameVector::new(0.3, -0.3) * PITCH;
            pixels.get_pixel(at.x as u32, at.y as u32).0[1] == 100
        };
        let is_crowd = self.game.0.borrow().nature.crowd
            && lattice.cells().filter(|&cell| is_aside(cell)).count() >= 3;
        let is_known = greens.iter().filter(|&&green| green == 200).count() >= 2;
        let is_small = self.game.0.borrow().nature.small;
        let is_print = self.game.0.borrow().nature.prints && !greens.contains(&0);
        let mut marks = Marks::empty(size);
        let mut rows = vec![vec![0; size]; size];
        for (row, regions) in rows.iter_mut().enumerate() {
            for (col, region) in regions.iter_mut().enumerate() {
                let cell = Cell::at(row, col);
                let centre = lattice.cell_centre(cell);
                let [red, green, blue, _] = pixels.get_pixel(centre.x as u32, centre.y as u32).0;
                *region = if blue == 255 - DIM { red + DIM } else { red };
                let mark = match green {
                    _ if is_crowd && is_aside(cell) => Mark::Queen,
                    0 if self.game.0.borrow().nature.ghost == Some(cell) => Mark::Queen,
                    0 | SMUDGE | 210 => Mark::Empty,
                    GOLD if !is_known => Mark::Empty,
                    50 if !has_queen => Mark::Empty,
                    50 => Mark::Cross,
                    100 if is_print => Mark::Empty,
                    100 if self.game.0.borrow().nature.flag.is_some_and(|(at, _)| at == cell) => {
                        Mark::Queen
                    }
                    100 => Mark::Cross,
                    200 if self.game.0.borrow().nature.misread == Some(cell) => Mark::Cross,
                    200 if self.game.0.borrow().nature.unseen == Some(cell) => Mark::Empty,
                    200 if self.game.0.borrow().nature.narrow => Mark::Cross,
                    200 if is_small && !has_cross && row > 0 => Mark::Cross,
                    _ => Mark::Queen,
                };
                marks.set(cell, mark);
            }
        }
        let board = Board::from_rows(&rows).map_err(|_| Refusal::NoBoard)?;
        Ok(reading(board, lattice, rect, marks, self.agree))
    }
}

/// How many boards there are like the one that is painted.
fn boards_beside_each_other(pixels: &RgbaImage) -> usize {
    let red = pixels.get_pixel(0, 0).0[0];
    if red < EMPTY.0[0] { red.into() } else { 1 }
}

fn reading(board: Board, lattice: Lattice, rect: FrameRect, marks: Marks, agree: bool) -> Reading {
    let outcome: Outcome = solve(&board);
    let palette = vec![[0; 3]; board.size()];
    let evidence = Evidence {
        confidence: 1.0,
        colours_and_walls_agree: agree,
        colour_margin: 50.0,
        colour_spread: 0.0,
    };
    Reading { board, lattice, rect, marks, outcome, palette, evidence }
}
