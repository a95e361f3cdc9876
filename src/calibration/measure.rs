//! What a reading does not need to know, but a person who calibrates wants to: how wide the lines
//! between cells are drawn.

use crate::board::Cell;
use crate::geometry::{FramePoint, FrameVector};
use crate::vision::Reading;
use image::{Rgba, RgbaImage};

/// The widths of what is drawn between cells, in frame pixels: medians over the board. `None` where
/// nothing is drawn, or no two cells meet so.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lines {
    /// Between two cells of one region.
    pub thin: Option<f64>,
    /// Between two cells of different regions.
    pub wall: Option<f64>,
}

/// How far across a line to look, to either side, as a share of the pitch. The widest walls seen
/// take 0.15 of a cell, half of it to either side; a queen begins at 0.12 from the line.
const REACH: f64 = 0.12;

/// Where along a cell's side to look, as shares of it: off the middle, where marks are, and off the
/// corners, where lines meet.
const ALONG: [f64; 2] = [0.3, 0.7];

/// The smallest difference to the cells on both sides, in levels of the channel that differs most,
/// that counts as a line: twice what JPEG does to a flat colour (2.3 dE, about 6 levels). Lower and
/// noise would count; higher and the lines of dark boards would not.
const MIN_CONTRAST: u8 = 12;

/// Measures the lines of the board that was read from `pixels`.
#[must_use]
pub fn measure_lines(pixels: &RgbaImage, reading: &Reading) -> Lines {
    let size = reading.board.size();
    let (mut thin, mut wall) = (Vec::new(), Vec::new());
    for cell in reading.board.cells() {
        let right = (cell.col + 1 < size).then(|| Cell::at(cell.row, cell.col + 1));
        let below = (cell.row + 1 < size).then(|| Cell::at(cell.row + 1, cell.col));
        for other in right.into_iter().chain(below) {
            let is_one_region = reading.board.region(cell) == reading.board.region(other);
            let widths = if is_one_region { &mut thin } else { &mut wall };
            widths.extend(widths_between(pixels, reading, cell, other));
        }
    }
    Lines { thin: median(thin), wall: median(wall) }
}

/// The widths of the line between two neighbours, at each place of [`ALONG`].
fn widths_between(
    pixels: &RgbaImage,
    reading: &Reading,
    cell: Cell,
    other: Cell,
) -> impl Iterator<Item = f64> {
    let from = reading.lattice.cell_centre(cell);
    let to = reading.lattice.cell_centre(other);
    let across = to - from;
    // The same distance along the line: a quarter turn.
    let along = FrameVector::new(across.y, across.x);
    ALONG.into_iter().filter_map(move |share| {
        let middle = from + across * 0.5 + along * (share - 0.5);
        width_at(pixels, middle, across)
    })
}

/// The width of the line through `middle`, measured in the direction of `across` (a pitch long):
/// the sum of its pixels, each counted by how much of the line's own colour it has, so that an edge
/// that is half covered counts as half. `None` if it leaves the picture.
fn width_at(pixels: &RgbaImage, middle: FramePoint, across: FrameVector) -> Option<f64> {
    let pitch = across.length();
    let step = across / pitch;
    let reach = (pitch * REACH).ceil().max(2.0);
    let before = pixel(pixels, middle - step * (reach + 1.0))?;
    let behind = pixel(pixels, middle + step * (reach + 1.0))?;
    let contrasts = (-reach as i32..=reach as i32)
        .map(|offset| {
            let colour = pixel(pixels, middle + step * f64::from(offset))?;
            Some(difference(colour, before).min(difference(colour, behind)))
        })
        .collect::<Option<Vec<u8>>>()?;
    let strongest = contrasts.iter().copied().max().filter(|&strongest| strongest >= MIN_CONTRAST);
    Some(strongest.map_or(0.0, |strongest| {
        contrasts.iter().map(|&contrast| f64::from(contrast) / f64::from(strongest)).sum()
    }))
}

