//! Settling an order: the provider is asked how it stands, and what follows is done (`decide.rs`).

use mwanga_store::entities::paid_order;
use mwanga_store::types::{OrderId, OrderStatus, SignalSource, Timestamp};
use mwanga_store::{Transaction, queries};
use sea_orm::Set;

use super::check_times::next_check;
use super::decide::{ProviderState, Transition, decide};
use super::error::unavailable;
use super::mails::{self, About};
use super::providers::{Capture, Money, OrderState, Wallet, WalletError};
use super::signals::note;
use super::transition::{self, change_order};
use super::{SubscriptionError, entitlement};
use crate::changes::Tags;
use crate::{Core, newsletter, secrets};

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
    let mut row = changes_of(&step, &before, now);
    row.changed_at = Set(now);
    let order = transition::write(&tx, id, row, now).await?;
    let next_check_at = Set(next_check(&order, now));
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

/// The columns of an order that a transition changes.
fn changes_of(step: &Transition, order: &paid_order::Model, now: Timestamp) -> paid_order::ActiveModel {
    let mut row = paid_order::ActiveModel::default();
    match step {
        Transition::Grant(capture) => {
            row.status = Set(OrderStatus::Captured);
            row.capture_id = Set(Some(capture.clone()));
            row.captured_at = Set(Some(now));
            row.note = Set(None);
        }
        Transition::Revoke(capture) => {
            row.status = Set(OrderStatus::Refunded);
            row.capture_id = Set(Some(capture.clone()));
            row.captured_at = Set(order.captured_at.or(Some(now)));
            row.refunded_at = Set(Some(now));
            row.period_from = Set(None);
            row.period_until = Set(None);
        }
        Transition::Pend => row.status = Set(OrderStatus::Capturing),
        Transition::Refuse(why) => {
            tracing::error!(order = order.id.0, "a payment was refused: {why}");
            row.status = Set(OrderStatus::Refused);
            row.note = Set(Some((*why).to_owned()));
        }
        Transition::Expire(why) => {
            row.status = Set(OrderStatus::Expired);
            row.note = Set(Some((*why).to_owned()));
        }
        Transition::Stay | Transition::Capture | Transition::Refund(_) => {}
    }
    row
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
