use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mwanga_core::{accounts, idempotency};
use mwanga_store::types::{InviteId, Role};
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{AdminUser, ApiJson, ApiPath, IdempotencyHeader, IdempotencyKey};
use crate::problem::{ApiError, errors};
use crate::views::{InvitedView, MessageView};

#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct InviteInput {
    pub email: String,
    /// `editor` or `admin`.
    #[schema(value_type = String)]
    pub role: Role,
}

/// Mails an invite to the newsroom, good for 7 days and one use, while who sends it is an administrator. An earlier one
/// to the same address ends. For administrators.
#[utoipa::path(post, path = "/admin/staff/invites", tag = "admin", security(("bearer" = [])), request_body = InviteInput, params(IdempotencyHeader),
    responses((status = 201, body = InvitedView), errors::StaffOnly, errors::JsonBody, errors::Conflict, errors::Limited))]
pub async fn invite_staff(
    State(app): State<AppState>,
    AdminUser(admin): AdminUser,
    key: IdempotencyKey,
    ApiJson(input): ApiJson<InviteInput>,
) -> Result<(StatusCode, Json<InvitedView>), ApiError> {
    let core = &app.core;
    let request = key.for_account(core, admin.account_id, "POST /admin/staff/invites", &input)?;
    let InviteInput { email, role } = &input;
    let invite = |claim| async move { accounts::invite(core, admin.account_id, email, *role, &claim).await };
    let invite = idempotency::run_once(core, request, |id| accounts::find_invite(core, InviteId(id)), invite)
        .await?
        .into_inner();
    Ok((StatusCode::CREATED, Json(InvitedView { invite: invite.into(), message: "Invite sent." })))
}

/// Withdraws an open invite. For administrators.
#[utoipa::path(delete, path = "/admin/staff/invites/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = MessageView), errors::StaffOnly, errors::NotFound))]
pub async fn withdraw_invite(
    State(app): State<AppState>,
    _: AdminUser,
    ApiPath(id): ApiPath<InviteId>,
) -> Result<Json<MessageView>, ApiError> {
    accounts::withdraw_invite(&app.core, id).await?;
    Ok(Json(MessageView { message: "Invite withdrawn." }))
}
