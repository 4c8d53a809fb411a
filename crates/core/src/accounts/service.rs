//! Sign-in by password, set-up of the first administrator, and accounts made by the command line.

use mwanga_store::entities::account;
use mwanga_store::types::{AccountId, Role, SessionKind};
use mwanga_store::{StoreResult, queries};
use sea_orm::{IntoActiveModel, Set};
use secrecy::SecretString;

use super::account_rows::{NewAccount, clear_unverified_owner, insert};
use super::mails::{self, AccountMailKind, SecurityNotice};
use super::{AccountError, Client, SessionTokens, passwords, sessions};
use crate::attempts::Attempt;
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::idempotency::Claim;
use crate::security::{self, Event};
use crate::{Core, attempts, secrets};

/// The setting that exists while the first administrator may still register.
const SET_UP_NONCE: &str = "set_up_nonce";

/// Signs a staff account in. Anyone else gets the same answer as for a wrong password.
pub async fn sign_in_staff(
    core: &Core,
    email: &str,
    password: SecretString,
    client: &Client,
) -> Result<SessionTokens, AccountError> {
    sign_in(core, email, password, SessionKind::Staff, client).await
}

/// Signs in by password, for both kinds of session.
pub(super) async fn sign_in(
    core: &Core,
    email: &str,
    password: SecretString,
    kind: SessionKind,
    client: &Client,
) -> Result<SessionTokens, AccountError> {
    let email_key = EmailAddress::parse(email).map(|email| email.key()).ok();
    let account = match &email_key {
        Some(key) => queries::accounts::by_email_key(core.store.reader(), key).await?,
        None => None,
    };
    let attempt = match &email_key {
        Some(key) => Some(count_sign_in(core, key, account.as_ref().map(|account| account.id), client).await?),
        None => None,
    };
    let is_allowed = |account: &&account::Model| kind == SessionKind::Reader || account.role.is_staff();
    let hash = account.as_ref().filter(is_allowed).and_then(|account| account.password_hash.clone());
    let matches = passwords::verify(core, password, hash).await?;
    match (account, attempt) {
        (Some(account), Some(attempt)) if matches => {
            attempt.mark_succeeded(core).await?;
            let tx = core.store.begin().await?;
            // Checked again under the lock: the password may have been reset while it was verified.
            let account = queries::accounts::lock_by_id(&tx, account.id)
                .await?
                .filter(|now| now.password_hash == account.password_hash)
                .ok_or(AccountError::InvalidCredentials)?;
            let signed_in = sessions::open(core, &tx, &account, kind, client).await?;
            core.commit(tx, Tags::default()).await?;
            Ok(signed_in)
        }
        (account, _) => {
            security::log(
                Event::SignInFailed,
                security::EventDetails {
                    account: account.map(|account| account.id),
                    kind: Some(kind),
                    ..Default::default()
                },
            );
            Err(AccountError::InvalidCredentials)
        }
    }
}

/// A counted sign-in attempt: failed until [`Self::mark_succeeded`].
pub(super) struct SignInAttempt<'a> {
    email_key: &'a str,
    network: &'a str,
    counts_for_account: bool,
}

/// Rate-limits sign-in attempts, per address and network and per address. Unknown addresses are counted too.
pub(super) async fn count_sign_in<'a>(
    core: &Core,
    email_key: &'a str,
    account: Option<AccountId>,
    client: &'a Client,
) -> Result<SignInAttempt<'a>, AccountError> {
    let network = client.network.as_str();
    attempts::count(core, Attempt::SignInFrom { email_key, network }).await?.map_err(AccountError::TooMany)?;
    let is_known_browser = is_known_browser(core, account, client).await?;
    // A distributed attack must not lock out the owner's known browser.
    if !is_known_browser {
        attempts::count(core, Attempt::SignIn { email_key }).await?.map_err(AccountError::TooMany)?;
    }
    Ok(SignInAttempt { email_key, network, counts_for_account: !is_known_browser })
}

/// Whether the client holds the cookie of a session of this account, which may have ended.
pub(super) async fn is_known_browser(core: &Core, account: Option<AccountId>, client: &Client) -> StoreResult<bool> {
    match account {
        Some(id) if !client.cookies.is_empty() => {
            let hashes: Vec<String> = client.cookies.iter().map(|(_, cookie)| secrets::fingerprint(cookie)).collect();
            queries::sessions::has_issued_cookie(core.store.reader(), id, &hashes).await
        }
        _ => Ok(false),
    }
}

impl SignInAttempt<'_> {
    pub(super) async fn mark_succeeded(self, core: &Core) -> Result<(), AccountError> {
        let Self { email_key, network, counts_for_account } = self;
        attempts::clear(core, Attempt::SignInFrom { email_key, network }).await?;
        if counts_for_account {
            attempts::decrement(core, Attempt::SignIn { email_key }).await?;
        }
        Ok(())
    }
}

