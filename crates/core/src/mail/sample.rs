//! A mail with sample data: how it looks, and how it is sent.

use lettre::Message;
use mwanga_store::types::{MailKind, Timestamp};

use super::{Letter, MailError, NewsletterMail, ReaderMessage, Recipient, WelcomeMail};
use crate::settings::Settings;

/// `Message-ID` and address of every sample.
const ID: &str = "sample";
const TO: &str = "amina@example.com";

pub struct MailSample {
    /// Its kind, and which one where there are several.
    pub name: String,
    pub html: String,
    pub text: String,
    /// As it is sent, without a signature.
    pub message: Result<Message, MailError>,
}

impl MailSample {
    pub fn of_letter(letter: &Letter, settings: &Settings, at: Timestamp) -> Self {
        Self {
            name: letter.kind.as_str().to_owned(),
            html: letter.html(settings),
            text: letter.text(settings),
            message: letter.message(settings, at),
        }
    }

    pub fn of_newsletter(
        name: String,
        mail: &NewsletterMail,
        settings: &Settings,
        reader: &Recipient,
        at: Timestamp,
    ) -> Self {
        Self {
            name,
            html: mail.html(settings, reader),
            text: mail.text(settings, reader),
            message: mail.message(settings, ID, reader, at),
        }
    }

    pub fn of_welcome(mail: &WelcomeMail, settings: &Settings, reader: &Recipient, at: Timestamp) -> Self {
        Self {
            name: MailKind::NewsletterWelcome.as_str().to_owned(),
            html: mail.html(settings, reader),
            text: mail.text(settings, reader),
            message: mail.message(settings, ID, reader, at),
        }
    }

    pub fn of_reader_message(message: &ReaderMessage, settings: &Settings, at: Timestamp) -> Self {
        Self {
            name: MailKind::ContactMessage.as_str().to_owned(),
            html: message.html(settings),
            text: message.text(settings),
            message: message.message(settings, ID, TO, at),
        }
    }
}
