//! What is new since the last issue.

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts::PublicFilter;
use mwanga_store::queries::{issues, posts};
use mwanga_store::types::Timestamp;

use super::audience::audience;
use crate::Core;
use crate::categories::{self, SPONSORED};
use crate::html;

/// A newsletter as it would be written now.
#[derive(Clone, Debug)]
pub struct Digest {
    pub subject: String,
    /// In the stored form.
    pub html: String,
    /// How many posts stand in it.
    pub posts: u64,
    /// Who would get it.
    pub audience: u64,
    pub since: Timestamp,
    /// What became public until then stands in it.
    pub until: Timestamp,
}

/// Posts with their openings, the newest ones; the others stand below by their titles.
const OPENED: usize = 20;
/// Posts of one digest.
const MOST: u64 = 200;
/// How far back the first one looks.
const FIRST_MS: i64 = 7 * 24 * 3_600_000;
/// Characters of an excerpt.
const EXCERPT: usize = 200;
/// Characters of a title in the subject.
const HEADLINE: usize = 150;

/// The public posts since the last issue, newest first, without sponsored ones. Of each its title and opening: what
/// anyone may read.
pub async fn digest(core: &Core) -> StoreResult<Digest> {
    let (db, now) = (core.store.reader(), core.now());
    let since = issues::covered_until(db).await?.unwrap_or_else(|| now.plus_ms(-FIRST_MS));
    let exclude = categories::find(core, SPONSORED).await?.map(|category| category.id).into_iter().collect();
    let ids = posts::public_ids(db, &PublicFilter { exclude, ..PublicFilter::default() }, now, 0, MOST).await?;
    let mut cards = posts::cards(db, &ids).await?;
    cards.retain(|post| post.published_at > since && post.published_at <= now);
    let mut body = String::new();
    let title = |post: &Model, body: &mut String| {
        body.push_str(&format!("<a href=\"/post/slug/{}\">", post.slug));
        html::escape_text(&post.title, body);
        body.push_str("</a>");
    };
    for post in cards.iter().take(OPENED) {
        let excerpt = if post.excerpt.is_empty() { &post.opening } else { &post.excerpt };
        body.push_str("<h2>");
        title(post, &mut body);
        body.push_str("</h2><p>");
        html::escape_text(&html::plain_text(excerpt, EXCERPT), &mut body);
        body.push_str("</p>");
    }
    if let Some(others) = cards.get(OPENED..).filter(|others| !others.is_empty()) {
        body.push_str("<h2>Also new</h2><ul>");
        for post in others {
            body.push_str("<li>");
            title(post, &mut body);
            body.push_str("</li>");
        }
        body.push_str("</ul>");
    }
    let subject = match cards.as_slice() {
        [] => format!("News from {}", core.config.site.brand),
        [only] => headline(&only.title),
        [first, rest @ ..] => format!("{}, and {} more", headline(&first.title), rest.len()),
    };
    let html = html::off_thread(move || html::clean(&body)).await;
    Ok(Digest { subject, html, posts: cards.len() as u64, audience: audience(core, None).await?, since, until: now })
}

/// A title as a part of a subject, which is shorter than a title may be.
fn headline(title: &str) -> String {
    let mut escaped = String::new();
    html::escape_text(title, &mut escaped);
    html::plain_text(&escaped, HEADLINE)
}
