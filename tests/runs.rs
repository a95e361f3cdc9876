//! Recorded runs: each folder in `fixtures/runs`, as `queensight play --record FOLDER` has written
//! it, is replayed and must come to the same decisions.
//!
//! A run that failed becomes a test by copying its folder. When its failure is cured, the replay
//! takes another way than the record: then `NAME.txt`, beside the folder NAME, holds what the replay
//! is to say, and
//!
//! ```text
//! SNAPSHOTS=overwrite cargo test --test runs
//! ```
//!
//! writes those files anew, where they are; the difference is what was decided, so read it.

use snapbox::{Assert, Data};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn every_recorded_run_comes_to_the_same_decisions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/runs");
    let entries = fs::read_dir(folder).expect("the folder of the runs");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let runs: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    assert!(!runs.is_empty(), "there are runs");
    for run in runs {
        let output = Command::new(env!("CARGO_BIN_EXE_queensight"))
            .arg("replay")
            .arg(&run)
            .env_remove("DISPLAY")
            .output()
            .expect("the program starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let expected = run.with_extension("txt");
        if expected.exists() {
            Assert::new().action_env("SNAPSHOTS").eq(said, Data::read_from(&expected, None));
        } else {
            let why = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{}: {why}{said}", run.display());
        }
    }
}
