//! RSS 2.0 (https://www.rssboard.org/rss-specification), with the whole text as its content module has it.

use mwanga_store::types::Timestamp;

use super::entries::{Channel, Entry};
use super::generated_file::Format;
use super::xml::Xml;
use crate::documents::{Document, escape, http_date};

const NAMESPACES: [(&str, &str); 5] = [
    ("version", "2.0"),
    ("xmlns:atom", "http://www.w3.org/2005/Atom"),
    ("xmlns:content", "http://purl.org/rss/1.0/modules/content/"),
    ("xmlns:dc", "http://purl.org/dc/elements/1.1/"),
    ("xmlns:media", "http://search.yahoo.com/mrss/"),
];

pub fn write(channel: &Channel) -> Document {
    let mut xml = Xml::new();
    xml.within("rss", &NAMESPACES, |xml| {
        xml.within("channel", &[], |xml| {
            xml.text("title", &[], &channel.title);
            xml.text("link", &[], &channel.home_url);
            xml.text("description", &[], &channel.description);
            xml.text("language", &[], &channel.language);
            if let Some(at) = channel.changed_at {
                xml.text("lastBuildDate", &[], &http_date(at));
            }
            xml.empty("atom:link", &[("href", &channel.feed_url), ("rel", "self"), ("type", Format::Rss.media_type())]);
            for entry in &channel.entries {
                xml.within("item", &[], |xml| item(xml, entry));
            }
        });
    });
    Document::file("application/rss+xml; charset=utf-8", xml.finish())
}

fn item(xml: &mut Xml, entry: &Entry) {
    let date = |at: Timestamp| http_date(at);
    xml.text("title", &[], &entry.title);
    xml.text("link", &[], &entry.url);
    xml.text("guid", &[("isPermaLink", "true")], &entry.id);
    xml.text("pubDate", &[], &date(entry.published_at));
    xml.text("dc:creator", &[], &entry.author);
    if !entry.language.is_empty() {
        xml.text("dc:language", &[], &entry.language);
    }
    for category in std::iter::once(&entry.category).chain(&entry.tags).filter(|name| !name.is_empty()) {
        xml.text("category", &[], category);
    }
    // A description is HTML to its readers.
    xml.text("description", &[], &escape(&entry.summary));
    xml.text("content:encoded", &[], &entry.html);
    if let Some(picture) = &entry.picture {
        // Source: RSS Best Practices Profile, "enclosure": 0 where the length is unknown.
        xml.empty("enclosure", &[("url", &picture.url), ("length", "0"), ("type", picture.content_type)]);
        let (width, height) = picture.size.map(|(width, height)| (width.to_string(), height.to_string())).unzip();
        let mut attributes = vec![("url", &*picture.url), ("medium", "image"), ("type", picture.content_type)];
        attributes.extend(width.as_deref().map(|px| ("width", px)));
        attributes.extend(height.as_deref().map(|px| ("height", px)));
        xml.within("media:content", &attributes, |xml| {
            if !picture.alt.is_empty() {
                xml.text("media:description", &[("type", "plain")], &picture.alt);
            }
        });
    }
}
