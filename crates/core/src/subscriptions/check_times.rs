//! Times at which the poller checks an order.

use mwanga_store::entities::paid_order;
use mwanga_store::types::{OrderStatus, Timestamp};

use crate::payments::provider;

const DAY_MS: i64 = 24 * 3_600_000;
/// How long a provider refunds a payment, and somewhat more.
pub(super) const REFUNDABLE_MS: i64 = 190 * DAY_MS;

/// The next check of an order; none when its status is final.
pub(super) fn next_check(order: &paid_order::Model, now: Timestamp) -> Option<Timestamp> {
    let (age, since_paid) = (now.0 - order.created_at.0, order.captured_at.map_or(0, |at| now.0 - at.0));
    let delay = match order.status {
        OrderStatus::Created | OrderStatus::Capturing | OrderStatus::Refunding | OrderStatus::Unclear => {
            provider(order.provider).schedule.delay_ms(age)?
        }
        // A refund at the provider is usually reported by a webhook; this is for one that is not.
        OrderStatus::Captured if since_paid < 7 * DAY_MS => DAY_MS,
        OrderStatus::Captured if since_paid < REFUNDABLE_MS => 7 * DAY_MS,
        _ => return None,
    };
    Some(now.plus_ms(delay))
}
