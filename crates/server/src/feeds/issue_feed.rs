//! The feed of the newsletter archive.

use std::collections::HashMap;

use mwanga_core::{Core, changes, html, newsletter};
use mwanga_store::StoreError;
use mwanga_store::entities::{issue, media_item};

use super::entries::{self, Channel, Entry, MAX_ENTRIES};
use super::generated_file::{Format, absolute};

/// The archive, below which the feed lies.
pub const HOME_PATH: &str = "/newsletter/issues";
/// Maximum length of a summary, in characters.
const SUMMARY_CHARS: usize = 280;

/// The newest issues that the public archive lists.
pub async fn channel(core: &Core, format: Format) -> Result<Channel, StoreError> {
    let issues = newsletter::newest_archived(core, MAX_ENTRIES).await?;
    let files = entries::files_in(core, std::iter::empty(), issues.iter().map(|issue| &*issue.html)).await?;
    let settings = core.settings();
    let brand = settings.site.brand.clone();
    let mut tags = vec![changes::ISSUES.to_owned(), changes::SITE.to_owned()];
    tags.extend(["site.brand", "site.language", "site.mark"].map(changes::setting));
    Ok(Channel {
        title: format!("Past newsletters | {brand}"),
        description: format!("Every newsletter that {brand} has sent."),
        home_url: absolute(core, HOME_PATH),
        feed_url: absolute(core, &format!("{HOME_PATH}/{}", format.file_name())),
        language: settings.site.language.clone(),
        icon_url: absolute(core, "/icon-512.png"),
        favicon_url: absolute(core, "/icon-192.png"),
        changed_at: issues.iter().map(|issue| issue.starts_at).max(),
        entries: issues.into_iter().map(|issue| entry(core, issue, &brand, &files)).collect(),
        brand,
        tags,
        expires_at: None,
    })
}

fn entry(core: &Core, issue: issue::Model, brand: &str, files: &HashMap<String, media_item::Model>) -> Entry {
    let url = absolute(core, &format!("{HOME_PATH}/{}", issue.id));
    let summary =
        if issue.preheader.is_empty() { html::plain_text(&issue.html, SUMMARY_CHARS) } else { issue.preheader };
    Entry {
        id: url.clone(),
        url,
        title: issue.subject,
        summary,
        language: String::new(),
        html: entries::text_for_feeds(&issue.html, files, core.config.base()),
        published_at: issue.starts_at,
        updated_at: issue.starts_at,
        author: brand.to_owned(),
        author_url: core.config.base().to_owned(),
        category: String::new(),
        tags: Vec::new(),
        picture: None,
        attachments: Vec::new(),
    }
}
