use mwanga_core::desk::{Daily, DailyState, Month, NewsroomDay, Today};
use mwanga_store::queries::desk::DatedPost;
use mwanga_store::queries::issues::DatedIssue;
use mwanga_store::types::{IssueId, IssueKind, IssueStatus, PostId, PostStatus, Timestamp};
use serde::Serialize;

use super::CheckView;
use crate::problem_code::ProblemCode;

/// What today holds: of all posts, for contributors and authors of their own.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TodayView {
    pub now: Timestamp,
    pub drafts: u64,
    pub in_review: u64,
    pub scheduled: u64,
    /// The next five scheduled posts, by time.
    pub next_posts: Vec<DatedPostView>,
    /// Null for contributors and authors.
    #[schema(required)]
    pub daily: Option<DailyView>,
    /// Scheduled issues of the newsletter, by time.
    pub next_issues: Vec<DatedIssueView>,
    /// When the last good backup was finished; null for contributors and authors, and where there is none.
    #[schema(required)]
    pub last_backup_at: Option<Timestamp>,
    /// What is not well, of the checks that take no time; null for all but administrators.
    #[schema(required)]
    pub problems: Option<Vec<CheckView>>,
}

/// The daily newsletter today.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DailyView {
    #[schema(inline)]
    pub state: DailyStateView,
    /// When it goes out next; null where it is off.
    #[schema(required)]
    pub next_at: Option<Timestamp>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DailyStateView {
    Off,
    /// Its time today is still ahead.
    Ahead,
    /// Its time today is over, and none was made.
    Skipped,
    /// Today's is made and waits a moment, in which it can be undone.
    Waiting,
    Sending,
    Paused,
    Sent,
    Undone,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DatedPostView {
    pub id: PostId,
    pub title: String,
    pub slug: String,
    pub status: PostStatus,
    /// Published, and its moment has come.
    pub is_public: bool,
    pub published_at: Timestamp,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DatedIssueView {
    pub id: IssueId,
    pub kind: IssueKind,
    pub status: IssueStatus,
    pub subject: String,
    pub starts_at: Timestamp,
}

/// What has a date within a month, by time.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MonthView {
    #[schema(examples("2026-11"))]
    pub month: String,
    pub now: Timestamp,
    /// Published and scheduled posts, and drafts with a date.
    pub posts: Vec<DatedPostView>,
    /// Issues of the newsletter that were sent, go out or are scheduled; none for contributors and authors.
    pub issues: Vec<DatedIssueView>,
    /// Whether there are more posts than the first 1,000.
    pub is_cut: bool,
}

/// What an action did to each post.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BulkResultView {
    /// In the order of the call.
    pub data: Vec<BulkOutcomeView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BulkOutcomeView {
    pub id: PostId,
    #[schema(inline)]
    pub outcome: BulkOutcomeKind,
    /// Why it was refused.
    #[schema(required)]
    pub code: Option<ProblemCode>,
    #[schema(required)]
    pub message: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkOutcomeKind {
    Done,
    /// It was so before.
    Unchanged,
    Refused,
}

impl BulkOutcomeView {
    pub fn done(id: PostId) -> Self {
        Self { id, outcome: BulkOutcomeKind::Done, code: None, message: None }
    }

    pub fn unchanged(id: PostId) -> Self {
        Self { id, outcome: BulkOutcomeKind::Unchanged, code: None, message: None }
    }

    pub fn refused(id: PostId, (code, text): (ProblemCode, &str)) -> Self {
        Self { id, outcome: BulkOutcomeKind::Refused, code: Some(code), message: Some(text.to_owned()) }
    }
}

impl TodayView {
    pub fn new(now: Timestamp, today: Today) -> Self {
        let Today { drafts, in_review, scheduled, next, newsroom, problems } = today;
        let (daily, issues, last_backup_at) = match newsroom {
            Some(NewsroomDay { daily, issues, last_backup_at }) => (Some(daily.into()), issues, last_backup_at),
            None => (None, Vec::new(), None),
        };
        Self {
            now,
            drafts,
            in_review,
            scheduled,
            next_posts: next.into_iter().map(|post| DatedPostView::new(post, now)).collect(),
            daily,
            next_issues: issues.into_iter().map(DatedIssueView::from).collect(),
            last_backup_at,
            problems: problems.map(|checks| checks.into_iter().map(CheckView::from).collect()),
        }
    }
}

impl From<Daily> for DailyView {
    fn from(Daily { state, next_at }: Daily) -> Self {
        let state = match state {
            DailyState::Off => DailyStateView::Off,
            DailyState::Ahead => DailyStateView::Ahead,
            DailyState::Skipped | DailyState::Issue(IssueStatus::Skipped) => DailyStateView::Skipped,
            DailyState::Issue(IssueStatus::Waiting) => DailyStateView::Waiting,
            DailyState::Issue(IssueStatus::Sending) => DailyStateView::Sending,
            DailyState::Issue(IssueStatus::Paused) => DailyStateView::Paused,
            DailyState::Issue(IssueStatus::Sent) => DailyStateView::Sent,
            DailyState::Issue(IssueStatus::Undone) => DailyStateView::Undone,
        };
        Self { state, next_at }
    }
}

impl DatedPostView {
    fn new(post: DatedPost, now: Timestamp) -> Self {
        let DatedPost { id, title, slug, status, published_at } = post;
        let is_public = status == PostStatus::Published && published_at <= now;
        Self { id, title, slug, status, is_public, published_at }
    }
}

impl From<DatedIssue> for DatedIssueView {
    fn from(DatedIssue { id, kind, status, subject, starts_at }: DatedIssue) -> Self {
        Self { id, kind, status, subject, starts_at }
    }
}

impl MonthView {
    pub fn new(now: Timestamp, month: String, found: Month) -> Self {
        let Month { posts, issues, is_cut } = found;
        Self {
            month,
            now,
            posts: posts.into_iter().map(|post| DatedPostView::new(post, now)).collect(),
            issues: issues.into_iter().map(DatedIssueView::from).collect(),
            is_cut,
        }
    }
}
