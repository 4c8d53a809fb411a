//! Channel and entries of a feed, independent of its format.

use std::collections::{HashMap, HashSet};

use mwanga_core::media::variants::{SHARE_WIDTH, Variant};
use mwanga_core::paging::PageRequest;
use mwanga_core::posts::{self, PostPage, PublicListQuery};
use mwanga_core::{Core, categories, changes, html, media, slug};
use mwanga_store::StoreError;
use mwanga_store::entities::media_item;
use mwanga_store::entities::post::Model;
use mwanga_store::types::{Access, MediaKind, Timestamp};

use super::generated_file::{Format, Scope, absolute};
use crate::documents::escape;
use crate::public_response::Provenance;
use crate::views::{PostView, ShareCopy};

/// Posts or newsletters in a feed.
pub(super) const MAX_ENTRIES: u64 = 30;

/// A feed with its metadata.
pub struct Channel {
    pub title: String,
    pub description: String,
    /// The page that shows the same.
    pub home_url: String,
    /// The feed's own address.
    pub feed_url: String,
    pub brand: String,
    /// Language tag (BCP 47).
    pub language: String,
    pub icon_url: String,
    pub favicon_url: String,
    pub entries: Vec<Entry>,
    /// Time of the newest change or publication in it.
    pub changed_at: Option<Timestamp>,
    pub tags: Vec<String>,
    pub expires_at: Option<Timestamp>,
}

/// A post or a newsletter in a feed. All texts but `html` are plain text; all URLs are absolute.
pub struct Entry {
    /// Permanent URL; that of a post, by its id, redirects to its current slug.
    pub id: String,
    pub url: String,
    pub title: String,
    pub summary: String,
    /// Language tag (BCP 47); empty: the channel's.
    pub language: String,
    /// The whole text of a public post, the opening of a gated one, under its lead picture.
    pub html: String,
    pub published_at: Timestamp,
    pub updated_at: Timestamp,
    pub author: String,
    /// The page of the author.
    pub author_url: String,
    pub category: String,
    pub tags: Vec<String>,
    pub picture: Option<Picture>,
    pub attachments: Vec<Attachment>,
}

/// A file of a post.
pub struct Attachment {
    pub url: String,
    pub content_type: String,
    /// `None` of a copy, whose length nobody knows before it is made.
    pub size_bytes: Option<i64>,
}

/// The picture of a post: the copy that is made for shared links, whose length nobody knows before it is made.
pub struct Picture {
    pub url: String,
    pub content_type: &'static str,
    /// Width and height in pixels.
    pub size: Option<(i32, i32)>,
    pub alt: String,
}

/// Result of a lookup by path.
pub enum FeedLookup {
    Channel(Channel),
    /// Redirects to this canonical path.
    Moved(String, Provenance),
    NotFound,
}

/// The posts of a feed, and what they have in common.
struct FeedPosts {
    /// Of the category, author or tag; the whole site has none.
    name: Option<String>,
    home_path: String,
    page: PostPage,
}

/// The feed at `path`.
pub async fn channel(core: &Core, scope: Scope, format: Format, path: &str) -> Result<FeedLookup, StoreError> {
    let settings = core.settings();
    // Other spellings redirect to the canonical path.
    let Some(FeedPosts { name, home_path, page }) = load_posts(core, scope, &slug(path)).await? else {
        return Ok(FeedLookup::NotFound);
    };
    let (title, description) = match &name {
        Some(name) => (
            format!("{name} | {}", settings.site.brand),
            format!("{name} on {}: the newest posts.", settings.site.brand),
        ),
        None => (settings.site.brand.clone(), settings.site.tagline.clone()),
    };
    let own_path = format!("{}/{}", home_path.trim_end_matches('/'), format.file_name());
    let mut tags = page.tags.clone();
    tags.push(changes::SITE.to_owned());
    tags.extend(["site.brand", "site.tagline", "site.language", "site.mark"].map(changes::setting));
    if own_path != path {
        return Ok(FeedLookup::Moved(
            own_path,
            Provenance { tags, expires_at: page.expires_at, ..Provenance::default() },
        ));
    }
    let page = posts::with_content(core, page).await?;
    // A correction changes what is said of a post here, and nothing in lists.
    tags.extend(page.posts.iter().map(|post| changes::slug(&post.slug)));
    let entries = entries(core, &page.posts).await?;
    Ok(FeedLookup::Channel(Channel {
        title,
        description,
        home_url: absolute(core, &home_path),
        feed_url: absolute(core, &own_path),
        brand: settings.site.brand.clone(),
        language: settings.site.language.clone(),
        icon_url: absolute(core, "/icon-512.png"),
        favicon_url: absolute(core, "/icon-192.png"),
        changed_at: entries.iter().map(|entry| entry.updated_at.max(entry.published_at)).max(),
        entries,
        tags,
        expires_at: page.expires_at,
    }))
}

