use mwanga_store::queries;
use mwanga_store::types::SubscriberStatus;

use super::NewsletterError;
use crate::Core;
use crate::attempts::{self, Tried};
use crate::email::EmailAddress;

/// Notes that somebody wants newsletters at an address, and answers the status that every such wish gets: whether the address was known must not show.
pub async fn subscribe(core: &Core, email: &str) -> Result<SubscriberStatus, NewsletterError> {
    let email = EmailAddress::parse(email)?;
    // Each wish is answered by a mail to whoever owns the address, wanted or not.
    attempts::count(core, Tried::Mail { email_key: &email.key() }).await?.map_err(NewsletterError::TooMany)?;
    let status = wished(core);
    queries::subscribers::ask(core.store.writer(), email.as_str(), &email.key(), status, core.now()).await?;
    Ok(status)
}

/// What a wish makes of an address: with double opt-in, one that waits for its owner's confirmation.
pub fn wished(core: &Core) -> SubscriberStatus {
    if core.config.newsletter_double_opt_in { SubscriberStatus::Pending } else { SubscriberStatus::Confirmed }
}
