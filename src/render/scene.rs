//! Random pictures with a known truth: a board in any state and look, on any screen, worn in any
//! way; or none, or one that cannot be read.

use super::canvas::{Colour, blend};
use super::condition::Condition;
use super::look::{CrossLook, Edging, Hint, Line, Look, QueenLook, QueenShape};
use super::pattern::{Pattern, Patterns};
use super::{Rendered, Tone, distance, random_palette, render};
use crate::board::{Board, Cell, CellSet, Mark, Marks, Region};
use crate::geometry::{FramePoint, FrameRect, FrameVector};
use crate::solver::{self, Outcome};
use image::{Rgba, RgbaImage, imageops};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What a reader should make of a picture.
#[derive(Debug, Clone, PartialEq)]
pub enum Truth {
    /// It shows this board with these marks.
    Board(Board, Marks),
    /// It shows none.
    NoBoard,
    /// It shows a board that nobody could read.
    Unreadable,
}

/// A random picture with its truth.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The picture and where the board is in it; if there is none, where it would have been.
    pub drawn: Rendered,
    /// What a reader should make of it.
    pub truth: Truth,
    /// What makes it hard, in order, each once.
    pub conditions: Vec<Condition>,
}

impl Scene {
    /// The picture of a seed: the same on every machine.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut draft = Draft::new(&mut rng);
        draft.choose_lines(&mut rng);
        draft.choose_colours(&mut rng);
        draft.choose_state(&mut rng);
        draft.choose_place(&mut rng);
        draft.choose_wear(&mut rng);
        // By chances of their own: all other pictures stay as they were.
        draft.break_lines(&mut ChaCha8Rng::seed_from_u64(seed ^ BROKEN));
        draft.edge_cells(&mut ChaCha8Rng::seed_from_u64(seed ^ EDGED));
        draft.add_tools(&mut ChaCha8Rng::seed_from_u64(seed ^ TOOLS));
        draft.add_patterns(&mut ChaCha8Rng::seed_from_u64(seed ^ PATTERNED));
        draft.finish(&mut rng)
    }
}

/// What parts the chance of broken lines from that of all else.
const BROKEN: u64 = 0x6461_7368;
/// The same for lines inside of cells.
const EDGED: u64 = 0x6564_6765;
/// The same for buttons beside the board.
const TOOLS: u64 = 0x746f_6f6c;
/// The same for patterns in cells.
const PATTERNED: u64 = 0x7061_7474;

/// A scene that is still being made up.
struct Draft {
    board: Board,
    marks: Marks,
    look: Look,
    tone: Tone,
    conditions: Vec<Condition>,
}

impl Draft {
    fn new(rng: &mut impl Rng) -> Self {
        let size = rng.random_range(5..=12);
        let (board, kind) = random_board(size, rng);
        let tone = Tone::ALL[rng.random_range(0..Tone::ALL.len())];
        // Small cells are rarer on screens than their share of this range.
        let pitch = if rng.random_bool(0.1) {
            rng.random_range(15.0..24.0_f64)
        } else {
            rng.random_range(24.0..110.0)
        };
        let mut look = Look::classic(size, pitch, random_palette(size, tone, rng));
        look.queen = random_queen(tone, rng);
        look.cross = CrossLook {
            size: rng.random_range(0.14..0.5),
            stroke: rng.random_range(0.03..0.08),
            colour: ink(tone),
        };
        let mut draft =
            Self { board, marks: Marks::empty(size), look, tone, conditions: Vec::new() };
        draft.conditions.extend(kind);
        draft.note_if(pitch < 24.0, Condition::SmallCells);
        draft.note_if(pitch > 80.0, Condition::LargeCells);
        draft.conditions.push(match tone {
            Tone::Pastel => Condition::Pastel,
            Tone::Saturated => Condition::Saturated,
            Tone::Dark => Condition::Dark,
        });
        draft
    }

