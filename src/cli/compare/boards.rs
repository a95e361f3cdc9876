//! The boards to compare engines on: collections from files, and generated ones.

use super::Arguments;
use crate::cli::Failure;
use crate::cli::file::{self, Input};
use crate::cli::progress;
use queensight::board::{self, Board};
use queensight::solver::{Generator, Style};
use queensight::vision;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::str::FromStr;

/// Sizes of boards: `7-11`, or `8,12,16`.
#[derive(Debug, Clone)]
pub(super) struct Sizes(BTreeSet<usize>);

/// The largest size that may be asked for: what is larger is a slip.
const LARGEST: usize = 256;

impl FromStr for Sizes {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let size =
            |text: &str| text.trim().parse().ok().filter(|size| (1..=LARGEST).contains(size));
        let mut sizes = BTreeSet::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            match (size(first), size(last)) {
                (Some(first), Some(last)) if first <= last => sizes.extend(first..=last),
                _ => return Err("not sizes from 1 to 256, such as 7-11 or 8,12,16"),
            }
        }
        Ok(Self(sizes))
    }
}

/// The boards that engines are compared on.
pub(super) struct Picked {
    pub(super) by_size: BTreeMap<usize, Vec<Board>>,
    /// What is to be said of those that are left out.
    pub(super) notes: Vec<String>,
}

/// Reads or generates the boards, and picks as many of each size as are wanted.
pub(super) fn bring_in(arguments: &Arguments) -> Result<Picked, Failure> {
    let mut rng = ChaCha8Rng::seed_from_u64(arguments.seed);
    let mut picked = Picked { by_size: BTreeMap::new(), notes: Vec::new() };
    let wanted =
        |size: usize| arguments.sizes.as_ref().is_none_or(|Sizes(sizes)| sizes.contains(&size));
    for path in &arguments.inputs {
        let found = read(path).map_err(|failure| failure.of(path))?;
        let unreadable = found.iter().filter(|board| board.is_none()).count();
        if unreadable > 0 {
            let (path, all) = (path.display(), found.len());
            picked.notes.push(format!("{path}: left out, being no boards: {unreadable} of {all}"));
        }
        for board in found.into_iter().flatten().filter(|board| wanted(board.size())) {
            picked.by_size.entry(board.size()).or_default().push(board);
        }
    }
    for boards in picked.by_size.values_mut() {
        boards.shuffle(&mut rng);
        boards.truncate(arguments.per_size as usize);
    }
    if let Some(Sizes(sizes)) = &arguments.generate {
        // Large ones take seconds each.
        let count = sizes.len() as u64 * arguments.per_size;
        let bar = progress::bar(count, "{wide_bar} {pos} of {len} boards made, {eta} left");
        for &size in sizes {
            let generator = Generator { size, style: Style::Mixed, is_split: false };
            for _ in 0..arguments.per_size {
                picked.by_size.entry(size).or_default().push(generator.generate(&mut rng)?);
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
    }
    if picked.by_size.is_empty() { Err(Failure::NoBoards) } else { Ok(picked) }
}

/// The board of a file, or its boards, `None` for each that is none.
fn read(path: &Path) -> Result<Vec<Option<Board>>, Failure> {
    let board = match file::read_input(path)? {
        Input::Picture(pixels) => vision::read(&pixels)?.board,
        Input::Text(text) => match collection(&text) {
            Some(found) => return Ok(found),
            None => board::parse(&text)?,
        },
    };
    Ok(vec![Some(board)])
}

/// The boards of a text that holds several, `None` for each that is none; nothing if the text is not
/// of that kind.
fn collection(text: &str) -> Option<Vec<Option<Board>>> {
    let object = |value: &Value| {
        let board = value.get("board").unwrap_or(value);
        board.get("regions").map(|rows| board::parse(&rows.to_string()).ok())
    };
    if text.trim_start().starts_with('[') {
        let values: Vec<Value> = serde_json::from_str(text).ok()?;
        return values.iter().map(object).collect();
    }
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if text.trim_start().starts_with('{') {
        let values = lines.iter().map(|line| serde_json::from_str(line).ok());
        return values.map(|value| object(&value?)).collect();
    }
    let slashed = lines.iter().map(|line| {
        let [_, _, rows] = line.split_whitespace().collect::<Vec<_>>()[..] else { return None };
        rows.contains('/').then(|| board::parse(&rows.replace('/', "\n")).ok())
    });
    slashed.collect::<Option<Vec<_>>>().filter(|boards| !boards.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_lists_of_numbers_and_ranges() {
        let sizes = |text: &str| text.parse().map(|Sizes(sizes)| sizes.into_iter().collect());
        assert_eq!(sizes("7-9"), Ok(vec![7, 8, 9]));
        assert_eq!(sizes("16, 8,9-10"), Ok(vec![8, 9, 10, 16]));
        for text in ["", "a", "0", "7-", "1-300", "-3", "9-7"] {
            assert!(sizes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn collections_are_told_from_boards() {
        let board = board::parse("ABBB\nAAAC\nDAAC\nDDDC").unwrap();
        let record = r#"{"regions": ["ABBB", "AAAC", "DAAC", "DDDC"]}"#;
        for text in [
            format!("[{record}, {record}]"),
            format!("{record}\n{{\"board\": {record}}}\n"),
            "a 4 0,1,1,1/0,0,0,2/3,0,0,2/3,3,3,2\nb 4 0111/0002/3002/3332\n".to_owned(),
        ] {
            let expected = Some(vec![Some(board.clone()), Some(board.clone())]);
            assert_eq!(collection(&text), expected, "{text}");
        }
        assert_eq!(
            collection(&format!("[{record}, {{\"regions\": [\"A\", \"B\"]}}]")).unwrap()[1],
            None
        );
        for text in ["ABBB\nAAAC\nDAAC\nDDDC", "[[0, 1], [0, 1]]", "", "A B C\nA B C\nA B C"] {
            assert_eq!(collection(text), None, "{text}");
        }
    }
}
