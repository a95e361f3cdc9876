//! Queens told by their likeness: a site draws all of them in one look. One that a pointer lies over, or that stands in
//! nearly the colour of her cell, has lost her shape, but not the colours in their places.

use super::alike::{AGREEING, TOLERANCE};
use super::sampling::{Raster, Rgb, distance, median, median_colour};
use super::stain::{CONTRAST, FAINTEST, INNER};
use crate::board::{Cell, Mark, Marks};
use crate::geometry::Lattice;
use image::RgbaImage;
use std::array;
use std::ops::RangeInclusive;

/// The most samples along a side of a cell. Chosen: a stroke is a sample wide or more.
const SAMPLES: u32 = 48;

/// The part of a cell's side, around its middle, in which a part of any queen is drawn: else all that she has in common
/// with another cell is its frame. Chosen.
const MIDDLE: f64 = 0.5;

/// How many queens, or crosses, have a look at least. Chosen.
const LEAST: usize = 2;

/// The least part of a cell that what the drawings of a mark have in common takes, and in samples. Chosen: thin crosses
/// in small cells are all edges.
const AREA: f64 = 0.02;
const PLACES: usize = 12;

/// The least part of a queen that is seen where another one stands, and the most of what crosses have in common.
/// Chosen: a pointer covers a quarter of a queen.
const SHOWN: f64 = 0.8;
const CROSSED: f64 = 0.5;

/// The least part of what stands out in such a cell that a queen is seen in. Chosen: of her jewels on gold it is 0.39.
const MUCH: f64 = 0.3;

/// How far a colour is from the cell's, in levels of a channel, if it would be seen clearly. Chosen.
const CLEARLY: u8 = 2 * CONTRAST;

/// The least part of a queen that is seen in a cell that was read as a cross, where crosses have nothing in common: the
/// strokes of small ones fall on other pixels in each cell. Chosen.
const EXACT: f64 = 0.95;

/// The part of a cell's colour that comes through translucent drawings. Chosen: less makes no difference, and of more
/// they are hardly seen.
const THROUGH: RangeInclusive<f32> = 0.05..=0.5;

/// The marks with the queens that look like others, by the colours of the cells.
///
/// A cell has one if it shows what the queens have in common, and not what the other crosses have.
pub(super) fn with_queens_alike(
    pixels: &RgbaImage,
    lattice: &Lattice,
    own: &[Rgb],
    marks: Marks,
) -> Marks {
    let raster = Raster::new(pixels, lattice, INNER, (4, SAMPLES));
    let drawn = |cell: Cell| Drawing::of(&raster, cell, own[lattice.index(cell)]);
    let read = &marks;
    let with = |mark: Mark| lattice.cells().filter(move |&cell| read.mark(cell) == mark);
    let queens: Vec<Drawing> = with(Mark::Queen).map(drawn).collect();
    let (queen, through) = match Look::of(queens.iter()) {
        Some(queen) => (queen, 0.0),
        None => {
            let through = part_through(&queens);
            let opaque = queens.into_iter().map(|queen| queen.opaque(through));
            let Some(queen) = Look::of(opaque.collect::<Vec<_>>().iter()) else { return marks };
            (queen, through)
        }
    };
    let drawing = |cell: Cell| drawn(cell).opaque(through);
    let crosses: Vec<(Cell, Drawing)> =
        with(Mark::Cross).map(|cell| (cell, drawing(cell))).collect();
    let is_cross = |cell: Cell, drawing: &Drawing| {
        // Of two, none has a look without the other.
        let others = crosses.iter().filter(|(other, _)| crosses.len() <= LEAST || *other != cell);
        match Look::of(others.map(|(_, drawing)| drawing)) {
            Some(look) => look.part_shown(drawing) >= CROSSED,
            None => {
                let is_told = queen.is_faint_on(&drawing.own) && queen.is_much_of(drawing);
                crosses.len() > 1 && queen.part_shown(drawing) < EXACT && !is_told
            }
        }
    };
    let is_like = |drawing: &Drawing| queen.part_shown(drawing) >= SHOWN;
    let middles = Raster::new(pixels, lattice, MIDDLE, (4, SAMPLES));
    let is_filled = |cell: &Cell| {
        let own = &own[lattice.index(*cell)];
        let is_bare = middles.is_all_near(*cell, own, FAINTEST);
        !is_bare && !raster.is_all_near(*cell, own, CONTRAST)
    };
    let missed: Vec<Cell> =
        with(Mark::Empty).filter(is_filled).filter(|&cell| is_like(&drawing(cell))).collect();
    let taken_for_crosses: Vec<Cell> = crosses
        .iter()
        .filter(|(cell, drawing)| is_like(drawing) && !is_cross(*cell, drawing))
        .map(|(cell, _)| *cell)
        .collect();
    let mut marks = marks;
    for cell in missed.into_iter().chain(taken_for_crosses) {
        marks.set(cell, Mark::Queen);
    }
    marks
}

