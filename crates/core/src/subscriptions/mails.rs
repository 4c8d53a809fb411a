use mwanga_jobs::{Job, JobError, Lane};
use mwanga_store::queries;
use mwanga_store::types::{MailKind, OrderId, SubscriptionId, SubscriptionState, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult};
use serde::{Deserialize, Serialize};

use super::{Money, PaidTime, Plan, plan};
use crate::mail::{self, Letter};
use crate::{Core, secrets};

/// Writes one mail about a subscription, and sends it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendSubscriptionMail {
    /// Random; the `Message-ID` follows from it.
    mail_id: String,
    #[serde(flatten)]
    about: About,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub(super) enum About {
    Receipt {
        order_id: OrderId,
    },
    Refund {
        order_id: OrderId,
    },
    /// `expires_at`: one whose end has moved since says nothing.
    Reminder {
        subscription_id: SubscriptionId,
        days: i64,
        expires_at: i64,
    },
}

/// Sends a mail once the transaction of its cause is committed.
pub(super) async fn enqueue(core: &Core, tx: &impl ConnectionTrait, about: About) -> StoreResult<()> {
    SendSubscriptionMail { mail_id: secrets::random_name(22), about }.enqueue(tx, core.now()).await
}

/// Each of these letters as somebody would get it, for those who write them.
pub fn samples(core: &Core) -> Vec<Letter> {
    let mail = SendSubscriptionMail { mail_id: "sample".into(), about: About::Receipt { order_id: OrderId(1) } };
    let to = || "amina@example.com".to_owned();
    let (sold, now) = (&super::PLANS[1], core.now());
    let until = super::months_after(now, sold.months);
    let paid = Paid { number: "000001".into(), sold, price: sold.price(), from: now, until };
    vec![
        mail.receipt(core, to(), &paid, false),
        mail.refund(core, to(), &paid, Some(until)),
        mail.reminder(core, to(), sold, 14, until),
    ]
}

impl Job for SendSubscriptionMail {
    type Context = Core;
    const KIND: &'static str = "subscriptions.send_mail";
    const DEDUPE: bool = false;
    const LANE: Option<Lane> = Some(mail::LANE);

    async fn run(self, core: Core) -> Result<(), JobError> {
        mail::send_letter(&core, self.letter(&core).await).await
    }
}

/// What a receipt is about.
struct Paid {
    number: String,
    sold: &'static Plan,
    price: Money,
    from: Timestamp,
    until: Timestamp,
}

impl SendSubscriptionMail {
    /// None where there is nothing to say any more.
    async fn letter(&self, core: &Core) -> StoreResult<Option<Letter>> {
        let db = core.store.reader();
        match self.about {
            About::Receipt { order_id } | About::Refund { order_id } => {
                let Some(order) = queries::orders::get(db, order_id).await? else { return Ok(None) };
                let subscription = queries::subscriptions::of_email(db, &order.email_key).await?;
                let account = queries::accounts::by_email_key(db, &order.email_key).await?;
                let proved = account.is_some_and(|account| account.email_verified_at.is_some());
                let paid = Paid {
                    number: super::order_number::order_number(order.id),
                    sold: plan(order.plan),
                    price: Money { minor: order.price_minor, currency: order.currency.clone() },
                    from: order.period_from.unwrap_or(order.created_at),
                    until: order.period_until.unwrap_or(order.created_at),
                };
                Ok(match self.about {
                    // It went back before we could say that it came.
                    About::Receipt { .. } if order.refunded_at.is_some() => None,
                    About::Receipt { .. } => Some(self.receipt(core, order.email, &paid, proved)),
                    _ => {
                        let left = subscription
                            .filter(|row| PaidTime::from(row).is_active(core.now()))
                            .map(|row| row.expires_at);
                        Some(self.refund(core, order.email, &paid, left))
                    }
                })
            }
            About::Reminder { subscription_id, days, expires_at } => {
                let subscription = queries::subscriptions::get(db, subscription_id).await?;
                let still =
                    subscription.filter(|row| row.status == SubscriptionState::Paid && row.expires_at.0 == expires_at);
                Ok(still.map(|row| self.reminder(core, row.email.clone(), plan(row.plan), days, row.expires_at)))
            }
        }
    }

    fn receipt(&self, core: &Core, to: String, paid: &Paid, proved: bool) -> Letter {
        let (brand, base) = (&core.config.site.brand, core.config.base());
        let Paid { number, sold, price, from, until } = paid;
        let (how, link) = if proved {
            (
                "Everything is unlocked where you are signed in.",
                ("See your subscription", format!("{base}/subscription-status")),
            )
        } else {
            let how = "The subscription belongs to this e-mail address. To read with it, open an account with the same address, or sign in to the one you \
                have, and confirm the address by the link we mail you.";
            (how, ("Open an account", format!("{base}/auth/register")))
        };
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::SubscriptionReceipt,
            to,
            subject: format!("Your subscription to {brand}: receipt {number}"),
            opening: format!(
                "Thank you for subscribing to {brand}. You paid {price} for {}, from {} until {} (receipt {number}). {how}",
                sold.name,
                day(*from),
                day(*until)
            ),
            link,
            closing: "It was paid once, and nothing renews by itself. If you did not buy this, answer this mail."
                .into(),
        }
    }

    fn refund(&self, core: &Core, to: String, paid: &Paid, left: Option<Timestamp>) -> Letter {
        let (brand, base) = (&core.config.site.brand, core.config.base());
        let now = left.map_or_else(
            || "The subscription that it paid for has ended.".to_owned(),
            |until| format!("What you paid for besides stays: your subscription goes on until {}.", day(until)),
        );
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::SubscriptionRefund,
            to,
            subject: format!("{} went back to you: receipt {}", paid.price, paid.number),
            opening: format!(
                "{} for {} at {brand} (receipt {}) went back to the wallet you paid with. {now}",
                paid.price, paid.sold.name, paid.number
            ),
            link: ("See your subscription", format!("{base}/subscription-status")),
            closing: "If you did not ask for this, answer this mail.".into(),
        }
    }

    fn reminder(&self, core: &Core, to: String, sold: &Plan, days: i64, until: Timestamp) -> Letter {
        let (brand, base) = (&core.config.site.brand, core.config.base());
        let when = match days {
            0 => "today".to_owned(),
            days => format!("in {days} days, on {}", day(until)),
        };
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::SubscriptionReminder,
            to,
            subject: format!(
                "Your subscription to {brand} ends {}",
                if days == 0 { "today".to_owned() } else { format!("in {days} days") }
            ),
            opening: format!(
                "Your {} subscription to {brand} ends {when}. Nothing renews by itself. If you want to go on reading, choose a plan; what you buy now begins when this one ends.",
                sold.name
            ),
            link: ("Choose a plan", format!("{base}/subscribe")),
            closing: "If you do not, there is nothing to do, and nothing is charged.".into(),
        }
    }
}

/// `20 November 2026`, of Nairobi's calendar.
fn day(at: Timestamp) -> String {
    let text = at.nairobi_day();
    let months = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let mut parts = text.split('-').map(|part| part.parse::<usize>().unwrap_or_default());
    match (parts.next(), parts.next(), parts.next()) {
        (Some(year), Some(month @ 1..=12), Some(day)) => format!("{day} {} {year}", months[month - 1]),
        _ => text,
    }
}
