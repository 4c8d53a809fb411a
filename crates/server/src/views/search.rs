use mwanga_core::media::FocalPoint;
use mwanga_core::search::{PageHit, PostHit, PostMediaItem};
use mwanga_core::{media, store};
use mwanga_store::types::{MediaKind, PostId};
use serde::Serialize;

use super::PostCardView;
use super::library::srcset;

/// A post that was found.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SearchHitView {
    #[serde(flatten)]
    pub card: PostCardView,
    pub highlights: HighlightsView,
}

/// Texts in pieces: at every second place, counted from the second, stands a word that was searched for. Joined they
/// are the text, which is no HTML.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct HighlightsView {
    pub title: Vec<String>,
    /// The passage with most of what was searched for, about 100 characters of it; else how the post begins.
    pub text: Vec<String>,
}

/// A page of the site that was found.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PageHitView {
    pub path: String,
    pub highlights: HighlightsView,
}

impl From<PageHit> for PageHitView {
    fn from(PageHit { path, title, snippet }: PageHit) -> Self {
        Self { path, highlights: HighlightsView { title, text: snippet } }
    }
}

/// Posts for somebody who is typing.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SuggestionsView {
    pub data: Vec<SuggestionView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SuggestionView {
    pub id: PostId,
    pub slug: String,
    /// Language tag (BCP 47); empty: the publication's.
    pub language: String,
    /// In pieces, as in `HighlightsView`.
    pub title: Vec<String>,
}

impl From<PostHit> for SuggestionView {
    fn from(found: PostHit) -> Self {
        Self { id: found.post.id, slug: found.post.slug, language: found.post.language, title: found.title }
    }
}

/// A file that was found in a post.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PostMediaHitView {
    pub post_id: PostId,
    pub post_slug: String,
    pub post_title: String,
    #[serde(flatten)]
    pub medium: MediaHitView,
}

/// A file that was found.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MediaHitView {
    pub url: String,
    pub kind: MediaKind,
    /// Pixels, where they are known.
    #[schema(required)]
    pub width: Option<i32>,
    #[schema(required)]
    pub height: Option<i32>,
    /// A picture's narrower copies and itself, as `srcset` takes them; null where there is only the one.
    #[schema(required)]
    pub srcset: Option<String>,
    /// Its description; empty where there is none.
    pub alt: String,
    /// What crops of it keep in sight; null for the centre.
    #[schema(required)]
    pub focal_point: Option<FocalPoint>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SearchView {
    /// As it was searched for: trimmed, and cut after 200 characters.
    pub q: String,
    pub results: Vec<SearchHitView>,
    /// At most four of one post.
    pub post_media: Vec<PostMediaHitView>,
    /// Files that belong to no post.
    pub standalone_media: Vec<MediaHitView>,
    /// Pages of the site, at most five, on the first page of a search without a filter.
    pub pages: Vec<PageHitView>,
    /// Number of posts found, on all pages.
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
    /// Another query that finds posts, when this one finds none with all its words.
    #[schema(required)]
    pub suggestion: Option<String>,
}

impl MediaHitView {
    fn new(item: &store::entities::media_item::Model, alt: String) -> Self {
        Self {
            url: media::url(&item.object_key),
            kind: item.kind,
            width: item.width,
            height: item.height,
            srcset: srcset(item),
            alt,
            focal_point: FocalPoint::of(item),
        }
    }
}

impl From<store::entities::media_item::Model> for MediaHitView {
    fn from(item: store::entities::media_item::Model) -> Self {
        Self::new(&item, item.alt.clone())
    }
}

impl From<PostMediaItem> for PostMediaHitView {
    fn from(found: PostMediaItem) -> Self {
        Self {
            post_id: found.post.id,
            post_slug: found.post.slug,
            post_title: found.post.title,
            medium: MediaHitView::new(&found.item, found.alt),
        }
    }
}
