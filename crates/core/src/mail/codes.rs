//! Single-use codes in mailed links, stored as hashes.

use mwanga_store::entities::mailed_code::Model;
use mwanga_store::queries::mailed_codes::Owner;
use mwanga_store::types::{CodePurpose, Timestamp};
use mwanga_store::{StoreResult, queries};

use crate::{Core, secrets};

/// Derives the code of a mail from its id: it is not stored, and a retried mail has the same one.
pub fn derive(core: &Core, mail_id: &str) -> String {
    core.keys.sign("mailed code", mail_id)[..40].to_owned()
}

/// Stores the hash of a code, valid until `expires_at`. `false` when the code was used already, so the mail has
/// arrived.
pub async fn store(
    core: &Core,
    purpose: CodePurpose,
    code: &str,
    owner: Owner,
    expires_at: Timestamp,
) -> StoreResult<bool> {
    let (db, hash, now) = (core.store.writer(), secrets::fingerprint(code), core.now());
    queries::mailed_codes::upsert(db, purpose, &hash, owner, expires_at, now).await?;
    Ok(queries::mailed_codes::get(db, purpose, &hash).await?.is_some_and(|row| row.used_at.is_none()))
}

/// Finds the row of a code with this purpose.
pub async fn find(core: &Core, purpose: CodePurpose, code: &str) -> StoreResult<Option<Model>> {
    queries::mailed_codes::get(core.store.reader(), purpose, &secrets::fingerprint(code.trim())).await
}

/// Whether a code is unused and not expired.
pub(crate) fn is_valid(row: &Model, now: Timestamp) -> bool {
    row.used_at.is_none() && row.expires_at > now
}
