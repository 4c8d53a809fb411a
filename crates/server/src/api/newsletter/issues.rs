use axum::Json;
use axum::extract::State;
use mwanga_core::newsletter;
use mwanga_store::types::IssueId;

use crate::AppState;
use crate::extract::{ApiPath, ApiQuery, Paging, StaffUser};
use crate::problem::{ApiError, errors};
use crate::views::{IssueChangedView, IssueListView, IssueReportView, IssueView};

/// All issues, newest first, 20 a page.
#[utoipa::path(get, path = "/newsletter/admin-issues", tag = "newsletter", security(("bearer" = [])), params(Paging),
    responses((status = 200, body = IssueListView), errors::StaffOnly, errors::BadRequest))]
pub async fn list_issues(
    State(app): State<AppState>,
    _: StaffUser,
    ApiQuery(paging): ApiQuery<Paging>,
) -> Result<Json<IssueListView>, ApiError> {
    let request = paging.or(20)?;
    let page = newsletter::issues(&app.core, request).await?;
    let data = page.issues.into_iter().map(Into::into).collect();
    Ok(Json(IssueListView { data, total: page.total, page: request.page, per_page: request.per_page }))
}

/// An issue and how far it is.
#[utoipa::path(get, path = "/newsletter/admin-issues/{id}", tag = "newsletter", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = IssueView), errors::StaffOnly, errors::NotFound))]
pub async fn get_issue(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<IssueId>,
) -> Result<Json<IssueView>, ApiError> {
    let issue = newsletter::issue(&app.core, id).await?.ok_or(newsletter::NewsletterError::IssueNotFound)?;
    Ok(Json(issue.into()))
}

/// Who left by the links of an issue, and how often each of its links was followed.
#[utoipa::path(get, path = "/newsletter/admin-issues/{id}/report", tag = "newsletter", operation_id = "issue_report", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = IssueReportView), errors::StaffOnly, errors::NotFound))]
pub async fn report(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<IssueId>,
) -> Result<Json<IssueReportView>, ApiError> {
    Ok(Json(newsletter::report(&app.core, id).await?.into()))
}

/// Takes an issue back that still waits.
#[utoipa::path(post, path = "/newsletter/admin-issues/{id}/undo", tag = "newsletter", operation_id = "undo_issue", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = IssueChangedView), errors::StaffOnly, errors::NotFound, errors::Conflict))]
pub async fn undo(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<IssueId>,
) -> Result<Json<IssueChangedView>, ApiError> {
    let issue = newsletter::undo(&app.core, id).await?;
    Ok(Json(IssueChangedView { message: "Nothing was sent", issue: issue.into() }))
}

/// Holds back the mails that are not under way yet.
#[utoipa::path(post, path = "/newsletter/admin-issues/{id}/pause", tag = "newsletter", operation_id = "pause_issue", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = IssueChangedView), errors::StaffOnly, errors::NotFound, errors::Conflict))]
pub async fn pause(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<IssueId>,
) -> Result<Json<IssueChangedView>, ApiError> {
    let issue = newsletter::pause(&app.core, id).await?;
    Ok(Json(IssueChangedView { message: "Newsletter paused", issue: issue.into() }))
}

/// Goes on with a paused issue.
#[utoipa::path(post, path = "/newsletter/admin-issues/{id}/resume", tag = "newsletter", operation_id = "resume_issue", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = IssueChangedView), errors::StaffOnly, errors::NotFound, errors::Conflict))]
pub async fn resume(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<IssueId>,
) -> Result<Json<IssueChangedView>, ApiError> {
    let issue = newsletter::resume(&app.core, id).await?;
    Ok(Json(IssueChangedView { message: "Newsletter goes on", issue: issue.into() }))
}

/// Sends the mails again that were handed over and never answered for. Some of their readers may get them twice; the
/// `Message-ID` is the same.
#[utoipa::path(post, path = "/newsletter/admin-issues/{id}/resend-uncertain", tag = "newsletter", operation_id = "resend_uncertain", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = IssueChangedView), errors::StaffOnly, errors::NotFound, errors::Conflict))]
pub async fn resend_uncertain(
    State(app): State<AppState>,
    _: StaffUser,
    ApiPath(id): ApiPath<IssueId>,
) -> Result<Json<IssueChangedView>, ApiError> {
    let issue = newsletter::resend_uncertain(&app.core, id).await?;
    Ok(Json(IssueChangedView { message: "These e-mails are sent again", issue: issue.into() }))
}
