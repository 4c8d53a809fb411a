//! Signed unsubscribe and preference links, which do not expire.

use mwanga_store::entities::subscriber::Model;
use mwanga_store::types::SubscriberId;
use mwanga_store::{StoreResult, queries};

use super::NewsletterError;
use crate::{Core, secrets};

/// Signing purpose of links before the link key existed.
const LEGACY_PURPOSE: &str = "newsletter link";
/// The setting that holds the link key.
/// The setting that says up to which subscriber [`migrate_legacy_links`] has come.
const MIGRATED_UNTIL: &str = "newsletter_links_kept_until";
const BATCH: u64 = 500;

/// Migrates links that were mailed before the link key existed: stores their hashed signatures, so that they stay valid
/// when `MWANGA_SECRET_KEY` changes. Runs once; interrupted, it resumes at the next start. Returns how many it stored.
pub async fn migrate_legacy_links(core: &Core) -> StoreResult<u64> {
    const DONE: &str = "done";
    let (reader, mut migrated) = (core.store.reader(), 0);
    let mut until = match queries::settings::get(reader, MIGRATED_UNTIL).await?.as_deref() {
        Some(DONE) => return Ok(0),
        until => SubscriberId(until.and_then(|until| until.parse().ok()).unwrap_or(0)),
    };
    loop {
        let subscribers = queries::subscribers::list(reader, until, BATCH).await?;
        let hash = |row: &Model| {
            secrets::fingerprint(&core.keys.sign_legacy(LEGACY_PURPOSE, &signing_input(row.id, &row.email_key)))
        };
        let rows: Vec<(SubscriberId, String)> = subscribers.iter().map(|(row, _)| (row.id, hash(row))).collect();
        let next = rows.last().map(|(id, _)| *id);
        let tx = core.store.begin().await?;
        migrated += queries::earlier_links::insert(&tx, rows).await?;
        queries::settings::set(&tx, MIGRATED_UNTIL, &next.map_or(DONE.to_owned(), |id| id.to_string()), core.now())
            .await?;
        tx.commit().await?;
        match next {
            Some(id) => until = id,
            None => return Ok(migrated),
        }
    }
}

/// Path of the preferences page.
pub fn preferences_path(core: &Core, subscriber: &Model) -> String {
    format!("/newsletter/preferences?code={}", code(core, subscriber.id, &subscriber.email_key))
}

/// Code in a subscriber's links: id and signature.
pub(super) fn code(core: &Core, id: SubscriberId, email_key: &str) -> String {
    format!("{id}-{}", secrets::sign_with(core.link_key(), &signing_input(id, email_key)))
}

/// Signs the address too: after a restore, an id may belong to somebody else.
fn signing_input(id: SubscriberId, email_key: &str) -> String {
    format!("{id}\n{email_key}")
}

/// Verifies the code of a link and returns its subscriber.
pub(super) async fn find_subscriber(core: &Core, code: &str) -> Result<Model, NewsletterError> {
    let (id, signature) = code.trim().split_once('-').ok_or(NewsletterError::InvalidLink)?;
    let id = SubscriberId(id.parse().map_err(|_| NewsletterError::InvalidLink)?);
    let db = core.store.reader();
    if let Some(earlier) = queries::addresses::earlier(db, id).await?
        && is_signed(core, &signing_input(id, &earlier.email_key), signature)
    {
        let subscriber = queries::subscribers::get(db, earlier.subscriber_id).await?;
        return subscriber.ok_or(NewsletterError::InvalidLink);
    }
    let subscriber = queries::subscribers::get(db, id).await?.ok_or(NewsletterError::InvalidLink)?;
    let is_valid = is_signed(core, &signing_input(id, &subscriber.email_key), signature)
        || queries::earlier_links::get(db, id).await? == Some(secrets::fingerprint(signature));
    if is_valid { Ok(subscriber) } else { Err(NewsletterError::InvalidLink) }
}

fn is_signed(core: &Core, text: &str, signature: &str) -> bool {
    // Legacy signatures are verified by key until they are migrated.
    secrets::verify_with(core.link_key(), text, signature) || core.keys.verify(LEGACY_PURPOSE, text, signature)
}
