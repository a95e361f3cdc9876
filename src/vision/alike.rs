//! Whether one and the same thing is drawn in some cells, without knowing what.

use super::correlation::correlation;
use super::sampling::{Raster, Rgb, brightness, distance, ground_of, median_colour};
use crate::board::{Cell, CellSet};
use crate::geometry::Lattice;
use image::RgbaImage;
use std::mem;
use std::ops::Range;

/// Samples along a side of a cell: a queen 0.38 cells wide still has 9 of them.
const SAMPLES: u32 = 24;

/// The part of a cell's side, around its middle, that is compared: rings of focus and hover lie
/// outside of it.
const INNER: f64 = 0.7;

/// How far a channel may differ between two drawings of one thing, in levels of 255: smooth edges
/// fall differently on the pixels of each cell.
pub(super) const TOLERANCE: u8 = 24;

/// The part of the cells that must agree on a sample for it to belong to the thing. Below one, so
/// that a cell of the thing's own colour does not hide it.
pub(super) const AGREEING: f64 = 0.75;

/// The least part of a cell that a thing takes. A queen takes 7 % or more.
const AREA: f64 = 0.04;

/// The least part of the thing that each of the cells must show.
const SHOWN: f64 = 0.8;

/// The most of it that any other cell may show: a veil over the board is the same in all cells.
const ELSEWHERE: f64 = 0.5;

/// The part of the other cells beyond which what they show in a place is no part of the thing. Chosen: most.
const GROUND: f64 = 0.5;

/// The least part of the usual area in the thing's colour that most of its cells show. What half a
/// board's queens have in common with the crosses on the other half took 0.2 of theirs there, and
/// the edges of one thing differ by 0.1.
const AS_MUCH: f64 = 0.5;

/// The least part of what most of them show in that colour that is in all of them. Chosen: crowns and letters X
/// have 0.34 to 0.44, and one thing has all of it but its edges.
const COMMON: f64 = 0.6;

/// The fewest and the most samples along a side of a cell that outlines are taken from.
const OUTLINE_SAMPLES: (u32, u32) = (12, 48);

/// How many samples a thing may lie beside its place in another cell: lines around a cell that are
/// thicker on one side than on the other move what is in it by up to two pixels.
const BESIDE: i32 = 2;

/// How many times larger a thing may be drawn in one cell than in another: walls on both sides of a cell
/// leave less for what is in it. At 50 pixels with walls of 3 they left 0.85 of it.
const LARGER: f64 = 1.25;

/// How many times larger is no larger: smooth edges fall differently on the pixels. Chosen.
const AS_LARGE: f64 = 1.04;

/// The least part of a thing's outline that is found in each of the cells: edges fall differently on
/// the pixels.
const OUTLINED: f64 = 0.85;

/// The least part of what a thing has more than would be found by chance in a cell that is as full of outlines, which is
/// found there as well: those of small things are nearly everywhere. Measured on 1200 pictures of played boards, of other
/// people's games and drawn ones: two queens have 0.75 or more in 99 of 100 pairs, and of the 84 pairs of a queen and a
/// cross in which the rest holds, 66 have less.
const NOT_BY_CHANCE: f64 = 0.75;

/// The most of it that is found in any other cell: a cross has some edges where a queen has hers.
const OUTLINED_ELSEWHERE: f64 = 0.65;

/// The least part of each other's outlines that two drawings of one thing show, pixel by pixel, and the most that what
/// is in any other cell shares with them then. Measured on 70 half-played boards of other people's games: 0.97 to 1
/// and, beside crosses that are as small as their queens, up to 0.94.
const DRAWN_ALIKE: f64 = 0.97;
const SHARED_ELSEWHERE: f64 = 0.9;

/// The least part of a cell's own outlines that are the thing's: a texture has outlines everywhere,
/// and around a selected text there is one more.
const ITS_OWN: f64 = 0.4;

/// The least number of samples in the body of a thing that can be told by its body: of lines alone
/// there is none.
const BODY: usize = 8;

/// How far from a thing, in samples, what is around it is looked at, beyond its smooth edge.
const AROUND: i32 = 3;

/// The least part of what stands out in a cell that is a glow: smooth edges are less. Chosen.
const GLOW: f64 = 0.25;

/// The least part of a thing's body that is of one colour, and of its surroundings that is of
/// another. Chosen: smooth edges and what else is drawn in a cell take some.
const FILLED: f64 = 0.75;

/// The least correlation of two drawings of one thing, and the most with what is in any other cell. Measured on 263
/// pictures of played boards, of other people's games and drawn ones: on 234 of them, all queens have 0.8 to 1 with one of
/// the first three, and on none has anything else more than 0.7, crosses that are as small as queens included.
const ONE_SHAPE: f64 = 0.8;
const OTHER_SHAPE: f64 = 0.7;

/// How many cells are tried as the example that the others are held to: one may have more in it.
const EXAMPLES: usize = 3;

