//! Files of a page beside its saves: pictures that were fetched for it, and what an earlier version has lost.

use mwanga_store::entities::page::Model;
use mwanga_store::queries::pages as query;
use mwanga_store::types::PageId;
use mwanga_store::{StoreError, StoreResult};

use super::error::PageError;
use super::form::with_known_pictures;
use super::save::{MAX_ATTEMPTS, add_tags, file_keys};
use crate::Core;
use crate::changes::Tags;
use crate::media::{self, LostFiles};

/// Puts the pictures that were fetched into their marked places. It is no save: revision and times stay, so that whoever
/// has the page open meets no conflict.
pub(crate) async fn put_pictures(core: &Core, id: PageId) -> StoreResult<()> {
    for _ in 0..MAX_ATTEMPTS {
        let Some(before) = query::get(core.store.reader(), id).await? else { return Ok(()) };
        let content = match with_known_pictures(core, before.content.clone()).await {
            Ok(content) => content,
            Err(PageError::Store(e)) => return Err(e),
            // It stays as it is: nobody waits for the pictures.
            Err(_) => return Ok(()),
        };
        if content == before.content {
            return Ok(());
        }
        let tx = core.store.begin().await?;
        // Of another revision it is read anew.
        let Some(mut page) = query::lock_by_id(&tx, id).await?.filter(|page| page.content == before.content) else {
            continue;
        };
        page.content = content;
        let revision = page.revision;
        if !query::update_if_revision(&tx, &page, revision).await? {
            continue;
        }
        query::replace_media(&tx, id, file_keys(&page), revision - 1).await?;
        let mut tags = Tags::default();
        add_tags(&mut tags, &page);
        return core.commit(tx, tags).await;
    }
    Err(StoreError::Conflict("the page is saved again and again".into()))
}

/// What a page as of a revision shows and the library has no more.
pub async fn lost_files(core: &Core, revision: &Model) -> StoreResult<LostFiles> {
    media::find_lost(core, &file_keys(revision)).await
}
