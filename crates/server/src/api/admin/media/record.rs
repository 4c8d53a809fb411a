use axum::Json;
use axum::extract::State;
use mwanga_core::posts::Writer;
use mwanga_core::{idempotency, media};
use mwanga_store::types::{MediaId, PostId};
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{ApiJson, IdempotencyHeader, IdempotencyKey, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::MediaItemView;

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct RecordInput {
    /// As `generate-presigned-url` answered it, absolute or relative.
    pub file_url: Option<String>,
    /// Original name of the file.
    pub file_name: Option<String>,
    /// 0 or absent: not of a post yet.
    pub post_id: Option<i64>,
}

/// Checks an uploaded file and makes it public. A second call only files it under a post.
#[utoipa::path(post, path = "/admin/media/record", tag = "media", security(("bearer" = [])), request_body = RecordInput, params(IdempotencyHeader),
    responses((status = 200, body = MediaItemView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict, errors::TooLarge))]
pub async fn record_media(
    State(app): State<AppState>,
    writer: WriterUser,
    key: IdempotencyKey,
    ApiJson(input): ApiJson<RecordInput>,
) -> Result<Json<MediaItemView>, ApiError> {
    let (core, by) = (&app.core, Writer::from(&writer.0));
    let request = key.for_account(core, by.account_id, "POST /admin/media/record", &input)?;
    let Some(file_url) = input.file_url.filter(|url| !url.trim().is_empty()) else {
        return Err(ApiError::missing_file_url());
    };
    let post = input.post_id.filter(|id| *id > 0).map(PostId);
    let name = input.file_name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let file_url = file_url.as_str();
    let record = |claim| async move { media::record(core, by, file_url, name, post, &claim).await };
    let item = idempotency::run_once(core, request, |id| media::get(core, MediaId(id)), record).await?.into_inner();
    Ok(Json(item.into()))
}