    fn note_if(&mut self, holds: bool, condition: Condition) {
        if holds {
            self.conditions.push(condition);
        }
    }

    fn has(&self, condition: Condition) -> bool {
        self.conditions.contains(&condition)
    }

    fn random_cell(&self, rng: &mut impl Rng) -> Cell {
        let size = self.board.size();
        Cell::at(rng.random_range(0..size), rng.random_range(0..size))
    }

    /// The lines between the cells and around them.
    fn choose_lines(&mut self, rng: &mut impl Rng) {
        let is_dark_page = rng.random_bool(0.4);
        let look = &mut self.look;
        look.page = if is_dark_page { [27, 31, 35] } else { [255, 255, 255] };
        let kind = match rng.random_range(0..12) {
            0 | 1 => {
                let tiles = Look::tiles(self.board.size(), look.pitch.x, Vec::new());
                (look.thin, look.wall, look.border) = (None, None, None);
                look.gap = tiles.gap * rng.random_range(0.5..1.2);
                look.tile_radius = tiles.tile_radius * rng.random_range(0.0..1.3);
                look.ground = look.page;
                Condition::Tiles
            }
            2 | 3 => {
                let colour = if rng.random_bool(0.5) { [255, 255, 255] } else { [0, 0, 0] };
                let opacity = rng.random_range(0.3..0.7);
                look.thin = look.thin.map(|thin| Line { colour, opacity, ..thin });
                Condition::LightLines
            }
            4 => {
                look.thin = None;
                Condition::NoThinLines
            }
            _ => Condition::ClassicLines,
        };
        if kind == Condition::LightLines && rng.random_bool(0.5) {
            look.wall = None;
        }
        let is_stretched = rng.random_bool(0.2);
        if is_stretched || rng.random_bool(0.4) {
            look.is_snapped = false;
        }
        if is_stretched {
            look.pitch.y *= 1.0 + rng.random_range(-0.05..0.05);
        }
        let has_border = look.border.is_some() && rng.random_bool(0.75);
        if !has_border {
            look.border = None;
        }
        let has_walls = look.wall.is_some();
        self.conditions.push(kind);
        self.note_if(is_dark_page, Condition::DarkPage);
        self.note_if(is_stretched, Condition::Stretched);
        self.note_if(!has_border, Condition::NoBorder);
        self.note_if(!has_walls, Condition::NoWalls);
    }

    /// Some thin lines are dotted or dashed.
    fn break_lines(&mut self, rng: &mut impl Rng) {
        let Some(thin) = self.look.thin.filter(|_| rng.random_bool(0.1)) else { return };
        let (dash, gap) = [(1.0, 1.0), (2.0, 2.0), (3.0, 2.0), (3.0, 3.0)][rng.random_range(0..4)];
        self.look.dash = Some([dash * thin.width, gap * thin.width]);
        self.conditions.push(Condition::BrokenLines);
    }

    /// Some boards have lines inside of their cells, all around or along some sides, in place of those
    /// between them; some tiles have a foot.
    fn edge_cells(&mut self, rng: &mut impl Rng) {
        let is_told_by_walls = [Condition::NearTwins, Condition::OneColourTwice, Condition::Grey]
            .into_iter()
            .any(|condition| self.has(condition));
        if is_told_by_walls || !rng.random_bool(0.1) {
            return;
        }
        let look = &mut self.look;
        let pixel = (look.pitch.x / 44.0).round().max(1.0);
        let (sides, width) = match rng.random_range(0..5) {
            0 => ([true; 4], pixel),
            1 => ([true, true, false, false], pixel),
            2 if look.gap > 0.0 => {
                ([false, false, false, true], (0.08 * look.pitch.x).round().max(1.0))
            }
            _ => ([false, false, true, true], pixel),
        };
        let colour = [[0; 3], [0; 3], [255; 3]][rng.random_range(0..3)];
        let line = Line { width, colour, opacity: rng.random_range(0.06..0.35) };
        look.edging = Some(Edging { line, sides });
        (look.thin, look.dash) = (None, None);
        let is_shaded = look.hover.is_some() || look.hint.is_some();
        let loses_walls = look.wall.is_some() && !is_shaded && rng.random_bool(0.5);
        if loses_walls {
            look.wall = None;
        }
        self.note_if(loses_walls, Condition::NoWalls);
        self.conditions.retain(|&condition| condition != Condition::BrokenLines);
        self.conditions.push(Condition::Edging);
    }

