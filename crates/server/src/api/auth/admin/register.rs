use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use mwanga_core::accounts;
use secrecy::SecretString;
use serde::Deserialize;

use crate::AppState;
use crate::api::auth::cookies;
use crate::extract::ApiJson;
use crate::problem::{ApiError, Problem};
use crate::views::SessionView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct RegisterInput {
    pub email: String,
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
    /// What the server printed at its start while there was no administrator.
    pub setup_code: Option<String>,
}

/// Makes the first administrator.
#[utoipa::path(post, path = "/auth/admin/register", tag = "accounts", request_body = RegisterInput,
    responses((status = 201, body = SessionView), (status = 400, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem)))]
pub async fn admin_register(
    State(app): State<AppState>,
    jar: CookieJar,
    ApiJson(input): ApiJson<RegisterInput>,
) -> Result<(StatusCode, CookieJar, Json<SessionView>), ApiError> {
    let code = input.setup_code.unwrap_or_default();
    let signed_in = accounts::register_first_admin(&app.core, &input.email, input.password, &code).await?;
    Ok((StatusCode::CREATED, cookies::set(jar, &app.core.config, &signed_in), Json(SessionView::new(&signed_in, "Account created."))))
}
