//! What runs along a side of a board from its outer cells outwards, and where the outer border ends in it.

use super::ground::Ground;
use super::sampling::{Rgb, brightness, distance, median, median_colour};

/// The thickest outer border, as a part of the cell. LinkedIn's is 4 of 36 to 57 CSS pixels.
const THICKEST: f64 = 0.25;

/// The same in pixels where cells are small: as many as LinkedIn's, whatever the size of its cells.
const THICKEST_PIXELS: f64 = 4.5;

/// How far inside of the lattice's edge the border may begin, as a part of the cell.
const INSIDE: f64 = 0.15;

/// A colour that differs by more than this, in levels of a channel, is another colour. A black
/// border on a dark page differs by 27 to 31.
const STEP: u8 = 13;

/// How far apart two colours are, in levels ([`apart`]), that are two. Measured on stress pictures: JPEG leaves up to 5
/// around an edge all along a side, and black borders have been seen with a seam of 7; dark pages differ from them by
/// 8 at least.
pub(super) const TWO: f32 = 7.5;

/// How many pixels of one colour are a band, beside a border, and how far apart from its colour they are, in levels
/// ([`apart`]). Chosen: blurred edges are narrower, and compression leaves less.
const BAND: usize = 3;
const ANOTHER: f32 = 2.0 * TWO;

/// Two colours nearer than this, in levels of a channel, may both be a line's. Chosen: a dark page
/// differs by 27 to 35 from black.
const LIKE_LINE: u8 = 22;

/// A strip of page that is as wide as this lies between a board and what is beyond it, in pixels. Chosen: lattices are
/// nearer to their cells.
const STRIP: f64 = 2.5;

/// The border on one side.
#[derive(Clone, Copy)]
pub(super) struct BorderSide {
    /// Where it ends, in pixels outwards from the lattice's edge.
    pub(super) end: f64,
    /// From where the outer cells end, in pixels: 0 where no border is drawn, or none that can be told
    /// from them.
    pub(super) width: f64,
    /// Whether the picture ends before the border does.
    pub(super) is_cut: bool,
    /// Its colour, if there is one.
    pub(super) colour: Option<Rgb>,
    /// How far the page goes on from there, where something else is beyond it within a border's width, in pixels: the
    /// page of a title, or a line of the page's colour.
    pub(super) strip: f64,
}

/// What runs along one side, in layers a pixel apart from within the outer cells outwards, as far as the picture goes:
/// the medians over all scan lines, since compression leaves waves beside each edge, other ones at each cell.
pub(super) struct Profile {
    colours: Vec<Rgb>,
    /// How far the layers are from the outer cells, in levels of a channel.
    contrasts: Vec<f32>,
    /// The first layer that is none of the outer cells', if there is one; the number of layers where the picture
    /// ends with the cells.
    begin: Option<usize>,
    /// How far beyond the lattice the first layer is, in pixels.
    first: f64,
    /// The thickest border, in pixels.
    thickest: f64,
}

