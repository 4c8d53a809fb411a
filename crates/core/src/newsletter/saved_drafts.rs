//! Saved drafts: newsletters that are still written, seen by the whole newsroom (decision 083).

use std::collections::{BTreeSet, HashMap};

use mwanga_store::entities::{account, issue, issue_draft};
use mwanga_store::queries::issue_drafts as query;
use mwanga_store::types::{AccountId, IssueDraftId, IssueId, IssueKind, IssueStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult, Transaction, queries};
use sea_orm::{NotSet, Set};

use super::NewsletterError;
use super::issue_text::{DraftVersion, IssueRequest, ValidIssue, clean, find_topic_id, parse_send_at};
use crate::changes::Tags;
use crate::idempotency::Claim;
use crate::{Core, html};

/// Most drafts at a time.
pub const MAX_DRAFTS: u64 = 50;
/// Longer than any time that a field writes.
const SEND_AT_CHARS: usize = 40;

/// A saved draft.
#[derive(Clone, Debug)]
pub struct SavedDraft {
    pub row: issue_draft::Model,
    /// Name of the account that saved it last; none where that is deleted.
    pub saved_by: Option<String>,
}

/// A saved draft in the list.
#[derive(Clone, Debug)]
pub struct ListedDraft {
    pub id: IssueDraftId,
    pub subject: String,
    pub saved_by: Option<String>,
    pub saved_at: Timestamp,
}

/// The drafts, the last saved first.
pub async fn list(core: &Core) -> StoreResult<Vec<ListedDraft>> {
    let db = core.store.reader();
    // Undone newsletters come back above the limit.
    let rows = query::list(db, MAX_DRAFTS * 4).await?;
    let accounts = accounts(db, rows.iter().filter_map(|(_, _, saved_by, _)| *saved_by)).await?;
    let draft = |(id, subject, saved_by, saved_at)| {
        let saved_by = name_of(&accounts, saved_by);
        ListedDraft { id, subject, saved_by, saved_at }
    };
    Ok(rows.into_iter().map(draft).collect())
}

pub async fn get(core: &Core, id: IssueDraftId) -> StoreResult<Option<SavedDraft>> {
    let db = core.store.reader();
    match query::get(db, id).await? {
        Some(row) => Ok(Some(with_name(db, row).await?)),
        None => Ok(None),
    }
}

/// Creates a draft.
///
/// # Errors
///
/// - [`NewsletterError::Invalid`]: a field is too long, or names something that is not there; an empty one is fine.
/// - [`NewsletterError::TooManyDrafts`]
pub async fn create(
    core: &Core,
    by: AccountId,
    request: IssueRequest<'_>,
    claim: &Claim,
) -> Result<SavedDraft, NewsletterError> {
    let words = Words::validate(core, request).await?;
    let (tx, now) = (core.store.begin().await?, core.now());
    claim.take(core, &tx).await?;
    // Serializes concurrent calls, so that each counts the draft of the one before.
    queries::settings::set(&tx, "newsletter.last_draft", &now.iso(), now).await?;
    if query::count(&tx).await? >= MAX_DRAFTS {
        return Err(NewsletterError::TooManyDrafts);
    }
    let row = query::insert(&tx, words.into_row(Some(by), now)).await?;
    write_media(&tx, &row).await?;
    claim.set_created(&tx, row.id.0).await?;
    let saved = with_name(&tx, row).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(saved)
}

/// Saves a draft anew. Words that it has already change nothing: they were saved by a request whose answer was lost.
///
/// # Errors
///
/// - [`NewsletterError::Invalid`]: as in [`create`].
/// - [`NewsletterError::DraftNotFound`]: it was sent or deleted.
/// - [`NewsletterError::DraftChanged`]: somebody else saved it since that version.
pub async fn update(
    core: &Core,
    by: AccountId,
    draft: DraftVersion,
    request: IssueRequest<'_>,
) -> Result<SavedDraft, NewsletterError> {
    let words = Words::validate(core, request).await?;
    let tx = core.store.begin().await?;
    let stored = query::lock_by_id(&tx, draft.id).await?.ok_or(NewsletterError::DraftNotFound)?;
    if words == Words::of(&stored) {
        return Ok(with_name(&tx, stored).await?);
    }
    check_version(&tx, draft, &stored).await?;
    let row = write(&tx, &stored, words.into_row(Some(by), core.now())).await?;
    let saved = with_name(&tx, row).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(saved)
}

