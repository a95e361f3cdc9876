//! A simulated desktop with a game on it: what it shows depends on what was clicked, with the
//! delays, losses and surprises of real ones. Time passes only by what is done.

mod nature;
mod painting;
pub(crate) mod playing;
mod turns;

pub(crate) use nature::{Celebration, Nature, Waits};
pub(crate) use painting::PlainEyes;

use image::{RgbaImage, imageops};
use queensight::board::{Board, Cell, CellSet, Mark, Marks, Solution};
use queensight::calibration::Place;
use queensight::capture::{CaptureError, Frame, FrameSource};
use queensight::clock::Clock;
use queensight::geometry::{
    DesktopPoint, DesktopRect, FramePoint, FrameRect, FrameVector, Lattice, Placement,
};
use queensight::input::{Button, InputError, Pointer};
use queensight::play::Abort;
use queensight::solver::solve;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a capture of a screen of 1920 x 1080 costs.
const CAPTURE: Duration = Duration::from_millis(20);
/// What a reading of it costs.
const READING: Duration = Duration::from_millis(25);
/// What a look costs.
pub(crate) const LOOK: Duration = CAPTURE.saturating_add(READING);
/// What an event of the pointer costs.
const EVENT: Duration = Duration::from_micros(100);
/// How long a cell is still lit when the pointer has left it.
const FADE: Duration = Duration::from_millis(120);
/// The width of a cell, in pixels.
const PITCH: f64 = 8.0;
/// The width of a menu, and its height, in pixels.
const MENU: f64 = 2.5 * PITCH;
/// The board's corner before anything shifts.
const CORNER: (f64, f64) = (30.0, 20.0);

/// What somebody does in the middle of a game.
#[derive(Debug, Clone)]
pub(crate) enum Intrusion {
    /// The pointer is brought here.
    MoveTo(DesktopPoint),
    /// Ctrl-C.
    Abort(Abort),
    /// A queen is placed here without the pointer.
    Place(Cell),
    /// What stands here is taken away without the pointer.
    Take(Cell),
    /// The game is over: it shows the queens that are missing, and takes no more clicks.
    End,
}

/// What is to be seen from one moment on.
#[derive(Debug, Clone)]
struct Page {
    from: Duration,
    marks: Marks,
    queries: CellSet,
    corner: FramePoint,
    board: Option<Board>,
    is_decorated: bool,
    is_blurred: bool,
    is_cleared: bool,
    is_disguised: bool,
    is_faded: bool,
    is_recoloured: bool,
    is_covered: bool,
    is_dimmed: bool,
}

struct World {
    board: Board,
    solution: Solution,
    nature: Nature,
    now: Duration,
    marks: Marks,
    /// The empty cells that show a query.
    queries: CellSet,
    pages: Vec<Page>,
    pointer: DesktopPoint,
    /// When it came there.
    came: Duration,
    /// When a click last counted.
    took: Option<Duration>,
    /// The cell that was clicked last.
    selected: Option<Cell>,
    /// The click that the next one may make a double click.
    single: Option<(Duration, Cell)>,
    /// The cell in which a second click would make a double click, and until when, where a game waits.
    waiting: Option<(Duration, Cell)>,
    /// Where the menu's upper left corner is, if it is open.
    menu: Option<DesktopPoint>,
    /// When the toast came, if it has.
    toasted: Option<Duration>,
    /// When the ripple came, if it has, and over which queens.
    rippled: Option<(Duration, Vec<Cell>)>,
    /// The queens that stood from the start.
    first_queens: Vec<Cell>,
    /// How often somebody looked, and read what was seen.
    looks: usize,
    reads: usize,
    /// What was seen last.
    seen: Option<RgbaImage>,
    /// When the pointer was last moved away from the board.
    left_board: Option<Duration>,
    /// Every click: when and where.
    clicks: Vec<(Duration, DesktopPoint)>,
    moves: usize,
    /// How many things were done with the desktop so far: looks, questions, moves, clicks.
    deeds: usize,
    intrusion: Option<(usize, Intrusion)>,
    intruded: Option<Duration>,
    is_over: bool,
    moves_before_intrusion: usize,
}

/// A game on a desktop of its own, shared by all who look at it and point at it.
#[derive(Clone)]
pub(crate) struct Game(Rc<RefCell<World>>);

