//! Sessions: bearer tokens, rotating refresh cookies, and how sessions end.

use mwanga_store::entities::session::Model as Session;
use mwanga_store::entities::{account, session};
use mwanga_store::types::{AccountId, Role, SessionKind, Timestamp};
use mwanga_store::{StoreResult, Transaction, queries};
use sea_orm::{NotSet, Set};

use super::{AccountError, Client, browsers, tokens};
use crate::security::{self, Event};
use crate::writer::Writer;
use crate::{Core, secrets};

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;
/// Grace period of the previous refresh cookie after a rotation, in milliseconds: two tabs may refresh at once.
const ROTATION_GRACE_MS: i64 = 30_000;

/// Idle timeout of a session, in milliseconds.
const fn idle_timeout_ms(kind: SessionKind) -> i64 {
    match kind {
        SessionKind::Reader => 30 * DAY_MS,
        SessionKind::Staff => 12 * HOUR_MS,
    }
}

/// Absolute timeout of a session, in milliseconds.
const fn absolute_timeout_ms(kind: SessionKind) -> i64 {
    match kind {
        SessionKind::Reader => 365 * DAY_MS,
        SessionKind::Staff => 7 * DAY_MS,
    }
}

/// The authenticated caller, read from the store rather than from the token.
#[derive(Clone, Debug)]
pub struct Identity {
    pub account_id: AccountId,
    pub email: String,
    pub username: String,
    /// Role in this session: staff who signed in as readers have the role of a reader.
    pub role: Role,
    pub session_id: String,
    pub kind: SessionKind,
    /// When its owner signed in.
    pub signed_in_at: Timestamp,
}

impl From<&Identity> for Writer {
    fn from(identity: &Identity) -> Self {
        Self { account_id: identity.account_id, role: identity.role }
    }
}

/// What a browser gets after signing in or refreshing.
#[derive(Clone, Debug)]
pub struct SessionTokens {
    pub token: String,
    /// New refresh cookie; none when the present one stays valid.
    pub cookie: Option<String>,
    /// When the session ends unless the cookie is used before.
    pub ends_at: Timestamp,
    /// New known-browser cookie; none when the browser has one.
    pub browser: Option<String>,
    pub kind: SessionKind,
    pub email: String,
    pub username: String,
    /// As in [`Identity`].
    pub role: Role,
}

const fn session_role(kind: SessionKind, account: &account::Model) -> Role {
    match kind {
        SessionKind::Reader => Role::Reader,
        SessionKind::Staff => account.role,
    }
}

/// Opens a session for an authenticated account.
pub(super) async fn open(
    core: &Core,
    tx: &Transaction,
    account: &account::Model,
    kind: SessionKind,
    client: &Client,
) -> Result<SessionTokens, AccountError> {
    let now = core.now();
    let browser = browsers::record_sign_in(core, tx, account, client).await?;
    let id = secrets::random_token(22);
    let cookie = new_refresh_cookie(&id);
    let ends_at = now.plus_ms(idle_timeout_ms(kind).min(absolute_timeout_ms(kind)));
    let row = session::ActiveModel {
        id: Set(id.clone()),
        account_id: Set(account.id),
        kind: Set(kind),
        refresh_hash: Set(secrets::fingerprint(&cookie)),
        previous_hash: NotSet,
        rotated_at: Set(now),
        created_at: Set(now),
        expires_at: Set(ends_at),
        ends_at: Set(now.plus_ms(absolute_timeout_ms(kind))),
        revoked_at: NotSet,
        device: Set(client.device.clone()),
    };
    queries::sessions::insert(tx, row).await?;
    security::log(
        Event::SignedIn,
        security::EventDetails { kind: Some(kind), ..security::EventDetails::account(account.id) },
    );
    Ok(SessionTokens { browser, ..issue_tokens(core, account, &id, kind, Some(cookie), ends_at)? })
}

