//! A busy desktop behind the board's window: a wallpaper and other windows, many of them with
//! grids in them that are not the board.

use super::canvas::{Canvas, Colour, Shape, blend};
use super::clutter::paint_words;
use super::{Look, Painter, Tone, random_palette};
use crate::board::Marks;
use crate::geometry::{FramePoint, FrameRect, FrameVector, Lattice};
use crate::solver;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Paints a desktop from `seed` alone, and on top of it the empty window for the board.
pub(super) fn paint(canvas: &mut Canvas, board: &FrameRect, look: &Look, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let screen = canvas.rect();
    paint_wallpaper(canvas, &mut rng);
    // The size of a line of text: that of a screen of 1080 lines, on larger ones up to twice that.
    let unit = (screen.height() / 1080.0).clamp(0.7, 2.0) * rng.random_range(14.0..22.0);
    for _ in 0..rng.random_range(2..7) {
        let mut side = |most: f64| rng.random_range(0.2..0.6) * most;
        let size = FrameVector::new(side(screen.width()), side(screen.height()));
        let room = screen.size().to_vector() - size;
        let corner = FramePoint::new(
            rng.random_range(0.0..room.x.max(1.0)),
            rng.random_range(0.0..room.y.max(1.0)),
        );
        let place = FrameRect::new(corner, corner + size).round();
        paint_window(canvas, &place, unit, look, &mut rng);
    }
    let mut margin = || rng.random_range(0.3..1.4) * look.pitch.x;
    let mut window = board.inflate(margin(), margin()).round();
    // The bar of a window lies above what it shows.
    window.min.y = window.min.y.min((board.min.y - unit).floor());
    canvas.fill(&Shape::Rect(window), look.page);
    let bar = FrameRect::new(window.min, FramePoint::new(window.max.x, window.min.y + unit));
    canvas.fill(&Shape::Rect(bar), blend(look.page, look.text(), 0.2));
}

/// One colour, or a landscape of soft noise such as photographs are.
fn paint_wallpaper(canvas: &mut Canvas, rng: &mut impl Rng) {
    let base: Colour = [rng.random(), rng.random(), rng.random()];
    if rng.random_bool(0.4) {
        canvas.fill(&Shape::Rect(canvas.rect()), base);
    } else {
        paint_photograph(canvas, &canvas.rect(), rng);
    }
}

/// A picture of soft noise: blobs of all sizes, and grain.
fn paint_photograph(canvas: &mut Canvas, place: &FrameRect, rng: &mut impl Rng) {
    let octaves: Vec<(f64, Vec<[f64; 3]>)> = [160.0, 40.0, 9.0]
        .into_iter()
        .map(|size| (size, (0..64 * 64).map(|_| std::array::from_fn(|_| rng.random())).collect()))
        .collect();
    let grain = rng.random_range(0.0..8.0);
    canvas.paint_pixels(place, |x, y| {
        let mut light = [0.0; 3];
        for (weight, (size, values)) in [0.55, 0.3, 0.15].into_iter().zip(&octaves) {
            let (column, row) = (f64::from(x) / size, f64::from(y) / size);
            let (left, top) = (column as usize, row as usize);
            let (right, down) = (column.fract(), row.fract());
            let value = |column: usize, row: usize| values[row % 64 * 64 + column % 64];
            for (channel, light) in light.iter_mut().enumerate() {
                let mix = |a: f64, b: f64, part: f64| a + (b - a) * part;
                let at = |column, row| value(column, row)[channel];
                let upper = mix(at(left, top), at(left + 1, top), right);
                let lower = mix(at(left, top + 1), at(left + 1, top + 1), right);
                *light += weight * mix(upper, lower, down);
            }
        }
        light.map(|light| (light * 255.0 + grain * (rng.random::<f64>() - 0.5)).round() as u8)
    });
}

