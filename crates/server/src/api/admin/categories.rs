use axum::Json;
use axum::extract::State;
use mwanga_core::categories;

use crate::AppState;
use crate::extract::StaffUser;
use crate::problem::{ApiError, Problem};
use crate::views::CategoryView;

/// Every category, as a bare list.
#[utoipa::path(get, path = "/admin/categories", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = Vec<CategoryView>), (status = 401, body = Problem), (status = 403, body = Problem)))]
pub async fn admin_categories(State(app): State<AppState>, _: StaffUser) -> Result<Json<Vec<CategoryView>>, ApiError> {
    Ok(Json(categories::all(&app.core).await?.iter().map(CategoryView::from).collect()))
}
