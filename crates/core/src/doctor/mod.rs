//! Checks what a site needs: each answers whether it is well, and what to do where it is not. Nothing secret is told.
//!
//! - `database.rs`: version, integrity, clock, retention; `disk.rs`: free space, private files; `secret.rs`: the secret key
//! - `mail.rs`: connect, TLS and sign-in; `sender.rs`: SPF, DKIM and DMARC of the sender, looked up by `dns.rs`
//! - `zones.rs`: the age of the time zones
//! - `search.rs`: whether an index is being made
//! - `media.rs`: write, read and delete, and the marker
//! - `payments.rs`, `social.rs`: the keys of payment providers, the addresses of social providers
//! - `backups.rs`: their age, and whether one was restored
//! - `site.rs`: configuration, contact, the base URL reached from here, the hold
//!
//! A new line is a row of [`check_all`].

mod backups;
mod check;
mod database;
mod disk;
mod dns;
mod mail;
mod media;
mod payments;
mod search;
mod secret;
mod sender;
mod site;
mod social;
mod zones;

use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join_all};

use self::check::Outcome;
use crate::Core;

pub use check::{Check, CheckState};

/// How long a check may take.
const TIMEOUT: Duration = Duration::from_secs(8);

/// All checks, in the order in which they are told. They wait beside each other.
pub async fn check_all(core: &Core) -> Vec<Check> {
    let mut checks = Checks { timeout: TIMEOUT, running: Vec::new() };
    checks.add("Configuration", site::configuration(core));
    checks.add("Contact", async { site::contact(core) });
    checks.add("Secret key", async { secret::check(core) });
    checks.add("Database", database::version(core));
    checks.add("Integrity", database::integrity(core));
    checks.add("Clock", database::clock(core));
    checks.add("Time zones", async { zones::age(core) });
    checks.add("Retention", database::retention(core));
    checks.add("Free space", async { disk::free_space(core) });
    checks.add("Private files", async { disk::private_files(core) });
    checks.add("Search", async { search::indexes(core) });
    checks.add("Mail", mail::check(core));
    for (subject, outcome) in sender::checks(core) {
        checks.add(subject, outcome);
    }
    checks.add("Media", media::write_read_delete(core));
    checks.add("Media marker", media::marker(core));
    for outcome in payments::checks(core) {
        checks.add("Payments", outcome);
    }
    for outcome in social::checks(core) {
        checks.add("Social sign-in", outcome);
    }
    checks.add("Base URL", site::base_url(core));
    checks.add("Backups", backups::check(core));
    checks.add("Hold", site::hold(core));
    join_all(checks.running).await
}

/// What is not well, of the checks that ask neither the network nor much of the disk.
pub async fn known_problems(core: &Core) -> Vec<Check> {
    let mut checks = Checks { timeout: TIMEOUT, running: Vec::new() };
    checks.add("Configuration", site::configuration(core));
    checks.add("Contact", async { site::contact(core) });
    checks.add("Secret key", async { secret::check(core) });
    checks.add("Free space", async { disk::free_space(core) });
    checks.add("Backups", backups::check(core));
    checks.add("Hold", site::hold(core));
    let found = join_all(checks.running).await;
    found.into_iter().filter(|check| check.state != CheckState::Well).collect()
}

struct Checks<'a> {
    timeout: Duration,
    running: Vec<BoxFuture<'a, Check>>,
}

impl<'a> Checks<'a> {
    fn add(&mut self, subject: &'static str, outcome: impl Future<Output = Outcome> + Send + 'a) {
        let timeout = self.timeout;
        let check = async move {
            let outcome = tokio::time::timeout(timeout, outcome).await.unwrap_or_else(|_| timed_out(timeout));
            outcome.of(subject)
        };
        self.running.push(check.boxed());
    }
}

fn timed_out(timeout: Duration) -> Outcome {
    let advice = "See whether this machine is busy, and whether it reaches what this line is about.";
    Outcome::broken(format!("There was no answer within {} seconds.", timeout.as_secs()), advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_check_that_hangs_is_broken_in_time_and_keeps_its_place() {
        let mut checks = Checks { timeout: Duration::from_secs(1), running: Vec::new() };
        checks.add("First", async { Outcome::well("It is.") });
        for _ in 0..60 {
            checks.add("Hangs", std::future::pending());
        }
        checks.add("Last", async { Outcome::well("It is.") });
        let checks = tokio::time::timeout(Duration::from_secs(30), join_all(checks.running)).await;
        let checks = checks.expect("they wait beside each other");
        let states: Vec<_> = checks.iter().map(|check| (check.subject, check.state)).collect();
        assert_eq!((states[0], states[61]), (("First", CheckState::Well), ("Last", CheckState::Well)));
        assert!(states[1..61].iter().all(|hung| *hung == ("Hangs", CheckState::Broken)), "{states:?}");
    }
}
