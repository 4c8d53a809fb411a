use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use mwanga_core::media::{self, MediaError, UploadTo};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiQuery, StaffUser};
use crate::problem::{ApiError, Problem};
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
    responses((status = 200, body = PresignedView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub async fn generate_presigned_url(
    State(app): State<AppState>,
    _: StaffUser,
    ApiQuery(query): ApiQuery<PresignQuery>,
) -> Result<Json<PresignedView>, ApiError> {
    let presigned = match media::presign(&app.core, &query.filename, &query.content_type).await {
        Err(MediaError::Type) => {
            let ext = media::extension(&query.filename);
            let text = if ext.is_some() { "The file's type does not fit its name." } else { "Invalid file type" };
            return Err(ApiError::invalid("media.type", BTreeMap::from([("filename", text.to_owned())]), text));
        }
        other => other?,
    };
    let url = match presigned.to {
        UploadTo::Us(path) => format!("{}/api{path}", app.core.config.base()),
        UploadTo::Bucket(url) => url,
    };
    Ok(Json(PresignedView { url, file_url: media::url(&presigned.key) }))
}
