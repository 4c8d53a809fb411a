//! The rows that every save makes anew from a post, so that lists and search need not read it: its tags, its words, its
//! files.

use std::collections::HashMap;

use mwanga_store::entities::post::Model;
use mwanga_store::entities::{media_item, post_media, post_search, post_tag};
use mwanga_store::types::{Access, PostStatus};
use mwanga_store::{ConnectionTrait, StoreResult, queries};
use sea_orm::Set;

use super::author::author_slug;
use super::form::title_key;
use super::save::add_public_tags;
use super::tags::tags_of;
use crate::changes::Tags;
use crate::fold::search_words;
use crate::{Core, html, media};

/// Puts what follows from `post` in the place of what followed from it before.
pub(super) async fn write(tx: &impl ConnectionTrait, post: &Model) -> StoreResult<()> {
    queries::post_tags::replace(tx, post.id, tag_rows(post)).await?;
    queries::search::replace_words(tx, word_row(post)).await?;
    let mut files = files(post);
    let keys: Vec<String> = files.iter().map(|file| file.key.clone()).collect();
    for item in queries::library::keep(tx, &keys).await? {
        if let Some(file) = files.iter_mut().find(|file| file.key == item.object_key) {
            file.own = media::words(&item);
        }
    }
    let rows = (0..).zip(files).map(|(position, file)| file.row(post, position)).collect();
    queries::search::replace_media(tx, post.id, rows).await
}

fn tag_rows(post: &Model) -> Vec<post_tag::ActiveModel> {
    if post.status != PostStatus::Published {
        return Vec::new();
    }
    let row = |(position, tag): (i32, super::Tag)| post_tag::ActiveModel {
        post_id: Set(post.id),
        slug: Set(tag.slug),
        name: Set(tag.name),
        position: Set(position),
        published_at: Set(post.published_at),
    };
    (0..).zip(tags_of(&post.tags)).map(row).collect()
}

fn word_row(post: &Model) -> post_search::ActiveModel {
    let words = search_words(&format!("{} {} {}", post.title, post.tags, open_text(post)));
    post_search::ActiveModel { post_id: Set(post.id), title: Set(search_words(&post.title)), words: Set(words) }
}

/// What a stranger may read of a post's text.
pub(crate) fn open_text(post: &Model) -> String {
    match post.access {
        Access::Everyone => html::plain_text(&post.content, usize::MAX),
        Access::Registered | Access::Subscribers => post.opening.clone(),
    }
}

/// A file that strangers see in a post.
pub(crate) struct ShownFile {
    pub key: String,
    /// The words of the file itself: how it was called when it came, and what the library says of it.
    pub own: String,
    pub alt: String,
    pub caption: String,
}

/// The files that strangers see in a post, in its order. `words` are those of files by their keys.
pub(crate) fn shown_files(post: &Model, words: &HashMap<String, String>) -> Vec<ShownFile> {
    let shown = files(post).into_iter().filter(|file| file.shown);
    shown
        .map(|file| ShownFile {
            own: words.get(&file.key).cloned().unwrap_or_default(),
            key: file.key,
            alt: file.alt,
            caption: file.caption,
        })
        .collect()
}

/// Has a file found in a post by what it is called and said of by now. The caller holds the file's row.
pub(crate) async fn write_words_of(
    tx: &impl ConnectionTrait,
    post: &Model,
    item: &media_item::Model,
) -> StoreResult<()> {
    let Some(mut file) = files(post).into_iter().find(|file| file.key == item.object_key) else { return Ok(()) };
    file.own = media::words(item);
    queries::search::set_media_words(tx, post.id, &file.key, file.words(post)).await
}

/// The keys of every file that a post uses.
pub(crate) fn keys_of_files(post: &Model) -> Vec<String> {
    files(post).into_iter().map(|file| file.key).collect()
}