/// What is drawn in a cell.
pub(super) struct Drawing {
    /// The cell's own colour.
    own: Rgb,
    /// Its samples, row by row; `None` outside of the picture.
    samples: Vec<Option<Rgb>>,
    /// Those in a row.
    columns: usize,
}

impl Drawing {
    pub(super) fn of(raster: &Raster<'_>, cell: Cell, own: Rgb) -> Self {
        Self { own, samples: raster.samples(cell), columns: raster.columns as usize }
    }

    /// What is drawn, without the part of the cell's own colour that comes through it.
    fn opaque(mut self, through: f32) -> Self {
        if through > 0.0 {
            let ink = |seen: u8, own: u8| {
                let ink = (f32::from(seen) - through * f32::from(own)) / (1.0 - through);
                ink.round() as u8
            };
            for seen in self.samples.iter_mut().flatten() {
                *seen = array::from_fn(|channel| ink(seen[channel], self.own[channel]));
            }
        }
        self
    }

    /// The part of what stands out here that is the same in another cell, whether it stands out there or not.
    pub(super) fn part_in(&self, other: &Self) -> f64 {
        let drawn: Vec<(usize, Rgb)> = self.drawn().collect();
        let shown = most_beside(|by| {
            let is_shown = |(place, colour): &&(usize, Rgb)| {
                other.at(*place, by).is_some_and(|seen| is_same(&seen, colour))
            };
            drawn.iter().filter(is_shown).count()
        });
        shown as f64 / drawn.len().max(1) as f64
    }

    /// The places of what stands out of the cell's own colour, and its colours.
    fn drawn(&self) -> impl Iterator<Item = (usize, Rgb)> {
        let all = self.samples.iter().enumerate();
        all.filter_map(|(place, sample)| Some((place, sample.filter(|it| self.stands_out(it))?)))
    }

    fn stands_out(&self, colour: &Rgb) -> bool {
        distance(colour, &self.own) > CONTRAST
    }

    /// What stands out of the cell's own colour at a place, moved by some samples to the right and down.
    fn drawn_at(&self, place: usize, by: (isize, isize)) -> Option<Rgb> {
        self.at(place, by).filter(|colour| self.stands_out(colour))
    }

    /// What is seen there.
    fn at(&self, place: usize, (right, down): (isize, isize)) -> Option<Rgb> {
        let column = (place % self.columns).checked_add_signed(right)?;
        let row = (place / self.columns).checked_add_signed(down)?;
        let is_within = column < self.columns;
        *self.samples.get(row * self.columns + column).filter(|_| is_within)?
    }
}

/// The part of a cell's colour that comes through what is drawn over it: how far one drawing of a mark is from another
/// in most places, as a part of how far their cells are. 0 where nothing does, or too much to tell.
fn part_through(drawings: &[Drawing]) -> f32 {
    let mut parts = Vec::new();
    for (index, one) in drawings.iter().enumerate() {
        let is_apart = |other: &&Drawing| distance(&one.own, &other.own) > CLEARLY;
        for other in drawings[..index].iter().filter(is_apart) {
            let apart = |channel: &usize| one.own[*channel].abs_diff(other.own[*channel]);
            let widest = (0..3).max_by_key(apart).unwrap_or_default();
            let off = |a: &Rgb, b: &Rgb| f32::from(a[widest]) - f32::from(b[widest]);
            let between_cells = off(&one.own, &other.own);
            let in_both = one.drawn().filter_map(|(place, seen)| {
                Some(off(&seen, &other.drawn_at(place, (0, 0))?) / between_cells)
            });
            parts.extend(in_both);
        }
    }
    let through = median(&mut parts);
    if THROUGH.contains(&through) { through } else { 0.0 }
}

