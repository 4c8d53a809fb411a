//! Derived rows of a post: tags, search words and files. Every save replaces them, so that lists and search need not
//! read the post itself.

use std::collections::HashMap;

use mwanga_store::entities::post::Model;
use mwanga_store::entities::{media_item, post_media, post_search, post_tag};
use mwanga_store::types::{Access, PostId, PostStatus};
use mwanga_store::{ConnectionTrait, StoreResult, queries};
use sea_orm::{ActiveModelTrait, IntoActiveModel, Set};

use super::author::{TEAM, author_label, author_slug};
use super::form::title_key;
use super::namesakes::ascii_slugs;
use super::save::add_public_tags;
use super::tags::parse_tags;
use crate::changes::Tags;
use crate::spellings::search_words;
use crate::{Core, fold, html, media};

/// Replaces the derived rows of `post`.
pub(super) async fn write(tx: &impl ConnectionTrait, post: &Model) -> StoreResult<()> {
    queries::post_tags::replace(tx, post.id, tag_rows(post)).await?;
    queries::ascii_slugs::record(tx, ascii_slugs(post)).await?;
    queries::search::upsert_words(tx, word_row(post).into_active_model().reset_all()).await?;
    let files = described_files(tx, post).await?;
    let rows = (0..).zip(files).map(|(position, file)| file.row(post, position)).collect();
    queries::search::replace_media(tx, post.id, rows, post.revision - 1).await
}

/// Folds the stored words of a post and of its files anew; `false` where none changed.
pub(crate) async fn refold(tx: &impl ConnectionTrait, id: PostId) -> StoreResult<bool> {
    let Some(post) = queries::posts::lock_by_id(tx, id).await? else { return Ok(false) };
    let mut is_changed = false;
    let key = title_key(&post.title);
    if key != post.title_key {
        queries::posts::replace_title_key(tx, id, &key).await?;
        is_changed = true;
    }
    let words = word_row(&post);
    if queries::search::words_of(tx, id).await?.as_ref() != Some(&words) {
        queries::search::upsert_words(tx, words.into_active_model().reset_all()).await?;
        is_changed = true;
    }
    let stored: HashMap<String, String> = queries::search::media_words(tx, id).await?.into_iter().collect();
    if stored.is_empty() {
        return Ok(is_changed);
    }
    for file in described_files(tx, &post).await? {
        let words = file.words(&post);
        if stored.get(&file.key).is_some_and(|stored| *stored != words) {
            queries::search::set_media_words(tx, id, &file.key, words).await?;
            is_changed = true;
        }
    }
    Ok(is_changed)
}

/// All files of a post with their texts in the library, whose rows are locked.
async fn described_files(tx: &impl ConnectionTrait, post: &Model) -> StoreResult<Vec<File>> {
    let mut files = files(post);
    let keys: Vec<String> = files.iter().map(|file| file.key.clone()).collect();
    for item in queries::library::lock_shared_by_keys(tx, &keys).await? {
        if let Some(file) = files.iter_mut().find(|file| file.key == item.object_key) {
            file.file_text = media::search_text(&item);
        }
    }
    Ok(files)
}

fn tag_rows(post: &Model) -> Vec<post_tag::ActiveModel> {
    let published_at = match post.status {
        PostStatus::Published => post.published_at,
        PostStatus::Draft | PostStatus::InReview => queries::post_tags::NEVER,
        PostStatus::Trash => return Vec::new(),
    };
    let row = |(position, tag): (i32, super::Tag)| post_tag::ActiveModel {
        post_id: Set(post.id),
        slug: Set(tag.slug),
        name: Set(tag.name),
        position: Set(position),
        published_at: Set(published_at),
    };
    (0..).zip(parse_tags(&post.tags)).map(row).collect()
}

fn word_row(post: &Model) -> post_search::Model {
    // The team's by-line follows the brand of the site: it is found by its slug.
    let is_team = post.author_name == TEAM;
    let author = if is_team { String::new() } else { author_label("", &post.author_name, &post.custom_author) };
    let words = search_words(&format!("{} {} {author} {}", post.title, post.tags, public_text(post)));
    post_search::Model { post_id: post.id, title: search_words(&post.title), words }
}

/// The part of a post's text that everybody may read.
pub(crate) fn public_text(post: &Model) -> String {
    match post.access {
        Access::Everyone => html::plain_text(&post.content, usize::MAX),
        Access::Registered | Access::Subscribers => post.opening.clone(),
    }
}

/// A file that everybody sees in a post.
pub(crate) struct VisibleFile {
    pub key: String,
    /// Searched text of the file itself: its original name, and its texts in the library.
    pub file_text: String,
    pub alt: String,
    pub caption: String,
}

/// All files of a post, read from its HTML once.
#[derive(Default)]
pub(crate) struct PostFiles(Vec<File>);

impl PostFiles {
    pub(crate) fn of(post: &Model) -> Self {
        Self(files(post))
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().map(|file| file.key.clone())
    }

    /// Those that everybody sees, in the order of the post. `texts` holds the text of each file by its key.
    pub(crate) fn visible(self, texts: &HashMap<String, String>) -> Vec<VisibleFile> {
        let visible = self.0.into_iter().filter(|file| file.is_visible);
        visible
            .map(|file| VisibleFile {
                file_text: texts.get(&file.key).cloned().unwrap_or_default(),
                key: file.key,
                alt: file.alt,
                caption: file.caption,
            })
            .collect()
    }
}

