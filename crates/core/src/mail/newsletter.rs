//! Newsletter mails: HTML and text parts, and list headers.

use lettre::Message;
use lettre::message::MultiPart;
use mwanga_store::types::Timestamp;
use serde_json::json;

use super::look::{self, Look};
use super::plain_text::to_plain_text;
use super::stories::{Block, Section, StoryDetails, TitleLink, blocks};
use super::templates::render;
use super::{MailError, headers};
use crate::fold::one_line;
use crate::html;
use crate::settings::Settings;

/// A rendered issue: the parts that all recipients share are rendered once.
pub struct NewsletterMail {
    pub subject: String,
    look: Look,
    preheader: String,
    /// Day of the issue.
    date: String,
    sections: Vec<Section>,
    /// The blocks as HTML.
    body: String,
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
/// Bytes of the HTML part: some mail programs clip what is longer than 100 kB.
pub const MAX_HTML_BYTES: usize = 90_000;
/// Blocks of an issue that are drawn: of the shortest ones, stories as titles too, fewer fill a mail.
const MAX_BLOCKS: usize = 2_000;
/// What the links of one recipient may add to those of the sample.
const RESERVE: usize = 1_000;

impl NewsletterMail {
    /// `stored` is clean HTML; an empty `preheader` is how it begins; `at` is when the issue goes out.
    pub fn new(
        settings: &Settings,
        subject: &str,
        preheader: &str,
        stored: &str,
        details: &StoryDetails,
        at: Timestamp,
        view: Option<String>,
    ) -> Self {
        let mut blocks = blocks(stored, settings.base(), details);
        let mut mail = Self {
            subject: one_line(subject),
            look: Look::new(settings),
            preheader: if preheader.is_empty() { html::opening(stored, PREHEADER) } else { preheader.to_owned() },
            date: look::day(settings, at),
            sections: number_sections(&mut blocks),
            body: String::new(),
            text: to_plain_text(stored, settings.base(), details),
            view,
        };
        let sample = Recipient { email: String::new(), preferences: String::new(), unsubscribe: Some(String::new()) };
        let around = mail.html(settings, &sample).len() + RESERVE;
        mail.body = fit(&mail.look, blocks, MAX_HTML_BYTES.saturating_sub(around), mail.view.as_deref());
        mail
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
        let message = headers::headers(settings, id, &recipient.email, &self.subject, at)?;
        let message = headers::with_list(message, settings, recipient.unsubscribe.as_deref(), self.view.as_deref());
        let parts = MultiPart::alternative_plain_html(self.text(settings, recipient), self.html(settings, recipient));
        message.multipart(parts).map_err(|e| MailError::Unsendable(e.to_string()))
    }

    pub fn text(&self, settings: &Settings, recipient: &Recipient) -> String {
        let (reason, links) = (subscription_reason(settings), self.links(recipient));
        let context = json!({
            "look": self.look, "date": self.date, "body": self.text, "reason": reason, "links": links,
        });
        render("newsletter.txt", context)
    }

    pub fn html(&self, settings: &Settings, recipient: &Recipient) -> String {
        let Self { subject, look, preheader, date, sections, body, .. } = self;
        let (reason, links) = (subscription_reason(settings), self.links(recipient));
        render(
            "newsletter.html",
            json!({
                "look": look, "subject": subject, "preheader": preheader, "date": date, "sections": sections,
                "body": body, "reason": reason, "links": links,
            }),
        )
    }

    fn links<'a>(&'a self, recipient: &'a Recipient) -> Vec<(&'static str, &'a str)> {
        let view = self.view.as_deref().map(|url| ("View in browser", url));
        let unsubscribe = recipient.unsubscribe.as_deref().map(|url| ("Unsubscribe", url));
        view.into_iter().chain([("Choose topics", recipient.preferences.as_str())]).chain(unsubscribe).collect()
    }
}

/// Gives each pair of section colours a class, by which dark mode finds it.
pub(super) fn number_sections(blocks: &mut [Block]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for block in blocks {
        let (Block::Lead { story } | Block::Card { story }) = block else { continue };
        let Some(section) = &mut story.section else { continue };
        let known = sections.iter().find(|known| (&known.day, &known.night) == (&section.day, &section.night));
        section.class = known.map_or_else(|| format!("s{}", sections.len()), |known| known.class.clone());
        if known.is_none() {
            sections.push(section.clone());
        }
    }
    sections
}

