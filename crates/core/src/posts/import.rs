//! Import of posts.

use mwanga_store::entities::import_record;
use mwanga_store::types::{AccountId, PostId, PostStatus, Timestamp};
use mwanga_store::{StoreError, queries};
use sea_orm::Set;

use super::PostError;
use super::form::{PostForm, derive};
use super::save::{MAX_ATTEMPTS, change, empty_post, insert_with_tags, new_slug};
use crate::Core;
use crate::slug;

/// A post of an importer, its content already converted to the HTML of this site.
#[derive(Clone, Debug)]
pub struct ImportPost {
    /// `{format}:{site}:{kind}:{id there}`: identifies the post in every run.
    pub external_key: String,
    /// Title, content, category, tags, author, date, media and status, as an editor would send them.
    pub form: PostForm,
    /// The slug on the other site, used where it is free.
    pub slug: Option<String>,
    pub created_at: Option<Timestamp>,
    /// The member of the newsroom whose post it is; none: the editors'.
    pub owner_id: Option<AccountId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportOutcome {
    Added,
    /// Imported by an earlier run, and not edited since.
    Unchanged,
    /// Edited here since the import; left alone.
    ChangedHere,
    /// Deleted here since the import, for good or into the trash; left alone.
    DeletedHere,
}

/// Imports a post that is not here yet, with the validation of every save.
///
/// # Errors
///
/// - [`PostError::Invalid`]: the form is invalid.
/// - [`PostError::Store`]: the store failed, or every attempt conflicted with another write.
pub async fn import(core: &Core, post: ImportPost) -> Result<ImportOutcome, PostError> {
    let mut attempts = 0;
    loop {
        attempts += 1;
        match import_once(core, post.clone()).await {
            // The slug was taken, or the same post imported, meanwhile: the next attempt sees it.
            Err(PostError::Store(StoreError::Conflict(_))) if attempts < MAX_ATTEMPTS => {}
            outcome => return outcome,
        }
    }
}

/// Completes a post of an earlier run that nobody edited since: with the fields of the form it still is as it was
/// brought.
///
/// # Errors
///
/// Those of [`super::update`].
pub async fn complete_import(core: &Core, external_key: &str, id: PostId, form: PostForm) -> Result<(), PostError> {
    change(core, None, id, form, Some(external_key)).await.map(drop)
}

async fn import_once(core: &Core, post: ImportPost) -> Result<ImportOutcome, PostError> {
    if let Some(record) = queries::imports::get(core.store.reader(), &post.external_key).await? {
        let Some(id) = record.post_id else { return Ok(ImportOutcome::DeletedHere) };
        let existing = queries::posts::get(core.store.reader(), id).await?;
        return Ok(match existing {
            None => ImportOutcome::DeletedHere,
            Some(existing) if existing.status == PostStatus::Trash => ImportOutcome::DeletedHere,
            Some(existing) if existing.revision > record.revision => ImportOutcome::ChangedHere,
            Some(_) => ImportOutcome::Unchanged,
        });
    }
    let now = core.now();
    let mut row = empty_post(now, None);
    row.created_at = post.created_at.unwrap_or(now);
    row.owner_id = post.owner_id;
    post.form.apply(core, &mut row).await?;
    // An imported price is as old as its post.
    for deal in row.deal_links.iter_mut().filter(|deal| deal.price_seen_at.is_some()) {
        deal.price_seen_at = Some(row.created_at);
    }
    if row.status == PostStatus::Published {
        row.first_published_at = Some(row.publish_date.unwrap_or(now));
    }
    derive(&mut row);
    let tx = core.store.begin().await?;
    let base = post.slug.as_deref().and_then(slug::from_title);
    row.slug = match base {
        Some(base) => slug::find_free(&tx, &base, None).await?,
        None => new_slug(&tx, &row, None).await?,
    };
    let (row, tags) = insert_with_tags(&tx, row).await?;
    queries::imports::insert(
        &tx,
        import_record::ActiveModel {
            external_key: Set(post.external_key),
            post_id: Set(Some(row.id)),
            page_id: Set(None),
            media_id: Set(None),
            revision: Set(row.revision),
            created_at: Set(now),
        },
    )
    .await?;
    core.commit(tx, tags).await?;
    Ok(ImportOutcome::Added)
}
