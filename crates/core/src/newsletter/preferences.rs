//! Preferences of a subscriber: topics, unsubscribing, resubscribing.

use std::collections::BTreeSet;

use mwanga_store::entities::subscriber::Model;
use mwanga_store::queries::mailed_codes::Owner;
use mwanga_store::queries::{mailed_codes, subscribers};
use mwanga_store::types::{CodePurpose, IssueId, SubscriberStatus};
use mwanga_store::{ConnectionTrait, StoreResult};

use super::{NewsletterError, is_topic, subscriber_links};
use crate::Core;
use crate::changes::Tags;

/// Preferences of a subscriber.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preferences {
    pub email: String,
    pub subscribed: bool,
    /// Ids, by the alphabet.
    pub topics: Vec<String>,
}

/// Preferences of the subscriber of a link.
pub async fn preferences(core: &Core, code: &str) -> Result<Preferences, NewsletterError> {
    let Model { id, email, status, .. } = subscriber_links::find_subscriber(core, code).await?;
    let topics = subscribers::topics(core.store.reader(), id).await?;
    Ok(Preferences { email, subscribed: status == SubscriberStatus::Confirmed, topics })
}

/// Sets topics; unknown ids are ignored, because an older page may send them.
pub async fn set_topics(core: &Core, code: &str, topics: &[String]) -> Result<(), NewsletterError> {
    let subscriber = subscriber_links::find_subscriber(core, code).await?;
    let tx = core.store.begin().await?;
    save_topics(&tx, &subscriber, topics).await?;
    Ok(core.commit(tx, Tags::default()).await?)
}

pub(super) async fn save_topics(tx: &impl ConnectionTrait, subscriber: &Model, topics: &[String]) -> StoreResult<()> {
    let known: BTreeSet<&str> = topics.iter().map(String::as_str).filter(|id| is_topic(id)).collect();
    subscribers::set_topics(tx, subscriber.id, &known.into_iter().collect::<Vec<_>>()).await
}

/// Unsubscribes; repeating it is no error. Confirmation links mailed before become invalid. `issue` is the one whose
/// link was pressed, for its report: nobody checks it, and each subscriber counts once.
pub async fn unsubscribe(core: &Core, code: &str, issue: Option<IssueId>) -> Result<(), NewsletterError> {
    let subscriber = subscriber_links::find_subscriber(core, code).await?;
    let tx = core.store.begin().await?;
    subscribers::unsubscribe(&tx, subscriber.id, issue, core.now()).await?;
    mailed_codes::consume_all(&tx, Owner::Subscriber(subscriber.id), CodePurpose::Newsletter, core.now()).await?;
    Ok(core.commit(tx, Tags::default()).await?)
}

/// Resubscribes; repeating it is no error. Unconfirmed and bounced addresses have to sign up again.
pub async fn resubscribe(core: &Core, code: &str) -> Result<(), NewsletterError> {
    let subscriber = subscriber_links::find_subscriber(core, code).await?;
    let tx = core.store.begin().await?;
    if !subscribers::resubscribe(&tx, subscriber.id).await? {
        let now = subscribers::get(&tx, subscriber.id).await?;
        return if now.is_some_and(|row| row.status == SubscriberStatus::Confirmed) {
            Ok(())
        } else {
            Err(NewsletterError::InvalidLink)
        };
    }
    Ok(core.commit(tx, Tags::default()).await?)
}
