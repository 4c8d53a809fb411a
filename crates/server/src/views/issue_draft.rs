use mwanga_core::html;
use mwanga_core::newsletter::{ListedDraft, MAX_DRAFTS, SavedDraft};
use mwanga_store::types::{IssueDraftId, Timestamp};
use serde::Serialize;

/// A newsletter that is still written, as it was saved.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SavedDraftView {
    pub id: IssueDraftId,
    /// To be sent along with the next save, and when the draft is sent. Both count it up by one: undone, a draft is
    /// there again with the next version.
    pub version: i32,
    /// May be empty.
    pub subject: String,
    pub preheader: String,
    pub html: String,
    /// `until` of the newest posts that it was begun with.
    #[schema(required)]
    pub until: Option<Timestamp>,
    /// Id of a topic; null: for everyone.
    #[schema(required)]
    pub topic: Option<String>,
    /// When it is to go out, as it was typed; empty: a time that is yet to be chosen; null: at once.
    #[schema(required)]
    pub send_at: Option<String>,
    /// Name of the account that saved it last.
    #[schema(required)]
    pub saved_by: Option<String>,
    pub saved_at: Timestamp,
}

impl From<SavedDraft> for SavedDraftView {
    fn from(SavedDraft { row, saved_by }: SavedDraft) -> Self {
        Self {
            id: row.id,
            version: row.version,
            subject: row.subject,
            preheader: row.preheader,
            html: html::deliver_media(&row.html),
            until: row.covers_until,
            topic: row.topic,
            send_at: row.send_at,
            saved_by,
            saved_at: row.saved_at,
        }
    }
}

/// Outcome of a save.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DraftSavedView {
    pub message: &'static str,
    pub draft: SavedDraftView,
}

/// All drafts, the last saved first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SavedDraftListView {
    pub data: Vec<ListedDraftView>,
    /// How many there may be.
    pub limit: u64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ListedDraftView {
    pub id: IssueDraftId,
    /// May be empty.
    pub subject: String,
    /// Name of the account that saved it last.
    #[schema(required)]
    pub saved_by: Option<String>,
    pub saved_at: Timestamp,
}

impl From<Vec<ListedDraft>> for SavedDraftListView {
    fn from(drafts: Vec<ListedDraft>) -> Self {
        let view =
            |ListedDraft { id, subject, saved_by, saved_at }| ListedDraftView { id, subject, saved_by, saved_at };
        Self { data: drafts.into_iter().map(view).collect(), limit: MAX_DRAFTS }
    }
}
