//! What the README says is so: its examples give what it prints, its command lines are accepted,
//! and the files that it names are there.
#![cfg(unix)]

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;
    use std::path::Path;
    use std::process::{Command, Output};

    /// A fenced block of the README.
    struct Block {
        language: String,
        lines: Vec<String>,
    }

    #[test]
    fn the_examples_give_what_is_printed_below_them() {
        let examples = examples();
        assert!(!examples.is_empty(), "there is an example");
        for (command, expected) in examples {
            let Output { stdout, stderr, .. } = run(&command);
            let got = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
            assert_eq!(without_times(&got), without_times(&expected), "$ {command}");
        }
    }

    #[test]
    fn the_command_lines_are_accepted() {
        let lines: Vec<String> = blocks("sh")
            .flat_map(|block| block.lines)
            .filter(|line| line.starts_with("queensight "))
            .collect();
        assert!(lines.len() >= 5, "there are command lines: {lines:?}");
        for line in lines {
            let (command, _comment) = line.split_once('#').unwrap_or((&line, ""));
            // The parser takes arguments from left to right: it gets to `--help` only past those
            // that it knows.
            let output = run(&format!("{command} --help"));
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        assert!(!run("queensight play --no-such-option --help").status.success());
    }

    #[test]
    fn the_files_that_are_named_are_there() {
        let readme = readme();
        let linked = readme.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let quoted = readme.split('`').skip(1).step_by(2).filter(|text| is_path(text));
        let mut paths: Vec<&str> =
            linked.filter(|path| !path.contains("://")).chain(quoted).collect();
        paths.sort_unstable();
        assert!(paths.len() >= 10, "there are paths: {paths:?}");
        for path in paths {
            assert!(root().join(path).exists(), "{path}");
        }
    }

    /// Every command of the `console` blocks, with what is printed below it.
    fn examples() -> Vec<(String, String)> {
        let mut examples: Vec<(String, String)> = Vec::new();
        for line in blocks("console").flat_map(|block| block.lines) {
            match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => output.push_str(&format!("{line}\n")),
                (None, None) => panic!("output without its command: {line}"),
            }
        }
        examples
    }

    fn blocks(language: &str) -> impl Iterator<Item = Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut is_inside = false;
        for line in readme().lines() {
            match line.strip_prefix("```") {
                Some(language) if !is_inside => {
                    blocks.push(Block { language: language.to_owned(), lines: Vec::new() });
                    is_inside = true;
                }
                Some(_) => is_inside = false,
                None if is_inside => blocks.last_mut().unwrap().lines.push(line.to_owned()),
                None => {}
            }
        }
        let language = language.to_owned();
        blocks.into_iter().filter(move |block| block.language == language)
    }

    /// Runs a command line as a reader of the README would, in the folder of the project.
    fn run(command: &str) -> Output {
        let binary = Path::new(env!("CARGO_BIN_EXE_queensight"));
        let others = env::var_os("PATH").unwrap_or_default();
        let folders = [binary.parent().unwrap().to_owned()];
        let path = env::join_paths(folders.into_iter().chain(env::split_paths(&others))).unwrap();
        Command::new("sh")
            .args(["-c", command])
            .current_dir(root())
            .env("PATH", path)
            .env_remove("DISPLAY")
            .output()
            .unwrap()
    }

    /// The text without the digits of its durations, which differ from run to run.
    fn without_times(text: &str) -> String {
        let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == '.');
        let mut words: Vec<&str> = text.split(' ').collect();
        for index in 1..words.len() {
            let unit = words[index].trim_end_matches([',', '\n']);
            if matches!(unit, "µs" | "ms") && is_number(words[index - 1]) {
                words[index - 1] = "?";
                words[index] = words[index].strip_prefix(unit).unwrap();
            }
        }
        words.join(" ")
    }

    /// Whether a quoted piece of text names a file of the project.
    fn is_path(text: &str) -> bool {
        let tops = ["src/", "tests/", "scripts/", "fixtures/", "calibration/"];
        tops.iter().any(|top| text.starts_with(top))
            && !text.contains(['*', ' '])
            && !text.contains("NAME")
    }

    fn readme() -> String {
        fs::read_to_string(root().join("README.md")).unwrap()
    }

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR"))
    }
}
