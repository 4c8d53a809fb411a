use axum::Json;
use axum::extract::State;
use mwanga_core::set_up::{self, Answer, Question};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{AdminUser, ApiJson, ApiPath};
use crate::problem::{ApiError, errors};
use crate::views::SetUpView;

use super::read::view;

/// What became of a question.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct SetUpAnswerInput {
    /// `answered` or `skipped`.
    #[schema(value_type = String)]
    pub state: Answer,
}

/// Notes that a question was answered, or skipped. What was answered is saved as settings before. For administrators.
#[utoipa::path(put, path = "/admin/set-up/{name}", tag = "admin", security(("bearer" = [])),
    params(("name" = String, Path, description = "`name`, `contact`, `colours`, `address`, `mail` or `posts`")), request_body = SetUpAnswerInput,
    responses((status = 200, body = SetUpView), errors::StaffOnly, errors::JsonBody, errors::NotFound))]
pub async fn answer_set_up(
    State(app): State<AppState>,
    _: AdminUser,
    ApiPath(question): ApiPath<Question>,
    ApiJson(input): ApiJson<SetUpAnswerInput>,
) -> Result<Json<SetUpView>, ApiError> {
    set_up::answer(&app.core, question, input.state).await?;
    Ok(Json(view(&app).await?))
}
