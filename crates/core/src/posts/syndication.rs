//! Syndication: posts with content for feeds, and sitemaps.

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts::{self as query, PublicFilter};
use mwanga_store::queries::sitemaps;
pub use mwanga_store::queries::sitemaps::SitemapFile;
use mwanga_store::types::{MediaKind, Timestamp};

use super::list::{PostPage, earliest};
use super::read::listed;
use super::visibility::is_public;
use crate::{Core, categories, changes, media};

/// The page with the content of its posts, which lists do not load.
pub async fn with_content(core: &Core, mut page: PostPage) -> StoreResult<PostPage> {
    let ids: Vec<_> = page.posts.iter().map(|post| post.id).collect();
    page.posts = query::by_ids(core.store.reader(), &ids).await?;
    // A post may have been unpublished since the list was read.
    page.posts.retain(|post| is_public(post, core.now()));
    Ok(page)
}

/// The preview image of a post: for a video its poster; none without one.
pub fn preview_image(post: &Model) -> Option<&str> {
    let preview = post.preview_url.as_deref()?;
    if media::kind(preview) == MediaKind::Video { post.poster_url.as_deref() } else { Some(preview) }
}

/// The sitemap files that hold public posts.
#[derive(Debug)]
pub struct SitemapFiles {
    pub files: Vec<SitemapFile>,
    pub tags: Vec<String>,
    pub expires_at: Option<Timestamp>,
}

/// The sitemap index.
pub async fn sitemap_files(core: &Core) -> StoreResult<SitemapFiles> {
    let (db, now) = (core.store.reader(), core.now());
    let files = sitemaps::files(db, now).await?;
    let mut tags = vec![changes::LIST.to_owned()];
    tags.extend(files.iter().map(|file| changes::sitemap(file.number)));
    Ok(SitemapFiles { files, tags, expires_at: query::next_scheduled(db, &PublicFilter::default(), now).await? })
}

/// Slug and last change of each public post in one sitemap file, by id.
#[derive(Debug)]
pub struct SitemapPosts {
    pub posts: Vec<(String, Timestamp)>,
    pub tags: Vec<String>,
    pub expires_at: Option<Timestamp>,
}

/// The posts of one sitemap file. A save invalidates only the file that holds its post.
pub async fn sitemap_posts(core: &Core, file: i64) -> StoreResult<SitemapPosts> {
    let (db, now) = (core.store.reader(), core.now());
    Ok(SitemapPosts {
        posts: sitemaps::posts(db, file, now).await?,
        tags: vec![changes::sitemap(file)],
        expires_at: query::next_scheduled(db, &PublicFilter::default(), now).await?,
    })
}

/// Slugs of the categories, tags and by-lines whose pages list posts, each with the last change of what its first page
/// lists.
#[derive(Debug)]
pub struct SitemapLists {
    pub categories: Vec<(String, Timestamp)>,
    pub tags: Vec<(String, Timestamp)>,
    pub authors: Vec<(String, Timestamp)>,
    /// The last change of any public post.
    pub changed_at: Option<Timestamp>,
    pub cache_tags: Vec<String>,
    pub expires_at: Option<Timestamp>,
}

/// Categories, tags and by-lines for the sitemap.
pub async fn sitemap_lists(core: &Core) -> StoreResult<SitemapLists> {
    let (db, now) = (core.store.reader(), core.now());
    let (mut categories, mut cache_tags) = (Vec::new(), vec![changes::LIST.to_owned()]);
    for category in categories::all(core).await?.iter() {
        let ids = listed(core, category, sitemaps::LISTED).await?;
        if let Some(changed_at) = sitemaps::newest_change(db, &ids).await? {
            categories.push((category.slug.clone(), changed_at));
        }
        cache_tags.push(changes::category(category.id));
    }
    let files = sitemaps::files(db, now).await?;
    // A save that changes no list changes when a post of it was last changed.
    cache_tags.extend(files.iter().map(|file| changes::sitemap(file.number)));
    Ok(SitemapLists {
        categories,
        tags: sitemaps::tags(db, now, MAX_SLUGS).await?,
        authors: sitemaps::authors(db, now, MAX_SLUGS).await?,
        changed_at: files.iter().map(|file| file.changed_at).max(),
        cache_tags,
        expires_at: query::next_scheduled(db, &PublicFilter::default(), now).await?,
    })
}

/// Most slugs of each kind: a sitemap file holds at most 50,000 addresses.
const MAX_SLUGS: u64 = 20_000;

/// Age limit of a news sitemap, by its specification.
const NEWS_MAX_AGE_MS: i64 = 48 * 3_600_000;
/// Most posts of a news sitemap, by its specification.
const MAX_NEWS: u64 = 1_000;

/// Slug, title and moment of the posts of the last 48 hours, newest first, without those of categories that are no news.
#[derive(Debug)]
pub struct NewsSitemap {
    pub posts: Vec<sitemaps::NewsRow>,
    pub tags: Vec<String>,
    /// When the next scheduled post is published, or the oldest post is older than 48 hours.
    pub expires_at: Option<Timestamp>,
}

/// The posts of the news sitemap.
pub async fn news_sitemap(core: &Core) -> StoreResult<NewsSitemap> {
    let (db, now) = (core.store.reader(), core.now());
    let without: Vec<_> = categories::not_news(core).await?.iter().map(|category| category.id).collect();
    let posts = sitemaps::news(db, &without, now.plus_ms(-NEWS_MAX_AGE_MS), now, MAX_NEWS).await?;
    let oldest_expires = posts.last().map(|post| post.published_at.plus_ms(NEWS_MAX_AGE_MS));
    let next = query::next_scheduled(db, &PublicFilter::default(), now).await?;
    Ok(NewsSitemap {
        posts,
        tags: vec![changes::LIST.to_owned(), changes::SITE.to_owned()],
        expires_at: earliest(next, oldest_expires),
    })
}
