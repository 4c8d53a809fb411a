//! Newsletter mails: HTML and text parts, and list headers.

use lettre::Message;
use lettre::message::MultiPart;
use lettre::message::header::{HeaderName, HeaderValue};
use mwanga_store::types::Timestamp;

use super::MailError;
use super::inline_styles::inline_styles;
use super::layout::{self, escape};
use super::plain_text::to_plain_text;
use crate::fold::one_line;
use crate::html;
use crate::settings::Settings;

/// A rendered issue: the parts that all recipients share are rendered once.
pub struct NewsletterMail {
    pub subject: String,
    begin: String,
    text: String,
    /// URL of the issue in the archive.
    view: Option<String>,
}

/// Recipient of a newsletter. URLs are absolute.
#[derive(Clone, Debug)]
pub struct Recipient {
    pub email: String,
    pub preferences: String,
    /// One-click unsubscribe URL (RFC 8058); none when the recipient is no subscriber.
    pub unsubscribe: Option<String>,
}

/// Length of the preheader, in characters.
const PREHEADER: usize = 120;

impl NewsletterMail {
    /// `stored` is clean HTML.
    pub fn new(settings: &Settings, subject: &str, stored: &str, view: Option<String>) -> Self {
        let subject = one_line(subject);
        let begin = layout::html_start(settings, &subject, &html::opening(stored, PREHEADER))
            + &inline_styles(stored, settings.base());
        Self { begin, text: to_plain_text(stored, settings.base()), subject, view }
    }

    /// # Errors
    ///
    /// As [`super::Letter::message`].
    pub fn message(
        &self,
        settings: &Settings,
        id: &str,
        recipient: &Recipient,
        at: Timestamp,
    ) -> Result<Message, MailError> {
        let mut message = layout::headers(settings, id, &recipient.email, &self.subject, at)?;
        let from = settings.mail_from();
        let mut headers = vec![("List-Id", format!("{} <newsletter.{}>", settings.site.brand, from.email.domain()))];
        if let Some(unsubscribe) = &recipient.unsubscribe {
            headers.push(("List-Unsubscribe", format!("<{unsubscribe}>")));
            headers.push(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        if let Some(view) = &self.view {
            headers.push(("List-Archive", format!("<{view}>")));
        }
        for (name, value) in headers {
            message = message.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), one_line(&value)));
        }
        let parts = MultiPart::alternative_plain_html(self.text(settings, recipient), self.html(settings, recipient));
        message.multipart(parts).map_err(|e| MailError::Unsendable(e.to_string()))
    }

    pub fn text(&self, settings: &Settings, recipient: &Recipient) -> String {
        let links: String = self.links(recipient).into_iter().map(|(words, url)| format!("{words}: {url}\n")).collect();
        format!(
            "{}{}",
            self.text,
            layout::text_footer(
                settings,
                &format!(
                    "{}\n{links}{}",
                    subscription_reason(settings),
                    postal_address(settings).map(|address| format!("{address}\n")).unwrap_or_default()
                )
            )
        )
    }

    pub fn html(&self, settings: &Settings, recipient: &Recipient) -> String {
        let links = self
            .links(recipient)
            .into_iter()
            .map(|(words, url)| format!("<a href=\"{}\" style=\"color:inherit\">{words}</a>", escape(url)));
        let links: Vec<String> = links.collect();
        let address = postal_address(settings)
            .map(|address| format!("<p style=\"margin:8px 0 0\">{}</p>", escape(address)))
            .unwrap_or_default();
        let foot = format!(
            "<p style=\"margin:0 0 8px\">{}</p><p style=\"margin:0\">{}</p>{address}",
            escape(&subscription_reason(settings)),
            links.join(" &middot; ")
        );
        format!("{}{}", self.begin, layout::html_end(&foot))
    }

    fn links<'a>(&'a self, recipient: &'a Recipient) -> Vec<(&'static str, &'a str)> {
        let view = self.view.as_deref().map(|url| ("View in browser", url));
        let unsubscribe = recipient.unsubscribe.as_deref().map(|url| ("Unsubscribe", url));
        view.into_iter().chain([("Choose topics", recipient.preferences.as_str())]).chain(unsubscribe).collect()
    }
}

