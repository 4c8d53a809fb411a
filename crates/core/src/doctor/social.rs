use std::future::ready;

use futures_util::FutureExt;
use mwanga_store::types::SocialProvider;
use sea_orm::Iterable;

use super::check::{Outcome, Outcomes};
use crate::Core;
use crate::accounts::social::{self, SocialError};
use crate::config::{Endpoints, SocialProfile};

/// A line for each social provider that is set up; one where none is.
pub fn checks(core: &Core) -> Outcomes<'_> {
    if core.config.social.is_empty() {
        return vec![ready(Outcome::well("None is set up.")).boxed()];
    }
    SocialProvider::iter()
        .filter(|provider| core.config.social.contains_key(provider))
        .map(|provider| check(core, provider).boxed())
        .collect()
}

/// Whether it answers. Its secret is tried by the first sign-in alone.
async fn check(core: &Core, provider: SocialProvider) -> Outcome {
    let name = SocialProfile::of(provider).name;
    let why = match social::probe(core, provider).await {
        Ok(()) => return Outcome::well(format!("{name} answers.")),
        Err(SocialError::Unavailable(why)) => why,
        Err(e) => e.to_string(),
    };
    let group = format!("OAUTH_{}", provider.as_str().to_uppercase());
    let variables = match core.config.social.get(&provider).map(|client| &client.endpoints) {
        Some(Endpoints::Named { .. }) => {
            ["AUTH_URL", "TOKEN_URL", "USERINFO_URL"].map(|address| format!("{group}_{address}")).join(", ")
        }
        _ => format!("{group}_ISSUER"),
    };
    let advice = format!("See whether this machine reaches {name}, and compare {variables} with its documents.");
    Outcome::broken(format!("Nobody can sign in with {name}: {why}."), advice)
}
