//! Subscribers and readers of the demo publication: what people do by the links of their mails.

use mwanga_store::entities::subscriber::Model;
use mwanga_store::types::{IssueId, SubscriberStatus};
use mwanga_store::{StoreError, StoreResult, queries};

use super::subscribe::confirm_and_welcome;
use super::{NewsletterError, new_issue, preferences, sending, subscriber_links};
use crate::Core;
use crate::changes::Tags;

/// A mail of an issue that a mail server refuses.
#[derive(Clone, Copy, Debug)]
pub struct SampleFailure {
    pub email: &'static str,
    /// As the mail server says it.
    pub error: &'static str,
    /// Whether the address does not exist.
    pub is_bounce: bool,
}

/// Confirms a subscriber as the link of the mail does, with the topics they chose. One who did something since stays as
/// they are.
pub async fn confirm_sample(core: &Core, email: &str, topics: &[&str]) -> StoreResult<()> {
    let subscriber = find(core, email).await?;
    if subscriber.status == SubscriberStatus::Pending {
        let tx = core.store.begin().await?;
        confirm_and_welcome(core, &tx, subscriber.id).await?;
        queries::subscribers::set_topics(&tx, subscriber.id, topics).await?;
        core.commit(tx, Tags::default()).await?;
    }
    Ok(())
}

/// Unsubscribes a subscriber, by the link of an issue if there is one.
pub async fn unsubscribe_sample(core: &Core, email: &str, issue: Option<IssueId>) -> Result<(), NewsletterError> {
    let subscriber = find(core, email).await?;
    preferences::unsubscribe(core, &subscriber_links::code(core, subscriber.id, &subscriber.email_key), issue).await
}

/// Starts an issue whose undo period is over; the mails to `failures` are refused, the others wait to be sent.
pub async fn start_sample(core: &Core, id: IssueId, failures: &[SampleFailure]) -> StoreResult<()> {
    new_issue::start(core, id).await?;
    for failure in failures {
        sending::fail_sample(core, id, failure).await?;
    }
    Ok(())
}

/// Counts clicks on the links of an issue, by their place; one whose clicks were counted stays as it is.
pub async fn click_sample(core: &Core, id: IssueId, clicks: &[i64]) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    let links = queries::issue_links::list(&tx, id).await?;
    if links.iter().all(|link| link.clicks == 0) {
        let clicks = links.iter().zip(clicks).map(|(link, clicks)| (link.id, *clicks)).collect();
        queries::issue_links::add_clicks(&tx, clicks).await?;
    }
    tx.commit().await
}

async fn find(core: &Core, email: &str) -> StoreResult<Model> {
    let found = queries::subscribers::by_email_key(core.store.reader(), email).await?;
    found.ok_or_else(|| StoreError::Conflict(format!("{email} is no subscriber")))
}
