//! Finding posts and files by words.

use std::collections::HashMap;

use mwanga_store::StoreResult;
use mwanga_store::entities::media_item;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::{posts as query, search as words_query};
use mwanga_store::types::PostId;

use crate::fold::fold;
use crate::posts::{PageRequest, is_public};
use crate::{Core, media};

/// Longest query in characters; what is longer is cut.
const MAX_QUERY: usize = 200;
const MEDIA_OF_A_POST: usize = 4;
/// Most files in each of the two lists.
const MEDIA: usize = 24;
/// Rows that are looked at to fill the list of posts' files: one post may hold many.
const MEDIA_ROWS: u64 = 200;

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// The query as it was searched for.
    pub q: String,
    /// The page that was asked for.
    pub posts: Vec<Model>,
    pub total: u64,
    pub post_media: Vec<PostMedium>,
    pub standalone_media: Vec<media_item::Model>,
}

/// A file in a post that everybody may read.
#[derive(Debug)]
pub struct PostMedium {
    pub post: Model,
    pub item: media_item::Model,
    /// The description it has in the post.
    pub alt: String,
}

/// Finds public posts where each word of `q` begins a word of title, tags or text, in any case and without accents: hits in the title first, then the
/// newest. Files of posts are found by file name, description and the post's title, those of no post by file name.
pub async fn search(core: &Core, q: &str, request: PageRequest) -> StoreResult<Found> {
    let q: String = q.trim().chars().take(MAX_QUERY).collect::<String>().trim_end().to_owned();
    let folded = fold(&q);
    let mut words: Vec<&str> = folded.split_whitespace().collect();
    words.sort_unstable();
    words.dedup();
    if words.is_empty() {
        return Ok(Found { q, ..Found::default() });
    }
    let db = core.store.reader();
    let now = core.now();
    let ids = words_query::public_ids(db, &words, now).await?;
    let page: Vec<PostId> = ids.iter().copied().skip(usize::try_from(request.offset()).unwrap_or(usize::MAX)).take(request.per_page as usize).collect();
    let mut posts = query::cards(db, &page).await?;
    // One may have been taken back since its id was read; its draft is nobody's business.
    posts.retain(|post| is_public(post, now));
    let post_media = post_media(core, &words).await?;
    let standalone_media = words_query::media_of_none(db, &words, MEDIA as u64).await?;
    Ok(Found { q, posts, total: ids.len() as u64, post_media, standalone_media })
}

async fn post_media(core: &Core, words: &[&str]) -> StoreResult<Vec<PostMedium>> {
    let db = core.store.reader();
    let now = core.now();
    let mut rows = words_query::media_of_posts(db, words, now, MEDIA_ROWS).await?;
    let mut of_post: HashMap<PostId, usize> = HashMap::new();
    rows.retain(|row| {
        let count = of_post.entry(row.post_id).or_default();
        *count += 1;
        *count <= MEDIA_OF_A_POST
    });
    rows.truncate(MEDIA);
    let keys: Vec<String> = rows.iter().map(|row| row.object_key.clone()).collect();
    let items: HashMap<String, media_item::Model> = media::known(core, &keys).await?.into_iter().map(|item| (item.object_key.clone(), item)).collect();
    let mut ids: Vec<PostId> = rows.iter().map(|row| row.post_id).collect();
    ids.dedup();
    let posts: HashMap<PostId, Model> = query::cards(db, &ids).await?.into_iter().filter(|post| is_public(post, now)).map(|post| (post.id, post)).collect();
    let found = rows.into_iter().filter_map(|row| {
        let (post, item) = (posts.get(&row.post_id)?.clone(), items.get(&row.object_key)?.clone());
        Some(PostMedium { alt: if row.alt.is_empty() { item.alt.clone() } else { row.alt }, post, item })
    });
    Ok(found.collect())
}
