//! How alike two drawings are, whatever their colours.

/// Pearson's correlation of two drawings that are as large, row by row in rows of so many samples, where the two fit
/// best: one may lie up to so many samples `beside` the other in each direction. 0 for one that is all of one level, or
/// where no place is left.
pub(super) fn correlation(one: &[u8], other: &[u8], columns: usize, beside: usize) -> f64 {
    let shifts = || -(beside as isize)..=beside as isize;
    let all = shifts().flat_map(|down| shifts().map(move |right| (right, down)));
    all.map(|shift| correlation_at(one, other, columns, beside, shift)).fold(0.0, f64::max)
}

/// The same with another one that is so many samples further to the right and down; without a margin.
fn correlation_at(
    one: &[u8],
    other: &[u8],
    columns: usize,
    margin: usize,
    (right, down): (isize, isize),
) -> f64 {
    let rows = one.len() / columns.max(1);
    // Sums of whole numbers are exact, however many samples there are.
    let mut sums = [0_u64; 6];
    for y in margin..rows.saturating_sub(margin) {
        let row = y * columns;
        let shifted = y.saturating_add_signed(down) * columns;
        for x in margin..columns.saturating_sub(margin) {
            let a = u64::from(one[row + x]);
            let b = u64::from(other[shifted + x.saturating_add_signed(right)]);
            for (sum, value) in sums.iter_mut().zip([1, a, b, a * a, b * b, a * b]) {
                *sum += value;
            }
        }
    }
    let [count, a, b, aa, bb, ab] = sums.map(|sum| sum as f64);
    let spread = ((count * aa - a * a) * (count * bb - b * b)).sqrt();
    if spread > 0.0 { (count * ab - a * b) / spread } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_like_itself_when_it_is_moved_or_fainter_and_unlike_its_negative_or_nothing() {
        let columns = 12;
        let drawn = |left: usize, level: u8| {
            let is_drawn =
                |x: usize, y: usize| (left..left + 4).contains(&x) && (3..9).contains(&y);
            let all = (0..columns).flat_map(|y| (0..columns).map(move |x| (x, y)));
            all.map(|(x, y)| if is_drawn(x, y) { level } else { 10 }).collect::<Vec<u8>>()
        };
        let one = drawn(3, 200);
        let like = |other: &[u8], beside: usize| correlation(&one, other, columns, beside);
        assert!((like(&drawn(3, 60), 0) - 1.0).abs() < 1e-9);
        assert!((like(&drawn(5, 200), 2) - 1.0).abs() < 1e-9);
        assert!(like(&drawn(5, 200), 1) < 0.9);
        assert!(like(&one.iter().map(|level| 255 - level).collect::<Vec<_>>(), 0) <= 0.0);
        assert!(like(&drawn(3, 10), 2) <= 0.0);
    }
}
