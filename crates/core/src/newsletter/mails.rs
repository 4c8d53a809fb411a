//! Mails about a subscription: the job that sends them, and their text.

use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::entities::subscriber;
use mwanga_store::queries;
use mwanga_store::queries::mailed_codes::Owner;
use mwanga_store::types::{CodePurpose, MailKind, SubscriberId, SubscriberStatus};
use mwanga_store::{ConnectionTrait, StoreResult};
use serde::{Deserialize, Serialize};

use super::subscriber_links;
use crate::mail::{self, Letter, codes};
use crate::{Core, secrets};

const CONFIRM_TTL_MS: i64 = 7 * 24 * 3_600_000;

/// Sends one mail about a subscription.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendNewsletterMail {
    /// Random; the code and the `Message-ID` follow from it.
    mail_id: String,
    subscriber_id: SubscriberId,
    about: NewsletterMailKind,
}

/// Kind of a mail about a newsletter subscription.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NewsletterMailKind {
    /// Double opt-in: asks the owner of the address to confirm.
    Confirm,
    /// The address is subscribed already.
    Known,
}

/// Sends a mail once the transaction of its cause is committed.
pub(super) async fn enqueue(
    core: &Core,
    tx: &impl ConnectionTrait,
    subscriber_id: SubscriberId,
    about: NewsletterMailKind,
) -> StoreResult<()> {
    SendNewsletterMail { mail_id: secrets::random_token(22), subscriber_id, about }.enqueue(tx, core.now()).await
}

/// A sample of each letter, for the preview of mails.
pub fn samples(core: &Core) -> Vec<Letter> {
    let subscriber = subscriber::Model {
        id: SubscriberId(1),
        email: "amina@example.com".into(),
        email_key: "amina@example.com".into(),
        name: String::new(),
        status: SubscriberStatus::Confirmed,
        requested_at: core.now(),
        confirmed_at: Some(core.now()),
        created_at: core.now(),
        left_at: None,
        left_by_issue: None,
    };
    let mail = SendNewsletterMail {
        mail_id: "sample".into(),
        subscriber_id: subscriber.id,
        about: NewsletterMailKind::Confirm,
    };
    vec![mail.confirm(core, subscriber.email.clone(), "sample"), mail.known(core, &subscriber)]
}

impl Job for SendNewsletterMail {
    type Context = Core;
    const KIND: &'static str = "newsletter.send_mail";
    const DEDUPE: bool = false;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(mail::CONCURRENCY_GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        mail::send_letter(&core, self.letter(&core).await).await
    }
}

impl SendNewsletterMail {
    /// None when the mail is no longer needed.
    async fn letter(&self, core: &Core) -> StoreResult<Option<Letter>> {
        let Some(subscriber) = queries::subscribers::get(core.store.reader(), self.subscriber_id).await? else {
            return Ok(None);
        };
        match (self.about, subscriber.status == SubscriberStatus::Confirmed) {
            (NewsletterMailKind::Confirm, false) => {
                let code = codes::derive(core, &self.mail_id);
                let ends_at = core.now().plus_ms(CONFIRM_TTL_MS);
                let good =
                    codes::store(core, CodePurpose::Newsletter, &code, Owner::Subscriber(subscriber.id), ends_at)
                        .await?;
                Ok(good.then(|| self.confirm(core, subscriber.email, &code)))
            }
            (NewsletterMailKind::Known, true) => Ok(Some(self.known(core, &subscriber))),
            (NewsletterMailKind::Confirm, true) | (NewsletterMailKind::Known, false) => Ok(None),
        }
    }

    fn confirm(&self, core: &Core, to: String, code: &str) -> Letter {
        let settings = core.settings();
        let (brand, base) = (&settings.site.brand, settings.base());
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::NewsletterConfirm,
            to,
            subject: format!("Confirm your newsletter from {brand}"),
            heading: "Confirm your newsletter".into(),
            facts: Vec::new(),
            opening: format!(
                "Somebody asked for the newsletter of {brand} with this e-mail address. If that was you, open the link below within 7 days and press the button there."
            ),
            link: ("Confirm my subscription", format!("{base}/newsletter/confirm?code={code}")),
            closing: "If it was not you, do nothing: you will get no newsletter from us.".into(),
        }
    }

    fn known(&self, core: &Core, subscriber: &subscriber::Model) -> Letter {
        let settings = core.settings();
        let (brand, base) = (&settings.site.brand, settings.base());
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::NewsletterKnown,
            to: subscriber.email.clone(),
            subject: format!("You get the newsletter of {brand} already"),
            heading: "You are subscribed already".into(),
            facts: Vec::new(),
            opening: format!(
                "Somebody asked for the newsletter of {brand} with this e-mail address. It is subscribed already, so there is nothing to do."
            ),
            link: (
                "Choose topics, or leave",
                format!("{base}{}", subscriber_links::preferences_path(core, subscriber)),
            ),
            closing: "If it was not you, do nothing: this mail changes nothing.".into(),
        }
    }
}
