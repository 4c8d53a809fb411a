//! Creating an issue: its row, and the job that starts sending it.

use std::collections::BTreeSet;

use mwanga_jobs::{Job, JobError};
use mwanga_store::entities::issue;
use mwanga_store::types::{AccountId, IssueId, IssueKind, IssueStatus, PostId, Timestamp};
use mwanga_store::{StoreResult, Transaction, queries};
use sea_orm::{NotSet, Set};
use serde::{Deserialize, Serialize};

use super::issue_links;
use super::sending::SendDeliveries;
use crate::changes::{self, Tags};
use crate::{Core, html, secrets};

pub(super) struct NewIssue {
    pub kind: IssueKind,
    pub subject: String,
    /// Empty: how the issue begins.
    pub preheader: String,
    /// In the stored form.
    pub html: String,
    pub day: Option<String>,
    pub post: Option<PostId>,
    pub by: Option<AccountId>,
    pub starts_at: Timestamp,
    /// Whether somebody chose `starts_at`.
    pub is_scheduled: bool,
    pub covers_until: Option<Timestamp>,
    /// As `join_topics` writes them; `None`: everyone.
    pub topic: Option<String>,
}

impl NewIssue {
    /// Fingerprint of text, topics and chosen time, for deduplication.
    pub(super) fn fingerprint(&self) -> String {
        let Self { subject, preheader, html, .. } = self;
        let topic = self.topic.as_deref().unwrap_or_default();
        let at = if self.is_scheduled { self.starts_at.iso() } else { String::new() };
        secrets::fingerprint(&format!("{topic}\n{subject}\n{html}\n{preheader}\n{at}"))
    }
}

/// Inserts an issue and enqueues the job that starts it.
pub(super) async fn insert_issue(core: &Core, tx: &Transaction, new: NewIssue) -> StoreResult<issue::Model> {
    let (now, starts_at, stored) = (core.now(), new.starts_at, new.html.clone());
    let files: BTreeSet<String> = html::media_refs(&stored).into_iter().collect();
    let row = queries::issues::insert(tx, row(new, IssueStatus::Waiting, now)).await?;
    let id = row.id;
    let files: Vec<String> = files.into_iter().collect();
    // Locks the files, so that a concurrent deletion finds them in use.
    queries::library::lock_shared_by_keys(tx, &files).await?;
    queries::library::insert_issue_media(tx, id, files).await?;
    issue_links::insert(core, tx, id, &stored).await?;
    StartIssue { issue_id: id }.enqueue_at(tx, starts_at, now).await?;
    Ok(row)
}

/// Inserts the notice of a post that is left to the next daily newsletter: nobody gets it, and nothing starts it.
pub(super) async fn insert_skipped(core: &Core, tx: &Transaction, new: NewIssue) -> StoreResult<()> {
    let now = core.now();
    let skipped = issue::ActiveModel { finished_at: Set(Some(now)), ..row(new, IssueStatus::Skipped, now) };
    queries::issues::insert(tx, skipped).await?;
    Ok(())
}

fn row(new: NewIssue, status: IssueStatus, now: Timestamp) -> issue::ActiveModel {
    issue::ActiveModel {
        id: NotSet,
        kind: Set(new.kind),
        status: Set(status),
        fingerprint: Set(new.fingerprint()),
        subject: Set(new.subject),
        preheader: Set(new.preheader),
        html: Set(new.html),
        // Of an earlier version; keys are in a table of their own.
        idempotency_key: Set(None),
        day: Set(new.day),
        post_id: Set(new.post),
        created_by: Set(new.by),
        created_at: Set(now),
        starts_at: Set(new.starts_at),
        finished_at: Set(None),
        kept_counts: Set(None),
        covers_until: Set(new.covers_until),
        topic: Set(new.topic),
        pause_reason: Set(None),
    }
}

/// Starts sending an issue: inserts a delivery for each recipient; it can no longer be undone.
pub(super) async fn start(core: &Core, id: IssueId) -> StoreResult<()> {
    let (tx, now) = (core.store.begin().await?, core.now());
    let set = issue::ActiveModel { status: Set(IssueStatus::Sending), ..Default::default() };
    if queries::issues::update_if_status(&tx, id, &[IssueStatus::Waiting], set).await?
        && let Some(row) = queries::issues::get(&tx, id).await?
    {
        queries::deliveries::insert_for_audience(&tx, id, &row.topics(), now).await?;
        queries::issue_drafts::delete_by_issue(&tx, id).await?;
        SendDeliveries {}.enqueue(&tx, now).await?;
        let mut tags = Tags::default();
        tags.extend([changes::ISSUES.to_owned(), changes::issue(id)]);
        core.commit(tx, tags).await?;
    }
    Ok(())
}

/// Starts sending an issue when its undo period is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StartIssue {
    pub issue_id: IssueId,
}

impl Job for StartIssue {
    type Context = Core;
    const KIND: &'static str = "newsletter.start_issue";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;

    async fn run(self, core: Core) -> Result<(), JobError> {
        start(&core, self.issue_id).await.map_err(JobError::retry)
    }
}
