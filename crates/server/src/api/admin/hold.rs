use axum::Json;
use axum::extract::State;
use mwanga_core::{held, held_copy};

use crate::AppState;
use crate::extract::AdminUser;
use crate::problem::{ApiError, errors};
use crate::views::{HoldView, ReleasedView};

/// Why this copy of the site is held, and what waits. For administrators.
#[utoipa::path(get, path = "/admin/hold", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = HoldView), errors::StaffOnly))]
pub async fn get_hold(State(app): State<AppState>, _: AdminUser) -> Result<Json<HoldView>, ApiError> {
    let hold = held::find(app.core.store.reader()).await?;
    Ok(Json(HoldView::new(&app.core.settings(), hold, held_copy::waiting(&app.core).await?)))
}

/// Releases a held copy: it mails and charges again, and what waits goes out as `GET /admin/hold` says. For
/// administrators.
#[utoipa::path(delete, path = "/admin/hold", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = ReleasedView), errors::StaffOnly, errors::Conflict))]
pub async fn release_hold(State(app): State<AppState>, _: AdminUser) -> Result<Json<ReleasedView>, ApiError> {
    Ok(Json(held_copy::release(&app.core).await?.into()))
}
