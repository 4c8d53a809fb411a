//! E-mail addresses that earlier versions stored as they were typed: with characters that nobody sees, or with letters
//! of a domain that not every mail server takes. They are written anew once, and rows that become one are.

use mwanga_store::entities::subscriber::Model as Subscriber;
use mwanga_store::queries::{self, addresses};
use mwanga_store::types::SubscriberStatus;
use mwanga_store::{StoreResult, Transaction};

use crate::Core;
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::subscriptions;

/// The setting that says that it is done.
const DONE: &str = "addresses_read_anew";

/// What was written anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rewritten {
    pub rows: u64,
    /// Accounts that stay as they were, because an earlier account has the address.
    pub left: u64,
}

/// Writes all addresses of earlier versions as [`EmailAddress`] reads them now, in one transaction, once. The earlier
/// row of two that become one is kept; who left or is suppressed in either is so. Call before anybody signs in.
pub async fn rewrite(core: &Core) -> StoreResult<Rewritten> {
    if queries::settings::get(core.store.reader(), DONE).await?.is_some() {
        return Ok(Rewritten::default());
    }
    let tx = core.store.begin().await?;
    let mut rewritten = Rewritten::default();
    rewrite_accounts(&tx, &mut rewritten).await?;
    rewrite_purchases(core, &tx, &mut rewritten).await?;
    for row in addresses::subscribers(&tx).await? {
        if let Some(address) = changed(&row.email, &row.email_key) {
            rewrite_subscriber(&tx, row, &address).await?;
            rewritten.rows += 1;
        }
    }
    for key in addresses::bare_keys(&tx).await? {
        if let Some(address) = changed(&key, &key) {
            addresses::set_bare_key(&tx, &key, &address.key()).await?;
            rewritten.rows += 1;
        }
    }
    queries::settings::set(&tx, DONE, &core.now().iso(), core.now()).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(rewritten)
}

/// The address as it is read now; none where it is the same, or was never one.
fn changed(email: &str, key: &str) -> Option<EmailAddress> {
    EmailAddress::parse(email).ok().filter(|address| address.as_str() != email || address.key() != key)
}

async fn rewrite_accounts(tx: &Transaction, rewritten: &mut Rewritten) -> StoreResult<()> {
    for row in addresses::accounts(tx).await? {
        let Some(address) = changed(&row.email, &row.email_key) else { continue };
        if addresses::set_account(tx, row.id, address.as_str(), &address.key()).await? {
            rewritten.rows += 1;
        } else {
            rewritten.left += 1;
        }
    }
    for row in addresses::invites(tx).await? {
        if let Some(address) = changed(&row.email, &row.email_key) {
            addresses::set_invite(tx, row.id, address.as_str(), &address.key()).await?;
            rewritten.rows += 1;
        }
    }
    Ok(())
}

async fn rewrite_purchases(core: &Core, tx: &Transaction, rewritten: &mut Rewritten) -> StoreResult<()> {
    let mut orders = addresses::orders(tx).await?;
    orders.retain(|order| changed(&order.email, &order.email_key).is_some());
    for order in &mut orders {
        let Some(address) = changed(&order.email, &order.email_key) else { continue };
        (order.email, order.email_key) = (address.as_str().to_owned(), address.key());
        addresses::set_order(tx, order.id, &order.email, &order.email_key).await?;
        rewritten.rows += 1;
    }
    for row in addresses::subscriptions(tx).await? {
        if let Some(address) = changed(&row.email, &row.email_key) {
            addresses::set_subscription(tx, row.id, address.as_str(), &address.key()).await?;
            rewritten.rows += 1;
        }
    }
    // Two subscriptions that became one last as long as both together.
    for order in orders.iter().filter(|order| order.captured_at.is_some()) {
        subscriptions::recompute(core, tx, order).await?;
    }
    Ok(())
}

async fn rewrite_subscriber(tx: &Transaction, row: Subscriber, address: &EmailAddress) -> StoreResult<()> {
    let (email, email_key) = (address.as_str().to_owned(), address.key());
    let Some(other) = queries::subscribers::by_email_key(tx, &email_key).await?.filter(|other| other.id != row.id)
    else {
        addresses::insert_earlier(tx, &row, row.id).await?;
        return addresses::set_subscriber(tx, Subscriber { email, email_key, ..row }).await;
    };
    let (kept, gone) = if other.id < row.id { (other, row) } else { (row, other) };
    addresses::insert_earlier(tx, &kept, kept.id).await?;
    addresses::insert_earlier(tx, &gone, kept.id).await?;
    addresses::delete_merged(tx, gone.id, kept.id).await?;
    let merged = Subscriber {
        email,
        email_key,
        status: merge_statuses(kept.status, gone.status),
        confirmed_at: [kept.confirmed_at, gone.confirmed_at].into_iter().flatten().min(),
        left_at: [kept.left_at, gone.left_at].into_iter().flatten().min(),
        left_by_issue: kept.left_by_issue.or(gone.left_by_issue),
        ..kept
    };
    addresses::set_subscriber(tx, merged).await
}

/// Who left or bounced in either did; confirmed wins over pending.
fn merge_statuses(one: SubscriberStatus, other: SubscriberStatus) -> SubscriberStatus {
    use SubscriberStatus::{Bounced, Confirmed, Pending, Unsubscribed};
    let order = [Bounced, Unsubscribed, Confirmed, Pending];
    order.into_iter().find(|status| [one, other].contains(status)).unwrap_or(one)
}
