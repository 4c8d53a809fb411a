use mwanga_store::entities::subscriber::Model;
use mwanga_store::queries;
use mwanga_store::queries::mailed_codes::Owner;
use mwanga_store::types::{CodePurpose, SubscriberId, SubscriberStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult};

use super::mails::{self, About};
use super::{NewsletterError, TOPIC_GROUPS, preferences};
use crate::Core;
use crate::attempts::{self, Tried};
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::idempotency::Claim;
use crate::mail::codes;

const DAY_MS: i64 = 24 * 3_600_000;

/// Notes that somebody wants newsletters at an address, and mails its owner. Answers the status that every such wish
/// gets: whether the address was known must not show, so both take the same steps.
pub async fn subscribe(core: &Core, email: &str, claim: &Claim) -> Result<SubscriberStatus, NewsletterError> {
    let email = EmailAddress::parse(email)?;
    // Each wish is answered by a mail to whoever owns the address, wanted or not.
    attempts::count(core, Tried::Mail { email_key: &email.key() }).await?.map_err(NewsletterError::TooMany)?;
    let status = wished(core);
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    let row = queries::subscribers::ask(&tx, email.as_str(), &email.key(), status, core.now()).await?;
    if status == SubscriberStatus::Pending {
        let about = if row.status == SubscriberStatus::Confirmed { About::Known } else { About::Confirm };
        mails::enqueue(core, &tx, row.id, about).await?;
    }
    claim.set_created(&tx, row.id.0).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(status)
}

/// What every wish answers, where the subscriber that one made is still there: whoever left meanwhile may ask again.
pub async fn find_wish(core: &Core, id: SubscriberId) -> Result<Option<SubscriberStatus>, NewsletterError> {
    let row = queries::subscribers::get(core.store.reader(), id).await?;
    Ok(row
        .filter(|row| matches!(row.status, SubscriberStatus::Pending | SubscriberStatus::Confirmed))
        .map(|_| wished(core)))
}

/// Notes that somebody wants all newsletters at an address, as a part of something else. `proved`: it is theirs, so the
/// wish is enough; otherwise its owner is asked, as for any wish.
pub(crate) async fn want_all(
    core: &Core,
    tx: &impl ConnectionTrait,
    email: &str,
    email_key: &str,
    proved: bool,
) -> StoreResult<()> {
    let status = if proved { SubscriberStatus::Confirmed } else { wished(core) };
    let known = queries::subscribers::by_email_key(tx, email_key).await?;
    let row = queries::subscribers::ask(tx, email, email_key, status, core.now()).await?;
    // Of an address that somebody owns already they alone choose.
    if proved || known.is_none_or(|known| known.status == SubscriberStatus::Pending) {
        let all: Vec<String> =
            TOPIC_GROUPS.iter().flat_map(|group| group.topics).map(|topic| topic.id.to_owned()).collect();
        preferences::choose(tx, &row, &all).await?;
    }
    if !proved && row.status == SubscriberStatus::Confirmed {
        return Ok(());
    }
    if proved {
        queries::suppressions::remove(tx, email_key).await?;
        return Ok(());
    }
    mails::enqueue(core, tx, row.id, About::Confirm).await
}

/// What a wish makes of an address: with double opt-in, one that waits for its owner's confirmation.
pub fn wished(core: &Core) -> SubscriberStatus {
    if core.config.mail.double_opt_in { SubscriberStatus::Pending } else { SubscriberStatus::Confirmed }
}

/// Notes by a mailed code that the owner of an address wants newsletters, and about which topics, where some were sent
/// along. Pressing again within a day is no error and changes nothing. Answers whose address it is.
pub async fn confirm(core: &Core, code: &str, topics: Option<&[String]>) -> Result<Model, NewsletterError> {
    let now = core.now();
    let row = codes::find(core, CodePurpose::Newsletter, code).await?.ok_or(NewsletterError::Link)?;
    let id = row.subscriber_id.ok_or(NewsletterError::Link)?;
    let tx = core.store.begin().await?;
    let subscriber = queries::subscribers::lock_by_id(&tx, id).await?.ok_or(NewsletterError::Link)?;
    // Of two presses at once, one does it.
    if queries::mailed_codes::take(&tx, &row.code_hash, now).await? {
        queries::subscribers::confirm(&tx, id, now).await?;
        // The link came by mail, so mail reaches it.
        queries::suppressions::remove(&tx, &subscriber.email_key).await?;
        // Who asked several times has several mails; any of them says that it is done.
        queries::mailed_codes::take_all(&tx, Owner::Subscriber(id), CodePurpose::Newsletter, now).await?;
        // None ticked is no choice: what was chosen before stays.
        if let Some(topics) = topics.filter(|topics| !topics.is_empty()) {
            preferences::choose(&tx, &subscriber, topics).await?;
        }
        core.commit(tx, Tags::default()).await?;
        return Ok(subscriber);
    }
    let pressed =
        queries::mailed_codes::get(&tx, CodePurpose::Newsletter, &row.code_hash).await?.and_then(|row| row.used_at);
    if is_done(pressed, &subscriber, now) { Ok(subscriber) } else { Err(NewsletterError::Link) }
}

/// Whose wish a mailed code would confirm, or confirmed within the last day. Changes nothing.
pub async fn wish(core: &Core, code: &str) -> Result<Model, NewsletterError> {
    let row = codes::find(core, CodePurpose::Newsletter, code).await?.ok_or(NewsletterError::Link)?;
    let id = row.subscriber_id.ok_or(NewsletterError::Link)?;
    let subscriber = queries::subscribers::get(core.store.reader(), id).await?.ok_or(NewsletterError::Link)?;
    let opens = codes::is_good(&row, core.now()) || is_done(row.used_at, &subscriber, core.now());
    if opens { Ok(subscriber) } else { Err(NewsletterError::Link) }
}

fn is_done(pressed: Option<Timestamp>, subscriber: &Model, now: Timestamp) -> bool {
    pressed.is_some_and(|at| now <= at.plus_ms(DAY_MS)) && subscriber.status == SubscriberStatus::Confirmed
}
