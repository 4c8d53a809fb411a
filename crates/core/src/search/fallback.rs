//! Database search, used while there is no index: prefix matches on the stored folded words, without typo tolerance.

use mwanga_store::StoreResult;
use mwanga_store::queries::search::{self as search_queries, SearchFilter, SearchTerm};
use mwanga_store::types::Timestamp;

use super::facets::Facet;
use super::highlight::HighlightTerms;
use super::index::FileHit;
use super::query::ParsedQuery;
use super::{MAX_MEDIA, MEDIA_CANDIDATES, RawResults};
use crate::Core;
use crate::paging::PageRequest;

/// Posts where each word or phrase of the query is a prefix in title, tags or text (with `in_titles` in the title
/// alone), or matches the name of their category or author: hits in the title first, then the newest.
pub async fn posts(
    core: &Core,
    query: &ParsedQuery,
    filter: &SearchFilter,
    request: PageRequest,
    now: Timestamp,
    in_titles: bool,
) -> StoreResult<RawResults> {
    let search_word = |spellings: Vec<String>| {
        let (mut categories, mut authors) = (Vec::new(), Vec::new());
        let named = |text: &String| query.facets.match_phrase(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        for facet in spellings.iter().flat_map(named) {
            match facet {
                Facet::Category(id) => categories.push(id),
                Facet::Author(slug) => authors.push(slug),
            }
        }
        SearchTerm { spellings, categories, authors }
    };
    let words: Vec<SearchTerm> = query.spellings().into_iter().map(search_word).collect();
    let ids = search_queries::public_ids(core.store.reader(), &words, filter, in_titles, now).await?;
    let offset = usize::try_from(request.offset()).unwrap_or(usize::MAX);
    let page = ids.iter().copied().skip(offset).take(request.per_page as usize);
    Ok(RawResults {
        posts: page.collect(),
        total: ids.len() as u64,
        highlight_terms: HighlightTerms { prefixes: query.marked_prefixes(), ..HighlightTerms::default() },
        ..RawResults::default()
    })
}

/// Adds files to `results`: those of posts by name, description and post title, of the newest post first; standalone
/// ones by name.
pub async fn files(
    core: &Core,
    query: &ParsedQuery,
    filter: &SearchFilter,
    now: Timestamp,
    results: &mut RawResults,
) -> StoreResult<()> {
    let words = query.spellings();
    let db = core.store.reader();
    let rows = search_queries::find_post_media(db, &words, filter, now, MEDIA_CANDIDATES).await?;
    results.post_files =
        rows.into_iter().map(|row| FileHit { post: row.post_id, object_key: row.object_key, alt: row.alt }).collect();
    if filter.is_empty() {
        results.standalone = search_queries::find_standalone_media(db, &words, now, MAX_MEDIA as u64).await?;
    }
    Ok(())
}
