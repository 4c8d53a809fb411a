//! Post notices: on request, subscribers are notified of a post once, a minute after it became public. Where the
//! newsroom wants one notice a day, further posts come with the next daily newsletter. See `docs/decisions/079` and
//! 084.

use mwanga_jobs::{Job, JobError};
use mwanga_store::entities::post;
use mwanga_store::queries::posts::PublicFilter;
use mwanga_store::types::{IssueKind, IssueStatus, PostId, PostStatus, Timestamp, join_topics};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};
use serde::Serialize;
use serde_json::json;

use super::digest;
use super::new_issue::{NewIssue, insert_issue, insert_skipped};
use super::notice_audience::{NoticeAudience, validate_topics};
use crate::categories::{self, SPONSORED};
use crate::changes::Tags;
use crate::notice_requests::{NotifySubscribers, NotifyTopics, enqueue_if_requested};
use crate::posts::{PostError, is_public};
use crate::{Core, html, mail, settings, slug as slugs};

/// Outcome of a request to notify subscribers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotifyOutcome {
    /// The post is public: subscribers are notified within a minute.
    Enqueued,
    /// Subscribers are notified once the post is public.
    AfterPublication,
    /// Subscribers were notified, or the post is not news.
    AlreadyNotified,
    /// A notice went out today: the post comes with the next daily newsletter.
    LeftToDaily,
}

const DAY_MS: i64 = 24 * 3_600_000;
/// Number of newest posts searched for one without a notice.
const SEARCHED_POSTS: u64 = 20;
/// Number of newest notices searched for one of today.
const SEARCHED_NOTICES: u64 = 50;
/// The setting whose row is locked while a notice is decided on.
const LAST_NOTICE: &str = "newsletter.last_notice";
/// Maximum length of the opening, in characters.
const OPENING_CHARS: usize = 400;

/// Requests a notice about a post, to the subscribers of these topics or, where there are none, to everyone. It
/// replaces an earlier request as long as nothing went out.
///
/// # Errors
///
/// - [`PostError::Invalid`]: the list of topics is empty or holds unknown ones.
pub async fn notify(core: &Core, id: PostId, topics: Option<&[String]>) -> Result<NotifyOutcome, PostError> {
    let topics = topics.map(validate_topics).transpose().map_err(PostError::Invalid)?.unwrap_or_default();
    let (tx, now) = (core.store.begin().await?, core.now());
    let post = queries::posts::lock_by_id(&tx, id).await?.ok_or(PostError::NotFound)?;
    if post.status == PostStatus::Trash {
        return Err(PostError::InTrash);
    }
    if is_notified(&tx, &post).await? {
        return Ok(NotifyOutcome::AlreadyNotified);
    }
    queries::post_notices::set(&tx, id, &topics, now).await?;
    enqueue_if_requested(core, &tx, &post, now).await?;
    let outcome = match is_public(&post, now) {
        true if is_left_to_daily(core, &tx, &post).await? => NotifyOutcome::LeftToDaily,
        true => NotifyOutcome::Enqueued,
        false => NotifyOutcome::AfterPublication,
    };
    core.commit(tx, Tags::default()).await?;
    Ok(outcome)
}

/// Withdraws the request for a notice; `false` where subscribers were notified already, or never will be.
pub async fn withdraw(core: &Core, id: PostId) -> Result<bool, PostError> {
    let tx = core.store.begin().await?;
    let post = queries::posts::lock_by_id(&tx, id).await?.ok_or(PostError::NotFound)?;
    if is_notified(&tx, &post).await? {
        return Ok(false);
    }
    queries::post_notices::delete(&tx, id).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(true)
}

/// What became of the notice of a post.
#[derive(Clone, Debug)]
pub struct NoticeState {
    pub status: NoticeStatus,
    /// Who gets it, or got it.
    pub audience: NoticeAudience,
    /// When its issue was made.
    pub at: Option<Timestamp>,
}

/// Status of the notice of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeStatus {
    /// Nobody requested one.
    NotRequested,
    /// It waits for the publication of the post, and its minute.
    Requested,
    /// It went out, or goes out.
    Notified,
    /// The post comes with the next daily newsletter.
    LeftToDaily,
    /// Somebody took its issue back.
    Undone,
    /// The post was imported or dated back: it never gets one.
    NotNews,
}

/// What became of the notice of a post.
pub async fn notice_state(core: &Core, id: PostId) -> Result<NoticeState, PostError> {
    let db = core.store.reader();
    let post = queries::posts::get(db, id).await?.ok_or(PostError::NotFound)?;
    if let Some(issue) = queries::issues::by_post(db, id).await? {
        let status = match issue.status {
            IssueStatus::Skipped => NoticeStatus::LeftToDaily,
            IssueStatus::Undone => NoticeStatus::Undone,
            _ => NoticeStatus::Notified,
        };
        return Ok(NoticeState { status, audience: NoticeAudience::of(issue.topics()), at: Some(issue.created_at) });
    }
    let (status, audience) = match queries::post_notices::find_topics(db, id).await? {
        _ if is_notified(db, &post).await? => (NoticeStatus::NotNews, NoticeAudience::NOBODY),
        None => (NoticeStatus::NotRequested, NoticeAudience::NOBODY),
        Some(topics) => (NoticeStatus::Requested, NoticeAudience::of(topics)),
    };
    Ok(NoticeState { status, audience, at: None })
}

