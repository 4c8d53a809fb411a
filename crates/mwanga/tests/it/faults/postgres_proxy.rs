//! A proxy between the server and PostgreSQL that cuts a connection at a chosen statement, hangs, or refuses.
//!
//! It reads the framing of the frontend/backend protocol
//! (https://www.postgresql.org/docs/current/protocol-message-formats.html) and no more: what the frontend sends is
//! passed on whole units at a time (up to a Query, Sync or Flush), and a unit's answer ends with ReadyForQuery.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use url::Url;

/// Where a connection is cut, seen from the statement that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// PostgreSQL never hears of the statement.
    Before,
    /// PostgreSQL has carried it out, and the client never hears of that.
    After,
    /// Likewise, and the client hears half of the answer.
    InAnswer,
    /// PostgreSQL has heard the statement, and from then on the whole line is [`Link::Silent`].
    Silent,
}

impl Cut {
    /// Those that end the connection.
    pub const ALL: [Self; 3] = [Self::Before, Self::After, Self::InAnswer];
}

/// Which statement is cut, counted from 0.
#[derive(Clone, Copy, Debug)]
pub enum At {
    Statement(usize),
    Commit(usize),
}

/// How all connections fare, those that stand and those to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    Well,
    /// Connections are accepted, and nothing passes in either direction. What was sent meanwhile arrives when the line
    /// is well again.
    Silent,
    /// Standing connections are cut, new ones refused (ECONNREFUSED).
    Refused,
}

/// See the module. Every connection ends with it.
pub struct PostgresProxy {
    /// For `DATABASE_URL`.
    pub url: String,
    plan: Arc<Mutex<Plan>>,
    state: watch::Sender<State>,
    accepting: JoinHandle<()>,
}

#[derive(Clone, Copy)]
struct State {
    line: Link,
    /// Connections older than this number pass nothing any more.
    generation: u32,
}

#[derive(Default)]
struct Plan {
    /// The number counts down.
    next: Option<(At, Cut)>,
    /// The words of the statement that was cut.
    cut: Option<String>,
}

impl PostgresProxy {
    /// In front of the database at `url`, which names the folder of a Unix socket as its `host` parameter.
    pub async fn start(url: &str) -> Self {
        let mut url = Url::parse(url).expect("a URL");
        let folder = url.query_pairs().find(|(name, _)| name == "host").expect("the folder of a socket").1.into_owned();
        let server = PathBuf::from(folder).join(".s.PGSQL.5432");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        url.set_host(Some("127.0.0.1")).expect("a host");
        url.set_port(Some(address.port())).expect("a port");
        url.set_query(Some("sslmode=disable"));
        let (plan, state) =
            (Arc::<Mutex<Plan>>::default(), watch::Sender::new(State { line: Link::Well, generation: 0 }));
        let accepting = tokio::spawn(accept(listener, address, server, plan.clone(), state.clone()));
        Self { url: url.into(), plan, state, accepting }
    }

    /// Cuts the connection that sends this statement, counted from now on.
    ///
    /// Statements are counted inside transactions (BEGIN, COMMIT and ROLLBACK are some themselves) and, outside of
    /// them, those that write: what the server reads in the background would make every count another one. Preparing a
    /// statement is no statement.
    pub fn plan(&self, at: At, cut: Cut) {
        let mut plan = self.plan_of();
        (plan.next, plan.cut) = (Some((at, cut)), None);
    }

    /// Ends the plan, and says which statement was cut, if that many came.
    pub fn was_cut(&self) -> Option<String> {
        let mut plan = self.plan_of();
        plan.next = None;
        plan.cut.take()
    }

    pub fn set_link(&self, line: Link) {
        self.state.send_modify(|state| state.line = line);
    }

    /// Loses the standing connections without a word, as a firewall does that forgot them: both ends believe that they
    /// stand, and nothing passes any more. New ones are well.
    pub fn lose_connections(&self) {
        self.state.send_modify(|state| state.generation += 1);
    }

    fn plan_of(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().expect("nobody panicked")
    }
}

impl Drop for PostgresProxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(
    mut listener: TcpListener,
    address: SocketAddr,
    server: PathBuf,
    plan: Arc<Mutex<Plan>>,
    sender: watch::Sender<State>,
) {
    let mut carried = JoinSet::new();
    let mut state = sender.subscribe();
    loop {
        if state.borrow_and_update().line == Link::Refused {
            carried.shutdown().await;
            drop(listener);
            // Bound and not listening: connections are refused, and nobody else gets the port.
            let socket = TcpSocket::new_v4().expect("a socket");
            socket.set_reuseaddr(true).expect("an option");
            socket.bind(address).expect("its own port");
            let _ = state.wait_for(|state| state.line != Link::Refused).await;
            listener = socket.listen(64).expect("it listens again");
        }
        tokio::select! {
            accepted = listener.accept() => {
                let Ok((client, _)) = accepted else { continue };
                let _ = client.set_nodelay(true);
                carried.spawn(carry(client, server.clone(), plan.clone(), sender.clone()));
            }
            changed = state.changed() => if changed.is_err() { return },
            Some(_) = carried.join_next() => {}
        }
    }
}