/// Deletes a draft for everyone.
pub async fn delete(core: &Core, id: IssueDraftId) -> Result<(), NewsletterError> {
    let tx = core.store.begin().await?;
    if !query::delete(&tx, id).await? {
        return Err(NewsletterError::DraftNotFound);
    }
    Ok(core.commit(tx, Tags::default()).await?)
}

/// Takes a draft out of the list, because `issue` was made of it, with the words that the issue has: they are what comes
/// back when that is undone.
///
/// # Errors
///
/// - [`NewsletterError::DraftNotFound`]: it was sent or deleted by somebody else.
/// - [`NewsletterError::DraftChanged`]: somebody else saved it since that version.
pub(super) async fn take(
    core: &Core,
    tx: &Transaction,
    draft: DraftVersion,
    issue: &issue::Model,
    (by, send_at): (AccountId, Option<&str>),
) -> Result<(), NewsletterError> {
    let stored = query::lock_by_id(tx, draft.id).await?.ok_or(NewsletterError::DraftNotFound)?;
    check_version(tx, draft, &stored).await?;
    if issue.status != IssueStatus::Waiting {
        // The same words go out already: nothing can be undone.
        query::delete(tx, draft.id).await?;
        return Ok(());
    }
    // A repeat in the same words that names a draft: an issue comes back as one draft.
    query::delete_by_issue(tx, issue.id).await?;
    let words = Words::of_issue(issue, send_at);
    let row = issue_draft::ActiveModel { issue_id: Set(Some(issue.id)), ..words.into_row(Some(by), core.now()) };
    write(tx, &stored, row).await?;
    Ok(())
}

/// Makes the draft, outside the list, that an issue which was made of none comes back as when it is undone.
pub(super) async fn insert_taken(
    core: &Core,
    tx: &Transaction,
    issue: &issue::Model,
    (by, send_at): (AccountId, Option<&str>),
) -> StoreResult<()> {
    let row = Words::of_issue(issue, send_at).into_row(Some(by), core.now());
    query::insert(tx, issue_draft::ActiveModel { issue_id: Set(Some(issue.id)), ..row }).await?;
    Ok(())
}

/// Puts the draft that an issue was made of back into the list: the issue was undone.
pub(super) async fn restore(core: &Core, tx: &Transaction, issue: &issue::Model) -> StoreResult<()> {
    let mut rows = query::restore_by_issue(tx, issue.id).await?;
    if rows.is_empty() && issue.kind == IssueKind::Manual {
        // Of an earlier version, which kept none for it.
        let row = Words::of_issue(issue, None).into_row(issue.created_by, core.now());
        rows.push(query::insert(tx, row).await?);
    }
    for row in rows {
        write_media(tx, &issue_draft::Model { issue_id: None, ..row }).await?;
    }
    Ok(())
}

/// The drafts that waiting issues come back as when they are undone.
pub(super) async fn of_issues(
    db: &impl ConnectionTrait,
    issues: &[IssueId],
) -> StoreResult<HashMap<IssueId, DraftVersion>> {
    let rows = query::versions_by_issue(db, issues).await?;
    Ok(rows.into_iter().map(|(issue, id, version)| (issue, DraftVersion { id, version })).collect())
}

/// What a draft says, in the stored form.
#[derive(PartialEq, Eq)]
struct Words {
    subject: String,
    preheader: String,
    html: String,
    topic: Option<String>,
    send_at: Option<String>,
    until: Option<Timestamp>,
}

