use sea_orm::entity::prelude::*;

use crate::types::PageId;

/// A media file that a page uses.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "page_media")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub page_id: PageId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub object_key: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
