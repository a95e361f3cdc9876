//! Memory for pictures, used again when nobody has a picture any more.
//!
//! The system gives memory page by page, as it is first written to: a picture of 1920 x 1080 takes 2,000
//! such pages, and they take longer than its pixels do.

use image::RgbaImage;
use std::mem;
use std::sync::Arc;

/// How many pictures' memory is kept, in use or not. A game has three pictures, its first and last one
/// and that from before the clicks, and takes a fourth.
const MOST: usize = 4;

/// The memory of the last pictures.
#[derive(Debug, Default)]
pub(super) struct Pool {
    /// Pictures that somebody may have, the oldest first.
    lent: Vec<Arc<RgbaImage>>,
    /// Memory of those that nobody has.
    free: Vec<Vec<u8>>,
}

impl Pool {
    /// With memory for the first picture.
    pub(super) fn with(room: Vec<u8>) -> Self {
        Self { lent: Vec::new(), free: vec![room] }
    }

    /// Memory for `length` bytes, the least that there is for as many, with whatever was in it; none if
    /// there is not enough.
    pub(super) fn room(&mut self, length: usize) -> Vec<u8> {
        let (back, lent): (Vec<_>, Vec<_>) = mem::take(&mut self.lent)
            .into_iter()
            .partition(|picture| Arc::strong_count(picture) == 1);
        self.lent = lent;
        let back = back.into_iter().filter_map(Arc::into_inner).map(RgbaImage::into_raw);
        self.free.extend(back);
        self.free.sort_by_key(Vec::capacity);
        let fits = self.free.iter().position(|room| room.capacity() >= length);
        fits.map(|index| self.free.remove(index)).unwrap_or_default()
    }

    /// Hands out a picture, whose memory comes back when nobody has it any more.
    pub(super) fn lend(&mut self, picture: RgbaImage) -> Arc<RgbaImage> {
        let picture = Arc::new(picture);
        self.lent.push(Arc::clone(&picture));
        while self.lent.len() + self.free.len() > MOST {
            if self.free.is_empty() {
                self.lent.remove(0);
            } else {
                self.free.remove(0);
            }
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of so many pixels in memory of the pool, and where that is.
    fn picture(pool: &mut Pool, pixels: u32) -> (Arc<RgbaImage>, usize) {
        let mut room = pool.room(4 * pixels as usize);
        room.resize(4 * pixels as usize, 0);
        let picture = pool.lend(RgbaImage::from_raw(pixels, 1, room).unwrap());
        let place = picture.as_raw().as_ptr().addr();
        (picture, place)
    }

    #[test]
    fn the_memory_of_a_picture_is_used_again_when_nobody_has_it_any_more() {
        let mut pool = Pool::default();
        let (one, first) = picture(&mut pool, 100);
        let copy = Arc::clone(&one);
        drop(one);
        let (other, second) = picture(&mut pool, 100);
        assert_ne!(first, second, "somebody still has the first one");
        drop(copy);
        // A smaller one fits as well, and a larger one does not.
        let (small, third) = picture(&mut pool, 10);
        assert_eq!(third, first);
        drop((other, small));
        let (large, fourth) = picture(&mut pool, 1000);
        assert!(fourth != first && fourth != second);
        let (again, fifth) = picture(&mut pool, 100);
        assert!(fifth == first || fifth == second);
        drop((large, again));
        assert_eq!(picture(&mut pool, 1000).1, fourth);
    }

    #[test]
    fn no_more_than_some_pictures_are_kept() {
        let mut pool = Pool::with(vec![0; 40]);
        let all: Vec<_> = (0..9).map(|_| picture(&mut pool, 10)).collect();
        assert_eq!((pool.lent.len(), pool.free.len()), (MOST, 0));
        drop(all);
        picture(&mut pool, 10);
        assert_eq!(pool.lent.len() + pool.free.len(), MOST);
    }
}
