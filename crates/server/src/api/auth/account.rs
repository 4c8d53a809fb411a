use axum::Json;
use axum::extract::State;
use mwanga_core::accounts::{self, Proof};
use secrecy::SecretString;
use serde::Deserialize;

use crate::AppState;
use crate::extract::{AnyUser, ApiJson, CountedClient, SessionCookies};
use crate::problem::{ApiError, Problem};
use crate::views::MessageView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct DeleteAccountInput {
    #[schema(value_type = Option<String>, format = Password)]
    pub password: Option<SecretString>,
    /// The account's e-mail address, where it has no password.
    pub confirm: Option<String>,
}

/// Deletes one's own account and everything in it.
#[utoipa::path(delete, path = "/auth/account", tag = "accounts", security(("bearer" = [])), request_body = DeleteAccountInput,
    responses((status = 200, body = MessageView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 409, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn delete_account(
    State(app): State<AppState>,
    user: AnyUser,
    client: CountedClient,
    cookies: SessionCookies,
    ApiJson(input): ApiJson<DeleteAccountInput>,
) -> Result<(SessionCookies, Json<MessageView>), ApiError> {
    let proof = Proof { password: input.password, confirm: input.confirm };
    accounts::delete(&app.core, user.0.account_id, proof, &client.0).await?;
    Ok((cookies.clear(), Json(MessageView { message: "Your account is deleted." })))
}