fn issue_tokens(
    core: &Core,
    account: &account::Model,
    sid: &str,
    kind: SessionKind,
    cookie: Option<String>,
    ends_at: Timestamp,
) -> Result<SessionTokens, AccountError> {
    let role = session_role(kind, account);
    let token = tokens::issue(core, account.id, &account.email, role, sid, core.now())?;
    Ok(SessionTokens {
        token,
        cookie,
        ends_at,
        browser: None,
        kind,
        email: account.email.clone(),
        username: account.username.clone(),
        role,
    })
}

/// Authenticates a bearer token: its signature, its time, its session, and its claims against the account's row.
pub async fn authenticate(core: &Core, token: &str) -> Result<Identity, AccountError> {
    let now = core.now();
    let claims = tokens::verify(core, token, now)?;
    let (session, account) =
        queries::sessions::get_live(core.store.reader(), &claims.sid, now).await?.ok_or(AccountError::SessionEnded)?;
    if session.kind == SessionKind::Staff && !account.role.is_staff() {
        return Err(AccountError::SessionEnded);
    }
    let role = session_role(session.kind, &account);
    // The claims are a copy of the row; after a change of role the token has to be refreshed.
    if claims.sub != account.id.to_string() || claims.role != role || claims.is_admin != role.is_staff() {
        return Err(AccountError::SessionEnded);
    }
    let Session { id: session_id, kind, created_at: signed_in_at, .. } = session;
    Ok(Identity {
        account_id: account.id,
        email: account.email,
        username: account.username,
        role,
        session_id,
        kind,
        signed_in_at,
    })
}

/// The account of a session that is open at the staff sign-in, of an administrator; none where it is over, or is none.
pub async fn live_administrator(core: &Core, session_id: &str) -> StoreResult<Option<account::Model>> {
    let live = queries::sessions::get_live(core.store.reader(), session_id, core.now()).await?;
    let administrator =
        live.filter(|(session, account)| session.kind == SessionKind::Staff && account.role == Role::Admin);
    Ok(administrator.map(|(_, account)| account))
}

/// A new refresh cookie. It names its session, so that reuse of an old cookie is detected.
fn new_refresh_cookie(sid: &str) -> String {
    format!("{sid}.{}", secrets::random_token(43))
}

/// Finds the live session of a refresh cookie; the caller compares the hash. Cookies of earlier versions name no
/// session and are found by their hash.
async fn find_by_cookie(core: &Core, kind: SessionKind, cookie: &str) -> StoreResult<Option<Session>> {
    let (db, now) = (core.store.reader(), core.now());
    match cookie.split_once('.') {
        Some((sid, _)) => queries::sessions::get_live_of_kind(db, sid, kind, now).await,
        None => queries::sessions::by_refresh_hash(db, kind, &secrets::fingerprint(cookie), now).await,
    }
}

fn matches_cookie(session: &Session, cookie: &str) -> bool {
    let hash = secrets::fingerprint(cookie);
    session.refresh_hash == hash || session.previous_hash.as_ref() == Some(&hash)
}

/// The accounts that a browser is signed in to, by its token and its refresh cookies. Invalid and expired ones are
/// ignored.
pub async fn signed_in_accounts(
    core: &Core,
    token: Option<&str>,
    cookies: &[(SessionKind, String)],
) -> StoreResult<Vec<AccountId>> {
    let mut accounts = Vec::new();
    if let Some(token) = token {
        match authenticate(core, token).await {
            Ok(identity) => accounts.push(identity.account_id),
            Err(AccountError::Store(error)) => return Err(error),
            Err(_) => {}
        }
    }
    for (kind, cookie) in cookies {
        let session = find_by_cookie(core, *kind, cookie).await?.filter(|session| matches_cookie(session, cookie));
        accounts.extend(session.map(|session| session.account_id));
    }
    Ok(accounts)
}

