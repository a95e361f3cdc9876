//! Files that come in, told apart by their content, and files that go out, whole or not at all.

use super::Failure;
use image::{ImageFormat, RgbaImage};
use queensight::board::{self, Board};
use queensight::capture::{PictureError, SavedImage};
use queensight::vision;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, Write as _};
use std::path::{Path, PathBuf};
use std::process;

/// The largest text that is read, in bytes: a board of 256 by 256 numbered regions takes 0.3 MB, and
/// a collection of a hundred thousand small ones 7 MB.
const MAX_TEXT_BYTES: u64 = 8 << 20;

/// The most that is read of a pipe, in bytes: an 8K screenshot without compression.
const MAX_PIPE_BYTES: u64 = 256 << 20;

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
    if path == Path::new("-") {
        return read_pipe(io::stdin().lock(), Path::new("standard input"));
    }
    if path.is_dir() {
        return Err(Failure::Folder(path.to_owned()));
    }
    let file = File::open(path).map_err(|source| unreadable(path, &source))?;
    if path.is_file() { read_content(BufReader::new(file), path) } else { read_pipe(file, path) }
}

/// Pictures are decoded back and forth, which a pipe does not allow: it is read to its end first.
fn read_pipe(pipe: impl Read, path: &Path) -> Result<Input, Failure> {
    let mut bytes = Vec::new();
    let read = pipe.take(MAX_PIPE_BYTES).read_to_end(&mut bytes);
    read.map_err(|source| unreadable(path, &source))?;
    read_content(Cursor::new(bytes), path)
}

fn read_content(mut content: impl BufRead + Seek, path: &Path) -> Result<Input, Failure> {
    let unreadable = |source| unreadable(path, &source);
    let beginning = content.fill_buf().map_err(unreadable)?;
    if beginning.is_empty() {
        return Err(PictureError::Empty(path.to_owned()).into());
    }
    if image::guess_format(beginning).is_ok() {
        return Ok(Input::Picture(SavedImage::decode(content, path)?.into_pixels()));
    }
    let mut bytes = Vec::new();
    content.take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        return Err(Failure::TextTooLarge { most: MAX_TEXT_BYTES >> 20 });
    }
    String::from_utf8(bytes).map(Input::Text).map_err(|_| Failure::UnknownFile)
}

/// Reads the board in the file at `path`, or in standard input for `-`: seen or written.
///
/// # Errors
/// If there is none that can be read; it names the file.
pub(crate) fn read_board(path: &Path) -> Result<Board, Failure> {
    let board = read_input(path).and_then(|input| match input {
        Input::Picture(pixels) => Ok(vision::read(&pixels)?.board),
        Input::Text(text) => Ok(board::parse(&text)?),
    });
    board.map_err(|failure| failure.of(path))
}

/// Says that a file cannot be read.
pub(crate) fn unreadable(path: &Path, source: &io::Error) -> Failure {
    PictureError::NotReadable { path: path.to_owned(), cause: source.to_string() }.into()
}

/// Writes a whole file, or leaves things as they were: the bytes go into a file beside it, which
/// then takes its name. A link stays, and the file that it leads to is written; a device or a pipe
/// takes the bytes itself.
///
/// # Errors
/// If the folder does not exist or cannot be written to.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let unwritable = |source| Failure::UnwritableFile { path: path.to_owned(), source };
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        let device = File::options().write(true).open(path);
        return device.and_then(|mut device| device.write_all(bytes)).map_err(unwritable);
    }
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let temporary = beside(path).map_err(unwritable)?;
    let written = File::create_new(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(|source| {
        // The first fault is the one to tell; the file may never have been there.
        let _ = fs::remove_file(&temporary);
        unwritable(source)
    })
}

/// A file that is not there yet, beside another one.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
    name.push(format!(".{}.part", process::id()));
    Ok(path.with_file_name(name))
}

/// Makes sure that [`write_whole`] can write a file, before the long work of which it is the result.
///
/// # Errors
/// If it cannot.
pub(crate) fn expect_writable(path: &Path) -> Result<(), Failure> {
    let tried = match path.metadata() {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Ok(()),
        _ => beside(&path.canonicalize().unwrap_or_else(|_| path.to_owned())).and_then(|trial| {
            File::create_new(&trial)?;
            fs::remove_file(&trial)
        }),
    };
    tried.map_err(|source| Failure::UnwritableFile { path: path.to_owned(), source })
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

/// Makes a folder, and those that it lies in, where they are not there yet.
///
/// # Errors
/// If it cannot be made.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Failure> {
    let unwritable = |source| Failure::UnwritableFile { path: folder.to_owned(), source };
    fs::create_dir_all(folder).map_err(unwritable)
}

/// Makes sure that what goes into `target` replaces no input.
///
/// # Errors
/// If it is one of them.
pub(crate) fn expect_no_input(target: &Path, inputs: &[PathBuf]) -> Result<(), Failure> {
    match inputs.iter().any(|input| is_same_file(target, input)) {
        true => Err(Failure::WouldReplaceInput(target.to_owned())),
        false => Ok(()),
    }
}

/// Makes sure that two results go into two files.
///
/// # Errors
/// If one would replace the other.
pub(crate) fn expect_distinct(one: &Path, other: &Path) -> Result<(), Failure> {
    match one == other || is_same_file(one, other) {
        true => Err(Failure::OneFileForTwo(one.to_owned())),
        false => Ok(()),
    }
}

/// Whether the two paths name one existing file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| -> Option<PathBuf> { path.canonicalize().ok() };
    real(one).is_some_and(|one| Some(one) == real(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("profile.toml");
        for content in ["a long first text", "short"] {
            write_whole(&path, content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(names(folder.path()), ["profile.toml"]);
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let in_the_way = folder.path().join("seen.png");
        fs::create_dir(&in_the_way).unwrap();
        for path in [in_the_way, folder.path().join("missing/seen.png"), PathBuf::from("/")] {
            for failure in [write_whole(&path, b"a picture"), expect_writable(&path)] {
                let failure = failure.unwrap_err();
                assert!(matches!(failure, Failure::UnwritableFile { .. }), "{failure}");
            }
        }
        assert_eq!(names(folder.path()), ["seen.png"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_the_file_that_it_leads_to_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "a long first text").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        write_whole(&link, b"short").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "short");
    }

    /// By a link: whatever goes wrong, the system's device is not what is replaced.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let full = folder.path().join("full");
        std::os::unix::fs::symlink("/dev/full", &full).unwrap();
        let failure = write_whole(&full, b"a picture").unwrap_err();
        assert!(failure.to_string().contains("No space left"), "{failure}");
        assert!(full.is_symlink());
    }

    #[test]
    fn two_ways_to_one_file_are_seen_as_one() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("a.png"), folder.path().join("b.png"));
        fs::write(&path, b"a").unwrap();
        assert!(is_same_file(&path, &folder.path().join(".").join("a.png")));
        assert!(!is_same_file(&path, &other), "the other does not exist yet");
        fs::write(&other, b"a").unwrap();
        assert!(!is_same_file(&path, &other));
    }
}
