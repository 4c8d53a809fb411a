//! Digest: the posts published since the last issue of which no notice went out, and those whose notice was skipped.

use std::cmp::Reverse;
use std::collections::HashSet;

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts::PublicFilter;
use mwanga_store::queries::{issues, posts};
use mwanga_store::types::{CategoryId, PostId, Timestamp};
use serde::Serialize;
use serde_json::json;

use super::audience::count_audience;
use crate::categories::{self, SPONSORED};
use crate::posts::{canonical_path, is_public};
use crate::{Core, html, mail, slug};

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
pub(crate) const FIRST_DIGEST_MS: i64 = 7 * 24 * 3_600_000;
/// Maximum length of the excerpt of the first post and of the others, in characters.
pub(super) const LEAD_CHARS: usize = 280;
pub(super) const EXCERPT_CHARS: usize = 140;
/// Maximum length of a title in the subject, in characters.
const TITLE_CHARS: usize = 150;

/// The public posts since the last issue, newest first, without sponsored ones and those that went out as a notice, with
/// those whose notice was skipped. Of each its title and opening: what anyone may read.
pub async fn digest(core: &Core) -> StoreResult<Digest> {
    let NewPosts { posts: new, since, until } = new_posts(core).await?;
    let subject = subject(core, new.first());
    let posts = new.len() as u64;
    let html = html::off_thread(move || digest_html(&new, LEAD_CHARS)).await;
    Ok(Digest { subject, html, posts, audience: count_audience(core, &[]).await?, since, until })
}

/// What became public since the last issue, without its texts.
pub(super) struct NewPosts {
    /// Newest first, without sponsored ones and those that went out as a notice.
    pub posts: Vec<Model>,
    pub since: Timestamp,
    pub until: Timestamp,
}

pub(super) async fn new_posts(core: &Core) -> StoreResult<NewPosts> {
    let now = core.now();
    let since = issues::covered_until(core.store.reader(), now).await?.unwrap_or_else(|| now.plus_ms(-FIRST_DIGEST_MS));
    let mut posts = newest_posts(core, now, MAX_POSTS).await?;
    posts.retain(|post| post.published_at > since && post.published_at <= now);
    let noticed = noticed(core, &posts, since).await?;
    posts.retain(|post| !noticed.contains(&post.id));
    // By what was sent, too: a clock may have been ahead or behind when a digest said until when it reaches.
    let sent = issues::digest_texts(core.store.reader()).await?;
    posts.retain(|post| !sent.iter().any(|html| html.contains(&link(&post.slug))));
    posts.extend(skipped(core, &posts, since).await?);
    posts.sort_by_key(|post| Reverse((post.published_at, post.id)));
    Ok(NewPosts { posts, since, until: now })
}

/// What a digest has of a post, as `digest.html` writes it.
fn link(slug: &str) -> String {
    format!(r#"href="{}""#, canonical_path(slug))
}

/// Those whose notice went out after `since`.
async fn noticed(core: &Core, posts: &[Model], since: Timestamp) -> StoreResult<HashSet<PostId>> {
    let db = core.store.reader();
    let notices = issues::notices_of(db, posts.iter().map(|post| post.id), since).await?;
    Ok(issues::that_went_out(db, notices).await?.into_iter().filter_map(|notice| notice.post_id).collect())
}

/// The public posts besides `posts` whose notice was left to this digest, also those that an earlier one held.
async fn skipped(core: &Core, posts: &[Model], since: Timestamp) -> StoreResult<Vec<Model>> {
    let (db, exclude) = (core.store.reader(), excluded(core).await?);
    let mut ids = issues::skipped_posts(db, since).await?;
    ids.retain(|id| !posts.iter().any(|post| post.id == *id));
    let mut skipped = posts::by_ids_without_content(db, &ids).await?;
    skipped.retain(|post| is_public(post, core.now()) && !exclude.contains(&post.category_id));
    Ok(skipped)
}

/// Categories whose posts no digest holds: as in the feeds of the site, what is paid or not news leads no newsletter.
async fn excluded(core: &Core) -> StoreResult<Vec<CategoryId>> {
    let all = categories::all(core).await?;
    Ok(all.iter().filter(|row| row.slug == SPONSORED || !row.is_news).map(|row| row.id).collect())
}

/// Whether a digest may hold a post once it is public: news that nobody paid for.
pub(super) async fn may_hold(core: &Core, post: &Model) -> StoreResult<bool> {
    Ok(!excluded(core).await?.contains(&post.category_id))
}

/// The newest public posts that a digest may hold, without their texts.
pub(super) async fn newest_posts(core: &Core, now: Timestamp, count: u64) -> StoreResult<Vec<Model>> {
    let (db, exclude) = (core.store.reader(), excluded(core).await?);
    let ids = posts::public_ids(db, &PublicFilter { exclude, ..PublicFilter::default() }, now, 0, count).await?;
    posts::by_ids_without_content(db, &ids).await
}

/// The headline of the lead.
pub(super) fn subject(core: &Core, lead: Option<&Model>) -> String {
    match lead {
        None => format!("News from {}", core.settings().site.brand),
        // A title is longer than a part of a subject may be.
        Some(lead) => html::shorten(&lead.title, TITLE_CHARS),
    }
}

/// The posts as stored HTML: titles and openings, that of the first with at most `lead_chars` characters.
pub(super) fn digest_html(posts: &[Model], lead_chars: usize) -> String {
    #[derive(Serialize)]
    struct Entry {
        slug: String,
        title: String,
        opening: String,
        language: String,
    }
    let entry = |(n, post): (usize, &Model)| {
        let excerpt = if post.excerpt.is_empty() { &post.opening } else { &post.excerpt };
        let opening = shorten_text(excerpt, if n == 0 { lead_chars } else { EXCERPT_CHARS });
        Entry {
            slug: slug::to_segment(&post.slug),
            title: post.title.clone(),
            opening,
            language: post.language.clone(),
        }
    };
    let entries: Vec<Entry> = posts.iter().enumerate().map(entry).collect();
    let (stories, titles) = entries.split_at(entries.len().min(POSTS_WITH_EXCERPT));
    html::clean(&mail::render("digest.html", json!({ "stories": stories, "titles": titles })))
}

/// The whole sentences that fit, where they say enough; else the text is cut at a word.
fn shorten_text(text: &str, max_chars: usize) -> String {
    let cut = html::shorten(text, max_chars);
    if !cut.ends_with('…') {
        return cut;
    }
    let end = [". ", "? ", "! "].into_iter().filter_map(|end| cut.rfind(end)).max();
    match end.map(|at| &cut[..=at]).filter(|sentences| sentences.chars().count() >= max_chars / 3) {
        Some(sentences) => sentences.to_owned(),
        None => cut,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_ends_with_a_sentence_where_one_fits() {
        for (text, short) in [
            ("One short line. And one more that is too long", "One short line."),
            ("A. And a sentence that is too long to fit in here", "A. And a sentence that is too…"),
            ("No end in sight of this sentence at all", "No end in sight of this…"),
            ("Is it? Yes! But that is another story here", "Is it? Yes!"),
            ("It fits.", "It fits."),
            ("Use the <dialog> element today.", "Use the <dialog> element…"),
        ] {
            assert_eq!(shorten_text(text, 30), short);
        }
    }
}
