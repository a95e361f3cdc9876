//! Letters and numbers that are printed in the cells of a region, and are no marks.

use super::cells::CellColours;
use super::sampling::{Raster, Rgb, distance};
use crate::board::{Board, Cell, Mark, Marks, Region};
use crate::geometry::Lattice;
use image::RgbaImage;
use std::array;
use std::cmp::Reverse;

/// The least part of the cells in which something stands, if something is printed in each.
const MARKED: f64 = 0.75;

/// The least part of the pairs of marks in one region that are alike where regions have letters: 45 to
/// 100 % on such pages. Of crosses, about as many as across regions are, 2 to 100 %.
const ALIKE_WITHIN: f64 = 0.3;

/// The most of the pairs of marks across regions that are alike there: letters are not read that well.
/// Chosen.
const ALIKE_ACROSS: f64 = 0.03;

/// The least part of what is drawn in one region alone that is the letter of its region, if letters are read well.
/// Chosen: one queen or cross that is drawn for the first time is less than a tenth of it.
const CLEAR: f64 = 0.9;

/// How like each other two drawings of one letter are at least, from 0 to 1: of two letters, up to
/// 13 % of the pairs have 0.8, and none 0.9.
const ALIKE: f64 = 0.9;

/// The samples along a side of a cell.
const SAMPLES: (u32, u32) = (12, 48);

/// The part of a cell's side, around its middle, that is compared.
const INNER: f64 = 0.6;

/// How many samples a mark may lie beside its place in another cell.
const BESIDE: usize = 1;

/// In how many ways it may lie along each side, and in all; in the middle one it is in its place.
const ALONG: usize = 2 * BESIDE + 1;
const PLACES: usize = ALONG * ALONG;
const IN_PLACE: usize = PLACES / 2;

/// The least cells of a region that nobody fills with queens. Chosen: two may both be tried.
const FILLED: usize = 3;

/// The marks without those that are printed, and without queens in all cells of one region: its colour is painted so.
pub(super) fn without_print(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    board: &Board,
    marks: Marks,
) -> Marks {
    let mut left = without_letters(pixels, lattice, colours, board, marks);
    let is_filled = |region: &Region| {
        let mut cells = board.region_cells(*region);
        board.region_cells(*region).count() >= FILLED
            && cells.all(|cell| left.mark(cell) == Mark::Queen)
    };
    let filled: Vec<Region> = (0..board.size()).map(Region).filter(is_filled).collect();
    // Where there are several, nobody knows what stands in the others.
    if let [region] = filled[..] {
        board.region_cells(region).for_each(|cell| left.set(cell, Mark::Empty));
    }
    left
}

/// The marks without those that are letters of regions, or that stand in all cells. Such letters are alike in a region
/// and differ between regions, while a mark is the same, or the same blur, in all.
fn without_letters(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    board: &Board,
    marks: Marks,
) -> Marks {
    let marked: Vec<Cell> = marks.standing().collect();
    if (marked.len() as f64) < MARKED * (board.size() * board.size()) as f64 {
        return marks;
    }
    let kinds = kinds(pixels, lattice, colours, &marked);
    if kinds.len() == 1 && marked.len() == board.regions().len() {
        return Marks::empty(board.size());
    }
    if !are_letters_of_regions(&kinds, board) {
        return marks;
    }
    let mut of_one_region: Vec<&Kind> =
        kinds.iter().filter(|kind| kind.is_in_one_region(board)).collect();
    let letters = letters_of(&of_one_region, board);
    // A queen that is drawn for the only time, or a cross, is told from letters that are drawn alike.
    if count(&letters) as f64 >= CLEAR * count(&of_one_region) as f64 {
        of_one_region = letters;
    }
    let of_one_region: Vec<Cell> =
        of_one_region.iter().flat_map(|kind| kind.cells.iter().copied()).collect();
    // Of a few queens, each may be drawn for the only time.
    let is_queen = |cell: &&Cell| marks.mark(**cell) == Mark::Queen;
    let are_queens_printed = of_one_region.iter().filter(is_queen).count() > board.size();
    let mut left = marks.clone();
    for cell in of_one_region.iter().filter(|cell| are_queens_printed || !is_queen(cell)) {
        left.set(*cell, Mark::Empty);
    }
    left
}