    /// Some pages have a column of buttons beside the board.
    fn add_tools(&mut self, rng: &mut impl Rng) {
        self.look.has_tools = self.has(Condition::Page) && rng.random_bool(0.15);
        self.note_if(self.look.has_tools, Condition::Tools);
    }

    /// Some games draw a pattern in the cells of each region, for people who do not see colours.
    fn add_patterns(&mut self, rng: &mut impl Rng) {
        if !rng.random_bool(0.04) {
            return;
        }
        let is_drawn = rng.random_bool(0.3);
        let of_regions = if is_drawn {
            (0..self.board.size()).map(|_| Pattern::Blocks(rng.random_range(1..1 << 25))).collect()
        } else {
            // Twice eight are enough for twelve regions.
            let mut of_regions = Pattern::REPEATED.repeat(2);
            of_regions.shuffle(rng);
            of_regions
        };
        let is_light = self.tone == Tone::Dark || rng.random_bool(0.3);
        self.look.patterns = Some(Patterns {
            of_regions,
            repeats: rng.random_range(2..=6),
            fill: rng.random_range(0.2..0.5),
            colour: if is_light { [255; 3] } else { [0; 3] },
            opacity: rng.random_range(0.06..0.35),
        });
        self.conditions.push(Condition::Patterned);
    }

    /// Twins and grey, which only walls can tell apart: with thin lines that show single cells.
    fn choose_colours(&mut self, rng: &mut impl Rng) {
        let size = self.board.size();
        let is_told_by_walls = self.look.wall.is_some()
            && self.look.thin.is_some()
            && !self.has(Condition::SplitRegion)
            && !self.has(Condition::SeveralSolutions);
        if !is_told_by_walls {
            return;
        }
        let twin = rng.random_range(1..size);
        match rng.random_range(0..14) {
            0 => {
                // Lighter until they differ as the nearest colours of real boards do.
                let original = self.look.palette[0];
                let target: Colour =
                    if self.tone == Tone::Dark { [255; 3] } else { [128, 128, 128] };
                let near = (1..60)
                    .map(|k| blend(original, target, f64::from(k) / 100.0))
                    .find(|&colour| distance(original, colour) >= 4.4);
                if let Some(near) = near {
                    self.look.palette[twin] = near;
                    self.conditions.push(Condition::NearTwins);
                }
            }
            1 => {
                self.look.palette[twin] = self.look.palette[0];
                self.conditions.push(Condition::OneColourTwice);
            }
            2 => {
                self.look.wear.is_grey = true;
                self.conditions.push(Condition::Grey);
            }
            _ => {}
        }
    }

