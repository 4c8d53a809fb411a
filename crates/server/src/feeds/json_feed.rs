//! JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/).

use serde_json::{Value, json};

use super::entries::{Attachment, Channel, Entry};
use crate::documents::Document;

pub fn write(channel: &Channel) -> Document {
    let feed = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": channel.title,
        "description": channel.description,
        "home_page_url": channel.home_url,
        "feed_url": channel.feed_url,
        "icon": channel.icon_url,
        "favicon": channel.favicon_url,
        "language": channel.language,
        "authors": [{ "name": channel.brand }],
        "items": channel.entries.iter().map(item).collect::<Vec<_>>(),
    });
    Document::file("application/feed+json; charset=utf-8", feed.to_string())
}

fn item(entry: &Entry) -> Value {
    let mut item = json!({
        "id": entry.id,
        "url": entry.url,
        "title": entry.title,
        "summary": entry.summary,
        "content_html": entry.html,
        "date_published": entry.published_at,
        "date_modified": entry.updated_at.max(entry.published_at),
        "authors": [{ "name": entry.author, "url": entry.author_url }],
        "tags": std::iter::once(&entry.category).chain(&entry.tags).filter(|name| !name.is_empty()).collect::<Vec<_>>(),
    });
    if !entry.language.is_empty() {
        item["language"] = entry.language.as_str().into();
    }
    if let Some(picture) = &entry.picture {
        item["image"] = picture.url.as_str().into();
    }
    if !entry.attachments.is_empty() {
        item["attachments"] = entry.attachments.iter().map(attachment).collect();
    }
    item
}

fn attachment(file: &Attachment) -> Value {
    let mut attachment = json!({ "url": file.url, "mime_type": file.content_type });
    if let Some(size) = file.size_bytes {
        attachment["size_in_bytes"] = size.into();
    }
    attachment
}
