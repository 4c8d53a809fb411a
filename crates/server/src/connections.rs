//! The open connections: how many there may be, which one ends when there are more, and whether all are to end
//! (connection draining).

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

/// How long a kept-alive connection may be silent once the server is told to stop. Whoever sends more often is told
/// `Connection: close` with an answer, and so never sends a request into a connection that is being closed (RFC 9112,
/// 9.6).
const SILENCE: Duration = Duration::from_secs(5);
/// Open files that are left for databases, indexes and what jobs write.
const OTHER_FILES: u64 = 64;
/// A connection, and the file that is sent over it.
const FILES_PER_CONNECTION: u64 = 2;
/// Most of all addresses; those that wait hold some memory, too.
const MOST: u64 = 8_192;

/// Cheap to clone.
#[derive(Clone)]
pub struct Connections {
    pub running: TaskTracker,
    /// Asked for each answer, so it is a flag and not a lock.
    draining: Arc<AtomicBool>,
    drain_began: CancellationToken,
    open: Arc<Open>,
}

struct Open {
    per_address: usize,
    most: usize,
    by_address: Mutex<ByAddress>,
    /// Counts whole requests and new connections: what came first has the smaller number.
    order: AtomicU64,
}

/// Those of addresses that are not counted stand under none.
type ByAddress = HashMap<Option<IpAddr>, HashMap<u64, Arc<Heard>>>;

/// What is known of an open connection.
struct Heard {
    /// The place in the order of its last whole request, at first of its beginning.
    last: AtomicU64,
    /// Whether that is being answered right now, by us and not at the pace of the client.
    answering: AtomicBool,
    /// To make room for another one.
    end: CancellationToken,
}

/// A place among the open connections; given back when it is dropped.
pub struct Connection {
    id: u64,
    address: Option<IpAddr>,
    heard: Arc<Heard>,
    open: Arc<Open>,
}

impl Connections {
    pub fn new(config: &Config) -> Self {
        let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let most = (files.saturating_sub(OTHER_FILES) / FILES_PER_CONNECTION).clamp(16, MOST);
        Self::with(usize::try_from(config.http.connections_per_address).unwrap_or(usize::MAX), most as usize)
    }

    fn with(per_address: usize, most: usize) -> Self {
        let open = Open { per_address, most, by_address: Mutex::default(), order: AtomicU64::new(0) };
        Self {
            running: TaskTracker::new(),
            draining: Arc::default(),
            drain_began: CancellationToken::new(),
            open: Arc::new(open),
        }
    }

    /// Takes a connection in. Where its address has its number of them, or all together have, the one longest without a
    /// whole request ends: never the new one.
    pub fn admit(&self, config: &Config, peer: IpAddr) -> Connection {
        let trusted = config.http.trusted_proxies.iter().any(|network| network.contains(peer.to_canonical()));
        self.take((config.http.rate_limits && !trusted).then(|| ClientAddress(peer).counted_as()))
    }

    #[cfg(test)]
    pub fn unlimited() -> Self {
        Self::with(usize::MAX, usize::MAX)
    }

    pub fn take(&self, address: Option<IpAddr>) -> Connection {
        let id = self.open.next();
        let heard = Arc::new(Heard {
            last: AtomicU64::new(id),
            answering: AtomicBool::new(false),
            end: CancellationToken::new(),
        });
        let mut by_address = self.open.by_address.lock().expect("no panic while held");
        if address.is_some() && by_address.get(&address).is_some_and(|own| own.len() >= self.open.per_address) {
            end_one(&mut by_address, |of| of == address);
        }
        if by_address.values().map(HashMap::len).sum::<usize>() >= self.open.most {
            end_one(&mut by_address, |_| true);
        }
        by_address.entry(address).or_default().insert(id, heard.clone());
        Connection { id, address, heard, open: self.open.clone() }
    }

    /// Ends one, for open files ran out all the same.
    pub fn make_room(&self) {
        end_one(&mut self.open.by_address.lock().expect("no panic while held"), |_| true);
    }

    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
        self.drain_began.cancel();
    }

    /// While they drain, the answer says that it is the connection's last one; hyper ends the connection behind it.
    pub fn may_end(&self, response: &mut Response) {
        if self.draining.load(Ordering::Relaxed) {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
    }

    /// Resolves when they drain and nothing came or went over this one for some seconds.
    pub async fn silent(&self, bytes: &AtomicU64) {
        self.drain_began.cancelled().await;
        let mut seen = bytes.load(Ordering::Relaxed);
        loop {
            tokio::time::sleep(SILENCE).await;
            let now = bytes.load(Ordering::Relaxed);
            if now == seen {
                return;
            }
            seen = now;
        }
    }
}

impl Open {
    fn next(&self) -> u64 {
        self.order.fetch_add(1, Ordering::Relaxed)
    }
}

/// Ends the one longest without a whole request, of the addresses that are meant.
fn end_one(by_address: &mut ByAddress, meant: impl Fn(Option<IpAddr>) -> bool) {
    let all = by_address
        .iter()
        .filter(|(address, _)| meant(**address))
        .flat_map(|(address, own)| own.iter().map(|(id, heard)| (*address, *id, heard)));
    let Some((address, id, heard)) =
        all.min_by_key(|(_, _, heard)| (heard.answering.load(Ordering::Relaxed), heard.last.load(Ordering::Relaxed)))
    else {
        return;
    };
    heard.end.cancel();
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
    /// A handle that notes whole requests.
    pub fn listener(&self) -> Listener {
        Listener { heard: self.heard.clone(), open: self.open.clone() }
    }

    /// Resolves when it is to end, whatever it is doing.
    pub async fn ended(&self) {
        self.heard.end.cancelled().await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        remove(&mut self.open.by_address.lock().expect("no panic while held"), self.address, self.id);
    }
}

/// Notes whole requests of a connection.
#[derive(Clone)]
pub struct Listener {
    heard: Arc<Heard>,
    open: Arc<Open>,
}

impl Listener {
    /// A request is here to its last byte.
    pub fn whole_request(&self) {
        self.heard.last.store(self.open.next(), Ordering::Relaxed);
        self.heard.answering.store(true, Ordering::Relaxed);
    }

    /// Its answer is ready: from here on the client reads it.
    pub fn answered(&self) {
        self.heard.answering.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ended(connection: &Connection) -> bool {
        connection.heard.end.is_cancelled()
    }

    fn address(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn the_one_longest_without_a_whole_request_makes_room_for_a_new_one() {
        let connections = Connections::with(2, 4);
        let [first, second] = [1, 1].map(|of| connections.take(address(of)));
        let other = connections.take(address(2));
        first.listener().whole_request();
        first.listener().answered();
        let third = connections.take(address(1));
        assert_eq!([&first, &second, &third, &other].map(is_ended), [false, true, false, false], "of its own address");
        drop(second);
        drop(third);
        let fourth = connections.take(address(1));
        assert!(![&first, &fourth, &other].into_iter().any(is_ended), "what ended is not counted");
        let trusted = connections.take(None);
        let more = connections.take(None);
        assert_eq!(
            [&other, &first, &fourth, &trusted, &more].map(is_ended),
            [true, false, false, false, false],
            "of all, whoever they are of"
        );
        // What is being answered goes last, however old.
        first.listener().whole_request();
        fourth.listener().whole_request();
        fourth.listener().answered();
        connections.make_room();
        connections.make_room();
        connections.make_room();
        assert_eq!([&first, &fourth, &trusted, &more].map(is_ended), [false, true, true, true]);
    }
}
