use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::idempotency;
use mwanga_core::posts::{self, NewNote, Writer};
use mwanga_store::types::{PostId, PostNoteId};
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{ApiJson, ApiPath, IdempotencyHeader, IdempotencyKey, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{NoteListView, NoteView};

/// The notes of the newsroom on a post, oldest first.
#[utoipa::path(get, path = "/admin/posts/{id}/notes", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = NoteListView), errors::StaffOnly, errors::NotFound))]
pub async fn list_notes(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostId>,
) -> Result<Json<NoteListView>, ApiError> {
    Ok(Json(posts::notes(&app.core, (&writer.0).into(), id).await?.into()))
}

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct NoteInput {
    /// Plain text; `@` and a user name mention somebody, who is mailed.
    pub text: String,
    /// The passage it is about; empty or absent: the whole post.
    #[serde(default)]
    pub quote: String,
    /// The note that it answers.
    #[serde(default)]
    pub parent_id: Option<PostNoteId>,
}

/// Writes a note on a post, or an answer to one.
#[utoipa::path(post, path = "/admin/posts/{id}/notes", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path), IdempotencyHeader), request_body = NoteInput,
    responses((status = 201, body = NoteView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn create_note(
    State(app): State<AppState>,
    writer: WriterUser,
    key: IdempotencyKey,
    ApiPath(id): ApiPath<PostId>,
    ApiJson(input): ApiJson<NoteInput>,
) -> Result<(StatusCode, Json<NoteView>), ApiError> {
    let (core, by) = (&app.core, Writer::from(&writer.0));
    let request = key.for_account(core, by.account_id, "POST /admin/posts/{id}/notes", &(id, &input))?;
    let NoteInput { text, quote, parent_id } = input;
    let new = NewNote { text, quote, parent_id };
    let add = |claim| async move { posts::add_note(core, by, id, new, &claim).await };
    let note = idempotency::run_once(core, request, |note| posts::get_note(core, PostNoteId(note)), add).await?;
    Ok((StatusCode::CREATED, Json(NoteView::new(note.into_inner(), Some(writer.0.username)))))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct ResolveInput {
    pub resolved: bool,
}

/// Resolves a thread of notes, or opens it again; `id` is that of its first note.
#[utoipa::path(put, path = "/admin/notes/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)), request_body = ResolveInput,
    responses((status = 200, body = NoteView), errors::StaffOnly, errors::JsonBody, errors::NotFound))]
pub async fn update_note(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiPath(id): ApiPath<PostNoteId>,
    ApiJson(input): ApiJson<ResolveInput>,
) -> Result<Json<NoteView>, ApiError> {
    let (note, author) = posts::resolve_note(&app.core, (&writer.0).into(), id, input.resolved).await?;
    Ok(Json(NoteView::new(note, author)))
}
