use axum::Json;
use axum::extract::State;
use mwanga_core::idempotency::RequestError;
use mwanga_core::mail::{PreviewLook, PreviewPictures, PreviewTheme, preview_as};
use mwanga_core::newsletter::{DraftVersion, IssueText};
use mwanga_core::{idempotency, newsletter};
use mwanga_store::types::{IssueDraftId, IssueId, Timestamp, split_topics};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::drafts::with_current;
use crate::AppState;
use crate::extract::{ApiJson, ApiQuery, IdempotencyHeader, IdempotencyKey, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{
    AudienceView, IssueChangedView, IssueDraftView, IssuePreviewView, MessageView, TopicAudienceListView,
    TopicAudienceView,
};

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct IssueInput {
    #[serde(default)]
    pub subject: String,
    /// What mail programs show after the subject; left out: how it begins.
    #[serde(default)]
    pub preheader: String,
    #[serde(default)]
    pub html: String,
    /// `until` of the draft that it was made from; left out: now.
    #[serde(default)]
    pub until: Option<Timestamp>,
    /// Id of a topic: only those who chose it get the issue. Left out: everyone.
    #[serde(default)]
    pub topic: Option<String>,
    /// When it goes out, with an offset or in the publication's time zone; left out: a minute from now.
    #[serde(default)]
    pub send_at: Option<String>,
    /// The saved draft that is sent, which is gone with it; of an earlier version it answers `issue_draft.changed`,
    /// with what is there now in `current`.
    #[serde(default)]
    pub draft: Option<SentDraftInput>,
}

/// A saved draft in the version that was read.
#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SentDraftInput {
    #[schema(minimum = 1)]
    #[serde(deserialize_with = "draft_id")]
    pub id: IssueDraftId,
    #[schema(minimum = 1)]
    #[serde(deserialize_with = "version")]
    pub version: i32,
}

/// A version of a draft: the first one is 1.
pub(super) fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    let version = i32::deserialize(deserializer)?;
    if version < 1 { Err(D::Error::custom("the first version is 1")) } else { Ok(version) }
}

fn draft_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<IssueDraftId, D::Error> {
    let id = IssueDraftId::deserialize(deserializer)?;
    if id.0 < 1 { Err(D::Error::custom("the first id is 1")) } else { Ok(id) }
}

impl IssueInput {
    fn text(&self) -> IssueText<'_> {
        IssueText { subject: &self.subject, preheader: &self.preheader, html: &self.html }
    }
}

/// How an issue is previewed.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PreviewQuery {
    /// Left out: as the browser prefers.
    #[param(value_type = Option<String>, pattern = "^(light|dark)$")]
    pub theme: Option<PreviewTheme>,
    /// `off`: as in a mail program that loads no pictures.
    #[param(value_type = Option<String>, pattern = "^(on|off)$")]
    pub pictures: Option<PreviewPictures>,
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AudienceQuery {
    /// Ids of topics, separated by commas: who chose one or more of them. Left out: everyone.
    #[serde(alias = "topic")]
    pub topics: Option<String>,
}

/// How many would get an issue that is sent now.
#[utoipa::path(get, path = "/newsletter/admin-audience", tag = "newsletter", operation_id = "newsletter_audience", security(("bearer" = [])), params(AudienceQuery),
    responses((status = 200, body = AudienceView), errors::StaffOnly, errors::BadRequest))]
pub async fn audience(
    State(app): State<AppState>,
    _: StaffUser,
    ApiQuery(query): ApiQuery<AudienceQuery>,
) -> Result<Json<AudienceView>, ApiError> {
    let topics = split_topics(query.topics.as_deref());
    let audience = newsletter::count_audience(&app.core, &topics).await?;
    Ok(Json(AudienceView { audience, is_notice_limit_reached: newsletter::is_limit_reached(&app.core).await? }))
}

/// How many chose each topic, of those who would get an issue that is sent now.
#[utoipa::path(get, path = "/newsletter/admin-audience/topics", tag = "newsletter", operation_id = "newsletter_audience_by_topic", security(("bearer" = [])),
    responses((status = 200, body = TopicAudienceListView), errors::StaffOnly))]
