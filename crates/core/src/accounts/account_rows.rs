//! Account rows: validation and inserts that several sign-in methods share.

use mwanga_store::entities::account;
use mwanga_store::types::{Role, Timestamp};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, Transaction, queries};
use sea_orm::{NotSet, Set};

use super::AccountError;
use crate::email::EmailAddress;

/// Maximum length of a username, in characters.
const MAX_USERNAME_CHARS: usize = 60;

/// Checks length and characters of a username.
pub(super) fn validate_username(name: &str) -> Result<&str, AccountError> {
    let count = name.chars().count();
    if count == 0 {
        return Err(AccountError::Username("Enter a username."));
    }
    if count > MAX_USERNAME_CHARS {
        return Err(AccountError::Username("Use at most 60 characters."));
    }
    // Bidirectional controls and invisible characters let a name impersonate another.
    let hides = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '<' | '>')
    };
    if name.chars().any(hides) {
        Err(AccountError::Username("Use letters, digits and common signs."))
    } else {
        Ok(name)
    }
}

pub(super) struct NewAccount<'a> {
    pub username: &'a str,
    /// Argon2id hash of the password; none for an account that signs in by a social provider only.
    pub hash: Option<String>,
    pub role: Role,
    /// Whether the e-mail address is verified.
    pub verified: bool,
}

pub(super) async fn insert(
    db: &impl ConnectionTrait,
    email: &EmailAddress,
    new: NewAccount<'_>,
    now: Timestamp,
) -> Result<account::Model, AccountError> {
    let NewAccount { username, hash, role, verified } = new;
    let row = account::ActiveModel {
        id: NotSet,
        email: Set(email.as_str().to_owned()),
        email_key: Set(email.key()),
        username: Set(username.to_owned()),
        password_hash: Set(hash),
        role: Set(role),
        email_verified_at: Set(verified.then_some(now)),
        created_at: Set(now),
        updated_at: Set(now),
    };
    queries::accounts::insert(db, row).await.map_err(|e| match e {
        StoreError::Conflict(_) => AccountError::EmailTaken,
        other => other.into(),
    })
}

/// Deletes identities and known browsers of an account with an unverified address, before it is handed over to the
/// verified owner of the address: somebody else may have registered it.
pub(super) async fn clear_unverified_owner(tx: &Transaction, account: &account::Model) -> StoreResult<()> {
    if account.email_verified_at.is_some() {
        return Ok(());
    }
    queries::account_browsers::delete_by_account(tx, account.id).await?;
    queries::account_identities::delete_by_account(tx, account.id).await
}
