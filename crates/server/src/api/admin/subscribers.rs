use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use futures_util::{StreamExt, stream};
use mwanga_core::Core;
use mwanga_core::newsletter::subscribers;
use mwanga_store::entities::subscriber::Model;
use mwanga_store::queries;
use mwanga_store::queries::subscribers::{Filter, SubscriberCursor};
use mwanga_store::types::{SubscriberId, SubscriberStatus, Timestamp};
use mwanga_store::{StoreError, StoreResult};
use serde::Deserialize;

use crate::cursor::Cursor;
use crate::extract::{AdminUser, ApiPath, ApiQuery, CursorPage, CursorParams, PageParam};
use crate::problem::{ApiError, errors};
use crate::reader_addresses::ReaderAddresses;
use crate::views::{SubscriberListView, SubscriberView};
use crate::{AppState, csv};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SubscriberFilter {
    /// How the address begins. What is found stands in the order of the addresses.
    pub q: Option<String>,
    #[param(inline)]
    pub status: Option<SubscriberStatus>,
}

/// Subscribers of newsletters, newest first, 20 a page.
#[utoipa::path(get, path = "/admin/subscribers", tag = "admin", security(("bearer" = [])), params(PageParam, CursorParams, SubscriberFilter),
    responses((status = 200, body = SubscriberListView), errors::StaffOnly, errors::BadRequest))]
pub async fn list_subscribers(
    State(app): State<AppState>,
    AdminUser(admin): AdminUser,
    cursor: CursorPage<SubscriberCursor>,
    ApiQuery(query): ApiQuery<SubscriberFilter>,
) -> Result<Json<SubscriberListView>, ApiError> {
    let filter = Filter { email_key: query.q.unwrap_or_default(), status: query.status };
    let page = subscribers::list(&app.core, &filter, cursor.after.as_ref(), cursor.offset(), cursor.per_page).await?;
    ReaderAddresses::of(&admin).log_page("subscribers", page.subscribers.len());
    Ok(Json(SubscriberListView {
        data: page.subscribers.into_iter().map(Into::into).collect(),
        total: if filter == Filter::default() { Some(subscribers::count(&app.core).await?) } else { None },
        page: cursor.page,
        per_page: cursor.per_page,
        next: page.next.map(|key| key.to_text()),
    }))
}

/// Ends the suppression of a subscriber's address: newsletters go to it again where the reader had confirmed it.
#[utoipa::path(post, path = "/admin/subscribers/{id}/lift", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = SubscriberView), errors::StaffOnly, errors::NotFound))]
pub async fn lift_suppression(
    State(app): State<AppState>,
    _: AdminUser,
    ApiPath(id): ApiPath<SubscriberId>,
) -> Result<Json<SubscriberView>, ApiError> {
    Ok(Json(subscribers::lift(&app.core, id).await?.into()))
}

/// Every subscriber, as a CSV file that `mwanga import subscribers` takes.
#[utoipa::path(get, path = "/admin/subscribers/csv", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = String, content_type = "text/csv"), errors::StaffOnly))]
pub async fn subscribers_csv(State(app): State<AppState>, _: AdminUser) -> Result<Response, ApiError> {
    // An error in the first batch is answered; a later one aborts the response, so that no client takes a part for the
    // whole file.
    let (first, after) = lines(&app.core, SubscriberId(0)).await?;
    let head = csv::line(&["email", "name", "confirmed_at", "topics", "status", "unsubscribed_at"]);
    let rest = stream::try_unfold((app.core.clone(), after), |(core, after)| async move {
        let Some(after) = after else { return Ok::<_, StoreError>(None) };
        let (text, after) = lines(&core, after).await?;
        Ok(Some((text, (core, after))))
    });
    let body = Body::from_stream(stream::iter([Ok(head + &first)]).chain(rest));
    Ok(csv::file(&format!("subscribers-{}.csv", app.core.today()), body))
}

/// Rows of a file that are read at once.
const BATCH: u64 = 1_000;

async fn lines(core: &Core, after: SubscriberId) -> StoreResult<(String, Option<SubscriberId>)> {
    let rows = queries::subscribers::list(core.store.reader(), after, BATCH).await?;
    let next = rows.last().filter(|_| rows.len() as u64 == BATCH).map(|(row, _)| row.id);
    Ok((rows.iter().map(|(row, topics)| line(row, topics)).collect(), next))
}

fn line(row: &Model, topics: &[String]) -> String {
    let [confirmed_at, left_at] = [row.confirmed_at, row.left_at].map(|at| at.map(Timestamp::iso).unwrap_or_default());
    csv::line(&[&row.email, &row.name, &confirmed_at, &topics.join(";"), row.status.as_str(), &left_at])
}
