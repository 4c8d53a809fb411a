//! What every save keeps, so that it can be looked at and taken up again.

use mwanga_store::entities::post::{DealLink, Model, Texts};
use mwanga_store::entities::post_revision;
use mwanga_store::types::{Access, AccountId, CategoryId, PostId, PostStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};
use sea_orm::{ActiveValue::NotSet, Set};
use serde::{Deserialize, Serialize};

use super::form::derive;
use super::{PostError, read};
use crate::{Core, categories};

/// What the editor can change.
#[derive(Debug, Serialize, Deserialize)]
struct Snapshot {
    title: String,
    slug: String,
    content: String,
    excerpt: String,
    summary: String,
    category_id: CategoryId,
    status: PostStatus,
    access: Access,
    publish_date: Option<Timestamp>,
    media_url: Option<String>,
    media_urls: Texts,
    poster_url: Option<String>,
    deal_links: Vec<DealLink>,
    author_name: String,
    custom_author: String,
    tags: String,
    is_today_pick: bool,
    brand: String,
    extra_text: String,
}

pub(super) async fn keep(tx: &impl ConnectionTrait, post: &Model, by: Option<AccountId>) -> StoreResult<()> {
    let post = post.clone();
    let snapshot = Snapshot {
        title: post.title,
        slug: post.slug,
        content: post.content,
        excerpt: post.excerpt,
        summary: post.summary,
        category_id: post.category_id,
        status: post.status,
        access: post.access,
        publish_date: post.publish_date,
        media_url: post.media_url,
        media_urls: post.media_urls,
        poster_url: post.poster_url,
        deal_links: post.deal_links,
        author_name: post.author_name,
        custom_author: post.custom_author,
        tags: post.tags,
        is_today_pick: post.is_today_pick,
        brand: post.brand,
        extra_text: post.extra_text,
    };
    let row = post_revision::ActiveModel {
        id: NotSet,
        post_id: Set(post.id),
        revision: Set(post.revision),
        snapshot: Set(serde_json::to_value(snapshot)?),
        account_id: Set(by),
        created_at: Set(post.updated_at),
    };
    queries::posts::insert_revision(tx, row).await
}

/// Forgets what is older than the newest `kept` revisions.
pub(super) async fn forget_beyond(tx: &impl ConnectionTrait, post: &Model, kept: u64) -> StoreResult<()> {
    match post.revision - i32::try_from(kept).unwrap_or(i32::MAX) {
        last if last > 0 => queries::posts::forget_revisions(tx, post.id, last).await,
        _ => Ok(()),
    }
}

/// A save that was kept.
#[derive(Debug)]
pub struct Revision {
    pub revision: i32,
    pub saved_at: Timestamp,
    /// E-mail address of who saved; none for an importer, the demo, and accounts that are gone.
    pub saved_by: Option<String>,
}

/// The kept saves of a post, the newest first.
pub async fn revisions(core: &Core, id: PostId) -> Result<Vec<Revision>, PostError> {
    let db = core.store.reader();
    let rows = queries::posts::revisions(db, id).await?;
    if rows.is_empty() {
        return Err(PostError::NotFound);
    }
    let mut accounts: Vec<AccountId> = rows.iter().filter_map(|(.., account)| *account).collect();
    accounts.sort_unstable_by_key(|id| id.0);
    accounts.dedup();
    let accounts = queries::accounts::by_ids(db, &accounts).await?;
    let email = |id: AccountId| accounts.iter().find(|account| account.id == id).map(|account| account.email.clone());
    Ok(rows.into_iter().map(|(revision, saved_at, account)| Revision { revision, saved_at, saved_by: account.and_then(email) }).collect())
}

/// A post as it was saved then. Where its category is gone, the one that took its posts stands for it.
pub async fn revision(core: &Core, id: PostId, revision: i32) -> Result<Option<Model>, PostError> {
    let Some(mut post) = read::get(core, id).await? else { return Ok(None) };
    let Some(row) = queries::posts::revision(core.store.reader(), id, revision).await? else { return Ok(None) };
    let kept: Snapshot = serde_json::from_value(row.snapshot).map_err(StoreError::from)?;
    if let Some(category) = categories::find(core, &kept.category_id.to_string()).await? {
        post.category_id = category.id;
    }
    post = Model {
        title: kept.title,
        slug: kept.slug,
        content: kept.content,
        excerpt: kept.excerpt,
        summary: kept.summary,
        status: kept.status,
        access: kept.access,
        publish_date: kept.publish_date,
        media_url: kept.media_url,
        media_urls: kept.media_urls,
        poster_url: kept.poster_url,
        deal_links: kept.deal_links,
        author_name: kept.author_name,
        custom_author: kept.custom_author,
        tags: kept.tags,
        is_today_pick: kept.is_today_pick,
        brand: kept.brand,
        extra_text: kept.extra_text,
        revision,
        updated_at: row.created_at,
        ..post
    };
    derive(&mut post);
    Ok(Some(post))
}
