//! Sets of cells of larger boards, as words in memory.

use super::cells::{Cells, Few};
use super::lines::{Lines, first_bit, last_bit};
use std::array::from_fn;

/// `STRIDE` bits to a row, and `W` words in all. Several rows share a word (16 or 32 bits to a
/// row), or a row has one (64) or `K` of its own (128, 256).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Words<const W: usize, const STRIDE: usize, const K: usize>([u64; W]);

impl<const W: usize, const STRIDE: usize, const K: usize> Words<W, STRIDE, K> {
    /// The first bit of every row that shares a word.
    const FIRST_COLUMN: u64 = match STRIDE {
        16 => 0x0001_0001_0001_0001,
        32 => 0x0000_0001_0000_0001,
        _ => 1,
    };

    /// The bits of a row in the word that it shares.
    const ROW: u64 = if STRIDE < 64 { (1 << STRIDE) - 1 } else { u64::MAX };
}

impl<const W: usize, const STRIDE: usize, const K: usize> Cells<K> for Words<W, STRIDE, K> {
    const STRIDE: usize = STRIDE;
    const PLACES: usize = 64 * W;
    const ROWS: usize = 64 * W / STRIDE;
    const NONE: Self = Self([0; W]);

    #[inline(always)]
    fn insert(&mut self, cell: usize) {
        self.0[cell / 64 % W] |= 1 << (cell % 64);
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn and(&self, other: &Self) -> Self {
        Self(from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline(always)]
    fn or(&self, other: &Self) -> Self {
        Self(from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline(always)]
    fn without(&self, other: &Self) -> Self {
        Self(from_fn(|word| self.0[word] & !other.0[word]))
    }

    #[inline(always)]
    fn first(&self) -> usize {
        first_bit(&self.0)
    }

    #[inline(always)]
    fn without_first(&self) -> Self {
        let mut rest = *self;
        if let Some(word) = rest.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        rest
    }

    #[inline(always)]
    fn attacked_by(cell: usize) -> Self {
        let (row, column) = (cell / STRIDE, cell % STRIDE);
        let mut attacked = Self::column(column);
        for word in row * STRIDE / 64..=(row * STRIDE + STRIDE - 1) / 64 {
            attacked.0[word % W] |= Self::ROW << (row * STRIDE % 64);
        }
        for above_or_below in [cell.wrapping_sub(STRIDE), cell + STRIDE] {
            if above_or_below < Self::ROWS * STRIDE {
                if column > 0 {
                    attacked.insert(above_or_below - 1);
                }
                if column + 1 < STRIDE {
                    attacked.insert(above_or_below + 1);
                }
            }
        }
        attacked
    }

    #[inline(always)]
    fn rows_between(first: usize, last: usize) -> Self {
        let (start, end) = (first * STRIDE, (last + 1) * STRIDE);
        Self(from_fn(|word| {
            let (from, to) = (start.saturating_sub(64 * word), end.saturating_sub(64 * word));
            let below = |bits: usize| if bits < 64 { (1 << bits) - 1 } else { u64::MAX };
            below(to) & !below(from)
        }))
    }

    #[inline(always)]
    fn columns_between(first: usize, last: usize) -> Self {
        let all = Lines::<K>::first_lines(last + 1).without(Lines::first_lines(first));
        Self::of_columns(all)
    }

    #[inline(always)]
    fn column(column: usize) -> Self {
        let bit = Self::FIRST_COLUMN << (column % 64);
        Self(from_fn(|word| if word % K == column / 64 { bit } else { 0 }))
    }

    #[inline(always)]
    fn of_columns(columns: Lines<K>) -> Self {
        let columns = columns.words().map(|word| word.wrapping_mul(Self::FIRST_COLUMN));
        Self(from_fn(|word| columns[word % K]))
    }

    #[inline(always)]
    fn columns(&self) -> Lines<K> {
        let mut columns = [0; K];
        for (index, word) in self.0.iter().enumerate() {
            columns[index % K] |= word;
        }
        let mut width = 32;
        while width >= STRIDE {
            columns[0] |= columns[0] >> width;
            width /= 2;
        }
        columns[0] &= Self::ROW;
        Lines::from_words(columns)
    }

    #[inline(always)]
    fn columns_of(&self, row: usize) -> Lines<K> {
        let start = row * STRIDE;
        let word = |word| (self.0[(start / 64 + word) % W] >> (start % 64)) & Self::ROW;
        Lines::from_words(from_fn(word))
    }

    #[inline(always)]
    fn row_span(&self) -> (usize, usize) {
        (first_bit(&self.0) / STRIDE, last_bit(&self.0) / STRIDE)
    }

    #[inline(always)]
    fn few_in(&self, unit: &Self) -> Few {
        few(self.0.iter().zip(&unit.0).map(|(word, unit)| word & unit), 0, 64)
    }

    #[inline(always)]
    fn few_in_row(&self, row: usize) -> Few {
        few(self.columns_of(row).words().into_iter(), row * STRIDE, 64)
    }

    #[inline(always)]
    fn few_in_column(&self, column: usize) -> Few {
        let bit = Self::FIRST_COLUMN << (column % 64);
        let words = self.0.iter().skip(column / 64).step_by(K).map(|word| word & bit);
        few(words, column / 64 * 64, 64 * K)
    }

    #[inline(always)]
    fn len_up_to(&self, _: usize) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The bits in `words`, up to three: `start` is the place of the first word's first bit, and the
/// words are `step` places apart.
#[inline(always)]
fn few(words: impl Iterator<Item = u64>, start: usize, step: usize) -> Few {
    let mut cells = [0; 3];
    let mut len = 0;
    for (index, mut word) in words.enumerate() {
        while word != 0 {
            if len == cells.len() {
                return Few::Many;
            }
            cells[len] = start + index * step + word.trailing_zeros() as usize;
            len += 1;
            word &= word - 1;
        }
    }
    match (len, cells) {
        (0, _) => Few::None,
        (1, [one, ..]) => Few::One(one),
        (2, [one, other, _]) => Few::Two([one, other]),
        _ => Few::Three(cells),
    }
}
