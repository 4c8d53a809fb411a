//! The welcome: sent once when an address becomes a subscriber's. See `docs/decisions/082`.

use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::entities::{post, subscriber};
use mwanga_store::types::{Access, MailKind, SubscriberId, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult, queries};
use serde::{Deserialize, Serialize};

use super::topics::{self, TOPIC_GROUPS};
use super::{digest, sending, story_details, subscriber_links};
use crate::mail::{self, MailSample, Recipient, WelcomeMail};
use crate::settings::Settings;
use crate::{Core, held, html, posts, secrets};

/// Posts of a welcome where the newsroom chose none, and the newest ones that are looked at for them.
const NEWEST: usize = 3;
const SEARCHED: u64 = 20;
/// Topics that are named; of more, so many and how many more.
const NAMED_TOPICS: usize = 6;

/// Sends the welcome of a subscription.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendWelcome {
    /// Random; the `Message-ID`.
    mail_id: String,
    subscriber_id: SubscriberId,
    /// When the subscription began: who left meanwhile and came back is welcomed by the job of that.
    confirmed_at: Timestamp,
}

/// Sends the welcome once the transaction of the confirmation is committed.
pub(super) async fn enqueue(tx: &impl ConnectionTrait, subscriber_id: SubscriberId, now: Timestamp) -> StoreResult<()> {
    SendWelcome { mail_id: secrets::random_token(22), subscriber_id, confirmed_at: now }.enqueue(tx, now).await
}

impl Job for SendWelcome {
    type Context = Core;
    const KIND: &'static str = "newsletter.send_welcome";
    const DEDUPE: bool = false;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(mail::CONCURRENCY_GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        // Another process may have held the site just now.
        held::refuse_while_held(&core).await.map_err(JobError::retry)?;
        let Some(subscriber) = self.recipient(&core).await.map_err(JobError::retry)? else { return Ok(()) };
        let topics = queries::subscribers::topics(core.store.reader(), subscriber.id).await.map_err(JobError::retry)?;
        let mail = welcome(&core, &topics).await.map_err(JobError::retry)?;
        let (settings, to) = (core.settings(), reader(&core, &subscriber));
        let message = mail.message(&settings, &self.mail_id, &to, core.now())?;
        let (kind, subject) = (MailKind::NewsletterWelcome, WelcomeMail::subject(&settings));
        Ok(core.mailer().send_message(&core, &self.mail_id, kind, &to.email, &subject, message).await?)
    }
}

impl SendWelcome {
    /// None when the mail is no longer needed, or was sent by a run that ended before it said so.
    async fn recipient(&self, core: &Core) -> StoreResult<Option<subscriber::Model>> {
        let db = core.store.reader();
        if queries::deliveries::filter_active_recipients(db, &[self.subscriber_id]).await?.is_empty()
            || queries::mail_log::is_sent(db, &self.mail_id).await?
        {
            return Ok(None);
        }
        let subscriber = queries::subscribers::get(db, self.subscriber_id).await?;
        Ok(subscriber.filter(|subscriber| subscriber.confirmed_at == Some(self.confirmed_at)))
    }
}

fn reader(core: &Core, subscriber: &subscriber::Model) -> Recipient {
    let (base, code) = (core.config.base(), subscriber_links::code(core, subscriber.id, &subscriber.email_key));
    Recipient {
        email: subscriber.email.clone(),
        preferences: format!("{base}/newsletter/preferences?code={code}"),
        unsubscribe: Some(format!("{base}/newsletter/unsubscribe?code={code}")),
    }
}

/// A sample of the mail, for the preview of mails.
pub async fn welcome_sample(core: &Core) -> StoreResult<MailSample> {
    let mail = welcome(core, &["ai-at-work".to_owned(), "games".to_owned()]).await?;
    Ok(MailSample::of_welcome(&mail, &core.settings(), &sending::sample_subscriber(core), core.now()))
}

