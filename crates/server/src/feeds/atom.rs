//! Atom (RFC 4287).

use mwanga_store::types::Timestamp;

use super::entries::{Channel, Entry};
use super::generated_file::Format;
use super::xml::Xml;
use crate::documents::Document;

pub fn write(channel: &Channel) -> Document {
    let mut xml = Xml::new();
    xml.within("feed", &[("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", &channel.language)], |xml| {
        xml.text("id", &[], &channel.feed_url);
        xml.text("title", &[], &channel.title);
        xml.text("subtitle", &[], &channel.description);
        // An empty feed needs a moment too, and one that stays.
        xml.text("updated", &[], &channel.changed_at.unwrap_or(Timestamp(0)).iso());
        xml.empty("link", &[("rel", "self"), ("type", Format::Atom.media_type()), ("href", &channel.feed_url)]);
        xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &channel.home_url)]);
        xml.within("author", &[], |xml| xml.text("name", &[], &channel.brand));
        xml.text("icon", &[], &channel.favicon_url);
        for entry in &channel.entries {
            let own = [("xml:lang", entry.language.as_str())];
            let own: &[_] = if entry.language.is_empty() { &[] } else { &own };
            xml.within("entry", own, |xml| write_entry(xml, entry));
        }
    });
    Document::file("application/atom+xml; charset=utf-8", xml.finish())
}

fn write_entry(xml: &mut Xml, entry: &Entry) {
    xml.text("id", &[], &entry.id);
    xml.text("title", &[("type", "text")], &entry.title);
    xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &entry.url)]);
    xml.text("published", &[], &entry.published_at.iso());
    xml.text("updated", &[], &entry.updated_at.max(entry.published_at).iso());
    xml.within("author", &[], |xml| {
        xml.text("name", &[], &entry.author);
        xml.text("uri", &[], &entry.author_url);
    });
    for category in std::iter::once(&entry.category).chain(&entry.tags).filter(|name| !name.is_empty()) {
        xml.empty("category", &[("term", category)]);
    }
    xml.text("summary", &[("type", "text")], &entry.summary);
    xml.text("content", &[("type", "html")], &entry.html);
    if let Some(picture) = &entry.picture {
        xml.empty("link", &[("rel", "enclosure"), ("type", picture.content_type), ("href", &picture.url)]);
    }
}
