use axum::extract::State;
use mwanga_core::{changes, newsletter};
use mwanga_store::types::IssueId;

use crate::AppState;
use crate::extract::{ApiPath, ApiQuery, Paging};
use crate::problem::{ApiError, errors};
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::{ArchiveView, ArchivedIssueView, ArchivedView};

/// Newsletters that went out, newest first, 20 a page.
#[utoipa::path(get, path = "/newsletter/issues", tag = "newsletter", operation_id = "newsletter_archive", params(Paging),
    responses((status = 200, body = ArchiveView), errors::BadRequest))]
pub async fn archive(
    State(app): State<AppState>,
    ApiQuery(paging): ApiQuery<Paging>,
) -> Result<PublicResponse<ArchiveView>, PublicError> {
    let request = paging.or(20)?;
    let (issues, total) = newsletter::archive(&app.core, request).await?;
    let data = issues.into_iter().map(|(id, subject, sent_at)| ArchivedView { id, subject, sent_at }).collect();
    let body = ArchiveView { data, total, page: request.page, per_page: request.per_page };
    Ok(PublicResponse {
        body,
        provenance: Provenance {
            tags: vec![changes::ISSUES.to_owned()],
            beyond_end: request.is_beyond(total),
            ..Provenance::default()
        },
    })
}

/// One of them.
#[utoipa::path(get, path = "/newsletter/issues/{id}", tag = "newsletter", operation_id = "archived_newsletter", params(("id" = i64, Path)),
    responses((status = 200, body = ArchivedIssueView), errors::NotFound))]
pub async fn archived(
    State(app): State<AppState>,
    ApiPath(id): ApiPath<IssueId>,
) -> Result<PublicResponse<ArchivedIssueView>, PublicError> {
    // One that waits comes true under the same tag.
    let provenance = Provenance { tags: vec![changes::issue(id)], ..Provenance::default() };
    let Some(issue) = newsletter::get_archived(&app.core, id).await? else {
        return Err(PublicError { error: ApiError::no_such_issue(), provenance });
    };
    let body = ArchivedIssueView { id, subject: issue.subject, sent_at: issue.starts_at, html: issue.html };
    Ok(PublicResponse { body, provenance })
}
