//! Status updates: one task writes for all connections of a run, in batches, because each commit waits for the disk.

use std::collections::BTreeMap;
use std::time::Duration;

use mwanga_jobs::backoff_ms;
use mwanga_store::entities::delivery::ActiveModel;
use mwanga_store::types::{DeliveryId, DeliveryStatus, MailStatus, Timestamp};
use mwanga_store::{StoreResult, queries};
use sea_orm::Set;
use tokio::sync::{mpsc, oneshot};

use super::{ClaimedDelivery, lease_ms, mail_id};
use crate::Core;
use crate::mail::{MailAttempt, log_row};
use crate::smtp::DeliveryError;

/// A status change to write.
pub(super) enum StatusUpdate {
    /// The data of this mail is about to be sent; `answer` is `true` once that is committed, `false` if it must not be.
    HandOver {
        id: DeliveryId,
        answer: oneshot::Sender<bool>,
    },
    Outcome(Box<Outcome>),
    /// Rate limit of the recipient's host: due later.
    Deferred {
        id: DeliveryId,
        due_at: Timestamp,
    },
    /// The subscriber is not subscribed any more.
    Skipped(DeliveryId),
}

/// Outcome of a delivery.
pub(super) struct Outcome {
    pub claimed: ClaimedDelivery,
    pub outcome: Result<(), DeliveryError>,
}

/// Marks written in one transaction.
const MAX_GROUP: usize = 100;
/// Tries with a "later" before a mail counts as failed: with the pauses between them a little more than the day after
/// which an issue is paused that nothing leaves of. So who is failed was asked for while others were not, or after a
/// person let the issue go on.
const MAX_ATTEMPTS: i32 = 33;
/// How often a group is tried to be written that the database does not take, a second apart.
const MAX_WRITE_ATTEMPTS: u32 = 20;
const ERROR_CHARS: usize = 1_000;

/// Writes updates until the channel closes, and extends the run's lease.
pub(super) async fn write(core: Core, lease: String, mut updates: mpsc::Receiver<StatusUpdate>) {
    let mut group = Vec::with_capacity(MAX_GROUP);
    let mut lease_timer = tokio::time::interval(Duration::from_secs(core.config.lease_s) / 3);
    lease_timer.tick().await;
    loop {
        tokio::select! {
            biased;
            _ = lease_timer.tick() => {
                let until = core.now().plus_ms(lease_ms(&core));
                if let Err(e) = queries::deliveries::extend_leases(core.store.writer(), &lease, until).await {
                    tracing::warn!("cannot keep the mails that are under way: {e}");
                }
            }
            taken = updates.recv_many(&mut group, MAX_GROUP) => {
                if taken == 0 {
                    return;
                }
                let granted = write_with_retry(&core, &lease, &group).await;
                for update in group.drain(..) {
                    if let StatusUpdate::HandOver { id, answer } = update {
                        let _ = answer.send(granted.contains(&id));
                    }
                }
            }
        }
    }
}

