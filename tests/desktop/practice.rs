//! The practice game, whose page is the judge of every live test.

use super::{Home, Program, wait};
use serde::Deserialize;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

/// How long the game may take to serve its page, and the page to report a change; both take some
/// ten milliseconds on a quiet machine.
const LIMIT: Duration = Duration::from_secs(30);

/// How long a page that was clicked is quiet at most: it may stop for 300 ms at a time.
const REST: Duration = Duration::from_millis(350);

/// A running `queensight practice`; it ends when this value is dropped.
pub(crate) struct Practice {
    _program: Program,
    address: SocketAddr,
    /// What the game's own address asks of the page: nothing, or `?` and its switches.
    query: String,
}

/// How the game stands, as its page tells it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct State {
    pub(crate) size: usize,
    /// One string a row: `.` empty, `x` cross, `q` queen.
    pub(crate) marks: Vec<String>,
    pub(crate) clicks: u32,
    pub(crate) drags: u32,
    /// Presses beside the board.
    pub(crate) strays: u32,
    /// Games won since the page was loaded.
    pub(crate) wins: u32,
    pub(crate) won: bool,
    pub(crate) times_ms: Times,
}

/// When things happened, in milliseconds since the page began to load.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Times {
    /// The board was first painted.
    pub(crate) shown: Option<f64>,
    /// A cell was clicked for the first time, and for the last time.
    pub(crate) first_click: Option<f64>,
    pub(crate) last_click: Option<f64>,
    /// All queens but one were first painted.
    pub(crate) all_but_one: Option<f64>,
    /// The game was won.
    pub(crate) win: Option<f64>,
}

impl State {
    /// How many queens stand.
    pub(crate) fn queens(&self) -> usize {
        self.marks.iter().flat_map(|row| row.chars()).filter(|&mark| mark == 'q').count()
    }
}

impl Practice {
    /// Starts a game with the given arguments of `queensight practice`.
    pub(crate) fn start(desktop: &Home, arguments: &[&str]) -> Self {
        let log = format!("practice-{}", desktop.next_number());
        let mut program = Program::start(
            desktop
                .command(env!("CARGO_BIN_EXE_queensight"))
                .args(["practice", "--no-open", "--port", "0"])
                .args(arguments)
                .stdin(Stdio::null())
                .stdout(desktop.log_file(&log))
                .stderr(desktop.log_file(&log)),
        );
        let address = wait::until("the game's address", LIMIT, || {
            let said = desktop.log(&log);
            assert!(!program.has_ended(), "the game has ended:\n{said}");
            let (_, rest) = said.split_once("http://")?;
            let (address, query) = rest.split_once('/')?;
            let (query, _) = query.split_once('\n')?;
            Some((address.parse::<SocketAddr>().ok()?, query.to_owned()))
        });
        let (address, query) = address;
        Self { _program: program, address, query }
    }

    /// Where the page is.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/{}", self.address, self.query)
    }

    /// How the game stands; `None` until a page has reported.
    pub(crate) fn state(&self) -> Option<State> {
        let mut stream = TcpStream::connect(self.address).expect("the game listens");
        // HTTP/1.0: the answer comes in one piece and ends with the connection.
        write!(stream, "GET /state HTTP/1.0\r\nHost: {}\r\n\r\n", self.address).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the game answers");
        let (_, body) = answer.split_once("\r\n\r\n")?;
        serde_json::from_str(body).ok()
    }

    /// Waits until the page has painted its board.
    pub(crate) fn wait_until_shown(&self) {
        wait::until("the page to paint its board", LIMIT, || {
            self.state().filter(|state| state.times_ms.shown.is_some())
        });
    }

    /// How the game stands when the page has nothing more to tell: the last clicks may still be on
    /// their way to it, and its last report to the game.
    pub(crate) fn settled(&self) -> State {
        let mut last = None;
        wait::until("the page to come to rest", LIMIT, || {
            let state = self.state()?;
            let seen = (state.clicks, state.wins, state.marks.clone());
            let rests = last.replace(seen.clone()) == Some(seen);
            if !rests {
                thread::sleep(REST);
            }
            rests.then_some(state)
        })
    }

    /// Waits until `is_so` holds of the game, and gives that state.
    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(&State) -> bool) -> State {
        wait::until(what, LIMIT, || self.state().filter(&is_so))
    }
}
