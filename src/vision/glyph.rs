//! What a shape in a cell stands for: a cross, a queen, or nothing.

use super::shape::Shape;
use super::stain::FAINTEST;
use crate::board::Mark;

/// How far the middle of an x may be from its cell's, in cells: letters stand above it. Chosen.
const OFF_CENTRE: f64 = 0.2;

/// The largest area of an x, in cells: half a cell wide, with strokes of a tenth.
const STROKES: f64 = 0.17;

/// How much more strongly the corners of an x's box are drawn in than the middle of any side, if those
/// are all but free: one that is blurred, or in a glow. Chosen.
const FREE_MIDDLES: f64 = 3.0;

/// The same of what is drawn along its diagonals, as an x on a pattern is. Chosen: of 390 queens in screenshots of other
/// people's games that cover more than strokes of an x, none had more than 1, and such crosses 2.1 and more.
const WIDE_X: f64 = 1.5;

/// How far an x is drawn along its diagonals at least: of 44,000 in drawn and labelled pictures all but
/// a few are beyond 0.6, and of 7,000 queens nearly all below 0.5.
pub(super) const X: f64 = 0.55;

/// The same if it is smaller than a queen and ends in its corners, or has few samples, of which one more or
/// less turns it. Chosen: pawns and plus signs are near 0 or below. Chess queens in text are between, at 0.31
/// to 0.43, but have their foot in the middle of a side: of 57,000 crosses in drawn pictures, none as large
/// has.
const TINY_X: f64 = 0.3;

/// The same if it is as wide as a queen, or as high, and a side is drawn in more than the corners: no crown is
/// drawn so far along its diagonals, and an x in few samples may be. Chosen.
pub(super) const BEYOND_CROWNS: f64 = 0.8;

/// How strongly the corners of a cross that is larger than small are drawn in at least. Chosen: those of a queen and a
/// letter beside her, one below the other, are all but free.
const DRAWN_CORNERS: f64 = 0.1;

/// The same in a glow, where the outlines of a golden queen run along them too. Chosen.
const GLOWING_X: f64 = 0.85;

/// The least part of its box that a dot fills: a disc fills 0.79, an x no more than a half. Chosen.
const DOT: f64 = 0.65;

/// How much more strongly the middle of a side of a figure's box is drawn in than its corners: where there are samples
/// enough to tell, and else. The least area of such a figure, in cells. Chosen: crowns and faces have 1.5 to 4.9, or 3
/// in few samples, and 0.006.
const FIGURE: (f64, f64) = (1.4, 2.0);
const FIGURE_AREA: f64 = 0.005;

/// How many times as long as it is wide a bar is at least, and the least part of its box that it fills. Chosen: no figure is
/// so narrow, three jewels of a crown are 3.2 times as long, and slanting strokes fill less.
const BAR: (f64, f64) = (4.0, 0.6);

/// The least shorter side of a small mark, in samples, in which an x can be told from the dot that
/// other sites draw for it. Chosen.
const TOLD: f64 = 9.0;

/// The longer side of what is as small as only an x or a dot is, at most, in cells: LinkedIn's x has
/// 0.14 to 0.17, the dots of a hundred pages of our own drawing 0.07 to 0.14.
const TINY: f64 = 0.2;

/// The same of what is an x or a disc if it is drawn so, and else a small chess piece or star: of those
/// the smallest had 0.23.
pub(super) const SMALL: f64 = 0.3;

/// The least part of its box that such a disc fills. Chosen: kings fill 0.65.
const DISC: f64 = 0.73;

/// The same where only discs are told from figures: in few samples, one fills 0.72, and a castle 0.65.
const ROUND_FILL: f64 = 0.69;

/// How far it is drawn along its diagonals. Chosen: queens of chess run along theirs by 0.3 to 0.5, and discs of ten samples
/// along their axes by up to 0.17.
const ROUND: std::ops::RangeInclusive<f64> = -0.2..=0.12;

/// The least shorter side, in samples, in which it can be told from a star or a king. Chosen: in fewer, a
/// compressed x is a blot.
const FEW: f64 = 7.0;

/// How strongly the corners of an x with thick strokes, or of a dot that is no disc, are drawn in at least, in times
/// the middle of that side where it is most: of queens of chess it is up to 0.6. Chosen.
const THICK_X: f64 = 0.65;

/// The width and the height of a queen, and the area that she covers, at least, in cells.
const QUEEN: (f64, f64, f64) = (0.38, 0.33, 0.07);

/// The width of a queen over her height.
const ASPECT: std::ops::RangeInclusive<f64> = 0.6..=1.9;

