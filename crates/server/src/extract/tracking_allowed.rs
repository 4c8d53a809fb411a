use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use mwanga_core::{accounts, analytics};

use super::Bearer;
use crate::AppState;
use crate::client_address::ClientAddress;
use crate::problem::ApiError;

/// Rate-limits analytics events per client address. `false` where an event must not be counted: the browser sends `DNT`
/// or `Sec-GPC`, or it is a bot or a member of staff,
/// or nobody is counted.
pub struct TrackingAllowed(pub bool);

impl FromRequestParts<AppState> for TrackingAllowed {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        if let Some(client) = parts.extensions.get::<ClientAddress>() {
            app.event_limit.count(*client).map_err(ApiError::too_many_events)?;
        }
        if !app.core.settings().analytics.count {
            return Ok(Self(false));
        }
        let header =
            |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().trim();
        if header("dnt") == "1" || header("sec-gpc") == "1" || analytics::is_bot(header(USER_AGENT.as_str())) {
            return Ok(Self(false));
        }
        let Ok(bearer) = <Bearer as OptionalFromRequestParts<AppState>>::from_request_parts(parts, app).await;
        // The site's own pages send no session with an event. A session that is sent tells whether it is of staff.
        let is_staff = match bearer {
            Some(Bearer(session)) => {
                accounts::authenticate(&app.core, &session).await.is_ok_and(|identity| identity.role.is_staff())
            }
            None => false,
        };
        Ok(Self(!is_staff))
    }
}
