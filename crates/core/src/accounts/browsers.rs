//! The browsers in which an account is known: a sign-in from another one is told to its owner.

use mwanga_store::entities::account;
use mwanga_store::{StoreResult, Transaction, queries};

use super::Client;
use super::mails::{self, About, Notice};
use crate::security::{self, Event};
use crate::{Core, secrets};

/// Letters and digits of the cookie.
const COOKIE_LENGTH: usize = 43;
/// The owner is told of one new browser in this time, in milliseconds.
const BETWEEN_NOTICES_MS: i64 = 24 * 3_600_000;

/// Notes that somebody signs in from a browser, and mails the owner where it was never seen. The first one of an
/// account is nobody else's.
///
/// Answers the cookie to be handed out, where the browser has none.
pub(super) async fn note(
    core: &Core,
    tx: &Transaction,
    account: &account::Model,
    client: &Client,
) -> StoreResult<Option<String>> {
    let known = client.browser.as_ref().filter(|cookie| cookie.len() == COOKIE_LENGTH);
    let new = known.is_none().then(|| secrets::random_name(COOKIE_LENGTH));
    let Some(cookie) = known.or(new.as_ref()) else { return Ok(None) };
    // With the account in it: nobody sees in the table which accounts share a browser.
    let hash = secrets::fingerprint(&format!("{}\n{cookie}", account.id));
    let now = core.now();
    let mut notified_at = None;
    if queries::account_browsers::get(tx, account.id, &hash).await?.is_none()
        && queries::account_browsers::has_any(tx, account.id).await?
    {
        security::log(Event::NewBrowser, security::About::account(account.id));
        if !queries::account_browsers::notified_since(tx, account.id, now.plus_ms(-BETWEEN_NOTICES_MS)).await? {
            let notice = Notice::NewBrowser { device: client.device.clone() };
            mails::enqueue(core, tx, About::Notice { account_id: account.id, notice, at: now }).await?;
            notified_at = Some(now);
        }
    }
    queries::account_browsers::note(tx, account.id, &hash, notified_at, now).await?;
    Ok(new)
}
