//! Sets of cells that live in a register or two: boards of up to 8 and of up to 11 rows.

use super::cells::Cells;
use super::lines::Lines;

/// For each cell of a board of `SIDE` rows, all that it attacks, and itself.
const fn attacks<const SIDE: usize, const CELLS: usize>() -> [u128; CELLS] {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        while other < CELLS {
            let rows = (cell / SIDE).abs_diff(other / SIDE);
            let columns = (cell % SIDE).abs_diff(other % SIDE);
            if rows == 0 || columns == 0 || rows == 1 && columns == 1 {
                table[cell] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    table
}

static ATTACKS_8: [u64; 64] = {
    let wide = attacks::<8, 64>();
    let mut table = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        table[cell] = wide[cell] as u64;
        cell += 1;
    }
    table
};

/// 121 of them, and seven that no board has: a power of two needs no bounds check.
static ATTACKS_11: [u128; 128] = attacks::<11, 128>();

/// Eight rows of eight.
impl Cells<1> for u64 {
    const STRIDE: usize = 8;
    const NONE: Self = 0;

    #[inline(always)]
    fn insert(&mut self, cell: usize) {
        *self |= 1 << (cell % 64);
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
        ATTACKS_8[cell % 64]
    }

    #[inline(always)]
    fn rows_between(first: usize, last: usize) -> Self {
        (Self::MAX >> (56 - 8 * (last - first))) << (8 * first)
    }

    #[inline(always)]
    fn columns_between(first: usize, last: usize) -> Self {
        ((2 << last) - (1 << first)) * 0x0101_0101_0101_0101
    }

    #[inline(always)]
    fn of_columns(columns: Lines<1>) -> Self {
        let [columns] = columns.words();
        columns * 0x0101_0101_0101_0101
    }

    #[inline(always)]
    fn rows(&self) -> Lines<1> {
        const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        // The highest bit of each row that has a cell; then all of these into one byte.
        let tops = (((self & LOW) + LOW) | self) & !LOW;
        Lines::from_words([(tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56])
    }

    #[inline(always)]
    fn columns(&self) -> Lines<1> {
        let folded = self | self >> 32;
        let folded = folded | folded >> 16;
        Lines::from_words([(folded | folded >> 8) & 0xff])
    }

    #[inline(always)]
    fn columns_of(&self, row: usize) -> Lines<1> {
        Lines::from_words([(self >> (8 * row)) & 0xff])
    }

    #[inline(always)]
    fn row_span(&self) -> (usize, usize) {
        (self.trailing_zeros() as usize / 8, (63 - self.leading_zeros() as usize) / 8)
    }
}

/// The columns before each column of eleven.
static COLUMNS_BEFORE_11: [u128; 16] = {
    let mut table = [0; 16];
    let mut column = 0;
    while column < 11 {
        let mut cell = column;
        table[column + 1] = table[column];
        while cell < 121 {
            table[column + 1] |= 1 << cell;
            cell += 11;
        }
        column += 1;
    }
    table
};

/// Eleven rows of eleven.
impl Cells<1> for u128 {
    const STRIDE: usize = 11;
    const NONE: Self = 0;

    #[inline(always)]
    fn insert(&mut self, cell: usize) {
        *self |= 1 << (cell % 128);
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
        ATTACKS_11[cell % 128]
    }

    #[inline(always)]
    fn rows_between(first: usize, last: usize) -> Self {
        (1 << (11 * last + 11)) - (1 << (11 * first))
    }

    #[inline(always)]
    fn columns_between(first: usize, last: usize) -> Self {
        COLUMNS_BEFORE_11[(last + 1) % 16] & !COLUMNS_BEFORE_11[first % 16]
    }

    fn of_columns(columns: Lines<1>) -> Self {
        let [columns] = columns.words();
        (0..11).fold(0, |all, row| all | Self::from(columns) << (11 * row))
    }

    fn rows(&self) -> Lines<1> {
        Lines::from_words([(0..11)
            .map(|row| u64::from(!self.columns_of(row).is_empty()) << row)
            .fold(0, |rows, row| rows | row)])
    }

    #[inline(always)]
    fn columns(&self) -> Lines<1> {
        let six_rows = (self & ((1 << 66) - 1)) | self >> 66;
        let three_rows = six_rows as u64 & ((1 << 33) - 1) | (six_rows >> 33) as u64;
        Lines::from_words([(three_rows | three_rows >> 11 | three_rows >> 22) & 0x7ff])
    }

    #[inline(always)]
    fn columns_of(&self, row: usize) -> Lines<1> {
        Lines::from_words([(self >> (11 * row)) as u64 & 0x7ff])
    }

    #[inline(always)]
    fn row_span(&self) -> (usize, usize) {
        (self.trailing_zeros() as usize / 11, (127 - self.leading_zeros() as usize) / 11)
    }
}
