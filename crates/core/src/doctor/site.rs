use std::time::Duration;

use super::Check;
use crate::{Core, held};

/// How long the site may take to answer itself.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Wrong values end the start of every command; this one got here.
pub fn configuration(core: &Core) -> Check {
    const SUBJECT: &str = "Configuration";
    if core.config.production {
        return Check::well(SUBJECT, "It is complete, for production.");
    }
    let advice = "Set MWANGA_ENV=production and MWANGA_BASE_URL for readers.";
    Check::warning(SUBJECT, "This is a development set-up.", advice)
}

pub fn payments(core: &Core) -> Check {
    const SUBJECT: &str = "Payments";
    if !core.config.production && core.config.paypal.is_none() {
        return Check::well(SUBJECT, "In development the practice wallet of the server takes orders.");
    }
    if core.payment_gateways.is_empty() {
        let advice = "Set PAYPAL_CLIENT_ID and PAYPAL_SECRET, if subscriptions are to be sold.";
        return Check::warning(SUBJECT, "Nobody can buy a subscription: no payment provider is set up.", advice);
    }
    Check::well(SUBJECT, "A payment provider is set up. Its keys were not tried.")
}

/// Whether what readers type leads to this site.
pub async fn base_url(core: &Core) -> Check {
    const SUBJECT: &str = "Base URL";
    let base = core.config.base();
    let advice = "Start the server, and lead DNS and the reverse proxy to it.";
    let outcome = async {
        let client = reqwest::Client::builder().timeout(TIMEOUT).build()?;
        client.get(format!("{base}/api/site")).send().await?.error_for_status()?.json::<serde_json::Value>().await
    };
    match outcome.await {
        Ok(site) if site["brand"] == core.config.site.brand.as_str() => {
            Check::well(SUBJECT, format!("{base} leads to this site."))
        }
        Ok(_) => Check::broken(SUBJECT, format!("{base} leads to another site."), advice),
        // Its own words name the address again.
        Err(e) => Check::broken(SUBJECT, format!("{base} was not reached: {}", e.without_url()), advice),
    }
}

pub async fn hold(core: &Core) -> Check {
    const SUBJECT: &str = "Hold";
    match held::find(core.store.reader()).await {
        Ok(None) => Check::well(SUBJECT, "Nothing is held: this site mails and charges."),
        Ok(Some(hold)) => {
            let finding = format!(
                "This copy is held since {}: it mails nobody and charges nobody. {}",
                hold.since.iso(),
                hold.reason.describe()
            );
            let advice = "See below what waits. `mwanga doctor --release` lets this copy mail and charge again.";
            Check::warning(SUBJECT, finding, advice)
        }
        Err(e) => Check::broken(SUBJECT, format!("The hold could not be read: {e}"), "See the database's lines."),
    }
}
