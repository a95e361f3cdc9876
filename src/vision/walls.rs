//! What stands between neighbouring cells: a wall, a thin line, a gap, or nothing.

use super::sampling::{Rgb, brightness, median, median_colour};
use super::scan::{Scan, Scanner};
use crate::board::Cell;
use crate::geometry::Lattice;
use image::RgbaImage;
use std::collections::HashSet;

/// A border between two neighbouring cells: the one left of (or above) it, and the other, as
/// indices row by row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Border {
    pub(super) cells: [usize; 2],
    /// How much is drawn there: the width of the line, in cells, times its contrast (1 is the
    /// contrast of the board's strongest lines).
    pub(super) ink: f32,
    /// How much is drawn there that is darker than both cells, and how much that is lighter: the width
    /// of the line, in cells, times its part of the way to black, or to white. Walls and thin lines may
    /// be of two colours.
    pub(super) shades: [f32; 2],
    /// Whether there is next to no ink by the median, but a dotted, dashed or translucent line all along
    /// the border, or stripes that may hide one.
    pub(super) is_faint: bool,
    /// At which of its ends (0 for the left or upper one) the border has a line all along, if it has nothing
    /// at the other one: something covers that one.
    pub(super) cut_short: Option<usize>,
    /// How wide these lines are, in cells, if they are opaque and of the colour of the board's darkest,
    /// and lightest, ones: an opaque line has another part of the way on each colour of cells, and a
    /// translucent one another width. `None` where such a line would not show.
    pub(super) widths: [Option<f32>; 2],
    /// How far the colour of the board's strongest lines is from that of each cell, right beside the
    /// border, in levels of a channel: how well such a line would show there.
    pub(super) contrast: [u8; 2],
    /// The same if that line is translucent: it goes as far on the way from the cell's colour to black, or
    /// to white, as the strongest ones do.
    pub(super) if_translucent: [u8; 2],
}

/// A line of the lattice: whether it is upright, and the column left of it, or the row above it.
pub(super) type Line = (bool, usize);

/// What noise and blur leave where nothing is drawn, as [`Border::ink`] and [`Border::shades`].
pub(super) const NO_INK: f32 = 0.004;

impl Border {
    /// Whether any line is drawn here: a light one on light cells may have next to no ink where the
    /// strongest lines are dark. Noise leaves up to twice as much of a shade, since that is measured
    /// on the way to white or black, which is short on light or dark cells. Chosen.
    pub(super) fn is_drawn(&self) -> bool {
        self.ink > NO_INK || self.is_faint || self.shades.iter().any(|&shade| shade > 2.0 * NO_INK)
    }

    /// Whether it is between a cell and the one to its right.
    pub(super) fn is_upright(&self) -> bool {
        self.cells[1] == self.cells[0] + 1
    }

    /// The line of the lattice that it is a part of.
    pub(super) fn line(&self, size: usize) -> Line {
        let first = self.cells[0];
        let is_upright = self.is_upright();
        (is_upright, if is_upright { first % size } else { first / size })
    }

    /// Whether one of the board's strongest lines, be it opaque or translucent, would show here with at
    /// least so much contrast.
    pub(super) fn shows(&self, contrast: u8) -> bool {
        self.contrast.iter().chain(&self.if_translucent).all(|&beside| beside >= contrast)
    }
}

/// All borders between side neighbours, and what they are drawn in.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Borders {
    /// Row by row: that to the right neighbour, then that to the lower one.
    pub(super) list: Vec<Border>,
    /// The colour of the strongest lines (sRGB, 0 to 255).
    pub(super) line: Rgb,
}

impl Borders {
    /// The borders as they are if only dark lines count as ink (`shade` 0), or only light ones (1): thin
    /// lines, rings and glows may be lighter than cells with dark walls.
    pub(super) fn of_shade(&self, shade: usize) -> Self {
        let of_shade =
            |border: &Border| Border { ink: border.widths[shade].unwrap_or(border.ink), ..*border };
        Self { list: self.list.iter().map(of_shade).collect(), line: self.line }
    }
}

/// Measures all borders.
pub(super) fn measure_borders(pixels: &RgbaImage, lattice: &Lattice) -> Borders {
    measure(scans(pixels, lattice))
}

