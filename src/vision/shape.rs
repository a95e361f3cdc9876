//! The shape of what stands out from a cell.

use super::features::{along_diagonals, corners_and_middle, is_arrow, is_circle, is_square, is_x};
use super::pieces::{Piece, Pieces};
use super::stain::INNER;
use image::GrayImage;

/// The least area of a stain that is not noise, in parts of the cell; JPEG leaves less around
/// marks and lines.
const STAIN: f64 = 0.002;

/// The least sides of a ring around a mark, in cells. What encloses something smaller is the outline
/// of a crown, which is 0.55 cells high at most.
pub(super) const RING: f64 = 0.6;

/// The least sides of what runs through the whole of what was searched, in cells.
const FRAME: f64 = 0.8;

/// The same where less than half of it is stained: of queens it is more. Chosen.
const SPARSE_FRAME: f64 = 0.74;

/// The least part of its box that a rectangle takes, compressed as it may be. Chosen; a disc takes 0.79.
const FULL: f64 = 0.9;

/// The least length of the largest piece of a mark, in lengths of all of it: less are specks of noise.
/// Chosen.
const SPECKS: f64 = 0.4;

/// What differs from a cell's colour, in parts of the cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shape {
    pub(super) area: f64,
    /// The sides of its bounding box.
    pub(super) width: f64,
    pub(super) height: f64,
    /// How far the box's middle is from the cell's, to the right and downwards.
    pub(super) place: (f64, f64),
    /// How strongly the corners of its box are drawn in, and the middle of the side where it is most:
    /// an x fills the former, a disc or a crown the latter. See [`corners_and_middle`].
    pub(super) corners: f64,
    pub(super) middle: f64,
    /// How far it is drawn along its diagonals: 1 for a thin x, -1 for a plus, and near 0 for what is
    /// as strong all around. See [`along_diagonals`].
    pub(super) diagonal: f64,
    /// Whether it runs through the whole of what was searched: stripes, or a frame.
    pub(super) is_frame: bool,
    /// The width and the height of a sample.
    pub(super) pixel: (f64, f64),
    /// Whether it is an arrow that points up with its left side upright: the mouse pointer.
    pub(super) is_arrow: bool,
    /// Whether two strokes cross in it: an x, however it slants.
    pub(super) is_x: bool,
    /// Whether a glow around it was taken away: that of a queen.
    pub(super) in_glow: bool,
    /// Whether it reaches the edge of what was searched: a line, a frame, a stripe, a pointer that
    /// enters from the next cell; or a queen that is drawn large or out of place.
    pub(super) is_cut: bool,
    /// The largest difference in its box, in levels of a channel.
    pub(super) strongest: u8,
    /// How much what is no noise differs at least.
    pub(super) faintest: u8,
}

impl Shape {
    /// The shape of the pieces of a mask that are no noise and that `is_wanted`. Pieces that reach the
    /// mask's edge count only where they are the largest, and rings around another do not.
    pub(super) fn of(
        difference: &GrayImage,
        mask: &GrayImage,
        is_wanted: impl Fn(&Piece) -> bool,
    ) -> Option<Self> {
        Self::measure(difference, mask, is_wanted, false)
    }

    /// The same of a mask in the middle of which there is nothing.
    pub(super) fn aside(
        difference: &GrayImage,
        mask: &GrayImage,
        is_wanted: impl Fn(&Piece) -> bool,
    ) -> Option<Self> {
        Self::measure(difference, mask, is_wanted, true)
    }

