//! Idempotent requests: a request with an `Idempotency-Key` creates something once, however often it is sent
//! (decision 062).
//!
//! A handler wraps what it creates into [`run_once`]; the service that creates it takes the [`Claim`] into its
//! transaction.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use mwanga_store::entities::idempotency_key;
use mwanga_store::types::AccountId;
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};
use serde::Serialize;

use crate::core_state::{Core, Part};

/// Lifetime of a key in milliseconds: 24 hours.
pub(crate) const KEY_TTL_MS: i64 = 24 * 3_600_000;

/// Scope of a key: callers do not share keys.
#[derive(Clone, Copy, Debug)]
pub enum Caller<'a> {
    Account(AccountId),
    /// Without a session: the e-mail address in the body, folded.
    Email(&'a str),
    /// Without either: the client's network.
    Network(&'a str),
}

/// A request with an `Idempotency-Key`, in hashes.
#[derive(Clone, Debug)]
pub struct KeyedRequest {
    route: &'static str,
    key_hash: String,
    request_hash: String,
    /// Hashes of the key under the previous secret and by earlier versions.
    earlier_hashes: Vec<String>,
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
        let mut key_hashes = core.keys.accepted_signatures("idempotency key", &format!("{caller}\n{route}\n{key}"));
        let earlier_hashes = key_hashes.split_off(1);
        let key_hash = key_hashes.remove(0);
        let request_hash = core.keys.sign(BODY_PURPOSE, &signing_input(&key_hash, &body));
        Ok(Self { route, key_hash, request_hash, earlier_hashes, body })
    }

    /// Whether the row's request had the same body.
    fn matches(&self, core: &Core, row: &idempotency_key::Model) -> bool {
        if row.key_hash == self.key_hash {
            return row.request_hash == self.request_hash;
        }
        core.keys
            .accepted_signatures(BODY_PURPOSE, &signing_input(&row.key_hash, &self.body))
            .contains(&row.request_hash)
    }
}

const BODY_PURPOSE: &str = "idempotency body";

/// Includes the key, so that equal bodies have different hashes in the table.
fn signing_input(key_hash: &str, body: &str) -> String {
    format!("{key_hash}\n{body}")
}

/// Why an idempotent request failed.
#[derive(Debug, thiserror::Error)]
pub enum RequestError<E> {
    /// The key was used with another body; holds the id of what it created.
    #[error("the key was used for another request")]
    KeyReused(i64),
    /// A request with this key is still running.
    #[error("the request is still running")]
    InProgress,
    #[error(transparent)]
    Other(#[from] E),
}

/// Outcome of an idempotent request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IdempotentOutcome<T, M = T> {
    /// Created by this request.
    Created(T),
    /// Created by an earlier request, in its present state.
    Repeated(M),
}

impl<T> IdempotentOutcome<T> {
    pub fn into_inner(self) -> T {
        match self {
            Self::Created(created) | Self::Repeated(created) => created,
        }
    }
}

/// Creates something, unless an earlier request with the same key did. Without a key `create` just runs.
///
/// `find` looks up what an earlier request created, none if it was undone, refused, deleted or has ended; the key is
/// then free again.
///
/// # Errors
///
/// - [`RequestError::KeyReused`]: the key was used with another body.
/// - [`RequestError::InProgress`]: safe to repeat.
pub async fn run_once<T, M, E, Find, Create>(
    core: &Core,
    request: Option<KeyedRequest>,
    find: impl Fn(i64) -> Find,
    create: impl FnOnce(Claim) -> Create,
) -> Result<IdempotentOutcome<T, M>, RequestError<E>>
where
    E: From<StoreError>,
    // Not async closures: the compiler does not see that the futures of those may be sent.
    Find: Future<Output = Result<Option<M>, E>>,
    Create: Future<Output = Result<T, E>>,
{
    let Some(request) = request else { return Ok(IdempotentOutcome::Created(create(Claim::none()).await?)) };
    let _running = RunningGuard::start(core, &request.key_hash).ok_or(RequestError::InProgress)?;
    let ended = match find_earlier(core, &request, &find).await? {
        EarlierResult::Found(created) => return Ok(IdempotentOutcome::Repeated(created)),
        EarlierResult::Ended(id) => Some(id),
        EarlierResult::None => None,
    };
    let claim = Claim(Some(Arc::new(ClaimState { request: request.clone(), ended, lost: AtomicBool::new(false) })));
    let error = match create(claim.clone()).await {
        Ok(created) => return Ok(IdempotentOutcome::Created(created)),
        Err(error) => error,
    };
    // Looked up again: another node may have won the race, which shows as any conflict (claim, address, slug). It also
    // resolves a commit whose outcome is unknown.
    match find_earlier(core, &request, &find).await {
        Ok(EarlierResult::Found(created)) => Ok(IdempotentOutcome::Repeated(created)),
        Err(RequestError::KeyReused(id)) => Err(RequestError::KeyReused(id)),
        _ if claim.is_lost() => Err(RequestError::InProgress),
        _ => Err(error.into()),
    }
}

