use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use futures_util::{StreamExt, stream};
use mwanga_core::mail::MailPage;
use mwanga_core::{Core, mail};
use mwanga_store::StoreResult;
use mwanga_store::entities::mail_log::Model;
use mwanga_store::queries::mail_log::{Filter, MailLogCursor};
use mwanga_store::types::{MailKind, MailStatus};
use serde::Deserialize;

use crate::cursor::Cursor;
use crate::extract::{AdminUser, ApiQuery, CursorPage, CursorParams, PageParam, StaffUser};
use crate::problem::{ApiError, errors};
use crate::reader_addresses::ReaderAddresses;
use crate::views::{EmailLogListView, EmailLogView};
use crate::{AppState, csv};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EmailLogFilter {
    /// How the address begins. What is found stands in the order of the addresses.
    pub q: Option<String>,
    #[param(inline)]
    pub status: Option<MailStatus>,
    #[param(inline)]
    pub kind: Option<MailKind>,
}

/// Mails that were sent or tried, newest first, 20 a page. Editors see addresses as `a…@example.com`, and find whole ones
/// alone.
#[utoipa::path(get, path = "/admin/email-logs", tag = "admin", security(("bearer" = [])), params(PageParam, CursorParams, EmailLogFilter),
    responses((status = 200, body = EmailLogListView), errors::StaffOnly, errors::BadRequest))]
pub async fn email_logs(
    State(app): State<AppState>,
    StaffUser(staff): StaffUser,
    cursor: CursorPage<MailLogCursor>,
    ApiQuery(query): ApiQuery<EmailLogFilter>,
) -> Result<Json<EmailLogListView>, ApiError> {
    let addresses = ReaderAddresses::of(&staff);
    let filter = Filter { recipient: query.q.unwrap_or_default(), status: query.status, kind: query.kind };
    let mut page = if addresses.may_search(&filter.recipient) {
        mail::list(&app.core, &filter, cursor.after.as_ref(), cursor.offset(), cursor.per_page).await?
    } else {
        MailPage::default()
    };
    page.mails.retain(|row| addresses.is_found(&filter.recipient, &row.recipient));
    addresses.log_page("email-logs", page.mails.len());
    Ok(Json(EmailLogListView {
        data: page.mails.into_iter().map(|row| EmailLogView::new(row, addresses)).collect(),
        total: if filter == Filter::default() { Some(mail::total(&app.core).await?) } else { None },
        page: cursor.page,
        per_page: cursor.per_page,
        next: page.next.map(|key| key.to_text()),
    }))
}

/// The whole log, or what a filter chooses, as a CSV file.
#[utoipa::path(get, path = "/admin/email-logs/csv", tag = "admin", security(("bearer" = [])), params(EmailLogFilter),
    responses((status = 200, body = String, content_type = "text/csv"), errors::StaffOnly, errors::BadRequest))]
pub async fn email_logs_csv(
    State(app): State<AppState>,
    _: AdminUser,
    ApiQuery(query): ApiQuery<EmailLogFilter>,
) -> Result<Response, ApiError> {
    let filter = Filter { recipient: query.q.unwrap_or_default(), status: query.status, kind: query.kind };
    // An error in the first batch is answered; a later one aborts the response, so that no client takes a part for the
    // whole file.
    let (first, after) = lines(&app.core, &filter, None).await?;
    let head = csv::line(&["To", "Subject", "Kind", "Status", "Sent", "Last try", "Tries", "Error"]);
    let rest = stream::try_unfold((app.core.clone(), filter, after), |(core, filter, after)| async move {
        let Some(key) = after else { return Ok::<_, mwanga_store::StoreError>(None) };
        let (text, after) = lines(&core, &filter, Some(&key)).await?;
        Ok(Some((text, (core, filter, after))))
    });
    let body = Body::from_stream(stream::iter([Ok(head + &first)]).chain(rest));
    Ok(csv::file(&format!("email-logs-{}.csv", app.core.today()), body))
}

/// Rows of a file that are read at once.
const BATCH: u64 = 1_000;

async fn lines(
    core: &Core,
    filter: &Filter,
    after: Option<&MailLogCursor>,
) -> StoreResult<(String, Option<MailLogCursor>)> {
    let page = mail::list(core, filter, after, 0, BATCH).await?;
    Ok((page.mails.iter().map(line).collect(), page.next))
}

fn line(mail: &Model) -> String {
    let sent_at = mail.sent_at.map(mwanga_store::types::Timestamp::iso).unwrap_or_default();
    let [kind, status] = [mail.kind.as_str(), mail.status.as_str()];
    let (tried_at, attempts, error) =
        (mail.tried_at.iso(), mail.attempts.to_string(), mail.error.as_deref().unwrap_or_default());
    csv::line(&[&mail.recipient, &mail.subject, kind, status, &sent_at, &tried_at, &attempts, error])
}
