use mwanga_core::html;
use mwanga_core::newsletter::{
    DraftStory, DraftVersion, Issue, IssueDraft, IssueReport, LinkClicks, NoticeAudience, NoticeState, NoticeStatus,
    Preview, find_topic,
};
use mwanga_store::entities::delivery;
use mwanga_store::types::{
    AudienceKind, DeliveryId, DeliveryStatus, IssueDraftId, IssueId, IssueKind, IssueStatus, Timestamp,
};
use serde::Serialize;

use crate::reader_addresses::ReaderAddresses;

/// One mailing of the newsletter.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct IssueView {
    pub id: IssueId,
    pub subject: String,
    pub kind: IssueKind,
    /// `waiting` can be undone until `starts_at`; `sent`: every mail is accounted for; `skipped`: nobody gets it, because
    /// a notice went out on that day, and its post comes with the next daily newsletter.
    pub status: IssueStatus,
    pub created_at: Timestamp,
    pub starts_at: Timestamp,
    /// The server's clock, to count down by: the reader's may be wrong.
    pub server_now: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// Goes only to those who chose one or more of these topics; empty: to everyone.
    pub topics: Vec<IssueTopicView>,
    /// Why the server paused it by itself; null where a person did, and while it is not paused.
    pub pause_reason: Option<String>,
    /// Name of the account that sent it; null for one of the schedule.
    pub created_by: Option<String>,
    /// All its mails; of one that still waits, as many as it would be now.
    pub total: u64,
    pub counts: IssueCounts,
    /// The saved draft that it is again once it is undone; null when it goes out, and of one that nobody wrote.
    #[schema(required)]
    pub draft: Option<DraftVersionView>,
}

/// A saved draft in its present version.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DraftVersionView {
    pub id: IssueDraftId,
    pub version: i32,
}

impl From<DraftVersion> for DraftVersionView {
    fn from(DraftVersion { id, version }: DraftVersion) -> Self {
        Self { id, version }
    }
}

/// A topic of the catalogue.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct IssueTopicView {
    pub id: String,
    pub name: String,
}

impl IssueTopicView {
    fn list(ids: Vec<String>) -> Vec<Self> {
        let view = |id: String| {
            // One that is no longer in the catalogue goes by its id.
            let name = find_topic(&id).map_or_else(|| id.clone(), |topic| topic.name.to_owned());
            Self { id, name }
        };
        ids.into_iter().map(view).collect()
    }
}

/// How many would get an issue that is sent now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AudienceView {
    pub audience: u64,
    /// Whether one notice a day is wanted and today's went out: further posts come with the next daily newsletter.
    pub is_notice_limit_reached: bool,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TopicAudienceListView {
    /// The whole catalogue, in its order.
    pub data: Vec<TopicAudienceView>,
}

/// How many of those who get newsletters chose a topic.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TopicAudienceView {
    #[schema(examples("ai-at-work"))]
    pub id: &'static str,
    pub audience: u64,
}

/// How many of its mails are in each state; together all of them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct IssueCounts {
    pub queued: u64,
    /// Under way.
    pub claimed: u64,
    pub sent: u64,
    pub failed: u64,
    /// Handed over, and the mail server's answer never came: sent again by hand only.
    pub uncertain: u64,
    /// Its subscriber left meanwhile.
    pub skipped: u64,
}

impl From<Issue> for IssueView {
    fn from(issue: Issue) -> Self {
        let counts = IssueCounts {
            queued: issue.count(DeliveryStatus::Queued),
            claimed: issue.count(DeliveryStatus::Claimed),
            sent: issue.count(DeliveryStatus::Sent),
            failed: issue.count(DeliveryStatus::Failed),
            uncertain: issue.count(DeliveryStatus::Uncertain),
            skipped: issue.count(DeliveryStatus::Skipped),
        };
        let Issue { row, created_by, total, now, draft, .. } = issue;
        let topics = IssueTopicView::list(row.topics());
        Self {
            id: row.id,
            subject: row.subject,
            kind: row.kind,
            status: row.status,
            created_at: row.created_at,
            starts_at: row.starts_at,
            server_now: now,
            finished_at: row.finished_at,
            topics,
            pause_reason: row.pause_reason,
            created_by,
            total,
            counts,
            draft: draft.map(Into::into),
        }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct IssueListView {
    pub data: Vec<IssueView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
}

/// What became of an issue besides its mails.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct IssueReportView {
    /// Subscribers who left by its links and did not come back.
    pub unsubscribed: u64,
    /// Whether clicks are counted now: a setting.
    pub counts_clicks: bool,
    /// Addresses that its links lead to, the most followed first; empty where its links are not counted.
    pub links: Vec<LinkClicksView>,
}

/// How often a link of an issue was followed, by whomever.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LinkClicksView {
    pub url: String,
    /// Its words in the issue; may be empty.
    pub title: String,
    pub clicks: i64,
}

