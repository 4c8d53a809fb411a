use std::time::Duration;

use super::check::Outcome;
use crate::{Core, forwarded, held};

/// How long the site may take to answer itself.
const TIMEOUT: Duration = Duration::from_secs(6);

/// Wrong values end the start of every command; this one got here.
pub async fn configuration(core: &Core) -> Outcome {
    let config = &core.config;
    if config.production {
        return Outcome::well("It is complete, for production.");
    }
    let advice = "Set MWANGA_ENV=production and MWANGA_BASE_URL for readers.";
    if config.is_environment_set {
        return Outcome::warning("This is a development set-up.", advice);
    }
    if let Err(e) = config.check_environment(config.http.listen.parse().ok()) {
        return Outcome::broken(format!("`mwanga serve` does not start: {e}."), advice);
    }
    match forwarded::find(core).await {
        Ok(Some(header)) => Outcome::broken(
            format!("A proxy leads requests here ({header}), and MWANGA_ENV is not set: this is a development set-up."),
            advice,
        ),
        _ if !config.is_base_local() => {
            let finding =
                "MWANGA_BASE_URL is not this machine, and MWANGA_ENV is not set: this is a development set-up.";
            Outcome::warning(finding, advice)
        }
        _ => Outcome::warning("This is a development set-up.", advice),
    }
}

/// Whether what readers type leads to this site.
pub async fn base_url(core: &Core) -> Outcome {
    let base = core.config.base();
    let advice = "Start the server, and lead DNS and the reverse proxy to it.";
    let outcome = async {
        let client = reqwest::Client::builder().timeout(TIMEOUT).build()?;
        client.get(format!("{base}/api/site")).send().await?.error_for_status()?.json::<serde_json::Value>().await
    };
    match outcome.await {
        Ok(site) if site["brand"] == core.settings().site.brand.as_str() => {
            Outcome::well(format!("{base} leads to this site."))
        }
        Ok(_) => Outcome::broken(format!("{base} leads to another site."), advice),
        // Its own words name the address again.
        Err(e) => Outcome::broken(format!("{base} was not reached: {}", e.without_url()), advice),
    }
}

/// Whether readers can reach the newsroom, and newsletters say where it is.
pub fn contact(core: &Core) -> Outcome {
    let settings = core.settings();
    let site = &settings.site;
    let required = [("e-mail address", &site.contact_email), ("phone number", &site.contact_phone)];
    let missing: Vec<&str> = required.iter().filter(|(_, value)| value.is_empty()).map(|(detail, _)| *detail).collect();
    let advice = "Fill in Contact at /admin/settings.";
    if !missing.is_empty() {
        return Outcome::broken(format!("Readers have no {} of yours.", missing.join(" and no ")), advice);
    }
    if site.postal_address.is_empty() {
        let finding = "Newsletters end without a postal address, which many countries ask for.";
        return Outcome::warning(finding, advice);
    }
    Outcome::well("E-mail address, phone number and postal address are filled in.")
}

pub async fn hold(core: &Core) -> Outcome {
    match held::find(core.store.reader()).await {
        Ok(None) => Outcome::well("Nothing is held: this site mails and charges."),
        Ok(Some(hold)) => {
            let finding = format!(
                "This copy is held since {}: it mails nobody and charges nobody. {}",
                hold.since.iso(),
                hold.reason.describe(&core.settings())
            );
            let advice = "See below what waits. `mwanga doctor --release` lets this copy mail and charge again.";
            Outcome::warning(finding, advice)
        }
        Err(e) => Outcome::broken(format!("The hold could not be read: {e}"), "See the database's lines."),
    }
}