impl Game {
    pub(crate) fn new(board: &Board, marks: &Marks, nature: Nature) -> Self {
        let solution = solve(board).solution().expect("a board with a solution").clone();
        let corner = FramePoint::new(CORNER.0, CORNER.1);
        let page = Page {
            from: Duration::ZERO,
            marks: marks.clone(),
            queries: CellSet::new(board.size()),
            corner,
            board: Some(board.clone()),
            is_decorated: false,
            is_blurred: false,
            is_cleared: false,
            is_disguised: false,
            is_faded: false,
            is_recoloured: false,
            is_covered: false,
            is_dimmed: false,
        };
        Self(Rc::new(RefCell::new(World {
            board: board.clone(),
            solution,
            nature,
            now: Duration::ZERO,
            marks: marks.clone(),
            queries: CellSet::new(board.size()),
            pages: vec![page],
            pointer: DesktopPoint::new(1.0, 1.0),
            came: Duration::ZERO,
            took: None,
            selected: None,
            single: None,
            waiting: None,
            menu: None,
            toasted: None,
            rippled: None,
            first_queens: marks.queens().collect(),
            looks: 0,
            reads: 0,
            seen: None,
            left_board: None,
            clicks: Vec::new(),
            moves: 0,
            deeds: 0,
            intrusion: None,
            intruded: None,
            is_over: false,
            moves_before_intrusion: 0,
        })))
    }

    /// The same game with another board, which need not have a solution.
    pub(crate) fn with_board(self, board: Board) -> Self {
        {
            let world = &mut *self.0.borrow_mut();
            world.pages[0].marks = Marks::empty(board.size());
            world.marks = Marks::empty(board.size());
            world.pages[0].board = Some(board.clone());
            world.board = board;
        }
        self
    }

    /// Takes the board off the page until `moment`.
    pub(crate) fn appear_at(self, moment: Duration) -> Self {
        {
            let world = &mut *self.0.borrow_mut();
            let mut blank = world.pages[0].clone();
            blank.board = None;
            world.pages[0].from = moment;
            world.pages.insert(0, blank);
        }
        self
    }

    /// Shows `other` with these marks on the page until `moment`, and the board from then on.
    pub(crate) fn show_first(self, other: &Board, marks: &Marks, moment: Duration) -> Self {
        let game = self.appear_at(moment);
        {
            let page = &mut game.0.borrow_mut().pages[0];
            (page.board, page.marks) = (Some(other.clone()), marks.clone());
        }
        game
    }

    /// Takes the board off the page until `moment`, from which on it slides to its place.
    pub(crate) fn slide_in_at(self, moment: Duration, from: (f64, f64)) -> Self {
        let game = self.appear_at(moment);
        game.0.borrow_mut().pages[0].corner += FrameVector::new(from.0, from.1);
        game
    }

    /// Lets somebody do something when the player does its `deed`th thing.
    pub(crate) fn intrude(self, deed: usize, intrusion: Intrusion) -> Self {
        self.0.borrow_mut().intrusion = Some((deed, intrusion));
        self
    }

    pub(crate) fn put_pointer_over_the_board(self) -> Self {
        {
            let world = &mut *self.0.borrow_mut();
            let cell = world.lattice(world.pages[0].corner).cell_centre(Cell::at(1, 1));
            world.pointer = world.placement().to_desktop(cell);
        }
        self
    }

    /// Whether all queens stand, and no other.
    pub(crate) fn is_won(&self) -> bool {
        let world = self.0.borrow();
        world.marks.queens().eq(world.solution.queens())
    }

    pub(crate) fn marks(&self) -> Marks {
        self.0.borrow().marks.clone()
    }

    pub(crate) fn looks(&self) -> usize {
        self.0.borrow().looks
    }

    pub(crate) fn reads(&self) -> usize {
        self.0.borrow().reads
    }

    /// When the first click was made.
    pub(crate) fn first_click(&self) -> Option<Duration> {
        self.0.borrow().clicks.first().map(|(at, _)| *at)
    }

    pub(crate) fn clicks(&self) -> usize {
        self.0.borrow().clicks.len()
    }

    pub(crate) fn nature(&self) -> Nature {
        self.0.borrow().nature.clone()
    }

    /// Eyes that see this game.
    pub(crate) fn eyes(&self) -> PlainEyes {
        PlainEyes { game: self.clone(), agree: false }
    }

    pub(crate) fn moves(&self) -> usize {
        self.0.borrow().moves
    }

