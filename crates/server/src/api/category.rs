use axum::extract::State;
use mwanga_core::posts::{self, PublicListQuery};
use mwanga_core::{categories, changes, slug};

use crate::AppState;
use crate::extract::{ApiPath, ApiQuery, Paging};
use crate::problem::{ApiError, errors};
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::{self, CategoryPageView, CategoryView, category_picture};

/// The posts of one category. `name` is its slug, its id, or its name in any case.
#[utoipa::path(get, path = "/category/{name}", tag = "posts", params(("name" = String, Path), Paging),
    responses((status = 200, body = CategoryPageView), errors::BadRequest, errors::NotFound))]
pub async fn category(
    State(app): State<AppState>,
    ApiPath(name): ApiPath<String>,
    ApiQuery(paging): ApiQuery<Paging>,
) -> Result<PublicResponse<CategoryPageView>, PublicError> {
    let request = paging.or(20)?;
    let Some(category) = categories::find(&app.core, &name).await? else {
        // A new category changes the chrome of the site, and ends this answer with it.
        let provenance = Provenance { tags: vec![changes::SITE.to_owned()], ..Provenance::default() };
        return Err(PublicError { error: ApiError::no_category_of_this_name(), provenance });
    };
    let view = CategoryView::from(&category);
    let (description, picture) = (category.description.clone(), category_picture(&app.core, &category).await?);
    let page = posts::list_public(
        &app.core,
        &PublicListQuery { category: Some(category), ..PublicListQuery::default() },
        request,
    )
    .await?;
    let canonical_path = slug::path("/category", &view.slug);
    let body = CategoryPageView {
        category: view,
        description,
        picture,
        data: views::cards(&app.core, &page.posts).await?,
        total: page.total,
        page: request.page,
        per_page: request.per_page,
        canonical_path: canonical_path.clone(),
    };
    let mut tags = page.tags;
    tags.push(changes::SITE.to_owned());
    let beyond_end = request.is_beyond(page.total);
    Ok(PublicResponse {
        body,
        provenance: Provenance {
            tags,
            expires_at: page.expires_at,
            canonical_path: Some(canonical_path),
            beyond_end,
            ..Provenance::default()
        },
    })
}
