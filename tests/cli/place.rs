//! A folder to run the program in, and what to compare its words with.

use regex::Regex;
use snapbox::data::DataFormat;
use snapbox::{Assert, Data};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A board with exactly one solution, and none with any.
pub(crate) const BOARD: &str = include_str!("../../fixtures/boards/size-8.txt");
pub(crate) const UNSOLVABLE: &str = include_str!("../../fixtures/boards/no-solution.txt");

/// A folder to run the program in, with a settings folder of its own and no screen.
pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder for the test") }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, and the folders that it lies in.
    pub(crate) fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("new folders");
        fs::write(path, content).expect("a new file");
        self
    }

    pub(crate) fn with_folder(self, name: &str) -> Self {
        fs::create_dir(self.path(name)).expect("a new folder");
        self
    }

    /// The names of all files, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() { walk(&path, found) } else { found.push(path) }
            }
        }
        let mut found = Vec::new();
        walk(self.folder.path(), &mut found);
        let name = |path: PathBuf| {
            let name = path.strip_prefix(self.folder.path()).expect("it lies in the folder");
            name.display().to_string()
        };
        let mut names: Vec<String> = found.into_iter().map(name).collect();
        names.sort();
        names
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_queensight"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("HOME", self.folder.path())
            .env("XDG_CONFIG_HOME", self.path("config"));
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "NO_COLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    /// All that running the program shows: what was typed, both outputs and the exit code.
    pub(crate) fn transcript(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().expect("the program starts");
        let code = output.status.code().map_or("none".to_owned(), |code| code.to_string());
        let text = format!(
            "$ queensight {}\n--- standard output\n{}--- standard error\n{}--- exit code {code}\n",
            arguments.join(" "),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        self.redacted(&text)
    }

    /// Without what differs from run to run.
    pub(crate) fn redacted(&self, text: &str) -> String {
        let text = text.replace(&self.folder.path().display().to_string(), "[FOLDER]");
        let times = Regex::new(r"\d+(\.\d)? (µs|ms)").expect("a sound pattern");
        let micros = Regex::new(r#""(load|read|solve)":\d+"#).expect("a sound pattern");
        let text = times.replace_all(&text, "[TIME]");
        micros.replace_all(&text, "\"$1\":[TIME]").into_owned()
    }
}

/// Compares with the file of this name in `tests/cli/`.
pub(crate) fn expect(name: &str, actual: String, format: DataFormat) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli").join(name);
    let assert = Assert::new().action_env("SNAPSHOTS");
    assert.eq(actual, Data::read_from(&path, Some(format)));
}

pub(crate) fn expect_text(name: &str, actual: String) {
    expect(&format!("{}.txt", name.trim_end_matches(".txt")), actual, DataFormat::Text);
}

/// The files in a folder of `fixtures/`, by name.
pub(crate) fn fixtures(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    let entries = fs::read_dir(folder).expect("the folder of the fixtures");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<(String, Vec<u8>)> = paths
        .map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a fixture"))
        })
        .collect();
    files.sort();
    files
}
