use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use futures_util::{StreamExt, stream};
use mwanga_core::Core;
use mwanga_core::security::{self, Event};
use mwanga_core::subscriptions::{
    self, Entitlement, ListedSubscription, SubscriptionError, SubscriptionPage, SubscriptionQuery,
};
use mwanga_store::queries::subscriptions::{StatusFilter, SubscriptionCursor};
use mwanga_store::types::{OrderId, PlanCode, SubscriptionId, Timestamp};
use serde::Deserialize;

use crate::cursor::Cursor;
use crate::extract::{AdminUser, ApiJson, ApiPath, ApiQuery, CursorPage, CursorParams, PageParam, StaffUser};
use crate::problem::{ApiError, errors};
use crate::reader_addresses::ReaderAddresses;
use crate::views::{
    RefundedView, RefusedPaymentListView, SubscriptionDetailView, SubscriptionListView, SubscriptionView, address_cells,
};
use crate::{AppState, csv};

#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionStatusFilter {
    Active,
    Expired,
    Refunded,
}

impl From<SubscriptionStatusFilter> for StatusFilter {
    fn from(word: SubscriptionStatusFilter) -> Self {
        match word {
            SubscriptionStatusFilter::Active => Self::Active,
            SubscriptionStatusFilter::Expired => Self::Expired,
            SubscriptionStatusFilter::Refunded => Self::Refunded,
        }
    }
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SubscriptionFilter {
    /// How the address begins. What is found stands in the order of the addresses.
    pub q: Option<String>,
    #[param(inline)]
    pub status: Option<SubscriptionStatusFilter>,
    #[param(inline)]
    pub plan: Option<PlanCode>,
}

/// Subscriptions, newest first, 20 a page. Editors see addresses as `a…@example.com`, and find whole ones alone.
#[utoipa::path(get, path = "/admin/subscriptions", tag = "admin", security(("bearer" = [])), params(PageParam, CursorParams, SubscriptionFilter),
    responses((status = 200, body = SubscriptionListView), errors::StaffOnly, errors::BadRequest))]
pub async fn list_subscriptions(
    State(app): State<AppState>,
    StaffUser(staff): StaffUser,
    cursor: CursorPage<SubscriptionCursor>,
    ApiQuery(query): ApiQuery<SubscriptionFilter>,
) -> Result<Json<SubscriptionListView>, ApiError> {
    let filter =
        SubscriptionQuery { q: query.q.unwrap_or_default(), status: query.status.map(Into::into), plan: query.plan };
    let (addresses, now) = (ReaderAddresses::of(&staff), app.core.now());
    let mut page = if addresses.may_search(&filter.q) {
        subscriptions::list(&app.core, &filter, cursor.after.as_ref(), cursor.offset(), cursor.per_page).await?
    } else {
        SubscriptionPage::default()
    };
    page.subscriptions.retain(|listed| addresses.is_found(&filter.q, &listed.row.email));
    addresses.log_page("subscriptions", page.subscriptions.len());
    Ok(Json(SubscriptionListView {
        data: page.subscriptions.into_iter().map(|listed| SubscriptionView::new(listed, now, addresses)).collect(),
        total: if filter.is_filtered() { None } else { Some(subscriptions::count(&app.core).await?) },
        page: cursor.page,
        per_page: cursor.per_page,
        next: page.next.map(|key| key.to_text()),
    }))
}

/// One subscription with everything that was paid for it, and what was told about each payment.
#[utoipa::path(get, path = "/admin/subscriptions/{id}", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)),
    responses((status = 200, body = SubscriptionDetailView), errors::StaffOnly, errors::NotFound))]
pub async fn get_subscription(
    State(app): State<AppState>,
    StaffUser(staff): StaffUser,
    ApiPath(id): ApiPath<SubscriptionId>,
) -> Result<Json<SubscriptionDetailView>, ApiError> {
    let (listed, orders) = subscriptions::find(&app.core, id).await?;
    let addresses = ReaderAddresses::of(&staff);
    addresses.log_page(&format!("subscription {id}"), 1);
    let subscription = SubscriptionView::new(listed, app.core.now(), addresses);
    Ok(Json(SubscriptionDetailView { subscription, orders: orders.into_iter().map(Into::into).collect() }))
}

/// Payments that a person has to look at, newest first, at most 100: the wallet tells another amount or reference than
/// was ordered, so nothing was given.
#[utoipa::path(get, path = "/admin/subscriptions/refused-payments", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = RefusedPaymentListView), errors::StaffOnly))]
pub async fn refused_payments(
    State(app): State<AppState>,
    StaffUser(staff): StaffUser,
) -> Result<Json<RefusedPaymentListView>, ApiError> {
    let (addresses, orders) = (ReaderAddresses::of(&staff), subscriptions::refused_orders(&app.core).await?);
    addresses.log_page("refused-payments", orders.len());
    Ok(Json(RefusedPaymentListView::new(orders, addresses)))
}

/// All subscriptions, or what a filter chooses, as a CSV file.
#[utoipa::path(get, path = "/admin/subscriptions/csv", tag = "admin", security(("bearer" = [])), params(SubscriptionFilter),
    responses((status = 200, body = String, content_type = "text/csv"), errors::StaffOnly, errors::BadRequest))]
