//! Letters: transactional mails to one person, as HTML and as text.

use lettre::Message;
use lettre::message::MultiPart;
use mwanga_store::types::{MailKind, Timestamp};
use serde_json::json;

use super::look::Look;
use super::templates::render;
use super::{MailError, headers};
use crate::settings::Settings;

/// A mail to one person: a few sentences around one link. Made as text and as HTML with the same words.
#[derive(Clone, Debug)]
pub struct Letter {
    /// Names it for good: a letter that is sent again has the same `Message-ID`.
    pub id: String,
    pub kind: MailKind,
    pub to: String,
    pub subject: String,
    /// Above the text; the subject without what the reader knows once the mail is open.
    pub heading: String,
    pub opening: String,
    /// Names and values, of a receipt for example.
    pub facts: Vec<(&'static str, String)>,
    /// Words of the button, and where it leads.
    pub link: (&'static str, String),
    pub closing: String,
}

impl Letter {
    /// The whole message. Its sender and brand are those of the settings.
    ///
    /// # Errors
    ///
    /// [`MailError::Unsendable`] when the address is none that a mail can be sent to.
    pub fn message(&self, settings: &Settings, at: Timestamp) -> Result<Message, MailError> {
        let message = headers::headers(settings, &self.id, &self.to, &self.subject, at)?;
        let parts = MultiPart::alternative_plain_html(self.text(settings), self.html(settings));
        message.multipart(parts).map_err(|e| MailError::Unsendable(e.to_string()))
    }

    pub fn text(&self, settings: &Settings) -> String {
        self.render(settings, "letter.txt")
    }

    pub fn html(&self, settings: &Settings) -> String {
        self.render(settings, "letter.html")
    }

    fn render(&self, settings: &Settings, template: &str) -> String {
        let Self { subject, heading, opening, facts, link: (label, url), closing, .. } = self;
        let (look, sections, date) = (Look::new(settings), Vec::<()>::new(), "");
        let context = json!({
            "look": look, "subject": subject, "preheader": opening, "date": date, "sections": sections,
            "heading": heading, "opening": opening, "facts": facts, "label": label, "url": url, "closing": closing,
        });
        render(template, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, ConfigSource};

    fn settings(pairs: &[(&str, &str)]) -> Settings {
        let folder = tempfile::tempdir().unwrap();
        let data = [("data_dir", folder.path().to_str().unwrap()), ("base_url", "https://news.example")];
        let pairs = data.iter().chain(pairs).map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        Settings::defaults(&Config::from_source(&ConfigSource::from_pairs(pairs)).unwrap())
    }

    fn letter(to: &str) -> Letter {
        Letter {
            id: "abc".into(),
            kind: MailKind::VerifyEmail,
            to: to.into(),
            subject: "Habari <b>".into(),
            heading: "Habari <b>".into(),
            opening: "Somebody & co. wrote <script>.".into(),
            facts: vec![("Paid", "$4 <i>".into())],
            link: ("Open it", "https://news.example/auth/verify-email?code=1".into()),
            closing: "That is all.".into(),
        }
    }

    #[test]
    fn a_mail_has_its_text_in_both_parts_and_escapes_html() {
        let settings = settings(&[("brand", "Habari & Co")]);
        let letter = letter("amina@example.com");
        let (text, html) = (letter.text(&settings), letter.html(&settings));
        assert!(
            text.contains("Somebody & co. wrote <script>.")
                && text.contains("https://news.example/auth/verify-email?code=1")
        );
        assert!(
            html.contains("Somebody &amp; co. wrote &lt;script&gt;.")
                && html.contains("Habari &amp; Co")
                && html.contains("$4 &lt;i&gt;")
                && !html.contains("<script")
        );
        assert!(text.contains("Paid: $4 <i>\n\nOpen it:\nhttps://"), "{text}");
        let whole = String::from_utf8(letter.message(&settings, Timestamp(0)).unwrap().formatted()).unwrap();
        for line in [
            "Message-ID: <abc@news.example>",
            "To: amina@example.com",
            "Date: Thu, 01 Jan 1970 00:00:00 +0000",
            "multipart/alternative",
        ] {
            assert!(whole.contains(line), "{line} in {whole}");
        }
        assert!(whole.contains("<habari-co@news.example>"), "{whole}");
    }

    #[test]
    fn an_unsendable_address_is_an_error() {
        let settings = settings(&[]);
        assert!(matches!(letter("amina@@example.com").message(&settings, Timestamp(0)), Err(MailError::Unsendable(_))));
        assert!(letter("amina@example.com\r\nBcc: all@example.com").message(&settings, Timestamp(0)).is_err());
    }
}
