use std::future::ready;

use futures_util::FutureExt;
use mwanga_store::types::PaymentProvider;
use sea_orm::Iterable;

use super::check::{Outcome, Outcomes};
use crate::Core;
use crate::subscriptions::{GatewayError, provider_name};

/// A line for each payment provider that is set up; one where none is.
pub fn checks(core: &Core) -> Outcomes<'_> {
    if !core.config.production && core.config.paypal.as_ref().is_none_or(|paypal| paypal.practice_wallet) {
        let practice =
            Outcome::well("In development the practice wallet of the server takes orders of this machine alone.");
        return vec![ready(practice).boxed()];
    }
    if core.payment_gateways().is_empty() {
        let advice = "Set PAYPAL_CLIENT_ID and PAYPAL_SECRET, if subscriptions are to be sold.";
        let none = Outcome::warning("Nobody can buy a subscription: no payment provider is set up.", advice);
        return vec![ready(none).boxed()];
    }
    PaymentProvider::iter()
        .filter(|provider| core.payment_gateways().get(*provider).is_ok())
        .map(|provider| check(core, provider).boxed())
        .collect()
}

/// Signs in as a purchase does; nothing is bought.
async fn check(core: &Core, provider: PaymentProvider) -> Outcome {
    let name = provider_name(provider);
    let Ok(gateway) = core.payment_gateways().get(provider) else {
        return Outcome::well(format!("{name} is not set up."));
    };
    match (gateway.verify_credentials().await, gateway.has_webhook()) {
        (Ok(()), true) => Outcome::well(format!("{name} takes our keys, and a webhook is set.")),
        (Ok(()), false) => {
            let finding = format!(
                "{name} takes our keys. No webhook is set: an order whose buyer closed the page is finished minutes \
                 later, and a refund at {name} is noticed within a week."
            );
            Outcome::warning(finding, webhook_advice(core, provider))
        }
        (Err(e), _) => {
            let why = if let GatewayError::Unavailable(why) = e { why } else { e.to_string() };
            Outcome::broken(format!("{name} did not sign us in: {why}."), keys_advice(provider))
        }
    }
}

fn webhook_advice(core: &Core, provider: PaymentProvider) -> String {
    match provider {
        PaymentProvider::PayPal => format!(
            "Add a webhook to the application at developer.paypal.com and set its id as PAYPAL_WEBHOOK_ID. Its address:\n\
             {}/api/webhooks/{}",
            core.config.base(),
            provider.as_str()
        ),
    }
}

const fn keys_advice(provider: PaymentProvider) -> &'static str {
    match provider {
        PaymentProvider::PayPal => {
            "Compare PAYPAL_CLIENT_ID and PAYPAL_SECRET with the application at developer.paypal.com; keys of its \
             sandbox belong to PAYPAL_BASE_URL=https://api-m.sandbox.paypal.com."
        }
    }
}
