//! When the wallet is asked about an order.

use mwanga_store::entities::paid_order;
use mwanga_store::types::{OrderStatus, Timestamp};

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;
/// When a new order is first asked about: most buyers are back by then.
pub(super) const FIRST_CHECK_MS: i64 = MINUTE_MS;
/// When an order that the wallet never named is given up: nobody can pay it.
pub(super) const NAMELESS_MS: i64 = HOUR_MS;
/// How long a wallet gives money back, and some more.
pub(super) const REFUNDABLE_MS: i64 = 190 * DAY_MS;

/// When the wallet is to be asked again about an order; never of one that nothing happens to any more.
pub(super) fn next_check(order: &paid_order::Model, now: Timestamp) -> Option<Timestamp> {
    let (age, since_paid) = (now.0 - order.created_at.0, order.captured_at.map_or(0, |at| now.0 - at.0));
    let pause = match order.status {
        OrderStatus::Created | OrderStatus::Capturing | OrderStatus::Refunding if age < HOUR_MS / 4 => MINUTE_MS,
        OrderStatus::Created | OrderStatus::Capturing | OrderStatus::Refunding if age < 3 * HOUR_MS => 5 * MINUTE_MS,
        OrderStatus::Created | OrderStatus::Capturing | OrderStatus::Refunding if age < 4 * DAY_MS => HOUR_MS,
        OrderStatus::Created | OrderStatus::Capturing | OrderStatus::Refunding => 6 * HOUR_MS,
        // Who gets the money back at the wallet is usually reported; this is for when nobody did.
        OrderStatus::Captured if since_paid < 7 * DAY_MS => DAY_MS,
        OrderStatus::Captured if since_paid < REFUNDABLE_MS => 7 * DAY_MS,
        _ => return None,
    };
    Some(now.plus_ms(pause))
}
