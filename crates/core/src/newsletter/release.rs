//! Release of a held copy's newsletters: the site that was copied may have sent them already.

use mwanga_jobs::Job;
use mwanga_store::entities::issue;
use mwanga_store::queries::jobs::{self, TimeFilter};
use mwanga_store::types::{IssueStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult, Transaction, queries};
use sea_orm::Set;

use super::audience::count_audience;
use super::daily::{self, DailyNewsletter};
use super::sending::SendDeliveries;
use crate::Core;
use crate::changes::{self, Tags};

const UNKNOWN_ERROR: &str = "The site was held: another copy of it may have sent this mail.";
const MISSED_ERROR: &str = "The site was held when it was due.";

/// An issue that was unfinished when the site was held, and how many of its mails are open.
#[derive(Clone, Debug)]
pub(crate) struct OpenIssue {
    pub created_at: Timestamp,
    pub mails: u64,
}

/// Issues from before the hold that are not finished.
pub(crate) async fn open_issues(core: &Core, held_since: Timestamp) -> StoreResult<Vec<OpenIssue>> {
    let db = core.store.reader();
    let mut open = Vec::new();
    for issue in unfinished_before(db, held_since).await? {
        let mails = match issue.status {
            IssueStatus::Waiting => count_audience(core, &issue.topics()).await?,
            _ => queries::deliveries::count_open(db, issue.id).await?,
        };
        open.push(OpenIssue { created_at: issue.created_at, mails });
    }
    Ok(open)
}

async fn unfinished_before(db: &impl ConnectionTrait, held_since: Timestamp) -> StoreResult<Vec<issue::Model>> {
    let mut issues = queries::issues::unfinished(db).await?;
    issues.retain(|issue| issue.created_at < held_since);
    Ok(issues)
}

/// Makes the open mails of unfinished issues from before the hold uncertain: only a person has them sent. Answers how
/// many.
pub(crate) async fn make_uncertain(
    tx: &Transaction,
    held_since: Timestamp,
    now: Timestamp,
    tags: &mut Tags,
) -> StoreResult<u64> {
    let mut mails = 0;
    for issue in unfinished_before(tx, held_since).await? {
        if issue.status == IssueStatus::Waiting {
            let set = issue::ActiveModel { status: Set(IssueStatus::Sending), ..Default::default() };
            queries::issues::update_if_status(tx, issue.id, &[IssueStatus::Waiting], set).await?;
            queries::deliveries::insert_for_audience(tx, issue.id, &issue.topics(), now).await?;
            queries::issue_drafts::delete_by_issue(tx, issue.id).await?;
            tags.extend([changes::ISSUES.to_owned(), changes::issue(issue.id)]);
        }
        mails += queries::deliveries::mark_open_uncertain(tx, issue.id, UNKNOWN_ERROR, now).await?;
    }
    SendDeliveries {}.enqueue(tx, now).await?;
    Ok(mails)
}

/// Skips the daily newsletters whose time passed, and enqueues the next. Says how many were skipped.
pub(crate) async fn skip_missed_daily(core: &Core, tx: &Transaction, now: Timestamp) -> StoreResult<u64> {
    let due = TimeFilter::DueBefore(now.plus_ms(1));
    let missed = jobs::fail_unfinished(tx, &[DailyNewsletter::KIND], due, MISSED_ERROR, now).await?;
    daily::enqueue_next(core, tx, &core.settings(), now).await?;
    Ok(missed.len() as u64)
}
