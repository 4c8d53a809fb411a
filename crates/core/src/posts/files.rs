//! Files of a post beside its saves: pictures that were fetched for it, and what an earlier version has lost.

use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts as query;
use mwanga_store::types::{PostId, PostStatus};
use mwanga_store::{StoreError, StoreResult};

use super::derived::{self, file_keys};
use super::error::PostError;
use super::form::{derive, with_known_pictures};
use super::read;
use super::save::{MAX_ATTEMPTS, add_public_tags};
use crate::Core;
use crate::changes::{self, Tags};
use crate::media::{self, LostFiles};

/// Puts the pictures that were fetched into their marked places. It is no save: revision and times stay, so that whoever
/// has the post open meets no conflict.
pub(crate) async fn put_pictures(core: &Core, id: PostId) -> StoreResult<()> {
    for _ in 0..MAX_ATTEMPTS {
        let Some(before) = read::get(core, id).await?.filter(|post| post.status != PostStatus::Trash) else {
            return Ok(());
        };
        let content = match with_known_pictures(core, before.content.clone()).await {
            Ok(content) => content,
            Err(PostError::Store(e)) => return Err(e),
            // It stays as it is: nobody waits for the pictures.
            Err(_) => return Ok(()),
        };
        if content == before.content {
            return Ok(());
        }
        let tx = core.store.begin().await?;
        // Of another revision it is read anew.
        let Some(mut post) = query::lock_by_id(&tx, id).await?.filter(|post| post.content == before.content) else {
            continue;
        };
        post.content = content;
        derive(&mut post);
        let revision = post.revision;
        if !query::update_if_revision(&tx, &post, revision).await? {
            continue;
        }
        derived::write(&tx, &post).await?;
        let mut tags = Tags::default();
        tags.add(changes::saved_post(id));
        add_public_tags(&mut tags, &post);
        return core.commit(tx, tags).await;
    }
    Err(StoreError::Conflict("the post is saved again and again".into()))
}

/// What a post as of a revision shows and the library has no more.
pub async fn lost_files(core: &Core, revision: &Model) -> StoreResult<LostFiles> {
    media::find_lost(core, &file_keys(revision)).await
}
