use mwanga_core::Core;
use mwanga_core::posts::{Preview, PreviewLink, ReaderKind};
use mwanga_store::StoreError;
use mwanga_store::entities::post::Model;
use mwanga_store::entities::preview_link;
use mwanga_store::types::{PreviewLinkId, Timestamp};
use serde::Serialize;

use super::PostView;

/// A post as a kind of reader sees it behind a preview link. It holds nothing of the newsroom.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PostPreviewView {
    pub post: PostView,
    /// The revision that an answer names.
    pub revision: i32,
    /// When the link ends.
    pub expires_at: Timestamp,
    /// Whether the link takes answers.
    pub may_approve: bool,
    /// When somebody last agreed by this link.
    #[schema(required)]
    pub agreed_at: Option<Timestamp>,
    /// Whether the text is still the one that was agreed to.
    pub agreement_holds: bool,
}

impl PostPreviewView {
    pub async fn new(core: &Core, preview: &Preview, kind: ReaderKind) -> Result<Self, StoreError> {
        Ok(Self {
            post: PostView::seen_by(core, &preview.post, kind).await?,
            revision: preview.post.revision,
            expires_at: preview.link.expires_at,
            may_approve: preview.link.may_approve,
            agreed_at: preview.link.agreed_at,
            agreement_holds: preview.agreement_holds,
        })
    }
}

/// What is known of an answer to a preview link.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LinkAnsweredView {
    pub message: &'static str,
    #[schema(required)]
    pub agreed_at: Option<Timestamp>,
}

/// A new preview link.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PreviewLinkCreatedView {
    pub id: PreviewLinkId,
    /// Shown this once: its code is stored as a hash.
    pub url: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub may_approve: bool,
}

impl PreviewLinkCreatedView {
    pub fn new(core: &Core, link: &preview_link::Model, code: &str) -> Self {
        Self {
            id: link.id,
            url: format!("{}/preview/{code}", core.settings().base()),
            created_at: link.created_at,
            expires_at: link.expires_at,
            may_approve: link.may_approve,
        }
    }
}

/// A preview link in the list of the editors.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PreviewLinkView {
    pub id: PreviewLinkId,
    /// User name of who made it; null for an account that is gone.
    #[schema(required)]
    pub made_by: Option<String>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// Whether it can be opened: it has neither expired nor been ended.
    pub is_live: bool,
    pub may_approve: bool,
    #[schema(required)]
    pub last_opened_at: Option<Timestamp>,
    pub answer_count: i32,
    /// When somebody last agreed by it.
    #[schema(required)]
    pub agreed_at: Option<Timestamp>,
    /// Whether the text is still the one that was agreed to.
    pub agreement_holds: bool,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PreviewLinkListView {
    /// Newest first; ones that are over for 30 days more.
    pub data: Vec<PreviewLinkView>,
}

impl PreviewLinkListView {
    pub fn new(links: Vec<PreviewLink>, now: Timestamp) -> Self {
        let view = |PreviewLink { link, made_by, agreement_holds }: PreviewLink| PreviewLinkView {
            id: link.id,
            made_by,
            created_at: link.created_at,
            expires_at: link.expires_at,
            is_live: link.ended_at.is_none() && link.expires_at > now,
            may_approve: link.may_approve,
            last_opened_at: link.last_opened_at,
            answer_count: link.answer_count,
            agreed_at: link.agreed_at,
            agreement_holds,
        };
        Self { data: links.into_iter().map(view).collect() }
    }
}

/// A post with the unsaved text of who asks, as a kind of reader would see it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct UnsavedPreviewView {
    pub post: PostView,
    /// When the unsaved text was stored; null: the post is shown as it is saved.
    #[schema(required)]
    pub unsaved_at: Option<Timestamp>,
}

impl UnsavedPreviewView {
    pub async fn new(
        core: &Core,
        (post, unsaved_at): (Model, Option<Timestamp>),
        kind: ReaderKind,
    ) -> Result<Self, StoreError> {
        Ok(Self { post: PostView::seen_by(core, &post, kind).await?, unsaved_at })
    }
}
