//! Revisions: a snapshot of each save, to be viewed and restored.

use mwanga_store::entities::post::{DealLink, Model, Texts};
use mwanga_store::entities::post_revision;
use mwanga_store::types::{Access, AccountId, CategoryId, PostId, PostStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};
use sea_orm::{ActiveValue::NotSet, Set};
use serde::{Deserialize, Serialize};

use super::form::derive;
use super::{PostError, read};
use crate::{Core, categories};

/// The editable fields of a post, stored as JSON in `post_revision.snapshot`.
///
/// Stored snapshots must stay readable: a new field needs `#[serde(default)]`, or `stored_revisions_are_read_for_ever`
/// fails.
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

/// Exhaustive on both sides: a new field of [`Model`] or [`Snapshot`] does not compile until it is stored or ignored.
impl Snapshot {
    fn of(post: Model) -> Self {
        let Model {
            title,
            slug,
            content,
            excerpt,
            summary,
            category_id,
            status,
            access,
            publish_date,
            media_url,
            media_urls,
            poster_url,
            deal_links,
            author_name,
            custom_author,
            tags,
            is_today_pick,
            brand,
            extra_text,
            // Columns of the row itself.
            id: _,
            revision: _,
            created_by: _,
            created_at: _,
            updated_at: _,
            first_published_at: _,
            pick_rank: _,
            // `derive` computes them from the rest.
            title_key: _,
            opening: _,
            published_at: _,
            preview_url: _,
            author_slug: _,
            reading_minutes: _,
        } = post;
        Self {
            title,
            slug,
            content,
            excerpt,
            summary,
            category_id,
            status,
            access,
            publish_date,
            media_url,
            media_urls,
            poster_url,
            deal_links,
            author_name,
            custom_author,
            tags,
            is_today_pick,
            brand,
            extra_text,
        }
    }

    /// The post with the fields of the snapshot, except for its category, which may be deleted: the caller sets it.
    fn restore(self, post: Model) -> Model {
        let Self {
            title,
            slug,
            content,
            excerpt,
            summary,
            category_id: _,
            status,
            access,
            publish_date,
            media_url,
            media_urls,
            poster_url,
            deal_links,
            author_name,
            custom_author,
            tags,
            is_today_pick,
            brand,
            extra_text,
        } = self;
        Model {
            title,
            slug,
            content,
            excerpt,
            summary,
            status,
            access,
            publish_date,
            media_url,
            media_urls,
            poster_url,
            deal_links,
            author_name,
            custom_author,
            tags,
            is_today_pick,
            brand,
            extra_text,
            ..post
        }
    }
}

/// Stores the revision of a post that was just saved.
pub(super) async fn insert(tx: &impl ConnectionTrait, post: &Model, by: Option<AccountId>) -> StoreResult<()> {
    let row = post_revision::ActiveModel {
        id: NotSet,
        post_id: Set(post.id),
        revision: Set(post.revision),
        snapshot: Set(serde_json::to_value(Snapshot::of(post.clone()))?),
        account_id: Set(by),
        created_at: Set(post.updated_at),
    };
    queries::posts::insert_revision(tx, row).await
}

/// Deletes all but the newest `limit` revisions.
pub(super) async fn prune(tx: &impl ConnectionTrait, post: &Model, limit: u64) -> StoreResult<()> {
    match post.revision - i32::try_from(limit).unwrap_or(i32::MAX) {
        last if last > 0 => queries::posts::delete_revisions(tx, post.id, last).await,
        _ => Ok(()),
    }
}

/// A stored save.
#[derive(Debug)]
pub struct Revision {
    pub revision: i32,
    pub saved_at: Timestamp,
    /// E-mail address of the account that saved; none for importers, the demo and deleted accounts.
    pub saved_by: Option<String>,
}

/// The stored revisions of a post, newest first.
pub async fn revisions(core: &Core, id: PostId) -> Result<Vec<Revision>, PostError> {
    let db = core.store.reader();
    let is_found = read::get(core, id).await?.is_some();
    let rows = queries::posts::list_revisions(db, id).await?;
    if rows.is_empty() || !is_found {
        return Err(PostError::NotFound);
    }
    Ok(with_accounts(db, rows).await?)
}

/// Revisions with the addresses of those who saved them, from number, time and account of each.
pub(crate) async fn with_accounts(
    db: &impl ConnectionTrait,
    rows: Vec<(i32, Timestamp, Option<AccountId>)>,
) -> StoreResult<Vec<Revision>> {
    let mut accounts: Vec<AccountId> = rows.iter().filter_map(|(.., account)| *account).collect();
    accounts.sort_unstable_by_key(|id| id.0);
    accounts.dedup();
    let accounts = queries::accounts::by_ids(db, &accounts).await?;
    let email = |id: AccountId| accounts.iter().find(|account| account.id == id).map(|account| account.email.clone());
    Ok(rows
        .into_iter()
        .map(|(revision, saved_at, account)| Revision { revision, saved_at, saved_by: account.and_then(email) })
        .collect())
}

/// A post as of a revision. If its category was deleted, it has the present one.
pub async fn revision(core: &Core, id: PostId, revision: i32) -> Result<Option<Model>, PostError> {
    let Some(mut post) = read::get(core, id).await? else { return Ok(None) };
    let Some(row) = queries::posts::get_revision(core.store.reader(), id, revision).await? else { return Ok(None) };
    let snapshot: Snapshot = serde_json::from_value(row.snapshot).map_err(StoreError::from)?;
    if let Some(category) = categories::find(core, &snapshot.category_id.to_string()).await? {
        post.category_id = category.id;
    }
    post = Model { revision, updated_at: row.created_at, ..snapshot.restore(post) };
    derive(&mut post);
    Ok(Some(post))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One line for each format that was ever stored, newest last. Lines are added, never changed.
    const STORED: &str = include_str!("../../golden/revisions.jsonl");

    #[test]
    fn stored_revisions_are_read_for_ever() {
        let stored: Vec<serde_json::Value> = STORED.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &stored {
            serde_json::from_value::<Snapshot>(line.clone()).unwrap();
        }
        let newest = stored.last().unwrap();
        let written = serde_json::to_value(serde_json::from_value::<Snapshot>(newest.clone()).unwrap()).unwrap();
        assert_eq!(&written, newest, "the shape has changed: add a line to crates/core/golden/revisions.jsonl");
    }
}
