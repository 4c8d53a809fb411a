//! Index documents of posts and files: of the public index only what everybody may read.

use std::hash::{DefaultHasher, Hash, Hasher};

use mwanga_store::entities::{media_item, post};
use mwanga_store::types::{AccountId, CategoryId, PostStatus, Timestamp};
use tantivy::schema::Field;
use tantivy::{TantivyDocument, Term};

use super::schema::{DocumentKind, Fields, place_text};
use super::stemming::Stemming;
use crate::posts::{self, VisibleFile};
use crate::{html, media};

/// What documents are made with: the fields of the index, and how the publication's language is stemmed.
#[derive(Clone, Copy)]
pub struct Making {
    pub fields: Fields,
    pub site: Option<Stemming>,
}

/// Fingerprint of a published post, of columns that the store reads without its texts.
pub fn post_state(site: Option<Stemming>, revision: i32, category: CategoryId, published: Timestamp) -> u64 {
    fingerprint((site, revision, category.0, published.0))
}

/// Fingerprint of the searched texts of a standalone file.
pub fn media_item_state(site: Option<Stemming>, item: &media_item::Model) -> u64 {
    fingerprint((site, &item.file_name, &item.alt, &item.caption, &item.credit))
}

fn fingerprint(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The documents of a post: itself, and the files that everybody sees in it. In the public index none while it is no
/// published one, in the newsroom's none in the trash.
pub fn post_documents(making: Making, post: &post::Model, files: &[VisibleFile]) -> Vec<TantivyDocument> {
    let fields = &making.fields;
    // Exhaustive, so that a new field of a post must be indexed or ignored here.
    let post::Model {
        title,
        excerpt,
        summary,
        status,
        deal_links,
        author_name,
        custom_author,
        tags,
        brand,
        extra_text,
        owner_id,
        // In each of its documents (`new_post_document`).
        language: _,
        id: _,
        category_id: _,
        published_at: _,
        author_slug: _,
        revision: _,
        // In the public index the part that everybody may read.
        content: _,
        opening: _,
        access: _,
        // Searched in the documents of the files.
        media_url: _,
        media_urls: _,
        poster_url: _,
        preview_url: _,
        // Not searched.
        title_key: _,
        slug: _,
        publish_date: _,
        first_published_at: _,
        is_today_pick: _,
        pick_rank: _,
        pick_until: _,
        reading_minutes: _,
        created_by: _,
        created_at: _,
        updated_at: _,
        updated_for_readers_at: _,
    } = post;
    if !is_indexed(fields, *status) {
        return Vec::new();
    }
    let (mut document, stemming) = new_post_document(making, DocumentKind::Post, post);
    add_newsroom_fields(fields, &mut document, *status, *owner_id);
    let title_words = place_text(title);
    add_words(&mut document, stemming, (fields.title, fields.title_stems), &title_words);
    let names = names([tags, brand], author_name, custom_author, deal_links);
    for name in &names {
        document.add_text(fields.names, name);
    }
    let content = content_text(fields, post);
    let texts = [excerpt, summary, &content, extra_text].map(|text| place_text(text));
    // Each is a value of its own, so that no phrase matches across two of them.
    for words in [&title_words].into_iter().chain(&names).chain(&texts).filter(|words| !words.is_empty()) {
        add_words(&mut document, stemming, (fields.words, fields.word_stems), words);
    }
    let files = files.iter().enumerate().map(|(position, file)| file_document(making, post, file, position));
    std::iter::once(document).chain(files).collect()
}

/// Adds a place text to two fields, whole and stemmed.
fn add_words(document: &mut TantivyDocument, stemming: Option<Stemming>, (whole, stems): (Field, Field), words: &str) {
    document.add_text(whole, words);
    if let Some(stemming) = stemming {
        document.add_text(stems, stemming.terms(words));
    }
}

/// What only the newsroom's index knows of a post.
fn add_newsroom_fields(fields: &Fields, document: &mut TantivyDocument, status: PostStatus, owner: Option<AccountId>) {
    let Some(newsroom) = fields.newsroom else { return };
    document.add_text(newsroom.status, status.as_str());
    if let Some(owner) = owner {
        document.add_u64(newsroom.owner, owner.0 as u64);
    }
}

fn is_indexed(fields: &Fields, status: PostStatus) -> bool {
    match fields.newsroom {
        None => status == PostStatus::Published,
        Some(_) => status != PostStatus::Trash,
    }
}

/// The text of a post: for readers the part that everybody may read.
fn content_text(fields: &Fields, post: &post::Model) -> String {
    match fields.newsroom {
        None => posts::public_text(post),
        Some(_) => html::plain_text(&post.content, usize::MAX),
    }
}

/// Tags, brand, by-line and deals. The team's by-line follows the brand of the site: it is matched as a facet, like the
/// names of categories.
fn names([tags, brand]: [&str; 2], name: &str, custom: &str, deals: &[post::DealLink]) -> Vec<String> {
    let author = if name == posts::TEAM { String::new() } else { posts::author_label("", name, custom) };
    let mut names = vec![tags, brand, &author];
    for deal in deals {
        names.extend([deal.product_name.as_str(), &deal.label]);
    }
    names.into_iter().map(place_text).filter(|name| !name.is_empty()).collect()
}

/// A document with the fields that all documents of a post share, and how its words are stemmed.
fn new_post_document(
    Making { fields, site }: Making,
    kind: DocumentKind,
    post: &post::Model,
) -> (TantivyDocument, Option<Stemming>) {
    let stemming = if post.language.is_empty() { site } else { Stemming::of(&post.language) };
    let mut document = new_document(&fields, stemming);
    document.add_u64(fields.kind, kind as u64);
    document.add_u64(fields.post, post.id.0 as u64);
    document.add_u64(fields.state, post_state(site, post.revision, post.category_id, post.published_at));
    document.add_i64(fields.published, post.published_at.0);
    document.add_u64(fields.category, post.category_id.0 as u64);
    document.add_text(fields.author, &post.author_slug);
    (document, stemming)
}

fn new_document(fields: &Fields, stemming: Option<Stemming>) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    if let Some(stemming) = stemming {
        document.add_text(fields.stemming, stemming.code());
    }
    document
}

