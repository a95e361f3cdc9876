//! Draws a board as a picture, in a described [`Look`]: the other way round from
//! [`vision`](crate::vision), so that whatever is drawn can be read back.
//!
//! Real boards differ in scale, place, colours, lines and marks; a look spells all of that out,
//! and a [`Scene`] is a board in a random one, on a screen full of other things.

mod canvas;
mod clutter;
mod condition;
mod desktop;
mod glyph;
mod look;
mod palette;
mod pattern;
mod sample;
mod scene;
mod score;
mod tree;
mod wear;

pub use canvas::Colour;
pub use condition::Condition;
pub use look::{Border, CrossLook, Edging, Hint, Line, Look, QueenLook, QueenShape};
pub use palette::{Tone, distance, random_palette};
pub use pattern::{Pattern, Patterns};
pub use sample::sample;
pub use scene::{Scene, Truth};
pub use score::{Score, rect_distance, rect_tolerance};
pub use tree::tree_svg;
pub use wear::Wear;

use crate::board::{Board, Cell, Mark, Marks};
use crate::geometry::{FramePoint, FrameRect, FrameVector, Lattice};
use canvas::{Canvas, Shape, scaled};
use image::{DynamicImage, RgbaImage};

/// A drawn board, and what a reader should find.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// The picture, opaque.
    pub pixels: RgbaImage,
    /// Where the cells are.
    pub lattice: Lattice,
    /// The outer edge of the outer border; the lattice's own rectangle where none is drawn.
    pub rect: FrameRect,
}

/// Draws a board and what stands on it.
///
/// # Panics
/// If the marks are of another size than the board, or if the look has fewer colours, or patterns if
/// it has any, than the board has regions.
#[must_use]
pub fn render(board: &Board, marks: &Marks, look: &Look) -> Rendered {
    assert_eq!(marks.size(), board.size(), "the marks are of a board of another size");
    assert!(look.palette.len() >= board.size(), "there are fewer colours than regions");
    let lattice = Lattice { origin: look.origin, pitch: look.pitch, size: board.size() };
    let mut canvas = Canvas::new(look.width, look.height, look.page);
    let rect = look.outer_rect(&lattice);
    if let Some(seed) = look.desktop {
        desktop::paint(&mut canvas, &rect, look, seed);
    }
    if let Some(seed) = look.clutter {
        clutter::paint(&mut canvas, &rect, look, seed);
    }
    Painter { canvas: &mut canvas, board, look, lattice }.paint(marks, &rect);
    if let Some(tip) = look.pointer {
        glyph::paint_pointer(&mut canvas, tip, look.pointer_height);
    }
    let pixels = look.wear.apply(canvas.into_pixels());
    let scale = look.wear.scale;
    Rendered {
        pixels: DynamicImage::ImageRgb8(pixels).into_rgba8(),
        lattice: Lattice {
            origin: lattice.origin * scale,
            pitch: lattice.pitch * scale,
            size: lattice.size,
        },
        rect: rect * scale,
    }
}

/// Paints one board. Layers, from below: ground, cells, thin lines, walls, marks, border.
struct Painter<'a> {
    canvas: &'a mut Canvas,
    board: &'a Board,
    look: &'a Look,
    lattice: Lattice,
}