/// The newest posts of a scope; `slug_or_name` names the category, author or tag.
async fn load_posts(core: &Core, scope: Scope, slug_or_name: &str) -> Result<Option<FeedPosts>, StoreError> {
    let newest = PageRequest { page: 1, per_page: MAX_ENTRIES };
    let (name, home_path, page) = match scope {
        Scope::Site => {
            // As in Most Recent.
            let list = PublicListQuery { exclude: categories::not_news(core).await?, ..PublicListQuery::default() };
            (None, "/".to_owned(), posts::list_public(core, &list, newest).await?)
        }
        Scope::Category => {
            let Some(category) = categories::find(core, slug_or_name).await? else { return Ok(None) };
            let (name, home_path) = (category.name.clone(), slug::path("/category", &category.slug));
            let list = PublicListQuery { category: Some(category), ..PublicListQuery::default() };
            (Some(name), home_path, posts::list_public(core, &list, newest).await?)
        }
        Scope::Author => {
            let Some(slug) = slug::from_title(slug_or_name) else { return Ok(None) };
            let (Some(author), page) = posts::by_author(core, &slug, newest).await? else { return Ok(None) };
            (Some(author.name), slug::path("/author", &author.slug), page)
        }
        Scope::Tag => {
            let Some(slug) = slug::from_title(slug_or_name) else { return Ok(None) };
            let (Some(tag), page) = posts::by_tag(core, &slug, newest).await? else { return Ok(None) };
            (Some(tag.name), slug::path("/tag", &tag.slug), page)
        }
    };
    Ok(Some(FeedPosts { name, home_path, page }))
}

/// The slug in `/category/{slug}/feed.xml` and its like.
fn slug(path: &str) -> String {
    let part = path.split('/').nth(2).unwrap_or_default();
    slug::of_segment(part).into_owned()
}

async fn entries(core: &Core, posts: &[Model]) -> Result<Vec<Entry>, StoreError> {
    let views = PostView::public_list(core, posts).await?;
    let mut keys = Vec::new();
    for (view, post) in views.iter().zip(posts) {
        keys.extend([post.preview_url.as_deref(), posts::preview_image(post)].into_iter().flatten().map(str::to_owned));
        keys.extend(view.card.media_urls.iter().filter_map(|url| Some(url.strip_prefix(media::PREFIX)?.to_owned())));
    }
    let files = files_in(core, keys.into_iter(), views.iter().map(|view| &*view.content)).await?;
    let base = core.config.base();
    let entries =
        views.into_iter().zip(posts).filter(|(view, _)| !view.card.title.trim().is_empty()).map(|(view, post)| {
            let url = format!("{base}{}", view.canonical_path);
            let mut text = String::new();
            if view.card.category_slug == categories::SPONSORED {
                let by = if view.card.brand.is_empty() {
                    "Paid post".to_owned()
                } else {
                    format!("Paid for by {}", escape(&view.card.brand))
                };
                text.push_str(&format!("<p><strong>{by}</strong></p>"));
            }
            let lead = posts::preview_image(post).and_then(|key| files.get(key));
            if let Some(item) = lead.filter(|item| !shows(&view.content, &item.object_key)) {
                text.push_str(&figure(&view, item, base));
            }
            text.push_str(&text_for_feeds(&view.content, &files, base));
            if view.card.access != Access::Everyone {
                text.push_str(&format!(
                    "<p><a href=\"{}\">Read on at {}</a></p>",
                    escape(&url),
                    escape(&core.settings().site.brand)
                ));
            }
            let text = in_language(text, &post.language);
            let attachments = attachments(&view, post, &files, base);
            let picture = lead.and_then(|item| {
                let ShareCopy { url, content_type, size } = ShareCopy::of(item)?;
                Some(Picture { url: format!("{base}{url}"), content_type, size, alt: item.alt.clone() })
            });
            Entry {
                id: format!("{base}/blog/post/{}", view.card.id),
                url,
                title: view.card.title,
                summary: view.card.excerpt,
                language: view.card.language,
                html: text,
                published_at: view.card.published_at,
                updated_at: view.modified_at,
                author_url: base.to_owned() + &slug::path("/author", &view.card.author_slug),
                author: view.card.author_label,
                category: view.card.category_name,
                tags: view.tag_list.into_iter().map(|tag| tag.name).collect(),
                picture,
                attachments,
            }
        });
    Ok(entries.collect())
}