/// What is drawn in some cells, sorted by what is alike.
fn kinds(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    cells: &[Cell],
) -> Vec<Kind> {
    let raster = Raster::new(pixels, lattice, INNER, SAMPLES);
    let mut kinds: Vec<Kind> = Vec::new();
    for &cell in cells {
        let drawing = Drawing::of(&raster, cell, &colours.rgb[lattice.index(cell)]);
        match kinds.iter_mut().find(|kind| kind.first.is_like(&drawing)) {
            Some(kind) => kind.cells.push(cell),
            None => kinds.push(Kind { first: drawing, cells: vec![cell] }),
        }
    }
    kinds
}

/// Whether what is drawn in these cells is the same in most of them, as crosses are, and not a number or a letter
/// of its own in each.
pub(super) fn is_mostly_one(
    pixels: &RgbaImage,
    lattice: &Lattice,
    colours: &CellColours,
    cells: &[Cell],
) -> bool {
    let kinds = kinds(pixels, lattice, colours, cells);
    let most = kinds.iter().map(|kind| kind.cells.len()).max().unwrap_or_default();
    2 * most > cells.len()
}

fn count(kinds: &[&Kind]) -> usize {
    kinds.iter().map(|kind| kind.cells.len()).sum()
}

/// Of what is drawn in one region alone, what is drawn most often there.
fn letters_of<'a>(of_one_region: &[&'a Kind], board: &Board) -> Vec<&'a Kind> {
    let region = |kind: &Kind| board.region(kind.cells[0]);
    let is_letter = |kind: &&&Kind| {
        let mut own = of_one_region.iter().filter(|other| region(other) == region(kind));
        own.all(|other| other.cells.len() <= kind.cells.len())
    };
    of_one_region.iter().filter(is_letter).copied().collect()
}

/// Whether marks are alike in their regions and differ between them, but for crosses and queens that stand beside
/// letters, and are the same in all regions.
fn are_letters_of_regions(kinds: &[Kind], board: &Board) -> bool {
    let mut letters: Vec<&Kind> = kinds.iter().collect();
    let all = count(&letters);
    letters.sort_by_key(|kind| (kind.is_in_one_region(board), Reverse(kind.cells.len())));
    let marks = letters.iter().take(2).filter(|kind| !kind.is_in_one_region(board)).count();
    letters.drain(..marks);
    if 2 * count(&letters) < all {
        return false;
    }
    let marked: Vec<(usize, Cell)> = (0..)
        .zip(letters)
        .flat_map(|(kind, cells)| cells.cells.iter().map(move |&cell| (kind, cell)))
        .collect();
    let mut within = Pairs::default();
    let mut across = Pairs::default();
    for (at, &(kind, cell)) in marked.iter().enumerate() {
        for &(other_kind, other) in &marked[..at] {
            let is_within = board.region(cell) == board.region(other);
            let pairs = if is_within { &mut within } else { &mut across };
            pairs.all += 1;
            pairs.alike += usize::from(kind == other_kind);
        }
    }
    within.part() >= ALIKE_WITHIN && across.part() <= ALIKE_ACROSS
}

/// How many pairs of marks there are, and how many of them are of one kind.
#[derive(Default)]
struct Pairs {
    all: usize,
    alike: usize,
}

impl Pairs {
    fn part(&self) -> f64 {
        self.alike as f64 / self.all.max(1) as f64
    }
}

/// Cells in which the same is drawn.
struct Kind {
    first: Drawing,
    cells: Vec<Cell>,
}

impl Kind {
    fn is_in_one_region(&self, board: &Board) -> bool {
        self.cells.iter().all(|&cell| board.region(cell) == board.region(self.cells[0]))
    }
}

/// What is drawn in a cell: by how much each sample differs from the cell's colour, row by row.
struct Drawing {
    columns: usize,
    levels: Vec<u8>,
    /// The sum of the squares of its part in each place.
    norms: [u32; PLACES],
}

impl Drawing {
    fn of(raster: &Raster<'_>, cell: Cell, colour: &Rgb) -> Self {
        let level = |sample: Option<Rgb>| sample.map_or(0, |own| distance(&own, colour));
        let levels = raster.samples(cell).into_iter().map(level).collect();
        let drawing = Self { columns: raster.columns as usize, levels, norms: [0; PLACES] };
        let norms = array::from_fn(|place| product(drawing.part(place), drawing.part(place)));
        Self { norms, ..drawing }
    }

