//! Patterns in the cells of regions, by which they are told apart without colours.

use super::canvas::{Canvas, Colour, Shape};
use crate::geometry::{FramePoint, FrameRect, FrameVector};

/// How wide one of the blocks of a pattern is, in parts of the cell: five by five leave a margin.
const BLOCK: f64 = 0.12;

/// What is drawn in all cells of a region, below lines and marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// Level lines.
    Level,
    /// Upright lines.
    Upright,
    /// Lines from the lower left to the upper right.
    Rising,
    /// Lines from the upper left to the lower right.
    Falling,
    /// Level and upright lines.
    Grid,
    /// Rising and falling lines.
    Crossed,
    /// Dots in rows.
    Dots,
    /// Squares like those of a chessboard.
    Checks,
    /// Some of five by five blocks around the cell's middle, row by row from the lowest bit.
    Blocks(u32),
}

impl Pattern {
    /// Those that repeat what they are made of.
    pub const REPEATED: [Self; 8] = [
        Self::Level,
        Self::Upright,
        Self::Rising,
        Self::Falling,
        Self::Grid,
        Self::Crossed,
        Self::Dots,
        Self::Checks,
    ];
}

/// The patterns of all regions. They begin anew in each cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Patterns {
    /// That of each region, in the order of the regions; more than there are regions do not matter.
    pub of_regions: Vec<Pattern>,
    /// How often a pattern is repeated across a cell.
    pub repeats: u32,
    /// The part of what is repeated that is drawn.
    pub fill: f64,
    /// The colour.
    pub colour: Colour,
    /// The opacity, from 0 to 1.
    pub opacity: f64,
}

impl Patterns {
    /// Paints the pattern of a region on the tile of one of its cells.
    pub(super) fn paint(&self, canvas: &mut Canvas, region: usize, tile: &FrameRect, clip: &Shape) {
        for shape in self.shapes(self.of_regions[region], tile) {
            canvas.fill_within(&shape, Some(clip), self.colour, self.opacity);
        }
    }

