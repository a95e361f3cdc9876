//! Engines that run other programs, with programs in their place that hang, die, talk nonsense or
//! are wrong: that is told as their fault, and nothing of them is left behind.
#![cfg(unix)]

#[cfg(test)]
mod tests {
    use nix::errno::Errno;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use queensight::clock::{SystemClock, wait_until};
    use std::convert::Infallible;
    use std::ffi::OsString;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::PathBuf;
    use std::process::{Child, Command, Output, Stdio};
    use std::time::Duration;
    use std::{env, iter};
    use tempfile::TempDir;

    const BOARD: &str = "ABBB\nAAAC\nDAAC\nDDDC\n";

    /// Its only solution, as z3 tells it.
    const ANSWER: &str =
        "sat\n((queen_1_3 true) (queen_2_1 true) (queen_3_4 true) (queen_4_2 true))";

    /// A folder with a board and with a program in the place of another.
    struct Place(TempDir);

    impl Place {
        /// Puts a shell script in the place of `program`.
        fn with(program: &str, script: &str) -> Self {
            let place = Self(tempfile::tempdir().unwrap());
            fs::write(place.path("board.txt"), BOARD).unwrap();
            let path = place.path(program);
            fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
            place
        }

        fn path(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn command(&self, engine: &str, more: &[&str]) -> Command {
            let mut command = self.queensight("solve", &["board.txt", "--engine", engine]);
            command.args(more);
            command
        }

        fn queensight(&self, name: &str, arguments: &[&str]) -> Command {
            let others = env::var_os("PATH").unwrap_or_default();
            let folders = iter::once(self.0.path().to_owned()).chain(env::split_paths(&others));
            let path: OsString = env::join_paths(folders).unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_queensight"));
            command.arg(name).args(arguments).current_dir(self.0.path()).env("PATH", path);
            command
        }

        /// What was said to standard error, and the exit code.
        fn fails(&self, engine: &str, more: &[&str]) -> (String, Option<i32>) {
            let Output { stderr, status, .. } = self.command(engine, more).output().unwrap();
            (String::from_utf8(stderr).unwrap(), status.code())
        }

        /// The processes that the script wrote down, once it has.
        fn processes(&self) -> Vec<Pid> {
            let read = || fs::read_to_string(self.path("pids")).unwrap_or_default();
            let told = wait(|| read().split_whitespace().count() == 2);
            assert!(told, "the script writes down two processes");
            read().split_whitespace().map(|pid| Pid::from_raw(pid.parse().unwrap())).collect()
        }
    }

    /// Waits for a condition that is to come about soon; whether it has.
    fn wait(mut holds: impl FnMut() -> bool) -> bool {
        let (bound, pause) = (Duration::from_secs(20), Duration::from_millis(5));
        wait_until(&SystemClock::start(), bound, pause, || Ok::<_, Infallible>(holds())).unwrap()
    }

    /// Whether a process has ended. It may still be on the list of an init that never cleans up.
    fn is_gone(process: Pid) -> bool {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        kill(process, None) == Err(Errno::ESRCH) || stat.contains(") Z ")
    }

    /// A program that starts another, and then neither reads nor answers.
    const HANGS: &str = "sleep 1000 & echo $$ $! > pids.new; mv pids.new pids; wait";

    #[test]
    fn a_program_that_hangs_is_ended_with_all_that_it_started() {
        for (program, engine) in [("z3", "smt"), ("z3", "smt-rows"), ("minizinc", "minizinc")] {
            let place = Place::with(program, HANGS);
            let (said, code) = place.fails(engine, &["--time-limit", "1"]);
            assert!(said.contains("was ended before it could tell"), "{said}");
            assert_eq!(code, Some(4));
            for process in place.processes() {
                assert!(wait(|| is_gone(process)), "{process} is left behind");
            }
        }
    }

    /// As MiniZinc does: what it starts is in a group of its own, and ends when it is asked to end.
    const HANGS_APART: &str = "setsid sleep 1000 & apart=$!; trap 'kill $apart; exit 1' TERM; \
                               echo $$ $apart > pids.new; mv pids.new pids; wait";

    #[test]
    fn a_program_may_end_what_it_has_started_apart() {
        let place = Place::with("minizinc", HANGS_APART);
        let (said, code) = place.fails("minizinc", &["--time-limit", "1"]);
        assert!(said.contains("was ended before it could tell"), "{said}");
        assert_eq!(code, Some(4));
        for process in place.processes() {
            assert!(wait(|| is_gone(process)), "{process} is left behind");
        }
    }

