use mwanga_store::entities::{paid_order, subscription};
use mwanga_store::queries;
use mwanga_store::types::{AccountId, OrderStatus, SubscriptionState, Timestamp};
use mwanga_store::{StoreError, StoreResult, Transaction};
use sea_orm::{IntoActiveModel, NotSet, Set};

use super::{periods, plan, reminders};
use crate::Core;

/// What paid time opens for an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entitlement {
    /// Nothing: there is none.
    Unpaid,
    /// Nothing yet: it waits for the account's address to be proved.
    Waits,
    Paid,
}

/// Whether an account may read what subscribers may: its address is proved to be its own, and has paid time left.
pub async fn entitlement(core: &Core, account: AccountId) -> StoreResult<Entitlement> {
    let db = core.store.reader();
    let Some(account) = queries::accounts::get(db, account).await? else { return Ok(Entitlement::Unpaid) };
    let subscription = queries::subscriptions::of_email(db, &account.email_key).await?;
    Ok(match subscription.is_some_and(|row| is_active(&row, core.now())) {
        false => Entitlement::Unpaid,
        true if account.email_verified_at.is_none() => Entitlement::Waits,
        true => Entitlement::Paid,
    })
}

pub(super) fn is_active(row: &subscription::Model, now: Timestamp) -> bool {
    row.status == SubscriptionState::Paid && row.expires_at > now
}

/// Writes what an address has paid for, from all its orders: what one of them pays for follows from the others. In the transaction that changed `order`.
pub(super) async fn write(tx: &Transaction, order: &paid_order::Model, now: Timestamp) -> StoreResult<()> {
    let first = subscription::ActiveModel {
        id: NotSet,
        email: Set(order.email.clone()),
        email_key: Set(order.email_key.clone()),
        plan: Set(order.plan),
        status: Set(SubscriptionState::Paid),
        expires_at: Set(now),
        print_until: Set(None),
        last_order_id: Set(order.id),
        next_reminder_at: Set(None),
        created_at: Set(now),
        changed_at: Set(now),
    };
    queries::subscriptions::insert(tx, first).await?;
    let gone = || StoreError::Conflict("subscription".into());
    let known = queries::subscriptions::of_email_held(tx, &order.email_key).await?.ok_or_else(gone)?;
    let orders = queries::orders::taken_of(tx, &order.email_key).await?;
    let counts: Vec<&paid_order::Model> = orders.iter().filter(|order| order.status != OrderStatus::Refunded).collect();
    let taken: Vec<(Timestamp, i32)> = counts.iter().map(|order| (order.captured_at.unwrap_or(order.created_at), order.months)).collect();
    let periods = periods::periods(&taken);
    // What is printed begins when it is paid, whatever else is running, and its months follow on one another alone.
    let printed: Vec<(Timestamp, i32)> = counts.iter().zip(&taken).filter(|(order, _)| plan(order.plan).print).map(|(_, taken)| *taken).collect();
    let print_until = periods::periods(&printed).last().map(|period| period.until);
    for (order, period) in counts.iter().zip(&periods) {
        if (order.period_from, order.period_until) != (Some(period.from), Some(period.until)) {
            let mut row = (*order).clone().into_active_model();
            row.period_from = Set(Some(period.from));
            row.period_until = Set(Some(period.until));
            queries::orders::update(tx, row).await?;
        }
    }
    let last = counts.last().copied().or_else(|| orders.iter().max_by_key(|order| order.refunded_at)).unwrap_or(order);
    let (status, expires_at) = match periods.last() {
        Some(period) => (SubscriptionState::Paid, period.until),
        None => (SubscriptionState::Refunded, last.refunded_at.unwrap_or(now)),
    };
    let ends_elsewhere = known.expires_at != expires_at || known.status != status;
    let mut row = known.into_active_model();
    row.email = Set(last.email.clone());
    row.plan = Set(last.plan);
    row.status = Set(status);
    row.expires_at = Set(expires_at);
    row.print_until = Set(print_until);
    row.last_order_id = Set(last.id);
    row.changed_at = Set(now);
    if ends_elsewhere {
        row.next_reminder_at = Set(if status == SubscriptionState::Paid { reminders::next(expires_at, now) } else { None });
    }
    queries::subscriptions::update(tx, row).await?;
    Ok(())
}
