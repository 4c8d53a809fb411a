//! Times at which the poller checks an order.

use mwanga_store::entities::paid_order;
use mwanga_store::types::{OrderStatus, Timestamp};

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;
/// Delay of the first check: most buyers are back by then.
pub(super) const FIRST_CHECK_MS: i64 = MINUTE_MS;
/// Age at which an order expires that the provider never created: nobody can pay it.
pub(super) const NEVER_CREATED_EXPIRY_MS: i64 = HOUR_MS;
/// How long a provider refunds a payment, and somewhat more.
pub(super) const REFUNDABLE_MS: i64 = 190 * DAY_MS;

/// The next check of an order; none when its status is final.
pub(super) fn next_check(order: &paid_order::Model, now: Timestamp) -> Option<Timestamp> {
    let (age, since_paid) = (now.0 - order.created_at.0, order.captured_at.map_or(0, |at| now.0 - at.0));
    let delay = match order.status {
        OrderStatus::Created | OrderStatus::Capturing | OrderStatus::Refunding if age < HOUR_MS / 4 => MINUTE_MS,
        OrderStatus::Created | OrderStatus::Capturing | OrderStatus::Refunding if age < 3 * HOUR_MS => 5 * MINUTE_MS,
        OrderStatus::Created | OrderStatus::Capturing | OrderStatus::Refunding if age < 4 * DAY_MS => HOUR_MS,
        OrderStatus::Created | OrderStatus::Capturing | OrderStatus::Refunding => 6 * HOUR_MS,
        // A refund at the provider is usually reported by a webhook; this is for one that is not.
        OrderStatus::Captured if since_paid < 7 * DAY_MS => DAY_MS,
        OrderStatus::Captured if since_paid < REFUNDABLE_MS => 7 * DAY_MS,
        _ => return None,
    };
    Some(now.plus_ms(delay))
}