/// Whether the same thing is drawn in all of `cells` of the board on `lattice`, and in no other:
/// in the same colours at the same place, or, in whatever colours, with the same outline or shape.
///
/// This takes no view of regions, lines or marks, and so it can be asked when [`read`](super::read)
/// refuses: of a board whose queens stand where they should, decorated by a game that celebrates
/// them. There must be three cells or more, of at least three colours.
#[must_use]
pub fn is_alike_in(pixels: &RgbaImage, lattice: &Lattice, cells: &CellSet) -> bool {
    cells.iter().count() >= 3
        && (is_coloured_alike(pixels, lattice, cells)
            || is_outlined_alike(pixels, lattice, cells)
            || is_shaped_alike(pixels, lattice, cells))
}

/// The samples of one cell; black where the picture ends.
fn samples(raster: &Raster<'_>, cell: Cell) -> Vec<Rgb> {
    raster.samples(cell).into_iter().map(Option::unwrap_or_default).collect()
}

fn is_coloured_alike(pixels: &RgbaImage, lattice: &Lattice, cells: &CellSet) -> bool {
    let raster = Raster::new(pixels, lattice, INNER, (SAMPLES, SAMPLES));
    let samples = |cell| samples(&raster, cell);
    let drawn: Vec<Vec<Rgb>> = cells.iter().map(samples).collect();
    let typical: Vec<Rgb> = (0..(SAMPLES * SAMPLES) as usize)
        .map(|place| median_colour(&drawn.iter().map(|cell| cell[place]).collect::<Vec<_>>()))
        .collect();
    let others: Vec<Vec<Rgb>> =
        lattice.cells().filter(|&cell| !cells.contains(cell)).map(samples).collect();
    let agrees = |cell: &[Rgb], place: usize| distance(&cell[place], &typical[place]) <= TOLERANCE;
    let agreeing =
        |of: &[Vec<Rgb>], place: usize| of.iter().filter(|cell| agrees(cell, place)).count() as f64;
    // What most other cells show as well is the ground on which it is drawn.
    let is_ground = |place: usize| agreeing(&others, place) > GROUND * others.len() as f64;
    let thing: Vec<usize> = (0..typical.len())
        .filter(|&place| agreeing(&drawn, place) >= AGREEING * drawn.len() as f64)
        .filter(|&place| !is_ground(place))
        .collect();
    let colour = median_colour(&thing.iter().map(|&place| typical[place]).collect::<Vec<_>>());
    let shown = |cell: &[Rgb]| {
        let agreeing = thing.iter().filter(|&&place| agrees(cell, place)).count();
        agreeing as f64 / thing.len() as f64
    };
    // What is painted in the thing's colour shows all of it, and is something else.
    let is_painted = |cell: &&Vec<Rgb>| cell.iter().all(|it| distance(it, &colour) <= TOLERANCE);
    let painted = drawn.iter().filter(is_painted).count();
    thing.len() as f64 >= AREA * typical.len() as f64
        && drawn.iter().all(|cell| shown(cell) >= SHOWN)
        && [0, drawn.len()].contains(&painted)
        && have_as_much_of(&colour, thing.iter().map(|&place| &typical[place]), &drawn)
        && others.iter().all(|cell| shown(cell) <= ELSEWHERE)
}

/// Whether most cells show as much of this colour, and most of that in what they have in common: queens and
/// crosses of one colour have something in common as well.
fn have_as_much_of<'a>(
    colour: &Rgb,
    common: impl Iterator<Item = &'a Rgb>,
    drawn: &[Vec<Rgb>],
) -> bool {
    let is_it = |sample: &&Rgb| distance(sample, colour) <= TOLERANCE;
    let common = common.filter(is_it).count() as f64;
    let mut areas: Vec<f64> =
        drawn.iter().map(|cell| cell.iter().filter(is_it).count() as f64).collect();
    areas.sort_by(f64::total_cmp);
    let usual = areas[areas.len() / 2];
    let as_much = areas.iter().filter(|&&area| {
        let (less, more) = (area.min(usual), area.max(usual));
        less >= AS_MUCH * more && common >= COMMON * area
    });
    as_much.count() as f64 >= AGREEING * drawn.len() as f64
}

/// What tells a thing from its cell, and what is white on blue where its text is selected, or red in
/// other cells, is its outline.
fn is_outlined_alike(pixels: &RgbaImage, lattice: &Lattice, cells: &CellSet) -> bool {
    let raster = Raster::new(pixels, lattice, INNER, OUTLINE_SAMPLES);
    let drawn: Vec<Outline> = cells.iter().map(|cell| Outline::of(&raster, cell)).collect();
    let is_it = |example: &&Outline| {
        let all_have_it = drawn.iter().all(|other| {
            let (found, its_own) = (example.found_in(other), other.found_in(example));
            let is_by_chance =
                found.min(its_own) < DRAWN_ALIKE && other.beyond_chance(found) < NOT_BY_CHANCE;
            found >= OUTLINED && its_own >= ITS_OWN && !is_by_chance
        });
        // A cross may be found in each of some queens, but they are more than that.
        let nothing_else = drawn.iter().filter(|other| other.found_in(example) >= OUTLINED);
        let are_one = drawn.iter().all(|other| example.shared_with(other) >= DRAWN_ALIKE);
        let is_elsewhere = |cell: Cell| {
            let other = Outline::of(&raster, cell);
            example.found_in(&other) > OUTLINED_ELSEWHERE
                && !(are_one && example.shared_with(&other) <= SHARED_ELSEWHERE)
        };
        all_have_it
            && 2 * nothing_else.count() > drawn.len()
            && !lattice.cells().filter(|&cell| !cells.contains(cell)).any(is_elsewhere)
    };
    have_one_body(&drawn) && drawn.iter().take(EXAMPLES).any(|example| is_it(&example))
}

