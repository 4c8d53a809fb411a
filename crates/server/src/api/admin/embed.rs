use axum::Json;
use mwanga_core::{html, web_address};
use serde::Deserialize;

use crate::extract::{ApiQuery, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::EmbedView;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EmbedQuery {
    /// Of a page or a player.
    pub address: String,
}

/// What an address is embedded as: the short list of services, and one spelling for each.
#[utoipa::path(get, path = "/admin/embed", tag = "admin", security(("bearer" = [])), params(EmbedQuery),
    responses((status = 200, body = EmbedView), errors::StaffOnly, errors::BadRequest, errors::Invalid))]
pub async fn embed(_: WriterUser, ApiQuery(query): ApiQuery<EmbedQuery>) -> Result<Json<EmbedView>, ApiError> {
    let Some(card) = html::embed_card(&web_address::complete(query.address.trim())) else {
        return Err(ApiError::not_embeddable());
    };
    Ok(Json(EmbedView { url: card.url, href: card.href, label: card.label }))
}
