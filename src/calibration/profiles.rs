//! Profiles by name: the person's own, then the shipped ones.

use super::check::nearest;
use super::{Fault, Profile};
use etcetera::BaseStrategy as _;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The profiles that come with the program, by name.
const SHIPPED: [(&str, &str); 3] = [
    ("linkedin", include_str!("../../calibration/linkedin.toml")),
    ("one-click", include_str!("../../calibration/one-click.toml")),
    ("practice", include_str!("../../calibration/practice.toml")),
];

/// What keeps a profile from being used.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// There is no profile of this name.
    #[error("there is no profile named {name}{}", probably(nearest.as_deref()))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The name that was probably meant.
        nearest: Option<String>,
        /// All names, in alphabetical order.
        known: Vec<String>,
    },
    /// The name cannot be that of a file.
    #[error("{0:?} cannot be the name of a profile")]
    BadName(String),
    /// The system names no folder for settings.
    #[error("the system names no folder for settings")]
    NoFolder,
    /// The file of a profile cannot be read.
    #[error("the profile {} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A profile has faults.
    #[error("the profile {origin} is wrong: {}", listed(faults))]
    Faulty {
        /// Its file; its name, if it came with the program.
        origin: String,
        /// All its faults.
        faults: Vec<Fault>,
    },
}

fn probably(nearest: Option<&str>) -> String {
    nearest.map(|nearest| format!("; {nearest} is probably meant")).unwrap_or_default()
}

fn listed(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("; ")
}

impl ProfileError {
    /// What the person can do about it: a clause without a full stop.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Unknown { known, .. } => format!(
                "known are {}; `queensight calibrate --name NAME` makes another",
                known.join(", ")
            ),
            Self::BadName(_) => {
                "use letters, digits, - and _; for a file, end with .toml".to_owned()
            }
            Self::NoFolder => "set HOME, or give the profile as a file: FILE.toml".to_owned(),
            Self::Unreadable { .. } => "check the path, and that you may read the file".to_owned(),
            Self::Faulty { .. } => {
                "correct the lines, or measure again: `queensight calibrate --name NAME --force`"
                    .to_owned()
            }
        }
    }
}

/// Where profiles are looked up by name.
#[derive(Debug, Clone)]
pub struct Profiles {
    folder: Option<PathBuf>,
}

impl Profiles {
    /// The person's own, in `queensight/profiles` of the folder that the system names for settings
    /// (`$XDG_CONFIG_HOME`, `~/.config`, `%APPDATA%`), and the shipped ones.
    #[must_use]
    pub fn of_person() -> Self {
        let base = etcetera::choose_base_strategy().ok();
        Self { folder: base.map(|base| base.config_dir().join("queensight").join("profiles")) }
    }

    /// All names, in alphabetical order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names: BTreeSet<String> =
            SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect();
        let entries = self.folder.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let files = entries.filter_map(Result::ok).map(|entry| entry.path());
        names.extend(
            files
                .filter(|file| file.extension().is_some_and(|extension| extension == "toml"))
                .filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())),
        );
        names.into_iter().collect()
    }

    /// The file of the person's own profile of this name, whether it exists or not.
    ///
    /// # Errors
    /// If the name cannot be that of a file, or the system names no folder.
    pub fn file(&self, name: &str) -> Result<PathBuf, ProfileError> {
        let is_plain = |character: char| character.is_alphanumeric() || "-_".contains(character);
        if name.is_empty() || !name.chars().all(is_plain) {
            return Err(ProfileError::BadName(name.to_owned()));
        }
        let folder = self.folder.as_ref().ok_or(ProfileError::NoFolder)?;
        Ok(folder.join(format!("{name}.toml")))
    }

    /// Finds and reads a profile: a file, if `name` ends with `.toml`; else the person's own of
    /// this name, else the shipped one.
    ///
    /// # Errors
    /// If there is none, or if it is wrong.
    pub fn find(&self, name: &str) -> Result<Profile, ProfileError> {
        if name.ends_with(".toml") {
            return read(Path::new(name));
        }
        let own = match self.file(name) {
            Ok(file) => Some(file),
            Err(ProfileError::NoFolder) => None,
            Err(error) => return Err(error),
        };
        if let Some(own) = own.filter(|own| own.exists()) {
            return read(&own);
        }
        let shipped = SHIPPED.iter().find(|(shipped, _)| *shipped == name);
        let (name, text) = shipped.ok_or_else(|| self.unknown(name))?;
        parse(text, name)
    }

    fn unknown(&self, name: &str) -> ProfileError {
        let known = self.names();
        let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        ProfileError::Unknown { name: name.to_owned(), nearest, known }
    }
}

