//! What a setting may be: each kind takes a value as its own normal form, or says in a person's words why not.

use std::borrow::Cow;

use jiff::civil;
use lettre::message::Mailbox;
use serde_json::{Value, json};
use url::Url;

use super::{calendar, colours, front_page};
use crate::email::{EmailAddress, shown, to_a_label};
use crate::fold::one_line;
use crate::html::{language, letters};
use crate::menus::MenuShape;
use crate::slug;
use crate::web_address;

/// The type of a setting's value in JSON.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// One line of text of at most `max` characters.
    Line {
        max: usize,
        required: bool,
    },
    Email,
    /// Empty where there is none.
    OptionalEmail,
    Phone,
    /// `The News <news@site.example>`; empty: made from brand and base URL.
    Sender,
    /// `true` or `false`.
    Flag,
    Number {
        min: i64,
        max: i64,
    },
    Choice(&'static [&'static str]),
    /// `#rrggbb`, whose shades can be read on both themes.
    Colour,
    /// The hash of a brand picture, empty for none. Whether it is stored is asked when it is saved.
    Picture,
    /// A list of https addresses.
    Links {
        max: usize,
    },
    /// Slugs of posts. Whether everyone may read them is asked when they are saved.
    Posts {
        max: usize,
    },
    /// A menu; a save tells all that is wrong with it, each at its place.
    Menu(MenuShape),
    /// A language tag (BCP 47) such as `en` or `sw-KE`.
    Language,
    /// The name of a time zone (IANA) such as `Africa/Nairobi`.
    TimeZone,
    /// `06:30`.
    TimeOfDay,
    /// The blocks of home. Whether their categories are there is asked when they are saved.
    Blocks,
    /// The banner of home. Whether its end lies ahead is asked when it is saved.
    Banner,
}

impl Kind {
    /// The value in its normal form.
    ///
    /// # Errors
    ///
    /// Why it is refused, in words for the person who typed it.
    pub fn normalize(self, value: &Value) -> Result<Value, String> {
        match self {
            Self::Flag => value.as_bool().map(Value::from).ok_or_else(|| "Choose yes or no.".to_owned()),
            Self::Number { min, max } => match value.as_i64().filter(|number| (min..=max).contains(number)) {
                Some(number) => Ok(json!(number)),
                None => Err(format!("Choose a whole number from {min} to {max}.")),
            },
            Self::Links { max } => links(value, max),
            Self::Posts { max } => posts(value, max),
            Self::Menu(shape) => shape.normalize(value).map_err(|refused| refused[0].why.clone()),
            Self::Blocks => front_page::normalize_blocks(value),
            Self::Banner => front_page::normalize_banner(value),
            _ => {
                let text = value.as_str().ok_or("This is a text.")?;
                // Markup is no danger where it is escaped, and what no screen shows has no place in a name.
                let text = one_line(text);
                self.normalize_text(&text).map(Value::from)
            }
        }
    }

    fn normalize_text(self, text: &str) -> Result<String, String> {
        match self {
            Self::Line { required: true, .. } if text.is_empty() => Err("Write something here.".into()),
            Self::Line { max, .. } if text.chars().count() > max => {
                Err(format!("Keep this to {max} characters; it has {}.", text.chars().count()))
            }
            Self::OptionalEmail if text.is_empty() => Ok(String::new()),
            Self::Email | Self::OptionalEmail => match EmailAddress::parse(text) {
                Ok(address) => Ok(shown(address.as_str())),
                Err(_) => Err("Enter an e-mail address such as name@example.com.".into()),
            },
            Self::Phone => phone(text),
            Self::Sender => sender(text),
            Self::Choice(choices) if !choices.contains(&text) => Err(format!("Choose one of {}.", choices.join(", "))),
            Self::Colour => colours::check(text),
            Self::Picture if !text.is_empty() && !is_picture_hash(text) => Err("Upload a picture here.".into()),
            Self::TimeZone => match calendar::find_zone(text).and_then(|zone| zone.iana_name().map(str::to_owned)) {
                Some(name) => Ok(name),
                None => Err("Enter a time zone such as Africa/Nairobi or Europe/London.".into()),
            },
            Self::TimeOfDay if time_of_day(text).is_none() => Err("Write a time of day such as 06:30.".into()),
            Self::Language => language::normalize(text).ok_or_else(|| NO_LANGUAGE.into()),
            _ => Ok(text.to_owned()),
        }
    }
}

