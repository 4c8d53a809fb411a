use mwanga_core::media::LostFiles;
use mwanga_core::posts;
use mwanga_store::types::Timestamp;
use serde::Serialize;

use super::{AdminPageView, AdminPostView};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RevisionView {
    pub revision: i32,
    pub saved_at: Timestamp,
    /// E-mail address of who saved; null for an importer, the demo, and accounts that are gone.
    #[schema(required)]
    pub saved_by: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RevisionListView {
    pub data: Vec<RevisionView>,
}

impl From<Vec<posts::Revision>> for RevisionListView {
    fn from(list: Vec<posts::Revision>) -> Self {
        let view = |posts::Revision { revision, saved_at, saved_by }| RevisionView { revision, saved_at, saved_by };
        Self { data: list.into_iter().map(view).collect() }
    }
}

/// Files that a version shows and that are not in the library any more.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MissingFilesView {
    /// File names of those that lie in the trash: a save of this version brings them back.
    pub in_trash: Vec<String>,
    /// How many are gone for good.
    pub gone: usize,
}

impl From<LostFiles> for MissingFilesView {
    fn from(LostFiles { in_trash, gone }: LostFiles) -> Self {
        Self { in_trash, gone }
    }
}

/// A post as it was saved then.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PostRevisionView {
    #[serde(flatten)]
    pub post: AdminPostView,
    pub missing_files: MissingFilesView,
}

/// A page as it was saved then.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PageRevisionView {
    #[serde(flatten)]
    pub page: AdminPageView,
    pub missing_files: MissingFilesView,
}
