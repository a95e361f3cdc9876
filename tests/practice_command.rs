//! `queensight practice`, as a person starts and ends it.

#![expect(clippy::unwrap_used, reason = "in a test, a failure is the end")]

use std::fs;
use std::net::TcpListener;
use std::process::Command;

fn practice(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queensight"));
    command.args(["practice", "--no-open"]).args(arguments);
    command
}

/// What the command says on standard error. It must end at once, with this exit code, and say nothing
/// else.
fn refusal(arguments: &[&str], code: i32) -> String {
    let output = practice(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[cfg(unix)]
#[test]
fn the_address_is_printed_and_ctrl_c_is_success() {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::net::TcpStream;
    use std::process::{Child, Stdio};

    /// Ends with the test, however that ends.
    struct Program(Child);
    impl Drop for Program {
        fn drop(&mut self) {
            // It has mostly ended already.
            let _ = self.0.kill().and_then(|()| self.0.wait());
        }
    }

    let program =
        practice(&["--size", "6", "--seed", "4", "--theme", "dark"]).stdout(Stdio::piped()).spawn();
    let Program(child) = &mut Program(program.unwrap());
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut url = String::new();
    stdout.read_line(&mut url).unwrap();
    let host = url.strip_prefix("http://").unwrap().strip_suffix("/?theme=dark\n").unwrap();

    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET /board HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains(r#"{"size":6,"seed":4,"#), "{answer}");

    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "", "the address is all that is printed");
}

#[test]
fn a_taken_port_is_a_wrong_setting() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let words = format!(
        "error: port {port} is already in use\n\n\
         hint: choose another port, or 0 for any free one\n"
    );
    assert_eq!(refusal(&["--port", &port], 8), words);
}

#[test]
fn a_file_that_holds_no_fitting_board_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let uneven = file("uneven.txt", "AAB\nAB\nCCC");
    let told = refusal(&["--board", &uneven], 8);
    assert!(told.starts_with(&format!("error: {uneven}: ")), "{told}");

    let row = |letter: char| String::from(letter).repeat(17);
    let large = file("large.txt", &('A'..='Q').map(row).collect::<Vec<_>>().join("\n"));
    let words = "error: a board of size 17 is too large for the page (at most 16)\n\n\
                 hint: give a board of size 16 or less\n";
    assert_eq!(refusal(&["--board", &large], 8), words);
}

#[test]
fn sizes_and_numbers_that_are_not_on_offer_are_refused_as_usage() {
    for arguments in [
        &["--size", "4"][..],
        &["--size", "13"],
        &["--seed", "1000000000"],
        &["--seed", "-1"],
        &["--port", "65536"],
        &["--theme", "red"],
        &["--size", "8", "--board", "board.txt"],
    ] {
        refusal(arguments, 2);
    }
}
