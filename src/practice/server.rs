//! The server: one thread that answers the page's requests on loopback.

use super::boards::{BoardError, Opening, Puzzle};
use super::state::{Report, State};
use std::borrow::Cow;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use tiny_http::{Header, Method, Request, Response};

/// The longest body that is read, in bytes. A report of the largest board has about 950, and up to
/// this length `tiny_http` has read a body before it hands the request over: so the one thread here
/// never waits for a client.
const LONGEST_BODY: usize = 1024;

/// The page's parts: path, content type, content.
const PARTS: [(&str, &str, &str); 12] = [
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_str!("page/style.css")),
    ("/theme.js", JAVASCRIPT, include_str!("page/theme.js")),
    ("/page.js", JAVASCRIPT, include_str!("page/page.js")),
    ("/view.js", JAVASCRIPT, include_str!("page/view.js")),
    ("/hands.js", JAVASCRIPT, include_str!("page/hands.js")),
    ("/game.js", JAVASCRIPT, include_str!("page/game.js")),
    ("/rules.js", JAVASCRIPT, include_str!("page/rules.js")),
    ("/palette.js", JAVASCRIPT, include_str!("page/palette.js")),
    ("/report.js", JAVASCRIPT, include_str!("page/report.js")),
    ("/celebration.js", JAVASCRIPT, include_str!("page/celebration.js")),
    ("/words.js", JAVASCRIPT, include_str!("page/words.js")),
];
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

/// Sent with every answer: nothing from elsewhere is loaded, and nothing is kept or embedded.
const HEADERS: [(&str, &str); 5] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
         img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
];

/// What to serve, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The port on 127.0.0.1; 0 for any free one.
    pub port: u16,
    /// The board that the page opens with.
    pub opening: Opening,
}

/// What keeps the page from being served.
#[derive(Debug, thiserror::Error)]
pub enum PracticeError {
    /// Another program listens on the port.
    #[error("port {port} is already in use")]
    PortTaken {
        /// The port asked for.
        port: u16,
    },
    /// The system does not let the program listen on the port.
    #[error("cannot listen on port {port}: {source}")]
    PortRefused {
        /// The port asked for.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
    /// There is no such board to open with.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The server's thread cannot be started.
    #[error("the server cannot be started: {0}")]
    Start(io::Error),
}

impl PracticeError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> Cow<'static, str> {
        match self {
            Self::PortTaken { .. } => "choose another port, or 0 for any free one".into(),
            Self::PortRefused { .. } => "choose a port from 1024, or 0 for any free one".into(),
            Self::Board(error) => error.hint().into(),
            Self::Start(_) => "end other programs and try again".into(),
        }
    }
}

/// A running server. It ends when this is dropped.
pub struct Server {
    http: Arc<tiny_http::Server>,
    thread: Option<JoinHandle<()>>,
    game: Arc<Mutex<Game>>,
    port: u16,
}

/// What the page has reported.
#[derive(Default)]
struct Game {
    state: Option<State>,
    /// [`Report::order`] of the report that `state` comes from.
    order: (u64, u64),
}

impl Server {
    /// Starts to serve the page on 127.0.0.1.
    ///
    /// # Errors
    /// If the board does not fit the page, or the port cannot be had.
    pub fn start(options: Options) -> Result<Self, PracticeError> {
        let opening = Puzzle::opening(options.opening)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))
            .map_err(|source| listen_error(options.port, source))?;
        let port = listener.local_addr().map_err(PracticeError::Start)?.port();
        let http = tiny_http::Server::from_listener(listener, None)
            .map_err(|error| PracticeError::Start(io::Error::other(error)))?;
        let (http, game) = (Arc::new(http), Arc::new(Mutex::new(Game::default())));
        let desk = Desk { opening, port, game: Arc::clone(&game) };
        let thread = thread::Builder::new()
            .name("practice".into())
            .spawn({
                let http = Arc::clone(&http);
                // `recv` fails when `drop` unblocks it, or when the listener is gone.
                move || {
                    while let Ok(request) = http.recv() {
                        desk.answer(request);
                    }
                }
            })
            .map_err(PracticeError::Start)?;
        Ok(Self { http, thread: Some(thread), game, port })
    }

    /// The page's address, which ends in a slash.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// How the game stands, as the page has last reported it; `None` before the page was shown.
    #[must_use]
    pub fn state(&self) -> Option<State> {
        lock(&self.game).state.clone()
    }
}

/// Ends the server's thread, and with it the listening. A connection that a browser keeps open
/// costs a waiting thread of `tiny_http` until the browser closes it or the process ends.
impl Drop for Server {
    fn drop(&mut self) {
        self.http.unblock();
        if let Some(thread) = self.thread.take() {
            // A panic there has been printed there; there is nothing to add while dropping.
            let _ = thread.join();
        }
    }
}

fn listen_error(port: u16, source: io::Error) -> PracticeError {
    match source.kind() {
        io::ErrorKind::AddrInUse => PracticeError::PortTaken { port },
        _ => PracticeError::PortRefused { port, source },
    }
}

