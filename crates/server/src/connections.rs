//! Connection limits and draining: how many connections may be open, in all and for one address, and which one is
//! closed when there are more.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::{HeaderValue, header};
use axum::response::Response;
use mwanga_core::config::Config;
use rustix::process::{Resource, getrlimit};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::client_address::ClientAddress;

/// Idle time after which a kept-alive connection is closed while the server drains. Clients that send more often get
/// `Connection: close` with an answer, and never send a request into a closing connection (RFC 9112, 9.6).
const IDLE_BEFORE_CLOSE: Duration = Duration::from_secs(5);
/// Open files that are left for databases, indexes and what jobs write.
const OTHER_FILES: u64 = 64;
/// A connection, and the file that is sent over it.
const FILES_PER_CONNECTION: u64 = 2;
/// Upper bound of connections of all addresses; idle ones hold some memory, too.
const MAX_CONNECTIONS: u64 = 8_192;

/// All open connections. Cheap to clone.
#[derive(Clone)]
pub struct Connections {
    pub running: TaskTracker,
    /// Read for each response, so it is a flag and not a lock.
    draining: Arc<AtomicBool>,
    drain_began: CancellationToken,
    open: Arc<OpenConnections>,
}

struct OpenConnections {
    per_address: usize,
    max: usize,
    by_address: Mutex<ByAddress>,
    /// Sequence of whole requests and new connections: the smallest number is the longest ago.
    order: AtomicU64,
}

/// Connections by address; those of exempt addresses are under `None`.
type ByAddress = HashMap<Option<IpAddr>, HashMap<u64, Arc<ConnectionState>>>;

/// State of an open connection.
struct ConnectionState {
    /// Sequence number of its last whole request, at first of its accept.
    last: AtomicU64,
    /// Whether a request is being answered right now.
    answering: AtomicBool,
    /// Cancelled when it is closed in favour of a new one.
    end: CancellationToken,
}

/// Guard of an open connection; unregistered when dropped.
pub struct Connection {
    id: u64,
    address: Option<IpAddr>,
    state: Arc<ConnectionState>,
    open: Arc<OpenConnections>,
}

impl Connections {
    pub fn new(config: &Config) -> Self {
        let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let max = (files.saturating_sub(OTHER_FILES) / FILES_PER_CONNECTION).clamp(16, MAX_CONNECTIONS);
        Self::with(usize::try_from(config.http.connections_per_address).unwrap_or(usize::MAX), max as usize)
    }

    fn with(per_address: usize, max: usize) -> Self {
        let open = OpenConnections { per_address, max, by_address: Mutex::default(), order: AtomicU64::new(0) };
        Self {
            running: TaskTracker::new(),
            draining: Arc::default(),
            drain_began: CancellationToken::new(),
            open: Arc::new(open),
        }
    }

    /// Admits a connection. At the limit of its address, or of all, the one longest without a whole request is closed,
    /// never the new one.
    pub fn admit(&self, config: &Config, peer: IpAddr) -> Connection {
        let trusted = config.http.trusted_proxies.iter().any(|network| network.contains(peer.to_canonical()));
        self.register((config.http.rate_limits && !trusted).then(|| ClientAddress(peer).rate_limit_key()))
    }

    #[cfg(test)]
    pub fn unlimited() -> Self {
        Self::with(usize::MAX, usize::MAX)
    }

    /// Registers a connection of an address, `None` if exempt; closes the idlest one at a limit.
    pub fn register(&self, address: Option<IpAddr>) -> Connection {
        let id = self.open.next();
        let state = Arc::new(ConnectionState {
            last: AtomicU64::new(id),
            answering: AtomicBool::new(false),
            end: CancellationToken::new(),
        });
        let mut by_address = self.open.by_address.lock().expect("no panic while held");
        if address.is_some() && by_address.get(&address).is_some_and(|own| own.len() >= self.open.per_address) {
            close_idlest_of(&mut by_address, |of| of == address);
        }
        if by_address.values().map(HashMap::len).sum::<usize>() >= self.open.max {
            close_idlest_of(&mut by_address, |_| true);
        }
        by_address.entry(address).or_default().insert(id, state.clone());
        Connection { id, address, state, open: self.open.clone() }
    }