/// Opens registration by set-up code while there is no administrator, and closes it when there is one.
///
/// Returns the code to print. Processes that share a store and a key print the same one.
pub async fn open_set_up(core: &Core) -> Result<Option<String>, AccountError> {
    let db = core.store.writer();
    if queries::accounts::has_admin(db).await? {
        if let Some(nonce) = queries::settings::get(db, SET_UP_NONCE).await? {
            queries::settings::delete_if_equal(db, SET_UP_NONCE, &nonce).await?;
        }
        return Ok(None);
    }
    queries::settings::insert_if_absent(db, SET_UP_NONCE, &secrets::random_token(22), core.now()).await?;
    set_up_code(core).await
}

/// Set-up code that registers the first administrator; none when registration is closed.
pub async fn set_up_code(core: &Core) -> Result<Option<String>, AccountError> {
    let nonce = queries::settings::get(core.store.reader(), SET_UP_NONCE).await?;
    Ok(nonce.map(|nonce| set_up_code_of(core, &nonce)))
}

fn set_up_code_of(core: &Core, nonce: &str) -> String {
    core.keys.sign("set-up", nonce)[..20].to_owned()
}

/// Makes the first administrator. Of any number of tries at once, one succeeds.
pub async fn register_first_admin(
    core: &Core,
    email: &str,
    password: SecretString,
    set_up_code: &str,
    client: &Client,
    claim: &Claim,
) -> Result<SessionTokens, AccountError> {
    let nonce =
        queries::settings::get(core.store.reader(), SET_UP_NONCE).await?.ok_or(AccountError::RegistrationClosed)?;
    // The code is short-lived and long; comparing keyed hashes of both keeps the time the same all the same.
    if !core.keys.verify("compare", &set_up_code_of(core, &nonce), &core.keys.sign("compare", set_up_code.trim())) {
        return Err(AccountError::WrongSetUpCode);
    }
    let email = EmailAddress::parse(email)?;
    passwords::check(core, &password, Role::Admin, &email)?;
    let hash = passwords::hash(core, password).await?;

    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    if !queries::settings::delete_if_equal(&tx, SET_UP_NONCE, &nonce).await?
        || queries::accounts::has_admin(&tx).await?
    {
        return Err(AccountError::RegistrationClosed);
    }
    let account = insert(
        &tx,
        &email,
        NewAccount { username: email.local_part(), hash: Some(hash), role: Role::Admin, verified: false },
        core.now(),
    )
    .await?;
    let signed_in = sessions::open(core, &tx, &account, SessionKind::Staff, client).await?;
    claim.set_created(&tx, account.id.0).await?;
    tx.commit().await?;
    Ok(signed_in)
}

/// Makes a staff account, or promotes and re-keys the one with this address; its sessions end. For the command line.
pub async fn create_staff(
    core: &Core,
    email: &str,
    password: SecretString,
    role: Role,
) -> Result<account::Model, AccountError> {
    let email = EmailAddress::parse(email)?;
    passwords::check(core, &password, role, &email)?;
    let hash = passwords::hash(core, password).await?;
    let now = core.now();
    let tx = core.store.begin().await?;
    let account = match queries::accounts::by_email_key(&tx, &email.key()).await? {
        None => {
            insert(
                &tx,
                &email,
                NewAccount { username: email.local_part(), hash: Some(hash), role, verified: false },
                now,
            )
            .await?
        }
        Some(known) if known.role == Role::Admin && role != Role::Admin => return Err(AccountError::WouldDemote),
        Some(known) => {
            clear_unverified_owner(&tx, &known).await?;
            let mut row = known.into_active_model();
            row.role = Set(role);
            row.password_hash = Set(Some(hash));
            row.updated_at = Set(now);
            let account = queries::accounts::update(&tx, row).await?;
            queries::sessions::revoke_by_account(&tx, account.id, now).await?;
            for notice in [SecurityNotice::PasswordChanged, SecurityNotice::RoleChanged { role }] {
                mails::enqueue(core, &tx, AccountMailKind::Notice { account_id: account.id, notice, at: now }).await?;
            }
            account
        }
    };
    if role == Role::Admin
        && let Some(nonce) = queries::settings::get(&tx, SET_UP_NONCE).await?
    {
        queries::settings::delete_if_equal(&tx, SET_UP_NONCE, &nonce).await?;
    }
    tx.commit().await?;
    security::log(
        Event::RoleChanged,
        security::EventDetails {
            role: Some(role),
            subject: "command line",
            ..security::EventDetails::account(account.id)
        },
    );
    Ok(account)
}

/// Whether an account with this address has this password.
pub async fn verify_password(core: &Core, email: &str, password: SecretString) -> Result<bool, AccountError> {
    let email = EmailAddress::parse(email)?;
    match queries::accounts::by_email_key(core.store.reader(), &email.key()).await? {
        Some(account) => passwords::verify(core, password, account.password_hash).await,
        None => Ok(false),
    }
}

/// Makes a demo account where there is none; these passwords are printed at start.
pub async fn create_demo(core: &Core, email: &str, password: SecretString, role: Role) -> Result<(), AccountError> {
    let email = EmailAddress::parse(email)?;
    if queries::accounts::by_email_key(core.store.reader(), &email.key()).await?.is_none() {
        let hash = passwords::hash(core, password).await?;
        insert(
            core.store.writer(),
            &email,
            NewAccount { username: email.local_part(), hash: Some(hash), role, verified: true },
            core.now(),
        )
        .await?;
    }
    Ok(())
}
