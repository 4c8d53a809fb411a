use axum::Json;
use axum::extract::State;
use mwanga_core::posts;
use mwanga_store::types::PostId;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPicksView, AdminPostCardView, MessageView};

/// The published posts marked as Today's Pick in their order, scheduled ones too, up to 20. Readers see the first three
/// that are public.
#[utoipa::path(get, path = "/admin/todays-picks", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = AdminPicksView), errors::StaffOnly))]
pub async fn admin_picks(State(app): State<AppState>, _: StaffUser) -> Result<Json<AdminPicksView>, ApiError> {
    let picks = posts::picks(&app.core).await?;
    Ok(Json(AdminPicksView { data: AdminPostCardView::list(&app.core, &picks).await? }))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct PicksInput {
    /// Ids of picks, the first one first; at most 20. Others keep their places.
    #[schema(max_items = 20)]
    pub ids: Vec<PostId>,
}

/// Puts Today's Picks into an order. Posts that are no picks any more are passed over.
#[utoipa::path(put, path = "/admin/todays-picks", tag = "admin", security(("bearer" = [])), request_body = PicksInput,
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::JsonBody))]
pub async fn order_picks(
    State(app): State<AppState>,
    _: StaffUser,
    ApiJson(input): ApiJson<PicksInput>,
) -> Result<Json<MessageView>, ApiError> {
    if input.ids.len() as u64 > posts::MAX_ORDERED_PICKS {
        return Err(ApiError::too_many_picks());
    }
    posts::order_picks(&app.core, &input.ids).await?;
    Ok(Json(MessageView { message: "Order saved." }))
}
