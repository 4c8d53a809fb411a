//! Restarts on an inherited socket (systemd's socket activation) under clients that keep their connections: no request
//! is lost.
//!
//! `MWANGA_FAULTS=whole` runs the whole form: at least 100,000 requests over eight restarts.

use std::net::{SocketAddr, TcpListener};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::support::*;

const BUSY: usize = 16;
const SLOW: usize = 4;
/// Between two requests of a slow client; the server promises to wait longer than a second.
const SLOW_PAUSE: Duration = Duration::from_millis(900);
/// Pages of the cache, and calls that go through the router.
const PATHS: [&str; 3] = ["/", "/api/posts/public", "/"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_is_lost_over_restarts_on_an_inherited_socket() {
    let whole = std::env::var("MWANGA_FAULTS").is_ok_and(|form| form == "whole");
    let (restarts, least) = if whole { (8, 100_000) } else { (3, 2_000) };
    let inherited = SocketActivatedSite::new().await;
    let mut server = inherited.start().await;
    let tally = Arc::new(Tally::default());
    let mut clients = JoinSet::new();
    for client in 0..BUSY + SLOW {
        let pause = if client < BUSY { Duration::ZERO } else { SLOW_PAUSE };
        clients.spawn(keep_asking(inherited.address, pause, tally.clone()));
    }
    for restart in 0..restarts {
        tally.reach(least * (restart + 1) / (restarts + 1)).await;
        // Clients that the restart before this one sent away hold a connection again, or nothing could tell them.
        until("each client keeps a connection", || tally.kept.load(Ordering::Relaxed) == clients.len()).await;
        // Slow clients are in the middle of their pause, too.
        tokio::time::sleep(Duration::from_millis(150 * restart)).await;
        // The next process starts beside the one that drains, or after it stopped accepting: then the kernel keeps new
        // connections waiting.
        let mut next = None;
        if restart % 2 == 0 {
            next = Some(inherited.start().await);
        }
        server.terminate().await;
        let next = match next {
            Some(next) => next,
            None => inherited.start().await,
        };
        let mut last = std::mem::replace(&mut server, next);
        let ended = tokio::time::timeout(Duration::from_secs(20), last.child.wait()).await.expect("it drains").unwrap();
        assert!(ended.success(), "{ended}");
    }
    tally.reach(least).await;
    tokio::time::sleep(SLOW_PAUSE).await;
    tally.enough.store(true, Ordering::Relaxed);
    let mut failures = Vec::new();
    while let Some(of_client) = clients.join_next().await {
        failures.extend(of_client.unwrap());
    }
    let (answered, closing) = (tally.answered.load(Ordering::Relaxed), tally.closing.load(Ordering::Relaxed));
    println!(
        "{answered} requests answered over {restarts} restarts, {closing} of them with Connection: close, {} failed",
        failures.len()
    );
    assert!(
        failures.is_empty(),
        "{} of {} failed: {:#?}",
        failures.len(),
        answered + failures.len() as u64,
        &failures[..failures.len().min(20)]
    );
    assert!(
        closing >= restarts * (BUSY + SLOW) as u64,
        "each kept connection is told at each restart, not {closing} in all"
    );
}

#[tokio::test]
async fn a_draining_server_finishes_requests_and_closes_idle_connections() {
    let inherited = SocketActivatedSite::new().await;
    let mut server = inherited.start().await;
    let connect = async || KeepAliveConnection::connect(inherited.address).await.unwrap();
    let (mut silent, mut half_a_head, mut half_a_body, mut slow) =
        (connect().await, connect().await, connect().await, connect().await);
    for connection in [&mut silent, &mut half_a_head, &mut half_a_body, &mut slow] {
        assert!(!connection.ask("/healthz").await.unwrap().closes);
    }
    half_a_head.stream.write_all(b"GET /healthz HTTP/1.1\r\nHo").await.unwrap();
    let (body, more) = (r#"{"email":"#, r#""a@example.com","password":"no such"}"#);
    let length = body.len() + more.len();
    let head = format!(
        "POST /api/auth/admin/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    );
    half_a_body.stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.terminate().await;
    let asked_to_stop = Instant::now();

    tokio::time::sleep(Duration::from_millis(900)).await;
    assert!(slow.ask("/healthz").await.expect("a connection that speaks is served").closes);
    assert!(slow.is_at_its_end().await);
    half_a_head.stream.write_all(b"st: x\r\n\r\n").await.unwrap();
    assert!(half_a_head.answer().await.expect("the rest of its head is waited for").closes);
    tokio::time::sleep(Duration::from_secs(2)).await;
    half_a_body.stream.write_all(more.as_bytes()).await.unwrap();
    let refused = half_a_body.answer().await.expect("the rest of its body is waited for");
    assert!(refused.closes && refused.status == 401, "{refused:?}");

    assert!(silent.is_at_its_end().await);
    let waited = asked_to_stop.elapsed();
    assert!((4_900..7_000).contains(&waited.as_millis()), "the silent one was closed after {waited:?}");
    let ended = tokio::time::timeout(Duration::from_secs(5), server.child.wait())
        .await
        .expect("nothing is left to wait for")
        .unwrap();
    assert!(ended.success(), "{ended}");
}

/// A site whose listening socket is inherited, as with systemd's socket activation.
struct SocketActivatedSite {
    site: Site,
    socket: TcpListener,
    address: SocketAddr,
}

impl SocketActivatedSite {
    async fn new() -> Self {
        let site = Site::new().await;
        let socket = TcpListener::bind("127.0.0.1:0").expect("a free port");
        socket.set_nonblocking(true).unwrap();
        let address = socket.local_addr().unwrap();
        Self { site, socket, address }
    }

    async fn start(&self) -> Binary {
        let socket = self.socket.as_raw_fd();
        let mut command = self.site.command(&["serve"]);
        command.env("LISTEN_FDS", "1").env("LISTEN_FDS_FIRST_FD", socket.to_string());
        // SAFETY: between fork and exec only this one call is made, which is safe there: it lets this process alone
        // inherit the socket.
        unsafe {
            command.pre_exec(move || {
                if libc::fcntl(socket, libc::F_SETFD, 0) == 0 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
            });
        }
        Binary::start(command).await
    }
}

#[derive(Default)]
struct Tally {
    answered: AtomicU64,
    /// Answers with `Connection: close`.
    closing: AtomicU64,
    /// Clients that have a connection to ask over.
    kept: AtomicUsize,
    enough: AtomicBool,
}

impl Tally {
    async fn reach(&self, count: u64) {
        until(&format!("{count} requests are answered"), || self.answered.load(Ordering::Relaxed) >= count).await;
    }
}

/// Asks over one connection, takes a new one when it is told that this one ends, and says what failed. Nothing is tried
/// again.
async fn keep_asking(address: SocketAddr, pause: Duration, tally: Arc<Tally>) -> Vec<String> {
    let (mut idle, mut failures) = (None, Vec::new());
    for turn in 0.. {
        if tally.enough.load(Ordering::Relaxed) || failures.len() > 50 {
            break;
        }
        let path = PATHS[turn % PATHS.len()];
        let kept = idle.take();
        let was_kept = kept.is_some();
        let asked = async {
            let mut connection = match kept {
                Some(connection) => connection,
                None => KeepAliveConnection::connect(address).await?,
            };
            let answer = connection.ask(path).await?;
            Ok::<_, std::io::Error>((connection, answer))
        };
        match tokio::time::timeout(Duration::from_secs(30), asked).await {
            Ok(Ok((connection, answer))) if answer.status == 200 => {
                tally.answered.fetch_add(1, Ordering::Relaxed);
                if answer.closes {
                    tally.closing.fetch_add(1, Ordering::Relaxed);
                } else {
                    idle = Some(connection);
                }
            }
            Ok(Ok((_, answer))) => failures.push(format!("{path}: {answer:?}")),
            Ok(Err(e)) => failures.push(format!("{path}: {e}")),
            Err(_) => failures.push(format!("{path}: no answer")),
        }
        match (was_kept, idle.is_some()) {
            (false, true) => _ = tally.kept.fetch_add(1, Ordering::Relaxed),
            (true, false) => _ = tally.kept.fetch_sub(1, Ordering::Relaxed),
            _ => {}
        }
        tokio::time::sleep(pause).await;
    }
    failures
}

/// A kept connection, and nothing that would try a request again.
struct KeepAliveConnection {
    stream: TcpStream,
    read: Vec<u8>,
}

#[derive(Debug)]
struct Answer {
    status: u16,
    closes: bool,
}

impl KeepAliveConnection {
    async fn connect(address: SocketAddr) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, read: Vec::new() })
    }

    async fn ask(&mut self, path: &str) -> std::io::Result<Answer> {
        self.stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: site.example\r\n\r\n").as_bytes()).await?;
        self.answer().await
    }

    /// The head of the next answer; its body is read to the end.
    async fn answer(&mut self) -> std::io::Result<Answer> {
        let end = loop {
            if let Some(end) = self.read.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            self.more().await?;
        };
        let head = String::from_utf8_lossy(&self.read[..end]).to_lowercase();
        let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        let length: usize =
            field("content-length").and_then(|length| length.parse().ok()).expect("an answer of known length");
        let answer =
            Answer { status: head[9..12].parse().expect("a status"), closes: field("connection") == Some("close") };
        while self.read.len() < end + length {
            self.more().await?;
        }
        self.read.drain(..end + length);
        Ok(answer)
    }

    async fn more(&mut self) -> std::io::Result<()> {
        match self.stream.read_buf(&mut self.read).await? {
            0 => Err(std::io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// Waits until the server ends it, in good order.
    async fn is_at_its_end(&mut self) -> bool {
        matches!(tokio::time::timeout(Duration::from_secs(15), self.stream.read_u8()).await, Ok(Err(e)) if e.kind() == std::io::ErrorKind::UnexpectedEof)
    }
}
