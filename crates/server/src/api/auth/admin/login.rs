use axum::Json;
use axum::extract::State;
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
pub struct LoginInput {
    pub email: String,
    #[schema(value_type = String, format = Password)]
    pub password: SecretString,
}

/// Signs an editor or administrator in. Anyone else gets the same answer as for a wrong password.
#[utoipa::path(post, path = "/auth/admin/login", tag = "accounts", request_body = LoginInput,
    responses((status = 200, body = SessionView), (status = 400, body = Problem), (status = 401, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem)))]
pub async fn admin_login(State(app): State<AppState>, jar: CookieJar, ApiJson(input): ApiJson<LoginInput>) -> Result<(CookieJar, Json<SessionView>), ApiError> {
    let signed_in = accounts::sign_in_staff(&app.core, &input.email, input.password).await?;
    Ok((cookies::set(jar, &app.core.config, &signed_in), Json(SessionView::new(&signed_in, "Logged in successfully!"))))
}
