//! How a drawn board looks, spelt out.

use super::canvas::{Colour, blend};
use super::palette::{Tone, random_palette};
use crate::board::Cell;
use crate::geometry::{FramePoint, FrameRect, FrameVector, Lattice};
use rand::Rng;

/// Everything that [`render`](super::render) needs to know but the board itself. Lengths are in
/// pixels unless they say otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The width of the picture.
    pub width: u32,
    /// The height of the picture.
    pub height: u32,
    /// The top left corner of the first cell; it need not be on whole pixels.
    pub origin: FramePoint,
    /// The distance from one cell to the next.
    pub pitch: FrameVector,
    /// Whether cells and lines are moved to whole pixels, as a browser lays out boxes; otherwise
    /// their edges are anti-aliased, as in a drawing or a scaled picture.
    pub is_snapped: bool,
    /// What is around the board.
    pub page: Colour,
    /// What shows through the gaps between the cells.
    pub ground: Colour,
    /// A colour for each region, in the order of the regions.
    pub palette: Vec<Colour>,
    /// What the cells' colours are multiplied with: 1, or 0.4 where a game dims its board.
    pub brightness: f64,
    /// The lines between all cells.
    pub thin: Option<Line>,
    /// The lines between regions.
    pub wall: Option<Line>,
    /// The border around the board.
    pub border: Option<Border>,
    /// The distance between neighbouring cells' tiles.
    pub gap: f64,
    /// The radius of the tiles' corners.
    pub tile_radius: f64,
    /// How queens look.
    pub queen: QueenLook,
    /// How crosses look.
    pub cross: CrossLook,
    /// The cell that is [darker](Self::HOVER) because the pointer is on it.
    pub hover: Option<Cell>,
    /// Where the tip of the system's pointer is, if it is in the picture.
    pub pointer: Option<FramePoint>,
    /// The height of the system's pointer.
    pub pointer_height: f64,
    /// The seed of the things that lie about on the page, if any do: text, buttons, other grids.
    pub clutter: Option<u64>,
    /// The standard deviation of the noise on each channel, from 0 to 255.
    pub noise: f64,
    /// The quality at which the picture went through JPEG, from 1 to 100, if it did.
    pub jpeg_quality: Option<u8>,
}

/// A line's look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// The width, in pixels.
    pub width: f64,
    /// The colour.
    pub colour: Colour,
    /// The opacity, from 0 to 1.
    pub opacity: f64,
}

/// The border around the board. It straddles the edge of the lattice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Border {
    /// The line that it is made of.
    pub line: Line,
    /// The radius of its outer corners, in pixels.
    pub radius: f64,
}

/// How queens look. Lengths are fractions of the cell's shorter side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QueenLook {
    /// The shape.
    pub shape: QueenShape,
    /// The width.
    pub size: f64,
    /// How far below the middle of the cell its own middle is.
    pub drop: f64,
    /// The colour.
    pub colour: Colour,
    /// The colour of a line around it, if there is one.
    pub outline: Option<Colour>,
}

/// What stands for a queen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueenShape {
    /// A crown.
    Crown,
    /// A filled circle.
    Disc,
    /// A letter Q.
    Letter,
    /// A cat's head.
    Cat,
}

/// How crosses look. Lengths are fractions of the cell's shorter side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrossLook {
    /// The width and the height.
    pub size: f64,
    /// The width of its two strokes.
    pub stroke: f64,
    /// The colour.
    pub colour: Colour,
}

impl Look {
    /// What a hovered cell's colour is multiplied with.
    pub const HOVER: f64 = 0.8;

    /// The look that most games share: black thin lines and walls, a black rounded border, a crown
    /// and a small cross, on a white page that leaves one cell of room around the board.
    ///
    /// `pitch` is the distance from one cell to the next.
    #[must_use]
    pub fn classic(size: usize, pitch: f64, palette: Vec<Colour>) -> Self {
        let side = ((size as f64 + 2.0) * pitch).ceil() as u32;
        let black = |width: f64| Line { width, colour: [0, 0, 0], opacity: 1.0 };
        let scale = (pitch / 44.0).max(0.5);
        Self {
            width: side,
            height: side,
            origin: FramePoint::new(pitch, pitch),
            pitch: FrameVector::new(pitch, pitch),
            is_snapped: true,
            page: [255, 255, 255],
            ground: [0, 0, 0],
            palette,
            brightness: 1.0,
            thin: Some(black(scale.round().max(1.0))),
            wall: Some(black((3.0 * scale).round())),
            border: Some(Border { line: black((4.0 * scale).round()), radius: 8.0 * scale }),
            gap: 0.0,
            tile_radius: 0.0,
            queen: QueenLook {
                shape: QueenShape::Crown,
                size: 0.55,
                drop: 0.05,
                colour: [20, 20, 20],
                outline: None,
            },
            cross: CrossLook { size: 0.16, stroke: 0.04, colour: [30, 30, 30] },
            hover: None,
            pointer: None,
            pointer_height: 19.0 * scale,
            clutter: None,
            noise: 0.0,
            jpeg_quality: None,
        }
    }

