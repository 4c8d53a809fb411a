//! Finding posts and files by words. The index answers; while it is made, or fails, the database does.

mod fallback;
mod highlight;
mod index;
mod names;
mod query;

use std::collections::HashMap;

use mwanga_store::StoreResult;
use mwanga_store::entities::media_item;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::{posts as post_query, search as words_query};
use mwanga_store::types::{MediaId, PostId, Timestamp};

use crate::paging::PageRequest;
use crate::posts::{self, is_public};
use crate::{Core, media};
pub use highlight::Marked;
use highlight::{Sought, marked, passage};
use index::Within;
pub use index::{SearchIndex, keep};
use names::Names;
use query::Asked;
pub use query::Narrowed;

const MEDIA_OF_A_POST: usize = 4;
/// Most files in each of the two lists.
const MEDIA: usize = 24;
/// Files that are looked at to fill a list: one post may hold many, and a standalone file may be a post's by now.
const MEDIA_ROWS: u64 = 200;
/// Most characters of the passage shown of a post.
const PASSAGE: usize = 100;
/// Posts suggested while somebody types.
const SUGGESTED: u64 = 6;

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// The query as it was searched for.
    pub q: String,
    /// The page that was asked for.
    pub posts: Vec<PostFound>,
    pub total: u64,
    pub post_media: Vec<PostMediaItem>,
    pub standalone_media: Vec<media_item::Model>,
    /// Another query that finds something, when this one finds no post.
    pub suggestion: Option<String>,
}

/// A public post.
#[derive(Debug)]
pub struct PostFound {
    pub post: Model,
    pub title: Marked,
    /// The passage that holds most of what was asked for; where there is none, how the post begins.
    pub passage: Marked,
}

/// A file in a post that everybody may read.
#[derive(Debug)]
pub struct PostMediaItem {
    pub post: Model,
    pub item: media_item::Model,
    /// The description it has in the post.
    pub alt: String,
}

/// What index or database found, before it is read from the store and asked again whether it is public.
#[derive(Default)]
struct Raw {
    posts: Vec<PostId>,
    total: u64,
    sought: Sought,
    suggestion: Option<String>,
    of_posts: Vec<RawFile>,
    standalone: Vec<media_item::Model>,
}

struct RawFile {
    post: PostId,
    object_key: String,
    alt: String,
}

/// Finds public posts that hold all words and phrases of `q`, or whose category or author is called so: the best first,
/// newer ones before equals. Files of posts are found by file name, description, caption and the post's title,
/// standalone ones (an editor marked them public, and no public post shows them) by file name and description.
pub async fn search(core: &Core, q: &str, narrowed: &Narrowed, request: PageRequest) -> StoreResult<Found> {
    let mut asked = Asked::parse(q);
    if asked.is_empty() {
        return Ok(Found { q: asked.q, ..Found::default() });
    }
    asked.names = Names::of(core).await?;
    let now = core.now();
    let raw = match from_index(core, &asked, narrowed, request, now, Within::Everything).await? {
        Some(raw) => raw,
        None => {
            let mut raw = fallback::posts(core, &asked, narrowed, request, now, false).await?;
            fallback::files(core, &asked, narrowed, now, &mut raw).await?;
            raw
        }
    };
    let posts = read(core, &raw.posts, &raw.sought, now).await?;
    let post_media = post_media(core, raw.of_posts, now).await?;
    let mut standalone_media = raw.standalone;
    standalone_media.truncate(MEDIA);
    Ok(Found { q: asked.q, posts, total: raw.total, post_media, standalone_media, suggestion: raw.suggestion })
}

/// The public posts that somebody may mean who has typed `q` so far, by title, tags, brand, by-line, category and
/// deals.
pub async fn suggest(core: &Core, q: &str) -> StoreResult<Vec<PostFound>> {
    let asked = Asked { typing: true, ..Asked::parse(q) };
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let asked = Asked { names: Names::of(core).await?, ..asked };
    let (now, request) = (core.now(), PageRequest { page: 1, per_page: SUGGESTED });
    let raw = match from_index(core, &asked, &Narrowed::default(), request, now, Within::Names).await? {
        Some(raw) => raw,
        None => fallback::posts(core, &asked, &Narrowed::default(), request, now, true).await?,
    };
    read(core, &raw.posts, &raw.sought, now).await
}