struct File {
    key: String,
    /// As of [`ShownFile`].
    own: String,
    alt: String,
    caption: String,
    /// Whether a stranger sees it as a picture or video of this post; a poster is part of its video.
    shown: bool,
}

impl File {
    /// By which strangers find it in the post.
    fn words(&self, post: &Model) -> String {
        if self.shown {
            search_words(&format!("{} {} {} {}", self.own, self.alt, self.caption, post.title))
        } else {
            String::new()
        }
    }

    fn row(self, post: &Model, position: i32) -> post_media::ActiveModel {
        let words = self.words(post);
        post_media::ActiveModel {
            post_id: Set(post.id),
            object_key: Set(self.key),
            position: Set(position),
            alt: Set(self.alt),
            words: Set(words),
        }
    }
}

/// Every file that the post uses, once each: what stands for it first, then its list, then its text.
fn files(post: &Model) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    let open = post.access == Access::Everyone;
    let mut add = |key: &str, alt: &str, caption: &str, shown: bool| match files.iter_mut().find(|file| file.key == key)
    {
        Some(file) => {
            file.shown |= shown;
            for (known, other) in [(&mut file.alt, alt), (&mut file.caption, caption)] {
                if known.is_empty() {
                    other.clone_into(known);
                }
            }
        }
        None => files.push(File {
            key: key.to_owned(),
            own: String::new(),
            alt: alt.to_owned(),
            caption: caption.to_owned(),
            shown,
        }),
    };
    if let Some(key) = &post.preview_url {
        add(key, "", "", true);
    }
    for key in post.media_url.iter().chain(&post.media_urls.0) {
        add(key, "", "", open);
    }
    for medium in html::used_media(&post.content) {
        // What stands under a picture in text that is not open stays there with it.
        add(&medium.address, &medium.alt, if open { &medium.caption } else { "" }, open && !medium.is_poster);
    }
    if let Some(key) = &post.poster_url {
        add(key, "", "", false);
    }
    files
}

/// Posts filled in one transaction: each is a handful of rows.
const POSTS: u64 = 8;
const FILES: u64 = 100;
const TITLES: u64 = 100;

/// Makes these rows where a version of before, which had none, wrote the post or recorded the file, and counts the
/// posts anew. Says how many posts were filled in.
///
/// Costs three look-ups and the count when nothing is missing; several processes may call it at once.
pub async fn fill_missing(core: &Core) -> StoreResult<u64> {
    let tx = core.store.begin().await?;
    queries::counters::recount(&tx, queries::counters::POSTS).await?;
    core.commit(tx, Tags::default()).await?;
    loop {
        let tx = core.store.begin().await?;
        let items = queries::media::without_words(&tx, FILES).await?;
        if items.is_empty() {
            break;
        }
        for item in items {
            let row = media_item::ActiveModel {
                id: Set(item.id),
                search_name: Set(search_words(&media::words(&item))),
                ..Default::default()
            };
            queries::media::update(&tx, row).await?;
        }
        core.commit(tx, Tags::default()).await?;
    }
    loop {
        let titles = queries::posts::without_title_key(core.store.reader(), TITLES).await?;
        if titles.is_empty() {
            break;
        }
        let tx = core.store.begin().await?;
        for (id, title) in titles {
            queries::posts::set_title_key(&tx, id, &title_key(&title)).await?;
        }
        core.commit(tx, Tags::default()).await?;
    }
    let mut filled = 0;
    loop {
        let posts = queries::posts::without_author_slug(core.store.reader(), POSTS).await?;
        if posts.is_empty() {
            return Ok(filled);
        }
        let tx = core.store.begin().await?;
        let mut tags = Tags::default();
        for mut post in posts {
            post.author_slug = author_slug(&post.author_name, &post.custom_author);
            // A save since it was read, or another process, has made them.
            if queries::posts::set_author_slug(&tx, &post).await? {
                write(&tx, &post).await?;
                add_public_tags(&mut tags, &post);
                filled += 1;
            }
        }
        core.commit(tx, tags).await?;
    }
}