/// The time of day that a text such as `06:30` names.
pub fn time_of_day(text: &str) -> Option<civil::Time> {
    let (hour, minute) = text
        .split_once(':')
        .filter(|(h, m)| h.len() == 2 && m.len() == 2 && text.bytes().filter(u8::is_ascii_digit).count() == 4)?;
    civil::Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

fn phone(text: &str) -> Result<String, String> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let fits = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | ' ' | '(' | ')' | '-' | '.' | '/'));
    if fits && (5..=20).contains(&digits) && text.len() <= 40 {
        Ok(text.to_owned())
    } else {
        Err("Enter a phone number such as +254 20 555 0100.".into())
    }
}

fn sender(text: &str) -> Result<String, String> {
    match text.parse::<Mailbox>() {
        _ if text.is_empty() => Ok(String::new()),
        Ok(sender) if text.len() <= 200 && to_a_label(sender.email.domain()).is_some() => Ok(sender.to_string()),
        _ => Err("Enter a sender such as The News <news@news.example>.".into()),
    }
}

pub(crate) fn is_picture_hash(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// Says that a text is no language tag.
pub const NO_LANGUAGE: &str = "Enter a language such as en, sw or pt-BR.";

fn links(value: &Value, max: usize) -> Result<Value, String> {
    let list = value.as_array().ok_or("This is a list of addresses.")?;
    if list.len() > max {
        return Err(format!("Keep this to {max} addresses; there are {}.", list.len()));
    }
    let mut links = Vec::with_capacity(list.len());
    for link in list {
        let text = link.as_str().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let text = &*web_address::complete(text);
        match Url::parse(text) {
            Ok(url) if is_https_address(text) => links.push(url.to_string()),
            _ => return Err(format!("{}: enter an address that begins with https://.", cut(text))),
        }
    }
    links.dedup();
    Ok(json!(links))
}

/// Each post by its slug, or by the address of its page.
fn posts(value: &Value, max: usize) -> Result<Value, String> {
    let list = value.as_array().ok_or("This is a list of posts.")?;
    let mut slugs: Vec<Cow<'_, str>> = Vec::with_capacity(list.len());
    for post in list {
        let text = post.as_str().ok_or("Name each post by its slug.")?.trim();
        let path = text.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
        let slug = slug::of_segment(path.rsplit_once("/post/slug/").map_or(path, |(_, slug)| slug));
        if slug.is_empty() || slugs.contains(&slug) {
            continue;
        }
        if !slug::is_slug(&slug) {
            return Err(format!("{}: enter the address of a post, or its last part.", cut(text)));
        }
        slugs.push(slug);
    }
    if slugs.len() > max {
        return Err(format!("Keep this to {max} posts; there are {}.", slugs.len()));
    }
    Ok(json!(slugs))
}

/// An https address without a user's name.
pub(super) fn is_https_address(text: &str) -> bool {
    let url = Url::parse(text).ok();
    url.is_some_and(|url| url.scheme() == "https" && url.has_host() && text.len() <= 300 && is_plain(&url))
}

/// Without a user's name, which makes an address look like somebody else's.
fn is_plain(url: &Url) -> bool {
    url.username().is_empty() && url.password().is_none()
}

fn cut(text: &str) -> String {
    letters::cut(&one_line(text), 60).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_values_are_refused_and_others_come_out_in_their_normal_form() {
        let line = Kind::Line { max: 5, required: true };
        for (kind, value, expected) in [
            (line, json!(" a\u{0}\n b "), Some(json!("a b"))),
            (line, json!("<b>"), Some(json!("<b>"))),
            (Kind::Email, json!("desk\u{200b}@EXÄMPLE.example"), Some(json!("desk@exämple.example"))),
            (Kind::Email, json!("desk@b_c.example"), None),
            (Kind::Sender, json!("The News <news@exämple.example>"), Some(json!("The News <news@exämple.example>"))),
            (Kind::Sender, json!("The News <news@-x.example>"), None),
            (line, json!("  "), None),
            (line, json!("sixsix"), None),
            (line, json!(5), None),
            (line, json!(["a"]), None),
            (Kind::Flag, json!(true), Some(json!(true))),
            (Kind::Flag, json!("true"), None),
            (Kind::Number { min: 1, max: 9 }, json!(9), Some(json!(9))),
            (Kind::Number { min: 1, max: 9 }, json!(10), None),
            (Kind::Number { min: 1, max: 9 }, json!(1.5), None),
            (Kind::Choice(&["a", "b"]), json!("b"), Some(json!("b"))),
            (Kind::Choice(&["a", "b"]), json!("c"), None),
            (Kind::Email, json!("desk@nuru.example"), Some(json!("desk@nuru.example"))),
            (Kind::Email, json!(""), None),
            (Kind::Email, json!("desk@nuru.example\r\nBcc: x@y.example"), None),
            (Kind::OptionalEmail, json!(""), Some(json!(""))),
            (Kind::Phone, json!("+254 20 555 0100"), Some(json!("+254 20 555 0100"))),
            (Kind::Phone, json!("javascript:alert(1)"), None),
            (Kind::Sender, json!("Nuru <news@nuru.example>"), Some(json!("Nuru <news@nuru.example>"))),
            (Kind::Sender, json!("Nuru"), None),
            (Kind::Language, json!("sw-KE"), Some(json!("sw-KE"))),
            (Kind::Language, json!("\"><script>"), None),
            (Kind::Picture, json!("../../etc/passwd"), None),
            (Kind::Picture, json!("0123456789abcdef0123456789abcdef"), Some(json!("0123456789abcdef0123456789abcdef"))),
            (Kind::Colour, json!("red;}body{display:none"), None),
            (Kind::TimeZone, json!("europe/london"), Some(json!("Europe/London"))),
            (Kind::TimeZone, json!("UTC"), Some(json!("UTC"))),
            (Kind::TimeOfDay, json!("23:59"), Some(json!("23:59"))),
            (Kind::TimeOfDay, json!("24:00"), None),
            (Kind::TimeOfDay, json!("6:30"), None),
            (Kind::TimeOfDay, json!(""), None),
            (Kind::TimeZone, json!("Europe/Atlantis"), None),
            (Kind::TimeZone, json!("../etc/passwd"), None),
            (Kind::TimeZone, json!("+03:00"), None),
            (Kind::TimeZone, json!(""), None),
        ] {
            assert_eq!(kind.normalize(&value).ok(), expected, "{kind:?} {value}");
        }
    }

    #[test]
    fn posts_are_named_by_their_slug_or_their_address() {
        let posts = |value: Value| Kind::Posts { max: 2 }.normalize(&value);
        let named = json!([" two-lamps ", "", "https://nuru.example/post/slug/2026/?x=1#top", "two-lamps"]);
        assert_eq!(posts(named).unwrap(), json!(["two-lamps", "2026"]));
        assert_eq!(posts(json!([])).unwrap(), json!([]));
        for refused in [
            json!("two-lamps"),
            json!([5]),
            json!(["Two lamps"]),
            json!(["../etc/passwd"]),
            json!(["/category/tech"]),
            json!(["x".repeat(201)]),
            json!(["a", "b", "c"]),
        ] {
            assert!(posts(refused.clone()).is_err(), "{refused}");
        }
    }

    #[test]
    fn social_links_are_https_addresses_of_other_sites() {
        let links = |value: Value| Kind::Links { max: 2 }.normalize(&value);
        assert_eq!(links(json!(["https://x.example/nuru", " "])).unwrap(), json!(["https://x.example/nuru"]));
        assert_eq!(links(json!(["x.example/nuru"])).unwrap(), json!(["https://x.example/nuru"]));
        for refused in [
            json!(["javascript:alert(1)"]),
            json!(["http://x.example"]),
            json!(["//x.example"]),
            json!(["https://nuru.example@evil.example/"]),
            json!(["https://a.example", "https://b.example", "https://c.example"]),
            json!("https://a.example"),
            json!([5]),
        ] {
            // A number is no address, and an empty one is left out.
            assert!(links(refused.clone()).is_err() || refused == json!([5]), "{refused}");
        }
    }
}