impl Profile {
    /// From what scan lines see at an offset in pixels beyond the lattice, `None` outside of the picture, and the
    /// outer cell that each of them comes from.
    pub(super) fn of<'a>(
        pitch: f64,
        layer: impl Fn(f64) -> Option<Vec<Rgb>>,
        ground: impl Fn(usize) -> &'a Ground,
    ) -> Self {
        let layers: Vec<Vec<Rgb>> = (0..)
            .map(|k| f64::from(k) - INSIDE * pitch)
            .take_while(|offset| *offset <= 2.0 * thickest(pitch))
            .map_while(layer)
            .collect();
        let contrast = |layer: &[Rgb], scan: usize| ground(scan).distance(&layer[scan]);
        let near = layers.len().min((2.0 * INSIDE * pitch) as usize + 1);
        let begin = |scan: usize| {
            let contrasts: Vec<u8> =
                layers[..near].iter().map(|layer| contrast(layer, scan)).collect();
            let least = STEP.max(contrasts.iter().max()? / 10 * 3);
            // A crop without a border ends with its outer cells.
            let end = (near == layers.len()).then_some(near);
            contrasts.iter().position(|&contrast| contrast > least).or(end)
        };
        let scans = layers.first().map_or(0, Vec::len);
        let mut begins: Vec<f32> = (0..scans).filter_map(begin).map(|begin| begin as f32).collect();
        let contrasts = layers.iter().map(|layer| {
            let mut all: Vec<f32> = (0..scans).map(|scan| contrast(layer, scan).into()).collect();
            median(&mut all)
        });
        Self {
            contrasts: contrasts.collect(),
            begin: (!begins.is_empty()).then(|| median(&mut begins) as usize),
            colours: layers.iter().map(|layer| median_colour(layer)).collect(),
            first: -INSIDE * pitch,
            thickest: thickest(pitch),
        }
    }

    /// The page beyond the thickest border, or what is next to the picture's edge; and whether it is that edge.
    fn page(&self) -> Option<(Rgb, bool)> {
        let beyond = self.begin? + self.thickest as usize;
        let last = self.colours.len().checked_sub(1)?;
        Some((self.colours[beyond.min(last)], beyond > last))
    }

    /// The border, where the page is known to have this colour.
    pub(super) fn border(&self, page: Option<Rgb>, line: &Rgb) -> BorderSide {
        // Layers are a pixel apart: a step lies half a pixel before the first that shows it.
        let side = |end: usize, begin: usize, is_cut: bool| BorderSide {
            end: self.first + end as f64 - 0.5,
            width: (end - begin) as f64,
            is_cut,
            colour: None,
            strip: 0.0,
        };
        let is_page =
            |layer: usize| page.is_some_and(|page| apart(&self.colours[layer], &page) <= TWO);
        let (Some(begin), Some((own, _))) = (self.begin, self.page()) else {
            return BorderSide { end: 0.0, width: 0.0, is_cut: false, colour: None, strip: 0.0 };
        };
        let count = self.colours.len();
        // Cells may be nearly as dark as the page: what is found is beyond it then.
        let edge = (-self.first).ceil() as usize;
        let page_from =
            begin - (0..begin.saturating_sub(edge)).take_while(|k| is_page(begin - 1 - k)).count();
        if (begin - page_from) as f64 > STRIP {
            return side(page_from, page_from, false);
        }
        if begin == count {
            return side(begin, begin, true);
        }
        // The border's own colour is the first that differs most from the cells'.
        let mut core = begin;
        while core + 1 < count && self.contrasts[core + 1] > self.contrasts[core] {
            core += 1;
        }
        if is_page(core) {
            let end = (core..count).find(|&k| !is_page(k));
            let strip = end.map_or(0.0, |end| (end - begin) as f64);
            let strip = if strip <= self.thickest { strip } else { 0.0 };
            return BorderSide { strip, ..side(begin, begin, false) };
        }
        let colour = self.colours[core];
        let step = TWO.max(apart(&page.unwrap_or(own), &colour) / 2.0);
        let end = (core..count)
            .find(|&k| apart(&self.colours[k], &colour) > step || self.is_another(k, &colour))
            // What goes on to the picture's edge is a border only if it looks like one.
            .or((distance(&colour, line) < LIKE_LINE).then_some(count))
            .filter(|&end| (end - begin) as f64 <= self.thickest)
            .filter(|&end| end == count || self.is_step(end));
        let border = side(end.unwrap_or(begin), begin, end == Some(count));
        BorderSide { colour: end.map(|_| colour), ..border }
    }

    /// Whether a band of another colour than a border's begins at a layer.
    fn is_another(&self, from: usize, border: &Rgb) -> bool {
        let band = self.colours.get(from..from + BAND);
        band.is_some_and(|band| {
            let is_flat = band.iter().all(|colour| apart(colour, &band[0]) <= TWO);
            is_flat && band.iter().all(|colour| apart(colour, border) > ANOTHER)
        })
    }

    /// Whether the colour changes at once around a layer, as it does where a border ends: a shadow fades.
    fn is_step(&self, end: usize) -> bool {
        let before = &self.colours[end.saturating_sub(2)];
        self.colours.iter().skip(end).take(2).any(|colour| apart(colour, before) > TWO)
    }
}

/// How far apart two colours are, in levels of brightness, or a third of those of a channel: compression spares the
/// hue least.
pub(super) fn apart(a: &Rgb, b: &Rgb) -> f32 {
    (brightness(a) - brightness(b)).abs().max(f32::from(distance(a, b)) / 3.0)
}

/// The colour that the page has on most of the sides on which it does not end with the picture.
pub(super) fn common_page(profiles: &[Profile; 4]) -> Option<Rgb> {
    let pages = profiles.iter().filter_map(Profile::page);
    let pages: Vec<Rgb> = pages.filter(|(_, is_cut)| !is_cut).map(|(page, _)| page).collect();
    let like = |page: &Rgb| pages.iter().filter(|other| apart(other, page) <= TWO).count();
    pages.iter().copied().find(|page| 2 * like(page) > pages.len())
}