    /// Rounded tiles with gaps between them and no line at all; otherwise as
    /// [`classic`](Self::classic).
    #[must_use]
    pub fn tiles(size: usize, pitch: f64, palette: Vec<Colour>) -> Self {
        Self {
            ground: [255, 255, 255],
            thin: None,
            wall: None,
            border: None,
            gap: 0.13 * pitch,
            tile_radius: 0.15 * pitch,
            ..Self::classic(size, pitch, palette)
        }
    }

    /// A random look for a board of `size`, from the range that real games have.
    ///
    /// What no reader could cope with is left out: without walls, the colours of all regions
    /// differ by [`Tone::margin`] and are neither dimmed nor hovered.
    pub fn random(size: usize, rng: &mut impl Rng) -> Self {
        let tone = Tone::ALL[rng.random_range(0..Tone::ALL.len())];
        let pitch = rng.random_range(24.0..110.0_f64);
        let palette = random_palette(size, tone, rng);
        let mut look = match rng.random_range(0..6) {
            0 => Self::tiles(size, pitch, palette),
            1 => Self::classic(size, pitch, palette).with_light_lines(rng),
            _ => Self::classic(size, pitch, palette),
        };
        if rng.random_bool(0.5) {
            look.is_snapped = false;
            look.pitch.y *= rng.random_range(0.97..1.03);
        }
        let is_dark = rng.random_bool(0.4);
        look.page = if is_dark { [27, 31, 35] } else { [255, 255, 255] };
        if look.gap > 0.0 {
            look.ground = look.page;
        }
        if look.border.is_some() && rng.random_bool(0.3) {
            look.border = None;
        }
        look.queen = random_queen(tone, rng);
        look.cross = CrossLook {
            size: rng.random_range(0.14..0.45),
            stroke: rng.random_range(0.03..0.07),
            colour: ink(tone),
        };
        if look.wall.is_some() {
            look.hover = rng.random_bool(0.3).then(|| random_cell(size, rng));
        }
        look.place_on_page(size, rng);
        if rng.random_bool(0.3) {
            let cell = look.hover.unwrap_or_else(|| random_cell(size, rng));
            let lattice = Lattice { origin: look.origin, pitch: look.pitch, size };
            look.pointer = Some(lattice.cell_centre(cell));
        }
        look.noise = if rng.random_bool(0.2) { rng.random_range(0.5..2.5) } else { 0.0 };
        look.jpeg_quality = rng.random_bool(0.3).then(|| rng.random_range(75..=95));
        look
    }

    /// The outer edge of the border, or the lattice's own rectangle where there is none.
    pub(super) fn outer_rect(&self, lattice: &Lattice) -> FrameRect {
        let Some(border) = self.border else { return lattice.rect() };
        let reach = border.line.width / 2.0;
        self.snapped(lattice.rect().inflate(reach, reach))
    }

    /// `rect` as it is drawn: on whole pixels, if the look is snapped to them.
    pub(super) fn snapped(&self, rect: FrameRect) -> FrameRect {
        if self.is_snapped { rect.round() } else { rect }
    }

    /// Light or translucent lines instead of black ones.
    fn with_light_lines(mut self, rng: &mut impl Rng) -> Self {
        let colour = if rng.random_bool(0.5) { [255, 255, 255] } else { [0, 0, 0] };
        let opacity = rng.random_range(0.3..0.7);
        self.thin = self.thin.map(|thin| Line { colour, opacity, ..thin });
        if rng.random_bool(0.5) {
            self.wall = None;
        }
        self
    }

    /// Chooses the canvas and the board's place on it: cropped to the board, or on a page of
    /// clutter.
    fn place_on_page(&mut self, size: usize, rng: &mut impl Rng) {
        let board = self.pitch * size as f64;
        let is_cropped = rng.random_bool(0.4);
        let (least, most) = if is_cropped { (0.1, 0.5) } else { (0.5, 6.0) };
        let mut margin = || rng.random_range(least..most) * self.pitch.x;
        let (before, after) = (FrameVector::new(margin(), margin()), [margin(), margin()]);
        self.origin = before.to_point();
        self.width = (before.x + board.x + after[0]).ceil() as u32;
        self.height = (before.y + board.y + after[1]).ceil() as u32;
        self.clutter = (!is_cropped).then(|| rng.random());
    }

    /// The colour of text on the page.
    pub(super) fn text(&self) -> Colour {
        let is_light = self.page.iter().map(|&channel| u32::from(channel)).sum::<u32>() > 3 * 128;
        blend(self.page, if is_light { [0, 0, 0] } else { [255, 255, 255] }, 0.75)
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
    }
}

/// What marks are drawn in on cells of a tone.
fn ink(tone: Tone) -> Colour {
    match tone {
        Tone::Pastel | Tone::Saturated => [15, 15, 15],
        Tone::Dark => [240, 240, 240],
    }
}

fn random_cell(size: usize, rng: &mut impl Rng) -> Cell {
    Cell::at(rng.random_range(0..size), rng.random_range(0..size))
}
