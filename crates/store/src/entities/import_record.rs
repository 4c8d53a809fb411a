use sea_orm::entity::prelude::*;

use crate::types::{MediaId, PageId, PostId, Timestamp};

/// Record of an imported item, so that a second run adds only what is missing.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_record")]
pub struct Model {
    /// `{format}:{site}:{kind}:{their id}`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub external_key: String,
    /// `None` for a media file, and once the post was deleted here.
    pub post_id: Option<PostId>,
    /// Of a page; `None` once it was deleted here.
    pub page_id: Option<PageId>,
    pub media_id: Option<MediaId>,
    /// The post's or page's revision as imported; where it has a higher one, it was edited here.
    pub revision: i32,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
