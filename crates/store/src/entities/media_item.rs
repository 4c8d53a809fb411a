use sea_orm::entity::prelude::*;

use crate::types::{AccountId, MediaId, MediaKind, PostId, Timestamp};

/// A file we know. Without its row no file is public.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "media_item")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: MediaId,
    /// Where it lies, relative to the media prefix; random and written once.
    #[sea_orm(unique)]
    pub object_key: String,
    pub kind: MediaKind,
    pub content_type: String,
    pub size_bytes: i64,
    /// Pixels, after orientation; none for video.
    pub width: Option<i32>,
    pub height: Option<i32>,
    pub file_name: String,
    pub alt: String,
    /// What is said of the file for search, folded, with a blank before each word; empty only in rows of before there
    /// was one.
    pub search_name: String,
    /// The `search_name` whose words `media_word` holds. An earlier version, which may still run beside this one,
    /// writes the other alone.
    pub indexed_name: String,
    /// What a picture looks like from far away, in some 30 characters of base64 (ThumbHash); none for video and until
    /// it was made, empty where it cannot be.
    pub thumbhash: Option<String>,
    /// The same as a picture of some 100 bytes, a `data:` address; none and empty as there, and empty too where it
    /// would shine through.
    pub blur: Option<String>,
    /// Who made it.
    pub credit: String,
    pub caption: String,
    /// Key of the picture that stands for a video.
    pub poster_key: Option<String>,
    /// Key of a video's subtitles (WebVTT).
    pub captions_key: Option<String>,
    /// An editor lets strangers find it, whether something public shows it or not.
    pub is_public: bool,
    /// Which version of the cleaning its file went through.
    pub cleaning: i32,
    pub post_id: Option<PostId>,
    pub account_id: Option<AccountId>,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
