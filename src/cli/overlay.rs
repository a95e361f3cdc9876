//! Overlays as files: where each goes, and saving one.

use super::{Failure, file};
use image::RgbaImage;
use queensight::vision::{self, Reading, Refusal};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The file for the overlay of each input.
///
/// If `target` is a folder, each input gets a file of its own in it, named after the input:
/// `board.overlay.png` for `board.png`, with a number where several inputs share a name. If not,
/// `target` is the file for the only input.
///
/// # Errors
/// If `target` is not a folder and there are several inputs, or if it is the input itself.
pub(crate) fn paths(target: &Path, inputs: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    if target.is_dir() {
        let mut taken = HashSet::new();
        return Ok(inputs.iter().map(|input| free_path(target, input, &mut taken)).collect());
    }
    match inputs {
        [input] if file::is_same_file(target, input) => {
            Err(Failure::WouldReplaceInput(target.to_owned()))
        }
        [_] => Ok(vec![target.to_owned()]),
        _ => Err(Failure::OneOverlayForMany(target.to_owned())),
    }
}

fn free_path(folder: &Path, input: &Path, taken: &mut HashSet<PathBuf>) -> PathBuf {
    let stem = input.file_stem().unwrap_or_default().to_string_lossy();
    let named = |suffix: &str| folder.join(format!("{stem}{suffix}.overlay.png"));
    let mut path = named("");
    let mut number = 2;
    while !taken.insert(path.clone()) {
        path = named(&format!("-{number}"));
        number += 1;
    }
    path
}

/// Draws what came of a picture over it and saves that. Where there is nothing to draw (no board
/// was found) nothing is saved.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn save(
    target: &Path,
    pixels: &RgbaImage,
    readings: Result<&[Reading], &Refusal>,
) -> Result<(), Failure> {
    let drawn = match readings {
        Ok(readings) => Some(readings.iter().fold(pixels.clone(), |drawn, reading| {
            vision::overlay(&drawn, reading, reading.outcome.solution())
        })),
        Err(refusal) => vision::overlay_refusal(pixels, refusal),
    };
    drawn.map_or(Ok(()), |drawn| file::write_picture(target, &drawn))
}

/// Saves what the reader saw of a picture, stage by stage: `board.1-tiles.png` and so on for
/// `board.png`, and the captions as `board.stages.txt`.
///
/// # Errors
/// If the folder cannot be made, or a file in it not be written.
pub(crate) fn save_stages(folder: &Path, input: &Path, pixels: &RgbaImage) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|source| Failure::UnwritableFile { path: folder.to_owned(), source })?;
    let stem = input.file_stem().unwrap_or_default().to_string_lossy();
    let mut captions = String::new();
    for (number, stage) in (1..).zip(vision::stages(pixels)) {
        let name = format!("{stem}.{number}-{}.png", stage.name);
        captions.push_str(&format!("{name}: {}\n", stage.caption));
        file::write_picture(&folder.join(name), &stage.picture)?;
    }
    file::write_whole(&folder.join(format!("{stem}.stages.txt")), captions.as_bytes())
}
