//! Overlays and stages as files: where each goes, and saving one.

use super::{Failure, file};
use image::RgbaImage;
use queensight::vision::{self, Reading, Refusal};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The file for the overlay of each input.
///
/// If `target` is a folder, each input gets a file of its own in it: `board.overlay.png` for
/// `board.png`. If not, `target` is the file for the only input.
///
/// # Errors
/// If `target` is not a folder and there are several inputs, or if an input would be replaced.
pub(crate) fn paths(target: &Path, inputs: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let paths: Vec<PathBuf> = if target.is_dir() {
        names(inputs).iter().map(|name| target.join(format!("{name}.overlay.png"))).collect()
    } else if inputs.len() == 1 {
        vec![target.to_owned()]
    } else {
        return Err(Failure::OneOverlayForMany(target.to_owned()));
    };
    paths.iter().try_for_each(|path| file::expect_no_input(path, inputs))?;
    Ok(paths)
}

/// What files in one folder that belong to the inputs are named after: `board` for `board.png`, with a
/// number where several inputs share a name.
pub(crate) fn names(inputs: &[PathBuf]) -> Vec<String> {
    let mut taken = HashSet::new();
    let free_name = |input: &PathBuf| {
        let stem = input.file_stem().unwrap_or_default().to_string_lossy();
        let mut name = stem.to_string();
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = format!("{stem}-{number}");
            number += 1;
        }
        name
    };
    inputs.iter().map(free_name).collect()
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

/// Saves what the reader saw of a picture, stage by stage: `board.1-tiles.png` and so on for the name
/// `board`, and the captions as `board.stages.txt`.
///
/// # Errors
/// If the folder cannot be made, or a file in it not be written.
pub(crate) fn save_stages(folder: &Path, name: &str, pixels: &RgbaImage) -> Result<(), Failure> {
    file::make_folder(folder)?;
    let mut captions = String::new();
    for (number, stage) in (1..).zip(vision::stages(pixels)) {
        let file = format!("{name}.{number}-{}.png", stage.name);
        captions.push_str(&format!("{file}: {}\n", stage.caption));
        file::write_picture(&folder.join(file), &stage.picture)?;
    }
    file::write_whole(&folder.join(format!("{name}.stages.txt")), captions.as_bytes())
}
