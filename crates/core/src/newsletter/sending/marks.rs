//! One task writes for all connections of a run, in groups: a commit costs a wait for the disk, however much it holds.

use std::collections::BTreeMap;
use std::time::Duration;

use mwanga_jobs::back_off_ms;
use mwanga_store::entities::delivery::ActiveModel;
use mwanga_store::types::{DeliveryId, DeliveryStatus, MailStatus, Timestamp};
use mwanga_store::{StoreResult, queries};
use sea_orm::Set;
use tokio::sync::{mpsc, oneshot};

use super::{Parcel, lease_ms, mail_id};
use crate::Core;
use crate::mail::{Try, Undelivered, row};

/// Something to write down.
pub(super) enum Mark {
    /// The data of this mail are about to go out. Answered once that is committed; `false`: they must not.
    HandOver {
        id: DeliveryId,
        answer: oneshot::Sender<bool>,
    },
    Outcome(Box<Outcome>),
    /// Its host has had enough mails for now.
    NotYet {
        id: DeliveryId,
        due_at: Timestamp,
    },
    /// Its subscriber gets no newsletters any more.
    Skipped(DeliveryId),
}

/// What became of a mail.
pub(super) struct Outcome {
    pub parcel: Parcel,
    pub outcome: Result<(), Undelivered>,
}

/// Marks written in one transaction.
const MOST: usize = 100;
/// Tries with a "later" before a mail counts as failed: with the pauses between them a little more than the day after
/// which an issue is paused that nothing leaves of. So who is failed was asked for while others were not, or after a
/// person let the issue go on.
const MOST_ATTEMPTS: i32 = 33;
/// How often a group is tried to be written that the database does not take, a second apart.
const MOST_TRIES: u32 = 20;
const ERROR_CHARS: usize = 1_000;

/// Writes until nobody marks any more, and keeps what the run claimed.
pub(super) async fn write(core: Core, lease: String, mut marks: mpsc::Receiver<Mark>) {
    let mut group = Vec::with_capacity(MOST);
    let mut keep = tokio::time::interval(Duration::from_secs(core.config.lease_s) / 3);
    keep.tick().await;
    loop {
        tokio::select! {
            biased;
            _ = keep.tick() => {
                let until = core.now().plus_ms(lease_ms(&core));
                if let Err(e) = queries::deliveries::extend(core.store.writer(), &lease, until).await {
                    tracing::warn!("cannot keep the mails that are under way: {e}");
                }
            }
            taken = marks.recv_many(&mut group, MOST) => {
                if taken == 0 {
                    return;
                }
                let granted = write_patiently(&core, &lease, &group).await;
                for mark in group.drain(..) {
                    if let Mark::HandOver { id, answer } = mark {
                        let _ = answer.send(granted.contains(&id));
                    }
                }
            }
        }
    }
}

