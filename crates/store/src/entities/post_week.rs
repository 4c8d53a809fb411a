use sea_orm::entity::prelude::*;

use crate::types::PostId;

/// Views of a post within the last seven days, kept beside the counts per day; a post that nobody read has no row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_week")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub post_id: PostId,
    pub views: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
