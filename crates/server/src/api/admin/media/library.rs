use axum::Json;
use axum::extract::State;
use mwanga_core::library::{self, DescriptionUpdate, FileFilter};
use mwanga_core::media::FocalPoint;
use mwanga_core::posts::Writer;
use mwanga_store::types::{MediaId, MediaKind};
use serde::{Deserialize, Deserializer};

use crate::AppState;
use crate::cursor::Cursor;
use crate::extract::{
    ApiJson, ApiPath, ApiQuery, CursorPage, CursorParams, DeletingUser, ForeverParam, StaffUser, WriterUser,
};
use crate::problem::{ApiError, errors};
use crate::views::{LibraryFileView, LibraryView, MessageView};

#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LibraryKind {
    Image,
    Video,
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LibraryFilter {
    /// Words of file name, description, caption or credit, or their beginnings.
    pub q: Option<String>,
    #[param(inline)]
    pub kind: Option<LibraryKind>,
    /// `true`: files alone that no post (drafts and scheduled ones too), newsletter or video uses. Earlier versions of
    /// posts do not count.
    pub orphans: Option<bool>,
    /// Addresses of files, separated by commas: these alone.
    pub urls: Option<String>,
    /// SHA-256 of a file in hex: the files alone that were uploaded with exactly its bytes, as far as that is known.
    pub sha256: Option<String>,
}

/// All pictures and videos, newest first, 24 a page. Contributors and authors see what they uploaded.
#[utoipa::path(get, path = "/admin/media", tag = "media", security(("bearer" = [])), params(CursorParams, LibraryFilter),
    responses((status = 200, body = LibraryView), errors::StaffOnly, errors::BadRequest))]
pub async fn list_media(
    State(app): State<AppState>,
    writer: WriterUser,
    cursor: CursorPage<MediaId>,
    ApiQuery(query): ApiQuery<LibraryFilter>,
) -> Result<Json<LibraryView>, ApiError> {
    let kind = query.kind.map(|kind| match kind {
        LibraryKind::Image => MediaKind::Image,
        LibraryKind::Video => MediaKind::Video,
    });
    let wanted = FileFilter {
        q: query.q.unwrap_or_default(),
        kind,
        unused: query.orphans.unwrap_or(false),
        account: Writer::from(&writer.0).owner(),
        urls: query.urls.map(|urls| urls.split(',').map(str::to_owned).collect()),
        upload_sha256: query.sha256.map(|sha256| sha256.to_ascii_lowercase()),
    };
    let page = library::list(&app.core, &wanted, cursor.after, cursor.per_page).await?;
    let next = page.next.map(|id| id.to_text());
    Ok(Json(LibraryView { data: page.files.into_iter().map(Into::into).collect(), per_page: cursor.per_page, next }))
}

/// One file with everything that uses it.
#[utoipa::path(get, path = "/admin/media/{id}", tag = "media", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = LibraryFileView), errors::StaffOnly, errors::NotFound))]
pub async fn get_media_item(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<MediaId>,
) -> Result<Json<LibraryFileView>, ApiError> {
    Ok(Json(LibraryFileView::new(library::find_detail(&app.core, (&writer.0).into(), id).await?, app.core.now())))
}

/// Description of a file; absent fields stay as they are.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct MediaItemInput {
    /// For those who cannot see it; texts that hold the picture already keep theirs.
    pub alt: Option<String>,
    pub caption: Option<String>,
    /// Who made it.
    pub credit: Option<String>,
    /// Of a video: address of a picture of the library; empty for none.
    pub poster: Option<String>,
    /// Of a video: address of recorded subtitles (WebVTT); empty for none.
    pub captions: Option<String>,
    /// Lets strangers find it, whether something public shows it or not.
    pub is_public: Option<bool>,
    /// What crops of a picture keep in sight; null for the centre.
    #[serde(default, deserialize_with = "value_or_null")]
    #[schema(value_type = Option<FocalPoint>)]
    pub focal_point: Option<Option<FocalPoint>>,
}

/// Tells `null` (`Some(None)`) from an absent field (`None`).
fn value_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<FocalPoint>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Changes what is said of a file. Contributors and authors do so for what they uploaded, and not whether it is public.
#[utoipa::path(put, path = "/admin/media/{id}", tag = "media", security(("bearer" = [])), params(("id" = i64, Path)), request_body = MediaItemInput,
    responses((status = 200, body = LibraryFileView), errors::StaffOnly, errors::JsonBody, errors::NotFound))]
pub async fn update_media_item(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<MediaId>,
    ApiJson(input): ApiJson<MediaItemInput>,
) -> Result<Json<LibraryFileView>, ApiError> {
    let MediaItemInput { alt, caption, credit, poster, captions, is_public, focal_point } = input;
    let opened = library::update_description(
        &app.core,
        (&writer.0).into(),
        id,
        DescriptionUpdate { alt, caption, credit, poster, captions, is_public, focal_point },
    )
    .await?;
    Ok(Json(LibraryFileView::new(opened, app.core.now())))
}

/// Moves a file that nothing uses to the trash, where it stays for 30 days and answers 404.
#[utoipa::path(delete, path = "/admin/media/{id}", tag = "media", security(("bearer" = [])), params(("id" = i64, Path), ForeverParam),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::BadRequest, errors::NotFound, errors::Conflict))]
pub async fn delete_media_item(
    State(app): State<AppState>,
    DeletingUser { identity, forever }: DeletingUser,
    ApiPath(id): ApiPath<MediaId>,
) -> Result<Json<MessageView>, ApiError> {
    if forever {
        library::delete(&app.core, id).await?;
    } else {
        library::trash(&app.core, identity.account_id, id).await?;
    }
    Ok(Json(MessageView { message: "File deleted." }))
}

/// Restores a file from the trash. A file that is not there stays as it is.
#[utoipa::path(post, path = "/admin/media/{id}/restore", tag = "media", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = LibraryFileView), errors::StaffOnly, errors::NotFound))]
pub async fn restore_media_item(
    State(app): State<AppState>,
    staff: StaffUser,
    ApiPath(id): ApiPath<MediaId>,
) -> Result<Json<LibraryFileView>, ApiError> {
    library::restore(&app.core, id).await?;
    Ok(Json(LibraryFileView::new(library::find_detail(&app.core, (&staff.0).into(), id).await?, app.core.now())))
}
