//! Mails about subscriptions: receipts, refunds, reminders.

use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::queries;
use mwanga_store::types::{MailKind, OrderId, SubscriptionId, SubscriptionState, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult};
use serde::{Deserialize, Serialize};

use super::{Entitlement, Plan, plan};
use crate::mail::{self, Letter};
use crate::payments::Money;
use crate::settings::Settings;
use crate::{Core, secrets};

/// Job that renders and sends one mail about a subscription.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendSubscriptionMail {
    /// Random; the `Message-ID` follows from it.
    mail_id: String,
    #[serde(flatten)]
    about: SubscriptionMailKind,
}

/// Kind of a mail about a paid subscription, with what its text needs.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub(super) enum SubscriptionMailKind {
    Receipt {
        order_id: OrderId,
    },
    Refund {
        order_id: OrderId,
    },
    /// `expires_at`: end of the subscription, milliseconds since 1970; nothing is sent when it has changed since.
    Reminder {
        subscription_id: SubscriptionId,
        days: i64,
        expires_at: i64,
    },
}

/// Enqueues a mail in the transaction of its cause.
pub(super) async fn enqueue(core: &Core, tx: &impl ConnectionTrait, about: SubscriptionMailKind) -> StoreResult<()> {
    SendSubscriptionMail { mail_id: secrets::random_token(22), about }.enqueue(tx, core.now()).await
}

/// An example of each mail, for development.
pub fn samples(core: &Core) -> Vec<Letter> {
    let mail = SendSubscriptionMail {
        mail_id: "sample".into(),
        about: SubscriptionMailKind::Receipt { order_id: OrderId(1) },
    };
    let to = || "amina@example.com".to_owned();
    let (plan, now) = (&super::PLANS[1], core.now());
    let until = super::months_after(now, plan.months).end_of_day(core.settings().time_zone());
    let payment =
        Payment { number: "000001".into(), plan, price: amount(&core.settings(), &plan.price()), from: now, until };
    vec![
        mail.receipt(core, to(), &payment, false),
        mail.refund(core, to(), &payment, Some(until)),
        mail.reminder(core, to(), plan, 14, until),
    ]
}

impl Job for SendSubscriptionMail {
    type Context = Core;
    const KIND: &'static str = "subscriptions.send_mail";
    const DEDUPE: bool = false;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(mail::CONCURRENCY_GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        mail::send_letter(&core, self.letter(&core).await).await
    }
}

/// The payment that a mail is about.
struct Payment {
    number: String,
    plan: &'static Plan,
    /// As readers see it.
    price: String,
    from: Timestamp,
    until: Timestamp,
}

impl SendSubscriptionMail {
    /// The mail; none when its reason is gone.
    async fn letter(&self, core: &Core) -> StoreResult<Option<Letter>> {
        let db = core.store.reader();
        match self.about {
            SubscriptionMailKind::Receipt { order_id } | SubscriptionMailKind::Refund { order_id } => {
                let Some(order) = queries::orders::get(db, order_id).await? else { return Ok(None) };
                let subscription = queries::subscriptions::by_email_key(db, &order.email_key).await?;
                let account = queries::accounts::by_email_key(db, &order.email_key).await?;
                let is_confirmed = account.is_some_and(|account| account.email_verified_at.is_some());
                let payment = Payment {
                    number: super::order_number::order_number(order.id),
                    plan: plan(order.plan),
                    price: amount(
                        &core.settings(),
                        &Money { minor: order.price_minor, currency: order.currency.clone() },
                    ),
                    from: order.period_from.unwrap_or(order.created_at),
                    until: order.period_until.unwrap_or(order.created_at),
                };
                Ok(match self.about {
                    // Refunded before the receipt was sent.
                    SubscriptionMailKind::Receipt { .. } if order.refunded_at.is_some() => None,
                    SubscriptionMailKind::Receipt { .. } => {
                        Some(self.receipt(core, order.email, &payment, is_confirmed))
                    }
                    _ => {
                        let remaining = subscription
                            .filter(|row| Entitlement::from(row).is_active(core.now()))
                            .map(|row| row.expires_at);
                        Some(self.refund(core, order.email, &payment, remaining))
                    }
                })
            }
            SubscriptionMailKind::Reminder { subscription_id, days, expires_at } => {
                let subscription = queries::subscriptions::get(db, subscription_id).await?;
                let current =
                    subscription.filter(|row| row.status == SubscriptionState::Paid && row.expires_at.0 == expires_at);
                Ok(current.map(|row| self.reminder(core, row.email.clone(), plan(row.plan), days, row.expires_at)))
            }
        }
    }

