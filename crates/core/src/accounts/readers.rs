//! Accounts of readers: registration, e-mail verification, passwords, profile.

use mwanga_store::entities::account;
use mwanga_store::queries;
use mwanga_store::queries::mailed_codes::Owner;
use mwanga_store::types::{AccountId, CodePurpose, Role, SessionKind, SocialProvider};
use sea_orm::{IntoActiveModel, Set};
use secrecy::SecretString;

use super::account_rows::{NewAccount, clear_unverified_owner, insert, validate_username};
use super::mails::{self, AccountMailKind, SecurityNotice};
use super::service::{count_sign_in, is_known_browser, sign_in};
use super::{AccountError, Client, Identity, SessionTokens, passwords, sessions};
use crate::Core;
use crate::attempts::{self, MailsAbout};
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::idempotency::Claim;
use crate::mail::codes;
use crate::security::{self, Event};

const DAY_MS: i64 = 24 * 3_600_000;

/// Opens an account, signs its reader in, and mails a link that verifies the address.
pub async fn register(
    core: &Core,
    email: &str,
    password: SecretString,
    username: Option<&str>,
    client: &Client,
    claim: &Claim,
) -> Result<SessionTokens, AccountError> {
    let email = EmailAddress::parse(email)?;
    let username = match username.map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => validate_username(name)?,
        None => email.local_part(),
    };
    passwords::check(core, &password, Role::Reader, &email)?;
    if queries::accounts::by_email_key(core.store.reader(), &email.key()).await?.is_some() {
        return Err(AccountError::EmailTaken);
    }
    mails::count(core, &email).await?;
    let hash = passwords::hash(core, password).await?;
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    let account =
        insert(&tx, &email, NewAccount { username, hash: Some(hash), role: Role::Reader, verified: false }, core.now())
            .await?;
    let signed_in = sessions::open(core, &tx, &account, SessionKind::Reader, client).await?;
    mails::enqueue(core, &tx, AccountMailKind::Verify { account_id: account.id }).await?;
    claim.set_created(&tx, account.id.0).await?;
    core.commit(tx, Tags::default()).await?;
    security::log(Event::Registered, security::EventDetails::account(account.id));
    Ok(signed_in)
}

/// Answers a repeated sign-up: whoever knows the password of the account that the first one opened is signed in.
pub async fn repeat_registration(
    core: &Core,
    account: &account::Model,
    password: SecretString,
    kind: SessionKind,
    client: &Client,
) -> Result<SessionTokens, AccountError> {
    sign_in(core, &account.email, password, kind, client).await.map_err(|error| match error {
        // As without a key: there is an account, and this is not its password.
        AccountError::InvalidCredentials => AccountError::EmailTaken,
        other => other,
    })
}

/// Signs anyone in as a reader; staff too, without their rights.
pub async fn sign_in_reader(
    core: &Core,
    email: &str,
    password: SecretString,
    client: &Client,
) -> Result<SessionTokens, AccountError> {
    sign_in(core, email, password, SessionKind::Reader, client).await
}

/// Mails a link that sets a new password to whoever has this address. Known and unknown ones take the same steps.
/// A browser that has been signed in to the account has a count of its own, so that nobody keeps its owner away.
pub async fn request_reset(core: &Core, email: &str, client: &Client) -> Result<(), AccountError> {
    let email = EmailAddress::parse(email)?;
    let account = queries::accounts::by_email_key(core.store.reader(), &email.key()).await?;
    let is_owner = is_known_browser(core, account.as_ref().map(|account| account.id), client).await?;
    let about = if is_owner { MailsAbout::AccountByOwner } else { MailsAbout::Account };
    attempts::count_mail(core, &email.key(), about).await?.map_err(AccountError::TooMany)?;
    let tx = core.store.begin().await?;
    mails::enqueue(core, &tx, AccountMailKind::Reset { account_id: account.map(|account| account.id) }).await?;
    Ok(core.commit(tx, Tags::default()).await?)
}

