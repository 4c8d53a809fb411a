//! How often something may be tried: counted in the store, so that limits hold over restarts and on every node.

use mwanga_store::{StoreResult, queries};

use crate::Core;

const WINDOW_MS: i64 = 15 * 60_000;

/// What is counted, in windows of 15 minutes. Accounts are named by their address, whether there is one or not: both
/// are answered alike.
#[derive(Clone, Copy, Debug)]
pub enum Tried<'a> {
    /// Anything that counts, by the network of the client.
    ByNetwork(&'a str),
    /// A sign-in to an account that did not succeed, from one network.
    SignInFrom { email_key: &'a str, network: &'a str },
    /// A sign-in to an account that did not succeed, from anywhere.
    SignIn { email_key: &'a str },
    /// A mail to an address.
    Mail { email_key: &'a str },
}

/// Too many tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    pub retry_after_s: u32,
}

impl Tried<'_> {
    const fn most(&self) -> i64 {
        match self {
            Self::ByNetwork(_) => 300,
            Self::SignInFrom { .. } | Self::Mail { .. } => 10,
            Self::SignIn { .. } => 100,
        }
    }

    /// The address whose account it is counted for.
    const fn email_key(&self) -> Option<&str> {
        match self {
            Self::ByNetwork(_) => None,
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
        };
        core.keys.sign("attempt", &what)
    }
}

/// Counts a try before it is made, so that any number at once are no more than one after another.
pub async fn count(core: &Core, tried: Tried<'_>) -> StoreResult<Result<(), TooMany>> {
    if !core.config.http.rate_limits {
        return Ok(Ok(()));
    }
    let now = core.now();
    let account_hash = tried.email_key().map(|email_key| account_hash(core, email_key)).unwrap_or_default();
    let row = queries::attempts::count(
        core.store.writer(),
        &tried.key_hash(core),
        &account_hash,
        now.plus_ms(-WINDOW_MS),
        now,
    )
    .await?;
    if row.count <= tried.most() {
        return Ok(Ok(()));
    }
    let wait_ms = (row.window_started_at.0 + WINDOW_MS - now.0).max(1);
    Ok(Err(TooMany { retry_after_s: u32::try_from(wait_ms.div_euclid(1_000) + 1).unwrap_or(u32::MAX) }))
}

/// Forgets what was counted: it succeeded.
pub async fn clear(core: &Core, tried: Tried<'_>) -> StoreResult<()> {
    if core.config.http.rate_limits {
        queries::attempts::clear(core.store.writer(), &tried.key_hash(core)).await
    } else {
        Ok(())
    }
}

/// Forgets everything that was counted for an address, from every network: its owner has shown that it is theirs.
pub async fn clear_of_account(core: &Core, email_key: &str) -> StoreResult<()> {
    queries::attempts::clear_of_account(core.store.writer(), &account_hash(core, email_key)).await
}

fn account_hash(core: &Core, email_key: &str) -> String {
    core.keys.sign("attempt", &format!("account\n{email_key}"))
}

/// Takes a counted try back: it was none of those that are counted.
pub async fn take_back(core: &Core, tried: Tried<'_>) -> StoreResult<()> {
    if core.config.http.rate_limits {
        queries::attempts::take_back(core.store.writer(), &tried.key_hash(core)).await
    } else {
        Ok(())
    }
}
