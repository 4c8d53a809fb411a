//! The links of every newsletter: signed for one subscriber, without an end.

use mwanga_store::entities::subscriber::Model;
use mwanga_store::types::{SubscriberId, Timestamp};
use mwanga_store::{Store, StoreError, StoreResult, queries};
use secrecy::SecretString;

use super::NewsletterError;
use crate::{Core, secrets};

/// What signed the links of versions before the link key.
const EARLIER_PURPOSE: &str = "newsletter link";
/// The setting that holds the link key.
const LINK_KEY: &str = "newsletter_link_key";
/// The setting that says up to which subscriber [`keep_earlier_links`] has come.
const KEPT_UNTIL: &str = "newsletter_links_kept_until";
const BATCH: u64 = 500;

/// The key that signs the links of newsletters, made at the first start.
pub async fn link_key(store: &Store, now: Timestamp) -> StoreResult<SecretString> {
    let db = store.writer();
    if let Some(key) = queries::settings::get(db, LINK_KEY).await? {
        return Ok(key.into());
    }
    queries::settings::insert_if_absent(db, LINK_KEY, &secrets::random_name(43), now).await?;
    let key = queries::settings::get(db, LINK_KEY).await?;
    key.map(SecretString::from).ok_or_else(|| StoreError::Conflict(LINK_KEY.into()))
}

/// Notes the signatures of all links that were mailed before there was a link key, so that they are good whatever
/// becomes of `MWANGA_SECRET_KEY`. Once: later subscribers get links of the link key alone. Killed half-way, it goes on
/// at the next start. Answers how many it noted.
pub async fn keep_earlier_links(core: &Core) -> StoreResult<u64> {
    const DONE: &str = "done";
    let (reader, mut kept) = (core.store.reader(), 0);
    let mut until = match queries::settings::get(reader, KEPT_UNTIL).await?.as_deref() {
        Some(DONE) => return Ok(0),
        until => SubscriberId(until.and_then(|until| until.parse().ok()).unwrap_or(0)),
    };
    loop {
        let subscribers = queries::subscribers::list(reader, until, BATCH).await?;
        let hash = |row: &Model| {
            secrets::fingerprint(&core.keys.sign_as_before(EARLIER_PURPOSE, &signed(row.id, &row.email_key)))
        };
        let rows: Vec<(SubscriberId, String)> = subscribers.iter().map(|(row, _)| (row.id, hash(row))).collect();
        let next = rows.last().map(|(id, _)| *id);
        let tx = core.store.begin().await?;
        kept += queries::earlier_links::insert(&tx, rows).await?;
        queries::settings::set(&tx, KEPT_UNTIL, &next.map_or(DONE.to_owned(), |id| id.to_string()), core.now()).await?;
        tx.commit().await?;
        match next {
            Some(id) => until = id,
            None => return Ok(kept),
        }
    }
}

/// Where a subscriber chooses topics.
pub fn preferences_path(core: &Core, subscriber: &Model) -> String {
    format!("/newsletter/preferences?code={}", code(core, subscriber.id, &subscriber.email_key))
}

/// Where a subscriber leaves: a page to people, one press to mail programs (RFC 8058).
pub fn unsubscribe_path(core: &Core, subscriber: &Model) -> String {
    format!("/newsletter/unsubscribe?code={}", code(core, subscriber.id, &subscriber.email_key))
}

/// What stands in the links of a subscriber.
pub(super) fn code(core: &Core, id: SubscriberId, email_key: &str) -> String {
    format!("{id}-{}", secrets::sign_with(&core.link_key, &signed(id, email_key)))
}

/// The address stands in it too: a number that a restored copy gives to somebody else opens nothing.
fn signed(id: SubscriberId, email_key: &str) -> String {
    format!("{id}\n{email_key}")
}

/// Whose link it is.
pub(super) async fn owner(core: &Core, code: &str) -> Result<Model, NewsletterError> {
    let (id, signature) = code.trim().split_once('-').ok_or(NewsletterError::Link)?;
    let id = SubscriberId(id.parse().map_err(|_| NewsletterError::Link)?);
    let subscriber = queries::subscribers::get(core.store.reader(), id).await?.ok_or(NewsletterError::Link)?;
    let text = signed(id, &subscriber.email_key);
    // Until the signatures of before are noted, they are computed.
    let is_good = secrets::verify_with(&core.link_key, &text, signature)
        || core.keys.verify(EARLIER_PURPOSE, &text, signature)
        || queries::earlier_links::get(core.store.reader(), id).await? == Some(secrets::fingerprint(signature));
    if is_good { Ok(subscriber) } else { Err(NewsletterError::Link) }
}
