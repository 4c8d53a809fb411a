//! Import of pages.

use mwanga_store::entities::import_record;
use mwanga_store::types::{PageId, Timestamp};
use mwanga_store::{StoreError, queries};
use sea_orm::Set;

use super::read::{self, PageRef};
use super::save::{MAX_ATTEMPTS, change, empty_page, insert_with_tags};
use super::{PageError, PageForm, address};
use crate::Core;
use crate::posts::{self, ImportOutcome};
use crate::slug;

/// A page of an importer, its content already converted to the HTML of this site.
#[derive(Clone, Debug)]
pub struct ImportPage {
    /// `{format}:{site}:{kind}:{id there}`: identifies the page in every run.
    pub external_key: String,
    pub form: PageForm,
    /// The slug on the other site, used where it is free.
    pub slug: Option<String>,
    pub created_at: Option<Timestamp>,
}

/// Imports a page that is not here yet, as a draft. One that an earlier version imported as a post stays a post.
pub async fn import(core: &Core, page: ImportPage) -> Result<ImportOutcome, PageError> {
    let mut attempts = 0;
    loop {
        attempts += 1;
        match import_once(core, page.clone()).await {
            // The slug was taken, or the same page imported, meanwhile: the next attempt sees it.
            Err(PageError::Store(StoreError::Conflict(_))) if attempts < MAX_ATTEMPTS => {}
            outcome => return outcome,
        }
    }
}

/// Completes a page of an earlier run that nobody edited since: with the fields of the form it still is as it was
/// brought.
///
/// # Errors
///
/// Those of [`super::update`].
pub async fn complete_import(core: &Core, external_key: &str, id: PageId, form: PageForm) -> Result<(), PageError> {
    change(core, None, &PageRef::Id(id), form, Some(external_key)).await.map(drop)
}

async fn import_once(core: &Core, page: ImportPage) -> Result<ImportOutcome, PageError> {
    let db = core.store.reader();
    if let Some(record) = queries::imports::get(db, &page.external_key).await? {
        let revision = match (record.page_id, record.post_id) {
            (Some(id), _) => read::get(core, &PageRef::Id(id)).await?.map(|page| page.revision),
            (None, Some(id)) => posts::get(core, id).await?.map(|post| post.revision),
            (None, None) => None,
        };
        return Ok(match revision {
            None => ImportOutcome::DeletedHere,
            Some(revision) if revision > record.revision => ImportOutcome::ChangedHere,
            Some(_) => ImportOutcome::Unchanged,
        });
    }
    let now = core.now();
    let mut row = empty_page(now, None);
    row.created_at = page.created_at.unwrap_or(now);
    page.form.apply(core, &mut row).await?;
    let tx = core.store.begin().await?;
    let base = page.slug.as_deref().and_then(slug::from_title).or_else(|| slug::from_title(&row.title));
    row.slug = address::find_free(&tx, base.as_deref().unwrap_or("page"), None).await?;
    let (row, tags) = insert_with_tags(&tx, row).await?;
    let record = import_record::ActiveModel {
        external_key: Set(page.external_key),
        post_id: Set(None),
        page_id: Set(Some(row.id)),
        media_id: Set(None),
        revision: Set(row.revision),
        created_at: Set(now),
    };
    queries::imports::insert(&tx, record).await?;
    core.commit(tx, tags).await?;
    Ok(ImportOutcome::Added)
}