    /// What has been played, and what the game shows of it.
    fn choose_state(&mut self, rng: &mut impl Rng) {
        let density = [0.0, 0.0, 0.2, 0.8][rng.random_range(0..4)];
        let cells: Vec<Cell> = self.board.cells().collect();
        for &cell in &cells {
            if rng.random_bool(density) {
                let drawn: f64 = rng.random();
                let rules_out = |queen: Cell| {
                    (queen.row == cell.row || queen.col == cell.col || queen.touches(cell))
                        || self.board.region(queen) == self.board.region(cell)
                };
                let is_free = !self.marks.queens().any(rules_out);
                // Players seldom place a queen where none may stand.
                let is_queen = drawn < 0.01 || (drawn < 0.15 && is_free);
                let mark = if is_queen { Mark::Queen } else { Mark::Cross };
                self.marks.set(cell, mark);
            }
        }
        self.note_if(density > 0.0, Condition::Marks);
        if density > 0.0 && rng.random_bool(0.1) {
            self.look.queen.halo = Some([255, 230, 120]);
            self.conditions.push(Condition::Halo);
        }
        if rng.random_bool(0.08) {
            let ring = [[10, 102, 194], [255, 255, 255], [0, 0, 0]][rng.random_range(0..3)];
            self.look.ring = Some((self.random_cell(rng), ring));
            self.conditions.push(Condition::Ring);
        }
        let can_shade = self.look.wall.is_some() && !self.look.wear.is_grey;
        if can_shade && rng.random_bool(0.2) {
            self.look.hover = Some(self.random_cell(rng));
            self.conditions.push(Condition::Hover);
        } else if can_shade && rng.random_bool(0.15) {
            let is_striped = rng.random_bool(0.5);
            self.look.hint = Some(Hint { lit: self.random_hint(rng), is_striped });
            self.conditions.push(Condition::Dimmed);
            self.note_if(is_striped, Condition::Striped);
        }
    }

    /// The cells of one row, one column or one region, or a few of any.
    fn random_hint(&self, rng: &mut impl Rng) -> CellSet {
        let (size, kind) = (self.board.size(), rng.random_range(0..4));
        let of = rng.random_range(0..size);
        let lit = self.board.cells().filter(|&cell| match kind {
            0 => cell.row == of,
            1 => cell.col == of,
            2 => self.board.region(cell) == Region(of),
            _ => (cell.row * 7 + cell.col * 5) % 9 == of % 9,
        });
        CellSet::from_cells(size, lit)
    }

    /// The screen around the board.
    fn choose_place(&mut self, rng: &mut impl Rng) {
        let (size, look) = (self.board.size() as f64, &mut self.look);
        let board = look.pitch * size;
        let kind = match rng.random_range(0..10) {
            0..3 => Condition::Crop,
            3..6 => Condition::Page,
            _ => Condition::Desktop,
        };
        if kind == Condition::Desktop {
            let screens = [(1366, 768), (1920, 1080), (1920, 1080), (2560, 1440), (1080, 2340)];
            let (width, height) = screens[rng.random_range(0..screens.len())];
            // A window larger than the screen would be a crop.
            look.width = width.max((board.x + 3.0 * look.pitch.x).ceil() as u32);
            look.height = height.max((board.y + 3.0 * look.pitch.y).ceil() as u32);
            let place =
                |room: f64, rng: &mut dyn rand::RngCore| rng.random_range(0.15..0.85) * room;
            let x = place(f64::from(look.width) - board.x, rng);
            look.origin = FramePoint::new(x, place(f64::from(look.height) - board.y, rng));
            look.desktop = Some(rng.random());
        } else {
            let (least, most) = if kind == Condition::Crop { (0.1, 0.5) } else { (0.5, 6.0) };
            let mut margin = || rng.random_range(least..most) * look.pitch.x;
            let (before, after) = (FrameVector::new(margin(), margin()), [margin(), margin()]);
            look.origin = before.to_point();
            look.width = (before.x + board.x + after[0]).ceil() as u32;
            look.height = (before.y + board.y + after[1]).ceil() as u32;
            look.clutter = (kind == Condition::Page).then(|| rng.random());
        }
        self.conditions.push(kind);
        if rng.random_bool(0.15) {
            let cell = self.look.hover.unwrap_or_else(|| self.random_cell(rng));
            let lattice = crate::geometry::Lattice {
                origin: self.look.origin,
                pitch: self.look.pitch,
                size: self.board.size(),
            };
            let off = FrameVector::new(rng.random_range(-0.3..0.3), rng.random_range(-0.3..0.3));
            self.look.pointer =
                Some(lattice.cell_centre(cell) + off.component_mul(self.look.pitch));
            // A cross below it could not be seen.
            for at in [cell, Cell::at(cell.row + 1, cell.col), Cell::at(cell.row, cell.col + 1)] {
                let is_inside = at.row.max(at.col) < self.board.size();
                if is_inside && self.marks.mark(at) == Mark::Cross {
                    self.marks.set(at, Mark::Empty);
                }
            }
            self.conditions.push(Condition::Pointer);
        }
    }