/// Updates the words by which a file is found in a post. The caller has locked the row of the file.
pub(crate) async fn update_file_words(
    tx: &impl ConnectionTrait,
    post: &Model,
    item: &media_item::Model,
) -> StoreResult<()> {
    let Some(mut file) = files(post).into_iter().find(|file| file.key == item.object_key) else { return Ok(()) };
    file.file_text = media::search_text(item);
    queries::search::set_media_words(tx, post.id, &file.key, file.words(post)).await
}

/// The keys of all files that a post uses.
pub(super) fn file_keys(post: &Model) -> Vec<String> {
    files(post).into_iter().map(|file| file.key).collect()
}

struct File {
    key: String,
    /// As in [`VisibleFile`].
    file_text: String,
    alt: String,
    caption: String,
    /// Whether everybody sees it as a picture or video of this post; a poster is part of its video.
    is_visible: bool,
}

impl File {
    /// The words by which it is found in the post; empty when it is not visible.
    fn words(&self, post: &Model) -> String {
        if self.is_visible {
            search_words(&format!("{} {} {} {}", self.file_text, self.alt, self.caption, post.title))
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

/// All files of the post without duplicates: the preview, the media list, those in the text, the poster.
fn files(post: &Model) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    let is_open = post.access == Access::Everyone;
    let mut add =
        |key: &str, alt: &str, caption: &str, is_visible: bool| match files.iter_mut().find(|file| file.key == key) {
            Some(file) => {
                file.is_visible |= is_visible;
                for (target, text) in [(&mut file.alt, alt), (&mut file.caption, caption)] {
                    if target.is_empty() {
                        text.clone_into(target);
                    }
                }
            }
            None => files.push(File {
                key: key.to_owned(),
                file_text: String::new(),
                alt: alt.to_owned(),
                caption: caption.to_owned(),
                is_visible,
            }),
        };
    if let Some(key) = &post.preview_url {
        add(key, "", "", true);
    }
    for key in post.media_url.iter().chain(&post.media_urls.0) {
        add(key, "", "", is_open);
    }
    for medium in html::used_media(&post.content) {
        // In text that not everybody may read, captions are private too.
        add(&medium.address, &medium.alt, if is_open { &medium.caption } else { "" }, is_open && !medium.is_poster);
    }
    if let Some(key) = &post.poster_url {
        add(key, "", "", false);
    }
    files
}

/// Rows in one transaction. A post has several derived rows.
const POST_BATCH: u64 = 8;
const FILE_BATCH: u64 = 100;
const TITLE_BATCH: u64 = 100;
const TAG_BATCH: u64 = 100;

/// Writes derived rows and columns that are missing because an earlier version wrote the post or file, and recounts the
/// posts. Returns the number of posts that were filled in.
///
/// Costs four look-ups and the count when nothing is missing. Safe to run in several processes at once.
pub async fn backfill(core: &Core) -> StoreResult<u64> {
    let tx = core.store.begin().await?;
    queries::counters::recount(&tx, queries::counters::POSTS).await?;
    core.commit(tx, Tags::default()).await?;
    loop {
        let tx = core.store.begin().await?;
        let items = queries::media::without_words(&tx, FILE_BATCH).await?;
        if items.is_empty() {
            break;
        }
        for item in items {
            let row = media_item::ActiveModel {
                id: Set(item.id),
                search_name: Set(fold::search_words(&media::search_text(&item))),
                ..Default::default()
            };
            queries::media::update(&tx, row).await?;
        }
        core.commit(tx, Tags::default()).await?;
    }
    loop {
        let titles = queries::posts::without_title_key(core.store.reader(), TITLE_BATCH).await?;
        if titles.is_empty() {
            break;
        }
        let tx = core.store.begin().await?;
        for (id, title) in titles {
            queries::posts::set_title_key(&tx, id, &title_key(&title)).await?;
        }
        core.commit(tx, Tags::default()).await?;
    }
    backfill_tags(core).await?;
    let mut filled = 0;
    loop {
        let posts = queries::posts::without_author_slug(core.store.reader(), POST_BATCH).await?;
        if posts.is_empty() {
            return Ok(filled);
        }
        let tx = core.store.begin().await?;
        let mut tags = Tags::default();
        for mut post in posts {
            post.author_slug = author_slug(&post.author_name, &post.custom_author);
            // False when a save or another process has written them meanwhile.
            if queries::posts::set_author_slug(&tx, &post).await? {
                write(&tx, &post).await?;
                add_public_tags(&mut tags, &post);
                filled += 1;
            }
        }
        core.commit(tx, tags).await?;
    }
}

/// Tags of drafts and posts in review that an earlier version saved without them.
async fn backfill_tags(core: &Core) -> StoreResult<()> {
    let mut after = PostId(0);
    loop {
        let lacking = queries::post_tags::unpublished_without(core.store.reader(), after, TAG_BATCH).await?;
        let Some(last) = lacking.last() else { return Ok(()) };
        after = *last;
        let tx = core.store.begin().await?;
        for id in lacking {
            if let Some(post) = queries::posts::lock_by_id(&tx, id).await? {
                queries::post_tags::replace(&tx, id, tag_rows(&post)).await?;
            }
        }
        core.commit(tx, Tags::default()).await?;
    }
}