/// The least area of what is a queen by standing in the middle, in cells: less is noise. Chosen; small stars and
/// thin chess pieces have 0.014 to 0.018.
const CENTRED_QUEEN: f64 = 0.012;

/// How far the middle of a mark is from its cell's, in cells, beyond a sample.
pub(super) const CENTRED: f64 = 0.1;

/// The same above it or below it alone, of what fills this part of its box and covers as much of the cell: the crown of
/// a common font, two fifths of a cell wide, is 0.13 above. Chosen.
const OFF_LINE: f64 = 0.16;
const BODY: (f64, f64) = (0.5, 0.05);

/// The least side of a mark, in cells, unless it stands out of the noise: LinkedIn's x is 0.14 wide.
const SPECK: f64 = 0.08;

/// How much more than what is no noise at least such a speck differs. Chosen.
const STANDS_OUT: u8 = 3;

impl Shape {
    /// The distance of its box's middle from the cell's.
    pub(super) fn off_centre(&self) -> f64 {
        self.place.0.hypot(self.place.1)
    }

    pub(super) fn is_centred(&self) -> bool {
        !self.is_cut && self.is_near_middle()
    }

    pub(super) fn is_near_middle(&self) -> bool {
        self.off_centre() <= CENTRED + self.grain()
    }

    /// The longer side of a sample: nothing is measured more finely.
    pub(super) fn grain(&self) -> f64 {
        self.pixel.0.max(self.pixel.1)
    }

    /// The samples along that side of its box on which there are fewer.
    fn samples(&self) -> f64 {
        (self.width / self.pixel.0).min(self.height / self.pixel.1)
    }

    /// The part of its box that it fills.
    pub(super) fn fill(&self) -> f64 {
        self.area / (self.width * self.height)
    }

    pub(super) fn is_cross(&self) -> bool {
        // Blurred strokes are wide, and some are drawn so.
        let is_wide_x = self.diagonal >= X && self.corners >= WIDE_X * self.middle;
        let most = if is_wide_x || self.has_free_middles() { 2.0 * STROKES } else { STROKES };
        let is_x = self.is_x && !self.in_glow && !self.is_frame && self.off_centre() <= OFF_CENTRE;
        // Its outline may reach the edge of what is searched.
        let is_in_place = self.is_centred() || (is_wide_x && self.is_near_middle());
        let is_drawn = is_x || self.is_bar() || (is_in_place && self.is_crossed());
        (self.area <= most && is_drawn) || self.is_from_corner_to_corner()
    }

    /// Whether it is a cross whose bars end in the corners of its cell, or beyond what is searched of it.
    pub(super) fn is_from_corner_to_corner(&self) -> bool {
        self.is_cut
            && self.is_x
            && !self.in_glow
            && self.is_near_middle()
            && self.has_free_middles()
            && self.diagonal >= BEYOND_CROWNS
    }

    /// Whether it is a bar in the middle of its cell, as some sites draw for a cross.
    pub(super) fn is_bar(&self) -> bool {
        let (sides, fill) = BAR;
        self.is_centred()
            && self.longer() >= sides * self.width.min(self.height)
            && self.longer() >= SPECK
            && self.fill() >= fill
    }

    /// Whether it is a cross by what is drawn and not by its size alone.
    pub(super) fn is_plain_cross(&self) -> bool {
        self.has_crossing_strokes() || (self.is_cross() && self.fill() >= DOT)
    }

    /// Whether it is a cross of strokes, and no dot.
    pub(super) fn has_crossing_strokes(&self) -> bool {
        self.is_cross() && !self.is_bar() && (self.is_x || self.diagonal >= X)
    }

    /// Whether it may be a small queen as well as the dot that is drawn for a cross, if only its size is told.
    pub(super) fn is_large_dot(&self) -> bool {
        self.fill() >= DOT && self.longer() > TINY && !self.is_bar()
    }

    /// The longer side of its box.
    pub(super) fn longer(&self) -> f64 {
        self.width.max(self.height)
    }

    /// Whether it is as small as a dot may be.
    pub(super) fn is_small(&self) -> bool {
        self.longer() <= SMALL
    }

    /// Whether it is a disc in the middle of its cell, and smaller than other queens.
    pub(super) fn is_small_disc(&self) -> bool {
        let is_round = self.fill() >= ROUND_FILL && ROUND.contains(&self.diagonal);
        is_round && self.is_centred() && self.longer() < QUEEN.0 && self.samples() >= FEW
    }

    /// Whether it is an x that can be taken for nothing else.
    pub(super) fn is_plain_x(&self) -> bool {
        self.is_x && self.is_centred() && self.has_free_middles() && self.diagonal >= BEYOND_CROWNS
    }