/// Measures all borders as they would be without rings: one that runs around a cell, just inside of its lines,
/// looks like four walls. `None` if no cell has one, or more cells do than there are rows: the keyboard and the
/// pointer have one each, and so has each of the queens that attack each other.
pub(super) fn measure_borders_without_rings(
    pixels: &RgbaImage,
    lattice: &Lattice,
) -> Option<Borders> {
    let mut scans = scans(pixels, lattice);
    let line = line_colour(&scans.iter().map(Scan::peak).collect::<Vec<_>>());
    let last = lattice.size - 1;
    // Around a cell in a corner there are only two borders, none opposite to another.
    let mut is_ringed: Vec<bool> = lattice
        .cells()
        .map(|cell| ![cell.row, cell.col].iter().all(|&at| at == 0 || at == last))
        .collect();
    for scan in &scans {
        let inks = [0, 1].map(|side| scan.mirrored(side).ink(&line));
        for side in [0, 1] {
            is_ringed[scan.cells[side]] &= inks[side] > inks[1 - side] + RING;
        }
    }
    let rings = is_ringed.iter().filter(|&&is_ringed| is_ringed).count();
    for scan in &mut scans {
        match scan.cells.map(|cell| is_ringed[cell]) {
            [true, false] => *scan = scan.mirrored(1),
            [false, true] => *scan = scan.mirrored(0),
            _ => {}
        }
    }
    (1..=lattice.size).contains(&rings).then(|| measure(scans))
}

/// How much more ink a ring gives its side of a border than the other one has at least. Chosen: blur
/// leaves less, and lines that stand a pixel off do so to one side of the board, not all around a
/// cell.
const RING: f32 = 0.01;

/// The pixels across all borders.
fn scans(pixels: &RgbaImage, lattice: &Lattice) -> Vec<Scan> {
    let last = lattice.size - 1;
    let scanner = Scanner { pixels, lattice };
    lattice
        .cells()
        .flat_map(|cell| {
            let right = (cell.col < last).then(|| scanner.right_of(cell));
            let below = (cell.row < last).then(|| scanner.below(cell));
            [right, below].into_iter().flatten()
        })
        .collect()
}

fn measure(mut scans: Vec<Scan>) -> Borders {
    let peaks_of = |scans: &[Scan]| scans.iter().map(Scan::peak).collect::<Vec<_>>();
    keep_stripes_of_whole_cells(&mut scans);
    let mut peaks = peaks_of(&scans);
    let line = line_colour(&peaks);
    // Few boards have any.
    if scans.iter().any(Scan::is_striped) {
        for ground in scans.iter_mut().flat_map(|scan| &mut scan.beside) {
            if !ground.are_stripes_told_from(&line) {
                ground.stripes = ground.colour;
            }
        }
        peaks = peaks_of(&scans);
    }
    let (extremes, way) = (extremes(&peaks), way_to_lines(&scans, &peaks));
    let border = |scan: &Scan| {
        let (ink, shades) = (scan.ink(&line), scan.shades());
        Border {
            cells: scan.cells,
            ink,
            shades,
            cut_short: scan.cut_short(&line),
            is_faint: ink <= NO_INK
                && (scan.is_broken(&line) || scan.is_translucent() || scan.is_striped()),
            widths: scan.widths(extremes, shades),
            contrast: scan.contrast(&line),
            if_translucent: scan.beside.map(|beside| {
                let [black, white] = to_black_and_white(&beside.colour);
                (way[0] * black).max(way[1] * white) as u8
            }),
        }
    };
    Borders { list: scans.iter().map(border).collect(), line }
}

/// Takes no stripes for such that do not cross all sides of a cell: those of the pointer, or the tips of a
/// mark.
fn keep_stripes_of_whole_cells(scans: &mut [Scan]) {
    let plain: HashSet<usize> = scans
        .iter()
        .flat_map(|scan| scan.cells.into_iter().zip(scan.beside))
        .filter(|(_, ground)| !ground.is_striped())
        .map(|(cell, _)| cell)
        .collect();
    for scan in scans {
        for (cell, ground) in scan.cells.iter().zip(&mut scan.beside) {
            if plain.contains(cell) {
                ground.stripes = ground.colour;
            }
        }
    }
}

/// What is drawn along one side of a lattice: how many of its outer cells go on beyond it, with no line and in the
/// same colour, and how many end at a line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OuterSide {
    pub(super) open: usize,
    pub(super) lined: usize,
}

