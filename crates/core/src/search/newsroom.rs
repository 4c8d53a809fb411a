//! Search of the newsroom: posts in any state but the trash, by the index of the newsroom, or by the database while
//! there is none.

use mwanga_store::StoreResult;
use mwanga_store::queries::desk::{self, DeskFilter, PostState};
use mwanga_store::queries::search::SearchFilter;
use mwanga_store::types::{PostId, PostStatus, Timestamp};

use super::facets::FacetNames;
use super::index::{NewsroomFilter, SearchScope, SearchView};
use super::query::ParsedQuery;
use crate::Core;

/// What a search of the newsroom found.
pub struct FoundPosts {
    /// The best first.
    pub ids: Vec<PostId>,
    /// Whether all of them passed the filter, of which the index knows state, category, by-line and owner. A post that
    /// changed since may pass no longer.
    pub filtered: bool,
}

/// Up to `limit` posts that hold all words of `q`, slips forgiven; `None` where `q` has no word.
pub async fn find_posts(
    core: &Core,
    q: &str,
    filter: &DeskFilter,
    now: Timestamp,
    limit: usize,
) -> StoreResult<Option<FoundPosts>> {
    let mut query = ParsedQuery::parse(q);
    if query.is_empty() {
        return Ok(None);
    }
    query.facets = FacetNames::load(core).await?;
    if let Some(ids) = query_index(core, &query, filter, now, limit).await {
        return Ok(Some(FoundPosts { ids, filtered: filter.tag.is_none() && filter.access.is_none() }));
    }
    let ids = desk::find_by_words(core.store.reader(), &query.spellings(), filter, now, limit as u64).await?;
    Ok(Some(FoundPosts { ids, filtered: true }))
}

/// None when there is no index, or when it failed.
async fn query_index(
    core: &Core,
    query: &ParsedQuery,
    filter: &DeskFilter,
    now: Timestamp,
    limit: usize,
) -> Option<Vec<PostId>> {
    let index = core.newsroom_search().current().await?;
    let status = filter.state.map(|state| match state {
        PostState::Published | PostState::Scheduled => PostStatus::Published,
        PostState::InReview => PostStatus::InReview,
        PostState::Draft => PostStatus::Draft,
    });
    let view = SearchView::Newsroom(now, NewsroomFilter { status, owner: filter.owner });
    let is = |state| filter.state == Some(state);
    let filter = SearchFilter {
        category: filter.category,
        author: filter.author.clone(),
        from: is(PostState::Scheduled).then(|| now.plus_ms(1)),
        until: is(PostState::Published).then(|| now.plus_ms(1)),
    };
    let query = query.clone();
    let run = move || index.posts(&query, &filter, &view, 0, limit, SearchScope::Everything);
    match tokio::task::spawn_blocking(run).await.map_err(anyhow::Error::from).and_then(|found| Ok(found?)) {
        Ok(found) => Some(found.hits),
        Err(e) => {
            core.newsroom_search().mark_damaged(&e);
            None
        }
    }
}