    /// Whether it is neither an x nor a dot, but stands on the middles of its sides more than on its corners: in few
    /// samples, all the more so.
    pub(super) fn is_figure(&self) -> bool {
        let is_other = !self.is_x && !self.is_arrow && !self.in_glow && !self.is_frame;
        let is_plain = self.diagonal < X && self.samples() >= TOLD;
        let (middles, diagonal) = if is_plain { (FIGURE.0, X) } else { (FIGURE.1, BEYOND_CROWNS) };
        is_other
            && self.is_centred()
            && (self.fill() < ROUND_FILL || !ROUND.contains(&self.diagonal))
            && self.middle >= middles * self.corners
            && self.diagonal < diagonal
            && self.area >= FIGURE_AREA
            && self.samples() >= FEW
    }

    fn has_free_middles(&self) -> bool {
        self.corners >= FREE_MIDDLES * self.middle
    }

    fn is_crossed(&self) -> bool {
        if self.in_glow {
            return self.has_free_middles() && self.diagonal >= GLOWING_X;
        }
        let longer = self.longer();
        // The strokes of an x may be thick, but they end in its corners; and so do dots that are no discs.
        let has_corners = self.corners >= THICK_X * self.middle;
        let is_round = ROUND.contains(&self.diagonal);
        if longer <= TINY {
            let is_speck =
                self.width.min(self.height) < SPECK && self.strongest < STANDS_OUT * self.faintest;
            // Noise and compression make blots of small marks.
            let is_clean = self.faintest <= FAINTEST;
            let (fill, samples) = if is_clean { (ROUND_FILL, FEW) } else { (DOT, TOLD) };
            let is_dot = self.fill() >= fill && (is_round || has_corners);
            let is_told = is_dot || self.diagonal >= if has_corners { TINY_X } else { X };
            return !is_speck && (is_told || self.samples() < samples);
        }
        if self.is_small() {
            let is_disc = self.fill() >= DISC && is_round;
            let is_thick_x =
                self.corners >= self.middle || (self.diagonal >= TINY_X && has_corners);
            return is_disc || is_thick_x || self.diagonal >= X || self.samples() < FEW;
        }
        // In few samples, a box may seem larger by one of them.
        let longer = longer - self.grain();
        let ends_in_corners = self.corners >= self.middle;
        let may_be_turned = longer < QUEEN.1 && (ends_in_corners || self.samples() < FEW);
        let least = if may_be_turned { TINY_X } else { X };
        // What is as wide as a queen, or as high, may be a crown.
        let is_no_crown = longer < QUEEN.0 || ends_in_corners || self.diagonal >= BEYOND_CROWNS;
        is_no_crown && self.diagonal >= least && self.corners >= DRAWN_CORNERS
    }

    /// Whether the shape is filled and as large as a queen: no part of a stripe is.
    pub(super) fn is_disc(&self) -> bool {
        self.is_centred() && self.is_solid()
    }

    /// Whether it fills half of its box, which is as large as a queen's.
    pub(super) fn is_solid(&self) -> bool {
        self.is_large() && self.fill() >= 0.5
    }

    /// Whether it is as large as a queen.
    pub(super) fn is_large(&self) -> bool {
        let (width, height, area) = QUEEN;
        self.width >= width && self.height >= height && self.area >= area
    }

    /// Whether it is a body right above the middle of its cell, or below it: glyphs of a font do not stand in the
    /// middle of their line.
    fn is_above_or_below_the_middle(&self) -> bool {
        let (aside, down) = self.place;
        !self.is_cut
            && !self.is_small()
            && aside.abs() <= self.grain()
            && down.abs() <= OFF_LINE
            && self.fill() >= BODY.0
            && self.area >= BODY.1
    }