/// The blocks as HTML of at most `budget` bytes: the last cards become titles, then the end is left out.
fn fit(look: &Look, mut blocks: Vec<Block>, budget: usize, view: Option<&str>) -> String {
    let render = |block: &Block| render("block.html", json!({ "look": look, "block": block })).trim().to_owned();
    // More are cut anyway: they would be rendered for nothing.
    let is_cut = blocks.len() > MAX_BLOCKS;
    blocks.truncate(MAX_BLOCKS);
    for block in &mut blocks {
        if let Block::Text { html } | Block::Greeting { html } = block
            && html.len() > budget
        {
            // One paragraph that no mail can hold.
            let mut cut = String::new();
            html::escape_text(&html::plain_text(html, budget / 8), &mut cut);
            *html = cut;
        }
    }
    let mut rendered: Vec<String> = blocks.iter().map(render).collect();
    let mut total: usize = rendered.iter().map(String::len).sum();
    for (block, rendered) in blocks.iter().zip(&mut rendered).rev() {
        let Block::Card { story } = block else { continue };
        if total <= budget && !is_cut {
            break;
        }
        let link = TitleLink { url: story.url.clone(), title_html: story.title_html.clone() };
        let title = render(&Block::Titles { links: vec![link] });
        total = total - rendered.len() + title.len();
        *rendered = title;
    }
    if total > budget || is_cut {
        let end = render(&Block::Cut { url: view.map(str::to_owned) });
        total += end.len();
        while total > budget
            && let Some(last) = rendered.pop()
        {
            total -= last.len();
        }
        rendered.push(end);
    }
    rendered.concat()
}

fn subscription_reason(settings: &Settings) -> String {
    format!("You get this because you confirmed the newsletter of {}.", settings.site.brand)
}

