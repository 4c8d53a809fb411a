//! The trash: deleting a post so that it can be restored (decision 086).

use mwanga_store::Transaction;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::{self, posts as query, trash};
use mwanga_store::types::{PostId, PostStatus, Role, Timestamp, TrashKind};

use super::form::derive;
use super::save::{add_correction_tag, add_public_tags, was_public};
use super::{PostError, derived, revisions};
use crate::Core;
use crate::changes::{self, Tags};
use crate::writer::Writer;

/// Moves a post to the trash. It keeps its slug, files, deals and revisions, and loses the request for a notice.
///
/// # Errors
///
/// [`PostError::Forbidden`]: `by` may not take this post away.
pub async fn trash(core: &Core, by: Option<Writer>, id: PostId) -> Result<(), PostError> {
    let (tx, now) = (core.store.begin().await?, core.now());
    let post = query::lock_by_id(&tx, id).await?.filter(|post| post.status != PostStatus::Trash);
    let post = post.ok_or(PostError::NotFound)?;
    if let Some(writer) = by {
        writer.check_write(&post)?;
    }
    // A schedule ends here: its moment must not make a post count as published that never was.
    let first_published_at = post.first_published_at.filter(|_| was_public(&post, now));
    let trashed = Model { status: PostStatus::Trash, first_published_at, ..post.clone() };
    query::update_if_revision(&tx, &trashed, post.revision).await?;
    queries::post_tags::replace(&tx, id, Vec::new()).await?;
    queries::post_notices::delete(&tx, id).await?;
    trash::insert(&tx, (TrashKind::Post, id.0), by.map(|writer| writer.account_id), None, now).await?;
    let tags = address_tags(&tx, &post).await?;
    core.commit(tx, tags).await?;
    Ok(())
}

/// Restores a post from the trash, as a draft with its slug and its former addresses. A post that is not in the trash
/// stays as it is.
///
/// # Errors
///
/// [`PostError::Forbidden`]: `by` could not have trashed it. A contributor restores what the same contributor trashed:
/// what an editor trashed may have been approved before.
pub async fn restore(core: &Core, by: Writer, id: PostId) -> Result<Model, PostError> {
    let tx = core.store.begin().await?;
    let mut post = query::lock_by_id(&tx, id).await?.ok_or(PostError::NotFound)?;
    by.check_read(&post)?;
    if post.status != PostStatus::Trash {
        return Ok(post);
    }
    let trashed_by = trash::get(&tx, TrashKind::Post, id.0).await?.and_then(|item| item.trashed_by);
    if by.role == Role::Contributor && trashed_by != Some(by.account_id) {
        return Err(PostError::Forbidden("An editor deleted this post. Ask them to restore it."));
    }
    let before = post.revision;
    post.status = PostStatus::Draft;
    // A form that was opened before is for an earlier version.
    post.revision += 1;
    post.updated_at = core.now();
    derive(&mut post);
    query::update_if_revision(&tx, &post, before).await?;
    derived::write(&tx, &post).await?;
    revisions::insert(&tx, &post, Some(by.account_id)).await?;
    revisions::prune(&tx, &post, core.config.kept_revisions).await?;
    trash::delete(&tx, TrashKind::Post, id.0).await?;
    let tags = address_tags(&tx, &post).await?;
    core.commit(tx, tags).await?;
    Ok(post)
}

/// Deletes a post for good, from the trash or not. Its addresses then answer that it is gone.
pub async fn delete(core: &Core, id: PostId) -> Result<(), PostError> {
    let tx = core.store.begin().await?;
    remove(core, tx, id).await
}

/// Deletes a post that is in the trash since `until` or longer.
pub(crate) async fn delete_due(core: &Core, id: PostId, until: Timestamp) -> Result<(), PostError> {
    let tx = core.store.begin().await?;
    query::lock_by_id(&tx, id).await?.ok_or(PostError::NotFound)?;
    if trash::is_due(&tx, TrashKind::Post, id.0, until).await? { remove(core, tx, id).await } else { Ok(()) }
}

async fn remove(core: &Core, tx: Transaction, id: PostId) -> Result<(), PostError> {
    let post = query::lock_by_id(&tx, id).await?.ok_or(PostError::NotFound)?;
    let now = core.now();
    if was_public(&post, now) {
        query::upsert_old_slug(&tx, &post.slug, id, now).await?;
        query::insert_tombstone(&tx, id, now).await?;
    }
    let tags = address_tags(&tx, &post).await?;
    trash::delete(&tx, TrashKind::Post, id.0).await?;
    query::delete(&tx, id).await?;
    core.commit(tx, tags).await?;
    Ok(())
}

/// The cache tags of a post that appears or disappears, and of all addresses that it has or had.
async fn address_tags(tx: &Transaction, post: &Model) -> Result<Tags, PostError> {
    let mut tags = Tags::default();
    tags.add(changes::POSTS);
    tags.add(changes::saved_post(post.id));
    tags.add(changes::post(post.id));
    tags.add(changes::slug(&post.slug));
    add_public_tags(&mut tags, post);
    add_correction_tag(tx, &mut tags, post.id).await?;
    tags.extend(query::list_old_slugs(tx, post.id).await?.iter().map(|slug| changes::slug(slug)));
    Ok(tags)
}
