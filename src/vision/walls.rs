//! What stands between neighbouring cells: a wall, a thin line, a gap, or nothing.

use super::cells::CellColours;
use super::sampling::{Rgb, distance, median, pixel_at};
use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;

/// A border between two neighbouring cells: the one left of (or above) it, and the other, as
/// indices row by row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Border {
    pub(super) cells: [usize; 2],
    /// How much is drawn there: the width of the line, in cells, times its contrast (1 is the
    /// contrast of the board's strongest lines).
    pub(super) ink: f32,
}

/// All borders between side neighbours, and what they are drawn in.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Borders {
    /// Row by row: that to the right neighbour, then that to the lower one.
    pub(super) list: Vec<Border>,
    /// The colour of the strongest lines (sRGB, 0 to 255).
    pub(super) line: Rgb,
}

/// How far from the line's middle it may reach, as a part of the cell. Marks are further away.
const REACH: f64 = 0.12;

/// How much of the shared side is looked at, around its middle: the rest belongs to crossing
/// lines and rounded corners.
const SIDE: f64 = 0.6;

/// Scan lines across each border.
const SCANS: usize = 15;

/// Differences below this, in levels of a channel, are noise.
const NOISE: f32 = 6.0;

/// Measures all borders.
pub(super) fn measure_borders(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
) -> Borders {
    let last = lattice.size - 1;
    let scans: Vec<Scan> = lattice
        .cells()
        .flat_map(|cell| {
            let right = (cell.col < last).then(|| Scan::right_of(pixels, lattice, cell));
            let below = (cell.row < last).then(|| Scan::below(pixels, lattice, cell));
            [right, below].into_iter().flatten()
        })
        .collect();
    let line = line_colour(&scans, colours);
    let border = |scan: &Scan| Border { cells: scan.cells, ink: scan.ink(colours, &line) };
    Borders { list: scans.iter().map(border).collect(), line }
}

/// The pixels across one border.
struct Scan {
    cells: [usize; 2],
    /// Scan lines, each from the first cell to the second.
    lines: Vec<Vec<Rgb>>,
    /// The width of a pixel, in cells.
    pixel: f32,
}

impl Scan {
    fn right_of(pixels: &RgbaImage, lattice: &Lattice, cell: Cell) -> Self {
        let (rect, index) = (lattice.cell_rect(cell), lattice.index(cell));
        let lines =
            lines(rect.max.x, rect.width(), rect.center().y, rect.height(), |across, along| {
                pixel_at(pixels, across, along)
            });
        Self { cells: [index, index + 1], lines, pixel: 1.0 / rect.width() as f32 }
    }

    fn below(pixels: &RgbaImage, lattice: &Lattice, cell: Cell) -> Self {
        let (rect, index) = (lattice.cell_rect(cell), lattice.index(cell));
        let lines =
            lines(rect.max.y, rect.height(), rect.center().x, rect.width(), |across, along| {
                pixel_at(pixels, along, across)
            });
        Self { cells: [index, index + lattice.size], lines, pixel: 1.0 / rect.height() as f32 }
    }

    /// The pixel that differs most from both cells, and by how much.
    fn peak(&self, colours: &CellColours) -> (f32, Rgb) {
        let difference = |pixel: &Rgb| {
            let [a, b] = self.cells.map(|cell| distance(pixel, &colours.rgb[cell]));
            a.min(b)
        };
        self.lines
            .iter()
            .flatten()
            .map(|pixel| (difference(pixel), *pixel))
            .fold((0.0, [0.0; 3]), |best, next| if next.0 > best.0 { next } else { best })
    }

    /// The median over the scan lines of their ink: see [`Border::ink`].
    fn ink(&self, colours: &CellColours, line: &Rgb) -> f32 {
        let contrast = self.cells.map(|cell| distance(&colours.rgb[cell], line).max(2.0 * NOISE));
        let of_pixel = |pixel: &Rgb| {
            let [a, b] = [0, 1].map(|side| {
                let difference = distance(pixel, &colours.rgb[self.cells[side]]);
                if difference > NOISE { (difference / contrast[side]).min(1.0) } else { 0.0 }
            });
            a.min(b)
        };
        let mut inks: Vec<f32> =
            self.lines.iter().map(|line| line.iter().map(of_pixel).sum::<f32>()).collect();
        median(&mut inks) * self.pixel
    }
}

/// The scan lines across a border at `across`, spread over its side around `middle`.
fn lines(
    across: f64,
    pitch: f64,
    middle: f64,
    side: f64,
    pixel: impl Fn(i64, i64) -> Option<Rgb>,
) -> Vec<Vec<Rgb>> {
    let half = (REACH * pitch).max(2.0);
    let (from, to) = ((across - half).floor() as i64, (across + half).ceil() as i64);
    let scans = ((side * SIDE) as usize).clamp(1, SCANS);
    (0..scans)
        .map(|scan| {
            let offset = ((scan as f64 + 0.5) / scans as f64 - 0.5) * SIDE * side;
            let along = (middle + offset).floor() as i64;
            (from..to).filter_map(|position| pixel(position, along)).collect()
        })
        .collect()
}

/// The colour of the strongest lines: channel by channel the median of the pixels that stand out
/// most, over the third of the borders where they stand out most.
fn line_colour(scans: &[Scan], colours: &CellColours) -> Rgb {
    let mut peaks: Vec<(f32, Rgb)> = scans.iter().map(|scan| scan.peak(colours)).collect();
    peaks.sort_by(|a, b| b.0.total_cmp(&a.0));
    peaks.truncate((peaks.len() / 3).max(1));
    std::array::from_fn(|channel| {
        median(&mut peaks.iter().map(|peak| peak.1[channel]).collect::<Vec<_>>())
    })
}

impl Borders {
    /// The ink of the faintest quarter: of thin lines where walls are drawn too.
    pub(super) fn faint_ink(&self) -> f32 {
        let mut inks: Vec<f32> = self.list.iter().map(|border| border.ink).collect();
        inks.sort_by(f32::total_cmp);
        inks.get(inks.len() / 4).copied().unwrap_or(0.0)
    }
}
