use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, Method};
use axum::response::{IntoResponse, Response};
use mwanga_backup::downloads;
use mwanga_core::Core;
use mwanga_core::security::{self, Event, EventDetails};
use mwanga_store::entities::backup;
use serde::Deserialize;
use tokio_util::io::ReaderStream;

use crate::AppState;
use crate::extract::{ApiQuery, RateLimitedClient};
use crate::problem::{ApiError, errors};

/// Read at once; a reader of the disk is a thread.
const PIECE_BYTES: usize = 256 * 1024;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DownloadQuery {
    /// Of the link that `POST /admin/backups/{id}/link` answered.
    pub code: String,
}

/// Downloads a backup by its link, and uses the link up. The link itself is the permission.
#[utoipa::path(get, path = "/backups/download", tag = "admin", params(DownloadQuery),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream"), errors::BadRequest, errors::Gone, errors::Limited))]
pub async fn download_backup(
    State(app): State<AppState>,
    _: RateLimitedClient,
    method: Method,
    ApiQuery(query): ApiQuery<DownloadQuery>,
) -> Result<Response, ApiError> {
    let core = &app.core;
    // Download managers ask for the head first, and scanners for nothing else.
    if method == Method::HEAD {
        let download = downloads::find_by_link(core, &query.code).await?;
        return Ok(respond(core, &download, Body::empty()));
    }
    let (download, file) = downloads::open(core, &query.code).await?;
    security::log(
        Event::Exported,
        EventDetails { subject: &format!("backup {}", download.id), ..EventDetails::default() },
    );
    let pieces = ReaderStream::with_capacity(tokio::fs::File::from_std(file), PIECE_BYTES);
    Ok(respond(core, &download, Body::from_stream(pieces)))
}

/// A file to be saved, and to be kept by nobody on the way.
fn respond(core: &Core, download: &backup::Model, body: Body) -> Response {
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", downloads::saved_name(core, download))),
        (CONTENT_LENGTH, download.size_bytes.unwrap_or_default().to_string()),
        // The link is good once: a second request for the rest would find it used up.
        (ACCEPT_RANGES, "none".to_owned()),
        (CACHE_CONTROL, "private, no-store".to_owned()),
        (REFERRER_POLICY, "no-referrer".to_owned()),
        (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (HeaderName::from_static("x-robots-tag"), "noindex".to_owned()),
    ];
    (headers, body).into_response()
}
