use mwanga_store::entities::import_record;
use mwanga_store::types::{PostStatus, Timestamp};
use mwanga_store::{StoreError, queries};
use sea_orm::Set;

use super::form::{PostForm, derive};
use super::save::{TRIES, blank, insert_in, new_slug};
use super::{PostError, slug};
use crate::Core;

/// A post as an importer brings it: already turned into our HTML.
#[derive(Clone, Debug)]
pub struct ImportPost {
    /// `{format}:{site}:{kind}:{their id}`: the same for the same post in every run.
    pub external_key: String,
    /// Title, content, category, tags, author, date, media and status, as an editor would send them.
    pub form: PostForm,
    /// Their address, kept where it is free.
    pub slug: Option<String>,
    pub created_at: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportOutcome {
    Added,
    /// Brought in by an earlier run, and as it was then.
    Unchanged,
    /// Somebody edited it here since; left alone.
    ChangedHere,
    /// Somebody deleted it here since; left alone.
    DeletedHere,
}

/// Brings in a post that is not here yet, by the rules of every save.
///
/// # Errors
///
/// - [`PostError::Invalid`]: an editor could not save it either.
/// - [`PostError::Store`]: the store failed, or others were faster each time.
pub async fn import(core: &Core, post: ImportPost) -> Result<ImportOutcome, PostError> {
    let mut tries = 0;
    loop {
        tries += 1;
        match import_once(core, post.clone()).await {
            // Somebody took the slug between look and insert, or brought in the same post: the next try sees what they
            // wrote.
            Err(PostError::Store(StoreError::Conflict(_))) if tries < TRIES => {}
            outcome => return outcome,
        }
    }
}

async fn import_once(core: &Core, post: ImportPost) -> Result<ImportOutcome, PostError> {
    if let Some(record) = queries::imports::get(core.store.reader(), &post.external_key).await? {
        let Some(id) = record.post_id else { return Ok(ImportOutcome::DeletedHere) };
        let here = queries::posts::get(core.store.reader(), id).await?;
        return Ok(match here {
            None => ImportOutcome::DeletedHere,
            Some(here) if here.revision > record.revision => ImportOutcome::ChangedHere,
            Some(_) => ImportOutcome::Unchanged,
        });
    }
    let now = core.now();
    let mut row = blank(now, None);
    row.created_at = post.created_at.unwrap_or(now);
    post.form.apply(core, &mut row).await?;
    if row.status == PostStatus::Published {
        row.first_published_at = Some(row.publish_date.unwrap_or(now));
    }
    derive(&mut row);
    let tx = core.store.begin().await?;
    let base = post.slug.as_deref().and_then(slug::from_title);
    row.slug = match base {
        Some(base) => slug::free(&tx, &base, None).await?,
        None => new_slug(&tx, &row, None).await?,
    };
    let (row, tags) = insert_in(&tx, row).await?;
    queries::imports::insert(
        &tx,
        import_record::ActiveModel {
            external_key: Set(post.external_key),
            post_id: Set(Some(row.id)),
            media_id: Set(None),
            revision: Set(row.revision),
            created_at: Set(now),
        },
    )
    .await?;
    core.commit(tx, tags).await?;
    Ok(ImportOutcome::Added)
}
