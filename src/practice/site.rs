//! What is answered to a request: the page's parts, boards, and the state of the game.

use super::boards::Puzzle;
use super::http::{JSON, Request, Response, TEXT};
use super::state::{Report, State};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The page's parts: path, content type, content.
const PARTS: [(&str, &str, &str); 15] = [
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_str!("page/style.css")),
    ("/mischief.css", "text/css; charset=utf-8", include_str!("page/mischief.css")),
    ("/mischief.js", JAVASCRIPT, include_str!("page/mischief.js")),
    ("/switches.js", JAVASCRIPT, include_str!("page/switches.js")),
    ("/theme.js", JAVASCRIPT, include_str!("page/theme.js")),
    ("/page.js", JAVASCRIPT, include_str!("page/page.js")),
    ("/view.js", JAVASCRIPT, include_str!("page/view.js")),
    ("/hands.js", JAVASCRIPT, include_str!("page/hands.js")),
    ("/game.js", JAVASCRIPT, include_str!("page/game.js")),
    ("/rules.js", JAVASCRIPT, include_str!("page/rules.js")),
    ("/palette.js", JAVASCRIPT, include_str!("page/palette.js")),
    ("/report.js", JAVASCRIPT, include_str!("page/report.js")),
    ("/words.js", JAVASCRIPT, include_str!("page/words.js")),
    ("/celebration.js", JAVASCRIPT, include_str!("page/celebration.js")),
];
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// Sent with every answer: nothing from elsewhere is loaded, and nothing is kept or embedded.
pub(super) const FIELDS: &[(&str, &str)] = &[
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

/// The site: its opening board, and what the page has reported of the game.
pub(super) struct Site {
    port: u16,
    opening: Puzzle,
    game: Mutex<Game>,
}

#[derive(Default)]
struct Game {
    state: Option<State>,
    /// [`Report::order`] of the report that `state` comes from.
    order: (u64, u64),
}

impl Site {
    /// The site that is served on `port` and opens with this board.
    pub(super) fn new(port: u16, opening: Puzzle) -> Self {
        Self { port, opening, game: Mutex::default() }
    }

    /// How the game stands, if the page has been shown.
    pub(super) fn state(&self) -> Option<State> {
        self.game().state.clone()
    }

    pub(super) fn answer(&self, request: &Request) -> Response {
        if let Some(refusal) = self.refuse_stranger(request) {
            return refusal;
        }
        match (request.method.as_str(), request.path.as_str()) {
            ("POST", "/state") => self.take_report(request),
            ("GET" | "HEAD", "/state") => json(&self.game().state),
            ("GET" | "HEAD", "/board") if request.query.is_empty() => json(&self.opening),
            ("GET" | "HEAD", "/board") => match Puzzle::asked_for(&request.query) {
                Ok(puzzle) => json(&puzzle),
                Err(error) => Response::refusal(400, format!("{error}: {}", error.hint())),
            },
            ("GET" | "HEAD", path) => PARTS.iter().find(|(part, ..)| *part == path).map_or_else(
                || Response::refusal(404, "there is no such page"),
                |(_, kind, content)| Response::ok(kind, *content),
            ),
            _ => Response::refusal(405, "there is nothing to be done this way"),
        }
    }

    /// Refuses what does not come from our own page or from a program on this machine: a name that
    /// only points to this machine (DNS rebinding), or another site's page in the same browser.
    fn refuse_stranger(&self, request: &Request) -> Option<Response> {
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        let is_ours = |host: &str| hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host));
        if !request.field("Host").is_some_and(is_ours) {
            return Some(Response::refusal(403, "this server answers to 127.0.0.1 only"));
        }
        let origin = request.field("Origin")?;
        let comes_from_us = origin.strip_prefix("http://").is_some_and(is_ours);
        (!comes_from_us).then(|| Response::refusal(403, "requests from other sites are refused"))
    }

    fn take_report(&self, request: &Request) -> Response {
        if request.field("Content-Type") != Some(JSON) {
            return Response::refusal(415, "a report is application/json");
        }
        let report: Report = match serde_json::from_slice(&request.body) {
            Ok(report) => report,
            Err(error) => return Response::refusal(400, format!("this is no report: {error}")),
        };
        let order = report.order();
        let state = match report.into_state() {
            Ok(state) => state,
            Err(error) => return Response::refusal(400, error.to_string()),
        };
        let mut game = self.game();
        // One that comes late is fine, and changes nothing.
        if order > game.order {
            *game = Game { state: Some(state), order };
        }
        Response { status: 204, kind: TEXT, body: Vec::new() }
    }

    /// The game, also after a thread has panicked: each report replaces all of it.
    fn game(&self) -> MutexGuard<'_, Game> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn json(value: &impl serde::Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(body) => Response::ok(JSON, body),
        Err(error) => Response::refusal(500, format!("the answer cannot be written: {error}")),
    }
}
