//! The state machine of orders: what the provider says decides, whoever made us ask.

use mwanga_store::entities::paid_order;
use mwanga_store::types::{OrderStatus, SignalSource, Timestamp};

use super::check_times::NAMELESS_MS;
use super::providers::{Capture, CaptureState, Money, OrderState, WalletOrder};

/// An answer of the wallet about an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ProviderState {
    Order(WalletOrder),
    Capture(Capture),
    /// It knows the order no more.
    Gone,
    /// Nobody can have paid: the wallet never told us its name of the order.
    Nameless,
}

/// What follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Transition {
    Stay,
    /// Take the approved money.
    Capture,
    /// The money is ours: give what was bought.
    Grant(String),
    /// The wallet is still looking at it.
    Pend,
    /// The wallet tells something that is not this order. A person has to look.
    Refuse(&'static str),
    /// Nobody will pay this any more.
    Expire(&'static str),
    /// The money went back.
    Revoke(String),
    /// Give the money back.
    Refund(String),
}

/// The wallet's own limit for an order that nobody paid, and some more.
const OPEN_MS: i64 = 73 * 3_600_000;

/// An order is never forgotten sooner than this.
const KNOWN_MS: i64 = 3 * 3_600_000;

/// What is to be done with an order, given what the wallet says of it and who made us ask. Answers that are older than
/// the order's state change nothing.
pub(super) fn decide(
    order: &paid_order::Model,
    said: &ProviderState,
    source: SignalSource,
    now: Timestamp,
) -> Transition {
    use OrderStatus::{Captured, Capturing, Created, Expired, Refunded, Refunding, Refused};
    let age = now.0 - order.created_at.0;
    let (state, reference, amount) = match said {
        ProviderState::Gone | ProviderState::Nameless => {
            let limit = if *said == ProviderState::Gone { KNOWN_MS } else { NAMELESS_MS };
            return match order.status {
                Created | Capturing if age >= limit => Transition::Expire("the wallet does not know it any more"),
                _ => Transition::Stay,
            };
        }
        ProviderState::Capture(capture) => {
            (OrderState::Taken(capture.clone()), capture.reference.as_ref(), capture.amount.as_ref())
        }
        ProviderState::Order(told) => match &told.state {
            OrderState::Taken(capture) => {
                (told.state.clone(), capture.reference.as_ref().or(told.reference.as_ref()), capture.amount.as_ref())
            }
            state => (state.clone(), told.reference.as_ref(), told.amount.as_ref()),
        },
    };
    let price = Money { minor: order.price_minor, currency: order.currency.clone() };
    let wrong = match (reference, amount) {
        (Some(reference), _) if *reference != order.reference => Some("the wallet names another reference"),
        (None, _) if !matches!(said, ProviderState::Capture(_)) => Some("the wallet names no reference"),
        (_, amount) if amount != Some(&price) => Some("the wallet names another amount"),
        _ => None,
    };
    match (state, order.status) {
        (_, Refunded | Refused) => Transition::Stay,
        (OrderState::Open, Created | Capturing) if age >= OPEN_MS => Transition::Expire("nobody paid it"),
        (OrderState::Void, Created | Capturing) => Transition::Expire("the wallet closed it"),
        (OrderState::Open | OrderState::Void, _) => Transition::Stay,
        // They were told that nothing was charged, and may have paid another one since: only they begin it again.
        (OrderState::Approved, Created) if order.declined_at.is_some() && source != SignalSource::Browser => {
            if age >= OPEN_MS { Transition::Expire("the wallet declined it") } else { Transition::Stay }
        }
        // Once an order is closed its buyer may have paid another one.
        (OrderState::Approved, Created | Capturing) => wrong.map_or(Transition::Capture, Transition::Refuse),
        (OrderState::Approved, Captured | Refunding | Expired) => Transition::Stay,
        (OrderState::Taken(capture), status) => match (capture.state, status) {
            (CaptureState::Completed | CaptureState::Refunded, Created | Capturing | Expired) if wrong.is_some() => {
                Transition::Refuse(wrong.unwrap_or_default())
            }
            (CaptureState::Completed, Created | Capturing | Expired) => Transition::Grant(capture.id),
            (CaptureState::Completed, Refunding) => Transition::Refund(capture.id),
            (CaptureState::Pending, Created | Capturing) => Transition::Pend,
            (CaptureState::Failed, Created | Capturing) => Transition::Expire("the wallet took no money"),
            (CaptureState::Refunded, Created | Capturing | Captured | Refunding | Expired) => {
                Transition::Revoke(capture.id)
            }
            _ => Transition::Stay,
        },
    }
}

#[cfg(test)]
mod tests {
    use mwanga_store::types::{OrderId, PaymentProvider, PlanCode};

    use super::*;

    const NOW: Timestamp = Timestamp(1_795_165_200_000);
    const HOUR_MS: i64 = 3_600_000;

    fn order(status: OrderStatus, age_ms: i64) -> paid_order::Model {
        paid_order::Model {
            id: OrderId(1),
            reference: "ours".into(),
            idempotency_key: None,
            email: "amina@example.com".into(),
            email_key: "amina@example.com".into(),
            account_id: None,
            provider: PaymentProvider::PayPal,
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

    /// As the poller asks.
    fn decide(order: &paid_order::Model, said: &ProviderState, now: Timestamp) -> Transition {
        super::decide(order, said, SignalSource::Poller, now)
    }

    fn taken(state: CaptureState) -> OrderState {
        OrderState::Taken(Capture {
            id: "3C6".into(),
            amount: Money::parse("3.00", "USD"),
            reference: Some("ours".into()),
            state,
        })
    }

    fn said(state: OrderState) -> ProviderState {
        ProviderState::Order(WalletOrder {
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
        let back = || Transition::Revoke("3C6".into());
        for (state, steps) in [
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
                taken(Pending),
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
                taken(Completed),
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
            (taken(Refunded), [back(), back(), back(), back(), Transition::Stay, Transition::Stay, back()]),
        ] {
            for (status, step) in ALL.into_iter().zip(steps) {
                assert_eq!(
                    decide(&order(status, HOUR_MS), &said(state.clone()), NOW),
                    step,
                    "{state:?} of one that is {status:?}"
                );
            }
        }
        for status in [Is::Created, Is::Capturing] {
            assert!(matches!(decide(&order(status, HOUR_MS), &said(taken(Failed)), NOW), Transition::Expire(_)));
            assert!(matches!(decide(&order(status, HOUR_MS), &said(OrderState::Void), NOW), Transition::Expire(_)));
        }
    }

    #[test]
    fn a_declined_order_is_captured_again_by_its_buyer_only() {
        let declined = |age| paid_order::Model { declined_at: Some(NOW), ..order(OrderStatus::Created, age) };
        let approved = said(OrderState::Approved);
        for source in [SignalSource::Poller, SignalSource::Webhook, SignalSource::Admin] {
            assert_eq!(super::decide(&declined(0), &approved, source, NOW), Transition::Stay);
        }
        assert_eq!(super::decide(&declined(0), &approved, SignalSource::Browser, NOW), Transition::Capture);
        assert!(matches!(decide(&declined(OPEN_MS), &approved, NOW), Transition::Expire(_)));
        // What was taken all the same is theirs.
        assert_eq!(decide(&declined(0), &said(taken(CaptureState::Completed)), NOW), Transition::Grant("3C6".into()));
    }

    #[test]
    fn only_unpaid_orders_expire() {
        let closes =
            |status, age, said: &ProviderState| matches!(decide(&order(status, age), said, NOW), Transition::Expire(_));
        let open = said(OrderState::Open);
        for (said, limit) in
            [(&open, OPEN_MS), (&ProviderState::Gone, KNOWN_MS), (&ProviderState::Nameless, NAMELESS_MS)]
        {
            for status in ALL {
                let may = matches!(status, OrderStatus::Created | OrderStatus::Capturing);
                assert_eq!(
                    (closes(status, limit, said), closes(status, limit - 1, said)),
                    (may, false),
                    "{said:?} of one that is {status:?}"
                );
            }
        }
        assert!(
            !closes(OrderStatus::Capturing, 1_000 * HOUR_MS, &said(taken(CaptureState::Pending))),
            "however long the wallet takes"
        );
    }

    #[test]
    fn an_order_with_wrong_reference_amount_or_currency_is_refused() {
        let altered = |change: fn(&mut WalletOrder), state: OrderState| {
            let ProviderState::Order(mut told) = said(state) else { unreachable!() };
            change(&mut told);
            ProviderState::Order(told)
        };
        fn of_capture(order: &mut WalletOrder, change: impl FnOnce(&mut Capture)) {
            if let OrderState::Taken(capture) = &mut order.state {
                change(capture);
            }
        }
        let changes: [fn(&mut WalletOrder); 4] = [
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
        let changes: [fn(&mut WalletOrder); 3] = [
            |order| of_capture(order, |capture| capture.reference = Some("another".into())),
            |order| of_capture(order, |capture| capture.amount = Money::parse("2.99", "USD")),
            |order| of_capture(order, |capture| capture.amount = None),
        ];
        for change in changes {
            for status in [OrderStatus::Created, OrderStatus::Capturing, OrderStatus::Expired] {
                assert!(matches!(
                    decide(&order(status, 0), &altered(change, taken(CaptureState::Completed)), NOW),
                    Transition::Refuse(_)
                ));
            }
        }
    }
}
