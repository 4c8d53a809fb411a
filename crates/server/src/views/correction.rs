use mwanga_core::posts::{Corrections, PublicCorrections, canonical_path};
use mwanga_store::entities::{post, post_correction, post_correction_change};
use mwanga_store::types::{CorrectionAction, PostCorrectionId, Timestamp};
use serde::Serialize;

use crate::cursor::Cursor;

/// A correction of a post, as its readers see it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct CorrectionView {
    /// Plain text.
    pub text: String,
    pub created_at: Timestamp,
}

/// A correction in the list of all posts.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ListedCorrectionView {
    pub id: PostCorrectionId,
    /// Plain text.
    pub text: String,
    pub created_at: Timestamp,
    pub post: CorrectedPostView,
}

/// The post that a correction is about.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CorrectedPostView {
    pub title: String,
    /// Language tag (BCP 47); empty: the publication's.
    pub language: String,
    #[schema(examples("/post/slug/habari"))]
    pub canonical_path: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ListedCorrectionsView {
    pub data: Vec<ListedCorrectionView>,
    /// Cursor of the next page, sent as `after`; null on the last one.
    #[schema(required)]
    pub next: Option<String>,
}

/// A correction, as the newsroom sees it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminCorrectionView {
    pub id: PostCorrectionId,
    /// User name of who wrote it; null for an account that is gone.
    #[schema(required)]
    pub author: Option<String>,
    /// Plain text.
    pub text: String,
    pub created_at: Timestamp,
}

/// What was done to a correction.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CorrectionChangeView {
    pub correction_id: PostCorrectionId,
    pub action: CorrectionAction,
    /// User name of who did it; null for an account that is gone.
    #[schema(required)]
    pub by: Option<String>,
    /// What the correction said from then on, or until it was withdrawn.
    pub text: String,
    pub created_at: Timestamp,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminCorrectionListView {
    /// Oldest first.
    pub data: Vec<AdminCorrectionView>,
    /// Newest first.
    pub changes: Vec<CorrectionChangeView>,
}

impl From<post_correction::Model> for CorrectionView {
    fn from(correction: post_correction::Model) -> Self {
        let post_correction::Model { text, created_at, .. } = correction;
        Self { text, created_at }
    }
}

impl From<(post_correction::Model, post::Model)> for ListedCorrectionView {
    fn from((correction, post): (post_correction::Model, post::Model)) -> Self {
        let post_correction::Model { id, text, created_at, .. } = correction;
        let canonical_path = canonical_path(&post.slug);
        let post = CorrectedPostView { title: post.title, language: post.language, canonical_path };
        Self { id, text, created_at, post }
    }
}

impl From<PublicCorrections> for ListedCorrectionsView {
    fn from(page: PublicCorrections) -> Self {
        let next = page.next.map(|id| id.to_text());
        Self { data: page.corrections.into_iter().map(Into::into).collect(), next }
    }
}

impl AdminCorrectionView {
    pub fn new(correction: post_correction::Model, author: Option<String>) -> Self {
        let post_correction::Model { id, text, created_at, .. } = correction;
        Self { id, author, text, created_at }
    }
}

impl From<Corrections> for AdminCorrectionListView {
    fn from(Corrections { corrections, changes }: Corrections) -> Self {
        let change = |(change, by): (post_correction_change::Model, Option<String>)| {
            let post_correction_change::Model { correction_id, action, text, created_at, .. } = change;
            CorrectionChangeView { correction_id, action, by, text, created_at }
        };
        Self {
            data: corrections.into_iter().map(|(row, author)| AdminCorrectionView::new(row, author)).collect(),
            changes: changes.into_iter().map(change).collect(),
        }
    }
}
