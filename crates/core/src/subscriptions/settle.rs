//! The one state machine of orders: what the wallet says decides, whoever made us ask.

use mwanga_store::entities::{order_signal, paid_order};
use mwanga_store::types::{OrderId, OrderStatus, SignalSource, Timestamp};
use mwanga_store::{Transaction, queries};
use sea_orm::{NotSet, Set};

use super::checkout::unavailable;
use super::mails::{self, About};
use super::providers::{Capture, CaptureState, Money, OrderState, Wallet, WalletError, WalletOrder};
use super::transition::{self, change_order};
use super::{SubscriptionError, entitlement, poll};
use crate::changes::Tags;
use crate::{Core, newsletter, secrets};

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
            let limit = if *said == ProviderState::Gone { KNOWN_MS } else { poll::NAMELESS_MS };
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

/// Questions and calls for one order in a row; a wallet that says one thing and does another is left to the poller.
const ROUNDS: u32 = 4;

/// Asks the wallet how an order stands, does what follows, and answers the order as it is then. Any number of callers
/// at once do it once.
pub(super) async fn settle(
    core: &Core,
    id: OrderId,
    source: SignalSource,
) -> Result<paid_order::Model, SubscriptionError> {
    let (mut told, mut returned) = (None, false);
    for _ in 0..ROUNDS {
        let order = queries::orders::get(core.store.writer(), id).await?.ok_or(SubscriptionError::Unknown)?;
        let wallet = core.wallets.get(order.provider)?;
        let said = match told.take() {
            Some(said) => said,
            None => ask(wallet, &order).await?,
        };
        match decide(&order, &said, source, core.now()) {
            Transition::Capture => {
                // While the wallet was asked, somebody else may have been refused, granted or closed.
                let Some(order) = begin(core, &order).await? else { continue };
                match wallet.capture(order.wallet_order.as_deref().unwrap_or_default(), &order.capture_request_id).await
                {
                    Ok(order) => told = Some(ProviderState::Order(order)),
                    Err(WalletError::Already) => {}
                    Err(WalletError::NotApproved) => return not_approved(core, &order).await,
                    Err(WalletError::Declined) => return Err(declined(core, &order, source).await?),
                    Err(error) => return Err(unavailable(error)),
                }
            }
            // It is on its way; whether it arrives, the poller asks.
            Transition::Refund(_) if returned => return Ok(order),
            Transition::Refund(capture) => match wallet.refund(&capture, &order.refund_request_id).await {
                Ok(()) | Err(WalletError::Already) => returned = true,
                Err(why @ (WalletError::Refused(_) | WalletError::Declined)) => {
                    tracing::warn!(order = id.0, "a refund was refused: {why}");
                    return Err(refund_refused(core, &order, source).await?);
                }
                Err(error) => return Err(unavailable(error)),
            },
            _ => return apply(core, id, &said, source).await,
        }
    }
    Err(SubscriptionError::Unavailable("the wallet says one thing and does another".into()))
}

async fn ask(wallet: &Wallet, order: &paid_order::Model) -> Result<ProviderState, SubscriptionError> {
    let paid = matches!(order.status, OrderStatus::Captured | OrderStatus::Refunding | OrderStatus::Refunded);
    let said = match (&order.wallet_order, &order.capture_id) {
        // The order itself is forgotten after some months.
        (_, Some(capture)) if paid => wallet.captured(capture).await.map(ProviderState::Capture),
        (Some(id), _) => wallet.order(id).await.map(ProviderState::Order),
        (None, _) => return Ok(ProviderState::Nameless),
    };
    match said {
        Err(WalletError::Unknown) => Ok(ProviderState::Gone),
        said => said.map_err(unavailable),
    }
}

/// Notes that the money is about to be taken by this order's request; `None` where the order has moved on since it was
/// read.
async fn begin(core: &Core, order: &paid_order::Model) -> Result<Option<paid_order::Model>, SubscriptionError> {
    let is_same =
        |now: &paid_order::Model| now.capture_request_id == order.capture_request_id && now.wallet_order.is_some();
    let capturing =
        paid_order::ActiveModel { status: Set(OrderStatus::Capturing), declined_at: Set(None), ..Default::default() };
    let now = change_order(core, order.id, None, |now| {
        (is_same(now) && now.status == OrderStatus::Created).then_some(capturing)
    })
    .await?;
    Ok(Some(now).filter(|now| is_same(now) && now.status == OrderStatus::Capturing))
}

