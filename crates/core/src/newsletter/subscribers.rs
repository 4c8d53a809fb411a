//! The list of subscribers, for administrators: who gets newsletters, and to whom no mail goes any more.

use mwanga_store::entities::{subscriber, suppression};
use mwanga_store::queries::subscribers::{self, Filter, SubscriberCursor};
use mwanga_store::types::SubscriberId;
use mwanga_store::{StoreResult, queries};

use super::NewsletterError;
use crate::Core;
use crate::changes::Tags;
use crate::email::prefix_key;

/// A subscriber, and why the address is suppressed where it is.
pub type ListedSubscriber = (subscriber::Model, Option<suppression::Model>);

/// A page of subscribers, with the key of the next page.
#[derive(Debug)]
pub struct SubscriberPage {
    pub subscribers: Vec<ListedSubscriber>,
    pub next: Option<SubscriberCursor>,
}

/// Subscribers, newest first; a search by the beginning of an address goes by the alphabet.
pub async fn list(
    core: &Core,
    filter: &Filter,
    after: Option<&SubscriberCursor>,
    offset: u64,
    per_page: u64,
) -> StoreResult<SubscriberPage> {
    let filter = Filter { email_key: prefix_key(&filter.email_key), ..filter.clone() };
    let mut found = subscribers::page(core.store.reader(), &filter, after, offset, per_page + 1).await?;
    let more = found.len() as u64 > per_page;
    found.truncate(per_page as usize);
    let key = |(last, _): &ListedSubscriber| SubscriberCursor {
        id: last.id,
        email_key: if filter.email_key.is_empty() { String::new() } else { last.email_key.clone() },
    };
    let next = found.last().filter(|_| more).map(key);
    Ok(SubscriberPage { subscribers: found, next })
}

/// How many there are, whatever their status.
pub async fn count(core: &Core) -> StoreResult<u64> {
    subscribers::count(core.store.reader()).await
}

/// Ends the suppression of a subscriber's address: newsletters go to it again where it was confirmed. Repeating it is
/// no error.
pub async fn lift(core: &Core, id: SubscriberId) -> Result<ListedSubscriber, NewsletterError> {
    let tx = core.store.begin().await?;
    let row = subscribers::lock_by_id(&tx, id).await?.ok_or(NewsletterError::SubscriberNotFound)?;
    queries::suppressions::remove(&tx, &row.email_key).await?;
    subscribers::end_bounce(&tx, &row).await?;
    let lifted = subscribers::get(&tx, id).await?.ok_or(NewsletterError::SubscriberNotFound)?;
    core.commit(tx, Tags::default()).await?;
    Ok((lifted, None))
}
