use axum::extract::State;
use mwanga_core::{posts, slug};

use crate::AppState;
use crate::extract::{ApiPath, ApiQuery, Paging};
use crate::problem::{ApiError, errors};
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::{self, AuthorPageView, AuthorView};

/// The public posts under one by-line, newest first.
#[utoipa::path(get, path = "/author/{slug}", tag = "posts", params(("slug" = String, Path), Paging),
    responses((status = 200, body = AuthorPageView), errors::BadRequest, errors::NotFound))]
pub async fn author(
    State(app): State<AppState>,
    ApiPath(asked): ApiPath<String>,
    ApiQuery(paging): ApiQuery<Paging>,
) -> Result<PublicResponse<AuthorPageView>, PublicError> {
    let request = paging.or(20)?;
    let missing = ApiError::no_such_author;
    // Other spellings lead to the one address; what has no spelling at all can never be there.
    let slug = slug::from_title(&asked).ok_or_else(missing)?;
    let (heading, page) = posts::by_author(&app.core, &slug, request).await?;
    let mut provenance = Provenance {
        tags: page.tags,
        expires_at: page.expires_at,
        beyond_end: request.is_beyond(page.total),
        ..Provenance::default()
    };
    let Some(heading) = heading else { return Err(PublicError { error: missing(), provenance }) };
    let canonical_path = slug::path("/author", &heading.slug);
    provenance.canonical_path = Some(canonical_path.clone());
    let body = AuthorPageView {
        author: AuthorView { slug: heading.slug, name: heading.name },
        namesakes: heading.namesakes.into_iter().map(AuthorView::from).collect(),
        data: views::cards(&app.core, &page.posts).await?,
        total: page.total,
        page: request.page,
        per_page: request.per_page,
        canonical_path,
    };
    Ok(PublicResponse { body, provenance })
}
