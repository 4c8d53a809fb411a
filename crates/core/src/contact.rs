//! The contact form: what readers write is mailed to the contact address of the site, and stored nowhere else.

use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::StoreError;
use mwanga_store::types::MailKind;
use serde::{Deserialize, Serialize};

use crate::attempts::{self, Attempt, TooMany};
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::fold::one_line;
use crate::idempotency::Claim;
use crate::mail::{self, MailSample, ReaderMessage};
use crate::posts::FieldErrors;
use crate::{Core, held, secrets};

/// What a reader typed.
#[derive(Clone, Debug, Default)]
pub struct ContactForm {
    pub name: String,
    pub email: String,
    pub message: String,
}

#[derive(Debug, thiserror::Error)]
pub enum ContactError {
    #[error("the form does not hold: {0:?}")]
    Invalid(FieldErrors),
    #[error("too many messages")]
    TooMany(TooMany),
    /// The site has no contact address.
    #[error("there is nobody to mail")]
    Unavailable,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Longest name and message in characters.
const MAX_NAME: usize = 120;
const MAX_MESSAGE: usize = 5_000;

impl ContactForm {
    /// The form with its texts tidied.
    fn validate(self) -> Result<Self, ContactError> {
        let mut errors = FieldErrors::new();
        let name = one_line(&self.name);
        let message = self.message.replace("\r\n", "\n");
        let message = message.replace(|c: char| c.is_control() && c != '\n' && c != '\t', "").trim().to_owned();
        if name.is_empty() {
            errors.insert("name", "Enter your name.".into());
        } else if name.chars().count() > MAX_NAME {
            errors.insert("name", format!("Keep the name under {MAX_NAME} characters."));
        }
        if message.is_empty() {
            errors.insert("message", "Write a message first.".into());
        } else if message.chars().count() > MAX_MESSAGE {
            errors.insert("message", format!("Keep the message under {MAX_MESSAGE} characters."));
        }
        match EmailAddress::parse(&self.email) {
            Ok(email) if errors.is_empty() => Ok(Self { name, email: email.as_str().to_owned(), message }),
            Ok(_) => Err(ContactError::Invalid(errors)),
            Err(e) => {
                errors.insert("email", e.to_string());
                Err(ContactError::Invalid(errors))
            }
        }
    }
}

/// Mails a message to the contact address. At most 5 an hour from one network, and 100
/// in all.
pub async fn send(core: &Core, form: ContactForm, network: &str, claim: &Claim) -> Result<(), ContactError> {
    let ContactForm { name, email, message } = form.validate()?;
    if core.settings().site.contact_email.is_empty() {
        return Err(ContactError::Unavailable);
    }
    attempts::count(core, Attempt::Contact { network }).await?.map_err(ContactError::TooMany)?;
    attempts::count(core, Attempt::ContactInAll).await?.map_err(ContactError::TooMany)?;
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    let job = SendContactMessage { mail_id: secrets::random_token(22), name, email, message };
    job.enqueue(&tx, core.now()).await?;
    claim.set_created(&tx, 0).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(())
}

/// Mails one message of a reader.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendContactMessage {
    /// Random; the `Message-ID` follows from it.
    mail_id: String,
    name: String,
    email: String,
    message: String,
}

impl Job for SendContactMessage {
    type Context = Core;
    const KIND: &'static str = "contact.send_message";
    const DEDUPE: bool = false;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(mail::CONCURRENCY_GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        // Another process may have held the site just now.
        held::refuse_while_held(&core).await.map_err(JobError::retry)?;
        let Self { mail_id, name, email, message } = self;
        let letter = ReaderMessage { name, email, message };
        let settings = core.settings();
        let to = settings.site.contact_email.clone();
        let mail = letter.message(&settings, &mail_id, &to, core.now())?;
        let subject = ReaderMessage::subject(&settings);
        Ok(core.mailer().send_message(&core, &mail_id, MailKind::ContactMessage, &to, &subject, mail).await?)
    }
}

/// Kind, HTML and text of a sample, for the preview of mails.
pub fn sample(core: &Core) -> MailSample {
    let letter = ReaderMessage {
        name: "Amina".into(),
        email: "amina@example.com".into(),
        message: "Habari,\n\nthe second lamp costs less than you wrote.\nSee the price list of June.".into(),
    };
    MailSample::of_reader_message(&letter, &core.settings(), core.now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_needs_a_name_an_address_and_words() {
        let form = ContactForm {
            name: " Amina\r\nBcc: all ".into(),
            email: " a@b.example ".into(),
            message: "Habari\r\n\u{7}you ".into(),
        };
        let valid = form.validate().unwrap();
        assert_eq!(
            (valid.name.as_str(), valid.email.as_str(), valid.message.as_str()),
            ("Amina Bcc: all", "a@b.example", "Habari\nyou")
        );
        let Err(ContactError::Invalid(errors)) = ContactForm::default().validate() else { panic!("it holds") };
        assert_eq!(errors.keys().copied().collect::<Vec<_>>(), ["email", "message", "name"]);
        let long = ContactForm { name: "a".repeat(121), email: "a@b.example".into(), message: "é".repeat(5_001) };
        let Err(ContactError::Invalid(errors)) = long.validate() else { panic!("it holds") };
        assert_eq!(errors.keys().copied().collect::<Vec<_>>(), ["message", "name"]);
    }
}
