use axum::extract::State;
use mwanga_core::posts;
use mwanga_store::types::PostCorrectionId;

use crate::AppState;
use crate::extract::{CursorPage, CursorParams};
use crate::problem::errors;
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::ListedCorrectionsView;

/// Corrections of public posts, newest first, 20 a page.
#[utoipa::path(get, path = "/corrections", tag = "posts", params(CursorParams),
    responses((status = 200, body = ListedCorrectionsView), errors::BadRequest))]
pub async fn corrections(
    State(app): State<AppState>,
    cursor: CursorPage<PostCorrectionId>,
) -> Result<PublicResponse<ListedCorrectionsView>, PublicError> {
    let mut page = posts::public_corrections(&app.core, cursor.after, cursor.per_page).await?;
    let provenance = Provenance {
        tags: std::mem::take(&mut page.tags),
        expires_at: page.expires_at,
        beyond_end: cursor.after.is_some() && page.corrections.is_empty(),
        ..Provenance::default()
    };
    Ok(PublicResponse { body: page.into(), provenance })
}
