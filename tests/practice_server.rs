//! The practice server, over loopback, as the page and others speak to it.
#![expect(clippy::unwrap_used, reason = "in a test, a failure is the end")]

use queensight::board;
use queensight::practice::{Kind, Opening, Options, PracticeError, Server, State};
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

const BOARD: &str = "AABB\nAABB\nCCDD\nCCDD";

fn serve() -> Server {
    let opening = Opening::Given(board::parse(BOARD).unwrap());
    Server::start(Options { port: 0, opening }).unwrap()
}

/// `127.0.0.1:PORT`.
fn host(server: &Server) -> String {
    let url = server.url();
    url.trim_start_matches("http://").trim_end_matches('/').to_owned()
}

/// Sends a request as it stands and returns status and body of the answer.
fn send(server: &Server, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(host(server)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, body.to_owned())
}

/// A request with the lines that every browser sends, and `more` of them.
fn request(server: &Server, line: &str, more: &str, body: &str) -> String {
    let (host, length) = (host(server), body.len());
    format!(
        "{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

fn get(server: &Server, path: &str) -> (u16, String) {
    send(server, &request(server, &format!("GET {path}"), "", ""))
}

fn post(server: &Server, body: &str) -> (u16, String) {
    let more = "Content-Type: application/json\r\n";
    send(server, &request(server, "POST /state", more, body))
}

/// A report of the page opened at `load`, the `sequence`th, with that many clicks.
fn report(load: u64, sequence: u64, clicks: u32) -> Value {
    json!({
        "load": load, "sequence": sequence,
        "size": 4, "seed": null,
        "regions": ["AABB", "AABB", "CCDD", "CCDD"],
        "marks": [".q..", "..x.", "....", "...."],
        "clicks": clicks, "drags": 0, "strays": 0, "wins": 0, "won": false,
        "place": {"left": 8.0, "top": 8.0, "right": 208.0, "bottom": 208.0, "scale": 1.0},
        "times_ms": {"shown": 31.5, "first_click": null, "last_click": null, "all_but_one": null, "painted": 60.25, "win": null},
    })
}

fn clicks(server: &Server) -> Option<u32> {
    server.state().map(|state| state.clicks)
}

#[test]
fn the_page_and_every_part_that_it_names_are_served() {
    let server = serve();
    let mut unseen = vec!["/".to_owned()];
    let mut seen = Vec::new();
    while let Some(path) = unseen.pop() {
        let (status, content) = get(&server, &path);
        assert_eq!(status, 200, "{path}");
        let starts = ["\"/", "\"./"];
        let named =
            starts.iter().flat_map(|start| content.split(start).skip(1)).filter_map(|rest| {
                let name = rest.split('"').next()?;
                let is_part = name.ends_with(".js") || name.ends_with(".css");
                is_part.then(|| format!("/{name}"))
            });
        seen.push(path);
        unseen.extend(named);
        unseen.retain(|path| !seen.contains(path));
    }
    assert!(seen.iter().any(|path| path == "/rules.js"), "{seen:?}");
    assert!(seen.iter().any(|path| path == "/style.css"), "{seen:?}");
}

#[test]
fn the_page_loads_nothing_from_elsewhere() {
    let server = serve();
    let answer = {
        let mut stream = TcpStream::connect(host(&server)).unwrap();
        stream.write_all(request(&server, "GET /", "", "").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(answer.contains("Content-Security-Policy: default-src 'none'"), "{answer}");
}

#[test]
fn the_opening_board_is_given_as_it_is_and_others_by_size_and_number() {
    let server = serve();
    let opening = json!({"size": 4, "seed": null, "regions": ["AABB", "AABB", "CCDD", "CCDD"]});
    let (status, body) = get(&server, "/board");
    assert_eq!((status, serde_json::from_str(&body).ok()), (200, Some(opening)));

    let (status, body) = get(&server, "/board?size=7&seed=3");
    let generated: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &generated["size"], &generated["seed"]), (200, &json!(7), &json!(3)));
    assert_eq!(generated["regions"].as_array().unwrap().len(), 7);

    let (status, why) = get(&server, "/board?size=99");
    assert_eq!(status, 400);
    assert_eq!(why, "boards have a size from 5 to 12, not 99: choose a size from 5 to 12");
}

#[test]
fn what_the_page_reports_is_the_state() {
    let server = serve();
    assert_eq!(get(&server, "/state"), (200, "null".into()));
    assert_eq!(server.state(), None);

    assert_eq!(post(&server, &report(5, 1, 2).to_string()).0, 204);
    let mut expected = report(5, 1, 2);
    expected.as_object_mut().unwrap().retain(|name, _| name != "load" && name != "sequence");
    let (status, body) = get(&server, "/state");
    assert_eq!((status, serde_json::from_str(&body).ok()), (200, Some(expected)));

    let State { board, marks, times_ms, .. } = server.state().unwrap();
    assert_eq!(board, board::parse(BOARD).unwrap());
    assert_eq!(marks.queens().count(), 1);
    assert_eq!(times_ms.painted, Some(60.25));
}

#[test]
fn a_late_report_never_replaces_a_newer_one() {
    let server = serve();
    let order = [
        (report(5, 2, 20), 20),
        (report(5, 1, 10), 20),
        (report(5, 2, 99), 20),
        (report(5, 3, 30), 30),
        // The page was loaded again; what the old one still has to say comes too late.
        (report(6, 1, 0), 0),
        (report(5, 4, 40), 0),
    ];
    for (report, expected) in order {
        assert_eq!(post(&server, &report.to_string()).0, 204);
        assert_eq!(clicks(&server), Some(expected), "{report}");
    }
}

#[test]
fn a_win_is_believed_of_any_solution_and_of_nothing_else() {
    let server = serve();
    let mut report = report(1, 1, 8);
    report["won"] = json!(true);
    for (sequence, solution) in
        [[".q..", "...q", "q...", "..q."], ["..q.", "q...", "...q", ".q.."]].iter().enumerate()
    {
        report["sequence"] = json!(sequence);
        report["marks"] = json!(solution);
        assert_eq!(post(&server, &report.to_string()).0, 204);
        assert!(server.state().unwrap().won);
    }
    report["marks"] = json!([".q..", "...q", "q...", "...."]);
    assert_eq!(post(&server, &report.to_string()).0, 400);
}

#[test]
fn what_is_no_report_is_refused_and_changes_nothing() {
    let server = serve();
    let unknown_field = {
        let mut report = report(1, 1, 1);
        report["colour"] = json!("red");
        report.to_string()
    };
    for body in ["", "{", "null", "[]", "{}", "\u{7f}", &unknown_field] {
        assert_eq!(post(&server, body).0, 400, "{body}");
    }
    let untyped = request(&server, "POST /state", "", &report(1, 1, 1).to_string());
    assert_eq!(send(&server, &untyped).0, 415);
    assert_eq!(server.state(), None);
}

#[test]
fn a_body_that_is_too_long_or_of_unknown_length_is_refused() {
    let server = serve();
    let long = format!("{}{}", report(1, 1, 1), " ".repeat(100_000));
    assert_eq!(post(&server, &long).0, 413);
    let host = host(&server);
    let head = format!("POST /state HTTP/1.1\r\nHost: {host}\r\n");
    assert_eq!(send(&server, &format!("{head}Transfer-Encoding: chunked\r\n\r\n")).0, 411);
    // The body never comes, and the client is not waited for.
    assert_eq!(send(&server, &format!("{head}Content-Length: 99999999999\r\n\r\n")).0, 413);
    assert_eq!(server.state(), None);
}

#[test]
fn a_silent_connection_holds_up_no_other() {
    let server = serve();
    // As a browser does: more connections than it has requests for.
    let silent: Vec<_> = (0..12).map(|_| TcpStream::connect(host(&server)).unwrap()).collect();
    assert_eq!(get(&server, "/state").0, 200);
    drop(silent);
}

#[test]
fn other_host_names_and_other_sites_are_refused() {
    let server = serve();
    let host = host(&server);
    let port = host.rsplit(':').next().unwrap();
    let from = |host: &str, more: &str| {
        send(&server, &format!("GET /state HTTP/1.1\r\n{host}Connection: close\r\n{more}\r\n")).0
    };
    let ours = format!("Host: {host}\r\n");
    assert_eq!(from(&ours, ""), 200);
    assert_eq!(from(&format!("Host: LocalHost:{port}\r\n"), ""), 200);
    assert_eq!(from(&ours, &format!("Origin: http://{host}\r\n")), 200);

    assert_eq!(from("", ""), 403);
    assert_eq!(from(&format!("Host: queens.example:{port}\r\n"), ""), 403);
    assert_eq!(from("Host: 127.0.0.1:1\r\n", ""), 403);
    for origin in ["http://queens.example", "null", "http://127.0.0.1:1"] {
        assert_eq!(from(&ours, &format!("Origin: {origin}\r\n")), 403, "{origin}");
    }
}

#[test]
fn what_is_not_there_is_not_served() {
    let server = serve();
    for path in ["/favicon.ico", "/../Cargo.toml", "/package.json", "/state/", "//"] {
        assert_eq!(get(&server, path).0, 404, "{path}");
    }
    for line in ["POST /", "PUT /state", "DELETE /board"] {
        assert_eq!(send(&server, &request(&server, line, "", "")).0, 405, "{line}");
    }
}

#[test]
fn a_taken_port_is_named() {
    let server = serve();
    let port = host(&server).rsplit(':').next().unwrap().parse().unwrap();
    let opening = Opening::Generated { size: 5, seed: Some(1), kind: Kind::Whole };
    let error = Server::start(Options { port, opening }).err().unwrap();
    assert!(matches!(error, PracticeError::PortTaken { port: taken } if taken == port));
    assert_eq!(error.to_string(), format!("port {port} is already in use"));
    assert_eq!(error.hint(), "choose another port, or 0 for any free one");
}

#[test]
fn dropping_the_server_ends_its_connections_and_frees_its_port() {
    let server = serve();
    let host = host(&server);
    let mut silent = TcpStream::connect(&host).unwrap();
    // Answered only after the silent one was accepted, so that it is there to be ended.
    assert_eq!(get(&server, "/state").0, 200);
    drop(server);
    assert_eq!(silent.read(&mut [0]).unwrap_or(0), 0);
    assert!(TcpStream::connect(&host).is_err());
}
