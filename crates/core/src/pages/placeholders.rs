//! Placeholders in the words of pages, which follow the settings of the site.

use crate::Core;
use crate::built_in_pages::built_in;
use crate::html::{escape_attribute, unescape};

/// The values of the placeholders.
#[derive(Clone, Debug)]
pub struct Placeholders {
    brand: String,
    tagline: String,
    contact_email: String,
    contact_phone: String,
    /// What links to the consultancy lead to.
    consultancy: String,
}

impl Placeholders {
    pub fn of(core: &Core) -> Self {
        let settings = core.settings();
        let site = &settings.site;
        let consultancy = built_in("consultancy").map(|page| super::path_of(&site.brand, &page.page()));
        Self {
            brand: site.brand.clone(),
            tagline: site.tagline.clone(),
            contact_email: site.contact_email.clone(),
            contact_phone: site.contact_phone.clone(),
            consultancy: consultancy.unwrap_or_default(),
        }
    }

    fn values(&self) -> [(&'static str, &str); 4] {
        [
            ("{brand}", &self.brand),
            ("{tagline}", &self.tagline),
            ("{contact_email}", &self.contact_email),
            ("{contact_phone}", &self.contact_phone),
        ]
    }

    /// Fills plain text.
    pub fn text(&self, text: &str) -> String {
        if !text.contains('{') {
            return text.to_owned();
        }
        self.values().iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
    }

    /// Fills stored HTML. A link to an address that is not set leads to the contact page.
    pub fn html(&self, html: &str) -> String {
        let mut html = html.replace("href=\"/consultancy\"", &format!("href=\"{}\"", self.consultancy));
        if !html.contains('{') {
            return html;
        }
        for (scheme, name, value) in [
            ("mailto:", "{contact_email}", self.contact_email.clone()),
            (
                "tel:",
                "{contact_phone}",
                self.contact_phone.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect(),
            ),
        ] {
            html = match value.as_str() {
                "" => without_address(&html, &format!("\"{scheme}{name}")),
                value => html.replace(&format!("{scheme}{name}"), &format!("{scheme}{}", escaped(value))),
            };
        }
        self.values().iter().fold(html, |html, (name, value)| html.replace(name, &escaped(value)))
    }

    /// Whether a text names something that is not set, so that it says nothing.
    pub fn is_unset_in(&self, html: &str) -> bool {
        self.values().iter().any(|(name, value)| value.is_empty() && html.contains(name))
    }

    /// Fills a link.
    pub fn link(&self, href: &str) -> String {
        let html = self.html(&format!("href=\"{}\"", escaped(href)));
        let filled = html.strip_prefix("href=\"").and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
        unescape(filled).into_owned()
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    escape_attribute(text, &mut out);
    out
}

/// Replaces addresses that begin with `start`, quotation mark included, by that of the contact page.
fn without_address(html: &str, start: &str) -> String {
    let mut parts = html.split(start);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("\"/contact");
        out.push_str(part.find('"').map_or("", |end| &part[end..]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placeholders(email: &str) -> Placeholders {
        Placeholders {
            brand: "Habari & <b>Co</b>".into(),
            tagline: "{brand}".into(),
            contact_email: email.into(),
            contact_phone: "+254 20 555".into(),
            consultancy: "/habari-consultancy".into(),
        }
    }

    const HTML: &str = "<p>{brand} {unknown} <a href=\"mailto:{contact_email}?subject=Your%20data\">write</a>, \
        <a href=\"tel:{contact_phone}\">{contact_phone}</a>, <a href=\"/consultancy\">ask</a></p>";

    #[test]
    fn placeholders_are_filled_and_escaped() {
        assert_eq!(
            placeholders("a@b.example").html(HTML),
            "<p>Habari &amp; &lt;b&gt;Co&lt;/b&gt; {unknown} <a href=\"mailto:a@b.example?subject=Your%20data\">write</a>, \
             <a href=\"tel:+25420555\">+254 20 555</a>, <a href=\"/habari-consultancy\">ask</a></p>"
        );
        assert_eq!(placeholders("a@b.example").text("About {brand}"), "About Habari & <b>Co</b>");
    }

    #[test]
    fn a_link_to_an_unset_address_leads_to_the_contact_page() {
        assert!(placeholders("").html(HTML).contains("<a href=\"/contact\">write</a>"));
        assert_eq!(placeholders("").link("mailto:{contact_email}?subject=a"), "/contact");
        assert_eq!(
            placeholders("a@b.example").link("mailto:{contact_email}?subject=a"),
            "mailto:a@b.example?subject=a"
        );
        assert!(placeholders("").is_unset_in("<p>{contact_email}</p>"));
        assert!(!placeholders("").is_unset_in("<p>{brand}</p>"));
    }
}
