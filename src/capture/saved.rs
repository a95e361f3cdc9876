//! Pictures in files.

use super::{CaptureError, Frame, FrameSource};
use crate::geometry::Placement;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Rgba, RgbaImage};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The longest side of a picture, in pixels: three 5K monitors in a row are 15360 wide.
pub const MAX_SIDE: u32 = 16_384;

/// The most pixels of a picture: an 8K screen has 33 million, and at four bytes each this many
/// take 256 MB.
pub const MAX_PIXELS: u64 = 64_000_000;

/// A picture from a file, as a source that always shows the same.
#[derive(Debug, Clone)]
pub struct SavedImage {
    pixels: RgbaImage,
}

impl SavedImage {
    /// Reads a PNG, JPEG, WebP, GIF (its first picture) or BMP file, told apart by content, and turns it
    /// the way that it says it is to be shown (Exif).
    ///
    /// # Errors
    /// If the file cannot be read, is empty, is no picture, or is larger than [`MAX_SIDE`] or
    /// [`MAX_PIXELS`]; the size is known, and refused, before the pixels are decoded.
    pub fn open(path: &Path) -> Result<Self, PictureError> {
        let not_readable = |cause: io::Error| PictureError::NotReadable {
            path: path.to_owned(),
            cause: cause.to_string(),
        };
        let file = File::open(path).map_err(not_readable)?;
        let mut content = BufReader::new(file);
        if content.fill_buf().map_err(not_readable)?.is_empty() {
            return Err(PictureError::Empty(path.to_owned()));
        }
        Self::decode(content, path)
    }

    /// As [`Self::open`], from what has been opened already; `path` is named in errors.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn decode(content: impl BufRead + Seek, path: &Path) -> Result<Self, PictureError> {
        Ok(Self { pixels: decode(content, path)? })
    }

    /// A picture that is already in memory; transparent pixels are laid over white.
    #[must_use]
    pub fn from_pixels(mut pixels: RgbaImage) -> Self {
        lay_over_white(&mut pixels);
        Self { pixels }
    }

    /// The picture, opaque.
    #[must_use]
    pub fn pixels(&self) -> &RgbaImage {
        &self.pixels
    }

    /// The picture, opaque, to keep.
    #[must_use]
    pub fn into_pixels(self) -> RgbaImage {
        self.pixels
    }
}

/// What keeps a file from being read as a picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The file cannot be opened or read.
    #[error("{} cannot be read: {cause}", .path.display())]
    NotReadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: String,
    },
    /// The file has no content.
    #[error("{} is empty", .0.display())]
    Empty(PathBuf),
    /// The file holds no picture of a known kind, or a broken one.
    #[error("{} is not a picture that can be read: {cause}", .path.display())]
    NotAnImage {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// The picture is larger than any screen.
    #[error(
        "{} is too large: {width} x {height} pixels (at most {MAX_SIDE} a side and {} million in all)",
        .path.display(), MAX_PIXELS / 1_000_000
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The picture's width, in pixels.
        width: u32,
        /// The picture's height, in pixels.
        height: u32,
    },
}

impl PictureError {
    /// What the person can do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NotReadable { .. } => "check the path and that you may read the file",
            Self::Empty(_) => "save the picture or the board again",
            Self::NotAnImage { .. } => "PNG, JPEG, WebP, GIF and BMP can be read",
            Self::TooLarge { .. } => "cut the picture down to the screen that shows the board",
        }
    }
}

impl FrameSource for SavedImage {
    fn frame(&mut self) -> Result<Frame, CaptureError> {
        Ok(Frame {
            pixels: self.pixels.clone().into(),
            placement: Placement::IDENTITY,
            taken: Instant::now(),
        })
    }
}

fn decode(content: impl BufRead + Seek, path: &Path) -> Result<RgbaImage, PictureError> {
    let broken = |error: ImageError| PictureError::NotAnImage {
        path: path.to_owned(),
        cause: match error {
            ImageError::Unsupported(_) => "it is of no known kind".to_owned(),
            other => other.to_string(),
        },
    };
    let not_readable = |error: io::Error| PictureError::NotReadable {
        path: path.to_owned(),
        cause: error.to_string(),
    };
    let mut reader = ImageReader::new(content).with_guessed_format().map_err(not_readable)?;
    if reader.format() == Some(ImageFormat::Jpeg) {
        let mut content = reader.into_inner();
        if is_cut_jpeg(&mut content).map_err(not_readable)? {
            return Err(PictureError::NotAnImage {
                path: path.to_owned(),
                cause: "its end is missing".to_owned(),
            });
        }
        reader = ImageReader::with_format(content, ImageFormat::Jpeg);
    }
    let mut decoder = reader.into_decoder().map_err(broken)?;
    let (width, height) = decoder.dimensions();
    if width.max(height) > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PictureError::TooLarge { path: path.to_owned(), width, height });
    }
    let orientation = decoder.orientation().map_err(broken)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(broken)?;
    picture.apply_orientation(orientation);
    let mut pixels = picture.into_rgba8();
    lay_over_white(&mut pixels);
    Ok(pixels)
}

