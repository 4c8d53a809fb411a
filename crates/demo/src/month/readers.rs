//! What readers did: they signed up for newsletters, wrote to the newsroom and bought subscriptions.

use futures_util::FutureExt;
use mwanga_core::contact::{self, ContactForm};
use mwanga_core::{Core, newsletter, subscriptions};
use mwanga_store::queries;
use mwanga_store::types::{OrderId, PlanCode};

use super::past::{Past, Step, step};
use crate::READER;

/// Days ago, hour, minute.
type Time = (i64, i64, i64);

/// A sign-up for newsletters: address, when, and topics.
struct SignUp {
    email: &'static str,
    at: Time,
    topics: &'static [&'static str],
}

/// A subscriber who never opened the link of the mail.
const UNCONFIRMED: &str = "subscriber-17@example.com";
/// Who unsubscribed in the settings of their account, and when.
const LEFT: (&str, Time) = ("subscriber-16@example.com", (4, 13, 27));

const fn sign_up(email: &'static str, at: Time, topics: &'static [&'static str]) -> SignUp {
    SignUp { email, at, topics }
}

/// How long subscribers take to open the link of the mail.
const CONFIRMED_MS: i64 = 4 * 60_000;

/// All sign-ups of the month.
const SIGN_UPS: [SignUp; 17] = [
    sign_up("subscriber-01@example.com", (29, 8, 14), &["gadgets", "deal-of-the-day"]),
    sign_up("subscriber-02@example.com", (28, 19, 41), &["ai-at-work", "big-story"]),
    sign_up("subscriber-13@example.com", (26, 12, 5), &["gadgets"]),
    sign_up("subscriber-03@example.com", (25, 7, 33), &["gadgets", "buying-guides", "trade"]),
    sign_up("subscriber-04@example.com", (23, 21, 9), &[]),
    sign_up("subscriber-15@example.com", (21, 16, 50), &["trade"]),
    sign_up("subscriber-05@example.com", (20, 10, 22), &["gadgets", "deal-of-the-day"]),
    sign_up("subscriber-14@example.com", (17, 9, 58), &["big-story"]),
    sign_up("subscriber-06@example.com", (16, 13, 17), &["ai-at-work", "big-story"]),
    sign_up("subscriber-07@example.com", (14, 18, 2), &["gadgets", "buying-guides", "trade"]),
    sign_up("subscriber-08@example.com", (11, 6, 49), &[]),
    sign_up("subscriber-16@example.com", (9, 20, 36), &["deal-of-the-day"]),
    sign_up("subscriber-09@example.com", (8, 11, 28), &["gadgets", "deal-of-the-day"]),
    sign_up("subscriber-10@example.com", (6, 22, 11), &["ai-at-work", "big-story"]),
    sign_up("subscriber-11@example.com", (5, 8, 3), &["gadgets", "buying-guides", "trade"]),
    sign_up("subscriber-12@example.com", (3, 17, 45), &[]),
    sign_up(UNCONFIRMED, (1, 20, 19), &[]),
];

/// An order: its name, who bought what, and when it was made, paid and refunded.
struct Order {
    name: &'static str,
    email: &'static str,
    plan: PlanCode,
    at: Time,
    is_paid: bool,
    refunded_at: Option<Time>,
}

const fn order(name: &'static str, email: &'static str, plan: PlanCode, at: Time) -> Order {
    Order { name, email, plan, at, is_paid: true, refunded_at: None }
}

/// All orders; the last one was left unpaid by somebody who has a subscription already.
const ORDERS: [Order; 7] = [
    order("order of the reader", READER, PlanCode::TwelveMonths, (super::past::DAYS, 9, 12)),
    order("order of Atieno", "atieno@example.com", PlanCode::EightMonths, (27, 14, 20)),
    order("order of Kiprono", "kiprono@example.com", PlanCode::TwelveMonths, (19, 20, 5)),
    Order {
        refunded_at: Some((10, 9, 40)),
        ..order("order of Halima", "halima@example.com", PlanCode::EightMonths, (12, 11, 31))
    },
    order("order of Otieno", "otieno@example.com", PlanCode::TwelveMonths, (6, 18, 47)),
    order("order of Wambui", "wambui@example.com", PlanCode::EightMonths, (2, 21, 15)),
    Order {
        is_paid: false,
        ..order("second order of Atieno", "atieno@example.com", PlanCode::TwelveMonths, (1, 22, 10))
    },
];

/// Messages of the contact form: name, address, when, text.
const MESSAGES: [(&str, &str, &str, Time, &str); 3] = [
    (
        "message of Njeri",
        "Njeri",
        "njeri@example.com",
        (18, 10, 26),
        "Could you compare rechargeable bulbs that take common cells? (Sample message.)",
    ),
    (
        "message of Mutua",
        "Mutua",
        "mutua@example.com",
        (7, 15, 3),
        "The second table of the post on landed cost is cut off on my phone. (Sample message.)",
    ),
    (
        "message of Chebet",
        "Chebet",
        "chebet@example.com",
        (1, 9, 44),
        "I moved house: where do I change the address of the printed edition? (Sample message.)",
    ),
];

pub fn steps(past: &Past) -> Vec<Step> {
    let mut steps = Vec::new();
    for SignUp { email, at: (day, hour, minute), topics } in SIGN_UPS {
        steps.push(step(past.at(day, hour, minute), move |past| sign_up_once(past, email).boxed()));
        if email != UNCONFIRMED {
            let at = past.at(day, hour, minute).plus_ms(CONFIRMED_MS);
            steps.push(step(at, move |past| confirm(past, email, topics).boxed()));
        }
    }
    let (email, (day, hour, minute)) = LEFT;
    steps.push(step(past.at(day, hour, minute), move |past| {
        async move { Ok(newsletter::unsubscribe_sample(&past.core, email, None).await?) }.boxed()
    }));
    for message in MESSAGES {
        let (day, hour, minute) = message.3;
        steps.push(step(past.at(day, hour, minute), move |past| send_message(past, message).boxed()));
    }
    if has_practice_wallet(&past.core) {
        steps.extend(order_steps(past));
    }
    steps
}

async fn sign_up_once(past: &Past, email: &'static str) -> anyhow::Result<()> {
    past.once(email, |claim| async move {
        newsletter::subscribe(&past.core, email, &claim).await?;
        let row = queries::subscribers::by_email_key(past.core.store.reader(), email).await?;
        Ok::<_, newsletter::NewsletterError>(row.map_or(0, |row| row.id.0))
    })
    .await?;
    Ok(())
}

async fn confirm(past: &Past, email: &str, topics: &[&str]) -> anyhow::Result<()> {
    Ok(newsletter::confirm_sample(&past.core, email, topics).await?)
}

async fn send_message(
    past: &Past,
    (key, name, email, _, message): (&'static str, &str, &str, Time, &str),
) -> anyhow::Result<()> {
    let form = ContactForm { name: name.into(), email: email.into(), message: message.into() };
    past.once(key, |claim| async move { contact::send(&past.core, form, key, &claim).await.map(|()| 0) }).await?;
    Ok(())
}

fn order_steps(past: &Past) -> Vec<Step> {
    let mut steps = Vec::new();
    for order in ORDERS {
        let (day, hour, minute) = order.at;
        let name = order.name;
        if let Some((day, hour, minute)) = order.refunded_at {
            steps.push(step(past.at(day, hour, minute), move |past| {
                async move { Ok(subscriptions::refund_sample_order(&past.core, OrderId(past.id(name)?)).await?) }
                    .boxed()
            }));
        }
        steps.push(step(past.at(day, hour, minute), move |past| buy(past, order).boxed()));
    }
    steps
}

async fn buy(past: &Past, order: Order) -> anyhow::Result<()> {
    let Order { name, email, plan, is_paid, .. } = order;
    let create = |claim| async move {
        let id = subscriptions::create_sample_order(&past.core, email, plan, &claim).await?;
        Ok::<_, subscriptions::SubscriptionError>(id.0)
    };
    let id = OrderId(past.once(name, create).await?);
    subscriptions::open_sample_order(&past.core, id, &wallet_order(&past.core, name)).await?;
    if is_paid {
        subscriptions::pay_sample_order(&past.core, id).await?;
    }
    Ok(())
}

/// Without it nobody could refund an order.
fn has_practice_wallet(core: &Core) -> bool {
    core.config.payments.is_practice()
}

/// The id that the practice wallet knows an order by.
fn wallet_order(core: &Core, name: &str) -> String {
    core.keys.sign("practice wallet", name)[..17].to_uppercase()
}

/// The ids of all orders of the demo at the practice wallet.
pub fn wallet_orders(core: &Core) -> Vec<String> {
    ORDERS.iter().map(|order| wallet_order(core, order.name)).collect()
}

/// Plans that were paid some days ago.
pub(super) fn paid(days_ago: i64) -> impl Iterator<Item = PlanCode> {
    ORDERS.into_iter().filter(move |order| order.is_paid && order.at.0 == days_ago).map(|order| order.plan)
}

/// How many signed up some days ago.
pub(super) fn sign_ups(days_ago: i64) -> i64 {
    SIGN_UPS.iter().map(|sign_up| i64::from(sign_up.at.0 == days_ago)).sum()
}