/// Of small things the outlines are nearly everywhere, and of outlined ones the bodies are of two colours: what stands out
/// of the cells, and how far, is their shape.
fn is_shaped_alike(pixels: &RgbaImage, lattice: &Lattice, cells: &CellSet) -> bool {
    let raster = Raster::new(pixels, lattice, INNER, OUTLINE_SAMPLES);
    let columns = raster.columns as usize;
    let relief = |cell: Cell| {
        let samples = samples(&raster, cell);
        let ground = ground_of(&samples, columns);
        let levels: Vec<u8> = samples.iter().map(|sample| distance(sample, &ground)).collect();
        let centred = centred(&levels, columns);
        [levels, centred]
    };
    let likeness = |one: &[Vec<u8>; 2], other: &[Vec<u8>; 2]| {
        let pairs = one.iter().zip(other);
        pairs.map(|(a, b)| correlation(a, b, columns, BESIDE as usize)).fold(0.0, f64::max)
    };
    let drawn: Vec<[Vec<u8>; 2]> = cells.iter().map(relief).collect();
    let is_one =
        |example: &&[Vec<u8>; 2]| drawn.iter().all(|other| likeness(example, other) >= ONE_SHAPE);
    let is_elsewhere = |example: &[Vec<u8>; 2]| {
        let mut others = lattice.cells().filter(|&cell| !cells.contains(cell)).map(relief);
        others.any(|other| likeness(example, &other) > OTHER_SHAPE)
    };
    drawn.iter().take(EXAMPLES).find(is_one).is_some_and(|example| !is_elsewhere(example))
}

/// A drawing, in rows of so many samples, moved so that the box around what stands out of it is in its middle: in a board
/// that leans, things lie elsewhere in each row of cells.
fn centred(levels: &[u8], columns: usize) -> Vec<u8> {
    let rows = levels.len() / columns;
    let stands_out = |index: &usize| levels[*index] > TOLERANCE;
    let off_middle = |count: usize, at: &dyn Fn(usize) -> usize| {
        let places = || (0..levels.len()).filter(stands_out).map(at);
        let ends = places().min().zip(places().max());
        ends.map_or(0, |(low, high)| (low + high + 1).cast_signed() - count.cast_signed()) / 2
    };
    let right = off_middle(columns, &|index| index % columns);
    let down = off_middle(rows, &|index| index / columns);
    let moved = |index: usize| {
        let x = (index % columns).checked_add_signed(right).filter(|&x| x < columns)?;
        let y = (index / columns).checked_add_signed(down).filter(|&y| y < rows)?;
        Some(levels[y * columns + x])
    };
    (0..levels.len()).map(|index| moved(index).unwrap_or_default()).collect()
}

/// Where in a cell neighbouring samples differ.
struct Outline {
    columns: i32,
    /// Row by row.
    samples: Vec<Rgb>,
    /// Column and row of each such sample.
    edges: Vec<(i32, i32)>,
    /// Row by row, whether a sample is one of them or beside one.
    is_near: Vec<bool>,
    /// The diagonal of their box, in samples.
    extent: f64,
}

impl Outline {
    fn of(raster: &Raster, cell: Cell) -> Self {
        let (columns, rows) = (raster.columns as i32, raster.rows as i32);
        let samples = samples(raster, cell);
        let at = |x: i32, y: i32| (y * columns + x) as usize;
        let is_edge = |&(x, y): &(i32, i32)| {
            let differs = |x2, y2| distance(&samples[at(x, y)], &samples[at(x2, y2)]) > TOLERANCE;
            (x + 1 < columns && differs(x + 1, y)) || (y + 1 < rows && differs(x, y + 1))
        };
        let all = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let edges: Vec<(i32, i32)> = all.filter(is_edge).collect();
        let mut is_near = vec![false; samples.len()];
        for (x, y) in &edges {
            for near_y in (y - 1).max(0)..=(y + 1).min(rows - 1) {
                for near_x in (x - 1).max(0)..=(x + 1).min(columns - 1) {
                    is_near[at(near_x, near_y)] = true;
                }
            }
        }
        let extent = diagonal(&edges);
        Self { columns, samples, edges, is_near, extent }
    }

    /// Where a sample is in the rows; `None` beyond the edges.
    fn index(&self, (x, y): (i32, i32)) -> Option<usize> {
        let rows = self.samples.len() as i32 / self.columns;
        let is_inside = (0..self.columns).contains(&x) && (0..rows).contains(&y);
        is_inside.then_some((y * self.columns + x) as usize)
    }

