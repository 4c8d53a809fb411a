//! The feed of corrections.

use mwanga_core::{Core, changes, posts};
use mwanga_store::StoreError;

use super::entries::{Channel, Entry, MAX_ENTRIES};
use super::generated_file::{Format, absolute};
use crate::documents::escape;
use crate::views::ListedCorrectionView;

/// The page of all corrections, below which the feed lies.
pub const HOME_PATH: &str = "/corrections";

/// The newest corrections of public posts.
pub async fn channel(core: &Core, format: Format) -> Result<Channel, StoreError> {
    let page = posts::public_corrections(core, None, MAX_ENTRIES).await?;
    let settings = core.settings();
    let brand = settings.site.brand.clone();
    let mut tags = page.tags;
    tags.push(changes::SITE.to_owned());
    tags.extend(["site.brand", "site.language", "site.mark"].map(changes::setting));
    let corrections = page.corrections.into_iter().map(ListedCorrectionView::from);
    let entries: Vec<Entry> = corrections.map(|correction| entry(core, correction, &brand)).collect();
    Ok(Channel {
        title: format!("Corrections | {brand}"),
        description: format!("What {brand} got wrong, and what is right."),
        home_url: absolute(core, HOME_PATH),
        feed_url: absolute(core, &format!("{HOME_PATH}/{}", format.file_name())),
        language: settings.site.language.clone(),
        icon_url: absolute(core, "/icon-512.png"),
        favicon_url: absolute(core, "/icon-192.png"),
        changed_at: entries.iter().map(|entry| entry.published_at).max(),
        entries,
        brand,
        tags,
        expires_at: page.expires_at,
    })
}

fn entry(core: &Core, correction: ListedCorrectionView, brand: &str) -> Entry {
    let ListedCorrectionView { id, text, created_at, post } = correction;
    let url = absolute(core, &format!("{}#corrections", post.canonical_path));
    let html = format!("<p>{}</p><p><a href=\"{}\">{}</a></p>", escape(&text), escape(&url), escape(&post.title));
    Entry {
        id: absolute(core, &format!("{HOME_PATH}#correction-{id}")),
        url,
        title: format!("Correction: {}", post.title),
        summary: text,
        language: String::new(),
        html,
        published_at: created_at,
        updated_at: created_at,
        author: brand.to_owned(),
        author_url: core.config.base().to_owned(),
        category: String::new(),
        tags: Vec::new(),
        picture: None,
        attachments: Vec::new(),
    }
}