#[cfg(test)]
mod tests {
    use super::super::stories::{PostDetails, StoryPicture};
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
            "",
            "<p>Habari &lt;b&gt;.</p>",
            &StoryDetails::default(),
            Timestamp(0),
            Some("https://news.example/newsletter/issues/1".into()),
        );
        let unsubscribe = Some("https://news.example/newsletter/unsubscribe?code=1-ab".to_owned());
        let recipient = Recipient {
            email: email.into(),
            preferences: "https://news.example/newsletter/preferences?code=1-ab".into(),
            unsubscribe,
        };
        let mail = String::from_utf8(mail.message(&settings, "abc", &recipient, Timestamp(0))?.formatted()).unwrap();
        // Line ends of quoted-printable may fall anywhere.
        Ok(mail.replace("=\r\n", ""))
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
        assert!(mail.contains("Mwanga, Thursday 1 January"), "{mail}");
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

    fn settings() -> Settings {
        let folder = tempfile::tempdir().unwrap();
        let pairs = [("data_dir", folder.path().to_str().unwrap()), ("base_url", "https://news.example")];
        let pairs = pairs.map(|(key, value)| (key.to_owned(), value.to_owned()));
        Settings::defaults(&Config::from_source(&ConfigSource::from_pairs(pairs)).unwrap())
    }

    fn recipient() -> Recipient {
        let link = |page| format!("https://news.example/newsletter/{page}?code=123456789-{}", "a".repeat(64));
        Recipient {
            email: "amina@example.com".into(),
            preferences: link("preferences"),
            unsubscribe: Some(link("unsubscribe")),
        }
    }

    fn html_of(stored: &str, view: Option<String>) -> String {
        let settings = settings();
        let mail = NewsletterMail::new(&settings, "Taa", "", stored, &details(), Timestamp(0), view);
        mail.html(&settings, &recipient())
    }

    fn details() -> StoryDetails {
        let section = |name: &str, day: &str| Section {
            name: name.into(),
            day: day.into(),
            night: "#9db9f5".into(),
            class: String::new(),
        };
        let picture = StoryPicture {
            large: "https://news.example/media/w1200/a.webp".into(),
            middle: "https://news.example/media/w600/a.webp".into(),
            small: "https://news.example/media/w480/a.webp".into(),
            height_at_600: 400,
            height_at_132: 88,
            alt: "A \"lamp\" <b>".into(),
        };
        let post =
            |section| PostDetails { section: Some(section), picture: Some(picture.clone()), meta: "By A".into() };
        let posts = (0..200).map(|n| {
            let section = if n % 2 == 0 { section("Tech & <i>", "#2f5fb8") } else { section("Science", "#157489") };
            (format!("post-{n}"), post(section))
        });
        StoryDetails { posts: posts.collect(), ..StoryDetails::default() }
    }

    fn stories(count: usize) -> String {
        let story = |n| format!(r#"<h2><a href="/post/slug/post-{n}">Story {n}</a></h2><p>{}</p>"#, "word ".repeat(24));
        (0..count).map(story).collect()
    }

    #[test]
    fn a_digest_has_a_lead_with_a_button_and_cards_in_the_colours_of_their_sections() {
        let html = html_of(&stories(3), None);
        assert_eq!((html.matches("<h1").count(), html.matches("<h2").count()), (1, 2), "{html}");
        assert_eq!(html.matches(">Read the story</a>").count(), 1);
        assert!(html.contains(
            r#"srcset="https://news.example/media/w600/a.webp 600w, https://news.example/media/w1200/a.webp 1200w""#
        ));
        assert!(html.contains(r#"width="132" height="88""#) && html.contains(r#"width="600" height="400""#));
        assert!(html.contains("color:#2f5fb8") && html.contains(".s0{color:#9db9f5!important}"));
        assert!(html.contains("Tech &amp; &lt;i&gt;") && html.contains("A &quot;lamp&quot; &lt;b&gt;"), "{html}");
    }

    #[test]
    fn every_link_of_the_text_leads_where_its_clicks_are_counted() {
        let post = "https://news.example/post/slug/post-";
        let shop = "https://shop.example/?a=1&b=2";
        let stored = format!(
            r#"<h2><a href="/post/slug/post-0">One</a></h2><p>See <a href="https://shop.example/?a=1&amp;b=2">this</a>.</p><p><a href="/post/slug/post-0">Go on</a></p><h2><a href="{post}1?from=mail">Two</a></h2><ul><li><a href="/post/slug/post-2">Three</a></li></ul><p><a href="https://shop.example/?a=1&amp;b=2x">And this</a></p><video src="2026/a.mp4" controls=""></video>"#
        );
        let video = "https://news.example/media/2026/a.mp4".to_owned();
        let addresses = [format!("{post}0"), shop.to_owned(), format!("{post}1?from=mail"), format!("{post}2"), video];
        let counted =
            addresses.iter().enumerate().map(|(n, url)| (url.clone(), format!("https://news.example/r/{n}-a")));
        let details = StoryDetails { counted: counted.collect(), ..details() };
        let settings = settings();
        let mail = NewsletterMail::new(&settings, "Taa", "", &stored, &details, Timestamp(0), None);
        let (html, text) = (mail.html(&settings, &recipient()), mail.text(&settings, &recipient()));
        for (n, url) in addresses.iter().enumerate() {
            let (counted, escaped) = (format!("https://news.example/r/{n}-a"), url.replace('&', "&amp;"));
            assert!(html.contains(&format!("href=\"{counted}\"")) && text.contains(&counted), "{url}: {html} {text}");
            assert!(
                !html.contains(&format!("href=\"{escaped}\"")) && !text.contains(&format!("{url})")),
                "{html} {text}"
            );
        }
        assert_eq!(html.matches("/r/0-a").count(), 3, "picture, headline and button");
        assert!(html.contains(&format!("href=\"{}x\"", shop.replace('&', "&amp;"))), "one that is not counted: {html}");
        assert!(html.contains("/newsletter/unsubscribe?code="), "{html}");
    }

    #[test]
    fn a_mail_is_never_so_large_that_it_is_clipped() {
        let list: String = (0..180)
            .map(|n| format!(r#"<li><a href="/post/slug/post-{n}">{}</a></li>"#, "Title ".repeat(25)))
            .collect();
        let view = Some("https://news.example/newsletter/issues/1".to_owned());
        for stored in [
            stories(60),
            stories(200),
            format!("{}<h2>Also new</h2><ul>{list}</ul>", stories(20)),
            format!("<p>{}</p>", "word ".repeat(40_000)),
            format!("<p>{}</p>", "word ".repeat(100)).repeat(300),
            format!("<table><tbody>{}</tbody></table>", "<tr><td>1</td></tr>".repeat(9_000)),
        ] {
            let html = html_of(&stored, view.clone());
            assert!(html.len() <= MAX_HTML_BYTES, "{} of {:.60}", html.len(), stored);
            assert!(html.contains("Unsubscribe</a>") && html.ends_with("</html>\n"));
        }
        let whole = html_of(&stories(60), None);
        assert_eq!(whole.matches("/post/slug/post-59").count(), 1, "the last one is a title");
        assert!(!whole.contains("too long for a mail"));
        let cut = html_of(&format!("<p>{}</p>", "word ".repeat(100)).repeat(300), view);
        assert!(cut.contains("The rest is too long for a mail.") && cut.contains(">Read it in your browser</a>"));
    }

    #[test]
    fn the_preheader_is_what_the_issue_opens_with_and_nothing_else() {
        let html = html_of("<p>Good <strong>morning</strong> &amp; night.</p>", None);
        let preheader = html.split("mso-hide:all\">").nth(1).unwrap().split("</div>").next().unwrap();
        assert_eq!(preheader, "Good morning &amp; night.");
        for trick in ['\u{200b}', '\u{200c}', '\u{feff}', '\u{34f}', '\u{a0}'] {
            assert!(!html.contains(trick));
        }
        assert!(!html.contains("&zwnj;") && !html.contains("&nbsp;"));
    }
}