    /// How many clicks came later than the intrusion.
    pub(crate) fn clicks_after_intrusion(&self) -> usize {
        let world = self.0.borrow();
        let since = world.intruded.expect("somebody intruded");
        world.clicks.iter().filter(|(moment, _)| *moment > since).count()
    }

    /// Whether somebody intruded while the pointer was being used.
    pub(crate) fn was_intruded_upon(&self) -> bool {
        let world = self.0.borrow();
        let is_over = world
            .intruded
            .is_none_or(|since| world.clicks.iter().all(|(moment, _)| *moment <= since));
        world.moves_before_intrusion > 0 && !is_over
    }

    pub(crate) fn time_since_intrusion(&self) -> Option<Duration> {
        let world = self.0.borrow();
        world.intruded.map(|since| world.now - since)
    }

    /// The clicks that did not hit the board.
    pub(crate) fn clicks_beside(&self) -> Vec<DesktopPoint> {
        let world = self.0.borrow();
        let is_beside = |moment: Duration, at: DesktopPoint| {
            let met = moment + world.nature.lag;
            let corner = world.corner_at(world.page_at(met), met);
            let point = world.placement().to_frame(at);
            !world.lattice(corner).rect().contains(point)
        };
        let clicks = world.clicks.iter().filter(|(moment, at)| is_beside(*moment, *at));
        clicks.map(|(_, at)| *at).collect()
    }

    /// Where the board is on the desktop.
    pub(crate) fn place(&self) -> Place {
        let world = self.0.borrow();
        Place::of(&world.lattice(world.pages[0].corner), &world.placement())
    }
}

impl World {
    fn placement(&self) -> Placement {
        Placement {
            origin: DesktopPoint::new(-100.0, 50.0),
            scale: euclid::Scale::new(self.nature.scale),
        }
    }

    fn lattice(&self, corner: FramePoint) -> Lattice {
        Lattice { origin: corner, pitch: FrameVector::splat(PITCH), size: self.board.size() }
    }

    /// The width of the screen, and its height, in pixels of the frame.
    fn side(&self) -> u32 {
        (2.0 * CORNER.0 + PITCH * self.board.size() as f64) as u32
    }

    fn page_at(&self, moment: Duration) -> &Page {
        self.pages.iter().rev().find(|page| page.from <= moment).expect("there is a first page")
    }

    /// Where the board's corner is at some moment, on a page that was put there.
    fn corner_at(&self, page: &Page, moment: Duration) -> FramePoint {
        let glides = self.nature.glides.as_secs_f64();
        let shifted = self.pages.iter().find(|other| other.corner == page.corner);
        let rested = |from: Duration| moment.saturating_sub(from + self.nature.rests);
        match shifted.map(|first| rested(first.from).as_secs_f64()) {
            Some(since) if since < glides => {
                let from = self.pages[0].corner;
                from + (page.corner - from) * (since / glides)
            }
            _ => page.corner,
        }
    }

    /// Lets time pass, and others do what they will.
    fn deed(&mut self, cost: Duration) {
        if let Some((_, intrusion)) = self.intrusion.take_if(|(deed, _)| *deed == self.deeds) {
            self.intruded = Some(self.now);
            self.moves_before_intrusion = self.moves;
            match intrusion {
                Intrusion::MoveTo(point) => self.pointer = point,
                Intrusion::Abort(abort) => abort.raise(),
                Intrusion::Place(cell) => self.put(cell, Mark::Queen),
                Intrusion::Take(cell) => self.put(cell, Mark::Empty),
                Intrusion::End => {
                    let queens: Vec<Cell> = self.solution.queens().collect();
                    queens.into_iter().for_each(|queen| self.put(queen, Mark::Queen));
                    self.is_over = true;
                }
            }
        }
        self.deeds += 1;
        self.now += cost;
        if self.waiting.is_some_and(|(until, _)| until <= self.now) {
            self.end_waiting();
        }
    }

    fn put(&mut self, cell: Cell, mark: Mark) {
        self.marks.set(cell, mark);
        let mut page = self.pages.last().expect("there is a first page").clone();
        page.from = (self.now + self.nature.paint).max(page.from);
        page.marks = self.marks.clone();
        self.pages.push(page);
    }

    fn read(&mut self) {
        self.reads += 1;
        self.deed(READING);
    }