/// What a window shows. All but the text and the terminal are traps: grids that are no board.
#[derive(Debug, Clone, Copy)]
enum Content {
    Text,
    Terminal,
    Table,
    Calendar,
    Icons,
    Sudoku,
    Chess,
    Swatches,
    Photograph,
    /// Another Queens board, with cells of half the size.
    Example,
}

impl Content {
    const ALL: [Self; 10] = [
        Self::Text,
        Self::Terminal,
        Self::Table,
        Self::Calendar,
        Self::Icons,
        Self::Sudoku,
        Self::Chess,
        Self::Swatches,
        Self::Photograph,
        Self::Example,
    ];
}

fn paint_window(
    canvas: &mut Canvas,
    place: &FrameRect,
    unit: f64,
    look: &Look,
    rng: &mut impl Rng,
) {
    let is_dark = rng.random_bool(0.4);
    let (page, ink): (Colour, Colour) =
        if is_dark { ([30, 30, 34], [220, 220, 220]) } else { ([252, 252, 252], [40, 40, 40]) };
    canvas.fill(&Shape::Rect(*place), page);
    let bar = FrameRect::new(place.min, FramePoint::new(place.max.x, place.min.y + 1.6 * unit));
    canvas.fill(&Shape::Rect(bar), blend(page, ink, 0.2));
    paint_words(canvas, bar.min + FrameVector::new(unit, 0.3 * unit), 8.0 * unit, unit, ink, rng);
    let mut inside = place.inflate(-unit, -unit);
    inside.min.y += 1.6 * unit;
    if inside.is_empty() {
        return;
    }
    let (width, height) = (inside.width(), inside.height());
    let line = blend(page, ink, 0.35);
    match Content::ALL[rng.random_range(0..Content::ALL.len())] {
        Content::Text => {
            for row in 0..(height / (1.3 * unit)) as usize {
                let corner = inside.min + FrameVector::new(0.0, row as f64 * 1.3 * unit);
                let part = if rng.random_bool(0.15) { 0.3 } else { 0.95 };
                paint_words(canvas, corner, part * width, unit, ink, rng);
            }
        }
        Content::Terminal => {
            canvas.fill(&Shape::Rect(inside), [12, 12, 16]);
            for row in 0..(height / unit) as usize {
                let corner = inside.min + FrameVector::new(0.2 * unit, row as f64 * unit);
                let ink = [[80, 220, 90], [200, 200, 200], [220, 90, 80], [90, 150, 230]];
                let ink = ink[rng.random_range(0..ink.len())];
                paint_words(canvas, corner, rng.random_range(0.1..0.9) * width, unit, ink, rng);
            }
        }
        Content::Table => {
            let cell = FrameVector::new(rng.random_range(2.5..6.0), 1.4) * unit;
            paint_cells(canvas, &inside, cell, |canvas, _, _, cell| {
                canvas.fill(&Shape::Frame { outer: *cell, radius: 0.0, width: 1.0 }, line);
                let corner = cell.min + FrameVector::new(0.3, 0.2) * unit;
                paint_words(canvas, corner, cell.width() - unit, unit, ink, rng);
            });
        }
        Content::Calendar => {
            let cell = FrameVector::new(width / 7.0, width / 7.0);
            paint_cells(canvas, &inside, cell, |canvas, _, _, cell| {
                if rng.random_bool(0.2) {
                    let event = [rng.random(), rng.random(), rng.random()];
                    canvas.fill(&Shape::Rect(*cell), blend(page, event, 0.5));
                }
                canvas.fill(&Shape::Frame { outer: *cell, radius: 0.0, width: 1.0 }, line);
                let corner = cell.min + FrameVector::new(0.3, 0.2) * unit;
                paint_words(canvas, corner, 0.6 * unit, unit, ink, rng);
            });
        }
        Content::Icons => {
            let cell = FrameVector::new(1.0, 1.0) * rng.random_range(2.5..6.0) * unit;
            paint_cells(canvas, &inside, cell, |canvas, _, _, cell| {
                let icon = cell.inflate(-0.15 * cell.width(), -0.15 * cell.width());
                let colour = [rng.random(), rng.random(), rng.random()];
                canvas.fill(&Shape::RoundedRect(icon, 0.2 * icon.width()), colour);
                canvas.fill(
                    &Shape::Disc { centre: icon.center(), radius: 0.25 * icon.width() },
                    [250, 250, 250],
                );
            });
        }
        Content::Sudoku => {
            let side = width.min(height) / 9.0;
            paint_cells(canvas, &inside, FrameVector::new(side, side), |canvas, col, row, cell| {
                if col >= 9 || row >= 9 {
                    return;
                }
                canvas.fill(&Shape::Frame { outer: *cell, radius: 0.0, width: 1.0 }, line);
                if rng.random_bool(0.4) {
                    let corner = cell.min + FrameVector::new(0.35, 0.2) * side;
                    paint_words(canvas, corner, 0.25 * side, 0.6 * side, ink, rng);
                }
                if col % 3 == 0 && row % 3 == 0 {
                    let outer =
                        FrameRect::new(cell.min, cell.min + FrameVector::new(3.0, 3.0) * side);
                    canvas.fill(&Shape::Frame { outer, radius: 0.0, width: 2.0 }, ink);
                }
            });
        }
        Content::Chess => {
            let side = width.min(height) / 8.0;
            let dark: Colour = [rng.random(), rng.random(), rng.random()];
            let light = blend(dark, [255, 255, 255], 0.6);
            paint_cells(canvas, &inside, FrameVector::new(side, side), |canvas, col, row, cell| {
                if col < 8 && row < 8 {
                    let colour = if (col + row) % 2 == 0 { light } else { dark };
                    canvas.fill(&Shape::Rect(*cell), colour);
                }
            });
        }
        Content::Swatches => {
            let side = rng.random_range(1.0..3.5) * unit;
            let gap = rng.random_range(0.0..0.12) * side;
            paint_cells(canvas, &inside, FrameVector::new(side, side), |canvas, _, _, cell| {
                let colour = [rng.random(), rng.random(), rng.random()];
                canvas.fill(&Shape::Rect(cell.inflate(-gap, -gap)), colour);
            });
        }
        Content::Example if look.has_examples => paint_example(canvas, &inside, look, rng),
        Content::Photograph | Content::Example => paint_photograph(canvas, &inside, rng),
    }
}

