use mwanga_core::trash::TrashEntry;
use mwanga_store::types::{Timestamp, TrashKind};
use serde::Serialize;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TrashView {
    pub data: Vec<TrashEntryView>,
    pub per_page: u64,
    /// Cursor of the next page, sent as `after`; null on the last one.
    #[schema(required)]
    pub next: Option<String>,
}

/// Something that was deleted and can be restored.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TrashEntryView {
    pub kind: TrashKind,
    /// Of the post, page or file.
    pub id: i64,
    /// Title, or the name of the file.
    pub title: String,
    pub trashed_at: Timestamp,
    /// Name of who deleted it; null where that account is gone.
    #[schema(required)]
    pub trashed_by: Option<String>,
    /// When it is deleted for good.
    pub ends_at: Timestamp,
}

impl From<TrashEntry> for TrashEntryView {
    fn from(TrashEntry { kind, id, title, trashed_at, trashed_by, ends_at }: TrashEntry) -> Self {
        Self { kind, id, title, trashed_at, trashed_by, ends_at }
    }
}
