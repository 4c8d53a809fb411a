use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::types::{AccountId, MediaId, MediaKind, PostId, Timestamp};

/// Media file. A file without a row is never public. As JSON it is kept in the trash ([`super::trash_item`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "media_item")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: MediaId,
    /// Path relative to the media prefix; random, and never overwritten.
    #[sea_orm(unique)]
    pub object_key: String,
    pub kind: MediaKind,
    pub content_type: String,
    pub size_bytes: i64,
    /// Pixels, after orientation; `None` for video.
    pub width: Option<i32>,
    pub height: Option<i32>,
    pub file_name: String,
    pub alt: String,
    /// Folded words of name, alt text, caption and credit for search, with a blank before each; empty only in rows of
    /// an earlier version.
    pub search_name: String,
    /// The `search_name` whose words are in `media_word`. It differs where an earlier version, which may run at the
    /// same time, changed only `search_name`.
    pub indexed_name: String,
    /// ThumbHash of a picture: about 30 characters of base64; `None` for video and until it is computed, empty where it
    /// cannot be.
    pub thumbhash: Option<String>,
    /// Blurred preview drawn from the ThumbHash: a `data:` URL of about 100 bytes; `None` and empty as there, and empty
    /// for a transparent picture.
    pub blur: Option<String>,
    /// Author or rights holder.
    pub credit: String,
    pub caption: String,
    /// Object key of a video's poster.
    pub poster_key: Option<String>,
    /// Object key of a video's subtitles (WebVTT).
    pub captions_key: Option<String>,
    /// Marked public by an editor, whether something public uses it or not.
    pub is_public: bool,
    /// Version of the cleaning (metadata removal) that its file went through.
    pub cleaning: i32,
    /// Focal point of a picture, which crops keep in sight: percent from the left and from the top; none is the centre.
    pub focal_x: Option<i32>,
    pub focal_y: Option<i32>,
    /// SHA-256 of the file as it was uploaded, before its metadata was removed: lower-case hex. None where it is not
    /// known, such as in rows of an earlier version.
    pub upload_sha256: Option<String>,
    pub post_id: Option<PostId>,
    pub account_id: Option<AccountId>,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
