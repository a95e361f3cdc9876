//! A board that is known, in a picture that shows none by itself: some games shade the cells that a queen
//! attacks, and tint the one that she stands in.

use super::cells::{self, CellColours};
use super::dimming::is_coloured;
use super::sampling::{Rgb, distance};
use super::shade::Shade;
use super::{Reading, Refusal, marks, printed};
use crate::board::{Board, Cell, CellSet};
use crate::geometry::Lattice;
use image::RgbaImage;

/// The most shades at a time, beside none: a cell may be shaded once more by each queen that attacks it.
/// Chosen: few cells are attacked by more.
const SHADES: usize = 6;

/// What a shade leaves of the difference between two colours: with less it may be a panel that covers
/// them, and more is no shade. Chosen.
const LEFT: std::ops::RangeInclusive<f32> = 0.25..=1.25;

/// How far a colour may be from what it was, or from what a shade makes of that, in levels of a channel:
/// rounding and noise. Chosen: half of what two colours must be apart.
const NEAR: u8 = 12;

/// The least support of the colour of a cell that is judged by it. Chosen: of a cell that something covers
/// in part, half is left.
const SUPPORT: f32 = 0.5;

/// A board that was read before a game shaded it.
#[derive(Debug, Clone, Copy)]
pub struct Before<'a> {
    /// The picture that it was read from.
    pub pixels: &'a RgbaImage,
    /// What was read.
    pub reading: &'a Reading,
}

/// Reads the marks of a board that is known, at the place of `lattice`, whose cells are shaded in a few
/// ways: each cell has the colour that it had, or what one shade makes of the colours of at least two
/// regions; or they are painted, all that a queen attacks in one colour. Only cells that are `marked` may have any
/// colour.
///
/// What the reading says but for place and marks is what it said before.
///
/// # Errors
/// [`Refusal::NoBoard`], if some cell is neither as it was nor shaded like others: the board is not there,
/// or something covers it.
pub fn read_shaded(
    pixels: &RgbaImage,
    lattice: &Lattice,
    before: &Before<'_>,
    marked: &CellSet,
) -> Result<Reading, Refusal> {
    let known = before.reading;
    let then = cells::measure_colours(before.pixels, &known.lattice);
    let now = cells::measure_colours(pixels, lattice);
    let judged: Vec<usize> = lattice
        .cells()
        .filter(|&cell| !marked.contains(cell))
        .map(|cell| lattice.index(cell))
        .collect();
    let is_other = |cell: &usize| distance(&then.rgb[*cell], &now.rgb[*cell]) > NEAR;
    let changed: Vec<usize> = judged.iter().copied().filter(is_other).collect();
    let is_clear = judged.iter().all(|&cell| now.support[cell] >= SUPPORT);
    let is_known = are_shaded(changed.iter().map(|&cell| (then.rgb[cell], now.rgb[cell])))
        || are_painted(&known.board, &now, &changed, marked);
    if !is_clear || !is_known {
        return Err(Refusal::NoBoard);
    }
    let seen = marks::measure_marks(pixels, lattice, &now, &now.rgb);
    let moved = lattice.origin - known.lattice.origin;
    Ok(Reading {
        lattice: *lattice,
        rect: known.rect.translate(moved),
        marks: printed::without_print(pixels, lattice, &now, &known.board, seen),
        ..known.clone()
    })
}

/// Whether all cells that have changed, given by their colours before and after, are in one of a few shades.
fn are_shaded(changed: impl Iterator<Item = (Rgb, Rgb)>) -> bool {
    let mut changed: Vec<(Rgb, Rgb)> = changed.collect();
    for _ in 0..SHADES {
        let shades = shades_of(&changed);
        let left = |shade: &Shade| changed.iter().filter(|cell| !is_made(shade, cell)).count();
        let Some(best) = shades.into_iter().min_by_key(left) else { break };
        changed.retain(|cell| !is_made(&best, cell));
    }
    changed.is_empty()
}