/// The thickest outer border of a board with this pitch, in pixels.
pub(super) fn thickest(pitch: f64) -> f64 {
    THICKEST_PIXELS.max(THICKEST * pitch)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: Rgb = [20, 120, 230];
    const WHITE: Rgb = [255; 3];
    const DARK: Rgb = [28, 31, 36];

    /// The profile of a side of cells of 40 pixels: six pixels of them, and these runs of pixels beyond.
    fn profile(runs: &[(usize, Rgb)]) -> Profile {
        let beyond = runs.iter().flat_map(|&(count, colour)| vec![colour; count]);
        let colours: Vec<Rgb> = [CELL; 6].into_iter().chain(beyond).collect();
        let ground = Ground { colour: CELL, stripes: CELL };
        let at = |offset: f64| colours.get((offset + 6.0) as usize).map(|&colour| vec![colour; 3]);
        Profile::of(40.0, at, |_| &ground)
    }

    /// The width of the border.
    fn width(runs: &[(usize, Rgb)], page: Option<Rgb>) -> f64 {
        profile(runs).border(page, &[0; 3]).width
    }

    #[test]
    fn waves_of_compression_neither_end_a_border_nor_make_one() {
        let waves = [(1, [0, 2, 0]), (1, [1, 0, 21]), (1, [0; 3]), (1, [11, 0, 4])];
        let border = [&waves[..], &[(2, [2; 3]), (30, DARK)]].concat();
        assert_eq!(width(&border, Some(DARK)), 6.0);
        let waves = [(1, [30, 30, 30]), (1, [20, 30, 39]), (1, [34, 24, 22]), (1, [24, 32, 45])];
        let page = [&waves[..], &[(30, DARK)]].concat();
        assert_eq!(width(&page, Some(DARK)), 0.0);
    }

    #[test]
    fn a_border_may_be_nearly_as_dark_as_the_page_and_has_no_seam() {
        let border = |page: Rgb| width(&[(4, [0; 3]), (30, page)], Some(page));
        assert_eq!([border([8; 3]), border([7; 3])], [4.0, 0.0]);
    }

    #[test]
    fn a_strip_of_page_between_a_board_and_a_title_is_no_border() {
        let title = (30, [217; 3]);
        assert_eq!(width(&[(7, WHITE), title], Some(WHITE)), 0.0);
        assert_eq!(width(&[(4, [0; 3]), (3, WHITE), title], Some(WHITE)), 4.0);
        assert_eq!(width(&[(7, [90; 3]), title], Some(WHITE)), 7.0, "not the page's colour");
    }

    #[test]
    fn cells_as_dark_as_the_page_end_before_the_strip_of_page_below_a_title() {
        let end = |strip: usize| {
            let runs = [(strip, [23, 118, 228]), (30, [217; 3])];
            profile(&runs).border(Some([23, 118, 228]), &[0; 3]).end
        };
        assert_eq!(end(5), -0.5);
        assert_eq!(end(2), 1.5, "a lattice that lies two pixels off");
    }

    #[test]
    fn a_shadow_fades_and_a_border_ends_at_once() {
        let shadow: Vec<(usize, Rgb)> = (10..25).map(|level| (1, [2 * level; 3])).collect();
        let page = [50; 3];
        assert_eq!(width(&[&shadow[..], &[(30, page)]].concat(), Some(page)), 0.0);
        assert_eq!(width(&[(7, [20; 3]), (30, page)], Some(page)), 7.0);
        let line = [(3, [20; 3]), (1, page), (3, [20; 3]), (30, page)];
        assert_eq!(width(&line, Some(page)), 3.0, "a line within it");
    }

    #[test]
    fn a_border_ends_where_a_band_of_another_colour_runs_along_it() {
        // Half as far from the border as the page is, as the shadow within a frame.
        let shadow = |width: usize| (width, [80; 3]);
        let framed = |width: usize| [(4, [0; 3]), shadow(width), (30, WHITE)];
        assert_eq!(width(&framed(5), Some(WHITE)), 4.0);
        assert_eq!(width(&framed(2), Some(WHITE)), 6.0, "a blurred edge");
    }

    #[test]
    fn what_goes_on_to_the_pictures_edge_is_a_border_unless_it_is_the_page_of_other_sides() {
        let dark = [14, 15, 18];
        let is_cut = |page| profile(&[(8, dark)]).border(page, &[0; 3]).is_cut;
        assert!(is_cut(None) && is_cut(Some(WHITE)));
        assert!(!is_cut(Some(dark)));
    }

    #[test]
    fn the_page_is_what_most_sides_show_that_do_not_end_with_the_picture() {
        let side = |colour: Rgb, count: usize| profile(&[(4, [0; 3]), (count, colour)]);
        let page =
            |sides: [(Rgb, usize); 4]| common_page(&sides.map(|(page, count)| side(page, count)));
        let (white, dark) = ((WHITE, 30), (DARK, 30));
        assert_eq!(page([white, dark, white, white]), Some(WHITE));
        assert_eq!(page([(DARK, 3), (DARK, 3), (DARK, 3), white]), Some(WHITE));
        assert_eq!(page([white, dark, dark, white]), None);
    }
}
