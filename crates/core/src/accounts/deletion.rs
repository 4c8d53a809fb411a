use mwanga_store::queries;
use mwanga_store::types::{CodePurpose, Timestamp};
use secrecy::SecretString;

use super::mails::{self, About};
use super::service::count_sign_in;
use super::{AccountError, Client, Identity, passwords, readers};
use crate::Core;
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::mail::codes;
use crate::security::{self, Event};

/// How long a social sign-in is fresh, in milliseconds.
const FRESH_MS: i64 = 10 * 60_000;

/// How somebody shows that an account is theirs before it is deleted.
#[derive(Debug, Default)]
pub struct Proof {
    pub password: Option<SecretString>,
    /// Of a mail, where the account has no password and its owner did not just sign in.
    pub code: Option<String>,
}

/// Mails a link by which an account without a password is deleted.
pub async fn ask_deletion(core: &Core, who: &Identity) -> Result<(), AccountError> {
    let account = readers::get(core, who.account_id).await?.ok_or(AccountError::Ended)?;
    mails::count(core, &EmailAddress::parse(&account.email)?).await?;
    let tx = core.store.begin().await?;
    mails::enqueue(core, &tx, About::Deletion { account_id: account.id }).await?;
    Ok(core.commit(tx, Tags::default()).await?)
}

/// Deletes an account with everything that is its owner's alone. What it wrote for the newsroom stays, without a name.
///
/// Its owner shows that it is theirs by the password. Without one, by a mailed code, or by a sign-in at the social
/// provider of a moment ago.
pub async fn delete(core: &Core, who: &Identity, proof: Proof, client: &Client) -> Result<(), AccountError> {
    let (id, now) = (who.account_id, core.now());
    let account = readers::get(core, id).await?.ok_or(AccountError::Ended)?;
    let mut code_hash = None;
    match account.password_hash.clone() {
        Some(hash) => {
            let password = proof.password.ok_or(AccountError::Password("Enter your password."))?;
            let counted = count_sign_in(core, &account.email_key, Some(id), client).await?;
            if !passwords::verify(password, Some(hash)).await? {
                return Err(AccountError::Password("This password is wrong."));
            }
            counted.succeeded(core).await?;
        }
        None => match proof.code.filter(|code| !code.trim().is_empty()) {
            Some(code) => {
                let row = codes::find(core, CodePurpose::Delete, &code).await?;
                let row = row
                    .filter(|row| row.account_id == Some(id) && codes::is_good(row, now))
                    .ok_or(AccountError::Link)?;
                code_hash = Some(row.code_hash);
            }
            None if is_fresh(who.signed_in_at, now) => {}
            None => return Err(AccountError::Confirm),
        },
    }
    let tx = core.store.begin().await?;
    let admins = queries::accounts::lock_admins(&tx).await?;
    if admins == [id] {
        return Err(AccountError::LastAdmin);
    }
    // Asked again: a password may have been set meanwhile, and a code is good once.
    let unchanged =
        queries::accounts::lock_by_id(&tx, id).await?.is_some_and(|found| found.password_hash == account.password_hash);
    if !unchanged {
        return Err(AccountError::Ended);
    }
    if let Some(hash) = code_hash
        && !queries::mailed_codes::take(&tx, &hash, now).await?
    {
        return Err(AccountError::Link);
    }
    queries::accounts::delete(&tx, id).await?;
    // What was paid stays in the books; where something was sent is nobody's business any more.
    if account.email_verified_at.is_some() {
        queries::subscriptions::delete_address(&tx, &account.email_key).await?;
    }
    tx.commit().await?;
    security::log(Event::AccountDeleted, security::About::account(id));
    Ok(())
}

const fn is_fresh(signed_in_at: Timestamp, now: Timestamp) -> bool {
    now.0 - signed_in_at.0 <= FRESH_MS
}