    fn receipt(&self, core: &Core, to: String, payment: &Payment, is_confirmed: bool) -> Letter {
        let settings = core.settings();
        let (brand, base) = (&settings.site.brand, settings.base());
        let Payment { number, plan, price, from, until } = payment;
        let (access, link) = if is_confirmed {
            (
                "Everything is unlocked where you are signed in.",
                ("See your subscription", format!("{base}/subscription-status")),
            )
        } else {
            let access = "The subscription belongs to this e-mail address. To read with it, open an account with the same address, or sign in to the one you \
                have, and confirm the address by the link we mail you.";
            (access, ("Open an account", format!("{base}/auth/register")))
        };
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::SubscriptionReceipt,
            to,
            subject: format!("Your subscription to {brand}: receipt {number}"),
            heading: "Thank you for subscribing".into(),
            facts: vec![
                ("Receipt", number.clone()),
                ("Paid", format!("{price} for {}", plan.name)),
                ("Runs", format!("from {} until {}", settings.long_date(*from), settings.long_date(*until))),
            ],
            opening: format!("You are a subscriber of {brand} now. {access}"),
            link,
            closing: "It was paid once, and nothing renews by itself. If you did not buy this, answer this mail."
                .into(),
        }
    }

    fn refund(&self, core: &Core, to: String, payment: &Payment, remaining: Option<Timestamp>) -> Letter {
        let settings = core.settings();
        let (brand, base) = (&settings.site.brand, settings.base());
        let outcome = remaining.map_or_else(
            || "The subscription that it paid for has ended.".to_owned(),
            |until| {
                format!(
                    "What you paid for besides stays: your subscription goes on until {}.",
                    settings.long_date(until)
                )
            },
        );
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::SubscriptionRefund,
            to,
            subject: format!("{} went back to you: receipt {}", payment.price, payment.number),
            heading: "Your money is on its way back".into(),
            facts: vec![
                ("Receipt", payment.number.clone()),
                ("Refunded", format!("{} for {}", payment.price, payment.plan.name)),
            ],
            opening: format!("What you paid at {brand} went back to the wallet you paid with. {outcome}"),
            link: ("See your subscription", format!("{base}/subscription-status")),
            closing: "If you did not ask for this, answer this mail.".into(),
        }
    }

    fn reminder(&self, core: &Core, to: String, plan: &Plan, days: i64, until: Timestamp) -> Letter {
        let settings = core.settings();
        let (brand, base) = (&settings.site.brand, settings.base());
        let when = match days {
            0 => "today".to_owned(),
            days => format!("in {days} days, on {}", settings.long_date(until)),
        };
        let shortly = if days == 0 { "today".to_owned() } else { format!("in {days} days") };
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::SubscriptionReminder,
            to,
            subject: format!("Your subscription to {brand} ends {shortly}"),
            heading: format!("Your subscription ends {shortly}"),
            facts: vec![("Plan", plan.name.to_owned()), ("Ends", settings.long_date(until))],
            opening: format!(
                "Your {} subscription to {brand} ends {when}. Nothing renews by itself. If you want to go on reading, choose a plan; what you buy now begins when this one ends.",
                plan.name
            ),
            link: ("Choose a plan", format!("{base}/subscribe")),
            closing: "If you do not, there is nothing to do, and nothing is charged.".into(),
        }
    }
}

fn amount(settings: &Settings, money: &Money) -> String {
    settings.amount(money.minor, &money.currency).unwrap_or_else(|| money.to_string())
}
