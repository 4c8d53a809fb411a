use mwanga_store::entities::session::Model as Session;
use mwanga_store::entities::{account, session};
use mwanga_store::types::{AccountId, Role, SessionKind, Timestamp};
use mwanga_store::{StoreResult, Transaction, queries};
use sea_orm::{NotSet, Set};

use super::{AccountError, Client, browsers, tokens};
use crate::security::{self, Event};
use crate::{Core, secrets};

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;
/// For how long the cookie before the current one gets no successor of its own: two tabs may refresh at once.
const GRACE_MS: i64 = 30_000;

/// How long a browser stays signed in without being used, in milliseconds.
const fn longest_unused_ms(kind: SessionKind) -> i64 {
    match kind {
        SessionKind::Reader => 30 * DAY_MS,
        SessionKind::Staff => 12 * HOUR_MS,
    }
}

/// How long a browser stays signed in however much it is used, in milliseconds.
const fn longest_ms(kind: SessionKind) -> i64 {
    match kind {
        SessionKind::Reader => 365 * DAY_MS,
        SessionKind::Staff => 7 * DAY_MS,
    }
}

/// Whose call it is, by our own rows.
#[derive(Clone, Debug)]
pub struct Identity {
    pub account_id: AccountId,
    pub email: String,
    pub username: String,
    /// What the session may do: staff who signed in as readers do are readers in it.
    pub role: Role,
    pub session_id: String,
    pub kind: SessionKind,
    /// When its owner signed in.
    pub signed_in_at: Timestamp,
}

/// What a browser gets after signing in or refreshing.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub token: String,
    /// The refresh cookie's value; none when the one it has stays good.
    pub cookie: Option<String>,
    /// The value of the cookie by which the browser is known at its next sign-in; none when it has one.
    pub browser: Option<String>,
    pub kind: SessionKind,
    pub email: String,
    pub username: String,
    /// As in [`Identity`].
    pub role: Role,
}

const fn role_in(kind: SessionKind, account: &account::Model) -> Role {
    match kind {
        SessionKind::Reader => Role::Reader,
        SessionKind::Staff => account.role,
    }
}

/// Opens a session for an account that has proved who it is.
pub(super) async fn open(
    core: &Core,
    tx: &Transaction,
    account: &account::Model,
    kind: SessionKind,
    client: &Client,
) -> Result<SignedIn, AccountError> {
    let now = core.now();
    let browser = browsers::note(core, tx, account, client).await?;
    let id = secrets::random_name(22);
    let cookie = new_cookie(&id);
    let row = session::ActiveModel {
        id: Set(id.clone()),
        account_id: Set(account.id),
        kind: Set(kind),
        refresh_hash: Set(secrets::fingerprint(&cookie)),
        previous_hash: NotSet,
        rotated_at: Set(now),
        created_at: Set(now),
        expires_at: Set(now.plus_ms(longest_unused_ms(kind))),
        ends_at: Set(now.plus_ms(longest_ms(kind))),
        revoked_at: NotSet,
        device: Set(client.device.clone()),
    };
    queries::sessions::insert(tx, row).await?;
    security::log(Event::SignedIn, security::About { kind: Some(kind), ..security::About::account(account.id) });
    Ok(SignedIn { browser, ..signed_in(core, account, &id, kind, Some(cookie), now)? })
}

fn signed_in(
    core: &Core,
    account: &account::Model,
    sid: &str,
    kind: SessionKind,
    cookie: Option<String>,
    now: Timestamp,
) -> Result<SignedIn, AccountError> {
    let role = role_in(kind, account);
    let token = tokens::issue(core, account.id, &account.email, role, sid, now)?;
    Ok(SignedIn {
        token,
        cookie,
        browser: None,
        kind,
        email: account.email.clone(),
        username: account.username.clone(),
        role,
    })
}

