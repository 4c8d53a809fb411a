//! Search for posts and files by words. The index answers; while it is built, or fails, the database does.
//!
//! - `query`: parses what was typed into words and phrases.
//! - `index`: the full-text indexes of this process.
//! - `newsroom`: search for posts in any state.
//! - `facets`: categories and authors matched by name.
//! - `fallback`: search in the database.
//! - `pages`: the pages of the site.
//! - `highlight`: matched words in titles and snippets.

mod facets;
mod fallback;
mod highlight;
mod index;
mod newsroom;
mod pages;
mod query;

use std::collections::HashMap;

use mwanga_store::StoreResult;
use mwanga_store::entities::media_item;
use mwanga_store::entities::post::Model;
pub use mwanga_store::queries::search::SearchFilter;
use mwanga_store::queries::{posts as post_queries, search as search_queries};
use mwanga_store::types::{MediaId, PostId, Timestamp};

use crate::paging::PageRequest;
use crate::posts::{self, is_public};
use crate::{Core, media};
use facets::FacetNames;
pub use highlight::Highlighted;
use highlight::{HighlightTerms, highlight, snippet, truncate};
pub(crate) use index::SearchIndexes;
use index::{FileHit, SearchScope, SearchView};
pub use index::{IndexKind, IndexProgress, SearchIndex, run_indexer};
pub(crate) use newsroom::{FoundPosts, find_posts};
pub use pages::PageHit;
pub(crate) use pages::PageTexts;
use query::ParsedQuery;

const MAX_MEDIA_PER_POST: usize = 4;
/// Most files in each of the two lists.
const MAX_MEDIA: usize = 24;
/// Files read to fill a list: one post may hold many, and a standalone file may belong to a post by now.
const MEDIA_CANDIDATES: u64 = 200;
/// Most characters of a snippet.
const SNIPPET_CHARS: usize = 100;
const MAX_SUGGESTIONS: u64 = 6;

/// A page of posts, and the files of the whole search.
#[derive(Debug, Default)]
pub struct SearchResults {
    /// The query as it was searched for.
    pub q: String,
    /// The requested page.
    pub posts: Vec<PostHit>,
    /// Posts on all pages.
    pub total: u64,
    pub post_media: Vec<PostMediaItem>,
    pub standalone_media: Vec<media_item::Model>,
    /// Pages of the site, on the first page of a search without a filter.
    pub pages: Vec<PageHit>,
    /// Another query that finds something, when this one finds no post.
    pub suggestion: Option<String>,
}

/// A public post.
#[derive(Debug)]
pub struct PostHit {
    pub post: Model,
    pub title: Highlighted,
    /// The part of the text with most matches; the first words where there is none.
    pub snippet: Highlighted,
}

/// A file in a post that everybody may read.
#[derive(Debug)]
pub struct PostMediaItem {
    pub post: Model,
    pub item: media_item::Model,
    /// Its description in the post.
    pub alt: String,
}

/// Matches of index or database, before the rows are loaded and checked again to be public.
#[derive(Default)]
struct RawResults {
    posts: Vec<PostId>,
    total: u64,
    highlight_terms: HighlightTerms,
    suggestion: Option<String>,
    post_files: Vec<FileHit>,
    standalone: Vec<media_item::Model>,
}

/// Finds public posts that hold all words and phrases of `q`, or whose category or author has them as its name: the
/// best first, newer ones before equals. Files of posts are found by file name, description, caption and the post's
/// title, standalone ones (an editor marked them public, and no public post shows them) by file name and description.
pub async fn search(core: &Core, q: &str, filter: &SearchFilter, request: PageRequest) -> StoreResult<SearchResults> {
    let mut query = ParsedQuery::parse(q);
    if query.is_empty() {
        return Ok(SearchResults { q: query.q, ..SearchResults::default() });
    }
    query.facets = FacetNames::load(core).await?;
    let now = core.now();
    let raw = match query_index(core, &query, filter, request, now, SearchScope::Everything).await? {
        Some(raw) => raw,
        None => fallback::search(core, &query, filter, request, now, SearchScope::Everything).await?,
    };
    let posts = load_posts(core, &raw.posts, &raw.highlight_terms, now).await?;
    let post_media = load_post_media(core, raw.post_files, now).await?;
    let mut standalone_media = raw.standalone;
    standalone_media.truncate(MAX_MEDIA);
    let is_plain = filter.is_empty() && request.page == 1;
    let pages = if is_plain { pages::find(core, &query).await? } else { Vec::new() };
    let (total, suggestion) = (raw.total, raw.suggestion);
    Ok(SearchResults { q: query.q, posts, total, post_media, standalone_media, pages, suggestion })
}