/// What is drawn along the sides of a lattice: left, top, right, bottom.
pub(super) fn outer_sides(pixels: &RgbaImage, lattice: &Lattice) -> [OuterSide; 4] {
    let scanner = Scanner { pixels, lattice };
    let outer = lattice.with_margin();
    let around = Scanner { pixels, lattice: &outer };
    let last = lattice.size - 1;
    let mut sides = [OuterSide::default(); 4];
    for k in 0..lattice.size {
        let scans = [
            around.right_of(Cell::at(k + 1, 0)),
            around.below(Cell::at(0, k + 1)),
            scanner.right_of(Cell::at(k, last)),
            scanner.below(Cell::at(last, k)),
        ];
        for (side, scan) in sides.iter_mut().zip(scans) {
            side.open += usize::from(scan.is_open());
            side.lined += usize::from(scan.is_lined());
        }
    }
    sides
}

/// How many borders have no line, and the same colour on both sides.
pub(super) fn open_borders(pixels: &RgbaImage, lattice: &Lattice) -> usize {
    scans(pixels, lattice).iter().filter(|scan| scan.is_open()).count()
}

/// The colour of the strongest lines: channel by channel the median of the pixels that stand out
/// most, over the third of the borders where they stand out most.
fn line_colour(peaks: &[(u8, Rgb)]) -> Rgb {
    let mut peaks = peaks.to_vec();
    peaks.sort_by_key(|peak| std::cmp::Reverse(peak.0));
    peaks.truncate((peaks.len() / 3).max(1));
    median_colour(&peaks.iter().map(|peak| peak.1).collect::<Vec<_>>())
}

/// The brightness of the darkest lines, and of the lightest ones: of the pixels that stand out most,
/// the median over the third of the borders that have the darkest, and the lightest.
fn extremes(peaks: &[(u8, Rgb)]) -> [f32; 2] {
    let mut lines: Vec<f32> = peaks.iter().map(|(_, pixel)| brightness(pixel)).collect();
    lines.sort_by(f32::total_cmp);
    let third = lines.len().div_ceil(3);
    let lightest = lines.len() - third;
    [median(&mut lines[..third]), median(&mut lines[lightest..])]
}

/// How far a colour is from black, and from white, in levels of the channel that is the farthest.
fn to_black_and_white(colour: &Rgb) -> [f32; 2] {
    let farthest = |levels: [u8; 3]| levels.into_iter().max().map_or(0.0, f32::from);
    [farthest(*colour), farthest(colour.map(|channel| 255 - channel))]
}

/// How far the strongest lines go on the way from the colour of the cells to black, and to white: the
/// median over the third of the borders where they stand out most, so that a pointer on one of them does not
/// count.
fn way_to_lines(scans: &[Scan], peaks: &[(u8, Rgb)]) -> [f32; 2] {
    let mut order: Vec<usize> = (0..peaks.len()).collect();
    order.sort_by_key(|&border| std::cmp::Reverse(peaks[border].0));
    order.truncate((peaks.len() / 3).max(1));
    let mut parts = [const { Vec::new() }; 2];
    for border in order {
        let (difference, pixel) = peaks[border];
        let [a, b] = scans[border].beside;
        let beside = if a.distance(&pixel) <= b.distance(&pixel) { a.colour } else { b.colour };
        let side = usize::from(brightness(&pixel) > brightness(&beside));
        parts[side].push(f32::from(difference) / to_black_and_white(&beside)[side].max(1.0));
        parts[1 - side].push(0.0);
    }
    parts.map(|mut parts| median(&mut parts))
}

impl Borders {
    /// The ink of the faintest quarter: of thin lines where walls are drawn too.
    pub(super) fn faint_ink(&self) -> f32 {
        let mut inks: Vec<f32> = self.list.iter().map(|border| border.ink).collect();
        inks.sort_by(f32::total_cmp);
        inks.get(inks.len() / 4).copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Marks, parse};
    use crate::geometry::FramePoint;
    use crate::render::{Line, Look, Tone, random_palette, render};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const BOARD: &str = "AAABBB\nAACCBB\nDDCCEE\nDDDEEE\nFFDEEE\nFFFFEE";

