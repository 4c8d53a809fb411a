use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::idempotency::{self, RequestError};
use mwanga_core::newsletter::{self, DraftVersion, IssueRequest, IssueText, NewsletterError, SavedDraft};
use mwanga_store::types::{IssueDraftId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{ApiJson, ApiPath, IdempotencyHeader, IdempotencyKey, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{DraftSavedView, MessageView, SavedDraftListView, SavedDraftView};

/// A newsletter that is still written: everything may be empty.
#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SavedDraftInput {
    #[serde(default)]
    pub subject: String,
    #[serde(default)]
    pub preheader: String,
    #[serde(default)]
    pub html: String,
    /// `until` of the newest posts that it was begun with.
    #[serde(default)]
    pub until: Option<Timestamp>,
    /// Id of a topic. Left out: everyone.
    #[serde(default)]
    pub topic: Option<String>,
    /// When it is to go out, with an offset or in the publication's time zone; empty: yet to be chosen; left out: at
    /// once.
    #[serde(default)]
    pub send_at: Option<String>,
}

impl SavedDraftInput {
    fn request(&self) -> IssueRequest<'_> {
        IssueRequest {
            text: IssueText { subject: &self.subject, preheader: &self.preheader, html: &self.html },
            until: self.until,
            topic: self.topic.as_deref(),
            send_at: self.send_at.as_deref(),
            draft: None,
        }
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct SavedDraftUpdateInput {
    /// The version that was read.
    #[schema(minimum = 1)]
    #[serde(deserialize_with = "super::write::version")]
    pub version: i32,
    #[serde(flatten)]
    pub words: SavedDraftInput,
}

/// The newsletters that are still written, the last saved first.
#[utoipa::path(get, path = "/newsletter/admin-drafts", tag = "newsletter", operation_id = "list_saved_drafts", security(("bearer" = [])),
    responses((status = 200, body = SavedDraftListView), errors::StaffOnly))]
pub async fn list_drafts(State(app): State<AppState>, _: StaffUser) -> Result<Json<SavedDraftListView>, ApiError> {
    Ok(Json(newsletter::list_drafts(&app.core).await?.into()))
}

/// Saves a newsletter that is still written; the whole newsroom sees it. A key that made another draft answers
/// `request.key_reused` with that draft in `current`.
#[utoipa::path(post, path = "/newsletter/admin-drafts", tag = "newsletter", operation_id = "create_saved_draft", security(("bearer" = [])), request_body = SavedDraftInput,
    params(IdempotencyHeader),
    responses((status = 201, body = DraftSavedView), errors::StaffOnly, errors::JsonBody, errors::Conflict))]
pub async fn create_draft(
    State(app): State<AppState>,
    StaffUser(staff): StaffUser,
    key: IdempotencyKey,
    ApiJson(input): ApiJson<SavedDraftInput>,
) -> Result<(StatusCode, Json<DraftSavedView>), ApiError> {
    let (core, by) = (&app.core, staff.account_id);
    let request = key.for_account(core, by, "POST /newsletter/admin-drafts", &input)?;
    let words = input.request();
    let create = |claim| async move { newsletter::create_draft(core, by, words, &claim).await };
    let find = |id| async move { Ok(newsletter::get_draft(core, IssueDraftId(id)).await?) };
    match idempotency::run_once(core, request, find, create).await {
        // Its writer went on after an answer that was lost: with the draft at hand the rest is a change of it.
        Err(RequestError::KeyReused(id)) => {
            let problem = ApiError::from(RequestError::<NewsletterError>::KeyReused(id));
            Err(match newsletter::get_draft(core, IssueDraftId(id)).await? {
                Some(draft) => problem.with_current(SavedDraftView::from(draft)),
                None => problem,
            })
        }
        outcome => Ok((StatusCode::CREATED, saved(outcome?.into_inner()))),
    }
}

/// A newsletter that is still written.
#[utoipa::path(get, path = "/newsletter/admin-drafts/{id}", tag = "newsletter", operation_id = "get_saved_draft", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = SavedDraftView), errors::StaffOnly, errors::NotFound))]
pub async fn get_draft(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<IssueDraftId>,
) -> Result<Json<SavedDraftView>, ApiError> {
    let draft = newsletter::get_draft(&app.core, id).await?.ok_or(NewsletterError::DraftNotFound)?;
    Ok(Json(draft.into()))
}

/// Saves a draft anew. Of an earlier version it answers `issue_draft.changed` with what is there now in `current`.
#[utoipa::path(put, path = "/newsletter/admin-drafts/{id}", tag = "newsletter", operation_id = "update_saved_draft", security(("bearer" = [])), params(("id" = i64, Path)), request_body = SavedDraftUpdateInput,
    responses((status = 200, body = DraftSavedView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn update_draft(
    State(app): State<AppState>,
    StaffUser(staff): StaffUser,
    ApiPath(id): ApiPath<IssueDraftId>,
    ApiJson(SavedDraftUpdateInput { version, words }): ApiJson<SavedDraftUpdateInput>,
) -> Result<Json<DraftSavedView>, ApiError> {
    let draft = DraftVersion { id, version };
    let outcome = newsletter::update_draft(&app.core, staff.account_id, draft, words.request()).await;
    Ok(saved(outcome.map_err(with_current)?))
}

/// Deletes a draft for everyone.
#[utoipa::path(delete, path = "/newsletter/admin-drafts/{id}", tag = "newsletter", operation_id = "delete_saved_draft", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::NotFound))]
pub async fn delete_draft(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<IssueDraftId>,
) -> Result<Json<MessageView>, ApiError> {
    newsletter::delete_draft(&app.core, id).await?;
    Ok(Json(MessageView { message: "Draft deleted" }))
}

fn saved(draft: SavedDraft) -> Json<DraftSavedView> {
    Json(DraftSavedView { message: "Draft saved", draft: draft.into() })
}

/// A conflict with the draft as it is now.
pub(super) fn with_current(error: NewsletterError) -> ApiError {
    let current = match &error {
        NewsletterError::DraftChanged { row, saved_by } => {
            Some(SavedDraft { row: row.as_ref().clone(), saved_by: saved_by.clone() })
        }
        _ => None,
    };
    let problem = ApiError::from(error);
    match current {
        Some(draft) => problem.with_current(SavedDraftView::from(draft)),
        None => problem,
    }
}
