use std::collections::HashMap;

use mwanga_store::entities::{account, order_signal, paid_order, print_address, subscription};
use mwanga_store::queries;
use mwanga_store::queries::subscriptions::{Filter, Key, ListedStatus};
use mwanga_store::types::{OrderId, PlanCode, SubscriptionId};
use unicode_normalization::UnicodeNormalization;

use super::SubscriptionError;
use super::check_times::REFUNDABLE_MS;
use crate::Core;

/// Which subscriptions a list shows.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// How the address begins.
    pub q: String,
    pub status: Option<ListedStatus>,
    pub plan: Option<PlanCode>,
}

impl Query {
    fn filter(&self) -> Filter {
        Filter {
            email_key: self.q.trim().nfkc().collect::<String>().to_lowercase(),
            status: self.status,
            plan: self.plan,
        }
    }

    /// Whether it chooses among them.
    pub fn chooses(&self) -> bool {
        self.filter() != Filter::default()
    }
}

/// A subscription with whose it is and what was paid last.
#[derive(Clone, Debug)]
pub struct Listed {
    pub row: subscription::Model,
    /// The account with this address, whoever opened it.
    pub account: Option<account::Model>,
    pub last_order: Option<paid_order::Model>,
}

#[derive(Debug)]
pub struct ListedPage {
    pub subscriptions: Vec<Listed>,
    pub next: Option<Key>,
}

/// Subscriptions, newest first; a search by address goes by the alphabet.
pub async fn list(
    core: &Core,
    query: &Query,
    after: Option<&Key>,
    offset: u64,
    per_page: u64,
) -> Result<ListedPage, SubscriptionError> {
    let filter = query.filter();
    let mut rows =
        queries::subscriptions::list(core.store.reader(), &filter, core.now(), after, offset, per_page + 1).await?;
    let more = rows.len() as u64 > per_page;
    rows.truncate(per_page as usize);
    let key = |last: &subscription::Model| Key {
        id: last.id,
        email_key: if filter.email_key.is_empty() { String::new() } else { last.email_key.clone() },
    };
    let next = rows.last().filter(|_| more).map(key);
    Ok(ListedPage { subscriptions: listed(core, rows).await?, next })
}

async fn listed(core: &Core, rows: Vec<subscription::Model>) -> Result<Vec<Listed>, SubscriptionError> {
    let db = core.store.reader();
    let keys: Vec<&str> = rows.iter().map(|row| row.email_key.as_str()).collect();
    let accounts = queries::accounts::by_email_keys(db, &keys).await?;
    let mut accounts: HashMap<String, account::Model> =
        accounts.into_iter().map(|account| (account.email_key.clone(), account)).collect();
    let ids: Vec<OrderId> = rows.iter().map(|row| row.last_order_id).collect();
    let orders = queries::orders::by_ids(db, &ids).await?;
    let mut orders: HashMap<OrderId, paid_order::Model> = orders.into_iter().map(|order| (order.id, order)).collect();
    let listed = |row: subscription::Model| {
        let (account, last_order) = (accounts.remove(&row.email_key), orders.remove(&row.last_order_id));
        Listed { row, account, last_order }
    };
    Ok(rows.into_iter().map(listed).collect())
}

/// Orders that are shown at once.
const SHOWN: u64 = 100;

/// One subscription with its orders, newest first, each with what was told about it.
pub async fn one(
    core: &Core,
    id: SubscriptionId,
) -> Result<(Listed, Vec<(paid_order::Model, Vec<order_signal::Model>)>), SubscriptionError> {
    let db = core.store.reader();
    let row = queries::subscriptions::get(db, id).await?.ok_or(SubscriptionError::NotFound)?;
    let orders = with_signals(core, queries::orders::all_of(db, &row.email_key, SHOWN).await?).await?;
    let listed = listed(core, vec![row]).await?.pop().ok_or(SubscriptionError::NotFound)?;
    Ok((listed, orders))
}

/// Payments that a person has to look at: the wallet tells another amount or reference than was ordered, so nothing was
/// given for them. Newest first, as long as the wallet could give money back.
pub async fn refused(core: &Core) -> Result<Vec<(paid_order::Model, Vec<order_signal::Model>)>, SubscriptionError> {
    let since = core.now().plus_ms(-REFUNDABLE_MS);
    with_signals(core, queries::orders::refused(core.store.reader(), since, SHOWN).await?).await
}

/// Each of these with what was told about it.
async fn with_signals(
    core: &Core,
    orders: Vec<paid_order::Model>,
) -> Result<Vec<(paid_order::Model, Vec<order_signal::Model>)>, SubscriptionError> {
    let mut found = Vec::with_capacity(orders.len());
    for order in orders {
        let signals = queries::orders::signals(core.store.reader(), order.id).await?;
        found.push((order, signals));
    }
    Ok(found)
}

/// How many addresses have ever paid.
pub async fn total(core: &Core) -> Result<u64, SubscriptionError> {
    Ok(queries::counters::subscriptions(core.store.reader()).await?)
}

/// Up to `limit` subscriptions above an id for which something is printed now, with where it goes.
pub async fn printed(
    core: &Core,
    after: SubscriptionId,
    limit: u64,
) -> Result<Vec<(subscription::Model, Option<print_address::Model>)>, SubscriptionError> {
    Ok(queries::subscriptions::printed(core.store.reader(), core.now(), after, limit).await?)
}