/// Whether all cells that have `changed` are painted in one colour, since a queen attacks them: each of them is in line
/// with a `marked` cell or in its region, and all of the row and of the column of one are among them, as nothing that
/// lies over a board covers them.
fn are_painted(board: &Board, now: &CellColours, changed: &[usize], marked: &CellSet) -> bool {
    let size = board.size();
    let at = |index: usize| Cell::at(index / size, index % size);
    let painted = CellSet::from_cells(size, changed.iter().map(|&index| at(index)));
    let is_of_one = |&index: &usize| distance(&now.rgb[index], &now.rgb[changed[0]]) <= NEAR;
    let is_attacked = |cell: Cell| {
        marked.iter().any(|queen| {
            let (down, right) = (cell.row.abs_diff(queen.row), cell.col.abs_diff(queen.col));
            down == 0 || right == 0 || down == right || board.region(cell) == board.region(queen)
        })
    };
    let has_all_lines = |queen: Cell| {
        let is_in_line = |cell: &Cell| cell.row == queen.row || cell.col == queen.col;
        let is_done = |cell: Cell| marked.contains(cell) || painted.contains(cell);
        board.cells().filter(is_in_line).all(is_done)
    };
    changed.iter().all(is_of_one)
        && painted.iter().all(is_attacked)
        && marked.iter().any(has_all_lines)
}

/// The shade of two cells, each given by its colour before and after; none where they do not tell it.
fn shade_of(one: &(Rgb, Rgb), other: &(Rgb, Rgb)) -> Option<Shade> {
    let shade = Shade::of(one, other)?;
    (LEFT.contains(&shade.left) && is_made(&shade, other)).then_some(shade)
}

/// The shade of one cell that has become darker, and is no grey.
fn darker(cell: &(Rgb, Rgb)) -> Option<Shade> {
    let (before, after) = cell;
    let sum = |colour: &Rgb| colour.iter().copied().map(f32::from).sum::<f32>();
    let shade = Shade::leaving(sum(after) / sum(before).max(1.0));
    let tells = is_coloured(before) && shade.left < 1.0 && LEFT.contains(&shade.left);
    (tells && is_made(&shade, cell)).then_some(shade)
}

/// Whether a shade makes the second colour of the first.
fn is_made(shade: &Shade, (before, after): &(Rgb, Rgb)) -> bool {
    shade.makes(before, after, NEAR)
}

