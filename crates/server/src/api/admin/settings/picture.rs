use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use mwanga_core::brand_pictures;

use crate::AppState;
use crate::extract::StaffUser;
use crate::problem::{ApiError, errors};
use crate::views::BrandPictureView;

/// Uploads a logo, a mark, a share picture or that of a category: PNG, JPEG or WebP of at most 2 MB and 4,096 pixels a
/// side. A setting or a category names it by its hash.
#[utoipa::path(post, path = "/admin/settings/pictures", tag = "admin", security(("bearer" = [])),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 201, body = BrandPictureView), errors::StaffOnly, errors::TooLarge, errors::Invalid))]
pub async fn add_settings_picture(
    State(app): State<AppState>,
    _: StaffUser,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<BrandPictureView>), ApiError> {
    let bytes = body.map_err(|_| ApiError::too_large())?;
    let picture = brand_pictures::add_picture(&app.core, bytes.to_vec()).await?;
    Ok((StatusCode::CREATED, Json(BrandPictureView::from(&picture))))
}
