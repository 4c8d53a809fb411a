//! What more than one way in writes to the rows of an account.

use mwanga_store::entities::account;
use mwanga_store::types::{Role, Timestamp};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, Transaction, queries};
use sea_orm::{NotSet, Set};

use super::AccountError;
use crate::email::EmailAddress;

/// Characters of a username.
const LONGEST_NAME: usize = 60;

pub(super) fn checked_name(name: &str) -> Result<&str, AccountError> {
    let count = name.chars().count();
    if count == 0 {
        return Err(AccountError::Username("Enter a username."));
    }
    if count > LONGEST_NAME {
        return Err(AccountError::Username("Use at most 60 characters."));
    }
    // Names that turn the direction of the text around them, or hide in it, stand for somebody else.
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
    /// Of its password; none for an account that signs in elsewhere.
    pub hash: Option<String>,
    pub role: Role,
    /// Whether the address has proved to be its owner's.
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

/// Takes identities and known browsers from an account whose address nobody has proved yet, before it goes to the one
/// who has: they may be somebody else's.
pub(super) async fn drop_strangers(tx: &Transaction, account: &account::Model) -> StoreResult<()> {
    if account.email_verified_at.is_some() {
        return Ok(());
    }
    queries::account_browsers::delete_of_account(tx, account.id).await?;
    queries::account_identities::delete_of_account(tx, account.id).await
}
