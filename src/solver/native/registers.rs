//! Sets of cells that live in a register or two: boards of up to 8 and of up to 11 rows.

use super::cells::{Cells, Few};
use super::lines::Lines;
use crate::board::Region;
use std::ops::{BitAnd, BitOr, Shr};

/// Sets of `$side` rows of `$side` cells as the bits of a `$Bits`, with the tables that they need.
/// These have a power of two of entries, so that no index needs to be checked.
macro_rules! cells_in_a_register {
    ($Bits:ty, $side:literal) => {
        const SIDE: usize = $side;
        const PLACES: usize = <$Bits>::BITS as usize;
        const ROW: $Bits = (1 << SIDE) - 1;

        /// For each cell, all that it attacks, and itself.
        static ATTACKS: [$Bits; PLACES] = {
            let mut table = [0; PLACES];
            let mut pair = 0;
            while pair < (SIDE * SIDE).pow(2) {
                let (cell, other) = (pair / (SIDE * SIDE), pair % (SIDE * SIDE));
                let rows = (cell / SIDE).abs_diff(other / SIDE);
                let columns = (cell % SIDE).abs_diff(other % SIDE);
                if rows == 0 || columns == 0 || rows == 1 && columns == 1 {
                    table[cell] |= 1 << other;
                }
                pair += 1;
            }
            table
        };

        /// The cells of each column.
        static COLUMNS: [$Bits; 16] = {
            let mut table = [0; 16];
            let mut cell = 0;
            while cell < SIDE * SIDE {
                table[cell % SIDE] |= 1 << cell;
                cell += 1;
            }
            table
        };

        /// The cells of all columns before each.
        static COLUMNS_BEFORE: [$Bits; 16] = {
            let mut table = [0; 16];
            let mut column = 0;
            while column < SIDE {
                table[column + 1] = table[column] | COLUMNS[column];
                column += 1;
            }
            table
        };

        impl Cells<1> for $Bits {
            const STRIDE: usize = SIDE;
            const PLACES: usize = PLACES;
            const ROWS: usize = SIDE;
            const NONE: Self = 0;

            /// All regions at once: the cells of each bit of the regions' numbers, and then, bit by
            /// bit, each set parted into two.
            #[inline(always)]
            fn sort(size: usize, grid: &[Region], cells: &mut [Self], regions: &mut [u8]) {
                const BITS: usize = SIDE.next_power_of_two().ilog2() as usize;
                let mut cells_of_bit = [Self::NONE; BITS];
                let rows = regions[..SIDE * size].chunks_exact_mut(SIDE);
                for (grid, regions) in grid.chunks_exact(size).zip(rows).rev() {
                    let mut lanes = 0;
                    for (region, noted) in grid.iter().zip(regions).rev() {
                        *noted = region.0 as u8;
                        lanes = lanes << 1 | LANES[region.0 % LANES.len()];
                    }
                    for (bit, cells) in cells_of_bit.iter_mut().enumerate() {
                        *cells = *cells << SIDE | Self::from((lanes >> (16 * bit)) as u16);
                    }
                }
                cells[0] = Self::rows_between(0, size - 1) & Self::columns_between(0, size - 1);
                for (bit, of_bit) in cells_of_bit.iter().enumerate() {
                    for region in 0..1 << bit {
                        cells[region | 1 << bit] = cells[region] & of_bit;
                        cells[region] &= !of_bit;
                    }
                }
            }

            #[inline(always)]
            fn insert(&mut self, cell: usize) {
                *self |= 1 << (cell % PLACES);
            }

            #[inline(always)]
            fn is_empty(&self) -> bool {
                *self == 0
            }

            #[inline(always)]
            fn and(&self, other: &Self) -> Self {
                self & other
            }

            #[inline(always)]
            fn or(&self, other: &Self) -> Self {
                self | other
            }

            #[inline(always)]
            fn without(&self, other: &Self) -> Self {
                self & !other
            }

            #[inline(always)]
            fn first(&self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn without_first(&self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn attacked_by(cell: usize) -> Self {
                ATTACKS[cell % PLACES]
            }

            #[inline(always)]
            fn rows_between(first: usize, last: usize) -> Self {
                let below_last: Self = (1 << (SIDE * last)) - 1;
                let below_first: Self = (1 << (SIDE * first)) - 1;
                below_last & !below_first | ROW << (SIDE * last)
            }

            #[inline(always)]
            fn columns_between(first: usize, last: usize) -> Self {
                COLUMNS_BEFORE[(last + 1) % 16] & !COLUMNS_BEFORE[first % 16]
            }

            #[inline(always)]
            fn column(column: usize) -> Self {
                COLUMNS[column % 16]
            }

            #[inline(always)]
            fn columns_of(&self, row: usize) -> Lines<1> {
                Lines::from_words([((self >> (SIDE * row)) & ROW) as u64])
            }

            #[inline(always)]
            fn few_in_row(&self, row: usize) -> Few {
                let [columns] = self.columns_of(row).words();
                columns.few_in(&columns).moved(SIDE * row)
            }

            /// Takes the first cell out of all rows at once, three times.
            #[inline(always)]
            fn tight_rows(&self) -> Lines<1> {
                const FIRST: $Bits = COLUMNS[0];
                const LAST: $Bits = COLUMNS[SIDE - 1];
                let mut rest = *self;
                for _ in 0..3 {
                    // With its last cell set, no row borrows from the next.
                    rest &= (rest | LAST) - FIRST;
                }
                let many = (rest | (rest & !LAST) + (LAST - FIRST)) & LAST;
                Lines::from_words([rows_ending_in(!many & LAST)])
            }

            #[inline(always)]
            fn tight_columns(&self) -> Lines<1> {
                Lines::from_words([!columns_of_four_or_more(*self) & ROW as u64])
            }

            #[inline(always)]
            fn columns(&self) -> Lines<1> {
                Lines::from_words([columns_of_all_rows(*self)])
            }

            #[inline(always)]
            fn row_span(&self) -> (usize, usize) {
                let highest = PLACES - 1 - self.leading_zeros() as usize;
                (self.trailing_zeros() as usize / SIDE, highest / SIDE)
            }
        }
    };
}

/// For each region's number, each of its bits in 16 bits of its own.
static LANES: [u64; 16] = {
    let mut table = [0; 16];
    let mut region = 0;
    while region < table.len() {
        let mut bit = 0;
        while bit < 4 {
            table[region] |= (region as u64 >> bit & 1) << (16 * bit);
            bit += 1;
        }
        region += 1;
    }
    table
};

/// Lays the rows from `by` bits on over those before. The four sets are the cells of which there is
/// at least one, at least two, at least three and at least four, where rows lie over each other.
#[inline(always)]
fn folded<S>(at_least: [S; 4], by: usize) -> [S; 4]
where
    S: Copy + BitAnd<Output = S> + BitOr<Output = S> + Shr<usize, Output = S>,
{
    let [a1, a2, a3, a4] = at_least;
    let [b1, b2, b3, b4] = at_least.map(|cells| cells >> by);
    [a1 | b1, a2 | b2 | a1 & b1, a3 | b3 | a2 & b1 | a1 & b2, a4 | b4 | a3 & b1 | a2 & b2 | a1 & b3]
}

/// Eight rows of eight.
mod eight {
    use super::*;

    cells_in_a_register!(u64, 8);

    /// The rows whose last cell is in the set; no other cell is.
    #[inline(always)]
    fn rows_ending_in(cells: u64) -> u64 {
        // Cell 8 r + 7 comes to bit 56 + r, and to no other from there on.
        (cells >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    }

    /// The columns that have four cells or more, beside bits beyond them.
    #[inline(always)]
    fn columns_of_four_or_more(cells: u64) -> u64 {
        let [.., four] = folded(folded(folded([cells, 0, 0, 0], 4 * 8), 2 * 8), 8);
        four
    }

    /// All rows over each other.
    #[inline(always)]
    fn columns_of_all_rows(cells: u64) -> u64 {
        let four_rows = cells | cells >> 32;
        let two_rows = four_rows | four_rows >> 16;
        (two_rows | two_rows >> 8) & ROW
    }
}

/// Eleven rows of eleven.
mod eleven {
    use super::*;

    cells_in_a_register!(u128, 11);

    /// The rows whose last cell is in the set; no other cell is.
    #[inline(always)]
    fn rows_ending_in(cells: u128) -> u64 {
        // Of five rows, cell 11 r + 10 comes to bit 44 + r, and no other near there.
        let of_five = |cells: u128| {
            let first_cells = (cells >> 10) as u64 & ((1 << 55) - 1);
            let moved = first_cells.wrapping_mul(1 << 44 | 1 << 34 | 1 << 24 | 1 << 14 | 1 << 4);
            moved >> 44 & 0b11111
        };
        of_five(cells) | of_five(cells >> 55) << 5 | (cells >> 120 << 10) as u64
    }

    /// The columns that have four cells or more, beside bits beyond them.
    #[inline(always)]
    fn columns_of_four_or_more(cells: u128) -> u64 {
        let of_four_rows =
            folded(folded([cells, 0, 0, 0], 8 * 11), 4 * 11).map(|cells| cells as u64);
        let [.., four] = folded(folded(of_four_rows, 2 * 11), 11);
        four
    }

    /// All rows over each other.
    #[inline(always)]
    fn columns_of_all_rows(cells: u128) -> u64 {
        let six_rows = (cells & ((1 << 66) - 1)) | cells >> 66;
        let three_rows = six_rows as u64 & ((1 << 33) - 1) | (six_rows >> 33) as u64;
        (three_rows | three_rows >> 11 | three_rows >> 22) & ROW as u64
    }
}
