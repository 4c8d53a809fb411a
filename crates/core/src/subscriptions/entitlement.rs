//! Entitlement: what an e-mail address or an account has paid for, computed from its orders.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use mwanga_store::entities::{account, paid_order, post, subscription};
use mwanga_store::queries;
use mwanga_store::types::{Access, AccountId, OrderStatus, PlanCode, SessionKind, SubscriptionState, Timestamp};
use mwanga_store::{StoreError, StoreResult, Transaction};
use sea_orm::{IntoActiveModel, NotSet, Set};

use super::periods::{self, Period};
use super::{plan, reminder_times};
use crate::Core;
use crate::accounts::Identity;

/// The entitlement that the orders of one owner pay for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entitlement {
    /// Plan of the last order that is not refunded.
    pub plan: PlanCode,
    pub status: SubscriptionState,
    pub expires_at: Timestamp,
    /// End of the printed edition.
    pub print_until: Option<Timestamp>,
}

impl From<&subscription::Model> for Entitlement {
    fn from(row: &subscription::Model) -> Self {
        Self { plan: row.plan, status: row.status, expires_at: row.expires_at, print_until: row.print_until }
    }
}

impl Entitlement {
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.status == SubscriptionState::Paid && self.expires_at > now
    }

    /// `refunded`, `active` or `expired`.
    pub fn status_name(&self, now: Timestamp) -> &'static str {
        match self.status {
            SubscriptionState::Refunded => "refunded",
            SubscriptionState::Paid if self.expires_at > now => "active",
            SubscriptionState::Paid => "expired",
        }
    }
}

/// Whether a signed-in user may read the full text of a post: staff everything, readers what their account or
/// subscription unlocks.
pub async fn may_read(core: &Core, identity: &Identity, post: &post::Model) -> StoreResult<bool> {
    if post.access != Access::Subscribers || (identity.kind == SessionKind::Staff && identity.role.is_editor()) {
        return Ok(true);
    }
    is_entitled(core, identity.account_id).await
}

/// Whether an account may read what is for subscribers.
pub async fn is_entitled(core: &Core, account: AccountId) -> StoreResult<bool> {
    let account = queries::accounts::get(core.store.reader(), account).await?;
    Ok(match account {
        Some(account) => find_entitlement(core, &account).await?.is_some_and(|paid| paid.is_active(core.now())),
        None => false,
    })
}

/// The entitlement of an account: everything bought for its address, once that is confirmed. Before, only what the
/// account bought itself, because it may not own the address.
pub(super) async fn find_entitlement(core: &Core, account: &account::Model) -> StoreResult<Option<Entitlement>> {
    let db = core.store.reader();
    if account.email_verified_at.is_some() {
        return Ok(queries::subscriptions::by_email_key(db, &account.email_key).await?.as_ref().map(Entitlement::from));
    }
    let orders = queries::orders::paid_by_account(db, account.id, &account.email_key).await?;
    Ok(Summary::of(&orders, core.settings().time_zone()).map(|summary| summary.entitlement))
}

/// When the entitlement of an order's buyer ends: a guest has everything bought for the address, an account what
/// [`find_entitlement`] finds.
pub(super) async fn expires_at_for_buyer(core: &Core, order: &paid_order::Model) -> StoreResult<Option<Timestamp>> {
    let db = core.store.reader();
    let account = match order.account_id {
        Some(id) => queries::accounts::get(db, id).await?,
        None => None,
    };
    let paid = match account {
        Some(account) => find_entitlement(core, &account).await?,
        None => queries::subscriptions::by_email_key(db, &order.email_key).await?.as_ref().map(Entitlement::from),
    };
    Ok(paid.map(|paid| paid.expires_at))
}

/// The periods of the orders that an account bought itself, by order number, without those that others bought for its
/// address.
pub(super) async fn own_periods(core: &Core, account: &account::Model) -> StoreResult<HashMap<String, Period>> {
    let orders = queries::orders::paid_by_account(core.store.reader(), account.id, &account.email_key).await?;
    let periods = Summary::of(&orders, core.settings().time_zone()).map(|summary| summary.periods).unwrap_or_default();
    Ok(periods.into_iter().map(|(order, period)| (super::order_number::order_number(order.id), period)).collect())
}

/// The periods of several orders, which are sorted by the time of their capture.
struct Summary<'a> {
    entitlement: Entitlement,
    /// The last one that is not refunded, else the last refunded one.
    last: &'a paid_order::Model,
    /// Of each order that is not refunded.
    periods: Vec<(&'a paid_order::Model, Period)>,
}

impl<'a> Summary<'a> {
    /// None without orders.
    fn of(orders: &'a [paid_order::Model], zone: &TimeZone) -> Option<Self> {
        let valid: Vec<&paid_order::Model> =
            orders.iter().filter(|order| order.status != OrderStatus::Refunded).collect();
        let captures: Vec<(Timestamp, i32)> =
            valid.iter().map(|order| (order.captured_at.unwrap_or(order.created_at), order.months)).collect();
        let periods = periods::periods(&captures, zone);
        // The printed edition begins with its payment, whatever else is paid for; its months follow on one another
        // alone.
        let printed: Vec<(Timestamp, i32)> = valid
            .iter()
            .zip(&captures)
            .filter(|(order, _)| plan(order.plan).print)
            .map(|(_, capture)| *capture)
            .collect();
        let print_until = periods::periods(&printed, zone).last().map(|period| period.until);
        let last = valid.last().copied().or_else(|| orders.iter().max_by_key(|order| order.refunded_at))?;
        let (status, expires_at) = match periods.last() {
            Some(period) => (SubscriptionState::Paid, period.until),
            None => (SubscriptionState::Refunded, last.refunded_at.unwrap_or(last.changed_at)),
        };
        let entitlement = Entitlement { plan: last.plan, status, expires_at, print_until };
        Some(Self { entitlement, last, periods: valid.into_iter().zip(periods).collect() })
    }
}

/// Recomputes the subscription of an address, and the periods of its orders, in the transaction that changed `order`.
pub(crate) async fn write(core: &Core, tx: &Transaction, order: &paid_order::Model) -> StoreResult<()> {
    let (now, settings) = (core.now(), core.settings());
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
    let missing = || StoreError::Conflict("subscription".into());
    let current = queries::subscriptions::lock_by_email_key(tx, &order.email_key).await?.ok_or_else(missing)?;
    let orders = queries::orders::paid_by_email_key(tx, &order.email_key).await?;
    let Some(Summary { entitlement, last, periods }) = Summary::of(&orders, settings.time_zone()) else {
        return Ok(());
    };
    for (order, period) in periods {
        if (order.period_from, order.period_until) != (Some(period.from), Some(period.until)) {
            let mut row = order.clone().into_active_model();
            row.period_from = Set(Some(period.from));
            row.period_until = Set(Some(period.until));
            queries::orders::update(tx, row).await?;
        }
    }
    let Entitlement { plan, status, expires_at, print_until } = entitlement;
    let end_changed = current.expires_at != expires_at || current.status != status;
    let mut row = current.into_active_model();
    row.email = Set(last.email.clone());
    row.plan = Set(plan);
    row.status = Set(status);
    row.expires_at = Set(expires_at);
    row.print_until = Set(print_until);
    row.last_order_id = Set(last.id);
    row.changed_at = Set(now);
    if end_changed {
        let next_reminder = reminder_times::next_reminder(expires_at, now, settings.time_zone());
        row.next_reminder_at = Set(next_reminder.filter(|_| status == SubscriptionState::Paid));
    }
    queries::subscriptions::update(tx, row).await?;
    Ok(())
}
