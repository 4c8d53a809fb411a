use sea_orm::entity::prelude::*;

use crate::types::PostId;

/// A media file that a post uses, drafts included: in its content, its list of media, or as its preview.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_media")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub post_id: PostId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub object_key: String,
    /// Position in the post, from 0.
    pub position: i32,
    /// Alt text in the post.
    pub alt: String,
    /// Folded words for search, with a blank before each: file name, descriptions in the library and the post, and the
    /// post's title; empty where the file is in the paid part.
    pub words: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::post::Entity", from = "Column::PostId", to = "super::post::Column::Id")]
    Post,
}

impl Related<super::post::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Post.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}
