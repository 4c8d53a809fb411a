//! Subscribing with double opt-in: the request, and its confirmation by a mailed code, which has a welcome sent.

use mwanga_store::entities::subscriber::Model;
use mwanga_store::queries;
use mwanga_store::queries::mailed_codes::Owner;
use mwanga_store::types::{CodePurpose, SubscriberId, SubscriberStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult};

use super::mails::{self, NewsletterMailKind};
use super::{NewsletterError, TOPIC_GROUPS, preferences, welcome};
use crate::Core;
use crate::attempts::{self, MailsAbout};
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::idempotency::Claim;
use crate::mail::codes;

const DAY_MS: i64 = 24 * 3_600_000;

/// Requests a subscription, and mails the owner of the address. Every request has the same status and steps, so that it
/// does not reveal whether the address is known.
pub async fn subscribe(core: &Core, email: &str, claim: &Claim) -> Result<SubscriberStatus, NewsletterError> {
    let email = EmailAddress::parse(email)?;
    // Each request mails the owner, wanted or not.
    let counted = attempts::count_mail(core, &email.key(), MailsAbout::Newsletter).await?;
    counted.map_err(NewsletterError::TooMany)?;
    let status = initial_status(core);
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    let row = request(core, &tx, email.as_str(), &email.key()).await?;
    match (status, row.status) {
        (SubscriberStatus::Confirmed, _) => confirm_and_welcome(core, &tx, row.id).await?,
        (_, SubscriberStatus::Confirmed) => mails::enqueue(core, &tx, row.id, NewsletterMailKind::Known).await?,
        _ => mails::enqueue(core, &tx, row.id, NewsletterMailKind::Confirm).await?,
    }
    claim.set_created(&tx, row.id.0).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(status)
}

/// Records a request, and locks its row: a known address keeps its status.
async fn request(core: &Core, tx: &impl ConnectionTrait, email: &str, email_key: &str) -> StoreResult<Model> {
    queries::subscribers::upsert_request(tx, email, email_key, SubscriberStatus::Pending, core.now()).await
}

/// Confirms a subscriber, and has one welcomed who was not confirmed already.
pub(super) async fn confirm_and_welcome(core: &Core, tx: &impl ConnectionTrait, id: SubscriberId) -> StoreResult<()> {
    let now = core.now();
    if queries::subscribers::confirm(tx, id, now).await? { welcome::enqueue(tx, id, now).await } else { Ok(()) }
}

/// Status of an earlier request, if its subscriber still exists; whoever unsubscribed may request again.
pub async fn find_subscription_status(
    core: &Core,
    id: SubscriberId,
) -> Result<Option<SubscriberStatus>, NewsletterError> {
    let row = queries::subscribers::get(core.store.reader(), id).await?;
    Ok(row
        .filter(|row| matches!(row.status, SubscriberStatus::Pending | SubscriberStatus::Confirmed))
        .map(|_| initial_status(core)))
}

/// Subscribes an address to all topics, as part of a checkout. `proved`: the address is verified, so no confirmation is
/// needed.
pub(crate) async fn subscribe_to_all(
    core: &Core,
    tx: &impl ConnectionTrait,
    email: &str,
    email_key: &str,
    proved: bool,
) -> StoreResult<()> {
    let known = queries::subscribers::by_email_key(tx, email_key).await?;
    let row = request(core, tx, email, email_key).await?;
    // Topics of a known subscriber are only theirs to change.
    if proved || known.is_none_or(|known| known.status == SubscriberStatus::Pending) {
        let all: Vec<String> =
            TOPIC_GROUPS.iter().flat_map(|group| group.topics).map(|topic| topic.id.to_owned()).collect();
        preferences::save_topics(tx, &row, &all).await?;
    }
    if proved {
        queries::suppressions::remove(tx, email_key).await?;
    }
    if proved || initial_status(core) == SubscriberStatus::Confirmed {
        return confirm_and_welcome(core, tx, row.id).await;
    }
    match row.status {
        SubscriberStatus::Confirmed => Ok(()),
        _ => mails::enqueue(core, tx, row.id, NewsletterMailKind::Confirm).await,
    }
}

/// Status of a new subscriber: pending with double opt-in.
pub fn initial_status(core: &Core) -> SubscriberStatus {
    if core.settings().newsletter.double_opt_in { SubscriberStatus::Pending } else { SubscriberStatus::Confirmed }
}

/// Confirms a subscription by a mailed code, with topics if given. Repeating it within a day is no error and changes
/// nothing. Returns the subscriber.
pub async fn confirm(core: &Core, code: &str, topics: Option<&[String]>) -> Result<Model, NewsletterError> {
    let now = core.now();
    let row = codes::find(core, CodePurpose::Newsletter, code).await?.ok_or(NewsletterError::InvalidLink)?;
    let id = row.subscriber_id.ok_or(NewsletterError::InvalidLink)?;
    let tx = core.store.begin().await?;
    let subscriber = queries::subscribers::lock_by_id(&tx, id).await?.ok_or(NewsletterError::InvalidLink)?;
    // Of two concurrent requests, one confirms.
    if queries::mailed_codes::consume(&tx, &row.code_hash, now).await? {
        confirm_and_welcome(core, &tx, id).await?;
        // The mail arrived, so the address is not suppressed any more.
        queries::suppressions::remove(&tx, &subscriber.email_key).await?;
        // Invalidates the codes of repeated requests.
        queries::mailed_codes::consume_all(&tx, Owner::Subscriber(id), CodePurpose::Newsletter, now).await?;
        // No topics sent: earlier ones stay.
        if let Some(topics) = topics.filter(|topics| !topics.is_empty()) {
            preferences::save_topics(&tx, &subscriber, topics).await?;
        }
        core.commit(tx, Tags::default()).await?;
        return Ok(subscriber);
    }
    let pressed =
        queries::mailed_codes::get(&tx, CodePurpose::Newsletter, &row.code_hash).await?.and_then(|row| row.used_at);
    if was_confirmed_recently(pressed, &subscriber, now) { Ok(subscriber) } else { Err(NewsletterError::InvalidLink) }
}

/// The subscriber whom a mailed code confirms, or confirmed within the last day. Changes nothing.
pub async fn find_by_code(core: &Core, code: &str) -> Result<Model, NewsletterError> {
    let row = codes::find(core, CodePurpose::Newsletter, code).await?.ok_or(NewsletterError::InvalidLink)?;
    let id = row.subscriber_id.ok_or(NewsletterError::InvalidLink)?;
    let subscriber = queries::subscribers::get(core.store.reader(), id).await?.ok_or(NewsletterError::InvalidLink)?;
    let opens = codes::is_valid(&row, core.now()) || was_confirmed_recently(row.used_at, &subscriber, core.now());
    if opens { Ok(subscriber) } else { Err(NewsletterError::InvalidLink) }
}

fn was_confirmed_recently(pressed: Option<Timestamp>, subscriber: &Model, now: Timestamp) -> bool {
    pressed.is_some_and(|at| now <= at.plus_ms(DAY_MS)) && subscriber.status == SubscriberStatus::Confirmed
}