async fn welcome(core: &Core, topics: &[String]) -> StoreResult<WelcomeMail> {
    let chosen = posts_to_begin_with(core).await?;
    let stories = html::off_thread(move || digest::digest_html(&chosen, digest::EXCERPT_CHARS)).await;
    let details = story_details::load(core, &stories).await?;
    Ok(WelcomeMail { stories, details, schedule: schedule(&core.settings(), topics) })
}

/// The posts that the newsroom chose, as far as everyone may read them now; where none is left, the newest.
async fn posts_to_begin_with(core: &Core) -> StoreResult<Vec<post::Model>> {
    let mut chosen: Vec<post::Model> = Vec::new();
    for slug in &core.settings().newsletter.welcome_posts {
        // An earlier slug may be another name of a chosen one.
        if let Some(post) = posts::find_recommendable(core, slug).await?
            && !chosen.iter().any(|known| known.id == post.id)
        {
            chosen.push(post);
        }
    }
    if chosen.is_empty() {
        chosen = digest::newest_posts(core, core.now(), SEARCHED).await?;
        chosen.retain(|post| post.access == Access::Everyone);
        chosen.truncate(NEWEST);
    }
    Ok(chosen)
}

/// What comes when, according to the settings and the topics of a subscriber: a few words, and a sentence.
fn schedule(settings: &Settings, topics: &[String]) -> Vec<(String, String)> {
    let newsletter = &settings.newsletter;
    let mut rows = Vec::new();
    if newsletter.daily_enabled {
        let words = format!("Every day at {}, {} time", newsletter.daily_time, settings.time_zone_place());
        let sentence = match newsletter.daily_minimum {
            1 => "The new posts, on each day that has one.".to_owned(),
            minimum => format!("The new posts, once there are at least {minimum}."),
        };
        rows.push((words, sentence));
    }
    let limit =
        if newsletter.daily_enabled && newsletter.one_notice_a_day { ", as a rule at most one a day" } else { "" };
    rows.push((
        "Now and then".to_owned(),
        format!("A mail about a new post{limit}, and newsletters that we write by hand."),
    ));
    rows.push(if topics.is_empty() {
        let sentence = "You chose none yet. Newsletters on a topic go only to those who chose it.";
        ("Topics".to_owned(), sentence.to_owned())
    } else {
        (format!("Your topics: {}", topic_names(topics)), "Newsletters on these, now and then.".to_owned())
    });
    rows
}

/// The names of topics as a list in a sentence.
fn topic_names(ids: &[String]) -> String {
    let count = TOPIC_GROUPS.iter().map(|group| group.topics.len()).sum();
    if ids.len() >= count {
        return "all".to_owned();
    }
    // One that is no longer in the catalogue goes by its id.
    let mut names: Vec<String> =
        ids.iter().map(|id| topics::find(id).map_or_else(|| id.clone(), |topic| topic.name.to_owned())).collect();
    if names.len() > NAMED_TOPICS {
        let more = names.len() - (NAMED_TOPICS - 1);
        names.truncate(NAMED_TOPICS - 1);
        names.push(format!("{more} more"));
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_named_in_a_sentence_and_many_are_counted() {
        let names = |ids: &[&str]| topic_names(&ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>());
        assert_eq!(names(&["games"]), "Games");
        assert_eq!(names(&["ai-at-work", "games", "gone"]), "AI at work, Games and gone");
        let many: Vec<&str> =
            TOPIC_GROUPS[0].topics.iter().chain(TOPIC_GROUPS[1].topics).map(|topic| topic.id).collect();
        assert_eq!(many.len(), 11);
        assert_eq!(names(&many), "AI at work, Phones and gadgets, For builders, Security check, Connected and 6 more");
        let all: Vec<&str> = TOPIC_GROUPS.iter().flat_map(|group| group.topics).map(|topic| topic.id).collect();
        assert_eq!(names(&all), "all");
    }
}
