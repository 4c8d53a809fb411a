//! Subscribers of a list from elsewhere. Nobody is mailed, and whoever left, here or there, stays away.

use std::collections::BTreeSet;

use mwanga_store::entities::subscriber;
use mwanga_store::queries::subscribers;
use mwanga_store::types::{SubscriberStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult};
use sea_orm::Set;

use crate::Core;
use crate::changes::Tags;
use crate::email::EmailAddress;

/// A subscriber as a list has them.
#[derive(Clone, Debug)]
pub struct ImportSubscriber {
    pub email: EmailAddress,
    pub name: String,
    pub status: SubscriberStatus,
    pub confirmed_at: Option<Timestamp>,
    /// Of who left, where the list says it.
    pub left_at: Option<Timestamp>,
    /// Ids of topics that are here.
    pub topics: BTreeSet<String>,
}

/// What becomes of a subscriber of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubscriberOutcome {
    New,
    /// Was pending, and the list has them as confirmed.
    Confirmed,
    /// Was subscribed or asked to be, and left by the list.
    Left,
    Existing,
    /// Unsubscribed or bounced before: an import never resubscribes.
    OptedOut,
}

impl SubscriberOutcome {
    fn of(existing: Option<SubscriberStatus>, by_list: SubscriberStatus) -> Self {
        use SubscriberStatus::{Bounced, Confirmed, Pending, Unsubscribed};
        match (existing, by_list) {
            (None, _) => Self::New,
            (Some(Unsubscribed | Bounced), _) => Self::OptedOut,
            (Some(Pending | Confirmed), Unsubscribed | Bounced) => Self::Left,
            (Some(Pending), Confirmed) => Self::Confirmed,
            (Some(Pending | Confirmed), Pending | Confirmed) => Self::Existing,
        }
    }

    /// Whether the status of the list is the subscriber's from now on.
    pub const fn writes(self) -> bool {
        matches!(self, Self::New | Self::Confirmed | Self::Left)
    }
}

/// Brings subscribers, all of them or none: what becomes of each, in order. Idempotent.
pub async fn import_subscribers(core: &Core, list: &[ImportSubscriber]) -> StoreResult<Vec<SubscriberOutcome>> {
    let tx = core.store.begin().await?;
    let mut outcomes = Vec::with_capacity(list.len());
    for subscriber in list {
        outcomes.push(import_one(core, &tx, subscriber).await?);
    }
    core.commit(tx, Tags::default()).await?;
    Ok(outcomes)
}

/// What would become of a subscriber; `before`: the status that an earlier line would have given the address.
pub async fn would_import(
    core: &Core,
    subscriber: &ImportSubscriber,
    before: Option<SubscriberStatus>,
) -> StoreResult<SubscriberOutcome> {
    let existing = match before {
        Some(status) => Some(status),
        None => subscribers::by_email_key(core.store.reader(), &subscriber.email.key()).await?.map(|row| row.status),
    };
    Ok(SubscriberOutcome::of(existing, subscriber.status))
}

async fn import_one(
    core: &Core,
    tx: &impl ConnectionTrait,
    record: &ImportSubscriber,
) -> StoreResult<SubscriberOutcome> {
    let (now, key) = (core.now(), record.email.key());
    let row = subscriber::ActiveModel {
        email: Set(record.email.as_str().to_owned()),
        email_key: Set(key.clone()),
        name: Set(record.name.clone()),
        status: Set(record.status),
        requested_at: Set(now),
        confirmed_at: Set(record.confirmed_at),
        left_at: Set(record.left_at),
        created_at: Set(now),
        ..Default::default()
    };
    let (id, outcome) = if let Some(new) = subscribers::insert_if_absent(tx, row).await? {
        (new, SubscriberOutcome::New)
    } else {
        // Deleted concurrently: the next run imports it.
        let Some(existing) = subscribers::by_email_key(tx, &key).await? else { return Ok(SubscriberOutcome::Existing) };
        let outcome = match SubscriberOutcome::of(Some(existing.status), record.status) {
            SubscriberOutcome::Confirmed => {
                let at = record.confirmed_at.unwrap_or(now);
                if subscribers::confirm_pending(tx, existing.id, at).await? {
                    SubscriberOutcome::Confirmed
                } else {
                    SubscriberOutcome::Existing
                }
            }
            SubscriberOutcome::Left => {
                subscribers::leave(tx, existing.id, record.status, record.left_at.unwrap_or(now)).await?;
                SubscriberOutcome::Left
            }
            outcome => outcome,
        };
        (existing.id, outcome)
    };
    if matches!(outcome, SubscriberOutcome::New | SubscriberOutcome::Confirmed) {
        subscribers::set_topics(tx, id, &record.topics.iter().map(String::as_str).collect::<Vec<_>>()).await?;
    }
    Ok(outcome)
}
