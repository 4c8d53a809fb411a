//! What leaves the site for feed readers and crawlers: the newest posts whole, and where all public posts are.

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts::{self as query, PublicFilter};
use mwanga_store::queries::sitemaps;
pub use mwanga_store::queries::sitemaps::File as SitemapFile;
use mwanga_store::types::{MediaKind, Timestamp};

use super::list::{Page, earliest};
use super::visibility::is_public;
use crate::categories::{self, SPONSORED};
use crate::{Core, changes, media};

/// A page of public posts with their content, which lists leave out.
pub async fn with_content(core: &Core, mut page: Page) -> StoreResult<Page> {
    let ids: Vec<_> = page.posts.iter().map(|post| post.id).collect();
    page.posts = query::whole(core.store.reader(), &ids).await?;
    // One may have been taken back since the list was read; its draft is nobody's business.
    page.posts.retain(|post| is_public(post, core.now()));
    Ok(page)
}

/// The picture that stands for a post where nothing can move: the poster of a video, and none where it has none.
pub fn still_picture(post: &Model) -> Option<&str> {
    let preview = post.preview_url.as_deref()?;
    if media::kind(preview) == MediaKind::Video { post.poster_url.as_deref() } else { Some(preview) }
}

/// The files of the sitemap that hold public posts.
#[derive(Debug)]
pub struct SitemapFiles {
    pub files: Vec<SitemapFile>,
    pub tags: Vec<String>,
    pub expires_at: Option<Timestamp>,
}

pub async fn sitemap_files(core: &Core) -> StoreResult<SitemapFiles> {
    let (db, now) = (core.store.reader(), core.now());
    Ok(SitemapFiles {
        files: sitemaps::files(db, now).await?,
        tags: vec![changes::LIST.to_owned()],
        expires_at: query::next_scheduled(db, &PublicFilter::default(), now).await?,
    })
}

/// Slug and last change of each public post of one file, by id.
#[derive(Debug)]
pub struct SitemapPosts {
    pub posts: Vec<(String, Timestamp)>,
    pub tags: Vec<String>,
    pub expires_at: Option<Timestamp>,
}

/// A save ends the one file that holds its post; the others stay.
pub async fn sitemap_posts(core: &Core, file: i64) -> StoreResult<SitemapPosts> {
    let (db, now) = (core.store.reader(), core.now());
    Ok(SitemapPosts {
        posts: sitemaps::posts(db, file, now).await?,
        tags: vec![changes::sitemap(file)],
        expires_at: query::next_scheduled(db, &PublicFilter::default(), now).await?,
    })
}

/// What else leads to public posts: the slugs of their tags and of their by-lines.
#[derive(Debug)]
pub struct SitemapLists {
    pub tags: Vec<String>,
    pub authors: Vec<String>,
}

/// Ends with every change of a list, and at the next scheduled moment.
pub async fn sitemap_lists(core: &Core) -> StoreResult<SitemapLists> {
    let (db, now) = (core.store.reader(), core.now());
    Ok(SitemapLists {
        tags: sitemaps::tags(db, now, MOST_OF_A_KIND).await?,
        authors: sitemaps::authors(db, now, MOST_OF_A_KIND).await?,
    })
}

/// A sitemap holds 50,000 addresses at most.
const MOST_OF_A_KIND: u64 = 20_000;

/// How long a post is news to the sitemap for news, by the rule of those who read it.
const NEWS_MS: i64 = 48 * 3_600_000;
/// No news sitemap may hold more.
const MOST_NEWS: u64 = 1_000;

/// Slug, title and moment of the posts of the last 48 hours, newest first, without sponsored ones.
#[derive(Debug)]
pub struct News {
    pub posts: Vec<(String, String, Timestamp)>,
    pub tags: Vec<String>,
    /// When the next one comes out or the oldest is no news any more.
    pub expires_at: Option<Timestamp>,
}

pub async fn news(core: &Core) -> StoreResult<News> {
    let (db, now) = (core.store.reader(), core.now());
    let sponsored = categories::find(core, SPONSORED).await?.map(|category| category.id);
    let posts = sitemaps::news(db, sponsored, now.plus_ms(-NEWS_MS), now, MOST_NEWS).await?;
    let oldest_ends = posts.last().map(|(_, _, at)| at.plus_ms(NEWS_MS));
    let next = query::next_scheduled(db, &PublicFilter::default(), now).await?;
    Ok(News {
        posts,
        tags: vec![changes::LIST.to_owned(), changes::SITE.to_owned()],
        expires_at: earliest(next, oldest_ends),
    })
}
