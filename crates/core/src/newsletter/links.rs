//! The links of every newsletter: signed for one subscriber, without an end.

use mwanga_store::entities::subscriber::Model;
use mwanga_store::queries;
use mwanga_store::types::SubscriberId;

use super::NewsletterError;
use crate::{Core, secrets};

const PURPOSE: &str = "newsletter link";

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
    format!("{id}-{}", secrets::sign(&core.config.secret_key, PURPOSE, &signed(id, email_key)))
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
    if secrets::verify(&core.config.secret_key, PURPOSE, &signed(subscriber.id, &subscriber.email_key), signature) {
        Ok(subscriber)
    } else {
        Err(NewsletterError::Link)
    }
}