/// What the drawings of one mark have in common.
struct Look {
    /// The places, row by row, and their colours.
    places: Vec<(usize, Rgb)>,
}

impl Look {
    fn of<'a>(drawings: impl Iterator<Item = &'a Drawing>) -> Option<Self> {
        let drawings: Vec<&Drawing> = drawings.collect();
        let count = drawings.first()?.samples.len();
        let least = LEAST.max((AGREEING * drawings.len() as f64).ceil() as usize);
        let common = |place: usize| {
            let drawn = drawings.iter().filter_map(|drawing| drawing.drawn_at(place, (0, 0)));
            let seen: Vec<Rgb> = drawn.collect();
            if seen.len() < least {
                return None;
            }
            let typical = median_colour(&seen);
            let like = seen.iter().filter(|colour| distance(colour, &typical) <= TOLERANCE).count();
            (like >= least).then_some((place, typical))
        };
        let places: Vec<(usize, Rgb)> = (0..count).filter_map(common).collect();
        let is_enough = places.len() >= PLACES.max((AREA * count as f64) as usize);
        is_enough.then_some(Self { places })
    }

    /// The part of it that a cell shows, of what would be seen on its colour; it may lie a sample aside. Where that is
    /// less than half of it, what would be seen clearly counts; 0 if that is next to nothing.
    fn part_shown(&self, drawing: &Drawing) -> f64 {
        let is_faint = self.is_faint_on(&drawing.own);
        let visible = self.visible_on(&drawing.own, if is_faint { CLEARLY } else { CONTRAST });
        if is_faint && visible.len() < PLACES {
            return 0.0;
        }
        Self::shown(&visible, drawing) as f64 / visible.len() as f64
    }

    /// What of it differs by more than this from the colour of a cell.
    fn visible_on(&self, own: &Rgb, least: u8) -> Vec<&(usize, Rgb)> {
        self.places.iter().filter(|(_, colour)| distance(colour, own) > least).collect()
    }

    /// Whether less than half of it would be seen on a cell of this colour: of a golden crown on gold, the jewels.
    fn is_faint_on(&self, own: &Rgb) -> bool {
        2 * self.visible_on(own, CONTRAST).len() < self.places.len()
    }

    /// Whether much of what stands out in a cell is a part of it, as next to nothing of a cross is. The edges of what
    /// stands out are not.
    fn is_much_of(&self, drawing: &Drawing) -> bool {
        let all = drawing.drawn().count();
        let places: Vec<&(usize, Rgb)> = self.places.iter().collect();
        Self::shown(&places, drawing) as f64 >= MUCH * all as f64
    }

    /// How many of these places, with their colours, a cell shows where they are or a sample aside.
    fn shown(places: &[&(usize, Rgb)], drawing: &Drawing) -> usize {
        most_beside(|by| {
            let is_shown = |(place, colour): &&&(usize, Rgb)| {
                drawing.drawn_at(*place, by).is_some_and(|seen| is_same(&seen, colour))
            };
            places.iter().filter(is_shown).count()
        })
    }
}

/// The most that is found where it is or a sample aside.
fn most_beside(found: impl Fn((isize, isize)) -> usize) -> usize {
    let around = (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down)));
    around.map(found).max().unwrap_or(0)
}