/// Whether the end of a JPEG file is missing: its decoder fills in what it does not find. No mark
/// of an end (ITU-T T.81, EOI) stands after that of the last scan (SOS); within the data of a scan
/// neither can appear. The content is read from its start, and left there.
fn is_cut_jpeg(content: &mut (impl BufRead + Seek)) -> io::Result<bool> {
    const SOS: u8 = 0xDA;
    const EOI: u8 = 0xD9;
    let mut is_cut = true;
    let mut is_after_ff = false;
    loop {
        let bytes = content.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        for &byte in bytes {
            match byte {
                SOS if is_after_ff => is_cut = true,
                EOI if is_after_ff => is_cut = false,
                _ => {}
            }
            is_after_ff = byte == 0xFF;
        }
        let length = bytes.len();
        content.consume(length);
    }
    content.rewind()?;
    Ok(is_cut)
}

fn lay_over_white(pixels: &mut RgbaImage) {
    for Rgba([red, green, blue, alpha]) in pixels.pixels_mut() {
        if *alpha < 255 {
            for channel in [red, green, blue] {
                let opacity = u16::from(*alpha);
                let over = u16::from(*channel) * opacity + 255 * (255 - opacity);
                *channel = u8::try_from((over + 127) / 255).unwrap_or(255);
            }
            *alpha = 255;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::codecs::jpeg::JpegEncoder;
    use image::{GrayImage, ImageBuffer, ImageEncoder, Luma, RgbImage};

    /// Where a test's files live until it is over.
    struct Folder(tempfile::TempDir);

    impl Folder {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        fn file(&self, content: &[u8]) -> PathBuf {
            let path = self.0.path().join("picture");
            std::fs::write(&path, content).unwrap();
            path
        }

        fn picture(&self, picture: impl Into<DynamicImage>, format: ImageFormat) -> PathBuf {
            let path = self.0.path().join("picture");
            picture.into().save_with_format(&path, format).unwrap();
            path
        }
    }

    /// A BMP file that only says how large it is.
    fn bmp_header(width: i32, height: i32) -> Vec<u8> {
        let mut header = b"BM".to_vec();
        header.extend([0; 8]);
        header.extend(54_u32.to_le_bytes());
        header.extend(40_u32.to_le_bytes());
        header.extend(width.to_le_bytes());
        header.extend(height.to_le_bytes());
        header.extend(1_u16.to_le_bytes());
        header.extend(24_u16.to_le_bytes());
        header.extend([0; 24]);
        header
    }

    #[test]
    fn every_lossless_format_gives_the_pixels_back_whatever_the_name() {
        let folder = Folder::new();
        let drawn = RgbImage::from_fn(7, 5, |x, y| image::Rgb([x as u8 * 36, y as u8 * 63, 200]));
        for format in [ImageFormat::Png, ImageFormat::Bmp, ImageFormat::WebP] {
            let saved = SavedImage::open(&folder.picture(drawn.clone(), format)).unwrap();
            let seen = DynamicImage::from(saved.pixels().clone()).into_rgb8();
            assert_eq!(seen, drawn, "{format:?}");
        }
    }

    #[test]
    fn jpeg_and_gif_are_read() {
        let folder = Folder::new();
        let drawn = RgbImage::from_pixel(16, 16, image::Rgb([200, 40, 40]));
        for format in [ImageFormat::Jpeg, ImageFormat::Gif] {
            let saved = SavedImage::open(&folder.picture(drawn.clone(), format)).unwrap();
            let Rgba([red, green, blue, alpha]) = *saved.pixels().get_pixel(8, 8);
            assert!(red.abs_diff(200) < 4 && green.abs_diff(40) < 4 && blue.abs_diff(40) < 4);
            assert_eq!(alpha, 255);
        }
    }

    #[test]
    fn a_picture_is_turned_the_way_that_it_says_it_is_to_be_shown() {
        let folder = Folder::new();
        // Dark on the left, light on the right.
        let drawn =
            RgbImage::from_fn(32, 16, |x, _| image::Rgb([if x < 16 { 20 } else { 220 }; 3]));
        let saved = |orientation: u8| {
            // A TIFF header, and one entry of a SHORT: the orientation (Exif 2.3, 4.6.4).
            let exif = [
                b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".as_slice(),
                &[orientation, 0, 0, 0],
                &[0; 4],
            ];
            let mut content = Vec::new();
            let mut encoder = JpegEncoder::new(&mut content);
            encoder.set_exif_metadata(exif.concat()).unwrap();
            drawn.write_with_encoder(encoder).unwrap();
            SavedImage::open(&folder.file(&content)).unwrap().into_pixels()
        };
        let is_light = |pixels: &RgbaImage, x: u32, y: u32| pixels.get_pixel(x, y).0[0] > 128;
        for (orientation, size, light) in [
            (0, (32, 16), (30, 8)),
            (1, (32, 16), (30, 8)),
            (3, (32, 16), (2, 8)),
            (6, (16, 32), (8, 30)),
            (8, (16, 32), (8, 2)),
        ] {
            let pixels = saved(orientation);
            assert_eq!(pixels.dimensions(), size, "{orientation}");
            assert!(is_light(&pixels, light.0, light.1), "{orientation}");
            let dark = (size.0 - 1 - light.0, size.1 - 1 - light.1);
            assert!(!is_light(&pixels, dark.0, dark.1), "{orientation}");
        }
    }

    #[test]
    fn grey_and_deep_pictures_are_brought_to_eight_bits_of_colour() {
        let folder = Folder::new();
        let grey = GrayImage::from_pixel(3, 3, Luma([77]));
        let saved = SavedImage::open(&folder.picture(grey, ImageFormat::Png)).unwrap();
        assert_eq!(saved.pixels().get_pixel(1, 1).0, [77, 77, 77, 255]);
        let deep: ImageBuffer<image::Rgb<u16>, _> =
            ImageBuffer::from_pixel(3, 3, image::Rgb([65_535, 32_896, 0]));
        let saved = SavedImage::open(&folder.picture(deep, ImageFormat::Png)).unwrap();
        assert_eq!(saved.pixels().get_pixel(1, 1).0, [255, 128, 0, 255]);
    }

    #[test]
    fn what_is_transparent_lies_over_white() {
        let folder = Folder::new();
        let mut drawn = RgbaImage::from_pixel(3, 1, Rgba([10, 20, 30, 255]));
        drawn.put_pixel(1, 0, Rgba([0, 0, 0, 0]));
        drawn.put_pixel(2, 0, Rgba([0, 100, 200, 128]));
        let saved = SavedImage::open(&folder.picture(drawn, ImageFormat::Png)).unwrap();
        let seen: Vec<_> = saved.pixels().pixels().map(|pixel| pixel.0).collect();
        assert_eq!(seen, [[10, 20, 30, 255], [255, 255, 255, 255], [127, 177, 227, 255]]);
    }

    #[test]
    fn a_missing_file_and_a_folder_are_not_readable() {
        let folder = Folder::new();
        let missing = folder.0.path().join("missing");
        for path in [missing.as_path(), folder.0.path()] {
            let error = SavedImage::open(path).unwrap_err();
            assert!(matches!(error, PictureError::NotReadable { .. }), "{error:?}");
        }
    }

    #[test]
    fn an_empty_file_says_so() {
        let folder = Folder::new();
        let path = folder.file(b"");
        assert_eq!(SavedImage::open(&path).unwrap_err(), PictureError::Empty(path));
    }

    #[test]
    fn text_and_broken_pictures_are_not_images() {
        let folder = Folder::new();
        let whole = std::fs::read(folder.picture(GrayImage::new(40, 40), ImageFormat::Png));
        let cut = &whole.unwrap()[..50];
        for content in [b"This is a board, is it not?".as_slice(), b"\x89PNG\r\n\x1a\n", cut] {
            let error = SavedImage::open(&folder.file(content)).unwrap_err();
            assert!(matches!(error, PictureError::NotAnImage { .. }), "{error:?}");
        }
    }

    #[test]
    fn a_picture_whose_end_is_missing_is_no_image() {
        let folder = Folder::new();
        let drawn = RgbImage::from_fn(64, 64, |x, y| image::Rgb([x as u8 * 4, y as u8 * 4, 0]));
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Gif] {
            let whole = std::fs::read(folder.picture(drawn.clone(), format)).unwrap();
            assert!(SavedImage::open(&folder.file(&whole)).is_ok(), "{format:?}");
            for tenths in 1..10 {
                let cut = folder.file(&whole[..whole.len() * tenths / 10]);
                let error = SavedImage::open(&cut).map(|_| ()).unwrap_err();
                assert!(matches!(error, PictureError::NotAnImage { .. }), "{format:?}: {error:?}");
            }
        }
    }

    #[test]
    fn a_size_beyond_any_screen_is_refused_before_it_is_decoded() {
        let folder = Folder::new();
        for (width, height) in [(30_000, 20_000), (MAX_SIDE as i32 + 1, 1), (9_000, 9_000)] {
            let path = folder.file(&bmp_header(width, height));
            let (width, height) = (width as u32, height as u32);
            assert_eq!(
                SavedImage::open(&path).unwrap_err(),
                PictureError::TooLarge { path, width, height }
            );
        }
    }

    #[test]
    fn a_picture_of_the_largest_size_is_not_too_large() {
        let folder = Folder::new();
        let error = SavedImage::open(&folder.file(&bmp_header(8_000, 8_000))).unwrap_err();
        assert!(matches!(error, PictureError::NotAnImage { .. }), "only a header: {error:?}");
    }
}