    /// The shape of what reaches the middle of the mask, or only of what stands aside.
    fn measure(
        difference: &GrayImage,
        mask: &GrayImage,
        is_wanted: impl Fn(&Piece) -> bool,
        is_aside: bool,
    ) -> Option<Self> {
        let (columns, rows) = mask.dimensions();
        let cell_area = f64::from(columns * rows) / (INNER * INNER);
        let mut pieces = Pieces::of(mask);
        let least = (STAIN * cell_area).max(2.0);
        pieces.retain(|piece| f64::from(piece.area) >= least && is_wanted(piece));
        let boxes: Vec<Piece> = pieces.iter().copied().collect();
        let is_wide = |piece: &Piece| {
            let sides = [(piece.left, piece.right, columns), (piece.top, piece.bottom, rows)];
            sides
                .iter()
                .all(|(low, high, all)| f64::from(high - low) * INNER >= RING * f64::from(*all))
        };
        pieces.retain(|piece| {
            let is_ring = !piece.is_cut() && is_wide(piece) && piece.is_sparse();
            !is_ring || !boxes.iter().any(|other| piece.encloses(other))
        });
        // A circle as large as its cell may touch the edge, and is not cut by it.
        let may_be_circle = |piece: &Piece| piece.is_cut() && is_wide(piece) && piece.is_sparse();
        if pieces.iter().any(may_be_circle) {
            let stained = pieces.draw();
            let is_stained = |x: u32, y: u32| stained[(y * columns + x) as usize];
            let is_circle = |piece: &Piece| {
                let is_on_all = (piece.left, piece.top) == (0, 0)
                    && (piece.right, piece.bottom) == (columns, rows);
                is_circle(piece, if is_on_all { 1.0 / INNER } else { 1.0 }, is_stained)
            };
            let circles = pieces.iter_mut().filter(|piece| may_be_circle(piece));
            circles.filter(|piece| is_circle(piece)).for_each(|circle| circle.on_edge = 0);
        }
        // Walls and frames reach in, but not far.
        let reaches_in = |piece: &Piece| {
            let is_long = 2 * piece.on_edge >= columns.min(rows);
            piece.is_cut() && (is_long || is_wide(piece))
        };
        // A full rectangle that goes on beyond two sides is a menu or a window over the board.
        let is_corner_of_more = |piece: &Piece| {
            let (width, height) = (piece.right - piece.left, piece.bottom - piece.top);
            !is_wide(piece)
                && (piece.left == 0) != (piece.right == columns)
                && (piece.top == 0) != (piece.bottom == rows)
                && f64::from(piece.area) >= FULL * f64::from(width * height)
        };
        pieces
            .retain(|piece| !is_corner_of_more(piece) && (piece.is_central || !reaches_in(piece)));
        // A circle leaves the middle free.
        let is_middle = |piece: &Piece| piece.is_central || (is_wide(piece) && !piece.is_cut());
        if pieces.iter().any(is_middle) == is_aside {
            return None;
        }
        let largest = *pieces.iter().max_by_key(|piece| piece.area)?;
        if !largest.is_cut() {
            pieces.retain(|piece| !piece.is_cut());
        }
        let all = pieces.iter().copied().reduce(Piece::merge)?;
        if f64::from(largest.length()) < SPECKS * f64::from(all.length()) {
            return None;
        }
        let stained = pieces.draw();
        let is_stained = |x: u32, y: u32| stained[(y * columns + x) as usize];
        if is_wide(&all) && is_square(&all, is_stained) {
            return None;
        }
        // Jewels are not all of a crown.
        let is_body = |core: &Piece| {
            let inside = core.places().filter(|&(x, y)| is_stained(x, y)).count();
            largest.is_sparse() || 2 * inside >= largest.area as usize
        };
        let core = Some(core(difference, &all)).filter(is_body).unwrap_or(all);
        let side =
            |low: u32, high: u32, count: u32| f64::from(high - low) / f64::from(count) * INNER;
        let off = |low: u32, high: u32, count: u32| {
            (f64::from(low + high) / (2.0 * f64::from(count)) - 0.5) * INNER
        };
        let (corners, middle) = corners_and_middle(difference, &core);
        let least = side(all.left, all.right, columns).min(side(all.top, all.bottom, rows));
        let is_whole = least > if all.is_sparse() { SPARSE_FRAME } else { FRAME };
        Some(Self {
            area: f64::from(all.area) / cell_area,
            width: side(core.left, core.right, columns),
            height: side(core.top, core.bottom, rows),
            place: (off(core.left, core.right, columns), off(core.top, core.bottom, rows)),
            corners,
            middle,
            diagonal: along_diagonals(difference, &core),
            is_arrow: is_arrow(&core, is_stained) || is_arrow(&all, is_stained),
            is_x: is_x(&core, is_stained),
            is_frame: all.is_cut() && is_whole,
            pixel: (INNER / f64::from(columns), INNER / f64::from(rows)),
            in_glow: false,
            faintest: 0,
            is_cut: all.is_cut(),
            strongest: core.places().map(|(x, y)| difference.get_pixel(x, y)[0]).max()?,
        })
    }
}

/// The box of what is drawn strongly in a piece: what differs from the cell by less than a third of
/// the largest difference is blur, or the noise of JPEG.
fn core(difference: &GrayImage, piece: &Piece) -> Piece {
    let level = |&(x, y): &(u32, u32)| difference.get_pixel(x, y)[0];
    let peak = piece.places().map(|place| level(&place)).max().unwrap_or(0);
    let strong = piece.places().filter(|place| level(place) > peak / 3);
    let dots =
        strong.map(|(x, y)| Piece { left: x, top: y, right: x + 1, bottom: y + 1, ..*piece });
    dots.reduce(|a, b| Piece { area: piece.area, ..a.merge(b) }).unwrap_or(*piece)
}
