//! Telling subscribers about one post: once, a minute after it became public, because somebody asked for it.

use mwanga_jobs::{Job, JobError};
use mwanga_store::entities::post;
use mwanga_store::queries::posts::PublicFilter;
use mwanga_store::types::{IssueKind, PostId, PostStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};
use serde::{Deserialize, Serialize};

use super::new_issue::{NewIssue, insert_issue};
use crate::categories::{self, SPONSORED};
use crate::changes::Tags;
use crate::posts::{PostError, is_public};
use crate::{Core, html};

/// What became of the wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The post is public: they are told within a minute.
    Going,
    /// They will be told when it is.
    Waiting,
    /// They were told, or it counts as told.
    Told,
}

/// Between the moment a post becomes public and its notice: somebody may still take it back.
const AFTER_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 3_600_000;
/// Of how many of the newest posts the newest is looked for that nobody was told about.
const NEWEST: u64 = 20;
/// Characters of the opening.
const OPENING: usize = 400;

/// Asks that subscribers are told about a post.
pub async fn notify(core: &Core, id: PostId) -> Result<Notice, PostError> {
    let (tx, now) = (core.store.begin().await?, core.now());
    let post = queries::posts::lock_by_id(&tx, id).await?.ok_or(PostError::NotFound)?;
    if is_notified(&tx, &post).await? {
        return Ok(Notice::Told);
    }
    queries::post_notices::ask(&tx, id, now).await?;
    enqueue_if_asked(&tx, &post, now).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(if is_public(&post, now) { Notice::Going } else { Notice::Waiting })
}

/// Asks it for the newest post of the last day that nobody was told about.
pub async fn notify_newest(core: &Core) -> Result<Notice, PostError> {
    let (db, now) = (core.store.reader(), core.now());
    let ids = queries::posts::public_ids(db, &PublicFilter::default(), now, 0, NEWEST).await?;
    for post in queries::posts::cards(db, &ids).await? {
        if post.published_at > now.plus_ms(-DAY_MS)
            && !is_notified(db, &post).await?
            && !queries::post_notices::is_asked(db, post.id).await?
        {
            return notify(core, post.id).await;
        }
    }
    Ok(Notice::Told)
}

/// Part of every save: where somebody asked for it, the job for the moment that the post has now.
pub(crate) async fn enqueue_if_asked(tx: &impl ConnectionTrait, post: &post::Model, now: Timestamp) -> StoreResult<()> {
    if post.status == PostStatus::Published && queries::post_notices::is_asked(tx, post.id).await? {
        let due_at = post.published_at.max(now).plus_ms(AFTER_MS);
        NotifySubscribers { post_id: post.id, published_at: post.published_at.0 }.enqueue_at(tx, due_at, now).await?;
    }
    Ok(())
}

/// Whether subscribers know the post, or are meant to know it: imported posts, and those dated back over a day, are no
/// news.
async fn is_notified(db: &impl ConnectionTrait, post: &post::Model) -> StoreResult<bool> {
    Ok((post.status == PostStatus::Published && post.published_at < post.created_at.plus_ms(-DAY_MS))
        || queries::issues::of_post(db, post.id).await?.is_some()
        || queries::post_notices::is_imported(db, post.id).await?)
}

/// Tells subscribers about a post, unless it was deleted, taken back or moved meanwhile.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NotifySubscribers {
    post_id: PostId,
    /// The moment that the notice is about, in milliseconds.
    published_at: i64,
}

impl Job for NotifySubscribers {
    type Context = Core;
    const KIND: &'static str = "newsletter.notify_subscribers";
    const DEDUPE: bool = true;

    async fn run(self, core: Core) -> Result<(), JobError> {
        match self.tell(&core).await {
            // Another run was first: once per post.
            Ok(()) | Err(StoreError::Conflict(_)) => Ok(()),
            Err(e) => Err(JobError::retry(e)),
        }
    }
}

impl NotifySubscribers {
    async fn tell(&self, core: &Core) -> StoreResult<()> {
        let (tx, now) = (core.store.begin().await?, core.now());
        let Some(post) = queries::posts::lock_by_id(&tx, self.post_id).await? else { return Ok(()) };
        if !is_public(&post, now) || post.published_at.0 != self.published_at || is_notified(&tx, &post).await? {
            return Ok(());
        }
        let sponsored =
            categories::find(core, SPONSORED).await?.is_some_and(|category| category.id == post.category_id);
        let (id, subject) = (post.id, post.title.clone());
        let html = html::off_thread(move || {
            let opening = if post.excerpt.is_empty() { &post.opening } else { &post.excerpt };
            words(&post.slug, &post.title, opening, sponsored)
        });
        let new = NewIssue {
            kind: IssueKind::Notify,
            subject,
            html: html.await,
            day: None,
            post: Some(id),
            by: None,
            after_ms: 0,
            covers_until: None,
            topic: None,
        };
        insert_issue(core, &tx, new).await?;
        core.commit(tx, Tags::default()).await
    }
}

/// Title and opening (HTML): what anyone may read, of whatever post.
pub(super) fn words(slug: &str, title: &str, opening: &str, sponsored: bool) -> String {
    let mut body = String::new();
    if sponsored {
        body.push_str("<p><strong>Sponsored</strong></p>");
    }
    body.push_str(&format!("<h2><a href=\"/post/slug/{slug}\">"));
    html::escape_text(title, &mut body);
    body.push_str("</a></h2><p>");
    html::escape_text(&html::plain_text(opening, OPENING), &mut body);
    body.push_str(&format!("</p><p><a href=\"/post/slug/{slug}\">Read the whole post</a></p>"));
    html::clean(&body)
}
