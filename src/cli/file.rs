//! Files that come in, told apart by their content, and files that go out, whole or not at all.

use super::Failure;
use image::{ImageFormat, ImageReader, Limits, RgbaImage};
use std::fs::{self, File};
use std::io::{self, Cursor, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process;

/// The largest file that is read, in bytes: an 8K screenshot is 133 MB when it does not compress
/// at all.
const MAX_FILE_BYTES: u64 = 256 << 20;
/// The longest side of a picture that is read, in pixels: twice that of an 8K screen.
const MAX_SIDE: u32 = 16_384;

/// What an input turned out to be.
pub(crate) enum Input {
    /// A picture.
    Picture(RgbaImage),
    /// Text: a board, one hopes.
    Text(String),
}

/// Reads the file at `path`, or standard input for `-`: a picture or text, by its content.
///
/// # Errors
/// If it cannot be read, or is neither.
pub(crate) fn read_input(path: &Path) -> Result<Input, Failure> {
    let bytes = read_bytes(path)?;
    if image::guess_format(&bytes).is_ok() {
        return Ok(Input::Picture(decode(&bytes)?));
    }
    String::from_utf8(bytes).map(Input::Text).map_err(|_| Failure::UnknownFile)
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let limit = MAX_FILE_BYTES + 1;
    if path == Path::new("-") {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    }
    .map_err(Failure::UnreadableFile)?;
    match bytes.len() as u64 {
        0 => Err(Failure::EmptyFile),
        length if length > MAX_FILE_BYTES => {
            Err(Failure::TooLarge(format!("it has more than {} MB", MAX_FILE_BYTES >> 20)))
        }
        _ => Ok(bytes),
    }
}

fn decode(bytes: &[u8]) -> Result<RgbaImage, Failure> {
    let reader = || ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let (width, height) = reader()
        .map_err(Failure::UnreadableFile)?
        .into_dimensions()
        .map_err(Failure::DamagedPicture)?;
    if width.max(height) > MAX_SIDE {
        return Err(Failure::TooLarge(format!(
            "{width} by {height} pixels, and a side may have {MAX_SIDE}"
        )));
    }
    let mut reader = reader().map_err(Failure::UnreadableFile)?;
    reader.limits(Limits::default());
    Ok(reader.decode().map_err(Failure::DamagedPicture)?.to_rgba8())
}

/// Writes a whole file, or leaves things as they were: the bytes go into a file beside it, which
/// then takes its name.
///
/// # Errors
/// If the folder does not exist or cannot be written to.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let unwritable = |source| Failure::UnwritableFile { path: path.to_owned(), source };
    let name = path.file_name().ok_or_else(|| unwritable(io::ErrorKind::InvalidFilename.into()))?;
    let mut temporary = name.to_owned();
    temporary.push(format!(".{}.part", process::id()));
    let temporary = path.with_file_name(temporary);
    let written = File::create_new(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(|source| {
        // The first fault is the one to tell; the file may never have been there.
        let _ = fs::remove_file(&temporary);
        unwritable(source)
    })
}

/// Writes a picture as PNG, as [`write_whole`] does.
///
/// # Errors
/// As [`write_whole`].
pub(crate) fn write_picture(path: &Path, picture: &RgbaImage) -> Result<(), Failure> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).map_err(|fault| Failure::UnwritableFile {
        path: path.to_owned(),
        source: io::Error::other(fault),
    })?;
    write_whole(path, &bytes.into_inner())
}

/// Whether the two paths name one existing file.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| -> Option<PathBuf> { path.canonicalize().ok() };
    real(one).is_some_and(|one| Some(one) == real(other))
}
