//! Known browsers of an account: a sign-in from an unknown one is notified to the owner by mail.

use mwanga_store::entities::account;
use mwanga_store::{StoreResult, Transaction, queries};

use super::Client;
use super::mails::{self, AccountMailKind, SecurityNotice};
use crate::security::{self, Event};
use crate::{Core, secrets};

/// Length of the cookie, in characters.
const COOKIE_LENGTH: usize = 43;
/// Rate limit of notifications: one per account in this time, in milliseconds.
const NOTICE_INTERVAL_MS: i64 = 24 * 3_600_000;

/// Records a sign-in from a browser, and notifies the owner when the browser is unknown. The first browser of an
/// account is not notified.
///
/// Returns the cookie to set, when the browser has none.
pub(super) async fn record_sign_in(
    core: &Core,
    tx: &Transaction,
    account: &account::Model,
    client: &Client,
) -> StoreResult<Option<String>> {
    let known = client.browser.as_ref().filter(|cookie| cookie.len() == COOKIE_LENGTH);
    let new = known.is_none().then(|| secrets::random_token(COOKIE_LENGTH));
    let Some(cookie) = known.or(new.as_ref()) else { return Ok(None) };
    // Hashed with the account id, so that the table does not show which accounts share a browser.
    let hash = secrets::fingerprint(&format!("{}\n{cookie}", account.id));
    let now = core.now();
    let mut notified_at = None;
    if queries::account_browsers::get(tx, account.id, &hash).await?.is_none()
        && queries::account_browsers::has_any(tx, account.id).await?
    {
        security::log(Event::NewBrowser, security::EventDetails::account(account.id));
        if !queries::account_browsers::notified_since(tx, account.id, now.plus_ms(-NOTICE_INTERVAL_MS)).await? {
            let notice = SecurityNotice::NewBrowser { device: client.device.clone() };
            mails::enqueue(core, tx, AccountMailKind::Notice { account_id: account.id, notice, at: now }).await?;
            notified_at = Some(now);
        }
    }
    queries::account_browsers::upsert_sign_in(tx, account.id, &hash, notified_at, now).await?;
    Ok(new)
}