/// Whether the newsroom wants one notice a day. Without a daily newsletter, nothing would carry the other posts.
fn is_limited(core: &Core) -> bool {
    let settings = core.settings();
    settings.newsletter.one_notice_a_day && settings.newsletter.daily_enabled
}

/// Whether the notice of a post is skipped for now: one went out today, and the next daily newsletter may hold the post.
async fn is_left_to_daily(core: &Core, db: &impl ConnectionTrait, post: &post::Model) -> StoreResult<bool> {
    Ok(digest::may_hold(core, post).await? && has_notice_of_today(core, db).await?)
}

/// Whether the notices of further posts are left to the next daily newsletter, as far as it may hold them.
pub async fn is_limit_reached(core: &Core) -> StoreResult<bool> {
    has_notice_of_today(core, core.store.reader()).await
}

/// Whether the newsroom wants one notice a day, and one went out today.
async fn has_notice_of_today(core: &Core, db: &impl ConnectionTrait) -> StoreResult<bool> {
    if !is_limited(core) {
        return Ok(false);
    }
    let mut notices = queries::issues::newest_notices(db, SEARCHED_NOTICES).await?;
    let (settings, today) = (core.settings(), core.today());
    notices.retain(|notice| notice.created_at.day_in(settings.time_zone()) == today);
    Ok(!queries::issues::that_went_out(db, notices).await?.is_empty())
}

/// Requests a notice for the newest post of the last day without one.
pub async fn notify_newest(core: &Core) -> Result<NotifyOutcome, PostError> {
    let (db, now) = (core.store.reader(), core.now());
    let ids = queries::posts::public_ids(db, &PublicFilter::default(), now, 0, SEARCHED_POSTS).await?;
    for post in queries::posts::by_ids_without_content(db, &ids).await? {
        if post.published_at > now.plus_ms(-DAY_MS)
            && !is_notified(db, &post).await?
            && queries::post_notices::find_topics(db, post.id).await?.is_none()
        {
            return notify(core, post.id, None).await;
        }
    }
    Ok(NotifyOutcome::AlreadyNotified)
}

/// Whether a notice exists or is not needed: imported posts, and those backdated over a day, are not news.
async fn is_notified(db: &impl ConnectionTrait, post: &post::Model) -> StoreResult<bool> {
    Ok((post.status == PostStatus::Published && post.published_at < post.created_at.plus_ms(-DAY_MS))
        || queries::issues::by_post(db, post.id).await?.is_some()
        || queries::post_notices::is_imported(db, post.id).await?)
}

impl Job for NotifySubscribers {
    type Context = Core;
    const KIND: &'static str = "newsletter.notify_subscribers";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;

    async fn run(self, core: Core) -> Result<(), JobError> {
        // Another process may have changed them just now.
        settings::refresh(&core).await.map_err(JobError::retry)?;
        match self.create_issue(&core).await {
            // Another run was first: once per post.
            Ok(()) | Err(StoreError::Conflict(_)) => Ok(()),
            Err(e) => Err(JobError::retry(e)),
        }
    }
}

impl Job for NotifyTopics {
    type Context = Core;
    const KIND: &'static str = "newsletter.notify_topics";
    const DEDUPE: bool = true;
    const RUNS_WHILE_HELD: bool = false;

    async fn run(self, core: Core) -> Result<(), JobError> {
        self.0.run(core).await
    }
}

impl NotifySubscribers {
    async fn create_issue(&self, core: &Core) -> StoreResult<()> {
        let (tx, now) = (core.store.begin().await?, core.now());
        let Some(post) = queries::posts::lock_by_id(&tx, self.post_id).await? else { return Ok(()) };
        if !is_public(&post, now) || post.published_at.0 != self.published_at || is_notified(&tx, &post).await? {
            return Ok(());
        }
        // As it is now: a later request has replaced that of an earlier job, and who deletes a post withdraws it.
        let Some(topics) = queries::post_notices::find_topics(&tx, post.id).await? else { return Ok(()) };
        let sponsored =
            categories::find(core, SPONSORED).await?.is_some_and(|category| category.id == post.category_id);
        let (id, subject, shown) = (post.id, post.title.clone(), post.clone());
        let html = html::off_thread(move || {
            let opening = if shown.excerpt.is_empty() { &shown.opening } else { &shown.excerpt };
            notice_html(&shown.slug, &shown.language, (&shown.title, opening), sponsored)
        });
        let new = NewIssue {
            kind: IssueKind::Notify,
            subject,
            preheader: String::new(),
            html: html.await,
            day: None,
            post: Some(id),
            by: None,
            starts_at: now,
            is_scheduled: false,
            covers_until: None,
            topic: join_topics(&topics),
        };
        if is_limited(core) {
            // Serializes concurrent notices of other posts, so that the second sees the issue of the first.
            queries::settings::set(&tx, LAST_NOTICE, &now.iso(), now).await?;
        }
        if is_left_to_daily(core, &tx, &post).await? {
            insert_skipped(core, &tx, new).await?;
        } else {
            insert_issue(core, &tx, new).await?;
        }
        core.commit(tx, Tags::default()).await
    }
}

/// HTML of a notice: title and opening, which are public for any post; `language` is empty where it says none.
pub(super) fn notice_html(slug: &str, language: &str, (title, opening): (&str, &str), sponsored: bool) -> String {
    let opening = html::shorten(opening, OPENING_CHARS);
    html::clean(&mail::render(
        "notice.html",
        json!({ "slug": slugs::to_segment(slug), "language": language, "title": title, "opening": opening, "sponsored": sponsored }),
    ))
}