/// Sets a new password by a mailed code; every session of the account ends. The address has proved to be its owner's.
pub async fn reset_password(core: &Core, code: &str, password: SecretString) -> Result<(), AccountError> {
    let now = core.now();
    let row = codes::find(core, CodePurpose::Reset, code)
        .await?
        .filter(|row| codes::is_valid(row, now))
        .ok_or(AccountError::InvalidCode)?;
    let account =
        get(core, row.account_id.ok_or(AccountError::InvalidCode)?).await?.ok_or(AccountError::InvalidCode)?;
    passwords::check(core, &password, account.role, &EmailAddress::parse(&account.email)?)?;
    let hash = passwords::hash(core, password).await?;
    let email_key = account.email_key.clone();
    let tx = core.store.begin().await?;
    // Checked again in the transaction: the role may have changed while the password was hashed.
    let account = queries::accounts::get(&tx, account.id)
        .await?
        .filter(|now| now.role == account.role)
        .ok_or(AccountError::InvalidCode)?;
    if !queries::mailed_codes::consume(&tx, &row.code_hash, now).await? {
        return Err(AccountError::InvalidCode);
    }
    clear_unverified_owner(&tx, &account).await?;
    let (id, verified_at) = (account.id, account.email_verified_at.or(Some(now)));
    let mut changed = account.into_active_model();
    changed.password_hash = Set(Some(hash));
    changed.email_verified_at = Set(verified_at);
    changed.updated_at = Set(now);
    queries::accounts::update(&tx, changed).await?;
    queries::mailed_codes::consume_all(&tx, Owner::Account(id), CodePurpose::Reset, now).await?;
    queries::sessions::revoke_by_account(&tx, id, now).await?;
    mails::enqueue(
        core,
        &tx,
        AccountMailKind::Notice { account_id: id, notice: SecurityNotice::PasswordChanged, at: now },
    )
    .await?;
    core.commit(tx, Tags::default()).await?;
    security::log(Event::PasswordChanged, security::EventDetails::account(id));
    // Failed attempts before the reset must not lock the owner out.
    Ok(attempts::clear_account(core, &email_key).await?)
}

/// Sets a new password by the current one. Every other session of the account ends.
pub async fn change_password(
    core: &Core,
    who: &Identity,
    current: SecretString,
    password: SecretString,
    client: &Client,
) -> Result<(), AccountError> {
    let now = core.now();
    let account = get(core, who.account_id).await?.ok_or(AccountError::SessionEnded)?;
    let hash = account
        .password_hash
        .clone()
        .ok_or(AccountError::CurrentPassword("This account has no password yet. Ask for one by e-mail."))?;
    let attempt = count_sign_in(core, &account.email_key, Some(account.id), client).await?;
    if !passwords::verify(core, current, Some(hash)).await? {
        return Err(AccountError::CurrentPassword("This password is wrong."));
    }
    attempt.mark_succeeded(core).await?;
    passwords::check(core, &password, account.role, &EmailAddress::parse(&account.email)?)?;
    let hash = passwords::hash(core, password).await?;
    let tx = core.store.begin().await?;
    // Checked again under the lock: password or role may have changed while it was hashed.
    let unchanged = |found: &account::Model| found.role == account.role && found.password_hash == account.password_hash;
    let account =
        queries::accounts::lock_by_id(&tx, account.id).await?.filter(unchanged).ok_or(AccountError::SessionEnded)?;
    let id = account.id;
    let mut changed = account.into_active_model();
    changed.password_hash = Set(Some(hash));
    changed.updated_at = Set(now);
    queries::accounts::update(&tx, changed).await?;
    queries::sessions::revoke_others(&tx, id, &who.session_id, now).await?;
    mails::enqueue(
        core,
        &tx,
        AccountMailKind::Notice { account_id: id, notice: SecurityNotice::PasswordChanged, at: now },
    )
    .await?;
    core.commit(tx, Tags::default()).await?;
    security::log(Event::PasswordChanged, security::EventDetails::account(id));
    Ok(())
}

