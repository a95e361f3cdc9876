//! A page with the whole game, served on loopback: for people to play, and for tests to be played.
//!
//! ```no_run
//! use queensight::practice::{Kind, Opening, Options, Server};
//!
//! let opening = Opening::Generated { size: 8, seed: Some(42), kind: Kind::Whole };
//! let server = Server::start(Options { port: 0, opening })?;
//! println!("play at {}", server.url());
//! # Ok::<(), queensight::practice::PracticeError>(())
//! ```
//!
//! # The page's address
//! These parameters set a game up: `size` and `seed` choose a board, `theme` is `light` or `dark`,
//! `auto=1` turns automatic crosses on, and `marks` starts half-played: one row of `.`, `x` and `q`
//! after the other, with `/` between them. [`SWITCHES`] lists what else it does on request: the
//! manners of other sites, and what they do to a player.
//!
//! # What the server answers
//! | request | answer |
//! |---|---|
//! | `GET /` and the page's parts | the page |
//! | `GET /board` | the board that the server was started with |
//! | `GET /board?size=N&seed=N` | the generated board of that size and number; a random one without |
//! | `GET /board?size=N&kind=K` | the same, `split` (a region in parts) or with `several` solutions |
//! | `GET /state` | the [`State`] of the game, `null` before the page was first shown |
//! | `POST /state` | the page reports; the newest report of the page opened last counts |
//!
//! Only the page itself is served: a request for another host name (DNS rebinding) or from another
//! site's page is refused, and so is a body longer than a report.

mod boards;
mod http;
mod server;
mod site;
mod state;
mod switches;

pub use boards::{BoardError, HIGHEST_SEED, Kind, LARGEST_BOARD, Opening, SIZES};
pub use server::{Options, PracticeError, Server};
pub use state::{Place, State, Times};
pub use switches::{SWITCHES, Switch, SwitchError, SwitchKind};