impl Painter<'_> {
    fn paint(&mut self, marks: &Marks, outer: &FrameRect) {
        let inside = match &self.look.border {
            Some(border) => Shape::RoundedRect(*outer, border.radius),
            None => Shape::Rect(self.look.snapped(*outer)),
        };
        self.canvas.fill(&inside, self.look.ground);
        for cell in self.board.cells() {
            self.paint_cell(cell, &inside);
        }
        if let Some(thin) = &self.look.thin {
            for line in self.inner_lines(thin.width) {
                for dash in dashes(line, self.look.dash) {
                    self.paint_line(dash, thin, &inside);
                }
            }
        }
        if let Some(wall) = &self.look.wall {
            for line in self.walls(wall.width) {
                self.paint_line(line, wall, &inside);
            }
        }
        for cell in self.board.cells() {
            let rect = self.cell_rect(cell);
            match marks.mark(cell) {
                Mark::Empty => {}
                Mark::Cross => glyph::paint_cross(self.canvas, &rect, &self.look.cross),
                Mark::Queen => glyph::paint_queen(self.canvas, &rect, &self.look.queen),
            }
        }
        if let Some(Border { line, radius }) = &self.look.border {
            let frame = Shape::Frame { outer: *outer, radius: *radius, width: line.width };
            self.canvas.fill_within(&frame, None, line.colour, line.opacity);
        }
    }

    fn paint_cell(&mut self, cell: Cell, inside: &Shape) {
        let mut colour = self.look.palette[self.board.region(cell).0];
        if self.look.hover == Some(cell) {
            colour = scaled(colour, Look::HOVER);
        }
        let hint = self.look.hint.as_ref();
        let is_lit = hint.is_none_or(|hint| hint.lit.contains(cell));
        if !is_lit {
            colour = scaled(colour, Look::DIMMED);
        }
        let rect = self.cell_rect(cell).inflate(-self.look.gap / 2.0, -self.look.gap / 2.0);
        let tile = match self.look.tile_radius {
            0.0 => Shape::Rect(rect),
            radius => Shape::RoundedRect(rect, radius),
        };
        self.canvas.fill_within(&tile, Some(inside), colour, 1.0);
        if let Some(patterns) = &self.look.patterns {
            patterns.paint(self.canvas, self.board.region(cell).0, &rect, &tile);
        }
        if let Some(Edging { line, sides }) = &self.look.edging {
            for (edge, _) in edges(&rect, line.width).into_iter().zip(sides).filter(|(_, is)| **is)
            {
                self.canvas.fill_within(&Shape::Rect(edge), Some(&tile), line.colour, line.opacity);
            }
        }
        if is_lit && hint.is_some_and(|hint| hint.is_striped) {
            self.paint_stripes(&rect);
        }
        if let Some((_, colour)) = self.look.ring.filter(|&(ringed, _)| ringed == cell) {
            let outer = rect.inflate(-0.04 * rect.width(), -0.04 * rect.height());
            let width = (0.05 * rect.width()).max(1.5);
            self.canvas.fill(&Shape::Frame { outer, radius: 0.0, width }, colour);
        }
    }

    /// Hatches a tile: five stripes from its lower left to its upper right.
    fn paint_stripes(&mut self, tile: &FrameRect) {
        let (size, clip) = (tile.size().to_vector(), Shape::Rect(*tile));
        for k in 0..5 {
            let shift = FrameVector::new(size.x * (f64::from(k) / 2.5 - 0.8), 0.0);
            let from = FramePoint::new(tile.min.x, tile.max.y) + shift;
            let to = from + FrameVector::new(size.x, -size.y);
            let stripe = Shape::Stroke { from, to, width: 0.07 * size.x };
            self.canvas.fill_within(&stripe, Some(&clip), [255, 255, 255], 0.5);
        }
    }

    fn paint_line(&mut self, rect: FrameRect, line: &Line, inside: &Shape) {
        self.canvas.fill_within(&Shape::Rect(rect), Some(inside), line.colour, line.opacity);
    }

    /// The lines between all cells, of a width; each as one rectangle across the board.
    fn inner_lines(&self, width: f64) -> Vec<FrameRect> {
        let rect = self.lattice.rect();
        (1..self.lattice.size)
            .flat_map(|index| {
                let (x, y) = self.crossing(index, index, width);
                [
                    FrameRect::new(
                        FramePoint::new(x, rect.min.y),
                        FramePoint::new(x + width, rect.max.y),
                    ),
                    FrameRect::new(
                        FramePoint::new(rect.min.x, y),
                        FramePoint::new(rect.max.x, y + width),
                    ),
                ]
            })
            .collect()
    }

    /// The walls between cells of different regions, each with its two ends squared.
    fn walls(&self, width: f64) -> Vec<FrameRect> {
        let wall = |from: (f64, f64), to: (f64, f64)| {
            FrameRect::new(
                FramePoint::new(from.0, from.1),
                FramePoint::new(to.0 + width, to.1 + width),
            )
        };
        let corner = |row, col| self.crossing(row, col, width);
        let mut walls = Vec::new();
        for cell in self.board.cells() {
            let Cell { row, col } = cell;
            let differs = |other| self.board.region(other) != self.board.region(cell);
            if col + 1 < self.lattice.size && differs(Cell::at(row, col + 1)) {
                walls.push(wall(corner(row, col + 1), corner(row + 1, col + 1)));
            }
            if row + 1 < self.lattice.size && differs(Cell::at(row + 1, col)) {
                walls.push(wall(corner(row + 1, col), corner(row + 1, col + 1)));
            }
        }
        walls
    }

    /// The top left corner of the square that two lines of a width share where they cross.
    fn crossing(&self, row: usize, col: usize, width: f64) -> (f64, f64) {
        let steps = FrameVector::new(col as f64, row as f64);
        let middle = self.lattice.origin + self.lattice.pitch.component_mul(steps);
        let corner = middle - FrameVector::new(width, width) / 2.0;
        let corner = if self.look.is_snapped { corner.round() } else { corner };
        (corner.x, corner.y)
    }

    fn cell_rect(&self, cell: Cell) -> FrameRect {
        self.look.snapped(self.lattice.cell_rect(cell))
    }
}