/// The document of a file at a position of a post.
fn file_document(making: Making, post: &post::Model, file: &VisibleFile, position: usize) -> TantivyDocument {
    let fields = &making.fields;
    let (mut document, stemming) = new_post_document(making, DocumentKind::PostFile, post);
    let words = place_text(&format!("{} {} {} {}", file.file_text, file.alt, file.caption, post.title));
    add_words(&mut document, stemming, (fields.file_words, fields.file_stems), &words);
    document.add_text(fields.object_key, &file.key);
    document.add_text(fields.alt, &file.alt);
    document.add_u64(fields.position, position as u64);
    document
}

/// The document of a file that an editor marked public.
pub fn media_item_document(Making { fields, site }: Making, item: &media_item::Model) -> TantivyDocument {
    let mut document = new_document(&fields, site);
    document.add_u64(fields.kind, DocumentKind::StandaloneFile as u64);
    document.add_u64(fields.medium, item.id.0 as u64);
    document.add_u64(fields.state, media_item_state(site, item));
    document.add_i64(fields.published, 0);
    let words = place_text(&media::search_text(item));
    add_words(&mut document, site, (fields.file_words, fields.file_stems), &words);
    document.add_text(fields.object_key, &item.object_key);
    document
}

/// Matches every document of a post.
pub fn post_term(fields: &Fields, id: i64) -> Term {
    Term::from_field_u64(fields.post, id as u64)
}

pub fn media_item_term(fields: &Fields, id: i64) -> Term {
    Term::from_field_u64(fields.medium, id as u64)
}