    /// The rows of what is compared of it in a place.
    fn part(&self, place: usize) -> impl Iterator<Item = &[u8]> {
        let (down, right) = (place / ALONG, place % ALONG);
        let rows = self.levels.chunks(self.columns);
        let (height, width) = (rows.len() - 2 * BESIDE, self.columns - 2 * BESIDE);
        rows.skip(down).take(height).map(move |row| &row[right..right + width])
    }

    /// Whether another one is the same, however strong: by their normalised cross-correlation where they
    /// fit best.
    fn is_like(&self, other: &Self) -> bool {
        (0..PLACES).any(|place| {
            let norms = f64::from(self.norms[IN_PLACE]) * f64::from(other.norms[place]);
            let product = product(self.part(IN_PLACE), other.part(place));
            f64::from(product) >= ALIKE * norms.sqrt()
        })
    }
}

/// The sum of the products of what is in one place in both. With at most 48 samples a side it fits.
fn product<'a>(a: impl Iterator<Item = &'a [u8]>, b: impl Iterator<Item = &'a [u8]>) -> u32 {
    let of_row = |(a, b): (&[u8], &[u8])| -> u32 {
        a.iter().zip(b).map(|(a, b)| u32::from(*a) * u32::from(*b)).sum()
    };
    a.zip(b).map(of_row).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{FramePoint, FrameVector};
    use image::Rgba;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const SIDE: usize = 5;
    const PITCH: u32 = 40;

    /// Rows of 5 samples each.
    const LETTERS: [&str; SIDE] = [
        "#.... #.... #.... #.... #####",
        "##### ..#.. ..#.. ..#.. ..#..",
        "#...# #...# ##### #...# #...#",
        "#...# #...# #...# #...# #####",
        "##### ..##. .##.. ##... #####",
    ];
    const X: &str = "#...# .#.#. ..#.. .#.#. #...#";
    const CROWN: &str = "#.#.# ##### ##### ##### #####";

    /// The marks of a board of which each column is a region, with these glyphs drawn in its cells: of
    /// those that are read as crosses and queens, the ones that are left.
    fn left_of(glyph: impl Fn(Cell) -> Option<&'static str>) -> Marks {
        left_of_read(glyph, |glyph| if glyph == CROWN { Mark::Queen } else { Mark::Cross })
    }

    /// The same, where glyphs are read in this way.
    fn left_of_read(
        glyph: impl Fn(Cell) -> Option<&'static str>,
        read: impl Fn(&str) -> Mark,
    ) -> Marks {
        let origin = FramePoint::new(0.0, 0.0);
        let pitch = FrameVector::new(f64::from(PITCH), f64::from(PITCH));
        let lattice = Lattice { origin, pitch, size: SIDE };
        let board = Board::from_rows(&vec![(0..SIDE).collect::<Vec<_>>(); SIDE]).unwrap();
        let mut colours = CellColours::default();
        let mut marks = Marks::empty(SIDE);
        let mut pixels =
            RgbaImage::from_pixel(PITCH * SIDE as u32, PITCH * SIDE as u32, Rgba([200; 4]));
        for cell in board.cells() {
            colours.push([200.0; 3], 1.0);
            let Some(glyph) = glyph(cell) else { continue };
            marks.set(cell, read(glyph));
            // Smooth edges fall differently on the pixels of each cell.
            let beside = (cell.row % 2) as u32;
            for (row, samples) in (0..).zip(glyph.split(' ')) {
                for (column, _) in samples.match_indices('#') {
                    for (x, y) in (0..16).map(|at| (at % 4, at / 4)) {
                        let across = cell.col as u32 * PITCH + 10 + 4 * column as u32 + x + beside;
                        let down = cell.row as u32 * PITCH + 10 + 4 * row + y;
                        pixels.put_pixel(across, down, Rgba([40, 40, 40, 255]));
                    }
                }
            }
        }
        without_print(&pixels, &lattice, &colours, &board, marks)
    }

    fn rows(marks: &Marks) -> String {
        marks.to_rows().join(" ")
    }

    #[test]
    fn letters_in_all_cells_are_no_marks_and_do_not_hide_those_that_stand_instead_of_them() {
        let with_marks = |cell: Cell| match (cell.row, cell.col) {
            (0, 1) | (1, 3) | (4, 4) => X,
            (2, 0) => CROWN,
            (_, column) => LETTERS[column],
        };
        let left = left_of(|cell| Some(with_marks(cell)));
        assert_eq!(rows(&left), ".x... ...x. q.... ..... ....x");
    }

    #[test]
    fn the_only_queen_or_cross_is_told_from_letters_that_are_read_as_queens() {
        let read = |glyph: &str| if glyph == X { Mark::Cross } else { Mark::Queen };
        for (glyph, left) in
            [(CROWN, "..... ..... ..... .q... ....."), (X, "..... ..... ..... .x... .....")]
        {
            let drawn = |cell: Cell| if cell == Cell::at(3, 1) { glyph } else { LETTERS[cell.col] };
            assert_eq!(rows(&left_of_read(|cell| Some(drawn(cell)), read)), left);
        }
    }

    #[test]
    fn letters_are_told_beside_many_crosses() {
        let is_crossed = |cell: Cell| (cell.row + cell.col).is_multiple_of(3);
        let left = left_of(|cell| Some(if is_crossed(cell) { X } else { LETTERS[cell.col] }));
        assert_eq!(rows(&left), "x..x. ..x.. .x..x x..x. ..x..");
    }

    #[test]
    fn large_letters_are_no_queens() {
        let left = left_of(|cell| match (cell.row, cell.col) {
            (0, 4) => None,
            (_, 4) => Some(CROWN),
            (_, column) => Some(LETTERS[column]),
        });
        assert_eq!(rows(&left), "..... ....q ....q ....q ....q", "no more than there may be");
    }

    #[test]
    fn queens_in_all_cells_of_a_region_are_how_it_is_painted() {
        let in_first = |rows: usize| {
            left_of(|cell| {
                (cell.col == 0 && cell.row < rows || cell == Cell::at(2, 3)).then_some(CROWN)
            })
        };
        assert_eq!(rows(&in_first(5)), "..... ..... ...q. ..... .....");
        assert_eq!(rows(&in_first(4)), "q.... q.... q..q. q.... .....");
        let in_two = left_of(|cell| (cell.col < 2).then_some(CROWN));
        assert_eq!(rows(&in_two), "qq... qq... qq... qq... qq...");
    }

    #[test]
    fn a_board_that_is_crossed_out_keeps_its_crosses() {
        let solution = [0, 2, 4, 1, 3];
        let left = left_of(|cell| Some(if solution[cell.row] == cell.col { CROWN } else { X }));
        assert_eq!(rows(&left), "qxxxx xxqxx xxxxq xqxxx xxxqx");
    }

    #[test]
    fn crosses_that_are_drawn_otherwise_in_some_regions_are_no_letters() {
        let left = left_of(|cell| Some(if cell.col < 3 { X } else { LETTERS[cell.col] }));
        assert_eq!(rows(&left), "xxxxx xxxxx xxxxx xxxxx xxxxx");
    }

    #[test]
    fn crosses_of_which_no_two_are_drawn_alike_are_no_letters() {
        let blurred = |cell: Cell| -> &'static str {
            let mut rng = ChaCha8Rng::seed_from_u64((SIDE * cell.row + cell.col) as u64);
            let row = |_| (0..SIDE).map(|_| if rng.random() { '#' } else { '.' }).collect();
            let rows: Vec<String> = (0..SIDE).map(row).collect();
            rows.join(" ").leak()
        };
        assert_eq!(rows(&left_of(|cell| Some(blurred(cell)))), "xxxxx xxxxx xxxxx xxxxx xxxxx");
    }

    #[test]
    fn what_is_the_same_in_all_cells_is_no_mark() {
        for glyph in [X, CROWN] {
            assert_eq!(left_of(|_| Some(glyph)), Marks::empty(SIDE));
        }
        let but_one = left_of(|cell| (cell != Cell::at(2, 3)).then_some(X));
        assert_eq!(rows(&but_one), "xxxxx xxxxx xxx.x xxxxx xxxxx");
    }

    #[test]
    fn what_stands_in_some_cells_only_is_not_printed() {
        let left = left_of(|cell| (cell.row < 3).then_some(LETTERS[cell.col]));
        assert_eq!(rows(&left), "xxxxx xxxxx xxxxx ..... .....");
    }
}