enum EarlierResult<M> {
    None,
    /// The resource that the key created was deleted; its id.
    Ended(i64),
    Found(M),
}

async fn find_earlier<M, E, Find>(
    core: &Core,
    request: &KeyedRequest,
    find: &impl Fn(i64) -> Find,
) -> Result<EarlierResult<M>, RequestError<E>>
where
    E: From<StoreError>,
    Find: Future<Output = Result<Option<M>, E>>,
{
    // Readers see what was committed before: SQLite's by its log, PostgreSQL's because they share the writer's server.
    let hashes = std::iter::once(&request.key_hash).chain(&request.earlier_hashes).map(String::as_str);
    let rows = queries::idempotency_keys::by_hashes(core.store.reader(), hashes).await.map_err(E::from)?;
    let row = rows.into_iter().max_by_key(|row| row.created_at);
    let Some(row) = row.filter(|row| row.created_at > core.now().plus_ms(-KEY_TTL_MS)) else {
        return Ok(EarlierResult::None);
    };
    let Some(id) = row.created_id else { return Ok(EarlierResult::None) };
    match find(id).await? {
        None => Ok(EarlierResult::Ended(id)),
        Some(_) if !request.matches(core, &row) => Err(RequestError::KeyReused(id)),
        Some(created) => Ok(EarlierResult::Found(created)),
    }
}

/// Claim on an idempotency key, written in the transaction of what the request creates: taken first, its id set last,
/// so that errors and aborted calls leave nothing.
#[derive(Clone, Debug)]
pub struct Claim(Option<Arc<ClaimState>>);

#[derive(Debug)]
struct ClaimState {
    request: KeyedRequest,
    /// Id of what the key created before and is deleted.
    ended: Option<i64>,
    lost: AtomicBool,
}

impl Claim {
    /// A claim without a key.
    pub const fn none() -> Self {
        Self(None)
    }

    /// Claims the key. On PostgreSQL a concurrent request waits here until the transaction of the first one ends.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`]: another request has it; [`Self::is_lost`] from then on.
    pub async fn take(&self, core: &Core, tx: &impl ConnectionTrait) -> StoreResult<()> {
        let Some(state) = &self.0 else { return Ok(()) };
        let (KeyedRequest { route, key_hash, request_hash, .. }, now) = (&state.request, core.now());
        let outcome = queries::idempotency_keys::claim(
            tx,
            key_hash,
            route,
            request_hash,
            state.ended,
            now.plus_ms(-KEY_TTL_MS),
            now,
        )
        .await;
        if matches!(outcome, Ok(true)) {
            return Ok(());
        }
        // Also when waiting for the first one timed out.
        state.lost.store(matches!(outcome, Ok(false) | Err(StoreError::Busy(_))), Ordering::Relaxed);
        outcome.and(Err(StoreError::Conflict("another request has this idempotency key".into())))
    }

    /// Stores the id of what was created.
    pub async fn set_created(&self, tx: &impl ConnectionTrait, id: i64) -> StoreResult<()> {
        match &self.0 {
            Some(state) => queries::idempotency_keys::set_created(tx, &state.request.key_hash, id).await,
            None => Ok(()),
        }
    }

    /// Whether another request holds the key, so that a retry is useless.
    pub fn is_lost(&self) -> bool {
        self.0.as_ref().is_some_and(|state| state.lost.load(Ordering::Relaxed))
    }
}

/// Keys of running requests in this process: duplicates are refused at once.
#[derive(Default)]
pub(crate) struct RunningRequests(Mutex<HashSet<String>>);

impl Part for RunningRequests {}

impl Core {
    fn running_requests(&self) -> &RunningRequests {
        self.part()
    }
}

struct RunningGuard {
    core: Core,
    key_hash: String,
}

impl RunningGuard {
    /// None while another request with this key runs.
    fn start(core: &Core, key_hash: &str) -> Option<Self> {
        let is_first = core.running_requests().0.lock().expect("no panic while held").insert(key_hash.to_owned());
        is_first.then(|| Self { core: core.clone(), key_hash: key_hash.to_owned() })
    }
}

impl Drop for RunningGuard {
    fn drop(&mut self) {
        self.core.running_requests().0.lock().expect("no panic while held").remove(&self.key_hash);
    }
}