    /// Closes the connection longest without a whole request, because open files ran out.
    pub fn close_idlest(&self) {
        close_idlest_of(&mut self.open.by_address.lock().expect("no panic while held"), |_| true);
    }

    /// Begins to drain: see [`Self::announce_close`] and [`Self::idle_while_draining`].
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
        self.drain_began.cancel();
    }

    /// While draining, adds `Connection: close`; hyper closes the connection after that response.
    pub fn announce_close(&self, response: &mut Response) {
        if self.draining.load(Ordering::Relaxed) {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
    }

    /// Resolves when the server drains and this connection has been idle for [`IDLE_BEFORE_CLOSE`].
    pub async fn idle_while_draining(&self, bytes: &AtomicU64) {
        self.drain_began.cancelled().await;
        let mut seen = bytes.load(Ordering::Relaxed);
        loop {
            tokio::time::sleep(IDLE_BEFORE_CLOSE).await;
            let now = bytes.load(Ordering::Relaxed);
            if now == seen {
                return;
            }
            seen = now;
        }
    }
}

impl OpenConnections {
    fn next(&self) -> u64 {
        self.order.fetch_add(1, Ordering::Relaxed)
    }
}

/// Closes the connection longest without a whole request among the addresses that `is_candidate` selects.
fn close_idlest_of(by_address: &mut ByAddress, is_candidate: impl Fn(Option<IpAddr>) -> bool) {
    let all = by_address
        .iter()
        .filter(|(address, _)| is_candidate(**address))
        .flat_map(|(address, own)| own.iter().map(|(id, state)| (*address, *id, state)));
    let Some((address, id, state)) =
        all.min_by_key(|(_, _, state)| (state.answering.load(Ordering::Relaxed), state.last.load(Ordering::Relaxed)))
    else {
        return;
    };
    state.end.cancel();
    remove(by_address, address, id);
}

fn remove(by_address: &mut ByAddress, address: Option<IpAddr>, id: u64) {
    if let Some(own) = by_address.get_mut(&address) {
        own.remove(&id);
        if own.is_empty() {
            by_address.remove(&address);
        }
    }
}

impl Connection {
    /// A handle that records the progress of requests.
    pub fn tracker(&self) -> RequestTracker {
        RequestTracker { state: self.state.clone(), open: self.open.clone() }
    }

    /// Resolves when the connection must be closed at once, in favour of a new one.
    pub async fn ended(&self) {
        self.state.end.cancelled().await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        remove(&mut self.open.by_address.lock().expect("no panic while held"), self.address, self.id);
    }
}

/// Records the progress of requests of a connection, by which [`Connections::close_idlest`] selects.
#[derive(Clone)]
pub struct RequestTracker {
    state: Arc<ConnectionState>,
    open: Arc<OpenConnections>,
}

impl RequestTracker {
    /// The last byte of a request was received.
    pub fn request_received(&self) {
        self.state.last.store(self.open.next(), Ordering::Relaxed);
        self.state.answering.store(true, Ordering::Relaxed);
    }

    /// The response is ready: from here on the client reads it.
    pub fn response_ready(&self) {
        self.state.answering.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ended(connection: &Connection) -> bool {
        connection.state.end.is_cancelled()
    }

    fn address(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn over_the_limit_the_longest_idle_connection_is_closed() {
        let connections = Connections::with(2, 4);
        let [first, second] = [1, 1].map(|of| connections.register(address(of)));
        let other = connections.register(address(2));
        first.tracker().request_received();
        first.tracker().response_ready();
        let third = connections.register(address(1));
        assert_eq!([&first, &second, &third, &other].map(is_ended), [false, true, false, false], "of its own address");
        drop(second);
        drop(third);
        let fourth = connections.register(address(1));
        assert!(![&first, &fourth, &other].into_iter().any(is_ended), "what ended is not counted");
        let trusted = connections.register(None);
        let more = connections.register(None);
        assert_eq!(
            [&other, &first, &fourth, &trusted, &more].map(is_ended),
            [true, false, false, false, false],
            "of all connections"
        );
        // A connection whose request is being handled is closed last.
        first.tracker().request_received();
        fourth.tracker().request_received();
        fourth.tracker().response_ready();
        connections.close_idlest();
        connections.close_idlest();
        connections.close_idlest();
        assert_eq!([&first, &fourth, &trusted, &more].map(is_ended), [false, true, true, true]);
    }
}
