//! Order state machine: the state at the payment provider decides, whatever triggered the check.

use mwanga_store::entities::paid_order;
use mwanga_store::types::{OrderStatus, SignalSource, Timestamp};

use crate::payments::{Capture, CaptureState, GatewayOrder, Money, OrderState, provider};

/// State of an order at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ProviderState {
    Order(GatewayOrder),
    Capture(Capture),
    /// The provider does not know the order any more.
    NotFound,
    /// A request was sent to a phone then, and nobody knows what came of it.
    Unanswered {
        since: Timestamp,
    },
    /// The provider never answered with an id of the order, so nobody can have paid it.
    NeverCreated,
}

/// The state transition of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Transition {
    Stay,
    /// Capture the approved payment.
    Capture,
    /// The payment is captured: grant what was bought. Holds the id of the capture.
    Grant(String),
    /// The provider is still reviewing the payment.
    Pend,
    /// Reference or amount at the provider differ. A person has to look.
    Refuse(&'static str),
    /// The order cannot be paid any more.
    Expire(&'static str),
    /// Nobody knows whether it was paid. A person has to look.
    Unclear(&'static str),
    /// The payment was refunded or reversed: take back what was bought.
    Revoke(String),
    /// Refund the capture.
    Refund(String),
}

/// The transition of an order, given its state at the provider and the source of the check. A state that is older than
/// the order's own changes nothing.
pub(super) fn decide(
    order: &paid_order::Model,
    provider_state: &ProviderState,
    source: SignalSource,
    now: Timestamp,
) -> Transition {
    use OrderStatus::{Captured, Capturing, Created, Expired, Refunded, Refunding, Refused, Unclear};
    let (age, schedule) = (now.0 - order.created_at.0, &provider(order.provider).schedule);
    let (state, reference, amount) = match provider_state {
        ProviderState::NotFound | ProviderState::NeverCreated => {
            let is_unknown = *provider_state == ProviderState::NotFound;
            let limit = if is_unknown { schedule.not_found_ms } else { schedule.never_created_ms };
            return match order.status {
                Created | Capturing if age >= limit => Transition::Expire("the wallet does not know it any more"),
                _ => Transition::Stay,
            };
        }
        ProviderState::Unanswered { since } => {
            return match order.status {
                Created | Capturing if now.0 - since.0 >= schedule.unclear_ms => {
                    Transition::Unclear("nobody knows whether it was paid")
                }
                _ => Transition::Stay,
            };
        }
        ProviderState::Capture(capture) => {
            (OrderState::Captured(capture.clone()), capture.reference.as_ref(), capture.amount.as_ref())
        }
        ProviderState::Order(provider_order) => match &provider_order.state {
            OrderState::Captured(capture) => (
                provider_order.state.clone(),
                capture.reference.as_ref().or(provider_order.reference.as_ref()),
                capture.amount.as_ref(),
            ),
            state => (state.clone(), provider_order.reference.as_ref(), provider_order.amount.as_ref()),
        },
    };
    let mismatch = mismatch(order, matches!(provider_state, ProviderState::Capture(_)), reference, amount);
    match (state, order.status) {
        (_, Refunded | Refused) => Transition::Stay,
        (OrderState::Open, Created | Capturing) if age >= schedule.unpaid_ms => Transition::Expire("nobody paid it"),
        (OrderState::Void, Created | Capturing | Unclear) => Transition::Expire("the wallet closed it"),
        (OrderState::Failed(_), Created | Capturing | Unclear) => Transition::Expire("nothing was paid on the phone"),
        (OrderState::Open | OrderState::Void | OrderState::Failed(_), _) => Transition::Stay,
        // The buyer was told that nothing was charged and may have paid another order since: only their browser
        // retries.
        (OrderState::Approved, Created) if order.declined_at.is_some() && source != SignalSource::Browser => {
            if age >= schedule.unpaid_ms { Transition::Expire("the wallet declined it") } else { Transition::Stay }
        }
        // After an order is closed its buyer may have paid another one.
        (OrderState::Approved, Created | Capturing) => mismatch.map_or(Transition::Capture, Transition::Refuse),
        (OrderState::Approved, Captured | Refunding | Expired | Unclear) => Transition::Stay,
        (OrderState::Captured(capture), status) => match (capture.state, status) {
            (CaptureState::Completed | CaptureState::Refunded, Created | Capturing | Expired | Unclear)
                if mismatch.is_some() =>
            {
                Transition::Refuse(mismatch.unwrap_or_default())
            }
            (CaptureState::Completed, Created | Capturing | Expired | Unclear) => Transition::Grant(capture.id),
            (CaptureState::Completed, Refunding) => Transition::Refund(capture.id),
            (CaptureState::Pending, Created | Capturing) => Transition::Pend,
            (CaptureState::Failed, Created | Capturing | Unclear) => Transition::Expire("the wallet took no money"),
            (CaptureState::Refunded, Created | Capturing | Captured | Refunding | Expired | Unclear) => {
                Transition::Revoke(capture.id)
            }
            _ => Transition::Stay,
        },
    }
}

/// What reference and amount at the provider say against the order; what its answers do not tell, the order proves that
/// it was asked to take.
fn mismatch(
    order: &paid_order::Model,
    is_capture: bool,
    reference: Option<&String>,
    amount: Option<&Money>,
) -> Option<&'static str> {
    let proves = provider(order.provider).proves;
    let price = Money { minor: order.price_minor, currency: order.currency.clone() };
    match (reference, amount) {
        (Some(reference), _) if *reference != order.reference => Some("the wallet names another reference"),
        (None, _) if proves.reference && !is_capture => Some("the wallet names no reference"),
        (_, None) if !proves.amount => None,
        (_, amount) if amount != Some(&price) => Some("the wallet names another amount"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use mwanga_store::types::{OrderId, PlanCode};

    use super::*;
    use crate::payments::{DEFAULT_PROVIDER, Schedule};

    const NOW: Timestamp = Timestamp(1_795_165_200_000);
    const HOUR_MS: i64 = 3_600_000;
    const SCHEDULE: &Schedule = &provider(DEFAULT_PROVIDER).schedule;

    fn order(status: OrderStatus, age_ms: i64) -> paid_order::Model {
        paid_order::Model {
            id: OrderId(1),
            reference: "ours".into(),
            idempotency_key: None,
            email: "amina@example.com".into(),
            email_key: "amina@example.com".into(),
            account_id: None,
            provider: DEFAULT_PROVIDER,
            plan: PlanCode::EightMonths,
            months: 8,
            price_minor: 300,
            currency: "USD".into(),
            auto_subscribe_all: false,
            status,
            create_request_id: "create".into(),
            capture_request_id: "capture".into(),
            refund_request_id: "refund".into(),
            wallet_order: Some("5O1".into()),
            capture_id: None,
            note: None,
            created_at: NOW.plus_ms(-age_ms),
            changed_at: NOW,
            captured_at: None,
            refunded_at: None,
            period_from: None,
            period_until: None,
            next_check_at: None,
            declined_at: None,
        }
    }

    /// The decision of a check by the poller.
    fn decide(order: &paid_order::Model, provider_state: &ProviderState, now: Timestamp) -> Transition {
        super::decide(order, provider_state, SignalSource::Poller, now)
    }

    fn captured(state: CaptureState) -> OrderState {
        OrderState::Captured(Capture {
            id: "3C6".into(),
            amount: Money::parse("3.00", "USD"),
            reference: Some("ours".into()),
            state,
        })
    }

    fn provider_state(state: OrderState) -> ProviderState {
        ProviderState::Order(GatewayOrder {
            id: "5O1".into(),
            reference: Some("ours".into()),
            amount: Money::parse("3.00", "USD"),
            state,
        })
    }

    const ALL: [OrderStatus; 7] = [
        OrderStatus::Created,
        OrderStatus::Capturing,
        OrderStatus::Captured,
        OrderStatus::Refunding,
        OrderStatus::Refunded,
        OrderStatus::Refused,
        OrderStatus::Expired,
    ];

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of cases")]
    fn each_wallet_state_has_its_transition_for_each_order_status() {
        use CaptureState::{Completed, Failed, Pending, Refunded};
        use OrderStatus as Is;
        let grant = || Transition::Grant("3C6".into());
        let revoke = || Transition::Revoke("3C6".into());
        for (state, transitions) in [
            // In the order of ALL.
            (
                OrderState::Open,
                [
                    Transition::Stay,
                    Transition::Stay,
                    Transition::Stay,
                    Transition::Stay,
                    Transition::Stay,
                    Transition::Stay,
                    Transition::Stay,
                ],
            ),
            (
                OrderState::Approved,
                [
                    Transition::Capture,
                    Transition::Capture,
                    Transition::Stay,
                    Transition::Stay,
                    Transition::Stay,
                    Transition::Stay,
                    Transition::Stay,
                ],
            ),
            (
                captured(Pending),
                [
                    Transition::Pend,
                    Transition::Pend,
                    Transition::Stay,
                    Transition::Stay,
                    Transition::Stay,
                    Transition::Stay,
                    Transition::Stay,
                ],
            ),
            (
                captured(Completed),
                [
                    grant(),
                    grant(),
                    Transition::Stay,
                    Transition::Refund("3C6".into()),
                    Transition::Stay,
                    Transition::Stay,
                    grant(),
                ],
            ),
            (
                captured(Refunded),
                [revoke(), revoke(), revoke(), revoke(), Transition::Stay, Transition::Stay, revoke()],
            ),
        ] {
            for (status, transition) in ALL.into_iter().zip(transitions) {
                assert_eq!(
                    decide(&order(status, HOUR_MS), &provider_state(state.clone()), NOW),
                    transition,
                    "{state:?} of one that is {status:?}"
                );
            }
        }
        for status in [Is::Created, Is::Capturing] {
            assert!(matches!(
                decide(&order(status, HOUR_MS), &provider_state(captured(Failed)), NOW),
                Transition::Expire(_)
            ));
            assert!(matches!(
                decide(&order(status, HOUR_MS), &provider_state(OrderState::Void), NOW),
                Transition::Expire(_)
            ));
        }
    }

    #[test]
    fn a_declined_order_is_captured_again_by_its_buyer_only() {
        let declined = |age| paid_order::Model { declined_at: Some(NOW), ..order(OrderStatus::Created, age) };
        let approved = provider_state(OrderState::Approved);
        for source in [SignalSource::Poller, SignalSource::Webhook, SignalSource::Admin] {
            assert_eq!(super::decide(&declined(0), &approved, source, NOW), Transition::Stay);
        }
        assert_eq!(super::decide(&declined(0), &approved, SignalSource::Browser, NOW), Transition::Capture);
        assert!(matches!(decide(&declined(SCHEDULE.unpaid_ms), &approved, NOW), Transition::Expire(_)));
        // What was captured all the same is granted.
        assert_eq!(
            decide(&declined(0), &provider_state(captured(CaptureState::Completed)), NOW),
            Transition::Grant("3C6".into())
        );
    }

    #[test]
    fn only_unpaid_orders_expire() {
        let closes = |status, age, provider_state: &ProviderState| {
            matches!(decide(&order(status, age), provider_state, NOW), Transition::Expire(_))
        };
        let open = provider_state(OrderState::Open);
        for (provider_state, limit) in [
            (&open, SCHEDULE.unpaid_ms),
            (&ProviderState::NotFound, SCHEDULE.not_found_ms),
            (&ProviderState::NeverCreated, SCHEDULE.never_created_ms),
        ] {
            for status in ALL {
                let may = matches!(status, OrderStatus::Created | OrderStatus::Capturing);
                assert_eq!(
                    (closes(status, limit, provider_state), closes(status, limit - 1, provider_state)),
                    (may, false),
                    "{provider_state:?} of one that is {status:?}"
                );
            }
        }
        assert!(
            !closes(OrderStatus::Capturing, 1_000 * HOUR_MS, &provider_state(captured(CaptureState::Pending))),
            "however long the wallet takes"
        );
    }

    #[test]
    fn an_order_with_wrong_reference_amount_or_currency_is_refused() {
        let altered = |change: fn(&mut GatewayOrder), state: OrderState| {
            let ProviderState::Order(mut provider_order) = provider_state(state) else { unreachable!() };
            change(&mut provider_order);
            ProviderState::Order(provider_order)
        };
        fn of_capture(order: &mut GatewayOrder, change: impl FnOnce(&mut Capture)) {
            if let OrderState::Captured(capture) = &mut order.state {
                change(capture);
            }
        }
        let changes: [fn(&mut GatewayOrder); 4] = [
            |order| (order.reference, order.amount) = (Some("another".into()), order.amount.take()),
            |order| order.reference = None,
            |order| order.amount = Money::parse("3.00", "EUR"),
            |order| order.amount = None,
        ];
        for change in changes {
            assert!(matches!(
                decide(&order(OrderStatus::Created, 0), &altered(change, OrderState::Approved), NOW),
                Transition::Refuse(_)
            ));
        }
        let changes: [fn(&mut GatewayOrder); 3] = [
            |order| of_capture(order, |capture| capture.reference = Some("another".into())),
            |order| of_capture(order, |capture| capture.amount = Money::parse("2.99", "USD")),
            |order| of_capture(order, |capture| capture.amount = None),
        ];
        for change in changes {
            for status in [OrderStatus::Created, OrderStatus::Capturing, OrderStatus::Expired] {
                assert!(matches!(
                    decide(&order(status, 0), &altered(change, captured(CaptureState::Completed)), NOW),
                    Transition::Refuse(_)
                ));
            }
        }
    }
}