/// Whose token this is: signed by us, of now, its session alive, its account still fit for the session's kind and no
/// other than the token says.
pub async fn authenticate(core: &Core, token: &str) -> Result<Identity, AccountError> {
    let now = core.now();
    let claims = tokens::read(core, token, now)?;
    let (session, account) =
        queries::sessions::live(core.store.reader(), &claims.sid, now).await?.ok_or(AccountError::Ended)?;
    if session.kind == SessionKind::Staff && !account.role.is_staff() {
        return Err(AccountError::Ended);
    }
    let role = role_in(session.kind, &account);
    // A token of ours says nothing but what the rows said; after a change of role the next one does.
    if claims.sub != account.id.to_string() || claims.role != role || claims.is_admin != role.is_staff() {
        return Err(AccountError::Ended);
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

/// A refresh cookie: it names its session, so that one which was used long ago is known too.
fn new_cookie(sid: &str) -> String {
    format!("{sid}.{}", secrets::random_name(43))
}

/// The live session of a refresh cookie; its hash is to be compared yet. Cookies of versions before name no session,
/// and are found by their hash.
async fn session_of(core: &Core, kind: SessionKind, cookie: &str) -> StoreResult<Option<Session>> {
    let (db, now) = (core.store.reader(), core.now());
    match cookie.split_once('.') {
        Some((sid, _)) => queries::sessions::live_of_kind(db, sid, kind, now).await,
        None => queries::sessions::by_refresh_hash(db, kind, &secrets::fingerprint(cookie), now).await,
    }
}

fn is_cookie_of(session: &Session, cookie: &str) -> bool {
    let hash = secrets::fingerprint(cookie);
    session.refresh_hash == hash || session.previous_hash.as_ref() == Some(&hash)
}

/// The accounts that a browser is signed in to, by its token and its refresh cookies. What is none of ours, or over,
/// counts for nothing.
pub async fn signed_in_here(
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
        let session = session_of(core, *kind, cookie).await?.filter(|session| is_cookie_of(session, cookie));
        accounts.extend(session.map(|session| session.account_id));
    }
    Ok(accounts)
}

/// Exchanges a refresh cookie for a new token and a new cookie.
///
/// The cookie before the current one gets a successor too, until the current one is used: its answer may have been
/// lost. Older ones end the session: two browsers have it, and one of them is a thief's.
pub async fn refresh(core: &Core, kind: SessionKind, cookie: &str) -> Result<SignedIn, AccountError> {
    let now = core.now();
    let session = session_of(core, kind, cookie).await?.ok_or(AccountError::Ended)?;
    let account = queries::accounts::get(core.store.reader(), session.account_id).await?.ok_or(AccountError::Ended)?;
    if kind == SessionKind::Staff && !account.role.is_staff() {
        return Err(AccountError::Ended);
    }
    if !is_cookie_of(&session, cookie) {
        queries::sessions::revoke(core.store.writer(), &session.id, now).await?;
        security::log(
            Event::SessionReplayed,
            security::About { kind: Some(kind), ..security::About::account(account.id) },
        );
        return Err(AccountError::Ended);
    }
    let hash = secrets::fingerprint(cookie);
    let is_current = session.refresh_hash == hash;
    if is_current || now > session.rotated_at.plus_ms(GRACE_MS) {
        let next = new_cookie(&session.id);
        let expires_at = now.plus_ms(longest_unused_ms(kind)).min(session.ends_at);
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
            return signed_in(core, &account, &session.id, kind, Some(next), now);
        }
    }
    // Another tab was quicker by a moment; this one keeps the cookie that the other one got.
    signed_in(core, &account, &session.id, kind, None, now)
}

/// Ends the session of a token and those of the cookies that came with it; with `only`, those of this kind alone. What
/// is already over is no error.
pub async fn sign_out(
    core: &Core,
    token: Option<&str>,
    cookies: &[(SessionKind, String)],
    only: Option<SessionKind>,
) -> Result<(), AccountError> {
    let now = core.now();
    let is_meant = |kind: SessionKind| only.is_none_or(|only| only == kind);
    let mut sessions = Vec::new();
    // A token too old to be used still names the session that its owner wants to end.
    if let Some(claims) = token.and_then(|token| tokens::read_any_age(core, token).ok()) {
        sessions
            .extend(queries::sessions::live(core.store.reader(), &claims.sid, now).await?.map(|(session, _)| session));
    }
    for (kind, cookie) in cookies {
        sessions.extend(session_of(core, *kind, cookie).await?.filter(|session| is_cookie_of(session, cookie)));
    }
    for session in sessions.into_iter().filter(|session| is_meant(session.kind)) {
        queries::sessions::revoke(core.store.writer(), &session.id, now).await?;
        security::log(
            Event::SignedOut,
            security::About { kind: Some(session.kind), ..security::About::account(session.account_id) },
        );
    }
    Ok(())
}

/// Sessions that a list shows at most.
const LISTED: u64 = 100;

/// Where an account is signed in, last used first.
pub async fn sessions_of(core: &Core, account: AccountId) -> Result<Vec<Session>, AccountError> {
    Ok(queries::sessions::of_account(core.store.reader(), account, core.now(), LISTED).await?)
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
    queries::sessions::revoke_of_account(core.store.writer(), account, core.now()).await?;
    security::log(Event::SignedOutEverywhere, security::About::account(account));
    Ok(())
}
