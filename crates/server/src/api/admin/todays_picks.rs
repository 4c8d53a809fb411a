use axum::Json;
use axum::extract::State;
use mwanga_core::{Core, posts};
use mwanga_store::types::{PostId, Timestamp};
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
    /// When picks stop being picks; others keep their ends. At most 20.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub ends: Vec<PickEnd>,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct PickEnd {
    pub id: PostId,
    /// ISO 8601, ahead of now; without an offset it is in the publication's time zone. Null or empty: it has no end.
    #[schema(required)]
    pub until: Option<String>,
}

/// Puts Today's Picks into an order, and sets their ends. Posts that are no picks any more are passed over.
#[utoipa::path(put, path = "/admin/todays-picks", tag = "admin", security(("bearer" = [])), request_body = PicksInput,
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::JsonBody))]
pub async fn order_picks(
    State(app): State<AppState>,
    _: StaffUser,
    ApiJson(input): ApiJson<PicksInput>,
) -> Result<Json<MessageView>, ApiError> {
    if input.ids.len().max(input.ends.len()) as u64 > posts::MAX_ORDERED_PICKS {
        return Err(ApiError::too_many_picks());
    }
    let ends: Result<Vec<_>, ApiError> = input.ends.into_iter().map(|end| read_end(&app.core, end)).collect();
    posts::order_picks(&app.core, &input.ids, &ends?).await?;
    Ok(Json(MessageView { message: "Order saved." }))
}

fn read_end(core: &Core, PickEnd { id, until }: PickEnd) -> Result<(PostId, Option<Timestamp>), ApiError> {
    let Some(text) = until.filter(|text| !text.trim().is_empty()) else { return Ok((id, None)) };
    let at = Timestamp::parse_in(&text, core.settings().time_zone()).filter(|at| *at > core.now());
    Ok((id, Some(at.ok_or_else(ApiError::invalid_pick_end)?)))
}