/// Whether two drawings of one thing may have these colours in one place.
fn is_same(one: &Rgb, other: &Rgb) -> bool {
    distance(one, other) <= TOLERANCE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{FramePoint, FrameVector};
    use image::Rgba;

    const GROUND: Rgb = [200, 120, 160];
    const BLACK: Rgb = [20; 3];
    const WHITE: Rgb = [250; 3];

    /// What is drawn at a distance from the middle of a cell, if anything.
    type Glyph = fn(f64, f64) -> Option<Rgb>;

    fn nothing(_: f64, _: f64) -> Option<Rgb> {
        None
    }

    /// A white box with a black outline and a nose.
    fn cat(x: f64, y: f64) -> Option<Rgb> {
        let is_nose = x.abs() < 3.0 && y.abs() < 3.0;
        let is_line = x.abs() > 17.0 || y.abs() > 11.0 || is_nose;
        (x.abs() < 20.0 && y.abs() < 14.0).then_some(if is_line { BLACK } else { WHITE })
    }

    fn x(x: f64, y: f64) -> Option<Rgb> {
        let is_stroke = (x - y).abs() < 4.0 || (x + y).abs() < 4.0;
        (x.abs().max(y.abs()) < 13.0 && is_stroke).then_some(BLACK)
    }

    fn disc(x: f64, y: f64) -> Option<Rgb> {
        (x.hypot(y) < 18.0).then_some(BLACK)
    }

    /// A cat under a pointer.
    fn covered_cat(x: f64, y: f64) -> Option<Rgb> {
        let is_pointer = x > 4.0 && y > 0.0 && x - 4.0 < y;
        if is_pointer { Some([90; 3]) } else { cat(x, y) }
    }

    /// The marks by their likeness of cells of 60 pixels in a square, in which this is drawn, row by row, where they
    /// are read so.
    fn marks(drawn: &[Glyph; 9], read: &str, lit: Option<(usize, Rgb)>) -> String {
        let own = |at: usize| lit.filter(|(cell, _)| *cell == at).map_or(GROUND, |(_, rgb)| rgb);
        marks_on(&array::from_fn(own), 0.0, drawn, read)
    }

    /// The same in cells of these colours, of which a part comes through what is drawn.
    fn marks_on(own: &[Rgb; 9], through: f32, drawn: &[Glyph; 9], read: &str) -> String {
        let lattice = Lattice {
            origin: FramePoint::new(0.0, 0.0),
            pitch: FrameVector::new(60.0, 60.0),
            size: 3,
        };
        let pixels = RgbaImage::from_fn(180, 180, |x, y| {
            let at = (y / 60 * 3 + x / 60) as usize;
            let from_middle = |side: u32| f64::from(side % 60) - 29.5;
            let ink = drawn[at](from_middle(x), from_middle(y)).unwrap_or(own[at]);
            let mix =
                |ink: u8, own: u8| f32::from(ink) + through * (f32::from(own) - f32::from(ink));
            let [r, g, b] = array::from_fn(|channel| mix(ink[channel], own[at][channel]) as u8);
            Rgba([r, g, b, 255])
        });
        let mut marks = Marks::empty(3);
        let letters = [(Mark::Empty, '.'), (Mark::Cross, 'x'), (Mark::Queen, 'q')];
        for (cell, read) in lattice.cells().zip(read.chars()) {
            marks.set(cell, letters.into_iter().find(|(_, letter)| *letter == read).unwrap().0);
        }
        let marks = with_queens_alike(&pixels, &lattice, own, marks);
        let letter =
            |cell: Cell| letters.into_iter().find(|(mark, _)| *mark == marks.mark(cell)).unwrap().1;
        lattice.cells().map(letter).collect()
    }

    #[test]
    fn what_looks_like_two_queens_is_one_whatever_was_read() {
        let drawn = |last: Glyph| [cat, nothing, x, nothing, cat, x, nothing, nothing, last];
        for read in ["q.x.qx..x", "q.x.qx..."] {
            let is_queen = |glyph: Glyph| marks(&drawn(glyph), read, None).ends_with('q');
            assert_eq!([is_queen(cat), is_queen(covered_cat)], [true; 2], "{read}");
            assert_eq!([x, disc, nothing].map(is_queen), [false; 3], "{read}");
        }
        let alone = [cat, nothing, x, nothing, nothing, x, nothing, nothing, cat];
        assert_eq!(marks(&alone, "q.x..x..x", None), "q.x..x..x", "one is no look");
    }

    #[test]
    fn a_cell_with_the_frame_of_queens_and_nothing_in_it_is_empty() {
        fn frame(x: f64, y: f64) -> Option<Rgb> {
            (x.abs().max(y.abs()) > 21.0).then_some(WHITE)
        }
        fn framed(x: f64, y: f64) -> Option<Rgb> {
            if x.abs().max(y.abs()) < 4.0 { Some(BLACK) } else { frame(x, y) }
        }
        for (last, mark) in [(frame as Glyph, '.'), (framed, 'q')] {
            let drawn =
                [framed, nothing, nothing, nothing, framed, nothing, nothing, nothing, last];
            assert!(marks(&drawn, "q...q....", None).ends_with(mark), "{mark}");
        }
    }

    #[test]
    fn a_cross_with_all_of_a_queen_in_it_is_one_by_other_crosses() {
        fn dot(x: f64, y: f64) -> Option<Rgb> {
            (x.hypot(y) < 5.0).then_some(BLACK)
        }
        let read = |last: Glyph| {
            marks(&[dot, x, x, nothing, dot, nothing, x, nothing, last], "qxx.q.x.x", None)
        };
        assert_eq!(read(x), "qxx.q.x.x");
        assert_eq!(read(dot), "qxx.q.x.q");
    }

    const GOLD: Rgb = [250, 200, 50];

    fn crown(x: f64, y: f64) -> Option<Rgb> {
        let is_jewel = y.abs() < 4.0 && (x.abs() < 4.0 || (x.abs() - 12.0).abs() < 4.0);
        let is_body = x.abs() < 18.0 && y.abs() < 14.0;
        is_body.then_some(if is_jewel { [30, 120, 140] } else { GOLD })
    }

    #[test]
    fn translucent_queens_are_alike_on_cells_of_all_colours() {
        let own: [Rgb; 9] =
            [[0, 165, 240], GROUND, GROUND, GROUND, [180, 60, 245], GROUND, GROUND, GROUND, GOLD];
        let read = |through: f32, last: Glyph| {
            let drawn = [crown, x, nothing, x, crown, nothing, nothing, nothing, last];
            ["qx.xq....", "qx.xq...x"].map(|read| marks_on(&own, through, &drawn, read))
        };
        for through in [0.0, 0.1, 0.2, 0.4] {
            assert_eq!(read(through, crown), ["qx.xq...q"; 2], "{through}");
            assert_eq!(read(through, x), ["qx.xq....", "qx.xq...x"], "{through}");
            assert_eq!(read(through, nothing), ["qx.xq....", "qx.xq...x"], "{through}");
        }
    }

    #[test]
    fn a_golden_crown_on_gold_is_told_from_crosses_by_her_jewels() {
        // On other pixels, and not all of it is the same.
        fn other_crown(x: f64, y: f64) -> Option<Rgb> {
            if x > 12.0 { None } else { crown(x, y) }
        }
        // A stroke that falls on other pixels in each cell.
        fn small_x(x: f64, y: f64) -> Option<Rgb> {
            (x.abs().max(y.abs()) < 5.0 && (x - y).abs().min((x + y).abs()) < 0.8).then_some(BLACK)
        }
        let read = |last: Glyph| {
            let drawn = [crown, small_x, nothing, small_x, crown, nothing, nothing, nothing, last];
            marks(&drawn, "qx.xq...x", Some((8, GOLD)))
        };
        assert_eq!([crown, other_crown].map(read), ["qx.xq...q"; 2]);
        assert_eq!(read(small_x), "qx.xq...x");
    }

    #[test]
    fn a_cell_of_the_marks_own_colour_shows_none() {
        let drawn =
            |last: Glyph| [disc, nothing, nothing, nothing, disc, nothing, nothing, nothing, last];
        let read = |last: Glyph, own: Rgb| marks(&drawn(last), "q...q....", Some((8, own)));
        assert!(read(disc, [90, 200, 90]).ends_with('q'));
        assert!(read(nothing, BLACK).ends_with('.'));
        // What fills it in another colour.
        assert!(read(|_, _| Some(WHITE), BLACK).ends_with('.'));
    }
}