    fn shapes(&self, pattern: Pattern, tile: &FrameRect) -> Vec<Shape> {
        let size = tile.size().to_vector();
        let at = |x: f64, y: f64| tile.min + size.component_mul(FrameVector::new(x, y));
        let step = 1.0 / f64::from(self.repeats);
        let places = || (0..self.repeats).map(move |index| (f64::from(index) + 0.5) * step);
        let thickness = step * self.fill;
        let bar = |from: (f64, f64), to: (f64, f64)| {
            Shape::Rect(FrameRect::new(at(from.0, from.1), at(to.0, to.1)))
        };
        let level = |y: f64| bar((0.0, y - thickness / 2.0), (1.0, y + thickness / 2.0));
        let upright = |x: f64| bar((x - thickness / 2.0, 0.0), (x + thickness / 2.0, 1.0));
        // A slanted line is met at a distance that is shorter than along a side.
        let slanted = |from: FramePoint, to: FramePoint| {
            let width = thickness * size.x * std::f64::consts::FRAC_1_SQRT_2;
            Shape::Stroke { from, to, width }
        };
        let starts =
            || (-i64::from(self.repeats)..=i64::from(self.repeats)).map(move |k| k as f64 * step);
        // Beyond both edges, where their ends are not seen.
        let rising = |x: f64| slanted(at(x - 0.1, 1.1), at(x + 1.1, -0.1));
        let falling = |x: f64| slanted(at(x - 0.1, -0.1), at(x + 1.1, 1.1));
        let block = |x: f64, y: f64, side: f64| {
            bar((x - side / 2.0, y - side / 2.0), (x + side / 2.0, y + side / 2.0))
        };
        match pattern {
            Pattern::Level => places().map(level).collect(),
            Pattern::Upright => places().map(upright).collect(),
            Pattern::Rising => starts().map(rising).collect(),
            Pattern::Falling => starts().map(falling).collect(),
            // Where two lines of a translucent colour cross it is twice as strong.
            Pattern::Grid => places().map(level).chain(places().map(upright)).collect(),
            Pattern::Crossed => starts().map(rising).chain(starts().map(falling)).collect(),
            Pattern::Dots => places()
                .flat_map(|y| places().map(move |x| (x, y)))
                .map(|(x, y)| Shape::Disc { centre: at(x, y), radius: thickness * size.x / 2.0 })
                .collect(),
            Pattern::Checks => (0..self.repeats)
                .flat_map(|row| (0..self.repeats).map(move |column| (row, column)))
                .filter(|(row, column)| (row + column) % 2 == 0)
                .map(|(row, column)| [column, row].map(|index| (f64::from(index) + 0.5) * step))
                .map(|[x, y]| block(x, y, step))
                .collect(),
            Pattern::Blocks(bits) => (0..25_u32)
                .filter(|index| bits >> index & 1 == 1)
                .map(|index| [index % 5, index / 5].map(|at| 0.5 + (f64::from(at) - 2.0) * BLOCK))
                .map(|[x, y]| block(x, y, BLOCK))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Look, render};
    use super::*;
    use crate::board::{Cell, Marks, parse};
    use crate::geometry::Lattice;
    use image::RgbaImage;

    const LIGHT: Colour = [200; 3];

    /// The cell at a place of a board that is drawn with a pattern in both regions, dark at full strength.
    fn drawn(of_regions: [Pattern; 4], cell: Cell) -> Vec<bool> {
        let board = parse("ABBB\nAAAC\nDAAC\nDDDC").expect("a board");
        let mut look = Look::classic(4, 40.0, vec![LIGHT; 4]);
        (look.thin, look.wall, look.border) = (None, None, None);
        look.patterns = Some(Patterns {
            of_regions: of_regions.to_vec(),
            repeats: 4,
            fill: 0.4,
            colour: [0; 3],
            opacity: 1.0,
        });
        let drawn = render(&board, &Marks::empty(4), &look);
        pixels_of(&drawn.pixels, &drawn.lattice, cell)
    }

    /// Of each pixel of a cell, row by row, whether it is dark.
    fn pixels_of(pixels: &RgbaImage, lattice: &Lattice, cell: Cell) -> Vec<bool> {
        let corner = lattice.cell_rect(cell).min;
        let places = (0..40).flat_map(|y| (0..40).map(move |x| (x, y)));
        let is_dark = |(x, y): (u32, u32)| {
            pixels.get_pixel(corner.x as u32 + x, corner.y as u32 + y).0[0] < LIGHT[0] / 2
        };
        places.map(is_dark).collect()
    }

    fn dark(cell: &[bool]) -> usize {
        cell.iter().filter(|is_dark| **is_dark).count()
    }

    #[test]
    fn each_pattern_begins_anew_in_each_cell_and_no_two_are_the_same() {
        let all = |pattern| [pattern; 4];
        let cells: Vec<Vec<bool>> = Pattern::REPEATED
            .map(|pattern| {
                let [first, other] =
                    [Cell::at(1, 1), Cell::at(3, 2)].map(|at| drawn(all(pattern), at));
                assert!(first == other, "{pattern:?}");
                first
            })
            .into();
        for (index, cell) in cells.iter().enumerate() {
            assert!((100..1400).contains(&dark(cell)), "{:?}", Pattern::REPEATED[index]);
            assert!(!cells[..index].contains(cell), "{:?}", Pattern::REPEATED[index]);
        }
    }

    #[test]
    fn level_lines_take_as_much_of_a_cell_as_they_are_to_fill() {
        let level = drawn([Pattern::Level; 4], Cell::at(2, 2));
        let rows: String = level.chunks(40).map(|row| if row[20] { '#' } else { '.' }).collect();
        assert_eq!(rows, "...####...".repeat(4));
        assert!(level.chunks(40).all(|row| row.iter().all(|pixel| *pixel == row[0])));
    }

    #[test]
    fn each_region_has_its_own_and_blocks_go_from_left_to_right_and_down() {
        let patterns =
            [Pattern::Level, Pattern::Upright, Pattern::Blocks(0b10), Pattern::Blocks(0)];
        let cell = |row, col| drawn(patterns, Cell::at(row, col));
        assert_eq!(cell(0, 1), drawn([Pattern::Upright; 4], Cell::at(0, 1)));
        assert_eq!(dark(&cell(3, 0)), 0);
        let block = cell(1, 3);
        let first = block.iter().position(|is_dark| *is_dark).expect("a block");
        // The second of the first row: a block is 4.8 pixels wide, and the five begin at 8.
        assert_eq!((first % 40, first / 40), (13, 8));
        assert_eq!(dark(&block), 24);
    }
}
