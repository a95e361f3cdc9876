//! Shapes with real-valued corners, painted with anti-aliased edges as a browser paints them.

use crate::geometry::{FramePoint, FrameRect, FrameVector};
use image::RgbImage;

/// A colour, sRGB.
pub type Colour = [u8; 3];

/// Samples per pixel and axis where a shape's edge is not upright. 4 gives 16 levels of coverage,
/// finer than the 1/8 or so that a person sees in a glyph's edge.
const SAMPLES: u32 = 4;

/// Something that can be painted, in frame pixels.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    /// An upright rectangle.
    Rect(FrameRect),
    /// An upright rectangle with quarter circles of this radius for corners.
    RoundedRect(FrameRect, f64),
    /// The frame of this width inside of a rounded rectangle of this outer radius.
    Frame { outer: FrameRect, radius: f64, width: f64 },
    /// A straight stroke of a width, with flat ends.
    Stroke { from: FramePoint, to: FramePoint, width: f64 },
    /// A circle's area.
    Disc { centre: FramePoint, radius: f64 },
    /// The area inside of a closed line of corners.
    Polygon(Vec<FramePoint>),
}

impl Shape {
    /// A rectangle that holds the whole shape.
    fn bounds(&self) -> FrameRect {
        match self {
            Self::Rect(rect) | Self::RoundedRect(rect, _) | Self::Frame { outer: rect, .. } => {
                *rect
            }
            Self::Stroke { from, to, width } => {
                FrameRect::from_points([*from, *to]).inflate(*width, *width)
            }
            Self::Disc { centre, radius } => {
                FrameRect::new(*centre, *centre).inflate(*radius, *radius)
            }
            Self::Polygon(corners) => FrameRect::from_points(corners),
        }
    }

    fn contains(&self, point: FramePoint) -> bool {
        match self {
            Self::Rect(rect) => rect.contains(point),
            Self::RoundedRect(rect, radius) => is_in_rounded_rect(point, rect, *radius),
            Self::Frame { outer, radius, width } => {
                let (inner, inner_radius) = inside_of_frame(outer, *radius, *width);
                is_in_rounded_rect(point, outer, *radius)
                    && !is_in_rounded_rect(point, &inner, inner_radius)
            }
            Self::Stroke { from, to, width } => {
                let along = (*to - *from).normalize();
                let offset = point - *from;
                let distance = offset.dot(along);
                (0.0..=(*to - *from).length()).contains(&distance)
                    && offset.cross(along).abs() <= width / 2.0
            }
            Self::Disc { centre, radius } => (point - *centre).length() <= *radius,
            Self::Polygon(corners) => is_in_polygon(point, corners),
        }
    }

    /// How much of the pixel at `(x, y)` the shape covers, from 0 to 1: exact along upright
    /// edges, by samples elsewhere.
    fn coverage(&self, x: u32, y: u32) -> f64 {
        let corner = FramePoint::new(f64::from(x), f64::from(y));
        let pixel = FrameRect::new(corner, corner + FrameVector::new(1.0, 1.0));
        match self {
            Self::Rect(rect) => shared_area(rect, &pixel),
            Self::RoundedRect(rect, radius) if is_clear_of_corners(&pixel, rect, *radius) => {
                shared_area(rect, &pixel)
            }
            Self::Frame { outer, radius, width } if is_clear_of_corners(&pixel, outer, *radius) => {
                let (inner, _) = inside_of_frame(outer, *radius, *width);
                shared_area(outer, &pixel) - shared_area(&inner, &pixel)
            }
            _ => self.sampled_coverage(corner),
        }
    }

    /// The coverage of the pixel with this top left corner, by samples.
    fn sampled_coverage(&self, corner: FramePoint) -> f64 {
        let step = 1.0 / f64::from(SAMPLES);
        let hits = (0..SAMPLES * SAMPLES)
            .filter(|sample| {
                let (column, row) = (sample % SAMPLES, sample / SAMPLES);
                let offset = FrameVector::new(f64::from(column) + 0.5, f64::from(row) + 0.5);
                self.contains(corner + offset * step)
            })
            .count();
        hits as f64 * step * step
    }
}

fn shared_area(rect: &FrameRect, pixel: &FrameRect) -> f64 {
    rect.intersection(pixel).map_or(0.0, |shared| shared.area())
}

/// Whether `pixel` lies beside the four corners of a rounded rectangle, where its edge is straight.
fn is_clear_of_corners(pixel: &FrameRect, rect: &FrameRect, radius: f64) -> bool {
    let middle = rect.inflate(-radius, -radius);
    (pixel.min.x >= middle.min.x && pixel.max.x <= middle.max.x)
        || (pixel.min.y >= middle.min.y && pixel.max.y <= middle.max.y)
}

/// The rounded rectangle that a frame leaves open, and its radius.
fn inside_of_frame(outer: &FrameRect, radius: f64, width: f64) -> (FrameRect, f64) {
    (outer.inflate(-width, -width), (radius - width).max(0.0))
}

fn is_in_rounded_rect(point: FramePoint, rect: &FrameRect, radius: f64) -> bool {
    if !rect.contains(point) {
        return false;
    }
    // The nearest point of the rectangle on which the middles of the corners' circles lie.
    let middle = rect.inflate(-radius, -radius);
    let nearest = FramePoint::new(
        point.x.max(middle.min.x).min(middle.max.x.max(middle.min.x)),
        point.y.max(middle.min.y).min(middle.max.y.max(middle.min.y)),
    );
    (point - nearest).length() <= radius
}

/// Counts the sides that a ray to the right crosses: an odd number from inside.
fn is_in_polygon(point: FramePoint, corners: &[FramePoint]) -> bool {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossed = sides.filter(|(from, to)| {
        (from.y > point.y) != (to.y > point.y)
            && point.x < from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
    });
    crossed.count() % 2 == 1
}