    /// What the shape is. The numbers were chosen between the shapes of 429 queens and 2,190
    /// crosses in labelled screenshots and those of 49 empty cells with something over them, and
    /// then changed for boards of our own drawing that they failed on.
    pub(super) fn mark(&self) -> Mark {
        if self.is_arrow && (self.is_cut || self.diagonal < X) {
            return Mark::Empty;
        }
        if self.is_cross() {
            return Mark::Cross;
        }
        let is_glyph =
            self.is_large() && ASPECT.contains(&(self.width / self.height)) && !self.is_frame;
        if is_glyph
            || (self.is_centred() && self.area >= CENTRED_QUEEN)
            || self.is_above_or_below_the_middle()
        {
            Mark::Queen
        } else {
            Mark::Empty
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ink::{
        shape_of_mark,
        tests::{dark, read, shape_in},
    };
    use super::super::stain::Stain;
    use super::*;
    use image::{GrayImage, Luma};

    #[test]
    fn a_slanting_x_is_a_cross_and_no_letter_with_two_strokes_is_an_x() {
        let slanting = [
            ".............", //
            "....#....#...",
            "....##..##...",
            "....##.##....",
            ".....####....",
            ".....###.....",
            ".....###.....",
            "....####.....",
            "....#..##....",
            "...##..##....",
            "..##.........",
            "..#..........",
            ".............",
        ];
        let one_below = slanting.map(|row| row.replace("#..##", "#...."));
        let wide_crossing = slanting.map(|row| row.replace("###", "######"));
        for scale in [2, 5] {
            assert_eq!(read(&slanting, scale), Mark::Cross);
            assert!(shape_in(&slanting, scale).unwrap().is_x);
            for other in [&one_below, &wide_crossing] {
                let rows = other.each_ref().map(String::as_str);
                assert!(!shape_in(&rows, scale).unwrap().is_x, "{rows:?}");
            }
        }
    }

    /// As large as a queen, in the middle of its cell, and as strong all around.
    const LARGE: Shape = Shape {
        area: 0.12,
        width: 0.5,
        height: 0.5,
        place: (0.0, 0.0),
        corners: 0.3,
        middle: 0.3,
        diagonal: 0.0,
        is_frame: false,
        pixel: (0.01, 0.01),
        is_arrow: false,
        is_x: false,
        in_glow: false,
        is_cut: false,
        strongest: 200,
        faintest: 8,
    };

    #[test]
    fn a_small_thin_glyph_is_a_queen_unless_there_is_too_little_of_it() {
        let sides = Shape { width: 0.21, height: 0.22, diagonal: 0.3, ..LARGE };
        let glyph = |area: f64| Shape { corners: 0.28, middle: 0.67, area, ..sides };
        assert_eq!([0.016, 0.010].map(|area| glyph(area).mark()), [Mark::Queen, Mark::Empty]);
        let aside = Shape { place: (0.0, 0.2), ..glyph(0.016) };
        assert_eq!(aside.mark(), Mark::Empty);
    }

    #[test]
    fn a_small_chess_queen_is_no_cross_although_she_runs_along_her_diagonals() {
        let queen = Shape {
            area: 0.05,
            width: 0.28,
            height: 0.32,
            corners: 0.24,
            middle: 0.75,
            diagonal: 0.32,
            ..LARGE
        };
        let blurred_x = Shape { corners: 0.75, ..queen };
        let thin_x = Shape { diagonal: 0.7, ..queen };
        let few_samples = Shape { pixel: (0.06, 0.06), ..queen };
        let marks = [queen, blurred_x, thin_x, few_samples].map(|shape| shape.mark());
        assert_eq!(marks, [Mark::Queen, Mark::Cross, Mark::Cross, Mark::Cross]);
    }

    #[test]
    fn a_thick_x_is_a_cross_where_its_outline_reaches_the_edge_of_what_is_searched() {
        // Of a game of pixels; its outline is hardly to be told from its cell, but stands out on one side.
        let thick = Shape { width: 0.67, height: 0.56, area: 0.3, diagonal: 0.78, ..LARGE };
        let cut = Shape { corners: 0.49, middle: 0.21, is_cut: true, place: (0.05, 0.0), ..thick };
        assert_eq!(cut.mark(), Mark::Cross);
        let others = [
            Shape { place: (0.2, 0.0), ..cut },
            Shape { middle: 0.4, ..cut },
            Shape { diagonal: 0.5, ..cut },
        ];
        assert!(others.iter().all(|shape| shape.mark() != Mark::Cross));
    }

    #[test]
    fn what_is_drawn_along_its_diagonals_is_a_cross_and_all_the_more_in_a_glow() {
        let tiny = Shape { width: 0.2, height: 0.2, area: 0.02, ..LARGE };
        let glowing = Shape { in_glow: true, middle: 0.05, ..LARGE };
        let small = Shape { width: 0.32, height: 0.32, ..LARGE };
        let cases = [(LARGE, X), (small, TINY_X), (tiny, TINY_X), (glowing, GLOWING_X)];
        for (shape, least) in cases {
            let mark = |diagonal: f64| Shape { diagonal, ..shape }.mark();
            assert_eq!([mark(least), mark(least - 0.01)], [Mark::Cross, Mark::Queen], "{least}");
        }
    }

    #[test]
    fn a_bar_is_a_cross_however_it_lies_and_no_narrow_letter_is_one() {
        let flat = Shape { width: 0.36, height: 0.06, area: 0.02, ..LARGE };
        let upright = Shape { width: 0.06, height: 0.36, ..flat };
        assert_eq!([flat.mark(), upright.mark()], [Mark::Cross; 2]);
        assert!(!flat.is_large_dot());
        assert!(!Shape { diagonal: 0.61, ..flat }.has_crossing_strokes());
        let others = [
            Shape { height: 0.1, area: 0.03, ..flat },
            Shape { area: 0.012, ..flat },
            Shape { place: (0.0, 0.2), ..flat },
        ];
        assert!(others.iter().all(|shape| shape.mark() != Mark::Cross));
    }

    #[test]
    fn a_body_right_above_the_middle_is_a_queen_and_one_to_the_side_is_none() {
        let crown = Shape { width: 0.37, height: 0.35, area: 0.088, diagonal: 0.38, ..LARGE };
        let at = |place: (f64, f64)| Shape { place, middle: 0.74, ..crown }.mark();
        assert_eq!([at((0.01, -0.13)), at((0.0, 0.15))], [Mark::Queen; 2]);
        assert_eq!([at((0.13, 0.0)), at((0.05, -0.13)), at((0.0, -0.2))], [Mark::Empty; 3]);
        let thin = Shape { place: (0.0, -0.13), area: 0.04, middle: 0.74, ..crown };
        assert_eq!(thin.mark(), Mark::Empty, "a letter");
    }

    #[test]
    fn a_dot_of_few_samples_is_a_cross_and_a_plus_of_many_is_not() {
        let tiny = Shape { width: 0.2, height: 0.2, area: 0.02, diagonal: -0.5, ..LARGE };
        assert_eq!(tiny.mark(), Mark::Queen);
        assert_eq!(Shape { pixel: (0.05, 0.05), ..tiny }.mark(), Mark::Cross, "four samples wide");
        let filled = Shape { area: 0.03, ..tiny };
        assert_eq!(filled.mark(), Mark::Cross, "a filled one");
        let crown = Shape { corners: 0.6 * LARGE.middle, diagonal: 0.3, ..filled };
        assert_eq!(crown.mark(), Mark::Queen, "a filled one without corners");
        assert_eq!(Shape { diagonal: 0.0, ..crown }.mark(), Mark::Cross, "a round one");
    }

    #[test]
    fn a_letter_of_few_samples_is_no_cross_unless_noise_or_compression_may_have_made_it_of_one() {
        // Q, in cells that are wider than they are high.
        let pixel = (0.017, 0.023);
        let letter = Shape { width: 0.122, height: 0.19, middle: 0.9, pixel, ..LARGE };
        let filled = |part: f64| Shape { area: part * 0.122 * 0.19, ..letter };
        let [open, dot] = [0.66, 0.75].map(filled);
        assert_eq!([open.mark(), dot.mark()], [Mark::Queen, Mark::Cross]);
        assert_eq!(Shape { faintest: 20, ..open }.mark(), Mark::Cross, "in noise");
        assert_eq!(Shape { pixel: (0.023, 0.023), ..open }.mark(), Mark::Cross, "five samples");
        let higher = Shape { height: 0.228, area: 0.66 * 0.122 * 0.228, ..letter };
        assert_eq!(higher.mark(), Mark::Queen);
        assert_eq!(Shape { pixel: (0.023, 0.023), ..higher }.mark(), Mark::Cross, "five samples");
    }

    #[test]
    fn a_small_chess_piece_or_star_is_no_cross_and_a_small_disc_or_thick_x_is_one() {
        let small = Shape { width: 0.27, height: 0.28, corners: 0.2, middle: 0.8, ..LARGE };
        let filled =
            |part: f64, diagonal: f64| Shape { area: part * 0.27 * 0.28, diagonal, ..small }.mark();
        let [king, queen, star] = [filled(0.66, -0.07), filled(0.5, 0.42), filled(0.44, 0.0)];
        assert_eq!([king, queen, star], [Mark::Queen; 3]);
        assert_eq!([filled(0.78, 0.01), filled(0.5, X)], [Mark::Cross; 2], "a disc and an x");
        assert_eq!([filled(0.74, -0.17), filled(0.74, -0.3)], [Mark::Cross, Mark::Queen]);
        let thick_x = Shape { area: 0.05, diagonal: 0.2, corners: 0.8, ..small };
        assert_eq!(thick_x.mark(), Mark::Cross);
        assert_eq!(
            Shape { pixel: (0.04, 0.04), ..small }.mark(),
            Mark::Cross,
            "too few samples to tell"
        );
    }

    #[test]
    fn only_what_leaves_the_middles_free_may_have_wide_strokes() {
        let x = Shape { diagonal: 0.9, ..LARGE };
        let wide = Shape { area: 0.25, ..x };
        assert_eq!([x.mark(), wide.mark()], [Mark::Cross, Mark::Queen]);
        assert_eq!(Shape { middle: 0.05, ..wide }.mark(), Mark::Cross);
        let on_pattern = Shape { corners: 0.8, diagonal: 0.6, ..wide };
        assert_eq!(on_pattern.mark(), Mark::Cross);
        assert_eq!(Shape { diagonal: 0.5, ..on_pattern }.mark(), Mark::Queen);
        assert_eq!(Shape { middle: 0.6, ..on_pattern }.mark(), Mark::Queen);
    }

    #[test]
    fn what_is_as_wide_or_high_as_a_queen_is_no_cross_if_any_side_is_drawn_in_more_than_its_corners()
     {
        let crown = Shape { diagonal: 0.7, middle: 0.31, ..LARGE };
        let narrow = Shape { width: 0.37, ..crown };
        assert_eq!([crown.mark(), narrow.mark()], [Mark::Queen; 2]);
        assert_eq!(Shape { height: 0.37, ..narrow }.mark(), Mark::Cross, "as large as crosses are");
        let few_samples = Shape { pixel: (0.07, 0.07), width: 0.41, height: 0.27, ..crown };
        assert_eq!(few_samples.mark(), Mark::Cross, "larger by less than a sample");
        assert_eq!(Shape { middle: 0.29, ..crown }.mark(), Mark::Cross);
        assert_eq!(Shape { diagonal: BEYOND_CROWNS, ..crown }.mark(), Mark::Cross);
    }

    #[test]
    fn a_queen_and_a_letter_beside_her_are_no_cross_though_they_are_drawn_along_a_diagonal() {
        let both = Shape { width: 0.61, height: 0.66, area: 0.085, diagonal: 0.88, ..LARGE };
        let with_corners = |corners: f64| Shape { corners, ..both }.mark();
        assert_eq!([0.0, DRAWN_CORNERS].map(with_corners), [Mark::Queen, Mark::Cross]);
    }

    #[test]
    fn a_figure_stands_on_the_middles_of_its_sides_and_is_neither_an_x_nor_a_dot() {
        let small = Shape { width: 0.18, height: 0.18, area: 0.018, corners: 0.3, ..LARGE };
        let crown = Shape { middle: 0.78, diagonal: 0.33, ..small };
        let face = Shape {
            width: 0.12,
            area: 0.006,
            middle: 0.9,
            diagonal: 0.63,
            pixel: (0.016, 0.016),
            ..crown
        };
        let filled = Shape { area: 0.75 * 0.18 * 0.18, ..crown };
        assert!([crown, face, filled].iter().all(Shape::is_figure));
        let others = [
            Shape { middle: 0.4, ..crown },
            Shape { diagonal: X, middle: 0.59, ..crown },
            Shape { diagonal: BEYOND_CROWNS, ..face },
            Shape { diagonal: 0.1, ..filled },
            Shape { is_x: true, ..crown },
            Shape { in_glow: true, ..crown },
            Shape { place: (0.0, 0.2), ..crown },
            Shape { pixel: (0.03, 0.03), ..crown },
            Shape { width: 0.05, area: 0.004, pixel: (0.005, 0.005), ..crown },
        ];
        assert!(others.iter().all(|shape| !shape.is_figure()));
    }

    #[test]
    fn what_grows_like_an_arrow_is_a_cross_if_it_is_drawn_along_its_diagonals() {
        let arrow = Shape { is_arrow: true, ..LARGE };
        let x = Shape { diagonal: X, ..arrow };
        assert_eq!([arrow.mark(), x.mark()], [Mark::Empty, Mark::Cross]);
        assert_eq!(Shape { is_cut: true, ..x }.mark(), Mark::Empty);
    }

    #[test]
    fn an_x_is_a_cross_at_any_size() {
        let small = [
            ".............", //
            ".............",
            ".............",
            ".............",
            ".............",
            ".....#.#.....",
            "......#......",
            ".....#.#.....",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
        ];
        let large = [
            ".............", //
            ".#.........#.",
            "..#.......#..",
            "...#.....#...",
            "....#...#....",
            ".....#.#.....",
            "......#......",
            ".....#.#.....",
            "....#...#....",
            "...#.....#...",
            "..#.......#..",
            ".#.........#.",
            ".............",
        ];
        for scale in [2, 5] {
            assert_eq!((read(&small, scale), read(&large, scale)), (Mark::Cross, Mark::Cross));
        }
    }

    #[test]
    fn a_crown_and_a_disc_are_queens() {
        let crown = [
            ".............", //
            ".............",
            ".............",
            "..#...#...#..",
            "..##.###.##..",
            "..#########..",
            "..#########..",
            "...#######...",
            "...#######...",
            ".............",
            ".............",
            ".............",
            ".............",
        ];
        let disc = [
            ".............", //
            ".............",
            ".............",
            "....#####....",
            "...#######...",
            "...#######...",
            "...#######...",
            "...#######...",
            "...#######...",
            "....#####....",
            ".............",
            ".............",
            ".............",
        ];
        assert_eq!((read(&crown, 5), read(&disc, 5)), (Mark::Queen, Mark::Queen));
    }

    #[test]
    fn what_leans_in_from_the_edge_is_no_mark() {
        let pointer = [
            "............#", //
            "...........##",
            "..........###",
            ".........####",
            "........#####",
            "..........###",
            "...........##",
            "............#",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
        ];
        let line = [
            ".............", //
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            ".............",
            "#############",
        ];
        assert_eq!((read(&pointer, 5), read(&line, 5)), (Mark::Empty, Mark::Empty));
    }

    #[test]
    fn an_arrow_is_a_pointer_and_no_mark_even_if_only_its_outline_shows() {
        let filled = [
            ".............", //
            ".............",
            "...#.........",
            "...##........",
            "...###.......",
            "...####......",
            "...#####.....",
            "...######....",
            "...#####.....",
            "...##.##.....",
            "......##.....",
            ".............",
            ".............",
        ];
        let outline = filled.map(|row| row.replace("####", "#..#").replace("###", "#.#"));
        let outline = outline.each_ref().map(String::as_str);
        assert_eq!((read(&filled, 4), read(&outline, 4)), (Mark::Empty, Mark::Empty));
    }

    #[test]
    fn a_piece_of_a_stripe_is_no_cross() {
        let stripe = [
            ".............", //
            ".............",
            ".............",
            ".............",
            ".......##....",
            "......##.....",
            ".....##......",
            "....##.......",
            "...##........",
            ".............",
            ".............",
            ".............",
            ".............",
        ];
        let crossed = stripe.map(|row| {
            let back: String = row.chars().rev().collect();
            let both = row.chars().zip(back.chars());
            both.map(|(a, b)| if a == '#' || b == '#' { '#' } else { '.' }).collect::<String>()
        });
        let crossed = crossed.each_ref().map(String::as_str);
        assert_ne!(read(&stripe, 5), Mark::Cross);
        assert_eq!(read(&crossed, 5), Mark::Cross);
    }

    #[test]
    fn what_is_left_of_a_queen_in_a_glow_is_no_cross() {
        let outlines = [
            ".............", //
            ".............",
            "..##.....##..",
            "..###...###..",
            "....#...#....",
            ".....###.....",
            "......#......",
            ".....###.....",
            "....#...#....",
            "..###...###..",
            "..##.....##..",
            ".............",
            ".............",
        ];
        let mask = GrayImage::from_fn(65, 65, |x, y| {
            let is_stained = outlines[(y / 5) as usize].as_bytes()[(x / 5) as usize] == b'#';
            Luma([if is_stained { u8::MAX } else { 0 }])
        });
        let shape = shape_of_mark(&dark(mask)).unwrap();
        let weak = Shape { corners: 0.3, middle: 0.2, ..shape };
        assert_eq!(weak.mark(), Mark::Cross);
        assert_eq!(Shape { in_glow: true, ..weak }.mark(), Mark::Queen);
        assert_eq!(Shape { in_glow: true, middle: 0.0, ..weak }.mark(), Mark::Cross);
    }

    #[test]
    fn a_small_mark_is_a_cross_if_it_is_an_x_or_a_dot_and_a_queen_if_it_is_neither() {
        let dot =
            ["..........", ".....##...", "....####..", "....####..", ".....##...", ".........."];
        let pawn =
            ["..........", ".....##...", ".....##...", ".....##...", "...######.", "...######."];
        let x =
            ["..........", "...##..##.", "....####..", "....####..", "...##..##.", ".........."];
        let small = |glyph: [&str; 6]| {
            let blank = || vec!["....................".to_string(); 7];
            let middle = glyph.map(|row| format!(".....{row}....."));
            let rows = [blank(), middle.to_vec(), blank()].concat();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            read(&rows, 3)
        };
        assert_eq!([small(x), small(dot), small(pawn)], [Mark::Cross, Mark::Cross, Mark::Queen]);
    }

    #[test]
    fn two_samples_of_ink_are_a_mark_only_where_the_ink_is_stronger_than_noise() {
        let speck = |level: u8, faintest: u8| {
            let levels = GrayImage::from_fn(13, 13, |x, y| {
                Luma([if x == 6 && (6..8).contains(&y) { level } else { 0 }])
            });
            let stain = Stain { faintest, ..dark(levels) };
            shape_of_mark(&stain).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!([speck(190, 24), speck(30, 24)], [Mark::Cross, Mark::Empty]);
        assert_eq!(speck(30, 8), Mark::Cross, "there is less noise");
    }

    #[test]
    fn a_blurred_x_of_few_samples_is_a_cross_and_a_blurred_letter_is_a_queen() {
        let seen = |glyph: [[u8; 6]; 7]| {
            let levels = GrayImage::from_fn(16, 16, |x, y| {
                let row = y.checked_sub(4).and_then(|row| glyph.get(row as usize));
                let level = x.checked_sub(5).and_then(|x| row?.get(x as usize));
                Luma([level.copied().unwrap_or(0)])
            });
            shape_of_mark(&dark(levels)).map_or(Mark::Empty, |shape| shape.mark())
        };
        let x = [
            [0, 30, 20, 20, 40, 0],
            [30, 130, 40, 60, 110, 0],
            [0, 90, 140, 150, 50, 0],
            [0, 60, 160, 150, 30, 0],
            [30, 140, 60, 90, 120, 0],
            [0, 40, 0, 10, 40, 0],
            [0; 6],
        ];
        let letter = [
            [0, 80, 80, 20, 0, 0],
            [60, 100, 100, 160, 60, 0],
            [150, 0, 0, 39, 150, 0],
            [160, 0, 0, 0, 160, 29],
            [160, 0, 29, 38, 160, 20],
            [120, 10, 94, 149, 122, 0],
            [10, 160, 160, 145, 132, 10],
        ];
        assert_eq!([seen(x), seen(letter)], [Mark::Cross, Mark::Queen]);
    }

    #[test]
    fn a_circle_is_a_queen_and_a_square_is_a_ring_of_focus() {
        let drawn = |is_round: bool, faint_sides: u8| {
            let levels = GrayImage::from_fn(60, 60, |x, y| {
                let is_faint = x < y && (x < 30 || y > 30);
                let (x, y) = ((f64::from(x) - 29.5).abs(), (f64::from(y) - 29.5).abs());
                let away = if is_round { x.hypot(y) } else { x.max(y) };
                let level = if is_faint { faint_sides } else { 100 };
                Luma([if (25.0..27.0).contains(&away) { level } else { 0 }])
            });
            shape_of_mark(&dark(levels)).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!([drawn(true, 100), drawn(false, 100)], [Mark::Queen, Mark::Empty]);
        assert_eq!(drawn(false, 20), Mark::Empty, "two of its sides are hardly seen");
    }

    #[test]
    fn a_pointer_is_no_mark_if_its_rim_is_all_that_shows_or_it_is_cut() {
        let pointer = |x: u32, y: u32, (left, top): (u32, u32)| {
            let (x, y) = (x.wrapping_sub(left), y.wrapping_sub(top));
            let is_rim = (1..9).contains(&x) && (x == y || x + 1 == y) && y < 9;
            match (x, y) {
                _ if is_rim => 200,
                (0, 0..13) => 54,
                (4..10, 9) => 170,
                (1..9, 0..9) if x < y => 30,
                (5..7, 10..16) => 120,
                _ => 0,
            }
        };
        let seen = |side: u32, at: (u32, u32)| {
            let levels = GrayImage::from_fn(side, side, |x, y| Luma([pointer(x, y, at)]));
            shape_of_mark(&dark(levels)).map_or(Mark::Empty, |shape| shape.mark())
        };
        assert_eq!([seen(24, (6, 4)), seen(16, (4, 5))], [Mark::Empty, Mark::Empty]);
        // A blurred x whose arm is faint grows as steadily, but is no higher than wide.
        let x = [
            [0, 46, 21, 37, 21, 0],
            [63, 130, 92, 105, 74, 17],
            [22, 85, 149, 117, 43, 0],
            [38, 110, 102, 100, 60, 12],
            [32, 86, 36, 53, 41, 12],
        ];
        let levels = GrayImage::from_fn(15, 15, |column, row| {
            let row = row.checked_sub(5).and_then(|row| x.get(row as usize));
            let level = column.checked_sub(5).and_then(|column| row?.get(column as usize));
            Luma([level.copied().unwrap_or(0)])
        });
        assert_eq!(shape_of_mark(&dark(levels)).unwrap().mark(), Mark::Cross);
    }
}
