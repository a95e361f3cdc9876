//! Lines at equal distances, fitted to the edges on both of their sides.

/// The widest line between two regions, as a part of the smaller of their sides.
pub(super) const MAX_LINE: f64 = 0.2;

/// How far the outermost lines are from the square's sides beyond half of their width, as a part of the
/// pitch. Chosen: the outer border may be wider than the lines.
const ENDS: f64 = 0.15;

/// Parallel lines at equal distances.
#[derive(Debug)]
pub(super) struct Lines {
    /// Where the middle of the first one is: at the near side of the square, or about there.
    pub(super) origin: f64,
    /// The distance from one to the next.
    pub(super) pitch: f64,
    /// Half of their width.
    pub(super) half_width: f64,
}

impl Lines {
    /// The lines that edges stand on both sides of, given about how far they are apart; each edge with
    /// its length, by which it counts.
    pub(super) fn fit(edges: &[(f64, f64)], pitch: f64) -> Self {
        let mut lines = Self { origin: 0.0, pitch, half_width: 0.0 };
        // The second time, from the edges that are near the lines of the first.
        for _ in 0..2 {
            // Weighted sums: of 1, of lines' numbers, of places, of their products, of distances.
            let (mut all, mut index, mut x, mut square, mut product, mut away) =
                (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
            for &(at, length) in edges {
                let (line, distance) = (lines.index(at), lines.distance(at));
                if distance <= MAX_LINE * pitch {
                    all += length;
                    index += length * line;
                    x += length * at;
                    square += length * line * line;
                    product += length * line * at;
                    away += length * distance;
                }
            }
            if all > 0.0 {
                let (index, x) = (index / all, x / all);
                let spread = square / all - index * index;
                // Rounding leaves a little where all edges are on one line.
                let is_spread = spread > 0.01;
                let slope = product / all - index * x;
                let pitch = if is_spread { slope / spread } else { lines.pitch };
                lines = Self { origin: x - pitch * index, pitch, half_width: away / all };
            }
        }
        lines
    }

    /// The number of the line that is nearest to a place.
    fn index(&self, x: f64) -> f64 {
        ((x - self.origin) / self.pitch).round()
    }

    /// How far the nearest line is.
    pub(super) fn distance(&self, x: f64) -> f64 {
        (x - self.origin - self.index(x) * self.pitch).abs()
    }

    /// Whether the first of them and the one with this number lie along the sides of a square of
    /// `side` pixels, and no line is too wide.
    pub(super) fn fit_in(&self, side: f64, last: usize) -> bool {
        let end = self.origin + last as f64 * self.pitch;
        let near = ENDS * self.pitch + self.half_width;
        [self.origin, end - side].iter().all(|off| off.abs() <= near)
            && self.half_width <= MAX_LINE / 2.0 * self.pitch + 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lines_are_found_where_their_edges_stand(
            origin in -1.0..1.0_f64,
            pitch in 30.0..60.0_f64,
            half_width in 0.5..2.0_f64,
            guess in -0.01..0.01_f64,
            seen in proptest::sample::subsequence((1..9).collect::<Vec<u32>>(), 3..8),
        ) {
            let edges: Vec<(f64, f64)> = seen
                .iter()
                .map(|&line| origin + f64::from(line) * pitch)
                .flat_map(|middle| [middle - half_width, middle + half_width])
                .map(|x| (x, 1.0))
                .collect();
            let lines = Lines::fit(&edges, pitch * (1.0 + guess));
            prop_assert!((lines.origin - origin).abs() < 0.01, "{lines:?}");
            prop_assert!((lines.pitch - pitch).abs() < 0.01, "{lines:?}");
            prop_assert!((lines.half_width - half_width).abs() < 0.01, "{lines:?}");
            prop_assert!(lines.fit_in(9.0 * pitch, 9));
            prop_assert!(!lines.fit_in(8.5 * pitch, 9), "the last one lies within the square");
        }
    }

    #[test]
    fn without_edges_the_lines_are_as_they_were_expected() {
        let lines = Lines::fit(&[], 20.0);
        assert_eq!((lines.origin, lines.pitch, lines.half_width), (0.0, 20.0, 0.0));
    }
}
