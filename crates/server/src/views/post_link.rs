use mwanga_core::link_checks::LinkPlace;
use mwanga_core::post_links::{CheckState, PostLink, PostLinks};
use mwanga_store::types::{LinkOutcome, LinkReason, PostId, Timestamp};
use serde::Serialize;

/// The links of a post as it is saved.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PostLinkListView {
    pub data: Vec<PostLinkView>,
    pub state: LinkCheckState,
}

/// Whether links are about to be asked. `held`: nothing goes out of this copy; `off`: the configuration says so.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LinkCheckState {
    Idle,
    Running,
    Held,
    Off,
}

/// A link, and what came of asking it the last time; null as long as it was not asked.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PostLinkView {
    pub url: String,
    pub place: PostLinkPlace,
    #[schema(required)]
    pub outcome: Option<LinkOutcome>,
    #[schema(required)]
    pub reason: Option<LinkReason>,
    /// HTTP status, where it answered.
    #[schema(required)]
    pub status: Option<i32>,
    #[schema(required)]
    pub checked_at: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PostLinkPlace {
    Text,
    Deal,
}

impl From<PostLink> for PostLinkView {
    fn from(PostLink { url, place, check }: PostLink) -> Self {
        Self {
            url,
            place: match place {
                LinkPlace::Text => PostLinkPlace::Text,
                LinkPlace::Deal => PostLinkPlace::Deal,
            },
            outcome: check.as_ref().map(|check| check.outcome),
            reason: check.as_ref().map(|check| check.reason),
            status: check.as_ref().and_then(|check| check.status),
            checked_at: check.map(|check| check.checked_at),
        }
    }
}

impl From<PostLinks> for PostLinkListView {
    fn from(PostLinks { links, state }: PostLinks) -> Self {
        let state = match state {
            CheckState::Idle => LinkCheckState::Idle,
            CheckState::Running => LinkCheckState::Running,
            CheckState::Held => LinkCheckState::Held,
            CheckState::Off => LinkCheckState::Off,
        };
        Self { data: links.into_iter().map(Into::into).collect(), state }
    }
}

/// Other posts with a title.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SameTitleView {
    pub data: Vec<SameTitlePostView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SameTitlePostView {
    pub id: PostId,
    pub title: String,
    pub slug: String,
    /// Published, and its moment has come.
    pub is_public: bool,
}