fn pixel(pixels: &RgbaImage, point: FramePoint) -> Option<Rgba<u8>> {
    let (x, y) = (point.x.floor(), point.y.floor());
    (x >= 0.0 && y >= 0.0).then(|| pixels.get_pixel_checked(x as u32, y as u32).copied())?
}

/// How much the channel that differs most differs.
fn difference(one: Rgba<u8>, other: Rgba<u8>) -> u8 {
    (0..3).map(|channel| one[channel].abs_diff(other[channel])).max().unwrap_or(0)
}

/// The median, if it is more than nothing.
fn median(mut widths: Vec<f64>) -> Option<f64> {
    widths.sort_by(f64::total_cmp);
    widths.get(widths.len() / 2).copied().filter(|&width| width > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Marks, parse};
    use crate::geometry::Lattice;
    use crate::solver::Outcome;
    use crate::vision::Evidence;

    const COLOURS: [[u8; 3]; 4] =
        [[180, 160, 230], [255, 200, 150], [150, 190, 255], [180, 220, 160]];
    const BLACK: Rgba<u8> = Rgba([0, 0, 0, 255]);

    /// A board with cells of 40 pixels, and lines of these widths drawn over their boundaries.
    fn drawn(thin: u32, wall: u32) -> (RgbaImage, Reading) {
        let board = parse("AAAB\nAABB\nCCDB\nCDDD").expect("a sound board");
        let lattice = Lattice {
            origin: FramePoint::new(10.0, 10.0),
            pitch: FrameVector::splat(40.0),
            size: 4,
        };
        let region_at = |x: u32, y: u32| {
            let point = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            lattice.cell_at(point).map(|cell| board.region(cell))
        };
        let mut pixels = RgbaImage::from_fn(180, 180, |x, y| match region_at(x, y) {
            Some(region) => {
                let [red, green, blue] = COLOURS[region.0];
                Rgba([red, green, blue, 255])
            }
            None => Rgba([255; 4]),
        });
        for line in 1..4 {
            for along in 10..170 {
                let at = 10 + line * 40;
                for is_upright in [true, false] {
                    let place =
                        |across: u32| if is_upright { (across, along) } else { (along, across) };
                    let sides = [place(at - 10), place(at + 10)].map(|(x, y)| region_at(x, y));
                    let width = if sides[0] == sides[1] { thin } else { wall };
                    for across in at - width / 2..at - width / 2 + width {
                        let (x, y) = place(across);
                        pixels.put_pixel(x, y, BLACK);
                    }
                }
            }
        }
        let reading = Reading {
            rect: lattice.rect(),
            lattice,
            marks: Marks::empty(4),
            outcome: Outcome::None,
            palette: COLOURS.to_vec(),
            evidence: Evidence {
                confidence: 1.0,
                colours_and_walls_agree: true,
                colour_margin: 20.0,
                colour_spread: 0.0,
            },
            board,
        };
        (pixels, reading)
    }

    #[test]
    fn lines_and_walls_are_as_wide_as_they_were_drawn() {
        for (thin, wall) in [(1, 4), (2, 2), (1, 6)] {
            let (pixels, reading) = drawn(thin, wall);
            let lines = measure_lines(&pixels, &reading);
            let is_near = |measured: Option<f64>, width: u32| {
                measured.is_some_and(|measured| (measured - f64::from(width)).abs() < 0.3)
            };
            assert!(is_near(lines.thin, thin) && is_near(lines.wall, wall), "{lines:?}");
        }
    }

    #[test]
    fn what_is_not_drawn_is_not_measured() {
        let (pixels, reading) = drawn(0, 0);
        assert_eq!(measure_lines(&pixels, &reading), Lines { thin: None, wall: None });
        let (pixels, reading) = drawn(0, 3);
        assert_eq!(measure_lines(&pixels, &reading).thin, None);
    }

    #[test]
    fn a_board_that_leaves_its_picture_is_measured_where_it_is_seen() {
        let (pixels, reading) = drawn(1, 4);
        let cut = image::imageops::crop_imm(&pixels, 0, 0, 180, 100).to_image();
        assert!(measure_lines(&cut, &reading).wall.is_some());
    }
}
