use axum::extract::State;
use mwanga_core::changes;
use mwanga_core::pages::{self, PageLookup};
use mwanga_core::slug::is_slug;

use crate::AppState;
use crate::extract::ApiPath;
use crate::problem::{ApiError, errors};
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::PageView;

/// One public page. An old slug answers the page too; its `canonical_path` says where it lives now.
#[utoipa::path(get, path = "/pages/{slug}", tag = "site", params(("slug" = String, Path)),
    responses((status = 200, body = PageView), errors::NotFound, errors::Gone))]
pub async fn page_by_slug(
    State(app): State<AppState>,
    ApiPath(slug): ApiPath<String>,
) -> Result<PublicResponse<PageView>, PublicError> {
    if !is_slug(&slug) {
        return Err(ApiError::no_such_page().into());
    }
    // The words of pages name the brand and the contact of the site.
    let tags = vec![changes::LAYOUT.to_owned(), changes::page_slug(&slug)];
    let mut provenance = Provenance { tags, ..Provenance::default() };
    let page = match pages::find_public(&app.core, &slug).await? {
        PageLookup::Page(page) => page,
        PageLookup::Gone => return Err(PublicError { error: ApiError::page_gone(), provenance }),
        PageLookup::NotFound => return Err(PublicError { error: ApiError::no_such_page(), provenance }),
    };
    provenance.tags.extend([changes::page(page.id), changes::page_slug(&page.slug)]);
    let body = PageView::new(&app.core, &page).await?;
    provenance.canonical_path = Some(body.canonical_path.clone());
    Ok(PublicResponse { body, provenance })
}
