use std::collections::HashMap;

use mwanga_store::entities::{account, paid_order, subscription};
use mwanga_store::queries;
use mwanga_store::types::{AccountId, OrderStatus, PlanCode, SubscriptionState, Timestamp};
use mwanga_store::{StoreError, StoreResult, Transaction};
use sea_orm::{IntoActiveModel, NotSet, Set};

use super::periods::{self, Period};
use super::{plan, reminder_times};
use crate::Core;

/// Paid time, as the orders of one owner give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidTime {
    /// Of the last order that counts.
    pub plan: PlanCode,
    pub status: SubscriptionState,
    pub expires_at: Timestamp,
    /// Until when something is printed for it.
    pub print_until: Option<Timestamp>,
}

impl From<&subscription::Model> for PaidTime {
    fn from(row: &subscription::Model) -> Self {
        Self { plan: row.plan, status: row.status, expires_at: row.expires_at, print_until: row.print_until }
    }
}

impl PaidTime {
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.status == SubscriptionState::Paid && self.expires_at > now
    }

    /// How it stands at a moment, in a word.
    pub fn word(&self, now: Timestamp) -> &'static str {
        match self.status {
            SubscriptionState::Refunded => "refunded",
            SubscriptionState::Paid if self.expires_at > now => "active",
            SubscriptionState::Paid => "expired",
        }
    }
}

/// Whether an account may read what subscribers may.
pub async fn is_entitled(core: &Core, account: AccountId) -> StoreResult<bool> {
    let account = queries::accounts::get(core.store.reader(), account).await?;
    Ok(match account {
        Some(account) => paid_time(core, &account).await?.is_some_and(|paid| paid.is_active(core.now())),
        None => false,
    })
}

/// What an account has paid for: everything that was bought for its address, once that is proved to be its own. Until
/// then what it bought itself, as if nobody else had bought anything: whoever opened the account may not be whose
/// address it is.
pub(super) async fn paid_time(core: &Core, account: &account::Model) -> StoreResult<Option<PaidTime>> {
    let db = core.store.reader();
    if account.email_verified_at.is_some() {
        return Ok(queries::subscriptions::of_email(db, &account.email_key).await?.as_ref().map(PaidTime::from));
    }
    let orders = queries::orders::taken_by(db, account.id, &account.email_key).await?;
    Ok(Summary::of(&orders).map(|summary| summary.paid_time))
}

/// Until when its buyer has paid: a guest with everything that was bought for the address, an account as [`paid_time`]
/// tells it.
pub(super) async fn expires_at_for_buyer(core: &Core, order: &paid_order::Model) -> StoreResult<Option<Timestamp>> {
    let db = core.store.reader();
    let account = match order.account_id {
        Some(id) => queries::accounts::get(db, id).await?,
        None => None,
    };
    let paid = match account {
        Some(account) => paid_time(core, &account).await?,
        None => queries::subscriptions::of_email(db, &order.email_key).await?.as_ref().map(PaidTime::from),
    };
    Ok(paid.map(|paid| paid.expires_at))
}

/// From when until when each order of an account pays, by the order's number, as if nobody else had bought anything for
/// its address.
pub(super) async fn own_periods(core: &Core, account: &account::Model) -> StoreResult<HashMap<String, Period>> {
    let orders = queries::orders::taken_by(core.store.reader(), account.id, &account.email_key).await?;
    let periods = Summary::of(&orders).map(|summary| summary.periods).unwrap_or_default();
    Ok(periods.into_iter().map(|(order, period)| (super::order_number::order_number(order.id), period)).collect())
}

/// What orders pay for together, first taken first.
struct Summary<'a> {
    paid_time: PaidTime,
    /// The last one that counts, else the last one that was refunded.
    last: &'a paid_order::Model,
    /// Of each order that counts.
    periods: Vec<(&'a paid_order::Model, Period)>,
}

impl<'a> Summary<'a> {
    /// None without orders.
    fn of(orders: &'a [paid_order::Model]) -> Option<Self> {
        let counts: Vec<&paid_order::Model> =
            orders.iter().filter(|order| order.status != OrderStatus::Refunded).collect();
        let taken: Vec<(Timestamp, i32)> =
            counts.iter().map(|order| (order.captured_at.unwrap_or(order.created_at), order.months)).collect();
        let periods = periods::periods(&taken);
        // What is printed begins when it is paid, whatever else is running, and its months follow on one another alone.
        let printed: Vec<(Timestamp, i32)> =
            counts.iter().zip(&taken).filter(|(order, _)| plan(order.plan).print).map(|(_, taken)| *taken).collect();
        let print_until = periods::periods(&printed).last().map(|period| period.until);
        let last = counts.last().copied().or_else(|| orders.iter().max_by_key(|order| order.refunded_at))?;
        let (status, expires_at) = match periods.last() {
            Some(period) => (SubscriptionState::Paid, period.until),
            None => (SubscriptionState::Refunded, last.refunded_at.unwrap_or(last.changed_at)),
        };
        let paid_time = PaidTime { plan: last.plan, status, expires_at, print_until };
        Some(Self { paid_time, last, periods: counts.into_iter().zip(periods).collect() })
    }
}

/// Writes what an address has paid for, from all its orders: what one of them pays for follows from the others. In the
/// transaction that changed `order`.
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
    let known = queries::subscriptions::lock_by_email(tx, &order.email_key).await?.ok_or_else(gone)?;
    let orders = queries::orders::taken_of(tx, &order.email_key).await?;
    let Some(Summary { paid_time, last, periods }) = Summary::of(&orders) else { return Ok(()) };
    for (order, period) in periods {
        if (order.period_from, order.period_until) != (Some(period.from), Some(period.until)) {
            let mut row = order.clone().into_active_model();
            row.period_from = Set(Some(period.from));
            row.period_until = Set(Some(period.until));
            queries::orders::update(tx, row).await?;
        }
    }
    let PaidTime { plan, status, expires_at, print_until } = paid_time;
    let ends_elsewhere = known.expires_at != expires_at || known.status != status;
    let mut row = known.into_active_model();
    row.email = Set(last.email.clone());
    row.plan = Set(plan);
    row.status = Set(status);
    row.expires_at = Set(expires_at);
    row.print_until = Set(print_until);
    row.last_order_id = Set(last.id);
    row.changed_at = Set(now);
    if ends_elsewhere {
        row.next_reminder_at =
            Set(if status == SubscriptionState::Paid { reminder_times::next(expires_at, now) } else { None });
    }
    queries::subscriptions::update(tx, row).await?;
    Ok(())
}
