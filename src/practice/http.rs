//! As much of HTTP as a page on loopback needs: one request a connection, everything bounded.
//!
//! Every connection has a thread of its own, so that one that a browser opens ahead of need, and
//! says nothing on, holds up no other; all of them end with the server.

use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The longest head that is read, in bytes. A browser's is about 1 KiB; cookies that other servers
/// on this machine have set, which come along, can make it several times that.
const LONGEST_HEAD: u64 = 32 << 10;
/// The longest body that is read, in bytes: four times the page's report of its largest board.
const LONGEST_BODY: usize = 4 << 10;
/// How much of a refused body is read and thrown away, in bytes. To close on a client that is still
/// sending would take the refusal from it as well.
const LONGEST_REMNANT: u64 = 1 << 20;
/// The connections that are open at once. A browser opens six.
const MOST_CONNECTIONS: usize = 64;
/// How long a connection may stay silent.
const SILENCE: Duration = Duration::from_secs(10);

pub(super) const TEXT: &str = "text/plain; charset=utf-8";
pub(super) const JSON: &str = "application/json";

/// What a client asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// `GET`, `POST` or another.
    pub(super) method: String,
    /// The path, which begins with a slash, as it came.
    pub(super) path: String,
    /// What follows the question mark; empty without one.
    pub(super) query: String,
    /// Names and values of the header's fields.
    fields: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

/// What is sent back.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Response {
    pub(super) status: u16,
    /// The content type of the body.
    pub(super) kind: &'static str,
    pub(super) body: Vec<u8>,
}

/// Why there is no request on a connection.
#[derive(Debug, PartialEq, Eq)]
enum NoRequest {
    /// The client has gone, or is silent.
    Gone,
    /// The client is to be told this.
    Refused(Response),
}

impl Response {
    pub(super) fn ok(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, kind, body: body.into() }
    }

    pub(super) fn refusal(status: u16, why: impl Into<String>) -> Self {
        Self { status, kind: TEXT, body: why.into().into_bytes() }
    }

    /// The bytes of the response, with these fields besides its own, and `with_body` or not.
    fn to_bytes(&self, fields: &[(&str, &str)], with_body: bool) -> Vec<u8> {
        let Self { status, kind, body } = self;
        let mut head = format!(
            "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
             Connection: close\r\n",
            reason(*status),
            body.len()
        );
        for (name, value) in fields {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let mut bytes = head.into_bytes();
        if with_body {
            bytes.extend_from_slice(body);
        }
        bytes
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        417 => "Expectation Failed",
        431 => "Request Header Fields Too Large",
        _ => "Internal Server Error",
    }
}

impl Request {
    /// The value of the first field of this name, in whatever case.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        let (_, value) = self.fields.iter().find(|(field, _)| field.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    fn read(reader: &mut impl BufRead) -> Result<Self, NoRequest> {
        let refused = |status, why: &str| NoRequest::Refused(Response::refusal(status, why));
        let malformed = || refused(400, "this is no HTTP request");
        let lines = read_head(reader)?;
        let (first, fields) = lines.split_first().ok_or_else(malformed)?;
        let [method, target, "HTTP/1.0" | "HTTP/1.1"] = first.split(' ').collect::<Vec<_>>()[..]
        else {
            return Err(malformed());
        };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let fields = fields
            .iter()
            .map(|line| line.split_once(':'))
            .map(|field| field.map(|(name, value)| (name.to_owned(), value.trim().to_owned())))
            .collect::<Option<Vec<_>>>()
            .ok_or_else(malformed)?;
        let mut request = Self {
            method: method.to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            fields,
            body: Vec::new(),
        };
        if request.field("Expect").is_some() {
            return Err(refused(417, "send the body at once"));
        }
        if request.field("Transfer-Encoding").is_some() {
            return Err(refused(411, "say how long the body is"));
        }
        let length = request.field("Content-Length").unwrap_or("0");
        let length: usize = length.parse().map_err(|_| malformed())?;
        if length > LONGEST_BODY {
            return Err(refused(413, "the body is too long"));
        }
        request.body = vec![0; length];
        reader.read_exact(&mut request.body).map_err(|_| NoRequest::Gone)?;
        Ok(request)
    }
}

/// The lines up to the first empty one, without their ends.
fn read_head(reader: &mut impl BufRead) -> Result<Vec<String>, NoRequest> {
    let refused = |status, why: &str| NoRequest::Refused(Response::refusal(status, why));
    let mut head = reader.take(LONGEST_HEAD);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        match head.read_line(&mut line) {
            Ok(_) if line.ends_with('\n') => {}
            Ok(_) if head.limit() == 0 => return Err(refused(431, "the head is too long")),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(refused(400, "the head is not text"));
            }
            _ => return Err(NoRequest::Gone),
        }
        let line = line.trim_end_matches(['\r', '\n']);
        if line.is_empty() {
            return Ok(lines);
        }
        lines.push(line.to_owned());
    }
}

/// Answers requests until it is dropped.
pub(super) struct HttpServer {
    address: SocketAddr,
    is_closing: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl HttpServer {
    /// Sends what `answer` says to every request that comes to `listener`, and `fields` with it.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(super) fn start(
        listener: TcpListener,
        fields: &'static [(&'static str, &'static str)],
        answer: impl Fn(&Request) -> Response + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let address = listener.local_addr()?;
        let is_closing = Arc::new(AtomicBool::new(false));
        let thread = thread::Builder::new().name("practice".into()).spawn({
            let is_closing = Arc::clone(&is_closing);
            move || accept(&listener, &is_closing, &|stream| serve(stream, fields, &answer))
        })?;
        Ok(Self { address, is_closing, thread: Some(thread) })
    }