/// Verifies an e-mail address by a mailed code. Repeating it within a day is no error.
///
/// Anybody can register an unverified address. In a browser that is signed in to the account (`signed_in_accounts`) the
/// code verifies it. In any other, the mail's reader takes the account over with a new password; the earlier password,
/// sessions and identities end.
///
/// # Errors
///
/// - [`AccountError::PasswordNeeded`]: the code is not used up; repeat with a password.
pub async fn verify_email(
    core: &Core,
    code: &str,
    password: Option<SecretString>,
    signed_in_accounts: &[AccountId],
) -> Result<(), AccountError> {
    let now = core.now();
    let row = codes::find(core, CodePurpose::Verify, code).await?.ok_or(AccountError::InvalidCode)?;
    let account =
        get(core, row.account_id.ok_or(AccountError::InvalidCode)?).await?.ok_or(AccountError::InvalidCode)?;
    let is_signed_in = signed_in_accounts.contains(&account.id);
    if row.used_at.is_some_and(|at| now <= at.plus_ms(DAY_MS)) {
        // The first response may have been lost; the password of then stays.
        let stands = match password {
            Some(password) if !is_signed_in => passwords::verify(core, password, account.password_hash).await?,
            _ => true,
        };
        return if stands { Ok(()) } else { Err(AccountError::InvalidCode) };
    }
    if !codes::is_valid(&row, now) {
        return Err(AccountError::InvalidCode);
    }
    let is_proved = account.email_verified_at.is_some();
    let hash = match password {
        _ if is_signed_in || is_proved => None,
        None => {
            return Err(AccountError::PasswordNeeded { username: account.username, created_at: account.created_at });
        }
        Some(password) => {
            passwords::check(core, &password, account.role, &EmailAddress::parse(&account.email)?)?;
            Some(passwords::hash(core, password).await?)
        }
    };
    let tx = core.store.begin().await?;
    // Checked again under the lock: role or verification may have changed while the password was hashed.
    let unchanged =
        |found: &account::Model| found.role == account.role && found.email_verified_at == account.email_verified_at;
    let account =
        queries::accounts::lock_by_id(&tx, account.id).await?.filter(unchanged).ok_or(AccountError::InvalidCode)?;
    // Of two concurrent requests, one succeeds.
    if queries::mailed_codes::consume(&tx, &row.code_hash, now).await? && !is_proved {
        let id = account.id;
        if hash.is_some() {
            clear_unverified_owner(&tx, &account).await?;
            queries::sessions::revoke_by_account(&tx, id, now).await?;
            mails::enqueue(
                core,
                &tx,
                AccountMailKind::Notice { account_id: id, notice: SecurityNotice::PasswordChanged, at: now },
            )
            .await?;
        }
        let password_hash = hash.or_else(|| account.password_hash.clone());
        let mut verified = account.into_active_model();
        verified.password_hash = Set(password_hash);
        verified.email_verified_at = Set(Some(now));
        verified.updated_at = Set(now);
        queries::accounts::update(&tx, verified).await?;
        security::log(Event::AddressConfirmed, security::EventDetails::account(id));
    }
    Ok(core.commit(tx, Tags::default()).await?)
}

/// Mails the verifying link again; `false` when the address is verified already.
pub async fn resend_verification(core: &Core, id: AccountId) -> Result<bool, AccountError> {
    let account = get(core, id).await?.ok_or(AccountError::SessionEnded)?;
    if account.email_verified_at.is_some() {
        return Ok(false);
    }
    mails::count(core, &EmailAddress::parse(&account.email)?).await?;
    let tx = core.store.begin().await?;
    mails::enqueue(core, &tx, AccountMailKind::Verify { account_id: id }).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(true)
}

/// The account of this id.
pub async fn get(core: &Core, id: AccountId) -> Result<Option<account::Model>, AccountError> {
    Ok(queries::accounts::get(core.store.reader(), id).await?)
}

/// The social providers by which an account signs in.
pub async fn linked_providers(core: &Core, id: AccountId) -> Result<Vec<SocialProvider>, AccountError> {
    Ok(queries::account_identities::list_providers(core.store.reader(), id).await?)
}

/// Gives an account another name.
pub async fn rename(core: &Core, id: AccountId, username: &str) -> Result<account::Model, AccountError> {
    let name = validate_username(username.trim())?.to_owned();
    let mut account = get(core, id).await?.ok_or(AccountError::SessionEnded)?.into_active_model();
    account.username = Set(name);
    account.updated_at = Set(core.now());
    Ok(queries::accounts::update(core.store.writer(), account).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_names_have_at_most_60_characters_and_no_control_characters() {
        for name in ["amina", "Amina O'Neill", "Žofie 7", "あみな"] {
            assert!(validate_username(name).is_ok(), "{name}");
        }
        for name in ["", "a\nb", "<b>", "a\u{202e}b", &"a".repeat(61)] {
            assert!(validate_username(name).is_err(), "{name}");
        }
    }
}
