//! Administration of subscriptions: lists, orders with their signals, refused payments.

use std::collections::HashMap;

use mwanga_store::entities::{account, order_signal, paid_order, print_address, subscription};
use mwanga_store::queries;
use mwanga_store::queries::subscriptions::{Filter, StatusFilter, SubscriptionCursor};
use mwanga_store::types::{OrderId, PlanCode, SubscriptionId};

use super::SubscriptionError;
use super::check_times::REFUNDABLE_MS;
use crate::Core;
use crate::email::prefix_key;

/// Filter of the list of subscriptions.
#[derive(Clone, Debug, Default)]
pub struct SubscriptionQuery {
    /// Prefix of the e-mail address.
    pub q: String,
    pub status: Option<StatusFilter>,
    pub plan: Option<PlanCode>,
}

impl SubscriptionQuery {
    fn filter(&self) -> Filter {
        Filter { email_key: prefix_key(&self.q), status: self.status, plan: self.plan }
    }

    /// Whether it restricts the list.
    pub fn is_filtered(&self) -> bool {
        self.filter() != Filter::default()
    }
}

/// A subscription with its account and last order.
#[derive(Clone, Debug)]
pub struct ListedSubscription {
    pub row: subscription::Model,
    /// The account with this address, confirmed or not.
    pub account: Option<account::Model>,
    pub last_order: Option<paid_order::Model>,
}

/// A page of the list, and the key of the next one.
#[derive(Debug, Default)]
pub struct SubscriptionPage {
    pub subscriptions: Vec<ListedSubscription>,
    pub next: Option<SubscriptionCursor>,
}

/// Subscriptions, newest first; with an address prefix in alphabetical order.
pub async fn list(
    core: &Core,
    query: &SubscriptionQuery,
    after: Option<&SubscriptionCursor>,
    offset: u64,
    per_page: u64,
) -> Result<SubscriptionPage, SubscriptionError> {
    let filter = query.filter();
    let mut rows =
        queries::subscriptions::list(core.store.reader(), &filter, core.now(), after, offset, per_page + 1).await?;
    let more = rows.len() as u64 > per_page;
    rows.truncate(per_page as usize);
    let key = |last: &subscription::Model| SubscriptionCursor {
        id: last.id,
        email_key: if filter.email_key.is_empty() { String::new() } else { last.email_key.clone() },
    };
    let next = rows.last().filter(|_| more).map(key);
    Ok(SubscriptionPage { subscriptions: with_accounts(core, rows).await?, next })
}

/// Joins subscriptions with their accounts and last orders.
async fn with_accounts(
    core: &Core,
    rows: Vec<subscription::Model>,
) -> Result<Vec<ListedSubscription>, SubscriptionError> {
    let db = core.store.reader();
    let keys: Vec<&str> = rows.iter().map(|row| row.email_key.as_str()).collect();
    let accounts = queries::accounts::by_email_keys(db, &keys).await?;
    let mut accounts: HashMap<String, account::Model> =
        accounts.into_iter().map(|account| (account.email_key.clone(), account)).collect();
    let ids: Vec<OrderId> = rows.iter().map(|row| row.last_order_id).collect();
    let orders = queries::orders::by_ids(db, &ids).await?;
    let mut orders: HashMap<OrderId, paid_order::Model> = orders.into_iter().map(|order| (order.id, order)).collect();
    let join = |row: subscription::Model| {
        let (account, last_order) = (accounts.remove(&row.email_key), orders.remove(&row.last_order_id));
        ListedSubscription { row, account, last_order }
    };
    Ok(rows.into_iter().map(join).collect())
}

/// Most orders in a list.
const MAX_ORDERS: u64 = 100;

/// A subscription with its orders, newest first, each with its signals.
pub async fn find(
    core: &Core,
    id: SubscriptionId,
) -> Result<(ListedSubscription, Vec<(paid_order::Model, Vec<order_signal::Model>)>), SubscriptionError> {
    let db = core.store.reader();
    let row = queries::subscriptions::get(db, id).await?.ok_or(SubscriptionError::NotFound)?;
    let orders = with_signals(core, queries::orders::by_email_key(db, &row.email_key, MAX_ORDERS).await?).await?;
    let subscription = with_accounts(core, vec![row]).await?.pop().ok_or(SubscriptionError::NotFound)?;
    Ok((subscription, orders))
}

/// Payments that a person has to look at: amount or reference at the provider differ, so nothing was granted. Newest
/// first, as long as the provider can refund them.
pub async fn refused_orders(
    core: &Core,
) -> Result<Vec<(paid_order::Model, Vec<order_signal::Model>)>, SubscriptionError> {
    let since = core.now().plus_ms(-REFUNDABLE_MS);
    with_signals(core, queries::orders::list_refused(core.store.reader(), since, MAX_ORDERS).await?).await
}

/// Each order with its signals.
async fn with_signals(
    core: &Core,
    orders: Vec<paid_order::Model>,
) -> Result<Vec<(paid_order::Model, Vec<order_signal::Model>)>, SubscriptionError> {
    let mut orders_with_signals = Vec::with_capacity(orders.len());
    for order in orders {
        let signals = queries::orders::list_signals(core.store.reader(), order.id).await?;
        orders_with_signals.push((order, signals));
    }
    Ok(orders_with_signals)
}

/// Number of all subscriptions: the addresses that have ever paid.
pub async fn count(core: &Core) -> Result<u64, SubscriptionError> {
    Ok(queries::counters::subscriptions(core.store.reader()).await?)
}

/// Up to `limit` subscriptions after an id that get the printed edition now, with their addresses.
pub async fn print_recipients(
    core: &Core,
    after: SubscriptionId,
    limit: u64,
) -> Result<Vec<(subscription::Model, Option<print_address::Model>)>, SubscriptionError> {
    Ok(queries::subscriptions::list_print(core.store.reader(), core.now(), after, limit).await?)
}
