//! The one state machine of orders: what the wallet says decides, whoever made us ask.

use mwanga_jobs::Job;
use mwanga_store::entities::{order_signal, paid_order};
use mwanga_store::types::{OrderId, OrderStatus, SignalSource, Timestamp};
use mwanga_store::{Transaction, queries};
use sea_orm::{IntoActiveModel, NotSet, Set};

use super::checkout::away;
use super::mails::{self, About};
use super::wallet::{Capture, CaptureState, Money, OrderState, Wallet, WalletError, WalletOrder};
use super::{PollOrders, SubscriptionError, entitlement, poll};
use crate::changes::Tags;
use crate::{Core, newsletter, secrets};

/// An answer of the wallet about an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Order(WalletOrder),
    Capture(Capture),
    /// It knows the order no more.
    Gone,
    /// Nobody can have paid: the wallet never told us its name of the order.
    Nameless,
}

/// What follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Stay,
    /// Take the approved money.
    Take,
    /// The money is ours: give what was bought.
    Grant(String),
    /// The wallet is still looking at it.
    Wait,
    /// The wallet tells something that is not this order. A person has to look.
    Refuse(&'static str),
    /// Nobody will pay this any more.
    Close(&'static str),
    /// The money went back.
    TakeBack(String),
    /// Give the money back.
    Return(String),
}

/// The wallet's own limit for an order that nobody paid, and some more.
const OPEN_MS: i64 = 73 * 3_600_000;
/// An order is never forgotten sooner than this.
const KNOWN_MS: i64 = 3 * 3_600_000;

/// What is to be done with an order, given what the wallet says of it and who made us ask. Answers that are older than the order's state change nothing.
pub(super) fn decide(order: &paid_order::Model, said: &Said, source: SignalSource, now: Timestamp) -> Step {
    use OrderStatus::{Captured, Capturing, Created, Expired, Refunded, Refunding, Refused};
    let age = now.0 - order.created_at.0;
    let (state, reference, amount) = match said {
        Said::Gone | Said::Nameless => {
            let limit = if *said == Said::Gone { KNOWN_MS } else { poll::NAMELESS_MS };
            return match order.status {
                Created | Capturing if age >= limit => Step::Close("the wallet does not know it any more"),
                _ => Step::Stay,
            };
        }
        Said::Capture(capture) => (OrderState::Taken(capture.clone()), capture.reference.as_ref(), capture.amount.as_ref()),
        Said::Order(told) => match &told.state {
            OrderState::Taken(capture) => (told.state.clone(), capture.reference.as_ref().or(told.reference.as_ref()), capture.amount.as_ref()),
            state => (state.clone(), told.reference.as_ref(), told.amount.as_ref()),
        },
    };
    let price = Money { minor: order.price_minor, currency: order.currency.clone() };
    let wrong = match (reference, amount) {
        (Some(reference), _) if *reference != order.reference => Some("the wallet names another reference"),
        (None, _) if !matches!(said, Said::Capture(_)) => Some("the wallet names no reference"),
        (_, amount) if amount != Some(&price) => Some("the wallet names another amount"),
        _ => None,
    };
    match (state, order.status) {
        (_, Refunded | Refused) => Step::Stay,
        (OrderState::Open, Created | Capturing) if age >= OPEN_MS => Step::Close("nobody paid it"),
        (OrderState::Void, Created | Capturing) => Step::Close("the wallet closed it"),
        (OrderState::Open | OrderState::Void, _) => Step::Stay,
        // They were told that nothing was charged, and may have paid another one since: only they begin it again.
        (OrderState::Approved, Created) if order.declined_at.is_some() && source != SignalSource::Browser => {
            if age >= OPEN_MS {
                Step::Close("the wallet declined it")
            } else {
                Step::Stay
            }
        }
        // Once an order is closed its buyer may have paid another one.
        (OrderState::Approved, Created | Capturing) => wrong.map_or(Step::Take, Step::Refuse),
        (OrderState::Approved, Captured | Refunding | Expired) => Step::Stay,
        (OrderState::Taken(capture), status) => match (capture.state, status) {
            (CaptureState::Completed | CaptureState::Refunded, Created | Capturing | Expired) if wrong.is_some() => Step::Refuse(wrong.unwrap_or_default()),
            (CaptureState::Completed, Created | Capturing | Expired) => Step::Grant(capture.id),
            (CaptureState::Completed, Refunding) => Step::Return(capture.id),
            (CaptureState::Pending, Created | Capturing) => Step::Wait,
            (CaptureState::Failed, Created | Capturing) => Step::Close("the wallet took no money"),
            (CaptureState::Refunded, Created | Capturing | Captured | Refunding | Expired) => Step::TakeBack(capture.id),
            _ => Step::Stay,
        },
    }
}

/// Questions and calls for one order in a row; a wallet that says one thing and does another is left to the poller.
const ROUNDS: u32 = 4;

/// Asks the wallet how an order stands, does what follows, and answers the order as it is then. Any number of callers at once do it once.
pub(super) async fn settle(core: &Core, id: OrderId, source: SignalSource) -> Result<paid_order::Model, SubscriptionError> {
    let wallet = core.wallet.as_ref().ok_or(SubscriptionError::NotSetUp)?;
    let (mut told, mut returned) = (None, false);
    for _ in 0..ROUNDS {
        let order = queries::orders::get(core.store.writer(), id).await?.ok_or(SubscriptionError::Unknown)?;
        let said = match told.take() {
            Some(said) => said,
            None => ask(wallet, &order).await?,
        };
        match decide(&order, &said, source, core.now()) {
            Step::Take => {
                // While the wallet was asked, somebody else may have been refused, granted or closed.
                let Some(order) = begin(core, &order).await? else { continue };
                match wallet.capture(order.wallet_order.as_deref().unwrap_or_default(), &order.capture_request_id).await {
                    Ok(order) => told = Some(Said::Order(order)),
                    Err(WalletError::Already) => {}
                    Err(WalletError::NotApproved) => return not_approved(core, &order).await,
                    Err(WalletError::Declined) => return Err(declined(core, &order, source).await?),
                    Err(error) => return Err(away(error)),
                }
            }
            // It is on its way; whether it arrives, the poller asks.
            Step::Return(_) if returned => return Ok(order),
            Step::Return(capture) => match wallet.refund(&capture, &order.refund_request_id).await {
                Ok(()) | Err(WalletError::Already) => returned = true,
                Err(why @ (WalletError::Refused(_) | WalletError::Declined)) => {
                    tracing::warn!(order = id.0, "a refund was refused: {why}");
                    return Err(refund_refused(core, &order, source).await?);
                }
                Err(error) => return Err(away(error)),
            },
            _ => return apply(core, id, &said, source).await,
        }
    }
    Err(SubscriptionError::Unavailable("the wallet says one thing and does another".into()))
}

async fn ask(wallet: &Wallet, order: &paid_order::Model) -> Result<Said, SubscriptionError> {
    let paid = matches!(order.status, OrderStatus::Captured | OrderStatus::Refunding | OrderStatus::Refunded);
    let said = match (&order.wallet_order, &order.capture_id) {
        // The order itself is forgotten after some months.
        (_, Some(capture)) if paid => wallet.captured(capture).await.map(Said::Capture),
        (Some(id), _) => wallet.order(id).await.map(Said::Order),
        (None, _) => return Ok(Said::Nameless),
    };
    match said {
        Err(WalletError::Unknown) => Ok(Said::Gone),
        said => said.map_err(away),
    }
}

/// Notes that the money is about to be taken by this order's request; `None` where the order has moved on since it was read.
async fn begin(core: &Core, order: &paid_order::Model) -> Result<Option<paid_order::Model>, SubscriptionError> {
    let tx = core.store.begin().await?;
    let now = queries::orders::held(&tx, order.id).await?.ok_or(SubscriptionError::Unknown)?;
    if now.capture_request_id != order.capture_request_id || now.wallet_order.is_none() {
        return Ok(None);
    }
    match now.status {
        OrderStatus::Capturing => return Ok(Some(now)),
        OrderStatus::Created => {}
        _ => return Ok(None),
    }
    let mut row = now.into_active_model();
    row.status = Set(OrderStatus::Capturing);
    row.declined_at = Set(None);
    row.changed_at = Set(core.now());
    let order = queries::orders::update(&tx, row).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(Some(order))
}

/// The buyer has to agree once more; answers the order as it is then.
async fn not_approved(core: &Core, order: &paid_order::Model) -> Result<paid_order::Model, SubscriptionError> {
    let tx = core.store.begin().await?;
    let now = queries::orders::held(&tx, order.id).await?.ok_or(SubscriptionError::Unknown)?;
    if now.status != OrderStatus::Capturing || now.capture_request_id != order.capture_request_id {
        return Ok(now);
    }
    let mut row = now.into_active_model();
    row.status = Set(OrderStatus::Created);
    row.changed_at = Set(core.now());
    let order = queries::orders::update(&tx, row).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(order)
}

/// No money moved, and the buyer may choose other means: the order is open again, and the next try is another request.
async fn declined(core: &Core, order: &paid_order::Model, source: SignalSource) -> Result<SubscriptionError, SubscriptionError> {
    let tx = core.store.begin().await?;
    let now = queries::orders::held(&tx, order.id).await?.ok_or(SubscriptionError::Unknown)?;
    if now.status == OrderStatus::Capturing && now.capture_request_id == order.capture_request_id {
        let mut row = now.into_active_model();
        row.status = Set(OrderStatus::Created);
        row.capture_request_id = Set(secrets::random_name(22));
        row.declined_at = Set(Some(core.now()));
        row.changed_at = Set(core.now());
        let order = queries::orders::update(&tx, row).await?;
        note(core, &tx, &order, source, "the wallet declined it").await?;
        core.commit(tx, Tags::default()).await?;
    }
    Ok(SubscriptionError::Declined)
}

/// Nothing went back, and another day it may: the order is paid again, and the next try is another request.
async fn refund_refused(core: &Core, order: &paid_order::Model, source: SignalSource) -> Result<SubscriptionError, SubscriptionError> {
    let tx = core.store.begin().await?;
    let now = queries::orders::held(&tx, order.id).await?.ok_or(SubscriptionError::Unknown)?;
    if now.status == OrderStatus::Refunding && now.refund_request_id == order.refund_request_id {
        let mut row = now.into_active_model();
        row.status = Set(OrderStatus::Captured);
        row.refund_request_id = Set(secrets::random_name(22));
        row.changed_at = Set(core.now());
        let order = queries::orders::update(&tx, row).await?;
        note(core, &tx, &order, source, "the wallet refused the refund").await?;
        core.commit(tx, Tags::default()).await?;
    }
    Ok(SubscriptionError::RefundRefused)
}

/// Writes what follows from the wallet's answer: order, subscription, mails and the note of it, all or nothing.
async fn apply(core: &Core, id: OrderId, said: &Said, source: SignalSource) -> Result<paid_order::Model, SubscriptionError> {
    let now = core.now();
    let tx = core.store.begin().await?;
    // The subscription first: its orders are written under its lock.
    let email_key = queries::orders::get(&tx, id).await?.ok_or(SubscriptionError::Unknown)?.email_key;
    queries::subscriptions::of_email_held(&tx, &email_key).await?;
    let order = queries::orders::held(&tx, id).await?.ok_or(SubscriptionError::Unknown)?;
    let before = order.clone();
    let step = decide(&order, said, source, now);
    let mut row = order.into_active_model();
    match &step {
        Step::Grant(capture) => {
            row.status = Set(OrderStatus::Captured);
            row.capture_id = Set(Some(capture.clone()));
            row.captured_at = Set(Some(now));
            row.note = Set(None);
        }
        Step::TakeBack(capture) => {
            row.status = Set(OrderStatus::Refunded);
            row.capture_id = Set(Some(capture.clone()));
            row.captured_at = Set(before.captured_at.or(Some(now)));
            row.refunded_at = Set(Some(now));
            row.period_from = Set(None);
            row.period_until = Set(None);
        }
        Step::Wait => row.status = Set(OrderStatus::Capturing),
        Step::Refuse(why) => {
            tracing::error!(order = id.0, "a payment was refused: {why}");
            row.status = Set(OrderStatus::Refused);
            row.note = Set(Some((*why).to_owned()));
        }
        Step::Close(why) => {
            row.status = Set(OrderStatus::Expired);
            row.note = Set(Some((*why).to_owned()));
        }
        Step::Stay | Step::Take | Step::Return(_) => {}
    }
    row.changed_at = Set(now);
    let mut order = queries::orders::update(&tx, row).await?;
    let mut row = order.clone().into_active_model();
    row.next_check_at = Set(poll::next_check(&order, now));
    order = queries::orders::update(&tx, row).await?;
    if let Some(at) = order.next_check_at {
        PollOrders {}.enqueue_at(&tx, at, now).await?;
    }
    if matches!(step, Step::Grant(_) | Step::TakeBack(_)) {
        entitlement::write(&tx, &order, now).await?;
    }
    match step {
        Step::Grant(_) => {
            mails::enqueue(core, &tx, About::Receipt { order_id: id }).await?;
            if order.auto_subscribe_all {
                want_all(core, &tx, &order).await?;
            }
        }
        Step::TakeBack(_) if before.captured_at.is_some() => mails::enqueue(core, &tx, About::Refund { order_id: id }).await?,
        _ => {}
    }
    if order.status != before.status || source != SignalSource::Poller {
        note(core, &tx, &order, source, &words(said)).await?;
    }
    core.commit(tx, Tags::default()).await?;
    // Periods of the order itself are written with its subscription.
    Ok(queries::orders::get(core.store.writer(), id).await?.unwrap_or(order))
}

/// The buyer wants all newsletters. Of an address that they proved to be theirs that is enough; anybody else's owner is asked.
async fn want_all(core: &Core, tx: &Transaction, order: &paid_order::Model) -> Result<(), SubscriptionError> {
    let account = match order.account_id {
        Some(id) => queries::accounts::get(tx, id).await?,
        None => None,
    };
    let proved = account.is_some_and(|account| account.email_verified_at.is_some() && account.email_key == order.email_key);
    Ok(newsletter::want_all(core, tx, &order.email, &order.email_key, proved).await?)
}

async fn note(core: &Core, tx: &Transaction, order: &paid_order::Model, source: SignalSource, said: &str) -> Result<(), SubscriptionError> {
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
fn words(said: &Said) -> String {
    let money = |amount: &Option<Money>| amount.as_ref().map_or_else(|| "no amount".to_owned(), Money::to_string);
    let taken = |capture: &Capture| format!("taken as {}, {}, {}", capture.id, money(&capture.amount), format!("{:?}", capture.state).to_lowercase());
    match said {
        Said::Gone => "unknown".into(),
        Said::Nameless => "never named".into(),
        Said::Capture(capture) => taken(capture),
        Said::Order(order) => match &order.state {
            OrderState::Open => format!("open, {}", money(&order.amount)),
            OrderState::Approved => format!("approved, {}", money(&order.amount)),
            OrderState::Void => "void".into(),
            OrderState::Taken(capture) => taken(capture),
        },
    }
}

#[cfg(test)]
mod tests {
    use mwanga_store::types::PlanCode;

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
    fn decide(order: &paid_order::Model, said: &Said, now: Timestamp) -> Step {
        super::decide(order, said, SignalSource::Poller, now)
    }

    fn taken(state: CaptureState) -> OrderState {
        OrderState::Taken(Capture { id: "3C6".into(), amount: Money::parse("3.00", "USD"), reference: Some("ours".into()), state })
    }

    fn said(state: OrderState) -> Said {
        Said::Order(WalletOrder { id: "5O1".into(), reference: Some("ours".into()), amount: Money::parse("3.00", "USD"), state })
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
        let grant = || Step::Grant("3C6".into());
        let back = || Step::TakeBack("3C6".into());
        for (state, steps) in [
            // In the order of ALL.
            (OrderState::Open, [Step::Stay, Step::Stay, Step::Stay, Step::Stay, Step::Stay, Step::Stay, Step::Stay]),
            (OrderState::Approved, [Step::Take, Step::Take, Step::Stay, Step::Stay, Step::Stay, Step::Stay, Step::Stay]),
            (taken(Pending), [Step::Wait, Step::Wait, Step::Stay, Step::Stay, Step::Stay, Step::Stay, Step::Stay]),
            (taken(Completed), [grant(), grant(), Step::Stay, Step::Return("3C6".into()), Step::Stay, Step::Stay, grant()]),
            (taken(Refunded), [back(), back(), back(), back(), Step::Stay, Step::Stay, back()]),
        ] {
            for (status, step) in ALL.into_iter().zip(steps) {
                assert_eq!(decide(&order(status, HOUR_MS), &said(state.clone()), NOW), step, "{state:?} of one that is {status:?}");
            }
        }
        for status in [Is::Created, Is::Capturing] {
            assert!(matches!(decide(&order(status, HOUR_MS), &said(taken(Failed)), NOW), Step::Close(_)));
            assert!(matches!(decide(&order(status, HOUR_MS), &said(OrderState::Void), NOW), Step::Close(_)));
        }
    }

    #[test]
    fn what_was_declined_is_begun_again_by_its_buyer_alone() {
        let declined = |age| paid_order::Model { declined_at: Some(NOW), ..order(OrderStatus::Created, age) };
        let approved = said(OrderState::Approved);
        for source in [SignalSource::Poller, SignalSource::Webhook, SignalSource::Admin] {
            assert_eq!(super::decide(&declined(0), &approved, source, NOW), Step::Stay);
        }
        assert_eq!(super::decide(&declined(0), &approved, SignalSource::Browser, NOW), Step::Take);
        assert!(matches!(decide(&declined(OPEN_MS), &approved, NOW), Step::Close(_)));
        // What was taken all the same is theirs.
        assert_eq!(decide(&declined(0), &said(taken(CaptureState::Completed)), NOW), Step::Grant("3C6".into()));
    }

    #[test]
    fn time_closes_only_what_nobody_paid() {
        let closes = |status, age, said: &Said| matches!(decide(&order(status, age), said, NOW), Step::Close(_));
        let open = said(OrderState::Open);
        for (said, limit) in [(&open, OPEN_MS), (&Said::Gone, KNOWN_MS), (&Said::Nameless, poll::NAMELESS_MS)] {
            for status in ALL {
                let may = matches!(status, OrderStatus::Created | OrderStatus::Capturing);
                assert_eq!((closes(status, limit, said), closes(status, limit - 1, said)), (may, false), "{said:?} of one that is {status:?}");
            }
        }
        assert!(!closes(OrderStatus::Capturing, 1_000 * HOUR_MS, &said(taken(CaptureState::Pending))), "however long the wallet takes");
    }

    #[test]
    fn nothing_is_taken_or_granted_for_another_reference_amount_or_currency() {
        let altered = |change: fn(&mut WalletOrder), state: OrderState| {
            let Said::Order(mut told) = said(state) else { unreachable!() };
            change(&mut told);
            Said::Order(told)
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
            assert!(matches!(decide(&order(OrderStatus::Created, 0), &altered(change, OrderState::Approved), NOW), Step::Refuse(_)));
        }
        let changes: [fn(&mut WalletOrder); 3] = [
            |order| of_capture(order, |capture| capture.reference = Some("another".into())),
            |order| of_capture(order, |capture| capture.amount = Money::parse("2.99", "USD")),
            |order| of_capture(order, |capture| capture.amount = None),
        ];
        for change in changes {
            for status in [OrderStatus::Created, OrderStatus::Capturing, OrderStatus::Expired] {
                assert!(matches!(decide(&order(status, 0), &altered(change, taken(CaptureState::Completed)), NOW), Step::Refuse(_)));
            }
        }
    }
}