/// The buyer has to agree once more; answers the order as it is then.
async fn not_approved(core: &Core, order: &paid_order::Model) -> Result<paid_order::Model, SubscriptionError> {
    let created = paid_order::ActiveModel { status: Set(OrderStatus::Created), ..Default::default() };
    change_order(core, order.id, None, |now| is_capturing(now, order).then_some(created)).await
}

/// No money moved, and the buyer may choose other means: the order is open again, and the next try is another request.
async fn declined(
    core: &Core,
    order: &paid_order::Model,
    source: SignalSource,
) -> Result<SubscriptionError, SubscriptionError> {
    let created = paid_order::ActiveModel {
        status: Set(OrderStatus::Created),
        capture_request_id: Set(secrets::random_name(22)),
        declined_at: Set(Some(core.now())),
        ..Default::default()
    };
    let signal = Some((source, "the wallet declined it"));
    change_order(core, order.id, signal, |now| is_capturing(now, order).then_some(created)).await?;
    Ok(SubscriptionError::Declined)
}

fn is_capturing(now: &paid_order::Model, order: &paid_order::Model) -> bool {
    now.status == OrderStatus::Capturing && now.capture_request_id == order.capture_request_id
}

/// Nothing went back, and another day it may: the order is paid again, and the next try is another request.
async fn refund_refused(
    core: &Core,
    order: &paid_order::Model,
    source: SignalSource,
) -> Result<SubscriptionError, SubscriptionError> {
    let captured = paid_order::ActiveModel {
        status: Set(OrderStatus::Captured),
        refund_request_id: Set(secrets::random_name(22)),
        ..Default::default()
    };
    let is_refunding = |now: &paid_order::Model| {
        now.status == OrderStatus::Refunding && now.refund_request_id == order.refund_request_id
    };
    let signal = Some((source, "the wallet refused the refund"));
    change_order(core, order.id, signal, |now| is_refunding(now).then_some(captured)).await?;
    Ok(SubscriptionError::RefundRefused)
}

/// Writes what follows from the wallet's answer: order, subscription, mails and the note of it, all or nothing.
async fn apply(
    core: &Core,
    id: OrderId,
    said: &ProviderState,
    source: SignalSource,
) -> Result<paid_order::Model, SubscriptionError> {
    let now = core.now();
    let tx = core.store.begin().await?;
    // The subscription first: its orders are written under its lock.
    let email_key = queries::orders::get(&tx, id).await?.ok_or(SubscriptionError::Unknown)?.email_key;
    queries::subscriptions::lock_by_email(&tx, &email_key).await?;
    let order = queries::orders::lock_by_id(&tx, id).await?.ok_or(SubscriptionError::Unknown)?;
    let before = order.clone();
    let step = decide(&order, said, source, now);
    let mut row = paid_order::ActiveModel::default();
    match &step {
        Transition::Grant(capture) => {
            row.status = Set(OrderStatus::Captured);
            row.capture_id = Set(Some(capture.clone()));
            row.captured_at = Set(Some(now));
            row.note = Set(None);
        }
        Transition::Revoke(capture) => {
            row.status = Set(OrderStatus::Refunded);
            row.capture_id = Set(Some(capture.clone()));
            row.captured_at = Set(before.captured_at.or(Some(now)));
            row.refunded_at = Set(Some(now));
            row.period_from = Set(None);
            row.period_until = Set(None);
        }
        Transition::Pend => row.status = Set(OrderStatus::Capturing),
        Transition::Refuse(why) => {
            tracing::error!(order = id.0, "a payment was refused: {why}");
            row.status = Set(OrderStatus::Refused);
            row.note = Set(Some((*why).to_owned()));
        }
        Transition::Expire(why) => {
            row.status = Set(OrderStatus::Expired);
            row.note = Set(Some((*why).to_owned()));
        }
        Transition::Stay | Transition::Capture | Transition::Refund(_) => {}
    }
    row.changed_at = Set(now);
    let order = transition::write(&tx, id, row, now).await?;
    let next_check_at = Set(poll::next_check(&order, now));
    let order =
        transition::write(&tx, id, paid_order::ActiveModel { next_check_at, ..Default::default() }, now).await?;
    if matches!(step, Transition::Grant(_) | Transition::Revoke(_)) {
        entitlement::write(&tx, &order, now).await?;
    }
    match step {
        Transition::Grant(_) => {
            mails::enqueue(core, &tx, About::Receipt { order_id: id }).await?;
            if order.auto_subscribe_all {
                want_all(core, &tx, &order).await?;
            }
        }
        Transition::Revoke(_) if before.captured_at.is_some() => {
            mails::enqueue(core, &tx, About::Refund { order_id: id }).await?
        }
        _ => {}
    }
    if order.status != before.status || source != SignalSource::Poller {
        note(core, &tx, &order, source, &words(said)).await?;
    }
    core.commit(tx, Tags::default()).await?;
    // Periods of the order itself are written with its subscription.
    Ok(queries::orders::get(core.store.writer(), id).await?.unwrap_or(order))
}

