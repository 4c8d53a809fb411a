//! Unsaved text of a post's form, stored for the preview of who typed it. Neither the post nor any list or search
//! knows of it.

use mwanga_store::entities::post::Model;
use mwanga_store::entities::post_unsaved;
use mwanga_store::queries;
use mwanga_store::types::{PostId, Timestamp};
use sea_orm::{NotSet, Set};

use super::revisions::{restore_snapshot, snapshot};
use super::save::{check_not_in_trash, successor};
use super::{PostError, PostForm, read};
use crate::Core;
use crate::writer::Writer;

/// How long an unsaved text is kept.
pub const UNSAVED_MS: i64 = 24 * 3_600_000;

/// Stores what a form holds, validated and cleaned as a save would, in place of what `by` stored before. Where that is
/// what is saved, nothing is stored.
pub async fn store(core: &Core, by: Writer, id: PostId, form: PostForm) -> Result<(), PostError> {
    let before = queries::posts::get(core.store.reader(), id).await?.ok_or(PostError::NotFound)?;
    by.check_write(&before)?;
    check_not_in_trash(&before)?;
    let mut post = successor(&before, core.now());
    form.apply_unfinished(core, &mut post).await?;
    by.check_save(Some(&before), &post)?;
    let (stored, db) = (snapshot(&post)?, core.store.writer());
    if stored == snapshot(&before)? {
        // What was stored before is not what the form holds now.
        queries::post_unsaved::delete(db, id, by.account_id).await?;
        return Ok(());
    }
    let row = post_unsaved::ActiveModel {
        id: NotSet,
        post_id: Set(id),
        account_id: Set(by.account_id),
        revision: Set(before.revision),
        snapshot: Set(stored),
        created_at: Set(core.now()),
    };
    queries::post_unsaved::upsert(db, row).await?;
    Ok(())
}

/// The post with the text that `by` stored in the last 24 hours, and when; the post as it is saved where there is none,
/// or where it was saved since.
pub async fn with_unsaved(core: &Core, by: Writer, id: PostId) -> Result<(Model, Option<Timestamp>), PostError> {
    let post = read::get_for(core, by, id).await?;
    let row = queries::post_unsaved::get(core.store.reader(), id, by.account_id).await?;
    let is_current =
        |row: &post_unsaved::Model| row.revision == post.revision && row.created_at > core.now().plus_ms(-UNSAVED_MS);
    let Some(row) = row.filter(is_current) else { return Ok((post, None)) };
    let (stored_at, base) = (row.created_at, Model { updated_at: row.created_at, ..post });
    Ok((restore_snapshot(core, base, row.snapshot).await?, Some(stored_at)))
}