    fn drawn(change: impl Fn(&mut Look)) -> (RgbaImage, Lattice) {
        drawn_at(60.0, change)
    }

    fn drawn_at(pitch: f64, change: impl Fn(&mut Look)) -> (RgbaImage, Lattice) {
        let palette = random_palette(6, Tone::Pastel, &mut ChaCha8Rng::seed_from_u64(6));
        let mut look = Look::classic(6, pitch, palette);
        look.thin = look.thin.map(|thin| Line { width: 2.0, ..thin });
        change(&mut look);
        let drawn = render(&parse(BOARD).unwrap(), &Marks::empty(6), &look);
        (drawn.pixels, drawn.lattice)
    }

    #[test]
    fn dotted_and_dashed_lines_are_drawn_and_no_walls() {
        let board = parse(BOARD).unwrap();
        for dash in [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [4.0, 2.0]] {
            let (pixels, lattice) = drawn(|look| {
                look.thin = look.thin.map(|thin| Line { width: 1.0, ..thin });
                look.dash = Some(dash);
            });
            for border in measure_borders(&pixels, &lattice).list {
                let [a, b] = border.cells.map(|cell| board.region(Cell::at(cell / 6, cell % 6)));
                let expected = if a == b { 0.0..0.02 } else { 0.04..0.08 };
                assert!(border.is_drawn() && expected.contains(&border.ink), "{dash:?} {border:?}");
            }
        }
    }

    #[test]
    fn dashes_are_seen_however_far_they_are_apart_on_cells_of_any_size() {
        for pitch in 24..=100 {
            for length in 1..=pitch / 16 {
                let (pixels, lattice) = drawn_at(f64::from(pitch), |look| {
                    look.dash = Some([f64::from(length); 2]);
                });
                let borders = measure_borders(&pixels, &lattice).list;
                let missing = borders.iter().filter(|border| !border.is_drawn()).count();
                assert_eq!(missing, 0, "dashes of {length} pixels on cells of {pitch}");
            }
        }
    }

    #[test]
    fn a_line_that_is_covered_for_the_most_part_is_not_drawn() {
        let (mut pixels, lattice) = drawn(|_| {});
        // Over the line between the first two cells, which are of one region.
        let rect = lattice.cell_rect(Cell::at(0, 0));
        let colour = *pixels.get_pixel(rect.center().x as u32, rect.center().y as u32);
        let mut seen = |part: f64| {
            for y in rect.min.y as u32..(rect.min.y + part * rect.height()) as u32 {
                (0..9).for_each(|x| pixels.put_pixel(rect.max.x as u32 - 4 + x, y, colour));
            }
            measure_borders(&pixels, &lattice).list[0].is_drawn()
        };
        assert_eq!([seen(0.4), seen(0.6)], [true, false]);
    }

    #[test]
    fn a_line_is_cut_short_where_one_end_is_drawn_and_no_outline_of_a_mark_is_one() {
        // Over the upper part of the side between the first two cells, from `left` of it.
        let cut_short = |left: u32| {
            let (mut pixels, lattice) = drawn(|look| look.thin = None);
            let rect = lattice.cell_rect(Cell::at(0, 0));
            for y in 0..(0.45 * rect.height()) as u32 {
                for x in 0..2 {
                    let at = (rect.max.x as u32 - left + x, rect.min.y as u32 + y);
                    pixels.put_pixel(at.0, at.1, image::Rgba([0, 0, 0, 255]));
                }
            }
            measure_borders(&pixels, &lattice).list[0].cut_short
        };
        assert_eq!([0, 2, 6].map(cut_short), [Some(0), Some(0), None]);
    }

    #[test]
    fn a_pointer_does_not_tell_how_far_translucent_lines_go() {
        let way = |pointer: Option<FramePoint>| {
            let (pixels, lattice) = drawn(|look| {
                look.thin = Some(Line { width: 2.0, colour: [255; 3], opacity: 0.12 });
                (look.wall, look.border) = (None, None);
                look.pointer = pointer;
            });
            let borders = measure_borders(&pixels, &lattice);
            borders.list.iter().map(|border| border.if_translucent).collect::<Vec<_>>()
        };
        let line = FramePoint::new(60.0 + 2.0 * 60.0, 60.0 + 1.5 * 60.0);
        let (plain, pointed) = (way(None), way(Some(line)));
        assert!(plain.iter().flatten().all(|&level| level < 30), "{plain:?}");
        assert_eq!(pointed.iter().flatten().max(), plain.iter().flatten().max());
    }

