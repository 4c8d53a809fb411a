//! Account deletion, and the proof of ownership it needs.

use mwanga_store::queries;
use mwanga_store::types::{CodePurpose, Timestamp};
use secrecy::SecretString;

use super::mails::{self, AccountMailKind};
use super::service::count_sign_in;
use super::{AccountError, Client, Identity, passwords, readers};
use crate::Core;
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::mail::codes;
use crate::security::{self, Event};

/// How long a sign-in counts as proof of ownership, in milliseconds.
const RECENT_SIGN_IN_MS: i64 = 10 * 60_000;

/// Proof of ownership before an account is deleted.
#[derive(Debug, Default)]
pub struct DeletionProof {
    pub password: Option<SecretString>,
    /// Mailed code, for an account without a password whose last sign-in is not recent.
    pub code: Option<String>,
}

/// Mails a link that deletes an account without a password.
pub async fn request_deletion(core: &Core, who: &Identity) -> Result<(), AccountError> {
    let account = readers::get(core, who.account_id).await?.ok_or(AccountError::SessionEnded)?;
    mails::count(core, &EmailAddress::parse(&account.email)?).await?;
    let tx = core.store.begin().await?;
    mails::enqueue(core, &tx, AccountMailKind::Deletion { account_id: account.id }).await?;
    Ok(core.commit(tx, Tags::default()).await?)
}

/// Deletes an account with everything that is its owner's alone. What it wrote for the newsroom stays, without a name.
///
/// The proof is the password; for an account without one, a mailed code or a recent sign-in.
pub async fn delete(core: &Core, who: &Identity, proof: DeletionProof, client: &Client) -> Result<(), AccountError> {
    let (id, now) = (who.account_id, core.now());
    let account = readers::get(core, id).await?.ok_or(AccountError::SessionEnded)?;
    let mut code_hash = None;
    match account.password_hash.clone() {
        Some(hash) => {
            let password = proof.password.ok_or(AccountError::Password("Enter your password."))?;
            let attempt = count_sign_in(core, &account.email_key, Some(id), client).await?;
            if !passwords::verify(core, password, Some(hash)).await? {
                return Err(AccountError::Password("This password is wrong."));
            }
            attempt.mark_succeeded(core).await?;
        }
        None => match proof.code.filter(|code| !code.trim().is_empty()) {
            Some(code) => {
                let row = codes::find(core, CodePurpose::Delete, &code).await?;
                let row = row
                    .filter(|row| row.account_id == Some(id) && codes::is_valid(row, now))
                    .ok_or(AccountError::InvalidCode)?;
                code_hash = Some(row.code_hash);
            }
            None if is_recent_sign_in(who.signed_in_at, now) => {}
            None => return Err(AccountError::ProofRequired),
        },
    }
    let tx = core.store.begin().await?;
    let admins = queries::accounts::lock_admins(&tx).await?;
    if admins == [id] {
        return Err(AccountError::LastAdmin);
    }
    // Checked again under the lock: a password may have been set meanwhile, and a code is single-use.
    let unchanged =
        queries::accounts::lock_by_id(&tx, id).await?.is_some_and(|found| found.password_hash == account.password_hash);
    if !unchanged {
        return Err(AccountError::SessionEnded);
    }
    if let Some(hash) = code_hash
        && !queries::mailed_codes::consume(&tx, &hash, now).await?
    {
        return Err(AccountError::InvalidCode);
    }
    queries::posts::clear_owner(&tx, id).await?;
    queries::accounts::delete(&tx, id).await?;
    // Payments stay for accounting; the address is personal data and goes.
    if account.email_verified_at.is_some() {
        queries::subscriptions::delete_print_address(&tx, &account.email_key).await?;
    }
    tx.commit().await?;
    security::log(Event::AccountDeleted, security::EventDetails::account(id));
    Ok(())
}

const fn is_recent_sign_in(signed_in_at: Timestamp, now: Timestamp) -> bool {
    now.0 - signed_in_at.0 <= RECENT_SIGN_IN_MS
}
