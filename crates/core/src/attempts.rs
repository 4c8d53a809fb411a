//! Rate limits of attempts, counted in the store, so that they hold over restarts and on every node.

use mwanga_store::types::AccountId;
use mwanga_store::{StoreResult, queries};

use crate::Core;

const WINDOW_MS: i64 = 15 * 60_000;
const HOUR_MS: i64 = 60 * 60_000;

/// What is rate-limited, in windows of 15 minutes, messages of an hour. Accounts are identified by address, known or
/// not, so that the limit
/// does not reveal which exist.
#[derive(Clone, Copy, Debug)]
pub enum Attempt<'a> {
    /// Anything that counts, by the network of the client.
    ByNetwork(&'a str),
    /// A sign-in to an account that did not succeed, from one network.
    SignInFrom { email_key: &'a str, network: &'a str },
    /// A sign-in to an account that did not succeed, from anywhere.
    SignIn { email_key: &'a str },
    /// A mail to an address.
    Mail { email_key: &'a str },
    /// A message on the contact form, from one network.
    Contact { network: &'a str },
    /// A check of a post's links that somebody of the newsroom asks for.
    LinkCheck { account: AccountId },
}

/// The rate limit is exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    pub retry_after_s: u32,
}

impl Attempt<'_> {
    const fn limit(&self) -> i64 {
        match self {
            Self::ByNetwork(_) => 300,
            Self::SignInFrom { .. } | Self::Mail { .. } => 10,
            Self::SignIn { .. } => 100,
            Self::Contact { .. } => 5,
            Self::LinkCheck { .. } => 20,
        }
    }

    const fn window_ms(&self) -> i64 {
        match self {
            Self::Contact { .. } => HOUR_MS,
            _ => WINDOW_MS,
        }
    }

    /// The address whose account it is counted for.
    const fn email_key(&self) -> Option<&str> {
        match self {
            Self::ByNetwork(_) | Self::Contact { .. } | Self::LinkCheck { .. } => None,
            Self::SignInFrom { email_key, .. } | Self::SignIn { email_key } | Self::Mail { email_key } => {
                Some(email_key)
            }
        }
    }

    fn key_hash(&self, core: &Core) -> String {
        let what = match self {
            Self::ByNetwork(network) => format!("network\n{network}"),
            Self::SignInFrom { email_key, network } => format!("sign-in\n{email_key}\n{network}"),
            Self::SignIn { email_key } => format!("sign-in\n{email_key}"),
            Self::Mail { email_key } => format!("mail\n{email_key}"),
            Self::Contact { network } => format!("contact\n{network}"),
            Self::LinkCheck { account } => format!("link check\n{account}"),
        };
        core.keys.sign("attempt", &what)
    }
}

/// Counts an attempt before it is made, so that concurrent attempts are limited too.
pub async fn count(core: &Core, attempt: Attempt<'_>) -> StoreResult<Result<(), TooMany>> {
    if !core.config.http.rate_limits {
        return Ok(Ok(()));
    }
    let now = core.now();
    let account_hash = attempt.email_key().map(|email_key| account_hash(core, email_key)).unwrap_or_default();
    let row = queries::attempts::increment(
        core.store.writer(),
        &attempt.key_hash(core),
        &account_hash,
        now.plus_ms(-attempt.window_ms()),
        now,
    )
    .await?;
    if row.count <= attempt.limit() {
        return Ok(Ok(()));
    }
    let wait_ms = (row.window_started_at.0 + attempt.window_ms() - now.0).max(1);
    Ok(Err(TooMany { retry_after_s: u32::try_from(wait_ms.div_euclid(1_000) + 1).unwrap_or(u32::MAX) }))
}

/// Resets a counter after success.
pub async fn clear(core: &Core, attempt: Attempt<'_>) -> StoreResult<()> {
    if core.config.http.rate_limits {
        queries::attempts::delete(core.store.writer(), &attempt.key_hash(core)).await
    } else {
        Ok(())
    }
}

/// Resets all counters of an address, from every network, after its owner was verified.
pub(crate) async fn clear_account(core: &Core, email_key: &str) -> StoreResult<()> {
    queries::attempts::delete_by_account(core.store.writer(), &account_hash(core, email_key)).await
}

fn account_hash(core: &Core, email_key: &str) -> String {
    core.keys.sign("attempt", &format!("account\n{email_key}"))
}

/// Takes one count back.
pub(crate) async fn decrement(core: &Core, attempt: Attempt<'_>) -> StoreResult<()> {
    if core.config.http.rate_limits {
        queries::attempts::decrement(core.store.writer(), &attempt.key_hash(core)).await
    } else {
        Ok(())
    }
}
