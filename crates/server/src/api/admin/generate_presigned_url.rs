use axum::Json;
use axum::extract::State;
use mwanga_core::media::{self, MediaError, UploadTarget};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiQuery, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::PresignedView;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PresignQuery {
    pub filename: String,
    #[serde(rename = "contentType", alias = "content_type")]
    #[param(rename = "contentType")]
    pub content_type: String,
}

/// Permission to PUT one file. It becomes public by `media/record`, at `file_url`.
#[utoipa::path(get, path = "/admin/generate-presigned-url", tag = "media", security(("bearer" = [])), params(PresignQuery),
    responses((status = 200, body = PresignedView), errors::StaffOnly, errors::BadRequest, errors::Invalid))]
pub async fn generate_presigned_url(
    State(app): State<AppState>,
    WriterUser(writer): WriterUser,
    ApiQuery(query): ApiQuery<PresignQuery>,
) -> Result<Json<PresignedView>, ApiError> {
    let presigned = match media::presign(&app.core, &writer.session_id, &query.filename, &query.content_type).await {
        Err(MediaError::Type) => {
            return Err(ApiError::wrong_file_name(media::extension(&query.filename).is_some()));
        }
        other => other?,
    };
    let url = match presigned.target {
        UploadTarget::Api(path) => format!("{}/api{path}", app.core.config.base()),
        UploadTarget::Bucket(url) => url,
    };
    Ok(Json(PresignedView { url, file_url: media::url(&presigned.key) }))
}
