use axum::extract::State;
use jiff::civil::Date;
use mwanga_core::html::letters;
use mwanga_core::search::{PostHit, SearchFilter, SearchResults};
use mwanga_core::{categories, changes, posts, search};
use mwanga_store::StoreError;
use mwanga_store::types::Timestamp;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiQuery, Paging, RateLimitedSearch, RateLimitedSuggestions};
use crate::problem::{ApiError, errors};
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::{self, HighlightsView, SearchHitView, SearchView, SuggestionsView};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// The query; truncated at 200 characters.
    pub q: Option<String>,
    /// From 1.
    #[param(minimum = 1)]
    pub page: Option<u64>,
    #[param(minimum = 1, maximum = 100)]
    pub per_page: Option<u64>,
    /// Slug, id or name of a category.
    pub category: Option<String>,
    /// Slug of a by-line.
    pub author: Option<String>,
    /// The first day, in the publication's time zone: `2026-11-20`.
    pub from: Option<String>,
    /// The last day, likewise.
    pub to: Option<String>,
}

/// Posts that hold every word of `q`, or whose category or author is called so, and what stands in quotation marks as
/// it stands there: in any case, without accents, in their English forms, and with typing mistakes in longer words. The
/// best first. A filter that means nothing, such as a category that does not exist, finds nothing.
///
/// Counted by address: thirty in a row, then one each two seconds.
#[utoipa::path(get, path = "/search/search", tag = "search", params(SearchQuery),
    responses((status = 200, body = SearchView), errors::BadRequest, errors::Limited))]
pub async fn search_all(
    _: RateLimitedSearch,
    State(app): State<AppState>,
    ApiQuery(query): ApiQuery<SearchQuery>,
) -> Result<PublicResponse<SearchView>, PublicError> {
    let request = Paging { page: query.page, per_page: query.per_page }.or(20)?;
    let filter = parse_filter(&app, &query).await?;
    let found = match &filter {
        Some(filter) => search::search(&app.core, query.q.as_deref().unwrap_or_default(), filter, request).await?,
        None => SearchResults {
            q: letters::cut(query.q.as_deref().unwrap_or_default().trim(), 200).to_owned(),
            ..SearchResults::default()
        },
    };
    let body = SearchView {
        q: found.q,
        results: hits(&app, found.posts).await?,
        post_media: found.post_media.into_iter().map(Into::into).collect(),
        standalone_media: found.standalone_media.into_iter().map(Into::into).collect(),
        pages: found.pages.into_iter().map(Into::into).collect(),
        total: found.total,
        page: request.page,
        per_page: request.per_page,
        suggestion: found.suggestion,
    };
    let beyond_end = request.is_beyond(body.total);
    let mut answer = uncached(body);
    answer.provenance.beyond_end = beyond_end;
    Ok(answer)
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SuggestQuery {
    /// The beginning of a query, as it is typed.
    pub q: Option<String>,
}

/// Up to six posts that somebody may mean who has typed `q` so far: by title, tags, brand, by-line, category and deals.
///
/// Counted by address: 120 in a row, then two a second.
#[utoipa::path(get, path = "/search/suggest", tag = "search", params(SuggestQuery),
    responses((status = 200, body = SuggestionsView), errors::BadRequest, errors::Limited))]
pub async fn suggest(
    _: RateLimitedSuggestions,
    State(app): State<AppState>,
    ApiQuery(query): ApiQuery<SuggestQuery>,
) -> Result<PublicResponse<SuggestionsView>, PublicError> {
    let found = search::suggest(&app.core, query.q.as_deref().unwrap_or_default()).await?;
    Ok(uncached(SuggestionsView { data: found.into_iter().map(Into::into).collect() }))
}

fn uncached<T>(body: T) -> PublicResponse<T> {
    PublicResponse {
        body,
        provenance: Provenance { tags: vec![changes::LIST.to_owned()], uncacheable: true, ..Provenance::default() },
    }
}

async fn hits(app: &AppState, found: Vec<PostHit>) -> Result<Vec<SearchHitView>, StoreError> {
    let (posts, marks): (Vec<_>, Vec<_>) =
        found.into_iter().map(|found| (found.post, HighlightsView { title: found.title, text: found.snippet })).unzip();
    let cards = views::cards(&app.core, &posts).await?;
    Ok(cards.into_iter().zip(marks).map(|(card, highlights)| SearchHitView { card, highlights }).collect())
}

/// The filter of the query; none when it names something that does not exist.
async fn parse_filter(app: &AppState, query: &SearchQuery) -> Result<Option<SearchFilter>, ApiError> {
    // An empty field of a form filters nothing.
    let given =
        |value: &Option<String>| value.as_deref().map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned);
    let settings = app.core.settings();
    let day = |value: &Option<String>| {
        let day = given(value).map(|day| if day.len() == 10 { day.parse::<Date>().ok() } else { None });
        day.map(|day| day.ok_or_else(invalid_day)).transpose()
    };
    let midnight = |day: Date| Timestamp::parse_in(&day.to_string(), settings.time_zone()).ok_or_else(invalid_day);
    let from = day(&query.from)?.map(midnight).transpose()?;
    let until = day(&query.to)?.map(|last| midnight(last.tomorrow().map_err(|_| invalid_day())?)).transpose()?;
    let category = match given(&query.category) {
        None => None,
        Some(text) => match categories::find(&app.core, &text).await? {
            Some(category) => Some(category.id),
            None => return Ok(None),
        },
    };
    let author = given(&query.author).map(|slug| posts::stored_author_slug(&settings.site.brand, &slug).to_owned());
    Ok(Some(SearchFilter { category, author, from, until }))
}

fn invalid_day() -> ApiError {
    ApiError::invalid_query("A day is written as 2026-11-20.")
}
