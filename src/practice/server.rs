//! The running server, as the rest of the program sees it.

use super::boards::{BoardError, Opening, Puzzle};
use super::http::HttpServer;
use super::site::{FIELDS, Site};
use super::state::State;
use std::borrow::Cow;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

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

/// A running server. When it is dropped, it ends, and all of its threads with it.
pub struct Server {
    http: HttpServer,
    site: Arc<Site>,
}

impl Server {
    /// Starts to serve the page on 127.0.0.1.
    ///
    /// # Errors
    /// If there is no such board, or the port cannot be had.
    pub fn start(options: Options) -> Result<Self, PracticeError> {
        let opening = Puzzle::opening(options.opening)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))
            .map_err(|source| listen_error(options.port, source))?;
        let port = listener.local_addr().map_err(PracticeError::Start)?.port();
        let site = Arc::new(Site::new(port, opening));
        let http = HttpServer::start(listener, FIELDS, {
            let site = Arc::clone(&site);
            move |request| site.answer(request)
        })
        .map_err(PracticeError::Start)?;
        Ok(Self { http, site })
    }

    /// The page's address, which ends in a slash.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.http.port())
    }

    /// How the game stands, as the page has last reported it; `None` before the page was shown.
    #[must_use]
    pub fn state(&self) -> Option<State> {
        self.site.state()
    }
}

fn listen_error(port: u16, source: io::Error) -> PracticeError {
    match source.kind() {
        io::ErrorKind::AddrInUse => PracticeError::PortTaken { port },
        _ => PracticeError::PortRefused { port, source },
    }
}
