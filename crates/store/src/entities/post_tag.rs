use sea_orm::entity::prelude::*;

use crate::types::{PostId, Timestamp};

/// Tag of a post, derived from the post's `tags` on every save; one in the trash has none.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_tag")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub post_id: PostId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub slug: String,
    /// As the editor wrote it.
    pub name: String,
    /// Position in the post's list of tags, from 0.
    pub position: i32,
    /// The post's `published_at`; `queries::post_tags::NEVER` while it is not published.
    pub published_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
