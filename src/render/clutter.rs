//! The page around a board: what a reader must not take for one.

use super::Look;
use super::canvas::{Canvas, Colour, Shape, blend};
use crate::geometry::{FramePoint, FrameRect, FrameVector};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How many things are tried on a page; those that would touch the board or each other are left
/// out.
const TRIES: usize = 60;

/// Paints text, buttons and a calendar around the board, from `seed` alone.
pub(super) fn paint(canvas: &mut Canvas, board: &FrameRect, look: &Look, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let unit = look.pitch.x.min(look.pitch.y) / 3.0;
    let mut taken = vec![board.inflate(unit, unit)];
    if look.has_tools {
        taken.push(paint_tools(canvas, board, look, seed).inflate(unit / 2.0, unit / 2.0));
    }
    for _ in 0..TRIES {
        let thing = Thing::random(&mut rng);
        let size = thing.size() * unit;
        let room = canvas.rect().size().to_vector() - size;
        if room.x <= 0.0 || room.y <= 0.0 {
            continue;
        }
        let corner =
            FramePoint::new(rng.random_range(0.0..room.x), rng.random_range(0.0..room.y)).round();
        let place = FrameRect::new(corner, corner + size);
        if !taken.iter().any(|other| other.intersects(&place)) {
            taken.push(place.inflate(unit / 2.0, unit / 2.0));
            thing.paint(canvas, &place, unit, look, &mut rng);
        }
    }
}

/// Paints a column of buttons about as large as cells at the left of the board, with a sign on each; where
/// it is. What the page has no room for is cut off.
fn paint_tools(canvas: &mut Canvas, board: &FrameRect, look: &Look, seed: u64) -> FrameRect {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ TOOLS);
    let side = rng.random_range(0.7..1.05) * look.pitch.x;
    let step = FrameVector::new(0.0, side + rng.random_range(0.05..0.4) * look.pitch.y);
    let away = rng.random_range(0.1..0.6) * look.pitch.x;
    let first =
        FramePoint::new(board.min.x - away - side, board.min.y + rng.random_range(0.0..side));
    let count = rng.random_range(2..6);
    let colour = blend(look.page, look.text(), rng.random_range(0.05..0.4));
    let button = |at: usize| {
        let corner = first + step * at as f64;
        FrameRect::new(corner, corner + FrameVector::new(side, side)).round()
    };
    for button in (0..count).map(button) {
        canvas.fill(&Shape::RoundedRect(button, 0.15 * side), colour);
        let sign = button.inflate(-0.3 * side, -0.3 * side);
        canvas.fill(
            &Shape::Frame { outer: sign, radius: 0.1 * side, width: 0.08 * side },
            look.text(),
        );
    }
    button(0).union(&button(count - 1))
}

/// What parts the chance of the buttons' look from that of what else is on the page.
const TOOLS: u64 = 0x746f_6f6c;

/// Something on a page. Sizes are in units of a third of a cell.
#[derive(Debug, Clone, Copy)]
enum Thing {
    /// Lines of words.
    Paragraph { lines: usize },
    /// A rounded button with a word on it.
    Button,
    /// A table of plain squares, seven to a row.
    Calendar { rows: usize },
}

impl Thing {
    fn random(rng: &mut impl Rng) -> Self {
        match rng.random_range(0..10) {
            0 => Self::Calendar { rows: rng.random_range(4..7) },
            1..4 => Self::Button,
            _ => Self::Paragraph { lines: rng.random_range(1..7) },
        }
    }

    fn size(self) -> FrameVector {
        match self {
            Self::Paragraph { lines } => FrameVector::new(12.0, lines as f64),
            Self::Button => FrameVector::new(6.0, 2.0),
            Self::Calendar { rows } => FrameVector::new(7.0, rows as f64),
        }
    }

    fn paint(
        self,
        canvas: &mut Canvas,
        place: &FrameRect,
        unit: f64,
        look: &Look,
        rng: &mut impl Rng,
    ) {
        let at = |x: f64, y: f64| place.min + FrameVector::new(x, y) * unit;
        match self {
            Self::Paragraph { lines } => {
                for line in 0..lines {
                    paint_words(canvas, at(0.0, line as f64), 12.0 * unit, unit, look.text(), rng);
                }
            }
            Self::Button => {
                let colour: Colour = [rng.random(), rng.random(), rng.random()];
                canvas.fill(&Shape::RoundedRect(*place, unit), colour);
                let ink = blend(colour, [255, 255, 255], 0.85);
                paint_words(canvas, at(1.5, 0.5), 3.0 * unit, unit, ink, rng);
            }
            Self::Calendar { rows } => {
                let line = blend(look.page, look.text(), 0.3);
                for (row, col) in (0..rows).flat_map(|row| (0..7).map(move |col| (row, col))) {
                    let corner = at(f64::from(col), row as f64);
                    let outer = FrameRect::new(corner, corner + FrameVector::new(unit, unit));
                    canvas.fill(&Shape::Frame { outer, radius: 0.0, width: 1.0 }, line);
                    let digit = corner + FrameVector::new(0.3, 0.3) * unit;
                    let size = FrameVector::new(0.4, 0.4) * unit;
                    canvas.fill(&Shape::Rect(FrameRect::new(digit, digit + size)), line);
                }
            }
        }
    }
}

/// Paints a line of words: upright strokes of letters' sizes, with spaces.
pub(super) fn paint_words(
    canvas: &mut Canvas,
    corner: FramePoint,
    width: f64,
    height: f64,
    colour: Colour,
    rng: &mut impl Rng,
) {
    let letter = height * 0.28;
    let mut x = 0.0;
    while x + letter < width {
        if rng.random_bool(0.82) {
            let top = height * if rng.random_bool(0.3) { 0.15 } else { 0.35 };
            let glyph = FrameRect::new(
                corner + FrameVector::new(x, top),
                corner + FrameVector::new(x + letter * 0.8, height * 0.8),
            );
            let frame = Shape::Frame { outer: glyph, radius: letter * 0.3, width: letter * 0.25 };
            canvas.fill(&frame, colour);
        }
        x += letter;
    }
}