/// Whether a text shows a file.
fn shows(content: &str, key: &str) -> bool {
    html::media_refs(content).iter().any(|url| url.strip_prefix(media::PREFIX) == Some(key))
}

/// The picture that the page of a post has above its text.
fn figure(view: &PostView, item: &media_item::Model, base: &str) -> String {
    let Some(url) = copy_in_text(item) else { return String::new() };
    let caption = match (&*view.cover_caption, &*view.cover_credit) {
        ("", "") => String::new(),
        (caption, "") => format!("<figcaption>{}</figcaption>", escape(caption)),
        ("", credit) => format!("<figcaption>Photo: {}</figcaption>", escape(credit)),
        (caption, credit) => format!("<figcaption>{} (Photo: {})</figcaption>", escape(caption), escape(credit)),
    };
    format!("<figure><img src=\"{}\" alt=\"{}\">{caption}</figure>", escape(&format!("{base}{url}")), escape(&item.alt))
}

/// The files of a post, each once: its cover, those beside the text that anybody may have, and the videos in it.
fn attachments(
    view: &PostView,
    post: &Model,
    files: &HashMap<String, media_item::Model>,
    base: &str,
) -> Vec<Attachment> {
    let in_text = html::media_refs(&view.content);
    let key = |url: &String| Some(url.strip_prefix(media::PREFIX)?.to_owned());
    let beside = view.card.media_urls.iter().filter_map(key).filter_map(|key| files.get(&key));
    let videos = in_text.iter().filter_map(key).filter_map(|key| files.get(&key));
    let videos = videos.filter(|item| item.kind == MediaKind::Video);
    let cover = post.preview_url.as_ref().and_then(|key| files.get(key));
    let mut seen = HashSet::new();
    let once = cover.into_iter().chain(beside).chain(videos).filter(|item| seen.insert(item.id));
    let attachment = |item: &media_item::Model| match ShareCopy::of(item) {
        Some(copy) => Attachment {
            url: format!("{base}{}", copy.url),
            content_type: copy.content_type.to_owned(),
            size_bytes: None,
        },
        None => Attachment {
            url: format!("{base}{}", media::url(&item.object_key)),
            content_type: item.content_type.clone(),
            size_bytes: Some(item.size_bytes),
        },
    };
    once.filter(|item| item.kind != MediaKind::Captions).map(attachment).collect()
}

/// A text in its own language, where it says one. Of the formats RSS has none for an entry, and readers of feeds show
/// the text alone.
fn in_language(text: String, tag: &str) -> String {
    if tag.is_empty() {
        return text;
    }
    format!("<div lang=\"{}\" dir=\"{}\">{text}</div>", escape(tag), html::language::direction(tag))
}

/// The files of these keys and those that texts show.
pub(super) async fn files_in(
    core: &Core,
    keys: impl Iterator<Item = String>,
    texts: impl Iterator<Item = &str>,
) -> Result<HashMap<String, media_item::Model>, StoreError> {
    let in_texts = texts.flat_map(html::media_refs).filter_map(|url| Some(url.strip_prefix(media::PREFIX)?.to_owned()));
    let keys: Vec<String> = keys.chain(in_texts).collect();
    let files = media::find_by_keys(core, &keys).await?;
    Ok(files.into_iter().map(|item| (item.object_key.clone(), item)).collect())
}

/// A delivered text as feeds have it: its addresses are absolute, and its pictures the copies that every reader knows.
pub(super) fn text_for_feeds(delivered: &str, files: &HashMap<String, media_item::Model>, base: &str) -> String {
    let copy = |key: &str| files.get(key).and_then(copy_in_text);
    html::with_absolute_urls(&html::with_pictures(delivered, &copy), base)
}

/// The copy of a picture in a text, as mails have it too: one that moves still does.
fn copy_in_text(item: &media_item::Model) -> Option<String> {
    let width = u32::try_from(item.width?).ok()?;
    let is_picture = item.kind == MediaKind::Image;
    is_picture.then(|| Variant::for_mail(item, SHARE_WIDTH).url(&item.object_key, width))
}
