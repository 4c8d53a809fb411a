//! Codes that are mailed: single-use, and kept as hashes alone.

use mwanga_store::entities::mailed_code::Model;
use mwanga_store::queries::mailed_codes::Owner;
use mwanga_store::types::{CodePurpose, Timestamp};
use mwanga_store::{StoreResult, queries};

use crate::{Core, secrets};

/// The code of a mail: no row holds it, and a mail that is sent again has the same one.
pub fn of_mail(core: &Core, mail_id: &str) -> String {
    core.keys.sign("mailed code", mail_id)[..40].to_owned()
}

/// Makes a code good until `expires_at`. `false` when it was used already: the mail must have arrived then.
pub async fn keep(
    core: &Core,
    purpose: CodePurpose,
    code: &str,
    owner: Owner,
    expires_at: Timestamp,
) -> StoreResult<bool> {
    let (db, hash, now) = (core.store.writer(), secrets::fingerprint(code), core.now());
    queries::mailed_codes::keep(db, purpose, &hash, owner, expires_at, now).await?;
    Ok(queries::mailed_codes::get(db, purpose, &hash).await?.is_some_and(|row| row.used_at.is_none()))
}

/// What is known of a code that somebody sent; none when it was never mailed for this.
pub async fn find(core: &Core, purpose: CodePurpose, code: &str) -> StoreResult<Option<Model>> {
    queries::mailed_codes::get(core.store.reader(), purpose, &secrets::fingerprint(code.trim())).await
}

pub fn is_good(row: &Model, now: Timestamp) -> bool {
    row.used_at.is_none() && row.expires_at > now
}