fn postal_address(settings: &Settings) -> Option<&str> {
    Some(settings.site.postal_address.as_str()).filter(|address| !address.is_empty())
}

fn subscription_reason(settings: &Settings) -> String {
    format!("You get this because you confirmed the newsletter of {}.", settings.site.brand)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, ConfigSource};

    fn formatted(subject: &str, brand: &str, email: &str) -> Result<String, MailError> {
        formatted_from(subject, brand, "Moi Avenue 1\n00100 Nairobi", email)
    }

    fn formatted_from(subject: &str, brand: &str, postal_address: &str, email: &str) -> Result<String, MailError> {
        let folder = tempfile::tempdir().unwrap();
        let pairs = [
            ("data_dir", folder.path().to_str().unwrap()),
            ("base_url", "https://news.example"),
            ("brand", brand),
            ("postal_address", postal_address),
        ];
        let config = Config::from_source(&ConfigSource::from_pairs(
            pairs.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())),
        ))
        .unwrap();
        let settings = Settings::defaults(&config);
        let mail = NewsletterMail::new(
            &settings,
            subject,
            "<p>Habari &lt;b&gt;.</p>",
            Some("https://news.example/newsletter/issues/1".into()),
        );
        let unsubscribe = Some("https://news.example/newsletter/unsubscribe?code=1-ab".to_owned());
        let recipient = Recipient {
            email: email.into(),
            preferences: "https://news.example/newsletter/preferences?code=1-ab".into(),
            unsubscribe,
        };
        Ok(String::from_utf8(mail.message(&settings, "abc", &recipient, Timestamp(0))?.formatted()).unwrap())
    }

    fn head(mail: &str) -> &str {
        mail.split("\r\n\r\n").next().unwrap()
    }

    #[test]
    fn a_newsletter_has_both_parts_and_list_headers() {
        let mail = formatted("Taa mpya", "Mwanga", "amina@example.com").unwrap();
        for line in [
            "List-Id: Mwanga <newsletter.news.example>",
            "List-Unsubscribe: <https://news.example/newsletter/unsubscribe?code=1-ab>",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            "Message-ID: <abc@news.example>",
            "multipart/alternative",
            "text/plain",
            "text/html",
        ] {
            assert!(mail.contains(line), "{line} in {mail}");
        }
    }

    #[test]
    fn a_newsletter_has_the_postal_address_and_no_hidden_text() {
        let mail = formatted("Taa mpya", "Mwanga", "amina@example.com").unwrap();
        assert_eq!(mail.matches("Moi Avenue 1, 00100 Nairobi").count(), 2, "in both parts: {mail}");
        assert!(mail.contains("Auto-Submitted: auto-generated"), "{mail}");
        assert!(!mail.contains("display:none"), "{mail}");
        assert!(!formatted_from("Taa mpya", "Mwanga", "", "amina@example.com").unwrap().contains("Nairobi"));
    }

    #[test]
    fn a_line_break_cannot_inject_a_mail_header() {
        let evil = "Habari\r\nBcc: all@example.com\r\n\r\n<script>";
        let mail = formatted(evil, "Mwanga\r\nX-Evil: 1", "amina@example.com").unwrap();
        let names: Vec<&str> = head(&mail)
            .lines()
            .filter(|line| !line.starts_with([' ', '\t']))
            .filter_map(|line| line.split(':').next())
            .collect();
        for evil in ["Bcc", "X-Evil"] {
            assert!(!names.contains(&evil), "{mail}");
        }
        assert!(!mail[head(&mail).len()..].contains("<script>"), "{mail}");
        assert!(formatted("Habari", "Mwanga", "amina@example.com\r\nBcc: all@example.com").is_err());
    }
}
