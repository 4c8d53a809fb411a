use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, CountedClient};
use crate::problem::{ApiError, Problem};
use crate::views::MessageView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct VerifyEmailInput {
    pub code: String,
}

/// Confirms an account's e-mail address by a mailed code. Pressing again within a day is no error.
#[utoipa::path(post, path = "/auth/verify-email", tag = "accounts", request_body = VerifyEmailInput,
    responses((status = 200, body = MessageView), (status = 400, body = Problem), (status = 410, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn verify_email(State(app): State<AppState>, _: CountedClient, ApiJson(input): ApiJson<VerifyEmailInput>) -> Result<Json<MessageView>, ApiError> {
    accounts::verify_email(&app.core, &input.code).await?;
    Ok(Json(MessageView { message: "Your e-mail address is confirmed." }))
}
