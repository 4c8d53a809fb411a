use mwanga_core::posts::Notes;
use mwanga_store::entities::post_note;
use mwanga_store::types::{AccountId, PostNoteId, Role, Timestamp};
use serde::Serialize;

/// A note of the newsroom on a post, or an answer to one.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NoteView {
    pub id: PostNoteId,
    /// The first note of its thread; null for that note itself.
    #[schema(required)]
    pub parent_id: Option<PostNoteId>,
    /// User name of who wrote it; null for an account that is gone, and for an outsider.
    #[schema(required)]
    pub author: Option<String>,
    /// Whether an outsider wrote it, by a preview link.
    pub by_link: bool,
    pub text: String,
    /// The passage it is about; empty: the whole post.
    pub quote: String,
    /// The revision of the post that it was written on.
    pub revision: i32,
    pub created_at: Timestamp,
    /// When its thread was resolved.
    #[schema(required)]
    pub resolved_at: Option<Timestamp>,
}

/// Somebody who may be mentioned in a note.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PersonView {
    pub id: AccountId,
    pub username: String,
    pub role: Role,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NoteListView {
    pub data: Vec<NoteView>,
    /// All who may read the post.
    pub people: Vec<PersonView>,
}

impl NoteView {
    pub fn new(note: post_note::Model, author: Option<String>) -> Self {
        let post_note::Model { id, parent_id, text, quote, revision, created_at, resolved_at, link_id, .. } = note;
        Self { id, parent_id, author, by_link: link_id.is_some(), text, quote, revision, created_at, resolved_at }
    }
}

impl From<Notes> for NoteListView {
    fn from(Notes { notes, people }: Notes) -> Self {
        let person = |account: mwanga_store::entities::account::Model| PersonView {
            id: account.id,
            username: account.username,
            role: account.role,
        };
        Self {
            data: notes.into_iter().map(|(note, author)| NoteView::new(note, author)).collect(),
            people: people.into_iter().map(person).collect(),
        }
    }
}