/// Writes a group again until the database takes it. Where it never does, nothing more is handed over, and what was
/// stays uncertain.
async fn write_patiently(core: &Core, lease: &str, group: &[Mark]) -> Vec<DeliveryId> {
    for attempt in 1..=MOST_TRIES {
        match write_group(core, lease, group).await {
            Ok(granted) => return granted,
            Err(e) if attempt == MOST_TRIES => {
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

/// What is written alike for several deliveries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Alike {
    Sent,
    Back,
    Skipped,
}

async fn write_group(core: &Core, lease: &str, group: &[Mark]) -> StoreResult<Vec<DeliveryId>> {
    let now = core.now();
    let tx = core.store.begin().await?;
    let mut asked = Vec::new();
    let mut alike: BTreeMap<Alike, Vec<DeliveryId>> = BTreeMap::new();
    let mut log = Vec::new();
    for mark in group {
        match mark {
            Mark::HandOver { id, .. } => asked.push(*id),
            Mark::NotYet { id, due_at } => {
                queries::deliveries::settle(&tx, lease, &[*id], settled(DeliveryStatus::Queued, Some(*due_at), now))
                    .await?
            }
            Mark::Skipped(id) => alike.entry(Alike::Skipped).or_default().push(*id),
            Mark::Outcome(outcome) => {
                log.extend(outcome.log_row(core, now));
                match outcome.row_of(now) {
                    Written::Alike(how) => alike.entry(how).or_default().push(outcome.parcel.row.id),
                    Written::Alone(set) => {
                        queries::deliveries::settle(&tx, lease, &[outcome.parcel.row.id], *set).await?
                    }
                }
                if let Err(Undelivered::Refused { no_such_mailbox: true, words }) = &outcome.outcome {
                    queries::subscribers::bounced(&tx, outcome.parcel.row.subscriber_id, &cut(words), now).await?;
                }
            }
        }
    }
    for (how, ids) in &alike {
        queries::deliveries::settle(&tx, lease, ids, how.set(now)).await?;
    }
    let granted =
        if asked.is_empty() { Vec::new() } else { queries::deliveries::hand_over(&tx, lease, &asked, now).await? };
    if !log.is_empty() {
        queries::mail_log::note(&tx, log).await?;
    }
    tx.commit().await?;
    Ok(granted)
}

enum Written {
    Alike(Alike),
    Alone(Box<ActiveModel>),
}

impl Alike {
    fn set(self, now: Timestamp) -> ActiveModel {
        let (status, due_at) = match self {
            Self::Sent => (DeliveryStatus::Sent, None),
            Self::Back => (DeliveryStatus::Queued, Some(now)),
            Self::Skipped => (DeliveryStatus::Skipped, None),
        };
        let mut set = settled(status, due_at, now);
        match self {
            Self::Sent => (set.error, set.attempts) = (Set(None), Set(1)),
            Self::Back => set.handed_over_at = Set(None),
            Self::Skipped => {}
        }
        set
    }
}

fn settled(status: DeliveryStatus, due_at: Option<Timestamp>, now: Timestamp) -> ActiveModel {
    ActiveModel {
        status: Set(status),
        due_at: Set(due_at),
        lease: Set(None),
        changed_at: Set(now),
        ..Default::default()
    }
}

impl Outcome {
    fn row_of(&self, now: Timestamp) -> Written {
        let attempts = self.parcel.row.attempts + 1;
        let counted = |set: ActiveModel, words: &str| {
            Written::Alone(Box::new(ActiveModel { attempts: Set(attempts), error: Set(Some(cut(words))), ..set }))
        };
        match &self.outcome {
            Ok(()) if self.parcel.row.attempts == 0 => Written::Alike(Alike::Sent),
            Ok(()) => Written::Alone(Box::new(ActiveModel { attempts: Set(attempts), ..Alike::Sent.set(now) })),
            // Held back by a pause, or by somebody who left at the last moment: claiming it again tells which.
            Err(Undelivered::Trouble(_) | Undelivered::HeldBack) => Written::Alike(Alike::Back),
            Err(Undelivered::Later(words) | Undelivered::BrokeOff(words)) if attempts < MOST_ATTEMPTS => {
                let set = settled(DeliveryStatus::Queued, Some(now.plus_ms(back_off_ms(attempts))), now);
                counted(ActiveModel { handed_over_at: Set(None), ..set }, words)
            }
            Err(Undelivered::Later(words) | Undelivered::BrokeOff(words) | Undelivered::Refused { words, .. }) => {
                counted(settled(DeliveryStatus::Failed, None, now), words)
            }
            Err(Undelivered::Unanswered(words)) => counted(settled(DeliveryStatus::Uncertain, None, now), words),
        }
    }

    fn log_row(&self, core: &Core, now: Timestamp) -> Option<mwanga_store::entities::mail_log::ActiveModel> {
        let (status, error) = match &self.outcome {
            Ok(()) => (MailStatus::Sent, None),
            Err(Undelivered::HeldBack) => return None,
            Err(Undelivered::Trouble(words)) => (MailStatus::Retrying, Some(words.clone())),
            Err(Undelivered::Later(words) | Undelivered::BrokeOff(words))
                if self.parcel.row.attempts + 1 < MOST_ATTEMPTS =>
            {
                (MailStatus::Retrying, Some(words.clone()))
            }
            Err(Undelivered::Later(words) | Undelivered::BrokeOff(words) | Undelivered::Refused { words, .. }) => {
                (MailStatus::Failed, Some(words.clone()))
            }
            Err(Undelivered::Unanswered(words)) => {
                (MailStatus::Uncertain, Some(format!("Whether it arrived is not known: {words}")))
            }
        };
        let id = mail_id(core, self.parcel.issue.created_at, &self.parcel.row);
        let tried = Try {
            id: &id,
            kind: self.parcel.issue.kind,
            to: &self.parcel.row.email,
            subject: &self.parcel.issue.mail.subject,
            status,
            error: error.as_deref(),
        };
        Some(row(&tried, now))
    }
}

fn cut(words: &str) -> String {
    words.chars().take(ERROR_CHARS).collect()
}
