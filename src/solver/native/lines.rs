//! Sets of lines, as bits.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr};

/// A set of lines (rows, columns or regions, by number), `K` words of 64 wide.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Lines<const K: usize>([u64; K]);

impl<const K: usize> Lines<K> {
    pub(super) const NONE: Self = Self([0; K]);

    /// The lines whose bits are set in `words`, from line 0.
    pub(super) const fn from_words(words: [u64; K]) -> Self {
        Self(words)
    }

    /// The words of bits, from line 0.
    pub(super) const fn words(self) -> [u64; K] {
        self.0
    }

    /// The first `count` lines.
    pub(super) fn first_lines(count: usize) -> Self {
        Self(from_fn(|word| match count.saturating_sub(64 * word) {
            bits @ 0..64 => (1 << bits) - 1,
            _ => u64::MAX,
        }))
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, line: usize) {
        self.0[line / 64 % K] |= 1 << (line % 64);
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, line: usize) {
        self.0[line / 64 % K] &= !(1 << (line % 64));
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The lowest line; the number of bits if there is none.
    #[inline(always)]
    pub(super) fn lowest(self) -> usize {
        first_bit(&self.0)
    }

    /// The highest line; 0 if there is none.
    #[inline(always)]
    pub(super) fn highest(self) -> usize {
        last_bit(&self.0)
    }

    /// These lines without those of `other`.
    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        Self(from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Takes the lowest line out.
    #[inline(always)]
    pub(super) fn take_first(&mut self) -> Option<usize> {
        let (index, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let line = 64 * index + word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(line)
    }

    /// Takes the highest line out.
    #[inline(always)]
    pub(super) fn take_last(&mut self) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        let line = self.highest();
        self.remove(line);
        Some(line)
    }
}

impl<const K: usize> BitAnd for Lines<K> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const K: usize> BitOr for Lines<K> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(from_fn(|word| self.0[word] | other.0[word]))
    }
}

/// From the lowest.
impl<const K: usize> Iterator for Lines<K> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        self.take_first()
    }
}

/// The place of the lowest bit that is set; the number of bits if none is.
#[inline(always)]
pub(super) fn first_bit(words: &[u64]) -> usize {
    let first = words.iter().enumerate().find(|&(_, &word)| word != 0);
    first.map_or(64 * words.len(), |(index, word)| 64 * index + word.trailing_zeros() as usize)
}

/// The place of the highest bit that is set; 0 if none is.
#[inline(always)]
pub(super) fn last_bit(words: &[u64]) -> usize {
    let last = words.iter().enumerate().rev().find(|&(_, &word)| word != 0);
    last.map_or(0, |(index, word)| 64 * index + 63 - word.leading_zeros() as usize)
}