    /// Row by row, the samples that can be reached from these without crossing an edge: where the colour
    /// changes little from each to the next, as in a glow.
    fn reached_from(&self, from: impl Iterator<Item = (i32, i32)>) -> Vec<bool> {
        let (columns, rows) = (self.columns, self.samples.len() as i32 / self.columns);
        let index = |(x, y): (i32, i32)| (y * columns + x) as usize;
        let mut is_reached = vec![false; self.samples.len()];
        let mut next: Vec<(i32, i32)> = from.collect();
        while let Some((x, y)) = next.pop() {
            if !mem::replace(&mut is_reached[index((x, y))], true) {
                let beside = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)];
                next.extend(beside.into_iter().filter(|&(to_x, to_y)| {
                    (0..columns).contains(&to_x)
                        && (0..rows).contains(&to_y)
                        && distance(
                            &self.samples[index((x, y))],
                            &self.samples[index((to_x, to_y))],
                        ) <= TOLERANCE
                }));
            }
        }
        is_reached
    }

    /// The part of this outline that another one shows, at the best place near to this one's, from
    /// 0 to 1.
    fn found_in(&self, other: &Self) -> f64 {
        let found = Shift::between(self.extent, other.extent).map(|shift| {
            let is_shown = |at: &&(i32, i32)| {
                other.index(shift.apply(other, **at)).is_some_and(|index| other.is_near[index])
            };
            self.edges.iter().filter(is_shown).count()
        });
        found.max().unwrap_or(0) as f64 / self.edges.len().max(1) as f64
    }

    /// How much of a thing of which so much is `found` here is found beyond what would be by chance, as a part of all that
    /// could be: what lies anywhere in the box around this outline is near to it by chance.
    fn beyond_chance(&self, found: f64) -> f64 {
        let [columns, rows] = box_around(&self.edges);
        let places = || rows.clone().flat_map(|y| columns.clone().map(move |x| (x, y)));
        let is_near = |&at: &(i32, i32)| self.index(at).is_some_and(|index| self.is_near[index]);
        let by_chance = places().filter(is_near).count() as f64 / places().count().max(1) as f64;
        (found - by_chance) / (1.0 - by_chance).max(f64::EPSILON)
    }

    /// The part of each of two outlines that the other one shows, that of which less is shown.
    fn shared_with(&self, other: &Self) -> f64 {
        self.found_in(other).min(other.found_in(self))
    }
}

/// The diagonal of the box around some samples.
fn diagonal(samples: &[(i32, i32)]) -> f64 {
    let [width, height] = box_around(samples).map(|side| side.len() as f64);
    width.hypot(height)
}

/// The columns and the rows of the box around some samples.
fn box_around(samples: &[(i32, i32)]) -> [Range<i32>; 2] {
    let side = |of: fn(&(i32, i32)) -> i32| {
        let ends = samples.iter().map(of).min().zip(samples.iter().map(of).max());
        ends.map_or(0..0, |(low, high)| low..high + 1)
    };
    [side(|at| at.0), side(|at| at.1)]
}

/// Where a thing lies in another cell than the one that it is known from.
#[derive(Debug, Clone, Copy)]
struct Shift {
    right: i32,
    down: i32,
    /// How many times larger it is there, seen from the middle of the cell.
    scale: f64,
}

impl Shift {
    const NONE: Self = Self { right: 0, down: 0, scale: 1.0 };

    /// Those that are tried, where the diagonals of all that is drawn in the two cells are these. A frame
    /// around a thing tells nothing of how large it is: it is looked for in its own size too.
    fn between(from: f64, to: f64) -> impl Iterator<Item = Self> {
        let scale = to / from;
        let larger = scale.max(scale.recip());
        let scales = [Some(1.0), (AS_LARGE..=LARGER).contains(&larger).then_some(scale)];
        let beside = || -BESIDE..=BESIDE;
        scales.into_iter().flatten().flat_map(move |scale| {
            beside().flat_map(move |down| beside().map(move |right| Self { right, down, scale }))
        })
    }

    fn apply(self, cell: &Outline, (x, y): (i32, i32)) -> (i32, i32) {
        let rows = cell.samples.len() as i32 / cell.columns;
        let scaled = |at: i32, count: i32| {
            let middle = f64::from(count - 1) / 2.0;
            (f64::from(at) - middle).mul_add(self.scale, middle).round() as i32
        };
        (scaled(x, cell.columns) + self.right, scaled(y, rows) + self.down)
    }
}

/// The body of a thing, and what is around it: each of one colour. Many edges may lie where a thing
/// has its own, as those of a cross in a box do where a crown has hers; but a crown is full.
struct Bodies {
    /// Column and row of each sample.
    body: Vec<(i32, i32)>,
    around: Vec<(i32, i32)>,
    /// The diagonal of all that is drawn with it, in samples.
    extent: f64,
    /// Whether the body is the darker one, where what is inside of a hollow thing may differ from what is
    /// around it as a body does: in a glow.
    is_darker: Option<bool>,
}

/// Whether all cells show the bodies of the first that have one. One of those may have more in it.
fn have_one_body(drawn: &[Outline]) -> bool {
    let bodies: Vec<Bodies> = drawn.iter().filter_map(Bodies::of).take(EXAMPLES).collect();
    let shows = |other: &Outline| bodies.iter().filter(|bodies| bodies.are_in(other)).count();
    bodies.len() < 2 || drawn.iter().all(|other| shows(other) + 1 >= bodies.len())
}