    fn choose_wear(&mut self, rng: &mut impl Rng) {
        let wear = &mut self.look.wear;
        let is_small = self.look.pitch.x < 30.0;
        let mut noted = Vec::new();
        if rng.random_bool(0.15) {
            // Cells stay large enough to be read.
            wear.scale =
                if is_small { rng.random_range(1.0..1.6) } else { rng.random_range(0.7..1.6) };
            noted.push(Condition::Scaled);
        }
        if rng.random_bool(0.1) && !wear.is_grey {
            wear.tint = [1.0, rng.random_range(0.75..0.95), rng.random_range(0.5..0.8)];
            noted.push(Condition::NightLight);
        }
        if rng.random_bool(0.1) {
            wear.gamma = rng.random_range(0.7..1.5);
            noted.push(Condition::Gamma);
        }
        if rng.random_bool(0.15) {
            wear.noise = rng.random_range(0.5..2.5);
            noted.push(Condition::Noise);
        }
        match rng.random_range(0..10) {
            0 | 1 => {
                wear.jpeg_quality = Some(rng.random_range(75..=95));
                noted.push(Condition::Jpeg75);
            }
            2 => {
                wear.jpeg_quality = Some(rng.random_range(60..75));
                noted.push(Condition::Jpeg60);
            }
            _ => {}
        }
        self.conditions.extend(noted);
    }

    /// Draws it: most of the time so that it can be read.
    fn finish(mut self, rng: &mut impl Rng) -> Scene {
        let (truth, drawn) = match rng.random_range(0..20) {
            0 => {
                // Beyond the edge of the picture, and nothing else changed.
                self.look.origin.x = -10.0 * f64::from(self.look.width);
                self.look.pointer = None;
                self.look.has_examples = false;
                self.look.has_tools = false;
                self.conditions = vec![Condition::Empty];
                if self.look.desktop.is_none() {
                    self.look.clutter = Some(rng.random());
                }
                (Truth::NoBoard, render(&self.board, &self.marks, &self.look))
            }
            1 => {
                let drawn = cut(render(&self.board, &self.marks, &self.look), rng);
                self.conditions.push(Condition::Cut);
                (Truth::Unreadable, drawn)
            }
            2 => {
                let mut drawn = render(&self.board, &self.marks, &self.look);
                cover(&mut drawn, rng);
                self.conditions.push(Condition::Covered);
                (Truth::Unreadable, drawn)
            }
            _ => {
                let drawn = render(&self.board, &self.marks, &self.look);
                (Truth::Board(self.board, self.marks), drawn)
            }
        };
        self.conditions.sort_unstable();
        Scene { drawn, truth, conditions: self.conditions }
    }
}

/// A board of one kind or another: most have connected regions and just one solution.
fn random_board(size: usize, rng: &mut impl Rng) -> (Board, Option<Condition>) {
    #[expect(clippy::expect_used, reason = "boards of all sizes from 5 to 12 can be made")]
    let board = solver::generate(size, rng).expect("a board");
    let wanted = match rng.random_range(0..12) {
        0 => Condition::SplitRegion,
        1 => Condition::SeveralSolutions,
        _ => return (board, None),
    };
    for _ in 0..200 {
        let cell = Cell::at(rng.random_range(0..size), rng.random_range(0..size));
        let region = Region(rng.random_range(0..size));
        let mut rows: Vec<Vec<Region>> = (0..size)
            .map(|row| (0..size).map(|col| board.region(Cell::at(row, col))).collect())
            .collect();
        rows[cell.row][cell.col] = region;
        let Ok(changed) = Board::from_rows(&rows) else { continue };
        let outcome = solver::solve(&changed);
        let fits = match wanted {
            Condition::SplitRegion => {
                !changed.is_connected() && matches!(outcome, Outcome::Unique(_))
            }
            _ => changed.is_connected() && matches!(outcome, Outcome::Multiple(..)),
        };
        if fits {
            return (changed, Some(wanted));
        }
    }
    (board, None)
}

