use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use futures_util::{StreamExt, stream};
use mwanga_core::Core;
use mwanga_store::entities::subscriber::Model;
use mwanga_store::queries;
use mwanga_store::types::{SubscriberId, Timestamp};
use mwanga_store::{StoreError, StoreResult};

use crate::extract::AdminUser;
use crate::problem::{ApiError, errors};
use crate::{AppState, csv};

/// Every subscriber, as a CSV file that `mwanga import subscribers` takes.
#[utoipa::path(get, path = "/admin/subscribers/csv", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = String, content_type = "text/csv"), errors::StaffOnly))]
pub async fn subscribers_csv(State(app): State<AppState>, _: AdminUser) -> Result<Response, ApiError> {
    // An error in the first batch is answered; a later one aborts the response, so that no client takes a part for the
    // whole file.
    let (first, after) = lines(&app.core, SubscriberId(0)).await?;
    let head = csv::line(&["email", "name", "confirmed_at", "topics", "status"]);
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
    let confirmed_at = row.confirmed_at.map(Timestamp::iso).unwrap_or_default();
    csv::line(&[&row.email, &row.name, &confirmed_at, &topics.join(";"), row.status.as_str()])
}