/// One connection, until either side ends it or it is cut. Dropping both streams is the cut.
async fn carry(
    mut client: TcpStream,
    server: PathBuf,
    plan: Arc<Mutex<Plan>>,
    sender: watch::Sender<State>,
) -> std::io::Result<()> {
    let generation = sender.borrow().generation;
    let mut state = sender.subscribe();
    let mut passes =
        async || _ = state.wait_for(|state| state.line != Link::Silent && state.generation == generation).await;
    passes().await;
    let mut server = UnixStream::connect(server).await?;
    // The startup message has no type byte.
    let length = client.read_u32().await?;
    let mut startup = vec![0; length.saturating_sub(4) as usize];
    client.read_exact(&mut startup).await?;
    server.write_u32(length).await?;
    server.write_all(&startup).await?;

    let (mut asked, mut answered) = (Vec::new(), Vec::new());
    let mut session = Session::default();
    // The startup is answered by a ReadyForQuery too.
    session.open.push_back(None);
    loop {
        passes().await;
        tokio::select! {
            read = client.read_buf(&mut asked) => {
                if read? == 0 {
                    return Ok(());
                }
                // What was read in the moment of going silent waits as well.
                passes().await;
                while let Some(unit) = session.next_unit(&mut asked) {
                    let cut = unit.statement.and_then(|statement| plan.lock().expect("nobody panicked").count(statement));
                    if cut == Some(Cut::Before) {
                        return Ok(());
                    }
                    if unit.is_answered {
                        session.open.push_back(cut.filter(|cut| *cut != Cut::Silent));
                    }
                    server.write_all(&unit.bytes).await?;
                    if cut == Some(Cut::Silent) {
                        sender.send_modify(|state| state.line = Link::Silent);
                    }
                }
            }
            read = server.read_buf(&mut answered) => {
                if read? == 0 {
                    return Ok(());
                }
                passes().await;
                while let Some(length) = message(&answered) {
                    let ends_unit = answered[0] == b'Z';
                    let message: Vec<u8> = answered.drain(..length).collect();
                    let Some(cut) = session.open.front().copied().flatten() else {
                        client.write_all(&message).await?;
                        if ends_unit {
                            session.open.pop_front();
                        }
                        continue;
                    };
                    session.withheld.extend(message);
                    if ends_unit {
                        if cut == Cut::InAnswer {
                            client.write_all(&session.withheld[..session.withheld.len() / 2]).await?;
                            client.flush().await?;
                        }
                        return Ok(());
                    }
                }
            }
        }
    }
}

impl Plan {
    /// Counts a statement, and says how it is cut if it is the one.
    fn count(&mut self, statement: String) -> Option<Cut> {
        let (at, cut) = self.next.as_mut()?;
        let left = match at {
            At::Statement(left) => left,
            At::Commit(left) if statement.eq_ignore_ascii_case("commit") => left,
            At::Commit(_) => return None,
        };
        if *left > 0 {
            *left -= 1;
            return None;
        }
        let cut = *cut;
        (self.next, self.cut) = (None, Some(statement));
        Some(cut)
    }
}

/// What is known of one connection.
#[derive(Default)]
struct Session {
    /// Texts of prepared statements, by name.
    prepared: HashMap<String, String>,
    /// The statement that was bound last.
    bound: String,
    in_transaction: bool,
    /// Units that are not answered yet; of the one that is cut, how.
    open: VecDeque<Option<Cut>>,
    withheld: Vec<u8>,
}

struct Unit {
    bytes: Vec<u8>,
    /// The statement that is carried out, if it counts.
    statement: Option<String>,
    is_answered: bool,
}

impl Session {
    /// Takes the next whole unit from what a client sent.
    fn next_unit(&mut self, sent: &mut Vec<u8>) -> Option<Unit> {
        let mut end = 0;
        loop {
            let start = end;
            end += message(&sent[start..])?;
            match sent[start] {
                // Parse, Bind, Describe, Execute and Close wait for their Sync.
                b'P' | b'B' | b'D' | b'E' | b'C' => {}
                _ => break,
            }
        }
        let bytes: Vec<u8> = sent.drain(..end).collect();
        let (mut statement, mut is_answered, mut at) = (None, false, 0);
        while let Some(length) = message(&bytes[at..]) {
            let body = &bytes[at + 5..at + length];
            match bytes[at] {
                b'Q' => {
                    (statement, is_answered) = (self.counted(&text(body)), true);
                }
                b'P' => _ = self.prepared.insert(text(body), text(&body[text(body).len() + 1..])),
                b'B' => {
                    self.bound = self.prepared.get(&text(&body[text(body).len() + 1..])).cloned().unwrap_or_default()
                }
                b'E' => statement = self.counted(&self.bound.clone()).or(statement),
                b'S' => is_answered = true,
                _ => {}
            }
            at += length;
        }
        Some(Unit { bytes, statement, is_answered })
    }

    fn counted(&mut self, words: &str) -> Option<String> {
        let first = words
            .trim_start()
            .split(|c: char| !c.is_ascii_alphabetic())
            .next()
            .unwrap_or_default()
            .to_ascii_uppercase();
        let was_inside = self.in_transaction;
        match first.as_str() {
            "BEGIN" | "START" => self.in_transaction = true,
            "COMMIT" | "END" | "ROLLBACK" | "ABORT" => {
                self.in_transaction = words.to_ascii_uppercase().contains("SAVEPOINT")
            }
            _ => {}
        }
        let writes = matches!(first.as_str(), "INSERT" | "UPDATE" | "DELETE" | "WITH" | "CREATE" | "ALTER" | "DROP");
        (was_inside || self.in_transaction || writes).then(|| words.to_owned())
    }
}

/// The length of the first message, if it is whole.
fn message(bytes: &[u8]) -> Option<usize> {
    let length = u32::from_be_bytes(bytes.get(1..5)?.try_into().expect("four bytes")) as usize + 1;
    (bytes.len() >= length).then_some(length)
}

/// A string up to its zero byte.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.split(|byte| *byte == 0).next().unwrap_or_default()).into_owned()
}
