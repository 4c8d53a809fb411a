use sea_orm::entity::prelude::*;

use crate::types::{CategoryId, Timestamp};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "category")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: CategoryId,
    pub name: String,
    #[sea_orm(unique)]
    pub slug: String,
    /// Position in the category bar; `None` where the category is not in it.
    pub bar_position: Option<i32>,
    pub created_at: Timestamp,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
