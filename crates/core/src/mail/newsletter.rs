use lettre::Message;
use lettre::message::MultiPart;
use lettre::message::header::{HeaderName, HeaderValue};
use mwanga_store::types::Timestamp;

use super::MailError;
use super::frame::{self, escape};
use super::inline::inlined;
use super::plain::plain;
use crate::config::Config;
use crate::fold::one_line;
use crate::html;

/// One issue on its way to many: what is the same for all of them is made once.
pub struct NewsletterMail {
    pub subject: String,
    begin: String,
    text: String,
    /// Where it can be read in a browser.
    view: Option<String>,
}

/// Whom a newsletter is for. The addresses are whole.
#[derive(Clone, Debug)]
pub struct Reader {
    pub email: String,
    pub preferences: String,
    /// Also what a mail program presses by itself (RFC 8058); none where it is no subscriber's.
    pub unsubscribe: Option<String>,
}

/// Characters of the text that a list of mails shows beside the subject.
const PREHEADER: usize = 120;

impl NewsletterMail {
    /// `stored` is clean HTML.
    pub fn new(config: &Config, subject: &str, stored: &str, view: Option<String>) -> Self {
        let subject = one_line(subject);
        let begin = frame::begin(config, &subject, &html::opening(stored, PREHEADER)) + &inlined(stored, config.base());
        Self { begin, text: plain(stored, config.base()), subject, view }
    }

    /// # Errors
    ///
    /// As [`super::Letter::message`].
    pub fn message(&self, config: &Config, id: &str, reader: &Reader, at: Timestamp) -> Result<Message, MailError> {
        let mut message = frame::headers(config, id, &reader.email, &self.subject, at)?;
        let from = config.mail_from();
        let mut headers = vec![("List-Id", format!("{} <newsletter.{}>", config.site.brand, from.email.domain()))];
        if let Some(unsubscribe) = &reader.unsubscribe {
            headers.push(("List-Unsubscribe", format!("<{unsubscribe}>")));
            headers.push(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        if let Some(view) = &self.view {
            headers.push(("List-Archive", format!("<{view}>")));
        }
        for (name, value) in headers {
            message = message.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), one_line(&value)));
        }
        let parts = MultiPart::alternative_plain_html(self.text(config, reader), self.html(config, reader));
        message.multipart(parts).map_err(|e| MailError::Unsendable(e.to_string()))
    }

    pub fn text(&self, config: &Config, reader: &Reader) -> String {
        let links: String = self.links(reader).into_iter().map(|(words, url)| format!("{words}: {url}\n")).collect();
        format!(
            "{}{}",
            self.text,
            frame::text_end(
                config,
                &format!(
                    "{}\n{links}{}",
                    why(config),
                    config.mail.postal_address.iter().map(|address| format!("{address}\n")).collect::<String>()
                )
            )
        )
    }

    pub fn html(&self, config: &Config, reader: &Reader) -> String {
        let links = self
            .links(reader)
            .into_iter()
            .map(|(words, url)| format!("<a href=\"{}\" style=\"color:inherit\">{words}</a>", escape(url)));
        let links: Vec<String> = links.collect();
        let address = config
            .mail
            .postal_address
            .iter()
            .map(|address| format!("<p style=\"margin:8px 0 0\">{}</p>", escape(address)))
            .collect::<String>();
        let foot = format!(
            "<p style=\"margin:0 0 8px\">{}</p><p style=\"margin:0\">{}</p>{address}",
            escape(&why(config)),
            links.join(" &middot; ")
        );
        format!("{}{}", self.begin, frame::end(&foot))
    }

    fn links<'a>(&'a self, reader: &'a Reader) -> Vec<(&'static str, &'a str)> {
        let view = self.view.as_deref().map(|url| ("View in browser", url));
        let unsubscribe = reader.unsubscribe.as_deref().map(|url| ("Unsubscribe", url));
        view.into_iter().chain([("Choose topics", reader.preferences.as_str())]).chain(unsubscribe).collect()
    }
}

fn why(config: &Config) -> String {
    format!("You get this because you confirmed the newsletter of {}.", config.site.brand)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Source;

    fn sent(subject: &str, brand: &str, email: &str) -> Result<String, MailError> {
        sent_from(subject, brand, "Moi Avenue 1\n00100 Nairobi", email)
    }

    fn sent_from(subject: &str, brand: &str, postal_address: &str, email: &str) -> Result<String, MailError> {
        let folder = tempfile::tempdir().unwrap();
        let pairs = [
            ("data_dir", folder.path().to_str().unwrap()),
            ("base_url", "https://news.example"),
            ("brand", brand),
            ("postal_address", postal_address),
        ];
        let config = Config::from_source(&Source::from_pairs(
            pairs.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())),
        ))
        .unwrap();
        let mail = NewsletterMail::new(
            &config,
            subject,
            "<p>Habari &lt;b&gt;.</p>",
            Some("https://news.example/newsletter/issues/1".into()),
        );
        let unsubscribe = Some("https://news.example/newsletter/unsubscribe?code=1-ab".to_owned());
        let reader = Reader {
            email: email.into(),
            preferences: "https://news.example/newsletter/preferences?code=1-ab".into(),
            unsubscribe,
        };
        Ok(String::from_utf8(mail.message(&config, "abc", &reader, Timestamp(0))?.formatted()).unwrap())
    }

    fn head(mail: &str) -> &str {
        mail.split("\r\n\r\n").next().unwrap()
    }

    #[test]
    fn a_newsletter_has_both_parts_and_list_headers() {
        let mail = sent("Taa mpya", "Mwanga", "amina@example.com").unwrap();
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
        let mail = sent("Taa mpya", "Mwanga", "amina@example.com").unwrap();
        assert_eq!(mail.matches("Moi Avenue 1, 00100 Nairobi").count(), 2, "in both parts: {mail}");
        assert!(mail.contains("Auto-Submitted: auto-generated"), "{mail}");
        assert!(!mail.contains("display:none"), "{mail}");
        assert!(!sent_from("Taa mpya", "Mwanga", "", "amina@example.com").unwrap().contains("Nairobi"));
    }

    #[test]
    fn a_line_break_cannot_inject_a_mail_header() {
        let evil = "Habari\r\nBcc: all@example.com\r\n\r\n<script>";
        let mail = sent(evil, "Mwanga\r\nX-Evil: 1", "amina@example.com").unwrap();
        let names: Vec<&str> = head(&mail)
            .lines()
            .filter(|line| !line.starts_with([' ', '\t']))
            .filter_map(|line| line.split(':').next())
            .collect();
        for evil in ["Bcc", "X-Evil"] {
            assert!(!names.contains(&evil), "{mail}");
        }
        assert!(!mail[head(&mail).len()..].contains("<script>"), "{mail}");
        assert!(sent("Habari", "Mwanga", "amina@example.com\r\nBcc: all@example.com").is_err());
    }
}