    fn click(&mut self, button: Button, hold: Duration) {
        let number = self.clicks.len();
        self.clicks.push((self.now, self.pointer));
        let page = self.pages.last().expect("there is a first page").clone();
        let point = self.placement().to_frame(self.pointer);
        let met = self.now + self.nature.lag;
        let cell = self.lattice(self.corner_at(&page, met)).cell_at(point);
        let is_lost = self.nature.lost_clicks.contains(&number)
            || self.nature.lost_with.is_some_and(|last| number > last)
            || (self.nature.selects && self.selected != cell)
            || self.now < self.nature.deaf
            || page.is_dimmed
            || page.is_blurred
            || (page.is_covered && cell.is_some_and(|cell| self.is_inner(cell)))
            || self.is_away()
            || self.is_checking()
            || self.has_toast_at(self.now)
            || self.now - self.came < self.nature.enter
            || self.took.is_some_and(|then| self.now - then < self.nature.slip)
            || hold < self.nature.least_hold;
        self.selected = cell;
        if self.nature.toast.is_some_and(|(click, _)| click == number) {
            self.toasted = Some(self.now);
        }
        if self.nature.ripple.is_some_and(|(click, _)| click == number) {
            self.rippled = Some((self.now, self.marks.queens().collect()));
        }
        let picks = self.shows_menu_at(point);
        let closes_menu = self.menu.take().is_some();
        if !closes_menu && button == Button::Right && (self.nature.menu || self.is_away()) {
            self.menu = Some(self.pointer);
        }
        let is_locked =
            self.nature.locked && cell.is_some_and(|cell| self.first_queens.contains(&cell));
        let stays =
            self.nature.keeps && cell.is_some_and(|cell| self.marks.mark(cell) == Mark::Queen);
        if let Some(cell) = cell
            && !closes_menu
            && !is_locked
            && !stays
            && !self.nature.lights
            && !self.is_over
            && page.board.is_some()
            && button == self.nature.manners.button
            && !is_lost
        {
            self.answer_click(cell);
            self.took = Some(self.now);
        }
        if let Some(cell) = cell.filter(|_| button != self.nature.manners.button)
            && self.nature.other_crosses
        {
            match self.marks.mark(cell) {
                Mark::Empty => self.marks.set(cell, Mark::Cross),
                Mark::Cross => self.marks.set(cell, Mark::Empty),
                Mark::Queen => {}
            }
        }
        if self.nature.lost_with == Some(number) {
            let queens: Vec<Cell> = self.solution.queens().collect();
            queens.into_iter().for_each(|queen| self.marks.set(queen, Mark::Queen));
        }
        let shifts = number == 0 || self.nature.keeps_shifting;
        let (right, down) = if shifts { self.nature.shift } else { (0.0, 0.0) };
        let celebrates = |how: Celebration| self.is_won() && self.nature.celebration == how;
        let is_gone = celebrates(Celebration::Leave);
        let is_decorated = celebrates(Celebration::Decorate);
        let is_cleared = celebrates(Celebration::Clear);
        let is_disguised = celebrates(Celebration::Disguise);
        let fades = [Celebration::Fade, Celebration::FadeUnderPanel];
        let is_faded = fades.into_iter().any(celebrates);
        let recolours = [Celebration::Recolour, Celebration::HideLast, Celebration::RecolourInTwo];
        let is_recoloured = recolours.into_iter().any(celebrates);
        let covers =
            [Celebration::Cover, Celebration::CoverLikeQueens, Celebration::FadeUnderPanel];
        let is_covered = page.is_covered || covers.into_iter().any(celebrates);
        let asks = [Celebration::Ask, Celebration::AskOverIt, Celebration::AskOverCorner];
        let is_dimmed = page.is_dimmed || asks.into_iter().any(celebrates);
        let is_closed = picks || self.nature.closes_after == Some(number);
        let mut board = page.board.filter(|_| !is_gone && !is_closed);
        if let Some((after, other)) = &self.nature.turns_into
            && *after == number
        {
            board = Some(other.clone());
            self.marks = Marks::empty(other.size());
        }
        self.pages.push(Page {
            from: (self.now + self.nature.paint).max(page.from + self.nature.apart),
            marks: if is_dimmed { page.marks } else { self.marks.clone() },
            queries: self.queries.clone(),
            corner: page.corner + FrameVector::new(right, down),
            board,
            is_decorated,
            is_blurred: page.is_blurred || self.nature.blurs_after == Some(number),
            is_cleared,
            is_disguised,
            is_faded,
            is_recoloured,
            is_covered,
            is_dimmed,
        });
    }

