//! `/preview/{code}`: what an outsider reads and answers by a preview link.

use axum::extract::State;
use axum::http::Method;
use axum::http::request::Parts;
use axum::{Extension, Json};
use mwanga_core::attempts::TooMany;
use mwanga_core::posts::{self, LinkAnswer, ReaderKind};
use mwanga_core::{changes, idempotency};
use mwanga_store::types::PreviewLinkId;
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::api::posts::own_language;
use crate::client_address::ClientAddress;
use crate::extract::{ApiJson, ApiPath, ApiQuery, IdempotencyHeader, IdempotencyKey, RateLimitedClient};
use crate::problem::{ApiError, errors};
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::signed_media;
use crate::views::{LinkAnsweredView, PostPreviewView};

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct PreviewParams {
    /// Whose view it is: a stranger's by default.
    #[serde(rename = "as")]
    #[param(inline)]
    pub kind: ReaderKind,
}

/// A post by its preview link, as it is saved and as a kind of reader would see it. Answers are stored nowhere.
#[utoipa::path(get, path = "/preview/{code}", tag = "posts", params(("code" = String, Path), PreviewParams),
    responses((status = 200, body = PostPreviewView), errors::BadRequest, errors::Gone, errors::Limited))]
pub async fn preview(
    State(app): State<AppState>,
    client: Option<Extension<ClientAddress>>,
    parts: Parts,
    ApiPath(code): ApiPath<String>,
    ApiQuery(params): ApiQuery<PreviewParams>,
) -> Result<PublicResponse<PostPreviewView>, PublicError> {
    // A page in the making takes every save into account.
    let provenance = || Provenance { tags: vec![changes::POSTS.into()], uncacheable: true, ..Provenance::default() };
    let refuse = |error: ApiError| PublicError { error, provenance: provenance() };
    if let Some(Extension(client)) = client {
        let counted = app.render_limit.count(client);
        counted.map_err(|retry_after_s| refuse(TooMany { retry_after_s }.into()))?;
    }
    let preview = posts::open_preview_link(&app.core, &code).await.map_err(|error| refuse(error.into()))?;
    // A page that is rendered for somebody calls in this process; `pages` records who opens it.
    if client.is_some() && parts.method == Method::GET {
        posts::record_preview_opening(&app.core, &code).await.map_err(|error| refuse(error.into()))?;
    }
    signed_media::mark_for_staff(&parts);
    let body = PostPreviewView::new(&app.core, &preview, params.kind).await.map_err(|error| refuse(error.into()))?;
    let language = own_language(&preview.post);
    Ok(PublicResponse { body, provenance: Provenance { language, ..provenance() } })
}

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PreviewAnswerInput {
    /// Agrees to the text; `false` leaves an earlier agreement as it is.
    #[serde(default)]
    pub approve: bool,
    /// Plain text to the newsroom; may be empty.
    #[serde(default)]
    pub note: String,
    /// The revision that was read; after a later save the answer is refused.
    pub revision: i32,
}

/// Answers a preview link: agrees to the text, or leaves a note with the newsroom. It publishes nothing, and what was
/// agreed to is void after a later change of the text.
#[utoipa::path(post, path = "/preview/{code}/answer", tag = "posts", params(("code" = String, Path), IdempotencyHeader), request_body = PreviewAnswerInput,
    responses((status = 200, body = LinkAnsweredView), errors::JsonBody, errors::Forbidden, errors::Conflict, errors::Gone, errors::Limited))]
pub async fn answer_preview(
    State(app): State<AppState>,
    client: RateLimitedClient,
    key: IdempotencyKey,
    ApiPath(code): ApiPath<String>,
    ApiJson(input): ApiJson<PreviewAnswerInput>,
) -> Result<Json<LinkAnsweredView>, ApiError> {
    let core = &app.core;
    let request = key.for_anonymous(core, "", &client.0, "POST /preview/{code}/answer", &(&code, &input))?;
    let PreviewAnswerInput { approve, note, revision } = input;
    let answer = LinkAnswer { approve, note, revision };
    let find = |id| posts::get_preview_link(core, PreviewLinkId(id));
    let give = |claim| async move { posts::answer_preview_link(core, &code, answer, &claim).await };
    let link = idempotency::run_once(core, request, find, give).await?.into_inner();
    Ok(Json(LinkAnsweredView { message: "Thank you. The newsroom has your answer.", agreed_at: link.agreed_at }))
}
