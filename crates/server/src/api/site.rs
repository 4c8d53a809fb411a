use axum::extract::State;
use mwanga_core::{categories, changes};

use crate::AppState;
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::{CategoryView, SiteView};

/// Brand, contact and categories: what stands around every page.
#[utoipa::path(get, path = "/site", tag = "site", responses((status = 200, body = SiteView)))]
pub async fn site(State(app): State<AppState>) -> Result<PublicResponse<SiteView>, PublicError> {
    let config = &app.core.config;
    let body = SiteView {
        brand: config.site.brand.clone(),
        tagline: config.site.tagline.clone(),
        contact_email: config.site.contact_email.clone(),
        contact_phone: config.site.contact_phone.clone(),
        base_url: config.base().to_owned(),
        categories: categories::all(&app.core).await?.iter().map(CategoryView::from).collect(),
    };
    Ok(PublicResponse {
        body,
        provenance: Provenance { tags: vec![changes::SITE.to_owned()], ..Provenance::default() },
    })
}
