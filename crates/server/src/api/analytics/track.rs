use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::analytics::{self, AnalyticsEvent};
use mwanga_store::types::{PostId, TrackedEvent};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, TrackingAllowed};
use crate::problem::{ApiError, errors};
use crate::views::MessageView;

/// Largest event, in bytes.
pub const MAX_EVENT_BYTES: usize = 2 * 1024;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct TrackInput {
    #[serde(rename = "eventType")]
    pub event_type: TrackedEvent,
    #[serde(default)]
    pub metadata: TrackMetadata,
}

/// Other fields, such as an e-mail address, are not read.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct TrackMetadata {
    /// Post of a view, a click or a share.
    pub post_id: Option<PostId>,
    /// Place of a clicked deal in the post's list, from 0.
    pub deal: Option<i32>,
    /// Code of the plan, for steps towards a subscription.
    pub plan: Option<String>,
    /// Of a share, the way it went (`whatsapp`, `copy_link`); of steps towards a subscription, how it is paid. Others
    /// than the ones we offer are not told apart.
    pub method: Option<String>,
    /// Referrer of a view: a URL or a host, of which the host is stored.
    pub referrer: Option<String>,
}

/// Counts something that a reader did. Answers alike whether it counted or not: robots, staff, unknown posts and
/// browsers that ask not to be followed do not count.
#[utoipa::path(post, path = "/analytics/track", tag = "analytics", request_body = TrackInput,
    responses((status = 202, body = MessageView), errors::JsonBody, errors::TooLarge, errors::Limited))]
pub async fn track(
    State(app): State<AppState>,
    TrackingAllowed(counts): TrackingAllowed,
    ApiJson(input): ApiJson<TrackInput>,
) -> Result<(StatusCode, Json<MessageView>), ApiError> {
    if counts {
        let TrackMetadata { post_id, deal, plan, method, referrer } = input.metadata;
        analytics::record(&app.core, AnalyticsEvent { event: input.event_type, post_id, deal, plan, method, referrer });
    }
    Ok((StatusCode::ACCEPTED, Json(MessageView { message: "Noted." })))
}
