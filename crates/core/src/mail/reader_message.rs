//! Messages of readers to the site, which are answered to their writers.

use lettre::Message;
use lettre::message::{Mailbox, MultiPart};
use mwanga_store::types::Timestamp;
use serde_json::json;

use super::look::Look;
use super::templates::render;
use super::{MailError, headers};
use crate::email;
use crate::settings::Settings;

/// What a reader wrote on the contact form.
#[derive(Clone, Debug)]
pub struct ReaderMessage {
    /// One line.
    pub name: String,
    pub email: String,
    /// Lines of plain text.
    pub message: String,
}

impl ReaderMessage {
    /// Without the name: the log of mails is kept longer than the message.
    pub fn subject(settings: &Settings) -> String {
        format!("Message from the contact form of {}", settings.site.brand)
    }

    /// The whole message. An answer goes to the reader.
    ///
    /// # Errors
    ///
    /// [`MailError::Unsendable`] when the contact address is none that a mail can be sent to.
    pub fn message(&self, settings: &Settings, id: &str, to: &str, at: Timestamp) -> Result<Message, MailError> {
        let mut message = headers::headers_without_reply(settings, id, to, &Self::subject(settings), at)?;
        // Without one that mail can be sent to, the text still names the address.
        if let Ok(reader) = self.email.parse() {
            message = message.reply_to(Mailbox::new(Some(self.name.clone()), reader));
        }
        let parts = MultiPart::alternative_plain_html(self.text(settings), self.html(settings));
        message.multipart(parts).map_err(|e| MailError::Unsendable(e.to_string()))
    }

    fn opening(&self) -> String {
        format!("{} <{}> wrote on the contact form:", self.name, email::shown(&self.email))
    }

    pub fn text(&self, settings: &Settings) -> String {
        self.render(settings, "reader_message.txt")
    }

    pub fn html(&self, settings: &Settings) -> String {
        self.render(settings, "reader_message.html")
    }

    fn render(&self, settings: &Settings, template: &str) -> String {
        let (look, subject, opening) = (Look::new(settings), Self::subject(settings), self.opening());
        let (message, sections, date) = (&self.message, Vec::<()>::new(), "");
        let context = json!({
            "look": look, "subject": subject, "preheader": message, "date": date, "sections": sections,
            "opening": opening, "message": message, "closing": CLOSING,
        });
        render(template, context)
    }
}

/// Nobody has checked who wrote it.
const CLOSING: &str = "Your answer goes to the address above. Nobody has confirmed that it is the writer's.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, ConfigSource};

    #[test]
    fn an_answer_goes_to_the_reader_and_markup_is_text() {
        let folder = tempfile::tempdir().unwrap();
        let pairs = [("data_dir", folder.path().to_str().unwrap()), ("base_url", "https://news.example")];
        let pairs = pairs.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let settings = Settings::defaults(&Config::from_source(&ConfigSource::from_pairs(pairs)).unwrap());
        let letter = ReaderMessage {
            name: "Amina".into(),
            email: "amina@example.com".into(),
            message: "Habari <script>\nyou".into(),
        };
        let mail = letter.message(&settings, "m", "desk@news.example", Timestamp(0)).unwrap();
        let mail = String::from_utf8(mail.formatted()).unwrap();
        let replies: Vec<&str> = mail.lines().filter(|line| line.starts_with("Reply-To:")).collect();
        assert_eq!(replies.len(), 1, "{mail}");
        assert!(replies[0].contains("amina@example.com") && mail.contains("To: desk@news.example"), "{mail}");
        assert!(letter.html(&settings).contains("Habari &lt;script&gt;<br>you"));
        assert!(letter.text(&settings).contains("Amina <amina@example.com> wrote"));
    }
}
