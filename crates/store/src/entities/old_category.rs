use sea_orm::entity::prelude::*;

use crate::types::{CategoryId, Timestamp};

/// Redirect of a deleted category to the one that took over its posts.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "old_category")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub slug: String,
    pub old_id: CategoryId,
    pub category_id: CategoryId,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