    #[test]
    fn a_ring_is_taken_away_and_walls_stay() {
        let (plain, lattice) = drawn(|_| {});
        assert!(measure_borders_without_rings(&plain, &lattice).is_none());
        let expected = measure_borders(&plain, &lattice);
        // Inside of its region, beside a wall, and with walls on two sides.
        for ring in [Cell::at(4, 4), Cell::at(1, 0), Cell::at(1, 2)] {
            let (pixels, lattice) = drawn(|look| look.ring = Some((ring, [10, 102, 194])));
            let with_ring = measure_borders(&pixels, &lattice);
            let without = measure_borders_without_rings(&pixels, &lattice).unwrap();
            let [with_ring, without] = [with_ring, without].map(|borders| off(&borders, &expected));
            assert!(with_ring > 0.02, "{ring:?}: {with_ring}");
            assert!(without < 0.012, "{ring:?}: {without}");
        }
    }

    #[test]
    fn the_rings_of_several_queens_are_taken_away_and_those_of_most_cells_are_none() {
        let (plain, lattice) = drawn(|_| {});
        let expected = measure_borders(&plain, &lattice);
        let ringed = |cells: &[Cell]| {
            let mut all = plain.clone();
            for &cell in cells {
                let (one, lattice) = drawn(|look| look.ring = Some((cell, [10, 102, 194])));
                let rect = lattice.cell_rect(cell).round();
                for y in rect.min.y as u32..rect.max.y as u32 {
                    for x in rect.min.x as u32..rect.max.x as u32 {
                        all.put_pixel(x, y, *one.get_pixel(x, y));
                    }
                }
            }
            all
        };
        let three = [Cell::at(4, 4), Cell::at(1, 0), Cell::at(1, 2)];
        let without = measure_borders_without_rings(&ringed(&three), &lattice).unwrap();
        assert!(off(&without, &expected) < 0.012);
        // As many as there are in two rows are how the cells are drawn.
        let many: Vec<Cell> =
            lattice.cells().filter(|cell| (cell.row + cell.col) % 2 == 1).collect();
        assert!(many.len() > lattice.size);
        assert!(measure_borders_without_rings(&ringed(&many), &lattice).is_none());
    }

    /// The largest difference in ink between the borders of two pictures.
    fn off(seen: &Borders, expected: &Borders) -> f32 {
        let pairs = seen.list.iter().zip(&expected.list);
        pairs.map(|(seen, drawn)| (seen.ink - drawn.ink).abs()).fold(0.0, f32::max)
    }

    #[test]
    fn stripes_are_no_lines() {
        // Whether a pixel at this place within its cell is striped.
        let measured = |is_striped: &dyn Fn(u32, u32) -> bool, colour: [u8; 3]| {
            let (mut pixels, lattice) = drawn(|_| {});
            let plain = measure_borders(&pixels, &lattice);
            // The second column, but for the lines on its cells' sides.
            for cell in lattice.cells().filter(|cell| cell.col == 1) {
                let rect = lattice.cell_rect(cell).inflate(-4.0, -4.0).round();
                for y in rect.min.y as u32..rect.max.y as u32 {
                    for x in rect.min.x as u32..rect.max.x as u32 {
                        if is_striped(x - rect.min.x as u32, y - rect.min.y as u32) {
                            pixels.get_pixel_mut(x, y).0[..3].copy_from_slice(&colour);
                        }
                    }
                }
            }
            off(&measure_borders(&pixels, &lattice), &plain)
        };
        for colour in [[210, 60, 50], [255; 3]] {
            // An error's, as wide as the gaps between them, and a hint's.
            for (period, width) in [(8, 4), (10, 5), (12, 6), (14, 4), (16, 5)] {
                let off = measured(&|x, y| (x + y) % period < width, colour);
                assert!(off < 0.006, "{width} of {period} pixels, {colour:?}: {off}");
            }
        }
        // What crosses one side of a cell alone is no stripe: its colour may be that of lines.
        let tips = |x: u32, y: u32| y < 12 && x % 10 < 5;
        assert!(measured(&tips, [210, 60, 50]) > 0.012);
    }
}