fn read(path: &Path) -> Result<Profile, ProfileError> {
    let text = fs::read_to_string(path)
        .map_err(|source| ProfileError::Unreadable { path: path.to_owned(), source })?;
    parse(&text, &path.display().to_string())
}

fn parse(text: &str, origin: &str) -> Result<Profile, ProfileError> {
    Profile::from_toml(text)
        .map_err(|faults| ProfileError::Faulty { origin: origin.to_owned(), faults })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::ClicksToQueen;

    /// An empty folder of the person's own profiles.
    fn own() -> (tempfile::TempDir, Profiles) {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let profiles = Profiles { folder: Some(folder.path().to_owned()) };
        (folder, profiles)
    }

    #[test]
    fn every_shipped_profile_is_sound_and_says_what_it_is_for() {
        let (_folder, profiles) = own();
        assert_eq!(profiles.names(), ["linkedin", "one-click", "practice"]);
        for name in profiles.names() {
            let profile = profiles.find(&name).expect("a sound profile");
            assert!(!profile.about.is_empty(), "{name}");
            assert_eq!(profile.place, None, "{name}: nobody's screen is everybody's");
        }
    }

    #[test]
    fn a_persons_own_profile_goes_before_the_shipped_one() {
        let (folder, profiles) = own();
        fs::write(folder.path().join("linkedin.toml"), "[manners]\nclicks_to_queen = 1").unwrap();
        fs::write(folder.path().join("mine.toml"), "").unwrap();
        fs::write(folder.path().join("notes.txt"), "").unwrap();
        assert_eq!(profiles.names(), ["linkedin", "mine", "one-click", "practice"]);
        let profile = profiles.find("linkedin").expect("a sound profile");
        assert_eq!(profile.manners.clicks_to_queen, ClicksToQueen::One);
    }

    #[test]
    fn a_file_is_read_from_where_it_is() {
        let (folder, profiles) = own();
        let file = folder.path().join("elsewhere.toml");
        fs::write(&file, "about = \"elsewhere\"").unwrap();
        let profile = profiles.find(&file.display().to_string()).expect("a sound profile");
        assert_eq!(profile.about, "elsewhere");
        let missing = folder.path().join("missing.toml").display().to_string();
        assert!(matches!(profiles.find(&missing), Err(ProfileError::Unreadable { .. })));
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_nearest() {
        let (_folder, profiles) = own();
        let error = profiles.find("linkdin").expect_err("there is none");
        assert_eq!(
            error.to_string(),
            "there is no profile named linkdin; linkedin is probably meant"
        );
        assert!(error.hint().starts_with("known are linkedin, one-click, practice;"));
        let error = profiles.find("archive").expect_err("there is none");
        assert_eq!(error.to_string(), "there is no profile named archive");
    }

    #[test]
    fn a_name_cannot_leave_the_folder() {
        let (_folder, profiles) = own();
        for name in ["../linkedin", "", "a/b", "a.b"] {
            assert!(matches!(profiles.find(name), Err(ProfileError::BadName(_))), "{name}");
            assert!(matches!(profiles.file(name), Err(ProfileError::BadName(_))), "{name}");
        }
    }

    #[test]
    fn a_faulty_profile_is_refused_with_its_file_and_all_faults() {
        let (folder, profiles) = own();
        fs::write(folder.path().join("mine.toml"), "abuot = 1\nplace = 2").unwrap();
        let error = profiles.find("mine").expect_err("it has faults").to_string();
        let file = folder.path().join("mine.toml");
        assert_eq!(
            error,
            format!(
                "the profile {} is wrong: line 1: there is no key abuot; about is \
                 probably meant; line 2: place takes a section, [place]",
                file.display()
            )
        );
    }

    #[test]
    fn without_a_folder_the_shipped_ones_are_still_found() {
        let profiles = Profiles { folder: None };
        assert!(profiles.find("linkedin").is_ok());
        assert!(matches!(profiles.file("mine"), Err(ProfileError::NoFolder)));
    }
}