/// Strips of a width along the edges of a rectangle, inside of it: left, top, right and bottom.
fn edges(rect: &FrameRect, width: f64) -> [FrameRect; 4] {
    let FrameRect { min, max, .. } = *rect;
    let strip = |from: (f64, f64), to: (f64, f64)| FrameRect::new(from.into(), to.into());
    [
        strip((min.x, min.y), (min.x + width, max.y)),
        strip((min.x, min.y), (max.x, min.y + width)),
        strip((max.x - width, min.y), (max.x, max.y)),
        strip((min.x, max.y - width), (max.x, max.y)),
    ]
}

/// The dashes of a line, upright or level, each of a length and a gap after it.
fn dashes(line: FrameRect, dash: Option<[f64; 2]>) -> Vec<FrameRect> {
    let Some([length, gap]) = dash else { return vec![line] };
    let size = line.size().to_vector();
    let along =
        if size.x > size.y { FrameVector::new(1.0, 0.0) } else { FrameVector::new(0.0, 1.0) };
    let across = size - size.component_mul(along);
    let count = (size.dot(along) / (length + gap)) as usize;
    (0..count)
        .map(|index| line.min + along * (index as f64 * (length + gap)))
        .map(|from| FrameRect::new(from, from + across + along * length))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse;

    const PALETTE: [Colour; 4] =
        [[250, 120, 100], [110, 190, 240], [160, 220, 140], [230, 220, 90]];

    fn plain(size: usize) -> Look {
        let mut look = Look::classic(size, 40.0, PALETTE.to_vec());
        look.origin = FramePoint::new(20.0, 30.0);
        look
    }

    fn small() -> Board {
        parse("ABBB\nAAAC\nDAAC\nDDDC").expect("a board")
    }

    fn pixel(rendered: &Rendered, point: FramePoint) -> Colour {
        let [red, green, blue, alpha] = rendered.pixels.get_pixel(point.x as u32, point.y as u32).0;
        assert_eq!(alpha, 255);
        [red, green, blue]
    }

    #[test]
    fn each_cell_has_its_regions_colour_and_a_mark_where_one_stands() {
        let board = small();
        let mut marks = Marks::empty(4);
        marks.set(Cell::at(0, 1), Mark::Queen);
        marks.set(Cell::at(2, 3), Mark::Cross);
        let look = plain(4);
        let rendered = render(&board, &marks, &look);
        for cell in board.cells() {
            let expected = match marks.mark(cell) {
                Mark::Empty => PALETTE[board.region(cell).0],
                Mark::Cross => look.cross.colour,
                Mark::Queen => look.queen.colour,
            };
            let middle = rendered.lattice.cell_centre(cell) + FrameVector::new(0.0, 4.0);
            let at = if marks.mark(cell) == Mark::Cross {
                rendered.lattice.cell_centre(cell)
            } else {
                middle
            };
            assert_eq!(pixel(&rendered, at), expected, "{cell:?}");
        }
    }

    #[test]
    fn walls_stand_between_regions_and_thin_lines_elsewhere() {
        let mut look = plain(4);
        look.is_snapped = false;
        look.thin = Some(Line { width: 2.0, colour: [1, 1, 1], opacity: 1.0 });
        look.wall = Some(Line { width: 4.0, colour: [9, 9, 9], opacity: 1.0 });
        let rendered = render(&small(), &Marks::empty(4), &look);
        let between =
            |row: f64, col: f64| rendered.lattice.origin + FrameVector::new(col, row) * 40.0;
        assert_eq!(pixel(&rendered, between(0.5, 1.0)), [9, 9, 9]);
        assert_eq!(pixel(&rendered, between(0.5, 2.0)), [1, 1, 1]);
        assert_eq!(pixel(&rendered, between(1.0, 0.5)), [1, 1, 1]);
        assert_eq!(pixel(&rendered, between(2.0, 0.5)), [9, 9, 9]);
    }

    #[test]
    fn a_dashed_line_has_gaps_and_walls_have_none() {
        let mut look = plain(4);
        look.dash = Some([3.0, 2.0]);
        let rendered = render(&small(), &Marks::empty(4), &look);
        let dark = |x: u32, y: u32| rendered.pixels.get_pixel(x, y).0[0] < 20;
        // Between the cells of region A in the second row, from (20, 70) on; then a wall.
        let dark_rows = |x: u32| (75..105).filter(|&y| dark(x, y)).count();
        assert_eq!([dark_rows(60), dark_rows(140)], [18, 30]);
    }

    #[test]
    fn edging_lies_inside_of_each_cell_along_the_sides_that_have_it() {
        let mut look = plain(4);
        (look.thin, look.wall) = (None, None);
        let line = Line { width: 2.0, colour: [0, 0, 0], opacity: 0.5 };
        look.edging = Some(Edging { line, sides: [false, false, true, true] });
        let rendered = render(&small(), &Marks::empty(4), &look);
        // The cell from (60, 70) to (100, 110), of region A.
        let at = |x: f64, y: f64| pixel(&rendered, FramePoint::new(x, y));
        let [own, edge] = [1.0, 0.5].map(|part| scaled(PALETTE[0], part));
        assert_eq!(
            [60.5, 80.5, 97.5, 98.5, 99.5].map(|x| at(x, 90.5)),
            [own, own, own, edge, edge]
        );
        assert_eq!([70.5, 107.5, 108.5, 109.5].map(|y| at(80.5, y)), [own, own, edge, edge]);
    }

    #[test]
    fn lines_and_border_lie_half_on_either_side_of_the_lattice() {
        let mut look = plain(4);
        look.is_snapped = false;
        look.wall = Some(Line { width: 4.0, colour: [9, 9, 9], opacity: 1.0 });
        look.border = Some(Border { line: look.wall.expect("a wall"), radius: 0.0 });
        let rendered = render(&small(), &Marks::empty(4), &look);
        let dark = |x: u32| rendered.pixels.get_pixel(x, 50).0[0] == 9;
        // Across the first cell, from 20 to 60.
        assert_eq!(
            (18..62).filter(|&x| dark(x)).collect::<Vec<_>>(),
            [18, 19, 20, 21, 58, 59, 60, 61]
        );
        assert_eq!(rendered.rect, rendered.lattice.rect().inflate(2.0, 2.0));

        look.border = None;
        let rendered = render(&small(), &Marks::empty(4), &look);
        assert_eq!(rendered.rect, rendered.lattice.rect());
    }

    #[test]
    fn the_border_is_the_edge_of_the_stated_rectangle() {
        let look = plain(4);
        let rendered = render(&small(), &Marks::empty(4), &look);
        let middle = rendered.rect.center();
        let border = look.border.as_ref().expect("the classic look has one").line.colour;
        let left = FramePoint::new(rendered.rect.min.x, middle.y);
        assert_eq!(pixel(&rendered, left), border);
        assert_eq!(pixel(&rendered, left - FrameVector::new(1.0, 0.0)), look.page);
        let bottom = FramePoint::new(middle.x, rendered.rect.max.y);
        assert_eq!(pixel(&rendered, bottom - FrameVector::new(0.0, 1.0)), border);
        assert_eq!(pixel(&rendered, bottom), look.page);
    }

    #[test]
    fn a_hovered_cell_is_darker() {
        let mut look = plain(4);
        look.hover = Some(Cell::at(3, 3));
        let rendered = render(&small(), &Marks::empty(4), &look);
        let middle = rendered.lattice.cell_centre(Cell::at(3, 3));
        assert_eq!(pixel(&rendered, middle), scaled(PALETTE[2], 0.8));
    }

    #[test]
    fn jpeg_and_noise_change_colours_a_little() {
        let mut look = plain(4);
        let clean = render(&small(), &Marks::empty(4), &look);
        look.wear = Wear { noise: 3.0, jpeg_quality: Some(80), ..Wear::default() };
        let worn = render(&small(), &Marks::empty(4), &look);
        let middle = clean.lattice.cell_centre(Cell::at(0, 0));
        let change = distance(pixel(&clean, middle), pixel(&worn, middle));
        assert_ne!(clean.pixels, worn.pixels);
        assert!(change < 10.0, "{change}");
    }
}