    pub(super) fn port(&self) -> u16 {
        self.address.port()
    }
}

/// Ends all connections, and returns when the last thread has ended.
impl Drop for HttpServer {
    fn drop(&mut self) {
        self.is_closing.store(true, Ordering::SeqCst);
        // One more connection wakes the thread that waits for one.
        let is_woken = TcpStream::connect(self.address).is_ok();
        if let Some(thread) = self.thread.take().filter(|_| is_woken) {
            // A panic there has been printed there; there is nothing to add while dropping.
            let _ = thread.join();
        }
    }
}

/// Gives each connection its thread, until `is_closing`; then cuts all of them off.
fn accept(listener: &TcpListener, is_closing: &AtomicBool, serve: &(impl Fn(&TcpStream) + Sync)) {
    let mut open: Vec<Weak<TcpStream>> = Vec::new();
    thread::scope(|scope| {
        // A connection that fails before it begins has a client that has given up.
        for stream in listener.incoming().filter_map(Result::ok) {
            if is_closing.load(Ordering::SeqCst) {
                break;
            }
            open.retain(|connection| connection.strong_count() > 0);
            if open.len() < MOST_CONNECTIONS {
                let stream = Arc::new(stream);
                open.push(Arc::downgrade(&stream));
                // Without a thread the connection closes, and the client may try again.
                let _ = thread::Builder::new().spawn_scoped(scope, move || serve(&stream));
            }
        }
        for connection in open.iter().filter_map(Weak::upgrade) {
            // One that the client has closed already needs nothing more.
            let _ = connection.shutdown(Shutdown::Both);
        }
    });
}

/// Answers the one request of a connection. A client that has gone away needs no answer, so its
/// errors are nobody's.
fn serve(stream: &TcpStream, fields: &[(&str, &str)], answer: &impl Fn(&Request) -> Response) {
    let bounded = stream
        .set_read_timeout(Some(SILENCE))
        .and_then(|()| stream.set_write_timeout(Some(SILENCE)));
    if bounded.is_err() {
        return;
    }
    let mut reader = BufReader::new(stream);
    let bytes = match Request::read(&mut reader) {
        Ok(request) => answer(&request).to_bytes(fields, request.method != "HEAD"),
        Err(NoRequest::Refused(refusal)) => refusal.to_bytes(fields, true),
        Err(NoRequest::Gone) => return,
    };
    let mut writer = stream;
    if writer.write_all(&bytes).is_ok() && stream.shutdown(Shutdown::Write).is_ok() {
        let _ = io::copy(&mut reader.take(LONGEST_REMNANT), &mut io::sink());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Request, NoRequest> {
        Request::read(&mut text.as_bytes())
    }

    fn status_of(text: &str) -> Option<u16> {
        match read(text) {
            Err(NoRequest::Refused(response)) => Some(response.status),
            _ => None,
        }
    }

    #[test]
    fn a_request_is_read_up_to_the_end_of_its_body() {
        let request = read("POST /a?b=c HTTP/1.1\r\nHost: h\r\nCONTENT-LENGTH: 2\r\n\r\nhi more");
        let request = request.unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/a"));
        assert_eq!((request.query.as_str(), request.body.as_slice()), ("b=c", &b"hi"[..]));
        assert_eq!(request.field("host"), Some("h"));
        assert_eq!(request.field("origin"), None);
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for text in [
            "\r\n",
            "GET /\r\n\r\n",
            "GET / HTTP/2\r\n\r\n",
            "GET / x HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        ] {
            assert_eq!(status_of(text), Some(400), "{text:?}");
        }
        assert_eq!(
            Request::read(&mut &b"GET /\xff HTTP/1.1\r\n\r\n"[..]),
            Err(NoRequest::Refused(Response::refusal(400, "the head is not text")))
        );
    }

    #[test]
    fn what_is_too_long_is_refused_unread() {
        let longest = LONGEST_BODY.to_string();
        let head = |length: &str| format!("POST / HTTP/1.1\r\nContent-Length: {length}\r\n\r\n");
        assert!(read(&(head(&longest) + &"x".repeat(LONGEST_BODY))).is_ok());
        assert_eq!(status_of(&head(&(LONGEST_BODY + 1).to_string())), Some(413));
        assert_eq!(status_of(&head("9999999999999999999")), Some(413));
        let endless = "a".repeat(LONGEST_HEAD as usize + 1);
        assert_eq!(status_of(&endless), Some(431));
        assert_eq!(status_of(&format!("GET / HTTP/1.1\r\nA: {endless}\r\n\r\n")), Some(431));
    }

    #[test]
    fn a_body_that_does_not_come_at_once_or_in_known_length_is_refused() {
        let with = |field| status_of(&format!("POST / HTTP/1.1\r\n{field}\r\n\r\n"));
        assert_eq!(with("Expect: 100-continue"), Some(417));
        assert_eq!(with("Transfer-Encoding: chunked"), Some(411));
    }

    #[test]
    fn a_client_that_stops_half_way_is_gone() {
        for text in ["", "GET", "GET / HTTP/1.1\r\nHost: h\r\n"] {
            assert_eq!(read(text), Err(NoRequest::Gone), "{text:?}");
        }
        assert_eq!(read("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nhi"), Err(NoRequest::Gone));
    }
}
