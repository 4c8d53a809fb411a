use axum::extract::State;
use mwanga_core::{changes, search};
use serde::Deserialize;

use crate::AppState;
use crate::answer::{Missing, Provenance, Public};
use crate::extract::{ApiQuery, CountedSearch, Paging};
use crate::problem::Problem;
use crate::views::{self, SearchHitView, SearchView};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// What to look for; cut after 200 characters.
    pub q: Option<String>,
    /// From 1.
    #[param(minimum = 1)]
    pub page: Option<u64>,
    #[param(minimum = 1, maximum = 100)]
    pub per_page: Option<u64>,
}

/// Posts in which every word of `q` occurs, in any case and without accents; those with all of them in the title first, then the newest.
///
/// Counted by address: thirty in a row, then one each two seconds.
#[utoipa::path(get, path = "/search/search", tag = "search", params(SearchQuery),
    responses((status = 200, body = SearchView), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub async fn search_all(_: CountedSearch, State(app): State<AppState>, ApiQuery(query): ApiQuery<SearchQuery>) -> Result<Public<SearchView>, Missing> {
    let request = Paging { page: query.page, per_page: query.per_page }.or(20)?;
    let found = search::search(&app.core, query.q.as_deref().unwrap_or_default(), request).await?;
    let body = SearchView {
        q: found.q,
        results: views::cards(&app.core, &found.posts).await?.into_iter().map(|card| SearchHitView { card }).collect(),
        post_media: found.post_media.into_iter().map(Into::into).collect(),
        standalone_media: found.standalone_media.into_iter().map(Into::into).collect(),
        total: found.total,
        page: request.page,
        per_page: request.per_page,
    };
    Ok(Public { body, provenance: Provenance { tags: vec![changes::LIST.to_owned()], never_kept: true, ..Provenance::default() } })
}
