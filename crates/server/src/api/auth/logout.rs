use axum::Json;
use axum::extract::State;
use axum_extra::extract::CookieJar;
use mwanga_core::accounts;

use crate::AppState;
use crate::api::auth::cookies;
use crate::extract::Bearer;
use crate::problem::ApiError;
use crate::views::MessageView;

/// Ends the session of the bearer and those of both cookies. Whoever has none is signed out already.
#[utoipa::path(post, path = "/auth/logout", tag = "accounts", responses((status = 200, body = MessageView)))]
pub async fn logout(State(app): State<AppState>, bearer: Option<Bearer>, jar: CookieJar) -> Result<(CookieJar, Json<MessageView>), ApiError> {
    accounts::sign_out(&app.core, bearer.as_ref().map(|bearer| bearer.0.as_str()), &cookies::held(&jar)).await?;
    Ok((cookies::clear(jar, &app.core.config), Json(MessageView { message: "Goodbye! See you soon." })))
}