pub async fn audience_by_topic(
    State(app): State<AppState>,
    _: StaffUser,
) -> Result<Json<TopicAudienceListView>, ApiError> {
    let counts = newsletter::count_by_topic(&app.core).await?;
    let data = counts.into_iter().map(|(id, audience)| TopicAudienceView { id, audience }).collect();
    Ok(Json(TopicAudienceListView { data }))
}

/// The newest posts since the last issue, to be edited.
#[utoipa::path(get, path = "/newsletter/admin-draft", tag = "newsletter", operation_id = "draft_newsletter", security(("bearer" = [])),
    responses((status = 200, body = IssueDraftView), errors::StaffOnly))]
pub async fn draft(State(app): State<AppState>, _: StaffUser) -> Result<Json<IssueDraftView>, ApiError> {
    Ok(Json(newsletter::draft(&app.core).await?.into()))
}

/// An issue as a reader will get it. Sends nothing.
#[utoipa::path(post, path = "/newsletter/admin-preview", tag = "newsletter", operation_id = "preview_newsletter", security(("bearer" = [])), params(PreviewQuery), request_body = IssueInput,
    responses((status = 200, body = IssuePreviewView), errors::StaffOnly, errors::BadRequest, errors::JsonBody))]
pub async fn preview(
    State(app): State<AppState>,
    _: StaffUser,
    ApiQuery(PreviewQuery { theme, pictures }): ApiQuery<PreviewQuery>,
    ApiJson(input): ApiJson<IssueInput>,
) -> Result<Json<IssuePreviewView>, ApiError> {
    let mut preview = newsletter::preview(&app.core, input.text()).await?;
    preview.html = preview_as(preview.html, PreviewLook { theme, pictures });
    Ok(Json(preview.into()))
}

/// Sends an issue to the address of the account that asks, and to nobody else.
#[utoipa::path(post, path = "/newsletter/admin-test", tag = "newsletter", operation_id = "test_newsletter", security(("bearer" = [])), request_body = IssueInput,
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::JsonBody))]
pub async fn test(
    State(app): State<AppState>,
    StaffUser(staff): StaffUser,
    ApiJson(input): ApiJson<IssueInput>,
) -> Result<Json<MessageView>, ApiError> {
    newsletter::send_test(&app.core, staff.account_id, input.text()).await?;
    Ok(Json(MessageView { message: "Test newsletter sent to your address" }))
}

/// Sends an issue to every confirmed subscriber, or to those of a topic, a minute from now or when it is to go out:
/// until then it can be undone. Sent again with the same `Idempotency-Key`, or within a minute in the same words, it is
/// the same issue, unless that one was undone.
#[utoipa::path(post, path = "/newsletter/admin-send", tag = "newsletter", operation_id = "send_newsletter", security(("bearer" = [])), request_body = IssueInput,
    params(IdempotencyHeader),
    responses((status = 200, body = IssueChangedView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict))]
pub async fn send(
    State(app): State<AppState>,
    StaffUser(staff): StaffUser,
    key: IdempotencyKey,
    ApiJson(input): ApiJson<IssueInput>,
) -> Result<Json<IssueChangedView>, ApiError> {
    let (core, by) = (&app.core, staff.account_id);
    let request = key.for_account(core, by, "POST /newsletter/admin-send", &input)?;
    let issue_request = newsletter::IssueRequest {
        text: input.text(),
        until: input.until,
        topic: input.topic.as_deref(),
        send_at: input.send_at.as_deref(),
        draft: input.draft.as_ref().map(|&SentDraftInput { id, version }| DraftVersion { id, version }),
    };
    let send = |claim| async move { newsletter::send(core, by, issue_request, &claim).await };
    let outcome = idempotency::run_once(core, request, |id| newsletter::find_issue(core, IssueId(id)), send).await;
    let issue = match outcome {
        Err(RequestError::Other(error)) => return Err(with_current(error)),
        outcome => outcome?.into_inner(),
    };
    Ok(Json(IssueChangedView { message: "Newsletter sent", issue: issue.into() }))
}