/// Exchanges a refresh cookie for a new token and a new cookie.
///
/// Refresh token rotation: the previous cookie is accepted until the current one is used, because a response may be
/// lost. Reuse of an older one revokes the session, which was stolen.
pub async fn refresh(core: &Core, kind: SessionKind, cookie: &str) -> Result<SessionTokens, AccountError> {
    let now = core.now();
    let session = find_by_cookie(core, kind, cookie).await?.ok_or(AccountError::SessionEnded)?;
    let account =
        queries::accounts::get(core.store.reader(), session.account_id).await?.ok_or(AccountError::SessionEnded)?;
    if kind == SessionKind::Staff && !account.role.is_staff() {
        return Err(AccountError::SessionEnded);
    }
    if !matches_cookie(&session, cookie) {
        queries::sessions::revoke(core.store.writer(), &session.id, now).await?;
        security::log(
            Event::SessionReplayed,
            security::EventDetails { kind: Some(kind), ..security::EventDetails::account(account.id) },
        );
        return Err(AccountError::SessionEnded);
    }
    let hash = secrets::fingerprint(cookie);
    let is_current = session.refresh_hash == hash;
    if is_current || now > session.rotated_at.plus_ms(ROTATION_GRACE_MS) {
        let next = new_refresh_cookie(&session.id);
        let expires_at = now.plus_ms(idle_timeout_ms(kind)).min(session.ends_at);
        let next_hash = secrets::fingerprint(&next);
        if queries::sessions::rotate(
            core.store.writer(),
            &session.id,
            &session.refresh_hash,
            &hash,
            &next_hash,
            expires_at,
            now,
        )
        .await?
        {
            return issue_tokens(core, &account, &session.id, kind, Some(next), expires_at);
        }
    }
    // Another tab was quicker by a moment; this one keeps the cookie that the other one got.
    issue_tokens(core, &account, &session.id, kind, None, session.expires_at)
}

/// Revokes the session of a token and those of the cookies that came with it; with `only`, those of this kind alone.
/// Sessions that have ended are no error.
pub async fn sign_out(
    core: &Core,
    token: Option<&str>,
    cookies: &[(SessionKind, String)],
    only: Option<SessionKind>,
) -> Result<(), AccountError> {
    let now = core.now();
    let is_selected = |kind: SessionKind| only.is_none_or(|only| only == kind);
    let mut sessions = Vec::new();
    // A token too old to be used still names the session that its owner wants to end.
    if let Some(claims) = token.and_then(|token| tokens::verify_ignoring_expiry(core, token).ok()) {
        sessions.extend(
            queries::sessions::get_live(core.store.reader(), &claims.sid, now).await?.map(|(session, _)| session),
        );
    }
    for (kind, cookie) in cookies {
        sessions.extend(find_by_cookie(core, *kind, cookie).await?.filter(|session| matches_cookie(session, cookie)));
    }
    for session in sessions.into_iter().filter(|session| is_selected(session.kind)) {
        queries::sessions::revoke(core.store.writer(), &session.id, now).await?;
        security::log(
            Event::SignedOut,
            security::EventDetails { kind: Some(session.kind), ..security::EventDetails::account(session.account_id) },
        );
    }
    Ok(())
}

/// Sessions that a list shows at most.
const MAX_LISTED: u64 = 100;

/// Live sessions of an account, last used first.
pub async fn list_sessions(core: &Core, account: AccountId) -> Result<Vec<Session>, AccountError> {
    Ok(queries::sessions::list_live(core.store.reader(), account, core.now(), MAX_LISTED).await?)
}

/// Ends one of an account's own sessions.
pub async fn end_session(core: &Core, account: AccountId, id: &str) -> Result<(), AccountError> {
    if queries::sessions::revoke_own(core.store.writer(), account, id, core.now()).await? {
        Ok(())
    } else {
        Err(AccountError::NotFound)
    }
}

/// Ends every session of an account, of both kinds.
pub async fn sign_out_everywhere(core: &Core, account: AccountId) -> Result<(), AccountError> {
    queries::sessions::revoke_by_account(core.store.writer(), account, core.now()).await?;
    security::log(Event::SignedOutEverywhere, security::EventDetails::account(account));
    Ok(())
}