impl Bodies {
    /// `None` for what has no body, or one of several colours. What is around a thing may be a glow:
    /// neither its body nor what the cell shows elsewhere.
    fn of(example: &Outline) -> Option<Self> {
        let (columns, rows) = (example.columns, example.samples.len() as i32 / example.columns);
        let places = || (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let is_rim = |&(x, y): &(i32, i32)| x == 0 || y == 0 || x + 1 == columns || y + 1 == rows;
        let sample = |(x, y): (i32, i32)| example.samples[(y * columns + x) as usize];
        let ground = ground_of(&example.samples, example.columns as usize);
        let stands_out = |&at: &(i32, i32)| distance(&sample(at), &ground) > TOLERANCE;
        let around = example.reached_from(places().filter(is_rim).filter(|at| !stands_out(at)));
        let drawn: Vec<bool> = places().map(|at| stands_out(&at)).collect();
        let without_glow: Vec<bool> =
            drawn.iter().zip(around).map(|(drawn, around)| *drawn && !around).collect();
        let in_glow = || {
            let bodies = Self::of_drawn(example, &without_glow)?;
            let [inner, outer] =
                bodies.samples_of(example, Shift::NONE).map(|own| median_colour(&own));
            let is_darker = Some(brightness(&inner) < brightness(&outer));
            Some(Self { is_darker, ..bodies })
        };
        let [all, left] = [&drawn, &without_glow]
            .map(|samples| samples.iter().filter(|is_drawn| **is_drawn).count() as f64);
        let has_glow = all - left >= GLOW * all;
        has_glow.then(in_glow).flatten().or_else(|| Self::of_drawn(example, &drawn))
    }

    /// Those of what is drawn in these samples.
    fn of_drawn(example: &Outline, drawn: &[bool]) -> Option<Self> {
        let (columns, rows) = (example.columns, drawn.len() as i32 / example.columns);
        let places = || (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let is_drawn = |x: i32, y: i32| {
            (0..columns).contains(&x) && (0..rows).contains(&y) && drawn[(y * columns + x) as usize]
        };
        let any_within = |(x, y): (i32, i32), far: i32| {
            (-far..=far).any(|down| (-far..=far).any(|right| is_drawn(x + right, y + down)))
        };
        let is_body = |&(x, y): &(i32, i32)| {
            let beside = [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)];
            beside.into_iter().all(|(right, down)| is_drawn(x + right, y + down))
        };
        let is_around = |&at: &(i32, i32)| !any_within(at, 1) && any_within(at, AROUND);
        let full: Vec<_> = places().filter(is_body).collect();
        // Of a small one, all of what is drawn.
        let drawn = || places().filter(|&(x, y)| is_drawn(x, y)).collect();
        let bodies = Self {
            body: if full.len() >= BODY { full } else { drawn() },
            around: places().filter(is_around).collect(),
            extent: example.extent,
            is_darker: None,
        };
        (bodies.body.len() >= BODY && bodies.are_in(example)).then_some(bodies)
    }

    /// The samples of a cell at the places of the body, and at those around it, shifted like this.
    fn samples_of(&self, cell: &Outline, shift: Shift) -> [Vec<Rgb>; 2] {
        [&self.body, &self.around].map(|places| {
            let shifted = places.iter().filter_map(|at| cell.index(shift.apply(cell, *at)));
            shifted.map(|index| cell.samples[index]).collect()
        })
    }

    /// Whether a cell shows the same near the same place, in whatever two colours.
    fn are_in(&self, cell: &Outline) -> bool {
        let fits = |shift: Shift| {
            let [body, around] = self.samples_of(cell, shift);
            let (inner, outer) = (median_colour(&body), median_colour(&around));
            let part = |samples: &[Rgb], own: &Rgb, not: &Rgb| {
                let nearer = samples.iter().filter(|it| distance(it, own) < distance(it, not));
                nearer.count() as f64 / samples.len().max(1) as f64
            };
            let is_darker = brightness(&inner) < brightness(&outer);
            self.is_darker.is_none_or(|darker| darker == is_darker)
                && part(&body, &inner, &outer) >= FILLED
                && part(&around, &outer, &inner) >= FILLED
        };
        Shift::between(self.extent, cell.extent).any(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{FramePoint, FrameVector};
    use image::Rgba;
    use std::array;

    const LATTICE: Lattice = Lattice {
        origin: FramePoint::new(5.25, 7.5),
        pitch: FrameVector::new(30.4, 30.4),
        size: 5,
    };

    /// A board of one colour a row: what is painted in a cell, by its row and column, at a place that is
    /// so far from its middle, on a ground of this colour.
    fn painted(colour: impl Fn((usize, usize), FrameVector, Rgb) -> Rgb) -> RgbaImage {
        RgbaImage::from_fn(170, 170, |x, y| {
            let point = FramePoint::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            let Some(cell) = LATTICE.cell_at(point) else { return Rgba([250, 250, 250, 255]) };
            let row = cell.row as u8;
            let ground = [200 - 30 * row, 90 + 20 * row, (60 * row).wrapping_add(40)];
            let from_middle = point - LATTICE.cell_centre(cell);
            let [r, g, b] = colour((cell.row, cell.col), from_middle, ground);
            Rgba([r, g, b, 255])
        })
    }

    /// A colour of which this part is covered by another one.
    fn covered(ground: Rgb, by: Rgb, part: f64) -> Rgb {
        array::from_fn(|channel| {
            let [under, over] = [ground, by].map(|colour| f64::from(colour[channel]));
            (under * (1.0 - part) + over * part) as u8
        })
    }

    /// Crown-coloured discs in some cells, and a halo around each.
    fn drawn(discs: &[(usize, usize)], halo: f64) -> RgbaImage {
        painted(|cell, from_middle, ground| match from_middle.length() {
            ..7.0 if discs.contains(&cell) => CROWN,
            ..12.0 if discs.contains(&cell) => covered(ground, WHITE, halo),
            _ => ground,
        })
    }

    const CROWN: Rgb = [170, 104, 0];
    const WHITE: Rgb = [255; 3];

    const QUEENS: [(usize, usize); 5] = [(0, 1), (1, 3), (2, 0), (3, 2), (4, 4)];

    fn alike(pixels: &RgbaImage) -> bool {
        let mut cells = CellSet::new(5);
        for (row, col) in QUEENS {
            cells.insert(Cell::at(row, col));
        }
        is_alike_in(pixels, &LATTICE, &cells)
    }

    #[test]
    fn the_same_thing_in_all_cells_is_seen_with_and_without_a_halo() {
        for halo in [0.0, 0.3, 0.8] {
            assert!(alike(&drawn(&QUEENS, halo)), "{halo}");
        }
    }

    #[test]
    fn a_cell_without_it_is_missed_whichever_it_is() {
        for missing in 0..5 {
            let mut queens = QUEENS.to_vec();
            queens.remove(missing);
            assert!(!alike(&drawn(&queens, 0.3)), "{missing}");
        }
        assert!(!alike(&drawn(&[], 0.0)));
    }

    #[test]
    fn a_cell_that_is_painted_in_their_colour_is_not_one_of_them() {
        let with_painted = |painted: &[(usize, usize)]| {
            alike(&self::painted(|cell, from_middle, ground| {
                let is_disc = QUEENS.contains(&cell) && from_middle.length() < 7.0;
                if painted.contains(&cell) || is_disc { CROWN } else { ground }
            }))
        };
        assert_eq!([&[][..], &QUEENS].map(with_painted), [true; 2]);
        assert_eq!(QUEENS.map(|queen| with_painted(&[queen])), [false; 5]);
    }

    #[test]
    fn queens_and_crosses_of_one_colour_are_not_one_thing() {
        for crosses in 1..4 {
            let pixels = painted(|cell, from_middle, ground| {
                let number = QUEENS.iter().position(|&queen| queen == cell);
                let is_in_stroke = (from_middle.x.abs() - from_middle.y.abs()).abs() < 1.2;
                match number {
                    Some(number) if from_middle.length() < 7.0 => {
                        if number >= crosses || is_in_stroke { CROWN } else { ground }
                    }
                    _ => ground,
                }
            });
            assert!(!alike(&pixels), "{crosses}");
        }
    }

    fn is_in_crown(at: FrameVector) -> bool {
        let is_in_point = [-5.5_f64, 0.0, 5.5].iter().any(|x| (at.x - x).abs() < 1.3);
        at.x.abs() < 7.0 && at.y.abs() < 6.0 && (at.y > 2.5 || is_in_point)
    }

    fn is_in_cross(at: FrameVector) -> bool {
        (at.x.abs() - at.y.abs()).abs() < 1.8 && at.x.abs().max(at.y.abs()) < 7.0
    }

    #[test]
    fn queens_that_lie_elsewhere_in_each_row_are_alike_and_a_cross_among_them_is_not() {
        // How far the board leans from its middle to its first and last row.
        let alike = |leans: f64, cross: Option<(usize, usize)>| {
            alike(&painted(|cell, from_middle, ground| {
                let aside = FrameVector::new(leans * (cell.0 as f64 - 2.0) / 2.0, 0.0);
                // They are smaller than usual, so that nothing hides a part of them.
                let at = (from_middle - aside) / 0.7;
                let is_drawn = match cross == Some(cell) {
                    true => is_in_cross(at),
                    false => QUEENS.contains(&cell) && is_in_crown(at),
                };
                if is_drawn { [40; 3] } else { ground }
            }))
        };
        for leans in [0.0, 3.5] {
            assert!(alike(leans, None), "{leans}");
            assert!(!QUEENS.iter().any(|&queen| alike(leans, Some(queen))), "{leans}");
        }
    }

    #[test]
    fn crosses_elsewhere_that_are_as_small_as_crowns_are_not_taken_for_them() {
        // Crosses in the row of the first queen, and in these cells of hers instead.
        let alike = |crosses: &[(usize, usize)], is_elsewhere: fn(FrameVector) -> bool| {
            alike(&painted(|cell, from_middle, ground| {
                let is_queen = QUEENS.contains(&cell) && !crosses.contains(&cell);
                let is_drawn = match cell {
                    _ if is_queen => is_in_crown(from_middle),
                    _ if crosses.contains(&cell) || cell.0 == 0 => is_elsewhere(from_middle),
                    _ => false,
                };
                // In two colours, as where text is selected: their outlines tell.
                let ink = if cell.1 % 2 == 0 { [150, 30, 40] } else { [40; 3] };
                if is_drawn { ink } else { ground }
            }))
        };
        assert!(alike(&[], is_in_cross));
        assert!(!alike(&QUEENS[..1], is_in_cross) && !alike(&QUEENS[4..], is_in_cross));
        assert!(!alike(&[], is_in_crown), "crowns in the whole row");
    }

    #[test]
    fn small_ones_on_a_board_of_one_colour_are_told_from_grey_crosses_that_are_as_small() {
        let pictures = [QUEENS.to_vec(), QUEENS[1..].to_vec()].map(|queens| {
            painted(|cell, from_middle, _| {
                let is_thin = (from_middle.x.abs() - from_middle.y.abs()).abs() < 2.5;
                match from_middle.length() {
                    ..4.5 if queens.contains(&cell) => [250, 200, 0],
                    ..6.0 if !queens.contains(&cell) && is_thin => [150; 3],
                    _ => WHITE,
                }
            })
        });
        assert_eq!(pictures.map(|pixels| alike(&pixels)), [true, false]);
    }

    #[test]
    fn outlined_ones_beside_their_places_are_one_thing_and_a_cross_in_their_colours_is_another() {
        let alike = |crosses: &[(usize, usize)]| {
            alike(&painted(|cell, from_middle, ground| {
                let beside = from_middle - FrameVector::splat(if cell.0 == 3 { 2.0 } else { 0.0 });
                match beside.length() {
                    _ if crosses.contains(&cell) && is_in_cross(beside) => [60; 3],
                    _ if crosses.contains(&cell) || !QUEENS.contains(&cell) => ground,
                    ..4.0 => [250, 200, 0],
                    ..7.0 => [60; 3],
                    _ => ground,
                }
            }))
        };
        assert!(alike(&[]) && alike(&[(2, 2), (1, 1)]), "with crosses elsewhere and without");
        assert!(QUEENS.iter().all(|queen| !alike(&[*queen])));
    }

    #[test]
    fn a_bold_cross_among_small_crowns_whose_lines_are_nearly_everywhere_is_another_thing() {
        let is_in_crown = |at: FrameVector| {
            let is_in_base = at.x.abs() < 5.0 && (1.0..6.0).contains(&at.y);
            let is_in_ray = (-2..=2).any(|ray| {
                let x = f64::from(ray) * (2.0 + 0.9 * (1.0 - at.y) / 7.0);
                (-6.0..1.0).contains(&at.y) && (at.x - x).abs() < 0.7
            });
            is_in_base || is_in_ray
        };
        let is_in_cross = |at: FrameVector| {
            (at.x.abs() - at.y.abs()).abs() < 2.2 && at.x.abs().max(at.y.abs()) < 6.5
        };
        let alike = |cross: Option<(usize, usize)>| {
            alike(&painted(|cell, from_middle, ground| {
                let is_drawn = match cross == Some(cell) {
                    true => is_in_cross(from_middle),
                    false => QUEENS.contains(&cell) && is_in_crown(from_middle),
                };
                if is_drawn { [20; 3] } else { ground }
            }))
        };
        assert!(alike(None));
        assert!(!QUEENS.iter().any(|&queen| alike(Some(queen))));
    }

    #[test]
    fn crowns_and_crosses_with_as_much_of_one_colour_are_not_one_thing() {
        let alike = |crosses: usize| {
            let pixels = painted(|cell, from_middle, ground| {
                let number = QUEENS.iter().position(|&queen| queen == cell);
                let is_drawn = number.is_some_and(|number| {
                    if number < crosses {
                        is_in_cross(from_middle)
                    } else {
                        is_in_crown(from_middle)
                    }
                });
                if is_drawn { [40; 3] } else { ground }
            });
            let area = |is_in: &dyn Fn(FrameVector) -> bool| {
                let at =
                    |at: i32| FrameVector::new(f64::from(at % 20 - 10), f64::from(at / 20 - 10));
                (0..400).filter(|&index| is_in(at(index))).count() as f64
            };
            let areas = area(&is_in_cross) / area(&is_in_crown);
            assert!((AS_MUCH..1.0 / AS_MUCH).contains(&areas), "{areas}");
            alike(&pixels)
        };
        assert!(alike(0));
        for crosses in 1..5 {
            assert!(!alike(crosses), "{crosses}");
        }
    }

    /// A board with rings in some cells, that of the last one drawn in its own way.
    fn ringed(last: Ring) -> RgbaImage {
        ringed_but(Ring::default(), 4, last)
    }

    /// A board with rings in some cells, that of one of them, by its number, drawn in its own way.
    fn ringed_but(rings: Ring, odd: usize, odd_ring: Ring) -> RgbaImage {
        painted(|cell, from_middle, ground| {
            if !QUEENS.contains(&cell) {
                return ground;
            }
            let Ring { radius, hole, aside, smooth, is_selected } =
                if cell == QUEENS[odd] { odd_ring } else { rings };
            let away = (from_middle - FrameVector::new(aside, 0.0)).length();
            let within = |reach: f64| ((reach - away) / smooth + 0.5).clamp(0.0, 1.0);
            let part = within(radius) - if hole > 0.0 { within(hole * radius) } else { 0.0 };
            let is_marked = is_selected && from_middle.x.abs() < 9.5;
            let ground = if is_marked { [51, 144, 255] } else { ground };
            covered(ground, if is_selected { WHITE } else { [20; 3] }, part)
        })
    }

    #[derive(Debug, Clone, Copy)]
    struct Ring {
        radius: f64,
        /// As a part of the radius.
        hole: f64,
        aside: f64,
        /// The width of its edges.
        smooth: f64,
        is_selected: bool,
    }

    impl Default for Ring {
        fn default() -> Self {
            Self { radius: 7.0, hole: 0.6, aside: 0.0, smooth: 0.01, is_selected: false }
        }
    }

    #[test]
    fn a_selected_one_and_one_beside_its_place_are_seen_by_their_outlines() {
        for last in [
            Ring::default(),
            Ring { is_selected: true, ..Ring::default() },
            Ring { aside: 1.8, ..Ring::default() },
        ] {
            assert!(alike(&ringed(last)), "{last:?}");
        }
    }

    /// Discs in a glow that fades, one of them in a shaded cell and with such a hole.
    fn glowing(odd: usize, hole: f64) -> RgbaImage {
        painted(|cell, from_middle, ground| {
            let (away, is_odd) = (from_middle.length(), cell == QUEENS[odd]);
            let colour = match QUEENS.contains(&cell) {
                true if away < 6.0 && !(is_odd && away < hole) => CROWN,
                true => covered(ground, WHITE, (1.0 - away / 14.0).max(0.0).powi(2)),
                false => ground,
            };
            covered(colour, [0; 3], if is_odd { 0.2 } else { 0.0 })
        })
    }

    #[test]
    fn a_glow_that_fades_is_no_part_of_what_is_in_it() {
        for odd in 0..5 {
            assert!(alike(&glowing(odd, 0.0)), "{odd}");
            assert!(!alike(&glowing(odd, 4.5)), "{odd}, hollow");
        }
    }

    #[test]
    fn smooth_edges_are_no_glow() {
        for smooth in [0.5, 1.0, 1.5, 2.0] {
            let full = Ring { hole: 0.0, smooth, ..Ring::default() };
            let selected = Ring { is_selected: true, ..full };
            assert!(alike(&ringed_but(full, 4, selected)), "{smooth}");
            let hollow = Ring { hole: 0.8, ..selected };
            assert!(!alike(&ringed_but(full, 4, hollow)), "{smooth}, hollow");
        }
    }

    #[test]
    fn one_that_is_a_little_smaller_or_larger_is_the_same_thing_whole_as_it_is() {
        for (radius, hole) in [(7.5, 0.0), (7.5, 0.6), (7.0, 0.6), (9.5, 0.6), (10.0, 0.6)] {
            let rings = Ring { radius: 8.5, hole, ..Ring::default() };
            for odd in 0..5 {
                let odd_ring = Ring { radius, ..rings };
                assert!(alike(&ringed_but(rings, odd, odd_ring)), "{radius}, {hole}, {odd}");
                let other = Ring { hole: 0.85, ..odd_ring };
                assert!(!alike(&ringed_but(rings, odd, other)), "{radius}, not {hole}, {odd}");
            }
        }
    }

    #[test]
    fn one_that_has_not_grown_to_its_size_is_not_the_same_thing() {
        for radius in [3.0, 4.0, 5.0] {
            let last = Ring { radius, ..Ring::default() };
            assert!(!alike(&ringed(last)), "{radius}");
            assert!(!alike(&ringed(Ring { is_selected: true, ..last })), "{radius}, selected");
        }
    }

    #[test]
    fn one_that_has_a_part_of_the_others_outline_is_not_the_same_thing() {
        let ring = |hole: f64| Ring { radius: 9.0, hole, ..Ring::default() };
        for odd in 0..5 {
            assert!(alike(&ringed_but(ring(0.35), odd, ring(0.35))), "{odd}");
            assert!(!alike(&ringed_but(ring(0.35), odd, ring(0.88))), "{odd}");
        }
    }

    #[test]
    fn a_hollow_one_is_not_the_same_thing_as_a_full_one() {
        let full = Ring { hole: 0.0, ..Ring::default() };
        for odd in 0..5 {
            for is_selected in [false, true] {
                let same = Ring { is_selected, ..full };
                assert!(alike(&ringed_but(full, odd, same)), "{odd}, {is_selected}");
                let hollow = Ring { hole: 0.8, ..same };
                assert!(!alike(&ringed_but(full, odd, hollow)), "{odd}, {is_selected}");
            }
        }
    }

    #[test]
    fn a_small_hollow_one_is_not_the_same_thing_as_a_small_full_one() {
        for radius in [2.2, 2.4] {
            let full = Ring { radius, hole: 0.0, ..Ring::default() };
            assert!(alike(&ringed_but(full, 0, full)), "{radius}");
            for odd in 0..5 {
                let hollow = Ring { hole: 0.7, ..full };
                assert!(!alike(&ringed_but(full, odd, hollow)), "{radius}, {odd}");
            }
        }
    }

    #[test]
    fn another_cell_with_it_and_a_veil_over_all_are_not_taken_for_it() {
        let mut queens = QUEENS.to_vec();
        queens.push((0, 4));
        assert!(!alike(&drawn(&queens, 0.3)));
        assert!(!alike(&RgbaImage::from_pixel(170, 170, Rgba([60, 60, 60, 255]))));
    }
}