    /// Whether the board is dimmed while a click is checked.
    fn is_checking(&self) -> bool {
        self.took.is_some_and(|then| self.now - then < self.nature.checks)
    }

    /// Whether a menu lies over this point of the screen; not where it was opened, at its corner.
    fn shows_menu_at(&self, point: FramePoint) -> bool {
        let from = self.menu.map(|at| point - self.placement().to_frame(at));
        from.is_some_and(|from| from.x.min(from.y) > 0.0 && from.x.max(from.y) < MENU)
    }

    /// Whether the toast is there at some moment.
    fn has_toast_at(&self, moment: Duration) -> bool {
        let (Some(since), Some((_, stays))) = (self.toasted, self.nature.toast) else {
            return false;
        };
        (since + self.nature.toast_wait..since + stays).contains(&moment)
    }

    /// Whether the board is being drawn anew.
    fn is_away(&self) -> bool {
        self.took.is_some_and(|then| self.now < then + self.nature.redraw)
    }

    fn is_inner(&self, cell: Cell) -> bool {
        let third = self.board.size() / 3;
        let inner = third..self.board.size() - third;
        inner.contains(&cell.row) && inner.contains(&cell.col)
    }

    fn is_won(&self) -> bool {
        self.marks.queens().eq(self.solution.queens())
    }

    /// Whether the pointer is over the board.
    fn hovers(&self) -> bool {
        let lattice = self.lattice(self.page_at(self.now).corner);
        lattice.cell_at(self.placement().to_frame(self.pointer)).is_some()
    }
}

impl FrameSource for Game {
    fn frame(&mut self) -> Result<Frame, CaptureError> {
        let mut world = self.0.borrow_mut();
        world.looks += 1;
        let pixels = world.paint();
        world.seen = Some(pixels.clone());
        world.deed(CAPTURE);
        Ok(Frame { pixels: pixels.into(), placement: world.placement(), taken: Instant::now() })
    }

    fn part(&mut self, rect: &DesktopRect) -> Result<Frame, CaptureError> {
        let Frame { pixels, placement, taken } = self.frame()?;
        let (width, height) = (f64::from(pixels.width()), f64::from(pixels.height()));
        let screen = FrameRect::new(FramePoint::origin(), FramePoint::new(width, height));
        let corner = |at| placement.to_frame(at);
        let part = FrameRect::new(corner(rect.min), corner(rect.max)).round_out();
        let part = part.intersection_unchecked(&screen);
        let origin = placement.to_desktop(part.min);
        let (size, at) = (part.size(), part.min);
        let pixels = imageops::crop_imm(
            &*pixels,
            at.x as u32,
            at.y as u32,
            size.width as u32,
            size.height as u32,
        );
        let placement = Placement { origin, ..placement };
        Ok(Frame { pixels: pixels.to_image().into(), placement, taken })
    }

    fn has_changed(&mut self) -> Option<bool> {
        let world = self.0.borrow();
        let tells_all = world.nature.tells?;
        Some(tells_all && world.seen.as_ref() != Some(&world.paint()))
    }
}

impl Pointer for Game {
    fn location(&mut self) -> Result<Option<DesktopPoint>, InputError> {
        let mut world = self.0.borrow_mut();
        world.deed(EVENT);
        Ok(Some(world.pointer))
    }

    fn move_to(&mut self, point: DesktopPoint) -> Result<(), InputError> {
        let mut world = self.0.borrow_mut();
        // As the desktop does: whole points, and none beyond the edges of its screen.
        let size = f64::from(world.side()) / world.nature.scale;
        let screen = euclid::Box2D::from_origin_and_size(
            world.placement().origin,
            euclid::Size2D::splat(size - 1.0),
        );
        if world.hovers() {
            world.left_board = Some(world.now);
        }
        let point = point.floor().clamp(screen.min, screen.max);
        if point != world.pointer {
            world.came = world.now;
        }
        world.pointer = point;
        world.moves += 1;
        world.deed(EVENT);
        Ok(())
    }

    fn click(
        &mut self,
        button: Button,
        hold: Duration,
    ) -> Result<Option<DesktopPoint>, InputError> {
        let mut world = self.0.borrow_mut();
        world.deed(EVENT + hold);
        world.click(button, hold);
        world.deed(EVENT);
        Ok(Some(world.pointer))
    }
}

impl Clock for Game {
    fn now(&self) -> Duration {
        self.0.borrow().now
    }

    fn pause(&self, duration: Duration) {
        self.0.borrow_mut().deed(duration);
    }
}