/// Writes a batch with retries. If all fail, nothing more is handed over, and what was stays uncertain.
async fn write_with_retry(core: &Core, lease: &str, group: &[StatusUpdate]) -> Vec<DeliveryId> {
    for attempt in 1..=MAX_WRITE_ATTEMPTS {
        match write_group(core, lease, group).await {
            Ok(granted) => return granted,
            Err(e) if attempt == MAX_WRITE_ATTEMPTS => {
                tracing::error!("what became of {} mails could not be written down: {e}", group.len())
            }
            Err(e) => {
                tracing::warn!("cannot write down what became of mails: {e}");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
    Vec::new()
}

/// A status update that several deliveries have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CommonUpdate {
    Sent,
    Requeued,
    Skipped,
}

async fn write_group(core: &Core, lease: &str, group: &[StatusUpdate]) -> StoreResult<Vec<DeliveryId>> {
    let now = core.now();
    let tx = core.store.begin().await?;
    let mut hand_overs = Vec::new();
    let mut common: BTreeMap<CommonUpdate, Vec<DeliveryId>> = BTreeMap::new();
    let mut log = Vec::new();
    for update in group {
        match update {
            StatusUpdate::HandOver { id, .. } => hand_overs.push(*id),
            StatusUpdate::Deferred { id, due_at } => {
                queries::deliveries::record_outcome(
                    &tx,
                    lease,
                    &[*id],
                    status_change(DeliveryStatus::Queued, Some(*due_at), now),
                )
                .await?
            }
            StatusUpdate::Skipped(id) => common.entry(CommonUpdate::Skipped).or_default().push(*id),
            StatusUpdate::Outcome(outcome) => {
                log.extend(outcome.log_row(core, now));
                match outcome.row_update(now) {
                    RowUpdate::Common(how) => common.entry(how).or_default().push(outcome.claimed.row.id),
                    RowUpdate::Own(set) => {
                        queries::deliveries::record_outcome(&tx, lease, &[outcome.claimed.row.id], *set).await?
                    }
                }
                if let Err(DeliveryError::Permanent { mailbox_is_gone: true, words }) = &outcome.outcome {
                    queries::subscribers::mark_bounced(
                        &tx,
                        outcome.claimed.row.subscriber_id,
                        &truncate_error(words),
                        now,
                    )
                    .await?;
                }
            }
        }
    }
    for (how, ids) in &common {
        queries::deliveries::record_outcome(&tx, lease, ids, how.set(now)).await?;
    }
    let granted = if hand_overs.is_empty() {
        Vec::new()
    } else {
        queries::deliveries::mark_handed_over(&tx, lease, &hand_overs, now).await?
    };
    if !log.is_empty() {
        queries::mail_log::record_attempts(&tx, log).await?;
    }
    tx.commit().await?;
    Ok(granted)
}

enum RowUpdate {
    Common(CommonUpdate),
    Own(Box<ActiveModel>),
}

impl CommonUpdate {
    fn set(self, now: Timestamp) -> ActiveModel {
        let (status, due_at) = match self {
            Self::Sent => (DeliveryStatus::Sent, None),
            Self::Requeued => (DeliveryStatus::Queued, Some(now)),
            Self::Skipped => (DeliveryStatus::Skipped, None),
        };
        let mut set = status_change(status, due_at, now);
        match self {
            Self::Sent => (set.error, set.attempts) = (Set(None), Set(1)),
            Self::Requeued => set.handed_over_at = Set(None),
            Self::Skipped => {}
        }
        set
    }
}

fn status_change(status: DeliveryStatus, due_at: Option<Timestamp>, now: Timestamp) -> ActiveModel {
    ActiveModel {
        status: Set(status),
        due_at: Set(due_at),
        lease: Set(None),
        changed_at: Set(now),
        ..Default::default()
    }
}

impl Outcome {
    fn row_update(&self, now: Timestamp) -> RowUpdate {
        let attempts = self.claimed.row.attempts + 1;
        let with_error = |set: ActiveModel, words: &str| {
            RowUpdate::Own(Box::new(ActiveModel {
                attempts: Set(attempts),
                error: Set(Some(truncate_error(words))),
                ..set
            }))
        };
        match &self.outcome {
            Ok(()) if self.claimed.row.attempts == 0 => RowUpdate::Common(CommonUpdate::Sent),
            Ok(()) => RowUpdate::Own(Box::new(ActiveModel { attempts: Set(attempts), ..CommonUpdate::Sent.set(now) })),
            // Held back by a pause, by somebody who left at the last moment, or by its size, which pauses the issue:
            // claiming it again tells which.
            Err(DeliveryError::ConnectionFailed(_) | DeliveryError::TooLarge(_) | DeliveryError::Cancelled) => {
                RowUpdate::Common(CommonUpdate::Requeued)
            }
            Err(DeliveryError::Temporary(words) | DeliveryError::Interrupted(words)) if attempts < MAX_ATTEMPTS => {
                let set = status_change(DeliveryStatus::Queued, Some(now.plus_ms(backoff_ms(attempts))), now);
                with_error(ActiveModel { handed_over_at: Set(None), ..set }, words)
            }
            Err(
                DeliveryError::Temporary(words)
                | DeliveryError::Interrupted(words)
                | DeliveryError::Permanent { words, .. },
            ) => with_error(status_change(DeliveryStatus::Failed, None, now), words),
            Err(DeliveryError::Unanswered(words)) => {
                with_error(status_change(DeliveryStatus::Uncertain, None, now), words)
            }
        }
    }

    fn log_row(&self, core: &Core, now: Timestamp) -> Option<mwanga_store::entities::mail_log::ActiveModel> {
        let (status, error) = match &self.outcome {
            Ok(()) => (MailStatus::Sent, None),
            Err(DeliveryError::Cancelled | DeliveryError::TooLarge(_)) => return None,
            Err(DeliveryError::ConnectionFailed(words)) => (MailStatus::Retrying, Some(words.clone())),
            Err(DeliveryError::Temporary(words) | DeliveryError::Interrupted(words))
                if self.claimed.row.attempts + 1 < MAX_ATTEMPTS =>
            {
                (MailStatus::Retrying, Some(words.clone()))
            }
            Err(
                DeliveryError::Temporary(words)
                | DeliveryError::Interrupted(words)
                | DeliveryError::Permanent { words, .. },
            ) => (MailStatus::Failed, Some(words.clone())),
            Err(DeliveryError::Unanswered(words)) => {
                (MailStatus::Uncertain, Some(format!("Whether it arrived is not known: {words}")))
            }
        };
        let id = mail_id(core, self.claimed.issue.created_at, &self.claimed.row);
        let attempt_row = MailAttempt {
            id: &id,
            kind: self.claimed.issue.kind,
            to: &self.claimed.row.email,
            subject: &self.claimed.issue.mail.subject,
            status,
            error: error.as_deref(),
        };
        Some(log_row(&attempt_row, now))
    }
}

fn truncate_error(words: &str) -> String {
    words.chars().take(ERROR_CHARS).collect()
}