/// A picture to paint on.
pub(super) struct Canvas {
    pixels: RgbImage,
}

impl Canvas {
    pub(super) fn new(width: u32, height: u32, colour: Colour) -> Self {
        Self { pixels: RgbImage::from_pixel(width, height, image::Rgb(colour)) }
    }

    pub(super) fn into_pixels(self) -> RgbImage {
        self.pixels
    }

    /// The whole picture as a rectangle.
    pub(super) fn rect(&self) -> FrameRect {
        let far = FramePoint::new(self.pixels.width().into(), self.pixels.height().into());
        FrameRect::new(FramePoint::origin(), far)
    }

    /// Paints a shape.
    pub(super) fn fill(&mut self, shape: &Shape, colour: Colour) {
        self.fill_within(shape, None, colour, 1.0);
    }

    /// Paints each pixel of an area, by its column and row in the picture.
    pub(super) fn paint_pixels(
        &mut self,
        place: &FrameRect,
        mut colour: impl FnMut(u32, u32) -> Colour,
    ) {
        let Some(area) = place.intersection(&self.rect()) else { return };
        let area = area.round_out().to_u32();
        for y in area.y_range() {
            for x in area.x_range() {
                self.pixels.put_pixel(x, y, image::Rgb(colour(x, y)));
            }
        }
    }

    /// Paints the part of a shape that lies in `clip`, with an opacity from 0 to 1. Blends the
    /// sRGB values themselves, as browsers do.
    pub(super) fn fill_within(
        &mut self,
        shape: &Shape,
        clip: Option<&Shape>,
        colour: Colour,
        opacity: f64,
    ) {
        let Some(bounds) = shape.bounds().intersection(&self.rect()) else { return };
        let area = bounds.round_out().to_u32();
        for y in area.y_range() {
            for x in area.x_range() {
                let mut amount = shape.coverage(x, y) * opacity;
                if amount > 0.0 {
                    amount *= clip.map_or(1.0, |clip| clip.coverage(x, y));
                    let pixel = &mut self.pixels.get_pixel_mut(x, y).0;
                    *pixel = blend(*pixel, colour, amount);
                }
            }
        }
    }
}

/// `below` with `amount` (0 to 1) of `above` on it.
pub(super) fn blend(below: Colour, above: Colour, amount: f64) -> Colour {
    std::array::from_fn(|channel| {
        let (below, above) = (f64::from(below[channel]), f64::from(above[channel]));
        (below + (above - below) * amount).round() as u8
    })
}

/// `colour` with its sRGB values multiplied by `factor`.
pub(super) fn scaled(colour: Colour, factor: f64) -> Colour {
    colour.map(|channel| (f64::from(channel) * factor).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The coverage of a shape on a picture of 4 by 3 pixels, in hundredths.
    fn coverage(shape: &Shape) -> [[u32; 4]; 3] {
        std::array::from_fn(|y| {
            std::array::from_fn(|x| (shape.coverage(x as u32, y as u32) * 100.0).round() as u32)
        })
    }

    fn rect(left: f64, top: f64, right: f64, bottom: f64) -> FrameRect {
        FrameRect::new(FramePoint::new(left, top), FramePoint::new(right, bottom))
    }

    #[test]
    fn a_rectangle_covers_its_exact_area() {
        assert_eq!(
            coverage(&Shape::Rect(rect(0.5, 1.0, 3.0, 2.1))),
            [[0, 0, 0, 0], [50, 100, 100, 0], [5, 10, 10, 0]]
        );
    }

    #[test]
    fn a_rounded_rectangle_lacks_its_corners() {
        assert_eq!(
            coverage(&Shape::RoundedRect(rect(0.0, 0.0, 4.0, 3.0), 1.0)),
            [[81, 100, 100, 81], [100, 100, 100, 100], [81, 100, 100, 81]]
        );
    }

    #[test]
    fn a_polygon_is_filled_inside_only() {
        let corners = [(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)];
        let triangle = corners.map(|(x, y)| FramePoint::new(x, y)).to_vec();
        let covered = coverage(&Shape::Polygon(triangle));
        assert_eq!(covered[0][..3], [100, 100, 100]);
        assert_eq!(covered[1][3], 0);
        assert!((30..70).contains(&covered[1][2]), "{covered:?}");
    }

    #[test]
    fn a_frame_is_hollow_and_a_stroke_ends_where_it_should() {
        let frame = Shape::Frame { outer: rect(0.0, 0.0, 4.0, 3.0), radius: 0.0, width: 1.0 };
        assert_eq!(
            coverage(&frame),
            [[100, 100, 100, 100], [100, 0, 0, 100], [100, 100, 100, 100]]
        );
        let (from, to) = (FramePoint::new(1.0, 1.5), FramePoint::new(3.0, 1.5));
        let stroke = Shape::Stroke { from, to, width: 1.0 };
        assert_eq!(coverage(&stroke), [[0, 0, 0, 0], [0, 100, 100, 0], [0, 0, 0, 0]]);
    }

    #[test]
    fn shapes_beyond_the_edge_are_cut() {
        let mut canvas = Canvas::new(2, 2, [0, 0, 0]);
        canvas.fill(&Shape::Rect(rect(-5.0, -5.0, 1.0, 1.0)), [200, 100, 50]);
        canvas.fill(&Shape::Rect(rect(7.0, 7.0, 9.0, 9.0)), [1, 1, 1]);
        let pixels = canvas.into_pixels();
        assert_eq!(pixels.get_pixel(0, 0).0, [200, 100, 50]);
        assert_eq!(pixels.pixels().filter(|pixel| pixel.0 != [0, 0, 0]).count(), 1);
    }
}
