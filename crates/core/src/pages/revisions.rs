//! Revisions of a page: a snapshot of each save, to be viewed and restored.

use mwanga_store::entities::page::Model;
use mwanga_store::entities::page_revision;
use mwanga_store::types::{AccountId, PageLayout, PageStatus};
use mwanga_store::{ConnectionTrait, StoreError, StoreResult, queries};
use sea_orm::{ActiveValue::NotSet, Set};
use serde::{Deserialize, Serialize};

use super::PageError;
use super::read::{self, PageRef};
use super::save::keys_of;
use crate::Core;
use crate::built_in_pages;
use crate::posts::{Revision, with_accounts};

/// The editable fields of a page, stored as JSON in `page_revision.snapshot`.
///
/// Stored snapshots must stay readable: a new field needs `#[serde(default)]`.
#[derive(Debug, Serialize, Deserialize)]
struct Snapshot {
    title: String,
    slug: String,
    short_title: String,
    lead: String,
    note: String,
    description: String,
    content: String,
    layout: PageLayout,
    share_picture: Option<String>,
    status: PageStatus,
}

/// Exhaustive on both sides: a new field of [`Model`] or [`Snapshot`] does not compile until it is stored or ignored.
impl Snapshot {
    fn of(page: Model) -> Self {
        let Model {
            title,
            slug,
            short_title,
            lead,
            note,
            description,
            content,
            layout,
            share_picture,
            status,
            // Columns of the row itself.
            id: _,
            built_in: _,
            revision: _,
            created_by: _,
            created_at: _,
            updated_at: _,
            first_published_at: _,
        } = page;
        Self { title, slug, short_title, lead, note, description, content, layout, share_picture, status }
    }

    fn restore(self, page: Model) -> Model {
        let Self { title, slug, short_title, lead, note, description, content, layout, share_picture, status } = self;
        Model { title, slug, short_title, lead, note, description, content, layout, share_picture, status, ..page }
    }
}

/// Stores the revision of a page that was just saved.
pub(super) async fn insert(tx: &impl ConnectionTrait, page: &Model, by: Option<AccountId>) -> StoreResult<()> {
    let row = page_revision::ActiveModel {
        id: NotSet,
        page_id: Set(page.id),
        revision: Set(page.revision),
        snapshot: Set(serde_json::to_value(Snapshot::of(page.clone()))?),
        account_id: Set(by),
        created_at: Set(page.updated_at),
    };
    queries::pages::insert_revision(tx, row).await
}

/// Deletes all but the newest `limit` revisions.
pub(super) async fn prune(tx: &impl ConnectionTrait, page: &Model, limit: u64) -> StoreResult<()> {
    match page.revision - i32::try_from(limit).unwrap_or(i32::MAX) {
        last if last > 0 => queries::pages::delete_revisions(tx, page.id, last).await,
        _ => Ok(()),
    }
}

/// The stored revisions of a page, newest first; none of a built-in page that nobody edited.
pub async fn revisions(core: &Core, page: &PageRef) -> Result<Vec<Revision>, PageError> {
    let page = read::get(core, page).await?.ok_or(PageError::NotFound)?;
    let db = core.store.reader();
    Ok(with_accounts(db, queries::pages::list_revisions(db, page.id).await?).await?)
}

/// A page as of a revision; revision 0 of a built-in page has the product's words.
pub async fn revision(core: &Core, page: &PageRef, revision: i32) -> Result<Option<Model>, PageError> {
    let Some(page) = read::get(core, page).await? else { return Ok(None) };
    if let (0, Some(built_in)) = (revision, page.built_in.as_deref().and_then(built_in_pages::built_in)) {
        return Ok(Some(built_in.page()));
    }
    let row = queries::pages::get_revision(core.store.reader(), page.id, revision).await?;
    let Some(row) = row else { return Ok(None) };
    let snapshot: Snapshot = serde_json::from_value(row.snapshot).map_err(StoreError::from)?;
    Ok(Some(Model { revision, updated_at: row.created_at, ..snapshot.restore(page) }))
}

/// Keeps which files a stored revision shows.
pub(crate) async fn record_files(tx: &impl ConnectionTrait, row: page_revision::Model) -> StoreResult<()> {
    let snapshot: Snapshot = serde_json::from_value(row.snapshot)?;
    let keys = keys_of(&snapshot.content, snapshot.share_picture);
    queries::earlier_files::record_page(tx, row.page_id, keys, row.revision).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One line for each format that was ever stored, newest last. Lines are added, never changed.
    const STORED: &str = include_str!("../../golden/page_revisions.jsonl");

    #[test]
    fn stored_page_revisions_are_read_for_ever() {
        let stored: Vec<serde_json::Value> = STORED.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &stored {
            serde_json::from_value::<Snapshot>(line.clone()).unwrap();
        }
        let newest = stored.last().unwrap();
        let written = serde_json::to_value(serde_json::from_value::<Snapshot>(newest.clone()).unwrap()).unwrap();
        assert_eq!(&written, newest, "the shape has changed: add a line to crates/core/golden/page_revisions.jsonl");
    }
}
