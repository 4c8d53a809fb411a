use std::future::ready;

use futures_util::FutureExt;
use mwanga_store::types::PaymentProvider;
use sea_orm::Iterable;

use super::check::{Outcome, Outcomes};
use crate::Core;
use crate::payments::{self, DEFAULT_PROVIDER, GatewayError};

/// A line for each payment provider that is set up; one where none is.
pub fn checks(core: &Core) -> Outcomes<'_> {
    if !core.config.production && (core.config.payments.is_empty() || core.config.payments.is_practice()) {
        let practice =
            Outcome::well("In development the practice wallet of the server takes orders of this machine alone.");
        return vec![ready(practice).boxed()];
    }
    if core.payment_gateways().is_empty() {
        let advice = payments::provider(DEFAULT_PROVIDER).advice.set_up;
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
    let payments::Provider { name, advice, .. } = payments::provider(provider);
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
            let address = format!("{}/api/webhooks/{}", core.config.base(), provider.as_str());
            Outcome::warning(finding, format!("{}\n{address}", advice.webhook))
        }
        (Err(e), _) => {
            let why = if let GatewayError::Unavailable(why) = e { why } else { e.to_string() };
            Outcome::broken(format!("{name} did not sign us in: {why}."), advice.keys)
        }
    }
}
