//! Crosses that are drawn as figures, of which each may be a queen by itself: paws, leaves, locks.

use super::likeness::Drawing;
use super::repeated::{Seen, are_apart};
use crate::board::Mark;

/// The least part of each other that two drawings of one figure show, where their shapes differ: which of its colours
/// stand out depends on the cell's. Measured on half-played boards with 23 emoji for crosses: 0.52 to 1, and 0 to 0.12
/// with queens.
const SHOWN: f64 = 0.5;

/// The marks of a square of so many rows without the crosses that were read as queens. `drawing` is what is drawn in a
/// cell, by its index.
///
/// Where more marks than a board has rows are queens or of the most common look, those of that look are crosses if two
/// of them are in a row or column, and no two of the queens that are left, of which none is like them.
pub(super) fn without_figures_for_queens(
    seen: &[Seen],
    drawing: impl Fn(usize) -> Drawing,
    marks: &[Mark],
    size: usize,
) -> Vec<Mark> {
    let is_queen = |at: &usize| marks[*at] == Mark::Queen;
    let queens: Vec<usize> = (0..marks.len()).filter(is_queen).collect();
    if are_apart(&queens, size) {
        return marks.to_vec();
    }
    let marked = (0..marks.len()).filter(|&at| marks[at] != Mark::Empty);
    let drawn: Vec<(usize, Drawing)> = marked.map(|at| (at, drawing(at))).collect();
    let is_alike = |(one_at, one): &(usize, Drawing), (other_at, other): &(usize, Drawing)| {
        let shapes = seen[*one_at].shape.zip(seen[*other_at].shape);
        shapes.is_some_and(|(one, other)| one.is_like(&other))
            || (one.part_in(other) >= SHOWN && other.part_in(one) >= SHOWN)
    };
    let count = drawn.len();
    // Each is like itself.
    let mut alike = vec![vec![true; count]; count];
    for (one, other) in (0..count).flat_map(|one| (0..one).map(move |other| (one, other))) {
        alike[one][other] = is_alike(&drawn[one], &drawn[other]);
        alike[other][one] = alike[one][other];
    }
    let looks = alike.iter().map(|row| (0..count).partition(|&other| row[other]));
    let Some((common, others)) = looks.max_by_key(|(alike, _): &(Vec<_>, Vec<_>)| alike.len())
    else {
        return marks.to_vec();
    };
    let queens: Vec<usize> =
        others.into_iter().filter(|&one: &usize| is_queen(&drawn[one].0)).collect();
    let places = |all: &[usize]| all.iter().map(|&one| drawn[one].0).collect::<Vec<usize>>();
    let are_crosses = common.len() + queens.len() > size
        && !queens.is_empty()
        && are_apart(&places(&queens), size)
        && !are_apart(&places(&common), size)
        && queens.iter().all(|&queen| common.iter().all(|&cross| !alike[queen][cross]));
    let mut marks = marks.to_vec();
    for at in places(&common).into_iter().filter(|_| are_crosses) {
        marks[at] = Mark::Cross;
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::super::sampling::{Raster, Rgb};
    use super::super::stain::INNER;
    use super::*;
    use crate::board::Cell;
    use crate::geometry::{FramePoint, FrameVector, Lattice};
    use image::{Rgba, RgbaImage};

    const SIZE: usize = 5;
    const GOLD: Rgb = [250, 200, 60];
    const GREY: Rgb = [150; 3];
    const PINK: Rgb = [250, 170, 200];

    /// A lock of gold and grey, which is half as large on cells of its colours: of its shape nothing is known there.
    fn lock(x: i32, y: i32) -> Option<Rgb> {
        let is_bow = y < 0 && x.abs() < 8 && (x.abs() > 4 || y < -8);
        let is_body = y >= 0 && x.abs() < 12;
        (y.abs() < 14 && (is_bow || is_body)).then_some(if is_body { GOLD } else { GREY })
    }

    fn castle(x: i32, y: i32) -> Option<Rgb> {
        let is_gap = y < -10 && (x.abs() / 4) % 2 == 1;
        (x.abs() < 16 && y.abs() < 16 && !is_gap).then_some([30; 3])
    }

    /// The marks where all are read as queens: `q` for a castle and `l` for a lock, on cells of three colours by turns.
    fn read(rows: [&str; SIZE]) -> String {
        let drawn: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
        let own: Vec<Rgb> = (0..drawn.len()).map(|at| [PINK, GOLD, GREY][at % 3]).collect();
        let size = SIZE as u32;
        let pixels = RgbaImage::from_fn(size * 60, size * 60, |x, y| {
            let at = (y / 60 * size + x / 60) as usize;
            let [x, y] = [x, y].map(|place| (place % 60) as i32 - 30);
            let mark = match drawn[at] {
                b'l' => lock(x, y),
                b'q' => castle(x, y),
                _ => None,
            };
            let [r, g, b] = mark.unwrap_or(own[at]);
            Rgba([r, g, b, 255])
        });
        let lattice = Lattice {
            origin: FramePoint::new(0.0, 0.0),
            pitch: FrameVector::new(60.0, 60.0),
            size: SIZE,
        };
        let raster = Raster::new(&pixels, &lattice, INNER, (4, 64));
        let mark = |of: &u8| if *of == b'.' { Mark::Empty } else { Mark::Queen };
        let marks: Vec<Mark> = drawn.iter().map(mark).collect();
        let seen: Vec<Seen> =
            marks.iter().map(|&mark| Seen { mark, shape: None, is_bare: false }).collect();
        let drawing = |at: usize| Drawing::of(&raster, Cell::at(at / SIZE, at % SIZE), own[at]);
        let read = without_figures_for_queens(&seen, drawing, &marks, SIZE);
        let rows = read.chunks(SIZE).map(|row| row.iter().map(|mark| mark.to_char()).collect());
        rows.collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn figures_in_line_beside_other_queens_are_crosses_if_all_cannot_be_queens() {
        assert_eq!(
            read(["qlll.", "l....", "l.q..", ".....", "....."]),
            "qxxx. x.... x.q.. ..... ....."
        );
        assert_eq!(
            read(["qlll.", "l....", "..q..", ".....", "....."]),
            "qxxx. x.... ..q.. ..... ....."
        );
        assert_eq!(
            read(["qll..", "l....", ".q...", ".....", "....."]),
            "qqq.. q.... .q... ..... .....",
            "no more than may stand there"
        );
        assert_eq!(
            read(["qlll.", "l....", "q....", ".....", "....."]),
            "qqqq. q.... q.... ..... .....",
            "queens in line"
        );
        assert_eq!(
            read(["llll.", "l....", "l....", ".....", "....."]),
            "qqqq. q.... q.... ..... .....",
            "nothing else"
        );
        assert_eq!(
            read([".qqq.", "q....", "qq...", "l....", "....."]),
            ".xxx. x.... xx... q.... .....",
            "the other way round"
        );
    }
}
