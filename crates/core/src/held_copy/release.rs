use mwanga_jobs::Job;
use mwanga_store::entities::job;
use mwanga_store::queries::jobs::{self, TimeFilter};
use mwanga_store::queries::settings::HELD;
use mwanga_store::types::{AccountId, InviteId, OrderId, PostId, SubscriberId, SubscriptionId, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult, queries};
use serde::Deserialize;

use super::place;
use super::waiting::{MAIL_JOBS, NOTICES, dropped_before, kinds_of_mail};
use crate::changes::Tags;
use crate::held::{self, HeldError};
use crate::subscriptions::PollOrders;
use crate::{Core, newsletter};

const MISSED_NOTICE_ERROR: &str = "Dropped when the site was released: it was due before the hold.";
const DROPPED_ERROR: &str = "Dropped when the site was released: older than 24 hours.";

/// What a release did.
#[derive(Clone, Debug, Default)]
pub struct Released {
    pub dropped: Vec<DroppedMail>,
    /// Newsletter mails that became uncertain.
    pub uncertain: u64,
    /// Daily newsletters whose time had passed.
    pub skipped: u64,
}

/// A mail that was never sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedMail {
    pub label: &'static str,
    pub created_at: Timestamp,
    /// Empty where it is not known any more.
    pub recipient: String,
}

/// Ends the hold: the site belongs here from now on.
///
/// # Errors
///
/// [`HeldError::NotHeld`]
pub async fn release(core: &Core) -> Result<Released, HeldError> {
    let (tx, now) = (core.store.begin().await?, core.now());
    let Some(hold) = held::find(&tx).await? else { return Err(HeldError::NotHeld) };
    // First, so that of two releases at once the second waits for this one.
    if !queries::settings::delete(&tx, HELD).await? {
        return Err(HeldError::NotHeld);
    }
    let mut tags = Tags::default();
    let too_old = TimeFilter::CreatedBefore(dropped_before(now));
    let failed = jobs::fail_unfinished(&tx, &kinds_of_mail(), too_old, DROPPED_ERROR, now).await?;
    // The site itself sent the notices that were due before the hold.
    let before_hold = TimeFilter::DueBefore(hold.since);
    let notices = NOTICES.map(|(kind, _)| kind);
    let missed = jobs::fail_unfinished(&tx, &notices, before_hold, MISSED_NOTICE_ERROR, now).await?;
    let mut dropped = Vec::with_capacity(failed.len());
    for job in failed.iter().chain(&missed) {
        dropped.push(describe(&tx, job).await?);
    }
    let uncertain = newsletter::make_uncertain(&tx, hold.since, now, &mut tags).await?;
    let skipped = newsletter::skip_missed_daily(core, &tx, now).await?;
    // Asks the provider before anything is captured.
    PollOrders {}.enqueue(&tx, now).await?;
    place::write(core, &tx).await?;
    core.commit(tx, tags).await?;
    core.held().reload(core.store.writer()).await?;
    core.job_notifier.notify();
    for mail in &dropped {
        tracing::warn!("dropped at the release: {} of {} to {}", mail.label, mail.created_at.iso(), mail.recipient);
    }
    Ok(Released { dropped, uncertain, skipped })
}

async fn describe(db: &impl ConnectionTrait, job: &job::Model) -> StoreResult<DroppedMail> {
    let label =
        MAIL_JOBS.iter().chain(&NOTICES).find(|(kind, _)| *kind == job.kind).map_or("Mails", |(_, label)| *label);
    Ok(DroppedMail { label, created_at: job.created_at, recipient: recipient(db, job).await? })
}

/// Whom the payload of a mail job names.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Recipient {
    account_id: Option<AccountId>,
    invite_id: Option<InviteId>,
    subscriber_id: Option<SubscriberId>,
    order_id: Option<OrderId>,
    subscription_id: Option<SubscriptionId>,
    post_id: Option<PostId>,
}

async fn recipient(db: &impl ConnectionTrait, job: &job::Model) -> StoreResult<String> {
    let named: Recipient = serde_json::from_value(job.payload.clone()).unwrap_or_default();
    let email = if let Some(id) = named.account_id {
        queries::accounts::get(db, id).await?.map(|account| account.email)
    } else if let Some(id) = named.invite_id {
        queries::staff_invites::get(db, id).await?.map(|invite| invite.email)
    } else if let Some(id) = named.subscriber_id {
        queries::subscribers::get(db, id).await?.map(|subscriber| subscriber.email)
    } else if let Some(id) = named.order_id {
        queries::orders::get(db, id).await?.map(|order| order.email)
    } else if let Some(id) = named.subscription_id {
        queries::subscriptions::get(db, id).await?.map(|subscription| subscription.email)
    } else if let Some(id) = named.post_id {
        queries::posts::get(db, id).await?.map(|post| format!("all subscribers, about “{}”", post.title))
    } else {
        None
    };
    Ok(email.unwrap_or_default())
}
