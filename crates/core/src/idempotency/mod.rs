//! Requests that may be repeated: what a request with an `Idempotency-Key` makes is made once, however often it is sent
//! (decision 062).
//!
//! A handler wraps what it creates into [`once`]; the service that creates it takes the [`Claim`] into its transaction.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use mwanga_store::entities::idempotency_key;
use mwanga_store::types::AccountId;
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};
use serde::Serialize;

use crate::Core;

/// How long a key names what it made, in milliseconds: 24 hours.
pub const KEPT_MS: i64 = 24 * 3_600_000;

/// Whose key it is: the same key of another caller names something else.
#[derive(Clone, Copy, Debug)]
pub enum Caller<'a> {
    Account(AccountId),
    /// Somebody without a session, by the address in the body, folded.
    Email(&'a str),
    /// Somebody without either.
    Network(&'a str),
}

/// A request with an `Idempotency-Key`, in hashes.
#[derive(Clone, Debug)]
pub struct KeyedRequest {
    route: &'static str,
    key_hash: String,
    request_hash: String,
    /// How the key was hashed under the secret before, and by versions before: what it made then is found by these.
    earlier: Vec<String>,
    body: String,
}

impl KeyedRequest {
    /// `route` is method and path, without `/api`. `body` is what two requests are compared by: passwords are left out
    /// of it.
    pub fn new(
        core: &Core,
        caller: Caller<'_>,
        route: &'static str,
        key: &str,
        body: &impl Serialize,
    ) -> StoreResult<Self> {
        let caller = match caller {
            Caller::Account(id) => format!("account\n{id}"),
            Caller::Email(email_key) => format!("email\n{email_key}"),
            Caller::Network(network) => format!("network\n{network}"),
        };
        let body = serde_json::to_string(body)?;
        let mut key_hashes = core.keys.accepted("idempotency key", &format!("{caller}\n{route}\n{key}"));
        let earlier = key_hashes.split_off(1);
        let key_hash = key_hashes.remove(0);
        let request_hash = core.keys.sign(BODY, &body_of(&key_hash, &body));
        Ok(Self { route, key_hash, request_hash, earlier, body })
    }

    /// Whether a row was written for this very body.
    fn matches(&self, core: &Core, row: &idempotency_key::Model) -> bool {
        if row.key_hash == self.key_hash {
            return row.request_hash == self.request_hash;
        }
        core.keys.accepted(BODY, &body_of(&row.key_hash, &self.body)).contains(&row.request_hash)
    }
}

const BODY: &str = "idempotency body";

/// Bound to the key, so that nobody sees in the table who sent the same.
fn body_of(key_hash: &str, body: &str) -> String {
    format!("{key_hash}\n{body}")
}

/// Why a request with a key did nothing.
#[derive(Debug, thiserror::Error)]
pub enum RequestError<E> {
    /// The key made something out of another body; holds its id.
    #[error("the key was used for another request")]
    KeyReused(i64),
    /// A request with this key is not answered yet.
    #[error("the request is still running")]
    InProgress,
    #[error(transparent)]
    Other(#[from] E),
}

/// What a request with a key comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Once<T, M = T> {
    /// Made by this request.
    Created(T),
    /// Made by an earlier one, as it is now.
    Repeated(M),
}

impl<T> Once<T> {
    pub fn into_inner(self) -> T {
        match self {
            Self::Created(made) | Self::Repeated(made) => made,
        }
    }
}

/// Creates something, unless an earlier request with the same key did. Without a key `create` just runs.
///
/// `find` answers what an id of this route names, or none where it was undone, refused, deleted or has ended: the key
/// is free again then.
///
/// # Errors
///
/// - [`RequestError::KeyReused`]: the key made something out of another body.
/// - [`RequestError::InProgress`]: safe to repeat.
pub async fn once<T, M, E, Find, Create>(
    core: &Core,
    request: Option<KeyedRequest>,
    find: impl Fn(i64) -> Find,
    create: impl FnOnce(Claim) -> Create,
) -> Result<Once<T, M>, RequestError<E>>
where
    E: From<StoreError>,
    // Not async closures: the compiler does not see that the futures of those may be sent.
    Find: Future<Output = Result<Option<M>, E>>,
    Create: Future<Output = Result<T, E>>,
{
    let Some(request) = request else { return Ok(Once::Created(create(Claim::none()).await?)) };
    let _running = Running::start(core, &request.key_hash).ok_or(RequestError::InProgress)?;
    let ended = match earlier(core, &request, &find).await? {
        Earlier::Found(made) => return Ok(Once::Repeated(made)),
        Earlier::Ended(id) => Some(id),
        Earlier::None => None,
    };
    let claim = Claim(Some(Arc::new(Claimed { request: request.clone(), ended, lost: AtomicBool::new(false) })));
    let error = match create(claim.clone()).await {
        Ok(made) => return Ok(Once::Created(made)),
        Err(error) => error,
    };
    // Another node may have been quicker by a moment, which shows in whatever stands in the way first: the claim, an
    // address that is taken, a slug. Where the commit's outcome is unknown, this tells it.
    match earlier(core, &request, &find).await {
        Ok(Earlier::Found(made)) => Ok(Once::Repeated(made)),
        Err(RequestError::KeyReused(id)) => Err(RequestError::KeyReused(id)),
        _ if claim.is_lost() => Err(RequestError::InProgress),
        _ => Err(error.into()),
    }
}

enum Earlier<M> {
    None,
    /// What the key made is gone; its id.
    Ended(i64),
    Found(M),
}

async fn earlier<M, E, Find>(
    core: &Core,
    request: &KeyedRequest,
    find: &impl Fn(i64) -> Find,
) -> Result<Earlier<M>, RequestError<E>>
where
    E: From<StoreError>,
    Find: Future<Output = Result<Option<M>, E>>,
{
    // Readers see what was committed before: SQLite's by its log, PostgreSQL's because they share the writer's server.
    let hashes = std::iter::once(&request.key_hash).chain(&request.earlier).map(String::as_str);
    let rows = queries::idempotency_keys::by_hashes(core.store.reader(), hashes).await.map_err(E::from)?;
    let row = rows.into_iter().max_by_key(|row| row.created_at);
    let Some(row) = row.filter(|row| row.created_at > core.now().plus_ms(-KEPT_MS)) else { return Ok(Earlier::None) };
    let Some(id) = row.created_id else { return Ok(Earlier::None) };
    match find(id).await? {
        None => Ok(Earlier::Ended(id)),
        Some(_) if !request.matches(core, &row) => Err(RequestError::KeyReused(id)),
        Some(made) => Ok(Earlier::Found(made)),
    }
}

/// The key of a request, to be written in the transaction of what the request makes. A service that makes something
/// takes it first and notes the id last, so that errors and killed calls keep nothing.
#[derive(Clone, Debug)]
pub struct Claim(Option<Arc<Claimed>>);

#[derive(Debug)]
struct Claimed {
    request: KeyedRequest,
    /// What the key made before and is gone.
    ended: Option<i64>,
    lost: AtomicBool,
}

impl Claim {
    /// For what is made without a key.
    pub const fn none() -> Self {
        Self(None)
    }

    /// Takes the key. On PostgreSQL a second request waits here until the transaction of the first one ends.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`]: another request has it; [`Self::is_lost`] from then on.
    pub async fn take(&self, core: &Core, tx: &impl ConnectionTrait) -> StoreResult<()> {
        let Some(claimed) = &self.0 else { return Ok(()) };
        let (KeyedRequest { route, key_hash, request_hash, .. }, now) = (&claimed.request, core.now());
        let taken = queries::idempotency_keys::claim(
            tx,
            key_hash,
            route,
            request_hash,
            claimed.ended,
            now.plus_ms(-KEPT_MS),
            now,
        )
        .await;
        if matches!(taken, Ok(true)) {
            return Ok(());
        }
        // Also when the wait for the first one was too long.
        claimed.lost.store(matches!(taken, Ok(false) | Err(StoreError::Busy(_))), Ordering::Relaxed);
        taken.and(Err(StoreError::Conflict("another request has this idempotency key".into())))
    }

    /// Notes what was made.
    pub async fn set_created(&self, tx: &impl ConnectionTrait, id: i64) -> StoreResult<()> {
        match &self.0 {
            Some(claimed) => queries::idempotency_keys::set_created(tx, &claimed.request.key_hash, id).await,
            None => Ok(()),
        }
    }

    /// Whether another request has the key: trying again helps nobody.
    pub fn is_lost(&self) -> bool {
        self.0.as_ref().is_some_and(|claimed| claimed.lost.load(Ordering::Relaxed))
    }
}

/// Keys whose requests run in this process: a second one learns so at once, and does no work in vain.
#[derive(Default)]
pub(crate) struct RunningRequests(Mutex<HashSet<String>>);

struct Running {
    core: Core,
    key_hash: String,
}

impl Running {
    /// None while another request with this key runs.
    fn start(core: &Core, key_hash: &str) -> Option<Self> {
        let is_first = core.running_requests.0.lock().expect("no panic while held").insert(key_hash.to_owned());
        is_first.then(|| Self { core: core.clone(), key_hash: key_hash.to_owned() })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.core.running_requests.0.lock().expect("no panic while held").remove(&self.key_hash);
    }
}