/// The game, also after a thread has panicked: each report replaces all of it.
fn lock(game: &Mutex<Game>) -> MutexGuard<'_, Game> {
    game.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An answer to be sent.
struct Answer {
    status: u16,
    kind: &'static str,
    body: Vec<u8>,
}

impl Answer {
    fn part(kind: &'static str, body: &str) -> Self {
        Self { status: 200, kind, body: body.into() }
    }

    fn json(value: &impl serde::Serialize) -> Self {
        match serde_json::to_vec(value) {
            Ok(body) => Self { status: 200, kind: JSON, body },
            Err(error) => Self::refusal(500, format!("the answer cannot be written: {error}")),
        }
    }

    fn refusal(status: u16, why: impl Into<String>) -> Self {
        Self { status, kind: TEXT, body: why.into().into_bytes() }
    }

    fn send(self, request: Request) {
        let fields = HEADERS.into_iter().chain([("Content-Type", self.kind)]);
        let headers = fields.filter_map(|(name, value)| Header::from_bytes(name, value).ok());
        let response = headers.fold(
            Response::from_data(self.body).with_status_code(self.status),
            Response::with_header,
        );
        // A client that has gone away needs no answer.
        let _ = request.respond(response);
    }
}

/// What the server's thread needs to answer requests.
struct Desk {
    opening: Puzzle,
    port: u16,
    game: Arc<Mutex<Game>>,
}

impl Desk {
    fn answer(&self, mut request: Request) {
        if is_bulky(&request) {
            let refusal = Answer::refusal(413, "the body is too long, or of unknown length");
            // A refused body is still read to its end when the request is dropped: not here, where
            // a slow client would hold up everybody.
            thread::spawn(move || refusal.send(request));
            return;
        }
        let answer = self.refuse_stranger(&request).unwrap_or_else(|| self.route(&mut request));
        answer.send(request);
    }

    /// Refuses what does not come from our own page or from a program on this machine: a name that
    /// only points to this machine (DNS rebinding), or another site's page in the same browser.
    fn refuse_stranger(&self, request: &Request) -> Option<Answer> {
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        let is_ours = |host: &str| hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host));
        if !header(request, "Host").is_some_and(is_ours) {
            return Some(Answer::refusal(403, "this server answers to 127.0.0.1 only"));
        }
        let origin = header(request, "Origin")?;
        let comes_from_us = origin.strip_prefix("http://").is_some_and(is_ours);
        (!comes_from_us).then(|| Answer::refusal(403, "requests from other sites are refused"))
    }

    fn route(&self, request: &mut Request) -> Answer {
        let url = request.url().to_owned();
        let (path, query) = url.split_once('?').unwrap_or((&url, ""));
        match (request.method(), path) {
            (Method::Get, "/board") if query.is_empty() => Answer::json(&self.opening),
            (Method::Get, "/board") => match Puzzle::asked_for(query) {
                Ok(puzzle) => Answer::json(&puzzle),
                Err(error) => Answer::refusal(400, format!("{error}: {}", error.hint())),
            },
            (Method::Get, "/state") => Answer::json(&lock(&self.game).state),
            (Method::Post, "/state") => self.take_report(request),
            (Method::Get, path) => PARTS.iter().find(|(part, ..)| *part == path).map_or_else(
                || Answer::refusal(404, "there is no such page"),
                |(_, kind, content)| Answer::part(kind, content),
            ),
            _ => Answer::refusal(405, "there is nothing to be done this way"),
        }
    }

    fn take_report(&self, request: &mut Request) -> Answer {
        if header(request, "Content-Type") != Some(JSON) {
            return Answer::refusal(415, "a report is application/json");
        }
        let mut body = Vec::with_capacity(LONGEST_BODY);
        if let Err(error) = request.as_reader().read_to_end(&mut body) {
            return Answer::refusal(400, format!("the report does not arrive: {error}"));
        }
        let report: Report = match serde_json::from_slice(&body) {
            Ok(report) => report,
            Err(error) => return Answer::refusal(400, format!("not a report: {error}")),
        };
        let order = report.order();
        let state = match report.into_state() {
            Ok(state) => state,
            Err(error) => return Answer::refusal(400, error.to_string()),
        };
        let mut game = lock(&self.game);
        // One that comes late is fine, and changes nothing.
        if order > game.order {
            *game = Game { state: Some(state), order };
        }
        Answer { status: 204, kind: TEXT, body: Vec::new() }
    }
}

/// Whether the request has a body that is not already here.
fn is_bulky(request: &Request) -> bool {
    let is_long = request.body_length().is_some_and(|length| length > LONGEST_BODY);
    let comes_later = ["Transfer-Encoding", "Expect"].iter().any(|n| header(request, n).is_some());
    let is_no_request = header(request, "Connection")
        .is_some_and(|value| value.to_ascii_lowercase().contains("upgrade"));
    is_long || comes_later || is_no_request
}

fn header<'a>(request: &'a Request, name: &'static str) -> Option<&'a str> {
    let field = request.headers().iter().find(|header| header.field.equiv(name))?;
    Some(field.value.as_str())
}
