//! The trash: deleting a page so that it can be restored (decision 086). Meanwhile its row is a draft.

use mwanga_store::Transaction;
use mwanga_store::entities::page::Model;
use mwanga_store::queries::{pages as query, trash};
use mwanga_store::types::{AccountId, PageId, PageStatus, Timestamp, TrashKind};

use super::read::{self, PageRef, is_in_trash};
use super::save::{add_tags, link_target};
use super::{PageError, revisions};
use crate::Core;
use crate::changes::{self, Tags};

/// Moves a further page to the trash; brings the product's words of a built-in page back.
pub async fn trash(core: &Core, by: AccountId, page: &PageRef) -> Result<(), PageError> {
    let PageRef::Id(id) = *page else { return delete(core, page).await };
    let found = read::get(core, page).await?.ok_or(PageError::NotFound)?;
    if found.built_in.is_some() {
        return delete(core, page).await;
    }
    let tx = core.store.begin().await?;
    let page = query::lock_by_id(&tx, id).await?.ok_or(PageError::NotFound)?;
    if is_in_trash(&tx, id).await? {
        return Err(PageError::NotFound);
    }
    // A save that has read the page before is for an earlier version.
    let trashed = Model { status: PageStatus::Draft, revision: page.revision + 1, ..page.clone() };
    query::update_if_revision(&tx, &trashed, page.revision).await?;
    trash::insert(&tx, (TrashKind::Page, id.0), Some(by), None, core.now()).await?;
    let tags = address_tags(&tx, &page).await?;
    core.commit(tx, tags).await?;
    Ok(())
}

/// Restores a page from the trash, as a draft with its slug and its former addresses. A page that is not in the trash
/// stays as it is.
pub async fn restore(core: &Core, by: AccountId, id: PageId) -> Result<Model, PageError> {
    let tx = core.store.begin().await?;
    let page = query::lock_by_id(&tx, id).await?.ok_or(PageError::NotFound)?;
    if !is_in_trash(&tx, id).await? {
        return Ok(page);
    }
    let restored = Model { revision: page.revision + 1, updated_at: core.now(), ..page.clone() };
    query::update_if_revision(&tx, &restored, page.revision).await?;
    revisions::insert(&tx, &restored, Some(by)).await?;
    revisions::prune(&tx, &restored, core.config.kept_revisions).await?;
    trash::delete(&tx, TrashKind::Page, id.0).await?;
    let tags = address_tags(&tx, &restored).await?;
    core.commit(tx, tags).await?;
    Ok(restored)
}

/// Deletes a further page for good, from the trash or not: its addresses then answer that it is gone if it was ever
/// public. Brings the product's words of a built-in page back.
pub async fn delete(core: &Core, page: &PageRef) -> Result<(), PageError> {
    let tx = core.store.begin().await?;
    let id = match page {
        PageRef::Id(id) => *id,
        PageRef::BuiltIn(page) => match query::by_built_in(&tx, page.key).await? {
            Some(row) => row.id,
            // A built-in page without a row has the product's words already.
            None => return Ok(()),
        },
    };
    remove(core, tx, id).await
}

/// Deletes a page that is in the trash since `until` or longer.
pub(crate) async fn delete_due(core: &Core, id: PageId, until: Timestamp) -> Result<(), PageError> {
    let tx = core.store.begin().await?;
    let page = query::lock_by_id(&tx, id).await?.ok_or(PageError::NotFound)?;
    if !trash::is_due(&tx, TrashKind::Page, id.0, until).await? {
        return Ok(());
    }
    if page.status == PageStatus::Published {
        // An earlier version, which knows no trash, has published it again.
        trash::delete(&tx, TrashKind::Page, id.0).await?;
        core.commit(tx, Tags::default()).await?;
        return Ok(());
    }
    remove(core, tx, id).await
}

async fn remove(core: &Core, tx: Transaction, id: PageId) -> Result<(), PageError> {
    let page = query::lock_by_id(&tx, id).await?.ok_or(PageError::NotFound)?;
    let tags = address_tags(&tx, &page).await?;
    if page.built_in.is_none() && page.first_published_at.is_some() {
        query::upsert_old_slug(&tx, &page.slug, page.id, core.now()).await?;
    }
    trash::delete(&tx, TrashKind::Page, id.0).await?;
    query::delete(&tx, page.id).await?;
    core.commit(tx, tags).await?;
    Ok(())
}

/// The cache tags of a page that appears or disappears, of all addresses that it has or had, and of menus that lead to
/// it.
async fn address_tags(tx: &Transaction, page: &Model) -> Result<Tags, PageError> {
    let mut tags = Tags::default();
    add_tags(&mut tags, page);
    tags.add(changes::page_link(&link_target(page)));
    tags.extend(query::list_old_slugs(tx, page.id).await?.iter().map(|slug| changes::page_slug(slug)));
    Ok(tags)
}