impl From<IssueReport> for IssueReportView {
    fn from(IssueReport { unsubscribed, is_counting, links }: IssueReport) -> Self {
        let view = |LinkClicks { url, title, clicks }| LinkClicksView { url, title, clicks };
        Self { unsubscribed, counts_clicks: is_counting, links: links.into_iter().map(view).collect() }
    }
}

/// Outcome of a change to an issue.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct IssueChangedView {
    pub message: &'static str,
    pub issue: IssueView,
}

/// A newsletter to be edited.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct IssueDraftView {
    /// The headline of its first story.
    pub subject: String,
    /// To be edited; what is sent is this or what became of it. The newest new posts stand in it.
    pub html: String,
    /// The newest posts, to choose from.
    pub stories: Vec<DraftStoryView>,
    /// How many posts became public since the last issue.
    pub posts: u64,
    /// How many subscribers would get it.
    pub audience: u64,
    pub since: Timestamp,
    /// To be sent along with it: what becomes public after that is in the next one.
    pub until: Timestamp,
}

impl From<IssueDraft> for IssueDraftView {
    fn from(draft: IssueDraft) -> Self {
        let IssueDraft { subject, html, stories, posts, audience, since, until } = draft;
        let stories = stories.into_iter().map(DraftStoryView::from).collect();
        Self { subject, html: html::deliver_media(&html), stories, posts, audience, since, until }
    }
}

/// A post that may stand in a newsletter.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DraftStoryView {
    pub slug: String,
    pub title: String,
    /// Headline and opening.
    pub html: String,
    /// Name of its category.
    #[schema(required)]
    pub section: Option<String>,
    pub published_at: Timestamp,
    /// It became public since the last issue.
    pub is_new: bool,
}

impl From<DraftStory> for DraftStoryView {
    fn from(DraftStory { slug, title, html, section, published_at, is_new }: DraftStory) -> Self {
        Self { slug, title, html, section, published_at, is_new }
    }
}

/// An issue as a reader will get it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct IssuePreviewView {
    /// A whole document.
    pub html: String,
    pub text: String,
}

impl From<Preview> for IssuePreviewView {
    fn from(Preview { html, text }: Preview) -> Self {
        Self { html, text }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DeliveryListView {
    pub data: Vec<DeliveryView>,
    /// Ask with `after` for what follows.
    pub next: Option<DeliveryId>,
}

/// One mail of an issue.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DeliveryView {
    pub email: String,
    pub status: DeliveryStatus,
    /// Why the last try did not succeed, in the mail server's words.
    pub error: Option<String>,
    /// Tries that the mail server answered.
    pub attempts: i32,
    /// When that was last changed.
    pub at: Timestamp,
}

impl DeliveryView {
    pub fn new(row: delivery::Model, addresses: ReaderAddresses) -> Self {
        let (email, error) = (addresses.shown(&row.email), row.error.map(|error| addresses.within(error)));
        Self { email, status: row.status, error, attempts: row.attempts, at: row.changed_at }
    }
}

/// Outcome of a request to notify subscribers of a post.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NoticeView {
    pub message: &'static str,
    /// `notified`: within a minute. `waiting`: when it is public. `skipped`: a notice went out today, so the post comes
    /// with the next daily newsletter. `told`: they were told before, or it is no news.
    #[schema(examples("waiting"))]
    pub status: &'static str,
}

/// Who is e-mailed about a post.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NoticeAudienceView {
    pub audience: AudienceKind,
    /// Ids of topics; empty unless `audience` is `topics`.
    pub topics: Vec<String>,
}

impl From<NoticeAudience> for NoticeAudienceView {
    fn from(NoticeAudience { kind, topics }: NoticeAudience) -> Self {
        Self { audience: kind, topics }
    }
}

/// Whom a post is told to, or was, and when.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NoticeStateView {
    #[serde(flatten)]
    pub audience: NoticeAudienceView,
    pub status: NoticeStatus,
    /// When it went out, or was left to the daily newsletter.
    #[schema(required)]
    pub at: Option<Timestamp>,
}

impl From<NoticeState> for NoticeStateView {
    fn from(NoticeState { status, audience, at }: NoticeState) -> Self {
        Self { audience: audience.into(), status, at }
    }
}

/// The public archive.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ArchiveView {
    pub data: Vec<ArchivedView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ArchivedView {
    pub id: IssueId,
    pub subject: String,
    pub sent_at: Timestamp,
}

/// A newsletter that went out.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ArchivedIssueView {
    pub id: IssueId,
    pub subject: String,
    pub sent_at: Timestamp,
    pub html: String,
}