    #[test]
    fn a_program_that_will_not_end_is_killed() {
        let place = Place::with("z3", &format!("trap '' TERM; {HANGS}"));
        let (said, code) = place.fails("smt", &["--time-limit", "1"]);
        assert!(said.contains("was ended before it could tell"), "{said}");
        assert_eq!(code, Some(4));
        for process in place.processes() {
            assert!(wait(|| is_gone(process)), "{process} is left behind");
        }
    }

    #[test]
    fn ctrl_c_ends_the_program_too() {
        let place = Place::with("z3", HANGS);
        let mut child: Child =
            place.command("smt", &[]).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let processes = place.processes();
        kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGINT).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        for process in processes {
            assert!(wait(|| is_gone(process)), "{process} is left behind");
        }
    }

    #[test]
    fn what_is_no_answer_is_told_as_the_fault_of_the_engine() {
        let twice = format!("cat > /dev/null; echo '{ANSWER}'");
        let wrong = ANSWER.replace("queen_4_2", "queen_4_1");
        let wrong = format!("cat > /dev/null; echo '{wrong}'");
        for (program, engine, script, expected) in [
            (
                "z3",
                "smt",
                "cat > /dev/null; echo hello",
                "z3 answered \"hello\", which is no answer",
            ),
            ("z3", "smt", "true", "z3 answered \"\", which is no answer"),
            ("z3", "smt", "kill -9 $$", "z3 ended without an answer (signal: 9 (SIGKILL))"),
            (
                "z3",
                "smt",
                "echo broken >&2; exit 3",
                "z3 ended without an answer (exit status: 3): broken",
            ),
            ("z3", "smt", "yes", "z3 "),
            ("z3", "smt", &twice, "it gave the same answer again: columns 3 1 4 2"),
            ("z3", "smt", &wrong, "its answer breaks a rule: two queens stand in column 1"),
            (
                "z3",
                "smt-rows",
                "echo sat; echo '((row_1 x))'",
                "z3 answered \"sat\", which is no answer",
            ),
            (
                "minizinc",
                "minizinc",
                "echo =====UNKNOWN=====",
                "minizinc answered \"=====UNKNOWN=====\"",
            ),
            (
                "minizinc",
                "minizinc",
                "echo '[1, 1, 1, 1]'; echo ----------",
                "its answer breaks a rule",
            ),
            ("minizinc", "minizinc", "echo '[0, 1, 2, 3]'; echo ----------", "which is no answer"),
            ("minizinc", "minizinc", "echo '[3, 1, 4, 2]'", "which is no answer"),
        ] {
            let place = Place::with(program, script);
            let (said, code) = place.fails(engine, &[]);
            let begin = format!("error: board.txt: the engine {engine} failed: ");
            assert!(said.starts_with(&begin) && said.contains(expected), "{script}: {said}");
            assert_eq!(code, Some(4), "{script}");
        }
    }

    #[test]
    fn a_comparison_names_what_fails_and_who_disagrees() {
        let compare = |script: &str| {
            let place = Place::with("z3", script);
            let arguments = ["board.txt", "--engines", "native,smt"];
            let output = place.queensight("compare", &arguments).output().unwrap();
            let told = String::from_utf8(output.stdout).unwrap();
            (told, String::from_utf8(output.stderr).unwrap(), output.status.code())
        };
        let (told, said, code) = compare("kill -9 $$");
        assert!(told.contains("| 4 | 1 "), "the other engine is measured: {told}");
        assert_eq!(
            said,
            "the engine smt failed: z3 ended without an answer (signal: 9 (SIGKILL))\n"
        );
        assert_eq!(code, Some(4));

        let (told, said, code) = compare("cat > /dev/null; echo unsat");
        assert_eq!(told, "");
        let rows = BOARD.trim_end();
        let expected =
            format!("error: the engines native and smt disagree on this board:\n\n{rows}");
        assert!(said.starts_with(&expected), "{said}");
        assert_eq!(code, Some(4));
    }

    #[test]
    fn a_program_that_is_missing_is_named_with_the_way_to_get_it() {
        let place = Place::with("other", "true");
        for (engine, missing) in [
            ("smt", "neither z3 nor cvc5 is installed"),
            ("smt-rows:cvc5", "cvc5 is not installed"),
            ("minizinc", "minizinc is not installed"),
        ] {
            let output = place.command(engine, &[]).env("PATH", place.0.path()).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.contains(missing) && said.contains("apt install"), "{said}");
            assert_eq!(output.status.code(), Some(8));
        }
    }
}