/// The buyer wants all newsletters. Of an address that they proved to be theirs that is enough; anybody else's owner is
/// asked.
async fn want_all(core: &Core, tx: &Transaction, order: &paid_order::Model) -> Result<(), SubscriptionError> {
    let account = match order.account_id {
        Some(id) => queries::accounts::get(tx, id).await?,
        None => None,
    };
    let proved =
        account.is_some_and(|account| account.email_verified_at.is_some() && account.email_key == order.email_key);
    Ok(newsletter::want_all(core, tx, &order.email, &order.email_key, proved).await?)
}

pub(super) async fn note(
    core: &Core,
    tx: &Transaction,
    order: &paid_order::Model,
    source: SignalSource,
    said: &str,
) -> Result<(), SubscriptionError> {
    let row = order_signal::ActiveModel {
        id: NotSet,
        order_id: Set(order.id),
        source: Set(source),
        event_id: Set(None),
        said: Set(said.to_owned()),
        status: Set(order.status),
        at: Set(core.now()),
    };
    queries::orders::note(tx, row).await?;
    Ok(())
}

/// What the wallet said, for the book of signals.
fn words(said: &ProviderState) -> String {
    let money = |amount: &Option<Money>| amount.as_ref().map_or_else(|| "no amount".to_owned(), Money::to_string);
    let taken = |capture: &Capture| {
        format!(
            "taken as {}, {}, {}",
            capture.id,
            money(&capture.amount),
            format!("{:?}", capture.state).to_lowercase()
        )
    };
    match said {
        ProviderState::Gone => "unknown".into(),
        ProviderState::Nameless => "never named".into(),
        ProviderState::Capture(capture) => taken(capture),
        ProviderState::Order(order) => match &order.state {
            OrderState::Open => format!("open, {}", money(&order.amount)),
            OrderState::Approved => format!("approved, {}", money(&order.amount)),
            OrderState::Void => "void".into(),
            OrderState::Taken(capture) => taken(capture),
        },
    }
}

#[cfg(test)]
mod tests {
    use mwanga_store::types::{PaymentProvider, PlanCode};

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
    fn each_state_of_the_wallet_has_its_step() {
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
    fn what_was_declined_is_begun_again_by_its_buyer_alone() {
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
    fn time_closes_only_what_nobody_paid() {
        let closes =
            |status, age, said: &ProviderState| matches!(decide(&order(status, age), said, NOW), Transition::Expire(_));
        let open = said(OrderState::Open);
        for (said, limit) in
            [(&open, OPEN_MS), (&ProviderState::Gone, KNOWN_MS), (&ProviderState::Nameless, poll::NAMELESS_MS)]
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
    fn nothing_is_taken_or_granted_for_another_reference_amount_or_currency() {
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
