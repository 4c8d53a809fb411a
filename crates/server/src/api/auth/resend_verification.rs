use axum::Json;
use axum::extract::State;
use mwanga_core::accounts;

use crate::AppState;
use crate::extract::{AnyUser, RateLimitedClient};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

/// Mails the link again that confirms one's e-mail address.
#[utoipa::path(post, path = "/auth/resend-verification", tag = "accounts", security(("bearer" = [])),
    responses((status = 200, body = MessageView), errors::SignedIn, errors::Limited))]
pub async fn resend_verification(
    State(app): State<AppState>,
    user: AnyUser,
    _: RateLimitedClient,
) -> Result<Json<MessageView>, ApiError> {
    let sent = accounts::resend_verification(&app.core, user.0.account_id).await?;
    Ok(Json(MessageView {
        message: if sent {
            "We've just sent you an email to confirm your address."
        } else {
            "Your e-mail address is confirmed already."
        },
    }))
}
