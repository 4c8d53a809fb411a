use axum::Json;
use mwanga_core::html;
use serde::Deserialize;

use crate::extract::{ApiQuery, StaffUser};
use crate::problem::{ApiError, Problem};
use crate::views::EmbedView;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EmbedQuery {
    /// Of a page or a player.
    pub address: String,
}

/// What an address is embedded as: the short list of services, and one spelling for each.
#[utoipa::path(get, path = "/admin/embed", tag = "admin", security(("bearer" = [])), params(EmbedQuery),
    responses((status = 200, body = EmbedView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub async fn embed(_: StaffUser, ApiQuery(query): ApiQuery<EmbedQuery>) -> Result<Json<EmbedView>, ApiError> {
    let Some(card) = html::embed_card(&query.address) else {
        let text = "This address cannot be embedded. YouTube, Vimeo, OpenStreetMap, Spotify and SoundCloud can.";
        return Err(ApiError::invalid("embed.unknown", [("address", text.to_owned())].into(), text));
    };
    Ok(Json(EmbedView { url: card.url, href: card.href, label: card.label }))
}
