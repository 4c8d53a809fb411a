use axum::Json;
use axum::extract::State;
use mwanga_core::posts::{self, BulkAction};
use mwanga_store::types::PostId;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{BulkOutcomeView, BulkResultView};

/// Most posts at once: as many as a page of the list.
const MAX_POSTS: usize = 50;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct BulkInput {
    #[schema(inline)]
    pub action: BulkActionInput,
    /// For `category` its slug, id or name; for `add_tag` the tag.
    #[serde(default)]
    pub value: String,
    #[schema(min_items = 1, max_items = 50)]
    pub posts: Vec<BulkPostInput>,
}

#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkActionInput {
    Category,
    AddTag,
    Pick,
    Unpick,
    /// Makes a draft of published and scheduled posts.
    Unpublish,
    Trash,
    /// Takes posts out of the trash again.
    Restore,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct BulkPostInput {
    pub id: PostId,
    /// The revision that the caller saw; an older one than there is leaves this post as it is.
    pub revision: Option<i32>,
}

/// Does the same to up to 50 posts, each as its own save with its own rights, and answers for each what happened. One
/// that cannot be changed stops no other.
#[utoipa::path(post, path = "/admin/posts/bulk", tag = "admin", security(("bearer" = [])), request_body = BulkInput,
    responses((status = 200, body = BulkResultView), errors::StaffOnly, errors::JsonBody))]
pub async fn change_posts(
    State(app): State<AppState>,
    writer: WriterUser,
    ApiJson(input): ApiJson<BulkInput>,
) -> Result<Json<BulkResultView>, ApiError> {
    let action = match input.action {
        BulkActionInput::Category => BulkAction::File(input.value),
        BulkActionInput::AddTag => BulkAction::AddTag(input.value),
        BulkActionInput::Pick => BulkAction::Pick(true),
        BulkActionInput::Unpick => BulkAction::Pick(false),
        BulkActionInput::Unpublish => BulkAction::Unpublish,
        BulkActionInput::Trash => BulkAction::Trash,
        BulkActionInput::Restore => BulkAction::Restore,
    };
    if input.posts.is_empty() || input.posts.len() > MAX_POSTS {
        return Err(ApiError::bulk_size());
    }
    if !action.is_complete() {
        return Err(ApiError::bulk_value(matches!(action, BulkAction::AddTag(_))));
    }
    let (mut data, mut changed) = (Vec::new(), Vec::new());
    for BulkPostInput { id, revision } in input.posts {
        let outcome = posts::apply_in_bulk(&app.core, (&writer.0).into(), &action, id, revision).await;
        data.push(match outcome {
            Ok(Some(saved)) => {
                changed.push(saved.touched);
                BulkOutcomeView::done(id)
            }
            Ok(None) if action == BulkAction::Trash => BulkOutcomeView::done(id),
            Ok(None) => BulkOutcomeView::unchanged(id),
            Err(error) => {
                let error = ApiError::from(error);
                if error.is_internal() {
                    // What was done so far is told by the list; this one and the rest may be tried again.
                    return Err(error);
                }
                BulkOutcomeView::refused(id, error.code_and_text())
            }
        });
    }
    app.render_touched_lists(changed).await;
    Ok(Json(BulkResultView { data }))
}