/// Paints each whole cell that fits into `place`: told its column, its row and its rectangle.
fn paint_cells(
    canvas: &mut Canvas,
    place: &FrameRect,
    cell: FrameVector,
    mut paint: impl FnMut(&mut Canvas, usize, usize, &FrameRect),
) {
    // Thousands of cells would only cost time.
    let count = |length: f64, cell: f64| ((length / cell) as usize).min(30);
    for row in 0..count(place.height(), cell.y) {
        for col in 0..count(place.width(), cell.x) {
            let corner = place.min + cell.component_mul(FrameVector::new(col as f64, row as f64));
            paint(canvas, col, row, &FrameRect::new(corner, corner + cell).round());
        }
    }
}

/// Another Queens board, as sites show them to explain the rules.
fn paint_example(canvas: &mut Canvas, place: &FrameRect, look: &Look, rng: &mut impl Rng) {
    let size = rng.random_range(5..=7);
    let pitch = (look.pitch.x / 2.0).min(place.width().min(place.height()) / size as f64);
    let Ok(board) = solver::generate(size, rng) else { return };
    if pitch < 10.0 {
        return;
    }
    // It has the colours of its game.
    let mut palette = random_palette(size, Tone::Pastel, rng);
    palette.splice(..size.min(look.palette.len()), look.palette.iter().take(size).copied());
    let example =
        Look { origin: place.min, page: look.page, ..Look::classic(size, pitch, palette) };
    let lattice = Lattice { origin: example.origin, pitch: example.pitch, size };
    let rect = example.outer_rect(&lattice);
    Painter { canvas, board: &board, look: &example, lattice }.paint(&Marks::empty(size), &rect);
}
