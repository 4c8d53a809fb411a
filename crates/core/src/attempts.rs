//! Rate limits of attempts, counted in the store, so that they hold over restarts and on every node.

use std::net::Ipv6Addr;

use mwanga_store::types::AccountId;
use mwanga_store::{StoreResult, queries};

use crate::Core;

const WINDOW_MS: i64 = 15 * 60_000;
const HOUR_MS: i64 = 60 * 60_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// Networks around the /64 of an IPv6 address that one owner may have whole, and how many times its limit each takes.
pub const WIDER_NETWORKS: [(u32, u32); 2] = [(56, 4), (48, 16)];

/// The first address of the network of this length around an IPv6 address.
pub fn ipv6_network(address: Ipv6Addr, prefix: u32) -> Ipv6Addr {
    Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - prefix)))
}

/// What mails to an address are about: whoever asks for many of one kind does not keep the others away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailsAbout {
    /// Resets, confirmations and invites of an account.
    Account,
    /// The same, asked for in a browser that has been signed in to it.
    AccountByOwner,
    /// Confirmations of newsletters.
    Newsletter,
}

impl MailsAbout {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::AccountByOwner => "account by owner",
            Self::Newsletter => "newsletter",
        }
    }
}

/// What is rate-limited, in windows of 15 minutes, messages of an hour, mails to an address of a day too. Accounts are
/// identified by address, known or not, so that the limit does not reveal which exist.
#[derive(Clone, Copy, Debug)]
pub enum Attempt<'a> {
    /// Anything that counts, by the network of the client.
    ByNetwork(&'a str),
    /// A sign-in to an account that did not succeed, from one network.
    SignInFrom { email_key: &'a str, network: &'a str },
    /// A sign-in to an account that did not succeed, from anywhere.
    SignIn { email_key: &'a str },
    /// A mail to an address.
    Mail { email_key: &'a str, about: MailsAbout },
    /// The same, within a day.
    MailOfDay { email_key: &'a str, about: MailsAbout },
    /// A message on the contact form, from one network.
    Contact { network: &'a str },
    /// A message on the contact form, from anywhere.
    ContactInAll,
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
            Self::MailOfDay { .. } => 30,
            Self::SignIn { .. } | Self::ContactInAll => 100,
            Self::Contact { .. } => 5,
            Self::LinkCheck { .. } => 20,
        }
    }

    const fn window_ms(&self) -> i64 {
        match self {
            Self::Contact { .. } | Self::ContactInAll => HOUR_MS,
            Self::MailOfDay { .. } => DAY_MS,
            _ => WINDOW_MS,
        }
    }

    /// The address whose account it is counted for.
    const fn email_key(&self) -> Option<&str> {
        match self {
            Self::ByNetwork(_) | Self::Contact { .. } | Self::ContactInAll | Self::LinkCheck { .. } => None,
            Self::SignInFrom { email_key, .. }
            | Self::SignIn { email_key }
            | Self::Mail { email_key, .. }
            | Self::MailOfDay { email_key, .. } => Some(email_key),
        }
    }

    /// The network that it comes from.
    const fn network(&self) -> Option<&str> {
        match self {
            Self::ByNetwork(network) | Self::SignInFrom { network, .. } | Self::Contact { network } => Some(network),
            _ => None,
        }
    }

    /// The same from the wider networks around that of an IPv6 address, with how many times the limit each takes.
    fn wider<'b>(&'b self, networks: &'b [(String, i64)]) -> impl Iterator<Item = (Attempt<'b>, i64)> {
        networks.iter().map(|(network, times)| {
            let wider = match *self {
                Self::SignInFrom { email_key, .. } => Attempt::SignInFrom { email_key, network },
                Self::Contact { .. } => Attempt::Contact { network },
                _ => Attempt::ByNetwork(network),
            };
            (wider, *times)
        })
    }

    fn key_hash(&self, core: &Core) -> String {
        let what = match self {
            Self::ByNetwork(network) => format!("network\n{network}"),
            Self::SignInFrom { email_key, network } => format!("sign-in\n{email_key}\n{network}"),
            Self::SignIn { email_key } => format!("sign-in\n{email_key}"),
            Self::Mail { email_key, about } => format!("mail\n{}\n{email_key}", about.as_str()),
            Self::MailOfDay { email_key, about } => format!("mail of a day\n{}\n{email_key}", about.as_str()),
            Self::Contact { network } => format!("contact\n{network}"),
            Self::ContactInAll => "contact".to_owned(),
            Self::LinkCheck { account } => format!("link check\n{account}"),
        };
        core.keys.sign("attempt", &what)
    }
}

/// The wider networks of the key of an IPv6 network; none of others.
fn wider_networks(attempt: &Attempt<'_>) -> Vec<(String, i64)> {
    let Some(address) = attempt.network().and_then(|network| network.parse::<Ipv6Addr>().ok()) else {
        return Vec::new();
    };
    let wider = |(prefix, times)| (format!("{}/{prefix}", ipv6_network(address, prefix)), i64::from(times));
    WIDER_NETWORKS.map(wider).into()
}

/// Counts an attempt before it is made, so that concurrent attempts are limited too. What its own network is refused is
/// not counted against the wider ones.
pub async fn count(core: &Core, attempt: Attempt<'_>) -> StoreResult<Result<(), TooMany>> {
    let networks = wider_networks(&attempt);
    let mut outcome = count_up_to(core, &attempt, attempt.limit()).await?;
    for (wider, times) in attempt.wider(&networks) {
        if outcome.is_ok() {
            outcome = count_up_to(core, &wider, attempt.limit() * times).await?;
        }
    }
    Ok(outcome)
}

async fn count_up_to(core: &Core, attempt: &Attempt<'_>, limit: i64) -> StoreResult<Result<(), TooMany>> {
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
    if row.count <= limit {
        return Ok(Ok(()));
    }
    let wait_ms = (row.window_started_at.0 + attempt.window_ms() - now.0).max(1);
    Ok(Err(TooMany { retry_after_s: u32::try_from(wait_ms.div_euclid(1_000) + 1).unwrap_or(u32::MAX) }))
}

/// Counts a mail to an address, before it is enqueued: at most 10 in 15 minutes and 30 a day of each kind.
pub async fn count_mail(core: &Core, email_key: &str, about: MailsAbout) -> StoreResult<Result<(), TooMany>> {
    match count(core, Attempt::Mail { email_key, about }).await? {
        Ok(()) => count(core, Attempt::MailOfDay { email_key, about }).await,
        refused => Ok(refused),
    }
}

/// Resets a counter after success; that of the wider networks too.
pub async fn clear(core: &Core, attempt: Attempt<'_>) -> StoreResult<()> {
    if !core.config.http.rate_limits {
        return Ok(());
    }
    let networks = wider_networks(&attempt);
    queries::attempts::delete(core.store.writer(), &attempt.key_hash(core)).await?;
    for (wider, _) in attempt.wider(&networks) {
        queries::attempts::delete(core.store.writer(), &wider.key_hash(core)).await?;
    }
    Ok(())
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