pub async fn subscriptions_csv(
    State(app): State<AppState>,
    _: AdminUser,
    ApiQuery(query): ApiQuery<SubscriptionFilter>,
) -> Result<Response, ApiError> {
    let filter =
        SubscriptionQuery { q: query.q.unwrap_or_default(), status: query.status.map(Into::into), plan: query.plan };
    // An error in the first batch is answered; a later one aborts the response, so that no client takes a part for the
    // whole file.
    let (first, after) = lines(&app.core, &filter, None).await?;
    let head = csv::line(&[
        "Email",
        "Username",
        "Plan",
        "Status",
        "Expires at",
        "Since",
        "Last payment",
        "Paid at",
        "Refunded at",
        "Wallet order",
    ]);
    let rest = stream::try_unfold((app.core.clone(), filter, after), |(core, filter, after)| async move {
        let Some(key) = after else { return Ok::<_, SubscriptionError>(None) };
        let (text, after) = lines(&core, &filter, Some(&key)).await?;
        Ok(Some((text, (core, filter, after))))
    });
    let body = Body::from_stream(stream::iter([Ok(head + &first)]).chain(rest));
    Ok(csv::file(&format!("subscriptions-{}.csv", app.core.today()), body))
}

/// Rows of a file that are read at once.
const BATCH: u64 = 500;

async fn lines(
    core: &Core,
    query: &SubscriptionQuery,
    after: Option<&SubscriptionCursor>,
) -> Result<(String, Option<SubscriptionCursor>), SubscriptionError> {
    let page = subscriptions::list(core, query, after, 0, BATCH).await?;
    let now = core.now();
    Ok((page.subscriptions.iter().map(|listed| line(listed, now)).collect(), page.next))
}

fn line(listed: &ListedSubscription, now: Timestamp) -> String {
    let ListedSubscription { row, account, last_order } = listed;
    let iso = |at: Option<Timestamp>| at.map(Timestamp::iso).unwrap_or_default();
    let order = last_order.as_ref();
    csv::line(&[
        row.email.clone(),
        account.as_ref().map(|account| account.username.clone()).unwrap_or_default(),
        subscriptions::plan(row.plan).name.to_owned(),
        Entitlement::from(row).status_name(now).to_owned(),
        row.expires_at.iso(),
        row.created_at.iso(),
        order
            .map(|order| format!("{}.{:02} {}", order.price_minor / 100, order.price_minor % 100, order.currency))
            .unwrap_or_default(),
        iso(order.and_then(|order| order.captured_at)),
        iso(order.and_then(|order| order.refunded_at)),
        order.and_then(|order| order.wallet_order.clone()).unwrap_or_default(),
    ])
}

/// Where the printed edition goes today, as a CSV file; without an address where nobody has told one yet.
#[utoipa::path(get, path = "/admin/subscriptions/addresses/csv", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = String, content_type = "text/csv"), errors::StaffOnly))]
pub async fn print_addresses_csv(State(app): State<AppState>, _: AdminUser) -> Result<Response, ApiError> {
    let (first, after) = address_lines(&app.core, SubscriptionId(0)).await?;
    let head = csv::line(&["Email", "Name", "Line 1", "Line 2", "City", "Postcode", "Country", "Phone", "Until"]);
    let rest = stream::try_unfold((app.core.clone(), after), |(core, after)| async move {
        let Some(after) = after else { return Ok::<_, SubscriptionError>(None) };
        let (text, after) = address_lines(&core, after).await?;
        Ok(Some((text, (core, after))))
    });
    let body = Body::from_stream(stream::iter([Ok(head + &first)]).chain(rest));
    Ok(csv::file(&format!("print-addresses-{}.csv", app.core.today()), body))
}

async fn address_lines(
    core: &Core,
    after: SubscriptionId,
) -> Result<(String, Option<SubscriptionId>), SubscriptionError> {
    let rows = subscriptions::print_recipients(core, after, BATCH).await?;
    let next = rows.last().filter(|_| rows.len() as u64 == BATCH).map(|(row, _)| row.id);
    Ok((rows.into_iter().map(|(row, address)| csv::line(&address_cells(&row, address))).collect(), next))
}

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct RefundInput {
    /// The last payment where it is left out.
    #[serde(default)]
    pub order_id: Option<OrderId>,
}

/// Gives the money of a payment back at the wallet; the months that it paid for go with it.
#[utoipa::path(post, path = "/admin/subscriptions/{id}/refund", tag = "admin", security(("bearer" = [])), params(("id" = i64, Path)), request_body = RefundInput,
    responses((status = 200, body = RefundedView), errors::StaffOnly, errors::JsonBody, errors::NotFound, errors::Conflict, errors::Unavailable))]
pub async fn refund_subscription(
    State(app): State<AppState>,
    _: AdminUser,
    ApiPath(id): ApiPath<SubscriptionId>,
    ApiJson(input): ApiJson<RefundInput>,
) -> Result<Json<RefundedView>, ApiError> {
    subscriptions::refund(&app.core, id, input.order_id).await?;
    security::log(
        Event::Refunded,
        security::EventDetails { subject: &format!("subscription {id}"), ..Default::default() },
    );
    let (listed, _) = subscriptions::find(&app.core, id).await?;
    Ok(Json(RefundedView {
        message: "Refunded.",
        subscription: SubscriptionView::new(listed, app.core.now(), ReaderAddresses::whole()),
    }))
}
