//! Posts that have a title already.

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts as query;
use mwanga_store::types::PostId;

use super::form::title_key;
use super::visibility::is_public;
use crate::Core;
use crate::fold::search_words;
use crate::writer::Writer;

/// Posts that are looked at: more share the beginning of a title nowhere.
const MAX_CANDIDATES: u64 = 50;
const MAX_FOUND: usize = 3;

/// Other posts with this title, compared without case, accents and punctuation, the newest first; of those that are
/// not public only what the writer may read.
pub async fn same_title(core: &Core, by: Writer, title: &str, except: Option<PostId>) -> StoreResult<Vec<Model>> {
    let words = search_words(title);
    if words.trim().is_empty() {
        return Ok(Vec::new());
    }
    let db = core.store.reader();
    let ids = query::by_title_key(db, &title_key(title), MAX_CANDIDATES).await?;
    let mut posts = query::by_ids_without_content(db, &ids).await?;
    let now = core.now();
    posts.retain(|post| {
        Some(post.id) != except && search_words(&post.title) == words && (by.may_read(post) || is_public(post, now))
    });
    posts.truncate(MAX_FOUND);
    Ok(posts)
}
