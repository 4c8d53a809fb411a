//! Index documents of posts and files: only what everybody may read.

use std::hash::{DefaultHasher, Hash, Hasher};

use mwanga_store::entities::{media_item, post};
use mwanga_store::types::{CategoryId, PostStatus, Timestamp};
use tantivy::{TantivyDocument, Term};

use super::schema::{DocumentKind, Fields, stems};
use crate::fold::fold;
use crate::media;
use crate::posts::{self, VisibleFile};

/// Fingerprint of a published post, of columns that the store reads without its texts.
pub fn post_state(revision: i32, category: CategoryId, published: Timestamp) -> u64 {
    fingerprint((revision, category.0, published.0))
}

/// Fingerprint of the searched texts of a standalone file.
pub fn media_item_state(item: &media_item::Model) -> u64 {
    fingerprint((&item.file_name, &item.alt, &item.caption, &item.credit))
}

fn fingerprint(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The documents of a post: itself, and the files that everybody sees in it. None while it is a draft.
pub fn post_documents(fields: &Fields, post: &post::Model, files: &[VisibleFile]) -> Vec<TantivyDocument> {
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
        // In each of its documents (`new_post_document`).
        id: _,
        category_id: _,
        published_at: _,
        author_slug: _,
        revision: _,
        // `public_text` reads the part that everybody may read.
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
        owner_id: _,
        updated_for_readers_at: _,
    } = post;
    if *status != PostStatus::Published {
        return Vec::new();
    }
    let mut document = new_post_document(fields, DocumentKind::Post, post);
    let folded_title = fold(title);
    document.add_text(fields.title, &folded_title);
    document.add_text(fields.title_stems, stems(&folded_title));
    // The team's by-line follows the brand of the site: it is matched as a facet, like the names of categories.
    let author =
        if author_name == posts::TEAM { String::new() } else { posts::author_label("", author_name, custom_author) };
    let mut names = vec![tags.as_str(), brand, &author];
    for deal in deal_links {
        names.extend([deal.product_name.as_str(), &deal.label]);
    }
    let names: Vec<String> = names.into_iter().map(fold).filter(|name| !name.is_empty()).collect();
    names.iter().for_each(|name| document.add_text(fields.names, name));
    let texts = [excerpt, summary, &posts::public_text(post), extra_text].map(|text| fold(text));
    // Each is a value of its own, so that no phrase matches across two of them.
    for words in [&folded_title].into_iter().chain(&names).chain(&texts).filter(|words| !words.is_empty()) {
        document.add_text(fields.words, words);
        document.add_text(fields.word_stems, stems(words));
    }
    let files = files.iter().enumerate().map(|(position, file)| file_document(fields, post, file, position));
    std::iter::once(document).chain(files).collect()
}

/// A document with the fields that all documents of a post share.
fn new_post_document(fields: &Fields, kind: DocumentKind, post: &post::Model) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    document.add_u64(fields.kind, kind as u64);
    document.add_u64(fields.post, post.id.0 as u64);
    document.add_u64(fields.state, post_state(post.revision, post.category_id, post.published_at));
    document.add_i64(fields.published, post.published_at.0);
    document.add_u64(fields.category, post.category_id.0 as u64);
    document.add_text(fields.author, &post.author_slug);
    document
}

/// The document of a file at a position of a post.
fn file_document(fields: &Fields, post: &post::Model, file: &VisibleFile, position: usize) -> TantivyDocument {
    let mut document = new_post_document(fields, DocumentKind::PostFile, post);
    let words = fold(&format!("{} {} {} {}", file.file_text, file.alt, file.caption, post.title));
    document.add_text(fields.file_words, &words);
    document.add_text(fields.file_stems, stems(&words));
    document.add_text(fields.object_key, &file.key);
    document.add_text(fields.alt, &file.alt);
    document.add_u64(fields.position, position as u64);
    document
}

/// The document of a file that an editor marked public.
pub fn media_item_document(fields: &Fields, item: &media_item::Model) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    document.add_u64(fields.kind, DocumentKind::StandaloneFile as u64);
    document.add_u64(fields.medium, item.id.0 as u64);
    document.add_u64(fields.state, media_item_state(item));
    document.add_i64(fields.published, 0);
    let words = fold(&media::search_text(item));
    document.add_text(fields.file_words, &words);
    document.add_text(fields.file_stems, stems(&words));
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