/// What is left of a picture when one and a half to three lines of the board are cut off.
fn cut(drawn: Rendered, rng: &mut impl Rng) -> Rendered {
    let (width, height) = drawn.pixels.dimensions();
    let inner = drawn.lattice.rect();
    let lost = drawn.lattice.pitch * rng.random_range(1.5..3.0);
    let (mut left, mut top, mut right, mut bottom) = (0, 0, width, height);
    match rng.random_range(0..4) {
        0 => left = (inner.min.x + lost.x) as u32,
        1 => top = (inner.min.y + lost.y) as u32,
        2 => right = (inner.max.x - lost.x) as u32,
        _ => bottom = (inner.max.y - lost.y) as u32,
    }
    let pixels = imageops::crop_imm(&drawn.pixels, left, top, right - left, bottom - top);
    let moved = FrameVector::new(-f64::from(left), -f64::from(top));
    let mut lattice = drawn.lattice;
    lattice.origin += moved;
    Rendered { pixels: pixels.to_image(), lattice, rect: drawn.rect.translate(moved) }
}

/// Lays a dialog over the board that hides several cells whole.
fn cover(drawn: &mut Rendered, rng: &mut impl Rng) {
    let inner = drawn.lattice.rect();
    let size = FrameVector::new(rng.random_range(0.4..0.8), rng.random_range(0.35..0.8));
    let size = size.component_mul(inner.size().to_vector());
    let room = inner.size().to_vector() - size;
    let corner = inner.min
        + FrameVector::new(
            rng.random_range(0.0..1.0) * room.x,
            rng.random_range(0.0..1.0) * room.y,
        );
    let dialog = FrameRect::new(corner, corner + size).round();
    let colour = if rng.random_bool(0.7) { [255, 255, 255, 255] } else { [40, 44, 50, 255] };
    fill(&mut drawn.pixels, &dialog, Rgba(colour));
    // A button on it.
    let button = FrameRect::new(dialog.center(), dialog.center() + size / 4.0);
    fill(&mut drawn.pixels, &button, Rgba([10, 102, 194, 255]));
}

fn fill(pixels: &mut RgbaImage, rect: &FrameRect, colour: Rgba<u8>) {
    let (width, height) = pixels.dimensions();
    for y in rect.min.y.max(0.0) as u32..(rect.max.y as u32).min(height) {
        for x in rect.min.x.max(0.0) as u32..(rect.max.x as u32).min(width) {
            pixels.put_pixel(x, y, colour);
        }
    }
}

fn random_queen(tone: Tone, rng: &mut impl Rng) -> QueenLook {
    let shapes = [QueenShape::Crown, QueenShape::Disc, QueenShape::Letter, QueenShape::Cat];
    let shape = shapes[rng.random_range(0..shapes.len())];
    let is_golden = shape == QueenShape::Crown && rng.random_bool(0.5);
    QueenLook {
        shape,
        size: rng.random_range(0.42..0.75),
        drop: if shape == QueenShape::Crown { 0.05 } else { 0.0 },
        colour: if is_golden { [240, 180, 20] } else { ink(tone) },
        outline: is_golden.then_some([60, 40, 0]),
        halo: None,
    }
}

/// What marks are drawn in on cells of a tone.
fn ink(tone: Tone) -> Colour {
    match tone {
        Tone::Pastel | Tone::Saturated => [15, 15, 15],
        Tone::Dark => [240, 240, 240],
    }
}
