//! Database search, used while there is no index: prefix matches on the stored folded words, without typo tolerance.
//!
//! It reads posts from the newest on, as far as its time goes: while the index of a large site is made, a search finds
//! what is new rather than all that there is.

use std::time::{Duration, Instant};

use mwanga_store::StoreResult;
use mwanga_store::queries::search::{self as search_queries, SearchFilter, SearchTerm};
use mwanga_store::types::{PostId, Timestamp};

use super::facets::Facet;
use super::highlight::HighlightTerms;
use super::index::{FileHit, SearchScope};
use super::query::ParsedQuery;
use super::{MAX_MEDIA, MEDIA_CANDIDATES, RawResults};
use crate::Core;
use crate::paging::PageRequest;

/// Posts whose words are compared by one statement: some hundredths of a second of long ones.
const SCANNED_AT_ONCE: u64 = 250;
/// After this no further posts are read.
const SCAN_TIME: Duration = Duration::from_millis(200);

/// Posts where each word or phrase of the query is a prefix in title, tags or text (for names in the title alone), or
/// matches the name of their category or author: hits in the title first, then the newest. Of a search for everything
/// also their files by name, description and post title, of the newest post first, and standalone ones by name.
pub async fn search(
    core: &Core,
    query: &ParsedQuery,
    filter: &SearchFilter,
    request: PageRequest,
    now: Timestamp,
    scope: SearchScope,
) -> StoreResult<RawResults> {
    let began = Instant::now();
    let db = core.store.reader();
    let terms = terms(query);
    let words = query.spellings();
    let with_files = scope == SearchScope::Everything;
    let (mut in_title, mut in_text) = (Vec::new(), Vec::new());
    let mut results = RawResults {
        highlight_terms: HighlightTerms { prefixes: query.marked_prefixes(), ..HighlightTerms::default() },
        ..RawResults::default()
    };
    let mut after = None;
    loop {
        let newest = search_queries::list_newest(db, filter, after, now, SCANNED_AT_ONCE).await?;
        let ids: Vec<PostId> = newest.iter().map(|(_, id)| *id).collect();
        for (id, is_in_title) in search_queries::find_among(db, &ids, &terms, !with_files).await? {
            if is_in_title { in_title.push(id) } else { in_text.push(id) }
        }
        let wanted = MEDIA_CANDIDATES.saturating_sub(results.post_files.len() as u64);
        if with_files && wanted > 0 {
            let rows = search_queries::find_post_media(db, &ids, &words, wanted).await?;
            let hits = rows.into_iter();
            let hits = hits.map(|row| FileHit { post: row.post_id, object_key: row.object_key, alt: row.alt });
            results.post_files.extend(hits);
        }
        after = newest.last().copied();
        if (newest.len() as u64) < SCANNED_AT_ONCE || began.elapsed() >= SCAN_TIME {
            break;
        }
    }
    if with_files && filter.is_empty() {
        results.standalone = search_queries::find_standalone_media(db, &words, now, MAX_MEDIA as u64).await?;
    }
    results.total = (in_title.len() + in_text.len()) as u64;
    let offset = usize::try_from(request.offset()).unwrap_or(usize::MAX);
    results.posts = in_title.into_iter().chain(in_text).skip(offset).take(request.per_page as usize).collect();
    Ok(results)
}

/// Each word and phrase, with the categories and authors of its name.
fn terms(query: &ParsedQuery) -> Vec<SearchTerm> {
    let term = |spellings: Vec<String>| {
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
    query.spellings().into_iter().map(term).collect()
}