/// The shades that these cells may have, each given by its colour before and after.
fn shades_of(changed: &[(Rgb, Rgb)]) -> Vec<Shade> {
    let mut distinct = changed.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let of_two = distinct
        .iter()
        .enumerate()
        .flat_map(|(at, one)| distinct[..at].iter().filter_map(|other| shade_of(one, other)));
    of_two.chain(distinct.iter().filter_map(darker)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Mark, Marks, parse};
    use crate::geometry::{FramePoint, FrameVector};
    use crate::render::{CrossLook, Look, Rendered, Tone, random_palette, render};
    use crate::solver::{generate, solve};
    use crate::vision::read;
    use image::Rgba;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    const PITCH: f64 = 48.0;

    /// A board, how it is drawn, and it before anything is clicked.
    fn drawn(size: usize, seed: u64) -> (Board, Look, Rendered) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = generate(size, &mut rng).unwrap();
        let tone = [Tone::Pastel, Tone::Saturated][seed as usize % 2];
        let palette = random_palette(size, tone, &mut rng);
        let style = [Look::tiles, Look::classic][seed as usize / 2 % 2];
        let look = style(size, PITCH, palette);
        let plain = render(&board, &Marks::empty(size), &look);
        (board, look, plain)
    }

    /// The first `count` queens of the solution.
    fn queens(board: &Board, count: usize) -> Marks {
        let mut marks = Marks::empty(board.size());
        for queen in solve(board).solution().unwrap().queens().take(count) {
            marks.set(queen, Mark::Queen);
        }
        marks
    }

    /// The picture with the colours of each cell made into others, lines and marks as well.
    fn recoloured(drawn: &Rendered, change: impl Fn(Cell, [f32; 3]) -> [f32; 3]) -> RgbaImage {
        let mut pixels = drawn.pixels.clone();
        for (x, y, pixel) in pixels.enumerate_pixels_mut() {
            let at = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            if let Some(cell) = drawn.lattice.cell_at(at) {
                let Rgba([red, green, blue, _]) = *pixel;
                let [red, green, blue] = change(cell, [red, green, blue].map(f32::from));
                *pixel = Rgba([red as u8, green as u8, blue as u8, 255]);
            }
        }
        pixels
    }

    fn attacks(board: &Board, queen: Cell, cell: Cell) -> bool {
        cell != queen
            && (cell.row == queen.row
                || cell.col == queen.col
                || cell.touches(queen)
                || board.region(cell) == board.region(queen))
    }

    /// What is read at a place, `moved` from where the board was.
    fn read_moved(
        plain: &Rendered,
        pixels: &RgbaImage,
        marked: &Marks,
        moved: f64,
    ) -> Option<Marks> {
        let before = Before { pixels: &plain.pixels, reading: &read(&plain.pixels).unwrap() };
        let mut lattice = before.reading.lattice;
        lattice.origin += FrameVector::splat(moved);
        let marked = CellSet::from_cells(lattice.size, marked.queens());
        read_shaded(pixels, &lattice, &before, &marked).ok().map(|reading| reading.marks)
    }

    /// What becomes of the colour of a cell that so many queens attack, or of one with a queen.
    type Change = fn([f32; 3], i32) -> [f32; 3];

    /// What games do with the cells that a queen attacks, and with hers.
    const WAYS: [(Change, Change); 6] = [
        (
            |colour, _| colour.map(|level| 0.55 * level),
            |colour, _| colour.map(|level| (1.15 * level).min(255.0)),
        ),
        (|colour, _| colour.map(|level| 0.4 * level + 150.0), |colour, _| colour),
        (|[red, green, blue], _| [0.7 * red + 70.0, 0.7 * green, 0.7 * blue], |colour, _| colour),
        (
            |colour, _| colour,
            |[red, green, blue], _| [0.6 * red + 100.0, 0.6 * green + 90.0, 0.6 * blue],
        ),
        (|colour, queens| colour.map(|level| 0.85_f32.powi(queens) * level), |colour, _| colour),
        (|_, _| [250.0, 200.0, 200.0], |colour, _| colour),
    ];

    #[test]
    fn a_known_board_is_read_however_its_queens_shade_and_tint_it() {
        let mut unread = 0;
        for (seed, (attacked, own)) in (0..18).zip(WAYS.into_iter().cycle()) {
            let (board, look, plain) = drawn(6 + seed as usize % 4, seed);
            for count in 1..board.size() {
                let marks = queens(&board, count);
                let pixels = recoloured(&render(&board, &marks, &look), |cell, colour| {
                    let attacking = marks.queens().filter(|&queen| attacks(&board, queen, cell));
                    match attacking.count() {
                        0 if marks.mark(cell) == Mark::Queen => own(colour, 0),
                        0 => colour,
                        queens => attacked(colour, queens as i32),
                    }
                });
                unread += usize::from(read(&pixels).is_err());
                assert_eq!(read_moved(&plain, &pixels, &marks, 0.0), Some(marks), "seed {seed}");
            }
        }
        assert!(unread > 20, "only {unread} pictures make no board of their own");
    }

    #[test]
    fn what_covers_a_cell_or_is_another_board_is_no_shade() {
        for seed in 0..8 {
            let (board, look, plain) = drawn(7, seed);
            let marks = queens(&board, 2);
            let shown = render(&board, &marks, &look);
            assert_eq!(read_moved(&plain, &shown.pixels, &marks, 0.0), Some(marks.clone()));
            assert_eq!(read_moved(&plain, &shown.pixels, &marks, PITCH), None, "a cell away");
            assert_eq!(
                read_moved(&plain, &shown.pixels, &marks, PITCH / 2.0),
                None,
                "half a cell away"
            );
            // A panel over some cells, of one colour, on a board that is dark for it.
            for (corner, side) in [(0, 2), (2, 3), (5, 2), (0, 7)] {
                let pixels = recoloured(&shown, |cell, colour| {
                    let within = |at: usize| (corner..corner + side).contains(&at);
                    let is_under = within(cell.row) && within(cell.col);
                    if is_under { [250.0; 3] } else { colour.map(|level| 0.5 * level) }
                });
                assert_eq!(read_moved(&plain, &pixels, &marks, 0.0), None, "seed {seed}: a panel");
            }
            // All cells in line with a queen are painted in one colour, or all but one, or another one as well.
            let queen = marks.queens().next().unwrap();
            let painted = |is_it: &dyn Fn(Cell) -> bool| {
                let pixels = recoloured(&shown, |cell, colour| {
                    if is_it(cell) && marks.mark(cell) == Mark::Empty { [9.0; 3] } else { colour }
                });
                read_moved(&plain, &pixels, &marks, 0.0)
            };
            let is_in_line = |cell: Cell| cell.row == queen.row || cell.col == queen.col;
            let far = board.cells().find(|&cell| {
                let apart = |queen: Cell| {
                    cell.row.abs_diff(queen.row) != cell.col.abs_diff(queen.col)
                        && board.region(cell) != board.region(queen)
                        && cell.row != queen.row
                        && cell.col != queen.col
                };
                marks.queens().all(apart)
            });
            let last = board.cells().filter(|&cell| cell != queen && is_in_line(cell)).last();
            assert_eq!(painted(&is_in_line), Some(marks.clone()), "seed {seed}");
            assert_eq!(painted(&|cell| is_in_line(cell) && Some(cell) != last), None);
            assert_eq!(painted(&|cell| is_in_line(cell) || Some(cell) == far), None);
            let (other, look, _) = drawn(7, seed + 2);
            let next = render(&other, &Marks::empty(7), &Look { ..look });
            assert_eq!(read_moved(&plain, &next.pixels, &marks, 0.0), None, "seed {seed}: another");
        }
    }

    #[test]
    fn a_panel_over_empty_cells_and_crosses_is_no_paint_of_what_queens_attack() {
        let board = parse("AAAAAAB\nCAAAAAB\nCDDDCBB\nCEEDCBB\nCCCCCCF\nCGFFFFF\nGGFFFFF").unwrap();
        let rows = ["x....xx", "xxxxxxq", ".....xx", ".q...xx", ".....xx", "..q...x", "......x"];
        let mut marks = Marks::empty(7);
        for cell in board.cells() {
            match rows[cell.row].as_bytes()[cell.col] {
                b'x' => marks.set(cell, Mark::Cross),
                b'q' => marks.set(cell, Mark::Queen),
                _ => {}
            }
        }
        let palette = random_palette(7, Tone::Saturated, &mut ChaCha8Rng::seed_from_u64(7));
        let mut look = Look::tiles(7, PITCH, palette);
        look.cross = CrossLook { size: 0.62, stroke: 0.2, ..look.cross };
        let plain = render(&board, &marks, &look);
        let queens = || marks.queens().chain([Cell::at(2, 3), Cell::at(4, 5)]);
        let read = |pixels: &RgbaImage| {
            let before = Before { pixels: &plain.pixels, reading: &read(&plain.pixels).unwrap() };
            let marked = CellSet::from_cells(7, queens());
            read_shaded(pixels, &before.reading.lattice, &before, &marked).ok()
        };
        let mut covered = plain.pixels.clone();
        let corner = plain.lattice.cell_rect(Cell::at(2, 3)).center();
        for (x, y, pixel) in covered.enumerate_pixels_mut() {
            if f64::from(x) >= corner.x && f64::from(y) >= corner.y {
                *pixel = Rgba([255; 4]);
            }
        }
        assert!(read(&covered).is_none());
        let shaded = recoloured(&plain, |cell, colour| {
            let is_attacked = queens().any(|queen| attacks(&board, queen, cell));
            if is_attacked { colour.map(|level| 0.7 * level) } else { colour }
        });
        assert_eq!(read(&shaded).map(|reading| reading.marks.to_rows()), Some(marks.to_rows()));
    }
}