impl Words {
    async fn validate(core: &Core, request: IssueRequest<'_>) -> Result<Self, NewsletterError> {
        let (ValidIssue { subject, preheader, html }, mut wrong) = clean(core, request.text).await?;
        let topic = find_topic_id(request.topic).unwrap_or_else(|text| {
            wrong.insert("topic", text.to_owned());
            None
        });
        // A moment that is past is for whoever sends it to change.
        let send_at = request.send_at.map(str::trim);
        let is_time = |at: &str| at.is_empty() || at.len() <= SEND_AT_CHARS && parse_send_at(core, at).is_some();
        if !send_at.is_none_or(is_time) {
            wrong.insert("send_at", "Choose a time.".to_owned());
        }
        if !wrong.is_empty() {
            return Err(NewsletterError::Invalid(wrong));
        }
        Ok(Self { subject, preheader, html, topic, send_at: send_at.map(str::to_owned), until: request.until })
    }

    fn of_issue(issue: &issue::Model, send_at: Option<&str>) -> Self {
        Self {
            subject: issue.subject.clone(),
            preheader: issue.preheader.clone(),
            html: issue.html.clone(),
            topic: issue.topic.clone(),
            send_at: send_at.map(|at| at.trim().to_owned()),
            until: issue.covers_until,
        }
    }

    /// Exhaustive: a new column does not compile until it is one of the words or ignored.
    fn of(row: &issue_draft::Model) -> Self {
        let issue_draft::Model {
            id: _,
            version: _,
            subject,
            preheader,
            html,
            topic,
            send_at,
            covers_until,
            saved_by: _,
            saved_at: _,
            issue_id: _,
        } = row.clone();
        Self { subject, preheader, html, topic, send_at, until: covers_until }
    }

    /// A new row, in the list.
    fn into_row(self, by: Option<AccountId>, now: Timestamp) -> issue_draft::ActiveModel {
        issue_draft::ActiveModel {
            id: NotSet,
            version: Set(1),
            subject: Set(self.subject),
            preheader: Set(self.preheader),
            html: Set(self.html),
            topic: Set(self.topic),
            send_at: Set(self.send_at),
            covers_until: Set(self.until),
            saved_by: Set(by),
            saved_at: Set(now),
            issue_id: Set(None),
        }
    }
}

/// Writes the next version of a draft whose row is locked.
async fn write(
    tx: &Transaction,
    stored: &issue_draft::Model,
    row: issue_draft::ActiveModel,
) -> StoreResult<issue_draft::Model> {
    let row = issue_draft::ActiveModel { id: Set(stored.id), version: Set(stored.version + 1), ..row };
    let row = query::update(tx, row).await?;
    write_media(tx, &row).await?;
    Ok(row)
}

/// Writes the files that a draft uses. While it waits as an issue, the issue uses them.
async fn write_media(tx: &Transaction, row: &issue_draft::Model) -> StoreResult<()> {
    let files: BTreeSet<String> = match row.issue_id {
        None => html::media_refs(&row.html).into_iter().collect(),
        Some(_) => BTreeSet::new(),
    };
    let files: Vec<String> = files.into_iter().collect();
    // Locks the files, so that a concurrent deletion finds them in use.
    queries::library::lock_shared_by_keys(tx, &files).await?;
    query::replace_media(tx, row.id, files).await
}

async fn check_version(
    tx: &Transaction,
    draft: DraftVersion,
    stored: &issue_draft::Model,
) -> Result<(), NewsletterError> {
    if draft.version == stored.version {
        return Ok(());
    }
    let SavedDraft { row, saved_by } = with_name(tx, stored.clone()).await?;
    Err(NewsletterError::DraftChanged { row: Box::new(row), saved_by })
}

async fn with_name(db: &impl ConnectionTrait, row: issue_draft::Model) -> StoreResult<SavedDraft> {
    let accounts = accounts(db, row.saved_by.into_iter()).await?;
    Ok(SavedDraft { saved_by: name_of(&accounts, row.saved_by), row })
}

async fn accounts(db: &impl ConnectionTrait, ids: impl Iterator<Item = AccountId>) -> StoreResult<Vec<account::Model>> {
    let ids: BTreeSet<AccountId> = ids.collect();
    queries::accounts::by_ids(db, &ids.into_iter().collect::<Vec<_>>()).await
}

fn name_of(accounts: &[account::Model], id: Option<AccountId>) -> Option<String> {
    accounts.iter().find(|account| Some(account.id) == id).map(|account| account.username.clone())
}
