//! Digest: the posts published since the last issue.

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts::PublicFilter;
use mwanga_store::queries::{issues, posts};
use mwanga_store::types::Timestamp;

use super::audience::count_audience;
use crate::Core;
use crate::categories::{self, SPONSORED};
use crate::html;

/// A digest as of now.
#[derive(Clone, Debug)]
pub struct Digest {
    pub subject: String,
    /// In the stored form.
    pub html: String,
    /// Number of posts.
    pub posts: u64,
    /// Number of subscribers who would get it.
    pub audience: u64,
    pub since: Timestamp,
    /// Posts published until then are included.
    pub until: Timestamp,
}

/// Posts with an excerpt; older ones are listed by title.
const POSTS_WITH_EXCERPT: usize = 20;
/// Maximum posts of a digest.
const MAX_POSTS: u64 = 200;
/// Period of the first digest, in milliseconds.
const FIRST_DIGEST_MS: i64 = 7 * 24 * 3_600_000;
/// Maximum length of an excerpt, in characters.
const EXCERPT_CHARS: usize = 200;
/// Maximum length of a title in the subject, in characters.
const TITLE_CHARS: usize = 150;

/// The public posts since the last issue, newest first, without sponsored ones. Of each its title and opening: what
/// anyone may read.
pub async fn digest(core: &Core) -> StoreResult<Digest> {
    let (db, now) = (core.store.reader(), core.now());
    let since = issues::covered_until(db).await?.unwrap_or_else(|| now.plus_ms(-FIRST_DIGEST_MS));
    let exclude = categories::find(core, SPONSORED).await?.map(|category| category.id).into_iter().collect();
    let ids = posts::public_ids(db, &PublicFilter { exclude, ..PublicFilter::default() }, now, 0, MAX_POSTS).await?;
    let mut cards = posts::by_ids_without_content(db, &ids).await?;
    cards.retain(|post| post.published_at > since && post.published_at <= now);
    let mut body = String::new();
    let title = |post: &Model, body: &mut String| {
        body.push_str(&format!("<a href=\"/post/slug/{}\">", post.slug));
        html::escape_text(&post.title, body);
        body.push_str("</a>");
    };
    for post in cards.iter().take(POSTS_WITH_EXCERPT) {
        let excerpt = if post.excerpt.is_empty() { &post.opening } else { &post.excerpt };
        body.push_str("<h2>");
        title(post, &mut body);
        body.push_str("</h2><p>");
        html::escape_text(&html::plain_text(excerpt, EXCERPT_CHARS), &mut body);
        body.push_str("</p>");
    }
    if let Some(others) = cards.get(POSTS_WITH_EXCERPT..).filter(|others| !others.is_empty()) {
        body.push_str("<h2>Also new</h2><ul>");
        for post in others {
            body.push_str("<li>");
            title(post, &mut body);
            body.push_str("</li>");
        }
        body.push_str("</ul>");
    }
    let subject = match cards.as_slice() {
        [] => format!("News from {}", core.settings().site.brand),
        [only] => shorten_title(&only.title),
        [first, rest @ ..] => format!("{}, and {} more", shorten_title(&first.title), rest.len()),
    };
    let html = html::off_thread(move || html::clean(&body)).await;
    Ok(Digest {
        subject,
        html,
        posts: cards.len() as u64,
        audience: count_audience(core, None).await?,
        since,
        until: now,
    })
}

/// A title as a part of a subject, which is shorter than a title may be.
fn shorten_title(title: &str) -> String {
    let mut escaped = String::new();
    html::escape_text(title, &mut escaped);
    html::plain_text(&escaped, TITLE_CHARS)
}
