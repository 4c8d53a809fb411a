use sea_orm::FromJsonQueryResult;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use super::media_item;
use crate::types::{AccountId, Timestamp, TrashId, TrashKind};

/// Something in the trash. A post has the status `trash` meanwhile, a page is a draft, and a media item has no row in
/// `media_item`: whatever reads that cannot show it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "trash_item")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: TrashId,
    pub kind: TrashKind,
    /// Id of the post, page or media item.
    pub item_id: i64,
    pub trashed_at: Timestamp,
    pub trashed_by: Option<AccountId>,
    /// Of a media item: its row.
    pub files: Option<TrashedFiles>,
}

/// The rows of a media item, and of the subtitles that were deleted with a video.
///
/// Stored rows must stay readable: a new column of [`media_item::Model`] is an `Option` or needs `#[serde(default)]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct TrashedFiles(pub Vec<media_item::Model>);

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shapes that were ever stored; lines are added, never changed.
    #[test]
    fn stored_files_of_the_trash_are_read_for_ever() {
        let stored = r#"[{"id":7,"object_key":"2026/11/a.webp","kind":"image","content_type":"image/webp",
            "size_bytes":10,"width":4,"height":3,"file_name":"a.webp","alt":"","search_name":" a webp",
            "indexed_name":" a webp","thumbhash":null,"blur":null,"credit":"","caption":"","poster_key":null,
            "captions_key":null,"is_public":false,"cleaning":1,"post_id":null,"account_id":2,
            "created_at":"2026-11-20T06:30:00Z"}]"#;
        let TrashedFiles(files) = serde_json::from_str(stored).unwrap();
        assert_eq!((files[0].id.0, files[0].object_key.as_str()), (7, "2026/11/a.webp"));
    }
}
