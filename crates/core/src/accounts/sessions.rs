use mwanga_store::entities::{account, session};
use mwanga_store::queries;
use mwanga_store::types::{AccountId, Role, SessionKind, Timestamp};
use sea_orm::{NotSet, Set};

use super::{AccountError, tokens};
use crate::{Core, secrets};

/// How long a browser stays signed in without being used, in milliseconds: 30 days.
const SESSION_LIFE_MS: i64 = 30 * 24 * 3_600_000;
/// How long the cookie before the current one stays good: two tabs may refresh at once, and an answer may be lost.
const GRACE_MS: i64 = 30_000;

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
}

/// What a browser gets after signing in or refreshing.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub token: String,
    /// The refresh cookie's value; none when the one it has stays good.
    pub cookie: Option<String>,
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
    db: &impl mwanga_store::ConnectionTrait,
    account: &account::Model,
    kind: SessionKind,
    device: &str,
) -> Result<SignedIn, AccountError> {
    let now = core.now();
    let id = secrets::random_name(22);
    let cookie = secrets::random_name(43);
    let row = session::ActiveModel {
        id: Set(id.clone()),
        account_id: Set(account.id),
        kind: Set(kind),
        refresh_hash: Set(secrets::fingerprint(&cookie)),
        previous_hash: NotSet,
        rotated_at: Set(now),
        created_at: Set(now),
        expires_at: Set(now.plus_ms(SESSION_LIFE_MS)),
        revoked_at: NotSet,
        device: Set(device.to_owned()),
    };
    queries::sessions::insert(db, row).await?;
    signed_in(core, account, &id, kind, Some(cookie), now)
}

fn signed_in(core: &Core, account: &account::Model, sid: &str, kind: SessionKind, cookie: Option<String>, now: Timestamp) -> Result<SignedIn, AccountError> {
    let role = role_in(kind, account);
    let token = tokens::issue(&core.config.secret_key, account.id, &account.email, role, sid, now)?;
    Ok(SignedIn { token, cookie, kind, email: account.email.clone(), username: account.username.clone(), role })
}

/// Whose token this is: signed by us, not too old, its session alive, its account still fit for the session's kind.
pub async fn authenticate(core: &Core, token: &str) -> Result<Identity, AccountError> {
    let now = core.now();
    let claims = tokens::read(&core.config.secret_key, token, now)?;
    let (session, account) = queries::sessions::live(core.store.reader(), &claims.sid, now).await?.ok_or(AccountError::Ended)?;
    if session.kind == SessionKind::Staff && !account.role.is_staff() {
        return Err(AccountError::Ended);
    }
    let role = role_in(session.kind, &account);
    Ok(Identity { account_id: account.id, email: account.email, username: account.username, role, session_id: session.id, kind: session.kind })
}

/// Exchanges a refresh cookie for a new token and a new cookie.
pub async fn refresh(core: &Core, kind: SessionKind, cookie: &str) -> Result<SignedIn, AccountError> {
    let now = core.now();
    let hash = secrets::fingerprint(cookie);
    let session = queries::sessions::by_refresh_hash(core.store.reader(), kind, &hash, now).await?.ok_or(AccountError::Ended)?;
    let account = queries::accounts::get(core.store.reader(), session.account_id).await?.ok_or(AccountError::Ended)?;
    if kind == SessionKind::Staff && !account.role.is_staff() {
        return Err(AccountError::Ended);
    }
    if session.refresh_hash == hash {
        let next = secrets::random_name(43);
        let expires_at = now.plus_ms(SESSION_LIFE_MS);
        if queries::sessions::rotate(core.store.writer(), &session.id, &hash, &secrets::fingerprint(&next), expires_at, now).await? {
            return signed_in(core, &account, &session.id, kind, Some(next), now);
        }
        // Another tab was quicker by a moment; this one keeps the cookie that the other one got.
        return signed_in(core, &account, &session.id, kind, None, now);
    }
    if now <= session.rotated_at.plus_ms(GRACE_MS) { signed_in(core, &account, &session.id, kind, None, now) } else { Err(AccountError::Ended) }
}

/// Ends the session of a token and those of the cookies that came with it. What is already over is no error.
pub async fn sign_out(core: &Core, token: Option<&str>, cookies: &[(SessionKind, String)]) -> Result<(), AccountError> {
    let now = core.now();
    let mut ids = Vec::new();
    // A token too old to be used still names the session that its owner wants to end.
    if let Some(claims) = token.and_then(|token| tokens::read(&core.config.secret_key, token, Timestamp(0)).ok()) {
        ids.push(claims.sid);
    }
    for (kind, cookie) in cookies {
        let found = queries::sessions::by_refresh_hash(core.store.reader(), *kind, &secrets::fingerprint(cookie), now).await?;
        ids.extend(found.map(|session| session.id));
    }
    for id in ids {
        queries::sessions::revoke(core.store.writer(), &id, now).await?;
    }
    Ok(())
}

/// Sessions that a list shows at most.
const LISTED: u64 = 100;

/// Where an account is signed in, last used first.
pub async fn sessions_of(core: &Core, account: AccountId) -> Result<Vec<session::Model>, AccountError> {
    Ok(queries::sessions::of_account(core.store.reader(), account, core.now(), LISTED).await?)
}

/// Ends one of an account's own sessions.
pub async fn end_session(core: &Core, account: AccountId, id: &str) -> Result<(), AccountError> {
    if queries::sessions::revoke_own(core.store.writer(), account, id, core.now()).await? { Ok(()) } else { Err(AccountError::NotFound) }
}

/// Ends every session of an account, of both kinds.
pub async fn sign_out_everywhere(core: &Core, account: AccountId) -> Result<(), AccountError> {
    Ok(queries::sessions::revoke_of_account(core.store.writer(), account, core.now()).await?)
}
