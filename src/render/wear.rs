//! What happens to a picture on its way from the screen to the reader.

use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::imageops::{self, FilterType};
use image::{DynamicImage, RgbImage};
use std::io::Cursor;

/// What a picture goes through, in this order. The default changes nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wear {
    /// What red, green and blue are multiplied with: a night light takes away blue.
    pub tint: [f64; 3],
    /// The exponent of each channel (0 to 1): above 1 the picture is darker.
    pub gamma: f64,
    /// Whether the colours are taken away.
    pub is_grey: bool,
    /// What the width and the height are multiplied with.
    pub scale: f64,
    /// The standard deviation of the noise on each channel, from 0 to 255.
    pub noise: f64,
    /// The quality at which the picture goes through JPEG, from 1 to 100, if it does.
    pub jpeg_quality: Option<u8>,
}

impl Default for Wear {
    fn default() -> Self {
        Self {
            tint: [1.0; 3],
            gamma: 1.0,
            is_grey: false,
            scale: 1.0,
            noise: 0.0,
            jpeg_quality: None,
        }
    }
}

impl Wear {
    pub(super) fn apply(&self, mut pixels: RgbImage) -> RgbImage {
        self.shift_tones(&mut pixels);
        if self.is_grey {
            pixels = DynamicImage::ImageLuma8(imageops::grayscale(&pixels)).into_rgb8();
        }
        if self.scale != 1.0 {
            let scaled = |side: u32| ((f64::from(side) * self.scale).round() as u32).max(1);
            let (width, height) = (scaled(pixels.width()), scaled(pixels.height()));
            pixels = imageops::resize(&pixels, width, height, FilterType::Triangle);
        }
        if self.noise > 0.0 {
            imageproc::noise::gaussian_noise_mut(&mut pixels, 0.0, self.noise, 0);
        }
        match self.jpeg_quality {
            Some(quality) => through_jpeg(&pixels, quality),
            None => pixels,
        }
    }

    fn shift_tones(&self, pixels: &mut RgbImage) {
        if self.tint == [1.0; 3] && self.gamma == 1.0 {
            return;
        }
        let tables = self.tint.map(|tint| -> [u8; 256] {
            std::array::from_fn(|level| {
                let light = (level as f64 / 255.0).powf(self.gamma) * tint;
                (light.min(1.0) * 255.0).round() as u8
            })
        });
        for pixel in pixels.pixels_mut() {
            for (channel, table) in pixel.0.iter_mut().zip(&tables) {
                *channel = table[usize::from(*channel)];
            }
        }
    }
}

fn through_jpeg(pixels: &RgbImage, quality: u8) -> RgbImage {
    let mut bytes = Vec::new();
    let there = JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(pixels);
    let back = there.and_then(|()| JpegDecoder::new(Cursor::new(bytes)));
    #[expect(clippy::expect_used, reason = "memory does not fail, and what was written is JPEG")]
    back.and_then(DynamicImage::from_decoder).expect("the picture goes through JPEG").into_rgb8()
}