/// None when there is no index to ask, or it failed.
async fn from_index(
    core: &Core,
    asked: &Asked,
    narrowed: &Narrowed,
    request: PageRequest,
    now: Timestamp,
    within: Within,
) -> StoreResult<Option<Raw>> {
    let Some(open) = core.search.current().await else { return Ok(None) };
    let (asked, narrowed) = (asked.clone(), narrowed.clone());
    let ask = move || {
        let offset = usize::try_from(request.offset()).unwrap_or(usize::MAX);
        let posts = open.posts(&asked, &narrowed, now, offset, request.per_page as usize, within)?;
        let files = if within == Within::Everything {
            open.files(&asked, &narrowed, now, MEDIA_ROWS as usize)?
        } else {
            index::FoundFiles::default()
        };
        Ok::<_, anyhow::Error>((posts, files))
    };
    let (posts, files) = match tokio::task::spawn_blocking(ask).await.map_err(anyhow::Error::from).flatten() {
        Ok(found) => found,
        Err(e) => {
            core.search.give_up(&e);
            return Ok(None);
        }
    };
    Ok(Some(Raw {
        posts: posts.hits,
        total: posts.total,
        sought: posts.sought,
        suggestion: posts.suggestion,
        of_posts: files
            .of_posts
            .into_iter()
            .map(|hit| RawFile { post: hit.post, object_key: hit.object_key, alt: hit.alt })
            .collect(),
        standalone: still_standalone(core, &files.standalone, now).await?,
    }))
}

/// Those of `ids` that strangers find by themselves now, in their order.
async fn still_standalone(core: &Core, ids: &[MediaId], now: Timestamp) -> StoreResult<Vec<media_item::Model>> {
    let mut items = words_query::standalone_media(core.store.reader(), ids, now).await?;
    items.sort_by_key(|item| ids.iter().position(|id| *id == item.id));
    Ok(items)
}

async fn read(core: &Core, found: &[PostId], sought: &Sought, now: Timestamp) -> StoreResult<Vec<PostFound>> {
    let mut posts = post_query::whole(core.store.reader(), found).await?;
    // One may have been taken back since its id was read; its draft is nobody's business.
    posts.retain(|post| is_public(post, now));
    let shown = posts.into_iter().map(|post| {
        let opening = if post.excerpt.is_empty() { &post.opening } else { &post.excerpt };
        let found = passage(&posts::open_text(&post), sought, PASSAGE).or_else(|| passage(opening, sought, PASSAGE));
        let passage = found.unwrap_or_else(|| vec![highlight::beginning(opening, PASSAGE)]);
        PostFound { title: marked(&post.title, sought), passage, post }
    });
    Ok(shown.collect())
}

async fn post_media(core: &Core, mut found: Vec<RawFile>, now: Timestamp) -> StoreResult<Vec<PostMediaItem>> {
    let mut of_post: HashMap<PostId, usize> = HashMap::new();
    found.retain(|file| {
        let count = of_post.entry(file.post).or_default();
        *count += 1;
        *count <= MEDIA_OF_A_POST
    });
    found.truncate(MEDIA);
    let keys: Vec<String> = found.iter().map(|file| file.object_key.clone()).collect();
    let items: HashMap<String, media_item::Model> =
        media::known(core, &keys).await?.into_iter().map(|item| (item.object_key.clone(), item)).collect();
    let mut ids: Vec<PostId> = found.iter().map(|file| file.post).collect();
    ids.dedup();
    let posts = post_query::cards(core.store.reader(), &ids).await?;
    let posts: HashMap<PostId, Model> =
        posts.into_iter().filter(|post| is_public(post, now)).map(|post| (post.id, post)).collect();
    let found = found.into_iter().filter_map(|file| {
        let (post, item) = (posts.get(&file.post)?.clone(), items.get(&file.object_key)?.clone());
        Some(PostMediaItem { alt: if file.alt.is_empty() { item.alt.clone() } else { file.alt }, post, item })
    });
    Ok(found.collect())
}
