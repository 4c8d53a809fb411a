use sea_orm::entity::prelude::*;

use crate::types::PostId;

/// A file that a post uses, a draft too: in its text, its list of media, or as what stands for it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_media")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub post_id: PostId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub object_key: String,
    /// Its place in the post, from 0.
    pub position: i32,
    /// The description it has in the post.
    pub alt: String,
    /// The file's name, what the library and the post say of it, and the post's title for search, folded, with a blank
    /// before each word; empty where a stranger does not see the file.
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