/// Autocompletes `q`: up to six public posts by title, tags, brand, by-line, category and deals.
pub async fn suggest(core: &Core, q: &str) -> StoreResult<Vec<PostHit>> {
    let query = ParsedQuery { prefix: true, ..ParsedQuery::parse(q) };
    if query.is_empty() {
        return Ok(Vec::new());
    }
    let query = ParsedQuery { facets: FacetNames::load(core).await?, ..query };
    let (now, request) = (core.now(), PageRequest { page: 1, per_page: MAX_SUGGESTIONS });
    let raw = match query_index(core, &query, &SearchFilter::default(), request, now, SearchScope::Names).await? {
        Some(raw) => raw,
        None => fallback::search(core, &query, &SearchFilter::default(), request, now, SearchScope::Names).await?,
    };
    load_posts(core, &raw.posts, &raw.highlight_terms, now).await
}

/// Searches the index. None when there is none, or when it failed.
async fn query_index(
    core: &Core,
    query: &ParsedQuery,
    filter: &SearchFilter,
    request: PageRequest,
    now: Timestamp,
    scope: SearchScope,
) -> StoreResult<Option<RawResults>> {
    let Some(index) = core.search().current().await else { return Ok(None) };
    let (query, filter) = (query.clone(), filter.clone());
    let view = SearchView::Public(now);
    let run = move || {
        let offset = usize::try_from(request.offset()).unwrap_or(usize::MAX);
        let posts = index.posts(&query, &filter, &view, offset, request.per_page as usize, scope)?;
        let files = if scope == SearchScope::Everything {
            index.files(&query, &filter, &view, MEDIA_CANDIDATES as usize)?
        } else {
            index::FileResults::default()
        };
        Ok::<_, anyhow::Error>((posts, files))
    };
    let (posts, files) = match tokio::task::spawn_blocking(run).await.map_err(anyhow::Error::from).flatten() {
        Ok(results) => results,
        Err(e) => {
            core.search().mark_damaged(&e);
            return Ok(None);
        }
    };
    Ok(Some(RawResults {
        posts: posts.hits,
        total: posts.total,
        highlight_terms: posts.highlight_terms,
        suggestion: posts.suggestion,
        post_files: files.post_files,
        standalone: load_standalone(core, &files.standalone, now).await?,
    }))
}

/// The files among `ids` that are public without a post now, in their order.
async fn load_standalone(core: &Core, ids: &[MediaId], now: Timestamp) -> StoreResult<Vec<media_item::Model>> {
    let mut items = search_queries::standalone_media(core.store.reader(), ids, now).await?;
    items.sort_by_key(|item| ids.iter().position(|id| *id == item.id));
    Ok(items)
}

/// The posts that are public now, highlighted.
async fn load_posts(core: &Core, ids: &[PostId], terms: &HighlightTerms, now: Timestamp) -> StoreResult<Vec<PostHit>> {
    let mut posts = post_queries::by_ids(core.store.reader(), ids).await?;
    // A post may have been unpublished since its id was read.
    posts.retain(|post| is_public(post, now));
    let hits = posts.into_iter().map(|post| {
        let lead = if post.excerpt.is_empty() { &post.opening } else { &post.excerpt };
        let matching =
            snippet(&posts::public_text(&post), terms, SNIPPET_CHARS).or_else(|| snippet(lead, terms, SNIPPET_CHARS));
        let snippet = matching.unwrap_or_else(|| vec![truncate(lead, SNIPPET_CHARS)]);
        PostHit { title: highlight(&post.title, terms), snippet, post }
    });
    Ok(hits.collect())
}

/// The files in posts that are public now, with their rows.
async fn load_post_media(core: &Core, mut hits: Vec<FileHit>, now: Timestamp) -> StoreResult<Vec<PostMediaItem>> {
    let mut per_post: HashMap<PostId, usize> = HashMap::new();
    hits.retain(|file| {
        let count = per_post.entry(file.post).or_default();
        *count += 1;
        *count <= MAX_MEDIA_PER_POST
    });
    hits.truncate(MAX_MEDIA);
    let keys: Vec<String> = hits.iter().map(|file| file.object_key.clone()).collect();
    let items: HashMap<String, media_item::Model> =
        media::find_by_keys(core, &keys).await?.into_iter().map(|item| (item.object_key.clone(), item)).collect();
    let mut ids: Vec<PostId> = hits.iter().map(|file| file.post).collect();
    ids.dedup();
    let posts = post_queries::by_ids_without_content(core.store.reader(), &ids).await?;
    let posts: HashMap<PostId, Model> =
        posts.into_iter().filter(|post| is_public(post, now)).map(|post| (post.id, post)).collect();
    let items = hits.into_iter().filter_map(|file| {
        let (post, item) = (posts.get(&file.post)?.clone(), items.get(&file.object_key)?.clone());
        Some(PostMediaItem { alt: if file.alt.is_empty() { item.alt.clone() } else { file.alt }, post, item })
    });
    Ok(items.collect())
}
