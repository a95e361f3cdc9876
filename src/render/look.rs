//! How a drawn board looks, spelt out.

use super::canvas::{Colour, blend};
use super::pattern::Patterns;
use super::wear::Wear;
use crate::board::{Cell, CellSet};
use crate::geometry::{FramePoint, FrameRect, FrameVector, Lattice};

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
    /// What is drawn in the cells of each region, if that tells them apart.
    pub patterns: Option<Patterns>,
    /// A hint, where the game shows one.
    pub hint: Option<Hint>,
    /// The lines between all cells.
    pub thin: Option<Line>,
    /// The length of the dashes that the thin lines are made of, and that of the gaps between them;
    /// `None` if they are unbroken.
    pub dash: Option<[f64; 2]>,
    /// The lines along some of each cell's edges, inside of the cell or its tile.
    pub edging: Option<Edging>,
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
    /// The cell that has a ring of focus just inside of its edge, and the ring's colour.
    pub ring: Option<(Cell, Colour)>,
    /// Where the tip of the system's pointer is, if it is in the picture.
    pub pointer: Option<FramePoint>,
    /// The height of the system's pointer.
    pub pointer_height: f64,
    /// The seed of the things that lie about on the page, if any do: text, buttons, other grids.
    pub clutter: Option<u64>,
    /// The seed of the desktop behind the board's window, if there is one: other windows, with
    /// other grids in them, and a wallpaper.
    pub desktop: Option<u64>,
    /// Whether a column of buttons as large as cells stands beside the board, if anything lies about.
    pub has_tools: bool,
    /// Whether other windows may show other, smaller Queens boards.
    pub has_examples: bool,
    /// What the picture went through before it was saved.
    pub wear: Wear,
}

/// A hint: the cells that it is about are lit, and all others dimmed.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    /// The cells that keep their colour.
    pub lit: CellSet,
    /// Whether the lit cells are hatched.
    pub is_striped: bool,
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

/// Lines along the edges of each cell, as a page draws the borders of a box: inside of it, and often in a
/// shade of its own colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edging {
    /// What they look like.
    pub line: Line,
    /// Along which edges they run: left, top, right and bottom.
    pub sides: [bool; 4],
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
    /// The colour of a glow behind it, if there is one.
    pub halo: Option<Colour>,
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

    /// What a dimmed cell's colour is multiplied with.
    pub const DIMMED: f64 = 0.4;

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
            patterns: None,
            hint: None,
            thin: Some(black(scale.round().max(1.0))),
            dash: None,
            edging: None,
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
                halo: None,
            },
            cross: CrossLook { size: 0.16, stroke: 0.04, colour: [30, 30, 30] },
            hover: None,
            ring: None,
            pointer: None,
            pointer_height: 19.0 * scale,
            clutter: None,
            desktop: None,
            has_tools: false,
            has_examples: true,
            wear: Wear::default(),
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

    /// The colour of text on the page.
    pub(super) fn text(&self) -> Colour {
        let is_light = self.page.iter().map(|&channel| u32::from(channel)).sum::<u32>() > 3 * 128;
        blend(self.page, if is_light { [0, 0, 0] } else { [255, 255, 255] }, 0.75)
    }
}
